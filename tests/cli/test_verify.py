"""`referee verify` on bundles and receipts: its output and exit codes."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from referee.cli.commands import verify
from referee.match.charters import new_charter, settle
from referee.proof.keys import Keyring
from referee.replay.writing import write_replay
from tests.cli.files import Files, written
from tests.cli.running import inside, referee
from tests.disputes.recordings import MATCH
from tests.match.played import log_of, unmarked
from tests.tidy.tree import ROOT


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """A match that is over, with a case on which nobody has ruled."""
    found = written(tmp_path_factory.mktemp("verify"))
    assert found.open().code == 0
    return found


def test_json_output(files: Files) -> None:
    ran = inside("verify", files.bundle, "--keys", files.keys, "--json")
    assert ran.code == 0
    (line,) = ran.lines
    assert line.keys() == {
        "file", "ok", "game", "unrefereed", "facts", "first_difference", "match", "receipts", "feeds", "cases",
        "provisional", "result", "keys", "signers",
    }  # fmt: skip
    assert (line["ok"], line["match"], line["provisional"]) == (True, MATCH, True)
    assert line["receipts"] > 10
    assert line["feeds"].keys() == {"seat/0", "seat/1", "seat/2", "spectator"}
    assert line["result"]["by"] == "rules"
    assert (line["keys"]["from"], line["signers"]) == ("file", "published")
    (case,) = line["cases"]
    assert (case["number"], case["fact"], case["state"]) == (1, 3, "open")


def test_text_output(files: Files) -> None:
    ran = inside("verify", files.bundle)
    assert ran.code == 0
    assert f"verified {files.bundle}: match m-1, abyss" in ran.out
    assert "match: nothing edited, nothing cut off, no split view" in ran.out
    assert "case 1 at fact 3, on pearls.visibility: open: awaiting a ruling" in ran.out
    assert "provisional while case 1 awaits a ruling; by the rules:" in ran.out
    with_keys = inside("verify", files.bundle, "--keys", files.keys)
    assert "as published" in with_keys.out


def test_without_published_keys_the_signers_are_unproven(files: Files) -> None:
    """Exit code 0, because the record is true; but anybody could have made the keys inside a bundle."""
    ran = inside("verify", files.bundle)
    assert ran.code == 0
    first, *rest = ran.out.splitlines()
    assert first.endswith("; signers unproven")
    assert "signatures are by keys inside the bundle, which proves nothing about who signed" in rest[-1]
    assert "as published" not in ran.out
    (line,) = inside("verify", files.bundle, "--json").lines
    assert (line["ok"], line["signers"], line["keys"]["from"]) == (True, "unproven", "bundle")
    with_keys = inside("verify", files.bundle, "--keys", files.keys)
    assert "proves nothing" not in with_keys.out
    assert "unproven" not in with_keys.out


def test_the_expected_match_may_be_abbreviated(files: Files) -> None:
    """In a bundle, and in receipts for a replay; what is shown and compared is the whole id."""
    with_receipts = (files.replay, "--receipt", files.receipts, "--keys", files.keys)
    for words in ((files.bundle,), with_receipts):
        ran = inside("verify", *words, "--match", MATCH[:2])
        assert ran.code == 0, ran
        assert f"match {MATCH}, " in ran.out
        assert inside("verify", *words, "--match", f"{MATCH}1").code == 1
        assert inside("verify", *words, "--match", "x").code == 1
    assert f"expected  {MATCH}1" in inside("verify", files.bundle, "--match", f"{MATCH}1").out


def test_an_empty_directory_does_not_stop_the_rest(files: Files, tmp_path: Path) -> None:
    ran = inside("verify", str(tmp_path), files.replay)
    assert ran.code == 2
    assert ran.err == f"referee verify: there are no .replay, .bundle or .zip files in {tmp_path}\n"
    assert ran.out.splitlines()[-1] == "1 of 2 files verified, 1 could not be checked"
    lines = inside("verify", str(tmp_path), files.replay, "--json").lines
    assert [line["ok"] for line in lines] == [False, True]


def test_an_unrefereed_match_says_so_everywhere(files: Files, tmp_path: Path) -> None:
    charter = msgspec.structs.replace(new_charter("abyss", 2, seed="practice"), unrefereed=True)
    text = write_replay(log_of(settle(charter), "practice"))
    replay, bundle = tmp_path / "practice.replay", str(tmp_path / "practice.bundle")
    replay.write_text(text)
    exported = inside("export", str(replay), "--match", "m", "-o", bundle, "--data-dir", files.data_dir)
    assert exported.code == 0, exported.err
    for path in (str(replay), bundle):
        ran = inside("verify", path)
        assert (ran.code, "; unrefereed" in ran.out.splitlines()[0]) == (0, True), ran
        assert [line["unrefereed"] for line in inside("verify", path, "--json").lines] == [True]
        assert inside("replay", path).out.splitlines()[1].startswith("unrefereed: whoever created the match ")
        assert {line["unrefereed"] for line in inside("replay", path, "--json").lines} == {True}
    replay.write_text(unmarked(text))
    assert inside("verify", str(replay)).code == 1
    forged = Path(bundle).read_text().replace("\nunrefereed yes\n", "\n", 1)
    Path(bundle).write_text(forged)
    assert inside("verify", bundle).code == 1


def test_any_other_match_says_nothing_about_it(files: Files) -> None:
    assert [line["unrefereed"] for line in inside("verify", files.bundle, "--json").lines] == [False]
    said = [
        inside("verify", files.bundle).out,
        *[inside("replay", files.replay, *each).out for each in ((), ("--json",))],
    ]
    assert [text for text in said if "unrefereed" in text] == []


def test_a_replay_has_no_signers(files: Files) -> None:
    """What needs no key is proved without one."""
    ran = inside("verify", files.replay)
    assert ran.code == 0
    assert "unproven" not in ran.out
    assert inside("verify", files.replay, "--json").lines[0]["signers"] is None


def test_a_seal_by_a_retired_key_is_not_as_published(tmp_path: Path) -> None:
    files = written(tmp_path, answers=9)
    ring = Keyring(Path(files.data_dir) / "keys")
    ring.rotate()
    Path(files.keys).write_text(ring.published)
    ran = inside("verify", files.bundle, "--keys", files.keys)
    assert ran.code == 0
    retired = ring.keys.keys[0]
    assert f"signed with referee+{retired.key.id.hex()}, which was retired on {retired.until}" in ran.out
    assert "it counts as older only if nobody kept a copy of the key" in ran.out
    assert "as published" not in ran.out
    assert inside("verify", files.bundle, "--keys", files.keys, "--json").lines[0]["signers"] == "retired"
    again = inside("export", files.bundle, "-o", files.bundle, "--data-dir", files.data_dir, "--force")
    assert again.code == 0, again.err
    assert "as published" in inside("verify", files.bundle, "--keys", files.keys).out


def test_an_unfinished_replay_is_marked(files: Files, tmp_path: Path) -> None:
    """Without receipts a truncated match looks like an abandoned one, but its missing end is visible."""
    assert "not over" not in inside("verify", files.replay).out
    cut = written(tmp_path, answers=9)
    ran = inside("verify", cut.replay)
    assert ran.code == 0
    assert ran.out.rstrip().endswith("; the match is not over")


def test_receipts_go_with_a_replay_too(files: Files) -> None:
    ran = inside("verify", files.replay, "--receipt", files.receipts, "--keys", files.keys, "--json")
    assert ran.code == 0
    assert ran.lines[0]["receipts"] > 10
    assert ran.lines[0]["match"] is None


def test_the_commitment_is_compared(files: Files) -> None:
    ran = inside("verify", files.replay, "--commitment", "00" * 32)
    assert ran.code == 1
    assert "differs" in ran.out
    assert "commitment" in ran.out
    told = next(line for line in files.text().splitlines() if line.startswith("seed ") and len(line) == 69)
    ran = inside("verify", files.bundle, "--commitment", told.split()[1])
    assert ran.code == 0
    assert "it matches the commitment made before anyone joined" in ran.out


CHANGED: dict[str, tuple[Callable[[str], str], str]] = {
    "a claim": (lambda text: text.replace("Nobody may count", "Noyodb may count"), "audit entry 1"),
    "a receipt": (
        lambda text: text.replace("\nanswered 0\n", "\nanswered 1\n", 1),
        "receipt 1 of the bundle",
    ),
    "a longer claim": (lambda text: text.replace("may count", "may ever count"), "section audit"),
    "the end": (lambda text: text[:-40], "seal"),
    "a key": (lambda text: text.replace(" active 2", " active 1", 1), "section keys"),
}


@pytest.mark.parametrize("case", CHANGED)
def test_the_first_difference_is_named(case: str, files: Files, tmp_path: Path) -> None:
    """Exit code 1, and the first difference."""
    change, what = CHANGED[case]
    changed = tmp_path / "changed.bundle"
    changed.write_text(change(files.text()))
    ran = inside("verify", str(changed), "--json")
    assert ran.code == 1
    assert (ran.lines[0]["ok"], ran.lines[0]["first_difference"]["what"]) == (False, what)
    told = inside("verify", str(changed))
    assert told.code == 1
    assert f"differs {changed}: {what}" in told.out


def test_receipts_of_another_key_are_named(files: Files, tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text(Keyring(tmp_path / "keys").published)
    ran = inside("verify", files.replay, "--receipt", files.receipts, "--keys", str(other))
    assert ran.code == 1
    assert f"receipt 1 of {files.receipts}" in ran.out
    assert "not signed by a known key" in ran.out
    ran = inside("verify", files.bundle, "--keys", str(other))
    assert ran.code == 1
    assert "the new list is not signed by the active key trusted so far" in ran.out


UNDONE = {
    "no keys": (("{replay}", "--receipt", "{receipts}"), "give the key file that the referee published"),
    "no key file": (("{replay}", "--keys", "{receipts}"), "is not a key file"),
    "no receipts": (("{replay}", "--receipt", "{replay}", "--keys", "{keys}"), "is not a receipts file"),
    "no such receipts": (("{replay}", "--receipt", "gone", "--keys", "{keys}"), "cannot read gone"),
    "a commitment of no form": (("{replay}", "--commitment", "12"), "64 hexadecimal digits"),
    "a match that a replay does not name": (
        ("{replay}", "--match", "m-1"),
        "does not contain the id of its match",
    ),
    "receipts for two": (("{replay}", "{bundle}", "--receipt", "{receipts}"), "verify one file at a time"),
}


@pytest.mark.parametrize("case", UNDONE)
def test_what_cannot_be_checked_gets_one_line(case: str, files: Files) -> None:
    arguments, told = UNDONE[case]
    ran = inside("verify", *[argument.format(**files._asdict()) for argument in arguments])
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err
    assert len(ran.err.splitlines()) == 1


@pytest.mark.parametrize("command", [("replay", "--json"), ("why", "3", "--json"), ("verify", "--json")])
def test_every_command_that_reads_replays_reads_bundles(command: tuple[str, ...], files: Files) -> None:
    name, *rest = command
    out_of_bundle = inside(name, files.bundle, *rest)
    assert out_of_bundle.code == 0, out_of_bundle.err
    alone = inside(name, files.replay, *rest)
    assert len(out_of_bundle.lines) == len(alone.lines)


def test_a_case_is_shown_with_the_fact_it_is_about(files: Files) -> None:
    lines = inside("replay", files.bundle, "--from", "2", "--to", "4").out.splitlines()
    at = next(place for place, line in enumerate(lines) if "case 1 at fact 3" in line)
    assert lines[at - 1].split()[0] == "3"
    assert "provisional: case 1 can still change the result" in lines[-1]
    told = inside("replay", files.bundle, "--from", "2", "--to", "4", "--json").lines
    assert [line["cases"] for line in told] == [[], [1], []]


def test_a_damaged_bundle_is_not_shown(files: Files, tmp_path: Path) -> None:
    changed = tmp_path / "changed.bundle"
    changed.write_text(files.text().replace("Nobody may count", "Noyodb may count"))
    ran = inside("replay", str(changed))
    assert ran.code == 2
    assert "is damaged at entry 0, section audit" in ran.err


# --- many files ---

ABYSS = ROOT / "replays/abyss"
SHORT = [str(ABYSS / f"{seats}-seats.replay") for seats in (2, 3)]


@pytest.fixture
def mixed(tmp_path: Path) -> list[str]:
    """Two good files, one that differs and one that is missing."""
    changed = tmp_path / "changed.replay"
    changed.write_text(
        Path(SHORT[0]).read_text(encoding="utf-8").replace("crab", "crap", 1), encoding="utf-8"
    )
    return [SHORT[0], str(changed), str(tmp_path / "missing.replay"), SHORT[1]]


def test_a_bad_file_does_not_stop_the_others(mixed: list[str]) -> None:
    ran = inside("verify", *mixed)
    assert ran.code == 1
    assert [line.split()[0] for line in ran.out.splitlines() if not line.startswith(" ")] == [
        *("verified", "differs", "verified", "2"),
    ]
    assert ran.out.endswith("2 of 4 files verified, 1 not verified, 1 could not be checked\n")
    assert ran.err == f"referee verify: cannot read {mixed[2]}: No such file or directory\n"
    assert inside("verify", mixed[2], mixed[3]).code == 2
    assert [line["ok"] for line in inside("verify", *mixed, "--json").lines] == [True, False, False, True]


def test_workers_check_the_same_files_in_the_same_order(mixed: list[str]) -> None:
    for more in ((), ("--json",)):
        assert referee("verify", *mixed, "-j", "2", *more) == inside("verify", *mixed, "-j", "1", *more)


def test_quiet_prints_only_what_is_wrong(mixed: list[str]) -> None:
    assert inside("verify", *SHORT, "--quiet") == (0, "", "")
    ran = inside("verify", *mixed, "--quiet")
    assert ran.code == 1
    assert ran.out.startswith("differs ")
    assert "verified" not in ran.out


def test_a_directory_stands_for_the_replays_and_bundles_in_it(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    for path in SHORT:
        shutil.copy(path, tmp_path / "deep")
    (tmp_path / "notes.txt").write_text("nothing to check")
    ran = inside("verify", str(tmp_path), "--json")
    assert ran.code == 0
    assert [line["file"] for line in ran.lines] == [
        str(tmp_path / "deep" / f"{seats}-seats.replay") for seats in (2, 3)
    ]
    (tmp_path / "empty").mkdir()
    ran = inside("verify", str(tmp_path / "empty"))
    assert (ran.code, ran.out) == (2, "")
    assert "there are no .replay, .bundle or .zip files in" in ran.err


def test_ctrl_c_prints_the_counts_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    def check_two(expected: verify.Expected, path: str) -> verify.CheckedFile:
        if "4-seats" in path:
            raise KeyboardInterrupt
        return check_file(expected, path)

    check_file = verify.check_file
    monkeypatch.setattr(verify, "check_file", check_two)
    ran = inside("verify", *SHORT, str(ABYSS / "4-seats.replay"), str(ABYSS / "disputed.bundle"))
    assert (ran.code, ran.err) == (130, "interrupted\n")
    assert ran.out.endswith("2 of 4 files verified, 2 not reached\n")
