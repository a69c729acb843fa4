"""A tiny game that uses every kind of ask, draw and audience, so that tests exercise the match and not the rules.

Each round: a seat is dealt cards only it sees, everyone bids sealed, the highest bidder pays with some of its
cards within limits, orders what is left, and may look at a token. After the last round the most points win.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Annotated, Any, ClassVar

import msgspec

from referee.kernel.asks import (
    Choice,
    GroupRequired,
    GroupsExactly,
    NoneSpare,
    Together,
    TotalAtLeast,
)
from referee.kernel.chance import seed_from_text
from referee.kernel.facts import Fact, OwnerSees, Public, Seat, Secret, seen_by
from referee.kernel.game import Charter, Game, Options, Setup
from referee.kernel.questions import OneOf, OrderOf, SomeOf, by_name
from referee.kernel.refusals import Refusal, Refused
from referee.kernel.table import Script, Table, rule
from referee.kernel.talk import Statement
from referee.match.charters import Terms, settle_with
from referee.rulebook import Rule, Rulebook, Ruling
from tests.kernel.scripts import plain_wording


class Card(StrEnum):
    HIDDEN = "?"
    RED_1 = "red/1"
    RED_2 = "red/2"
    BLUE_1 = "blue/1"
    BLUE_2 = "blue/2"
    BLUE_3 = "blue/3"


FACES = tuple(card for card in Card if card is not Card.HIDDEN)


class Shuffled(Fact, frozen=True, tag="toy.shuffled"):
    """The deck was shuffled."""

    cards: Secret[tuple[Card, ...]]


class RoundBegan(Fact, frozen=True, tag="toy.round_began"):
    """A round began."""

    number: Public[int]


class Dealt(Fact, frozen=True, tag="toy.dealt"):
    """A seat was dealt cards."""

    seat: Public[Seat]
    cards: OwnerSees[tuple[Card, ...]]


class Bid(Fact, frozen=True, tag="toy.bid"):
    """A seat bid."""

    seat: Public[Seat]
    amount: Public[int]


class Paid(Fact, frozen=True, tag="toy.paid"):
    """A seat paid with cards."""

    seat: Public[Seat]
    cards: Public[tuple[Card, ...]]
    note: Public[str]


class Whispered(Fact, frozen=True, tag="toy.whispered"):
    """One seat was told something; nobody else learns that it was."""

    told_to = seen_by("seat")

    seat: Public[Seat]
    card: Annotated[Card, seen_by("seat")]


class Boasted(Statement, frozen=True, tag="toy.boasted"):
    """A seat said that it has a card, but not the smallest one."""

    card: Public[Card]
    rule: ClassVar[str] = "play"

    def forbidding_rule(self) -> str:
        return "play" if self.card is Card.RED_1 else ""


class Pointed(Statement, frozen=True, tag="toy.pointed"):
    """A seat pointed at another."""

    at: Public[Seat]
    seats_named: ClassVar[tuple[str, ...]] = ("at",)


class PlaceBid(Choice, frozen=True, tag="toy.place_bid"):
    """Bid this much."""

    amount: int


class Pay(Choice, frozen=True, tag="toy.pay"):
    """Pay with this card."""

    card: Card

    @property
    def weight(self) -> int:
        return int(self.card.value[-1])

    @property
    def group(self) -> str:
        return self.card.value.partition("/")[0]


class Listen(Choice, frozen=True, tag="toy.listen"):
    """Have the top card whispered to you, or not."""

    do: bool


ASK_BID = OneOf("toy.bid", "What do you bid?", PlaceBid)
ASK_PAYMENT = SomeOf("toy.pay", "What do you pay with?", Pay)
ASK_ORDER = OrderOf("toy.order", "In which order do you keep the rest?", Pay)
ASK_LISTEN = OneOf("toy.listen", "Do you listen?", Listen)


class Obstacle(StrEnum):
    TOO_RICH = "too_rich"


class Ending(StrEnum):
    LAST_ROUND = "last_round"


class ToyOptions(Options, frozen=True, forbid_unknown_fields=True):
    rounds: int = 3
    faulty_round: int = 0
    """The round in which the rules raise an error, to see what the referee does."""
    silent_round: int = 0
    """The round in which seat 0 may not talk."""


class State(msgspec.Struct):
    hands: list[list[Card]]
    points: list[int]
    rounds: int
    faulty_round: int
    deck: list[Card] = []
    number: int = 0
    whispers: list[Card] = []
    silent_round: int = 0


def new_state(setup: Setup, viewer: Seat) -> State:
    options = setup.options
    assert isinstance(options, ToyOptions)
    hands: list[list[Card]] = [[] for _ in range(setup.seats)]
    points = [0] * setup.seats
    return State(hands, points, options.rounds, options.faulty_round, silent_round=options.silent_round)


def silencing_rule(state: State, seat: Seat) -> str:
    return "play" if seat == 0 and state.number == state.silent_round else ""


def fold_shuffled(state: State, fact: Shuffled) -> None:
    state.deck = list(fact.cards)


def fold_round(state: State, fact: RoundBegan) -> None:
    state.number = fact.number


def fold_dealt(state: State, fact: Dealt) -> None:
    del state.deck[len(state.deck) - len(fact.cards) :]
    state.hands[fact.seat].extend(fact.cards)


def fold_bid(state: State, fact: Bid) -> None:
    state.points[fact.seat] += fact.amount


def fold_paid(state: State, fact: Paid) -> None:
    hand = state.hands[fact.seat]
    for card in fact.cards:
        hand.remove(card if card in hand else Card.HIDDEN)


def fold_whispered(state: State, fact: Whispered) -> None:
    state.whispers.append(fact.card)


def why_not(choice: Choice) -> Refused | None:
    if isinstance(choice, PlaceBid):
        return Refused(Refusal.NOT_OFFERED, "toy.bidding", Obstacle.TOO_RICH)
    return None


@rule("play")
def play(table: Table[State]) -> Script[None]:
    for number in range(1, table.state.rounds + 1):
        table.record(RoundBegan(number))
        yield from play_round(table, number)
    points = tuple(table.state.points)
    best = max(points)
    table.end(Ending.LAST_ROUND, tuple([s for s in range(table.seats) if points[s] == best]), points)


@rule("round")
def play_round(table: Table[State], number: int) -> Script[None]:
    if len(table.state.deck) <= 3 * table.seats:
        table.record(Shuffled(table.chance("deck").shuffled(FACES * 6)))
    for seat in range(table.seats):
        table.record(Dealt(seat, tuple(table.state.deck[-3:])))
    bids = yield from bidding(table)
    if number == table.state.faulty_round:
        raise KeyError("secret/card")
    winner = bids.index(max(bids))
    yield from payment(table, winner)
    is_last = number == table.state.rounds
    answer = yield ASK_LISTEN.to(winner, (Listen(do=False), Listen(do=True)), passes=0, concerns_seat=is_last)
    if answer.do:
        table.record(Whispered(winner, table.state.deck[-1]))


@rule("bidding")
def bidding(table: Table[State]) -> Script[list[int]]:
    offers = tuple([PlaceBid(n) for n in range(4)])
    placed = yield Together(
        [ASK_BID.to(seat, offers, why_not=why_not, passes=0) for seat in range(table.seats)]
    )
    for seat, bid in placed.items():
        table.record(Bid(seat, bid.amount))
    return [bid.amount for bid in placed.values()]


@rule("payment")
def payment(table: Table[State], seat: Seat) -> Script[None]:
    hand = sorted(table.state.hands[seat])
    options = tuple([Pay(card) for card in hand])
    groups = len({option.group for option in options})
    limits = (
        TotalAtLeast("payment.total", 2),
        GroupsExactly("payment.groups", groups),
        GroupRequired("payment.group", options[0].group),
        NoneSpare("payment.spare", 2),
    )
    default = paying(options, groups)
    chosen = yield ASK_PAYMENT.to(seat, options, 1, len(options), default=default, limits=limits)
    table.record(Paid(seat, tuple([pay.card for pay in chosen]), f"die {table.chance('die').below(6) + 1}"))
    left = tuple([Pay(card) for card in sorted(table.state.hands[seat])])[:4]
    yield ASK_ORDER.to(seat, left)


def paying(options: tuple[Pay, ...], groups: int) -> tuple[int, ...]:
    """Return a valid payment: the dearest card of each group, and more only while the total is short."""
    picks: list[int] = []
    for place in reversed(range(len(options))):
        if options[place].group not in [options[pick].group for pick in picks]:
            picks.append(place)
    for place in reversed(range(len(options))):
        if place not in picks and sum(options[pick].weight for pick in picks) < 2:
            picks.append(place)
    return tuple(sorted(picks))


FOLDS: dict[type[Fact], Callable[[Any, Any], None]] = {
    Shuffled: fold_shuffled,
    RoundBegan: fold_round,
    Dealt: fold_dealt,
    Bid: fold_bid,
    Paid: fold_paid,
    Whispered: fold_whispered,
}

RULEBOOK = Rulebook(
    game="toy",
    editions={"first": "The first edition"},
    rules={"play": Rule("Play some rounds.")},
    rulings={
        "ties": Ruling(
            "Who wins a tie?", ("play",), {"all": "All.", "none": "None."}, "all", "It is kinder."
        ),
    },
)

GAME = Game(
    name="toy",
    title="Toy",
    rules_version=2,
    seats=range(2, 5),
    facts=(Shuffled, RoundBegan, Dealt, Bid, Paid, Whispered),
    choices=(PlaceBid, Pay, Listen),
    questions=by_name(ASK_BID, ASK_PAYMENT, ASK_ORDER, ASK_LISTEN),
    obstacles=Obstacle,
    endings=Ending,
    options=ToyOptions,
    state=State,
    new_state=new_state,
    folds=FOLDS,
    play=play,
    rulebook=RULEBOOK,
    wording=plain_wording(Obstacle, Ending),
    turn_fact=RoundBegan,
    statements=(Boasted, Pointed),
    silencing_rule=silencing_rule,
)


def settle(charter: Charter) -> Terms:
    """Settle a charter of this game, which is not registered."""
    return settle_with(GAME, charter)


def charter(seats: int = 3, seed: str = "toy", **options: str) -> Charter:
    return Charter("toy", 2, seats, seed_from_text(seed).hex(), options=options)


def talking(seats: int = 3, seed: str = "toy", policy: Any = "free", **options: str) -> Charter:
    """Return the charter of a match in which the seats may talk."""
    return msgspec.structs.replace(charter(seats, seed, **options), talk=policy)


def salted(charter: Charter) -> Charter:
    """Return a charter with a fixed salt, for tests in which two servers must write the same bytes."""
    return msgspec.structs.replace(charter, salt="5a" * 32)


def terms(seats: int = 3, seed: str = "toy", **options: str) -> Terms:
    return settle(charter(seats, seed, **options))
