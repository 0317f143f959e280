"""Holmes vs Moriarty: a column for each stage, the bag and what is not seen yet, the hands, the score sheet."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import Any

import numpy as np

from matchbox.engine import NOBODY
from matchbox.scene import (
    Area,
    Choice,
    Form,
    Look,
    Odds,
    Part,
    Piece,
    Scene,
    SeatStatus,
    Summary,
    TallyRow,
    Text,
    Theme,
    Words,
    facts,
    say,
)

from ..components import COLOURS, YELLOW
from ..pieces import SEAT_COLOURS, chips_form, colour_counts, number_tile, stacks
from .people import people
from .rules import ANNOUNCE, GOAL, PASS, PENALTY, PLACE
from .sets import BAGS, LETTERS, is_exact, most
from .state import (
    MOST_NAMED,
    OPEN,
    PASSED,
    PLACING,
    RACE,
    STAGES,
    TILES_UP,
    WINDOW,
    State,
    is_before_placing,
    is_copy,
    is_racing,
    leader_of,
    placements_possible,
    target_of,
    to_copy,
    unseen,
)

summary = Summary(
    goal=say("Be the first to 12 points by naming the chips in the bag exactly."),
    turn=say("For each tile, place chips worth its number. Then pass, or announce the chips in the bag."),
    end=say("A right announcement scores for you, a wrong one for your opponent. Early announcements score more."),
)
theme = Theme(250, "fog", "bidding", say("Deduce what is in the bag"), "Holmes")
cover = [number_tile(2), Piece("chip", "bag", hidden=True), Piece("chip", "yellow", "yellow"), number_tile(3)]

WORTH = (1, 2, 3)
"""Of the chips, by colour; yellow is worth as much as a chip placed with it."""
COLUMNS = 6  # rounds shown on the score sheet
BAGS_SHOWN = 4  # likely bags
READY = (
    say("Place chips as the tiles ask"),
    say("With three chips in the bag or fewer, name them at any moment"),
    say("The first to name them counts, right or wrong"),
)


def scene(look: Look[State]) -> Scene:
    s = look.s
    areas = [_stages(look), _bag(look), *_unseen(look), *_known(look), *_sheet(look)]
    may_name = s.phase != PLACING or PASS in look.legal
    for seat in look.each_seat():
        mine = seat == look.seat
        note = _value(s, seat) if mine and may_name and not s.over else ""
        hand = _hand(look, seat)
        areas.append(Area(say("Hidden"), hand, seat=seat, note=note, key="hand" if mine else f"hand/{seat}"))
    naming = _naming(look)
    if naming:
        areas.append(_picks(look))
    return Scene(
        _prompt(look),
        areas,
        choices=_passes(look),
        forms=[*_placing(look), *naming],
        why=_why(look),
        coach=_coach(look),
        rules="a-round" if s.phase == PLACING else "announcing",
        round=say("Round {n}", n=s.rounds),
        seats=[_status(s, seat) for seat in range(2)],
        tally=_tally(s),
        ready=READY if s.announce == RACE else (),
    )


def revealed(before: State, after: State) -> Iterator[tuple[int, int]]:
    """Both choices of a window; only an announcement ends the round."""
    if before.phase != WINDOW:
        return
    spoken = after.rounds != before.rounds and after.speaker != NOBODY
    for seat in range(2):
        announced = spoken and after.said[seat] > PASSED
        yield seat, ANNOUNCE.id(int(after.said[seat]) - PASSED - 1) if announced else PASS


def _worth(colour: int) -> int | None:
    return WORTH[colour] if colour < YELLOW else None


def _role(s: State, seat: int) -> str:
    return "Holmes" if s.holmes_seat == seat else "Moriarty"


def _status(s: State, seat: int) -> SeatStatus:
    passed = s.phase == OPEN and not s.over and not is_before_placing(s) and int(s.ready) >> seat & 1
    line = say("{role}, passes", role=_role(s, seat)) if passed else _role(s, seat)
    return SeatStatus(seat, SEAT_COLOURS[seat], int(s.score[seat]), GOAL, line=line)


def _value(s: State, seat: int) -> Words:
    """What makes hidden chips worth less after a right announcement."""
    return say("yellow halves your points") if s.hand[seat, YELLOW] else ""


def _hand(look: Look[State], seat: int) -> list[Piece]:
    """Your chips face up, your opponent's face down."""
    s = look.s
    if s.over:
        return stacks(s.open_hand[seat], worth=WORTH)
    if seat != look.seat:
        return [Piece("chip", say("chip"), hidden=True, count=int(s.behind[seat]))] if s.behind[seat] else []
    return stacks(s.hand[seat], worth=WORTH)


# --- the table ---


def _stages(look: Look[State]) -> Area:
    """A column for each stage: your opponent's chips, the tiles with the bag's chips on them, and your chips."""
    pieces: list[Piece] = []
    for stage in range(STAGES):
        pieces += _stage(look, stage)
    return Area("", pieces, "grid", size=(TILES_UP, 4), look="columns", cell=(52, 112), weight=6, key="stages")


def _stage(look: Look[State], stage: int) -> Iterator[Piece]:
    s = look.s
    bottom, top = look.each_seat()
    tiles = (0, 1) if stage == 0 else (stage + 1,)
    column, wide = tiles[0], (len(tiles), 1)
    now, to_come = stage == s.stage and not s.over, stage > s.stage
    for seat, row in ((top, 0), (bottom, 2)):
        yield from _placed(look, stage, seat, (column, row), wide)
    for i in tiles:
        yield number_tile(s.tiles[i], at=(i, 1)) if s.tiles[i] else Piece("tile", hidden=True, dimmed=True, at=(i, 1))
        if s.on_tile[i]:
            yield _chip(int(s.on_tile[i]) - 1, (i, 1))
    text = say("later") if to_come else say("target {n}", n=target_of(s, stage))
    yield Piece("marker", text, at=(column, 3), span=wide, marked=now)


def _placed(look: Look[State], stage: int, seat: int, at: tuple[int, int], span: tuple[int, int]) -> Iterator[Piece]:
    """A seat's chips in a stage, chip by chip, on a place that says who leads."""
    s = look.s
    leads = leader_of(s, stage) == seat
    done = s.placements > 2 * stage + int(not leads)
    now, to_come = stage == s.stage and not s.over, stage > s.stage
    chips = s.placed[seat, stage]
    text: Words = ""
    if now and not done:
        text = say("to lead") if leads else say("to follow")
    elif done and not chips.any():
        text = say("nothing")
    tag: Words = say("led") if leads and not to_come and done else ""
    yield Piece(
        "slot", text, at=at, span=span, marked=now, dimmed=to_come, cost=tag, label=_set_label(look, seat, stage)
    )
    for colour in range(4):
        for _ in range(int(chips[colour])):
            yield _chip(colour, at)


def _set_label(look: Look[State], seat: int, stage: int) -> Text:
    return say("{name}, stage {n}", name=look.names[seat], n=stage + 1)


def _chip(colour: int, at: tuple[int, int]) -> Piece:
    return Piece("chip", COLOURS[colour], COLOURS[colour], number=_worth(colour), at=at)


def _bag(look: Look[State]) -> Area:
    s = look.s
    bag = [Piece("chip", say("chip"), hidden=True, count=int(s.in_bag))] if s.in_bag and not s.over else []
    if s.over:
        chips = stacks(s.open_bag, worth=WORTH)
        return Area("", chips, look="bag", note=say("the bag at the end"), key="bag")
    note = say("{n} {n|chip|chips} in the bag", n=s.in_bag)
    return Area("", bag, look="bag", note=note, key="bag")


def _unseen(look: Look[State]) -> list[Area]:
    """The chips in the bag or in the opponent's hand, which a player can work out; with odds also the likely bags."""
    s, me = look.s, max(look.seat, 0)
    if look.help == "none" or look.seat < 0 or s.over:
        return []
    left = [int(unseen(s, me, colour)) for colour in range(4)]
    note = say("{n} in the bag, {k} with {name}", n=s.in_bag, k=s.behind[1 - me], name=look.names[1 - me])
    pieces = [
        Piece(
            "chip", name, name, number=_worth(colour), count=max(n, 1), dimmed=not n, label=people([0] * colour + [n])
        )
        for colour, (name, n) in enumerate(zip(COLOURS, left, strict=True))
    ]
    found = [Area(say("Not seen yet"), pieces, note=note, key="unseen")]
    if look.help == "odds" and s.in_bag <= MOST_NAMED:
        found.append(Area(say("The bag may be"), odds=_odds(look, left), note=say("likely first"), key="odds"))
    return found


def _odds(look: Look[State], left: list[int]) -> list[Odds]:
    """The most likely bags, from the chips left and the opponent's placements."""
    view = look.view.copy()
    s: Any = view[0]
    other, size = 1 - look.seat, int(s.in_bag)
    ways: dict[str, int] = {}
    for bag in BAGS:
        if len(bag) != size:
            continue
        chips = [bag.count(letter) for letter in LETTERS]
        if any(n > most for n, most in zip(chips, left, strict=True)):
            continue
        s.bag[:] = chips
        s.hand[other][:] = [most - n for n, most in zip(chips, left, strict=True)]
        if placements_possible(s, other):
            found = 1
            for n, most in zip(chips, left, strict=True):
                found *= comb(most, n)
            ways[bag] = found
    total = sum(ways.values())
    best = sorted(ways, key=lambda bag: -ways[bag])[:BAGS_SHOWN]
    return [
        Odds(
            [_loose(LETTERS.index(letter)) for letter in bag],
            round(100 * ways[bag] / total),
        )
        for bag in best
    ]


def _loose(colour: int) -> Piece:
    return Piece("chip", COLOURS[colour], COLOURS[colour], number=_worth(colour))


def _known(look: Look[State]) -> list[Area]:
    """What the opponent could not copy: forced facts that are easy to forget."""
    s = look.s
    if look.help == "none" or look.seat < 0 or s.over:
        return []
    other, found = 1 - look.seat, []
    for stage in range(STAGES):
        leader = int(leader_of(s, stage))
        if leader == other or s.placements < 2 * stage + 2:
            continue
        if chips := missed_copy(s, stage, s.placed[other, stage]):
            words: dict[str, Any] = {"name": look.names[other], "chips": people(chips), "n": stage + 1}
            found.append(say("{name} could not copy {chips} in stage {n}", **words))
    return [Area("", note=facts(found), key="facts")] if found else []


def missed_copy(s: State, stage: int, followed: Any) -> list[int]:
    """The chips that a follower lacked to copy an exact set, if that tells anything: nobody can copy a real yellow."""
    target, lead = int(target_of(s, stage)), s.placed[leader_of(s, stage), stage]
    wanted = [int(to_copy(s, stage, colour)) for colour in range(4)]
    exact = [is_exact(target, *(int(n) for n in chips)) for chips in (lead, followed)]
    copied = exact[1] and is_copy(s, target, followed, lead)
    return wanted if exact[0] and not copied and not wanted[YELLOW] else []


def _sheet(look: Look[State]) -> list[Area]:
    """The points of the last rounds that had any."""
    s = look.s
    done = int(s.rounds) - (0 if s.over else 1)
    scored = [number for number in range(done) if s.sheet[number].any()][-COLUMNS:]
    if not scored:
        return []
    pieces = [Piece("marker", say("round"), at=(0, 0))]
    pieces += [Piece("marker", str(number + 1), at=(i + 1, 0)) for i, number in enumerate(scored)]
    for row, seat in enumerate(look.each_seat(), 1):
        pieces.append(Piece("marker", say("You") if look.is_you(seat) else look.names[seat], at=(0, row)))
        pieces += [
            Piece("marker", str(int(s.sheet[number, seat])), at=(i + 1, row))
            for i, number in enumerate(scored)
            if s.sheet[number, seat]
        ]
    return [Area(say("Points"), pieces, "table", key="sheet")]


def _tally(s: State) -> list[TallyRow]:
    if not s.over:
        return []
    return [
        TallyRow(say("Round {n}", n=number + 1), [int(n) for n in s.sheet[number]])
        for number in range(int(s.rounds))
        if s.sheet[number].any()
    ]


# --- choices ---


def _passes(look: Look[State]) -> list[Choice]:
    """A pass for now, and one that the table repeats until the next tile."""
    s = look.s
    if PASS not in look.legal:
        return []
    if s.announce == RACE:
        if int(s.ready) >> look.seat & 1:
            return [Choice(say("Wait"), int(PASS), quiet=True)]
        return [Choice(say("Pass and place") if is_before_placing(s) else say("Pass"), int(PASS))]
    until = f"{s.rounds}/{s.stage}"
    if s.window % 4 == 1:  # the next tile comes anyway
        return [Choice(say("Pass"), int(PASS), until=until)]
    text = say("Pass until the end") if s.stage == STAGES - 1 else say("Pass until the next tile")
    return [Choice(say("Pass"), int(PASS)), Choice(text, int(PASS), until=until)]


def _placing(look: Look[State]) -> list[Form]:
    return chips_form(
        look,
        PLACE,
        "",
        say("Place"),
        lambda *chips: people(chips),
        submits=lambda *chips: say("Place {chips}", chips=colour_counts(chips)) if any(chips) else say("Place nothing"),
        worth=WORTH,
        area="hand",
        box=say("You place"),
    )


def _naming(look: Look[State]) -> list[Form]:
    """A counter for each colour of chips in the bag."""
    ids = [action for action in look.legal if ANNOUNCE.has(action)]
    if not ids:
        return []
    bags = [BAGS[int(ANNOUNCE.args(action)[0])] for action in ids]
    rows = [[bag.count(letter) for letter in LETTERS] for bag in bags]
    parts = []
    for colour, name in enumerate(COLOURS):
        values = sorted({row[colour] for row in rows})
        chip = Piece("chip", name, name, number=_worth(colour))
        parts.append(Part(name, name, "counter", values, [str(n) for n in values], chip, area="named"))
    filled = [[*row, action] for row, action in zip(rows, ids, strict=True)]
    points = _points(look)
    submits = [say("Name it · +{n}", n=points)] * len(rows)  # the box shows the chips
    return [Form("", parts, filled, say("Name the bag"), bags, submits, say("You name"))]


def _picks(look: Look[State]) -> Area:
    """Chips to name, by taps."""
    chips = [Piece("chip", name, name, number=_worth(colour)) for colour, name in enumerate(COLOURS)]
    note = say("tap what is in the bag")
    return Area(say("You name"), chips, seat=look.seat, note=note, look="picks", key="named")


def _points(look: Look[State]) -> int:
    """For a right announcement now."""
    points = 2 * int(look.s.behind[look.seat])
    return points // 2 if look.s.hand[look.seat, YELLOW] else points


def _prompt(look: Look[State]) -> Text:
    s = look.s
    if is_racing(s) and look.legal and int(s.ready) >> look.seat & 1:
        return say("Waiting for {name}. You may still name the bag.", name=look.names[1 - look.seat])
    if s.phase != PLACING:
        return (
            say("Name the last chip in the bag?")
            if s.in_bag == 1
            else say("Name the {n} chips in the bag?", n=s.in_bag)
        )
    return _placing_prompt(look) if look.legal else look.waiting()


def _placing_prompt(look: Look[State]) -> Text:
    s, stage = look.s, int(look.s.stage)
    target, leader = int(target_of(s, stage)), int(leader_of(s, stage))
    options = [[int(n) for n in PLACE.args(action)] for action in look.legal if PLACE.has(action)]
    option, lead = options[0], s.placed[leader, stage]
    if sum(option) == 0:
        return say("Your chips cannot make {n} or more: place nothing.", n=target)
    if is_exact(target, *option):
        exact_lead = leader != look.seat and is_exact(target, *(int(n) for n in lead))
        if not exact_lead or not is_copy(s, target, np.array(option), lead):
            return say("Which chips worth exactly {n} do you place?", n=target)
        if len(options) > 1:
            copied = people([int(to_copy(s, stage, colour)) for colour in range(4)])
            return say("You must copy {chips}, with or without Mrs Adelka.", chips=copied)
        return say("You must copy: place {chips}.", chips=people(option))
    if most(*option) <= target:
        return say("Your chips cannot make {n} or more: place all of them.", n=target)
    return say("You cannot make exactly {n}. Which chips worth more do you place?", n=target)


def _why(look: Look[State]) -> Text:
    s = look.s
    if look.seat < 0:
        return say("")
    leader, name = int(leader_of(s, int(s.stage))), look.names[1 - look.seat]
    words: dict[str, Any] = {"n": _points(look), "m": PENALTY, "name": name}
    if is_racing(s) and PASS in look.legal:
        return say("The first to name the bag counts. Right: {n} for you. Wrong: {m} for {name}.", **words)
    if s.phase == WINDOW:
        if leader == look.seat:
            return say("Right: {n} for you. Wrong: {m} for {name}. If you both name it, yours counts.", **words)
        return say("Right: {n} for you. Wrong: {m} for {name}. If you both name it, {name}'s counts.", **words)
    if leader == look.seat:
        return say("{name} must copy your chips if possible. A different set shows what is missing.", name=name)
    return say("Blue maids are worth 1, red guards 2, green daughters 3, Mrs Adelka as much as a chip beside her.")


def _coach(look: Look[State]) -> Text:
    if look.s.phase != PLACING:
        return say("Count the chips you have seen, and consider which chips your opponent could not place.")
    return say("Every placement tells your opponent about your hand, and so about the bag.")
