"""The time sheet: every answer with its times, signed, in the replay, and in nothing that is proved about the match."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
import pytest

from referee.audit.entries import CaseOpened, CaseRuled, Rewind
from referee.disputes.cases.dispute_jobs import unsealed_bundle
from referee.disputes.evidence.bundles import seal_bundle
from referee.disputes.evidence.examination import Evidence, examine
from referee.log.memory import MemoryStore
from referee.match.charters import new_charter
from referee.proof.keys import MemoryKey
from referee.replay.format import BadReplay
from referee.replay.reading import read_replay
from referee.replay.time_sheet import BadTimeSheet, TimeSheet, divide, read_time_sheet, with_time_sheet
from referee.replay.verification import verify_replay
from referee.server.auditing import ForkPlan
from referee.server.errors import NotOpenYet
from referee.server.matches import Matches
from referee.server.record_jobs import pack_entries
from referee.server.settings import Policy
from referee.server.time_control import read_time_control
from tests.match import toy
from tests.server.running import Seats, matches_on, pass_time, take_seats
from tests.server.test_match_clocks import CHARTER, LIMITS, answer, bid_all, times_in
from tests.server.test_wakeups import pass_sweeps

RULE = next(iter(toy.settle(CHARTER).book.rules))
CLOCK = "fischer 1m40s+10s, away 30s, zero resign"


async def played(matches: Matches) -> Seats:
    """Play a match in which seat 0 runs out of time."""
    seats = await take_seats(matches, CHARTER, Policy(time_control=read_time_control(CLOCK)))
    access = await seats.access(matches)
    await bid_all(matches, access[1:], (20, 5))
    await pass_sweeps(200)
    return seats


async def replay_of(matches: Matches, seats: Seats) -> str:
    return await matches.records.replay(await matches.authenticate(seats.match, seats.arbiter))


async def test_the_time_sheet_follows_the_record_and_a_re_run_does_not_need_it() -> None:
    store = MemoryStore()
    async with matches_on(store, limits=LIMITS) as matches:
        seats = await played(matches)
        text = await replay_of(matches, seats)
        replay = read_replay(text.encode(), settle=toy.settle)
        sheet = replay.time_sheet
        assert sheet is not None
        assert (sheet.match, sheet.head, sheet.clock) == (seats.match, replay.head, CLOCK)
        assert list(sheet.decisions) == times_in(store, seats.match)
        assert {each.by for each in sheet.decisions if each.seat == 0} == {"clock"}
        record, note = divide(text)
        assert matches.keys.keys.open(note, alone=True).text == sheet.text()
        with_sheet = verify_replay(text.encode(), settle=toy.settle)
        without = verify_replay(record.encode(), settle=toy.settle)
        assert with_sheet.ok
        assert with_sheet == without
        assert read_replay(record.encode(), settle=toy.settle).time_sheet is None
        assert with_time_sheet(record, note) == text


async def test_nobody_gets_the_time_sheet_before_the_end_but_officials_on_record() -> None:
    async with matches_on(MemoryStore(), limits=LIMITS) as matches:
        seats = await take_seats(matches, CHARTER, Policy(time_control=read_time_control("bank 100s")))
        access = await seats.access(matches)
        with pytest.raises(NotOpenYet):
            await matches.records.replay(access[0])
        assert "time sheet" in await replay_of(matches, seats)
        state = (await matches.sessions.get(seats.match)).audit_log.state
        assert state.looks == {"arbiter": 1}


async def test_a_match_without_a_clock_has_no_time_sheet() -> None:
    async with matches_on(MemoryStore(), limits=LIMITS) as matches:
        seats = await take_seats(matches, CHARTER)
        assert divide(await replay_of(matches, seats))[1] == ""


async def test_a_time_sheet_that_does_not_fit_is_named() -> None:
    async with matches_on(MemoryStore(), limits=LIMITS) as matches:
        text = await replay_of(matches, await played(matches))
    record, note = divide(text)
    changes = {
        '"seat":1': ('"seat":2', "is not this answer of seat 2"),
        '"entry":3': ('"entry":99', "entry 99 is not this answer"),
        "referee time sheet 1\nmatch": ("referee time sheet 1\nMatch", "does not begin"),
        "clock fischer": ("clock  Fischer", "does not begin"),
        '"used_ms":': ('"lost_ms":', "a line cannot be read"),
        '{"entry":': ('{ "entry":', "not as time sheets are written"),
    }
    head = read_replay(record.encode(), settle=toy.settle).head
    changes[head] = ("0" * 64, "it belongs to the head 0000000000000000")
    for old, (new, told) in changes.items():
        assert old in note, old
        changed = with_time_sheet(record, note.replace(old, new, 1)).encode()
        with pytest.raises(BadReplay, match=told):
            read_replay(changed, settle=toy.settle)
        verdict = verify_replay(changed, settle=toy.settle)
        assert not verdict.ok
        assert verdict.first_difference is not None
        assert (verdict.first_difference.what, told in verdict.first_difference.found) == ("time sheet", True)
    with pytest.raises(BadTimeSheet):
        read_time_sheet(note.partition("\n\n")[0], head, ())


@asynccontextmanager
async def abyss_begun() -> AsyncIterator[tuple[Matches, Seats]]:
    """Begin a match of Abyss, in which the clock answers."""
    matches = Matches(MemoryStore(), limits=LIMITS)
    try:
        policy = Policy(time_control=read_time_control("bank 30s"))
        seats = await take_seats(matches, new_charter("abyss", 2, seed=b"x" * 64), policy)
        await pass_sweeps(40)
        yield matches, seats
    finally:
        await matches.close()


async def examined(matches: Matches, seats: Seats, change: tuple[str, str] = ("", "")) -> Evidence:
    """Export a match as a bundle, with one change of its time sheet, and examine it."""
    session = await matches.sessions.get(seats.match)
    entries = await matches.auditing.entries(session)
    sheet = (await matches.records.time_sheet(session, entries)).replace(*change, 1)
    text = unsealed_bundle(
        seats.match,
        pack_entries(entries),
        published=matches.keys.published,
        names={},
        clients={},
        audit=[],
        receipts=[],
        rejections=[],
        entropy={},
        time_sheet=sheet,
    )
    bundle = seal_bundle(seats.match, text, matches.keys.published, matches.keys.signer)
    return examine(bundle.encode())


async def test_a_bundle_has_the_time_sheet_and_its_signature_is_checked() -> None:
    async with abyss_begun() as (matches, seats):
        found = await examined(matches, seats)
        assert found.first_difference is None
        assert found.replay is not None
        sheet = found.replay.time_sheet
        assert sheet is not None
        used = sheet.decisions[0].used_ms
        changed = await examined(matches, seats, (f'"used_ms":{used}', f'"used_ms":{used + 1}'))
        assert changed.first_difference is not None
        assert changed.first_difference.what == "time sheet"
        key, session = matches.keys.signer, await matches.sessions.get(seats.match)
        signed = await matches.records.time_sheet(session, await matches.auditing.entries(session))
        forged = key.sign(msgspec.structs.replace(sheet, match="another").text())
        other = await examined(matches, seats, (signed, forged))
        assert other.first_difference is not None
        assert other.first_difference.what == "match of the time sheet"


async def test_a_fork_has_the_times_of_what_it_shares() -> None:
    store = MemoryStore()
    async with matches_on(store, limits=LIMITS) as matches:
        seats = await take_seats(matches, CHARTER, Policy(time_control=read_time_control("bank 1000s")))
        session, access = await matches.sessions.get(seats.match), await seats.access(matches)
        await bid_all(matches, access, (100, 0, 0))
        (asked,) = session.clocks
        banks = [left.bank_ms for left in session.clocks.banks.left]
        await pass_time(50)
        await answer(matches, access[asked])
        entries = await matches.auditing.entries(session)
        plan = ForkPlan(session.charter, entries[1:5], 4, "case 1")
        opened = CaseOpened(1, "arbiter", 1, RULE, "No.", freeze=False)
        ruled = CaseRuled(1, "overturned", "So.", (RULE,), Rewind(1), precedent=False, cites=0)
        async with matches.auditing.step(session), matches.auditing.halted(session):
            await matches.auditing.write(session, opened)
            fork_id = await matches.auditing.fork(session, plan, ruled)
        fork = await matches.sessions.get(fork_id)
        assert [each.entry for each in times_in(store, fork_id)] == [2, 3, 4]
        assert [left.bank_ms for left in fork.clocks.banks.left] == banks
        assert list(fork.clocks) == [asked]


def test_a_time_sheet_is_read_as_it_was_written() -> None:
    sheet = TimeSheet("m", "0" * 64, "bank 5m", ())
    note = MemoryKey().signer.sign(sheet.text())
    assert read_time_sheet(note, "0" * 64, ()) == sheet
