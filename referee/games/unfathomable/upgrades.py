"""Upgrades, of which one is active."""

from __future__ import annotations

from referee.games.unfathomable.board import BRIG
from referee.games.unfathomable.choices import PASS, ChooseItem
from referee.games.unfathomable.facts.spoken import Declined
from referee.games.unfathomable.facts.trade import UpgradeActivated
from referee.games.unfathomable.hand import UPGRADES
from referee.games.unfathomable.obstacles import Obstacle, refuse
from referee.games.unfathomable.questions import ASK_UPGRADE
from referee.games.unfathomable.state import State
from referee.kernel.asks import Choice
from referee.kernel.facts import Seat
from referee.kernel.table import Script, Table, rule


@rule("upgrade.change_when")
def choose_upgrade(table: Table[State], seat: Seat, *, starts_turn: bool = False) -> Script[None]:
    """Let a player with an inactive upgrade choose which one is active.

    It may do so at the start of its turn and, unless a ruling forbids it, when it gains or loses an upgrade.
    Another ruling may bar it in the Brig.
    """
    if not starts_turn and table.ruling("upgrade.change") == "start_of_turn":
        return
    player = table.state.players[seat]
    if player.space is BRIG and table.ruling("brig.upgrade_change") == "barred":
        return
    if player.inactive:
        options = [PASS, *[ChooseItem(item) for item in player.inactive]]
        answer: Choice = yield ASK_UPGRADE.to(
            seat,
            options,
            why_not=refuse(ChooseItem, Obstacle.NOT_IN_PLAY_AREA, "upgrade.change_how"),
            passes=0,
        )
        if isinstance(answer, ChooseItem):
            turned_down = tuple([item for item in player.items if item in UPGRADES])
            table.record(UpgradeActivated(seat, answer.item, turned_down))
        elif not starts_turn:
            table.record(Declined(seat))
