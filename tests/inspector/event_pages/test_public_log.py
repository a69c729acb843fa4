"""Nobody learns from the pages of an event what is dealt in matches that are still to be played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, get_args
from unittest.mock import patch

import msgspec
import pytest

from referee.arena.admission import ARENA
from referee.arena.event_entries import (
    AttemptFailed,
    EntrantWithdrawn,
    EventFinished,
    EventPaused,
    LoggedEntry,
    PenaltyGiven,
    ResultCorrected,
    ResultDisputed,
    ResultRecorded,
)
from referee.arena.event_luck import deal_seed
from referee.arena.event_record import read_event
from referee.arena.event_state import MatchProgress, fold_event
from referee.arena.match_results import MatchResult, SeatResult, lost_by_ruling
from referee.inspector.event_pages import public_log
from referee.inspector.event_pages.event_app import SECTIONS
from referee.inspector.event_pages.public_log import HIDDEN, PUBLIC, public_event
from tests.inspector.event_pages.shown_events import (
    DATABASE,
    NAMES,
    SEED,
    app_of,
    entries_in,
    until_result,
    write_event,
)
from tests.inspector.requests import get

OPEN = 3
"""After three results, the second deal has been played in one of its two seatings."""
WORLDS, MANY_WORLDS = 2, 40

SAID = "I hold the 5 of crabs"
"""What bots and the machine say when they fail."""


def other_result(entry: ResultRecorded, random: Random) -> ResultRecorded:
    """Return another result of a match: everything that players can see only in it is different."""
    places = [1, 2]
    random.shuffle(places)
    seats = tuple(
        [
            SeatResult(place, place == 1, random.randrange(100), random.choice(["crew", "hybrid"]))
            for place in places
        ]
    )
    faults = random.choice([(), ("", f"{SAID} {random.random()}"), (SAID, "")])
    head = random.randbytes(32).hex()
    return msgspec.structs.replace(
        entry, result=MatchResult(str(random.random()), seats), head=head, faults=faults
    )


def other_world(entries: Sequence[LoggedEntry], random: Random) -> list[LoggedEntry]:
    """Return the log of a world that differs in what is not public: open results and words of bots and the machine."""
    state = fold_event(entries)
    open_deals = {each.match.deal for each in state.unplayed()}
    changed: list[LoggedEntry] = []
    for entry in entries:
        match entry:
            case ResultRecorded() if state.matches[entry.match].match.deal in open_deals:
                changed.append(other_result(entry, random))
            case ResultCorrected() if state.matches[entry.match].match.deal in open_deals:
                swapped = tuple(reversed(entry.seats))
                changed.append(msgspec.structs.replace(entry, seats=swapped, reason=str(random.random())))
            case PenaltyGiven(correction=ResultCorrected(match=match)):
                if (played := state.matches[match]).match.deal in open_deals:
                    changed.append(lost_by(random.randrange(2), played, str(random.random())))
                else:
                    changed.append(entry)
            case ResultDisputed():
                changed.append(msgspec.structs.replace(entry, reason=str(random.random())))
            case AttemptFailed() | EventPaused(by="arena") | EntrantWithdrawn(by="arena"):
                changed.append(msgspec.structs.replace(entry, reason=f"{SAID} {random.random()}"))
            case _:
                changed.append(entry)
    return changed


def lost_by(seat: int, played: MatchProgress, reason: str) -> PenaltyGiven:
    """Return the penalty by which the entrant in a seat loses a match."""
    assert played.recorded is not None
    return PenaltyGiven(
        by="judge",
        reason=reason,
        entrant=played.match.seating[seat],
        penalty="loss_of_match",
        match=played.match.id,
        seats=lost_by_ruling(played.recorded.result, [seat]),
    )


def with_trouble(entries: Sequence[LoggedEntry]) -> list[LoggedEntry]:
    """Return a log in which everything has happened that must be hidden: a failed attempt, a correction, a pause."""
    state = fold_event(entries)
    running = state.unplayed()[0].match
    (played,) = [
        each
        for each in state.matches.values()
        if each.match.deal == running.deal and each.recorded is not None
    ]
    assert played.recorded is not None
    return [
        *entries,
        AttemptFailed(running.id, 1, SAID),
        ResultCorrected(by="judge", reason=SAID, match=played.match.id, seats=played.recorded.result.seats),
        ResultDisputed(by="Alder", reason=SAID, match=played.match.id),
        lost_by(0, played, SAID),
        EntrantWithdrawn(by=ARENA, reason=f"check-bot: {SAID}", entrant=3),
        EventPaused(by=ARENA, reason=f"E1 has failed 3 times: {SAID}"),
    ]


def addresses(entries: Sequence[LoggedEntry]) -> list[str]:
    """Return everything that a browser can ask for."""
    state = fold_event(entries)
    matches = [f"/match/{name}" for name in state.matches]
    parts = [
        f"/api/{what}/{name}?as=open&from=1"
        for what in ("summary", "facts", "tables")
        for name in state.matches
    ]
    sections = [f"/api/event/{name}" for name in SECTIONS]
    rounds = [f"/api/event/round?of={number}" for number in range(1, 4)]
    entrants = [f"/api/event/entrant?of={name.replace('+', '%2B').replace(' ', '%20')}" for name in NAMES]
    return ["/", *sections, *rounds, *entrants, *matches, *parts]


def bytes_of(folder: Path, asked: Sequence[str]) -> dict[str, tuple[int, bytes]]:
    """Return every answer of the application."""
    app = app_of(folder)
    return {address: (found.status, found.body) for address in asked for found in [get(app, address)]}


def test_every_kind_of_entry_is_declared() -> None:
    """An entry that is not declared is not shown, so a new kind needs a decision."""
    assert set(get_args(LoggedEntry)) == set(PUBLIC) | HIDDEN
    assert not HIDDEN & set(PUBLIC)


def test_an_entry_that_is_not_declared_is_not_shown(cup: Path) -> None:
    entries = entries_in(cup)
    without = {kind: shown for kind, shown in PUBLIC.items() if kind is not EventFinished}
    with patch.object(public_log, "PUBLIC", without):
        assert public_event(entries, range(len(entries))).state.finished is None


@pytest.fixture
def worlds(cup: Path, tmp_path: Path, seed: str) -> tuple[Path, list[Path]]:
    """Yield an event with an open deal, and others that differ in what is not public."""
    entries = with_trouble(until_result(entries_in(cup), OPEN))
    random = Random(seed)
    one = write_event(tmp_path / "one", entries, cup)
    return (
        one,
        [
            write_event(tmp_path / f"other {number}", other_world(entries, random), cup)
            for number in range(WORLDS)
        ],
    )


def differing(one: Path, others: Sequence[Path]) -> set[str]:
    """Return the addresses whose bytes differ between worlds."""
    asked = addresses(entries_in(one))
    ours = bytes_of(one, asked)
    return {
        address
        for other in others
        for address, found in bytes_of(other, asked).items()
        if found != ours[address]
    }


def test_worlds_that_differ_in_open_deals_give_the_same_bytes(worlds: tuple[Path, list[Path]]) -> None:
    one, others = worlds
    assert differing(one, others) == set()
    with patch.object(public_log, "_open_deals", deals_without_any_result):
        assert differing(one, others) != set()


def told(entries: Sequence[LoggedEntry]) -> bytes:
    """Return all that the pages follow from."""
    return msgspec.json.encode(public_event(entries, range(len(entries))).entries)


def test_many_worlds_have_the_same_public_log(cup: Path, seed: str) -> None:
    random, whole = Random(seed), entries_in(cup)
    numbers = [number for number in range(1, 12) if fold_event(until_result(whole, number)).unplayed()]
    for _ in range(MANY_WORLDS):
        entries = until_result(whole, random.choice(numbers))
        if any([each.result for each in fold_event(entries).matches.values() if is_open(each, entries)]):
            entries = with_trouble(entries)
        assert told(other_world(entries, random)) == told(entries)


def is_open(each: MatchProgress, entries: Sequence[LoggedEntry]) -> bool:
    return each.match.deal == fold_event(entries).unplayed()[0].match.deal


def no_open_deals(_: Any) -> frozenset[str]:
    return frozenset()


def deals_without_any_result(state: Any) -> frozenset[str]:
    """Return the deals that nobody has finished: a result is shown as soon as one seating is over."""
    over = {each.match.deal for each in state.matches.values() if each.result is not None}
    return frozenset([each.match.deal for each in state.matches.values()]) - over


def as_it_is(entry: Any) -> Any:
    return entry


LEAKS: dict[str, Callable[[], Any]] = {
    "no deal is open": lambda: patch.object(public_log, "_open_deals", no_open_deals),
    "a deal is over after one seating": lambda: patch.object(
        public_log, "_open_deals", deals_without_any_result
    ),
    "why an attempt failed": lambda: patch.dict(PUBLIC, {AttemptFailed: as_it_is}),
    "what a check has found": lambda: patch.dict(PUBLIC, {EntrantWithdrawn: as_it_is}),
    "why the arena paused": lambda: patch.dict(PUBLIC, {EventPaused: as_it_is}),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(leak: str, cup: Path, seed: str) -> None:
    entries, random = with_trouble(until_result(entries_in(cup), OPEN)), Random(seed)
    with LEAKS[leak]():
        assert any([told(other_world(entries, random)) != told(entries) for _ in range(5)])


def test_words_of_bots_are_never_shown(cup: Path, tmp_path: Path, seed: str) -> None:
    """Also not when the event is over; that a bot failed is shown."""
    random = Random(seed)
    entries = [
        msgspec.structs.replace(entry, faults=(f"{SAID} {random.random()}", ""))
        if isinstance(entry, ResultRecorded)
        else entry
        for entry in entries_in(cup)
    ]
    folder = write_event(tmp_path / "faults", entries, cup)
    answers = bytes_of(folder, addresses(entries))
    assert [address for address, (_, body) in answers.items() if SAID.encode() in body] == []
    assert b'"has_failed":true' in answers["/api/event/round?of=1"][1]
    with patch.dict(PUBLIC, {ResultRecorded: as_it_is}):
        planted = public_event(entries, range(len(entries)))
    assert SAID in str(planted.state.matches)


def test_no_seed_is_shown_before_the_event_is_over(cup: Path, tmp_path: Path) -> None:
    entries = until_result(entries_in(cup), OPEN)
    folder = write_event(tmp_path / "running", entries, cup)
    record = read_event(folder / DATABASE)
    record.close()
    state = fold_event(entries)
    open_seeds = [deal_seed(record.seed, each.match.deal).hex() for each in state.unplayed()]
    hidden = [SEED, record.secret.hex(), record.seed.hex(), *open_seeds]
    answers = bytes_of(folder, addresses(entries))
    assert [
        (address, word) for address, (_, body) in answers.items() for word in hidden if word.encode() in body
    ] == []
    # The seed of a deal that is over is a part of its match.
    over = next(iter(state.matches.values())).match
    assert (
        deal_seed(record.seed, over.deal).hex().encode()
        in answers[f"/api/summary/{over.id}?as=open&from=1"][1]
    )
    # And the arena's part is a part of an event that is over.
    assert record.secret.hex().encode() in get(app_of(cup), "/api/event/luck").body


def test_the_match_of_an_open_deal_cannot_be_opened(cup: Path, tmp_path: Path) -> None:
    entries = until_result(entries_in(cup), OPEN)
    folder = write_event(tmp_path / "running", entries, cup)
    app, state = app_of(folder), fold_event(entries)
    deal = state.unplayed()[0].match.deal
    played, unplayed = [each.match.id for each in state.matches.values() if each.match.deal == deal]
    for match in (played, unplayed):
        refused = get(app, f"/api/facts/{match}?as=open&from=1")
        assert refused.status == 422
        assert "when its deal has been played in all seatings" in refused.json["error"]["message"]
    again = write_event(tmp_path / "over", until_result(entries_in(cup), OPEN + 1), cup)
    assert get(app_of(again), f"/api/facts/{played}?as=open&from=1").status == 200


def test_a_result_given_to_a_match_that_may_be_played_keeps_its_deal_open(cup: Path) -> None:
    entries = until_result(entries_in(cup), OPEN)
    running = fold_event(entries).unplayed()[0].match
    seats = (SeatResult(1, True, kind="ruling"), SeatResult(2, False, kind="ruling"))
    entries.append(ResultCorrected(by="judge", reason="no-show", match=running.id, seats=seats))
    public = public_event(entries, range(len(entries)))
    assert running.deal in public.open_deals
    assert public.withheld == 1
    assert public.state.matches[running.id].result is None
