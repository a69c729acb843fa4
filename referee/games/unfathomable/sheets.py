"""Who may use a character sheet or a feat."""

from __future__ import annotations

from referee.games.unfathomable.board import BRIG
from referee.games.unfathomable.cards import CHARACTERS, Character
from referee.games.unfathomable.facts.reveal import FeatRemoved
from referee.games.unfathomable.obstacles import Obstacle, no
from referee.games.unfathomable.state import State
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Table


def obstacle_to_sheet(
    table: Table[State], seat: Seat, character: Character, rule_id: str, *, not_in_brig: bool
) -> Refused | None:
    """Refuse unless the player has the character and has not revealed; in the Brig, text and ruling decide."""
    player = table.state.players[seat]
    if player.character is not character:
        return no(Obstacle.NOT_YOUR_CHARACTER, "ability.action.from_play_area")
    if player.is_traitor:
        return no(Obstacle.NOT_FOR_TRAITORS, "traitor.no_sheet_or_space_abilities")
    return _obstacle_in_brig(table, seat, rule_id, not_in_brig=not_in_brig)


def obstacle_to_feat(
    table: Table[State], seat: Seat, character: Character, rule_id: str, *, not_in_brig: bool
) -> Refused | None:
    """Refuse unless the player has the character and its feat; in the Brig, text and ruling decide.

    A traitor loses the feat in step 5 of revealing, not before.
    """
    player = table.state.players[seat]
    if player.character is not character:
        return no(Obstacle.NOT_YOUR_CHARACTER, "ability.action.from_play_area")
    if not player.has_feat:
        if player.is_traitor:
            return no(Obstacle.NOT_FOR_TRAITORS, "traitor.no_sheet_or_space_abilities")
        return no(Obstacle.FEAT_USED, "feat.remove_after_use")
    return _obstacle_in_brig(table, seat, rule_id, not_in_brig=not_in_brig)


def _obstacle_in_brig(table: Table[State], seat: Seat, rule_id: str, *, not_in_brig: bool) -> Refused | None:
    if table.state.players[seat].space is not BRIG:
        return None
    if not_in_brig or table.ruling("brig.sheet_and_feat") == "barred":
        return no(Obstacle.IN_THE_BRIG, rule_id)
    return None


def remove_feat(table: Table[State], seat: Seat) -> None:
    """Remove a player's feat from the game, used or not."""
    table.record(FeatRemoved(seat, CHARACTERS[table.state.players[seat].character].feat))
