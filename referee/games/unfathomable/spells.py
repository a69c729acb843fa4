"""The spell deck, the Keeper's action, and resolving a spell. What each spell does is in `spell_effects`."""

from __future__ import annotations

from referee.games.unfathomable.actions import is_used, limit_of, plain_action, use
from referee.games.unfathomable.cards import Spell
from referee.games.unfathomable.choices import PASS, CastSpell, ChooseSpell
from referee.games.unfathomable.facts.spells import (
    SpellChosen,
    SpellRemoved,
    SpellsLookedAt,
    SpellsPutBack,
    TopSpellRevealed,
    TopSpellsRemoved,
)
from referee.games.unfathomable.obstacles import Obstacle, no
from referee.games.unfathomable.questions import ASK_SPELL
from referee.games.unfathomable.spell_effects import EFFECTS
from referee.games.unfathomable.state import State
from referee.games.unfathomable.titles import keeper
from referee.kernel.asks import Choice
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule

LOOKED_AT = 2
_CAST = "title.keeper.action"


def obstacle_to_spells(table: Table[State]) -> Refused | None:
    """Refuse if there are no spells in the deck."""
    return None if table.state.spell_deck else no(Obstacle.DECK_EMPTY, "spell.deck_empty")


def obstacle_to_cast(table: Table[State], seat: Seat) -> Refused | None:
    """Refuse unless the player is Keeper and there are spells; by a ruling, only once per turn."""
    if keeper(table.state) != seat:
        return no(Obstacle.NOT_THE_HOLDER, "title.keeper.action")
    if (
        is_used(table.state, limit_of(table, seat, _CAST))
        and table.ruling("title.keeper.limit") == "once_a_turn"
    ):
        return no(Obstacle.USED_THIS_TURN, "ability.limit_per_turn")
    return obstacle_to_spells(table)


@rule("title.keeper.action")
def cast(table: Table[State], seat: Seat) -> Script[None]:
    """Cast a spell, by the Keeper's action."""
    use(table, seat, limit_of(table, seat, _CAST))
    yield from cast_of_two(table, seat)


CAST_SPELL = plain_action("title.keeper.action", CastSpell(), obstacle_to_cast, cast)


def cast_of_two(table: Table[State], seat: Seat) -> Script[None]:
    """Look at the top two spells, resolve one, put the other on the bottom; a single one may be put back."""
    found = look_at_spells(table, seat, LOOKED_AT)
    if found:
        yield from (choose_spell if len(found) == LOOKED_AT else take_or_leave)(table, seat, found)


def choose_spell(table: Table[State], seat: Seat, found: tuple[Spell, ...]) -> Script[None]:
    """Resolve one of the spells looked at and put the other on the bottom."""
    options = [ChooseSpell(spell) for spell in found]
    answer: ChooseSpell = yield ASK_SPELL.to(seat, options)
    table.record(SpellChosen(seat, answer.spell))
    put_spells_back(table, seat, top=(), bottom=tuple(table.state.spells_held))
    yield from resolve_spell(table, seat, answer.spell)


@rule("spell.look_short")
def take_or_leave(table: Table[State], seat: Seat, found: tuple[Spell, ...]) -> Script[None]:
    """Resolve the last spell, or put it back on the bottom."""
    answer: Choice = yield ASK_SPELL.to(seat, (PASS, ChooseSpell(found[0])), passes=0)
    if answer == PASS:
        put_spells_back(table, seat, top=(), bottom=found)
    else:
        table.record(SpellChosen(seat, found[0]))
        yield from resolve_spell(table, seat, found[0])


def resolve_top_spell(table: Table[State], seat: Seat) -> Script[None]:
    """Reveal the top spell and resolve it, if there is one."""
    deck = table.state.spell_deck
    if deck:
        spell = deck[-1]
        table.record(TopSpellRevealed(seat, spell))
        yield from resolve_spell(table, seat, spell)


@rule("spell.resolve")
def resolve_spell(table: Table[State], seat: Seat, spell: Spell) -> Script[None]:
    """Resolve a spell that was taken off the deck; remove it from the game unless it stays in a play area."""
    yield from EFFECTS[spell](table, seat)
    if spell in table.state.casting:
        remove_spell(table, spell)


@rule("spell.removed")
def remove_spell(table: Table[State], spell: Spell) -> None:
    """Remove a resolved spell from the game."""
    table.record(SpellRemoved(spell))


@rule("ability.look")
def look_at_spells(table: Table[State], seat: Seat, count: int) -> tuple[Spell, ...]:
    """Look at up to this many spells, the top one first. Call `put_spells_back` afterwards."""
    found = tuple(reversed(table.state.spell_deck[-count:]))
    if found:
        table.record(SpellsLookedAt(seat, found))
    return found


def put_spells_back(
    table: Table[State], seat: Seat, top: tuple[Spell, ...], bottom: tuple[Spell, ...]
) -> None:
    """Put spells back: the first of `top` uppermost, the last of `bottom` at the very bottom."""
    if top or bottom:
        table.record(SpellsPutBack(seat, top, bottom))


def remove_top_spells(table: Table[State], count: int) -> None:
    """Remove up to this many of the top spells from the game unseen."""
    found = tuple(reversed(table.state.spell_deck[-count:]))
    if found:
        table.record(TopSpellsRemoved(found))
