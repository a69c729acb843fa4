"""What a seat may choose in Among Cultists, in the imperative. The questions are in `questions`."""

from __future__ import annotations

from referee.games.among_cultists.cards import Face
from referee.kernel.asks import Choice
from referee.kernel.facts import Seat


class StepTo(Choice, frozen=True, tag="among_cultists.step_to"):
    """Take a step to this Location, for 1 movement point."""

    place: str


class BoardBoat(Choice, frozen=True, tag="among_cultists.board_boat"):
    """Board this Boat, for 1 movement point."""

    boat: str


class StepOff(Choice, frozen=True, tag="among_cultists.step_off"):
    """Leave the Boat for this Room at its Dock, for 1 movement point."""

    room: str


class SailNow(Choice, frozen=True, tag="among_cultists.sail_now"):
    """Sail with the Boat, for no movement points."""


class EndMove(Choice, frozen=True, tag="among_cultists.end_move"):
    """End your move here."""


class LandIn(Choice, frozen=True, tag="among_cultists.land_in"):
    """Land in this Room."""

    room: str


class GiveCard(Choice, frozen=True, tag="among_cultists.give_card"):
    """Give this pulse card."""

    face: Face


class GiveNothing(Choice, frozen=True, tag="among_cultists.give_nothing"):
    """Give nothing: you hold no pulse card."""


class PutFishman(Choice, frozen=True, tag="among_cultists.put_fishman"):
    """Put the Fishman on this bridge."""

    place: str


class PassAction(Choice, frozen=True, tag="among_cultists.pass_action"):
    """Do nothing."""


class FillRoom(Choice, frozen=True, tag="among_cultists.fill_room"):
    """Put a task card into the Room."""


class CollectBooks(Choice, frozen=True, tag="among_cultists.collect_books"):
    """Search the Room for books."""


class ViewRoom(Choice, frozen=True, tag="among_cultists.view_room"):
    """Look at the cards of this Room through the camera."""

    room: str


class ViewCharacter(Choice, frozen=True, tag="among_cultists.view_character"):
    """Look at the Pulse deck of this Character through the camera."""

    target: Seat


class RestartPower(Choice, frozen=True, tag="among_cultists.restart_power"):
    """Restart the power; these islands will be without it."""

    one: str
    """An island, or nothing."""
    other: str
    """Another island, or nothing."""


class CheckPulse(Choice, frozen=True, tag="among_cultists.check_pulse"):
    """Look at the Pulse deck of this Character at your Location."""

    target: Seat


class SecureCorridor(Choice, frozen=True, tag="among_cultists.secure_corridor"):
    """Put a task card into the Unsafe Passage deck."""


class CallVote(Choice, frozen=True, tag="among_cultists.call_vote"):
    """Call a vote."""


class DriveOff(Choice, frozen=True, tag="among_cultists.drive_off"):
    """Drive off the Fishman at this Location."""

    place: str


class ClosePortal(Choice, frozen=True, tag="among_cultists.close_portal"):
    """Close the Portal in the Room."""


class PlaceCard(Choice, frozen=True, tag="among_cultists.place_card"):
    """Place this task card."""

    face: Face


class PlaceAnyCard(Choice, frozen=True, tag="among_cultists.place_any_card"):
    """Place one of your task cards at random."""


class SayAlive(Choice, frozen=True, tag="among_cultists.say_alive"):
    """Announce that the Character is alive."""


class SayDead(Choice, frozen=True, tag="among_cultists.say_dead"):
    """Announce that the Character is dead."""


class VoteFor(Choice, frozen=True, tag="among_cultists.vote_for"):
    """Vote for this Character."""

    target: Seat


class Abstain(Choice, frozen=True, tag="among_cultists.abstain"):
    """Vote for nobody."""


class StaySilent(Choice, frozen=True, tag="among_cultists.stay_silent"):
    """Do nothing."""


class BurnRoom(Choice, frozen=True, tag="among_cultists.burn_room"):
    """Burn the cards of this Room; this has an effect only if you are the Firestarter."""

    room: str


class DeclareEnd(Choice, frozen=True, tag="among_cultists.declare_end"):
    """Declare that enough Investigators are dead; this has an effect only if you are the Cultist."""


class NameSeer(Choice, frozen=True, tag="among_cultists.name_seer"):
    """Name this Character as the Seer; this has an effect only if you are the Cultist who decides."""

    target: Seat


CHOICES: tuple[type[Choice], ...] = (
    StepTo,
    BoardBoat,
    StepOff,
    SailNow,
    EndMove,
    LandIn,
    GiveCard,
    GiveNothing,
    PutFishman,
    PassAction,
    FillRoom,
    CollectBooks,
    ViewRoom,
    ViewCharacter,
    RestartPower,
    CheckPulse,
    SecureCorridor,
    CallVote,
    DriveOff,
    ClosePortal,
    PlaceCard,
    PlaceAnyCard,
    SayAlive,
    SayDead,
    VoteFor,
    Abstain,
    StaySilent,
    BurnRoom,
    DeclareEnd,
    NameSeer,
)
