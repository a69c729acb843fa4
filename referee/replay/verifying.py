"""Verdicts: whether a log fits what the rules bring about, and where it does not.

A whole match is compared in three rounds: read every entry, run the script over all the answers, write every entry
again and compare. One after the other would do as well, but each round is quicker when it is not interrupted.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from referee.kernel.asks import Choice
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.run import Run
from referee.kernel.table import Ended
from referee.log.chain import GENESIS, Linked, link
from referee.match.charters import Settle, Terms, settle
from referee.match.differences import (
    Difference,
    fault_at,
    first_difference,
    given_by_nobody,
    not_allowed,
    not_readable,
)
from referee.match.entries import By, Entry, Intent, encode, opening, reader_for
from referee.match.entropy import read_entropy
from referee.match.match import Mismatch, opened

Answered = tuple[tuple[By, Seat], tuple[Choice, ...]]
"""By whom an answer was given and of which seat, and what was chosen. To which question follows from the rules."""


class Verdict(msgspec.Struct, frozen=True):
    """What came of running a match again."""

    ok: bool
    game: str
    """Empty where not even the charter could be read."""
    facts: int
    """How many facts were compared and found to fit."""
    head: str
    """The hash of the last entry that fits, in hexadecimal."""
    outcome: Ended | None
    first_difference: Difference | None


def verify_entries(entries: Sequence[Linked], *, settle: Settle = settle) -> Verdict:
    """Run a match again over its logged entries and compare every byte of them."""
    try:
        terms = opened(entries[0], settle=settle, viewers=()).terms
    except Mismatch as mismatch:
        return unplayable(mismatch.difference)
    logged: list[tuple[bytes, str]] = []
    for place, entry in enumerate(entries[1:], 1):
        if entry.seq != place:
            missing = Difference(place, "sequence", str(place), str(entry.seq))
            return verify_bodies(terms, logged, missing)
        logged.append((entry.body, entry.hash.hex()))
    return verify_bodies(terms, logged)


def unplayable(difference: Difference) -> Verdict:
    """The verdict on a log of which not even the charter fits."""
    return Verdict(False, "", 0, "", None, difference)


def verify_bodies(
    terms: Terms, logged: Sequence[tuple[bytes, str]], otherwise: Difference | None = None
) -> Verdict:
    """Run a match again, given the body of every entry after the charter, and its hash or the first digits of it.

    `otherwise` is what is wrong after the last of them; it counts if all before it fits.
    """
    intents, unreadable = _read(terms, logged)
    answers = [((intent.by, intent.seat), intent.answer) for intent in intents[1:]]
    entries, outcome, unfit = run_again(terms, intents[0].entropy, answers) if intents else ([], None, None)
    head = link(GENESIS, encode(terms.charter))
    facts = 0
    difference = unfit or unreadable or otherwise
    expected = [encode(entry) for entry in entries]
    for entry, ours, (body, digits) in zip(entries, expected, logged, strict=False):
        if ours != body:
            difference = first_difference(entry.seq, ours, body)
            break
        chained = link(head, body)
        if not chained.hex().startswith(digits):
            difference = Difference(entry.seq, "hash", chained.hex()[: len(digits)], digits)
            break
        head = chained
        facts += len(entry.facts)
    return Verdict(difference is None, terms.game.name, facts, head.hex(), outcome, difference)


def _read(terms: Terms, logged: Sequence[tuple[bytes, str]]) -> tuple[list[Intent], Difference | None]:
    """Read who answered what, up to an entry that is none."""
    read = reader_for(terms.game).intent
    intents: list[Intent] = []
    try:
        for body, _ in logged:
            intents.append(read(body))
    except msgspec.MsgspecError as problem:
        return intents, not_readable(len(intents) + 1, problem)
    return intents, None


def run_again(
    terms: Terms, brought: Sequence[str], answers: Sequence[Answered]
) -> tuple[list[Entry], Ended | None, Difference | None]:
    """Begin with the entropy that was brought, if any, and bring about the entries of these answers.

    Up to one that the rules do not allow: then what is wrong with it comes last.
    """
    run = Run(terms.game, terms.setup, terms.seed)
    questions = run.open
    entries: list[Entry] = []
    difference = None
    try:
        entropy = read_entropy(brought, terms.setup.seats)
        if isinstance(entropy, Difference):
            return [], None, entropy
        entries.append(opening(run.begin(entropy), entropy))
        for seq, ((by, seat), answer) in enumerate(answers, 2):
            if by == "start":
                difference = given_by_nobody(seq)
                break
            chosen = run.read(seat, None, answer)
            if type(chosen) is Refused:
                difference = not_allowed(seq, answer, chosen)
                break
            question = questions[seat]
            number, asked = question.number, question.ask.name
            step = run.answer(seat, chosen)
            entries.append(Entry(seq, seat, number, asked, by, chosen, step.draws, step.facts))
    except Exception as fault:  # noqa: BLE001 - whatever it was, this is where it shows
        difference = fault_at(len(entries) + 1, fault)
    return entries, run.outcome, difference
