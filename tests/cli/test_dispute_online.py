"""`referee dispute STEP --server`: a case on a match on a server, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee_client import Client, Seat, connect
from tests.cli.running import Ran, inside
from tests.clients.servers import referee_process


class Played:
    """A match on a server with some answers given."""

    def __init__(self, address: str, referee: Client) -> None:
        created = referee.create_match("abyss", seats=2, seed="online", unrefereed=True)
        self.address = address
        self.match = created.match.id
        self.arbiter = created.token
        self.seats = [referee.join_seat(self.match) for _ in range(2)]
        for _ in range(12):
            self.answer(referee)

    def answer(self, referee: Client) -> None:
        for seat in self.seats:
            view = referee.get_view(self.match, seat.token)
            if view.HasField("question"):
                referee.submit(seat, view.question, list(view.question.default_picks))
                return

    def step(self, step: str, who: Seat | str, *more: str) -> Ran:
        token = who if isinstance(who, str) else who.token
        return inside(
            "dispute", step, "--server", self.address, "--match", self.match, "--token", token, *more
        )


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    folder: Path = tmp_path_factory.mktemp("online")
    with referee_process(folder) as (_, address), connect(address) as referee:
        yield Played(address, referee)


def test_a_dispute_on_a_server(played: Played) -> None:
    """From the claim of a seat to a ruling after which the match continues as another one."""
    seat, other = played.seats
    assert "There are no cases." in played.step("show", seat).out
    claim = ("--rule", "explore", "--claim", "That card was mine.")
    ran = played.step("open", seat, "--frame", "3", "--place", "1", *claim, "--freeze")
    assert ran.code == 0, ran.err
    assert "case 1 on explore: open: awaiting a ruling" in ran.out
    assert "seat/0 claims: That card was mine." in ran.out
    assert "frozen: no answers are accepted" in ran.out
    ran = played.step("try", played.arbiter, "--case", "1", "--ruling", "pearls.visibility=cupped")
    assert ran.code == 0, ran.err
    assert "answers could be followed." in ran.out
    (report,) = played.step("try", played.arbiter, "--ruling", "pearls.visibility=cupped", "--json").lines
    assert report["readings"]["pearls.visibility"][1] == "cupped"
    ruling = ("--case", "1", "--finding", "upheld", "--reason", "It was not", "--rules", "explore,council")
    ran = played.step("rule", played.arbiter, *ruling, "--precedent")
    assert ran.code == 0, ran.err
    assert (
        "  upheld by arbiter. Everything stands. Kept as precedent.\n    It was not (explore, council)\n"
        in ran.out
    )
    ran = played.step("appeal", other, "--case", "1", "--reason", "It was.")
    assert "appealed: awaiting a second ruling" in ran.out
    second = ("--case", "1", "--finding", "overturned", "--reason", "It was.", "--rules", "explore")
    ran = played.step("rule", played.arbiter, *second, "--remedy", "rewind:22", "--json")
    assert ran.code == 0, ran.err
    (line,) = ran.lines
    assert line["case"]["state"] == "CASE_STATE_CLOSED"
    assert line["successor"]
    ran = played.step("show", seat, "--case", "1")
    assert f"continued as match {line['successor']}" in ran.out


@pytest.mark.parametrize(
    ("step", "more", "says"),
    [
        ("open", ("--rule", "explore", "--claim", "No."), "--frame N and --place N"),
        ("open", ("--at", "3", "--rule", "no.rule", "--claim", "No."), "no rule or ruling 'no.rule'"),
        ("try", ("--case", "1"), "--edition E, or --ruling"),
        ("try", ("--case", "9", "--edition", "de"), "there is no case 9"),
        (
            "rule",
            ("--case", "9", "--finding", "upheld", "--reason", "x", "--rules", "explore"),
            "there is no case 9",
        ),
        (
            "rule",
            ("--case", "9", "--finding", "upheld", "--reason", "x", "--rules", "explore", "--write", "x"),
            "omit --write",
        ),
        ("appeal", ("--case", "9", "--reason", "x"), "there is no case 9"),
        ("show", ("--case", "9"), "no case 9 in match"),
        ("show", ("some.bundle",), "not both"),
    ],
)
def test_bad_input_gets_one_line(played: Played, step: str, more: tuple[str, ...], says: str) -> None:
    ran = played.step(step, played.arbiter, *more)
    assert ran.code == 2
    assert says in ran.err
    assert len(ran.err.splitlines()) == 1


def test_the_id_of_a_match_may_be_abbreviated(played: Played, tmp_path: Path) -> None:
    with connect(played.address) as referee:
        created = referee.create_match("abyss", seats=2, spectators=True, unrefereed=True)
        for _ in range(2):
            referee.join_seat(created.match.id)
    at = ("--server", played.address, "--match", created.match.id[:8])
    assert "There are no cases." in inside("dispute", "show", *at).out
    bundle = str(tmp_path / "match.bundle")
    ran = inside("export", *at, "--token", created.token, "-o", bundle, "--json")
    assert ran.lines[0]["match"] == created.match.id
    unknown = ("--server", played.address, "--match", "zz", "--token", created.token)
    assert "no match that you may list begins with 'zz'" in inside("dispute", "show", *unknown).err
    assert (
        "no match that you may list begins with 'zz'"
        in inside("export", *unknown, "-o", bundle, "--force").err
    )


def test_missing_arguments_are_named(played: Played) -> None:
    ran = inside("dispute", "show")
    assert "name a file, or a match on a server" in ran.err
    ran = inside("dispute", "appeal", "x.bundle", "--case", "1", "--reason", "x")
    assert "name the person who takes this step" in ran.err
    ran = inside("dispute", "try", "--server", played.address, "--match", played.match, "--edition", "de")
    assert "name the match and your token" in ran.err
    ran = inside("dispute", "open", "x.bundle", "--by", "seat/0", "--rule", "explore", "--claim", "x")
    assert "name the disputed fact" in ran.err
    frozen = inside(
        "dispute",
        "open",
        "x.bundle",
        "--by",
        "seat/0",
        "--at",
        "3",
        "--rule",
        "x",
        "--claim",
        "x",
        "--freeze",
    )
    assert "apply only to a match on a server, not to a bundle" in frozen.err
