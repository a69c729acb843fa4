"""Unfathomable for 3 to 6 players, by its Rules Reference in German, French and Polish. One file per chapter.

Start with `turn`, then read `actions` (with `basic_actions` and the cards that bring actions), `mythos` (with
`crises`), `skill_test` and `activation`. `board` and `cards` are what is printed; `facts` is what can happen and who
sees it; `choices` and `questions` are what can be chosen; `abilities` lists every action and ability; `windows` asks
who uses an ability out of turn; `state` is the table; `wording` is all of it in sentences for people.
"""

from __future__ import annotations

from referee.games.unfathomable.game import GAME

__all__ = ["GAME"]
