"""Sentences: templates, arguments and plural forms."""

from __future__ import annotations

import numpy as np
import pytest

from matchbox.scene import Piece, encode, say


@pytest.mark.parametrize(("n", "text"), [(0, "0 cards left"), (1, "1 card left"), (2, "2 cards left")])
def test_a_count_chooses_its_word(n: int, text: str) -> None:
    assert str(say("{n} {n|card|cards} left", n=n)) == text


def test_sentences_nest() -> None:
    assert str(say("{name}: {what}", name="Ann {n}", what=say("draws {n}", n=3))) == "Ann {n}: draws 3"


def test_a_missing_argument_is_an_error() -> None:
    with pytest.raises(KeyError):
        str(say("{name} wins"))


def test_numpys_booleans_are_left_out_of_messages_when_false() -> None:
    piece = Piece("card", dimmed=np.False_, marked=np.True_)  # type: ignore[arg-type]
    assert encode(piece) == b'{"kind":"card","marked":true}'
