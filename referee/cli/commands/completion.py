"""`referee completion`: a script that completes commands, options and their values in a shell.

The script holds all words, so that completing never starts Python.
"""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Iterator
from typing import NamedTuple

from referee.cli.parser import build_parser
from referee.games import GAMES
from referee_client.bots import BOTS

_VALUES = {"GAME": GAMES, "NAMES": tuple(BOTS)}
"""Values that are known by the metavar of an argument; all other values may be files."""

_BASH = """\
_referee() {{
    local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} path="" words="" place
    for ((place = 1; place < COMP_CWORD; place++)); do
        case "$path ${{COMP_WORDS[place]}}" in
            {paths}) path="$path ${{COMP_WORDS[place]}}" ;;
        esac
    done
    case "$path $previous" in
{values}
        *)
            case "$path:$current" in
{words}
            esac ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -o bashdefault -o default -F _referee referee
"""


class _Step(NamedTuple):
    """A command, or a step of one, and what may follow it."""

    path: tuple[str, ...]
    parser: argparse.ArgumentParser

    @property
    def words(self) -> list[str]:
        """Steps, and values of the positional arguments."""
        return [
            word for action in self.parser._actions if not action.option_strings for word in _values(action)
        ]

    @property
    def options(self) -> list[argparse.Action]:
        """Options that help shows."""
        return [action for action in self.parser._actions if action.option_strings]


def run(args: argparse.Namespace) -> int:
    """Print the script for a shell."""
    steps = list(_steps((), build_parser()))
    print(_fish(steps) if args.shell == "fish" else _bash(steps, is_zsh=args.shell == "zsh"), end="")
    return 0


def _steps(path: tuple[str, ...], parser: argparse.ArgumentParser) -> Iterator[_Step]:
    """Yield a parser and all parsers below it."""
    yield _Step(path, parser)
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, each in action.choices.items():
                yield from _steps((*path, name), each)


def _values(action: argparse.Action) -> list[str]:
    """Return the values of an argument, as far as they are known."""
    if action.choices is not None:
        return [str(choice) for choice in action.choices]
    return list(_VALUES.get(str(action.metavar), ()))


def _bash(steps: list[_Step], *, is_zsh: bool) -> str:
    """Return the script for bash, which zsh can use too."""
    values, words = [], []
    for step in steps:
        path = "".join([f" {name}" for name in step.path])
        for action in step.options:
            # Without words, the shell completes a value that is not known with files.
            if action.nargs != 0:
                names = "|".join([shlex.quote(f"{path} {name}") for name in action.option_strings])
                values.append(f"        {names}) words={shlex.quote(' '.join(_values(action)))} ;;")
        options = " ".join([name for action in step.options for name in action.option_strings])
        words.append(f"                {shlex.quote(f'{path}:-')}*) words={shlex.quote(options)} ;;")
        words.append(
            f"                {shlex.quote(f'{path}:')}*) words={shlex.quote(' '.join(step.words))} ;;"
        )
    paths = "|".join(
        [shlex.quote("".join([f" {name}" for name in step.path])) for step in steps if step.path]
    )
    script = _BASH.format(paths=paths, values="\n".join(values), words="\n".join(words))
    return f"autoload -U +X bashcompinit && bashcompinit\n{script}" if is_zsh else script


def _fish(steps: list[_Step]) -> str:
    """Return the script for fish, with the help of each command and option."""
    lines = ["complete -c referee -e"]
    for step in steps:
        seen = [f"__fish_seen_subcommand_from {name}" for name in step.path]
        below = [
            name for each in steps if each.path[:-1] == step.path and each.path for name in each.path[-1:]
        ]
        unseen = [f"not __fish_seen_subcommand_from {' '.join(below)}"] if below else []
        condition = shlex.quote("; and ".join([*seen, *unseen]) or "true")
        if step.words:
            lines.append(f"complete -c referee -n {condition} -f -a {shlex.quote(' '.join(step.words))}")
        lines += [_fish_option(condition, action) for action in step.options]
    return "\n".join(lines) + "\n"


def _fish_option(condition: str, action: argparse.Action) -> str:
    names = [
        f"-l {name.removeprefix('--')}" if name.startswith("--") else f"-s {name.removeprefix('-')}"
        for name in action.option_strings
    ]
    known = _values(action)
    value = [f"-x -a {shlex.quote(' '.join(known))}"] if known else ["-r"] if action.nargs != 0 else []
    text = (action.help or "").replace("%%", "%")
    return " ".join(["complete -c referee -n", condition, *names, *value, "-d", shlex.quote(text)])
