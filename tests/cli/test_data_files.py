"""`--option data=@DIR` and `--game-data`: matches with the data files of an owner of the box."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from referee.cli.commands.serve import read_game_data, read_settings
from referee.cli.errors import CommandError
from referee.cli.parser import parse_arguments
from referee.games.among_cultists.data import join_files, own_files
from referee.log.memory import MemoryStore
from referee.replay.verification import verify_replay
from referee.wire.grpc_server import serving
from referee_api.v1 import referee_pb2 as api
from tests.cli.running import inside, served
from tests.wire.serving import connected, details_of, reason_of, referee

PLAY = ("play", "among_cultists", "--seats", "4", "--seed", "owner")


def box(folder: Path, old: str = "quiet,2", new: str = "quiet,4") -> str:
    """Write a changed Event deck into a directory, and return the option for it."""
    (folder / "events.csv").write_text(own_files()["events"].replace(old, new), encoding="utf-8")
    return f"data=@{folder}"


def test_match_is_played_with_the_files_of_a_directory_and_verifies(tmp_path: Path) -> None:
    ran = inside(*PLAY, "--option", box(tmp_path), "--save", str(tmp_path))
    assert ran.code == 0, ran.err
    (replay,) = tmp_path.glob("*.replay")
    assert "quiet,4" in replay.read_text(encoding="utf-8")
    (tmp_path / "events.csv").unlink()
    assert inside("verify", str(replay)).code == 0


def test_files_of_a_spreadsheet_are_read(tmp_path: Path) -> None:
    """A byte order mark and carriage returns make no difference."""
    text = own_files()["events"].replace("\n", "\r\n")
    (tmp_path / "events.csv").write_bytes(b"\xef\xbb\xbf" + text.encode())
    ran = inside(*PLAY, "--option", f"data=@{tmp_path}")
    assert ran.code == 0, ran.err


def test_fault_is_reported_with_its_file_and_line(tmp_path: Path) -> None:
    ran = inside(*PLAY, "--option", box(tmp_path, "quiet,2", "storm,2"))
    assert ran.code == 2
    assert "events.csv, line 5: event cannot be 'storm' (choose from lightning" in ran.err


@pytest.mark.parametrize(
    ("game", "file", "message"),
    [
        ("abyss", "events", "abyss has no data files that could be replaced"),
        ("among_cultists", "secrets", "secrets.csv: unknown file (choose from numbers, places"),
        ("among_cultists", "", "there are no CSV files in"),
    ],
)
def test_directory_without_data_of_the_game_is_refused(
    tmp_path: Path, game: str, file: str, message: str
) -> None:
    if file:
        (tmp_path / f"{file}.csv").write_text("x\n", encoding="utf-8")
    ran = inside("play", game, "--seats", "4", "--option", f"data=@{tmp_path}")
    assert ran.code == 2
    assert message in ran.err


def test_advice_on_options_is_printed_once_on_stderr() -> None:
    """Roles that are advised for more seats, and their Loyalty; the output of the command is not changed."""
    play = ("play", "among_cultists", "--seats", "5", "--matches", "2", "--json")
    ran = inside(*play, "--option", "gentle_soul=true")
    assert ran.code == 0
    assert ran.err.splitlines() == [
        "advice: Option gentle_soul is advised with at least 7 seats; this match has 5.",
        (
            "advice: Loyalty of the optional roles: Investigators 2, Cultists 0; "
            "a difference of at most 1 is advised."
        ),
    ]
    assert len(ran.lines) == 2
    assert inside(*play).err == ""


def test_advice_of_a_server_is_printed_too(tmp_path: Path) -> None:
    with served(tmp_path) as (_, address):
        play = ("play", "among_cultists", "--seats", "7", "--server", address, "--option", "snitch=true")
        ran = inside(*play)
    assert ran.code == 0, ran.err
    assert ran.err == (
        "advice: Loyalty of the optional roles: Investigators 3, Cultists 0; "
        "a difference of at most 1 is advised.\n"
    )


def test_house_rules_and_sources_are_shown() -> None:
    house = inside("rules", "among_cultists", "--house").out
    assert "data.investigator_alive  Investigator alive: 5, 5, 5, 5 and 5 with 4 to 8 seats" in house
    assert "pulse.announce" not in house
    assert "reconstructed: two reviews" in inside("rules", "among_cultists", "encounter.who").out


def test_server_is_pointed_to_the_files(tmp_path: Path) -> None:
    """`referee serve --game-data`: from the command line or the environment; a fault stops the start."""
    box(tmp_path)
    given = f"among_cultists={tmp_path}"
    for arguments, environment in ((["--game-data", given], {}), ([], {"REFEREE_GAME_DATA": given})):
        settings = read_settings(parse_arguments(["serve", *arguments]), environment)
        assert "quiet,4" in read_game_data(settings.game_data)["among_cultists"]["data"]
    assert read_game_data("") == {}
    box(tmp_path, "quiet,2", "storm,2")
    with pytest.raises(CommandError, match=r"events\.csv, line 5: event cannot be 'storm'"):
        read_game_data(given)
    with pytest.raises(CommandError, match="not of the form KEY=VALUE"):
        read_game_data("among_cultists")


async def test_new_matches_of_a_server_have_its_data_unless_they_bring_their_own() -> None:
    data = join_files({"events": own_files()["events"].replace("quiet,2", "quiet,4")})
    defaults = {"among_cultists": {"data": data}}
    async with (
        serving(MemoryStore(), default_options=defaults) as server,
        connected(server.address) as (_, stub),
    ):
        for game, options, expected in (
            ("among_cultists", {}, {"data": data}),
            ("among_cultists", {"board": "university"}, {"board": "university", "data": data}),
            ("among_cultists", {"data": ""}, {"data": ""}),
            ("abyss", {}, {}),
        ):
            request = api.CreateMatchRequest(game=game, seat_count=4, options=options)
            created = await stub.CreateMatch(request)
            found = await stub.GetMatch(api.GetMatchRequest(match_id=created.match.id, token=created.token))
            assert found.match.options == expected


async def test_data_are_shown_by_their_hash_except_by_get_match_and_in_the_record() -> None:
    """Data files take tens of kilobytes, and a client that lists matches or plays does not need them each time."""
    data = join_files({"events": own_files()["events"].replace("quiet,2", "quiet,4")})
    digest = sha256(data.encode()).hexdigest()
    brief = {"board": "islands", "data": f"sha256:{digest}"}
    async with referee() as (_, _, stub):
        created = await stub.CreateMatch(
            api.CreateMatchRequest(
                game="among_cultists",
                seat_count=4,
                options={"board": "islands", "data": data},
                spectators=True,
                unrefereed=True,
            )
        )
        match, arbiter = created.match.id, created.token
        assert created.match.options == brief
        for _ in range(4):
            joined = await stub.JoinSeat(api.JoinSeatRequest(match_id=match))
            assert joined.match.options == brief
        (listed,) = (await stub.ListMatches(api.ListMatchesRequest())).matches
        assert listed.options == brief
        seen = await stub.GetView(api.GetViewRequest(match_id=match, token=joined.token))
        assert seen.match.options == brief
        assert seen.view.among_cultists.view.data == digest
        assert b"== events" not in seen.SerializeToString()
        async for response in stub.Watch(api.WatchRequest(match_id=match, with_view=True)):
            assert b"== events" not in response.SerializeToString()
            if response.frames:
                break
        whole = await stub.GetMatch(api.GetMatchRequest(match_id=match))
        assert whole.match.options == {"board": "islands", "data": data}
        request = api.GetReplayRequest(match_id=match, token=arbiter)
        replay = b"".join([part.chunk async for part in stub.GetReplay(request)])
        assert b"quiet,4" in replay
        assert verify_replay(replay).ok


async def test_hash_of_data_is_not_taken_for_data() -> None:
    async with referee() as (_, _, stub):
        request = api.CreateMatchRequest(
            game="among_cultists", seat_count=4, options={"data": f"sha256:{'0' * 64}"}
        )
        status = await details_of(stub.CreateMatch(request))
        assert reason_of(status) == "BAD_CHARTER"
        assert "not their text" in status.message


def test_match_with_the_files_of_a_directory_can_be_watched(tmp_path: Path) -> None:
    """The picture is drawn from the data files of the match, which the view does not have."""
    files = tmp_path / "box"
    files.mkdir()
    with served(tmp_path) as (_, address):
        play = (*PLAY, "--server", address, "--spectators", "--option", box(files), "--json")
        (played,) = inside(*play).lines
        ran = inside("watch", address, played["id"])
        assert ran.code == 0, ran.err
        assert "random-0" in ran.out
