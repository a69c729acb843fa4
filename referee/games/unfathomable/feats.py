"""The ten feats. Each is used once a game; four take an action, the others are used at their moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from referee.games.unfathomable.actions import Action, action, perform_action
from referee.games.unfathomable.board import Space
from referee.games.unfathomable.cards import CHARACTERS, DIE_FACES, Character, Resource
from referee.games.unfathomable.choices.feats import (
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
from referee.games.unfathomable.items import all_items
from referee.games.unfathomable.loyalty import look_at_loyalty
from referee.games.unfathomable.moving import send_to_brig
from referee.games.unfathomable.mythos import cancel_crisis, replace_mythos
from referee.games.unfathomable.obstacles import Obstacle, no
from referee.games.unfathomable.resources import lose
from referee.games.unfathomable.sheets import obstacle_to_feat, remove_feat
from referee.games.unfathomable.skill_test import Result, adjust_total, choose_result
from referee.games.unfathomable.spells import resolve_top_spell
from referee.games.unfathomable.state import State
from referee.games.unfathomable.titles import keeper
from referee.games.unfathomable.tracks import advance_travel
from referee.games.unfathomable.windows import Reaction, Timing, reaction
from referee.kernel.asks import Choice
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule


@rule("feat.remove_after_use")
def use_feat(table: Table[State], seat: Seat) -> None:
    """Remove the feat of a player from the game."""
    remove_feat(table, seat)


def _action(
    rule_id: str,
    kind: type[Choice],
    choices: Callable[[Table[State], Seat], list[Choice]],
    obstacle: Callable[[Table[State], Seat, Choice], Refused | None],
    perform: Callable[[Table[State], Seat, Choice], Script[None]],
) -> None:
    """Register a feat that takes an action."""

    def options(table: Table[State], seat: Seat) -> list[Choice]:
        return [choice for choice in choices(table, seat) if obstacle(table, seat, choice) is None]

    action(Action(rule_id, kind, options, rule("feat.use.action")(perform), obstacle, _owner(rule_id)))


def _owner(rule_id: str) -> Character:
    return next(sheet.character for sheet in CHARACTERS.values() if rule_id == f"feat.{sheet.feat}")


def _reaction(
    timing: Timing,
    rule_id: str,
    kind: type[Choice],
    choices: Callable[[Table[State], Seat], list[Choice]],
    obstacle: Callable[[Table[State], Seat], Refused | None],
    resolve: Callable[[Table[State], Seat, Choice], Script[None]],
) -> None:
    """Register a feat that is used at some moment. All that it takes can be seen by everyone."""
    reaction(
        Reaction(
            timing,
            rule_id,
            of=_owner(rule_id),
            may_have=lambda table, seat: table.state.players[seat].has_feat and obstacle(table, seat) is None,
            options=choices,
            resolve=resolve,
            why_not=lambda table, seat, choice: obstacle(table, seat) if isinstance(choice, kind) else None,
        )
    )


# Keilani Tatupu


def obstacle_to_leading(table: Table[State], seat: Seat) -> Refused | None:
    """The choice of the mythos card must be hers."""
    rule_id = "feat.unconventional_leader"
    refused = obstacle_to_feat(table, seat, Character.KEILANI, rule_id, not_in_brig=False)
    if refused is None and table.state.mythos_chooser != seat:
        return no(Obstacle.WRONG_TIME, rule_id)
    return refused


@rule("feat.unconventional_leader")
def lead_unconventionally(table: Table[State], seat: Seat, choice: Choice) -> Script[None]:
    """In place of a choice on a mythos card lose a resource; the crisis is called off, its symbols are not."""
    use_feat(table, seat)
    lose(table, cast("LeadUnconventionally", choice).resource, 1)
    cancel_crisis(table, seat)
    yield from ()


_reaction(
    Timing.MYTHOS_CHOICE,
    "feat.unconventional_leader",
    LeadUnconventionally,
    lambda _table, _seat: [LeadUnconventionally(resource) for resource in Resource],
    obstacle_to_leading,
    lead_unconventionally,
)


# Arjun Singh


def obstacle_to_sacrifice(table: Table[State], seat: Seat) -> Refused | None:
    """Only in a skill test of a mythos card, before cards are added."""
    rule_id = "feat.self_sacrifice"
    refused = obstacle_to_feat(table, seat, Character.ARJUN, rule_id, not_in_brig=False)
    check = table.state.check
    if refused is None and (check is None or not check.is_mythos or check.result):
        return no(Obstacle.WRONG_TIME, rule_id)
    return refused


def results_to_choose(table: Table[State], seat: Seat) -> list[Choice]:
    """Success, partial success if the card has one, failure."""
    check = table.state.check
    partial = [Result.PARTIAL] if check is not None and check.partial else []
    return [SacrificeSelf(result.value) for result in (Result.SUCCESS, *partial, Result.FAILURE)]


@rule("feat.self_sacrifice")
def sacrifice_self(table: Table[State], seat: Seat, choice: Choice) -> Script[None]:
    """Be defeated, and choose the result in place of making the skill test; by a ruling only if nobody prevents it."""
    use_feat(table, seat)
    result = Result(cast("SacrificeSelf", choice).result)
    table.record(ResultNamed(seat, result.value))
    is_defeated = yield from defeat_character(table, seat)
    if not is_defeated and table.ruling("feat.self_sacrifice") == "only_if_defeated":
        return
    choose_result(table, seat, result)


_reaction(
    Timing.BEFORE_CARDS,
    "feat.self_sacrifice",
    SacrificeSelf,
    results_to_choose,
    obstacle_to_sacrifice,
    sacrifice_self,
)


# Svetlana Gedroits


def obstacle_to_intervention(table: Table[State], seat: Seat) -> Refused | None:
    """Somebody must be in peril, and the surgeon not in the Brig."""
    rule_id = "feat.medical_intervention"
    refused = obstacle_to_feat(table, seat, Character.SVETLANA, rule_id, not_in_brig=True)
    if refused is None and is_averted(table):
        return no(Obstacle.WRONG_TIME, rule_id)
    return refused


@rule("feat.medical_intervention")
def intervene_medically(table: Table[State], seat: Seat, choice: Choice) -> Script[None]:
    """Prevent that a character or a passenger is defeated."""
    use_feat(table, seat)
    prevent_defeat(table, seat)
    yield from ()


for _timing in (Timing.CHARACTER_WOULD_BE_DEFEATED, Timing.PASSENGER_WOULD_BE_DEFEATED):
    _reaction(
        _timing,
        "feat.medical_intervention",
        InterveneMedically,
        lambda _table, _seat: [InterveneMedically()],
        obstacle_to_intervention,
        intervene_medically,
    )


# Jeanne Lafarge


def obstacle_to_full_steam(table: Table[State], seat: Seat, _choice: Choice) -> Refused | None:
    """The engineer must be in the Boiler Room; damage and enemies there do not matter."""
    rule_id = "feat.full_steam_ahead"
    refused = obstacle_to_feat(table, seat, Character.JEANNE, rule_id, not_in_brig=False)
    if refused is None and table.state.players[seat].space is not Space.BOILER_ROOM:
        return no(Obstacle.WRONG_SPACE, rule_id)
    return refused


@rule("feat.full_steam_ahead")
def go_full_steam(table: Table[State], seat: Seat, choice: Choice) -> Script[None]:
    """Lose 1 fuel and advance the travel marker by two."""
    use_feat(table, seat)
    lose(table, Resource.FUEL, 1)
    yield from advance_travel(table, 2)


_action(
    "feat.full_steam_ahead",
    GoFullSteam,
    lambda _table, _seat: [GoFullSteam()],
    obstacle_to_full_steam,
    go_full_steam,
)


# Jamie Snell


def obstacle_to_arrest(table: Table[State], seat: Seat, choice: Choice) -> Refused | None:
    """Another character on the own space, outside the Brig."""
    rule_id = "feat.arrest_order"
    refused = obstacle_to_feat(table, seat, Character.JAMIE, rule_id, not_in_brig=False)
    if refused is not None:
        return refused
    target = cast("OrderArrest", choice).seat
    players = table.state.players
    if target not in table.others(seat) or players[target].space is not players[seat].space:
        return no(Obstacle.NOBODY_HERE, rule_id)
    if players[target].space is Space.BRIG:
        return no(Obstacle.ALREADY_THERE, rule_id)
    return None


@rule("feat.arrest_order")
def order_arrest(table: Table[State], seat: Seat, choice: Choice) -> Script[None]:
    """Move another character on the own space to the Brig, without a test."""
    use_feat(table, seat)
    send_to_brig(table, cast("OrderArrest", choice).seat)
    yield from ()


_action(
    "feat.arrest_order",
    OrderArrest,
    lambda table, seat: [OrderArrest(other) for other in table.others(seat)],
    obstacle_to_arrest,
    order_arrest,
)


# William Bowleg


def obstacle_to_quick_cast(table: Table[State], seat: Seat, _choice: Choice) -> Refused | None:
    """Only as Keeper of the Tome, and while there are spells."""
    rule_id = "feat.quick_cast"
    refused = obstacle_to_feat(table, seat, Character.WILLIAM, rule_id, not_in_brig=False)
    if refused is not None:
        return refused
    if keeper(table.state) != seat:
        return no(Obstacle.NOT_THE_HOLDER, rule_id)
    if not table.state.spell_deck:
        return no(Obstacle.DECK_EMPTY, "spell.deck_empty")
    return None


@rule("feat.quick_cast")
def cast_quickly(table: Table[State], seat: Seat, choice: Choice) -> Script[None]:
    """Turn up the top spell and resolve it, then perform an action."""
    use_feat(table, seat)
    yield from resolve_top_spell(table, seat)
    yield from perform_action(table, seat)


_action(
    "feat.quick_cast",
    CastQuickly,
    lambda _table, _seat: [CastQuickly()],
    obstacle_to_quick_cast,
    cast_quickly,
)


# Beatrice Sharpe


def obstacle_to_number(table: Table[State], seat: Seat) -> Refused | None:
    """A die must be about to be rolled, and the mathematician not be in the Brig."""
    rule_id = "feat.perfect_number"
    refused = obstacle_to_feat(table, seat, Character.BEATRICE, rule_id, not_in_brig=True)
    if refused is None and (table.state.roll is None or table.state.roll.face):
        return no(Obstacle.WRONG_TIME, rule_id)
    return refused


@rule("feat.perfect_number")
def name_perfect_number(table: Table[State], seat: Seat, choice: Choice) -> Script[None]:
    """Choose the face of the die in place of rolling it."""
    use_feat(table, seat)
    set_face(table, seat, cast("NamePerfectNumber", choice).face)
    yield from ()


_reaction(
    Timing.BEFORE_ROLL,
    "feat.perfect_number",
    NamePerfectNumber,
    lambda _table, _seat: [NamePerfectNumber(face) for face in range(1, DIE_FACES + 1)],
    obstacle_to_number,
    name_perfect_number,
)


# Ishmael Marsh


def obstacle_to_ancestry(table: Table[State], seat: Seat, choice: Choice) -> Refused | None:
    """Another player who has not revealed."""
    rule_id = "feat.deep_one_ancestry"
    refused = obstacle_to_feat(table, seat, Character.ISHMAEL, rule_id, not_in_brig=False)
    if refused is not None:
        return refused
    target = cast("SenseAncestry", choice).seat
    if target not in table.others(seat):
        return no(Obstacle.NOT_ANOTHER, rule_id)
    if table.state.players[target].is_traitor:
        return no(Obstacle.NOT_FOR_TRAITORS, rule_id)
    return None


@rule("feat.deep_one_ancestry")
def sense_ancestry(table: Table[State], seat: Seat, choice: Choice) -> Script[None]:
    """Look at all loyalty cards of another player."""
    use_feat(table, seat)
    look_at_loyalty(table, seat, cast("SenseAncestry", choice).seat)
    yield from ()


_action(
    "feat.deep_one_ancestry",
    SenseAncestry,
    lambda table, seat: [SenseAncestry(other) for other in table.others(seat)],
    obstacle_to_ancestry,
    sense_ancestry,
)


# Edmund Mallory


def obstacle_to_fortune(table: Table[State], seat: Seat) -> Refused | None:
    """A mythos card was drawn and not yet resolved: the window is open at no other time."""
    return obstacle_to_feat(table, seat, Character.EDMUND, "feat.uncanny_fortune", not_in_brig=False)


@rule("feat.uncanny_fortune")
def turn_fortune(table: Table[State], seat: Seat, choice: Choice) -> Script[None]:
    """Discard the mythos card that was drawn and draw another, for whoever drew it."""
    use_feat(table, seat)
    replace_mythos(table, table.state.mythos_drawer)
    yield from ()


_reaction(
    Timing.MYTHOS_DRAWN,
    "feat.uncanny_fortune",
    TurnFortune,
    lambda _table, _seat: [TurnFortune()],
    obstacle_to_fortune,
    turn_fortune,
)


# Samira Dualeh


def obstacle_to_equipment(table: Table[State], seat: Seat) -> Refused | None:
    """The stowaway must have items and not be in the Brig."""
    rule_id = "feat.well_equipped"
    refused = obstacle_to_feat(table, seat, Character.SAMIRA, rule_id, not_in_brig=True)
    if refused is None and not all_items(table.state, seat):
        return no(Obstacle.NO_ITEM_HERE, rule_id)
    return refused


def amounts(table: Table[State], seat: Seat) -> list[Choice]:
    """Up or down by at most as many as she has items."""
    most = len(all_items(table.state, seat))
    return [UseEquipment(amount) for amount in range(-most, most + 1) if amount]


@rule("feat.well_equipped")
def use_equipment(table: Table[State], seat: Seat, choice: Choice) -> Script[None]:
    """Raise the total of a skill test, or lower it, by up to the number of her items."""
    use_feat(table, seat)
    adjust_total(table, seat, cast("UseEquipment", choice).amount)
    yield from ()


_reaction(
    Timing.AFTER_TOTAL,
    "feat.well_equipped",
    UseEquipment,
    amounts,
    obstacle_to_equipment,
    use_equipment,
)
