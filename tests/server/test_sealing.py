"""Sealed answers: durable before the adjournment, played at the resumption, and noticed by nobody in between."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from referee.audit import public_head
from referee.audit.chain import read_own
from referee.audit.entries import AnswerSealed, Body, MatchPaused, MatchResumed
from referee.audit.problems import CaseError, CaseProblem
from referee.audit.seals import seal_commitment
from referee.kernel.refusals import Refusal, Refused
from referee.log.memory import MemoryStore
from referee.server import auditing, match_events
from referee.server.access import Access
from referee.server.errors import NotAllowed
from referee.server.match_events import MatchEvent
from referee.server.matches import Matches
from referee.server.retries import RequestTag
from referee.server.session import Session
from referee.wire.standing_messages import standing_message
from tests.match import toy
from tests.server.running import Seats, matches_on, play_on, settle_down, shape_of, take_seats
from tests.server.test_pausing import CLOCKED, arbiter_of, audit

CHARTER = toy.talking(3, "sealing", rounds="3")


async def asked(matches: Matches, access: Access) -> int:
    question = (await matches.view(access)).question
    assert question is not None
    return question.number


async def seal(
    matches: Matches, access: Access, answer: tuple[int, ...] = (1,), **more: Any
) -> Refused | None:
    return await matches.seal_answer(access, await asked(matches, access), answer, **more)


async def adjourn(matches: Matches, seats: Seats) -> None:
    await matches.request_pause(await arbiter_of(matches, seats), "adjourn", "The hall closes.")


async def resume(matches: Matches, seats: Seats) -> None:
    await matches.request_pause(await arbiter_of(matches, seats), "resume", "Good morning.")


async def entries(matches: Matches, seats: Seats) -> list[Any]:
    session = await matches.sessions.get(seats.match)
    return list(await matches.auditing.entries(session))


async def test_a_sealed_answer_is_played_when_the_match_is_resumed() -> None:
    """The server restarts after every step."""
    store = MemoryStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER, CLOCKED)
        (one, *_) = await seats.access(matches)
        assert await seal(matches, one, (0,)) is None
        assert await seal(matches, one, (2,)) is None, "the last one counts"
    async with matches_on(store) as matches:
        await adjourn(matches, seats)
        (one, two, _) = await seats.access(matches)
        assert await seal(matches, two) == Refused(Refusal.MATCH_PAUSED), "before, and not during"
        assert len(await entries(matches, seats)) == 2
    async with matches_on(store) as matches:
        assert len(await entries(matches, seats)) == 2
        assert (await matches.describe(seats.match)).state == "paused"
    async with matches_on(store) as matches:
        await resume(matches, seats)
        await settle_down()
        assert len(await entries(matches, seats)) == 3
        (one, *_) = await seats.access(matches)
        assert (await matches.submit(one, 1, (0,), "k")).refused is not None, "it has answered"
    async with matches_on(store) as matches:
        await play_on(matches, seats, "sealing")
        (one, *_) = await seats.access(matches)
        assert (await matches.records.verify(one)).ok
    written = audit(store, seats.match)
    opened = [body.opened for body in written if isinstance(body, MatchResumed)]
    assert [(each.seat, each.question) for each in opened[0]] == [(0, 1)]
    sealed = [body for body in written if isinstance(body, AnswerSealed)]
    assert len({body.commitment for body in sealed}) == 2


async def test_an_answer_is_played_after_a_crash_between_the_resumption_and_the_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER)
        (one, two, three) = await seats.access(matches)
        for access in (one, three):
            await seal(matches, access)
        await adjourn(matches, seats)
        with monkeypatch.context() as crashed:
            crashed.setattr(type(matches.writer), "play_opened", lambda self, session: None)
            await resume(matches, seats)
        assert len(await entries(matches, seats)) == 2
    async with matches_on(store) as matches:
        await matches.view(await arbiter_of(matches, seats))
        await settle_down()
        assert len(await entries(matches, seats)) == 4, "both are played when the match is loaded"
        assert (await matches.view(two)).question is not None


async def test_a_seat_that_has_answered_has_sealed_nothing() -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER)
        (one, *_) = await seats.access(matches)
        await seal(matches, one)
        await matches.submit(one, 1, (0,), "k")
        await adjourn(matches, seats)
        await resume(matches, seats)
        session = await matches.sessions.get(seats.match)
        assert session.audit_log.state.opened_answers == ()
        assert session.audit_log.state.sealed == {}
        await play_on(matches, seats, "x", 3)


async def test_a_pause_opens_nothing() -> None:
    async with matches_on(MemoryStore()) as matches:
        seats = await take_seats(matches, CHARTER)
        (one, *_) = await seats.access(matches)
        await seal(matches, one)
        arbiter = await arbiter_of(matches, seats)
        await matches.request_pause(arbiter, "pause", "Rain.")
        await resume(matches, seats)
        assert len(await entries(matches, seats)) == 2
        await adjourn(matches, seats)
        await resume(matches, seats)
        await settle_down()
        assert len(await entries(matches, seats)) == 3


async def test_all_seats_adjourn_by_consent() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER)
        access = await seats.access(matches)
        await matches.request_pause(access[0], "adjourn", "Dinner.")
        for other in access[1:]:
            await matches.answer_pause(other, "adjourn", consents=True)
        state = (await matches.sessions.get(seats.match)).audit_log.state
        assert state.pause is not None
        assert (state.pause.by, state.pause.is_adjourned) == ("seats", True)
        assert standing_message((await matches.sessions.get(seats.match)).standing).pause.is_adjourned
    assert isinstance(audit(store, seats.match)[-1], MatchPaused)


async def test_what_is_refused_and_changes_nothing() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER)
        (one, *_) = await seats.access(matches)
        assert (
            await seal(matches, one, (99,)) or Refused(Refusal.MATCH_OVER)
        ).refusal is not Refusal.MATCH_OVER
        stale = await matches.seal_answer(one, 7, (0,))
        assert stale is not None
        with pytest.raises(NotAllowed):
            await matches.seal_answer(await arbiter_of(matches, seats), 1, (0,))
        assert audit(store, seats.match) == []
        tag = RequestTag(one.party, "mine", "f" * 64)
        for _ in range(2):
            assert await seal(matches, one, request=tag) is None
        assert len(audit(store, seats.match)) == 1, "a repeated request counts once"
        for _ in range(63):
            await seal(matches, one)
        with pytest.raises(CaseError) as refused:
            await seal(matches, one)
        assert refused.value.problem is CaseProblem.TOO_MANY_SEALS


# --- two worlds: in one a seat seals its answer, in the other it does not ---


async def told(monkeypatch: pytest.MonkeyPatch, *, seals: bool) -> list[str]:
    """Return everything that others, the log and the public records are told up to the resumption."""
    noted: list[MatchEvent] = []
    woken: list[str] = []
    give = Session.publish_standing

    def published(self: Session) -> None:
        woken.append(str(standing_message(self.standing)))
        give(self)

    monkeypatch.setattr(Session, "publish_standing", published)
    async with matches_on(MemoryStore(), note=noted.append) as matches:
        seats = await take_seats(matches, CHARTER)
        access = await seats.access(matches)
        if seals:
            await seal(matches, access[1], (2,))
        await matches.request_pause(access[0], "adjourn", "Dinner.")
        for other in access[1:]:
            await matches.answer_pause(other, "adjourn", consents=True)
        found = [str(shape_of(frame)) for viewer in access for frame in await matches.frames(viewer)]
        views = [await matches.view(viewer) for viewer in access]
        found += [str((view.number, view.waiting_for, view.question)) for view in views]
        session = await matches.sessions.get(seats.match)
        found += [str(session.audit_log.public), str(await matches.check(access[1], 1, (2,)))]
        about = session.description
        found += [str((about.state, about.names, about.officials)), str(standing_message(about.standing))]
        found += [type(event).__name__ + str(event).replace(seats.match, "") for event in noted]
    stamps = [line.split("pause_time")[0] for line in [*found, *woken]]
    return [line.replace(seats.match, "").split("Pause(at=")[0] for line in stamps]


def standing_is_pushed(monkeypatch: pytest.MonkeyPatch) -> None:
    take = Session.take_audit_log
    monkeypatch.setattr(
        Session, "take_audit_log", lambda self, audit_log, is_quiet=False: take(self, audit_log)
    )


def receipts_cover_it(monkeypatch: pytest.MonkeyPatch) -> None:
    part = public_head.public_part

    def leaking(body: Body) -> dict[str, Any] | None:
        return {"seat": body.seat} if isinstance(body, AnswerSealed) else part(body)

    monkeypatch.setattr(public_head, "public_part", leaking)


def log_tells_it(monkeypatch: pytest.MonkeyPatch) -> None:
    event_of = match_events.event_of_entry

    def leaking(match: str, game: str, body: Body, *, is_correction: bool = False) -> MatchEvent | None:
        if isinstance(body, AnswerSealed):
            return match_events.UndoProposedEvent(match, game)
        return event_of(match, game, body, is_correction=is_correction)

    monkeypatch.setattr(auditing, "event_of_entry", leaking)


async def test_nobody_is_told_that_an_answer_was_sealed(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as one:
        sealed = await told(one, seals=True)
    with monkeypatch.context() as other:
        assert sealed == await told(other, seals=False)


@pytest.mark.parametrize("leak", [standing_is_pushed, receipts_cover_it, log_tells_it])
async def test_a_planted_leak_is_seen(
    monkeypatch: pytest.MonkeyPatch, leak: Callable[[pytest.MonkeyPatch], None]
) -> None:
    leak(monkeypatch)
    with monkeypatch.context() as one:
        sealed = await told(one, seals=True)
    with monkeypatch.context() as other:
        assert sealed != await told(other, seals=False)


async def test_the_commitment_hides_the_answer_and_the_answer_is_not_in_the_audit_log() -> None:
    store = MemoryStore()
    async with matches_on(store) as matches:
        seats = await take_seats(matches, CHARTER)
        (one, *_) = await seats.access(matches)
        await seal(matches, one, (2,))
        (record,) = store.audit(seats.match)
        body = read_own(record.note.decode()).body
        assert isinstance(body, AnswerSealed)
        assert set(body.__struct_fields__) == {"seat", "question", "commitment"}
        match = (await matches.sessions.get(seats.match)).match
        assert match is not None
        guesses = [seal_commitment("0" * 64, 1, (option,)) for option in match.questions[0].ask.options]
        assert body.commitment not in guesses, "salted"
