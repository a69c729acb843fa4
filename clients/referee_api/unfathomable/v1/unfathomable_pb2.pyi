from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Space(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SPACE_UNSPECIFIED: _ClassVar[Space]
    SPACE_DEEP: _ClassVar[Space]
    SPACE_WATER_1: _ClassVar[Space]
    SPACE_WATER_2: _ClassVar[Space]
    SPACE_WATER_3: _ClassVar[Space]
    SPACE_WATER_4: _ClassVar[Space]
    SPACE_WATER_5: _ClassVar[Space]
    SPACE_WATER_6: _ClassVar[Space]
    SPACE_WATER_7: _ClassVar[Space]
    SPACE_WATER_8: _ClassVar[Space]
    SPACE_DECK_1: _ClassVar[Space]
    SPACE_DECK_2: _ClassVar[Space]
    SPACE_DECK_3: _ClassVar[Space]
    SPACE_DECK_4: _ClassVar[Space]
    SPACE_DECK_5: _ClassVar[Space]
    SPACE_DECK_6: _ClassVar[Space]
    SPACE_DECK_7: _ClassVar[Space]
    SPACE_DECK_8: _ClassVar[Space]
    SPACE_BRIDGE: _ClassVar[Space]
    SPACE_CHAPEL: _ClassVar[Space]
    SPACE_CAPTAINS_CABIN: _ClassVar[Space]
    SPACE_CARGO_HOLD: _ClassVar[Space]
    SPACE_GALLEY: _ClassVar[Space]
    SPACE_BOILER_ROOM: _ClassVar[Space]
    SPACE_SICK_BAY: _ClassVar[Space]
    SPACE_BRIG: _ClassVar[Space]

class Resource(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RESOURCE_UNSPECIFIED: _ClassVar[Resource]
    RESOURCE_FUEL: _ClassVar[Resource]
    RESOURCE_FOOD: _ClassVar[Resource]
    RESOURCE_SANITY: _ClassVar[Resource]
    RESOURCE_SOULS: _ClassVar[Resource]

class Skill(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SKILL_UNSPECIFIED: _ClassVar[Skill]
    SKILL_INFLUENCE: _ClassVar[Skill]
    SKILL_LORE: _ClassVar[Skill]
    SKILL_OBSERVATION: _ClassVar[Skill]
    SKILL_STRENGTH: _ClassVar[Skill]
    SKILL_WILL: _ClassVar[Skill]
    SKILL_TREACHERY: _ClassVar[Skill]

class Title(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TITLE_UNSPECIFIED: _ClassVar[Title]
    TITLE_CAPTAIN: _ClassVar[Title]
    TITLE_KEEPER: _ClassVar[Title]

class Monarch(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MONARCH_UNSPECIFIED: _ClassVar[Monarch]
    MONARCH_DAGON: _ClassVar[Monarch]
    MONARCH_HYDRA: _ClassVar[Monarch]

class Loyalty(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LOYALTY_UNSPECIFIED: _ClassVar[Loyalty]
    LOYALTY_HUMAN: _ClassVar[Loyalty]
    LOYALTY_HYBRID: _ClassVar[Loyalty]
    LOYALTY_CULTIST: _ClassVar[Loyalty]

class Passenger(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PASSENGER_UNSPECIFIED: _ClassVar[Passenger]
    PASSENGER_SOUL: _ClassVar[Passenger]
    PASSENGER_TWO_SOULS: _ClassVar[Passenger]
    PASSENGER_SOUL_AND_SANITY: _ClassVar[Passenger]
    PASSENGER_NOTHING: _ClassVar[Passenger]

class SkillCard(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SKILL_CARD_UNSPECIFIED: _ClassVar[SkillCard]
    SKILL_CARD_COORDINATED_EFFORT_1: _ClassVar[SkillCard]
    SKILL_CARD_COORDINATED_EFFORT_2: _ClassVar[SkillCard]
    SKILL_CARD_NOTHING_TO_HIDE_3: _ClassVar[SkillCard]
    SKILL_CARD_NOTHING_TO_HIDE_4: _ClassVar[SkillCard]
    SKILL_CARD_INSPIRING_SPEECH_5: _ClassVar[SkillCard]
    SKILL_CARD_SHRIVELLING_1: _ClassVar[SkillCard]
    SKILL_CARD_SHRIVELLING_2: _ClassVar[SkillCard]
    SKILL_CARD_LESSER_BANISHMENT_3: _ClassVar[SkillCard]
    SKILL_CARD_LESSER_BANISHMENT_4: _ClassVar[SkillCard]
    SKILL_CARD_FORCED_LEARNING_5: _ClassVar[SkillCard]
    SKILL_CARD_WATCH_AND_LEARN_1: _ClassVar[SkillCard]
    SKILL_CARD_WATCH_AND_LEARN_2: _ClassVar[SkillCard]
    SKILL_CARD_KEEN_INSIGHT_3: _ClassVar[SkillCard]
    SKILL_CARD_KEEN_INSIGHT_4: _ClassVar[SkillCard]
    SKILL_CARD_PREPARATION_5: _ClassVar[SkillCard]
    SKILL_CARD_COMBAT_TRAINING_1: _ClassVar[SkillCard]
    SKILL_CARD_COMBAT_TRAINING_2: _ClassVar[SkillCard]
    SKILL_CARD_RAMPAGE_3: _ClassVar[SkillCard]
    SKILL_CARD_RAMPAGE_4: _ClassVar[SkillCard]
    SKILL_CARD_SHRUG_IT_OFF_5: _ClassVar[SkillCard]
    SKILL_CARD_PERSISTENCE_1: _ClassVar[SkillCard]
    SKILL_CARD_PERSISTENCE_2: _ClassVar[SkillCard]
    SKILL_CARD_DETERMINATION_3: _ClassVar[SkillCard]
    SKILL_CARD_DETERMINATION_4: _ClassVar[SkillCard]
    SKILL_CARD_TRUE_GRIT_5: _ClassVar[SkillCard]
    SKILL_CARD_REINFORCEMENTS_1: _ClassVar[SkillCard]
    SKILL_CARD_CALL_TO_ACTION_2: _ClassVar[SkillCard]
    SKILL_CARD_SIREN_SONG_3: _ClassVar[SkillCard]
    SKILL_CARD_RANSACK_4: _ClassVar[SkillCard]
    SKILL_CARD_PERFORM_RITES_5: _ClassVar[SkillCard]

class Character(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CHARACTER_UNSPECIFIED: _ClassVar[Character]
    CHARACTER_KEILANI: _ClassVar[Character]
    CHARACTER_ARJUN: _ClassVar[Character]
    CHARACTER_SVETLANA: _ClassVar[Character]
    CHARACTER_JEANNE: _ClassVar[Character]
    CHARACTER_JAMIE: _ClassVar[Character]
    CHARACTER_WILLIAM: _ClassVar[Character]
    CHARACTER_BEATRICE: _ClassVar[Character]
    CHARACTER_ISHMAEL: _ClassVar[Character]
    CHARACTER_EDMUND: _ClassVar[Character]
    CHARACTER_SAMIRA: _ClassVar[Character]

class Item(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ITEM_UNSPECIFIED: _ClassVar[Item]
    ITEM_SPEAKING_TRUMPET: _ClassVar[Item]
    ITEM_SIX_SHOOTER: _ClassVar[Item]
    ITEM_TRAVEL_PHARMACY: _ClassVar[Item]
    ITEM_TOOL_KIT: _ClassVar[Item]
    ITEM_REPEATING_RIFLE: _ClassVar[Item]
    ITEM_ELDER_SIGN_AMULET: _ClassVar[Item]
    ITEM_ALMANAC: _ClassVar[Item]
    ITEM_BOOK_OF_DAGON: _ClassVar[Item]
    ITEM_LUCKY_RING: _ClassVar[Item]
    ITEM_STARBUCK: _ClassVar[Item]
    ITEM_POCKET_PISTOL: _ClassVar[Item]
    ITEM_FINE_CLOTHES: _ClassVar[Item]
    ITEM_MYSTICAL_TEXT: _ClassVar[Item]
    ITEM_BINOCULARS: _ClassVar[Item]
    ITEM_MEDICINE_BALL: _ClassVar[Item]
    ITEM_TREASURED_MEMENTO: _ClassVar[Item]
    ITEM_JAM_TIN_GRENADE: _ClassVar[Item]
    ITEM_KITCHEN_KNIFE: _ClassVar[Item]
    ITEM_PLIMSOLLS: _ClassVar[Item]
    ITEM_SHOTGUN: _ClassVar[Item]

class Spell(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SPELL_UNSPECIFIED: _ClassVar[Spell]
    SPELL_ALCHEMICAL_TRANSMUTATION: _ClassVar[Spell]
    SPELL_ASTRAL_TRAVEL: _ClassVar[Spell]
    SPELL_CALL_DOWN_THE_STORM: _ClassVar[Spell]
    SPELL_CALL_FRIENDS: _ClassVar[Spell]
    SPELL_CLOUD_MEMORY: _ClassVar[Spell]
    SPELL_CONJURATION: _ClassVar[Spell]
    SPELL_DARK_PACT: _ClassVar[Spell]
    SPELL_FEED_THE_MIND: _ClassVar[Spell]
    SPELL_FLESH_WARD: _ClassVar[Spell]
    SPELL_FORESEE: _ClassVar[Spell]
    SPELL_GREATER_BANISHMENT: _ClassVar[Spell]
    SPELL_HEAL: _ClassVar[Spell]
    SPELL_LURE_MONSTER: _ClassVar[Spell]
    SPELL_PLAGUE_OF_LOCUSTS: _ClassVar[Spell]
    SPELL_RAISE_THE_DEAD: _ClassVar[Spell]
    SPELL_REVELATION_OF_SCRIPT: _ClassVar[Spell]
    SPELL_SUMMON_FIRE: _ClassVar[Spell]
    SPELL_SUMMON_THE_BEAST_WITHIN: _ClassVar[Spell]
    SPELL_VOICE_OF_RA: _ClassVar[Spell]

class Waypoint(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    WAYPOINT_UNSPECIFIED: _ClassVar[Waypoint]
    WAYPOINT_ABANDONED_DEPOT: _ClassVar[Waypoint]
    WAYPOINT_DESERTED_ISLAND: _ClassVar[Waypoint]
    WAYPOINT_HURRICANE: _ClassVar[Waypoint]
    WAYPOINT_ICEBERG: _ClassVar[Waypoint]
    WAYPOINT_REEF: _ClassVar[Waypoint]
    WAYPOINT_SHIPWRECK_SURVIVORS: _ClassVar[Waypoint]
    WAYPOINT_WRECKED_SHIP: _ClassVar[Waypoint]
    WAYPOINT_DEEP_ONE_CITY: _ClassVar[Waypoint]
    WAYPOINT_FOG_BANK: _ClassVar[Waypoint]
    WAYPOINT_MAELSTROM: _ClassVar[Waypoint]
    WAYPOINT_RAINSTORM: _ClassVar[Waypoint]
    WAYPOINT_ROGUE_WAVE: _ClassVar[Waypoint]
    WAYPOINT_ROLLING_SEAS: _ClassVar[Waypoint]
    WAYPOINT_SEA_SMOKE: _ClassVar[Waypoint]
    WAYPOINT_SEAWEED_PATCH: _ClassVar[Waypoint]
    WAYPOINT_SMOOTH_SAILING: _ClassVar[Waypoint]
    WAYPOINT_CALM_WATERS: _ClassVar[Waypoint]
    WAYPOINT_DEEP_ONE_AMBUSH: _ClassVar[Waypoint]
    WAYPOINT_ROUGH_WATER: _ClassVar[Waypoint]
    WAYPOINT_STORMY_SEAS: _ClassVar[Waypoint]

class Damage(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DAMAGE_UNSPECIFIED: _ClassVar[Damage]
    DAMAGE_STRUCTURAL_INFLUENCE: _ClassVar[Damage]
    DAMAGE_STRUCTURAL_LORE: _ClassVar[Damage]
    DAMAGE_STRUCTURAL_OBSERVATION: _ClassVar[Damage]
    DAMAGE_STRUCTURAL_STRENGTH: _ClassVar[Damage]
    DAMAGE_STRUCTURAL_WILL: _ClassVar[Damage]
    DAMAGE_STRUCTURAL_ANY: _ClassVar[Damage]
    DAMAGE_FUEL_LEAK: _ClassVar[Damage]
    DAMAGE_FLOODED_FOOD_STORES: _ClassVar[Damage]
    DAMAGE_FLEEING_PASSENGERS: _ClassVar[Damage]

class Mythos(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MYTHOS_UNSPECIFIED: _ClassVar[Mythos]
    MYTHOS_ACCUSATION: _ClassVar[Mythos]
    MYTHOS_ADRIFT_FISHING_BOAT: _ClassVar[Mythos]
    MYTHOS_BARRICADE_THE_HATCHES: _ClassVar[Mythos]
    MYTHOS_BUCKET_BRIGADE: _ClassVar[Mythos]
    MYTHOS_CLASS_STRUGGLE: _ClassVar[Mythos]
    MYTHOS_COAL_BUNKER_FIRE: _ClassVar[Mythos]
    MYTHOS_COLLISION_COURSE: _ClassVar[Mythos]
    MYTHOS_COORDINATED_ASSAULT: _ClassVar[Mythos]
    MYTHOS_CRIMINAL_ACTIVITY: _ClassVar[Mythos]
    MYTHOS_DAMAGED_EVAPORATOR: _ClassVar[Mythos]
    MYTHOS_DEEP_ONE_FEINT: _ClassVar[Mythos]
    MYTHOS_DEEP_ONE_SWARM: _ClassVar[Mythos]
    MYTHOS_DINGHY_LAUNCH: _ClassVar[Mythos]
    MYTHOS_DISTURBING_DREAMS: _ClassVar[Mythos]
    MYTHOS_E_O_T_FAILURE: _ClassVar[Mythos]
    MYTHOS_FEAR_OF_THE_UNKNOWN: _ClassVar[Mythos]
    MYTHOS_FIREMEN_STRIKE: _ClassVar[Mythos]
    MYTHOS_FLOODING_COMPARTMENT: _ClassVar[Mythos]
    MYTHOS_FOOD_RATIONING: _ClassVar[Mythos]
    MYTHOS_FOOD_STORES_RAID: _ClassVar[Mythos]
    MYTHOS_HORRIFIC_VISIONS: _ClassVar[Mythos]
    MYTHOS_HULL_LEAK: _ClassVar[Mythos]
    MYTHOS_HYPNOTIC_MELODY: _ClassVar[Mythos]
    MYTHOS_IDENTITY_CRISIS: _ClassVar[Mythos]
    MYTHOS_IMPROVISED_FUEL_SOURCE: _ClassVar[Mythos]
    MYTHOS_INCOMING_SOS: _ClassVar[Mythos]
    MYTHOS_INFECTION: _ClassVar[Mythos]
    MYTHOS_INFILTRATOR: _ClassVar[Mythos]
    MYTHOS_JAIL_BREAK: _ClassVar[Mythos]
    MYTHOS_JUST_DESSERTS: _ClassVar[Mythos]
    MYTHOS_KITTY_LITTER: _ClassVar[Mythos]
    MYTHOS_LOOMING_BREAKDOWN: _ClassVar[Mythos]
    MYTHOS_LURE_OF_YHA_NTHLEI: _ClassVar[Mythos]
    MYTHOS_MISSING_JEWELRY: _ClassVar[Mythos]
    MYTHOS_MISSING_MUNITIONS: _ClassVar[Mythos]
    MYTHOS_MISSING_PARENTS: _ClassVar[Mythos]
    MYTHOS_MYSTERIOUS_LIFEBOAT: _ClassVar[Mythos]
    MYTHOS_ON_THE_OFFENSIVE: _ClassVar[Mythos]
    MYTHOS_OPEN_THE_GATE: _ClassVar[Mythos]
    MYTHOS_PASSENGER_OVERBOARD: _ClassVar[Mythos]
    MYTHOS_PASSENGER_RIOT: _ClassVar[Mythos]
    MYTHOS_POISONED_FOOD: _ClassVar[Mythos]
    MYTHOS_POWER_TO_THE_PEOPLE: _ClassVar[Mythos]
    MYTHOS_RALLY_THE_CREW: _ClassVar[Mythos]
    MYTHOS_RAT_INFESTATION: _ClassVar[Mythos]
    MYTHOS_RITUAL_COORDINATION: _ClassVar[Mythos]
    MYTHOS_RITUAL_SUPPORT: _ClassVar[Mythos]
    MYTHOS_SACRIFICE_DEEP_ONE: _ClassVar[Mythos]
    MYTHOS_SEWAGE_BACKUP: _ClassVar[Mythos]
    MYTHOS_SHIPBOARD_FIRE: _ClassVar[Mythos]
    MYTHOS_STOLEN_RITUAL_COMPONENTS: _ClassVar[Mythos]
    MYTHOS_STRANGE_VISION: _ClassVar[Mythos]
    MYTHOS_THE_ANARCHO_INDIVIDUALIST: _ClassVar[Mythos]
    MYTHOS_THE_CAPTAINS_BANQUET: _ClassVar[Mythos]
    MYTHOS_THE_FATHERS_FAVOR: _ClassVar[Mythos]
    MYTHOS_THE_MOTHERS_WRATH: _ClassVar[Mythos]
    MYTHOS_TOO_MANY_BODIES: _ClassVar[Mythos]
    MYTHOS_TRANSFORMATION: _ClassVar[Mythos]
    MYTHOS_VOLUNTEER_ARMY: _ClassVar[Mythos]
    MYTHOS_HOLD_THE_LINE: _ClassVar[Mythos]
    MYTHOS_HISTORY_REPEATS: _ClassVar[Mythos]
    MYTHOS_THE_PEACEMAKER: _ClassVar[Mythos]
    MYTHOS_DO_NO_HARM: _ClassVar[Mythos]
    MYTHOS_SIGNS_OF_LIFE: _ClassVar[Mythos]
    MYTHOS_THE_GAME_IS_AFOOT: _ClassVar[Mythos]
    MYTHOS_MEMORY_OF_THE_DEEP: _ClassVar[Mythos]
    MYTHOS_MISCALCULATION: _ClassVar[Mythos]
    MYTHOS_FAMILY_TIES: _ClassVar[Mythos]
    MYTHOS_GIFT_OF_THE_MOTHER: _ClassVar[Mythos]
    MYTHOS_TICKET_PLEASE: _ClassVar[Mythos]

class Difficulty(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DIFFICULTY_UNSPECIFIED: _ClassVar[Difficulty]
    DIFFICULTY_STANDARD: _ClassVar[Difficulty]
    DIFFICULTY_EASIER: _ClassVar[Difficulty]
    DIFFICULTY_HARDER: _ClassVar[Difficulty]

class Help(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    HELP_UNSPECIFIED: _ClassVar[Help]
    HELP_LOT: _ClassVar[Help]
    HELP_LITTLE: _ClassVar[Help]
    HELP_NONE: _ClassVar[Help]

class Contribution(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CONTRIBUTION_UNSPECIFIED: _ClassVar[Contribution]
    CONTRIBUTION_LOT: _ClassVar[Contribution]
    CONTRIBUTION_MODERATE: _ClassVar[Contribution]
    CONTRIBUTION_LITTLE: _ClassVar[Contribution]

class CardCount(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CARD_COUNT_UNSPECIFIED: _ClassVar[CardCount]
    CARD_COUNT_ONE: _ClassVar[CardCount]
    CARD_COUNT_TWO: _ClassVar[CardCount]
    CARD_COUNT_THREE: _ClassVar[CardCount]
    CARD_COUNT_FOUR: _ClassVar[CardCount]
    CARD_COUNT_MORE: _ClassVar[CardCount]

class Quality(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    QUALITY_UNSPECIFIED: _ClassVar[Quality]
    QUALITY_GOOD: _ClassVar[Quality]
    QUALITY_BAD: _ClassVar[Quality]

class YesOrNo(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    YES_OR_NO_UNSPECIFIED: _ClassVar[YesOrNo]
    YES_OR_NO_YES: _ClassVar[YesOrNo]
    YES_OR_NO_NO: _ClassVar[YesOrNo]
    YES_OR_NO_REFUSE: _ClassVar[YesOrNo]

class Side(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SIDE_UNSPECIFIED: _ClassVar[Side]
    SIDE_HUMAN: _ClassVar[Side]
    SIDE_TRAITOR: _ClassVar[Side]

class Task(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TASK_UNSPECIFIED: _ClassVar[Task]
    TASK_SKILL_TEST: _ClassVar[Task]
    TASK_DICE: _ClassVar[Task]
    TASK_ATTACK: _ClassVar[Task]
    TASK_DAMAGE: _ClassVar[Task]
    TASK_MOVING: _ClassVar[Task]
    TASK_SPELLS: _ClassVar[Task]
    TASK_CARDS: _ClassVar[Task]

class KnownDeck(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    KNOWN_DECK_UNSPECIFIED: _ClassVar[KnownDeck]
    KNOWN_DECK_MYTHOS: _ClassVar[KnownDeck]
    KNOWN_DECK_WAYPOINT: _ClassVar[KnownDeck]
    KNOWN_DECK_ITEM: _ClassVar[KnownDeck]
    KNOWN_DECK_SPELL: _ClassVar[KnownDeck]
    KNOWN_DECK_CHAOS: _ClassVar[KnownDeck]
    KNOWN_DECK_SKILL: _ClassVar[KnownDeck]
SPACE_UNSPECIFIED: Space
SPACE_DEEP: Space
SPACE_WATER_1: Space
SPACE_WATER_2: Space
SPACE_WATER_3: Space
SPACE_WATER_4: Space
SPACE_WATER_5: Space
SPACE_WATER_6: Space
SPACE_WATER_7: Space
SPACE_WATER_8: Space
SPACE_DECK_1: Space
SPACE_DECK_2: Space
SPACE_DECK_3: Space
SPACE_DECK_4: Space
SPACE_DECK_5: Space
SPACE_DECK_6: Space
SPACE_DECK_7: Space
SPACE_DECK_8: Space
SPACE_BRIDGE: Space
SPACE_CHAPEL: Space
SPACE_CAPTAINS_CABIN: Space
SPACE_CARGO_HOLD: Space
SPACE_GALLEY: Space
SPACE_BOILER_ROOM: Space
SPACE_SICK_BAY: Space
SPACE_BRIG: Space
RESOURCE_UNSPECIFIED: Resource
RESOURCE_FUEL: Resource
RESOURCE_FOOD: Resource
RESOURCE_SANITY: Resource
RESOURCE_SOULS: Resource
SKILL_UNSPECIFIED: Skill
SKILL_INFLUENCE: Skill
SKILL_LORE: Skill
SKILL_OBSERVATION: Skill
SKILL_STRENGTH: Skill
SKILL_WILL: Skill
SKILL_TREACHERY: Skill
TITLE_UNSPECIFIED: Title
TITLE_CAPTAIN: Title
TITLE_KEEPER: Title
MONARCH_UNSPECIFIED: Monarch
MONARCH_DAGON: Monarch
MONARCH_HYDRA: Monarch
LOYALTY_UNSPECIFIED: Loyalty
LOYALTY_HUMAN: Loyalty
LOYALTY_HYBRID: Loyalty
LOYALTY_CULTIST: Loyalty
PASSENGER_UNSPECIFIED: Passenger
PASSENGER_SOUL: Passenger
PASSENGER_TWO_SOULS: Passenger
PASSENGER_SOUL_AND_SANITY: Passenger
PASSENGER_NOTHING: Passenger
SKILL_CARD_UNSPECIFIED: SkillCard
SKILL_CARD_COORDINATED_EFFORT_1: SkillCard
SKILL_CARD_COORDINATED_EFFORT_2: SkillCard
SKILL_CARD_NOTHING_TO_HIDE_3: SkillCard
SKILL_CARD_NOTHING_TO_HIDE_4: SkillCard
SKILL_CARD_INSPIRING_SPEECH_5: SkillCard
SKILL_CARD_SHRIVELLING_1: SkillCard
SKILL_CARD_SHRIVELLING_2: SkillCard
SKILL_CARD_LESSER_BANISHMENT_3: SkillCard
SKILL_CARD_LESSER_BANISHMENT_4: SkillCard
SKILL_CARD_FORCED_LEARNING_5: SkillCard
SKILL_CARD_WATCH_AND_LEARN_1: SkillCard
SKILL_CARD_WATCH_AND_LEARN_2: SkillCard
SKILL_CARD_KEEN_INSIGHT_3: SkillCard
SKILL_CARD_KEEN_INSIGHT_4: SkillCard
SKILL_CARD_PREPARATION_5: SkillCard
SKILL_CARD_COMBAT_TRAINING_1: SkillCard
SKILL_CARD_COMBAT_TRAINING_2: SkillCard
SKILL_CARD_RAMPAGE_3: SkillCard
SKILL_CARD_RAMPAGE_4: SkillCard
SKILL_CARD_SHRUG_IT_OFF_5: SkillCard
SKILL_CARD_PERSISTENCE_1: SkillCard
SKILL_CARD_PERSISTENCE_2: SkillCard
SKILL_CARD_DETERMINATION_3: SkillCard
SKILL_CARD_DETERMINATION_4: SkillCard
SKILL_CARD_TRUE_GRIT_5: SkillCard
SKILL_CARD_REINFORCEMENTS_1: SkillCard
SKILL_CARD_CALL_TO_ACTION_2: SkillCard
SKILL_CARD_SIREN_SONG_3: SkillCard
SKILL_CARD_RANSACK_4: SkillCard
SKILL_CARD_PERFORM_RITES_5: SkillCard
CHARACTER_UNSPECIFIED: Character
CHARACTER_KEILANI: Character
CHARACTER_ARJUN: Character
CHARACTER_SVETLANA: Character
CHARACTER_JEANNE: Character
CHARACTER_JAMIE: Character
CHARACTER_WILLIAM: Character
CHARACTER_BEATRICE: Character
CHARACTER_ISHMAEL: Character
CHARACTER_EDMUND: Character
CHARACTER_SAMIRA: Character
ITEM_UNSPECIFIED: Item
ITEM_SPEAKING_TRUMPET: Item
ITEM_SIX_SHOOTER: Item
ITEM_TRAVEL_PHARMACY: Item
ITEM_TOOL_KIT: Item
ITEM_REPEATING_RIFLE: Item
ITEM_ELDER_SIGN_AMULET: Item
ITEM_ALMANAC: Item
ITEM_BOOK_OF_DAGON: Item
ITEM_LUCKY_RING: Item
ITEM_STARBUCK: Item
ITEM_POCKET_PISTOL: Item
ITEM_FINE_CLOTHES: Item
ITEM_MYSTICAL_TEXT: Item
ITEM_BINOCULARS: Item
ITEM_MEDICINE_BALL: Item
ITEM_TREASURED_MEMENTO: Item
ITEM_JAM_TIN_GRENADE: Item
ITEM_KITCHEN_KNIFE: Item
ITEM_PLIMSOLLS: Item
ITEM_SHOTGUN: Item
SPELL_UNSPECIFIED: Spell
SPELL_ALCHEMICAL_TRANSMUTATION: Spell
SPELL_ASTRAL_TRAVEL: Spell
SPELL_CALL_DOWN_THE_STORM: Spell
SPELL_CALL_FRIENDS: Spell
SPELL_CLOUD_MEMORY: Spell
SPELL_CONJURATION: Spell
SPELL_DARK_PACT: Spell
SPELL_FEED_THE_MIND: Spell
SPELL_FLESH_WARD: Spell
SPELL_FORESEE: Spell
SPELL_GREATER_BANISHMENT: Spell
SPELL_HEAL: Spell
SPELL_LURE_MONSTER: Spell
SPELL_PLAGUE_OF_LOCUSTS: Spell
SPELL_RAISE_THE_DEAD: Spell
SPELL_REVELATION_OF_SCRIPT: Spell
SPELL_SUMMON_FIRE: Spell
SPELL_SUMMON_THE_BEAST_WITHIN: Spell
SPELL_VOICE_OF_RA: Spell
WAYPOINT_UNSPECIFIED: Waypoint
WAYPOINT_ABANDONED_DEPOT: Waypoint
WAYPOINT_DESERTED_ISLAND: Waypoint
WAYPOINT_HURRICANE: Waypoint
WAYPOINT_ICEBERG: Waypoint
WAYPOINT_REEF: Waypoint
WAYPOINT_SHIPWRECK_SURVIVORS: Waypoint
WAYPOINT_WRECKED_SHIP: Waypoint
WAYPOINT_DEEP_ONE_CITY: Waypoint
WAYPOINT_FOG_BANK: Waypoint
WAYPOINT_MAELSTROM: Waypoint
WAYPOINT_RAINSTORM: Waypoint
WAYPOINT_ROGUE_WAVE: Waypoint
WAYPOINT_ROLLING_SEAS: Waypoint
WAYPOINT_SEA_SMOKE: Waypoint
WAYPOINT_SEAWEED_PATCH: Waypoint
WAYPOINT_SMOOTH_SAILING: Waypoint
WAYPOINT_CALM_WATERS: Waypoint
WAYPOINT_DEEP_ONE_AMBUSH: Waypoint
WAYPOINT_ROUGH_WATER: Waypoint
WAYPOINT_STORMY_SEAS: Waypoint
DAMAGE_UNSPECIFIED: Damage
DAMAGE_STRUCTURAL_INFLUENCE: Damage
DAMAGE_STRUCTURAL_LORE: Damage
DAMAGE_STRUCTURAL_OBSERVATION: Damage
DAMAGE_STRUCTURAL_STRENGTH: Damage
DAMAGE_STRUCTURAL_WILL: Damage
DAMAGE_STRUCTURAL_ANY: Damage
DAMAGE_FUEL_LEAK: Damage
DAMAGE_FLOODED_FOOD_STORES: Damage
DAMAGE_FLEEING_PASSENGERS: Damage
MYTHOS_UNSPECIFIED: Mythos
MYTHOS_ACCUSATION: Mythos
MYTHOS_ADRIFT_FISHING_BOAT: Mythos
MYTHOS_BARRICADE_THE_HATCHES: Mythos
MYTHOS_BUCKET_BRIGADE: Mythos
MYTHOS_CLASS_STRUGGLE: Mythos
MYTHOS_COAL_BUNKER_FIRE: Mythos
MYTHOS_COLLISION_COURSE: Mythos
MYTHOS_COORDINATED_ASSAULT: Mythos
MYTHOS_CRIMINAL_ACTIVITY: Mythos
MYTHOS_DAMAGED_EVAPORATOR: Mythos
MYTHOS_DEEP_ONE_FEINT: Mythos
MYTHOS_DEEP_ONE_SWARM: Mythos
MYTHOS_DINGHY_LAUNCH: Mythos
MYTHOS_DISTURBING_DREAMS: Mythos
MYTHOS_E_O_T_FAILURE: Mythos
MYTHOS_FEAR_OF_THE_UNKNOWN: Mythos
MYTHOS_FIREMEN_STRIKE: Mythos
MYTHOS_FLOODING_COMPARTMENT: Mythos
MYTHOS_FOOD_RATIONING: Mythos
MYTHOS_FOOD_STORES_RAID: Mythos
MYTHOS_HORRIFIC_VISIONS: Mythos
MYTHOS_HULL_LEAK: Mythos
MYTHOS_HYPNOTIC_MELODY: Mythos
MYTHOS_IDENTITY_CRISIS: Mythos
MYTHOS_IMPROVISED_FUEL_SOURCE: Mythos
MYTHOS_INCOMING_SOS: Mythos
MYTHOS_INFECTION: Mythos
MYTHOS_INFILTRATOR: Mythos
MYTHOS_JAIL_BREAK: Mythos
MYTHOS_JUST_DESSERTS: Mythos
MYTHOS_KITTY_LITTER: Mythos
MYTHOS_LOOMING_BREAKDOWN: Mythos
MYTHOS_LURE_OF_YHA_NTHLEI: Mythos
MYTHOS_MISSING_JEWELRY: Mythos
MYTHOS_MISSING_MUNITIONS: Mythos
MYTHOS_MISSING_PARENTS: Mythos
MYTHOS_MYSTERIOUS_LIFEBOAT: Mythos
MYTHOS_ON_THE_OFFENSIVE: Mythos
MYTHOS_OPEN_THE_GATE: Mythos
MYTHOS_PASSENGER_OVERBOARD: Mythos
MYTHOS_PASSENGER_RIOT: Mythos
MYTHOS_POISONED_FOOD: Mythos
MYTHOS_POWER_TO_THE_PEOPLE: Mythos
MYTHOS_RALLY_THE_CREW: Mythos
MYTHOS_RAT_INFESTATION: Mythos
MYTHOS_RITUAL_COORDINATION: Mythos
MYTHOS_RITUAL_SUPPORT: Mythos
MYTHOS_SACRIFICE_DEEP_ONE: Mythos
MYTHOS_SEWAGE_BACKUP: Mythos
MYTHOS_SHIPBOARD_FIRE: Mythos
MYTHOS_STOLEN_RITUAL_COMPONENTS: Mythos
MYTHOS_STRANGE_VISION: Mythos
MYTHOS_THE_ANARCHO_INDIVIDUALIST: Mythos
MYTHOS_THE_CAPTAINS_BANQUET: Mythos
MYTHOS_THE_FATHERS_FAVOR: Mythos
MYTHOS_THE_MOTHERS_WRATH: Mythos
MYTHOS_TOO_MANY_BODIES: Mythos
MYTHOS_TRANSFORMATION: Mythos
MYTHOS_VOLUNTEER_ARMY: Mythos
MYTHOS_HOLD_THE_LINE: Mythos
MYTHOS_HISTORY_REPEATS: Mythos
MYTHOS_THE_PEACEMAKER: Mythos
MYTHOS_DO_NO_HARM: Mythos
MYTHOS_SIGNS_OF_LIFE: Mythos
MYTHOS_THE_GAME_IS_AFOOT: Mythos
MYTHOS_MEMORY_OF_THE_DEEP: Mythos
MYTHOS_MISCALCULATION: Mythos
MYTHOS_FAMILY_TIES: Mythos
MYTHOS_GIFT_OF_THE_MOTHER: Mythos
MYTHOS_TICKET_PLEASE: Mythos
DIFFICULTY_UNSPECIFIED: Difficulty
DIFFICULTY_STANDARD: Difficulty
DIFFICULTY_EASIER: Difficulty
DIFFICULTY_HARDER: Difficulty
HELP_UNSPECIFIED: Help
HELP_LOT: Help
HELP_LITTLE: Help
HELP_NONE: Help
CONTRIBUTION_UNSPECIFIED: Contribution
CONTRIBUTION_LOT: Contribution
CONTRIBUTION_MODERATE: Contribution
CONTRIBUTION_LITTLE: Contribution
CARD_COUNT_UNSPECIFIED: CardCount
CARD_COUNT_ONE: CardCount
CARD_COUNT_TWO: CardCount
CARD_COUNT_THREE: CardCount
CARD_COUNT_FOUR: CardCount
CARD_COUNT_MORE: CardCount
QUALITY_UNSPECIFIED: Quality
QUALITY_GOOD: Quality
QUALITY_BAD: Quality
YES_OR_NO_UNSPECIFIED: YesOrNo
YES_OR_NO_YES: YesOrNo
YES_OR_NO_NO: YesOrNo
YES_OR_NO_REFUSE: YesOrNo
SIDE_UNSPECIFIED: Side
SIDE_HUMAN: Side
SIDE_TRAITOR: Side
TASK_UNSPECIFIED: Task
TASK_SKILL_TEST: Task
TASK_DICE: Task
TASK_ATTACK: Task
TASK_DAMAGE: Task
TASK_MOVING: Task
TASK_SPELLS: Task
TASK_CARDS: Task
KNOWN_DECK_UNSPECIFIED: KnownDeck
KNOWN_DECK_MYTHOS: KnownDeck
KNOWN_DECK_WAYPOINT: KnownDeck
KNOWN_DECK_ITEM: KnownDeck
KNOWN_DECK_SPELL: KnownDeck
KNOWN_DECK_CHAOS: KnownDeck
KNOWN_DECK_SKILL: KnownDeck

class Payload(_message.Message):
    __slots__ = ("facts", "choices", "view", "statement")
    FACTS_FIELD_NUMBER: _ClassVar[int]
    CHOICES_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    STATEMENT_FIELD_NUMBER: _ClassVar[int]
    facts: _containers.RepeatedCompositeFieldContainer[Fact]
    choices: _containers.RepeatedCompositeFieldContainer[Choice]
    view: View
    statement: Statement
    def __init__(self, facts: _Optional[_Iterable[_Union[Fact, _Mapping]]] = ..., choices: _Optional[_Iterable[_Union[Choice, _Mapping]]] = ..., view: _Optional[_Union[View, _Mapping]] = ..., statement: _Optional[_Union[Statement, _Mapping]] = ...) -> None: ...

class Fact(_message.Message):
    __slots__ = ("path", "dial_set", "passengers_mixed", "passenger_set_out", "first_player_drawn", "character_chosen", "item_deck_laid", "waypoint_deck_laid", "spell_deck_laid", "turn_began", "step_began", "action_spent", "ability_used", "action_passed", "skill_deck_shuffled", "cards_drawn", "cards_discarded", "cards_paid", "card_played", "card_finished", "character_moved", "abilities_announced", "declined", "player_chosen", "order_chosen", "deep_ones_called", "deep_one_chosen", "monarch_chosen", "suspect_named", "number_chosen", "result_named", "attack_succeeded", "attack_failed", "roll_began", "roll_modified", "roll_ability_used", "die_rolled", "die_set", "die_taken_back", "roll_ended", "character_endangered", "passenger_endangered", "defeat_prevented", "peril_passed", "character_defeated", "deep_one_defeated", "passenger_defeated", "supply_passenger_defeated", "passenger_risked", "passenger_rescued", "deep_ones_spawned", "deep_ones_moved", "deep_ones_returned", "room_threatened", "monarch_moved", "damage_shuffled", "damage_aimed", "damage_drawn", "space_damaged", "damage_removed", "damage_put_under", "space_repaired", "resource_gained", "resource_lost", "travel_moved", "ritual_moved", "waypoints_looked_at", "waypoints_put_back", "waypoint_placed", "waypoint_lost", "waypoint_resolved", "chaos_fed", "chaos_built", "chaos_shuffled", "chaos_discarded", "chaos_added", "skill_test_announced", "skill_made_helpful", "chaos_barred", "skill_test_opened", "result_chosen", "used_in_test", "treachery_added", "treachery_added_openly", "cards_contributed", "cards_contributed_openly", "pile_shuffled", "pile_revealed", "skill_test_counted", "total_adjusted", "hand_card_added", "top_card_added", "skill_test_decided", "skill_test_cleared", "mythos_shuffled", "mythos_drawn", "mythos_set_aside", "mythos_chosen", "mythos_discarded", "mythos_kept", "mythos_given_up", "mythos_looked_at", "mythos_shown", "mythos_put_back", "crisis_began", "crisis_decided", "crisis_cancelled", "crisis_ended", "hatches_barricaded", "items_removed_unseen", "item_drawn", "item_used", "item_given", "item_removed", "exchange_proposed", "exchange_declined", "upgrade_activated", "items_looked_at", "items_put_back", "spells_looked_at", "spells_put_back", "spell_chosen", "top_spell_revealed", "spell_removed", "spell_put_in_play", "spell_left_play", "top_spells_removed", "item_deck_shuffled", "loyalty_deck_shuffled", "loyalty_dealt", "loyalty_passed", "loyalty_looked_at", "loyalty_turned_over", "title_given", "title_passed", "traitor_revealed", "feat_removed", "awakening_began", "ended", "help_offered", "contribution_described", "contribution_denied", "sole_source_noted", "hand_described", "ability_asked_for", "task_offered", "replied", "suspected", "side_named", "top_card_described", "said")
    PATH_FIELD_NUMBER: _ClassVar[int]
    DIAL_SET_FIELD_NUMBER: _ClassVar[int]
    PASSENGERS_MIXED_FIELD_NUMBER: _ClassVar[int]
    PASSENGER_SET_OUT_FIELD_NUMBER: _ClassVar[int]
    FIRST_PLAYER_DRAWN_FIELD_NUMBER: _ClassVar[int]
    CHARACTER_CHOSEN_FIELD_NUMBER: _ClassVar[int]
    ITEM_DECK_LAID_FIELD_NUMBER: _ClassVar[int]
    WAYPOINT_DECK_LAID_FIELD_NUMBER: _ClassVar[int]
    SPELL_DECK_LAID_FIELD_NUMBER: _ClassVar[int]
    TURN_BEGAN_FIELD_NUMBER: _ClassVar[int]
    STEP_BEGAN_FIELD_NUMBER: _ClassVar[int]
    ACTION_SPENT_FIELD_NUMBER: _ClassVar[int]
    ABILITY_USED_FIELD_NUMBER: _ClassVar[int]
    ACTION_PASSED_FIELD_NUMBER: _ClassVar[int]
    SKILL_DECK_SHUFFLED_FIELD_NUMBER: _ClassVar[int]
    CARDS_DRAWN_FIELD_NUMBER: _ClassVar[int]
    CARDS_DISCARDED_FIELD_NUMBER: _ClassVar[int]
    CARDS_PAID_FIELD_NUMBER: _ClassVar[int]
    CARD_PLAYED_FIELD_NUMBER: _ClassVar[int]
    CARD_FINISHED_FIELD_NUMBER: _ClassVar[int]
    CHARACTER_MOVED_FIELD_NUMBER: _ClassVar[int]
    ABILITIES_ANNOUNCED_FIELD_NUMBER: _ClassVar[int]
    DECLINED_FIELD_NUMBER: _ClassVar[int]
    PLAYER_CHOSEN_FIELD_NUMBER: _ClassVar[int]
    ORDER_CHOSEN_FIELD_NUMBER: _ClassVar[int]
    DEEP_ONES_CALLED_FIELD_NUMBER: _ClassVar[int]
    DEEP_ONE_CHOSEN_FIELD_NUMBER: _ClassVar[int]
    MONARCH_CHOSEN_FIELD_NUMBER: _ClassVar[int]
    SUSPECT_NAMED_FIELD_NUMBER: _ClassVar[int]
    NUMBER_CHOSEN_FIELD_NUMBER: _ClassVar[int]
    RESULT_NAMED_FIELD_NUMBER: _ClassVar[int]
    ATTACK_SUCCEEDED_FIELD_NUMBER: _ClassVar[int]
    ATTACK_FAILED_FIELD_NUMBER: _ClassVar[int]
    ROLL_BEGAN_FIELD_NUMBER: _ClassVar[int]
    ROLL_MODIFIED_FIELD_NUMBER: _ClassVar[int]
    ROLL_ABILITY_USED_FIELD_NUMBER: _ClassVar[int]
    DIE_ROLLED_FIELD_NUMBER: _ClassVar[int]
    DIE_SET_FIELD_NUMBER: _ClassVar[int]
    DIE_TAKEN_BACK_FIELD_NUMBER: _ClassVar[int]
    ROLL_ENDED_FIELD_NUMBER: _ClassVar[int]
    CHARACTER_ENDANGERED_FIELD_NUMBER: _ClassVar[int]
    PASSENGER_ENDANGERED_FIELD_NUMBER: _ClassVar[int]
    DEFEAT_PREVENTED_FIELD_NUMBER: _ClassVar[int]
    PERIL_PASSED_FIELD_NUMBER: _ClassVar[int]
    CHARACTER_DEFEATED_FIELD_NUMBER: _ClassVar[int]
    DEEP_ONE_DEFEATED_FIELD_NUMBER: _ClassVar[int]
    PASSENGER_DEFEATED_FIELD_NUMBER: _ClassVar[int]
    SUPPLY_PASSENGER_DEFEATED_FIELD_NUMBER: _ClassVar[int]
    PASSENGER_RISKED_FIELD_NUMBER: _ClassVar[int]
    PASSENGER_RESCUED_FIELD_NUMBER: _ClassVar[int]
    DEEP_ONES_SPAWNED_FIELD_NUMBER: _ClassVar[int]
    DEEP_ONES_MOVED_FIELD_NUMBER: _ClassVar[int]
    DEEP_ONES_RETURNED_FIELD_NUMBER: _ClassVar[int]
    ROOM_THREATENED_FIELD_NUMBER: _ClassVar[int]
    MONARCH_MOVED_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_SHUFFLED_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_AIMED_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_DRAWN_FIELD_NUMBER: _ClassVar[int]
    SPACE_DAMAGED_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_REMOVED_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_PUT_UNDER_FIELD_NUMBER: _ClassVar[int]
    SPACE_REPAIRED_FIELD_NUMBER: _ClassVar[int]
    RESOURCE_GAINED_FIELD_NUMBER: _ClassVar[int]
    RESOURCE_LOST_FIELD_NUMBER: _ClassVar[int]
    TRAVEL_MOVED_FIELD_NUMBER: _ClassVar[int]
    RITUAL_MOVED_FIELD_NUMBER: _ClassVar[int]
    WAYPOINTS_LOOKED_AT_FIELD_NUMBER: _ClassVar[int]
    WAYPOINTS_PUT_BACK_FIELD_NUMBER: _ClassVar[int]
    WAYPOINT_PLACED_FIELD_NUMBER: _ClassVar[int]
    WAYPOINT_LOST_FIELD_NUMBER: _ClassVar[int]
    WAYPOINT_RESOLVED_FIELD_NUMBER: _ClassVar[int]
    CHAOS_FED_FIELD_NUMBER: _ClassVar[int]
    CHAOS_BUILT_FIELD_NUMBER: _ClassVar[int]
    CHAOS_SHUFFLED_FIELD_NUMBER: _ClassVar[int]
    CHAOS_DISCARDED_FIELD_NUMBER: _ClassVar[int]
    CHAOS_ADDED_FIELD_NUMBER: _ClassVar[int]
    SKILL_TEST_ANNOUNCED_FIELD_NUMBER: _ClassVar[int]
    SKILL_MADE_HELPFUL_FIELD_NUMBER: _ClassVar[int]
    CHAOS_BARRED_FIELD_NUMBER: _ClassVar[int]
    SKILL_TEST_OPENED_FIELD_NUMBER: _ClassVar[int]
    RESULT_CHOSEN_FIELD_NUMBER: _ClassVar[int]
    USED_IN_TEST_FIELD_NUMBER: _ClassVar[int]
    TREACHERY_ADDED_FIELD_NUMBER: _ClassVar[int]
    TREACHERY_ADDED_OPENLY_FIELD_NUMBER: _ClassVar[int]
    CARDS_CONTRIBUTED_FIELD_NUMBER: _ClassVar[int]
    CARDS_CONTRIBUTED_OPENLY_FIELD_NUMBER: _ClassVar[int]
    PILE_SHUFFLED_FIELD_NUMBER: _ClassVar[int]
    PILE_REVEALED_FIELD_NUMBER: _ClassVar[int]
    SKILL_TEST_COUNTED_FIELD_NUMBER: _ClassVar[int]
    TOTAL_ADJUSTED_FIELD_NUMBER: _ClassVar[int]
    HAND_CARD_ADDED_FIELD_NUMBER: _ClassVar[int]
    TOP_CARD_ADDED_FIELD_NUMBER: _ClassVar[int]
    SKILL_TEST_DECIDED_FIELD_NUMBER: _ClassVar[int]
    SKILL_TEST_CLEARED_FIELD_NUMBER: _ClassVar[int]
    MYTHOS_SHUFFLED_FIELD_NUMBER: _ClassVar[int]
    MYTHOS_DRAWN_FIELD_NUMBER: _ClassVar[int]
    MYTHOS_SET_ASIDE_FIELD_NUMBER: _ClassVar[int]
    MYTHOS_CHOSEN_FIELD_NUMBER: _ClassVar[int]
    MYTHOS_DISCARDED_FIELD_NUMBER: _ClassVar[int]
    MYTHOS_KEPT_FIELD_NUMBER: _ClassVar[int]
    MYTHOS_GIVEN_UP_FIELD_NUMBER: _ClassVar[int]
    MYTHOS_LOOKED_AT_FIELD_NUMBER: _ClassVar[int]
    MYTHOS_SHOWN_FIELD_NUMBER: _ClassVar[int]
    MYTHOS_PUT_BACK_FIELD_NUMBER: _ClassVar[int]
    CRISIS_BEGAN_FIELD_NUMBER: _ClassVar[int]
    CRISIS_DECIDED_FIELD_NUMBER: _ClassVar[int]
    CRISIS_CANCELLED_FIELD_NUMBER: _ClassVar[int]
    CRISIS_ENDED_FIELD_NUMBER: _ClassVar[int]
    HATCHES_BARRICADED_FIELD_NUMBER: _ClassVar[int]
    ITEMS_REMOVED_UNSEEN_FIELD_NUMBER: _ClassVar[int]
    ITEM_DRAWN_FIELD_NUMBER: _ClassVar[int]
    ITEM_USED_FIELD_NUMBER: _ClassVar[int]
    ITEM_GIVEN_FIELD_NUMBER: _ClassVar[int]
    ITEM_REMOVED_FIELD_NUMBER: _ClassVar[int]
    EXCHANGE_PROPOSED_FIELD_NUMBER: _ClassVar[int]
    EXCHANGE_DECLINED_FIELD_NUMBER: _ClassVar[int]
    UPGRADE_ACTIVATED_FIELD_NUMBER: _ClassVar[int]
    ITEMS_LOOKED_AT_FIELD_NUMBER: _ClassVar[int]
    ITEMS_PUT_BACK_FIELD_NUMBER: _ClassVar[int]
    SPELLS_LOOKED_AT_FIELD_NUMBER: _ClassVar[int]
    SPELLS_PUT_BACK_FIELD_NUMBER: _ClassVar[int]
    SPELL_CHOSEN_FIELD_NUMBER: _ClassVar[int]
    TOP_SPELL_REVEALED_FIELD_NUMBER: _ClassVar[int]
    SPELL_REMOVED_FIELD_NUMBER: _ClassVar[int]
    SPELL_PUT_IN_PLAY_FIELD_NUMBER: _ClassVar[int]
    SPELL_LEFT_PLAY_FIELD_NUMBER: _ClassVar[int]
    TOP_SPELLS_REMOVED_FIELD_NUMBER: _ClassVar[int]
    ITEM_DECK_SHUFFLED_FIELD_NUMBER: _ClassVar[int]
    LOYALTY_DECK_SHUFFLED_FIELD_NUMBER: _ClassVar[int]
    LOYALTY_DEALT_FIELD_NUMBER: _ClassVar[int]
    LOYALTY_PASSED_FIELD_NUMBER: _ClassVar[int]
    LOYALTY_LOOKED_AT_FIELD_NUMBER: _ClassVar[int]
    LOYALTY_TURNED_OVER_FIELD_NUMBER: _ClassVar[int]
    TITLE_GIVEN_FIELD_NUMBER: _ClassVar[int]
    TITLE_PASSED_FIELD_NUMBER: _ClassVar[int]
    TRAITOR_REVEALED_FIELD_NUMBER: _ClassVar[int]
    FEAT_REMOVED_FIELD_NUMBER: _ClassVar[int]
    AWAKENING_BEGAN_FIELD_NUMBER: _ClassVar[int]
    ENDED_FIELD_NUMBER: _ClassVar[int]
    HELP_OFFERED_FIELD_NUMBER: _ClassVar[int]
    CONTRIBUTION_DESCRIBED_FIELD_NUMBER: _ClassVar[int]
    CONTRIBUTION_DENIED_FIELD_NUMBER: _ClassVar[int]
    SOLE_SOURCE_NOTED_FIELD_NUMBER: _ClassVar[int]
    HAND_DESCRIBED_FIELD_NUMBER: _ClassVar[int]
    ABILITY_ASKED_FOR_FIELD_NUMBER: _ClassVar[int]
    TASK_OFFERED_FIELD_NUMBER: _ClassVar[int]
    REPLIED_FIELD_NUMBER: _ClassVar[int]
    SUSPECTED_FIELD_NUMBER: _ClassVar[int]
    SIDE_NAMED_FIELD_NUMBER: _ClassVar[int]
    TOP_CARD_DESCRIBED_FIELD_NUMBER: _ClassVar[int]
    SAID_FIELD_NUMBER: _ClassVar[int]
    path: str
    dial_set: DialSet
    passengers_mixed: PassengersMixed
    passenger_set_out: PassengerSetOut
    first_player_drawn: FirstPlayerDrawn
    character_chosen: CharacterChosen
    item_deck_laid: ItemDeckLaid
    waypoint_deck_laid: WaypointDeckLaid
    spell_deck_laid: SpellDeckLaid
    turn_began: TurnBegan
    step_began: StepBegan
    action_spent: ActionSpent
    ability_used: AbilityUsed
    action_passed: ActionPassed
    skill_deck_shuffled: SkillDeckShuffled
    cards_drawn: CardsDrawn
    cards_discarded: CardsDiscarded
    cards_paid: CardsPaid
    card_played: CardPlayed
    card_finished: CardFinished
    character_moved: CharacterMoved
    abilities_announced: AbilitiesAnnounced
    declined: Declined
    player_chosen: PlayerChosen
    order_chosen: OrderChosen
    deep_ones_called: DeepOnesCalled
    deep_one_chosen: DeepOneChosen
    monarch_chosen: MonarchChosen
    suspect_named: SuspectNamed
    number_chosen: NumberChosen
    result_named: ResultNamed
    attack_succeeded: AttackSucceeded
    attack_failed: AttackFailed
    roll_began: RollBegan
    roll_modified: RollModified
    roll_ability_used: RollAbilityUsed
    die_rolled: DieRolled
    die_set: DieSet
    die_taken_back: DieTakenBack
    roll_ended: RollEnded
    character_endangered: CharacterEndangered
    passenger_endangered: PassengerEndangered
    defeat_prevented: DefeatPrevented
    peril_passed: PerilPassed
    character_defeated: CharacterDefeated
    deep_one_defeated: DeepOneDefeated
    passenger_defeated: PassengerDefeated
    supply_passenger_defeated: SupplyPassengerDefeated
    passenger_risked: PassengerRisked
    passenger_rescued: PassengerRescued
    deep_ones_spawned: DeepOnesSpawned
    deep_ones_moved: DeepOnesMoved
    deep_ones_returned: DeepOnesReturned
    room_threatened: RoomThreatened
    monarch_moved: MonarchMoved
    damage_shuffled: DamageShuffled
    damage_aimed: DamageAimed
    damage_drawn: DamageDrawn
    space_damaged: SpaceDamaged
    damage_removed: DamageRemoved
    damage_put_under: DamagePutUnder
    space_repaired: SpaceRepaired
    resource_gained: ResourceGained
    resource_lost: ResourceLost
    travel_moved: TravelMoved
    ritual_moved: RitualMoved
    waypoints_looked_at: WaypointsLookedAt
    waypoints_put_back: WaypointsPutBack
    waypoint_placed: WaypointPlaced
    waypoint_lost: WaypointLost
    waypoint_resolved: WaypointResolved
    chaos_fed: ChaosFed
    chaos_built: ChaosBuilt
    chaos_shuffled: ChaosShuffled
    chaos_discarded: ChaosDiscarded
    chaos_added: ChaosAdded
    skill_test_announced: SkillTestAnnounced
    skill_made_helpful: SkillMadeHelpful
    chaos_barred: ChaosBarred
    skill_test_opened: SkillTestOpened
    result_chosen: ResultChosen
    used_in_test: UsedInTest
    treachery_added: TreacheryAdded
    treachery_added_openly: TreacheryAddedOpenly
    cards_contributed: CardsContributed
    cards_contributed_openly: CardsContributedOpenly
    pile_shuffled: PileShuffled
    pile_revealed: PileRevealed
    skill_test_counted: SkillTestCounted
    total_adjusted: TotalAdjusted
    hand_card_added: HandCardAdded
    top_card_added: TopCardAdded
    skill_test_decided: SkillTestDecided
    skill_test_cleared: SkillTestCleared
    mythos_shuffled: MythosShuffled
    mythos_drawn: MythosDrawn
    mythos_set_aside: MythosSetAside
    mythos_chosen: MythosChosen
    mythos_discarded: MythosDiscarded
    mythos_kept: MythosKept
    mythos_given_up: MythosGivenUp
    mythos_looked_at: MythosLookedAt
    mythos_shown: MythosShown
    mythos_put_back: MythosPutBack
    crisis_began: CrisisBegan
    crisis_decided: CrisisDecided
    crisis_cancelled: CrisisCancelled
    crisis_ended: CrisisEnded
    hatches_barricaded: HatchesBarricaded
    items_removed_unseen: ItemsRemovedUnseen
    item_drawn: ItemDrawn
    item_used: ItemUsed
    item_given: ItemGiven
    item_removed: ItemRemoved
    exchange_proposed: ExchangeProposed
    exchange_declined: ExchangeDeclined
    upgrade_activated: UpgradeActivated
    items_looked_at: ItemsLookedAt
    items_put_back: ItemsPutBack
    spells_looked_at: SpellsLookedAt
    spells_put_back: SpellsPutBack
    spell_chosen: SpellChosen
    top_spell_revealed: TopSpellRevealed
    spell_removed: SpellRemoved
    spell_put_in_play: SpellPutInPlay
    spell_left_play: SpellLeftPlay
    top_spells_removed: TopSpellsRemoved
    item_deck_shuffled: ItemDeckShuffled
    loyalty_deck_shuffled: LoyaltyDeckShuffled
    loyalty_dealt: LoyaltyDealt
    loyalty_passed: LoyaltyPassed
    loyalty_looked_at: LoyaltyLookedAt
    loyalty_turned_over: LoyaltyTurnedOver
    title_given: TitleGiven
    title_passed: TitlePassed
    traitor_revealed: TraitorRevealed
    feat_removed: FeatRemoved
    awakening_began: AwakeningBegan
    ended: Ended
    help_offered: HelpOffered
    contribution_described: ContributionDescribed
    contribution_denied: ContributionDenied
    sole_source_noted: SoleSourceNoted
    hand_described: HandDescribed
    ability_asked_for: AbilityAskedFor
    task_offered: TaskOffered
    replied: Replied
    suspected: Suspected
    side_named: SideNamed
    top_card_described: TopCardDescribed
    said: Said
    def __init__(self, path: _Optional[str] = ..., dial_set: _Optional[_Union[DialSet, _Mapping]] = ..., passengers_mixed: _Optional[_Union[PassengersMixed, _Mapping]] = ..., passenger_set_out: _Optional[_Union[PassengerSetOut, _Mapping]] = ..., first_player_drawn: _Optional[_Union[FirstPlayerDrawn, _Mapping]] = ..., character_chosen: _Optional[_Union[CharacterChosen, _Mapping]] = ..., item_deck_laid: _Optional[_Union[ItemDeckLaid, _Mapping]] = ..., waypoint_deck_laid: _Optional[_Union[WaypointDeckLaid, _Mapping]] = ..., spell_deck_laid: _Optional[_Union[SpellDeckLaid, _Mapping]] = ..., turn_began: _Optional[_Union[TurnBegan, _Mapping]] = ..., step_began: _Optional[_Union[StepBegan, _Mapping]] = ..., action_spent: _Optional[_Union[ActionSpent, _Mapping]] = ..., ability_used: _Optional[_Union[AbilityUsed, _Mapping]] = ..., action_passed: _Optional[_Union[ActionPassed, _Mapping]] = ..., skill_deck_shuffled: _Optional[_Union[SkillDeckShuffled, _Mapping]] = ..., cards_drawn: _Optional[_Union[CardsDrawn, _Mapping]] = ..., cards_discarded: _Optional[_Union[CardsDiscarded, _Mapping]] = ..., cards_paid: _Optional[_Union[CardsPaid, _Mapping]] = ..., card_played: _Optional[_Union[CardPlayed, _Mapping]] = ..., card_finished: _Optional[_Union[CardFinished, _Mapping]] = ..., character_moved: _Optional[_Union[CharacterMoved, _Mapping]] = ..., abilities_announced: _Optional[_Union[AbilitiesAnnounced, _Mapping]] = ..., declined: _Optional[_Union[Declined, _Mapping]] = ..., player_chosen: _Optional[_Union[PlayerChosen, _Mapping]] = ..., order_chosen: _Optional[_Union[OrderChosen, _Mapping]] = ..., deep_ones_called: _Optional[_Union[DeepOnesCalled, _Mapping]] = ..., deep_one_chosen: _Optional[_Union[DeepOneChosen, _Mapping]] = ..., monarch_chosen: _Optional[_Union[MonarchChosen, _Mapping]] = ..., suspect_named: _Optional[_Union[SuspectNamed, _Mapping]] = ..., number_chosen: _Optional[_Union[NumberChosen, _Mapping]] = ..., result_named: _Optional[_Union[ResultNamed, _Mapping]] = ..., attack_succeeded: _Optional[_Union[AttackSucceeded, _Mapping]] = ..., attack_failed: _Optional[_Union[AttackFailed, _Mapping]] = ..., roll_began: _Optional[_Union[RollBegan, _Mapping]] = ..., roll_modified: _Optional[_Union[RollModified, _Mapping]] = ..., roll_ability_used: _Optional[_Union[RollAbilityUsed, _Mapping]] = ..., die_rolled: _Optional[_Union[DieRolled, _Mapping]] = ..., die_set: _Optional[_Union[DieSet, _Mapping]] = ..., die_taken_back: _Optional[_Union[DieTakenBack, _Mapping]] = ..., roll_ended: _Optional[_Union[RollEnded, _Mapping]] = ..., character_endangered: _Optional[_Union[CharacterEndangered, _Mapping]] = ..., passenger_endangered: _Optional[_Union[PassengerEndangered, _Mapping]] = ..., defeat_prevented: _Optional[_Union[DefeatPrevented, _Mapping]] = ..., peril_passed: _Optional[_Union[PerilPassed, _Mapping]] = ..., character_defeated: _Optional[_Union[CharacterDefeated, _Mapping]] = ..., deep_one_defeated: _Optional[_Union[DeepOneDefeated, _Mapping]] = ..., passenger_defeated: _Optional[_Union[PassengerDefeated, _Mapping]] = ..., supply_passenger_defeated: _Optional[_Union[SupplyPassengerDefeated, _Mapping]] = ..., passenger_risked: _Optional[_Union[PassengerRisked, _Mapping]] = ..., passenger_rescued: _Optional[_Union[PassengerRescued, _Mapping]] = ..., deep_ones_spawned: _Optional[_Union[DeepOnesSpawned, _Mapping]] = ..., deep_ones_moved: _Optional[_Union[DeepOnesMoved, _Mapping]] = ..., deep_ones_returned: _Optional[_Union[DeepOnesReturned, _Mapping]] = ..., room_threatened: _Optional[_Union[RoomThreatened, _Mapping]] = ..., monarch_moved: _Optional[_Union[MonarchMoved, _Mapping]] = ..., damage_shuffled: _Optional[_Union[DamageShuffled, _Mapping]] = ..., damage_aimed: _Optional[_Union[DamageAimed, _Mapping]] = ..., damage_drawn: _Optional[_Union[DamageDrawn, _Mapping]] = ..., space_damaged: _Optional[_Union[SpaceDamaged, _Mapping]] = ..., damage_removed: _Optional[_Union[DamageRemoved, _Mapping]] = ..., damage_put_under: _Optional[_Union[DamagePutUnder, _Mapping]] = ..., space_repaired: _Optional[_Union[SpaceRepaired, _Mapping]] = ..., resource_gained: _Optional[_Union[ResourceGained, _Mapping]] = ..., resource_lost: _Optional[_Union[ResourceLost, _Mapping]] = ..., travel_moved: _Optional[_Union[TravelMoved, _Mapping]] = ..., ritual_moved: _Optional[_Union[RitualMoved, _Mapping]] = ..., waypoints_looked_at: _Optional[_Union[WaypointsLookedAt, _Mapping]] = ..., waypoints_put_back: _Optional[_Union[WaypointsPutBack, _Mapping]] = ..., waypoint_placed: _Optional[_Union[WaypointPlaced, _Mapping]] = ..., waypoint_lost: _Optional[_Union[WaypointLost, _Mapping]] = ..., waypoint_resolved: _Optional[_Union[WaypointResolved, _Mapping]] = ..., chaos_fed: _Optional[_Union[ChaosFed, _Mapping]] = ..., chaos_built: _Optional[_Union[ChaosBuilt, _Mapping]] = ..., chaos_shuffled: _Optional[_Union[ChaosShuffled, _Mapping]] = ..., chaos_discarded: _Optional[_Union[ChaosDiscarded, _Mapping]] = ..., chaos_added: _Optional[_Union[ChaosAdded, _Mapping]] = ..., skill_test_announced: _Optional[_Union[SkillTestAnnounced, _Mapping]] = ..., skill_made_helpful: _Optional[_Union[SkillMadeHelpful, _Mapping]] = ..., chaos_barred: _Optional[_Union[ChaosBarred, _Mapping]] = ..., skill_test_opened: _Optional[_Union[SkillTestOpened, _Mapping]] = ..., result_chosen: _Optional[_Union[ResultChosen, _Mapping]] = ..., used_in_test: _Optional[_Union[UsedInTest, _Mapping]] = ..., treachery_added: _Optional[_Union[TreacheryAdded, _Mapping]] = ..., treachery_added_openly: _Optional[_Union[TreacheryAddedOpenly, _Mapping]] = ..., cards_contributed: _Optional[_Union[CardsContributed, _Mapping]] = ..., cards_contributed_openly: _Optional[_Union[CardsContributedOpenly, _Mapping]] = ..., pile_shuffled: _Optional[_Union[PileShuffled, _Mapping]] = ..., pile_revealed: _Optional[_Union[PileRevealed, _Mapping]] = ..., skill_test_counted: _Optional[_Union[SkillTestCounted, _Mapping]] = ..., total_adjusted: _Optional[_Union[TotalAdjusted, _Mapping]] = ..., hand_card_added: _Optional[_Union[HandCardAdded, _Mapping]] = ..., top_card_added: _Optional[_Union[TopCardAdded, _Mapping]] = ..., skill_test_decided: _Optional[_Union[SkillTestDecided, _Mapping]] = ..., skill_test_cleared: _Optional[_Union[SkillTestCleared, _Mapping]] = ..., mythos_shuffled: _Optional[_Union[MythosShuffled, _Mapping]] = ..., mythos_drawn: _Optional[_Union[MythosDrawn, _Mapping]] = ..., mythos_set_aside: _Optional[_Union[MythosSetAside, _Mapping]] = ..., mythos_chosen: _Optional[_Union[MythosChosen, _Mapping]] = ..., mythos_discarded: _Optional[_Union[MythosDiscarded, _Mapping]] = ..., mythos_kept: _Optional[_Union[MythosKept, _Mapping]] = ..., mythos_given_up: _Optional[_Union[MythosGivenUp, _Mapping]] = ..., mythos_looked_at: _Optional[_Union[MythosLookedAt, _Mapping]] = ..., mythos_shown: _Optional[_Union[MythosShown, _Mapping]] = ..., mythos_put_back: _Optional[_Union[MythosPutBack, _Mapping]] = ..., crisis_began: _Optional[_Union[CrisisBegan, _Mapping]] = ..., crisis_decided: _Optional[_Union[CrisisDecided, _Mapping]] = ..., crisis_cancelled: _Optional[_Union[CrisisCancelled, _Mapping]] = ..., crisis_ended: _Optional[_Union[CrisisEnded, _Mapping]] = ..., hatches_barricaded: _Optional[_Union[HatchesBarricaded, _Mapping]] = ..., items_removed_unseen: _Optional[_Union[ItemsRemovedUnseen, _Mapping]] = ..., item_drawn: _Optional[_Union[ItemDrawn, _Mapping]] = ..., item_used: _Optional[_Union[ItemUsed, _Mapping]] = ..., item_given: _Optional[_Union[ItemGiven, _Mapping]] = ..., item_removed: _Optional[_Union[ItemRemoved, _Mapping]] = ..., exchange_proposed: _Optional[_Union[ExchangeProposed, _Mapping]] = ..., exchange_declined: _Optional[_Union[ExchangeDeclined, _Mapping]] = ..., upgrade_activated: _Optional[_Union[UpgradeActivated, _Mapping]] = ..., items_looked_at: _Optional[_Union[ItemsLookedAt, _Mapping]] = ..., items_put_back: _Optional[_Union[ItemsPutBack, _Mapping]] = ..., spells_looked_at: _Optional[_Union[SpellsLookedAt, _Mapping]] = ..., spells_put_back: _Optional[_Union[SpellsPutBack, _Mapping]] = ..., spell_chosen: _Optional[_Union[SpellChosen, _Mapping]] = ..., top_spell_revealed: _Optional[_Union[TopSpellRevealed, _Mapping]] = ..., spell_removed: _Optional[_Union[SpellRemoved, _Mapping]] = ..., spell_put_in_play: _Optional[_Union[SpellPutInPlay, _Mapping]] = ..., spell_left_play: _Optional[_Union[SpellLeftPlay, _Mapping]] = ..., top_spells_removed: _Optional[_Union[TopSpellsRemoved, _Mapping]] = ..., item_deck_shuffled: _Optional[_Union[ItemDeckShuffled, _Mapping]] = ..., loyalty_deck_shuffled: _Optional[_Union[LoyaltyDeckShuffled, _Mapping]] = ..., loyalty_dealt: _Optional[_Union[LoyaltyDealt, _Mapping]] = ..., loyalty_passed: _Optional[_Union[LoyaltyPassed, _Mapping]] = ..., loyalty_looked_at: _Optional[_Union[LoyaltyLookedAt, _Mapping]] = ..., loyalty_turned_over: _Optional[_Union[LoyaltyTurnedOver, _Mapping]] = ..., title_given: _Optional[_Union[TitleGiven, _Mapping]] = ..., title_passed: _Optional[_Union[TitlePassed, _Mapping]] = ..., traitor_revealed: _Optional[_Union[TraitorRevealed, _Mapping]] = ..., feat_removed: _Optional[_Union[FeatRemoved, _Mapping]] = ..., awakening_began: _Optional[_Union[AwakeningBegan, _Mapping]] = ..., ended: _Optional[_Union[Ended, _Mapping]] = ..., help_offered: _Optional[_Union[HelpOffered, _Mapping]] = ..., contribution_described: _Optional[_Union[ContributionDescribed, _Mapping]] = ..., contribution_denied: _Optional[_Union[ContributionDenied, _Mapping]] = ..., sole_source_noted: _Optional[_Union[SoleSourceNoted, _Mapping]] = ..., hand_described: _Optional[_Union[HandDescribed, _Mapping]] = ..., ability_asked_for: _Optional[_Union[AbilityAskedFor, _Mapping]] = ..., task_offered: _Optional[_Union[TaskOffered, _Mapping]] = ..., replied: _Optional[_Union[Replied, _Mapping]] = ..., suspected: _Optional[_Union[Suspected, _Mapping]] = ..., side_named: _Optional[_Union[SideNamed, _Mapping]] = ..., top_card_described: _Optional[_Union[TopCardDescribed, _Mapping]] = ..., said: _Optional[_Union[Said, _Mapping]] = ...) -> None: ...

class Choice(_message.Message):
    __slots__ = ("accept", "choose_seat", "choose_space", "choose_resource", "choose_skill", "choose_card", "choose_item", "choose_spell", "choose_waypoint", "choose_mythos", "choose_option", "choose_number", "choose_character", "move_to", "attack_here", "rescue_passenger", "defeat_passenger", "choose_deep_one", "advance_travel", "advance_ritual", "barricade_hatches", "sacrifice_deep_one", "remember_the_deep", "move_deep_one", "use_item", "give_up_item", "consult_almanac", "trade", "hand_over", "use_room", "repair_room", "retreat_ritual", "look_at_mythos", "look_at_waypoints", "play_skill", "play_instead_of_actions", "play_now", "play_to_change", "activate_first", "cast_spell", "consult_script", "reveal", "give_loyalty", "add_with_experience", "command_deck", "heal_with_words", "draw_quickly", "train_in_the_occult", "swear_first_oath", "try_fortune", "scavenge", "give_item", "take_item", "put_on_top", "put_on_bottom", "choose_supply", "lead_unconventionally", "sacrifice_self", "intervene_medically", "go_full_steam", "order_arrest", "cast_quickly", "name_perfect_number", "sense_ancestry", "turn_fortune", "use_equipment")
    PASS_FIELD_NUMBER: _ClassVar[int]
    ACCEPT_FIELD_NUMBER: _ClassVar[int]
    CHOOSE_SEAT_FIELD_NUMBER: _ClassVar[int]
    CHOOSE_SPACE_FIELD_NUMBER: _ClassVar[int]
    CHOOSE_RESOURCE_FIELD_NUMBER: _ClassVar[int]
    CHOOSE_SKILL_FIELD_NUMBER: _ClassVar[int]
    CHOOSE_CARD_FIELD_NUMBER: _ClassVar[int]
    CHOOSE_ITEM_FIELD_NUMBER: _ClassVar[int]
    CHOOSE_SPELL_FIELD_NUMBER: _ClassVar[int]
    CHOOSE_WAYPOINT_FIELD_NUMBER: _ClassVar[int]
    CHOOSE_MYTHOS_FIELD_NUMBER: _ClassVar[int]
    CHOOSE_OPTION_FIELD_NUMBER: _ClassVar[int]
    CHOOSE_NUMBER_FIELD_NUMBER: _ClassVar[int]
    CHOOSE_CHARACTER_FIELD_NUMBER: _ClassVar[int]
    MOVE_TO_FIELD_NUMBER: _ClassVar[int]
    ATTACK_HERE_FIELD_NUMBER: _ClassVar[int]
    RESCUE_PASSENGER_FIELD_NUMBER: _ClassVar[int]
    DEFEAT_PASSENGER_FIELD_NUMBER: _ClassVar[int]
    CHOOSE_DEEP_ONE_FIELD_NUMBER: _ClassVar[int]
    ADVANCE_TRAVEL_FIELD_NUMBER: _ClassVar[int]
    ADVANCE_RITUAL_FIELD_NUMBER: _ClassVar[int]
    BARRICADE_HATCHES_FIELD_NUMBER: _ClassVar[int]
    SACRIFICE_DEEP_ONE_FIELD_NUMBER: _ClassVar[int]
    REMEMBER_THE_DEEP_FIELD_NUMBER: _ClassVar[int]
    MOVE_DEEP_ONE_FIELD_NUMBER: _ClassVar[int]
    USE_ITEM_FIELD_NUMBER: _ClassVar[int]
    GIVE_UP_ITEM_FIELD_NUMBER: _ClassVar[int]
    CONSULT_ALMANAC_FIELD_NUMBER: _ClassVar[int]
    TRADE_FIELD_NUMBER: _ClassVar[int]
    HAND_OVER_FIELD_NUMBER: _ClassVar[int]
    USE_ROOM_FIELD_NUMBER: _ClassVar[int]
    REPAIR_ROOM_FIELD_NUMBER: _ClassVar[int]
    RETREAT_RITUAL_FIELD_NUMBER: _ClassVar[int]
    LOOK_AT_MYTHOS_FIELD_NUMBER: _ClassVar[int]
    LOOK_AT_WAYPOINTS_FIELD_NUMBER: _ClassVar[int]
    PLAY_SKILL_FIELD_NUMBER: _ClassVar[int]
    PLAY_INSTEAD_OF_ACTIONS_FIELD_NUMBER: _ClassVar[int]
    PLAY_NOW_FIELD_NUMBER: _ClassVar[int]
    PLAY_TO_CHANGE_FIELD_NUMBER: _ClassVar[int]
    ACTIVATE_FIRST_FIELD_NUMBER: _ClassVar[int]
    CAST_SPELL_FIELD_NUMBER: _ClassVar[int]
    CONSULT_SCRIPT_FIELD_NUMBER: _ClassVar[int]
    REVEAL_FIELD_NUMBER: _ClassVar[int]
    GIVE_LOYALTY_FIELD_NUMBER: _ClassVar[int]
    ADD_WITH_EXPERIENCE_FIELD_NUMBER: _ClassVar[int]
    COMMAND_DECK_FIELD_NUMBER: _ClassVar[int]
    HEAL_WITH_WORDS_FIELD_NUMBER: _ClassVar[int]
    DRAW_QUICKLY_FIELD_NUMBER: _ClassVar[int]
    TRAIN_IN_THE_OCCULT_FIELD_NUMBER: _ClassVar[int]
    SWEAR_FIRST_OATH_FIELD_NUMBER: _ClassVar[int]
    TRY_FORTUNE_FIELD_NUMBER: _ClassVar[int]
    SCAVENGE_FIELD_NUMBER: _ClassVar[int]
    GIVE_ITEM_FIELD_NUMBER: _ClassVar[int]
    TAKE_ITEM_FIELD_NUMBER: _ClassVar[int]
    PUT_ON_TOP_FIELD_NUMBER: _ClassVar[int]
    PUT_ON_BOTTOM_FIELD_NUMBER: _ClassVar[int]
    CHOOSE_SUPPLY_FIELD_NUMBER: _ClassVar[int]
    LEAD_UNCONVENTIONALLY_FIELD_NUMBER: _ClassVar[int]
    SACRIFICE_SELF_FIELD_NUMBER: _ClassVar[int]
    INTERVENE_MEDICALLY_FIELD_NUMBER: _ClassVar[int]
    GO_FULL_STEAM_FIELD_NUMBER: _ClassVar[int]
    ORDER_ARREST_FIELD_NUMBER: _ClassVar[int]
    CAST_QUICKLY_FIELD_NUMBER: _ClassVar[int]
    NAME_PERFECT_NUMBER_FIELD_NUMBER: _ClassVar[int]
    SENSE_ANCESTRY_FIELD_NUMBER: _ClassVar[int]
    TURN_FORTUNE_FIELD_NUMBER: _ClassVar[int]
    USE_EQUIPMENT_FIELD_NUMBER: _ClassVar[int]
    accept: Accept
    choose_seat: ChooseSeat
    choose_space: ChooseSpace
    choose_resource: ChooseResource
    choose_skill: ChooseSkill
    choose_card: ChooseCard
    choose_item: ChooseItem
    choose_spell: ChooseSpell
    choose_waypoint: ChooseWaypoint
    choose_mythos: ChooseMythos
    choose_option: ChooseOption
    choose_number: ChooseNumber
    choose_character: ChooseCharacter
    move_to: MoveTo
    attack_here: AttackHere
    rescue_passenger: RescuePassenger
    defeat_passenger: DefeatPassenger
    choose_deep_one: ChooseDeepOne
    advance_travel: AdvanceTravel
    advance_ritual: AdvanceRitual
    barricade_hatches: BarricadeHatches
    sacrifice_deep_one: SacrificeDeepOne
    remember_the_deep: RememberTheDeep
    move_deep_one: MoveDeepOne
    use_item: UseItem
    give_up_item: GiveUpItem
    consult_almanac: ConsultAlmanac
    trade: Trade
    hand_over: HandOver
    use_room: UseRoom
    repair_room: RepairRoom
    retreat_ritual: RetreatRitual
    look_at_mythos: LookAtMythos
    look_at_waypoints: LookAtWaypoints
    play_skill: PlaySkill
    play_instead_of_actions: PlayInsteadOfActions
    play_now: PlayNow
    play_to_change: PlayToChange
    activate_first: ActivateFirst
    cast_spell: CastSpell
    consult_script: ConsultScript
    reveal: Reveal
    give_loyalty: GiveLoyalty
    add_with_experience: AddWithExperience
    command_deck: CommandDeck
    heal_with_words: HealWithWords
    draw_quickly: DrawQuickly
    train_in_the_occult: TrainInTheOccult
    swear_first_oath: SwearFirstOath
    try_fortune: TryFortune
    scavenge: Scavenge
    give_item: GiveItem
    take_item: TakeItem
    put_on_top: PutOnTop
    put_on_bottom: PutOnBottom
    choose_supply: ChooseSupply
    lead_unconventionally: LeadUnconventionally
    sacrifice_self: SacrificeSelf
    intervene_medically: InterveneMedically
    go_full_steam: GoFullSteam
    order_arrest: OrderArrest
    cast_quickly: CastQuickly
    name_perfect_number: NamePerfectNumber
    sense_ancestry: SenseAncestry
    turn_fortune: TurnFortune
    use_equipment: UseEquipment
    def __init__(self, accept: _Optional[_Union[Accept, _Mapping]] = ..., choose_seat: _Optional[_Union[ChooseSeat, _Mapping]] = ..., choose_space: _Optional[_Union[ChooseSpace, _Mapping]] = ..., choose_resource: _Optional[_Union[ChooseResource, _Mapping]] = ..., choose_skill: _Optional[_Union[ChooseSkill, _Mapping]] = ..., choose_card: _Optional[_Union[ChooseCard, _Mapping]] = ..., choose_item: _Optional[_Union[ChooseItem, _Mapping]] = ..., choose_spell: _Optional[_Union[ChooseSpell, _Mapping]] = ..., choose_waypoint: _Optional[_Union[ChooseWaypoint, _Mapping]] = ..., choose_mythos: _Optional[_Union[ChooseMythos, _Mapping]] = ..., choose_option: _Optional[_Union[ChooseOption, _Mapping]] = ..., choose_number: _Optional[_Union[ChooseNumber, _Mapping]] = ..., choose_character: _Optional[_Union[ChooseCharacter, _Mapping]] = ..., move_to: _Optional[_Union[MoveTo, _Mapping]] = ..., attack_here: _Optional[_Union[AttackHere, _Mapping]] = ..., rescue_passenger: _Optional[_Union[RescuePassenger, _Mapping]] = ..., defeat_passenger: _Optional[_Union[DefeatPassenger, _Mapping]] = ..., choose_deep_one: _Optional[_Union[ChooseDeepOne, _Mapping]] = ..., advance_travel: _Optional[_Union[AdvanceTravel, _Mapping]] = ..., advance_ritual: _Optional[_Union[AdvanceRitual, _Mapping]] = ..., barricade_hatches: _Optional[_Union[BarricadeHatches, _Mapping]] = ..., sacrifice_deep_one: _Optional[_Union[SacrificeDeepOne, _Mapping]] = ..., remember_the_deep: _Optional[_Union[RememberTheDeep, _Mapping]] = ..., move_deep_one: _Optional[_Union[MoveDeepOne, _Mapping]] = ..., use_item: _Optional[_Union[UseItem, _Mapping]] = ..., give_up_item: _Optional[_Union[GiveUpItem, _Mapping]] = ..., consult_almanac: _Optional[_Union[ConsultAlmanac, _Mapping]] = ..., trade: _Optional[_Union[Trade, _Mapping]] = ..., hand_over: _Optional[_Union[HandOver, _Mapping]] = ..., use_room: _Optional[_Union[UseRoom, _Mapping]] = ..., repair_room: _Optional[_Union[RepairRoom, _Mapping]] = ..., retreat_ritual: _Optional[_Union[RetreatRitual, _Mapping]] = ..., look_at_mythos: _Optional[_Union[LookAtMythos, _Mapping]] = ..., look_at_waypoints: _Optional[_Union[LookAtWaypoints, _Mapping]] = ..., play_skill: _Optional[_Union[PlaySkill, _Mapping]] = ..., play_instead_of_actions: _Optional[_Union[PlayInsteadOfActions, _Mapping]] = ..., play_now: _Optional[_Union[PlayNow, _Mapping]] = ..., play_to_change: _Optional[_Union[PlayToChange, _Mapping]] = ..., activate_first: _Optional[_Union[ActivateFirst, _Mapping]] = ..., cast_spell: _Optional[_Union[CastSpell, _Mapping]] = ..., consult_script: _Optional[_Union[ConsultScript, _Mapping]] = ..., reveal: _Optional[_Union[Reveal, _Mapping]] = ..., give_loyalty: _Optional[_Union[GiveLoyalty, _Mapping]] = ..., add_with_experience: _Optional[_Union[AddWithExperience, _Mapping]] = ..., command_deck: _Optional[_Union[CommandDeck, _Mapping]] = ..., heal_with_words: _Optional[_Union[HealWithWords, _Mapping]] = ..., draw_quickly: _Optional[_Union[DrawQuickly, _Mapping]] = ..., train_in_the_occult: _Optional[_Union[TrainInTheOccult, _Mapping]] = ..., swear_first_oath: _Optional[_Union[SwearFirstOath, _Mapping]] = ..., try_fortune: _Optional[_Union[TryFortune, _Mapping]] = ..., scavenge: _Optional[_Union[Scavenge, _Mapping]] = ..., give_item: _Optional[_Union[GiveItem, _Mapping]] = ..., take_item: _Optional[_Union[TakeItem, _Mapping]] = ..., put_on_top: _Optional[_Union[PutOnTop, _Mapping]] = ..., put_on_bottom: _Optional[_Union[PutOnBottom, _Mapping]] = ..., choose_supply: _Optional[_Union[ChooseSupply, _Mapping]] = ..., lead_unconventionally: _Optional[_Union[LeadUnconventionally, _Mapping]] = ..., sacrifice_self: _Optional[_Union[SacrificeSelf, _Mapping]] = ..., intervene_medically: _Optional[_Union[InterveneMedically, _Mapping]] = ..., go_full_steam: _Optional[_Union[GoFullSteam, _Mapping]] = ..., order_arrest: _Optional[_Union[OrderArrest, _Mapping]] = ..., cast_quickly: _Optional[_Union[CastQuickly, _Mapping]] = ..., name_perfect_number: _Optional[_Union[NamePerfectNumber, _Mapping]] = ..., sense_ancestry: _Optional[_Union[SenseAncestry, _Mapping]] = ..., turn_fortune: _Optional[_Union[TurnFortune, _Mapping]] = ..., use_equipment: _Optional[_Union[UseEquipment, _Mapping]] = ..., **kwargs) -> None: ...

class Statement(_message.Message):
    __slots__ = ("help_offered", "contribution_described", "contribution_denied", "sole_source_noted", "hand_described", "ability_asked_for", "task_offered", "replied", "suspected", "side_named", "top_card_described")
    HELP_OFFERED_FIELD_NUMBER: _ClassVar[int]
    CONTRIBUTION_DESCRIBED_FIELD_NUMBER: _ClassVar[int]
    CONTRIBUTION_DENIED_FIELD_NUMBER: _ClassVar[int]
    SOLE_SOURCE_NOTED_FIELD_NUMBER: _ClassVar[int]
    HAND_DESCRIBED_FIELD_NUMBER: _ClassVar[int]
    ABILITY_ASKED_FOR_FIELD_NUMBER: _ClassVar[int]
    TASK_OFFERED_FIELD_NUMBER: _ClassVar[int]
    REPLIED_FIELD_NUMBER: _ClassVar[int]
    SUSPECTED_FIELD_NUMBER: _ClassVar[int]
    SIDE_NAMED_FIELD_NUMBER: _ClassVar[int]
    TOP_CARD_DESCRIBED_FIELD_NUMBER: _ClassVar[int]
    help_offered: HelpOffered
    contribution_described: ContributionDescribed
    contribution_denied: ContributionDenied
    sole_source_noted: SoleSourceNoted
    hand_described: HandDescribed
    ability_asked_for: AbilityAskedFor
    task_offered: TaskOffered
    replied: Replied
    suspected: Suspected
    side_named: SideNamed
    top_card_described: TopCardDescribed
    def __init__(self, help_offered: _Optional[_Union[HelpOffered, _Mapping]] = ..., contribution_described: _Optional[_Union[ContributionDescribed, _Mapping]] = ..., contribution_denied: _Optional[_Union[ContributionDenied, _Mapping]] = ..., sole_source_noted: _Optional[_Union[SoleSourceNoted, _Mapping]] = ..., hand_described: _Optional[_Union[HandDescribed, _Mapping]] = ..., ability_asked_for: _Optional[_Union[AbilityAskedFor, _Mapping]] = ..., task_offered: _Optional[_Union[TaskOffered, _Mapping]] = ..., replied: _Optional[_Union[Replied, _Mapping]] = ..., suspected: _Optional[_Union[Suspected, _Mapping]] = ..., side_named: _Optional[_Union[SideNamed, _Mapping]] = ..., top_card_described: _Optional[_Union[TopCardDescribed, _Mapping]] = ...) -> None: ...

class DialSet(_message.Message):
    __slots__ = ("resource", "value")
    RESOURCE_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    resource: Resource
    value: int
    def __init__(self, resource: _Optional[_Union[Resource, str]] = ..., value: _Optional[int] = ...) -> None: ...

class PassengersMixed(_message.Message):
    __slots__ = ("passengers",)
    PASSENGERS_FIELD_NUMBER: _ClassVar[int]
    passengers: _containers.RepeatedScalarFieldContainer[Passenger]
    def __init__(self, passengers: _Optional[_Iterable[_Union[Passenger, str]]] = ...) -> None: ...

class PassengerSetOut(_message.Message):
    __slots__ = ("space",)
    SPACE_FIELD_NUMBER: _ClassVar[int]
    space: Space
    def __init__(self, space: _Optional[_Union[Space, str]] = ...) -> None: ...

class FirstPlayerDrawn(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class CharacterChosen(_message.Message):
    __slots__ = ("seat", "character")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CHARACTER_FIELD_NUMBER: _ClassVar[int]
    seat: int
    character: Character
    def __init__(self, seat: _Optional[int] = ..., character: _Optional[_Union[Character, str]] = ...) -> None: ...

class ItemDeckLaid(_message.Message):
    __slots__ = ("items",)
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedScalarFieldContainer[Item]
    def __init__(self, items: _Optional[_Iterable[_Union[Item, str]]] = ...) -> None: ...

class WaypointDeckLaid(_message.Message):
    __slots__ = ("waypoints",)
    WAYPOINTS_FIELD_NUMBER: _ClassVar[int]
    waypoints: _containers.RepeatedScalarFieldContainer[Waypoint]
    def __init__(self, waypoints: _Optional[_Iterable[_Union[Waypoint, str]]] = ...) -> None: ...

class SpellDeckLaid(_message.Message):
    __slots__ = ("spells",)
    SPELLS_FIELD_NUMBER: _ClassVar[int]
    spells: _containers.RepeatedScalarFieldContainer[Spell]
    def __init__(self, spells: _Optional[_Iterable[_Union[Spell, str]]] = ...) -> None: ...

class TurnBegan(_message.Message):
    __slots__ = ("seat", "turn")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    seat: int
    turn: int
    def __init__(self, seat: _Optional[int] = ..., turn: _Optional[int] = ...) -> None: ...

class StepBegan(_message.Message):
    __slots__ = ("seat", "step")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    seat: int
    step: str
    def __init__(self, seat: _Optional[int] = ..., step: _Optional[str] = ...) -> None: ...

class ActionSpent(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class AbilityUsed(_message.Message):
    __slots__ = ("seat", "ability")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ABILITY_FIELD_NUMBER: _ClassVar[int]
    seat: int
    ability: str
    def __init__(self, seat: _Optional[int] = ..., ability: _Optional[str] = ...) -> None: ...

class ActionPassed(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class SkillDeckShuffled(_message.Message):
    __slots__ = ("skill", "cards")
    SKILL_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    skill: Skill
    cards: _containers.RepeatedScalarFieldContainer[SkillCard]
    def __init__(self, skill: _Optional[_Union[Skill, str]] = ..., cards: _Optional[_Iterable[_Union[SkillCard, str]]] = ...) -> None: ...

class CardsDrawn(_message.Message):
    __slots__ = ("seat", "skills", "cards")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SKILLS_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    skills: _containers.RepeatedScalarFieldContainer[Skill]
    cards: _containers.RepeatedScalarFieldContainer[SkillCard]
    def __init__(self, seat: _Optional[int] = ..., skills: _Optional[_Iterable[_Union[Skill, str]]] = ..., cards: _Optional[_Iterable[_Union[SkillCard, str]]] = ...) -> None: ...

class CardsDiscarded(_message.Message):
    __slots__ = ("seat", "cards", "tops")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    TOPS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    cards: _containers.RepeatedScalarFieldContainer[SkillCard]
    tops: _containers.RepeatedScalarFieldContainer[SkillCard]
    def __init__(self, seat: _Optional[int] = ..., cards: _Optional[_Iterable[_Union[SkillCard, str]]] = ..., tops: _Optional[_Iterable[_Union[SkillCard, str]]] = ...) -> None: ...

class CardsPaid(_message.Message):
    __slots__ = ("seat", "cards")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    cards: _containers.RepeatedScalarFieldContainer[SkillCard]
    def __init__(self, seat: _Optional[int] = ..., cards: _Optional[_Iterable[_Union[SkillCard, str]]] = ...) -> None: ...

class CardPlayed(_message.Message):
    __slots__ = ("seat", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: SkillCard
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[_Union[SkillCard, str]] = ...) -> None: ...

class CardFinished(_message.Message):
    __slots__ = ("seat", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: SkillCard
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[_Union[SkillCard, str]] = ...) -> None: ...

class CharacterMoved(_message.Message):
    __slots__ = ("seat", "start", "space")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    SPACE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    start: Space
    space: Space
    def __init__(self, seat: _Optional[int] = ..., start: _Optional[_Union[Space, str]] = ..., space: _Optional[_Union[Space, str]] = ...) -> None: ...

class AbilitiesAnnounced(_message.Message):
    __slots__ = ("seats",)
    SEATS_FIELD_NUMBER: _ClassVar[int]
    seats: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seats: _Optional[_Iterable[int]] = ...) -> None: ...

class Declined(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class PlayerChosen(_message.Message):
    __slots__ = ("seat", "chosen")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CHOSEN_FIELD_NUMBER: _ClassVar[int]
    seat: int
    chosen: int
    def __init__(self, seat: _Optional[int] = ..., chosen: _Optional[int] = ...) -> None: ...

class OrderChosen(_message.Message):
    __slots__ = ("seat", "order")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    seat: int
    order: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., order: _Optional[_Iterable[int]] = ...) -> None: ...

class DeepOnesCalled(_message.Message):
    __slots__ = ("seat", "space", "count")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SPACE_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    space: Space
    count: int
    def __init__(self, seat: _Optional[int] = ..., space: _Optional[_Union[Space, str]] = ..., count: _Optional[int] = ...) -> None: ...

class DeepOneChosen(_message.Message):
    __slots__ = ("seat", "space")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SPACE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    space: Space
    def __init__(self, seat: _Optional[int] = ..., space: _Optional[_Union[Space, str]] = ...) -> None: ...

class MonarchChosen(_message.Message):
    __slots__ = ("seat", "monarch")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    MONARCH_FIELD_NUMBER: _ClassVar[int]
    seat: int
    monarch: Monarch
    def __init__(self, seat: _Optional[int] = ..., monarch: _Optional[_Union[Monarch, str]] = ...) -> None: ...

class SuspectNamed(_message.Message):
    __slots__ = ("seat", "suspect")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SUSPECT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    suspect: int
    def __init__(self, seat: _Optional[int] = ..., suspect: _Optional[int] = ...) -> None: ...

class NumberChosen(_message.Message):
    __slots__ = ("seat", "number")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    seat: int
    number: int
    def __init__(self, seat: _Optional[int] = ..., number: _Optional[int] = ...) -> None: ...

class ResultNamed(_message.Message):
    __slots__ = ("seat", "result")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    result: str
    def __init__(self, seat: _Optional[int] = ..., result: _Optional[str] = ...) -> None: ...

class AttackSucceeded(_message.Message):
    __slots__ = ("attacker", "defender", "space")
    ATTACKER_FIELD_NUMBER: _ClassVar[int]
    DEFENDER_FIELD_NUMBER: _ClassVar[int]
    SPACE_FIELD_NUMBER: _ClassVar[int]
    attacker: int
    defender: int
    space: Space
    def __init__(self, attacker: _Optional[int] = ..., defender: _Optional[int] = ..., space: _Optional[_Union[Space, str]] = ...) -> None: ...

class AttackFailed(_message.Message):
    __slots__ = ("attacker", "defender", "space")
    ATTACKER_FIELD_NUMBER: _ClassVar[int]
    DEFENDER_FIELD_NUMBER: _ClassVar[int]
    SPACE_FIELD_NUMBER: _ClassVar[int]
    attacker: int
    defender: int
    space: Space
    def __init__(self, attacker: _Optional[int] = ..., defender: _Optional[int] = ..., space: _Optional[_Union[Space, str]] = ...) -> None: ...

class RollBegan(_message.Message):
    __slots__ = ("seat", "purpose", "modifier", "is_attack", "item", "attacker", "defender", "difficulty")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PURPOSE_FIELD_NUMBER: _ClassVar[int]
    MODIFIER_FIELD_NUMBER: _ClassVar[int]
    IS_ATTACK_FIELD_NUMBER: _ClassVar[int]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    ATTACKER_FIELD_NUMBER: _ClassVar[int]
    DEFENDER_FIELD_NUMBER: _ClassVar[int]
    DIFFICULTY_FIELD_NUMBER: _ClassVar[int]
    seat: int
    purpose: str
    modifier: int
    is_attack: bool
    item: Item
    attacker: int
    defender: int
    difficulty: int
    def __init__(self, seat: _Optional[int] = ..., purpose: _Optional[str] = ..., modifier: _Optional[int] = ..., is_attack: _Optional[bool] = ..., item: _Optional[_Union[Item, str]] = ..., attacker: _Optional[int] = ..., defender: _Optional[int] = ..., difficulty: _Optional[int] = ...) -> None: ...

class RollModified(_message.Message):
    __slots__ = ("seat", "amount")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    amount: int
    def __init__(self, seat: _Optional[int] = ..., amount: _Optional[int] = ...) -> None: ...

class RollAbilityUsed(_message.Message):
    __slots__ = ("seat", "ability")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ABILITY_FIELD_NUMBER: _ClassVar[int]
    seat: int
    ability: str
    def __init__(self, seat: _Optional[int] = ..., ability: _Optional[str] = ...) -> None: ...

class DieRolled(_message.Message):
    __slots__ = ("seat", "face")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    face: int
    def __init__(self, seat: _Optional[int] = ..., face: _Optional[int] = ...) -> None: ...

class DieSet(_message.Message):
    __slots__ = ("seat", "face")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    face: int
    def __init__(self, seat: _Optional[int] = ..., face: _Optional[int] = ...) -> None: ...

class DieTakenBack(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class RollEnded(_message.Message):
    __slots__ = ("seat", "result")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    result: int
    def __init__(self, seat: _Optional[int] = ..., result: _Optional[int] = ...) -> None: ...

class CharacterEndangered(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class PassengerEndangered(_message.Message):
    __slots__ = ("space", "place")
    SPACE_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    space: Space
    place: int
    def __init__(self, space: _Optional[_Union[Space, str]] = ..., place: _Optional[int] = ...) -> None: ...

class DefeatPrevented(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class PerilPassed(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class CharacterDefeated(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class DeepOneDefeated(_message.Message):
    __slots__ = ("space",)
    SPACE_FIELD_NUMBER: _ClassVar[int]
    space: Space
    def __init__(self, space: _Optional[_Union[Space, str]] = ...) -> None: ...

class PassengerDefeated(_message.Message):
    __slots__ = ("space", "place", "passenger")
    SPACE_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    PASSENGER_FIELD_NUMBER: _ClassVar[int]
    space: Space
    place: int
    passenger: Passenger
    def __init__(self, space: _Optional[_Union[Space, str]] = ..., place: _Optional[int] = ..., passenger: _Optional[_Union[Passenger, str]] = ...) -> None: ...

class SupplyPassengerDefeated(_message.Message):
    __slots__ = ("passenger",)
    PASSENGER_FIELD_NUMBER: _ClassVar[int]
    passenger: Passenger
    def __init__(self, passenger: _Optional[_Union[Passenger, str]] = ...) -> None: ...

class PassengerRisked(_message.Message):
    __slots__ = ("space", "passenger")
    SPACE_FIELD_NUMBER: _ClassVar[int]
    PASSENGER_FIELD_NUMBER: _ClassVar[int]
    space: Space
    passenger: Passenger
    def __init__(self, space: _Optional[_Union[Space, str]] = ..., passenger: _Optional[_Union[Passenger, str]] = ...) -> None: ...

class PassengerRescued(_message.Message):
    __slots__ = ("space", "place", "passenger")
    SPACE_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    PASSENGER_FIELD_NUMBER: _ClassVar[int]
    space: Space
    place: int
    passenger: Passenger
    def __init__(self, space: _Optional[_Union[Space, str]] = ..., place: _Optional[int] = ..., passenger: _Optional[_Union[Passenger, str]] = ...) -> None: ...

class DeepOnesSpawned(_message.Message):
    __slots__ = ("space", "count")
    SPACE_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    space: Space
    count: int
    def __init__(self, space: _Optional[_Union[Space, str]] = ..., count: _Optional[int] = ...) -> None: ...

class DeepOnesMoved(_message.Message):
    __slots__ = ("start", "space", "count")
    START_FIELD_NUMBER: _ClassVar[int]
    SPACE_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    start: Space
    space: Space
    count: int
    def __init__(self, start: _Optional[_Union[Space, str]] = ..., space: _Optional[_Union[Space, str]] = ..., count: _Optional[int] = ...) -> None: ...

class DeepOnesReturned(_message.Message):
    __slots__ = ("space", "count")
    SPACE_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    space: Space
    count: int
    def __init__(self, space: _Optional[_Union[Space, str]] = ..., count: _Optional[int] = ...) -> None: ...

class RoomThreatened(_message.Message):
    __slots__ = ("start", "space")
    START_FIELD_NUMBER: _ClassVar[int]
    SPACE_FIELD_NUMBER: _ClassVar[int]
    start: Space
    space: Space
    def __init__(self, start: _Optional[_Union[Space, str]] = ..., space: _Optional[_Union[Space, str]] = ...) -> None: ...

class MonarchMoved(_message.Message):
    __slots__ = ("monarch", "start", "space")
    MONARCH_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    SPACE_FIELD_NUMBER: _ClassVar[int]
    monarch: Monarch
    start: Space
    space: Space
    def __init__(self, monarch: _Optional[_Union[Monarch, str]] = ..., start: _Optional[_Union[Space, str]] = ..., space: _Optional[_Union[Space, str]] = ...) -> None: ...

class DamageShuffled(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[Damage]
    def __init__(self, cards: _Optional[_Iterable[_Union[Damage, str]]] = ...) -> None: ...

class DamageAimed(_message.Message):
    __slots__ = ("space",)
    SPACE_FIELD_NUMBER: _ClassVar[int]
    space: Space
    def __init__(self, space: _Optional[_Union[Space, str]] = ...) -> None: ...

class DamageDrawn(_message.Message):
    __slots__ = ("damage",)
    DAMAGE_FIELD_NUMBER: _ClassVar[int]
    damage: Damage
    def __init__(self, damage: _Optional[_Union[Damage, str]] = ...) -> None: ...

class SpaceDamaged(_message.Message):
    __slots__ = ("space", "damage")
    SPACE_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_FIELD_NUMBER: _ClassVar[int]
    space: Space
    damage: Damage
    def __init__(self, space: _Optional[_Union[Space, str]] = ..., damage: _Optional[_Union[Damage, str]] = ...) -> None: ...

class DamageRemoved(_message.Message):
    __slots__ = ("damage",)
    DAMAGE_FIELD_NUMBER: _ClassVar[int]
    damage: Damage
    def __init__(self, damage: _Optional[_Union[Damage, str]] = ...) -> None: ...

class DamagePutUnder(_message.Message):
    __slots__ = ("damage",)
    DAMAGE_FIELD_NUMBER: _ClassVar[int]
    damage: Damage
    def __init__(self, damage: _Optional[_Union[Damage, str]] = ...) -> None: ...

class SpaceRepaired(_message.Message):
    __slots__ = ("space", "damage")
    SPACE_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_FIELD_NUMBER: _ClassVar[int]
    space: Space
    damage: Damage
    def __init__(self, space: _Optional[_Union[Space, str]] = ..., damage: _Optional[_Union[Damage, str]] = ...) -> None: ...

class ResourceGained(_message.Message):
    __slots__ = ("resource", "amount")
    RESOURCE_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    resource: Resource
    amount: int
    def __init__(self, resource: _Optional[_Union[Resource, str]] = ..., amount: _Optional[int] = ...) -> None: ...

class ResourceLost(_message.Message):
    __slots__ = ("resource", "amount")
    RESOURCE_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    resource: Resource
    amount: int
    def __init__(self, resource: _Optional[_Union[Resource, str]] = ..., amount: _Optional[int] = ...) -> None: ...

class TravelMoved(_message.Message):
    __slots__ = ("start", "place")
    START_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    start: int
    place: int
    def __init__(self, start: _Optional[int] = ..., place: _Optional[int] = ...) -> None: ...

class RitualMoved(_message.Message):
    __slots__ = ("start", "place")
    START_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    start: int
    place: int
    def __init__(self, start: _Optional[int] = ..., place: _Optional[int] = ...) -> None: ...

class WaypointsLookedAt(_message.Message):
    __slots__ = ("seat", "waypoints")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    WAYPOINTS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    waypoints: _containers.RepeatedScalarFieldContainer[Waypoint]
    def __init__(self, seat: _Optional[int] = ..., waypoints: _Optional[_Iterable[_Union[Waypoint, str]]] = ...) -> None: ...

class WaypointsPutBack(_message.Message):
    __slots__ = ("seat", "top", "bottom")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TOP_FIELD_NUMBER: _ClassVar[int]
    BOTTOM_FIELD_NUMBER: _ClassVar[int]
    seat: int
    top: _containers.RepeatedScalarFieldContainer[Waypoint]
    bottom: _containers.RepeatedScalarFieldContainer[Waypoint]
    def __init__(self, seat: _Optional[int] = ..., top: _Optional[_Iterable[_Union[Waypoint, str]]] = ..., bottom: _Optional[_Iterable[_Union[Waypoint, str]]] = ...) -> None: ...

class WaypointPlaced(_message.Message):
    __slots__ = ("seat", "waypoint")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    WAYPOINT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    waypoint: Waypoint
    def __init__(self, seat: _Optional[int] = ..., waypoint: _Optional[_Union[Waypoint, str]] = ...) -> None: ...

class WaypointLost(_message.Message):
    __slots__ = ("waypoint", "removed")
    WAYPOINT_FIELD_NUMBER: _ClassVar[int]
    REMOVED_FIELD_NUMBER: _ClassVar[int]
    waypoint: Waypoint
    removed: bool
    def __init__(self, waypoint: _Optional[_Union[Waypoint, str]] = ..., removed: _Optional[bool] = ...) -> None: ...

class WaypointResolved(_message.Message):
    __slots__ = ("waypoint",)
    WAYPOINT_FIELD_NUMBER: _ClassVar[int]
    waypoint: Waypoint
    def __init__(self, waypoint: _Optional[_Union[Waypoint, str]] = ...) -> None: ...

class ChaosFed(_message.Message):
    __slots__ = ("skill", "card")
    SKILL_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    skill: Skill
    card: SkillCard
    def __init__(self, skill: _Optional[_Union[Skill, str]] = ..., card: _Optional[_Union[SkillCard, str]] = ...) -> None: ...

class ChaosBuilt(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[SkillCard]
    def __init__(self, cards: _Optional[_Iterable[_Union[SkillCard, str]]] = ...) -> None: ...

class ChaosShuffled(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[SkillCard]
    def __init__(self, cards: _Optional[_Iterable[_Union[SkillCard, str]]] = ...) -> None: ...

class ChaosDiscarded(_message.Message):
    __slots__ = ("cards", "tops")
    CARDS_FIELD_NUMBER: _ClassVar[int]
    TOPS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[SkillCard]
    tops: _containers.RepeatedScalarFieldContainer[SkillCard]
    def __init__(self, cards: _Optional[_Iterable[_Union[SkillCard, str]]] = ..., tops: _Optional[_Iterable[_Union[SkillCard, str]]] = ...) -> None: ...

class ChaosAdded(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: SkillCard
    def __init__(self, card: _Optional[_Union[SkillCard, str]] = ...) -> None: ...

class SkillTestAnnounced(_message.Message):
    __slots__ = ("difficulty", "partial", "skills", "is_mythos")
    DIFFICULTY_FIELD_NUMBER: _ClassVar[int]
    PARTIAL_FIELD_NUMBER: _ClassVar[int]
    SKILLS_FIELD_NUMBER: _ClassVar[int]
    IS_MYTHOS_FIELD_NUMBER: _ClassVar[int]
    difficulty: int
    partial: int
    skills: _containers.RepeatedScalarFieldContainer[Skill]
    is_mythos: bool
    def __init__(self, difficulty: _Optional[int] = ..., partial: _Optional[int] = ..., skills: _Optional[_Iterable[_Union[Skill, str]]] = ..., is_mythos: _Optional[bool] = ...) -> None: ...

class SkillMadeHelpful(_message.Message):
    __slots__ = ("seat", "skill")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SKILL_FIELD_NUMBER: _ClassVar[int]
    seat: int
    skill: Skill
    def __init__(self, seat: _Optional[int] = ..., skill: _Optional[_Union[Skill, str]] = ...) -> None: ...

class ChaosBarred(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class SkillTestOpened(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class ResultChosen(_message.Message):
    __slots__ = ("seat", "result")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    result: str
    def __init__(self, seat: _Optional[int] = ..., result: _Optional[str] = ...) -> None: ...

class UsedInTest(_message.Message):
    __slots__ = ("seat", "ability")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ABILITY_FIELD_NUMBER: _ClassVar[int]
    seat: int
    ability: str
    def __init__(self, seat: _Optional[int] = ..., ability: _Optional[str] = ...) -> None: ...

class TreacheryAdded(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: SkillCard
    def __init__(self, card: _Optional[_Union[SkillCard, str]] = ...) -> None: ...

class TreacheryAddedOpenly(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: SkillCard
    def __init__(self, card: _Optional[_Union[SkillCard, str]] = ...) -> None: ...

class CardsContributed(_message.Message):
    __slots__ = ("seat", "cards")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    cards: _containers.RepeatedScalarFieldContainer[SkillCard]
    def __init__(self, seat: _Optional[int] = ..., cards: _Optional[_Iterable[_Union[SkillCard, str]]] = ...) -> None: ...

class CardsContributedOpenly(_message.Message):
    __slots__ = ("seat", "cards")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    cards: _containers.RepeatedScalarFieldContainer[SkillCard]
    def __init__(self, seat: _Optional[int] = ..., cards: _Optional[_Iterable[_Union[SkillCard, str]]] = ...) -> None: ...

class PileShuffled(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[SkillCard]
    def __init__(self, cards: _Optional[_Iterable[_Union[SkillCard, str]]] = ...) -> None: ...

class PileRevealed(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[SkillCard]
    def __init__(self, cards: _Optional[_Iterable[_Union[SkillCard, str]]] = ...) -> None: ...

class SkillTestCounted(_message.Message):
    __slots__ = ("total",)
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    total: int
    def __init__(self, total: _Optional[int] = ...) -> None: ...

class TotalAdjusted(_message.Message):
    __slots__ = ("seat", "amount")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    amount: int
    def __init__(self, seat: _Optional[int] = ..., amount: _Optional[int] = ...) -> None: ...

class HandCardAdded(_message.Message):
    __slots__ = ("seat", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: SkillCard
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[_Union[SkillCard, str]] = ...) -> None: ...

class TopCardAdded(_message.Message):
    __slots__ = ("skill", "card")
    SKILL_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    skill: Skill
    card: SkillCard
    def __init__(self, skill: _Optional[_Union[Skill, str]] = ..., card: _Optional[_Union[SkillCard, str]] = ...) -> None: ...

class SkillTestDecided(_message.Message):
    __slots__ = ("result", "total")
    RESULT_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    result: str
    total: int
    def __init__(self, result: _Optional[str] = ..., total: _Optional[int] = ...) -> None: ...

class SkillTestCleared(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class MythosShuffled(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[Mythos]
    def __init__(self, cards: _Optional[_Iterable[_Union[Mythos, str]]] = ...) -> None: ...

class MythosDrawn(_message.Message):
    __slots__ = ("seat", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: Mythos
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[_Union[Mythos, str]] = ...) -> None: ...

class MythosSetAside(_message.Message):
    __slots__ = ("seat", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: Mythos
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[_Union[Mythos, str]] = ...) -> None: ...

class MythosChosen(_message.Message):
    __slots__ = ("seat", "card", "other")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: Mythos
    other: Mythos
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[_Union[Mythos, str]] = ..., other: _Optional[_Union[Mythos, str]] = ...) -> None: ...

class MythosDiscarded(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: Mythos
    def __init__(self, card: _Optional[_Union[Mythos, str]] = ...) -> None: ...

class MythosKept(_message.Message):
    __slots__ = ("seat", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: Mythos
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[_Union[Mythos, str]] = ...) -> None: ...

class MythosGivenUp(_message.Message):
    __slots__ = ("seat", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: Mythos
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[_Union[Mythos, str]] = ...) -> None: ...

class MythosLookedAt(_message.Message):
    __slots__ = ("seat", "cards")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    cards: _containers.RepeatedScalarFieldContainer[Mythos]
    def __init__(self, seat: _Optional[int] = ..., cards: _Optional[_Iterable[_Union[Mythos, str]]] = ...) -> None: ...

class MythosShown(_message.Message):
    __slots__ = ("seat", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: Mythos
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[_Union[Mythos, str]] = ...) -> None: ...

class MythosPutBack(_message.Message):
    __slots__ = ("seat", "top", "bottom")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TOP_FIELD_NUMBER: _ClassVar[int]
    BOTTOM_FIELD_NUMBER: _ClassVar[int]
    seat: int
    top: _containers.RepeatedScalarFieldContainer[Mythos]
    bottom: _containers.RepeatedScalarFieldContainer[Mythos]
    def __init__(self, seat: _Optional[int] = ..., top: _Optional[_Iterable[_Union[Mythos, str]]] = ..., bottom: _Optional[_Iterable[_Union[Mythos, str]]] = ...) -> None: ...

class CrisisBegan(_message.Message):
    __slots__ = ("card", "chooser")
    CARD_FIELD_NUMBER: _ClassVar[int]
    CHOOSER_FIELD_NUMBER: _ClassVar[int]
    card: Mythos
    chooser: int
    def __init__(self, card: _Optional[_Union[Mythos, str]] = ..., chooser: _Optional[int] = ...) -> None: ...

class CrisisDecided(_message.Message):
    __slots__ = ("seat", "card", "option")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    OPTION_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: Mythos
    option: int
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[_Union[Mythos, str]] = ..., option: _Optional[int] = ...) -> None: ...

class CrisisCancelled(_message.Message):
    __slots__ = ("seat", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: Mythos
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[_Union[Mythos, str]] = ...) -> None: ...

class CrisisEnded(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: Mythos
    def __init__(self, card: _Optional[_Union[Mythos, str]] = ...) -> None: ...

class HatchesBarricaded(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class ItemsRemovedUnseen(_message.Message):
    __slots__ = ("items",)
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedScalarFieldContainer[Item]
    def __init__(self, items: _Optional[_Iterable[_Union[Item, str]]] = ...) -> None: ...

class ItemDrawn(_message.Message):
    __slots__ = ("seat", "item", "is_active")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    IS_ACTIVE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    item: Item
    is_active: bool
    def __init__(self, seat: _Optional[int] = ..., item: _Optional[_Union[Item, str]] = ..., is_active: _Optional[bool] = ...) -> None: ...

class ItemUsed(_message.Message):
    __slots__ = ("seat", "item")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    seat: int
    item: Item
    def __init__(self, seat: _Optional[int] = ..., item: _Optional[_Union[Item, str]] = ...) -> None: ...

class ItemGiven(_message.Message):
    __slots__ = ("seat", "taker", "item", "is_active")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TAKER_FIELD_NUMBER: _ClassVar[int]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    IS_ACTIVE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    taker: int
    item: Item
    is_active: bool
    def __init__(self, seat: _Optional[int] = ..., taker: _Optional[int] = ..., item: _Optional[_Union[Item, str]] = ..., is_active: _Optional[bool] = ...) -> None: ...

class ItemRemoved(_message.Message):
    __slots__ = ("seat", "item")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    seat: int
    item: Item
    def __init__(self, seat: _Optional[int] = ..., item: _Optional[_Union[Item, str]] = ...) -> None: ...

class ExchangeProposed(_message.Message):
    __slots__ = ("seat", "items", "givers", "takers")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    GIVERS_FIELD_NUMBER: _ClassVar[int]
    TAKERS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    items: _containers.RepeatedScalarFieldContainer[Item]
    givers: _containers.RepeatedScalarFieldContainer[int]
    takers: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., items: _Optional[_Iterable[_Union[Item, str]]] = ..., givers: _Optional[_Iterable[int]] = ..., takers: _Optional[_Iterable[int]] = ...) -> None: ...

class ExchangeDeclined(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class UpgradeActivated(_message.Message):
    __slots__ = ("seat", "item", "turned_down")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    TURNED_DOWN_FIELD_NUMBER: _ClassVar[int]
    seat: int
    item: Item
    turned_down: _containers.RepeatedScalarFieldContainer[Item]
    def __init__(self, seat: _Optional[int] = ..., item: _Optional[_Union[Item, str]] = ..., turned_down: _Optional[_Iterable[_Union[Item, str]]] = ...) -> None: ...

class ItemsLookedAt(_message.Message):
    __slots__ = ("seat", "items")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    items: _containers.RepeatedScalarFieldContainer[Item]
    def __init__(self, seat: _Optional[int] = ..., items: _Optional[_Iterable[_Union[Item, str]]] = ...) -> None: ...

class ItemsPutBack(_message.Message):
    __slots__ = ("seat", "top", "bottom")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TOP_FIELD_NUMBER: _ClassVar[int]
    BOTTOM_FIELD_NUMBER: _ClassVar[int]
    seat: int
    top: _containers.RepeatedScalarFieldContainer[Item]
    bottom: _containers.RepeatedScalarFieldContainer[Item]
    def __init__(self, seat: _Optional[int] = ..., top: _Optional[_Iterable[_Union[Item, str]]] = ..., bottom: _Optional[_Iterable[_Union[Item, str]]] = ...) -> None: ...

class SpellsLookedAt(_message.Message):
    __slots__ = ("seat", "spells")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SPELLS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    spells: _containers.RepeatedScalarFieldContainer[Spell]
    def __init__(self, seat: _Optional[int] = ..., spells: _Optional[_Iterable[_Union[Spell, str]]] = ...) -> None: ...

class SpellsPutBack(_message.Message):
    __slots__ = ("seat", "top", "bottom")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TOP_FIELD_NUMBER: _ClassVar[int]
    BOTTOM_FIELD_NUMBER: _ClassVar[int]
    seat: int
    top: _containers.RepeatedScalarFieldContainer[Spell]
    bottom: _containers.RepeatedScalarFieldContainer[Spell]
    def __init__(self, seat: _Optional[int] = ..., top: _Optional[_Iterable[_Union[Spell, str]]] = ..., bottom: _Optional[_Iterable[_Union[Spell, str]]] = ...) -> None: ...

class SpellChosen(_message.Message):
    __slots__ = ("seat", "spell")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SPELL_FIELD_NUMBER: _ClassVar[int]
    seat: int
    spell: Spell
    def __init__(self, seat: _Optional[int] = ..., spell: _Optional[_Union[Spell, str]] = ...) -> None: ...

class TopSpellRevealed(_message.Message):
    __slots__ = ("seat", "spell")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SPELL_FIELD_NUMBER: _ClassVar[int]
    seat: int
    spell: Spell
    def __init__(self, seat: _Optional[int] = ..., spell: _Optional[_Union[Spell, str]] = ...) -> None: ...

class SpellRemoved(_message.Message):
    __slots__ = ("spell",)
    SPELL_FIELD_NUMBER: _ClassVar[int]
    spell: Spell
    def __init__(self, spell: _Optional[_Union[Spell, str]] = ...) -> None: ...

class SpellPutInPlay(_message.Message):
    __slots__ = ("seat", "spell")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SPELL_FIELD_NUMBER: _ClassVar[int]
    seat: int
    spell: Spell
    def __init__(self, seat: _Optional[int] = ..., spell: _Optional[_Union[Spell, str]] = ...) -> None: ...

class SpellLeftPlay(_message.Message):
    __slots__ = ("seat", "spell")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SPELL_FIELD_NUMBER: _ClassVar[int]
    seat: int
    spell: Spell
    def __init__(self, seat: _Optional[int] = ..., spell: _Optional[_Union[Spell, str]] = ...) -> None: ...

class TopSpellsRemoved(_message.Message):
    __slots__ = ("spells",)
    SPELLS_FIELD_NUMBER: _ClassVar[int]
    spells: _containers.RepeatedScalarFieldContainer[Spell]
    def __init__(self, spells: _Optional[_Iterable[_Union[Spell, str]]] = ...) -> None: ...

class ItemDeckShuffled(_message.Message):
    __slots__ = ("items",)
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedScalarFieldContainer[Item]
    def __init__(self, items: _Optional[_Iterable[_Union[Item, str]]] = ...) -> None: ...

class LoyaltyDeckShuffled(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[Loyalty]
    def __init__(self, cards: _Optional[_Iterable[_Union[Loyalty, str]]] = ...) -> None: ...

class LoyaltyDealt(_message.Message):
    __slots__ = ("seat", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: Loyalty
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[_Union[Loyalty, str]] = ...) -> None: ...

class LoyaltyPassed(_message.Message):
    __slots__ = ("giver", "seat", "cards", "places")
    GIVER_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    PLACES_FIELD_NUMBER: _ClassVar[int]
    giver: int
    seat: int
    cards: _containers.RepeatedScalarFieldContainer[Loyalty]
    places: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, giver: _Optional[int] = ..., seat: _Optional[int] = ..., cards: _Optional[_Iterable[_Union[Loyalty, str]]] = ..., places: _Optional[_Iterable[int]] = ...) -> None: ...

class LoyaltyLookedAt(_message.Message):
    __slots__ = ("looker", "seat", "cards")
    LOOKER_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    looker: int
    seat: int
    cards: _containers.RepeatedScalarFieldContainer[Loyalty]
    def __init__(self, looker: _Optional[int] = ..., seat: _Optional[int] = ..., cards: _Optional[_Iterable[_Union[Loyalty, str]]] = ...) -> None: ...

class LoyaltyTurnedOver(_message.Message):
    __slots__ = ("seat", "cards")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    cards: _containers.RepeatedScalarFieldContainer[Loyalty]
    def __init__(self, seat: _Optional[int] = ..., cards: _Optional[_Iterable[_Union[Loyalty, str]]] = ...) -> None: ...

class TitleGiven(_message.Message):
    __slots__ = ("title", "seat")
    TITLE_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    title: Title
    seat: int
    def __init__(self, title: _Optional[_Union[Title, str]] = ..., seat: _Optional[int] = ...) -> None: ...

class TitlePassed(_message.Message):
    __slots__ = ("title", "loser", "seat")
    TITLE_FIELD_NUMBER: _ClassVar[int]
    LOSER_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    title: Title
    loser: int
    seat: int
    def __init__(self, title: _Optional[_Union[Title, str]] = ..., loser: _Optional[int] = ..., seat: _Optional[int] = ...) -> None: ...

class TraitorRevealed(_message.Message):
    __slots__ = ("seat", "card", "place")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: Loyalty
    place: int
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[_Union[Loyalty, str]] = ..., place: _Optional[int] = ...) -> None: ...

class FeatRemoved(_message.Message):
    __slots__ = ("seat", "feat")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    feat: str
    def __init__(self, seat: _Optional[int] = ..., feat: _Optional[str] = ...) -> None: ...

class AwakeningBegan(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class HelpOffered(_message.Message):
    __slots__ = ("seat", "help")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    HELP_FIELD_NUMBER: _ClassVar[int]
    seat: int
    help: Help
    def __init__(self, seat: _Optional[int] = ..., help: _Optional[_Union[Help, str]] = ...) -> None: ...

class ContributionDescribed(_message.Message):
    __slots__ = ("seat", "cards", "help")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    HELP_FIELD_NUMBER: _ClassVar[int]
    seat: int
    cards: CardCount
    help: Contribution
    def __init__(self, seat: _Optional[int] = ..., cards: _Optional[_Union[CardCount, str]] = ..., help: _Optional[_Union[Contribution, str]] = ...) -> None: ...

class ContributionDenied(_message.Message):
    __slots__ = ("seat", "skill")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SKILL_FIELD_NUMBER: _ClassVar[int]
    seat: int
    skill: Skill
    def __init__(self, seat: _Optional[int] = ..., skill: _Optional[_Union[Skill, str]] = ...) -> None: ...

class SoleSourceNoted(_message.Message):
    __slots__ = ("seat", "skill")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SKILL_FIELD_NUMBER: _ClassVar[int]
    seat: int
    skill: Skill
    def __init__(self, seat: _Optional[int] = ..., skill: _Optional[_Union[Skill, str]] = ...) -> None: ...

class HandDescribed(_message.Message):
    __slots__ = ("seat", "quality")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    QUALITY_FIELD_NUMBER: _ClassVar[int]
    seat: int
    quality: Quality
    def __init__(self, seat: _Optional[int] = ..., quality: _Optional[_Union[Quality, str]] = ...) -> None: ...

class AbilityAskedFor(_message.Message):
    __slots__ = ("seat", "asked", "task")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ASKED_FIELD_NUMBER: _ClassVar[int]
    TASK_FIELD_NUMBER: _ClassVar[int]
    seat: int
    asked: int
    task: Task
    def __init__(self, seat: _Optional[int] = ..., asked: _Optional[int] = ..., task: _Optional[_Union[Task, str]] = ...) -> None: ...

class TaskOffered(_message.Message):
    __slots__ = ("seat", "task")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TASK_FIELD_NUMBER: _ClassVar[int]
    seat: int
    task: Task
    def __init__(self, seat: _Optional[int] = ..., task: _Optional[_Union[Task, str]] = ...) -> None: ...

class Replied(_message.Message):
    __slots__ = ("seat", "to", "reply")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    REPLY_FIELD_NUMBER: _ClassVar[int]
    seat: int
    to: int
    reply: YesOrNo
    def __init__(self, seat: _Optional[int] = ..., to: _Optional[int] = ..., reply: _Optional[_Union[YesOrNo, str]] = ...) -> None: ...

class Suspected(_message.Message):
    __slots__ = ("seat", "suspect")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SUSPECT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    suspect: int
    def __init__(self, seat: _Optional[int] = ..., suspect: _Optional[int] = ...) -> None: ...

class SideNamed(_message.Message):
    __slots__ = ("seat", "about", "side")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ABOUT_FIELD_NUMBER: _ClassVar[int]
    SIDE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    about: int
    side: Side
    def __init__(self, seat: _Optional[int] = ..., about: _Optional[int] = ..., side: _Optional[_Union[Side, str]] = ...) -> None: ...

class TopCardDescribed(_message.Message):
    __slots__ = ("seat", "deck", "quality")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DECK_FIELD_NUMBER: _ClassVar[int]
    QUALITY_FIELD_NUMBER: _ClassVar[int]
    seat: int
    deck: KnownDeck
    quality: Quality
    def __init__(self, seat: _Optional[int] = ..., deck: _Optional[_Union[KnownDeck, str]] = ..., quality: _Optional[_Union[Quality, str]] = ...) -> None: ...

class Said(_message.Message):
    __slots__ = ("seat", "text")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    text: str
    def __init__(self, seat: _Optional[int] = ..., text: _Optional[str] = ...) -> None: ...

class Ended(_message.Message):
    __slots__ = ("ending", "winners", "scores")
    ENDING_FIELD_NUMBER: _ClassVar[int]
    WINNERS_FIELD_NUMBER: _ClassVar[int]
    SCORES_FIELD_NUMBER: _ClassVar[int]
    ending: str
    winners: _containers.RepeatedScalarFieldContainer[int]
    scores: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, ending: _Optional[str] = ..., winners: _Optional[_Iterable[int]] = ..., scores: _Optional[_Iterable[int]] = ...) -> None: ...

class Pass(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Accept(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ChooseSeat(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class ChooseSpace(_message.Message):
    __slots__ = ("space",)
    SPACE_FIELD_NUMBER: _ClassVar[int]
    space: Space
    def __init__(self, space: _Optional[_Union[Space, str]] = ...) -> None: ...

class ChooseResource(_message.Message):
    __slots__ = ("resource",)
    RESOURCE_FIELD_NUMBER: _ClassVar[int]
    resource: Resource
    def __init__(self, resource: _Optional[_Union[Resource, str]] = ...) -> None: ...

class ChooseSkill(_message.Message):
    __slots__ = ("skill",)
    SKILL_FIELD_NUMBER: _ClassVar[int]
    skill: Skill
    def __init__(self, skill: _Optional[_Union[Skill, str]] = ...) -> None: ...

class ChooseCard(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: SkillCard
    def __init__(self, card: _Optional[_Union[SkillCard, str]] = ...) -> None: ...

class ChooseItem(_message.Message):
    __slots__ = ("item",)
    ITEM_FIELD_NUMBER: _ClassVar[int]
    item: Item
    def __init__(self, item: _Optional[_Union[Item, str]] = ...) -> None: ...

class ChooseSpell(_message.Message):
    __slots__ = ("spell",)
    SPELL_FIELD_NUMBER: _ClassVar[int]
    spell: Spell
    def __init__(self, spell: _Optional[_Union[Spell, str]] = ...) -> None: ...

class ChooseWaypoint(_message.Message):
    __slots__ = ("waypoint",)
    WAYPOINT_FIELD_NUMBER: _ClassVar[int]
    waypoint: Waypoint
    def __init__(self, waypoint: _Optional[_Union[Waypoint, str]] = ...) -> None: ...

class ChooseMythos(_message.Message):
    __slots__ = ("mythos",)
    MYTHOS_FIELD_NUMBER: _ClassVar[int]
    mythos: Mythos
    def __init__(self, mythos: _Optional[_Union[Mythos, str]] = ...) -> None: ...

class ChooseOption(_message.Message):
    __slots__ = ("option",)
    OPTION_FIELD_NUMBER: _ClassVar[int]
    option: int
    def __init__(self, option: _Optional[int] = ...) -> None: ...

class ChooseNumber(_message.Message):
    __slots__ = ("number",)
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    number: int
    def __init__(self, number: _Optional[int] = ...) -> None: ...

class ChooseCharacter(_message.Message):
    __slots__ = ("character",)
    CHARACTER_FIELD_NUMBER: _ClassVar[int]
    character: Character
    def __init__(self, character: _Optional[_Union[Character, str]] = ...) -> None: ...

class MoveTo(_message.Message):
    __slots__ = ("space",)
    SPACE_FIELD_NUMBER: _ClassVar[int]
    space: Space
    def __init__(self, space: _Optional[_Union[Space, str]] = ...) -> None: ...

class AttackHere(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class RescuePassenger(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class DefeatPassenger(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ChooseDeepOne(_message.Message):
    __slots__ = ("space",)
    SPACE_FIELD_NUMBER: _ClassVar[int]
    space: Space
    def __init__(self, space: _Optional[_Union[Space, str]] = ...) -> None: ...

class AdvanceTravel(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class AdvanceRitual(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class BarricadeHatches(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class SacrificeDeepOne(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class RememberTheDeep(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class MoveDeepOne(_message.Message):
    __slots__ = ("start", "end")
    START_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    start: Space
    end: Space
    def __init__(self, start: _Optional[_Union[Space, str]] = ..., end: _Optional[_Union[Space, str]] = ...) -> None: ...

class UseItem(_message.Message):
    __slots__ = ("item",)
    ITEM_FIELD_NUMBER: _ClassVar[int]
    item: Item
    def __init__(self, item: _Optional[_Union[Item, str]] = ...) -> None: ...

class GiveUpItem(_message.Message):
    __slots__ = ("item",)
    ITEM_FIELD_NUMBER: _ClassVar[int]
    item: Item
    def __init__(self, item: _Optional[_Union[Item, str]] = ...) -> None: ...

class ConsultAlmanac(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: SkillCard
    def __init__(self, card: _Optional[_Union[SkillCard, str]] = ...) -> None: ...

class Trade(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class HandOver(_message.Message):
    __slots__ = ("item", "giver", "taker")
    ITEM_FIELD_NUMBER: _ClassVar[int]
    GIVER_FIELD_NUMBER: _ClassVar[int]
    TAKER_FIELD_NUMBER: _ClassVar[int]
    item: Item
    giver: int
    taker: int
    def __init__(self, item: _Optional[_Union[Item, str]] = ..., giver: _Optional[int] = ..., taker: _Optional[int] = ...) -> None: ...

class UseRoom(_message.Message):
    __slots__ = ("space",)
    SPACE_FIELD_NUMBER: _ClassVar[int]
    space: Space
    def __init__(self, space: _Optional[_Union[Space, str]] = ...) -> None: ...

class RepairRoom(_message.Message):
    __slots__ = ("space",)
    SPACE_FIELD_NUMBER: _ClassVar[int]
    space: Space
    def __init__(self, space: _Optional[_Union[Space, str]] = ...) -> None: ...

class RetreatRitual(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class LookAtMythos(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class LookAtWaypoints(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class PlaySkill(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: SkillCard
    def __init__(self, card: _Optional[_Union[SkillCard, str]] = ...) -> None: ...

class PlayInsteadOfActions(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: SkillCard
    def __init__(self, card: _Optional[_Union[SkillCard, str]] = ...) -> None: ...

class PlayNow(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: SkillCard
    def __init__(self, card: _Optional[_Union[SkillCard, str]] = ...) -> None: ...

class PlayToChange(_message.Message):
    __slots__ = ("card", "amount")
    CARD_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    card: SkillCard
    amount: int
    def __init__(self, card: _Optional[_Union[SkillCard, str]] = ..., amount: _Optional[int] = ...) -> None: ...

class ActivateFirst(_message.Message):
    __slots__ = ("monarch",)
    MONARCH_FIELD_NUMBER: _ClassVar[int]
    monarch: Monarch
    def __init__(self, monarch: _Optional[_Union[Monarch, str]] = ...) -> None: ...

class CastSpell(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ConsultScript(_message.Message):
    __slots__ = ("skill",)
    SKILL_FIELD_NUMBER: _ClassVar[int]
    skill: Skill
    def __init__(self, skill: _Optional[_Union[Skill, str]] = ...) -> None: ...

class Reveal(_message.Message):
    __slots__ = ("loyalty",)
    LOYALTY_FIELD_NUMBER: _ClassVar[int]
    loyalty: Loyalty
    def __init__(self, loyalty: _Optional[_Union[Loyalty, str]] = ...) -> None: ...

class GiveLoyalty(_message.Message):
    __slots__ = ("loyalty", "seat")
    LOYALTY_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    loyalty: Loyalty
    seat: int
    def __init__(self, loyalty: _Optional[_Union[Loyalty, str]] = ..., seat: _Optional[int] = ...) -> None: ...

class AddWithExperience(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: SkillCard
    def __init__(self, card: _Optional[_Union[SkillCard, str]] = ...) -> None: ...

class CommandDeck(_message.Message):
    __slots__ = ("space",)
    SPACE_FIELD_NUMBER: _ClassVar[int]
    space: Space
    def __init__(self, space: _Optional[_Union[Space, str]] = ...) -> None: ...

class HealWithWords(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: SkillCard
    def __init__(self, card: _Optional[_Union[SkillCard, str]] = ...) -> None: ...

class DrawQuickly(_message.Message):
    __slots__ = ("item",)
    ITEM_FIELD_NUMBER: _ClassVar[int]
    item: Item
    def __init__(self, item: _Optional[_Union[Item, str]] = ...) -> None: ...

class TrainInTheOccult(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class SwearFirstOath(_message.Message):
    __slots__ = ("monarch", "card")
    MONARCH_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    monarch: Monarch
    card: SkillCard
    def __init__(self, monarch: _Optional[_Union[Monarch, str]] = ..., card: _Optional[_Union[SkillCard, str]] = ...) -> None: ...

class TryFortune(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: SkillCard
    def __init__(self, card: _Optional[_Union[SkillCard, str]] = ...) -> None: ...

class Scavenge(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GiveItem(_message.Message):
    __slots__ = ("item", "seat")
    ITEM_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    item: Item
    seat: int
    def __init__(self, item: _Optional[_Union[Item, str]] = ..., seat: _Optional[int] = ...) -> None: ...

class TakeItem(_message.Message):
    __slots__ = ("item", "seat")
    ITEM_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    item: Item
    seat: int
    def __init__(self, item: _Optional[_Union[Item, str]] = ..., seat: _Optional[int] = ...) -> None: ...

class PutOnTop(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class PutOnBottom(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ChooseSupply(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class LeadUnconventionally(_message.Message):
    __slots__ = ("resource",)
    RESOURCE_FIELD_NUMBER: _ClassVar[int]
    resource: Resource
    def __init__(self, resource: _Optional[_Union[Resource, str]] = ...) -> None: ...

class SacrificeSelf(_message.Message):
    __slots__ = ("result",)
    RESULT_FIELD_NUMBER: _ClassVar[int]
    result: str
    def __init__(self, result: _Optional[str] = ...) -> None: ...

class InterveneMedically(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GoFullSteam(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class OrderArrest(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class CastQuickly(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class NamePerfectNumber(_message.Message):
    __slots__ = ("face",)
    FACE_FIELD_NUMBER: _ClassVar[int]
    face: int
    def __init__(self, face: _Optional[int] = ...) -> None: ...

class SenseAncestry(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class TurnFortune(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class UseEquipment(_message.Message):
    __slots__ = ("amount",)
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    amount: int
    def __init__(self, amount: _Optional[int] = ...) -> None: ...

class View(_message.Message):
    __slots__ = ("viewer", "players", "resources", "deep_ones", "monarchs", "passengers", "decks", "discards", "titles", "damage", "deep_one_supply", "passenger_supply", "passengers_gone", "chaos", "pile", "played", "mythos_deck", "mythos_discard", "mythos_card", "mythos_aside", "mythos_drawer", "mythos_chooser", "suspect", "crisis_cancelled", "mythos_held", "item_deck", "items_gone", "items_held", "spell_deck", "spells_held", "casting", "spells_gone", "waypoint_deck", "waypoints", "arriving", "waypoints_gone", "waypoints_held", "damage_deck", "damage_gone", "damage_drawn", "loyalty_deck", "travel", "ritual", "is_awake", "without_cultist", "difficulty", "start", "active", "turn", "step", "actions_left", "used", "revealed_this_turn", "barricaded", "roll", "skill_test", "outer_tests", "peril")
    class ResourcesEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: Resource
        value: int
        def __init__(self, key: _Optional[_Union[Resource, str]] = ..., value: _Optional[int] = ...) -> None: ...
    class DeepOnesEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: Space
        value: int
        def __init__(self, key: _Optional[_Union[Space, str]] = ..., value: _Optional[int] = ...) -> None: ...
    class MonarchsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: Monarch
        value: Space
        def __init__(self, key: _Optional[_Union[Monarch, str]] = ..., value: _Optional[_Union[Space, str]] = ...) -> None: ...
    class PassengersEntry(_message.Message):
        __slots__ = ("key", "values")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUES_FIELD_NUMBER: _ClassVar[int]
        key: Space
        values: _containers.RepeatedScalarFieldContainer[Passenger]
        def __init__(self, key: _Optional[_Union[Space, str]] = ..., values: _Optional[_Iterable[_Union[Passenger, str]]] = ...) -> None: ...
    class DecksEntry(_message.Message):
        __slots__ = ("key", "values")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUES_FIELD_NUMBER: _ClassVar[int]
        key: Skill
        values: _containers.RepeatedScalarFieldContainer[SkillCard]
        def __init__(self, key: _Optional[_Union[Skill, str]] = ..., values: _Optional[_Iterable[_Union[SkillCard, str]]] = ...) -> None: ...
    class DiscardsEntry(_message.Message):
        __slots__ = ("key", "values")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUES_FIELD_NUMBER: _ClassVar[int]
        key: Skill
        values: _containers.RepeatedScalarFieldContainer[SkillCard]
        def __init__(self, key: _Optional[_Union[Skill, str]] = ..., values: _Optional[_Iterable[_Union[SkillCard, str]]] = ...) -> None: ...
    class TitlesEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: Title
        value: int
        def __init__(self, key: _Optional[_Union[Title, str]] = ..., value: _Optional[int] = ...) -> None: ...
    class DamageEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: Space
        value: Damage
        def __init__(self, key: _Optional[_Union[Space, str]] = ..., value: _Optional[_Union[Damage, str]] = ...) -> None: ...
    VIEWER_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    RESOURCES_FIELD_NUMBER: _ClassVar[int]
    DEEP_ONES_FIELD_NUMBER: _ClassVar[int]
    MONARCHS_FIELD_NUMBER: _ClassVar[int]
    PASSENGERS_FIELD_NUMBER: _ClassVar[int]
    DECKS_FIELD_NUMBER: _ClassVar[int]
    DISCARDS_FIELD_NUMBER: _ClassVar[int]
    TITLES_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_FIELD_NUMBER: _ClassVar[int]
    DEEP_ONE_SUPPLY_FIELD_NUMBER: _ClassVar[int]
    PASSENGER_SUPPLY_FIELD_NUMBER: _ClassVar[int]
    PASSENGERS_GONE_FIELD_NUMBER: _ClassVar[int]
    CHAOS_FIELD_NUMBER: _ClassVar[int]
    PILE_FIELD_NUMBER: _ClassVar[int]
    PLAYED_FIELD_NUMBER: _ClassVar[int]
    MYTHOS_DECK_FIELD_NUMBER: _ClassVar[int]
    MYTHOS_DISCARD_FIELD_NUMBER: _ClassVar[int]
    MYTHOS_CARD_FIELD_NUMBER: _ClassVar[int]
    MYTHOS_ASIDE_FIELD_NUMBER: _ClassVar[int]
    MYTHOS_DRAWER_FIELD_NUMBER: _ClassVar[int]
    MYTHOS_CHOOSER_FIELD_NUMBER: _ClassVar[int]
    SUSPECT_FIELD_NUMBER: _ClassVar[int]
    CRISIS_CANCELLED_FIELD_NUMBER: _ClassVar[int]
    MYTHOS_HELD_FIELD_NUMBER: _ClassVar[int]
    ITEM_DECK_FIELD_NUMBER: _ClassVar[int]
    ITEMS_GONE_FIELD_NUMBER: _ClassVar[int]
    ITEMS_HELD_FIELD_NUMBER: _ClassVar[int]
    SPELL_DECK_FIELD_NUMBER: _ClassVar[int]
    SPELLS_HELD_FIELD_NUMBER: _ClassVar[int]
    CASTING_FIELD_NUMBER: _ClassVar[int]
    SPELLS_GONE_FIELD_NUMBER: _ClassVar[int]
    WAYPOINT_DECK_FIELD_NUMBER: _ClassVar[int]
    WAYPOINTS_FIELD_NUMBER: _ClassVar[int]
    ARRIVING_FIELD_NUMBER: _ClassVar[int]
    WAYPOINTS_GONE_FIELD_NUMBER: _ClassVar[int]
    WAYPOINTS_HELD_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_DECK_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_GONE_FIELD_NUMBER: _ClassVar[int]
    DAMAGE_DRAWN_FIELD_NUMBER: _ClassVar[int]
    LOYALTY_DECK_FIELD_NUMBER: _ClassVar[int]
    TRAVEL_FIELD_NUMBER: _ClassVar[int]
    RITUAL_FIELD_NUMBER: _ClassVar[int]
    IS_AWAKE_FIELD_NUMBER: _ClassVar[int]
    WITHOUT_CULTIST_FIELD_NUMBER: _ClassVar[int]
    DIFFICULTY_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    ACTIVE_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    STEP_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_LEFT_FIELD_NUMBER: _ClassVar[int]
    USED_FIELD_NUMBER: _ClassVar[int]
    REVEALED_THIS_TURN_FIELD_NUMBER: _ClassVar[int]
    BARRICADED_FIELD_NUMBER: _ClassVar[int]
    ROLL_FIELD_NUMBER: _ClassVar[int]
    SKILL_TEST_FIELD_NUMBER: _ClassVar[int]
    OUTER_TESTS_FIELD_NUMBER: _ClassVar[int]
    PERIL_FIELD_NUMBER: _ClassVar[int]
    viewer: int
    players: _containers.RepeatedCompositeFieldContainer[Player]
    resources: _containers.RepeatedCompositeFieldContainer[View.ResourcesEntry]
    deep_ones: _containers.RepeatedCompositeFieldContainer[View.DeepOnesEntry]
    monarchs: _containers.RepeatedCompositeFieldContainer[View.MonarchsEntry]
    passengers: _containers.RepeatedCompositeFieldContainer[View.PassengersEntry]
    decks: _containers.RepeatedCompositeFieldContainer[View.DecksEntry]
    discards: _containers.RepeatedCompositeFieldContainer[View.DiscardsEntry]
    titles: _containers.RepeatedCompositeFieldContainer[View.TitlesEntry]
    damage: _containers.RepeatedCompositeFieldContainer[View.DamageEntry]
    deep_one_supply: int
    passenger_supply: _containers.RepeatedScalarFieldContainer[Passenger]
    passengers_gone: _containers.RepeatedScalarFieldContainer[Passenger]
    chaos: _containers.RepeatedScalarFieldContainer[SkillCard]
    pile: _containers.RepeatedScalarFieldContainer[SkillCard]
    played: _containers.RepeatedScalarFieldContainer[SkillCard]
    mythos_deck: _containers.RepeatedScalarFieldContainer[Mythos]
    mythos_discard: _containers.RepeatedScalarFieldContainer[Mythos]
    mythos_card: Mythos
    mythos_aside: Mythos
    mythos_drawer: int
    mythos_chooser: int
    suspect: int
    crisis_cancelled: bool
    mythos_held: _containers.RepeatedScalarFieldContainer[Mythos]
    item_deck: _containers.RepeatedScalarFieldContainer[Item]
    items_gone: _containers.RepeatedScalarFieldContainer[Item]
    items_held: _containers.RepeatedScalarFieldContainer[Item]
    spell_deck: _containers.RepeatedScalarFieldContainer[Spell]
    spells_held: _containers.RepeatedScalarFieldContainer[Spell]
    casting: _containers.RepeatedScalarFieldContainer[Spell]
    spells_gone: _containers.RepeatedScalarFieldContainer[Spell]
    waypoint_deck: _containers.RepeatedScalarFieldContainer[Waypoint]
    waypoints: _containers.RepeatedScalarFieldContainer[Waypoint]
    arriving: Waypoint
    waypoints_gone: _containers.RepeatedScalarFieldContainer[Waypoint]
    waypoints_held: _containers.RepeatedScalarFieldContainer[Waypoint]
    damage_deck: _containers.RepeatedScalarFieldContainer[Damage]
    damage_gone: _containers.RepeatedScalarFieldContainer[Damage]
    damage_drawn: _containers.RepeatedScalarFieldContainer[Damage]
    loyalty_deck: _containers.RepeatedScalarFieldContainer[Loyalty]
    travel: int
    ritual: int
    is_awake: bool
    without_cultist: bool
    difficulty: Difficulty
    start: int
    active: int
    turn: int
    step: str
    actions_left: int
    used: _containers.RepeatedScalarFieldContainer[str]
    revealed_this_turn: bool
    barricaded: bool
    roll: Roll
    skill_test: SkillTest
    outer_tests: _containers.RepeatedCompositeFieldContainer[SkillTest]
    peril: Peril
    def __init__(self, viewer: _Optional[int] = ..., players: _Optional[_Iterable[_Union[Player, _Mapping]]] = ..., resources: _Optional[_Iterable[_Union[View.ResourcesEntry, _Mapping]]] = ..., deep_ones: _Optional[_Iterable[_Union[View.DeepOnesEntry, _Mapping]]] = ..., monarchs: _Optional[_Iterable[_Union[View.MonarchsEntry, _Mapping]]] = ..., passengers: _Optional[_Iterable[_Union[View.PassengersEntry, _Mapping]]] = ..., decks: _Optional[_Iterable[_Union[View.DecksEntry, _Mapping]]] = ..., discards: _Optional[_Iterable[_Union[View.DiscardsEntry, _Mapping]]] = ..., titles: _Optional[_Iterable[_Union[View.TitlesEntry, _Mapping]]] = ..., damage: _Optional[_Iterable[_Union[View.DamageEntry, _Mapping]]] = ..., deep_one_supply: _Optional[int] = ..., passenger_supply: _Optional[_Iterable[_Union[Passenger, str]]] = ..., passengers_gone: _Optional[_Iterable[_Union[Passenger, str]]] = ..., chaos: _Optional[_Iterable[_Union[SkillCard, str]]] = ..., pile: _Optional[_Iterable[_Union[SkillCard, str]]] = ..., played: _Optional[_Iterable[_Union[SkillCard, str]]] = ..., mythos_deck: _Optional[_Iterable[_Union[Mythos, str]]] = ..., mythos_discard: _Optional[_Iterable[_Union[Mythos, str]]] = ..., mythos_card: _Optional[_Union[Mythos, str]] = ..., mythos_aside: _Optional[_Union[Mythos, str]] = ..., mythos_drawer: _Optional[int] = ..., mythos_chooser: _Optional[int] = ..., suspect: _Optional[int] = ..., crisis_cancelled: _Optional[bool] = ..., mythos_held: _Optional[_Iterable[_Union[Mythos, str]]] = ..., item_deck: _Optional[_Iterable[_Union[Item, str]]] = ..., items_gone: _Optional[_Iterable[_Union[Item, str]]] = ..., items_held: _Optional[_Iterable[_Union[Item, str]]] = ..., spell_deck: _Optional[_Iterable[_Union[Spell, str]]] = ..., spells_held: _Optional[_Iterable[_Union[Spell, str]]] = ..., casting: _Optional[_Iterable[_Union[Spell, str]]] = ..., spells_gone: _Optional[_Iterable[_Union[Spell, str]]] = ..., waypoint_deck: _Optional[_Iterable[_Union[Waypoint, str]]] = ..., waypoints: _Optional[_Iterable[_Union[Waypoint, str]]] = ..., arriving: _Optional[_Union[Waypoint, str]] = ..., waypoints_gone: _Optional[_Iterable[_Union[Waypoint, str]]] = ..., waypoints_held: _Optional[_Iterable[_Union[Waypoint, str]]] = ..., damage_deck: _Optional[_Iterable[_Union[Damage, str]]] = ..., damage_gone: _Optional[_Iterable[_Union[Damage, str]]] = ..., damage_drawn: _Optional[_Iterable[_Union[Damage, str]]] = ..., loyalty_deck: _Optional[_Iterable[_Union[Loyalty, str]]] = ..., travel: _Optional[int] = ..., ritual: _Optional[int] = ..., is_awake: _Optional[bool] = ..., without_cultist: _Optional[bool] = ..., difficulty: _Optional[_Union[Difficulty, str]] = ..., start: _Optional[int] = ..., active: _Optional[int] = ..., turn: _Optional[int] = ..., step: _Optional[str] = ..., actions_left: _Optional[int] = ..., used: _Optional[_Iterable[str]] = ..., revealed_this_turn: _Optional[bool] = ..., barricaded: _Optional[bool] = ..., roll: _Optional[_Union[Roll, _Mapping]] = ..., skill_test: _Optional[_Union[SkillTest, _Mapping]] = ..., outer_tests: _Optional[_Iterable[_Union[SkillTest, _Mapping]]] = ..., peril: _Optional[_Union[Peril, _Mapping]] = ...) -> None: ...

class Player(_message.Message):
    __slots__ = ("character", "space", "hand", "loyalty", "revealed", "items", "inactive", "has_feat", "mythos", "spells", "left_sick_bay")
    CHARACTER_FIELD_NUMBER: _ClassVar[int]
    SPACE_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    LOYALTY_FIELD_NUMBER: _ClassVar[int]
    REVEALED_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    INACTIVE_FIELD_NUMBER: _ClassVar[int]
    HAS_FEAT_FIELD_NUMBER: _ClassVar[int]
    MYTHOS_FIELD_NUMBER: _ClassVar[int]
    SPELLS_FIELD_NUMBER: _ClassVar[int]
    LEFT_SICK_BAY_FIELD_NUMBER: _ClassVar[int]
    character: Character
    space: Space
    hand: _containers.RepeatedScalarFieldContainer[SkillCard]
    loyalty: _containers.RepeatedScalarFieldContainer[Loyalty]
    revealed: Loyalty
    items: _containers.RepeatedScalarFieldContainer[Item]
    inactive: _containers.RepeatedScalarFieldContainer[Item]
    has_feat: bool
    mythos: _containers.RepeatedScalarFieldContainer[Mythos]
    spells: _containers.RepeatedScalarFieldContainer[Spell]
    left_sick_bay: bool
    def __init__(self, character: _Optional[_Union[Character, str]] = ..., space: _Optional[_Union[Space, str]] = ..., hand: _Optional[_Iterable[_Union[SkillCard, str]]] = ..., loyalty: _Optional[_Iterable[_Union[Loyalty, str]]] = ..., revealed: _Optional[_Union[Loyalty, str]] = ..., items: _Optional[_Iterable[_Union[Item, str]]] = ..., inactive: _Optional[_Iterable[_Union[Item, str]]] = ..., has_feat: _Optional[bool] = ..., mythos: _Optional[_Iterable[_Union[Mythos, str]]] = ..., spells: _Optional[_Iterable[_Union[Spell, str]]] = ..., left_sick_bay: _Optional[bool] = ...) -> None: ...

class Roll(_message.Message):
    __slots__ = ("roller", "purpose", "is_attack", "item", "modifier", "face", "is_fixed", "attacker", "defender", "difficulty", "used")
    ROLLER_FIELD_NUMBER: _ClassVar[int]
    PURPOSE_FIELD_NUMBER: _ClassVar[int]
    IS_ATTACK_FIELD_NUMBER: _ClassVar[int]
    ITEM_FIELD_NUMBER: _ClassVar[int]
    MODIFIER_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    IS_FIXED_FIELD_NUMBER: _ClassVar[int]
    ATTACKER_FIELD_NUMBER: _ClassVar[int]
    DEFENDER_FIELD_NUMBER: _ClassVar[int]
    DIFFICULTY_FIELD_NUMBER: _ClassVar[int]
    USED_FIELD_NUMBER: _ClassVar[int]
    roller: int
    purpose: str
    is_attack: bool
    item: Item
    modifier: int
    face: int
    is_fixed: bool
    attacker: int
    defender: int
    difficulty: int
    used: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, roller: _Optional[int] = ..., purpose: _Optional[str] = ..., is_attack: _Optional[bool] = ..., item: _Optional[_Union[Item, str]] = ..., modifier: _Optional[int] = ..., face: _Optional[int] = ..., is_fixed: _Optional[bool] = ..., attacker: _Optional[int] = ..., defender: _Optional[int] = ..., difficulty: _Optional[int] = ..., used: _Optional[_Iterable[str]] = ...) -> None: ...

class SkillTest(_message.Message):
    __slots__ = ("difficulty", "skills", "partial", "face_up", "without_chaos", "total", "is_counted", "is_mythos", "result", "used", "start", "emptied_chaos")
    DIFFICULTY_FIELD_NUMBER: _ClassVar[int]
    SKILLS_FIELD_NUMBER: _ClassVar[int]
    PARTIAL_FIELD_NUMBER: _ClassVar[int]
    FACE_UP_FIELD_NUMBER: _ClassVar[int]
    WITHOUT_CHAOS_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    IS_COUNTED_FIELD_NUMBER: _ClassVar[int]
    IS_MYTHOS_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    USED_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    EMPTIED_CHAOS_FIELD_NUMBER: _ClassVar[int]
    difficulty: int
    skills: _containers.RepeatedScalarFieldContainer[Skill]
    partial: int
    face_up: bool
    without_chaos: bool
    total: int
    is_counted: bool
    is_mythos: bool
    result: str
    used: _containers.RepeatedScalarFieldContainer[str]
    start: int
    emptied_chaos: bool
    def __init__(self, difficulty: _Optional[int] = ..., skills: _Optional[_Iterable[_Union[Skill, str]]] = ..., partial: _Optional[int] = ..., face_up: _Optional[bool] = ..., without_chaos: _Optional[bool] = ..., total: _Optional[int] = ..., is_counted: _Optional[bool] = ..., is_mythos: _Optional[bool] = ..., result: _Optional[str] = ..., used: _Optional[_Iterable[str]] = ..., start: _Optional[int] = ..., emptied_chaos: _Optional[bool] = ...) -> None: ...

class Peril(_message.Message):
    __slots__ = ("seat", "space", "place", "is_prevented")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SPACE_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    IS_PREVENTED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    space: Space
    place: int
    is_prevented: bool
    def __init__(self, seat: _Optional[int] = ..., space: _Optional[_Union[Space, str]] = ..., place: _Optional[int] = ..., is_prevented: _Optional[bool] = ...) -> None: ...
