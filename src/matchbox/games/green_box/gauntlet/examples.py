"""The pictures of the rules page."""

from __future__ import annotations

from matchbox.scene.examples import Example, dealt

examples = {"start": Example(dealt(3, 1, track="hairpin"))}
