"""What can go wrong, as exceptions that say what to do."""

from __future__ import annotations

from typing import Self

import grpc

from referee_api.v1 import referee_pb2 as api


class RefereeError(Exception):
    """The referee did not do what it was asked to; `code` is the gRPC status, the text says what to do."""

    def __init__(self, code: grpc.StatusCode, text: str) -> None:
        super().__init__(text)
        self.code = code


class Unreachable(RefereeError):
    """No referee answered, however often it was tried."""


class Refused(Exception):
    """The rules do not allow an answer; nothing has changed.

    >>> said = api.Refused(refusal=api.REFUSAL_NOT_OFFERED, rule="plot", obstacle="pearls_short", sentence="Not now.")
    >>> print(Refused.read(said))
    not_offered (pearls_short, by rule plot): Not now.
    """

    def __init__(self, refusal: str, rule: str, obstacle: str, sentence: str) -> None:
        by_rule = f"by rule {rule}" if rule else ""
        why = ", ".join(part for part in (obstacle, by_rule) if part)
        super().__init__(f"{refusal} ({why}): {sentence}" if why else f"{refusal}: {sentence}")
        self.refusal = refusal
        """Why, in small letters: `not_offered`, `stale_question`, ..."""
        self.rule = rule
        """The id of the rule that forbids, where there is an obstacle; otherwise of the rule that asks, if one does."""
        self.obstacle = obstacle
        """What stands in the way, in the words of the game, or the limit that is broken."""
        self.sentence = sentence
        """The same for people."""

    @classmethod
    def read(cls, message: api.Refused) -> Self:
        """Read a refusal from its message."""
        name = (
            api.Refusal.Name(message.refusal)
            if message.refusal in api.Refusal.values()
            else "REFUSAL_UNKNOWN"
        )
        return cls(name.removeprefix("REFUSAL_").lower(), message.rule, message.obstacle, message.sentence)
