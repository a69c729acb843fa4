"""Matches on a server: `referee match` creates, shows, pauses and stops them, and appoints judges."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from referee_client import Refused, connect
from tests.cli.conftest import TlsServer
from tests.cli.running import Ran, inside

KEYS = {"id", "game", "seats", "status", "names", "created", "started", "ended", "clock", "time_control"}


def new(server: TlsServer, *options: str) -> dict[str, Any]:
    """Create a match of Abyss and return what is printed about it."""
    ran = inside("match", "new", "abyss", "--seats", "2", "--json", *server.options, *options)
    assert ran.code == 0, ran.err
    (line,) = ran.lines
    found: dict[str, Any] = line
    return found


def refusal(ran: Ran) -> str:
    """Return the only line of a command that could not be done."""
    assert (ran.code, ran.out) == (2, "")
    (line,) = ran.err.splitlines()
    return line


def test_the_command_to_take_a_seat_can_be_copied(tls_server: TlsServer) -> None:
    last = inside("match", "new", "abyss", "--seats", "2", *tls_server.options).out.splitlines()[-1]
    assert last.startswith(f"  take a seat: referee sit {tls_server.address} ")
    assert last.endswith(f" --ca-file {tls_server.ca_file}")


NEED_TOKEN = {
    "pause": (),
    "resume": (),
    "extend": ("0", "5"),
    "appoint": ("Grace",),
    "dismiss": ("judge/1",),
    "stop": (),
}


@pytest.mark.parametrize("action", NEED_TOKEN)
def test_who_manages_a_match_needs_a_token(action: str) -> None:
    """It is said before the server is asked: nobody listens there."""
    ran = inside("match", action, "3f09", *NEED_TOKEN[action], "--server", "127.0.0.1:1")
    assert f"{action} needs your token for the match: --token-file F, or set REFEREE_TOKEN" in refusal(ran)


def test_new_prints_the_match_and_its_tokens(tls_server: TlsServer) -> None:
    made = new(tls_server, "--clock", "90", "--invite")
    assert set(made) == {*KEYS, "tokens"}
    assert (made["game"], made["seats"], made["status"], made["names"], made["clock"]) == (
        "abyss", 2, "waiting", [None, None], 90,
    )  # fmt: skip
    assert set(made["tokens"]) == {"organiser", "invite"}
    with connect(tls_server.address, ca_file=tls_server.ca_file) as referee:
        referee.join_seat(made["id"], 1, "Ada", invite_code=made["tokens"]["invite"])
        shown = referee.get_match(made["id"], made["tokens"]["organiser"])
    assert list(shown.names) == ["", "Ada"]
    assert set(new(tls_server, "--unrefereed")["tokens"]) == {"arbiter"}


def test_a_seat_whose_player_gave_no_name_is_not_called_free(tls_server: TlsServer) -> None:
    made = new(tls_server, "--spectators")["id"]
    with connect(tls_server.address, ca_file=tls_server.ca_file) as referee:
        assert "seat 0 free" in inside("match", "show", made, *tls_server.options).out
        for _ in range(2):
            referee.join_seat(made)
    shown = inside("match", "show", made, *tls_server.options).out
    assert "seat 0 without a name, seat 1 without a name" in shown


def test_list_has_the_matches_that_may_be_seen(tls_server: TlsServer) -> None:
    closed, first, second = (
        new(tls_server)["id"],
        new(tls_server, "--spectators")["id"],
        new(tls_server, "--spectators")["id"],
    )
    listed = inside("match", "list", "--json", *tls_server.options)
    assert listed.code == 0
    # Other tests use this server too, and a match that is paused has more keys.
    mine = [line for line in listed.lines if line["id"] in (first, second)]
    assert [set(line) for line in mine] == [KEYS, KEYS]
    ids = [line["id"] for line in listed.lines]
    assert ids.index(second) < ids.index(first)
    assert closed not in ids
    limited = inside("match", "list", "--json", "--limit", "1", *tls_server.options)
    assert [line["id"] for line in limited.lines] == [second]
    none = inside("match", "list", "--status", "superseded", *tls_server.options)
    assert none.out.startswith("no matches that you may see")


def test_ids_may_be_abbreviated(tls_server: TlsServer) -> None:
    new(tls_server, "--spectators")
    made = new(tls_server, "--spectators")
    shown = inside("match", "show", made["id"][:12], "--json", *tls_server.options)
    assert shown.lines == [{key: made[key] for key in KEYS}]
    text = inside("match", "show", made["id"][:12], *tls_server.options).out
    assert f"match {made['id']}: abyss, 2 seats, waiting" in text
    unknown = refusal(inside("match", "show", "xyz", *tls_server.options))
    assert "no match that you may list begins with 'xyz'" in unknown
    assert "give more of the id" in refusal(inside("match", "show", "", *tls_server.options))


def test_a_match_to_watch_may_be_abbreviated(tls_server: TlsServer) -> None:
    played = inside("play", "abyss", "--seats", "2", "--spectators", "--json", *tls_server.options).lines[0]
    tls = ("--ca-file", tls_server.ca_file)
    watched = inside("watch", tls_server.address, played["id"][:12], *tls, "--json")
    assert watched.lines[-1]["kind"] == "match.ended"


def test_stop_cancels_a_match_that_has_not_begun(
    tls_server: TlsServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = new(tls_server)
    stop = ("match", "stop", made["id"], "--json", *tls_server.options)
    assert "stop needs your token for the match: --token-file F" in refusal(inside(*stop))
    wrong = refusal(inside(*stop, "--token", "0" * 64))
    assert "there is no such match, it is not open to spectators, or" in wrong
    token = tmp_path / "token"
    token.write_text(made["tokens"]["organiser"] + "\n")
    stopped = inside(*stop, "--reason", "rain", "--token-file", str(token))
    assert stopped.lines[0]["status"] == "cancelled"
    monkeypatch.setenv("REFEREE_TOKEN", made["tokens"]["organiser"])
    assert "reason: rain" in inside("match", "show", made["id"], *tls_server.options).out


class Begun:
    """A match of two seats that has begun, and the token of its organiser in a file."""

    def __init__(self, server: TlsServer, folder: Path) -> None:
        self.server = server
        self.folder = folder
        made = new(server, "--spectators", "--clock", "600")
        self.id = made["id"]
        with connect(server.address, ca_file=server.ca_file) as referee:
            self.seats = [referee.join_seat(self.id) for _ in range(2)]
        self.organiser = made["tokens"]["organiser"]

    def do(self, action: str, token: str, *options: str) -> Ran:
        """Take an action with a token."""
        file = self.folder / "token"
        file.write_text(token)
        return inside("match", action, self.id, "--token-file", str(file), *options, *self.server.options)


@pytest.fixture
def begun(tls_server: TlsServer, tmp_path: Path) -> Begun:
    return Begun(tls_server, tmp_path)


def test_pause_and_resume_a_match(begun: Begun) -> None:
    (paused,) = begun.do("pause", begun.organiser, "--reason", "Fire [alarm].", "--json").lines
    assert set(paused) == {*KEYS, "pause"}
    assert paused["status"] == "paused"
    assert (paused["pause"]["by"], paused["pause"]["reason"]) == ("organiser", "Fire [alarm].")
    shown = inside("match", "show", begun.id, *begun.server.options).out
    assert f"match {begun.id}: abyss, 2 seats, paused" in shown
    assert f"Paused by organiser at {paused['pause']['since']}: Fire [alarm]." in " ".join(shown.split())
    listed = inside("match", "list", "--status", "paused", "--json", *begun.server.options).lines
    assert begun.id in [line["id"] for line in listed]
    again = refusal(begun.do("pause", begun.organiser))
    assert again == "referee match: the match is paused already; resume it first"
    (resumed,) = begun.do("resume", begun.organiser, "--json").lines
    assert (set(resumed), resumed["status"]) == (KEYS, "running")
    assert "the match is not paused" in refusal(begun.do("resume", begun.organiser))


def test_a_sealed_answer_is_played_after_an_adjournment(begun: Begun) -> None:
    with connect(begun.server.address, ca_file=begun.server.ca_file) as referee:
        views = [referee.get_view(begun.id, seat.token) for seat in begun.seats]
        (number,) = [seat for seat, view in enumerate(views) if view.HasField("question")]
        question = views[number].question
        with pytest.raises(Refused):
            referee.seal_answer(begun.seats[number], question, [99])
        referee.seal_answer(begun.seats[number], question, question.default_picks)
        (adjourned,) = begun.do("adjourn", begun.organiser, "--reason", "Night.", "--json").lines
        assert (adjourned["status"], adjourned["pause"]["is_adjourned"]) == ("paused", True)
        assert "Adjourned by organiser" in begun.do("show", begun.organiser).out
        assert referee.get_view(begun.id, begun.seats[number].token).question.number == question.number
        begun.do("resume", begun.organiser)
        later = referee.get_view(begun.id, begun.seats[number].token)
        assert later.question.number != question.number


def test_seats_agree_to_a_pause_on_the_command_line(begun: Begun) -> None:
    one, other = [seat.token for seat in begun.seats]
    (proposed,) = begun.do("pause", one, "--json").lines
    assert (set(proposed), proposed["status"]) == ({*KEYS, "pause_proposal"}, "running")
    assert proposed["pause_proposal"] == {
        "seat": 0, "step": "pause", "reason": "no reason was given", "waiting_for": [1],
    }  # fmt: skip
    shown = " ".join(inside("match", "show", begun.id, *begun.server.options).out.split())
    assert "Seat 0 proposes to pause the match: no reason was given (waiting for seat 1)" in shown
    refused = refusal(begun.do("pause", other, "--agree", "--reason", "x"))
    assert "--agree and --refuse answer one and have none" in refused
    assert begun.do("pause", other, "--agree", "--json").lines[0]["pause"]["by"] == "seats"
    assert begun.do("resume", other, "--reason", "Full.").code == 0
    assert begun.do("resume", one, "--refuse", "--json").lines[0]["status"] == "paused"
    both = begun.do("resume", one, "--agree", "--refuse")
    assert (both.code, "not allowed with" in both.err) == (2, True)


def test_extend_gives_a_seat_more_time(begun: Begun) -> None:
    with connect(begun.server.address, ca_file=begun.server.ca_file) as referee:
        created = referee.create_match("abyss", 2, unrefereed=True, seconds_per_decision=600, spectators=True)
        for _ in range(2):
            referee.join_seat(created.match.id)
    begun.id = created.match.id
    (extended,) = begun.do("extend", created.token, "1", "60", "--reason", "Late.", "--json").lines
    assert set(extended) == {*KEYS, "time_extensions"}
    assert extended["time_extensions"] == [{"by": "arbiter", "seat": 1, "seconds": 60, "reason": "Late."}]
    shown = inside("match", "show", begun.id, *begun.server.options).out
    assert "Seat 1 got 60 more seconds from arbiter: Late." in " ".join(shown.split())
    for seat, seconds in (("2", "60"), ("-1", "60"), ("1", "0"), ("1", "604801")):
        assert refusal(begun.do("extend", created.token, seat, seconds))


def test_appoint_gives_a_judge_a_token_with_which_a_seat_gets_more_time(begun: Begun) -> None:
    (appointed,) = begun.do("appoint", begun.organiser, "Grace [Hopper]", "--json").lines
    assert set(appointed) == {*KEYS, "officials", "party", "tokens"}
    assert appointed["officials"] == [{"party": "judge/1", "role": "judge", "name": "Grace [Hopper]"}]
    assert appointed["party"] == "judge/1"
    judge = appointed["tokens"]["judge/1"]
    shown = begun.do("appoint", begun.organiser, "Alan", "--head").out
    assert "judge/1: Grace [Hopper]" in shown
    assert "head_judge/2: Alan" in shown
    head = re.search(r"token of head_judge/2: (\w{32,})", shown)
    assert head is not None
    for token in (judge, head[1]):
        assert begun.do("extend", token, "1", "60").code == 0
    by = [each["by"] for each in begun.do("show", judge, "--json").lines[0]["time_extensions"]]
    assert by == ["judge/1", "head_judge/2"]


def test_a_panel_rules_on_an_appeal(begun: Begun) -> None:
    tokens = [
        begun.do("appoint", begun.organiser, name, "--head", "--json").lines[0]["tokens"][
            f"head_judge/{number}"
        ]
        for number, name in ((1, "Ada"), (2, "Joan"), (3, "Karen"))
    ]
    heads = ["head_judge/2", "head_judge/3"]
    assert "with --needed N" in refusal(begun.do("panel", begun.organiser, "--members", ",".join(heads)))
    assert "ore than half of the 2 members" in refusal(
        begun.do("panel", begun.organiser, "--members", ",".join(heads), "--needed", "1")
    )
    (shown,) = begun.do(
        "panel", begun.organiser, "--members", ",".join(heads), "--needed", "2", "--json"
    ).lines
    assert shown["panel"] == {"needed": 2, "members": heads}
    assert "Appeals need 2 of head_judge/2 and head_judge/3." in begun.do("show", tokens[0]).out

    def dispute(step: str, token: str, *more: str) -> str:
        file = begun.folder / f"{token[:8]}.token"
        file.write_text(token)
        case = ["--match", begun.id, "--token-file", str(file), *begun.server.options]
        ran = inside("dispute", step, *case, *more)
        return " ".join((ran.out + ran.err).split())

    dispute("open", tokens[0], "--at", "1", "--rule", "explore", "--claim", "No.")
    said = ["--case", "1", "--finding", "upheld", "--reason", "So.", "--rules", "explore"]
    dispute("rule", tokens[0], *said)
    dispute("appeal", tokens[0], "--case", "1", "--reason", "Read on.")
    assert "A panel rules" not in dispute("rule", tokens[1], *said)
    shown_case = dispute("show", tokens[0])
    assert "Opinions so far by head_judge/2; what they say is not public yet." in shown_case
    assert "Opinions so far by nobody" in dispute("withdraw", tokens[1], "--opinion", "--case", "1")
    dispute("rule", tokens[1], *said)
    assert "agreed by head_judge/2 and head_judge/3" in dispute("rule", tokens[2], *said)
    assert "a panel rules on a match on a server" in refusal(
        inside("dispute", "withdraw", "x", "--opinion", "--case", "1")
    )


def test_a_result_is_declared_and_corrected(begun: Begun) -> None:
    scorer = begun.do("appoint", begun.organiser, "Sue", "--role", "scorekeeper", "--json").lines[0]
    head = begun.do("appoint", begun.organiser, "Ada", "--head", "--json").lines[0]
    assert scorer["officials"] == [{"party": "scorekeeper/1", "role": "scorekeeper", "name": "Sue"}]
    token = scorer["tokens"]["scorekeeper/1"]
    assert "unknown kind of result 'tea'" in refusal(begun.do("result", token, "--kinds", "tea,tea"))
    assert "is not a list of seats" in refusal(begun.do("result", token, "--winners", "x"))
    kinds = ["--kinds", "resignation,walkover", "--reason", "Had to leave."]
    (ended,) = begun.do("result", token, "--winners", "1", *kinds, "--json").lines
    assert ended["status"] == "ended"
    assert ended["results"][0]["kinds"] == ["resignation", "walkover"]
    assert "only a head judge corrects" in refusal(begun.do("result", token, "--winners", "0"))
    shown = " ".join(begun.do("result", head["tokens"]["head_judge/2"], "--winners", "0").out.split())
    assert "Result declared by scorekeeper/1: won by seat 1 (seat 0 resignation, seat 1 walkover)." in shown
    assert "Result corrected by head_judge/2: won by seat 0." in shown


def test_dismiss_ends_the_office_of_a_judge(begun: Begun) -> None:
    judges = [
        begun.do("appoint", begun.organiser, name, "--json").lines[0]["tokens"][f"judge/{number}"]
        for number, name in ((1, "Grace"), (2, "Alan"))
    ]
    refused = refusal(begun.do("dismiss", judges[1], "judge/1"))
    assert refused == "referee match: only the organiser of a match dismisses its officials"
    (dismissed,) = begun.do("dismiss", begun.organiser, "judge/1", "--reason", "Ill.", "--json").lines
    assert [each["party"] for each in dismissed["officials"]] == ["judge/2"]
    assert "the token is not valid" in refusal(begun.do("extend", judges[0], "1", "60"))
    resigned = begun.do("dismiss", judges[1], "judge/2")
    assert (resigned.code, "judge/" in resigned.out) == (0, False)
    assert "officials" not in begun.do("show", begun.organiser, "--json").lines[0]
    assert refusal(begun.do("dismiss", begun.organiser, "judge/2"))
    assert refusal(begun.do("dismiss", begun.organiser, "judge/9"))
    assert refusal(begun.do("dismiss", begun.organiser, "nobody"))


def test_who_may_not_appoint_and_who_may_not_be_appointed(begun: Begun) -> None:
    seat = refusal(begun.do("appoint", begun.seats[0].token, "Eve"))
    assert seat == "referee match: only the organiser of a match appoints its officials"
    assert "give the name of the official" in refusal(begun.do("appoint", begun.organiser, " "))
    assert refusal(begun.do("appoint", begun.organiser, "x" * 65))
    assert refusal(begun.do("appoint", begun.organiser, "Eve", "--key-id", "k00000"))
    made = new(begun.server, "--unrefereed")
    begun.id = made["id"]
    assert "unrefereed" in refusal(begun.do("appoint", made["tokens"]["arbiter"], "Eve"))


def test_a_match_that_cannot_be_is_refused_before_anything_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("REFEREE_SERVER", raising=False)
    nowhere = ("--server", "127.0.0.1:1")
    assert "unknown game 'abys'" in refusal(inside("match", "new", "abys", "--seats", "2", *nowhere))
    assert "2 to 4 seats" in refusal(inside("match", "new", "abyss", "--seats", "9", *nowhere))
    clock = refusal(inside("match", "new", "abyss", "--seats", "2", "--clock", "-1", *nowhere))
    assert "--clock -1: unknown clock '-1'; examples: fischer 10m+5s" in clock
    assert refusal(inside("match", "list")) == (
        "referee match: name the server: --server HOST:PORT, or set REFEREE_SERVER"
    )


def test_the_environment_names_the_server(tls_server: TlsServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_SERVER", tls_server.address)
    monkeypatch.setenv("REFEREE_CA_FILE", tls_server.ca_file)
    assert inside("match", "list").code == 0
