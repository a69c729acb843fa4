"""JSON values in a compact form: equal parts are written once and referred to by number.

The stories of the viewers of a match, and the reasons of its facts, consist mostly of the same sentences, rules and
elements. Written like this, all of them together are hardly larger than one of them.

    {"shapes": [["kind", "name"]], "values": ["card", "Crab 3", [1, 0, 1], [0, 2, 2]], "root": 3}

A list in `values` has a shape first and then the numbers of values: shape 0 is a list, shape N an object with the
keys of `shapes[N - 1]`. Everything else in `values` stands for itself. A value refers only to values before it.
"""

from __future__ import annotations

from typing import Any


class SharedValues:
    """Collects values."""

    def __init__(self) -> None:
        self.shapes: list[tuple[str, ...]] = []
        self.values: list[Any] = []
        self._shapes: dict[tuple[str, ...], int] = {}
        self._lists: dict[tuple[int, ...], int] = {}
        self._texts: dict[str, int] = {}
        self._others: dict[tuple[type, Any], int] = {}

    def add(self, value: Any) -> int:
        """Add a value, made of plain JSON values, and return its number."""
        if type(value) is str:
            return self._kept(self._texts, value, value)
        if type(value) is dict:
            return self._add_list((self._shape(tuple(value)), *map(self.add, value.values())))
        if type(value) in (list, tuple):
            return self._add_list((0, *map(self.add, value)))
        # True is equal to 1, but another value.
        return self._kept(self._others, (type(value), value), value)

    def _shape(self, keys: tuple[str, ...]) -> int:
        if keys not in self._shapes:
            self.shapes.append(keys)
            self._shapes[keys] = len(self.shapes)
        return self._shapes[keys]

    def _add_list(self, found: tuple[int, ...]) -> int:
        return self._kept(self._lists, found, found)

    def _kept(self, known: dict[Any, int], key: Any, value: Any) -> int:
        number = known.get(key)
        if number is None:
            number = known[key] = len(self.values)
            self.values.append(value)
        return number


def share(value: Any) -> dict[str, Any]:
    """Return the compact form of a value."""
    shared = SharedValues()
    root = shared.add(value)
    return {"shapes": shared.shapes, "values": shared.values, "root": root}


def unshare(compact: dict[str, Any]) -> Any:
    """Return the value of a compact form.

    >>> unshare(share({"a": [1, True, None], "b": [1, True, None]}))
    {'a': [1, True, None], 'b': [1, True, None]}
    """
    found: list[Any] = []
    for value in compact["values"]:
        if isinstance(value, list | tuple):
            shape, *parts = value
            items = [found[part] for part in parts]
            found.append(dict(zip(compact["shapes"][shape - 1], items, strict=True)) if shape else items)
        else:
            found.append(value)
    return found[compact["root"]]
