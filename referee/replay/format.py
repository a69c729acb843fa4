"""The replay file: a match as a text that a person can read and a program can verify.

    referee replay 1
    game abyss
    rules 1
    seats 2
    seed 6d1f...                    the referee's part of the luck; all of it if no seat contributed entropy
    salt 40b2...                    random bytes that keep the seed from being guessed; only of a match on a server
    unrefereed yes                  only of a match without independent officials
    edition ""
    ruling pearls.visibility open   a reading chosen for this match
    talk free                       what seats may say; only of a match in which they may say something
    name 0 Ada
    name 1 Bob
    client 0 "referee-client 0.1.0 (python)"    the program that played, as it described itself
    mark 77aa0f0c52d3b2a1           a hash of the lines above

    1 start d2b8a6f0c1e94877        what happened before anyone was asked
      + 0 91c4...                   the entropy of seat 0
      + 1 -                         seat 1 contributed none
      ~ ["deck/lords",0,35,[4,17,...]]
      - abyss.lords_shuffled {"lords":[...]} @ game/setup

    2 seat 1 abyss.turn 1 0b9d3c51aa7e2f46
      > abyss.explore
      - abyss.card_revealed {"card":"crab/3","space":1} @ game/turn/explore

    3 talk 0 77f1c2d09be4a315       what seat 0 said to everyone
      - talk.said {"seat":0,"text":"Leave that one to me."} @ talk

    end 351 seventh_lord winners [0] scores [75,48]
    head 15e4...

The first line of an entry gives its number, who answered (the `seat`, its `clock` that ran out, or its standing
`order`), the question, and the first digits of the entry's hash in the log. Talk has no question. The lines below are:

- `+` the entropy of a seat (one line per seat, if any seat committed to entropy);
- `>` a choice;
- `~` a draw: the stream, the first word used, the number of things drawn among, and the result;
- `-` a fact, with the rules that led to it, outermost first.

These lines are pieces of the stored entry: values are JSON, and joining the pieces gives the bytes that were hashed.
A match with a clock has its signed time sheet after that (see `time_sheet`), which no hash covers.

There is exactly one way to write a match, so a file that differs from it in one byte is detected, and the place is
named. replays/FORMAT.md defines the format for other implementations.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from referee.kernel.facts import Seat
from referee.kernel.game import Charter
from referee.kernel.table import Ended
from referee.match.entries import Entry
from referee.replay.differences import Difference
from referee.replay.time_sheet import TimeSheet

FORMAT = "referee replay 1"
NOT_A_REPLAY = "not a replay"
BREAKS_OFF = "the file breaks off"
WINDOWS_LINE_ENDS = "Windows line ends"
NEWER_FORMAT = "written by a newer referee"
REST_OF_REPLAY = "the rest of the replay"
"""Names of differences that concern the file as a whole rather than a part of an entry."""

HASH_BYTES = 8
HASH_DIGITS = 2 * HASH_BYTES
"""The number of hexadecimal digits of each hash that are written."""

LINE_STARTS = ENTROPY_LINE, ANSWER_LINE, DRAW_LINE, FACT_LINE = "  + ", "  > ", "  ~ ", "  - "
"""How the lines of an entry begin, in the order in which they appear."""

PLAIN_TEXT = "a text of printable characters"

KIND_FIELD = '{"kind":"'
"""How the JSON of every fact and choice begins."""


class Replay(msgspec.Struct, frozen=True):
    """The contents of a replay file. It has been read but not run again: `verify_replay` does that."""

    charter: Charter
    names: dict[Seat, str]
    clients: dict[Seat, str]
    """The programs that played, by seat, as they described themselves."""
    entries: tuple[Entry, ...]
    head: str
    outcome: Ended | None
    time_sheet: TimeSheet | None = None
    """The times of the answers; None without a clock."""


def seat_names(replay: Replay) -> list[str]:
    """Return the name of each seat; a seat without one is called by its number."""
    return [replay.names.get(seat) or f"seat {seat}" for seat in range(replay.charter.seats)]


class ReplayHeader(NamedTuple):
    """The header of a replay: what was agreed before the match, and who played."""

    charter: Charter
    names: Mapping[Seat, str] = {}
    clients: Mapping[Seat, str] = {}


class BadReplay(ValueError):
    """A file that is not a replay, or that was changed after it was written."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(str(difference))
        self.difference = difference


def kind_before_fields(json: str) -> str:
    """Move the kind of a fact or choice in front of its fields, as replays have it.

    >>> kind_before_fields('{"kind":"a","b":1}'), kind_before_fields('{"kind":"a"}')
    ('a {"b":1}', 'a')
    """
    kind, has_fields, fields = json[len(KIND_FIELD) :].partition('",')
    return f"{kind} {{{fields}" if has_fields else kind[:-2]


def kind_among_fields(line: str) -> str:
    """Undo `kind_before_fields`.

    >>> kind_among_fields('a {"b":1}'), kind_among_fields('a')
    ('{"kind":"a","b":1}', '{"kind":"a"}')
    """
    return KIND_FIELD + (line.replace(" {", '",', 1) if " {" in line else f'{line}"}}')
