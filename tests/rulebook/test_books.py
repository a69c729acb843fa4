"""The rulebook of every game: its content, and agreement with the rules and rulings in the code of the game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random

import pytest

import referee.games
from referee.games import GAMES, game
from referee.kernel.asks import chosen_of
from referee.kernel.chance import seed_from_text
from referee.kernel.game import Setup
from referee.kernel.run import Run
from referee.rulebook import CONSENSUS, Rule, Rulebook, Ruling, load_rulebook
from tests.answers import random_picks
from tests.rulebook.citations import Citations
from tests.rulebook.uncited import UNCITED

RULE_ID = re.compile(r"[a-z0-9_]+(\.[a-z0-9_]+)*")


# What a book says


def faults_in_rule(book: Rulebook, rule_id: str, rule: Rule) -> Iterator[str]:
    """Yield what is wrong with a rule."""
    if not RULE_ID.fullmatch(rule_id):
        yield "its id is not of small letters and digits, joined by dots"
    if not is_sentence(rule.statement, "."):
        yield "its statement is not a sentence"
    if not rule.paragraphs.keys() <= book.editions.keys():
        yield "it has a paragraph in an edition that does not exist"
    if not all(rule.paragraphs.values()):
        yield "it has an empty paragraph"
    if rule.differs and not is_sentence(rule.differs, "."):
        yield "how the editions differ is told in no sentence"
    if rule.differs and len(rule.paragraphs) < 2:
        yield "it differs from nothing: one edition has it"
    if rule.source and rule.paragraphs:
        yield "it has a paragraph, so it needs no other source"


def faults_in_ruling(book: Rulebook, version: int, key: str, ruling: Ruling) -> Iterator[str]:
    """Yield what is wrong with a ruling."""
    if not RULE_ID.fullmatch(key):
        yield "its key is not of small letters and digits, joined by dots"
    if not is_sentence(ruling.question, "?"):
        yield "it asks no question"
    if not is_sentence(ruling.reason, "."):
        yield "its reason is not a sentence"
    if not all(is_sentence(sentence, ".") for sentence in ruling.readings.values()):
        yield "a reading is not a sentence"
    if len(ruling.readings) < 2:
        yield "it leaves no choice"
    if not ruling.rules or not set(ruling.rules) <= book.rules.keys():
        yield "it bears on no rule, or on one that does not exist"
    if not ruling.editions.keys() <= book.editions.keys():
        yield "it speaks of an edition that does not exist"
    if not {ruling.default, *ruling.editions.values()} <= ruling.readings.keys():
        yield "its default or the reading of an edition does not exist"
    if not 1 <= ruling.since <= version:
        yield "it came with a rules version that does not exist"
    if ruling.before not in (ruling.readings if ruling.since > 1 else ("",)):
        yield "it does not say what was played before it, or there was no before"


def is_sentence(text: str, end: str) -> bool:
    return text[:1].isupper() and text.endswith(end) and text == " ".join(text.split())


def faults_in(book: Rulebook, version: int) -> list[str]:
    faults = [
        f"{rule_id}: {fault}"
        for rule_id, rule in book.rules.items()
        for fault in faults_in_rule(book, rule_id, rule)
    ]
    for key, ruling in book.rulings.items():
        faults.extend([f"{key}: {fault}" for fault in faults_in_ruling(book, version, key, ruling)])
    if CONSENSUS in book.editions:
        faults.append("an edition has the name of our consensus")
    return faults


@pytest.mark.parametrize("name", GAMES)
def test_book_is_in_order(name: str) -> None:
    book = game(name).rulebook
    assert book.game == name
    assert book.rules
    assert faults_in(book, game(name).rules_version) == []


def test_every_book_is_the_book_of_a_game() -> None:
    folders = [path.parent for path in Path(referee.games.__path__[0]).glob("*/rulebook.toml")]
    assert sorted([folder.name for folder in folders]) == sorted(GAMES)
    assert [game(name).rulebook is load_rulebook(f"referee.games.{name}") for name in GAMES] == [True] * len(
        GAMES
    )


SOUND = Ruling("Milk first?", ("pour",), {"yes": "Yes.", "no": "No."}, "no", "It is easier.", {"de": "yes"})

PLANTED = {
    "the key": {"Milk first": SOUND},
    "no question": {"milk": Ruling("Milk first.", ("pour",), {"a": "A.", "b": "B."}, "a", "Why not.")},
    "no reason": {"milk": Ruling("Milk first?", ("pour",), {"a": "A.", "b": "B."}, "a", "")},
    "a loose word": {"milk": Ruling("Milk first?", ("pour",), {"a": "A.", "b": "b"}, "a", "Why not.")},
    "one reading": {"milk": Ruling("Milk first?", ("pour",), {"a": "A."}, "a", "Why not.")},
    "no rule": {"milk": Ruling("Milk first?", (), {"a": "A.", "b": "B."}, "a", "Why not.")},
    "another rule": {"milk": Ruling("Milk first?", ("stir",), {"a": "A.", "b": "B."}, "a", "Why not.")},
    "another default": {"milk": Ruling("Milk first?", ("pour",), {"a": "A.", "b": "B."}, "c", "Why not.")},
    "another edition": {
        "milk": Ruling("Milk first?", ("pour",), {"a": "A.", "b": "B."}, "a", "Why not.", {"fr": "a"})
    },
    "another reading of an edition": {
        "milk": Ruling("Milk first?", ("pour",), {"a": "A.", "b": "B."}, "a", "Why not.", {"de": "c"})
    },
    "rules to come": {
        "milk": Ruling("Milk first?", ("pour",), {"a": "A.", "b": "B."}, "a", "Why not.", since=3, before="a")
    },
    "nothing before": {
        "milk": Ruling("Milk first?", ("pour",), {"a": "A.", "b": "B."}, "a", "Why not.", since=2)
    },
    "something before the first": {
        "milk": Ruling("Milk first?", ("pour",), {"a": "A.", "b": "B."}, "a", "Why not.", before="a")
    },
}


@pytest.mark.parametrize("rulings", [pytest.param(planted, id=name) for name, planted in PLANTED.items()])
def test_planted_fault_in_a_ruling_is_found(rulings: dict[str, Ruling]) -> None:
    sound = Rulebook("tea", {"de": "German"}, {"pour": Rule("Pour the tea.", {"de": "1"})}, {"milk": SOUND})
    assert faults_in(sound, 2) == []
    assert len(faults_in(Rulebook("tea", sound.editions, sound.rules, rulings), 2)) == 1


@pytest.mark.parametrize(
    ("rule_id", "rule"),
    [
        ("Pour", Rule("Pour the tea.")),
        ("pour/stir", Rule("Pour the tea.")),
        ("pour", Rule("pour the tea.")),
        ("pour", Rule("Pour the tea")),
        ("pour", Rule("Pour  the tea.")),
        ("pour", Rule("Pour the tea.", {"fr": "1"})),
        ("pour", Rule("Pour the tea.", {"de": ""})),
        ("pour", Rule("Pour the tea.", {"de": "1", "pl": "2"}, "a loose word")),
        ("pour", Rule("Pour the tea.", {"de": "1"}, "The Polish edition pours coffee.")),
        ("pour", Rule("Pour the tea.", {"de": "1"}, source="a review")),
    ],
)
def test_planted_fault_in_a_rule_is_found(rule_id: str, rule: Rule) -> None:
    editions = {"de": "German", "pl": "Polish"}
    assert len(faults_in(Rulebook("tea", editions, {rule_id: rule}, {}), 1)) == 1


# What the code of a game cites


def folder_of(name: str) -> Path:
    return Path(referee.games.__path__[0]) / name


def cited_by(name: str) -> Citations:
    citations = Citations()
    for path in sorted(folder_of(name).rglob("*.py")):
        citations.learn(path.read_text(encoding="utf-8"))
    return citations


def rules_on_functions(name: str) -> set[str]:
    """Return the rule ids attached to functions when the game is loaded, including those kept in tables."""
    found = set()
    for path in folder_of(name).glob("*.py"):
        for thing in vars(import_module(f"referee.games.{name}.{path.stem}")).values():
            for each in thing.values() if isinstance(thing, dict) else (thing,):
                if isinstance(rule_id := getattr(each, "rule_id", None), str):
                    found.add(rule_id)
    return found


def missing_from(book: Rulebook, citations: Citations) -> list[str]:
    """Return what is cited but missing from the book."""
    missing = sorted(citations.rules - book.rules.keys())
    missing += sorted(
        [
            pattern
            for pattern in citations.patterns
            if not any(re.fullmatch(pattern, rule_id) for rule_id in book.rules)
        ]
    )
    missing += sorted(citations.rulings - book.rulings.keys())
    for key, reading in sorted(citations.readings):
        if key in book.rulings and reading not in book.rulings[key].readings:
            missing.append(f"{key} = {reading}")
    return missing + citations.unclear


@pytest.mark.parametrize("name", GAMES)
def test_everything_the_code_cites_is_in_the_book(name: str) -> None:
    citations = cited_by(name)
    assert citations.rules
    assert citations.rulings
    assert missing_from(game(name).rulebook, citations) == []
    assert rules_on_functions(name) <= game(name).rulebook.rules.keys()


@pytest.mark.parametrize("name", GAMES)
def test_reason_not_to_be_cited_is_given_for_rules_that_exist(name: str) -> None:
    assert UNCITED.get(name, {}).keys() <= game(name).rulebook.rules.keys()


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_is_cited_or_has_a_reason_not_to_be(name: str) -> None:
    cited = cited_by(name).rules | rules_on_functions(name)
    # Both ways: a reason for a rule that is now cited is out of date.
    assert game(name).rulebook.rules.keys() - cited == UNCITED.get(name, {}).keys()


@pytest.mark.parametrize("name", GAMES)
def test_every_ruling_is_asked_for_and_its_answer_compared(name: str) -> None:
    citations, book = cited_by(name), game(name).rulebook
    assert book.rulings.keys() == citations.rulings
    compared = {
        key: [reading for asked, reading in citations.readings if asked == key] for key in book.rulings
    }
    # If all readings but one are compared, the last is the remaining case.
    assert [
        key for key, ruling in book.rulings.items() if len(compared[key]) < len(ruling.readings) - 1
    ] == []


CODE = """
@rule("pour")
def pour(table):
    if table.ruling("milk") == "yes":
        return no(Obstacle.EMPTY, "pour.milk")
    if setup.readings["sugar"] == "two":
        return Refused(Refusal.NOT_OFFERED, "pour.sugar")
    limits = [TotalAtLeast("pour.total", 3)]

def serving(rule_id, size):
    @rule(rule_id)
    def serve(table): ...
    return serve

CUPS = {"small": serving("cup.small", 1), "large": serving("cup.large", 2)}

def biscuits(kind):
    @rule(f"biscuit.{kind}")
    def offer(table): ...
"""


def test_citations_are_found_in_code() -> None:
    found = Citations()
    found.learn(CODE)
    assert found.rules == {"pour", "pour.milk", "pour.sugar", "pour.total", "cup.small", "cup.large"}
    assert found.patterns == {r"biscuit\.[a-z0-9_]+"}
    assert found.rulings == {"milk", "sugar"}
    assert found.readings == {("milk", "yes"), ("sugar", "two")}
    assert found.unclear == []


def test_planted_citations_are_missed_in_the_book() -> None:
    found = Citations()
    found.learn(CODE)
    found.learn("@rule(NAMES['stir'])\ndef stir(table): return table.ruling(key)")
    book = Rulebook("tea", {}, {"pour": Rule("Pour."), "cup.small": Rule("Fill it.")}, {"milk": SOUND})
    assert missing_from(book, found) == [
        "cup.large",
        "pour.milk",
        "pour.sugar",
        "pour.total",
        r"biscuit\.[a-z0-9_]+",
        "sugar",
        "NAMES['stir']",
        "key",
    ]
    typo = Citations()
    typo.learn("table.ruling('milk') == 'first'")
    assert missing_from(book, typo) == ["milk = first"]


# What a match cites


def play_at_random(name: str, seats: int, seed: str) -> Iterator[str]:
    """Return every path of rules that a match under random readings records or asks by."""
    rules, luck = game(name), Random(seed)
    chosen = {
        key: luck.choice(sorted(ruling.readings)) for key, ruling in game(name).rulebook.rulings.items()
    }
    readings = game(name).rulebook.readings("", chosen, rules.rules_version)
    run = Run(rules, Setup(seats, rules.options(), readings, rules.rules_version), seed_from_text(seed))
    yield from [entry.path for entry in run.begin().facts]
    while run.open:
        seat, question = luck.choice(sorted(run.open.items()))
        yield question.path
        answer = chosen_of(question.ask, random_picks(question.ask, luck))
        yield from [entry.path for entry in run.answer(seat, answer).facts]


@pytest.mark.parametrize("name", GAMES)
def test_every_fact_and_question_of_a_match_cites_rules_of_the_book(name: str, seed: str) -> None:
    paths = {
        path
        for match in range(20)
        for path in play_at_random(name, game(name).seats[match % len(game(name).seats)], f"{seed} {match}")
    }
    assert len(paths) > 20
    assert {rule_id for path in paths for rule_id in path.split("/")} <= game(name).rulebook.rules.keys()
