"""What a player may choose, in the imperative. The questions are in `questions`."""

from __future__ import annotations

from referee.games.unfathomable.board import Space
from referee.games.unfathomable.cards import (
    Character,
    Item,
    Loyalty,
    Monarch,
    Mythos,
    Resource,
    Skill,
    SkillCard,
    Spell,
    Waypoint,
)
from referee.kernel.asks import Choice
from referee.kernel.facts import Seat

# Shared by many questions: what they mean follows from the question


class Pass(Choice, frozen=True, tag="unfathomable.pass"):
    """Do nothing here."""


class Accept(Choice, frozen=True, tag="unfathomable.accept"):
    """Do it."""


class ChooseSeat(Choice, frozen=True, tag="unfathomable.choose_seat"):
    """Choose this player."""

    seat: Seat


class ChooseSpace(Choice, frozen=True, tag="unfathomable.choose_space"):
    """Choose this space."""

    space: Space


class ChooseResource(Choice, frozen=True, tag="unfathomable.choose_resource"):
    """Choose this resource."""

    resource: Resource


class ChooseSkill(Choice, frozen=True, tag="unfathomable.choose_skill"):
    """Choose this type of skill card."""

    skill: Skill


class ChooseCard(Choice, frozen=True, tag="unfathomable.choose_card"):
    """Choose this skill card."""

    card: SkillCard

    @property
    def weight(self) -> int:
        return self.card.strength

    @property
    def group(self) -> str:
        return self.card.skill or ""


class ChooseItem(Choice, frozen=True, tag="unfathomable.choose_item"):
    """Choose this item."""

    item: Item


class ChooseSpell(Choice, frozen=True, tag="unfathomable.choose_spell"):
    """Choose this spell."""

    spell: Spell


class ChooseWaypoint(Choice, frozen=True, tag="unfathomable.choose_waypoint"):
    """Choose this waypoint."""

    waypoint: Waypoint


class ChooseMythos(Choice, frozen=True, tag="unfathomable.choose_mythos"):
    """Choose this mythos card."""

    mythos: Mythos


class ChooseOption(Choice, frozen=True, tag="unfathomable.choose_option"):
    """Choose this option of a card: 1 is the upper one or the test, 2 the lower one or the alternative to the test."""

    option: int


class ChooseNumber(Choice, frozen=True, tag="unfathomable.choose_number"):
    """Choose this number."""

    number: int


# Setting up


class ChooseCharacter(Choice, frozen=True, tag="unfathomable.choose_character"):
    """Play this character."""

    character: Character


# Actions that need no card


class MoveTo(Choice, frozen=True, tag="unfathomable.move_to"):
    """Move to this space."""

    space: Space


class AttackHere(Choice, frozen=True, tag="unfathomable.attack_here"):
    """Attack somebody on your space, without a weapon."""


class RescuePassenger(Choice, frozen=True, tag="unfathomable.rescue_passenger"):
    """Rescue a passenger on your space."""


class DefeatPassenger(Choice, frozen=True, tag="unfathomable.defeat_passenger"):
    """Defeat a passenger on your space."""


# Attacks


class ChooseDeepOne(Choice, frozen=True, tag="unfathomable.choose_deep_one"):
    """Choose a Deep One on this space."""

    space: Space


# The two tracks


class AdvanceTravel(Choice, frozen=True, tag="unfathomable.advance_travel"):
    """Advance the travel marker."""


class AdvanceRitual(Choice, frozen=True, tag="unfathomable.advance_ritual"):
    """Advance the ritual marker."""


# Mythos cards


class BarricadeHatches(Choice, frozen=True, tag="unfathomable.barricade_hatches"):
    """Discard Barricade the Hatches: no Deep One moves into an interior space for the rest of the turn."""


class SacrificeDeepOne(Choice, frozen=True, tag="unfathomable.sacrifice_deep_one"):
    """Try to sacrifice a Deep One on your space, with the mythos card in your play area."""


class RememberTheDeep(Choice, frozen=True, tag="unfathomable.remember_the_deep"):
    """Make the test of Memory of the Deep again, to get rid of the card."""


class MoveDeepOne(Choice, frozen=True, tag="unfathomable.move_deep_one"):
    """Move a Deep One from one space to another."""

    start: Space
    end: Space


# Items


class UseItem(Choice, frozen=True, tag="unfathomable.use_item"):
    """Use this item: its action, or its ability at this moment."""

    item: Item


class GiveUpItem(Choice, frozen=True, tag="unfathomable.give_up_item"):
    """Remove this item from the game to use its ability at this moment."""

    item: Item


class ConsultAlmanac(Choice, frozen=True, tag="unfathomable.consult_almanac"):
    """Discard this card to add its value to the roll."""

    card: SkillCard

    @property
    def weight(self) -> int:
        return self.card.strength


# Exchanging items, and upgrades


class Trade(Choice, frozen=True, tag="unfathomable.trade"):
    """Let the players on your space exchange items."""


class HandOver(Choice, frozen=True, tag="unfathomable.hand_over"):
    """Add to the exchange that this item goes from one player to another."""

    item: Item
    giver: Seat
    taker: Seat


# Rooms


class UseRoom(Choice, frozen=True, tag="unfathomable.use_room"):
    """Use the action of the room you are in."""

    space: Space


class RepairRoom(Choice, frozen=True, tag="unfathomable.repair_room"):
    """Repair the room you are in with cards from your hand."""

    space: Space


class RetreatRitual(Choice, frozen=True, tag="unfathomable.retreat_ritual"):
    """Move the ritual marker one space back."""


class LookAtMythos(Choice, frozen=True, tag="unfathomable.look_at_mythos"):
    """Look at the top two mythos cards."""


class LookAtWaypoints(Choice, frozen=True, tag="unfathomable.look_at_waypoints"):
    """Look at the top two waypoints."""


# Skill cards


class PlaySkill(Choice, frozen=True, tag="unfathomable.play_skill"):
    """Use the action of this skill card."""

    card: SkillCard


class PlayInsteadOfActions(Choice, frozen=True, tag="unfathomable.play_instead_of_actions"):
    """Play this Treachery card at the start of the Action step, which it ends."""

    card: SkillCard


class PlayNow(Choice, frozen=True, tag="unfathomable.play_now"):
    """Play this skill card now."""

    card: SkillCard


class PlayToChange(Choice, frozen=True, tag="unfathomable.play_to_change"):
    """Play this skill card to change the result by this amount."""

    card: SkillCard
    amount: int


class ActivateFirst(Choice, frozen=True, tag="unfathomable.activate_first"):
    """Activate this monarch first."""

    monarch: Monarch


# Spells


class CastSpell(Choice, frozen=True, tag="unfathomable.cast_spell"):
    """As Keeper of the Tome, look at two spells and resolve one."""


class ConsultScript(Choice, frozen=True, tag="unfathomable.consult_script"):
    """Remove Revelation of Script from the game to add the top card of this skill deck to the test."""

    skill: Skill


# Loyalty cards


class Reveal(Choice, frozen=True, tag="unfathomable.reveal"):
    """Reveal as a traitor, with this loyalty card of yours."""

    loyalty: Loyalty


class GiveLoyalty(Choice, frozen=True, tag="unfathomable.give_loyalty"):
    """Give this loyalty card of yours to a player."""

    loyalty: Loyalty
    seat: Seat


# Abilities of the characters, and what they do on revealing


class AddWithExperience(Choice, frozen=True, tag="unfathomable.add_with_experience"):
    """Experienced: add this card to the skill test."""

    card: SkillCard

    @property
    def weight(self) -> int:
        return self.card.strength


class CommandDeck(Choice, frozen=True, tag="unfathomable.command_deck"):
    """Deck Chief: move to this deck space, then act."""

    space: Space


class HealWithWords(Choice, frozen=True, tag="unfathomable.heal_with_words"):
    """Healing Words: discard this card to prevent the defeat."""

    card: SkillCard


class DrawQuickly(Choice, frozen=True, tag="unfathomable.draw_quickly"):
    """Quick Draw: attack with this weapon, then act."""

    item: Item


class TrainInTheOccult(Choice, frozen=True, tag="unfathomable.train_in_the_occult"):
    """Occult Training: look at the top spell, then act."""


class SwearFirstOath(Choice, frozen=True, tag="unfathomable.swear_first_oath"):
    """First Oath of Dagon: discard this card to send a monarch away."""

    monarch: Monarch
    card: SkillCard


class TryFortune(Choice, frozen=True, tag="unfathomable.try_fortune"):
    """Fortunate Son: discard this card to have the die rolled again."""

    card: SkillCard


class Scavenge(Choice, frozen=True, tag="unfathomable.scavenge"):
    """Scavenger: draw an item."""


class GiveItem(Choice, frozen=True, tag="unfathomable.give_item"):
    """Give this item of yours to a player."""

    item: Item
    seat: Seat


class TakeItem(Choice, frozen=True, tag="unfathomable.take_item"):
    """Take this item from a player."""

    item: Item
    seat: Seat


class PutOnTop(Choice, frozen=True, tag="unfathomable.put_on_top"):
    """Put it back on top of the deck."""


class PutOnBottom(Choice, frozen=True, tag="unfathomable.put_on_bottom"):
    """Put it on the bottom of the deck."""


class ChooseSupply(Choice, frozen=True, tag="unfathomable.choose_supply"):
    """Choose a random passenger from the supply instead of one on deck."""


# Feats


class LeadUnconventionally(Choice, frozen=True, tag="unfathomable.lead_unconventionally"):
    """Unconventional Leader: lose one of this resource and cancel the crisis."""

    resource: Resource


class SacrificeSelf(Choice, frozen=True, tag="unfathomable.sacrifice_self"):
    """Self Sacrifice: be defeated and choose this result: `success`, `partial` or `failure`."""

    result: str


class InterveneMedically(Choice, frozen=True, tag="unfathomable.intervene_medically"):
    """Medical Intervention: prevent the defeat."""


class GoFullSteam(Choice, frozen=True, tag="unfathomable.go_full_steam"):
    """Full Steam Ahead: lose 1 fuel and advance two spaces."""


class OrderArrest(Choice, frozen=True, tag="unfathomable.order_arrest"):
    """Arrest Order: send this player to the Brig."""

    seat: Seat


class CastQuickly(Choice, frozen=True, tag="unfathomable.cast_quickly"):
    """Quick Cast: resolve the top spell, then act."""


class NamePerfectNumber(Choice, frozen=True, tag="unfathomable.name_perfect_number"):
    """Perfect Number: set the die to this face."""

    face: int


class SenseAncestry(Choice, frozen=True, tag="unfathomable.sense_ancestry"):
    """Deep One Ancestry: look at the loyalty cards of this player."""

    seat: Seat


class TurnFortune(Choice, frozen=True, tag="unfathomable.turn_fortune"):
    """Uncanny Fortune: discard the mythos card and draw another."""


class UseEquipment(Choice, frozen=True, tag="unfathomable.use_equipment"):
    """Well Equipped: change the total of the skill test by this number."""

    amount: int


PASS = Pass()
ACCEPT = Accept()

CHOICES: tuple[type[Choice], ...] = (
    Pass,
    Accept,
    ChooseSeat,
    ChooseSpace,
    ChooseResource,
    ChooseSkill,
    ChooseCard,
    ChooseItem,
    ChooseSpell,
    ChooseWaypoint,
    ChooseMythos,
    ChooseOption,
    ChooseNumber,
    ChooseCharacter,
    MoveTo,
    AttackHere,
    RescuePassenger,
    DefeatPassenger,
    ChooseDeepOne,
    AdvanceTravel,
    AdvanceRitual,
    BarricadeHatches,
    SacrificeDeepOne,
    RememberTheDeep,
    MoveDeepOne,
    UseItem,
    GiveUpItem,
    ConsultAlmanac,
    Trade,
    HandOver,
    UseRoom,
    RepairRoom,
    RetreatRitual,
    LookAtMythos,
    LookAtWaypoints,
    PlaySkill,
    PlayInsteadOfActions,
    PlayNow,
    PlayToChange,
    ActivateFirst,
    CastSpell,
    ConsultScript,
    Reveal,
    GiveLoyalty,
    AddWithExperience,
    CommandDeck,
    HealWithWords,
    DrawQuickly,
    TrainInTheOccult,
    SwearFirstOath,
    TryFortune,
    Scavenge,
    GiveItem,
    TakeItem,
    PutOnTop,
    PutOnBottom,
    ChooseSupply,
    LeadUnconventionally,
    SacrificeSelf,
    InterveneMedically,
    GoFullSteam,
    OrderArrest,
    CastQuickly,
    NamePerfectNumber,
    SenseAncestry,
    TurnFortune,
    UseEquipment,
)
