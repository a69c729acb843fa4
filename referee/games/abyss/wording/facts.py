"""The facts of Abyss in sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.games.abyss.cards import Card, Location, Race
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
from referee.games.abyss.wording.names import Names, Words
from referee.games.sentences import count, listed
from referee.kernel.facts import Fact
from referee.kernel.table import Ended

ENDINGS: Mapping[Ending, str] = {
    Ending.SEVENTH_LORD: "has a seventh Lord",
    Ending.COURT_EXHAUSTED: "has left a Court that cannot be filled",
    Ending.STALEMATE: "ends the twentieth round without a recruitment",
}
"""What a seat did to set off the end."""


def verb(things: Sequence[object], one: str, more: str) -> str:
    """Return the form of the verb for one thing or for several."""
    return one if len(things) == 1 else more


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


def _last_round_began(fact: ending.LastRoundBegan, names: Names) -> str:
    cause = ENDINGS[Ending(fact.ending)]
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
    best = fact.scores[fact.winners[0]]
    points = count(best, "influence point")
    tied = [
        names.seat(seat)
        for seat, score in enumerate(fact.scores)
        if score == best and seat not in fact.winners
    ]
    after = f", by the tie-break over {listed(tied)}" if tied else ""
    return f"{winners} {verb(fact.winners, 'wins', 'share the victory')} with {points}{after}"


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
