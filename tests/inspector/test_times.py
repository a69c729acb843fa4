"""The time sheet of a match as the page gets it: in full, and for the open table only."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from starlette.applications import Starlette

from referee.inspector.match_times import match_times
from referee.inspector.one_file.html_file import SavedMatch, html_file
from referee.inspector.opened_match import MatchRecord
from referee.kernel.facts import OPEN_TABLE, Seat
from referee.replay.reading import read_replay
from referee.replay.time_sheet import divide
from tests.inspector.one_file.saved_files import answers_in
from tests.inspector.requests import app_for, get
from tests.inspector.timed_replay import CLOCK, timed_replay

TEXT = timed_replay()
REPLAY = read_replay(TEXT.encode())
VIEWERS = ["spectator", "0", "1"]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Starlette:
    folder = tmp_path_factory.mktemp("matches")
    Path(folder, "timed.replay").write_text(TEXT)
    Path(folder, "plain.replay").write_text(divide(TEXT)[0])
    return app_for(folder)


def test_every_answer_has_its_times_and_leads_to_what_followed(app: Starlette) -> None:
    found = get(app, "/api/times/timed.replay?as=open").json
    assert (found["clock"], found["day"], found["has_bank"]) == (CLOCK, "2027-01-15", True)
    assert found["decisions"][6] == {
        "entry": 8,
        "fact": 21,
        "seat": 1,
        "question": 3,
        "question_name": "abyss.unsold_ally",
        "asked": "08:00:08",
        "delivered": "+0.1",
        "received": "+2.8",
        "used": "0.7",
        "charged": "0.7",
        "bank": "898.6",
        "credited": "2.0 pause or freeze",
        "connection": "connected",
        "given": "",
        "is_time_out": False,
    }
    late, away = found["decisions"][4], found["decisions"][10]
    assert (late["given"], late["is_time_out"]) == ("time out", True)
    assert (away["delivered"], away["connection"]) == ("", "away 0.5 paid")
    entries = get(app, "/api/moments/timed.replay?as=open").json["entries"]
    for each in found["decisions"]:
        followed = entries[each["fact"] - 1]
        if REPLAY.entries[each["entry"] - 1].facts:
            assert followed == each["entry"] != entries[each["fact"] - 2]
        else:
            assert followed < each["entry"]


def test_the_time_of_each_seat_adds_up(app: Starlette) -> None:
    found = get(app, "/api/times/timed.replay?as=open").json
    used, banks = found["plots"]
    for seat in (0, 1):
        own = [each for each in found["decisions"] if each["seat"] == seat]
        total = found["seats"][seat]
        assert (total["seat"], total["answers"]) == (seat, len(own))
        assert total["time_outs"] == sum(each["is_time_out"] for each in own) > 0
        assert float(total["used"]) == pytest.approx(sum(float(each["used"]) for each in own))
        assert used["lines"][seat]["points"][-1] == [own[-1]["fact"], int(float(total["used"]))]
        assert banks["lines"][seat]["points"][-1] == [own[-1]["fact"], int(float(own[-1]["bank"]))]


def test_without_a_bank_there_is_nothing_to_say_about_it() -> None:
    sheet = REPLAY.time_sheet
    assert sheet is not None
    found = match_times(replace(sheet, decisions=()), REPLAY.entries, 2, [0])
    assert (found.has_bank, found.day, [plot.name for plot in found.plots]) == (
        False,
        "",
        ["time used, in seconds"],
    )


def test_only_the_open_table_has_it(app: Starlette) -> None:
    for viewer in VIEWERS:
        refused = get(app, f"/api/times/timed.replay?as={viewer}")
        assert (refused.status, refused.json["error"]["reason"]) == (403, "OPEN_TABLE_ONLY")


def test_a_match_without_one_says_so_and_has_no_clock_in_its_summary(app: Starlette) -> None:
    refused = get(app, "/api/times/plain.replay?as=open")
    assert (refused.status, refused.json["error"]["reason"]) == (404, "NO_TIME_SHEET")
    assert refused.json["error"]["message"].startswith("This match has no time sheet")
    assert "clock" not in get(app, "/api/summary/plain.replay?as=open").json
    assert get(app, "/api/summary/timed.replay?as=open").json["clock"] == CLOCK


@pytest.mark.parametrize("viewer", [OPEN_TABLE, 1])
def test_the_single_file_has_it_for_the_open_table_only(app: Starlette, viewer: Seat) -> None:
    answers = answers_in(html_file(SavedMatch(MatchRecord(REPLAY), TEXT, viewer), None))
    given = {name: each["times"] for name, each in answers["viewers"].items() if "times" in each}
    wanted = {"open": get(app, "/api/times/timed.replay?as=open").json} if viewer == OPEN_TABLE else {}
    assert given == wanted
