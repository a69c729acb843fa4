"""Officials: appointing and dismissing judges, replacing tokens, and cancelling a match before it begins."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

from referee.audit.audit_log import AuditLog
from referee.audit.chain import read_own
from referee.audit.entries import (
    Body,
    CaseOpened,
    CaseRuled,
    Looked,
    MatchCancelled,
    OfficialAppointed,
    OfficialRole,
    RecordOpened,
    Rewind,
    TokenRevoked,
    TokenRotated,
)
from referee.audit.problems import CaseError
from referee.kernel.facts import OPEN_TABLE, SPECTATOR
from referee.log.memory import MemoryStore
from referee.log.records import AuditAppended
from referee.log.store import StoreFull
from referee.server.access import Access, NoAccess, new_token
from referee.server.access_control import AccessControl
from referee.server.api_keys import ApiKey, ApiKeys, KeyRole
from referee.server.auditing import ForkPlan
from referee.server.errors import BadToken, MayNotSit, NotAllowed, NotOpenYet, SeatNotFree, WrongInvite
from referee.server.matches import Matches
from referee.server.quotas import Caller
from referee.server.results import Appointed, Created
from referee.server.settings import Policy
from referee.server.subscriptions import Close
from tests.match import toy
from tests.server.running import FailingStore, Seats, answer_to, matches_on, play_on, settle_down

CHARTER = toy.charter(3, "officials", rounds="2")
RULE = next(iter(toy.settle(CHARTER).book.rules))
REFEREED = Policy(unrefereed=False)


def caller_with(key_id: str, role: KeyRole = "organiser") -> Caller:
    return Caller("192.0.2.7", ApiKey(key_id, "0" * 64, role, "Ada", 1))


ADA, GRACE, OPERATOR = (
    caller_with("k22222"),
    caller_with("k33333", "judge"),
    caller_with("k99999", "operator"),
)


class KnownKeys(ApiKeys):
    """The keys of the callers above, without a file."""

    def __init__(self) -> None:
        super().__init__(None)
        head = caller_with("k44444", "head_judge")
        self._keys = {caller.key_id: caller.key for caller in (ADA, GRACE, OPERATOR, head) if caller.key}


def audit(store: MemoryStore, match_id: str) -> list[Body]:
    return [read_own(record.note.decode()).body for record in store.audit(match_id)]


async def organiser(matches: Matches, created: Created) -> Access:
    return await matches.authenticate(created.match_id, created.token)


async def appointed(
    matches: Matches, created: Created, role: OfficialRole = "judge", name: str = "Grace"
) -> tuple[Appointed, Access]:
    """Appoint an official with a token."""
    official = await matches.appoint(await organiser(matches, created), role, name)
    return official, await matches.authenticate(created.match_id, official.token)


async def all_seated(matches: Matches, created: Created) -> Seats:
    joined = [await matches.join(created.match_id, None, f"player {seat}") for seat in range(CHARTER.seats)]
    return Seats(created.match_id, created.token, [each.token for each in joined])


# --- who sees what ---


async def test_the_creator_of_a_refereed_match_sees_no_hidden_information() -> None:
    """Organiser: sees what spectators see, and gets the record when the match is over, on record."""
    store = FailingStore()
    async with matches_on(store) as matches:
        created = await matches.create(CHARTER, REFEREED)
        assert created.role == "organiser"
        access = await organiser(matches, created)
        assert (access.viewer, access.party) == (SPECTATOR, "organiser")
        seats = await all_seated(matches, created)
        await matches.view(access)
        with pytest.raises(NotOpenYet):
            await matches.records.replay(access)
        with pytest.raises(NotOpenYet):
            await matches.records.verify(access)
        assert audit(store, created.match_id) == []
        await play_on(matches, seats, "organiser")
        assert await matches.records.replay(access)
        assert audit(store, created.match_id) == [RecordOpened("organiser")]


async def test_an_unrefereed_match_says_so_and_its_creator_sees_everything() -> None:
    """As before: the creator is the arbiter. All matches recorded before there was a choice are unrefereed."""
    async with matches_on(FailingStore()) as matches:
        created = await matches.create(CHARTER)
        assert created.role == "arbiter"
        assert (await organiser(matches, created)).viewer == OPEN_TABLE
        assert (await matches.describe(created.match_id)).unrefereed
        with pytest.raises(NotAllowed, match="this match is unrefereed"):
            await matches.appoint(await organiser(matches, created), "judge", "Grace")
        refereed = await matches.create(CHARTER, REFEREED)
        assert not (await matches.describe(refereed.match_id)).policy.unrefereed
    assert msgspec.json.decode(b"{}", type=Policy).unrefereed


async def test_a_judge_looks_on_record_and_everyone_sees_how_often_at_once() -> None:
    store = FailingStore()
    async with matches_on(store) as matches:
        created = await matches.create(CHARTER, REFEREED)
        judge, access = await appointed(matches, created)
        _, head = await appointed(matches, created, "head_judge", "Ada")
        assert (access.viewer, access.party, judge.party) == (OPEN_TABLE, "judge/1", "judge/1")
        seats = await all_seated(matches, created)
        seat = (await seats.access(matches))[0]
        reader = await matches.subscribe(seat, 0, lambda: None)
        await matches.view(access)
        await matches.view(head)
        await matches.view(head)
        assert audit(store, created.match_id)[2:] == [
            Looked("judge/1", "view"),
            Looked("head_judge/2", "view"),
            Looked("head_judge/2", "view"),
        ]
        standing = reader.take_standing()
        assert standing is not None
        assert standing.looks == {"judge": 1, "head_judge": 2}
        found = (await matches.describe(created.match_id)).officials
        assert [tuple(each) for each in found] == [
            ("judge/1", "judge", "Grace"),
            ("head_judge/2", "head_judge", "Ada"),
        ]


# --- appointing ---


async def test_an_appointment_is_signed_stored_hashed_and_survives_a_restart() -> None:
    store = FailingStore()
    async with matches_on(store) as matches:
        created = await matches.create(CHARTER, REFEREED)
        official, _ = await appointed(matches, created)
    assert audit(store, created.match_id) == [OfficialAppointed(1, "judge", "Grace", "", "organiser")]
    assert official.token not in repr(store.seats(created.match_id))
    async with matches_on(store) as matches:
        access = await matches.authenticate(created.match_id, official.token)
        assert access == Access(created.match_id, "judge", official=1)
        await matches.view(access)


async def test_only_the_organiser_or_an_operator_appoints() -> None:
    async with matches_on(FailingStore()) as matches:
        created = await matches.create(CHARTER, REFEREED, ADA)
        _, judge = await appointed(matches, created)
        joined = await matches.join(created.match_id, None, "player")
        for token in (joined.token, ""):
            access = await matches.authenticate(created.match_id, token)
            with pytest.raises(NotAllowed, match="only the organiser"):
                await matches.appoint(access, "judge", "Eve")
        with pytest.raises(NotAllowed, match="only the organiser"):
            await matches.appoint(judge, "judge", "Eve")
        by_key = await matches.authenticate(created.match_id, "", ADA)
        by_operator = await matches.authenticate(created.match_id, "", OPERATOR)
        assert (by_key.role, by_operator.role) == ("organiser", "operator")
        assert (await matches.appoint(by_key, "judge", "Joan")).official == 2
        assert (await matches.appoint(by_operator, "head_judge", "Karen")).party == "head_judge/3"
        with pytest.raises(CaseError, match="A name is printable text"):
            await matches.appoint(by_key, "judge", "\x1b[2J")
        stranger = await matches.authenticate(created.match_id, "", GRACE)
        assert stranger.role == "spectator"


async def test_an_official_may_be_appointed_by_the_id_of_a_key() -> None:
    """The organiser never has the credential of such a judge."""
    store = FailingStore()
    async with matches_on(store) as matches:
        matches.access = AccessControl("keys", KnownKeys())
        created = await matches.create(CHARTER, REFEREED, ADA)
        access = await organiser(matches, created)
        official = await matches.appoint(access, "judge", "Grace", key_id="k33333")
        assert (official.party, official.token) == ("judge/1", "")
        judge = await matches.authenticate(created.match_id, "", GRACE)
        assert (judge.role, judge.party) == ("judge", "judge/1")
        await matches.view(judge)
        for key_id, role, told in (
            ("k33333", "head_judge", "needs the API key of a head judge"),
            ("k22222", "judge", "no valid API key of an official"),
            ("k00000", "judge", "no valid API key of an official"),
        ):
            with pytest.raises(NotAllowed, match=told):
                await matches.appoint(access, role, "Grace", key_id=key_id)  # type: ignore[arg-type]
        with pytest.raises(CaseError, match="is an official of this match already"):
            await matches.appoint(access, "judge", "Grace", key_id="k33333")
        await matches.revoke_official(access, "judge/1", "ill")
        with pytest.raises(NoAccess):
            await matches.view(judge)
        assert (await matches.authenticate(created.match_id, "", GRACE)).role == "spectator"


async def test_what_could_not_be_stored_did_not_happen() -> None:
    store = FailingStore()
    async with matches_on(store) as matches:
        created = await matches.create(CHARTER, REFEREED)
        access = await organiser(matches, created)
        before = list((await matches.sessions.get(created.match_id)).tokens)
        store.fails = lambda records: any([isinstance(each, AuditAppended) for each in records])
        with pytest.raises(StoreFull):
            await matches.appoint(access, "judge", "Grace")
        with pytest.raises(StoreFull):
            await matches.rotate_token(access)
        with pytest.raises(StoreFull):
            await matches.cancel(access, "rain")
        store.fails = lambda records: False
        session = await matches.sessions.get(created.match_id)
        assert list(session.tokens) == before
        assert session.officials_in_office == []
        assert (session.state, session.is_stopped) == ("waiting", False)
        await all_seated(matches, created)
        assert session.state == "running"


# --- no seat for an official ---


async def test_an_official_cannot_take_a_seat() -> None:
    async with matches_on(FailingStore()) as matches:
        matches.access = AccessControl("keys", KnownKeys())
        created = await matches.create(CHARTER, REFEREED, ADA)
        access = await organiser(matches, created)
        match = created.match_id
        await matches.join(match, None, "Ada, before she has a judge's token", caller=ADA)
        await matches.appoint(access, "judge", "Grace", key_id="k33333")
        with pytest.raises(MayNotSit, match="an official of this match cannot take a seat in it"):
            await matches.join(match, None, "Grace", caller=GRACE)
        token = (await matches.appoint(access, "judge", "Joan")).token
        with pytest.raises(MayNotSit):
            await matches.join(match, None, "Joan", token)
        with pytest.raises(MayNotSit):
            await matches.join(match, None, "Ada, who was given a judge's token", caller=ADA)
        with pytest.raises(SeatNotFree):
            await matches.join(match, None, "Ada", created.token)
        await matches.join(match, None, "somebody else", caller=caller_with("k77777"))


async def test_a_player_cannot_become_an_official() -> None:
    async with matches_on(FailingStore()) as matches:
        matches.access = AccessControl("keys", KnownKeys())
        created = await matches.create(CHARTER, REFEREED, ADA)
        await matches.join(created.match_id, None, "Grace", caller=GRACE)
        with pytest.raises(NotAllowed, match="has a seat in this match"):
            await matches.appoint(await organiser(matches, created), "judge", "Grace", key_id="k33333")


async def test_in_an_unrefereed_match_the_creator_may_sit() -> None:
    async with matches_on(FailingStore()) as matches:
        created = await matches.create(CHARTER, Policy(), ADA)
        await matches.join(created.match_id, None, "Ada", caller=ADA)
        with pytest.raises(SeatNotFree):
            await matches.join(created.match_id, None, "Ada", created.token)


async def test_an_invite_code_is_needed_where_there_is_one() -> None:
    store = FailingStore()
    async with matches_on(store) as matches:
        created = await matches.create(CHARTER, REFEREED, with_invite=True)
        match, token = created.match_id, new_token()
        about = await matches.describe(match)
        assert about.needs_invite
        assert about.policy.invite_hash == ""
        assert created.invite_code not in repr(store.matches())
        for wrong in ("", "x", created.invite_code[:-1], created.invite_code + "0"):
            with pytest.raises(WrongInvite, match="needs its invite code"):
                await matches.join(match, None, "Eve", invite=wrong)
        first = await matches.join(match, None, "Ada", token, invite=created.invite_code)
        assert await matches.join(match, None, "Ada", token) == first
        assert not (await matches.describe((await matches.create(CHARTER)).match_id)).needs_invite
    async with matches_on(store) as matches:
        with pytest.raises(WrongInvite):
            await matches.join(match, None, "Eve")
        await matches.join(match, None, "Joan", invite=created.invite_code)


# --- tokens ---


async def test_a_replaced_token_is_refused_everywhere_at_once() -> None:
    """Also by a stream that was opened with it, and after a restart."""
    store = FailingStore()
    async with matches_on(store) as matches:
        seats = await all_seated(matches, await matches.create(CHARTER))
        old_token, match = seats.tokens[0], seats.match
        old = await matches.authenticate(match, old_token)
        reader = await matches.subscribe(old, 0, lambda: None)
        token = await matches.rotate_token(old)
        reader.take()
        assert reader.closed is Close.TOKEN_CHANGED
        with pytest.raises(NoAccess):
            await matches.authenticate(match, old_token)
        for refused in (
            matches.view(old),
            matches.submit(old, 1, [0]),
            matches.set_orders(old, []),
            matches.subscribe(old, 0, lambda: None),
            matches.rotate_token(old),
        ):
            with pytest.raises(NoAccess):
                await refused
        with pytest.raises(NoAccess):
            matches.submit_nowait(old, 1, [0], "", lambda reply: None)
        new = await matches.authenticate(match, token)
        assert (new.seat, new.issue) == (0, 1)
        assert (await matches.describe(match)).names[0] == "player 0"
        assert audit(store, match) == [TokenRotated("seat/0", "seat/0")]
        seats.tokens[0] = token
        assert await play_on(matches, seats, "rotated") > 0
    async with matches_on(store) as matches:
        with pytest.raises(NoAccess):
            await matches.authenticate(match, old_token)
        assert (await matches.authenticate(match, token)).issue == 1


async def test_every_bearer_replaces_its_own_token() -> None:
    async with matches_on(FailingStore()) as matches:
        created = await matches.create(CHARTER, REFEREED, ADA)
        access = await organiser(matches, created)
        official, judge = await appointed(matches, created)
        given = new_token()
        assert await matches.rotate_token(judge, given) == given
        assert (await matches.authenticate(created.match_id, given)).party == "judge/1"
        with pytest.raises(NoAccess):
            await matches.authenticate(created.match_id, official.token)
        token = await matches.rotate_token(access)
        fresh = await matches.authenticate(created.match_id, token)
        with pytest.raises(BadToken, match="this token is or was in use"):
            await matches.rotate_token(fresh, given)
        with pytest.raises(BadToken, match="a token is 32 to 128"):
            await matches.rotate_token(fresh, "short")
        # The key of the creator is not affected by what happens to the token, and has no token to replace.
        by_key = await matches.authenticate(created.match_id, "", ADA)
        await matches.appoint(by_key, "judge", "Joan")
        for other in (by_key, await matches.authenticate(created.match_id, "")):
            with pytest.raises(NoAccess):
                await matches.rotate_token(other)


async def test_a_dismissed_official_has_no_access() -> None:
    store = FailingStore()
    async with matches_on(store) as matches:
        created = await matches.create(CHARTER, REFEREED)
        access = await organiser(matches, created)
        official, judge = await appointed(matches, created)
        _, other = await appointed(matches, created, name="Joan")
        reader = await matches.subscribe(judge, 0, lambda: None)
        with pytest.raises(NotAllowed, match="only the organiser"):
            await matches.revoke_official(other, "judge/1", "rivalry")
        with pytest.raises(CaseError, match="There is no such official"):
            await matches.revoke_official(access, "judge/9", "ill")
        await matches.revoke_official(access, "judge/1", "ill")
        reader.take()
        assert reader.closed is Close.TOKEN_CHANGED
        for refused in (
            matches.view(judge),
            matches.records.replay(judge),
            matches.authenticate(created.match_id, official.token),
        ):
            with pytest.raises(NoAccess):
                await refused
        await matches.revoke_official(other, "judge/2", "resigned")
        assert audit(store, created.match_id)[-2:] == [
            TokenRevoked("judge/1", "organiser", "ill"),
            TokenRevoked("judge/2", "judge/2", "resigned"),
        ]
        assert (await matches.describe(created.match_id)).officials == ()
    async with matches_on(store) as matches:
        with pytest.raises(NoAccess):
            await matches.authenticate(created.match_id, official.token)


async def test_a_fork_has_the_same_officials() -> None:
    store = FailingStore()
    async with matches_on(store) as matches:
        created = await matches.create(CHARTER, REFEREED)
        access = await organiser(matches, created)
        official, _ = await appointed(matches, created)
        gone, _ = await appointed(matches, created, name="Joan")
        await matches.revoke_official(access, "judge/2", "ill")
        seats = await all_seated(matches, created)
        await play_on(matches, seats, "fork", decisions=2)
        session = await matches.sessions.get(created.match_id)
        plan = ForkPlan(session.charter, (await matches.auditing.entries(session))[1:2], 1, "case 1")
        async with matches.auditing.step(session), matches.auditing.halted(session):
            await matches.auditing.write(session, CaseOpened(1, "judge/1", 1, RULE, "No.", freeze=False))
            ruling = CaseRuled(
                1, "overturned", "So.", (RULE,), Rewind(1), precedent=False, cites=0, by="judge/1"
            )
            fork = await matches.auditing.fork(session, plan, ruling)
        again = await matches.authenticate(fork, official.token)
        assert again.party == "judge/1"
        await matches.view(again)
        with pytest.raises(NoAccess):
            await matches.authenticate(fork, gone.token)
        assert [each.party for each in (await matches.describe(fork)).officials] == ["judge/1"]
        assert (
            await matches.appoint(await matches.authenticate(fork, created.token), "judge", "K")
        ).official == 3
        assert (await matches.describe(created.match_id)).state == "superseded"
    AuditLog.restored(fork, store.audit(fork))


# --- cancelling ---


async def test_a_match_that_has_not_begun_can_be_cancelled() -> None:
    store = FailingStore()
    async with matches_on(store) as matches:
        created = await matches.create(CHARTER, REFEREED)
        access = await organiser(matches, created)
        joined = await matches.join(created.match_id, None, "player")
        seat = await matches.authenticate(created.match_id, joined.token)
        reader = await matches.subscribe(seat, 0, lambda: None)
        with pytest.raises(CaseError, match="A reason is printable text"):
            await matches.cancel(access, "")
        with pytest.raises(CaseError, match="Only the organiser or the operator cancels"):
            await matches.cancel(seat, "bored")
        await matches.cancel(access, "rain")
        reader.take()
        assert reader.closed is Close.MATCH_OVER
        about = await matches.describe(created.match_id)
        assert (about.status, about.state, about.closing_note) == ("cancelled", "cancelled", "rain")
        assert about.ended_at >= about.created_at > 0
        assert about.started_at == 0
        with pytest.raises(SeatNotFree, match="over, or was cancelled"):
            await matches.join(created.match_id, None, "late")
        with pytest.raises(CaseError, match="The match is over already"):
            await matches.cancel(access, "rain")
    assert audit(store, created.match_id) == [MatchCancelled("organiser", "rain")]
    assert [(row.status, row.note) for row in store.matches()] == [("cancelled", "rain")]
    async with matches_on(store) as matches:
        assert (await matches.describe(created.match_id)).state == "cancelled"
        with pytest.raises(SeatNotFree):
            await matches.join(created.match_id, None, "late")


async def test_a_match_that_has_begun_cannot_be_cancelled() -> None:
    async with matches_on(FailingStore()) as matches:
        created = await matches.create(CHARTER, REFEREED)
        seats = await all_seated(matches, created)
        with pytest.raises(CaseError, match="The match has begun"):
            await matches.cancel(await organiser(matches, created), "rain")
        assert await play_on(matches, seats, "goes on") > 0


async def test_the_last_seat_and_a_cancellation_at_once_leave_one_of_them() -> None:
    """Whoever comes first wins: a match never is both begun and cancelled."""
    outcomes = set()
    for delay in range(12):
        store = FailingStore()
        async with matches_on(store) as matches:
            created = await matches.create(CHARTER, REFEREED)
            access = await organiser(matches, created)
            for _ in range(2):
                await matches.join(created.match_id, None, "player")

            async def join_later(
                turns: int = delay, of: Matches = matches, match: str = created.match_id
            ) -> object:
                for _ in range(turns):
                    await asyncio.sleep(0)
                return await of.join(match, None, "last")

            done = await asyncio.gather(join_later(), matches.cancel(access, "rain"), return_exceptions=True)
            await settle_down()
            about, began = await matches.describe(created.match_id), len(store.entries(created.match_id)) > 1
            refused = [type(each) for each in done if isinstance(each, Exception)]
            assert refused in ([SeatNotFree], [CaseError])
            assert (about.state, began) == (
                ("running", True) if refused == [CaseError] else ("cancelled", False)
            )
            outcomes.add(about.state)
    assert outcomes == {"running", "cancelled"}


# --- times ---


async def test_a_description_has_the_times_and_the_state() -> None:
    store = FailingStore()
    async with matches_on(store) as matches:
        created = await matches.create(CHARTER, REFEREED)
        about = await matches.describe(created.match_id)
        assert (about.state, about.started_at, about.ended_at) == ("waiting", 0, 0)
        seats = await all_seated(matches, created)
        about = await matches.describe(created.match_id)
        assert about.state == "running"
        assert about.started_at == store.entries(created.match_id)[1].at >= about.created_at
        assert about.ended_at == 0
        await play_on(matches, seats, "times")
        about = await matches.describe(created.match_id)
        assert about.state == "ended"
        assert about.ended_at == store.matches()[0].closed_at > 0
    async with matches_on(store) as matches:
        assert await matches.describe(created.match_id) == about


async def test_no_text_of_this_package_names_a_hidden_value() -> None:
    """What everyone is told about officials is their role, name and number of looks, never what they looked at."""
    async with matches_on(FailingStore()) as matches:
        created = await matches.create(CHARTER, REFEREED)
        _, judge = await appointed(matches, created)
        seats = await all_seated(matches, created)
        for access in await seats.access(matches):
            question = (await matches.view(access)).question
            if question is not None:
                await matches.submit(access, question.number, answer_to(access, question))
        await matches.frames(judge, after=0)
        about = await matches.describe(created.match_id)
        assert about.standing.looks == {"judge": 1}
        assert "feed from frame" not in repr(about)
        assert created.token not in repr(about)
