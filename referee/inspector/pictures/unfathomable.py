"""The picture of an Unfathomable table: the ship, dials and tracks, decks, what is being resolved, and the seats.

Deep Ones and passengers have no identity, so there is one element for all of them on a space. Equal skill cards are
numbered (`seat/0/hand/will/fighting_spirit/1/0`). Nobody may count a discard pile, so a picture has its top card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import Any

from referee.games.sentences import count, listed
from referee.games.unfathomable.board import ARROW, BOARD, DEEP, INTERIOR, NUMBERS, WATER, Space
from referee.games.unfathomable.cards import (
    CHARACTERS,
    DAMAGES,
    ITEMS,
    MOST_OF_A_RESOURCE,
    MYTHOS,
    SKILLS,
    WAYPOINTS,
    Character,
    Damage,
    Item,
    Loyalty,
    Mythos,
    Passenger,
    SkillCard,
    Spell,
    Waypoint,
)
from referee.games.unfathomable.ending import PORT
from referee.games.unfathomable.state import NOBODY, Player, SkillTest, State
from referee.games.unfathomable.wording import say_card
from referee.games.unfathomable.wording.names import SPACE_NAMES, TITLE_NAMES, Names
from referee.games.unfathomable.wording.ship_facts import STEP_NAMES
from referee.inspector.pictures import Element, Picture
from referee.kernel.facts import OPEN_TABLE, Seat
from referee.kernel.game import Setup

TRAVEL_SPACES = ("Start", "Slow Ahead", "Half Ahead", "Full Speed Ahead", "Arrive")
RITUAL_SPACES = ("Start", "First incantation", "Second incantation", "Third incantation", "Cast")
LOW_RESOURCE = 3
"""Amount of a resource from which on its dial is marked as low."""

_Elements = Iterator[tuple[str, Element]]


def picture(state: State, setup: Setup, viewer: Seat) -> Picture:
    """Return everything that a viewer sees of the table, by key."""
    return _ShipPicture(state, setup, viewer).elements()


class _ShipPicture:
    """Builds one picture. The methods yield keys and elements."""

    def __init__(self, state: State, setup: Setup, viewer: Seat) -> None:
        self.state = state
        self.is_open = viewer == OPEN_TABLE
        self.names = Names([f"seat {seat}" for seat in range(setup.seats)])

    def elements(self) -> Picture:
        """Return the whole picture."""
        found = dict(self.board())
        for seat, player in enumerate(self.state.players):
            found.update(self.seat(seat, player))
        return found

    def board(self) -> _Elements:
        """Yield what lies on the board and beside it."""
        yield "turn", self.turn()
        yield from self.spaces()
        yield from self.figures()
        yield from self.dials()
        yield from self.waypoints()
        yield from self.decks()
        yield from self.mythos()
        yield from self.tests()
        yield from self.shown_cards()

    def turn(self) -> Element:
        """Return whose turn it is, its step, and what holds for the turn."""
        state = self.state
        step = STEP_NAMES.get(state.step, "")
        words = [f"Turn {state.turn} of seat {state.active}" if state.turn else "Before the first turn"]
        words += [step] if step else []
        words += [f"{count(state.actions_left, 'action')} left"] if state.actions_left else []
        notes = ["the Awakening has happened"] if state.is_awake else []
        notes += ["interior spaces are barricaded"] if state.barricaded else []
        notes += ["the active player revealed"] if state.revealed_this_turn else []
        used = [name for ability in state.used if (name := self.names.rule(ability))]
        notes += [f"used: {listed(used)}"] if used else []
        data = {
            "active": state.active,
            "step": step,
            "actions": state.actions_left,
            "notes": notes,
            "used": list(state.used),
        }
        return Element("turn", ", ".join([*words, *notes]), state.turn, data=data)

    def spaces(self) -> _Elements:
        """Yield the spaces of the board, the Deep, and the damage on rooms."""
        for space in (*BOARD, DEEP):
            yield f"space/{space.value}", _space(space, is_used=f"room.{space.value}" in self.state.used)
        for space, damage in self.state.damage.items():
            name = f"Damage {self.names.at(space)}: {self.names.damage(damage) or 'face down'}"
            yield (
                f"damage/{space.value}",
                Element("damage", name, at=f"space/{space.value}", data=_repair(damage)),
            )
        for place, damage in enumerate(self.state.damage_drawn):
            name = f"Damage card being resolved: {self.names.damage(damage) or 'face down'}"
            yield f"damage_drawn/{place}", _card("damage", damage, "resolving", name)

    def figures(self) -> _Elements:
        """Yield who is where: monarchs, Deep Ones, passengers and characters."""
        state = self.state
        for monarch, space in state.monarchs.items():
            name = f"{self.names.monarch(monarch)} {self.names.at(space)}"
            yield f"monarch/{monarch.value}", Element("monarch", name, monarch.value, f"space/{space.value}")
        for space, number in state.deep_ones.items():
            name = f"{count(number, 'Deep One')} {self.names.at(space)}"
            yield f"deep_ones/{space.value}", Element("deep_ones", name, number, f"space/{space.value}")
        for space, tokens in state.passengers.items():
            yield f"passengers/{space.value}", self.passengers(tokens, space)
        for seat, player in enumerate(state.players):
            if player.character is not Character.HIDDEN:
                yield f"figure/{seat}", self.figure(seat, player)
        words = f"Deep Ones in the supply: {state.deep_one_supply}"
        yield "supply/deep_ones", Element("supply", words, state.deep_one_supply, data={"of": "deep_ones"})
        supply, gone = len(state.passenger_supply), len(state.passengers_gone)
        words = f"Passengers in the supply: {supply}; out of the game: {gone}"
        data = {"of": "passengers", "gone": gone}
        yield "supply/passengers", Element("supply", words, supply, data=data)

    def passengers(self, tokens: Sequence[Passenger], space: Space) -> Element:
        """Return the passengers on a space; the open table sees what they show."""
        peril = self.state.peril
        in_peril = peril is not None and peril.seat == NOBODY and peril.space is space
        name = f"{count(len(tokens), 'passenger')} {self.names.at(space)}"
        name += f": {listed([self.names.passenger(token) or 'face down' for token in tokens])}"
        name += ", one in peril" if in_peril else ""
        shown = [token.value for token in tokens if token is not Passenger.HIDDEN]
        data: dict[str, Any] = {"shown": shown, "peril": in_peril}
        return Element("passengers", name, len(tokens), f"space/{space.value}", data)

    def figure(self, seat: Seat, player: Player) -> Element:
        """Return the figure of a character."""
        peril = self.state.peril
        in_peril = peril is not None and peril.seat == seat
        title = CHARACTERS[player.character].name
        name = f"{title} of seat {seat} {self.names.at(player.space)}"
        name += ", revealed traitor" if player.is_traitor else ""
        if peril is not None and in_peril:
            name += ", saved from defeat" if peril.is_prevented else ", in peril"
        data = {"title": title, "traitor": player.is_traitor, "peril": in_peril}
        return Element("figure", name, str(seat), f"space/{player.space.value}", data)

    def dials(self) -> _Elements:
        """Yield the four resources, the travel track and the ritual track."""
        for resource, amount in self.state.resources.items():
            # Before the first turn, the dials are still being set.
            is_low = self.state.turn > 0 and amount <= LOW_RESOURCE
            name = f"{resource.value.title()}: {amount}{', low' if is_low else ''}"
            data = {"most": MOST_OF_A_RESOURCE, "low": is_low}
            yield f"resource/{resource.value}", Element("dial", name, amount, data=data)
        tracks = {"travel": (self.state.travel, TRAVEL_SPACES), "ritual": (self.state.ritual, RITUAL_SPACES)}
        for track, (place, spaces) in tracks.items():
            at = spaces[min(place, len(spaces) - 1)]
            yield (
                track,
                Element("track", f"{track.title()} track: {at}", place, data={"spaces": list(spaces)}),
            )

    def waypoints(self) -> _Elements:
        """Yield the distance travelled, and the waypoints in play."""
        state = self.state
        miles = sum([WAYPOINTS[waypoint].distance for waypoint in state.waypoints if waypoint in WAYPOINTS])
        yield (
            "distance",
            Element("distance", f"Distance travelled: {miles} of {PORT}", miles, data={"port": PORT}),
        )
        for place, waypoint in enumerate(state.waypoints):
            card = WAYPOINTS[waypoint]
            name = f"Waypoint {card.name}, distance {card.distance}"
            name += ", being resolved" if waypoint is state.arriving else ""
            data = {
                "title": card.name,
                "distance": card.distance,
                "order": place,
                "arriving": waypoint is state.arriving,
            }
            yield (
                f"waypoint/{waypoint.value}",
                Element("waypoint", name, str(card.distance), "waypoints", data),
            )

    def decks(self) -> _Elements:
        """Yield the decks and discard piles; the open table also sees what comes next."""
        state = self.state
        for skill in SKILLS:
            title = f"{self.names.skill(skill)} deck"
            yield f"deck/{skill.value}", self.deck(title, state.decks[skill], {"of": skill.value})
            pile = state.discards[skill]
            top = self.names.card(pile[-1]) if pile else ""
            name = f"{self.names.skill(skill)} discard pile: {f'{top} on top' if top else 'empty'}"
            data = _skill_data(pile[-1]) if pile else {}
            yield f"discard/{skill.value}", Element("discard", name, at=f"deck/{skill.value}", data=data)
        others: dict[str, tuple[str, Sequence[StrEnum]]] = {
            "chaos": ("Chaos deck", state.chaos),
            "mythos": ("Mythos deck", state.mythos_deck),
            "items": ("Item deck", state.item_deck),
            "spells": ("Spell deck", state.spell_deck),
            "waypoints": ("Waypoint deck", state.waypoint_deck),
            "damage": ("Damage deck", state.damage_deck),
            "loyalty": ("Loyalty deck", state.loyalty_deck),
        }
        gone: dict[str, Sequence[StrEnum]] = {
            "mythos": state.mythos_discard,
            "items": state.items_gone,
            "spells": state.spells_gone,
            "waypoints": state.waypoints_gone,
            "damage": state.damage_gone,
        }
        for pile_name, (title, cards) in others.items():
            known = [self.title(card) for card in gone.get(pile_name, ())]
            data = {"of": pile_name, "gone": known[-1] if known else ""}
            deck = self.deck(title, cards, data)
            name = f"{deck.name}; last one gone: {known[-1]}" if known and known[-1] else deck.name
            yield f"deck/{pile_name}", Element(deck.kind, name, deck.value, deck.at, deck.data)

    def deck(self, title: str, cards: Sequence[StrEnum], data: Mapping[str, Any]) -> Element:
        """Return a deck with the number of its cards."""
        coming = self.title(cards[-1]) if self.is_open and cards else ""
        name = f"{title}: {len(cards)}" + (f"; next: {coming}" if coming else "")
        return Element("deck", name, len(cards), data={**data, "next": coming})

    def title(self, card: StrEnum) -> str:
        """Return the name of any card; empty for a back."""
        names = self.names
        match card:
            case SkillCard():
                return names.card(card)
            case Mythos():
                return names.mythos(card)
            case Item():
                return names.item(card).removeprefix("the ")
            case Spell():
                return names.spell(card)
            case Waypoint():
                return names.waypoint(card)
            case Damage():
                return DAMAGES[card].name if card in DAMAGES else ""
            case Loyalty():
                return names.loyalty(card)
            case _:
                raise TypeError(card)

    def mythos(self) -> _Elements:
        """Yield the mythos card that is being resolved, and one that was set aside."""
        state = self.state
        for key, card in {"mythos/current": state.mythos_card, "mythos/aside": state.mythos_aside}.items():
            if card is not Mythos.HIDDEN:
                yield key, self.mythos_card(card, is_aside=key == "mythos/aside")

    def mythos_card(self, card: Mythos, *, is_aside: bool) -> Element:
        """Return a mythos card with its crisis and symbols."""
        state, printed = self.state, MYTHOS[card]
        parts = [printed.name]
        if printed.skills:
            parts.append(f"skill test {printed.difficulty}, {self.names.skills(printed.skills)}")
        if state.mythos_drawer != NOBODY and not is_aside:
            parts.append(f"drawn by seat {state.mythos_drawer}")
        if state.mythos_chooser != NOBODY and not is_aside:
            parts.append(f"seat {state.mythos_chooser} chooses")
        parts += ["set aside"] if is_aside else []
        parts += ["crisis cancelled"] if state.crisis_cancelled and not is_aside else []
        data = {
            "title": printed.name,
            "skills": [skill.value for skill in printed.skills],
            "difficulty": printed.difficulty,
            "partial": printed.partial,
            "text": _text(card),
            "activation": printed.activation.value,
            "progress": printed.progress.value,
            "chooser": state.mythos_chooser,
            "cancelled": state.crisis_cancelled,
        }
        symbols = f"activates {printed.activation.value.replace('_', ' ')}, progress {printed.progress.value}"
        name = f"Mythos card {', '.join(parts)}; {symbols}. {data['text']}"
        return Element("mythos", name.rstrip(), at="aside" if is_aside else "mythos", data=data)

    def tests(self) -> _Elements:
        """Yield the skill test with its pile, the die roll, and who is in peril."""
        state = self.state
        for depth, outer in enumerate(state.outer_tests):
            yield f"test/outer/{depth}", self.skill_test(outer, is_outer=True)
        if state.skill_test is not None:
            yield "test", self.skill_test(state.skill_test, is_outer=False)
        yield from self.skill_cards(state.pile, "pile", "in the test")
        roll = state.roll
        if roll is not None:
            what = "Attack roll" if roll.is_attack else "Die roll"
            purpose = self.names.rule(roll.purpose)
            words = [f"{what} of {self.names.fighter(roll.roller)}", *([f"for {purpose}"] if purpose else [])]
            words.append(f"face {roll.face}" if roll.face else "not rolled yet")
            words += [f"modifier {roll.modifier:+}"] if roll.modifier else []
            words += [f"needs {roll.difficulty}"] if roll.difficulty else []
            words += ["fixed"] if roll.is_fixed else []
            words += [f"against {self.names.seat(roll.defender)}"] if roll.defender != NOBODY else []
            words += [f"with {self.names.item(roll.item)}"] if roll.item is not Item.HIDDEN else []
            used = [self.names.rule(ability) or ability for ability in roll.used]
            words += [f"used: {listed(used)}"] if used else []
            data = {
                "roller": roll.roller,
                "modifier": roll.modifier,
                "difficulty": roll.difficulty,
                "attack": roll.is_attack,
                "purpose": purpose,
            }
            yield "roll", Element("roll", ", ".join(words), str(roll.face) if roll.face else None, data=data)

    def skill_test(self, test: SkillTest, *, is_outer: bool) -> Element:
        """Return a skill test: what it needs, and its result."""
        state = self.state
        words = [f"Skill test {test.difficulty} with {self.names.skills(test.skills)}"]
        words += [f"partial success at {test.partial}"] if test.partial else []
        words += ["cards face up"] if test.face_up else []
        words += ["without chaos cards"] if test.without_chaos else []
        words += [f"total {test.total}"] if test.is_counted else []
        words += [test.result] if test.result else []
        if state.suspect != NOBODY and not is_outer:
            words.append(f"seat {state.suspect} goes to the Brig if it succeeds")
        words += ["interrupted"] if is_outer else []
        used = [self.names.rule(ability) or ability for ability in test.used]
        words += [f"used: {listed(used)}"] if used else []
        data = {
            "skills": [skill.value for skill in test.skills],
            "partial": test.partial,
            "total": test.total if test.is_counted else None,
            "result": test.result,
            "suspect": state.suspect,
            "start": test.start,
        }
        return Element(
            "skill_test", ", ".join(words), str(test.difficulty), "outer" if is_outer else "", data
        )

    def shown_cards(self) -> _Elements:
        """Yield cards that are being played, cast or looked at."""
        state = self.state
        yield from self.skill_cards(state.played, "played", "being played")
        groups: dict[str, tuple[str, Sequence[StrEnum], str]] = {
            "casting": ("spell", state.casting, "being cast"),
            "held/mythos": ("mythos card", state.mythos_held, "being looked at"),
            "held/items": ("item", state.items_held, "being looked at"),
            "held/spells": ("spell", state.spells_held, "being looked at"),
            "held/waypoints": ("waypoint", state.waypoints_held, "being looked at"),
        }
        for key, (thing, cards, where) in groups.items():
            for place, card in enumerate(cards):
                title = self.title(card) or "face down"
                yield (
                    f"{key}/{place}",
                    _card(thing, card, "resolving", f"{thing.capitalize()} {where}: {title}", title),
                )

    def skill_cards(self, cards: Sequence[SkillCard], at: str, where: str) -> _Elements:
        """Yield skill cards that lie together, equal ones numbered."""
        before: Counter[SkillCard] = Counter()
        for card in cards:
            yield f"{at}/{card.value}/{before[card]}", _skill(card, at, where)
            before[card] += 1

    def seat(self, seat: Seat, player: Player) -> _Elements:
        """Yield everything that a player has."""
        key, of = f"seat/{seat}", f"of seat {seat}"
        yield key, self.seat_header(seat, player)
        words = f"Hand {of}: {count(len(player.hand), 'card')}"
        yield f"{key}/hand", Element("hand", words, len(player.hand), key)
        yield from self.skill_cards(player.hand, f"{key}/hand", f"in the hand {of}")
        for place, loyalty in enumerate(player.loyalty):
            yield f"{key}/loyalty/{place}", self.loyalty(seat, loyalty, is_revealed=False)
        if player.is_traitor:
            yield f"{key}/revealed", self.loyalty(seat, player.revealed, is_revealed=True)
        for item in (*player.items, *player.inactive):
            yield self.item(seat, item, is_inactive=item in player.inactive)
        if player.has_feat:
            feat = CHARACTERS[player.character].feat if player.character in CHARACTERS else ""
            title = self.names.rule(f"feat.{feat}")
            yield f"{key}/feat", Element("kept", f"Feat {of}: {title}", title, f"{key}/kept", {"of": "feat"})
        for place, mythos in enumerate(player.mythos):
            yield f"{key}/mythos/{place}", self.kept(seat, "mythos", self.title(mythos), _text(mythos))
        for place, spell in enumerate(player.spells):
            yield f"{key}/spells/{place}", self.kept(seat, "spell", self.title(spell), _text(spell))
        for title_card, holder in self.state.titles.items():
            if holder == seat:
                title = TITLE_NAMES[title_card].removeprefix("the ")
                words = f"Title {of}: {title}"
                yield (
                    f"title/{title_card.value}",
                    Element("kept", words, title, f"{key}/kept", {"of": "title"}),
                )

    def seat_header(self, seat: Seat, player: Player) -> Element:
        """Return the seat itself: its character, and whether it is to move or has revealed."""
        state = self.state
        sheet = CHARACTERS.get(player.character)
        marks = {
            "active": state.turn > 0 and state.active == seat,
            "start": state.turn > 0 and state.start == seat,
            "traitor": player.is_traitor,
            "left_sick_bay": player.left_sick_bay,
        }
        said = {
            "active": "whose turn it is",
            "start": "first player",
            "traitor": "revealed traitor",
            "left_sick_bay": "has left the Sick Bay since its last turn",
        }
        words = [f"Seat {seat}", *([f"{sheet.name}, {sheet.role}"] if sheet else [])]
        words += [said[mark] for mark, is_set in marks.items() if is_set]
        data = {
            **marks,
            "title": sheet.name if sheet else "",
            "role": sheet.role if sheet else "",
            "skills": {skill.value: number for skill, number in sheet.skills.items()} if sheet else {},
        }
        return Element("seat", ", ".join(words), str(seat), data=data)

    def loyalty(self, seat: Seat, loyalty: Loyalty, *, is_revealed: bool) -> Element:
        """Return a loyalty card of a seat."""
        title = self.names.loyalty(loyalty)
        words = f"Loyalty card of seat {seat}: {title or 'face down'}" + (", revealed" if is_revealed else "")
        return Element("loyalty", words, title or None, f"seat/{seat}/loyalty", {"revealed": is_revealed})

    def item(self, seat: Seat, item: Item, *, is_inactive: bool) -> tuple[str, Element]:
        """Return an item of a seat."""
        title = ITEMS[item].name if item in ITEMS else "face down"
        words = f"Item of seat {seat}: {title}" + (", turned face down" if is_inactive else "")
        name = f"{words}. {_text(item)}".rstrip()
        data = {"of": "item", "inactive": is_inactive}
        return f"item/{item.value}", Element("kept", name, title, f"seat/{seat}/kept", data)

    def kept(self, seat: Seat, thing: str, title: str, text: str) -> Element:
        """Return a card that stays in a play area."""
        name = f"{thing.capitalize()} card of seat {seat}: {title or 'face down'}. {text}".rstrip()
        return Element("kept", name, title or None, f"seat/{seat}/kept", {"of": thing})


_remembered = lru_cache(maxsize=4096)
"""Most things stay where they are from one fact to the next."""


@_remembered
def _text(card: StrEnum) -> str:
    """Return what a card or a room does."""
    return say_card(card)


@_remembered
def _space(space: Space, *, is_used: bool) -> Element:
    """Return a space of the board as it is printed."""
    name = SPACE_NAMES[space]
    title = name.removeprefix("the ")
    numbers = NUMBERS.get(space, ())
    data = {"title": title, "numbers": list(numbers), "used": is_used, "text": ""}
    if space in INTERIOR:
        kind, data["text"] = "room", _text(space)
    elif space is DEEP:
        kind = "deep"
    else:
        kind = "water" if space in WATER else "deck_space"
    arrow = f", arrow to {SPACE_NAMES[ARROW[space]]}" if space in ARROW else ""
    used = ", used this turn" if is_used else ""
    words = f"{title[0].upper()}{title[1:]}{arrow}{used}"
    return Element(kind, f"{words}. {data['text']}" if data["text"] else words, space.value, "board", data)


@_remembered
def _skill(card: SkillCard, at: str, where: str) -> Element:
    """Return a skill card, or its back."""
    if card.skill is None:
        return Element("skill", f"Skill card {where}, face down", at=at, data=_skill_data(card))
    name = f"{Names(()).card(card)} {where}. {_text(card)}"
    return Element("skill", name.rstrip(), str(card.strength), at, _skill_data(card))


@_remembered
def _skill_data(card: SkillCard) -> Mapping[str, Any]:
    if card.skill is None:
        return {"face_down": True}
    return {
        "skill": card.skill.value,
        "strength": card.strength,
        "title": Names(()).card(card).partition(" (")[0],
    }


@_remembered
def _repair(damage: Damage) -> Mapping[str, Any]:
    """Return what repairs damage."""
    card = DAMAGES.get(damage)
    if card is None:
        return {"face_down": True}
    return {"title": card.name, "skill": card.skill.value if card.skill else "", "repair": card.repair}


def _card(thing: str, card: StrEnum, at: str, name: str, title: str = "") -> Element:
    """Return a card that is being resolved or looked at."""
    text = _text(card)
    shown = title or (DAMAGES[card].name if isinstance(card, Damage) and card in DAMAGES else "face down")
    return Element("shown", f"{name}. {text}" if text else name, shown, at, {"of": thing})
