"""Undo without peeking: an answer that may be taken back has shown nobody anything that was hidden."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import pytest

from referee.games import GAMES
from referee.games.abyss.facts.council import StackTaken
from referee.games.abyss.facts.explore import CardRevealed
from referee.games.abyss.facts.recruit import LordDrawn
from referee.games.abyss.facts.supply import TokensDrawn
from referee.kernel.facts import Fact
from referee.kernel.game import Game
from referee.match.match import Decided
from referee.match.undo import undo_bar
from tests.contracts.declarations import Declaration, declaration
from tests.contracts.interference import Change, Chronicle, Pair, role_of
from tests.contracts.playing import encoded, random_terms

PAIRS = 10
PAIRS_A_MATCH = 5


class Peeked(AssertionError):
    """An answer that may be taken back showed somebody something."""


class Undoing(Pair):
    """Two worlds with different draws, checked wherever an answer could be taken back."""

    def __init__(self, chronicle: Chronicle, change: Change, seed: str, game: Game) -> None:
        super().__init__(chronicle, change, seed)
        self.game = game
        self.asked = 0
        """Number of seats asked before the step."""
        self.hidden = dict.fromkeys(self.b.viewers, 0)
        self.proofs: Counter[str] = Counter()
        """Kinds of facts in answers that could be taken back, while the worlds differed unseen by somebody."""
        self.undoable = 0

    def _compare(self, result: Decided, step: int) -> None:
        before = [seat for seat in self.unaware if seat not in self.undecided]
        super()._compare(result, step)
        is_sealed = max(self.asked, len(self.b.match.waiting_for)) > 1
        self.asked = len(self.b.match.waiting_for)
        hidden = {seat: encoded(each.view.state).count(b'"?"') for seat, each in self.b.viewers.items()}
        if undo_bar(self.game, result.entry, is_sealed=is_sealed) == "":
            self.undoable += 1
            for seat, count in hidden.items():
                if count < self.hidden[seat]:
                    raise self.peeked(f"{role_of(seat)} was shown something", result)
            if self.in_step and self.a.entries[step].answer == result.entry.answer:
                self._check_unaware(before, result)
        self.hidden = hidden

    def _check_unaware(self, before: list[int], result: Decided) -> None:
        """Check that viewers who knew of no difference between the worlds know of none after the same answer."""
        for seat in before:
            if seat not in self.unaware:
                raise self.peeked(f"{role_of(seat)} could tell the worlds apart", result)
        if before:
            self.proofs.update([type(recorded.fact).__name__ for recorded in result.entry.facts])

    def peeked(self, what: str, result: Decided) -> Peeked:
        kinds = [type(recorded.fact).__name__ for recorded in result.entry.facts]
        return Peeked(f"{what} by {result.entry.asked} of {self.a.seed!r} ({self.change}): {kinds}")


def compare_undo(subject: Declaration, game: Game, seed: str, pairs: int) -> tuple[int, Counter[str]]:
    """Compare pairs of worlds; return the number of answers that could be taken back, and the facts they produced."""
    proofs: Counter[str] = Counter()
    undoable = number = 0
    for place in range(pairs):
        if place % PAIRS_A_MATCH == 0:
            number += 1
            rng = Random(f"{seed} {number}")
            chronicle = Chronicle(subject, random_terms(subject, rng), f"{seed} {number}")
        pair = Undoing(chronicle, chronicle._other_luck(rng, ()), seed, game)
        pair.compare()
        undoable += pair.undoable
        proofs += pair.proofs
    return undoable, proofs


@pytest.mark.parametrize("game", GAMES)
def test_an_answer_that_may_be_taken_back_showed_nobody_anything(game: str, seed: str) -> None:
    subject = declaration(game)
    undoable, proofs = compare_undo(subject, subject.game, seed, PAIRS)
    assert undoable > PAIRS
    assert len(proofs) >= 2, proofs


@pytest.mark.parametrize("shows", [CardRevealed, StackTaken, LordDrawn, TokensDrawn])
def test_control_what_shows_something_is_no_plain_fact(shows: type[Fact], seed: str) -> None:
    """Calling any one of these a plain fact must be caught."""
    subject = declaration("abyss")
    lax = msgspec.structs.replace(subject.game, plain_facts=subject.game.plain_facts | {shows})
    with pytest.raises(Peeked, match=shows.__name__):
        compare_undo(subject, lax, seed, 2000)
