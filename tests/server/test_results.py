"""Results that officials declare on a server: what they end, what they correct, and what survives a restart."""

from __future__ import annotations

import pytest

from referee.audit.entries import Award, OfficialRole, Void
from referee.audit.problems import CaseError
from referee.kernel.refusals import Refusal
from referee.log.memory import MemoryStore
from referee.server.access import Access, NoAccess
from referee.server.errors import MayNotSit, NotAllowed, NotOpenYet, SeatNotFree
from referee.server.matches import Matches
from referee.server.retries import RequestTag
from referee.server.settings import Policy
from referee.wire.standing_messages import standing_message
from referee_api.v1 import referee_pb2 as api
from tests.match import toy
from tests.server.running import Seats, matches_on, play_on

CHARTER = toy.charter()
ROLES: tuple[OfficialRole, ...] = ("judge", "head_judge", "scorekeeper", "observer")


class League:
    """A refereed match with one official of each role, on a server that restarts between steps."""

    def __init__(self, *, closed: bool = True) -> None:
        self.store = MemoryStore()
        self.tokens: dict[str, str] = {}
        self.match = ""
        self.policy = Policy(unrefereed=False, spectators=not closed)

    async def open(self, seats: int = CHARTER.seats) -> None:
        async with matches_on(self.store) as matches:
            created = await matches.create(CHARTER, self.policy)
            self.match, self.tokens["organiser"] = created.match_id, created.token
            organiser = await self.access(matches, "organiser")
            for role in ROLES:
                self.tokens[role] = (await matches.appoint(organiser, role, role)).token
            for seat in range(seats):
                self.tokens[f"seat/{seat}"] = (await matches.join(self.match, seat, f"p{seat}")).token

    async def access(self, matches: Matches, who: str) -> Access:
        return await matches.authenticate(self.match, self.tokens[who])

    def seats(self) -> Seats:
        return Seats(self.match, "", [self.tokens[f"seat/{seat}"] for seat in range(CHARTER.seats)])


async def opened_league(seats: int = CHARTER.seats) -> League:
    league = League()
    await league.open(seats)
    return league


async def test_a_result_ends_a_match_and_is_corrected_later() -> None:
    league = await opened_league()
    async with matches_on(league.store) as matches:
        await play_on(matches, league.seats(), "x", 2)
        kinds = ["resignation", *["walkover"] * (CHARTER.seats - 1)]
        scorer = await league.access(matches, "scorekeeper")
        tag = RequestTag(scorer.party, "mine", "f" * 64)
        for _ in range(2):
            await matches.declare_result(scorer, (1,), kinds, "Had to leave.", request=tag)  # type: ignore[arg-type]
        seat = await league.access(matches, "seat/0")
        refused = await matches.check(seat, 1, (0,))
        assert refused is not None
        assert refused.refusal is Refusal.MATCH_OVER
    async with matches_on(league.store) as matches:
        session = await matches.sessions.get(league.match)
        assert (session.status, session.audit_log.state.result) == ("ended", Award((1,)))
        with pytest.raises(CaseError, match="only a head judge corrects"):
            await matches.declare_result(await league.access(matches, "scorekeeper"), (0,), (), "No.")
        await matches.declare_result(await league.access(matches, "head_judge"), (0,), (), "Mixed up.")
    async with matches_on(league.store) as matches:
        standing = standing_message((await matches.sessions.get(league.match)).standing)
        assert list(standing.award.winners) == [0]
        found = [(each.by, list(each.winners), each.is_correction) for each in standing.results]
        assert found == [("scorekeeper/3", [1], False), ("head_judge/2", [0], True)]
        assert standing.results[0].kinds[0] == api.RESULT_KIND_RESIGNATION


async def test_a_result_by_the_rules_is_corrected_only_by_a_head_judge() -> None:
    league = await opened_league()
    async with matches_on(league.store) as matches:
        await play_on(matches, league.seats(), "x")
        assert (await matches.describe(league.match)).status == "ended"
        with pytest.raises(CaseError, match="only a head judge corrects"):
            await matches.declare_result(await league.access(matches, "scorekeeper"), (0,), (), "No.")
        head = await league.access(matches, "head_judge")
        await matches.declare_result(head, (), (), "A bug.", is_void=True)
        state = (await matches.sessions.get(league.match)).audit_log.state
        assert state.result == Void()
        await matches.frames(await league.access(matches, "seat/0"))


async def test_a_match_that_never_began_ends_by_a_no_show() -> None:
    league = await opened_league(CHARTER.seats - 1)
    async with matches_on(league.store) as matches:
        kinds = [*["walkover"] * (CHARTER.seats - 1), "no_show"]
        scorer = await league.access(matches, "scorekeeper")
        await matches.declare_result(scorer, (0,), kinds, "Nobody came.")  # type: ignore[arg-type]
        with pytest.raises(SeatNotFree):
            await matches.join(league.match, None, "late")
    async with matches_on(league.store) as matches:
        described = await matches.describe(league.match)
        assert (described.status, described.state) == ("ended", "ended")
        assert described.standing.audit_state.results[0].kinds[-1] == "no_show"
        with pytest.raises(SeatNotFree):
            await matches.join(league.match, None, "late")


@pytest.mark.parametrize("who", ["organiser", "judge", "observer", "seat/0"])
async def test_nobody_else_declares_a_result(who: str) -> None:
    league = await opened_league()
    async with matches_on(league.store) as matches:
        with pytest.raises((NotAllowed, NoAccess)):
            await matches.declare_result(await league.access(matches, who), (0,), (), "So.")
        assert not (await matches.sessions.get(league.match)).audit_log.state.results


async def test_who_may_do_what() -> None:
    """The table of the roles: allowed and refused actions, each on a match of its own."""
    allowed = {
        "look": {"judge", "head_judge"},
        "pause": {"organiser", "judge", "head_judge", "seat/0"},
        "extend": {"judge", "head_judge"},
        "appoint": {"organiser"},
        "panel": {"organiser"},
        "result": {"head_judge", "scorekeeper"},
        "rotate": {"organiser", "judge", "head_judge", "scorekeeper", "observer", "seat/0"},
        "watch": {"organiser", "judge", "head_judge", "scorekeeper", "observer", "seat/0"},
        "play": {"seat/0"},
    }
    found: dict[str, set[str]] = {action: set() for action in allowed}
    league = League()
    league.policy = Policy(unrefereed=False, spectators=False, seconds_per_decision=600)
    for action in allowed:
        await league.open()
        async with matches_on(league.store) as matches:
            for who in ("organiser", *ROLES, "seat/0"):
                access = await league.access(matches, who)
                try:
                    await _act(matches, access, action)
                except (NotAllowed, NoAccess, NotOpenYet):
                    continue
                found[action].add(who)
                if action == "result":
                    await league.open()
                if action == "pause" and who != "seat/0":
                    await matches.request_pause(access, "resume", "Go on.")
    assert found == allowed


async def _act(matches: Matches, access: Access, action: str) -> None:
    session = await matches.sessions.get(access.match_id)
    match action:
        case "look":
            before = sum(session.audit_log.state.looks.values())
            await matches.view(access)
            if sum(session.audit_log.state.looks.values()) == before:
                raise NotAllowed("saw nothing hidden")
        case "pause":
            await matches.request_pause(access, "pause", "Rain.")
        case "extend":
            await matches.extend_time(access, 0, 60, "Late.")
        case "appoint":
            await matches.appoint(access, "judge", "Kay")
        case "panel":
            await matches.set_panel(access, 1, ["head_judge/2"])
        case "result":
            await matches.declare_result(access, (0,), (), "So.")
        case "rotate":
            await matches.rotate_token(access)
        case "watch":
            await matches.frames(access)
        case _:
            await matches.orders(access)


@pytest.mark.parametrize("role", ROLES)
async def test_nobody_with_the_token_of_an_official_sits(role: str) -> None:
    league = await opened_league(CHARTER.seats - 1)
    async with matches_on(league.store) as matches:
        with pytest.raises(MayNotSit):
            await matches.join(league.match, None, "me", league.tokens[role])


async def test_an_observer_watches_a_closed_match_as_a_spectator_would() -> None:
    league = await opened_league()
    async with matches_on(league.store) as matches:
        with pytest.raises(NoAccess):
            await matches.authenticate(league.match, "")
        observer = await league.access(matches, "observer")
        seen = await matches.frames(observer)
        assert seen
        spectator = await matches.frames(Access(league.match, "spectator"))
        assert seen == spectator
        assert not (await matches.sessions.get(league.match)).audit_log.state.looks
        with pytest.raises((NotAllowed, NoAccess)):
            await matches.records.read(observer, "replay")
