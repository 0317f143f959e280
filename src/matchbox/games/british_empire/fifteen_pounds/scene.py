"""15 Pounds of 4 Cheeses: bag and field in the middle, chips and tiles at each side."""

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

from ..components import COLOURS, SCREENED, count
from ..pieces import (
    SEAT_COLOURS,
    chip_count,
    chips_form,
    chips_named,
    hand_areas,
    is_screened,
    left_line,
    number_tile,
    purse,
    stacks,
)
from .rules import ACTION, GOAL, GRAB, HOLD, ORDER, SET, STEAL, THEFT, TILE, State, may_keep, target, worth

summary = Summary(
    goal=say("Own a chip of each of the four colours, or chips worth {n}.", n=GOAL),
    turn=say("Choose a tile in secret. The lower number acts first, the higher number gets more, equal numbers duel."),
    end=say("After a round, all four colours or chips worth {n} win.", n=GOAL),
)
theme = Theme(90, "cheese", "bidding", say("Collect from bag and market"), "15 Pounds")
cover = [Piece("chip", colour, colour) for colour in COLOURS]

WORTH = (1, 2, 3, 4)
"""Of the chips, by colour."""


def scene(look: Look[State]) -> Scene:
    s = look.s
    areas = [
        Area(say("Field"), stacks(s.field, worth=WORTH), note=_field(s), look="picks", role="market", key="field"),
        _bag(look),
    ]
    for seat in look.each_seat():
        areas += _side(look, seat)
    return Scene(
        _prompt(look),
        areas,
        choices=_choices(look),
        forms=_holding(look) if s.phase == HOLD else _exchanging(look),
        commits=_commits(look),
        why=_why(look),
        coach=_coach(look),
        rules="a-round",
        round=say("Round {n}", n=s.rounds),
        seats=[_status(look, seat) for seat in range(2)],
        tally=_tally(s),
    )


def revealed(before: State, after: State) -> Iterator[tuple[int, int]]:
    """Both tiles, and both hands of a duel."""
    for seat in range(2):
        if before.phase == ORDER:
            yield seat, TILE.id(int(after.number[seat]))
        elif before.phase == HOLD:
            yield seat, SET.id(*map(int, after.shown[seat]))


# --- the table ---


def _field(s: State) -> Words:
    return say("worth {n}, open to both", n=worth(s.field)) if s.field.any() else say("nothing yet")


def _bag(look: Look[State]) -> Area:
    """The bag; its chips follow from those on the table."""
    s, n = look.s, count(look.s.bag)
    if not n:
        return Area("", look="bag", note=say("The bag is empty"), key="bag")
    if _is_bag_secret(s):
        some = [Piece("chip", say("chips"), hidden=True)]
        return Area("", some, look="bag", note=say("some chips in the bag"), key="bag")
    hidden = [Piece("chip", say("chip"), hidden=True, count=n)]
    chips = hidden if look.help == "none" else stacks(s.bag, worth=WORTH)
    return Area("", chips, look="bag", note=say("{n} {n|chip|chips} in the bag", n=n), key="bag")


def _is_bag_secret(s: State) -> bool:
    """Purses behind screens follow from the chips in the bag, so they hide these as well."""
    return bool(s.purses == SCREENED and not s.over)


def _side(look: Look[State], seat: int) -> list[Area]:
    s = look.s
    closed = s.phase == HOLD and seat not in look.acting and not s.over
    n = worth(s.held[seat])
    held = say("worth {n}", n=n) if n else ""
    chips = purse(look, seat, closed, WORTH)
    if seat != look.seat and any(THEFT.has(action) for action in look.legal):
        counts = s.chips[seat] > 0 if is_screened(s, look.seat, seat) else s.chips[seat]  # a thief sees the colours
        pieces = stacks(counts, lambda colour: look.only(THEFT.id(colour)), worth=WORTH)
        chips = replace(
            chips, title="", pieces=pieces, role="market", note=say("chips of {name}", name=look.names[seat])
        )
    return [
        Area(say("Tiles"), _tiles(look, seat), seat=seat, key=f"tiles/{seat}"),
        chips,
        *hand_areas(look, seat, closed, s.held[seat], WORTH, held),
    ]


def _tiles(look: Look[State], seat: int) -> list[Piece]:
    """The tiles of a seat: used ones are dimmed, the one of this round is marked."""
    s = look.s
    now = int(s.number[seat]) if s.phase != ORDER and not s.over else 0
    if s.phase == ORDER and seat == look.seat:
        now = int(s.chosen[seat])
    legal = look.only if seat == look.seat else lambda *actions: ()
    return [
        number_tile(n, actions=legal(TILE.id(n)), dimmed=not s.in_hand[seat, n] and n != now, marked=n == now)
        for n in (1, 2, 3)
    ]


def _status(look: Look[State], seat: int) -> SeatStatus:
    s = look.s
    value, colours = int(worth(s.chips[seat])), int((s.chips[seat] > 0).sum())
    line = left_line(look, seat, say("{n}/4 colours", n=colours))
    if s.phase == ACTION and not s.over:
        line = say("acts first") if s.first == seat else say("acts second")
    if is_screened(s, look.seat, seat):
        return SeatStatus(seat, SEAT_COLOURS[seat], line=line)
    return SeatStatus(seat, SEAT_COLOURS[seat], value, GOAL, line=line)


def _tally(s: State) -> list[TallyRow]:
    if not s.over:
        return []
    return [
        TallyRow(
            say("{colour} chips", colour=name),
            [int(s.chips[seat, colour]) * WORTH[colour] for seat in range(2)],
            Piece("chip", name, name, number=WORTH[colour]),
        )
        for colour, name in enumerate(COLOURS)
    ]


# --- choices ---


def _choices(look: Look[State]) -> list[Choice]:
    s, found = look.s, []
    if GRAB in look.legal:
        text = say("Grab {chips} from the bag", chips=chip_count(_grabbed(s, look.seat)))
        if _is_bag_secret(s) and s.number[look.seat] > 1:
            text = say("Grab up to {n} chips from the bag", n=s.number[look.seat])
        found.append(Choice(text, int(GRAB)))
    return found + [Choice(say("Keep your chips"), action) for action in _keeping(look)]


def _commits(look: Look[State]) -> list[Choice]:
    """A secret tile, or the chip to steal."""
    found = [Choice(say("Play the {n}", n=n), TILE.id(n)) for n in (1, 2, 3)]
    found += [Choice(say("Steal a {colour} chip", colour=name), THEFT.id(i)) for i, name in enumerate(COLOURS)]
    return [choice for choice in found if choice.action in look.legal]


def _grabbed(s: State, seat: int) -> int:
    return min(int(s.number[seat]), int(s.bag.sum()))


def _holding(look: Look[State]) -> list[Form]:
    return chips_form(
        look,
        SET,
        "",
        say("Close hand"),
        _worth,
        submits=lambda *chips: say("Close hand · {value}", value=_worth(*chips)),
        worth=WORTH,
        area="chips",
        box=say("Your hand"),
    )


def _worth(*chips: int) -> Text:
    value = sum((colour + 1) * n for colour, n in enumerate(chips))
    return say("worth {n}", n=value) if value else say("nothing")


def _exchanging(look: Look[State]) -> list[Form]:
    """Counters on the chips of the field to take, and on your own to give; only exact exchanges are rows."""
    s, me, ids = look.s, max(look.seat, 0), _exchanges(look)
    if not ids:
        return []
    changes = [[int(n) - int(own) for n, own in zip(SET.args(a), s.chips[me], strict=True)] for a in ids]
    rows = [[*(max(n, 0) for n in change), *(max(-n, 0) for n in change)] for change in changes]
    parts = []
    for column in range(8):
        colour, takes = column % 4, column < 4
        chip = Piece("chip", COLOURS[colour], COLOURS[colour], number=WORTH[colour])
        most = int(s.field[colour] if takes else s.chips[me, colour])
        label = say("take {colour}", colour=COLOURS[colour]) if takes else say("give {colour}", colour=COLOURS[colour])
        values = list(range(most + 1))
        name = f"{'take' if takes else 'give'} {COLOURS[colour]}"
        area = "field" if takes else "chips"
        parts.append(Part(name, label, "counter", values, [str(n) for n in values], chip, area=area, boxed=takes))
    gain = int(target(s, me)) - int(worth(s.chips[me]))
    sign = 1 if gain >= 0 else -1  # after a theft an exchange may have to lose value: then it counts what it loses
    return [
        Form(
            "",
            parts,
            [[*row, action] for row, action in zip(rows, ids, strict=True)],
            say("Exchange"),
            submits=[_exchange(row) for row in rows],
            box=say("You get"),
            adds=[*(sign * n for n in WORTH), *(-sign * n for n in WORTH)],
            goal=abs(gain),
        )
    ]


def _exchanges(look: Look[State]) -> list[int]:
    """The exchanges that make the value right."""
    sets = [action for action in look.legal if SET.has(action)] if look.s.phase == ACTION else []
    return [action for action in sets if action not in _keeping(look)]


def _keeping(look: Look[State]) -> tuple[int, ...]:
    """The action that keeps all chips although the value is not right, if it is allowed."""
    s, me = look.s, max(look.seat, 0)
    if s.phase != ACTION or not may_keep(s, me):
        return ()
    return look.only(SET.id(*map(int, s.chips[me])))


def _exchange(row: list[int]) -> Text:
    """What an exchange takes and gives."""
    taken, given = row[:4], row[4:]
    if any(taken) and any(given):
        return say("Give {given}, get {taken}", given=chips_named(given), taken=chips_named(taken))
    if any(taken):
        return say("Take {taken}", taken=chips_named(taken))
    return say("Give {given}", given=chips_named(given)) if any(given) else say("Keep your chips")


def _prompt(look: Look[State]) -> Text:
    s, me = look.s, max(look.seat, 0)
    if s.phase == ORDER:
        return say("Which tile do you play?")
    if s.phase == HOLD:
        if not s.chips[me].any():
            return say("A duel, but you have no chips to hold.")
        return say("A duel: how many chips do you hold?")
    if s.phase == STEAL:
        return say("Which chip do you steal from {name}?", name=look.names[1 - me])
    if GRAB not in look.legal:
        return say("The bag is empty: which chips do you exchange?")
    if _exchanges(look):
        return say("Do you grab or exchange?")
    return say("Do you grab or keep your chips?") if len(look.legal) > 1 else say("Grab from the bag.")


def _why(look: Look[State]) -> Text:
    s, me = look.s, max(look.seat, 0)
    if s.phase == ORDER:
        return say("The lower number acts first, the higher number gets more. Equal numbers lead to a duel.")
    if s.phase == HOLD:
        words = {"n": s.number[me]}
        return say("Both played the {n}. The higher value steals a chip, but pays its hand to the field.", **words)
    if s.phase == STEAL:
        return say("You won the duel. Then your hand goes to the field, and you act first.")
    words = {"now": worth(s.chips[me]), "n": target(s, me)}
    if not _exchanges(look):
        return say("No exchange makes your chips worth exactly {n}.", **words)
    if GRAB not in look.legal:
        return say("Exchange: your chips go from {now} to exactly {n}.", **words)
    return say(
        "Grab: equal colours are all yours, else only the lowest chip. "
        "Exchange: your chips go from {now} to exactly {n}.",
        **words,
    )


def _coach(look: Look[State]) -> Text:
    s = look.s
    if s.phase == ORDER:
        return say("A 1 acts first and has the best pick of the field. A 3 gets more. Tiles return after three rounds.")
    if s.phase == HOLD:
        return say("The winner steals a chip but pays the chips held. The loser keeps the hand and loses one chip.")
    if s.phase == STEAL:
        return say("Take a colour that you need, or one that your opponent needs.")
    return say("A grab of a single colour is yours in full. From mixed colours you keep only one chip of the lowest.")
