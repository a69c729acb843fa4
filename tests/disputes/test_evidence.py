"""Evidence: everything is checked offline, and the first thing that does not fit is named (TRUST.md A2)."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from random import Random

import msgspec
import pytest

from referee.audit.chain import note_hash, sign
from referee.audit.entries import (
    AuditEntry,
    Award,
    Body,
    CaseRuled,
    EntropyWithheld,
    ForkedFrom,
    Looked,
    ReadingTried,
    RecordOpened,
    Rewind,
    Void,
)
from referee.audit.problems import CaseError
from referee.disputes.cases.bundle_steps import NothingToWriteOn, OtherKeys, take_step
from referee.disputes.evidence.bundles import SECTIONS, Commitments, Sealed, take_apart, write_bundle
from referee.disputes.evidence.examination import KeysMissing, examine
from referee.disputes.evidence.receipt_checks import NamedReceipt
from referee.games import game as game_named
from referee.kernel.game import Charter
from referee.log.chain import GENESIS
from referee.match.charters import Terms, new_charter, settle_with
from referee.match.entropy import commitment_to
from tests.disputes.recordings import (
    FOREIGN,
    KEYS,
    MATCH,
    STARTED,
    RandomRecording,
    Recording,
    difference,
    disputed,
    found_in,
    opened,
    resealed,
    stepped,
    tried,
)

ZEROS = bytes(32)


@pytest.fixture(scope="module")
def recording() -> RandomRecording:
    return RandomRecording(answers=20)


@pytest.fixture(scope="module")
def text(recording: RandomRecording) -> str:
    """Return a bundle with receipts and a whole dispute."""
    return disputed(recording.text())


def test_everything_fits(text: str, recording: RandomRecording) -> None:
    found = found_in(text, published=KEYS.published, match=MATCH, commitment=recording.entries[0].hash)
    assert found.first_difference is None
    assert (found.match, found.game, found.facts) == (MATCH, "abyss", recording.match.facts)
    assert found.receipts == len(recording.receipts) > 10
    assert (found.keys_from, found.is_promised) == ("file", True)
    assert [case.state for case in found.audit_state.cases.values()] == ["closed"]
    assert len(found.audit) == 6


@pytest.mark.parametrize("game", ["abyss", "unfathomable"])
def test_a_match_to_its_end_fits(game: str) -> None:
    recording = RandomRecording(game, answers=-1)
    found = found_in(disputed(recording.text(), game))
    assert found.first_difference is None
    assert found.outcome == recording.match.outcome is not None
    assert found.keys_from == "bundle"


def test_a_replay_alone_needs_no_keys(recording: RandomRecording) -> None:
    replay = recording.bundle().replay.encode()
    found = examine(replay)
    assert (found.ok, found.keys, found.history) == (True, None, None)
    with pytest.raises(KeysMissing, match="give the key file that the referee published: --keys FILE"):
        examine(replay, receipts=[NamedReceipt("it", recording.receipts[0])])
    with_receipts = [NamedReceipt("it", note) for note in recording.receipts]
    found = examine(replay, receipts=with_receipts, published=KEYS.published)
    assert (found.ok, found.receipts) == (True, len(recording.receipts))


# --- the record and the commitment ---


def test_a_changed_fact_is_named_and_not_the_seal(text: str) -> None:
    changed = text.replace('"space":1', '"space":2', 1)
    found = difference(changed)
    assert found.entry > 0
    assert "space" in found.what


def test_a_fact_that_became_longer_is_named_too(text: str) -> None:
    """Then every later section is displaced, but the record is still the part that was changed."""
    found = difference(text.replace('"space":1', '"space":11', 1))
    assert found.entry > 0
    assert "space" in found.what
    longer = difference(text.replace("That is not how", "That is not at all how"))
    assert (longer.entry, longer.what) == (0, "section audit")


def test_another_seed_than_was_promised_is_found(text: str) -> None:
    assert difference(text, commitment=ZEROS).what == "commitment"
    commitments = msgspec.structs.replace(take_apart(text.encode()).bundle.commitments, seed=ZEROS)
    found = difference(resealed(text, commitments=commitments))
    assert (found.what, found.expected) == ("commitment", ZEROS.hex())


def test_a_bundle_of_another_match_is_refused(text: str) -> None:
    found = difference(text, match="m-2")
    assert (found.what, found.expected, found.found) == ("match", "m-2", MATCH)


ENTROPY = (b"a" * 32, b"", b"c" * 32)
"""Entropy of three seats; the second committed to a value and did not reveal it."""
COMMITTED = {0: commitment_to(ENTROPY[0]), 1: commitment_to(b"b" * 32), 2: commitment_to(ENTROPY[2])}


def begun_with_entropy(*bodies: Body, entropy: dict[int, bytes] = COMMITTED) -> str:
    """Return a match whose seats contributed entropy, with its audit log."""
    record = Recording(new_charter("abyss", 3, seed="entropy"))
    record.take(record.match.begin(ENTROPY))
    commitments = Commitments(record.entries[0].hash, entropy)
    bundle = msgspec.structs.replace(record.bundle(), commitments=commitments)
    text = write_bundle(bundle, KEYS.signer)
    for body in bodies:
        text = signed(text, body)
    return text


def test_the_entropy_of_seats_is_what_they_committed_to() -> None:
    """Each part of the entropy is the one its seat committed to, and a seat that did not reveal is named."""
    assert found_in(begun_with_entropy(EntropyWithheld((1,)))).first_difference is None
    other = difference(begun_with_entropy(entropy={**COMMITTED, 2: commitment_to(b"x" * 32)}))
    assert (other.entry, other.what) == (1, "entropy of seat 2")
    uninvited = difference(begun_with_entropy(entropy={0: COMMITTED[0]}))
    assert uninvited.expected == "none, because it committed to none"


def test_who_did_not_reveal_is_written_down() -> None:
    silent = difference(begun_with_entropy())
    assert (silent.what, silent.expected, silent.found) == ("seats that did not reveal", "[1]", "[]")


# --- receipts ---


def test_a_receipt_from_another_match_is_refused(text: str, recording: RandomRecording) -> None:
    note = KEYS.signer.sign(msgspec.structs.replace(recording.checkpoint(0), match="m-2").text())
    found = difference(text, receipts=[NamedReceipt("mine", note)])
    assert str(found) == "entry 0, mine: expected a receipt of match m-1, found one of match m-2"


def test_receipts_of_two_matches_do_not_go_with_one_replay(recording: RandomRecording) -> None:
    """A replay does not name its match; receipts that disagree about it are found nevertheless."""
    other = KEYS.signer.sign(msgspec.structs.replace(recording.checkpoint(0), match="m-2").text())
    receipts = [NamedReceipt("one", recording.receipt(0)), NamedReceipt("two", other)]
    found = examine(recording.bundle().replay.encode(), receipts=receipts, published=KEYS.published)
    assert found.first_difference is not None
    assert found.first_difference.found == "one of match m-2"


@pytest.mark.parametrize("viewer", ["seat/3", "open"])
def test_a_receipt_from_another_seat_is_refused(viewer: str, text: str, recording: RandomRecording) -> None:
    note = KEYS.signer.sign(msgspec.structs.replace(recording.checkpoint(0), viewer=viewer).text())
    found = difference(text, receipts=[NamedReceipt("mine", note)])
    assert found.expected == "a receipt of seat/0, seat/1, seat/2, spectator"
    assert found.found == f"one of {viewer}"


def test_the_receipt_of_one_seat_does_not_do_for_another(text: str, recording: RandomRecording) -> None:
    note = KEYS.signer.sign(msgspec.structs.replace(recording.checkpoint(0), viewer="seat/1").text())
    assert difference(text, receipts=[NamedReceipt("mine", note)]).what.startswith("mine")


def test_a_receipt_by_another_key_is_refused(text: str, recording: RandomRecording) -> None:
    note = FOREIGN.signer.sign(recording.checkpoint(0).text())
    found = difference(text, receipts=[NamedReceipt("mine", note)])
    who = f"referee+{FOREIGN.signer.public.id.hex()}"
    assert (found.expected, found.found) == (
        "signed by a key of this referee",
        f"not signed by a known key, only by {who}",
    )


def test_a_record_that_was_cut_is_found(recording: RandomRecording) -> None:
    """Truncation: the receipt counts frames that the record no longer has."""
    short = RandomRecording(answers=10)
    assert found_in(short.text()).ok
    found = difference(short.text(), receipts=[NamedReceipt("mine", recording.receipt(0))])
    size = recording.checkpoint(0).size
    assert found.expected == f"{size} frames of seat/0"
    assert found.found == f"{short.checkpoint(0).size}: the record was cut"


def test_an_acknowledged_answer_that_is_gone_is_found(text: str, recording: RandomRecording) -> None:
    """A sealed answer produces no frame, but the receipt still counts it."""
    point = recording.checkpoint(0)
    note = KEYS.signer.sign(msgspec.structs.replace(point, answered=point.answered + 1).text())
    found = difference(text, receipts=[NamedReceipt("mine", note)])
    assert found.expected == f"{point.answered + 1} answers of seat/0"
    assert found.found == f"{point.answered}: the record was cut"


def test_a_wrong_number_of_answers_is_found(text: str, recording: RandomRecording) -> None:
    point = recording.checkpoint(0)
    note = KEYS.signer.sign(msgspec.structs.replace(point, answered=0).text())
    found = difference(text, receipts=[NamedReceipt("mine", note)])
    assert found.found == "another number of answers: the record is not what was told"


def test_a_record_that_is_another_story_is_found(recording: RandomRecording) -> None:
    """Substitution: another match, played by the same rules, does not match the receipt."""
    other = RandomRecording(luck="another story", answers=20)
    note = KEYS.signer.sign(msgspec.structs.replace(recording.checkpoint(0), size=3, answered=0).text())
    found = difference(other.text(), receipts=[NamedReceipt("mine", note)])
    assert found.expected.startswith("root ")
    assert found.found.endswith("the record is not what was told")


def test_a_split_view_is_found(text: str, recording: RandomRecording) -> None:
    """Two receipts of one seat with one size and two roots: it was shown two histories."""
    point = recording.checkpoint(1)
    true, lie = (
        KEYS.signer.sign(each.text()) for each in (point, msgspec.structs.replace(point, root=ZEROS))
    )
    found = difference(text, receipts=[NamedReceipt("his", true), NamedReceipt("hers", lie)])
    assert found.what == f"hers: frames of seat/1 up to {point.size}"
    assert found.expected.endswith("as in his")
    assert found.found.endswith("a split view")


# --- cases ---


def test_a_case_that_is_open_leaves_the_result_provisional(recording: RandomRecording) -> None:
    text = stepped(recording.text(), opened())
    assert found_in(text).audit_state.is_provisional
    ruled = CaseRuled(
        1, "overturned", "So it is.", ("explore.offer",), Award((0, 2)), precedent=False, cites=0
    )
    found = found_in(stepped(text, ruled))
    assert not found.audit_state.is_provisional
    assert found.audit_state.result == Award((0, 2))


def signed(text: str, body: Body) -> str:
    """Let the official sign any audit entry, checked or not, and seal it."""
    found = found_in(text)
    assert found.sealed is not None
    assert found.history is not None
    last, notes = len(found.history.entries), found.sealed.bundle.audit
    previous = note_hash(notes[-1]) if notes else GENESIS
    entry = AuditEntry(MATCH, len(notes) + 1, previous, STARTED, last, found.history.heads[last], body)
    return resealed(text, audit=(*notes, sign(entry, KEYS.signer)))


def test_a_step_that_should_have_been_refused_is_found(text: str) -> None:
    """The official's signature does not make an illegal step legal."""
    again = CaseRuled(1, "overturned", "Third time.", ("explore.offer",), Void(), precedent=False, cites=4)
    found = difference(signed(text, again))
    assert str(found) == (
        f"entry {found.entry}, audit entry 7: expected a step that is allowed there, "
        "found Case 1 is closed; its second ruling is final"
    )
    assert difference(signed(text, opened(case=2))).found.startswith("Case 1 is about the same fact")
    assert difference(signed(text, opened(case=2, fact=10_000))).found.startswith("There is no such fact")


def test_a_report_that_is_not_what_the_trial_says_is_found(recording: RandomRecording) -> None:
    text = stepped(recording.text(), opened())
    honest = tried(text)
    assert found_in(signed(text, honest)).ok
    report = msgspec.json.decode(honest.report)
    report["effect"] = "outcome"
    lie = msgspec.structs.replace(honest, report=msgspec.Raw(msgspec.json.encode(report)))
    found = difference(signed(text, lie))
    assert (found.what, found.expected) == ("audit entry 2", "a report that agrees with the trial")
    junk = ReadingTried(1, "", honest.rulings, msgspec.Raw(b"{}"))
    assert difference(signed(text, junk)).found == "another report"


def test_a_report_may_be_worded_otherwise(recording: RandomRecording) -> None:
    """Sentences may be reworded later; the content of the report stays true."""
    text = stepped(recording.text(), opened())
    honest = tried(text)
    reworded = msgspec.json.encode(_worded(msgspec.json.decode(honest.report)))
    assert reworded != bytes(honest.report)
    assert found_in(signed(text, msgspec.structs.replace(honest, report=msgspec.Raw(reworded)))).ok


def test_a_match_may_have_gone_on_since_a_trial() -> None:
    """A trial is repeated on the record as it was then, and steps are checked against that record as well."""
    early = stepped(RandomRecording(answers=8).text(), opened())
    early = stepped(early, tried(early))
    notes = take_apart(early.encode()).bundle.audit
    later = resealed(RandomRecording(answers=20).text(), audit=notes)
    found = found_in(later)
    assert found.first_difference is None
    assert found.audit[-1].entry < found.facts
    assert len(found.audit) == 2


def _worded(report: object) -> object:
    """Return the same report in other words."""
    if isinstance(report, dict):
        return {
            key: "In other words."
            if key in ("sentence", "asked", "why", "statement") and value
            else _worded(value)
            for key, value in report.items()
        }
    return [_worded(part) for part in report] if isinstance(report, list) else report


def test_looks_and_cases_cannot_be_taken_out_or_moved(text: str) -> None:
    """Entries are linked: with one removed or moved, the audit log is invalid, whoever sealed it."""
    notes = take_apart(text.encode()).bundle.audit
    assert difference(resealed(text, audit=notes[1:])).what == "audit entry 1"
    assert difference(resealed(text, audit=(*notes[:2], *notes[3:]))).what == "audit entry 3"
    assert difference(resealed(text, audit=(notes[1], notes[0], *notes[2:]))).what == "audit entry 1"
    assert difference(resealed(text, audit=(*notes, notes[-1]))).what == "audit entry 7"


def test_an_audit_log_of_another_match_is_refused(text: str) -> None:
    other = disputed(RandomRecording(luck="another story", answers=20).text())
    notes = take_apart(other.encode()).bundle.audit
    assert "no entry" in difference(resealed(text, audit=notes)).found


# --- steps ---


def test_a_step_is_checked_before_anything_is_written(text: str, recording: RandomRecording) -> None:
    evidence = found_in(text)
    with pytest.raises(CaseError, match="Case 1 is about the same fact"):
        take_step(evidence, opened(case=2), at=STARTED, keys=KEYS)
    with pytest.raises(CaseError, match="closed; its second ruling is final"):
        take_step(evidence, tried(text), at=STARTED, keys=KEYS)
    with pytest.raises(OtherKeys, match="use the --data-dir of the referee that wrote it"):
        take_step(evidence, Looked("operator", "replay"), at=STARTED, keys=FOREIGN)
    with pytest.raises(NothingToWriteOn, match="'referee export' makes one"):
        take_step(examine(recording.bundle().replay.encode()), opened(), at=STARTED, keys=KEYS)


def test_a_rewind_past_a_fork_is_refused(recording: RandomRecording) -> None:
    """Entries that a fork inherited can only be taken back in its parent."""
    forked = ForkedFrom("m-0", 5, recording.entries[5].hash.hex(), "undo")
    text = stepped(signed(recording.text(), forked), opened())
    rewound = CaseRuled(1, "overturned", "So it is.", ("explore.offer",), Rewind(3), precedent=False, cites=0)
    with pytest.raises(CaseError, match="belongs to the match that this one was forked from"):
        take_step(found_in(text), rewound, at=STARTED, keys=KEYS)
    assert difference(signed(text, rewound)).found.startswith("That fact belongs to the match")
    last = msgspec.structs.replace(rewound, remedy=Rewind(recording.match.facts))
    assert found_in(stepped(text, last)).ok


def test_a_fork_shares_what_it_says_it_shares(recording: RandomRecording) -> None:
    forked = ForkedFrom("m-0", 5, recording.entries[4].hash.hex(), "undo")
    found = difference(signed(recording.text(), forked))
    assert (found.entry, found.what) == (5, "audit entry 1: the entry shared with its parent")
    assert found.found == recording.entries[5].hash.hex()


def test_who_got_the_record_stands_in_the_audit_log() -> None:
    """After the end everyone may have the record; before, an entry that says so does not fit."""
    over = RandomRecording(answers=-1).text()
    assert found_in(stepped(over, RecordOpened("seat/1"))).audit_state.opened == ("seat/1",)


# --- older rules ---


def test_a_bundle_written_under_older_rules_still_fits(text: str) -> None:
    """A change of rules is a new ruling, and matches played before it use its reading `before`."""
    game, book = game_named("abyss"), game_named("abyss").rulebook
    came = msgspec.structs.replace(
        book.rulings["pearls.visibility"], since=2, before="open", default="cupped"
    )
    newer = msgspec.structs.replace(book, rulings={**book.rulings, "pearls.visibility": came})

    def settle_now(charter: Charter) -> Terms:
        return settle_with(msgspec.structs.replace(game, rules_version=2, rulebook=newer), charter)

    bare = resealed(text, audit=())
    found = examine(bare.encode(), settle=settle_now)
    assert found.first_difference is None
    assert found.history is not None
    assert found.history.terms.setup.readings["pearls.visibility"] == "open"
    # Control: without `before`, the old match would be checked by the new reading, and not fit.
    forgetful = msgspec.structs.replace(came, since=1)
    book_without = msgspec.structs.replace(book, rulings={**book.rulings, "pearls.visibility": forgetful})
    game_without = msgspec.structs.replace(game, rulebook=book_without)
    found = examine(bare.encode(), settle=lambda charter: settle_with(game_without, charter))
    assert not found.ok


# --- random edits ---


def edited(rng: Random, text: str) -> str:
    """Edit, delete, swap, insert or truncate something, and recompute every hash that needs no key."""
    sealed = take_apart(text.encode())
    parts = {name: sealed._sections[name][0].decode() for name in SECTIONS}
    name = rng.choice([name for name in SECTIONS if parts[name]])
    parts[name] = CHANGES[rng.choice(sorted(CHANGES))](rng, parts[name])
    body = f"referee bundle 1\nmatch {sealed.match}\n\n"
    for each in SECTIONS:
        data = parts[each].encode()
        body += f"=== {each} {len(data)} {sha256(data).hexdigest()}\n{parts[each]}\n"
    body += "=== seal\n"
    seal = f"referee seal 1\n{sealed.match}\n{sha256(body.encode()).hexdigest()}\n"
    signature = text[text.rindex("\n\n") + 1 :]
    return body + seal + signature


def _edit(rng: Random, part: str) -> str:
    place = rng.randrange(len(part))
    return part[:place] + rng.choice([c for c in "abc019 \n" if c != part[place]]) + part[place + 1 :]


def _lines(change: Callable[[Random, list[str]], object]) -> Callable[[Random, str], str]:
    def changed(rng: Random, part: str) -> str:
        lines = part.splitlines(keepends=True)
        change(rng, lines)
        return "".join(lines)

    return changed


def _swap(rng: Random, lines: list[str]) -> None:
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]


CHANGES: dict[str, Callable[[Random, str], str]] = {
    "edit": _edit,
    "delete": _lines(lambda rng, lines: lines.pop(rng.randrange(len(lines)))),
    "swap": _lines(_swap),
    "insert": _lines(lambda rng, lines: lines.insert(rng.randrange(len(lines)), rng.choice(lines))),
    "truncate": lambda rng, part: part[: rng.randrange(len(part))],
}


def let_through(text: str, rng: Random, count: int) -> int:
    """Return how many of `count` edits are not found."""
    missed = 0
    for _ in range(count):
        changed = edited(rng, text)
        missed += changed != text and examine(changed.encode()).ok
    return missed


def test_random_edits_are_found(seed: str) -> None:
    """A2: an editor who recomputes every hash, but has no key, is found out."""
    assert let_through(disputed(RandomRecording(answers=3).text()), Random(seed), 120) == 0


@pytest.mark.campaign
def test_ten_thousand_random_edits_are_found(seed: str) -> None:
    """A2."""
    rng = Random(seed)
    for number in range(100):
        game = ("abyss", "unfathomable")[number % 2]
        text = disputed(RandomRecording(game, f"{seed} {number}", answers=3).text(), game)
        assert let_through(text, rng, 100) == 0


def test_without_the_seal_some_edits_are_not_found(seed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Control for A2: a removed receipt or a changed refused intent shows only in the seal."""
    text = disputed(RandomRecording(answers=3).text())
    monkeypatch.setattr(Sealed, "check", lambda self, keys: keys.active)
    assert let_through(text, Random(seed), 120) > 0
