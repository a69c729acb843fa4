"""`referee access`: issue, list, rotate, revoke and log."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.cli.commands.serve import access_mode, read_settings
from referee.cli.parser import parse_arguments
from referee.server.api_keys import ACCESS_FILE, KEY_ROLES, ApiKeys, KeyRefused
from tests.cli.running import Ran, inside

ISSUE = ("issue", "--name", "Spring league", "--role", "organiser")
COLUMNS = {"id", "name", "role", "state", "created", "rotated", "expires", "revoked", "quotas"}


def command(folder: Path, *arguments: str) -> Ran:
    return inside("access", *arguments, "--data-dir", str(folder))


def issued(folder: Path, *arguments: str) -> dict[str, Any]:
    """Issue a key, and return what the command printed."""
    ran = command(folder, *ISSUE, *arguments, "--json")
    assert (ran.code, ran.err) == (0, "")
    (line,) = ran.lines
    assert isinstance(line, dict)
    return line


def is_accepted(folder: Path, text: str) -> bool:
    try:
        return ApiKeys(folder).verify(text) is not None
    except KeyRefused:
        return False


def test_issue_prints_the_key_once_and_nothing_else_in_a_pipe(tmp_path: Path) -> None:
    ran = command(tmp_path, *ISSUE)
    assert (ran.code, ran.err) == (0, "")
    assert is_accepted(tmp_path, ran.out.removesuffix("\n"))
    secret = ran.out.strip().rpartition("_")[2]
    for action in (("list",), ("log",), ("list", "--json"), ("log", "--json")):
        again = command(tmp_path, *action)
        assert again.code == 0
        assert "Spring league" in again.out
        assert secret not in again.out


@pytest.mark.parametrize("role", KEY_ROLES)
def test_issue_takes_every_role(role: str, tmp_path: Path) -> None:
    (line,) = command(tmp_path, "issue", "--name", "x", "--role", role, "--json").lines
    assert line["role"] == role


def test_issue_takes_an_expiry_and_quotas(tmp_path: Path) -> None:
    quotas = ("--matches", "5", "--per-minute", "6", "--streams", "7", "--heavy", "8")
    line = issued(tmp_path, "--expires", "2999-01-31", *quotas)
    assert line.keys() == COLUMNS | {"key"}
    assert line["expires"] == "2999-02-01T00:00:00Z"
    assert line["quotas"] == {"matches": 5, "per_minute": 6, "streams": 7, "heavy": 8}
    assert "matches 5, per minute 6, streams 7, heavy 8" in command(tmp_path, "list").out
    assert issued(tmp_path)["quotas"] == {"matches": None, "per_minute": None, "streams": None, "heavy": None}


def test_list_shows_every_key_with_its_state(tmp_path: Path) -> None:
    assert command(tmp_path, "list").out == "no keys; create one with 'referee access issue'\n"
    assert command(tmp_path, "list", "--json").out == ""
    first, second = issued(tmp_path), issued(tmp_path)
    assert command(tmp_path, "revoke", first["id"], "--reason", "lost").code == 0
    lines = command(tmp_path, "list", "--json").lines
    assert [(line["id"], line["state"]) for line in lines] == [
        (first["id"], "revoked"),
        (second["id"], "valid"),
    ]
    assert all([line.keys() == COLUMNS for line in lines])
    assert f"{first['id']}  revoked  organiser   Spring league" in command(tmp_path, "list").out


def test_rotate_prints_the_new_key(tmp_path: Path) -> None:
    old = issued(tmp_path)
    ran = command(tmp_path, "rotate", old["id"])
    assert (ran.code, ran.err) == (0, "")
    assert is_accepted(tmp_path, ran.out.strip())
    assert not is_accepted(tmp_path, old["key"])
    (line,) = command(tmp_path, "rotate", old["id"], "--json").lines
    assert is_accepted(tmp_path, line["key"])
    assert line["rotated"] is not None


def test_revoke_ends_a_key(tmp_path: Path) -> None:
    first, second = issued(tmp_path), issued(tmp_path)
    ran = command(tmp_path, "revoke", first["id"], "--reason", "The laptop was lost.")
    assert (ran.code, ran.out) == (0, f"key {first['id']} of Spring league is revoked\n")
    (line,) = command(tmp_path, "revoke", second["id"], "--reason", "too", "--json").lines
    assert (line["id"], line["state"]) == (second["id"], "revoked")
    assert not is_accepted(tmp_path, first["key"])
    assert not is_accepted(tmp_path, second["key"])


def test_log_says_who_did_what_and_when(tmp_path: Path) -> None:
    key = issued(tmp_path)["id"]
    command(tmp_path, "rotate", key)
    command(tmp_path, "revoke", key, "--reason", "[bold]lost")
    lines = command(tmp_path, "log", "--json").lines
    assert [line["what"] for line in lines] == ["issued", "rotated", "revoked"]
    assert all([line.keys() == {"at", "what", "key", "name", "role", "by", "reason"} for line in lines])
    assert {line["key"] for line in lines} == {key}
    assert all([line["by"] for line in lines])
    shown = command(tmp_path, "log").out.splitlines()
    assert len(shown) == 3
    assert f"revoked  {key}  organiser Spring league, by " in shown[2]
    assert shown[2].endswith(": [bold]lost")


def test_names_cannot_write_to_the_terminal(tmp_path: Path) -> None:
    """A name in a file changed by hand is printed as text, not as markup."""
    issued(tmp_path)
    path = tmp_path / ACCESS_FILE
    path.write_text(path.read_text().replace("Spring league", "[red]Spring"))
    assert "[red]Spring" in command(tmp_path, "list").out


REFUSED = [
    (("issue", "--name", "", "--role", "organiser"), "a name is printable text of 1 to 64 characters"),
    (("issue", "--name", "a\x1b[2Jb", "--role", "organiser"), "a name is printable text"),
    (("issue", "--name", "x" * 65, "--role", "organiser"), "a name is printable text"),
    ((*ISSUE, "--expires", "31.1.2027"), "'31.1.2027' is not a date; write --expires 2027-01-31"),
    ((*ISSUE, "--expires", "2027-02-30"), "'2027-02-30' is not a date"),
    ((*ISSUE, "--expires", "20270131"), "'20270131' is not a date"),
    ((*ISSUE, "--expires", "9999-12-31"), "'9999-12-31' is not a date"),
    ((*ISSUE, "--expires", "2001-01-31"), "the expiry date is in the past"),
    ((*ISSUE, "--matches", "-1"), "a quota is between 0"),
    ((*ISSUE, "--heavy", "1000001"), "a quota is between 0"),
    (("rotate", "k23456"), "there is no key 'k23456'"),
    (("rotate", "K7\x1b"), "there is no key 'K7\\x1b'"),
    (("revoke", "k23456", "--reason", "lost"), "there is no key 'k23456'"),
    (("revoke", "k23456", "--reason", " "), "a reason is printable text"),
]


@pytest.mark.parametrize(("arguments", "told"), REFUSED)
def test_a_refused_action_changes_nothing(arguments: tuple[str, ...], told: str, tmp_path: Path) -> None:
    """Exit code 2, and one line that says what to do."""
    issued(tmp_path)
    before = (tmp_path / ACCESS_FILE).read_bytes()
    ran = command(tmp_path, *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err
    assert len(ran.err.splitlines()) == 1
    assert (tmp_path / ACCESS_FILE).read_bytes() == before
    assert len(command(tmp_path, "log", "--json").lines) == 1


USAGE = [
    ((), "the following arguments are required: ACTION"),
    (("issue", "--role", "organiser"), "the following arguments are required: --name"),
    (("issue", "--name", "x", "--role", "emperor"), "unknown role 'emperor'"),
    (
        ("issue", "--name", "x", "--role", "judge", "--matches", "many"),
        "--matches must be a whole number, not 'many'",
    ),
    (("revoke", "k23456"), "the following arguments are required: --reason"),
    (("rotate",), "the following arguments are required: ID"),
    (("burn",), "unknown action 'burn' (choose from"),
]


@pytest.mark.parametrize(("arguments", "told"), USAGE)
def test_a_wrong_command_line_exits_with_2(arguments: tuple[str, ...], told: str) -> None:
    ran = inside("access", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err


@pytest.mark.parametrize("action", [("list",), ("log",), ("rotate", "k23456"), ISSUE])
def test_a_file_that_others_can_read_or_that_is_damaged_gets_one_line(
    action: tuple[str, ...], tmp_path: Path
) -> None:
    """Nothing is shown or changed until the operator has corrected the file; the log is a file of its own."""
    key = issued(tmp_path)
    path = tmp_path / ACCESS_FILE
    path.chmod(0o644)
    ran = command(tmp_path, *action)
    assert action == ("log",) or (ran.code == 2 and f"chmod 600 {path}" in ran.err)
    path.chmod(0o600)
    path.write_text(path.read_text().replace("{", "[", 1))
    ran = command(tmp_path, *action)
    assert action == ("log",) or (ran.code == 2 and "is damaged" in ran.err)
    assert len(ran.err.splitlines()) == (action != ("log",))
    assert key["key"].rpartition("_")[2] not in ran.err


@pytest.mark.parametrize(
    "action", [("list",), ("log",), ("rotate", "k23456"), ("revoke", "k", "--reason", "x")]
)
def test_a_mistyped_directory_is_not_created(action: tuple[str, ...], tmp_path: Path) -> None:
    ran = command(tmp_path / "typo", *action)
    assert (ran.code, ran.out) == (2, "")
    assert "is it the right --data-dir?" in ran.err
    assert not (tmp_path / "typo").exists()


def test_a_directory_that_cannot_be_used_gets_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    ran = command(tmp_path / "file", *ISSUE)
    assert (ran.code, ran.out) == (2, "")
    assert "cannot write" in ran.err


@pytest.mark.parametrize("action", ["issue", "list", "rotate", "revoke", "log"])
def test_help_has_an_example(action: str) -> None:
    ran = inside("access", action, "--help")
    assert ran.code == 0
    assert f"referee access {action}" in ran.out.partition("example:")[2]


def test_the_data_directory_is_that_of_the_service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_DATA_DIR", str(tmp_path / "env"))
    assert inside("access", *ISSUE).code == 0
    assert (tmp_path / "env" / ACCESS_FILE).exists()


# --- who may create matches on a service ---


def mode(environment: dict[str, str], *arguments: str) -> str:
    """Return the access mode of a service with this command line and environment."""
    return access_mode(read_settings(parse_arguments(["serve", *arguments]), environment))


def test_serve_is_open_on_loopback_and_needs_keys_elsewhere() -> None:
    assert mode({}) == "open"
    assert mode({}, "--host", "0.0.0.0") == "keys"
    assert mode({}, "--host", "0.0.0.0", "--access", "open") == "open"
    assert mode({}, "--access", "keys") == "keys"


def test_the_access_mode_may_come_from_the_environment_or_a_file(tmp_path: Path) -> None:
    config = tmp_path / "referee.toml"
    config.write_text('access = "keys"\n')
    assert mode({"REFEREE_ACCESS": "keys"}) == "keys"
    assert mode({}, "--config", str(config)) == "keys"
    assert mode({"REFEREE_ACCESS": "open"}, "--config", str(config)) == "open"
    assert mode({"REFEREE_ACCESS": "open"}, "--access", "keys") == "keys"


def test_an_unknown_access_mode_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_ACCESS", "maybe")
    ran = inside("serve")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "referee serve: REFEREE_ACCESS 'maybe' is not one of open, keys\n"
