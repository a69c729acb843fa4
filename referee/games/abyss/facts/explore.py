"""Facts about exploring the depths."""

from __future__ import annotations

from referee.games.abyss.cards import MONSTER, Card
from referee.games.abyss.state import State, folds
from referee.kernel.facts import OPEN_TABLE, Fact, Public, Seat


class CardRevealed(Fact, frozen=True, tag="abyss.card_revealed"):
    """The top card of the exploration deck was laid on the first free space of the track."""

    card: Public[Card]
    space: Public[int]


@folds(CardRevealed)
def _card_revealed(state: State, fact: CardRevealed) -> None:
    state.deck.pop()
    state.track.append(fact.card)


class OfferPassed(Fact, frozen=True, tag="abyss.offer_passed"):
    """A seat did not buy the Ally on offer."""

    seat: Public[Seat]


@folds(OfferPassed)
def _offer_passed(state: State, fact: OfferPassed) -> None:
    """Do nothing: passing changes nothing on the table."""


class AllyBought(Fact, frozen=True, tag="abyss.ally_bought"):
    """A seat bought the Ally on offer from the active seat."""

    seat: Public[Seat]
    seller: Public[Seat]
    ally: Public[Card]
    price: Public[int]


@folds(AllyBought)
def _ally_bought(state: State, fact: AllyBought) -> None:
    state.track.pop()
    state.realms[fact.seat].hand.append(state.face(fact.seat, fact.ally))
    state.add_pearls(fact.seat, -fact.price)
    state.add_pearls(fact.seller, fact.price)
    state.buyers.append(fact.seat)


class AllyTaken(Fact, frozen=True, tag="abyss.ally_taken"):
    """The active seat took the unsold Ally into its hand."""

    seat: Public[Seat]
    ally: Public[Card]


@folds(AllyTaken)
def _ally_taken(state: State, fact: AllyTaken) -> None:
    state.track.pop()
    state.realms[fact.seat].hand.append(state.face(fact.seat, fact.ally))


class ThreatRaised(Fact, frozen=True, tag="abyss.threat_raised"):
    """A Monster was left on the track; the threat token moved on."""

    space: Public[int]


@folds(ThreatRaised)
def _threat_raised(state: State, fact: ThreatRaised) -> None:
    state.threat = fact.space


class MonsterFought(Fact, frozen=True, tag="abyss.monster_fought"):
    """The active seat fought the Monster for the reward of this threat space; the token goes back to the first."""

    seat: Public[Seat]
    space: Public[int]


@folds(MonsterFought)
def _monster_fought(state: State, fact: MonsterFought) -> None:
    state.threat = 1


class TrackCleared(Fact, frozen=True, tag="abyss.track_cleared"):
    """The exploration ended: the Allies left went face down to the Council, the Monsters to the discard pile."""

    allies: Public[tuple[Card, ...]]
    monsters: Public[int]


@folds(TrackCleared)
def _track_cleared(state: State, fact: TrackCleared) -> None:
    state.track.clear()
    for ally in fact.allies:
        state.council[ally.race].append(ally if state.viewer == OPEN_TABLE else Card.HIDDEN)
    state.discard.extend([MONSTER] * fact.monsters)


FACTS: tuple[type[Fact], ...] = (
    CardRevealed,
    OfferPassed,
    AllyBought,
    AllyTaken,
    ThreatRaised,
    MonsterFought,
    TrackCleared,
)
