"""A match run once more, to see how it stood after every entry and what every viewer was told by then."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.audit.checks import Table
from referee.feeds.frames import viewers_of
from referee.match.charters import Terms
from referee.match.entries import Entry, entropy_in
from referee.match.match import Decided, Match
from referee.proof.merkle import EMPTY_ROOT, Tree, leaf_hash
from referee.server.auditing import snapshot_after
from referee.server.receipts import viewer_name
from referee.wire.codec import codec_of


class Feed:
    """What a viewer was told: a leaf for each frame, as receipts count them."""

    __slots__ = ("answered", "leaves", "moments", "told_in")

    def __init__(self) -> None:
        self.leaves: list[bytes] = []
        self.told_in: list[int] = []
        """Of each frame, the entry it was told because of."""
        self.answered = 0
        self.moments = {(0, 0)}
        """How many frames and how many of its answers there were at the same time."""

    def roots(self, sizes: Iterable[int]) -> dict[int, bytes]:
        """The root of the feed when it had each of these sizes, as far as it ever had."""
        wanted, tree, found = set(sizes), Tree(), {0: EMPTY_ROOT}
        for leaf in self.leaves:
            tree.add(leaf)
            if tree.size in wanted:
                found[tree.size] = tree.root()
        return found

    @property
    def root(self) -> bytes:
        """The root of all of it."""
        return self.roots([len(self.leaves)])[len(self.leaves)]


class Rerun:
    """A match brought about again from a record that is known to fit."""

    def __init__(self, terms: Terms, entries: Sequence[Entry]) -> None:
        self.terms = terms
        self.entries = entries
        match = Match(terms)
        self.heads = [match.head]
        """The hash of every entry, the charter's first."""
        self.facts = [0]
        """How many facts there were after every entry."""
        self._is_sealed = [False]
        self.feeds = {viewer_name(viewer): Feed() for viewer in viewers_of(terms.setup.seats)}
        """By the viewer's name, as receipts have it."""
        leaf = codec_of(terms.game.name).leaf
        for entry in entries:
            decided = self._next(match, entry)
            if entry.seat >= 0:
                self.feeds[viewer_name(entry.seat)].answered = entry.question
            for viewer, frame in decided.frames.items():
                feed = self.feeds[viewer_name(viewer)]
                feed.leaves.append(leaf_hash(leaf(frame)))
                feed.told_in.append(entry.seq)
            for feed in self.feeds.values():
                feed.moments.add((len(feed.leaves), feed.answered))
            self.heads.append(decided.hash)
            self.facts.append(match.facts)
            self._is_sealed.append(len(match.run.waiting_for) > 1)
        self.outcome = match.outcome

    @staticmethod
    def _next(match: Match, entry: Entry) -> Decided:
        if match.seq == 0:
            decided = match.begin([bytes.fromhex(part) for part in entropy_in(entry)])
        else:
            decided = match.submit(entry.seat, entry.question, entry.answer, entry.by)
        if not isinstance(decided, Decided):
            raise ValueError(f"entry {entry.seq} cannot be brought about again; is the record verified?")
        return decided

    def table_at(self, entry: int, *, shared: int = 0, is_left: bool = False) -> Table:
        """The match as it stood after an entry, for the checks of the audit log.

        `shared` is the last entry that it has from the match it was forked from, and `is_left` says that it goes on as
        another.
        """
        last = self.entries[entry - 1] if entry else None
        # Also of an answer that was the last of several: it was given when the others were, and stands with them.
        is_sealed = any(self._is_sealed[max(0, entry - 1) : entry + 1])
        return snapshot_after(
            self.terms,
            last,
            facts=self.facts[entry],
            shared=self.facts[min(shared, len(self.entries))],
            is_over=is_left or (self.outcome is not None and entry == len(self.entries)),
            is_sealed=is_sealed,
        )
