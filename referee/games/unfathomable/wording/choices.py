"""The choices of Unfathomable in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from referee.games.unfathomable import choices
from referee.games.unfathomable.wording.card_facts import RESULTS
from referee.games.unfathomable.wording.names import Names, Words
from referee.kernel.asks import Choice

OPTIONS: Mapping[int, str] = {1: "first", 2: "second", 3: "third"}


def _option(choice: choices.ChooseOption, names: Names) -> str:
    return f"Choose the {OPTIONS.get(choice.option, f'{choice.option}th')} option"


def _changes(amount: int, what: str) -> str:
    return f"add {amount} to {what}" if amount >= 0 else f"subtract {-amount} from {what}"


CHOICE_WORDS: Mapping[type[Choice], Words] = {
    choices.Pass: lambda choice, names: "Pass",
    choices.Accept: lambda choice, names: "Do it",
    choices.ChooseSeat: lambda choice, names: f"Choose {names.seat(choice.seat)}",
    choices.ChooseSpace: lambda choice, names: f"Choose {names.space(choice.space)}",
    choices.ChooseResource: lambda choice, names: f"Choose {names.resource(choice.resource)}",
    choices.ChooseSkill: lambda choice, names: f"Choose {names.skill(choice.skill)}",
    choices.ChooseCard: lambda choice, names: f"Choose {names.card(choice.card)}",
    choices.ChooseItem: lambda choice, names: f"Choose {names.item(choice.item)}",
    choices.ChooseSpell: lambda choice, names: f"Choose {names.spell(choice.spell)}",
    choices.ChooseWaypoint: lambda choice, names: f"Choose {names.waypoint(choice.waypoint)}",
    choices.ChooseMythos: lambda choice, names: f"Choose {names.mythos(choice.mythos)}",
    choices.ChooseOption: _option,
    choices.ChooseNumber: lambda choice, names: f"Choose {choice.number}",
    choices.MoveTo: lambda choice, names: f"Move to {names.space(choice.space)}",
    choices.AttackHere: lambda choice, names: "Attack somebody on your space",
    choices.RescuePassenger: lambda choice, names: "Rescue a passenger on your space",
    choices.DefeatPassenger: lambda choice, names: "Defeat a passenger on your space",
    choices.ChooseDeepOne: lambda choice, names: f"Choose a Deep One {names.at(choice.space)}",
    choices.AddWithExperience: lambda choice, names: (
        f"Use Experienced and add {names.card(choice.card)} to the test"
    ),
    choices.CommandDeck: lambda choice, names: (
        f"Use Deck Chief: move to {names.space(choice.space)}, then act"
    ),
    choices.HealWithWords: lambda choice, names: (
        f"Use Healing Words: discard {names.card(choice.card)} to prevent the defeat"
    ),
    choices.DrawQuickly: lambda choice, names: (
        f"Use Quick Draw: attack with {names.item(choice.item)}, then act"
    ),
    choices.TrainInTheOccult: lambda choice, names: "Use Occult Training: look at the top spell, then act",
    choices.SwearFirstOath: lambda choice, names: (
        f"Use First Oath of Dagon on {names.monarch(choice.monarch)}: discard {names.card(choice.card)} and roll"
    ),
    choices.TryFortune: lambda choice, names: (
        f"Use Fortunate Son: discard {names.card(choice.card)} to have the die rolled again"
    ),
    choices.Scavenge: lambda choice, names: "Use Scavenger: draw an item",
    choices.GiveItem: lambda choice, names: f"Give {names.item(choice.item)} to {names.seat(choice.seat)}",
    choices.TakeItem: lambda choice, names: f"Take {names.item(choice.item)} from {names.seat(choice.seat)}",
    choices.PutOnTop: lambda choice, names: "Put it on top of the deck",
    choices.PutOnBottom: lambda choice, names: "Put it on the bottom of the deck",
    choices.ChooseSupply: lambda choice, names: "Choose one from the supply",
    choices.LeadUnconventionally: lambda choice, names: (
        f"Use Unconventional Leader: lose {names.resources(1, choice.resource)} and cancel the crisis"
    ),
    choices.SacrificeSelf: lambda choice, names: (
        f"Use Self Sacrifice: be defeated and make the test {RESULTS[choice.result]}"
    ),
    choices.InterveneMedically: lambda choice, names: "Use Medical Intervention: prevent the defeat",
    choices.GoFullSteam: lambda choice, names: "Use Full Steam Ahead: lose 1 fuel and advance two spaces",
    choices.OrderArrest: lambda choice, names: (
        f"Use Arrest Order: send {names.seat(choice.seat)} to the Brig"
    ),
    choices.CastQuickly: lambda choice, names: "Use Quick Cast: cast the top spell, then act",
    choices.NamePerfectNumber: lambda choice, names: f"Use Perfect Number: set the die to {choice.face}",
    choices.SenseAncestry: lambda choice, names: (
        f"Use Deep One Ancestry: look at the loyalty cards of {names.seat(choice.seat)}"
    ),
    choices.TurnFortune: lambda choice, names: (
        "Use Uncanny Fortune: discard the mythos card and draw another"
    ),
    choices.UseEquipment: lambda choice, names: (
        f"Use Well Equipped: {_changes(choice.amount, 'the total of the test')}"
    ),
    choices.UseItem: lambda choice, names: f"Use {names.item(choice.item)}",
    choices.GiveUpItem: lambda choice, names: f"Use {names.item(choice.item)}, which leaves the game",
    choices.ConsultAlmanac: lambda choice, names: (
        f"Use the Almanac: discard {names.card(choice.card)} to add its value to the roll"
    ),
    choices.BarricadeHatches: lambda choice, names: (
        "Discard Barricade the Hatches: no Deep One moves inside this turn"
    ),
    choices.MoveDeepOne: lambda choice, names: (
        f"Move a Deep One from {names.space(choice.start)} to {names.space(choice.end)}"
    ),
    choices.SacrificeDeepOne: lambda choice, names: "Try to sacrifice a Deep One on your space",
    choices.RememberTheDeep: lambda choice, names: (
        "Make the test of Memory of the Deep again, to get rid of the card"
    ),
    choices.Reveal: lambda choice, names: (
        f"Reveal as a traitor, with your {names.loyalty(choice.loyalty)} card"
    ),
    choices.GiveLoyalty: lambda choice, names: (
        f"Give your {names.loyalty(choice.loyalty)} card to {names.seat(choice.seat)}"
    ),
    choices.UseRoom: lambda choice, names: f"Use {names.space(choice.space)}",
    choices.RepairRoom: lambda choice, names: f"Repair {names.space(choice.space)}",
    choices.RetreatRitual: lambda choice, names: "Move the ritual marker one space back",
    choices.LookAtMythos: lambda choice, names: "Look at the top two mythos cards",
    choices.LookAtWaypoints: lambda choice, names: "Look at the top two waypoints",
    choices.ChooseCharacter: lambda choice, names: f"Play {names.character(choice.character)}",
    choices.PlaySkill: lambda choice, names: f"Play {names.card(choice.card)}",
    choices.PlayInsteadOfActions: lambda choice, names: (
        f"Play {names.card(choice.card)}, which ends your Action step"
    ),
    choices.PlayNow: lambda choice, names: f"Play {names.card(choice.card)} now",
    choices.PlayToChange: lambda choice, names: (
        f"Play {names.card(choice.card)} to {_changes(choice.amount, 'the result')}"
    ),
    choices.ActivateFirst: lambda choice, names: f"Activate {names.monarch(choice.monarch)} first",
    choices.CastSpell: lambda choice, names: "Look at two spells and cast one",
    choices.ConsultScript: lambda choice, names: (
        f"Remove Revelation of Script: add the top {names.skill(choice.skill)} card to the test"
    ),
    choices.AdvanceTravel: lambda choice, names: "Advance the travel marker",
    choices.AdvanceRitual: lambda choice, names: "Advance the ritual marker",
    choices.Trade: lambda choice, names: "Let the players on your space exchange items",
    choices.HandOver: lambda choice, names: (
        f"Let {names.seat(choice.giver)} give {names.item(choice.item)} to {names.seat(choice.taker)}"
    ),
}
