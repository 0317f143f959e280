"""Template Game: a card in front of every player, and the hands."""

from __future__ import annotations

from collections.abc import Iterator

from matchbox.scene import (
    Area,
    GameEvent,
    Look,
    Moment,
    Piece,
    Player,
    Scene,
    Seen,
    Side,
    Summary,
    say,
)

from .rules import CARDS, PLAY, State


def _card(number: int, actions: tuple[int, ...] = ()) -> Piece:
    return Piece("card", str(number), number=int(number), actions=actions)


summary = Summary(
    goal=say("Score the most points."),
    turn=say("Everybody plays a card face down. The highest card scores the number of the round."),
    end=say("The game ends when all cards are played."),
)
cover = [_card(8), _card(19), Piece("card", hidden=True)]


def scene(look: Look[State]) -> Scene:
    s = look.s
    areas = [Area(say("Deck"), [Piece("card", hidden=True, count=CARDS - s.seats * s.cards)], "pile")]
    for seat in look.each_seat():
        areas += [_front(look, seat), _hand(look, seat)]
    prompt = say("Play a card. The highest card scores {n} {n|point|points}.", n=_round(s))
    coach = say("Later rounds are worth more: keep a high card for them.")
    return Scene(prompt, areas, coach=coach, rules="a-round")


def revealed(before: State, after: State) -> Iterator[tuple[int, int]]:
    """The choices that a step has made public: all of them, when the last card is face down."""
    if after.held[0] < before.held[0]:
        for seat in range(after.seats):
            yield seat, PLAY.id(after.shown[seat])


def told(seen: Seen[State]) -> Iterator[GameEvent]:
    """Your card for yourself, then the round for everybody."""
    before, after = seen.before, seen.after
    if card := seen.chose(PLAY):
        yield GameEvent("choice", say("You play the {n} face down.", n=card[0]), _card(card[0]))
    if after.held[0] == before.held[0]:
        return
    yield _told_round(after, _round(before))
    if not seen.ended:
        yield GameEvent("round", say("Round {n} begins.", n=_round(after)), minor=True)


def _told_round(s: State, number: int) -> GameEvent:
    """All cards at once: the table stops to look at them."""
    cards = [int(s.shown[seat]) for seat in range(s.seats)]
    winner = cards.index(max(cards))
    sides = []
    for seat, card in enumerate(cards):
        verdict = say("wins the round") if seat == winner else say("too low")
        sides.append(Side(seat, [_card(card)], card, "", verdict, seat == winner))
    moment = Moment(
        say("{who} wins round {n}", you="You win round {n}", who=Player(winner), n=number),
        say("the {n} is the highest card", n=cards[winner]),
        sides,
    )
    text = say(
        "{who} wins the round with the {card} and scores {n} {n|point|points}.",
        you="You win the round with the {card} and score {n} {n|point|points}.",
        who=Player(winner),
        card=cards[winner],
        n=number,
    )
    return GameEvent("reveal", text, _card(cards[winner]), moment=moment)


def _front(look: Look[State], seat: int) -> Area:
    """The card in front of a player: the chosen one, which only the player sees, or that of the last round."""
    s = look.s
    found: list[Piece] = []
    if s.chosen[seat]:
        found = [_card(s.chosen[seat])]
    elif _has_chosen(look, seat):
        found = [Piece("card", hidden=True)]
    elif s.shown[seat]:
        found = [_card(s.shown[seat])]
    return Area(say("played"), found, seat=seat, note=say("{n} {n|point|points}", n=s.score[seat]))


def _hand(look: Look[State], seat: int) -> Area:
    """Your cards, each with its action; the backs of the others."""
    s = look.s
    if seat == look.seat:
        cards = [card for card in range(1, CARDS + 1) if int(s.hand[seat]) >> card & 1 and card != s.chosen[seat]]
        found = [_card(card, look.only(PLAY.id(card))) for card in cards]
    else:
        found = [Piece("card", hidden=True)] * (int(s.held[seat]) - _has_chosen(look, seat))
    return Area(say("hand"), found, "fan", seat=seat)


def _has_chosen(look: Look[State], seat: int) -> bool:
    return not look.s.over and seat not in look.acting


def _round(s: State) -> int:
    return int(s.cards) - int(s.held[0]) + 1
