"""Calls about officials and tokens that are repeated after a lost reply: they count once, also after a restart."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.log.memory import MemoryStore
from referee.server.access import Access
from referee.wire.request_ids import tag_of
from referee_api.v1 import referee_pb2 as api
from tests.wire.serving import details_of, reason_of, referee

ORGANISER, JUDGE, NEW = "o" * 40, "j" * 40, "n" * 40
APPOINT = api.AppointOfficialRequest(
    role=api.OFFICIAL_ROLE_JUDGE, name="Judy", official_token=JUDGE, request_id="mine"
)
CALLS: dict[str, tuple[Any, dict[str, Any]]] = {
    "AppointOfficial": (APPOINT, {"official_token": "k" * 40}),
    "DismissOfficial": (
        api.DismissOfficialRequest(party="judge/1", reason="Late.", request_id="mine"),
        {"reason": "Other."},
    ),
    "CancelMatch": (api.CancelMatchRequest(reason="Rain.", request_id="mine"), {"reason": "Other."}),
    "PauseMatch": (api.PauseMatchRequest(reason="Rain.", request_id="mine"), {"reason": "Other."}),
    "ExtendTime": (
        api.ExtendTimeRequest(seat=1, time={"seconds": 60}, reason="Late.", request_id="mine"),
        {"reason": "Other."},
    ),
    "ResumeMatch": (api.ResumeMatchRequest(reason="Sun.", request_id="mine"), {"reason": "Other."}),
}


async def new_match(stub: Any) -> str:
    request = api.CreateMatchRequest(
        game="abyss", seat_count=2, token=ORGANISER, time_per_decision={"seconds": 600}
    )
    return str((await stub.CreateMatch(request)).match.id)


def changed(request: Any, **change: Any) -> Any:
    copy = type(request)()
    copy.CopyFrom(request)
    copy.MergeFrom(type(request)(**change))
    return copy


@pytest.mark.parametrize("name", CALLS)
async def test_a_repeated_call_counts_once_and_gets_the_first_response(name: str) -> None:
    store, (request, change) = MemoryStore(), CALLS[name]
    async with referee(store) as (_, _, stub):
        match = await new_match(stub)
        about: dict[str, Any] = {"match_id": match, "token": ORGANISER}
        if name in ("DismissOfficial", "ExtendTime"):
            await stub.AppointOfficial(changed(APPOINT, **about, request_id="before"))
        if name in ("PauseMatch", "ResumeMatch", "ExtendTime"):
            for _ in range(2):
                await stub.JoinSeat(api.JoinSeatRequest(match_id=match))
        if name == "ResumeMatch":
            await stub.PauseMatch(api.PauseMatchRequest(**about, reason="Rain."))
        if name == "ExtendTime":
            about["token"] = JUDGE
        call: Callable[[Any], Any] = getattr(stub, name)
        first = await call(changed(request, **about))
        written = store.audit(match), store.seats(match)
        assert await call(changed(request, **about)) == first
    async with referee(store) as (_, _, stub):
        call = getattr(stub, name)
        assert await call(changed(request, **about)) == first, "also after a restart"
        reused = call(changed(request, **about, **change))
        assert reason_of(await details_of(reused)) == "REQUEST_ID_REUSED"
        assert (store.audit(match), store.seats(match)) == written


async def test_the_token_of_an_official_is_the_one_that_was_chosen_and_is_not_stored() -> None:
    store = MemoryStore()
    async with referee(store) as (_, _, stub):
        about = {"match_id": await new_match(stub), "token": ORGANISER}
        for _ in range(2):
            found = await stub.AppointOfficial(changed(APPOINT, **about))
            assert (found.party, found.token) == ("judge/1", JUDGE)
        await stub.GetView(api.GetViewRequest(match_id=about["match_id"], token=JUDGE))
        assert JUDGE not in repr((store.seats(about["match_id"]), store.audit(about["match_id"])))
        taken = changed(APPOINT, **about, request_id="other")
        assert reason_of(await details_of(stub.AppointOfficial(taken))) == "INVALID_FIELD"


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("official_token", {"request_id": "mine", "official_token": ""}),
        ("official_token", {"official_token": "short"}),
        ("official_token", {"official_token": JUDGE, "key_id": "k7f3q2"}),
        ("request_id", {"official_token": JUDGE, "request_id": "a b"}),
    ],
)
async def test_an_appointment_that_could_not_be_repeated_is_refused(field: str, change: Any) -> None:
    store = MemoryStore()
    async with referee(store) as (_, _, stub):
        match = await new_match(stub)
        request = api.AppointOfficialRequest(
            match_id=match, token=ORGANISER, role=api.OFFICIAL_ROLE_JUDGE, name="Judy", **change
        )
        status = await details_of(stub.AppointOfficial(request))
        assert reason_of(status) == "INVALID_FIELD"
        assert field in str(status.details)
        assert store.audit(match) == []


async def test_a_rotation_is_repeated_with_the_old_token() -> None:
    store = MemoryStore()
    async with referee(store) as (_, _, stub):
        match = await new_match(stub)
        request = api.RotateTokenRequest(match_id=match, token=ORGANISER, new_token=NEW, request_id="mine")
        for _ in range(2):
            assert (await stub.RotateToken(request)).token == NEW
    async with referee(store) as (_, _, stub):
        assert (await stub.RotateToken(request)).token == NEW, "also after a restart"
        assert len(store.audit(match)) == 1
        for change in ({"request_id": "other"}, {"new_token": "x" * 40}):
            status = await details_of(stub.RotateToken(changed(request, **change)))
            assert reason_of(status) == "ACCESS_DENIED"
        unnamed = api.RotateTokenRequest(match_id=match, token=ORGANISER, new_token=NEW)
        assert reason_of(await details_of(stub.RotateToken(unnamed))) == "ACCESS_DENIED"
        lonely = api.RotateTokenRequest(match_id=match, token=NEW, request_id="lonely")
        assert reason_of(await details_of(stub.RotateToken(lonely))) == "INVALID_FIELD"


async def test_creating_again_with_other_settings_or_another_seed_is_refused() -> None:
    async with referee() as (_, _, stub):
        request = api.CreateMatchRequest(
            game="abyss", seat_count=2, seed="mine", token=ORGANISER, request_id="mine"
        )
        first = await stub.CreateMatch(request)
        assert (await stub.CreateMatch(request)).match == first.match
        for change in ({"seed": "other"}, {"spectators": True}, {"with_invite": True}):
            status = await details_of(stub.CreateMatch(changed(request, **change)))
            assert reason_of(status) == "REQUEST_ID_REUSED", change


def test_what_identifies_a_request() -> None:
    access = Access("m", "organiser")
    tag = tag_of(changed(APPOINT, match_id="m", token="one"), access)
    assert tag is not None
    assert str(tag) == f"organiser mine {tag.digest}"
    assert tag == tag_of(changed(APPOINT, match_id="m", token="two"), access), "the token may be replaced"
    assert tag != tag_of(changed(APPOINT, match_id="m", name="Jude"), access)
    cancel, dismiss = [
        tag_of(kind(match_id="m", request_id="mine", reason="x"), access)
        for kind in (api.CancelMatchRequest, api.DismissOfficialRequest)
    ]
    assert cancel != dismiss
    assert tag_of(api.CancelMatchRequest(match_id="m"), access) is None
