"""Officials: judges are appointed, tokens are replaced and revoked, and matches are cancelled before they begin.

Every step is one signed audit entry and the records that belong to it, written together or not at all.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import msgspec

from referee.audit.entries import (
    Body,
    MatchCancelled,
    OfficialAppointed,
    OfficialRole,
    PanelSet,
    ResultDeclared,
    TokenRevoked,
    TokenRotated,
    official_name,
    official_of,
)
from referee.log.records import MatchClosed, Role, SeatTaken
from referee.log.writer import GroupCommit
from referee.match.entries import encode
from referee.server.access import Access, NoAccess, denial, is_token, new_token, token_hash
from referee.server.auditing import Auditing
from referee.server.clocks import now_ms
from referee.server.errors import BadToken, NotAllowed
from referee.server.joining import Joining
from referee.server.results import Appointed
from referee.server.retries import RequestTag
from referee.server.session import Session


class Officials:
    """Appoints and dismisses the officials of all sessions, and cancels matches."""

    def __init__(self, log: GroupCommit, joining: Joining, auditing: Auditing) -> None:
        self._log = log
        self._joining = joining
        self._auditing = auditing

    # --- officials ---

    async def appoint(
        self,
        session: Session,
        access: Access,
        role: OfficialRole,
        name: str,
        key_id: str = "",
        token: str = "",
        request: RequestTag | None = None,
    ) -> Appointed:
        """Appoint an official, who gets this token or a random one, or uses the API key with this id.

        Raises `NotAllowed`, `BadToken` or a `CaseError`, with nothing written.
        """
        if session.policy.unrefereed:
            raise NotAllowed("this match is unrefereed: whoever created it decides alone")
        if access.role not in ("organiser", "operator"):
            raise NotAllowed("only the organiser of a match appoints its officials")
        if key_id and key_id in session.seat_keys.values():
            raise NotAllowed("the holder of this API key has a seat in this match")
        # The number is given when it is the turn of this step.
        body = OfficialAppointed(0, role, name, key_id, access.party)
        return await self._auditing.run_to_end(self._appoint(session, body, token, request))

    async def _appoint(
        self, session: Session, body: OfficialAppointed, token: str, request: RequestTag | None
    ) -> Appointed:
        async with self._auditing.step(session, request) as before:
            if before is not None and isinstance(before.body, OfficialAppointed):
                return _appointed(before.body, token)
            number, role, name = len(session.audit_log.state.officials) + 1, body.role, body.name
            body = msgspec.structs.replace(body, official=number)
            if body.key:
                await self._auditing.write(session, body)
                return _appointed(body, "")
            token = token or new_token()
            if token_hash(token) in session.tokens:
                raise BadToken("this token is in use; choose another one")
            issued = SeatTaken(session.match_id, number, role, token_hash(token), name, now_ms())
            await self._auditing.write_with(session, body, issued)
            session.admit(issued)
        return _appointed(body, token)

    async def revoke(
        self,
        session: Session,
        access: Access,
        party: str,
        reason: str,
        request: RequestTag | None = None,
    ) -> None:
        """Dismiss an official, or let one resign. Raises `NotAllowed` or a `CaseError`, with nothing written."""
        if access.role not in ("organiser", "operator") and access.party != party:
            raise NotAllowed("only the organiser of a match dismisses its officials")
        body = TokenRevoked(party, access.party, reason)
        await self._auditing.run_to_end(self._revoke(session, body, request))

    async def _revoke(self, session: Session, body: TokenRevoked, request: RequestTag | None) -> None:
        async with self._auditing.step(session, request) as before:
            if before is not None:
                return
            number = official_of(body.who) or 0
            await self._auditing.check(session, body)
            official = session.audit_log.state.officials[number]
            ended = SeatTaken(session.match_id, number, official.role, b"", official.name, now_ms())
            await self._auditing.write_with(session, body, ended)
            session.admit(ended)
            session.end_readers(Access(session.match_id, official.role, official=number).viewer)

    async def set_panel(
        self,
        session: Session,
        access: Access,
        needed: int,
        members: Sequence[str],
        request: RequestTag | None = None,
    ) -> None:
        """Let a panel rule on the appeals of a match, or one head judge again if there are no members.

        Raises `NotAllowed` or a `CaseError`, with nothing written.
        """
        if session.policy.unrefereed:
            raise NotAllowed("this match is unrefereed: whoever created it decides alone")
        if access.role not in ("organiser", "operator"):
            raise denial(access)
        body = PanelSet(needed, tuple(members), access.party)
        await self._auditing.run_to_end(self._set_panel(session, body, request))

    async def _set_panel(self, session: Session, body: PanelSet, request: RequestTag | None) -> None:
        async with self._auditing.step(session, request) as before:
            if before is None:
                await self._auditing.write(session, body)

    # --- tokens ---

    async def rotate(
        self, session: Session, access: Access, token: str = "", request: RequestTag | None = None
    ) -> str:
        """Replace the token of its bearer, by a given one or a random one, and return it.

        A client that gives the token can find out after a lost reply whether it is accepted. Raises `BadToken`.
        """
        if access.role in ("spectator", "operator"):
            raise NoAccess
        token = token or new_token()
        if not is_token(token):
            raise BadToken("a token is 32 to 128 letters, digits, - and _")
        await self._auditing.run_to_end(self._rotate(session, access, token, request))
        return token

    async def _rotate(self, session: Session, access: Access, token: str, request: RequestTag | None) -> None:
        async with self._auditing.step(session, request) as before:
            if before is not None:
                return
            # Someone else with the old token may have been quicker.
            if not session.is_current(access) or not _has_token(session, access):
                raise NoAccess
            if token_hash(token) in session.used_tokens:
                raise BadToken("this token is or was in use in this match; choose another one")
            role, number = access.role, access.official or access.seat
            client = session.clients.get(number) if role == "seat" else None
            issued = SeatTaken(
                session.match_id,
                number,
                role,
                token_hash(token),
                _name(session, role, number),
                now_ms(),
                b"" if client is None else encode(client),
            )
            await self._auditing.write_with(session, TokenRotated(access.party, access.party), issued)
            session.admit(issued)
            if access.role != "organiser":
                session.end_readers(access.viewer)

    # --- results ---

    async def declare_result(
        self, session: Session, access: Access, result: ResultDeclared, request: RequestTag | None = None
    ) -> None:
        """Declare the result of a match, which ends it, or correct the one it has.

        Raises `NotAllowed` or a `CaseError`, with nothing written.
        """
        if access.role not in ("scorekeeper", "head_judge", "arbiter"):
            raise denial(access)
        await self._auditing.run_to_end(self._declare_result(session, result, request))

    async def _declare_result(
        self, session: Session, body: ResultDeclared, request: RequestTag | None
    ) -> None:
        async with self._auditing.step(session, request) as before:
            if before is not None:
                return
            await self._auditing.check(session, body)
            if session.is_over:
                await self._auditing.write(session, body)
            elif session.started_at:
                async with self._auditing.halted(session):
                    # The last answer may have ended the match in the meantime.
                    await self._auditing.check(session, body)
                    if session.is_over:
                        await self._auditing.write(session, body)
                    else:
                        await self._auditing.end_match(session, body)
            else:
                async with self._closed_to_seats(session, body):
                    await self._auditing.end_match(session, body)

    @asynccontextmanager
    async def _closed_to_seats(self, session: Session, body: Body) -> AsyncIterator[None]:
        """Let nobody take a seat any longer, because the match is about to end before it begins."""
        await self._auditing.check(session, body)
        # From here on nobody takes a seat; those who are taking one may still begin the match.
        was_stopped, session.is_stopped = session.is_stopped, True
        try:
            await self._log.put(())
            while session.joining:
                await self._log.put(())
            await self._auditing.check(session, body)
            yield
        except BaseException:
            session.is_stopped = was_stopped
            self._joining.begin_if_ready(session)
            raise

    # --- cancelling ---

    async def cancel(self, session: Session, by: str, reason: str, request: RequestTag | None = None) -> None:
        """Cancel a match that has not begun. Raises a `CaseError`, with nothing written."""
        await self._auditing.run_to_end(self._cancel(session, by, reason, request))

    async def _cancel(self, session: Session, by: str, reason: str, request: RequestTag | None) -> None:
        async with self._auditing.step(session, request) as before:
            if before is not None:
                return
            body = MatchCancelled(by, reason)
            async with self._closed_to_seats(session, body):
                closed = MatchClosed(session.match_id, now_ms(), "cancelled", reason)
                await self._auditing.write_with(session, body, closed)
            session.close("cancelled", closed.at)


def _appointed(body: OfficialAppointed, token: str) -> Appointed:
    return Appointed(body.official, official_name(body.role, body.official), token)


def _has_token(session: Session, access: Access) -> bool:
    """Return whether the access came from a token, and not from an API key."""
    return access in session.tokens.values()


def _name(session: Session, role: Role, number: int) -> str:
    if role == "seat":
        return session.names[number]
    official = session.audit_log.state.officials.get(number)
    return "" if official is None else official.name
