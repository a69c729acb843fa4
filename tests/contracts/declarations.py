"""What a game declares to be held to the contracts, and how its declaration is found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Protocol

import msgspec

from referee.games import GAMES
from referee.kernel.facts import Fact, Seat
from referee.kernel.game import Charter, Game, Setup
from referee.match.charters import Terms, settle_with


class Witness(Protocol):
    """Somebody who knows what one viewer may know, by the rules of the box.

    Written from what lies where on a real table, never from the audiences on the facts: it is the second opinion on
    them. It is given every fact as the open table has it. To forget something here makes a check fail, not pass.
    """

    def notice(self, fact: Fact, table: Any) -> object:
        """Follow what happened; return what the viewer was shown that leaves no trace on the table, or None."""

    def sees(self, table: Any) -> Any:
        """The open table with everything turned face down that this viewer does not see, in the same shape."""


class Declaration(msgspec.Struct, frozen=True):
    """What a game must say about itself to be held to the contracts."""

    game: Game
    box: Mapping[str, object]
    """What is in the box, by name."""
    contents: Callable[[Any], Mapping[str, object]]
    """Everything on an open table, by the same names: always what is in the box."""
    witness: Callable[[Setup, Seat], Witness]
    most_decisions: int
    """No match may take more decisions of one seat, however it is played."""
    secrets: tuple[str, ...]
    """The places of the state in which two worlds must have differed unseen, or non-interference proves little."""
    rare: Mapping[str, str]
    """Kinds of facts, choices, questions and endings that a short run may miss, with the reason."""
    deepest_luck: tuple[str, ...] = ()
    """The luck behind the secrets that matter most: some pairs of worlds differ in nothing else."""
    out_of_reach: Mapping[str, str] = {}
    """Those of the rare that even thousands of random matches may miss, with what shows them instead."""
    never: Mapping[str, str] = {}
    """Those that no match can come to, with the reason."""
    kept: Mapping[str, str] = {}
    """Questions to one seat alone whose answer the others do not hear, with the reason."""
    in_passing: Mapping[str, str] = {}
    """Questions that need not be about the seat they are put to, with the reason; with a `*`, all that begin so."""
    golden_endings: Mapping[str, str] = {}
    """Endings that have a golden replay of their own, each with the kind of bots that come to it."""

    def settle(self, charter: Charter) -> Terms:
        """Settle a charter of this game, registered or not."""
        return settle_with(self.game, charter)


def declaration(name: str) -> Declaration:
    """Return the declaration of a game."""
    found: Declaration = import_module(f"tests.contracts.{name}").DECLARATION
    return found


SUBJECTS = (*GAMES, "parlour")
"""All games that are held to the contracts: those that are registered, and the one made for the planted faults."""
