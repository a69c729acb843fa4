"""A voyage: a very short made-up game, whose rules nest and interrupt like those the kernel is made for.

Some seats are secretly cultists. In its turn a seat acts, or gives its action away; then the ship meets the sea. Cards
are played in windows before a roll, after a roll and before damage. The ship is lost when its fuel or its hull is at 0,
at once, whatever is going on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from typing import Annotated, Any, ClassVar, NoReturn

import msgspec

from referee.kernel.asks import Choice, One, Together
from referee.kernel.chance import seed_from_text
from referee.kernel.facts import Audience, Fact, OwnerSees, Public, Seat, seen_by
from referee.kernel.game import Game, Options, Setup
from referee.kernel.questions import OneOf, OrderOf, by_name
from referee.kernel.run import Run
from referee.kernel.table import Script, Table, rule
from referee.rulebook import Rulebook
from tests.kernel.scripts import plain_wording

HULL = 3
FUEL = 3
TURNS = 6
SAFE_FACE = 4


class Role(StrEnum):
    HIDDEN = "?"
    CREW = "crew"
    CULTIST = "cultist"


class Card(StrEnum):
    HIDDEN = "?"
    STEADY = "steady"
    AGAIN = "again"
    PLANK = "plank"
    MUTINY = "mutiny"
    EFFORT = "effort"


BEFORE_ROLL = (Card.STEADY, Card.MUTINY, Card.EFFORT)
AFTER_ROLL = (Card.AGAIN, Card.MUTINY)
WOULD_BE_DAMAGED = (Card.PLANK,)


class RoleDealt(Fact, frozen=True, tag="voyage.role_dealt"):
    """A seat was dealt its role and looked at it."""

    seat: Public[Seat]
    role: OwnerSees[Role]


class HandDealt(Fact, frozen=True, tag="voyage.hand_dealt"):
    """A seat was dealt cards; the others count them."""

    seat: Public[Seat]
    cards: OwnerSees[tuple[Card, ...]]


class TurnBegan(Fact, frozen=True, tag="voyage.turn_began"):
    """A turn began."""

    seat: Public[Seat]


class RoleSeen(Fact, frozen=True, tag="voyage.role_seen"):
    """A seat looked at another's role. Its owner learns that it was seen, the rest of the table nothing."""

    told_to: ClassVar[Audience] = seen_by("looker", "owner")

    looker: Public[Seat]
    owner: Public[Seat]
    role: Annotated[Role, seen_by("looker", "owner")]


class CardPlayed(Fact, frozen=True, tag="voyage.card_played"):
    """A card was played."""

    seat: Public[Seat]
    card: Public[Card]


class CaptainChanged(Fact, frozen=True, tag="voyage.captain_changed"):
    """There is a new captain."""

    seat: Public[Seat]


class DieRolled(Fact, frozen=True, tag="voyage.die_rolled"):
    """The die was rolled."""

    face: Public[int]


class HullMended(Fact, frozen=True, tag="voyage.hull_mended"):
    """The hull was mended."""

    seat: Public[Seat]


class HullDamaged(Fact, frozen=True, tag="voyage.hull_damaged"):
    """The hull was damaged."""

    left: Public[int]


class FuelBurned(Fact, frozen=True, tag="voyage.fuel_burned"):
    """Fuel was burned."""

    left: Public[int]


class Rest(Choice, frozen=True, tag="voyage.rest"):
    """Do nothing."""


class Mend(Choice, frozen=True, tag="voyage.mend"):
    """Mend the hull."""


class LookAt(Choice, frozen=True, tag="voyage.look_at"):
    """Look at the role of a seat."""

    seat: Seat


class GiveAction(Choice, frozen=True, tag="voyage.give_action"):
    """Give your action to another seat."""

    seat: Seat


class Pass(Choice, frozen=True, tag="voyage.pass"):
    """Play no card."""


class PlayCard(Choice, frozen=True, tag="voyage.play_card"):
    """Play a card from your hand."""

    card: Card


class Resolve(Choice, frozen=True, tag="voyage.resolve"):
    """Resolve this card next, out of those played at once."""

    seat: Seat
    card: Card


class Answer(Choice, frozen=True, tag="voyage.answer"):
    """Answer a yes-or-no question."""

    yes: bool


REST, MEND, PASS = Rest(), Mend(), Pass()
NO, YES = Answer(yes=False), Answer(yes=True)

ASK_ACTION = OneOf("voyage.action", "What do you do?", Rest, Mend, LookAt, GiveAction)
ASK_COURSE = OneOf("voyage.course", "Do you sail straight through?", Answer)
ASK_CARD = OneOf("voyage.card", "Do you play a card?", Pass, PlayCard)
ASK_ORDER = OrderOf("voyage.order", "In which order are the cards resolved?", Resolve)
ASK_RESIST = OneOf("voyage.resist", "Do you burn fuel to resist the mutiny?", Answer)
ASK_INSTEAD = OneOf("voyage.instead", "Do you burn fuel instead of damaging the hull?", Answer)


class Ending(StrEnum):
    ARRIVED = "arrived"
    ADRIFT = "adrift"
    SUNK = "sunk"


class State(msgspec.Struct):
    roles: list[Role]
    hands: list[list[Card]]
    captain: Seat = 0
    hull: int = HULL
    fuel: int = FUEL
    is_mended: bool = False
    """Whether the hull was mended this turn, which may be done once."""


# Turns


@rule("turn")
def take_turn(table: Table[State], seat: Seat) -> Script[None]:
    table.record(TurnBegan(seat))
    yield from act(table, seat, may_give=True)
    yield from meet_the_sea(table)


@rule("action")
def act(table: Table[State], seat: Seat, *, may_give: bool) -> Script[None]:
    """Rest, look at a role, mend the hull once a turn, or give the action to another seat, once."""
    others = table.others(seat)
    options: list[Choice] = [REST, *[LookAt(other) for other in others]]
    if table.state.hull < HULL and not table.state.is_mended:
        options.append(MEND)
    if may_give:
        options.extend([GiveAction(other) for other in others])
    answer: Choice = yield ASK_ACTION.to(seat, options)
    if isinstance(answer, GiveAction):
        yield from act(table, answer.seat, may_give=False)
    elif isinstance(answer, LookAt):
        table.record(RoleSeen(seat, answer.seat, table.state.roles[answer.seat]))
    elif isinstance(answer, Mend):
        table.record(HullMended(seat))


@rule("sea")
def meet_the_sea(table: Table[State]) -> Script[None]:
    """Roll; then the current captain sails around, which burns fuel, or straight through, which may hurt."""
    face = yield from roll(table)
    is_straight = (yield ASK_COURSE.to(table.state.captain, (NO, YES))).yes
    if not is_straight:
        burn_fuel(table)
    elif face < SAFE_FACE:
        yield from damage(table)


# Windows


@rule("roll")
def roll(table: Table[State]) -> Script[int]:
    """Open a window before the roll and one after it; a card that rolls again reopens the first."""
    while True:
        bonus = (yield from window(table, BEFORE_ROLL)).count(Card.STEADY)
        face = table.chance("die").below(6) + 1 + bonus
        table.record(DieRolled(face))
        if Card.AGAIN not in (yield from window(table, AFTER_ROLL)):
            return face


@rule("window")
def window(table: Table[State], fitting: tuple[Card, ...]) -> Script[list[Card]]:
    """Every seat with a card in hand, fitting or not, may play one, sealed; the captain puts those played in order."""
    asked = [seat for seat in range(table.seats) if table.state.hands[seat]]
    answers = yield Together([ask_for_card(table, seat, fitting) for seat in asked])
    played: Sequence[Resolve] = [
        Resolve(seat, answer.card) for seat, answer in answers.items() if isinstance(answer, PlayCard)
    ]
    if len(played) > 1:
        played = yield ASK_ORDER.to(table.state.captain, played)
    for each in played:
        table.record(CardPlayed(each.seat, each.card))
        if each.card is Card.MUTINY:
            yield from mutiny(table, each.seat)
        elif each.card is Card.EFFORT:
            yield from act(table, each.seat, may_give=False)
    return [each.card for each in played]


def ask_for_card(table: Table[State], seat: Seat, fitting: tuple[Card, ...]) -> One:
    held = [card for card in fitting if card in table.state.hands[seat]]
    return ASK_CARD.to(seat, [PASS, *[PlayCard(card) for card in held]])


@rule("mutiny")
def mutiny(table: Table[State], seat: Seat) -> Script[None]:
    """The captain may resist by burning fuel, and stays; otherwise the seat is captain."""
    if (yield ASK_RESIST.to(table.state.captain, (NO, YES))).yes:
        burn_fuel(table)
    else:
        table.record(CaptainChanged(seat))


@rule("damage")
def damage(table: Table[State]) -> Script[None]:
    """The hull would be damaged: a plank prevents it; the captain may burn fuel instead, if there is fuel to spare."""
    if Card.PLANK in (yield from window(table, WOULD_BE_DAMAGED)):
        return
    can_burn = table.state.fuel > 1
    if can_burn and (yield ASK_INSTEAD.to(table.state.captain, (NO, YES))).yes:
        burn_fuel(table)
        return
    table.record(HullDamaged(table.state.hull - 1))
    if table.state.hull == 0:
        lose(table, Ending.SUNK)


@rule("fuel")
def burn_fuel(table: Table[State]) -> None:
    table.record(FuelBurned(table.state.fuel - 1))
    if table.state.fuel == 0:
        lose(table, Ending.ADRIFT)


# The end


def seats_of(table: Table[State], role: Role) -> tuple[Seat, ...]:
    return tuple([seat for seat, found in enumerate(table.state.roles) if found is role])


def lose(table: Table[State], ending: Ending) -> NoReturn:
    """The ship is lost, and all cultists win."""
    table.end(ending, seats_of(table, Role.CULTIST), ())


# How facts change the table


def _fold_role(state: State, fact: RoleDealt) -> None:
    state.roles[fact.seat] = fact.role


def _fold_hand(state: State, fact: HandDealt) -> None:
    state.hands[fact.seat] = list(fact.cards)


def _fold_turn(state: State, fact: TurnBegan) -> None:
    state.is_mended = False


def _fold_card(state: State, fact: CardPlayed) -> None:
    hand = state.hands[fact.seat]
    hand.remove(fact.card if fact.card in hand else Card.HIDDEN)


def _fold_captain(state: State, fact: CaptainChanged) -> None:
    state.captain = fact.seat


def _fold_mended(state: State, fact: HullMended) -> None:
    state.hull += 1
    state.is_mended = True


def _fold_damage(state: State, fact: HullDamaged) -> None:
    state.hull = fact.left


def _fold_fuel(state: State, fact: FuelBurned) -> None:
    state.fuel = fact.left


def _fold_nothing(state: State, fact: Fact) -> None:
    """Change nothing: looking and rolling leave the table as it is."""


FOLDS: dict[type[Fact], Callable[[Any, Any], None]] = {
    RoleDealt: _fold_role,
    HandDealt: _fold_hand,
    TurnBegan: _fold_turn,
    RoleSeen: _fold_nothing,
    CardPlayed: _fold_card,
    CaptainChanged: _fold_captain,
    DieRolled: _fold_nothing,
    HullMended: _fold_mended,
    HullDamaged: _fold_damage,
    FuelBurned: _fold_fuel,
}


def new_state(setup: Setup, viewer: Seat) -> State:
    """Return a ship before anything was dealt."""
    return State([Role.HIDDEN] * setup.seats, [[] for _ in range(setup.seats)])


def voyage(roles: str, hands: Sequence[str], dice: Iterator[int]) -> Run:
    """Return a match with these roles and hands, one per seat, and these faces of the die, not yet begun."""

    def play(table: Table[State]) -> Script[None]:
        for seat, role in enumerate(roles.split()):
            table.record(RoleDealt(seat, Role(role)))
            table.record(HandDealt(seat, tuple([Card(card) for card in hands[seat].split()])))
        for turn in range(TURNS):
            yield from take_turn(table, turn % table.seats)
        table.end(Ending.ARRIVED, seats_of(table, Role.CREW), ())

    game = Game(
        name="voyage",
        title="Voyage",
        rules_version=1,
        seats=range(2, 6),
        facts=tuple(FOLDS),
        choices=(Rest, Mend, LookAt, GiveAction, Pass, PlayCard, Resolve, Answer),
        questions=by_name(ASK_ACTION, ASK_COURSE, ASK_CARD, ASK_ORDER, ASK_RESIST, ASK_INSTEAD),
        obstacles=StrEnum,
        endings=Ending,
        options=Options,
        state=State,
        new_state=new_state,
        folds=FOLDS,
        play=play,
        rulebook=Rulebook("voyage", {}, {}, {}),
        wording=plain_wording(StrEnum, Ending),
        turn_fact=TurnBegan,
    )
    setup = Setup(len(hands), Options(), {}, 1)
    return Run(game, setup, seed_from_text("voyage"), rig=lambda draw: (next(dice) - 1,))
