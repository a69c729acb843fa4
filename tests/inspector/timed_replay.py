"""A replay with a time sheet, for the tests of the page: a short match with times that are made up."""

from __future__ import annotations

from referee.disputes.cases.dispute_jobs import unsealed_bundle
from referee.disputes.evidence.bundles import seal_bundle
from referee.log.records import EntryAppended
from referee.match.charters import new_charter, settle
from referee.match.match import Decided, Match
from referee.proof.keys import MemoryKey
from referee.replay.reading import read_replay
from referee.replay.time_sheet import Credited, TimedDecision, TimeSheet, with_time_sheet
from referee.replay.writing import write_replay
from referee.server.record_jobs import pack_entries
from tests.match.played import logged, players

CLOCK = "fischer 15m+5s, away 30s"
BEGIN = 1_800_000_000_000
"""08:00:00 UTC."""
NAMES = {0: "Ada", 1: "Bob"}
BANK = 900_000


def played() -> list[EntryAppended]:
    """Play a match of Abyss for two, in which every fifth answer is a time-out, and return its log."""
    match, decided = Match(settle(new_charter("abyss", 2, seed="timed"))), list[Decided]()
    bots = players(2, "timed")
    step = match.begin()
    while isinstance(step, Decided):
        decided.append(step)
        if match.outcome is not None:
            break
        seat = match.waiting_for[0]
        question = match.questions[seat]
        if len(decided) % 5 == 0:
            step = match.submit_default(seat, "clock")
        else:
            step = match.submit(seat, question.number, bots[seat](question))
    return logged(match, decided)


def timed_replay() -> str:
    """Return the match with its time sheet."""
    text = write_replay(played(), names=NAMES)
    return with_time_sheet(text, MemoryKey().signer.sign(made_up_times(text).text()))


def timed_bundle(change: tuple[str, str] = ("", "")) -> str:
    """Return a bundle of the match with its time sheet, in which something is changed before it is sealed."""
    key, entries = MemoryKey(), played()
    sheet = key.signer.sign(made_up_times(write_replay(entries)).text()).replace(*change, 1)
    unsealed = unsealed_bundle(
        "m",
        pack_entries(entries),
        published=key.published,
        names=NAMES,
        clients={},
        audit=[],
        receipts=[],
        rejections=[],
        entropy={},
        time_sheet=sheet,
    )
    return seal_bundle("m", unsealed, key.published, key.signer)


def made_up_times(text: str) -> TimeSheet:
    """Return the time sheet of a replay.

    The n-th answer uses n tenths of a second, beginning 0.1 s after it was asked. Of every seventh 2 s are credited for
    a pause, and in every eleventh the player is away.
    """
    replay = read_replay(text.encode())
    answers = [(number, each) for number, each in enumerate(replay.entries, 1) if each.question]
    decisions, now = [], 0
    banks = dict.fromkeys(range(replay.charter.seats), BANK)
    for nth, (number, entry) in enumerate(answers, 1):
        used = nth * 100
        held = 2000 if nth % 7 == 0 else 0
        away = 500 if nth % 11 == 0 else 0
        credited: dict[Credited, int] = {"held": held} if held else {}
        banks[entry.seat] -= used
        asked, received = now, now + 100 + used + held + away
        now = received + 1000
        decisions.append(
            TimedDecision(
                number,
                entry.seat,
                entry.question,
                entry.by,
                BEGIN + asked,
                BEGIN + received,
                BEGIN + received,
                asked,
                received,
                received,
                delivered_at=0 if away else BEGIN + asked + 100,
                delivered=asked + 100,
                used_ms=used,
                charged_ms=used,
                away_ms=away,
                credits=credited,
                was_away=bool(away),
                bank_ms=banks[entry.seat],
            )
        )
    return TimeSheet("m", replay.head, CLOCK, tuple(decisions))
