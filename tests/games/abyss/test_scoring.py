"""What everything is worth at the end: the rule `end.scoring`, "Ende des Spiels". Locations have tests of their own."""

from __future__ import annotations

from referee.games.abyss.cards import Location
from referee.games.abyss.ending import affiliate_hands, score_seats
from referee.games.abyss.facts.ending import SeatScored
from referee.games.abyss.scoring import Score, location_points, score_of
from tests.games.abyss.tables import table_of


def test_example_of_the_book() -> None:
    """end.scoring (Ende des Spiels, example): Locations 32, Lords 39, Allies 14, tokens 6, 91 in all."""
    table = table_of(
        holdings={
            0: {
                "parliament": "elder",
                "sanctuary": "keeper slaver master_of_magic",
                "abyss": "",
            }
        },
        free={0: "jailer traitor corruptor"},
        affiliated={0: "jellyfish/3 jellyfish/1 squid/3 crab/2 seahorse/1 shellfish/5"},
        tokens={0: (4, 2)},
    )
    points = {
        tile: location_points(table, 0, tile)
        for tile in Location
        if tile in ("parliament", "sanctuary", "abyss")
    }
    assert points == {Location.PARLIAMENT: 10, Location.SANCTUARY: 10, Location.ABYSS: 12}
    score = score_of(table, 0)
    assert score == Score(locations=32, lords=39, allies=14, tokens=6)
    assert score.total == 91


def test_example_of_the_book_with_the_last_allies_still_in_hand() -> None:
    """end.affiliate, end.scoring (Ende des Spiels): Allies that join from the hand count like all others."""
    table = table_of(
        holdings={0: {"parliament": "elder", "sanctuary": "keeper slaver master_of_magic", "abyss": ""}},
        free={0: "jailer traitor corruptor"},
        affiliated={0: "jellyfish/3 squid/3 crab/2"},
        hand={0: "seahorse/1 seahorse/5 shellfish/5 jellyfish/2 jellyfish/1"},
        tokens={0: (3, 3)},
    )
    affiliate_hands(table)
    assert score_seats(table)[0] == 91
    (scored,) = [
        each.fact for each in table.recorded if isinstance(each.fact, SeatScored) and each.fact.seat == 0
    ]
    assert scored == SeatScored(0, locations=32, lords=39, allies=14, tokens=6)


def test_only_the_strongest_ally_of_each_race_counts() -> None:
    """end.scoring (Ende des Spiels): one of each race, no matter what else has joined."""
    table = table_of(affiliated={0: "crab/1 crab/4 crab/4 squid/2"})
    assert score_of(table, 0) == Score(0, 0, allies=6, tokens=0)


def test_every_lord_counts() -> None:
    """end.scoring (Ende des Spiels; Meuchelmörder): free, turned, and under a Location."""
    table = table_of(
        free={0: "landowner"}, turned={0: "keeper"}, holdings={0: {"city_of_mirrors": "elder"}, 1: {}}
    )
    assert score_of(table, 0) == Score(0, lords=12 + 6 + 3, allies=0, tokens=0)


def test_tokens_count_their_value() -> None:
    """end.scoring (Ende des Spiels): the sum of the Monster tokens."""
    assert score_of(table_of(tokens={0: (2, 3, 4)}), 0) == Score(0, 0, 0, tokens=9)


def test_pearls_keys_and_cards_in_hand_are_worth_nothing() -> None:
    """end.scoring (Ende des Spiels): the book names four sources, and these are not among them."""
    table = table_of(pearls=[20], keys=[2], hand={0: "crab/5 squid/5"})
    assert score_of(table, 0) == Score(0, 0, 0, 0)


def test_each_seat_is_counted_for_itself() -> None:
    """end.scoring (Ende des Spiels): a Location counts what its own seat has."""
    table = table_of(
        holdings={0: {"parliament": ""}, 1: {"barracks": ""}}, free={0: "jailer seeker", 1: "traitor"}
    )
    assert score_of(table, 0).locations == 6
    assert score_of(table, 1).locations == 7
