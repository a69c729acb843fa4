"""The effects and symbols of the mythos cards, in words that `Position.effect` understands.

A word is a thing and its amount (`sanity-1`, `travel+1`). A prefix such as `4?` means that the effect happens on a roll
of 4 or less. The columns of a row are: the effects of success, partial success and failure; the upper and the lower
option of a choice, or the other option of a combination; the symbols.
"""

from __future__ import annotations

from typing import NamedTuple

from referee_api.unfathomable.v1 import unfathomable_pb2 as unf


class Crisis(NamedTuple):
    """The effects of a mythos card. An effect that does not exist is empty."""

    success: str
    partial: str
    failure: str
    first: str
    """The upper option of a choice; empty for a combination, where it is the test."""
    second: str
    """The lower option of a choice, or the other option of a combination."""
    activation: str
    progress: str


_CRISES = """
accusation | | | | brig-1 | discard-4 treachery-2 | deep ritual
adrift_fishing_boat | risk-1 souls+1 | risk-2 souls+1 | sanity-1 souls-1 | | | hydra choice
barricade_the_hatches | item+1 | | active-1 | | | hydra choice
bucket_brigade | risk-2 travel+1 | | fuel-1 risk-2 | | 6?fuel-1 | hydra ritual
class_struggle | | | | sanity-2 | risk-4 | deep travel
coal_bunker_fire | travel+1 | | fuel-1 souls-1 | | fuel-1 4?fuel-1 | dagon ritual
collision_course | | damage-1 travel-1 hydra-1 | damage-2 travel-2 hydra-1 | | | deep ritual
coordinated_assault | travel+1 | | active-1 hydra-1 dagon-1 | | | deep ritual
criminal_activity | item+1 | | sanity-1 item-3 | | item-1 treachery-4 | hydra ritual
damaged_evaporator | | food-1 | food-1 travel-1 | | | hydra ritual
deep_one_feint | | | active-1 | | | deep choice
deep_one_swarm | | active-1 | active-2 | | | deep choice
dinghy_launch | | | | risk-1 4?sanity-1 | souls-1 | dagon travel
disturbing_dreams | sanity+1 | sanity-1 | sanity-2 | | | hydra travel
e_o_t_failure | travel+1 | | travel-1 | | | dagon ritual
fear_of_the_unknown | | | down-1 discard-4 | | | deep choice
firemen_strike | | | down-1 discard-3 | | travel-1 treachery-2 | dagon ritual
flooding_compartment | | | souls-1 | | | deep ritual
food_rationing | | | | food-1 6?sanity-1 | food-2 | deep ritual
food_stores_raid | | food-1 | food-2 | | | dagon travel
horrific_visions | | | sanity-1 | | | deep ritual
hull_leak | | | damage-1 | | | deep travel
hypnotic_melody | | risk-1 | kill-1 | | | deep travel
identity_crisis | draw+3 | | souls-1 inside-1 | | souls-1 4?hand-1 | deep ritual
improvised_fuel_source | | | | risk-3 fuel+1 | fuel-1 | hydra ritual
incoming_sos | | | | risk-4 food+1 fuel+1 souls+1 | sanity-1 | dagon ritual
infection | | | | food-1 | 6?souls-1 3?souls-1 | deep travel
infiltrator | | inside-1 | damage-1 inside-1 | | | hydra travel
jail_break | | | sanity-1 | | | dagon choice
just_desserts | | | | food-2 item+1 | treachery-4 | deep choice
kitty_litter | sanity+1 | | sanity-1 | | 4?food-1 | hydra ritual
looming_breakdown | | | souls-1 damage-1 | | travel-2 | hydra ritual
lure_of_yha_nthlei | | | risk-4 | | | dagon ritual
missing_jewelry | | | | sanity-1 | treachery-4 | hydra travel
missing_munitions | slay+1 | damage-1 | damage-2 | | | deep choice
missing_parents | | | | 4?souls-1 4?inside-1 | sanity-1 | deep ritual
mysterious_lifeboat | | | | risk-1 4?inside-2 | sanity-1 | deep ritual
on_the_offensive | herd+1 | | active-1 | | | dagon choice
open_the_gate | travel+3 | | sanity-1 souls-1 damage-2 | | sanity-1 | dagon ritual
passenger_overboard | | | souls-1 | | | deep travel
passenger_riot | item+1 | sanity-1 | sanity-1 souls-1 | | | deep travel
poisoned_food | | | | discard-1 3?souls-1 | food-1 | deep travel
power_to_the_people | treachery-2 | | souls-1 brig-1 | | brig-1 | deep travel
rally_the_crew | sanity+1 | sanity-1 | sanity-2 discard-6 | | | dagon choice
rat_infestation | | food-1 | food-2 | | | deep ritual
ritual_coordination | ritual+2 | | sanity-1 damage-1 | | active-1 | deep travel
ritual_support | | | | discard-1 ritual+1 3?sanity-1 3?souls-1 | ritual-1 discard-2 | hydra travel
sacrifice_deep_one | | | | sanity-1 ritual+1 | reset-1 hand-1 | deep travel
sewage_backup | | | sanity-1 2?down-1 | | | dagon choice
shipboard_fire | damage-1 | damage-2 | damage-3 | | | deep ritual
stolen_ritual_components | item+1 | | ritual-2 | | | dagon travel
strange_vision | | | | brig-1 | board-8 | deep choice
the_anarcho_individualist | | | | sanity-1 item+1 | discard-2 treachery-2 | dagon ritual
the_captains_banquet | | | | food-2 sanity+1 | food-1 6?sanity-1 | hydra travel
the_fathers_favor | | dagon-1 | dagon-2 | | | dagon travel
the_mothers_wrath | | hydra-1 | hydra-2 | | | hydra travel
too_many_bodies | | | | food-1 | risk-1 3?sanity-1 | deep travel
transformation | | | | 6?souls-1 6?inside-1 | souls-1 4?sanity-1 | deep travel
volunteer_army | | | | risk-2 slay+2 | active-1 | dagon ritual
hold_the_line | herd+1 | spawn-8 | board-8 | | | hydra choice
history_repeats | sanity+1 | | souls-1 brig-2 | | sanity-1 brig-1 | deep travel
the_peacemaker | clear+1 | | inside-6 | | sanity-1 | hydra travel
do_no_harm | sanity-1 down-1 | | sanity-1 damage-1 down-1 | | brig-1 damage-1 | dagon travel
signs_of_life | sanity+1 | | souls-2 | | risk-1 damage-1 down-1 | deep travel
the_game_is_afoot | slay+2 | | inside-4 | | damage-1 inside-4 | deep travel
memory_of_the_deep | | | sanity-1 treachery-4 | | treachery-4 | hydra travel
miscalculation | | | travel-2 | | 7?travel-2 | dagon travel
family_ties | | | | clear+1 treachery-6 | inside-4 | deep travel
gift_of_the_mother | treachery+3 | | down-1 treachery-6 item-1 | | item-1 treachery-6 | hydra travel
ticket_please | item+1 | | brig-1 item-2 | | item-2 | deep travel
"""


def _crisis(line: str) -> tuple[int, Crisis]:
    name, success, partial, failure, first, second, symbols = (part.strip() for part in line.split("|"))
    activation, progress = symbols.split()
    return (
        int(unf.Mythos.Value(f"MYTHOS_{name.upper()}")),
        Crisis(success, partial, failure, first, second, activation, progress),
    )


CRISES = dict(map(_crisis, _CRISES.strip().splitlines()))
