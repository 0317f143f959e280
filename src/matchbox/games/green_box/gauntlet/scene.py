"""The Gauntlet: the track with its lines of fire, the display, and everybody's life, plan and hand."""

from __future__ import annotations

from matchbox.scene import Area, Choice, Look, Piece, Scene, Summary, Text, Words, say

from ..components import CARDS, CUBE_COLOURS, NUMBER, SYMBOL, SYMBOLS
from ..maps import PLACES, SIDE
from ..pieces import back, card, cubes, tile
from .rules import ENTER, FROM_DISPLAY, GO, HIT, LAY, MOVE, ORDER, PLAN, STOP, STRIKE, TAKE, TO_FINISH, USE
from .state import CROSSES, FIRE, LOGS, MOST_TURNS, SHOWN, STEPS, STONES, STRUCK_DOWN, TAKEN, State, card_of
from .told import NAMES
from .track import BRICK, FINISH, LUMBER, SIGNS, START, is_arrow, is_blank, lines

summary = Summary(
    goal=say("Be the first to reach Finish, and keep as many life points as you can."),
    turn=say("Draw cards, plan three of them in secret, then move and use them step by step."),
    end=say("The game ends with the turn in which a player reaches Finish. If several do, life points decide."),
)

cover = [
    tile(FIRE, ">", at=(0, 0)),
    Piece("tile", "", "brown", at=(1, 0)),
    tile(STONES, at=(2, 0)),
    Piece("line", at=(0, 0), to=(1, 0)),
    Piece("pawn", "red", "red", at=(1, 0)),
]

RULES = {TAKE: "draw", PLAN: "plan", ORDER: "action", MOVE: "action", STRIKE: "action"}


def scene(look: Look[State]) -> Scene:
    s = look.s
    areas = [
        Area(say("Start"), _pawns(look, START), "counters", key="start"),
        Area(say("Track"), _track(look), "grid", look="board", note=_dangers(look), key="track"),
        Area(say("Finish"), [_finish(look), *_pawns(look, FINISH)], "counters", key="finish"),
        Area(say("Die"), [Piece("die", str(int(s.movement)), number=int(s.movement))], note=_now(look), key="die"),
        Area(say("Display"), _display(look), note=say("cards in the pile: {n}", n=s.left), key="display"),
    ]
    for seat in look.each_seat():
        lives = [cubes(seat, int(s.life[seat]), "life")] if s.life[seat] else []
        areas.append(Area(say("life"), lives, "counters", seat, _state_of(look, seat), key=f"life/{seat}"))
        areas.append(Area(say("plan"), _plan(look, seat), seat=seat, key=f"plan/{seat}"))
        areas.append(Area(say("hand"), _hand(look, seat), seat=seat, note=_known(look, seat), key=f"hand/{seat}"))
    choices = []
    if USE in look.legal:
        choices.append(Choice(say("Use {card} first", card=_name(int(card_of(s, look.seat)))), int(USE)))
    if STOP in look.legal:
        choices.append(Choice(say("Stop here"), int(STOP)))
    prompt, coach = _prompt(look)
    return Scene(prompt, areas, choices, coach=coach, rules=RULES[int(s.phase)])


def _name(number: int) -> str:
    """A card by its name in this game, such as Swords 4."""
    return f"{NAMES[int(SYMBOL[number])]} {NUMBER[number]}"


# --- the track ---


def _track(look: Look[State]) -> list[Piece]:
    """Tiles, then the pieces on them, then the lines of fire."""
    s = look.s
    pieces = []
    steps = _steps(look)
    for number, place in enumerate(place for place in range(PLACES) if s.laid[place]):
        code = int(s.laid[place])
        row, column = divmod(place, SIDE)
        kind = "Arrow" if is_arrow(code) else {BRICK: "Brick", LUMBER: "Lumber"}.get(code, "blank")
        symbol = {"Arrow": FIRE, "Brick": STONES, "Lumber": LOGS}.get(kind)
        pieces.append(
            Piece(
                "tile",
                "o" if is_blank(code) else SIGNS[code],
                "brown" if symbol is None else "",
                "" if symbol is None else SYMBOLS[symbol],
                at=(column, row),
                actions=steps.get(number, ()),
                label=say("row {row}, place {place}: {kind}", row=row + 1, place=column + 1, kind=kind),
            )
        )
        pieces += _pawns(look, number, (column, row))
    for begin, end in lines(s.laid, s.arrows_cross_gaps == CROSSES):
        at, to = ((place % SIDE, place // SIDE) for place in (begin, end))
        pieces.append(Piece("line", at=at, to=to, dimmed=True, label=say("line of fire")))
    return pieces


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


def _pawns(look: Look[State], place: int, at: tuple[int, int] | None = None) -> list[Piece]:
    """The pieces on a place; targets of a strike can be chosen."""
    s = look.s
    pieces = []
    for seat in range(int(s.seats)):
        if s.at[seat] == place:
            colour = CUBE_COLOURS[seat]
            pieces.append(
                Piece(
                    "pawn",
                    colour[0] if at else colour,
                    colour,
                    at=at,
                    marked=bool(s.phase >= ORDER and s.active == seat and not s.over),
                    dimmed=bool(s.life[seat] == 0),
                    actions=look.only(HIT.first + seat),
                    label=look.name(seat),
                )
            )
    return pieces


def _finish(look: Look[State]) -> Piece:
    return Piece("slot", say("Finish"), actions=look.only(int(TO_FINISH)))


def _dangers(look: Look[State]) -> Text | str:
    """The number of arrows that would hit the looking player now."""
    s = look.s
    if look.seat < 0 or s.at[look.seat] >= START:
        return ""
    return say("arrows that would hit you here: {n}", n=s.hits[s.at[look.seat]])


def _now(look: Look[State]) -> Text:
    s = look.s
    turn = say("turn {n} of at most {most}", n=min(int(s.turns) + 1, MOST_TURNS), most=MOST_TURNS)
    if s.phase in (TAKE, PLAN):
        return say("{turn}; starting player: {name}", turn=turn, name=look.name(int(s.starter)))
    return say("{turn}; step {n} of {steps}", turn=turn, n=int(s.number) + 1, steps=STEPS)


# --- cards ---


def _display(look: Look[State]) -> list[Piece]:
    s = look.s
    pieces = []
    for place in range(SHOWN * int(s.seats)):
        if number := int(s.display[place]):
            text = f"{place}:{_name(number - 1)}"
            actions = look.only(FROM_DISPLAY.first + place) if s.phase == TAKE else ()
            pieces.append(card(number - 1, text, actions=actions))
    return pieces


def _plan(look: Look[State], seat: int) -> list[Piece]:
    """Three steps and the discard: revealed, face down, or visible to their owner."""
    s = look.s
    pieces = []
    for place in range(int(s.ready[seat])):
        shown = int(s.shown[seat, place]) if place < STEPS else 0
        known = int(s.plan[seat, place]) if seat == look.seat else 0
        step = str(place + 1) if place < STEPS else "x"
        now = s.phase >= ORDER and place == s.number
        if shown:
            pieces.append(card(shown - 1, f"{step}:{_name(shown - 1)}", dimmed=not now, marked=bool(now)))
        elif known:
            pieces.append(card(known - 1, f"{step}:{_name(known - 1)}"))
        else:
            pieces.append(back())
    return pieces


def _hand(look: Look[State], seat: int) -> list[Piece]:
    s = look.s
    if seat != look.seat:
        return [back(int(s.held[seat]))] if s.held[seat] else []
    cards = [int(x) - 1 for x in s.hand[seat, : int(s.held[seat])]]
    return [
        card(x, f"{'abcdefg'[place]}:{_name(x)}", actions=look.only(LAY.first + place)) for place, x in enumerate(cards)
    ]


def _known(look: Look[State], seat: int) -> Words:
    """Cards that everybody has seen this opponent take and that are still in hand or plan."""
    seen = int(look.s.seen[seat])
    if seat == look.seat or not seen:
        return ""
    return say("known cards: {cards}", cards=", ".join(_name(x) for x in range(CARDS) if seen >> x & 1))


def _state_of(look: Look[State], seat: int) -> Text:
    s = look.s
    if s.finished[seat]:
        return say("at Finish")
    if s.downed[seat]:
        return say("knocked out") if s.downed[seat] == STRUCK_DOWN else say("misses this turn")
    return say("movement left: {points}, steps to Finish: {way}", points=s.points[seat], way=s.way[s.at[seat]])


# --- prompts ---


def _prompt(look: Look[State]) -> tuple[Text, Text]:
    s = look.s
    if s.phase == TAKE:
        left = TAKEN - int(s.taken)
        return say("Take a card from the display ({n} left).", n=left), say(
            "Then you draw two cards from the pile, which nobody else sees."
        )
    if s.phase == PLAN:
        ready = int(s.ready[max(look.seat, 0)])
        if ready < STEPS:
            return say("Plan a card for step {n}.", n=ready + 1), say(
                "Higher cards act first. You move {n} in total, at least 1 in each step.", n=s.movement
            )
        return say("Choose a card to discard."), say("The other three stay in your hand.")
    if s.phase == STRIKE:
        return say("Choose an opponent to strike."), say("A Shield revealed in this step protects its owner.")
    name = _name(int(card_of(s, look.seat))) if look.seat >= 0 else ""
    if s.phase == ORDER:
        return say("{card}: use it first, or move first?", card=name), say(
            "Use the card before or after the whole movement. You may move up to {n} in this step.",
            n=s.allowance,
        )
    if s.moved:
        return say("{card}: move on (up to {n}), or stop.", card=name, n=s.allowance), say(
            "You must use the rest of your movement in the later steps."
        )
    return say("{card}: move (up to {n}).", card=name, n=s.allowance), say(
        "You need the matching card in this step to enter Brick and Lumber tiles. You can never enter Arrow tiles."
    )
