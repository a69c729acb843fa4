"""The chaos deck: building it, shuffling cards into it, and adding its cards to a test. Nobody ever looks at it."""

from __future__ import annotations

from referee.games.unfathomable.cards import ORDINARY, TREACHERY, Skill
from referee.games.unfathomable.facts.chaos import (
    ChaosAdded,
    ChaosBuilt,
    ChaosDiscarded,
    ChaosFed,
    ChaosShuffled,
)
from referee.games.unfathomable.hand import refill_deck
from referee.games.unfathomable.state import State
from referee.kernel.table import Table, rule

CARDS_OF_A_TYPE = 2
CARDS_IN_A_TEST = 2


@rule("chaos.composition")
def build_chaos(table: Table[State]) -> None:
    """Build and shuffle a new chaos deck with two cards of each ordinary type."""
    for skill in ORDINARY:
        if has_enough(table, skill):
            for _ in range(CARDS_OF_A_TYPE):
                feed_chaos(table, skill)
    table.record(ChaosBuilt(table.chance("deck/chaos").shuffled(table.state.chaos)))


@rule("chaos.rebuild.short_type")
def has_enough(table: Table[State], skill: Skill) -> bool:
    """Return whether a type has two cards in its deck and discard pile; otherwise it is left out."""
    state = table.state
    return len(state.decks[skill]) + len(state.discards[skill]) >= CARDS_OF_A_TYPE


def feed_chaos(table: Table[State], skill: Skill) -> bool:
    """Put the top card of a skill deck into the chaos deck unseen; return whether there was one."""
    decks = table.state.decks
    if not decks[skill] and not refill_deck(table, skill):
        return False
    table.record(ChaosFed(skill, decks[skill][-1]))
    if not decks[skill]:
        refill_deck(table, skill)
    return True


@rule("chaos.contribution")
def add_chaos_cards(table: Table[State], count: int = CARDS_IN_A_TEST) -> None:
    """Add the top chaos cards to the test face down, or as many as there are."""
    state = table.state
    if not state.chaos:
        rebuild_chaos(table)
    for _ in range(count):
        if not state.chaos:
            return
        table.record(ChaosAdded(state.chaos[-1]))
        if not state.chaos and table.ruling("chaos.rebuild") == "on_draw":
            rebuild_chaos(table)


@rule("chaos.rebuild")
def rebuild_chaos(table: Table[State]) -> None:
    """Build a new chaos deck when the last card is gone."""
    build_chaos(table)


@rule("chaos.shuffle_treachery")
def shuffle_treachery(table: Table[State], count: int) -> None:
    """Shuffle the top Treachery cards into the chaos deck, or as many as there are."""
    for _ in range(count):
        if not feed_chaos(table, TREACHERY):
            break
    table.record(ChaosShuffled(table.chance("deck/chaos").shuffled(table.state.chaos)))


def discard_chaos(table: Table[State]) -> None:
    """Discard the whole chaos deck and build a new one."""
    cards = tuple(table.state.chaos)
    types = [card.skill for card in cards]
    tops = tuple([card for place, card in enumerate(cards) if card.skill not in types[place + 1 :]])
    table.record(ChaosDiscarded(cards, tops))
    build_chaos(table)
