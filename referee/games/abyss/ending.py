"""The end of the game: what sets it off, the last round, the last affiliations, the winner."""

from __future__ import annotations

from enum import StrEnum
from typing import NoReturn

from referee.games.abyss.cards import COURT_SPACES, LORDS, RACES, Card, Race
from referee.games.abyss.facts.ending import HandAffiliated, LastRoundBegan, SeatScored, TokensRevealed
from referee.games.abyss.scoring import score_of
from referee.games.abyss.state import State
from referee.kernel.facts import Seat
from referee.kernel.table import Table, rule

LORDS_TO_END = 7
ROUNDS_TO_STALEMATE = 20


class Ending(StrEnum):
    """What set off the end of the game."""

    SEVENTH_LORD = "seventh_lord"
    COURT_EXHAUSTED = "court_exhausted"
    STALEMATE = "stalemate"


@rule("end.last_round")
def set_off_the_end(table: Table[State], seat: Seat, ending: Ending) -> None:
    """Begin the last round: every other seat has one more turn. A second cause changes nothing."""
    if table.state.last_round_by < 0:
        table.record(LastRoundBegan(seat, ending.value))


@rule("end.seventh_lord")
def count_lords(table: Table[State], seat: Seat) -> None:
    """Set off the end if the seat has its seventh Lord."""
    if len(table.state.realms[seat].lords()) >= LORDS_TO_END:
        set_off_the_end(table, seat, Ending.SEVENTH_LORD)


@rule("end.court")
def watch_the_lord_deck(table: Table[State], seat: Seat) -> None:
    """Set off the end if the deck and the Court are empty; under the wider reading, if the Court has a free space."""
    state = table.state
    lords_to_go_on = COURT_SPACES if table.ruling("end.court") == "deck_empty" else 1
    if len(state.court) < lords_to_go_on:
        set_off_the_end(table, seat, Ending.COURT_EXHAUSTED)


@rule("end.stalemate")
def watch_for_stalemate(table: Table[State], seat: Seat) -> None:
    """Set off the end after twenty rounds without a recruitment, because perhaps nobody can ever recruit again."""
    state = table.state
    if state.turn - state.last_recruitment < ROUNDS_TO_STALEMATE * table.seats:
        return
    if table.ruling("end.stalemate") == "called":
        set_off_the_end(table, seat, Ending.STALEMATE)


@rule("end.affiliate")
def affiliate_hands(table: Table[State]) -> None:
    """Let the weakest Ally of every race in each hand join its seat, and discard the rest."""
    for seat, realm in enumerate(table.state.realms):
        weakest: dict[Race, Card] = {}
        for ally in realm.hand:
            race = ally.race
            if race not in weakest or ally.strength < weakest[race].strength:
                weakest[race] = ally
        joining = [weakest[race] for race in RACES if race in weakest]
        rest = list(realm.hand)
        for ally in joining:
            rest.remove(ally)
        if realm.hand:
            table.record(HandAffiliated(seat, tuple(joining), tuple(rest)))


@rule("end.scoring")
def score_seats(table: Table[State]) -> list[int]:
    """Turn over the Monster tokens and count every seat's influence points."""
    totals = []
    for seat, realm in enumerate(table.state.realms):
        table.record(TokensRevealed(seat, tuple(realm.tokens)))
        score = score_of(table, seat)
        table.record(SeatScored(seat, score.locations, score.lords, score.allies, score.tokens))
        totals.append(score.total)
    return totals


@rule("end.winner")
def crown(table: Table[State], totals: list[int]) -> NoReturn:
    """End the match. The highest total wins; ties go to the most pearls, then to the most valuable single Lord."""
    realms = table.state.realms
    ranks = [
        (total, realm.pearls, max([LORDS[lord].influence for lord in realm.lords()], default=0))
        for total, realm in zip(totals, realms, strict=True)
    ]
    best = max(ranks)
    winners = tuple([seat for seat, rank in enumerate(ranks) if rank == best])
    if len(winners) > 1 and table.ruling("victory.tie") == "last_to_move":
        start = table.state.start
        winners = (max(winners, key=lambda seat: (seat - start) % table.seats),)
    table.end(table.state.ending, winners, tuple(totals))
