"""Calls that manage matches: creating again, listing, cancelling, officials, tokens, API keys and quotas."""

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc
import msgspec
import pytest
from google.protobuf.duration_pb2 import Duration
from google.rpc.error_details_pb2 import BadRequest

import referee as package
from referee.games import GAMES
from referee.log.memory import MemoryStore
from referee.replay.reading import read_replay
from referee.server.access_control import AccessControl
from referee.server.api_keys import ApiKeys, KeyRegister, KeyRole
from referee.server.quotas import Quotas, QuotaSettings, Rate
from referee.server.settings import LONGEST_SECONDS, Policy
from referee.wire.grpc_server import serving
from referee.wire.guard import REFUSAL_SECONDS
from referee.wire.match_calls import FEATURES
from referee.wire.times import duration
from referee.wire.wire_limits import WireLimits
from referee_api.v1 import referee_pb2 as api
from referee_api.v1.referee_pb2_grpc import RefereeStub
from tests.tidy import tree
from tests.wire.serving import connected, details_of, open_table, play_on, reason_of, referee

TOKEN = "t" * 40
REQUEST: dict[str, Any] = {"game": "abyss", "seat_count": 2}


# --- the server ---


async def test_the_server_describes_itself() -> None:
    async with referee() as (_, _, stub):
        found = await stub.GetServerInfo(api.GetServerInfoRequest())
        assert found.version == package.__version__
        assert [game.name for game in found.games] == ["abyss", "unfathomable", "among_cultists"]
        assert found.access == api.ACCESS_MODE_OPEN
        keys = (await stub.GetKeys(api.GetKeysRequest())).keys
        assert found.key_id in keys
        assert (found.request_bytes, found.handles_per_stream) == (64 * 1024, 4096)
        assert found.server_time.seconds > 1_700_000_000
        assert set(FEATURES) | {"disputes"} == set(found.features)
        limits = WireLimits()
        assert found.response_bytes == limits.send_bytes
        assert found.longest_call == duration(limits.unary_seconds)
        assert found.longest_stream == duration(limits.stream_seconds)
        assert found.ping_interval == duration(limits.ping_seconds)
        assert found.longest_time_limit == duration(LONGEST_SECONDS)
        assert found.largest_page == 200


def test_every_feature_is_described() -> None:
    text = tree.read("proto/README.md")
    assert [name for name in (*FEATURES, "disputes") if f"| `{name}` |" not in text] == []


async def test_a_server_without_the_service_for_disputes_does_not_name_it() -> None:
    async with serving(MemoryStore()) as server, connected(server.address) as (_, stub):
        assert "disputes" not in (await stub.GetServerInfo(api.GetServerInfoRequest())).features


async def test_games_are_listed_in_pages() -> None:
    async with referee() as (_, _, stub):
        whole = await stub.ListGames(api.ListGamesRequest())
        assert (len(whole.games), whole.next_page_token) == (len(GAMES), "")
        first = await stub.ListGames(api.ListGamesRequest(page_size=1))
        rest = await stub.ListGames(api.ListGamesRequest(page_token=first.next_page_token))
        assert [*first.games, *rest.games] == list(whole.games)
        assert len(first.games) == 1
        assert rest.next_page_token == ""
        status = await details_of(stub.ListGames(api.ListGamesRequest(page_token="chess")))
        assert reason_of(status) == "INVALID_FIELD"


# --- creating ---


async def test_a_repeated_creation_returns_the_same_match() -> None:
    async with referee() as (_, _, stub):
        request = api.CreateMatchRequest(**REQUEST, request_id="first", token=TOKEN, with_invite=True)
        first, again = await stub.CreateMatch(request), await stub.CreateMatch(request)
        assert again.match == first.match
        assert again.token == first.token == TOKEN
        assert again.invite_code == first.invite_code != ""
        changes: list[dict[str, Any]] = [{"request_id": "second"}, {"token": "u" * 40}]
        for change in changes:
            other = api.CreateMatchRequest()
            other.CopyFrom(request)
            other.MergeFrom(api.CreateMatchRequest(**change))
            assert (await stub.CreateMatch(other)).match.id != first.match.id
        reused = api.CreateMatchRequest(game="abyss", seat_count=3, request_id="first", token=TOKEN)
        assert reason_of(await details_of(stub.CreateMatch(reused))) == "REQUEST_ID_REUSED"


async def test_a_creation_is_repeated_after_a_restart() -> None:
    store = MemoryStore()
    request = api.CreateMatchRequest(**REQUEST, request_id="first", token=TOKEN)
    found = []
    for _ in range(2):
        async with referee(store) as (_, _, stub):
            found.append((await stub.CreateMatch(request)).match)
    assert found[0] == found[1]
    assert len(store.matches()) == 1


@pytest.mark.parametrize(
    "change",
    [{"request_id": "x" * 65, "token": TOKEN}, {"request_id": "a b", "token": TOKEN}, {"request_id": "ä"}],
)
async def test_a_bad_request_id_creates_nothing(change: dict[str, Any]) -> None:
    store = MemoryStore()
    async with referee(store) as (_, _, stub):
        call = stub.CreateMatch(api.CreateMatchRequest(**REQUEST, **change))
        assert reason_of(await details_of(call)) == "INVALID_FIELD"
        assert store.matches() == []


async def test_a_match_says_what_it_is() -> None:
    async with referee() as (_, _, stub):
        created = await stub.CreateMatch(api.CreateMatchRequest(**REQUEST, spectators=True, seed="mine"))
        match = created.match
        assert match.status == api.MATCH_STATUS_WAITING
        assert (match.unrefereed, match.needs_invite, match.seed_given) == (False, False, True)
        assert match.HasField("create_time")
        assert not match.HasField("start_time")
        table = await open_table(stub, seed="")
        (found,) = [(await stub.GetMatch(about(table.match, table.arbiter))).match]
        assert (found.status, found.unrefereed, found.seed_given) == (api.MATCH_STATUS_RUNNING, True, False)
        assert found.start_time.ToMilliseconds() >= found.create_time.ToMilliseconds()


def about(match: str, token: str = "") -> api.GetMatchRequest:
    return api.GetMatchRequest(match_id=match, token=token)


async def test_an_invite_code_is_needed_where_one_was_made() -> None:
    async with referee() as (_, _, stub):
        created = await stub.CreateMatch(api.CreateMatchRequest(**REQUEST, with_invite=True))
        assert created.match.needs_invite
        for code in ("", "guess"):
            call = stub.JoinSeat(api.JoinSeatRequest(match_id=created.match.id, invite_code=code))
            assert reason_of(await details_of(call)) == "WRONG_INVITE"
        joining = api.JoinSeatRequest(match_id=created.match.id, invite_code=created.invite_code)
        assert (await stub.JoinSeat(joining)).seat == 0


# --- listing ---


async def listed(stub: Any, **wanted: Any) -> list[str]:
    """Return the ids on all pages, two to a page."""
    found: list[str] = []
    request = api.ListMatchesRequest(page_size=2, **wanted)
    while True:
        page = await stub.ListMatches(request)
        assert len(page.matches) <= 2
        found += [match.id for match in page.matches]
        if not page.next_page_token:
            return found
        request.page_token = page.next_page_token


async def test_matches_are_listed_in_pages_newest_first() -> None:
    store = MemoryStore()
    async with referee(store) as (_, _, stub):
        tables = [await open_table(stub, spectators=True, taken=n % 3) for n in range(7)]
        hidden = await open_table(stub)
        rows = sorted(store.matches(), key=lambda row: (row.at, row.match), reverse=True)
        newest_first = [row.match for row in rows if row.match != hidden.match]
        assert await listed(stub) == newest_first
        assert await listed(stub, game="abyss") == newest_first
        assert await listed(stub, game="unfathomable") == []
        running = {tables[number].match for number in (2, 5)}
        assert set(await listed(stub, status=api.MATCH_STATUS_RUNNING)) == running
        assert set(await listed(stub, player="bot 1")) == running
        created = (await stub.GetMatch(about(tables[0].match))).match.create_time
        assert tables[0].match in await listed(stub, created_after=created)
        assert tables[0].match not in await listed(stub, created_before=created)
    async with referee(store) as (_, _, stub):
        # Not in memory any more.
        assert await listed(stub) == newest_first
        assert set(await listed(stub, status=api.MATCH_STATUS_RUNNING)) == running


@pytest.mark.parametrize("request_", [{"page_token": "nonsense"}, {"page_token": "1"}, {"status": 99}])
async def test_a_list_that_cannot_be_is_refused(request_: dict[str, Any]) -> None:
    async with referee() as (_, _, stub):
        status = await details_of(stub.ListMatches(api.ListMatchesRequest(**request_)))
        assert reason_of(status) == "INVALID_FIELD"


# --- cancelling, officials, tokens ---


async def test_a_match_is_cancelled_before_it_begins() -> None:
    async with referee() as (_, _, stub):
        created = await stub.CreateMatch(api.CreateMatchRequest(**REQUEST))
        cancelling = api.CancelMatchRequest(match_id=created.match.id, token=created.token, reason="rain")
        await stub.CancelMatch(cancelling)
        found = (await stub.GetMatch(about(created.match.id, created.token))).match
        assert (found.status, found.cancel_reason) == (api.MATCH_STATUS_CANCELLED, "rain")
        table = await open_table(stub)
        late = api.CancelMatchRequest(match_id=table.match, token=table.arbiter, reason="rain")
        assert (await details_of(stub.CancelMatch(late))).code == grpc.StatusCode.FAILED_PRECONDITION.value[0]
        seat = api.CancelMatchRequest(match_id=table.match, token=table.tokens[0], reason="bored")
        assert reason_of(await details_of(stub.CancelMatch(seat))) == "WRONG_OFFICIAL"


async def test_the_organiser_sees_nothing_and_a_judge_sees_everything() -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub, unrefereed=False)
        await play_on(stub, table, 5)
        look = api.GetViewRequest(match_id=table.match, token=table.arbiter)
        hidden = (await stub.GetView(look)).view.abyss.view
        appointing = api.AppointOfficialRequest(
            match_id=table.match, token=table.arbiter, role=api.OFFICIAL_ROLE_JUDGE, name="Grace"
        )
        judge = await stub.AppointOfficial(appointing)
        look.token = judge.token
        seen = (await stub.GetView(look)).view.abyss.view
        assert set(hidden.deck) == {0}
        assert 0 not in seen.deck
        match = (await stub.GetMatch(about(table.match, table.tokens[0]))).match
        assert [(each.party, each.name) for each in match.officials] == [(judge.party, "Grace")]
        assert [(each.role, each.count) for each in match.standing.looks] == [("judge", 1)]
        dismissing: dict[str, Any] = {
            "match_id": table.match,
            "token": table.arbiter,
            "party": judge.party,
            "reason": "ill",
        }
        await stub.DismissOfficial(api.DismissOfficialRequest(**dismissing))
        assert reason_of(await details_of(stub.GetView(look))) == "ACCESS_DENIED"


async def test_an_official_cannot_sit() -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub, taken=1, unrefereed=False)
        appointing = api.AppointOfficialRequest(
            match_id=table.match, token=table.arbiter, role=api.OFFICIAL_ROLE_JUDGE, name="Grace"
        )
        judge = await stub.AppointOfficial(appointing)
        joining = api.JoinSeatRequest(match_id=table.match, token=judge.token)
        assert reason_of(await details_of(stub.JoinSeat(joining))) == "MAY_NOT_SIT"
        appointing.role = api.OFFICIAL_ROLE_UNSPECIFIED
        assert reason_of(await details_of(stub.AppointOfficial(appointing))) == "INVALID_FIELD"


async def test_a_rotated_token_replaces_the_old_one() -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub)
        watching = stub.Watch(api.WatchRequest(match_id=table.match, token=table.tokens[0]))
        await watching.read()
        rotating = api.RotateTokenRequest(match_id=table.match, token=table.tokens[0], new_token="n" * 32)
        assert (await stub.RotateToken(rotating)).token == "n" * 32
        assert reason_of(await details_of(watching)) == "ACCESS_DENIED"
        assert reason_of(await details_of(stub.RotateToken(rotating))) == "ACCESS_DENIED"
        assert (await stub.GetMatch(about(table.match, "n" * 32))).match.id == table.match


# --- API keys and quotas ---


@asynccontextmanager
async def locked(folder: Path, quotas: Quotas | None = None) -> AsyncIterator[tuple[Any, dict[KeyRole, str]]]:
    """Serve with API keys; yield a stub and a key for each role."""
    register = KeyRegister(folder)
    roles: tuple[KeyRole, ...] = ("operator", "organiser", "judge")
    keys = {role: register.issue(role, role, by="test").text for role in roles}
    access = AccessControl("keys", ApiKeys(folder))
    async with (
        serving(MemoryStore(), access=access, quotas=quotas, grace=0) as server,
        grpc.aio.insecure_channel(server.address) as channel,
    ):
        yield RefereeStub(channel), keys  # type: ignore[no-untyped-call]


def bearer(key: str) -> dict[str, Any]:
    return {"metadata": (("authorization", f"Bearer {key}"),)}


async def test_only_organisers_create_where_keys_are_needed(tmp_path: Path) -> None:
    async with locked(tmp_path) as (stub, keys):
        info = await stub.GetServerInfo(api.GetServerInfoRequest())
        assert info.access == api.ACCESS_MODE_KEYS
        request = api.CreateMatchRequest(**REQUEST)
        assert reason_of(await details_of(stub.CreateMatch(request))) == "ROLE_NOT_ALLOWED"
        assert (
            reason_of(await details_of(stub.CreateMatch(request, **bearer(keys["judge"]))))
            == "ROLE_NOT_ALLOWED"
        )
        assert reason_of(await details_of(stub.CreateMatch(request, **bearer("guess")))) == "ACCESS_DENIED"
        created = await stub.CreateMatch(request, **bearer(keys["organiser"]))
        listing = api.ListMatchesRequest()
        assert reason_of(await details_of(stub.ListMatches(listing))) == "ROLE_NOT_ALLOWED"
        seen: dict[KeyRole, list[str]] = {"organiser": [created.match.id], "operator": [created.match.id]}
        for role, expected in [*seen.items(), ("judge", [])]:
            found = await stub.ListMatches(listing, **bearer(keys[role]))
            assert [match.id for match in found.matches] == expected
        # To play, a key is never needed.
        assert (await stub.JoinSeat(api.JoinSeatRequest(match_id=created.match.id))).seat == 0
        cancelling = api.CancelMatchRequest(match_id=created.match.id, reason="closing time")
        await stub.CancelMatch(cancelling, **bearer(keys["operator"]))


async def test_a_caller_over_its_quota_is_told_when_to_come_back(tmp_path: Path) -> None:
    few = QuotaSettings(
        creations=Rate(per_second=0.01, burst=2.0), anonymous=Rate(per_second=0.01, burst=5.0)
    )
    async with locked(tmp_path, Quotas(few)) as (stub, keys):
        request = api.CreateMatchRequest(**REQUEST)
        for _ in range(2):
            await stub.CreateMatch(request, **bearer(keys["organiser"]))
        begun = time.monotonic()
        status = await details_of(stub.CreateMatch(request, **bearer(keys["organiser"])))
        assert reason_of(status) == "OVER_QUOTA"
        # One that tries again at once has to wait, so that it cannot keep the server busy with refusals.
        assert time.monotonic() - begun >= REFUSAL_SECONDS * 0.9
        kinds = [detail.type_url.rpartition(".")[2] for detail in status.details]
        assert kinds == ["ErrorInfo", "RetryInfo", "QuotaFailure"]
        await stub.CreateMatch(request, **bearer(keys["operator"]))
        reasons = [
            reason_of(await details_of(stub.GetView(api.GetViewRequest(match_id="guess", token="guess"))))
            for _ in range(7)
        ]
        assert reasons == ["ACCESS_DENIED"] * 5 + ["OVER_QUOTA"] * 2


# --- clients and freezes ---

CLIENT = api.ClientInfo(name="my bot", version="1.2", language="Rust")


async def test_clients_describe_themselves_when_they_join() -> None:
    store = MemoryStore()
    async with referee(store) as (_, _, stub):
        table = await open_table(stub, taken=0, spectators=True)
        request = api.JoinSeatRequest(match_id=table.match, client=CLIENT, token=TOKEN)
        joined = await stub.JoinSeat(request)
        assert list(joined.match.clients) == [CLIENT, api.ClientInfo()]
        rotation = api.RotateTokenRequest(match_id=table.match, token=TOKEN, new_token="n" * 40)
        await stub.RotateToken(rotation)
    async with referee(store) as (_, _, stub):
        listed = await stub.ListMatches(api.ListMatchesRequest())
        assert list(listed.matches[0].clients) == [CLIENT, api.ClientInfo()], "from the store"
        found = await stub.GetMatch(api.GetMatchRequest(match_id=table.match))
        assert list(found.match.clients) == [CLIENT, api.ClientInfo()]


async def test_clients_are_named_in_replays() -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub, taken=0)
        for client in (CLIENT, None):
            await stub.JoinSeat(api.JoinSeatRequest(match_id=table.match, client=client))
        about = {"match_id": table.match, "token": table.arbiter}
        replay = b"".join([piece.chunk async for piece in stub.GetReplay(api.GetReplayRequest(**about))])
        assert read_replay(replay).clients == {0: "my bot 1.2 (Rust)"}


@pytest.mark.parametrize("field", ["name", "version", "language"])
@pytest.mark.parametrize("text", ["x" * 65, "a\nb", "\x1b[2K", "\u202e"])
async def test_a_client_that_describes_itself_badly_gets_no_seat(field: str, text: str) -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub, taken=0, spectators=True)
        client = api.ClientInfo(**{field: text})
        status = await details_of(stub.JoinSeat(api.JoinSeatRequest(match_id=table.match, client=client)))
        assert reason_of(status) == "INVALID_FIELD"
        assert f"client.{field}" in str(status.details)
        found = await stub.GetMatch(api.GetMatchRequest(match_id=table.match))
        assert list(found.match.clients) == [api.ClientInfo()] * 2


@pytest.mark.parametrize(("given", "shown"), [(None, 600), (90.2, 91), (7 * 86_400, 7 * 86_400)])
async def test_a_match_says_how_long_a_seat_can_freeze_it(given: float | None, shown: int) -> None:
    store = MemoryStore()
    async with referee(store) as (_, _, stub):
        longest = None if given is None else duration(given)
        created = await stub.CreateMatch(api.CreateMatchRequest(**REQUEST, longest_freeze=longest))
        assert created.match.longest_freeze.seconds == shown
        (row,) = store.matches()
        assert msgspec.json.decode(row.policy, type=Policy).seconds_frozen == shown, "which ends freezes"


@pytest.mark.parametrize("seconds", [-1, 7 * 86_400 + 1])
async def test_a_freeze_cannot_be_negative_or_too_long(seconds: int) -> None:
    store = MemoryStore()
    async with referee(store) as (_, _, stub):
        request = api.CreateMatchRequest(**REQUEST, longest_freeze=Duration(seconds=seconds))
        assert reason_of(await details_of(stub.CreateMatch(request))) == "INVALID_FIELD"
        assert store.matches() == []


async def test_a_refused_look_of_an_official_is_not_recorded() -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub)
        before = (await stub.GetMatch(about(table.match, table.arbiter))).match.standing.looks
        request = api.WatchRequest(match_id=table.match, token=table.arbiter, after=999, with_view=True)
        assert reason_of(await details_of(stub.Watch(request))) == "NO_SUCH_FRAME"
        assert (await stub.GetMatch(about(table.match, table.arbiter))).match.standing.looks == before


async def test_an_unknown_edition_is_named_as_the_field_that_is_wrong() -> None:
    async with referee() as (_, _, stub):
        for field, wrong in (("edition", "xx"), ("rulings", {"no.such": "x"})):
            request = api.CreateMatchRequest(**REQUEST, **{field: wrong})  # type: ignore[arg-type]
            status = await details_of(stub.CreateMatch(request))
            named = BadRequest()
            assert [detail for detail in status.details if detail.Unpack(named)]
            assert [each.field for each in named.field_violations] == [field]
