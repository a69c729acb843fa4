"""Unfathomable, 3 to 6 seats, by its rules reference in German, French and Polish. One file a chapter.

Read `turn` first, then `actions` (with `basic_actions` and the cards that bring actions), `mythos` (with `crises`),
`skill_test` and `activation`. `board` and `cards` are what is printed, `facts` what can happen and who sees it,
`choices` what can be chosen, `windows` when abilities may be used out of turn, `state` the table.
"""

from __future__ import annotations

from referee.games.unfathomable.game import GAME

__all__ = ["GAME"]
