"""Rules that no code cites, and why: their effect is recorded under another rule, or they have none."""

from __future__ import annotations

from collections.abc import Mapping

from referee.games import game

_UNFATHOMABLE_BY_REASON = {
    "says what nobody may say, and no statement of the palette can say it; of free talk, a judge decides": """
        secrecy.test.no_card_info secrecy.test.no_identify_after secrecy.test.forbidden.type
        secrecy.test.forbidden.value secrecy.test.forbidden.name secrecy.test.forbidden.claim
        secrecy.loyalty.no_count
    """,
    "says how to talk, and the palette is made that way; it is the same for revealed traitors": """
        secrecy.purpose secrecy.vague secrecy.revealed_traitors
    """,
    "leaves it to the group what may be said, which is the talk policy of a match": """
        secrecy.not_strict
    """,
    "is about public information, which the views show to everyone": """
        secrecy.truth_only_public
    """,
    "talk at the table about the order of abilities, which the active player decides": """
        timing.conflict.ask
    """,
    "reading aloud, which the views and the wording do": """
        crisis.flavour_read crisis.choice.read_all crisis.combo.read_both
    """,
    "says how to read the book or a card": """
        golden.reference_over_learn_to_play golden.card_over_reference ability.general ability.you ability.you.mythos
        ability.cannot ability.may ability.reminder_text
    """,
    "says how to read a card; each card is carried out that way, under its own rule": """
        ability.to_cost ability.if_able ability.then ability.limit.whole_ability action.extra_actions
        activation.in_card_text attack.source.card feat.use
    """,
    "says what a word means": """
        character.definition player.definition traitor.definition monster.definition monarch.definition
        monarch.not_deep_one passenger.meaning passenger.not_human item.meaning upgrade.definition spell.meaning
        feat.meaning waypoint.meaning deep.meaning travel.meaning ritual.meaning crisis.meaning brig.purpose
        title.captain.role title.captain.reference title.keeper.role title.keeper.reference objective.sides
        objective.human.flavour objective.deep.flavour attack.definition attack.step1.attacker
        attack.step3.target_number arrows.meaning public.definition turn.game_of_turns limits.components
        enemy.by_loyalty enemy.human enemy.traitor test.helpful test.hindering test.sources
        test.step6.partial.neither traitor.revealed.definition loyalty.unrevealed_is_human upgrade.face_up_active
        upgrade.inactive_is_item damage.two_ways skill_card.use hand.only_skill_cards passenger.overpower.sources
        adjacent.component adjacent.components_mutual
    """,
    "says which side a card is on; who wins is decided under game_end": """
        loyalty.human loyalty.hybrid loyalty.cultist objective.human objective.deep objective.cultist.extra
        objective.cultist.loses
    """,
    "printed on the board, which is data": """
        adjacent.spaces adjacent.corner_not arrows.where stern.definition space.types
        space.water.count space.water.arrow space.ship.count space.deck.count space.deck.numbers space.deck.arrow
        space.interior.count space.interior.full_text deep.not_a_space
    """,
    "printed on the cards and tokens, which are data": """
        skill_card.types skill_card.parts waypoint.parts waypoint.distance_range item.traits feat.identify
        mythos.activation.one_of_three mythos.progress.one_of_three crisis.kinds test.parts title.two loyalty.types
        resource.types track.two activation.symbols activation.mythos_symbol title.line_of_succession
        title.captain.crises title.keeper.crises passenger.token_sides
    """,
    "a number in the tables of the setup, which is recorded under variant.no_cultist": """
        variant.no_cultist.fuel variant.no_cultist.food variant.no_cultist.sanity variant.no_cultist.souls
    """,
    "a number in the tables of the setup, which is recorded under difficulty.agreed_before": """
        difficulty.easier_humans difficulty.easier_traitors
    """,
    "a number in the tables of the setup, which is recorded under setup.16_loyalty_deck": """
        objective.cultist.player_counts
    """,
    "comes with the character, which is recorded under setup.10_play_areas": """
        setup.12_place feat.start
    """,
    "done with the hands": """
        setup.01_board setup.02_tracks setup.09_advice setup.footnote reveal.step7 title.captain.deck
        title.keeper.deck
    """,
    "kept by the audience of the facts": """
        chaos.no_peek chaos.count_public remove.from_game hand.count_public loyalty.look_own mythos.public
        public.deck_counts public.discard_no_count public.supply_counts
        public.face_up_components public.loyalty_counts public.test_contribution_counts public.test_pile_count
        secrecy.loyalty.owner_knows
    """,
    "everyone sees the own loyalty cards all the time, so there is nothing to ask for": """
        awakening.step2 awakening.step3.look
    """,
    "says that the game goes on, which a script does when it returns to its caller": """
        reveal.resume_turn awakening.step4
    """,
    "nothing happens, so nothing is recorded": """
        activation.deep_not_activated activation.hydra.no_move_at_bow activation.dagon.no_move_at_bow
        activation.deep_one.no_attack_on_traitors activation.deep_one.option_3.complete
        space.brig_sickbay.undamageable space.brig_sickbay.no_deep_ones space.deck_water.undamageable
        ritual.banish.interior_safe passenger.x_no_loss damage.space.no_redraw
    """,
    "each draw takes what there is, under its own rule": """
        limits.short_deck
    """,
    "nothing of the kind is ever offered": """
        monarch.no_attack spell.only_by_ability
    """,
    "all facts that place a passenger name a deck space": """
        space.deck.passengers_only_here
    """,
    "says that there is no limit, so nothing is refused": """
        action.use_space.repair_not_limited ability.limit_per_turn.other_turn space.ship.capacity
        space.deck.passenger_capacity brig.human_escape.traitor_no_block brig.full_skill_set
        brig.skill_cards_usable brig.send_human.all_contribute brig.human_escape.all_contribute
        upgrade.inactive_trade_discard sick_bay.leave
    """,
    "changes the skill set, which is drawn under skill_set.draw": """
        skill_set.upgrade upgrade.adds_skill brig.upgrade_inactive item.fine_clothes item.mystical_text
        item.binoculars item.medicine_ball item.treasured_memento
    """,
    "widens the choice of the card, which is recorded under skill_set.sick_bay": """
        sick_bay.upgrade_choice
    """,
    "one action for each card that may be revealed, so that the question tells nothing; see reveal.action": """
        reveal.step1.choice
    """,
    "nobody knows one token from another, so there is nothing to choose": """
        overpower.passenger.choice
    """,
    "modifiers belong to the roll and stay while it is rolled again, under die.reroll_many": """
        die.reroll_modifiers
    """,
    "each action of a card, a sheet or a title is carried out under its own rule": """
        action.human.use_ability action.human.use_ability.sources action.traitor.use_ability
    """,
    "carried out under action.human.move.not_from_brig and action.traitor.move.brig_cost": """
        brig.no_normal_exit
    """,
    "carried out under action.use_space.blocked_by_enemy and repair.blocked": """
        traitor.revealed.blocks_space
    """,
    "carried out under action.use_space.repair_if_damaged": """
        repair.possible
    """,
    "carried out under activation.deep_one.option_3 and damage.space": """
        activation.deep_one.option_3.condition activation.deep_one.option_3.draw
    """,
    "carried out under attack.step2.human_targets and attack.step2.enemy_targets": """
        traitor.revealed.attack
    """,
    "carried out under damage.redirect": """
        activation.hydra.damage.redirect activation.hydra.damage.tie damage.redirect.tie
    """,
    "carried out under damage.space.structural": """
        space.interior.damageable
    """,
    "carried out under hand.limit.discard_step": """
        hand.limit
    """,
    "carried out under mythos.progress.travel": """
        travel.advance.mythos
    """,
    "carried out under mythos.progress.ritual": """
        ritual.advance.mythos
    """,
    "carried out under ritual.banish.monarchs, and by each card that removes a monarch": """
        deep.monarch_removed
    """,
    "carried out under setup.05_skill_decks": """
        skill_deck.per_type
    """,
    "carried out under skill_set.sick_bay": """
        room.sick_bay
    """,
    "carried out under track.advance, space by space": """
        track.advance.overflow
    """,
    "carried out under turn.traitor": """
        traitor.revealed.turn
    """,
}

UNFATHOMABLE = {
    rule_id: reason for reason, rules in _UNFATHOMABLE_BY_REASON.items() for rule_id in rules.split()
}

AMONG_CULTISTS = {
    rule_id: "a value of the data files, which `tests/games/among_cultists/test_data.py` compares"
    for rule_id in game("among_cultists").rulebook.rules
    if rule_id.startswith("data.")
} | {
    "talk": "the path of everything that is said begins with it",
    "talk.lies": "says that nothing is checked, so nothing is refused",
}

UNCITED: Mapping[str, Mapping[str, str]] = {
    "abyss": {},
    "unfathomable": UNFATHOMABLE,
    "among_cultists": AMONG_CULTISTS,
}
