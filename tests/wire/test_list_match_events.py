"""ListMatchEvents: an operator reads what happened in all matches, and nobody else does."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import grpc
import pytest

from referee.disputes.cases.dispute_service import DISPUTES
from referee.log.memory import MemoryStore
from referee.server.access_control import AccessControl, AccessMode
from referee.server.api_keys import ApiKeys, KeyRegister, KeyRole
from referee.wire.grpc_server import serving
from referee_client import RefereeError, aio

ROLES: tuple[KeyRole, ...] = ("operator", "organiser", "judge", "head_judge")


class Running(NamedTuple):
    """A server with keys, and a key of each role."""

    address: str
    keys: Mapping[str, str]


@asynccontextmanager
async def server(folder: Path, mode: AccessMode) -> AsyncIterator[Running]:
    register = KeyRegister(folder)
    keys: dict[str, str] = {role: register.issue(role, role, by="test").text for role in ROLES}
    access = AccessControl(mode, ApiKeys(folder))
    async with serving(MemoryStore(), access=access, extra_services=(DISPUTES,), grace=0) as found:
        yield Running(found.address, keys)


@pytest.mark.parametrize("mode", ["open", "keys"])
async def test_only_an_operator_reads_the_events(tmp_path: Path, mode: AccessMode) -> None:
    async with server(tmp_path, mode) as running:
        for role in (*ROLES, ""):
            async with aio.connect(running.address, api_key=running.keys.get(role, ""), patience=0) as client:
                info = await client.get_server_info()
                assert info.key_role == role
                if role == "operator":
                    assert (await client.list_match_events()).kinds
                    continue
                with pytest.raises(RefereeError) as refused:
                    await client.list_match_events()
                assert (refused.value.code, refused.value.reason) == (
                    grpc.StatusCode.PERMISSION_DENIED,
                    "ROLE_NOT_ALLOWED",
                )


async def test_events_have_sentences_and_pages(tmp_path: Path) -> None:
    async with server(tmp_path, "keys") as running:
        async with aio.connect(running.address, api_key=running.keys["organiser"]) as organiser:
            made = await organiser.create_match("abyss", 2)
            other = await organiser.create_match("abyss", 3)
            match, token = made.match.id, made.token
            appointed = await organiser.appoint_official(match, token, "a name that is not logged")
            parties = {
                token: "organiser",
                appointed.token: "judge/1",
                "": "organiser",  # by the API key
            }
            for each, party in parties.items():
                assert (await organiser.enter_match(match, each)).party == party
        # The organiser has given tokens to judges, so its key cannot take a seat.
        async with aio.connect(running.address) as player:
            seat = await player.join_seat(match, 0, "another name")
            assert (await player.enter_match(match, seat.token)).party == "seat/0"
        async with aio.connect(running.address, api_key=running.keys["operator"]) as operator:
            assert (await operator.enter_match(match)).party == "operator"
            first = await operator.list_match_events(page_size=2)
            assert [each.sentence for each in first.events] == [
                "A seat was taken: 1 of 2.",
                "A judge was appointed by the organiser.",
            ]
            assert dict(first.events[0].fields) == {"taken": "1", "seats": "2"}
            rest = await operator.list_match_events(page_size=2, page_token=first.next_page_token)
            assert [(each.kind, each.match_id) for each in rest.events] == [
                ("match created", other.match.id),
                ("match created", match),
            ]
            assert rest.next_page_token == ""
            assert first.since.seconds <= rest.events[-1].time.seconds
            appointments = await operator.list_match_events(match=match, kinds=["official appointed"])
            assert len(appointments.events) == 1
            assert b"name" not in b"".join([each.SerializeToString() for each in first.events])
