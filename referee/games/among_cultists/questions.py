"""Every question of Among Cultists. The choices that answer them are in `choices`."""

from __future__ import annotations

from referee.games.among_cultists.choices import (
    Abstain,
    BoardBoat,
    BurnRoom,
    CallVote,
    CheckPulse,
    ClosePortal,
    CollectBooks,
    DeclareEnd,
    DriveOff,
    EndMove,
    FillRoom,
    GiveCard,
    GiveNothing,
    LandIn,
    NameSeer,
    PassAction,
    PlaceAnyCard,
    PlaceCard,
    PutFishman,
    RestartPower,
    SailNow,
    SayAlive,
    SayDead,
    SecureCorridor,
    StaySilent,
    StepOff,
    StepTo,
    ViewCharacter,
    ViewRoom,
    VoteFor,
)
from referee.kernel.questions import OneOf, by_name

ASK_MOVE = OneOf("among_cultists.move", "Where do you go?", EndMove, StepTo, BoardBoat, StepOff, SailNow)
ASK_LANDING = OneOf("among_cultists.landing", "In which Room do you land?", LandIn)
ASK_GIFT = OneOf("among_cultists.gift", "Which pulse card do you give?", GiveCard, GiveNothing)
ASK_FISHMAN = OneOf("among_cultists.fishman", "On which bridge does the Fishman appear?", PutFishman)
ASK_ACTION = OneOf(
    "among_cultists.action",
    "What do you do?",
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
)
ASK_TASK_CARD = OneOf(
    "among_cultists.task_card", "Which task card do you place face down?", PlaceCard, PlaceAnyCard
)
ASK_ANNOUNCEMENT = OneOf("among_cultists.announcement", "What do you announce?", SayAlive, SayDead)
ASK_BALLOT = OneOf("among_cultists.ballot", "Whom do you vote for?", Abstain, VoteFor)
ASK_FIRE = OneOf(
    "among_cultists.fire", "If you are the Firestarter: which Room do you burn?", StaySilent, BurnRoom
)
ASK_DECLARATION = OneOf(
    "among_cultists.declaration",
    "If you are the Cultist: do you declare that enough Investigators are dead?",
    StaySilent,
    DeclareEnd,
)
ASK_SEER = OneOf("among_cultists.seer", "If you decide for the Cultists: who is the Seer?", NameSeer)

QUESTIONS = by_name(
    ASK_MOVE,
    ASK_LANDING,
    ASK_GIFT,
    ASK_FISHMAN,
    ASK_ACTION,
    ASK_TASK_CARD,
    ASK_ANNOUNCEMENT,
    ASK_BALLOT,
    ASK_FIRE,
    ASK_DECLARATION,
    ASK_SEER,
)
