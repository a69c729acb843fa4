"""Random charters, biased random players, and random answers, most of them invalid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from functools import cache
from random import Random
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec

from referee.kernel.asks import Ask, Choice, One
from referee.kernel.chance import seed_from_text
from referee.kernel.facts import Seat
from referee.kernel.game import Charter
from referee.kernel.refusals import Refused
from referee.kernel.run import Answer
from referee.match.charters import Terms, UnplayableOptions
from referee.match.match import Decided, Match
from tests.answers import random_picks
from tests.contracts.declarations import Declaration


def random_terms(declaration: Declaration, rng: Random, seats: int = 0, luck: str = "") -> Terms:
    """Return a random match: seats and seed unless given, edition, options, and two times in three random readings.

    Options that do not fit together, or do not fit the seats, are drawn again.
    """
    game, book = declaration.game, declaration.game.rulebook
    edition = rng.choice(["", *book.editions])
    rulings: dict[str, str] = {}
    if rng.randrange(3):
        rulings = {key: rng.choice(list(ruling.readings)) for key, ruling in sorted(book.rulings.items())}
    seed = seed_from_text(luck or str(rng.getrandbits(64))).hex()
    count = seats or rng.choice(game.seats)
    while True:
        options = random_options(declaration, rng)
        charter = Charter(
            game.name, game.rules_version, count, seed, edition=edition, rulings=rulings, options=options
        )
        try:
            return declaration.settle(charter)
        except UnplayableOptions:
            continue


def crowded_terms(declaration: Declaration, rng: Random, kinds: Sequence[str]) -> Terms:
    """Return a random match with these kinds of players, the first certainly, the others as far as they fit."""
    charter = random_terms(declaration, rng).charter
    bare = {key: text for key, text in charter.options.items() if text != "true"}
    first, *others = [declaration.kinds[kind] for kind in kinds]
    playable = []
    for seats in declaration.game.seats:
        try:
            changed = msgspec.structs.replace(charter, seats=seats, options={**bare, **first})
            playable.append(declaration.settle(changed))
        except UnplayableOptions:
            continue
    terms = rng.choice(playable)
    for options in others:
        try:
            more = {**terms.charter.options, **options}
            terms = declaration.settle(msgspec.structs.replace(terms.charter, options=more))
        except UnplayableOptions:
            continue
    return terms


def random_options(declaration: Declaration, rng: Random) -> dict[str, str]:
    """Choose random values for the options of a game that are choices rather than numbers."""
    chosen: dict[str, str] = {}
    for field in msgspec.structs.fields(declaration.game.options):
        if field.type is bool:
            chosen[field.name] = rng.choice(["false", "true"])
        elif isinstance(field.type, type) and issubclass(field.type, Enum):
            chosen[field.name] = str(rng.choice(list(field.type)).value)
        elif get_origin(field.type) is Literal:
            chosen[field.name] = str(rng.choice(get_args(field.type)))
    return chosen


class Mood:
    """A player with random preferences among kinds of choices, which reaches positions that uniform play does not.

    A match of such players need not end, because the rules of a game may not force it to.
    """

    def __init__(self, rng: Random) -> None:
        self._likings: dict[type[Choice], float] = {}
        self._rng = rng

    def __call__(self, ask: Ask, rng: Random) -> tuple[int, ...]:
        """Answer a question."""
        if not isinstance(ask, One):
            return random_picks(ask, rng)
        liked = [self._liking(type(option)) for option in ask.options]
        return (rng.choices(range(len(liked)), liked)[0],)

    def _liking(self, kind: type[Choice]) -> float:
        return self._likings.setdefault(kind, self._rng.choice([0.01, 0.1, 1, 10]))


def decided(result: Decided | Refused, match: Match) -> Decided:
    """Return a result that must be a decision."""
    assert not isinstance(result, Refused), (result, match.fault)
    return result


class Taken(NamedTuple):
    """An answer that a match accepted."""

    seat: Seat
    number: int
    asked: str
    picks: tuple[int, ...]


def play_on(match: Match, rng: Random, most: int) -> Iterator[tuple[Taken, Decided]]:
    """Play a match at random to its end, and yield every answer after it was accepted."""
    for _ in range(most):
        if match.outcome is not None:
            return
        seat = rng.choice(sorted(match.questions))
        question = match.questions[seat]
        picks = random_picks(question.ask, rng)
        result = decided(match.submit(seat, question.number, picks), match)
        yield Taken(seat, question.number, question.ask.name, picks), result
    raise AssertionError(f"not at an end after {most} decisions")


# Wrong answers


@cache
def domains(kind: type[Choice]) -> dict[str, tuple[Any, ...]]:
    """Return values to try for each field of a kind of choice: all faces and the back, numbers in and out of bounds."""
    return {
        name: domain(hint) for name, hint in get_type_hints(kind).items() if name in kind.__struct_fields__
    }


def domain(hint: Any) -> tuple[Any, ...]:
    """Return values of a type to try."""
    if isinstance(hint, type) and issubclass(hint, Enum):
        return tuple(hint)
    if hint is bool:
        return (False, True)
    if hint is int:
        return (*range(-1, 7), 99, 2**31 - 1, -(2**31))
    if hint is str:
        return ("", "x")
    raise TypeError(f"no values to try for a field of type {hint!r}; add them here")


def random_choice(kinds: tuple[type[Choice], ...], rng: Random) -> Choice:
    """Return a random choice of any kind, sensible or not."""
    kind = rng.choice(kinds)
    return kind(*[rng.choice(values) for values in domains(kind).values()])


def random_answer(kinds: tuple[type[Choice], ...], ask: Ask | None, rng: Random) -> Answer:
    """Return an answer of any form, seldom a valid one; `ask` is the question it pretends to answer, if any."""
    size = len(ask.options) if ask is not None else 3
    offered = list(ask.options) if ask is not None else []
    match rng.randrange(6):
        case 0:
            return (rng.choice([-1, size, size + 1, 2**31, -(2**40)]),)
        case 1:
            return tuple([rng.randrange(-1, size + 1) for _ in range(rng.randrange(size + 3))])
        case 2:
            return ()
        case 3:
            return tuple(rng.sample(offered, rng.randrange(len(offered) + 1)) + offered[:1])
        case _:
            return tuple([random_choice(kinds, rng) for _ in range(rng.choice([1, 1, 1, 2]))])


def encoded(value: Any) -> bytes:
    """Return a value as bytes, equal only for equal values."""
    return _encode(value)


_encode = msgspec.json.Encoder(order="deterministic").encode
