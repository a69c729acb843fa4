"""Helpers for the tests of the Lords: a Lord as printed, and a Lord coming into service."""

from __future__ import annotations

from typing import NamedTuple

from referee.games.abyss.cards import LORDS, Guild, Lord, Race
from referee.games.abyss.powers import welcome
from referee.games.abyss.recruit import recruit
from referee.games.abyss.state import State
from referee.games.abyss.turn import take_turn
from referee.kernel.asks import default_picks
from referee.kernel.facts import Seat
from referee.kernel.table import Table
from tests.games.abyss.tables import Playing


class Printed(NamedTuple):
    """The numbers on a Lord, repeated independently for the tests."""

    cost: int
    races: int
    influence: int
    keys: int
    arrow: bool


def printed_on(lord: Lord, guild: Guild, race: Race | None) -> Printed:
    """Return the numbers on a Lord, and check that it belongs to this guild and requires this race."""
    card = LORDS[lord]
    assert card.guild is guild
    assert card.race is (race or Race.HIDDEN)
    return Printed(card.cost, card.races, card.influence, card.keys, card.arrow)


def lords_of(guild: Guild) -> set[Lord]:
    """Return the Lords of a guild."""
    return {card.lord for card in LORDS.values() if card.guild is guild}


def resting(lord: Lord) -> list[tuple[str, str]]:
    """Return the rows (turned, under) in which a Lord has no lasting power: turned, or under a Location."""
    return [(lord, ""), ("", lord)]


def serve(table: Table[State], seat: Seat, lord: Lord) -> Playing:
    """Let a Lord come from the Court into service without being paid for, and use its power."""
    return Playing(table, welcome(table, seat, lord))


def recruiting(table: Table[State], seat: Seat, lord: Lord) -> Playing:
    """Let a seat recruit a Lord; the first question is how it pays."""
    return Playing(table, recruit(table, seat, lord))


def run_out(playing: Playing) -> Playing:
    """Answer all questions by default until the script is done."""
    while not playing.done:
        ask = playing.ask
        playing.answer(*[ask.options[pick] for pick in default_picks(ask)])
    return playing


def turn(table: Table[State], seat: Seat = 0) -> Playing:
    """Let a seat take a whole turn."""
    return Playing(table, take_turn(table, seat))
