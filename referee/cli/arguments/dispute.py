"""Arguments of `referee dispute` and its steps."""

from __future__ import annotations

import argparse

from referee.cli.arguments.shared import (
    CommandGroup,
    add_data_dir,
    add_force,
    add_json,
    add_key_file,
    add_server,
)
from referee.cli.command_parser import natural


def add_to(commands: CommandGroup) -> None:
    """Add the command and its steps."""
    parser = commands.add(
        "dispute",
        "open, try and rule on disputes",
        "referee dispute try replays/unfathomable/4-seats.replay --edition fr",
        "referee dispute open finals-3.bundle --at 53 --by seat/1 \\\n"
        "    --rule travel.drift --claim 'They drift all at once.'",
        details="A case is opened, tried, ruled on and possibly appealed. Every step is checked, signed with the key "
        "of the data directory and added to the bundle, which is sealed again. A refused step leaves the file "
        "unchanged.\n\n"
        "With --server, --match and --token-file, the step is taken on a match on a server, in the name of the token's "
        "holder. 'referee dispute STEP --help' explains a step.",
    )
    steps = CommandGroup(parser.add_subparsers(title="steps", dest="step", metavar="STEP", required=True))
    _add_open(steps)
    _add_try(steps)
    _add_rule(steps)
    _add_appeal(steps)
    _add_withdraw(steps)
    _add_show(steps)
    _add_precedents(steps)


def _add_open(steps: CommandGroup) -> None:
    parser = steps.add(
        "open",
        "open a case about a fact of a match",
        "referee dispute open finals-3.bundle --at 53 --by seat/1 \\\n"
        "    --rule travel.drift --claim 'They drift all at once.'",
        "referee dispute open --server localhost:8600 --match 3f09ab12 \\\n"
        "    --token-file my.token --frame 40 --place 2 --rule travel.drift \\\n"
        "    --claim 'They drift all at once.' --freeze",
        details="While a case is open, the result is provisional. A seat of a running match names the fact by its own "
        "frame and the place of the fact in it.",
    )
    _add_bundle_or_server(parser)
    parser.add_argument("--at", type=natural, default=0, metavar="FACT", help="number of the disputed fact")
    parser.add_argument(
        "--frame", type=natural, default=0, metavar="N", help="on a server: your frame that contains the fact"
    )
    parser.add_argument(
        "--place", type=natural, default=1, metavar="N", help="place of the fact in that frame (default: 1)"
    )
    parser.add_argument(
        "--freeze", action="store_true", help="on a server: accept no answers until the case is ruled on"
    )
    _add_by(parser)
    parser.add_argument("--rule", required=True, metavar="ID", help="disputed rule or ruling")
    parser.add_argument("--claim", required=True, metavar="TEXT", help="the claim, in one sentence")
    _add_signing(parser)


def _add_try(steps: CommandGroup) -> None:
    parser = steps.add(
        "try",
        "re-run a match under another reading and show the first difference",
        "referee dispute try replays/unfathomable/4-seats.replay \\\n    --ruling travel.drift=per_step",
        "referee dispute try replays/unfathomable/4-seats.replay --edition fr --json",
        details="Uses the same seed and the same answers: each answer goes to the next question of the same seat and "
        "kind in the same turn. Where no recorded answer applies, the trial stops and says so. Readings that the match "
        "chose stay in force unless --ruling names them. 'referee rules GAME --rulings' lists what can be tried.\n\n"
        "Exits with 0 when the trial was carried out, whether or not anything differs.",
    )
    _add_bundle_or_server(parser, "FILE", "replay file or bundle")
    parser.add_argument(
        "--edition", default="", metavar="E", help="try the readings of this edition, or 'consensus'"
    )
    parser.add_argument(
        "--ruling",
        action="append",
        default=[],
        metavar="KEY=READING",
        help="try this reading; may be repeated",
    )
    parser.add_argument(
        "--case", type=natural, default=0, metavar="N", help="record the trial in the bundle, for this case"
    )
    add_data_dir(parser)
    add_json(parser, "the trial as JSON")


def _add_rule(steps: CommandGroup) -> None:
    parser = steps.add(
        "rule",
        "rule on a case",
        "referee dispute rule finals-3.bundle --case 1 --finding overturned \\\n"
        "    --reason 'The German reference says so.' --rules travel.drift \\\n"
        "    --remedy replay:travel.drift=block --write again.replay --precedent",
        details="Remedies:\n\n"
        "  stands              everything stays as it is\n"
        "  void                the match does not count\n"
        "  award:0,2           these seats win\n"
        "  rewind:132          the match continues from before this fact\n"
        "  replay:KEY=READING  the match is replayed under other readings, separated by commas; edition=fr selects an "
        "edition\n\n"
        "A ruling after an appeal is final. Where a panel rules on appeals ('referee match panel'), each member gives "
        "its opinion with this command, and the ruling is made when enough of them agree.",
    )
    _add_bundle_or_server(parser)
    _add_case_number(parser)
    parser.add_argument(
        "--finding",
        required=True,
        choices=("upheld", "overturned", "no_effect"),
        help="upheld: the referee was right; overturned: the claim is right; no_effect: it makes no difference",
    )
    _add_reason(parser)
    parser.add_argument("--rules", required=True, metavar="IDS", help="rules cited, separated by commas")
    parser.add_argument("--remedy", default="stands", metavar="REMEDY", help="the remedy (default: stands)")
    parser.add_argument(
        "--precedent", action="store_true", help="keep the ruling as a precedent for the rules it cites"
    )
    parser.add_argument(
        "--write", default="", metavar="FILE", help="write the match replayed under the ruling to this file"
    )
    add_force(parser)
    _add_signing(parser)


def _add_appeal(steps: CommandGroup) -> None:
    parser = steps.add(
        "appeal",
        "appeal the first ruling on a case",
        "referee dispute appeal finals-3.bundle --case 1 --by seat/0 \\\n"
        "    --reason 'This table plays by the consensus.'",
        details="The second ruling replaces the first, cites it, and closes the case.",
    )
    _add_bundle_or_server(parser)
    _add_case_number(parser)
    _add_by(parser)
    _add_reason(parser)
    _add_signing(parser)


def _add_withdraw(steps: CommandGroup) -> None:
    parser = steps.add(
        "withdraw",
        "withdraw a case before any ruling",
        "referee dispute withdraw finals-3.bundle --case 1 --by seat/1",
        "referee dispute withdraw --opinion --case 1 --server localhost:8600 --match 3f09ab12 \\\n"
        "    --token-file head.token",
        details="Only whoever opened a case can withdraw it, and only before a ruling. With --opinion, a member of the "
        "panel that rules on an appeal takes its opinion back, before the panel has ruled.",
    )
    _add_bundle_or_server(parser)
    _add_case_number(parser)
    parser.add_argument(
        "--opinion", action="store_true", help="on a server: withdraw your opinion as a member of the panel"
    )
    _add_by(parser)
    _add_signing(parser)


def _add_show(steps: CommandGroup) -> None:
    parser = steps.add(
        "show",
        "show the cases of a match and who looked at hidden information",
        "referee dispute show replays/unfathomable/disputed.bundle --case 1",
    )
    _add_bundle_or_server(parser)
    parser.add_argument("--case", type=natural, default=0, metavar="N", help="show only this case")
    add_json(parser, "one JSON object per case")


def _add_precedents(steps: CommandGroup) -> None:
    parser = steps.add(
        "precedents",
        "find precedents by the rule they cite",
        "referee dispute precedents travel.drift *.bundle --keys keys.txt",
        details="Lists the newest first. Exits with 1 if there is none. Without --keys, each bundle is checked only "
        "against the keys inside it.",
    )
    parser.add_argument("rule", metavar="RULE", help="id of a rule, or key of a ruling")
    parser.add_argument("files", nargs="+", metavar="BUNDLE", help="bundles to search")
    add_key_file(parser)
    add_json(parser, "one JSON object per precedent")


# --- shared by the steps ---


def _add_bundle_or_server(
    parser: argparse.ArgumentParser, name: str = "BUNDLE", description: str = "bundle file"
) -> None:
    parser.add_argument("file", nargs="?", default="", metavar=name, help=description)
    add_server(parser, "instead of a file, use a match on the server at HOST:PORT")
    parser.add_argument(
        "--match", default="", metavar="ID", help="id of the match on that server, or its first characters"
    )


def _add_case_number(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--case", type=natural, required=True, metavar="N", help="number of the case")


def _add_by(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--by",
        default="",
        metavar="WHO",
        help="who takes this step: seat/2 or arbiter, for example; on a server the token decides",
    )


def _add_reason(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--reason", required=True, metavar="TEXT", help="the reason, in a sentence or two")


def _add_signing(parser: argparse.ArgumentParser) -> None:
    add_data_dir(parser)
    add_json(parser, "the case as JSON")
