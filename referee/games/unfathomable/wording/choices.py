"""What may be chosen, in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from referee.games.unfathomable.choices import (
    actions,
    attack,
    characters,
    feats,
    items,
    mythos,
    plain,
    reveal,
    rooms,
    setup,
    skills,
    spells,
    tracks,
    trade,
)
from referee.games.unfathomable.wording.names import Names, Words
from referee.games.unfathomable.wording.table import RESULTS
from referee.kernel.asks import Choice

OPTIONS: Mapping[int, str] = {1: "first", 2: "second", 3: "third"}


def _option(choice: plain.ChooseOption, names: Names) -> str:
    return f"Choose the {OPTIONS.get(choice.option, f'{choice.option}th')} option"


def _changes(amount: int, what: str) -> str:
    return f"add {amount} to {what}" if amount >= 0 else f"take {-amount} from {what}"


CHOICE_WORDS: Mapping[type[Choice], Words] = {
    plain.Pass: lambda choice, names: "Pass",
    plain.Accept: lambda choice, names: "Do it",
    plain.ChooseSeat: lambda choice, names: f"Choose {names.seat(choice.seat)}",
    plain.ChooseSpace: lambda choice, names: f"Choose {names.space(choice.space)}",
    plain.ChooseResource: lambda choice, names: f"Choose {names.resource(choice.resource)}",
    plain.ChooseSkill: lambda choice, names: f"Choose {names.skill(choice.skill)}",
    plain.ChooseCard: lambda choice, names: f"Choose {names.card(choice.card)}",
    plain.ChooseItem: lambda choice, names: f"Choose {names.item(choice.item)}",
    plain.ChooseSpell: lambda choice, names: f"Choose {names.spell(choice.spell)}",
    plain.ChooseWaypoint: lambda choice, names: f"Choose {names.waypoint(choice.waypoint)}",
    plain.ChooseMythos: lambda choice, names: f"Choose {names.mythos(choice.mythos)}",
    plain.ChooseOption: _option,
    plain.ChooseNumber: lambda choice, names: f"Choose {choice.number}",
    actions.MoveTo: lambda choice, names: f"Go to {names.space(choice.space)}",
    actions.AttackHere: lambda choice, names: "Attack somebody on your space",
    actions.RescuePassenger: lambda choice, names: "Rescue a passenger on your space",
    actions.DefeatPassenger: lambda choice, names: "Defeat a passenger on your space",
    attack.ChooseDeepOne: lambda choice, names: f"Choose a Deep One {names.at(choice.space)}",
    characters.AddWithExperience: lambda choice, names: (
        f"Use Experienced and add {names.card(choice.card)} to the test"
    ),
    characters.CommandDeck: lambda choice, names: (
        f"Use Deck Chief: go to {names.space(choice.space)}, then act"
    ),
    characters.HealWithWords: lambda choice, names: (
        f"Use Healing Words: discard {names.card(choice.card)} to prevent the defeat"
    ),
    characters.DrawQuickly: lambda choice, names: (
        f"Use Quick Draw: attack with {names.item(choice.item)}, then act"
    ),
    characters.TrainInTheOccult: lambda choice, names: "Use Occult Training: look at the top spell, then act",
    characters.SwearFirstOath: lambda choice, names: (
        f"Use First Oath of Dagon on {names.monarch(choice.monarch)}: discard {names.card(choice.card)} and roll"
    ),
    characters.TryFortune: lambda choice, names: (
        f"Use Fortunate Son: discard {names.card(choice.card)} to have the die rolled again"
    ),
    characters.Scavenge: lambda choice, names: "Use Scavenger: draw an item",
    characters.GiveItem: lambda choice, names: f"Give {names.item(choice.item)} to {names.seat(choice.seat)}",
    characters.TakeItem: lambda choice, names: f"Take {names.item(choice.item)} of {names.seat(choice.seat)}",
    characters.PutOnTop: lambda choice, names: "Put it on top of the deck",
    characters.PutOnBottom: lambda choice, names: "Put it on the bottom of the deck",
    characters.ChooseSupply: lambda choice, names: "Choose one of the supply",
    feats.LeadUnconventionally: lambda choice, names: (
        f"Use Unconventional Leader: lose {names.resources(1, choice.resource)} and call off the crisis"
    ),
    feats.SacrificeSelf: lambda choice, names: (
        f"Use Self Sacrifice: be defeated and make the test {RESULTS[choice.result]}"
    ),
    feats.InterveneMedically: lambda choice, names: "Use Medical Intervention: prevent the defeat",
    feats.GoFullSteam: lambda choice, names: "Use Full Steam Ahead: lose 1 fuel and travel two spaces",
    feats.OrderArrest: lambda choice, names: f"Use Arrest Order: send {names.seat(choice.seat)} to the Brig",
    feats.CastQuickly: lambda choice, names: "Use Quick Cast: cast the top spell, then act",
    feats.NamePerfectNumber: lambda choice, names: f"Use Perfect Number: the die shows {choice.face}",
    feats.SenseAncestry: lambda choice, names: (
        f"Use Deep One Ancestry: look at the loyalty cards of {names.seat(choice.seat)}"
    ),
    feats.TurnFortune: lambda choice, names: "Use Uncanny Fortune: discard the mythos card and draw another",
    feats.UseEquipment: lambda choice, names: (
        f"Use Well Equipped: {_changes(choice.amount, 'the total of the test')}"
    ),
    items.UseItem: lambda choice, names: f"Use {names.item(choice.item)}",
    items.GiveUpItem: lambda choice, names: f"Use {names.item(choice.item)}, which leaves the game",
    items.ConsultAlmanac: lambda choice, names: (
        f"Use the Almanac: discard {names.card(choice.card)} to add its value to the roll"
    ),
    mythos.BarricadeHatches: lambda choice, names: (
        "Discard Barricade the Hatches: no Deep One comes inside this turn"
    ),
    mythos.MoveDeepOne: lambda choice, names: (
        f"Move a Deep One from {names.space(choice.start)} to {names.space(choice.end)}"
    ),
    mythos.SacrificeDeepOne: lambda choice, names: "Try to sacrifice a Deep One on your space",
    mythos.RememberTheDeep: lambda choice, names: (
        "Make the test of Memory of the Deep again, to be rid of the card"
    ),
    reveal.Reveal: lambda choice, names: (
        f"Reveal as a traitor, with your {names.loyalty(choice.loyalty)} card"
    ),
    reveal.GiveLoyalty: lambda choice, names: (
        f"Give your {names.loyalty(choice.loyalty)} card to {names.seat(choice.seat)}"
    ),
    rooms.UseRoom: lambda choice, names: f"Use {names.space(choice.space)}",
    rooms.RepairRoom: lambda choice, names: f"Repair {names.space(choice.space)}",
    rooms.RetreatRitual: lambda choice, names: "Move the ritual marker one space back",
    rooms.LookAtMythos: lambda choice, names: "Look at the top two mythos cards",
    rooms.LookAtWaypoints: lambda choice, names: "Look at the top two waypoints",
    setup.ChooseCharacter: lambda choice, names: f"Play {names.character(choice.character)}",
    skills.PlaySkill: lambda choice, names: f"Play {names.card(choice.card)}",
    skills.PlayInsteadOfActions: lambda choice, names: (
        f"Play {names.card(choice.card)}, which ends your Action step"
    ),
    skills.PlayNow: lambda choice, names: f"Play {names.card(choice.card)} now",
    skills.PlayToChange: lambda choice, names: (
        f"Play {names.card(choice.card)} to {_changes(choice.amount, 'the result')}"
    ),
    skills.ActivateFirst: lambda choice, names: f"Activate {names.monarch(choice.monarch)} first",
    spells.CastSpell: lambda choice, names: "Look at two spells and cast one",
    spells.ConsultScript: lambda choice, names: (
        f"Give up Revelation of Script: add the top {names.skill(choice.skill)} card to the test"
    ),
    tracks.AdvanceTravel: lambda choice, names: "Advance the travel marker",
    tracks.AdvanceRitual: lambda choice, names: "Advance the ritual marker",
    trade.Trade: lambda choice, names: "Let the players on your space exchange items",
    trade.HandOver: lambda choice, names: (
        f"Let {names.item(choice.item)} go from {names.seat(choice.giver)} to {names.seat(choice.taker)}"
    ),
}
