"""OPEN: the trick in the middle, open cards and backs at each seat, the viewer's concealed cards face up."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from matchbox.scene import (
    Area,
    Choice,
    Form,
    Look,
    Part,
    Piece,
    Scene,
    SeatStatus,
    Summary,
    TallyRow,
    Text,
    Theme,
    Words,
    say,
)

from ..components import BLACK, BLACKS, COPIES, HIDDEN1, KINDS, RANK_NAMES, REDS
from .rules import BET, COMBINATION, LIMIT, NAME, PASS, RANK
from .state import GUESS, State

SHAPES = {(1, 0): "red card", (0, 1): "black card", (1, 1): "red-black pair", (0, 2): "black pair", (1, 2): "triple"}
summary = Summary(
    goal=say("Score points for going out early and for guessing who goes out first."),
    turn=say("Play cards of one rank, higher than the last play and in the same shape, or pass."),
    end=say("The game ends when a player has enough points."),
)
theme = Theme(320, "diamonds", "cards", say("Open hands, one secret guess"))
PLACES = ("", "1st", "2nd", "3rd", "4th")
SEAT_COLOURS = ("orange", "blue", "green", "purple")
MOST_SHOWN = 4  # plays of a trick


def scene(look: Look[State]) -> Scene:
    s = look.s
    areas = [_trick(look)]
    for seat in look.each_seat():
        areas += _hand(look, seat)
    if look.help != "none":
        areas.append(Area(say("Not seen yet"), _unseen(look), "counters", key="unseen"))
    return Scene(
        _prompt(look),
        areas,
        _choices(look),
        _bet(look),
        coach=_coach(look),
        why=_why(look),
        rules="a-round",
        round=say("Round {n}", n=int(s.rounds)),
        seats=[_status(look, seat) for seat in range(int(s.seats))],
        tally=_tally(s) if s.over else (),
    )


def revealed(before: State, after: State) -> Iterator[tuple[int, int]]:
    """Bets once all are made, guesses at the end of the round."""
    for seat in range(after.seats):
        if before.phase == GUESS and after.phase != GUESS and after.advanced:
            yield seat, BET.id(int(after.bets[seat]))
        elif after.rounds != before.rounds:
            yield seat, NAME.id(int(after.shown_guess[seat]) - 1)


# --- the middle ---


def _trick(look: Look[State]) -> Area:
    """The last plays with all their cards, and who made them."""
    s = look.s
    shape = SHAPES.get((int(s.reds), int(s.blacks)), "")
    plays = int(s.plays) if s.phase != GUESS and not s.over else 0
    pieces: list[Piece] = []
    for i in range(max(0, plays - MOST_SHOWN), plays):
        seat, rank, hidden = (int(x) for x in s.trick[i])
        first, *others = cards_of(int(s.reds), int(s.blacks), rank)
        name = look.name(seat)
        label = say("{name}: {rank}", name=look.names[seat], rank=RANK_NAMES[rank])
        if hidden:
            label = say("{play}, {n} concealed", play=label, n=hidden)
        newest = i == plays - 1
        first = replace(first, cost=name, label=label)
        pieces += [replace(piece, last=newest, dimmed=not newest) for piece in (first, *others)]
    passed = [look.names[seat] for seat in range(int(s.seats)) if int(s.passed) >> seat & 1]
    note: Words = say("no card yet") if not pieces else ""
    if passed:
        note = say("passed: {names}", names=", ".join(passed))
    title = say("Trick: {shape}", shape=shape) if shape and plays else say("Trick")
    return Area(title, pieces or [Piece("slot", label=title)], note=note, look="felt", key="trick")


def cards_of(reds: int, blacks: int, rank: int) -> list[Piece]:
    """The cards of a play."""
    return [card_of(rank)] * reds + [card_of(BLACK + rank)] * blacks


def _unseen(look: Look[State]) -> list[Piece]:
    """Cards that the viewer has not seen: everything not open, played or in the viewer's hand."""
    s = look.s
    pieces = []
    for kind in range(KINDS):
        known = int(s.played[kind]) + sum(int(s.face[seat, kind]) for seat in range(int(s.seats)))
        if look.seat >= 0:
            known += int(s.concealed[look.seat, kind])
        if left := int(COPIES[kind]) - known:
            pieces.append(replace(card_of(kind), count=left, crop="token"))
    return pieces


# --- the seats ---


def card_of(kind: int, hidden: bool = False, actions: tuple[int, ...] = ()) -> Piece:
    colour, rank = ("red", kind) if kind < BLACK else ("black", kind - BLACK)
    text = say("{colour} {rank}", colour=colour, rank=RANK_NAMES[rank])
    return Piece("card", text, f"playing-{colour}", RANK_NAMES[rank], rank + 1, hidden=hidden, actions=actions)


def _hand(look: Look[State], seat: int) -> list[Area]:
    """Open cards by rank, red first, then the backs; the viewer's concealed cards are in a separate area."""
    s = look.s
    order = [colour + rank for rank in range(len(RANK_NAMES)) for colour in (0, BLACK)]
    cards = [card_of(k, actions=_plays_of(look, seat, k, True)) for k in order for _ in range(int(s.face[seat, k]))]
    if seat != look.seat:
        backs = [Piece("card", say("back"), hidden=True)] * int(s.backs[seat])
        return [Area(look.names[seat], [*cards, *backs], "fan", seat, role="market", key=f"hand/{seat}")]
    own = [card_of(k, actions=_plays_of(look, seat, k, False)) for k in order for _ in range(int(s.concealed[seat, k]))]
    return [
        Area(say("Open"), cards, "fan", seat, key="open"),
        Area(say("Concealed"), own, "fan", seat, look="screen", key="own"),
    ]


def _plays_of(look: Look[State], seat: int, kind: int, is_open: bool) -> tuple[int, ...]:
    """The legal plays that use this card of the viewer."""
    if seat != look.seat:
        return ()
    found = []
    rank, is_red = kind % BLACK, kind < BLACK
    other_is_open = bool(look.s.face[seat, kind])
    for action in look.legal:
        combination = int(COMBINATION[action])
        if combination < 0 or RANK[action] != rank:
            continue
        if is_red:
            used = REDS[combination] == 1
        elif BLACKS[combination] == 1:
            used = is_open != (combination >= HIDDEN1) if other_is_open else True
        else:
            used = BLACKS[combination] == 2
        if used:
            found.append(action)
    return tuple(found)


def _status(look: Look[State], seat: int) -> SeatStatus:
    s = look.s
    goal = int(LIMIT[int(s.advanced), int(s.seats)])
    return SeatStatus(
        seat,
        SEAT_COLOURS[seat],
        int(s.score[seat]),
        goal,
        line=_line(look, seat),
        out=bool(s.place[seat]) and not s.over,
    )


def _line(look: Look[State], seat: int) -> Words:
    """The place, the bet, or your own guess."""
    s = look.s
    if s.place[seat]:
        place = PLACES[int(s.place[seat])]
        return say("out {place}", place=place) if s.place[seat] < s.seats else say("last")
    if s.guess[seat]:  # only the viewer's; opponents' guesses are blank in a view
        named = int(s.guess[seat]) - 1
        return say("guess: you") if look.is_you(named) else say("guess: {name}", name=look.names[named])
    if s.bets[seat]:
        return say("bet {n}", n=s.bets[seat])
    return say("dealer") if seat == s.dealer and not s.over else ""


def _tally(s: State) -> list[TallyRow]:
    """The last round by source, and the rounds before it."""
    seats = range(int(s.seats))
    places = [int(s.place_gain[seat]) for seat in seats]
    guesses = [int(s.guess_gain[seat]) for seat in seats]
    before = [int(s.score[seat]) - places[seat] - guesses[seat] for seat in seats]
    return [
        TallyRow(say("Earlier rounds"), before),
        TallyRow(say("Last round: going out"), places),
        TallyRow(say("Last round: guess"), guesses),
    ]


# --- choices ---


def _choices(look: Look[State]) -> list[Choice]:
    """Buttons: players to guess, the pass."""
    found: list[Choice] = []
    for action in look.legal:
        if NAME.has(action):
            found.append(Choice(say("Yourself") if action == look.seat else look.names[action], action))
        elif action == PASS:
            found.append(Choice(say("Pass"), action))
    return found


def _bet(look: Look[State]) -> list[Form]:
    """The number of chips to bet; it begins with one chip."""
    bets = [(int(BET.args(action)[0]), int(action)) for action in look.legal if BET.has(action)]
    if not bets:
        return []
    numbers = [n for n, _ in bets]
    labels = [say("{n} {n|chip|chips}", n=n) for n in numbers]
    part = Part("chips", say("chips"), "counter", numbers, labels, Piece("chip", say("chip"), "yellow"))
    submits = [say("Bet {n}", n=n) for n in numbers]
    return [Form(say("Your bet"), [part], bets, say("Bet"), submits=submits)]


def _coach(look: Look[State]) -> Text:
    if look.s.phase == GUESS:
        return say("Compare the open cards: hands with pairs and triples go out fast.")
    return say("The last player to play leads the next trick. Keep cards of one rank for a single play.")


def _why(look: Look[State]) -> Text:
    s = look.s
    if s.phase == GUESS:
        if look.seat >= 0 and int(s.guessed) >> look.seat & 1:
            return say("You have {n} {n|chip|chips}. A wrong guess loses the bet.", n=s.score[look.seat])
        return say("Guess in secret. A right guess scores, and you may name yourself.")
    if s.value == 0:
        return say("The others have to play the same shape, but higher.")
    return say("The last player to play wins the trick and leads the next one.")


def _prompt(look: Look[State]) -> Words:
    s = look.s
    if s.phase == GUESS:
        if look.seat >= 0 and int(s.guessed) >> look.seat & 1:
            return say("How many chips do you bet on your guess?")
        return say("Who will go out first?")
    if s.value == 0:
        return say("You lead: play one, two or three cards of one rank.")
    shape = SHAPES[int(s.reds), int(s.blacks)]
    if s.value == 11:
        return say("Nothing beats an A that was played on a 10: pass.")
    wanted = say("a {shape} above {rank}", shape=shape, rank=RANK_NAMES[int(s.value) - 1])
    if s.value == 10:
        wanted = say("an A ({shape})", shape=shape)
    if len(look.legal) == 1:
        return say("You do not have {wanted}: pass.", wanted=wanted)
    return say("Play {wanted}, or pass.", wanted=wanted)


cover = [card_of(3), card_of(BLACK + 3), card_of(7), Piece("card", say("back"), hidden=True)]
