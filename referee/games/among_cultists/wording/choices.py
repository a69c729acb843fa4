"""The choices of Among Cultists in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from referee.games.among_cultists import choices
from referee.games.among_cultists.wording.names import Names, Words
from referee.kernel.asks import Choice


def _restart(choice: choices.RestartPower, names: Names) -> str:
    islands = [island for island in (choice.one, choice.other) if island]
    if not islands:
        return "Restart the power everywhere"
    return f"Restart the power, without {names.places(islands)}"


CHOICE_WORDS: Mapping[type[Choice], Words] = {
    choices.StepTo: lambda choice, names: f"Go to {names.place(choice.place)}",
    choices.BoardBoat: lambda choice, names: f"Board {names.place(choice.boat)}",
    choices.StepOff: lambda choice, names: f"Leave the Boat for {names.place(choice.room)}",
    choices.SailNow: lambda choice, names: "Sail now",
    choices.EndMove: lambda choice, names: "Stay here",
    choices.LandIn: lambda choice, names: f"Land in {names.place(choice.room)}",
    choices.GiveCard: lambda choice, names: f"Give {names.face(choice.face)}",
    choices.GiveNothing: lambda choice, names: "Give nothing: you hold no pulse card",
    choices.PutFishman: lambda choice, names: f"Put the Fishman on {names.place(choice.place)}",
    choices.PassAction: lambda choice, names: "Do nothing",
    choices.FillRoom: lambda choice, names: "Put a task card into the Room",
    choices.CollectBooks: lambda choice, names: "Search the Room for books",
    choices.ViewRoom: lambda choice, names: f"Look at {names.place(choice.room)} through the camera",
    choices.ViewCharacter: lambda choice, names: (
        f"Look at the pulse of {names.seat(choice.target)} through the camera"
    ),
    choices.RestartPower: _restart,
    choices.CheckPulse: lambda choice, names: f"Check the pulse of {names.seat(choice.target)}",
    choices.SecureCorridor: lambda choice, names: "Put a task card into the Unsafe Passage deck",
    choices.CallVote: lambda choice, names: "Call a vote",
    choices.DriveOff: lambda choice, names: f"Drive off the Fishman on {names.place(choice.place)}",
    choices.ClosePortal: lambda choice, names: "Close the Portal",
    choices.PlaceCard: lambda choice, names: f"Place {names.face(choice.face)}",
    choices.PlaceAnyCard: lambda choice, names: "Place one of your task cards at random",
    choices.SayAlive: lambda choice, names: "Say alive",
    choices.SayDead: lambda choice, names: "Say dead",
    choices.VoteFor: lambda choice, names: f"Vote for {names.seat(choice.target)}",
    choices.Abstain: lambda choice, names: "Vote for nobody",
    choices.StaySilent: lambda choice, names: "Do nothing",
    choices.BurnRoom: lambda choice, names: f"Burn the cards of {names.place(choice.room)}",
    choices.DeclareEnd: lambda choice, names: "Declare that enough Investigators are dead",
    choices.NameSeer: lambda choice, names: f"Name {names.seat(choice.target)}",
}
