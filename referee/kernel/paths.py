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
from collections.abc import Callable
from types import CodeType, FunctionType
from typing import Any, cast

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


def keep_path(function: Callable[..., Any], rule_id: str) -> Any:
    """Return the function wrapped so that the path of its table ends in `rule_id` while it runs."""
    signature = inspect.signature(function)
    if next(iter(signature.parameters)) != "table":
        raise TypeError(f"{function.__name__} carries out {rule_id}, so its first parameter is the table")
    source = _SCRIPT if inspect.isgeneratorfunction(function) else _PLAIN_FUNCTION
    code = _compiled(source, *_parameters_and_arguments(signature))
    constants = [
        value.replace(_ANY_RULE, rule_id) if isinstance(value, str) else value for value in code.co_consts
    ]
    wrapper = FunctionType(code.replace(co_consts=tuple(constants)), {"function": function})
    named: Any = functools.update_wrapper(wrapper, function)
    named.__defaults__ = cast("Any", function).__defaults__
    named.__kwdefaults__ = cast("Any", function).__kwdefaults__
    return named


@functools.cache
def _compiled(source: str, parameters: str, arguments: str) -> CodeType:
    """Return the code of the wrapper for all functions with these parameters."""
    names: dict[str, Any] = {}
    exec(source.format(rule_id=_ANY_RULE, parameters=parameters, arguments=arguments), names)
    code: CodeType = names["named"].__code__
    return code


def _parameters_and_arguments(signature: inspect.Signature) -> tuple[str, str]:
    """Return how a function is declared, without defaults, and how it is called: `a, *, b` and `a, b=b`."""
    parameters, arguments = [], []
    for name, parameter in signature.parameters.items():
        if parameter.kind is parameter.KEYWORD_ONLY:
            parameters += [name] if "*" in parameters else ["*", name]
            arguments.append(f"{name}={name}")
        elif parameter.kind is parameter.POSITIONAL_OR_KEYWORD:
            parameters.append(name)
            arguments.append(name)
        else:
            raise TypeError(f"a rule cannot take {parameter}; name its parameters")
    return ", ".join(parameters), ", ".join(arguments)
