"""Scene of Othellino: the board with the legal squares of the player on turn."""

from __future__ import annotations

from collections.abc import Iterator

from matchbox.engine import bits
from matchbox.scene import (
    Area,
    Choice,
    GameEvent,
    Look,
    Moment,
    Piece,
    Player,
    Preview,
    Scene,
    SeatStatus,
    Seen,
    Side,
    Summary,
    TallyRow,
    Text,
    Theme,
    Words,
    say,
)

from .rules import CENTRE, FREE, ONE, State, bit_of, flipped_by

summary = Summary(
    goal=say("Have more pieces of your colour on the board at the end."),
    turn=say("Place a piece that encloses a line of opposing pieces. The whole line flips to your colour."),
    end=say("The game ends when neither player can place a piece. More pieces win."),
)
theme = Theme(155, "checks", "boards", say("Reversi, small and mean"))
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
    size = int(s.board)
    return Scene(
        _prompt(s),
        [Area("", _squares(look), "grid", look="board", key=BOARD, cell=(26, 120))],
        [Choice(say("Pass"), action) for action in look.legal if action == size * size],
        why=_why(look),
        coach=say("Corners never flip. Early on, keep few pieces: that leaves your opponent few legal squares."),
        rules="your-turn",
        round=_move_number(s),
        seats=[_status(look, seat) for seat in range(2)],
        previews=[Preview(action, BOARD, places) for action in look.legal if (places := _flipped(look, action))],
        tally=[TallyRow(say("Pieces"), _counts(s), Piece("disc", "X", "black"))] if s.over else (),
    )


def _squares(look: Look[State]) -> list[Piece]:
    """Coordinates and squares; a legal square has the shadow of the piece that would be there."""
    s = look.s
    size, signs = int(s.board), _signs(s)
    found = [Piece("edge", name, at=(i + 1, 0)) for i, name in enumerate("abcdefgh"[:size])]
    found += [Piece("edge", str(row + 1), at=(0, row + 1)) for row in range(size)]
    for index in range(size * size):
        bit = int(bit_of(index, size))
        at = (index % size + 1, index // size + 1)
        owner = next((seat for seat in (0, 1) if int(s.pieces[seat]) >> bit & 1), None)
        if owner is not None:
            sign = signs[owner]
            found.append(Piece("square", at=at))
            found.append(Piece("disc", sign, COLOURS[sign], at=at, last=bool(bit == s.last)))
        else:
            legal = look.only(index)
            flips = str(len(_flipped(look, index)) or "") if legal and look.help != "none" else ""
            found.append(
                Piece(
                    "square",
                    "+" if legal else "",
                    at=at,
                    actions=legal,
                    label=_label(look, index),
                    cost=flips,
                )
            )
    return found


def _prompt(s: State) -> Text:
    if s.phase == CENTRE:
        return say("Which centre square do you take?")
    if not s.moves:
        return say("You cannot flip anything: pass.")
    return say("Where do you place your piece?")


def _why(look: Look[State]) -> Text:
    s = look.s
    if s.phase == CENTRE:
        return say("Nothing flips until all four centre squares are taken.")
    if not s.moves:
        return say("Your opponent moves again.")
    if look.help == "none":
        return say("A line of opposing pieces between your new piece and another of yours flips.")
    return say("The number is how many pieces flip; point at a square to see which.")


def _move_number(s: State) -> Text:
    return say("Move {n}", n=sum(_counts(s)) - (3 if s.opening != FREE else -1))


def _counts(s: State) -> list[int]:
    return [int(s.pieces[seat]).bit_count() for seat in range(2)]


def _status(look: Look[State], seat: int) -> SeatStatus:
    s = look.s
    n = _counts(s)[seat]
    line = say("plays first") if s.first == seat and s.last < 0 else ""
    return SeatStatus(seat, COLOURS[_signs(s)[seat]], n, unit=say("{n|piece|pieces}", n=n), line=line)


# --- the log ---


def told(seen: Seen[State]) -> Iterator[GameEvent]:
    """A piece and the pieces it flips, or a pass; at the end the count."""
    before, after, seat, who = seen.before, seen.after, seen.seat, Player(seen.seat)
    size = int(after.board)
    if seen.action is None or seen.action == size * size:
        text = say("{who} cannot flip anything and passes.", you="You cannot flip anything and pass.", who=who)
        yield GameEvent("pass", text, moment=_told_pass(seen))
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
    yield GameEvent("score", text, minor=True, moment=_told_end(after, left))


def _told_pass(seen: Seen[State]) -> Moment:
    """A turn without a move: the opponent plays again."""
    other = Player(1 - seen.seat)
    title = say("{who} cannot flip anything", you="You cannot flip anything", who=Player(seen.seat))
    return Moment(title, say("{who} moves again.", you="You move again.", who=other))


def _told_end(after: State, left: list[int]) -> Moment:
    signs = _signs(after)
    winner = int(left[1] > left[0])
    title = say("{who} has more pieces", you="You have more pieces", who=Player(winner))
    if left[0] == left[1]:
        title = say("Both have {n} pieces", n=left[0])
    sides = []
    for seat, n in enumerate(left):
        disc = Piece("disc", signs[seat], COLOURS[signs[seat]])
        sides.append(Side(seat, [disc], n, say("{n|piece|pieces}", n=n), won=n > left[1 - seat]))
    return Moment(title, say("Neither player can move."), sides)


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
