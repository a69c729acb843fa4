"""The commands other programs rely on: options, keys and exit codes."""

from __future__ import annotations

import ast
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from referee.audit.entries import OFFICIAL_ROLES, ResultKind
from referee.cli.arguments import match as match_arguments
from referee.cli.arguments.shared import CLOCK_EXAMPLES
from referee.cli.commands.demo import PacedBot
from referee.cli.display.plain_signs import in_ascii
from referee.games import GAMES, game
from referee.kernel.chance import seed_from_text
from referee.replay.reading import read_replay
from referee.server.time_control import PRESETS
from referee_client import Bot, bots
from referee_client.bot import take_unsaid
from tests.cli.running import inside, referee, served
from tests.tidy.tree import ROOT

COMMANDS = (
    "demo", "serve", "play", "match", "sit", "watch", "replay", "verify", "export", "why", "dispute", "rules", "keys",
    "bench", "access", "completion", "event", "check-bot",
)  # fmt: skip
DISPUTE_STEPS = ("open", "try", "rule", "appeal", "show", "precedents")
MATCH_ACTIONS = ("new", "list", "show", "pause", "resume", "extend", "stop")


@pytest.fixture(scope="module")
def replay(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A replay of two random bots."""
    folder = tmp_path_factory.mktemp("replays")
    ran = inside("play", "abyss", "--seats", "2", "--seed", "contract", "--save", str(folder), "--json")
    assert ran.code == 0, ran.err
    return Path(ran.lines[0]["replay"])


def test_help_lists_every_command() -> None:
    ran = referee("--help")
    assert ran.code == 0
    assert all(command in ran.out for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str) -> None:
    ran = inside(command, "--help")
    assert ran.code == 0
    examples = re.split(r"^examples?:\n", ran.out, flags=re.MULTILINE)[1]
    assert f"referee {command}" in examples


@pytest.mark.parametrize("width", [60, 80, 120])
def test_help_fits_the_terminal(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Prose and tables are wrapped to the terminal; examples are never wrapped and fit into 80 columns."""
    monkeypatch.setenv("COLUMNS", str(width))
    steps = [("dispute", step) for step in DISPUTE_STEPS] + [("match", action) for action in MATCH_ACTIONS]
    for command in [(), *[(name,) for name in COMMANDS], *steps]:
        lines = inside(*command, "--help").out.splitlines()
        prose = [line for line in lines if not line.startswith("  ")]
        assert max(map(len, prose)) <= width, command
        end = next((at for at, line in enumerate(lines) if line.startswith("example")), len(lines))
        above = lines[lines.index("") : end]
        assert max(map(len, above)) <= width, command
        assert max(map(len, lines)) <= max(width, 80), command


def test_help_imports_nothing_heavy() -> None:
    code = "import sys, referee.cli.parser as p; p.build_parser(); print([*sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy = {"asyncio", "google", "grpc", "msgspec", "rich", "structlog", "referee.kernel", "referee.games"}
    assert heavy & set(ast.literal_eval(done.stdout)) == set()


def test_words_that_are_repeated_so_that_help_is_quick() -> None:
    assert set(match_arguments.ROLES) == OFFICIAL_ROLES
    assert get_args(ResultKind) == match_arguments.RESULT_KINDS
    assert CLOCK_EXAMPLES == PRESETS


def test_verifying_one_replay_imports_no_server_and_no_messages() -> None:
    """They would take longer than the check itself."""
    code = "import sys, referee.cli as c; c.main(sys.argv[1:]); print([*sys.modules])"
    file = ROOT / "replays/abyss/2-seats.replay"
    done = subprocess.run(
        [sys.executable, "-c", code, "verify", str(file)], capture_output=True, text=True, check=True
    )
    verified, modules = done.stdout.splitlines()
    assert verified.startswith("verified ")
    heavy = {
        "asyncio",
        "google",
        "grpc",
        "multiprocessing",
        "numpy",
        "pygments",
        "sqlite3",
        "structlog",
        "referee.wire",
    }
    assert heavy & set(ast.literal_eval(modules)) == set()


def test_the_version_names_the_rules_of_each_game() -> None:
    ran = referee("--version")
    assert ran.code == 0
    for name in GAMES:
        assert f"{name} rules {game(name).rules_version}" in ran.out


def test_demo_plays_over_grpc_and_proves_the_match() -> None:
    ran = inside("demo", "abyss", "--seats", "3", "--seed", "friday", "--json")
    assert ran.code == 0, ran.err
    (result,) = ran.lines
    assert set(result) == {
        "game", "seats", "seed", "ending", "winners", "facts", "decisions", "head", "verified",
    }  # fmt: skip
    assert (result["game"], result["seats"], result["seed"], result["verified"]) == (
        "abyss",
        3,
        "friday",
        True,
    )


def test_a_quiet_demo_prints_only_the_result() -> None:
    ran = inside("demo", "among_cultists", "--seats", "4", "--quiet")
    assert (ran.code, ran.err) == (0, "")
    header, *seats, _, head, proof = ran.out.splitlines()
    assert header.split() == ["seat", "name"]
    assert [line.split()[0] for line in seats] == ["0", "1", "2", "3"]
    assert head.startswith("Head of the log: ")
    assert proof.endswith("identical.")


def test_demo_takes_one_game() -> None:
    ran = inside("demo", "abyss", "unfathomable")
    assert ran.code == 2
    assert "demo plays one game at a time" in ran.err


def test_a_paced_bot_has_the_hooks_of_its_bot() -> None:
    """With other orders, the match on a terminal would differ from the match in a pipe."""
    bot = bots.bot("sensible", "unfathomable", "1")
    paced = PacedBot(bot, 1.0)
    hooks = [name for name in vars(Bot) if not name.startswith("_") and name != "decide"]
    assert {"orders", "refused", "stands"} <= set(hooks)
    assert [name for name in hooks if getattr(paced, name) != getattr(bot, name)] == []
    bot.orders = "unfathomable.action"
    assert paced.orders == bot.orders
    paced.say("Hm.")
    assert take_unsaid(paced) == ("Hm.",)
    assert (paced.unsaid, bot.unsaid) == ((), ())


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_characters_that_cannot_be_encoded_are_replaced_by_similar_ones(encoding: str) -> None:
    ran = referee("rules", "unfathomable", "47.4", env={"PYTHONIOENCODING": encoding})
    assert (ran.code, ran.err) == (0, "")
    assert "German Rules Reference: 47.4.1\n" in ran.out


def test_json_is_the_same_in_every_encoding() -> None:
    """A question mark in place of a letter would be another text for the program that reads it."""
    escaped, usual = (
        referee("rules", "abyss", "explore.offer", "--json", env={"PYTHONIOENCODING": encoding})
        for encoding in ("ascii", "utf-8")
    )
    assert escaped.out.isascii()
    assert not usual.out.isascii()
    assert escaped.lines == usual.lines


def test_every_sign_in_the_output_has_a_similar_one_in_ascii() -> None:
    found = {
        character
        for folder in ("cli", "people", "games")
        for file in (ROOT / "referee" / folder).rglob("*.py")
        for character in file.read_text(encoding="utf-8")
        if not (character.isascii() or character.isalpha())
    }
    assert len(found) > 10
    assert [sign for sign in sorted(found) if in_ascii(sign) == "?"] == []


def test_a_closed_pipe_is_not_an_error() -> None:
    """Otherwise a script could mistake a good replay for a forged one."""
    command = [sys.executable, "-m", "referee", "rules", "unfathomable"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.readline()
        running.stdout.close()
        told = running.stderr.read()
    assert (running.returncode, told) == (0, b"")


def test_demo_in_a_pipe_prints_the_story_without_colours() -> None:
    ran = referee("demo", "--seats", "2", "--bots", "random")
    assert ran.code == 0, ran.err
    assert "listening on 127.0.0.1:" in ran.out
    assert "Turn 1 begins: it is random-0's.  turn\n" in ran.out
    assert "identical" in ran.out
    assert "\x1b" not in ran.out


def test_play_prints_one_json_object_per_match() -> None:
    ran = inside("play", "abyss", "--seats", "3", "--matches", "2", "--seed", "keys", "--json")
    assert ran.code == 0, ran.err
    assert len(ran.lines) == 2
    for line in ran.lines:
        assert set(line) == {
            "match", "id", "token", "seed", "seats", "bots", "ending", "winners", "sides", "scores", "turns", "facts",
            "decisions", "head", "replay",
        }  # fmt: skip
        assert (line["id"], line["token"], line["sides"]) == (None, None, None)


def test_play_says_how_each_match_ended_and_who_won_it() -> None:
    points = inside("play", "abyss", "--seats", "2", "--seed", "said").out
    assert re.search(r"match 1: A seat .* random-. wins with [0-9]+ influence points\. ", points), points
    sides = inside("play", "unfathomable", "--seats", "3", "--seed", "said").out
    assert re.search(r", and the (humans|traitors) win: .*\. [0-9]+ turns\.  head ", sides), sides


def test_demo_shows_points_only_where_there_are_some() -> None:
    ran = inside("demo", "unfathomable", "--seats", "3", "--seed", "said")
    assert ran.code == 0, ran.err
    result = ran.out.partition(" seat  name")[2]
    assert "points" not in result
    assert re.search(r" win: .*\. [0-9]+ turns, [0-9]+ decisions", result), result


def test_the_same_seed_gives_the_same_matches_here_and_on_a_server(tmp_path: Path) -> None:
    """Only the salt differs, which a server adds to the charter, and with it the hashes."""
    arguments = ("play", "abyss", "--seats", "2", "--matches", "2", "--seed", "same", "--json")
    here = inside(*arguments, "--save", str(tmp_path / "here"))
    with served(tmp_path) as (_, address):
        there = inside(*arguments, "--server", address, "--save", str(tmp_path / "there"))
    assert here.code == there.code == 0, there.err
    ids = [line["id"] for line in there.lines]
    assert len({*ids, None}) == 3
    without = {"id": None, "token": None, "head": None, "replay": None}
    assert [{**line, **without} for line in there.lines] == [{**line, **without} for line in here.lines]
    for ours, theirs in zip(here.lines, there.lines, strict=True):
        local, served_ = [read_replay(Path(line["replay"]).read_bytes()) for line in (ours, theirs)]
        assert local.charter == msgspec.structs.replace(served_.charter, salt=msgspec.UNSET)
        assert local.charter != served_.charter
        assert (local.entries, local.names, local.outcome) == (
            served_.entries,
            served_.names,
            served_.outcome,
        )


def test_a_server_draws_the_seed_unless_one_is_given(tmp_path: Path) -> None:
    """A fixed seed would be known to everyone."""
    arguments = (
        "play",
        "abyss",
        "--seats",
        "2",
        "--matches",
        "2",
        "--json",
        "--save",
        str(tmp_path / "saved"),
    )
    with served(tmp_path) as (_, address):
        ran = inside(*arguments, "--server", address)
    assert ran.code == 0, ran.err
    assert [line["seed"] for line in ran.lines] == [None, None]
    seeds = {read_replay(Path(line["replay"]).read_bytes()).charter.seed for line in ran.lines}
    assert len(seeds) == 2
    assert not seeds & {seed_from_text(f"referee/{number}").hex() for number in (1, 2)}


def test_another_seed_gives_another_match() -> None:
    heads = [
        inside("play", "abyss", "--seats", "2", "--seed", seed, "--json").lines[0]["head"] for seed in "ab"
    ]
    assert heads[0] != heads[1]


def test_a_ruling_chosen_on_the_command_line_is_in_the_replay(tmp_path: Path) -> None:
    ran = inside(
        "play", "abyss", "--seats", "2", "--ruling", "pearls.visibility=cupped", "--save", str(tmp_path), "--json"
    )  # fmt: skip
    assert ran.code == 0, ran.err
    text = Path(ran.lines[0]["replay"]).read_text()
    assert "ruling pearls.visibility cupped" in text
    assert inside("verify", ran.lines[0]["replay"]).code == 0


def test_verify_accepts_a_good_replay(replay: Path) -> None:
    ran = inside("verify", str(replay), "--json")
    assert ran.code == 0
    (line,) = ran.lines
    assert line.keys() >= {"file", "ok", "game", "facts", "first_difference"}
    assert (line["ok"], line["game"], line["first_difference"]) == (True, "abyss", None)


def test_verify_names_the_entry_of_a_changed_byte(replay: Path, tmp_path: Path) -> None:
    blocks = replay.read_text().split("\n\n")
    wanted = next(block for block in blocks if 'abyss.card_revealed {"card":"crab' in block)
    changed = tmp_path / "changed.replay"
    changed.write_text(replay.read_text().replace(wanted, wanted.replace('"crab', '"crap', 1)))
    ran = inside("verify", str(replay), str(changed), "--json")
    assert ran.code == 1
    fits, differs = ran.lines
    assert fits["ok"]
    assert not differs["ok"]
    assert differs["first_difference"].keys() == {"entry", "what", "expected", "found"}
    assert differs["first_difference"]["entry"] == int(wanted.split()[0])


def test_replay_lists_facts_with_their_rules(replay: Path) -> None:
    ran = inside("replay", str(replay), "--json", "--from", "3", "--to", "9")
    assert ran.code == 0
    assert [line["seq"] for line in ran.lines] == list(range(3, 10))
    for line in ran.lines:
        assert set(line) == {
            "seq", "kind", "rule", "path", "fact", "sentence", "turn", "entry", "by", "at",
        }  # fmt: skip
        assert line["path"][-1] == line["rule"]
        assert line["sentence"] in inside("replay", str(replay)).out
    assert [inside("replay", str(replay), "--json").lines[0][key] for key in ("turn", "entry", "by", "at")] == [
        0, 1, "start", None,
    ]  # fmt: skip


def test_a_seat_reads_a_replay_without_the_secrets(replay: Path) -> None:
    def decks(viewer: str) -> set[str]:
        ran = inside("replay", str(replay), "--as", viewer, "--json")
        assert ran.code == 0
        shuffled = next(line for line in ran.lines if line["kind"] == "abyss.lords_shuffled")
        return set(shuffled["fact"]["lords"])

    assert len(decks("open")) == 35
    assert decks("0") == decks("spectator") == {"?"}


def test_replay_in_a_pipe_is_a_story(replay: Path) -> None:
    ran = inside("replay", str(replay))
    assert ran.code == 0
    assert len(ran.out.splitlines()) > 100
    assert "\x1b" not in ran.out


def test_a_whole_replay_begins_with_game_players_and_result(replay: Path) -> None:
    played, seats, result, blank, first = inside("replay", str(replay)).out.splitlines()[:5]
    assert played == "Abyss, 2 seats, rules: consensus"
    assert seats == "random-0 (seat 0) and random-1 (seat 1)"
    assert " wins with " in result
    assert not blank
    assert first.split()[0] == "1"
    assert inside("replay", str(replay), "--from", "3", "--to", "9").out.startswith("3 ")


def test_rules_are_found_by_id_word_and_paragraph() -> None:
    for query in ("explore.offer", "clockwise", "Den Hof auffüllen"):
        ran = inside("rules", "abyss", query, "--json")
        assert ran.code == 0, query
        assert all(
            line.keys() == {"id", "statement", "paragraphs", "differs", "source", "house", "ruling"}
            for line in ran.lines
        )
    assert inside("rules", "abyss", "no such thing as this").code == 1
    house = inside("rules", "abyss", "--house", "--json").lines
    assert house
    assert not any(line["paragraphs"] for line in house)
    rulings = inside("rules", "abyss", "--rulings", "--json").lines
    assert all(line["ruling"]["default"] in line["ruling"]["readings"] for line in rulings)


BAD_INPUT = {
    "spectators of nothing": (("play", "abyss", "--seats", "2", "--spectators"), "requires --server"),
    "an unknown game": (("play", "chess", "--seats", "2"), "unknown game 'chess'"),
    "a wrong seat count": (("play", "abyss", "--seats", "7"), "2 to 4 seats"),
    "an unknown ruling": (("play", "abyss", "--seats", "2", "--ruling", "a.b=c"), "unknown ruling 'a.b'"),
    "an unknown reading": (("play", "abyss", "--seats", "2", "--ruling", "victory.tie=x"), "shared"),
    "a ruling of no form": (("play", "abyss", "--seats", "2", "--ruling", "x"), "KEY=VALUE"),
    "an unknown option": (("play", "abyss", "--seats", "2", "--option", "a=b"), "a"),
    "an unknown edition": (("play", "abyss", "--seats", "2", "--edition", "xx"), "unknown edition 'xx'"),
    "an unknown bot": (("play", "abyss", "--seats", "2", "--bots", "hal"), "unknown bot 'hal'"),
    "no matches": (("play", "abyss", "--seats", "2", "--matches", "0"), "at least 1"),
    "no seats": (("demo", "--seats", "0"), "2 to 4 seats, not 0"),
    "a pace below nothing": (("demo", "--pace", "-1"), "--pace -1"),
    "a pace that is none": (("demo", "--pace", "nan"), "--pace nan"),
    "a bot without a name": (("demo", "--bots", "sensible,,random"), "a name is missing"),
    "no configuration there": (
        ("serve", "--config", "nowhere.toml"),
        "cannot read --config nowhere.toml: No such file",
    ),
    "no server there": (("play", "abyss", "--seats", "2", "--server", "127.0.0.1:1"), "referee serve"),
    "a missing file": (("verify", "nowhere.replay"), "cannot read nowhere.replay"),
    "a missing replay": (("replay", "nowhere.replay"), "cannot read nowhere.replay"),
    "an unknown edition of the rules": (
        ("rules", "abyss", "--edition", "xx"),
        "unknown edition 'xx' of abyss",
    ),
    "an unknown part": (("bench", "--only", "luck"), "unknown part 'luck'"),
    "a game that is not measured": (("bench", "--game", "chess"), "unknown game 'chess' (choose from abyss"),
    "figures of no run": (("bench", "--against", __file__), "was not written by `referee bench --save`"),
    "no earlier figures": (("bench", "--against", "nowhere.json"), "cannot read nowhere.json"),
    "a file that exists": (("bench", "--save", __file__), "exists already; choose another file"),
    "half of TLS": (("serve", "--tls-cert", "cert.pem"), "go together"),
    "a port that is none": (("serve", "--port", "many"), "--port"),
    "too many workers": (("serve", "--workers", "65"), "--workers 65 is not between 0 (the default) and 64"),
    "fewer workers than none": (("serve", "--workers", "-1"), "--workers -1 is not between"),
    "an unknown command": (("fly",), "fly"),
}


@pytest.mark.parametrize("case", BAD_INPUT)
def test_bad_input_gets_one_line_and_exit_code_2(case: str) -> None:
    arguments, said = BAD_INPUT[case]
    ran = inside(*arguments)
    assert ran.code == 2, ran
    assert ran.out == ""
    (line,) = ran.err.splitlines()
    assert said in line


def test_a_file_that_is_not_a_replay_does_not_verify(tmp_path: Path) -> None:
    for content in (b"", b"hello\n", bytes(range(256))):
        file = tmp_path / "junk.replay"
        file.write_bytes(content)
        ran = inside("verify", str(file), "--json")
        assert ran.code == 1
        assert not ran.lines[0]["ok"]


@pytest.mark.parametrize("content", [b"", b"# Readme\n\nRead me.\n", b"\x89PNG\r\n\x1a\n\x00"])
def test_a_file_that_is_not_a_replay_is_named_as_such(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "junk.replay"
    file.write_bytes(content)
    ran = inside("verify", str(file))
    assert ran.code == 1
    assert ran.out.startswith(f"not a replay or a bundle: {file}\n")
    ran = inside("replay", str(file))
    assert ran.code == 2
    assert "is not a replay" in ran.err


def test_a_truncated_replay_is_called_incomplete(replay: Path, tmp_path: Path) -> None:
    text = replay.read_text()
    header, *entries, _ = text.split("\n\n")
    file = tmp_path / "cut.replay"
    for place in (20, len(entries)):
        start = text.index(f"\n\n{place} ") + 2
        whole = start + len(entries[place - 1])
        for size in (start + 1, start + 9, start + 30, whole - 3, whole, whole + 1):
            file.write_text(text[:size])
            ran = inside("verify", str(file))
            assert ran.code == 1
            assert f": the file breaks off in entry {place}\n" in ran.out, (size - start, ran.out)
            assert f"entry {place}, the file breaks off" in inside("replay", str(file)).err
    for size in (len(text) - 3, len(text) - 70, len(text) - 100):
        file.write_text(text[:size])
        assert f": the file breaks off after entry {len(entries)}\n" in inside("verify", str(file)).out
    file.write_text(text[: len(header) // 2])
    assert "the file breaks off in its header" in inside("verify", str(file)).out


def test_a_viewer_may_be_named(replay: Path) -> None:
    for number, name in enumerate(("random-0", "Random-1")):
        named = inside("replay", str(replay), "--as", name, "--json")
        assert named.code == 0, named.err
        assert named.out == inside("replay", str(replay), "--as", str(number), "--json").out


def test_an_unknown_viewer_is_refused(replay: Path) -> None:
    ran = inside("replay", str(replay), "--as", "5")
    assert ran.code == 2
    assert "the seats 0 to 1" in ran.err


def test_serve_says_where_it_listens_and_ends_cleanly(tmp_path: Path) -> None:
    with served(tmp_path) as (server, address):
        assert address.startswith("127.0.0.1:")
        server.send_signal(signal.SIGTERM)
        assert server.wait(20) == 0


def test_a_port_in_use_is_said_in_one_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        ran = referee(
            "serve", "--port", str(taken.getsockname()[1]), "--data-dir", str(tmp_path), "--log", "off"
        )
    assert ran.code == 2
    assert "--port" in ran.err
    assert len(ran.err.splitlines()) == 1


def test_a_second_process_on_the_same_store_is_refused(tmp_path: Path) -> None:
    with served(tmp_path):
        ran = referee("serve", "--port", "0", "--data-dir", str(tmp_path), "--log", "off")
    assert ran.code == 2
    assert len(ran.err.splitlines()) == 1


def test_settings_come_from_the_environment_and_a_file_too(tmp_path: Path) -> None:
    config = tmp_path / "referee.toml"
    config.write_text('log = "off"\nport = 70000\n')
    ran = referee("serve", "--config", str(config))
    assert ran.code == 2
    assert "70000" in ran.err
    ran = referee("serve", "--config", str(config), env={"REFEREE_PORT": "80000"})
    assert "80000" in ran.err
    ran = referee("serve", "--config", str(config), "--port", "90000", env={"REFEREE_PORT": "80000"})
    assert "90000" in ran.err
    config.write_text('colour = "blue"\n')
    assert "unknown setting 'colour' (choose from host, port" in inside("serve", "--config", str(config)).err


def test_a_setting_of_the_wrong_type_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = tmp_path / "referee.toml"
    for text, said in {
        'port = "many"': f"{config}: port must be an integer, not 'many'",
        "host = 7": f"{config}: host must be a string, not 7",
        'reflection = "perhaps"': f"{config}: reflection must be true or false, not 'perhaps'",
        "port 8600": f"--config {config} is not valid TOML",
    }.items():
        config.write_text(f"{text}\n")
        ran = inside("serve", "--config", str(config))
        assert ran.code == 2
        assert said in ran.err
    monkeypatch.setenv("REFEREE_PORT", "many")
    assert "REFEREE_PORT must be an integer, not 'many'" in inside("serve").err


def test_watch_follows_a_match_that_is_over(tmp_path: Path) -> None:
    ran = inside("watch", "127.0.0.1:1", "some-match")
    assert ran.code == 2
    with served(tmp_path) as (_, address):
        ran = inside("watch", address, "no-such-match")
        assert ran.code == 2
        assert len(ran.err.splitlines()) == 1
        play = ("play", "abyss", "--seats", "2", "--server", address, "--spectators")
        (played,) = inside(*play, "--json").lines
        ran = inside("watch", address, played["id"])
        assert ran.code == 0, ran.err
        assert "random-0" in ran.out
        assert "seat 0" not in ran.out
        assert "Seat 0" not in ran.out
        ran = inside(*play)
        assert ran.code == 0, ran.err
        assert inside("watch", address, ran.out.rpartition("  id ")[2].split()[0]).code == 0
        (played,) = inside(*play[:-1], "--json").lines
        assert inside("watch", address, played["id"]).code == 2, "nobody allowed spectators"
