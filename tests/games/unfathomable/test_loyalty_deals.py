"""The deals of loyalty cards that fit what a viewer was told, compared with a list of all of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations, permutations, product
from pathlib import Path

import pytest

from referee.games.unfathomable import GAME
from referee.games.unfathomable.awakening import awaken
from referee.games.unfathomable.cards import Loyalty
from referee.games.unfathomable.loyalty import (
    deal_loyalty,
    is_loyal_to_the_deep,
    look_at_loyalty,
    loyalty_cards,
)
from referee.games.unfathomable.loyalty_deals import all_deals, count_deals
from referee.games.unfathomable.options import ShipOptions
from referee.games.unfathomable.reveal import TRAITOROUS, pass_the_others, turn_over
from referee.games.unfathomable.state import State
from referee.kernel.facts import OPEN_TABLE, SPECTATOR, Fact, Seat, as_seen
from referee.kernel.game import Setup
from referee.kernel.hidden_roles import RoleCount
from referee.kernel.table import Script, Table
from tests.games.every_course import every_course
from tests.games.unfathomable.tables import Playing, table_of
from tests.inspector.folded import everybody, goldens_of, replay_at, states

PARTS = ["deal", "look 1 2", "reveal 2", "awaken", "look 0 1", "reveal 1"]
"""What happens in the courses that are compared, in this order; a part that is impossible does not happen."""


def course(table: Table[State], parts: list[str]) -> Script[None]:
    """Carry out the parts of a course by the rules."""
    for part in parts:
        name, *seats = part.split()
        match name, [int(seat) for seat in seats]:
            case "deal", _:
                deal_loyalty(table)
            case "look", [looker, owner]:
                look_at_loyalty(table, looker, owner)
            case "reveal", [seat]:
                for card in TRAITOROUS:
                    player = table.state.players[seat]
                    if card in player.loyalty and player.is_human:
                        turn_over(table, seat, card)
                        yield from pass_the_others(table, seat)
            case _:
                yield from awaken(table)


def setup_of(seats: int) -> Setup:
    return Setup(seats, ShipOptions(), GAME.rulebook.readings("", {}, 1), 1)


Order = tuple[Loyalty, ...]


def stories(seats: int, parts: list[str], readings: dict[str, str]) -> Iterator[tuple[Order, Table[State]]]:
    """Yield the table after every course from every order of the deck that can be told apart.

    Whether a traitor reveals is its own choice, so courses with and without each reveal are among them.
    """
    for order, chosen in product(orders_of_deck(seats), choices_of(parts)):

        def begin(order: Order = order, chosen: list[str] = chosen) -> Playing:
            table = table_of(seats, readings=readings)
            for player in table.state.players:
                player.loyalty = []
            table.state.loyalty_deck = list(reversed(order))
            return Playing(table, course(table, chosen))

        for played in every_course(begin):
            yield order, played.table


def orders_of_deck(seats: int) -> list[Order]:
    """Return every order of the deck; five seats have two Hybrids and nothing else that is not Human."""
    if seats != 5:
        return list(dict.fromkeys(permutations(loyalty_cards(seats, without_cultist=False))))
    pairs = combinations(range(10), 2)
    return [
        tuple([Loyalty.HYBRID if place in pair else Loyalty.HUMAN for place in range(10)]) for pair in pairs
    ]


def choices_of(parts: list[str]) -> list[list[str]]:
    """Return the parts with and without each reveal."""
    found: list[list[str]] = [[]]
    for part in parts:
        without = found if part.startswith("reveal") else []
        found = [[*each, part] for each in found] + without
    return found


def last_count(seats: int, told: tuple[Fact, ...]) -> RoleCount:
    *_, count = [count for count in count_deals(setup_of(seats), told) if count is not None]
    return count


@pytest.mark.parametrize("reading", ["together", "split"])
@pytest.mark.parametrize(
    ("seats", "parts"),
    [
        *[(3, PARTS[:length]) for length in range(1, len(PARTS) + 1)],
        (4, PARTS[:2]),
        (4, PARTS[:4]),
        # Two Hybrids, perhaps of one player: the place of the one that is revealed says something about the other.
        (5, ["deal", "awaken", "reveal 1"]),
    ],
)
def test_counts_are_those_of_a_list_of_all_deals(seats: int, reading: str, parts: list[str]) -> None:
    """Each table below follows the rules from one deal; those with the same story for a viewer are counted."""
    readings = {"reveal.pass": reading} if reading == "split" else {}
    tables = list(stories(seats, parts, readings))
    for viewer in (0, 1, 2, SPECTATOR):
        alike: defaultdict[tuple[Fact, ...], dict[Order, State]] = defaultdict(dict)
        for order, table in tables:
            told = [as_seen(recorded.fact, viewer) for recorded in table.recorded]
            alike[tuple([fact for fact in told if fact is not None])][order] = table.state
        assert len(alike) > 1 or (viewer == SPECTATOR and len(parts) < 3)
        for story, same in alike.items():
            by_seat = [
                sum([is_loyal_to_the_deep(state, seat) for state in same.values()]) for seat in range(seats)
            ]
            assert last_count(seats, story) == RoleCount(len(same), tuple(by_seat))


def test_every_order_that_can_be_told_apart_is_a_deal() -> None:
    for seats, number in ((3, 6), (4, 56), (5, 45), (6, 660)):
        deals = all_deals(loyalty_cards(seats, without_cultist=False))
        assert len(deals) == len(set(deals)) == number
        assert {deal.count(Loyalty.HUMAN) for deal in deals} == {2 * seats - number_of_traitors(seats)}


def number_of_traitors(seats: int) -> int:
    return sum([card is not Loyalty.HUMAN for card in loyalty_cards(seats, without_cultist=False)])


def test_a_variant_without_the_cultist_has_fewer_deals() -> None:
    setup = Setup(4, ShipOptions(without_cultist=True), GAME.rulebook.readings("", {}, 1), 1)
    table = table_of(4)
    deal_loyalty_to_all(table)
    told = [as_seen(recorded.fact, SPECTATOR) for recorded in table.recorded]
    *_, count = count_deals(setup, [fact for fact in told if fact is not None])
    assert count == RoleCount(8, (1, 1, 1, 1))


def deal_loyalty_to_all(table: Table[State]) -> None:
    table.state.loyalty_deck = [Loyalty.HUMAN] * 4
    deal_loyalty(table)


@pytest.mark.parametrize("path", goldens_of("unfathomable"), ids=lambda path: path.stem)
def test_the_deal_of_a_match_is_never_ruled_out(path: Path) -> None:
    """After every fact, each seat's true side is among the possible ones; at the end it is the only one."""
    replay, terms = replay_at(path)
    truth = list(sides_after_each_fact(path))
    for viewer in everybody(path):
        seqs, told = [], []
        seq = 0
        for entry in replay.entries:
            for recorded in entry.facts:
                seq += 1
                seen = as_seen(recorded.fact, viewer)
                if seen is not None:
                    seqs.append(seq)
                    told.append(seen)
        for seq, count in zip(seqs, count_deals(terms.setup, told), strict=True):
            if count is not None:
                assert_possible(count, truth[seq - 1])
        assert count_at_end(terms.setup, told) == truth[-1]


def sides_after_each_fact(path: Path) -> Iterator[list[bool]]:
    for state in states(path, OPEN_TABLE):
        yield [is_loyal_to_the_deep(state, seat) for seat in range(len(state.players))]


def assert_possible(count: RoleCount, truth: list[bool]) -> None:
    for number, is_traitor in zip(count.by_seat, truth, strict=True):
        assert (number if is_traitor else count.deals - number) > 0


def count_at_end(setup: Setup, told: list[Fact]) -> list[bool]:
    """Return the side of each seat after everything is turned over; none of them is uncertain."""
    *_, last = [count for count in count_deals(setup, told) if count is not None]
    assert all([number in (0, last.deals) for number in last.by_seat])
    return [number > 0 for number in last.by_seat]


def test_viewers_know_more_than_the_spectator() -> None:
    """A planted miscount would show here: a look makes the looker certain and tells the spectator nothing."""
    table = table_of(3)
    for player in table.state.players:
        player.loyalty = []
    table.state.loyalty_deck = [Loyalty.HUMAN] * 4 + [Loyalty.HYBRID, Loyalty.HUMAN]
    for _ in Playing(table, course(table, ["deal", "look 0 1"])).asks:
        raise AssertionError("nobody is asked")

    def chances(viewer: Seat) -> RoleCount:
        seen = [as_seen(recorded.fact, viewer) for recorded in table.recorded]
        return last_count(3, tuple([fact for fact in seen if fact is not None]))

    assert chances(0) == RoleCount(1, (0, 1, 0))
    assert chances(2) == RoleCount(5, (1, 1, 0))
    assert chances(SPECTATOR) == RoleCount(6, (1, 1, 1))
