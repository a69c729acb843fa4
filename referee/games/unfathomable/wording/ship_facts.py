"""Facts about the ship in sentences: setup, turns, dials, tracks, waypoints, damage, monsters."""

from __future__ import annotations

from collections.abc import Mapping

from referee.games.sentences import count
from referee.games.unfathomable.facts import (
    actions,
    attack,
    damage,
    defeat,
    moving,
    resources,
    setup,
    spawning,
    titles,
    tracks,
    turn,
    waypoints,
)
from referee.games.unfathomable.wording.names import Names, Words, put_back, with_faces
from referee.kernel.facts import Fact

STEP_NAMES: Mapping[str, str] = {
    "skills": "Skill step",
    "actions": "Action step",
    "mythos": "Mythos step",
    "discard": "Discard step",
}


def _ability_used(fact: actions.AbilityUsed, names: Names) -> str:
    ability = fact.ability.partition("/")[0]
    if ability.startswith("item."):
        # The use itself is a fact of its own; this one only notes it.
        return f"{names.seat(fact.seat)} has used {names.rule(ability)} for this turn"
    return f"{names.seat(fact.seat)} uses {names.rule(ability) or 'an ability'}"


def _monarch_moved(fact: spawning.MonarchMoved, names: Names) -> str:
    return f"{names.monarch(fact.monarch)} goes from {names.space(fact.start)} to {names.space(fact.space)}"


def _waypoint_lost(fact: waypoints.WaypointLost, names: Names) -> str:
    where = "leaves the game" if fact.removed else "goes to the bottom of the deck"
    return f"{names.waypoint(fact.waypoint)} {where}"


def _waypoints_put_back(fact: waypoints.WaypointsPutBack, names: Names) -> str:
    return put_back(
        names.seat(fact.seat), "waypoint", names.waypoints(fact.top), names.waypoints(fact.bottom)
    )


def _marker_moved(name: str, start: int, place: int) -> str:
    if not place:
        return f"The {name} marker returns to the start"
    return f"The {name} marker {'advances' if place > start else 'moves back'} to space {place}"


def _passenger_endangered(fact: defeat.PassengerEndangered, names: Names) -> str:
    where = names.at(fact.space) if fact.space != "deep" else "in the supply"
    return f"A passenger {where} would be defeated"


SHIP_WORDS: Mapping[type[Fact], Words] = {
    setup.DialSet: lambda fact, names: f"The {names.resource(fact.resource)} dial is set to {fact.value}",
    setup.PassengersMixed: lambda fact, names: f"The {len(fact.passengers)} passengers are mixed face down",
    setup.PassengerSetOut: lambda fact, names: f"A passenger starts {names.at(fact.space)}",
    setup.FirstPlayerDrawn: lambda fact, names: f"{names.seat(fact.seat)} has the first turn",
    setup.CharacterChosen: lambda fact, names: (
        f"{names.seat(fact.seat)} plays {names.character(fact.character)}"
    ),
    setup.ItemDeckLaid: lambda fact, names: f"The item deck is shuffled, {count(len(fact.items), 'item')}",
    setup.WaypointDeckLaid: lambda fact, names: (
        f"The waypoint deck is shuffled, {count(len(fact.waypoints), 'waypoint')}"
    ),
    setup.SpellDeckLaid: lambda fact, names: (
        f"The spell deck is shuffled, {count(len(fact.spells), 'spell')}"
    ),
    turn.TurnBegan: lambda fact, names: f"Turn {fact.turn} begins: it is {names.seat(fact.seat)}'s",
    turn.StepBegan: lambda fact, names: f"{names.seat(fact.seat)}'s {STEP_NAMES[fact.step]} begins",
    turn.ActionSpent: lambda fact, names: f"{names.seat(fact.seat)} spends an action",
    actions.AbilityUsed: _ability_used,
    actions.ActionPassed: lambda fact, names: f"{names.seat(fact.seat)} passes on an action",
    moving.CharacterMoved: lambda fact, names: (
        f"{names.seat(fact.seat)} goes from {names.space(fact.start)} to {names.space(fact.space)}"
    ),
    resources.ResourceGained: lambda fact, names: (
        f"The ship gains {names.resources(fact.amount, fact.resource)}"
    ),
    resources.ResourceLost: lambda fact, names: (
        f"The ship loses {names.resources(fact.amount, fact.resource)}"
    ),
    titles.TitleGiven: lambda fact, names: f"{names.seat(fact.seat)} becomes {names.title(fact.title)}",
    titles.TitlePassed: lambda fact, names: (
        f"{names.seat(fact.seat)} becomes {names.title(fact.title)} in place of {names.seat(fact.loser)}"
    ),
    tracks.TravelMoved: lambda fact, names: _marker_moved("travel", fact.start, fact.place),
    tracks.RitualMoved: lambda fact, names: _marker_moved("ritual", fact.start, fact.place),
    waypoints.WaypointsLookedAt: lambda fact, names: with_faces(
        f"{names.seat(fact.seat)} looks at {count(len(fact.waypoints), 'waypoint')}",
        names.waypoints(fact.waypoints),
    ),
    waypoints.WaypointsPutBack: _waypoints_put_back,
    waypoints.WaypointPlaced: lambda fact, names: (
        f"The ship arrives at {names.waypoint(fact.waypoint)}, which {names.seat(fact.seat)} chose"
    ),
    waypoints.WaypointLost: _waypoint_lost,
    waypoints.WaypointResolved: lambda fact, names: f"{names.waypoint(fact.waypoint)} is resolved",
    damage.DamageShuffled: lambda fact, names: (
        f"The damage deck is shuffled, {count(len(fact.cards), 'card')}"
    ),
    damage.DamageAimed: lambda fact, names: f"{names.space(fact.space)} is about to be damaged",
    damage.DamageDrawn: lambda fact, names: f"A damage card is drawn: {names.damage(fact.damage)}",
    damage.SpaceDamaged: lambda fact, names: (
        f"{names.space(fact.space)} is damaged: {names.damage(fact.damage)}"
    ),
    damage.DamageRemoved: lambda fact, names: f"{names.damage(fact.damage)} leaves the game",
    damage.DamagePutUnder: lambda fact, names: (
        f"{names.damage(fact.damage)} goes to the bottom of the damage deck"
    ),
    damage.SpaceRepaired: lambda fact, names: (
        f"{names.space(fact.space)} is repaired; its card goes back into the damage deck"
    ),
    spawning.DeepOnesSpawned: lambda fact, names: (
        f"{count(fact.count, 'Deep One')} {'appears' if fact.count == 1 else 'appear'} {names.at(fact.space)}"
    ),
    spawning.DeepOnesMoved: lambda fact, names: (
        f"{count(fact.count, 'Deep One')} {'goes' if fact.count == 1 else 'go'} from {names.space(fact.start)} "
        f"to {names.space(fact.space)}"
    ),
    spawning.RoomThreatened: lambda fact, names: (
        f"A Deep One is about to go from {names.space(fact.start)} to {names.space(fact.space)}"
    ),
    spawning.DeepOnesReturned: lambda fact, names: (
        f"{count(fact.count, 'Deep One')} {names.at(fact.space)} "
        f"{'returns' if fact.count == 1 else 'return'} to the supply"
    ),
    spawning.MonarchMoved: _monarch_moved,
    attack.AttackSucceeded: lambda fact, names: (
        f"{names.fighter(fact.attacker)}'s attack on {names.fighter(fact.defender)} "
        f"{names.at(fact.space)} succeeds"
    ),
    attack.AttackFailed: lambda fact, names: (
        f"{names.fighter(fact.attacker)}'s attack on {names.fighter(fact.defender)} {names.at(fact.space)} fails"
    ),
    defeat.CharacterEndangered: lambda fact, names: f"{names.seat(fact.seat)} would be defeated",
    defeat.PassengerEndangered: _passenger_endangered,
    defeat.DefeatPrevented: lambda fact, names: f"{names.seat(fact.seat)} prevents the defeat",
    defeat.PerilPassed: lambda fact, names: "The danger is over",
    defeat.CharacterDefeated: lambda fact, names: f"{names.seat(fact.seat)} is defeated",
    defeat.DeepOneDefeated: lambda fact, names: f"A Deep One {names.at(fact.space)} is defeated",
    defeat.PassengerDefeated: lambda fact, names: (
        f"A passenger {names.at(fact.space)} is defeated; the token shows {names.passenger(fact.passenger)}"
    ),
    defeat.SupplyPassengerDefeated: lambda fact, names: (
        f"A passenger in the supply is defeated; the token shows {names.passenger(fact.passenger)}"
    ),
    defeat.PassengerRisked: lambda fact, names: f"A passenger is placed {names.at(fact.space)}, face down",
    defeat.PassengerRescued: lambda fact, names: f"A passenger {names.at(fact.space)} is rescued",
}
