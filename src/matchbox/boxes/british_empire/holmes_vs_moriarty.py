"""Holmes vs Moriarty: two seats with hidden hands race to name what is left in the bag.

Three Small Games in the British Empire +2, by Kumeta (PREOPEN). Both seats must answer number tiles with
chips, and what they place tells what they hold. Whoever names the chips in the bag scores for the
chips still behind the screen; a wrong name gives points away. Twelve points win.
Rulings (R1, R2, ...) stand in docs/rules/holmes_vs_moriarty.md.

A match that knows the first Holmes plays with the option holmes=match and writes
`first_holmes = 1 + seat` into the blank record before `setup`; left at 0, a coin decides (R21).
The state, and what a seat can know of hidden chips, are in holmes_state.py.
"""

from __future__ import annotations

from matchbox.engine import (
    NOBODY,
    About,
    Actions,
    Game,
    Ints,
    Reasons,
    all_act,
    below,
    committed,
    draw_kind,
    finish,
    put,
    rule,
    turn_to,
    wide,
)

from .components import (
    BLUE,
    BOX,
    CHIPS,
    GREEN,
    RED,
    YELLOW,
    count,
    shuffle_tiles,
    turn_up,
)
from .holmes_sets import BAG_OF, BAGS, EXACT, EXACTS, FIRST_BAG, fits, most
from .holmes_state import (
    HAND,
    MOST_ROUNDS,
    PASSED,
    PLACING,
    STAGES,
    TILES_UP,
    UNSAID,
    WINDOW,
    WINDOWS,
    State,
    conserved,
    leader_of,
    must_copy,
    redeal,
    target_of,
)

about = About(
    id="holmes_vs_moriarty",
    name="Holmes vs Moriarty",
    box=BOX,
    designers="Kumeta",
    seats=range(2, 3),
    minutes="10-15",
    complexity=3,
    kind="deduction with hidden hands and a hidden bag, forced following, race to announce",
    asks_forced=True,  # R16
    thinking=150_000,
    slips=(0.7, 0.36, 0.06),
)

GOAL, PENALTY = 12, 5
RANDOM, SEAT0, SEAT1, MATCH = range(4)  # holmes

actions = Actions()
PLACE = actions.block("place", blue=7, red=7, green=3, yellow=2)
PASS = actions.single("pass", secret=True)
ANNOUNCE = actions.block("announce", secret=True, bag=BAGS)

reasons = Reasons()
TWELVE = reasons("12 points or more")
CAP = reasons("round limit reached: more points", cap=True)


# --- setup ---


@rule
def setup(s: State) -> None:
    if s.holmes == SEAT0:
        s.first_holmes = 1
    elif s.holmes == SEAT1:
        s.first_holmes = 2
    elif s.holmes == RANDOM or s.first_holmes == 0:  # R21
        s.first_holmes = 1 + below(s, 2)
    s.holmes_seat = s.first_holmes - 1
    s.speaker = NOBODY
    begin_round(s)


@rule
def begin_round(s: State) -> None:
    """All chips and tiles go back (R1); eight chips a seat, two tiles, and Holmes places first."""
    put(s.bag, CHIPS)
    in_bag = count(s.bag)
    shuffle_tiles(s, s.deck, s.in_deck)
    for seat in range(2):
        for colour in range(4):
            s.hand[seat, colour] = 0
            for stage in range(STAGES):
                s.placed[seat, stage, colour] = 0
        for _ in range(HAND):
            s.hand[seat, draw_kind(s, s.bag, in_bag)] += 1
            in_bag -= 1
        s.behind[seat] = HAND
    for i in range(TILES_UP):
        s.tiles[i] = s.on_tile[i] = 0
    s.in_bag = in_bag
    s.stage = s.placements = s.window = 0
    s.rounds += 1
    for i in range(2):
        s.tiles[i] = turn_up(s.deck, s.in_deck)
    ask_placement(s, wide(s.holmes_seat))


# --- choices ---


@rule
def legal(s: State, seat: int, out: Ints) -> int:
    if s.phase == WINDOW:
        out[0] = PASS
        first = FIRST_BAG[s.in_bag]
        n = FIRST_BAG[s.in_bag + 1] - first
        for k in range(n):
            out[k + 1] = PASS + first + k
        return n + 1
    hand = s.hand[seat]
    b, r, g, y = wide(hand[BLUE]), wide(hand[RED]), wide(hand[GREEN]), wide(hand[YELLOW])
    stage = wide(s.stage)
    if must_copy(s, seat, stage, b, r, g, y):
        lead = s.placed[1 - seat, stage]
        out[0] = PLACE.id(wide(lead[BLUE]), wide(lead[RED]), wide(lead[GREEN]), wide(lead[YELLOW]))
        return 1
    return answers(target_of(s, stage), b, r, g, y, out)


@rule
def answers(target: int, b: int, r: int, g: int, y: int, out: Ints) -> int:
    """What a hand may place for a target: exact sets, else greater ones, else nothing (R5-R7)."""
    n = 0
    for k in range(EXACTS[target]):
        chips = EXACT[target, k]
        if fits(chips, b, r, g, y):
            out[n] = PLACE.id(chips[BLUE], chips[RED], chips[GREEN], chips[YELLOW])
            n += 1
    if n > 0:
        return n
    for blue in range(b + 1):
        for red in range(r + 1):
            for green in range(g + 1):
                for yellow in range(y + 1):
                    if most(blue, red, green, yellow) > target:
                        out[n] = PLACE.id(blue, red, green, yellow)
                        n += 1
    if n == 0:
        out[0] = PLACE.id(0, 0, 0, 0)
        n = 1
    return n


@rule
def apply(s: State, seat: int, action: int) -> None:
    if s.phase == WINDOW:
        s.choice[seat] = PASSED + action - PASS
        if committed(s, seat):
            hear(s)
    else:
        place(s, seat, action)


# --- placing ---


@rule
def ask_placement(s: State, seat: int) -> None:
    s.phase = PLACING
    turn_to(s, seat)


@rule
def place(s: State, seat: int, action: int) -> None:
    chips = PLACE.args(action)
    for colour in range(4):
        s.placed[seat, s.stage, colour] = chips[colour]
        s.hand[seat, colour] -= chips[colour]
        s.behind[seat] -= chips[colour]
    s.placements += 1
    if s.placements == 1:  # R11: nobody may announce in the first stage
        ask_placement(s, 1 - seat)
        return
    if s.placements == 2:
        put_chip(s, 0)
        put_chip(s, 1)
    open_window(s)


@rule
def put_chip(s: State, i: int) -> None:
    """A random chip goes from the bag onto a tile (R18)."""
    s.on_tile[i] = 1 + draw_kind(s, s.bag, wide(s.in_bag))
    s.in_bag -= 1


# --- windows and announcements ---


@rule
def open_window(s: State) -> None:
    s.window += 1
    s.phase = WINDOW
    all_act(s)


@rule
def hear(s: State) -> None:
    """Both have chosen: play goes on, or the leader's announcement is judged before the other's (R12)."""
    leader = leader_of(s, wide(s.stage))
    first, second = wide(s.choice[leader]), wide(s.choice[1 - leader])
    s.choice[0] = s.choice[1] = UNSAID
    if first == PASSED and second == PASSED:
        go_on(s)
        return
    s.said[leader], s.said[1 - leader] = first, second
    judge(s, leader if first > PASSED else 1 - leader)


@rule
def go_on(s: State) -> None:
    """After the chip of a stage comes a new tile, then the leader, then the follower, then a chip."""
    after = s.window % 4
    if after == 1:
        s.stage += 1
        s.tiles[s.stage + 1] = turn_up(s.deck, s.in_deck)
        open_window(s)
    elif after == 2:
        ask_placement(s, leader_of(s, wide(s.stage)))
    elif after == 3:
        ask_placement(s, 1 - leader_of(s, wide(s.stage)))
    else:
        put_chip(s, wide(s.stage) + 1)
        if s.window < WINDOWS:
            open_window(s)
        else:  # R17: a tied round
            s.said[0] = s.said[1] = UNSAID
            end_round(s, NOBODY)


@rule
def judge(s: State, speaker: int) -> None:
    """Right: two points a chip behind the screen. Wrong: five for the other. Yellow there halves them (R14)."""
    right = True
    for colour in range(4):
        if s.bag[colour] != BAG_OF[wide(s.said[speaker]) - PASSED, colour]:
            right = False
    scorer = speaker if right else 1 - speaker
    points = 2 * wide(s.behind[speaker]) if right else wide(PENALTY)
    if s.hand[scorer, YELLOW] > 0:
        points //= 2
    s.score[scorer] += points
    s.sheet[s.rounds - 1, scorer] = points
    end_round(s, speaker)


# --- the end of a round ---


@rule
def end_round(s: State, speaker: int) -> None:
    """Show bag and hands; the end of the game, or a new round, with roles swapped if somebody spoke (R17)."""
    s.speaker = speaker
    put(s.open_bag, s.bag)
    for seat in range(2):
        put(s.open_hand[seat], s.hand[seat])
    if s.score[0] >= GOAL or s.score[1] >= GOAL:
        finish(s, TWELVE)
    elif s.rounds == MOST_ROUNDS:
        finish(s, CAP)
    else:
        if speaker != NOBODY:
            s.holmes_seat = 1 - wide(s.holmes_seat)
        begin_round(s)


game = Game(
    about,
    State,
    actions,
    reasons,
    setup=setup,
    legal=legal,
    apply=apply,
    redeal=redeal,
    conserved=conserved,
    bound=lambda seats, options: MOST_ROUNDS * (2 * STAGES + 2 * WINDOWS),
)
