"""The choices of Abyss in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from referee.games.abyss import choices
from referee.games.abyss.cards import Location
from referee.games.abyss.wording.names import Names, Words
from referee.games.sentences import count, listed
from referee.kernel.asks import Choice


def _reward(choice: choices.ChooseReward, names: Names) -> str:
    things = [(choice.keys, "key"), (choice.pearls, "pearl"), (choice.tokens, "Monster token")]
    return f"Take {listed([count(number, thing) for number, thing in things if number])}"


CHOICE_WORDS: Mapping[type[Choice], Words] = {
    choices.Plot: lambda choice, names: "Pay 1 pearl to bring a Lord to the Court",
    choices.Explore: lambda choice, names: "Explore the depths",
    choices.TakeStack: lambda choice, names: f"Take the {names.race(choice.race)} stack of the Council",
    choices.Recruit: lambda choice, names: f"Recruit {names.lord(choice.lord)}",
    choices.UsePower: lambda choice, names: f"Use {names.lord(choice.lord)}",
    choices.EndTurn: lambda choice, names: "End your turn",
    choices.RestAction: lambda choice, names: "Do nothing: no action is possible",
    choices.BuyAlly: lambda choice, names: (
        f"Buy {names.card(choice.ally)} for {count(choice.price, 'pearl')}"
    ),
    choices.PassOffer: lambda choice, names: "Pass",
    choices.TakeAlly: lambda choice, names: f"Take {names.card(choice.ally)} into your hand",
    choices.FightMonster: lambda choice, names: "Fight the Monster",
    choices.GoOn: lambda choice, names: "Go on exploring",
    choices.StopExploring: lambda choice, names: "Stop exploring, empty-handed",
    choices.ChooseReward: _reward,
    choices.HandIn: lambda choice, names: f"Hand in {names.card(choice.ally)}",
    choices.Affiliate: lambda choice, names: f"Let {names.card(choice.ally)} join you",
    choices.DiscardAlly: lambda choice, names: f"Discard {names.card(choice.ally)}",
    choices.DiscardStack: lambda choice, names: f"Discard the {names.race(choice.race)} stack of the Council",
    choices.TurnLord: lambda choice, names: f"Turn {names.lord(choice.lord)} of {names.seat(choice.owner)}",
    choices.RobSeat: lambda choice, names: f"Take a Monster token from {names.seat(choice.owner)}",
    choices.DismissLord: lambda choice, names: f"Send {names.lord(choice.lord)} away from the Court",
    choices.SacrificeLord: lambda choice, names: f"Discard {names.lord(choice.lord)} for another Lord",
    choices.TakeLord: lambda choice, names: f"Take {names.lord(choice.lord)} from the Court",
    choices.Decline: lambda choice, names: "Decline",
    choices.TakeLocation: lambda choice, names: f"Take {names.location(choice.location)}",
    choices.DrawLocations: lambda choice, names: f"Draw {count(choice.count, 'Location')}",
    choices.KeepLocation: lambda choice, names: f"Keep {names.location(choice.location)}",
    choices.SpendKeyToken: lambda choice, names: "Use a key token",
    choices.SpendLordKey: lambda choice, names: f"Use the key of {names.lord(choice.lord)}",
    choices.GiveLocation: lambda choice, names: f"Give {names.location(choice.location)}",
    choices.SearchFor: lambda choice, names: (
        f"Exchange {names.location(Location.BLACK_SMOKERS)} for {names.location(choice.location)}"
    ),
}
