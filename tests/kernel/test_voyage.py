"""What complex games need from the kernel, tested on a game written like a real one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat

import msgspec
import pytest

from referee.kernel.asks import Choice, chosen_of, default_picks
from referee.kernel.facts import SPECTATOR, Fact, Seat, as_seen
from referee.kernel.refusals import Refused
from referee.kernel.run import Run, Step
from referee.kernel.table import Ended
from tests.kernel.voyage import (
    MEND,
    NO,
    PASS,
    REST,
    YES,
    Card,
    CardPlayed,
    DieRolled,
    FuelBurned,
    GiveAction,
    HandDealt,
    HullDamaged,
    HullMended,
    LookAt,
    PlayCard,
    Resolve,
    Role,
    RoleDealt,
    RoleSeen,
    TurnBegan,
    voyage,
)

ROLES = "crew cultist crew"


class Sailing:
    """A voyage in progress: what was recorded, and what each seat was asked, in order."""

    def __init__(self, hands: Sequence[str], dice: Sequence[int] = (), roles: str = ROLES) -> None:
        self.run: Run = voyage(roles, hands, iter((*dice, *repeat(1, 99))))
        self.facts: list[tuple[str, Fact]] = []
        self.asked: list[tuple[Seat, ...]] = []
        self._take(self.run.begin())

    def _take(self, step: Step) -> None:
        self.facts.extend([(entry.path, entry.fact) for entry in step.facts])
        is_sealed = len(self.run.open) < len(self.run.waiting_for)
        if not is_sealed:
            self.asked.append(self.run.waiting_for)

    def give(self, seat: Seat, *choices: Choice) -> Sailing:
        """Answer the open question of a seat."""
        chosen = self.run.read(seat, None, choices)
        assert not isinstance(chosen, Refused), (chosen, self.run.open[seat].ask.options)
        self._take(self.run.answer(seat, chosen))
        return self

    def drift(self, until: str = "") -> Sailing:
        """Take the default answer to every question, up to one of this name."""
        while self.run.open and not (until and self.question.startswith(until)):
            seat, question = next(iter(self.run.open.items()))
            self._take(self.run.answer(seat, chosen_of(question.ask, default_picks(question.ask))))
        return self

    @property
    def question(self) -> str:
        """Return the name of the open question, and the seats still to answer it."""
        asks = [question.ask for question in self.run.open.values()]
        return f"{asks[0].name} {sorted(ask.seat for ask in asks)}"

    def of(self, *kinds: type[Fact]) -> list[Fact]:
        """Return the facts of these kinds."""
        return [fact for _, fact in self.facts if isinstance(fact, kinds)]


# Windows that interrupt and reopen


def test_roll_again_opens_the_window_before_the_roll_anew() -> None:
    sailing = Sailing(["steady", "again steady", ""], dice=[2, 3])
    sailing.give(0, REST)
    assert sailing.question == "voyage.card [0, 1]"
    sailing.give(0, PASS).give(1, PASS)
    sailing.give(1, PlayCard(Card.AGAIN)).give(0, PASS)
    assert sailing.question == "voyage.card [0, 1]"
    sailing.give(0, PlayCard(Card.STEADY)).give(1, PlayCard(Card.STEADY))
    sailing.give(0, Resolve(1, Card.STEADY), Resolve(0, Card.STEADY))
    assert sailing.of(DieRolled, CardPlayed) == [
        DieRolled(2),
        CardPlayed(1, Card.AGAIN),
        CardPlayed(1, Card.STEADY),
        CardPlayed(0, Card.STEADY),
        DieRolled(5),
    ]


def test_window_without_anybody_to_ask_is_no_question() -> None:
    sailing = Sailing(["", "", ""], dice=[2])
    sailing.give(0, REST)
    assert sailing.question == "voyage.course [0]"


def test_captain_orders_what_is_played_at_once() -> None:
    sailing = Sailing(["", "mutiny", "mutiny"])
    sailing.give(0, REST).give(1, PlayCard(Card.MUTINY)).give(2, PlayCard(Card.MUTINY))
    assert sailing.question == "voyage.order [0]"
    sailing.give(0, Resolve(2, Card.MUTINY), Resolve(1, Card.MUTINY))
    assert sailing.of(CardPlayed) == [CardPlayed(2, Card.MUTINY)]
    sailing.give(0, NO)
    # The second mutiny is against the captain made by the first.
    assert sailing.question == "voyage.resist [2]"


# Prevention and replacement


def straight_into_the_storm(hands: Sequence[str]) -> Sailing:
    sailing = Sailing(hands, dice=[1])
    return sailing.give(0, REST).drift(until="voyage.course").give(0, YES)


def test_damage_is_prevented() -> None:
    sailing = straight_into_the_storm(["", "plank", ""])
    sailing.give(1, PlayCard(Card.PLANK))
    assert sailing.of(CardPlayed, HullDamaged, FuelBurned) == [CardPlayed(1, Card.PLANK)]
    assert sailing.question == "voyage.action [1]"


def test_damage_is_replaced() -> None:
    sailing = straight_into_the_storm(["", "plank", ""]).give(1, PASS)
    assert sailing.question == "voyage.instead [0]"
    sailing.give(0, YES)
    assert sailing.of(HullDamaged, FuelBurned) == [FuelBurned(2)]
    assert sailing.facts[-2][0] == "turn/sea/damage/fuel"


def test_what_cannot_be_done_instead_is_not_asked() -> None:
    sailing = Sailing(["", "", ""], dice=[6, 6, 1])
    for seat in range(2):
        sailing.give(seat, REST).give(0, NO)
    sailing.give(2, REST).give(0, YES)
    assert sailing.of(HullDamaged, FuelBurned) == [FuelBurned(2), FuelBurned(1), HullDamaged(2)]


# A title that changes hands


def test_question_goes_to_whoever_is_captain_by_then() -> None:
    sailing = Sailing(["", "", "mutiny"])
    sailing.give(0, REST).give(2, PlayCard(Card.MUTINY))
    assert sailing.question == "voyage.resist [0]"
    sailing.give(0, NO).drift(until="voyage.course")
    assert sailing.question == "voyage.course [2]"


# An action given away


def test_action_is_given_to_another_seat_in_the_middle_of_a_turn() -> None:
    sailing = straight_into_the_storm(["", "", ""]).give(0, NO)
    assert sailing.of(HullDamaged) == [HullDamaged(2)]
    sailing.give(1, GiveAction(2))
    assert sailing.question == "voyage.action [2]"
    assert GiveAction(0) not in sailing.run.open[2].ask.options
    sailing.give(2, MEND)
    assert ("turn/action/action", HullMended(2)) in sailing.facts
    assert sailing.of(TurnBegan)[-1] == TurnBegan(1)


def test_limit_of_a_turn_counts_for_actions_out_of_turn() -> None:
    """The hull may be mended once a turn, whoever does it and however the action was obtained."""
    sailing = Sailing(["", "effort", ""], dice=[1, 1])
    for seat in range(2):
        sailing.give(seat, REST).drift(until="voyage.course").give(0, YES).give(1, PASS).give(0, NO)
    assert sailing.of(HullDamaged) == [HullDamaged(2), HullDamaged(1)]
    sailing.give(2, MEND).give(1, PlayCard(Card.EFFORT))
    assert sailing.question == "voyage.action [1]"
    assert MEND not in sailing.run.open[1].ask.options
    sailing.give(1, LookAt(0))
    assert sailing.facts[-2] == ("turn/sea/roll/window/action", RoleSeen(1, 0, Role.CREW))


# Looks, secrets, teams


def told(sailing: Sailing, viewer: Seat, *kinds: type[Fact]) -> list[Fact | None]:
    return [as_seen(fact, viewer) for fact in sailing.of(*kinds)]


def test_look_is_told_to_the_two_it_concerns() -> None:
    sailing = Sailing(["", "", ""]).give(0, LookAt(1))
    seen = RoleSeen(0, 1, Role.CULTIST)
    assert [told(sailing, viewer, RoleSeen) for viewer in (0, 1, 2, SPECTATOR)] == [
        [seen],
        [seen],
        [None],
        [None],
    ]


def test_each_seat_knows_its_own_role_and_cards() -> None:
    sailing = Sailing(["plank", "again steady", ""])
    assert told(sailing, 1, RoleDealt, HandDealt) == [
        RoleDealt(0, Role.HIDDEN),
        HandDealt(0, (Card.HIDDEN,)),
        RoleDealt(1, Role.CULTIST),
        HandDealt(1, (Card.AGAIN, Card.STEADY)),
        RoleDealt(2, Role.HIDDEN),
        HandDealt(2, ()),
    ]


@pytest.mark.parametrize(
    ("roles", "winners"),
    [("crew cultist crew", (1,)), ("cultist crew cultist", (0, 2)), ("crew crew crew", ())],
)
def test_winners_are_a_team(roles: str, winners: tuple[Seat, ...]) -> None:
    assert Sailing(["", "", ""], roles=roles).drift().run.outcome == Ended("adrift", winners, ())


# An immediate end


def test_ship_is_lost_in_the_middle_of_a_mutiny() -> None:
    """The fuel runs out inside a card inside a window inside a roll inside the sea of a turn."""
    sailing = Sailing(["", "", "mutiny"], dice=[6, 6])
    for seat in range(2):
        sailing.give(seat, REST).give(2, PASS).give(2, PASS).give(0, NO)
    sailing.give(2, REST).give(2, PlayCard(Card.MUTINY)).give(0, YES)
    lost = Ended("adrift", (1,), ())
    path = "turn/sea/roll/window/mutiny/fuel"
    assert sailing.facts[-2:] == [(path, FuelBurned(0)), (path, lost)]
    assert sailing.run.outcome == lost
    assert sailing.run.open == {}


def test_default_answers_alone_bring_a_voyage_to_an_end() -> None:
    assert Sailing(["plank again", "steady", "mutiny"]).drift().run.outcome is not None


# Who is asked depends only on public information


def what_seat_0_sees(hands: Sequence[str], dice: Sequence[int]) -> bytes:
    """Return everything seat 0 is shown of a voyage in which everybody passes."""
    sailing = Sailing(hands, dice).drift()
    seen = [(path, as_seen(fact, 0)) for path, fact in sailing.facts]
    return msgspec.json.encode((seen, sailing.asked))


def test_who_is_asked_does_not_tell_who_could_answer() -> None:
    """Two worlds that differ only in cards that seat 0 cannot see."""
    dice = [2, 5, 3]
    one = what_seat_0_sees(["again", "plank mutiny", "steady"], dice)
    assert what_seat_0_sees(["again", "steady again", "mutiny"], dice) == one
    # Controls: a visible change does make a difference.
    assert what_seat_0_sees(["plank", "plank mutiny", "steady"], dice) != one
    assert what_seat_0_sees(["again", "plank mutiny", ""], dice) != one
    assert what_seat_0_sees(["again", "plank mutiny", "steady"], [2, 5, 4]) != one
