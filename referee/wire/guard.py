"""The guard between the service and its clients: no malformed request comes in, and no internal text goes out.

grpcio sends the text of an exception to the client (`KeyError: 'crab/5'`), and the text of a failed parse too. So every
behaviour is wrapped here, and every request is parsed here. A client sees a status code with a text written for it, or
one constant text for every fault of the referee.
"""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import grpc
import structlog
from google.protobuf.message import DecodeError, Message

from referee.audit.problems import CaseError
from referee.games import UnknownGame
from referee.log.store import StoreDamaged, StoreError
from referee.match.charters import (
    CharterError,
    TalkNotOffered,
    UnknownOption,
    UnplayableOptions,
    WrongSeatCount,
)
from referee.match.entropy import EntropyRefused, WrongEntropy
from referee.rulebook import UnknownEdition, UnknownReading
from referee.server.access import NoAccess
from referee.server.api_keys import KeyRefused
from referee.server.errors import (
    BadToken,
    MayNotSit,
    NoSuchFrame,
    NoSuchSeat,
    NotAllowed,
    NoTimeLimit,
    NotOpenYet,
    RequestIdReused,
    SeatNotFree,
    TooManyReaders,
    WrongInvite,
)
from referee.server.jobs import JobLost, JobsClosed, JobTooLong, TooManyJobs
from referee.server.quotas import OverQuota
from referee.server.standing_orders import BadOrder, NothingToAnswer, TooManyChanges
from referee.wire.callers import CHANGES, Callers
from referee.wire.deadlines import CallDeadlines
from referee.wire.statuses import (
    DAMAGED,
    FAULT,
    MALFORMED,
    NOT_STORED,
    RERUN_LOST,
    RERUN_TOO_LONG,
    SHUTTING_DOWN,
    TEXT_LENGTH,
    TOO_MANY_RERUNS,
    TOO_SLOW,
    CallStatus,
    Code,
    Reason,
    Refuse,
    as_sentence,
)
from referee.wire.structs import Malformed

log = structlog.get_logger("referee.wire")

REFUSAL_SECONDS = 1.0
"""Seconds that a caller waits to be told that it is over its quota, or that its stream has ended for its troubles."""

Context = grpc.aio.ServicerContext[Any, Any]
M = TypeVar("M", bound=Message)

# Exceptions whose text is written for clients. Any other is a fault of the referee, and its text is not sent.
_EXPECTED: dict[type[Exception], tuple[grpc.StatusCode, Reason, str]] = {
    NoAccess: (Code.UNAUTHENTICATED, Reason.ACCESS_DENIED, ""),
    KeyRefused: (Code.UNAUTHENTICATED, Reason.ACCESS_DENIED, ""),
    NotAllowed: (Code.PERMISSION_DENIED, Reason.ROLE_NOT_ALLOWED, ""),
    MayNotSit: (Code.PERMISSION_DENIED, Reason.MAY_NOT_SIT, ""),
    WrongInvite: (Code.PERMISSION_DENIED, Reason.WRONG_INVITE, "invite_code"),
    WrongSeatCount: (Code.INVALID_ARGUMENT, Reason.BAD_CHARTER, "seat_count"),
    UnknownOption: (Code.INVALID_ARGUMENT, Reason.BAD_CHARTER, "options"),
    UnplayableOptions: (Code.INVALID_ARGUMENT, Reason.BAD_CHARTER, "options"),
    TalkNotOffered: (Code.INVALID_ARGUMENT, Reason.BAD_CHARTER, "talk"),
    CharterError: (Code.INVALID_ARGUMENT, Reason.BAD_CHARTER, ""),
    UnknownGame: (Code.INVALID_ARGUMENT, Reason.UNKNOWN_GAME, "game"),
    UnknownEdition: (Code.INVALID_ARGUMENT, Reason.UNKNOWN_READING, "edition"),
    UnknownReading: (Code.INVALID_ARGUMENT, Reason.UNKNOWN_READING, "rulings"),
    RequestIdReused: (Code.ALREADY_EXISTS, Reason.REQUEST_ID_REUSED, "request_id"),
    BadToken: (Code.INVALID_ARGUMENT, Reason.INVALID_FIELD, "token"),
    NoSuchFrame: (Code.INVALID_ARGUMENT, Reason.NO_SUCH_FRAME, "after"),
    BadOrder: (Code.INVALID_ARGUMENT, Reason.BAD_ORDER, "orders"),
    WrongEntropy: (Code.INVALID_ARGUMENT, Reason.WRONG_ENTROPY, "entropy"),
    EntropyRefused: (Code.FAILED_PRECONDITION, Reason.ENTROPY_NOT_AWAITED, ""),
    NoSuchSeat: (Code.INVALID_ARGUMENT, Reason.NO_SUCH_SEAT, "seat"),
    SeatNotFree: (Code.FAILED_PRECONDITION, Reason.SEAT_TAKEN, ""),
    NoTimeLimit: (Code.FAILED_PRECONDITION, Reason.NO_TIME_LIMIT, ""),
    NotOpenYet: (Code.FAILED_PRECONDITION, Reason.NOT_OPEN_YET, ""),
    NothingToAnswer: (Code.FAILED_PRECONDITION, Reason.NOTHING_TO_ANSWER, ""),
    TooManyChanges: (Code.FAILED_PRECONDITION, Reason.TOO_MANY_ORDER_CHANGES, ""),
    TooManyReaders: (Code.RESOURCE_EXHAUSTED, Reason.TOO_MANY_STREAMS, ""),
}


def status_of(error: Exception, method: str, match: str = "") -> CallStatus:
    """Return the status of a call about a match that raised this exception; a fault of the referee is logged."""
    match error:
        case Refuse():
            return error.status
        case Malformed():
            return MALFORMED
        case CaseError():
            code = Code.INVALID_ARGUMENT if error.is_invalid_request else Code.FAILED_PRECONDITION
            return CallStatus(code, as_sentence(str(error)), error.problem)
        case OverQuota():
            return CallStatus(
                Code.RESOURCE_EXHAUSTED,
                as_sentence(str(error)),
                Reason.OVER_QUOTA,
                retry_seconds=error.retry_after_seconds,
                quota_subject=error.subject,
            )
        case TooManyJobs():
            return TOO_MANY_RERUNS
        case JobTooLong():
            log.warning("re-run took too long", method=method, match=match[:TEXT_LENGTH])
            return RERUN_TOO_LONG
        case JobLost():
            log.error("worker ended", method=method, match=match[:TEXT_LENGTH])
            return RERUN_LOST
        case JobsClosed():
            return SHUTTING_DOWN
        case StoreDamaged():
            note_fault(error, method=method, match=match)
            return DAMAGED
        case StoreError():
            note_fault(error, method=method, match=match)
            return NOT_STORED
        case TimeoutError():
            log.error("took too long", method=method, match=match[:TEXT_LENGTH])
            return TOO_SLOW
        case _:
            pass
    for kind, (code, reason, field) in _EXPECTED.items():
        if isinstance(error, kind):
            return CallStatus(code, as_sentence(str(error)), reason, field)
    note_fault(error, method=method, match=match)
    return FAULT


def note_fault(error: BaseException, **about: str) -> None:
    """Log a fault of the referee and what it is about; the text, which may contain a secret, at debug level only.

    The texts of the store are written for the operator, so they are logged. The match may be named by a stranger.
    """
    place = traceback.extract_tb(error.__traceback__)
    where = f"{place[-1].filename}:{place[-1].lineno}" if place else "unknown"
    about = {key: value[:TEXT_LENGTH] for key, value in about.items()}
    if isinstance(error, StoreError):
        log.error("store failed", kind=type(error).__name__, reason=str(error), **about)
    else:
        log.error("fault", kind=type(error).__name__, where=where, **about)
    log.debug("fault in full", exc_info=error, **about)


def parser_of(kind: type[M]) -> Callable[[bytes], M | None]:
    """Return a parser that returns None for a malformed request, because its exception would go to the client."""

    def read(data: bytes) -> M | None:
        try:
            return kind.FromString(data)
        except DecodeError:
            return None

    return read


def unary(
    method: str, behaviour: Callable[[Any], Awaitable[bytes]], deadlines: CallDeadlines, callers: Callers
) -> Callable[[Any, Context], Awaitable[bytes]]:
    """Guard a unary behaviour, and limit the time it may take."""
    if method in CHANGES:
        behaviour = _in_turn(behaviour, callers)

    async def guarded(request: Any, context: Context) -> bytes:
        try:
            callers.admit(method, context)
            if request is None:
                raise Malformed
            return await deadlines.bounded(behaviour(request))
        except Exception as error:  # noqa: BLE001 - all exceptions end here
            status = _status_of_call(error, method, request, callers)
        await _slow_down(status)
        return await context.abort(status.code, status.text, status.trailer())

    return guarded


def _in_turn(
    behaviour: Callable[[Any], Awaitable[bytes]], callers: Callers
) -> Callable[[Any], Awaitable[bytes]]:
    """Let each caller have only a few of these calls in progress."""

    async def turn(request: Any) -> bytes:
        async with callers.changing():
            return await behaviour(request)

    return turn


def stream(
    method: str, behaviour: Callable[[Any, Context], Awaitable[None]], callers: Callers
) -> Callable[[Any, Context], Awaitable[None]]:
    """Guard a streaming behaviour; its request is a message, or an iterator of messages."""

    async def guarded(request: Any, context: Context) -> None:
        try:
            callers.admit(method, context)
            if request is None:
                raise Malformed
            await behaviour(request, context)
            return
        except Exception as error:  # noqa: BLE001
            status = _status_of_call(error, method, request, callers)
        await _slow_down(status)
        await context.abort(status.code, status.text, status.trailer())

    return guarded


async def _slow_down(status: CallStatus) -> None:
    """Let a caller that is over its quota wait for its refusal, because many try again at once."""
    if status.reason in (Reason.OVER_QUOTA, Reason.TOO_MANY_TROUBLES):
        await asyncio.sleep(REFUSAL_SECONDS)


def _status_of_call(error: Exception, method: str, request: Any, callers: Callers) -> CallStatus:
    """Return the status of a failed call; a caller that fails to authenticate too often is told only that."""
    if isinstance(error, NoAccess | KeyRefused):
        try:
            callers.denied()
        except OverQuota as over:
            error = over
    return status_of(error, method, getattr(request, "match_id", ""))


def unary_handler(
    method: str,
    kind: type[Message],
    behaviour: Callable[[Any], Awaitable[bytes]],
    deadlines: CallDeadlines,
    callers: Callers,
) -> grpc.RpcMethodHandler[Any, Any]:
    """Return the guarded handler of a call with one request and one response."""
    return grpc.unary_unary_rpc_method_handler(unary(method, behaviour, deadlines, callers), parser_of(kind))


def stream_handler(
    method: str,
    kind: type[Message],
    behaviour: Callable[[Any, Context], Awaitable[None]],
    callers: Callers,
) -> grpc.RpcMethodHandler[Any, Any]:
    """Return the guarded handler of a call with one request and a stream of responses."""
    return grpc.unary_stream_rpc_method_handler(stream(method, behaviour, callers), parser_of(kind))
