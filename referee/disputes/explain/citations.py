"""Cite rules, with our statement and the paragraph in each edition, and the readings that apply to them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from referee.kernel.talk import TALK_PATH
from referee.rulebook import Rulebook


class Citation(msgspec.Struct, frozen=True):
    """A rule as it is cited."""

    rule: str
    statement: str
    paragraphs: dict[str, str]
    """The paragraph in each edition; empty for a house rule or what is printed on a card."""
    is_printed: bool = False
    """Whether it is printed on a card or a board."""
    source: str = ""
    """What a reconstructed rule is known from."""
    house: str = ""
    """Which part of a rule that is not a house rule is our decision."""


class InForce(msgspec.Struct, frozen=True):
    """A ruling that applies to what happened, with the reading this match is played under."""

    ruling: str
    question: str
    rules: tuple[str, ...]
    """The rules of the path that it applies to."""
    reading: str
    says: str
    others: dict[str, str]
    """The statements of the other readings, by name."""
    default: str
    """The reading used if no edition is chosen, or the chosen one has none of its own."""
    editions: dict[str, str]
    """The reading of each edition that has one of its own."""
    was_asked: bool
    """Whether the rules looked it up between the answer and what happened."""


def cite(book: Rulebook, rule_id: str) -> Citation:
    """Return a rule as it is cited. Every game has talk; one whose book has a rule about it is cited with that."""
    if rule_id == TALK_PATH and rule_id not in book.rules:
        return Citation(rule_id, "Seats may talk; what they say changes nothing on the table.", {})
    rule = book.rules[rule_id]
    return Citation(
        rule_id, rule.statement, rule.paragraphs, book.is_printed(rule_id), rule.source, rule.house
    )


def cite_path(book: Rulebook, path: str) -> tuple[Citation, ...]:
    """Return every rule of a path, outermost first; a rule that contains itself is repeated."""
    return tuple([cite(book, rule_id) for rule_id in path.split("/") if rule_id])


def in_force(
    book: Rulebook, rules: Iterable[str], readings: Mapping[str, str], asked: Iterable[str] = ()
) -> tuple[InForce, ...]:
    """Return the rulings that apply to these rules; those in `asked` come first."""
    path, noted = set(rules), set(asked)
    found = []
    for key, ruling in book.rulings.items():
        bearing = tuple([rule_id for rule_id in ruling.rules if rule_id in path])
        if not bearing:
            continue
        reading = readings[key]
        found.append(
            InForce(
                ruling=key,
                question=ruling.question,
                rules=bearing,
                reading=reading,
                says=ruling.readings[reading],
                others={name: says for name, says in ruling.readings.items() if name != reading},
                default=ruling.default,
                editions=ruling.editions,
                was_asked=key in noted,
            )
        )
    return tuple(sorted(found, key=lambda each: not each.was_asked))
