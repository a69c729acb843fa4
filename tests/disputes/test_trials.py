"""What another reading would have changed in a match, compared with matches played alongside the trial."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from itertools import chain
from random import Random
from typing import NamedTuple

import msgspec
import pytest

from referee.disputes.cases.trial_messages import read_trial, trial_message
from referee.disputes.explain.attempts import Attempt
from referee.disputes.explain.trace import Trace, trace_of
from referee.disputes.explain.trial_result import Trial
from referee.disputes.explain.trials import try_reading
from referee.games import GAMES
from referee.games import game as game_named
from referee.kernel.facts import Recorded
from referee.kernel.refusals import Refused
from referee.match.charters import settle
from referee.match.match import Decided, Match
from referee.replay.rerun import Mismatch
from referee.rulebook import UnknownReading
from tests.disputes.matches import GOLDEN, POINTS, Record, begun, golden_record, played

recorded_match = cache(played)


def readings_of(record: Record) -> Mapping[str, str]:
    return settle(record.charter).setup.readings


def under(record: Record, rulings: Mapping[str, str]) -> Record:
    """Return the same charter with other readings, and the entries of the match unchanged."""
    chosen = {**record.charter.rulings, **rulings}
    return Record(msgspec.structs.replace(record.charter, rulings=chosen), record.entries)


def other_readings(record: Record, key: str) -> list[str]:
    was = readings_of(record)[key]
    return [name for name in game_named(record.charter.game).rulebook.rulings[key].readings if name != was]


class Beside(NamedTuple):
    """Two matches played side by side with the same answers, for as long as both ask the same questions."""

    facts: int
    """Number of facts that are the same."""
    first: tuple[Recorded | None, Recorded | None] | None
    """The first facts that differ, if any do."""


def side_by_side(record: Record, other: Record) -> Beside:
    """Play the record and another reading of it in step, independently of the trial, to check it."""
    ours, theirs = Match(settle(record.charter), viewers=()), Match(settle(other.charter), viewers=())
    told: tuple[list[Recorded], list[Recorded]] = [], []
    steps = ours.begin(), theirs.begin()
    for entry in [*record.entries[1:], None]:
        for facts, step in zip(told, steps, strict=True):
            assert isinstance(step, Decided)
            facts += step.entry.facts
        both = min(len(facts) for facts in told)
        for place in range(both):
            if told[0][place] != told[1][place]:
                return Beside(place, (told[0][place], told[1][place]))
        question = None if entry is None else theirs.questions.get(entry.seat)
        if entry is None or question is None or question.ask.name != entry.asked:
            return Beside(both, None)
        step = theirs.submit(entry.seat, question.number, entry.answer)
        if isinstance(step, Refused):
            assert theirs.fault is None, theirs.fault
            return Beside(both, None)
        steps = ours.submit(entry.seat, entry.question, entry.answer), step
    raise AssertionError("a record has an end")


def check(record: Record, rulings: Mapping[str, str]) -> Trial:
    """Try readings, and check what the trial reports."""
    trial = try_reading(record.charter, record.entries, rulings=rulings)
    check_truth(trial, record, rulings)
    check_effect(trial)
    return trial


def check_truth(trial: Trial, record: Record, rulings: Mapping[str, str]) -> None:
    """Check that the first difference is the one that two matches show when they are played side by side."""
    was = readings_of(record)
    assert trial.readings == {key: (was[key], tried) for key, tried in rulings.items() if tried != was[key]}
    assert msgspec.json.decode(msgspec.json.encode(trial), type=Trial) == trial
    assert read_trial(trial_message(trial, record.charter.game)) == trial
    assert trial.answers == len(record.entries) - 1
    assert trial.followed + trial.passed_over <= trial.answers
    assert (trial.outcome_tried is None) == (trial.stop is not None)
    beside = side_by_side(record, under(record, rulings))
    if beside.first is not None:
        assert trial.fact is not None
        assert trial.fact.number == beside.facts + 1
        for side, recorded in zip((trial.fact.record, trial.fact.tried), beside.first, strict=True):
            assert side is not None
            assert recorded is not None
            assert {"kind": side.kind, **side.fact} == msgspec.json.decode(msgspec.json.encode(recorded.fact))
            assert "/".join(side.path) == recorded.path
    else:
        assert trial.fact is None or trial.fact.number > beside.facts


def found(
    game: str, rulings: Mapping[str, str], wanted: Callable[[Trial], bool], matches: int = 60
) -> tuple[Record, Trial]:
    """Look for a match in which another reading has the wanted effect: first among the golden ones, then at random."""
    on_file = [golden_record(name) for name in sorted(GOLDEN) if name.startswith(game)]
    at_random = (played(game, f"wanted {number}") for number in range(matches))
    for record in chain(on_file, at_random):
        trial = try_reading(record.charter, record.entries, rulings=rulings)
        if wanted(trial):
            check_truth(trial, record, rulings)
            check_effect(trial)
            return record, trial
    raise AssertionError(f"no match in which {rulings} does that")


def check_effect(trial: Trial) -> None:
    """Check that the reported effect agrees with the rest of the trial."""
    match trial.effect:
        case "none":
            assert (trial.question, trial.fact, trial.stop, trial.passed_over) == (None, None, None, 0)
            assert (trial.followed, trial.facts_tried) == (trial.answers, trial.facts)
            assert trial.outcome == trial.outcome_tried
        case "questions":
            assert trial.question is not None
            assert trial.fact is None
            assert trial.outcome == trial.outcome_tried
        case "facts":
            assert trial.fact is not None
            assert trial.outcome == trial.outcome_tried
        case "outcome":
            assert trial.fact is not None
            assert trial.outcome != trial.outcome_tried
        case "unknown":
            assert trial.stop is not None
            assert trial.question is not None or trial.fact is not None or trial.stop.reason == "not_allowed"


@pytest.mark.parametrize(("game", "key"), POINTS, ids=[f"{game}-{key}" for game, key in POINTS])
def test_every_other_reading_of_every_ruling_can_be_tried(game: str, key: str) -> None:
    record = recorded_match(game, f"trials of {game} {POINTS.index((game, key)) % 5}")
    for reading in other_readings(record, key):
        check(record, {key: reading})


@pytest.mark.campaign
@pytest.mark.parametrize("game", GAMES)
def test_every_other_reading_of_many_matches(game: str, seed: str) -> None:
    """Random matches under random readings. Most effects must occur; a changed outcome is covered below."""
    rng, effects, stops = Random(seed), set(), set()
    book = game_named(game).rulebook
    for number in range(40):
        rulings = {key: rng.choice(list(ruling.readings)) for key, ruling in book.rulings.items()}
        record = played(
            game, f"{seed} {number}", edition=rng.choice(["", *book.editions]), rulings=rulings if number % 2 else None
        )  # fmt: skip
        for key in book.rulings:
            for reading in other_readings(record, key):
                trial = check(record, {key: reading})
                effects.add(trial.effect)
                stops.add(trial.stop.reason if trial.stop else "")
    assert effects >= {"none", "questions", "facts", "unknown"}
    assert stops == {"", "not_allowed", "not_on_record"}


@pytest.mark.parametrize("name", sorted(GOLDEN))
def test_readings_of_the_match_itself_change_nothing(name: str) -> None:
    record = golden_record(name)
    trial = try_reading(record.charter, record.entries, rulings=readings_of(record))
    assert (trial.readings, trial.effect) == ({}, "none")
    check_effect(trial)


@pytest.mark.parametrize("edition", ["consensus", "de", "fr", "pl"])
def test_every_edition_can_be_tried(edition: str) -> None:
    record = golden_record("unfathomable-5-seats")
    trial = try_reading(record.charter, record.entries, edition=edition)
    assert record.charter.edition == "fr"
    assert bool(trial.readings) == (edition != "fr")
    assert trial.edition == edition
    check_effect(trial)


def test_readings_chosen_for_the_match_stay_chosen_under_another_edition() -> None:
    record = recorded_match("unfathomable", "chosen", rulings=Frozen({"travel.drift": "block"}))
    trial = try_reading(record.charter, record.entries, edition="fr")
    assert "travel.drift" not in trial.readings
    both = try_reading(record.charter, record.entries, edition="fr", rulings={"travel.drift": "per_step"})
    assert both.readings["travel.drift"] == ("block", "per_step")


class Frozen(dict[str, str]):
    """Readings in a hashable form, for caching."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(tuple(sorted(self.items())))


def tried_record(record: Record, rulings: Mapping[str, str]) -> Record:
    """Return what the trial played, as a record."""
    other = under(record, rulings)
    attempt = Attempt(trace_of(settle(record.charter), record.entries), Trace(settle(other.charter)))
    return Record(other.charter, tuple(attempt.trace.entries))


@pytest.mark.parametrize("game", GAMES)
def test_trial_of_the_trial_is_the_trial_turned_round(game: str, seed: str) -> None:
    """A match under X tried under Y, and the result tried under X, where both reach an end."""
    record, turned = played(game, seed), 0
    for key in game_named(game).rulebook.rulings:
        for reading in other_readings(record, key):
            trial = try_reading(record.charter, record.entries, rulings={key: reading})
            if trial.stop is not None or trial.effect == "none":
                continue
            other = tried_record(record, {key: reading})
            back = try_reading(other.charter, other.entries, rulings={key: readings_of(record)[key]})
            if back.stop is not None:
                continue
            turned += 1
            assert back.readings == {key: trial.readings[key][::-1]}
            assert (back.outcome, back.facts) == (trial.outcome_tried, trial.facts_tried)
            if trial.question is not None:
                assert back.question is not None
                assert back.question.after == trial.question.after
                assert (back.question.record, back.question.tried) == (
                    trial.question.tried,
                    trial.question.record,
                )
            elif trial.fact is not None:
                assert back.fact is not None
                assert back.fact.number == trial.fact.number
                assert (back.fact.record, back.fact.tried) == (trial.fact.tried, trial.fact.record)
    assert turned


def test_drift_by_steps_or_in_a_block() -> None:
    """`travel.monster_drift` (DE 24.7, FR 44.7, PL 36.7): the first monster that reaches another space is found."""
    _, trial = found("unfathomable", {"travel.drift": "block"}, lambda trial: "space" in fields_of(trial))
    assert trial.fact is not None
    assert trial.fact.record is not None
    assert trial.fact.tried is not None
    assert trial.fact.record.rule.rule == trial.fact.tried.rule.rule == "travel.monster_drift"
    assert trial.fact.record.rule.paragraphs == {"de": "24.7", "fr": "44.7", "pl": "36.7"}
    assert trial.fact.rulings == ("travel.drift",)


def fields_of(trial: Trial) -> tuple[str, ...]:
    return () if trial.fact is None else trial.fact.fields


def is_put_twice(trial: Trial) -> bool:
    """Return whether both sides ask the question at the same moment, though in different form."""
    return trial.question is not None and None not in (trial.question.record, trial.question.tried)


def test_question_that_is_put_differently_is_told_with_what_only_one_side_offers() -> None:
    """`rescue.enemies_present`: a passenger may be rescued beside an enemy, or may not."""
    _, trial = found("unfathomable", {"rescue.enemies_present": "barred"}, is_put_twice)
    question = trial.question
    assert question is not None
    assert question.record is not None
    assert question.tried is not None
    assert question.record.alone == ("Rescue a passenger on your space.",)
    assert question.tried.alone == ()
    assert question.record.options == question.tried.options + 1
    assert question.rulings == ("rescue.enemies_present",)


def test_question_with_other_limits_is_put_differently() -> None:
    """`recruit.superfluous`: the same Allies may be handed in, under one limit more."""
    _, trial = found("abyss", {"recruit.superfluous": "refused"}, is_put_twice)
    question = trial.question
    assert question is not None
    assert question.record is not None
    assert question.tried is not None
    more = [limit for limit in question.tried.limits if limit not in question.record.limits]
    assert [(limit["kind"], limit["rule"]) for limit in more] == [("none_spare", "recruit.superfluous")]


def test_reading_that_changes_the_outcome_is_told_with_both() -> None:
    """`mirrors.counted_with`: how Allies are counted at the end changes a score."""
    ruling = game_named("abyss").rulebook.rulings["mirrors.counted_with"]
    (reading,) = [name for name in ruling.readings if name != ruling.default]
    _, trial = found("abyss", {"mirrors.counted_with": reading}, lambda trial: trial.effect == "outcome")
    assert trial.outcome is not None
    assert trial.outcome_tried is not None
    assert trial.outcome.scores != trial.outcome_tried.scores
    assert trial.followed == trial.answers


def test_ruling_that_is_asked_about_before_anything_happens_is_named() -> None:
    """`pearls.visibility` takes effect during setup: a seat that cannot pay is asked to buy, or is not."""
    _, trial = found("abyss", {"pearls.visibility": "cupped"}, lambda trial: trial.question is not None)
    assert trial.question is not None
    assert trial.question.rulings == ("pearls.visibility",)


@pytest.mark.parametrize("game", GAMES)
def test_match_that_goes_on_is_tried_as_far_as_it_went(game: str, seed: str) -> None:
    record, _ = begun(game, seed, 40)
    same = try_reading(record.charter, record.entries, rulings=readings_of(record))
    assert same.stop is not None
    assert (same.effect, same.stop.reason, same.outcome) == ("none", "record_ends", None)
    assert (same.followed, same.facts_tried) == (40, same.facts)
    for key in game_named(game).rulebook.rulings:
        trial = try_reading(record.charter, record.entries, rulings={key: other_readings(record, key)[0]})
        if trial.outcome_tried is not None:
            assert trial.effect == "outcome", "under this reading the match would be over"
            continue
        assert trial.stop is not None
        assert trial.effect != "outcome"
        if trial.effect == "none":
            assert trial.stop.reason == "record_ends"


def test_answer_that_is_no_longer_allowed_is_told_with_its_rule() -> None:
    """`recruit.superfluous`: an Ally that the cost does not need may be handed in, or may not."""
    record, trial = found(
        "abyss", {"recruit.superfluous": "refused"}, lambda trial: trial.stop is not None and trial.stop.entry > 0
    )  # fmt: skip
    stop = trial.stop
    assert stop is not None
    entry = record.entries[stop.entry - 1]
    assert (stop.reason, stop.seat, stop.name) == ("not_allowed", entry.seat, entry.asked)
    assert len(stop.choices) == len(entry.answer)
    assert stop.refusal == "limit_broken"
    assert stop.why == "One of the Allies handed in is not needed for the cost."
    assert stop.rule is not None
    assert stop.rule.rule == "recruit.superfluous"


@pytest.mark.parametrize(
    ("edition", "rulings", "said"),
    [
        ("xx", {}, "unknown edition 'xx'"),
        ("", {"travel.luck": "good"}, "unknown ruling 'travel.luck'"),
        ("", {"travel.drift": "sideways"}, "choose from per_step, block"),
    ],
)
def test_unknown_reading_is_refused(edition: str, rulings: dict[str, str], said: str) -> None:
    record = golden_record("unfathomable-3-seats")
    with pytest.raises(UnknownReading, match=said):
        try_reading(record.charter, record.entries, edition=edition, rulings=rulings)


def test_record_that_its_own_rules_do_not_bring_about_is_not_tried() -> None:
    record = recorded_match("abyss", "changed", seats=2)
    changed = [entry for entry in record.entries if entry.seq != 9]
    with pytest.raises(Mismatch, match="entry 9"):
        try_reading(
            record.charter, changed, rulings={"victory.tie": other_readings(record, "victory.tie")[0]}
        )


@pytest.mark.parametrize("lie", ["later", "none", "turned round"])
def test_trial_that_lies_is_found_out(lie: str) -> None:
    """Control for the independent check: another fact, no fact, or the sides swapped."""
    rulings = {"travel.drift": "block"}
    record, trial = found("unfathomable", rulings, lambda trial: "space" in fields_of(trial))
    fact = trial.fact
    assert fact is not None
    lies = {
        "later": msgspec.structs.replace(fact, number=fact.number + 1),
        "none": None,
        "turned round": msgspec.structs.replace(fact, record=fact.tried, tried=fact.record),
    }
    with pytest.raises(AssertionError):
        check_truth(msgspec.structs.replace(trial, fact=lies[lie]), record, rulings)
