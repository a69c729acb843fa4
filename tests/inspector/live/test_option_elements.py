"""Options of a question lead to the things on the table that they concern."""

from __future__ import annotations

import pytest

from referee.games.abyss import choices as abyss
from referee.games.abyss.cards import Card, Location, Lord, Race
from referee.games.among_cultists import choices as among_cultists
from referee.games.unfathomable import choices as unfathomable
from referee.games.unfathomable.board import Space
from referee.inspector.live.option_elements import option_elements
from referee.inspector.pictures import Element, Picture
from referee.kernel.asks import Choice

PICTURE: Picture = {
    key: Element("thing", key)
    for key in (
        "lord/jailer",
        "location/parliament",
        "council/crab",
        "track/0",
        "track/1",
        "track/space/1",
        "deck/exploration",
        "treasury",
        "figure/1",
        "seat/1",
        "seat/0/hand/crab/3/0",
        "seat/0/hand/crab/3/1",
        "seat/1/hand/crab/3/0",
        "space/bridge",
        "deep_ones/bridge",
        "place/boat_1",
        "mark/sabotage",
        "seat/0/hand/sabotage",
    )
}
CRAB = Card("crab/3")


@pytest.mark.parametrize(
    ("option", "keys"),
    [
        (abyss.Recruit(lord=Lord("jailer")), ["lord/jailer"]),
        (abyss.TakeLocation(location=Location("parliament")), ["location/parliament"]),
        (abyss.TakeStack(race=Race("crab")), ["council/crab"]),
        (abyss.BuyAlly(ally=CRAB, price=1), ["track/1"]),
        (abyss.Explore(), ["deck/exploration"]),
        (abyss.Plot(), ["treasury"]),
        (abyss.RobSeat(owner=1), ["figure/1", "seat/1"]),
        (abyss.DiscardAlly(ally=CRAB), ["seat/0/hand/crab/3/0", "seat/0/hand/crab/3/1"]),
        (abyss.PassOffer(), []),
        (unfathomable.MoveTo(space=Space("bridge")), ["space/bridge", "deep_ones/bridge"]),
        (among_cultists.BoardBoat(boat="boat_1"), ["place/boat_1"]),
        (among_cultists.EndMove(), []),
    ],
)
def test_an_option_concerns_elements(option: Choice, keys: list[str]) -> None:
    assert option_elements([option], PICTURE, 0) == [keys]


def test_equal_options_get_one_of_the_equal_things_each() -> None:
    option = abyss.DiscardAlly(ally=CRAB)
    found = option_elements([option, abyss.Plot(), option], PICTURE, 0)
    assert found == [["seat/0/hand/crab/3/0"], ["treasury"], ["seat/0/hand/crab/3/1"]]


def test_nothing_of_another_seat_is_named_by_a_card() -> None:
    (keys,) = option_elements([abyss.DiscardAlly(ally=CRAB)], PICTURE, 1)
    assert keys == ["seat/1/hand/crab/3/0"]
