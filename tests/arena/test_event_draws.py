"""The luck of an event, checked from its export and its replays by a script that shares no code with the referee."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from referee.arena.event_entries import EntropyCommitted, EntropyRevealed, ResultRecorded
from referee.arena.event_export import as_json_lines
from referee.arena.local_arena import LocalArena
from referee.log.sqlite_reader import SqliteReader
from referee.match.entropy import commitment_to
from referee.replay.writing import write_replay
from tests.arena.events import event_text, opened
from tests.tidy.tree import ROOT

SCRIPT = ROOT / "replays" / "check_draws.py"
Rows = list[dict[str, Any]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The export and the replays of an event, to whose luck an entrant has contributed."""
    folder = tmp_path_factory.mktemp("event")
    log = opened(folder, event_text("random", "random", "random"))
    entropy = bytes(range(32))
    log.append([EntropyCommitted(1, commitment_to(entropy).hex()), EntropyRevealed(1, entropy.hex())])
    LocalArena(log, folder, 1).run()
    (folder / "event.jsonl").write_text(as_json_lines(log))
    results = [entry for entry in log.entries if isinstance(entry, ResultRecorded)]
    log.close()
    store = SqliteReader(folder / "referee.db")
    for result in results[:2]:
        (folder / f"{result.match}.replay").write_text(write_replay(store.entries(result.record)))
    store.close()
    return folder


def run(folder: Path, *more: str) -> tuple[int, str]:
    """Run the script without our packages."""
    files = [str(path) for path in sorted(folder.glob("*.replay"))]
    command = [sys.executable, "-I", "-S", str(SCRIPT), str(folder / "event.jsonl"), *files, *more]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def entry_of(rows: Rows, kind: str) -> dict[str, Any]:
    """Return the first entry of a kind."""
    found: dict[str, Any] = next(row["entry"] for row in rows if row["entry"]["kind"] == kind)
    return found


def other_secret(rows: Rows) -> None:
    entry_of(rows, "event_finished")["secret"] = "ab" * 64


def other_secret_and_commitment(rows: Rows) -> None:
    other_secret(rows)
    made = sha256(b"referee event 1\n" + bytes.fromhex("ab" * 64)).hexdigest()
    entry_of(rows, "event_opened")["commitment"] = made


def other_entropy(rows: Rows) -> None:
    entry_of(rows, "entropy_revealed")["entropy"] = "00" * 32
    entry_of(rows, "event_begun")["entropy"][1] = "00" * 32


def unused_entropy(rows: Rows) -> None:
    entry_of(rows, "event_begun")["entropy"][1] = ""


def other_match(rows: Rows) -> None:
    entry_of(rows, "result_recorded")["match"] = "9.9.9.1"


def no_match(rows: Rows) -> None:
    entry_of(rows, "result_recorded")["head"] = "00" * 32


EDITS: dict[Callable[[Rows], None], str] = {
    other_secret: "the arena's part of the seed: the commitment is ",
    other_secret_and_commitment: "its seed is not that of deal ",
    other_entropy: "the entropy of entrant 1: the commitment is ",
    unused_entropy: "entrant 1: the entropy that was used is not what it revealed",
    other_match: "match 9.9.9.1: its seed is not that of deal 9.9.9",
    no_match: "no match of the event ends with the hash ",
}


def test_the_luck_of_an_event_is_as_committed(folder: Path) -> None:
    code, said = run(folder)
    assert (code, said) == (
        0,
        "the event's luck is as committed, with the entropy of 1 entrants; 2 matches checked\n",
    )
    assert run(folder, "--commitment", "00" * 32)[0] == 1


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.__name__)
def test_an_edited_export_is_found(edit: Callable[[Rows], None], folder: Path, tmp_path: Path) -> None:
    rows: Rows = [json.loads(line) for line in (folder / "event.jsonl").read_text().splitlines()]
    edit(rows)
    (tmp_path / "event.jsonl").write_text("".join([f"{json.dumps(row)}\n" for row in rows]))
    for replay in folder.glob("*.replay"):
        (tmp_path / replay.name).write_bytes(replay.read_bytes())
    code, said = run(tmp_path)
    assert code == 1
    assert said.startswith("mismatch: ")
    assert EDITS[edit] in said


def test_an_event_that_is_not_over_or_has_a_gap_cannot_be_checked(folder: Path, tmp_path: Path) -> None:
    lines = (folder / "event.jsonl").read_text().splitlines(keepends=True)
    for kept, reason in (
        (lines[:-1], "not over"),
        ([lines[0], *lines[2:]], "entry 1 of the event is missing"),
    ):
        (tmp_path / "event.jsonl").write_text("".join(kept))
        code, said = run(tmp_path)
        assert code == 2
        assert reason in said
