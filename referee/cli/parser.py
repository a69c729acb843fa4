"""What the command line understands. Nothing heavy is imported here, so that `--help` is quick."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from referee import __version__

_STORY = """\
A referee for board games with secrets: it owns the luck and the log, tells each seat only what it may know,
and can prove afterwards by which rule everything happened.

  referee demo                      watch four bots play Abyss over gRPC, then see the match proved
  referee serve                     start the service for bots and people
  referee play abyss --seats 4      let bots play matches here, without a server
  referee replay FILE               read a match step by step, with the rule behind every fact
  referee verify FILE               run a match again from its seed and compare every fact
  referee why FILE 132              the rules, readings, answers and luck behind a fact
  referee dispute try FILE          run a match again under another reading of the rules
  referee export FILE -o BUNDLE     put a match and all its evidence into one signed file
  referee rules abyss offer         look a rule up
  referee keys                      show the key that signs receipts and verdicts
"""

_CODES = """\
exit codes: 0 done and true; 1 done and not true; 2 could not be done; 130 interrupted.
'referee COMMAND --help' explains a command, with an example.
"""


class _Version(argparse.Action):
    """Names the release and the rules version of each game; the games are loaded only when asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from referee.games import GAMES, game

        print(f"referee {__version__}")
        for name in GAMES:
            print(f"{name} rules {game(name).rules_version}")
        parser.exit()


_MAY_COME_LATE = {"demo": "game", "rules": "query"}
"""Words that may stand after the options as well, where argparse takes them only before."""


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Read a command line, or say what is wrong with it and exit with 2."""
    parser = build_parser()
    args, late = parser.parse_known_args(arguments)
    place = _MAY_COME_LATE.get(args.command)
    if late and (place is None or any(word.startswith("-") for word in late)):
        parser.error(f"unrecognized arguments: {' '.join(late)}")
    if late and place is not None:
        early = getattr(args, place)
        if early and place == "game":
            parser.error(f"one game at a time: {early}, or {' '.join(late)}")
        setattr(args, place, " ".join([early, *late]).strip())
    if args.command == "demo":
        args.game = args.game or "abyss"
    return args


def build_parser() -> argparse.ArgumentParser:
    """The whole command line."""
    parser = argparse.ArgumentParser(
        prog="referee",
        description=_STORY,
        epilog=_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--version", action=_Version, nargs=0, help="name the release and the rules of each game"
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for add in (
        _demo,
        _serve,
        _play,
        _watch,
        _replay,
        _verify,
        _export,
        _why,
        _dispute,
        _rules,
        _keys,
        _bench,
    ):
        add(_Commands(commands))
    return parser


class _Commands:
    """Adds a command with its help and its example."""

    def __init__(self, commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
        self._commands = commands

    def add(self, name: str, does: str, example: str, more: str = "") -> argparse.ArgumentParser:
        """Add a command."""
        return self._commands.add_parser(
            name,
            help=does,
            description=f"{does[0].upper()}{does[1:]}.\n{more}",
            epilog=f"example:\n{example}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )


def _json(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument("--json", action="store_true", help=f"print {what} as JSON, and nothing else")


def _match_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--edition", default="", metavar="E", help="play by this edition of the rulebook")
    parser.add_argument(
        "--ruling",
        action="append",
        default=[],
        metavar="KEY=READING",
        help="choose a reading; may be repeated",
    )
    parser.add_argument(
        "--option", action="append", default=[], metavar="KEY=VALUE", help="choose a variant; may be repeated"
    )


def _demo(commands: _Commands) -> None:
    parser = commands.add(
        "demo",
        "start a referee, let bots play a match over gRPC, and prove it",
        "  referee demo abyss --seats 3 --seed friday",
        "Everything is temporary: a free port, a store that is removed at the end.\n",
    )
    parser.add_argument("game", nargs="?", default="", metavar="GAME", help="the game (abyss)")
    parser.add_argument(
        "--seats", type=int, default=None, metavar="N", help="how many seats (as many as can play)"
    )
    parser.add_argument(
        "--seed", default="demo", metavar="S", help="any text; the same text gives the same match"
    )
    parser.add_argument(
        "--bots", default="sensible,random", metavar="NAMES", help="bots, repeated over the seats"
    )
    parser.add_argument("--pace", type=float, default=None, metavar="S", help="seconds before each decision")
    _json(parser, "the result")


def _serve(commands: _Commands) -> None:
    parser = commands.add(
        "serve",
        "start the service",
        "  referee serve --port 8600 --data-dir ./matches",
        "Prints 'listening on HOST:PORT' when it is ready; SIGTERM or Ctrl-C ends it, with nothing lost.\n"
        "Every setting has an environment variable (REFEREE_HOST, REFEREE_PORT, REFEREE_DATA_DIR,\n"
        "REFEREE_TLS_CERT, REFEREE_TLS_KEY, REFEREE_LOG, REFEREE_REFLECTION) and may stand in the --config file\n"
        '(data_dir = "matches").\n',
    )
    parser.add_argument("--host", default=None, metavar="H", help="the address to listen on (127.0.0.1)")
    parser.add_argument(
        "--port", type=int, default=None, metavar="P", help="the port; 0 picks a free one (8600)"
    )
    parser.add_argument(
        "--data-dir", default=None, metavar="D", help="where matches are kept (./referee-data)"
    )
    parser.add_argument(
        "--tls-cert", default=None, metavar="F", help="certificate chain, PEM; needs --tls-key"
    )
    parser.add_argument("--tls-key", default=None, metavar="F", help="private key, PEM; needs --tls-cert")
    parser.add_argument(
        "--log", choices=("pretty", "json", "off"), default=None, help="its own log, on stderr"
    )
    parser.add_argument(
        "--no-reflection",
        dest="reflection",
        action="store_false",
        default=None,
        help="do not describe the API to those who ask",
    )
    parser.add_argument("--config", default="", metavar="F", help="a TOML file with these settings")


def _play(commands: _Commands) -> None:
    parser = commands.add(
        "play",
        "let bots play matches, here or on a server",
        "  referee play abyss --seats 3 --matches 100 --seed monday --bots sensible,random --save replays/monday",
        "Match k of seed S is played with the seed S/k, so the same command gives the same matches.\n",
    )
    parser.add_argument("game", metavar="GAME", help="the game")
    parser.add_argument("--seats", type=int, required=True, metavar="N", help="how many seats")
    parser.add_argument("--matches", type=int, default=1, metavar="M", help="how many matches (1)")
    parser.add_argument("--seed", default="referee", metavar="S", help="any text")
    parser.add_argument(
        "--bots", default="random", metavar="NAMES", help="bots, repeated over the seats (random)"
    )
    parser.add_argument("--save", default="", metavar="DIR", help="write a replay file for each match there")
    parser.add_argument("--server", default="", metavar="ADDR", help="play on the server at HOST:PORT")
    parser.add_argument(
        "--spectators", action="store_true", help="on a server, let whoever knows the id of a match watch it"
    )
    _match_options(parser)
    _json(parser, "a line a match")


def _watch(commands: _Commands) -> None:
    parser = commands.add(
        "watch",
        "follow a match on a server as it is played",
        "  referee watch localhost:8600 MATCH",
        "Without a token you see what a spectator sees; with the token of a seat, what that seat sees.\n",
    )
    parser.add_argument("server", metavar="ADDR", help="HOST:PORT of the server")
    parser.add_argument("match", metavar="MATCH", help="the id of the match, all of it")
    parser.add_argument("--token", default="", metavar="T", help="the token of a seat or of the arbiter")
    parser.add_argument("--after", type=int, default=0, metavar="N", help="begin after this frame (0)")
    _json(parser, "a line a fact")


def _replay(commands: _Commands) -> None:
    parser = commands.add(
        "replay",
        "read a replay, from any seat's eyes",
        "  referee replay replays/abyss/4-seats.replay --as 2 --from 40 --to 80",
        "With --step a picture of the table goes with it: Enter or the right arrow goes on, the left one back.\n",
    )
    parser.add_argument("file", metavar="FILE", help="the replay file, or a bundle")
    parser.add_argument(
        "--as",
        dest="viewer",
        default="open",
        metavar="WHO",
        help="open, spectator, a seat number or a name (open)",
    )
    parser.add_argument("--from", dest="first", type=int, default=1, metavar="N", help="the first fact (1)")
    parser.add_argument("--to", dest="last", type=int, default=0, metavar="N", help="the last fact (all)")
    parser.add_argument("--step", action="store_true", help="step through it, with a picture of the table")
    _json(parser, "a line a fact")


def _verify(commands: _Commands) -> None:
    parser = commands.add(
        "verify",
        "check replays and bundles: run them again and compare everything",
        "  referee verify replays/abyss/*.replay\n"
        "  referee verify final.bundle --receipt ada.receipts --receipt bob.receipts --keys keys.txt",
        "Offline: every entry, every draw, every fact, the hash chain and the result; with receipts, every frame that\n"
        "a seat was told; of a bundle also every case, trial, ruling and look, and the seal.\n"
        "Exits with 1 if any file does not fit, and names the first thing that differs.\n",
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="replay files or bundles")
    parser.add_argument(
        "--receipt",
        action="append",
        default=[],
        metavar="F",
        help="a file of receipts that somebody kept; may be repeated",
    )
    _keys_file(parser)
    parser.add_argument("--match", default="", metavar="ID", help="the match that it should be")
    parser.add_argument(
        "--commitment",
        default="",
        metavar="HEX",
        help="what the match told before it began, to check the seed",
    )
    _json(parser, "a line a file")


def _export(commands: _Commands) -> None:
    parser = commands.add(
        "export",
        "write a match with all its evidence into one file, a bundle",
        "  referee export game.replay --match friday-1 --receipt ada.receipts -o friday-1.bundle\n"
        "  referee export --match 3f09ab12 --data-dir ./matches -o 3f09ab12.bundle\n"
        "  referee export --match ID --server localhost:8600 --token T -o friday-1.bundle",
        "From a replay, from the data directory of a service that is not running, or from a server. The bundle holds\n"
        "the record, the commitments, the keys, receipts, refused intents, and every case, ruling and look; it is\n"
        "sealed with the key of the data directory. To read a match that is not over leaves a note in its audit log.\n",
    )
    parser.add_argument(
        "file", nargs="?", default="", metavar="FILE", help="a replay (or a bundle, to add receipts)"
    )
    parser.add_argument(
        "--match",
        default="",
        metavar="ID",
        help="the id of the match; in a data directory its beginning will do",
    )
    parser.add_argument(
        "--receipt", action="append", default=[], metavar="F", help="a file of receipts; may be repeated"
    )
    parser.add_argument("-o", "--output", required=True, metavar="BUNDLE", help="the file to write")
    _data_dir(parser)
    parser.add_argument("--server", default="", metavar="ADDR", help="get it from the server at HOST:PORT")
    parser.add_argument("--token", default="", metavar="T", help="the token of a seat or of the arbiter")
    _json(parser, "what was written")


def _data_dir(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data-dir", default=None, metavar="D", help="where the service keeps its keys (./referee-data)"
    )


def _keys_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--keys", default="", metavar="FILE", help="the key file that the official published")


def _why(commands: _Commands) -> None:
    parser = commands.add(
        "why",
        "say why something happened, or why an answer is refused",
        "  referee why replays/unfathomable/4-seats.replay 132\n"
        "  referee why replays/abyss/4-seats.replay --seat 2 --question 14 --answer abyss.end_turn\n"
        "  referee why final.bundle --refused",
        "For a fact, by its number in 'referee replay': the answers behind it, the path of rules with their paragraph\n"
        "in every edition, the rulings that bear on them with the reading in force, and the luck, down to the\n"
        "shuffle that put a card where it was found. For an answer to a seat's question: the rule that forbids it.\n"
        "A bundle has the intents that were refused: --refused lists them, --refused 2 explains the second.\n",
    )
    parser.add_argument("file", metavar="FILE", help="the replay file, or a bundle")
    parser.add_argument("fact", nargs="?", type=int, default=None, metavar="N", help="the number of a fact")
    parser.add_argument("--seat", type=int, default=None, metavar="S", help="the seat that was asked")
    parser.add_argument(
        "--question", type=int, default=None, metavar="Q", help="the seat's number of the question"
    )
    parser.add_argument(
        "--answer",
        default=None,
        metavar="JSON",
        help="option numbers ([0,2]), or choices as a replay has them",
    )
    parser.add_argument(
        "--after",
        type=int,
        default=None,
        metavar="ENTRY",
        help="look at the answer after this entry (when the question was open)",
    )
    parser.add_argument(
        "--refused",
        type=int,
        nargs="?",
        const=0,
        default=None,
        metavar="K",
        help="an intent of the bundle that was refused, by its number (lists them)",
    )
    _json(parser, "the explanation")


def _dispute(commands: _Commands) -> None:
    parser = commands.add(
        "dispute",
        "settle what somebody at the table doubts",
        "  referee dispute try replays/unfathomable/4-seats.replay --edition fr\n"
        "  referee dispute open final.bundle --at 132 --by seat/2 --rule travel.drift --claim 'They drift by steps.'",
        "A case is opened, tried, ruled on and perhaps appealed. Every step is checked, signed with the key of the\n"
        "data directory and added to the bundle, which is sealed anew; what is refused leaves the file as it was.\n"
        "With --server, --match and --token the same is done to a match on a server, by whoever has the token.\n"
        "'referee dispute STEP --help' explains a step.\n",
    )
    steps = _Commands(parser.add_subparsers(dest="step", metavar="STEP", required=True))
    for add in (
        _dispute_open,
        _dispute_try,
        _dispute_rule,
        _dispute_appeal,
        _dispute_show,
        _dispute_precedents,
    ):
        add(steps)


def _dispute_open(steps: _Commands) -> None:
    parser = steps.add(
        "open",
        "open a case on a match at a fact",
        "  referee dispute open final.bundle --at 132 --by seat/2 --rule travel.drift --claim 'They drift by steps.'\n"
        "  referee dispute open --server localhost:8600 --match 3f09ab12 --token T --frame 40 --place 2 \\\n"
        "      --rule travel.drift --claim 'They drift by steps.' --freeze",
        "While a case is open the result is provisional. A seat of a match that goes on names the fact by its own\n"
        "frame and the place in it.\n",
    )
    _bundle(parser)
    parser.add_argument("--at", type=int, default=0, metavar="FACT", help="the number of the disputed fact")
    parser.add_argument(
        "--frame", type=int, default=0, metavar="N", help="your frame that tells it; on a server"
    )
    parser.add_argument(
        "--place", type=int, default=1, metavar="N", help="which fact of that frame (the first)"
    )
    parser.add_argument(
        "--freeze", action="store_true", help="let the match wait for the ruling; on a server"
    )
    parser.add_argument(
        "--by", default="", metavar="WHO", help="seat/2, or arbiter; on a server the token tells"
    )
    parser.add_argument("--rule", required=True, metavar="ID", help="the rule or ruling in dispute")
    parser.add_argument("--claim", required=True, metavar="TEXT", help="what is claimed, in a sentence")
    _signed(parser)


def _dispute_rule(steps: _Commands) -> None:
    parser = steps.add(
        "rule",
        "rule on a case",
        "  referee dispute rule final.bundle --case 1 --finding overturned --reason 'Both books say so.' \\\n"
        "      --rules travel.drift --remedy replay:travel.drift=per_step --write again.replay --precedent",
        "Remedies: stands; void; award:0,2 to these seats; rewind:132 to before a fact; replay:KEY=READING under\n"
        "another reading (several with commas, edition=fr for an edition). The ruling after an appeal is final.\n",
    )
    _bundle(parser)
    parser.add_argument("--case", type=int, required=True, metavar="N", help="the number of the case")
    parser.add_argument(
        "--finding",
        required=True,
        choices=("upheld", "overturned", "no_effect"),
        help="upheld: the call stands; overturned: the claim is right; no_effect: it makes no difference",
    )
    parser.add_argument("--reason", required=True, metavar="TEXT", help="why, in a sentence or two")
    parser.add_argument("--rules", required=True, metavar="IDS", help="the rules it rests on, with commas")
    parser.add_argument("--remedy", default="stands", metavar="REMEDY", help="what follows from it (stands)")
    parser.add_argument("--precedent", action="store_true", help="keep it to be found again by its rules")
    parser.add_argument(
        "--write", default="", metavar="FILE", help="write the match, replayed under the ruling, as a replay"
    )
    _signed(parser)


def _dispute_appeal(steps: _Commands) -> None:
    parser = steps.add(
        "appeal",
        "appeal the first ruling on a case",
        "  referee dispute appeal final.bundle --case 1 --by seat/0 --reason 'The example says otherwise.'",
        "The second ruling takes the place of the first, cites it, and closes the case.\n",
    )
    _bundle(parser)
    parser.add_argument("--case", type=int, required=True, metavar="N", help="the number of the case")
    parser.add_argument(
        "--by", default="", metavar="WHO", help="seat/2, or arbiter; on a server the token tells"
    )
    parser.add_argument("--reason", required=True, metavar="TEXT", help="why, in a sentence or two")
    _signed(parser)


def _dispute_show(steps: _Commands) -> None:
    parser = steps.add(
        "show",
        "show the cases of a match as they stand, and who looked",
        "  referee dispute show final.bundle --case 1",
    )
    _bundle(parser)
    parser.add_argument("--case", type=int, default=0, metavar="N", help="only this case (all)")
    _json(parser, "a line a case")


def _dispute_precedents(steps: _Commands) -> None:
    parser = steps.add(
        "precedents",
        "find rulings that were kept as precedent, by the rule they rest on",
        "  referee dispute precedents travel.drift cases/*.bundle --keys keys.txt",
        "The newest first. Exits with 1 if there is none. Without --keys a bundle is taken at its own word.\n",
    )
    parser.add_argument("rule", metavar="RULE", help="the id of a rule, or the key of a ruling")
    parser.add_argument("files", nargs="+", metavar="BUNDLE", help="bundles to look through")
    _keys_file(parser)
    _json(parser, "a line a precedent")


def _bundle(parser: argparse.ArgumentParser, name: str = "BUNDLE", about: str = "the bundle") -> None:
    parser.add_argument("file", nargs="?", default="", metavar=name, help=about)
    parser.add_argument("--server", default="", metavar="ADDR", help="in its place: a match at HOST:PORT")
    parser.add_argument("--match", default="", metavar="ID", help="the match on that server")
    parser.add_argument(
        "--token", default="", metavar="T", help="your token for it: a seat's, or the arbiter's"
    )


def _signed(parser: argparse.ArgumentParser) -> None:
    _data_dir(parser)
    _json(parser, "the case")


def _dispute_try(steps: _Commands) -> None:
    parser = steps.add(
        "try",
        "run a match again under another reading, and tell what differs first",
        "  referee dispute try replays/unfathomable/4-seats.replay --ruling travel.drift=per_step\n"
        "  referee dispute try replays/unfathomable/4-seats.replay --edition fr --json",
        "The same seed and the same answers: each answer goes to the next question of its seat and kind in the same\n"
        "turn. Where the record has no answer that fits, the trial stops and says so. Readings that the match itself\n"
        "chose stay chosen unless --ruling names them. 'referee rules GAME --rulings' lists what can be tried.\n"
        "Exits with 0 when the trial was carried out, whether or not anything differs.\n",
    )
    _bundle(parser, "FILE", "the replay file, or a bundle")
    parser.add_argument(
        "--edition", default="", metavar="E", help="try the readings of this edition, or 'consensus'"
    )
    parser.add_argument(
        "--ruling", action="append", default=[], metavar="KEY=READING", help="try a reading; may be repeated"
    )
    parser.add_argument(
        "--case", type=int, default=0, metavar="N", help="note the trial in the bundle, for this case"
    )
    _data_dir(parser)
    _json(parser, "the trial")


def _rules(commands: _Commands) -> None:
    parser = commands.add(
        "rules",
        "look rules and rulings up",
        "  referee rules abyss explore.offer\n  referee rules abyss commander --rulings\n"
        "  referee rules unfathomable 24.7 --edition de",
        "The query is an id, the beginning of one, a paragraph of an edition, or words.\n",
    )
    parser.add_argument("game", metavar="GAME", help="the game")
    parser.add_argument("query", nargs="?", default="", metavar="QUERY", help="what to look for (everything)")
    parser.add_argument(
        "--edition",
        default="",
        metavar="E",
        help="search the paragraph numbers of this edition",
    )
    parser.add_argument("--house", action="store_true", help="only house rules, where the book is silent")
    parser.add_argument("--rulings", action="store_true", help="only rulings, with their readings")
    _json(parser, "a line a rule")


def _keys(commands: _Commands) -> None:
    parser = commands.add(
        "keys",
        "show, rotate, revoke and publish the keys that sign receipts and verdicts",
        "  referee keys\n  referee keys rotate\n  referee keys revoke 3f09ab12\n  referee keys publish -o keys.txt",
        "The first use makes a key. What a retired key signed stays good; nothing that a revoked one signed counts.\n"
        "The published list is signed by every key that still counts, so who trusts one of them can trust the next.\n",
    )
    parser.add_argument(
        "action",
        nargs="?",
        default="show",
        choices=("show", "publish", "rotate", "revoke"),
        metavar="ACTION",
        help="show, publish, rotate or revoke (show)",
    )
    parser.add_argument("id", nargs="?", default="", metavar="ID", help="the key to revoke, 8 hex digits")
    parser.add_argument(
        "--data-dir", default=None, metavar="D", help="where the service keeps its matches (./referee-data)"
    )
    parser.add_argument(
        "--name",
        default="",
        metavar="NAME",
        help="what the first key is called, and those after it (referee)",
    )
    parser.add_argument(
        "-o", "--output", default="", metavar="FILE", help="publish into this file instead of printing"
    )
    _json(parser, "a line a key")


def _bench(commands: _Commands) -> None:
    parser = commands.add(
        "bench",
        "measure how fast the referee is, against yardsticks of the same run",
        "  referee bench --quick\n  referee bench --only wire --game unfathomable",
        "Needs the development dependencies (python-chess is a yardstick). Exits with 1 if a bar is missed.\n",
    )
    parser.add_argument("--quick", action="store_true", help="about fifteen seconds instead of a minute")
    parser.add_argument(
        "--only", action="append", default=[], metavar="PART", help="engine, rerun, wire, log, ..."
    )
    parser.add_argument("--game", default="abyss", help="what is played over the wire (default: abyss)")
    _json(parser, "all figures")
