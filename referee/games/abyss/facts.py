"""What can happen in Abyss, and who may see it.

The decks are face down for everyone, Monster tokens are known to their owner alone. An Ally is seen by all
when it is revealed, and goes out of sight when it enters a hand or the Council: the facts tell what everyone
saw, and a seat's view of the table shows the hands of others and the Council face down, as on a real table.
"""

from __future__ import annotations

from typing import Annotated

from referee.games.abyss.cards import Card, Location, Lord, Race
from referee.kernel.facts import Fact, OwnerSees, Public, Seat, Secret, seen_by


class ExplorationShuffled(Fact, frozen=True, tag="abyss.exploration_shuffled"):
    """The exploration deck was shuffled; cards of the discard pile, if any, are in it. Last is on top."""

    cards: Secret[tuple[Card, ...]]


class LordsShuffled(Fact, frozen=True, tag="abyss.lords_shuffled"):
    """The Lord deck was shuffled. Last is on top."""

    lords: Secret[tuple[Lord, ...]]


class LocationsShuffled(Fact, frozen=True, tag="abyss.locations_shuffled"):
    """The Location deck was shuffled. Last is on top."""

    locations: Secret[tuple[Location, ...]]


class TokensShuffled(Fact, frozen=True, tag="abyss.tokens_shuffled"):
    """The Monster tokens were mixed face down. The last will be drawn first."""

    tokens: Secret[tuple[int, ...]]


class StartSeatDrawn(Fact, frozen=True, tag="abyss.start_seat_drawn"):
    """The start seat was drawn by lot."""

    seat: Public[Seat]


class PearlsGained(Fact, frozen=True, tag="abyss.pearls_gained"):
    """A seat took pearls from the Treasury."""

    seat: Public[Seat]
    pearls: Public[int]


class PearlsPaid(Fact, frozen=True, tag="abyss.pearls_paid"):
    """A seat paid pearls to the Treasury."""

    seat: Public[Seat]
    pearls: Public[int]


class KeysGained(Fact, frozen=True, tag="abyss.keys_gained"):
    """A seat took key tokens."""

    seat: Public[Seat]
    keys: Public[int]


class KeysReturned(Fact, frozen=True, tag="abyss.keys_returned"):
    """A seat put key tokens back into the supply without taking a Location: none was left."""

    seat: Public[Seat]
    keys: Public[int]


class TokensDrawn(Fact, frozen=True, tag="abyss.tokens_drawn"):
    """A seat drew Monster tokens; only that seat knows their values."""

    seat: Public[Seat]
    tokens: OwnerSees[tuple[int, ...]]


class TokenStolen(Fact, frozen=True, tag="abyss.token_stolen"):
    """A Monster token changed hands; the two seats know its value."""

    seat: Public[Seat]
    loser: Public[Seat]
    token: Annotated[int, seen_by("seat", "loser")]


class TurnBegan(Fact, frozen=True, tag="abyss.turn_began"):
    """A seat's turn began."""

    seat: Public[Seat]
    turn: Public[int]


class LordsCalled(Fact, frozen=True, tag="abyss.lords_called"):
    """Lords came from the deck to the Court."""

    lords: Public[tuple[Lord, ...]]


class CardRevealed(Fact, frozen=True, tag="abyss.card_revealed"):
    """The top card of the exploration deck was laid on the first free space of the track."""

    card: Public[Card]
    space: Public[int]


class OfferPassed(Fact, frozen=True, tag="abyss.offer_passed"):
    """A seat did not buy the Ally on offer."""

    seat: Public[Seat]


class AllyBought(Fact, frozen=True, tag="abyss.ally_bought"):
    """A seat bought the Ally on offer from the active seat."""

    seat: Public[Seat]
    seller: Public[Seat]
    ally: Public[Card]
    price: Public[int]


class AllyTaken(Fact, frozen=True, tag="abyss.ally_taken"):
    """The active seat took the unsold Ally into its hand."""

    seat: Public[Seat]
    ally: Public[Card]


class ThreatRaised(Fact, frozen=True, tag="abyss.threat_raised"):
    """A Monster was left on the track; the threat token moved on."""

    space: Public[int]


class MonsterFought(Fact, frozen=True, tag="abyss.monster_fought"):
    """The active seat fought the Monster for the reward of this threat space; the token goes back to the first."""

    seat: Public[Seat]
    space: Public[int]


class TrackCleared(Fact, frozen=True, tag="abyss.track_cleared"):
    """The exploration ended: the Allies left went face down to the Council, the Monsters to the discard pile."""

    allies: Public[tuple[Card, ...]]
    monsters: Public[int]


class StackTaken(Fact, frozen=True, tag="abyss.stack_taken"):
    """A seat took a Council stack into its hand, unseen until then."""

    seat: Public[Seat]
    race: Public[Race]
    allies: OwnerSees[tuple[Card, ...]]


class StackDiscarded(Fact, frozen=True, tag="abyss.stack_discarded"):
    """A Council stack was discarded, face down as it lay."""

    race: Public[Race]
    allies: Secret[tuple[Card, ...]]


class CostPaid(Fact, frozen=True, tag="abyss.cost_paid"):
    """A seat handed in Allies, and pearls for what was missing, to recruit a Lord."""

    seat: Public[Seat]
    lord: Public[Lord]
    allies: Public[tuple[Card, ...]]
    pearls: Public[int]


class AllyAffiliated(Fact, frozen=True, tag="abyss.ally_affiliated"):
    """Of the Allies handed in, one joined the seat; the others went to the discard pile."""

    seat: Public[Seat]
    ally: Public[Card]


class LordRecruited(Fact, frozen=True, tag="abyss.lord_recruited"):
    """A Lord came from the Court into a seat's service."""

    seat: Public[Seat]
    lord: Public[Lord]


class LordDrawn(Fact, frozen=True, tag="abyss.lord_drawn"):
    """The top Lord of the deck came into a seat's service."""

    seat: Public[Seat]
    lord: Public[Lord]


class LordSacrificed(Fact, frozen=True, tag="abyss.lord_sacrificed"):
    """A seat discarded one of its own free Lords."""

    seat: Public[Seat]
    lord: Public[Lord]


class LordReplaced(Fact, frozen=True, tag="abyss.lord_replaced"):
    """A Lord at Court was discarded and the top Lord of the deck took its place."""

    lord: Public[Lord]
    successor: Public[Lord]


class LordDismissed(Fact, frozen=True, tag="abyss.lord_dismissed"):
    """A Lord at Court was discarded, and no Lord was left in the deck to take its place."""

    lord: Public[Lord]


class LordTurned(Fact, frozen=True, tag="abyss.lord_turned"):
    """A free Lord was turned: from now on only its influence points count."""

    seat: Public[Seat]
    lord: Public[Lord]


class PowerUsed(Fact, frozen=True, tag="abyss.power_used"):
    """A seat used a once-per-turn power."""

    seat: Public[Seat]
    lord: Public[Lord]


class AlliesDiscarded(Fact, frozen=True, tag="abyss.allies_discarded"):
    """A seat discarded Allies from its hand."""

    seat: Public[Seat]
    allies: Public[tuple[Card, ...]]


class LocationsOpened(Fact, frozen=True, tag="abyss.locations_opened"):
    """Locations from the deck were laid face up beside the board."""

    locations: Public[tuple[Location, ...]]


class LocationsDrawn(Fact, frozen=True, tag="abyss.locations_drawn"):
    """A seat drew Locations from the deck, to control one and leave the others face up."""

    seat: Public[Seat]
    locations: Public[tuple[Location, ...]]


class LocationControlled(Fact, frozen=True, tag="abyss.location_controlled"):
    """A seat took control of a Location; the Lords used lie under it, the key tokens used are back in the supply."""

    seat: Public[Seat]
    location: Public[Location]
    lords: Public[tuple[Lord, ...]]
    key_tokens: Public[int]


class LocationSwapped(Fact, frozen=True, tag="abyss.location_swapped"):
    """A seat gave a Location for a face-up one; the Lords under it lie under the new one, or are free again."""

    seat: Public[Seat]
    given: Public[Location]
    taken: Public[Location]
    freed: Public[tuple[Lord, ...]]


class LocationDeckSearched(Fact, frozen=True, tag="abyss.location_deck_searched"):
    """A seat looked through the Location deck; the tiles are listed by name, not in the order they lie."""

    seat: Public[Seat]
    locations: OwnerSees[tuple[Location, ...]]


class LocationExchanged(Fact, frozen=True, tag="abyss.location_exchanged"):
    """A seat exchanged the Black Smokers for a Location of the deck."""

    seat: Public[Seat]
    taken: Public[Location]
    returned: Public[bool]
    """The Black Smokers went back into the deck; otherwise they left the game."""


class ExtraTurnGranted(Fact, frozen=True, tag="abyss.extra_turn_granted"):
    """A seat will take another turn after this one."""

    seat: Public[Seat]


class LastRoundBegan(Fact, frozen=True, tag="abyss.last_round_began"):
    """The end of the game was set off; every other seat has one more turn."""

    seat: Public[Seat]
    ending: Public[str]


class HandAffiliated(Fact, frozen=True, tag="abyss.hand_affiliated"):
    """At the end the weakest Ally of each race in a seat's hand joined it; the rest were discarded."""

    seat: Public[Seat]
    allies: Public[tuple[Card, ...]]
    discarded: Public[tuple[Card, ...]]


class TokensRevealed(Fact, frozen=True, tag="abyss.tokens_revealed"):
    """A seat turned over its Monster tokens for the scoring."""

    seat: Public[Seat]
    tokens: Public[tuple[int, ...]]


class SeatScored(Fact, frozen=True, tag="abyss.seat_scored"):
    """A seat's influence points, by where they come from."""

    seat: Public[Seat]
    locations: Public[int]
    lords: Public[int]
    allies: Public[int]
    tokens: Public[int]


FACTS: tuple[type[Fact], ...] = (
    ExplorationShuffled,
    LordsShuffled,
    LocationsShuffled,
    TokensShuffled,
    StartSeatDrawn,
    PearlsGained,
    PearlsPaid,
    KeysGained,
    KeysReturned,
    TokensDrawn,
    TokenStolen,
    TurnBegan,
    LordsCalled,
    CardRevealed,
    OfferPassed,
    AllyBought,
    AllyTaken,
    ThreatRaised,
    MonsterFought,
    TrackCleared,
    StackTaken,
    StackDiscarded,
    CostPaid,
    AllyAffiliated,
    LordRecruited,
    LordDrawn,
    LordSacrificed,
    LordReplaced,
    LordDismissed,
    LordTurned,
    PowerUsed,
    AlliesDiscarded,
    LocationsOpened,
    LocationsDrawn,
    LocationControlled,
    LocationSwapped,
    LocationDeckSearched,
    LocationExchanged,
    ExtraTurnGranted,
    LastRoundBegan,
    HandAffiliated,
    TokensRevealed,
    SeatScored,
)

PLAIN: frozenset[type[Fact]] = frozenset(
    {
        PearlsGained,
        PearlsPaid,
        KeysGained,
        KeysReturned,
        TurnBegan,
        OfferPassed,
        AllyBought,
        AllyTaken,
        ThreatRaised,
        MonsterFought,
        TrackCleared,
        AllyAffiliated,
        LordRecruited,
        LordSacrificed,
        LordDismissed,
        LordTurned,
        PowerUsed,
        LocationControlled,
        LocationSwapped,
        ExtraTurnGranted,
        LastRoundBegan,
    }
)
"""They only move what everyone had seen; whatever comes from a deck or out of a hand is not among them."""
