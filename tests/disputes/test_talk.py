"""Talk in disputes: explained, disputed, kept where it was under another reading, and never taken back."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from referee.disputes.evidence.examination import examine
from referee.disputes.explain.attempts import attempted
from referee.disputes.explain.explanations import explain
from referee.disputes.explain.trace import Trace, trace_of
from referee.games import game
from referee.kernel.talk import Said
from referee.log.memory import MemoryStore
from referee.match.charters import settle
from referee.match.entries import Entry, read_entries, said_in
from referee_api.v1 import disputes_pb2 as api
from referee_api.v1 import referee_pb2 as base
from tests.disputes.matches import Record, golden_record
from tests.disputes.served import ServedMatch, refusal, served_match
from tests.disputes.test_undo import outcome, play_until_undoable, propose

TALK = "unfathomable-talk"


async def say(served: ServedMatch, seat: int, text: str = "Hello.") -> None:
    words = base.Words(text=text)
    reply = await served.referee.Say(base.SayRequest(**served.about(seat), words=words))
    assert reply.HasField("accepted"), reply


def statements(record: Record) -> list[Any]:
    return [(entry.seat, said_in(entry)) for entry in record.entries if entry.by == "talk"]


def test_what_was_said_is_explained_by_its_rule_and_nothing_else() -> None:
    record = golden_record(TALK)
    number = 0
    for entry in record.entries:
        number += len(entry.facts)
        if entry.by == "talk":
            found = explain(record.charter, record.entries, number)
            assert [cited.rule for cited in found.path] == entry.facts[0].path.split("/")
            assert (found.answers, found.draws, found.shuffles) == ((), (), ())
    assert number


def test_the_answers_behind_a_fact_are_those_before_the_talk() -> None:
    """A fact after talk has the same explanation as in the same match without it."""
    record = golden_record(TALK)
    quiet = Trace(settle(msgspec.structs.replace(record.charter, talk=msgspec.UNSET)))
    for entry in record.entries:
        if entry.by != "talk":
            quiet.repeat(entry)
    silent = Record(quiet.terms.charter, tuple(quiet.entries))
    loud_numbers, number = [], 0
    for entry in record.entries:
        for _ in entry.facts:
            number += 1
            if entry.by != "talk":
                loud_numbers.append(number)
    for place in range(0, len(loud_numbers), 29):
        ours = explain(record.charter, record.entries, loud_numbers[place])
        theirs = explain(silent.charter, silent.entries, place + 1)
        assert (ours.sentence, ours.path) == (theirs.sentence, theirs.path)
        assert [each.answer for each in ours.answers] == [each.answer for each in theirs.answers]


def test_the_same_reading_keeps_every_word_where_it_was() -> None:
    record = golden_record(TALK)
    attempt = attempted(trace_of(settle(record.charter), record.entries), Trace(settle(record.charter)))
    assert tuple(attempt.trace.entries) == record.entries


@pytest.mark.parametrize("cut", [40, 120])
def test_talk_after_the_last_answer_is_kept(cut: int) -> None:
    record = golden_record(TALK)
    last = max([place for place, entry in enumerate(record.entries[:cut]) if entry.by == "talk"])
    entries = record.entries[: last + 1]
    attempt = attempted(trace_of(settle(record.charter), entries), Trace(settle(record.charter)))
    assert tuple(attempt.trace.entries) == entries


@pytest.mark.parametrize("key", sorted(game("unfathomable").rulebook.rulings))
def test_another_reading_keeps_what_was_said_between_the_same_answers(key: str) -> None:
    record = golden_record(TALK)
    was = settle(record.charter).setup.readings[key]
    for reading in game("unfathomable").rulebook.rulings[key].readings:
        if reading == was:
            continue
        rulings = {**record.charter.rulings, key: reading}
        other = msgspec.structs.replace(record.charter, rulings=rulings)
        attempt = attempted(trace_of(settle(record.charter), record.entries), Trace(settle(other)))
        kept = statements(Record(other, tuple(attempt.trace.entries)))
        assert kept == statements(record)[: len(kept)]
        if attempt.stopped_by is None:
            assert kept == statements(record)


async def test_a_statement_can_be_disputed_and_is_in_the_bundle() -> None:
    store = MemoryStore()
    async with served_match(store, answers=4, talk=base.TALK_POLICY_FREE) as served:
        await say(served, 1, "I have the crab of value 5.")
        place = await served.place(0, "said")
        explained = await served.disputes.Explain(api.ExplainRequest(**served.about(0), fact=place))
        assert "crab of value 5" in str(explained)
        assert await served.open_case(0, fact=place) == 1
        await served.rule(1)
        data = await served.export()
        found = examine(data)
        assert found.ok, found
        assert b"talk.said" in data


async def test_nothing_is_undone_after_somebody_has_spoken() -> None:
    async with served_match(MemoryStore(), answers=0, talk=base.TALK_POLICY_FREE) as served:
        seat = await play_until_undoable(served)
        assert (await served.standing()).undo.seat == seat
        await say(served, 1 - seat)
        assert not (await served.standing()).HasField("undo"), "the match has gone on"
        text = await refusal(propose(served, seat))
        assert "Somebody has spoken" in str(text)
        _, refused = await outcome(propose(served, 1 - seat))
        assert "Somebody has spoken" in refused


async def test_a_rewind_keeps_what_was_said_before_and_the_old_match_the_rest() -> None:
    store = MemoryStore()
    async with served_match(store, answers=3, talk=base.TALK_POLICY_FREE) as served:
        await say(served, 0, "Before.")
        shared = len(entries_of(store, served))
        await served.play_on(3)
        await say(served, 1, "After.")
        case = await served.open_case(0, fact=await served.place(0, "said"))
        number = 1 + sum([len(entry.facts) for entry in entries_of(store, served)[:shared]])
        successor = served.at(await served.rule(case, rewind=api.Rewind(fact=number)))
        assert said_in(entries_of(store, successor)[-1]) == Said(0, "Before.")
        assert said_in(entries_of(store, served)[-1]) == Said(1, "After.")
        assert len(entries_of(store, successor)) == shared


def entries_of(store: MemoryStore, served: ServedMatch) -> list[Entry]:
    return read_entries(game("abyss"), store.entries(served.table.match))
