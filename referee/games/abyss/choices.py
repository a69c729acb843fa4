"""What a seat may choose in Abyss, and the questions it is asked."""

from __future__ import annotations

from referee.games.abyss.cards import Card, Location, Lord, Race
from referee.kernel.asks import Choice
from referee.kernel.facts import Seat
from referee.kernel.questions import OneOf, SomeOf, by_name


class Plot(Choice, frozen=True, tag="abyss.plot"):
    """Pay a pearl to bring a new Lord to the Court."""


class Explore(Choice, frozen=True, tag="abyss.explore"):
    """Explore the depths."""


class TakeStack(Choice, frozen=True, tag="abyss.take_stack"):
    """Take a Council stack into your hand."""

    race: Race


class Recruit(Choice, frozen=True, tag="abyss.recruit"):
    """Recruit this Lord from the Court."""

    lord: Lord


class UsePower(Choice, frozen=True, tag="abyss.use_power"):
    """Use the once-per-turn power of a free Lord of yours."""

    lord: Lord


class EndTurn(Choice, frozen=True, tag="abyss.end_turn"):
    """End your turn."""


class RestAction(Choice, frozen=True, tag="abyss.rest"):
    """Do nothing: no action is possible."""


class BuyAlly(Choice, frozen=True, tag="abyss.buy_ally"):
    """Buy the Ally just revealed from the active seat."""

    ally: Card
    price: int


class PassOffer(Choice, frozen=True, tag="abyss.pass_offer"):
    """Do not buy the Ally on offer."""


class TakeAlly(Choice, frozen=True, tag="abyss.take_ally"):
    """Take the unsold Ally into your hand; your exploration ends."""

    ally: Card


class FightMonster(Choice, frozen=True, tag="abyss.fight_monster"):
    """Fight the Monster; your exploration ends."""


class GoOn(Choice, frozen=True, tag="abyss.go_on"):
    """Leave the card on the track and reveal another."""


class StopExploring(Choice, frozen=True, tag="abyss.stop_exploring"):
    """End an exploration that has no more cards, empty-handed."""


class ChooseReward(Choice, frozen=True, tag="abyss.choose_reward"):
    """Take this reward for the Monster."""

    pearls: int
    tokens: int
    keys: int


class HandIn(Choice, frozen=True, tag="abyss.hand_in"):
    """Hand in this Ally towards a Lord's cost."""

    ally: Card

    @property
    def weight(self) -> int:
        return self.ally.strength

    @property
    def group(self) -> str:
        return self.ally.race


class Affiliate(Choice, frozen=True, tag="abyss.affiliate"):
    """Let this Ally that you handed in join you."""

    ally: Card


class DiscardAlly(Choice, frozen=True, tag="abyss.discard_ally"):
    """Discard this Ally from your hand."""

    ally: Card


class DiscardStack(Choice, frozen=True, tag="abyss.discard_stack"):
    """Discard this Council stack."""

    race: Race


class TurnLord(Choice, frozen=True, tag="abyss.turn_lord"):
    """Turn this free Lord of an opponent: it keeps only its influence points."""

    owner: Seat
    lord: Lord


class RobSeat(Choice, frozen=True, tag="abyss.rob_seat"):
    """Take a random Monster token from this opponent."""

    owner: Seat


class DismissLord(Choice, frozen=True, tag="abyss.dismiss_lord"):
    """Discard this Lord from the Court; the top Lord of the deck takes its place."""

    lord: Lord


class SacrificeLord(Choice, frozen=True, tag="abyss.sacrifice_lord"):
    """Discard this free Lord of yours; another takes its place."""

    lord: Lord


class TakeLord(Choice, frozen=True, tag="abyss.take_lord"):
    """Take this Lord from the Court."""

    lord: Lord


class Decline(Choice, frozen=True, tag="abyss.decline"):
    """Do not use the power."""


class TakeLocation(Choice, frozen=True, tag="abyss.take_location"):
    """Take control of this face-up Location."""

    location: Location


class DrawLocations(Choice, frozen=True, tag="abyss.draw_locations"):
    """Draw this number of Locations, keep one, and leave the others face up."""

    count: int


class KeepLocation(Choice, frozen=True, tag="abyss.keep_location"):
    """Take control of this Location out of those drawn."""

    location: Location


class SpendKeyToken(Choice, frozen=True, tag="abyss.spend_key_token"):
    """Use a key token."""


class SpendLordKey(Choice, frozen=True, tag="abyss.spend_lord_key"):
    """Use the key of this free Lord, which then lies under the Location."""

    lord: Lord


class GiveLocation(Choice, frozen=True, tag="abyss.give_location"):
    """Give this Location of yours for a face-up one."""

    location: Location


class SearchFor(Choice, frozen=True, tag="abyss.search_for"):
    """Exchange the Black Smokers for this Location from the deck."""

    location: Location


DECLINE = Decline()

CHOICES: tuple[type[Choice], ...] = (
    Plot,
    Explore,
    TakeStack,
    Recruit,
    UsePower,
    EndTurn,
    RestAction,
    BuyAlly,
    PassOffer,
    TakeAlly,
    FightMonster,
    GoOn,
    StopExploring,
    ChooseReward,
    HandIn,
    Affiliate,
    DiscardAlly,
    DiscardStack,
    TurnLord,
    RobSeat,
    DismissLord,
    SacrificeLord,
    TakeLord,
    Decline,
    TakeLocation,
    DrawLocations,
    KeepLocation,
    SpendKeyToken,
    SpendLordKey,
    GiveLocation,
    SearchFor,
)

ASK_TURN = OneOf(
    "abyss.turn",
    "It is your turn: plot at Court, or choose your action.",
    Plot,
    Explore,
    TakeStack,
    Recruit,
    UsePower,
    RestAction,
)
ASK_BEFORE_LOCATIONS = OneOf(
    "abyss.before_locations",
    "Use a power before its Lord may have to go under a Location?",
    UsePower,
    Decline,
)
ASK_AFTER_ACTION = OneOf(
    "abyss.after_action", "Your action is done: use a power, or end your turn.", UsePower, EndTurn
)
ASK_OFFER = OneOf("abyss.offer", "Buy this Ally, or pass?", BuyAlly, PassOffer)
ASK_UNSOLD_ALLY = OneOf(
    "abyss.unsold_ally", "Nobody bought the Ally: take it, or go on?", UsePower, TakeAlly, GoOn, StopExploring
)
ASK_MONSTER = OneOf("abyss.monster", "A Monster: fight it, or go on?", UsePower, FightMonster, GoOn)
ASK_REWARD = OneOf("abyss.reward", "Which reward do you take for the Monster?", ChooseReward)
ASK_SECOND_STACK = OneOf("abyss.second_stack", "Which second Council stack do you take?", TakeStack, Decline)
ASK_PAYMENT = SomeOf(
    "abyss.payment", "Which Allies do you hand in for the Lord? Pearls pay for what is missing.", HandIn
)
ASK_AFFILIATE = OneOf("abyss.affiliate", "Which of the Allies handed in joins you?", Affiliate)
ASK_DISCARD_ONE = SomeOf("abyss.discard_one", "Which Ally do you discard?", DiscardAlly)
ASK_DISCARD_DOWN = SomeOf(
    "abyss.discard_down", "Which Allies do you discard, down to six in hand?", DiscardAlly
)
ASK_SLAVER = OneOf("abyss.slaver", "Which Ally do you discard for two pearls?", DiscardAlly)
ASK_ORACLE = OneOf("abyss.oracle", "Which Council stack do you discard?", DiscardStack)
ASK_OPPORTUNIST = OneOf("abyss.opportunist", "Which Lord at Court is replaced?", DismissLord)
ASK_ASSASSIN = OneOf("abyss.assassin", "Which Lord is turned?", TurnLord)
ASK_HUNTER = OneOf("abyss.hunter", "Which opponent loses a Monster token?", RobSeat, Decline)
ASK_APPRENTICE = OneOf("abyss.apprentice", "Which Council stack do you take?", TakeStack, Decline)
ASK_ILLUSIONIST_GIVE = OneOf(
    "abyss.illusionist_give", "Which Location of yours do you swap, if any?", Decline, GiveLocation
)
ASK_ILLUSIONIST_TAKE = OneOf(
    "abyss.illusionist_take", "Which face-up Location do you take for it?", TakeLocation
)
ASK_CORRUPTOR = OneOf(
    "abyss.corruptor", "Which Lord do you recruit for pearls alone, if any?", TakeLord, Decline
)
ASK_SACRIFICE = OneOf(
    "abyss.sacrifice", "Which other free Lord of yours do you discard, if any?", SacrificeLord, Decline
)
ASK_TRAITOR = OneOf("abyss.traitor", "Which Lord from the Court takes its place?", TakeLord)
ASK_LOCATION = OneOf(
    "abyss.location",
    "You have three keys: take a face-up Location, or draw some?",
    TakeLocation,
    DrawLocations,
)
ASK_KEEP = OneOf("abyss.keep", "Which of the Locations drawn do you control?", KeepLocation)
ASK_KEYS = SomeOf("abyss.keys", "Which three keys do you use?", SpendKeyToken, SpendLordKey)
ASK_BLACK_SMOKERS = OneOf(
    "abyss.black_smokers", "Exchange the Black Smokers for a Location from the deck?", Decline, SearchFor
)
ASK_AMBASSADOR_OPEN = OneOf(
    "abyss.ambassador_open",
    "The Location deck is empty: which face-up Location does the Ambassador control?",
    TakeLocation,
)

QUESTIONS = by_name(
    ASK_TURN,
    ASK_BEFORE_LOCATIONS,
    ASK_AFTER_ACTION,
    ASK_OFFER,
    ASK_UNSOLD_ALLY,
    ASK_MONSTER,
    ASK_REWARD,
    ASK_SECOND_STACK,
    ASK_PAYMENT,
    ASK_AFFILIATE,
    ASK_DISCARD_ONE,
    ASK_DISCARD_DOWN,
    ASK_SLAVER,
    ASK_ORACLE,
    ASK_OPPORTUNIST,
    ASK_ASSASSIN,
    ASK_HUNTER,
    ASK_APPRENTICE,
    ASK_ILLUSIONIST_GIVE,
    ASK_ILLUSIONIST_TAKE,
    ASK_CORRUPTOR,
    ASK_SACRIFICE,
    ASK_TRAITOR,
    ASK_LOCATION,
    ASK_KEEP,
    ASK_KEYS,
    ASK_BLACK_SMOKERS,
    ASK_AMBASSADOR_OPEN,
)
