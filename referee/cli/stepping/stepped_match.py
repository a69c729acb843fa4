"""The match of the stepper: what each viewer saw, worked out when it is needed."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cli.display.console import ReportLine
from referee.cli.display.explanation_report import explanation_lines
from referee.cli.display.match_display import MatchDisplay
from referee.cli.display.printable import printable
from referee.cli.stepping.filters import FactFilter
from referee.disputes.explain.explanations import explain
from referee.feeds.frames import Frame
from referee.games.fact_sentences import fact_sentence
from referee.kernel.facts import OPEN_TABLE, SPECTATOR, Seat
from referee.match.charters import settle
from referee.replay.format import Replay, seat_names
from referee.replay.rerun import Mismatch
from referee.replay.visible_facts import VisibleFact, visible_facts


class SteppedMatch:
    """A replay. What is worked out is kept, and never changes."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self.names = [printable(name) for name in seat_names(replay)]
        self.last_fact = sum([len(entry.facts) for entry in replay.entries])
        """Number of the last fact of the match."""
        self._facts: dict[Seat, tuple[VisibleFact, ...]] = {}
        self._sentences: dict[Seat, dict[int, str]] = {}
        self._selected: dict[tuple[Seat, FactFilter], tuple[VisibleFact, ...]] = {}
        self._why: dict[int, tuple[ReportLine, ...]] = {}

    def facts(self, viewer: Seat) -> Sequence[VisibleFact]:
        """Return what a viewer was told."""
        if viewer not in self._facts:
            self._facts[viewer] = tuple(visible_facts(self.replay, viewer))
        return self._facts[viewer]

    def sentence(self, viewer: Seat, fact: VisibleFact) -> str:
        """Return a fact as a sentence."""
        kept = self._sentences.setdefault(viewer, {})
        if fact.seq not in kept:
            kept[fact.seq] = fact_sentence(self.replay.charter.game, fact.recorded.fact, self.names)
        return kept[fact.seq]

    def selected(self, viewer: Seat, chosen: FactFilter) -> Sequence[VisibleFact]:
        """Return the facts that a viewer was told and that pass a filter."""
        if (viewer, chosen) not in self._selected:
            self._selected[viewer, chosen] = tuple(
                [
                    fact
                    for fact in self.facts(viewer)
                    if chosen.passes(fact, self.sentence(viewer, fact), self.names)
                ]
            )
        return self._selected[viewer, chosen]

    def display(self, viewer: Seat, seq: int) -> MatchDisplay:
        """Return the table after a fact. It is always folded from the start, which takes some 10 ms."""
        display = MatchDisplay(settle(self.replay.charter), self.names, viewer)
        told = [fact.recorded for fact in self.facts(viewer) if fact.seq <= seq]
        display.apply(Frame(1, tuple(told), None, (), None))
        return display

    def why(self, seq: int) -> Sequence[ReportLine]:
        """Return why a fact happened, as `referee why` explains it."""
        if seq not in self._why:
            replay = self.replay
            try:
                explained = explain(replay.charter, replay.entries, seq, self.names)
                self._why[seq] = tuple(explanation_lines(explained, self.names, replay))
            except Mismatch as differs:
                self._why[seq] = (ReportLine(0, f"The replay does not follow from the rules: {differs}"),)
        return self._why[seq]

    def eyes(self, viewer: Seat) -> str:
        """Return through whose eyes the table is shown."""
        if viewer == OPEN_TABLE:
            return "open table"
        return "as a spectator" if viewer == SPECTATOR else f"as {self.seat_name(viewer)}"

    def seat_name(self, seat: Seat) -> str:
        """Return the name of a player with the number of the seat."""
        plain = f"seat {seat}"
        return plain if self.names[seat] == plain else f"{self.names[seat]} ({plain})"
