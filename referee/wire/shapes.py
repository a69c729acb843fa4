"""Shapes: the fields of the Structs of a game, read from their annotations.

The writer of the protos and the codec both use these shapes, so that they cannot disagree.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from itertools import pairwise
from types import UnionType
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from referee.kernel.asks import Choice
from referee.kernel.facts import Fact
from referee.kernel.game import UNSENT, Game
from referee.kernel.table import Ended
from referee.kernel.talk import Said, Statement

Struct = type[msgspec.Struct]
SCALARS = (int, bool, str)


class Shape(NamedTuple):
    """The type of one field of a Struct."""

    name: str
    item: type
    """A scalar, an enum or a Struct."""
    many: bool = False
    key: type[StrEnum] | None = None
    """Type of the keys, if the field is a dict."""
    optional: bool = False
    """Whether it may be None."""


class Vocabulary(NamedTuple):
    """All types of a game that are sent to clients."""

    game: str
    enums: tuple[type[StrEnum], ...]
    """The types of enum fields. Endings and obstacles are sent as text, so they are not among them."""
    facts: tuple[type[Fact], ...]
    choices: tuple[type[Choice], ...]
    statements: tuple[type[Statement], ...]
    """What can be said in the words of the game. They are among the facts as well."""
    view: Struct
    parts: tuple[Struct, ...]
    """Structs within a view, besides the view itself."""


@cache
def shapes_of(struct: Struct) -> tuple[Shape, ...]:
    """Return the shape of every field that clients are sent.

    >>> shapes_of(Ended)[1]
    Shape(name='winners', item=<class 'int'>, many=True, key=None, optional=False)
    """
    hints = get_type_hints(struct)
    marks = get_type_hints(struct, include_extras=True)
    return tuple(
        [
            _shape(struct, name, hints[name])
            for name in struct.__struct_fields__
            if UNSENT not in getattr(marks[name], "__metadata__", ())
        ]
    )


def _shape(struct: Struct, name: str, hint: Any) -> Shape:
    origin, arguments = get_origin(hint), get_args(hint)
    if isinstance(hint, type) and (hint in SCALARS or issubclass(hint, StrEnum | msgspec.Struct)):
        return Shape(name, hint)
    if origin is list or (origin is tuple and arguments[1:] == (...,)):
        return _shape(struct, name, arguments[0])._replace(many=True)
    if origin is dict and isinstance(arguments[0], type) and issubclass(arguments[0], StrEnum):
        return _shape(struct, name, arguments[1])._replace(key=arguments[0])
    if origin is UnionType and len(arguments) == 2 and arguments[1] is type(None):
        return _shape(struct, name, arguments[0])._replace(optional=True)
    raise TypeError(f"{struct.__name__}.{name}: {hint!r} cannot be sent to clients")


def kind_of(struct: Struct) -> str:
    """Return the name of a kind of fact or choice: the last part of its stored tag.

    >>> kind_of(Ended)
    'ended'
    """
    return str(struct.__struct_config__.tag).rpartition(".")[2]


def vocabulary(game: Game) -> Vocabulary:
    """Return the types of a game that are sent to clients, each once, in the order of their declaration."""
    facts: tuple[type[Fact], ...] = (*game.facts, *game.statements, Said, Ended)
    parts = list(dict.fromkeys(_parts(game.state)))
    used = [shape for struct in (*facts, *game.choices, game.state, *parts) for shape in shapes_of(struct)]
    reached = {
        kind for shape in used for kind in (shape.item, shape.key) if kind and issubclass(kind, StrEnum)
    }
    # In the order of their declaration, which numbers of new messages follow.
    enums = sorted(
        reached,
        key=lambda kind: (kind.__module__, list(vars(sys.modules[kind.__module__])).index(kind.__name__)),
    )
    return Vocabulary(game.name, tuple(enums), facts, game.choices, game.statements, game.state, tuple(parts))


def _parts(struct: Struct) -> Iterator[Struct]:
    for shape in shapes_of(struct):
        if issubclass(shape.item, msgspec.Struct):
            yield shape.item
            yield from _parts(shape.item)


def field_notes(struct: Struct) -> dict[str, str]:
    """Return the docstrings of the fields of a Struct, including those of its bases."""
    notes: dict[str, str] = {}
    for kind in reversed(struct.__mro__):
        if kind not in (object, msgspec.Struct) and issubclass(kind, msgspec.Struct):
            notes |= _notes_in(kind.__module__)[kind.__qualname__]
    return {name: note for name, note in notes.items() if name in struct.__struct_fields__}


@cache
def _notes_in(module: str) -> dict[str, dict[str, str]]:
    """Return the docstrings of the fields of every class of a module, by the qualified name of the class.

    A module is parsed once: `inspect.getsource` parses all of it for every class.
    """
    found: dict[str, dict[str, str]] = {}

    def visit(node: ast.AST, prefix: str) -> None:
        for child in ast.iter_child_nodes(node):
            match child:
                case ast.ClassDef(name=name, body=body):
                    found[prefix + name] = _notes_of(body)
                    visit(child, f"{prefix}{name}.")
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    visit(child, f"{prefix}{name}.<locals>.")
                case ast.expr():
                    pass
                case _:
                    visit(child, prefix)

    visit(ast.parse(inspect.getsource(sys.modules[module])), "")
    return found


def _notes_of(body: list[ast.stmt]) -> dict[str, str]:
    notes = {}
    for field, note in pairwise(body):
        match field, note:
            case (
                ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                notes[name] = " ".join(text.split())
            case _:
                pass
    return notes
