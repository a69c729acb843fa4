"""Statuses of calls that do not succeed: a code, a sentence for people, and details for programs.

The details are the standard ones of google.rpc: `ErrorInfo` with a reason from the closed list below, `BadRequest`
with the field that is wrong, `RetryInfo` with the time to wait, and `QuotaFailure`. They are sent in the trailer
`grpc-status-details-bin`, where every gRPC library finds them, and in `Trouble.status` on a Play stream.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

import grpc
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.rpc import error_details_pb2 as details
from google.rpc.status_pb2 import Status

from referee.audit.problems import CaseProblem
from referee.server.jobs import RETRY_SECONDS

Code = grpc.StatusCode

DOMAIN = "referee"
TRAILER = "grpc-status-details-bin"
TEXT_LENGTH = 400
"""Maximum length of the text of a status, in characters: it is sent in a header, whose size is limited."""


class Reason(StrEnum):
    """Why a call failed: `ErrorInfo.reason`. Released reasons are never renamed or reused."""

    ACCESS_DENIED = "ACCESS_DENIED"
    """The match is unknown, or the token or key is wrong, expired or revoked. Nothing tells these apart."""
    ROLE_NOT_ALLOWED = "ROLE_NOT_ALLOWED"
    """The token is valid, but does not allow this call."""
    MALFORMED_REQUEST = "MALFORMED_REQUEST"
    """The request could not be parsed."""
    INVALID_FIELD = "INVALID_FIELD"
    """A field has a value that it cannot have; `BadRequest` names the field."""
    UNKNOWN_GAME = "UNKNOWN_GAME"
    """The game does not exist."""
    BAD_CHARTER = "BAD_CHARTER"
    """The game cannot be played with this number of seats or these options."""
    UNKNOWN_READING = "UNKNOWN_READING"
    """The rulebook has no such edition, ruling or reading."""
    NO_SUCH_SEAT = "NO_SUCH_SEAT"
    """The match has no seat with this number."""
    SEAT_TAKEN = "SEAT_TAKEN"
    """The seat, or every seat, is taken."""
    WRONG_ENTROPY = "WRONG_ENTROPY"
    """The entropy does not match the commitment."""
    ENTROPY_NOT_AWAITED = "ENTROPY_NOT_AWAITED"
    """The seat committed to no entropy, or the match does not wait for it now."""
    REQUEST_ID_REUSED = "REQUEST_ID_REUSED"
    """The request id was used before for another request."""
    MAY_NOT_SIT = "MAY_NOT_SIT"
    """An official of a match cannot take a seat in it."""
    WRONG_INVITE = "WRONG_INVITE"
    """Taking a seat in this match needs its invite code."""
    OVER_QUOTA = "OVER_QUOTA"
    """The caller has used up a quota; `QuotaFailure` says whose, and `RetryInfo` when to try again."""
    NO_SUCH_FRAME = "NO_SUCH_FRAME"
    """The feed has no such frame yet."""
    NO_TIME_LIMIT = "NO_TIME_LIMIT"
    """The match has no time limit."""
    NOT_OPEN_YET = "NOT_OPEN_YET"
    """Not available before the match is over."""
    BAD_ORDER = "BAD_ORDER"
    """A standing order cannot be given."""
    NOTHING_TO_ANSWER = "NOTHING_TO_ANSWER"
    """The match is over, so orders have no effect."""
    TOO_MANY_ORDER_CHANGES = "TOO_MANY_ORDER_CHANGES"
    """The seat has changed its orders too often."""
    TOO_MANY_STREAMS = "TOO_MANY_STREAMS"
    """The viewer has the maximum number of streams."""
    HANDLE_IN_USE = "HANDLE_IN_USE"
    """The handle belongs to another seat of this stream."""
    UNKNOWN_HANDLE = "UNKNOWN_HANDLE"
    """No seat of this stream has the handle."""
    TOO_MANY_HANDLES = "TOO_MANY_HANDLES"
    """The stream has the maximum number of handles."""
    ATTACHED_TWICE = "ATTACHED_TWICE"
    """The stream has this viewer of the match under another handle."""
    TOO_MANY_TROUBLES = "TOO_MANY_TROUBLES"
    """Too many requests in a row failed on this stream."""
    NO_SUCH_QUESTION = "NO_SUCH_QUESTION"
    """The seat was never asked the question."""
    READING_FAILS = "READING_FAILS"
    """The rules fail under this reading, which is a fault of the referee."""
    MATCH_STOPPED = "MATCH_STOPPED"
    """The referee stopped the match because of a fault of its own."""
    MATCH_SUPERSEDED = "MATCH_SUPERSEDED"
    """Another match continues this one."""
    STREAM_TOO_OLD = "STREAM_TOO_OLD"
    """The stream has reached its maximum age; resume."""
    STREAM_TOO_SLOW = "STREAM_TOO_SLOW"
    """The client reads too slowly; resume."""
    SHUTTING_DOWN = "SHUTTING_DOWN"
    """The referee is shutting down."""
    NOT_STORED = "NOT_STORED"
    """The change could not be stored; nothing was decided."""
    RECORD_DAMAGED = "RECORD_DAMAGED"
    """The stored record of the match is damaged."""
    TOO_SLOW = "TOO_SLOW"
    """The referee took too long; the outcome is unknown."""
    TOO_MANY_RERUNS = "TOO_MANY_RERUNS"
    """Too many matches are waiting to be run again; `RetryInfo` says when to try again."""
    RERUN_TOO_LONG = "RERUN_TOO_LONG"
    """Running the match again took longer than the referee allows."""
    RERUN_LOST = "RERUN_LOST"
    """The process that ran the match again has ended; nothing was changed."""
    NO_SUCH_EVENT = "NO_SUCH_EVENT"
    """The arena has no event with this name."""
    BAD_EVENT_FILE = "BAD_EVENT_FILE"
    """The event file cannot be used; the text names the line."""
    EVENT_EXISTS = "EVENT_EXISTS"
    """There is an event with this name, from another file."""
    EVENT_STEP_REFUSED = "EVENT_STEP_REFUSED"
    """The event does not allow this now."""
    ENTERED_ELSEWHERE = "ENTERED_ELSEWHERE"
    """The same entrant has opened another stream."""
    TOO_MANY_REQUESTS = "TOO_MANY_REQUESTS"
    """The entrant sends more on its stream than it may."""
    INTERNAL_FAULT = "INTERNAL_FAULT"
    """A fault of the referee."""


AnyReason = Reason | CaseProblem


class CallStatus(NamedTuple):
    """The status of a call that does not succeed."""

    code: grpc.StatusCode
    text: str
    reason: AnyReason
    field: str = ""
    """The field of the request that is wrong, if it is one."""
    retry_seconds: float = 0
    """Seconds after which to try again; 0 if that is not advised."""
    quota_subject: str = ""
    """Who is over a quota, if that is the reason: an API key or an address."""

    def message(self) -> Status:
        """Return the status as a message with its details."""
        return Status.FromString(_encoded(self))

    def trailer(self) -> tuple[tuple[str, bytes]]:
        """Return the metadata that carries the details of a call's status."""
        return ((TRAILER, _encoded(self)),)


def as_sentence(text: str) -> str:
    """Return the text of an exception as a sentence, like the texts of all statuses, and not longer than they may be.

    >>> as_sentence("seat 3 is taken; choose another")
    'Seat 3 is taken; choose another.'
    >>> as_sentence("'travel.drif' is not a ruling. Is it misspelt?")
    "'travel.drif' is not a ruling. Is it misspelt?"
    """
    cut = text[: TEXT_LENGTH - 1]
    end = "" if cut.endswith((".", "?")) else "."
    return f"{cut[:1].upper()}{cut[1:]}{end}"


@lru_cache(maxsize=256)
def _encoded(status: CallStatus) -> bytes:
    """Encode a status. Cached, because a client that fails often repeats the same mistake."""
    parts: list[Message] = [details.ErrorInfo(reason=status.reason.name, domain=DOMAIN)]
    if status.field:
        violation = details.BadRequest.FieldViolation(field=status.field, description=status.text)
        parts.append(details.BadRequest(field_violations=[violation]))
    if status.retry_seconds:
        delay = Duration()
        delay.FromMilliseconds(round(status.retry_seconds * 1000))
        parts.append(details.RetryInfo(retry_delay=delay))
    if status.quota_subject:
        violation = details.QuotaFailure.Violation(subject=status.quota_subject, description=status.text)
        parts.append(details.QuotaFailure(violations=[violation]))
    number: int = status.code.value[0]
    packed = []
    for part in parts:
        wrapped = AnyMessage()
        wrapped.Pack(part)
        packed.append(wrapped)
    encoded: bytes = Status(code=number, message=status.text, details=packed).SerializeToString()
    return encoded


class Refuse(Exception):
    """Ends a call with a given status."""

    def __init__(self, status: CallStatus) -> None:
        super().__init__(status.text)
        self.status = status


def invalid(text: str, field: str) -> Refuse:
    """Return the error for a field with a value that it cannot have."""
    return Refuse(CallStatus(Code.INVALID_ARGUMENT, text, Reason.INVALID_FIELD, field))


MALFORMED = CallStatus(
    Code.INVALID_ARGUMENT,
    "The request could not be parsed; build it from the published protos.",
    Reason.MALFORMED_REQUEST,
)
FAULT = CallStatus(
    Code.INTERNAL,
    "The referee failed because of a fault of its own, which it has logged; whether it did this is unknown.",
    Reason.INTERNAL_FAULT,
)
NOT_STORED = CallStatus(
    Code.UNAVAILABLE,
    "The referee could not store this; try again with the same request id.",
    Reason.NOT_STORED,
    retry_seconds=1,
)
DAMAGED = CallStatus(
    Code.DATA_LOSS,
    "The stored record of this match is damaged, and trying again will not help; tell the operator.",
    Reason.RECORD_DAMAGED,
)
TOO_SLOW = CallStatus(
    Code.DEADLINE_EXCEEDED,
    "The referee took too long; try again with the same request id.",
    Reason.TOO_SLOW,
    retry_seconds=1,
)
TOO_MANY_RERUNS = CallStatus(
    Code.RESOURCE_EXHAUSTED,
    "Too many matches are waiting to be run again; try again later.",
    Reason.TOO_MANY_RERUNS,
    retry_seconds=RETRY_SECONDS,
)
RERUN_TOO_LONG = CallStatus(
    Code.DEADLINE_EXCEEDED,
    "Running this match again takes longer than the referee allows; get its replay and run `referee verify`.",
    Reason.RERUN_TOO_LONG,
)
RERUN_LOST = CallStatus(
    Code.UNAVAILABLE,
    "The process that ran the match again has ended, and nothing was changed; try again.",
    Reason.RERUN_LOST,
    retry_seconds=RETRY_SECONDS,
)
SHUTTING_DOWN = CallStatus(
    Code.UNAVAILABLE,
    "The referee is shutting down; resume after your last frame when it is back.",
    Reason.SHUTTING_DOWN,
    retry_seconds=1,
)
TOO_OLD = CallStatus(
    Code.ABORTED,
    "This stream has been open for too long; open a new one and resume after your last frame.",
    Reason.STREAM_TOO_OLD,
)
LAGGING = CallStatus(
    Code.ABORTED,
    "This stream was read too slowly; open a new one and resume after your last frame.",
    Reason.STREAM_TOO_SLOW,
)
STOPPED = CallStatus(
    Code.INTERNAL,
    "The referee stopped this match because of an internal error; ask the official.",
    Reason.MATCH_STOPPED,
)
SUPERSEDED = CallStatus(
    Code.FAILED_PRECONDITION,
    "This match continues as another match; its standing names it.",
    Reason.MATCH_SUPERSEDED,
)
