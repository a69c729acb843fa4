"""Told secrets: which fact tells whom something that not everybody knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from referee.kernel.facts import Fact, Seat


class SecretTold(msgspec.Struct, frozen=True):
    """A fact that tells some seats, or everyone, a secret."""

    secret: str
    """The identity of the secret: `loyalty/3` is the same card wherever it goes."""
    kind: str
    """What secrets of this kind are called, such as "Loyalty cards"."""
    about: str
    """What the secret is, without its answer, such as "the role of Ann"."""
    value: str
    """The answer; empty if the viewer of the fact does not see it."""
    seats: tuple[Seat, ...] = ()
    """The seats that are told; nobody if it is empty."""
    is_public: bool = False
    """Whether everyone is told."""


Tellings = Callable[[Sequence[str], Iterable[Fact]], Iterator[list[SecretTold]]]
"""For each fact as a viewer was told it, yields the secrets that it tells, given the names of the seats.

Only what the facts show is used: from a seat's own facts, a secret of others is known to exist, and who was told it.
"""


def no_tellings(_: Sequence[str], facts: Iterable[Fact]) -> Iterator[list[SecretTold]]:
    """Yield nothing for each fact: the game names no secrets."""
    for _fact in facts:
        yield []
