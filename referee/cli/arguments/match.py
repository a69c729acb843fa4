"""Arguments of `referee match` and its actions."""

from __future__ import annotations

import argparse

from referee.cli.arguments.shared import CommandGroup, add_clock, add_json, add_server
from referee.cli.command_parser import natural

STATUSES = ("waiting", "running", "frozen", "paused", "ended", "stopped", "superseded", "cancelled")

# Named here as well, because `--help` would take longer with the imports; a test compares them.
ROLES = ("head_judge", "judge", "observer", "scorekeeper")
RESULT_KINDS = ("played", "crash", "time", "walkover", "withdrawn", "no_show", "resignation", "ruling")


def add_to(commands: CommandGroup) -> None:
    """Add the command and its actions."""
    parser = commands.add(
        "match",
        "create and manage matches on a server",
        "referee match new abyss --seats 3 --server localhost:8600",
        "referee match list --server localhost:8600",
        details="An id may be abbreviated if you may list the match. 'referee match ACTION --help' explains an action.",
    )
    actions = CommandGroup(
        parser.add_subparsers(title="actions", dest="action", metavar="ACTION", required=True)
    )
    _add_new(actions)
    _add_list(actions)
    _add_show(actions)
    _add_pause(actions)
    _add_adjourn(actions)
    _add_resume(actions)
    _add_extend(actions)
    _add_appoint(actions)
    _add_dismiss(actions)
    _add_panel(actions)
    _add_result(actions)
    _add_stop(actions)


def _add_new(actions: CommandGroup) -> None:
    parser = actions.add(
        "new",
        "create a match, which begins when every seat is taken",
        "referee match new unfathomable --seats 4 --clock 'fischer 20m+30s' --invite \\\n    --server localhost:8600",
        details="Prints the id, for the players, and your token, which is shown only here. You are the organiser, who "
        "sees nothing hidden; with --unrefereed you are the arbiter, who sees everything and decides alone.",
    )
    parser.add_argument("game", metavar="GAME", help="game to play")
    parser.add_argument("--seats", type=int, required=True, metavar="N", help="number of seats")
    add_clock(parser)
    parser.add_argument(
        "--invite", action="store_true", help="require an invite code to take a seat, and print it"
    )
    parser.add_argument(
        "--spectators", action="store_true", help="let anyone who knows the id of the match watch it"
    )
    parser.add_argument(
        "--unrefereed", action="store_true", help="see everything and decide alone: for practice"
    )
    parser.add_argument(
        "--seed",
        default="",
        metavar="S",
        help="any text, for practice (default: secret, drawn by the server)",
    )
    parser.add_argument("--edition", default="", metavar="E", help="edition of the rulebook to play by")
    parser.add_argument(
        "--ruling",
        action="append",
        default=[],
        metavar="KEY=READING",
        help="choose a reading of a rule; may be repeated",
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="choose a variant of the game; may be repeated. data=@DIR plays with the data files in a directory, "
        "if the game has any",
    )
    parser.add_argument(
        "--talk",
        choices=("none", "palette", "free"),
        default="",
        help="what the seats may say: nothing, the statements of the game, or free text as well "
        "(default: what is usual for the game)",
    )
    _add_shared(parser, "one JSON object with the match and the tokens")


def _add_list(actions: CommandGroup) -> None:
    parser = actions.add(
        "list",
        "list the matches that you may see, newest first",
        "referee match list --game abyss --status running --server localhost:8600",
        details="Without an API key these are the matches that allow spectators.",
    )
    parser.add_argument("--game", default="", metavar="GAME", help="only matches of this game")
    parser.add_argument(
        "--status",
        choices=STATUSES,
        default="",
        metavar="STATUS",
        help=f"only matches with this status: {', '.join(STATUSES)}",
    )
    parser.add_argument("--player", default="", metavar="NAME", help="only matches with this player")
    parser.add_argument(
        "--limit", type=int, default=50, metavar="N", help="most matches to list; 0 for all (default: 50)"
    )
    _add_shared(parser, "one JSON object per match")


def _add_show(actions: CommandGroup) -> None:
    parser = actions.add(
        "show",
        "show a match: its settings, seats and status",
        "referee match show 3f09 --server localhost:8600",
    )
    _add_id(parser)
    _add_shared(parser, "one JSON object with the match")


def _add_pause(actions: CommandGroup) -> None:
    parser = actions.add(
        "pause",
        "pause a match: no answers are accepted, and no clock runs",
        "referee match pause 3f09 --reason 'Fire alarm.' \\\n"
        "    --token-file judge.token --server localhost:8600",
        details="With the token of a judge, the organiser or the arbiter, or with an API key, the match is paused at "
        "once. With the token of a seat, the pause is proposed to the other seats; the match is paused when all "
        "of them agree. Seats may still talk.",
    )
    _add_pause_options(parser, "the pause")


def _add_adjourn(actions: CommandGroup) -> None:
    parser = actions.add(
        "adjourn",
        "adjourn a match: pause it, and play sealed answers when it is resumed",
        "referee match adjourn 3f09 --reason 'The hall closes.' \\\n"
        "    --token-file judge.token --server localhost:8600",
        details="As 'referee match pause'. A seat that is asked may seal its answer before (SealAnswer, seal_answer in "
        "the SDK). The answer is stored, told to nobody, and played when the match is resumed.",
    )
    _add_pause_options(parser, "adjourning the match")


def _add_resume(actions: CommandGroup) -> None:
    parser = actions.add(
        "resume",
        "resume a match that is paused; its clocks go on where they stopped",
        "referee match resume 3f09 --token-file judge.token --server localhost:8600",
        details="A pause that the seats agreed to is ended by their consent, too; any other only by a judge, the "
        "organiser, the arbiter or an operator.",
    )
    _add_pause_options(parser, "resuming the match")


def _add_pause_options(parser: argparse.ArgumentParser, proposed: str) -> None:
    _add_id(parser)
    parser.add_argument("--reason", default="", metavar="TEXT", help="the reason, which everyone is shown")
    answers = parser.add_mutually_exclusive_group()
    answers.add_argument(
        "--agree",
        dest="consents",
        action="store_const",
        const=True,
        help=f"as a seat: agree to {proposed}, as another seat has proposed",
    )
    answers.add_argument(
        "--refuse",
        dest="consents",
        action="store_const",
        const=False,
        help="as a seat: refuse that, or take your own proposal back",
    )
    _add_shared(parser, "one JSON object with the match")


def _add_extend(actions: CommandGroup) -> None:
    parser = actions.add(
        "extend",
        "give a seat more time",
        "referee match extend 3f09 1 60 --reason 'The line was down.' \\\n"
        "    --token-file judge.token --server localhost:8600",
        details="The time is for the question that the seat is asked or, if it is asked none, for its next one. It "
        "takes the token of a judge or of the arbiter.",
    )
    _add_id(parser)
    parser.add_argument("seat", type=int, metavar="SEAT", help="number of the seat, from 0")
    parser.add_argument("seconds", type=int, metavar="SECONDS", help="how much more time it gets")
    parser.add_argument("--reason", default="", metavar="TEXT", help="the reason, which everyone is shown")
    _add_shared(parser, "one JSON object with the match")


def _add_appoint(actions: CommandGroup) -> None:
    parser = actions.add(
        "appoint",
        "appoint a judge, who settles disputes and gives seats more time",
        "referee match appoint 3f09 'Grace Hopper' \\\n"
        "    --token-file organiser.token --server localhost:8600",
        "referee match appoint 3f09 'Alan Turing' --head --key-id k7f3q2 \\\n"
        "    --token-file organiser.token --server localhost:8600",
        details="It takes the token of the organiser, or an API key of the organiser or of an operator. Prints the "
        "token of the judge, which is shown only here, unless the judge has an API key. Everyone is shown the name. "
        "A judge sees hidden information, and every look is recorded; a judge cannot take a seat. An unrefereed match "
        "has no judges.",
    )
    _add_id(parser)
    parser.add_argument("name", metavar="NAME", help="name of the judge, which everyone is shown")
    role = parser.add_mutually_exclusive_group()
    role.add_argument(
        "--head",
        dest="role",
        action="store_const",
        const="head_judge",
        default="judge",
        help="a head judge, who also rules on appeals and corrects results",
    )
    role.add_argument(
        "--role",
        choices=ROLES,
        default="judge",
        help="another role: a scorekeeper declares results, an observer only watches (default: judge)",
    )
    parser.add_argument(
        "--key-id",
        default="",
        metavar="ID",
        help="id of the judge's API key ('referee access list' shows it); the judge uses that key and gets no token",
    )
    _add_shared(parser, "one JSON object with the match, the party and its token")


def _add_dismiss(actions: CommandGroup) -> None:
    parser = actions.add(
        "dismiss",
        "dismiss a judge, or resign",
        "referee match dismiss 3f09 judge/1 --reason 'Ill.' \\\n"
        "    --token-file organiser.token --server localhost:8600",
        details="It takes the token of the organiser or, to resign, that of the judge. The token of the judge is no "
        "longer accepted. What the judge has ruled stays in force.",
    )
    _add_id(parser)
    parser.add_argument("party", metavar="PARTY", help="the judge, as 'referee match show' names it: judge/1")
    parser.add_argument("--reason", default="", metavar="TEXT", help="the reason, which is recorded")
    _add_shared(parser, "one JSON object with the match")


def _add_panel(actions: CommandGroup) -> None:
    parser = actions.add(
        "panel",
        "let head judges rule on appeals together",
        "referee match panel 3f09 --needed 2 --members head_judge/2,head_judge/3 \\\n"
        "    --token-file organiser.token --server localhost:8600",
        details="It takes the token of the organiser. Each member rules with 'referee dispute rule', and the ruling is "
        "made when as many as are needed agree on the finding, the remedy and whether it is a precedent: more than "
        "half of the members. Whoever made the first ruling does not take part. Without members, one head judge rules "
        "on an appeal again.",
    )
    _add_id(parser)
    parser.add_argument(
        "--members",
        default="",
        metavar="PARTIES",
        help="the head judges, as 'referee match show' names them, separated by commas",
    )
    parser.add_argument(
        "--needed", type=natural, default=0, metavar="N", help="number of members who must agree"
    )
    _add_shared(parser, "one JSON object with the match")


def _add_result(actions: CommandGroup) -> None:
    parser = actions.add(
        "result",
        "declare the result of a match, or correct it",
        "referee match result 3f09 --winners 1 --kinds no_show,walkover \\\n"
        "    --token-file score.token --server localhost:8600",
        details="A scorekeeper, a head judge or the arbiter declares the result of a match that has none, which ends "
        "it. A head judge or the arbiter corrects a result; every earlier one stays on record.\n\n"
        f"Kinds, one for each seat: {', '.join(RESULT_KINDS)} (default: ruling for all).",
    )
    _add_id(parser)
    parser.add_argument(
        "--winners",
        default="",
        metavar="SEATS",
        help="the seats that win, separated by commas (default: nobody)",
    )
    parser.add_argument(
        "--kinds",
        default="",
        metavar="KINDS",
        help="how the result of each seat came about, separated by commas",
    )
    parser.add_argument("--void", action="store_true", help="the match does not count")
    parser.add_argument("--reason", default="", metavar="TEXT", help="the reason, which everyone is shown")
    _add_shared(parser, "one JSON object with the match")


def _add_stop(actions: CommandGroup) -> None:
    parser = actions.add(
        "stop",
        "cancel a match that has not begun",
        "referee match stop 3f09 --reason 'Two players are ill.' \\\n"
        "    --token-file organiser.token --server localhost:8600",
        details="A match that is being played ends by a ruling: open a case and declare the match void with "
        "'referee dispute rule'.",
    )
    _add_id(parser)
    parser.add_argument("--reason", default="", metavar="TEXT", help="the reason, for the players")
    _add_shared(parser, "one JSON object with the match")


def _add_id(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("match", metavar="ID", help="id of the match, or its first characters")


def _add_shared(parser: argparse.ArgumentParser, printed: str) -> None:
    add_server(parser, "HOST:PORT of the server")
    add_json(parser, printed)
