"""Charters: what a match is before its first intent, with everything in it checked."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import msgspec

from referee.games import game as game_named
from referee.kernel.chance import SEED_BYTES, seed_from_text
from referee.kernel.game import Charter, Game, Options, Setup, values_of
from referee.rulebook import Rulebook


class CharterError(ValueError):
    """A charter that cannot be played; the message says what to do."""


class WrongSeatCount(CharterError):
    """A number of seats this game is not played with."""


class UnknownOption(CharterError):
    """An option, or a value of one, that this game does not know."""


class UnknownRules(CharterError):
    """A rules version this referee does not know."""


class BadSeed(CharterError):
    """A seed that is not 64 bytes in hexadecimal."""


class Terms(msgspec.Struct, frozen=True):
    """A game with its charter settled: all that is needed to run a match of it."""

    game: Game
    charter: Charter
    setup: Setup

    @property
    def book(self) -> Rulebook:
        """The rulebook of the game."""
        return self.game.rulebook

    @property
    def seed(self) -> bytes:
        """The seed of the match."""
        return bytes.fromhex(self.charter.seed)


Settle = Callable[[Charter], Terms]
"""How a charter is settled: `settle`, or another where games are played that are not registered."""


def new_charter(
    game: str,
    seats: int,
    *,
    seed: str | None = None,
    edition: str = "",
    rulings: Mapping[str, str] | None = None,
    options: Mapping[str, str] | None = None,
) -> Charter:
    """Draw up a charter under the rules as they are now. `seed` is any text; without one, luck is drawn."""
    found = game_named(game)
    luck = secrets.token_bytes(SEED_BYTES) if seed is None else seed_from_text(seed)
    charter = Charter(
        game=game,
        rules_version=found.rules_version,
        seats=seats,
        seed=luck.hex(),
        edition=edition,
        rulings=dict(sorted((rulings or {}).items())),
        options=dict(sorted((options or {}).items())),
    )
    settle(charter)
    return charter


def with_readings(charter: Charter, edition: str, rulings: Mapping[str, str]) -> Charter:
    """The charter with other readings put over its own; an empty edition is its own."""
    chosen = dict(sorted({**charter.rulings, **rulings}.items()))
    return msgspec.structs.replace(charter, edition=edition or charter.edition, rulings=chosen)


def settle(charter: Charter) -> Terms:
    """Check a charter and settle what it leaves to the edition; raises a ValueError that says what is wrong."""
    return settle_with(game_named(charter.game), charter)


def settle_with(game: Game, charter: Charter) -> Terms:
    """Settle a charter for a game that is at hand, registered or not."""
    if charter.seats not in game.seats:
        raise WrongSeatCount(
            f"{game.title} is played with {game.seats[0]} to {game.seats[-1]} seats, not {charter.seats}"
        )
    if not 1 <= charter.rules_version <= game.rules_version:
        raise UnknownRules(
            f"this referee knows the rules of {game.title} up to version {game.rules_version}, "
            f"not version {charter.rules_version}; use a newer referee"
        )
    if len(charter.seed) != 2 * SEED_BYTES or charter.seed.strip("0123456789abcdef"):
        raise BadSeed(f"a seed is {2 * SEED_BYTES} hexadecimal digits in lower case")
    readings = game.rulebook.readings(charter.edition, charter.rulings, charter.rules_version)
    return Terms(game, charter, Setup(charter.seats, _options(game, charter.options), readings))


@cache
def _types_of(options: type[Options]) -> dict[str, Any]:
    """The type of each option, worked out once from the annotations."""
    return {field.name: field.type for field in msgspec.structs.fields(options)}


def _options(game: Game, chosen: Mapping[str, str]) -> Options:
    """Read the options of a match, which are given as texts."""
    known = _types_of(game.options)
    values: dict[str, Any] = {}
    for name, text in chosen.items():
        if name not in known:
            there_is = ", ".join(known) or "none"
            raise UnknownOption(f"{game.title} has no option {name!r}; there is {there_is}")
        try:
            values[name] = msgspec.convert(text, known[name], strict=False)
        except msgspec.ValidationError:
            there_is = ", ".join(values_of(known[name])) or "any number"
            raise UnknownOption(f"option {name} cannot be {text!r}; there is {there_is}") from None
    return game.options(**values)
