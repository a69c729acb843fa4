"""Two events that differ only in what an entrant cannot know send it the same bytes, and planted leaks are caught.

The worlds differ in the secret of the event, the deals, the opponents and their seats, the tokens and the entropy of
the others, and the results of deals that are not over. Ids and tokens are opaque: they are compared by the order in
which they arrive, and have to be different in every world.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import grpc
import pytest

from referee.arena.dial_in import public_state, server_match
from referee.arena.dial_in.arena_server import EventsHere, serving_arena
from referee.arena.dial_in.enter_stream import EnterService
from referee.arena.dial_in.entrances import Entrances
from referee.arena.dial_in.event_calls import token_step
from referee.arena.dial_in.server_arena import ServerArena
from referee.arena.event_entries import (
    EntropyCommitted,
    EntropyRevealed,
    EventBegun,
    LoggedEntry,
    ResultRecorded,
    RoundChanged,
    RoundPaired,
)
from referee.arena.event_record import open_event
from referee.arena.event_state import fold_event
from referee.arena.match_results import MatchResult, SeatResult
from referee.arena.rounds import RoundPlanner
from referee.arena.schedule import Pairing
from referee.match.entropy import commitment_to
from referee.server.access import repeatable_match_id
from referee_api.v1 import arena_pb2 as arena
from referee_api.v1.arena_pb2_grpc import ArenaStub
from tests.arena.dial_in.running import dial_in_text, token_of

SOON = 60.0
ID, TOKEN = re.compile(r"[0-9a-f]{32}"), re.compile(r"[0-9a-f]{64}")


class World(NamedTuple):
    """What the entrant D0 cannot know."""

    seed: str
    tables: tuple[tuple[int, ...], ...]
    won: bool
    """Whether the first entrant has won the match of the other table that is over."""
    others: str


WORLDS = (
    World("one", ((0, 1), (2, 3)), won=True, others="a"),
    World("two", ((2, 1), (0, 3)), won=False, others="b"),
    World("one", ((3, 1), (0, 2)), won=False, others="a"),
)


class Referee:
    """Everything that an arena asks of a referee until its matches are over, which they never are."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        """The names given to seats, which everyone in the match can read."""

    async def create_match(self, game: str, seats: int, **settings: Any) -> Any:
        created = repeatable_match_id(settings["token"], settings["request_id"])
        return SimpleNamespace(match=SimpleNamespace(id=created))

    async def join_seat(self, match: str, seat: int, name: str = "", **settings: Any) -> None:
        self.names.add(name)

    async def watch(self, match: str, token: str, **settings: Any) -> AsyncIterator[Any]:
        await asyncio.get_running_loop().create_future()
        yield None


class Seen(NamedTuple):
    """What the entrant was sent."""

    messages: list[bytes]
    """In order, with ids and tokens replaced by the order of their arrival."""
    opaque: list[str]
    """The ids and tokens."""


class Reader:
    """The entrant, which reads its stream."""

    def __init__(self, call: Any, opaque: list[str]) -> None:
        self._call = call
        self._opaque = opaque
        self.messages: list[bytes] = []
        self.ids: list[str] = []

    async def send(self, **message: Any) -> None:
        await self._call.write(arena.EnterRequest(**message))

    async def read(self, kind: str, count: int = 1) -> None:
        """Read messages of a kind, which may come in any order among each other."""
        some = [await asyncio.wait_for(self._call.read(), SOON) for _ in range(count)]
        assert {message.WhichOneof("kind") for message in some} == {kind}
        some.sort(key=lambda message: message.seat.seat)
        self.messages += [self._covered(message) for message in some]

    def _covered(self, message: arena.EnterResponse) -> bytes:
        if message.WhichOneof("kind") == "seat":
            seat = message.seat
            assert ID.fullmatch(seat.match_id), seat.match_id
            assert TOKEN.fullmatch(seat.token), seat.token
            self.ids.append(seat.match_id)
            seat.match_id, seat.token = self._number(seat.match_id), self._number(seat.token)
        if message.WhichOneof("kind") == "entered":
            # Public, but as random as the secret itself.
            assert len(message.entered.commitment) == 32
            message.entered.commitment = b""
        return message.SerializeToString(deterministic=True)

    def _number(self, text: str) -> str:
        if text not in self._opaque:
            self._opaque.append(text)
        return str(self._opaque.index(text))


def prepared(folder: Path, world: World, referee: Referee) -> ServerArena:
    """Open an event of four entrants whose first round is paired as in this world."""
    text = dial_in_text(4).replace('seed = "test"', f'seed = "{world.seed}"')
    log = open_event(folder / "referee.db", text, "cup.toml")
    log.append([token_step(0, token_of(0), "organiser", "")])
    log.append(
        [token_step(each, sha256(world.others.encode()).hexdigest(), "organiser", "") for each in (1,)]
    )
    entropy = sha256(world.others.encode()).digest()
    log.append([EntropyCommitted(1, commitment_to(entropy).hex()), EntropyRevealed(1, entropy.hex())])
    log.append([EventBegun(("", entropy.hex(), "", ""))])
    pairings = tuple([Pairing(1, table, entrants) for table, entrants in enumerate(world.tables, start=1)])
    log.append([RoundPaired(1, tuple(RoundPlanner(log.luck).next_round(log.state)))])
    log.append([RoundChanged(by="organiser", reason="as in this world", round=1, pairings=pairings)])
    return ServerArena(log, folder / "referee.db", referee, 16)  # type: ignore[arg-type]


def one_result_elsewhere(event: ServerArena, world: World) -> LoggedEntry:
    """Return the result of a match without the entrant, whose deal is still being played."""
    match = next(each.match for each in event.log.state.matches.values() if 0 not in each.match.seating)
    seats = (SeatResult(1 if world.won else 2, world.won), SeatResult(2 if world.won else 1, not world.won))
    return ResultRecorded(match.id, 1, MatchResult("end", seats), "r", "h")


async def seen_in(folder: Path, world: World) -> Seen:
    """Return what the entrant is sent in a world: seats, standings, refusals, and all seats again after a cut."""
    folder.mkdir()
    referee = Referee()
    event = prepared(folder, world, referee)
    events = EventsHere("referee.example:8600")
    events.add(event)
    opaque: list[str] = []
    messages: list[bytes] = []
    hello = arena.EnterHello(token=token_of(0), entropy_commitment=commitment_to(bytes(32)))
    async with (
        serving_arena(events, referee, grace=0) as port,  # type: ignore[arg-type]
        grpc.aio.insecure_channel(port.address) as channel,
    ):
        stub: Any = ArenaStub(channel)  # type: ignore[no-untyped-call]
        playing: asyncio.Task[None] | None = None
        for step in range(2):
            call = stub.Enter()
            reader = Reader(call, opaque)
            await reader.send(hello=hello)
            await reader.read("entered")
            playing = playing or asyncio.create_task(event.play())
            await reader.read("seat", 2)
            for match in reader.ids:
                await reader.send(received=arena.SeatReceived(match_id=match))
            await reader.send(received=arena.SeatReceived(match_id="f" * 32))
            await reader.read("refused")
            if step:
                event.log.append([one_result_elsewhere(event, world)])
            for _ in range(2):
                await reader.send(standings_wanted=arena.StandingsWanted())
                await reader.read("standings")
            call.cancel()
            messages += reader.messages
        assert playing is not None
        playing.cancel()
        with suppress(asyncio.CancelledError):
            await playing
    event.log.close()
    assert referee.names == {""}, "the names in a match tell who plays whom"
    return Seen(messages, opaque)


async def compare_worlds(folder: Path) -> None:
    """Fail if the entrant is sent other bytes in one world than in another, or the same ids."""
    folder.mkdir()
    seen = [await seen_in(folder / str(number), world) for number, world in enumerate(WORLDS)]
    for other in seen[1:]:
        assert other.messages == seen[0].messages
    # Two ids and two tokens, each in one world only.
    opaque = [text for each in seen for text in each.opaque]
    assert [len(each.opaque) for each in seen] == [4] * len(WORLDS)
    assert len(set(opaque)) == len(opaque)


async def test_an_entrant_learns_only_what_its_seats_may_know(tmp_path: Path) -> None:
    await compare_worlds(tmp_path / "worlds")


# --- planted leaks ---

Plant = Callable[[pytest.MonkeyPatch], None]


def leak_the_name_of_the_match(patch: pytest.MonkeyPatch) -> None:
    async def begin(self: server_match.ServerMatch) -> str:
        return self._task.match.id

    patch.setattr(server_match.ServerMatch, "_begin", begin)


def leak_the_deal_in_the_name_of_the_game(patch: pytest.MonkeyPatch) -> None:
    give = server_match.ServerMatch._wait_for_entrant

    async def waiting(self: server_match.ServerMatch, match: str, seat: int, number: int) -> None:
        event = self._entrances._event
        deal = self._task.match.deal
        self._entrances._event = SimpleNamespace(game=f"abyss {deal}", dial_in=event.dial_in)  # type: ignore[assignment]
        await give(self, match, seat, number)

    patch.setattr(server_match.ServerMatch, "_wait_for_entrant", waiting)


def leak_results_of_deals_that_are_not_over(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(public_state, "published_state", fold_event)


def leak_the_seats_of_others(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Entrances, "tell", lambda self, number, message: _to_everyone(self, message))


def _to_everyone(entrances: Entrances, message: arena.EnterResponse) -> None:
    for entrant in entrances._entrants.values():
        if entrant.connection is not None:
            entrant.connection.put(message)


def leak_the_entropy_of_others(patch: pytest.MonkeyPatch) -> None:
    entered = EnterService._entered

    def other(self: EnterService, event: ServerArena, number: int) -> arena.EnterResponse:
        message = entered(self, event, number)
        message.entered.entropy_commitment = bytes.fromhex(event.log.state.pledges[1].commitment)
        return message

    patch.setattr(EnterService, "_entered", other)


def leak_tokens_that_anyone_can_derive(patch: pytest.MonkeyPatch) -> None:
    def derived(self: server_match.ServerMatch, purpose: str) -> str:
        return sha256(f"{self._task.match.round}/{purpose}/{self._task.match.id[-1]}".encode()).hexdigest()

    patch.setattr(server_match.ServerMatch, "_derived", derived)


def leak_the_seed_in_a_refusal(patch: pytest.MonkeyPatch) -> None:
    take = EnterService._take

    async def telling(self: EnterService, request: Any, event: ServerArena, number: int, stream: Any) -> None:
        if request.WhichOneof("kind") == "standings_wanted":
            state = arena.EventState(reason=event.log.seed.hex())
            stream.put(arena.EnterResponse(state=state))
            return
        await take(self, request, event, number, stream)

    patch.setattr(EnterService, "_take", telling)


def leak_names_in_the_match(patch: pytest.MonkeyPatch) -> None:
    join = Referee.join_seat

    async def named(self: Referee, match: str, seat: int, **settings: Any) -> None:
        await join(self, match, seat, name="D1")

    patch.setattr(Referee, "join_seat", named)


LEAKS: tuple[Plant, ...] = (
    leak_the_name_of_the_match,
    leak_the_deal_in_the_name_of_the_game,
    leak_results_of_deals_that_are_not_over,
    leak_the_seats_of_others,
    leak_the_entropy_of_others,
    leak_tokens_that_anyone_can_derive,
    leak_the_seed_in_a_refusal,
    leak_names_in_the_match,
)


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
async def test_a_planted_leak_is_caught(leak: Plant, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leak(monkeypatch)
    with pytest.raises(AssertionError):
        await compare_worlds(tmp_path / "worlds")
