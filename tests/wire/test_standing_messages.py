"""The standing of a match always fits into a message, however much is disputed."""

from __future__ import annotations

import pytest

from referee.audit.audit_log import AuditLog
from referee.audit.case_limits import LONGEST_BYTES, MOST_CASES, MOST_CASES_OF_SEATS
from referee.audit.checks import MatchSnapshot
from referee.audit.entries import CaseAppealed, CaseOpened, CaseRuled, Remedy, ReplayUnder, Stands
from referee.audit.problems import CaseError, CaseProblem
from referee.games import GAMES, game
from referee.match.charters import new_charter
from referee.proof.notes import SigningKey
from referee.server.results import Standing
from referee.wire.standing_messages import standing_message

KEY = SigningKey.from_seed("referee", bytes(32))
LONGEST_STANDING = 200_000
"""In bytes; well below 256 KiB, and far below what the server may send."""


class Writer:
    """Writes audit entries of a match, and keeps the last audit log."""

    def __init__(self, name: str) -> None:
        seats = game(name).seats[-1]
        self.book = game(name).rulebook
        self.snapshot = MatchSnapshot(new_charter(name, seats, seed="x"), self.book, entry=1, facts=1000)
        self.audit_log = AuditLog("m" * 32)

    def write(self, body: CaseOpened | CaseRuled | CaseAppealed) -> None:
        self.audit_log, _ = self.audit_log.write(body, self.snapshot, at=2**40, head=bytes(32), key=KEY)


def most_disputed(name: str) -> Writer:
    """Return a match with the most and longest cases, each ruled on twice."""
    writer = Writer(name)
    book, seats = writer.book, writer.snapshot.charter.seats
    rules = tuple(sorted(dict.fromkeys([*book.rules, *book.rulings]), key=len, reverse=True)[:20])
    readings = {key: max(ruling.readings, key=len) for key, ruling in book.rulings.items()}
    text = "🦑" * (LONGEST_BYTES // 4)
    for number in range(1, MOST_CASES + 1):
        by = f"seat/{number % seats}" if number <= MOST_CASES_OF_SEATS else "arbiter"
        remedy: Remedy = ReplayUnder("", readings) if number == 1 else Stands()
        writer.write(CaseOpened(number, by, number, rules[0], text, freeze=False))
        writer.write(CaseRuled(number, "overturned", text, rules, remedy, precedent=True, cites=0))
        first = writer.audit_log.state.last
        writer.write(CaseAppealed(number, by, text, first))
        writer.write(CaseRuled(number, "overturned", text, rules, remedy, precedent=True, cites=first))
    return writer


@pytest.mark.parametrize("name", GAMES)
def test_the_longest_standing_fits(name: str) -> None:
    writer = most_disputed(name)
    message = standing_message(Standing(writer.audit_log.state, writer.snapshot.charter.seats))
    assert len(message.cases) == MOST_CASES
    assert 100_000 < message.ByteSize() < LONGEST_STANDING
    for by in ("seat/0", "arbiter"):
        with pytest.raises(CaseError) as refused:
            writer.write(
                CaseOpened(MOST_CASES + 1, by, 99, next(iter(writer.book.rules)), "No.", freeze=False)
            )
        assert refused.value.problem is CaseProblem.TOO_MANY_CASES
