"""A match to dispute: a small rulebook, a table that stands somewhere, and a log that is written step by step."""

from hashlib import sha256

import msgspec

from referee.audit.chain import hash_of, sign
from referee.audit.checks import Table, check
from referee.audit.docket import Docket, fold
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
from referee.kernel.game import Charter
from referee.proof.keys import KeyList, Listed
from referee.proof.notes import SigningKey
from referee.rulebook import Rule, Rulebook, Ruling

MATCH = "m-1"
STARTED = 1_700_000_000_000
KEY = SigningKey.from_seed("referee", sha256(b"the key of the tests").digest())
OTHER_KEY = SigningKey.from_seed("referee", sha256(b"another key").digest())
KEYS = KeyList((Listed(KEY.public, "active", "2026-01-01"),))

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
TABLE = Table(CHARTER, BOOK, entry=7, facts=20, last_seat=1)


def table(**changes: object) -> Table:
    """Give the table of the tests, with something else about it."""
    return msgspec.structs.replace(TABLE, **changes)


def head_at(entry: int) -> bytes:
    """Give the hash of an entry of the match."""
    return sha256(b"%d" % entry).digest()


class Log:
    """An audit log that is written step by step; each is checked and signed."""

    def __init__(self, *bodies: Body, match: str = MATCH, key: SigningKey = KEY) -> None:
        self.match, self.key = match, key
        self.entries: list[AuditEntry] = []
        self.notes: list[str] = []
        self.docket = Docket()
        for body in bodies:
            self.write(body)

    def write(self, body: Body, at: Table = TABLE) -> AuditEntry:
        """Write what may be written; raises a CaseError for what may not."""
        check(self.docket, body, at)
        seq = len(self.entries) + 1
        previous = hash_of(self.notes[-1]) if self.notes else bytes(32)
        entry = AuditEntry(self.match, seq, previous, STARTED + seq, at.entry, head_at(at.entry), body)
        self.entries.append(entry)
        self.notes.append(sign(entry, self.key))
        self.docket = fold(self.docket, entry)
        return entry


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
