"""Secrets of Abyss: Monster tokens, Council stacks, and the Location deck of somebody who searched it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from referee.games.abyss.cards import Card, Location, Race
from referee.games.abyss.facts.council import StackDiscarded, StackTaken
from referee.games.abyss.facts.ending import TokensRevealed
from referee.games.abyss.facts.explore import TrackCleared
from referee.games.abyss.facts.locations import LocationDeckSearched
from referee.games.abyss.facts.supply import TokensDrawn, TokenStolen
from referee.games.abyss.wording.names import Names
from referee.games.sentences import listed
from referee.kernel.facts import Fact, Seat
from referee.kernel.told_secrets import SecretTold

TOKENS, STACKS, DECKS = "Monster tokens", "Council stacks", "Decks that somebody looked at"

HeldToken = tuple[str, str, int]
"""The identity of a token, what it is, and its value; 0 if the viewer does not see it."""


class SecretTokens:
    """Where the secret tokens and cards are, as far as the facts show."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = Names(names, "en")
        self._made = 0
        self._tokens: list[list[HeldToken]] = [[] for _ in names]
        self._stacks: dict[Race, tuple[str, list[Card]]] = {}
        """For each race, the identity of its Council stack and the cards that went there."""

    def take(self, fact: Fact) -> list[SecretTold]:
        """Return the secrets that a fact tells."""
        match fact:
            case TokensDrawn():
                return self._draw(fact)
            case TokenStolen():
                return self._steal(fact)
            case TokensRevealed():
                return self._reveal(fact)
            case TrackCleared():
                return self._stack_up(fact)
            case StackTaken() | StackDiscarded():
                return self._take_stack(fact)
            case LocationDeckSearched():
                faces = [] if Location.HIDDEN in fact.locations else [self._names.locations(fact.locations)]
                about = f"the Location deck that {self._names.seat(fact.seat)} looked through"
                return [SecretTold(self._new("locations"), DECKS, about, listed(faces), (fact.seat,))]
            case _:
                return []

    def _draw(self, fact: TokensDrawn) -> list[SecretTold]:
        about = f"a Monster token drawn by {self._names.seat(fact.seat)}"
        drawn = [(self._new("token"), about, token) for token in fact.tokens]
        self._tokens[fact.seat] += drawn
        return [self._tell(token, (fact.seat,)) for token in drawn]

    def _steal(self, fact: TokenStolen) -> list[SecretTold]:
        """Tell both seats the token. Who does not know the loser's tokens cannot say which of several it was."""
        held = self._tokens[fact.loser]
        found = [token for token in held if fact.token and token[2] == fact.token]
        if not found and len(held) == 1:
            found = held
        if found:
            key, about, _ = found[0]
            held.remove(found[0])
        else:
            held.clear()
            key = self._new("token")
            about = f"the Monster token that {self._names.seat(fact.seat)} took from {self._names.seat(fact.loser)}"
        stolen = (key, about, fact.token)
        self._tokens[fact.seat].append(stolen)
        return [self._tell(stolen, (fact.seat, fact.loser))]

    def _reveal(self, fact: TokensRevealed) -> list[SecretTold]:
        """Tell everyone the tokens of a seat; the viewer cannot say which is which of those that it never saw."""
        left = list(fact.tokens)
        for _, _, value in self._tokens[fact.seat]:
            if value in left:
                left.remove(value)
        unseen = " or ".join(map(str, dict.fromkeys(sorted(left))))
        return [
            SecretTold(key, TOKENS, about, str(value) if value else unseen, is_public=True)
            for key, about, value in self._tokens[fact.seat]
        ]

    def _tell(self, token: HeldToken, seats: tuple[Seat, ...]) -> SecretTold:
        key, about, value = token
        return SecretTold(key, TOKENS, about, str(value) if value else "", seats)

    def _stack_up(self, fact: TrackCleared) -> list[SecretTold]:
        """Everyone sees the Allies that go face down to the Council, and may remember them."""
        told = []
        for race in dict.fromkeys([ally.race for ally in fact.allies]):
            key, cards = self._stacks.setdefault(race, (self._new("stack"), []))
            cards += [ally for ally in fact.allies if ally.race is race]
            told.append(self._tell_stack(key, race, cards, is_public=True))
        return told

    def _take_stack(self, fact: StackTaken | StackDiscarded) -> list[SecretTold]:
        key, cards = self._stacks.pop(fact.race, (self._new("stack"), list(fact.allies)))
        if isinstance(fact, StackDiscarded):
            return []
        return [self._tell_stack(key, fact.race, cards, (fact.seat,))]

    def _tell_stack(
        self,
        key: str,
        race: Race,
        cards: list[Card],
        seats: tuple[Seat, ...] = (),
        *,
        is_public: bool = False,
    ) -> SecretTold:
        about = f"a Council stack of {self._names.race(race)}"
        return SecretTold(key, STACKS, about, self._names.cards(cards), seats, is_public)

    def _new(self, kind: str) -> str:
        self._made += 1
        return f"{kind}/{self._made}"


def tell_secrets(names: Sequence[str], facts: Iterable[Fact]) -> Iterator[list[SecretTold]]:
    """Yield for each fact the secrets that it tells."""
    tokens = SecretTokens(names)
    for fact in facts:
        yield tokens.take(fact)
