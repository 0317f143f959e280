"""Holmes vs Moriarty: tiles and placed chips stage by stage, the bag, the hands, the score sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from matchbox.boxes.british_empire.components import COLOURS, YELLOW
from matchbox.boxes.british_empire.holmes_sets import BAGS, LETTERS, is_exact
from matchbox.boxes.british_empire.holmes_state import PASSED, STAGES, WINDOW, WINDOWS, leader_of, target_of, unseen
from matchbox.boxes.british_empire.holmes_vs_moriarty import ANNOUNCE, PASS, PLACE
from matchbox.engine import NOBODY
from matchbox.table.british_empire import chips_form, number_tile, stacks
from matchbox.table.scene import Area, Choice, Form, Look, Part, Piece, Scene, Summary, Text, Words, say

summary = Summary(
    goal=say("Be the first to 12 points by naming the chips in the bag exactly."),
    turn=say("Tile by tile, place chips worth the number shown; then pass, or announce what the bag holds."),
    end=say("A right announcement scores for the speaker, a wrong one for the other; the earlier, the more."),
)
cover = [number_tile(2), Piece("chip", "bag", hidden=True), Piece("chip", "yellow", "yellow"), number_tile(3)]

VALUES = "blue 1, red 2, green 3, yellow as a chip placed with it"
COLUMNS = 12  # rounds shown on the score sheet


def scene(look: Look) -> Scene:
    s = look.s
    areas = [_table(look), *_last_round(look), *_sheet(look)]
    bag = Piece("chip", say("chip"), hidden=True, count=int(s.in_bag))
    areas.append(Area(say("Bag"), [bag] if s.in_bag else [], look="bag"))
    me = max(look.seat, 0)
    left = [int(unseen(s, me, colour)) for colour in range(4)]
    where = f"in the bag or with {look.names[1 - me]}" if look.seat >= 0 else "in the bag or in a hand"
    areas.append(Area(say("Not seen yet"), stacks(left), note=where))
    for seat in look.each_seat():
        held = "1 chip" if s.behind[seat] == 1 else f"{int(s.behind[seat])} chips"
        areas.append(Area(say("hand"), _hand(look, seat), seat=seat, note=f"{held}, {_role(s, seat)}"))
    return Scene(
        _prompt(look),
        areas,
        choices=[Choice(say("Pass"), int(PASS))] if PASS in look.legal else [],
        forms=[*_placing(look), *_announcing(look)],
        coach=_coach(look),
        rules="announcing" if s.phase == WINDOW else "a-round",
    )


def revealed(before: Any, after: Any) -> Iterator[tuple[int, int]]:
    """Both choices of a window; play goes on only if both have passed."""
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
    """What may be in the bag, counted by colour."""
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
    return [Form(say("The bag holds ..."), parts, filled, say("Announce"), bags)]


def _coach(look: Look) -> Text:
    if look.s.phase == WINDOW:
        return say("Count what you have seen: what lies open, what you hold, and what the other one could not place.")
    return say("What you place tells the other one about your hand, and so about the bag.")


def _prompt(look: Look) -> Words:
    s = look.s
    stage = int(s.stage)
    leader = int(leader_of(s, stage))
    if s.phase == WINDOW:
        first = look.name(leader)
        many = "the chip" if s.in_bag == 1 else f"the {int(s.in_bag)} chips"
        heard = f"{first} {'are' if leader == look.seat else 'is'} heard first"
        return f"Window {int(s.window)} of {WINDOWS}: pass, or announce {many} in the bag (if both speak, {heard})."
    target = int(target_of(s, stage))
    if not look.legal:
        return look.waiting()
    option = [int(n) for n in PLACE.args(look.legal[0])]
    if sum(option) == 0:
        return f"No chips of yours make {target} or more: place nothing."
    lead = [int(n) for n in s.placed[leader, stage]]
    if leader != look.seat and option == lead and is_exact(target, *lead):
        return f"You hold what {look.names[leader]} placed: place the same, {_letters(lead)}."
    if is_exact(target, *option):
        return f"Place chips worth exactly {target} ({VALUES})."
    return f"You cannot make {target} exactly: place chips worth more ({VALUES})."


def _role(s: Any, seat: int) -> str:
    return "Holmes" if s.holmes_seat == seat else "Moriarty"


def _letters(counts: Any) -> str:
    return "".join(letter * int(n) for letter, n in zip(LETTERS, counts, strict=True))


def _hand(look: Look, seat: int) -> list[Piece]:
    """The own chips; the other's face down."""
    s = look.s
    if s.over:
        return stacks(s.open_hand[seat])
    if seat != look.seat:
        return [Piece("chip", "chip", hidden=True, count=int(s.behind[seat]))] if s.behind[seat] else []
    return stacks(s.hand[seat])


def _table(look: Look) -> Area:
    """A column a stage: the other's chips above the tiles, the own ones below, bag chips on the tiles."""
    s = look.s
    bottom, top = look.each_seat()
    pieces = [Piece("marker", text, at=(0, row + 1)) for row, text in enumerate((_role(s, top), "tiles", "on tiles"))]
    pieces += [Piece("marker", _role(s, bottom), at=(0, 4)), Piece("marker", "", at=(0, 0))]
    for stage in range(STAGES):
        column = stage + 1
        places = (0, 1) if stage == 0 else (column,)
        pieces.append(Piece("marker", f"stage {column}", at=(column, 0)))
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
    return Area(
        say("Table"), pieces, "grid", look="felt", note=f"round {int(s.rounds)}; v and ^ point to the leader of a stage"
    )


def _sheet(look: Look) -> list[Area]:
    s = look.s
    done = int(s.rounds) - (0 if s.over else 1)
    if not done:
        return []
    shown = range(max(0, done - COLUMNS), done)
    pieces = [Piece("marker", "round", at=(0, 0)), Piece("marker", "total", at=(len(shown) + 1, 0))]
    pieces += [Piece("marker", str(number + 1), at=(i + 1, 0)) for i, number in enumerate(shown)]
    for row, seat in enumerate(look.each_seat(), 1):
        pieces.append(Piece("marker", look.names[seat], at=(0, row)))
        pieces.append(Piece("marker", str(int(s.score[seat])), at=(len(shown) + 1, row)))
        pieces += [
            Piece("marker", str(int(s.sheet[number, seat])), at=(i + 1, row))
            for i, number in enumerate(shown)
            if s.sheet[number, seat]
        ]
    return [Area(say("Score sheet"), pieces, "table", note="12 points win")]


def _last_round(look: Look) -> list[Area]:
    """How the last round ended, and what bag and hands had been."""
    s = look.s
    if s.rounds == 1 and not s.over:
        return []
    hands = ", ".join(f"{look.names[seat]} held {_letters(s.open_hand[seat]) or 'nothing'}" for seat in (0, 1))
    if s.speaker == NOBODY:
        return [Area("Last round", note=f"tied, nobody announced; {hands}")]
    speaker = int(s.speaker)
    said = [BAGS[int(n) - PASSED - 1] if n > PASSED else "" for n in s.said]
    right = [said[speaker].count(letter) for letter in LETTERS] == s.open_bag.tolist()
    story = f"{look.names[speaker]} announced {said[speaker]}: {'right' if right else 'wrong'}"
    if said[1 - speaker]:
        story += f" ({look.names[1 - speaker]} said {said[1 - speaker]}, not judged)"
    scorer = speaker if right else 1 - speaker
    points = int(s.sheet[int(s.rounds) - (1 if s.over else 2), scorer])
    halved = ", halved by yellow" if s.open_hand[scorer, YELLOW] else ""
    note = f"{story}, {points} points for {look.names[scorer]}{halved}; {hands}"
    return [Area("Last bag", stacks(s.open_bag), note=note)]
