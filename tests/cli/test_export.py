"""`referee export`: one file, from a replay, from a data directory, from a server."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.audit.entries import Looked
from referee.disputes.evidence.examination import examine
from referee.log.records import EntryAppended, IntentRejected, MatchClosed, MatchOpened, SeatTaken
from referee.log.sqlite import SqliteStore
from referee.proof.keys import Keyring
from referee_client import connect
from referee_client.bots import bot
from tests.cli.files import Files, written
from tests.cli.running import inside, referee, served
from tests.disputes.recordings import MATCH, RandomRecording


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    return written(tmp_path_factory.mktemp("export"), answers=12)


def test_a_bundle_of_a_replay_and_receipts_verifies(files: Files) -> None:
    found = examine(files.text().encode())
    assert found.ok
    assert found.receipts > 4
    assert inside("verify", files.bundle, "--keys", files.keys).code == 0


def test_it_says_what_it_wrote(files: Files, tmp_path: Path) -> None:
    out = str(tmp_path / "again.bundle")
    ran = inside("export", files.bundle, "-o", out, "--data-dir", files.data_dir, "--json")
    assert ran.code == 0, ran.err
    (line,) = ran.lines
    assert line.keys() == {"file", "match", "game", "facts", "receipts", "cases", "bytes", "sealed"}
    assert (line["file"], line["match"], line["bytes"]) == (out, MATCH, Path(out).stat().st_size)


def test_more_receipts_are_added_to_a_bundle_and_none_twice(files: Files, tmp_path: Path) -> None:
    out = str(tmp_path / "again.bundle")
    ran = inside("export", files.bundle, "--receipt", files.receipts, "-o", out, "--data-dir", files.data_dir)
    assert ran.code == 0, ran.err
    assert Path(out).read_text() == files.text()


REFUSED: dict[str, tuple[tuple[str, ...], str]] = {
    "no match named": (("{replay}",), "give it: --match ID"),
    "an id that is none": (("{replay}", "--match", "a b"), "is not a valid match id"),
    "another match": (("{bundle}", "--match", "m-2"), "is a bundle of match m-1, not of m-2"),
    "a receipt of another match": (
        ("{replay}", "--match", "m-2", "--receipt", "{receipts}"),
        "expected a receipt of match m-2, found one of match m-1",
    ),
    "no receipts file": (("{replay}", "--match", MATCH, "--receipt", "{keys}"), "is not a receipts file"),
    "nothing named": ((), "name what to export"),
    "no matches there": (("--match", MATCH), "no matches in"),
    "a server and a file": (("{replay}", "--server", "127.0.0.1:1"), "omit FILE and --receipt"),
    "a server without a token": (("--match", MATCH, "--server", "127.0.0.1:1"), "--match ID --token-file F"),
    "no server": (("--match", MATCH, "--token", "t", "--server", "127.0.0.1:1"), "did not export match m-1"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_refused_export_writes_nothing(case: str, files: Files, tmp_path: Path) -> None:
    arguments, told = REFUSED[case]
    out = tmp_path / "out.bundle"
    given = [argument.format(**files._asdict()) for argument in arguments]
    ran = inside("export", *given, "-o", str(out), "--data-dir", files.data_dir)
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err
    assert len(ran.err.splitlines()) == 1
    assert not out.exists()


def test_a_replay_that_does_not_verify_is_not_sealed(files: Files, tmp_path: Path) -> None:
    text = Path(files.replay).read_text()
    changed = tmp_path / "changed.replay"
    changed.write_text(text.replace('"space":1', '"space":2', 1))
    ran = inside(
        "export", str(changed), "--match", MATCH, "-o", str(tmp_path / "x"), "--data-dir", files.data_dir
    )
    assert ran.code == 2
    assert "is damaged at entry" in ran.err


def test_a_bundle_with_cases_is_not_written_over(tmp_path: Path) -> None:
    files = written(tmp_path)
    assert files.open().code == 0
    before = files.text()
    there = ("-o", files.bundle, "--data-dir", files.data_dir, "--force")
    ran = inside("export", files.replay, "--match", MATCH, *there)
    assert (ran.code, ran.out) == (2, "")
    assert "1 signed entry that would be lost" in ran.err
    assert files.text() == before
    assert inside("export", files.bundle, *there).code == 0
    assert "case 1" in inside("verify", files.bundle).out, "a bundle of the bundle has them all"


def test_a_bundle_without_cases_is_written_over(tmp_path: Path) -> None:
    files = written(tmp_path)
    again = ("export", files.replay, "--match", MATCH, "-o", files.bundle, "--data-dir", files.data_dir)
    assert inside(*again, "--force").code == 0


def test_a_mistyped_data_directory_gets_no_keys(files: Files, tmp_path: Path) -> None:
    ran = inside(
        "export", files.replay, "--match", MATCH, "-o", str(tmp_path / "x"), "--data-dir", str(tmp_path / "d")
    )
    assert ran.code == 2
    assert "check --data-dir" in ran.err
    assert list(tmp_path.iterdir()) == []


def stored(folder: Path, recording: RandomRecording, *, is_over: bool) -> None:
    """Put a match into the database of a data directory."""
    charter_entry, *entries = recording.entries
    store = SqliteStore(folder / "referee.db")
    names = ("Ada", "Bob", "Cleo")
    store.write([MatchOpened(MATCH, 1, "abyss", charter_entry.body, charter_entry.hash)])
    store.write(
        [SeatTaken(MATCH, seat, "seat", bytes([seat]) * 32, name, 2) for seat, name in enumerate(names)]
    )
    store.write([EntryAppended(MATCH, entry.seq, 0, "", 3, entry.body, entry.hash) for entry in entries])
    store.write([IntentRejected(MATCH, 1, "k", 4, b'{"question":9}', b'{"refusal":"not_asked"}')])
    if is_over:
        store.write([MatchClosed(MATCH, 5, "ended")])
    store.close()


@pytest.mark.parametrize("is_over", [False, True])
def test_an_operator_who_reads_a_running_match_is_recorded(is_over: bool, tmp_path: Path) -> None:
    """Every look is in the audit log before the bundle is written."""
    ring = Keyring(tmp_path / "keys")
    stored(tmp_path, RandomRecording(answers=-1 if is_over else 9, keys=ring), is_over=is_over)
    out = tmp_path / "out.bundle"
    arguments = ("export", "--match", MATCH, "--data-dir", str(tmp_path), "-o", str(out), "--force")
    for times in (1, 2):
        assert inside(*arguments).code == 0
        found = examine(out.read_bytes(), published=ring.published)
        assert found.ok
        assert found.replay is not None
        assert found.replay.names == {0: "Ada", 1: "Bob", 2: "Cleo"}
        looks = [entry.body for entry in found.audit]
        assert looks == ([] if is_over else [Looked("operator", "whole record, for a bundle")] * times)
        assert found.sealed is not None
        assert len(found.sealed.bundle.refusals) == 1
    ran = inside("export", "--match", "m-9", "--data-dir", str(tmp_path), "-o", str(tmp_path / "no.bundle"))
    assert ran.code == 2
    assert f"no match m-9 in {tmp_path} (choose from {MATCH})" in ran.err


def test_a_unique_prefix_of_an_id_is_enough_in_a_data_directory(tmp_path: Path) -> None:
    """A prefix must be unique, but an exact id takes precedence over longer ones."""
    stored(tmp_path, RandomRecording(answers=-1, keys=Keyring(tmp_path / "keys")), is_over=True)
    export = ("export", "--data-dir", str(tmp_path), "-o", str(tmp_path / "out.bundle"), "--json", "--force")
    (line,) = inside(*export, "--match", MATCH[:2]).lines
    assert line["match"] == MATCH
    more = [f"{MATCH}{number}" for number in range(7)]
    charter_entry = RandomRecording(answers=0).entries[0]
    store = SqliteStore(tmp_path / "referee.db")
    store.write([MatchOpened(match, 6, "abyss", charter_entry.body, charter_entry.hash) for match in more])
    store.close()
    (line,) = inside(*export, "--match", MATCH).lines
    assert line["match"] == MATCH
    ran = inside(*export, "--match", MATCH[:2])
    assert (ran.code, len(ran.err.splitlines())) == (2, 1)
    assert (
        f"start with {MATCH[:2]}: {more[6]}, {more[5]}, {more[4]}, {more[3]}, {more[2]} and 3 more" in ran.err
    )


def test_a_data_directory_that_is_served_is_left_alone(tmp_path: Path) -> None:
    with served(tmp_path):
        ran = referee("export", "--match", MATCH, "--data-dir", str(tmp_path), "-o", str(tmp_path / "x"))
    assert ran.code == 2
    assert len(ran.err.splitlines()) == 1


def test_a_server_exports_to_its_arbiter_and_after_the_end_to_its_seats(tmp_path: Path) -> None:
    """Export: what a server sends is the same file, sealed with its key."""
    data_dir, out = tmp_path / "data", str(tmp_path / "out.bundle")
    with served(data_dir) as (_, address), connect(address) as client:
        opened = client.create_match("abyss", 2, unrefereed=True)
        match, arbiter = opened.match.id, opened.token
        seats = [client.join_seat(match, name=name) for name in ("Ada", "Bob")]
        export = ("export", "--server", address, "--match", match, "-o", out, "--force")
        early = inside(*export, "--token", seats[0].token)
        assert early.code == 2
        assert f"{address} did not export match {match}" in early.err
        assert not Path(out).exists()
        assert inside(*export, "--token", arbiter).code == 0
        (look,) = examine(Path(out).read_bytes()).audit
        assert isinstance(look.body, Looked)
        client.play({seat: bot("random", "abyss", "export") for seat in seats})
        ran = inside(*export, "--token", seats[0].token)
        assert ran.code == 0, ran.err
    published = Keyring(data_dir / "keys").published
    found = examine(Path(out).read_bytes(), published=published, commitment=opened.match.commitment)
    assert found.first_difference is None
    assert found.receipts > 0
    assert found.outcome is not None
