"""Facts about cards and dice in sentences: hands, tests, rolls, items, mythos cards, loyalty."""

from __future__ import annotations

from collections.abc import Mapping

from referee.games.sentences import count, listed
from referee.games.unfathomable.cards import MYTHOS, Item
from referee.games.unfathomable.facts import (
    chaos,
    dice,
    hand,
    items,
    loyalty,
    mythos,
    reveal,
    rooms,
    skill_test,
    spells,
    spoken,
    trade,
)
from referee.games.unfathomable.state import NOBODY
from referee.games.unfathomable.wording.names import Names, Words, put_back, with_faces
from referee.kernel.facts import Fact, Seat

PURPOSES: Mapping[str, str] = {
    "passenger.risk": "where a passenger is placed",
    "damage.ship.structural": "which room is damaged",
    "bow.definition": "at which bow space the monsters surface",
}
"""What a roll decides, if it does not belong to a card."""
RESULTS: Mapping[str, str] = {
    "success": "a success",
    "partial": "a partial success",
    "failure": "a failure",
}
FACE_DOWN = ", face down"


def _cards_drawn(fact: hand.CardsDrawn, names: Names) -> str:
    kinds = [skill for place, skill in enumerate(fact.skills) if skill not in fact.skills[:place]]
    drawn = [f"{count(fact.skills.count(skill), f'{names.skill(skill)} card')}" for skill in kinds]
    return with_faces(f"{names.seat(fact.seat)} draws {listed(drawn) or 'nothing'}", names.cards(fact.cards))


def _cards_discarded(fact: hand.CardsDiscarded, names: Names) -> str:
    who, cards = names.seat(fact.seat), names.cards(fact.cards)
    if all(cards):
        return f"{who} discards {listed(cards) or 'nothing'}"
    said = f"{who} discards {count(len(cards), 'card')}"
    return f"{said}; {_on_top(names.cards(fact.tops))}" if fact.tops else said


def _on_top(cards: list[str]) -> str:
    return f"{listed(cards)} {'is' if len(cards) == 1 else 'are'} on top"


def _chaos_discarded(fact: chaos.ChaosDiscarded, names: Names) -> str:
    said = f"The chaos deck is discarded, {count(len(fact.cards), 'card')}"
    return f"{said}; {_on_top(names.cards(fact.tops))}" if fact.tops else said


def _roll_began(fact: dice.RollBegan, names: Names) -> str:
    who, about = names.seat(fact.seat), names.rule(fact.purpose)
    if fact.is_attack:
        weapon = f" with {names.item(fact.item)}" if fact.item is not Item.HIDDEN else ""
        attacked = f"{names.fighter(fact.attacker)} attacks {names.fighter(fact.defender)}{weapon}"
        return f"{attacked}: {who} rolls{_plus(fact.modifier)}, and {fact.difficulty} or more hits"
    purpose = (
        f" for {about}" if about else f" to see {PURPOSES[fact.purpose]}" if fact.purpose in PURPOSES else ""
    )
    return f"{who} is about to roll the die{purpose}{_plus(fact.modifier)}"


def _plus(modifier: int) -> str:
    return "" if not modifier else f", with {modifier:+d}"


def _changed(who: str, amount: int, what: str) -> str:
    return f"{who} adds {amount} to {what}" if amount >= 0 else f"{who} subtracts {-amount} from {what}"


def _uses(names: Names, seat: Seat, ability: str) -> str:
    return f"{names.seat(seat)} uses {names.rule(ability) or 'an ability'}"


def _crisis_decided(fact: mythos.CrisisDecided, names: Names) -> str:
    first, second = MYTHOS[fact.card].options
    option = first if fact.option == 1 else second
    chosen = f"{names.seat(fact.seat)} chooses option {fact.option} of {names.mythos(fact.card)}"
    return f"{chosen}: {option}" if option else chosen


def _skill_test_announced(fact: skill_test.SkillTestAnnounced, names: Names) -> str:
    partial = f", {fact.partial} for a partial success" if fact.partial else ""
    help_it = "help" if len(fact.skills) > 1 else "helps"
    helpful = names.skills(fact.skills) or "nothing"
    return f"A skill test of {fact.difficulty} begins{partial}; {helpful} {help_it}"


def _contributed(fact: skill_test.CardsContributed, names: Names) -> str:
    if not fact.cards:
        return f"{names.seat(fact.seat)} adds no card to the test"
    added = f"{names.seat(fact.seat)} adds {count(len(fact.cards), 'card')} to the test{FACE_DOWN}"
    return with_faces(added, names.cards(fact.cards))


def _contributed_openly(fact: skill_test.CardsContributedOpenly, names: Names) -> str:
    added = listed(names.cards(fact.cards)) or "no card"
    return f"{names.seat(fact.seat)} adds {added} to the test"


def _pile_revealed(fact: skill_test.PileRevealed, names: Names) -> str:
    if not fact.cards:
        return "There is no card in the test"
    return f"The cards of the test are revealed: {listed(names.cards(fact.cards))}"


def _skill_test_decided(fact: skill_test.SkillTestDecided, names: Names) -> str:
    return f"The skill test is {RESULTS[fact.result]}, with a total of {fact.total}"


def _exchange_proposed(fact: trade.ExchangeProposed, names: Names) -> str:
    moves = [
        f"{names.item(item)} from {names.seat(giver)} to {names.seat(taker)}"
        for item, giver, taker in zip(fact.items, fact.givers, fact.takers, strict=True)
    ]
    return f"{names.seat(fact.seat)} proposes an exchange: {listed(moves) or 'nothing'}"


def _turned_down(fact: items.ItemDrawn | items.ItemGiven) -> str:
    return "" if fact.is_active else ", face down"


def _mythos_chosen(fact: mythos.MythosChosen, names: Names) -> str:
    chosen = f"{names.seat(fact.seat)} chooses {names.mythos(fact.card)}"
    other = names.mythos(fact.other)
    return f"{chosen}; {other} goes to the bottom of the deck" if other else chosen


def _crisis_began(fact: mythos.CrisisBegan, names: Names) -> str:
    began = f"The crisis of {names.mythos(fact.card)} begins"
    return began if fact.chooser == NOBODY else f"{began}: {names.seat(fact.chooser)} chooses"


CARD_WORDS: Mapping[type[Fact], Words] = {
    hand.SkillDeckShuffled: lambda fact, names: (
        f"The {names.skill(fact.skill)} deck is shuffled, {count(len(fact.cards), 'card')}"
    ),
    hand.CardsDrawn: _cards_drawn,
    hand.CardsDiscarded: _cards_discarded,
    hand.CardsPaid: lambda fact, names: (
        f"{names.seat(fact.seat)} discards {listed(names.cards(fact.cards)) or 'nothing'}"
    ),
    hand.CardPlayed: lambda fact, names: f"{names.seat(fact.seat)} plays {names.card(fact.card)}",
    hand.CardFinished: lambda fact, names: f"{names.card(fact.card)} is discarded",
    chaos.ChaosFed: lambda fact, names: with_faces(
        f"The top {names.skill(fact.skill)} card goes to the chaos deck{FACE_DOWN}", [names.card(fact.card)]
    ),
    chaos.ChaosBuilt: lambda fact, names: f"A new chaos deck is shuffled, {count(len(fact.cards), 'card')}",
    chaos.ChaosShuffled: lambda fact, names: f"The chaos deck is shuffled, {count(len(fact.cards), 'card')}",
    chaos.ChaosDiscarded: _chaos_discarded,
    chaos.ChaosAdded: lambda fact, names: with_faces(
        f"A chaos card goes into the test{FACE_DOWN}", [names.card(fact.card)]
    ),
    dice.RollBegan: _roll_began,
    dice.RollModified: lambda fact, names: _changed(names.seat(fact.seat), fact.amount, "the roll"),
    dice.RollAbilityUsed: lambda fact, names: _uses(names, fact.seat, fact.ability),
    dice.DieRolled: lambda fact, names: f"{names.seat(fact.seat)} rolls {fact.face}",
    dice.DieSet: lambda fact, names: f"{names.seat(fact.seat)} sets the die to {fact.face}",
    dice.DieTakenBack: lambda fact, names: f"{names.seat(fact.seat)} has the die rolled again",
    dice.RollEnded: lambda fact, names: f"The result of {names.seat(fact.seat)}'s roll is {fact.result}",
    spoken.AbilitiesAnnounced: lambda fact, names: (
        f"{listed([names.seat(seat) for seat in fact.seats]) or 'Some players'} want to use an ability"
    ),
    spoken.Declined: lambda fact, names: f"{names.seat(fact.seat)} declines",
    spoken.PlayerChosen: lambda fact, names: f"{names.seat(fact.seat)} chooses {names.seat(fact.chosen)}",
    spoken.OrderChosen: lambda fact, names: (
        f"{names.seat(fact.seat)} chooses the order: "
        f"{', then '.join([names.seat(seat) for seat in fact.order]) or 'nobody'}"
    ),
    spoken.DeepOnesCalled: lambda fact, names: (
        f"{names.seat(fact.seat)} activates {count(fact.count, 'Deep One')} {names.at(fact.space)}"
    ),
    spoken.DeepOneChosen: lambda fact, names: (
        f"{names.seat(fact.seat)} chooses a Deep One {names.at(fact.space)}"
    ),
    spoken.MonarchChosen: lambda fact, names: (
        f"{names.seat(fact.seat)} chooses {names.monarch(fact.monarch)}"
    ),
    spoken.SuspectNamed: lambda fact, names: (
        f"{names.seat(fact.seat)} tries to send {names.seat(fact.suspect)} to the Brig"
    ),
    spoken.NumberChosen: lambda fact, names: f"{names.seat(fact.seat)} chooses the number {fact.number}",
    spoken.ResultNamed: lambda fact, names: (
        f"{names.seat(fact.seat)} wants to make the test {RESULTS[fact.result]}"
    ),
    skill_test.SkillTestAnnounced: _skill_test_announced,
    skill_test.SkillMadeHelpful: lambda fact, names: (
        f"{names.seat(fact.seat)} makes {names.skill(fact.skill)} helpful"
    ),
    skill_test.ChaosBarred: lambda fact, names: f"{names.seat(fact.seat)} keeps chaos cards out of the test",
    skill_test.SkillTestOpened: lambda fact, names: (
        f"{names.seat(fact.seat)} has the cards of this test added face up"
    ),
    skill_test.ResultChosen: lambda fact, names: (
        f"{names.seat(fact.seat)} makes the test {RESULTS[fact.result]}"
    ),
    skill_test.UsedInTest: lambda fact, names: _uses(names, fact.seat, fact.ability),
    skill_test.TreacheryAdded: lambda fact, names: with_faces(
        f"A Treachery card goes into the test{FACE_DOWN}", [names.card(fact.card)]
    ),
    skill_test.TreacheryAddedOpenly: lambda fact, names: (
        f"A Treachery card goes into the test face up: {names.card(fact.card)}"
    ),
    skill_test.CardsContributed: _contributed,
    skill_test.CardsContributedOpenly: _contributed_openly,
    skill_test.PileShuffled: lambda fact, names: (
        f"The cards of the test are shuffled, {count(len(fact.cards), 'card')}"
    ),
    skill_test.PileRevealed: _pile_revealed,
    skill_test.SkillTestCounted: lambda fact, names: f"The test adds up to {fact.total}",
    skill_test.TotalAdjusted: lambda fact, names: _changed(
        names.seat(fact.seat), fact.amount, "the total of the test"
    ),
    skill_test.HandCardAdded: lambda fact, names: (
        f"{names.seat(fact.seat)} adds {names.card(fact.card)} to the test"
    ),
    skill_test.TopCardAdded: lambda fact, names: (
        f"The top {names.skill(fact.skill)} card is added to the test: {names.card(fact.card)}"
    ),
    skill_test.SkillTestDecided: _skill_test_decided,
    skill_test.SkillTestCleared: lambda fact, names: "The cards of the test are discarded",
    items.ItemDrawn: lambda fact, names: (
        f"{names.seat(fact.seat)} takes {names.item(fact.item)} from the deck{_turned_down(fact)}"
    ),
    items.ItemUsed: lambda fact, names: f"{names.seat(fact.seat)} uses {names.item(fact.item)}",
    items.ItemGiven: lambda fact, names: (
        f"{names.seat(fact.seat)} gives {names.item(fact.item)} to {names.seat(fact.taker)}{_turned_down(fact)}"
    ),
    items.ItemRemoved: lambda fact, names: (
        f"{names.seat(fact.seat)} loses {names.item(fact.item)}, which leaves the game"
    ),
    mythos.ItemsRemovedUnseen: lambda fact, names: with_faces(
        f"{count(len(fact.items), 'item')} of the deck {'leaves' if len(fact.items) == 1 else 'leave'} "
        f"the game{FACE_DOWN}",
        names.items(fact.items),
    ),
    rooms.ItemsLookedAt: lambda fact, names: with_faces(
        f"{names.seat(fact.seat)} looks at {count(len(fact.items), 'item')}", names.items(fact.items)
    ),
    rooms.ItemsPutBack: lambda fact, names: put_back(
        names.seat(fact.seat), "item", names.items(fact.top), names.items(fact.bottom)
    ),
    trade.ExchangeProposed: _exchange_proposed,
    trade.ExchangeDeclined: lambda fact, names: f"{names.seat(fact.seat)} declines the exchange",
    trade.UpgradeActivated: lambda fact, names: (
        f"{names.seat(fact.seat)} makes {names.item(fact.item)} the active upgrade"
    ),
    spells.SpellsLookedAt: lambda fact, names: with_faces(
        f"{names.seat(fact.seat)} looks at {count(len(fact.spells), 'spell')}", names.spells(fact.spells)
    ),
    spells.SpellsPutBack: lambda fact, names: put_back(
        names.seat(fact.seat), "spell", names.spells(fact.top), names.spells(fact.bottom)
    ),
    spells.SpellChosen: lambda fact, names: f"{names.seat(fact.seat)} casts {names.spell(fact.spell)}",
    spells.TopSpellRevealed: lambda fact, names: (
        f"{names.seat(fact.seat)} casts {names.spell(fact.spell)} from the top of the deck"
    ),
    spells.SpellRemoved: lambda fact, names: f"{names.spell(fact.spell)} leaves the game",
    spells.SpellPutInPlay: lambda fact, names: (
        f"{names.spell(fact.spell)} stays with {names.seat(fact.seat)}"
    ),
    spells.SpellLeftPlay: lambda fact, names: (
        f"{names.seat(fact.seat)}'s {names.spell(fact.spell)} leaves the game"
    ),
    spells.TopSpellsRemoved: lambda fact, names: with_faces(
        f"{count(len(fact.spells), 'spell')} of the deck {'leaves' if len(fact.spells) == 1 else 'leave'} "
        f"the game{FACE_DOWN}",
        names.spells(fact.spells),
    ),
    spells.ItemDeckShuffled: lambda fact, names: (
        f"The item deck is shuffled, {count(len(fact.items), 'item')}"
    ),
    loyalty.LoyaltyDeckShuffled: lambda fact, names: (
        f"The loyalty deck is shuffled, {count(len(fact.cards), 'card')}"
    ),
    loyalty.LoyaltyDealt: lambda fact, names: with_faces(
        f"{names.seat(fact.seat)} is dealt a loyalty card{FACE_DOWN}", [names.loyalty(fact.card)]
    ),
    loyalty.LoyaltyPassed: lambda fact, names: with_faces(
        f"{names.seat(fact.giver)} gives {count(len(fact.cards), 'loyalty card')} to {names.seat(fact.seat)}",
        names.loyalties(fact.cards),
    ),
    loyalty.LoyaltyLookedAt: lambda fact, names: with_faces(
        f"{names.seat(fact.looker)} looks at {count(len(fact.cards), 'loyalty card')} of {names.seat(fact.seat)}",
        names.loyalties(fact.cards),
    ),
    loyalty.LoyaltyTurnedOver: lambda fact, names: (
        f"{names.seat(fact.seat)} turns over {listed(names.loyalties(fact.cards)) or 'nothing'}"
    ),
    reveal.TraitorRevealed: lambda fact, names: (
        f"{names.seat(fact.seat)} reveals as a traitor: {names.loyalty(fact.card)}"
    ),
    reveal.FeatRemoved: lambda fact, names: (
        f"{names.seat(fact.seat)}'s feat {names.rule(f'feat.{fact.feat}')} leaves the game"
    ),
    reveal.AwakeningBegan: lambda fact, names: "The Awakening begins",
    mythos.MythosShuffled: lambda fact, names: (
        f"The mythos deck is shuffled, {count(len(fact.cards), 'card')}"
    ),
    mythos.MythosDrawn: lambda fact, names: f"{names.seat(fact.seat)} draws {names.mythos(fact.card)}",
    mythos.MythosSetAside: lambda fact, names: (
        f"{names.mythos(fact.card)} is set aside until a second mythos card is drawn"
    ),
    mythos.MythosChosen: _mythos_chosen,
    mythos.MythosDiscarded: lambda fact, names: f"{names.mythos(fact.card)} is discarded",
    mythos.MythosKept: lambda fact, names: f"{names.mythos(fact.card)} stays with {names.seat(fact.seat)}",
    mythos.MythosGivenUp: lambda fact, names: f"{names.seat(fact.seat)} discards {names.mythos(fact.card)}",
    mythos.MythosLookedAt: lambda fact, names: with_faces(
        f"{names.seat(fact.seat)} looks at {count(len(fact.cards), 'mythos card')}",
        names.mythos_cards(fact.cards),
    ),
    mythos.MythosShown: lambda fact, names: (
        f"{names.seat(fact.seat)} shows and discards {names.mythos(fact.card)}, whose character cannot choose"
    ),
    mythos.MythosPutBack: lambda fact, names: put_back(
        names.seat(fact.seat), "mythos card", names.mythos_cards(fact.top), names.mythos_cards(fact.bottom)
    ),
    mythos.CrisisBegan: _crisis_began,
    mythos.CrisisDecided: _crisis_decided,
    mythos.CrisisCancelled: lambda fact, names: (
        f"{names.seat(fact.seat)} cancels the crisis of {names.mythos(fact.card)}"
    ),
    mythos.CrisisEnded: lambda fact, names: f"The crisis of {names.mythos(fact.card)} is over",
    mythos.HatchesBarricaded: lambda fact, names: (
        f"{names.seat(fact.seat)} barricades the hatches: no Deep One moves inside this turn"
    ),
}
