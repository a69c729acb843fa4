"""Files in chunks: the first one says what the whole must amount to."""

from hashlib import sha256

import pytest

from referee.wire.downloads import CHUNK_BYTES, chunks_of
from referee_api.v1 import disputes_pb2 as disputes
from referee_api.v1 import referee_pb2 as api
from referee_client import RefereeError, aio
from tests.disputes.served import play_to_the_end, served_match
from tests.wire.serving import referee


@pytest.mark.parametrize("size", [1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES])
def test_a_file_is_cut_into_chunks(size: int) -> None:
    data = bytes([number % 251 for number in range(size)])
    chunks = list(chunks_of(data))
    assert b"".join([chunk for chunk, _ in chunks]) == data
    assert all([0 < len(chunk) <= CHUNK_BYTES for chunk, _ in chunks])
    assert [file for _, file in chunks[1:]] == [None] * (len(chunks) - 1)
    assert chunks[0][1] == api.FileSummary(size=size, sha256=sha256(data).digest())


async def test_replays_and_bundles_come_with_their_size_and_hash() -> None:
    async with served_match(answers=4) as served:
        await play_to_the_end(served)
        for call in (
            served.referee.GetReplay(api.GetReplayRequest(**served.about(""))),
            served.disputes.Export(disputes.ExportRequest(**served.about(""))),
        ):
            responses = [response async for response in call if response.chunk]
            data = b"".join([response.chunk for response in responses])
            assert responses[0].file.size == len(data)
            assert responses[0].file.sha256 == sha256(data).digest()


async def test_the_sdk_notices_a_file_that_was_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = aio.Client._collect

    async def cut(self: aio.Client, *about: object) -> list[api.GetReplayResponse]:
        (response,) = await honest(self, *about)  # type: ignore[arg-type]
        return [api.GetReplayResponse(chunk=response.chunk[:-1], file=response.file)]

    async with referee() as (server, _, _), aio.connect(server.address) as client:
        created = await client.create_match("abyss", 2, unrefereed=True)
        assert await client.get_replay(created.match.id, created.token)
        monkeypatch.setattr(aio.Client, "_collect", cut)
        with pytest.raises(RefereeError, match="changed or cut"):
            await client.get_replay(created.match.id, created.token)
