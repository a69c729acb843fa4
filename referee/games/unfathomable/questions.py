"""The questions of Unfathomable, each with its sentence and the kinds of choice that answer it."""

from __future__ import annotations

from referee.games.unfathomable.choices import (
    Accept,
    ActivateFirst,
    AddWithExperience,
    AdvanceRitual,
    AdvanceTravel,
    AttackHere,
    BarricadeHatches,
    CastQuickly,
    CastSpell,
    ChooseCard,
    ChooseCharacter,
    ChooseDeepOne,
    ChooseItem,
    ChooseMythos,
    ChooseNumber,
    ChooseOption,
    ChooseResource,
    ChooseSeat,
    ChooseSkill,
    ChooseSpace,
    ChooseSpell,
    ChooseSupply,
    ChooseWaypoint,
    CommandDeck,
    ConsultAlmanac,
    ConsultScript,
    DefeatPassenger,
    DrawQuickly,
    GiveItem,
    GiveLoyalty,
    GiveUpItem,
    GoFullSteam,
    HandOver,
    HealWithWords,
    InterveneMedically,
    LeadUnconventionally,
    LookAtMythos,
    LookAtWaypoints,
    MoveDeepOne,
    MoveTo,
    NamePerfectNumber,
    OrderArrest,
    Pass,
    PlayInsteadOfActions,
    PlayNow,
    PlaySkill,
    PlayToChange,
    PutOnBottom,
    PutOnTop,
    RememberTheDeep,
    RepairRoom,
    RescuePassenger,
    RetreatRitual,
    Reveal,
    SacrificeDeepOne,
    SacrificeSelf,
    Scavenge,
    SenseAncestry,
    SwearFirstOath,
    TakeItem,
    Trade,
    TrainInTheOccult,
    TryFortune,
    TurnFortune,
    UseEquipment,
    UseItem,
    UseRoom,
)
from referee.kernel.questions import OneOf, OrderOf, SomeOf, by_name

# Setting up
ASK_CHARACTER = OneOf("unfathomable.character", "Which character do you play?", ChooseCharacter)
ASK_FIRST_CARDS = SomeOf(
    "unfathomable.first_cards", "Which three cards of your skill set do you draw?", ChooseSkill
)

# The Skill step
ASK_SICK_BAY_CARD = OneOf(
    "unfathomable.sick_bay_card", "Which card do you draw in the Sick Bay?", Pass, ChooseSkill
)
ASK_FULL_SKILL_SET = OneOf(
    "unfathomable.full_skill_set",
    "You have left the Sick Bay: do you draw your full skill set?",
    Pass,
    Accept,
)
ASK_FORGO = SomeOf(
    "unfathomable.forgo", "Which cards of your skill set do you forgo for Treachery cards?", ChooseSkill
)
ASK_TREACHERY_CARDS = OneOf(
    "unfathomable.treachery_cards",
    "How many Treachery cards do you draw for the cards you forgo?",
    ChooseNumber,
)

# Actions that need no card
ASK_ACTION = OneOf(
    "unfathomable.action",
    "Which action do you perform?",
    Pass,
    MoveTo,
    AttackHere,
    RescuePassenger,
    DefeatPassenger,
    SacrificeDeepOne,
    RememberTheDeep,
    UseItem,
    Trade,
    UseRoom,
    RepairRoom,
    PlaySkill,
    CastSpell,
    Reveal,
    CommandDeck,
    DrawQuickly,
    TrainInTheOccult,
    SwearFirstOath,
    Scavenge,
    GoFullSteam,
    OrderArrest,
    CastQuickly,
    SenseAncestry,
)
ASK_START_OF_ACTION_STEP = OneOf(
    "unfathomable.start_of_action_step",
    "Do you play a card in place of your Action step?",
    Pass,
    PlayInsteadOfActions,
)
ASK_LEAVE_BRIG = SomeOf(
    "unfathomable.leave_brig",
    "Which cards do you discard to leave the Brig? They must add up to 12 or more.",
    ChooseCard,
)

# The hand
ASK_KEEP_TEN = SomeOf("unfathomable.keep_ten", "Which cards do you discard, to keep ten?", ChooseCard)
ASK_DISCARD_ORDER = OrderOf(
    "unfathomable.discard_order",
    "In which order do you discard these cards? The last ends up on top.",
    ChooseCard,
    ChooseMythos,
)

# Attacks
ASK_DEFENDER = OneOf("unfathomable.defender", "Whom do you attack?", ChooseSeat, ChooseDeepOne)

# Activated Deep Ones
ASK_NEXT_DEEP_ONE = OneOf(
    "unfathomable.next_deep_one", "On which space does the next Deep One act?", ChooseSpace
)
ASK_DEEP_ONE_ORDER = OrderOf(
    "unfathomable.deep_one_order", "In which order do the Deep Ones act?", ChooseSpace
)
ASK_DEEP_ONE_TARGET = OneOf(
    "unfathomable.deep_one_target", "Which human does the Deep One attack?", ChooseSeat
)
ASK_DEEP_ONE_STEP = OneOf(
    "unfathomable.deep_one_step", "Through which room does the Deep One move?", ChooseSpace
)

# Damage and defeat
ASK_DEFEAT_ORDER = OrderOf(
    "unfathomable.defeat_order", "In which order are these characters defeated?", ChooseSeat
)
ASK_DEFEAT_FIRST = OneOf(
    "unfathomable.defeat_first", "Who is defeated first, the characters or the passengers?", ChooseOption
)
ASK_HUMAN_ORDER = OrderOf("unfathomable.human_order", "In which order do the humans do this?", ChooseSeat)

# The two tracks
ASK_PROGRESS = OneOf("unfathomable.progress", "Which track do you advance?", AdvanceTravel, AdvanceRitual)
ASK_DECK_ORDER = OrderOf(
    "unfathomable.deck_order",
    "In which order are the passengers on these deck spaces defeated?",
    ChooseSpace,
)

# Waypoints
ASK_WAYPOINT = OneOf("unfathomable.waypoint", "Which waypoint do you head for?", ChooseWaypoint)
ASK_WAYPOINT_ON_TOP = OneOf(
    "unfathomable.waypoint_on_top", "Which waypoint do you leave on top?", ChooseWaypoint
)
ASK_WAYPOINT_RISK = OneOf(
    "unfathomable.waypoint_risk", "Do you risk the passengers for the waypoint?", Pass, Accept
)
ASK_WAYPOINT_ROLL = OneOf("unfathomable.waypoint_roll", "Do you roll the die for the waypoint?", Pass, Accept)
ASK_WAYPOINT_OPTION = OneOf(
    "unfathomable.waypoint_option", "Which option of the waypoint do you choose?", ChooseOption
)
ASK_ROLLING_SEAS = OneOf(
    "unfathomable.rolling_seas", "On which deck space is a passenger defeated?", ChooseSpace
)

# Moments at which anyone may use an ability
ASK_WINDOW_BEFORE_ROLL = OneOf(
    "unfathomable.window.before_roll",
    "A die is about to be rolled. Do you use an ability?",
    Pass,
    ConsultAlmanac,
    PlayToChange,
    NamePerfectNumber,
)
ASK_WINDOW_AFTER_ROLL = OneOf(
    "unfathomable.window.after_roll",
    "The die was rolled. Do you use an ability?",
    Pass,
    UseItem,
    PlayNow,
    TryFortune,
)
ASK_WINDOW_BEFORE_CARDS = OneOf(
    "unfathomable.window.before_cards",
    "Cards are about to be added to a skill test. Do you use an ability?",
    Pass,
    PlayNow,
    SacrificeSelf,
)
ASK_WINDOW_AFTER_TOTAL = OneOf(
    "unfathomable.window.after_total",
    "The total of the skill test is known. Do you use an ability?",
    Pass,
    UseItem,
    PlayToChange,
    ConsultScript,
    AddWithExperience,
    UseEquipment,
)
ASK_WINDOW_CHARACTER_WOULD_BE_DEFEATED = OneOf(
    "unfathomable.window.character_would_be_defeated",
    "A character would be defeated. Do you use an ability?",
    Pass,
    GiveUpItem,
    PlayNow,
    HealWithWords,
    InterveneMedically,
)
ASK_WINDOW_PASSENGER_WOULD_BE_DEFEATED = OneOf(
    "unfathomable.window.passenger_would_be_defeated",
    "A passenger would be defeated. Do you use an ability?",
    Pass,
    UseItem,
    GiveUpItem,
    InterveneMedically,
)
ASK_WINDOW_MYTHOS_DRAWN = OneOf(
    "unfathomable.window.mythos_drawn", "A mythos card was drawn. Do you use an ability?", Pass, TurnFortune
)
ASK_WINDOW_MYTHOS_CHOICE = OneOf(
    "unfathomable.window.mythos_choice",
    "A choice on a mythos card is about to be made. Do you use an ability?",
    Pass,
    LeadUnconventionally,
)
ASK_WINDOW_DEEP_ONE_WOULD_ENTER = OneOf(
    "unfathomable.window.deep_one_would_enter",
    "A Deep One is about to enter a room. Do you use an ability?",
    Pass,
    BarricadeHatches,
)
ASK_WINDOW_ORDER = OrderOf(
    "unfathomable.window_order", "Several players want to use an ability. In which order do they?", ChooseSeat
)

# Skill tests
ASK_CONTRIBUTE = SomeOf("unfathomable.contribute", "Which cards do you add to the skill test?", ChooseCard)

# Mythos cards
ASK_ONE_OF_TWO = OneOf(
    "unfathomable.one_of_two", "Which of the two mythos cards do you resolve?", ChooseMythos
)
ASK_CRISIS = OneOf("unfathomable.crisis", "Which option of the crisis do you choose?", ChooseOption)
ASK_CRISIS_OR_TEST = OneOf(
    "unfathomable.crisis_or_test",
    "Do you choose the skill test or the other option of the crisis?",
    ChooseOption,
)
ASK_CRISIS_DISCARD = SomeOf("unfathomable.crisis_discard", "Which cards do you discard?", ChooseCard)
ASK_CRISIS_LORE = OneOf("unfathomable.crisis_lore", "Which lore card do you discard?", ChooseCard)
ASK_ACCUSATION = OneOf("unfathomable.accusation", "Whom do you send to the Brig?", ChooseSeat)
ASK_ADRIFT_FISHING_BOAT = OneOf(
    "unfathomable.adrift_fishing_boat", "Do you risk one more passenger to gain 1 food?", Pass, Accept
)
ASK_CRIMINAL_ACTIVITY_KEEP = OneOf(
    "unfathomable.criminal_activity_keep", "Which of your items do you keep?", ChooseItem
)
ASK_CRIMINAL_ACTIVITY_REMOVE = OneOf(
    "unfathomable.criminal_activity_remove", "Which of your items do you remove from the game?", ChooseItem
)
ASK_MOVE_EACH_DEEP_ONE = OneOf(
    "unfathomable.move_each_deep_one",
    "Which Deep One do you move next, and where? Each one moves once.",
    MoveDeepOne,
)
ASK_MAY_MOVE_DEEP_ONES = OneOf(
    "unfathomable.may_move_deep_ones",
    "Which Deep One do you move next, and where? Pass to stop.",
    Pass,
    MoveDeepOne,
)
ASK_IDENTITY_CRISIS = SomeOf(
    "unfathomable.identity_crisis", "Which card of your skill set do you draw?", ChooseSkill
)
ASK_JAIL_BREAK = OneOf("unfathomable.jail_break", "To which space do you move from the Brig?", ChooseSpace)
ASK_MISSING_MUNITIONS = OneOf(
    "unfathomable.missing_munitions", "On which space do you defeat a Deep One?", ChooseSpace
)
ASK_RAT_INFESTATION = OneOf(
    "unfathomable.rat_infestation", "Do you lose 1 sanity to gain 1 food?", Pass, Accept
)
ASK_THE_CAPTAINS_BANQUET = OneOf(
    "unfathomable.the_captains_banquet", "Do you move to the Galley?", Pass, Accept
)
ASK_VOLUNTEER_ARMY = OneOf("unfathomable.volunteer_army", "How many passengers do you risk?", ChooseNumber)
ASK_VOLUNTEER_ARMY_DEFEAT = OneOf(
    "unfathomable.volunteer_army_defeat", "On which space do you defeat a Deep One?", ChooseSpace
)
ASK_HISTORY_REPEATS = OneOf(
    "unfathomable.history_repeats", "Whom do you send to the Brig, if anyone?", Pass, ChooseSeat
)
ASK_THE_GAME_IS_AFOOT = OneOf(
    "unfathomable.the_game_is_afoot", "On which space do you defeat all Deep Ones?", ChooseSpace
)
ASK_FAMILY_TIES = OneOf("unfathomable.family_ties", "On which space do the Deep Ones appear?", ChooseSpace)

# Items
ASK_RIFLE_TARGET = OneOf("unfathomable.rifle_target", "Whom do you shoot at?", ChooseSeat, ChooseDeepOne)
ASK_BOOK_OF_DAGON = OneOf(
    "unfathomable.book_of_dagon", "Where do the Deep Ones on your space go?", ChooseSpace
)
ASK_GRENADE = OneOf("unfathomable.grenade", "Where do you throw the grenade?", ChooseSpace)
ASK_PLIMSOLLS = OneOf("unfathomable.plimsolls", "To which adjacent space do you move?", ChooseSpace)
ASK_REPEAT_LORE = OneOf(
    "unfathomable.repeat_lore",
    "Do you use the Elder Sign Amulet to resolve the card again?",
    Pass,
    Accept,
)

# Exchanging items, and upgrades
ASK_PROPOSE_EXCHANGE = OneOf(
    "unfathomable.propose_exchange", "Which item changes hands in the exchange you propose?", Pass, HandOver
)
ASK_AGREE_TO_EXCHANGE = OneOf("unfathomable.agree_to_exchange", "Do you agree to the exchange?", Pass, Accept)
ASK_UPGRADE = OneOf("unfathomable.upgrade", "Which upgrade do you make active?", Pass, ChooseItem)

# Rooms
ASK_BRIDGE = OneOf("unfathomable.bridge", "Which deck do you look at?", LookAtMythos, LookAtWaypoints)
ASK_MYTHOS_ON_TOP = OneOf(
    "unfathomable.mythos_on_top", "Which mythos card do you leave on top?", ChooseMythos
)
ASK_CHAPEL = OneOf(
    "unfathomable.chapel",
    "Do you move the ritual marker back, or discard a Lore card to advance it?",
    ChooseCard,
    RetreatRitual,
)
ASK_CAPTAINS_CABIN = OneOf("unfathomable.captains_cabin", "Whom do you try to send to the Brig?", ChooseSeat)
ASK_CARGO_HOLD = OneOf("unfathomable.cargo_hold", "Which item do you keep?", Pass, ChooseItem)
ASK_GALLEY = SomeOf("unfathomable.galley", "Which cards do you draw, up to five?", ChooseSkill)
ASK_BOILER_ROOM = OneOf(
    "unfathomable.boiler_room", "Which card do you discard to advance the travel marker?", ChooseCard
)
ASK_ESCAPE = OneOf("unfathomable.escape", "To which space do you escape?", ChooseSpace)
ASK_REPAIR = SomeOf("unfathomable.repair", "Which cards do you discard to repair this space?", ChooseCard)

# Skill cards
ASK_COORDINATED_EFFORT = OneOf("unfathomable.coordinated_effort", "Who performs an action now?", ChooseSeat)
ASK_SHRIVELLING = OneOf(
    "unfathomable.shrivelling", "Against which enemy do you use Shrivelling?", ChooseSeat, ChooseDeepOne
)
ASK_LESSER_BANISHMENT = OneOf(
    "unfathomable.lesser_banishment", "From which space do you move the Deep Ones?", ChooseSpace
)
ASK_LESSER_BANISHMENT_TO = OneOf(
    "unfathomable.lesser_banishment_to", "To which space do you move them?", ChooseSpace
)
ASK_FORCED_LEARNING = OneOf(
    "unfathomable.forced_learning", "Which type of card helps in this test?", ChooseSkill
)
ASK_WATCH_AND_LEARN = SomeOf(
    "unfathomable.watch_and_learn", "From which decks do you draw two cards?", ChooseSkill
)
ASK_RAMPAGE = OneOf("unfathomable.rampage", "How do you attack?", ChooseItem, AttackHere)
ASK_RAMPAGE_ON = OneOf("unfathomable.rampage_on", "Do you attack again?", Pass, Accept)
ASK_PERSISTENCE = SomeOf("unfathomable.persistence", "Which cards do you discard, at most five?", ChooseCard)
ASK_PERSISTENCE_DECK = OneOf(
    "unfathomable.persistence_deck", "From which deck do you draw as many cards?", ChooseSkill
)
ASK_REINFORCEMENTS = OneOf(
    "unfathomable.reinforcements", "On which water space do the monsters surface?", ChooseSpace
)
ASK_CALL_TO_ACTION = OneOf(
    "unfathomable.call_to_action",
    "Do you activate all Deep Ones on your space, or only one?",
    Accept,
    ChooseDeepOne,
)
ASK_PERFORM_RITES = OneOf("unfathomable.perform_rites", "Which monarch do you activate first?", ActivateFirst)

# Spells
ASK_SPELL = OneOf("unfathomable.spell", "Which spell do you resolve?", Pass, ChooseSpell)
ASK_ASTRAL_TRAVEL = OneOf(
    "unfathomable.astral_travel", "From which space do you move Deep Ones and characters?", ChooseSpace
)
ASK_ASTRAL_TRAVELLER = OneOf(
    "unfathomable.astral_traveller", "Whom do you move?", Pass, ChooseSeat, ChooseDeepOne
)
ASK_ASTRAL_DESTINATION = OneOf(
    "unfathomable.astral_destination", "To which space do you move it?", ChooseSpace
)
ASK_CALL_FRIENDS = SomeOf("unfathomable.call_friends", "Which passengers do you rescue?", ChooseSpace)
ASK_CLOUD_MEMORY = SomeOf("unfathomable.cloud_memory", "Which card do you discard?", ChooseCard)
ASK_CONJURATION = OneOf("unfathomable.conjuration", "Which item do you take?", ChooseItem)
ASK_DARK_PACT = OneOf("unfathomable.dark_pact", "Which resource do you gain?", ChooseResource)
ASK_FLESH_WARD = OneOf("unfathomable.flesh_ward", "Whom does Flesh Ward protect?", ChooseSeat)
ASK_FORESEE = OneOf(
    "unfathomable.foresee", "Which deck do you look at: 1 for mythos cards, 2 for waypoints?", ChooseOption
)
ASK_FORESEE_TOP = OneOf("unfathomable.foresee_top", "Which card goes on top?", ChooseWaypoint, ChooseMythos)
ASK_FORESEE_BOTTOM = OrderOf(
    "unfathomable.foresee_bottom",
    "In which order do the others go to the bottom? The last ends up at the very bottom.",
    ChooseWaypoint,
    ChooseMythos,
)
ASK_HEAL_SPACE = OneOf("unfathomable.heal_space", "To which space do you move?", ChooseSpace)
ASK_HEAL_DRAW = SomeOf("unfathomable.heal_draw", "Which card do you draw, if any?", ChooseSkill)
ASK_PLAGUE_OF_LOCUSTS = SomeOf(
    "unfathomable.plague_of_locusts", "Which Deep Ones are defeated?", ChooseDeepOne
)
ASK_SUMMON_THE_BEAST_WITHIN = OneOf(
    "unfathomable.summon_the_beast_within", "To which space do you move, if any?", Pass, ChooseSpace
)
ASK_VOICE_OF_RA = SomeOf("unfathomable.voice_of_ra", "From which deck do you draw a card?", ChooseSkill)
ASK_VOICE_OF_RA_DISCARD = SomeOf("unfathomable.voice_of_ra_discard", "Which card do you discard?", ChooseCard)

# Loyalty cards
ASK_REVEAL_RECIPIENT = OneOf(
    "unfathomable.reveal_recipient", "Who gets your other loyalty cards?", ChooseSeat
)
ASK_REVEAL_SPLIT = OneOf("unfathomable.reveal_split", "Who gets this loyalty card of yours?", GiveLoyalty)
ASK_REVEAL_EXCHANGE = SomeOf(
    "unfathomable.reveal_exchange", "Which skill cards do you exchange for Treachery cards?", ChooseCard
)
ASK_AWAKENING_RECIPIENT = OneOf(
    "unfathomable.awakening_recipient", "Who gets your new loyalty card?", ChooseSeat
)

# Abilities of the characters, and what they do on revealing
ASK_JURY_RIGGER = OneOf(
    "unfathomable.jury_rigger", "Do you damage the ship to advance one more space?", Pass, Accept
)
ASK_OCCULT_TRAINING = OneOf(
    "unfathomable.occult_training", "Where do you put the spell?", PutOnTop, PutOnBottom
)
ASK_FIRST_OATH = OneOf("unfathomable.first_oath", "Where do you move the monarch?", Pass, ChooseSpace)
ASK_SCAVENGER = OneOf(
    "unfathomable.scavenger", "Do you give an item to somebody on your space?", Pass, GiveItem
)
ASK_MALPRACTICE = OneOf("unfathomable.malpractice", "Which passenger is defeated?", ChooseSpace, ChooseSupply)
ASK_SABOTAGE = OneOf("unfathomable.sabotage", "Which room do you damage?", ChooseSpace)
ASK_DISRUPT_RITUAL = OneOf(
    "unfathomable.disrupt_ritual", "How far do you move the ritual marker?", ChooseNumber
)
ASK_DIVIDE_AND_CONQUER = SomeOf(
    "unfathomable.divide_and_conquer", "On which four water spaces do Deep Ones appear?", ChooseSpace
)
ASK_PICKPOCKET = OneOf("unfathomable.pickpocket", "Which item do you take?", TakeItem)

QUESTIONS = by_name(
    ASK_CHARACTER,
    ASK_FIRST_CARDS,
    ASK_SICK_BAY_CARD,
    ASK_FULL_SKILL_SET,
    ASK_FORGO,
    ASK_TREACHERY_CARDS,
    ASK_ACTION,
    ASK_START_OF_ACTION_STEP,
    ASK_LEAVE_BRIG,
    ASK_KEEP_TEN,
    ASK_DISCARD_ORDER,
    ASK_DEFENDER,
    ASK_NEXT_DEEP_ONE,
    ASK_DEEP_ONE_ORDER,
    ASK_DEEP_ONE_TARGET,
    ASK_DEEP_ONE_STEP,
    ASK_DEFEAT_ORDER,
    ASK_DEFEAT_FIRST,
    ASK_HUMAN_ORDER,
    ASK_PROGRESS,
    ASK_DECK_ORDER,
    ASK_WAYPOINT,
    ASK_WAYPOINT_ON_TOP,
    ASK_WAYPOINT_RISK,
    ASK_WAYPOINT_ROLL,
    ASK_WAYPOINT_OPTION,
    ASK_ROLLING_SEAS,
    ASK_WINDOW_BEFORE_ROLL,
    ASK_WINDOW_AFTER_ROLL,
    ASK_WINDOW_BEFORE_CARDS,
    ASK_WINDOW_AFTER_TOTAL,
    ASK_WINDOW_CHARACTER_WOULD_BE_DEFEATED,
    ASK_WINDOW_PASSENGER_WOULD_BE_DEFEATED,
    ASK_WINDOW_MYTHOS_DRAWN,
    ASK_WINDOW_MYTHOS_CHOICE,
    ASK_WINDOW_DEEP_ONE_WOULD_ENTER,
    ASK_WINDOW_ORDER,
    ASK_CONTRIBUTE,
    ASK_ONE_OF_TWO,
    ASK_CRISIS,
    ASK_CRISIS_OR_TEST,
    ASK_CRISIS_DISCARD,
    ASK_CRISIS_LORE,
    ASK_ACCUSATION,
    ASK_ADRIFT_FISHING_BOAT,
    ASK_CRIMINAL_ACTIVITY_KEEP,
    ASK_CRIMINAL_ACTIVITY_REMOVE,
    ASK_MOVE_EACH_DEEP_ONE,
    ASK_MAY_MOVE_DEEP_ONES,
    ASK_IDENTITY_CRISIS,
    ASK_JAIL_BREAK,
    ASK_MISSING_MUNITIONS,
    ASK_RAT_INFESTATION,
    ASK_THE_CAPTAINS_BANQUET,
    ASK_VOLUNTEER_ARMY,
    ASK_VOLUNTEER_ARMY_DEFEAT,
    ASK_HISTORY_REPEATS,
    ASK_THE_GAME_IS_AFOOT,
    ASK_FAMILY_TIES,
    ASK_RIFLE_TARGET,
    ASK_BOOK_OF_DAGON,
    ASK_GRENADE,
    ASK_PLIMSOLLS,
    ASK_REPEAT_LORE,
    ASK_PROPOSE_EXCHANGE,
    ASK_AGREE_TO_EXCHANGE,
    ASK_UPGRADE,
    ASK_BRIDGE,
    ASK_MYTHOS_ON_TOP,
    ASK_CHAPEL,
    ASK_CAPTAINS_CABIN,
    ASK_CARGO_HOLD,
    ASK_GALLEY,
    ASK_BOILER_ROOM,
    ASK_ESCAPE,
    ASK_REPAIR,
    ASK_COORDINATED_EFFORT,
    ASK_SHRIVELLING,
    ASK_LESSER_BANISHMENT,
    ASK_LESSER_BANISHMENT_TO,
    ASK_FORCED_LEARNING,
    ASK_WATCH_AND_LEARN,
    ASK_RAMPAGE,
    ASK_RAMPAGE_ON,
    ASK_PERSISTENCE,
    ASK_PERSISTENCE_DECK,
    ASK_REINFORCEMENTS,
    ASK_CALL_TO_ACTION,
    ASK_PERFORM_RITES,
    ASK_SPELL,
    ASK_ASTRAL_TRAVEL,
    ASK_ASTRAL_TRAVELLER,
    ASK_ASTRAL_DESTINATION,
    ASK_CALL_FRIENDS,
    ASK_CLOUD_MEMORY,
    ASK_CONJURATION,
    ASK_DARK_PACT,
    ASK_FLESH_WARD,
    ASK_FORESEE,
    ASK_FORESEE_TOP,
    ASK_FORESEE_BOTTOM,
    ASK_HEAL_SPACE,
    ASK_HEAL_DRAW,
    ASK_PLAGUE_OF_LOCUSTS,
    ASK_SUMMON_THE_BEAST_WITHIN,
    ASK_VOICE_OF_RA,
    ASK_VOICE_OF_RA_DISCARD,
    ASK_REVEAL_RECIPIENT,
    ASK_REVEAL_SPLIT,
    ASK_REVEAL_EXCHANGE,
    ASK_AWAKENING_RECIPIENT,
    ASK_JURY_RIGGER,
    ASK_OCCULT_TRAINING,
    ASK_FIRST_OATH,
    ASK_SCAVENGER,
    ASK_MALPRACTICE,
    ASK_SABOTAGE,
    ASK_DISRUPT_RITUAL,
    ASK_DIVIDE_AND_CONQUER,
    ASK_PICKPOCKET,
)
