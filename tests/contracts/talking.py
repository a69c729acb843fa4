"""Random talk, for worlds whose seats may say what they like."""

from __future__ import annotations

from enum import Enum
from functools import cache
from random import Random
from typing import Any, get_type_hints

import msgspec

from referee.kernel.facts import Seat
from referee.kernel.game import Game
from referee.kernel.talk import TEXT_LENGTH, Said, Statement, refusal_of
from referee.match.charters import Terms
from tests.contracts.declarations import Declaration

STATEMENTS_PER_MOMENT = 0.1
"""Probability that a seat says something when it has answered, or received a frame."""


def with_talk(declaration: Declaration, terms: Terms) -> Terms:
    """Return the same match with free talk."""
    return declaration.settle(msgspec.structs.replace(terms.charter, talk="free"))


@cache
def _hints(kind: type[Statement]) -> dict[str, Any]:
    return get_type_hints(kind)


def random_statement(game: Game, seats: int, seat: Seat, rng: Random) -> Statement:
    """Return a statement of any kind with random fields, seldom one that may not be made."""
    kinds: tuple[type[Statement], ...] = (*game.statements, Said)
    kind = rng.choice(kinds)
    if kind is Said:
        return Said(seat, "x" * (TEXT_LENGTH + 1) if rng.randrange(16) == 0 else rng.choice(["Hm.", "No!"]))
    values: list[Any] = []
    for field, hint in _hints(kind).items():
        if field == "seat":
            values.append(seat)
        elif field in kind.__struct_fields__:
            is_enum = isinstance(hint, type) and issubclass(hint, Enum)
            values.append(rng.choice(list(hint)) if is_enum else rng.randrange(seats + 1))
    return kind(*values)


def sayable(game: Game, seats: int, seat: Seat, rng: Random) -> Statement:
    """Return a random statement that may be made whatever is on the table."""
    while True:
        statement = random_statement(game, seats, seat, rng)
        if refusal_of(statement, seat, seats, "free", game.statements) is None:
            return statement
