"""Holmes vs Moriarty: the steps of a game in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from matchbox.engine import NOBODY
from matchbox.scene import GameEvent, Moment, Player, Seen, Side, say

from ..components import YELLOW
from ..pieces import number_tile, stacks
from .people import people
from .rules import ANNOUNCE, PLACE
from .scene import WORTH, missed_copy
from .sets import BAG_OF, is_exact, most
from .state import PASSED, RACE, UNSAID, State, is_before_placing, is_copy, leader_of, target_of


def told(seen: Seen[State]) -> Iterator[GameEvent]:
    """A placement, or the choices of a window; then what follows from them."""
    before, after = seen.before, seen.after
    if chips := seen.chose(PLACE):
        yield from _told_placement(before, seen.seat, chips)
    elif not seen.ended and _moment(after) == _moment(before):  # a choice that waits for the opponent's
        yield from told_choice(seen)
        return
    elif after.rounds == before.rounds and not seen.ended:
        yield _told_passes(seen)
    elif after.speaker == NOBODY:
        yield from _told_tie(after)
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


def _moment(s: State) -> tuple[int, int, int]:
    return int(s.rounds), int(s.window), int(s.phase)


def _told_passes(seen: Seen[State]) -> GameEvent:
    """One sentence for all windows since the last tile: the log leaves out a choice that leads on."""
    s = seen.before
    if s.announce == RACE and is_before_placing(s):  # it waits for one player only
        return _told_pass(seen)
    if s.window > 1 and s.window % 4 == 1:
        return GameEvent("pass", say("Both players pass until the next tile."), minor=True)
    return GameEvent("choice", say("Both players pass."))


def _told_pass(seen: Seen[State]) -> GameEvent:
    return GameEvent("choice", say("{who} passes.", you="You pass.", who=Player(seen.seat)))


def told_choice(seen: Seen[State]) -> Iterator[GameEvent]:
    """The viewer's own choice in a window, or a pass in a race."""
    if seen.before.announce == RACE:
        yield _told_pass(seen)
    elif bag := seen.chose(ANNOUNCE):
        yield GameEvent("choice", say("You name {chips}.", chips=people(BAG_OF[bag[0] + 1])))
    elif seen.action is not None:
        yield GameEvent("choice", say("You pass."))


def _told_placement(s: State, seat: int, chips: tuple[int, ...]) -> Iterator[GameEvent]:
    """The chips placed, and what a follower is now known not to have."""
    stage = int(s.stage)
    target, leader = int(target_of(s, stage)), int(leader_of(s, stage))
    lead = tuple(int(n) for n in s.placed[leader, stage])
    follows, exact = seat != leader, is_exact(target, *chips)
    copied = follows and exact and is_exact(target, *lead) and is_copy(s, target, np.array(chips), np.array(lead))
    words: dict[str, Any] = {"who": Player(seat), "chips": people(chips), "n": target}
    if not any(chips):
        text = say(
            "{who} places nothing: no chips make {n} or more.",
            you="You place nothing: no chips make {n} or more.",
            **words,
        )
    elif copied:
        text = say("{who} places the same: {chips}.", you="You place the same: {chips}.", **words)
    elif exact:
        text = say("{who} places {chips}, exactly {n}.", you="You place {chips}, exactly {n}.", **words)
    elif most(*chips) > target:
        text = say("{who} places {chips}, more than {n}.", you="You place {chips}, more than {n}.", **words)
    else:
        text = say(
            "{who} cannot make {n} and places every chip: {chips}.",
            you="You cannot make {n} and place every chip: {chips}.",
            **words,
        )
    yield GameEvent("move", text, next(iter(stacks(chips)), None))
    if follows and (missed := missed_copy(s, stage, np.array(chips))):
        text = say(
            "{who} does not have {chips} to copy.",
            you="You do not have {chips} to copy.",
            who=Player(seat),
            chips=people(missed),
        )
        yield GameEvent("move", text, minor=True)


def _told_bag_and_tiles(before: State, after: State) -> Iterator[GameEvent]:
    """Chips drawn from the bag, and the tile of a new stage."""
    if after.in_bag < before.in_bag:
        drawn = [int(new) - 1 for new, old in zip(after.on_tile, before.on_tile, strict=True) if new != old]
        counts = [drawn.count(colour) for colour in range(4)]
        text = say(
            "{chips} {k|comes|come} out of the bag; {n} {n|chip is|chips are} left.",
            chips=people(counts),
            k=len(drawn),
            n=after.in_bag,
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
    words: dict[str, Any] = {"who": Player(speaker), "chips": people(said[speaker])}
    text = say("{who} names {chips} and is wrong.", you="You name {chips} and are wrong.", **words)
    if right:
        text = say("{who} names {chips} and is right.", you="You name {chips} and are right.", **words)
    sides = []
    for seat in range(2):
        verdict = say("passes") if after.said[seat] == PASSED else say("does not count")
        if after.said[seat] == UNSAID:
            verdict = say("said nothing")
        if seat == speaker:
            verdict = say("right") if right else say("wrong")
        scored = points if seat == scorer else 0
        sides.append(Side(seat, stacks(said[seat], worth=WORTH), scored, say("points"), verdict, seat == scorer))
    bag, scored_words = people(after.open_bag), _told_points(after, scorer, points, right)
    moment = Moment(text, scored_words.text, sides, stacks(after.open_bag, worth=WORTH))
    yield GameEvent("reveal", text, stacks(said[speaker])[0], moment=moment)
    if not right:
        yield GameEvent("reveal", say("The bag holds {chips}.", chips=bag), stacks(after.open_bag)[0], minor=True)
    if after.said[1 - speaker] > PASSED:
        text = say(
            "{who} also named {chips}, but only the leader's announcement counts.",
            you="You also named {chips}, but only the leader's announcement counts.",
            who=Player(1 - speaker),
            chips=people(said[1 - speaker]),
        )
        yield GameEvent("reveal", text, minor=True)
    yield scored_words


def _told_tie(after: State) -> Iterator[GameEvent]:
    """Nobody named the bag: both hands are shown."""
    text = say("Both players pass, and the last chip leaves the bag: the round is tied.")
    why = say("Nobody scores. The roles stay, and a new round begins.")
    sides = [
        Side(seat, stacks(after.open_hand[seat], worth=WORTH), verdict=say("hid {n}", n=after.open_hand[seat].sum()))
        for seat in range(2)
    ]
    yield GameEvent("reveal", text, moment=Moment(text, why, sides))


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
