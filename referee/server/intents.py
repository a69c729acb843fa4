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
from hashlib import sha256

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

_FORM_LENGTH = 64
"""Of an answer longer than this, written out, the hash is kept in its place."""

_NOT_BY_THE_SEAT = -1
"""Stands where the hash of a key would be, for answers given by the clock or by order. No text hashes to it."""


class Reply(msgspec.Struct, frozen=True):
    """What a seat is told about its intent."""

    question: int
    refused: Refused | None = None
    """Why the answer was not taken, or None when it was."""


class Sent(msgspec.Struct, frozen=True, gc=False):
    """An intent as it came from a client."""

    question: int
    answer: Answer | None
    key: str
    form: str
    """The answer as it was sent, by numbers or by choices: a retry repeats it to the letter."""

    @property
    def stored_key(self) -> str:
        """The key as the log keeps it, with the answer as it was sent: a restart must forget neither."""
        return f"{self.key} {self.form}"


def sent(question: int, answer: Answer | None, key: str) -> Sent:
    """Note an intent as it came."""
    return Sent(question, answer, key, _form_of(encode(answer)))


def _form_of(encoded: bytes) -> str:
    return encoded.decode() if len(encoded) <= _FORM_LENGTH else sha256(encoded).hexdigest()


def is_key(text: str) -> bool:
    """Say whether a text can be a key: short, printable, without spaces."""
    return len(text) <= KEY_LENGTH and text.isascii() and text.isprintable() and " " not in text


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

    __slots__ = ("_answers", "_keys", "_refused", "orders", "rejections")

    def __init__(self) -> None:
        # By question, from 1: Python's hashes of the key and of the answer as sent. They hold for this process only;
        # the log has the texts.
        self._keys = array("q")
        self._answers = array("q")
        self._refused: dict[tuple[int, str], tuple[str, Refused]] = {}
        self.rejections = 0
        """How many refused intents of the seat are kept in the store."""
        self.orders = 0
        """How often the seat has changed its standing orders."""

    @property
    def answered(self) -> int:
        """The number of the last question the seat has answered."""
        return len(self._keys)

    def recall(self, intent: Sent) -> Reply | None:
        """The reply to an intent that was seen before, or None when it is new."""
        question, key = intent.question, intent.key
        refused = None
        if 0 < question <= len(self._keys) and self._keys[question - 1] == hash(key):
            is_same = self._answers[question - 1] == hash(intent.form)
        elif (question, key) in self._refused:
            form, refused = self._refused[question, key]
            is_same = form == intent.form
        else:
            return None
        if is_same:
            return Reply(question, refused)
        return Reply(question, Refused(Refusal.KEY_REUSED)) if intent.key else None

    def accept(self, key: str, form: str) -> None:
        """Remember the answer to the seat's next question."""
        self._keys.append(hash(key))
        self._answers.append(hash(form))

    def accept_default(self) -> None:
        """Remember that the seat's next question was answered for it: no retry of its own will fit."""
        self._keys.append(_NOT_BY_THE_SEAT)
        self._answers.append(_NOT_BY_THE_SEAT)

    def refuse(self, intent: Sent, refused: Refused) -> None:
        """Remember a refusal. Without a key, what comes next is a second thought and is judged anew."""
        if not intent.key:
            return
        if len(self._refused) >= REFUSALS_REMEMBERED:
            # The oldest is forgotten for it.
            del self._refused[next(iter(self._refused))]
        self._refused[intent.question, intent.key] = (intent.form, refused)

    def reload(self, entry: EntryAppended) -> None:
        """Remember an answer from the log."""
        key, is_by_seat, form = entry.key.partition(" ")
        if is_by_seat:
            self.accept(key, form)
        else:
            self.accept_default()

    def reload_refusal(self, rejected: IntentRejected) -> None:
        """Remember a refusal from the log."""
        self.rejections += 1
        kept = msgspec.json.decode(rejected.body, type=_Rejected)
        reply = msgspec.json.decode(rejected.reply, type=Reply)
        if kept.answer is not msgspec.UNSET and reply.refused is not None:
            form = _form_of(bytes(kept.answer))
            self.refuse(Sent(kept.question, None, rejected.key, form), reply.refused)
