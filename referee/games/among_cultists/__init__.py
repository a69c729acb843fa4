"""Among Cultists with the expansion Down into the Abyss, for 4 to 8 players. One file per chapter.

The expansion is played as written in its Italian, Portuguese and Greek rulebooks. The rulebook of the base game was
not available, so the base game is a declared reconstruction: `rulebook.toml` says which rules are ours.

Start with `turn`, then read `movement` (with `unsafe`), `encounters`, `events`, `actions` (with `rooms`, `pulse` and
`votes`), `cleanup` and `ending`. The numbers, maps and decks are in the CSV files; `data` reads them, and `layout`
fits them together for one board and number of seats. `facts` is what can happen and who sees it.
"""

from __future__ import annotations

from referee.games.among_cultists.game import GAME

__all__ = ["GAME"]
