"""Playing over a real server: many matches on one stream, cuts, restarts, bots that fail."""

import asyncio
import gc
import logging
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.duration_pb2 import Duration

from referee.log.memory import MemoryStore
from referee.replay.format import Replay
from referee.wire.grpc_server import serving
from referee_api.abyss.v1 import abyss_pb2 as abyss
from referee_api.v1 import referee_pb2 as api
from referee_client import Bot, RefereeError, Refused, Seat, Unreachable, aio
from referee_client.bots import bot
from referee_client.bots.random import RandomBot
from referee_client.errors import error_of
from referee_client.patience import Patience
from referee_client.play import PlayedSeat, StreamPlayer
from tests.clients.servers import Breaking, Notebook, connected, referee_process, seat_all, unsalted


def notebooks(seed: str, seats: int, *, wants_view: bool = False) -> list[Notebook]:
    return [Notebook(f"{seed}/{seat}", wants_view=wants_view) for seat in range(seats)]


async def test_many_matches_on_one_stream(seed: str) -> None:
    async with connected() as referee:
        players: dict[Seat, Bot] = {}
        for number in range(12):
            players |= await seat_all(referee, notebooks(f"{seed}/{number}", 2 + number % 3), f"{number}")
        outcomes = await referee.play(players)
        assert outcomes.keys() == players.keys()
        for seat, player in players.items():
            assert isinstance(player, Notebook)
            assert player.seats == [seat.number]
            assert player.outcome == outcomes[seat]
            assert player.asked == list(range(1, len(player.asked) + 1))


async def test_named_bots_finish_and_the_log_fits(seed: str) -> None:
    async with connected() as referee:
        bots = [bot(name, "abyss", seed) for name in ("sensible", "random", "sensible", "random")]
        players = await seat_all(referee, bots, seed)
        outcomes = await referee.play(players)
        seat = next(iter(outcomes))
        assert (await referee.verify(seat.match, seat.token)).fits
        assert await referee.get_replay(seat.match, seat.token)


async def undisturbed(seed: str, seats: int, *, wants_view: bool) -> tuple[list[Any], Replay]:
    async with connected() as referee:
        bots = notebooks(seed, seats, wants_view=wants_view)
        players = await seat_all(referee, bots, seed)
        outcomes = await referee.play(players)
        seat = next(iter(outcomes))
        replay = unsalted(await referee.get_replay(seat.match, seat.token))
        return [player.notes for player in bots], replay


def is_complaint(record: logging.LogRecord) -> bool:
    """Return whether a log record is a complaint of asyncio, and not one caused by grpcio's shared queue.

    grpcio has one queue for all loops of a process: with a server in it, a loop may see calls of the previous one.
    """
    text = record.getMessage()
    if text.startswith("Exception in callback PollerCompletionQueue._handle_events"):
        return "Event loop is closed" not in str(record.exc_info and record.exc_info[1])
    return record.name == "asyncio" and not text.startswith("Using selector")


@pytest.fixture(autouse=True)
def nothing_is_left_behind(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Check that no task is left pending and no exception lost, because asyncio would report it to the user."""
    yield
    gc.collect()
    records = [*caplog.get_records("call"), *caplog.get_records("teardown")]
    assert [record.getMessage() for record in records if is_complaint(record)] == []


class Hurried(RandomBot):
    """Notes the time left at every question."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.left: list[float | None] = []

    def decide(self, view: Any, question: api.Question) -> Any:
        self.left.append(self.seconds_left)
        return super().decide(view, question)


@pytest.mark.parametrize("seconds", [0, 600])
async def test_a_bot_knows_how_much_time_it_has(seed: str, seconds: int) -> None:
    async with connected() as referee:
        match = (await referee.create_match("abyss", 2, seconds_per_decision=seconds)).match.id
        bots = [Hurried(f"{seed}/{number}") for number in range(2)]
        await referee.play({await referee.join_seat(match): player for player in bots})
        found = [left for player in bots for left in player.left]
        assert found
        for left in found:
            assert left is None if not seconds else left is not None and 590 < left <= 600
        assert [player.seconds_left for player in bots] == [None, None], "nobody is asked any more"


def test_the_clock_of_a_bot_follows_frames_streams_and_freezes() -> None:
    clock = api.Clock(time_left=Duration(seconds=60))
    question = api.Question(number=1, option_count=1)
    limited = api.Match(id="m", time_per_decision=Duration(seconds=100))
    player = StreamPlayer(None, {Seat("m", 0, "t"): Hurried("x")}, Patience(1.0), None)  # type: ignore[arg-type]
    played = player._all[0]
    hurried = played.bot
    player._take(api.PlayResponse(attached=[api.Attached(match=limited, seat=0)]))
    assert hurried.seconds_left is None
    player._take(
        api.PlayResponse(frames=[api.MatchFrame(frame=api.Frame(number=1, question=question, clock=clock))])
    )
    assert hurried.seconds_left is not None
    assert 59 < hurried.seconds_left <= 60
    player._take(api.PlayResponse(standings=[api.MatchStanding(standing=api.Standing(is_frozen=True))]))
    assert hurried.seconds_left is None
    player._take(api.PlayResponse(standings=[api.MatchStanding(standing=api.Standing())]))
    assert hurried.seconds_left is not None
    assert 99 < hurried.seconds_left <= 100
    resumed = api.Clock(time_left=Duration(seconds=7))
    player._take(api.PlayResponse(attached=[api.Attached(match=limited, seat=0, clock=resumed)]))
    assert hurried.seconds_left is not None
    assert 6 < hurried.seconds_left <= 7
    player._take(api.PlayResponse(frames=[api.MatchFrame(frame=api.Frame(number=2))]))
    assert hurried.seconds_left is None


@pytest.mark.parametrize("wants_view", [False, True])
async def test_cuts_at_random_moments_change_nothing(seed: str, wants_view: bool) -> None:
    """A stream that breaks over and over, even within messages: nothing is missed, repeated or counted twice."""
    calm = await undisturbed(seed, 3, wants_view=wants_view)
    async with (
        serving(MemoryStore(), grace=0) as server,
        aio.connect(server.address) as direct,
        Breaking(server.port, seed, most_bytes=6000).open() as line,
    ):
        bots = notebooks(seed, 3, wants_view=wants_view)
        players = await seat_all(direct, bots, seed)
        async with aio.connect(line.address) as referee:
            await referee.play(players)
        seat = next(iter(players))
        assert line.breaks >= 5
        assert calm == (
            [player.notes for player in bots],
            unsalted(await direct.get_replay(seat.match, seat.token)),
        )


@pytest.mark.campaign
@pytest.mark.parametrize("part", range(100))
async def test_thousands_of_cuts_change_nothing(seed: str, part: int) -> None:
    for number in range(10):
        await test_cuts_at_random_moments_change_nothing(
            f"{seed}/{part}/{number}", wants_view=bool(number % 2)
        )


@pytest.mark.parametrize(
    ("text", "code"),
    [
        # What grpc.aio itself raises when the stream ends during a write.
        ("Internal error from Core", grpc.StatusCode.UNAVAILABLE),
        ("The referee failed at this; the fault is in its log.", grpc.StatusCode.INTERNAL),
    ],
)
def test_failed_write_is_a_cut_and_not_a_fault_of_the_referee(text: str, code: grpc.StatusCode) -> None:
    nothing = grpc.aio.Metadata()
    error = grpc.aio.AioRpcError(grpc.StatusCode.INTERNAL, nothing, nothing, details=text)
    assert error_of(error).code is code


async def test_planted_repeat_is_found(seed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: a client that resumes one frame too early, and ignores frame numbers, receives something twice."""
    attach, take = PlayedSeat.attach, PlayedSeat.take

    def too_early(played: PlayedSeat) -> api.Attach:
        attached = attach(played)
        attached.after = max(0, attached.after - 1)
        return attached

    def blindly(played: PlayedSeat, frame: api.Frame) -> None:
        played.frame = frame.number - 1
        take(played, frame)

    monkeypatch.setattr(PlayedSeat, "attach", too_early)
    with pytest.raises(RefereeError, match=r"match \S+: received frame \d+ after frame \d+"):
        await test_cuts_at_random_moments_change_nothing(seed, wants_view=False)
    monkeypatch.setattr(PlayedSeat, "take", blindly)
    # The comparison itself must fail, not some other check before it.
    with pytest.raises(AssertionError, match=r"^assert \(\["):
        await test_cuts_at_random_moments_change_nothing(seed, wants_view=False)


class Restless(Notebook):
    """A bot that requests a restart at every thirtieth decision."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed, wants_view=True)
        self.wish = asyncio.Event()

    def decide(self, view: Any, question: api.Question) -> Sequence[int]:
        if question.number % 30 == 0:
            self.wish.set()
        return super().decide(view, question)


async def test_restarts_of_the_server_change_nothing(seed: str) -> None:
    calm, _ = await undisturbed(seed, 2, wants_view=True)
    store, lives = MemoryStore(), 1
    bots = [Restless(f"{seed}/{seat}") for seat in range(2)]
    async with serving(store, grace=0) as server:
        referee = aio.Client(server.address)
        playing = asyncio.create_task(referee.play(await seat_all(referee, bots, seed)))
        await bots[0].wish.wait()
    while not playing.done():
        bots[0].wish.clear()
        lives += 1
        async with serving(store, port=server.port, grace=0):
            wish = asyncio.create_task(bots[0].wish.wait())
            await asyncio.wait([playing, wish], return_when=asyncio.FIRST_COMPLETED)
            wish.cancel()
    await playing
    await referee.close()
    assert lives > 2
    assert calm == [player.notes for player in bots]


async def test_retry_with_the_same_key_counts_once(seed: str) -> None:
    async with connected() as referee:
        players = await seat_all(referee, notebooks(seed, 2), seed)
        asked = {seat: (await referee.get_view(seat.match, seat.token)).question for seat in players}
        seat = next(seat for seat, question in asked.items() if question.number)
        for _ in range(3):
            await referee.submit(seat, asked[seat], asked[seat].default_picks, key="mine")
        with pytest.raises(Refused, match="stale_question"):
            await referee.submit(seat, asked[seat], asked[seat].default_picks, key="another")
        with pytest.raises(Refused, match="request_id_reused"):
            await referee.submit(seat, asked[seat], [0, 1], key="mine")


class Erring(RandomBot):
    """A bot that fails in its third decision, in one way or another."""

    def __init__(self, fault: Any) -> None:
        super().__init__("erring")
        self._fault = fault
        self._decisions = 0
        self.refusals: list[Refused] = []

    def decide(self, view: Any, question: api.Question) -> Sequence[int]:
        self._decisions += 1
        if self._decisions != 3:
            return super().decide(view, question)
        if isinstance(self._fault, Exception):
            raise self._fault
        return [self._fault]


class Repentant(Erring):
    """A bot that takes the default after a refusal."""

    def refused(self, question: api.Question, refused: Refused) -> Sequence[int]:
        self.refusals.append(refused)
        return question.default_picks


async def test_what_a_bot_raises_arrives_with_the_place(seed: str) -> None:
    async with connected() as referee:
        players = await seat_all(referee, [Erring(KeyError("lost")), RandomBot(seed)], seed)
        with pytest.raises(KeyError, match="lost") as caught:
            await referee.play(players)
        seat = next(iter(players))
        (note,) = caught.value.__notes__
        assert note.startswith(f"at seat 0 of match {seat.match}, question 3 (abyss.")
        assert note.endswith(", bot Erring")


async def test_refusal_is_raised_unless_the_bot_can_mend_it(seed: str) -> None:
    async with connected() as referee:
        players = await seat_all(referee, [Erring(99), RandomBot(seed)], seed)
        with pytest.raises(Refused, match="out_of_range") as caught:
            await referee.play(players)
        assert caught.value.sentence
        assert "question 3" in caught.value.__notes__[0]
        repentant = Repentant(99)
        await referee.play(await seat_all(referee, [repentant, RandomBot(seed)], seed))
        assert [refused.refusal for refused in repentant.refusals] == ["out_of_range"]


async def test_refusal_names_rule_and_obstacle(seed: str) -> None:
    async with connected() as referee:
        players = await seat_all(referee, notebooks(seed, 2), seed)
        views = {seat: await referee.get_view(seat.match, seat.token) for seat in players}
        seat, view = next((seat, view) for seat, view in views.items() if view.question.number)
        taking = abyss.Choice(take_stack=abyss.TakeStack(race=abyss.RACE_CRAB))
        found = await referee.check(seat, view.question, [taking])
        assert found is not None
        assert (found.refusal, found.rule, found.obstacle) == ("not_offered", "council", "stack_empty")
        assert await referee.check(seat, view.question, 0) is None
        with pytest.raises(Refused, match="stack_empty"):
            await referee.submit(seat, view.question, [taking])


class Dreaming(RandomBot):
    """A bot that thinks forever about its first question, until the clock cancels it."""

    def __init__(self) -> None:
        super().__init__("dreaming")
        self.was_woken = False
        self._is_awake = False

    async def decide(self, view: Any, question: api.Question) -> Sequence[int]:  # type: ignore[override]
        if self._is_awake:
            return super().decide(view, question)
        self._is_awake = True
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            self.was_woken = True
            raise
        raise AssertionError("it slept for an hour")


async def test_clock_overtakes_a_bot_that_thinks_too_long(seed: str) -> None:
    async with connected() as referee:
        dreaming = Dreaming()
        players = await seat_all(referee, [dreaming, RandomBot(seed)], seed, seconds_per_decision=1)
        await asyncio.wait_for(referee.play(players), 60)
        assert dreaming.was_woken


class Slow(Notebook):
    """A bot that awaits something before each decision, and fails on demand."""

    fault: Exception | None = None

    async def decide(self, view: Any, question: api.Question) -> Sequence[int]:  # type: ignore[override]
        await asyncio.sleep(0)
        if self.fault is not None:
            raise self.fault
        return super().decide(view, question)


async def test_bots_may_be_asynchronous(seed: str) -> None:
    calm, _ = await undisturbed(seed, 2, wants_view=False)
    async with connected() as referee:
        slow = [Slow(f"{seed}/{seat}") for seat in range(2)]
        await referee.play(await seat_all(referee, slow, seed))
        assert calm == [player.notes for player in slow]
        slow[0].fault = ValueError("no idea")
        with pytest.raises(ValueError, match="no idea"):
            await referee.play(await seat_all(referee, slow, seed))


async def err(referee: aio.Client) -> None:
    with pytest.raises(KeyError, match="lost"):
        await referee.play(await seat_all(referee, [Erring(KeyError("lost")), RandomBot("")], ""))


async def stop_watching(referee: aio.Client) -> None:
    seat = next(iter(await seat_all(referee, notebooks("", 2), "")))
    await anext(referee.watch(seat.match, seat.token))


async def give_up(referee: aio.Client) -> None:
    await referee.list_games()  # The first call loads the games, which may take longer than `close` waits.
    call = asyncio.create_task(referee.list_games())
    await asyncio.sleep(0)
    call.cancel()


async def leave_abruptly(address: str) -> None:
    for leave in (err, stop_watching, give_up):
        async with aio.connect(address) as referee:
            await leave(referee)
        assert asyncio.all_tasks() == {asyncio.current_task()}, leave.__name__


def test_closed_client_leaves_nothing_under_way(tmp_path: Path) -> None:
    """What gRPC still awaits when its event loop is closed is raised in the next one."""
    with referee_process(tmp_path) as (_, address):
        for _ in range(10):
            asyncio.run(leave_abruptly(address))


def test_planted_haste_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: a client that does not wait for gRPC."""
    monkeypatch.setattr(aio, "_awaits_status", lambda task: False)
    with referee_process(tmp_path) as (_, address), pytest.raises(AssertionError, match=r"^err"):
        asyncio.run(leave_abruptly(address))


class Dying(Notebook):
    """A bot that raises after a number of decisions, as if its process had died."""

    decisions_left = 20

    def decide(self, view: Any, question: api.Question) -> Sequence[int]:
        if not self.decisions_left:
            raise RuntimeError("killed")
        self.decisions_left -= 1
        return super().decide(view, question)


async def test_seat_can_be_taken_up_again_by_another_client(seed: str) -> None:
    """A bot whose process died comes back with its token, receives everything again, and plays on."""
    async with connected() as referee:
        dead = [Dying(f"{seed}/{seat}", wants_view=True) for seat in range(2)]
        players = await seat_all(referee, dead, seed)
        with pytest.raises(RuntimeError, match="killed"):
            await referee.play(players)
        again = notebooks("again", 2, wants_view=True)
        assert len(await referee.play(dict(zip(players, again, strict=True)))) == 2
        for before, now in zip(dead, again, strict=True):
            assert now.facts[: len(before.facts)] == before.facts
            # Questions that were answered long ago are not asked again.
            assert now.asked[0] >= before.asked[-1]


def test_a_printed_seat_shows_no_secret() -> None:
    seat = Seat("m-1", 2, "a secret token", b"own entropy", b"public")
    for text in (repr(seat), str(seat), f"{[seat]}"):
        assert "m-1" in text
        assert "secret" not in text
        assert "own entropy" not in text


async def test_wrong_token_is_told_at_once(seed: str) -> None:
    async with connected() as referee:
        seat = next(iter(await seat_all(referee, notebooks(seed, 2), seed)))
        with pytest.raises(RefereeError) as caught:
            await referee.play({seat._replace(token="not mine"): RandomBot("")})
        assert caught.value.code is grpc.StatusCode.UNAUTHENTICATED
        with pytest.raises(RefereeError) as caught:
            await referee.get_view(seat.match, "not mine")
        assert caught.value.code is grpc.StatusCode.UNAUTHENTICATED


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda referee: referee.describe_game("checkers"), grpc.StatusCode.INVALID_ARGUMENT),
        (lambda referee: referee.create_match("abyss", 9), grpc.StatusCode.INVALID_ARGUMENT),
        (lambda referee: referee.join_seat("no such match"), grpc.StatusCode.UNAUTHENTICATED),
        (lambda referee: referee.get_replay("no such match", "x"), grpc.StatusCode.UNAUTHENTICATED),
        (lambda referee: referee.verify("no such match", "x"), grpc.StatusCode.UNAUTHENTICATED),
    ],
)
async def test_what_cannot_be_done_is_told_with_its_code(call: Any, code: grpc.StatusCode) -> None:
    async with connected() as referee:
        with pytest.raises(RefereeError) as caught:
            await call(referee)
        assert caught.value.code is code
        assert str(caught.value)


async def test_watching_goes_on_through_cuts(seed: str) -> None:
    async with (
        serving(MemoryStore(), grace=0) as server,
        aio.connect(server.address) as direct,
        # Missed frames arrive in one message, so even a very bad connection gets through eventually.
        Breaking(server.port, seed, most_bytes=4000, grows=3000).open() as line,
    ):
        players = await seat_all(direct, notebooks(seed, 2), seed, spectators=True)
        match = next(iter(players)).match
        async with aio.connect(line.address) as onlooker:
            playing = asyncio.create_task(direct.play(players))
            numbers = [frame.number async for frame in onlooker.watch(match)]
        await playing
        assert line.breaks
        assert numbers == list(range(1, len(numbers) + 1))


async def test_patience_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(MemoryStore(), grace=0) as server:
        referee = aio.Client(server.address, patience=0.3)
        await referee.list_games()
    with pytest.raises(Unreachable, match=r"gave up after 0.3 seconds"):
        await referee.list_games()
    with pytest.raises(Unreachable, match=r"gave up after 0.3 seconds"):
        await referee.play({Seat("a match", 0, "a token"): RandomBot("")})
    await referee.close()
    monkeypatch.setattr(aio, "SECONDS_TO_CONNECT", 0.2)
    with pytest.raises(Unreachable, match="no referee answers at"):
        async with aio.connect(server.address):
            pass
