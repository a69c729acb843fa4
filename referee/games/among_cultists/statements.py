"""The palette: what players may say to the whole table, Ghosts like everyone else.

Nothing here is checked against the table: lies are allowed, and a refusal that knew a role, a hand or a Pulse deck
would show it. Who may say what never changes during a match, so a seat that is dead without knowing it talks like any
other. A statement is refused only if it contradicts itself. What everyone sees (who met where, who stands where) needs
no words; the statements are about what lies face down, and about what comes next.
"""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from referee.games.among_cultists.cards import CharacterRole, Colour
from referee.kernel.facts import Public, Seat
from referee.kernel.talk import Statement


class ClaimedPulse(StrEnum):
    """What is said about a Pulse deck, or about the card given in an Encounter."""

    ALIVE = "alive"
    DEAD = "dead"


class ClaimedTask(StrEnum):
    """What is said about a task card."""

    SUCCESS = "success"
    FAILURE = "failure"
    SABOTAGE = "sabotage"


class MeetingPlan(StrEnum):
    """What somebody intends to do about another Character."""

    MEET = "meet"
    AVOID = "avoid"


class Ground(StrEnum):
    """The ground of an accusation."""

    HUNCH = "hunch"
    KILLING = "killing"
    SABOTAGE = "sabotage"
    ROUTE = "route"
    LIE = "lie"
    BALLOT = "ballot"


class Topic(StrEnum):
    """What somebody is asked to tell."""

    ROLE = "role"
    ROUTE = "route"
    GIFT = "gift"
    TASK_CARD = "task_card"
    CHECK = "check"
    BALLOT = "ballot"


class YesOrNo(StrEnum):
    """The reply to a question."""

    YES = "yes"
    NO = "no"
    REFUSE = "refuse"


class RoleClaimed(Statement, frozen=True, tag="among_cultists.role_claimed"):
    """A player said which role it has."""

    role: Public[CharacterRole]
    rule: ClassVar[str] = "talk.roles"


class RoleGuessed(Statement, frozen=True, tag="among_cultists.role_guessed"):
    """A player said which role it thinks that somebody has."""

    about: Public[Seat]
    role: Public[CharacterRole]
    rule: ClassVar[str] = "talk.roles"
    seats_named: ClassVar[tuple[str, ...]] = ("about",)


class CheckClaimed(Statement, frozen=True, tag="among_cultists.check_claimed"):
    """A player said what it saw when it looked at the Pulse deck of another. Only the announcement has an effect."""

    about: Public[Seat]
    pulse: Public[ClaimedPulse]
    rule: ClassVar[str] = "talk.checks"
    seats_named: ClassVar[tuple[str, ...]] = ("about",)

    def forbidding_rule(self) -> str:
        """Return the rule that nobody looks at its own Pulse deck."""
        return "action.check" if self.about == self.seat else ""


class PulseGuessed(Statement, frozen=True, tag="among_cultists.pulse_guessed"):
    """A player said that it thinks that somebody, perhaps itself, is alive, or dead."""

    about: Public[Seat]
    pulse: Public[ClaimedPulse]
    rule: ClassVar[str] = "talk.checks"
    seats_named: ClassVar[tuple[str, ...]] = ("about",)


class GiftClaimed(Statement, frozen=True, tag="among_cultists.gift_claimed"):
    """A player said which pulse card it gave to another in their last Encounter."""

    to: Public[Seat]
    card: Public[ClaimedPulse]
    rule: ClassVar[str] = "talk.encounters"
    seats_named: ClassVar[tuple[str, ...]] = ("to",)

    def forbidding_rule(self) -> str:
        """Return the rule that a card is given to another Character."""
        return "encounter.gift" if self.to == self.seat else ""


class GiftGuessed(Statement, frozen=True, tag="among_cultists.gift_guessed"):
    """A player said which pulse card it thinks that somebody gave to another in their last Encounter."""

    giver: Public[Seat]
    to: Public[Seat]
    card: Public[ClaimedPulse]
    rule: ClassVar[str] = "talk.encounters"
    seats_named: ClassVar[tuple[str, ...]] = ("giver", "to")

    def forbidding_rule(self) -> str:
        """Return the rule that a card is given to another Character."""
        return "encounter.gift" if self.giver == self.to else ""


class MeetingPlanned(Statement, frozen=True, tag="among_cultists.meeting_planned"):
    """A player said that it wants to meet another, or to keep away from it."""

    other: Public[Seat]
    plan: Public[MeetingPlan]
    rule: ClassVar[str] = "talk.encounters"
    seats_named: ClassVar[tuple[str, ...]] = ("other",)

    def forbidding_rule(self) -> str:
        """Return the rule that an Encounter takes two Characters."""
        return "encounter.who" if self.other == self.seat else ""


class RouteClaimed(Statement, frozen=True, tag="among_cultists.route_claimed"):
    """A player said that a colour is on its Route card for this round."""

    colour: Public[Colour]
    rule: ClassVar[str] = "talk.routes"


class RouteDenied(Statement, frozen=True, tag="among_cultists.route_denied"):
    """A player said that a colour is not on its Route card for this round."""

    colour: Public[Colour]
    rule: ClassVar[str] = "talk.routes"


class DestinationAnnounced(Statement, frozen=True, tag="among_cultists.destination_announced"):
    """A player said that it is going to a Room of a colour."""

    colour: Public[Colour]
    rule: ClassVar[str] = "talk.routes"


class TaskCardClaimed(Statement, frozen=True, tag="among_cultists.task_card_claimed"):
    """A player said which task card it placed last, in a Room or in the Unsafe Passage deck."""

    card: Public[ClaimedTask]
    rule: ClassVar[str] = "talk.task_cards"


class TaskCardDenied(Statement, frozen=True, tag="among_cultists.task_card_denied"):
    """A player said that it has placed no task card of a kind in this match."""

    card: Public[ClaimedTask]
    rule: ClassVar[str] = "talk.task_cards"


class CameraClaimed(Statement, frozen=True, tag="among_cultists.camera_claimed"):
    """A player said which card it saw, as the worst, when it last looked at the cards of a Room."""

    worst: Public[ClaimedTask]
    rule: ClassVar[str] = "talk.task_cards"


class Accused(Statement, frozen=True, tag="among_cultists.accused"):
    """A player called another, or itself, a Cultist, and said why."""

    suspect: Public[Seat]
    ground: Public[Ground]
    rule: ClassVar[str] = "talk.accusations"
    seats_named: ClassVar[tuple[str, ...]] = ("suspect",)


class Defended(Statement, frozen=True, tag="among_cultists.defended"):
    """A player said that another, or itself, is not a Cultist."""

    about: Public[Seat]
    rule: ClassVar[str] = "talk.accusations"
    seats_named: ClassVar[tuple[str, ...]] = ("about",)


class VoteProposed(Statement, frozen=True, tag="among_cultists.vote_proposed"):
    """A player said that a vote should be called against somebody."""

    suspect: Public[Seat]
    rule: ClassVar[str] = "talk.votes"
    seats_named: ClassVar[tuple[str, ...]] = ("suspect",)


class BallotAnnounced(Statement, frozen=True, tag="among_cultists.ballot_announced"):
    """A player said whom it votes for, perhaps itself."""

    suspect: Public[Seat]
    rule: ClassVar[str] = "talk.votes"
    seats_named: ClassVar[tuple[str, ...]] = ("suspect",)


class AbstentionAnnounced(Statement, frozen=True, tag="among_cultists.abstention_announced"):
    """A player said that it votes for nobody."""

    rule: ClassVar[str] = "talk.votes"


class Asked(Statement, frozen=True, tag="among_cultists.asked"):
    """A player asked another to tell something."""

    asked: Public[Seat]
    topic: Public[Topic]
    rule: ClassVar[str] = "talk.questions"
    seats_named: ClassVar[tuple[str, ...]] = ("asked",)

    def forbidding_rule(self) -> str:
        """Return the rule that players ask each other."""
        return self.rule if self.asked == self.seat else ""


class SuspicionAsked(Statement, frozen=True, tag="among_cultists.suspicion_asked"):
    """A player asked another whether somebody is a Cultist."""

    asked: Public[Seat]
    about: Public[Seat]
    rule: ClassVar[str] = "talk.questions"
    seats_named: ClassVar[tuple[str, ...]] = ("asked", "about")

    def forbidding_rule(self) -> str:
        """Return the rule that players ask each other."""
        return self.rule if self.asked == self.seat else ""


class Replied(Statement, frozen=True, tag="among_cultists.replied"):
    """A player replied to a question of another: yes, no, or that it will not say."""

    to: Public[Seat]
    reply: Public[YesOrNo]
    rule: ClassVar[str] = "talk.questions"
    seats_named: ClassVar[tuple[str, ...]] = ("to",)

    def forbidding_rule(self) -> str:
        """Return the rule that players ask each other."""
        return self.rule if self.to == self.seat else ""


STATEMENTS: tuple[type[Statement], ...] = (
    RoleClaimed,
    RoleGuessed,
    CheckClaimed,
    PulseGuessed,
    GiftClaimed,
    GiftGuessed,
    MeetingPlanned,
    RouteClaimed,
    RouteDenied,
    DestinationAnnounced,
    TaskCardClaimed,
    TaskCardDenied,
    CameraClaimed,
    Accused,
    Defended,
    VoteProposed,
    BallotAnnounced,
    AbstentionAnnounced,
    Asked,
    SuspicionAsked,
    Replied,
)
