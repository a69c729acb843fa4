"""Receipts in the bot in Node: checked on arrival, kept for `referee verify`, and across forks."""

import asyncio
import itertools
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from referee.feeds.frames import Frame
from referee.games import GAMES, game
from referee.kernel import facts
from referee.log.memory import MemoryStore
from referee.proof.checkpoints import AuditHead, Checkpoint, read_receipts
from referee.proof.keys import Keyring
from referee.proof.merkle import EMPTY_ROOT
from referee.proof.notes import SigningKey
from referee.server.access import Access
from referee.server.published import PublishedFeeds
from referee.server.receipts import FeedTrees, Mark, ReceiptSigner
from referee.server.results import Description
from referee.server.session import Session
from referee.server.submitting import IntentWriter
from referee.wire.codec import Codec
from referee_api.v1 import disputes_pb2, referee_pb2
from referee_client import Seat, aio
from referee_client.bots.random import RandomBot
from tests.cli import running as referee_command
from tests.clients.node import Ran, evaluate, needs_node, run
from tests.disputes.served import ServedMatch
from tests.wire.serving import open_table, referee

pytestmark = needs_node

ALL_FIT = re.compile(r"^(\d+) valid receipts$", re.MULTILINE)


class Players:
    """A Node bot at the last seat of a match, and random bots of ours at the others."""

    def __init__(self, client: aio.Client, bot: Path, folder: Path) -> None:
        self.client = client
        self._bot = bot
        self._folder = folder

    async def play(self, name: str, seed: str, *options: str) -> tuple[Seat, Ran]:
        """Play a match until the Node bot has exited; return its result and one of our seats."""
        seats = game(name).seats[0]
        match = (await self.client.create_match(name, seats, seed=seed)).match.id
        ours = {await self.client.join_seat(match): RandomBot(f"{seed}/{seat}") for seat in range(seats - 1)}
        playing = asyncio.ensure_future(self.client.play(ours))
        ran = await run(self._bot, self._folder, self.client.address, match, *options)
        if ran.code:
            playing.cancel()
        with suppress(asyncio.CancelledError):
            await playing
        return next(iter(ours)), ran


@pytest.fixture
def players(bot: Path, tmp_path: Path) -> Callable[..., Any]:
    @asynccontextmanager
    async def begin(keys: Any = None) -> AsyncIterator[Players]:
        async with referee(keys=keys, grace=0) as found, aio.connect(found.server.address) as client:
            yield Players(client, bot, tmp_path)

    return begin


def kept(folder: Path, match: str, seat: int) -> list[str]:
    return read_receipts((folder / f"{match}.seat-{seat}.receipts").read_text())


def verify(folder: Path, *options: str) -> referee_command.Ran:
    """Verify the replay in a folder with the receipts and keys of the one bot that left any."""
    (receipts,), (keys,) = folder.glob("*.receipts"), folder.glob("*.keys")
    return referee_command.inside(
        "verify", str(folder / "REPLAY"), "--receipt", str(receipts), "--keys", str(keys), *options
    )


@pytest.mark.parametrize("name", GAMES)
async def test_the_receipts_of_a_match_fit_and_are_kept(
    name: str, players: Callable[..., Any], tmp_path: Path, seed: str
) -> None:
    """Frame.receipt, Reply.receipt: the stored files prove the match offline, with the command that is printed."""
    async with players() as table:
        chair, (code, out, complaints) = await table.play(name, seed)
        assert (code, complaints) == (0, "")
        receipts = kept(tmp_path, chair.match, game(name).seats[0] - 1)
        count = ALL_FIT.search(out)
        assert count
        assert int(count[1]) == len(receipts) > 2
        (tmp_path / "REPLAY").write_bytes(await table.client.get_replay(chair.match, chair.token))
    verified = verify(tmp_path)
    assert verified.code == 0, verified.out
    assert "nothing edited, nothing cut off, no split view" in verified.out


async def test_the_command_it_prints_works(
    players: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: str
) -> None:
    printed = ""
    async with players() as table:
        chair, ran = await table.play("abyss", seed, "--check-replay")
        printed = ran.out.splitlines()[-1]
    monkeypatch.chdir(tmp_path)
    assert printed.startswith(f"check with: referee verify {chair.match}.seat-1.replay --match ")
    verified = referee_command.inside(*printed.split()[3:])
    assert verified.code == 0, verified.out
    assert "it matches the commitment made before anyone joined" in verified.out


# --- controls: a referee that signs what it did not send ---


def another_seat(mark: Mark, viewer: str, match: str) -> Checkpoint:
    return Checkpoint(match, "seat/0", *mark)


def another_match(mark: Mark, viewer: str, match: str) -> Checkpoint:
    return Checkpoint(match[::-1], viewer, *mark)


def another_story(mark: Mark, viewer: str, match: str) -> Checkpoint:
    return Checkpoint(match, viewer, mark.size, mark.root[::-1], mark.answered)


def no_answers(mark: Mark, viewer: str, match: str) -> Checkpoint:
    return Checkpoint(match, viewer, mark.size, mark.root, 0)


def more_frames(mark: Mark, viewer: str, match: str) -> Checkpoint:
    return Checkpoint(match, viewer, mark.size + 1000, mark.root, mark.answered)


def another_audit_log(mark: Mark, viewer: str, match: str) -> Checkpoint:
    """Cover one audit entry, but not always the same."""
    return Checkpoint(match, viewer, *mark, AuditHead(1, sha256(mark.root).digest()))


def signing(signed: Callable[[Mark, str, str], Checkpoint]) -> Callable[..., str]:
    """Return a signer that signs something else."""

    def receipt(
        self: ReceiptSigner, match: str, trees: FeedTrees, viewer: facts.Seat, mark: Mark, audit: AuditHead
    ) -> str:
        return self.keys.signer.sign(signed(mark, f"seat/{viewer}", match).text())

    return receipt


@pytest.mark.parametrize(
    ("signed", "complaint"),
    [
        (another_seat, "a receipt is for referee/.+/seat/0, not for referee/.+/seat/1"),
        (another_match, "a receipt is for referee/.+/seat/1, not for referee/.+/seat/1"),
        (another_story, r"a receipt for \d+ frames does not match the frames that were sent"),
        (no_answers, "the receipt for the answer to question 1 includes only answers up to question 0"),
        (more_frames, r"the receipt with frame \d+ covers 1\d\d\d frames"),
        (another_audit_log, "two receipts cover different audit logs with 1 entries: a split view"),
    ],
)
async def test_control_a_receipt_that_does_not_fit_is_refused_and_kept(
    signed: Callable[[Mark, str, str], Checkpoint],
    complaint: str,
    players: Callable[..., Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    seed: str,
) -> None:
    """TRUST A2: it is signed, so it is evidence, and is kept before the complaint."""
    monkeypatch.setattr(ReceiptSigner, "receipt", signing(signed))
    async with players() as table:
        chair, (code, out, complaints) = await table.play("abyss", seed)
        assert (code, out) == (3, ""), complaints
        assert re.fullmatch(f"{complaint}\n", complaints), complaints
        assert kept(tmp_path, chair.match, 1)


async def test_control_a_frame_that_was_told_otherwise_is_noticed(
    players: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, seed: str
) -> None:
    """TRUST A2: the log has one frame and the seat received another."""
    honest = Codec.leaf

    def leaf(self: Codec, frame: Frame) -> bytes:
        return honest(self, replace(frame, waiting_for=(5,)) if frame.number == 3 else frame)

    monkeypatch.setattr(Codec, "leaf", leaf)
    async with players() as table:
        _, (code, _, complaints) = await table.play("abyss", seed)
        assert code == 3
        assert "does not match the frames that were sent" in complaints


@pytest.mark.parametrize("is_named_alike", [True, False])
async def test_control_a_signature_that_does_not_hold_is_refused(
    is_named_alike: bool, players: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, seed: str
) -> None:
    """C2SP signed-note: signed with a key that was not published, or with an invalid signature."""

    def receipt(
        self: ReceiptSigner, match: str, trees: FeedTrees, viewer: facts.Seat, mark: Mark, audit: AuditHead
    ) -> str:
        text = Checkpoint(match, f"seat/{viewer}", *mark).text()
        if is_named_alike:
            return self.keys.signer.sign(text).replace("answered ", "answered 1")
        return SigningKey.from_seed("referee", bytes(32)).sign(text)

    monkeypatch.setattr(ReceiptSigner, "receipt", receipt)
    async with players() as table:
        _, (code, _, complaints) = await table.play("abyss", seed)
        assert code == 3
        assert ("is not valid" if is_named_alike else "not signed by a known key") in complaints


# --- other things that may happen to receipts ---


async def test_what_came_without_a_receipt_is_asked_for(
    players: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: str
) -> None:
    """GetReceipt: the last frame must have one, whatever its source."""
    monkeypatch.setattr(PublishedFeeds, "receipt_with", lambda *_: "")
    async with players() as table:
        chair, (code, _, complaints) = await table.play("abyss", seed)
        assert (code, complaints) == (0, "")
        (tmp_path / "REPLAY").write_bytes(await table.client.get_replay(chair.match, chair.token))
    (verified,) = verify(tmp_path, "--json").lines
    (file,) = tmp_path.glob("*.receipts")
    last = read_receipts(file.read_text())[-1]
    assert int(last.split("\n")[1]) == verified["feeds"]["seat/1"]["frames"]


def earlier(mark: Mark, viewer: str, match: str) -> Checkpoint:
    return Checkpoint(match, viewer, 0, EMPTY_ROOT, mark.answered)


@pytest.mark.parametrize(
    ("signed", "complaint"),
    [
        (earlier, r"\d+ frames were sent, but receipts cover only 0\n"),
        (more_frames, r"a receipt is for 1\d\d\d frames, but only \d+ were sent\n"),
    ],
)
async def test_control_a_referee_that_withholds_the_last_receipt_is_noticed(
    signed: Callable[[Mark, str, str], Checkpoint],
    complaint: str,
    players: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
    seed: str,
) -> None:
    """Frame.receipt: with the last frame. One for fewer frames, or for frames that never arrive, is not enough."""
    monkeypatch.setattr(PublishedFeeds, "receipt_with", lambda *_: "")
    monkeypatch.setattr(ReceiptSigner, "receipt", signing(signed))
    async with players() as table:
        _, (code, _, complaints) = await table.play("abyss", seed)
        assert code == 3
        assert re.fullmatch(complaint, complaints), complaints


async def test_control_another_commitment_is_noticed(
    players: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, seed: str
) -> None:
    """Match.commitment: the value received with the seat holds to the end."""
    honest, places = vars(Session)["description"].fget, itertools.count()

    def description(self: Session) -> Description:
        about: Description = honest(self)
        return about._replace(commitment=bytes([next(places)] * 32))

    monkeypatch.setattr(Session, "description", property(description))
    async with players() as table:
        _, (code, _, complaints) = await table.play("abyss", seed)
        assert code == 3
        assert re.fullmatch(r"the referee's commitment was \w{64} and is now \w{64}\n", complaints)


def test_a_match_cannot_name_a_file_elsewhere() -> None:
    """Standing.successor is chosen by the referee, and files are named after it."""
    script = """
    import { Receipts } from './receipts.js';
    try { new Receipts(given, 0, ''); } catch (problem) { console.log(JSON.stringify(problem.message)); }
    """
    assert evaluate(script, "../elsewhere") == '"../elsewhere" is not a valid match id'


async def test_the_key_may_change_while_it_plays(
    players: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: str
) -> None:
    """GetKeys: receipts by a newer key are valid, because the new list is signed by the old key."""
    ring, signed_once, honest = Keyring(tmp_path / "ring"), asyncio.Event(), ReceiptSigner.receipt

    def receipt(self: ReceiptSigner, *about: Any) -> str:
        signed_once.set()
        return honest(self, *about)

    monkeypatch.setattr(ReceiptSigner, "receipt", receipt)
    async with players(ring) as table:
        playing = asyncio.ensure_future(table.play("unfathomable", seed))
        await signed_once.wait()
        ring.rotate()
        _, (code, out, complaints) = await playing
        assert (code, complaints) == (0, "")
        assert ALL_FIT.search(out)
    (keys,) = tmp_path.glob("*.keys")
    assert keys.read_text() == ring.published


# --- matches that continue in forks ---


class NodeMatch:
    """A match between a seat of ours, which answers on command, and a Node bot, with the calls to rule on it."""

    def __init__(self, served: ServedMatch, client: aio.Client, bot: Path, folder: Path) -> None:
        self.served = served
        self.match = served.table.match
        self.playing = asyncio.ensure_future(run(bot, folder, client.address, self.match))
        self._client = client
        self._answered = 0

    async def answer(self, times: int) -> None:
        """Answer a number of questions; afterwards our seat is asked again, and the match waits for it."""
        for _ in range(times):
            question = await self._asked()
            request = referee_pb2.SubmitRequest(
                **self.served.about(0),
                question=question.number,
                answer=referee_pb2.Answer(picks=question.default_picks),
            )
            await self.served.referee.Submit(request)
            self._answered = question.number
        await self._asked()

    async def _asked(self) -> referee_pb2.Question:
        about = self.served.about(0)
        async for response in self.served.referee.Watch(referee_pb2.WatchRequest(**about)):
            for frame in response.frames:
                if frame.question.number > self._answered:
                    found: referee_pb2.Question = frame.question
                    return found
        raise AssertionError("the match is over")

    async def finish(self, match: str) -> Ran:
        """Play our seat to the end; return the result of the bot."""
        await self._client.play({Seat(match, 0, self.served.table.tokens[0]): RandomBot(match)})
        return await self.playing


@pytest.fixture
def node_match(bot: Path, tmp_path: Path) -> Callable[[], Any]:
    @asynccontextmanager
    async def begin() -> AsyncIterator[NodeMatch]:
        async with referee(grace=0) as (server, channel, stub), aio.connect(server.address) as client:
            table = await open_table(stub, taken=1)
            served = ServedMatch(MemoryStore(), channel, stub, table)
            yield NodeMatch(served, client, bot, tmp_path)

    return begin


async def test_it_goes_on_where_the_match_does(node_match: Callable[[], Any], tmp_path: Path) -> None:
    """Standing.successor: the same token, from the first frame; each match has its own receipts."""
    async with node_match() as held:
        await held.answer(12)
        await held.served.open_case("", fact=disputes_pb2.FactPlace(fact=30), freeze=True)
        successor = await held.served.rule(rewind=disputes_pb2.Rewind(fact=30))
        code, out, complaints = await held.finish(successor)
        assert (code, complaints) == (0, "")
        assert f"\nmatch {held.match} continues as {successor}\n" in out
        assert len(ALL_FIT.findall(out)) == 2
        for match in (held.match, successor):
            assert f"referee/{match}/seat/1\n" in kept(tmp_path, match, 1)[-1]


async def test_it_waits_while_the_match_is_frozen_or_paused(
    node_match: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """REFUSAL_MATCH_FROZEN and REFUSAL_MATCH_PAUSED: the answer is sent again until it is accepted."""
    honest = IntentWriter.submit
    refused = 0

    def submit(self: IntentWriter, session: Session, access: Access, *rest: Any, **options: Any) -> None:
        nonlocal refused
        session.is_frozen = access.seat == 1 and refused == 0
        session.is_paused = access.seat == 1 and refused == 1
        refused += session.is_held
        honest(self, session, access, *rest, **options)
        session.is_frozen = session.is_paused = False

    monkeypatch.setattr(IntentWriter, "submit", submit)
    async with node_match() as held:
        code, _, complaints = await held.finish(held.match)
        assert (code, complaints) == (0, "")
        assert refused == 2


@pytest.mark.parametrize(
    ("award", "line"),
    [
        (referee_pb2.Award(winners=[1]), "seat 1 won: by a ruling, winners 1"),
        (referee_pb2.Award(is_void=True), "seat 1: a ruling has declared the match void"),
    ],
)
async def test_a_ruling_may_end_the_match(
    award: referee_pb2.Award, line: str, node_match: Callable[[], Any]
) -> None:
    """Standing.award: no frame announces it; the last receipt is fetched with GetReceipt."""
    async with node_match() as held:
        await held.answer(5)
        await held.served.open_case("", fact=disputes_pb2.FactPlace(fact=10))
        await held.served.rule(award=award)
        code, out, complaints = await held.playing
        assert (code, complaints) == (0, "")
        assert out.startswith(f"{line}\n")
        assert ALL_FIT.search(out)
