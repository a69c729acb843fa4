"""Receipts: the referee's signature under what a viewer was told, so that it cannot tell another story later.

Each viewer's frames are the leaves of a Merkle tree of its own: a tree over everything would tell how much is hidden. A
receipt is a signed checkpoint of that tree. It also counts the seat's answers, for an answer that is sealed brings no
frame and is to be acknowledged all the same.

A signature takes longer than a decision, so receipts come at boundaries the whole table can see: with frames that begin
a turn, if there were enough since the last one, and with the end. Whoever wants one in between asks for it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from referee.audit.entries import name_of
from referee.feeds.frames import Frame, viewers_of
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
    """The trees of one match: one for each seat, and one for those who watch."""

    __slots__ = ("_answered", "_boundaries", "_due", "_leaf", "_trees", "_turn_fact", "signed")

    def __init__(self, seats: int, turn_fact: type[Fact], leaf: Leaf, *, spectators: bool = True) -> None:
        self._turn_fact = turn_fact
        self._leaf = leaf
        viewers = viewers_of(seats) if spectators else tuple(range(seats))
        self._trees = {viewer: Tree() for viewer in viewers}
        self._due = dict.fromkeys(viewers, FRAMES_BETWEEN)
        """From which frame on the beginning of a turn is a boundary."""
        self._boundaries: dict[Seat, Mark] = {}
        self._answered = [0] * seats
        self.signed: dict[Seat, tuple[Mark, str]] = {}
        """The last receipt of each viewer, with what it was given for."""

    def take(self, decided: Decided) -> None:
        """Take an answer that is durable, and the frames that are told because of it."""
        entry, frames = decided.entry, decided.frames
        if entry.seat >= 0:
            self._answered[entry.seat] = entry.question
        leaf, due = self._leaf, self._due
        for viewer, tree in self._trees.items():
            frame = frames.get(viewer)
            if frame is not None:
                tree.add(leaf_hash(leaf(frame)))
                if frame.number >= due[viewer] or frame.outcome is not None:
                    self._mark(viewer, frame)

    def _mark(self, viewer: Seat, frame: Frame) -> None:
        """Note how far a feed has come, where everyone can see that it is time for a receipt."""
        turn = self._turn_fact
        if frame.outcome is not None or any([type(recorded.fact) is turn for recorded in frame.facts]):
            self._boundaries[viewer] = self.now(viewer)
            self._due[viewer] = frame.number + FRAMES_BETWEEN

    def now(self, viewer: Seat) -> Mark:
        """How far a feed has come."""
        tree = self._trees[viewer]
        return Mark(tree.size, tree.root(), self._answered[viewer] if viewer >= 0 else 0)

    def boundary(self, viewer: Seat) -> Mark | None:
        """How far a feed had come at its last boundary."""
        return self._boundaries.get(viewer)


class Notary:
    """Signs in the name of the referee."""

    def __init__(self, keys: Keys, leaf_of: Callable[[str], Leaf] | None = None) -> None:
        self.keys = keys
        self._leaf_of = leaf_of
        """What a receipt covers, by game; None where nobody is sent anything, and so nobody gets receipts."""

    def tally(self, game: Game, seats: int, *, spectators: bool) -> Tally | None:
        """Open the tally of a match, which may have spectators."""
        if self._leaf_of is None:
            return None
        return Tally(seats, game.turn_fact, self._leaf_of(game.name), spectators=spectators)

    def receipt(self, match: str, tally: Tally, viewer: Seat, mark: Mark) -> str:
        """Sign for what a viewer was told; what was signed last is not signed again."""
        known = tally.signed.get(viewer)
        if known is not None and known[0] == mark:
            return known[1]
        note = self.keys.signer.sign(Checkpoint(match, viewer_name(viewer), *mark).text())
        tally.signed[viewer] = (mark, note)
        return note
