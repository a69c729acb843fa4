"""The exceptions of the SDK."""

from __future__ import annotations

from typing import Self, TypeVar

import grpc
from google.protobuf.message import DecodeError, Message
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, RetryInfo
from google.rpc.status_pb2 import Status

from referee_api.v1 import referee_pb2 as api


class RefereeError(Exception):
    """A call failed. The message says what to do."""

    def __init__(self, code: grpc.StatusCode, text: str, status: Status | None = None) -> None:
        super().__init__(text)
        self.code = code
        """The gRPC status code."""
        info = _detail(status, ErrorInfo())
        self.reason = info.reason
        """The reason, for programs, such as "SEAT_TAKEN"; empty if the call did not reach the referee."""
        self.fields = {
            each.field: each.description for each in _detail(status, BadRequest()).field_violations
        }
        """The fields of the request that are wrong, each with a sentence."""
        self.retry_seconds = _detail(status, RetryInfo()).retry_delay.ToTimedelta().total_seconds()
        """Seconds after which the referee advises to try again; 0 if it does not."""


D = TypeVar("D", bound=Message)


def _detail(status: Status | None, kind: D) -> D:
    """Read a detail of a status into an empty message of its kind, which stays empty if there is none."""
    for detail in () if status is None else status.details:
        if detail.Unpack(kind):
            break
    return kind


WRITE_FAILED = "Internal error from Core"
"""Message of grpc.aio when a stream ends during a write; the actual status of the stream is lost then.

The code is INTERNAL, but the referee is not at fault (issue 36066 of grpc). The next attempt shows the real status.
"""


def error_of(failed: grpc.aio.AioRpcError) -> RefereeError:
    """Return the exception for a call that failed."""
    code, text = failed.code(), failed.details() or ""
    if code is grpc.StatusCode.INTERNAL and text == WRITE_FAILED:
        return RefereeError(grpc.StatusCode.UNAVAILABLE, "the stream ended during a write")
    encoded = dict(failed.trailing_metadata() or ()).get("grpc-status-details-bin", b"")
    try:
        return RefereeError(code, text, Status.FromString(encoded) if isinstance(encoded, bytes) else None)
    except DecodeError:
        return RefereeError(code, text)


class Unreachable(RefereeError):
    """No referee answered within the time allowed for retries."""


class Refused(Exception):
    """The referee refused an answer. Nothing has changed.

    >>> said = api.Refused(refusal=api.REFUSAL_NOT_OFFERED, rule="plot", obstacle="pearls_short", sentence="Not now.")
    >>> print(Refused.read(said))
    not_offered (pearls_short, by rule plot): Not now.
    """

    def __init__(self, refusal: str, rule: str, obstacle: str, sentence: str) -> None:
        by_rule = f"by rule {rule}" if rule else ""
        why = ", ".join(part for part in (obstacle, by_rule) if part)
        super().__init__(f"{refusal} ({why}): {sentence}" if why else f"{refusal}: {sentence}")
        self.refusal = refusal
        """The reason, in lower case: `not_offered`, `stale_question`, ..."""
        self.rule = rule
        """Id of the rule that forbids the answer if there is an obstacle; otherwise of the rule that asks, if any."""
        self.obstacle = obstacle
        """The game's name for what prevents the answer, or the limit that it breaks."""
        self.sentence = sentence
        """The reason as a sentence for people."""

    @classmethod
    def read(cls, message: api.Refused) -> Self:
        """Return the exception for a `Refused` message."""
        name = (
            api.Refusal.Name(message.refusal)
            if message.refusal in api.Refusal.values()
            else "REFUSAL_UNKNOWN"
        )
        return cls(name.removeprefix("REFUSAL_").lower(), message.rule, message.obstacle, message.sentence)
