"""What players announce: who wants to do something, who does not, and what they choose."""

from __future__ import annotations

from referee.games.unfathomable.board import Space
from referee.games.unfathomable.cards import Monarch
from referee.games.unfathomable.state import State, folds
from referee.kernel.facts import Fact, Public, Seat


class AbilitiesAnnounced(Fact, frozen=True, tag="unfathomable.abilities_announced"):
    """Several players announced that they want to use an ability now; the active player puts them in order."""

    seats: Public[tuple[Seat, ...]]


@folds(AbilitiesAnnounced)
def _abilities_announced(state: State, _: AbilitiesAnnounced) -> None:
    """Change nothing on the table."""


class Declined(Fact, frozen=True, tag="unfathomable.declined"):
    """A player declined to do something."""

    seat: Public[Seat]


@folds(Declined)
def _declined(state: State, _: Declined) -> None:
    """Change nothing on the table."""


class PlayerChosen(Fact, frozen=True, tag="unfathomable.player_chosen"):
    """A player chose another, who acts next or is the target."""

    seat: Public[Seat]
    chosen: Public[Seat]


@folds(PlayerChosen)
def _player_chosen(state: State, _: PlayerChosen) -> None:
    """Change nothing on the table."""


class OrderChosen(Fact, frozen=True, tag="unfathomable.order_chosen"):
    """A player chose the order in which several players do something."""

    seat: Public[Seat]
    order: Public[tuple[Seat, ...]]


@folds(OrderChosen)
def _order_chosen(state: State, _: OrderChosen) -> None:
    """Change nothing on the table."""


class DeepOnesCalled(Fact, frozen=True, tag="unfathomable.deep_ones_called"):
    """A player chose which Deep Ones to activate: this many on a space."""

    seat: Public[Seat]
    space: Public[Space]
    count: Public[int]


@folds(DeepOnesCalled)
def _deep_ones_called(state: State, _: DeepOnesCalled) -> None:
    """Change nothing on the table."""


class DeepOneChosen(Fact, frozen=True, tag="unfathomable.deep_one_chosen"):
    """A player chose a Deep One on a space as the target."""

    seat: Public[Seat]
    space: Public[Space]


@folds(DeepOneChosen)
def _deep_one_chosen(state: State, _: DeepOneChosen) -> None:
    """Change nothing on the table."""


class MonarchChosen(Fact, frozen=True, tag="unfathomable.monarch_chosen"):
    """A player chose a monarch as the target, or to come first."""

    seat: Public[Seat]
    monarch: Public[Monarch]


@folds(MonarchChosen)
def _monarch_chosen(state: State, _: MonarchChosen) -> None:
    """Change nothing on the table."""


class SuspectNamed(Fact, frozen=True, tag="unfathomable.suspect_named"):
    """A player named the human who goes to the Brig if the skill test succeeds."""

    seat: Public[Seat]
    suspect: Public[Seat]


@folds(SuspectNamed)
def _suspect_named(state: State, fact: SuspectNamed) -> None:
    """Remember whom the coming test is about."""
    state.suspect = fact.suspect


class NumberChosen(Fact, frozen=True, tag="unfathomable.number_chosen"):
    """A player chose a number."""

    seat: Public[Seat]
    number: Public[int]


@folds(NumberChosen)
def _number_chosen(state: State, _: NumberChosen) -> None:
    """Change nothing on the table."""


class ResultNamed(Fact, frozen=True, tag="unfathomable.result_named"):
    """A player named the result of the skill test that it wants, before that is certain."""

    seat: Public[Seat]
    result: Public[str]


@folds(ResultNamed)
def _result_named(state: State, _: ResultNamed) -> None:
    """Change nothing on the table."""


FACTS: tuple[type[Fact], ...] = (
    AbilitiesAnnounced,
    Declined,
    PlayerChosen,
    OrderChosen,
    DeepOnesCalled,
    DeepOneChosen,
    MonarchChosen,
    SuspectNamed,
    NumberChosen,
    ResultNamed,
)
