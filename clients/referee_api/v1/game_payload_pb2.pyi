from referee_api.abyss.v1 import abyss_pb2 as _abyss_pb2
from referee_api.unfathomable.v1 import unfathomable_pb2 as _unfathomable_pb2
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class GamePayload(_message.Message):
    __slots__ = ("abyss", "unfathomable")
    ABYSS_FIELD_NUMBER: _ClassVar[int]
    UNFATHOMABLE_FIELD_NUMBER: _ClassVar[int]
    abyss: _abyss_pb2.Payload
    unfathomable: _unfathomable_pb2.Payload
    def __init__(self, abyss: _Optional[_Union[_abyss_pb2.Payload, _Mapping]] = ..., unfathomable: _Optional[_Union[_unfathomable_pb2.Payload, _Mapping]] = ...) -> None: ...
