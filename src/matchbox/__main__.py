"""`python -m matchbox` is the `matchbox` command."""

import sys

from .cli import main

sys.exit(main())
