"""Verify that a log or a replay is exactly what the rules produce, and name the first difference if it is not.

A whole match is compared in three passes: read every entry, run the match over all the answers, then encode every entry
again and compare. One entry at a time would do as well, but each pass is faster when it is not interrupted.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from referee.kernel.table import Ended
from referee.log.chain import GENESIS, Linked, chain, link
from referee.match.charters import Settle, Terms, settle
from referee.match.entries import Entry, RecordedAnswer, encode, reader_for
from referee.replay.differences import Difference, first_difference, not_readable
from referee.replay.format import BadReplay
from referee.replay.progress import OnProgress, counted, unreported
from referee.replay.reading import ReplayFile
from referee.replay.rerun import Mismatch, Rerun, reopen
from referee.replay.writing import rerun_text, trailer_text

_TEXT_BATCH = 128
"""The number of entries whose text is compared at a time; the text of a whole match needs new memory every time."""


class Verification(msgspec.Struct, frozen=True):
    """The result of verifying a match."""

    ok: bool
    game: str
    """The name of the game; empty if the charter could not be read."""
    facts: int
    """The number of facts that were compared and found correct."""
    head: str
    """The hash of the last correct entry, in hexadecimal."""
    outcome: Ended | None
    first_difference: Difference | None


def verify_entries(
    stored: Sequence[Linked], *, settle: Settle = settle, on_progress: OnProgress = unreported
) -> Verification:
    """Run a match again over its stored entries and compare every byte of them."""
    try:
        terms = reopen(stored[0], settle=settle).terms
    except Mismatch as mismatch:
        return _unreadable(mismatch.difference)
    bodies: list[tuple[bytes, str]] = []
    for seq, entry in enumerate(stored[1:], 1):
        if entry.seq != seq:
            problem = Difference(seq, "sequence", str(seq), str(entry.seq))
            return _verify_bodies(terms, bodies, problem, on_progress)
        bodies.append((entry.body, entry.hash.hex()))
    return _verify_bodies(terms, bodies, None, on_progress)


def verify_replay(data: bytes, *, settle: Settle = settle) -> Verification:
    """Run the match of a replay again and compare every byte of the file with the result."""
    try:
        file = ReplayFile(data)
        charter = file.header().charter
    except BadReplay as bad:
        return _unreadable(bad.difference)
    try:
        terms = settle(charter)
    except ValueError as problem:
        return _unreadable(Difference(0, "charter", "one that can be played", str(problem)))
    return _verify_text(file, terms) or _find_difference(file, terms)


def _verify_text(file: ReplayFile, terms: Terms) -> Verification | None:
    """Compare the text of a replay with the text that its answers produce; return None if they differ.

    Only the answers are read from the file. That need not be done strictly: a file with any other content differs from
    the text. Verifying a correct file this way takes 15 to 20 % less CPU time than `_find_difference`.
    """
    text = file.text
    place = text.find("\n\n")
    rerun, entries, difference = _run_again(terms, file.answers(reader_for(terms.game)))
    if difference is not None:
        return None
    head = link(GENESIS, encode(terms.charter))
    for start in range(0, len(entries), _TEXT_BATCH):
        batch = entries[start : start + _TEXT_BATCH]
        hashes = chain(head, map(encode, batch))
        head = hashes[-1]
        expected = rerun_text(batch, hashes)
        if not text.startswith(expected, place):
            return None
        place += len(expected)
    outcome = rerun.match.outcome
    if text[place:] != trailer_text(len(entries) + 1, outcome, head):
        return None
    try:
        file.read_time_sheet(head.hex(), entries)
    except BadReplay:
        return None
    facts = sum([len(entry.facts) for entry in entries])
    return Verification(True, terms.game.name, facts, head.hex(), outcome, None)


def _find_difference(file: ReplayFile, terms: Terms) -> Verification:
    """Read a replay strictly, run it again, and name the first difference."""
    bodies, problem = file.bodies()
    found = _verify_bodies(terms, bodies, problem)
    if found.ok:
        try:
            file.check_end(len(bodies) + 1, found.outcome, bytes.fromhex(found.head))
            reader = reader_for(terms.game)
            file.read_time_sheet(found.head, [reader.entry(body) for body, _ in bodies])
        except BadReplay as bad:
            return msgspec.structs.replace(found, ok=False, first_difference=bad.difference)
    return found


def _unreadable(difference: Difference) -> Verification:
    """Return the result for a record whose charter is not correct."""
    return Verification(False, "", 0, "", None, difference)


def _verify_bodies(
    terms: Terms,
    stored: Sequence[tuple[bytes, str]],
    next_problem: Difference | None,
    on_progress: OnProgress = unreported,
) -> Verification:
    """Verify the bodies of all entries after the charter, each with its hash or the first digits of it.

    `next_problem` is what is wrong after the last of them; it is reported if everything before it is correct.
    """
    answers, unreadable = _read_answers(terms, stored)
    reported = counted(answers, on_progress, total=len(answers))
    rerun, entries, difference = _run_again(terms, reported)
    head = link(GENESIS, encode(terms.charter))
    facts = 0
    difference = difference or unreadable or next_problem
    expected = [encode(entry) for entry in entries]
    for entry, ours, (body, digits) in zip(entries, expected, stored, strict=False):
        if ours != body:
            difference = first_difference(entry.seq, ours, body)
            break
        hash_ = link(head, body)
        if not hash_.hex().startswith(digits):
            difference = Difference(entry.seq, "hash", hash_.hex()[: len(digits)], digits)
            break
        head = hash_
        facts += len(entry.facts)
    return Verification(
        difference is None, terms.game.name, facts, head.hex(), rerun.match.outcome, difference
    )


def _read_answers(
    terms: Terms, stored: Sequence[tuple[bytes, str]]
) -> tuple[list[RecordedAnswer], Difference | None]:
    """Read who answered what, up to the first entry that cannot be read."""
    read = reader_for(terms.game).recorded_answer
    answers: list[RecordedAnswer] = []
    try:
        for body, _ in stored:
            answers.append(read(body))
    except msgspec.MsgspecError as problem:
        return answers, not_readable(len(answers) + 1, problem)
    return answers, None


def _run_again(
    terms: Terms, answers: Iterable[RecordedAnswer]
) -> tuple[Rerun, list[Entry], Difference | None]:
    """Run a match over its recorded answers, up to the first that the rules do not allow; the difference says why."""
    rerun = Rerun(terms)
    entries: list[Entry] = []
    try:
        # If this raises, the entries produced so far are in the list.
        entries.extend(rerun.run(answers))
    except Mismatch as mismatch:
        return rerun, entries, mismatch.difference
    return rerun, entries, None
