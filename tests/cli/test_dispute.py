"""`referee dispute`: a case in a bundle from the claim to the ruling, and what is refused."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from referee.audit.entries import Award, ReplayUnder, Rewind, Stands, Void
from referee.cli.commands.dispute.rule_on_case import read_remedy
from referee.cli.errors import CommandError
from referee.proof.keys import Keyring
from referee.replay.reading import read_replay
from tests.cli.files import Files, written
from tests.cli.running import inside


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return written(tmp_path)


def test_a_dispute_from_claim_to_verdict(files: Files) -> None:
    """Every step is signed, in the bundle, and verifies; the result is provisional while the case is open."""
    assert files.open().code == 0
    ran = files.step("try", "--case", "1", "--ruling", "pearls.visibility=cupped", "--json")
    assert ran.code == 0, ran.err
    ran = files.rule("--remedy", "award:0,2", "--precedent")
    assert ran.code == 0, ran.err
    assert "overturned: the claim is right; the match is awarded to Ada (seat 0) and Cleo (seat 2)" in ran.out
    ran = files.step("appeal", "--case", "1", "--by", "seat/1", "--reason", "Read the example.")
    assert "provisional: case 1 can still change the result" in ran.out
    ran = files.rule("--remedy", "void", "--json")
    (line,) = ran.lines
    assert (line["case"]["state"], len(line["case"]["rulings"])) == ("closed", 2)
    verified = inside("verify", files.bundle, "--keys", files.keys, "--json")
    assert verified.code == 0
    (line,) = verified.lines
    assert line["result"] == {"by": "ruling", "kind": "void"}
    assert not line["provisional"]
    assert line["cases"][0]["trials"] == [2]


def test_the_cases_are_shown(files: Files) -> None:
    assert "There are no cases." in inside("dispute", "show", files.bundle).out
    files.open()
    assert (
        "Bob (seat 1) claims: Nobody may count my pearls."
        in inside("dispute", "show", files.bundle, "--case", "1").out
    )
    (line,) = inside("dispute", "show", files.bundle, "--json").lines
    assert (line["number"], line["state"], line["rule"]) == (1, "open", "pearls.visibility")
    ran = inside("dispute", "show", files.bundle, "--case", "2")
    assert ran.code == 2
    assert "no case 2 in" in ran.err


def test_a_paragraph_number_leads_to_the_rule(tmp_path: Path) -> None:
    """Officials cite paragraph numbers, which can stand for several rules and differ between editions."""
    ran = written(tmp_path, game="unfathomable", answers=5).open(rule="24.7")
    assert ran.code == 2
    assert "paragraph 24.7 is travel.monster_drift" in ran.err


def test_precedents_are_found_by_rule(files: Files) -> None:
    files.open()
    assert inside("dispute", "precedents", "explore.offer", files.bundle).code == 1
    files.rule("--precedent")
    ran = inside("dispute", "precedents", "explore.offer", files.bundle, "--json")
    assert ran.code == 0
    assert ran.lines[0].keys() == {"file", "match", "game", "case"}
    assert "kept as precedent" in inside("dispute", "precedents", "explore.offer", files.bundle).out
    assert inside("dispute", "precedents", "council", files.bundle).code == 1
    files.step("appeal", "--case", "1", "--by", "seat/0", "--reason", "No.")
    files.rule(finding="upheld")
    assert inside("dispute", "precedents", "explore.offer", files.bundle).code == 1


REFUSED: dict[str, tuple[tuple[str, ...], str]] = {
    "no such fact": (
        ("open", "--at", "99999", "--by", "seat/1", "--rule", "explore.offer", "--claim", "So."),
        "There is no such fact in this match; name one that has happened",
    ),
    "not at the table": (
        ("open", "--at", "4", "--by", "seat/3", "--rule", "explore.offer", "--claim", "So."),
        "Only a seat of this match (seat/0 to seat/2) or its arbiter can do this",
    ),
    "twice": (
        ("open", "--at", "3", "--by", "seat/0", "--rule", "explore.offer", "--claim", "So."),
        "Case 1 is about the same fact; follow that case or appeal its ruling",
    ),
    "an unknown rule": (
        ("open", "--at", "3", "--by", "seat/0", "--rule", "x.y", "--claim", "So."),
        "There is no rule or ruling 'x.y' in abyss; see 'referee rules abyss'",
    ),
    "no claim": (
        ("open", "--at", "4", "--by", "seat/0", "--rule", "explore.offer", "--claim", " "),
        "The claim is missing; write a sentence",
    ),
    "an unknown reading": (
        ("try", "--case", "1", "--ruling", "pearls.visibility=shut"),
        "unknown reading 'shut' of pearls.visibility (choose from open, cupped)",
    ),
    "the reading of the match": (
        ("try", "--case", "1", "--ruling", "pearls.visibility=open"),
        "the match was already played under these readings; name others",
    ),
    "a trial for no case": (
        ("try", "--case", "7", "--ruling", "pearls.visibility=cupped"),
        "There is no case 7 in this match; its cases are numbered from 1",
    ),
    "a ruling on no case": (
        ("rule", "--case", "2", "--finding", "upheld", "--reason", "So.", "--rules", "explore.offer"),
        "There is no case 2 in this match; its cases are numbered from 1",
    ),
    "a remedy without a fault": (
        ("rule", "--case", "1", "--finding", "upheld", "--reason", "So.", "--rules", "explore.offer",
         "--remedy", "void"),
        "There is nothing to remedy unless the claim is right",
    ),
    "a remedy that is none": (
        ("rule", "--case", "1", "--finding", "upheld", "--reason", "So.", "--rules", "explore.offer",
         "--remedy", "flogging"),
        "unknown remedy 'flogging' (choose from stands, void, award:0,2",
    ),
    "a rewind to a fact that never was": (
        ("rule", "--case", "1", "--finding", "overturned", "--reason", "So.", "--rules", "explore.offer",
         "--remedy", "rewind:99999"),
        "There is no such fact in this match; name one that has happened",
    ),
    "a rewind of the setup": (
        ("rule", "--case", "1", "--finding", "overturned", "--reason", "So.", "--rules", "explore.offer",
         "--remedy", "rewind:2"),
        "That fact is part of the setup, and no answer brought it about",
    ),
    "an award to nobody here": (
        ("rule", "--case", "1", "--finding", "overturned", "--reason", "So.", "--rules", "explore.offer",
         "--remedy", "award:5"),
        "Winners must be seats of this match (0 to 2), each named once, in order",
    ),
    "a replay under an unknown reading": (
        ("rule", "--case", "1", "--finding", "overturned", "--reason", "So.", "--rules", "explore.offer",
         "--remedy", "replay:a.b=c"),
        "unknown ruling 'a.b' of abyss; see 'referee rules abyss --rulings'",
    ),
    "a file for another remedy": (
        ("rule", "--case", "1", "--finding", "overturned", "--reason", "So.", "--rules", "explore.offer",
         "--remedy", "void", "--write", "x"),
        "it requires --remedy replay:KEY=READING",
    ),
    "an appeal before a ruling": (
        ("appeal", "--case", "1", "--by", "seat/0", "--reason", "No."),
        "Case 1 has no ruling yet; wait for it",
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def open_case(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """A bundle with a case that awaits a ruling."""
    files = written(tmp_path_factory.mktemp("refused"))
    assert files.open().code == 0
    return files


@pytest.mark.parametrize("case", REFUSED)
def test_a_step_that_is_refused_changes_nothing(case: str, open_case: Files) -> None:
    """Exit code 2, one line with the reason, and an unchanged file."""
    (step, *arguments), told = REFUSED[case]
    before = open_case.text()
    ran = open_case.step(step, *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err
    assert len(ran.err.splitlines()) == 1
    assert open_case.text() == before
    assert [file.name for file in Path(open_case.bundle).parent.iterdir() if file.name.startswith(".")] == []


def test_a_second_appeal_is_refused(files: Files) -> None:
    files.open()
    files.rule()
    appeal = ("appeal", "--case", "1", "--by", "seat/0", "--reason", "No.")
    assert files.step(*appeal).code == 0
    assert "has already been appealed; wait for the second ruling" in files.step(*appeal).err
    files.rule(finding="upheld")
    assert "closed; its second ruling is final" in files.step(*appeal).err
    assert "closed; its second ruling is final" in files.rule().err


def test_keys_of_another_referee_are_refused(files: Files, tmp_path: Path) -> None:
    Keyring(tmp_path / "other" / "keys")
    before = files.text()
    ran = inside(
        "dispute", "open", files.bundle, "--at", "3", "--by", "seat/1", "--rule", "explore.offer", "--claim", "So.",
        "--data-dir", str(tmp_path / "other"),
    )  # fmt: skip
    assert ran.code == 2
    assert "use the --data-dir of the referee that wrote it" in ran.err
    assert files.text() == before


def test_a_bundle_that_does_not_verify_is_not_changed(files: Files) -> None:
    changed = files.text().replace("=== audit", "=== audits")
    Path(files.bundle).write_text(changed)
    assert "does not verify: entry 0, section audit" in files.open().err
    assert files.text() == changed


def test_a_case_on_a_missing_file_is_refused(files: Files) -> None:
    Path(files.bundle).unlink()
    ran = files.open()
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"referee dispute: cannot read {files.bundle}: No such file or directory\n"
    assert not Path(files.bundle).exists()


def test_a_replay_is_not_changed(files: Files) -> None:
    ran = inside(
        "dispute", "open", files.replay, "--at", "3", "--by", "seat/1", "--rule", "explore.offer", "--claim", "So.",
        "--data-dir", files.data_dir,
    )  # fmt: skip
    assert ran.code == 2
    command = ran.err.partition("create a bundle from it first: referee ")[2]
    ran = inside(
        *shlex.split(command.replace("--match ID", "--match friday-1")),
        "--data-dir",
        files.data_dir,
        "--force",
    )
    assert ran.code == 0, ran.err


def test_a_match_replayed_under_the_ruling_is_written(tmp_path: Path) -> None:
    """The ruling is written only if the recorded answers reach an end."""
    out = tmp_path / "again.replay"
    files = written(tmp_path)
    files.open()
    before = files.text()
    short = files.rule("--remedy", "replay:pearls.visibility=cupped", "--write", str(out))
    assert short.code == 2
    assert "the recorded answers do not lead to an end" in short.err
    assert files.text() == before
    assert not out.exists()
    ran = files.rule("--remedy", "replay:victory.tie=last_to_move", "--write", str(out))
    assert ran.code == 0, ran.err
    assert "the match is replayed under victory.tie=last_to_move" in ran.out
    assert re.search(r"under the ruling: A seat .* wins? with [0-9]+ influence points\.\n", ran.out), ran.out
    assert f"wrote {out}\n" in ran.out
    assert read_replay(out.read_bytes()).charter.rulings == {"victory.tie": "last_to_move"}
    assert inside("verify", str(out)).code == 0


@pytest.mark.parametrize(
    ("text", "remedy"),
    [
        ("stands", Stands()),
        ("void", Void()),
        ("award:0", Award((0,))),
        ("rewind:132", Rewind(132)),
        ("replay:edition=fr", ReplayUnder("fr", {})),
        ("replay:a=b,c=d", ReplayUnder("", {"a": "b", "c": "d"})),
    ],
)
def test_remedies_are_read(text: str, remedy: object) -> None:
    assert read_remedy(text) == remedy


@pytest.mark.parametrize(
    "text", ["", "Void", "void:1", "award", "award:x", "award:0,", "rewind:", "rewind:-1", "replay:a"]
)
def test_an_unknown_remedy_is_refused(text: str) -> None:
    with pytest.raises(CommandError, match="choose from stands, void"):
        read_remedy(text)


def test_a_bundle_with_an_entry_of_a_revoked_key_is_not_changed(files: Files) -> None:
    """A ruling on top of an entry that is no longer valid would spoil the bundle, so it stays unchanged."""
    files.open()
    ring = Keyring(Path(files.data_dir) / "keys")
    first = ring.keys.active.key.id
    ring.rotate()
    assert files.rule().code == 0
    ring.revoke(first)
    before = files.text()
    ran = files.step("appeal", "--case", "1", "--by", "seat/0", "--reason", "No.")
    assert ran.code == 2
    assert f"which was revoked on {ring.keys.keys[0].until}; nothing was written" in ran.err
    assert files.text() == before


def test_a_bundle_sealed_with_a_revoked_key_must_be_exported_again(files: Files) -> None:
    ring = Keyring(Path(files.data_dir) / "keys")
    ring.revoke(ring.keys.active.key.id)
    before = files.text()
    ran = files.open()
    assert ran.code == 2
    assert "and nothing that it signed counts; export the match again" in ran.err
    assert files.text() == before


def test_a_match_that_is_replayed_under_a_ruling_has_no_result_of_its_own(files: Files) -> None:
    """The result before the ruling must not be mistaken for the final one."""
    files.open()
    files.rule("--remedy", "replay:pearls.visibility=cupped")
    ran = inside("verify", files.bundle, "--keys", files.keys)
    assert "result     by ruling: the match is replayed under pearls.visibility=cupped" in ran.out
    (line,) = inside("verify", files.bundle, "--keys", files.keys, "--json").lines
    assert line["result"] == {
        "by": "ruling",
        "kind": "replay_under",
        "edition": "",
        "rulings": {"pearls.visibility": "cupped"},
    }


def test_two_cases_wait(files: Files) -> None:
    files.open()
    files.open(at=4)
    assert "provisional while case 1 and case 2 await a ruling" in inside("verify", files.bundle).out


def test_a_precedent_signed_with_other_keys_is_refused(files: Files, tmp_path: Path) -> None:
    """A forged bundle is sealed with other keys; the official's key list exposes it."""
    files.open()
    files.rule("--precedent")
    (tmp_path / "elsewhere").mkdir()
    forged = written(tmp_path / "elsewhere")
    forged.open()
    forged.rule("--precedent")
    search = ("dispute", "precedents", "explore.offer")
    assert len(inside(*search, files.bundle, forged.bundle, "--json").lines) == 2
    assert len(inside(*search, files.bundle, "--keys", files.keys, "--json").lines) == 1
    ran = inside(*search, files.bundle, forged.bundle, "--keys", files.keys)
    assert (ran.code, ran.out) == (2, "")
    assert "the new list is not signed by the active key trusted so far" in ran.err
