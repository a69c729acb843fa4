"""An argument parser whose errors are one line, with the name that was probably meant."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from referee.cli.suggestions import did_you_mean

LARGEST = 2**31 - 1
"""The largest number that every field of the API can hold."""


def natural(text: str) -> int:
    """Read a whole number from 0 on; raise ValueError if it is none."""
    number = int(text)
    if number < 0:
        raise ValueError(text)
    return number


def path_name(text: str) -> str:
    """Return the name of a file or directory; raise ValueError if it is empty, as from a variable that is not set."""
    if not text:
        raise ValueError(text)
    return text


_KINDS: dict[Any, str] = {
    int: "a whole number",
    natural: "a whole number from 0 on",
    path_name: "the name of a file or directory",
}
"""How errors name the type of an argument."""


class CommandParser(argparse.ArgumentParser):
    """A parser without abbreviations: `--match` never means `--matches`."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, **settings)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse arguments. An unknown option is refused first: it may be the required one, misspelt."""
        for word in args or ():
            if word == "--" or (self._subparsers is not None and not word.startswith("-")):
                break
            self._check_option(word)
        return super().parse_known_args(args, namespace)

    def refuse_rest(self, words: Sequence[str]) -> NoReturn:
        """Refuse words that no argument takes."""
        self.error(f"unexpected argument {' '.join(words)}")

    def error(self, message: str) -> NoReturn:
        """Print one line that says what is wrong, and exit with 2."""
        self.exit(2, f"{self.prog}: {' '.join(message.split())} ('{self.prog} --help' explains it)\n")

    def _check_option(self, word: str) -> None:
        name = word.partition("=")[0]
        if word.startswith("--") and " " not in name and name not in self._option_string_actions:
            self.error(f"unknown option {name}{did_you_mean(name, self._option_string_actions)}")

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:
        name = "/".join(action.option_strings) or action.metavar
        try:
            value = super()._get_value(action, arg_string)
        except argparse.ArgumentError:
            self.error(f"{name} must be {_KINDS.get(action.type, 'a number')}, not {arg_string!r}")
        if isinstance(value, int) and abs(value) > LARGEST:
            self.error(f"{name} must be at most {LARGEST}, not {arg_string}")
        return value

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            names = [str(choice) for choice in action.choices]
            what = (action.metavar if isinstance(action.metavar, str) else action.dest).lower()
            known = f" (choose from {', '.join(names)})"
            self.error(f"unknown {what} {value!r}{did_you_mean(str(value), names) or known}")

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print without hiding an error, as argparse would."""
        out = file or sys.stderr
        out.write(message)
        out.flush()
