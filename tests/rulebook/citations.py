"""What the code of a game cites: the rules it carries out or refuses by, and the rulings it looks up.

Found in the syntax tree, so that a rule which no test reaches is seen as well. A rule id may also be built
from a name (`f"lord.{lord}"`), which gives a pattern that some rule must match.
"""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

# Functions and classes that take a rule id, and the position of the argument.
TAKES_RULE = {
    "rule": 0,
    "no": 1,
    "refuse": 2,
    "Refused": 1,
    "TotalAtLeast": 0,
    "GroupsExactly": 0,
    "GroupsAtMost": 0,
    "GroupRequired": 0,
    "NoneSpare": 0,
}


@dataclass
class Citations:
    """What a piece of code cites."""

    rules: set[str] = field(default_factory=set)
    patterns: set[str] = field(default_factory=set)
    """Rule ids with placeholders, as regular expressions."""
    passed_on: set[str] = field(default_factory=set)
    """Arguments that hold a rule id given by a caller."""
    rulings: set[str] = field(default_factory=set)
    readings: set[tuple[str, str]] = field(default_factory=set)
    """Rulings with a reading that the code compares them to."""
    unclear: list[str] = field(default_factory=list)
    """Citations that cannot be determined from the source."""

    def learn(self, source: str) -> None:
        """Add what this source cites."""
        tree = ast.parse(source)
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                self._learn_call(node)
            if (key := _ruling_in(node)) is not None:
                self._learn_ruling(key)
            if isinstance(node, ast.Compare):
                self.readings.update(_compared(node))
            if isinstance(node, ast.ClassDef):
                self.rules.update(_rules_of_statement(node))
        self.rules.update(_given_to_factories(tree, self.passed_on))

    def _learn_call(self, call: ast.Call) -> None:
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        place = TAKES_RULE.get(name)
        if place is None or len(call.args) <= place:
            return
        match call.args[place]:
            case ast.Constant(value=str(rule_id)):
                self.rules.add(rule_id)
            case ast.JoinedStr(values=parts):
                self.patterns.add("".join([_pattern(part) for part in parts]))
            case ast.Name(id=argument):
                self.passed_on.add(argument)
            case other:
                self.unclear.append(ast.unparse(other))

    def _learn_ruling(self, key: ast.expr) -> None:
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            self.rulings.add(key.value)
        else:
            self.unclear.append(ast.unparse(key))


def _rules_of_statement(kind: ast.ClassDef) -> Iterator[str]:
    """Return the rules that a kind of statement cites: its `rule`, and what the methods named so may return."""
    for part in kind.body:
        match part:
            case ast.AnnAssign(target=ast.Name(id="rule"), value=ast.Constant(value=str(rule_id))) if rule_id:
                yield rule_id
            case ast.FunctionDef(name="allowing_rule" | "forbidding_rule"):
                texts = [node.value for node in ast.walk(part) if isinstance(node, ast.Constant)]
                yield from [text for text in texts if isinstance(text, str) and text and " " not in text]
            case _:
                pass


def _pattern(part: ast.expr) -> str:
    return re.escape(str(part.value)) if isinstance(part, ast.Constant) else "[a-z0-9_]+"


def _ruling_in(node: ast.AST) -> ast.expr | None:
    """Return the key if this is `table.ruling(key)` or `setup.readings[key]`."""
    match node:
        case ast.Call(func=ast.Attribute(attr="ruling"), args=[key]):
            return key
        case ast.Subscript(value=ast.Attribute(attr="readings"), slice=key):
            return key
        case _:
            return None


def _compared(comparison: ast.Compare) -> Iterator[tuple[str, str]]:
    key = _ruling_in(comparison.left)
    for other in comparison.comparators:
        if isinstance(key, ast.Constant) and isinstance(other, ast.Constant):
            yield str(key.value), str(other.value)


def _given_to_factories(tree: ast.Module, arguments: set[str]) -> Iterator[str]:
    """Return the rule ids passed to functions that pass them on to `rule` and similar functions."""
    places: dict[str, int] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            for place, argument in enumerate(node.args.args):
                if argument.arg in arguments:
                    places[node.name] = place
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in places:
            given = node.args[places[node.func.id] :][:1]
            yield from [str(each.value) for each in given if isinstance(each, ast.Constant)]
