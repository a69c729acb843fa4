"""Disputes, manual pairings, walkovers, byes, people and admission: what officials and policies decide in an event."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from referee.arena.event_entries import (
    EntrantWithdrawn,
    EventBegun,
    EventOpened,
    EventPaused,
    EventResumed,
    EventStopped,
    OfficialStep,
    PenaltyGiven,
    ResultCorrected,
    ResultDisputed,
    ResultUpheld,
    RoundChanged,
    RoundPaired,
    encode_entry,
)
from referee.arena.event_file import read_event_file
from referee.arena.event_record import EVENT, EventLog
from referee.arena.event_state import EventState
from referee.arena.local_arena import LocalArena
from referee.arena.official_steps import (
    OfficialStepRefused,
    check_step,
    corrected_seats,
    lost_match,
    read_tables,
    take_official_step,
)
from referee.arena.penalty_ledger import possible_penalties, suggested_penalty
from referee.arena.schedule import Pairing, scheduled_matches
from referee.arena.schedule_check import ScheduleEdited
from referee.arena.standings import records_of
from referee.log.chain import GENESIS, link
from referee.log.sqlite_reader import SqliteReader
from tests.arena.events import event_text, opened, played_event

MATCH = "1.1.1.1"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> EventLog:
    """An event of one match, that is over; a test works on a copy of its state."""
    return played_event(
        tmp_path_factory.mktemp("played"), event_text("random", "random", more="duplicate = false\n")
    )


@pytest.fixture
def state(played: EventLog) -> EventState:
    fresh: EventState | None = None
    for entry in played.entries:
        if isinstance(entry, EventOpened):
            fresh = EventState(entry)
        else:
            assert fresh is not None
            fresh.apply(entry)
    assert fresh is not None
    return fresh


def take(state: EventState, step: OfficialStep) -> None:
    check_step(state, step)
    state.apply(step)


def test_a_dispute_makes_a_result_provisional_until_it_is_ruled_on(state: EventState) -> None:
    take(state, ResultDisputed(by="E0", reason="the clock", match=MATCH))
    assert state.matches[MATCH].is_provisional
    assert all([record.is_provisional for record in records_of(state)])
    take(state, ResultUpheld(by="Ada", reason="the clock was right", match=MATCH))
    assert not state.matches[MATCH].is_provisional
    assert state.matches[MATCH].result == state.matches[MATCH].recorded.result  # type: ignore[union-attr]


def test_an_appeal_is_ruled_on_by_somebody_else(state: EventState) -> None:
    take(state, ResultDisputed(by="E0", reason="the clock", match=MATCH))
    take(state, ResultUpheld(by="Ada", reason="it was right", match=MATCH))
    take(state, ResultDisputed(by="E0", reason="it was not", match=MATCH))
    turned = [2, 1] if state.matches[MATCH].result.seats[0].place == 1 else [1, 2]  # type: ignore[union-attr]
    seats = corrected_seats(state, MATCH, turned)
    with pytest.raises(OfficialStepRefused, match=r"Ada has ruled on match 1.1.1.1 before; somebody else"):
        take(state, ResultCorrected(by="Ada", reason="x", match=MATCH, seats=seats))
    with pytest.raises(OfficialStepRefused, match="Ada has ruled on match"):
        take(state, ResultUpheld(by="Ada", reason="x", match=MATCH))
    take(state, ResultCorrected(by="Bob", reason="it was wrong", match=MATCH, seats=seats))
    assert not state.matches[MATCH].is_provisional
    assert [seat.place for seat in state.matches[MATCH].result.seats] == turned  # type: ignore[union-attr]
    assert state.matches[MATCH].rulers == ["Ada", "Bob"]


def lose(state: EventState, entrant: int, by: str = "Ada") -> PenaltyGiven:
    """Return the penalty by which an entrant loses the match."""
    seats = lost_match(state, MATCH, entrant)
    return PenaltyGiven(
        by=by, reason="left", entrant=entrant, penalty="loss_of_match", match=MATCH, seats=seats
    )


def test_a_penalty_takes_a_match_and_an_official_can_give_it_back(state: EventState) -> None:
    seating, played = state.matches[MATCH].match.seating, state.matches[MATCH].result
    assert played is not None
    winner = seating[[seat.place for seat in played.seats].index(1)]
    take(state, lose(state, winner))
    progress = state.matches[MATCH]
    assert progress.recorded is not None
    assert progress.recorded.result == played
    lost = progress.result
    assert lost is not None
    own = lost.seats[seating.index(winner)]
    assert (own.place, own.won, own.kind) == (2, False, "ruling")
    records = records_of(state)
    assert [records[each].points for each in (winner, 1 - winner)] == [Fraction(0), Fraction(1)]
    with pytest.raises(OfficialStepRefused, match=r"has lost match 1\.1\.1\.1 by a penalty already"):
        lose(state, winner)
    with pytest.raises(OfficialStepRefused, match=r"nobody would be left in match 1\.1\.1\.1"):
        lose(state, 1 - winner)
    take(state, ResultDisputed(by="E0", reason="I was there", match=MATCH))
    seats = corrected_seats(state, MATCH, [seat.place for seat in played.seats])
    take(state, ResultCorrected(by="Bob", reason="it was", match=MATCH, seats=seats))
    take(state, lose(state, 1 - winner))
    assert [seat.place for seat in state.matches[MATCH].result.seats] == [  # type: ignore[union-attr]
        seat.place for seat in played.seats
    ]


def test_a_penalty_that_takes_a_match_is_a_ruling(state: EventState) -> None:
    take(state, ResultDisputed(by="E0", reason="the clock", match=MATCH))
    take(state, ResultUpheld(by="Ada", reason="it was right", match=MATCH))
    take(state, ResultDisputed(by="E0", reason="it was not", match=MATCH))
    with pytest.raises(OfficialStepRefused, match="Ada has ruled on match"):
        take(state, lose(state, 0))
    stale = lose(state, 0, "Bob")
    take(state, lose(state, 1, "Bob"))
    assert not state.matches[MATCH].is_provisional
    assert state.matches[MATCH].rulers == ["Ada", "Bob"]
    with pytest.raises(OfficialStepRefused, match=r"nobody would be left in match 1\.1\.1\.1"):
        check_step(state, stale)


def test_a_match_without_a_result_cannot_be_lost(state: EventState) -> None:
    state.matches[MATCH].recorded = None
    with pytest.raises(OfficialStepRefused, match=r"match 1\.1\.1\.1 has no result yet"):
        lose(state, 0)


def test_a_clock_makes_a_loss_of_time_possible(state: EventState) -> None:
    assert possible_penalties(state.event) == ["warning", "loss_of_match", "expulsion"]
    with_clock = read_event_file(event_text("random", "random", more='clock = "fischer 5m+2s"\n'))
    assert possible_penalties(with_clock) == ["warning", "loss_of_time", "loss_of_match", "expulsion"]
    state.event = with_clock
    take(state, PenaltyGiven(by="Ada", reason="late", entrant=0, penalty="loss_of_time"))
    assert suggested_penalty(state, 0) == "loss_of_match"


REFUSED: dict[str, tuple[OfficialStep, str]] = {
    "uphold what nobody disputes": (
        ResultUpheld(by="a", reason="b", match=MATCH),
        "nobody disputes the result of match 1.1.1.1",
    ),
    "dispute an unknown match": (ResultDisputed(by="a", reason="b", match="7.7"), "there is no match '7.7'"),
    "stop what is over": (EventStopped(by="a", reason="b"), "the event is over"),
    "pair what is over": (RoundChanged(by="a", reason="b", round=2, pairings=()), "the event is over"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_steps_that_come_too_late_or_fit_nothing(case: str, state: EventState) -> None:
    step, message = REFUSED[case]
    with pytest.raises(OfficialStepRefused, match=message):
        check_step(state, step)


def test_a_result_is_disputed_once_at_a_time(state: EventState) -> None:
    take(state, ResultDisputed(by="E0", reason="a", match=MATCH))
    with pytest.raises(OfficialStepRefused, match="is disputed already, by E0"):
        take(state, ResultDisputed(by="E1", reason="a", match=MATCH))


# --- manual pairings ---


def test_an_official_pairs_the_next_round(tmp_path: Path) -> None:
    """The event is paused after its first round; the second one is played as the official wants it."""
    log = opened(
        tmp_path, event_text(*["random"] * 4, more='format = "pods"\nrounds = 3\nduplicate = false\n')
    )

    def pause() -> None:
        if log.state.done == 2 and log.state.last_round == 1 and not log.state.paused:
            take_official_step(log, EventPaused(by="a", reason="pairing"))

    LocalArena(log, tmp_path, 1, on_entries=pause).run()
    wanted = read_tables(log.state, 2, "E3,E1 / E0, E2")
    assert wanted == (Pairing(2, 1, (3, 1)), Pairing(2, 2, (0, 2)))
    take_official_step(log, RoundChanged(by="Ada", reason="siblings", round=2, pairings=wanted))
    take_official_step(log, EventResumed(by="Ada", reason="paired"))
    LocalArena(log, tmp_path, 1).run()
    assert log.state.rounds[2] == wanted
    assert log.state.changed_rounds[2].reason == "siblings"
    assert log.state.matches["2.1.1.1"].match.seating == (3, 1)
    assert len(log.state.rounds) == 3
    assert log.state.finished
    log.close()


BAD_TABLES = {
    "E0,E1 / E0,E2": "E0 is at the tables more than once",
    "E0": "table 1 has 1 entrants; 2 to 2 are allowed",
    "E0,E1,E2": "table 1 has 3 entrants",
    "E0,E9": "there is no entrant 'E9'",
    "E3,E0": "E3 has withdrawn",
}


def test_pairings_that_cannot_be_are_refused(tmp_path: Path) -> None:
    log = opened(tmp_path, event_text(*["random"] * 4, more='format = "pods"\nrounds = 2\n'))

    def change(number: int, tables: str) -> None:
        pairings = read_tables(log.state, number, tables)
        take_official_step(log, RoundChanged(by="a", reason="b", round=number, pairings=pairings))

    with pytest.raises(OfficialStepRefused, match="while the event is paused"):
        change(1, "E0,E1 / E2,E3")
    take_official_step(log, EventPaused(by="a", reason="b"))
    take_official_step(log, EntrantWithdrawn(by="a", reason="b", entrant=3))
    for tables, message in BAD_TABLES.items():
        with pytest.raises(OfficialStepRefused, match=message):
            change(1, tables)
    with pytest.raises(OfficialStepRefused, match="round 2 is not the last one, 0, or the next"):
        change(2, "E0,E1")
    log.close()


# --- policies ---


def test_a_walkover_is_typed_and_not_played(tmp_path: Path) -> None:
    log = opened(tmp_path, event_text("random", "random", more='absent = "walkover"\n'))
    LocalArena(log, tmp_path, 1, is_stopped=lambda: bool(log.state.rounds)).run()
    take_official_step(log, EntrantWithdrawn(by="a", reason="left", entrant=1))
    LocalArena(log, tmp_path, 1).run()
    for match, result in log.state.results():
        kinds = {number: seat.kind for number, seat in zip(match.seating, result.seats, strict=True)}
        assert kinds == {0: "walkover", 1: "withdrawn"}
        assert log.state.matches[match.id].recorded.record == ""  # type: ignore[union-attr]
    assert [record.points for record in records_of(log.state)] == [2, 0]
    log.close()


@pytest.mark.parametrize(("policy", "points"), [("mean", 0), ("win", 2), ("zero", 0)])
def test_a_bye_counts_as_the_event_file_says(policy: str, points: int) -> None:
    text = event_text(*["random"] * 3, more=f'format = "pods"\nbye_points = "{policy}"\n')
    state = EventState(EventOpened(text, ""))
    state.apply(EventBegun(("",) * 3))
    state.apply(RoundPaired(1, (Pairing(1, 1, (0, 2)),)))
    record = records_of(state)[1]
    assert (record.byes, int(record.points), record.played) == (1, points, 0)
    assert record.mean == (Fraction(1) if policy == "win" else 0)


def test_people_are_never_dealt_the_same_deal_twice() -> None:
    text = event_text("random", "random", "random", seats=3, more="deals = 4\n")
    text += '\n[[entrants]]\nname = "Ada"\ndial_in = true\nperson = true\n'
    event = read_event_file(text)
    matches = scheduled_matches(event, Pairing(1, 1, (3, 0, 1)))
    assert len({match.deal for match in matches}) == len(matches) == 4
    # Everybody changes seats with each deal.
    assert all([one.seating != other.seating for one, other in pairwise(matches)])
    assert len(scheduled_matches(event, Pairing(1, 2, (2, 0, 1)))) == 12


def test_a_bot_with_which_something_is_wrong_is_not_admitted(tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text(
        "from referee_client import Bot\n"
        "class Lost(Bot):\n"
        "    def decide(self, view, question):\n"
        "        raise RuntimeError('lost')\n"
    )
    text = event_text("random", "random", f"{file}:Lost", more="check_bots = true\nduplicate = false\n")
    log = played_event(tmp_path / "event", text)
    assert list(log.state.withdrawn) == [2]
    assert log.state.withdrawn[2].by == "arena"
    assert "check-bot: " in log.state.withdrawn[2].reason
    assert log.state.admitted == (0, 1)
    assert {match.match.seating for match in log.state.matches.values()} <= {(0, 1), (1, 0)}


# --- edited logs ---


def test_an_edited_schedule_is_refused_with_its_place(tmp_path: Path) -> None:
    """Somebody rewrites the log with other pairings and with hashes that fit."""
    text = event_text(*["random"] * 4, more="rounds = 2\n")
    log = opened(tmp_path, text)
    LocalArena(log, tmp_path, 1, is_stopped=lambda: log.state.last_round == 2).run()
    log.close()
    _rewrite(tmp_path / "referee.db", log)
    changed = opened(tmp_path, text)
    before = changed.head
    with pytest.raises(ScheduleEdited, match=r"entry \d+ of the log was edited: table 1 of round 2 is E"):
        LocalArena(changed, tmp_path, 1).run()
    assert changed.head == before
    changed.close()


def _rewrite(database: Path, log: EventLog) -> None:
    """Turn the tables of the last round around, and hash the log again."""
    store = SqliteReader(database)
    rows = store.entries(EVENT)
    store.close()
    head, bodies = GENESIS, []
    for entry in log.entries:
        if isinstance(entry, RoundPaired) and entry.round == 2:
            turned = [Pairing(2, each.table, each.entrants[::-1]) for each in entry.pairings]
            bodies.append(encode_entry(RoundPaired(2, tuple(turned))))
        else:
            bodies.append(encode_entry(entry))
    with closing(sqlite3.connect(database)) as connection:
        for row, body in zip(rows, bodies, strict=True):
            head = link(head, body)
            connection.execute(
                "UPDATE entries SET body = CAST(? AS TEXT), hash = ? WHERE hash = ?", (body, head, row.hash)
            )
        connection.commit()
