"""The bundle of an event: everything in it is checked, and every edit is found and named."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.arena.event_bundle import EventNotOver, write_event_bundle
from referee.arena.event_entries import ResultCorrected
from referee.arena.event_examination import CannotRead, examine_event
from referee.arena.event_export import NotForTwoSeats, results_csv, tournament_report
from referee.arena.event_record import EventLog, read_event
from referee.arena.official_steps import corrected_seats, take_official_step
from referee.proof.keys import Keyring
from tests.arena.events import event_text, opened, played_event
from tests.tidy.tree import ROOT

Files = dict[str, str]


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The signed bundle of an event in which a result was corrected."""
    folder = tmp_path_factory.mktemp("event")
    played_event(folder, event_text(*["sensible", "random"] * 2, more="rounds = 2\nduplicate = false\n"))
    log = opened(folder, event_text(*["sensible", "random"] * 2, more="rounds = 2\nduplicate = false\n"))
    seats = corrected_seats(log.state, "1.1.1.1", [1, 2])
    take_official_step(log, ResultCorrected(by="Ada", reason="appeal", match="1.1.1.1", seats=seats))
    log.close()
    record = read_event(folder / "referee.db")
    keyring = Keyring(folder / "keys")
    file = folder / "cup.zip"
    assert write_event_bundle(file, record, folder / "referee.db", (keyring.signer, keyring.published)) == 4
    record.close()
    return file


def files_of(bundle: Path) -> Files:
    with zipfile.ZipFile(bundle) as opened_bundle:
        return {name: opened_bundle.read(name).decode() for name in opened_bundle.namelist()}


def rewritten(files: Files, folder: Path) -> Path:
    """Return a bundle with other files, which nobody signed."""
    made = folder / "changed.zip"
    with zipfile.ZipFile(made, "w") as changed:
        for name, text in files.items():
            if name not in ("event.note", "keys"):
                changed.writestr(name, text)
    return made


def test_a_bundle_verifies_offline(bundle: Path, tmp_path: Path) -> None:
    found = examine_event(rewritten(files_of(bundle), tmp_path))
    assert (found.problem, found.name, found.matches, found.signed_by) == ("", "Cup", 4, "")


def test_the_luck_is_checked_by_the_script_that_shares_no_code(bundle: Path) -> None:
    script = ROOT / "replays" / "check_draws.py"
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(script), str(bundle)], capture_output=True, text=True, check=True
    )
    assert done.stdout.endswith("4 matches checked\n")


def edit_log(files: Files, kind: str, change: Callable[[dict[str, object]], None]) -> None:
    """Change the last entry of a kind."""
    lines = files["event.jsonl"].splitlines()
    for place, line in reversed([*enumerate(lines)]):
        row = json.loads(line)
        if row["entry"]["kind"] == kind:
            change(row["entry"])
            lines[place] = json.dumps(row, separators=(",", ":"), ensure_ascii=False)
            break
    files["event.jsonl"] = "".join([f"{line}\n" for line in lines])


def other_result(files: Files) -> None:
    def turn(entry: dict[str, object]) -> None:
        result = entry["result"]
        assert isinstance(result, dict)
        result["seats"] = result["seats"][::-1]

    edit_log(files, "result_recorded", turn)


def other_pairing(files: Files) -> None:
    edit_log(files, "round_paired", lambda entry: entry.update(pairings=[[2, 1, [1, 0]], [2, 2, [2, 3]]]))


def other_secret(files: Files) -> None:
    edit_log(files, "event_finished", lambda entry: entry.update(secret="00" * 64))


def no_secret(files: Files) -> None:
    edit_log(files, "event_finished", lambda entry: entry.update(secret="no"))


def dropped_entry(files: Files) -> None:
    lines = files["event.jsonl"].splitlines(keepends=True)
    files["event.jsonl"] = "".join([*lines[:3], *lines[4:]])


def no_entry(files: Files) -> None:
    files["event.jsonl"] = "nonsense\n"


def dropped_match(files: Files) -> None:
    del files["matches/2.1.1.1.replay"]


def other_match(files: Files) -> None:
    files["matches/2.1.1.1.replay"] = files["matches/2.2.1.1.replay"]


def more_matches(files: Files) -> None:
    files["matches/9.1.1.1.replay"] = files["matches/2.2.1.1.replay"]


def edited_match(files: Files) -> None:
    files["matches/2.1.1.1.replay"] = files["matches/2.1.1.1.replay"].replace("abyss", "abyys", 1)


def other_standings(files: Files) -> None:
    header, first, *rest = files["standings.csv"].splitlines(keepends=True)
    files["standings.csv"] = "".join([header, first.replace("1,", "2,", 1), *rest])


def shorter_standings(files: Files) -> None:
    files["standings.csv"] = files["standings.csv"].splitlines(keepends=True)[0]


EDITS: dict[Callable[[Files], None], str] = {
    other_result: "the result in the log is not that of the match",
    other_pairing: "of the log was edited: table 1 of round 2 is E1, E0, but the event file and its luck give ",
    other_secret: "the arena's part of the luck is not what it committed to in entry 0",
    no_secret: "the log has no valid event",
    dropped_entry: "entry 3 of the log is missing",
    no_entry: "entry 0 of the log cannot be read",
    dropped_match: "matches/2.1.1.1.replay is missing",
    other_match: "match 2.1.1.1: it ends with the hash ",
    more_matches: "matches/9.1.1.1.replay is not a match of the event",
    edited_match: "match 2.1.1.1: ",
    other_standings: "the standings have ('2', ",
    shorter_standings: "the standings have 0 entrants, not 4",
}


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.__name__)
def test_an_edit_is_found_and_named(edit: Callable[[Files], None], bundle: Path, tmp_path: Path) -> None:
    files = files_of(bundle)
    edit(files)
    assert EDITS[edit] in examine_event(rewritten(files, tmp_path)).problem


def test_a_signed_log_cannot_be_changed(bundle: Path, tmp_path: Path) -> None:
    files = files_of(bundle)
    lines = files["event.jsonl"].splitlines(keepends=True)
    files["event.jsonl"] = "".join(lines[:-1])
    made = tmp_path / "changed.zip"
    with zipfile.ZipFile(made, "w") as changed:
        for name, text in files.items():
            changed.writestr(name, text)
    assert "the log was changed after it was signed" in examine_event(made).problem
    other = Keyring(tmp_path / "keys").published
    assert "the signature of the log is not valid" in examine_event(bundle, other).problem
    assert examine_event(bundle).signed_by == "referee"


def test_what_is_no_bundle_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "cup.zip"
    file.write_bytes(b"PK\x03\x04nonsense")
    with pytest.raises(CannotRead, match="is not the bundle of an event"):
        examine_event(file)
    with zipfile.ZipFile(file, "w") as empty:
        empty.writestr("other", "file")
    with pytest.raises(CannotRead, match=r"event\.jsonl"):
        examine_event(file)


def test_the_bundle_of_an_event_that_is_not_over_is_refused(tmp_path: Path) -> None:
    log = opened(tmp_path, event_text("random", "random"))
    with pytest.raises(EventNotOver, match="would reveal the luck to come"):
        write_event_bundle(tmp_path / "cup.zip", log, tmp_path / "referee.db", None)
    log.close()
    assert not (tmp_path / "cup.zip").exists()


# --- text ---


@pytest.fixture(scope="module")
def corrected(bundle: Path) -> EventLog:
    record = read_event(bundle.parent / "referee.db")
    record.close()
    return record  # type: ignore[return-value] # only read


def test_the_tournament_report_has_a_line_per_entrant(corrected: EventLog) -> None:
    lines = tournament_report(corrected).splitlines()
    assert lines[:2] == ["012 Cup", "062 4"]
    rows = [line for line in lines if line.startswith("001 ")]
    assert [line[4:8] for line in rows] == ["   1", "   2", "   3", "   4"]
    # Number, seat and result of two matches, in the columns of TRF16.
    assert {len(line) for line in rows} == {89 + 2 * 10}
    assert sorted([line[98] for line in rows]) == ["0", "0", "1", "1"]


def test_results_as_csv_name_what_was_corrected(corrected: EventLog) -> None:
    header, *rows = [line.split(",") for line in results_csv(corrected.state).splitlines()]
    by_match = {row[0]: dict(zip(header, row, strict=True)) for row in rows}
    assert {name: row["corrected"] for name, row in by_match.items()} == {
        "1.1.1.1": "1",
        "1.2.1.1": "0",
        "2.1.1.1": "0",
        "2.2.1.1": "0",
    }
    assert by_match["1.1.1.1"]["kind"] == "ruling"


def test_a_tournament_report_is_for_tables_of_two(tmp_path: Path) -> None:
    log = opened(tmp_path, event_text("random", "random", "random", seats=3))
    with pytest.raises(NotForTwoSeats, match="has tables of 3; choose csv or jsonl"):
        tournament_report(log)
    log.close()
