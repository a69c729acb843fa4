"""Soldiers: their effect on opponents, and how a Shaman stops each of them."""

from __future__ import annotations

import pytest

from referee.games.abyss.cards import Card, Guild, Lord, Race
from referee.games.abyss.choices import (
    BuyAlly,
    DiscardAlly,
    Explore,
    FightMonster,
    HandIn,
    Recruit,
    RobSeat,
    SacrificeLord,
    TakeAlly,
    TakeLord,
    TakeStack,
    TurnLord,
    UsePower,
)
from referee.games.abyss.costs import terms_for
from referee.games.abyss.explore import explore, fight
from referee.games.abyss.facts.explore import MonsterFought
from referee.games.abyss.facts.powers import AlliesDiscarded, LordTurned
from referee.games.abyss.facts.recruit import CostPaid, LordRecruited
from referee.games.abyss.facts.supply import KeysGained, PearlsPaid, TokenStolen
from referee.games.abyss.locations import keys_of
from referee.games.abyss.obstacles import Obstacle, no
from referee.games.abyss.scoring import score_of
from referee.kernel.asks import Some
from referee.kernel.facts import SPECTATOR, as_seen
from tests.games.abyss.lords.service import Printed, lords_of, printed_on, recruiting, resting, serve, turn
from tests.games.abyss.tables import Playing, cards, table_of

PRINTED = {
    Lord.RECRUITER: Printed(cost=10, races=2, influence=4, keys=1, arrow=False),
    Lord.JAILER: Printed(cost=6, races=3, influence=7, keys=0, arrow=True),
    Lord.SEEKER: Printed(cost=7, races=2, influence=7, keys=0, arrow=True),
    Lord.ASSASSIN: Printed(cost=10, races=1, influence=6, keys=0, arrow=True),
    Lord.COMMANDER: Printed(cost=8, races=1, influence=4, keys=1, arrow=False),
    Lord.TAMER: Printed(cost=6, races=3, influence=4, keys=1, arrow=False),
    Lord.HUNTER: Printed(cost=8, races=2, influence=6, keys=0, arrow=True),
}
SIX_ALLIES = "crab/1 crab/2 crab/3 squid/1 squid/2 squid/3"
SHAMANS = [("shaman", "", "", True), ("", "shaman", "", False), ("", "", "shaman", False)]
"""Rows of where the Shaman of seat 1 is (free, turned, under a Location) and whether it shields."""


@pytest.mark.parametrize("lord", PRINTED)
def test_numbers_as_printed(lord: Lord) -> None:
    """recruit.cost: what is printed on each Soldier."""
    assert printed_on(lord, Guild.SOLDIER, Race.CRAB) == PRINTED[lord]


def test_no_soldier_is_missing() -> None:
    assert lords_of(Guild.SOLDIER) == PRINTED.keys()


# The Recruiter


def test_recruiter_makes_lords_dearer_for_opponents_alone() -> None:
    """lord.recruiter: 2 more value for each opponent, nothing for its owner."""
    state = table_of(3, free={0: "recruiter"}).state
    assert [terms_for(state, seat, Lord.SHEPHERD).value for seat in range(3)] == [8, 10, 10]


def test_recruiter_surcharge_may_be_paid_in_pearls() -> None:
    """lord.recruiter, recruit.value: pearls pay for missing points of the higher cost too."""
    table = table_of(free={1: "recruiter"}, pearls=(2,), hand={0: "seahorse/5 seahorse/3"}, court="shepherd")
    playing = turn(table).answer(Recruit(Lord.SHEPHERD))
    playing.answer(HandIn(Card.SEAHORSE_5), HandIn(Card.SEAHORSE_3))
    assert playing.facts_of(CostPaid) == [CostPaid(0, Lord.SHEPHERD, (Card.SEAHORSE_5, Card.SEAHORSE_3), 2)]


def test_recruiter_puts_a_lord_out_of_reach() -> None:
    """lord.recruiter, recruit.value: without the pearls the Lord cannot be recruited."""
    table = table_of(free={1: "recruiter"}, pearls=(1,), hand={0: "seahorse/5 seahorse/3"}, court="shepherd")
    assert turn(table).refusal(Recruit(Lord.SHEPHERD)) == no(Obstacle.VALUE_SHORT, "recruit.value")


def test_recruiter_and_treasurer_cancel_out() -> None:
    """lord.recruiter, lord.treasurer: 2 more and 2 less."""
    state = table_of(free={0: "treasurer", 1: "recruiter"}).state
    assert terms_for(state, 0, Lord.SHEPHERD).value == 8


def test_recruiter_asks_nothing_of_a_lord_that_comes_free() -> None:
    """lord.recruiter, lord.traitor: a Lord that replaces another has no cost to raise."""
    table = table_of(free={0: "keeper", 1: "recruiter"}, court="traitor reaper")
    playing = serve(table, 0, Lord.TRAITOR).answer(SacrificeLord(Lord.KEEPER))
    assert playing.done
    assert table.state.realms[0].free == [Lord.TRAITOR, Lord.REAPER]


def test_recruiter_just_recruited_does_not_raise_its_own_cost() -> None:
    """lord.power: it does not serve anyone while it is being paid for."""
    hand = "crab/5 crab/4 squid/1"
    table = table_of(hand={0: hand}, court="recruiter keeper reaper shepherd")
    assert recruiting(table, 0, Lord.RECRUITER).answer(*[HandIn(ally) for ally in cards(hand)]).done


@pytest.mark.parametrize(("turned", "under"), resting(Lord.RECRUITER))
def test_recruiter_rests_when_turned_or_under_a_location(turned: str, under: str) -> None:
    """lord.power, lord.assassin: only while free and not turned."""
    state = table_of(turned={0: turned}, holdings={0: {"jail": under}}).state
    assert terms_for(state, 1, Lord.SHEPHERD).value == 8


@pytest.mark.parametrize(("free", "turned", "under", "shielded"), SHAMANS)
def test_shaman_against_the_recruiter(free: str, turned: str, under: str, shielded: bool) -> None:
    """lord.shaman: its owner pays the printed cost."""
    table = table_of(free={0: "recruiter", 1: free}, turned={1: turned}, holdings={1: {"jail": under}})
    assert terms_for(table.state, 1, Lord.SHEPHERD).value == (8 if shielded else 10)


# The Jailer


def test_jailer_makes_each_opponent_discard_an_ally_of_its_choice() -> None:
    """lord.jailer: sealed, each from its own hand, to the discard pile; nothing is told until all have answered."""
    table = table_of(3, court="jailer", hand={0: "crab/5", 1: "squid/1 squid/2", 2: "crab/3"})
    playing = serve(table, 0, Lord.JAILER)
    assert sorted(ask.seat for ask in playing.asks) == [1, 2]
    assert playing.facts == [LordRecruited(0, Lord.JAILER)]
    playing.answer_together([DiscardAlly(Card.SQUID_2)], [DiscardAlly(Card.CRAB_3)])
    assert playing.done
    assert playing.facts[1:] == [AlliesDiscarded(1, (Card.SQUID_2,)), AlliesDiscarded(2, (Card.CRAB_3,))]
    assert [realm.hand for realm in table.state.realms] == [cards("crab/5"), cards("squid/1"), []]
    assert table.state.discard == cards("squid/2 crab/3")


def test_jailer_asks_clockwise_seats_but_tells_in_the_order_of_seats() -> None:
    """lord.jailer: the order of answers makes no difference; the facts are recorded by seat."""
    table = table_of(3, court="jailer", hand={0: "crab/1", 2: "crab/3"})
    playing = serve(table, 1, Lord.JAILER)
    assert [ask.seat for ask in playing.asks] == [2, 0]
    playing.answer_together([DiscardAlly(Card.CRAB_1)], [DiscardAlly(Card.CRAB_3)])
    assert [fact.seat for fact in playing.facts_of(AlliesDiscarded)] == [0, 2]


def test_jailer_asks_even_when_there_is_no_choice() -> None:
    """lord.jailer: skipping the question would show the others that a hand holds only one kind of Ally."""
    playing = serve(table_of(court="jailer", hand={1: "crab/1 crab/1"}), 0, Lord.JAILER)
    assert isinstance(playing.ask, Some)
    assert (playing.ask.least, playing.ask.most) == (1, 1)


def test_jailer_finds_an_empty_hand() -> None:
    """lord.jailer: no effect on an opponent without Allies."""
    playing = serve(table_of(court="jailer", hand={0: "crab/1"}), 0, Lord.JAILER)
    assert playing.done
    assert playing.facts_of(AlliesDiscarded) == []


def test_jailer_works_again_never() -> None:
    """lord.power: an arrow works once, when the Lord is recruited."""
    table = table_of(free={0: "jailer"}, hand={1: "crab/1"}, deck="squid/1")
    assert turn(table).answer(Explore()).facts_of(AlliesDiscarded) == []


@pytest.mark.parametrize(("free", "turned", "under", "shielded"), SHAMANS)
def test_shaman_against_the_jailer(free: str, turned: str, under: str, shielded: bool) -> None:
    """lord.shaman: its owner is not asked, the others are."""
    table = table_of(
        3,
        court="jailer",
        hand={1: "crab/1", 2: "crab/2"},
        free={1: free},
        turned={1: turned},
        holdings={1: {"jail": under}},
    )
    asked = [ask.seat for ask in serve(table, 0, Lord.JAILER).asks]
    assert asked == ([2] if shielded else [1, 2])


# The Seeker


def test_seeker_takes_two_pearls_from_each_opponent() -> None:
    """lord.seeker, ruling seeker.short: to the Treasury; an opponent with fewer pearls loses all of them."""
    table = table_of(4, court="seeker", pearls=(5, 3, 1, 0))
    before = table.state.treasury
    playing = serve(table, 0, Lord.SEEKER)
    assert playing.done
    assert playing.facts_of(PearlsPaid) == [PearlsPaid(1, 2), PearlsPaid(2, 1)]
    assert [realm.pearls for realm in table.state.realms] == [5, 1, 0, 0]
    assert table.state.treasury == before + 3


@pytest.mark.parametrize(("free", "turned", "under", "shielded"), SHAMANS)
def test_shaman_against_the_seeker(free: str, turned: str, under: str, shielded: bool) -> None:
    """lord.shaman: its owner keeps the pearls."""
    table = table_of(
        court="seeker", pearls=(0, 3), free={1: free}, turned={1: turned}, holdings={1: {"jail": under}}
    )
    serve(table, 0, Lord.SEEKER)
    assert table.state.realms[1].pearls == (3 if shielded else 1)


# The Assassin


def test_assassin_turns_a_free_lord_of_each_opponent() -> None:
    """lord.assassin (Meuchelmörder), ruling assassin.choice: its owner chooses, opponent by opponent."""
    table = table_of(3, court="assassin", free={0: "miller", 1: "keeper reaper", 2: "shepherd recruiter"})
    playing = serve(table, 0, Lord.ASSASSIN)
    assert playing.ask.seat == 0
    assert playing.options == [TurnLord(1, Lord.KEEPER), TurnLord(1, Lord.REAPER)]
    playing.answer(TurnLord(1, Lord.REAPER)).answer(TurnLord(2, Lord.RECRUITER))
    assert playing.done
    assert playing.facts_of(LordTurned) == [LordTurned(1, Lord.REAPER), LordTurned(2, Lord.RECRUITER)]
    assert table.state.realms[0].turned == []


def test_assassin_has_no_choice_with_one_free_lord() -> None:
    """lord.assassin (Meuchelmörder): the only free Lord is turned without asking, because everyone can see it."""
    playing = serve(table_of(court="assassin", free={1: "keeper"}), 0, Lord.ASSASSIN)
    assert playing.done
    assert playing.facts_of(LordTurned) == [LordTurned(1, Lord.KEEPER)]


def test_assassin_leaves_influence_points_and_nothing_else() -> None:
    """lord.assassin (Meuchelmörder): power and key are gone, the points count at the end."""
    table = table_of(court="assassin", free={1: "slaver"}, hand={1: "crab/1"})
    assert keys_of(table.state.realms[1]) == 1
    serve(table, 0, Lord.ASSASSIN)
    assert keys_of(table.state.realms[1]) == 0
    assert score_of(table, 1).lords == 5
    use = turn(table, 1).refusal(UsePower(Lord.SLAVER))
    assert use == no(Obstacle.LORD_TURNED, "lord.assassin")


def test_assassin_leaves_a_lord_free_to_be_replaced() -> None:
    """lord.assassin, lord.schemer (Meuchelmörder): a turned Lord may be discarded, its successor is not turned."""
    table = table_of(court="assassin schemer", free={1: "keeper"}, lord_deck="miller slaver")
    serve(table, 0, Lord.ASSASSIN)
    playing = serve(table, 1, Lord.SCHEMER).answer(SacrificeLord(Lord.KEEPER))
    realm = table.state.realms[1]
    assert playing.done
    assert realm.free == [Lord.SCHEMER, Lord.SLAVER]
    assert realm.turned == []
    assert realm.has(Lord.SLAVER)


def test_assassin_reaches_only_free_lords_that_are_not_turned() -> None:
    """lord.assassin (Meuchelmörder): not one under a Location, nor one already turned; with no other, no effect."""
    table = table_of(
        court="assassin",
        free={1: "reaper shepherd"},
        turned={1: "miller"},
        holdings={1: {"jail": "keeper"}},
    )
    playing = serve(table, 0, Lord.ASSASSIN)
    assert playing.options == [TurnLord(1, Lord.REAPER), TurnLord(1, Lord.SHEPHERD)]
    assert playing.refusal(TurnLord(1, Lord.KEEPER)) == no(Obstacle.LORD_NOT_FREE, "lord.assassin")
    assert playing.refusal(TurnLord(1, Lord.MILLER)) == no(Obstacle.LORD_TURNED, "lord.assassin")
    none_free = table_of(court="assassin", turned={1: "miller"}, holdings={1: {"jail": "keeper"}})
    assert serve(none_free, 0, Lord.ASSASSIN).facts_of(LordTurned) == []


@pytest.mark.parametrize(("free", "turned", "under", "shielded"), SHAMANS)
def test_shaman_against_the_assassin(free: str, turned: str, under: str, shielded: bool) -> None:
    """lord.shaman: none of its owner's Lords can be turned, so a working Shaman cannot be turned either."""
    table = table_of(
        3,
        court="assassin",
        free={1: f"{free} keeper", 2: "reaper miller"},
        turned={1: turned},
        holdings={1: {"jail": under}},
    )
    playing = serve(table, 0, Lord.ASSASSIN)
    if shielded:
        assert playing.refusal(TurnLord(1, Lord.SHAMAN)) == no(Obstacle.SHIELDED, "lord.shaman")
    playing.answer(TurnLord(2, Lord.MILLER))
    turned_for = [fact.seat for fact in playing.facts_of(LordTurned)]
    assert turned_for == ([2] if shielded else [1, 2])


# The Commander


def test_commander_makes_opponents_discard_down_to_six() -> None:
    """lord.commander (Armeekommandant): sealed and of their choice; hands of six or fewer are left alone."""
    table = table_of(
        4,
        court="commander",
        hand={0: f"{SIX_ALLIES} squid/5", 1: f"{SIX_ALLIES} crab/4 crab/5", 2: SIX_ALLIES, 3: "squid/4"},
    )
    playing = serve(table, 0, Lord.COMMANDER)
    assert playing.ask.seat == 1
    assert isinstance(playing.ask, Some)
    assert (playing.ask.least, playing.ask.most) == (2, 2)
    playing.answer_together([DiscardAlly(Card.CRAB_1), DiscardAlly(Card.CRAB_2)])
    assert playing.done
    assert playing.facts_of(AlliesDiscarded) == [AlliesDiscarded(1, (Card.CRAB_1, Card.CRAB_2))]
    assert [len(realm.hand) for realm in table.state.realms] == [7, 6, 6, 1]


def test_commander_tells_no_discard_before_all_are_in() -> None:
    """lord.commander (Armeekommandant): each of two opponents discards without seeing the other's choice."""
    hand = {1: f"{SIX_ALLIES} crab/4", 2: f"{SIX_ALLIES} squid/4"}
    playing = serve(table_of(3, court="commander", hand=hand), 0, Lord.COMMANDER)
    assert len(playing.asks) == 2
    assert playing.facts_of(AlliesDiscarded) == []
    playing.answer_together([DiscardAlly(Card.CRAB_4)], [DiscardAlly(Card.SQUID_4)])
    assert len(playing.facts_of(AlliesDiscarded)) == 2


def test_commander_counts_at_the_end_of_an_opponents_own_turn() -> None:
    """lord.commander (Armeekommandant): more than six are allowed during the turn, not after it."""
    table = table_of(free={1: "commander"}, hand={0: SIX_ALLIES}, council="jellyfish/1 jellyfish/2")
    playing = turn(table).answer(TakeStack(Race.JELLYFISH))
    assert len(table.state.realms[0].hand) == 8
    assert playing.ask.name == "abyss.discard_down"
    playing.answer(DiscardAlly(Card.JELLYFISH_1), DiscardAlly(Card.CRAB_1))
    assert playing.done
    assert playing.paths[-1] == "turn/lord.commander"


def test_commander_counts_after_the_last_powers() -> None:
    """lord.commander, lord.per_turn: an Ally already discarded for the Slaver no longer counts."""
    table = table_of(free={0: "slaver", 1: "commander"}, hand={0: SIX_ALLIES}, council="jellyfish/1")
    playing = turn(table).answer(TakeStack(Race.JELLYFISH)).answer(UsePower(Lord.SLAVER))
    assert playing.answer(DiscardAlly(Card.JELLYFISH_1)).done


def test_commander_lets_a_hand_grow_in_anothers_turn() -> None:
    """lord.commander, ruling commander.out_of_turn: a purchase is counted at the end of the buyer's own turn."""
    table = table_of(
        free={0: "commander"}, hand={1: SIX_ALLIES}, pearls=(0, 1), deck="squid/5 jellyfish/1 crab/1"
    )
    playing = turn(table).answer(Explore()).answer(BuyAlly(Card.CRAB_1, 1)).answer(TakeAlly(Card.JELLYFISH_1))
    assert playing.done
    assert len(table.state.realms[1].hand) == 7


def test_commander_does_not_count_its_owners_hand() -> None:
    """lord.commander (Armeekommandant): it affects the others, never the owner."""
    table = table_of(free={0: "commander"}, hand={0: SIX_ALLIES}, council="jellyfish/1")
    assert turn(table).answer(TakeStack(Race.JELLYFISH)).done


@pytest.mark.parametrize(("turned", "under"), resting(Lord.COMMANDER))
def test_commander_rests_when_turned_or_under_a_location(turned: str, under: str) -> None:
    """lord.power, lord.assassin: only while free and not turned."""
    table = table_of(
        turned={1: turned}, holdings={1: {"jail": under}}, hand={0: SIX_ALLIES}, council="jellyfish/1"
    )
    assert turn(table).answer(TakeStack(Race.JELLYFISH)).done


@pytest.mark.parametrize(("free", "turned", "under", "shielded"), SHAMANS)
def test_shaman_against_the_commander(free: str, turned: str, under: str, shielded: bool) -> None:
    """lord.shaman: it shields both when the Commander is recruited and at the end of the turn."""
    table = table_of(
        court="commander keeper reaper shepherd",
        hand={1: f"{SIX_ALLIES} crab/4"},
        free={1: free},
        turned={1: turned},
        holdings={1: {"jail": under}},
        council="jellyfish/1",
    )
    playing = serve(table, 0, Lord.COMMANDER)
    assert playing.done == shielded
    if not shielded:
        playing.answer_together([DiscardAlly(Card.CRAB_4)])
    assert turn(table, 1).answer(TakeStack(Race.JELLYFISH)).done == shielded


# The Tamer


@pytest.mark.parametrize(("threat", "space"), [(1, 1), (2, 1), (3, 2), (4, 3), (5, 4), (6, 5)])
def test_tamer_lowers_the_reward_by_a_space(threat: int, space: int) -> None:
    """lord.tamer (Ausbilderin): the space before the token, or the first space if the token is on it."""
    table = table_of(free={1: "tamer"}, track="monster", threat=threat)
    playing = Playing(table, fight(table, 0))
    if playing.asks:
        playing.answer(playing.options[0])
    assert playing.facts_of(MonsterFought) == [MonsterFought(0, space)]
    assert table.state.threat == 1


def test_tamer_costs_a_key() -> None:
    """lord.tamer (Ausbilderin): on the sixth space, the reward is that of the fifth, with one key instead of two."""
    table = table_of(free={1: "tamer"}, track="monster", threat=6)
    playing = Playing(table, fight(table, 0))
    assert len(playing.options) == 3
    playing.answer(playing.options[0])
    assert playing.facts_of(KeysGained) == [KeysGained(0, 1)]


def test_tamer_does_not_touch_the_pearl_of_the_last_space() -> None:
    """lord.tamer, explore.last_space: that pearl is not a reward of the threat track."""
    table = table_of(free={1: "tamer"}, track="crab/1 crab/2 crab/3 crab/4", deck="monster", threat=4)
    assert Playing(table, explore(table, 0)).done
    assert (table.state.realms[0].key_tokens, table.state.realms[0].pearls) == (1, 1)


def test_tamer_does_not_affect_its_owner() -> None:
    """lord.tamer (Ausbilderin): its owner gets the reward of the token's own space."""
    table = table_of(free={0: "tamer"}, track="monster", threat=3)
    assert Playing(table, fight(table, 0)).facts_of(MonsterFought) == [MonsterFought(0, 3)]


@pytest.mark.parametrize(("turned", "under"), resting(Lord.TAMER))
def test_tamer_rests_when_turned_or_under_a_location(turned: str, under: str) -> None:
    """lord.power, lord.assassin: only while free and not turned."""
    table = table_of(turned={1: turned}, holdings={1: {"jail": under}}, track="monster", threat=3)
    assert Playing(table, fight(table, 0)).facts_of(MonsterFought) == [MonsterFought(0, 3)]


@pytest.mark.parametrize(("free", "turned", "under", "shielded"), SHAMANS)
def test_shaman_against_the_tamer(free: str, turned: str, under: str, shielded: bool) -> None:
    """lord.shaman: its owner gets the full reward."""
    table = table_of(
        free={0: "tamer", 1: free},
        turned={1: turned},
        holdings={1: {"jail": under}},
        deck="crab/1 monster",
        threat=4,
    )
    playing = turn(table, 1).answer(Explore()).answer(FightMonster())
    if playing.asks:
        playing.answer(playing.options[0])
    assert playing.facts_of(MonsterFought) == [MonsterFought(1, 4 if shielded else 3)]


# The Hunter


def test_hunter_takes_a_random_token_from_an_opponent_of_choice() -> None:
    """lord.hunter: an opponent without a token cannot be chosen."""
    table = table_of(4, court="hunter", tokens={1: [2, 2], 3: [4]})
    playing = serve(table, 0, Lord.HUNTER)
    assert playing.options == [RobSeat(1), RobSeat(3)]
    assert playing.refusal(RobSeat(2)) == no(Obstacle.NO_TOKENS, "lord.hunter")
    playing.answer(RobSeat(1))
    assert playing.facts_of(TokenStolen) == [TokenStolen(0, 1, 2)]
    assert [realm.tokens for realm in table.state.realms] == [[2], [2], [], [4]]


@pytest.mark.parametrize("seed", ["a", "b", "c", "d", "e", "f", "g", "h"])
def test_hunter_draws_among_all_tokens_of_the_victim(seed: str) -> None:
    """lord.hunter: one of them at random, whatever the seed; the rest stay."""
    table = table_of(court="hunter", tokens={1: [2, 3, 4]}, seed=seed)
    serve(table, 0, Lord.HUNTER)
    stolen = table.state.realms[0].tokens
    assert sorted(stolen + table.state.realms[1].tokens) == [2, 3, 4]


def test_hunter_is_random() -> None:
    """lord.hunter: over several seeds every token is taken."""
    hit = set()
    for number in range(30):
        table = table_of(court="hunter", tokens={1: [2, 3, 4]}, seed=str(number))
        serve(table, 0, Lord.HUNTER)
        hit.update(table.state.realms[0].tokens)
    assert hit == {2, 3, 4}


def test_hunter_is_seen_by_the_two_seats_only() -> None:
    """lord.hunter: thief and victim know the value, the others and the spectators only that it changed hands."""
    playing = serve(table_of(3, court="hunter", tokens={1: [4]}), 0, Lord.HUNTER)
    (stolen,) = playing.facts_of(TokenStolen)
    assert as_seen(stolen, 0) == as_seen(stolen, 1) == TokenStolen(0, 1, 4)
    assert as_seen(stolen, 2) == as_seen(stolen, SPECTATOR) == TokenStolen(0, 1, 0)


def test_hunter_finds_no_token() -> None:
    """lord.hunter: no effect if no opponent has one."""
    playing = serve(table_of(court="hunter", tokens={0: [4]}), 0, Lord.HUNTER)
    assert playing.done
    assert playing.facts_of(TokenStolen) == []


@pytest.mark.parametrize(("free", "turned", "under", "shielded"), SHAMANS)
def test_shaman_against_the_hunter(free: str, turned: str, under: str, shielded: bool) -> None:
    """lord.shaman: its owner cannot be chosen."""
    table = table_of(
        4,
        court="hunter",
        tokens={1: [2], 2: [3], 3: [4]},
        free={1: free},
        turned={1: turned},
        holdings={1: {"jail": under}},
    )
    playing = serve(table, 0, Lord.HUNTER)
    assert (RobSeat(1) in playing.options) != shielded
    if shielded:
        assert playing.refusal(RobSeat(1)) == no(Obstacle.SHIELDED, "lord.shaman")


# Soldiers that come by another's power


def test_soldier_that_comes_by_another_lord_works_as_usual() -> None:
    """lord.traitor, lord.seeker (Verräter und Verschwörer): the newcomer's power works at once."""
    table = table_of(court="traitor seeker", free={0: "keeper"}, pearls=(0, 2))
    playing = serve(table, 0, Lord.TRAITOR).answer(SacrificeLord(Lord.KEEPER))
    assert playing.done
    assert playing.facts_of(PearlsPaid) == [PearlsPaid(1, 2)]
    assert playing.paths[-1] == "lord.traitor/lord.seeker"


def test_soldier_bought_by_the_corruptor_works_as_usual() -> None:
    """lord.corruptor, lord.jailer: the second Lord's power works too."""
    table = table_of(court="corruptor jailer", pearls=(5,), hand={1: "crab/1"})
    playing = serve(table, 0, Lord.CORRUPTOR).answer(TakeLord(Lord.JAILER))
    assert playing.answer_together([DiscardAlly(Card.CRAB_1)]).done
    assert playing.paths[-1] == "lord.corruptor/lord.jailer"
