"""`referee rules`: find a rule by its number in an edition, with its numbers in the others and their differences."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games import GAMES, game
from tests.cli.running import inside


def found(*arguments: str) -> list[Any]:
    return inside("rules", *arguments, "--json").lines


def ids(*arguments: str) -> list[str]:
    return [line["id"] for line in found(*arguments)]


def test_rule_is_found_by_its_number_in_each_edition() -> None:
    """`travel.monster_drift`: DE 24.7, FR 44.7, PL 36.7."""
    for edition, number in {"de": "24.7", "fr": "44.7", "pl": "36.7"}.items():
        rule, *parts = found("unfathomable", number, "--edition", edition)
        assert rule["id"] == "travel.monster_drift"
        assert rule["paragraphs"] == {"de": "24.7", "fr": "44.7", "pl": "36.7"}
        assert [part["id"] for part in parts] == ["travel.monster_drift.stern_to_deep"]


def test_rule_comes_with_the_readings_of_the_editions() -> None:
    rulings = {
        ruling["key"]: ruling for ruling in found("unfathomable", "24.7", "--edition", "de")[0]["ruling"]
    }
    assert rulings["travel.drift"]["editions"] == {"de": "block", "fr": "per_step", "pl": "per_step"}
    assert rulings["travel.drift"]["default"] == "per_step"
    assert rulings["travel.step_order"]["editions"] == {}


@pytest.mark.parametrize(
    ("number", "edition", "rules"),
    [
        pytest.param("2.3•4", "de", ["once_per_turn", "repair_not_limited"], id="the second of a list"),
        pytest.param("2.3.4", "de", ["once_per_turn", "repair_not_limited"], id="typed without a bullet"),
        pytest.param("1.8•4-1", "de", ["repair_not_limited"], id="a dash under a bullet"),
        pytest.param("11.3•4-1", "fr", ["repair_not_limited"], id="in another edition"),
    ],
)
def test_number_may_be_a_part(number: str, edition: str, rules: list[str]) -> None:
    expected = [f"action.use_space.{rule}" for rule in rules]
    assert ids("unfathomable", number, "--edition", edition) == expected


def test_same_number_is_something_else_in_another_edition() -> None:
    assert ids("unfathomable", "16.1", "--edition", "fr") == ["loyalty.deal_twice"]
    assert ids("unfathomable", "16.1", "--edition", "de") == ["game_end.deep_one_supply"]
    assert set(ids("unfathomable", "16.1")) >= {"loyalty.deal_twice", "game_end.deep_one_supply"}


def test_section_lists_its_rules() -> None:
    section = found("unfathomable", "24", "--edition", "de")
    assert len(section) > 20
    assert all(" 24." in f" {rule['paragraphs']['de']}" for rule in section)


@pytest.mark.parametrize(
    ("number", "rule"),
    [("GR1", "golden.reference_over_learn_to_play"), ("App.IV.16", "setup.16_loyalty_deck")],
)
def test_golden_rules_and_appendices_have_numbers(number: str, rule: str) -> None:
    assert ids("unfathomable", number, "--edition", "pl") == [rule]


def test_number_that_the_edition_does_not_have_is_not_searched_for_as_words() -> None:
    """DE 46.9 exists, DE 6.9 does not."""
    assert ids("unfathomable", "46.9", "--edition", "de") == ["turn.traitor"]
    ran = inside("rules", "unfathomable", "6.9", "--edition", "de")
    assert ran.code == 1
    assert "nothing in unfathomable matches '6.9'" in ran.out


def test_number_of_another_edition_leads_to_the_one_here() -> None:
    ran = inside("rules", "unfathomable", "24.7", "--edition", "fr")
    assert ran.code == 1
    assert "nothing in unfathomable matches '24.7'; de 24.7 is fr 44.7: travel.monster_drift" in ran.out


def test_people_see_numbers_readings_and_that_the_editions_differ() -> None:
    shown = inside("rules", "unfathomable", "24.7", "--edition", "de").out
    assert "German Rules Reference: 24.7\n" in shown
    assert "French Rules Reference: 44.7\n" in shown
    assert "travel.drift How do monsters drift" in shown
    assert "The editions differ." in shown
    assert "per_step (default, fr, pl): One space" in shown
    assert "block (de): All the spaces" in shown
    assert inside("rules", "unfathomable", "travel.arrival.reset").out.count("differ") == 0


def test_people_see_where_wordings_differ_and_it_changes_nothing() -> None:
    """activation.dagon.spawn (DE 3.10, FR 3.10, PL 2.10)."""
    shown = inside("rules", "unfathomable", "3.10", "--edition", "fr").out
    assert "The wordings differ. The Polish edition speaks of the deck spaces beside him" in shown


def test_ruling_is_found_by_its_key() -> None:
    """`why` and `dispute` show this key."""
    ran = inside("rules", "unfathomable", "travel.drift", "--json")
    assert [(line["id"], line["ruling"]["key"]) for line in ran.lines] == [("travel.drift", "travel.drift")]
    assert "per_step" in inside("rules", "unfathomable", "travel.drift").out


def test_words_are_joined_wherever_they_stand() -> None:
    quoted = inside("rules", "unfathomable", "deep one", "--json").out
    assert quoted
    assert inside("rules", "unfathomable", "deep", "one", "--json").out == quoted
    assert inside("rules", "unfathomable", "deep", "--json", "one").out == quoted
    assert inside("rules", "unfathomable", "--json", "xyzzy", "one").code == 1


def test_rulings_are_found_by_number() -> None:
    assert ids("unfathomable", "49.4", "--edition", "de", "--rulings") == [
        "brig.moved_again",
        "title.succession",
    ]
    alone = inside("rules", "unfathomable", "title.succession", "--rulings").out
    assert "The editions differ." in alone
    assert "next_below (de):" in alone


def test_printed_rules_are_not_house_rules() -> None:
    """`skill.keen_insight` is printed on a card, `end.stalemate` of Abyss nowhere."""
    assert ids("unfathomable", "skill.keen_insight") == ["skill.keen_insight"]
    assert "printed on the card or the board" in inside("rules", "unfathomable", "skill.keen_insight").out
    assert "house rule: the book is silent" in inside("rules", "abyss", "end.stalemate").out
    assert ids("unfathomable", "--house") == []
    assert "end.stalemate" in ids("abyss", "--house")
    assert ids("unfathomable", "24.7", "--house") == []


def test_book_without_numbers_is_searched_by_words() -> None:
    """In Abyss, whose paragraphs have titles, a digit is an ordinary word."""
    by_digit = found("abyss", "2", "--edition", "de")
    assert any("2 Eine Aktion" in rule["paragraphs"].get("de", "") for rule in by_digit)


def test_unknown_game_is_refused() -> None:
    ran = inside("rules", "chess")
    assert ran.code == 2
    assert "unknown game 'chess' (choose from abyss" in ran.err


@pytest.mark.parametrize("name", GAMES)
def test_what_may_be_said_is_listed_with_the_rule_that_allows_it(name: str) -> None:
    ran = inside("rules", name, "--talk", "--json")
    statements = game(name).statements
    assert ran.code == (0 if statements else 1)
    assert len(ran.lines) == len(statements)
    for line in ran.lines:
        assert {"id", "statement", "paragraphs", "ruling"} < set(line)
        assert line["id"].startswith(f"{name}.")
        assert line["rule"] is None or line["rule"] in game(name).rulebook.rules


def test_what_may_be_said_is_found_by_words() -> None:
    ran = inside("rules", "among_cultists", "accuses", "--talk")
    assert "accuses seat 1" in ran.out
    assert len(ran.out.splitlines()) < 8
    assert "no statement of abyss is known" in inside("rules", "abyss", "--talk").out
    assert "--talk cannot be combined" in inside("rules", "abyss", "--talk", "--house").err
