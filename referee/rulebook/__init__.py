"""Rules by id, editions, and rulings: the named points where a reading had to be chosen.

A *rule* is one thing that the rulebook says, with an id, a statement in our own words and its paragraph in each
edition. A *ruling* is a point that the editions leave open or disagree on, with its possible readings, the reading of
each edition, our default and the reason. A match names an edition (or none, for our consensus) and may choose single
readings; a script asks `table.ruling("commander.out_of_turn")` and does not know about editions.

A change of the rules is a new ruling: it names the rules version that introduced it and the reading of older matches,
so that no replay ever stops verifying.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from importlib import resources

import msgspec

from referee.rulebook.paragraphs import is_number, is_part, numbers

CONSENSUS = "consensus"
"""The edition of a match that names none: the default reading of every ruling."""


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing that the rulebook says."""

    statement: str
    paragraphs: dict[str, str] = {}
    """The paragraph in each edition. Without any, a rule is printed on a card or board, reconstructed, or ours."""
    differs: str = ""
    """How the wording of the editions differs without effect. A difference with an effect is a ruling."""
    source: str = ""
    """What a reconstructed rule without a paragraph is known from: a review, an answer of the publisher."""
    house: str = ""
    """Which part of a rule that is not a house rule is our decision all the same."""


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A point with several readings."""

    question: str
    rules: tuple[str, ...]
    """The rules that it applies to."""
    readings: dict[str, str]
    """The statement of each reading, by name."""
    default: str
    reason: str
    editions: dict[str, str] = {}
    """The reading of each edition that has its own."""
    since: int = 1
    """The rules version that introduced it."""
    before: str = ""
    """The reading of matches older than rules version `since`."""


class UnknownReading(ValueError):
    """An edition, ruling or reading that the game does not have."""


class UnknownEdition(UnknownReading):
    """An edition that the game does not have."""


class Rulebook(msgspec.Struct, frozen=True, forbid_unknown_fields=True, eq=False):
    """The rules and rulings of one game. Compared by identity, so that it can be the key of a cache."""

    game: str
    editions: dict[str, str]
    rules: dict[str, Rule]
    rulings: dict[str, Ruling]
    printed: tuple[str, ...] = ()
    """First words of the ids of rules that are printed on cards and boards and therefore have no paragraph."""
    note: str = ""
    """What a reader must know about the book as a whole, for example that it is a reconstruction."""

    def is_printed(self, rule_id: str) -> bool:
        """Return whether a rule is printed on a card or board and not in the book."""
        return not self.rules[rule_id].paragraphs and rule_id.partition(".")[0] in self.printed

    def is_house_rule(self, rule_id: str) -> bool:
        """Return whether a rule is ours because neither the book nor any card, board or other source has it."""
        rule = self.rules[rule_id]
        return not rule.paragraphs and not rule.source and not self.is_printed(rule_id)

    def has_house_decision(self, rule_id: str) -> bool:
        """Return whether a rule, or part of it, is ours."""
        return bool(self.rules[rule_id].house) or self.is_house_rule(rule_id)

    def readings(self, edition: str, chosen: Mapping[str, str], rules_version: int) -> dict[str, str]:
        """Return the reading of every ruling for a match; raise `UnknownReading` for what does not exist."""
        if edition not in ("", CONSENSUS) and edition not in self.editions:
            raise UnknownEdition(
                f"unknown edition {edition!r} of {self.game} (choose from {self._names(self.editions)})"
            )
        for key, reading in chosen.items():
            if key not in self.rulings:
                raise UnknownReading(
                    f"unknown ruling {key!r} of {self.game}; see 'referee rules {self.game} --rulings', or DescribeGame"
                    f"{self._similar(key)}"
                )
            if reading not in self.rulings[key].readings:
                known = ", ".join(self.rulings[key].readings)
                raise UnknownReading(f"unknown reading {reading!r} of {key} (choose from {known})")
        return {**_readings_of(self, edition, rules_version), **chosen}

    def _similar(self, key: str) -> str:
        """Return a question about the ruling that was probably meant, or an empty text."""
        found = get_close_matches(key, self.rulings, n=1)
        return f"; did you mean {found[0]}?" if found else ""

    @property
    def is_numbered(self) -> bool:
        """Whether the paragraphs of this book have numbers."""
        return any(
            is_number(number)
            for rule in self.rules.values()
            for paragraphs in rule.paragraphs.values()
            for number in numbers(paragraphs)
        )

    def numbered(self, number: str, edition: str = "") -> list[str]:
        """Return the rules with a paragraph number in an edition, or in any: exact matches first, then its parts."""
        exact, parts = [], []
        for rule_id, rule in self.rules.items():
            places = [
                place
                for name, paragraphs in rule.paragraphs.items()
                if edition in ("", name)
                for place in numbers(paragraphs)
            ]
            if number in places:
                exact.append(rule_id)
            elif any(is_part(place, of=number) for place in places):
                parts.append(rule_id)
        return exact + parts

    @staticmethod
    def _names(editions: Mapping[str, str]) -> str:
        return ", ".join([CONSENSUS, *editions])


@cache
def _readings_of(book: Rulebook, edition: str, rules_version: int) -> dict[str, str]:
    """Return the reading of every ruling in an edition at a rules version."""
    return {
        key: ruling.before if rules_version < ruling.since else ruling.editions.get(edition, ruling.default)
        for key, ruling in book.rulings.items()
    }


@cache
def load_rulebook(package: str) -> Rulebook:
    """Load a rulebook from the file `rulebook.toml` of a game's package."""
    text = resources.files(package).joinpath("rulebook.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Rulebook)
