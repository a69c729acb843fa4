"""What players say in Among Cultists, in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from referee.games.among_cultists import statements
from referee.games.among_cultists.cards import CharacterRole, Colour, Face
from referee.games.among_cultists.statements import (
    ClaimedPulse,
    ClaimedTask,
    Ground,
    MeetingPlan,
    Topic,
    YesOrNo,
)
from referee.games.among_cultists.wording.names import Names, Words
from referee.kernel.facts import Fact, Seat

_PLANS: Mapping[MeetingPlan, str] = {
    MeetingPlan.MEET: "I want to meet",
    MeetingPlan.AVOID: "I keep away from",
}
_GROUNDS: Mapping[Ground, str] = {
    Ground.HUNCH: "on a hunch",
    Ground.KILLING: "of killing somebody",
    Ground.SABOTAGE: "of sabotage",
    Ground.ROUTE: "of leaving the Route",
    Ground.LIE: "of a lie",
    Ground.BALLOT: "because of a ballot",
}
_TOPICS: Mapping[Topic, str] = {
    Topic.ROLE: "its role",
    Topic.ROUTE: "its Route card",
    Topic.GIFT: "the card it gave in the last Encounter",
    Topic.TASK_CARD: "the task card it placed last",
    Topic.CHECK: "the pulse it looked at last",
    Topic.BALLOT: "its ballot",
}
_REPLIES: Mapping[YesOrNo, str] = {
    YesOrNo.YES: "says yes to {}",
    YesOrNo.NO: "says no to {}",
    YesOrNo.REFUSE: "will not answer {}",
}


def _says(seat: Seat, names: Names, words: str) -> str:
    return f"{names.seat(seat)} says: {words}"


def _role(role: CharacterRole, names: Names) -> str:
    """Return a role with its article: there are several Investigators and Cultists, and one of each other role."""
    several = {CharacterRole.INVESTIGATOR: "an", CharacterRole.CULTIST: "a"}
    return f"{several.get(role, 'the')} {names.role(role)}"


def _room(colour: Colour, names: Names) -> str:
    article = "an" if colour is Colour.ORANGE else "a"
    return f"{article} {names.room(colour)}"


def _they_are(seat: Seat, speaker: Seat, names: Names) -> str:
    return "I am" if seat == speaker else f"{names.seat(seat)} is"


def _them(seat: Seat, speaker: Seat, names: Names, self_word: str) -> str:
    return self_word if seat == speaker else names.seat(seat)


def _card(card: ClaimedPulse | ClaimedTask, names: Names) -> str:
    article = "an" if card is ClaimedPulse.ALIVE else "a"
    return f"{article} {names.face(Face(card.value))} card"


def _check_claimed(fact: statements.CheckClaimed, names: Names) -> str:
    return _says(
        fact.seat, names, f"I looked at the pulse of {names.seat(fact.about)}, who is {fact.pulse.value}"
    )


def _gift_claimed(fact: statements.GiftClaimed, names: Names) -> str:
    return _says(fact.seat, names, f"I gave {names.seat(fact.to)} {_card(fact.card, names)}")


def _gift_guessed(fact: statements.GiftGuessed, names: Names) -> str:
    giver = _them(fact.giver, fact.seat, names, "I")
    receiver = _them(fact.to, fact.seat, names, "me")
    return _says(fact.seat, names, f"I think that {giver} gave {receiver} {_card(fact.card, names)}")


def _suspicion_asked(fact: statements.SuspicionAsked, names: Names) -> str:
    cultist = _role(CharacterRole.CULTIST, names)
    return (
        f"{names.seat(fact.seat)} asks {names.seat(fact.asked)} whether {names.seat(fact.about)} is {cultist}"
    )


STATEMENT_WORDS: Mapping[type[Fact], Words] = {
    statements.RoleClaimed: lambda fact, names: _says(fact.seat, names, f"I am {_role(fact.role, names)}"),
    statements.RoleGuessed: lambda fact, names: _says(
        fact.seat, names, f"I think that {_they_are(fact.about, fact.seat, names)} {_role(fact.role, names)}"
    ),
    statements.CheckClaimed: _check_claimed,
    statements.PulseGuessed: lambda fact, names: _says(
        fact.seat, names, f"I think that {_they_are(fact.about, fact.seat, names)} {fact.pulse.value}"
    ),
    statements.GiftClaimed: _gift_claimed,
    statements.GiftGuessed: _gift_guessed,
    statements.MeetingPlanned: lambda fact, names: _says(
        fact.seat, names, f"{_PLANS[fact.plan]} {names.seat(fact.other)}"
    ),
    statements.RouteClaimed: lambda fact, names: _says(
        fact.seat, names, f"{_room(fact.colour, names)} is on my Route card for this round"
    ),
    statements.RouteDenied: lambda fact, names: _says(
        fact.seat, names, f"no {names.room(fact.colour)} is on my Route card for this round"
    ),
    statements.DestinationAnnounced: lambda fact, names: _says(
        fact.seat, names, f"I am going to {_room(fact.colour, names)}"
    ),
    statements.TaskCardClaimed: lambda fact, names: _says(
        fact.seat, names, f"I placed {_card(fact.card, names)}"
    ),
    statements.TaskCardDenied: lambda fact, names: _says(
        fact.seat, names, f"I never placed {_card(fact.card, names)}"
    ),
    statements.CameraClaimed: lambda fact, names: _says(
        fact.seat, names, f"the worst that I saw through the camera is {_card(fact.worst, names)}"
    ),
    statements.Accused: lambda fact, names: (
        f"{names.seat(fact.seat)} accuses {_them(fact.suspect, fact.seat, names, 'itself')} {_GROUNDS[fact.ground]}"
    ),
    statements.Defended: lambda fact, names: (
        f"{names.seat(fact.seat)} defends {_them(fact.about, fact.seat, names, 'itself')}"
    ),
    statements.VoteProposed: lambda fact, names: (
        f"{names.seat(fact.seat)} asks for a vote against {_them(fact.suspect, fact.seat, names, 'itself')}"
    ),
    statements.BallotAnnounced: lambda fact, names: _says(
        fact.seat, names, f"I vote for {_them(fact.suspect, fact.seat, names, 'myself')}"
    ),
    statements.AbstentionAnnounced: lambda fact, names: _says(fact.seat, names, "I vote for nobody"),
    statements.Asked: lambda fact, names: (
        f"{names.seat(fact.seat)} asks {names.seat(fact.asked)} about {_TOPICS[fact.topic]}"
    ),
    statements.SuspicionAsked: _suspicion_asked,
    statements.Replied: lambda fact, names: (
        f"{names.seat(fact.seat)} {_REPLIES[fact.reply].format(names.seat(fact.to))}"
    ),
}
