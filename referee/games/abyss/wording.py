"""Sentences of Abyss for people: what happened, what may be chosen, and why something may not.

    >>> from referee.games.abyss.cards import Card
    >>> say_fact(explore.AllyBought(seat=1, seller=0, ally=Card.CRAB_3, price=2), ["Ann", "Ben"])
    'Ben buys Crab 3 from Ann for 2 pearls.'
    >>> say_fact(supply.TokensDrawn(seat=0, tokens=(0, 0)), ["Ann", "Ben"])
    'Ann draws 2 Monster tokens.'

A fact is worded as its viewer was told it: what lies face down is counted, never named. The sentences are English;
`language` chooses the names of cards, if we know those of that edition.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from referee.games.abyss import choices as c
from referee.games.abyss.cards import LOCATIONS, LORDS, Card, Location, Lord, Race
from referee.games.abyss.ending import Ending
from referee.games.abyss.facts import (
    council,
    court,
    decks,
    ending,
    explore,
    locations,
    powers,
    recruit,
    supply,
    turn,
)
from referee.games.abyss.obstacles import Obstacle
from referee.games.sentences import count, listed, sentence
from referee.kernel.asks import Choice
from referee.kernel.facts import Fact, Seat
from referee.kernel.table import Ended
from referee.kernel.wording import Wording

Language = Literal["en", "de"]

RACE_NAMES: Mapping[Language, Mapping[Race, str]] = {
    "en": {
        Race.SQUID: "Squid",
        Race.SHELLFISH: "Shellfish",
        Race.CRAB: "Crab",
        Race.SEAHORSE: "Seahorse",
        Race.JELLYFISH: "Jellyfish",
    },
    "de": {
        Race.SQUID: "Tintenfisch",
        Race.SHELLFISH: "Schalentier",
        Race.CRAB: "Krebs",
        Race.SEAHORSE: "Seepferdchen",
        Race.JELLYFISH: "Qualle",
    },
}


def verb(things: Sequence[object], one: str, more: str) -> str:
    """Return the form of the verb for one thing or for several."""
    return one if len(things) == 1 else more


class Names:
    """The names used in sentences: those of the seats, and of the cards in one language."""

    __slots__ = ("_language", "_seats")

    def __init__(self, seats: Sequence[str], language: Language) -> None:
        self._seats = seats
        self._language = language

    def seat(self, seat: Seat) -> str:
        """Return the name of a seat's player."""
        return self._seats[seat]

    def race(self, race: Race) -> str:
        """Return the name of a race."""
        return RACE_NAMES[self._language][race]

    def card(self, card: Card) -> str:
        """Return the name of a face-up exploration card."""
        return "a Monster" if card is Card.MONSTER else f"{self.race(card.race)} {card.strength}"

    def cards(self, cards: Sequence[Card]) -> str:
        """Return the names of face-up exploration cards as a list in words."""
        return listed([self.card(card) for card in cards])

    def lord(self, lord: Lord) -> str:
        """Return the name of a Lord for use inside a sentence."""
        return self._printed(LORDS[lord].name, LORDS[lord].name_de)

    def lords(self, lords: Sequence[Lord]) -> str:
        """Return the names of Lords as a list in words."""
        return listed([self.lord(lord) for lord in lords])

    def location(self, location: Location) -> str:
        """Return the name of a Location for use inside a sentence."""
        return self._printed(LOCATIONS[location].name, LOCATIONS[location].name_de)

    def locations(self, locations: Sequence[Location]) -> str:
        """Return the names of Locations as a list in words."""
        return listed([self.location(location) for location in locations])

    def _printed(self, english: str, german: str) -> str:
        if self._language == "de" and german:
            return german
        return f"the {english.removeprefix('The ')}" if english.startswith("The ") else english


Words = Callable[[Any, Names], str]


def _tokens_drawn(fact: supply.TokensDrawn, names: Names) -> str:
    drawn = f"{names.seat(fact.seat)} draws {count(len(fact.tokens), 'Monster token')}"
    return f"{drawn}, worth {listed([str(token) for token in fact.tokens])}" if all(fact.tokens) else drawn


def _token_stolen(fact: supply.TokenStolen, names: Names) -> str:
    stolen = f"{names.seat(fact.seat)} takes a Monster token from {names.seat(fact.loser)}"
    return f"{stolen}, worth {fact.token}" if fact.token else stolen


def _track_cleared(fact: explore.TrackCleared, names: Names) -> str:
    said = []
    if fact.allies:
        said.append(f"{names.cards(fact.allies)} {verb(fact.allies, 'goes', 'go')} to the Council")
    if fact.monsters:
        are = "is" if fact.monsters == 1 else "are"
        said.append(f"{count(fact.monsters, 'Monster')} {are} discarded")
    return "; ".join(said)


def _stack(race: Race, allies: Sequence[Card], names: Names) -> str:
    stack = f"the {names.race(race)} stack of {count(len(allies), 'card')}"
    return stack if Card.HIDDEN in allies else f"{stack}, {names.cards(allies)},"


def _stack_taken(fact: council.StackTaken, names: Names) -> str:
    return f"{names.seat(fact.seat)} takes {_stack(fact.race, fact.allies, names).rstrip(',')}"


def _cost_paid(fact: recruit.CostPaid, names: Names) -> str:
    pearls = [count(fact.pearls, "pearl")] if fact.pearls else []
    paid = listed([*[names.card(ally) for ally in fact.allies], *pearls])
    return f"{names.seat(fact.seat)} hands in {paid} for {names.lord(fact.lord)}"


def _locations_opened(fact: locations.LocationsOpened, names: Names) -> str:
    return f"{names.locations(fact.locations)} {verb(fact.locations, 'lies', 'lie')} face up"


def _location_controlled(fact: locations.LocationControlled, names: Names) -> str:
    tokens = [count(fact.key_tokens, "key token")] if fact.key_tokens else []
    keys = listed([*[names.lord(lord) for lord in fact.lords], *tokens])
    return f"{names.seat(fact.seat)} takes control of {names.location(fact.location)} with {keys}"


def _location_swapped(fact: locations.LocationSwapped, names: Names) -> str:
    swapped = f"{names.seat(fact.seat)} swaps {names.location(fact.given)} for {names.location(fact.taken)}"
    if not fact.freed:
        return swapped
    return f"{swapped}; {names.lords(fact.freed)} {verb(fact.freed, 'is', 'are')} free again"


def _location_deck_searched(fact: locations.LocationDeckSearched, names: Names) -> str:
    searched = f"{names.seat(fact.seat)} looks through the Location deck"
    hidden = Location.HIDDEN in fact.locations
    return searched if hidden else f"{searched} and finds {names.locations(fact.locations)}"


def _location_exchanged(fact: locations.LocationExchanged, names: Names) -> str:
    smokers = names.location(Location.BLACK_SMOKERS)
    exchanged = f"{names.seat(fact.seat)} exchanges {smokers} for {names.location(fact.taken)}"
    return f"{exchanged}, and they go back into the deck" if fact.returned else exchanged


_ENDINGS = {
    Ending.SEVENTH_LORD: "has a seventh Lord",
    Ending.COURT_EXHAUSTED: "has left a Court that cannot be filled",
    Ending.STALEMATE: "ends the twentieth round without a recruitment",
}


def _last_round_began(fact: ending.LastRoundBegan, names: Names) -> str:
    cause = _ENDINGS[Ending(fact.ending)]
    return f"{names.seat(fact.seat)} {cause}: every other seat has one last turn"


def _hand_affiliated(fact: ending.HandAffiliated, names: Names) -> str:
    joined = f"{names.cards(fact.allies)} {verb(fact.allies, 'joins', 'join')} {names.seat(fact.seat)} from the hand"
    if not fact.discarded:
        return joined
    return f"{joined}; {names.cards(fact.discarded)} {verb(fact.discarded, 'is', 'are')} discarded"


def _tokens_revealed(fact: ending.TokensRevealed, names: Names) -> str:
    seat = names.seat(fact.seat)
    if not fact.tokens:
        return f"{seat} has no Monster token"
    worth = listed([str(token) for token in fact.tokens])
    return f"{seat} turns over {count(len(fact.tokens), 'Monster token')}, worth {worth}"


def _seat_scored(fact: ending.SeatScored, names: Names) -> str:
    total = fact.locations + fact.lords + fact.allies + fact.tokens
    return (
        f"{names.seat(fact.seat)} has {count(total, 'influence point')}: {fact.locations} from Locations, "
        f"{fact.lords} from Lords, {fact.allies} from Allies and {fact.tokens} from Monster tokens"
    )


def _ended(fact: Ended, names: Names) -> str:
    winners = listed([names.seat(seat) for seat in fact.winners])
    best = count(fact.scores[fact.winners[0]], "influence point")
    return f"{winners} {verb(fact.winners, 'wins', 'share the victory')} with {best}"


FACT_WORDS: Mapping[type[Fact], Words] = {
    decks.ExplorationShuffled: lambda fact, names: (
        f"The exploration deck is shuffled, {count(len(fact.cards), 'card')}"
    ),
    decks.LordsShuffled: lambda fact, names: f"The Lord deck is shuffled, {count(len(fact.lords), 'Lord')}",
    decks.LocationsShuffled: lambda fact, names: (
        f"The Location deck is shuffled, {count(len(fact.locations), 'Location')}"
    ),
    decks.TokensShuffled: lambda fact, names: (
        f"The Monster tokens are mixed, {len(fact.tokens)} of them, face down"
    ),
    turn.StartSeatDrawn: lambda fact, names: f"{names.seat(fact.seat)} begins",
    supply.PearlsGained: lambda fact, names: f"{names.seat(fact.seat)} gains {count(fact.pearls, 'pearl')}",
    supply.PearlsPaid: lambda fact, names: (
        f"{names.seat(fact.seat)} pays {count(fact.pearls, 'pearl')} to the Treasury"
    ),
    supply.KeysGained: lambda fact, names: f"{names.seat(fact.seat)} gains {count(fact.keys, 'key token')}",
    supply.KeysReturned: lambda fact, names: (
        f"{names.seat(fact.seat)} puts back {count(fact.keys, 'key token')}: no Location is left"
    ),
    supply.TokensDrawn: _tokens_drawn,
    supply.TokenStolen: _token_stolen,
    turn.TurnBegan: lambda fact, names: f"Turn {fact.turn} begins: it is {names.seat(fact.seat)}'s",
    court.LordsCalled: lambda fact, names: (
        f"{names.lords(fact.lords)} {verb(fact.lords, 'comes', 'come')} to the Court"
    ),
    explore.CardRevealed: lambda fact, names: f"{names.card(fact.card)} is revealed on space {fact.space}",
    explore.OfferPassed: lambda fact, names: f"{names.seat(fact.seat)} passes",
    explore.AllyBought: lambda fact, names: (
        f"{names.seat(fact.seat)} buys {names.card(fact.ally)} from {names.seat(fact.seller)} "
        f"for {count(fact.price, 'pearl')}"
    ),
    explore.AllyTaken: lambda fact, names: (
        f"{names.seat(fact.seat)} takes {names.card(fact.ally)} into the hand"
    ),
    explore.ThreatRaised: lambda fact, names: (
        f"The Monster is left alone, and the threat token moves to space {fact.space}"
    ),
    explore.MonsterFought: lambda fact, names: (
        f"{names.seat(fact.seat)} fights the Monster for the reward of space {fact.space}"
    ),
    explore.TrackCleared: _track_cleared,
    council.StackTaken: _stack_taken,
    council.StackDiscarded: lambda fact, names: f"{_stack(fact.race, fact.allies, names)} is discarded",
    recruit.CostPaid: _cost_paid,
    recruit.AllyAffiliated: lambda fact, names: f"{names.card(fact.ally)} joins {names.seat(fact.seat)}",
    recruit.LordRecruited: lambda fact, names: f"{names.seat(fact.seat)} recruits {names.lord(fact.lord)}",
    recruit.LordDrawn: lambda fact, names: (
        f"{names.seat(fact.seat)} draws {names.lord(fact.lord)} from the Lord deck"
    ),
    powers.LordSacrificed: lambda fact, names: f"{names.seat(fact.seat)} discards {names.lord(fact.lord)}",
    court.LordReplaced: lambda fact, names: (
        f"{names.lord(fact.successor)} takes the place of {names.lord(fact.lord)} at Court"
    ),
    court.LordDismissed: lambda fact, names: f"{names.lord(fact.lord)} leaves the Court and is not replaced",
    powers.LordTurned: lambda fact, names: f"{names.lord(fact.lord)} of {names.seat(fact.seat)} is turned",
    powers.PowerUsed: lambda fact, names: f"{names.seat(fact.seat)} uses {names.lord(fact.lord)}",
    powers.AlliesDiscarded: lambda fact, names: (
        f"{names.seat(fact.seat)} discards {names.cards(fact.allies)}"
    ),
    locations.LocationsOpened: _locations_opened,
    locations.LocationsDrawn: lambda fact, names: (
        f"{names.seat(fact.seat)} draws {names.locations(fact.locations)}"
    ),
    locations.LocationControlled: _location_controlled,
    locations.LocationSwapped: _location_swapped,
    locations.LocationDeckSearched: _location_deck_searched,
    locations.LocationExchanged: _location_exchanged,
    turn.ExtraTurnGranted: lambda fact, names: f"{names.seat(fact.seat)} is granted another turn",
    ending.LastRoundBegan: _last_round_began,
    ending.HandAffiliated: _hand_affiliated,
    ending.TokensRevealed: _tokens_revealed,
    ending.SeatScored: _seat_scored,
    Ended: _ended,
}


def _reward(choice: c.ChooseReward, names: Names) -> str:
    things = [(choice.keys, "key"), (choice.pearls, "pearl"), (choice.tokens, "Monster token")]
    return f"Take {listed([count(number, thing) for number, thing in things if number])}"


CHOICE_WORDS: Mapping[type[Choice], Words] = {
    c.Plot: lambda choice, names: "Pay 1 pearl to bring a Lord to the Court",
    c.Explore: lambda choice, names: "Explore the depths",
    c.TakeStack: lambda choice, names: f"Take the {names.race(choice.race)} stack of the Council",
    c.Recruit: lambda choice, names: f"Recruit {names.lord(choice.lord)}",
    c.UsePower: lambda choice, names: f"Use {names.lord(choice.lord)}",
    c.EndTurn: lambda choice, names: "End your turn",
    c.RestAction: lambda choice, names: "Do nothing: no action is possible",
    c.BuyAlly: lambda choice, names: f"Buy {names.card(choice.ally)} for {count(choice.price, 'pearl')}",
    c.PassOffer: lambda choice, names: "Pass",
    c.TakeAlly: lambda choice, names: f"Take {names.card(choice.ally)} into your hand",
    c.FightMonster: lambda choice, names: "Fight the Monster",
    c.GoOn: lambda choice, names: "Go on exploring",
    c.StopExploring: lambda choice, names: "Stop exploring, empty-handed",
    c.ChooseReward: _reward,
    c.HandIn: lambda choice, names: f"Hand in {names.card(choice.ally)}",
    c.Affiliate: lambda choice, names: f"Let {names.card(choice.ally)} join you",
    c.DiscardAlly: lambda choice, names: f"Discard {names.card(choice.ally)}",
    c.DiscardStack: lambda choice, names: f"Discard the {names.race(choice.race)} stack of the Council",
    c.TurnLord: lambda choice, names: f"Turn {names.lord(choice.lord)} of {names.seat(choice.owner)}",
    c.RobSeat: lambda choice, names: f"Take a Monster token from {names.seat(choice.owner)}",
    c.DismissLord: lambda choice, names: f"Send {names.lord(choice.lord)} away from the Court",
    c.SacrificeLord: lambda choice, names: f"Discard {names.lord(choice.lord)} for another Lord",
    c.TakeLord: lambda choice, names: f"Take {names.lord(choice.lord)} from the Court",
    c.Decline: lambda choice, names: "Decline",
    c.TakeLocation: lambda choice, names: f"Take {names.location(choice.location)}",
    c.DrawLocations: lambda choice, names: f"Draw {count(choice.count, 'Location')}",
    c.KeepLocation: lambda choice, names: f"Keep {names.location(choice.location)}",
    c.SpendKeyToken: lambda choice, names: "Use a key token",
    c.SpendLordKey: lambda choice, names: f"Use the key of {names.lord(choice.lord)}",
    c.GiveLocation: lambda choice, names: f"Give {names.location(choice.location)}",
    c.SearchFor: lambda choice, names: (
        f"Exchange {names.location(Location.BLACK_SMOKERS)} for {names.location(choice.location)}"
    ),
}

OBSTACLE_WORDS: Mapping[str, str] = {
    Obstacle.PEARLS_SHORT: "You do not have enough pearls.",
    Obstacle.COURT_FULL: "The Court has no free space.",
    Obstacle.COURT_EMPTY: "There is no Lord at Court.",
    Obstacle.LORD_DECK_EMPTY: "The Lord deck is empty.",
    Obstacle.EXPLORATION_EXHAUSTED: "No exploration card is left, in the deck or in the discard pile.",
    Obstacle.STACK_EMPTY: "That Council stack is empty.",
    Obstacle.COUNCIL_EMPTY: "The Council is empty.",
    Obstacle.LORD_NOT_AT_COURT: "That Lord is not at Court.",
    Obstacle.RACES_SHORT: "You hold Allies of too few races.",
    Obstacle.RACE_MISSING: "You hold no Ally of the race this Lord requires.",
    Obstacle.VALUE_SHORT: "Your Allies and pearls together do not reach the cost.",
    Obstacle.LORD_NOT_FREE: "That Lord is not among the free Lords to choose from.",
    Obstacle.LORD_TURNED: "That Lord is turned; only its influence points are left.",
    Obstacle.POWER_NOT_PER_TURN: "That Lord has no once-per-turn power.",
    Obstacle.POWER_USED: "The power of that Lord was already used this turn.",
    Obstacle.JUST_RECRUITED: "That Lord was recruited this turn; its power can be used from your next turn on.",
    Obstacle.HAND_EMPTY: "You hold no Ally.",
    Obstacle.ACTION_DONE: "You have already carried out your action this turn.",
    Obstacle.ACTION_OWED: "You must carry out an action before you end your turn.",
    Obstacle.ACTION_POSSIBLE: "You can carry out an action, so you must.",
    Obstacle.NOT_ON_OFFER: "That is not the Ally on offer, or not its price.",
    Obstacle.NOT_THIS_REWARD: "The threat track does not show that reward here.",
    Obstacle.TOKENS_SHORT: "There are not enough Monster tokens left for that reward.",
    Obstacle.NO_TOKENS: "That seat has no Monster token.",
    Obstacle.SHIELDED: "A Shaman shields that seat from Soldiers.",
    Obstacle.NOT_THE_WEAKEST: "Only the weakest of the Allies handed in may join you.",
    Obstacle.LOCATION_NOT_OPEN: "That Location is not face up.",
    Obstacle.LOCATION_DECK_SHORT: "The Location deck does not hold that many.",
    Obstacle.FOUR_AT_MOST: "One to four Locations may be drawn.",
    "total_at_least": "The Allies handed in and your pearls together do not reach the cost.",
    "groups_exactly": "The Allies handed in must be of exactly as many races as the Lord shows.",
    "group_required": "The race this Lord requires must be among the Allies handed in.",
    "none_spare": "One of the Allies handed in is not needed for the cost.",
}
"""Sentences for obstacles and for limits of a payment, by name."""


def say_fact(fact: Fact, seat_names: Sequence[str], language: Language = "en") -> str:
    """Return the sentence for a fact as its viewer was told it."""
    return sentence(FACT_WORDS[type(fact)](fact, Names(seat_names, language)), seat_names)


def say_choice(choice: Choice, seat_names: Sequence[str], language: Language = "en") -> str:
    """Return the sentence for what a choice would do."""
    return sentence(CHOICE_WORDS[type(choice)](choice, Names(seat_names, language)), ())


WORDING = Wording(
    say_fact=say_fact,
    say_choice=say_choice,
    obstacles=OBSTACLE_WORDS,
    endings={ending: sentence(f"a seat {words}", ()) for ending, words in _ENDINGS.items()},
)
