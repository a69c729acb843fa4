"""Rules that no code cites, and why: what they change is recorded under another rule, or they change nothing."""

from __future__ import annotations

from collections.abc import Mapping

ABYSS = {
    "lord.recruiter": "changes a cost; what is paid is recorded under recruit.cost",
    "lord.treasurer": "changes a cost; what is paid is recorded under recruit.cost",
    "lord.diplomat": "lifts a limit of the payment, which is recorded under recruit.cost",
    "lord.master_of_magic": "widens the choice of who joins, which is recorded under recruit.affiliate",
    "lord.tamer": "changes the space whose reward is taken, which is recorded under explore.fight",
}

_UNFATHOMABLE_BY_REASON = {
    "talk at the table, which the referee does not hear": """
        secrecy.purpose secrecy.not_strict secrecy.truth_only_public secrecy.vague secrecy.extremes_only
        secrecy.yes_no_questions secrecy.no_direct_loyalty_question secrecy.test.no_card_info
        secrecy.test.no_identify_after secrecy.test.allowed.big_help_one_card secrecy.test.allowed.could_help
        secrecy.test.allowed.three_moderate secrecy.test.allowed.four_low secrecy.test.allowed.not_me
        secrecy.test.allowed.only_me secrecy.test.forbidden.one_card_moderate secrecy.test.forbidden.type
        secrecy.test.forbidden.value secrecy.test.forbidden.name secrecy.test.forbidden.claim secrecy.hand.ask
        secrecy.hand.no_reading secrecy.loyalty.no_specifics secrecy.loyalty.no_count secrecy.top_card
        secrecy.revealed_traitors timing.conflict.ask
    """,
    "reading aloud, which the views and the wording do": """
        crisis.flavour_read crisis.choice.read_all crisis.combo.read_both
    """,
    "says how to read the book or a card": """
        golden.reference_over_learn_to_play golden.card_over_reference ability.general ability.you ability.you.mythos
        ability.cannot ability.may ability.reminder_text
    """,
    "says what a word means": """
        character.definition player.definition traitor.definition monster.definition monarch.definition
        monarch.not_deep_one passenger.meaning item.meaning upgrade.definition spell.meaning
        feat.meaning waypoint.meaning deep.meaning travel.meaning ritual.meaning crisis.meaning brig.purpose
        title.captain.role title.captain.reference title.keeper.role title.keeper.reference objective.sides
        objective.human.flavour objective.deep.flavour attack.definition arrows.meaning public.definition
        turn.game_of_turns limits.components enemy.by_loyalty
    """,
    "printed on the board, which is data": """
        adjacent.spaces adjacent.corner_not arrows.where stern.definition space.types
        space.water.count space.water.arrow space.ship.count space.deck.count space.deck.numbers space.deck.arrow
        space.interior.count space.interior.data space.interior.full_text
    """,
    "printed on the cards, which are data": """
        skill_card.parts waypoint.parts waypoint.distance_range item.traits feat.identify
        mythos.activation.one_of_three mythos.progress.one_of_three crisis.kinds test.parts title.two loyalty.types
        resource.types track.two
    """,
    "done with the hands": """
        setup.01_board setup.09_advice setup.footnote
    """,
}

UNFATHOMABLE = {
    rule_id: reason for reason, rules in _UNFATHOMABLE_BY_REASON.items() for rule_id in rules.split()
}

UNCITED: Mapping[str, Mapping[str, str]] = {"abyss": ABYSS, "unfathomable": UNFATHOMABLE}
