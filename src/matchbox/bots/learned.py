"""Learned evaluations: a network with the plan of its inputs, kept as `value.npz` in a game's folder.

A file says which rules, record and settings it was made for. Where they do not fit, bots search without it.
"""

from __future__ import annotations

import functools
import hashlib
import json
import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from matchbox.engine import Game, States
from matchbox.engine.registry import has_companion

from .inputs import Plan
from .network import Layers, Network, layers_of

FILE = "value.npz"
EXPLORE = 0.7  # in standard deviations, unless the header says otherwise
PATIENCE = 16  # visits after simultaneous choices before the tree grows, unless the header says otherwise
log = logging.getLogger(__name__)


class Judge(NamedTuple):
    """A learned evaluation as the search takes it: the network, its plan, and memory for one evaluation.

    It comes unused where an evaluation does not fit the options: then a game needs its search compiled only once.
    """

    plan: Plan
    net: Network
    layers: Layers
    inputs: Any
    strengths: Any
    raw: Any  # the bytes of the record that the search works on
    used: int  # 1 if it evaluates this search
    explore: float  # exploration, in standard deviations of the values seen so far
    patience: int  # visits of a position after simultaneous choices before the tree grows below it


@dataclass(frozen=True)
class Learned:
    """A learned evaluation of a game with some number of seats and some options."""

    plan: Plan
    net: Network
    header: dict[str, Any]

    @property
    def iterations(self) -> int:
        """The iterations of an expert who uses it, for about a second."""
        return int(self.header["iterations"])

    @property
    def explore(self) -> float:
        """The weight of exploration."""
        return float(self.header.get("explore", EXPLORE))

    @property
    def patience(self) -> int:
        """The visits of a position after simultaneous choices before the tree grows below it."""
        return int(self.header.get("patience", PATIENCE))

    @property
    def steps(self) -> int:
        """The moves of a playout before the evaluation."""
        return int(self.header.get("steps", 0))

    def judge(self, work: States, used: bool = True) -> Judge:
        room = int(self.plan.sizes[2])
        raw = work.view(np.uint8).reshape(-1)
        inputs, strengths = np.zeros(room, np.int32), np.ones(room, np.float32)
        layers = layers_of(self.net)
        return Judge(self.plan, self.net, layers, inputs, strengths, raw, int(used), self.explore, self.patience)

    def fits(self, game: Game, view: States) -> bool:
        """Was it made for these seats and options?"""
        made_for = self.header["seats"], self.header["options"]
        return made_for == (int(view["seats"][0]), game.options_of(view))

    def save(self, path: Path) -> None:
        """Half precision is enough to evaluate."""
        arrays = {f"net_{name}": part.astype(np.float16) for name, part in self.net._asdict().items()}
        arrays |= {f"plan_{name}": np.asarray(part).astype(np.int32) for name, part in self.plan._asdict().items()}
        text = np.frombuffer(json.dumps(self.header, indent=1).encode(), np.uint8)
        with path.open("wb") as file:
            np.savez_compressed(file, header=text, **arrays)


def load(path: Path) -> Learned:
    with np.load(path) as file:
        header = json.loads(bytes(file["header"]))
        net = Network(**{name: file[f"net_{name}"].astype(np.float32) for name in Network._fields})
        rows = ("byte_rows", "set_rows", "wide_rows")
        plan = Plan(
            **{name: file[f"plan_{name}"].astype(np.int32 if name in rows else np.int64) for name in Plan._fields}
        )
    return Learned(plan, net, header)


def layout_of(game: Game) -> str:
    """A digest of the record's layout: an evaluation reads the record by its bytes."""
    assert game.State.dtype.fields is not None
    parts = [(name, str(kind[0]), kind[1]) for name, kind in game.State.dtype.fields.items()]
    return hashlib.sha256(repr(sorted(parts)).encode()).hexdigest()[:16]


@functools.cache
def learned_of(game: Game) -> Learned | None:
    """The evaluation in a game's folder, if there is one that fits its rules."""
    path = game.folder / FILE
    if not path.exists() or has_companion(game, "planner"):  # a planner has a way of its own
        return None
    try:
        found = load(path)
        made_for = found.header["version"], found.header["layout"], int(found.plan.sizes[3])
    except (OSError, ValueError, KeyError, IndexError) as error:
        log.warning("%s cannot be read, so bots play without it: %s", path, error)
        return None
    if made_for != (game.about.version, layout_of(game), game.feature_count):
        log.warning("%s was made for other rules, so bots play without it; run `matchbox train %s`", path, game.id)
        return None
    return found


def learned_for(game: Game, view: States) -> Learned | None:
    """The learned evaluation for a position."""
    found = learned_of(game)
    return found if found is not None and found.fits(game, view) else None


def values_of(game: Game, seats: int) -> int:
    """The number of values of a network: one for all, one for a seat and against the other, or one for each seat."""
    return 1 if game.about.cooperative or seats == 2 else seats
