"""Voting: whom to suspect, when to call a vote, and what to write on the ballot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee_api.v1 import referee_pb2 as api
from referee_client.bot import options_in
from referee_client.bots.among_cultists.cards import ROUNDS
from referee_client.bots.among_cultists.situation import Situation

SURE = 0.9
"""Probability from which an Investigator votes for a suspect."""
DESPERATE = 0.5
"""The same if the match is nearly lost."""
FOLLOW = 0.1
"""How much less sure an Investigator needs to be to join a vote that somebody else proposed."""
LATE = 2
"""Number of last rounds in which an Investigator may despair."""
BOOKS_PER_SEAT = 0.4
"""Number of books that a seat collects in a round at best."""
WORTH_OF_VOTE = 4.0
"""Worth of a vote that makes a Cultist a Ghost, in books."""


def is_desperate(at: Situation) -> bool:
    """Return whether too few rounds are left for the missing books, so that only a vote can win."""
    table = at.table
    left = ROUNDS - table.round + 1
    missing = table.points_needed - table.points
    return left <= LATE and missing > BOOKS_PER_SEAT * table.seats * left


def threshold(at: Situation, target: int) -> float:
    """Return the probability from which an Investigator votes for a seat.

    A wrong vote is a kill, except of a Character who is dead anyway.
    """
    needed = DESPERATE if is_desperate(at) else SURE
    return needed - 0.15 * at.death(target)


def candidates(at: Situation) -> list[int]:
    """Return the other seats that can be voted out."""
    ghosts = at.table.ghosts
    return [seat for seat in range(at.table.seats) if seat != at.seat and seat not in ghosts]


def suspect(at: Situation) -> int:
    """Return the seat that an Investigator suspects most."""
    return max(candidates(at), key=lambda seat: at.suspicion[seat], default=at.seat)


def supporters(at: Situation, target: int) -> int:
    """Return how many other seats are expected to vote for a target, judged by what everybody has seen."""
    count = 0
    for voter in range(at.table.seats):
        if voter in (at.seat, target) or (at.is_cultist and voter in at.table.known_cultists):
            continue
        seen = at.inference.suspicion(at.inference.weights_of(voter))
        rivals = [seen[seat] for seat in range(at.table.seats) if seat not in at.table.ghosts]
        count += seen[target] >= threshold(at, target) - 0.1 and seen[target] >= max(rivals)
    return count


def passes(at: Situation, votes: int) -> bool:
    """Return whether this number of votes is a majority."""
    return 2 * votes > at.table.seats


def worth_of_calling(at: Situation) -> float:
    """Return the worth of calling a vote for an Investigator."""
    target = suspect(at)
    chance = at.suspicion[target]
    if target == at.seat or chance < threshold(at, target):
        return -1.0
    if not passes(at, supporters(at, target) + 1):
        return -1.0
    return WORTH_OF_VOTE * chance


def investigator_ballot(at: Situation) -> int:
    """Return the seat that an Investigator votes for, or its own seat if it abstains.

    A vote needs many hands: the bot joins a proposal by a seat that it trusts, if it is nearly convinced itself.
    """
    for proposer, proposed in sorted(at.table.proposals.items()):
        is_open = proposed in candidates(at)
        is_trusted = at.suspicion[proposer] < at.suspicion[proposed]
        if is_open and is_trusted and at.suspicion[proposed] >= threshold(at, proposed) - FOLLOW:
            return proposed
    target = suspect(at)
    return target if at.suspicion[target] >= threshold(at, target) else at.seat


def ballot_choice(question: api.Question, target: int | None) -> Sequence[int]:
    """Return the option that votes for a seat; the one that abstains if there is none."""
    options: Sequence[Any] = options_in(question)
    for place, option in enumerate(options):
        if option.WhichOneof("kind") == "vote_for" and option.vote_for.target == target:
            return [place]
    return [place for place, option in enumerate(options) if option.WhichOneof("kind") == "abstain"][:1]
