"""The picture of a table of Unfathomable."""

from __future__ import annotations

from rich.console import Console

from referee.cli.display.pictures.unfathomable import drawings
from referee.games.unfathomable.cards import Loyalty, Mythos, SkillCard
from referee.games.unfathomable.state import State
from referee.games.unfathomable.wording import say_card
from tests.games.unfathomable.tables import table_of

NAMES = ["Ada", "Bob", "Cleo", "Dan", "Eve", "Finn"]


def picture(state: State) -> str:
    console = Console(width=110, record=True, file=None, force_terminal=False)
    with console.capture() as captured:
        console.print(next(drawings(state, NAMES[: len(state.players)])))
    return captured.get()


def test_the_ship_shows_who_and_what_is_where() -> None:
    table = table_of(
        4,
        deep_ones="deck_1 deck_1 water_1 deep",
        monarchs={"dagon": "water_4"},
        passengers={"deck_3": "soul nothing"},
        damage={"galley": "structural_lore"},
        traitors={2: "hybrid"},
        items={1: "shotgun"},
        waypoints="reef iceberg",
    )
    shown = picture(table.state)
    for text in (
        "□1 ♆2",
        "~4 Dagon",
        "□3 ☺2",
        "Galley ✗ (lore 3)",
        "distance 4 of 12",
        "Shotgun",
        "hybrid, revealed",
    ):
        assert text in shown, text


def test_cards_are_named_where_they_are_seen_and_counted_where_not() -> None:
    table = table_of(3, hand={0: "lore/shrivelling/2 will/true_grit/5", 1: "strength/rampage/3"})
    table.state.players[1].hand = [SkillCard.HIDDEN] * 3
    table.state.players[1].loyalty = [Loyalty.HIDDEN]
    shown = picture(table.state)
    assert "lore 2  will 5" in shown
    assert "3 cards" in shown
    assert "1 card, face down" in shown


def test_the_test_and_the_crisis_are_shown_while_they_last() -> None:
    table = table_of(6, tops="mythos/hull_leak")
    table.state.mythos_card = table.state.mythos_deck.pop()
    shown = picture(table.state)
    assert "Hull Leak: observation + strength 9" in shown
    assert say_card(Mythos.HULL_LEAK)[:40] in shown
