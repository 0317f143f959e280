"""The Gauntlet: the track from Start to Finish with its lines of fire, the display, and everybody's plan."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from matchbox.scene import (
    Area,
    Choice,
    Look,
    Piece,
    Preview,
    Scene,
    SeatStatus,
    Summary,
    TallyRow,
    Text,
    Theme,
    Turn,
    Words,
    facts,
    listed,
    say,
)

from ..components import CARDS, CUBE_COLOURS, NUMBER, SYMBOL, SYMBOLS
from ..maps import PLACES
from ..pieces import back, cards_still_out, tile
from .board import at_place, cubes_at, ends_of, finish_slot, routes_of, track_pieces
from .knowledge import cards_of, unseen_cards
from .rules import FROM_DISPLAY, LAY, STOP, USE
from .state import (
    FIRE,
    LIFE,
    MISSING,
    MOVE,
    ORDER,
    PLAN,
    SHOWN,
    STEPS,
    STONES,
    STRIKE,
    TAKE,
    TAKEN,
    State,
    card_of,
)
from .told import NAMES, named, numbered, short_card
from .track import FAR, FINISH, START

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


def cards_out(look: Look[State]) -> list[Area]:
    return [cards_still_out(int(unseen_cards(look.s, look.seat)), int(cards_of(look.s)))]


def scene(look: Look[State]) -> Scene:
    s = look.s
    ends = ends_of(s)
    areas = [
        Area("", track_pieces(look, ends), "grid", look="track", fold=FOLD, key="track", weight=7, cell=(30, 92)),
    ]
    if not ends:
        areas += [
            Area(say("Start"), cubes_at(look, START), "counters", key="start", role="supply"),
            Area(say("Finish"), [finish_slot(look), *cubes_at(look, FINISH)], "counters", key="finish", role="supply"),
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
    areas.append(_discards(s))
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
        routes=routes_of(look, ends),
        seats=[_status(look, seat) for seat in range(int(s.seats))],
        order=_order(s),
        ordered=_ordered(s),
        tally=_tally(s) if s.over else (),
    )


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


def _discards(s: State) -> Area:
    """The discard pile, with the numbers of each symbol for players who point at it.

    There is a token for each symbol while cards are drawn and planned. In a step the track and the plans need room.
    """
    cards = [x for x in range(CARDS) if int(s.discard) >> x & 1]
    kinds = {
        symbol: sorted(int(NUMBER[x]) for x in cards if SYMBOL[x] == symbol)
        for symbol in sorted({int(SYMBOL[x]) for x in cards})
    }
    found = {
        symbol: say("{name}: {numbers}", name=NAMES[symbol], numbers=listed([str(n) for n in numbers]))
        for symbol, numbers in kinds.items()
    }
    if s.phase in (TAKE, PLAN):
        pieces = [
            Piece("card", words, "", SYMBOLS[symbol], count=len(kinds[symbol]), crop="token", label=words, effect=words)
            for symbol, words in found.items()
        ]
        note = say("{n} to draw", n=s.left) if pieces else ""
        return Area(say("Discards"), pieces, note=note, role="supply", key="discards", passing=True)
    every = facts(list(found.values()))
    pieces = [replace(short_card(cards[-1]), count=len(cards), text=every, label=every, effect=every)] if cards else []
    return Area("", pieces, note=say("Discards") if cards else "", role="supply", key="pile")


def _plan(look: Look[State], seat: int) -> list[Piece]:
    """Three steps: past ones pale, the current one marked, later ones closed or visible to their owner.

    A face-down card with a stated number shows the number.
    """
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
            pieces.append(named(known - 1, marked=now))
        elif stated := int(s.stated[seat, place]):
            pieces.append(numbered(stated, dimmed=not now, marked=now))
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
    if s.phase >= ORDER:
        return say("kept")
    return say("yours") if s.phase == TAKE and look.is_you(look.seat) else ""


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
    acting = [seat for seat in seats if s.stated[seat, number]]
    acting.sort(key=lambda seat: -int(s.stated[seat, number]))  # ties stay clockwise from the starting player
    waiting = int(s.waiting) | 1 << int(s.active)
    return [Turn(seat, _face(s, seat, number), not waiting >> seat & 1) for seat in acting]


def _face(s: State, seat: int, place: int) -> Piece:
    """A card of the plan as everybody sees it."""
    shown = int(s.shown[seat, place])
    return short_card(shown - 1) if shown else numbered(int(s.stated[seat, place]))


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
    ends = ends_of(s)
    spots = [place for place in range(PLACES) if s.laid[place]]
    hit = [int(at) for at in s.at[: int(s.seats)] if at < START and s.hits[at]]
    note = say("{n} {n|player|players} in a line of fire", n=len(hit))
    return [Preview(int(USE), "track", [at_place(spots[place], ends) for place in hit], note)]


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
            say("A life point is lost, unless the player has a Shield in this step."),
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
