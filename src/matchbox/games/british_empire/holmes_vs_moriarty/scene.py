"""Holmes vs Moriarty: tiles and placed chips stage by stage, the bag, the hands, the score sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from matchbox.engine import NOBODY
from matchbox.scene import (
    Area,
    Choice,
    Form,
    GameEvent,
    Look,
    Moment,
    Part,
    Piece,
    Player,
    Scene,
    Seen,
    Side,
    Summary,
    Text,
    Words,
    facts,
    listed,
    say,
)

from ..components import COLOURS, YELLOW
from ..pieces import chip_count, chips_form, chips_named, number_tile, stacks
from .rules import ANNOUNCE, PASS, PLACE
from .sets import BAG_OF, BAGS, LETTERS, is_exact
from .state import PASSED, STAGES, WINDOW, WINDOWS, State, leader_of, target_of, unseen

summary = Summary(
    goal=say("Be the first to 12 points by naming the chips in the bag exactly."),
    turn=say("For each tile, place chips worth its number. Then pass, or announce the chips in the bag."),
    end=say("A right announcement scores for you, a wrong one for your opponent. Early announcements score more."),
)
cover = [number_tile(2), Piece("chip", "bag", hidden=True), Piece("chip", "yellow", "yellow"), number_tile(3)]

VALUES = say("blue 1, red 2, green 3, yellow like a chip placed with it")
COLUMNS = 12  # rounds shown on the score sheet


def scene(look: Look[State]) -> Scene:
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


def revealed(before: State, after: State) -> Iterator[tuple[int, int]]:
    """Both choices of a window; only an announcement ends the round."""
    if before.phase != WINDOW:
        return
    spoken = after.rounds != before.rounds and after.speaker != NOBODY
    for seat in range(2):
        announced = spoken and after.said[seat] > PASSED
        yield seat, ANNOUNCE.id(int(after.said[seat]) - PASSED - 1) if announced else PASS


def told(seen: Seen[State]) -> Iterator[GameEvent]:
    """A placement, or the choices of a window; then what follows from them."""
    before, after = seen.before, seen.after
    if chips := seen.chose(PLACE):
        yield from _told_placement(before, seen.seat, chips)
    elif before.acting != 1 << seen.seat:  # the other seat has not chosen yet
        yield from told_choice(seen)
        return
    elif after.rounds == before.rounds and not seen.ended:
        yield GameEvent("pass", say("Both players pass."), minor=True)
    elif after.speaker == NOBODY:
        text = say("Both players pass, and the last chip leaves the bag: the round is tied.")
        yield GameEvent("reveal", text)
    else:
        yield from _told_announcement(before, after)
    if after.rounds > before.rounds:
        text = say(
            "Round {n} begins: {who} is Holmes and leads for a total of {target}.",
            you="Round {n} begins: you are Holmes and lead for a total of {target}.",
            n=after.rounds,
            who=Player(int(after.holmes_seat)),
            target=target_of(after, 0),
        )
        yield GameEvent("round", text, minor=True)
    elif not seen.ended:
        yield from _told_bag_and_tiles(before, after)


def told_choice(seen: Seen[State]) -> Iterator[GameEvent]:
    """The viewer's own choice in a window."""
    if bag := seen.chose(ANNOUNCE):
        yield GameEvent("choice", say("You announce {chips}.", chips=chips_named(BAG_OF[bag[0] + 1])))
    elif seen.action is not None:
        yield GameEvent("choice", say("You pass."))


def _told_placement(s: State, seat: int, chips: tuple[int, ...]) -> Iterator[GameEvent]:
    """The chips placed, and what a follower is now known not to have."""
    stage = int(s.stage)
    target, leader = int(target_of(s, stage)), int(leader_of(s, stage))
    lead = tuple(int(n) for n in s.placed[leader, stage])
    to_copy = seat != leader and is_exact(target, *lead)
    words: dict[str, Any] = {"who": Player(seat), "chips": chips_named(chips), "n": target}
    if not any(chips):
        text = say(
            "{who} places nothing: no chips make {n} or more.",
            you="You place nothing: no chips make {n} or more.",
            **words,
        )
    elif to_copy and chips == lead:
        text = say("{who} places the same: {chips}.", you="You place the same: {chips}.", **words)
    elif is_exact(target, *chips):
        text = say("{who} places {chips}, exactly {n}.", you="You place {chips}, exactly {n}.", **words)
    else:
        text = say("{who} places {chips}, more than {n}.", you="You place {chips}, more than {n}.", **words)
    yield GameEvent("move", text, next(iter(stacks(chips)), None))
    if to_copy and chips != lead and not lead[YELLOW]:
        text = say(
            "{who} does not have {chips} to copy.",
            you="You do not have {chips} to copy.",
            who=Player(seat),
            chips=chips_named(lead),
        )
        yield GameEvent("move", text, minor=True)


def _told_bag_and_tiles(before: State, after: State) -> Iterator[GameEvent]:
    """Chips drawn from the bag, and the tile of a new stage."""
    if after.in_bag < before.in_bag:
        drawn = [int(new) - 1 for new, old in zip(after.on_tile, before.on_tile, strict=True) if new != old]
        counts = [drawn.count(colour) for colour in range(4)]
        text = say(
            "The players draw {chips} from the bag; {n} {n|is|are} left.", chips=chips_named(counts), n=after.in_bag
        )
        yield GameEvent("draw", text, stacks(counts)[0], minor=True)
    if after.stage > before.stage:
        stage = int(after.stage)
        text = say(
            "Stage {n} begins with a {tile}: {who} leads.",
            you="Stage {n} begins with a {tile}: you lead.",
            n=stage + 1,
            tile=target_of(after, stage),
            who=Player(int(leader_of(after, stage))),
        )
        yield GameEvent("draw", text, number_tile(target_of(after, stage)), minor=True)


def _told_announcement(before: State, after: State) -> Iterator[GameEvent]:
    """The announcement that ends the round, the bag and the points."""
    speaker = int(after.speaker)
    said = [BAG_OF[max(int(n) - PASSED, 0)] for n in after.said]
    right = said[speaker].tolist() == after.open_bag.tolist()
    scorer = speaker if right else 1 - speaker
    points = int(after.sheet[int(before.rounds) - 1, scorer])
    words: dict[str, Any] = {"who": Player(speaker), "chips": chips_named(said[speaker])}
    text = say("{who} announces {chips} and is wrong.", you="You announce {chips} and are wrong.", **words)
    title = say("{who} is wrong about the bag", you="You are wrong about the bag", who=Player(speaker))
    if right:
        text = say("{who} announces {chips} and is right.", you="You announce {chips} and are right.", **words)
        title = say("{who} names the bag", you="You name the bag", who=Player(speaker))
    sides = []
    for seat in range(2):
        verdict = say("passes") if after.said[seat] == PASSED else say("does not count")
        if seat == speaker:
            verdict = say("correct") if right else say("wrong")
        scored = points if seat == scorer else 0
        sides.append(Side(seat, stacks(said[seat]), scored, say("points"), verdict, seat == scorer))
    bag = chips_named(after.open_bag)
    moment = Moment(title, say("the bag holds {chips}", chips=bag), sides, stacks(after.open_bag))
    yield GameEvent("reveal", text, stacks(said[speaker])[0], moment=moment)
    if not right:
        yield GameEvent("reveal", say("The bag holds {chips}.", chips=bag), stacks(after.open_bag)[0], minor=True)
    if after.said[1 - speaker] != PASSED:
        text = say(
            "{who} also announces {chips}, but only the leader's announcement counts.",
            you="You also announce {chips}, but only the leader's announcement counts.",
            who=Player(1 - speaker),
            chips=chips_named(said[1 - speaker]),
        )
        yield GameEvent("reveal", text, minor=True)
    yield _told_points(after, scorer, points, right)


def _told_points(s: State, scorer: int, points: int, right: bool) -> GameEvent:
    hidden = int(s.open_hand[scorer].sum())
    words: dict[str, Any] = {"who": Player(scorer), "n": points, "hidden": hidden}
    halved = s.open_hand[scorer, YELLOW] > 0
    if not points:
        text = say("{who} hides no chips and scores nothing.", you="You hide no chips and score nothing.", **words)
    elif right and halved:
        text = say(
            "{who} scores {n} {n|point|points} for {hidden} hidden {hidden|chip|chips}, halved by yellow.",
            you="You score {n} {n|point|points} for {hidden} hidden {hidden|chip|chips}, halved by yellow.",
            **words,
        )
    elif right:
        text = say(
            "{who} scores {n} {n|point|points} for {hidden} hidden {hidden|chip|chips}.",
            you="You score {n} {n|point|points} for {hidden} hidden {hidden|chip|chips}.",
            **words,
        )
    elif halved:
        text = say(
            "{who} scores {n} {n|point|points} for the mistake, halved by yellow.",
            you="You score {n} {n|point|points} for the mistake, halved by yellow.",
            **words,
        )
    else:
        text = say(
            "{who} scores {n} {n|point|points} for the mistake.",
            you="You score {n} {n|point|points} for the mistake.",
            **words,
        )
    return GameEvent("score", text, minor=True)


def _placing(look: Look[State]) -> list[Form]:
    return chips_form(
        look, PLACE, say("Chips to place"), say("Place"), lambda *counts: _letters(counts) or say("nothing")
    )


def _announcing(look: Look[State]) -> list[Form]:
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


def _coach(look: Look[State]) -> Text:
    if look.s.phase == WINDOW:
        return say("Count the chips you have seen, and consider which chips your opponent could not place.")
    return say("Every placement tells your opponent about your hand, and so about the bag.")


def _prompt(look: Look[State]) -> Text:
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


def _role(s: State, seat: int) -> str:
    return "Holmes" if s.holmes_seat == seat else "Moriarty"


def _letters(counts: Any) -> str:
    return "".join(letter * int(n) for letter, n in zip(LETTERS, counts, strict=True))


def _hand(look: Look[State], seat: int) -> list[Piece]:
    """Your chips face up, your opponent's face down."""
    s = look.s
    if s.over:
        return stacks(s.open_hand[seat])
    if seat != look.seat:
        return [Piece("chip", say("chip"), hidden=True, count=int(s.behind[seat]))] if s.behind[seat] else []
    return stacks(s.hand[seat])


def _table(look: Look[State]) -> Area:
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


def _sheet(look: Look[State]) -> list[Area]:
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


def _last_round(look: Look[State]) -> list[Area]:
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
