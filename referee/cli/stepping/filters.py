"""Filters: which facts the stepper stops at."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from referee.cli.errors import CommandError
from referee.cli.stepping.viewers import viewer_named
from referee.kernel.facts import Seat
from referee.replay.visible_facts import VisibleFact

HOW_TO_FILTER = "write seat=1, rule=explore or kind=revealed, or nothing for all facts"


class FactFilter(msgspec.Struct, frozen=True):
    """Facts about one of some seats, by one of some rules, and of one of some kinds; empty for all."""

    seats: tuple[Seat, ...] = ()
    rules: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()

    def __str__(self) -> str:
        parts = [*[f"seat={seat}" for seat in self.seats], *[f"rule={rule}" for rule in self.rules]]
        return " ".join([*parts, *[f"kind={kind}" for kind in self.kinds]])

    def passes(self, fact: VisibleFact, sentence: str, names: Sequence[str]) -> bool:
        """Return whether the stepper stops at a fact."""
        path, kind = fact.recorded.path, str(fact.recorded.fact.__struct_config__.tag)
        return (
            (not self.seats or any([_concerns(fact, sentence, seat, names[seat]) for seat in self.seats]))
            and (not self.rules or any([rule in path for rule in self.rules]))
            and (not self.kinds or any([part in kind for part in self.kinds]))
        )


def _concerns(fact: VisibleFact, sentence: str, seat: Seat, name: str) -> bool:
    """Return whether a seat's answer caused a fact, as far as the viewer knows, or its sentence names the player."""
    is_own = fact.by is not None and fact.by.partition("/")[2] == str(seat)
    return is_own or re.search(rf"(?<!\w){re.escape(name)}(?!\w)", sentence) is not None


def read_filter(text: str, names: Sequence[str]) -> FactFilter:
    """Read a filter as people write it.

    >>> read_filter("seat=Bob rule=council rule=explore", ["Ada", "Bob"])
    FactFilter(seats=(1,), rules=('council', 'explore'), kinds=())
    """
    found: dict[str, list[str]] = {"seat": [], "rule": [], "kind": []}
    for word in text.split():
        key, _, value = word.partition("=")
        if key not in found or not value:
            raise CommandError(f"cannot filter by {word!r}; {HOW_TO_FILTER}")
        found[key].append(value)
    seats = [viewer_named(value, names) for value in found["seat"]]
    if any([seat < 0 for seat in seats]):
        raise CommandError(f"cannot filter by {text!r}; {HOW_TO_FILTER}")
    return FactFilter(tuple(seats), tuple(found["rule"]), tuple(found["kind"]))
