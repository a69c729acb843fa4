"""Paragraph numbers: their form, their nesting, and that every paragraph of Unfathomable has a rule."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from referee.games import game as game_named
from referee.games.unfathomable.board import Space
from referee.games.unfathomable.cards import Character, Damage, Item, Mythos, SkillCard, Spell, Waypoint
from referee.games.unfathomable.wording import rules_of
from referee.rulebook import Rule, Rulebook
from referee.rulebook.paragraphs import is_number, is_part, numbers, typed

UNFATHOMABLE = game_named("unfathomable").rulebook


def numbers_of_glossary() -> dict[str, set[str]]:
    """Return every numbered item of each edition, read from the editions themselves."""
    found: dict[str, set[str]] = {}
    text = Path(__file__).with_name("unfathomable_numbers.txt").read_text(encoding="utf-8")
    for line in text.splitlines():
        if not line.startswith("#"):
            edition, section, *items = line.split()
            found.setdefault(edition, set()).update([f"{section}.{item}" for item in items])
    return found


def numbers_in_book(edition: str) -> Counter[str]:
    lists = [rule.paragraphs[edition] for rule in UNFATHOMABLE.rules.values() if edition in rule.paragraphs]
    return Counter([number for paragraphs in lists for number in numbers(paragraphs)])


@pytest.mark.parametrize(
    "number",
    [
        "24",
        "24.7",
        "1.0",
        "1.8•4",
        "1.8•4-1",
        "39.1-1",
        "GR",
        "GR1",
        "App",
        "App.I",
        "App.I•1",
        "App.II¶2",
        "App.III.key•2-1",
        "App.III.loy.2",
        "App.III.top",
        "App.IV.16",
        "App.IV.9adv",
        "App.IV*",
    ],
)
def test_number_of_a_paragraph_is_known(number: str) -> None:
    assert is_number(number)
    assert typed(number) == number


@pytest.mark.parametrize(
    "text", ["", "-", "offer", "24.", ".7", "24.7.1", "1-9", "1.8•", "24.7 and more", "Appendix", "2 x"]
)
def test_anything_else_is_no_number(text: str) -> None:
    assert not is_number(text)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("24.7.1", "24.7•1"),
        ("1.8.4-1", "1.8•4-1"),
        (" 24.7 •1", "24.7•1"),
        ("App.IV. 16", "App.IV.16"),
        ("explore.offer", "explore.offer"),
        ("two words", "two words"),
        ("1.2.3.4", "1.2.3.4"),
    ],
)
def test_number_may_be_typed_without_a_bullet(text: str, meant: str) -> None:
    assert typed(text) == meant


@pytest.mark.parametrize(
    ("number", "of", "belongs"),
    [
        ("24.7", "24.7", True),
        ("24.7•1", "24.7", True),
        ("24.7", "24", True),
        ("1.8•4-1", "1.8•4", True),
        ("App.I•1", "App.I", True),
        ("24.12", "24.1", False),
        ("24.7", "4.7", False),
        ("24.7", "2", False),
        ("1.8", "1.8•4", False),
        ("App.II¶1", "App.I", False),
    ],
)
def test_part_belongs_to_the_whole(number: str, of: str, belongs: bool) -> None:
    assert is_part(number, of=of) is belongs


BOOK = Rulebook(
    game="tea",
    editions={"de": "German", "fr": "French"},
    rules={
        "stir": Rule("Stir.", {"de": "1.1•1; 2.3", "fr": "4.1"}),
        "pour": Rule("Pour.", {"de": "1.1", "fr": "2.3"}),
        "drink": Rule("Drink."),
    },
    rulings={},
)


@pytest.mark.parametrize(
    ("number", "edition", "rules"),
    [
        pytest.param("1.1", "de", ["pour", "stir"], id="the paragraph, then its parts"),
        pytest.param("2.3", "de", ["stir"], id="in a list of numbers"),
        pytest.param("2.3", "fr", ["pour"], id="another edition"),
        pytest.param("2.3", "", ["stir", "pour"], id="any edition"),
        pytest.param("1", "de", ["stir", "pour"], id="a section"),
        pytest.param("9.9", "", [], id="no such number"),
    ],
)
def test_rules_are_found_by_number(number: str, edition: str, rules: list[str]) -> None:
    assert BOOK.numbered(number, edition) == rules


def test_book_is_numbered_where_a_paragraph_has_a_number() -> None:
    assert BOOK.is_numbered
    assert UNFATHOMABLE.is_numbered
    assert not game_named("abyss").rulebook.is_numbered


# Unfathomable


@pytest.mark.parametrize("edition", UNFATHOMABLE.editions)
def test_every_number_of_unfathomable_is_well_formed(edition: str) -> None:
    found = numbers_in_book(edition)
    assert len(found) > 600
    assert [number for number in found if not is_number(number) or number.isdigit()] == []


@pytest.mark.parametrize("edition", UNFATHOMABLE.editions)
def test_every_paragraph_of_unfathomable_has_a_rule_and_every_rule_a_paragraph_that_exists(
    edition: str,
) -> None:
    glossary = {number for number in numbers_in_book(edition) if number[0].isdigit()}
    assert glossary == numbers_of_glossary()[edition]


def test_editions_of_unfathomable_agree_on_what_is_a_rule() -> None:
    """Only one thing is printed in a single edition: that skill cards of one title add up."""
    printed = {rule_id for rule_id, rule in UNFATHOMABLE.rules.items() if not rule.paragraphs}
    partly = {
        rule_id: set(rule.paragraphs)
        for rule_id, rule in UNFATHOMABLE.rules.items()
        if rule_id not in printed and set(rule.paragraphs) != set(UNFATHOMABLE.editions)
    }
    assert partly == {"skill_card.stacking": {"fr"}}
    assert len(UNFATHOMABLE.rules) - len(printed) == 503


PRINTED = {
    "room": 8,
    "skill": 20,
    "item": 20,
    "spell": 19,
    "waypoint": 20,
    "damage": 4,
    "ability": 10,
    "feat": 10,
    "reveal_ability": 10,
    "mythos": 70,
}
"""Number of card titles of each kind; each has a rule, so that facts can name it."""


def test_what_is_printed_in_unfathomable_is_what_its_tables_know() -> None:
    """A rule without a paragraph is printed on a card, a sheet or the board; there is no house rule."""
    kinds = (SkillCard, Character, Item, Spell, Waypoint, Damage, Mythos, Space)
    printed = {rule_id for kind in kinds for card in kind for rule_id in rules_of(card)}
    assert {rule_id for rule_id in UNFATHOMABLE.rules if UNFATHOMABLE.is_printed(rule_id)} == printed & set(
        UNFATHOMABLE.rules
    )
    assert not [rule_id for rule_id in UNFATHOMABLE.rules if UNFATHOMABLE.is_house_rule(rule_id)]


def test_every_card_of_unfathomable_has_a_rule() -> None:
    kinds = Counter(
        [rule_id.partition(".")[0] for rule_id, rule in UNFATHOMABLE.rules.items() if not rule.paragraphs]
    )
    assert kinds == PRINTED


def test_ruling_of_an_edition_bears_on_a_rule_that_it_prints() -> None:
    """An edition can have a reading only of something it prints."""
    for key, ruling in UNFATHOMABLE.rulings.items():
        for edition in ruling.editions:
            assert any(edition in UNFATHOMABLE.rules[rule_id].paragraphs for rule_id in ruling.rules), key


def test_statement_speaks_of_no_paragraph() -> None:
    """The numbers belong in the paragraphs; a sentence that names them would hold for one edition only."""
    for rule_id, rule in UNFATHOMABLE.rules.items():
        assert not re.search(r"\b\d+\.\d+|\b(DE|FR|PL)\b", rule.statement), rule_id
