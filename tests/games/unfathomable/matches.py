"""Whole matches of Unfathomable, played at random or by default answers, and what must always hold in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import msgspec

from referee.games.unfathomable.board import SHIP
from referee.games.unfathomable.cards import (
    DAMAGES,
    DEEP_ONES_IN_THE_BOX,
    ITEMS,
    MYTHOS,
    PASSENGERS,
    SKILL_CARDS,
    SPELL_CARDS,
    WAYPOINTS,
    Skill,
)
from referee.games.unfathomable.choices import (
    AttackHere,
    ChooseCard,
    MoveTo,
    RepairRoom,
    RescuePassenger,
    UseItem,
    UseRoom,
)
from referee.games.unfathomable.damage import repair
from referee.games.unfathomable.defeat import defeat_deep_one
from referee.games.unfathomable.game import GAME
from referee.games.unfathomable.options import ShipOptions
from referee.games.unfathomable.resources import gain
from referee.games.unfathomable.state import FOLDS, State, new_state
from referee.kernel.asks import Ask, Choice, One, Some, default_picks, fault_in, pass_picks
from referee.kernel.chance import seed_from_text
from referee.kernel.facts import SPECTATOR, Fact, Recorded, Seat, as_seen
from referee.kernel.game import Setup
from referee.kernel.refusals import Refused
from referee.kernel.run import Run
from referee.kernel.table import Table
from tests.answers import random_picks

Chooser = Callable[[State, Ask], tuple[int, ...]]
"""Answers a question by the numbers of its options. It may look at the open table, to play a match well."""

BOOK = GAME.rulebook
EDITIONS = ("", *BOOK.editions)

MOST_DECISIONS = 20_000
"""No match takes nearly as many; more than this means that it never ends."""

UNCOUNTED = ("discards", "mythos_discard")
"""Piles of which a view has only the top card."""
OWN = ("viewer",)
"""What belongs to a view itself."""


class Match:
    """A match played to its end: the facts in order, who was asked what, and how it ended."""

    def __init__(
        self,
        seats: int,
        seed: str,
        choose: Chooser,
        *,
        edition: str = "",
        readings: Mapping[str, str] | None = None,
        options: ShipOptions | None = None,
        watch: Callable[[Match], None] | None = None,
    ) -> None:
        settled = BOOK.readings(edition, readings or {}, GAME.rules_version)
        self.setup = Setup(seats, options or ShipOptions(), settled, GAME.rules_version)
        self.asks: list[Ask] = []
        run = Run(GAME, self.setup, seed_from_text(seed))
        self.table: Table[State] = run.table
        self.state: State = run.table.state
        self.recorded: list[Recorded] = [*run.begin().facts]
        while run.outcome is None:
            assert len(self.asks) < MOST_DECISIONS, f"no end in sight: seed {seed!r}, {seats} seats"
            seat, question = next(iter(run.open.items()))
            self.asks.append(question.ask)
            if watch is not None:
                watch(self)
            chosen = run.read(seat, question.number, choose(self.state, question.ask))
            assert not isinstance(chosen, Refused), (question.ask, chosen)
            self.recorded.extend(run.answer(seat, chosen).facts)
        self.outcome = run.outcome

    def facts_of(self, kind: type[Fact]) -> list[Any]:
        """Return the facts of one kind."""
        return [fact for fact in self.facts if type(fact) is kind]

    @property
    def facts(self) -> list[Fact]:
        """All facts in order."""
        return [recorded.fact for recorded in (*self.recorded, *self.table.recorded)]

    def view(self, viewer: Seat) -> State:
        """Return what a viewer knows, folded from what it was told."""
        view = new_state(self.setup, viewer)
        for fact in self.facts:
            seen = as_seen(fact, viewer)
            if seen is not None and type(seen) in FOLDS:
                FOLDS[type(seen)](view, seen)
        return view


def at_random(seed: str) -> Chooser:
    """Return a chooser of any valid answer."""
    luck = Random(seed)
    return lambda _, ask: random_picks(ask, luck)


def mostly(first: Chooser, second: Chooser, seed: str, share: float) -> Chooser:
    """Return a chooser that follows the first one for this share of answers, and the second one otherwise."""
    luck = Random(seed)

    def choose(state: State, ask: Ask) -> tuple[int, ...]:
        return (first if luck.random() < share else second)(state, ask)

    return choose


def absent(_state: State, ask: Ask) -> tuple[int, ...]:
    """Choose the default, as if time always ran out."""
    return default_picks(ask)


def seasoned(seed: str) -> Chooser:
    """Return a chooser that plays for the humans, so that matches are long and varied."""
    luck = Random(seed)
    otherwise = at_random(seed)

    def choose(state: State, ask: Ask) -> tuple[int, ...]:
        if state.players[ask.seat].is_traitor or luck.random() < 0.1:
            return otherwise(state, ask)
        if isinstance(ask, Some) and state.skill_test is not None and ask.name == "unfathomable.contribute":
            return _helpful(state.skill_test.skills, ask)
        ranked = [(_worth(state, option), place) for place, option in enumerate(ask.options)]
        best = max(ranked, default=(0, 0))
        return (best[1],) if isinstance(ask, One) and best[0] > 0 else otherwise(state, ask)

    return choose


def _helpful(skills: list[Skill], ask: Some) -> tuple[int, ...]:
    good = [
        place
        for place, option in enumerate(ask.options)
        if isinstance(option, ChooseCard) and option.card.skill in skills
    ]
    picks = tuple(good[: min(ask.most, 4)])
    return picks if fault_in(ask, picks) is None else ask.default


def _worth(state: State, option: Choice) -> int:
    """Return how much a choice helps the ship, or 0 if that is not obvious."""
    match option:
        case RepairRoom():
            return 5
        case AttackHere() | UseItem():
            return 4
        case RescuePassenger() | UseRoom():
            return 3
        case MoveTo():
            if option.space in state.damage:
                return 2
            return int(bool(state.deep_ones.get(option.space)))
        case _:
            return 0


def with_providence(match: Match) -> None:
    """Keep the ship afloat with recorded facts, so that a match reaches its later parts."""
    state, table = match.state, match.table
    if match.asks[-1].name != "unfathomable.window.before_cards":
        return
    for space in [space for space in state.deep_ones if space in SHIP][1:]:
        defeat_deep_one(table, space)
    for room in list(state.damage)[2:]:
        repair(table, room)
    for resource, left in state.resources.items():
        if left < 4:
            gain(table, resource, 1)


def random_match(seats: int, seed: str, **how: Any) -> Match:
    """Return a match with random answers; the same seed gives the same match."""
    return Match(seats, seed, at_random(seed), **how)


def random_readings(seed: str) -> dict[str, str]:
    """Return a random reading of each ruling."""
    luck = Random(seed)
    return {key: luck.choice(list(ruling.readings)) for key, ruling in BOOK.rulings.items()}


def check_asks(match: Match) -> None:
    """Check that every question has a sentence, known options and a valid default answer."""
    for ask in match.asks:
        assert ask.name in GAME.questions, ask.name
        assert ask.options, ask.name
        assert all([type(option) in GAME.choices for option in ask.options]), ask
        assert fault_in(ask, default_picks(ask)) is None, ask
        passing = pass_picks(ask)
        assert passing is None or fault_in(ask, passing) is None, ask


def check_facts(match: Match) -> None:
    """Check that every fact is declared, and every rule on its path is in the book."""
    known = set(GAME.facts)
    for recorded in match.recorded[:-1]:
        assert type(recorded.fact) in known, recorded.fact
        for rule in recorded.path.split("/"):
            assert rule in BOOK.rules, rule


def check_box(state: State) -> None:
    """Check that every card and token is in exactly one place."""
    players = state.players
    skills = [card for deck in state.decks.values() for card in deck]
    skills += [card for pile in state.discards.values() for card in pile]
    skills += [card for player in players for card in player.hand]
    skills += state.chaos + state.pile + state.played
    assert Counter(skills) == Counter(SKILL_CARDS)
    on_board = sum(state.deep_ones.values())
    assert on_board + state.deep_one_supply == DEEP_ONES_IN_THE_BOX
    assert all([count > 0 for count in state.deep_ones.values()])
    passengers = state.passenger_supply + state.passengers_gone
    passengers += [token for tokens in state.passengers.values() for token in tokens]
    assert Counter(passengers) == Counter(PASSENGERS)
    items = state.item_deck + state.items_gone
    items += [item for player in players for item in player.items + player.inactive]
    assert all([count == 1 for count in Counter(items).values()])
    assert set(items) <= set(ITEMS)
    damage = [*state.damage_deck, *state.damage_gone, *state.damage.values()]
    being_resolved = Counter(list(DAMAGES)) - Counter(damage)
    assert len(damage) + sum(being_resolved.values()) == len(DAMAGES)
    assert sum(being_resolved.values()) <= 3
    assert all([0 <= value <= 10 for value in state.resources.values()])


def check_end_box(match: Match) -> None:
    """Check what is complete only between decisions: mythos cards, spells, waypoints."""
    state = match.state
    mythos = state.mythos_deck + state.mythos_discard + state.mythos_held
    mythos += [card for player in state.players for card in player.mythos]
    mythos += [card for card in (state.mythos_card, state.mythos_aside) if card.value != "?"]
    assert Counter(mythos) == Counter(MYTHOS.keys()), Counter(MYTHOS.keys()) - Counter(mythos)
    assert len(SPELL_CARDS) >= len(state.spell_deck) + len(state.spells_gone)
    assert len(WAYPOINTS) >= len(state.waypoint_deck) + len(state.waypoints) + len(state.waypoints_gone)


def check_views(match: Match) -> None:
    """Check that every view agrees with the table in all it shows, and shows backs for the rest."""
    for viewer in (*range(match.setup.seats), SPECTATOR):
        _agree(match.state, match.view(viewer), f"view {viewer}")


def _agree(open_part: Any, seen: Any, where: str) -> None:
    if isinstance(open_part, msgspec.Struct):
        assert type(open_part) is type(seen), where
        for name in open_part.__struct_fields__:
            if name in UNCOUNTED:
                _agree_on_tops(getattr(open_part, name), getattr(seen, name), f"{where}.{name}")
            elif name not in OWN:
                _agree(getattr(open_part, name), getattr(seen, name), f"{where}.{name}")
    elif isinstance(open_part, dict):
        assert sorted(open_part) == sorted(seen), (where, open_part, seen)
        for key, value in open_part.items():
            _agree(value, seen[key], f"{where}.{key}")
    elif isinstance(open_part, (list, tuple)):
        assert len(open_part) == len(seen), (where, open_part, seen)
        if not _match_as_hand(open_part, seen):
            for place, (one, other) in enumerate(zip(open_part, seen, strict=True)):
                _agree(one, other, f"{where}[{place}]")
    else:
        assert seen == open_part or seen == "?", (where, open_part, seen)


def _match_as_hand(cards: Any, seen: Any) -> bool:
    """Check that the visible cards of a hand are in it, in any order."""
    if not all([isinstance(card, str) for card in cards]):
        return False
    faces = Counter([card for card in seen if card != "?"])
    return not faces - Counter(cards)


def _agree_on_tops(piles: Any, seen: Any, where: str) -> None:
    if isinstance(piles, dict):
        for key, pile in piles.items():
            assert pile[-1:] == seen[key], (where, key, pile, seen[key])
    else:
        assert piles[-1:] == seen, (where, piles, seen)
