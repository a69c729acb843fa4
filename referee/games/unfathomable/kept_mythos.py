"""Mythos cards that stay in a play area: keeping them, discarding them, and what they do by themselves.

The actions and abilities that some of them bring are in `crises`.
"""

from __future__ import annotations

from referee.games.unfathomable.board import BRIG
from referee.games.unfathomable.cards import TREACHERY, Mythos, Resource
from referee.games.unfathomable.choices import ChooseMythos
from referee.games.unfathomable.discarding import put_in_order
from referee.games.unfathomable.facts.mythos import MythosGivenUp, MythosKept
from referee.games.unfathomable.facts.skill_test import TreacheryAdded, TreacheryAddedOpenly
from referee.games.unfathomable.hand import refill_deck
from referee.games.unfathomable.resources import lose
from referee.games.unfathomable.state import NOBODY, State
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table, rule


def keep_mythos(table: Table[State], seat: Seat) -> None:
    """Keep the card that is being resolved in the play area of a player."""
    table.record(MythosKept(seat, table.state.mythos_card))


def give_up_mythos(table: Table[State], seat: Seat, card: Mythos) -> None:
    """Discard a mythos card from a play area."""
    table.record(MythosGivenUp(seat, card))


def discard_mythos_of(table: Table[State], seat: Seat) -> Script[None]:
    """Discard the mythos cards in a play area, in the order their owner chooses."""
    held = [ChooseMythos(card) for card in table.state.players[seat].mythos]
    for choice in (yield from put_in_order(table, seat, held)):
        give_up_mythos(table, seat, choice.mythos)


def holder_of(state: State, card: Mythos) -> Seat:
    """Return whose play area a mythos card is in, or `NOBODY`."""
    for seat, player in enumerate(state.players):
        if card in player.mythos:
            return seat
    return NOBODY


@rule("mythos.the_peacemaker")
def break_peace(table: Table[State]) -> None:
    """When a passenger is defeated, lose 1 sanity and discard The Peacemaker, if somebody has it.

    While it is in play its owner cannot attack, which is checked in `attack`.
    """
    seat = holder_of(table.state, Mythos.THE_PEACEMAKER)
    if seat != NOBODY:
        lose(table, Resource.SANITY, 1)
        give_up_mythos(table, seat, Mythos.THE_PEACEMAKER)


def add_memory_to_contribution(table: Table[State], seat: Seat) -> None:
    """Add the top Treachery card when the owner of Memory of the Deep adds cards to a test."""
    if (
        Mythos.MEMORY_OF_THE_DEEP in table.state.players[seat].mythos
        and table.ruling("mythos.memory_of_the_deep") == "when_he_contributes"
    ):
        _remember(table)


def add_memory_to_test(table: Table[State]) -> None:
    """By another reading of Memory of the Deep, add the top Treachery card to every test."""
    if (
        table.ruling("mythos.memory_of_the_deep") == "every_test"
        and holder_of(table.state, Mythos.MEMORY_OF_THE_DEEP) != NOBODY
    ):
        _remember(table)


@rule("mythos.memory_of_the_deep")
def _remember(table: Table[State]) -> None:
    add_treachery(table)


@rule("mythos.family_ties")
def add_family_ties_to_test(table: Table[State]) -> None:
    """While the owner of Family Ties is outside the Brig, add a Treachery card to every test with the chaos cards."""
    state = table.state
    seat = holder_of(state, Mythos.FAMILY_TIES)
    if seat == NOBODY or state.players[seat].space is BRIG:
        return
    if state.skill_test is not None and not state.skill_test.without_chaos:
        add_treachery(table)


def add_treachery(table: Table[State]) -> None:
    """Add the top Treachery card, if there is one, to a test before its pile is shuffled.

    It is face down; by a ruling it is face up if the other cards of the test are.
    """
    if refill_deck(table, TREACHERY):
        test = table.state.skill_test
        is_open = test is not None and test.face_up and table.ruling("test.open_treachery") == "face_up"
        added = TreacheryAddedOpenly if is_open else TreacheryAdded
        table.record(added(table.state.decks[TREACHERY][-1]))
        refill_deck(table, TREACHERY)
