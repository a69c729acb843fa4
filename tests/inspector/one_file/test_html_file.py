"""The single file holds what a server would answer, and allows no code but its own; for one viewer, nothing else."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Iterator

import pytest
from msgspec.structs import replace

from referee.cli.commands.inspect import read_record
from referee.games import GAMES
from referee.inspector import opened_match
from referee.inspector.case_desk import DeskState
from referee.inspector.case_words import ShownCase
from referee.inspector.one_file.html_file import SavedMatch, html_file
from referee.inspector.one_file.saved_answers import page_viewer
from referee.inspector.opened_match import MatchRecord, Moments, OpenedMatch
from referee.inspector.story import PAGE
from referee.kernel.facts import OPEN_TABLE, SPECTATOR, Seat
from referee.replay.format import Replay
from referee.replay.visible_facts import VisibleFact, visible_facts
from tests.contracts.over_the_wire import Wire
from tests.inspector.one_file.saved_files import KEYS, answers_in, block, saved, unpacked
from tests.inspector.requests import REPLAYS, app_for, get
from tests.inspector.test_secrets import Difference, WorldPair, pairs_of
from tests.tidy import tree

BUNDLE = "abyss/disputed.bundle"
LONGEST = "unfathomable/arrived.replay"
MOST_BYTES = 2_000_000
PAIRS, MANY_PAIRS, PLANTED_PAIRS = 1, 100, 12


@pytest.fixture(scope="module")
def page() -> str:
    return saved(BUNDLE)


@pytest.mark.parametrize("viewer", [OPEN_TABLE, SPECTATOR, 1])
def test_the_file_holds_what_a_server_answers(page: str, viewer: Seat) -> None:
    app, who = app_for(REPLAYS), page_viewer(viewer)
    found = answers_in(page)["viewers"][who]

    def asked(what: str, more: str = "") -> object:
        return get(app, f"/api/{what}/{BUNDLE}?as={who}{more}").json

    assert found["facts"] == asked("facts", "&from=1")
    assert found["pictures"] == [
        asked("pictures", f"&page={number}") for number in range(len(found["facts"]) // PAGE + 1)
    ]
    assert found["moments"] == asked("moments")
    assert found["plots"] == asked("plots")
    assert found["knowledge"] == asked("knowledge")
    assert found["odds"]["1" if viewer == OPEN_TABLE else who] == asked(
        "odds", "&of=1" * (viewer == OPEN_TABLE)
    )
    assert found["cases"]["cases"] == asked("cases")["cases"]  # type: ignore[index]
    for number in (1, 7, 150, len(found["facts"])):
        assert found["reasons"][number - 1] == asked("why", f"&fact={number}")


def test_the_record_in_the_file_is_that_of_the_bundle(page: str) -> None:
    assert unpacked(block(page, "record")) == (REPLAYS / BUNDLE).read_bytes()


def test_the_longest_golden_match_is_a_small_file() -> None:
    golden = [path for path in REPLAYS.glob("*/*") if path.suffix in (".replay", ".bundle")]
    assert max(golden, key=lambda path: path.stat().st_size) == REPLAYS / LONGEST
    assert len(saved(LONGEST).encode()) < MOST_BYTES


def test_the_policy_allows_the_code_of_the_file_and_no_request(page: str) -> None:
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)
    assert policy is not None
    allowed = dict(part.split(" ", 1) for part in policy[1].split("; "))
    assert allowed["default-src"] == allowed["connect-src"] == allowed["form-action"] == "'none'"
    styles = re.findall(r"<style[^>]*>(.*?)</style>", page, re.DOTALL)
    scripts = re.findall(r'<script type="module">(.*?)</script>', page, re.DOTALL)
    assert allowed["script-src"] == " ".join(map(source, scripts))
    assert allowed["style-src"] == " ".join(map(source, styles))
    markup = re.sub(r"(<script[^>]*>).*?</script>", r"\1", page, flags=re.DOTALL)
    assert set(re.findall(r"\b(?:src|href|action)=.{5}", markup)) == {'href="data', 'href="/sta'}
    assert set(re.findall(r"<(\w+)[^>]* data-href=", markup)) == {"style"}
    assert "url(" not in markup
    sheets = {path: path.read_text() for path in tree.ROOT.glob("referee/inspector/static/**/*.css")}
    assert [path for path, text in sheets.items() if "url(" in text or "@import" in text] == []


def source(text: str) -> str:
    """Return how a policy names an inline script or style."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


# --- for one viewer ---


def test_a_file_for_a_seat_has_no_record_and_nobody_else(page: str) -> None:
    own = saved(BUNDLE, 1)
    record = read_record(str(REPLAYS / BUNDLE))
    assert block(own, "record") == ""
    answers, evidence = answers_in(own), json.loads(block(own, "evidence"))
    assert list(answers["viewers"]) == answers["summary"]["viewers"] == ["1"]
    told = len(list(visible_facts(record.replay, 1)))
    assert answers["viewers"]["1"]["moments"]["total"] == told
    assert list(evidence["frames"]) == ["seat/1"]
    assert set(re.findall("referee/m-1/[a-z]+/?[0-9]*", evidence["receipts"])) == {"referee/m-1/seat/1"}
    assert evidence["commitment"] == "", "a seed that somebody chose could be found from it"
    everything = own + json.dumps(answers)
    assert record.replay.charter.seed not in everything
    assert record.replay.head not in everything
    assert (
        record.replay.head in page + json.dumps(answers_in(page)) + unpacked(block(page, "record")).decode()
    )


def test_a_seat_does_not_learn_which_fact_is_disputed_if_it_was_not_told() -> None:
    replay = read_record(str(REPLAYS / "among_cultists/cultists_eliminated.replay")).replay
    record = read_record(str(REPLAYS / "among_cultists/disputed.bundle"))._replace(replay=replay)
    told = {fact.seq for fact in visible_facts(replay, 0)}
    hidden = [fact.seq for fact in visible_facts(replay, OPEN_TABLE) if fact.seq not in told]
    about_hidden = about_case(record, hidden[0])
    assert about_case(record, hidden[-1]) == about_hidden
    assert about_hidden[0].fact == 0
    assert about_case(record, max(told)) != about_hidden


def about_case(record: MatchRecord, fact: int) -> tuple[ShownCase, Moments]:
    """Return what a file for seat 0 says about a case, if this were the disputed fact."""
    assert record.audit_state is not None
    cases = {number: replace(case, fact=fact) for number, case in record.audit_state.cases.items()}
    opened = OpenedMatch(record._replace(audit_state=replace(record.audit_state, cases=cases)))
    (case, *_) = opened.cases(0, DeskState(is_writable=False), is_alone=True).cases
    return case, opened.own_moments(0)


def compare_all(pairs: Iterable[WorldPair], wire: Wire) -> None:
    """Raise `Difference` if the file for a viewer has other bytes in one world than in the other, or the seed."""
    for pair in pairs:
        files = []
        for world in (pair.ours, pair.theirs):
            wire.rig = world.rig
            files.append(html_file(SavedMatch(MatchRecord(world.replay), "", pair.viewer), KEYS))
        wire.rig = None
        if files[0] != files[1]:
            raise Difference(f"viewer {pair.viewer}")
        if pair.ours.replay.charter.seed in files[0] + unpacked(block(files[0], "answers")).decode():
            raise Difference("the seed")


@pytest.mark.parametrize("game", GAMES)
def test_a_file_for_a_viewer_holds_nothing_that_it_cannot_know(
    game: str, seed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare_all(pairs_of(game, seed, PAIRS), Wire(monkeypatch))


@pytest.mark.campaign
@pytest.mark.parametrize("game", GAMES)
def test_a_file_for_a_viewer_holds_nothing_that_it_cannot_know_in_many_worlds(
    game: str, seed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    compare_all(pairs_of(game, seed, MANY_PAIRS), Wire(monkeypatch))


def test_a_planted_leak_is_found(seed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def open_facts(replay: Replay, _: Seat) -> Iterator[VisibleFact]:
        return visible_facts(replay, OPEN_TABLE)

    monkeypatch.setattr(opened_match, "visible_facts", open_facts)
    with pytest.raises(Difference):
        compare_all(pairs_of("abyss", seed, PLANTED_PAIRS), Wire(monkeypatch))
