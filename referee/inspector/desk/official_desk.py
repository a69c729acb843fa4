"""What an official at the desk does. Each call carries a token or an API key, and the server checks it.

The desk never looks at hidden information by itself: it reads descriptions of matches and views of spectators. A look
is a call of its own, and the server records it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from referee.audit.entries import OfficialRole
from referee.disputes.cases.dispute_messages import remedy_message
from referee.disputes.cases.ruling_texts import UnknownRemedy, parse_remedy, read_rules
from referee.games.sentences import listed
from referee.inspector.case_desk import (
    AppealStep,
    CaseStep,
    OpenStep,
    RuleStep,
    StepRefused,
    TryStep,
    WithdrawStep,
)
from referee.inspector.desk.case_files import case_files
from referee.inspector.desk.desk_matches import (
    MANAGERS,
    OFFICIALS,
    SCORERS,
    DeskMatch,
    DeskPage,
    desk_match,
    desk_page,
    role_of,
)
from referee.wire.describe import STATUSES
from referee_api.v1 import referee_pb2 as api
from referee_client import RefereeError, aio
from referee_client.official_calls import RESULT_KINDS

MATCHES_AT_ONCE = 25
"""Number of matches in a part of the list."""
EVENTS_AT_ONCE = 50


class NotAnOfficial(Exception):
    """The token or the key is not that of an official, an organiser or an operator."""


class DeskList(msgspec.Struct, frozen=True):
    """A part of the list of matches."""

    matches: list[DeskMatch]
    next_page: str


class LoggedEvent(msgspec.Struct, frozen=True):
    """An event of the server's log."""

    at: str
    kind: str
    match: str
    game: str
    sentence: str


class LogPage(msgspec.Struct, frozen=True):
    """A part of the server's log, newest first."""

    events: list[LoggedEvent]
    next_page: str
    kinds: list[str]
    since: str


class StepDone(msgspec.Struct, frozen=True):
    """What a step led to, as a sentence, and the match after it."""

    said: str
    page: DeskPage
    token: str = ""
    """The token of an official who was appointed."""


class OfficialDesk:
    """The calls of one official: with the token of a match, or with the API key of the client."""

    def __init__(self, client: aio.Client, public: aio.Client, match: str = "", token: str = "") -> None:
        """`public` is a client without an API key, with which nothing hidden can be seen."""
        self._client = client
        self._public = public
        self._match = match
        self._token = token

    async def who(self) -> str:
        """Return the role of the API key; empty without one."""
        return (await self._client.get_server_info()).key_role

    async def check(self) -> api.GetMatchResponse:
        """Return the match and who the official is in it. Raise `NotAnOfficial`."""
        entered = await self._client.enter_match(self._match, self._token)
        if role_of(entered.party) not in (*OFFICIALS, *MANAGERS, *SCORERS):
            raise NotAnOfficial
        return entered

    async def page(self) -> DeskPage:
        """Describe the match, without a look at hidden information. Raise `NotAnOfficial`."""
        entered = await self.check()
        return desk_page(entered.match, entered.party, await self._waiting_for(entered.match, entered.party))

    async def _waiting_for(self, match: api.Match, party: str) -> Sequence[int] | None:
        """Return whom the table waits for, as spectators see it; None if that would take a look."""
        if match.status != api.MATCH_STATUS_RUNNING:
            return []
        try:
            if match.spectators:
                return list((await self._public.get_view(match.id)).waiting_for)
            if role_of(party) in MANAGERS:
                return list((await self._client.get_view(match.id, self._token)).waiting_for)
        except RefereeError:
            return None
        return None

    async def matches(self, status: str, page: str) -> DeskList:
        """List the matches that the holder of the API key may see. Raise `NotAnOfficial`."""
        role = await self.who()
        if not role:
            raise NotAnOfficial
        known = {str(state): number for state, number in STATUSES.items()}
        found = await self._client.list_match_page(
            status=known.get(status), page_size=MATCHES_AT_ONCE, page_token=page
        )
        # Nobody but a manager is let in by a key alone; a judge with a key would have looked.
        party = role if role in MANAGERS else ""
        listed = [desk_match(match, await self._waiting_for(match, party)) for match in found.matches]
        return DeskList(listed, found.next_page_token)

    # --- time ---

    async def pause(self, reason: str) -> StepDone:
        """Pause the match."""
        await self._client.pause_match(self._match, self._token, reason)
        return StepDone("The match is paused.", await self.page())

    async def adjourn(self, reason: str) -> StepDone:
        """Adjourn the match."""
        await self._client.pause_match(self._match, self._token, reason, adjourn=True)
        return StepDone("The match is adjourned.", await self.page())

    async def resume(self, reason: str) -> StepDone:
        """Resume the match."""
        await self._client.resume_match(self._match, self._token, reason)
        return StepDone("The match goes on.", await self.page())

    async def extend(self, seat: int, seconds: int, reason: str) -> StepDone:
        """Give a seat more time."""
        await self._client.extend_time(self._match, self._token, seat, seconds, reason)
        return StepDone(f"Seat {seat} has {seconds} more seconds.", await self.page())

    async def cancel(self, reason: str) -> StepDone:
        """Cancel a match that has not begun."""
        await self._client.cancel_match(self._match, self._token, reason)
        return StepDone("The match is cancelled.", await self.page())

    # --- officials ---

    async def appoint(self, name: str, role: OfficialRole, key_id: str) -> StepDone:
        """Appoint an official."""
        made = await self._client.appoint_official(self._match, self._token, name, role=role, key_id=key_id)
        how = f"uses the API key {key_id}" if key_id else "has the token below, which is shown only now"
        return StepDone(f"{made.party} {how}.", await self.page(), made.token)

    async def dismiss(self, party: str, reason: str) -> StepDone:
        """Dismiss an official, or resign."""
        before = await self.page()
        await self._client.dismiss_official(self._match, self._token, party, reason)
        is_self = before.party == party
        # An official who has resigned may not see the match any longer.
        return StepDone(f"{party} is no longer in office.", before if is_self else await self.page())

    async def declare_result(
        self, winners: Sequence[int], kinds: Sequence[str], reason: str, *, is_void: bool
    ) -> StepDone:
        """Declare the result of the match, or correct it. Raise `StepRefused` for an unknown kind of result."""
        if not set(kinds) <= set(RESULT_KINDS):
            raise StepRefused(f"The kinds of results are {', '.join(RESULT_KINDS)}.")
        await self._client.declare_result(
            self._match, self._token, winners, reason, kinds=kinds, is_void=is_void
        )
        return StepDone("The result is signed and counts.", await self.page())

    async def set_panel(self, members: Sequence[str], needed: int) -> StepDone:
        """Let head judges rule on appeals together."""
        await self._client.set_panel(self._match, self._token, members, needed)
        said = f"{needed} of {listed(list(members))} must agree on an appeal." if members else ""
        return StepDone(said or "One head judge rules on an appeal.", await self.page())

    # --- cases ---

    async def withdraw_opinion(self, case: int) -> StepDone:
        """Take an opinion on an appeal back."""
        await self._client.withdraw_opinion(self._match, self._token, case)
        return StepDone(f"Your opinion on case {case} is withdrawn.", await self.page())

    async def take(self, step: CaseStep, *, freeze: bool) -> StepDone:
        """Take a step of a dispute. Raise `StepRefused` or `RefereeError`."""
        said = await self._take(step, freeze=freeze)
        return StepDone(said, await self.page())

    async def _take(self, step: CaseStep, *, freeze: bool) -> str:
        match, token, client = self._match, self._token, self._client
        match step:
            case OpenStep():
                number = await client.open_case(
                    match, token, step.rule, step.claim, fact=step.fact, freeze=freeze
                )
                return f"Case {number} is open{'; the match is frozen' if freeze else ''}."
            case TryStep():
                if not step.edition and not step.rulings:
                    raise StepRefused("Choose what to try: an edition, or a reading.")
                return await self._try(step.case, step.edition, step.rulings)
            case RuleStep():
                try:
                    remedy = remedy_message(parse_remedy(step.remedy))
                except UnknownRemedy as unknown:
                    raise StepRefused(f"{str(unknown).capitalize()}.") from unknown
                successor = await client.rule_case(
                    match,
                    token,
                    step.case,
                    step.finding,
                    step.reason,
                    read_rules(step.rules),
                    remedy,
                    is_precedent=step.is_precedent,
                )
                more = f" The match is continued as match {successor}." if successor else ""
                entered = await client.enter_match(match, token)
                ruled_on = [each for each in entered.match.standing.cases if each.number == step.case]
                if any([each.state == api.CASE_STATE_APPEALED for each in ruled_on]):
                    return f"Your opinion on case {step.case} is signed; the panel has not decided yet."
                return f"The ruling on case {step.case} is signed and in force.{more}"
            case AppealStep():
                await client.appeal_case(match, token, step.case, step.reason)
                return f"The ruling on case {step.case} is appealed; another head judge rules on it."
            case WithdrawStep():
                await client.withdraw_case(match, token, step.case)
                return f"Case {step.case} is withdrawn."

    async def _try(self, case: int, edition: str, rulings: Mapping[str, str]) -> str:
        report = await self._client.try_reading(
            self._match, self._token, number=case, edition=edition, rulings=rulings
        )
        return report.sentence

    async def case_files(self) -> Any:
        """Return the cases in full, from the bundle of the match. The server records the look."""
        exported = await self._client.export(self._match, self._token)
        return await asyncio.to_thread(case_files, exported)

    # --- the server ---

    async def log(self, match: str, kinds: Sequence[str], page: str) -> LogPage:
        """Return a part of the server's log; only for operators."""
        found = await self._client.list_match_events(
            match=match, kinds=kinds, page_size=EVENTS_AT_ONCE, page_token=page
        )
        shown = [
            LoggedEvent(_time(each.time), each.kind, each.match_id, each.game, each.sentence)
            for each in found.events
        ]
        return LogPage(shown, found.next_page_token, list(found.kinds), _time(found.since))


def _time(at: Any) -> str:
    return str(at.ToDatetime().strftime("%Y-%m-%d %H:%M:%S UTC"))
