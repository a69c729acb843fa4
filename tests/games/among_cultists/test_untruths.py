"""What somebody was told, or said, that is not so."""

from __future__ import annotations

import pytest

from referee.games.among_cultists import GAME
from referee.games.among_cultists.cards import CharacterRole, Colour, Face
from referee.games.among_cultists.facts.actions import PulseAnnounced, VoteCalled
from referee.games.among_cultists.facts.setup import NightPassed
from referee.games.among_cultists.state import Gift, PlayedTask
from referee.games.among_cultists.statements import (
    Accused,
    CheckClaimed,
    ClaimedPulse,
    ClaimedTask,
    Defended,
    GiftClaimed,
    GiftGuessed,
    Ground,
    PulseGuessed,
    RoleClaimed,
    RoleGuessed,
    RouteClaimed,
    RouteDenied,
    TaskCardClaimed,
    TaskCardDenied,
)
from referee.kernel.facts import Fact
from tests.games.among_cultists.tables import table_of

NAMES = ["Ada", "Bob", "Cleo", "Dan"]
ALIVE, DEAD = ClaimedPulse.ALIVE, ClaimedPulse.DEAD
CULTIST, INVESTIGATOR = CharacterRole.CULTIST, CharacterRole.INVESTIGATOR
HIDDEN = CharacterRole.HIDDEN


def truth_of(fact: Fact) -> str:
    """Return the truth about a fact at a table where Ada is the Firestarter, and Cleo dead by her gift."""
    table = table_of(roles={0: "firestarter"}, pulse={2: "alive dead"}, routes={1: "A"})
    ada, bob, *_ = table.state.characters
    ada.gifts = [Gift(1, 2, Face.ALIVE), Gift(1, 2, Face.DEAD)]
    bob.tasks = [PlayedTask(1, "", Face.SABOTAGE), PlayedTask(1, "", Face.SUCCESS)]
    return GAME.untruth(table.state, fact, NAMES)


ON_ROUTE = table_of().state.layout.routes["A"][0]
OFF_ROUTE = [colour for colour in Colour if colour not in ON_ROUTE]

CASES: list[tuple[Fact, str]] = [
    (PulseAnnounced(1, 2, is_dead=False), "Cleo is dead."),
    (PulseAnnounced(1, 2, is_dead=True), ""),
    (PulseAnnounced(1, 3, is_dead=False), ""),
    (NightPassed(1, (CULTIST, INVESTIGATOR, HIDDEN, HIDDEN), (0,) * 4, ()), "Ada is: Firestarter."),
    (NightPassed(1, (HIDDEN, INVESTIGATOR, HIDDEN, HIDDEN), (0,) * 4, ()), ""),
    (RoleClaimed(0, INVESTIGATOR), "Ada is: Firestarter."),
    (RoleClaimed(1, INVESTIGATOR), ""),
    (RoleGuessed(1, 2, CULTIST), "Cleo is: Investigator."),
    (RoleGuessed(1, 2, INVESTIGATOR), ""),
    (CheckClaimed(1, 2, ALIVE), "Cleo is dead."),
    (CheckClaimed(1, 2, DEAD), ""),
    (PulseGuessed(1, 3, DEAD), "Dan is alive."),
    (PulseGuessed(1, 3, ALIVE), ""),
    (Accused(1, 0, Ground.HUNCH), ""),
    (Accused(1, 2, Ground.HUNCH), "Cleo is not on the Cultists' side."),
    (Defended(1, 0), "Ada is on the Cultists' side."),
    (Defended(1, 2), ""),
    (GiftClaimed(0, 2, ALIVE), "Ada gave Dead."),
    (GiftClaimed(0, 2, DEAD), ""),
    (GiftClaimed(0, 3, ALIVE), "Ada gave Dan no card by itself."),
    (GiftGuessed(1, 0, 2, ALIVE), "Ada gave Dead."),
    (TaskCardClaimed(1, ClaimedTask.FAILURE), "It was Success."),
    (TaskCardClaimed(1, ClaimedTask.SUCCESS), ""),
    (TaskCardClaimed(3, ClaimedTask.SUCCESS), "Dan has placed no task card."),
    (TaskCardDenied(1, ClaimedTask.SABOTAGE), "Bob has placed one."),
    (TaskCardDenied(1, ClaimedTask.FAILURE), ""),
    (RouteClaimed(1, ON_ROUTE[0]), ""),
    (RouteDenied(1, ON_ROUTE[0]), "The Route card of Bob has this colour in this round."),
    *[
        (RouteClaimed(1, colour), "The Route card of Bob lacks this colour in this round.")
        for colour in OFF_ROUTE
    ],
    *[(RouteDenied(1, colour), "") for colour in OFF_ROUTE],
    (VoteCalled(1), ""),
]


@pytest.mark.parametrize(("fact", "truth"), CASES)
def test_what_is_not_so_is_told_with_the_truth(fact: Fact, truth: str) -> None:
    assert truth_of(fact) == truth
