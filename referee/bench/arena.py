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
from typing import NamedTuple

from referee.arena.event_entries import EventBegun, ResultRecorded, RoundPaired
from referee.arena.event_record import open_event, read_event
from referee.arena.match_results import MatchResult, SeatResult
from referee.arena.rounds import RoundPlanner
from referee.arena.schedule_check import check_schedule
from referee.bench.comparison import QUICK, Effort
from referee.bench.cores import CommandTimes, run_command
from referee.bench.parts import Figures
from referee.log.sqlite_reader import SqliteReader
from referee.replay.reading import read_replay

SEATS = 4
RESUMED_MATCHES = 10_000
ENTRANTS = 24


def measure(effort: Effort) -> Figures:
    """Play an event and the same number of matches alternately, and resume a long event."""
    deals, pairs = (12, 1) if effort is QUICK else (128, 3)
    ratios, rates = [], []
    with TemporaryDirectory(prefix="referee-bench-") as folder:
        for number in range(pairs):
            # What a command needs to start is no overhead of a match.
            begun = _play_both(Path(folder, f"{number}-begun"), 1)
            played = _play_both(Path(folder, f"{number}-played"), deals)
            alone = _per_entry(played.alone, begun.alone)
            ratios.append(alone / _per_entry(played.arena, begun.arena))
            rates.append(60 * SEATS * deals / played.arena.times.seconds)
        seconds = _resume(Path(folder, "long"))
    return {
        "arena.matches_per_minute": median(rates),
        "arena.cpu_ratio": median(ratios),
        "arena.resume_seconds": seconds,
    }


class PlayedMatches(NamedTuple):
    """What a command needed for its matches, and how long those were: not all matches are equally long."""

    times: CommandTimes
    entries: int


class PlayedBoth(NamedTuple):
    """The same number of matches, played with an arena and without."""

    alone: PlayedMatches
    arena: PlayedMatches


def _per_entry(played: PlayedMatches, begun: PlayedMatches) -> float:
    """Return the processor time per entry, without what a command needs to start."""
    return (played.times.cpu_seconds - begun.times.cpu_seconds) / (played.entries - begun.entries)


def _play_both(folder: Path, deals: int) -> PlayedBoth:
    folder.mkdir()
    event = folder / "cup.toml"
    event.write_text(_event_file(SEATS, f"deals = {deals}\n"))
    options = "--seats", f"{SEATS}", "--matches", f"{SEATS * deals}", "--bots", "random", "--quiet"
    games, data = folder / "games", folder / "data"
    alone = run_command("play", "abyss", *options, "--save", str(games))
    arena = run_command("event", "start", str(event), "--data-dir", str(data), "--quiet")
    replays = [read_replay(file.read_bytes()) for file in games.glob("*.replay")]
    record = read_event(data / "events" / "cup" / "referee.db")
    record.close()
    store = SqliteReader(data / "events" / "cup" / "referee.db")
    results = [each.recorded.record for each in record.state.matches.values() if each.recorded]
    stored = sum([len(store.entries(match)) for match in results])
    store.close()
    return PlayedBoth(
        PlayedMatches(alone, sum([len(replay.entries) + 1 for replay in replays])),
        PlayedMatches(arena, stored),
    )


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
