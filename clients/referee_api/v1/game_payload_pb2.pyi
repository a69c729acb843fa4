from referee_api.abyss.v1 import abyss_pb2 as _abyss_pb2
from referee_api.among_cultists.v1 import among_cultists_pb2 as _among_cultists_pb2
from referee_api.unfathomable.v1 import unfathomable_pb2 as _unfathomable_pb2
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class GamePayload(_message.Message):
    __slots__ = ("abyss", "unfathomable", "among_cultists")
    ABYSS_FIELD_NUMBER: _ClassVar[int]
    UNFATHOMABLE_FIELD_NUMBER: _ClassVar[int]
    AMONG_CULTISTS_FIELD_NUMBER: _ClassVar[int]
    abyss: _abyss_pb2.Payload
    unfathomable: _unfathomable_pb2.Payload
    among_cultists: _among_cultists_pb2.Payload
    def __init__(self, abyss: _Optional[_Union[_abyss_pb2.Payload, _Mapping]] = ..., unfathomable: _Optional[_Union[_unfathomable_pb2.Payload, _Mapping]] = ..., among_cultists: _Optional[_Union[_among_cultists_pb2.Payload, _Mapping]] = ...) -> None: ...
