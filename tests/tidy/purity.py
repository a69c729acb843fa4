"""What makes a rule impure, found in its syntax tree.

A match is determined by its rules, options, seed and intents. Anything else a rule reads (a clock, an address, the
order of a set, the rounding of a float) may differ between two runs, and then a replay proves nothing.
"""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


BUILTINS = {
    "hash": "differs in every process",
    "id": "differs in every process",
    "float": "rounds; count in integers",
    "complex": "rounds; count in integers",
    "open": "is I/O",
    "input": "is I/O",
    "print": "is I/O; record a fact",
    "breakpoint": "is I/O",
    "eval": "runs text",
    "exec": "runs text",
    "compile": "runs text",
    "globals": "reaches for hidden state",
    "__import__": "hides an import from the contracts",
}
MODULES = _words(
    "asyncio datetime logging os pathlib pickle random secrets socket sqlite3 subprocess time uuid"
)
WHOLE_NUMBERS = _words("comb factorial gcd isqrt lcm perm prod")
READS = _words("open read_text read_bytes write_text write_bytes")

SET_TYPES = _words("set frozenset Set AbstractSet MutableSet FrozenSet KeysView")
SET_METHODS = _words("union intersection difference symmetric_difference")
SET_OPERATORS = (ast.BitOr, ast.BitAnd, ast.Sub, ast.BitXor)
# Calls whose result does not depend on the order of their input.
ORDERLESS = _words("sorted len set frozenset any all sum min max")
# With a key, items can tie, and ties keep the order of the set.
KEYED = _words("sorted min max")
# Calls whose result does.
ORDERED = _words(
    "list tuple dict deque iter next enumerate zip map filter reversed fromkeys join extend reduce "
    "chain from_iterable product combinations permutations accumulate islice"
)
GROWING = _words("list dict set defaultdict Counter deque")

# Module-level containers that are filled after their definition, and why that is harmless.
LASTING = {
    "FOLDS": "filled by the decorators in its own module, done when that is imported",
    "_visibilities": "a memo: the same answer, only sooner",
}

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, order=True)
class Fault:
    """One impure line and what is wrong with it."""

    line: int
    what: str


@dataclass
class SetNames:
    """The names known to be sets.

    Fields and functions count wherever in the pure code they are declared; a false alarm is fixed by a better name.
    """

    fields: set[str] = field(default_factory=set)
    functions: set[str] = field(default_factory=set)
    variables: set[str] = field(default_factory=set)

    def learn(self, tree: ast.Module) -> None:
        """Note what a module declares at its top level and in its classes."""
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                self.fields.update(_declared(node.body, self))
            elif isinstance(node, Function) and _is_set_type(node.returns):
                self.functions.add(node.name)
                self.fields.add(node.name)
        self.variables.update(_declared(tree.body, self))

    def inside(self, function: Function) -> "SetNames":
        """Return the names as seen in a function, with its arguments and locals."""
        arguments = [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]
        local = {argument.arg for argument in arguments if _is_set_type(argument.annotation)}
        shadowed = {argument.arg for argument in arguments} - local
        seen = SetNames(self.fields, self.functions, (self.variables - shadowed) | local)
        seen.variables |= _declared(function.body, seen)
        return seen

    def is_set(self, node: ast.expr) -> bool:
        """Return whether an expression is a set, judging by its text and the known names."""
        match node:
            case ast.Set() | ast.SetComp():
                return True
            case ast.Name(id=name):
                return name in self.variables
            case ast.Attribute(attr=name):
                return name in self.fields
            case ast.BinOp(left=left, op=op, right=right):
                return isinstance(op, SET_OPERATORS) and (self._is_set_like(left) or self._is_set_like(right))
            case ast.IfExp(body=body, orelse=orelse):
                return self.is_set(body) or self.is_set(orelse)
            case ast.NamedExpr(value=value):
                return self.is_set(value)
            case ast.Call(func=ast.Name(id=name)):
                return name in SET_TYPES or name in self.functions
            case ast.Call(func=ast.Attribute(value=value, attr=name)):
                return name in self.functions or (name in SET_METHODS and self._is_set_like(value))
            case _:
                return False

    def _is_set_like(self, node: ast.expr) -> bool:
        """Return whether a set operator with this operand gives a set; views of a dict's keys do too."""
        match node:
            case ast.Call(func=ast.Attribute(attr="keys")):
                return True
            case _:
                return self.is_set(node)


def _is_set_type(annotation: ast.expr | None) -> bool:
    match annotation:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in SET_TYPES
        case ast.Subscript(
            value=ast.Name(id="Annotated" | "Public" | "SeenBy" | "ClassVar" | "Final"), slice=inner
        ):
            return _is_set_type(inner.elts[0] if isinstance(inner, ast.Tuple) else inner)
        case ast.Subscript(value=value):
            return _is_set_type(value)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return _is_set_type(left) or _is_set_type(right)
        case _:
            return False


def _declared(body: Iterable[ast.AST], known: SetNames) -> set[str]:
    """Return the names that the statements bind to a set."""
    names = set()
    for node in _walk_scope(body):
        match node:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation) if _is_set_type(annotation):
                names.add(name)
            case ast.Assign(targets=targets, value=value) if known.is_set(value):
                names.update(target.id for target in targets if isinstance(target, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value) if known.is_set(value):
                names.add(name)
            case _:
                pass
    return names


def _walk_scope(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Walk statements and their parts, but not into functions and classes defined there."""
    for node in body:
        yield node
        if not isinstance(node, Function | ast.ClassDef | ast.Lambda):
            yield from _walk_scope(ast.iter_child_nodes(node))


def learn_sets(trees: Iterable[ast.Module]) -> SetNames:
    """Learn from all the pure code which names are sets."""
    known = SetNames()
    for tree in trees:
        known.learn(tree)
    return known


def faults(tree: ast.Module, known: SetNames, *, may_read: bool = False) -> list[Fault]:
    """List what is impure in a module. `may_read`: whether it is a loader of the printed tables."""
    found = {Fault(line, what) for line, what in _plain_faults(tree, may_read)}
    found.update(
        Fault(line, f"{name} outlives the match") for line, name in module_state(tree) if name not in LASTING
    )
    found.update(Fault(line, what) for line, what in _set_faults(tree.body, known))
    return sorted(found)


def _plain_faults(tree: ast.Module, may_read: bool) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                for alias in names:
                    if alias.name.split(".")[0] in MODULES:
                        yield node.lineno, f"imports {alias.name}"
            case ast.ImportFrom(module=str(module)) if module.split(".")[0] in MODULES:
                yield node.lineno, f"imports {module}"
            case ast.Name(id=name, ctx=ast.Load()) if name in BUILTINS:
                yield node.lineno, f"{name}() {BUILTINS[name]}"
            case ast.Constant(value=float() | complex()):
                yield node.lineno, "a float rounds; count in integers"
            case ast.BinOp(op=ast.Div()) | ast.AugAssign(op=ast.Div()):
                yield node.lineno, "/ gives a float; use //"
            case ast.Attribute(value=ast.Name(id="math"), attr=name) if name not in WHOLE_NUMBERS:
                yield node.lineno, f"math.{name} gives a float"
            case ast.Attribute(attr="import_module"):
                yield node.lineno, "import_module hides an import from the contracts"
            case ast.Call(func=ast.Attribute(attr=name)) if name in READS and not may_read:
                yield node.lineno, f".{name}() is I/O"
            case ast.AsyncFunctionDef() | ast.Await() | ast.AsyncFor() | ast.AsyncWith():
                yield node.lineno, "async depends on the order of arrival"
            case ast.Global():
                yield node.lineno, "global state outlives the match"
            case _:
                pass


def module_state(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Find state that can only be there to change later: empty containers and counters of modules and classes.

    An annotated one in a class is the default of a field; every instance gets its own.
    """
    in_classes = [node.body for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    for body in (tree.body, *in_classes):
        for node in body:
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if _grows(value):
                    yield node.lineno, name
                case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value) if _grows(value):
                    if body is tree.body:
                        yield node.lineno, name
                case _:
                    pass


def _grows(value: ast.expr) -> bool:
    match value:
        case ast.List(elts=[]) | ast.Dict(keys=[]):
            return True
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=args):
            return name == "count" or (name in GROWING and not args)
        case _:
            return False


def _set_faults(body: Iterable[ast.AST], known: SetNames) -> Iterator[tuple[int, str]]:
    """Find every place where the order of a set could matter."""
    for node in _walk_scope(body):
        match node:
            case ast.FunctionDef(body=inner) | ast.AsyncFunctionDef(body=inner):
                yield from _set_faults(inner, known.inside(node))
            case ast.ClassDef(body=inner):
                yield from _set_faults(inner, known)
            case ast.Lambda(body=expression):
                yield from _set_faults([expression], known)
            case _:
                yield from _set_fault_at(node, known)


def _set_fault_at(node: ast.AST, known: SetNames) -> Iterator[tuple[int, str]]:
    match node:
        case ast.For(iter=iterated) if known.is_set(iterated):
            yield node.lineno, "a loop over a set; sort it"
        case ast.ListComp(generators=generators) | ast.DictComp(generators=generators):
            yield from _comprehension_faults(generators, known)
        case ast.GeneratorExp(generators=generators) if not getattr(node, "orderless", False):
            yield from _comprehension_faults(generators, known)
        case ast.Call():
            yield from _call_faults(node, known)
        case ast.Starred(value=value) if known.is_set(value):
            yield node.lineno, "a set unpacked; sort it"
        case ast.YieldFrom(value=value) if known.is_set(value):
            yield node.lineno, "a loop over a set; sort it"
        case ast.Assign(targets=[ast.Tuple() | ast.List()], value=value) if known.is_set(value):
            yield node.lineno, "a set unpacked; sort it"
        case _:
            pass


def _comprehension_faults(generators: list[ast.comprehension], known: SetNames) -> Iterator[tuple[int, str]]:
    for generator in generators:
        if known.is_set(generator.iter):
            yield generator.iter.lineno, "a comprehension over a set; sort it"


def _call_faults(node: ast.Call, known: SetNames) -> Iterator[tuple[int, str]]:
    match node.func:
        case ast.Name(id=name):
            pass
        case ast.Attribute(value=value, attr=name):
            if name == "pop" and not node.args and known.is_set(value):
                yield node.lineno, "pop() of a set takes any element"
        case _:
            return
    keyed = name in KEYED and any(keyword.arg == "key" for keyword in node.keywords)
    for argument in node.args:
        if isinstance(argument, ast.GeneratorExp):
            # Visited after its call, which decides.
            argument.orderless = name in ORDERLESS and not keyed  # type: ignore[attr-defined]
        elif known.is_set(argument):
            if keyed:
                yield node.lineno, f"{name}(set, key=...) leaves ties in the order of the set"
            elif name in ORDERED:
                yield node.lineno, f"{name}() of a set; sort it"
