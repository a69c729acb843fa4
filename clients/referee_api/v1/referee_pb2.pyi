import datetime

from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.rpc import status_pb2 as _status_pb2
from referee_api.v1 import game_payload_pb2 as _game_payload_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class TalkPolicy(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TALK_POLICY_UNSPECIFIED: _ClassVar[TalkPolicy]
    TALK_POLICY_NONE: _ClassVar[TalkPolicy]
    TALK_POLICY_PALETTE: _ClassVar[TalkPolicy]
    TALK_POLICY_FREE: _ClassVar[TalkPolicy]

class IncrementKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    INCREMENT_KIND_UNSPECIFIED: _ClassVar[IncrementKind]
    INCREMENT_KIND_FISCHER: _ClassVar[IncrementKind]
    INCREMENT_KIND_BRONSTEIN: _ClassVar[IncrementKind]
    INCREMENT_KIND_DELAY: _ClassVar[IncrementKind]

class AtZero(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    AT_ZERO_UNSPECIFIED: _ClassVar[AtZero]
    AT_ZERO_DEFAULT: _ClassVar[AtZero]
    AT_ZERO_UNTIL_BACK: _ClassVar[AtZero]
    AT_ZERO_RESIGN: _ClassVar[AtZero]

class AccessMode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ACCESS_MODE_UNSPECIFIED: _ClassVar[AccessMode]
    ACCESS_MODE_OPEN: _ClassVar[AccessMode]
    ACCESS_MODE_KEYS: _ClassVar[AccessMode]

class OfficialRole(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    OFFICIAL_ROLE_UNSPECIFIED: _ClassVar[OfficialRole]
    OFFICIAL_ROLE_JUDGE: _ClassVar[OfficialRole]
    OFFICIAL_ROLE_HEAD_JUDGE: _ClassVar[OfficialRole]
    OFFICIAL_ROLE_SCOREKEEPER: _ClassVar[OfficialRole]
    OFFICIAL_ROLE_OBSERVER: _ClassVar[OfficialRole]

class ResultKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RESULT_KIND_UNSPECIFIED: _ClassVar[ResultKind]
    RESULT_KIND_PLAYED: _ClassVar[ResultKind]
    RESULT_KIND_CRASH: _ClassVar[ResultKind]
    RESULT_KIND_TIME: _ClassVar[ResultKind]
    RESULT_KIND_WALKOVER: _ClassVar[ResultKind]
    RESULT_KIND_WITHDRAWN: _ClassVar[ResultKind]
    RESULT_KIND_NO_SHOW: _ClassVar[ResultKind]
    RESULT_KIND_RESIGNATION: _ClassVar[ResultKind]
    RESULT_KIND_RULING: _ClassVar[ResultKind]

class PauseStep(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PAUSE_STEP_UNSPECIFIED: _ClassVar[PauseStep]
    PAUSE_STEP_PAUSE: _ClassVar[PauseStep]
    PAUSE_STEP_RESUME: _ClassVar[PauseStep]
    PAUSE_STEP_ADJOURN: _ClassVar[PauseStep]

class CaseState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CASE_STATE_UNSPECIFIED: _ClassVar[CaseState]
    CASE_STATE_OPEN: _ClassVar[CaseState]
    CASE_STATE_RULED: _ClassVar[CaseState]
    CASE_STATE_APPEALED: _ClassVar[CaseState]
    CASE_STATE_CLOSED: _ClassVar[CaseState]
    CASE_STATE_WITHDRAWN: _ClassVar[CaseState]

class Finding(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FINDING_UNSPECIFIED: _ClassVar[Finding]
    FINDING_UPHELD: _ClassVar[Finding]
    FINDING_OVERTURNED: _ClassVar[Finding]
    FINDING_NO_EFFECT: _ClassVar[Finding]

class MatchStatus(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MATCH_STATUS_UNSPECIFIED: _ClassVar[MatchStatus]
    MATCH_STATUS_WAITING: _ClassVar[MatchStatus]
    MATCH_STATUS_RUNNING: _ClassVar[MatchStatus]
    MATCH_STATUS_FROZEN: _ClassVar[MatchStatus]
    MATCH_STATUS_ENDED: _ClassVar[MatchStatus]
    MATCH_STATUS_STOPPED: _ClassVar[MatchStatus]
    MATCH_STATUS_SUPERSEDED: _ClassVar[MatchStatus]
    MATCH_STATUS_CANCELLED: _ClassVar[MatchStatus]
    MATCH_STATUS_PAUSED: _ClassVar[MatchStatus]

class QuestionKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    QUESTION_KIND_UNSPECIFIED: _ClassVar[QuestionKind]
    QUESTION_KIND_ONE: _ClassVar[QuestionKind]
    QUESTION_KIND_SOME: _ClassVar[QuestionKind]
    QUESTION_KIND_IN_ORDER: _ClassVar[QuestionKind]

class Refusal(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REFUSAL_UNSPECIFIED: _ClassVar[Refusal]
    REFUSAL_MATCH_NOT_STARTED: _ClassVar[Refusal]
    REFUSAL_MATCH_OVER: _ClassVar[Refusal]
    REFUSAL_MATCH_STOPPED: _ClassVar[Refusal]
    REFUSAL_NOT_ASKED: _ClassVar[Refusal]
    REFUSAL_STALE_QUESTION: _ClassVar[Refusal]
    REFUSAL_MALFORMED: _ClassVar[Refusal]
    REFUSAL_OUT_OF_RANGE: _ClassVar[Refusal]
    REFUSAL_CHOSEN_TWICE: _ClassVar[Refusal]
    REFUSAL_TOO_FEW: _ClassVar[Refusal]
    REFUSAL_TOO_MANY: _ClassVar[Refusal]
    REFUSAL_LIMIT_BROKEN: _ClassVar[Refusal]
    REFUSAL_NOT_OFFERED: _ClassVar[Refusal]
    REFUSAL_REQUEST_ID_REUSED: _ClassVar[Refusal]
    REFUSAL_MATCH_FROZEN: _ClassVar[Refusal]
    REFUSAL_MATCH_SUPERSEDED: _ClassVar[Refusal]
    REFUSAL_BAD_REQUEST_ID: _ClassVar[Refusal]
    REFUSAL_NO_TALK: _ClassVar[Refusal]
    REFUSAL_NOT_IN_PALETTE: _ClassVar[Refusal]
    REFUSAL_BAD_STATEMENT: _ClassVar[Refusal]
    REFUSAL_TEXT_TOO_LONG: _ClassVar[Refusal]
    REFUSAL_SILENCED: _ClassVar[Refusal]
    REFUSAL_TOO_MUCH_TALK: _ClassVar[Refusal]
    REFUSAL_MATCH_PAUSED: _ClassVar[Refusal]

class OrderAnswer(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ORDER_ANSWER_UNSPECIFIED: _ClassVar[OrderAnswer]
    ORDER_ANSWER_PASS: _ClassVar[OrderAnswer]
    ORDER_ANSWER_DEFAULT: _ClassVar[OrderAnswer]

class OrderUntil(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ORDER_UNTIL_UNSPECIFIED: _ClassVar[OrderUntil]
    ORDER_UNTIL_CLEARED: _ClassVar[OrderUntil]
    ORDER_UNTIL_TURN: _ClassVar[OrderUntil]
TALK_POLICY_UNSPECIFIED: TalkPolicy
TALK_POLICY_NONE: TalkPolicy
TALK_POLICY_PALETTE: TalkPolicy
TALK_POLICY_FREE: TalkPolicy
INCREMENT_KIND_UNSPECIFIED: IncrementKind
INCREMENT_KIND_FISCHER: IncrementKind
INCREMENT_KIND_BRONSTEIN: IncrementKind
INCREMENT_KIND_DELAY: IncrementKind
AT_ZERO_UNSPECIFIED: AtZero
AT_ZERO_DEFAULT: AtZero
AT_ZERO_UNTIL_BACK: AtZero
AT_ZERO_RESIGN: AtZero
ACCESS_MODE_UNSPECIFIED: AccessMode
ACCESS_MODE_OPEN: AccessMode
ACCESS_MODE_KEYS: AccessMode
OFFICIAL_ROLE_UNSPECIFIED: OfficialRole
OFFICIAL_ROLE_JUDGE: OfficialRole
OFFICIAL_ROLE_HEAD_JUDGE: OfficialRole
OFFICIAL_ROLE_SCOREKEEPER: OfficialRole
OFFICIAL_ROLE_OBSERVER: OfficialRole
RESULT_KIND_UNSPECIFIED: ResultKind
RESULT_KIND_PLAYED: ResultKind
RESULT_KIND_CRASH: ResultKind
RESULT_KIND_TIME: ResultKind
RESULT_KIND_WALKOVER: ResultKind
RESULT_KIND_WITHDRAWN: ResultKind
RESULT_KIND_NO_SHOW: ResultKind
RESULT_KIND_RESIGNATION: ResultKind
RESULT_KIND_RULING: ResultKind
PAUSE_STEP_UNSPECIFIED: PauseStep
PAUSE_STEP_PAUSE: PauseStep
PAUSE_STEP_RESUME: PauseStep
PAUSE_STEP_ADJOURN: PauseStep
CASE_STATE_UNSPECIFIED: CaseState
CASE_STATE_OPEN: CaseState
CASE_STATE_RULED: CaseState
CASE_STATE_APPEALED: CaseState
CASE_STATE_CLOSED: CaseState
CASE_STATE_WITHDRAWN: CaseState
FINDING_UNSPECIFIED: Finding
FINDING_UPHELD: Finding
FINDING_OVERTURNED: Finding
FINDING_NO_EFFECT: Finding
MATCH_STATUS_UNSPECIFIED: MatchStatus
MATCH_STATUS_WAITING: MatchStatus
MATCH_STATUS_RUNNING: MatchStatus
MATCH_STATUS_FROZEN: MatchStatus
MATCH_STATUS_ENDED: MatchStatus
MATCH_STATUS_STOPPED: MatchStatus
MATCH_STATUS_SUPERSEDED: MatchStatus
MATCH_STATUS_CANCELLED: MatchStatus
MATCH_STATUS_PAUSED: MatchStatus
QUESTION_KIND_UNSPECIFIED: QuestionKind
QUESTION_KIND_ONE: QuestionKind
QUESTION_KIND_SOME: QuestionKind
QUESTION_KIND_IN_ORDER: QuestionKind
REFUSAL_UNSPECIFIED: Refusal
REFUSAL_MATCH_NOT_STARTED: Refusal
REFUSAL_MATCH_OVER: Refusal
REFUSAL_MATCH_STOPPED: Refusal
REFUSAL_NOT_ASKED: Refusal
REFUSAL_STALE_QUESTION: Refusal
REFUSAL_MALFORMED: Refusal
REFUSAL_OUT_OF_RANGE: Refusal
REFUSAL_CHOSEN_TWICE: Refusal
REFUSAL_TOO_FEW: Refusal
REFUSAL_TOO_MANY: Refusal
REFUSAL_LIMIT_BROKEN: Refusal
REFUSAL_NOT_OFFERED: Refusal
REFUSAL_REQUEST_ID_REUSED: Refusal
REFUSAL_MATCH_FROZEN: Refusal
REFUSAL_MATCH_SUPERSEDED: Refusal
REFUSAL_BAD_REQUEST_ID: Refusal
REFUSAL_NO_TALK: Refusal
REFUSAL_NOT_IN_PALETTE: Refusal
REFUSAL_BAD_STATEMENT: Refusal
REFUSAL_TEXT_TOO_LONG: Refusal
REFUSAL_SILENCED: Refusal
REFUSAL_TOO_MUCH_TALK: Refusal
REFUSAL_MATCH_PAUSED: Refusal
ORDER_ANSWER_UNSPECIFIED: OrderAnswer
ORDER_ANSWER_PASS: OrderAnswer
ORDER_ANSWER_DEFAULT: OrderAnswer
ORDER_UNTIL_UNSPECIFIED: OrderUntil
ORDER_UNTIL_CLEARED: OrderUntil
ORDER_UNTIL_TURN: OrderUntil

class ListGamesRequest(_message.Message):
    __slots__ = ("page_size", "page_token")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListGamesResponse(_message.Message):
    __slots__ = ("games", "next_page_token")
    GAMES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    games: _containers.RepeatedCompositeFieldContainer[GameSummary]
    next_page_token: str
    def __init__(self, games: _Optional[_Iterable[_Union[GameSummary, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class GameSummary(_message.Message):
    __slots__ = ("name", "title", "least_seats", "most_seats", "rules_version")
    NAME_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    LEAST_SEATS_FIELD_NUMBER: _ClassVar[int]
    MOST_SEATS_FIELD_NUMBER: _ClassVar[int]
    RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
    name: str
    title: str
    least_seats: int
    most_seats: int
    rules_version: int
    def __init__(self, name: _Optional[str] = ..., title: _Optional[str] = ..., least_seats: _Optional[int] = ..., most_seats: _Optional[int] = ..., rules_version: _Optional[int] = ...) -> None: ...

class DescribeGameRequest(_message.Message):
    __slots__ = ("game",)
    GAME_FIELD_NUMBER: _ClassVar[int]
    game: str
    def __init__(self, game: _Optional[str] = ...) -> None: ...

class DescribeGameResponse(_message.Message):
    __slots__ = ("summary", "questions", "choices", "facts", "obstacles", "endings", "editions", "rulings", "options", "tables", "rules", "forms", "talk_policies", "default_talk", "statements", "note")
    SUMMARY_FIELD_NUMBER: _ClassVar[int]
    QUESTIONS_FIELD_NUMBER: _ClassVar[int]
    CHOICES_FIELD_NUMBER: _ClassVar[int]
    FACTS_FIELD_NUMBER: _ClassVar[int]
    OBSTACLES_FIELD_NUMBER: _ClassVar[int]
    ENDINGS_FIELD_NUMBER: _ClassVar[int]
    EDITIONS_FIELD_NUMBER: _ClassVar[int]
    RULINGS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    TABLES_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    FORMS_FIELD_NUMBER: _ClassVar[int]
    TALK_POLICIES_FIELD_NUMBER: _ClassVar[int]
    DEFAULT_TALK_FIELD_NUMBER: _ClassVar[int]
    STATEMENTS_FIELD_NUMBER: _ClassVar[int]
    NOTE_FIELD_NUMBER: _ClassVar[int]
    summary: GameSummary
    questions: _containers.RepeatedCompositeFieldContainer[Term]
    choices: _containers.RepeatedCompositeFieldContainer[Term]
    facts: _containers.RepeatedCompositeFieldContainer[Term]
    obstacles: _containers.RepeatedCompositeFieldContainer[Term]
    endings: _containers.RepeatedCompositeFieldContainer[Term]
    editions: _containers.RepeatedCompositeFieldContainer[Term]
    rulings: _containers.RepeatedCompositeFieldContainer[Ruling]
    options: _containers.RepeatedCompositeFieldContainer[GameOption]
    tables: _containers.RepeatedCompositeFieldContainer[CardTable]
    rules: _containers.RepeatedCompositeFieldContainer[Rule]
    forms: _containers.RepeatedCompositeFieldContainer[QuestionForm]
    talk_policies: _containers.RepeatedScalarFieldContainer[TalkPolicy]
    default_talk: TalkPolicy
    statements: _containers.RepeatedCompositeFieldContainer[StatementForm]
    note: str
    def __init__(self, summary: _Optional[_Union[GameSummary, _Mapping]] = ..., questions: _Optional[_Iterable[_Union[Term, _Mapping]]] = ..., choices: _Optional[_Iterable[_Union[Term, _Mapping]]] = ..., facts: _Optional[_Iterable[_Union[Term, _Mapping]]] = ..., obstacles: _Optional[_Iterable[_Union[Term, _Mapping]]] = ..., endings: _Optional[_Iterable[_Union[Term, _Mapping]]] = ..., editions: _Optional[_Iterable[_Union[Term, _Mapping]]] = ..., rulings: _Optional[_Iterable[_Union[Ruling, _Mapping]]] = ..., options: _Optional[_Iterable[_Union[GameOption, _Mapping]]] = ..., tables: _Optional[_Iterable[_Union[CardTable, _Mapping]]] = ..., rules: _Optional[_Iterable[_Union[Rule, _Mapping]]] = ..., forms: _Optional[_Iterable[_Union[QuestionForm, _Mapping]]] = ..., talk_policies: _Optional[_Iterable[_Union[TalkPolicy, str]]] = ..., default_talk: _Optional[_Union[TalkPolicy, str]] = ..., statements: _Optional[_Iterable[_Union[StatementForm, _Mapping]]] = ..., note: _Optional[str] = ...) -> None: ...

class StatementForm(_message.Message):
    __slots__ = ("name", "meaning", "rule")
    NAME_FIELD_NUMBER: _ClassVar[int]
    MEANING_FIELD_NUMBER: _ClassVar[int]
    RULE_FIELD_NUMBER: _ClassVar[int]
    name: str
    meaning: str
    rule: str
    def __init__(self, name: _Optional[str] = ..., meaning: _Optional[str] = ..., rule: _Optional[str] = ...) -> None: ...

class QuestionForm(_message.Message):
    __slots__ = ("name", "kind", "choices")
    NAME_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    CHOICES_FIELD_NUMBER: _ClassVar[int]
    name: str
    kind: QuestionKind
    choices: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, name: _Optional[str] = ..., kind: _Optional[_Union[QuestionKind, str]] = ..., choices: _Optional[_Iterable[str]] = ...) -> None: ...

class Term(_message.Message):
    __slots__ = ("name", "meaning")
    NAME_FIELD_NUMBER: _ClassVar[int]
    MEANING_FIELD_NUMBER: _ClassVar[int]
    name: str
    meaning: str
    def __init__(self, name: _Optional[str] = ..., meaning: _Optional[str] = ...) -> None: ...

class Rule(_message.Message):
    __slots__ = ("id", "statement", "paragraphs", "is_printed", "source", "house")
    class ParagraphsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    ID_FIELD_NUMBER: _ClassVar[int]
    STATEMENT_FIELD_NUMBER: _ClassVar[int]
    PARAGRAPHS_FIELD_NUMBER: _ClassVar[int]
    IS_PRINTED_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    HOUSE_FIELD_NUMBER: _ClassVar[int]
    id: str
    statement: str
    paragraphs: _containers.ScalarMap[str, str]
    is_printed: bool
    source: str
    house: str
    def __init__(self, id: _Optional[str] = ..., statement: _Optional[str] = ..., paragraphs: _Optional[_Mapping[str, str]] = ..., is_printed: _Optional[bool] = ..., source: _Optional[str] = ..., house: _Optional[str] = ...) -> None: ...

class Ruling(_message.Message):
    __slots__ = ("key", "question", "rules", "readings", "default_reading", "reason", "editions")
    class EditionsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    KEY_FIELD_NUMBER: _ClassVar[int]
    QUESTION_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    READINGS_FIELD_NUMBER: _ClassVar[int]
    DEFAULT_READING_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    EDITIONS_FIELD_NUMBER: _ClassVar[int]
    key: str
    question: str
    rules: _containers.RepeatedScalarFieldContainer[str]
    readings: _containers.RepeatedCompositeFieldContainer[Term]
    default_reading: str
    reason: str
    editions: _containers.ScalarMap[str, str]
    def __init__(self, key: _Optional[str] = ..., question: _Optional[str] = ..., rules: _Optional[_Iterable[str]] = ..., readings: _Optional[_Iterable[_Union[Term, _Mapping]]] = ..., default_reading: _Optional[str] = ..., reason: _Optional[str] = ..., editions: _Optional[_Mapping[str, str]] = ...) -> None: ...

class GameOption(_message.Message):
    __slots__ = ("key", "meaning", "default_value", "values")
    KEY_FIELD_NUMBER: _ClassVar[int]
    MEANING_FIELD_NUMBER: _ClassVar[int]
    DEFAULT_VALUE_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    key: str
    meaning: str
    default_value: str
    values: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, key: _Optional[str] = ..., meaning: _Optional[str] = ..., default_value: _Optional[str] = ..., values: _Optional[_Iterable[str]] = ...) -> None: ...

class CardTable(_message.Message):
    __slots__ = ("name", "columns", "rows")
    NAME_FIELD_NUMBER: _ClassVar[int]
    COLUMNS_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    name: str
    columns: _containers.RepeatedScalarFieldContainer[str]
    rows: _containers.RepeatedCompositeFieldContainer[CardRow]
    def __init__(self, name: _Optional[str] = ..., columns: _Optional[_Iterable[str]] = ..., rows: _Optional[_Iterable[_Union[CardRow, _Mapping]]] = ...) -> None: ...

class CardRow(_message.Message):
    __slots__ = ("cells",)
    CELLS_FIELD_NUMBER: _ClassVar[int]
    cells: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, cells: _Optional[_Iterable[str]] = ...) -> None: ...

class CreateMatchRequest(_message.Message):
    __slots__ = ("game", "seat_count", "seed", "edition", "rulings", "options", "time_per_decision", "spectators", "time_to_reveal", "request_id", "token", "unrefereed", "with_invite", "time_to_fill", "longest_freeze", "talk", "time_control")
    class RulingsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    class OptionsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_COUNT_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    EDITION_FIELD_NUMBER: _ClassVar[int]
    RULINGS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    TIME_PER_DECISION_FIELD_NUMBER: _ClassVar[int]
    SPECTATORS_FIELD_NUMBER: _ClassVar[int]
    TIME_TO_REVEAL_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    UNREFEREED_FIELD_NUMBER: _ClassVar[int]
    WITH_INVITE_FIELD_NUMBER: _ClassVar[int]
    TIME_TO_FILL_FIELD_NUMBER: _ClassVar[int]
    LONGEST_FREEZE_FIELD_NUMBER: _ClassVar[int]
    TALK_FIELD_NUMBER: _ClassVar[int]
    TIME_CONTROL_FIELD_NUMBER: _ClassVar[int]
    game: str
    seat_count: int
    seed: str
    edition: str
    rulings: _containers.ScalarMap[str, str]
    options: _containers.ScalarMap[str, str]
    time_per_decision: _duration_pb2.Duration
    spectators: bool
    time_to_reveal: _duration_pb2.Duration
    request_id: str
    token: str
    unrefereed: bool
    with_invite: bool
    time_to_fill: _duration_pb2.Duration
    longest_freeze: _duration_pb2.Duration
    talk: TalkPolicy
    time_control: TimeControl
    def __init__(self, game: _Optional[str] = ..., seat_count: _Optional[int] = ..., seed: _Optional[str] = ..., edition: _Optional[str] = ..., rulings: _Optional[_Mapping[str, str]] = ..., options: _Optional[_Mapping[str, str]] = ..., time_per_decision: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., spectators: _Optional[bool] = ..., time_to_reveal: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., request_id: _Optional[str] = ..., token: _Optional[str] = ..., unrefereed: _Optional[bool] = ..., with_invite: _Optional[bool] = ..., time_to_fill: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., longest_freeze: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., talk: _Optional[_Union[TalkPolicy, str]] = ..., time_control: _Optional[_Union[TimeControl, _Mapping]] = ...) -> None: ...

class TimeControl(_message.Message):
    __slots__ = ("bank", "increment", "increment_kind", "cap", "grace", "away", "lag", "at_zero")
    BANK_FIELD_NUMBER: _ClassVar[int]
    INCREMENT_FIELD_NUMBER: _ClassVar[int]
    INCREMENT_KIND_FIELD_NUMBER: _ClassVar[int]
    CAP_FIELD_NUMBER: _ClassVar[int]
    GRACE_FIELD_NUMBER: _ClassVar[int]
    AWAY_FIELD_NUMBER: _ClassVar[int]
    LAG_FIELD_NUMBER: _ClassVar[int]
    AT_ZERO_FIELD_NUMBER: _ClassVar[int]
    bank: _duration_pb2.Duration
    increment: _duration_pb2.Duration
    increment_kind: IncrementKind
    cap: _duration_pb2.Duration
    grace: _duration_pb2.Duration
    away: _duration_pb2.Duration
    lag: _duration_pb2.Duration
    at_zero: AtZero
    def __init__(self, bank: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., increment: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., increment_kind: _Optional[_Union[IncrementKind, str]] = ..., cap: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., grace: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., away: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., lag: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., at_zero: _Optional[_Union[AtZero, str]] = ...) -> None: ...

class CreateMatchResponse(_message.Message):
    __slots__ = ("match", "token", "invite_code")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    INVITE_CODE_FIELD_NUMBER: _ClassVar[int]
    match: Match
    token: str
    invite_code: str
    def __init__(self, match: _Optional[_Union[Match, _Mapping]] = ..., token: _Optional[str] = ..., invite_code: _Optional[str] = ...) -> None: ...

class GetServerInfoRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetServerInfoResponse(_message.Message):
    __slots__ = ("version", "games", "access", "key_id", "request_bytes", "calls_per_connection", "handles_per_stream", "server_time", "features", "response_bytes", "longest_call", "longest_stream", "ping_interval", "longest_time_limit", "largest_page", "key_role")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    ACCESS_FIELD_NUMBER: _ClassVar[int]
    KEY_ID_FIELD_NUMBER: _ClassVar[int]
    REQUEST_BYTES_FIELD_NUMBER: _ClassVar[int]
    CALLS_PER_CONNECTION_FIELD_NUMBER: _ClassVar[int]
    HANDLES_PER_STREAM_FIELD_NUMBER: _ClassVar[int]
    SERVER_TIME_FIELD_NUMBER: _ClassVar[int]
    FEATURES_FIELD_NUMBER: _ClassVar[int]
    RESPONSE_BYTES_FIELD_NUMBER: _ClassVar[int]
    LONGEST_CALL_FIELD_NUMBER: _ClassVar[int]
    LONGEST_STREAM_FIELD_NUMBER: _ClassVar[int]
    PING_INTERVAL_FIELD_NUMBER: _ClassVar[int]
    LONGEST_TIME_LIMIT_FIELD_NUMBER: _ClassVar[int]
    LARGEST_PAGE_FIELD_NUMBER: _ClassVar[int]
    KEY_ROLE_FIELD_NUMBER: _ClassVar[int]
    version: str
    games: _containers.RepeatedCompositeFieldContainer[GameSummary]
    access: AccessMode
    key_id: str
    request_bytes: int
    calls_per_connection: int
    handles_per_stream: int
    server_time: _timestamp_pb2.Timestamp
    features: _containers.RepeatedScalarFieldContainer[str]
    response_bytes: int
    longest_call: _duration_pb2.Duration
    longest_stream: _duration_pb2.Duration
    ping_interval: _duration_pb2.Duration
    longest_time_limit: _duration_pb2.Duration
    largest_page: int
    key_role: str
    def __init__(self, version: _Optional[str] = ..., games: _Optional[_Iterable[_Union[GameSummary, _Mapping]]] = ..., access: _Optional[_Union[AccessMode, str]] = ..., key_id: _Optional[str] = ..., request_bytes: _Optional[int] = ..., calls_per_connection: _Optional[int] = ..., handles_per_stream: _Optional[int] = ..., server_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., features: _Optional[_Iterable[str]] = ..., response_bytes: _Optional[int] = ..., longest_call: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., longest_stream: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., ping_interval: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., longest_time_limit: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., largest_page: _Optional[int] = ..., key_role: _Optional[str] = ...) -> None: ...

class GetMatchRequest(_message.Message):
    __slots__ = ("match_id", "token")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    token: str
    def __init__(self, match_id: _Optional[str] = ..., token: _Optional[str] = ...) -> None: ...

class GetMatchResponse(_message.Message):
    __slots__ = ("match", "party")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    PARTY_FIELD_NUMBER: _ClassVar[int]
    match: Match
    party: str
    def __init__(self, match: _Optional[_Union[Match, _Mapping]] = ..., party: _Optional[str] = ...) -> None: ...

class ListMatchesRequest(_message.Message):
    __slots__ = ("page_size", "page_token", "game", "status", "player", "created_after", "created_before")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    CREATED_AFTER_FIELD_NUMBER: _ClassVar[int]
    CREATED_BEFORE_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    game: str
    status: MatchStatus
    player: str
    created_after: _timestamp_pb2.Timestamp
    created_before: _timestamp_pb2.Timestamp
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., game: _Optional[str] = ..., status: _Optional[_Union[MatchStatus, str]] = ..., player: _Optional[str] = ..., created_after: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., created_before: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class ListMatchesResponse(_message.Message):
    __slots__ = ("matches", "next_page_token")
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    matches: _containers.RepeatedCompositeFieldContainer[Match]
    next_page_token: str
    def __init__(self, matches: _Optional[_Iterable[_Union[Match, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class ListMatchEventsRequest(_message.Message):
    __slots__ = ("page_size", "page_token", "match_id", "kinds")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    KINDS_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    match_id: str
    kinds: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., match_id: _Optional[str] = ..., kinds: _Optional[_Iterable[str]] = ...) -> None: ...

class ListMatchEventsResponse(_message.Message):
    __slots__ = ("events", "next_page_token", "kinds", "since")
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    KINDS_FIELD_NUMBER: _ClassVar[int]
    SINCE_FIELD_NUMBER: _ClassVar[int]
    events: _containers.RepeatedCompositeFieldContainer[ServerEvent]
    next_page_token: str
    kinds: _containers.RepeatedScalarFieldContainer[str]
    since: _timestamp_pb2.Timestamp
    def __init__(self, events: _Optional[_Iterable[_Union[ServerEvent, _Mapping]]] = ..., next_page_token: _Optional[str] = ..., kinds: _Optional[_Iterable[str]] = ..., since: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class ServerEvent(_message.Message):
    __slots__ = ("time", "kind", "match_id", "game", "sentence", "fields")
    class FieldsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    TIME_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    SENTENCE_FIELD_NUMBER: _ClassVar[int]
    FIELDS_FIELD_NUMBER: _ClassVar[int]
    time: _timestamp_pb2.Timestamp
    kind: str
    match_id: str
    game: str
    sentence: str
    fields: _containers.ScalarMap[str, str]
    def __init__(self, time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., kind: _Optional[str] = ..., match_id: _Optional[str] = ..., game: _Optional[str] = ..., sentence: _Optional[str] = ..., fields: _Optional[_Mapping[str, str]] = ...) -> None: ...

class CancelMatchRequest(_message.Message):
    __slots__ = ("match_id", "token", "reason", "request_id")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    token: str
    reason: str
    request_id: str
    def __init__(self, match_id: _Optional[str] = ..., token: _Optional[str] = ..., reason: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

class CancelMatchResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class PauseMatchRequest(_message.Message):
    __slots__ = ("match_id", "token", "reason", "request_id", "consents", "adjourn")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    CONSENTS_FIELD_NUMBER: _ClassVar[int]
    ADJOURN_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    token: str
    reason: str
    request_id: str
    consents: bool
    adjourn: bool
    def __init__(self, match_id: _Optional[str] = ..., token: _Optional[str] = ..., reason: _Optional[str] = ..., request_id: _Optional[str] = ..., consents: _Optional[bool] = ..., adjourn: _Optional[bool] = ...) -> None: ...

class SealAnswerRequest(_message.Message):
    __slots__ = ("match_id", "token", "question", "answer", "request_id")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    QUESTION_FIELD_NUMBER: _ClassVar[int]
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    token: str
    question: int
    answer: Answer
    request_id: str
    def __init__(self, match_id: _Optional[str] = ..., token: _Optional[str] = ..., question: _Optional[int] = ..., answer: _Optional[_Union[Answer, _Mapping]] = ..., request_id: _Optional[str] = ...) -> None: ...

class SealAnswerResponse(_message.Message):
    __slots__ = ("refused",)
    REFUSED_FIELD_NUMBER: _ClassVar[int]
    refused: Refused
    def __init__(self, refused: _Optional[_Union[Refused, _Mapping]] = ...) -> None: ...

class PauseMatchResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ResumeMatchRequest(_message.Message):
    __slots__ = ("match_id", "token", "reason", "request_id", "consents")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    CONSENTS_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    token: str
    reason: str
    request_id: str
    consents: bool
    def __init__(self, match_id: _Optional[str] = ..., token: _Optional[str] = ..., reason: _Optional[str] = ..., request_id: _Optional[str] = ..., consents: _Optional[bool] = ...) -> None: ...

class ResumeMatchResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ExtendTimeRequest(_message.Message):
    __slots__ = ("match_id", "token", "seat", "time", "reason", "request_id")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    token: str
    seat: int
    time: _duration_pb2.Duration
    reason: str
    request_id: str
    def __init__(self, match_id: _Optional[str] = ..., token: _Optional[str] = ..., seat: _Optional[int] = ..., time: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., reason: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

class ExtendTimeResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class DeclareResultRequest(_message.Message):
    __slots__ = ("match_id", "token", "winners", "is_void", "kinds", "reason", "request_id")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    WINNERS_FIELD_NUMBER: _ClassVar[int]
    IS_VOID_FIELD_NUMBER: _ClassVar[int]
    KINDS_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    token: str
    winners: _containers.RepeatedScalarFieldContainer[int]
    is_void: bool
    kinds: _containers.RepeatedScalarFieldContainer[ResultKind]
    reason: str
    request_id: str
    def __init__(self, match_id: _Optional[str] = ..., token: _Optional[str] = ..., winners: _Optional[_Iterable[int]] = ..., is_void: _Optional[bool] = ..., kinds: _Optional[_Iterable[_Union[ResultKind, str]]] = ..., reason: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

class DeclareResultResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Official(_message.Message):
    __slots__ = ("party", "role", "name")
    PARTY_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    party: str
    role: OfficialRole
    name: str
    def __init__(self, party: _Optional[str] = ..., role: _Optional[_Union[OfficialRole, str]] = ..., name: _Optional[str] = ...) -> None: ...

class AppointOfficialRequest(_message.Message):
    __slots__ = ("match_id", "token", "role", "name", "key_id", "official_token", "request_id")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    KEY_ID_FIELD_NUMBER: _ClassVar[int]
    OFFICIAL_TOKEN_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    token: str
    role: OfficialRole
    name: str
    key_id: str
    official_token: str
    request_id: str
    def __init__(self, match_id: _Optional[str] = ..., token: _Optional[str] = ..., role: _Optional[_Union[OfficialRole, str]] = ..., name: _Optional[str] = ..., key_id: _Optional[str] = ..., official_token: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

class AppointOfficialResponse(_message.Message):
    __slots__ = ("party", "token")
    PARTY_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    party: str
    token: str
    def __init__(self, party: _Optional[str] = ..., token: _Optional[str] = ...) -> None: ...

class DismissOfficialRequest(_message.Message):
    __slots__ = ("match_id", "token", "party", "reason", "request_id")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    PARTY_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    token: str
    party: str
    reason: str
    request_id: str
    def __init__(self, match_id: _Optional[str] = ..., token: _Optional[str] = ..., party: _Optional[str] = ..., reason: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

class DismissOfficialResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class RotateTokenRequest(_message.Message):
    __slots__ = ("match_id", "token", "new_token", "request_id")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    NEW_TOKEN_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    token: str
    new_token: str
    request_id: str
    def __init__(self, match_id: _Optional[str] = ..., token: _Optional[str] = ..., new_token: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

class RotateTokenResponse(_message.Message):
    __slots__ = ("token",)
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    token: str
    def __init__(self, token: _Optional[str] = ...) -> None: ...

class Match(_message.Message):
    __slots__ = ("id", "game", "rules_version", "seat_count", "edition", "rulings", "options", "time_per_decision", "spectators", "names", "status", "commitment", "standing", "create_time", "start_time", "end_time", "unrefereed", "needs_invite", "officials", "cancel_reason", "seed_given", "clients", "longest_freeze", "talk", "advice", "time_control")
    class RulingsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    class OptionsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
    SEAT_COUNT_FIELD_NUMBER: _ClassVar[int]
    EDITION_FIELD_NUMBER: _ClassVar[int]
    RULINGS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    TIME_PER_DECISION_FIELD_NUMBER: _ClassVar[int]
    SPECTATORS_FIELD_NUMBER: _ClassVar[int]
    NAMES_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    STANDING_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    START_TIME_FIELD_NUMBER: _ClassVar[int]
    END_TIME_FIELD_NUMBER: _ClassVar[int]
    UNREFEREED_FIELD_NUMBER: _ClassVar[int]
    NEEDS_INVITE_FIELD_NUMBER: _ClassVar[int]
    OFFICIALS_FIELD_NUMBER: _ClassVar[int]
    CANCEL_REASON_FIELD_NUMBER: _ClassVar[int]
    SEED_GIVEN_FIELD_NUMBER: _ClassVar[int]
    CLIENTS_FIELD_NUMBER: _ClassVar[int]
    LONGEST_FREEZE_FIELD_NUMBER: _ClassVar[int]
    TALK_FIELD_NUMBER: _ClassVar[int]
    ADVICE_FIELD_NUMBER: _ClassVar[int]
    TIME_CONTROL_FIELD_NUMBER: _ClassVar[int]
    id: str
    game: str
    rules_version: int
    seat_count: int
    edition: str
    rulings: _containers.ScalarMap[str, str]
    options: _containers.ScalarMap[str, str]
    time_per_decision: _duration_pb2.Duration
    spectators: bool
    names: _containers.RepeatedScalarFieldContainer[str]
    status: MatchStatus
    commitment: bytes
    standing: Standing
    create_time: _timestamp_pb2.Timestamp
    start_time: _timestamp_pb2.Timestamp
    end_time: _timestamp_pb2.Timestamp
    unrefereed: bool
    needs_invite: bool
    officials: _containers.RepeatedCompositeFieldContainer[Official]
    cancel_reason: str
    seed_given: bool
    clients: _containers.RepeatedCompositeFieldContainer[ClientInfo]
    longest_freeze: _duration_pb2.Duration
    talk: TalkPolicy
    advice: _containers.RepeatedScalarFieldContainer[str]
    time_control: TimeControl
    def __init__(self, id: _Optional[str] = ..., game: _Optional[str] = ..., rules_version: _Optional[int] = ..., seat_count: _Optional[int] = ..., edition: _Optional[str] = ..., rulings: _Optional[_Mapping[str, str]] = ..., options: _Optional[_Mapping[str, str]] = ..., time_per_decision: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., spectators: _Optional[bool] = ..., names: _Optional[_Iterable[str]] = ..., status: _Optional[_Union[MatchStatus, str]] = ..., commitment: _Optional[bytes] = ..., standing: _Optional[_Union[Standing, _Mapping]] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., start_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., end_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., unrefereed: _Optional[bool] = ..., needs_invite: _Optional[bool] = ..., officials: _Optional[_Iterable[_Union[Official, _Mapping]]] = ..., cancel_reason: _Optional[str] = ..., seed_given: _Optional[bool] = ..., clients: _Optional[_Iterable[_Union[ClientInfo, _Mapping]]] = ..., longest_freeze: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., talk: _Optional[_Union[TalkPolicy, str]] = ..., advice: _Optional[_Iterable[str]] = ..., time_control: _Optional[_Union[TimeControl, _Mapping]] = ...) -> None: ...

class Standing(_message.Message):
    __slots__ = ("is_frozen", "is_provisional", "cases", "undo", "successor", "parent", "award", "reveals_awaited", "looks", "pause", "pause_proposal", "time_extensions", "panel", "results", "forfeits")
    IS_FROZEN_FIELD_NUMBER: _ClassVar[int]
    IS_PROVISIONAL_FIELD_NUMBER: _ClassVar[int]
    CASES_FIELD_NUMBER: _ClassVar[int]
    UNDO_FIELD_NUMBER: _ClassVar[int]
    SUCCESSOR_FIELD_NUMBER: _ClassVar[int]
    PARENT_FIELD_NUMBER: _ClassVar[int]
    AWARD_FIELD_NUMBER: _ClassVar[int]
    REVEALS_AWAITED_FIELD_NUMBER: _ClassVar[int]
    LOOKS_FIELD_NUMBER: _ClassVar[int]
    PAUSE_FIELD_NUMBER: _ClassVar[int]
    PAUSE_PROPOSAL_FIELD_NUMBER: _ClassVar[int]
    TIME_EXTENSIONS_FIELD_NUMBER: _ClassVar[int]
    PANEL_FIELD_NUMBER: _ClassVar[int]
    RESULTS_FIELD_NUMBER: _ClassVar[int]
    FORFEITS_FIELD_NUMBER: _ClassVar[int]
    is_frozen: bool
    is_provisional: bool
    cases: _containers.RepeatedCompositeFieldContainer[CaseSummary]
    undo: UndoProposal
    successor: str
    parent: str
    award: Award
    reveals_awaited: _containers.RepeatedScalarFieldContainer[int]
    looks: _containers.RepeatedCompositeFieldContainer[Looks]
    pause: Pause
    pause_proposal: PauseProposal
    time_extensions: _containers.RepeatedCompositeFieldContainer[TimeExtension]
    panel: Panel
    results: _containers.RepeatedCompositeFieldContainer[DeclaredResult]
    forfeits: _containers.RepeatedCompositeFieldContainer[Forfeit]
    def __init__(self, is_frozen: _Optional[bool] = ..., is_provisional: _Optional[bool] = ..., cases: _Optional[_Iterable[_Union[CaseSummary, _Mapping]]] = ..., undo: _Optional[_Union[UndoProposal, _Mapping]] = ..., successor: _Optional[str] = ..., parent: _Optional[str] = ..., award: _Optional[_Union[Award, _Mapping]] = ..., reveals_awaited: _Optional[_Iterable[int]] = ..., looks: _Optional[_Iterable[_Union[Looks, _Mapping]]] = ..., pause: _Optional[_Union[Pause, _Mapping]] = ..., pause_proposal: _Optional[_Union[PauseProposal, _Mapping]] = ..., time_extensions: _Optional[_Iterable[_Union[TimeExtension, _Mapping]]] = ..., panel: _Optional[_Union[Panel, _Mapping]] = ..., results: _Optional[_Iterable[_Union[DeclaredResult, _Mapping]]] = ..., forfeits: _Optional[_Iterable[_Union[Forfeit, _Mapping]]] = ...) -> None: ...

class Forfeit(_message.Message):
    __slots__ = ("seat", "why")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    WHY_FIELD_NUMBER: _ClassVar[int]
    seat: int
    why: ResultKind
    def __init__(self, seat: _Optional[int] = ..., why: _Optional[_Union[ResultKind, str]] = ...) -> None: ...

class DeclaredResult(_message.Message):
    __slots__ = ("by", "reason", "is_void", "winners", "kinds", "declare_time", "is_correction")
    BY_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    IS_VOID_FIELD_NUMBER: _ClassVar[int]
    WINNERS_FIELD_NUMBER: _ClassVar[int]
    KINDS_FIELD_NUMBER: _ClassVar[int]
    DECLARE_TIME_FIELD_NUMBER: _ClassVar[int]
    IS_CORRECTION_FIELD_NUMBER: _ClassVar[int]
    by: str
    reason: str
    is_void: bool
    winners: _containers.RepeatedScalarFieldContainer[int]
    kinds: _containers.RepeatedScalarFieldContainer[ResultKind]
    declare_time: _timestamp_pb2.Timestamp
    is_correction: bool
    def __init__(self, by: _Optional[str] = ..., reason: _Optional[str] = ..., is_void: _Optional[bool] = ..., winners: _Optional[_Iterable[int]] = ..., kinds: _Optional[_Iterable[_Union[ResultKind, str]]] = ..., declare_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., is_correction: _Optional[bool] = ...) -> None: ...

class Panel(_message.Message):
    __slots__ = ("needed", "members")
    NEEDED_FIELD_NUMBER: _ClassVar[int]
    MEMBERS_FIELD_NUMBER: _ClassVar[int]
    needed: int
    members: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, needed: _Optional[int] = ..., members: _Optional[_Iterable[str]] = ...) -> None: ...

class TimeExtension(_message.Message):
    __slots__ = ("by", "seat", "time", "reason", "grant_time")
    BY_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    GRANT_TIME_FIELD_NUMBER: _ClassVar[int]
    by: str
    seat: int
    time: _duration_pb2.Duration
    reason: str
    grant_time: _timestamp_pb2.Timestamp
    def __init__(self, by: _Optional[str] = ..., seat: _Optional[int] = ..., time: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., reason: _Optional[str] = ..., grant_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class Pause(_message.Message):
    __slots__ = ("by", "reason", "pause_time", "is_adjourned")
    BY_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    PAUSE_TIME_FIELD_NUMBER: _ClassVar[int]
    IS_ADJOURNED_FIELD_NUMBER: _ClassVar[int]
    by: str
    reason: str
    pause_time: _timestamp_pb2.Timestamp
    is_adjourned: bool
    def __init__(self, by: _Optional[str] = ..., reason: _Optional[str] = ..., pause_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., is_adjourned: _Optional[bool] = ...) -> None: ...

class PauseProposal(_message.Message):
    __slots__ = ("seat", "step", "reason", "waiting_for")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    WAITING_FOR_FIELD_NUMBER: _ClassVar[int]
    seat: int
    step: PauseStep
    reason: str
    waiting_for: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., step: _Optional[_Union[PauseStep, str]] = ..., reason: _Optional[str] = ..., waiting_for: _Optional[_Iterable[int]] = ...) -> None: ...

class Looks(_message.Message):
    __slots__ = ("role", "count")
    ROLE_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    role: str
    count: int
    def __init__(self, role: _Optional[str] = ..., count: _Optional[int] = ...) -> None: ...

class CaseSummary(_message.Message):
    __slots__ = ("number", "state", "by", "rule", "claim", "freezes", "rulings", "opinions")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    BY_FIELD_NUMBER: _ClassVar[int]
    RULE_FIELD_NUMBER: _ClassVar[int]
    CLAIM_FIELD_NUMBER: _ClassVar[int]
    FREEZES_FIELD_NUMBER: _ClassVar[int]
    RULINGS_FIELD_NUMBER: _ClassVar[int]
    OPINIONS_FIELD_NUMBER: _ClassVar[int]
    number: int
    state: CaseState
    by: str
    rule: str
    claim: str
    freezes: bool
    rulings: _containers.RepeatedCompositeFieldContainer[CaseRuling]
    opinions: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, number: _Optional[int] = ..., state: _Optional[_Union[CaseState, str]] = ..., by: _Optional[str] = ..., rule: _Optional[str] = ..., claim: _Optional[str] = ..., freezes: _Optional[bool] = ..., rulings: _Optional[_Iterable[_Union[CaseRuling, _Mapping]]] = ..., opinions: _Optional[_Iterable[str]] = ...) -> None: ...

class CaseRuling(_message.Message):
    __slots__ = ("finding", "reason", "rules", "remedy", "is_precedent", "by", "is_by_same_official", "panel")
    FINDING_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    REMEDY_FIELD_NUMBER: _ClassVar[int]
    IS_PRECEDENT_FIELD_NUMBER: _ClassVar[int]
    BY_FIELD_NUMBER: _ClassVar[int]
    IS_BY_SAME_OFFICIAL_FIELD_NUMBER: _ClassVar[int]
    PANEL_FIELD_NUMBER: _ClassVar[int]
    finding: Finding
    reason: str
    rules: _containers.RepeatedScalarFieldContainer[str]
    remedy: str
    is_precedent: bool
    by: str
    is_by_same_official: bool
    panel: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, finding: _Optional[_Union[Finding, str]] = ..., reason: _Optional[str] = ..., rules: _Optional[_Iterable[str]] = ..., remedy: _Optional[str] = ..., is_precedent: _Optional[bool] = ..., by: _Optional[str] = ..., is_by_same_official: _Optional[bool] = ..., panel: _Optional[_Iterable[str]] = ...) -> None: ...

class UndoProposal(_message.Message):
    __slots__ = ("seat", "waiting_for")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    WAITING_FOR_FIELD_NUMBER: _ClassVar[int]
    seat: int
    waiting_for: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., waiting_for: _Optional[_Iterable[int]] = ...) -> None: ...

class Award(_message.Message):
    __slots__ = ("is_void", "winners")
    IS_VOID_FIELD_NUMBER: _ClassVar[int]
    WINNERS_FIELD_NUMBER: _ClassVar[int]
    is_void: bool
    winners: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, is_void: _Optional[bool] = ..., winners: _Optional[_Iterable[int]] = ...) -> None: ...

class JoinSeatRequest(_message.Message):
    __slots__ = ("match_id", "seat", "name", "token", "entropy_commitment", "invite_code", "client")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    ENTROPY_COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    INVITE_CODE_FIELD_NUMBER: _ClassVar[int]
    CLIENT_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    seat: int
    name: str
    token: str
    entropy_commitment: bytes
    invite_code: str
    client: ClientInfo
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., name: _Optional[str] = ..., token: _Optional[str] = ..., entropy_commitment: _Optional[bytes] = ..., invite_code: _Optional[str] = ..., client: _Optional[_Union[ClientInfo, _Mapping]] = ...) -> None: ...

class ClientInfo(_message.Message):
    __slots__ = ("name", "version", "language")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    name: str
    version: str
    language: str
    def __init__(self, name: _Optional[str] = ..., version: _Optional[str] = ..., language: _Optional[str] = ...) -> None: ...

class JoinSeatResponse(_message.Message):
    __slots__ = ("match", "seat", "token")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    match: Match
    seat: int
    token: str
    def __init__(self, match: _Optional[_Union[Match, _Mapping]] = ..., seat: _Optional[int] = ..., token: _Optional[str] = ...) -> None: ...

class RevealEntropyRequest(_message.Message):
    __slots__ = ("match_id", "token", "entropy")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    ENTROPY_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    token: str
    entropy: bytes
    def __init__(self, match_id: _Optional[str] = ..., token: _Optional[str] = ..., entropy: _Optional[bytes] = ...) -> None: ...

class RevealEntropyResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Frame(_message.Message):
    __slots__ = ("number", "question", "waiting_for", "outcome", "told", "is_answered", "receipt", "view", "clock")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    QUESTION_FIELD_NUMBER: _ClassVar[int]
    WAITING_FOR_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    TOLD_FIELD_NUMBER: _ClassVar[int]
    IS_ANSWERED_FIELD_NUMBER: _ClassVar[int]
    RECEIPT_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    number: int
    question: Question
    waiting_for: _containers.RepeatedScalarFieldContainer[int]
    outcome: Outcome
    told: _game_payload_pb2.GamePayload
    is_answered: bool
    receipt: str
    view: _game_payload_pb2.GamePayload
    clock: Clock
    def __init__(self, number: _Optional[int] = ..., question: _Optional[_Union[Question, _Mapping]] = ..., waiting_for: _Optional[_Iterable[int]] = ..., outcome: _Optional[_Union[Outcome, _Mapping]] = ..., told: _Optional[_Union[_game_payload_pb2.GamePayload, _Mapping]] = ..., is_answered: _Optional[bool] = ..., receipt: _Optional[str] = ..., view: _Optional[_Union[_game_payload_pb2.GamePayload, _Mapping]] = ..., clock: _Optional[_Union[Clock, _Mapping]] = ...) -> None: ...

class Clock(_message.Message):
    __slots__ = ("deadline", "time_left", "server_time", "bank", "away")
    DEADLINE_FIELD_NUMBER: _ClassVar[int]
    TIME_LEFT_FIELD_NUMBER: _ClassVar[int]
    SERVER_TIME_FIELD_NUMBER: _ClassVar[int]
    BANK_FIELD_NUMBER: _ClassVar[int]
    AWAY_FIELD_NUMBER: _ClassVar[int]
    deadline: _timestamp_pb2.Timestamp
    time_left: _duration_pb2.Duration
    server_time: _timestamp_pb2.Timestamp
    bank: _duration_pb2.Duration
    away: _duration_pb2.Duration
    def __init__(self, deadline: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., time_left: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., server_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., bank: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., away: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class SeatClocks(_message.Message):
    __slots__ = ("frame", "clocks", "server_time")
    FRAME_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_FIELD_NUMBER: _ClassVar[int]
    SERVER_TIME_FIELD_NUMBER: _ClassVar[int]
    frame: int
    clocks: _containers.RepeatedCompositeFieldContainer[SeatClock]
    server_time: _timestamp_pb2.Timestamp
    def __init__(self, frame: _Optional[int] = ..., clocks: _Optional[_Iterable[_Union[SeatClock, _Mapping]]] = ..., server_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class SeatClock(_message.Message):
    __slots__ = ("seat", "bank", "away", "time_left", "is_running")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    BANK_FIELD_NUMBER: _ClassVar[int]
    AWAY_FIELD_NUMBER: _ClassVar[int]
    TIME_LEFT_FIELD_NUMBER: _ClassVar[int]
    IS_RUNNING_FIELD_NUMBER: _ClassVar[int]
    seat: int
    bank: _duration_pb2.Duration
    away: _duration_pb2.Duration
    time_left: _duration_pb2.Duration
    is_running: bool
    def __init__(self, seat: _Optional[int] = ..., bank: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., away: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., time_left: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., is_running: _Optional[bool] = ...) -> None: ...

class Question(_message.Message):
    __slots__ = ("number", "name", "text", "kind", "option_count", "least", "most", "limits", "weights", "groups", "default_picks", "path", "pass_answer", "concerns_you", "options")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    OPTION_COUNT_FIELD_NUMBER: _ClassVar[int]
    LEAST_FIELD_NUMBER: _ClassVar[int]
    MOST_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    WEIGHTS_FIELD_NUMBER: _ClassVar[int]
    GROUPS_FIELD_NUMBER: _ClassVar[int]
    DEFAULT_PICKS_FIELD_NUMBER: _ClassVar[int]
    PATH_FIELD_NUMBER: _ClassVar[int]
    PASS_ANSWER_FIELD_NUMBER: _ClassVar[int]
    CONCERNS_YOU_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    number: int
    name: str
    text: str
    kind: QuestionKind
    option_count: int
    least: int
    most: int
    limits: _containers.RepeatedCompositeFieldContainer[Limit]
    weights: _containers.RepeatedScalarFieldContainer[int]
    groups: _containers.RepeatedScalarFieldContainer[str]
    default_picks: _containers.RepeatedScalarFieldContainer[int]
    path: str
    pass_answer: PassAnswer
    concerns_you: bool
    options: _game_payload_pb2.GamePayload
    def __init__(self, number: _Optional[int] = ..., name: _Optional[str] = ..., text: _Optional[str] = ..., kind: _Optional[_Union[QuestionKind, str]] = ..., option_count: _Optional[int] = ..., least: _Optional[int] = ..., most: _Optional[int] = ..., limits: _Optional[_Iterable[_Union[Limit, _Mapping]]] = ..., weights: _Optional[_Iterable[int]] = ..., groups: _Optional[_Iterable[str]] = ..., default_picks: _Optional[_Iterable[int]] = ..., path: _Optional[str] = ..., pass_answer: _Optional[_Union[PassAnswer, _Mapping]] = ..., concerns_you: _Optional[bool] = ..., options: _Optional[_Union[_game_payload_pb2.GamePayload, _Mapping]] = ...) -> None: ...

class PassAnswer(_message.Message):
    __slots__ = ("picks",)
    PICKS_FIELD_NUMBER: _ClassVar[int]
    picks: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, picks: _Optional[_Iterable[int]] = ...) -> None: ...

class Limit(_message.Message):
    __slots__ = ("rule", "total_at_least", "groups_exactly", "group_required", "none_spare", "groups_at_most")
    RULE_FIELD_NUMBER: _ClassVar[int]
    TOTAL_AT_LEAST_FIELD_NUMBER: _ClassVar[int]
    GROUPS_EXACTLY_FIELD_NUMBER: _ClassVar[int]
    GROUP_REQUIRED_FIELD_NUMBER: _ClassVar[int]
    NONE_SPARE_FIELD_NUMBER: _ClassVar[int]
    GROUPS_AT_MOST_FIELD_NUMBER: _ClassVar[int]
    rule: str
    total_at_least: TotalAtLeast
    groups_exactly: GroupsExactly
    group_required: GroupRequired
    none_spare: NoneSpare
    groups_at_most: GroupsAtMost
    def __init__(self, rule: _Optional[str] = ..., total_at_least: _Optional[_Union[TotalAtLeast, _Mapping]] = ..., groups_exactly: _Optional[_Union[GroupsExactly, _Mapping]] = ..., group_required: _Optional[_Union[GroupRequired, _Mapping]] = ..., none_spare: _Optional[_Union[NoneSpare, _Mapping]] = ..., groups_at_most: _Optional[_Union[GroupsAtMost, _Mapping]] = ...) -> None: ...

class TotalAtLeast(_message.Message):
    __slots__ = ("total",)
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    total: int
    def __init__(self, total: _Optional[int] = ...) -> None: ...

class GroupsExactly(_message.Message):
    __slots__ = ("count",)
    COUNT_FIELD_NUMBER: _ClassVar[int]
    count: int
    def __init__(self, count: _Optional[int] = ...) -> None: ...

class GroupsAtMost(_message.Message):
    __slots__ = ("count",)
    COUNT_FIELD_NUMBER: _ClassVar[int]
    count: int
    def __init__(self, count: _Optional[int] = ...) -> None: ...

class GroupRequired(_message.Message):
    __slots__ = ("group",)
    GROUP_FIELD_NUMBER: _ClassVar[int]
    group: str
    def __init__(self, group: _Optional[str] = ...) -> None: ...

class NoneSpare(_message.Message):
    __slots__ = ("total",)
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    total: int
    def __init__(self, total: _Optional[int] = ...) -> None: ...

class Outcome(_message.Message):
    __slots__ = ("ending", "winners", "scores")
    ENDING_FIELD_NUMBER: _ClassVar[int]
    WINNERS_FIELD_NUMBER: _ClassVar[int]
    SCORES_FIELD_NUMBER: _ClassVar[int]
    ending: str
    winners: _containers.RepeatedScalarFieldContainer[int]
    scores: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, ending: _Optional[str] = ..., winners: _Optional[_Iterable[int]] = ..., scores: _Optional[_Iterable[int]] = ...) -> None: ...

class Answer(_message.Message):
    __slots__ = ("picks", "choices")
    PICKS_FIELD_NUMBER: _ClassVar[int]
    CHOICES_FIELD_NUMBER: _ClassVar[int]
    picks: _containers.RepeatedScalarFieldContainer[int]
    choices: _game_payload_pb2.GamePayload
    def __init__(self, picks: _Optional[_Iterable[int]] = ..., choices: _Optional[_Union[_game_payload_pb2.GamePayload, _Mapping]] = ...) -> None: ...

class Refused(_message.Message):
    __slots__ = ("refusal", "rule", "obstacle", "sentence")
    REFUSAL_FIELD_NUMBER: _ClassVar[int]
    RULE_FIELD_NUMBER: _ClassVar[int]
    OBSTACLE_FIELD_NUMBER: _ClassVar[int]
    SENTENCE_FIELD_NUMBER: _ClassVar[int]
    refusal: Refusal
    rule: str
    obstacle: str
    sentence: str
    def __init__(self, refusal: _Optional[_Union[Refusal, str]] = ..., rule: _Optional[str] = ..., obstacle: _Optional[str] = ..., sentence: _Optional[str] = ...) -> None: ...

class Accepted(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class SubmitRequest(_message.Message):
    __slots__ = ("match_id", "token", "question", "answer", "request_id", "with_receipt")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    QUESTION_FIELD_NUMBER: _ClassVar[int]
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    WITH_RECEIPT_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    token: str
    question: int
    answer: Answer
    request_id: str
    with_receipt: bool
    def __init__(self, match_id: _Optional[str] = ..., token: _Optional[str] = ..., question: _Optional[int] = ..., answer: _Optional[_Union[Answer, _Mapping]] = ..., request_id: _Optional[str] = ..., with_receipt: _Optional[bool] = ...) -> None: ...

class SubmitResponse(_message.Message):
    __slots__ = ("accepted", "refused", "receipt")
    ACCEPTED_FIELD_NUMBER: _ClassVar[int]
    REFUSED_FIELD_NUMBER: _ClassVar[int]
    RECEIPT_FIELD_NUMBER: _ClassVar[int]
    accepted: Accepted
    refused: Refused
    receipt: str
    def __init__(self, accepted: _Optional[_Union[Accepted, _Mapping]] = ..., refused: _Optional[_Union[Refused, _Mapping]] = ..., receipt: _Optional[str] = ...) -> None: ...

class CheckIntentRequest(_message.Message):
    __slots__ = ("match_id", "token", "question", "answer")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    QUESTION_FIELD_NUMBER: _ClassVar[int]
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    token: str
    question: int
    answer: Answer
    def __init__(self, match_id: _Optional[str] = ..., token: _Optional[str] = ..., question: _Optional[int] = ..., answer: _Optional[_Union[Answer, _Mapping]] = ...) -> None: ...

class CheckIntentResponse(_message.Message):
    __slots__ = ("accepted", "refused")
    ACCEPTED_FIELD_NUMBER: _ClassVar[int]
    REFUSED_FIELD_NUMBER: _ClassVar[int]
    accepted: Accepted
    refused: Refused
    def __init__(self, accepted: _Optional[_Union[Accepted, _Mapping]] = ..., refused: _Optional[_Union[Refused, _Mapping]] = ...) -> None: ...

class Words(_message.Message):
    __slots__ = ("text", "statement")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    STATEMENT_FIELD_NUMBER: _ClassVar[int]
    text: str
    statement: _game_payload_pb2.GamePayload
    def __init__(self, text: _Optional[str] = ..., statement: _Optional[_Union[_game_payload_pb2.GamePayload, _Mapping]] = ...) -> None: ...

class SayRequest(_message.Message):
    __slots__ = ("match_id", "token", "words", "request_id")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    WORDS_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    token: str
    words: Words
    request_id: str
    def __init__(self, match_id: _Optional[str] = ..., token: _Optional[str] = ..., words: _Optional[_Union[Words, _Mapping]] = ..., request_id: _Optional[str] = ...) -> None: ...

class SayResponse(_message.Message):
    __slots__ = ("accepted", "refused")
    ACCEPTED_FIELD_NUMBER: _ClassVar[int]
    REFUSED_FIELD_NUMBER: _ClassVar[int]
    accepted: Accepted
    refused: Refused
    def __init__(self, accepted: _Optional[_Union[Accepted, _Mapping]] = ..., refused: _Optional[_Union[Refused, _Mapping]] = ...) -> None: ...

class Order(_message.Message):
    __slots__ = ("questions", "answer", "unless_concerned", "until")
    QUESTIONS_FIELD_NUMBER: _ClassVar[int]
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    UNLESS_CONCERNED_FIELD_NUMBER: _ClassVar[int]
    UNTIL_FIELD_NUMBER: _ClassVar[int]
    questions: str
    answer: OrderAnswer
    unless_concerned: bool
    until: OrderUntil
    def __init__(self, questions: _Optional[str] = ..., answer: _Optional[_Union[OrderAnswer, str]] = ..., unless_concerned: _Optional[bool] = ..., until: _Optional[_Union[OrderUntil, str]] = ...) -> None: ...

class SetOrdersRequest(_message.Message):
    __slots__ = ("match_id", "token", "orders")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    ORDERS_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    token: str
    orders: _containers.RepeatedCompositeFieldContainer[Order]
    def __init__(self, match_id: _Optional[str] = ..., token: _Optional[str] = ..., orders: _Optional[_Iterable[_Union[Order, _Mapping]]] = ...) -> None: ...

class SetOrdersResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetOrdersRequest(_message.Message):
    __slots__ = ("match_id", "token")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    token: str
    def __init__(self, match_id: _Optional[str] = ..., token: _Optional[str] = ...) -> None: ...

class GetOrdersResponse(_message.Message):
    __slots__ = ("orders",)
    ORDERS_FIELD_NUMBER: _ClassVar[int]
    orders: _containers.RepeatedCompositeFieldContainer[Order]
    def __init__(self, orders: _Optional[_Iterable[_Union[Order, _Mapping]]] = ...) -> None: ...

class WatchRequest(_message.Message):
    __slots__ = ("match_id", "token", "after", "with_view")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    WITH_VIEW_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    token: str
    after: int
    with_view: bool
    def __init__(self, match_id: _Optional[str] = ..., token: _Optional[str] = ..., after: _Optional[int] = ..., with_view: _Optional[bool] = ...) -> None: ...

class WatchResponse(_message.Message):
    __slots__ = ("match", "frames", "standing", "clock", "time_outs", "clocks")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    FRAMES_FIELD_NUMBER: _ClassVar[int]
    STANDING_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    TIME_OUTS_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_FIELD_NUMBER: _ClassVar[int]
    match: Match
    frames: _containers.RepeatedCompositeFieldContainer[Frame]
    standing: Standing
    clock: Clock
    time_outs: _containers.RepeatedCompositeFieldContainer[TimeOut]
    clocks: _containers.RepeatedCompositeFieldContainer[SeatClocks]
    def __init__(self, match: _Optional[_Union[Match, _Mapping]] = ..., frames: _Optional[_Iterable[_Union[Frame, _Mapping]]] = ..., standing: _Optional[_Union[Standing, _Mapping]] = ..., clock: _Optional[_Union[Clock, _Mapping]] = ..., time_outs: _Optional[_Iterable[_Union[TimeOut, _Mapping]]] = ..., clocks: _Optional[_Iterable[_Union[SeatClocks, _Mapping]]] = ...) -> None: ...

class TimeOut(_message.Message):
    __slots__ = ("frame", "seats")
    FRAME_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    frame: int
    seats: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, frame: _Optional[int] = ..., seats: _Optional[_Iterable[int]] = ...) -> None: ...

class PlayRequest(_message.Message):
    __slots__ = ("attach", "intents", "acks", "detach", "orders", "statements")
    ATTACH_FIELD_NUMBER: _ClassVar[int]
    INTENTS_FIELD_NUMBER: _ClassVar[int]
    ACKS_FIELD_NUMBER: _ClassVar[int]
    DETACH_FIELD_NUMBER: _ClassVar[int]
    ORDERS_FIELD_NUMBER: _ClassVar[int]
    STATEMENTS_FIELD_NUMBER: _ClassVar[int]
    attach: _containers.RepeatedCompositeFieldContainer[Attach]
    intents: _containers.RepeatedCompositeFieldContainer[Intent]
    acks: _containers.RepeatedCompositeFieldContainer[Ack]
    detach: _containers.RepeatedScalarFieldContainer[int]
    orders: _containers.RepeatedCompositeFieldContainer[SeatOrders]
    statements: _containers.RepeatedCompositeFieldContainer[SeatStatement]
    def __init__(self, attach: _Optional[_Iterable[_Union[Attach, _Mapping]]] = ..., intents: _Optional[_Iterable[_Union[Intent, _Mapping]]] = ..., acks: _Optional[_Iterable[_Union[Ack, _Mapping]]] = ..., detach: _Optional[_Iterable[int]] = ..., orders: _Optional[_Iterable[_Union[SeatOrders, _Mapping]]] = ..., statements: _Optional[_Iterable[_Union[SeatStatement, _Mapping]]] = ...) -> None: ...

class SeatStatement(_message.Message):
    __slots__ = ("handle", "words", "request_id")
    HANDLE_FIELD_NUMBER: _ClassVar[int]
    WORDS_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    handle: int
    words: Words
    request_id: str
    def __init__(self, handle: _Optional[int] = ..., words: _Optional[_Union[Words, _Mapping]] = ..., request_id: _Optional[str] = ...) -> None: ...

class SeatOrders(_message.Message):
    __slots__ = ("handle", "orders")
    HANDLE_FIELD_NUMBER: _ClassVar[int]
    ORDERS_FIELD_NUMBER: _ClassVar[int]
    handle: int
    orders: _containers.RepeatedCompositeFieldContainer[Order]
    def __init__(self, handle: _Optional[int] = ..., orders: _Optional[_Iterable[_Union[Order, _Mapping]]] = ...) -> None: ...

class Attach(_message.Message):
    __slots__ = ("handle", "match_id", "token", "after", "with_view")
    HANDLE_FIELD_NUMBER: _ClassVar[int]
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    WITH_VIEW_FIELD_NUMBER: _ClassVar[int]
    handle: int
    match_id: str
    token: str
    after: int
    with_view: bool
    def __init__(self, handle: _Optional[int] = ..., match_id: _Optional[str] = ..., token: _Optional[str] = ..., after: _Optional[int] = ..., with_view: _Optional[bool] = ...) -> None: ...

class Intent(_message.Message):
    __slots__ = ("handle", "question", "answer", "request_id", "with_receipt")
    HANDLE_FIELD_NUMBER: _ClassVar[int]
    QUESTION_FIELD_NUMBER: _ClassVar[int]
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    WITH_RECEIPT_FIELD_NUMBER: _ClassVar[int]
    handle: int
    question: int
    answer: Answer
    request_id: str
    with_receipt: bool
    def __init__(self, handle: _Optional[int] = ..., question: _Optional[int] = ..., answer: _Optional[_Union[Answer, _Mapping]] = ..., request_id: _Optional[str] = ..., with_receipt: _Optional[bool] = ...) -> None: ...

class Ack(_message.Message):
    __slots__ = ("handle", "frame")
    HANDLE_FIELD_NUMBER: _ClassVar[int]
    FRAME_FIELD_NUMBER: _ClassVar[int]
    handle: int
    frame: int
    def __init__(self, handle: _Optional[int] = ..., frame: _Optional[int] = ...) -> None: ...

class PlayResponse(_message.Message):
    __slots__ = ("attached", "replies", "frames", "troubles", "ordered", "standings", "said")
    ATTACHED_FIELD_NUMBER: _ClassVar[int]
    REPLIES_FIELD_NUMBER: _ClassVar[int]
    FRAMES_FIELD_NUMBER: _ClassVar[int]
    TROUBLES_FIELD_NUMBER: _ClassVar[int]
    ORDERED_FIELD_NUMBER: _ClassVar[int]
    STANDINGS_FIELD_NUMBER: _ClassVar[int]
    SAID_FIELD_NUMBER: _ClassVar[int]
    attached: _containers.RepeatedCompositeFieldContainer[Attached]
    replies: _containers.RepeatedCompositeFieldContainer[Reply]
    frames: _containers.RepeatedCompositeFieldContainer[MatchFrame]
    troubles: _containers.RepeatedCompositeFieldContainer[Trouble]
    ordered: _containers.RepeatedScalarFieldContainer[int]
    standings: _containers.RepeatedCompositeFieldContainer[MatchStanding]
    said: _containers.RepeatedCompositeFieldContainer[StatementReply]
    def __init__(self, attached: _Optional[_Iterable[_Union[Attached, _Mapping]]] = ..., replies: _Optional[_Iterable[_Union[Reply, _Mapping]]] = ..., frames: _Optional[_Iterable[_Union[MatchFrame, _Mapping]]] = ..., troubles: _Optional[_Iterable[_Union[Trouble, _Mapping]]] = ..., ordered: _Optional[_Iterable[int]] = ..., standings: _Optional[_Iterable[_Union[MatchStanding, _Mapping]]] = ..., said: _Optional[_Iterable[_Union[StatementReply, _Mapping]]] = ...) -> None: ...

class MatchStanding(_message.Message):
    __slots__ = ("handle", "standing")
    HANDLE_FIELD_NUMBER: _ClassVar[int]
    STANDING_FIELD_NUMBER: _ClassVar[int]
    handle: int
    standing: Standing
    def __init__(self, handle: _Optional[int] = ..., standing: _Optional[_Union[Standing, _Mapping]] = ...) -> None: ...

class Attached(_message.Message):
    __slots__ = ("handle", "match", "seat", "clock")
    HANDLE_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    handle: int
    match: Match
    seat: int
    clock: Clock
    def __init__(self, handle: _Optional[int] = ..., match: _Optional[_Union[Match, _Mapping]] = ..., seat: _Optional[int] = ..., clock: _Optional[_Union[Clock, _Mapping]] = ...) -> None: ...

class Reply(_message.Message):
    __slots__ = ("handle", "question", "request_id", "accepted", "refused", "receipt")
    HANDLE_FIELD_NUMBER: _ClassVar[int]
    QUESTION_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    ACCEPTED_FIELD_NUMBER: _ClassVar[int]
    REFUSED_FIELD_NUMBER: _ClassVar[int]
    RECEIPT_FIELD_NUMBER: _ClassVar[int]
    handle: int
    question: int
    request_id: str
    accepted: Accepted
    refused: Refused
    receipt: str
    def __init__(self, handle: _Optional[int] = ..., question: _Optional[int] = ..., request_id: _Optional[str] = ..., accepted: _Optional[_Union[Accepted, _Mapping]] = ..., refused: _Optional[_Union[Refused, _Mapping]] = ..., receipt: _Optional[str] = ...) -> None: ...

class StatementReply(_message.Message):
    __slots__ = ("handle", "request_id", "accepted", "refused")
    HANDLE_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    ACCEPTED_FIELD_NUMBER: _ClassVar[int]
    REFUSED_FIELD_NUMBER: _ClassVar[int]
    handle: int
    request_id: str
    accepted: Accepted
    refused: Refused
    def __init__(self, handle: _Optional[int] = ..., request_id: _Optional[str] = ..., accepted: _Optional[_Union[Accepted, _Mapping]] = ..., refused: _Optional[_Union[Refused, _Mapping]] = ...) -> None: ...

class MatchFrame(_message.Message):
    __slots__ = ("handle", "frame")
    HANDLE_FIELD_NUMBER: _ClassVar[int]
    FRAME_FIELD_NUMBER: _ClassVar[int]
    handle: int
    frame: Frame
    def __init__(self, handle: _Optional[int] = ..., frame: _Optional[_Union[Frame, _Mapping]] = ...) -> None: ...

class Trouble(_message.Message):
    __slots__ = ("handle", "status", "is_detached", "attach", "intent", "orders", "statement")
    HANDLE_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    IS_DETACHED_FIELD_NUMBER: _ClassVar[int]
    ATTACH_FIELD_NUMBER: _ClassVar[int]
    INTENT_FIELD_NUMBER: _ClassVar[int]
    ORDERS_FIELD_NUMBER: _ClassVar[int]
    STATEMENT_FIELD_NUMBER: _ClassVar[int]
    handle: int
    status: _status_pb2.Status
    is_detached: bool
    attach: AttachTrouble
    intent: IntentTrouble
    orders: OrdersTrouble
    statement: StatementTrouble
    def __init__(self, handle: _Optional[int] = ..., status: _Optional[_Union[_status_pb2.Status, _Mapping]] = ..., is_detached: _Optional[bool] = ..., attach: _Optional[_Union[AttachTrouble, _Mapping]] = ..., intent: _Optional[_Union[IntentTrouble, _Mapping]] = ..., orders: _Optional[_Union[OrdersTrouble, _Mapping]] = ..., statement: _Optional[_Union[StatementTrouble, _Mapping]] = ...) -> None: ...

class AttachTrouble(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class IntentTrouble(_message.Message):
    __slots__ = ("question", "request_id")
    QUESTION_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    question: int
    request_id: str
    def __init__(self, question: _Optional[int] = ..., request_id: _Optional[str] = ...) -> None: ...

class OrdersTrouble(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class StatementTrouble(_message.Message):
    __slots__ = ("request_id",)
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    def __init__(self, request_id: _Optional[str] = ...) -> None: ...

class GetViewRequest(_message.Message):
    __slots__ = ("match_id", "token")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    token: str
    def __init__(self, match_id: _Optional[str] = ..., token: _Optional[str] = ...) -> None: ...

class GetViewResponse(_message.Message):
    __slots__ = ("match", "frame", "question", "waiting_for", "outcome", "view", "clock", "clocks")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    FRAME_FIELD_NUMBER: _ClassVar[int]
    QUESTION_FIELD_NUMBER: _ClassVar[int]
    WAITING_FOR_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_FIELD_NUMBER: _ClassVar[int]
    match: Match
    frame: int
    question: Question
    waiting_for: _containers.RepeatedScalarFieldContainer[int]
    outcome: Outcome
    view: _game_payload_pb2.GamePayload
    clock: Clock
    clocks: SeatClocks
    def __init__(self, match: _Optional[_Union[Match, _Mapping]] = ..., frame: _Optional[int] = ..., question: _Optional[_Union[Question, _Mapping]] = ..., waiting_for: _Optional[_Iterable[int]] = ..., outcome: _Optional[_Union[Outcome, _Mapping]] = ..., view: _Optional[_Union[_game_payload_pb2.GamePayload, _Mapping]] = ..., clock: _Optional[_Union[Clock, _Mapping]] = ..., clocks: _Optional[_Union[SeatClocks, _Mapping]] = ...) -> None: ...

class GetReceiptRequest(_message.Message):
    __slots__ = ("match_id", "token")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    token: str
    def __init__(self, match_id: _Optional[str] = ..., token: _Optional[str] = ...) -> None: ...

class GetReceiptResponse(_message.Message):
    __slots__ = ("receipt",)
    RECEIPT_FIELD_NUMBER: _ClassVar[int]
    receipt: str
    def __init__(self, receipt: _Optional[str] = ...) -> None: ...

class GetKeysRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetKeysResponse(_message.Message):
    __slots__ = ("keys",)
    KEYS_FIELD_NUMBER: _ClassVar[int]
    keys: str
    def __init__(self, keys: _Optional[str] = ...) -> None: ...

class GetReplayRequest(_message.Message):
    __slots__ = ("match_id", "token")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    token: str
    def __init__(self, match_id: _Optional[str] = ..., token: _Optional[str] = ...) -> None: ...

class GetReplayResponse(_message.Message):
    __slots__ = ("chunk", "file")
    CHUNK_FIELD_NUMBER: _ClassVar[int]
    FILE_FIELD_NUMBER: _ClassVar[int]
    chunk: bytes
    file: FileSummary
    def __init__(self, chunk: _Optional[bytes] = ..., file: _Optional[_Union[FileSummary, _Mapping]] = ...) -> None: ...

class FileSummary(_message.Message):
    __slots__ = ("size", "sha256")
    SIZE_FIELD_NUMBER: _ClassVar[int]
    SHA256_FIELD_NUMBER: _ClassVar[int]
    size: int
    sha256: bytes
    def __init__(self, size: _Optional[int] = ..., sha256: _Optional[bytes] = ...) -> None: ...

class VerifyRequest(_message.Message):
    __slots__ = ("match_id", "token")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    token: str
    def __init__(self, match_id: _Optional[str] = ..., token: _Optional[str] = ...) -> None: ...

class VerifyResponse(_message.Message):
    __slots__ = ("progress", "verification")
    PROGRESS_FIELD_NUMBER: _ClassVar[int]
    VERIFICATION_FIELD_NUMBER: _ClassVar[int]
    progress: Progress
    verification: Verification
    def __init__(self, progress: _Optional[_Union[Progress, _Mapping]] = ..., verification: _Optional[_Union[Verification, _Mapping]] = ...) -> None: ...

class Progress(_message.Message):
    __slots__ = ("done", "total")
    DONE_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    done: int
    total: int
    def __init__(self, done: _Optional[int] = ..., total: _Optional[int] = ...) -> None: ...

class Verification(_message.Message):
    __slots__ = ("fits", "facts", "head", "first_difference")
    FITS_FIELD_NUMBER: _ClassVar[int]
    FACTS_FIELD_NUMBER: _ClassVar[int]
    HEAD_FIELD_NUMBER: _ClassVar[int]
    FIRST_DIFFERENCE_FIELD_NUMBER: _ClassVar[int]
    fits: bool
    facts: int
    head: str
    first_difference: Difference
    def __init__(self, fits: _Optional[bool] = ..., facts: _Optional[int] = ..., head: _Optional[str] = ..., first_difference: _Optional[_Union[Difference, _Mapping]] = ...) -> None: ...

class Difference(_message.Message):
    __slots__ = ("entry", "what", "expected", "found")
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    WHAT_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_FIELD_NUMBER: _ClassVar[int]
    FOUND_FIELD_NUMBER: _ClassVar[int]
    entry: int
    what: str
    expected: str
    found: str
    def __init__(self, entry: _Optional[int] = ..., what: _Optional[str] = ..., expected: _Optional[str] = ..., found: _Optional[str] = ...) -> None: ...
