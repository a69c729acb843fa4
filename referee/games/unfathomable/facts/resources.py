"""What happens to the four dials."""

from __future__ import annotations

from referee.games.unfathomable.cards import MOST_OF_A_RESOURCE, Resource
from referee.games.unfathomable.state import State, folds
from referee.kernel.facts import Fact, Public


class ResourceGained(Fact, frozen=True, tag="unfathomable.resource_gained"):
    """A dial went up by this amount."""

    resource: Public[Resource]
    amount: Public[int]


@folds(ResourceGained)
def _resource_gained(state: State, fact: ResourceGained) -> None:
    state.resources[fact.resource] = min(state.resources[fact.resource] + fact.amount, MOST_OF_A_RESOURCE)


class ResourceLost(Fact, frozen=True, tag="unfathomable.resource_lost"):
    """A dial went down by this amount."""

    resource: Public[Resource]
    amount: Public[int]


@folds(ResourceLost)
def _resource_lost(state: State, fact: ResourceLost) -> None:
    state.resources[fact.resource] = max(state.resources[fact.resource] - fact.amount, 0)


FACTS: tuple[type[Fact], ...] = (ResourceGained, ResourceLost)
