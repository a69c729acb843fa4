"""The ten feats. Each is used once per game; four take an action, the others are used at their moment."""

from __future__ import annotations

from referee.games.unfathomable.actions import aimed_action, perform_action, plain_action
from referee.games.unfathomable.board import Space
from referee.games.unfathomable.cards import DIE_FACES, Character, Resource
from referee.games.unfathomable.choices import (
    CastQuickly,
    GoFullSteam,
    InterveneMedically,
    LeadUnconventionally,
    NamePerfectNumber,
    OrderArrest,
    SacrificeSelf,
    SenseAncestry,
    TurnFortune,
    UseEquipment,
)
from referee.games.unfathomable.defeat import defeat_character, is_averted, prevent_defeat
from referee.games.unfathomable.dice import set_face
from referee.games.unfathomable.facts.spoken import ResultNamed
from referee.games.unfathomable.loyalty import look_at_loyalty
from referee.games.unfathomable.moving import send_to_brig
from referee.games.unfathomable.mythos import cancel_crisis
from referee.games.unfathomable.mythos_deck import replace_mythos
from referee.games.unfathomable.obstacles import Obstacle, no
from referee.games.unfathomable.possessions import all_items
from referee.games.unfathomable.resources import lose
from referee.games.unfathomable.sheets import obstacle_to_feat, remove_feat
from referee.games.unfathomable.skill_test import Result, adjust_total, choose_result
from referee.games.unfathomable.spells import resolve_top_spell
from referee.games.unfathomable.state import State
from referee.games.unfathomable.titles import keeper
from referee.games.unfathomable.tracks import advance_travel
from referee.games.unfathomable.windows import guarded
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule


@rule("feat.remove_after_use")
def use_feat(table: Table[State], seat: Seat) -> None:
    """Remove a player's feat from the game."""
    remove_feat(table, seat)


# Keilani Tatupu: Unconventional Leader


def obstacle_to_leading(table: Table[State], seat: Seat) -> Refused | None:
    """Refuse unless the choice on the mythos card is hers."""
    rule_id = "feat.unconventional_leader"
    refused = obstacle_to_feat(table, seat, Character.KEILANI, rule_id, not_in_brig=False)
    if refused is None and table.state.mythos_chooser != seat:
        return no(Obstacle.WRONG_TIME, rule_id)
    return refused


@rule("feat.unconventional_leader")
def lead_unconventionally(table: Table[State], seat: Seat, choice: LeadUnconventionally) -> Script[None]:
    """Instead of choosing on a mythos card, lose a resource and cancel the crisis, but not the symbols."""
    use_feat(table, seat)
    lose(table, choice.resource, 1)
    cancel_crisis(table, seat)
    yield from ()


UNCONVENTIONAL_LEADER = guarded(
    "feat.unconventional_leader",
    LeadUnconventionally,
    Character.KEILANI,
    obstacle_to_leading,
    options=lambda _table, _seat: [LeadUnconventionally(resource) for resource in Resource],
    resolve=lead_unconventionally,
)


# Arjun Singh: Self Sacrifice


def obstacle_to_self_sacrifice(table: Table[State], seat: Seat) -> Refused | None:
    """Refuse unless a mythos card's skill test is being made and no cards were added."""
    rule_id = "feat.self_sacrifice"
    refused = obstacle_to_feat(table, seat, Character.ARJUN, rule_id, not_in_brig=False)
    test = table.state.skill_test
    if refused is None and (test is None or not test.is_mythos or test.result):
        return no(Obstacle.WRONG_TIME, rule_id)
    return refused


def results_to_choose(table: Table[State], _seat: Seat) -> list[SacrificeSelf]:
    """Return success, partial success if the card has one, and failure."""
    test = table.state.skill_test
    partial = [Result.PARTIAL] if test is not None and test.partial else []
    return [SacrificeSelf(result.value) for result in (Result.SUCCESS, *partial, Result.FAILURE)]


@rule("feat.self_sacrifice")
def sacrifice_self(table: Table[State], seat: Seat, choice: SacrificeSelf) -> Script[None]:
    """Be defeated and choose the result instead of making the skill test; by a ruling, only if really defeated."""
    use_feat(table, seat)
    result = Result(choice.result)
    table.record(ResultNamed(seat, result.value))
    is_defeated = yield from defeat_character(table, seat)
    if not is_defeated and table.ruling("feat.self_sacrifice") == "only_if_defeated":
        return
    choose_result(table, seat, result)


SELF_SACRIFICE = guarded(
    "feat.self_sacrifice",
    SacrificeSelf,
    Character.ARJUN,
    obstacle_to_self_sacrifice,
    options=results_to_choose,
    resolve=sacrifice_self,
)


# Svetlana Gedroits: Medical Intervention


def obstacle_to_intervention(table: Table[State], seat: Seat) -> Refused | None:
    """Refuse unless somebody is in peril and the surgeon outside the Brig."""
    rule_id = "feat.medical_intervention"
    refused = obstacle_to_feat(table, seat, Character.SVETLANA, rule_id, not_in_brig=True)
    if refused is None and is_averted(table):
        return no(Obstacle.WRONG_TIME, rule_id)
    return refused


@rule("feat.medical_intervention")
def intervene_medically(table: Table[State], seat: Seat, _choice: InterveneMedically) -> Script[None]:
    """Prevent the defeat of a character or a passenger."""
    use_feat(table, seat)
    prevent_defeat(table, seat)
    yield from ()


MEDICAL_INTERVENTION = guarded(
    "feat.medical_intervention",
    InterveneMedically,
    Character.SVETLANA,
    obstacle_to_intervention,
    options=lambda _table, _seat: [InterveneMedically()],
    resolve=intervene_medically,
)


# Jeanne Lafarge: Full Steam Ahead


def obstacle_to_full_steam(table: Table[State], seat: Seat) -> Refused | None:
    """Refuse unless the engineer is in the Boiler Room; damage and enemies there do not matter."""
    rule_id = "feat.full_steam_ahead"
    refused = obstacle_to_feat(table, seat, Character.JEANNE, rule_id, not_in_brig=False)
    if refused is None and table.state.players[seat].space is not Space.BOILER_ROOM:
        return no(Obstacle.WRONG_SPACE, rule_id)
    return refused


@rule("feat.use.action")
@rule("feat.full_steam_ahead")
def go_full_steam(table: Table[State], seat: Seat) -> Script[None]:
    """Lose 1 fuel and advance the travel marker by two."""
    use_feat(table, seat)
    lose(table, Resource.FUEL, 1)
    yield from advance_travel(table, 2)


FULL_STEAM_AHEAD = plain_action(
    "feat.full_steam_ahead", GoFullSteam(), obstacle_to_full_steam, go_full_steam, of=Character.JEANNE
)


# Jamie Snell: Arrest Order


def obstacle_to_arrest(table: Table[State], seat: Seat, choice: OrderArrest) -> Refused | None:
    """Refuse unless the target is another character on the same space, outside the Brig."""
    rule_id = "feat.arrest_order"
    refused = obstacle_to_feat(table, seat, Character.JAMIE, rule_id, not_in_brig=False)
    if refused is not None:
        return refused
    players = table.state.players
    if choice.seat not in table.others(seat) or players[choice.seat].space is not players[seat].space:
        return no(Obstacle.NOBODY_HERE, rule_id)
    if players[choice.seat].space is Space.BRIG:
        return no(Obstacle.ALREADY_THERE, rule_id)
    return None


@rule("feat.use.action")
@rule("feat.arrest_order")
def order_arrest(table: Table[State], seat: Seat, choice: OrderArrest) -> Script[None]:
    """Move another character on the same space to the Brig, without a test."""
    use_feat(table, seat)
    send_to_brig(table, choice.seat)
    yield from ()


ARREST_ORDER = aimed_action(
    "feat.arrest_order",
    OrderArrest,
    lambda table, seat: map(OrderArrest, table.others(seat)),
    obstacle_to_arrest,
    order_arrest,
    of=Character.JAMIE,
)


# William Bowleg: Quick Cast


def obstacle_to_quick_cast(table: Table[State], seat: Seat) -> Refused | None:
    """Refuse unless he is Keeper of the Tome and there are spells."""
    rule_id = "feat.quick_cast"
    refused = obstacle_to_feat(table, seat, Character.WILLIAM, rule_id, not_in_brig=False)
    if refused is not None:
        return refused
    if keeper(table.state) != seat:
        return no(Obstacle.NOT_THE_HOLDER, rule_id)
    if not table.state.spell_deck:
        return no(Obstacle.DECK_EMPTY, "spell.deck_empty")
    return None


@rule("feat.use.action")
@rule("feat.quick_cast")
def cast_quickly(table: Table[State], seat: Seat) -> Script[None]:
    """Reveal the top spell and resolve it, then perform an action."""
    use_feat(table, seat)
    yield from resolve_top_spell(table, seat)
    yield from perform_action(table, seat)


QUICK_CAST = plain_action(
    "feat.quick_cast", CastQuickly(), obstacle_to_quick_cast, cast_quickly, of=Character.WILLIAM
)


# Beatrice Sharpe: Perfect Number


def obstacle_to_number(table: Table[State], seat: Seat) -> Refused | None:
    """Refuse unless a die is about to be rolled and the mathematician is outside the Brig."""
    rule_id = "feat.perfect_number"
    refused = obstacle_to_feat(table, seat, Character.BEATRICE, rule_id, not_in_brig=True)
    if refused is None and (table.state.roll is None or table.state.roll.face):
        return no(Obstacle.WRONG_TIME, rule_id)
    return refused


@rule("feat.perfect_number")
def name_perfect_number(table: Table[State], seat: Seat, choice: NamePerfectNumber) -> Script[None]:
    """Choose the face of the die instead of rolling it."""
    use_feat(table, seat)
    set_face(table, seat, choice.face)
    yield from ()


PERFECT_NUMBER = guarded(
    "feat.perfect_number",
    NamePerfectNumber,
    Character.BEATRICE,
    obstacle_to_number,
    options=lambda _table, _seat: [NamePerfectNumber(face) for face in range(1, DIE_FACES + 1)],
    resolve=name_perfect_number,
)


# Ishmael Marsh: Deep One Ancestry


def obstacle_to_ancestry(table: Table[State], seat: Seat, choice: SenseAncestry) -> Refused | None:
    """Refuse unless the target is another player who has not revealed."""
    rule_id = "feat.deep_one_ancestry"
    refused = obstacle_to_feat(table, seat, Character.ISHMAEL, rule_id, not_in_brig=False)
    if refused is not None:
        return refused
    if choice.seat not in table.others(seat):
        return no(Obstacle.NOT_ANOTHER, rule_id)
    if table.state.players[choice.seat].is_traitor:
        return no(Obstacle.NOT_FOR_TRAITORS, rule_id)
    return None


@rule("feat.use.action")
@rule("feat.deep_one_ancestry")
def sense_ancestry(table: Table[State], seat: Seat, choice: SenseAncestry) -> Script[None]:
    """Look at all loyalty cards of another player."""
    use_feat(table, seat)
    look_at_loyalty(table, seat, choice.seat)
    yield from ()


DEEP_ONE_ANCESTRY = aimed_action(
    "feat.deep_one_ancestry",
    SenseAncestry,
    lambda table, seat: map(SenseAncestry, table.others(seat)),
    obstacle_to_ancestry,
    sense_ancestry,
    of=Character.ISHMAEL,
)


# Edmund Mallory: Uncanny Fortune


def obstacle_to_uncanny_fortune(table: Table[State], seat: Seat) -> Refused | None:
    """Refuse unless he has the feat. The window opens only while a drawn mythos card is not yet resolved."""
    return obstacle_to_feat(table, seat, Character.EDMUND, "feat.uncanny_fortune", not_in_brig=False)


@rule("feat.uncanny_fortune")
def turn_fortune(table: Table[State], seat: Seat, _choice: TurnFortune) -> Script[None]:
    """Discard the mythos card that was drawn and draw another for the same player."""
    use_feat(table, seat)
    replace_mythos(table, table.state.mythos_drawer)
    yield from ()


UNCANNY_FORTUNE = guarded(
    "feat.uncanny_fortune",
    TurnFortune,
    Character.EDMUND,
    obstacle_to_uncanny_fortune,
    options=lambda _table, _seat: [TurnFortune()],
    resolve=turn_fortune,
)


# Samira Dualeh: Well Equipped


def obstacle_to_equipment(table: Table[State], seat: Seat) -> Refused | None:
    """Refuse unless the stowaway has items and is outside the Brig."""
    rule_id = "feat.well_equipped"
    refused = obstacle_to_feat(table, seat, Character.SAMIRA, rule_id, not_in_brig=True)
    if refused is None and not all_items(table.state, seat):
        return no(Obstacle.NO_ITEM_HERE, rule_id)
    return refused


def amounts(table: Table[State], seat: Seat) -> list[UseEquipment]:
    """Return the amounts up to the number of her items, negative ones included."""
    most = len(all_items(table.state, seat))
    return [UseEquipment(amount) for amount in range(-most, most + 1) if amount]


@rule("feat.well_equipped")
def use_equipment(table: Table[State], seat: Seat, choice: UseEquipment) -> Script[None]:
    """Raise or lower the total of a skill test by up to the number of her items."""
    use_feat(table, seat)
    adjust_total(table, seat, choice.amount)
    yield from ()


WELL_EQUIPPED = guarded(
    "feat.well_equipped",
    UseEquipment,
    Character.SAMIRA,
    obstacle_to_equipment,
    options=amounts,
    resolve=use_equipment,
)
