"""Calls of pages to a server's matches: who may make them, what they answer, and how feeds grow and resume."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest

from referee_api.v1 import referee_pb2 as api
from referee_api.v1.referee_pb2_grpc import RefereeStub
from referee_client import connect
from tests.inspector.live.running import OURS, FeedReader, new_match, post, running_referee, running_site


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running_referee(tmp_path_factory.mktemp("data")) as address:
        yield address


@pytest.fixture(scope="module")
def site(server: str) -> Iterator[str]:
    with running_site(server) as address:
        yield address


def is_state(kind: str, _: Any) -> bool:
    return kind == "state"


@pytest.mark.parametrize(
    ("headers", "reason"),
    [
        ({}, "FOREIGN_ORIGIN"),
        ({"X-Referee": "1"}, "FOREIGN_ORIGIN"),
        ({"X-Referee": "1", "Sec-Fetch-Site": "cross-site"}, "FOREIGN_ORIGIN"),
        ({"X-Referee": "1", "Sec-Fetch-Site": "same-site"}, "FOREIGN_ORIGIN"),
        ({"X-Referee": "1", "Origin": "http://evil.example"}, "FOREIGN_ORIGIN"),
        ({"X-Referee": "1", "Origin": "null"}, "FOREIGN_ORIGIN"),
        ({"Sec-Fetch-Site": "same-origin"}, "FOREIGN_ORIGIN"),
    ],
)
@pytest.mark.parametrize("what", ["lobby", "join", "answer", "feed"])
def test_a_call_from_another_site_is_refused(
    site: str, what: str, headers: dict[str, str], reason: str
) -> None:
    reply = post(site, what, {}, headers)
    assert (reply.status, reply.json["error"]["reason"]) == (403, reason)


def test_a_browser_that_only_names_the_origin_is_served(site: str) -> None:
    reply = post(site, "lobby", {}, {"X-Referee": "1", "Origin": site})
    assert reply.status == 200
    assert "abyss" in [each["name"] for each in reply.json["games"]]


def test_calls_are_posts_for_this_host(site: str) -> None:
    assert post(site, "lobby", {}, OURS, "GET").status == 405
    assert post(site, "lobby", {}, {**OURS, "Host": "evil.example"}).status == 400


def test_pages_have_a_strict_policy_and_no_cached_calls(site: str) -> None:
    reply = post(site, "lobby", {})
    assert "default-src 'none'" in reply.headers["content-security-policy"]
    assert "access-control-allow-origin" not in {name.lower() for name in reply.headers}


@pytest.mark.parametrize(
    ("what", "body", "status", "reason"),
    [
        ("facts", b"{", 400, "MALFORMED_REQUEST"),
        ("facts", {"unknown": 1}, 400, "MALFORMED_REQUEST"),
        ("facts", {"number": "x"}, 400, "MALFORMED_REQUEST"),
        ("facts", b" " * 70_000, 413, "TOO_LARGE"),
        ("facts", {"match": "0" * 32}, 403, "ACCESS_DENIED"),
        ("feed", {"match": "0" * 32}, 403, "ACCESS_DENIED"),
        ("create", {"name": "chess", "seats": 2}, 400, "UNKNOWN_GAME"),
        ("create", {"name": "abyss", "seats": 9}, 400, "BAD_CHARTER"),
        ("create", {"name": "abyss", "seats": 2, "clock": "fisher 10m+5s"}, 400, "BAD_CLOCK"),
        ("create", {"name": "abyss", "seats": 2, "clock": "bank 0s"}, 400, "BAD_CLOCK"),
        ("create", {"name": "abyss", "seats": 2, "clock": "delay 10m"}, 400, "BAD_CLOCK"),
    ],
)
def test_a_bad_call_says_what_is_wrong(site: str, what: str, body: Any, status: int, reason: str) -> None:
    reply = post(site, what, body)
    assert (reply.status, reply.json["error"]["reason"]) == (status, reason)
    assert reply.json["error"]["message"]


def test_with_an_api_key_the_pages_need_the_secret_of_their_address(server: str) -> None:
    with running_site(server, access="a secret") as site:
        assert post(site, "lobby", {}).json["error"]["reason"] == "ACCESS_NEEDED"
        wrong = post(site, "feed", {}, {**OURS, "X-Referee-Access": "another"})
        assert wrong.json["error"]["reason"] == "ACCESS_NEEDED"
        assert post(site, "lobby", {}, {**OURS, "X-Referee-Access": "a secret"}).status == 200


def test_a_seat_answers_and_its_feed_grows(server: str, site: str) -> None:
    seats = new_match(server)
    feeds = {seat: FeedReader(site, seat.match, seat.token) for seat in seats}
    states = {seat: feed.until(is_state) for seat, feed in feeds.items()}
    (asked,) = [seat for seat in seats if states[seat].get("question")]
    question = states[asked]["question"]
    assert question["text"]
    assert question["options"][0]["sentence"]
    body = {"match": asked.match, "token": asked.token, "number": question["number"], "key": "k"}
    too_many = post(site, "answer", {**body, "picks": [0, 1]})
    assert (too_many.status, too_many.json["error"]["reason"]) == (409, "BAD_ANSWER")
    assert post(site, "answer", {**body, "picks": [0]}).status == 200
    # The same key again counts once, and is answered as the first one was.
    assert post(site, "answer", {**body, "picks": [0]}).status == 200
    late = post(site, "answer", {**body, "picks": [0], "key": "other"})
    assert (late.status, late.json["error"]["reason"]) in [(409, "STALE_QUESTION"), (409, "NOT_ASKED")]
    news = feeds[seats[0]].until(lambda kind, _: kind == "facts")
    assert news["facts"][0]["number"] == news["first"]
    assert len(news["facts"]) == len(news["changes"])
    for feed in feeds.values():
        feed.close()


def test_the_whole_match_is_not_given_before_its_end_nor_to_who_watches(server: str, site: str) -> None:
    seat = new_match(server)[0]
    early = post(site, "whole_match", {"match": seat.match, "token": seat.token})
    assert (early.status, early.json["error"]["reason"]) == (409, "NOT_OPEN_YET")
    watching = post(site, "whole_match", {"match": seat.match})
    assert (watching.status, watching.json["error"]["reason"]) == (403, "NOT_A_SEAT")


def test_a_feed_resumes_without_loss_or_repetition(server: str, site: str) -> None:
    seats = new_match(server)
    first = FeedReader(site, seats[0].match)
    whole = first.until(lambda kind, _: kind == "facts")["facts"]
    first.close()
    again = FeedReader(site, seats[0].match, after=3)
    rest = again.until(lambda kind, _: kind == "facts")
    again.close()
    assert rest["first"] == 4
    assert rest["facts"] == whole[3:]
    at_end = FeedReader(site, seats[0].match, after=len(whole))
    assert at_end.next()[0] == "state"
    at_end.close()


def test_a_spectator_and_a_seat_are_told_apart(server: str, site: str) -> None:
    seats = new_match(server)
    watching = {"match": seats[0].match}
    assert post(site, "summary", watching).json["viewers"] == ["spectator"]
    assert post(site, "summary", {**watching, "token": seats[1].token}).json["viewers"] == ["1"]
    refused = post(site, "answer", {**watching, "number": 1, "picks": [0]})
    assert (refused.status, refused.json["error"]["reason"]) == (403, "NOT_A_SEAT")
    assert post(site, "why", {**watching, "number": 1}).json["explanation"]["path"]
    assert post(site, "why", {**watching, "number": 999}).status == 404


def test_a_rotated_token_shows_nothing_any_more(server: str, site: str) -> None:
    seats = new_match(server)
    old = seats[0]
    feed = FeedReader(site, old.match, old.token)
    feed.until(is_state)
    rotate(server, old.match, old.token)
    lost = feed.until(lambda kind, data: kind == "state" and data.get("is_lost"))
    assert "not valid" in lost["problem"]
    assert "question" not in lost
    assert feed.reply.read() == b""
    feed.close()
    for what in ("facts", "pictures", "summary"):
        reply = post(site, what, {"match": old.match, "token": old.token, "number": 1})
        assert (reply.status, reply.json["error"]["reason"]) == (403, "ACCESS_DENIED")


def rotate(server: str, match: str, token: str) -> str:
    """Replace a token, and return the new one."""
    with grpc.insecure_channel(server) as channel:
        stub: Any = RefereeStub(channel)  # type: ignore[no-untyped-call]
        new: str = stub.RotateToken(api.RotateTokenRequest(match_id=match, token=token)).token
    return new


def test_orders_talk_undo_and_cases_reach_the_referee(server: str, site: str) -> None:
    seats = new_match(server, talk="free")
    body = {"match": seats[0].match, "token": seats[0].token}
    switches = {each["name"]: each["is_on"] for each in post(site, "orders", body).json}
    assert switches["unless_concerned"] is False
    assert post(site, "order", {**body, "what": "unless_concerned", "is_on": True}).status == 200
    switches = {each["name"]: each["is_on"] for each in post(site, "orders", body).json}
    assert switches["unless_concerned"] is True
    assert post(site, "order", {**body, "what": "unless_concerned", "is_on": False}).status == 200
    feed = FeedReader(site, seats[1].match, seats[1].token)
    feed.until(is_state)
    assert post(site, "say", {**body, "text": "Hello <b>there</b>.", "key": "s"}).status == 200
    said = feed.until(lambda kind, _: kind == "facts")["facts"][0]
    assert "Hello <b>there</b>." in said["sentence"]
    assert said["by"] == "talk/0"
    refused = post(site, "propose", {**body, "what": "undo"})
    assert refused.status == 409
    assert refused.json["error"]["message"]
    opened = post(
        site, "case", {**body, "number": 1, "rule": "setup", "text": "That is wrong.", "is_on": True}
    )
    assert opened.status == 200, opened.body
    frozen = feed.until(lambda kind, data: kind == "state" and data["standing"]["is_held"])
    assert frozen["standing"]["cases"][0]["sentence"].endswith("That is wrong.")
    held = post(site, "answer", {**body, "number": 1, "picks": [0], "key": "a"})
    assert held.json["error"]["reason"] in ("MATCH_FROZEN", "NOT_ASKED", "BAD_ANSWER")
    feed.close()


def test_a_match_begins_with_bots_from_the_lobby(server: str, site: str) -> None:
    match = post(site, "create", {"name": "abyss", "seats": 2}).json["match"]
    taken = post(site, "join", {"match": match, "name": "Ada"}).json
    waiting = FeedReader(site, match, taken["token"])
    assert waiting.until(is_state)["status"] == "waiting"
    assert post(site, "fill", {"match": match, "token": taken["token"], "what": "no such bot"}).status == 400
    filled = post(site, "fill", {"match": match, "token": taken["token"], "what": "random"})
    assert filled.json == {"seats": 1}
    begun = waiting.until(lambda kind, data: kind == "state" and data["status"] == "running")
    assert begun["names"] == ["Ada", "random-1"]
    waiting.close()
    full = post(site, "join", {"match": match, "name": "Bob"})
    assert full.status == 409
    listed = {each["id"]: each for each in post(site, "lobby", {}).json["matches"]}
    assert listed[match]["names"] == ["Ada", "random-1"]


def test_a_match_with_a_clock_from_the_lobby_shows_the_clocks_of_all_seats(site: str) -> None:
    asked = {"name": "abyss", "seats": 2, "clock": "fischer 10m+5s, cap 1m"}
    match = post(site, "create", asked).json["match"]
    tokens = [post(site, "join", {"match": match, "name": name}).json["token"] for name in ("Ada", "Bob")]
    for number, token in enumerate(tokens):
        feed = FeedReader(site, match, token)
        state = feed.until(lambda kind, data: kind == "state" and data.get("clocks"))
        feed.close()
        (running,) = [each for each in state["clocks"] if each["is_running"]]
        banks = {each["seat"]: each["bank"] for each in state["clocks"]}
        # The first turn has begun, with its increment.
        assert banks == {running["seat"]: 605.0, 1 - running["seat"]: 600.0}
        assert 0 < running["left"] <= 60
        assert state["clocks_age"] >= 0
        is_asked = running["seat"] == number
        assert state.get("bank") == (605.0 if is_asked else None)
        assert (state.get("question") is not None) == is_asked


def test_without_a_clock_no_clocks_are_shown(server: str, site: str) -> None:
    seats = new_match(server)
    feed = FeedReader(site, seats[0].match, seats[0].token)
    state = feed.until(is_state)
    feed.close()
    assert "clocks" not in state
    assert "clocks_age" not in state


def test_without_bots_the_lobby_offers_none(server: str) -> None:
    with running_site(server, has_bots=False) as site:
        assert post(site, "lobby", {}).json["bots"] == []
        match = post(site, "create", {"name": "abyss", "seats": 2}).json["match"]
        refused = post(site, "fill", {"match": match, "what": "random"})
        assert (refused.status, refused.json["error"]["reason"]) == (503, "NO_BOTS")


def test_a_delayed_spectator_is_sent_nothing_early(server: str) -> None:
    """With a delay of an hour a spectator gets no fact, while a seat gets all of them."""
    with running_site(server, delay=3600.0) as site:
        seats = new_match(server)
        seat = FeedReader(site, seats[0].match, seats[0].token)
        facts = seat.until(lambda kind, _: kind == "facts")["facts"]
        seat.close()
        assert facts
        watching = {"match": seats[0].match}
        assert post(site, "facts", {**watching, "number": 1}).json == []
        summary = post(site, "summary", watching).json
        assert (summary["facts"], summary["result"]) == (0, "")
        spectator = FeedReader(site, seats[0].match)
        kind, state = spectator.next()
        spectator.close()
        assert (kind, state["waiting_for"], state.get("question")) == ("state", [], None)


def test_a_delay_ends(server: str) -> None:
    with running_site(server, delay=0.2) as site:
        seats = new_match(server)
        spectator = FeedReader(site, seats[0].match)
        assert spectator.until(lambda kind, _: kind == "facts")["first"] == 1
        spectator.close()


def test_the_feed_goes_on_after_a_restart_of_the_server(tmp_path: Path) -> None:
    with running_referee(tmp_path) as server:
        port = int(server.rpartition(":")[2])
        seats = new_match(server)
        site_context = running_site(server)
        site = site_context.__enter__()
        feeds = {seat: FeedReader(site, seat.match, seat.token) for seat in seats}
        states = {seat: feed.until(is_state) for seat, feed in feeds.items()}
    try:
        for feed in feeds.values():
            away = feed.until(lambda kind, data: kind == "state" and data.get("problem"))
            assert "does not answer" in away["problem"]
        with running_referee(tmp_path, port):
            (asked,) = [seat for seat in seats if states[seat].get("question")]
            back = feeds[asked].until(lambda kind, data: kind == "state" and not data.get("problem"))
            assert back["question"] == states[asked]["question"]
            body = {"match": asked.match, "token": asked.token, "number": back["question"]["number"]}
            assert post(site, "answer", {**body, "picks": [0], "key": "k"}).status == 200
            told = [feed.until(lambda kind, _: kind == "facts") for feed in feeds.values()]
            facts = post(site, "facts", {**body, "number": 1}).json
            assert [fact["number"] for fact in facts] == list(range(1, len(facts) + 1))
            assert {news["first"] for news in told} <= {fact["number"] for fact in facts}
    finally:
        for feed in feeds.values():
            feed.close()
        site_context.__exit__(None, None, None)


def test_a_match_that_is_not_open_to_spectators_is_not_shown(server: str) -> None:
    with connect(server) as referee:
        match = referee.create_match("abyss", 2).match.id
    with running_site(server) as site:
        closed = post(site, "summary", {"match": match})
    assert (closed.status, closed.json["error"]["reason"]) == (403, "ACCESS_DENIED")
