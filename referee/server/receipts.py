"""Receipts: the referee's signature on what a viewer was sent, so that it cannot tell a different story later.

The frames of each viewer are the leaves of a separate Merkle tree: a single tree over everything would reveal how much
is hidden. A receipt is a signed checkpoint of such a tree. It also counts the seat's answers, because a sealed answer
produces no frame but must still be acknowledged, and it covers the audit entries that everyone may know, so that none
of them can be dropped later.

A signature takes longer than a decision, so receipts are issued at boundaries that every viewer can see: with frames
that begin a turn, if there were enough frames since the last receipt, and with the last frame. Clients can request one
at any other time.

Encoding and hashing every frame for every viewer takes as long as deciding. So a viewer's tree is built, from its whole
feed, when that viewer first reads the feed or requests a receipt, and is kept up to date from then on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from referee.audit.entries import seat_name
from referee.feeds.frames import Frame
from referee.kernel.facts import OPEN_TABLE, SPECTATOR, Fact, Seat
from referee.kernel.game import Game
from referee.match.match import Decided
from referee.proof.checkpoints import AuditHead, Checkpoint
from referee.proof.keys import RefereeKeys
from referee.proof.merkle import Tree, leaf_hash

FRAMES_BETWEEN = 32
"""Minimum number of frames between two receipts at the beginning of a turn."""

Leaf = Callable[[Frame], bytes]
"""Encodes the part of a frame that a receipt covers, as it is sent."""


class Mark(NamedTuple):
    """A position in a feed, as a receipt states it."""

    size: int
    root: bytes
    answered: int


def viewer_name(viewer: Seat) -> str:
    """Return the name of a viewer in checkpoints.

    >>> viewer_name(2), viewer_name(SPECTATOR)
    ('seat/2', 'spectator')
    """
    if viewer == SPECTATOR:
        return "spectator"
    return "open" if viewer == OPEN_TABLE else seat_name(viewer)


class FeedTrees:
    """The Merkle trees of one match: one for each viewer that may want a receipt."""

    __slots__ = ("_answered", "_boundaries", "_due", "_leaf", "_trees", "_turn_fact", "signed")

    def __init__(self, seats: int, turn_fact: type[Fact], leaf: Leaf) -> None:
        self._turn_fact = turn_fact
        self._leaf = leaf
        self._trees: dict[Seat, Tree] = {}
        self._due: dict[Seat, int] = {}
        """The first frame at which the beginning of a turn is a boundary."""
        self._boundaries: dict[Seat, Mark] = {}
        self._answered = [0] * seats
        self.signed: dict[Seat, tuple[Mark, AuditHead, str]] = {}
        """The last receipt of each viewer, with what it covers."""

    def has(self, viewer: Seat) -> bool:
        """Return whether there is a tree for this viewer."""
        return viewer in self._trees

    def keep(self, viewer: Seat, frames: Iterable[Frame]) -> None:
        """Build the tree of a viewer from its whole feed, unless there is one."""
        if viewer in self._trees:
            return
        tree = self._trees[viewer] = Tree()
        self._due[viewer] = FRAMES_BETWEEN
        answered = 0
        for frame in frames:
            tree.add(leaf_hash(self._leaf(frame)))
            if frame.number >= self._due[viewer] or frame.outcome is not None:
                self._mark_boundary(viewer, frame, answered)
            if frame.question is not None:
                # A new frame appears only when all questions asked before it have been answered.
                answered = frame.question.number

    def take(self, decided: Decided) -> None:
        """Add a durable answer and the frames it produced."""
        entry, frames = decided.entry, decided.frames
        if entry.question:
            self._answered[entry.seat] = entry.question
        leaf, due, hashes = self._leaf, self._due, dict[int, bytes]()
        for viewer, tree in self._trees.items():
            frame = frames.get(viewer)
            if frame is None:
                continue
            # Viewers who see the same share a frame.
            hashed = hashes.get(id(frame))
            if hashed is None:
                hashed = hashes[id(frame)] = leaf_hash(leaf(frame))
            tree.add(hashed)
            if frame.number >= due[viewer] or frame.outcome is not None:
                self._mark_boundary(viewer, frame, self._answered_by(viewer))

    def _mark_boundary(self, viewer: Seat, frame: Frame, answered: int) -> None:
        """Mark the position after the last frame if it is a boundary; the caller has checked the distance."""
        if frame.outcome is not None or self._begins_turn(frame):
            tree = self._trees[viewer]
            self._boundaries[viewer] = Mark(tree.size, tree.root(), answered)
            self._due[viewer] = frame.number + FRAMES_BETWEEN

    def _begins_turn(self, frame: Frame) -> bool:
        turn = self._turn_fact
        return any([type(recorded.fact) is turn for recorded in frame.facts])

    def _answered_by(self, viewer: Seat) -> int:
        return self._answered[viewer] if viewer >= 0 else 0

    def now(self, viewer: Seat) -> Mark:
        """Return the current end of the feed of a viewer that has a tree."""
        tree = self._trees[viewer]
        return Mark(tree.size, tree.root(), self._answered_by(viewer))

    def boundary(self, viewer: Seat) -> Mark | None:
        """Return the last boundary of a feed, if there was one."""
        return self._boundaries.get(viewer)


class ReceiptSigner:
    """Signs receipts with the referee's key."""

    def __init__(self, keys: RefereeKeys, leaf_of: Callable[[str], Leaf] | None = None) -> None:
        self.keys = keys
        self._leaf_of = leaf_of
        """The encoding that receipts cover, by game; None if nothing is sent to clients, so there are no receipts."""

    def trees_for(self, game: Game, seats: int) -> FeedTrees | None:
        """Return the trees of a new match, or None if there are no receipts."""
        return None if self._leaf_of is None else FeedTrees(seats, game.turn_fact, self._leaf_of(game.name))

    def receipt(self, match_id: str, trees: FeedTrees, viewer: Seat, mark: Mark, audit: AuditHead) -> str:
        """Sign for a viewer's feed up to a mark; the viewer's last receipt is reused if it covers the same."""
        known = trees.signed.get(viewer)
        if known is not None and known[:2] == (mark, audit):
            return known[2]
        note = self.keys.signer.sign(Checkpoint(match_id, viewer_name(viewer), *mark, audit).text())
        trees.signed[viewer] = (mark, audit, note)
        return note
