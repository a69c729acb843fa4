"""Mages: shields, extra turns, Council stacks, swapped Locations and chosen Allies."""

from __future__ import annotations

import pytest

from referee.games.abyss.cards import Card, Guild, Location, Lord, Race
from referee.games.abyss.choices import (
    DECLINE,
    Affiliate,
    DiscardAlly,
    DiscardStack,
    EndTurn,
    Explore,
    GiveLocation,
    GoOn,
    HandIn,
    SacrificeLord,
    SearchFor,
    TakeAlly,
    TakeLocation,
    TakeStack,
    UsePower,
)
from referee.games.abyss.facts.council import StackDiscarded, StackTaken
from referee.games.abyss.facts.ending import LastRoundBegan
from referee.games.abyss.facts.locations import LocationDeckSearched, LocationSwapped
from referee.games.abyss.facts.powers import PowerUsed
from referee.games.abyss.facts.recruit import AllyAffiliated
from referee.games.abyss.facts.turn import ExtraTurnGranted, TurnBegan
from referee.games.abyss.obstacles import Obstacle, no
from referee.games.abyss.soldiers import reached_by
from referee.games.abyss.state import Holding
from referee.games.abyss.turn import has_extra_turn, play
from referee.kernel.facts import SPECTATOR, as_seen
from tests.games.abyss.lords.service import (
    Printed,
    lords_of,
    printed_on,
    recruiting,
    resting,
    run_out,
    serve,
    turn,
)
from tests.games.abyss.tables import Playing, cards, table_of

PRINTED = {
    Lord.SHAMAN: Printed(cost=6, races=3, influence=5, keys=1, arrow=False),
    Lord.INVOKER: Printed(cost=8, races=1, influence=8, keys=0, arrow=True),
    Lord.APPRENTICE: Printed(cost=6, races=3, influence=9, keys=0, arrow=True),
    Lord.ORACLE: Printed(cost=8, races=2, influence=5, keys=1, arrow=False),
    Lord.ALCHEMIST: Printed(cost=7, races=1, influence=5, keys=1, arrow=False),
    Lord.ILLUSIONIST: Printed(cost=10, races=1, influence=9, keys=0, arrow=True),
    Lord.MASTER_OF_MAGIC: Printed(cost=10, races=3, influence=6, keys=1, arrow=False),
}
USE_ORACLE = UsePower(Lord.ORACLE)


@pytest.mark.parametrize("lord", PRINTED)
def test_numbers_as_printed(lord: Lord) -> None:
    """recruit.cost: what is printed on each Mage."""
    assert printed_on(lord, Guild.MAGE, Race.JELLYFISH) == PRINTED[lord]


def test_no_mage_is_missing() -> None:
    assert lords_of(Guild.MAGE) == PRINTED.keys()


# The Shaman; test_soldiers.py tests it against each of the seven Soldiers


def test_shaman_shields_its_owner_alone() -> None:
    """lord.shaman: the Soldier still affects the other opponents."""
    assert reached_by(table_of(4, free={2: "shaman"}), 0) == [1, 3]


def test_shaman_does_not_hold_back_its_owners_soldiers() -> None:
    """lord.shaman: it stops only the Soldiers of opponents."""
    table = table_of(free={0: "shaman"}, court="jailer", hand={1: "crab/1"})
    assert serve(table, 0, Lord.JAILER).ask.seat == 1


def test_shaman_shields_from_the_moment_it_serves_until_it_is_gone() -> None:
    """lord.shaman, lord.traitor: after it is discarded for another Lord, it no longer shields."""
    table = table_of(court="shaman traitor keeper")
    serve(table, 1, Lord.SHAMAN)
    assert reached_by(table, 0) == []
    serve(table, 1, Lord.TRAITOR).answer(SacrificeLord(Lord.SHAMAN))
    assert reached_by(table, 0) == [1]


# The Invoker


def test_invoker_grants_one_more_turn() -> None:
    """lord.invoker: right after this one, and only one."""
    table = table_of(court="invoker keeper reaper shepherd")
    playing = serve(table, 0, Lord.INVOKER)
    assert playing.facts_of(ExtraTurnGranted) == [ExtraTurnGranted(0)]
    assert has_extra_turn(table)
    turn(table)
    assert not has_extra_turn(table)


def test_invoker_turn_is_a_full_turn() -> None:
    """lord.invoker, lord.per_turn: once-per-turn powers may be used again, and each opponent may buy again."""
    table = table_of(free={0: "oracle"}, court="invoker", council="crab/1 squid/1", deck="crab/2")
    turn(table).answer(USE_ORACLE).answer(DiscardStack(Race.CRAB))
    serve(table, 0, Lord.INVOKER)
    assert USE_ORACLE in turn(table).options


@pytest.mark.parametrize(("reading", "turns"), [("granted", [0, 0, 1, 2]), ("lost", [0, 1, 2])])
def test_invoker_as_the_seventh_lord(reading: str, turns: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """lord.invoker, end.last_round, ruling invoker.at_end: the others have one last turn afterwards."""
    monkeypatch.setattr("referee.games.abyss.turn.set_up", lambda table: None)
    table = table_of(
        3,
        court="invoker miller landowner recruiter",
        free={0: "keeper reaper"},
        holdings={0: {"jail": "shepherd slaver oracle", "abyss": "shaman"}},
        hand={0: "jellyfish/5 jellyfish/3"},
        readings={"invoker.at_end": reading},
    )
    playing = run_out(Playing(table, play(table)))
    assert playing.over
    assert [fact.seat for fact in playing.facts_of(TurnBegan)] == turns
    assert playing.facts_of(LastRoundBegan) == [LastRoundBegan(0, "seventh_lord")]


@pytest.mark.parametrize(("reading", "turns"), [("granted", [0, 1, 1, 2]), ("lost", [0, 1, 2])])
def test_invoker_in_the_last_round(reading: str, turns: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """lord.invoker, end.last_round, ruling invoker.at_end: recruited in a seat's last turn."""
    monkeypatch.setattr("referee.games.abyss.turn.set_up", lambda table: None)
    table = table_of(
        3,
        court="miller invoker landowner recruiter",
        holdings={0: {"jail": "shepherd slaver oracle", "abyss": "shaman keeper reaper"}},
        hand={0: "seahorse/5 seahorse/2 crab/1", 1: "jellyfish/5 jellyfish/3"},
        readings={"invoker.at_end": reading},
    )
    playing = run_out(Playing(table, play(table)))
    assert [fact.seat for fact in playing.facts_of(TurnBegan)] == turns


# The Apprentice


def test_apprentice_takes_a_stack_of_its_owners_choice() -> None:
    """lord.apprentice, council: all its cards, unseen until then, and seen by nobody else afterwards."""
    table = table_of(court="apprentice", council="crab/1 crab/5 squid/2")
    playing = serve(table, 0, Lord.APPRENTICE)
    assert playing.options == [TakeStack(Race.SQUID), TakeStack(Race.CRAB)]
    playing.answer(TakeStack(Race.CRAB))
    assert playing.done
    (taken,) = playing.facts_of(StackTaken)
    assert taken == StackTaken(0, Race.CRAB, (Card.CRAB_1, Card.CRAB_5))
    hidden = StackTaken(0, Race.CRAB, (Card.HIDDEN, Card.HIDDEN))
    assert as_seen(taken, 1) == as_seen(taken, SPECTATOR) == hidden
    assert table.state.realms[0].hand == cards("crab/1 crab/5")


def test_apprentice_refuses_an_empty_stack() -> None:
    """council: a stack must hold at least one card."""
    playing = serve(table_of(court="apprentice", council="crab/1 squid/2"), 0, Lord.APPRENTICE)
    assert playing.refusal(TakeStack(Race.SEAHORSE)) == no(Obstacle.STACK_EMPTY, "council")


def test_apprentice_must_take_the_only_stack() -> None:
    """lord.apprentice, ruling apprentice.duty: not asked, because everyone can see that there is only one."""
    table = table_of(court="apprentice", council="crab/1")
    assert serve(table, 0, Lord.APPRENTICE).done
    assert table.state.realms[0].hand == cards("crab/1")


def test_apprentice_finds_an_empty_council() -> None:
    """lord.apprentice: no effect."""
    playing = serve(table_of(court="apprentice"), 0, Lord.APPRENTICE)
    assert playing.done
    assert playing.facts_of(StackTaken) == []


def test_apprentice_is_not_doubled_by_the_alchemist() -> None:
    """lord.apprentice, ruling apprentice.alchemist: taking a stack by a power is not asking the Council."""
    table = table_of(court="apprentice", free={0: "alchemist"}, council="crab/1 squid/2 seahorse/3")
    playing = serve(table, 0, Lord.APPRENTICE).answer(TakeStack(Race.SQUID))
    assert playing.done
    assert table.state.realms[0].hand == cards("squid/2")


# The Oracle


def test_oracle_discards_a_whole_stack() -> None:
    """lord.oracle: to the exploration discard pile, face down as it lay, so nobody sees it."""
    table = table_of(free={0: "oracle"}, council="crab/1 crab/5 squid/2")
    playing = turn(table).answer(USE_ORACLE)
    assert playing.options == [DiscardStack(Race.SQUID), DiscardStack(Race.CRAB)]
    playing.answer(DiscardStack(Race.CRAB))
    (discarded,) = playing.facts_of(StackDiscarded)
    assert table.state.discard == cards("crab/1 crab/5")
    assert table.state.council[Race.CRAB] == []
    for viewer in (0, 1, SPECTATOR):
        assert as_seen(discarded, viewer) == StackDiscarded(Race.CRAB, (Card.HIDDEN, Card.HIDDEN))


def test_oracle_works_once_in_a_turn() -> None:
    """lord.per_turn: a second use is refused; the next turn allows one again."""
    table = table_of(free={0: "oracle"}, council="crab/1 squid/1", deck="squid/2")
    playing = turn(table).answer(USE_ORACLE).answer(DiscardStack(Race.CRAB))
    assert playing.refusal(USE_ORACLE) == no(Obstacle.POWER_USED, "lord.per_turn")
    assert USE_ORACLE in turn(table).options


def test_oracle_needs_a_stack_and_takes_the_only_one_without_asking() -> None:
    """lord.oracle: an empty Council leaves nothing to discard; with one stack there is no choice."""
    playing = turn(table_of(free={0: "oracle"}))
    assert playing.refusal(USE_ORACLE) == no(Obstacle.COUNCIL_EMPTY, "lord.oracle")
    playing = turn(table_of(free={0: "oracle"}, council="squid/1")).answer(USE_ORACLE)
    assert playing.ask.name == "abyss.turn"
    assert playing.facts_of(StackDiscarded) == [StackDiscarded(Race.SQUID, (Card.SQUID_1,))]


def test_oracle_during_the_exploration_and_after_the_action() -> None:
    """lord.per_turn: between two cards, or after the track was cleared."""
    during = table_of(free={0: "oracle"}, council="crab/1", deck="squid/2 squid/1")
    playing = turn(during).answer(Explore()).answer(USE_ORACLE)
    assert playing.options == [TakeAlly(Card.SQUID_1), GoOn()]
    after = table_of(free={0: "oracle"}, deck="squid/3 crab/2 squid/1")
    playing = turn(after).answer(Explore()).answer(GoOn()).answer(TakeAlly(Card.CRAB_2))
    assert playing.options == [EndTurn(), USE_ORACLE]
    assert playing.answer(USE_ORACLE).done
    assert after.state.discard == cards("squid/1")


def test_oracle_may_bring_back_cards_to_explore() -> None:
    """lord.oracle, explore.reshuffle, ruling explore.exhausted: the stack becomes the deck, and the seat can go on."""
    table = table_of(free={0: "oracle"}, council="crab/1", deck="squid/1")
    playing = turn(table).answer(Explore())
    assert playing.options == [TakeAlly(Card.SQUID_1), USE_ORACLE]
    playing.answer(USE_ORACLE)
    assert playing.options == [TakeAlly(Card.SQUID_1), GoOn()]
    playing.answer(GoOn())
    assert table.state.council[Race.SQUID] == cards("squid/1")
    assert table.state.realms[0].hand == cards("crab/1")


@pytest.mark.parametrize(("turned", "under"), resting(Lord.ORACLE))
def test_oracle_rests_when_turned_or_under_a_location(turned: str, under: str) -> None:
    """lord.power, lord.assassin: only while free and not turned."""
    table = table_of(turned={0: turned}, holdings={0: {"jail": under}}, council="crab/1")
    playing = turn(table)
    assert USE_ORACLE not in playing.options
    assert playing.facts_of(PowerUsed) == []


# The Alchemist


def test_alchemist_takes_a_second_stack() -> None:
    """lord.alchemist: two stacks of its owner's choice in one Council action."""
    table = table_of(free={0: "alchemist"}, council="crab/1 squid/2 seahorse/3")
    playing = turn(table).answer(TakeStack(Race.SQUID))
    assert playing.options == [TakeStack(Race.CRAB), TakeStack(Race.SEAHORSE)]
    assert playing.refusal(TakeStack(Race.SQUID)) == no(Obstacle.STACK_EMPTY, "council")
    playing.answer(TakeStack(Race.SEAHORSE))
    assert playing.done
    assert table.state.realms[0].hand == cards("squid/2 seahorse/3")
    assert playing.paths[-1] == "turn/action/council/lord.alchemist"


def test_alchemist_must_take_the_other_stack_and_needs_none() -> None:
    """lord.alchemist, ruling alchemist.second_stack: a single other stack is taken without asking, if there is one."""
    two = table_of(free={0: "alchemist"}, council="crab/1 squid/2")
    assert turn(two).answer(TakeStack(Race.CRAB)).done
    assert two.state.realms[0].hand == cards("crab/1 squid/2")
    one = table_of(free={0: "alchemist"}, council="crab/1")
    assert turn(one).answer(TakeStack(Race.CRAB)).done
    assert one.state.realms[0].hand == cards("crab/1")


@pytest.mark.parametrize(("turned", "under"), resting(Lord.ALCHEMIST))
def test_alchemist_rests_when_turned_or_under_a_location(turned: str, under: str) -> None:
    """lord.power, lord.assassin: only while free and not turned."""
    table = table_of(turned={0: turned}, holdings={0: {"jail": under}}, council="crab/1 squid/2")
    assert turn(table).answer(TakeStack(Race.CRAB)).done
    assert table.state.realms[0].hand == cards("crab/1")


# The Illusionist


def test_illusionist_swaps_a_location_for_a_face_up_one() -> None:
    """lord.illusionist, ruling illusionist.lords: the Lords go under the new tile, and the old one lies face up."""
    table = table_of(
        court="illusionist",
        holdings={0: {"jail": "keeper reaper", "chasm": ""}},
        open_locations="abyss depths",
    )
    playing = serve(table, 0, Lord.ILLUSIONIST)
    assert playing.options == [DECLINE, GiveLocation(Location.JAIL), GiveLocation(Location.CHASM)]
    playing.answer(GiveLocation(Location.JAIL))
    assert playing.options == [TakeLocation(Location.ABYSS), TakeLocation(Location.DEPTHS)]
    assert playing.refusal(TakeLocation(Location.CHASM)) == no(Obstacle.LOCATION_NOT_OPEN, "locations.choice")
    playing.answer(TakeLocation(Location.DEPTHS))
    assert playing.done
    assert playing.facts_of(LocationSwapped) == [LocationSwapped(0, Location.JAIL, Location.DEPTHS, ())]
    assert table.state.realms[0].holdings[0] == Holding(Location.DEPTHS, [Lord.KEEPER, Lord.REAPER])
    assert table.state.open_locations == [Location.ABYSS, Location.JAIL]


def test_illusionist_may_be_declined() -> None:
    """lord.illusionist: its owner may swap."""
    table = table_of(court="illusionist", holdings={0: {"jail": ""}}, open_locations="abyss")
    playing = serve(table, 0, Lord.ILLUSIONIST).answer(DECLINE)
    assert playing.done
    assert playing.facts_of(LocationSwapped) == []


@pytest.mark.parametrize(("own", "face_up"), [("", "abyss"), ("jail", "")])
def test_illusionist_needs_a_location_on_either_side(own: str, face_up: str) -> None:
    """lord.illusionist: one under control and one face up; otherwise nothing is asked."""
    table = table_of(court="illusionist", holdings={0: {own: ""} if own else {}}, open_locations=face_up)
    assert serve(table, 0, Lord.ILLUSIONIST).done


def test_illusionist_may_fetch_the_black_smokers_and_exchange_them() -> None:
    """lord.illusionist, location.black_smokers, ruling black_smokers.by_swap: a swap counts as taking them."""
    table = table_of(
        court="illusionist",
        holdings={0: {"jail": "keeper"}},
        open_locations="black_smokers",
        location_deck="chasm depths",
    )
    playing = serve(table, 0, Lord.ILLUSIONIST).answer(GiveLocation(Location.JAIL))
    assert playing.options == [DECLINE, SearchFor(Location.DEPTHS), SearchFor(Location.CHASM)]
    (searched,) = playing.facts_of(LocationDeckSearched)
    assert as_seen(searched, 1) == LocationDeckSearched(0, (Location.HIDDEN, Location.HIDDEN))
    playing.answer(SearchFor(Location.CHASM))
    assert table.state.realms[0].holdings == [Holding(Location.CHASM, [Lord.KEEPER])]
    assert table.state.open_locations == [Location.JAIL]


# The Master of Magic


def test_master_of_magic_lets_any_ally_handed_in_join() -> None:
    """lord.master_of_magic (Meister der Magie): not only the weakest; one option for each kind."""
    table = table_of(
        free={0: "master_of_magic"},
        court="shepherd miller reaper keeper",
        hand={0: "seahorse/5 seahorse/2 seahorse/1 seahorse/1"},
    )
    playing = recruiting(table, 0, Lord.SHEPHERD)
    playing.answer(*[HandIn(ally) for ally in table.state.realms[0].hand])
    assert playing.options == [
        Affiliate(Card.SEAHORSE_5),
        Affiliate(Card.SEAHORSE_2),
        Affiliate(Card.SEAHORSE_1),
    ]
    playing.answer(Affiliate(Card.SEAHORSE_5))
    assert playing.facts_of(AllyAffiliated) == [AllyAffiliated(0, Card.SEAHORSE_5)]
    assert table.state.discard == cards("seahorse/2 seahorse/1 seahorse/1")


def test_master_of_magic_not_for_its_own_recruitment() -> None:
    """lord.master_of_magic (Meister der Magie, 2): the Ally joins before it comes into play."""
    hand = "jellyfish/3 crab/2 shellfish/5"
    table = table_of(court="master_of_magic keeper reaper shepherd", hand={0: hand})
    playing = recruiting(table, 0, Lord.MASTER_OF_MAGIC).answer(*[HandIn(ally) for ally in cards(hand)])
    assert playing.done
    assert playing.facts_of(AllyAffiliated) == [AllyAffiliated(0, Card.CRAB_2)]


@pytest.mark.parametrize(("turned", "under"), resting(Lord.MASTER_OF_MAGIC))
def test_master_of_magic_rests_when_turned_or_under_a_location(turned: str, under: str) -> None:
    """lord.power, lord.assassin, recruit.affiliate: then the weakest joins again, and the seat chooses among equals."""
    table = table_of(
        turned={0: turned},
        holdings={0: {"jail": under}},
        court="keeper reaper shepherd miller",
        hand={0: "seahorse/5 crab/1 squid/1"},
    )
    playing = recruiting(table, 0, Lord.KEEPER).answer(*[HandIn(ally) for ally in table.state.realms[0].hand])
    assert playing.options == [Affiliate(Card.CRAB_1), Affiliate(Card.SQUID_1)]
    refusal = no(Obstacle.NOT_THE_WEAKEST, "recruit.affiliate")
    assert playing.refusal(Affiliate(Card.SEAHORSE_5)) == refusal


def test_master_of_magic_has_no_choice_with_one_kind_of_ally() -> None:
    """lord.master_of_magic: equal Allies are one option, and a single option is not asked."""
    table = table_of(free={0: "master_of_magic"}, court="shepherd", hand={0: "seahorse/4 seahorse/4"})
    recruiting(table, 0, Lord.SHEPHERD).answer(HandIn(Card.SEAHORSE_4), HandIn(Card.SEAHORSE_4))
    assert table.state.realms[0].affiliated == cards("seahorse/4")


def test_each_power_has_its_own_once_in_a_turn() -> None:
    """lord.per_turn: using the Slaver leaves the Oracle."""
    table = table_of(free={0: "oracle slaver"}, hand={0: "crab/1"}, council="squid/1")
    playing = turn(table).answer(UsePower(Lord.SLAVER)).answer(DiscardAlly(Card.CRAB_1))
    assert USE_ORACLE in playing.options
