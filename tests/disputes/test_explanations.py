"""Why something happened: the rules, the answers, the readings and the luck behind a fact."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest

from referee.disputes.explain.explanations import (
    Explanation,
    NoSuchFactNumber,
    explain,
    explain_all,
    explain_told,
)
from referee.disputes.explain.shuffles import shuffles_behind
from referee.disputes.explain.trace import Trace, trace_of
from referee.feeds.frames import facts_seen_by
from referee.games import GAMES
from referee.games import game as game_named
from referee.games.unfathomable.facts.dice import DieRolled
from referee.games.unfathomable.facts.hand import CardsDrawn
from referee.kernel.facts import Recorded
from referee.kernel.talk import TALK_PATH
from referee.match.charters import settle
from referee.match.entries import By
from referee.replay.rerun import Mismatch
from tests.disputes.matches import GOLDEN, Record, begun, golden_record, played


def numbered(record: Record) -> list[tuple[int, int, Recorded]]:
    """Yield every fact with its number and its entry, counted from the record alone."""
    facts = [(entry.seq, recorded) for entry in record.entries for recorded in entry.facts]
    return [(number, seq, recorded) for number, (seq, recorded) in enumerate(facts, 1)]


@cache
def first_of_each_kind() -> dict[str, list[int]]:
    """Return the facts to explain in each golden replay: the first of every kind in any of them."""
    seen: set[type] = set()
    wanted: dict[str, list[int]] = {}
    for name in sorted(GOLDEN):
        wanted[name] = []
        for number, _, recorded in numbered(golden_record(name)):
            if type(recorded.fact) not in seen:
                seen.add(type(recorded.fact))
                wanted[name].append(number)
    return wanted


def check(told: Explanation, record: Record, number: int) -> None:
    """Check that an explanation agrees with the record, and cites every rule of the path as the book has it."""
    _, entry, recorded = numbered(record)[number - 1]
    book = game_named(record.charter.game).rulebook
    fact = msgspec.json.decode(msgspec.json.encode(recorded.fact))
    assert (told.number, told.entry, told.kind) == (number, entry, fact.pop("kind"))
    assert told.fact == fact
    assert told.sentence.endswith((".", "”"))
    assert [citation.rule for citation in told.path] == recorded.path.split("/")
    for citation in told.path:
        if citation.rule == TALK_PATH:
            assert (citation is told.path[0], citation.paragraphs) == (True, {})
            continue
        assert citation.statement == book.rules[citation.rule].statement
        assert citation.paragraphs == book.rules[citation.rule].paragraphs
    readings = settle(record.charter).setup.readings
    path = set(recorded.path.split("/"))
    assert {ruling.ruling: ruling.reading for ruling in told.rulings} == {
        key: readings[key] for key, ruling in book.rulings.items() if path & set(ruling.rules)
    }
    may_have_cause = entry > 1 and record.entries[entry - 1].by != "talk"
    assert [answer.entry for answer in told.answers][-1:] in ([[entry], []] if may_have_cause else [[]])
    assert [answer.entry for answer in told.answers] == sorted({answer.entry for answer in told.answers})
    assert msgspec.json.decode(msgspec.json.encode(told), type=Explanation) == told


@pytest.mark.parametrize("name", sorted(GOLDEN))
def test_every_kind_of_fact_is_explained(name: str) -> None:
    record = golden_record(name)
    for number in first_of_each_kind()[name]:
        check(explain(record.charter, record.entries, number), record, number)


@pytest.mark.parametrize("name", sorted(GOLDEN))
def test_every_rule_on_a_path_is_in_the_book(name: str) -> None:
    record = golden_record(name)
    rules = game_named(record.charter.game).rulebook.rules
    paths = {recorded.path for _, _, recorded in numbered(record)}
    assert {rule_id for path in paths for rule_id in path.split("/")} <= {TALK_PATH, *rules}


@pytest.mark.parametrize("name", ["abyss-2-seats", "unfathomable-talk"])
def test_all_explanations_are_those_of_each_fact(name: str) -> None:
    record = golden_record(name)
    told = list(explain_all(record.charter, record.entries))
    assert [each.number for each in told] == [number for number, _, _ in numbered(record)]
    for number in (1, len(told) // 3, len(told)):
        assert told[number - 1] == explain(record.charter, record.entries, number)


@pytest.mark.campaign
@pytest.mark.parametrize("name", sorted(GOLDEN))
def test_every_fact_of_every_golden_replay_is_explained(name: str) -> None:
    record = golden_record(name)
    for number, _, _ in numbered(record):
        check(explain(record.charter, record.entries, number), record, number)


def test_card_house_rule_is_cited_without_a_paragraph() -> None:
    """`skill.keen_insight` is printed on a card; the book has no paragraph for it."""
    record = golden_record("unfathomable-4-seats")
    number = next(n for n, _, recorded in numbered(record) if "/skill." in recorded.path)
    told = explain(record.charter, record.entries, number)
    (card,) = [citation for citation in told.path if citation.rule.startswith("skill.")]
    assert card.statement
    assert card.paragraphs == {}


def test_reading_in_force_is_told_with_the_others() -> None:
    """`travel.monster_drift`: per step by the consensus, in a block by the German edition."""
    record = golden_record("unfathomable-arrived")
    number = next(n for n, _, recorded in numbered(record) if recorded.path.endswith("/travel.monster_drift"))
    told = explain(record.charter, record.entries, number)
    drift = next(ruling for ruling in told.rulings if ruling.ruling == "travel.drift")
    assert (drift.reading, list(drift.others)) == ("per_step", ["block"])
    assert drift.editions["de"] == "block"
    assert drift.was_asked
    assert drift.rules[0] == "travel.monster_drift"


def test_die_comes_with_its_draw() -> None:
    """`die.d8`: the face is the number drawn, counted from 1."""
    record = golden_record("unfathomable-4-seats")
    rolls = [
        (n, recorded.fact) for n, _, recorded in numbered(record) if isinstance(recorded.fact, DieRolled)
    ]
    for place, (number, fact) in enumerate(rolls[:6]):
        luck = explain(record.charter, record.entries, number).draws[-1]
        assert (luck.label, luck.size, luck.fact) == ("die", 8, number)
        assert luck.result == (fact.face - 1,)
        assert luck.word == place


def test_luck_of_one_answer_is_told_up_to_the_fact() -> None:
    record = golden_record("abyss-3-seats")
    opening = record.entries[0]
    first = explain(record.charter, record.entries, 1)
    last = explain(record.charter, record.entries, len(opening.facts))
    assert len(first.draws) < len(last.draws) == len(opening.draws)
    assert [(luck.label, luck.result) for luck in last.draws] == [
        (draw.label, draw.result) for draw in opening.draws
    ]


def taken_places(trace: Trace) -> list[tuple[int, int]]:
    """Yield every place that a fact took a card from: the fact of the shuffle, and the place in it."""
    return [
        (found.pile.number, place)
        for number in range(1, len(trace.facts) + 1)
        for found in shuffles_behind(trace, number)
        if found.is_taken
        for place in found.places
    ]


@pytest.mark.parametrize("name", ["abyss-2-seats", "unfathomable-3-seats"])
def test_no_place_of_a_shuffled_pile_is_taken_from_twice(name: str) -> None:
    record = golden_record(name)
    places = taken_places(trace_of(settle(record.charter), record.entries))
    assert len(places) > 50
    assert len(places) == len(set(places))


def test_shuffle_is_the_one_that_put_the_card_there() -> None:
    """`explore.reshuffle`: the order drawn, applied to what was shuffled, has the card at the place reported."""
    record = golden_record("abyss-4-seats")
    facts = numbered(record)
    revealed = [n for n, _, recorded in facts if recorded.path.endswith("/explore.reveal")][:5]
    for number in revealed:
        told = explain(record.charter, record.entries, number)
        (found,) = told.shuffles
        assert found.is_taken
        assert found.luck.label == "deck/exploration"
        (place,) = found.places
        shuffled = facts[found.luck.fact - 1][2].fact
        assert msgspec.to_builtins(shuffled)["cards"][place - 1] == found.card == told.fact["card"]


@pytest.mark.parametrize("by", ["seat", "clock", "order"])
@pytest.mark.parametrize("game", GAMES)
def test_answer_says_how_it_was_given(game: str, by: By) -> None:
    record, _ = begun(game, f"given by {by}", 12, by)
    names = ["Ada", "Bob", "Cleo", "Dan"]
    all_told = [explain(record.charter, record.entries, number, names) for number, _, _ in numbered(record)]
    told = [each for each in all_told if each.answers][-1]
    entry = record.entries[told.entry - 1]
    given = told.answers[-1]
    assert (given.entry, given.seat, given.by, given.name) == (entry.seq, entry.seat, by, entry.asked)
    assert given.asked == settle(record.charter).game.questions[entry.asked].sentence
    assert len(given.choices) == len(given.answer) == len(entry.answer)


def test_an_option_that_a_card_numbers_is_told_in_its_words() -> None:
    record = golden_record("unfathomable-5-seats")
    told = explain_all(record.charter, record.entries)
    chosen = {given.choices for each in told for given in each.answers if given.name == "unfathomable.crisis"}
    assert chosen
    assert not [sentence for (sentence,) in chosen if "option" in sentence]


def test_sealed_answers_are_told_together() -> None:
    """`timing.die`: before a roll everyone is asked, and nothing happens until the last has answered."""
    record = golden_record("unfathomable-4-seats")
    number = next(n for n, _, recorded in numbered(record) if isinstance(recorded.fact, DieRolled))
    told = explain(record.charter, record.entries, number)
    sealed = told.answers[-record.charter.seats :]
    assert len({answer.seat for answer in sealed}) == record.charter.seats
    assert {answer.name for answer in sealed} == {"unfathomable.window.before_roll"}


def test_explanation_for_a_seat_has_nothing_but_what_the_seat_was_told() -> None:
    """Seen by others, drawn cards are counted but not named, and neither draws nor answers are shown."""
    record = golden_record("unfathomable-4-seats")
    number, _, recorded = next(
        (n, seq, each) for n, seq, each in numbered(record) if isinstance(each.fact, CardsDrawn) and each.fact.cards
    )  # fmt: skip
    assert isinstance(recorded.fact, CardsDrawn)
    other = (recorded.fact.seat + 1) % record.charter.seats
    (seen,) = facts_seen_by((recorded,), other)
    told, everything = explain_told(record.charter, seen), explain(record.charter, record.entries, number)
    assert told.path == everything.path
    assert {ruling.ruling for ruling in told.rulings} == {ruling.ruling for ruling in everything.rulings}
    assert not any(ruling.was_asked for ruling in told.rulings)
    assert set(told.fact["cards"]) == {"?"}
    assert (told.number, told.entry, told.answers, told.draws, told.shuffles) == (0, 0, (), (), ())
    assert everything.shuffles


CONTRIBUTED = {
    # Exploring: the choice to explore, the Ally that was sold, and each card that was left.
    ("abyss-4-seats", 133): [66, 67, 68, 69, 70, 71, 72, 73],
    # A step of a turn begins: the answer that ended the turn before has no part in it.
    ("unfathomable-4-seats", 132): [],
    # A skill test fails: the cards added and the abilities used, and who passed last.
    ("unfathomable-4-seats", 200): [91, 98, 99, 101, 103, 107, 110, 111, 112, 113],
    ("unfathomable-arrived", 53): [7],
}


@pytest.mark.parametrize(("name", "number"), CONTRIBUTED)
def test_every_answer_that_contributed_is_listed(name: str, number: int) -> None:
    record = golden_record(name)
    told = explain(record.charter, record.entries, number)
    assert [answer.entry for answer in told.answers] == CONTRIBUTED[name, number]


def test_nobody_answered_the_setup() -> None:
    record = golden_record("abyss-2-seats")
    assert explain(record.charter, record.entries, 1).answers == ()


@pytest.mark.parametrize("number", [0, -1, 10_000])
def test_fact_that_is_not_there_is_refused(number: int) -> None:
    record = golden_record("abyss-2-seats")
    there = len(numbered(record))
    with pytest.raises(NoSuchFactNumber, match=f"facts 1 to {there}"):
        explain(record.charter, record.entries, number)


def test_record_that_the_rules_do_not_bring_about_is_not_explained() -> None:
    record = played("abyss", "a changed record", seats=2)
    changed = list(record.entries)
    place = next(place for place, entry in enumerate(changed) if place > 5 and entry.facts)
    changed[place] = msgspec.structs.replace(changed[place], facts=changed[place].facts[:-1])
    last = len(numbered(record)) - 1
    with pytest.raises(Mismatch, match=f"entry {place + 1}, fact"):
        explain(record.charter, changed, last)


@pytest.mark.parametrize("fault", ["seat", "answer", "begin"])
def test_record_with_an_answer_nobody_could_give_is_not_explained(fault: str) -> None:
    record = played("abyss", "another changed record", seats=2)
    changed = list(record.entries)
    if fault == "begin":
        changed = changed[1:]
    else:
        value = {"seat": 7} if fault == "seat" else {"answer": ()}
        changed[3] = msgspec.structs.replace(changed[3], **value)
    with pytest.raises(Mismatch):
        explain(record.charter, changed, len(numbered(record)) - 5)
