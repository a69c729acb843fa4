import datetime

from google.protobuf import duration_pb2 as _duration_pb2
from google.rpc import status_pb2 as _status_pb2
from referee_api.v1 import referee_pb2 as _referee_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class SeatClosing(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SEAT_CLOSING_UNSPECIFIED: _ClassVar[SeatClosing]
    SEAT_CLOSING_OVER: _ClassVar[SeatClosing]
    SEAT_CLOSING_AWAY: _ClassVar[SeatClosing]
    SEAT_CLOSING_LATE: _ClassVar[SeatClosing]
    SEAT_CLOSING_WITHDRAWN: _ClassVar[SeatClosing]
    SEAT_CLOSING_ABANDONED: _ClassVar[SeatClosing]

class EventPhase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    EVENT_PHASE_UNSPECIFIED: _ClassVar[EventPhase]
    EVENT_PHASE_WAITING: _ClassVar[EventPhase]
    EVENT_PHASE_RUNNING: _ClassVar[EventPhase]
    EVENT_PHASE_PAUSED: _ClassVar[EventPhase]
    EVENT_PHASE_FINISHED: _ClassVar[EventPhase]
SEAT_CLOSING_UNSPECIFIED: SeatClosing
SEAT_CLOSING_OVER: SeatClosing
SEAT_CLOSING_AWAY: SeatClosing
SEAT_CLOSING_LATE: SeatClosing
SEAT_CLOSING_WITHDRAWN: SeatClosing
SEAT_CLOSING_ABANDONED: SeatClosing
EVENT_PHASE_UNSPECIFIED: EventPhase
EVENT_PHASE_WAITING: EventPhase
EVENT_PHASE_RUNNING: EventPhase
EVENT_PHASE_PAUSED: EventPhase
EVENT_PHASE_FINISHED: EventPhase

class EnterRequest(_message.Message):
    __slots__ = ("hello", "received", "reveal", "standings_wanted")
    HELLO_FIELD_NUMBER: _ClassVar[int]
    RECEIVED_FIELD_NUMBER: _ClassVar[int]
    REVEAL_FIELD_NUMBER: _ClassVar[int]
    STANDINGS_WANTED_FIELD_NUMBER: _ClassVar[int]
    hello: EnterHello
    received: SeatReceived
    reveal: EntropyReveal
    standings_wanted: StandingsWanted
    def __init__(self, hello: _Optional[_Union[EnterHello, _Mapping]] = ..., received: _Optional[_Union[SeatReceived, _Mapping]] = ..., reveal: _Optional[_Union[EntropyReveal, _Mapping]] = ..., standings_wanted: _Optional[_Union[StandingsWanted, _Mapping]] = ...) -> None: ...

class EnterHello(_message.Message):
    __slots__ = ("token", "client", "build", "entropy_commitment")
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    CLIENT_FIELD_NUMBER: _ClassVar[int]
    BUILD_FIELD_NUMBER: _ClassVar[int]
    ENTROPY_COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    token: str
    client: _referee_pb2.ClientInfo
    build: str
    entropy_commitment: bytes
    def __init__(self, token: _Optional[str] = ..., client: _Optional[_Union[_referee_pb2.ClientInfo, _Mapping]] = ..., build: _Optional[str] = ..., entropy_commitment: _Optional[bytes] = ...) -> None: ...

class SeatReceived(_message.Message):
    __slots__ = ("match_id",)
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    def __init__(self, match_id: _Optional[str] = ...) -> None: ...

class EntropyReveal(_message.Message):
    __slots__ = ("entropy",)
    ENTROPY_FIELD_NUMBER: _ClassVar[int]
    entropy: bytes
    def __init__(self, entropy: _Optional[bytes] = ...) -> None: ...

class StandingsWanted(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class EnterResponse(_message.Message):
    __slots__ = ("entered", "seat", "closed", "entropy_awaited", "standings", "state", "refused")
    ENTERED_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CLOSED_FIELD_NUMBER: _ClassVar[int]
    ENTROPY_AWAITED_FIELD_NUMBER: _ClassVar[int]
    STANDINGS_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    REFUSED_FIELD_NUMBER: _ClassVar[int]
    entered: Entered
    seat: EventSeat
    closed: SeatClosed
    entropy_awaited: EntropyAwaited
    standings: GetStandingsResponse
    state: EventState
    refused: _status_pb2.Status
    def __init__(self, entered: _Optional[_Union[Entered, _Mapping]] = ..., seat: _Optional[_Union[EventSeat, _Mapping]] = ..., closed: _Optional[_Union[SeatClosed, _Mapping]] = ..., entropy_awaited: _Optional[_Union[EntropyAwaited, _Mapping]] = ..., standings: _Optional[_Union[GetStandingsResponse, _Mapping]] = ..., state: _Optional[_Union[EventState, _Mapping]] = ..., refused: _Optional[_Union[_status_pb2.Status, _Mapping]] = ...) -> None: ...

class Entered(_message.Message):
    __slots__ = ("event", "entrant", "game", "referee", "time_per_decision", "time_away", "commitment", "entropy_commitment", "state")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    ENTRANT_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    REFEREE_FIELD_NUMBER: _ClassVar[int]
    TIME_PER_DECISION_FIELD_NUMBER: _ClassVar[int]
    TIME_AWAY_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    ENTROPY_COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    event: str
    entrant: str
    game: str
    referee: str
    time_per_decision: _duration_pb2.Duration
    time_away: _duration_pb2.Duration
    commitment: bytes
    entropy_commitment: bytes
    state: EventState
    def __init__(self, event: _Optional[str] = ..., entrant: _Optional[str] = ..., game: _Optional[str] = ..., referee: _Optional[str] = ..., time_per_decision: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., time_away: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., commitment: _Optional[bytes] = ..., entropy_commitment: _Optional[bytes] = ..., state: _Optional[_Union[EventState, _Mapping]] = ...) -> None: ...

class EventSeat(_message.Message):
    __slots__ = ("match_id", "seat", "token", "game")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    seat: int
    token: str
    game: str
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., token: _Optional[str] = ..., game: _Optional[str] = ...) -> None: ...

class SeatClosed(_message.Message):
    __slots__ = ("match_id", "reason", "sentence")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    SENTENCE_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    reason: SeatClosing
    sentence: str
    def __init__(self, match_id: _Optional[str] = ..., reason: _Optional[_Union[SeatClosing, str]] = ..., sentence: _Optional[str] = ...) -> None: ...

class EntropyAwaited(_message.Message):
    __slots__ = ("time",)
    TIME_FIELD_NUMBER: _ClassVar[int]
    time: _duration_pb2.Duration
    def __init__(self, time: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class EventState(_message.Message):
    __slots__ = ("phase", "reason")
    PHASE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    phase: EventPhase
    reason: str
    def __init__(self, phase: _Optional[_Union[EventPhase, str]] = ..., reason: _Optional[str] = ...) -> None: ...

class Event(_message.Message):
    __slots__ = ("name", "game", "seat_count", "format", "entrants", "state", "matches", "matches_done", "last_round", "commitment")
    NAME_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_COUNT_FIELD_NUMBER: _ClassVar[int]
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    ENTRANTS_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    MATCHES_DONE_FIELD_NUMBER: _ClassVar[int]
    LAST_ROUND_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    name: str
    game: str
    seat_count: int
    format: str
    entrants: _containers.RepeatedScalarFieldContainer[str]
    state: EventState
    matches: int
    matches_done: int
    last_round: int
    commitment: bytes
    def __init__(self, name: _Optional[str] = ..., game: _Optional[str] = ..., seat_count: _Optional[int] = ..., format: _Optional[str] = ..., entrants: _Optional[_Iterable[str]] = ..., state: _Optional[_Union[EventState, _Mapping]] = ..., matches: _Optional[int] = ..., matches_done: _Optional[int] = ..., last_round: _Optional[int] = ..., commitment: _Optional[bytes] = ...) -> None: ...

class CreateEventRequest(_message.Message):
    __slots__ = ("file",)
    FILE_FIELD_NUMBER: _ClassVar[int]
    file: str
    def __init__(self, file: _Optional[str] = ...) -> None: ...

class CreateEventResponse(_message.Message):
    __slots__ = ("event", "tokens")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    event: Event
    tokens: _containers.RepeatedCompositeFieldContainer[EntrantToken]
    def __init__(self, event: _Optional[_Union[Event, _Mapping]] = ..., tokens: _Optional[_Iterable[_Union[EntrantToken, _Mapping]]] = ...) -> None: ...

class EntrantToken(_message.Message):
    __slots__ = ("entrant", "token")
    ENTRANT_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    entrant: str
    token: str
    def __init__(self, entrant: _Optional[str] = ..., token: _Optional[str] = ...) -> None: ...

class ListEventsRequest(_message.Message):
    __slots__ = ("page_size", "page_token")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListEventsResponse(_message.Message):
    __slots__ = ("events", "next_page_token")
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    events: _containers.RepeatedCompositeFieldContainer[Event]
    next_page_token: str
    def __init__(self, events: _Optional[_Iterable[_Union[Event, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class GetEventRequest(_message.Message):
    __slots__ = ("event",)
    EVENT_FIELD_NUMBER: _ClassVar[int]
    event: str
    def __init__(self, event: _Optional[str] = ...) -> None: ...

class GetEventResponse(_message.Message):
    __slots__ = ("event",)
    EVENT_FIELD_NUMBER: _ClassVar[int]
    event: Event
    def __init__(self, event: _Optional[_Union[Event, _Mapping]] = ...) -> None: ...

class GetStandingsRequest(_message.Message):
    __slots__ = ("event",)
    EVENT_FIELD_NUMBER: _ClassVar[int]
    event: str
    def __init__(self, event: _Optional[str] = ...) -> None: ...

class GetStandingsResponse(_message.Message):
    __slots__ = ("lines",)
    LINES_FIELD_NUMBER: _ClassVar[int]
    lines: _containers.RepeatedCompositeFieldContainer[StandingLine]
    def __init__(self, lines: _Optional[_Iterable[_Union[StandingLine, _Mapping]]] = ...) -> None: ...

class StandingLine(_message.Message):
    __slots__ = ("rank", "name", "points", "played", "rating", "low", "high", "faults", "withdrawn")
    RANK_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    PLAYED_FIELD_NUMBER: _ClassVar[int]
    RATING_FIELD_NUMBER: _ClassVar[int]
    LOW_FIELD_NUMBER: _ClassVar[int]
    HIGH_FIELD_NUMBER: _ClassVar[int]
    FAULTS_FIELD_NUMBER: _ClassVar[int]
    WITHDRAWN_FIELD_NUMBER: _ClassVar[int]
    rank: int
    name: str
    points: str
    played: int
    rating: float
    low: float
    high: float
    faults: int
    withdrawn: bool
    def __init__(self, rank: _Optional[int] = ..., name: _Optional[str] = ..., points: _Optional[str] = ..., played: _Optional[int] = ..., rating: _Optional[float] = ..., low: _Optional[float] = ..., high: _Optional[float] = ..., faults: _Optional[int] = ..., withdrawn: _Optional[bool] = ...) -> None: ...

class GetPairingsRequest(_message.Message):
    __slots__ = ("event", "round")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    event: str
    round: int
    def __init__(self, event: _Optional[str] = ..., round: _Optional[int] = ...) -> None: ...

class GetPairingsResponse(_message.Message):
    __slots__ = ("round", "tables", "matches")
    ROUND_FIELD_NUMBER: _ClassVar[int]
    TABLES_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    round: int
    tables: _containers.RepeatedCompositeFieldContainer[EventTable]
    matches: _containers.RepeatedCompositeFieldContainer[EventMatch]
    def __init__(self, round: _Optional[int] = ..., tables: _Optional[_Iterable[_Union[EventTable, _Mapping]]] = ..., matches: _Optional[_Iterable[_Union[EventMatch, _Mapping]]] = ...) -> None: ...

class EventTable(_message.Message):
    __slots__ = ("table", "entrants", "matches", "matches_done")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    ENTRANTS_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    MATCHES_DONE_FIELD_NUMBER: _ClassVar[int]
    table: int
    entrants: _containers.RepeatedScalarFieldContainer[str]
    matches: int
    matches_done: int
    def __init__(self, table: _Optional[int] = ..., entrants: _Optional[_Iterable[str]] = ..., matches: _Optional[int] = ..., matches_done: _Optional[int] = ...) -> None: ...

class EventMatch(_message.Message):
    __slots__ = ("name", "match_id", "seating", "places", "kinds", "is_corrected")
    NAME_FIELD_NUMBER: _ClassVar[int]
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEATING_FIELD_NUMBER: _ClassVar[int]
    PLACES_FIELD_NUMBER: _ClassVar[int]
    KINDS_FIELD_NUMBER: _ClassVar[int]
    IS_CORRECTED_FIELD_NUMBER: _ClassVar[int]
    name: str
    match_id: str
    seating: _containers.RepeatedScalarFieldContainer[str]
    places: _containers.RepeatedScalarFieldContainer[int]
    kinds: _containers.RepeatedScalarFieldContainer[str]
    is_corrected: bool
    def __init__(self, name: _Optional[str] = ..., match_id: _Optional[str] = ..., seating: _Optional[_Iterable[str]] = ..., places: _Optional[_Iterable[int]] = ..., kinds: _Optional[_Iterable[str]] = ..., is_corrected: _Optional[bool] = ...) -> None: ...

class IssueEntrantTokenRequest(_message.Message):
    __slots__ = ("event", "entrant", "token")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    ENTRANT_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    event: str
    entrant: str
    token: str
    def __init__(self, event: _Optional[str] = ..., entrant: _Optional[str] = ..., token: _Optional[str] = ...) -> None: ...

class IssueEntrantTokenResponse(_message.Message):
    __slots__ = ("token",)
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    token: str
    def __init__(self, token: _Optional[str] = ...) -> None: ...

class PauseEventRequest(_message.Message):
    __slots__ = ("event", "reason")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    event: str
    reason: str
    def __init__(self, event: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class PauseEventResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ResumeEventRequest(_message.Message):
    __slots__ = ("event", "reason")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    event: str
    reason: str
    def __init__(self, event: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class ResumeEventResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class WithdrawEntrantRequest(_message.Message):
    __slots__ = ("event", "entrant", "reason")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    ENTRANT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    event: str
    entrant: str
    reason: str
    def __init__(self, event: _Optional[str] = ..., entrant: _Optional[str] = ..., reason: _Optional[str] = ...) -> None: ...

class WithdrawEntrantResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class CorrectResultRequest(_message.Message):
    __slots__ = ("event", "match", "places", "reason")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    PLACES_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    event: str
    match: str
    places: _containers.RepeatedScalarFieldContainer[int]
    reason: str
    def __init__(self, event: _Optional[str] = ..., match: _Optional[str] = ..., places: _Optional[_Iterable[int]] = ..., reason: _Optional[str] = ...) -> None: ...

class CorrectResultResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ExportEventRequest(_message.Message):
    __slots__ = ("event",)
    EVENT_FIELD_NUMBER: _ClassVar[int]
    event: str
    def __init__(self, event: _Optional[str] = ...) -> None: ...

class ExportEventResponse(_message.Message):
    __slots__ = ("chunk",)
    CHUNK_FIELD_NUMBER: _ClassVar[int]
    chunk: bytes
    def __init__(self, chunk: _Optional[bytes] = ...) -> None: ...
