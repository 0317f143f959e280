"""Scene of Temple of Doom: the exit at the top, the temple row by row, the Front below, and the cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from matchbox.scene import (
    Area,
    Choice,
    GameEvent,
    Look,
    Moment,
    Piece,
    Player,
    Scene,
    Seen,
    Summary,
    Text,
    Words,
    listed,
    say,
)

from ..components import COLOUR, COLOURS, CUBE_COLOURS, NUMBER, SYMBOL, SYMBOLS
from ..pieces import back, card, tile
from .rules import CARD, CUBE, FLIP_SYMBOL, GIVE_UP, LEAVE, MOVE, REMOVE, STEP, STRIKE, TILE, TO, State
from .temple import CUBES, DECK, FRONT, KILLED, OUTSIDE, ROWS, matched, spots

summary = Summary(
    goal=say("Together, bring relics and cubes out of the temple before it collapses. A score above 0 wins."),
    turn=say("Play a Movement card. Each point moves a cube of its colour, or any cube onto its symbol."),
    end=say("After each round, matched relics are collected, and unmatched Temple cards flip and remove tiles."),
)
cover = [tile(0), Piece("cube", "R1", "red"), tile(4), Piece("cube", "B1", "blue")]
FLIPPED, HOLE = "##", "x"
MIDDLE = 5  # column of x = 0: tiles of a row are two columns apart, the next row is shifted by one column


def scene(look: Look[State]) -> Scene:
    s = look.s
    visible = [seat for seat in look.each_seat() if seat == look.seat or s.open_hand[seat].any()]
    score = int(s.score[0])
    killed = sum(int(place) == KILLED for place in s.at)
    areas = [
        Area(
            say("Outside"),
            _cubes(look, OUTSIDE),
            note=say("current score {score}, above 0 wins; {n} killed", score=f"{score:+d}", n=killed),
        ),
        Area(say("Temple"), _temple(look), "grid", look="temple", note=say("the exit is at the top")),
        Area(say("Front"), _cubes(look, FRONT)),
        Area(say("Relics"), _relics(look), note=_relic_note(look)),
        Area(say("Temple cards"), _strikers(look), note=_temple_note(look)),
    ]
    for seat in look.each_seat():
        cards = _hand(look, seat) if seat in visible else [back(_held(look, seat))]
        leads: Words = say("leads the round") if seat == s.leader and s.seats > 1 else ""
        areas.append(Area(say("hand"), cards if _held(look, seat) else [], "fan", seat, leads))
    played = [c for c in range(len(COLOUR)) if int(s.played) >> c & 1]
    last = int(s.card) if played else 0
    note = say("round {n}; Movement cards in the deck: {left}", n=s.rounds, left=s.left[2])
    areas.append(Area(say("Played"), [_card(c, True, marked=c == last) for c in played], note=note))
    return Scene(
        _prompt(look),
        areas,
        [Choice(say("Skip this point"), int(GIVE_UP))] if GIVE_UP in look.legal else [],
        coach=_coach(look),
        rules="a-round",
    )


def told(seen: Seen[State]) -> Iterator[GameEvent]:
    """A card, a step or a strike; then the end of the round."""
    before, after, who = seen.before, seen.after, Player(seen.seat)
    if before.phase == STRIKE:
        yield from _told_strike(seen)
    elif before.phase == CARD:
        text = say(
            "{who} plays the {card}: {n} {n|point|points}.",
            you="You play the {card}: {n} {n|point|points}.",
            who=who,
            card=_words(int(after.card)),
            n=NUMBER[after.card],
        )
        yield GameEvent("move", text, _card(int(after.card), True))
    elif chosen := seen.chose(MOVE):
        cube = _cube_words(chosen[0])
        text = say("{who} chooses {cube}.", you="You choose {cube}.", who=who, cube=cube)
        yield GameEvent("move", text, _cube(chosen[0]), minor=True)
    elif seen.action == GIVE_UP:
        yield GameEvent("pass", say("{who} skips a point.", you="You skip a point.", who=who))
    else:
        yield _told_step(seen)
    if _lapsed(seen):
        yield GameEvent(
            "pass", say("{n} {n|point is|points are} lost: no cube can use {n|it|them}.", n=_lapsed(seen)), minor=True
        )
    if before.phase != STRIKE and _round_ends(seen):
        yield from _told_end_of_round(seen)
    if after.rounds > before.rounds:
        text = say(
            "Round {n} begins: {who} leads.",
            you="Round {n} begins: you lead.",
            n=after.rounds,
            who=Player(int(after.leader)),
        )
        alone = say("Round {n} begins.", n=after.rounds)
        yield GameEvent("round", text if after.seats > 1 else alone, minor=True)


def _told_step(seen: Seen[State]) -> GameEvent:
    before, cube = seen.before, int(seen.before.mover)
    words: dict[str, Any] = {"who": Player(seen.seat), "cube": _cube_words(cube)}
    if seen.action == LEAVE:
        text = say(
            "{who} brings {cube} out of the temple: the score is {score}.",
            you="You bring {cube} out of the temple: the score is {score}.",
            score=_score(seen.after),
            **words,
        )
        return GameEvent("score", text, _cube(cube))
    (place,) = seen.chose(TILE) or (0,)
    if int(before.up) >> place & 1:
        text = say(
            "{who} moves {cube} to {tile}.", you="You move {cube} to {tile}.", tile=_tile(before, place), **words
        )
    else:
        text = say(
            "{who} moves {cube} to the flipped tile {n}.",
            you="You move {cube} to the flipped tile {n}.",
            n=place,
            **words,
        )
    return GameEvent("move", text, _cube(cube))


def _lapsed(seen: Seen[State]) -> int:
    """Points of the card in play that lapse with this step because no cube can use them."""
    before, after = seen.before, seen.after
    if before.phase == STRIKE or after.over or after.phase in (CUBE, STEP):
        return 0
    return int(NUMBER[after.card]) if before.phase == CARD else int(before.points) - 1


def _told_strike(seen: Seen[State]) -> Iterator[GameEvent]:
    """The tile that the round leader chooses for a Temple card."""
    before, after = seen.before, seen.after
    (place,) = seen.chose(TILE) or (0,)
    striker = int(before.temple[before.striker])
    words: dict[str, Any] = {"who": Player(seen.seat), "card": _words(striker), "n": place}
    if before.strikes == REMOVE:
        text = say(
            "The {card} card strikes: {who} removes tile {n}.",
            you="The {card} card strikes: you remove tile {n}.",
            **words,
        )
        yield GameEvent("fall", text, _card(striker), moment=_collapse(seen, 1))
        yield from _told_dead(seen)
        return
    words["tile"] = _tile(before, place)
    text = say("The {card} card strikes: {who} flips {tile}.", you="The {card} card strikes: you flip {tile}.", **words)
    yield GameEvent("hit", text, _card(striker))
    if cubes := sum(int(at) == place for at in after.at):
        text = say("{n} {n|cube is|cubes are} on it and must leave before the next round ends.", n=cubes)
        yield GameEvent("hit", text, minor=True)


def _round_ends(seen: Seen[State]) -> bool:
    """Were all cards played with this step?"""
    before, after = seen.before, seen.after
    fallen = before.flipped and not after.flipped
    return bool(after.phase == STRIKE or after.rounds > before.rounds or (after.over and fallen))


def _told_end_of_round(seen: Seen[State]) -> Iterator[GameEvent]:
    """Relics collected, flipped tiles fallen, and Temple cards held off."""
    before, after = seen.before, seen.after
    found = int(after.collected) & ~int(before.collected)
    if found:
        cards = [number for number in range(len(COLOUR)) if found >> number & 1]
        text = say(
            "{n} {n|relic is|relics are} collected ({cards}): the score is {score}.",
            n=len(cards),
            cards=listed([_words(number) for number in cards]),
            score=_score(after),
        )
        yield GameEvent("score", text, _card(cards[0]))
    if fallen := int(before.flipped).bit_count():
        text = say("{n} flipped {n|tile falls|tiles fall}.", n=fallen)
        yield GameEvent("fall", text, moment=_collapse(seen, fallen))
        yield from _told_dead(seen)
    if not after.over:
        strike = int(after.shown) if after.phase == STRIKE else 0
        text = say("Temple cards held off: {held}; cards that strike: {n}.", held=int(before.shown) - strike, n=strike)
        yield GameEvent("reveal", text, minor=True)


def _dead(seen: Seen[State]) -> list[int]:
    return [cube for cube in range(CUBES) if seen.after.at[cube] == KILLED != seen.before.at[cube]]


def _told_dead(seen: Seen[State]) -> Iterator[GameEvent]:
    if dead := _dead(seen):
        text = say(
            "{n} {n|cube is|cubes are} killed: {cubes}.",
            n=len(dead),
            cubes=listed([_cube_words(cube) for cube in dead]),
        )
        yield GameEvent("fall", text, _cube(dead[0]))


def _collapse(seen: Seen[State], tiles: int) -> Moment | None:
    """A collapse that kills, for the table to look at."""
    dead = _dead(seen)
    if not dead:
        return None
    title = say("{n} {n|cube is|cubes are} killed", n=len(dead))
    return Moment(title, say("{n} {n|tile falls|tiles fall}", n=tiles), prize=[_cube(cube) for cube in dead])


def _words(which: int) -> Text:
    return say("{colour} {symbol}", colour=COLOURS[COLOUR[which]], symbol=SYMBOLS[SYMBOL[which]])


def _cube_words(cube: int) -> Text:
    return say("{colour} cube {n}", colour=CUBE_COLOURS[cube // 2], n=cube % 2 + 1)


def _cube(cube: int) -> Piece:
    return Piece("cube", _cube_name(cube), CUBE_COLOURS[cube // 2])


def _tile(s: State, place: int) -> Text:
    return say("{symbol} tile {n}", symbol=SYMBOLS[s.symbols[place]], n=place)


def _score(s: State) -> str:
    return f"{int(s.score[0]):+d}"


def _coach(look: Look[State]) -> Text:
    if look.s.phase == STRIKE:
        return say("Flipped tiles fall at the end of the next round: choose a tile that nobody needs.")
    return say("A cube of a card's colour on the card's symbol collects that relic, or holds off that Temple card.")


def _prompt(look: Look[State]) -> Words:
    s = look.s
    if s.phase == CARD:
        return say("Play a Movement card: each point moves a cube of its colour, or any cube onto its symbol.")
    if s.phase == STRIKE:
        card_name, symbol = _name(int(s.temple[s.striker])), SYMBOLS[SYMBOL[s.temple[s.striker]]]
        if s.strikes == FLIP_SYMBOL:
            return say("{card} strikes: flip a {symbol} tile in the nearest row.", card=card_name, symbol=symbol)
        if s.strikes == REMOVE:
            return say("{card} strikes: remove any tile in the nearest row.", card=card_name)
        return say("{card} strikes: flip any tile in the nearest row.", card=card_name)
    points = say("1 point left") if s.points == 1 else say("{n} points left", n=s.points)
    card_name = _name(int(s.card), True)
    if s.phase == STEP:
        cube = _cube_name(int(s.mover))
        return say("{card}, {points}: choose where {cube} goes.", card=card_name, points=points, cube=cube)
    return say("{card}, {points}: choose a cube to move.", card=card_name, points=points)


# --- the temple ---


def _temple(look: Look[State]) -> list[Piece]:
    """The tiles with their numbers, and the cubes on them."""
    s = look.s
    pieces, top = [], len(ROWS[s.layout]) - 1
    choosing = s.phase in (STEP, STRIKE)
    leave = (int(LEAVE),) if LEAVE in look.legal else ()
    pieces.append(Piece("square", say("OUT"), at=(MIDDLE, 0), span=(2, 1), marked=bool(leave), actions=leave))
    for place, (row, x) in enumerate(spots(int(s.layout))):
        at = (MIDDLE + x, 1 + top - row)
        symbol = int(s.symbols[place])
        actions = look.only(int(TO) + place) if choosing else ()
        label = say("tile {n}", n=place)
        if int(s.up) >> place & 1:
            text = f"{place}{SYMBOLS[symbol][:3]}"
            pieces.append(tile(symbol, text, at=at, span=(2, 1), marked=bool(actions), actions=actions, label=label))
        elif int(s.flipped) >> place & 1:
            text = f"{place}{FLIPPED}"
            pieces.append(
                Piece("tile", text, "brown", at=at, span=(2, 1), marked=bool(actions), actions=actions, label=label)
            )
        else:
            pieces.append(Piece("hole", HOLE, at=at, span=(2, 1)))
        for cube in _cubes(look, place):
            short = _short(look, place, cube.colour)
            pieces.append(replace(cube, text=short, count=1, label=cube.text, at=at, span=(2, 1)))
    return pieces


def _cubes(look: Look[State], place: int) -> list[Piece]:
    """The cubes on a place, by colour; two of a colour form one piece."""
    s = look.s
    pieces = []
    for number, colour in enumerate(CUBE_COLOURS):
        here = [cube for cube in (2 * number, 2 * number + 1) if s.at[cube] == place]
        if here:
            moves = tuple(MOVE.first + c for c in here if s.phase == CUBE and MOVE.first + c in look.legal)
            text = colour if len(here) == 2 else _cube_name(here[0])
            pieces.append(Piece("cube", text, colour=colour, count=len(here), actions=moves))
    return pieces


def _cube_name(cube: int) -> str:
    return f"{CUBE_COLOURS[cube // 2]}{cube % 2 + 1}"


def _short(look: Look[State], place: int, colour: str) -> str:
    """The cubes of a colour on a tile, such as R1, or R12 for both."""
    first = 2 * CUBE_COLOURS.index(colour)
    return colour[0].upper() + "".join(str(1 + i) for i in (0, 1) if look.s.at[first + i] == place)


# --- cards ---


def _name(which: int, number: bool = False) -> str:
    name = f"{COLOURS[COLOUR[which]]} {SYMBOLS[SYMBOL[which]]}"
    return f"{name} {NUMBER[which]}" if number else name


def _card(
    which: int, number: bool = False, marked: bool = False, actions: tuple[int, ...] = (), place: str = ""
) -> Piece:
    """A card; the number matters only on Movement cards."""
    piece = card(which, place + _name(which, number), marked=marked, actions=actions)
    return piece if number else replace(piece, number=None, label=_name(which))


def _matched(look: Look[State], which: int, tiles: int) -> bool:
    s = look.s
    return bool(matched(s.at, tiles & int(s.tiles[SYMBOL[which]]), int(COLOUR[which])))


def _held(look: Look[State], seat: int) -> int:
    return int(look.s.filled[seat]).bit_count()


def _hand(look: Look[State], seat: int) -> list[Piece]:
    """A hand, with a letter for each place."""
    s = look.s
    cards = s.hand[seat] if seat == look.seat else s.open_hand[seat]
    pieces = []
    for place, held in enumerate(cards):
        if held:
            mine = seat == look.seat and s.phase == CARD and place in look.legal
            pieces.append(_card(int(held), True, actions=(place,) if mine else (), place=f"{'abcdefghi'[place]}: "))
    return pieces


def _relics(look: Look[State]) -> list[Piece]:
    return [_card(int(c), marked=_matched(look, int(c), int(look.s.up))) for c in look.s.relics if c]


def _relic_note(look: Look[State]) -> Text:
    return say(
        "collected {n} of {all}, {left} in the deck; * would be collected now",
        n=int(look.s.collected).bit_count(),
        all=DECK,
        left=look.s.left[0],
    )


def _strikers(look: Look[State]) -> list[Piece]:
    """The face-up Temple cards; the unmatched ones are marked."""
    s = look.s
    pieces = []
    for place, shown in enumerate(s.temple[: int(s.shown)]):
        strikes = int(s.waiting) >> place & 1 == 1 if s.phase == STRIKE else not _matched(look, int(shown), int(s.up))
        pieces.append(_card(int(shown), marked=strikes))
    return pieces


def _temple_note(look: Look[State]) -> Text:
    s = look.s
    counts = say("{left} in the deck, {n} discarded", left=s.left[1], n=int(s.discard).bit_count())
    if s.phase == STRIKE:
        return say("* still to strike; {counts}", counts=counts)
    return say("* would strike now; {counts}", counts=counts)
