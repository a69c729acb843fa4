"""What the referee remembers of the intents it has replied to, so that a retry gets the first reply.

An intent answers one question of one seat, and the client's key tells a retry from a second thought:

- the same question, key and answer again: the first reply, byte for byte;
- the same question and key with another answer: `KEY_REUSED`;
- the same question with another key, once it is answered: `STALE_QUESTION`.

An empty key is none: every answer without one is judged anew, except the one that was taken, sent again.

A seat's questions are numbered from 1 and each is answered once, so what must be known of the answers taken fits
into sixteen bytes a question. Of refused intents the last few per seat are remembered; older ones are judged again.
"""

from __future__ import annotations

from array import array
from hashlib import blake2b

import msgspec

from referee.kernel.refusals import Refusal, Refused
from referee.kernel.run import Answer
from referee.log.records import EntryAppended, IntentRejected
from referee.match.entries import encode

KEY_LENGTH = 64
"""The longest intent key."""

REFUSALS_REMEMBERED = 8
"""Of how many refused intents a seat's retries get the first reply."""

REJECTIONS_KEPT = 256
"""How many refused intents of a seat are kept in the store; a client that sends more nonsense is only replied to."""

REJECTION_BYTES = 4096
"""The longest refused answer that is kept as it came; of a longer one its size is kept."""

NOT_BY_THE_SEAT = 0
"""Stands where the digest of a key would be, for answers given by the clock."""


class Reply(msgspec.Struct, frozen=True):
    """What a seat is told about its intent."""

    question: int
    refused: Refused | None = None
    """Why the answer was not taken, or None when it was."""


class Sent(msgspec.Struct, frozen=True, gc=False):
    """An intent as it came from a client, with the digests that tell it apart from others."""

    question: int
    answer: Answer | None
    key: str
    key_digest: int
    answer_digest: int

    @property
    def stored_key(self) -> str:
        """The key as the log keeps it, with the digest of the answer: a restart must forget neither."""
        return f"{self.key} {self.answer_digest:016x}"


def sent(question: int, answer: Answer | None, key: str) -> Sent:
    """Note an intent as it came."""
    return Sent(question, answer, key, digest(key.encode()), digest(encode(answer)))


def is_key(text: str) -> bool:
    """Say whether a text can be a key: short, printable, without spaces."""
    return len(text) <= KEY_LENGTH and text.isascii() and text.isprintable() and " " not in text


def digest(data: bytes) -> int:
    """Eight bytes that stand for these; never 0."""
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "big") or 1


class _Rejected(msgspec.Struct):
    """The body of a refused intent as the log keeps it: the answer as it came, or how long it was."""

    question: int
    answer: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    answer_bytes: int | msgspec.UnsetType = msgspec.UNSET


def rejected_body(intent: Sent) -> bytes:
    """A refused intent as the log keeps it."""
    answer = encode(intent.answer)
    if len(answer) > REJECTION_BYTES:
        return encode(_Rejected(intent.question, answer_bytes=len(answer)))
    return encode(_Rejected(intent.question, msgspec.Raw(answer)))


class Remembered:
    """The intents of one seat."""

    __slots__ = ("_answers", "_keys", "_refused", "rejections")

    def __init__(self) -> None:
        # By question, from 1: the digests of key and answer.
        self._keys = array("Q")
        self._answers = array("Q")
        self._refused: dict[tuple[int, int], tuple[int, Refused]] = {}
        self.rejections = 0
        """How many refused intents of the seat are kept in the store."""

    @property
    def answered(self) -> int:
        """The number of the last question the seat has answered."""
        return len(self._keys)

    def recall(self, intent: Sent) -> Reply | None:
        """The reply to an intent that was seen before, or None when it is new."""
        question, key = intent.question, intent.key_digest
        if 0 < question <= len(self._keys) and self._keys[question - 1] == key:
            answer, refused = self._answers[question - 1], None
        elif (question, key) in self._refused:
            answer, refused = self._refused[question, key]
        else:
            return None
        if answer == intent.answer_digest:
            return Reply(question, refused)
        return Reply(question, Refused(Refusal.KEY_REUSED)) if intent.key else None

    def accept(self, key: int, answer: int) -> None:
        """Remember the answer to the seat's next question; `NOT_BY_THE_SEAT` in place of a key nobody gave."""
        self._keys.append(key)
        self._answers.append(answer)

    def refuse(self, intent: Sent, refused: Refused) -> None:
        """Remember a refusal. Without a key, what comes next is a second thought and is judged anew."""
        if intent.key:
            self._refuse(intent.question, intent.key_digest, intent.answer_digest, refused)

    def _refuse(self, question: int, key: int, answer: int, refused: Refused) -> None:
        # The oldest is forgotten for it.
        if len(self._refused) >= REFUSALS_REMEMBERED:
            del self._refused[next(iter(self._refused))]
        self._refused[question, key] = (answer, refused)

    def reload(self, entry: EntryAppended) -> None:
        """Remember an answer from the log."""
        key, _, answer = entry.key.rpartition(" ")
        if answer:
            self.accept(digest(key.encode()), int(answer, 16))
        else:
            self.accept(NOT_BY_THE_SEAT, 0)

    def reload_refusal(self, rejected: IntentRejected) -> None:
        """Remember a refusal from the log."""
        self.rejections += 1
        sent = msgspec.json.decode(rejected.body, type=_Rejected)
        reply = msgspec.json.decode(rejected.reply, type=Reply)
        if sent.answer is not msgspec.UNSET and reply.refused is not None:
            key = digest(rejected.key.encode())
            self._refuse(sent.question, key, digest(bytes(sent.answer)), reply.refused)
