"""What the entrants of an event decided: facts from the records of its matches, beside the ratings and no part of them.

Only deals that are over in all their seatings count, because the others are still being played. A match counts as it
was played, whatever officials made of its result. What was said at the table is no decision.

A record says whether the clock or a standing order answered for a seat. Refused answers are not part of it. A local bot
that has failed is given default answers from then on, which look like its own, so the matches it failed in are counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from referee.arena.event_state import EventState, MatchProgress
from referee.arena.schedule import FILLER
from referee.games import game as game_named
from referee.log.chain import Linked
from referee.log.sqlite_reader import SqliteReader
from referee.match.entries import By


class _TakenChoice(msgspec.Struct, frozen=True, gc=False):
    kind: str


class _CountedEntry(msgspec.Struct, frozen=True, gc=False):
    """The part of an entry that is counted; reading all of it takes twice as long."""

    seat: int
    asked: str
    by: By
    answer: tuple[_TakenChoice, ...]
    facts: tuple[msgspec.Raw, ...]


_read_entry = msgspec.json.Decoder(_CountedEntry).decode


class QuestionStatistics(msgspec.Struct):
    """How an entrant answered a question."""

    answers: int = 0
    by_clock: int = 0
    """Number of default answers that were given because the time of the seat had run out."""
    by_order: int = 0
    """Number of answers by standing orders."""
    choices: Counter[str] = msgspec.field(default_factory=Counter)
    """How often each kind of choice was taken, by the kind. An answer may have several choices, or none."""


class DecisionStatistics(msgspec.Struct):
    """What an entrant decided in the matches that count."""

    matches: int = 0
    failures: int = 0
    """Number of these matches in which its program failed."""
    facts: int = 0
    """Number of facts of these matches."""
    questions: dict[str, QuestionStatistics] = msgspec.field(default_factory=dict)
    """By the name of the question."""

    @property
    def answers(self) -> int:
        """Number of answers to all questions."""
        return sum([each.answers for each in self.questions.values()])

    @property
    def by_clock(self) -> int:
        """Number of answers that the clock gave."""
        return sum([each.by_clock for each in self.questions.values()])

    @property
    def by_order(self) -> int:
        """Number of answers that standing orders gave."""
        return sum([each.by_order for each in self.questions.values()])


def decision_statistics(state: EventState, store: SqliteReader) -> list[DecisionStatistics]:
    """Return the statistics of each entrant, by number, from the records of the event."""
    found = [DecisionStatistics() for _ in state.event.entrants]
    open_deals = {each.match.deal for each in state.unplayed()}
    for progress in state.matches.values():
        recorded = progress.recorded
        # Without a head, nothing was played: a walkover.
        if recorded is not None and recorded.head and progress.match.deal not in open_deals:
            _count_match(progress, store.entries(recorded.record), found)
    return found


def _count_match(
    progress: MatchProgress, stored: Sequence[Linked], found: Sequence[DecisionStatistics]
) -> None:
    seating = progress.match.seating
    entries = [_read_entry(entry.body) for entry in stored[1:]]
    facts = sum([len(entry.facts) for entry in entries if entry.by != "talk"])
    for entrant in set(seating) - {FILLER}:
        found[entrant].matches += 1
        found[entrant].facts += facts
    faults = progress.recorded.faults if progress.recorded is not None else ()
    for entrant in {seating[seat] for seat, fault in enumerate(faults) if fault} - {FILLER}:
        found[entrant].failures += 1
    for entry in entries:
        if entry.by in ("seat", "clock", "order") and seating[entry.seat] != FILLER:
            questions = found[seating[entry.seat]].questions
            question = questions.setdefault(entry.asked, QuestionStatistics())
            question.answers += 1
            question.by_clock += entry.by == "clock"
            question.by_order += entry.by == "order"
            question.choices.update([choice.kind for choice in entry.answer])


def choice_words(game: str, kind: str) -> str:
    """Return a kind of choice in words: its sentence, if that is always the same, or else its name.

    >>> choice_words("abyss", "abyss.explore"), choice_words("abyss", "abyss.take_stack")
    ('Explore the depths', 'Take stack')
    """
    rules = game_named(game)
    for each in rules.choices:
        if each.__struct_config__.tag == kind and not each.__struct_fields__:
            return rules.wording.say_choice(each(), ()).rstrip(".")
    return kind.rpartition(".")[2].replace("_", " ").capitalize()
