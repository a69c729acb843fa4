"""The pure core stays pure: promise D3."""

import ast

import pytest

from tests.tidy import purity, tree

PURE = ("referee/kernel/", "referee/rulebook/", "referee/games/")

# Modules that read the printed tables shipped with them.
LOADERS = ("referee/rulebook/",)


# Where text is executed, and why.
RUNS_TEXT = {
    "referee/kernel/paths.py": "the wrapper of a rule, from the names of its own parameters, on import"
}


def may_read(path: str) -> bool:
    return path.startswith(LOADERS) or path.endswith(("/cards.py", "/printed.py"))


def pure_modules() -> dict[str, ast.Module]:
    return {path: ast.parse(tree.read(path), path) for path in tree.written(".py", under=PURE)}


def test_pure_core_is_pure() -> None:
    modules = pure_modules()
    known = purity.learn_sets(modules.values())
    found = [
        f"{path}:{fault.line}: {fault.what}"
        for path, module in modules.items()
        for fault in purity.faults(module, known, may_read=may_read(path))
        if not (path in RUNS_TEXT and fault.what == "exec() runs text")
    ]
    assert modules
    assert not found, "\n".join(found)


def test_every_lasting_container_is_still_there() -> None:
    there = {name for module in pure_modules().values() for _, name in purity.module_state(module)}
    assert purity.LASTING.keys() <= there


def faults_of(source: str) -> list[str]:
    module = ast.parse(source)
    return [fault.what for fault in purity.faults(module, purity.learn_sets([module]))]


IMPURE = [
    "import time",
    "from datetime import datetime",
    "import random",
    "import os.path",
    "key = hash(card)",
    "cards = sorted(cards, key=id)",
    "half = 0.5",
    "half = total / 2",
    "total /= 2",
    "def share(total: int) -> float: ...",
    "limit = math.inf",
    "open('cards.csv')",
    "files('x').joinpath('y').read_text()",
    "eval('1')",
    "print('drawn')",
    "async def rule(): ...",
    "def draw():\n    global drawn\n    drawn += 1",
    "drawn = []",
    "REGISTRY: dict[str, Rule] = {}",
    "class Table:\n    facts = []",
    "ids = itertools.count()",
    "for card in {'crab', 'squid'}: ...",
    "for card in set(hand): ...",
    "for card in hand.keys() - played: ...",
    "for card in set(hand) | set(court): ...",
    "cards = [card for card in frozenset(hand)]",
    "cards = {card: 1 for card in {c.name for c in hand}}",
    "cards = tuple(card for card in set(hand))",
    "cards = tuple(set(hand))",
    "cards = list({*hand})",
    "text = ', '.join({card.name for card in hand})",
    "card = next(iter(set(hand)))",
    "cards = [*set(hand)]",
    "first, second = {'crab', 'squid'}",
    "card = set(hand).pop()",
    "best = max(set(hand), key=value)",
    "cards = sorted(set(hand), key=value)",
    "cards = sorted((c for c in set(hand)), key=value)",
    "def rule(names: set[str]) -> None:\n    for name in names: ...",
    "def rule(names: frozenset[str] | None) -> None:\n    return [name for name in names]",
    "def rule(hand):\n    names = {c.name for c in hand}\n    for name in names: ...",
    "class State:\n    open: frozenset[str]\ndef rule(state):\n    for name in state.open: ...",
    "class State:\n    open: Public[frozenset[str]]\ndef rule(state):\n    return list(state.open)",
    "def races(hand) -> set[str]: ...\ndef rule(hand):\n    for race in races(hand): ...",
    "FREE = frozenset({'a'})\ndef rule():\n    yield from FREE",
    "order = lambda hand: list(set(hand))",
]

PURE_SOURCES = [
    "key = (seat, card)",
    "half = total // 2",
    "ways = math.comb(5, 2)",
    "free = card in {'crab', 'squid'}",
    "count = len({card.race for card in hand})",
    "for card in sorted(set(hand)): ...",
    "names = sorted({card.name for card in hand})",
    "names = sorted(card.name for card in set(hand))",
    "names = {card.name for card in set(hand)}",
    "total = sum(card.value for card in set(hand))",
    "first = min({card.name for card in hand})",
    "def rule(names: frozenset[str]) -> bool:\n    return 'crab' in names",
    "def rule(names: tuple[str, ...]) -> None:\n    for name in names: ...",
    "def rule(hand):\n    for card in hand.keys(): ...",
    "NAMES = ('crab', 'squid')",
    "RACES = {'crab': 1}",
    "def rule():\n    drawn = []\n    drawn.append(1)",
]


@pytest.mark.parametrize("source", IMPURE)
def test_planted_fault_is_found(source: str) -> None:
    assert faults_of(source)


@pytest.mark.parametrize("source", PURE_SOURCES)
def test_pure_code_is_left_alone(source: str) -> None:
    assert faults_of(source) == []
