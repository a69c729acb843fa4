"""Access control: who may create and list matches in each mode, and quotas that the server enforces."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.log.memory import MemoryStore
from referee.server.access_control import AccessControl, default_access_mode
from referee.server.api_keys import ApiKeys, KeyQuotas, KeyRefused, KeyRegister, KeyRole
from referee.server.errors import NotAllowed
from referee.server.listing import MatchFilter
from referee.server.matches import Matches
from referee.server.quotas import IN_PROCESS, Caller, OverQuota, Quotas, QuotaSettings, Rate
from referee.server.settings import Policy
from tests.match import toy
from tests.server.running import matches_on, play_on, take_seats

CHARTER = toy.charter(2, "access", rounds="1")
ROLES: tuple[KeyRole, ...] = ("operator", "organiser", "judge", "head_judge")


def control(folder: Path) -> tuple[AccessControl, dict[str, Caller]]:
    """Return access control in the mode `keys`, with a caller of each role."""
    register = KeyRegister(folder)
    texts = {role: register.issue(role, role, by="ada").text for role in ROLES}
    found = AccessControl("keys", ApiKeys(folder))
    return found, {role: found.caller("192.0.2.7", text) for role, text in texts.items()}


def may(check: object, caller: Caller) -> bool:
    assert callable(check)
    try:
        check(caller)
    except NotAllowed:
        return False
    return True


def test_with_keys_only_organisers_and_operators_create(tmp_path: Path) -> None:
    access, callers = control(tmp_path)
    assert {role: may(access.check_create, caller) for role, caller in callers.items()} == {
        "operator": True,
        "organiser": True,
        "judge": False,
        "head_judge": False,
    }
    assert not may(access.check_create, access.caller("127.0.0.1"))
    assert may(access.check_create, IN_PROCESS)


def test_with_keys_an_operator_lists_everything_and_others_their_own(tmp_path: Path) -> None:
    access, callers = control(tmp_path)
    own = Policy(owner=callers["organiser"].key_id)
    seen = {role: access.may_see(caller, own) for role, caller in callers.items()}
    assert seen == {"operator": True, "organiser": True, "judge": False, "head_judge": False}
    assert not access.may_see(callers["organiser"], Policy())
    assert not access.may_see(access.caller("127.0.0.1"), Policy())
    assert may(access.check_list, callers["judge"])
    assert not may(access.check_list, access.caller("127.0.0.1"))
    assert may(access.check_list, IN_PROCESS)
    assert access.may_see(IN_PROCESS, own)


def test_open_everyone_creates_and_lists(tmp_path: Path) -> None:
    access = AccessControl("open", ApiKeys(tmp_path))
    stranger = access.caller("192.0.2.7")
    assert may(access.check_create, stranger)
    assert may(access.check_list, stranger)
    assert access.may_see(stranger, Policy(owner="k22222"))


@pytest.mark.parametrize("mode", ["open", "keys"])
def test_a_wrong_key_is_refused_in_both_modes(mode: str, tmp_path: Path) -> None:
    """It is never taken for no key: a client with a mistyped key must learn that."""
    access = AccessControl("open" if mode == "open" else "keys", ApiKeys(tmp_path))
    with pytest.raises(KeyRefused):
        access.caller("127.0.0.1", "referee_k23456_" + "0" * 64)


@pytest.mark.parametrize(
    ("host", "mode"),
    [("127.0.0.1", "open"), ("localhost", "open"), ("::1", "open"), ("0.0.0.0", "keys"), ("::", "keys"),
     ("192.0.2.7", "keys"), ("example.org", "keys")],
)  # fmt: skip
def test_the_default_mode_is_open_only_on_loopback(host: str, mode: str) -> None:
    assert default_access_mode(host) == mode


async def test_a_refused_creation_stores_nothing_and_costs_nothing(tmp_path: Path) -> None:
    access, callers = control(tmp_path)
    store = MemoryStore()
    async with matches_on(store) as matches:
        matches.access = access
        for caller in (callers["judge"], access.caller("127.0.0.1")):
            with pytest.raises(NotAllowed, match="needs the API key of an organiser"):
                await matches.create(CHARTER, Policy(), caller)
            assert len(matches.quotas) == 0
        assert store.matches() == []
        created = await matches.create(CHARTER, Policy(), callers["organiser"])
        session = await matches.sessions.get(created.match_id)
        assert session.policy.owner == callers["organiser"].key_id
        assert (await matches.describe(created.match_id)).policy.owner == ""


async def test_a_list_has_what_the_caller_may_see(tmp_path: Path) -> None:
    access, callers = control(tmp_path)
    async with matches_on(MemoryStore()) as matches:
        matches.access = matches.listing._access = access
        own = await matches.create(CHARTER, Policy(), callers["organiser"])
        other = await matches.create(CHARTER, Policy(), callers["operator"])
        await matches.cancel(await matches.authenticate(own.match_id, own.token), "rain")

        async def listed(caller: Caller) -> list[str]:
            page = await matches.listing.page(caller, MatchFilter(), 10)
            return sorted([about.match_id for about in page.matches])

        assert await listed(callers["organiser"]) == [own.match_id]
        assert await listed(callers["operator"]) == sorted([own.match_id, other.match_id])
        assert await listed(callers["judge"]) == []
        cancelled = await matches.listing.page(IN_PROCESS, MatchFilter(state="cancelled"), 10)
        assert [about.match_id for about in cancelled.matches] == [own.match_id]
        with pytest.raises(NotAllowed, match="needs an API key"):
            await listed(access.caller("127.0.0.1"))


async def test_a_list_has_the_matches_of_an_official_while_in_office(tmp_path: Path) -> None:
    access, callers = control(tmp_path)
    store, judge, head = MemoryStore(), callers["judge"], callers["head_judge"]

    async def listed(matches: Matches, caller: Caller) -> list[str]:
        matches.access = matches.listing._access = access
        return [about.match_id for about in (await matches.listing.page(caller, MatchFilter(), 10)).matches]

    async with matches_on(store) as matches:
        matches.access = access
        created = await matches.create(CHARTER, Policy(unrefereed=False), callers["organiser"])
        await matches.create(CHARTER, Policy(unrefereed=False), callers["organiser"])
        organiser = await matches.authenticate(created.match_id, created.token)
        await matches.appoint(organiser, "judge", "Grace", key_id=judge.key_id)
        assert (await listed(matches, judge), await listed(matches, head)) == ([created.match_id], [])
    # After a restart no match is in memory.
    async with matches_on(store) as matches:
        assert (await listed(matches, judge), await listed(matches, head)) == ([created.match_id], [])
        organiser = await matches.authenticate(created.match_id, created.token)
        await matches.revoke_official(organiser, "judge/1", "a mistake")
        assert await listed(matches, judge) == []
    async with matches_on(store) as matches:
        assert await listed(matches, judge) == []


def limited(matches: Matches, most: int = 2) -> None:
    matches.quotas = Quotas(QuotaSettings(open_matches=most, creations=Rate(per_second=1000, burst=1000)))
    matches.sessions.on_closed = matches.quotas.match_closed


async def test_open_matches_are_counted_until_they_are_over() -> None:
    async with matches_on(MemoryStore()) as matches:
        limited(matches)
        stranger = Caller("192.0.2.7")
        first = await matches.create(CHARTER, Policy(), stranger)
        await matches.create(CHARTER, Policy(), stranger)
        with pytest.raises(OverQuota, match="limit of open matches"):
            await matches.create(CHARTER, Policy(), stranger)
        await matches.create(CHARTER, Policy(), Caller("192.0.2.8"))
        await matches.cancel(await matches.authenticate(first.match_id, first.token), "rain")
        await matches.create(CHARTER, Policy(), stranger)


async def test_a_match_that_is_played_to_its_end_counts_no_longer() -> None:
    async with matches_on(MemoryStore()) as matches:
        limited(matches, most=10)
        seats = await take_seats(matches, CHARTER)
        assert matches.quotas.open_matches_of(IN_PROCESS) == 1
        await play_on(matches, seats, "quota")
        assert matches.quotas.open_matches_of(IN_PROCESS) == 0


async def test_open_matches_of_a_key_are_counted_after_a_restart(tmp_path: Path) -> None:
    issued = KeyRegister(tmp_path).issue("organiser", "Ada", by="ada", quotas=KeyQuotas(matches=2))
    ada = AccessControl("keys", ApiKeys(tmp_path)).caller("192.0.2.7", issued.text)
    store = MemoryStore()
    async with matches_on(store) as matches:
        for _ in range(2):
            await matches.create(CHARTER, Policy(), ada)
    async with matches_on(store) as matches:
        await matches.expiry.sweep()
        assert matches.quotas.open_matches_of(ada) == 2
        with pytest.raises(OverQuota):
            await matches.create(CHARTER, Policy(), ada)
