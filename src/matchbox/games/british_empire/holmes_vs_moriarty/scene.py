"""Holmes vs Moriarty: tiles and placed chips stage by stage, the bag, the hands, the score sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from matchbox.engine import NOBODY
from matchbox.scene import Area, Choice, Form, Look, Part, Piece, Scene, Summary, Text, Words, facts, listed, say

from ..components import COLOURS, YELLOW
from ..pieces import chip_count, chips_form, number_tile, stacks
from .rules import ANNOUNCE, PASS, PLACE
from .sets import BAGS, LETTERS, is_exact
from .state import PASSED, STAGES, WINDOW, WINDOWS, leader_of, target_of, unseen

summary = Summary(
    goal=say("Be the first to 12 points by naming the chips in the bag exactly."),
    turn=say("For each tile, place chips worth its number. Then pass, or announce the chips in the bag."),
    end=say("A right announcement scores for you, a wrong one for your opponent. Early announcements score more."),
)
cover = [number_tile(2), Piece("chip", "bag", hidden=True), Piece("chip", "yellow", "yellow"), number_tile(3)]

VALUES = say("blue 1, red 2, green 3, yellow like a chip placed with it")
COLUMNS = 12  # rounds shown on the score sheet


def scene(look: Look) -> Scene:
    s = look.s
    areas = [_table(look), *_last_round(look), *_sheet(look)]
    bag = Piece("chip", say("chip"), hidden=True, count=int(s.in_bag))
    areas.append(Area(say("Bag"), [bag] if s.in_bag else [], look="bag"))
    me = max(look.seat, 0)
    left = [int(unseen(s, me, colour)) for colour in range(4)]
    where = say("in the bag or in a hand")
    if look.seat >= 0:
        where = say("in the bag or in {name}'s hand", name=look.names[1 - me])
    areas.append(Area(say("Not seen yet"), stacks(left), note=where))
    for seat in look.each_seat():
        note = listed([chip_count(s.behind[seat]), _role(s, seat)])
        areas.append(Area(say("hand"), _hand(look, seat), seat=seat, note=note))
    return Scene(
        _prompt(look),
        areas,
        choices=[Choice(say("Pass"), int(PASS))] if PASS in look.legal else [],
        forms=[*_placing(look), *_announcing(look)],
        coach=_coach(look),
        rules="announcing" if s.phase == WINDOW else "a-round",
    )


def revealed(before: Any, after: Any) -> Iterator[tuple[int, int]]:
    """Both choices of a window; only an announcement ends the round."""
    if before.phase != WINDOW:
        return
    spoken = after.rounds != before.rounds and after.speaker != NOBODY
    for seat in range(2):
        announced = spoken and after.said[seat] > PASSED
        yield seat, ANNOUNCE.id(after.said[seat] - PASSED - 1) if announced else PASS


def _placing(look: Look) -> list[Form]:
    return chips_form(
        look, PLACE, say("Chips to place"), say("Place"), lambda *counts: _letters(counts) or say("nothing")
    )


def _announcing(look: Look) -> list[Form]:
    """A counter for each colour of chips in the bag."""
    ids = [action for action in look.legal if ANNOUNCE.has(action)]
    if not ids:
        return []
    bags = [BAGS[int(ANNOUNCE.args(action)[0])] for action in ids]
    rows = [[bag.count(letter) for letter in LETTERS] for bag in bags]
    parts = []
    for colour, name in enumerate(COLOURS):
        values = sorted({row[colour] for row in rows})
        parts.append(Part(name, name, "counter", values, [str(n) for n in values], Piece("chip", name, name)))
    filled = [[*row, action] for row, action in zip(rows, ids, strict=True)]
    return [Form(say("Chips in the bag"), parts, filled, say("Announce"), bags)]


def _coach(look: Look) -> Text:
    if look.s.phase == WINDOW:
        return say("Count the chips you have seen, and consider which chips your opponent could not place.")
    return say("Every placement tells your opponent about your hand, and so about the bag.")


def _prompt(look: Look) -> Text:
    s = look.s
    stage = int(s.stage)
    leader = int(leader_of(s, stage))
    if s.phase == WINDOW:
        bag = say("the last chip") if s.in_bag == 1 else say("the {n} chips", n=s.in_bag)
        first = say("If both of you announce, only your announcement counts.")
        if leader != look.seat:
            first = say("If both of you announce, only {name}'s announcement counts.", name=look.names[leader])
        return say(
            "Window {n} of {most}: pass, or announce {chips} in the bag. {first}",
            n=s.window,
            most=WINDOWS,
            chips=bag,
            first=first,
        )
    target = int(target_of(s, stage))
    if not look.legal:
        return look.waiting()
    option = [int(n) for n in PLACE.args(look.legal[0])]
    if sum(option) == 0:
        return say("Your chips cannot make {n} or more: place nothing.", n=target)
    lead = [int(n) for n in s.placed[leader, stage]]
    if leader != look.seat and option == lead and is_exact(target, *lead):
        name = look.names[leader]
        return say("You hold the chips that {name} placed: place the same, {chips}.", name=name, chips=_letters(lead))
    if is_exact(target, *option):
        return say("Place chips worth exactly {n} ({values}).", n=target, values=VALUES)
    return say("You cannot make exactly {n}: place chips worth more ({values}).", n=target, values=VALUES)


def _role(s: Any, seat: int) -> str:
    return "Holmes" if s.holmes_seat == seat else "Moriarty"


def _letters(counts: Any) -> str:
    return "".join(letter * int(n) for letter, n in zip(LETTERS, counts, strict=True))


def _hand(look: Look, seat: int) -> list[Piece]:
    """Your chips face up, your opponent's face down."""
    s = look.s
    if s.over:
        return stacks(s.open_hand[seat])
    if seat != look.seat:
        return [Piece("chip", say("chip"), hidden=True, count=int(s.behind[seat]))] if s.behind[seat] else []
    return stacks(s.hand[seat])


def _table(look: Look) -> Area:
    """A column for each stage: your opponent's chips, the tiles, the bag's chips on them, and your chips."""
    s = look.s
    bottom, top = look.each_seat()
    rows: tuple[Words, ...] = (_role(s, top), say("tiles"), say("on tiles"))
    pieces = [Piece("marker", text, at=(0, row)) for row, text in enumerate(rows, 1)]
    pieces += [Piece("marker", _role(s, bottom), at=(0, 4)), Piece("marker", "", at=(0, 0))]
    for stage in range(STAGES):
        column = stage + 1
        places = (0, 1) if stage == 0 else (column,)
        pieces.append(Piece("marker", say("stage {n}", n=column), at=(column, 0)))
        numbers = [int(s.tiles[i]) for i in places if s.tiles[i]]
        if numbers:
            leader = int(leader_of(s, stage))
            text = "+".join(map(str, numbers)) + ("v" if leader == bottom else "^")
            newest = stage == s.stage and not s.over
            pieces.append(Piece("tile", text, number=sum(numbers), marked=newest, at=(column, 2)))
        drawn = [int(s.on_tile[i]) - 1 for i in places if s.on_tile[i]]
        if drawn:
            pieces += [Piece("chip", LETTERS[c], COLOURS[c], at=(column, 3)) for c in drawn]
        for seat, row, follows in ((bottom, 4, leader_of(s, stage) != bottom), (top, 1, leader_of(s, stage) != top)):
            if s.placements > 2 * stage + int(follows):
                placed = [
                    Piece("chip", LETTERS[colour], COLOURS[colour], count=int(n), at=(column, row))
                    for colour, n in enumerate(s.placed[seat, stage])
                    if n
                ]
                pieces += placed or [Piece("marker", say("nothing"), at=(column, row))]
    note = say("round {n}; v and ^ point to the leader of a stage", n=s.rounds)
    return Area(say("Table"), pieces, "grid", look="felt", note=note)


def _sheet(look: Look) -> list[Area]:
    s = look.s
    done = int(s.rounds) - (0 if s.over else 1)
    if not done:
        return []
    shown = range(max(0, done - COLUMNS), done)
    pieces = [Piece("marker", say("round"), at=(0, 0)), Piece("marker", say("total"), at=(len(shown) + 1, 0))]
    pieces += [Piece("marker", str(number + 1), at=(i + 1, 0)) for i, number in enumerate(shown)]
    for row, seat in enumerate(look.each_seat(), 1):
        pieces.append(Piece("marker", look.names[seat], at=(0, row)))
        pieces.append(Piece("marker", str(int(s.score[seat])), at=(len(shown) + 1, row)))
        pieces += [
            Piece("marker", str(int(s.sheet[number, seat])), at=(i + 1, row))
            for i, number in enumerate(shown)
            if s.sheet[number, seat]
        ]
    return [Area(say("Score sheet"), pieces, "table", note=say("12 points win"))]


def _last_round(look: Look) -> list[Area]:
    """The end of the last round: announcement, points, bag and hands."""
    s = look.s
    if s.rounds == 1 and not s.over:
        return []
    hands = listed(
        [
            say("{name} held {chips}", name=look.names[seat], chips=_letters(s.open_hand[seat]) or say("nothing"))
            for seat in (0, 1)
        ]
    )
    if s.speaker == NOBODY:
        return [Area(say("Last round"), note=facts([say("tied, nobody announced"), hands]))]
    speaker = int(s.speaker)
    said = [BAGS[int(n) - PASSED - 1] if n > PASSED else "" for n in s.said]
    right = [said[speaker].count(letter) for letter in LETTERS] == s.open_bag.tolist()
    name, bag = look.names[speaker], said[speaker]
    verdict = say("{name} announced {bag}: wrong", name=name, bag=bag)
    if right:
        verdict = say("{name} announced {bag}: right", name=name, bag=bag)
    notes: list[Words] = [verdict]
    if said[1 - speaker]:
        notes.append(
            say("{name} announced {bag}, which did not count", name=look.names[1 - speaker], bag=said[1 - speaker])
        )
    scorer = speaker if right else 1 - speaker
    n = int(s.sheet[int(s.rounds) - (1 if s.over else 2), scorer])
    name = look.names[scorer]
    points = say("1 point for {name}", name=name) if n == 1 else say("{n} points for {name}", n=n, name=name)
    notes.append(say("{points}, halved by yellow", points=points) if s.open_hand[scorer, YELLOW] else points)
    return [Area(say("Last bag"), stacks(s.open_bag), note=facts([*notes, hands]))]
