"""The die: the purpose of a roll, its modifiers and its result."""

from __future__ import annotations

from referee.games.unfathomable.cards import Item
from referee.games.unfathomable.state import Roll, State, folds
from referee.kernel.facts import Fact, Public, Seat


class RollBegan(Fact, frozen=True, tag="unfathomable.roll_began"):
    """A player is about to roll the die."""

    seat: Public[Seat]
    purpose: Public[str]
    """The id of the rule or card that asks for the roll."""
    modifier: Public[int]
    is_attack: Public[bool]
    item: Public[Item]
    """The item whose action the attack is, if any."""
    attacker: Public[Seat]
    """The player who attacks; -1 for a Deep One, and for a roll that is not an attack."""
    defender: Public[Seat]
    """The player whose character is attacked or may be defeated by the roll; -1 if there is none."""
    difficulty: Public[int]
    """The result that an attack must reach; 0 for any other roll."""


@folds(RollBegan)
def _roll_began(state: State, fact: RollBegan) -> None:
    """Open the roll until its result is final."""
    state.roll = Roll(
        fact.seat,
        fact.purpose,
        fact.is_attack,
        fact.item,
        fact.modifier,
        attacker=fact.attacker,
        defender=fact.defender,
        difficulty=fact.difficulty,
    )


class RollModified(Fact, frozen=True, tag="unfathomable.roll_modified"):
    """A player changed the result of a roll by an amount."""

    seat: Public[Seat]
    amount: Public[int]


@folds(RollModified)
def _roll_modified(state: State, fact: RollModified) -> None:
    """Add the modifier, which also applies to rerolls."""
    if state.roll is not None:
        state.roll.modifier += fact.amount


class RollAbilityUsed(Fact, frozen=True, tag="unfathomable.roll_ability_used"):
    """A player used an ability that may be used once per roll."""

    seat: Public[Seat]
    ability: Public[str]


@folds(RollAbilityUsed)
def _roll_ability_used(state: State, fact: RollAbilityUsed) -> None:
    """Mark the ability as used for this roll, including rerolls."""
    if state.roll is not None:
        state.roll.used.append(fact.ability)


class DieRolled(Fact, frozen=True, tag="unfathomable.die_rolled"):
    """The die was rolled."""

    seat: Public[Seat]
    face: Public[int]


@folds(DieRolled)
def _die_rolled(state: State, fact: DieRolled) -> None:
    """Set the face of the die."""
    if state.roll is not None:
        state.roll.face = fact.face


class DieSet(Fact, frozen=True, tag="unfathomable.die_set"):
    """A player chose the face of the die instead of a roll."""

    seat: Public[Seat]
    face: Public[int]


@folds(DieSet)
def _die_set(state: State, fact: DieSet) -> None:
    """Set the chosen face of the die, which cannot be rerolled."""
    if state.roll is not None:
        state.roll.face = fact.face
        state.roll.is_fixed = True


class DieTakenBack(Fact, frozen=True, tag="unfathomable.die_taken_back"):
    """A player had the die rolled again."""

    seat: Public[Seat]


@folds(DieTakenBack)
def _die_taken_back(state: State, _: DieTakenBack) -> None:
    """Clear the face of the die until it is rolled again."""
    if state.roll is not None:
        state.roll.face = 0


class RollEnded(Fact, frozen=True, tag="unfathomable.roll_ended"):
    """The result of a roll, with all modifiers, became final."""

    seat: Public[Seat]
    result: Public[int]


@folds(RollEnded)
def _roll_ended(state: State, _: RollEnded) -> None:
    """Close the roll."""
    state.roll = None


FACTS: tuple[type[Fact], ...] = (
    RollBegan,
    RollModified,
    RollAbilityUsed,
    DieRolled,
    DieSet,
    DieTakenBack,
    RollEnded,
)
