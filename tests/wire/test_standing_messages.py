"""The standing of a match always fits into a message, however much is disputed."""

from __future__ import annotations

from typing import Any, cast

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
from referee.server.subscriptions import Close
from referee.wire.open_streams import OpenStreams
from referee.wire.standing_messages import standing_message
from referee.wire.streams import Watcher
from referee_api.v1 import referee_pb2 as api

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


async def test_a_watch_message_has_the_newest_standing_only() -> None:
    """Parsing merges a field that is there twice, so that every case would be listed twice."""
    sent: list[bytes] = []

    async def write(message: bytes) -> None:
        sent.append(message)

    writer, feed = Writer("abyss"), cast("Any", None)
    streams = OpenStreams(age_seconds=60, patience_seconds=60)
    with streams.open(write) as stream:
        watcher = Watcher(stream)
        for number in (1, 2):
            writer.write(CaseOpened(number, "seat/0", number, "explore", "No.", freeze=False))
            standing = standing_message(Standing(writer.audit_log.state, 4)).SerializeToString()
            watcher.say(watcher.standing_part(feed, standing))
            watcher.say(api.WatchResponse(frames=[api.Frame(number=number)]).SerializeToString())
        watcher.closed(feed, Close.MATCH_OVER)
        await watcher.send_all()
    await streams.close()
    (message,) = [api.WatchResponse.FromString(each) for each in sent]
    assert [case.number for case in message.standing.cases] == [1, 2]
    assert [frame.number for frame in message.frames] == [1, 2]
