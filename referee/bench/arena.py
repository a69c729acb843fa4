"""A tournament between bots of this process, compared with playing the same number of matches without one.

Both are whole commands, and both keep every match on disk. The comparison is by processor time, because on a busy
machine two commands rarely get the same share of it. Resuming is measured with an event of which 10,000 matches are
over.
"""

from __future__ import annotations

from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from referee.arena.event_entries import EventBegun, ResultRecorded, RoundPaired
from referee.arena.event_record import open_event
from referee.arena.match_results import MatchResult, SeatResult
from referee.arena.rounds import RoundPlanner
from referee.arena.schedule_check import check_schedule
from referee.bench.comparison import QUICK, Effort
from referee.bench.cores import run_command
from referee.bench.parts import Figures

SEATS = 4
RESUMED_MATCHES = 10_000
ENTRANTS = 24


def measure(effort: Effort) -> Figures:
    """Play an event and the same number of matches alternately, and resume a long event."""
    deals, pairs = (8, 1) if effort is QUICK else (128, 3)
    ratios, rates = [], []
    with TemporaryDirectory(prefix="referee-bench-") as folder:
        for number in range(pairs):
            place = Path(folder, str(number))
            place.mkdir()
            matches = SEATS * deals
            event = place / "cup.toml"
            event.write_text(_event_file(SEATS, f"deals = {deals}\n"))
            options = "--seats", f"{SEATS}", "--matches", f"{matches}", "--bots", "random", "--quiet"
            alone = run_command("play", "abyss", *options, "--save", str(place / "games"))
            arena = run_command("event", "start", str(event), "--data-dir", str(place / "data"), "--quiet")
            ratios.append(alone.cpu_seconds / arena.cpu_seconds)
            rates.append(60 * matches / arena.seconds)
        seconds = _resume(Path(folder, "long"))
    return {
        "arena.matches_per_minute": median(rates),
        "arena.cpu_ratio": median(ratios),
        "arena.resume_seconds": seconds,
    }


def _event_file(entrants: int, more: str) -> str:
    head = f'name = "Cup"\ngame = "abyss"\nseats = {SEATS}\nformat = "league"\nseed = "bench"\n{more}'
    return head + "".join([f'\n[[entrants]]\nname = "E{each}"\nbot = "random"\n' for each in range(entrants)])


def _resume(folder: Path) -> float:
    """Return the processor time for opening an event with many results and finding out what to play next."""
    folder.mkdir()
    tables = ENTRANTS // SEATS
    rounds = 10
    deals = -(-RESUMED_MATCHES // (rounds * tables * SEATS))
    text = _event_file(ENTRANTS, f"rounds = {rounds + 1}\ndeals = {deals}\n")
    log = open_event(folder / "referee.db", text, "cup.toml")
    log.append([EventBegun(("",) * ENTRANTS)])
    planner = RoundPlanner(log.luck)
    for number in range(1, rounds + 1):
        log.append([RoundPaired(number, tuple(planner.next_round(log.state)))])
        log.append([_result(each.match.id) for each in log.state.unplayed()])
    log.close()
    began = process_time()
    log = open_event(folder / "referee.db", text, "cup.toml")
    planner = RoundPlanner(log.luck)
    check_schedule(log, planner)
    planner.next_round(log.state)
    seconds = process_time() - began
    log.close()
    return seconds


def _result(match: str) -> ResultRecorded:
    seats = tuple([SeatResult(1 if seat == 0 else 2, seat == 0, score=40) for seat in range(SEATS)])
    return ResultRecorded(match, 1, MatchResult("seventh_lord", seats), match, "00" * 32)
