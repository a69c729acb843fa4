"""The matches that one inspector shows, by name."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import NamedTuple, Protocol

from referee.games import game
from referee.games.fact_sentences import outcome_sentence
from referee.inspector.opened_match import MatchRecord, OpenedMatch
from referee.inspector.same_deal import DealKey, OtherTable, deal_of
from referee.replay.format import seat_names

SUFFIXES = (".replay", ".bundle")
MOST_OPEN = 8
"""Number of matches kept in memory."""
MOST_LISTED = 2000
"""Number of files of a directory that are listed."""
MOST_DESCRIBED = 200
"""Number of files of a directory that are read to describe them in the list."""


class UnreadableMatch(Exception):
    """A file that cannot be shown; the text says what is wrong and what to do."""


ReadRecord = Callable[[str], MatchRecord]
"""Reads a file; raises `UnreadableMatch`."""


class ListedMatch(NamedTuple):
    """A match as a list shows it."""

    title: str
    names: list[str]
    result: str
    deal: DealKey


Stamp = tuple[int, int]
"""When a file was written, and its size: what tells whether it has to be read again."""


class MatchCollection(Protocol):
    """The matches that one inspector shows."""

    @property
    def is_single(self) -> bool:
        """Whether there is only one match, so that no page leads to others."""

    @property
    def way_back(self) -> str:
        """What a link to the first page says."""

    def names(self) -> list[str]:
        """Return the names of the matches, as in addresses."""

    def open(self, name: str) -> OpenedMatch:
        """Return a match; raise `KeyError` for an unknown name and `UnreadableMatch`."""

    def same_deal(self, name: str) -> list[OtherTable]:
        """Return the other matches that were dealt the same; raise `UnreadableMatch`."""


class OpenedMatches:
    """The matches that were looked at last, which are kept in memory."""

    def __init__(self) -> None:
        self._open: OrderedDict[str, tuple[Stamp, OpenedMatch]] = OrderedDict()

    def get(self, name: str, stamp: Stamp, read: Callable[[], MatchRecord]) -> OpenedMatch:
        """Return a match, which is read if it is not here or its stamp has changed."""
        if name not in self._open or self._open[name][0] != stamp:
            self._open[name] = stamp, OpenedMatch(read())
        self._open.move_to_end(name)
        while len(self._open) > MOST_OPEN:
            self._open.popitem(last=False)
        return self._open[name][1]


class ShownMatches:
    """A replay file, or a directory of them. A file that changes on disk is read again."""

    def __init__(self, root: Path, read: ReadRecord) -> None:
        self._root = root
        self.is_single = not root.is_dir()
        """Whether it is one file."""
        self._read = read
        self._open = OpenedMatches()
        self._listed: dict[str, tuple[Stamp, ListedMatch]] = {}
        self._lock = Lock()

    way_back = "All matches"

    @property
    def title(self) -> str:
        """What is shown: the name of the file or directory."""
        return self._root.resolve().name

    def names(self) -> list[str]:
        """Return the names of the matches: paths below the directory."""
        if self.is_single:
            return [self._root.name]
        found = [path for path in self._root.rglob("*") if path.suffix in SUFFIXES and path.is_file()]
        return sorted([path.relative_to(self._root).as_posix() for path in found])[:MOST_LISTED]

    def open(self, name: str) -> OpenedMatch:
        """Return a match; raise `KeyError` for an unknown name and `UnreadableMatch`."""
        if name not in self.names():
            raise KeyError(name)
        with self._lock:
            path, stamp = self._file(name)
            return self._open.get(name, stamp, lambda: self._read(str(path)))

    def listed(self, name: str) -> ListedMatch:
        """Describe a match in a line; raise `UnreadableMatch`."""
        with self._lock:
            path, stamp = self._file(name)
            if name not in self._listed or self._listed[name][0] != stamp:
                replay = self._read(str(path)).replay
                names, found = seat_names(replay), game(replay.charter.game)
                result = outcome_sentence(found.name, replay.outcome, names)
                self._listed[name] = stamp, ListedMatch(found.title, names, result, deal_of(replay))
            return self._listed[name][1]

    def same_deal(self, name: str) -> list[OtherTable]:
        """Return the other matches that were dealt the same; raise `UnreadableMatch`.

        Like in the list of matches, only the first files of a large directory are read.
        """
        deal, found = self.listed(name).deal, list[OtherTable]()
        for other in self.names()[:MOST_DESCRIBED]:
            with suppress(UnreadableMatch):
                match = self.listed(other)
                if other != name and match.deal == deal:
                    found.append(OtherTable(other, match.names, match.result))
        return found

    def path_of(self, name: str) -> Path:
        """Return the file of a match; raise `KeyError` for an unknown name and `UnreadableMatch`."""
        if name not in self.names():
            raise KeyError(name)
        return self._file(name)[0]

    def _file(self, name: str) -> tuple[Path, Stamp]:
        path = self._root if self.is_single else self._root / name
        try:
            found = path.stat()
        except OSError as error:
            raise UnreadableMatch(
                f"cannot read {name}: {error.strerror}; put the file back, and reload the page"
            ) from error
        return path, (found.st_mtime_ns, found.st_size)
