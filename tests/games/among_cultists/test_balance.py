"""The balance of the house numbers: sensible bots play both sides, and beat random bots on either side.

The long version prints the table of BALANCE.md, next to the game.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from referee.games.among_cultists import GAME
from referee.games.among_cultists.cards import Side
from referee.games.among_cultists.ending import Ending
from tests.games.among_cultists.tournament import (
    ENDINGS,
    HEAD,
    Result,
    Sides,
    Variant,
    interval,
    main,
    play,
    play_many,
    row,
    share_text,
    wins,
)

MATCHES = 1000
"""Number of matches for each number of seats in the campaign."""
AGAINST_RANDOM = 200


def test_the_interval_of_a_share() -> None:
    low, high = interval(50, 100)
    assert (round(low, 3), round(high, 3)) == (0.404, 0.596)
    assert interval(0, 10)[0] == 0.0
    assert interval(10, 10)[1] == 1.0
    assert share_text(50, 100) == "50 % (40-60)"


def test_a_line_of_the_table() -> None:
    results = [
        Result(Side.INVESTIGATORS, Ending.BOOKS_COLLECTED, 8),
        Result(Side.CULTISTS, Ending.TIME_RAN_OUT, 10),
    ]
    assert row(4, results) == (
        "| 4 | 2 | 50 % (9-91) | 50 % (9-91) | 50.0 % | 0.0 % | 0.0 % | 50.0 % | 0.0 % | 9.0 |"
    )


def test_the_command_prints_a_line_for_each_number_of_seats(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--matches", "1", "--seats", "4,5", "--cultists", "random"]
    arguments += ["--option", "board=university", "--ruling", "collect.cards=all"]
    assert main(arguments) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == HEAD.splitlines()
    assert [line.split(" | ")[0] for line in lines[2:]] == ["| 4", "| 5"]


@pytest.mark.parametrize("side", [Side.INVESTIGATORS, Side.CULTISTS])
def test_a_sensible_side_beats_a_random_one(side: Side, seed: str) -> None:
    """A few matches are enough, because the difference is large."""
    sides = Sides("sensible", "random") if side is Side.INVESTIGATORS else Sides("random", "sensible")
    results = play_many(5, 12, seed, sides)
    assert wins(results, side) >= 9


UNIVERSITY = Variant({"board": "university"})


@pytest.mark.parametrize(("seats", "matches"), [(4, 40), (5, 15), (6, 20), (7, 8), (8, 15)])
def test_books_end_matches_in_the_university(seats: int, matches: int) -> None:
    """The seed is fixed, so the matches are the same on every run."""
    endings = (
        play(seats, Sides(), f"books of the University/{seats}/{number}", UNIVERSITY).ending
        for number in range(matches)
    )
    assert Ending.BOOKS_COLLECTED in endings


@pytest.mark.campaign
@pytest.mark.parametrize("seats", GAME.seats)
def test_both_sides_win_between_40_and_60_percent(seats: int) -> None:
    """Books and votes end matches with every number of seats; kills end them if there is one Cultist.

    Time runs out too rarely with 6 or 8 seats to be required of a thousand matches.
    """
    results = play_many(seats, MATCHES, "eighteenth of November")
    check_balance(seats, results, rare=(Ending.TIME_RAN_OUT,) if seats in (6, 8) else ())


@pytest.mark.campaign
@pytest.mark.parametrize("seats", GAME.seats)
def test_both_sides_win_between_40_and_60_percent_in_the_university(seats: int) -> None:
    """Books end at least one match in twenty; time runs out too rarely to be required."""
    results = play_many(seats, MATCHES, "university books 18 November", variant=UNIVERSITY)
    check_balance(seats, results, rare=(Ending.TIME_RAN_OUT,))
    by_books = [result for result in results if result.ending == Ending.BOOKS_COLLECTED]
    assert len(by_books) >= MATCHES / 20


def check_balance(seats: int, results: list[Result], rare: Sequence[Ending]) -> None:
    """Check that both sides win 40 to 60 %, and that matches end in every possible way that is not rare."""
    print(f"\n{HEAD}\n{row(seats, results)}")  # noqa: T201
    for side in (Side.INVESTIGATORS, Side.CULTISTS):
        assert 0.4 <= wins(results, side) / len(results) <= 0.6, side
    possible = set(ENDINGS) - {Ending.TRAITOR_VOTED_OUT, *rare}
    if seats > 6:
        possible.remove(Ending.INVESTIGATORS_KILLED)
    assert possible <= {result.ending for result in results}


@pytest.mark.campaign
@pytest.mark.parametrize("seats", [seats for seats in GAME.seats if seats > 4])
def test_a_yellow_traitor_is_sometimes_voted_out(seats: int) -> None:
    results = play_many(
        seats, AGAINST_RANDOM, "yellow 18 November", variant=Variant({"yellow_traitor": "true"})
    )
    print(f"\n{HEAD}\n{row(seats, results)}")  # noqa: T201
    assert Ending.TRAITOR_VOTED_OUT in {result.ending for result in results}


@pytest.mark.campaign
@pytest.mark.parametrize("seats", GAME.seats)
def test_each_side_is_clearly_better_than_random(seats: int) -> None:
    """The intervals of the shares do not overlap."""
    for side in (Side.INVESTIGATORS, Side.CULTISTS):
        shares = {}
        for name in ("sensible", "random"):
            sides = Sides(name, "random") if side is Side.INVESTIGATORS else Sides("sensible", name)
            results = play_many(seats, AGAINST_RANDOM, "against random, 18 November", sides)
            shares[name] = interval(wins(results, side), len(results))
            print(f"\n{side} {name}\n{row(seats, results)}")  # noqa: T201
        assert shares["random"][1] < shares["sensible"][0], side
