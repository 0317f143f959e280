"""The Gauntlet: the track from Start to Finish with its lines of fire, the display, and everybody's plan."""

from __future__ import annotations

from typing import Any, NamedTuple

from matchbox.scene import (
    Area,
    Choice,
    Look,
    Piece,
    Preview,
    Route,
    Scene,
    SeatStatus,
    Summary,
    TallyRow,
    Text,
    Theme,
    Turn,
    Words,
    say,
)

from ..components import CARDS, CUBE_COLOURS, NUMBER, SYMBOL, SYMBOLS
from ..maps import PLACES, SIDE
from ..pieces import back, tile
from .rules import ENTER, FROM_DISPLAY, GO, HIT, LAY, MOVE, ORDER, PLAN, STOP, STRIKE, TAKE, TO_FINISH, USE
from .state import CROSSES, FIRE, LIFE, LOGS, MISSING, SHOWN, STEPS, STONES, TAKEN, State, card_of
from .told import named, short_card
from .track import (
    ARROW_NORTH,
    BRICK,
    COLUMN_STEP,
    ENTRY,
    EXIT,
    FAR,
    FINISH,
    GAP,
    LUMBER,
    NONE,
    ROW_STEP,
    SIGNS,
    START,
    is_arrow,
    is_blank,
    next_in_line,
)

summary = Summary(
    goal=say("Be the first to reach Finish, and keep as many life points as you can."),
    turn=say("Draw cards, plan three of them in secret, then move and use them step by step."),
    end=say("The game ends with the turn in which a player reaches Finish. If several do, life points decide."),
)
theme = Theme(45, "arrows", "dice", say("Secret plans, one race"))

cover = [
    Piece("tile", ">", "red", SYMBOLS[FIRE], at=(0, 0)),
    Piece("tile", "", "brown", at=(1, 0)),
    tile(STONES, at=(2, 0)),
    Piece("line", at=(0, 0), to=(1, 0), threat="hit"),
    Piece("cube", "red", "red", at=(1, 0)),
]

RULES = {TAKE: "draw", PLAN: "plan", ORDER: "action", MOVE: "action", STRIKE: "action"}
FOLD = 6  # columns of a folded track


def scene(look: Look[State]) -> Scene:
    s = look.s
    ends = _ends(s)
    areas = [
        Area("", _track(look, ends), "grid", look="track", fold=FOLD, key="track", weight=7, cell=(30, 92)),
    ]
    if not ends:
        areas += [
            Area(say("Start"), _cubes(look, START), "counters", key="start", role="supply"),
            Area(say("Finish"), [_finish(look), *_cubes(look, FINISH)], "counters", key="finish", role="supply"),
        ]
    for seat in look.each_seat():
        areas += _side(look, seat)
    if s.phase in (TAKE, PLAN) and not s.over:  # later the prompt counts the points that are left
        die = Piece("die", str(int(s.movement)), number=int(s.movement))
        note = say("everybody goes {n}", n=s.movement)
        areas.append(Area("", [die], note=note, role="supply", key="die", passing=True))
    if s.phase == TAKE and not s.over:  # nobody takes from it later in the turn
        areas.append(
            Area(say("Display"), _display(look), note=say("for everybody"), key="display", role="market", passing=True)
        )
    prompt, why, coach = _prompt(look)
    return Scene(
        prompt,
        areas,
        _choices(look),
        coach=coach,
        rules=RULES[int(s.phase)],
        why=why,
        round=_round(s),
        commits=_commits(look),
        previews=_previews(look),
        routes=_routes(look, ends),
        seats=[_status(look, seat) for seat in range(int(s.seats))],
        order=_order(s),
        ordered=_ordered(s),
        tally=_tally(s) if s.over else (),
    )


# --- the track ---


class _Ends(NamedTuple):
    """Start and Finish as places beside the track: column, row, columns and rows; and the place of the first tile."""

    start: tuple[int, int, int, int]
    finish: tuple[int, int, int, int]
    shift: tuple[int, int]


def _beside(s: State, code: int) -> tuple[int, int, int, int] | None:
    """The free places beside all entries, or all exits, in one direction."""
    places = [place for place in range(PLACES) if s.laid[place] == code]
    for direction in (3, 1, 2, 0) if code == ENTRY else (1, 2, 3, 0):
        there = [(p % SIDE + int(COLUMN_STEP[direction]), p // SIDE + int(ROW_STEP[direction])) for p in places]
        columns, rows = sorted({x for x, _ in there}), sorted({y for _, y in there})
        free = all(not (0 <= x < SIDE and 0 <= y < SIDE) or s.laid[SIDE * y + x] == GAP for x, y in there)
        width, height = columns[-1] - columns[0] + 1, rows[-1] - rows[0] + 1
        if free and min(width, height) == 1 and width * height == len(set(there)):
            return columns[0], rows[0], width, height
    return None


def _ends(s: State) -> _Ends | None:
    start, finish = _beside(s, ENTRY), _beside(s, EXIT)
    if not start or not finish:
        return None
    left, top = -min(0, start[0], finish[0]), -min(0, start[1], finish[1])
    moved = [(x + left, y + top, w, h) for x, y, w, h in (start, finish)]
    return _Ends(moved[0], moved[1], (left, top))


def _at(place: int, ends: _Ends | None) -> tuple[int, int]:
    left, top = ends.shift if ends else (0, 0)
    return place % SIDE + left, place // SIDE + top


def _track(look: Look[State], ends: _Ends | None) -> list[Piece]:
    """Start, tiles with the cubes on them, Finish, and the lines of fire."""
    s = look.s
    pieces = []
    steps = _steps(look)
    if ends:
        x, y, w, h = ends.start
        pieces.append(Piece("slot", say("Start"), at=(x, y), span=(w, h), label=say("Start")))
        pieces += _cubes(look, START, (x, y), (w, h))
    for number, place in enumerate(place for place in range(PLACES) if s.laid[place]):
        code = int(s.laid[place])
        at = _at(place, ends)
        kind = "Arrow" if is_arrow(code) else {BRICK: "Brick", LUMBER: "Lumber"}.get(code, "free")
        symbol = {"Arrow": FIRE, "Brick": STONES, "Lumber": LOGS}.get(kind)
        pieces.append(
            Piece(
                "tile",
                "" if is_blank(code) else SIGNS[code],
                "red" if kind == "Arrow" else "brown" if symbol is None else "",
                "" if symbol is None else SYMBOLS[symbol],
                at=at,
                actions=steps.get(number, ()),
                label=say("row {row}, column {place}: {kind}", row=at[1] + 1, place=at[0] + 1, kind=kind),
            )
        )
        pieces += _cubes(look, number, at)
    if ends:
        x, y, w, h = ends.finish
        out = look.only(int(TO_FINISH))
        pieces.append(Piece("slot", say("Finish"), "black", at=(x, y), span=(w, h), actions=out, label=say("Finish")))
        pieces += _cubes(look, FINISH, (x, y), (w, h))
    return [*pieces, *_lines(s, ends)]


def _lines(s: State, ends: _Ends | None) -> list[Piece]:
    """Every arrow's line of fire, from tile to tile."""
    crosses = s.arrows_cross_gaps == CROSSES
    found: dict[tuple[tuple[int, int], tuple[int, int]], Piece] = {}
    for place in range(PLACES):
        if not is_arrow(int(s.laid[place])):
            continue
        direction, here = int(s.laid[place]) - ARROW_NORTH, place
        while (ahead := int(next_in_line(s.laid, here, direction, crosses))) != NONE:
            at, to = _at(here, ends), _at(ahead, ends)
            found[at, to] = Piece("line", at=at, to=to, threat="hit", label=say("line of fire"))
            here = ahead
    return list(found.values())


def _steps(look: Look[State]) -> dict[int, tuple[int, ...]]:
    """The legal step to each tile, by tile."""
    s = look.s
    steps: dict[int, tuple[int, ...]] = {}
    for action in look.legal:
        if GO.has(action):
            steps[int(s.step[s.at[look.seat], action - GO.first])] = (action,)
        elif ENTER.has(action):
            steps[int(s.entry[action - ENTER.first])] = (action,)
    return steps


def _routes(look: Look[State], ends: _Ends | None) -> list[Route]:
    """Places farther away with one click. In the last step all points are used, so only full walks are offered."""
    s = look.s
    if s.phase not in (ORDER, MOVE) or not _steps(look):
        return []
    symbol = int(SYMBOL[card_of(s, look.seat)])
    free = int(s.blank)
    if symbol == STONES:
        free |= int(s.brick)
    elif symbol == LOGS:
        free |= int(s.open_tiles) & ~int(s.brick)
    walks: dict[int, tuple[int, ...]] = {tile: (actions[0],) for tile, actions in _steps(look).items()}
    found: dict[int, tuple[int, ...]] = {}
    last = s.number == STEPS - 1
    for length in range(2, int(s.allowance) + 1):
        longer: dict[int, tuple[int, ...]] = {}
        for here, walk in walks.items():
            if here == FINISH:
                continue
            if int(s.exits) >> here & 1:
                longer.setdefault(FINISH, (*walk, int(TO_FINISH)))
            for direction in range(4):
                ahead = int(s.step[here, direction])
                if ahead != NONE and free >> ahead & 1:
                    longer.setdefault(ahead, (*walk, int(GO.id(direction))))
        for place, walk in longer.items():
            if place == FINISH or not last or length == s.allowance:
                found.setdefault(place, walk)
        walks = longer
    near = _steps(look)
    spots = [place for place in range(PLACES) if s.laid[place]]
    routes = []
    for place, walk in found.items():
        if place == int(s.at[look.seat]) and not last:
            continue
        if place in near:  # a click there makes the single step
            continue
        if place == FINISH and not ends:
            continue
        end = ends.finish[:2] if place == FINISH and ends else _at(spots[place], ends)
        routes.append(Route(walk, "track", end, cost=say("{n} steps", n=len(walk))))
    return routes


def _cubes(
    look: Look[State], place: int, at: tuple[int, int] | None = None, span: tuple[int, int] | None = None
) -> list[Piece]:
    """The players on a place; targets of a strike can be chosen."""
    s = look.s
    pieces = []
    for seat in range(int(s.seats)):
        if s.at[seat] == place:
            colour = CUBE_COLOURS[seat]
            out = bool(s.life[seat] == 0)
            arrows = int(s.hits[place]) if place < START and not out else 0
            pieces.append(
                Piece(
                    "cube",
                    colour,
                    colour,
                    at=at,
                    span=span,
                    marked=bool(s.phase >= ORDER and s.active == seat and not s.over),
                    dimmed=out,
                    threat="hit" if arrows else "",
                    actions=look.only(HIT.first + seat),
                    label=look.name(seat),
                )
            )
    return pieces


def _finish(look: Look[State]) -> Piece:
    return Piece("slot", say("Finish"), "black", actions=look.only(int(TO_FINISH)))


# --- cards ---


def _side(look: Look[State], seat: int) -> list[Area]:
    s = look.s
    mine = seat == look.seat
    areas = [Area(say("Plan"), _plan(look, seat), seat=seat, note=_plan_note(look) if mine else "", key=f"plan/{seat}")]
    if mine:
        areas.append(Area(say("Hand"), _hand(look, seat), seat=seat, note=_hand_note(look), key="hand"))
    elif look.help != "none" and s.phase in (TAKE, PLAN):
        areas.append(Area(say("known cards"), _known(s, seat), seat=seat, key=f"hand/{seat}", passing=True))
    return areas


def _display(look: Look[State]) -> list[Piece]:
    s = look.s
    pieces = []
    for place in range(SHOWN * int(s.seats)):
        if number := int(s.display[place]):
            actions = look.only(FROM_DISPLAY.first + place) if s.phase == TAKE else ()
            pieces.append(named(number - 1, actions=actions))
    return pieces


def _plan(look: Look[State], seat: int) -> list[Piece]:
    """Three steps: past ones pale, the current one marked, later ones closed or visible to their owner."""
    s = look.s
    pieces = []
    for place in range(min(int(s.ready[seat]), STEPS)):
        shown = int(s.shown[seat, place])
        known = int(s.plan[seat, place]) if seat == look.seat else 0
        now = bool(s.phase >= ORDER and place == s.number)
        if shown:
            more: dict[str, Any] = {"dimmed": not now, "marked": now}
            pieces.append(named(shown - 1, **more) if seat == look.seat else short_card(shown - 1, **more))
        elif known:
            pieces.append(named(known - 1))
        else:
            pieces.append(back())
    return pieces


def _hand(look: Look[State], seat: int) -> list[Piece]:
    s = look.s
    cards = [int(x) - 1 for x in s.hand[seat, : int(s.held[seat])]]
    return [named(x, actions=look.only(LAY.first + place)) for place, x in enumerate(cards)]


def _known(s: State, seat: int) -> list[Piece]:
    """Cards that everybody has seen this player take and that are still in hand or plan."""
    seen = int(s.seen[seat])
    return [short_card(x) for x in range(CARDS) if seen >> x & 1]


def _plan_note(look: Look[State]) -> Words:
    return say("for this turn") if look.s.ready[look.seat] else ""


def _hand_note(look: Look[State]) -> Words:
    s = look.s
    return say("kept") if s.phase >= ORDER else say("yours") if s.phase == TAKE else ""


def _order(s: State) -> list[Turn]:
    """Who draws when; in a step, who acts when."""
    seats = [(int(s.starter) + i) % int(s.seats) for i in range(int(s.seats))]
    if s.over:
        return []
    if s.phase == PLAN:  # all plan at the same time
        return []
    if s.phase == TAKE:
        taking = [seat for seat in seats if not s.downed[seat]]
        now = taking.index(int(s.active)) if int(s.active) in taking else len(taking)
        return [Turn(seat, done=place < now) for place, seat in enumerate(taking)]
    number = int(s.number)
    shown = [(seat, int(s.shown[seat, number]) - 1) for seat in seats if s.shown[seat, number]]
    shown.sort(key=lambda one: -int(NUMBER[one[1]]))  # ties stay clockwise from the starting player
    waiting = int(s.waiting) | 1 << int(s.active)
    return [Turn(seat, short_card(held), not waiting >> seat & 1) for seat, held in shown]


def _ordered(s: State) -> Words:
    if s.over or s.phase == PLAN:
        return ""
    if s.phase == TAKE:
        return say("Drawing in this order")
    return say("Step {n} of {all}, highest first", n=int(s.number) + 1, all=STEPS)


# --- words ---


def _status(look: Look[State], seat: int) -> SeatStatus:
    s = look.s
    left = int(s.way[s.at[seat]])
    line: Words = say("{n} to go", n=left)
    if s.finished[seat]:
        line = say("at Finish")
    elif s.downed[seat]:
        line = say("misses this turn") if s.downed[seat] == MISSING else say("knocked out")
    elif left >= FAR:
        line = ""
    lives = (int(s.life[seat]), LIFE)
    return SeatStatus(seat, CUBE_COLOURS[seat], line=line, lives=lives, out=bool(s.downed[seat]))


def _round(s: State) -> Text:
    turn = int(s.turns) + (0 if s.over else 1)
    if s.phase in (TAKE, PLAN) or s.over:
        return say("Turn {n}", n=turn)
    return say("Turn {n}, step {m} of {all}", n=turn, m=int(s.number) + 1, all=STEPS)


def _choices(look: Look[State]) -> list[Choice]:
    found = []
    if USE in look.legal:
        found.append(Choice(say("Use {card} first", card=_name(look)), int(USE)))
    if STOP in look.legal:
        found.append(Choice(say("Stop here"), int(STOP)))
    return found


def _commits(look: Look[State]) -> list[Choice]:
    """The fourth card closes the plan."""
    s = look.s
    if s.phase != PLAN or look.seat < 0 or s.ready[look.seat] < STEPS:
        return []
    text = say("Discard it and close the plan")
    return [Choice(text, action) for action in look.legal if LAY.has(action)]


def _previews(look: Look[State]) -> list[Preview]:
    """Everybody whom a Fire would hit now."""
    s = look.s
    if USE not in look.legal or int(SYMBOL[card_of(s, look.seat)]) != FIRE:
        return []
    ends = _ends(s)
    spots = [place for place in range(PLACES) if s.laid[place]]
    hit = [int(at) for at in s.at[: int(s.seats)] if at < START and s.hits[at]]
    note = say("{n} {n|player|players} in a line of fire", n=len(hit))
    return [Preview(int(USE), "track", [_at(spots[place], ends) for place in hit], note)]


def _name(look: Look[State]) -> Text:
    number = int(card_of(look.s, look.seat))
    return say("{name} {n}", name=named(number).name, n=NUMBER[number])


def _tally(s: State) -> list[TallyRow]:
    seats = range(int(s.seats))
    return [
        TallyRow(say("Steps to Finish"), [int(s.way[s.at[seat]]) for seat in seats], Piece("tile", "", "brown")),
        TallyRow(say("Life points"), [int(s.life[seat]) for seat in seats], Piece("cube", "red", "red")),
    ]


def _prompt(look: Look[State]) -> tuple[Text, Words, Text]:
    s = look.s
    seat = max(look.seat, 0)
    if s.phase == TAKE:
        left = TAKEN - int(s.taken)
        return (
            say("Which card do you take? {n} to go", n=left),
            say("Everybody sees it. Then you draw two cards that nobody sees."),
            say("The number says who acts first: high cards before low cards."),
        )
    if s.phase == PLAN:
        ready = int(s.ready[seat])
        if ready < STEPS:
            return (
                say("Which card do you plan for step {n}?", n=ready + 1),
                say("High cards act first. You go {n} in this turn, at least 1 in every step.", n=s.movement),
                say("Plan a Brick or Lumber card for the step in which you reach such a tile."),
            )
        return (
            say("Which card do you discard?"),
            say("The other three stay in your hand. Then all plans are closed."),
            say("Keep cards that let you climb the next tiles."),
        )
    if s.phase == STRIKE:
        return (
            say("Whom do you strike?"),
            say("A life point is lost, unless a Shield is shown in this step."),
            say("Three life points, and then a player misses a turn."),
        )
    coach = say("You enter Brick and Lumber tiles only in a step with that card, and Arrow tiles never.")
    later = STEPS - 1 - int(s.number)
    why: Words = say("In the last step you use all your points.")
    if later:
        why = say(
            "Up to {n} {n|step|steps} now; at least {m} must stay for later. Red lines hit if somebody plays Fire.",
            n=s.allowance,
            m=later,
        )
    if s.phase == ORDER:
        return say("{card}: move first, or use the card first?", card=_name(look)), why, coach
    if s.moved:
        return say("{card}: move on, or stop?", card=_name(look)), why, coach
    return say("You act with {card}: where do you go?", card=_name(look)), why, coach
