"""The script that recomputes every draw: promise F1, as a stranger would check it.

It runs isolated, without site packages, in a folder without our files.
"""

from __future__ import annotations

import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from referee.disputes.evidence.bundles import bundle_of, write_bundle
from referee.disputes.evidence.examination import examine
from referee.log.chain import GENESIS, link
from referee.match.charters import new_charter, settle
from referee.match.entries import encode
from referee.match.entropy import commitment_to
from referee.proof.keys import MemoryKey
from referee.replay.reading import read_replay
from referee.replay.writing import write_replay
from tests.match.played import log_of, unmarked
from tests.tidy.tree import ROOT

SCRIPT = ROOT / "replays" / "check_draws.py"
GOLDENS = sorted((ROOT / "replays").rglob("*.replay"))
DRAW = re.compile(r"^  ~ .*$", re.MULTILINE)


class Said(NamedTuple):
    """The output of the script, and its exit status."""

    code: int
    text: str


def run(file: Path, *arguments: str) -> Said:
    command = [sys.executable, "-I", "-S", str(SCRIPT), str(file), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, cwd=file.parent, check=False)
    return Said(done.returncode, done.stdout + done.stderr)


def written(folder: Path, text: str) -> Path:
    path = folder / "match.replay"
    path.write_text(text, encoding="utf-8")
    return path


def golden() -> str:
    return GOLDENS[0].read_text(encoding="utf-8")


@pytest.mark.parametrize("path", GOLDENS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_draw_of_a_golden_replay_fits_its_seed(path: Path) -> None:
    replay = read_replay(path.read_bytes())
    draws = [draw for entry in replay.entries for draw in entry.draws]
    streams = {draw.label for draw in draws}
    commitment = link(GENESIS, encode(replay.charter)).hex()
    said = run(path, "--commitment", commitment)
    expected = (
        f"{len(draws)} draws from {len(streams)} streams match the referee's seed; commitments kept: 1\n"
    )
    assert said == Said(0, expected)


def test_nothing_of_ours_can_be_reached_from_the_script(tmp_path: Path) -> None:
    """Control for the tests above: run the same way, our own packages cannot be imported."""
    for package in ("referee", "msgspec"):
        done = subprocess.run(
            [sys.executable, "-I", "-S", "-c", f"import {package}"],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            check=False,
        )
        assert "ModuleNotFoundError" in done.stderr


def test_another_seed_is_found(tmp_path: Path) -> None:
    text = golden()
    digit = text.index("\nseed ") + len("\nseed ")
    changed = text[:digit] + ("0" if text[digit] != "0" else "1") + text[digit + 1 :]
    said = run(written(tmp_path, changed))
    assert said.code == 1
    assert said.text.startswith("mismatch: entry 1, draw 1: stream 'deck/exploration' from word 0 on gives [")


def test_every_draw_that_was_changed_is_found_and_named(tmp_path: Path) -> None:
    """The last number of each draw is changed in turn."""
    text = golden()
    for found in DRAW.finditer(text):
        line = found.group()
        *_, last = re.findall(r"[0-9]+", line)
        end = line.rindex(last)
        changed = f"{line[:end]}{int(last) + 1}{line[end + len(last) :]}"
        said = run(written(tmp_path, text.replace(line, changed)))
        assert said.code == 1, line
        entry = text[: found.start()].rindex("\n\n") + 2
        assert f"mismatch: entry {text[entry:].split(' ')[0]}, draw " in said.text


def test_a_draw_that_was_left_out_is_found_by_the_gap(tmp_path: Path) -> None:
    """The draw left out is the first of a stream that was used twice."""
    texts = [path.read_text(encoding="utf-8") for path in GOLDENS]
    labels = [[line.split('"')[1] for line in DRAW.findall(text)] for text in texts]
    place, label = next(
        (at, label) for at, found in enumerate(labels) for label in found if found.count(label) > 1
    )
    first = next(line for line in DRAW.findall(texts[place]) if f'"{label}"' in line)
    said = run(written(tmp_path, texts[place].replace(f"{first}\n", "", 1)))
    assert said.code == 1
    assert f"stream '{label}' continues at word 0, not at word " in said.text


def test_another_commitment_is_found() -> None:
    said = run(GOLDENS[0], "--commitment", "00" * 32)
    assert said.code == 1
    assert said.text.startswith(
        f"mismatch: the seed, rules and options in the header: the commitment is {'00' * 32}"
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("referee replay 1", "referee replay 2", id="another format"),
        pytest.param("\nseed ", "\nsead ", id="no seed"),
        pytest.param("\nseats 2", "\nseats two", id="no number of seats"),
        pytest.param("  ~ [", "  ~ ", id="no JSON"),
        pytest.param('  ~ ["deck/exploration",0,71,', '  ~ ["deck/exploration",0,7100000000,', id="sizes"),
        pytest.param('  ~ ["deck/exploration",0,71,', '  ~ ["deck/exploration",-1,71,', id="a word below 0"),
        pytest.param('  ~ ["deck/exploration",', "  ~ [7,", id="no label"),
        pytest.param('\n  ~ ["deck', '\n  ~ 7\n  ~ ["deck', id="a number"),
        pytest.param('\n  ~ ["deck', f'\n  ~ ["a",0,{2**64 + 1},[0]]\n  ~ ["deck', id="a bound too large"),
        pytest.param('\n  ~ ["deck', f'\n  ~ {"[" * 100_000}\n  ~ ["deck', id="nested without end"),
        pytest.param('\n  ~ ["deck', '\n  + 0 77\n  ~ ["deck', id="entropy too short"),
        pytest.param('\n  ~ ["deck', '\n  + 0 -\n  ~ ["deck', id="entropy of too few seats"),
    ],
)
def test_what_cannot_be_read_is_said_to_be_so(tmp_path: Path, old: str, new: str) -> None:
    text = golden()
    assert old in text
    said = run(written(tmp_path, text.replace(old, new, 1)))
    assert said.code == 2, said
    assert "Traceback" not in said.text


# --- bundles, and the entropy of seats ---


PARTS = (b"a" * 32, b"", bytes(range(32)))


@cache
def bundled() -> str:
    """Return a match of three seats that committed to entropy; two revealed it, and the third did not."""
    terms = settle(new_charter("abyss", 3, seed="check draws"))
    entries = log_of(terms, "check draws", PARTS)
    keys = MemoryKey()
    promised = {0: PARTS[0], 1: b"b" * 32, 2: PARTS[2]}
    entropy = {seat: commitment_to(part) for seat, part in promised.items()}
    return write_bundle(bundle_of("m", entries, published=keys.published, entropy=entropy), keys.signer)


def test_luck_of_referee_and_seats_in_a_bundle_fits_every_promise(tmp_path: Path) -> None:
    said = run(written(tmp_path, bundled()))
    assert said.code == 0, said
    assert said.text.endswith(
        "match the referee's seed and the entropy of 2 of 3 seats; commitments kept: 3\n"
    )


def test_salt_of_a_match_on_a_server_is_part_of_the_commitment(tmp_path: Path) -> None:
    charter = msgspec.structs.replace(new_charter("abyss", 2, seed="salted"), salt="7f" * 32)
    keys = MemoryKey()
    entries = log_of(settle(charter), "salted")
    text = write_bundle(bundle_of("m", entries, published=keys.published, entropy={}), keys.signer)
    said = run(written(tmp_path, text), "--commitment", entries[0].hash.hex())
    assert said.code == 0, said
    assert said.text.endswith("match the referee's seed; commitments kept: 1\n")
    assert examine(text.encode(), commitment=entries[0].hash).is_promised
    without = link(GENESIS, encode(new_charter("abyss", 2, seed="salted")))
    assert not examine(text.encode(), commitment=without).ok
    said = run(written(tmp_path, text.replace("salt 7f", "salt 8f")))
    assert said.code == 1, said
    assert said.text.startswith("mismatch: the seed, rules and options in the header: the commitment is ")
    said = run(written(tmp_path, text.replace("salt 7f", "salt 7F")))
    assert said.code == 2, said


def test_mark_of_an_unrefereed_match_is_part_of_the_commitment(tmp_path: Path) -> None:
    charter = msgspec.structs.replace(new_charter("abyss", 2, seed="marked"), unrefereed=True)
    entries = log_of(settle(charter), "marked")
    text = write_replay(entries)
    for written_, code in (
        (text, 0),
        (unmarked(text), 1),
        (text.replace("unrefereed yes", "unrefereed no"), 1),
    ):
        said = run(written(tmp_path, written_), "--commitment", entries[0].hash.hex())
        assert said.code == code, said


@pytest.mark.parametrize(
    "path", sorted((ROOT / "replays").rglob("*.bundle")), ids=lambda path: path.parent.name
)
def test_every_draw_of_a_golden_bundle_fits(path: Path) -> None:
    said = run(path)
    assert said.code == 0, said
    assert said.text.endswith("match the referee's seed; commitments kept: 1\n")


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        (f"+ 0 {PARTS[0].hex()}", f"+ 0 {PARTS[2].hex()}", "the entropy of seat 0: the commitment is "),
        (
            f"+ 2 {PARTS[2].hex()}",
            "+ 2 -",
            "entry 1, draw 1: stream 'deck/exploration' from word 0 on gives ",
        ),
        ("+ 1 -", f"+ 1 {PARTS[0].hex()}", "the entropy of seat 1: the commitment is "),
        ("\nrules 1", "\nrules 2", "the seed, rules and options in the header: the commitment is "),
        (
            f"seat 2 {commitment_to(PARTS[2]).hex()}",
            f"seat 2 {'0' * 64}",
            "the entropy of seat 2: the commitment is ",
        ),
    ],
)
def test_what_was_changed_in_a_bundle_is_named(tmp_path: Path, old: str, new: str, text: str) -> None:
    """The byte counts in the headings are corrected, as a forger would."""
    assert bundled().count(old) == 1
    said = run(written(tmp_path, resized(bundled().replace(old, new))))
    assert said.code == 1, said
    assert said.text.startswith(f"mismatch: {text}")


def resized(bundle: str) -> str:
    """Return a bundle whose headings give the actual sizes of its first two sections."""
    parts = re.split(r"^(=== [a-z]+ )[0-9]+( [0-9a-f]{64}\n)", bundle, flags=re.MULTILINE)
    for place in range(3, len(parts), 3):
        size = len(parts[place].partition("=== seal")[0].encode()) - 1
        parts[place - 1] = f"{size}{parts[place - 1]}"
    return "".join(parts)


def test_a_file_that_is_not_there_or_no_text_is_said_to_be_so(tmp_path: Path) -> None:
    assert run(tmp_path / "nowhere.replay").code == 2
    (tmp_path / "match.replay").write_bytes(b"\xff\xfe")
    assert run(tmp_path / "match.replay").code == 2
