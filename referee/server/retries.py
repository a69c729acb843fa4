"""Retries: the intents the referee has replied to, so that a retry gets the same reply.

An intent answers one question of one seat, and the client's key distinguishes a retry from a second thought:

- same question, key and answer: the first reply, byte for byte;
- same question and key, different answer: `REQUEST_ID_REUSED`;
- same question, different key, after the question was answered: `STALE_QUESTION`.

An empty key counts as none: an answer without a key is decided every time, except that a repeat of the accepted answer
is accepted again.

A statement answers no question, so its key alone distinguishes a retry: same key and statement, the first reply; same
key and another statement, `REQUEST_ID_REUSED`. Without a key, every statement is a new one.

A seat's questions are numbered from 1 and each is answered once, so sixteen bytes per question suffice to recognise
accepted answers. The last few refused intents of each seat are remembered; older ones are decided again.

A request that writes an audit entry (a case, a ruling, an appointment) is recognised by its id too. The id is stored
next to the entry, in the same commit, with who sent it and a hash of the content:

- same sender, id and content: nothing is written, and the response is made from the entry, also after a restart;
- same sender and id, different content: `RequestIdReused`.

A request that was refused wrote nothing, so it is decided again.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable
from hashlib import sha256

import msgspec

from referee.kernel.refusals import Refusal, Refused
from referee.kernel.run import Answer
from referee.kernel.talk import Statement
from referee.log.records import AuditAppended, EntryAppended, IntentRejected
from referee.match.entries import encode
from referee.server.errors import RequestIdReused

REQUEST_ID = re.compile(r"[!-~]{0,64}")
"""The id of a request: up to 64 printable ASCII characters without spaces; empty for none."""

REFUSALS_REMEMBERED = 8
"""Number of refused intents cached per seat for idempotent retries."""

REJECTIONS_STORED = 256
"""Maximum number of refused intents stored per seat. Refusals beyond it are replied to, but not stored."""

REJECTION_BYTES = 4096
"""Maximum size of a refused answer that is stored as received, in bytes. For a longer one only its size is stored."""

_FORM_LENGTH = 64
"""Maximum length of an encoded answer that is compared as text, in bytes; a longer one is hashed."""

TALK = -1
"""Stands in for the number of a question in statements and the refusals of them.

In the reply to an accepted statement it is minus the number of its entry, which is never 1.
"""

_NOT_BY_THE_SEAT = -1
"""Stands in for the hash of a key when a clock or a standing order gave the answer. No text hashes to it."""


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """The reply to an intent. Stored with refused intents."""

    question: int
    refused: Refused | None = None
    """Why the answer was refused; None if it was accepted."""
    receipt: str = ""
    """Receipt for everything the seat was sent so far, if it asked for one with an accepted answer."""


class Submission(msgspec.Struct, frozen=True, gc=False):
    """An intent or a statement as a client sent it."""

    question: int
    answer: Answer | Statement | None
    key: str
    form: str
    """The answer as sent, by numbers or by choices: a retry must repeat it exactly."""


def read_submission(question: int, answer: Answer | Statement | None, key: str) -> Submission | None:
    """Return an intent as sent, or None if its key is too long, contains spaces or is not printable ASCII."""
    if REQUEST_ID.fullmatch(key) is None:
        return None
    encoded = encode(answer)
    form = encoded.decode() if len(encoded) <= _FORM_LENGTH else _long_form(encoded)
    return Submission(question, answer, key, form)


def _long_form(encoded: bytes) -> str:
    return sha256(encoded).hexdigest()


class _StoredRejection(msgspec.Struct):
    """The stored body of a refused intent: the answer as received, or its size."""

    question: int
    answer: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    answer_bytes: int | msgspec.UnsetType = msgspec.UNSET


def rejection_body(submission: Submission) -> bytes:
    """Return the body under which a refused intent is stored."""
    answer = encode(submission.answer)
    if len(answer) > REJECTION_BYTES:
        return encode(_StoredRejection(submission.question, answer_bytes=len(answer)))
    return encode(_StoredRejection(submission.question, msgspec.Raw(answer)))


class RequestTag(msgspec.Struct, frozen=True):
    """A request that writes an audit entry and may be repeated: who sent it, its id, and a hash of its content."""

    party: str
    """The sender's name in audit entries."""
    request_id: str
    digest: str

    def __str__(self) -> str:
        """Return the form in which it is stored next to the entry."""
        return f"{self.party} {self.request_id} {self.digest}"


class SeenRequests:
    """The requests with an id that have written the audit entries of one match."""

    def __init__(self, audit: Iterable[AuditAppended]) -> None:
        self._seen: dict[tuple[str, str], tuple[str, int]] = {}
        for record in audit:
            self.add(record)

    def add(self, record: AuditAppended) -> None:
        """Remember the request that wrote an entry, if it had an id."""
        if record.request:
            party, request_id, digest = record.request.split(" ")
            self._seen[party, request_id] = (digest, record.seq)

    def find(self, tag: RequestTag | None) -> int:
        """Return the number of the audit entry that a request has written, or 0; raises `RequestIdReused`."""
        digest, seq = self._seen.get((tag.party, tag.request_id), ("", 0)) if tag is not None else ("", 0)
        if tag is not None and seq and digest != tag.digest:
            raise RequestIdReused("this request id was used for another request; use a new one for each")
        return seq


class SeenIntents:
    """The intents of one seat that were replied to."""

    __slots__ = ("_answers", "_keys", "_refused", "_said", "last_entry", "order_changes", "rejections")

    def __init__(self) -> None:
        # By question, from 1: Python's hashes of the key and of the answer as sent. They are valid in this process
        # only; the log has the texts.
        self._keys = array("q")
        self._answers = array("q")
        self._refused: dict[tuple[int, str], tuple[str, Refused]] = {}
        self._said: dict[str, tuple[str, int]] = {}
        """What the seat has said, as sent, by key, with the number of the entry."""
        self.rejections = 0
        """Number of refused intents of the seat in the store."""
        self.order_changes = 0
        """Number of times the seat has changed its standing orders."""
        self.last_entry = 0
        """Number of the entry with the last answer, when the match was loaded; 0 for none."""

    @property
    def answered(self) -> int:
        """Number of the last question that was answered."""
        return len(self._keys)

    def recall(self, submission: Submission) -> Reply | None:
        """Return the reply to an intent that was seen before, or None if it is new."""
        question, key = submission.question, submission.key
        refused = None
        if 0 < question <= len(self._keys) and self._keys[question - 1] == hash(key):
            is_same = self._answers[question - 1] == hash(submission.form)
        elif (question, key) in self._refused:
            form, refused = self._refused[question, key]
            is_same = form == submission.form
        else:
            return None
        if is_same:
            return Reply(question, refused)
        return Reply(question, Refused(Refusal.REQUEST_ID_REUSED)) if key else None

    def recall_statement(self, statement: Submission) -> Reply | None:
        """Return the reply to a statement that was seen before, or None if it is new."""
        key = statement.key
        if key in self._said:
            form, seq = self._said[key]
            reply = Reply(-seq)
        elif (TALK, key) in self._refused:
            form, refused = self._refused[TALK, key]
            reply = Reply(TALK, refused)
        else:
            return None
        return reply if form == statement.form else Reply(TALK, Refused(Refusal.REQUEST_ID_REUSED))

    def accept_statement(self, key: str, form: str, seq: int) -> None:
        """Remember a statement; one without a key is not remembered."""
        if key:
            self._said[key] = (form, seq)

    def restore_statement(self, entry: EntryAppended) -> None:
        """Remember a statement from the log."""
        key, _, form = entry.key.partition(" ")
        self.accept_statement(key, form, entry.seq)

    def accept(self, key: str, form: str) -> None:
        """Remember the answer to the seat's next question."""
        self._keys.append(hash(key))
        self._answers.append(hash(form))

    def accept_for_seat(self) -> None:
        """Remember that a clock or an order answered the seat's next question: no retry of the seat matches it."""
        self._keys.append(_NOT_BY_THE_SEAT)
        self._answers.append(_NOT_BY_THE_SEAT)

    def refuse(self, submission: Submission, refused: Refused) -> None:
        """Remember a refusal. An intent without a key is not remembered, so the next one is decided again."""
        if not submission.key:
            return
        if len(self._refused) >= REFUSALS_REMEMBERED:
            # Forget the oldest.
            del self._refused[next(iter(self._refused))]
        self._refused[submission.question, submission.key] = (submission.form, refused)

    def restore(self, entry: EntryAppended) -> None:
        """Remember an answer from the log."""
        self.last_entry = entry.seq
        key, is_by_seat, form = entry.key.partition(" ")
        if is_by_seat:
            self.accept(key, form)
        else:
            self.accept_for_seat()

    def restore_refusal(self, rejected: IntentRejected) -> None:
        """Remember a refusal from the log."""
        self.rejections += 1
        stored = msgspec.json.decode(rejected.body, type=_StoredRejection)
        reply = msgspec.json.decode(rejected.reply, type=Reply)
        if stored.answer is not msgspec.UNSET and reply.refused is not None:
            encoded = bytes(stored.answer)
            form = encoded.decode() if len(encoded) <= _FORM_LENGTH else _long_form(encoded)
            self.refuse(Submission(stored.question, None, rejected.key, form), reply.refused)
