"""An open choice is always published: nobody has to infer it from who is asked next, or go on without knowing it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from referee.games.unfathomable.facts.spawning import RoomThreatened
from referee.games.unfathomable.facts.spoken import Declined, OrderChosen, PlayerChosen, SuspectNamed
from referee.kernel.asks import Ask, One
from referee.kernel.facts import Fact, Seat, as_seen
from referee.kernel.run import Run, Step
from referee.match.charters import Terms
from referee.match.match import Match
from tests.answers import random_picks
from tests.contracts.declarations import Declaration, declaration
from tests.contracts.playing import Mood, decided, random_terms


def untold(subject: Declaration, seed: str, matches: int, *ignored: type[Fact]) -> Iterator[str]:
    """Find questions whose open answer left no fact, apart from the ignored ones, although others were asked next.

    Answers in a window are sealed, even if only one seat is asked: when it closes, all see that nobody did anything.
    """
    for number in range(matches):
        rng = Random(f"{seed} {number}")
        match = Match(random_terms(subject, rng), viewers=())
        decided(match.begin(), match)
        policy = Mood(rng) if number % 2 else random_picks
        while match.outcome is None and match.decisions < subject.most_decisions:
            asked, is_open = match.waiting_for, match._run._sealed is None
            seat = rng.choice(sorted(match.questions))
            question = match.questions[seat]
            result = decided(match.submit(seat, question.number, policy(question.ask, rng)), match)
            facts = [each for each in result.entry.facts if not isinstance(each.fact, ignored)]
            if is_open and not facts and match.waiting_for != asked:
                yield question.ask.name


def test_an_open_answer_after_which_others_are_asked_leaves_a_fact(subject: Declaration, seed: str) -> None:
    assert sorted(untold(subject, seed, 20)) == []


@pytest.mark.campaign
def test_every_open_answer_after_which_others_are_asked_leaves_a_fact(
    subject: Declaration, seed: str
) -> None:
    assert sorted(untold(subject, seed, 10_000)) == []


@pytest.mark.parametrize(
    "ignored",
    [
        Declined,
        PlayerChosen,
        OrderChosen,
        # Too seldom for every run.
        pytest.param(RoomThreatened, marks=pytest.mark.campaign),
    ],
)
def test_control_answers_that_leave_no_fact_are_found(ignored: type[Fact], seed: str) -> None:
    """Leaving out any one of these facts would be noticed."""
    assert next(untold(declaration("unfathomable"), seed, 2000, ignored), "")


_Picks = tuple[int, ...]
_Given = list[tuple[Seat, _Picks]]


def unheard(subject: Declaration, seed: str, matches: int, *ignored: type[Fact]) -> Iterator[str]:
    """Find questions to a single seat after which others had to continue without knowing the answer.

    At some of them the match is replayed up to there and another option is taken. If somebody else is asked next, a
    viewer that received the same and is asked the same does not know what was chosen. Facts are ignored as above.
    """
    for number in range(matches):
        rng = Random(f"{seed} {number}")
        terms = random_terms(subject, rng)
        run, given = _again(terms, []), _Given()
        policy = Mood(rng) if number % 2 else random_picks
        tried: set[str] = set()
        while run.open and len(given) < subject.most_decisions:
            seat = rng.choice(sorted(run.open))
            ask = run.open[seat].ask
            picks = policy(ask, rng)
            other = _another(ask, picks, rng)
            is_tried = (
                run._sealed is None and other is not None and ask.name not in tried | subject.kept.keys()
            )
            step = _answer(run, seat, picks)
            if is_tried and other is not None and run.waiting_for not in ((), (seat,)):
                tried.add(ask.name)
                twin = _again(terms, given)
                others = _answer(twin, seat, other)
                if twin.waiting_for not in ((), (seat,)):
                    heard = [_heard(*each, seat, ignored) for each in ((run, step), (twin, others))]
                    if any([heard[0][viewer] == heard[1][viewer] for viewer in heard[0]]):
                        yield ask.name
            given.append((seat, picks))


def _another(ask: Ask, picks: _Picks, rng: Random) -> _Picks | None:
    """Return another option of a question, if exactly one is chosen and another exists."""
    if not isinstance(ask, One):
        return None
    (pick,) = picks
    chosen = ask.options[pick]
    found = [place for place, option in enumerate(ask.options) if option != chosen]
    return (rng.choice(found),) if found else None


def _again(terms: Terms, given: _Given) -> Run:
    run = Run(terms.game, terms.setup, terms.seed)
    run.begin()
    for seat, picks in given:
        _answer(run, seat, picks)
    return run


def _answer(run: Run, seat: Seat, picks: _Picks) -> Step:
    chosen = run.read(seat, None, picks)
    assert isinstance(chosen, tuple), chosen
    return run.answer(seat, chosen)


def _heard(run: Run, step: Step, seat: Seat, ignored: tuple[type[Fact], ...]) -> dict[Seat, object]:
    """Return what everyone but a seat received from a step, and is asked after it."""
    facts = [recorded.fact for recorded in step.facts if not isinstance(recorded.fact, ignored)]
    heard: dict[Seat, object] = {}
    for viewer in run.table.others(seat):
        question = run.open.get(viewer)
        asked = None if question is None else (question.ask.name, list(question.ask.options))
        heard[viewer] = [as_seen(fact, viewer) for fact in facts], asked
    return heard


def test_others_hear_what_was_chosen_before_they_are_asked(subject: Declaration, seed: str) -> None:
    assert sorted(set(unheard(subject, seed, 8))) == []


@pytest.mark.campaign
def test_others_always_hear_what_was_chosen_before_they_are_asked(subject: Declaration, seed: str) -> None:
    assert sorted(set(unheard(subject, seed, 2_000))) == []


def test_control_a_choice_that_is_not_told_is_found(seed: str) -> None:
    """Hiding whom the Captain's Cabin is about would be found."""
    found = unheard(declaration("unfathomable"), seed, 2000, SuspectNamed)
    assert next(found, "") == "unfathomable.captains_cabin"
