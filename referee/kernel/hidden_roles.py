"""Hidden roles: in how many deals each seat has one, given what a viewer was told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

import msgspec

from referee.kernel.facts import Fact

if TYPE_CHECKING:
    from referee.kernel.game import Setup


class RoleCount(msgspec.Struct, frozen=True):
    """The number of deals that could have led to what a viewer was told, all equally likely before the match."""

    deals: int
    """Never 0 for a feed that follows the rules, because the deal of the match is one of them."""
    by_seat: tuple[int, ...]
    """For each seat, the number of those deals in which it has the role."""


class HiddenRoles(msgspec.Struct, frozen=True):
    """What a game says about roles that are dealt in secret."""

    role: str
    """What is counted, such as "traitor"."""
    deal: str
    """Sentence that says which deals are counted."""
    counted: tuple[str, ...]
    """Sentences that say which facts remove deals."""
    not_counted: tuple[str, ...]
    """Sentences that say what is left out, and why."""
    counts: Callable[[Setup, Iterable[Fact]], Iterator[RoleCount | None]]
    """For each fact as a viewer was told it, yields the count after it, or None if the fact changed nothing."""
