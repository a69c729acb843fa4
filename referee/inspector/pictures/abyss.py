"""The picture of an Abyss table: the board with its piles, and what each seat has.

A card has no instance number, so an Ally in a hand is named by its face and the number of equal cards before it
(`seat/0/hand/crab/3/1`); a Lord and a Location exist once and keep their keys wherever they lie.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from referee.games.abyss.cards import (
    COURT_SPACES,
    LOCATIONS,
    LORDS,
    THREAT_TRACK,
    TRACK_SPACES,
    Card,
    Location,
    Lord,
    Race,
    Reward,
)
from referee.games.abyss.court import LORDS_LEFT_TO_REFILL, REFILL_PEARLS
from referee.games.abyss.ending import Ending
from referee.games.abyss.locations import keys_of
from referee.games.abyss.scoring import location_points, score_of
from referee.games.abyss.state import FOLDS, NOT_TOLD, Realm, State
from referee.games.abyss.wording.facts import ENDINGS
from referee.games.abyss.wording.names import Language, Names
from referee.games.sentences import count, listed
from referee.inspector.pictures import Element, Picture
from referee.kernel.chance import SEED_BYTES, Chance
from referee.kernel.facts import OPEN_TABLE, Seat
from referee.kernel.game import Setup
from referee.kernel.table import Table

LAST_SPACE_PEARLS = 1
"""Number of pearls printed on the last space of the exploration track."""


def picture(state: State, setup: Setup, viewer: Seat, language: Language = "en") -> Picture:
    """Return everything that a viewer sees of the table, by key."""
    return _AbyssPicture(state, setup, viewer, language).elements()


class _AbyssPicture:
    """Builds one picture. The methods yield keys and elements."""

    def __init__(self, state: State, setup: Setup, viewer: Seat, language: Language) -> None:
        self.state = state
        self.viewer = viewer
        self.seats = [f"seat {seat}" for seat in range(setup.seats)]
        self.names = Names(self.seats, language)
        self.language: Language = language
        # Scoring reads the state and the rulings of a table; its chance is never used.
        unused = Chance(bytes(SEED_BYTES))
        self.table = Table(state, setup.seats, FOLDS, unused, setup.readings, setup.rules_version)

    def elements(self) -> Picture:
        """Return the whole picture."""
        found = dict(self.board())
        for seat, realm in enumerate(self.state.realms):
            found.update(self.seat(seat, realm))
        return found

    def board(self) -> Iterator[tuple[str, Element]]:
        """Yield what lies on the board and beside it."""
        yield "turn", self.turn()
        yield from self.court()
        yield from self.track()
        yield from self.council()
        at = self.state.threat
        yield "threat", Element("threat_token", f"Threat token on space {at}", at, f"threat/{at}")
        yield from self.piles()
        yield from self.locations_of(self.state.open_locations, "locations/open", "face up")
        yield from self.locations_of(self.state.drawn_locations, "locations/drawn", "just drawn")
        yield from self.locations_of(self.state.locations_gone, "discard/locations", "out of the game")
        state = self.state
        yield "treasury", Element("pearls", f"Treasury: {count(state.treasury, 'pearl')}", state.treasury)
        yield "supply/keys", Element("keys", f"Supply: {count(state.key_supply, 'key')}", state.key_supply)

    def turn(self) -> Element:
        """Return whose turn it is, and whether the match is about to end."""
        state = self.state
        parts = [f"Turn {state.turn} of seat {state.active}" if state.turn else "Before the first turn"]
        ending = ENDINGS[Ending(state.ending)] if state.ending else ""
        if state.extra_turn:
            parts.append("another turn follows")
        if state.last_recruitment:
            parts.append(f"a Lord was last recruited in turn {state.last_recruitment}")
        if ending:
            parts.append(f"last round: seat {state.last_round_by} {ending}")
        data = {
            "active": state.active,
            "extra_turn": state.extra_turn,
            "last_round_by": state.last_round_by,
            "ending": ending,
            "last_recruitment": state.last_recruitment,
        }
        return Element("turn", ", ".join(parts), state.turn, data=data)

    def court(self) -> Iterator[tuple[str, Element]]:
        """Yield the spaces of the Court, the Lords on them and those out of the game."""
        yield from _spaces()
        for space, lord in enumerate(self.state.court):
            yield f"lord/{lord.value}", _lord(self.language, lord, f"court/{space}", "at Court")
        for place, lord in enumerate(self.state.lords_gone):
            gone = _lord(self.language, lord, "discard/lords", "out of the game", order=place)
            yield f"lord/{lord.value}", gone

    def track(self) -> Iterator[tuple[str, Element]]:
        """Yield the cards on the exploration track, and the Allies handed in for a Lord."""
        for space, card in enumerate(self.state.track):
            where = "on the exploration track"
            yield f"track/{space}", _card(self.language, card, f"track/space/{space}", where)
        yield from self.cards_in(self.state.paid, "paid", "handed in")

    def cards_in(self, cards: Sequence[Card], at: str, where: str) -> Iterator[tuple[str, Element]]:
        """Yield cards that lie together, equal ones numbered."""
        for face, number, card in _numbered(cards):
            yield f"{at}/{face}/{number}", _card(self.language, card, at, where)

    def council(self) -> Iterator[tuple[str, Element]]:
        """Yield the stacks of the Council; the open table also shows what is in them."""
        for race, stack in self.state.council.items():
            name = f"Council, {self.names.race(race)}: {count(len(stack), 'Ally')} face down"
            data: dict[str, Any] = {"race": race.value}
            if self.viewer == OPEN_TABLE and stack:
                data["strengths"] = [card.strength for card in stack]
                name += f", values {listed([str(card.strength) for card in stack])}"
            yield f"council/{race.value}", Element("council", name, len(stack), "council", data)

    def piles(self) -> Iterator[tuple[str, Element]]:
        """Yield the decks and discard piles; the open table also sees what comes next."""
        state = self.state
        is_open = self.viewer == OPEN_TABLE
        cards, lords, tiles, tokens = state.deck, state.lord_deck, state.location_deck, state.token_pile
        decks: dict[str, tuple[str, int, str]] = {
            "exploration": (
                "Exploration deck",
                len(cards),
                self.names.card(cards[-1]) if is_open and cards else "",
            ),
            "lords": ("Lord deck", len(lords), self.names.lord(lords[-1]) if is_open and lords else ""),
            "locations": (
                "Location deck",
                len(tiles),
                self.names.location(tiles[-1]) if is_open and tiles else "",
            ),
            "tokens": (
                "Monster tokens face down",
                len(tokens),
                str(tokens[-1]) if is_open and tokens else "",
            ),
        }
        for pile, (title, size, coming) in decks.items():
            name = f"{title}: {size}" + (f"; next: {coming}" if coming else "")
            data = {"of": pile} | ({"next": coming} if coming else {})
            yield f"deck/{pile}", Element("deck", name, size, data=data)
        yield "discard/exploration", self.discard()
        for pile, gone in {"lords": len(state.lords_gone), "locations": len(state.locations_gone)}.items():
            name = f"{pile.title()} out of the game: {gone}"
            yield f"discard/{pile}", Element("discard", name, gone, data={"of": pile})

    def discard(self) -> Element:
        """Return the discard pile of the exploration deck, with the number of each card known to be in it."""
        pile = self.state.discard
        known = Counter([self.names.card(card) if card is not Card.HIDDEN else "face down" for card in pile])
        name = f"Discard pile: {len(pile)}"
        if known:
            name += f" ({', '.join([f'{number} × {face}' for face, number in sorted(known.items())])})"
        data: dict[str, Any] = {"of": "exploration"}
        if pile and pile[-1] is not Card.HIDDEN:
            data |= {"race": "" if pile[-1] is Card.MONSTER else pile[-1].race.value}
            data |= {"strength": pile[-1].strength}
        return Element("discard", name, len(pile), data=data)

    def locations_of(
        self, tiles: Sequence[Location], at: str, where: str, points: Mapping[Location, int] | None = None
    ) -> Iterator[tuple[str, Element]]:
        """Yield Locations that lie together, with their points for the seat that controls them."""
        for place, location in enumerate(tiles):
            worth = None if points is None else points[location]
            yield f"location/{location.value}", _location(self.language, location, at, where, place, worth)

    def seat(self, seat: Seat, realm: Realm) -> Iterator[tuple[str, Element]]:
        """Yield everything that a seat has."""
        key = f"seat/{seat}"
        of = f"of seat {seat}"
        yield key, self.seat_header(seat)
        pearls = None if realm.pearls == NOT_TOLD else realm.pearls
        shown = "not shown" if pearls is None else str(pearls)
        yield f"{key}/pearls", Element("pearls", f"Pearls {of}: {shown}", pearls, key)
        keys = keys_of(realm)
        name = f"Keys {of}: {count(realm.key_tokens, 'token')}, {keys} with free Lords"
        yield f"{key}/keys", Element("keys", name, realm.key_tokens, key, {"usable": keys})
        yield f"{key}/score", self.score(seat, realm)
        where = f"in the hand {of}"
        yield (
            f"{key}/hand",
            Element("hand", f"Hand {of}: {count(len(realm.hand), 'Ally')}", len(realm.hand), key),
        )
        yield from self.cards_in(realm.hand, f"{key}/hand", where)
        yield from self.cards_in(realm.affiliated, f"{key}/affiliated", f"affiliated with seat {seat}")
        for face, number, token in _numbered(realm.tokens):
            value = token or None
            name = f"Monster token {of}, {value or 'face down'}"
            yield f"{key}/tokens/{face}/{number}", Element("token", name, value, f"{key}/tokens")
        yield from self.lords_of(seat, realm)
        tiles = [holding.location for holding in realm.holdings]
        points = {tile: location_points(self.table, seat, tile) for tile in tiles}
        yield from self.locations_of(tiles, f"{key}/locations", f"controlled by seat {seat}", points)

    def seat_header(self, seat: Seat) -> Element:
        """Return the seat itself: whether it is to move, began the match, or has bought this turn."""
        state = self.state
        marks = {
            "active": state.turn > 0 and state.active == seat,
            "start": state.turn > 0 and state.start == seat,
            "bought": seat in state.buyers,
            "last_round": state.last_round_by == seat,
        }
        words = {
            "active": "whose turn it is",
            "start": "start player",
            "bought": "bought an Ally this turn",
            "last_round": "set off the last round",
        }
        said = [words[mark] for mark, is_set in marks.items() if is_set]
        return Element("seat", ", ".join([f"Seat {seat}", *said]), seat, data=marks)

    def lords_of(self, seat: Seat, realm: Realm) -> Iterator[tuple[str, Element]]:
        """Yield the Lords of a seat: the free ones and those under its Locations."""
        where = f"free, of seat {seat}"
        for place, lord in enumerate(realm.free):
            yield f"lord/{lord.value}", self.lord_of(realm, lord, f"seat/{seat}/free", where, place)
        for holding in realm.holdings:
            where = f"under {self.names.location(holding.location)} of seat {seat}"
            for place, lord in enumerate(holding.lords):
                at = f"location/{holding.location.value}"
                yield f"lord/{lord.value}", self.lord_of(realm, lord, at, where, place)

    def lord_of(self, realm: Realm, lord: Lord, at: str, where: str, order: int) -> Element:
        """Return a Lord of a seat, with what happened to it."""
        state = self.state
        marks = {
            "turned": lord in realm.turned,
            "used": lord in state.powers_used,
            "recruited": lord in state.recruited,
        }
        return _lord(self.language, lord, at, where, order=order, **marks)

    def score(self, seat: Seat, realm: Realm) -> Element:
        """Return a seat's influence points as the viewer can count them now."""
        score = score_of(self.table, seat)
        hidden = realm.tokens.count(0)
        parts = (
            f"Locations {score.locations}, Lords {score.lords}, affiliated Allies {score.allies}, "
            f"Monster tokens {score.tokens}"
        )
        name = f"Influence points of seat {seat}: {score.total} ({parts})"
        name += f", without {count(hidden, 'Monster token')} face down" if hidden else ""
        data = {
            "locations": score.locations,
            "lords": score.lords,
            "allies": score.allies,
            "tokens": score.tokens,
            "hidden_tokens": hidden,
        }
        return Element("score", name, score.total, f"seat/{seat}", data)


_remembered = lru_cache(maxsize=4096)
"""Most things stay where they are from one fact to the next: with this, a picture takes half the time."""


@_remembered
def _spaces() -> tuple[tuple[str, Element], ...]:
    """Return what is printed on the board: the spaces of the Court, the exploration track and the threat track."""
    found = []
    for space in range(COURT_SPACES):
        pearls = REFILL_PEARLS if space == LORDS_LEFT_TO_REFILL else 0
        name = f"Court space {space + 1} of {COURT_SPACES}"
        name += f": once it is empty, gain {count(pearls, 'pearl')} and fill the Court" if pearls else ""
        data = {"order": space, "pearls": pearls}
        found.append((f"court/{space}", Element("court_space", name, at="court", data=data)))
    for space in range(TRACK_SPACES):
        pearls = LAST_SPACE_PEARLS if space == TRACK_SPACES - 1 else 0
        name = f"Exploration space {space + 1}" + (f": gain {count(pearls, 'pearl')}" if pearls else "")
        data = {"order": space, "pearls": pearls}
        found.append((f"track/space/{space}", Element("track_space", name, at="track", data=data)))
    for space, rewards in THREAT_TRACK.items():
        name = f"Threat space {space}: {' or '.join([_reward_words(reward) for reward in rewards])}"
        element = Element(
            "threat_space", name, space, "threat", {"rewards": msgspec.to_builtins(list(rewards))}
        )
        found.append((f"threat/{space}", element))
    return tuple(found)


@_remembered
def _card(language: Language, card: Card, at: str, where: str) -> Element:
    """Return an exploration card; a back if the viewer does not see its face."""
    if card is Card.HIDDEN:
        return Element("ally", f"Ally {where}, face down", at=at, data={"face_down": True})
    if card is Card.MONSTER:
        return Element("monster", f"Monster {where}", at=at)
    name = f"{Names((), language).card(card)} {where}"
    return Element("ally", name, str(card.strength), at, {"race": card.race.value})


@_remembered
def _lord(
    language: Language,
    lord: Lord,
    at: str,
    where: str,
    *,
    order: int = 0,
    turned: bool = False,
    used: bool = False,
    recruited: bool = False,
) -> Element:
    """Return a Lord that lies face up somewhere."""
    card = LORDS[lord]
    title = card.name_de if language == "de" and card.name_de else card.name.removeprefix("The ")
    race = "" if card.race is Race.HIDDEN else card.race.value
    cost = f"cost {card.cost} with {count(card.races, 'race')}"
    cost += f" including {Names((), language).race(card.race)}" if race else ""
    keys = f", {count(card.keys, 'key')}" if card.keys else ""
    marks = {"turned": turned, "used": used, "recruited": recruited}
    said = {"turned": "turned", "used": "power used this turn", "recruited": "recruited this turn"}
    shown = "".join([f", {said[mark]}" for mark, is_set in marks.items() if is_set])
    name = f"{title}, {card.guild.value}, {where}{shown}: {cost}, influence {card.influence}{keys}"
    printed = {
        "title": title,
        "guild": card.guild.value,
        "cost": card.cost,
        "races": card.races,
        "race": race,
        "influence": card.influence,
        "keys": card.keys,
        "arrow": card.arrow,
        "power": card.power,
    }
    return Element("lord", f"{name}. {card.power}".rstrip(), at=at, data={**printed, "order": order, **marks})


@_remembered
def _location(
    language: Language, location: Location, at: str, where: str, order: int, points: int | None
) -> Element:
    """Return a face-up Location."""
    tile = LOCATIONS[location]
    title = tile.name_de if language == "de" and tile.name_de else tile.name.removeprefix("The ")
    name = f"{title}, Location {where}"
    name += f", worth {points}" if points is not None else ""
    data = {"title": title, "fixed": tile.fixed, "each": tile.each, "scores": tile.scores, "order": order}
    return Element("location", f"{name}. {tile.scores}", points, at, data)


def _reward_words(reward: Reward) -> str:
    parts = {"key": reward.keys, "pearl": reward.pearls, "Monster token": reward.tokens}
    return listed([count(number, thing) for thing, number in parts.items() if number])


def _numbered(cards: Sequence[Any]) -> Iterator[tuple[str, int, Any]]:
    """Yield the face of each card, the number of equal cards before it, and the card."""
    before: Counter[str] = Counter()
    for card in cards:
        face = str(card) if card else "?"
        yield face, before[face], card
        before[face] += 1
