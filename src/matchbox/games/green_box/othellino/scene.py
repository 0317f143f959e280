"""Scene of Othellino: the board with the legal squares of the player on turn."""

from __future__ import annotations

from collections.abc import Iterator

from matchbox.engine import bits
from matchbox.scene import Area, Choice, GameEvent, Look, Piece, Player, Preview, Scene, Seen, Summary, Words, say

from .rules import CENTRE, ONE, State, bit_of, flipped_by

summary = Summary(
    goal=say("Have more pieces of your colour on the board at the end."),
    turn=say("Place a piece that encloses a line of opposing pieces. The whole line flips to your colour."),
    end=say("The game ends when neither player can place a piece. More pieces win."),
)
cover = [
    Piece("disc", "X", "black", at=(0, 0)),
    Piece("disc", "O", "white", at=(1, 0)),
    Piece("disc", "O", "white", at=(0, 1)),
    Piece("disc", "X", "black", at=(1, 1)),
]
COLOURS = {"X": "black", "O": "white"}
BOARD = "board"


def scene(look: Look[State]) -> Scene:
    s = look.s
    size, signs = int(s.board), _signs(s)
    squares = [Piece("edge", name, at=(i + 1, 0)) for i, name in enumerate("abcdefgh"[:size])]
    squares += [Piece("edge", str(row + 1), at=(0, row + 1)) for row in range(size)]
    for index in range(size * size):
        bit = int(bit_of(index, size))
        at = (index % size + 1, index // size + 1)
        owner = next((seat for seat in (0, 1) if int(s.pieces[seat]) >> bit & 1), None)
        if owner is not None:
            sign = signs[owner]
            squares.append(Piece("square", at=at))
            squares.append(Piece("disc", sign, COLOURS[sign], at=at, marked=bool(bit == s.last)))
        else:
            legal = look.only(index)
            squares.append(Piece("square", "+" if legal else "", at=at, actions=legal, label=_label(look, index)))
    counts = say(
        "{first} ({first_sign}) {m}, {second} ({second_sign}) {n}",
        first=look.names[0], first_sign=signs[0], m=int(s.pieces[0]).bit_count(),
        second=look.names[1], second_sign=signs[1], n=int(s.pieces[1]).bit_count(),
    )  # fmt: skip
    prompt = say("Place a piece on a marked square.")
    if s.phase == CENTRE:
        prompt = say("Choose a centre square.")
    elif not s.moves:
        prompt = say("You cannot flip anything: pass.")
    return Scene(
        prompt,
        [Area(say("Board"), squares, "grid", note=counts, look="board", key=BOARD)],
        [Choice(say("Pass"), action) for action in look.legal if action == size * size],
        coach=say("Corners never flip. Early on, keep few pieces: that leaves your opponent few legal squares."),
        rules="your-turn",
        previews=[Preview(action, BOARD, places) for action in look.legal if (places := _flipped(look, action))],
    )


def told(seen: Seen[State]) -> Iterator[GameEvent]:
    """A piece and the pieces it flips, or a pass; at the end the count."""
    before, after, seat, who = seen.before, seen.after, seen.seat, Player(seen.seat)
    size = int(after.board)
    if seen.action is None or seen.action == size * size:
        text = say("{who} cannot flip anything and passes.", you="You cannot flip anything and pass.", who=who)
        yield GameEvent("pass", text)
    else:
        sign = _signs(after)[seat]
        yield _told_piece(before, after, seat, seen.action, Piece("disc", sign, COLOURS[sign]))
    if not seen.ended:
        return
    left = [int(after.pieces[player]).bit_count() for player in range(2)]
    if not all(left):
        loser = Player(left.index(0))
        text = say("{who} has no pieces left.", you="You have no pieces left.", who=loser)
        yield GameEvent("fall", text, minor=True)
    text = say("The final count is {m} to {n}.", m=max(left), n=min(left))
    yield GameEvent("score", text, minor=True)


def _told_piece(before: State, after: State, seat: int, square: int, piece: Piece) -> GameEvent:
    who, name, size = Player(seat), _name(square, int(after.board)), int(after.board)
    flipped = (int(before.pieces[1 - seat]) & ~int(after.pieces[1 - seat])).bit_count()
    if before.phase == CENTRE:
        text = say("{who} plays {square}.", you="You play {square}.", who=who, square=name)
        return GameEvent("move", text, piece)
    text = say(
        "{who} plays {square} and flips {n} {n|piece|pieces}.",
        you="You play {square} and flip {n} {n|piece|pieces}.",
        who=who,
        square=name,
        n=flipped,
    )
    if square in (0, size - 1, size * size - size, size * size - 1):
        text = say(
            "{who} takes the corner {square} and flips {n} {n|piece|pieces}.",
            you="You take the corner {square} and flip {n} {n|piece|pieces}.",
            who=who,
            square=name,
            n=flipped,
        )
    return GameEvent("capture", text, piece)


def _signs(s: State) -> tuple[str, str]:
    """The signs of both seats."""
    return ("X", "O") if s.first == 0 else ("O", "X")


def _name(square: int, size: int) -> str:
    return "abcdefgh"[square % size] + str(square // size + 1)


def _label(look: Look[State], square: int) -> Words:
    size = int(look.s.board)
    name = _name(square, size)
    flipped = len(_flipped(look, square))
    return say("{square}, flips {n}", square=name, n=flipped) if flipped else name


def _flipped(look: Look[State], square: int) -> list[tuple[int, int]]:
    """Where pieces would flip if the viewer placed a piece on this square; empty if the square is not legal."""
    s, size = look.s, int(look.s.board)
    if square not in look.legal or square == size * size or s.phase == CENTRE:
        return []
    own, other = s.pieces[look.seat], s.pieces[1 - look.seat]
    flipped = int(flipped_by(own, other, ONE << bits(bit_of(square, size))))
    return [(i % size + 1, i // size + 1) for i in range(size * size) if flipped >> int(bit_of(i, size)) & 1]
