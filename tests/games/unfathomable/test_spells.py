"""The spell deck and the Keeper's action: the rules `title.keeper.action`, `spell.*`."""

from __future__ import annotations

import pytest

from referee.games.unfathomable.actions import perform_action
from referee.games.unfathomable.cards import (
    SPELLS,
    Spell,
    Title,
)
from referee.games.unfathomable.choices import (
    PASS,
    CastSpell,
    ChooseSpell,
)
from referee.games.unfathomable.facts.spells import SpellsLookedAt, TopSpellsRemoved
from referee.games.unfathomable.obstacles import Obstacle, no
from referee.games.unfathomable.spell_effects import EFFECTS
from referee.games.unfathomable.spell_rolls import BAD_UP_TO
from referee.games.unfathomable.spells import (
    look_at_spells,
    put_spells_back,
    remove_top_spells,
    resolve_top_spell,
)
from referee.games.unfathomable.state import State
from referee.kernel.facts import OPEN_TABLE, as_seen
from referee.kernel.table import Table
from tests.games.unfathomable.tables import Sailing, table_of
from tests.games.unfathomable.views import Watching


def keeping(table: Table[State]) -> Sailing:
    return Sailing(table, perform_action(table, 0))


# The Keeper's action


def test_every_spell_does_something() -> None:
    """spell.resolve (DE 54.1•1, FR 19.1•1, PL 15.1•1): all nineteen."""
    assert set(EFFECTS) == set(SPELLS)
    assert BAD_UP_TO == 4


def test_the_keeper_resolves_one_of_two() -> None:
    """title.keeper.action, ability.look, spell.removed (DE 49.13, FR 51.13, PL 38.13)."""
    table = table_of(4, titles={"keeper": 0}, tops="spell/raise_the_dead spell/heal")
    me, other = Watching(table, 0), Watching(table, 1)
    playing = keeping(table).answer(CastSpell())
    assert playing.options == [ChooseSpell(Spell.RAISE_THE_DEAD), ChooseSpell(Spell.HEAL)]
    assert me.state.spells_held == [Spell.RAISE_THE_DEAD, Spell.HEAL]
    assert other.state.spells_held == [Spell.HIDDEN] * 2
    assert [as_seen(fact, 1) for fact in playing.facts_of(SpellsLookedAt)] == [
        SpellsLookedAt(0, (Spell.HIDDEN,) * 2)
    ]
    playing.answer(ChooseSpell(Spell.RAISE_THE_DEAD))
    assert playing.done
    assert table.state.spell_deck[0] is Spell.HEAL
    assert table.state.spells_gone == [Spell.RAISE_THE_DEAD]
    assert set(me.state.spell_deck) == {Spell.HIDDEN}
    assert len(other.state.spell_deck) == len(table.state.spell_deck)
    assert "title.keeper.action/spell.resolve/spell.raise_the_dead" in playing.paths[-2]
    assert "spell.removed" in playing.paths[-1]


def test_only_the_keeper_casts() -> None:
    """title.keeper.action (DE 49.13, FR 51.13, PL 38.13)."""
    playing = keeping(table_of(4, titles={"keeper": 1}))
    assert playing.refusal(CastSpell()) == no(Obstacle.NOT_THE_HOLDER, "title.keeper.action")


@pytest.mark.parametrize(("reading", "is_open"), [("once_a_turn", False), ("unlimited", True)])
def test_the_keeper_casts_once_a_turn(reading: str, is_open: bool) -> None:
    """Ruling title.keeper.limit, ability.limit_per_turn (DE 18.10, FR 10.10, PL 50.10)."""
    table = table_of(4, titles={"keeper": 0}, readings={"title.keeper.limit": reading})
    keeping(table).answer(CastSpell())
    again = keeping(table)
    assert (CastSpell() in again.options) is is_open
    if not is_open:
        assert again.refusal(CastSpell()) == no(Obstacle.USED_THIS_TURN, "ability.limit_per_turn")


@pytest.mark.parametrize(("reading", "is_open"), [("instance", False), ("instance_and_player", True)])
def test_a_new_keeper_casts_in_the_same_turn(reading: str, is_open: bool) -> None:
    """Ruling ability.limit_scope: where each player may once, the new Keeper may, too."""
    table = table_of(4, titles={"keeper": 1}, readings={"ability.limit_scope": reading})
    Sailing(table, perform_action(table, 1)).answer(CastSpell())
    table.state.titles[Title.KEEPER] = 0
    assert (CastSpell() in keeping(table).options) is is_open


def test_no_spells_left() -> None:
    """spell.deck_empty (DE 49.13•2, 54.2, FR 51.13•2, 19.2, PL 38.13•2, 15.2)."""
    table = table_of(4, titles={"keeper": 0})
    table.state.spell_deck = []
    assert keeping(table).refusal(CastSpell()) == no(Obstacle.DECK_EMPTY, "spell.deck_empty")
    assert Sailing(table, resolve_top_spell(table, 0)).done


def test_the_last_spell_may_be_put_back() -> None:
    """spell.look_short (DE 54.2•1, FR 19.2•1, PL 15.2•1): resolve it, or put it back on the bottom."""
    table = table_of(4, titles={"keeper": 0})
    table.state.spell_deck = [Spell.FEED_THE_MIND]
    playing = keeping(table).answer(CastSpell())
    assert playing.options == [PASS, ChooseSpell(Spell.FEED_THE_MIND)]
    playing.answer(PASS)
    assert table.state.spell_deck == [Spell.FEED_THE_MIND]
    table.state.used.clear()  # in another turn
    keeping(table).answer(CastSpell()).answer(ChooseSpell(Spell.FEED_THE_MIND))
    assert (table.state.spell_deck, table.state.spells_gone) == ([], [Spell.FEED_THE_MIND])


def test_the_spell_that_is_there_twice() -> None:
    """title.keeper.action: with two copies of one spell in hand one is resolved and the other put back."""
    table = table_of(
        4, titles={"keeper": 0}, tops="spell/greater_banishment spell/greater_banishment", die=(8,)
    )
    keeping(table).answer(CastSpell()).answer(ChooseSpell(Spell.GREATER_BANISHMENT))
    assert table.state.spell_deck[0] is Spell.GREATER_BANISHMENT
    assert table.state.spells_gone == [Spell.GREATER_BANISHMENT]


def test_a_look_at_the_top_spell() -> None:
    """ability.look (DE 18.7, FR 10.7, PL 50.7): the order holds, on top and on the bottom."""
    table = table_of(4, tops="spell/heal spell/foresee spell/conjuration")
    found = look_at_spells(table, 1, 3)
    assert found == (Spell.HEAL, Spell.FORESEE, Spell.CONJURATION)
    put_spells_back(table, 1, top=found[2:], bottom=found[:2])
    assert table.state.spell_deck[-1] is Spell.CONJURATION
    assert table.state.spell_deck[:2] == [Spell.FORESEE, Spell.HEAL]


def test_spells_are_removed_unseen() -> None:
    """spell.removed: a card that removes the top spells shows none of them."""
    table = table_of(4, tops="spell/heal spell/foresee")
    watching = Watching(table, 1)
    remove_top_spells(table, 2)
    fact = table.recorded[-1].fact
    assert fact == TopSpellsRemoved((Spell.HEAL, Spell.FORESEE))
    assert watching.state.spells_gone == [Spell.HIDDEN] * 2
    assert as_seen(fact, OPEN_TABLE) == fact
