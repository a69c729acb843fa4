"""Comparisons of a match with itself under another reading, over HTTP."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event, Thread

import pytest

from referee.cli.match_files import open_replay
from referee.disputes.explain.trials import try_reading
from referee.games import GAMES
from referee.inspector import comparison
from referee.inspector.comparison import (
    MOST_KEPT,
    MOST_WAITING,
    BadReadings,
    Comparison,
    Comparisons,
    OtherReadings,
    TrialsBusy,
    compared,
    read_readings,
)
from referee.inspector.opened_match import MatchRecord, OpenedMatch
from referee.kernel.facts import OPEN_TABLE
from referee.replay.format import seat_names
from tests.inspector.requests import REPLAYS, app_for, get

APP = app_for(REPLAYS)
NAME = "unfathomable/arrived.replay"
REPLAY = open_replay(str(REPLAYS / NAME))
DRIFT = f"/api/comparison/{NAME}?as=open&readings=travel.drift:block"


def test_it_reports_what_dispute_try_reports() -> None:
    report = get(APP, DRIFT).json
    trial = try_reading(
        REPLAY.charter, REPLAY.entries, rulings={"travel.drift": "block"}, names=seat_names(REPLAY)
    )
    assert trial.fact is not None
    assert report["trial"]["effect"] == trial.effect == "facts"
    assert report["trial"]["fact"]["number"] == trial.fact.number == 53
    assert report["trial"]["fact"]["tried"]["sentence"].endswith("to water space 6.")
    assert report["steps"][report["first"]] == [53, 53, "different"]


def test_the_steps_go_through_both_stories_without_a_gap() -> None:
    for readings in ("travel.drift:block", "edition:de", "edition:fr", "edition:pl"):
        report = get(APP, f"/api/comparison/{NAME}?as=open&readings={readings}").json
        played = tried = 0
        for ours, theirs, kind in report["steps"]:
            moved = {"same": (1, 1), "different": (1, 1), "played": (1, 0), "tried": (0, 1)}[kind]
            played, tried = played + moved[0], tried + moved[1]
            assert (ours, theirs) == (played, tried)
        assert (played, tried) == (report["trial"]["facts"], report["trial"]["facts_tried"])


def test_the_same_steps_are_the_same_facts() -> None:
    report = get(APP, DRIFT).json
    ours = told("open")
    theirs = told("open&readings=travel.drift:block")
    for played, tried, kind in report["steps"]:
        if kind == "same":
            assert ours[played - 1]["sentence"] == theirs[tried - 1]["sentence"]
    differs = [ours[played - 1]["sentence"] for played, _, kind in report["steps"] if kind == "different"]
    assert differs[0] == "2 Deep Ones go from water space 2 to water space 4."


def told(viewer: str) -> list[dict[str, str]]:
    """Return all facts that a viewer is sent."""
    found: list[dict[str, str]] = []
    while True:
        answer = get(APP, f"/api/facts/{NAME}?as={viewer}&from={len(found) + 1}")
        if answer.status != 200:
            return found
        found += answer.json


def test_the_match_as_tried_has_facts_and_pictures_of_its_own() -> None:
    other = f"{NAME}?as=open&readings=travel.drift:block"
    (fact, *_) = get(APP, f"/api/facts/{other}&from=53").json
    assert fact["sentence"] == "2 Deep Ones go from water space 2 to water space 6."
    page = get(APP, f"/api/pictures/{other}&page=0").json
    assert page["changes"] != get(APP, f"/api/pictures/{NAME}?as=open&page=0").json["changes"]
    assert get(APP, f"/api/moments/{other}").json["total"] == get(APP, DRIFT).json["trial"]["facts_tried"]


def test_it_says_where_the_answers_stop_fitting() -> None:
    report = get(APP, f"/api/comparison/{NAME}?as=open&readings=edition:de").json
    assert report["trial"]["effect"] == "unknown"
    assert report["trial"]["stop"]["reason"] == "not_on_record"
    assert "asked a question that the record does not answer" in report["sentence"]
    assert report["steps"][-1][2] == "played"


def test_a_reading_without_effect_has_no_first_difference() -> None:
    report = get(
        APP, "/api/comparison/abyss/2-seats.replay?as=open&readings=explore.exhausted:empty_handed"
    ).json
    assert (report["trial"]["effect"], report["first"]) == ("none", None)
    assert {kind for _, _, kind in report["steps"]} == {"same"}


@pytest.mark.parametrize("viewer", ["0", "2", "spectator"])
def test_only_the_open_table_is_compared(viewer: str) -> None:
    """A comparison shows what every seat held, so nobody else gets anything of it."""
    for what in ("comparison", "facts", "pictures", "moments", "why", "plots", "summary"):
        answer = get(APP, f"/api/{what}/{NAME}?as={viewer}&readings=travel.drift:block&from=1&page=0&fact=53")
        assert (answer.status, answer.json["error"]["reason"]) == (403, "OPEN_TABLE_ONLY")


@pytest.mark.parametrize(
    ("readings", "says"),
    [
        ("", "name what to compare with"),
        ("travel.drift", "name what to compare with"),
        ("travel.drift:block,travel.drift:per_step", "name what to compare with"),
        (",".join([f"r{number}:x" for number in range(60)]), "name what to compare with"),
        ("travel.drift:sideways", "unknown reading 'sideways' of travel.drift"),
        ("travel.drfit:block", "did you mean travel.drift?"),
        ("edition:xx", "unknown edition 'xx'"),
        ("travel.drift:per_step", "played under these readings already"),
    ],
)
def test_what_cannot_be_compared_is_refused(readings: str, says: str) -> None:
    answer = get(APP, f"/api/comparison/{NAME}?as=open&readings={readings}")
    assert (answer.status, answer.json["error"]["reason"]) == (400, "BAD_READINGS")
    assert says in answer.json["error"]["message"]


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_and_edition_of_a_game_is_offered(game: str) -> None:
    name = f"{game}/4-seats.replay"
    offered = get(APP, f"/api/rulings/{name}").json
    replay = open_replay(str(REPLAYS / name))
    match = OpenedMatch(MatchRecord(replay))
    assert {each["ruling"] for each in offered["rulings"]} == set(match.terms.game.rulebook.rulings)
    for each in offered["rulings"]:
        assert each["reading"] in each["readings"]
    for each in offered["editions"]:
        if each["changes"] == 0:
            with pytest.raises(BadReadings):
                compared(match, OtherReadings(each["edition"], ()))


@pytest.fixture
def match() -> OpenedMatch:
    return OpenedMatch(MatchRecord(open_replay(str(REPLAYS / "abyss/2-seats.replay"))))


def test_a_comparison_is_made_once(match: OpenedMatch, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[OtherReadings] = []

    def counted(match: OpenedMatch, readings: OtherReadings) -> Comparison:
        made.append(readings)
        return compared(match, readings)

    monkeypatch.setattr(comparison, "compared", counted)
    comparisons, readings = Comparisons(), read_readings("explore.exhausted:empty_handed")
    assert comparisons.of(match, readings) is comparisons.of(match, readings)
    assert made == [readings]


def test_few_comparisons_are_kept_and_few_may_wait(
    match: OpenedMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One runs at a time, some wait, and the rest are told to come back."""
    one = compared(match, read_readings("explore.exhausted:empty_handed"))
    may_go_on, running, most = Event(), list[OtherReadings](), list[int]()

    def slow(_: OpenedMatch, readings: OtherReadings) -> Comparison:
        running.append(readings)
        most.append(len(running))
        may_go_on.wait()
        running.remove(readings)
        return one

    monkeypatch.setattr(comparison, "compared", slow)
    comparisons = Comparisons()
    asked = [read_readings(f"a.b:r{number}") for number in range(MOST_WAITING)]
    threads = [Thread(target=comparisons.of, args=(match, each)) for each in asked]
    for thread in threads:
        thread.start()
    with pytest.raises(TrialsBusy):
        for _ in refused_later(comparisons, match):
            pass
    may_go_on.set()
    for thread in threads:
        thread.join()
    assert set(most) == {1}
    for number in range(2 * MOST_KEPT):
        comparisons.of(match, read_readings(f"a.c:r{number}"))
    comparisons.of(match, asked[0])
    assert len(most) == MOST_WAITING + 2 * MOST_KEPT + 1, "the first was forgotten, and is made again"


def refused_later(comparisons: Comparisons, match: OpenedMatch) -> Iterator[Comparison]:
    """Ask until too many wait: the threads that were started may not have asked yet."""
    while True:
        if comparisons.waiting >= MOST_WAITING:
            yield comparisons.of(match, read_readings("a.b:late"))


def test_the_tried_match_is_the_open_table(match: OpenedMatch) -> None:
    tried = compared(match, read_readings("explore.exhausted:empty_handed")).tried
    assert len(tried.story(OPEN_TABLE)) == len(match.story(OPEN_TABLE))
