"""Structs to protobuf bytes and back, by functions compiled once per type from the fields of the Struct.

Structs are written as bytes, without building messages first: the wire format is simple (a tag, a length, the content),
and protobuf's own messages take several times as long to build and to serialise. Requests are parsed by protobuf
itself, and then read strictly.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from operator import attrgetter
from typing import Any, TypeVar

import msgspec

from referee.wire.shapes import Shape, Struct, shapes_of

T = TypeVar("T")
StructWriter = Callable[[Any], bytes]
MessageReader = Callable[[Any], Any]
Descriptor = Any
"""Descriptor of a message or a field. The stubs have two implementations of each, without a common name."""
EnumNumbers = Mapping[type[StrEnum], Mapping[str, int]]
"""The number of every member of every enum; 0 for what is face down."""
Faces = Mapping[type[StrEnum], Sequence[StrEnum | None]]
"""The members of every enum by number; None if there is none, or it is face down."""

REMEMBERED = 1 << 12
"""Maximum number of encoded values in a cache; a full cache is emptied."""


class Malformed(ValueError):
    """A message that no correct client sends. The text does not contain any of it."""


# --- the wire format ---

_SMALL = [bytes([number]) for number in range(128)] + [
    bytes([number & 127 | 128, number >> 7]) for number in range(128, 1 << 14)
]


def varint(number: int) -> bytes:
    """Encode a number; a negative one takes ten bytes, as in protobuf.

    >>> list(varint(1)), list(varint(300)), len(varint(-1))
    ([1], [172, 2], 10)
    """
    if 0 <= number < 1 << 14:
        return _SMALL[number]
    number &= (1 << 64) - 1
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def delimited(head: bytes, content: bytes) -> bytes:
    """Encode a field that holds text, bytes or a message."""
    return b"".join((head, varint(len(content)), content))


def number_head(field: Descriptor) -> bytes:
    """Return the tag of a field that holds one number."""
    return varint(field.number << 3)


def content_head(field: Descriptor) -> bytes:
    """Return the tag of a field that holds text, bytes, a message, or packed numbers."""
    return varint(field.number << 3 | 2)


def packed(head: bytes, numbers: Sequence[int]) -> bytes:
    """Encode a field that holds a list of numbers."""
    if not numbers:
        return b""
    if min(numbers) >= 0 and max(numbers) < 128:
        return delimited(head, bytes(numbers))
    return delimited(head, b"".join([varint(number) for number in numbers]))


def remember(known: dict[Any, T], key: Any, encoded: T) -> T:
    """Add an encoded value to a cache of bounded size, and return it."""
    if len(known) >= REMEMBERED:
        known.clear()
    known[key] = encoded
    return encoded


# --- writers, compiled from shapes ---


def _nothing(_: object) -> bytes:
    return b""


def compile_writer(struct: Struct, message: Descriptor, numbers: EnumNumbers) -> StructWriter:
    """Return the function that encodes a Struct as this message, its fields in the order of their numbers."""
    fields = message.fields_by_name
    shapes = sorted(shapes_of(struct), key=lambda shape: int(fields[shape.name].number))
    if not shapes:
        return _nothing
    writers = [_field_writer(shape, fields[shape.name], numbers) for shape in shapes]
    if len(writers) == 1:
        write_only, get_only = writers[0], attrgetter(shapes[0].name)
        return lambda value: write_only(get_only(value))
    get_all = attrgetter(*[shape.name for shape in shapes])

    def write(value: Any) -> bytes:
        return b"".join([writer(part) for writer, part in zip(writers, get_all(value), strict=True)])

    return write


def _field_writer(shape: Shape, field: Descriptor, numbers: EnumNumbers) -> StructWriter:
    head = content_head(field)
    if shape.key is not None:
        return _map_writer(shape, field, numbers)
    if issubclass(shape.item, msgspec.Struct):
        inner = compile_writer(shape.item, field.message_type, numbers)
        if shape.many:
            return lambda values: b"".join([delimited(head, inner(value)) for value in values])
        return lambda value: b"" if value is None else delimited(head, inner(value))
    if issubclass(shape.item, StrEnum):
        return _enum_writer(shape, field, numbers[shape.item])
    if shape.item is str:
        if shape.many:
            return lambda values: b"".join([delimited(head, value.encode()) for value in values])
        return _remembering(shape, lambda value: delimited(head, value.encode()))
    if shape.many:
        return lambda values: packed(head, values)
    return _remembering(shape, lambda value: number_head(field) + varint(value))


def _enum_writer(shape: Shape, field: Descriptor, numbers: Mapping[str, int]) -> StructWriter:
    if not shape.many:
        single = number_head(field)
        return {m: single + varint(number) if number else b"" for m, number in numbers.items()}.__getitem__
    head = content_head(field)
    number_of = numbers.__getitem__
    known: dict[tuple[str, ...], bytes] = {}

    def write(values: Sequence[str]) -> bytes:
        if not values:
            return b""
        things = tuple(values)
        return known.get(things) or remember(known, things, packed(head, list(map(number_of, things))))

    return write


def _map_writer(shape: Shape, field: Descriptor, numbers: EnumNumbers) -> StructWriter:
    assert shape.key is not None
    head = content_head(field)
    keys = _field_writer(Shape("key", shape.key), field.message_type.fields_by_name["key"], numbers)
    values_shape = Shape("values" if shape.many else "value", shape.item, many=shape.many)
    values_field = field.message_type.fields_by_name[values_shape.name]
    values = _field_writer(values_shape, values_field, numbers)
    return lambda items: b"".join(
        [delimited(head, keys(key) + values(value)) for key, value in items.items()]
    )


def _remembering(shape: Shape, write: StructWriter) -> StructWriter:
    """Return a writer of a scalar with a cache; a default is left out, as in proto3."""
    known: dict[Any, bytes] = {None: b""} if shape.optional else {shape.item(): b""}

    def write_known(value: Any) -> bytes:
        found = known.get(value)
        if found is None:
            found = remember(known, value, write(value) if value or shape.optional else b"")
        return found

    return write_known


# --- readers ---


def compile_reader(struct: Struct, faces: Faces) -> MessageReader:
    """Return the function that reads a Struct from its message, or raises Malformed."""
    readers = [(shape.name, _field_reader(shape, faces)) for shape in shapes_of(struct)]
    if not readers:
        return lambda _: struct()

    def read(message: Any) -> Any:
        return struct(*[reader(getattr(message, name)) for name, reader in readers])

    return read


def _field_reader(shape: Shape, faces: Faces) -> MessageReader:
    if shape.key is not None or shape.optional:
        raise TypeError(f"{shape.name} is part of a view, and views cannot be read")
    item = _item_reader(shape.item, faces)
    return (lambda values: tuple([item(value) for value in values])) if shape.many else item


def _item_reader(item: type, faces: Faces) -> MessageReader:
    if issubclass(item, msgspec.Struct):
        return compile_reader(item, faces)
    if not issubclass(item, StrEnum):
        return item
    known = faces[item]

    def read(number: int) -> StrEnum:
        member = known[number] if 0 <= number < len(known) else None
        if member is None:
            raise Malformed
        return member

    return read
