"""The end of the game: the rules `end.*`, "Ende des Spiels"."""

from __future__ import annotations

from itertools import pairwise

import pytest

from referee.games.abyss import GAME
from referee.games.abyss.cards import LORDS, Card, Location, Lord, Race
from referee.games.abyss.choices import Explore, HandIn, Recruit, TakeAlly, TakeLocation, TakeStack, UsePower
from referee.games.abyss.ending import affiliate_hands, crown, score_seats
from referee.games.abyss.facts.ending import HandAffiliated, LastRoundBegan, SeatScored, TokensRevealed
from referee.games.abyss.facts.locations import LocationControlled
from referee.games.abyss.facts.turn import ExtraTurnGranted, TurnBegan
from referee.games.abyss.recruit import recruit
from referee.games.abyss.state import State
from referee.games.abyss.turn import take_turn, take_turns
from referee.kernel.table import Ended, GameOver, Table
from tests.games.abyss.matches import random_match
from tests.games.abyss.tables import Playing, cards, table_of

ALL_SEATS = pytest.mark.parametrize("seats", GAME.seats)
SIX = "trader peddler miller landowner jailer seeker"
SHEPHERD = HandIn(Card.SEAHORSE_5), HandIn(Card.SEAHORSE_3)


def outcome_of(table: Table[State]) -> Ended:
    with pytest.raises(GameOver):
        crown(table, score_seats(table))
    assert table.outcome is not None
    return table.outcome


# What sets it off


@pytest.mark.parametrize(
    ("free", "turned", "under"),
    [
        (SIX, "", ""),
        ("trader peddler miller", "landowner jailer seeker", ""),
        ("trader peddler miller", "", "keeper reaper slaver"),
        ("", "trader", "keeper reaper slaver oracle alchemist"),
    ],
)
def test_seventh_lord_sets_off_the_end(free: str, turned: str, under: str) -> None:
    """end.seventh_lord (Ende des Spiels): free, turned and used Lords all count."""
    table = table_of(
        court="shepherd sage hermit elder",
        hand={0: "seahorse/5 seahorse/3"},
        free={0: free},
        turned={0: turned},
        holdings={0: {"jail": under}},
    )
    playing = Playing(table, recruit(table, 0, Lord.SHEPHERD)).answer(*SHEPHERD)
    assert playing.facts_of(LastRoundBegan) == [LastRoundBegan(0, "seventh_lord")]
    assert playing.paths[-1] == "recruit/end.seventh_lord/end.last_round"


def test_six_lords_do_not() -> None:
    """end.seventh_lord (Ende des Spiels): the sixth Lord changes nothing, nor do the Lords of others."""
    table = table_of(
        court="shepherd sage hermit elder",
        hand={0: "seahorse/5 seahorse/3"},
        free={0: "trader peddler miller landowner jailer", 1: "seeker hunter keeper"},
    )
    playing = Playing(table, recruit(table, 0, Lord.SHEPHERD)).answer(*SHEPHERD)
    assert playing.facts_of(LastRoundBegan) == []


def test_both_causes_at_once_are_one_end() -> None:
    """end.last_round: a seventh Lord with a Court that cannot be refilled sets off one last round."""
    table = table_of(
        court="shepherd sage hermit", lord_deck="", hand={0: "seahorse/5 seahorse/3"}, free={0: SIX}
    )
    playing = Playing(table, recruit(table, 0, Lord.SHEPHERD)).answer(*SHEPHERD)
    assert playing.facts_of(LastRoundBegan) == [LastRoundBegan(0, "court_exhausted")]


def test_no_refill_no_end() -> None:
    """end.court (Ende des Spiels): an empty deck alone does not matter while three Lords are left at Court."""
    table = table_of(court="shepherd sage hermit elder", lord_deck="", hand={0: "seahorse/5 seahorse/3"})
    playing = Playing(table, recruit(table, 0, Lord.SHEPHERD)).answer(*SHEPHERD)
    assert playing.facts_of(LastRoundBegan) == []


def test_court_emptied_without_a_recruitment_ends_the_game_too() -> None:
    """end.court: if the Opportunist may discard without replacement, it may discard the very last Lord."""
    table = table_of(
        readings={"opportunist.empty_deck": "discard_only"},
        court="sage",
        lord_deck="",
        council="crab/1",
        free={0: "opportunist"},
    )
    playing = Playing(table, take_turn(table, 0)).answer(UsePower(Lord.OPPORTUNIST))
    assert table.state.court == []
    assert playing.answer(TakeStack(Race.CRAB)).done
    assert playing.facts_of(LastRoundBegan) == [LastRoundBegan(0, "court_exhausted")]
    assert playing.paths[-1] == "turn/end.court/end.last_round"


# The last round


def explored_turn(table: Table[State]) -> str:
    """Play a turn without a recruitment and return the ending it set off."""
    Playing(table, take_turn(table, 0)).answer(Explore()).answer(TakeAlly(Card.CRAB_1))
    return table.state.ending


@pytest.mark.parametrize(("turns_without", "ending"), [(39, ""), (40, "stalemate")])
def test_twenty_rounds_without_a_recruitment_set_off_the_end(turns_without: int, ending: str) -> None:
    """end.stalemate: two seats, twenty turns each; a house rule, because the book is silent."""
    table = table_of(2, court="keeper", deck="squid/5 crab/1")
    table.state.turn = 60 + turns_without - 1
    table.state.last_recruitment = 60
    assert explored_turn(table) == ending


def test_recruitment_begins_the_count_anew() -> None:
    """end.stalemate: a Lord recruited in the fortieth turn keeps the end from being set off."""
    table = table_of(2, court="shepherd keeper reaper miller", hand={0: "seahorse/5 seahorse/3"})
    table.state.turn = 39
    Playing(table, take_turn(table, 0)).answer(Recruit(Lord.SHEPHERD)).answer(*SHEPHERD)
    assert (table.state.last_recruitment, table.state.ending) == (40, "")


def test_every_other_seat_has_one_last_turn() -> None:
    """end.last_round (Ende des Spiels): the active seat finishes its turn, the others have one each, clockwise."""
    table = table_of(
        3,
        court="shepherd sage hermit elder",
        council="crab/1 squid/1 jellyfish/1",
        hand={1: "seahorse/5 seahorse/3"},
        free={1: "trader peddler miller landowner keeper reaper"},
        open_locations="jail",
        location_deck="",
    )
    playing = Playing(table, take_turns(table, 1)).answer(Recruit(Lord.SHEPHERD)).answer(*SHEPHERD)
    # The seventh Lord brings the third key, so taking a Location is part of this turn.
    playing.answer(TakeLocation(Location.JAIL))
    assert len(playing.facts_of(LocationControlled)) == 1
    playing.answer(TakeStack(Race.CRAB)).answer(TakeStack(Race.SQUID))
    assert playing.done
    assert [fact.seat for fact in playing.facts_of(TurnBegan)] == [1, 2, 0]


def test_second_cause_changes_nothing() -> None:
    """end.last_round: a seventh Lord recruited in the last round neither prolongs nor shortens it."""
    table = table_of(
        3,
        court="shepherd landowner sage hermit elder",
        council="crab/1",
        hand={0: "seahorse/5 seahorse/3", 1: "seahorse/4 seahorse/4"},
        free={
            0: SIX.replace("landowner", "hunter"),
            1: "assassin shopkeeper invoker apprentice illusionist corruptor",
        },
        pearls=[0, 9],
    )
    playing = Playing(table, take_turns(table, 0)).answer(Recruit(Lord.SHEPHERD)).answer(*SHEPHERD)
    playing.answer(Recruit(Lord.LANDOWNER)).answer(HandIn(Card.SEAHORSE_4), HandIn(Card.SEAHORSE_4))
    assert len(table.state.realms[1].lords()) == 7
    playing.answer(TakeStack(Race.CRAB))
    assert playing.done
    assert [fact.seat for fact in playing.facts_of(TurnBegan)] == [0, 1, 2]
    assert playing.facts_of(LastRoundBegan) == [LastRoundBegan(0, "seventh_lord")]


@ALL_SEATS
@pytest.mark.parametrize("number", range(8))
def test_last_rounds_of_random_matches(seats: int, number: int) -> None:
    """end.last_round (Ende des Spiels): after the end is set off, each other seat has one turn, apart from Invokers."""
    facts = random_match(seats, f"last round {number}").facts
    (place,) = [place for place, fact in enumerate(facts) if isinstance(fact, LastRoundBegan)]
    last_round = facts[place]
    assert isinstance(last_round, LastRoundBegan)
    turns = [fact.seat for fact in facts[place:] if isinstance(fact, TurnBegan)]
    granted = [fact.seat for fact in facts[place:] if isinstance(fact, ExtraTurnGranted)]
    begun = max([spot for spot, fact in enumerate(facts[:place]) if isinstance(fact, TurnBegan)])
    if any(isinstance(fact, ExtraTurnGranted) for fact in facts[begun:place]):
        granted.append(last_round.seat)
    for seat in granted:
        turns.remove(seat)
    assert turns == [(last_round.seat + step) % seats for step in range(1, seats)]


# The last affiliation


def test_weakest_ally_of_each_race_joins_from_the_hand() -> None:
    """end.affiliate (Ende des Spiels): one of each race in hand, the weakest; the rest are discarded."""
    table = table_of(hand={0: "crab/4 crab/2 squid/5 crab/2 jellyfish/1"}, affiliated={0: "crab/1"})
    affiliate_hands(table)
    realm = table.state.realms[0]
    assert realm.hand == []
    assert realm.affiliated == cards("crab/1 squid/5 crab/2 jellyfish/1")
    assert table.state.discard == cards("crab/4 crab/2")
    (recorded,) = table.recorded
    assert recorded.path == "end.affiliate"
    assert recorded.fact == HandAffiliated(
        0, (Card.SQUID_5, Card.CRAB_2, Card.JELLYFISH_1), (Card.CRAB_4, Card.CRAB_2)
    )


def test_every_seat_affiliates_and_an_empty_hand_does_nothing() -> None:
    """end.affiliate (Ende des Spiels): for each seat, no matter which one set off the end."""
    table = table_of(3, hand={0: "crab/4", 2: "squid/3 squid/2"})
    affiliate_hands(table)
    assert [realm.affiliated for realm in table.state.realms] == [cards("crab/4"), [], cards("squid/2")]
    assert [recorded.fact.seat for recorded in table.recorded] == [0, 2]  # type: ignore[attr-defined]


def test_weak_ally_in_hand_may_join_beside_a_strong_one() -> None:
    """end.affiliate, end.scoring: only the strongest of a race counts, so the weak one does no harm."""
    table = table_of(hand={0: "crab/1"}, affiliated={0: "crab/5"})
    affiliate_hands(table)
    assert outcome_of(table).scores[0] == 5


# The winner


def test_highest_total_wins() -> None:
    """end.winner (Ende des Spiels): regardless of the pearls and Lords of the others."""
    table = table_of(3, tokens={0: (2, 2), 1: (3, 2)}, pearls=[9, 0, 9])
    table.state.ending = "seventh_lord"
    assert outcome_of(table) == Ended("seventh_lord", (1,), (4, 5, 0))


def test_of_equals_the_one_with_most_pearls_wins() -> None:
    """end.winner (Ende des Spiels): the first tie-break; a better Lord does not help."""
    table = table_of(3, tokens={0: (3,), 1: (3,)}, free={2: "elder"}, pearls=[2, 3, 2])
    assert outcome_of(table).winners == (1,)


def test_then_the_one_with_the_most_valuable_lord() -> None:
    """end.winner (Ende des Spiels): the second tie-break; a Lord under a Location or turned counts as well."""
    table = table_of(
        3,
        free={0: "reaper"},
        turned={1: "sage"},
        holdings={2: {"city_of_mirrors": "hermit"}},
        tokens={0: (), 1: (2,), 2: ()},
        affiliated={2: "crab/1"},
        pearls=[1, 1, 1],
    )
    assert outcome_of(table) == Ended("", (0,), (6, 6, 6))


def test_then_the_crown_is_shared() -> None:
    """end.winner, victory.tie: the book has no third tie-break; key tokens and cards play no part."""
    table = table_of(4, free={0: "reaper", 2: "keeper"}, pearls=[1, 1, 1, 1], keys=[2, 0, 0, 0])
    assert outcome_of(table) == Ended("", (0, 2), (6, 0, 6, 0))


@ALL_SEATS
@pytest.mark.parametrize("number", range(4))
def test_outcome_of_random_matches_follows_from_what_was_told(seats: int, number: int) -> None:
    """end.scoring, end.winner: totals are the sums published for each seat, and no loser ranks above a winner."""
    match = random_match(seats, f"outcome {number}")
    sums = [
        fact.locations + fact.lords + fact.allies + fact.tokens
        for fact in match.facts
        if type(fact) is SeatScored
    ]
    assert list(match.outcome.scores) == sums
    realms = match.state.realms
    ranks = [
        (total, realm.pearls, max([LORDS[lord].influence for lord in realm.lords()], default=0))
        for total, realm in zip(sums, realms, strict=True)
    ]
    assert [ranks[seat] for seat in match.outcome.winners] == [max(ranks)] * len(match.outcome.winners)
    assert match.outcome.ending in list(GAME.endings)


def test_everything_is_counted_in_the_open() -> None:
    """end.scoring (Ende des Spiels): tokens are turned over before a seat's points are announced."""
    table = table_of(tokens={0: (2, 4), 1: (3,)})
    outcome_of(table)
    assert [recorded.fact for recorded in table.recorded[:-1]] == [
        TokensRevealed(0, (2, 4)),
        SeatScored(0, 0, 0, 0, 6),
        TokensRevealed(1, (3,)),
        SeatScored(1, 0, 0, 0, 3),
    ]
    assert [recorded.path for recorded in table.recorded] == ["end.scoring"] * 4 + ["end.winner"]


def test_last_turn_is_a_whole_turn() -> None:
    """end.last_round (Ende des Spiels): in its last turn a seat may do whatever a turn allows."""
    table = table_of(
        court="shepherd sage hermit elder",
        hand={0: "seahorse/5 seahorse/3"},
        free={0: SIX},
        deck="squid/1 squid/1 squid/2",
        pearls=[0, 3],
    )
    playing = Playing(table, take_turns(table, 0)).answer(Recruit(Lord.SHEPHERD)).answer(*SHEPHERD)
    assert Explore() in playing.options
    playing.answer(Explore()).answer(TakeAlly(Card.SQUID_2))
    assert playing.done
    assert [(first.seat, second.seat) for first, second in pairwise(playing.facts_of(TurnBegan))] == [(0, 1)]
