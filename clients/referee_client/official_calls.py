"""The calls that manage a match: pauses, more time, officials, and cancelling it."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Literal, TypeVar

from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message

from referee_api.v1 import referee_pb2 as api
from referee_client.disputes import new_request_id

T = TypeVar("T")

OFFICIAL_ROLES: Mapping[str, api.OfficialRole] = {
    "judge": api.OFFICIAL_ROLE_JUDGE,
    "head_judge": api.OFFICIAL_ROLE_HEAD_JUDGE,
    "scorekeeper": api.OFFICIAL_ROLE_SCOREKEEPER,
    "observer": api.OFFICIAL_ROLE_OBSERVER,
}
RESULT_KINDS: Mapping[str, api.ResultKind] = {
    "played": api.RESULT_KIND_PLAYED,
    "crash": api.RESULT_KIND_CRASH,
    "time": api.RESULT_KIND_TIME,
    "walkover": api.RESULT_KIND_WALKOVER,
    "withdrawn": api.RESULT_KIND_WITHDRAWN,
    "no_show": api.RESULT_KIND_NO_SHOW,
    "resignation": api.RESULT_KIND_RESIGNATION,
    "ruling": api.RESULT_KIND_RULING,
}
AppointedRole = Literal["judge", "head_judge", "scorekeeper", "observer"]
"""Role of an official."""


def duration_message(seconds: float) -> Duration | None:
    """Return a number of seconds as a message, or None for 0."""
    if not seconds:
        return None
    message = Duration()
    message.FromMilliseconds(round(seconds * 1000))
    return message


class OfficialCalls:
    """The calls of a client for organisers and officials. A call whose reply is lost is made again, and counts once."""

    _stub: Any

    async def _ask(self, method: Callable[..., Awaitable[T]], request: Message) -> T:
        raise NotImplementedError

    async def cancel_match(self, match: str, token: str = "", reason: str = "") -> None:
        """Cancel a match that has not begun, with the token of its organiser or arbiter, or an operator's API key."""
        request = api.CancelMatchRequest(
            match_id=match, token=token, reason=reason, request_id=new_request_id()
        )
        await self._ask(self._stub.CancelMatch, request)

    async def pause_match(
        self,
        match: str,
        token: str = "",
        reason: str = "",
        *,
        consents: bool | None = None,
        adjourn: bool = False,
    ) -> None:
        """Pause a match, with the token of an official, its organiser or its arbiter, or an API key.

        With the token of a seat, propose a pause to the other seats; with `consents`, agree to the proposed pause or
        refuse it. The match is paused when all seats have agreed: see `Match.standing`. With `adjourn`, answers that
        were sealed before (`seal_answer`) are played when it is resumed.
        """
        request = api.PauseMatchRequest(
            match_id=match,
            token=token,
            reason=reason,
            request_id=new_request_id(),
            consents=consents,
            adjourn=adjourn,
        )
        await self._ask(self._stub.PauseMatch, request)

    async def resume_match(
        self, match: str, token: str = "", reason: str = "", *, consents: bool | None = None
    ) -> None:
        """Resume a match that is paused; as `pause_match`."""
        request = api.ResumeMatchRequest(
            match_id=match, token=token, reason=reason, request_id=new_request_id(), consents=consents
        )
        await self._ask(self._stub.ResumeMatch, request)

    async def extend_time(self, match: str, token: str, seat: int, seconds: int, reason: str) -> None:
        """Give a seat more time, with the token of a judge or of the arbiter.

        It is for the question that the seat is asked or, if it is asked none, for its next one.
        """
        request = api.ExtendTimeRequest(
            match_id=match,
            token=token,
            seat=seat,
            time=duration_message(seconds),
            reason=reason,
            request_id=new_request_id(),
        )
        await self._ask(self._stub.ExtendTime, request)

    async def declare_result(
        self,
        match: str,
        token: str,
        winners: Sequence[int],
        reason: str,
        *,
        kinds: Sequence[str] = (),
        is_void: bool = False,
    ) -> None:
        """Declare the result of a match, which ends it, or correct the one it has.

        It takes the token of a scorekeeper, or for a correction that of a head judge. `kinds` says for each seat how
        its result came about ("walkover", "no_show", ...); without it, an official decided.
        """
        named = [RESULT_KINDS[kind] for kind in kinds]
        request = api.DeclareResultRequest(
            match_id=match,
            token=token,
            winners=winners,
            reason=reason,
            is_void=is_void,
            kinds=named,
            request_id=new_request_id(),
        )
        await self._ask(self._stub.DeclareResult, request)

    async def appoint_official(
        self,
        match: str,
        token: str,
        name: str,
        *,
        role: AppointedRole = "judge",
        key_id: str = "",
        official_token: str = "",
        request_id: str = "",
    ) -> api.AppointOfficialResponse:
        """Appoint an official, with the token of the organiser.

        The response has the official's party ("judge/1") and token. With `key_id`, the official uses the API key with
        this id and gets no token. The client chooses the token, so a lost reply loses nothing. Give an `official_token`
        and a `request_id` of your own if a program that is started again is to have the same official.
        """
        request = api.AppointOfficialRequest(
            match_id=match,
            token=token,
            role=OFFICIAL_ROLES[role],
            name=name,
            key_id=key_id,
            official_token="" if key_id else official_token or secrets.token_hex(32),
            request_id=request_id or new_request_id(),
        )
        return await self._ask(self._stub.AppointOfficial, request)

    async def dismiss_official(self, match: str, token: str, party: str, reason: str) -> None:
        """Dismiss an official ("judge/1"), with the token of the organiser; or resign, with that of the official."""
        request = api.DismissOfficialRequest(
            match_id=match, token=token, party=party, reason=reason, request_id=new_request_id()
        )
        await self._ask(self._stub.DismissOfficial, request)
