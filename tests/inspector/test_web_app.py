"""The inspector over HTTP: what it sends, to whom, and what it refuses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from referee.cli.match_files import open_replay
from referee.disputes.explain.explanations import explain
from referee.kernel.facts import OPEN_TABLE
from referee.replay.format import seat_names
from referee.replay.visible_facts import visible_facts
from tests.inspector.requests import REPLAYS, app_for, get

APP = app_for(REPLAYS)
NAME = "abyss/4-seats.replay"
REPLAY = open_replay(str(REPLAYS / NAME))


def test_the_list_names_every_match() -> None:
    page = get(APP, "/")
    assert page.status == 200
    for path in REPLAYS.rglob("*.replay"):
        assert f'href="/match/{path.relative_to(REPLAYS).as_posix()}"'.encode() in page.body


def test_a_single_file_is_shown_at_once() -> None:
    app = app_for(REPLAYS / NAME)
    answer = get(app, "/")
    assert (answer.status, answer.headers["location"]) == (307, "/match/4-seats.replay")
    assert b"<noscript>" in get(app, "/match/4-seats.replay").body


def test_the_summary_has_the_seed_for_the_open_table_alone() -> None:
    summary = get(APP, f"/api/summary/{NAME}?as=open").json
    assert summary["seed"] == REPLAY.charter.seed
    assert summary["names"] == seat_names(REPLAY)
    for viewer in ("0", "spectator"):
        assert REPLAY.charter.seed.encode() not in get(APP, f"/api/summary/{NAME}?as={viewer}").body


def test_the_facts_are_those_of_the_replay_in_pages() -> None:
    found = get(APP, f"/api/facts/{NAME}?as=open&from=1").json
    found += get(APP, f"/api/facts/{NAME}?as=open&from={len(found) + 1}").json
    facts = list(visible_facts(REPLAY, OPEN_TABLE))
    assert [fact["path"] for fact in found] == [fact.recorded.path for fact in facts]
    assert [fact["number"] for fact in found] == list(range(1, len(found) + 1))
    assert "turn" in [mark for fact in found for mark in fact.get("marks", ())]


def test_moments_say_where_the_facts_of_a_seat_are() -> None:
    moments = get(APP, f"/api/moments/{NAME}?as=1").json
    assert moments["numbers"] == [fact.seq for fact in visible_facts(REPLAY, 1)]
    assert moments["total"] == sum([len(entry.facts) for entry in REPLAY.entries])


def test_a_bundle_has_its_cases() -> None:
    (case,) = get(APP, "/api/moments/unfathomable/disputed.bundle?as=open").json["cases"][:1]
    assert case["claim"]
    assert case["fact"] >= 1


def test_a_refused_intent_is_shown_to_its_seat_and_the_open_table_alone() -> None:
    name = "abyss/disputed.bundle"
    for viewer in ("open", "1"):
        (refusal,) = get(APP, f"/api/moments/{name}?as={viewer}").json["refusals"]
        assert (refusal["seat"], refusal["why"]) == (1, "The record does not say why.")
    assert get(APP, f"/api/moments/{name}?as=0").json["refusals"] == []


def test_why_has_the_explanation_and_every_option() -> None:
    number = 133
    why = get(APP, f"/api/why/{NAME}?as=open&fact={number}").json
    explained = explain(REPLAY.charter, REPLAY.entries, number, seat_names(REPLAY))
    assert why["explanation"]["sentence"] == explained.sentence
    assert [rule["rule"] for rule in why["explanation"]["path"]] == [rule.rule for rule in explained.path]
    for question, given in zip(why["questions"], explained.answers, strict=True):
        chosen = [option["sentence"] for option in question["options"] if option.get("is_chosen")]
        assert sorted(chosen) == sorted(given.choices)
    assert max([len(question["options"]) for question in why["questions"]]) > 1


def test_a_seat_is_explained_only_its_own_answers() -> None:
    for fact in get(APP, f"/api/facts/{NAME}?as=1&from=1").json[:120:7]:
        why = get(APP, f"/api/why/{NAME}?as=1&fact={fact['number']}").json
        assert {question["seat"] for question in why["questions"]} <= {1}
        assert why["explanation"]["draws"] == why["explanation"]["shuffles"] == []


def test_plots_show_what_changed() -> None:
    plots = get(APP, f"/api/plots/{NAME}?as=open").json
    assert plots
    assert all(any(len(line["points"]) > 1 for line in plot["lines"]) for plot in plots)


def test_nothing_from_elsewhere_may_run_or_load() -> None:
    for address in ("/", f"/match/{NAME}", f"/api/summary/{NAME}", "/static/page.js", "/static/none.js"):
        headers = get(APP, address).headers
        assert headers["content-security-policy"].startswith("default-src 'none'; script-src 'self';")
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_what_the_browser_has_is_not_sent_again() -> None:
    address = f"/api/pictures/{NAME}?as=open&page=0"
    first = get(APP, address)
    again = get(APP, address, {"if-none-match": first.headers["etag"]})
    assert (again.status, again.body) == (304, b"")
    assert get(APP, address, {"if-none-match": '"other"'}).status == 200


@pytest.mark.parametrize(
    ("address", "status", "reason"),
    [
        ("/api/summary/abyss/none.replay", 404, "NO_SUCH_MATCH"),
        ("/api/summary/../pyproject.toml", 404, "NO_SUCH_MATCH"),
        (f"/api/summary/{NAME}?as=9", 400, "UNKNOWN_VIEWER"),
        (f"/api/summary/{NAME}?as=-1", 400, "UNKNOWN_VIEWER"),
        (f"/api/summary/{NAME}?as=%C2%B2", 400, "UNKNOWN_VIEWER"),
        (f"/api/facts/{NAME}?as=1&from=0", 404, "NO_SUCH_FACT"),
        (f"/api/facts/{NAME}?as=1&from=99999", 404, "NO_SUCH_FACT"),
        (f"/api/facts/{NAME}?as=1", 400, "BAD_NUMBER"),
        (f"/api/pictures/{NAME}?as=1&page=-1", 400, "BAD_NUMBER"),
        (f"/api/pictures/{NAME}?as=1&page=999", 404, "NO_SUCH_FACT"),
        (f"/api/why/{NAME}?as=1&fact=0", 404, "NO_SUCH_FACT"),
        (f"/api/why/{NAME}?as=1&fact=99999", 404, "NO_SUCH_FACT"),
    ],
)
def test_a_bad_request_is_refused(address: str, status: int, reason: str) -> None:
    answer = get(APP, address)
    assert (answer.status, answer.json["error"]["reason"]) == (status, reason)
    assert answer.json["error"]["message"]


def test_another_host_is_refused() -> None:
    """A page elsewhere that resolves its own name to this machine must not read the matches."""
    assert get(APP, "/", {"host": "evil.example"}).status == 400


def test_nothing_can_be_sent() -> None:
    assert get(APP, "/", method="POST").status == 405


@pytest.mark.parametrize(
    "name", ["../web_app.py", "boards/../../web_app.py", "none.js", "page", "..%2fweb_app.py"]
)
def test_only_files_of_the_page_are_sent(name: str) -> None:
    assert get(APP, f"/static/{name}").status == 404


DAMAGED: dict[str, tuple[str, Callable[[str], str]]] = {
    "cut.replay": ("the file breaks off", lambda text: text[: len(text) // 2]),
    "changed.replay": ("is damaged", lambda text: text.replace('"pearls":1', '"pearls":2', 1)),
    "newer.replay": ("newer", lambda text: text.replace("referee replay 1", "referee replay 2", 1)),
    "other.replay": ("is not a replay", lambda text: "hello\n"),
    "rules.replay": ("cannot read", lambda text: text.replace("rules 1", "rules 99", 1)),
}


def test_what_is_wrong_with_a_file_is_said(tmp_path: Path) -> None:
    text = (REPLAYS / NAME).read_text()
    for name, (_, damage) in DAMAGED.items():
        (tmp_path / name).write_text(damage(text))
    (tmp_path / "whole.replay").write_text(text)
    app = app_for(tmp_path)
    listing = get(app, "/").body.decode()
    for name, (problem, _) in DAMAGED.items():
        page = get(app, f"/match/{name}")
        assert (page.status, page.headers["content-type"]) == (422, "text/html; charset=utf-8")
        assert problem in page.body.decode() or "damaged" in page.body.decode(), name
        assert get(app, f"/api/facts/{name}?from=1").json["error"]["reason"] == "UNREADABLE_MATCH"
    assert listing.count('<li class="bad">') == len(DAMAGED)
    assert get(app, "/api/summary/whole.replay").status == 200


def test_a_file_that_changes_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "match.replay"
    file.write_bytes((REPLAYS / NAME).read_bytes())
    app = app_for(file)
    assert get(app, "/api/summary/match.replay").json["title"] == "Abyss"
    file.write_bytes((REPLAYS / "unfathomable/3-seats.replay").read_bytes())
    assert get(app, "/api/summary/match.replay").json["title"] == "Unfathomable"


def test_names_are_text_and_not_markup(tmp_path: Path) -> None:
    name = "<img src=x onerror=alert(1)>.replay"
    (tmp_path / name).write_bytes((REPLAYS / NAME).read_bytes())
    app = app_for(tmp_path)
    assert b"<img" not in get(app, "/").body
    assert b"<img" not in get(app, f"/match/{name}").body


def test_an_empty_directory_says_what_to_do(tmp_path: Path) -> None:
    assert b"referee play" in get(app_for(tmp_path), "/").body
