"""Non-interference: two worlds that differ only in what a viewer cannot know give that viewer the same bytes.

World A is a random match. World B is the same match with one change that may be hidden from somebody: two elements of a
shuffle swapped, a different number drawn, a different answer of some seat, sealed answers arriving in another order, or
nonsense sent by others. All other answers are given by *slot*: the numbers of the options chosen in A, to the same
question of the same seat. In both worlds the seats talk at random, and say the same at the same moments. Then the
journals of each viewer are compared: up to the first difference that the *rules* show the viewer, both must hold the
same bytes.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec

from referee.kernel.asks import Ask, Some, default_picks, fault_in
from referee.kernel.chance import Draw
from referee.kernel.facts import Fact, Seat
from referee.kernel.talk import Statement
from referee.match.charters import Terms
from referee.match.entries import Entry
from referee.match.match import Decided
from tests.answers import random_picks
from tests.contracts.declarations import Declaration
from tests.contracts.playing import Mood, crowded_terms, encoded, random_answer, random_terms
from tests.contracts.talking import STATEMENTS_PER_MOMENT, sayable, with_talk
from tests.contracts.worlds import Event, Interference, Moment, Viewer, World

SEALED = "sealed answers"
LONGEST = 700
"""Maximum number of answers followed in a match; biased players may never finish one."""

ARRIVAL = "order of arrival"
NOISE = "nonsense of others"


class Answered(NamedTuple):
    """An answer given in world A."""

    seat: Seat
    asked: str
    picks: tuple[int, ...]
    ask: Ask
    sealed: bool
    """Whether other seats had yet to answer."""


class Change(NamedTuple):
    """What is different in world B."""

    kind: str
    luck: Mapping[tuple[str, int], tuple[int, ...]] = {}
    """Replaced results of draws, by label and first word."""
    step: int = -1
    picks: tuple[int, ...] = ()
    """The replacement answer at this step."""

    def __str__(self) -> str:
        if self.step >= 0:
            return f"{self.kind}: at step {self.step} {self.picks}"
        return f"{self.kind}: {', '.join([f'{label} from word {word}' for label, word in self.luck])}"


class Chronicle:
    """World A, played at random, with everything needed to replay it with a change."""

    def __init__(self, declaration: Declaration, terms: Terms, seed: str) -> None:
        rng = Random(f"{seed} answers")
        self.declaration = declaration
        self.terms = terms
        self.seed = seed
        self.draws: list[Draw] = []
        self.facts: set[type[Fact]] = set()
        self.answers: list[Answered] = []
        self.tables: list[bytes] = []
        self.entries: list[Entry] = []
        self.talk: dict[Moment, Statement] = {}
        """What was said, and when."""
        self._chatter = Random(f"{seed} talk")
        self.world = World(declaration, terms, seed)
        self._keep(self.world.begin())
        match = self.world.match
        policy = random_picks if rng.randrange(3) else Mood(rng)
        while match.outcome is None and len(self.answers) < LONGEST:
            seat = rng.choice(sorted(match.questions))
            ask = match.questions[seat].ask
            picks = policy(ask, rng)
            self.answers.append(Answered(seat, ask.name, picks, ask, len(match.questions) > 1))
            self._keep(self.world.answer(seat, picks))
        secret = terms.charter.seed.encode()
        for viewer in self.world.viewers.values():
            if any([secret in event.data for event in viewer.journal]):
                raise Interference(f"{role_of(viewer.seat)} was told the seed of {terms.charter}")

    def _talk(self, result: Decided) -> None:
        """Let seats say something after a step."""
        if self.terms.charter.talk_policy != "none":
            for moment in self.world.moments(result):
                if self._chatter.random() < STATEMENTS_PER_MOMENT:
                    statement = sayable(self.terms.game, self.terms.setup.seats, moment.seat, self._chatter)
                    self.talk[moment] = statement
                    self.world.say(moment.seat, statement)

    def _keep(self, result: Decided) -> None:
        self.entries.append(result.entry)
        self.draws.extend(result.entry.draws)
        self.facts.update([type(recorded.fact) for recorded in result.entry.facts])
        self.tables.append(encoded(self.world.table))
        self._talk(result)

    def steps_asked(self, questions: tuple[str, ...]) -> list[int]:
        """Return the steps at which one of these questions was answered."""
        return [step for step, answer in enumerate(self.answers) if answer.asked in questions]

    def changes(
        self, rng: Random, labels: tuple[str, ...] = (), questions: tuple[str, ...] = ()
    ) -> Iterator[Change]:
        """Yield changes, without end.

        Given `questions`, change only answers to them; given `labels`, change only draws with these labels.
        """
        sealed = [step for step, answer in enumerate(self.answers) if answer.sealed]
        asked = self.steps_asked(questions)
        while True:
            roll = 0 if labels else rng.randrange(16)
            if asked:
                yield self._other_answer(rng, rng.choice(asked))
            elif roll < 9:
                yield self._other_luck(rng, labels)
            elif roll < 13:
                step = rng.choice(sealed) if sealed and rng.randrange(4) else rng.randrange(len(self.answers))
                yield self._other_answer(rng, step)
            elif roll < 15 and sealed:
                yield Change(ARRIVAL)
            else:
                yield Change(NOISE)

    def _other_answer(self, rng: Random, step: int) -> Change:
        """Choose something else at a step; often the same number of things, because the number is seldom secret."""
        ask, picks = self.answers[step].ask, self.answers[step].picks
        if isinstance(ask, Some) and rng.randrange(2):
            others = tuple(sorted(rng.sample(range(len(ask.options)), len(picks))))
            if fault_in(ask, others) is None:
                return Change("another answer", step=step, picks=others)
        return Change("another answer", step=step, picks=random_picks(ask, rng))

    def _other_luck(self, rng: Random, labels: tuple[str, ...]) -> Change:
        """Swap elements of a shuffle, or draw another number; prefer shuffles, which hide more."""
        draws = [draw for draw in self.draws if draw.size > 1 and (not labels or draw.label in labels)]
        if not draws:
            return Change("no luck to change")
        weights = {draw.label: 1 if len(draw.result) == 1 else 4 for draw in draws}
        (label,) = rng.choices(list(weights), list(weights.values()))
        draw = rng.choice([draw for draw in draws if draw.label == label])
        result = list(draw.result)
        if len(result) == 1:
            result = [rng.randrange(draw.size)]
        else:
            for _ in range(rng.choice([1, 1, 2, 4])):
                one, other = rng.sample(range(len(result)), 2)
                result[one], result[other] = result[other], result[one]
        return Change("other luck", {(draw.label, draw.word): tuple(result)})


class Tally:
    """What was proved: how often, for which viewers, and about what."""

    def __init__(self) -> None:
        self.pairs = 0
        self.proofs: Counter[str] = Counter()
        """Pairs of worlds that differed unseen, by role."""
        self.kinds: Counter[str] = Counter()
        """Pairs of worlds that differed unseen, by kind of player."""
        self.secrets: dict[str, Counter[str]] = defaultdict(Counter)
        """Where the worlds differed unseen, by role and by kind of player."""
        self.facts: Counter[str] = Counter()
        """Kinds of facts recorded while the worlds differed unseen by somebody."""

    def add(self, other: Tally) -> None:
        """Add the tally of another run."""
        self.pairs += other.pairs
        self.proofs += other.proofs
        self.kinds += other.kinds
        self.facts += other.facts
        for role, places in other.secrets.items():
            self.secrets[role] += places

    def report(self) -> None:
        """Print the tally for readers of the test output."""
        print(f"{self.pairs} pairs of worlds")  # noqa: T201
        for viewers in (self.proofs, self.kinds):
            for name, proofs in sorted(viewers.items()):
                places = ", ".join(
                    [f"{place} {count}" for place, count in sorted(self.secrets[name].items())]
                )
                print(f"{name}: {proofs} differed unseen; {places}")  # noqa: T201


def role_of(seat: Seat) -> str:
    """Return the name of a viewer's role."""
    return f"seat {seat}" if seat >= 0 else "spectator"


class Compared(NamedTuple):
    """How much of a viewer's journal and knowledge has been compared."""

    events: int
    known: int


class Pair:
    """World B, played alongside the chronicle of world A."""

    def __init__(self, chronicle: Chronicle, change: Change, seed: str) -> None:
        self.a = chronicle
        self.change = change
        self.rng = Random(f"{seed} {change}")
        self.b = World(chronicle.declaration, chronicle.terms, chronicle.seed, rig=self._rig)
        self.slots: dict[tuple[Seat, str], deque[tuple[int, Answered]]] = defaultdict(deque)
        for step, answer in enumerate(chronicle.answers):
            self.slots[answer.seat, answer.asked].append((step, answer))
        self.unaware = dict.fromkeys(self.b.viewers, Compared(0, 0))
        """The viewers to whom the rules have shown no difference yet."""
        self.undecided: set[Seat] = set()
        """Viewers among these that may be about to see a difference."""
        self.in_step = True
        """Whether world B has asked the same questions as world A so far."""
        self.given: list[tuple[Seat, tuple[int, ...]]] = []
        """The answers given in world B."""
        self.aware: dict[Seat, int] = {}
        """The number of answers after which the rules had, or might have, shown a viewer a difference."""
        self.places: dict[Seat, set[str]] = defaultdict(set)
        self.facts: set[str] = set()

    def _rig(self, draw: Draw) -> tuple[int, ...]:
        result = self.change.luck.get((draw.label, draw.word))
        # Once the worlds have diverged, a shuffle may have another size.
        return result if result is not None and len(result) == len(draw.result) else draw.result

    def compare(self) -> None:
        """Play world B while anybody is unaware of the difference, and compare everything they receive."""
        match = self.b.match
        self._compare(self.b.begin(), 0)
        steps = 0
        # Once it has diverged, world B may take a little longer.
        most = len(self.a.answers) + (self.a.world.match.outcome is not None) * 64
        while match.outcome is None and self.unaware and steps < most:
            seat, picks = self._next(steps)
            self.given.append((seat, picks))
            steps += 1
            self._compare(self.b.answer(seat, picks), steps)

    def _next(self, step: int) -> tuple[Seat, tuple[int, ...]]:
        """Return who answers next, and how: as in world A, by slot, except for the change."""
        questions = self.b.match.questions
        if self.change.kind == NOISE:
            self._make_noise()
        slots = {seat: self.slots[seat, question.ask.name] for seat, question in questions.items()}
        if self.change.kind == ARRIVAL:
            seat = self.rng.choice(sorted(questions))
        else:
            # In the order of world A.
            seat = min(questions, key=lambda seat: slots[seat][0][0] if slots[seat] else len(self.a.answers))
        ask = questions[seat].ask
        place, answer = slots[seat].popleft() if slots[seat] else (-1, None)
        self.in_step = self.in_step and place == step
        picks = default_picks(ask) if answer is None else answer.picks
        if self.in_step and step == self.change.step:
            picks = self.change.picks
        return seat, picks if fault_in(ask, picks) is None else default_picks(ask)

    def _make_noise(self) -> None:
        seat = self.rng.randrange(self.b.match.terms.setup.seats)
        question = self.b.match.questions.get(seat)
        ask = question.ask if question is not None else None
        answer = random_answer(self.b.declaration.game.choices, ask, self.rng)
        number = -1 if question is None else question.number + self.rng.choice([-1, 1])
        assert not isinstance(self.b.match.submit(seat, number, answer), Decided)

    def _compare(self, result: Decided, step: int) -> None:
        self._compare_all(step)
        for moment in self.b.moments(result):
            if moment in self.a.talk:
                self.b.say(moment.seat, self.a.talk[moment])
                self._compare_all(step)
        if self.unaware:
            self._note_difference(result, step)

    def _compare_all(self, step: int) -> None:
        for seat in list(self.unaware):
            self._compare_journals(seat, self.a.world.viewers[seat], self.b.viewers[seat])
            if seat not in self.unaware or seat in self.undecided or not self.in_step:
                self.aware.setdefault(seat, step)

    def _compare_journals(self, seat: Seat, a: Viewer, b: Viewer) -> None:
        """Compare the viewer's journals up to the first thing it knows that differs in world B."""
        compared = self.unaware[seat]
        known = compared.known
        while known < len(b.knowledge) and b.knowledge[known] == a.knowledge_at(known):
            known += 1
        place = compared.events
        while place < len(b.journal) and b.journal[place] == a.event_at(place):
            place += 1
        self.unaware[seat] = Compared(place, known)
        is_short = self.b.match.outcome is not None and place < len(a.journal)
        if place < len(b.journal) or known < len(b.knowledge) or is_short:
            self._judge(seat, a, b, known)
        for question in a.asides.keys() & b.asides.keys():
            ours, theirs = a.asides[question], b.asides[question]
            if ours != theirs and ours.known == theirs.known <= known:
                raise self._interference(seat, ours, theirs)

    def _judge(self, seat: Seat, a: Viewer, b: Viewer, known: int) -> None:
        """Decide whether a viewer's journals differ only because its knowledge differs; raise if not.

        If both worlds delivered something at the same point, but not the same bytes, it is a leak. If only one did, it
        is a leak when the viewer's knowledge then continues the same in both. Otherwise the silence was informative:
        the rules show that something did not happen by what happens next.
        """
        place = self.unaware[seat].events
        ours, theirs = a.event_at(place), b.event_at(place)
        first = min(ours.known, theirs.known)
        if ours == theirs or first > known:
            del self.unaware[seat]
        elif ours.known == theirs.known or b.knowledge_at(first) == a.knowledge_at(first) != b"":
            raise self._interference(seat, ours, theirs)
        elif b.knowledge_at(first):
            del self.unaware[seat]
        elif self.b.match.outcome is not None:
            raise self._interference(seat, ours, theirs)
        else:
            self.undecided.add(seat)

    def _interference(self, seat: Seat, ours: Event, theirs: Event) -> Interference:
        return Interference(
            f"{role_of(seat)} was told what it cannot know\n"
            f"  match:   {encoded(self.a.terms.charter).decode()}\n"
            f"  answers: of seed {self.a.seed!r}\n"
            f"  changed: {self.change}\n"
            f"  world A: {ours.what}: {around(ours.data, theirs.data)}\n"
            f"  world B: {theirs.what}: {around(theirs.data, ours.data)}"
        )

    def _note_difference(self, result: Decided, step: int) -> None:
        """Note where the worlds differ without a viewer knowing."""
        change = self.change
        if self.in_step and step == change.step + 1 and self.a.answers[change.step].sealed:
            self._note(SEALED, step, but_not_to=self.a.answers[change.step].seat)
        if change.kind in (ARRIVAL, NOISE):
            self._note(change.kind, step)
        if not self.in_step or step >= len(self.a.tables) or change.kind in (ARRIVAL, NOISE):
            return
        table = encoded(self.b.table)
        if table == self.a.tables[step]:
            return
        self.facts.update([str(type(recorded.fact).__struct_config__.tag) for recorded in result.entry.facts])
        if step % 4 == 0 or step < 2:
            for place in differing(msgspec.json.decode(self.a.tables[step]), msgspec.json.decode(table)):
                self._note(place, step)

    def _note(self, place: str, step: int, but_not_to: Seat | None = None) -> None:
        for seat in self.unaware:
            knew = self.a.world.viewers[seat].knew_after
            # A viewer that knows more in one world than in the other may be about to learn from silence.
            is_level = step < len(knew) and len(self.b.viewers[seat].knowledge) == knew[step]
            if seat != but_not_to and seat not in self.undecided and is_level:
                self.places[seat].add(place)

    def count(self, tally: Tally) -> None:
        """Add what this pair proved."""
        tally.pairs += 1
        tally.facts.update(self.facts)
        for seat, places in self.places.items():
            tally.proofs[role_of(seat)] += 1
            tally.secrets[role_of(seat)].update(places)
        by_kind: dict[str, set[str]] = defaultdict(set)
        for seat, places in self.places.items():
            if seat >= 0 and self.a.declaration.kinds:
                by_kind[self.a.declaration.kind_of(self.b.table, seat)] |= places
        for kind, places in by_kind.items():
            tally.kinds[kind] += 1
            tally.secrets[kind].update(places)


def around(data: bytes, other: bytes) -> str:
    """Return the bytes around the first difference."""
    same = next(
        (at for at, (one, two) in enumerate(zip(data, other, strict=False)) if one != two), len(other)
    )
    return f"... from byte {same}: {data[max(0, same - 60) : same + 120]!r}"


def differing(ours: Any, theirs: Any, place: str = "") -> set[str]:
    """Name the places where two plain tables differ: fields joined by dots, without list indexes."""
    if ours == theirs:
        return set()
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return {
            found
            for key in ours.keys() | theirs.keys()
            for found in differing(ours.get(key), theirs.get(key), f"{place}.{key}".removeprefix("."))
        }
    if isinstance(ours, list) and isinstance(theirs, list) and any(isinstance(x, dict) for x in ours):
        return {
            found for one, other in zip(ours, theirs, strict=False) for found in differing(one, other, place)
        }
    return {place}


PAIRS_A_MATCH = 5


def compare_worlds(
    declaration: Declaration,
    seed: str,
    pairs: int,
    *,
    labels: tuple[str, ...] = (),
    questions: tuple[str, ...] = (),
    needs: type[Fact] | None = None,
    kinds: Sequence[str] = (),
    skipped: int = 0,
) -> Tally:
    """Compare `pairs` pairs of worlds. Raise `Interference` at the first leak.

    Given `kinds`, play with these kinds of players, as far as they fit together. To find a leak sooner, change only
    draws with these `labels` or only answers to these `questions`, in matches that contain a fact of the kind `needs`,
    and begin after as many matches as are to be `skipped`.
    """
    tally = Tally()
    number = skipped
    while tally.pairs < pairs:
        number += 1
        rng = Random(f"{seed} {number}")
        terms = crowded_terms(declaration, rng, kinds) if kinds else random_terms(declaration, rng)
        terms = with_talk(declaration, terms)
        chronicle = Chronicle(declaration, terms, f"{seed} {number}")
        if needs is not None and needs not in chronicle.facts:
            continue
        if questions and not chronicle.steps_asked(questions):
            continue
        changes = chronicle.changes(rng, labels, questions)
        for _ in range(min(PAIRS_A_MATCH, pairs - tally.pairs)):
            pair = Pair(chronicle, next(changes), seed)
            pair.compare()
            pair.count(tally)
    return tally


def compare_kinds(declaration: Declaration, seed: str, pairs: int) -> Tally:
    """Compare worlds until `pairs` of them differed unseen by each kind of player.

    In every third match only the luck behind the most important secrets is changed.
    """
    tally = Tally()
    number = 0
    while True:
        rarest_first = sorted(declaration.kinds, key=lambda kind: tally.kinds[kind])
        if tally.kinds[rarest_first[0]] >= pairs:
            return tally
        number += 1
        labels = () if number % 3 else declaration.deepest_luck
        again = f"{seed} {number}"
        tally.add(compare_worlds(declaration, again, PAIRS_A_MATCH, labels=labels, kinds=rarest_first))
