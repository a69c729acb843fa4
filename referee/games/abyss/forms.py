"""What each question of Abyss is made of: how many options make an answer, and which kinds may be among them."""

from __future__ import annotations

from referee.games.abyss.choices import CHOICES
from referee.games.forms import forms_of

FORMS = forms_of(
    "abyss",
    CHOICES,
    one={
        "turn": "plot explore take_stack recruit use_power rest",
        "before_locations": "use_power decline",
        "after_action": "use_power end_turn",
        "offer": "buy_ally pass_offer",
        "unsold_ally": "use_power take_ally go_on stop_exploring",
        "monster": "use_power fight_monster go_on",
        "reward": "choose_reward",
        "second_stack": "take_stack decline",
        "affiliate": "affiliate",
        "slaver": "discard_ally",
        "oracle": "discard_stack",
        "opportunist": "dismiss_lord",
        "assassin": "turn_lord",
        "hunter": "rob_seat decline",
        "apprentice": "take_stack decline",
        "illusionist_give": "decline give_location",
        "illusionist_take": "take_location",
        "corruptor": "take_lord decline",
        "sacrifice": "sacrifice_lord decline",
        "traitor": "take_lord",
        "location": "take_location draw_locations",
        "keep": "keep_location",
        "black_smokers": "decline search_for",
        "ambassador_open": "take_location",
    },
    some={
        "payment": "hand_in",
        "discard_one": "discard_ally",
        "discard_down": "discard_ally",
        "keys": "spend_key_token spend_lord_key",
    },
    in_order={},
)
