"""Action spaces: ids, arguments and texts."""

from __future__ import annotations

import pytest

from matchbox.engine import Actions, grid


def space() -> tuple[Actions, dict[str, object]]:
    actions = Actions()
    names: dict[str, object] = {
        "hold": actions.block("hold", blue=7, red=4, green=2),
        "bid": actions.block("bid", secret=True, quantity=range(1, 4), symbol=("Drop", "Wheel")),
        "pass": actions.single("pass"),
        "small": actions.block("place", when={"board": 3}, square=grid(3, 3)),
        "large": actions.block("place", when={"board": 4}, square=grid(4, 4)),
        "end": actions.single("end"),
    }
    return actions, names


def test_ids_are_mixed_radix_and_blocks_are_consecutive() -> None:
    actions, names = space()
    hold, bid = names["hold"], names["bid"]
    assert hold.id(2, 1, 1) == 19  # type: ignore[attr-defined]
    assert hold.args(19) == (2, 1, 1)  # type: ignore[attr-defined]
    assert bid.first == 56  # type: ignore[attr-defined]
    assert bid.id(3, 1) == 56 + 5  # type: ignore[attr-defined]
    assert bid.args(61) == (3, 1)  # type: ignore[attr-defined]
    assert [bid.has(a) for a in (55, 56, 61, 62)] == [False, True, True, False]  # type: ignore[attr-defined]
    assert names["pass"] == 62
    assert actions.count == 63 + 16 + 1


def test_blocks_of_different_option_values_share_ids() -> None:
    actions, names = space()
    assert names["small"].first == names["large"].first == 63  # type: ignore[attr-defined]
    assert actions.text(66, {"board": 3}) == "place a2"
    assert actions.text(66, {"board": 4}) == "place d1"
    assert names["end"] == 79
    with pytest.raises(ValueError, match="not an action of this game"):
        actions.text(75, {"board": 3})


def test_texts_contain_the_argument_names() -> None:
    actions, _ = space()
    options = {"board": 3}
    assert actions.text(19, options) == "hold blue=2 red=1 green=1"
    assert actions.text(61, options) == "bid quantity=3 symbol=Wheel"
    assert actions.text(62, options) == "pass"
    assert [actions.named(a, options).secret for a in (19, 61, 62)] == [False, True, False]


def test_every_id_appears_once_in_ascending_order() -> None:
    actions, _ = space()
    seen = [action for action, _, _ in actions.everything({"board": 4})]
    assert seen == list(range(80))


def test_names_with_spaces_are_refused() -> None:
    with pytest.raises(ValueError, match="remove the spaces"):
        Actions().block("pay up", coins=3)
    with pytest.raises(ValueError, match="remove the spaces"):
        Actions().block("name", card=("red ace",))
