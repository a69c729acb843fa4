"""Planted leaks of Unfathomable: loyalty, hands, the test, the discard piles and the decks.

Comparing worlds must catch each of them, like those in `leaks`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from referee.games.unfathomable import skill_test
from referee.games.unfathomable.cards import Loyalty, Skill, SkillCard
from referee.games.unfathomable.choices import ChooseSeat
from referee.games.unfathomable.facts.chaos import ChaosAdded
from referee.games.unfathomable.facts.hand import CardsDiscarded
from referee.games.unfathomable.facts.loyalty import LoyaltyDealt, LoyaltyLookedAt, LoyaltyPassed
from referee.games.unfathomable.facts.mythos import MythosLookedAt
from referee.games.unfathomable.facts.rooms import ItemsLookedAt
from referee.games.unfathomable.facts.skill_test import CardsContributed
from referee.games.unfathomable.facts.spells import SpellsLookedAt
from referee.games.unfathomable.facts.waypoints import WaypointsLookedAt, WaypointsPutBack
from referee.games.unfathomable.state import Player, State
from referee.games.unfathomable.statements import SideNamed
from referee.kernel.asks import One
from referee.kernel.facts import Fact, Seat
from referee.kernel.refusals import Refusal, Refused
from referee.kernel.run import Question, Run
from referee.kernel.table import Script, Table
from referee.kernel.talk import Statement
from referee.match.match import Match
from tests.contracts.leaks import (
    Leak,
    Plant,
    with_check,
    with_open_facts,
    with_questions,
    with_records,
    with_waiting,
)
from tests.contracts.playing import encoded
from tests.contracts.worlds import Viewer, World

SKILL_DECKS = tuple([f"deck/{skill}" for skill in Skill])
LOYALTY_DECK = "deck/loyalty"
DISCARD = ("unfathomable.discard_order", "unfathomable.crisis_discard", "unfathomable.persistence")
STRONG = 3

LEAKS: list[Leak] = []


def leak(
    *labels: str, needs: type[Fact] | None = None, is_rare: bool = False, questions: tuple[str, ...] = ()
) -> Callable[[Plant], Plant]:
    """Register a planted leak of this game."""

    def name_it(plant: Plant) -> Plant:
        LEAKS.append(Leak(plant.__name__, "unfathomable", plant, labels, needs, is_rare, questions))
        return plant

    return name_it


def tell_everyone(patch: pytest.MonkeyPatch, *kinds: type[Fact]) -> None:
    """Show all viewers the whole of some kinds of facts."""
    with_open_facts(patch, lambda _, fact: isinstance(fact, kinds))


def show_in_views(patch: pytest.MonkeyPatch, trim: Callable[[State, State], dict[str, Any]]) -> None:
    """Build views from the open table: `trim` returns what to show, given the honest view and the table."""

    def look(self: World, viewer: Viewer) -> bytes:
        return encoded(msgspec.structs.replace(viewer.view.state, **trim(viewer.view.state, self.table)))

    patch.setattr(World, "look", look)


def show_of_players(patch: pytest.MonkeyPatch, shown: Callable[[Player], dict[str, Any]]) -> None:
    """Show something of every player in every view."""

    def trim(view: State, table: State) -> dict[str, Any]:
        players = zip(view.players, table.players, strict=True)
        return {"players": [msgspec.structs.replace(seen, **shown(player)) for seen, player in players]}

    show_in_views(patch, trim)


# Loyalty


@leak(LOYALTY_DECK, needs=LoyaltyDealt)
def a_loyalty_card_dealt_face_up(patch: pytest.MonkeyPatch) -> None:
    tell_everyone(patch, LoyaltyDealt)


@leak(LOYALTY_DECK)
def a_view_that_hides_hands_and_forgets_loyalty(patch: pytest.MonkeyPatch) -> None:
    show_of_players(patch, lambda player: {"loyalty": player.loyalty})


@leak(LOYALTY_DECK, needs=LoyaltyLookedAt, is_rare=True)
def a_look_at_loyalty_that_all_share(patch: pytest.MonkeyPatch) -> None:
    tell_everyone(patch, LoyaltyLookedAt)


@leak(LOYALTY_DECK, needs=LoyaltyPassed, is_rare=True)
def loyalty_passed_on_face_up(patch: pytest.MonkeyPatch) -> None:
    tell_everyone(patch, LoyaltyPassed)


@leak(LOYALTY_DECK)
def a_default_that_knows_the_traitor(patch: pytest.MonkeyPatch) -> None:
    def change(run: Run, seat: Seat, question: Question) -> Question:
        ask, players = question.ask, run.table.state.players
        if not isinstance(ask, One) or not all(isinstance(option, ChooseSeat) for option in ask.options):
            return question
        suspects = [option for option in ask.options if isinstance(option, ChooseSeat)]
        traitors = [
            place
            for place, other in enumerate(suspects)
            if set(players[other.seat].loyalty) - {Loyalty.HUMAN}
        ]
        return msgspec.structs.replace(question, ask=msgspec.structs.replace(ask, default=[*traitors, 0][0]))

    with_questions(patch, change)


# Hands and the test


@leak(*SKILL_DECKS)
def a_view_that_hides_loyalty_and_forgets_hands(patch: pytest.MonkeyPatch) -> None:
    show_of_players(patch, lambda player: {"hand": player.hand})


@leak(*SKILL_DECKS, needs=CardsContributed)
def cards_given_to_a_test_face_up(patch: pytest.MonkeyPatch) -> None:
    tell_everyone(patch, CardsContributed)


@leak(*SKILL_DECKS, needs=CardsContributed)
def a_test_that_says_who_gave_how_much(patch: pytest.MonkeyPatch) -> None:
    def change(table: Table[Any], fact: Fact) -> tuple[str, Fact]:
        if isinstance(fact, CardsContributed):
            return f"test.gave_{sum([card.strength for card in fact.cards])}", fact
        return "", fact

    with_records(patch, change)


@leak(*SKILL_DECKS, needs=CardsContributed)
def a_running_total_of_the_test(patch: pytest.MonkeyPatch) -> None:
    with_waiting(patch, lambda match: sum([card.strength for card in match.table.state.pile]))


@leak(*SKILL_DECKS, needs=CardsContributed)
def a_test_that_asks_only_strong_hands(patch: pytest.MonkeyPatch) -> None:
    honest = skill_test._choose_cards

    def choose_cards(table: Table[State], seat: Seat, most: int) -> Script[tuple[SkillCard, ...]]:
        if max([card.strength for card in table.state.players[seat].hand]) < STRONG:
            return ()
        return (yield from honest(table, seat, most))

    patch.setattr(skill_test, "_choose_cards", choose_cards)


@leak("deck/chaos", needs=ChaosAdded)
def a_chaos_card_added_face_up(patch: pytest.MonkeyPatch) -> None:
    tell_everyone(patch, ChaosAdded)


# Discard piles


@leak(needs=CardsDiscarded, questions=DISCARD)
def cards_discarded_face_up(patch: pytest.MonkeyPatch) -> None:
    tell_everyone(patch, CardsDiscarded)


@leak(needs=CardsDiscarded, questions=DISCARD)
def a_discard_below_the_top(patch: pytest.MonkeyPatch) -> None:
    show_in_views(patch, lambda _, table: {"discards": table.discards})


@leak(needs=CardsDiscarded, is_rare=True, questions=DISCARD)
def a_discard_pile_that_can_be_counted(patch: pytest.MonkeyPatch) -> None:
    def heights(table: State) -> int:
        return sum([len(pile) * 100**place for place, pile in enumerate(table.discards.values())])

    with_waiting(patch, lambda match: heights(match.table.state))


# Decks


@leak("deck/waypoints", needs=WaypointsLookedAt)
def waypoints_looked_at_by_all(patch: pytest.MonkeyPatch) -> None:
    tell_everyone(patch, WaypointsLookedAt)


@leak("deck/waypoints", needs=WaypointsPutBack)
def waypoints_put_back_before_all(patch: pytest.MonkeyPatch) -> None:
    tell_everyone(patch, WaypointsPutBack)


@leak("deck/spells", needs=SpellsLookedAt)
def spells_held_in_every_view(patch: pytest.MonkeyPatch) -> None:
    show_in_views(patch, lambda _, table: {"spells_held": table.spells_held})


@leak("deck/items", needs=ItemsLookedAt, is_rare=True)
def items_looked_at_by_all(patch: pytest.MonkeyPatch) -> None:
    tell_everyone(patch, ItemsLookedAt)


@leak("deck/mythos", needs=MythosLookedAt, is_rare=True)
def mythos_cards_looked_at_by_all(patch: pytest.MonkeyPatch) -> None:
    tell_everyone(patch, MythosLookedAt)


@leak("deck/mythos")
def a_view_with_the_top_of_the_mythos_deck(patch: pytest.MonkeyPatch) -> None:
    def trim(view: State, table: State) -> dict[str, Any]:
        return {"mythos_deck": [*view.mythos_deck[:-1], *table.mythos_deck[-1:]]}

    show_in_views(patch, trim)


# Talk


@leak(LOYALTY_DECK)
def a_traitor_who_may_not_name_a_side(patch: pytest.MonkeyPatch) -> None:
    def check(match: Match, seat: Seat, statement: Statement) -> Refused | None:
        is_traitor = any([card is not Loyalty.HUMAN for card in match.table.state.players[seat].loyalty])
        return Refused(Refusal.BAD_STATEMENT) if is_traitor and isinstance(statement, SideNamed) else None

    with_check(patch, check)
