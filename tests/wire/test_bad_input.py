"""Bad input: every call refuses it with the documented status and reason, and changes nothing. See `bad_input`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import grpc
import pytest
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from google.rpc.error_details_pb2 import BadRequest
from google.rpc.status_pb2 import Status

from referee.disputes.cases.dispute_service import DISPUTES
from referee.log.records import IntentRejected
from referee.server.quotas import Quotas, QuotaSettings, Rate
from referee.wire import guard
from referee.wire.grpc_server import serving
from referee_api.v1 import disputes_pb2 as cases
from referee_api.v1 import referee_pb2 as api
from referee_api.v1.disputes_pb2_grpc import DisputesStub
from referee_api.v1.referee_pb2_grpc import RefereeStub
from tests.wire.attack.messages import is_map
from tests.wire.attack.sending import Answer, Attack, send
from tests.wire.attack.verdicts import documented_reasons
from tests.wire.attack.wire_bytes import LONGEST_REQUEST
from tests.wire.attack.world import Call, RecordedStore, find_calls
from tests.wire.bad_input import PLAYED, REFUSED, ROWS, VALID, Row, Stage
from tests.wire.serving import asked, open_table, play_on, reason_of

OURS = "/referee.api.v1."
DURATION = "google.protobuf.Duration"
TIMESTAMP = "google.protobuf.Timestamp"
DERIVED = {
    "match_id with token": "an unknown match, and the tokens of others, dismissed and rotated ones: ACCESS_DENIED",
    "enum": "an unknown value: INVALID_FIELD",
    "request_id": "one that is too long or not printable: INVALID_FIELD",
    DURATION: "one that is negative or too long: INVALID_FIELD",
    TIMESTAMP: "one that is no time: INVALID_FIELD",
}
"""Fields that need no row, by their type, and what is tested instead."""
VERDICTS: dict[str, Any] = {
    "Submit": api.SubmitResponse,
    "CheckIntent": api.CheckIntentResponse,
    "SealAnswer": api.SealAnswerResponse,
    "Say": api.SayResponse,
}
"""The responses that have a verdict."""
WRONG: dict[str, list[Any]] = {
    "enum": [99, -1],
    "request_id": ["x" * 65, "two words", "ä", "\0"],
    DURATION: [
        {"seconds": -1},
        {"nanos": -1},
        {"seconds": 8 * 86_400},
        {"seconds": 2**63 - 1},
        {"nanos": 2 * 10**9},
    ],
    TIMESTAMP: [{"seconds": 2**63 - 1}, {"seconds": -(2**63)}, {"nanos": -1}, {"nanos": 2 * 10**9}],
}


# --- fields ---


def paths(kind: Any, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the fields of a message, and those of messages within it, with their paths; but nothing of a game."""
    for field in kind.fields:
        path, inner = f"{prefix}{field.name}", field.message_type
        is_leaf = (
            inner is None
            or is_map(field)
            or inner.full_name.startswith("google.")
            or inner.name == "GamePayload"
        )
        if is_leaf or not inner.fields:
            yield path, field
        else:
            yield from paths(inner, f"{path}.")


def derived(kind: Any, path: str, field: Any) -> str:
    """Return the key in `DERIVED` of a field that needs no row, or nothing."""
    if kind.name == "PlayRequest" or field is None:
        return ""
    names = set(kind.fields_by_name)
    if path in ("match_id", "token") and {"match_id", "token"} <= names and kind.name != "JoinSeatRequest":
        return "match_id with token"
    if path == "request_id" and kind.name not in ("SubmitRequest", "SayRequest"):
        return "request_id"
    if field.cpp_type == FieldDescriptor.CPPTYPE_ENUM:
        return "enum"
    full_name = field.message_type.full_name if field.message_type is not None else ""
    return full_name if full_name in DERIVED else ""


def without_rows(calls: list[Call], rows: tuple[Row, ...]) -> list[str]:
    """List the calls without a valid request, and the fields without a row."""
    known = {(row.call, row.field) for row in rows}
    found = [call.name for call in calls if call.name not in VALID and call.name != "Play"]
    for call in calls:
        kind = call.request.DESCRIPTOR
        for path, field in paths(kind):
            if (call.name, path) not in known and not derived(kind, path, field):
                found.append(f"{call.name}.{path}")
    return found


def set_path(message: Message, path: str, value: Any) -> None:
    """Give a field a value; of a list of messages, the first one is changed."""
    name, _, rest = path.partition(".")
    field = message.DESCRIPTOR.fields_by_name[name]
    if rest:
        inner = getattr(message, name)
        if field.is_repeated:
            inner = inner[0] if inner else inner.add()
        else:
            inner.SetInParent()
        set_path(inner, rest, value)
        return
    message.ClearField(name)
    message.MergeFrom(type(message)(**{name: value}))
    if not value and not field.is_repeated and field.message_type is None and field.has_presence:
        setattr(message, name, value)


# --- the stage ---


class Theatre(NamedTuple):
    """The stage, and the server that it is on."""

    stage: Stage
    store: RecordedStore
    channel: grpc.aio.Channel
    calls: list[Call]
    address: str


@asynccontextmanager
async def theatre(quotas: Quotas | None = None) -> AsyncIterator[Theatre]:
    """Serve the matches that the rows are about."""
    store = RecordedStore()
    async with (
        serving(store, quotas=quotas, extra_services=(DISPUTES,), grace=0) as server,
        grpc.aio.insecure_channel(server.address) as channel,
    ):
        calls = [call for call in await find_calls(channel) if call.path.startswith(OURS)]
        yield Theatre(await _set_up(channel), store, channel, calls, server.address)


async def _set_up(channel: grpc.aio.Channel) -> Stage:
    stub: Any = RefereeStub(channel)  # type: ignore[no-untyped-call]
    disputes: Any = DisputesStub(channel)  # type: ignore[no-untyped-call]
    running = await open_table(
        stub,
        unrefereed=False,
        seed="bad input",
        talk=api.TALK_POLICY_FREE,
        time_per_decision={"seconds": 24 * 60 * 60},
    )
    organiser: dict[str, Any] = {"match_id": running.match, "token": running.arbiter}
    officials = []
    for name in ("Grace", "Kurt"):
        appoint = api.AppointOfficialRequest(**organiser, role=api.OFFICIAL_ROLE_JUDGE, name=name)
        officials.append(await stub.AppointOfficial(appoint))
    await stub.DismissOfficial(
        api.DismissOfficialRequest(**organiser, party=officials[1].party, reason="ill")
    )
    heading = api.AppointOfficialRequest(**organiser, role=api.OFFICIAL_ROLE_HEAD_JUDGE, name="Alan")
    await stub.AppointOfficial(heading)
    rotated = running.tokens[0]
    rotate = api.RotateTokenRequest(match_id=running.match, token=rotated)
    running.tokens[0] = (await stub.RotateToken(rotate)).token
    await play_on(stub, running, 4)
    seat, question = await asked(stub, running)
    judge: dict[str, Any] = {"match_id": running.match, "token": officials[0].token}
    own: dict[str, Any] = {"match_id": running.match, "token": running.tokens[seat]}
    for number, who in enumerate((own, judge, own, own)):
        place = cases.FactPlace(in_frame=cases.FramePlace(frame=2 + number, place=1))
        about = place if who is own else cases.FactPlace(fact=2)
        claim: dict[str, Any] = {
            "fact": about,
            "rule": "explore",
            "claim": "No.",
            "request_id": f"case-{number}",
        }
        await disputes.OpenCase(cases.OpenCaseRequest(**who, **claim))
    ruling: dict[str, Any] = {**judge, "number": 2, "finding": api.FINDING_UPHELD, "reason": "Yes."}
    await disputes.RuleCase(cases.RuleCaseRequest(**ruling, rules=["explore"], stands=cases.Stands()))
    await disputes.WithdrawCase(cases.WithdrawCaseRequest(**own, number=3))
    waiting = await stub.CreateMatch(api.CreateMatchRequest(game="abyss", seat_count=3, with_invite=True))
    join = api.JoinSeatRequest(match_id=waiting.match.id, seat=0, invite_code=waiting.invite_code)
    await stub.JoinSeat(join)
    over = await open_table(stub, seed="bad input")
    arbiter: dict[str, Any] = {"match_id": over.match, "token": over.arbiter}
    await disputes.OpenCase(
        cases.OpenCaseRequest(**arbiter, fact=cases.FactPlace(fact=1), rule="explore", claim="No.")
    )
    award: dict[str, Any] = {**arbiter, "number": 1, "finding": api.FINDING_OVERTURNED, "reason": "Yes."}
    await disputes.RuleCase(cases.RuleCaseRequest(**award, rules=["explore"], award=api.Award(winners=[1])))
    return Stage(
        running=running.match,
        waiting=waiting.match.id,
        over=over.match,
        seats=tuple(running.tokens),
        organiser=running.arbiter,
        judge=officials[0].token,
        arbiter=over.arbiter,
        player=over.tokens[0],
        creator=waiting.token,
        invite=waiting.invite_code,
        dismissed=officials[1].token,
        rotated=rotated,
        asked=seat,
        question=question.number,
    )


# --- sending ---


def request_of(call: Call, row: Row, stage: Stage) -> tuple[bytes, ...]:
    """Return the messages of a row: valid but for one field."""
    value = row.value(stage) if callable(row.value) else row.value
    if call.name != "Play":
        message = call.request(**VALID[call.name](stage))
        if row.field:
            set_path(message, row.field, value)
        return (message.SerializeToString(),)
    first = api.PlayRequest(
        attach=[{"handle": 1, "match_id": stage.running, "token": stage.seats[stage.asked]}]
    )
    part = row.field.partition(".")[0]
    second = api.PlayRequest(**{part: [PLAYED[part](stage)]})
    set_path(second, row.field, value)
    return first.SerializeToString(), second.SerializeToString()


def said(call: Call, answer: Answer) -> tuple[grpc.StatusCode, str, str]:
    """Return the code, the reason and the field of a refusal, wherever the answer has it."""
    status = Status.FromString(answer.details) if answer.details else None
    if call.name == "Play":
        parts = [api.PlayResponse.FromString(response) for response in answer.responses]
        for part in parts:
            replies: list[Any] = [*part.replies, *part.said]
            for reply in replies:
                if reply.HasField("refused"):
                    return REFUSED, _refusal(reply.refused), ""
            if part.troubles:
                status = part.troubles[0].status
    elif call.name in VERDICTS and answer.responses:
        response = VERDICTS[call.name].FromString(answer.responses[0])
        return REFUSED, _refusal(response.refused) if response.HasField("refused") else "accepted", ""
    if status is None:
        return answer.code, "accepted" if answer.code is REFUSED else answer.text, ""
    code = next(each for each in grpc.StatusCode if each.value[0] == status.code)
    if status.message[:1].islower() or not status.message.endswith((".", "?")):
        return code, f"not a sentence: {status.message}", ""
    named = BadRequest()
    has_field = [detail for detail in status.details if detail.Unpack(named)]
    return code, reason_of(status), named.field_violations[0].field if has_field else ""


def _refusal(refused: api.Refused) -> str:
    return api.Refusal.Name(refused.refusal).removeprefix("REFUSAL_")


async def faults_of(found: Theatre, call: Call, row: Row, requests: tuple[bytes, ...] = ()) -> list[str]:
    """Send the request of a row, and list what is wrong with the answer."""
    before = len(found.store.written)
    attack = Attack(call, requests or request_of(call, row, found.stage), (), ())
    code, reason, field = said(call, await send(found.channel, attack))
    written = found.store.written[before:]
    faults = []
    if (code, reason) != (row.code, row.reason):
        faults.append(f"expected {row.code.name} {row.reason}, got {code.name} {reason} ({field})")
    if reason == "INVALID_FIELD" and row.field.partition(".")[0] not in field and call.name != "Play":
        faults.append(f"the field that is wrong is said to be {field!r}")
    if [record for record in written if not isinstance(record, IntentRejected)]:
        faults.append(f"wrote {written}")
    value = str(row.value)[:60]
    return [f"{call.name}.{row.field} = {value}: {fault}" for fault in faults]


# --- tests ---


async def test_every_field_of_every_call_has_a_row() -> None:
    """If this fails: add a row for the new field to tests/wire/bad_input.py."""
    async with theatre() as found:
        assert without_rows(found.calls, ROWS) == []
        known = {(call.name, path) for call in found.calls for path in all_paths(call.request.DESCRIPTOR)}
        assert [row for row in ROWS if (row.call, row.field) not in known] == [], "rows for no field"
        planted = [row for row in ROWS if (row.call, row.field) != ("RuleCase", "rewind.fact")]
        assert without_rows(found.calls, tuple(planted)) == ["RuleCase.rewind.fact"]


def all_paths(kind: Any, prefix: str = "") -> Iterator[str]:
    """Yield the paths of all fields, those of messages included."""
    for path, _ in paths(kind, prefix):
        parts = path.split(".")
        yield from [".".join(parts[: count + 1]) for count in range(len(parts))]


def test_every_reason_of_a_row_is_documented() -> None:
    refusals = {name.removeprefix("REFUSAL_") for name, _ in api.Refusal.items()}
    for row in ROWS:
        if not row.why:
            assert row.reason in (refusals if row.code is REFUSED else documented_reasons()), row


async def test_bad_input_is_refused_as_documented_and_changes_nothing() -> None:
    async with theatre() as found:
        by_name = {call.name: call for call in found.calls}
        faults = []
        for row in ROWS:
            if not row.why:
                faults += await faults_of(found, by_name[row.call], row)
        assert not faults, "\n".join(faults)


async def test_no_match_is_opened_with_a_wrong_token() -> None:
    """Unknown matches, tokens of others, and dismissed and rotated tokens get the same answer from every call."""
    async with theatre() as found:
        stage, faults = found.stage, []
        wrong = {
            "match_id": ["", "unknown", stage.waiting, "x" * 5_000, "\0"],
            "token": ["nonsense", stage.dismissed, stage.rotated, stage.creator, "x" * 5_000],
        }
        for call in found.calls:
            kind = call.request.DESCRIPTOR
            if derived(kind, "match_id", kind.fields_by_name.get("match_id")):
                for field, values in wrong.items():
                    for value in values:
                        if (call.name, value) in (
                            ("CancelMatch", stage.waiting),
                            ("CancelMatch", stage.creator),
                        ):
                            continue
                        row = Row(call.name, field, value, grpc.StatusCode.UNAUTHENTICATED, "ACCESS_DENIED")
                        faults += await faults_of(found, call, row)
        assert not faults, "\n".join(faults)


async def test_wrong_enum_values_times_and_request_ids_are_refused() -> None:
    async with theatre() as found:
        faults = []
        for call in found.calls:
            if call.name == "Play":
                continue
            for path, field in paths(call.request.DESCRIPTOR):
                kind = derived(call.request.DESCRIPTOR, path, field)
                for value in WRONG.get(kind, ()):
                    is_list = field is not None and field.is_repeated and kind == "enum"
                    row = Row(call.name, path, [value] if is_list else value, reason="INVALID_FIELD")
                    faults += await faults_of(found, call, row)
        assert not faults, "\n".join(faults)


async def test_malformed_requests_are_refused_by_every_call() -> None:
    """Bytes that are no message, texts that are not UTF-8 in every field that is a text, and too many bytes."""
    async with theatre() as found:
        faults = []
        for call in found.calls:
            spoiled = [b"\xff", b"\x0a\x05a"]
            for path, field in paths(call.request.DESCRIPTOR):
                if field.type == FieldDescriptor.TYPE_STRING:
                    spoiled.append(_with_bad_text(call.request.DESCRIPTOR, path.split(".")))
            row = Row(call.name, "", reason="MALFORMED_REQUEST")
            for request in spoiled:
                faults += await faults_of(found, call, row, (request,))
            answer = await send(found.channel, Attack(call, (b"\xca\x30" + b"x" * LONGEST_REQUEST,), (), ()))
            assert answer.code is grpc.StatusCode.RESOURCE_EXHAUSTED, call
        assert not faults, "\n".join(faults)


def _with_bad_text(kind: Any, names: list[str]) -> bytes:
    """Encode a message in which one text is not UTF-8."""
    field = kind.fields_by_name[names[0]]
    inner = _with_bad_text(field.message_type, names[1:]) if names[1:] else b"\xff\xfe"
    assert field.number < 16
    return bytes([field.number << 3 | 2, len(inner)]) + inner


async def test_every_call_has_a_quota(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "REFUSAL_SECONDS", 0.0)
    few = QuotaSettings(requests=Rate(per_second=0.001, burst=320.0))
    async with theatre(Quotas(few)) as found:
        faults, address = [], found.address
        async with fresh_channel(address) as channel:
            unary: Any = channel.unary_unary(f"{OURS}Referee/GetKeys")
            while await admitted(unary(b"")):
                pass
        for call in found.calls:
            row = Row(call.name, "", code=grpc.StatusCode.RESOURCE_EXHAUSTED, reason="OVER_QUOTA")
            async with fresh_channel(address) as channel:
                request = call.request(**VALID.get(call.name, VALID["ListGames"])(found.stage))
                faults += await faults_of(
                    found._replace(channel=channel), call, row, (request.SerializeToString(),)
                )
        assert not faults, "\n".join(faults)


async def admitted(call: Any) -> bool:
    """Return whether a call succeeds."""
    try:
        await call
    except grpc.aio.AioRpcError:
        return False
    return True


def fresh_channel(address: str) -> grpc.aio.Channel:
    """Return a channel with a connection of its own: requests are counted by connection, many at a time."""
    return grpc.aio.insecure_channel(address, options=[("grpc.use_local_subchannel_pool", 1)])


async def test_every_valid_request_is_accepted() -> None:
    """Otherwise a row might be refused for another reason than its bad field. Two need more than one answer before."""
    async with theatre() as found:
        by_name = {call.name: call for call in found.calls}
        failed = []
        for name in VALID:
            call = by_name[name]
            attack = Attack(call, request_of(call, Row(name, ""), found.stage), (), ())
            answer = await send(found.channel, attack)
            if not answer.is_accepted or said(call, answer)[1] != "accepted":
                failed.append((name, said(call, answer)))
        assert [name for name, _ in failed] == [
            "ListMatchEvents",
            "WithdrawOpinion",
            "ProposeUndo",
            "AnswerUndo",
            "RevealEntropy",
        ], failed
