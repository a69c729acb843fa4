"""Matches of the toy game, played at random, as logs: the starting point of the tests in this folder."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from referee.kernel.facts import Seat
from referee.log.chain import GENESIS, link
from referee.log.records import NO_SEAT, EntryAppended
from referee.match.charters import Terms
from referee.match.match import Decided, Match
from referee.match.player import RandomPlayer, play_out


def players(seats: int, seed: str) -> list[RandomPlayer]:
    return [RandomPlayer(f"{seed}/{seat}") for seat in range(seats)]


def begun(terms: Terms, *, viewers: tuple[Seat, ...] | None = None) -> Match:
    match = Match(terms, viewers=viewers)
    assert isinstance(match.begin(), Decided)
    return match


def played(terms: Terms, seed: str, entropy: Sequence[bytes] = ()) -> tuple[Match, list[Decided]]:
    """Play a match to its end."""
    decisions: list[Decided] = []
    seats = players(terms.charter.seats, seed)
    match = play_out(terms, seats, witness=decisions.append, entropy=entropy)
    return match, decisions


def logged(match: Match, decisions: Sequence[Decided]) -> list[EntryAppended]:
    """Return the log of a match, as a store would return it."""
    charter = EntryAppended("m", 0, NO_SEAT, "", 0, match.charter_body, link(GENESIS, match.charter_body))
    return [charter, *[EntryAppended("m", d.seq, d.entry.seat, "", 0, d.body, d.hash) for d in decisions]]


def log_of(terms: Terms, seed: str, entropy: Sequence[bytes] = ()) -> list[EntryAppended]:
    return logged(*played(terms, seed, entropy))


def unmarked(replay: str) -> str:
    """Return a replay without the mark of an unrefereed match, with a header that fits again."""
    header, rest = replay.replace("unrefereed yes\n", "", 1).split("\n\n", 1)
    lines = header.rpartition("\nmark ")[0]
    return f"{lines}\nmark {sha256(lines.encode()).hexdigest()[:16]}\n\n{rest}"
