"""Steps of disputes over HTTP: who may take them, what is refused, and that a refused step changes nothing."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from starlette.applications import Starlette

from referee.cli.bundle_desk import BundleDesk
from referee.cli.bundle_editor import BundleEditor
from referee.cli.commands.inspect import read_record
from referee.cli.errors import CommandError
from referee.inspector.case_desk import LARGEST_STEP, StepGuard
from referee.inspector.shown_matches import ShownMatches
from referee.inspector.web_app import web_app
from tests.cli.files import Files, written
from tests.cli.running import inside
from tests.inspector.requests import HOST, REPLAYS, Answer, get

CLAIM = "Nobody may count my pearls."
OPEN = {"step": "open", "by": "seat/1", "fact": 3, "rule": "pearls.visibility", "claim": CLAIM}
RULE = {
    "step": "rule",
    "case": 1,
    "finding": "upheld",
    "reason": "The cups are open.",
    "rules": "pearls.visibility",
}


class Desk(NamedTuple):
    """A bundle that is shown with signing, and its files."""

    app: Starlette
    guard: StepGuard
    files: Files

    @property
    def headers(self) -> dict[str, str]:
        """What the page sends with a step."""
        return {
            "origin": f"http://{HOST}",
            "sec-fetch-site": "same-origin",
            "x-referee-step": "1",
            "cookie": f"referee-sign-80={self.guard.token}",
        }

    def cases(self, headers: Mapping[str, str] | None = None, viewer: str = "open") -> Any:
        """Return what the panel with the cases shows."""
        return get(self.app, f"/api/cases/a.bundle?as={viewer}", headers or self.headers).json

    def take(self, step: Mapping[str, Any], client: str = "127.0.0.1", **changes: str) -> Answer:
        """Take a step, with other headers than the page sends if they are named; empty ones are left out."""
        changed = {name.replace("_", "-"): value for name, value in changes.items()}
        headers = {name: value for name, value in {**self.headers, **changed}.items() if value}
        body = json.dumps({"seen": self.cases()["desk"]["version"], "take": step}).encode()
        return get(self.app, "/api/steps/a.bundle", headers, "POST", body=body, client=client)


def served(files: Files, guard: StepGuard | None) -> Starlette:
    """Return the application for a bundle."""
    shown = ShownMatches(Path(files.bundle), read_record)
    return web_app(shown, [HOST], BundleDesk(shown, files.data_dir, is_signing=guard is not None), guard)


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Files:
    return written(tmp_path_factory.mktemp("original"), answers=6)


@pytest.fixture
def files(original: Files, tmp_path: Path) -> Files:
    shutil.copytree(Path(original.bundle).parent, tmp_path, dirs_exist_ok=True)
    return Files(*[str(tmp_path / Path(path).name) for path in original])


@pytest.fixture
def desk(files: Files) -> Desk:
    guard = StepGuard()
    return Desk(served(files, guard), guard, files)


def refused(answer: Answer, says: str, status: int = 409) -> None:
    """Check that a step was refused, and why."""
    assert (answer.status, says in answer.json["error"]["message"]) == (status, True), answer.body


def test_a_case_from_the_claim_to_the_second_ruling_is_that_of_the_command_line(desk: Desk) -> None:
    """The same checks, signatures and file as with `referee dispute`."""
    assert desk.take(OPEN).status == 200
    tried = desk.take({"step": "try", "case": 1, "rulings": {"pearls.visibility": "cupped"}})
    assert tried.status == 200, tried.body
    assert desk.take({**RULE, "is_precedent": True}).status == 200
    appealed = {"step": "appeal", "case": 1, "by": "seat/0", "reason": "Read the example."}
    assert desk.take(appealed).status == 200
    (case,) = desk.take({**RULE, "finding": "overturned", "remedy": "void"}).json["cases"]
    assert case["state"] == "closed"
    assert case["rulings"][1]["is_by_same_official"], "one key signed both, and the page says so"
    assert [trial["readings"] for trial in case["trials"]] == ["pearls.visibility:cupped"]
    signer = desk.cases()["desk"]["signer"]
    assert {case["signer"], case["appeal"]["signer"], case["rulings"][0]["signer"]} == {signer}
    verified = inside("verify", desk.files.bundle, "--keys", desk.files.keys, "--json")
    assert verified.code == 0, verified.err
    assert verified.lines[0]["result"] == {"by": "ruling", "kind": "void"}
    (line,) = inside("dispute", "show", desk.files.bundle, "--json").lines
    assert (line["claim"], line["state"]) == (CLAIM, "closed")
    assert [line["rulings"][0]["precedent"], line["appeal"]["by"]] == [True, "seat/0"]


def test_a_case_is_withdrawn_by_whoever_opened_it(desk: Desk) -> None:
    desk.take(OPEN)
    refused(desk.take({"step": "withdraw", "case": 1, "by": "seat/0"}), "Only whoever opened case 1")
    (case,) = desk.take({"step": "withdraw", "case": 1, "by": "seat/1"}).json["cases"]
    assert case["state"] == "withdrawn"
    assert "withdrawn before any ruling" in inside("dispute", "show", desk.files.bundle).out


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "an empty claim": ({**OPEN, "claim": " "}, "The claim is missing"),
    "an unknown rule": ({**OPEN, "rule": "x.y"}, "There is no rule or ruling 'x.y' in abyss"),
    "no such fact": ({**OPEN, "fact": 99999}, "There is no such fact in this match"),
    "not at the table": ({**OPEN, "by": "seat/9"}, "Only a seat of this match"),
    "no such case": ({**RULE, "case": 7}, "There is no case 7"),
    "nothing to appeal": ({"step": "appeal", "case": 7, "by": "seat/0", "reason": "No."}, "There is no case 7"),
    "an unknown remedy": ({**RULE, "remedy": "undo"}, "Unknown remedy 'undo'"),
    "an unknown finding": ({**RULE, "finding": "maybe"}, "This is not a step of a dispute"),
    "nothing to try": ({"step": "try", "case": 1}, "Choose what to try"),
    "the reading of the match": (
        {"step": "try", "case": 1, "rulings": {"pearls.visibility": "open"}},
        "The match was already played under these readings",
    ),
    "an unknown step": ({"step": "burn", "case": 1}, "This is not a step of a dispute"),
    "an unknown field": ({**OPEN, "freeze": True}, "This is not a step of a dispute"),
}  # fmt: skip


@pytest.mark.parametrize("what", REFUSED)
def test_a_refused_step_changes_nothing(what: str, desk: Desk) -> None:
    step, says = REFUSED[what]
    before = Path(desk.files.bundle).read_bytes()
    refused(desk.take(step), says)
    assert Path(desk.files.bundle).read_bytes() == before


FOREIGN: dict[str, tuple[dict[str, str], str]] = {
    "another origin": ({"origin": "http://evil.example"}, "came from elsewhere"),
    "another port": ({"origin": f"http://{HOST}:8080"}, "came from elsewhere"),
    "no origin": ({"origin": ""}, "came from elsewhere"),
    "another site": ({"sec_fetch_site": "cross-site"}, "came from elsewhere"),
    "no header of the page": ({"x_referee_step": ""}, "came from elsewhere"),
    "no token": ({"cookie": ""}, "Open the address that 'referee inspect --sign' printed"),
    "another token": ({"cookie": "referee-sign-80=guess"}, "Open the address that"),
    "another machine": ({"client": "192.0.2.7"}, "only from the machine where the inspector runs"),
}


@pytest.mark.parametrize("what", FOREIGN)
def test_only_the_page_takes_steps(what: str, desk: Desk) -> None:
    changes, says = FOREIGN[what]
    before = Path(desk.files.bundle).read_bytes()
    refused(desk.take(OPEN, **changes), says, 403)
    assert Path(desk.files.bundle).read_bytes() == before


def test_another_machine_takes_steps_if_the_operator_allows_it(files: Files) -> None:
    guard = StepGuard(is_remote_allowed=True)
    desk = Desk(served(files, guard), guard, files)
    assert desk.take(OPEN, client="192.0.2.7").status == 200


def test_the_printed_address_lets_a_browser_sign_and_no_other(desk: Desk) -> None:
    answer = get(desk.app, f"/?sign={desk.guard.token}")
    assert (answer.status, answer.headers["location"]) == (307, "/match/a.bundle")
    cookie = answer.headers["set-cookie"]
    assert f"referee-sign-80={desk.guard.token}" in cookie
    assert "httponly" in cookie.lower()
    assert "samesite=strict" in cookie.lower()
    assert "set-cookie" not in get(desk.app, "/?sign=guess").headers
    assert desk.cases()["desk"]["is_writable"]
    state = desk.cases({"cookie": "other=1"})["desk"]
    assert not state["is_writable"]
    assert desk.guard.token not in json.dumps(state)


def test_a_request_that_is_too_large_is_refused(desk: Desk) -> None:
    refused(desk.take({**OPEN, "claim": "x" * LARGEST_STEP}), "too large", 403)


def test_a_file_that_changed_since_it_was_shown_is_not_changed(desk: Desk) -> None:
    """Somebody uses the command line while the page is open."""
    seen = desk.cases()["desk"]["version"]
    assert desk.files.open().code == 0
    before = Path(desk.files.bundle).read_bytes()
    body = json.dumps({"seen": seen, "take": {**OPEN, "fact": 2}}).encode()
    answer = get(desk.app, "/api/steps/a.bundle", desk.headers, "POST", body=body)
    refused(answer, "The file has changed since this page read it")
    assert Path(desk.files.bundle).read_bytes() == before


def test_a_file_that_changes_during_a_step_is_not_overwritten(files: Files) -> None:
    bundle = BundleEditor(files.bundle, files.data_dir)
    assert files.open().code == 0
    before = Path(files.bundle).read_bytes()
    with pytest.raises(CommandError, match="changed by somebody else"):
        bundle.open_case("seat/0", 2, "explore.offer", "So.")
    assert Path(files.bundle).read_bytes() == before


def test_a_read_only_file_is_not_changed(desk: Desk) -> None:
    file = Path(desk.files.bundle)
    step = json.dumps({"seen": desk.cases()["desk"]["version"], "take": OPEN}).encode()
    before = file.read_bytes()
    file.chmod(0o444)
    assert "is read-only" in desk.cases()["desk"]["why_not"]
    refused(get(desk.app, "/api/steps/a.bundle", desk.headers, "POST", body=step), "is read-only")
    ran = desk.files.open()
    assert (ran.code, "is read-only" in ran.err) == (2, True)
    assert file.read_bytes() == before


def without_key(files: Files) -> None:
    shutil.rmtree(files.data_dir)


def as_replay(files: Files) -> None:
    shutil.copy(files.replay, files.bundle)


@pytest.mark.parametrize(("change", "says"), [(without_key, "No keys in"), (as_replay, "referee export")])
def test_what_cannot_be_signed_says_what_to_do(
    desk: Desk, change: Callable[[Files], None], says: str
) -> None:
    change(desk.files)
    assert says in desk.cases()["desk"]["why_not"]
    before = Path(desk.files.bundle).read_bytes()
    refused(desk.take(OPEN), says)
    assert Path(desk.files.bundle).read_bytes() == before


def test_without_signing_nothing_can_be_sent(files: Files) -> None:
    app = served(files, None)
    state = get(app, "/api/cases/a.bundle").json["desk"]
    assert (state["is_writable"], "--sign" in state["why_not"]) == (False, True)
    assert get(app, "/api/steps/a.bundle", method="POST").status == 404


def test_a_seat_is_told_of_a_case_only_what_everyone_knows() -> None:
    """Trials and the numbers of facts show what is hidden."""
    shown = ShownMatches(REPLAYS, read_record)
    app = web_app(shown, [HOST], BundleDesk(shown, None, is_signing=False))
    (case, *_) = get(app, "/api/cases/unfathomable/disputed.bundle?as=open").json["cases"]
    assert case["trials"]
    for viewer in ("0", "spectator"):
        address = f"/api/cases/unfathomable/disputed.bundle?as={viewer}"
        (told, *_) = get(app, address).json["cases"]
        assert (told["claim"], told["trials"], told["signer"]) == (case["claim"], [], "")
        notes = get(app, f"/api/moments/unfathomable/disputed.bundle?as={viewer}").json["notes"]
        assert "trial" not in {note["mark"] for note in notes}
    notes = get(app, "/api/moments/unfathomable/disputed.bundle?as=open").json["notes"]
    assert {"ruling", "trial"} <= {note["mark"] for note in notes}
