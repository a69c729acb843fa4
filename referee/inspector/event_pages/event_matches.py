"""The matches of an event, for the pages that show a match."""

from __future__ import annotations

from threading import Lock

from referee.arena.event_state import MatchProgress
from referee.games.fact_sentences import outcome_sentence
from referee.inspector.event_pages.event_report import EventReport
from referee.inspector.event_pages.followed_event import FollowedEvent, UnreadableEvent
from referee.inspector.opened_match import MatchRecord, OpenedMatch
from referee.inspector.same_deal import OtherTable
from referee.inspector.shown_matches import OpenedMatches, UnreadableMatch
from referee.replay.reading import read_replay
from referee.replay.writing import write_replay


class EventMatches:
    """The matches whose deals have been played in all seatings; nobody is shown the others."""

    is_single = False
    way_back = "The event"

    def __init__(self, followed: FollowedEvent) -> None:
        self._followed = followed
        self._open = OpenedMatches()
        self._lock = Lock()

    def _report(self) -> EventReport:
        try:
            return self._followed.report()
        except UnreadableEvent as problem:
            raise UnreadableMatch(str(problem)) from problem

    def names(self) -> list[str]:
        """Return the names of the matches that can be opened."""
        report = self._report()
        return [name for name in report.public.state.matches if report.is_kept(name)]

    def open(self, name: str) -> OpenedMatch:
        """Return a match; raise `UnreadableMatch` if there is none, or if it cannot be shown now."""
        report = self._report()
        each = report.public.state.matches.get(name)
        if each is None:
            raise UnreadableMatch(f"There is no match {name!r} in this event. The event lists its matches.")
        if each.match.deal in report.public.open_deals:
            raise UnreadableMatch(
                f"Match {name} can be opened when its deal has been played in all seatings: before that, it would tell "
                "the players what they are dealt."
            )
        if each.recorded is None or not report.is_kept(name):
            raise UnreadableMatch(f"Match {name} is not kept with this event; it may not have been played.")
        record = each.recorded
        with self._lock:
            head = int(record.head[:15] or "0", 16)
            return self._open.get(name, (head, 0), lambda: self._read(report, each, record.record))

    def _read(self, report: EventReport, each: MatchProgress, record: str) -> MatchRecord:
        try:
            entries = self._followed.entries(record)
        except UnreadableEvent as problem:
            raise UnreadableMatch(str(problem)) from problem
        text = write_replay(entries, names=dict(enumerate(report.names_of(each.match.seating))))
        return MatchRecord(read_replay(text.encode()))

    def same_deal(self, name: str) -> list[OtherTable]:
        """Return the other matches with the same deal."""
        report = self._report()
        found = []
        for other in report.others(name):
            opened = self.open(other)
            result = outcome_sentence(opened.terms.game.name, opened.replay.outcome, opened.names)
            found.append(OtherTable(other, opened.names, result))
        return found
