"""The outcome of attacks."""

from __future__ import annotations

from referee.games.unfathomable.board import Space
from referee.games.unfathomable.state import State, folds
from referee.kernel.facts import Fact, Public, Seat


class AttackSucceeded(Fact, frozen=True, tag="unfathomable.attack_succeeded"):
    """An attack on a space succeeded. A Deep One, as attacker or defender, is seat -1."""

    attacker: Public[Seat]
    defender: Public[Seat]
    space: Public[Space]


@folds(AttackSucceeded)
def _attack_succeeded(state: State, fact: AttackSucceeded) -> None:
    """Change nothing; the consequences are facts of their own."""


class AttackFailed(Fact, frozen=True, tag="unfathomable.attack_failed"):
    """An attack on a space failed. A Deep One, as attacker or defender, is seat -1."""

    attacker: Public[Seat]
    defender: Public[Seat]
    space: Public[Space]


@folds(AttackFailed)
def _attack_failed(state: State, fact: AttackFailed) -> None:
    """Change nothing."""


FACTS: tuple[type[Fact], ...] = (AttackSucceeded, AttackFailed)
