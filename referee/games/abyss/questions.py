"""The questions of Abyss, each with its sentence and the kinds of choice that answer it."""

from __future__ import annotations

from referee.games.abyss.choices import (
    Affiliate,
    BuyAlly,
    ChooseReward,
    Decline,
    DiscardAlly,
    DiscardStack,
    DismissLord,
    DrawLocations,
    EndTurn,
    Explore,
    FightMonster,
    GiveLocation,
    GoOn,
    HandIn,
    KeepLocation,
    PassOffer,
    Plot,
    Recruit,
    RestAction,
    RobSeat,
    SacrificeLord,
    SearchFor,
    SpendKeyToken,
    SpendLordKey,
    StopExploring,
    TakeAlly,
    TakeLocation,
    TakeLord,
    TakeStack,
    TurnLord,
    UsePower,
)
from referee.kernel.questions import OneOf, SomeOf, by_name

# The turn
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

# Exploring
ASK_OFFER = OneOf("abyss.offer", "Buy this Ally, or pass?", BuyAlly, PassOffer)
ASK_UNSOLD_ALLY = OneOf(
    "abyss.unsold_ally", "Nobody bought the Ally: take it, or go on?", UsePower, TakeAlly, GoOn, StopExploring
)
ASK_MONSTER = OneOf("abyss.monster", "A Monster: fight it, or go on?", UsePower, FightMonster, GoOn)
ASK_REWARD = OneOf("abyss.reward", "Which reward do you take for the Monster?", ChooseReward)

# The Council
ASK_SECOND_STACK = OneOf("abyss.second_stack", "Which second Council stack do you take?", TakeStack, Decline)

# Recruiting
ASK_PAYMENT = SomeOf(
    "abyss.payment", "Which Allies do you hand in for the Lord? Pearls pay for what is missing.", HandIn
)
ASK_AFFILIATE = OneOf("abyss.affiliate", "Which of the Allies handed in joins you?", Affiliate)

# The powers of Lords
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

# Locations
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
