"""The facts of a recorded match as one viewer saw them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from referee.feeds.frames import facts_seen_by, time_outs_known_to
from referee.games import game
from referee.kernel.facts import OPEN_TABLE, Recorded, Seat
from referee.match.charters import settle
from referee.replay.format import Replay
from referee.replay.rerun import Mismatch, Rerun


class VisibleFact(NamedTuple):
    """A fact as the viewer saw it, with its number in the whole match and where it happened."""

    seq: int
    recorded: Recorded
    turn: int
    """The number of turns that had begun."""
    entry: int
    by: str | None
    """Whose answer led to it: `start`, `seat/2`, `clock/2`, `order/2` or `talk/2`. None if the viewer was not told."""
    is_late: bool
    """Whether it is the first fact after the viewer may see that time ran out."""


def visible_facts(replay: Replay, viewer: Seat) -> Iterator[VisibleFact]:
    """Yield the facts of a match that a viewer learned of, as that viewer saw them."""
    seq, turn, turn_fact = 0, 0, game(replay.charter.game).turn_fact
    late = known_time_outs(replay, viewer)
    for entry in replay.entries:
        is_told = (
            viewer == OPEN_TABLE or entry.by in ("start", "talk") or viewer == entry.seat or entry.seq in late
        )
        by = None if not is_told else entry.by if entry.by == "start" else f"{entry.by}/{entry.seat}"
        is_late = is_told and entry.by == "clock"
        for recorded in entry.facts:
            seq += 1
            turn += type(recorded.fact) is turn_fact
            for seen in facts_seen_by((recorded,), viewer):
                yield VisibleFact(seq, seen, turn, entry.seq, by, is_late)
                is_late = False


def known_time_outs(replay: Replay, viewer: Seat) -> set[int]:
    """Return the numbers of the entries of which a viewer knows that the time of the seat ran out.

    Whether several seats were asked is found by running the match again; a record that does not follow from the rules
    shows a viewer only its own time-outs.
    """
    late = {entry.seq: entry.seat for entry in replay.entries if entry.by == "clock"}
    if viewer == OPEN_TABLE or all([seat == viewer for seat in late.values()]):
        return set(late)
    asked: dict[int, tuple[Seat, ...]] = {}
    with suppress(Mismatch):
        rerun = Rerun(settle(replay.charter))
        asked[1] = ()
        for entry in rerun.run(replay.entries):
            asked[entry.seq + 1] = rerun.match.waiting_for
    return {
        seq
        for seq, seat in late.items()
        if time_outs_known_to(viewer, (seat,), asked.get(seq, tuple(range(replay.charter.seats))))
    }
