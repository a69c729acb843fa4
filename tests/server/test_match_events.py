"""Match events: every event of a match is noted once, when it is durable, and no field can hold a secret."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from types import UnionType
from typing import Literal, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest
import structlog

from referee.audit import entries as audit
from referee.audit.entries import Award, Body, CaseOpened, CaseRuled, CaseWithdrawn, Stands
from referee.disputes.cases.case_actions import DisputeActions, FactPlace
from referee.kernel.refusals import Refusal
from referee.log.memory import MemoryStore
from referee.match.charters import new_charter
from referee.match.entropy import commitment_to
from referee.server import match_events as events
from referee.server.match_events import (
    MatchEvent,
    event_kinds,
    event_name,
    event_of_entry,
    log_event,
    refused_for,
)
from referee.server.matches import Matches
from referee.server.settings import Policy
from tests.match import toy
from tests.server.running import (
    FailingStore,
    Faults,
    matches_on,
    pass_time,
    play_on,
    take_seats,
)

CHARTER = toy.charter(2, "events", rounds="2")
RULE = next(iter(toy.settle(CHARTER).book.rules))
SECRET = "the-kraken-holds-the-key"
PAGE = Path(__file__).parents[2] / "referee" / "server" / "OPERATIONS.md"


class Noted(list[MatchEvent]):
    """Events that the server noted."""

    def __call__(self, event: MatchEvent) -> None:
        self.append(event)

    @property
    def names(self) -> list[str]:
        return [event_name(type(event)) for event in self]

    async def until(self, name: str) -> None:
        """Wait for an event; the server looks after its matches once a second."""
        async with asyncio.timeout(20):
            while name not in self.names:  # noqa: ASYNC110 - a test may poll
                await asyncio.sleep(0.05)


async def test_a_match_from_its_creation_to_its_end() -> None:
    noted = Noted()
    async with matches_on(MemoryStore(), note=noted) as matches:
        seats = await take_seats(matches, CHARTER)
        assert noted.names == ["match created", "seat taken", "seat taken", "match began"]
        assert [each.taken for each in noted if isinstance(each, events.JoinedEvent)] == [1, 2]
        before = len(noted)
        answers = await play_on(matches, seats, "x")
        assert answers > 3
        (ended,) = noted[before:]
        assert isinstance(ended, events.EndedEvent), "an accepted answer is no event"
        view = await matches.view((await seats.access(matches))[0])
        assert view.outcome is not None
        assert (ended.by, ended.ending, ended.winners) == ("rules", view.outcome.ending, view.outcome.winners)
    assert {(each.match, each.game) for each in noted} == {(seats.match, CHARTER.game)}


async def test_a_refusal_says_no_more_than_everyone_may_know() -> None:
    noted = Noted()
    async with matches_on(MemoryStore(), note=noted) as matches:
        seats = await take_seats(matches, CHARTER)
        noted.clear()
        seat, _ = await seats.access(matches)
        await matches.submit(seat, 1, (99,), "a")
        await matches.submit(seat, 1, (99,), "a")
        await matches.submit(seat, 7, (1,), "b")
        await matches.submit(seat, 1, (98,), "a")
    match, game = seats.match, CHARTER.game
    assert noted == [
        events.RefusedEvent(match, game, "invalid"),
        events.RefusedEvent(match, game, "not_now"),
    ], "neither a retry nor a reused key is noted"


@pytest.mark.parametrize("refusal", Refusal)
def test_everything_about_the_options_is_one_reason(refusal: Refusal) -> None:
    order = list(Refusal)
    is_about_options = order.index(refusal) >= order.index(Refusal.MALFORMED)
    is_about_the_key = refusal in (Refusal.BAD_REQUEST_ID, Refusal.REQUEST_ID_REUSED)
    assert (refused_for(refusal) == "invalid") == (is_about_options or is_about_the_key)


async def test_refusals_beyond_the_stored_ones_are_not_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client cannot fill the disk with the server's log."""
    from referee.server import submitting

    monkeypatch.setattr(submitting, "REJECTIONS_STORED", 3)
    noted = Noted()
    async with matches_on(MemoryStore(), note=noted) as matches:
        seat, _ = await (await take_seats(matches, CHARTER)).access(matches)
        for number in range(20):
            await matches.submit(seat, 1, (99,), f"k{number}")
    assert noted.names.count("answer refused") == 3


async def test_what_is_not_stored_is_not_noted() -> None:
    store, noted = FailingStore(), Noted()
    async with matches_on(store, note=noted) as matches:
        created = await matches.create(CHARTER)
        await matches.join(created.match_id, None, "one")
        noted.clear()
        store.fails = lambda records: True
        for call in (
            matches.create(CHARTER),
            matches.join(created.match_id, None, "two"),
            matches.cancel(await matches.authenticate(created.match_id, created.token), "no"),
        ):
            with pytest.raises(Exception, match="no room left"):
                await call
        assert set(noted.names) <= {"match recovered"}


async def test_a_clock_that_runs_out_is_noted_when_its_answer_is_stored() -> None:
    store, noted = FailingStore(), Noted()
    async with matches_on(store, note=noted) as matches:
        await take_seats(matches, CHARTER, Policy(seconds_per_decision=20))
        noted.clear()
        store.fails = bool
        await pass_time(30)
        await noted.until("match recovered")
        assert set(noted.names) == {"match recovered"}, "the answer was not stored"
        store.fails = lambda records: False
        await pass_time(30)
        await noted.until("decision timed out")


async def test_a_fault_in_the_rules_is_noted_once() -> None:
    store, noted = MemoryStore(), Noted()
    async with matches_on(store, faults=Faults(), note=noted) as matches:
        seats = await take_seats(matches, toy.charter(2, "fault", faulty_round="1"))
        access = await seats.access(matches)
        noted.clear()
        await matches.submit(access[0], 1, (1,), "k")
        for _ in range(2):
            await matches.submit(access[1], 1, (1,), "k")
        assert noted.names == ["answer refused", "match faulted"]
    noted.clear()
    async with matches_on(store, note=noted) as matches:
        await matches.describe(seats.match)
    assert noted.names == ["match loaded"]


async def test_a_match_that_does_not_run_again_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    store, noted = MemoryStore(), Noted()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER)
        await play_on(matches, seats, "x", 2)
    monkeypatch.setattr(toy, "FACES", toy.FACES[1:])
    async with matches_on(store, faults=Faults(), note=noted) as matches:
        await matches.describe(seats.match)
    assert noted.names == ["match cannot be loaded"]


async def test_officials_tokens_and_cancelling() -> None:
    noted = Noted()
    async with matches_on(MemoryStore(), note=noted) as matches:
        created = await matches.create(CHARTER, Policy(unrefereed=False))
        organiser = await matches.authenticate(created.match_id, created.token)
        judge = await matches.appoint(organiser, "head_judge", SECRET)
        access = await matches.authenticate(created.match_id, judge.token)
        await matches.view(access)
        await matches.revoke_official(organiser, judge.party, SECRET)
        await matches.rotate_token(organiser)
    match, game = created.match_id, CHARTER.game
    assert noted[1:] == [
        events.OfficialAppointedEvent(match, game, "head_judge", "organiser"),
        events.LookedEvent(match, game, "head_judge"),
        events.OfficialDismissedEvent(match, game, "head_judge", "organiser"),
        events.TokenReplacedEvent(match, game, "organiser"),
    ]


async def test_cancelled_by_its_organiser() -> None:
    noted = Noted()
    async with matches_on(MemoryStore(), note=noted) as matches:
        created = await matches.create(CHARTER)
        await matches.cancel(await matches.authenticate(created.match_id, created.token), SECRET)
    assert noted[1:] == [events.CancelledEvent(created.match_id, CHARTER.game, "arbiter")]


async def test_entropy_that_is_withheld() -> None:
    noted = Noted()
    async with matches_on(MemoryStore(), note=noted) as matches:
        created = await matches.create(CHARTER, Policy(seconds_to_reveal=5))
        await matches.join(created.match_id, 0, "one", "0" * 40, commitment_to(b"a" * 32))
        await matches.join(created.match_id, 1, "two")
        await pass_time(6)
        await noted.until("match began")
    assert noted.names[-2:] == ["entropy withheld", "match began"]


async def test_a_case_that_freezes_the_match() -> None:
    noted = Noted()
    async with matches_on(MemoryStore(), note=noted) as matches:
        seats = await take_seats(matches, CHARTER)
        session = await matches.sessions.get(seats.match)
        noted.clear()
        for body in (
            CaseOpened(1, "seat/1", 1, RULE, SECRET, freeze=True),
            CaseWithdrawn(1, "seat/1"),
            CaseOpened(2, "arbiter", 1, RULE, SECRET, freeze=False),
            CaseRuled(2, "upheld", SECRET, (RULE,), Stands(), precedent=False, cites=0),
        ):
            async with matches.auditing.step(session):
                await matches.auditing.write(session, body)
    match, game = seats.match, CHARTER.game
    assert noted == [
        events.CaseOpenedEvent(match, game, 1, "seat"),
        events.FrozenEvent(match, game),
        events.CaseWithdrawnEvent(match, game, 1),
        events.ResumedEvent(match, game),
        events.CaseOpenedEvent(match, game, 2, "arbiter"),
        events.CaseRuledEvent(match, game, 2, "arbiter", "upheld", "stands"),
    ]


async def test_a_ruling_that_ends_a_match() -> None:
    noted = Noted()
    matches = Matches(MemoryStore(), note=noted)
    try:
        created = await matches.create(new_charter("abyss", 2, seed="events"))
        joined = [await matches.join(created.match_id, None, name) for name in ("one", "two")]
        arbiter = await matches.authenticate(created.match_id, created.token)
        actions = DisputeActions(matches)
        place = FactPlace(fact=1)
        case = await actions.open_case(arbiter, place, "explore.offer", SECRET, False)
        await actions.rule(arbiter, case, "overturned", SECRET, ["explore.offer"], Award((1,)), False)
        await actions.appeal(arbiter, case, SECRET)
        assert joined[0].seat == 0
    finally:
        await matches.close()
    assert noted.names[-4:] == ["case opened", "case ruled on", "match ended", "ruling appealed"]
    (ended,) = [each for each in noted if isinstance(each, events.EndedEvent)]
    assert (ended.by, ended.ending, ended.winners) == ("ruling", "award", (1,))


# --- the closed list ---


def fields_of(kind: type[MatchEvent]) -> dict[str, object]:
    return {name: hint for name, hint in get_type_hints(kind).items() if not name.startswith("_")}


CLOSED = {int, bool, tuple[int, ...]}
IDENTIFIERS = {"match", "game", "parent", "successor", "ending"}
"""Fields with text: ids of matches, and names from the closed lists of the games."""


@pytest.mark.parametrize("kind", event_kinds())
def test_a_field_holds_a_number_or_a_word_of_a_closed_list(kind: type[MatchEvent]) -> None:
    for name, hint in fields_of(kind).items():
        if hint is str:
            assert name in IDENTIFIERS
        elif get_origin(hint) is not Literal:
            assert hint in CLOSED, name
    assert "seat" not in fields_of(kind), "no line tells seats apart"


def bodies() -> list[Body]:
    """Return an audit entry of every kind, with a secret in every text."""
    texts = {"who": "judge/1", "to": "seat/1", "by": "organiser", "role": "judge", "finding": "upheld"}
    found: list[Body] = []
    for kind in get_args(audit.Body):
        values: dict[str, object] = {}
        for field in msgspec.structs.fields(kind):
            hint = field.type
            base = get_args(hint)[0] if hasattr(hint, "__metadata__") else hint
            if field.name in texts:
                values[field.name] = texts[field.name]
            elif base is str:
                values[field.name] = SECRET
            elif base is bool:
                values[field.name] = True
            elif base is int:
                values[field.name] = 987654
            elif get_origin(base) in (Union, UnionType):
                values[field.name] = Stands()
            elif get_origin(base) is dict:
                values[field.name] = {SECRET: SECRET}
            elif base == tuple[str, ...]:
                values[field.name] = (SECRET,)
            elif get_origin(base) is tuple:
                values[field.name] = (0, 1)
            else:
                values[field.name] = msgspec.Raw(json.dumps(SECRET).encode())
        found.append(kind(**values))
    return found


@pytest.mark.parametrize("body", bodies(), ids=lambda body: type(body).__name__)
def test_no_text_of_an_audit_entry_is_logged(body: Body) -> None:
    event = event_of_entry("m-1", "toy", body)
    if isinstance(body, audit.ForkedFrom | audit.FreezeEnded | audit.MatchResumed | audit.AnswerSealed):
        assert event is None
    elif isinstance(body, audit.Superseded):
        assert isinstance(event, events.SupersededEvent)
    else:
        assert event is not None
        assert SECRET not in repr(event)
        numbers = {name: value for name, value in msgspec.structs.asdict(event).items() if value == 987654}
        assert set(numbers) <= {"case", "seconds", "needed"}, (
            "neither facts nor entries are counted for the log"
        )


def test_a_line_has_the_fields_of_its_event() -> None:
    with structlog.testing.capture_logs() as lines:
        log_event(events.JoinedEvent("m-1", "abyss", 2, 4))
        log_event(events.FaultedEvent("m-1", "abyss"))
    assert lines == [
        {"event": "seat taken", "log_level": "info", "match": "m-1", "game": "abyss", "taken": 2, "seats": 4},
        {"event": "match faulted", "log_level": "error", "match": "m-1", "game": "abyss"},
    ]


def test_the_page_lists_every_event_with_its_fields() -> None:
    _, page, _ = re.split(r"^## (?:The log|Metrics)$", PAGE.read_text("utf-8"), flags=re.MULTILINE)
    rows = re.findall(r"^\| `([^`]+)` \| ([^|]*) \|", page, re.MULTILINE)
    listed = {name: re.findall(r"`(\w+)`", fields) for name, fields in rows}
    assert listed == {
        event_name(kind): [name for name in fields_of(kind) if name not in ("match", "game")]
        for kind in event_kinds()
    }
