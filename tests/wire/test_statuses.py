"""Errors say to programs what they say to people: reason, field and time to wait."""

from typing import Any

import pytest
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, RetryInfo

from referee.audit.problems import CaseProblem
from referee.match.charters import CharterError
from referee.server.jobs import JobLost, JobsClosed, JobTooLong, TooManyJobs
from referee.wire import guard
from referee.wire.statuses import NOT_STORED, Reason
from referee_api.v1 import referee_pb2 as api
from tests.tidy import tree
from tests.wire.serving import details_of, open_table, reason_of, referee


def fields_of(status: Any) -> list[str]:
    """Return the fields that the details of a status call wrong."""
    found = BadRequest()
    return [
        each.field for detail in status.details if detail.Unpack(found) for each in found.field_violations
    ]


CREATED_WRONG: dict[str, tuple[dict[str, Any], str, list[str]]] = {
    "game": ({"game": "chess"}, "UNKNOWN_GAME", ["game"]),
    "seats": ({"seat_count": 9}, "BAD_CHARTER", ["seat_count"]),
    "option": ({"options": {"no": "such"}}, "BAD_CHARTER", ["options"]),
    "options that do not fit": (
        {"game": "among_cultists", "seat_count": 6, "options": {"snitch": "true"}},
        "BAD_CHARTER",
        ["options"],
    ),
    "data": (
        {"game": "among_cultists", "seat_count": 6, "options": {"data": "== places"}},
        "BAD_CHARTER",
        ["options"],
    ),
    "reading": ({"rulings": {"no": "such"}}, "UNKNOWN_READING", ["rulings"]),
    "negative time": ({"time_per_decision": {"seconds": -1}}, "INVALID_FIELD", ["time_per_decision"]),
    "endless time": ({"time_per_decision": {"seconds": 2**40}}, "INVALID_FIELD", ["time_per_decision"]),
    "bad nanoseconds": ({"time_to_reveal": {"nanos": 2**31 - 1}}, "INVALID_FIELD", ["time_to_reveal"]),
}


@pytest.mark.parametrize(("change", "reason", "fields"), CREATED_WRONG.values(), ids=CREATED_WRONG.keys())
async def test_a_match_that_cannot_be_names_the_field(
    change: dict[str, Any], reason: str, fields: list[str]
) -> None:
    async with referee() as (_, _, stub):
        request = api.CreateMatchRequest(**{"game": "abyss", "seat_count": 2, **change})
        status = await details_of(stub.CreateMatch(request))
        assert (reason_of(status), fields_of(status)) == (reason, fields)


JOINED_WRONG: dict[str, tuple[dict[str, Any], str, list[str]]] = {
    "name": ({"name": "a\nb"}, "INVALID_FIELD", ["name"]),
    "token": ({"token": "short"}, "INVALID_FIELD", ["token"]),
    "commitment": ({"entropy_commitment": b"short"}, "INVALID_FIELD", ["entropy_commitment"]),
    "seat": ({"seat": 7}, "NO_SUCH_SEAT", ["seat"]),
    "taken": ({"seat": 0}, "SEAT_TAKEN", []),
    "match": ({"match_id": "nowhere"}, "ACCESS_DENIED", []),
}


@pytest.mark.parametrize(("change", "reason", "fields"), JOINED_WRONG.values(), ids=JOINED_WRONG.keys())
async def test_a_seat_that_cannot_be_taken_says_why(
    change: dict[str, Any], reason: str, fields: list[str]
) -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub, taken=1)
        status = await details_of(stub.JoinSeat(api.JoinSeatRequest(**{"match_id": table.match, **change})))
        assert (reason_of(status), fields_of(status)) == (reason, fields)


async def test_all_failures_of_authentication_are_the_same() -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub)
        wrong = [("nowhere", table.tokens[0]), (table.match, "x" * 64), (table.match, ""), ("", "")]
        found = [
            await details_of(stub.GetView(api.GetViewRequest(match_id=match, token=token)))
            for match, token in wrong
        ]
        assert reason_of(found[0]) == "ACCESS_DENIED"
        assert found == [found[0]] * len(wrong)


async def test_a_valid_token_of_another_role_is_told_apart() -> None:
    async with referee() as (_, _, stub):
        table = await open_table(stub)
        request = api.SubmitRequest(match_id=table.match, token=table.arbiter, question=1)
        assert reason_of(await details_of(stub.Submit(request))) == "ROLE_NOT_ALLOWED"


def test_what_may_be_tried_again_says_when() -> None:
    info, retry = ErrorInfo(), RetryInfo()
    first, second = NOT_STORED.message().details
    assert first.Unpack(info)
    assert second.Unpack(retry)
    assert (info.reason, info.domain, retry.retry_delay.seconds) == ("NOT_STORED", "referee", 1)


def test_every_expected_exception_has_a_reason() -> None:
    reasons = [reason for _, reason, _ in guard._EXPECTED.values()]
    assert set(reasons) <= set(Reason)
    # A charter error of any kind is found, the special kinds first.
    kinds = list(guard._EXPECTED)
    assert all(
        [kinds.index(kind) <= kinds.index(CharterError) for kind in kinds if issubclass(kind, CharterError)]
    )


def test_no_reason_has_two_meanings() -> None:
    """The reasons of cases share the list with all others."""
    shared = Reason.__members__.keys() & CaseProblem.__members__.keys()
    assert shared == {"UNKNOWN_READING"}, "the same meaning in both"


def test_the_page_lists_every_reason() -> None:
    page = tree.read("proto/README.md")
    missing = [name for name in [*Reason.__members__, *CaseProblem.__members__] if f"`{name}`" not in page]
    assert missing == []


JOB_TROUBLE: dict[type[Exception], tuple[str, str, bool]] = {
    TooManyJobs: ("RESOURCE_EXHAUSTED", "TOO_MANY_RERUNS", True),
    JobTooLong: ("DEADLINE_EXCEEDED", "RERUN_TOO_LONG", False),
    JobLost: ("UNAVAILABLE", "RERUN_LOST", True),
    JobsClosed: ("UNAVAILABLE", "SHUTTING_DOWN", True),
}


@pytest.mark.parametrize("error", JOB_TROUBLE)
def test_trouble_with_a_rerun_says_whether_to_try_again(error: type[Exception]) -> None:
    status = guard.status_of(error("internal text"), "Verify")
    code, reason, has_delay = JOB_TROUBLE[error]
    assert (status.code.name, status.reason) == (code, reason)
    assert any(detail.Is(RetryInfo.DESCRIPTOR) for detail in status.message().details) == has_delay
    assert "internal" not in status.text
