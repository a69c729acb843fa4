"""A match to dispute: a small rulebook, a snapshot of a match, and an audit log that is written step by step."""

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256

import msgspec

from referee.audit.audit_log import AuditLog
from referee.audit.audit_state import AuditState, fold
from referee.audit.chain import AuditBreak, BrokenAudit, read_all, read_own
from referee.audit.checks import MatchSnapshot, check
from referee.audit.entries import (
    AuditEntry,
    Body,
    CaseAppealed,
    CaseOpened,
    CaseRuled,
    Finding,
    Remedy,
    Stands,
)
from referee.audit.problems import CaseError, CaseProblem
from referee.kernel.game import Charter
from referee.log.records import AuditAppended
from referee.proof.keys import KeyList, ListedKey
from referee.proof.notes import SigningKey
from referee.rulebook import Rule, Rulebook, Ruling

MATCH = "m-1"
STARTED = 1_700_000_000_000
KEY = SigningKey.from_seed("referee", sha256(b"the key of the tests").digest())
OTHER_KEY = SigningKey.from_seed("referee", sha256(b"another key").digest())
KEYS = KeyList((ListedKey(KEY.public, "active", "2026-01-01"),))

BOOK = Rulebook(
    game="parlour",
    editions={"fr": "La règle", "de": "Die Regel"},
    rules={name: Rule(f"The rule of {name}.") for name in ("deal", "deal.first", "trick", "end")},
    rulings={
        "deal.order": Ruling(
            "Who is dealt to first?", ("deal",), {"left": "L.", "right": "R."}, "left", "so"
        ),
        "trick.tie": Ruling(
            "Who takes a tie?", ("trick",), {"first": "F.", "last": "L."}, "first", "so", {"fr": "last"}
        ),
    },
)
CHARTER = Charter(game="parlour", rules_version=1, seats=3, seed="00" * 64, rulings={"deal.order": "right"})
SNAPSHOT = MatchSnapshot(CHARTER, BOOK, entry=7, facts=20, last_seat=1)


def snapshot(**changes: object) -> MatchSnapshot:
    """Return the snapshot of the tests with some changes."""
    return msgspec.structs.replace(SNAPSHOT, **changes)


def head_at(entry: int) -> bytes:
    """Return the hash of an entry of the match."""
    return sha256(b"%d" % entry).digest()


class Log:
    """An audit log that is written step by step; each step is checked and signed."""

    def __init__(self, *bodies: Body, match: str = MATCH, key: SigningKey = KEY) -> None:
        self.key = key
        self.audit_log = AuditLog(match)
        self.records: list[AuditAppended] = []
        for body in bodies:
            self.write(body)

    @property
    def audit_state(self) -> AuditState:
        return self.audit_log.state

    @property
    def notes(self) -> list[str]:
        return [record.note.decode() for record in self.records]

    @property
    def entries(self) -> list[AuditEntry]:
        return [read_own(note) for note in self.notes]

    def write(self, body: Body, at: MatchSnapshot = SNAPSHOT) -> AuditEntry:
        """Write a step if it is allowed; raise a CaseError otherwise."""
        time, head = STARTED + self.audit_state.last + 1, head_at(at.entry)
        self.audit_log, record = self.audit_log.write(body, at, at=time, head=head, key=self.key)
        self.records.append(record)
        return read_own(record.note.decode())


def opened(
    case: int = 1,
    fact: int = 5,
    rule: str = "deal",
    *,
    by: str = "seat/2",
    claim: str = "Dealt the wrong way.",
    freeze: bool = False,
) -> CaseOpened:
    return CaseOpened(case, by, fact, rule, claim, freeze)


def ruled(
    case: int = 1,
    finding: Finding = "overturned",
    remedy: Remedy | None = None,
    *,
    rules: tuple[str, ...] = ("deal",),
    reason: str = "The book says so.",
    precedent: bool = False,
    cites: int = 0,
) -> CaseRuled:
    return CaseRuled(case, finding, reason, rules, Stands() if remedy is None else remedy, precedent, cites)


def appealed(case: int = 1, cites: int = 2, *, by: str = "seat/0", reason: str = "Read on.") -> CaseAppealed:
    return CaseAppealed(case, by, reason, cites)


def first_break(
    notes: Iterable[str],
    match: str,
    keys: KeyList,
    *,
    heads: Sequence[bytes] | None = None,
    head: bytes | None = None,
) -> AuditBreak | None:
    """Return where `read_all` stops, or None if it reads everything."""
    try:
        read_all(notes, match, keys, heads=heads, head=head)
    except BrokenAudit as broken:
        return broken.at
    return None


def first_refused(
    entries: Iterable[AuditEntry], snapshot_at: Callable[[int], MatchSnapshot]
) -> tuple[int, CaseProblem] | None:
    """Return the first audit entry that the checks refuse, with the problem; None if they refuse none.

    `snapshot_at` gives the match as it was after an entry.
    """
    audit_state = AuditState()
    for entry in entries:
        try:
            check(audit_state, entry.body, snapshot_at(entry.entry))
        except CaseError as error:
            return entry.seq, error.problem
        audit_state = fold(audit_state, entry)
    return None
