"""Receipts: the referee's signature under what a viewer was told, so that it cannot tell another story later.

Each viewer's frames are the leaves of a Merkle tree of its own: a tree over everything would tell how much is hidden. A
receipt is a signed checkpoint of that tree. It also counts the seat's answers, for an answer that is sealed brings no
frame and is to be acknowledged all the same.

A signature takes longer than a decision, so receipts come at boundaries the whole table can see: with frames that begin
a turn, if there were enough since the last one, and with the end. Whoever wants one in between asks for it.

To encode and hash every frame for everyone takes as long as deciding. So a viewer's tree is begun when that viewer
first reads its feed or asks for a receipt, with all it was told before, and grows by itself from then on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from referee.audit.entries import name_of
from referee.feeds.frames import Frame
from referee.kernel.facts import OPEN_TABLE, SPECTATOR, Fact, Seat
from referee.kernel.game import Game
from referee.match.match import Decided
from referee.proof.checkpoints import Checkpoint
from referee.proof.keys import Keys
from referee.proof.merkle import Tree, leaf_hash

FRAMES_BETWEEN = 32
"""How many frames a feed must have grown by before the beginning of a turn is worth a receipt."""

Leaf = Callable[[Frame], bytes]
"""What a receipt covers of a frame, in the form it is sent in."""


class Mark(NamedTuple):
    """How far a feed had come."""

    size: int
    root: bytes
    answered: int


def viewer_name(viewer: Seat) -> str:
    """Name a viewer as checkpoints do.

    >>> viewer_name(2), viewer_name(SPECTATOR)
    ('seat/2', 'spectator')
    """
    if viewer == SPECTATOR:
        return "spectator"
    return "open" if viewer == OPEN_TABLE else name_of(viewer)


class Tally:
    """The trees of one match: one for each viewer that may want a receipt."""

    __slots__ = ("_answered", "_boundaries", "_due", "_leaf", "_trees", "_turn_fact", "signed")

    def __init__(self, seats: int, turn_fact: type[Fact], leaf: Leaf) -> None:
        self._turn_fact = turn_fact
        self._leaf = leaf
        self._trees: dict[Seat, Tree] = {}
        self._due: dict[Seat, int] = {}
        """From which frame on the beginning of a turn is a boundary."""
        self._boundaries: dict[Seat, Mark] = {}
        self._answered = [0] * seats
        self.signed: dict[Seat, tuple[Mark, str]] = {}
        """The last receipt of each viewer, with what it was given for."""

    def has(self, viewer: Seat) -> bool:
        """Say whether there is a tree for this viewer."""
        return viewer in self._trees

    def keep(self, viewer: Seat, told: Iterable[Frame]) -> None:
        """Begin the tree of a viewer, if there is none, with all the frames it was told so far."""
        if viewer in self._trees:
            return
        self._trees[viewer] = Tree()
        self._due[viewer] = FRAMES_BETWEEN
        answered = 0
        for frame in told:
            self._add(viewer, frame, answered)
            if frame.question is not None:
                # Nobody is told anything before every question is answered that was asked until then.
                answered = frame.question.number

    def take(self, decided: Decided) -> None:
        """Take an answer that is durable, and the frames that are told because of it."""
        entry, frames = decided.entry, decided.frames
        if entry.seat >= 0:
            self._answered[entry.seat] = entry.question
        for viewer in self._trees:
            frame = frames.get(viewer)
            if frame is not None:
                self._add(viewer, frame, self._answered_by(viewer))

    def _add(self, viewer: Seat, frame: Frame, answered: int) -> None:
        """Add a frame, and note how far the feed has come where everyone can see that it is time for a receipt."""
        tree = self._trees[viewer]
        tree.add(leaf_hash(self._leaf(frame)))
        if (frame.number >= self._due[viewer] and self._begins_turn(frame)) or frame.outcome is not None:
            self._boundaries[viewer] = Mark(tree.size, tree.root(), answered)
            self._due[viewer] = frame.number + FRAMES_BETWEEN

    def _begins_turn(self, frame: Frame) -> bool:
        turn = self._turn_fact
        return any([type(recorded.fact) is turn for recorded in frame.facts])

    def _answered_by(self, viewer: Seat) -> int:
        return self._answered[viewer] if viewer >= 0 else 0

    def now(self, viewer: Seat) -> Mark:
        """How far the feed of a viewer that has a tree has come."""
        tree = self._trees[viewer]
        return Mark(tree.size, tree.root(), self._answered_by(viewer))

    def boundary(self, viewer: Seat) -> Mark | None:
        """How far a feed had come at its last boundary."""
        return self._boundaries.get(viewer)


class Notary:
    """Signs in the name of the referee."""

    def __init__(self, keys: Keys, leaf_of: Callable[[str], Leaf] | None = None) -> None:
        self.keys = keys
        self._leaf_of = leaf_of
        """What a receipt covers, by game; None where nobody is sent anything, and so nobody gets receipts."""

    def tally(self, game: Game, seats: int) -> Tally | None:
        """Open the tally of a match."""
        return None if self._leaf_of is None else Tally(seats, game.turn_fact, self._leaf_of(game.name))

    def receipt(self, match: str, tally: Tally, viewer: Seat, mark: Mark) -> str:
        """Sign for what a viewer was told; what was signed last is not signed again."""
        known = tally.signed.get(viewer)
        if known is not None and known[0] == mark:
            return known[1]
        note = self.keys.signer.sign(Checkpoint(match, viewer_name(viewer), *mark).text())
        tally.signed[viewer] = (mark, note)
        return note
