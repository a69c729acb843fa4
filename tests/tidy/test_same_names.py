"""One name, one meaning: no two public types, functions or modules share a name without a reason.

A name with a leading underscore belongs to its file, and a method to its class. A type is a class, or a name that
stands for one (`Answer = Sequence[int]`).
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from tests.tidy import tree

WHERE = ("referee/", "clients/referee_client/")

# Places that are parallel by design: two of them may use the same name, one of them may not use it twice.
PARALLEL = {
    r"referee/games/\w+/crises/effects\.py": "an effect of a crisis is named after what it does to the table",
    r"referee/games/\w+/": "each game is a world of its own; nothing imports two of them",
    r"clients/referee_client/bots/\w+/": "the bot for a game uses the words of the game",
    r"referee/cli/display/pictures/\w+\.py": "there is a picture of each game in the terminal",
    r"referee/inspector/pictures/\w+\.py": "there is a picture of each game in the browser",
}

# Functions that each file of a folder has by design.
ONE_PER_FILE = {
    "add_to": ("referee/cli/arguments/", "adds the command and its arguments to the parser"),
    "measure": ("referee/bench/", "runs a part of the benchmark"),
    "run": ("referee/cli/commands/", "runs the command"),
}

# Folders whose files are named after something else by design.
NAMED_AFTER = {
    "referee/cli/arguments/": "the command",
    "referee/cli/commands/": "the command",
    "referee/bench/": "the part that is measured",
}


class Shared(NamedTuple):
    """A name with more than one meaning that is accepted."""

    places: int
    reason: str


SDK = "the same thing in the SDK, which may not import the referee"
PARTS = "the kernel's part of it, and a game's own"

SHARED = {
    "function commitment_to": Shared(2, SDK),
    "function fault_in": Shared(2, SDK),
    "function main": Shared(4, "the entry point of a command line, or of a process"),
    "function remember": Shared(2, "what the card is called, and a cache: neither is imported elsewhere"),
    "module chain": Shared(2, "the hash chain of the entries, and the chain of the audit entries"),
    "module disputes": Shared(2, SDK),
    "module entries": Shared(2, "the entries of the log, and the audit entries"),
    "module errors": Shared(3, "the errors of the package it is in"),
    "module facts": Shared(2, PARTS),
    "module game": Shared(2, PARTS),
    "module match": Shared(2, "the package is named after its main module"),
    "module questions": Shared(2, PARTS),
    "module receipts": Shared(2, SDK),
    "module wording": Shared(2, PARTS),
    "type AtZero": Shared(2, SDK),
    "type Checkpoint": Shared(2, SDK),
    "type Client": Shared(2, "the plain client has the same methods as the asynchronous one"),
    "type Finding": Shared(2, SDK),
    "type KeyList": Shared(2, SDK),
    "type ListedKey": Shared(2, SDK),
    "type Player": Shared(2, "the box's word for what a seat has, and our word for who answers for it"),
    "type Refused": Shared(2, SDK),
    "type Remedy": Shared(2, SDK),
    "type Seat": Shared(2, "a place at the table, which the SDK knows together with its token"),
}


def definitions(path: str, source: str) -> Iterator[tuple[str, str]]:
    """Yield the kind and the name of everything public that a file defines, itself included."""
    parts = path.removesuffix(".py").split("/")
    if parts[-1] != "__main__" and not path.startswith(tuple(NAMED_AFTER)):
        yield "module", parts[-2] if parts[-1] == "__init__" else parts[-1]
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef):
            kind, name = "type", node.name
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            kind, name = "function", node.name
        else:
            kind, name = "type", _alias(node)
        if name and not name.startswith("_"):
            yield kind, name


def _alias(node: ast.stmt) -> str:
    """Return the name of a type that an assignment names, or nothing."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            is_type = re.match("[A-Z]+[a-z]", name) and "TypeVar" not in ast.unparse(node)
            return name if is_type else ""
        case _:
            return ""


def world(path: str) -> str:
    """Return the parallel place that a path belongs to, or nothing."""
    return next((found[0] for pattern in PARALLEL if (found := re.match(pattern, path))), "")


def places(kind: str, name: str, paths: Iterable[str]) -> set[str]:
    """Return where a name is defined; all parallel places are one, unless one of them defines the name twice."""
    folder = ONE_PER_FILE[name][0] if kind == "function" and name in ONE_PER_FILE else ""
    found = [folder if folder and path.startswith(folder) else path for path in paths]
    parallel = [path for path in found if world(path)]
    # A chapter of the rules has a file of its name for its rules, for its facts and for its choices.
    if kind != "module" and len({world(path) for path in parallel}) < len(parallel):
        return set(found)
    return {"games" if world(path) else path for path in found}


def clashes(sources: Mapping[str, str]) -> dict[str, set[str]]:
    """Return the names that are defined in more than one place, with these places."""
    paths: dict[tuple[str, str], list[str]] = defaultdict(list)
    for path, source in sources.items():
        for definition in definitions(path, source):
            paths[definition].append(path)
    found = {f"{kind} {name}": places(kind, name, paths[kind, name]) for kind, name in sorted(paths)}
    return {name: where for name, where in found.items() if len(where) > 1}


def test_names_have_one_meaning() -> None:
    found = clashes({path: tree.read(path) for path in tree.written(".py", under=WHERE)})
    new = {name: where for name, where in found.items() if name not in SHARED}
    assert new == {}, "rename one of them, or add the name to SHARED with a good reason"
    counted = {name: len(found.get(name, ())) for name in SHARED}
    assert counted == {name: shared.places for name, shared in SHARED.items()}, "the list is out of date"


def test_every_exception_has_a_reason() -> None:
    assert [name for name, shared in SHARED.items() if not shared.reason] == []


A, B = "referee/log/a.py", "referee/match/b.py"
ABYSS, SHIP = "referee/games/abyss/turn.py", "referee/games/unfathomable/turn.py"
BOT = "clients/referee_client/bots/abyss/sensible.py"
PLAY, WHY = "referee/cli/commands/play.py", "referee/cli/commands/why.py"


def test_planted_clashes_are_found() -> None:
    one, other = "referee/log/store.py", "referee/server/store.py"
    planted = {
        one: "class Stored: ...\nAnswer = tuple[int, ...]\ndef settle(): ...",
        other: "class Stored: ...\nclass Answer: ...\nasync def settle(): ...",
    }
    names = ("function settle", "module store", "type Answer", "type Stored")
    assert clashes(planted) == {name: {one, other} for name in names}


def test_what_belongs_to_a_file_or_a_class_does_not_clash() -> None:
    own = 'LIMIT = 1\nValue = TypeVar("Value")\nclass _Own: ...\ndef _own(): ...\n'
    assert clashes({A: own, B: own}) == {}
    method = ":\n    def get(self): ..."
    assert clashes({A: f"class A{method}", B: f"class B{method}"}) == {}


def test_games_may_share_names_with_each_other_alone() -> None:
    state = "class State: ..."
    assert clashes({ABYSS: state, SHIP: state, BOT: state}) == {}
    assert clashes({ABYSS: state, SHIP: state, A: "State = int"}) == {"type State": {"games", A}}
    again = "referee/games/unfathomable/ending.py"
    assert clashes({SHIP: "def banish(): ...", again: "def banish(): ..."}) == {
        "function banish": {SHIP, again}
    }


def test_commands_may_share_names_with_each_other_alone() -> None:
    run = "def run(): ..."
    assert clashes({PLAY: run, WHY: run}) == {}
    assert clashes({PLAY: run, WHY: run, A: run}) == {"function run": {"referee/cli/commands/", A}}
