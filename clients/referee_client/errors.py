"""The exceptions of the SDK."""

from __future__ import annotations

from typing import Self

import grpc

from referee_api.v1 import referee_pb2 as api


class RefereeError(Exception):
    """A call failed. `code` is the gRPC status code, and the message says what to do."""

    def __init__(self, code: grpc.StatusCode, text: str) -> None:
        super().__init__(text)
        self.code = code


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
