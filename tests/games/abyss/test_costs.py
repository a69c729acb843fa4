"""What a Lord costs, and whether a seat can pay: the rules `recruit.cost`, `.races`, `.race` and `.value`."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games.abyss.cards import ANY_RACE, EXPLORATION_DECK, LORDS, RACES, Card, Lord
from referee.games.abyss.choices import HandIn, Recruit
from referee.games.abyss.costs import LordCost, affordable, frugal_payment, obstacle_to_recruit, terms_for
from referee.games.abyss.obstacles import Obstacle, no
from referee.games.abyss.recruit import pay_cost
from referee.kernel.asks import GroupRequired, GroupsExactly, NoneSpare, Some, default_picks, fault_in
from tests.games.abyss.tables import Playing, lords, table_of

ALLIES = tuple(card for card in EXPLORATION_DECK if card.strength)
HANDS = st.lists(st.sampled_from(range(len(ALLIES))), max_size=8, unique=True).map(
    lambda places: " ".join([ALLIES[place] for place in places])
)
CHANGES = st.sampled_from(["", "treasurer", "diplomat", "treasurer diplomat"])


def pays(payment: tuple[Card, ...], pearls: int, terms: LordCost) -> bool:
    """Return whether Allies pay a cost, written from the book independently of the code."""
    races = {ally.race for ally in payment}
    return (
        len(races) == terms.races
        and (terms.race is ANY_RACE or terms.race in races)
        and sum([ally.strength for ally in payment]) + pearls >= terms.value
    )


def ways_to_pay(hand: list[Card], pearls: int, terms: LordCost) -> list[tuple[Card, ...]]:
    return [
        payment
        for size in range(1, len(hand) + 1)
        for payment in combinations(hand, size)
        if pays(payment, pearls, terms)
    ]


@pytest.mark.parametrize("lord", LORDS)
def test_printed_cost(lord: Lord) -> None:
    """recruit.cost (Kosten): one race per bubble, the race of the large one, and the number below."""
    printed = LORDS[lord]
    assert terms_for(table_of().state, 0, lord) == LordCost(printed.races, printed.race, printed.cost)


def test_ambassadors_ask_for_all_five_races() -> None:
    """recruit.races (Kosten: Anzahl der Blasen): five bubbles, none of them large."""
    for lord in lords("sage hermit elder"):
        assert terms_for(table_of().state, 0, lord) == LordCost(len(RACES), ANY_RACE, 10)


@given(hand=HANDS, pearls=st.integers(0, 6), own=CHANGES, theirs=st.sampled_from(["", "recruiter"]))
def test_lords_offered_are_those_that_can_be_paid_for(hand: str, pearls: int, own: str, theirs: str) -> None:
    """recruit.cost (Die Kosten eines Edlen bezahlen): offered if and only if some part of the hand pays for it."""
    table = table_of(hand={0: hand}, pearls=[pearls], free={0: own, 1: theirs})
    table.state.court = list(table.state.lord_deck)
    realm = table.state.realms[0]
    expected = [
        Recruit(lord)
        for lord in table.state.court
        if ways_to_pay(realm.hand, realm.pearls, terms_for(table.state, 0, lord))
    ]
    assert affordable(table.state, 0) == expected


@given(hand=HANDS, pearls=st.integers(0, 6), own=CHANGES, superfluous=st.sampled_from(["allowed", "refused"]))
def test_payment_taken_for_an_absent_seat_is_valid_and_spares_nothing(
    hand: str, pearls: int, own: str, superfluous: str
) -> None:
    """recruit.cost: the default when time runs out pays under either reading of `recruit.superfluous`."""
    table = table_of(
        hand={0: hand}, pearls=[pearls], free={0: own}, readings={"recruit.superfluous": superfluous}
    )
    table.state.court = list(table.state.lord_deck)
    for option in affordable(table.state, 0):
        assert isinstance(option, Recruit)
        ask = Playing(table, pay_cost(table, 0, option.lord)).ask
        assert fault_in(ask, default_picks(ask)) is None
        terms = terms_for(table.state, 0, option.lord)
        chosen = [ask.options[pick] for pick in frugal_payment(table.state.realms[0], terms)]
        assert NoneSpare("", terms.value).holds(chosen)


@given(hand=HANDS, pearls=st.integers(0, 6), own=CHANGES)
def test_payment_is_valid_if_and_only_if_the_book_says_so(hand: str, pearls: int, own: str) -> None:
    """recruit.races, .race, .value: the limits of the question match the cost, for every part of the hand."""
    table = table_of(hand={0: hand}, pearls=[pearls], free={0: own})
    table.state.court = list(table.state.lord_deck)
    for option in affordable(table.state, 0)[:3]:
        assert isinstance(option, Recruit)
        ask = Playing(table, pay_cost(table, 0, option.lord)).ask
        terms = terms_for(table.state, 0, option.lord)
        places = range(len(ask.options))
        for size in places:
            for picks in combinations(places, size + 1):
                payment = tuple([table.state.realms[0].hand[pick] for pick in picks])
                assert (fault_in(ask, picks) is None) == pays(payment, pearls, terms)


def test_limits_speak_of_the_rules_that_set_them() -> None:
    """recruit.races, recruit.race: a client can tell which rule a payment breaks."""
    table = table_of(court="jailer", hand={0: "crab/3 squid/3 seahorse/3"})
    ask = Playing(table, pay_cost(table, 0, Lord.JAILER)).ask
    assert isinstance(ask, Some)
    assert ask.limits[:2] == (GroupsExactly("recruit.races", 3), GroupRequired("recruit.race", "crab"))
    assert (ask.least, ask.most) == (3, 3)
    assert list(ask.options) == [HandIn(Card.CRAB_3), HandIn(Card.SQUID_3), HandIn(Card.SEAHORSE_3)]


@pytest.mark.parametrize(
    ("hand", "pearls", "lord", "expected"),
    [
        ("", 20, Lord.SHEPHERD, no(Obstacle.RACES_SHORT, "recruit.races")),
        ("crab/5 squid/5", 20, Lord.JAILER, no(Obstacle.RACES_SHORT, "recruit.races")),
        ("crab/5 squid/5", 20, Lord.SHEPHERD, no(Obstacle.RACE_MISSING, "recruit.race")),
        ("seahorse/5 crab/5", 2, Lord.SHEPHERD, no(Obstacle.VALUE_SHORT, "recruit.value")),
        ("seahorse/5 crab/5", 3, Lord.SHEPHERD, None),
        ("seahorse/5 seahorse/3", 0, Lord.SHEPHERD, None),
        ("seahorse/1 crab/1 squid/1 jellyfish/1", 6, Lord.SAGE, no(Obstacle.RACES_SHORT, "recruit.races")),
        ("seahorse/1 crab/1 squid/1 jellyfish/1 shellfish/1", 5, Lord.SAGE, None),
        ("seahorse/5", 9, Lord.TRADER, no(Obstacle.LORD_NOT_AT_COURT, "recruit")),
    ],
)
def test_what_stands_in_the_way(hand: str, pearls: int, lord: Lord, expected: object) -> None:
    """recruit.*: the first obstacle is reported: at Court, number of races, required race, value with pearls."""
    table = table_of(court="shepherd jailer sage", hand={0: hand}, pearls=[pearls])
    assert obstacle_to_recruit(table.state, 0, lord) == expected
