"""The sensible bot of Among Cultists in the University, where a card in an unsafe corridor may end a move."""

from __future__ import annotations

import pytest

from referee_api.among_cultists.v1 import among_cultists_pb2 as ac
from tests.clients.cultist_seat import Seated


def unsafe_deck(cards_left: int) -> ac.UnsafeDeckShuffled:
    return ac.UnsafeDeckShuffled(cards=[ac.FACE_UNSPECIFIED] * cards_left)


def in_university(*places: str, cards_left: int, route: str = "A", cards_in: int = 3) -> Seated:
    """Return a bot in the University, where an empty Unsafe Passage deck ends every move in an unsafe corridor."""
    here = Seated(route=route, places=[*places, *["foyer"] * 4], cards_in=cards_in, board=ac.BOARD_UNIVERSITY)
    here.tell(unsafe_deck(cards_left), ac.TurnBegan(seat=0))
    return here


def test_it_knows_how_often_a_move_ends_in_an_unsafe_corridor() -> None:
    """With five seats, a Failure or a Sabotage is revealed three times before the deck is safe."""
    table = in_university("foyer", cards_left=12).bot._at.table
    assert table.stop_chance == 3 / 12
    here = in_university("foyer", cards_left=12)
    here.tell(ac.UnsafeCardRevealed(seat=1, face=ac.FACE_SUCCESS))
    assert here.bot._at.table.stop_chance == 3 / 11
    here.tell(
        ac.UnsafeCardRevealed(seat=1, face=ac.FACE_SABOTAGE), ac.UnsafeCardRevealed(face=ac.FACE_FAILURE)
    )
    assert here.bot._at.table.stop_chance == 1 / 9
    here.tell(ac.DeckSecured(seat=0, face=ac.FACE_FAILURE), unsafe_deck(10))
    assert here.bot._at.table.stop_chance == 2 / 10
    here.tell(ac.UnsafeDiscardTaken(), unsafe_deck(30))
    assert here.bot._at.table.stop_chance == 3 / 30
    assert in_university("foyer", cards_left=0).bot._at.table.stop_chance == 1.0
    here = Seated(places=["outer_bridge_east"])
    here.tell(unsafe_deck(0))
    assert here.bot._at.table.stop_chance == 0.0


@pytest.mark.parametrize(("cards_left", "step"), [(90, "corridor_6"), (0, "light_blue_room")])
def test_an_investigator_takes_the_way_on_which_it_arrives(cards_left: int, step: str) -> None:
    """Card F shows light blue and green; the green Room has more cards, but it is behind an unsafe corridor."""
    here = in_university("corridor_5", cards_left=cards_left, route="F", cards_in=1)
    here.tell(*[ac.RoomFilled(seat=1, room="green_room")] * 2)
    steps = [ac.StepTo(place=place) for place in ("corridor_6", "light_blue_room", "foyer")]
    assert here.ask("move", ac.EndMove(), *steps) == ac.StepTo(place=step)


@pytest.mark.parametrize(("cards_left", "is_useful"), [(0, True), (9, True), (30, False)])
def test_an_investigator_secures_a_corridor_of_the_university_while_the_deck_is_small(
    cards_left: int, is_useful: bool
) -> None:
    here = in_university("corridor_6", cards_left=cards_left)
    wanted = ac.SecureCorridor() if is_useful else ac.PassAction()
    assert here.ask("action", ac.PassAction(), ac.SecureCorridor()) == wanted


def test_an_investigator_secures_nothing_on_the_islands() -> None:
    """Safe bridges lead to every Room."""
    here = Seated(places=["outer_bridge_east"])
    here.tell(unsafe_deck(0))
    assert here.ask("action", ac.PassAction(), ac.SecureCorridor()) == ac.PassAction()
