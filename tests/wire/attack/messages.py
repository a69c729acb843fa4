"""Changes to requests at the level of messages, driven by their descriptors, so that they fit calls not yet written."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

ODD_TEXTS = [
    "",
    " ",
    "\0",
    "a\0b",
    "\x1b[31mred\x1b[0m",
    "line\nbreak",
    "\u202eright to left",
    "\ud7ff\U0010ffff",
    "NaN",
    "-Infinity",
    "-0",
    "1e999",
    "null",
    "true",
    "0x7ff8000000000000",
    "../../etc/passwd",
    "'; DROP TABLE matches; --",
    "%s%n%x",
    "{0.__class__}",
    "abyss",
    "unfathomable",
    "seat/0",
    "judge/1",
    "*",
    "explore",
]
LENGTHS = [63, 64, 65, 128, 129, 200, 201, 2_000, 2_001, 20_000]
COUNTS = [2, 20, 21, 33, 300, 2_000]
SECONDS = [
    -1,
    0,
    1,
    604_800,
    604_801,
    315_576_000_001,
    -(1 << 63),
    (1 << 63) - 1,
    253_402_300_800,
    -62_135_596_801,
]
NANOS = [-1, 0, 1, 999_999_999, 1_000_000_000, (1 << 31) - 1, -(1 << 31)]
TIMES = ("google.protobuf.Duration", "google.protobuf.Timestamp")
RANGES = {
    FieldDescriptor.CPPTYPE_INT32: (-(1 << 31), (1 << 31) - 1),
    FieldDescriptor.CPPTYPE_UINT32: (0, (1 << 32) - 1),
    FieldDescriptor.CPPTYPE_INT64: (-(1 << 63), (1 << 63) - 1),
    FieldDescriptor.CPPTYPE_UINT64: (0, (1 << 64) - 1),
}
FLOATS = [float("nan"), float("inf"), float("-inf"), -0.0, 1e308]


class KnownValues:
    """Values that requests of this server had, by the name of their field, and the tokens of each match."""

    def __init__(self) -> None:
        self.by_name: dict[str, list[Any]] = {}
        self.holders: list[tuple[str, str]] = []
        """Ids of matches, each with a token that was used there."""

    def learn(self, message: Message) -> None:
        """Remember the values in a message, and in the messages within it."""
        for node in nodes(message):
            for field, value in node.ListFields():
                if field.is_repeated or field.message_type is not None:
                    continue
                known = self.by_name.setdefault(field.name, [])
                if value not in known:
                    known.append(value)
            names = node.DESCRIPTOR.fields_by_name
            if "match_id" in names and "token" in names:
                holder = getattr(node, "match_id", ""), getattr(node, "token", "")
                if holder not in self.holders:
                    self.holders.append(holder)

    def like(self, field: Any, luck: random.Random) -> Any:
        """Return a value that the server has seen in a field of this name, or else an odd one."""
        fitting = [value for value in self.by_name.get(field.name, ()) if fits(field, value)]
        return luck.choice(fitting) if fitting else odd_value(field, luck, self)


def nodes(message: Message) -> Iterator[Message]:
    """Yield a message and all messages that are set within it."""
    yield message
    for field, value in message.ListFields():
        if field.message_type is None:
            continue
        if is_map(field):
            if field.message_type.fields_by_name["value"].message_type is not None:
                for each in value.values():
                    yield from nodes(each)
        elif field.is_repeated:
            for each in value:
                yield from nodes(each)
        else:
            yield from nodes(value)


def is_map(field: Any) -> bool:
    """Return whether a field is a map."""
    return field.message_type is not None and field.message_type.GetOptions().map_entry


def fits(field: Any, value: Any) -> bool:
    """Return whether a scalar field can have a value."""
    match field.cpp_type:
        case FieldDescriptor.CPPTYPE_STRING:
            return isinstance(value, bytes if field.type == FieldDescriptor.TYPE_BYTES else str)
        case FieldDescriptor.CPPTYPE_BOOL:
            return isinstance(value, bool)
        case FieldDescriptor.CPPTYPE_DOUBLE | FieldDescriptor.CPPTYPE_FLOAT:
            return isinstance(value, float)
        case FieldDescriptor.CPPTYPE_ENUM:
            return isinstance(value, int) and abs(value) < 1 << 31
        case kind if kind in RANGES:
            least, most = RANGES[kind]
            return isinstance(value, int) and least <= value <= most
        case _:
            return False


def odd_value(field: Any, luck: random.Random, known: KnownValues) -> Any:
    """Return a value for a scalar field that its call may not expect."""
    match field.cpp_type:
        case FieldDescriptor.CPPTYPE_STRING:
            text = _odd_text(luck, known)
            return text.encode()[:40_000] if field.type == FieldDescriptor.TYPE_BYTES else text
        case FieldDescriptor.CPPTYPE_BOOL:
            return luck.random() < 0.5
        case FieldDescriptor.CPPTYPE_DOUBLE | FieldDescriptor.CPPTYPE_FLOAT:
            return luck.choice(FLOATS)
        case FieldDescriptor.CPPTYPE_ENUM:
            return luck.choice([0, 1, 2, 3, 9, 99, -1, (1 << 31) - 1])
        case kind:
            least, most = RANGES[kind]
            return luck.choice([least, most, most - 1, 0, 1, 2, 7, 256, 65_536, most // 2 + 1])


def _odd_text(luck: random.Random, known: KnownValues) -> str:
    kind = luck.randrange(4)
    if kind == 0:
        return luck.choice("aé\x07 ") * luck.choice(LENGTHS)
    if kind == 1:
        texts = [value for values in known.by_name.values() for value in values if isinstance(value, str)]
        return luck.choice(texts) if texts else ""
    return luck.choice(ODD_TEXTS)


# --- plausible requests ---


def plausible(message: Message, luck: random.Random, known: KnownValues, depth: int = 0) -> None:
    """Fill a request with values that the server has seen, most of them belonging together."""
    for field in message.DESCRIPTOR.fields:
        if luck.random() < 0.3 or (depth > 3 and field.message_type is not None):
            continue
        fill(message, field, luck, known, depth)
    names = message.DESCRIPTOR.fields_by_name
    if {"match_id", "token"} <= set(names) and known.holders and luck.random() < 0.8:
        message.match_id, message.token = luck.choice(known.holders)  # type: ignore[attr-defined]


def fill(message: Message, field: Any, luck: random.Random, known: KnownValues, depth: int = 0) -> None:
    """Give a field a value that the server has seen."""
    target = getattr(message, field.name)
    if is_map(field):
        key = known.like(field.message_type.fields_by_name["key"], luck)
        value = field.message_type.fields_by_name["value"]
        if value.message_type is None:
            target[key] = known.like(value, luck)
    elif field.message_type is not None:
        inner = target.add() if field.is_repeated else target
        if not field.is_repeated:
            inner.SetInParent()
        plausible(inner, luck, known, depth + 1)
    elif field.is_repeated:
        target.extend([known.like(field, luck) for _ in range(luck.randint(1, 3))])
    else:
        setattr(message, field.name, known.like(field, luck))


# --- changes ---


def clear_field(message: Message, luck: random.Random, _: KnownValues) -> None:
    """Leave out a field."""
    present = [(node, field) for node in nodes(message) for field, _ in node.ListFields()]
    if present:
        node, field = luck.choice(present)
        node.ClearField(field.name)


def odd_field(message: Message, luck: random.Random, known: KnownValues) -> None:
    """Give a scalar field, an item of a list or an entry of a map an odd value: too large, too long, unknown."""
    node, field = _pick(message, luck, lambda field: field.message_type is None or is_map(field))
    if field is None:
        return
    if is_map(field):
        entry = field.message_type.fields_by_name
        if entry["value"].message_type is None:
            getattr(node, field.name)[odd_value(entry["key"], luck, known)] = odd_value(
                entry["value"], luck, known
            )
    elif field.is_repeated:
        getattr(node, field.name).append(odd_value(field, luck, known))
    else:
        setattr(node, field.name, odd_value(field, luck, known))


def value_of_others(message: Message, luck: random.Random, known: KnownValues) -> None:
    """Give a field a value of another request: the token of somebody else, the id of another match."""
    node, field = _pick(message, luck, lambda field: field.message_type is None and not field.is_repeated)
    if field is not None:
        setattr(node, field.name, known.like(field, luck))


def too_many(message: Message, luck: random.Random, known: KnownValues) -> None:
    """Repeat the items of a list, or add many entries to a map."""
    node, field = _pick(message, luck, lambda field: field.is_repeated)
    if field is None:
        return
    count, items = luck.choice(COUNTS), getattr(node, field.name)
    if is_map(field):
        if field.message_type.fields_by_name["value"].type == FieldDescriptor.TYPE_STRING:
            for number in range(min(count, 500)):
                items[f"key {number}"] = "value"
    elif field.message_type is not None:
        if not items:
            plausible(items.add(), luck, known)
        items.extend([items[0]] * min(count, 300))
    else:
        items.extend([known.like(field, luck)] * count)


def swap_fields(message: Message, luck: random.Random, _: KnownValues) -> None:
    """Exchange the values of two fields of one type."""
    node = luck.choice(list(nodes(message)))
    by_type: dict[int, list[Any]] = {}
    for field in node.DESCRIPTOR.fields:
        if field.message_type is None and not field.is_repeated:
            by_type.setdefault(field.type, []).append(field.name)
    pairs = [names for names in by_type.values() if len(names) > 1]
    if pairs:
        one, other = luck.sample(luck.choice(pairs), 2)
        first, second = getattr(node, one), getattr(node, other)
        setattr(node, one, second)
        setattr(node, other, first)


def other_member(message: Message, luck: random.Random, known: KnownValues) -> None:
    """Set another member of a oneof."""
    choices = [(node, oneof) for node in nodes(message) for oneof in node.DESCRIPTOR.oneofs]
    if choices:
        node, oneof = luck.choice(choices)
        fill(node, luck.choice(oneof.fields), luck, known)


def odd_time(message: Message, luck: random.Random, _: KnownValues) -> None:
    """Set a duration or a time that is negative, far away or not normal."""
    node, field = _pick(
        message, luck, lambda field: field.message_type is not None and field.message_type.full_name in TIMES
    )
    if field is None:
        return
    target = getattr(node, field.name)
    target = target.add() if field.is_repeated else target
    target.seconds, target.nanos = luck.choice(SECONDS), luck.choice(NANOS)


def add_field(message: Message, luck: random.Random, known: KnownValues) -> None:
    """Set a field that may not have been set."""
    node, field = _pick(message, luck, lambda field: True)
    if field is not None:
        fill(node, field, luck, known)


def _pick(message: Message, luck: random.Random, wanted: Callable[[Any], bool]) -> tuple[Any, Any]:
    """Return a message and one of its fields that is wanted, or None twice."""
    found = [(node, field) for node in nodes(message) for field in node.DESCRIPTOR.fields if wanted(field)]
    return luck.choice(found) if found else (None, None)


MESSAGE_CHANGES: tuple[Callable[[Any, random.Random, KnownValues], None], ...] = (
    clear_field,
    odd_field,
    odd_field,
    value_of_others,
    value_of_others,
    too_many,
    swap_fields,
    other_member,
    odd_time,
    add_field,
)
