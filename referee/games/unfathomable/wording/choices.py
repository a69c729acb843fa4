"""The choices of Unfathomable in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from referee.games.unfathomable.choices import (
    Accept,
    ActivateFirst,
    AddWithExperience,
    AdvanceRitual,
    AdvanceTravel,
    AttackHere,
    BarricadeHatches,
    CastQuickly,
    CastSpell,
    ChooseCard,
    ChooseCharacter,
    ChooseDeepOne,
    ChooseItem,
    ChooseMythos,
    ChooseNumber,
    ChooseOption,
    ChooseResource,
    ChooseSeat,
    ChooseSkill,
    ChooseSpace,
    ChooseSpell,
    ChooseSupply,
    ChooseWaypoint,
    CommandDeck,
    ConsultAlmanac,
    ConsultScript,
    DefeatPassenger,
    DrawQuickly,
    GiveItem,
    GiveLoyalty,
    GiveUpItem,
    GoFullSteam,
    HandOver,
    HealWithWords,
    InterveneMedically,
    LeadUnconventionally,
    LookAtMythos,
    LookAtWaypoints,
    MoveDeepOne,
    MoveTo,
    NamePerfectNumber,
    OrderArrest,
    Pass,
    PlayInsteadOfActions,
    PlayNow,
    PlaySkill,
    PlayToChange,
    PutOnBottom,
    PutOnTop,
    RememberTheDeep,
    RepairRoom,
    RescuePassenger,
    RetreatRitual,
    Reveal,
    SacrificeDeepOne,
    SacrificeSelf,
    Scavenge,
    SenseAncestry,
    SwearFirstOath,
    TakeItem,
    Trade,
    TrainInTheOccult,
    TryFortune,
    TurnFortune,
    UseEquipment,
    UseItem,
    UseRoom,
)
from referee.games.unfathomable.wording.cards_and_dice import RESULTS
from referee.games.unfathomable.wording.names import Names, Words
from referee.kernel.asks import Choice

OPTIONS: Mapping[int, str] = {1: "first", 2: "second", 3: "third"}


def _option(choice: ChooseOption, names: Names) -> str:
    return f"Choose the {OPTIONS.get(choice.option, f'{choice.option}th')} option"


def _changes(amount: int, what: str) -> str:
    return f"add {amount} to {what}" if amount >= 0 else f"subtract {-amount} from {what}"


CHOICE_WORDS: Mapping[type[Choice], Words] = {
    Pass: lambda choice, names: "Pass",
    Accept: lambda choice, names: "Do it",
    ChooseSeat: lambda choice, names: f"Choose {names.seat(choice.seat)}",
    ChooseSpace: lambda choice, names: f"Choose {names.space(choice.space)}",
    ChooseResource: lambda choice, names: f"Choose {names.resource(choice.resource)}",
    ChooseSkill: lambda choice, names: f"Choose {names.skill(choice.skill)}",
    ChooseCard: lambda choice, names: f"Choose {names.card(choice.card)}",
    ChooseItem: lambda choice, names: f"Choose {names.item(choice.item)}",
    ChooseSpell: lambda choice, names: f"Choose {names.spell(choice.spell)}",
    ChooseWaypoint: lambda choice, names: f"Choose {names.waypoint(choice.waypoint)}",
    ChooseMythos: lambda choice, names: f"Choose {names.mythos(choice.mythos)}",
    ChooseOption: _option,
    ChooseNumber: lambda choice, names: f"Choose {choice.number}",
    MoveTo: lambda choice, names: f"Move to {names.space(choice.space)}",
    AttackHere: lambda choice, names: "Attack somebody on your space",
    RescuePassenger: lambda choice, names: "Rescue a passenger on your space",
    DefeatPassenger: lambda choice, names: "Defeat a passenger on your space",
    ChooseDeepOne: lambda choice, names: f"Choose a Deep One {names.at(choice.space)}",
    AddWithExperience: lambda choice, names: f"Use Experienced and add {names.card(choice.card)} to the test",
    CommandDeck: lambda choice, names: f"Use Deck Chief: move to {names.space(choice.space)}, then act",
    HealWithWords: lambda choice, names: (
        f"Use Healing Words: discard {names.card(choice.card)} to prevent the defeat"
    ),
    DrawQuickly: lambda choice, names: f"Use Quick Draw: attack with {names.item(choice.item)}, then act",
    TrainInTheOccult: lambda choice, names: "Use Occult Training: look at the top spell, then act",
    SwearFirstOath: lambda choice, names: (
        f"Use First Oath of Dagon on {names.monarch(choice.monarch)}: discard {names.card(choice.card)} and roll"
    ),
    TryFortune: lambda choice, names: (
        f"Use Fortunate Son: discard {names.card(choice.card)} to have the die rolled again"
    ),
    Scavenge: lambda choice, names: "Use Scavenger: draw an item",
    GiveItem: lambda choice, names: f"Give {names.item(choice.item)} to {names.seat(choice.seat)}",
    TakeItem: lambda choice, names: f"Take {names.item(choice.item)} from {names.seat(choice.seat)}",
    PutOnTop: lambda choice, names: "Put it on top of the deck",
    PutOnBottom: lambda choice, names: "Put it on the bottom of the deck",
    ChooseSupply: lambda choice, names: "Choose one from the supply",
    LeadUnconventionally: lambda choice, names: (
        f"Use Unconventional Leader: lose {names.resources(1, choice.resource)} and cancel the crisis"
    ),
    SacrificeSelf: lambda choice, names: (
        f"Use Self Sacrifice: be defeated and make the test {RESULTS[choice.result]}"
    ),
    InterveneMedically: lambda choice, names: "Use Medical Intervention: prevent the defeat",
    GoFullSteam: lambda choice, names: "Use Full Steam Ahead: lose 1 fuel and advance two spaces",
    OrderArrest: lambda choice, names: f"Use Arrest Order: send {names.seat(choice.seat)} to the Brig",
    CastQuickly: lambda choice, names: "Use Quick Cast: cast the top spell, then act",
    NamePerfectNumber: lambda choice, names: f"Use Perfect Number: set the die to {choice.face}",
    SenseAncestry: lambda choice, names: (
        f"Use Deep One Ancestry: look at the loyalty cards of {names.seat(choice.seat)}"
    ),
    TurnFortune: lambda choice, names: "Use Uncanny Fortune: discard the mythos card and draw another",
    UseEquipment: lambda choice, names: (
        f"Use Well Equipped: {_changes(choice.amount, 'the total of the test')}"
    ),
    UseItem: lambda choice, names: f"Use {names.item(choice.item)}",
    GiveUpItem: lambda choice, names: f"Use {names.item(choice.item)}, which leaves the game",
    ConsultAlmanac: lambda choice, names: (
        f"Use the Almanac: discard {names.card(choice.card)} to add its value to the roll"
    ),
    BarricadeHatches: lambda choice, names: (
        "Discard Barricade the Hatches: no Deep One moves inside this turn"
    ),
    MoveDeepOne: lambda choice, names: (
        f"Move a Deep One from {names.space(choice.start)} to {names.space(choice.end)}"
    ),
    SacrificeDeepOne: lambda choice, names: "Try to sacrifice a Deep One on your space",
    RememberTheDeep: lambda choice, names: (
        "Make the test of Memory of the Deep again, to get rid of the card"
    ),
    Reveal: lambda choice, names: f"Reveal as a traitor, with your {names.loyalty(choice.loyalty)} card",
    GiveLoyalty: lambda choice, names: (
        f"Give your {names.loyalty(choice.loyalty)} card to {names.seat(choice.seat)}"
    ),
    UseRoom: lambda choice, names: f"Use {names.space(choice.space)}",
    RepairRoom: lambda choice, names: f"Repair {names.space(choice.space)}",
    RetreatRitual: lambda choice, names: "Move the ritual marker one space back",
    LookAtMythos: lambda choice, names: "Look at the top two mythos cards",
    LookAtWaypoints: lambda choice, names: "Look at the top two waypoints",
    ChooseCharacter: lambda choice, names: f"Play {names.character(choice.character)}",
    PlaySkill: lambda choice, names: f"Play {names.card(choice.card)}",
    PlayInsteadOfActions: lambda choice, names: (
        f"Play {names.card(choice.card)}, which ends your Action step"
    ),
    PlayNow: lambda choice, names: f"Play {names.card(choice.card)} now",
    PlayToChange: lambda choice, names: (
        f"Play {names.card(choice.card)} to {_changes(choice.amount, 'the result')}"
    ),
    ActivateFirst: lambda choice, names: f"Activate {names.monarch(choice.monarch)} first",
    CastSpell: lambda choice, names: "Look at two spells and cast one",
    ConsultScript: lambda choice, names: (
        f"Remove Revelation of Script: add the top {names.skill(choice.skill)} card to the test"
    ),
    AdvanceTravel: lambda choice, names: "Advance the travel marker",
    AdvanceRitual: lambda choice, names: "Advance the ritual marker",
    Trade: lambda choice, names: "Let the players on your space exchange items",
    HandOver: lambda choice, names: (
        f"Let {names.seat(choice.giver)} give {names.item(choice.item)} to {names.seat(choice.taker)}"
    ),
}
