"""Options of a match: optional roles, the board and other data, refused when the match is created."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from referee.games.among_cultists.cards import Board
from referee.games.among_cultists.data import box_of, join_files, own_files
from referee.games.among_cultists.facts.setup import MatchPrepared
from referee.games.among_cultists.options import SUPPORTED
from referee.kernel.run import Run
from referee.match.charters import (
    UnknownOption,
    UnplayableOptions,
    WrongSeatCount,
    advice_on,
    new_charter,
    settle,
    without_secrets,
)
from referee.match.match import Chained, Decided, Match
from referee.match.player import RandomPlayer, play_out
from referee.replay.verification import verify_replay
from referee.replay.writing import write_replay

REFUSED = [
    (
        6,
        {"snitch": "true"},
        "option snitch cannot be true with 6 seats (roles.csv, line 2: at least 7 seats)",
    ),
    (6, {"sleeper": "true"}, "option sleeper cannot be true with 6 seats"),
    (4, {"yellow_traitor": "true"}, "option yellow_traitor cannot be true with 4 seats"),
    (4, {"seer": "true"}, "option seer cannot be true with 4 seats"),
    (7, {"snitch": "true", "seer": "true"}, "options snitch and seer cannot both be true (roles.csv, line 2"),
    (
        7,
        {"poltergeist": "true", "firestarter": "true"},
        "options poltergeist and firestarter cannot both be true",
    ),
    (
        5,
        {"gentle_soul": "true", "poltergeist": "true", "yellow_traitor": "true", "seer": "true"},
        "4 optional roles on the Investigators' side (gentle_soul, poltergeist, yellow_traitor, seer); at most 3",
    ),
    (5, {"data": "== places\n"}, "numbers.csv: the file is missing"),
    (
        7,
        {"seer": "true", "data": join_files({"roles": "\n".join(own_files()["roles"].splitlines()[:3])})},
        "option seer cannot be true: roles.csv has no such role (choose from snitch, gentle_soul)",
    ),
]


@pytest.mark.parametrize(("seats", "options", "message"), REFUSED)
def test_options_that_do_not_fit_are_refused(seats: int, options: Mapping[str, str], message: str) -> None:
    with pytest.raises(UnplayableOptions, match=re.escape(message)):
        new_charter("among_cultists", seats, seed="x", options=options)


ADVICE = [
    (4, {}, []),
    (8, {"board": "university"}, []),
    (
        8,
        {"snitch": "true", "sleeper": "true"},
        ["Loyalty of the optional roles: Investigators 3, Cultists 3; that is balanced."],
    ),
    (
        7,
        {"gentle_soul": "true", "poltergeist": "true"},
        ["Loyalty of the optional roles: Investigators 2, Cultists 3; that is balanced."],
    ),
    (
        8,
        {"seer": "true"},
        [
            (
                "Loyalty of the optional roles: Investigators 3, Cultists 0; "
                "a difference of at most 1 is advised."
            ),
        ],
    ),
    (
        8,
        {"seer": "true", "yellow_traitor": "true"},
        [
            (
                "Loyalty of the optional roles: Investigators 3, Cultists 0, and 4 for either side; "
                "that is balanced."
            ),
        ],
    ),
    (
        6,
        {"yellow_traitor": "true", "gentle_soul": "true"},
        [
            "Option gentle_soul is advised with at least 7 seats; this match has 6.",
            "Option yellow_traitor is advised with at least 7 seats; this match has 6.",
            (
                "Option yellow_traitor is advised with the ruling kills.yellow=always with 6 seats; "
                "with found_dead the Cultist rarely wins."
            ),
            (
                "Loyalty of the optional roles: Investigators 2, Cultists 0, and 4 for either side; "
                "a difference of at most 1 is advised."
            ),
        ],
    ),
]


@pytest.mark.parametrize(("seats", "options", "sentences"), ADVICE)
def test_advice_on_roles(seats: int, options: Mapping[str, str], sentences: list[str]) -> None:
    """Section 12: new roles are advised with 7 or 8 seats, and Loyalty sums that differ by at most 1."""
    charter = new_charter("among_cultists", seats, seed="x", options=options)
    assert list(advice_on(charter)) == sentences
    assert advice_on(without_secrets(charter)) == advice_on(charter)


@pytest.mark.parametrize(
    ("seats", "reading", "is_advised"),
    [(5, "found_dead", False), (6, "never", True), (6, "always", False), (7, "found_dead", False)],
)
def test_advice_to_count_the_yellow_traitor(seats: int, reading: str, is_advised: bool) -> None:
    """Ruling kills.yellow: with six seats only four others count, and the Cultist needs four kills."""
    charter = new_charter(
        "among_cultists",
        seats,
        seed="x",
        options={"yellow_traitor": "true"},
        rulings={"kills.yellow": reading},
    )
    assert any(["kills.yellow=always" in sentence for sentence in advice_on(charter)]) is is_advised


def test_every_role_has_loyalty_to_a_side() -> None:
    """The sides that roles support, which for two of them is not the side on which they start."""
    rows = box_of("").roles
    assert SUPPORTED.keys() == rows.keys()
    turning = [role.value for role, side in SUPPORTED.items() if side is not rows[role].side]
    assert turning == ["poltergeist", "sleeper"]


def test_unknown_board_and_seat_counts_are_refused() -> None:
    with pytest.raises(UnknownOption, match="choose from islands, university"):
        new_charter("among_cultists", 5, seed="x", options={"board": "moon"})
    with pytest.raises(WrongSeatCount, match="4 to 8 seats, not 3"):
        new_charter("among_cultists", 3, seed="x")


def test_match_with_other_data_records_them_and_verifies_anywhere() -> None:
    """The charter carries the data, so a replay verifies without any file; the first fact has their hash."""
    data = join_files({"events": own_files()["events"].replace("quiet,2", "quiet,4")})
    terms = settle(new_charter("among_cultists", 4, seed="owner", options={"data": data}))
    first = Match(terms)
    entries = [Chained(0, first.charter_body, first.head)]

    def keep(decided: Decided) -> None:
        entries.append(Chained(decided.seq, decided.body, decided.hash))

    play_out(terms, [RandomPlayer(f"owner {seat}") for seat in range(4)], witness=keep)
    replay = write_replay(entries)
    assert verify_replay(replay.encode()).ok
    prepared = Run(terms.game, terms.setup, terms.seed).begin().facts[0].fact
    assert isinstance(prepared, MatchPrepared)
    assert prepared.digest == box_of(data).digests[Board.ISLANDS] != box_of("").digests[Board.ISLANDS]
    assert len(terms.game.new_state(terms.setup, -1).layout.events) == 12
    assert not verify_replay(replay.replace("quiet,4", "quiet,3").encode()).ok
