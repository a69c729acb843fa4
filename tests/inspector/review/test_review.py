"""Reviews over HTTP: notes and who is shown them, rooms and who leads them, limits, files, and bad requests."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from referee.cli.commands.inspect import read_record
from referee.inspector.review import note_book, review_rooms
from referee.inspector.review.note_book import NoteBook, read_notes
from referee.inspector.review.review_rooms import NoSuchRoom, ReviewRooms, RoomFull
from referee.inspector.shown_matches import ShownMatches
from referee.inspector.web_app import web_app
from tests.cli.running import inside
from tests.inspector.requests import HOST, REPLAYS, Answer, get

NAME = "abyss/2-seats.replay"
OURS = {"x-referee": "1", "sec-fetch-site": "same-origin"}
EYES = ("open", "spectator", "0", "1")


def app_with(book: NoteBook | None = None) -> Starlette:
    return web_app(ShownMatches(REPLAYS, read_record), [HOST], notes=book)


@pytest.fixture
def app() -> Starlette:
    return app_with()


def ask(app: Starlette, body: Any, eyes: str = "open", name: str = NAME) -> Answer:
    sent = body if isinstance(body, bytes) else json.dumps(body).encode()
    return get(app, f"/api/review/{name}?as={eyes}", OURS, "POST", body=sent)


def add(app: Starlette, text: str, eyes: str = "open", fact: int = 5) -> Answer:
    return ask(app, {"do": "add", "fact": fact, "by": "Ada", "text": text}, eyes)


def texts(app: Starlette, eyes: str) -> list[str]:
    return [note["text"] for note in ask(app, {"do": "notes"}, eyes).json["notes"]]


# --- who may ask ---


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"x-referee": "1"},
        {"sec-fetch-site": "same-origin"},
        {"x-referee": "1", "sec-fetch-site": "cross-site"},
        {"x-referee": "1", "origin": "http://evil.example"},
    ],
)
def test_other_sites_cannot_ask(app: Starlette, headers: dict[str, str]) -> None:
    reply = get(app, f"/api/review/{NAME}?as=open", headers, "POST", body=b'{"do": "notes"}')
    assert (reply.status, reply.json["error"]["reason"]) == (403, "FOREIGN_ORIGIN")


@pytest.mark.parametrize(
    ("body", "status", "reason"),
    [
        (b"{", 400, "MALFORMED_REQUEST"),
        ({"do": "shout"}, 400, "MALFORMED_REQUEST"),
        ({"do": "notes", "more": 1}, 400, "MALFORMED_REQUEST"),
        ({"do": "add", "fact": "x", "by": "a", "text": "b"}, 400, "MALFORMED_REQUEST"),
        (b" " * 3_000_000, 413, "TOO_LARGE"),
        ({"do": "add", "fact": 0, "by": "Ada", "text": "x"}, 409, "BAD_NOTE"),
        ({"do": "add", "fact": 10**6, "by": "Ada", "text": "x"}, 409, "BAD_NOTE"),
        ({"do": "add", "fact": 1, "by": "", "text": "x"}, 409, "BAD_NOTE"),
        ({"do": "add", "fact": 1, "by": "A" * 61, "text": "x"}, 409, "BAD_NOTE"),
        ({"do": "add", "fact": 1, "by": "A\nB", "text": "x"}, 409, "BAD_NOTE"),
        ({"do": "add", "fact": 1, "by": "Ada", "text": " "}, 409, "BAD_NOTE"),
        ({"do": "add", "fact": 1, "by": "Ada", "text": "x" * 1001}, 409, "BAD_NOTE"),
        ({"do": "add", "fact": 1, "by": "Ada", "text": "a\x1b[31m"}, 409, "BAD_NOTE"),
        ({"do": "add", "fact": 1, "by": "Ada", "text": "a\u202eb"}, 409, "BAD_NOTE"),
        ({"do": "remove", "id": "0" * 16}, 409, "BAD_NOTE"),
        ({"do": "import", "file": {"matches": {}}}, 409, "BAD_NOTE"),
        ({"do": "follow", "room": "none"}, 404, "NO_SUCH_ROOM"),
        ({"do": "move", "room": "none", "lead": "", "fact": 1}, 404, "NO_SUCH_ROOM"),
        ({"do": "close", "room": "none", "lead": ""}, 404, "NO_SUCH_ROOM"),
    ],
)
def test_a_bad_request_says_what_is_wrong(app: Starlette, body: Any, status: int, reason: str) -> None:
    reply = ask(app, body)
    assert (reply.status, reply.json["error"]["reason"]) == (status, reason)
    assert texts(app, "open") == []


def test_an_unknown_match_or_viewer_has_no_review(app: Starlette) -> None:
    assert ask(app, {"do": "notes"}, name="no.replay").status == 404
    assert ask(app, {"do": "notes"}, eyes="7").status == 400
    assert get(app, f"/api/review/{NAME}?as=open", OURS).status == 405


# --- notes ---


def test_a_note_is_shown_through_its_eyes_and_at_the_open_table(app: Starlette) -> None:
    for eyes in EYES:
        assert add(app, f"by {eyes}", eyes).status == 200
    shown = {eyes: texts(app, eyes) for eyes in EYES}
    assert sorted(shown["open"]) == ["by 0", "by 1", "by open", "by spectator"]
    assert sorted(shown["0"]) == ["by 0", "by spectator"]
    assert sorted(shown["1"]) == ["by 1", "by spectator"]
    assert shown["spectator"] == ["by spectator"]
    exported = json.dumps(ask(app, {"do": "export"}, "0").json)
    assert "by open" not in exported
    hidden = [note["id"] for note in ask(app, {"do": "notes"}).json["notes"] if note["eyes"] == "1"]
    assert ask(app, {"do": "remove", "id": hidden[0]}, "0").status == 409, (
        "nor removed by those who do not see it"
    )


def worlds_told(eyes: str) -> list[list[bytes]]:
    """Return what these eyes are sent in two worlds that differ only in the notes of those who see more."""
    found = []
    for secret in ("Bob has the kraken", "Bob has the jellyfish, and more of them"):
        app = app_with()
        add(app, secret, "open")
        add(app, secret, "1")
        found.append([ask(app, {"do": do}, eyes).body for do in ("notes", "export")])
    return found


@pytest.mark.parametrize("eyes", ["0", "spectator"])
def test_hidden_notes_change_nothing_for_others(eyes: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = worlds_told(eyes)
    assert ours == theirs
    # A planted leak is found.
    monkeypatch.setattr(note_book, "is_shown", lambda note, eyes: True)
    ours, theirs = worlds_told(eyes)
    assert ours != theirs


def test_notes_are_exported_and_imported(app: Starlette) -> None:
    add(app, "first")
    add(app, "second", fact=9)
    file = ask(app, {"do": "export"}).json
    assert file["format"] == "referee notes 1"
    other = app_with()
    assert ask(other, {"do": "import", "file": file}).json["new"] == 2
    assert ask(other, {"do": "import", "file": file}).json["new"] == 0, "the same notes are kept once"
    assert texts(other, "open") == ["first", "second"]
    # A file under another name fits the same game and number of seats, and no other.
    renamed = {**file, "matches": {"elsewhere": file["matches"][NAME]}}
    assert ask(app_with(), {"do": "import", "file": renamed}).json["new"] == 2
    wrong = ask(other, {"do": "import", "file": file}, name="abyss/4-seats.replay")
    assert "another match" in wrong.json["error"]["message"]
    newer = ask(other, {"do": "import", "file": {**file, "format": "referee notes 9"}})
    assert newer.status == 409
    assert "referee notes 9" in newer.json["error"]["message"]
    bad = json.loads(json.dumps(file))
    bad["matches"][NAME]["notes"][1]["text"] = "\x00"
    fresh = app_with()
    assert ask(fresh, {"do": "import", "file": bad}).status == 409
    assert texts(fresh, "open") == [], "nothing of a bad file is kept"


def test_there_are_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(note_book, "MOST_NOTES", 2)
    monkeypatch.setattr(note_book, "MOST_MATCHES", 1)
    app = app_with()
    assert [add(app, "x").status for _ in range(3)] == [200, 200, 409]
    body = {"do": "add", "fact": 1, "by": "Ada", "text": "x"}
    assert ask(app, body, name="abyss/4-seats.replay").status == 409


def test_notes_survive_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "notes.json"
    app = app_with(NoteBook(path))
    assert not path.exists()
    add(app, "kept")
    assert path.stat().st_mode & 0o777 == 0o600
    assert read_notes(path.read_bytes()).matches[NAME].notes[0].text == "kept"
    assert texts(app_with(NoteBook(path)), "open") == ["kept"]
    (note,) = ask(app, {"do": "notes"}).json["notes"]
    assert ask(app, {"do": "remove", "id": note["id"]}).json["notes"] == []
    assert NoteBook(path).seen_by(NAME, "open") == []


def test_a_note_that_cannot_be_written_is_not_shown(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    app = app_with(NoteBook(folder / "notes.json"))
    folder.rmdir()
    refused = add(app, "lost?")
    assert (refused.status, refused.json["error"]["reason"]) == (409, "BAD_NOTE")
    assert texts(app, "open") == []


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"nonsense", "not a file with notes"), (b'{"matches": {}, "format": "x"}', "format 'x'")],
)
def test_a_bad_file_of_notes_ends_the_command(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "notes.json"
    path.write_bytes(content)
    replay = str(REPLAYS / NAME)
    ran = inside("inspect", replay, "--no-browser", "--notes", str(path))
    assert (ran.code, words in ran.err) == (2, True), ran.err
    assert path.read_bytes() == content
    missing = inside("inspect", replay, "--no-browser", "--notes", str(tmp_path / "no/notes.json"))
    assert (missing.code, "no such directory" in missing.err) == (2, True)


# --- rooms ---


def test_only_the_leader_moves_a_room(app: Starlette) -> None:
    made = ask(app, {"do": "open", "fact": 3}).json
    room, lead = made["room"], made["lead"]
    state = ask(app, {"do": "follow", "room": room}).json
    assert state["fact"] == 3
    assert "lead" not in json.dumps(state)
    move = {"do": "move", "room": room, "fact": 7}
    assert ask(app, {**move, "lead": "wrong"}).status == 404
    assert ask(app, {**move, "lead": lead}).json["fact"] == 7
    assert ask(app, {**move, "lead": lead, "fact": 10**9}).json["fact"] < 10**6, "within the match"
    assert ask(app, {"do": "follow", "room": room}, name="abyss/4-seats.replay").status == 404
    assert ask(app, {"do": "close", "room": room, "lead": "wrong"}).status == 404
    assert ask(app, {"do": "close", "room": room, "lead": lead}).status == 200
    assert ask(app, {"do": "follow", "room": room}).status == 404


async def test_followers_are_answered_when_the_leader_moves_or_ends() -> None:
    found = ReviewRooms()
    made = found.open("match", 1)
    seen = (await found.follow("match", made.room, 0)).version
    waiting = [asyncio.create_task(found.follow("match", made.room, seen)) for _ in range(3)]
    await asyncio.sleep(0)
    found.move("match", made.room, made.lead, 1)
    await asyncio.sleep(0)
    assert not any(task.done() for task in waiting), "nothing has changed"
    found.move("match", made.room, made.lead, 8)
    assert [state.fact for state in await asyncio.gather(*waiting)] == [8, 8, 8]
    ended = asyncio.create_task(found.follow("match", made.room, 99))
    await asyncio.sleep(0)
    found.close("match", made.room, made.lead)
    with pytest.raises(NoSuchRoom):
        await ended


async def test_rooms_and_followers_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_rooms, "MOST_ROOMS", 2)
    monkeypatch.setattr(review_rooms, "MOST_FOLLOWERS", 1)
    found = ReviewRooms()
    first, second = found.open("match", 1), found.open("match", 1)
    await found.follow("match", first.room, 0)
    found.open("match", 1)
    with pytest.raises(NoSuchRoom):
        await found.follow("match", second.room, 0)
    waiting = asyncio.create_task(found.follow("match", first.room, 99))
    await asyncio.sleep(0)
    with pytest.raises(RoomFull):
        await found.follow("match", first.room, 99)
    waiting.cancel()


async def test_a_quiet_room_answers_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_rooms, "SECONDS_TO_WAIT", 0.01)
    found = ReviewRooms()
    made = found.open("match", 4)
    state = await found.follow("match", made.room, 99)
    assert state.fact == 4
