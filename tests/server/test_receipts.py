"""Receipts: a tree for each feed, and marks where the whole table can see them."""

from collections.abc import Iterable

import pytest

from referee.feeds.frames import Frame, viewers_of
from referee.kernel.asks import default_picks
from referee.kernel.facts import SPECTATOR, Seat
from referee.kernel.refusals import Refused
from referee.match.charters import new_charter, settle
from referee.match.match import Decided, Match
from referee.proof.checkpoints import NO_AUDIT, AuditHead, Checkpoint
from referee.proof.keys import MemoryKey
from referee.proof.merkle import leaf_hash, root_of
from referee.proof.notes import SigningKey, open_note
from referee.server.receipts import FRAMES_BETWEEN, FeedTrees, Mark, ReceiptSigner, viewer_name
from referee.wire.codec import codec_of

GAMES = ("abyss", "unfathomable")


def played(game: str) -> list[Decided]:
    """Play a match in which every answer is a default."""
    match = Match(settle(new_charter(game, 3, seed="receipts")))
    steps = [match.begin()]
    while match.outcome is None:
        seat = next(iter(match.questions))
        steps.append(
            match.submit(seat, match.questions[seat].number, default_picks(match.questions[seat].ask))
        )
    assert not any(isinstance(step, Refused) for step in steps)
    return [step for step in steps if isinstance(step, Decided)]


def _trees(game: str, kept: Iterable[Seat] = viewers_of(3)) -> FeedTrees:
    trees = FeedTrees(3, settle(new_charter(game, 3, seed="x")).game.turn_fact, codec_of(game).leaf)
    for viewer in kept:
        trees.keep(viewer, ())
    return trees


@pytest.mark.parametrize("game", GAMES)
def test_every_feed_has_a_tree_of_its_own(game: str) -> None:
    leaf = codec_of(game).leaf
    steps = played(game)
    trees = _trees(game)
    leaves: dict[Seat, list[bytes]] = {viewer: [] for viewer in viewers_of(3)}
    answered = dict.fromkeys(viewers_of(3), 0)
    for step in steps:
        trees.take(step)
        if step.entry.seat >= 0:
            answered[step.entry.seat] += 1
        for viewer, frame in step.frames.items():
            leaves[viewer].append(leaf_hash(leaf(frame)))
    for viewer, hashes in leaves.items():
        assert trees.now(viewer) == Mark(len(hashes), root_of(hashes), answered[viewer])


@pytest.mark.parametrize("game", GAMES)
def test_marks_stand_where_a_turn_begins_and_at_the_end(game: str) -> None:
    """The position of a mark follows from the viewer's own frames, so it reveals nothing."""
    turn_fact = settle(new_charter(game, 3, seed="x")).game.turn_fact
    trees = _trees(game)
    marked = 0
    for step in played(game):
        before = {viewer: trees.boundary(viewer) for viewer in viewers_of(3)}
        trees.take(step)
        for viewer, frame in step.frames.items():
            last = before[viewer]
            grown = frame.number - (last.size if last is not None else 0)
            begins = any([type(recorded.fact) is turn_fact for recorded in frame.facts])
            mark = trees.boundary(viewer)
            if frame.outcome is not None or (begins and grown >= FRAMES_BETWEEN):
                assert mark == trees.now(viewer)
                assert mark.size == frame.number
                marked += 1
            else:
                assert mark == last
    assert marked > 4


@pytest.mark.parametrize("game", GAMES)
def test_a_tree_that_is_begun_late_is_the_same(game: str) -> None:
    """It has the same marks, down to the answers counted by the last one, whenever it is first asked for."""
    always = _trees(game)
    told: dict[Seat, list[Frame]] = {viewer: [] for viewer in viewers_of(3)}
    before = []
    for step in played(game):
        always.take(step)
        before.append(step)
        for viewer, frame in step.frames.items():
            told[viewer].append(frame)
        if step.entry.seq % 7 == 0:
            late = _trees(game, ())
            for earlier in before:
                late.take(earlier)
            for viewer, frames in told.items():
                assert not late.has(viewer)
                late.keep(viewer, frames)
                assert late.now(viewer) == always.now(viewer)
                assert late.boundary(viewer) == always.boundary(viewer)


def test_a_receipt_is_signed_once() -> None:
    key = SigningKey.generate("referee")
    signer = ReceiptSigner(MemoryKey(key), lambda game: codec_of(game).leaf)
    steps = played("abyss")
    trees = signer.trees_for(settle(new_charter("abyss", 3, seed="x")).game, 3)
    assert trees is not None
    trees.keep(SPECTATOR, ())
    for step in steps:
        trees.take(step)
    mark = trees.now(SPECTATOR)
    note = signer.receipt("m1", trees, SPECTATOR, mark, NO_AUDIT)
    assert signer.receipt("m1", trees, SPECTATOR, mark, NO_AUDIT) is note
    text = open_note(note, [key.public]).text
    assert Checkpoint.parse(text) == Checkpoint("m1", "spectator", mark.size, mark.root, 0, NO_AUDIT)
    newer = signer.receipt("m1", trees, SPECTATOR, mark, AuditHead(1, bytes(range(32))))
    assert Checkpoint.parse(open_note(newer, [key.public]).text).audit == (1, bytes(range(32)))


def test_viewers_have_names() -> None:
    assert [viewer_name(viewer) for viewer in (0, 5, SPECTATOR)] == ["seat/0", "seat/5", "spectator"]
