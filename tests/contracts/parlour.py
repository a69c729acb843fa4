"""A parlour game for the tests, in which everything that can be hidden is hidden; subject to the same contracts.

There are guests with cards, and one or two thieves among them. In each round all draw; then a sealed window opens in
which all are asked, and holders of a bell may ring it. In turn each lays cards face down into a pool, which is turned
over without showing whose they were. The leader looks at a role in secret; if it is a thief's, the leader may toss a
coin that nobody else learns of. Finally the leader puts cards back on the deck, in an order of its choice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from enum import StrEnum
from typing import Any, ClassVar

import msgspec

from referee.kernel.asks import Choice, One, Together, TotalAtLeast
from referee.kernel.facts import OPEN_TABLE, Fact, OwnerSees, Public, Seat, Secret, seen_by
from referee.kernel.game import Game, Options, Setup
from referee.kernel.questions import OneOf, OrderOf, SomeOf, by_name
from referee.kernel.refusals import Refusal, Refused
from referee.kernel.table import Script, Table, rule
from referee.kernel.talk import Statement
from referee.rulebook import Rule, Rulebook, Ruling
from tests.contracts.declarations import Declaration
from tests.kernel.scripts import plain_wording

ROUNDS = 4
CARDS_DRAWN = 2
MOST_LAID = 2


class Card(StrEnum):
    HIDDEN = "?"
    CUP_1 = "cup/1"
    CUP_2 = "cup/2"
    SPOON_1 = "spoon/1"
    SPOON_3 = "spoon/3"
    BELL = "bell/0"

    @property
    def value_in_play(self) -> int:
        return int(self.value[-1])


class Role(StrEnum):
    HIDDEN = "?"
    GUEST = "guest"
    THIEF = "thief"


FACES = tuple([card for card in Card if card is not Card.HIDDEN])
DECK = FACES * 10
ROLES = (Role.THIEF, Role.GUEST, Role.GUEST, Role.THIEF, Role.GUEST)


# What can happen


class DeckShuffled(Fact, frozen=True, tag="parlour.deck_shuffled"):
    """The deck was shuffled. Last is on top."""

    cards: Secret[tuple[Card, ...]]


class RoleDealt(Fact, frozen=True, tag="parlour.role_dealt"):
    """A seat was dealt its role."""

    seat: Public[Seat]
    role: OwnerSees[Role]


class RoundBegan(Fact, frozen=True, tag="parlour.round_began"):
    """A round began."""

    round: Public[int]
    leader: Public[Seat]


class CardsDrawn(Fact, frozen=True, tag="parlour.cards_drawn"):
    """A seat drew cards."""

    seat: Public[Seat]
    cards: OwnerSees[tuple[Card, ...]]


class BellRung(Fact, frozen=True, tag="parlour.bell_rung"):
    """A seat rang a bell, which is spent."""

    seat: Public[Seat]


class CardsLaid(Fact, frozen=True, tag="parlour.cards_laid"):
    """A seat laid cards face down into the pool."""

    seat: Public[Seat]
    cards: OwnerSees[tuple[Card, ...]]


class PoolTurned(Fact, frozen=True, tag="parlour.pool_turned"):
    """The pool was turned over, sorted: nobody is told whose cards they were."""

    cards: Public[tuple[Card, ...]]


class RoleShown(Fact, frozen=True, tag="parlour.role_shown"):
    """A seat looked at a role. Its owner learns that it did, nobody else learns anything."""

    told_to = seen_by("seat", "owner")

    seat: Public[Seat]
    owner: Public[Seat]
    role: OwnerSees[Role]


class CoinTossed(Fact, frozen=True, tag="parlour.coin_tossed"):
    """A seat tossed a coin in secret."""

    told_to = seen_by("seat")

    seat: Public[Seat]
    heads: OwnerSees[int]


class CardsReturned(Fact, frozen=True, tag="parlour.cards_returned"):
    """A seat put cards on the deck, the last on top."""

    seat: Public[Seat]
    cards: OwnerSees[tuple[Card, ...]]


class RolesTurned(Fact, frozen=True, tag="parlour.roles_turned"):
    """Everybody's role was turned over."""

    roles: Public[tuple[Role, ...]]


# What can be said


class CardClaimed(Statement, frozen=True, tag="parlour.card_claimed"):
    """A seat said that it has this card in hand."""

    card: Public[Card]


class Accused(Statement, frozen=True, tag="parlour.accused"):
    """A seat accused another of being a thief."""

    suspect: Public[Seat]
    seats_named: ClassVar[tuple[str, ...]] = ("suspect",)


FACTS: tuple[type[Fact], ...] = (
    DeckShuffled,
    RoleDealt,
    RoundBegan,
    CardsDrawn,
    BellRung,
    CardsLaid,
    PoolTurned,
    RoleShown,
    CoinTossed,
    CardsReturned,
    RolesTurned,
)


# What can be chosen


class RingBell(Choice, frozen=True, tag="parlour.ring_bell"):
    """Ring your bell."""


class StaySilent(Choice, frozen=True, tag="parlour.stay_silent"):
    """Ring no bell."""


class Lay(Choice, frozen=True, tag="parlour.lay"):
    """Lay this card into the pool."""

    card: Card

    @property
    def weight(self) -> int:
        return self.card.value_in_play


class LookAt(Choice, frozen=True, tag="parlour.look_at"):
    """Look at the role of this seat."""

    owner: Seat


class Toss(Choice, frozen=True, tag="parlour.toss"):
    """Toss the coin, or do not."""

    do: bool


class PutBack(Choice, frozen=True, tag="parlour.put_back"):
    """Put this card on the deck."""

    card: Card


CHOICES: tuple[type[Choice], ...] = (RingBell, StaySilent, Lay, LookAt, Toss, PutBack)

ASK_FOR_BELL = OneOf("parlour.window", "Do you ring a bell?", RingBell, StaySilent)
ASK_CARDS = SomeOf("parlour.lay", "Which cards do you lay?", Lay)
ASK_WHOM = OneOf("parlour.look", "Whose role do you look at?", LookAt)
ASK_TOSS = OneOf("parlour.toss", "A thief! Do you toss the coin?", Toss)
ASK_ORDER = OrderOf("parlour.put_back", "In which order do you put these back?", PutBack)

QUESTIONS = by_name(ASK_FOR_BELL, ASK_CARDS, ASK_WHOM, ASK_TOSS, ASK_ORDER)


class Obstacle(StrEnum):
    NO_BELL = "no_bell"
    OWN_ROLE = "own_role"


class Ending(StrEnum):
    LAST_ROUND = "last_round"
    POOL_POISONED = "pool_poisoned"


# The table


class State(msgspec.Struct):
    viewer: Seat
    hands: list[list[Card]]
    roles: list[Role]
    coins: list[int]
    """Heads tossed by each seat."""
    deck: list[Card] = []
    pool: list[Card] = []
    discard: list[Card] = []
    round: int = 0
    leader: Seat = 0
    points: int = 0


def new_state(setup: Setup, viewer: Seat) -> State:
    seats = range(setup.seats)
    return State(viewer, [[] for _ in seats], [Role.HIDDEN for _ in seats], [0 for _ in seats])


def drop(hand: list[Card], card: Card) -> None:
    hand.remove(card if card in hand else Card.HIDDEN)


def fold_shuffled(state: State, fact: DeckShuffled) -> None:
    state.deck = list(fact.cards)


def fold_dealt(state: State, fact: RoleDealt) -> None:
    state.roles[fact.seat] = fact.role


def fold_round(state: State, fact: RoundBegan) -> None:
    state.round, state.leader = fact.round, fact.leader


def fold_drawn(state: State, fact: CardsDrawn) -> None:
    del state.deck[len(state.deck) - len(fact.cards) :]
    state.hands[fact.seat].extend(fact.cards)


def fold_rung(state: State, fact: BellRung) -> None:
    drop(state.hands[fact.seat], Card.BELL)
    state.discard = sorted([*state.discard, Card.BELL])


def fold_laid(state: State, fact: CardsLaid) -> None:
    for card in fact.cards:
        drop(state.hands[fact.seat], card)
    state.pool.extend([card if state.viewer == OPEN_TABLE else Card.HIDDEN for card in fact.cards])


def fold_turned(state: State, fact: PoolTurned) -> None:
    state.pool.clear()
    state.discard = sorted([*state.discard, *fact.cards])
    state.points += sum([card.value_in_play for card in fact.cards])


def fold_shown(state: State, fact: RoleShown) -> None:
    if fact.role is not Role.HIDDEN:
        state.roles[fact.owner] = fact.role


def fold_tossed(state: State, fact: CoinTossed) -> None:
    state.coins[fact.seat] += fact.heads


def fold_returned(state: State, fact: CardsReturned) -> None:
    for card in fact.cards:
        drop(state.hands[fact.seat], card)
    state.deck.extend([card if state.viewer == OPEN_TABLE else Card.HIDDEN for card in fact.cards])


def fold_roles(state: State, fact: RolesTurned) -> None:
    state.roles = list(fact.roles)


FOLDS: dict[type[Fact], Callable[[Any, Any], None]] = {
    DeckShuffled: fold_shuffled,
    RoleDealt: fold_dealt,
    RoundBegan: fold_round,
    CardsDrawn: fold_drawn,
    BellRung: fold_rung,
    CardsLaid: fold_laid,
    PoolTurned: fold_turned,
    RoleShown: fold_shown,
    CoinTossed: fold_tossed,
    CardsReturned: fold_returned,
    RolesTurned: fold_roles,
}


# The rules


def play(table: Table[State]) -> Script[None]:
    set_up(table)
    for number in range(1, ROUNDS + 1):
        yield from play_round(table, number)
    finish(table, Ending.LAST_ROUND)


@rule("setup")
def set_up(table: Table[State]) -> None:
    table.record(DeckShuffled(table.chance("deck").shuffled(DECK)))
    for seat, role in enumerate(table.chance("roles").shuffled(ROLES[: table.seats])):
        table.record(RoleDealt(seat, role))


@rule("round")
def play_round(table: Table[State], number: int) -> Script[None]:
    leader = number % table.seats
    table.record(RoundBegan(number, leader))
    for seat in range(table.seats):
        draw(table, seat, CARDS_DRAWN)
    yield from window(table)
    for seat in (leader, *table.others(leader)):
        yield from lay_cards(table, seat)
    turn_the_pool(table)
    yield from look(table, leader)
    yield from put_back(table, leader)


@rule("draw")
def draw(table: Table[State], seat: Seat, count: int) -> None:
    table.record(CardsDrawn(seat, tuple(table.state.deck[-count:])))


@rule("window")
def window(table: Table[State]) -> Script[None]:
    """Ask everybody, because who holds a bell is a secret."""
    answers = yield Together([ask_for_bell(table, seat) for seat in range(table.seats)])
    for seat, answer in answers.items():
        if isinstance(answer, RingBell):
            table.record(BellRung(seat))
            draw(table, seat, 1)


def ask_for_bell(table: Table[State], seat: Seat) -> One:
    options: list[Choice] = [StaySilent()]
    if Card.BELL in table.state.hands[seat]:
        options.append(RingBell())

    def why_not(choice: Choice) -> Refused | None:
        is_bell = isinstance(choice, RingBell)
        return Refused(Refusal.NOT_OFFERED, "window", Obstacle.NO_BELL) if is_bell else None

    return ASK_FOR_BELL.to(seat, options, why_not=why_not, passes=0, concerns_seat=False)


@rule("pool")
def lay_cards(table: Table[State], seat: Seat) -> Script[None]:
    options = [Lay(card) for card in sorted(table.state.hands[seat])]
    dearest = max(range(len(options)), key=lambda place: options[place].weight)
    limits = (TotalAtLeast("pool.value", min(1, options[dearest].weight)),)
    most = min(MOST_LAID, len(options))
    chosen = yield ASK_CARDS.to(seat, options, 0, most, default=(dearest,), limits=limits)
    table.record(CardsLaid(seat, tuple([choice.card for choice in chosen])))


@rule("pool")
def turn_the_pool(table: Table[State]) -> None:
    cards = tuple(sorted(table.state.pool))
    table.record(PoolTurned(cards))
    if cards.count(Card.BELL) >= table.seats:
        finish(table, Ending.POOL_POISONED)


@rule("look")
def look(table: Table[State], leader: Seat) -> Script[None]:
    """Let the leader look; the table waits for it anyway, so the result changes nothing that others see."""

    def why_not(choice: Choice) -> Refused | None:
        is_own = isinstance(choice, LookAt) and choice.owner == leader
        return Refused(Refusal.NOT_OFFERED, "look", Obstacle.OWN_ROLE) if is_own else None

    options = [LookAt(seat) for seat in table.others(leader)]
    chosen = yield ASK_WHOM.to(leader, options, why_not=why_not)
    role = table.state.roles[chosen.owner]
    table.record(RoleShown(leader, chosen.owner, role))
    if role is Role.THIEF:
        answer = yield ASK_TOSS.to(leader, (Toss(do=False), Toss(do=True)))
        if answer.do:
            table.record(CoinTossed(leader, table.chance("coin").below(2)))


@rule("look")
def put_back(table: Table[State], leader: Seat) -> Script[None]:
    """Ask the leader to put cards back, unless it visibly has none."""
    cards = sorted(table.state.hands[leader])[:3]
    if not cards:
        return
    ordered = yield ASK_ORDER.to(leader, [PutBack(card) for card in cards])
    table.record(CardsReturned(leader, tuple([choice.card for choice in ordered])))


@rule("end")
def finish(table: Table[State], ending: Ending) -> None:
    roles = tuple(table.state.roles)
    table.record(RolesTurned(roles))
    thieves_win = table.ruling("tie") == "thieves" if table.state.points == 12 else table.state.points < 12
    winning = Role.THIEF if thieves_win else Role.GUEST
    winners = tuple([seat for seat, role in enumerate(roles) if role is winning])
    table.end(ending, winners, tuple([table.state.points] * table.seats))


RULEBOOK = Rulebook(
    game="parlour",
    editions={},
    rules={
        "setup": Rule("Shuffle the deck and deal the roles."),
        "round": Rule("In each round draw, ring, lay, look and put back."),
        "draw": Rule("Cards come from the top of the deck."),
        "window": Rule("Whoever holds a bell may ring it and draw a card."),
        "pool": Rule("Each seat lays up to two cards face down; then they are turned over."),
        "pool.value": Rule("Whoever holds a card worth a point lays at least one point."),
        "look": Rule("The leader looks at a role of another seat and puts cards back."),
        "end": Rule("The guests win with more than twelve points."),
    },
    rulings={
        "tie": Ruling(
            question="Who wins with twelve points?",
            rules=("end",),
            readings={"thieves": "The thieves.", "guests": "The guests."},
            default="thieves",
            reason="Twelve are not more than twelve.",
        )
    },
)

GAME = Game(
    name="parlour",
    title="Parlour",
    rules_version=1,
    seats=range(3, 6),
    facts=FACTS,
    choices=CHOICES,
    questions=QUESTIONS,
    obstacles=Obstacle,
    endings=Ending,
    options=Options,
    state=State,
    new_state=new_state,
    folds=FOLDS,
    play=play,
    rulebook=RULEBOOK,
    wording=plain_wording(Obstacle, Ending),
    turn_fact=RoundBegan,
    statements=(CardClaimed, Accused),
)


# What it declares


def contents(state: State) -> dict[str, object]:
    """Return everything on the table, wherever it lies."""
    cards = Counter([*state.deck, *state.pool, *state.discard])
    for hand in state.hands:
        cards.update(hand)
    return {"cards": cards}


class ParlourWitness:
    """What each viewer sees in the parlour."""

    def __init__(self, setup: Setup, viewer: Seat) -> None:
        self.viewer = viewer
        self.known_roles = {viewer}

    def notice(self, fact: Fact, table: State) -> object:
        match fact:
            case RolesTurned():
                self.known_roles.update(range(len(fact.roles)))
            case RoleShown() if self.viewer == fact.seat:
                self.known_roles.add(fact.owner)
                return ("looked", fact.owner)
            case RoleShown() if self.viewer == fact.owner:
                return ("was looked at by", fact.seat)
            case CoinTossed() if self.viewer == fact.seat:
                return ("tossed", fact.heads)
            case _:
                pass
        return None

    def sees(self, table: State) -> State:
        viewer = self.viewer
        return msgspec.structs.replace(
            table,
            viewer=viewer,
            hands=[
                hand if seat == viewer else [Card.HIDDEN] * len(hand) for seat, hand in enumerate(table.hands)
            ],
            roles=[
                role if seat in self.known_roles else Role.HIDDEN for seat, role in enumerate(table.roles)
            ],
            coins=[heads if seat == viewer else 0 for seat, heads in enumerate(table.coins)],
            deck=[Card.HIDDEN] * len(table.deck),
            pool=[Card.HIDDEN] * len(table.pool),
        )


DECLARATION = Declaration(
    game=GAME,
    box={"cards": Counter(DECK)},
    contents=contents,
    witness=ParlourWitness,
    most_decisions=ROUNDS * 6,
    secrets=("deck", "hands", "roles", "coins", "pool", "sealed answers"),
    rare={"pool_poisoned": "every seat must have laid a bell"},
    in_passing={"parlour.window": "everyone is asked"},
    kept={"parlour.look": "whose role the leader looks at is between the two of them"},
)
