"""The course of a match: nothing gets lost, every match ends, and only declared things happen."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random

import msgspec
import pytest

from referee.kernel.asks import Ask, default_picks, fault_in, pass_picks
from referee.kernel.facts import OPEN_TABLE
from referee.kernel.questions import DeclaredQuestion
from referee.kernel.table import Ended
from referee.match.charters import Terms
from referee.match.entries import reader_for
from referee.match.match import Decided, Match
from tests.answers import random_picks
from tests.contracts.declarations import Declaration
from tests.contracts.playing import Mood, decided, random_terms

Policy = Callable[[Ask, Random], tuple[int, ...]]


def even_handed(_: Random) -> Policy:
    """Choose every option with the same probability."""
    return random_picks


def absent(_: Random) -> Policy:
    """Answer like seats that never answer."""
    return lambda ask, _: default_picks(ask)


class Course:
    """A match followed fact by fact, counting everything seen in it."""

    def __init__(self, subject: Declaration, terms: Terms, seen: Counter[str]) -> None:
        self.subject = subject
        self.seats = terms.setup.seats
        self.seen = seen
        self.match = Match(terms, viewers=())
        self.state = subject.game.new_state(terms.setup, OPEN_TABLE)
        self.reader = reader_for(subject.game)
        self.rules = subject.game.rulebook.rules

    def play(self, policy: Policy, rng: Random) -> None:
        """Play to the end, checking every entry."""
        match, game = self.match, self.subject.game
        self.follow(decided(match.begin(), match))
        most = self.subject.most_decisions * self.seats
        while match.outcome is None:
            if match.decisions == most:
                assert isinstance(policy, Mood), f"not at an end after {most} decisions: {match.charter}"
                return
            for question in match.questions.values():
                self.check_ask(question.ask)
            seat = rng.choice(sorted(match.questions))
            question = match.questions[seat]
            picks = policy(question.ask, rng)
            self.follow(decided(match.submit(seat, question.number, picks), match))
        assert match.outcome.ending in [ending.value for ending in game.endings]
        assert all(0 <= seat < self.seats for seat in match.outcome.winners)
        assert len(match.outcome.scores) in (0, self.seats)
        self.seen[match.outcome.ending] += 1

    def follow(self, entry: Decided) -> None:
        """Fold the facts of an entry one at a time; after each, everything in the box is somewhere on the table."""
        logged = self.reader.entry(entry.body)
        self.seen.update([tag_of(type(choice)) for choice in logged.answer])
        for path, fact in [(recorded.path, recorded.fact) for recorded in logged.facts]:
            self.seen[tag_of(type(fact))] += 1
            assert type(fact) not in self.subject.game.retired, fact
            assert path, f"{fact} came about by no rule"
            rules = path.split("/")
            assert [rule for rule in rules if rule not in self.rules] == []
            assert [rule for rule, inner in pairwise(rules) if rule == inner] == [], f"twice in a row: {path}"
            if not isinstance(fact, Ended):
                self.subject.game.folds[type(fact)](self.state, fact)
            # Before the first question the box is still being unpacked. Checking every fact would take too long.
            if logged.seq > 1 and logged.seq % 4 == 0:
                assert self.subject.contents(self.state) == self.subject.box, fact
        assert self.subject.contents(self.state) == self.subject.box

    def check_ask(self, ask: Ask) -> None:
        """Check that a question is declared, offers this game's choices, and has a valid default and pass."""
        game = self.subject.game
        self.seen[ask.name] += 1
        assert ask.name in game.questions
        assert {game.questions[ask.name], *map(type, ask.options)}.isdisjoint(game.retired), ask
        assert game.questions[ask.name].fits(ask), f"{ask.name} is declared otherwise: {ask}"
        assert fault_in(ask, default_picks(ask)) is None, f"the default of {ask.name} is not a valid answer"
        passes = pass_picks(ask)
        assert passes is None or fault_in(ask, passes) is None, (
            f"the pass of {ask.name} is not a valid answer"
        )


def tag_of(kind: type[msgspec.Struct]) -> str:
    """Return the name a kind is stored under."""
    tag = kind.__struct_config__.tag
    assert isinstance(tag, str)
    return tag


def vocabulary(subject: Declaration) -> Iterator[str]:
    """Return every fact, choice, question and ending of a game at its present rules version, by name."""
    game = subject.game
    yield from [tag_of(kind) for kind in (*game.facts, *game.choices) if kind not in game.retired]
    yield from [name for name, question in game.questions.items() if question not in game.retired]
    yield from [ending.value for ending in game.endings]


def play_matches(
    subject: Declaration, seed: str, policy: Callable[[Random], Policy], count: int
) -> Counter[str]:
    seen: Counter[str] = Counter()
    for number in range(count):
        for seats in subject.game.seats:
            rng = Random(f"{seed} {seats} {number}")
            Course(subject, random_terms(subject, rng, seats), seen).play(policy(rng), rng)
    return seen


def report(subject: Declaration, seen: Counter[str]) -> list[str]:
    """Print how often each thing was seen, and return what never was."""
    names = list(vocabulary(subject))
    for name in sorted(names, key=lambda name: seen[name]):
        print(f"{seen[name]:>9} {name}")  # noqa: T201 - shown when the test fails, or with -rP
    return [name for name in names if not seen[name]]


def test_random_matches_end_with_everything_in_its_place(subject: Declaration, seed: str) -> None:
    seen = play_matches(subject, seed, even_handed, 12) + play_matches(subject, seed, Mood, 8)
    assert sorted(set(report(subject, seen)) - subject.rare.keys() - subject.never.keys()) == []


@pytest.mark.campaign
def test_every_kind_of_fact_choice_question_and_ending_comes_up(subject: Declaration, seed: str) -> None:
    seen = play_matches(subject, seed, even_handed, 1000) + play_matches(subject, seed, Mood, 2000)
    assert sorted(set(report(subject, seen)) - subject.out_of_reach.keys()) == sorted(subject.never)


def test_matches_of_absent_players_end_too(subject: Declaration, seed: str) -> None:
    play_matches(subject, seed, absent, 6)


def test_every_question_offers_choices_of_the_game_and_every_choice_is_offered(subject: Declaration) -> None:
    game = subject.game
    assert [name for name, question in game.questions.items() if name != question.name] == []
    assert [name for name, question in game.questions.items() if not question.choices] == []
    offered = {kind for question in game.questions.values() for kind in question.choices}
    assert sorted([tag_of(kind) for kind in set(game.choices) ^ offered]) == []


def test_every_question_declared_in_a_module_of_the_game_is_listed(subject: Declaration) -> None:
    """A question missing from the list could be asked, but neither described nor named in an order."""
    game = subject.game
    modules = [sys.modules[name] for name in sys.modules if name.startswith(f"referee.games.{game.name}.")]
    declared = {
        each.name
        for module in modules
        for each in vars(module).values()
        if isinstance(each, DeclaredQuestion)
    }
    assert sorted(declared - set(game.questions)) == []


def test_what_is_rare_is_part_of_the_game(subject: Declaration) -> None:
    assert sorted({*subject.rare, *subject.never} - set(vocabulary(subject))) == []
    assert sorted(subject.out_of_reach.keys() - subject.rare.keys()) == []
