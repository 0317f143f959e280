"""`python -m matchbox` runs the `matchbox` command."""

import sys

from .cli import main

sys.exit(main())
