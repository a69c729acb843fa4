"""What a seat may choose in Abyss, in the imperative. The questions are in `questions`."""

from __future__ import annotations

from referee.games.abyss.cards import Card, Location, Lord, Race
from referee.kernel.asks import Choice
from referee.kernel.facts import Seat


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
