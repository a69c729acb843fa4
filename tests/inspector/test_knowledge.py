"""Who knew what when, who knew first, and what a viewer could conclude, as the page gets it."""

from __future__ import annotations

from typing import Any

import pytest

from referee.kernel.facts import visibility_of
from tests.inspector.folded import replay_at
from tests.inspector.requests import REPLAYS, Answer, app_for, get

APP = app_for(REPLAYS)
TALK = "among_cultists/talk.replay"
SHIP = "unfathomable/6-seats.replay"
MATCHES = ["abyss/3-seats.replay", SHIP, "among_cultists/8-seats.replay", TALK]


def ask(what: str, match: str, viewer: str, more: str = "") -> Answer:
    return get(APP, f"/api/{what}/{match}?as={viewer}{more}")


def known(match: str, viewer: str) -> Any:
    return ask("knowledge", match, viewer).json


def row_of(report: Any, seat: int | None) -> list[Any]:
    (news,) = [row["news"] for row in report["rows"] if row["seat"] == seat]
    return list(news)


def secret(report: Any, about: str) -> Any:
    (found,) = [each for each in report["secrets"] if each["about"] == about]
    return found


def test_a_lie_about_a_check_is_marked_with_the_truth() -> None:
    """Rule pulse.announce: Bob, a Cultist, saw a Dead card and said alive."""
    report = known(TALK, "open")
    lies = {each["fact"]: each for each in row_of(report, None) if "truth" in each}
    assert lies[81] == {
        "fact": 81,
        "turn": 7,
        "sentence": "Bob says that Finn is alive.",
        "truth": "Finn is dead.",
    }
    (look,) = [each for each in row_of(report, 1) if each["fact"] == 80]
    assert look["sentence"] == "Bob looks at the pulse of Finn: 1 Alive and 1 Dead."
    assert 231 in lies, "a statement about a card that was never placed"


def test_what_a_night_shows_may_differ_from_the_truth() -> None:
    """Rule setup.night: nobody sees which of the Cultists is the Firestarter."""
    for seat in (3, 4):
        night = row_of(known("among_cultists/8-seats.replay", "open"), seat)[1]
        assert night["truth"] == "Finn is: Firestarter."


@pytest.mark.parametrize("match", MATCHES)
def test_a_row_has_each_secret_once_and_only_what_the_seat_was_told_alone(match: str) -> None:
    replay, _ = replay_at(REPLAYS / match)
    facts = [recorded.fact for entry in replay.entries for recorded in entry.facts]
    report = known(match, "open")
    assert [row["seat"] for row in report["rows"]] == [None, *range(replay.charter.seats)]
    for row in report["rows"]:
        if row["seat"] is not None:
            assert row["news"]
            for news in row["news"]:
                fact = facts[news["fact"] - 1]
                assert row["seat"] in visibility_of(type(fact)).entitled(fact)
    for each in report["secrets"]:
        told = [seat for telling in each["tellings"] for seat in telling.get("seats", ())]
        assert len(told) == len(set(told))
        assert [telling["fact"] for telling in each["tellings"]] == sorted(
            [telling["fact"] for telling in each["tellings"]]
        )
        assert not any([telling.get("is_public") for telling in each["tellings"][:-1]])


@pytest.mark.parametrize("match", MATCHES)
def test_through_a_seats_eyes_there_is_only_its_own_row_without_truths(match: str) -> None:
    open_rows = known(match, "open")["rows"]
    numbers = ask("moments", match, "1").json["numbers"]
    (row,) = known(match, "1")["rows"]
    assert row["seat"] == 1
    assert all(["truth" not in each for each in row["news"]])
    (same,) = [each["news"] for each in open_rows if each["seat"] == 1]
    told = [(numbers[each["fact"] - 1], each["sentence"]) for each in row["news"]]
    assert told == [(each["fact"], each["sentence"]) for each in same]


def test_a_secret_names_who_was_told_first() -> None:
    report = known("among_cultists/8-seats.replay", "open")
    start = secret(report, "the start card of Ada")
    assert start["value"] == "Dead"
    assert start["tellings"] == [
        {"fact": 36, "seats": [4]},
        {"fact": 37, "seats": [5]},
        {"fact": 745, "is_public": True},
    ]
    spectator = secret(known("among_cultists/8-seats.replay", "spectator"), "the start card of Ada")
    assert [telling.get("is_public", False) for telling in spectator["tellings"]] == [True]


def test_loyalty_cards_keep_their_identity_when_they_are_passed() -> None:
    """Rule reveal.step3: Ada, who reveals, gives her first card to Dan, who is the second to know it."""
    card = secret(known(SHIP, "open"), "the loyalty card dealt to Ada at the start")
    assert [telling.get("seats") for telling in card["tellings"]] == [[0], [3], None]
    to_bob = secret(known(SHIP, "1"), "the loyalty card dealt to Ada at the start")
    assert to_bob["tellings"] == card["tellings"], "whom she gave it to is public, its face is not"


def test_everyone_could_have_known_a_council_stack() -> None:
    """Rule explore.end: the Allies of the track are seen before they go face down to the Council."""
    stacks = [each for each in known(MATCHES[0], "0")["secrets"] if each["kind"] == "Council stacks"]
    assert stacks
    assert all([len(each["tellings"]) == 1 and each["tellings"][0]["is_public"] for each in stacks])


def test_a_spectator_cannot_say_which_token_is_which() -> None:
    tokens = [each for each in known(MATCHES[0], "spectator")["secrets"] if each["kind"] == "Monster tokens"]
    mine = [each for each in known(MATCHES[0], "open")["secrets"] if each["kind"] == "Monster tokens"]
    assert [each["value"] for each in mine] != [each["value"] for each in tokens]
    for ours, theirs in zip(mine, tokens, strict=True):
        assert ours["value"] in theirs["value"].split(" or ")


def test_the_open_table_chooses_whose_conclusions_it_sees() -> None:
    numbers = ask("moments", TALK, "2").json["numbers"]
    own = ask("odds", TALK, "2").json
    seen = ask("odds", TALK, "open", "&of=2").json
    assert [numbers[fact - 1] for fact, *_ in own["points"]] == [fact for fact, *_ in seen["points"]]
    assert [point[1:] for point in own["points"]] == [point[1:] for point in seen["points"]]
    assert own["role"] == "on the Cultists' side"
    assert own["not_counted"]


@pytest.mark.parametrize("of", ["open", "1", "spectator"])
def test_a_seat_sees_nobody_elses_conclusions(of: str) -> None:
    refused = ask("odds", TALK, "2", f"&of={of}")
    assert (refused.status, refused.json["error"]["reason"]) == (403, "OPEN_TABLE_ONLY")


def test_a_game_without_hidden_roles_says_so() -> None:
    assert ask("odds", MATCHES[0], "1").json["role"] == ""


def test_an_unknown_viewer_is_refused() -> None:
    for address in ("knowledge/{}?as=9", "odds/{}?as=open&of=9"):
        assert get(APP, "/api/" + address.format(TALK)).json["error"]["reason"] == "UNKNOWN_VIEWER"
