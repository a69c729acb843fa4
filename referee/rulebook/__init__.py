"""Rules by id, editions, and rulings: the named points where a reading had to be chosen.

A *rule* is one thing the rulebook says, with an id of ours, a sentence of ours and its place in each edition.
A *ruling* is a point the editions leave open or disagree on: its possible readings, which reading each edition
holds, our default and the reason. A match names an edition (or none, for our consensus) and may
choose single readings; a script asks `table.ruling("commander.out_of_turn")` and knows nothing of editions.

A change of rules that alters what happens is a new ruling: it names the rules version it came with and the reading
older matches were played under, so that no replay ever stops verifying.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

import msgspec

from referee.rulebook.paragraphs import is_number, is_part, numbers

CONSENSUS = "consensus"
"""The edition of a match that names none: our default reading of every ruling."""


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing the rulebook says."""

    statement: str
    paragraphs: dict[str, str] = {}
    """Where each edition says it. A rule without a paragraph is printed on a card or a board, or is a house rule."""
    differs: str = ""
    """How the editions word it differently where that changes nothing. Where it changes something there is a ruling."""


class Ruling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A point with several readings."""

    question: str
    rules: tuple[str, ...]
    """The rules it bears on."""
    readings: dict[str, str]
    """Each reading with the sentence that spells it out."""
    default: str
    reason: str
    editions: dict[str, str] = {}
    """The reading of each edition that has one of its own."""
    since: int = 1
    before: str = ""
    """For a ruling that came with a later rules version: the reading that older matches were played under."""


class UnknownReading(ValueError):
    """An edition, ruling or reading that this game does not know."""


class Rulebook(msgspec.Struct, frozen=True, forbid_unknown_fields=True, eq=False):
    """The rules and rulings of one game. A book is itself alone, so that what follows from it can be kept."""

    game: str
    editions: dict[str, str]
    rules: dict[str, Rule]
    rulings: dict[str, Ruling]
    printed: tuple[str, ...] = ()
    """How the ids begin of rules that are printed on cards and boards, and have no paragraph for that reason."""

    def is_printed(self, rule_id: str) -> bool:
        """Whether a rule stands on a card or a board, and not in the book."""
        return not self.rules[rule_id].paragraphs and rule_id.partition(".")[0] in self.printed

    def is_house_rule(self, rule_id: str) -> bool:
        """Whether a rule is ours, where the book is silent and nothing is printed."""
        return not self.rules[rule_id].paragraphs and not self.is_printed(rule_id)

    def readings(self, edition: str, chosen: Mapping[str, str], rules_version: int) -> dict[str, str]:
        """Settle every ruling for a match; what is asked for must exist."""
        if edition not in ("", CONSENSUS) and edition not in self.editions:
            raise UnknownReading(
                f"no edition {edition!r} of {self.game}; there is {self._names(self.editions)}"
            )
        for key, reading in chosen.items():
            if key not in self.rulings:
                raise UnknownReading(
                    f"no ruling {key!r} in {self.game}; see 'referee rules {self.game} --rulings', or DescribeGame"
                )
            if reading not in self.rulings[key].readings:
                known = ", ".join(self.rulings[key].readings)
                raise UnknownReading(f"no reading {reading!r} of {key}; there is {known}")
        return {**_readings_of(self, edition, rules_version), **chosen}

    @property
    def is_numbered(self) -> bool:
        """Whether paragraphs have numbers in this book; where they have none, they are found by their words."""
        return any(
            is_number(number)
            for rule in self.rules.values()
            for paragraphs in rule.paragraphs.values()
            for number in numbers(paragraphs)
        )

    def numbered(self, number: str, edition: str = "") -> list[str]:
        """The rules an edition, or any of them, has under a number: those of the number itself, then of its parts."""
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
    """The reading of every ruling in an edition, worked out once: every match begins with them."""
    return {
        key: ruling.before if rules_version < ruling.since else ruling.editions.get(edition, ruling.default)
        for key, ruling in book.rulings.items()
    }


@cache
def load_rulebook(package: str) -> Rulebook:
    """Load the rulebook of a game, the file `rulebook.toml` of its package."""
    text = resources.files(package).joinpath("rulebook.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Rulebook)
