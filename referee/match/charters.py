"""Charters: the game, rules, options and seed of a match, checked before the first intent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import msgspec

from referee.games import game as game_named
from referee.kernel.chance import SEED_BYTES, seed_from_text
from referee.kernel.game import Charter, Game, Options, Setup, values_of
from referee.kernel.talk import TalkPolicy
from referee.rulebook import Rulebook

SALT_BYTES = 32
"""Size of the salt of a charter, in bytes."""


class CharterError(ValueError):
    """A charter that cannot be played; the message says how to correct it."""


class WrongSeatCount(CharterError):
    """A number of seats that this game does not support."""


class UnknownOption(CharterError):
    """An option that this game does not have, or a value that the option cannot have."""


class UnplayableOptions(CharterError):
    """Options that exclude each other or do not fit the number of seats."""


class UnknownRules(CharterError):
    """A rules version that this referee does not have."""


class TalkNotOffered(CharterError):
    """A talk policy that this game does not have."""


class BadSeed(CharterError):
    """A seed that is not 64 bytes in hexadecimal, or a salt that is not 32."""


class Terms(msgspec.Struct, frozen=True):
    """Everything needed to run a match: the game, the charter, and the setup that follows from them."""

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
"""Derives the terms from a charter: `settle`, or another function for games that are not registered."""


def new_charter(
    game: str,
    seats: int,
    *,
    seed: str | bytes,
    edition: str = "",
    rulings: Mapping[str, str] | None = None,
    options: Mapping[str, str] | None = None,
    talk: TalkPolicy | None = None,
) -> Charter:
    """Return a charter under the current rules; raise `ValueError`.

    `seed` is any text, or 64 random bytes. Without a talk policy, the match has the one that is usual for the game.
    """
    found = game_named(game)
    policy = found.talk if talk is None else talk
    luck = seed_from_text(seed) if isinstance(seed, str) else seed
    charter = Charter(
        game=game,
        rules_version=found.rules_version,
        seats=seats,
        seed=luck.hex(),
        edition=edition,
        rulings=dict(sorted((rulings or {}).items())),
        options=dict(sorted((options or {}).items())),
        talk=msgspec.UNSET if policy == "none" else policy,
    )
    settle(charter)
    return charter


def with_readings(charter: Charter, edition: str, rulings: Mapping[str, str]) -> Charter:
    """Return the charter with these readings in place of its own. An empty edition keeps the charter's."""
    chosen = dict(sorted({**charter.rulings, **rulings}.items()))
    return msgspec.structs.replace(charter, edition=edition or charter.edition, rulings=chosen)


def without_secrets(charter: Charter) -> Charter:
    """Return the charter as everyone may see it: the seed reveals all future draws, and the salt helps to guess it."""
    return msgspec.structs.replace(charter, seed="", salt=msgspec.UNSET)


def settle(charter: Charter) -> Terms:
    """Check a charter and return its terms; raise `ValueError` with a message that says what is wrong."""
    return settle_with(game_named(charter.game), charter)


def settle_with(game: Game, charter: Charter) -> Terms:
    """Check a charter of this game, which need not be registered, and return its terms."""
    if charter.seats not in game.seats:
        raise WrongSeatCount(
            f"{game.title} is played with {game.seats[0]} to {game.seats[-1]} seats, not {charter.seats}"
        )
    if not 1 <= charter.rules_version <= game.rules_version:
        raise UnknownRules(
            f"this referee has the rules of {game.title} up to version {game.rules_version}, "
            f"not version {charter.rules_version}; use a newer referee"
        )
    if not _is_hex(charter.seed, SEED_BYTES):
        raise BadSeed(f"a seed is {2 * SEED_BYTES} hexadecimal digits in lower case")
    if charter.salt is not msgspec.UNSET and not _is_hex(charter.salt, SALT_BYTES):
        raise BadSeed(f"a salt is {2 * SALT_BYTES} hexadecimal digits in lower case")
    if charter.unrefereed is False:
        raise CharterError("the mark of an unrefereed match is left out of all other charters")
    if charter.talk_policy not in game.talk_policies:
        raise TalkNotOffered(
            f"{game.title} has no statements to choose from (choose from {', '.join(game.talk_policies)})"
        )
    setup = _setup(game, charter)
    fault = game.why_not_playable(setup)
    if fault:
        raise UnplayableOptions(fault)
    return Terms(game, charter, setup)


def advice_on(charter: Charter) -> tuple[str, ...]:
    """Return what the game advises about the options of a match, as sentences; the seed need not be known."""
    game = game_named(charter.game)
    return game.advice(_setup(game, charter))


def _setup(game: Game, charter: Charter) -> Setup:
    readings = game.rulebook.readings(charter.edition, charter.rulings, charter.rules_version)
    return Setup(charter.seats, _options(game, charter.options), readings, charter.rules_version)


def _is_hex(text: str, size: int) -> bool:
    """Return whether a text is this many bytes in hexadecimal, in lower case."""
    return len(text) == 2 * size and not text.strip("0123456789abcdef")


@cache
def _types_of(options: type[Options]) -> dict[str, Any]:
    """Return the type of each option."""
    return {field.name: field.type for field in msgspec.structs.fields(options)}


def _options(game: Game, chosen: Mapping[str, str]) -> Options:
    """Return the options of a match, which a charter holds as texts."""
    known = _types_of(game.options)
    values: dict[str, Any] = {}
    for name, text in chosen.items():
        if name not in known:
            choices = ", ".join(known) or "none"
            raise UnknownOption(f"{game.title} has no option {name!r} (choose from {choices})")
        try:
            values[name] = msgspec.convert(text, known[name], strict=False)
        except msgspec.ValidationError:
            offered = values_of(known[name])
            allowed = f"choose from {', '.join(offered)}" if offered else "it is a number"
            raise UnknownOption(f"option {name} cannot be {text!r} ({allowed})") from None
    return game.options(**values)
