"""The order of several discards: the ruling `discard.order`, and every way in which a player discards several cards."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee.games.unfathomable.basic_actions import pay_for_leaving
from referee.games.unfathomable.cards import Mythos, Skill, SkillCard
from referee.games.unfathomable.choices import ChooseCard, ChooseMythos
from referee.games.unfathomable.crises.effects import discard_hand
from referee.games.unfathomable.discarding import put_in_order
from referee.games.unfathomable.facts.hand import CardsDiscarded
from referee.games.unfathomable.hand import choose_discards, discard, keep_ten
from referee.games.unfathomable.kept_mythos import discard_mythos_of
from referee.games.unfathomable.reveal import exchange_for_treachery
from referee.games.unfathomable.rooms import repair_space
from referee.games.unfathomable.skills import persistence
from referee.games.unfathomable.state import State
from referee.kernel.asks import InOrder, Some
from referee.kernel.facts import SPECTATOR, as_seen
from referee.kernel.questions import SomeOf
from referee.kernel.table import Script, Table
from referee.server.standing_orders import Order
from tests.games.unfathomable.tables import Playing, skill_cards, table_of
from tests.games.unfathomable.views import Watching

ASK_TEST = SomeOf("unfathomable.test", "Which ones?", ChooseCard)

ORDER = "unfathomable.discard_order"
HAND = "will/determination/4 lore/shrivelling/2 will/determination/3 lore/lesser_banishment/3"
STRONG, SHRIVEL, WEAK, BANISH = [ChooseCard(card) for card in skill_cards(HAND)]
SHRIVEL_1 = ChooseCard(SkillCard.SHRIVELLING_1)
WILLS = "will/persistence/1 will/persistence/2 will/determination/3 will/determination/4 will/true_grit/5"
AS_HELD = {"discard.order": "as_held"}


def test_the_owner_says_what_comes_to_lie_on_top() -> None:
    """public.discard_top (DE 36.2, FR 33.2, PL 8.2), reading owner: one question for all the piles."""
    table = table_of(hand={0: HAND})
    viewer = Watching(table, SPECTATOR)
    playing = Playing(table, discard(table, 0, [STRONG, SHRIVEL, WEAK]))
    assert (playing.ask.seat, playing.ask.name) == (0, ORDER)
    assert playing.facts == []
    playing.answer(WEAK, SHRIVEL, STRONG)
    assert playing.done
    assert table.state.discards[Skill.WILL] == [WEAK.card, STRONG.card]
    assert viewer.state.discards[Skill.WILL] == [STRONG.card]
    assert viewer.state.discards[Skill.LORE] == [SHRIVEL.card]


def test_by_another_reading_the_newest_lies_on_top() -> None:
    """public.discard_top, reading as_held: nobody is asked."""
    table = table_of(hand={0: HAND}, readings=AS_HELD)
    assert Playing(table, discard(table, 0, [STRONG, SHRIVEL, WEAK])).done
    assert table.state.discards[Skill.WILL] == [STRONG.card, WEAK.card]


def test_others_learn_the_tops_and_nothing_of_the_order() -> None:
    """public.discard_no_count (DE 36.2•1, FR 33.2•1, PL 8.2•1): two orders with the same tops look the same."""
    told = []
    for order in ([STRONG, WEAK, SHRIVEL, BANISH], [SHRIVEL, BANISH, STRONG, WEAK]):
        table = table_of(hand={0: HAND})
        Playing(table, discard(table, 0, [STRONG, SHRIVEL, WEAK, BANISH])).answer(*order)
        told.append(as_seen(table.recorded[0].fact, 1))
    assert told[0] == told[1]


@pytest.mark.parametrize("cards", [[], [STRONG]])
def test_up_to_one_card_has_no_order(cards: list[ChooseCard]) -> None:
    """public.discard_top: a single card lies on top."""
    table = table_of(hand={0: HAND})
    assert Playing(table, put_in_order(table, 0, cards)).result == tuple(cards)


def test_two_cards_are_asked_about_whatever_they_are() -> None:
    """public.discard_top: equal cards, or cards of two piles, are asked about like others, or asking would tell."""
    table = table_of(hand={0: HAND})
    for cards in ([STRONG, STRONG], [STRONG, SHRIVEL]):
        assert Playing(table, put_in_order(table, 0, cards)).options == cards


def test_who_does_not_mind_may_leave_an_order() -> None:
    """public.discard_top: a standing order to pass discards the cards as they stand."""
    table = table_of(hand={0: HAND})
    playing = Playing(table, discard(table, 0, [STRONG, SHRIVEL, WEAK]))
    assert Order(ORDER).answer_to(playing.ask) == (0, 1, 2)


def _exchange(table: Table[State]) -> Script[None]:
    yield from exchange_for_treachery(table, 0)


def _persist(table: Table[State]) -> Script[None]:
    yield from persistence(table, 0)


def _lose_two(table: Table[State]) -> Script[None]:
    yield from choose_discards(table, 0, 2, ASK_TEST)


def _lose_all(table: Table[State]) -> Script[None]:
    yield from discard_hand(table, 0)


def _leave_brig(table: Table[State]) -> Script[None]:
    yield from pay_for_leaving(table, 0)


def _repair(table: Table[State]) -> Script[None]:
    yield from repair_space(table, 0, next(iter(table.state.damage)))


@pytest.mark.parametrize("reading", ["owner", "as_held"])
@pytest.mark.parametrize("script", [_exchange, _persist, _lose_two, _lose_all, _leave_brig, _repair])
def test_every_discard_of_several_cards_is_put_in_order(
    script: Callable[[Table[State]], Script[None]], reading: str
) -> None:
    """public.discard_top: effects, payments and whole hands; the card named last is the top of its pile."""
    table = table_of(
        hand={0: WILLS}, damage={"galley": "structural_any"}, readings={"discard.order": reading}
    )
    playing = Playing(table, script(table))
    if playing.asks and isinstance(playing.ask, Some):
        playing.answer(*playing.options[-playing.ask.most :])
    if reading == "owner":
        assert isinstance(playing.ask, InOrder)
        assert playing.ask.name == ORDER
        playing.answer(*reversed(playing.options))
    lower, upper = table.state.discards[Skill.WILL][-2:]
    assert (lower.strength > upper.strength) == (reading == "owner")


def test_the_discard_step_is_put_in_order_together() -> None:
    """hand.limit.discard_step (DE 22.3•4-1, FR 13.3•4-1, PL 13.3•4-1): sealed, by all with two or more to discard."""
    table = table_of(
        hand={
            0: " ".join([*["will/persistence/1"] * 7, *["will/persistence/2"] * 5]),
            1: " ".join([*["strength/combat_training/1"] * 7, *["strength/rampage/3"] * 4]),
            2: " ".join([*["lore/shrivelling/1"] * 7, *["lore/lesser_banishment/3"] * 4, "will/true_grit/5"]),
        }
    )
    playing = Playing(table, keep_ten(table))
    one, two = ChooseCard(SkillCard.PERSISTENCE_1), ChooseCard(SkillCard.PERSISTENCE_2)
    playing.answer_together([one, two], [ChooseCard(SkillCard.RAMPAGE_3)], [SHRIVEL_1, BANISH])
    assert [(ask.seat, ask.name) for ask in playing.asks] == [(0, ORDER), (2, ORDER)]
    assert playing.facts == []
    playing.answer_together([two, one], [BANISH, SHRIVEL_1])
    assert playing.done
    assert [fact.tops for fact in playing.facts_of(CardsDiscarded)] == [
        (one.card,),
        (SkillCard.RAMPAGE_3,),
        (SHRIVEL_1.card,),
    ]


def test_mythos_cards_of_a_traitor_are_put_in_order() -> None:
    """reveal.step5 (DE 14.5, FR 48.5, PL 40.5): of the mythos cards too only the top stays public."""
    kept = {1: "sacrifice_deep_one the_peacemaker"}
    table = table_of(mythos=kept)
    playing = Playing(table, discard_mythos_of(table, 1))
    playing.answer(ChooseMythos(Mythos.THE_PEACEMAKER), ChooseMythos(Mythos.SACRIFICE_DEEP_ONE))
    assert table.state.mythos_discard == [Mythos.THE_PEACEMAKER, Mythos.SACRIFICE_DEEP_ONE]
    table = table_of(mythos=kept, readings=AS_HELD)
    assert Playing(table, discard_mythos_of(table, 1)).done
    assert table.state.mythos_discard == [Mythos.SACRIFICE_DEEP_ONE, Mythos.THE_PEACEMAKER]
