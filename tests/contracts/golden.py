"""The golden replays and bundles, and the command that writes them:

    .venv/bin/python -m tests.contracts.golden            those that are missing
    .venv/bin/python -m tests.contracts.golden --all      all of them

Rewriting one that no longer verifies throws away a proof that the rules have not changed. Do that before the first
release only; after it, a change of the rules is a new ruling, and old replays keep verifying.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

from referee.games import GAMES
from referee.kernel.chance import seed_from_text
from referee.kernel.game import Charter
from referee.kernel.talk import Said
from referee.local.local_match import LocalMatch
from referee.match.charters import Terms
from referee.match.entries import read_entries, said_in
from referee.match.match import Chained, Decided, Match
from referee.match.player import RandomPlayer, play_out
from referee.replay.writing import write_replay
from referee_client.bots import bot
from tests.contracts.declarations import Declaration, GoldenTerms, declaration
from tests.tidy.tree import ROOT

REPLAYS = ROOT / "replays"
NAMES = ("Ada", "Bob", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")
TALKS = 20
"""Number of matches played for a golden replay with talk; more if no match has every kind of statement."""

CANDIDATES = 60
"""Number of matches played per golden replay; the one with the most kinds of facts is kept."""


class Golden(NamedTuple):
    """A replay to keep: the richest match for a number of seats, one with a certain ending, or one with talk."""

    game: str
    seats: int
    ending: str = ""
    has_talk: bool = False
    other_name: str = ""
    """The name of a replay that is not named after its ending."""

    @property
    def path(self) -> Path:
        """The path of the file."""
        name = "talk" if self.has_talk else self.other_name or self.ending or f"{self.seats}-seats"
        return REPLAYS / self.game / f"{name}.replay"


def goldens() -> Iterator[Golden]:
    """List one for each number of seats of each registered game, each ending it declares, and its palette."""
    for game in GAMES:
        subject = declaration(game)
        for seats in subject.game.seats:
            yield Golden(game, seats)
        for name in subject.golden_endings:
            terms = subject.golden_terms.get(name, GoldenTerms())
            other_name = name if terms.ending else ""
            seats = terms.seats or subject.game.seats[0]
            yield Golden(game, seats, terms.ending or name, other_name=other_name)
        if subject.game.statements:
            seats = subject.golden_terms.get("talk", GoldenTerms()).seats
            yield Golden(game, seats or subject.game.seats[0], has_talk=True)


def charter(subject: Declaration, seats: int, number: int, ending: str = "") -> Charter:
    """Return the charter of a match: the edition varies with the seat count, and the last one has its own readings."""
    chosen = subject.golden_terms.get(ending or f"{seats}-seats", GoldenTerms())
    game, book = subject.game, subject.game.rulebook
    editions = ["", *book.editions]
    place = game.seats.index(seats)
    rulings: dict[str, str] = {}
    if seats == game.seats[-1]:
        rng = Random(f"readings {number}")
        readings = {key: rng.choice(list(ruling.readings)) for key, ruling in sorted(book.rulings.items())}
        rulings = {key: reading for key, reading in readings.items() if reading != book.rulings[key].default}
    seed = seed_from_text(f"golden {game.name} {seats} {number}").hex()
    return Charter(
        game.name,
        game.rules_version,
        seats,
        seed,
        edition=editions[place % len(editions)],
        rulings={**rulings, **chosen.rulings},
        options=dict(chosen.options),
    )


def played(subject: Declaration, seats: int, number: int) -> tuple[int, list[Chained]]:
    """Play one match; return the number of kinds of facts in it, and its log."""
    terms = subject.settle(charter(subject, seats, number))
    first = Match(terms)
    entries = [Chained(0, first.charter_body, first.head)]
    kinds = set()

    def keep(decided: Decided) -> None:
        entries.append(Chained(decided.seq, decided.body, decided.hash))
        kinds.update([type(recorded.fact) for recorded in decided.entry.facts])

    players = [RandomPlayer(f"golden {seats} {number} {seat}") for seat in range(seats)]
    play_out(terms, players, witness=keep)
    return len(kinds), entries


def played_to(subject: Declaration, golden: Golden) -> list[Chained]:
    """Let bots play until a match reaches the ending; return its log."""
    name = golden.other_name or golden.ending
    kind = subject.golden_endings[name]
    for number in count():
        terms = subject.settle(charter(subject, golden.seats, number, name))
        if kind == "diligent":
            ending, entries = played_with_diligence(subject, terms)
            if ending == golden.ending:
                return entries
            continue
        names = [f"golden {golden.ending} {number} {seat}" for seat in range(golden.seats)]
        table = LocalMatch(terms, [bot(kind, golden.game, name) for name in names])
        table.play()
        if table.match.outcome is not None and table.match.outcome.ending == golden.ending:
            return table.entries
    raise AssertionError("counting has no end")


def played_with_diligence(subject: Declaration, terms: Terms) -> tuple[str, list[Chained]]:
    """Let the golden player answer for everybody; return the ending and the log."""
    assert subject.golden_player is not None
    match = Match(terms)
    entries = [Chained(0, match.charter_body, match.head)]
    decided = match.begin()
    while True:
        assert isinstance(decided, Decided)
        entries.append(Chained(decided.seq, decided.body, decided.hash))
        if match.outcome is not None:
            return match.outcome.ending, entries
        seat = min(match.questions)
        picks = subject.golden_player(match, seat)
        decided = match.submit(seat, match.questions[seat].number, picks)


def played_with_talk(subject: Declaration, golden: Golden) -> list[Chained]:
    """Let random bots play and talk; return the shortest log of a match in which all kinds of statements were made."""
    wanted = {*subject.game.statements, Said}
    found: list[list[Chained]] = []
    for number in count():
        if number >= TALKS and found:
            break
        silent = charter(subject, golden.seats, number, "talk")
        terms = subject.settle(msgspec.structs.replace(silent, talk="free"))
        names = [f"golden talk {number} {seat}" for seat in range(golden.seats)]
        table = LocalMatch(terms, [bot("random", golden.game, name) for name in names])
        table.play()
        entries = read_entries(subject.game, table.entries)
        if {type(said) for entry in entries if (said := said_in(entry)) is not None} == wanted:
            found.append(table.entries)
    return min(found, key=len)


def text_of(golden: Golden) -> str:
    """Return the richest of some matches as a replay, the shortest if several tie; or one with a certain ending."""
    subject = declaration(golden.game)
    if golden.has_talk:
        return write_replay(played_with_talk(subject, golden), names=dict(enumerate(NAMES[: golden.seats])))
    if golden.ending:
        return write_replay(played_to(subject, golden), names=dict(enumerate(NAMES[: golden.seats])))
    matches = [played(subject, golden.seats, number) for number in range(CANDIDATES)]
    _, entries = max(matches, key=lambda match: (match[0], -len(match[1])))
    return write_replay(entries, names=dict(enumerate(NAMES[: golden.seats])))


def main(arguments: list[str]) -> int:
    """Write the golden replays."""
    parser = argparse.ArgumentParser(
        prog=".venv/bin/python -m tests.contracts.golden", description="Write golden replays."
    )
    parser.add_argument("--all", action="store_true", help="rewrite those that are there, too")
    options = parser.parse_args(arguments)
    for golden in goldens():
        if options.all or not golden.path.exists():
            golden.path.parent.mkdir(parents=True, exist_ok=True)
            golden.path.write_text(text_of(golden), encoding="utf-8", newline="\n")
            sys.stdout.write(f"wrote {golden.path.relative_to(ROOT)}\n")
    # Imported here because the bundles are made from the replays, and their module imports this one.
    from tests.disputes.golden import write_bundles

    for path in write_bundles(anew=options.all):
        sys.stdout.write(f"wrote {path.relative_to(ROOT)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
