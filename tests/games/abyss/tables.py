"""A position of Abyss in one line, and a piece of rules played on it answer by answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.games.abyss import GAME
from referee.games.abyss.cards import EXPLORATION_DECK, LOCATIONS, LORDS, MONSTER_TOKENS, Card, Location, Lord
from referee.games.abyss.state import Holding, State
from referee.kernel.asks import Ask, Choice, One, Together, fault_in, picks_of
from referee.kernel.chance import Chance, seed_from_text
from referee.kernel.facts import OPEN_TABLE, Fact, Seat
from referee.kernel.game import Setup
from referee.kernel.refusals import Refused
from referee.kernel.table import GameOver, Script, Table


def cards(text: str) -> list[Card]:
    """Cards by their names: `cards("crab/3 squid/1 monster")`."""
    return [Card(name) for name in text.split()]


def lords(text: str) -> list[Lord]:
    """Lords by their names."""
    return [Lord(name) for name in text.split()]


def locations(text: str) -> list[Location]:
    """Locations by their names."""
    return [Location(name) for name in text.split()]


def table_of(
    seats: int = 2,
    *,
    seed: str = "a table",
    readings: Mapping[str, str] | None = None,
    edition: str = "",
    pearls: Sequence[int] = (),
    keys: Sequence[int] = (),
    hand: Mapping[Seat, str] | None = None,
    free: Mapping[Seat, str] | None = None,
    turned: Mapping[Seat, str] | None = None,
    holdings: Mapping[Seat, Mapping[str, str]] | None = None,
    affiliated: Mapping[Seat, str] | None = None,
    tokens: Mapping[Seat, Sequence[int]] | None = None,
    court: str = "",
    deck: str | None = None,
    discard: str = "",
    track: str = "",
    council: str = "",
    lord_deck: str | None = None,
    open_locations: str = "",
    location_deck: str | None = None,
    token_pile: Sequence[int] | None = None,
    threat: int = 1,
    active: Seat = 0,
) -> Table[State]:
    """Lay out a position; decks not given hold whatever the position does not, in the order of the box.

    The last card named of a deck is on top. `holdings={0: {"parliament": "elder"}}` puts the Elder under
    the Parliament of seat 0.
    """
    settled = GAME.rulebook.readings(edition, readings or {}, GAME.rules_version)
    state: State = GAME.new_state(Setup(seats, GAME.options(), settled), OPEN_TABLE)
    for seat, realm in enumerate(state.realms):
        realm.pearls = pearls[seat] if seat < len(pearls) else 0
        realm.key_tokens = keys[seat] if seat < len(keys) else 0
        realm.hand = cards((hand or {}).get(seat, ""))
        realm.turned = lords((turned or {}).get(seat, ""))
        realm.free = lords((free or {}).get(seat, "")) + realm.turned
        realm.affiliated = cards((affiliated or {}).get(seat, ""))
        realm.tokens = list((tokens or {}).get(seat, ()))
        under = (holdings or {}).get(seat, {})
        realm.holdings = [Holding(Location(tile), lords(below)) for tile, below in under.items()]
    state.court = lords(court)
    state.track = cards(track)
    state.discard = cards(discard)
    for card in cards(council):
        state.council[card.race].append(card)
    state.open_locations = locations(open_locations)
    state.deck = _rest(EXPLORATION_DECK, _cards_out(state)) if deck is None else cards(deck)
    state.lord_deck = _rest(LORDS, _lords_out(state)) if lord_deck is None else lords(lord_deck)
    used = [holding.location for realm in state.realms for holding in realm.holdings] + state.open_locations
    state.location_deck = _rest(LOCATIONS, used) if location_deck is None else locations(location_deck)
    drawn = [token for realm in state.realms for token in realm.tokens]
    state.token_pile = _rest(MONSTER_TOKENS, drawn) if token_pile is None else list(token_pile)
    state.treasury -= sum([realm.pearls for realm in state.realms])
    state.key_supply -= sum([realm.key_tokens for realm in state.realms])
    state.threat = threat
    state.active = state.start = active
    return Table(state, seats, GAME.folds, Chance(seed_from_text(seed)), settled)


def _cards_out(state: State) -> list[Card]:
    held = [card for realm in state.realms for card in realm.hand + realm.affiliated]
    return held + state.track + state.discard + [card for stack in state.council.values() for card in stack]


def _lords_out(state: State) -> list[Lord]:
    return state.court + [lord for realm in state.realms for lord in realm.lords()]


def _rest(box: Any, out: Sequence[Any]) -> list[Any]:
    left = list(box)
    for thing in out:
        left.remove(thing)
    return left


class Playing:
    """A script on its way: what is asked, and how it goes on.

    playing = Playing(table, recruit(table, 0, Lord.JAILER))
    playing.answer(HandIn(Card("crab/3")), HandIn(Card("squid/4")), ...)
    assert playing.done
    """

    def __init__(self, table: Table[State], script: Script[Any]) -> None:
        self.table = table
        self.result: Any = None
        self.done = False
        self.over = False
        self.asks: list[Ask] = []
        self._script = script
        self._go_on(None)

    @property
    def ask(self) -> Ask:
        """The one question that is open."""
        assert len(self.asks) == 1, f"{len(self.asks)} questions are open"
        return self.asks[0]

    @property
    def options(self) -> list[Choice]:
        """The options of the one question that is open."""
        return list(self.ask.options)

    @property
    def facts(self) -> list[Fact]:
        """Everything recorded on this table so far."""
        return [recorded.fact for recorded in self.table.recorded]

    @property
    def paths(self) -> list[str]:
        """The path of rules of every fact recorded so far."""
        return [recorded.path for recorded in self.table.recorded]

    def facts_of(self, kind: type[Fact]) -> list[Any]:
        """The facts of one kind recorded so far."""
        return [fact for fact in self.facts if type(fact) is kind]

    def refusal(self, *choices: Choice) -> Refused | None:
        """Why these choices would be refused, or None if they would be taken."""
        picks = _picks(self.ask, choices)
        return picks if isinstance(picks, Refused) else None

    def answer(self, *choices: Choice) -> Playing:
        """Answer the one open question with these choices; they must be valid."""
        self._go_on(_taken(self.ask, choices))
        return self

    def answer_together(self, *answers: Sequence[Choice]) -> Playing:
        """Answer a sealed question: the choices of each seat asked, in the order of the seats."""
        asks = sorted(self.asks, key=lambda ask: ask.seat)
        self._go_on({ask.seat: _taken(ask, choices) for ask, choices in zip(asks, answers, strict=True)})
        return self

    def _go_on(self, value: Any) -> None:
        self.asks = []
        try:
            asked = self._script.send(value)
        except StopIteration as stop:
            self.done, self.result = True, stop.value
        except GameOver:
            self.done = self.over = True
        else:
            self.asks = list(asked.asks) if isinstance(asked, Together) else [asked]


def _picks(ask: Ask, choices: Sequence[Choice]) -> tuple[int, ...] | Refused:
    picks = picks_of(ask, choices)
    return picks if isinstance(picks, Refused) else fault_in(ask, picks) or picks


def _taken(ask: Ask, choices: Sequence[Choice]) -> Any:
    """What the kernel would hand to the script: the options themselves."""
    picks = _picks(ask, choices)
    assert not isinstance(picks, Refused), f"{ask.name}: {choices} -> {picks}"
    taken = [ask.options[pick] for pick in picks]
    return taken[0] if isinstance(ask, One) else tuple(taken)
