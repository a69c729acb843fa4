"""The calls of organisers and readers, by whom they may be made, and what they refuse."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import grpc
import pytest

from referee.arena.dial_in.arena_server import serving_arena
from referee.arena.dial_in.hosting import EventHost
from referee.disputes.cases.dispute_service import DISPUTES
from referee.log.memory import MemoryStore
from referee.server.access_control import AccessControl
from referee.server.api_keys import ApiKeys, KeyRegister
from referee.server.quotas import LOCAL, Quotas
from referee.wire.grpc_server import Tls, serving
from referee_api.v1 import arena_pb2 as arena
from referee_client import RefereeError, aio
from tests.arena.dial_in.running import Steady, dial_in_text
from tests.wire.certificates import Authority

NAME = "Cup"


class Hosted(NamedTuple):
    """An arena that hosts events, at a server with API keys and TLS."""

    address: str
    host: EventHost
    ca_file: Path
    keys: dict[str, str]

    def client(self, who: str = "") -> aio.Client:
        """Connect with the API key of somebody, or without one."""
        return aio.Client(self.address, ca_file=self.ca_file, api_key=self.keys.get(who, ""))


@asynccontextmanager
async def hosted(folder: Path) -> AsyncIterator[Hosted]:
    """Run a server with TLS that requires API keys, and an arena there that hosts events."""
    register = KeyRegister(folder)
    keys = {
        "organiser": register.issue("organiser", "us", by="test").text,
        "other": register.issue("organiser", "them", by="test").text,
        "operator": register.issue("operator", "all", by="test").text,
    }
    authority = Authority(folder, "authority")
    tls = Tls(*authority.issue("server"))
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(
            serving(
                MemoryStore(),
                "localhost",
                tls=tls,
                grace=0,
                extra_services=(DISPUTES,),
                access=AccessControl("keys", ApiKeys(folder)),
                quotas=Quotas(LOCAL),
            )
        )
        referee = aio.Client(server.address, ca_file=authority.file, api_key=keys["organiser"])
        stack.push_async_callback(referee.close)
        host = EventHost(folder / "hosted", "referee.db", referee, 16, server.address)
        await stack.enter_async_context(host.running())
        port = await stack.enter_async_context(
            serving_arena(host.events, referee, host="localhost", tls=tls, api_key=keys["organiser"], grace=0)
        )
        yield Hosted(port.address, host, authority.file, keys)


async def test_an_event_over_the_api_with_tls_and_keys(tmp_path: Path) -> None:
    """From its registration to its export, without anything of a command line."""
    text = dial_in_text(2, local=['bot = "random"'])
    async with AsyncExitStack() as stack:
        running = await stack.enter_async_context(hosted(tmp_path))
        organiser, anyone, first, second = [
            await stack.enter_async_context(running.client(who)) for who in ("organiser", "", "", "")
        ]
        created = await organiser.create_event(text)
        tokens = {each.entrant: each.token for each in created.tokens}
        assert sorted(tokens) == ["D0", "D1"]
        assert created.event.state.phase == arena.EVENT_PHASE_WAITING
        again = await organiser.create_event(text)
        assert (again.event.name, list(again.tokens)) == (NAME, [])
        tokens["D1"] = await organiser.issue_entrant_token(NAME, "D1")
        await organiser.pause_event(NAME, "not yet")
        await organiser.resume_event(NAME, "now")
        lines, _ = await asyncio.gather(first.enter(tokens["D0"], Steady), second.enter(tokens["D1"], Steady))
        assert await anyone.get_standings(NAME) == lines
        (listed,) = await anyone.list_events()
        assert listed == await anyone.get_event(NAME)
        assert (listed.matches, listed.matches_done) == (2, 2)
        assert listed.state.phase == arena.EVENT_PHASE_FINISHED
        pairings = await anyone.get_pairings(NAME)
        assert [(table.matches, table.matches_done) for table in pairings.tables] == [(2, 2)]
        match = pairings.matches[0]
        places = list(reversed(match.places)) if match.places[0] != match.places[1] else [1, 2]
        await organiser.correct_result(NAME, match.name, places, "appeal")
        corrected = (await anyone.get_pairings(NAME, 1)).matches[0]
        assert (list(corrected.places), corrected.is_corrected) == (places, True)
        exported = (await anyone.export_event(NAME)).decode().splitlines()
        assert len(exported) == len(running.host.events.events[NAME].log.entries)
        for token in tokens.values():
            assert token not in "\n".join(exported)


async def test_registered_events_are_found_again(tmp_path: Path) -> None:
    async with hosted(tmp_path) as running, running.client("organiser") as organiser:
        token = (await organiser.create_event(dial_in_text(1, local=['bot = "random"']))).tokens[0].token
    async with hosted(tmp_path) as running, running.client() as anyone:
        assert [each.name for each in await anyone.list_events()] == [NAME]
        assert len(await anyone.enter(token, Steady)) == 2


Call = Callable[[aio.Client], Coroutine[Any, Any, Any]]
STEPS: dict[str, Call] = {
    "create": lambda client: client.create_event(dial_in_text(3)),
    "token": lambda client: client.issue_entrant_token(NAME, "D0"),
    "pause": lambda client: client.pause_event(NAME, "why"),
    "resume": lambda client: client.resume_event(NAME, "why"),
    "withdraw": lambda client: client.withdraw_entrant(NAME, "D0", "why"),
    "correct": lambda client: client.correct_result(NAME, "1.1.1.1", [1, 2], "why"),
    "export": lambda client: client.export_event(NAME),
}
INVALID, NOT_NOW = grpc.StatusCode.INVALID_ARGUMENT, grpc.StatusCode.FAILED_PRECONDITION
BAD: dict[str, tuple[Call, grpc.StatusCode, str, str, str]] = {
    "no such event": (lambda each: each.get_event("Mug"), INVALID, "NO_SUCH_EVENT", "event", "no event"),
    "no such standings": (
        lambda each: each.get_standings("Mug"), INVALID, "NO_SUCH_EVENT", "event", "ListEvents lists them"
    ),
    "no such round": (
        lambda each: each.get_pairings(NAME, 7), INVALID, "INVALID_FIELD", "round", "no round 7; 0 are paired"
    ),
    "bad file": (
        lambda each: each.create_event(dial_in_text(2, seats=9)),
        INVALID, "BAD_EVENT_FILE", "file", "line 3: abyss is played by 2 to 4 seats, not 9",
    ),
    "not TOML": (lambda each: each.create_event("="), INVALID, "BAD_EVENT_FILE", "file", "The event file"),
    "a program": (
        lambda each: each.create_event(dial_in_text(1, local=['command = ["sh"]'])),
        INVALID, "BAD_EVENT_FILE", "file", "programs of strangers are not run here",
    ),
    "another file": (
        lambda each: each.create_event(dial_in_text(2, more="rounds = 2\n")),
        grpc.StatusCode.ALREADY_EXISTS, "EVENT_EXISTS", "file", "another name",
    ),
    "no such entrant": (
        lambda each: each.withdraw_entrant(NAME, "D9", "why"),
        INVALID, "INVALID_FIELD", "entrant", "no entrant 'D9' (choose from D0, D1)",
    ),
    "no reason": (lambda each: each.pause_event(NAME, " "), INVALID, "INVALID_FIELD", "reason", "1 to 200"),
    "not paused": (
        lambda each: each.resume_event(NAME, "why"), NOT_NOW, "EVENT_STEP_REFUSED", "", "is not paused"
    ),
    "no such match": (
        lambda each: each.correct_result(NAME, "9.9", [1, 2], "why"),
        INVALID, "INVALID_FIELD", "match", "no match '9.9'",
    ),
}  # fmt: skip


async def test_what_is_refused_changes_nothing(tmp_path: Path) -> None:
    async with hosted(tmp_path) as running, running.client("organiser") as organiser:
        await organiser.create_event(dial_in_text(2))
        entries = running.host.events.events[NAME].log.entries
        before = list(entries)
        for case, (call, code, reason, field, text) in BAD.items():
            with pytest.raises(RefereeError) as caught:
                await call(organiser)
            assert (caught.value.code, caught.value.reason) == (code, reason), case
            assert list(caught.value.fields) == ([field] if field else []), case
            assert text in str(caught.value), case
        for who in ("", "other"):
            async with running.client(who) as stranger:
                for step, call in STEPS.items():
                    with pytest.raises(RefereeError) as caught:
                        await call(stranger)
                    assert caught.value.reason == "ROLE_NOT_ALLOWED", (who, step)
        assert entries == before
        async with running.client("operator") as operator:
            await operator.pause_event(NAME, "storm")
            with pytest.raises(RefereeError, match="paused already: storm"):
                await organiser.pause_event(NAME, "why")


async def test_an_unknown_key_is_refused_as_by_the_server(tmp_path: Path) -> None:
    async with hosted(tmp_path) as running:
        client = aio.Client(running.address, ca_file=running.ca_file, api_key="ref_nobody_" + "x" * 40)
        try:
            with pytest.raises(RefereeError) as caught:
                await client.create_event(dial_in_text(2))
        finally:
            await client.close()
        assert caught.value.reason == "ACCESS_DENIED"
        assert str(caught.value) == "The API key is not valid."
