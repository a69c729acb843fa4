"""Votes: rules `vote.*`."""

from __future__ import annotations

import pytest

from referee.games.among_cultists.cards import Cause, CharacterRole
from referee.games.among_cultists.choices import Abstain, VoteFor
from referee.games.among_cultists.facts.actions import BallotsOpened, VoteCalled
from referee.games.among_cultists.facts.roles import GhostAppeared, RoleRevealed
from referee.games.among_cultists.obstacles import Obstacle, no
from referee.games.among_cultists.votes import hold_vote, with_majority
from referee.kernel.asks import picks_of
from tests.games.among_cultists.tables import Playing, table_of


def ballots(*targets: int) -> list[list[object]]:
    """Return the answers for these ballots; -1 abstains."""
    return [[Abstain() if target < 0 else VoteFor(target)] for target in targets]


def test_everybody_votes_ghosts_too_and_sealed() -> None:
    """Rules vote.ballots (publisher FAQ), vote.out: Ghosts vote, and nobody votes for a Ghost; oneself is allowed."""
    table = table_of(ghosts=[3])
    vote = Playing(table, hold_vote(table, 1))
    assert [ask.seat for ask in vote.asks] == [0, 1, 2, 3]
    offered = [Abstain(), VoteFor(0), VoteFor(1), VoteFor(2)]
    assert [list(ask.options) for ask in vote.asks] == [offered] * 4
    assert picks_of(vote.asks[0], [VoteFor(3)]) == no(Obstacle.TARGET_IS_A_GHOST, "vote.ballots")
    assert picks_of(vote.asks[0], [VoteFor(9)]) == no(Obstacle.NO_SUCH_TARGET, "vote.ballots")
    vote.answer_together(*ballots(-1, 2, 2, 2))  # type: ignore[arg-type]
    assert vote.facts_of(VoteCalled) == [VoteCalled(1)]
    assert vote.facts_of(BallotsOpened) == [BallotsOpened((-1, 2, 2, 2))]
    assert vote.facts_of(GhostAppeared) == [GhostAppeared(2, Cause.VOTED_OUT)]
    assert table.state.characters[2].was_voted_out
    assert table.state.was_vote_held


def test_without_a_majority_nothing_happens() -> None:
    """Rule vote.majority."""
    table = table_of()
    vote = Playing(table, hold_vote(table, 1)).answer_together(*ballots(2, 2, -1, -1))  # type: ignore[arg-type]
    assert vote.facts_of(GhostAppeared) == []


@pytest.mark.parametrize(
    ("reading", "cast", "target"),
    [
        ("all_seats", (1, 1, 1, -1), 1),
        ("all_seats", (1, 1, 2, 2), -1),
        ("all_seats", (1, 1, -1, -1), -1),
        ("ballots_cast", (1, 1, -1, -1), 1),
        ("ballots_cast", (1, 1, 2, 2), -1),
        ("ballots_cast", (-1, -1, -1, -1), -1),
        ("plurality", (1, 1, 2, 3), 1),
        ("plurality", (1, 1, 2, 2), -1),
        ("plurality", (1, -1, -1, -1), 1),
    ],
)
def test_majority(reading: str, cast: tuple[int, ...], target: int) -> None:
    """Ruling vote.majority: of all seats, of the ballots that name somebody, or the most."""
    assert with_majority(table_of(readings={"vote.majority": reading}), cast) == target


def test_role_is_hidden_or_shown() -> None:
    """Ruling ghost.role: hidden by default; shown when voted out under the other reading."""
    for reading, revealed in (("hidden", []), ("shown", [RoleRevealed(2, CharacterRole.INVESTIGATOR, 0)])):
        table = table_of(readings={"ghost.role": reading})
        vote = Playing(table, hold_vote(table, 1))
        vote.answer_together(*ballots(2, 2, 2, 2))  # type: ignore[arg-type]
        assert vote.facts_of(RoleRevealed) == revealed
