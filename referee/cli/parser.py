"""The command line parser. It imports nothing heavy, so that `--help` is fast."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from referee import __version__
from referee.cli.arguments import (
    access,
    bench,
    check_bot,
    completion,
    demo,
    dispute,
    event,
    export,
    inspect,
    keys,
    match,
    play,
    replay,
    rules,
    serve,
    sit,
    verify,
    watch,
    why,
)
from referee.cli.arguments.shared import CommandGroup, HelpFormatter
from referee.cli.command_parser import CommandParser

_COMMANDS = (
    demo,
    serve,
    play,
    match,
    sit,
    watch,
    replay,
    inspect,
    check_bot,
    event,
    verify,
    export,
    why,
    dispute,
    rules,
    keys,
    access,
    bench,
    completion,
)
"""The modules that declare the commands, in the order of `--help`."""

_DESCRIPTION = """\
A referee for board games with hidden information. It owns the random seed and an append-only log, tells each seat \
only what that seat may know, and can prove afterwards which rule produced every fact.

  referee demo                   watch four bots play Abyss over gRPC
  referee serve                  start the service for bots and people
  referee play abyss --seats 4   play matches between bots, without a server
  referee match new abyss ...    create a match on a server, for bots and people
  referee sit ADDR MATCH         play a seat yourself, in the terminal
  referee replay FILE            read a match, with the rule behind every fact
  referee inspect FILE|DIR       look at matches in the browser
  referee check-bot BOT GAME     find out what is wrong with a bot
  referee event start FILE       run a tournament, or go on with it
  referee verify FILE            re-run a match and compare every fact
  referee why FILE 53            explain a fact: rules, answers, random draws
  referee dispute try FILE       re-run a match under another reading of a rule
  referee export FILE -o BUNDLE  write a match and its evidence to a signed file
  referee rules abyss offer      look up a rule
  referee keys                   show the keys that sign receipts and rulings
  referee access                 manage the API keys of organisers and officials
  referee completion bash        complete commands and options in your shell
"""

_EPILOG = """\
Exit codes: 0 done and true; 1 done and not true; 2 could not be done; 130 interrupted. 'referee COMMAND --help' \
explains a command and gives an example.
"""

_LATE_POSITIONALS = {"demo": "game", "rules": "query"}
"""Positional arguments that may also follow the options, which argparse alone would reject."""


_PATHS = frozenset(
    [
        *("file", "files", "keys", "output", "receipt", "save", "write", "config", "data_dir"),
        *("api_key_file", "ca_file", "client_cert", "client_key", "token_file"),
        *("tls_cert", "tls_client_ca", "tls_key"),
    ]
)
"""Arguments that name files."""


class _Version(argparse.Action):
    """Prints the release and the rules version of each game; the games are imported only when asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from referee.games import GAMES, game

        print(f"referee {__version__}")
        for name in GAMES:
            print(f"{name} rules {game(name).rules_version}")
        parser.exit()


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    """Parse a command line, or print what is wrong with it and exit with 2."""
    parser = build_parser()
    args: argparse.Namespace
    args, late = parser.parse_known_args(arguments)
    name = _LATE_POSITIONALS.get(args.command)
    if late and (name is None or any(word.startswith("-") for word in late)):
        _parser_of(parser, args).refuse_rest(late)
    _check_encoding(parser, args)
    if late and name is not None:
        early = getattr(args, name)
        if early and name == "game":
            parser.error(f"demo plays one game at a time: choose {early} or {' '.join(late)}")
        setattr(args, name, " ".join([early, *late]).strip())
    if args.command == "demo":
        args.game = args.game or "abyss"
    return args


def _parser_of(parser: CommandParser, args: argparse.Namespace) -> CommandParser:
    """Return the parser of the command, and of its step or action."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            found: CommandParser = action.choices[getattr(args, action.dest)]
            return _parser_of(found, args)
    return parser


def _check_encoding(parser: CommandParser, args: argparse.Namespace) -> None:
    """Refuse texts that are not UTF-8, which Python has as lone surrogates. Only files may have such names."""
    for name, value in vars(args).items():
        for text in value if isinstance(value, list) else [value]:
            if name not in _PATHS and isinstance(text, str) and not _is_utf8(text):
                _parser_of(parser, args).error(
                    f"{name} is not valid UTF-8; is the terminal set to another encoding?"
                )


def _is_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def build_parser() -> CommandParser:
    """Build the parser with all commands."""
    parser = CommandParser(
        prog="referee", description=_DESCRIPTION, epilog=_EPILOG, formatter_class=HelpFormatter
    )
    parser.add_argument(
        "--version", action=_Version, nargs=0, help="print the release and the rules version of each game"
    )
    commands = CommandGroup(
        parser.add_subparsers(title="commands", dest="command", metavar="COMMAND", required=True)
    )
    for module in _COMMANDS:
        module.add_to(commands)
    return parser
