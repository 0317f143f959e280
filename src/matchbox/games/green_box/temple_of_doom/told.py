"""Temple of Doom: the steps of a game in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from matchbox.scene import GameEvent, Moment, Piece, Player, Seen, Text, listed, say

from ..components import COLOUR, COLOURS, CUBE_COLOURS, NUMBER, SYMBOL, SYMBOLS
from ..pieces import card
from .state import CARD, CUBE, GIVE_UP, LEAVE, MOVE, REMOVE, SAY, STEP, STRIKE, TELL, TILE, State
from .temple import CUBES, KILLED, spots


def told(seen: Seen[State]) -> Iterator[GameEvent]:
    """A card, a step or a strike; then the end of the round."""
    before, after, who = seen.before, seen.after, Player(seen.seat)
    if seen.action is not None and seen.action >= TELL.first:
        yield _told_talk(seen)
        return
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
        yield GameEvent("move", text, card(int(after.card)))
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


def _told_talk(seen: Seen[State]) -> GameEvent:
    """The cards that a seat tells of, or its phrase."""
    who, seat = Player(seen.seat), seen.seat
    if said := seen.chose(SAY):
        words = phrase(SAY.id(*said) - SAY.first)
        return GameEvent("move", say("{who} says: {words}", you="You say: {words}", who=who, words=words))
    new = int(seen.after.told[seat]) & ~int(seen.before.told[seat])
    cards = [int(which) for place, which in enumerate(seen.after.open_hand[seat]) if new >> place & 1]
    text = say("{who} says: {words}", you="You say: {words}", who=who, words=cards_told(cards))
    return GameEvent("move", text, card(cards[0]))


def cards_told(cards: Sequence[int]) -> Text:
    """What a player tells the others."""
    return say("I have {cards}.", cards=listed([_movement_words(which) for which in cards]))


def phrase(number: int) -> Text:
    """What a player can do for a Relic or against a Temple card."""
    colour, symbol = divmod(number, len(SYMBOLS))
    return say("I can bring {colour} onto {symbol}.", colour=COLOURS[colour], symbol=SYMBOLS[symbol])


def _movement_words(which: int) -> Text:
    """A Movement card by its colour, symbol and points."""
    return say("{card} {n}", card=_words(which), n=NUMBER[which])


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
    text = say(
        "{who} moves {cube} to {tile}.", you="You move {cube} to {tile}.", tile=tile_name(before, place), **words
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
    words: dict[str, Any] = {"who": Player(seen.seat), "card": _words(striker), "tile": tile_name(before, place)}
    if before.strikes == REMOVE:
        text = say(
            "The {card} strikes: {who} removes {tile}.",
            you="The {card} strikes: you remove {tile}.",
            **words,
        )
        yield GameEvent("fall", text, plain_card(striker), moment=_collapse(seen))
        yield from _told_dead(seen)
        return
    text = say("The {card} strikes: {who} flips {tile}.", you="The {card} strikes: you flip {tile}.", **words)
    yield GameEvent("hit", text, plain_card(striker), minor=True)
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
    relics = [number for number in range(len(COLOUR)) if found >> number & 1]
    fallen = int(before.flipped).bit_count()
    strike = int(after.shown) if after.phase == STRIKE else 0
    held = int(before.shown) - strike
    words: dict[str, Any] = {"tiles": fallen, "held": held, "n": strike}
    why = say("{tiles} {tiles|tile falls|tiles fall}; {held} Temple cards held off, {n} strike.", **words)
    if after.over:
        why = say(
            "{tiles} {tiles|tile falls|tiles fall}. The final score is {score}, and only a score above 0 wins.",
            score=_score(after),
            **words,
        )
    prize = [*map(plain_card, relics), *map(_cube, _dead(seen))]
    moment = Moment(_outcome(relics, _dead(seen)), why, prize=prize)
    text = say("Round {n} ends: {why}", n=before.rounds, why=why)
    yield GameEvent("reveal", text, moment=moment)
    if relics:
        text = say(
            "{n} {n|relic is|relics are} saved ({cards}): the score is {score}.",
            n=len(relics),
            cards=listed([_words(number) for number in relics]),
            score=_score(after),
        )
        yield GameEvent("score", text, plain_card(relics[0]))
    yield from _told_dead(seen)


def _outcome(relics: list[int], dead: list[int]) -> Text:
    """The end of a round in a few words."""
    saved = say("{n} {n|relic|relics} saved", n=len(relics)) if relics else say("No relic saved")
    if dead:
        return say("{saved}, {n} {n|cube|cubes} lost", saved=saved, n=len(dead))
    return saved


def _dead(seen: Seen[State]) -> list[int]:
    return [cube for cube in range(CUBES) if seen.after.at[cube] == KILLED != seen.before.at[cube]]


def _told_dead(seen: Seen[State]) -> Iterator[GameEvent]:
    if dead := _dead(seen):
        text = say(
            "{n} {n|cube is|cubes are} lost: {cubes}.",
            n=len(dead),
            cubes=listed([_cube_words(cube) for cube in dead]),
        )
        yield GameEvent("fall", text, _cube(dead[0]))


def _collapse(seen: Seen[State]) -> Moment | None:
    """A strike that kills, for the table to look at."""
    dead = _dead(seen)
    if not dead:
        return None
    title = say("{n} {n|cube|cubes} lost", n=len(dead))
    return Moment(title, say("A Temple card removed the last tile in reach."), prize=[_cube(cube) for cube in dead])


def _words(which: int) -> Text:
    return say("{colour} {symbol}", colour=COLOURS[COLOUR[which]], symbol=SYMBOLS[SYMBOL[which]])


def _cube_words(cube: int) -> Text:
    return say("a {colour} cube", colour=CUBE_COLOURS[cube // 2])


def _cube(cube: int) -> Piece:
    return Piece("cube", CUBE_COLOURS[cube // 2], CUBE_COLOURS[cube // 2])


def tile_name(s: State, place: int) -> Text:
    """A tile by its symbol and its row; rows are counted from the Front."""
    row = spots(int(s.layout))[place][0] + 1
    if int(s.up) >> place & 1:
        return say("{symbol} in row {n}", symbol=SYMBOLS[s.symbols[place]], n=row)
    return say("a cracked tile in row {n}", n=row)


def plain_card(which: int, **more: Any) -> Piece:
    """A Relic or Temple card: its number does not matter, and a black border means that no cube matches it."""
    name = say("{colour} {symbol}", colour=COLOURS[COLOUR[which]], symbol=SYMBOLS[SYMBOL[which]])
    return replace(card(which, **more), text="", number=None, label=name, crop="token")


def _score(s: State) -> str:
    return f"{int(s.score[0]):+d}"
