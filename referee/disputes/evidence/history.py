"""The history of a match: what every viewer was sent, and how the match stood after every entry."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.audit.checks import MatchSnapshot
from referee.audit.snapshots import snapshot_after
from referee.feeds.frames import viewers_of
from referee.match.charters import Terms
from referee.match.entries import Entry
from referee.proof.merkle import EMPTY_ROOT, Tree, leaf_hash
from referee.replay.rerun import Rerun
from referee.server.receipts import viewer_name


class ViewerHistory:
    """The frames that a viewer was sent, as the leaves of the tree that receipts are signed for."""

    __slots__ = ("answered", "entries", "leaves", "states")

    def __init__(self) -> None:
        self.leaves: list[bytes] = []
        """The leaf hash of each frame."""
        self.entries: list[int] = []
        """For each frame, the number of the entry that caused it."""
        self.answered = 0
        """The number of the viewer's answers so far."""
        self.states = {(0, 0)}
        """Every pair of the number of frames and the number of answers that existed at the same time."""

    def roots(self, sizes: Iterable[int]) -> dict[int, bytes]:
        """Return the root of the tree at each of these sizes, except for sizes it never reached."""
        wanted, tree, found = set(sizes), Tree(), {0: EMPTY_ROOT}
        for leaf in self.leaves:
            tree.add(leaf)
            if tree.size in wanted:
                found[tree.size] = tree.root()
        return found

    @property
    def root(self) -> bytes:
        """The root of the whole tree."""
        return self.roots([len(self.leaves)])[len(self.leaves)]


class MatchHistory:
    """The history of a match, from a record that is known to be correct; raises `Mismatch` if it is not."""

    def __init__(self, terms: Terms, entries: Sequence[Entry]) -> None:
        self.terms = terms
        self.entries = entries
        rerun = Rerun(terms, viewers=viewers_of(terms.setup.seats))
        match = rerun.match
        self.heads = [match.head]
        """The hash of every entry, starting with the charter."""
        self.facts = [0]
        """The number of facts after every entry, starting with the charter."""
        self._is_sealed = [False]
        self.viewers = {viewer_name(viewer): ViewerHistory() for viewer in viewers_of(terms.setup.seats)}
        """By the name that receipts have for the viewer."""
        # Imported here because most replays are checked without their frames, and protobuf takes long to import.
        from referee.wire.codec import codec_of

        leaf = codec_of(terms.game.name).leaf
        for entry in entries:
            decided = rerun.follow_entry(entry)
            if entry.question:
                self.viewers[viewer_name(entry.seat)].answered = entry.question
            for viewer, frame in decided.frames.items():
                sent = self.viewers[viewer_name(viewer)]
                sent.leaves.append(leaf_hash(leaf(frame)))
                sent.entries.append(entry.seq)
            for sent in self.viewers.values():
                sent.states.add((len(sent.leaves), sent.answered))
            self.heads.append(decided.hash)
            self.facts.append(match.facts)
            self._is_sealed.append(len(match.waiting_for) > 1)
        self.outcome = match.outcome

    def snapshot_at(self, entry: int, *, shared: int = 0, is_left: bool = False) -> MatchSnapshot:
        """Return the match as it stood after an entry, for the checks of the audit log.

        `shared` is the last entry it has in common with the match it was forked from. `is_left` means that it continues
        as another match.
        """
        # The last of several sealed answers was given together with the others, so it counts as sealed too.
        is_sealed = any(self._is_sealed[max(0, entry - 1) : entry + 1])
        return snapshot_after(
            self.terms,
            self.entries[:entry],
            facts=self.facts[entry],
            shared=self.facts[min(shared, len(self.entries))],
            is_over=is_left or (self.outcome is not None and entry == len(self.entries)),
            is_sealed=is_sealed,
        )
