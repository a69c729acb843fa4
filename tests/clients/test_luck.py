"""Entropy contributed by seats, as a client sees it: commit, reveal, check. Promise F1."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import grpc
import msgspec
import pytest

from referee.games.among_cultists.data import join_files
from referee.kernel.talk import TalkPolicy
from referee.log.chain import GENESIS, link
from referee.log.records import NO_SEAT, EntryAppended
from referee.match.charters import new_charter
from referee.match.entries import encode
from referee.replay.reading import read_replay
from referee.replay.verification import verify_replay
from referee.replay.writing import write_replay
from referee_api.v1 import referee_pb2 as api
from referee_client import CommitmentMismatch, RefereeError, Seat, aio, connect
from referee_client.bots.random import RandomBot
from referee_client.luck import check_commitments, commitment_in, commitment_to, new_entropy
from tests.clients.servers import connected, referee_process
from tests.tidy.tree import ROOT

GOLDENS = sorted((ROOT / "replays").rglob("*.replay"))


async def sit(
    referee: aio.Client, bringing: Sequence[bool], seconds_to_reveal: int = 0
) -> tuple[bytes, dict[Seat, RandomBot]]:
    """Open a match of Abyss and take its seats, some with entropy. Return the commitment known before."""
    match = (await referee.create_match("abyss", len(bringing), seconds_to_reveal=seconds_to_reveal)).match
    seats = [await referee.join_seat(match.id, entropy=brings) for brings in bringing]
    return match.commitment, {seat: RandomBot(f"{seat.number}") for seat in seats}


def brought_in(replay: bytes) -> dict[str, str]:
    return dict(re.findall(r"^  \+ (\d) (\S+)$", replay.decode(), re.MULTILINE))


async def test_bots_bring_entropy_reveal_it_by_themselves_and_find_it_in_the_record(tmp_path: Path) -> None:
    async with connected() as referee:
        commitment, bots = await sit(referee, [True, False, True])
        assert len(await referee.play(bots)) == 3
        seats = list(bots)
        for seat in seats:
            await referee.check_luck(seat)
        replay = await referee.get_replay(seats[0].match, seats[0].token)
    assert {seat.commitment for seat in seats} == {commitment}
    assert verify_replay(replay).ok
    assert brought_in(replay) == {str(seat.number): seat.entropy.hex() or "-" for seat in seats}
    path = tmp_path / "match.replay"
    path.write_bytes(replay)
    script = [sys.executable, "-I", "-S", str(ROOT / "replays" / "check_draws.py"), str(path)]
    promised = ["--commitment", commitment.hex()]
    done = subprocess.run([*script, *promised], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "match the referee's seed and the entropy of 2 of 3 seats; commitments kept: 1" in done.stdout


async def test_bots_that_attach_before_the_last_seat_is_taken_are_told_when_to_reveal() -> None:
    async with connected() as referee:
        match = (await referee.create_match("abyss", 2)).match.id
        first = await referee.join_seat(match, entropy=True)
        playing = asyncio.ensure_future(referee.play({first: RandomBot("1")}))
        await asyncio.sleep(0.2)
        second = await referee.join_seat(match, entropy=True)
        assert await referee.play({second: RandomBot("2")})
        assert await playing
        for seat in (first, second):
            await referee.check_luck(seat)


async def test_plain_client_brings_entropy_too() -> None:
    """`reveal_entropy` serves clients that answer by hand."""

    def by_hand(address: str) -> None:
        with connect(address) as referee:
            match = referee.create_match("abyss", 2).match.id
            seats = [referee.join_seat(match, entropy=True) for _ in range(2)]
            view = referee.get_view(match, seats[0].token)
            assert list(view.match.standing.reveals_awaited) == [0, 1]
            referee.reveal_entropy(seats[0])
            referee.reveal_entropy(seats[0])
            assert referee.play({seat: RandomBot("1") for seat in seats})
            for seat in seats:
                referee.check_luck(seat)

    async with connected() as referee:
        await asyncio.to_thread(by_hand, referee.address)


async def test_who_does_not_reveal_plays_without_and_finds_out() -> None:
    async with connected() as referee:
        _, bots = await sit(referee, [True, True], seconds_to_reveal=1)
        silent, other = bots
        mute = silent._replace(entropy=b"")
        await referee.play({mute: bots[silent], other: bots[other]})
        await referee.check_luck(other)
        with pytest.raises(CommitmentMismatch, match="the replay has no entropy of seat"):
            await referee.check_luck(silent)
        with pytest.raises(RefereeError, match="The time to reveal is over") as late:
            await referee.reveal_entropy(silent)
        assert late.value.code is grpc.StatusCode.FAILED_PRECONDITION


@pytest.mark.parametrize(
    ("entropy", "code", "text"),
    [
        (b"", grpc.StatusCode.INVALID_ARGUMENT, "Entropy is 32 bytes."),
        (bytes(31), grpc.StatusCode.INVALID_ARGUMENT, "Entropy is 32 bytes."),
        (bytes(32), grpc.StatusCode.INVALID_ARGUMENT, "not the bytes that this seat committed to"),
    ],
)
async def test_wrong_bytes_are_refused(entropy: bytes, code: grpc.StatusCode, text: str) -> None:
    async with connected() as referee:
        _, bots = await sit(referee, [True, False])
        seat = next(iter(bots))._replace(entropy=entropy)
        with pytest.raises(RefereeError, match=text) as refused:
            await referee.reveal_entropy(seat)
        assert refused.value.code is code


async def test_commitment_of_another_length_is_refused() -> None:
    async with connected() as referee:
        match = (await referee.create_match("abyss", 2)).match.id
        request = api.JoinSeatRequest(match_id=match, entropy_commitment=bytes(31))
        with pytest.raises(RefereeError, match="32 bytes, or none") as refused:
            await referee._ask(referee._stub.JoinSeat, request)
        assert refused.value.code is grpc.StatusCode.INVALID_ARGUMENT


async def test_referee_that_is_killed_while_it_waits_for_entropy_loses_none(tmp_path: Path) -> None:
    """With a signal nobody can catch: after the seats are taken, and after the first of them has revealed."""

    async def take(address: str) -> list[Seat]:
        async with aio.connect(address) as referee:
            _, bots = await sit(referee, [True, True, True])
            return list(bots)

    async def reveal(address: str, seat: Seat) -> None:
        async with aio.connect(address) as referee:
            await referee.reveal_entropy(seat)

    async def play(address: str, seats: Sequence[Seat]) -> bytes:
        async with aio.connect(address) as referee:
            view = await referee.get_view(seats[0].match, seats[0].token)
            assert list(view.match.standing.reveals_awaited) == [0, 2]
            await referee.play({seat: RandomBot("1") for seat in seats})
            for seat in seats:
                await referee.check_luck(seat)
            return await referee.get_replay(seats[0].match, seats[0].token)

    with referee_process(tmp_path) as (process, address):
        seats = await take(address)
        process.kill()
    with referee_process(tmp_path) as (process, address):
        await reveal(address, seats[1])
        process.kill()
    with referee_process(tmp_path) as (process, address):
        replay = await play(address, seats)
    assert brought_in(replay) == {str(seat.number): seat.entropy.hex() for seat in seats}


# --- commitments ---


@pytest.mark.parametrize("path", GOLDENS[:3], ids=lambda path: path.stem)
def test_commitment_is_computed_as_the_referee_does(path: Path) -> None:
    data = path.read_bytes()
    expected = link(GENESIS, encode(read_replay(data).charter))
    assert commitment_in(data.decode().split("\n\n")[0]) == expected
    check_commitments(data, seat=0, entropy=b"", commitment=expected)


def test_salt_is_part_of_the_commitment() -> None:
    charter = msgspec.structs.replace(new_charter("abyss", 2, seed="salted"), salt="7f" * 32)
    body = encode(charter)
    header = write_replay([EntryAppended("m", 0, NO_SEAT, "", 0, body, link(GENESIS, body))]).split("\n\n")[0]
    assert commitment_in(header) == link(GENESIS, body)
    assert commitment_in(header.replace("salt 7f", "salt 8f")) != link(GENESIS, body)


def test_mark_of_an_unrefereed_match_is_part_of_the_commitment() -> None:
    charter = msgspec.structs.replace(new_charter("abyss", 2, seed="marked"), salt="7f" * 32, unrefereed=True)
    body = encode(charter)
    header = write_replay([EntryAppended("m", 0, NO_SEAT, "", 0, body, link(GENESIS, body))]).split("\n\n")[0]
    assert commitment_in(header) == link(GENESIS, body)
    for changed in ("", "unrefereed no\n"):
        assert commitment_in(header.replace("unrefereed yes\n", changed)) != link(GENESIS, body)


@pytest.mark.parametrize("talk", ["palette", "free"])
def test_talk_and_data_files_are_part_of_the_commitment(talk: TalkPolicy) -> None:
    options = {"data": join_files({})}
    charter = new_charter("among_cultists", 4, seed="said", options=options, talk=talk)
    body = encode(charter)
    header = write_replay([EntryAppended("m", 0, NO_SEAT, "", 0, body, link(GENESIS, body))]).split("\n\n")[0]
    assert commitment_in(header) == link(GENESIS, body)
    for line, changed in ((f"talk {talk}\n", ""), ("quiet,2", "quiet,3")):
        assert commitment_in(header.replace(line, changed)) != link(GENESIS, body)


@pytest.mark.parametrize("line", ["seed ", "game ", "rules ", "seats "])
def test_header_that_was_changed_is_a_broken_promise(line: str) -> None:
    data = GOLDENS[0].read_bytes()
    commitment = commitment_in(data.decode().split("\n\n")[0])
    changed = data.replace(f"\n{line}".encode(), f"\n{line}7".encode(), 1)
    with pytest.raises(CommitmentMismatch, match="not those that the referee committed to"):
        check_commitments(changed, seat=0, entropy=b"", commitment=commitment)


@pytest.mark.parametrize("data", [b"", b"nonsense", b"referee replay 1\ngame abyss\nrules x\n\n"])
def test_what_is_no_replay_keeps_no_promise(data: bytes) -> None:
    with pytest.raises(CommitmentMismatch, match="not a replay"):
        check_commitments(data, seat=0, entropy=b"", commitment=bytes(32))


def test_every_seat_draws_its_own() -> None:
    parts = {new_entropy() for _ in range(50)}
    assert len(parts) == len({commitment_to(part) for part in parts}) == 50
