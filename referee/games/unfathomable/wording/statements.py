"""What players say in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from referee.games.unfathomable import statements
from referee.games.unfathomable.statements import (
    CardCount,
    Contribution,
    Help,
    KnownDeck,
    Side,
    Task,
    YesOrNo,
)
from referee.games.unfathomable.wording.names import Names, Words
from referee.kernel.facts import Fact

_HELP: Mapping[Help, str] = {
    Help.LOT: "can help a lot",
    Help.LITTLE: "can help a little",
    Help.NONE: "cannot help at all",
}
_CARDS: Mapping[CardCount, str] = {
    CardCount.ONE: "one card",
    CardCount.TWO: "two cards",
    CardCount.THREE: "three cards",
    CardCount.FOUR: "four cards",
    CardCount.MORE: "more than four cards",
}
_CONTRIBUTIONS: Mapping[Contribution, str] = {
    Contribution.LOT: "a lot",
    Contribution.MODERATE: "moderately",
    Contribution.LITTLE: "a little",
}
_TASKS: Mapping[Task, str] = {
    Task.SKILL_TEST: "a skill test",
    Task.DICE: "a roll of dice",
    Task.ATTACK: "an attack",
    Task.DAMAGE: "damage to the ship",
    Task.MOVING: "moving",
    Task.SPELLS: "a spell",
    Task.CARDS: "drawing cards",
}
_DECKS: Mapping[KnownDeck, str] = {
    KnownDeck.MYTHOS: "the mythos deck",
    KnownDeck.WAYPOINT: "the waypoint deck",
    KnownDeck.ITEM: "the item deck",
    KnownDeck.SPELL: "the spell deck",
    KnownDeck.CHAOS: "the chaos deck",
    KnownDeck.SKILL: "a skill deck",
}
_REPLIES: Mapping[YesOrNo, str] = {
    YesOrNo.YES: "says yes to {}",
    YesOrNo.NO: "says no to {}",
    YesOrNo.REFUSE: "will not answer {}",
}
_SIDES: Mapping[Side, str] = {Side.HUMAN: "a human", Side.TRAITOR: "a traitor"}


def _contribution_described(fact: statements.ContributionDescribed, names: Names) -> str:
    helps = "helps" if fact.cards is CardCount.ONE else "help"
    return (
        f"{names.seat(fact.seat)} says: I contribute {_CARDS[fact.cards]}, which {helps} "
        f"{_CONTRIBUTIONS[fact.help]}"
    )


def _replied(fact: statements.Replied, names: Names) -> str:
    return f"{names.seat(fact.seat)} {_REPLIES[fact.reply].format(names.seat(fact.to))}"


STATEMENT_WORDS: Mapping[type[Fact], Words] = {
    statements.HelpOffered: lambda fact, names: f"{names.seat(fact.seat)} says: I {_HELP[fact.help]}",
    statements.ContributionDescribed: _contribution_described,
    statements.ContributionDenied: lambda fact, names: (
        f"{names.seat(fact.seat)} says: it cannot have been me, I draw no {fact.skill.title()} cards"
    ),
    statements.SoleSourceNoted: lambda fact, names: (
        f"{names.seat(fact.seat)} says: only I can have added those {fact.skill.title()} cards"
    ),
    statements.HandDescribed: lambda fact, names: (
        f"{names.seat(fact.seat)} says: my hand is {fact.quality.value}"
    ),
    statements.AbilityAskedFor: lambda fact, names: (
        f"{names.seat(fact.seat)} asks whether {names.seat(fact.asked)} has a card that helps with "
        f"{_TASKS[fact.task]}"
    ),
    statements.TaskOffered: lambda fact, names: (
        f"{names.seat(fact.seat)} says: I can help with {_TASKS[fact.task]}"
    ),
    statements.Replied: _replied,
    statements.Suspected: lambda fact, names: f"{names.seat(fact.seat)} suspects {names.seat(fact.suspect)}",
    statements.SideNamed: lambda fact, names: (
        f"{names.seat(fact.seat)} says that {names.seat(fact.about)} is {_SIDES[fact.side]}"
    ),
    statements.TopCardDescribed: lambda fact, names: (
        f"{names.seat(fact.seat)} says: the top card of {_DECKS[fact.deck]} is {fact.quality.value}"
    ),
}
