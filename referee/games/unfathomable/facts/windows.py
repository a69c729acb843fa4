"""What happens when several players want to use abilities at one moment."""

from __future__ import annotations

from referee.games.unfathomable.state import State, folds
from referee.kernel.facts import Fact, Public, Seat


class AbilitiesAnnounced(Fact, frozen=True, tag="unfathomable.abilities_announced"):
    """Several players said that they want to use an ability at this moment; the active player puts them in order."""

    seats: Public[tuple[Seat, ...]]


@folds(AbilitiesAnnounced)
def _abilities_announced(state: State, _: AbilitiesAnnounced) -> None:
    """Saying so changes nothing on the table."""


class AbilityDeclined(Fact, frozen=True, tag="unfathomable.ability_declined"):
    """A player who had wanted to use an ability does not, after what others did first."""

    seat: Public[Seat]


@folds(AbilityDeclined)
def _ability_declined(state: State, _: AbilityDeclined) -> None:
    """Saying so changes nothing on the table."""


FACTS: tuple[type[Fact], ...] = (AbilitiesAnnounced, AbilityDeclined)
