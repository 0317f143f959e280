"""Frames of environments: the scene that a viewer sees, as text, as pixels or in a window.

They are drawn from views, so they never show what the viewer may not see.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from matchbox.engine import BadOption, States
from matchbox.scene import Look, picture, scene_of
from matchbox.scene.plain_text import print_scene

from .config import GameConfig

Pixels = npt.NDArray[np.uint8]
"""Rows, columns, and red, green and blue."""

SIDE = 724  # pixels; pictures are this wide, and higher ones are made smaller, so that all frames have the same shape
INSTALL = "install what draws the frames: pip install 'matchbox-games[research]'"


class Frames:
    """Draws the frames of an environment in its `render_mode`: `ansi` (also without a mode), `rgb_array` or `human`."""

    def __init__(
        self, config: GameConfig, mode: str | None, names: Sequence[str] = (), modes: Sequence[str] = ()
    ) -> None:
        if mode is not None and mode not in modes:
            raise BadOption(f"render_mode={mode!r}: choose one of {', '.join(modes)}")
        self._config, self._mode = config, mode
        self._names = tuple(names) or tuple(f"Seat {seat}" for seat in range(config.seats))
        self._window = _Window(config.game.about.name) if mode == "human" else None

    def frame(self, state: States, viewer: int) -> str | Pixels | None:
        """The table as this seat or a spectator sees it; None if a window shows it."""
        if self._mode == "rgb_array":
            return self._pixels(state, viewer)
        if self._window is not None:
            self._window.show(self._pixels(state, viewer))
            return None
        game = self._config.game
        view = game.view(state, viewer)
        look = Look(game, view, viewer, self._names, game.legal(view, viewer), named=True)
        return print_scene(scene_of(look), self._names)

    def _pixels(self, state: States, viewer: int) -> Pixels:
        return pixels_of(picture(self._config.game, state, viewer, self._names).svg)

    def close(self) -> None:
        if self._window is not None:
            self._window.close()


def pixels_of(svg: str) -> Pixels:
    """An SVG as a square of pixels on white, the same on every machine: its letters come with Matplotlib."""
    try:
        import matplotlib
        import resvg_py
        from PIL import Image
    except ImportError as missing:
        raise ImportError(INSTALL) from missing
    font = Path(matplotlib.get_data_path(), "fonts", "ttf", "DejaVuSans.ttf")
    size = re.search(r'width="([\d.]+)" height="([\d.]+)"', svg)
    assert size
    zoom = min(1.0, *(SIDE / float(length) for length in size.groups()))
    png = resvg_py.svg_to_bytes(
        svg_string=svg,
        zoom=zoom,
        background="white",
        skip_system_fonts=True,
        font_files=[str(font)],
        font_family="DejaVu Sans",
        sans_serif_family="DejaVu Sans",
    )
    drawn = np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))[:SIDE, :SIDE]
    frame = np.full((SIDE, SIDE, 3), 255, np.uint8)
    frame[: drawn.shape[0], : drawn.shape[1]] = drawn
    return frame


class _Window:
    """A window of Matplotlib, or an output of a notebook, that shows the last frame."""

    def __init__(self, title: str) -> None:
        try:
            from matplotlib import pyplot
            from matplotlib.backends.registry import BackendFilter, backend_registry
        except ImportError as missing:
            raise ImportError(INSTALL) from missing
        windowless: list[str] = backend_registry.list_builtin(BackendFilter.NON_INTERACTIVE)  # type: ignore[no-untyped-call]
        if pyplot.get_backend().lower() in windowless:
            raise BadOption(
                "no window can open here: use render_mode='rgb_array' or 'ansi', or start this with a screen and a "
                "window toolkit that Matplotlib knows, such as Tk (python3-tk) or Qt (pip install PyQt6)"
            )
        self._title = title
        self._image: Any = None

    def show(self, pixels: Pixels) -> None:
        from matplotlib import pyplot

        if self._image is None:
            figure = pyplot.figure(self._title, figsize=(7.24, 7.24))
            axes = figure.add_axes((0, 0, 1, 1))
            axes.axis("off")
            self._image = axes.imshow(pixels)
            pyplot.show(block=False)
        self._image.set_data(pixels)
        pyplot.pause(0.001)

    def close(self) -> None:
        if self._image is not None:
            from matplotlib import pyplot

            pyplot.close(self._image.figure)
            self._image = None

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_image": None}  # a copy opens a window of its own
