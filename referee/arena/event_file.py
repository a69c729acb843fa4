"""The event file: what an organiser decides before a tournament begins.

It is TOML, and its text never changes once the event is open: changes are entries of the event's log. Everything wrong
with a file is reported with its line.
"""

from __future__ import annotations

import re
import shlex
import tomllib
from collections import Counter
from typing import Any, Literal, NoReturn, get_args

import msgspec

from referee.arena.table_sizes import ShortTables, TooFewEntrants, shape_of_round
from referee.games import GAMES, game
from referee.kernel.game import Game
from referee.match.charters import CharterError, new_charter
from referee.rulebook import UnknownReading
from referee.server.time_control import BadTimeControl, in_words, read_time_control

Format = Literal["league", "pods", "gauntlet", "knockout", "ladder", "duel"]
"""How it is decided who meets whom.

In a league, every entrant meets every other equally often; in pods, entrants with similar points meet, and on a ladder
those with similar ratings; in a gauntlet, one entrant meets all others; in a knockout, the best of each table go on; in
a duel, two entrants meet until a test has decided between them.
"""

Absent = Literal["defaults", "walkover"]
"""What happens to a match that all but one entrant have left.

The default answers are given for those who are absent, or the match is not played and the one who is there wins it. A
match with several entrants is always played.
"""

ByePoints = Literal["mean", "win", "zero"]
"""What a bye counts: nothing, so that the mean of the played matches decides, or as a table that was won or lost."""

Penalty = Literal["warning", "loss_of_time", "loss_of_match", "expulsion"]
"""What an official may impose on an entrant, from mild to severe. Expulsion also withdraws it."""

Points = Literal["wins", "places"]
"""How a match is scored: a point for winning, or points for each place."""

OnCrash = Literal["defaults", "forfeit", "stop"]
"""What follows if the program of an entrant fails.

The default answers are given for it from then on, the match is lost, or the event stops until an official resumes it.
"""

TieBreak = Literal["wins", "opponents", "direct", "rating", "draw"]
"""What decides between entrants with the same points, in the order listed.

Won matches, the points of their opponents, the matches against each other, the rating, and at last a drawing of lots.
"""

MOST_ENTRANTS = 1000
MOST_ROUNDS = 1000
MOST_DEALS = 10_000
NAME = re.compile(r"[^\W_][\w .+-]{0,39}")
"""A name of an entrant or an event: letters, digits and `.+-_`, so that it can be a part of file names and tables."""


class EventFileError(ValueError):
    """An event file that cannot be used; the message gives the line, what is wrong and what is allowed."""


class EntrantLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entrant: a name, and one way to reach the bot."""

    name: str
    version: str = "1"
    bot: str = ""
    """A bot known by name, such as `sensible`."""
    python: str = ""
    """A class in a file, such as `mybot.py:MyBot`."""
    command: tuple[str, ...] = ()
    """A program and its arguments, which is asked and answers in lines of JSON."""
    dial_in: bool = False
    """Whether the bot connects to the arena by itself."""
    person: bool = False
    """Whether a person plays, who dials in and is never dealt the same deal twice."""

    @property
    def bot_name(self) -> str:
        """The bot as `referee play --bots` names it."""
        return f"cmd:{shlex.join(self.command)}" if self.command else self.python or self.bot

    @property
    def label(self) -> str:
        """The name with the version, by which ratings are kept: a new version has a rating of its own."""
        return f"{self.name} {self.version}"


class DuelTest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When a duel ends: a sequential test between two hypotheses about the difference in strength, in Elo points."""

    elo0: float = 0.0
    elo1: float = 20.0
    alpha: float = 0.05
    """Greatest probability of accepting `elo1` although `elo0` is true."""
    beta: float = 0.05
    """Greatest probability of accepting `elo0` although `elo1` is true."""
    most_blocks: int = 2000
    """Number of deals after which the duel ends without a decision."""


class DialIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long an event waits for the entrants that dial in."""

    seconds_to_enter: float = 600.0
    """How long the event waits, before it begins, until all of them have entered once."""
    seconds_to_reveal: float = 30.0
    """How long it waits for the entropy that they committed to."""
    seconds_away: float = 60.0
    """How long an entrant may be away before the default answers are given in its seats."""
    late_answers: int = 3
    """Number of late answers in a match after which the default answers are given for the entrant."""


class EventFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole event file."""

    name: str
    game: str
    seats: int
    format: Format
    entrants: tuple[EntrantLine, ...]
    rounds: int | None = None
    """Number of rounds. Without it there is one round, and a ladder runs until it is stopped."""
    deals: int = 1
    """Number of deals at each table in each round."""
    duplicate: bool = True
    """Whether every deal is played in all cyclic seatings, so that each entrant holds each dealt seat once."""
    short_tables: ShortTables = "low"
    advance: int = 1
    """Number of entrants of each table who go on to the next round of a knockout."""
    hero: str = ""
    """The entrant of a gauntlet who plays against all others."""
    filler: str = ""
    """The bot in the seats of a duel that neither side takes; empty if the sides take turns around the table."""
    points: Points = "wins"
    tie_breaks: tuple[TieBreak, ...] = ("wins", "opponents", "rating", "draw")
    bye_points: ByePoints = "mean"
    check_bots: bool = False
    """Whether `referee check-bot` must find nothing wrong with a bot before it may take part."""
    absent: Absent = "defaults"
    on_crash: OnCrash = "defaults"
    crashes: int = 3
    """Number of failures of one entrant after which `stop` stops the event."""
    attempts: int = 3
    """Number of times a match is tried if the referee or the machine fails."""
    clock: str = ""
    """The clock of a match on a server, such as `fischer 5m+2s`; without it, `seconds_per_answer` is the limit."""
    seconds_per_answer: float = 10.0
    """Time limit of each answer of a local bot; a late one counts as a failure."""
    memory_mb: int = 2048
    """Memory that a local program may use."""
    processor_seconds: int = 600
    """Processor time that a local program may use in one match."""
    edition: str = ""
    talk: str = ""
    rulings: dict[str, str] = {}
    options: dict[str, str] = {}
    seed: str = ""
    """Any text, for practice: everyone who reads the file knows all deals. Without it the seed is drawn in secret."""
    duel: DuelTest = DuelTest()
    dial_in: DialIn = DialIn()

    @property
    def rules(self) -> Game:
        """The game that is played."""
        return game(self.game)


def read_event_file(text: str, file: str = "event.toml") -> EventFile:
    """Read and check an event file; raise `EventFileError`."""
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise EventFileError(f"{file}: {error}") from None
    reader = _Reader(text, file)
    try:
        event = msgspec.convert(values, EventFile)
    except msgspec.ValidationError as error:
        reader.refuse_value(str(error))
    _check_game(event, reader)
    _check_entrants(event, reader)
    _check_format(event, reader)
    _check_numbers(event, reader)
    return event


class _Reader:
    """The text of an event file, to name the line of a mistake."""

    def __init__(self, text: str, file: str) -> None:
        self._lines = text.splitlines()
        self._file = file

    def refuse(self, path: str, what: str) -> NoReturn:
        """Raise an error about the value at a path such as `entrants[2].name`."""
        line = self._line(path)
        where = f"{self._file}, line {line}" if line else self._file
        raise EventFileError(f"{where}: {what}")

    def refuse_value(self, message: str) -> NoReturn:
        """Raise an error for a value of the wrong type, an unknown key or a missing one."""
        what, _, place = message.partition(" - at `$")
        path = place.strip("`").lstrip(".")
        if found := re.fullmatch(r"Object contains unknown field `(.*)`", what):
            key = found[1]
            tables: dict[str, type[msgspec.Struct]] = {"duel": DuelTest, "dial_in": DialIn}
            kind = EntrantLine if path.startswith("entrants") else tables.get(path, EventFile)
            allowed = ", ".join(kind.__struct_fields__)
            self.refuse(f"{path}.{key}".lstrip("."), f"unknown key {key!r} (choose from {allowed})")
        if found := re.fullmatch(r"Object missing required field `(.*)`", what):
            self.refuse(path, f"{path + ' has' if path else 'the event has'} no {found[1]!r}")
        if found := re.fullmatch(r"Invalid enum value '(.*)'", what):
            kinds = {
                "format": Format,
                "points": Points,
                "on_crash": OnCrash,
                "short_tables": ShortTables,
                "bye_points": ByePoints,
                "absent": Absent,
            }
            allowed = ", ".join(get_args(kinds.get(path, TieBreak)))
            self.refuse(path, f"{path} cannot be {found[1]!r} (choose from {allowed})")
        readable = what.replace("`", "").replace("Expected", "expected")
        self.refuse(path, f"{path}: {readable}")

    def _line(self, path: str) -> int:
        """Return the number of the line that sets a path, or begins the table it is in; 0 if none does."""
        found = re.fullmatch(r"(?:entrants\[(\d+)\]\.?|(duel|dial_in|options|rulings)\.)?(.*)", path)
        assert found is not None
        number, table, key = found.groups()
        wanted = int(number) if number is not None else -1
        header, entrant, fallback = "", -1, 0
        for place, line in enumerate(self._lines, start=1):
            stripped = line.strip()
            if stripped.startswith("[["):
                header, entrant = stripped.strip("[] "), entrant + (stripped.strip("[] ") == "entrants")
            elif stripped.startswith("["):
                header = stripped.strip("[] ")
            is_here = (
                (header == "entrants" and entrant == wanted)
                if number is not None
                else header == (table or "")
            )
            if is_here and number is not None and not fallback:
                fallback = place
            name = key.split(".")[0].split("[")[0]
            if is_here and name and re.match(rf'"?{re.escape(name)}"?\s*=', stripped):
                return place
        return fallback


def _check_game(event: EventFile, reader: _Reader) -> None:
    if not NAME.fullmatch(event.name):
        reader.refuse("name", f"the name {event.name!r} may have 1 to 40 letters, digits, spaces and .+-_")
    if event.game not in GAMES:
        reader.refuse("game", f"unknown game {event.game!r} (choose from {', '.join(GAMES)})")
    allowed = event.rules.seats
    if event.seats not in allowed:
        reader.refuse(
            "seats", f"{event.game} is played by {allowed[0]} to {allowed[-1]} seats, not {event.seats}"
        )
    policies = event.rules.talk_policies
    if event.talk and event.talk not in policies:
        reader.refuse("talk", f"talk cannot be {event.talk!r} (choose from {', '.join(policies)})")
    try:
        charter_of(event, bytes(64), event.seats)
    except UnknownReading as problem:
        reader.refuse("rulings." if event.rulings else "edition", str(problem))
    except CharterError as problem:
        reader.refuse("options.", str(problem))


def charter_of(event: EventFile, seed: bytes, seats: int) -> Any:
    """Return the charter of a match of the event; raise `ValueError` if it cannot be played."""
    return new_charter(
        event.game,
        seats,
        seed=seed,
        edition=event.edition,
        rulings=event.rulings,
        options=event.options,
        talk=event.talk or None,  # type: ignore[arg-type]
    )


def _check_entrants(event: EventFile, reader: _Reader) -> None:
    if not 2 <= len(event.entrants) <= MOST_ENTRANTS:
        reader.refuse("entrants", f"an event has 2 to {MOST_ENTRANTS} entrants, not {len(event.entrants)}")
    names = Counter([entrant.name.casefold() for entrant in event.entrants])
    for place, entrant in enumerate(event.entrants):
        at = f"entrants[{place}]"
        if not NAME.fullmatch(entrant.name):
            reader.refuse(
                f"{at}.name",
                f"the name {entrant.name!r} may have 1 to 40 letters, digits, spaces and .+-_",
            )
        if names[entrant.name.casefold()] > 1:
            reader.refuse(f"{at}.name", f"there are two entrants called {entrant.name!r}")
        ways = [bool(entrant.bot), bool(entrant.python), bool(entrant.command), entrant.dial_in]
        if sum(ways) != 1:
            reader.refuse(
                f"{at}.name", f"{entrant.name!r} needs exactly one of bot, python, command and dial_in = true"
            )
        if entrant.person and not entrant.dial_in:
            reader.refuse(f"{at}.person", f"{entrant.name!r} is a person, who needs dial_in = true")


def _check_format(event: EventFile, reader: _Reader) -> None:
    entrants, names = len(event.entrants), [entrant.name for entrant in event.entrants]
    match event.format:
        case "gauntlet":
            if event.hero not in names:
                reader.refuse("hero", f"a gauntlet needs a hero among the entrants, not {event.hero!r}")
        case "duel":
            if entrants != 2:
                reader.refuse("format", f"a duel has two entrants, not {entrants}")
            if not event.duplicate:
                reader.refuse("duplicate", "a duel is always played with duplicate deals")
            if any([entrant.person for entrant in event.entrants]):
                reader.refuse("format", "a duel repeats its deals, and no person plays a deal twice")
            if event.duel.elo1 <= event.duel.elo0:
                reader.refuse("duel.elo1", f"elo1 must be above elo0, which is {event.duel.elo0:g}")
            for key in ("alpha", "beta"):
                if not 0 < getattr(event.duel, key) < 0.5:
                    reader.refuse(f"duel.{key}", f"{key} must be between 0 and 0.5")
        case "knockout":
            if not 1 <= event.advance < event.seats:
                reader.refuse("advance", f"advance must be from 1 to {event.seats - 1}, not {event.advance}")
        case "league" | "pods" | "ladder":
            pass
    if event.hero and event.format != "gauntlet":
        reader.refuse("hero", f"only a gauntlet has a hero; the format is {event.format}")
    if event.filler and event.format != "duel":
        reader.refuse("filler", f"only a duel has a filler; the format is {event.format}")
    if event.format != "duel":
        try:
            shape_of_round(entrants, event.seats, event.rules.seats[0], event.short_tables)
        except TooFewEntrants as problem:
            reader.refuse("entrants", str(problem))


def _check_clock(event: EventFile, reader: _Reader) -> None:
    """Refuse a clock that contradicts itself, or gives less time than the limit of each answer."""
    if not event.clock:
        return
    try:
        control = read_time_control(event.clock)
    except BadTimeControl as problem:
        reader.refuse("clock", str(problem))
    if not control.is_on:
        reader.refuse("clock", "an event needs a time limit, so its clock cannot be 0")
    if control.first_allowance_ms < event.seconds_per_answer * 1000:
        reader.refuse(
            "clock",
            f"the clock gives {in_words(control.first_allowance_ms)} for a decision, but seconds_per_answer is "
            f"{event.seconds_per_answer:g}; one of them must change",
        )


def _check_numbers(event: EventFile, reader: _Reader) -> None:
    if event.rounds is not None and event.format in ("duel", "knockout"):
        reader.refuse("rounds", f"a {event.format} has no number of rounds; it ends when it is decided")
    if event.rounds is not None and not 1 <= event.rounds <= MOST_ROUNDS:
        reader.refuse("rounds", f"rounds must be from 1 to {MOST_ROUNDS}, not {event.rounds}")
    limits = {
        "deals": (1, MOST_DEALS),
        "crashes": (1, 1000),
        "attempts": (1, 100),
        "memory_mb": (16, 1_000_000),
        "processor_seconds": (1, 1_000_000),
    }
    for key, (low, high) in limits.items():
        if not low <= getattr(event, key) <= high:
            reader.refuse(key, f"{key} must be from {low} to {high}, not {getattr(event, key)}")
    if not 0 < event.seconds_per_answer <= 86_400:
        reader.refuse("seconds_per_answer", "seconds_per_answer must be above 0, and at most a day")
    for key in ("seconds_to_enter", "seconds_to_reveal", "seconds_away"):
        if not 0 < getattr(event.dial_in, key) <= 604_800:
            reader.refuse(f"dial_in.{key}", f"{key} must be above 0, and at most a week")
    if not 1 <= event.dial_in.late_answers <= 1000:
        reader.refuse(
            "dial_in.late_answers", f"late_answers must be from 1 to 1000, not {event.dial_in.late_answers}"
        )
    _check_clock(event, reader)
    if not 1 <= event.duel.most_blocks <= MOST_DEALS:
        reader.refuse("duel.most_blocks", f"most_blocks must be from 1 to {MOST_DEALS}")
