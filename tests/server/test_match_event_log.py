"""The newest events of a server: in order, in pages, up to a limit, and each as a sentence."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from referee.audit.entries import Finding
from referee.server import match_events as events
from referee.server.event_sentences import event_sentence
from referee.server.match_event_log import MatchEventLog
from referee.server.match_events import MatchEvent, event_kinds

SAMPLES: dict[str, Any] = {
    "seats": 3,
    "taken": 2,
    "parent": "p" * 32,
    "successor": "s" * 32,
    "reason": "invalid",
    "case": 4,
    "finding": "upheld",
    "remedy": "replay_under",
    "by": "head_judge",
    "to": "seat",
    "role": "judge",
    "step": "pause",
    "consents": True,
    "seconds": 60,
    "missing": 2,
    "why": "time",
    "needed": 2,
    "is_correction": True,
    "members": 3,
    "ending": "court_full",
    "winners": (0, 2),
}
"""A value for every field that an event may have."""


def sample(kind: type[MatchEvent]) -> MatchEvent:
    fields = kind.__struct_fields__[2:]
    return kind("m" * 32, "abyss", *[SAMPLES[name] for name in fields])


@pytest.mark.parametrize("kind", event_kinds(), ids=lambda kind: kind.__name__)
def test_every_kind_has_a_sentence_of_its_own(kind: type[MatchEvent]) -> None:
    said = event_sentence(sample(kind))
    assert said[0].isupper()
    assert said.endswith(".")
    assert "_" not in said
    assert said != f"{events.event_name(kind).capitalize()}.", "the name of the kind is no sentence"


def test_every_value_of_every_field_has_words() -> None:
    for party in get_args(events.PartyRole):
        assert "_" not in event_sentence(events.PausedEvent("m", "abyss", party))
    for remedy in get_args(events.RemedyKind):
        for finding in get_args(Finding):
            event_sentence(events.CaseRuledEvent("m", "abyss", 1, "judge", finding, remedy))
    for reason in get_args(events.RefusedFor):
        event_sentence(events.RefusedEvent("m", "abyss", reason))
    ruled = event_sentence(events.CaseRuledEvent("m", "abyss", 1, "head_judge", "upheld", "stands"))
    assert ruled == "A head judge ruled on case 1: upheld; everything stands."
    ended = event_sentence(events.EndedEvent("m", "abyss", "rules", "court_full", (0, 2)))
    assert ended == "The match ended by its rules (court full); won by seat 0 and seat 2."


def test_events_are_listed_newest_first_and_passed_on() -> None:
    times = iter(range(1000, 2000))
    noted: list[MatchEvent] = []
    log = MatchEventLog(noted.append, most=5, clock=lambda: next(times))
    assert log.since == 1000
    for number in range(7):
        kind = events.BeganEvent if number % 2 else events.LoadedEvent
        log.add(kind(f"m{number % 3}", "abyss"))
    assert len(noted) == 7
    assert [kept.number for kept in log.page(10).events] == [7, 6, 5, 4, 3], "the oldest are dropped"
    assert log.since == 1003, "the time of the oldest event that is kept"
    first = log.page(2)
    assert [kept.number for kept in first.events] == [7, 6]
    log.add(events.BeganEvent("m0", "abyss"))
    assert [kept.number for kept in log.page(2, first.next_before).events] == [5, 4], "pages stay correct"
    assert [kept.number for kept in log.page(9, match="m0").events] == [8, 7, 4]
    began = log.page(9, kinds={"match began"})
    assert [kept.number for kept in began.events] == [8, 6, 4]
    assert began.next_before == 0
