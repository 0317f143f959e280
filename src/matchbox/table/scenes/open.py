"""OPEN: the trick in the middle; each seat's open cards and backs, the looking seat's own ones readable."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from matchbox.boxes.open.components import BLACK, BLACKS, COPIES, HIDDEN1, KINDS, RANK_NAMES, REDS
from matchbox.boxes.open.open import BET, COMBINATION, LIMIT, NAME, PASS, RANK
from matchbox.boxes.open.open_state import GUESS
from matchbox.table.scene import Area, Choice, Look, Piece, Scene, Summary, Text, Words, say

SHAPES = {(1, 0): "red card", (0, 1): "black card", (1, 1): "red-black pair", (0, 2): "black pair", (1, 2): "triple"}
summary = Summary(
    goal=say("Collect points for going out early and for guessing who goes out first."),
    turn=say("Play cards of one rank in the shape that was led, and higher; or pass."),
    end=say("Rounds are played until somebody has enough points."),
)
PLACES = ("", "1st", "2nd", "3rd", "4th")


def scene(look: Look) -> Scene:
    s = look.s
    areas = _before(look)
    if s.phase != GUESS and not s.over:
        areas.append(_trick(look))
    for seat in look.each_seat():
        areas += _hand(look, seat)
    areas.append(Area(say("Not seen yet"), _unseen(look), "counters", note=say("in other hands or put aside")))
    return Scene(_prompt(look), areas, _choices(look), coach=_coach(look), rules="a-round")


def revealed(before: Any, after: Any) -> Iterator[tuple[int, int]]:
    """Bets when all are made, guesses at the end of the round."""
    for seat in range(after.seats):
        if before.phase == GUESS and after.phase != GUESS and after.advanced:
            yield seat, BET.id(after.bets[seat])
        elif after.rounds != before.rounds:
            yield seat, NAME.id(after.shown_guess[seat] - 1)


# --- the middle ---


def _before(look: Look) -> list[Area]:
    """What the round before brought: guesses turned up, and both columns of the score."""
    s = look.s
    if not s.shown_place.any():
        return []
    rows = [("", "place", "guess", *(("bet",) if s.advanced else ()), "for place", "for guess")]
    for seat in range(int(s.seats)):
        guess = "itself" if s.shown_guess[seat] == seat + 1 else look.names[int(s.shown_guess[seat]) - 1]
        bet = (str(int(s.shown_bet[seat])),) if s.advanced else ()
        gains = f"{int(s.place_gain[seat]):+d}", f"{int(s.guess_gain[seat]):+d}"
        rows.append((look.names[seat], PLACES[int(s.shown_place[seat])], guess, *bet, *gains))
    cells = [
        Piece("square", text, at=(column, row)) for row, line in enumerate(rows) for column, text in enumerate(line)
    ]
    return [Area(f"Round {int(s.rounds) - (not s.over)}, guesses shown", cells, "table")]


def _trick(look: Look) -> Area:
    s = look.s
    shape = SHAPES.get((int(s.reds), int(s.blacks)), "")
    plays = []
    for i in range(int(s.plays)):
        seat, rank, hidden = (int(x) for x in s.trick[i])
        secret = f", {hidden} concealed" if hidden else ""
        text = f"{look.names[seat]}: {RANK_NAMES[rank]}{secret}"
        plays.append(Piece("card", text, "trick", number=rank + 1, marked=i == int(s.plays) - 1))
    passed = [look.names[seat] for seat in range(int(s.seats)) if int(s.passed) >> seat & 1]
    note = "; ".join(([f"passed: {', '.join(passed)}"] if passed else []) + [f"round {int(s.rounds)}"])
    title = say("Trick ({shape})", shape=shape) if shape else say("Trick")
    return Area(title, plays, note=note, look="felt", key="trick")


def _unseen(look: Look) -> list[Piece]:
    """Cards that may be anywhere as far as the looking seat knows; anybody could count them."""
    s = look.s
    pieces = []
    for kind in range(KINDS):
        known = int(s.played[kind]) + sum(int(s.face[seat, kind]) for seat in range(int(s.seats)))
        if look.seat >= 0:
            known += int(s.concealed[look.seat, kind])
        pieces += [_card(kind)] * (int(COPIES[kind]) - known)
    return pieces


# --- the seats ---


def _card(kind: int, hidden: bool = False, actions: tuple[int, ...] = ()) -> Piece:
    colour, rank = ("red", kind) if kind < BLACK else ("black", kind - BLACK)
    label = f"{colour} {RANK_NAMES[rank]}"
    return Piece("card", label, f"playing-{colour}", RANK_NAMES[rank], rank + 1, hidden=hidden, actions=actions)


def _hand(look: Look, seat: int) -> list[Area]:
    """Open cards sorted by rank, red first, then the backs; one's own concealed cards lie in a row of their own."""
    s = look.s
    order = [colour + rank for rank in range(len(RANK_NAMES)) for colour in (0, BLACK)]
    cards = [_card(k, actions=_plays_of(look, seat, k, True)) for k in order for _ in range(int(s.face[seat, k]))]
    if seat != look.seat:
        backs = [Piece("card", "back", hidden=True)] * int(s.backs[seat])
        return [Area(say("hand"), [*cards, *backs], "fan", seat, _facts(look, seat))]
    own = [_card(k, actions=_plays_of(look, seat, k, False)) for k in order for _ in range(int(s.concealed[seat, k]))]
    return [
        Area(say("open cards"), cards, "fan", seat, _facts(look, seat)),
        Area(say("concealed cards"), own, "fan", seat, look="screen"),
    ]


def _plays_of(look: Look, seat: int, kind: int, is_open: bool) -> tuple[int, ...]:
    """The legal plays that use this card of the looking seat."""
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


def _facts(look: Look, seat: int) -> str:
    s = look.s
    unit = "chips" if s.advanced else "points"
    facts = [f"{int(s.score[seat])} of {int(LIMIT[int(s.advanced), int(s.seats)])} {unit}"]
    if seat == s.dealer and not s.over:
        facts.append("dealer")
    if s.bets[seat]:
        facts.append(f"bet {int(s.bets[seat])}")
    if s.guess[seat]:  # one's own; that of others is blank in a view
        facts.append("guess: " + ("yourself" if s.guess[seat] == seat + 1 else look.names[int(s.guess[seat]) - 1]))
    if s.phase == GUESS and seat not in look.acting:
        facts.append("has guessed")
    if s.place[seat]:
        facts.append(f"out {PLACES[int(s.place[seat])]}" if s.place[seat] < s.seats else "last")
    return ", ".join(facts)


# --- choices ---


def _choices(look: Look) -> list[Choice]:
    """What is not a card: names to guess, chips to bet, the pass."""
    found: list[Choice] = []
    for action in look.legal:
        if NAME.has(action):
            found.append(Choice(say("yourself") if action == look.seat else look.names[action], action))
        elif BET.has(action):
            found.append(Choice(say("bet {n}", n=BET.args(action)[0]), action))
        elif action == PASS:
            found.append(Choice(say("Pass"), action))
    return found


def _coach(look: Look) -> Text:
    if look.s.phase == GUESS:
        return say("Four cards of everybody lie open: short hands of pairs and triples go out fast.")
    return say("Whoever plays the highest leads next. Keep cards of one rank together: they go out in one play.")


def _prompt(look: Look) -> Words:
    s = look.s
    if s.phase == GUESS:
        if look.seat >= 0 and int(s.guessed) >> look.seat & 1:
            return say("How many chips do you bet on your guess? You own {n}.", n=s.score[look.seat])
        return say("Who will go out first? Guess in secret; you may name yourself.")
    if s.value == 0:
        return say("You lead: play one, two or three cards of one rank.")
    shape = SHAPES[int(s.reds), int(s.blacks)]
    if s.value == 11:
        return say("Nothing beats an A that was played on a 10: pass.")
    wanted = say("a {shape} above {rank}", shape=shape, rank=RANK_NAMES[int(s.value) - 1])
    if s.value == 10:
        wanted = say("an A ({shape})", shape=shape)
    if len(look.legal) == 1:
        return say("It takes {wanted} and you have none: pass.", wanted=wanted)
    return say("Play {wanted}, or pass.", wanted=wanted)


cover = [_card(3), _card(BLACK + 3), _card(7), Piece("card", "back", hidden=True)]
