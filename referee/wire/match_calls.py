"""The calls of the service `referee.api.v1.Referee` that manage matches, seats and officials."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

import referee
from referee.audit.entries import PauseStep, ResultKind
from referee.kernel.chance import SEED_BYTES
from referee.kernel.talk import TalkPolicy
from referee.match.charters import new_charter
from referee.match.entropy import COMMITMENT_BYTES
from referee.server.access import NoAccess, is_token
from referee.server.clocks import now_ms
from referee.server.listing import MatchFilter, decode_page, encode_page
from referee.server.match_events import event_kinds, event_name
from referee.server.matches import Matches
from referee.server.quotas import Activity
from referee.server.results import MatchState
from referee.server.settings import CLIENT_LENGTH, LONGEST_SECONDS, NAME_LENGTH, ClientInfo, Policy
from referee.server.time_control import TimeControl
from referee.wire import describe
from referee.wire.callers import CALLER
from referee.wire.clock_messages import requested_time_control
from referee.wire.match_event_messages import event_message
from referee.wire.request_ids import check_request_id, tag_of
from referee.wire.standing_messages import RESULT_KINDS
from referee.wire.statuses import invalid
from referee.wire.streams import SEATS_PER_STREAM
from referee.wire.times import duration, requested_time, timestamp, whole_seconds
from referee.wire.wire_limits import WireLimits
from referee_api.v1 import referee_pb2 as api

PAGE_SIZE = 50
"""Number of items on a page, unless the request says otherwise."""
MOST_PER_PAGE = 200

FEATURES = (
    "adjournments",
    "clients",
    "clocks",
    "entropy",
    "events",
    "extensions",
    "invites",
    "officials",
    "orders",
    "pauses",
    "progress",
    "receipts",
    "request_ids",
    "results",
    "talk",
    "time_controls",
)
"""What this server can do, for clients that also talk to older ones. Names are added, but never renamed."""

_ROLES: Mapping[int, Any] = {
    api.OFFICIAL_ROLE_JUDGE: "judge",
    api.OFFICIAL_ROLE_HEAD_JUDGE: "head_judge",
    api.OFFICIAL_ROLE_SCOREKEEPER: "scorekeeper",
    api.OFFICIAL_ROLE_OBSERVER: "observer",
}
_RESULT_KINDS: Mapping[int, ResultKind] = {number: kind for kind, number in RESULT_KINDS.items()}
_EVENT_PAGE = re.compile(r"[1-9][0-9]{0,17}")
_MODES = {"open": api.ACCESS_MODE_OPEN, "keys": api.ACCESS_MODE_KEYS}
_TALK: dict[int, TalkPolicy] = {number: policy for policy, number in describe.TALK_POLICIES.items()}
_STATES: dict[int, MatchState] = {number: state for state, number in describe.STATUSES.items()}


OptionDefaults = Mapping[str, Mapping[str, str]]
"""Options of new matches by game, for those that the request does not choose."""

NO_DEFAULTS: OptionDefaults = MappingProxyType({})


class MatchCalls:
    """Calls that manage matches, seats and officials. Every method takes a message and returns bytes."""

    def __init__(
        self,
        matches: Matches,
        limits: WireLimits,
        services: Sequence[str] = (),
        default_options: OptionDefaults = NO_DEFAULTS,
    ) -> None:
        self._matches = matches
        self._limits = limits
        self._default_options = default_options
        self._features = sorted([*FEATURES, *[name.rpartition(".")[2].lower() for name in services]])

    def calls(self) -> dict[str, tuple[Any, Callable[[Any], Any]]]:
        """Return the calls by name, each with the kind of its request."""
        return {
            "ListGames": (api.ListGamesRequest, self.list_games),
            "GetServerInfo": (api.GetServerInfoRequest, self.get_server_info),
            "CreateMatch": (api.CreateMatchRequest, self.create_match),
            "GetMatch": (api.GetMatchRequest, self.get_match),
            "ListMatches": (api.ListMatchesRequest, self.list_matches),
            "ListMatchEvents": (api.ListMatchEventsRequest, self.list_match_events),
            "CancelMatch": (api.CancelMatchRequest, self.cancel_match),
            "PauseMatch": (api.PauseMatchRequest, partial(self.pause_or_resume, "pause")),
            "ResumeMatch": (api.ResumeMatchRequest, partial(self.pause_or_resume, "resume")),
            "ExtendTime": (api.ExtendTimeRequest, self.extend_time),
            "DeclareResult": (api.DeclareResultRequest, self.declare_result),
            "JoinSeat": (api.JoinSeatRequest, self.join_seat),
            "AppointOfficial": (api.AppointOfficialRequest, self.appoint_official),
            "DismissOfficial": (api.DismissOfficialRequest, self.dismiss_official),
            "RotateToken": (api.RotateTokenRequest, self.rotate_token),
        }

    # --- the server ---

    async def get_server_info(self, _: api.GetServerInfoRequest) -> bytes:
        """Describe the server."""
        key = self._matches.keys.signer.public
        return api.GetServerInfoResponse(
            version=referee.__version__,
            games=describe.game_summaries(),
            access=_MODES[self._matches.access.mode],
            key_id=f"{key.name}+{key.id.hex()}",
            request_bytes=self._limits.message_bytes,
            calls_per_connection=self._limits.streams_per_connection,
            handles_per_stream=SEATS_PER_STREAM,
            server_time=timestamp(now_ms()),
            features=self._features,
            response_bytes=self._limits.send_bytes,
            longest_call=duration(self._limits.unary_seconds),
            longest_stream=duration(self._limits.stream_seconds),
            ping_interval=duration(self._limits.ping_seconds),
            longest_time_limit=duration(LONGEST_SECONDS),
            largest_page=MOST_PER_PAGE,
            key_role=caller_key.role if (caller_key := CALLER.get().key) else "",
        ).SerializeToString()

    async def list_games(self, request: api.ListGamesRequest) -> bytes:
        """List the games, in pages. The token of a page is the name of the last game before it."""
        games = describe.game_summaries()
        names = [game.name for game in games]
        if request.page_token and request.page_token not in names:
            raise invalid("This is not the token of a page.", "page_token")
        start = names.index(request.page_token) + 1 if request.page_token else 0
        end = start + min(request.page_size or PAGE_SIZE, MOST_PER_PAGE)
        return api.ListGamesResponse(
            games=games[start:end], next_page_token=names[end - 1] if end < len(games) else ""
        ).SerializeToString()

    # --- matches ---

    async def create_match(self, request: api.CreateMatchRequest) -> bytes:
        """Create a match, or return the one that an earlier request with the same id created."""
        _check_token(request.token, "token")
        _check_own_token(request.request_id, request.token, "token")
        charter = new_charter(
            request.game,
            request.seat_count,
            seed=request.seed or secrets.token_bytes(SEED_BYTES),
            edition=request.edition,
            rulings=request.rulings,
            options={**self._default_options.get(request.game, {}), **request.options},
            talk=_talk_policy(request.talk),
        )
        policy = Policy(
            seconds_per_decision=whole_seconds(request.time_per_decision, "time_per_decision"),
            spectators=request.spectators,
            seconds_to_reveal=whole_seconds(request.time_to_reveal, "time_to_reveal")
            or Policy().seconds_to_reveal,
            seconds_to_fill=whole_seconds(request.time_to_fill, "time_to_fill") or Policy().seconds_to_fill,
            seconds_frozen=whole_seconds(request.longest_freeze, "longest_freeze") or Policy().seconds_frozen,
            unrefereed=request.unrefereed,
            seed_given=bool(request.seed),
            time_control=_time_control(request),
        )
        created = await self._matches.create(
            charter,
            policy,
            CALLER.get(),
            with_invite=request.with_invite,
            token=request.token,
            request_id=request.request_id,
        )
        match = describe.match_message(await self._matches.describe(created.match_id))
        return api.CreateMatchResponse(
            match=match, token=created.token, invite_code=created.invite_code
        ).SerializeToString()

    async def get_match(self, request: api.GetMatchRequest) -> bytes:
        """Describe a match."""
        session, access = await self._matches.enter(request.match_id, request.token, CALLER.get())
        match = describe.match_message(session.description, whole=True)
        return api.GetMatchResponse(match=match, party=access.party).SerializeToString()

    async def list_matches(self, request: api.ListMatchesRequest) -> bytes:
        """List the matches that the caller may see, newest first, in pages."""
        if request.status and request.status not in _STATES:
            raise invalid("There is no such status.", "status")
        try:
            before = decode_page(request.page_token)
        except ValueError:
            raise invalid("This is not the token of a page.", "page_token") from None
        wanted = MatchFilter(
            game=request.game,
            state=_STATES.get(request.status),
            player=request.player,
            created_after=_time_of(request, "created_after"),
            created_before=_time_of(request, "created_before"),
        )
        size = min(request.page_size or PAGE_SIZE, MOST_PER_PAGE)
        caller = CALLER.get()
        with self._matches.quotas.holding(caller, Activity.HEAVY):
            page = await self._matches.listing.page(caller, wanted, size, before)
        return api.ListMatchesResponse(
            matches=[describe.match_message(about) for about in page.matches],
            next_page_token="" if page.next_before is None else encode_page(page.next_before),
        ).SerializeToString()

    async def list_match_events(self, request: api.ListMatchEventsRequest) -> bytes:
        """List what happened in all matches, for an operator, newest first, in pages."""
        kinds = [event_name(kind) for kind in event_kinds()]
        if not set(request.kinds) <= set(kinds):
            raise invalid("There is no such kind of event.", "kinds")
        if request.page_token and not _EVENT_PAGE.fullmatch(request.page_token):
            raise invalid("This is not the token of a page.", "page_token")
        self._matches.access.check_operator(CALLER.get())
        size = min(request.page_size or PAGE_SIZE, MOST_PER_PAGE)
        before = int(request.page_token or 0)
        page = self._matches.events.page(size, before, request.match_id, frozenset(request.kinds))
        return api.ListMatchEventsResponse(
            events=[event_message(kept) for kept in page.events],
            next_page_token=str(page.next_before) if page.next_before else "",
            kinds=kinds,
            since=timestamp(self._matches.events.since),
        ).SerializeToString()

    async def cancel_match(self, request: api.CancelMatchRequest) -> bytes:
        """Cancel a match that has not begun."""
        access = await self._matches.authenticate(request.match_id, request.token, CALLER.get())
        await self._matches.cancel(access, request.reason, tag_of(request, access))
        return b""

    async def pause_or_resume(
        self, step: PauseStep, request: api.PauseMatchRequest | api.ResumeMatchRequest
    ) -> bytes:
        """Pause a match or resume it, propose that, or answer such a proposal."""
        access = await self._matches.authenticate(request.match_id, request.token, CALLER.get())
        tag = tag_of(request, access)
        if isinstance(request, api.PauseMatchRequest) and request.adjourn:
            step = "adjourn"
        if not request.HasField("consents"):
            await self._matches.request_pause(access, step, request.reason, tag)
        elif request.reason:
            raise invalid("The answer to a proposal has no reason: leave one of the two out.", "consents")
        else:
            await self._matches.answer_pause(access, step, consents=request.consents, request=tag)
        return b""

    async def extend_time(self, request: api.ExtendTimeRequest) -> bytes:
        """Give a seat more time."""
        access = await self._matches.authenticate(request.match_id, request.token, CALLER.get())
        seconds = whole_seconds(request.time, "time")
        await self._matches.extend_time(
            access, request.seat, seconds, request.reason, tag_of(request, access)
        )
        return b""

    async def declare_result(self, request: api.DeclareResultRequest) -> bytes:
        """Declare the result of a match, or correct it."""
        access = await self._matches.authenticate(request.match_id, request.token, CALLER.get())
        if not set(request.kinds) <= set(_RESULT_KINDS):
            raise invalid("There is no such kind of result.", "kinds")
        await self._matches.declare_result(
            access,
            tuple(request.winners),
            [_RESULT_KINDS[kind] for kind in request.kinds],
            request.reason,
            is_void=request.is_void,
            request=tag_of(request, access),
        )
        return b""

    # --- seats ---

    async def join_seat(self, request: api.JoinSeatRequest) -> bytes:
        """Take a seat."""
        _check_name(request.name)
        _check_token(request.token, "token")
        commitment = request.entropy_commitment
        if len(commitment) not in (0, COMMITMENT_BYTES):
            raise invalid("A commitment to entropy is a SHA-256: 32 bytes, or none.", "entropy_commitment")
        wanted = request.seat if request.HasField("seat") else None
        joined = await self._matches.join(
            request.match_id,
            wanted,
            request.name,
            request.token,
            commitment,
            caller=CALLER.get(),
            invite=request.invite_code,
            client=_client(request.client),
        )
        match = describe.match_message(await self._matches.describe(request.match_id))
        return api.JoinSeatResponse(match=match, seat=joined.seat, token=joined.token).SerializeToString()

    # --- officials and tokens ---

    async def appoint_official(self, request: api.AppointOfficialRequest) -> bytes:
        """Appoint a judge or a head judge."""
        access = await self._matches.authenticate(request.match_id, request.token, CALLER.get())
        _check_name(request.name)
        role = _ROLES.get(request.role)
        if role is None:
            raise invalid("Name the role: judge, head judge, scorekeeper or observer.", "role")
        _check_official_token(request)
        appointed = await self._matches.appoint(
            access,
            role,
            request.name,
            key_id=request.key_id,
            token=request.official_token,
            request=tag_of(request, access),
        )
        return api.AppointOfficialResponse(party=appointed.party, token=appointed.token).SerializeToString()

    async def dismiss_official(self, request: api.DismissOfficialRequest) -> bytes:
        """Dismiss an official."""
        access = await self._matches.authenticate(request.match_id, request.token, CALLER.get())
        tag = tag_of(request, access)
        await self._matches.revoke_official(access, request.party, request.reason, tag)
        return b""

    async def rotate_token(self, request: api.RotateTokenRequest) -> bytes:
        """Replace the token of the caller."""
        _check_token(request.new_token, "new_token")
        _check_own_token(request.request_id, request.new_token, "new_token")
        match_id, caller = request.match_id, CALLER.get()
        try:
            access = await self._matches.authenticate(match_id, request.token, caller)
        except NoAccess:
            # A repeated request has a token that is no longer accepted, so it is recognised by the new one.
            if not request.request_id:
                raise
            access = await self._matches.authenticate(match_id, request.new_token, caller)
            tag = tag_of(request, access)
            if tag is None or not await self._matches.has_written(access, tag):
                raise
            return api.RotateTokenResponse(token=request.new_token).SerializeToString()
        token = await self._matches.rotate_token(access, request.new_token, tag_of(request, access))
        return api.RotateTokenResponse(token=token).SerializeToString()


def _time_of(request: api.ListMatchesRequest, field: str) -> int:
    """Return a time in a request in milliseconds; 0 if it is not set."""
    return requested_time(getattr(request, field), field) if request.HasField(field) else 0


def _time_control(request: api.CreateMatchRequest) -> TimeControl | None:
    """Return the time control that a request gives, if any; refuse one with a time per decision as well."""
    if not request.HasField("time_control"):
        return None
    if request.HasField("time_per_decision"):
        raise invalid("Give time_per_decision or time_control, not both.", "time_per_decision")
    return requested_time_control(request.time_control)


def _talk_policy(number: int) -> TalkPolicy | None:
    """Return the talk policy that a request chooses; None if it leaves it to the game."""
    if number == api.TALK_POLICY_UNSPECIFIED:
        return None
    if number not in _TALK:
        raise invalid("There is no such talk policy.", "talk")
    return _TALK[number]


def _check_token(token: str, field: str) -> None:
    if token and not is_token(token):
        raise invalid("A token is 32 to 128 letters, digits, - and _.", field)


def _check_name(name: str) -> None:
    if not name.isprintable() or len(name) > NAME_LENGTH:
        raise invalid(f"A name is printable text of up to {NAME_LENGTH} characters.", "name")


def _client(client: api.ClientInfo) -> ClientInfo:
    for field in ("name", "version", "language"):
        text = getattr(client, field)
        if not text.isprintable() or len(text) > CLIENT_LENGTH:
            wanted = f"A client describes itself with printable texts of up to {CLIENT_LENGTH} characters."
            raise invalid(wanted, f"client.{field}")
    return ClientInfo(client.name, client.version, client.language)


def _check_own_token(request_id: str, token: str, field: str) -> None:
    """Refuse a request that could not be repeated, because its response has a token that is stored nowhere."""
    check_request_id(request_id)
    if request_id and not token:
        raise invalid("A request id needs a token of your own, so that only you can repeat the call.", field)


def _check_official_token(request: api.AppointOfficialRequest) -> None:
    _check_token(request.official_token, "official_token")
    if not request.key_id:
        _check_own_token(request.request_id, request.official_token, "official_token")
    elif request.official_token:
        raise invalid("An official with an API key gets no token.", "official_token")
