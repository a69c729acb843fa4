"""Abyss for 2 to 4 players, by the rulebook of 2014. One file per chapter.

Start with `turn`, the book's overview of a turn. It leads to `explore`, `council`, `recruit` (with `costs`, `powers`
and `court`), `locations` and `ending`. `cards` is what is printed; `facts` is what can happen and who sees it;
`choices` and `questions` are what can be chosen; `powers` and `per_turn` list what the Lords do; `state` is the table;
`wording` is all of it in sentences for people.
"""

from __future__ import annotations

from referee.games.abyss.game import GAME

__all__ = ["GAME"]
