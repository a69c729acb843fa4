"""The published feeds of one match: what each viewer has been sent, and nothing that is not durable yet.

A match in memory may be ahead of the disk; its published feeds never are.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from referee.feeds.frames import Frame, viewers_of
from referee.feeds.views import View
from referee.kernel.facts import OPEN_TABLE, Seat
from referee.match.match import Decided, Match
from referee.proof.checkpoints import AuditHead
from referee.server.receipts import FeedTrees, ReceiptSigner

TAIL = 12
"""Number of frames kept per viewer for readers that resume; earlier ones are cut again from the log."""


def all_viewers(seats: int) -> tuple[Seat, ...]:
    """Return every viewer that has a feed: the seats, the spectators, and the arbiter at the open table."""
    return (*viewers_of(seats), OPEN_TABLE)


class PublishedFeeds:
    """The newest frames, the views and the receipts of the viewers of one match."""

    __slots__ = ("_match_id", "_signer", "_tails", "_views", "trees")

    def __init__(
        self, match_id: str, viewers: Sequence[Seat], signer: ReceiptSigner, trees: FeedTrees | None
    ) -> None:
        self._match_id = match_id
        self._signer = signer
        self.trees = trees
        """The trees that receipts sign; None if there are no receipts."""
        self._tails: dict[Seat, deque[Frame]] = {viewer: deque(maxlen=TAIL) for viewer in viewers}
        self._views: dict[Seat, View] = {}

    def add(self, decided: Decided) -> None:
        """Add the frames of an entry that has become durable."""
        if self.trees is not None:
            self.trees.take(decided)
        tails, frames = self._tails, decided.frames
        for viewer, frame in frames.items():
            tails[viewer].append(frame)
        for viewer, view in self._views.items():
            if viewer in frames:
                view.take(frames[viewer])

    def newest(self, viewer: Seat) -> int:
        """Return the number of this viewer's last frame, 0 before the first."""
        tail = self._tails[viewer]
        return tail[-1].number if tail else 0

    def last(self, viewer: Seat) -> Frame | None:
        """Return this viewer's last frame, or None before the first."""
        tail = self._tails[viewer]
        return tail[-1] if tail else None

    @property
    def is_sealed(self) -> bool:
        """Whether several seats are asked at once, or were before the last answer."""
        last = list(self._tails[OPEN_TABLE])[-2:]
        return any([len(frame.waiting_for) > 1 for frame in last])

    def tail(self, viewer: Seat, after: int) -> list[Frame] | None:
        """Return the frames after number `after`, or None if some of them are no longer in memory."""
        missing = self.newest(viewer) - after
        if missing <= 0:
            return []
        frames = self._tails[viewer]
        return list(frames)[-missing:] if missing <= len(frames) else None

    # --- views ---

    def view(self, viewer: Seat) -> View | None:
        """Return the view of this viewer, if it is kept."""
        return self._views.get(viewer)

    def keep_view(self, match: Match, viewer: Seat, frames: Sequence[Frame]) -> View:
        """Fold a view from a whole feed, and keep it up to date from now on."""
        view = self._views.get(viewer)
        if view is None:
            view = self._views[viewer] = View(match.game, match.terms.setup, viewer)
            for frame in frames:
                view.take(frame)
        return view

    # --- receipts ---

    def receipt(self, viewer: Seat, audit: AuditHead) -> str:
        """Sign for everything this viewer was sent so far, and for this audit head; empty if the viewer has no tree."""
        trees = self.trees
        if trees is None or not trees.has(viewer):
            return ""
        return self._signer.receipt(self._match_id, trees, viewer, trees.now(viewer), audit)

    def receipt_with(self, viewer: Seat, frame: int, audit: AuditHead) -> str:
        """Return the receipt that goes with a frame, by its number; empty unless it is the viewer's last boundary."""
        trees = self.trees
        if trees is None:
            return ""
        mark = trees.boundary(viewer)
        if mark is None or mark.size != frame:
            return ""
        return self._signer.receipt(self._match_id, trees, viewer, mark, audit)
