"""Who plays whom, in which seats and with which deal.

A round is a list of pairings, one for each table. A pairing is played with one or more deals. With duplicate deals,
each deal is played in all cyclic seatings, which together are a block. The names of deals and matches say where they
belong: match `2.3.1.4` is the fourth seating of the first deal at table 3 in round 2.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from referee.arena.balancing import balanced_rounds, with_even_seats
from referee.arena.designs import Round
from referee.arena.event_file import EventFile
from referee.arena.local_search import SearchDice
from referee.arena.table_sizes import RoundShape, shape_of_round
from referee.kernel.chance import Chance

FILLER = -1
"""Stands for the bot in the seats of a duel that neither side takes."""

SIDE_A, SIDE_B = 0, 1
"""The two entrants of a duel."""


class Pairing(msgspec.Struct, frozen=True, array_like=True):
    """The entrants who meet at a table."""

    round: int
    table: int
    entrants: tuple[int, ...]
    """Numbers of the entrants, in the order of the seats of the first seating."""


class ScheduledMatch(NamedTuple):
    """A match that is to be played."""

    id: str
    deal: str
    """The name of the deal; all matches with the same deal are a block."""
    round: int
    seating: tuple[int, ...]
    """The entrant in each seat, or `FILLER`."""


def scheduled_matches(event: EventFile, pairing: Pairing) -> list[ScheduledMatch]:
    """Return the matches of a pairing, the seatings of a deal one after the other.

    >>> from referee.arena.event_file import EntrantLine
    >>> entrants = tuple([EntrantLine(name, bot="random") for name in "ABC"])
    >>> event = EventFile("Cup", "abyss", 3, "league", entrants)
    >>> [(match.id, match.seating) for match in scheduled_matches(event, Pairing(1, 1, (2, 0, 1)))]
    [('1.1.1.1', (2, 0, 1)), ('1.1.1.2', (1, 2, 0)), ('1.1.1.3', (0, 1, 2))]
    """
    all_seatings = _seatings(event, pairing.entrants)
    has_person = any([event.entrants[each].person for each in pairing.entrants if each != FILLER])
    matches = []
    for number in range(1, event.deals + 1):
        deal = f"{pairing.round}.{pairing.table}.{number}"
        # A person plays a deal once, and changes seats with the next one.
        seatings = [all_seatings[(number - 1) % len(all_seatings)]] if has_person else all_seatings
        matches += [
            ScheduledMatch(f"{deal}.{place}", deal, pairing.round, seating)
            for place, seating in enumerate(seatings, start=1)
        ]
    return matches


def _seatings(event: EventFile, entrants: tuple[int, ...]) -> list[tuple[int, ...]]:
    if event.format == "duel":
        return _duel_seatings(event.seats, has_filler=bool(event.filler))
    return cyclic_seatings(entrants) if event.duplicate else [entrants]


def cyclic_seatings(seating: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return a seating and all others that arise when everybody moves on by one seat, each once."""
    turned = [seating[-step:] + seating[:-step] if step else seating for step in range(len(seating))]
    return list(dict.fromkeys(turned))


def _duel_seatings(seats: int, *, has_filler: bool) -> list[tuple[int, ...]]:
    """Return the seatings of a duel: one of each side among fillers, or both in turns, and the same mirrored."""
    if has_filler:
        first = (SIDE_A, SIDE_B, *[FILLER] * (seats - 2))
    else:
        first = tuple([seat % 2 for seat in range(seats)])
    mirrored = tuple([side if side == FILLER else 1 - side for side in first])
    return list(dict.fromkeys([*cyclic_seatings(first), *cyclic_seatings(mirrored)]))


def planned_rounds(
    event: EventFile, luck: Chance, admitted: Sequence[int] | None = None
) -> list[list[Pairing]]:
    """Return all rounds of a league or a gauntlet, which do not depend on results.

    `admitted` are the entrants who take part, all by default.
    """
    numbers = list(range(len(event.entrants))) if admitted is None else list(admitted)
    entrants, fewest = len(numbers), event.rules.seats[0]
    stream = luck.stream("rounds")
    if event.format == "gauntlet":
        hero = [entrant.name for entrant in event.entrants].index(event.hero)
        shape = shape_of_round(entrants - 1, event.seats - 1, fewest - 1, event.short_tables)
        field = [number for number in numbers if number != hero]
        rounds = with_hero(balanced_rounds(entrants - 1, shape, event.rounds or 1, stream), field, hero)
        rounds = with_even_seats(rounds, SearchDice(stream))
    else:
        shape = shape_of_round(entrants, event.seats, fewest, event.short_tables)
        places = balanced_rounds(entrants, shape, event.rounds or 1, stream)
        rounds = [
            tuple([tuple([numbers[place] for place in table]) for table in tables]) for tables in places
        ]
    return [pairings_of(number, tables) for number, tables in enumerate(rounds, start=1)]


def with_hero(rounds: Sequence[Round], field: Sequence[int], hero: int) -> list[Round]:
    """Return rounds in which one entrant sits at every table, and the others are numbered by the field."""
    return [tuple([(hero, *[field[place] for place in table]) for table in tables]) for tables in rounds]


def pairings_of(number: int, tables: Round) -> list[Pairing]:
    """Return the tables of a round as pairings."""
    return [Pairing(number, table, entrants) for table, entrants in enumerate(tables, start=1)]


def round_shape(event: EventFile, entrants: int) -> RoundShape:
    """Return the tables of a round with this number of entrants."""
    return shape_of_round(entrants, event.seats, event.rules.seats[0], event.short_tables)
