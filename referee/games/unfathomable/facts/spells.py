"""What can happen to spells. Only the looker sees spells that are looked at; everyone sees a spell that is cast."""

from __future__ import annotations

from referee.games.unfathomable.cards import Item, Spell
from referee.games.unfathomable.state import State, folds
from referee.kernel.facts import Fact, OwnerSees, Public, Seat, Secret


class SpellsLookedAt(Fact, frozen=True, tag="unfathomable.spells_looked_at"):
    """A player took cards from the spell deck to look at them, the top one first."""

    seat: Public[Seat]
    spells: OwnerSees[tuple[Spell, ...]]


@folds(SpellsLookedAt)
def _spells_looked_at(state: State, fact: SpellsLookedAt) -> None:
    del state.spell_deck[-len(fact.spells) :]
    state.spells_held = list(fact.spells)


class SpellsPutBack(Fact, frozen=True, tag="unfathomable.spells_put_back"):
    """Spells were put back: the first of `top` uppermost, the last of `bottom` at the very bottom."""

    seat: Public[Seat]
    top: OwnerSees[tuple[Spell, ...]]
    bottom: OwnerSees[tuple[Spell, ...]]


@folds(SpellsPutBack)
def _spells_put_back(state: State, fact: SpellsPutBack) -> None:
    deck = [*reversed(fact.bottom), *state.spell_deck, *reversed(fact.top)]
    state.spell_deck = deck if state.is_open else [Spell.HIDDEN] * len(deck)
    state.spells_held = []


class SpellChosen(Fact, frozen=True, tag="unfathomable.spell_chosen"):
    """A player revealed one of the spells it was looking at, to resolve it."""

    seat: Public[Seat]
    spell: Public[Spell]


@folds(SpellChosen)
def _spell_chosen(state: State, fact: SpellChosen) -> None:
    held = state.spells_held
    held.remove(fact.spell if fact.spell in held else Spell.HIDDEN)
    state.casting.append(fact.spell)


class TopSpellRevealed(Fact, frozen=True, tag="unfathomable.top_spell_revealed"):
    """A player revealed the top spell of the deck, to resolve it."""

    seat: Public[Seat]
    spell: Public[Spell]


@folds(TopSpellRevealed)
def _top_spell_revealed(state: State, fact: TopSpellRevealed) -> None:
    state.spell_deck.pop()
    state.casting.append(fact.spell)


class SpellRemoved(Fact, frozen=True, tag="unfathomable.spell_removed"):
    """A resolved spell was removed from the game."""

    spell: Public[Spell]


@folds(SpellRemoved)
def _spell_removed(state: State, fact: SpellRemoved) -> None:
    state.casting.remove(fact.spell)
    _remove(state, fact.spell)


class SpellPutInPlay(Fact, frozen=True, tag="unfathomable.spell_put_in_play"):
    """A spell was put into a play area, where it stays."""

    seat: Public[Seat]
    spell: Public[Spell]


@folds(SpellPutInPlay)
def _spell_put_in_play(state: State, fact: SpellPutInPlay) -> None:
    state.casting.remove(fact.spell)
    state.players[fact.seat].spells.append(fact.spell)


class SpellLeftPlay(Fact, frozen=True, tag="unfathomable.spell_left_play"):
    """A spell in a play area was removed from the game."""

    seat: Public[Seat]
    spell: Public[Spell]


@folds(SpellLeftPlay)
def _spell_left_play(state: State, fact: SpellLeftPlay) -> None:
    state.players[fact.seat].spells.remove(fact.spell)
    _remove(state, fact.spell)


class TopSpellsRemoved(Fact, frozen=True, tag="unfathomable.top_spells_removed"):
    """The top spells were removed from the game unseen."""

    spells: Secret[tuple[Spell, ...]]


@folds(TopSpellsRemoved)
def _top_spells_removed(state: State, fact: TopSpellsRemoved) -> None:
    del state.spell_deck[-len(fact.spells) :]
    for spell in fact.spells:
        _remove(state, spell)


def _remove(state: State, spell: Spell) -> None:
    """Remove a spell from the game, where nobody may look at it again."""
    state.spells_gone.append(spell if state.is_open else Spell.HIDDEN)


class ItemDeckShuffled(Fact, frozen=True, tag="unfathomable.item_deck_shuffled"):
    """The item deck was shuffled, including the items that were looked at."""

    items: Secret[tuple[Item, ...]]


@folds(ItemDeckShuffled)
def _item_deck_shuffled(state: State, fact: ItemDeckShuffled) -> None:
    state.item_deck = list(fact.items)


FACTS: tuple[type[Fact], ...] = (
    SpellsLookedAt,
    SpellsPutBack,
    SpellChosen,
    TopSpellRevealed,
    SpellRemoved,
    SpellPutInPlay,
    SpellLeftPlay,
    TopSpellsRemoved,
    ItemDeckShuffled,
)
