"""Votes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from referee.games.among_cultists.cards import Cause, CharacterRole, Side
from referee.games.among_cultists.choices import Abstain, VoteFor
from referee.games.among_cultists.ending import traitor_wins
from referee.games.among_cultists.facts.actions import BallotsOpened, VoteCalled
from referee.games.among_cultists.ghosts import become_ghost
from referee.games.among_cultists.obstacles import Obstacle, no
from referee.games.among_cultists.questions import ASK_BALLOT
from referee.games.among_cultists.state import State
from referee.kernel.asks import Choice, Together
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule

ABSTAIN = Abstain()
NOBODY: Seat = -1

_TARGET_IS_A_GHOST = no(Obstacle.TARGET_IS_A_GHOST, "vote.ballots")
_NO_SUCH_TARGET = no(Obstacle.NO_SUCH_TARGET, "vote.ballots")


@rule("vote")
def hold_vote(table: Table[State], caller: Seat) -> Script[None]:
    """Call a vote: all seats, Ghosts too, vote in secret, and a majority makes a Ghost."""
    table.record(VoteCalled(caller))
    chosen = yield from cast_ballots(table)
    if chosen == NOBODY:
        return
    is_yellow = table.state.characters[chosen].side is Side.YELLOW
    yield from oust(table, chosen, is_traitor=is_yellow)


@rule("vote.ballots")
def cast_ballots(table: Table[State]) -> Script[Seat]:
    """Ask everybody for a ballot, open them together, and return the seat with the majority, or nobody."""
    characters = table.state.characters
    options: list[Choice] = [
        ABSTAIN,
        *[VoteFor(seat) for seat in range(table.seats) if not characters[seat].is_ghost],
    ]

    def why_not(choice: Choice) -> Refused | None:
        if not isinstance(choice, VoteFor):
            return None
        return _TARGET_IS_A_GHOST if choice.target in range(table.seats) else _NO_SUCH_TARGET

    asks = [
        ASK_BALLOT.to(seat, options, why_not=why_not, passes=0, concerns_seat=False)
        for seat in range(table.seats)
    ]
    answers = yield Together(asks)
    ballots = tuple(
        [
            answer.target if isinstance(answer := answers[seat], VoteFor) else NOBODY
            for seat in range(table.seats)
        ]
    )
    table.record(BallotsOpened(ballots))
    return with_majority(table, ballots)


@rule("vote.majority")
def with_majority(table: Table[State], ballots: Sequence[Seat]) -> Seat:
    """Return the seat with the majority: more than half of all seats, unless another ruling is played."""
    votes = Counter([ballot for ballot in ballots if ballot != NOBODY]).most_common()
    if not votes:
        return NOBODY
    target, count = votes[0]
    if table.ruling("vote.majority") == "plurality":
        return NOBODY if len(votes) > 1 and votes[1][1] == count else target
    is_of_all = table.ruling("vote.majority") == "all_seats"
    base = table.seats if is_of_all else sum([number for _, number in votes])
    return target if 2 * count > base else NOBODY


@rule("vote.out")
def oust(table: Table[State], seat: Seat, *, is_traitor: bool) -> Script[None]:
    """Make the Character with the majority a Ghost; the Yellow Traitor wins by that."""
    if is_traitor and table.state.characters[seat].role is CharacterRole.YELLOW_TRAITOR:
        traitor_wins(table, seat)
    yield from become_ghost(table, seat, Cause.VOTED_OUT)
