"""Decoding: the facts of a game from frames, with backs for what is face down. For clients that watch a match."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import cache
from importlib import import_module
from typing import Any

from referee.games import game as game_named
from referee.kernel.facts import Recorded
from referee.wire.shapes import kind_of, vocabulary
from referee.wire.structs import compile_reader
from referee_api.v1 import referee_pb2 as api


class FactDecoder:
    """Decodes the facts of one game."""

    def __init__(self, name: str) -> None:
        words = vocabulary(game_named(name))
        enums = import_module(f"referee_api.{name}.v1.{name}_pb2").DESCRIPTOR.enum_types_by_name
        faces = {enum: _members_by_number(enum, enums[enum.__name__]) for enum in words.enums}
        self._game = name
        self._readers = {kind_of(kind): compile_reader(kind, faces) for kind in words.facts}

    def facts(self, frame: api.Frame) -> tuple[Recorded, ...]:
        """Return the facts in a frame, in order; raises `Malformed` for facts this version does not know."""
        return self.recorded(getattr(frame.told, self._game).facts)

    def recorded(self, messages: Iterable[Any]) -> tuple[Recorded, ...]:
        """Return `Fact` messages as facts, in order; raises `Malformed` for facts this version does not know."""
        return tuple([self._recorded(message) for message in messages])

    def _recorded(self, message: Any) -> Recorded:
        kind = message.WhichOneof("kind")
        return Recorded(message.path, self._readers[kind](getattr(message, kind)))


def _members_by_number(enum: type[StrEnum], descriptor: Any) -> list[StrEnum | None]:
    """Return the members by number; 0 is a thing that is face down."""
    prefix = descriptor.values_by_number[0].name.removesuffix("UNSPECIFIED")
    faces: list[StrEnum | None] = [None] * (max(descriptor.values_by_number) + 1)
    for member in enum:
        hidden = member.name == "HIDDEN"
        faces[0 if hidden else descriptor.values_by_name[f"{prefix}{member.name}"].number] = member
    return faces


@cache
def fact_decoder(name: str) -> FactDecoder:
    """Return the decoder of a game, made once."""
    return FactDecoder(name)
