"""Our OpenSpiel games as PettingZoo environments through Shimmy."""

from __future__ import annotations

import warnings

import pytest

from matchbox.engine import Game

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra: research)")
pytest.importorskip("shimmy", reason="Shimmy is not installed (extra: research)")

from pettingzoo.test import api_test
from shimmy.openspiel_compatibility import OpenSpielCompatibilityV0

from matchbox.adapters.openspiel import short_name
from tests.contract.cases import each_table


@pytest.mark.quick(3)
@each_table
def test_api(game: Game, seats: int) -> None:
    table = OpenSpielCompatibilityV0(game_name=short_name(game), config={"players": seats})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about Shimmy's unbounded spaces
        api_test(table, num_cycles=40)
