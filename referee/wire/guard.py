"""The guard between the service and its clients: no malformed request comes in, and no internal text goes out.

grpcio sends the text of an exception to the client (`KeyError: 'crab/5'`), and the text of a failed parse too. So every
behaviour is wrapped here, and every request is parsed here. A client sees a status code with a text written for it, or
one constant text for every fault of the referee.
"""

from __future__ import annotations

import traceback
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeVar

import grpc
import structlog
from google.protobuf.message import DecodeError, Message

from referee.audit.checks import CaseError
from referee.games import UnknownGame
from referee.log.store import StoreDamaged, StoreError
from referee.match.charters import CharterError
from referee.match.entropy import EntropyRefused, WrongEntropy
from referee.rulebook import UnknownReading
from referee.server.access import NoAccess
from referee.server.errors import NoSuchFrame, NoSuchSeat, NotOpenYet, SeatNotFree, TooManyReaders
from referee.server.standing_orders import BadOrder, NothingToAnswer, TooManyChanges
from referee.wire.deadlines import CallDeadlines
from referee.wire.structs import Malformed

log = structlog.get_logger("referee.wire")

Code = grpc.StatusCode
Context = grpc.aio.ServicerContext[Any, Any]
M = TypeVar("M", bound=Message)

TEXT_LENGTH = 400
"""Maximum length of the text of a status, in characters: it is sent in a header, whose size is limited."""


class CallStatus(NamedTuple):
    """The status of a call that does not succeed."""

    code: grpc.StatusCode
    text: str


class Refuse(Exception):
    """Ends a call with a given status."""

    def __init__(self, code: grpc.StatusCode, text: str) -> None:
        super().__init__(text)
        self.status = CallStatus(code, text)


UNREADABLE = CallStatus(
    Code.INVALID_ARGUMENT, "The request could not be parsed; build it from the published protos."
)
FAULT = CallStatus(
    Code.INTERNAL,
    "The referee failed because of a fault of its own, which it has logged.",
)
NOT_STORED = CallStatus(
    Code.UNAVAILABLE, "The referee could not store this; try again with the same intent key."
)
DAMAGED = CallStatus(
    Code.DATA_LOSS,
    "The stored record of this match is damaged, and trying again will not help; tell the operator.",
)
TOO_SLOW = CallStatus(
    Code.DEADLINE_EXCEEDED, "The referee took too long; try again with the same intent key."
)
SHUTTING_DOWN = CallStatus(
    Code.UNAVAILABLE, "The referee is shutting down; resume after your last frame when it is back."
)

# Exceptions whose text is written for clients. Any other is a fault of the referee, and its text is not sent.
_CODES: dict[type[Exception], grpc.StatusCode] = {
    NoAccess: Code.UNAUTHENTICATED,
    CharterError: Code.INVALID_ARGUMENT,
    UnknownGame: Code.INVALID_ARGUMENT,
    UnknownReading: Code.INVALID_ARGUMENT,
    NoSuchFrame: Code.INVALID_ARGUMENT,
    BadOrder: Code.INVALID_ARGUMENT,
    WrongEntropy: Code.INVALID_ARGUMENT,
    EntropyRefused: Code.FAILED_PRECONDITION,
    NoSuchSeat: Code.INVALID_ARGUMENT,
    SeatNotFree: Code.FAILED_PRECONDITION,
    NotOpenYet: Code.FAILED_PRECONDITION,
    NothingToAnswer: Code.FAILED_PRECONDITION,
    TooManyChanges: Code.FAILED_PRECONDITION,
    TooManyReaders: Code.RESOURCE_EXHAUSTED,
}


def status_of(error: Exception, method: str, match: str = "") -> CallStatus:
    """Return the status of a call about a match that raised this exception; a fault of the referee is logged."""
    match error:
        case Refuse():
            return error.status
        case Malformed():
            return UNREADABLE
        case CaseError():
            code = Code.INVALID_ARGUMENT if error.is_invalid_request else Code.FAILED_PRECONDITION
            return CallStatus(code, str(error)[:TEXT_LENGTH])
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
    for kind, code in _CODES.items():
        if isinstance(error, kind):
            return CallStatus(code, str(error)[:TEXT_LENGTH])
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
    method: str, behaviour: Callable[[Any], Awaitable[bytes]], deadlines: CallDeadlines
) -> Callable[[Any, Context], Awaitable[bytes]]:
    """Guard a unary behaviour, and limit the time it may take."""

    async def guarded(request: Any, context: Context) -> bytes:
        try:
            if request is None:
                raise Malformed
            return await deadlines.bounded(behaviour(request))
        except Exception as error:  # noqa: BLE001 - all exceptions end here
            status = status_of(error, method, getattr(request, "match", ""))
        return await context.abort(*status)

    return guarded


def stream(
    method: str, behaviour: Callable[[Any, Context], Awaitable[None]]
) -> Callable[[Any, Context], Awaitable[None]]:
    """Guard a streaming behaviour; its request is a message, or an iterator of messages."""

    async def guarded(request: Any, context: Context) -> None:
        try:
            if request is None:
                raise Malformed
            await behaviour(request, context)
            return
        except Exception as error:  # noqa: BLE001
            status = status_of(error, method, getattr(request, "match", ""))
        await context.abort(*status)

    return guarded


def unary_handler(
    method: str, kind: type[Message], behaviour: Callable[[Any], Awaitable[bytes]], deadlines: CallDeadlines
) -> grpc.RpcMethodHandler[Any, Any]:
    """Return the guarded handler of a call with one request and one response."""
    return grpc.unary_unary_rpc_method_handler(unary(method, behaviour, deadlines), parser_of(kind))


def stream_handler(
    method: str, kind: type[Message], behaviour: Callable[[Any, Context], Awaitable[None]]
) -> grpc.RpcMethodHandler[Any, Any]:
    """Return the guarded handler of a call with one request and a stream of responses."""
    return grpc.unary_stream_rpc_method_handler(stream(method, behaviour), parser_of(kind))
