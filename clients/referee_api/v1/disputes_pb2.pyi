import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from referee_api.v1 import game_payload_pb2 as _game_payload_pb2
from referee_api.v1 import referee_pb2 as _referee_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class TrialStopReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TRIAL_STOP_REASON_UNSPECIFIED: _ClassVar[TrialStopReason]
    TRIAL_STOP_REASON_NOT_ALLOWED: _ClassVar[TrialStopReason]
    TRIAL_STOP_REASON_NOT_ON_RECORD: _ClassVar[TrialStopReason]
    TRIAL_STOP_REASON_RECORD_ENDS: _ClassVar[TrialStopReason]

class TrialEffect(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TRIAL_EFFECT_UNSPECIFIED: _ClassVar[TrialEffect]
    TRIAL_EFFECT_NONE: _ClassVar[TrialEffect]
    TRIAL_EFFECT_FACTS: _ClassVar[TrialEffect]
    TRIAL_EFFECT_OUTCOME: _ClassVar[TrialEffect]
    TRIAL_EFFECT_UNKNOWN: _ClassVar[TrialEffect]
    TRIAL_EFFECT_QUESTIONS: _ClassVar[TrialEffect]
TRIAL_STOP_REASON_UNSPECIFIED: TrialStopReason
TRIAL_STOP_REASON_NOT_ALLOWED: TrialStopReason
TRIAL_STOP_REASON_NOT_ON_RECORD: TrialStopReason
TRIAL_STOP_REASON_RECORD_ENDS: TrialStopReason
TRIAL_EFFECT_UNSPECIFIED: TrialEffect
TRIAL_EFFECT_NONE: TrialEffect
TRIAL_EFFECT_FACTS: TrialEffect
TRIAL_EFFECT_OUTCOME: TrialEffect
TRIAL_EFFECT_UNKNOWN: TrialEffect
TRIAL_EFFECT_QUESTIONS: TrialEffect

class FactPlace(_message.Message):
    __slots__ = ("fact", "in_frame")
    FACT_FIELD_NUMBER: _ClassVar[int]
    IN_FRAME_FIELD_NUMBER: _ClassVar[int]
    fact: int
    in_frame: FramePlace
    def __init__(self, fact: _Optional[int] = ..., in_frame: _Optional[_Union[FramePlace, _Mapping]] = ...) -> None: ...

class FramePlace(_message.Message):
    __slots__ = ("frame", "place")
    FRAME_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    frame: int
    place: int
    def __init__(self, frame: _Optional[int] = ..., place: _Optional[int] = ...) -> None: ...

class ExplainRequest(_message.Message):
    __slots__ = ("match_id", "token", "fact", "refused")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    FACT_FIELD_NUMBER: _ClassVar[int]
    REFUSED_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    token: str
    fact: FactPlace
    refused: RefusedAnswer
    def __init__(self, match_id: _Optional[str] = ..., token: _Optional[str] = ..., fact: _Optional[_Union[FactPlace, _Mapping]] = ..., refused: _Optional[_Union[RefusedAnswer, _Mapping]] = ...) -> None: ...

class RefusedAnswer(_message.Message):
    __slots__ = ("question", "answer")
    QUESTION_FIELD_NUMBER: _ClassVar[int]
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    question: int
    answer: _referee_pb2.Answer
    def __init__(self, question: _Optional[int] = ..., answer: _Optional[_Union[_referee_pb2.Answer, _Mapping]] = ...) -> None: ...

class ExplainResponse(_message.Message):
    __slots__ = ("sentence", "kind", "rules", "answer", "draws")
    SENTENCE_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    DRAWS_FIELD_NUMBER: _ClassVar[int]
    sentence: str
    kind: str
    rules: _containers.RepeatedCompositeFieldContainer[CitedRule]
    answer: str
    draws: _containers.RepeatedCompositeFieldContainer[CitedDraw]
    def __init__(self, sentence: _Optional[str] = ..., kind: _Optional[str] = ..., rules: _Optional[_Iterable[_Union[CitedRule, _Mapping]]] = ..., answer: _Optional[str] = ..., draws: _Optional[_Iterable[_Union[CitedDraw, _Mapping]]] = ...) -> None: ...

class CitedRule(_message.Message):
    __slots__ = ("rule", "readings")
    RULE_FIELD_NUMBER: _ClassVar[int]
    READINGS_FIELD_NUMBER: _ClassVar[int]
    rule: _referee_pb2.Rule
    readings: _containers.RepeatedCompositeFieldContainer[CitedReading]
    def __init__(self, rule: _Optional[_Union[_referee_pb2.Rule, _Mapping]] = ..., readings: _Optional[_Iterable[_Union[CitedReading, _Mapping]]] = ...) -> None: ...

class CitedReading(_message.Message):
    __slots__ = ("ruling", "reading", "statement")
    RULING_FIELD_NUMBER: _ClassVar[int]
    READING_FIELD_NUMBER: _ClassVar[int]
    STATEMENT_FIELD_NUMBER: _ClassVar[int]
    ruling: str
    reading: str
    statement: str
    def __init__(self, ruling: _Optional[str] = ..., reading: _Optional[str] = ..., statement: _Optional[str] = ...) -> None: ...

class CitedDraw(_message.Message):
    __slots__ = ("stream", "word", "size", "result", "sentence")
    STREAM_FIELD_NUMBER: _ClassVar[int]
    WORD_FIELD_NUMBER: _ClassVar[int]
    SIZE_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    SENTENCE_FIELD_NUMBER: _ClassVar[int]
    stream: str
    word: int
    size: int
    result: _containers.RepeatedScalarFieldContainer[int]
    sentence: str
    def __init__(self, stream: _Optional[str] = ..., word: _Optional[int] = ..., size: _Optional[int] = ..., result: _Optional[_Iterable[int]] = ..., sentence: _Optional[str] = ...) -> None: ...

class OpenCaseRequest(_message.Message):
    __slots__ = ("match_id", "token", "fact", "rule", "claim", "freeze", "request_id")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    FACT_FIELD_NUMBER: _ClassVar[int]
    RULE_FIELD_NUMBER: _ClassVar[int]
    CLAIM_FIELD_NUMBER: _ClassVar[int]
    FREEZE_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    token: str
    fact: FactPlace
    rule: str
    claim: str
    freeze: bool
    request_id: str
    def __init__(self, match_id: _Optional[str] = ..., token: _Optional[str] = ..., fact: _Optional[_Union[FactPlace, _Mapping]] = ..., rule: _Optional[str] = ..., claim: _Optional[str] = ..., freeze: _Optional[bool] = ..., request_id: _Optional[str] = ...) -> None: ...

class OpenCaseResponse(_message.Message):
    __slots__ = ("number",)
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    number: int
    def __init__(self, number: _Optional[int] = ...) -> None: ...

class WithdrawCaseRequest(_message.Message):
    __slots__ = ("match_id", "token", "number", "request_id")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    token: str
    number: int
    request_id: str
    def __init__(self, match_id: _Optional[str] = ..., token: _Optional[str] = ..., number: _Optional[int] = ..., request_id: _Optional[str] = ...) -> None: ...

class WithdrawCaseResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class TryReadingRequest(_message.Message):
    __slots__ = ("match_id", "token", "number", "edition", "rulings", "request_id")
    class RulingsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    EDITION_FIELD_NUMBER: _ClassVar[int]
    RULINGS_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    token: str
    number: int
    edition: str
    rulings: _containers.ScalarMap[str, str]
    request_id: str
    def __init__(self, match_id: _Optional[str] = ..., token: _Optional[str] = ..., number: _Optional[int] = ..., edition: _Optional[str] = ..., rulings: _Optional[_Mapping[str, str]] = ..., request_id: _Optional[str] = ...) -> None: ...

class TryReadingResponse(_message.Message):
    __slots__ = ("progress", "report")
    PROGRESS_FIELD_NUMBER: _ClassVar[int]
    REPORT_FIELD_NUMBER: _ClassVar[int]
    progress: _referee_pb2.Progress
    report: TrialReport
    def __init__(self, progress: _Optional[_Union[_referee_pb2.Progress, _Mapping]] = ..., report: _Optional[_Union[TrialReport, _Mapping]] = ...) -> None: ...

class TrialReport(_message.Message):
    __slots__ = ("sentence", "effect", "edition", "readings", "first_question", "first_fact", "answers", "followed", "passed_over", "stop", "facts", "facts_tried", "outcome", "outcome_tried")
    SENTENCE_FIELD_NUMBER: _ClassVar[int]
    EFFECT_FIELD_NUMBER: _ClassVar[int]
    EDITION_FIELD_NUMBER: _ClassVar[int]
    READINGS_FIELD_NUMBER: _ClassVar[int]
    FIRST_QUESTION_FIELD_NUMBER: _ClassVar[int]
    FIRST_FACT_FIELD_NUMBER: _ClassVar[int]
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    FOLLOWED_FIELD_NUMBER: _ClassVar[int]
    PASSED_OVER_FIELD_NUMBER: _ClassVar[int]
    STOP_FIELD_NUMBER: _ClassVar[int]
    FACTS_FIELD_NUMBER: _ClassVar[int]
    FACTS_TRIED_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_TRIED_FIELD_NUMBER: _ClassVar[int]
    sentence: str
    effect: TrialEffect
    edition: str
    readings: _containers.RepeatedCompositeFieldContainer[TriedReading]
    first_question: QuestionDifference
    first_fact: FactDifference
    answers: int
    followed: int
    passed_over: int
    stop: TrialStop
    facts: int
    facts_tried: int
    outcome: _referee_pb2.Outcome
    outcome_tried: _referee_pb2.Outcome
    def __init__(self, sentence: _Optional[str] = ..., effect: _Optional[_Union[TrialEffect, str]] = ..., edition: _Optional[str] = ..., readings: _Optional[_Iterable[_Union[TriedReading, _Mapping]]] = ..., first_question: _Optional[_Union[QuestionDifference, _Mapping]] = ..., first_fact: _Optional[_Union[FactDifference, _Mapping]] = ..., answers: _Optional[int] = ..., followed: _Optional[int] = ..., passed_over: _Optional[int] = ..., stop: _Optional[_Union[TrialStop, _Mapping]] = ..., facts: _Optional[int] = ..., facts_tried: _Optional[int] = ..., outcome: _Optional[_Union[_referee_pb2.Outcome, _Mapping]] = ..., outcome_tried: _Optional[_Union[_referee_pb2.Outcome, _Mapping]] = ...) -> None: ...

class TriedReading(_message.Message):
    __slots__ = ("ruling", "played", "tried")
    RULING_FIELD_NUMBER: _ClassVar[int]
    PLAYED_FIELD_NUMBER: _ClassVar[int]
    TRIED_FIELD_NUMBER: _ClassVar[int]
    ruling: str
    played: str
    tried: str
    def __init__(self, ruling: _Optional[str] = ..., played: _Optional[str] = ..., tried: _Optional[str] = ...) -> None: ...

class FactDifference(_message.Message):
    __slots__ = ("number", "entry", "played", "tried", "fields", "rulings")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    PLAYED_FIELD_NUMBER: _ClassVar[int]
    TRIED_FIELD_NUMBER: _ClassVar[int]
    FIELDS_FIELD_NUMBER: _ClassVar[int]
    RULINGS_FIELD_NUMBER: _ClassVar[int]
    number: int
    entry: int
    played: TrialFact
    tried: TrialFact
    fields: _containers.RepeatedScalarFieldContainer[str]
    rulings: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, number: _Optional[int] = ..., entry: _Optional[int] = ..., played: _Optional[_Union[TrialFact, _Mapping]] = ..., tried: _Optional[_Union[TrialFact, _Mapping]] = ..., fields: _Optional[_Iterable[str]] = ..., rulings: _Optional[_Iterable[str]] = ...) -> None: ...

class TrialFact(_message.Message):
    __slots__ = ("fact", "sentence", "rule")
    FACT_FIELD_NUMBER: _ClassVar[int]
    SENTENCE_FIELD_NUMBER: _ClassVar[int]
    RULE_FIELD_NUMBER: _ClassVar[int]
    fact: _game_payload_pb2.GamePayload
    sentence: str
    rule: _referee_pb2.Rule
    def __init__(self, fact: _Optional[_Union[_game_payload_pb2.GamePayload, _Mapping]] = ..., sentence: _Optional[str] = ..., rule: _Optional[_Union[_referee_pb2.Rule, _Mapping]] = ...) -> None: ...

class QuestionDifference(_message.Message):
    __slots__ = ("after", "played", "tried", "rulings")
    AFTER_FIELD_NUMBER: _ClassVar[int]
    PLAYED_FIELD_NUMBER: _ClassVar[int]
    TRIED_FIELD_NUMBER: _ClassVar[int]
    RULINGS_FIELD_NUMBER: _ClassVar[int]
    after: int
    played: TrialQuestion
    tried: TrialQuestion
    rulings: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, after: _Optional[int] = ..., played: _Optional[_Union[TrialQuestion, _Mapping]] = ..., tried: _Optional[_Union[TrialQuestion, _Mapping]] = ..., rulings: _Optional[_Iterable[str]] = ...) -> None: ...

class TrialQuestion(_message.Message):
    __slots__ = ("seat", "name", "text", "path", "rule", "option_count", "least", "most", "limits", "only_here")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    PATH_FIELD_NUMBER: _ClassVar[int]
    RULE_FIELD_NUMBER: _ClassVar[int]
    OPTION_COUNT_FIELD_NUMBER: _ClassVar[int]
    LEAST_FIELD_NUMBER: _ClassVar[int]
    MOST_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    ONLY_HERE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    name: str
    text: str
    path: str
    rule: _referee_pb2.Rule
    option_count: int
    least: int
    most: int
    limits: _containers.RepeatedCompositeFieldContainer[_referee_pb2.Limit]
    only_here: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, seat: _Optional[int] = ..., name: _Optional[str] = ..., text: _Optional[str] = ..., path: _Optional[str] = ..., rule: _Optional[_Union[_referee_pb2.Rule, _Mapping]] = ..., option_count: _Optional[int] = ..., least: _Optional[int] = ..., most: _Optional[int] = ..., limits: _Optional[_Iterable[_Union[_referee_pb2.Limit, _Mapping]]] = ..., only_here: _Optional[_Iterable[str]] = ...) -> None: ...

class TrialStop(_message.Message):
    __slots__ = ("reason", "entry", "after", "seat", "name", "text", "choices", "refusal", "why", "rule")
    REASON_FIELD_NUMBER: _ClassVar[int]
    ENTRY_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    CHOICES_FIELD_NUMBER: _ClassVar[int]
    REFUSAL_FIELD_NUMBER: _ClassVar[int]
    WHY_FIELD_NUMBER: _ClassVar[int]
    RULE_FIELD_NUMBER: _ClassVar[int]
    reason: TrialStopReason
    entry: int
    after: int
    seat: int
    name: str
    text: str
    choices: _containers.RepeatedScalarFieldContainer[str]
    refusal: _referee_pb2.Refusal
    why: str
    rule: _referee_pb2.Rule
    def __init__(self, reason: _Optional[_Union[TrialStopReason, str]] = ..., entry: _Optional[int] = ..., after: _Optional[int] = ..., seat: _Optional[int] = ..., name: _Optional[str] = ..., text: _Optional[str] = ..., choices: _Optional[_Iterable[str]] = ..., refusal: _Optional[_Union[_referee_pb2.Refusal, str]] = ..., why: _Optional[str] = ..., rule: _Optional[_Union[_referee_pb2.Rule, _Mapping]] = ...) -> None: ...

class RuleCaseRequest(_message.Message):
    __slots__ = ("match_id", "token", "number", "finding", "reason", "rules", "stands", "rewind", "replay_under", "award", "is_precedent", "request_id")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    FINDING_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    STANDS_FIELD_NUMBER: _ClassVar[int]
    REWIND_FIELD_NUMBER: _ClassVar[int]
    REPLAY_UNDER_FIELD_NUMBER: _ClassVar[int]
    AWARD_FIELD_NUMBER: _ClassVar[int]
    IS_PRECEDENT_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    token: str
    number: int
    finding: _referee_pb2.Finding
    reason: str
    rules: _containers.RepeatedScalarFieldContainer[str]
    stands: Stands
    rewind: Rewind
    replay_under: ReplayUnder
    award: _referee_pb2.Award
    is_precedent: bool
    request_id: str
    def __init__(self, match_id: _Optional[str] = ..., token: _Optional[str] = ..., number: _Optional[int] = ..., finding: _Optional[_Union[_referee_pb2.Finding, str]] = ..., reason: _Optional[str] = ..., rules: _Optional[_Iterable[str]] = ..., stands: _Optional[_Union[Stands, _Mapping]] = ..., rewind: _Optional[_Union[Rewind, _Mapping]] = ..., replay_under: _Optional[_Union[ReplayUnder, _Mapping]] = ..., award: _Optional[_Union[_referee_pb2.Award, _Mapping]] = ..., is_precedent: _Optional[bool] = ..., request_id: _Optional[str] = ...) -> None: ...

class Stands(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Rewind(_message.Message):
    __slots__ = ("fact",)
    FACT_FIELD_NUMBER: _ClassVar[int]
    fact: int
    def __init__(self, fact: _Optional[int] = ...) -> None: ...

class ReplayUnder(_message.Message):
    __slots__ = ("edition", "rulings")
    class RulingsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    EDITION_FIELD_NUMBER: _ClassVar[int]
    RULINGS_FIELD_NUMBER: _ClassVar[int]
    edition: str
    rulings: _containers.ScalarMap[str, str]
    def __init__(self, edition: _Optional[str] = ..., rulings: _Optional[_Mapping[str, str]] = ...) -> None: ...

class RuleCaseResponse(_message.Message):
    __slots__ = ("successor", "is_in_force", "is_divided")
    SUCCESSOR_FIELD_NUMBER: _ClassVar[int]
    IS_IN_FORCE_FIELD_NUMBER: _ClassVar[int]
    IS_DIVIDED_FIELD_NUMBER: _ClassVar[int]
    successor: str
    is_in_force: bool
    is_divided: bool
    def __init__(self, successor: _Optional[str] = ..., is_in_force: _Optional[bool] = ..., is_divided: _Optional[bool] = ...) -> None: ...

class WithdrawOpinionRequest(_message.Message):
    __slots__ = ("match_id", "token", "number", "request_id")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    token: str
    number: int
    request_id: str
    def __init__(self, match_id: _Optional[str] = ..., token: _Optional[str] = ..., number: _Optional[int] = ..., request_id: _Optional[str] = ...) -> None: ...

class WithdrawOpinionResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class SetPanelRequest(_message.Message):
    __slots__ = ("match_id", "token", "needed", "members", "request_id")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    NEEDED_FIELD_NUMBER: _ClassVar[int]
    MEMBERS_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    token: str
    needed: int
    members: _containers.RepeatedScalarFieldContainer[str]
    request_id: str
    def __init__(self, match_id: _Optional[str] = ..., token: _Optional[str] = ..., needed: _Optional[int] = ..., members: _Optional[_Iterable[str]] = ..., request_id: _Optional[str] = ...) -> None: ...

class SetPanelResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class AppealCaseRequest(_message.Message):
    __slots__ = ("match_id", "token", "number", "reason", "request_id")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    token: str
    number: int
    reason: str
    request_id: str
    def __init__(self, match_id: _Optional[str] = ..., token: _Optional[str] = ..., number: _Optional[int] = ..., reason: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

class AppealCaseResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class FindPrecedentsRequest(_message.Message):
    __slots__ = ("rule", "game", "page_size", "page_token", "include_unapproved")
    RULE_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_UNAPPROVED_FIELD_NUMBER: _ClassVar[int]
    rule: str
    game: str
    page_size: int
    page_token: str
    include_unapproved: bool
    def __init__(self, rule: _Optional[str] = ..., game: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., include_unapproved: _Optional[bool] = ...) -> None: ...

class FindPrecedentsResponse(_message.Message):
    __slots__ = ("precedents", "next_page_token")
    PRECEDENTS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    precedents: _containers.RepeatedCompositeFieldContainer[Precedent]
    next_page_token: str
    def __init__(self, precedents: _Optional[_Iterable[_Union[Precedent, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class Precedent(_message.Message):
    __slots__ = ("game", "match_id", "number", "claim", "ruling", "note", "official_name", "is_approved", "rule_time")
    GAME_FIELD_NUMBER: _ClassVar[int]
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    CLAIM_FIELD_NUMBER: _ClassVar[int]
    RULING_FIELD_NUMBER: _ClassVar[int]
    NOTE_FIELD_NUMBER: _ClassVar[int]
    OFFICIAL_NAME_FIELD_NUMBER: _ClassVar[int]
    IS_APPROVED_FIELD_NUMBER: _ClassVar[int]
    RULE_TIME_FIELD_NUMBER: _ClassVar[int]
    game: str
    match_id: str
    number: int
    claim: str
    ruling: _referee_pb2.CaseRuling
    note: str
    official_name: str
    is_approved: bool
    rule_time: _timestamp_pb2.Timestamp
    def __init__(self, game: _Optional[str] = ..., match_id: _Optional[str] = ..., number: _Optional[int] = ..., claim: _Optional[str] = ..., ruling: _Optional[_Union[_referee_pb2.CaseRuling, _Mapping]] = ..., note: _Optional[str] = ..., official_name: _Optional[str] = ..., is_approved: _Optional[bool] = ..., rule_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class ProposeUndoRequest(_message.Message):
    __slots__ = ("match_id", "token", "request_id")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    token: str
    request_id: str
    def __init__(self, match_id: _Optional[str] = ..., token: _Optional[str] = ..., request_id: _Optional[str] = ...) -> None: ...

class ProposeUndoResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class AnswerUndoRequest(_message.Message):
    __slots__ = ("match_id", "token", "consents", "request_id")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    CONSENTS_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    token: str
    consents: bool
    request_id: str
    def __init__(self, match_id: _Optional[str] = ..., token: _Optional[str] = ..., consents: _Optional[bool] = ..., request_id: _Optional[str] = ...) -> None: ...

class AnswerUndoResponse(_message.Message):
    __slots__ = ("successor",)
    SUCCESSOR_FIELD_NUMBER: _ClassVar[int]
    successor: str
    def __init__(self, successor: _Optional[str] = ...) -> None: ...

class ExportRequest(_message.Message):
    __slots__ = ("match_id", "token")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    token: str
    def __init__(self, match_id: _Optional[str] = ..., token: _Optional[str] = ...) -> None: ...

class ExportResponse(_message.Message):
    __slots__ = ("chunk", "progress", "file")
    CHUNK_FIELD_NUMBER: _ClassVar[int]
    PROGRESS_FIELD_NUMBER: _ClassVar[int]
    FILE_FIELD_NUMBER: _ClassVar[int]
    chunk: bytes
    progress: _referee_pb2.Progress
    file: _referee_pb2.FileSummary
    def __init__(self, chunk: _Optional[bytes] = ..., progress: _Optional[_Union[_referee_pb2.Progress, _Mapping]] = ..., file: _Optional[_Union[_referee_pb2.FileSummary, _Mapping]] = ...) -> None: ...
