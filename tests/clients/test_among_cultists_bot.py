"""The sensible bot of Among Cultists: knows the map, sees what happens, infers who the Cultists are, plays its side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from referee.games.among_cultists.cards import Board
from referee.games.among_cultists.game import GAME
from referee.games.among_cultists.layout import layout_of
from referee.games.among_cultists.questions import QUESTIONS
from referee.local.local_match import LocalMatch
from referee.match.charters import new_charter, settle
from referee_api.among_cultists.v1 import among_cultists_pb2 as ac
from referee_api.v1 import referee_pb2 as api
from referee_client.bots import bot
from referee_client.bots.among_cultists import cards
from referee_client.bots.among_cultists.sensible import CHOOSE, SensibleBot
from tests.clients.cultist_seat import ROOMS, Seated, ballots, check, gift, killings
from tests.clients.tables import play, play_with

BOARDS = {Board.ISLANDS: ac.BOARD_ISLANDS, Board.UNIVERSITY: ac.BOARD_UNIVERSITY}


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("board", list(Board))
def test_it_knows_the_map(board: Board, seats: int) -> None:
    layout, known = layout_of("", board, seats), cards.map_of(BOARDS[board], seats)
    assert {place: set(near) for place, near in known.steps.items()} == {
        place: set(near) for place, near in layout.steps.items() if near
    }
    rooms = {name: place for name, place in layout.places.items() if place.is_room}
    assert known.colours == {name: place.colour for name, place in rooms.items()}
    assert known.islands == {name: place.island for name, place in layout.places.items() if place.island}
    assert known.unsafe == {name for name, place in layout.places.items() if place.is_unsafe}
    assert (known.docks, known.boats) == (layout.docks, layout.boats)


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("board", list(Board))
def test_it_knows_the_routes_and_the_numbers(board: Board, seats: int) -> None:
    layout = layout_of("", board, seats)
    assert {
        name: tuple([frozenset(colours) for colours in rounds]) for name, rounds in layout.routes.items()
    } == cards.ROUTES
    numbers = layout.numbers
    known = cards.NUMBERS[BOARDS[board]][seats]._asdict()
    assert known == {name: getattr(numbers, name) for name in cards.Numbers._fields}
    assert (numbers.rounds, numbers.movement_points) == (cards.ROUNDS, cards.MOVEMENT_POINTS)
    assert (numbers.active_room_cards, numbers.boat_places) == (cards.ACTIVE_CARDS, cards.BOAT_PLACES)
    assert layout.security_room == cards.SECURITY_ROOM


def test_it_has_an_opinion_on_every_question() -> None:
    assert CHOOSE.keys() == QUESTIONS.keys()


# Whole matches


class Watched(SensibleBot):
    """A bot that notes the questions it had no answer to, and compares what it has seen with its view."""

    wants_view = True

    def __init__(self, seed: str = "") -> None:
        super().__init__(seed)
        self.undecided: set[str] = set()

    def decide(self, view: Any, question: api.Question) -> Sequence[int]:
        self._compare(view)
        picks = super().decide(view, question)
        if picks is question.default_picks:
            self.undecided.add(question.name)
        return picks

    def _compare(self, view: ac.View) -> None:
        table = self._at.table
        characters = view.characters
        mine = characters[view.viewer]
        assert table.places == [character.place for character in characters]
        assert table.ghosts == {seat for seat, character in enumerate(characters) if character.is_ghost}
        assert +table.hand == Counter(mine.hand)
        assert (table.role, table.side, table.route) == (mine.role, mine.side, mine.route)
        assert {name: (room.cards, room.books, room.has_portal) for name, room in table.rooms.items()} == {
            room.room: (len(room.cards), room.books, room.has_portal) for room in view.rooms
        }
        assert table.boats == {boat.boat: boat.dock for boat in view.boats}
        assert (table.blocks, table.fishmen) == (set(view.blocks), set(view.fishmen))
        assert table.blackouts == set(view.blackouts)
        assert (table.round, table.points) == (view.round, view.victory_points)
        assert (table.points_needed, table.kills_needed) == (view.points_needed, view.kills_needed)
        assert table.was_vote_held == view.was_vote_held
        assert table.unsafe_cards == len(view.unsafe)


@pytest.mark.parametrize("seats", GAME.seats)
def test_it_sees_what_its_view_shows_and_is_never_at_a_loss(seats: int, seed: str) -> None:
    bots = [Watched(f"{seed} {seat}") for seat in range(seats)]
    play_with("among_cultists", bots, seed)
    assert [bot.undecided for bot in bots] == [set()] * seats


RULINGS = GAME.rulebook.rulings


@pytest.mark.parametrize("place", range(max(len(ruling.readings) for ruling in RULINGS.values())))
def test_it_plays_under_every_reading(place: int, seed: str) -> None:
    readings = {key: list(ruling.readings) for key, ruling in RULINGS.items()}
    chosen = {key: each[min(place, len(each) - 1)] for key, each in readings.items()}
    play_with("among_cultists", [Watched(f"{seed} {seat}") for seat in range(4)], seed, **chosen)
    play("among_cultists", ["sensible", "random", "sensible", "random", "sensible"], seed, **chosen)


@pytest.mark.parametrize(
    "options",
    [
        {"snitch": "true", "sleeper": "true", "poltergeist": "true", "gentle_soul": "true"},
        {"seer": "true", "firestarter": "true", "yellow_traitor": "true", "sleeper": "true"},
        {"board": "university", "yellow_traitor": "true", "poltergeist": "true"},
    ],
)
def test_it_plays_with_every_role_on_every_board(options: dict[str, str], seed: str) -> None:
    for number in range(3):
        terms = settle(new_charter("among_cultists", 8, seed=f"{seed} {number}", options=options))
        LocalMatch(terms, [Watched(f"{seed} {number} {seat}") for seat in range(8)]).play()


def test_the_same_seed_plays_the_same_way(seed: str) -> None:
    def log(bot_seed: str) -> list[bytes]:
        bots = [bot("sensible", "among_cultists", f"{bot_seed} {seat}") for seat in range(5)]
        table = LocalMatch(settle(new_charter("among_cultists", 5, seed=seed)), bots)
        table.play()
        return [entry.body for entry in table.entries]

    assert log("one") == log("one")
    assert log("one") != log("another")


# One seat in a position


def test_an_investigator_walks_to_the_rooms_on_its_route() -> None:
    """Card A shows red, blue and light blue in the first round."""
    here = Seated(route="A", places=["wooden_bridge_north"])
    here.tell(ac.TurnBegan(seat=0))
    step = here.ask(
        "move", ac.EndMove(), ac.StepTo(place="security_room"), ac.StepTo(place="light_blue_room_north")
    )
    assert step == ac.StepTo(place="light_blue_room_north")
    here.tell(ac.CharacterMoved(seat=0, place="light_blue_room_north"))
    assert here.ask("move", ac.EndMove(), ac.StepTo(place="outer_bridge_west")) == ac.EndMove()


def test_an_investigator_goes_where_a_book_waits() -> None:
    """Card D shows orange and green in the first round; only the green Room has enough cards."""
    here = Seated(route="D", places=["security_room", *["blue_room_west"] * 4], cards_in=0)
    here.tell(*[ac.RoomFilled(seat=1, room="green_room_south")] * 3, ac.TurnBegan(seat=0))
    bridges = [ac.StepTo(place=f"wooden_bridge_{side}") for side in ("north", "east", "south", "west")]
    assert here.ask("move", ac.EndMove(), *bridges) == ac.StepTo(place="wooden_bridge_south")


def test_an_investigator_keeps_away_from_a_suspect() -> None:
    here = Seated(route="D", places=["wooden_bridge_south", "green_room_south", *["blue_room_west"] * 3])
    here.tell(gift(1, 2), *check(3, 2, is_dead=True), ac.MoveEnded(seat=1), ac.TurnBegan(seat=0))
    step = here.ask(
        "move", ac.EndMove(), ac.StepTo(place="green_room_south"), ac.StepTo(place="security_room")
    )
    assert step != ac.StepTo(place="green_room_south")


def test_an_investigator_takes_a_book_and_fills_a_room_that_has_too_few_cards() -> None:
    actions = (ac.PassAction(), ac.FillRoom(), ac.CollectBooks())
    here = Seated(places=["blue_room_west"], cards_in=3)
    assert here.ask("action", *actions) == ac.CollectBooks()
    assert here.ask("task_card", ac.PlaceCard(face=ac.FACE_SUCCESS)) == ac.PlaceCard(face=ac.FACE_SUCCESS)
    here = Seated(places=["blue_room_west"], cards_in=1)
    assert here.ask("action", *actions[:2]) == ac.FillRoom()


def test_an_investigator_checks_whoever_tells_most() -> None:
    """Nothing can be learned from a Character whom nobody has met."""
    here = Seated(places=["orange_room_west"] * 3)
    here.tell(gift(3, 1), gift(4, 1))
    assert here.ask(
        "action", ac.PassAction(), ac.CheckPulse(target=2), ac.CheckPulse(target=1)
    ) == ac.CheckPulse(target=1)


def test_a_death_accuses_those_who_met_the_dead() -> None:
    here = Seated()
    here.tell(gift(3, 1), gift(0, 1, ac.FACE_ALIVE), *check(4, 1, is_dead=True))
    assert here.suspicion()[3] > 0.6 > 3 * max(here.suspicion()[2], here.suspicion()[4])
    assert here.suspicion()[0] == here.suspicion()[1] == 0.0


def test_a_living_pulse_clears_those_who_gave_it_unless_the_checker_lies() -> None:
    here = Seated(seats=7)
    here.tell(gift(3, 1), *check(4, 1, is_dead=False))
    found = here.suspicion()
    assert found[3] < found[2] < found[4], "3 and 4 may both be Cultists"


def test_a_victim_that_a_liar_called_alive_accuses_the_liar() -> None:
    here = Seated(seats=7)
    here.tell(gift(3, 1), *check(4, 1, is_dead=False), *check(2, 1, is_dead=True))
    found = here.suspicion()
    assert found[4] > 0.9
    assert found[3] > max(found[2], found[5], found[6])


def test_room_actions_off_every_route_give_a_cultist_away() -> None:
    """No Route card shows green in the first round, purple in the second and blue in the third."""
    here = Seated(round_=1)
    for number, room in enumerate(("green_room_south", "purple_room_east", "blue_room_west"), start=1):
        here.tell(ac.RoundBegan(round=number), ac.RoomFilled(seat=3, room=room))
    assert here.suspicion()[3] > 0.6


def test_a_sabotage_accuses_those_who_filled_the_room() -> None:
    here = Seated(cards_in=1)
    room = "orange_room_west"
    here.tell(
        ac.RoomFilled(seat=3, room=room),
        ac.RoomFilled(seat=0, room=room, face=ac.FACE_SUCCESS),
        ac.RoomCardRevealed(seat=1, room=room, face=ac.FACE_SABOTAGE),
    )
    assert here.suspicion()[3] > 0.7


def test_with_one_cultist_every_ghost_is_innocent() -> None:
    here = Seated()
    here.tell(ac.GhostAppeared(seat=2, cause=ac.CAUSE_VOTED_OUT))
    assert here.suspicion()[2] == 0.0


def test_with_two_cultists_not_all_of_them_are_ghosts() -> None:
    here = Seated(seats=7)
    here.tell(
        ac.GhostAppeared(seat=2, cause=ac.CAUSE_VOTED_OUT), ac.GhostAppeared(seat=3, cause=ac.CAUSE_VOTED_OUT)
    )
    assert 0 < here.suspicion()[2] == here.suspicion()[3] < here.suspicion()[4]


def test_an_investigator_votes_for_the_most_likely_suspect_and_abstains_in_doubt() -> None:
    here = Seated()
    assert here.ask("ballot", *ballots()) == ac.Abstain()
    here.tell(*killings(3, 4))
    assert here.ask("action", ac.PassAction(), ac.CallVote()) == ac.CallVote()
    assert here.ask("ballot", *ballots(ghosts=[1, 2])) == ac.VoteFor(target=3)


def test_an_investigator_calls_no_vote_on_a_guess() -> None:
    here = Seated()
    here.tell(gift(3, 1), gift(2, 1), *check(4, 1, is_dead=True))
    assert here.ask("action", ac.PassAction(), ac.CallVote()) == ac.PassAction()


# A Cultist

GIFTS = (ac.GiveCard(face=ac.FACE_ALIVE), ac.GiveCard(face=ac.FACE_DEAD))
WORDS = (ac.SayDead(), ac.SayAlive())


def test_a_cultist_kills_where_nobody_can_tell() -> None:
    """If others met the victim as well, they are suspects, too."""
    here = Seated(cultists=[0])
    here.tell(*check(3, 1, is_dead=False), *check(4, 1, is_dead=False))
    here.tell(ac.EncounterBegan(place="orange_room_west", seats=[0, 1]))
    assert here.ask("gift", *GIFTS) == GIFTS[0], "it would be the only suspect"
    here.tell(gift(2, 1), gift(3, 1))
    assert here.ask("gift", *GIFTS) == GIFTS[1]


def test_a_cultist_kills_nobody_twice_and_no_fellow() -> None:
    here = Seated(seats=7, cultists=[0, 3])
    here.tell(gift(2, 1), gift(4, 1), gift(0, 1, ac.FACE_DEAD))
    here.tell(ac.EncounterBegan(place="orange_room_west", seats=[0, 1]))
    assert here.ask("gift", *GIFTS) == GIFTS[0]
    here.tell(gift(2, 3), gift(4, 3), ac.EncounterBegan(place="orange_room_west", seats=[0, 3]))
    assert here.ask("gift", *GIFTS) == GIFTS[0]


def test_a_cultist_takes_the_last_victim_at_any_risk() -> None:
    here = Seated(cultists=[0])
    here.tell(
        ac.GhostAppeared(seat=2, cause=ac.CAUSE_FOUND_DEAD),
        ac.GhostAppeared(seat=3, cause=ac.CAUSE_FOUND_DEAD),
        ac.EncounterBegan(place="orange_room_west", seats=[0, 1]),
    )
    assert here.ask("gift", *GIFTS) == GIFTS[1]


def test_a_cultist_goes_where_a_victim_is_alone() -> None:
    here = Seated(cultists=[0], route="D", places=["security_room", "wooden_bridge_west"])
    here.tell(gift(2, 1), gift(3, 1), ac.MoveEnded(seat=1), ac.TurnBegan(seat=0))
    bridges = [ac.StepTo(place=f"wooden_bridge_{side}") for side in ("north", "east", "south", "west")]
    assert here.ask("move", ac.EndMove(), *bridges) == ac.StepTo(place="wooden_bridge_west")


def test_a_cultist_lies_about_its_own_victim() -> None:
    here = Seated(cultists=[0])
    here.tell(gift(0, 1, ac.FACE_DEAD), ac.PulseViewed(seat=0, target=1, alive=1, dead=1))
    assert here.ask("announcement", *WORDS) == ac.SayAlive()


def test_a_cultist_tells_the_truth_to_blame_another() -> None:
    here = Seated(cultists=[0])
    here.tell(gift(2, 1), ac.PulseViewed(seat=0, target=1, alive=1, dead=1))
    assert here.ask("announcement", *WORDS) == ac.SayDead()


def test_a_cultist_never_calls_a_fellow_dead() -> None:
    here = Seated(seats=7, cultists=[0, 1])
    here.tell(gift(2, 1), ac.PulseViewed(seat=0, target=1, alive=1, dead=1))
    assert here.ask("announcement", *WORDS) == ac.SayAlive()


def test_a_cultist_does_not_vote_for_a_fellow() -> None:
    here = Seated(seats=7, cultists=[0, 3])
    here.tell(gift(3, 1), *check(4, 1, is_dead=True))
    seen = here.bot._at.inference
    assert max(range(7), key=seen.suspicion(seen.weights_of(-1)).__getitem__) == 3
    assert here.ask("ballot", *ballots(7, ghosts=[1])) not in (ac.VoteFor(target=3), ac.VoteFor(target=0))


def test_a_cultist_votes_with_the_others_against_an_investigator() -> None:
    here = Seated(seats=7, cultists=[0, 3])
    here.tell(gift(2, 1), *check(4, 1, is_dead=True))
    assert here.ask("ballot", *ballots(7, ghosts=[1])) == ac.VoteFor(target=2)


TASK_CARDS = tuple([ac.PlaceCard(face=face) for face in (ac.FACE_SUCCESS, ac.FACE_FAILURE, ac.FACE_SABOTAGE)])


def test_a_cultist_spoils_a_room_if_others_may_be_blamed() -> None:
    here = Seated(cultists=[0], places=["blue_room_west"], cards_in=0)
    assert here.ask("task_card", *TASK_CARDS) == TASK_CARDS[0], "the Room has no other cards"
    here.tell(*[ac.RoomFilled(seat=seat, room="blue_room_west") for seat in (1, 2, 3)])
    assert here.ask("task_card", *TASK_CARDS) != TASK_CARDS[0]


def test_a_cultist_acts_on_its_route_card_although_it_need_not() -> None:
    """Card A shows orange in the third round, and not in the first."""
    actions = (ac.PassAction(), ac.FillRoom())
    assert Seated(cultists=[0], places=["orange_room_west"]).ask("action", *actions) == ac.PassAction()
    assert (
        Seated(cultists=[0], places=["orange_room_west"], round_=3).ask("action", *actions) == ac.FillRoom()
    )


def test_a_yellow_traitor_wants_to_be_voted_out() -> None:
    here = Seated(role=ac.CHARACTER_ROLE_YELLOW_TRAITOR, places=["orange_room_west"])
    assert here.ask("ballot", *ballots()) == ac.VoteFor(target=0)
    assert here.ask("action", ac.PassAction(), ac.FillRoom()) == ac.FillRoom(), "off its Route card"


# Talk


def test_it_accuses_a_suspect_once_and_proposes_the_vote_it_calls() -> None:
    here = Seated()
    here.tell(*killings(3, 4))
    here.ask("action", ac.PassAction(), ac.CallVote())
    assert here.spoken() == (
        ac.Accused(suspect=3, ground=ac.GROUND_KILLING),
        ac.VoteProposed(suspect=3),
    )
    here.ask("action", ac.PassAction())
    assert here.spoken() == ()


def test_it_is_silent_where_it_may_not_talk() -> None:
    here = Seated(talk=False)
    here.tell(*killings(3, 4))
    here.ask("action", ac.PassAction(), ac.CallVote())
    assert here.spoken() == ()


def test_it_denies_an_accusation_once() -> None:
    here = Seated()
    assert here.hear(ac.Accused(seat=2, suspect=0, ground=ac.GROUND_HUNCH)) == (ac.Defended(about=0),)
    assert here.hear(ac.Accused(seat=3, suspect=0, ground=ac.GROUND_HUNCH)) == ()


def test_an_accusation_counts_a_little_and_once() -> None:
    here = Seated()
    accused = ac.Accused(seat=2, suspect=3, ground=ac.GROUND_HUNCH)
    before = here.suspicion()[3]
    here.hear(accused)
    once = here.suspicion()[3]
    here.hear(accused)
    assert before < once == here.suspicion()[3] < 0.5


def test_it_joins_a_vote_that_a_trusted_seat_proposes() -> None:
    here = Seated()
    inference = here.bot._at.inference
    inference.weights = [0.84 if 3 in each else 0.05 for each in inference.sets]
    assert here.ask("ballot", *ballots()) == ac.Abstain(), "it is not sure enough by itself"
    here.hear(ac.VoteProposed(seat=3, suspect=2))
    assert here.ask("ballot", *ballots()) == ac.Abstain()
    here.hear(ac.VoteProposed(seat=2, suspect=3))
    assert here.ask("ballot", *ballots()) == ac.VoteFor(target=3)
    here.tell(ac.RoundBegan(round=2))
    assert here.ask("ballot", *ballots()) == ac.Abstain(), "that was in another round"


def test_a_cultist_accuses_an_investigator_and_never_a_fellow() -> None:
    here = Seated(seats=7, cultists=[0, 3])
    here.tell(gift(3, 1), gift(2, 1), *check(4, 1, is_dead=True))
    here.ask("action", ac.PassAction())
    assert here.spoken() == (ac.Accused(suspect=2, ground=ac.GROUND_KILLING),)


def test_it_tells_what_it_saw_in_a_room_and_a_cultist_lies() -> None:
    seen = ac.RoomViewed(seat=0, room=ROOMS[0], cards=[ac.FACE_SUCCESS, ac.FACE_SABOTAGE])
    here = Seated()
    here.tell(seen)
    assert here.spoken() == (ac.CameraClaimed(worst=ac.CLAIMED_TASK_SABOTAGE),)
    here = Seated(cultists=[0])
    here.tell(seen)
    assert here.spoken() == (ac.CameraClaimed(worst=ac.CLAIMED_TASK_SUCCESS),)


def test_it_weighs_what_others_saw_in_a_room() -> None:
    here = Seated(cards_in=0)
    here.tell(
        ac.RoomFilled(seat=3, room=ROOMS[0]),
        ac.RoomFilled(seat=0, room=ROOMS[0], face=ac.FACE_SUCCESS),
        ac.RoomViewed(seat=2, room=ROOMS[0], cards=[ac.FACE_UNSPECIFIED] * 2),
    )
    here.hear(ac.CameraClaimed(seat=2, worst=ac.CLAIMED_TASK_SABOTAGE))
    found = here.suspicion()
    assert found[3] + found[2] > 0.9
    assert found[1] == found[4]
