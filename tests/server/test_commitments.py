"""The commitment to the seed: public from the start, and of no use to anyone who tries to guess the seed."""

from __future__ import annotations

import msgspec
import pytest

from referee.kernel.game import Charter
from referee.log.chain import GENESIS, link
from referee.log.memory import MemoryStore
from referee.match.entries import encode
from referee.replay.reading import read_replay
from referee.replay.verification import verify_replay
from referee.server import sessions
from referee.server.settings import Policy
from tests.match import toy
from tests.server.running import matches_on, play_on, take_seats

CHARTER = toy.charter(2, "easy to guess", rounds="1")


def commitment_of(charter: Charter) -> bytes:
    return link(GENESIS, encode(charter))


async def test_seed_cannot_be_guessed_from_the_commitment() -> None:
    async with matches_on(MemoryStore()) as matches:
        found = [await matches.describe((await matches.create(CHARTER)).match_id) for _ in range(2)]
    assert commitment_of(CHARTER) not in {about.commitment for about in found}
    assert found[0].commitment != found[1].commitment
    for about in found:
        assert (about.charter.seed, about.charter.salt) == ("", msgspec.UNSET)


async def test_a_server_without_salt_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: the salt is left out, and the first guess finds the seed."""
    monkeypatch.setattr(sessions, "new_salt", lambda: msgspec.UNSET)
    with pytest.raises(AssertionError):
        await test_seed_cannot_be_guessed_from_the_commitment()


async def test_record_opens_the_commitment() -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER)
        commitment = (await matches.describe(seats.match)).commitment
        await play_on(matches, seats, "x")
        replay = (await matches.records.replay((await seats.access(matches))[0])).encode()
    assert verify_replay(replay, settle=toy.settle).ok
    charter = read_replay(replay, settle=toy.settle).charter
    assert commitment_of(charter) == commitment
    assert msgspec.structs.replace(charter, salt=msgspec.UNSET, unrefereed=msgspec.UNSET) == CHARTER


async def test_salt_changes_nothing_but_the_hashes() -> None:
    replays = []
    for charter in (CHARTER, toy.salted(CHARTER)):
        async with matches_on(MemoryStore()) as matches:
            seats = await take_seats(matches, charter)
            await play_on(matches, seats, "x")
            data = (await matches.records.replay((await seats.access(matches))[0])).encode()
            replays.append(read_replay(data, settle=toy.settle))
    assert replays[0].charter.salt != replays[1].charter.salt
    assert replays[0].entries == replays[1].entries
    assert replays[0].head != replays[1].head


@pytest.mark.parametrize("is_unrefereed", [True, False])
async def test_commitment_and_replay_say_that_a_match_is_unrefereed(is_unrefereed: bool) -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER, Policy(unrefereed=is_unrefereed))
        commitment = (await matches.describe(seats.match)).commitment
        await play_on(matches, seats, "x")
        replay = await matches.records.replay((await seats.access(matches))[0])
    assert ("\nunrefereed yes\n" in replay) == is_unrefereed
    charter = read_replay(replay.encode(), settle=toy.settle).charter
    assert commitment_of(charter) == commitment
    other = msgspec.structs.replace(charter, unrefereed=msgspec.UNSET if is_unrefereed else True)
    assert commitment_of(other) != commitment


async def test_match_says_whether_its_seed_was_given() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        given = await matches.create(CHARTER)
        drawn = await matches.create(CHARTER, Policy(seed_given=False))
        assert (await matches.describe(given.match_id)).seed_given
        assert not (await matches.describe(drawn.match_id)).seed_given
    async with matches_on(store) as matches:
        assert (await matches.describe(given.match_id)).seed_given
        assert not (await matches.describe(drawn.match_id)).seed_given


def test_match_that_does_not_say_may_have_a_known_seed() -> None:
    assert msgspec.json.decode(b'{"spectators":true}', type=Policy).seed_given
