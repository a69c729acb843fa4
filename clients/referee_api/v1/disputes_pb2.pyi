from referee_api.v1 import referee_pb2 as _referee_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class TrialEffect(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TRIAL_EFFECT_UNSPECIFIED: _ClassVar[TrialEffect]
    TRIAL_EFFECT_NONE: _ClassVar[TrialEffect]
    TRIAL_EFFECT_FACTS: _ClassVar[TrialEffect]
    TRIAL_EFFECT_OUTCOME: _ClassVar[TrialEffect]
    TRIAL_EFFECT_UNKNOWN: _ClassVar[TrialEffect]
    TRIAL_EFFECT_QUESTIONS: _ClassVar[TrialEffect]
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
    __slots__ = ("match_id", "token", "fact", "rule", "claim", "freeze")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    FACT_FIELD_NUMBER: _ClassVar[int]
    RULE_FIELD_NUMBER: _ClassVar[int]
    CLAIM_FIELD_NUMBER: _ClassVar[int]
    FREEZE_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    token: str
    fact: FactPlace
    rule: str
    claim: str
    freeze: bool
    def __init__(self, match_id: _Optional[str] = ..., token: _Optional[str] = ..., fact: _Optional[_Union[FactPlace, _Mapping]] = ..., rule: _Optional[str] = ..., claim: _Optional[str] = ..., freeze: _Optional[bool] = ...) -> None: ...

class OpenCaseResponse(_message.Message):
    __slots__ = ("number",)
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    number: int
    def __init__(self, number: _Optional[int] = ...) -> None: ...

class WithdrawCaseRequest(_message.Message):
    __slots__ = ("match_id", "token", "number")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    token: str
    number: int
    def __init__(self, match_id: _Optional[str] = ..., token: _Optional[str] = ..., number: _Optional[int] = ...) -> None: ...

class WithdrawCaseResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class TryReadingRequest(_message.Message):
    __slots__ = ("match_id", "token", "number", "edition", "rulings")
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
    match_id: str
    token: str
    number: int
    edition: str
    rulings: _containers.ScalarMap[str, str]
    def __init__(self, match_id: _Optional[str] = ..., token: _Optional[str] = ..., number: _Optional[int] = ..., edition: _Optional[str] = ..., rulings: _Optional[_Mapping[str, str]] = ...) -> None: ...

class TryReadingResponse(_message.Message):
    __slots__ = ("sentence", "report", "effect")
    SENTENCE_FIELD_NUMBER: _ClassVar[int]
    REPORT_FIELD_NUMBER: _ClassVar[int]
    EFFECT_FIELD_NUMBER: _ClassVar[int]
    sentence: str
    report: str
    effect: TrialEffect
    def __init__(self, sentence: _Optional[str] = ..., report: _Optional[str] = ..., effect: _Optional[_Union[TrialEffect, str]] = ...) -> None: ...

class RuleCaseRequest(_message.Message):
    __slots__ = ("match_id", "token", "number", "finding", "reason", "rules", "stands", "rewind", "replay_under", "award", "is_precedent")
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
    def __init__(self, match_id: _Optional[str] = ..., token: _Optional[str] = ..., number: _Optional[int] = ..., finding: _Optional[_Union[_referee_pb2.Finding, str]] = ..., reason: _Optional[str] = ..., rules: _Optional[_Iterable[str]] = ..., stands: _Optional[_Union[Stands, _Mapping]] = ..., rewind: _Optional[_Union[Rewind, _Mapping]] = ..., replay_under: _Optional[_Union[ReplayUnder, _Mapping]] = ..., award: _Optional[_Union[_referee_pb2.Award, _Mapping]] = ..., is_precedent: _Optional[bool] = ...) -> None: ...

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
    __slots__ = ("successor",)
    SUCCESSOR_FIELD_NUMBER: _ClassVar[int]
    successor: str
    def __init__(self, successor: _Optional[str] = ...) -> None: ...

class AppealCaseRequest(_message.Message):
    __slots__ = ("match_id", "token", "number", "reason")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    token: str
    number: int
    reason: str
    def __init__(self, match_id: _Optional[str] = ..., token: _Optional[str] = ..., number: _Optional[int] = ..., reason: _Optional[str] = ...) -> None: ...

class AppealCaseResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class FindPrecedentsRequest(_message.Message):
    __slots__ = ("rule",)
    RULE_FIELD_NUMBER: _ClassVar[int]
    rule: str
    def __init__(self, rule: _Optional[str] = ...) -> None: ...

class FindPrecedentsResponse(_message.Message):
    __slots__ = ("precedents",)
    PRECEDENTS_FIELD_NUMBER: _ClassVar[int]
    precedents: _containers.RepeatedCompositeFieldContainer[Precedent]
    def __init__(self, precedents: _Optional[_Iterable[_Union[Precedent, _Mapping]]] = ...) -> None: ...

class Precedent(_message.Message):
    __slots__ = ("game", "match_id", "number", "claim", "ruling", "note")
    GAME_FIELD_NUMBER: _ClassVar[int]
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    CLAIM_FIELD_NUMBER: _ClassVar[int]
    RULING_FIELD_NUMBER: _ClassVar[int]
    NOTE_FIELD_NUMBER: _ClassVar[int]
    game: str
    match_id: str
    number: int
    claim: str
    ruling: _referee_pb2.CaseRuling
    note: str
    def __init__(self, game: _Optional[str] = ..., match_id: _Optional[str] = ..., number: _Optional[int] = ..., claim: _Optional[str] = ..., ruling: _Optional[_Union[_referee_pb2.CaseRuling, _Mapping]] = ..., note: _Optional[str] = ...) -> None: ...

class ProposeUndoRequest(_message.Message):
    __slots__ = ("match_id", "token")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    token: str
    def __init__(self, match_id: _Optional[str] = ..., token: _Optional[str] = ...) -> None: ...

class ProposeUndoResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class AnswerUndoRequest(_message.Message):
    __slots__ = ("match_id", "token", "consents")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    CONSENTS_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    token: str
    consents: bool
    def __init__(self, match_id: _Optional[str] = ..., token: _Optional[str] = ..., consents: _Optional[bool] = ...) -> None: ...

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
    __slots__ = ("chunk",)
    CHUNK_FIELD_NUMBER: _ClassVar[int]
    chunk: bytes
    def __init__(self, chunk: _Optional[bytes] = ...) -> None: ...
