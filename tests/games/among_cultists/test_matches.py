"""Whole matches: with every seat count, board, edition, role set and reading they end without a fault."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from referee.games.among_cultists import GAME
from referee.games.among_cultists.cards import Board
from referee.games.among_cultists.data import box_of
from referee.kernel.run import Run
from referee.match.charters import Terms, UnplayableOptions, new_charter, settle
from referee.rulebook import CONSENSUS
from tests.answers import random_picks
from tests.contracts.among_cultists import DECLARATION
from tests.contracts.playing import Mood

ROLES = [role.value for role in box_of("").roles]
EDITIONS = (CONSENSUS, *GAME.rulebook.editions)


def role_sets(seats: int) -> list[dict[str, str]]:
    """Return every set of optional roles that can be played with this many seats, as options."""
    found = []
    for chosen in product((False, True), repeat=len(ROLES)):
        options = {role: "true" for role, is_chosen in zip(ROLES, chosen, strict=True) if is_chosen}
        try:
            new_charter("among_cultists", seats, seed="x", options=options)
        except UnplayableOptions:
            continue
        found.append(options)
    return found


def all_terms(seats: int, seed: str) -> Iterator[Terms]:
    """Yield a match for each role set, edition and board, two in three with random readings, and a random seed."""
    rulings = sorted(GAME.rulebook.rulings.items())
    for roles, edition, board in product(role_sets(seats), EDITIONS, Board):
        options = {**roles, "board": board.value}
        match_seed = f"{seed} {seats} {edition} {sorted(options.items())}"
        rng = Random(match_seed)
        readings = {key: rng.choice(list(ruling.readings)) for key, ruling in rulings}
        yield settle(
            new_charter(
                "among_cultists",
                seats,
                seed=match_seed,
                edition="" if edition == CONSENSUS else edition,
                rulings=readings if rng.randrange(3) else {},
                options=options,
                talk="none",
            )
        )


def play_out(terms: Terms, rng: Random) -> str:
    """Play a match to its end, at random or with random preferences, and return the ending."""
    policy = random_picks if rng.randrange(3) else Mood(rng)
    run = Run(terms.game, terms.setup, terms.seed)
    run.begin()
    for _ in range(DECLARATION.most_decisions * terms.setup.seats):
        if run.outcome is not None:
            assert run.outcome.winners, f"nobody won: {terms.charter}"
            return run.outcome.ending
        seat = rng.choice(sorted(run.open))
        ask = run.open[seat].ask
        run.answer(seat, tuple([ask.options[pick] for pick in policy(ask, rng)]))
    raise AssertionError(f"not at an end: {terms.charter}")


def counted(terms: Terms, ending: str) -> Iterator[str]:
    """Yield what a match is counted under."""
    yield f"{terms.setup.seats} seats"
    yield f"edition {terms.charter.edition or CONSENSUS}"
    yield f"board {terms.charter.options['board']}"
    roles = [role for role in ROLES if role in terms.charter.options]
    yield from [f"role {role}" for role in roles]
    yield f"role set {' '.join(roles) or '(none)'}"
    yield from [f"ruling {key}={reading}" for key, reading in terms.setup.readings.items()]
    yield f"ending {ending}"


def play_matches(seed: str, seats: int) -> Counter[str]:
    """Play all matches of a seat count and count them."""
    table: Counter[str] = Counter()
    for terms in all_terms(seats, seed):
        ending = play_out(terms, Random(f"{seed} {terms.charter.seed}"))
        table.update(counted(terms, ending))
    return table


def test_role_sets() -> None:
    """Exclusions and least seats as in roles.csv; at most all Investigators but one have a special role."""
    assert [len(role_sets(seats)) for seats in GAME.seats] == [4, 23, 24, 70, 72]


@pytest.mark.parametrize("seats", GAME.seats)
def test_matches_end_with_every_role_set_edition_and_board(seats: int, seed: str) -> None:
    """Play an eighth of these matches: every role set, each in another edition and on another board."""
    table: Counter[str] = Counter()
    for number, terms in enumerate(all_terms(seats, seed)):
        role_set, edition_and_board = divmod(number, 8)
        if role_set % 8 == edition_and_board:
            table.update(counted(terms, play_out(terms, Random(f"{seed} {terms.charter.seed}"))))
    assert table[f"{seats} seats"] == len(role_sets(seats))


@pytest.mark.campaign
def test_thousands_of_matches_end_with_every_seat_count_edition_role_and_reading(seed: str) -> None:
    """Play at least a thousand matches with each seat count, edition, board, role and reading of every ruling."""
    table: Counter[str] = Counter()
    rounds = 0
    while table["4 seats"] < 1000:
        rounds += 1
        for seats in GAME.seats:
            table += play_matches(f"{seed} {rounds}", seats)
    for name, count in sorted(table.items()):
        print(f"{count:>8}  {name}")  # noqa: T201
    print(f"seed {seed!r}, {rounds} rounds")  # noqa: T201
    few = {name for name, count in table.items() if count < 1000}
    assert {name for name in few if not name.startswith(("role set ", "ending "))} == set()
    readings = {
        f"ruling {key}={reading}"
        for key, ruling in GAME.rulebook.rulings.items()
        for reading in ruling.readings
    }
    assert readings | {f"role {role}" for role in ROLES} <= set(table)
    assert {f"ending {ending.value}" for ending in GAME.endings} <= set(table)
