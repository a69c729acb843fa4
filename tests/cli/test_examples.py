"""Every example in `--help` works if it is copied: offline in a fresh clone, and on a server with its own ids."""

from __future__ import annotations

import glob
import re
import shlex
import shutil
from pathlib import Path

import pytest

from referee.cli.parser import build_parser
from referee_client import connect
from tests.cli.conftest import TlsServer
from tests.cli.running import Ran, inside
from tests.cli.test_usage import parsers
from tests.tidy.tree import ROOT

ELSEWHERE = {
    "referee serve --port 8600 --data-dir ./matches": "test_contract, on a free port",
    "referee inspect replays/abyss/4-seats.replay": "test_inspect",
    "referee inspect localhost:8600": "tests/inspector/live",
    "referee inspect cup.toml": "tests/inspector/event_pages",
    "referee event serve --server localhost:8600 --listen 8700": "test_event_at_arena",
    "referee inspect finals-3.bundle --sign": "tests/inspector/test_case_desk.py",
    "referee play abyss --human": "test_human",
    "referee sit localhost:8600 MATCH --name Ada": "test_sit",
    "referee bench --quick": "test_bench, in parts",
    "referee bench --only wire --game unfathomable": "test_bench, in parts",
    "referee bench --save today.json --against yesterday.json": "test_bench, in parts",
    'eval "$(referee completion bash)"': "test_usage",
    "referee completion fish > ~/.config/fish/completions/referee.fish": "test_usage",
    "referee export --match 3f09ab12 --data-dir ./matches -o 3f09ab12.bundle": "test_export",
    "referee dispute open --server localhost:8600 --match 3f09ab12 --token-file my.token --frame 40 --place 2 "
    "--rule travel.drift --claim 'They drift all at once.' --freeze": "test_dispute_online",
    "referee demo abyss --seats 3 --seed friday": "test_contract",
    "referee demo unfathomable --quiet": "test_contract, with another game",
    "referee replay replays/abyss/4-seats.replay --step --no-result": "tests/cli/stepping",
    "referee match stop 3f09 --reason 'Two players are ill.' --token-file organiser.token "
    "--server localhost:8600": "test_match: a match that has begun cannot be stopped",
    "referee match appoint 3f09 'Alan Turing' --head --key-id k7f3q2 --token-file organiser.token "
    "--server localhost:8600": "test_server_connection",
    "referee match panel 3f09 --needed 2 --members head_judge/2,head_judge/3 --token-file organiser.token "
    "--server localhost:8600": "test_match",
    "referee match result 3f09 --winners 1 --kinds no_show,walkover --token-file score.token "
    "--server localhost:8600": "test_match",
    "referee match adjourn 3f09 --reason 'The hall closes.' --token-file judge.token "
    "--server localhost:8600": "test_match: the match is paused by another example",
    "referee dispute withdraw --opinion --case 1 --server localhost:8600 --match 3f09ab12 "
    "--token-file head.token": "test_match",
}
"""Examples that need more than a clone or a match, and where they are tested instead."""

FIRST = (
    "referee keys",
    "referee keys publish",
    "referee export",
    "referee dispute open",
    "referee dispute try",
    "referee dispute rule",
    "referee access issue",
    "referee access list",
    "referee access log",
    "referee access rotate",
)
"""Examples that others need, in this order. All others come after them, but keys are changed last."""
LAST = ("referee keys rotate", "referee keys revoke")
ALONE = "referee dispute withdraw"
"""Only a case without a ruling can be withdrawn."""


def examples() -> list[str]:
    """Return all examples, each on one line."""
    found: list[str] = []
    for parser in parsers(build_parser()):
        _, _, shown = (parser.epilog or "").partition("example")
        lines = re.sub(r" \\\n +", " ", shown.partition("\n")[2]).split("\n")
        found += [line.strip() for line in lines if "referee " in line and line.startswith("  ")]
    return [*dict.fromkeys(found)]


def order(example: str) -> int:
    """Return a number that sorts examples as they must be run."""
    if example.startswith(LAST):
        return len(FIRST) + 1 + [example.startswith(each) for each in LAST].index(True)
    return next((at for at in reversed(range(len(FIRST))) if example.startswith(FIRST[at])), len(FIRST))


def run(example: str, **ids: str) -> Ran:
    """Run an example as a shell would, with real ids in place of those that it makes up."""
    for made_up, real in ids.items():
        example = example.replace(made_up, real)
    words = [
        word
        for part in shlex.split(example)[1:]
        for word in (sorted(glob.glob(part)) if "*" in part else [part])
    ]
    ran = inside(*words)
    assert (ran.code, ran.err) == (0, ""), (example, ran)
    return ran


def test_the_examples_are_found_and_none_is_left_out_for_nothing() -> None:
    found = examples()
    assert len(found) > 50
    assert ELSEWHERE.keys() - set(found) == set()
    assert {example.split()[1] for example in found if example.startswith("referee ")} >= {
        "play", "verify", "why", "dispute", "match", "keys", "access", "watch",
    }  # fmt: skip


def test_every_example_without_a_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(ROOT / "replays", tmp_path / "replays")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REFEREE_DATA_DIR", raising=False)
    # `test_event` runs those of `referee event`, on a smaller one.
    offline = [
        each
        for each in examples()
        if each not in ELSEWHERE and "localhost" not in each and not each.startswith("referee event")
    ]
    before_rulings = Path("before")
    # The date will be past one day, and a hundred matches take long.
    ids: dict[str, str] = {"2027-01-31": "2199-01-31", "--matches 100": "--matches 2"}
    for example in sorted(offline, key=order):
        if example.startswith("referee dispute rule"):
            shutil.copytree(".", before_rulings, ignore=shutil.ignore_patterns("replays", "before"))
        if example.startswith(ALONE):
            monkeypatch.chdir(before_rulings)
        ran = run(example, **ids)
        monkeypatch.chdir(tmp_path)
        if example == "referee keys":
            ids["3f09ab12"] = ran.out.split()[1]
        if example.startswith("referee access issue") and "./matches" not in example:
            ids["k7f3q2"] = inside("access", "list", "--json").lines[0]["id"]


def test_every_example_on_a_server(
    tls_server: TlsServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_CA_FILE", tls_server.ca_file)
    with connect(tls_server.address, ca_file=tls_server.ca_file) as client:
        created = client.create_match("abyss", seats=2, seconds_per_decision=600, spectators=True)
        for _ in range(2):
            client.join_seat(created.match.id)
        judge = client.appoint_official(created.match.id, created.token, "Ada Lovelace").token
    (played,) = inside("play", "abyss", "--seats", "2", "--json", "--spectators", *tls_server.options).lines
    tokens = {"organiser.token": created.token, "judge.token": judge, "my.token": played["token"]}
    for name, token in tokens.items():
        Path(name).write_text(f"{token}\n")
    ids = {"localhost:8600": tls_server.address, "3f09": created.match.id, "MATCH": played["id"]}
    # Those at port 8700 ask an arena; `test_event_at_arena` has one.
    online = [each for each in examples() if each not in ELSEWHERE and "localhost:8600" in each]
    assert len(online) > 9
    # A judge is dismissed after everything else.
    for example in sorted(online, key=lambda each: "dismiss" in each):
        run(example.replace("--match ID", f"--match {played['id']}"), **ids)
