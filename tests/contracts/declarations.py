"""What a game declares for the contract tests, and how its declaration is found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Protocol

import msgspec

from referee.games import GAMES
from referee.kernel.facts import Fact, Seat
from referee.kernel.game import Charter, Game, Setup
from referee.match.charters import Terms, settle_with
from referee.match.match import Match


class Witness(Protocol):
    """An independent model of what one viewer may know by the rules of the game.

    It is written from what lies where on a real table, never from the audiences on the facts, so that it can check
    them. It receives every fact as the open table has it. Forgetting something here makes a check fail, not pass.
    """

    def notice(self, fact: Fact, table: Any) -> object:
        """Follow a fact; return what it showed the viewer without leaving a trace on the table, or None."""

    def sees(self, table: Any) -> Any:
        """Return the open table, in the same shape, with everything face down that this viewer does not see."""


class GoldenTerms(msgspec.Struct, frozen=True):
    """What a golden replay is played with: options and rulings and, for an ending or for talk, the seats."""

    seats: int = 0
    """The number of seats for an ending or for talk; 0 for the fewest."""
    options: Mapping[str, str] = {}
    rulings: Mapping[str, str] = {}
    ending: str = ""
    """The ending, if the replay does not have its name."""


class Declaration(msgspec.Struct, frozen=True):
    """What a game must declare about itself for the contract tests."""

    game: Game
    box: Mapping[str, object]
    """The contents of the box, by name."""
    contents: Callable[[Any], Mapping[str, object]]
    """Returns everything on an open table under the same names; it must always equal `box`."""
    witness: Callable[[Setup, Seat], Witness]
    most_decisions: int
    """Upper bound on the decisions of one seat in a match, however it is played."""
    secrets: tuple[str, ...]
    """Places of the state in which two worlds must have differed unseen; otherwise non-interference proves little."""
    rare: Mapping[str, str]
    """Kinds of facts, choices, questions and endings that a short run may miss, with the reason."""
    deepest_luck: tuple[str, ...] = ()
    """Labels of the draws behind the most important secrets; some pairs of worlds differ in nothing else."""
    kinds: Mapping[str, Mapping[str, str]] = {}
    """Kinds of players who know and may do different things, each with the options that bring it into play."""
    kind_of: Callable[[Any, Seat], str] = lambda table, seat: ""
    """Returns the kind of a seat's player, given the open table."""
    out_of_reach: Mapping[str, str] = {}
    """Rare kinds that even thousands of random matches may miss, with what covers them instead."""
    never: Mapping[str, str] = {}
    """Kinds that no match can reach, with the reason."""
    kept: Mapping[str, str] = {}
    """Questions to a single seat whose answer the others do not learn, with the reason."""
    in_passing: Mapping[str, str] = {}
    """Questions that need not concern the seat that is asked, with the reason; a trailing `*` matches any suffix."""
    golden_endings: Mapping[str, str] = {}
    """Endings that have a golden replay of their own, each with the kind of bots that reach it.

    The kind `diligent` is `golden_player`. Another name stands for the ending in its `GoldenTerms`.
    """
    golden_terms: Mapping[str, GoldenTerms] = {}
    """Golden replays that take certain seats, options or rulings, by ending or by name (`8-seats`)."""
    golden_player: Callable[[Match, Seat], tuple[int, ...]] | None = None
    """Answers for every seat with its eyes on the open table, to reach an ending that no bot reaches."""

    def settle(self, charter: Charter) -> Terms:
        """Settle a charter of this game, registered or not."""
        return settle_with(self.game, charter)


def declaration(name: str) -> Declaration:
    """Return the declaration of a game."""
    found: Declaration = import_module(f"tests.contracts.{name}").DECLARATION
    return found


SUBJECTS = (*GAMES, "parlour")
"""All games under the contract tests: the registered ones, and the one made for the planted faults."""
