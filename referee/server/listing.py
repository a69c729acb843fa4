"""Listing: the matches of a server in pages, newest first, without loading them.

A page ends at a match, and the next one begins with the first match that was created before it. So pages stay correct
while matches are created, and a match is never on two of them.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from functools import partial
from typing import NamedTuple

import msgspec

from referee.audit.entries import OFFICIAL_ROLES
from referee.log.records import MatchPlace, MatchRow
from referee.log.store import EVER, Store
from referee.server.access_control import AccessControl
from referee.server.loading import read_stored_match
from referee.server.quotas import Caller
from referee.server.receipts import ReceiptSigner
from referee.server.results import Description, MatchState
from referee.server.session import Session
from referee.server.sessions import Sessions
from referee.server.settings import Policy

_ROWS_PER_SLICE = 512
"""Number of matches that are read at once."""

_PAGE = re.compile(r"([0-9]{1,18})\.([0-9a-zA-Z._~-]{1,128})")


class MatchFilter(NamedTuple):
    """Conditions that a listed match satisfies; an empty one is no condition."""

    game: str = ""
    state: MatchState | None = None
    player: str = ""
    created_after: int = 0
    """In milliseconds since the Unix epoch."""
    created_before: int = 0


class Page(NamedTuple):
    """One page of a list of matches."""

    matches: list[Description]
    next_before: MatchPlace | None
    """Where the next page begins; None on the last one."""


def encode_page(place: MatchPlace) -> str:
    """Return the token of the page that begins after a match.

    >>> encode_page(MatchPlace(17, "ab"))
    '17.ab'
    """
    return f"{place.at}.{place.match}"


def decode_page(token: str) -> MatchPlace | None:
    """Return where a page begins, None for the first one; raises ValueError."""
    if not token:
        return None
    found = _PAGE.fullmatch(token)
    if found is None:
        raise ValueError("not the token of a page")
    return MatchPlace(int(found[1]), found[2])


class Listing:
    """Lists the matches of a server."""

    def __init__(
        self, store: Store, sessions: Sessions, access: AccessControl, signer: ReceiptSigner
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._access = access
        self._signer = signer

    async def page(
        self, caller: Caller, wanted: MatchFilter, size: int, before: MatchPlace | None = None
    ) -> Page:
        """Return a page of the matches that a caller may see; raises `NotAllowed`."""
        self._access.check_list(caller)
        found: list[Description] = []
        last: MatchPlace | None = None
        async for row in self._rows(wanted, before):
            if not self._is_wanted(row, caller) and not await self._is_official(row, caller):
                continue
            if len(found) == size:
                return Page(found, last)
            about = await self._describe(row.match)
            if about is not None and _fits(about, wanted):
                found.append(about)
                last = MatchPlace(row.at, row.match)
        return Page(found, None)

    async def _rows(self, wanted: MatchFilter, before: MatchPlace | None) -> AsyncIterator[MatchRow]:
        """Yield the matches before a place, newest first. They are read in slices, so that others get their turn."""
        opened = range(wanted.created_after, wanted.created_before or EVER.stop)
        newest = partial(self._store.newest_matches, _ROWS_PER_SLICE, game=wanted.game, opened=opened)
        while True:
            rows = await asyncio.to_thread(newest, before=before)
            for row in rows:
                yield row
            if len(rows) < _ROWS_PER_SLICE:
                return
            before = MatchPlace(rows[-1].at, rows[-1].match)

    def _is_wanted(self, row: MatchRow, caller: Caller) -> bool:
        """Return whether a match may be on the list, as far as its row tells."""
        policy = msgspec.json.decode(row.policy, type=Policy)
        return self._access.may_see(caller, policy)

    async def _is_official(self, row: MatchRow, caller: Caller) -> bool:
        """Return whether a caller was appointed as an official of a match by its API key, and is in office."""
        key = caller.key
        if key is None or key.role not in OFFICIAL_ROLES:
            return False
        session = self._sessions.cache.get(row.match) or await asyncio.to_thread(
            self._read_naming, row.match, key.id
        )
        return session is not None and session.access_by_key(key) is not None

    def _read_naming(self, match_id: str, key_id: str) -> Session | None:
        """Return the session of a match that is not in memory if its audit log names a key. Most do not."""
        is_named = any([key_id.encode() in appended.note for appended in self._store.audit(match_id)])
        return self._read(match_id) if is_named else None

    async def _describe(self, match_id: str) -> Description | None:
        session = self._sessions.cache.get(match_id)
        if session is None:
            session = await asyncio.to_thread(self._read, match_id)
        return None if session is None else session.description

    def _read(self, match_id: str) -> Session | None:
        """Return the session of a match that is not in memory, without running the match."""
        stored = read_stored_match(self._store, match_id)
        return None if stored is None else Session.of_stored(stored, self._signer, self._sessions.wall_time)


def _fits(about: Description, wanted: MatchFilter) -> bool:
    if wanted.state is not None and about.state != wanted.state:
        return False
    return not wanted.player or wanted.player in about.names.values()
