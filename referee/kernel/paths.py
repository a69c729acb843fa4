"""The wrapper that `rule` puts around a function to keep the path of rules in force.

Written by hand, the wrapper of a script is

    def named(table, *args, **kwargs):
        outer = table.path
        table.path = f"{outer}/{rule_id}" if outer else rule_id
        try:
            return (yield from function(table, *args, **kwargs))
        finally:
            table.path = outer

Instead its source is written out with the parameters of the function and compiled, as dataclasses do with
`__init__`, because Python 3.11 calls that much faster than `*args, **kwargs`. Rules call each other four times a
decision: a match of Abyss takes 7 to 10 % longer with the wrapper above, one of Unfathomable 2 %.

Functions with the same parameters share the compiled source, with another rule among its constants: compiling it for
each of the 400 rules of Unfathomable would take an eighth of the time to import the game.
"""

from __future__ import annotations

import functools
import inspect
from types import CodeType, FunctionType
from typing import Any

_ANY_RULE = "RULE ID"
"""Stands for the id of the rule in compiled source; no id contains a space or a capital."""

_SCRIPT = """
def named({parameters}):
    outer = table.path
    table.path = f"{{outer}}/{rule_id}" if outer else "{rule_id}"
    try:
        return (yield from function({arguments}))
    finally:
        table.path = outer
"""
_PLAIN_FUNCTION = _SCRIPT.replace("(yield from function({arguments}))", "function({arguments})")


def keep_path(function: Any, rule_id: str) -> Any:
    """Return the function wrapped so that the path of its table ends in `rule_id` while it runs."""
    parameters, arguments = _parameters_and_arguments(function)
    if arguments.partition(", ")[0] != "table":
        raise TypeError(f"{function.__name__} carries out {rule_id}, so its first parameter is the table")
    source = _SCRIPT if inspect.isgeneratorfunction(function) else _PLAIN_FUNCTION
    code = _compiled(source, parameters, arguments)
    constants = [
        value.replace(_ANY_RULE, rule_id) if isinstance(value, str) else value for value in code.co_consts
    ]
    wrapper = FunctionType(code.replace(co_consts=tuple(constants)), {"function": function})
    named: Any = functools.update_wrapper(wrapper, function)
    named.__defaults__ = function.__defaults__
    named.__kwdefaults__ = function.__kwdefaults__
    return named


@functools.cache
def _compiled(source: str, parameters: str, arguments: str) -> CodeType:
    """Return the code of the wrapper for all functions with these parameters."""
    names: dict[str, Any] = {}
    exec(source.format(rule_id=_ANY_RULE, parameters=parameters, arguments=arguments), names)
    code: CodeType = names["named"].__code__
    return code


def _parameters_and_arguments(function: Any) -> tuple[str, str]:
    """Return how a function is declared, without defaults, and how it is called: `a, *, b` and `a, b=b`.

    `inspect.signature` finds the same, but takes a twentieth of the time to import Unfathomable.
    """
    code = function.__code__
    if code.co_posonlyargcount or code.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS):
        raise TypeError(
            f"the rule {function.__name__} cannot take {inspect.signature(function)}; name its parameters"
        )
    named = code.co_varnames[: code.co_argcount]
    by_keyword = code.co_varnames[code.co_argcount :][: code.co_kwonlyargcount]
    parameters = [*named, *(["*", *by_keyword] if by_keyword else [])]
    return ", ".join(parameters), ", ".join([*named, *[f"{name}={name}" for name in by_keyword]])
