"""Precedents: those of approved officials, unless all are wanted; in pages, newest first; and who may rule twice."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from referee.audit.entries import OfficialRole, Stands, Void
from referee.audit.problems import CaseError
from referee.disputes.cases import precedents
from referee.disputes.cases.case_actions import DisputeActions, FactPlace
from referee.disputes.cases.precedents import PrecedentPage, decode_place, encode_place, precedent_page
from referee.log.memory import MemoryStore
from referee.log.sqlite import SqliteStore
from referee.log.store import Store
from referee.match.charters import new_charter
from referee.server.access import Access
from referee.server.access_control import AccessControl
from referee.server.api_keys import ApiKeys, IssuedKey, KeyRegister
from referee.server.errors import BadToken, SeatNotFree
from referee.server.matches import Matches
from referee.server.settings import Policy

RULE = "explore.offer"


class Office:
    """A server with a judge and two head judges who have API keys, and the matches they rule on."""

    def __init__(self, store: Store, folder: Path) -> None:
        register = KeyRegister(folder)
        self.store = store
        self.judge = register.issue("judge", "Grace", by="ada")
        self.head = register.issue("head_judge", "Joan", by="ada")
        self.matches = Matches(store, access=AccessControl("open", ApiKeys(folder)))
        self.actions = DisputeActions(self.matches)

    async def open(self) -> tuple[Access, Access]:
        """Begin a refereed match with a case; return its organiser and a seat."""
        created = await self.matches.create(new_charter("abyss", 2, seed="kept"), Policy(unrefereed=False))
        joined = [await self.matches.join(created.match_id, None, name) for name in ("one", "two")]
        seat = await self.matches.authenticate(created.match_id, joined[0].token)
        await self.actions.open_case(seat, FactPlace(frame=1, place=1), RULE, "No.", False)
        return await self.matches.authenticate(created.match_id, created.token), seat

    async def appoint(
        self, organiser: Access, key: IssuedKey | None = None, role: OfficialRole = "judge"
    ) -> Access:
        """Appoint an official by key or by token."""
        match_id = organiser.match_id
        if key is None:
            found = await self.matches.appoint(organiser, role, "Nobody")
            return await self.matches.authenticate(match_id, found.token)
        await self.matches.appoint(organiser, role, key.key.name, key_id=key.key.id)
        caller = self.matches.access.caller("192.0.2.7", key.text)
        return await self.matches.authenticate(match_id, "", caller)

    async def void(self, access: Access) -> None:
        """Rule on the case for good, and keep the ruling as a precedent."""
        await self.actions.rule(access, 1, "overturned", "So it is.", [RULE], Void(), True)

    async def ruled(self, key: IssuedKey | None = None) -> str:
        """Return a match that is over by a ruling of an official with a key, or with a token."""
        organiser, _ = await self.open()
        await self.void(await self.appoint(organiser, key))
        return organiser.match_id

    def page(self, size: int = 9, token: str = "", *, with_unapproved: bool = False) -> PrecedentPage:
        before = decode_place(token)
        return precedent_page(self.store, RULE, size, before=before, with_unapproved=with_unapproved)


@asynccontextmanager
async def office(folder: Path, store: Store | None = None) -> AsyncIterator[Office]:
    opened = Office(store or MemoryStore(), folder)
    try:
        yield opened
    finally:
        await opened.matches.close()


async def test_only_rulings_by_approved_officials_are_precedents_by_default(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "log.db")
    async with office(tmp_path, store) as here:
        by_key, by_token = await here.ruled(here.judge), await here.ruled()
    (found,) = here.page().precedents
    assert (found.match, found.ruling.by, found.official, found.is_approved) == (
        by_key,
        "judge/1",
        "Grace",
        True,
    )
    everything = here.page(with_unapproved=True).precedents
    assert {(kept.match, kept.official, kept.is_approved) for kept in everything} == {
        (by_key, "Grace", True),
        (by_token, "Nobody", False),
    }
    assert [kept.ruling.at for kept in everything] == sorted(
        [kept.ruling.at for kept in everything], reverse=True
    )
    store.close()


async def test_a_dismissed_official_was_approved_when_it_ruled(tmp_path: Path) -> None:
    async with office(tmp_path) as here:
        organiser, _ = await here.open()
        judge = await here.appoint(organiser, here.judge)
        await here.void(judge)
        await here.matches.revoke_official(organiser, "judge/1", "went home")
        assert [kept.is_approved for kept in here.page().precedents] == [True]


async def test_what_is_signed_decides_who_is_approved(tmp_path: Path) -> None:
    """Whoever can write to the database cannot make an official approved in the search."""
    store = SqliteStore(tmp_path / "log.db")
    async with office(tmp_path, store) as here:
        await here.ruled()
    with store._writing:
        store._writer.execute("UPDATE audit SET approved = 1")
    assert store.precedents(RULE, 9) != []
    assert here.page().precedents == []
    store.close()


async def test_pages_stay_as_they_are_while_rulings_are_made(tmp_path: Path) -> None:
    async with office(tmp_path) as here:
        made = [await here.ruled(here.judge) for _ in range(5)]
        order = [kept.match for kept in here.page().precedents]
        assert set(order) == set(made)
        seen, token = [], ""
        while True:
            page = here.page(2, token)
            seen += [kept.match for kept in page.precedents]
            if page.next_before is None:
                break
            token = encode_place(page.next_before)
            await here.ruled(here.judge)
        assert seen == order


async def test_a_page_reads_only_so_many_rulings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Replaced rulings do not count; a page may be empty and not the last."""
    monkeypatch.setattr(precedents, "_MOST_READ", 1)
    async with office(tmp_path) as here:
        first = await here.ruled(here.judge)
        organiser, seat = await here.open()
        await here.void(await here.appoint(organiser, here.judge))
        await here.actions.appeal(seat, 1, "Read on.")
        head = await here.appoint(organiser, here.head, "head_judge")
        await here.actions.rule(head, 1, "overturned", "No.", [RULE], Void(), False)
        empty = here.page()
        assert (empty.precedents, empty.next_before is None) == ([], False)
        assert empty.next_before is not None
        (found,) = here.page(token=encode_place(empty.next_before)).precedents
        assert found.match == first


@pytest.mark.parametrize("token", ["1", "1.m", "1.m.0", "x.m.1", "1.m/2.1", f"{'1' * 19}.m.1", "1.m.1\n"])
def test_a_token_that_is_none_is_refused(token: str) -> None:
    with pytest.raises(ValueError, match="not the token of a page"):
        decode_place(token)


# --- who rules on an appeal ---


async def test_who_was_dismissed_and_appointed_again_with_the_same_key_is_the_same_official(
    tmp_path: Path,
) -> None:
    async with office(tmp_path) as here:
        organiser, seat = await here.open()
        judge = await here.appoint(organiser, here.head, "judge")
        await here.actions.rule(judge, 1, "upheld", "So it is.", [RULE], Stands(), False)
        await here.actions.appeal(seat, 1, "Read on.")
        await here.matches.revoke_official(organiser, "judge/1", "went home")
        again = await here.appoint(organiser, here.head, "head_judge")
        assert again.party == "head_judge/2"
        with pytest.raises(CaseError, match="not decided by whoever made the first ruling"):
            await here.actions.rule(again, 1, "upheld", "So it is.", [RULE], Stands(), False)


async def test_a_token_never_gets_a_second_bearer(tmp_path: Path) -> None:
    """A judge who replaced its token, or was dismissed, cannot come back with it as somebody else."""
    store = MemoryStore()
    async with office(tmp_path, store) as here:
        organiser, _ = await here.open()
        judge = await here.appoint(organiser)
        old = await here.matches.rotate_token(judge)
        judge = await here.matches.authenticate(organiser.match_id, old)
        await here.matches.rotate_token(judge)
        match_id = organiser.match_id
        head = await here.appoint(organiser, None, "head_judge")
        with pytest.raises(BadToken, match="is or was in use in this match"):
            await here.matches.rotate_token(head, old)
        with pytest.raises(SeatNotFree, match="this token was in use in this match"):
            await here.matches.join(match_id, None, "three", old)
    async with office(tmp_path / "again", store) as here:
        assert len((await here.matches.sessions.get(match_id)).used_tokens) == 7
