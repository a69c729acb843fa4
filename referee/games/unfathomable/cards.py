"""The contents of the box: printed cards, tokens and characters, and the number of each.

Numbers and names come from the CSV tables in this package; what a card does is in the chapter named after its kind. A
card is named by what is printed on it, never by an instance number.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from referee.games.printed import read_table
from referee.games.unfathomable.board import Space


class Resource(StrEnum):
    """The four dials."""

    FUEL = "fuel"
    FOOD = "food"
    SANITY = "sanity"
    SOULS = "souls"


class Skill(StrEnum):
    """The six types of skill card."""

    INFLUENCE = "influence"
    LORE = "lore"
    OBSERVATION = "observation"
    STRENGTH = "strength"
    WILL = "will"
    TREACHERY = "treachery"


class Title(StrEnum):
    """The two titles."""

    CAPTAIN = "captain"
    KEEPER = "keeper"


class Monarch(StrEnum):
    """The two monarchs of the Deep."""

    DAGON = "dagon"
    HYDRA = "hydra"


class Symbol(StrEnum):
    """The three activation symbols."""

    HYDRA = "hydra"
    DAGON = "dagon"
    DEEP_ONES = "deep_ones"


class Progress(StrEnum):
    """The three progress symbols."""

    TRAVEL = "travel"
    RITUAL = "ritual"
    CHOICE = "choice"


class Loyalty(StrEnum):
    """The loyalty cards; `?` is the back."""

    HIDDEN = "?"
    HUMAN = "human"
    HYBRID = "hybrid"
    CULTIST = "cultist"


class Passenger(StrEnum):
    """The passenger tokens by what they show; `?` is the back."""

    HIDDEN = "?"
    SOUL = "soul"
    TWO_SOULS = "two_souls"
    SOUL_AND_SANITY = "soul_and_sanity"
    NOTHING = "nothing"


class SkillCard(StrEnum):
    """The skill cards by type, title and value; `?` is the back. Copies of one face are the same card."""

    HIDDEN = "?"
    COORDINATED_EFFORT_1 = "influence/coordinated_effort/1"
    COORDINATED_EFFORT_2 = "influence/coordinated_effort/2"
    NOTHING_TO_HIDE_3 = "influence/nothing_to_hide/3"
    NOTHING_TO_HIDE_4 = "influence/nothing_to_hide/4"
    INSPIRING_SPEECH_5 = "influence/inspiring_speech/5"
    SHRIVELLING_1 = "lore/shrivelling/1"
    SHRIVELLING_2 = "lore/shrivelling/2"
    LESSER_BANISHMENT_3 = "lore/lesser_banishment/3"
    LESSER_BANISHMENT_4 = "lore/lesser_banishment/4"
    FORCED_LEARNING_5 = "lore/forced_learning/5"
    WATCH_AND_LEARN_1 = "observation/watch_and_learn/1"
    WATCH_AND_LEARN_2 = "observation/watch_and_learn/2"
    KEEN_INSIGHT_3 = "observation/keen_insight/3"
    KEEN_INSIGHT_4 = "observation/keen_insight/4"
    PREPARATION_5 = "observation/preparation/5"
    COMBAT_TRAINING_1 = "strength/combat_training/1"
    COMBAT_TRAINING_2 = "strength/combat_training/2"
    RAMPAGE_3 = "strength/rampage/3"
    RAMPAGE_4 = "strength/rampage/4"
    SHRUG_IT_OFF_5 = "strength/shrug_it_off/5"
    PERSISTENCE_1 = "will/persistence/1"
    PERSISTENCE_2 = "will/persistence/2"
    DETERMINATION_3 = "will/determination/3"
    DETERMINATION_4 = "will/determination/4"
    TRUE_GRIT_5 = "will/true_grit/5"
    REINFORCEMENTS_1 = "treachery/reinforcements/1"
    CALL_TO_ACTION_2 = "treachery/call_to_action/2"
    SIREN_SONG_3 = "treachery/siren_song/3"
    RANSACK_4 = "treachery/ransack/4"
    PERFORM_RITES_5 = "treachery/perform_rites/5"

    def __init__(self, printed: str) -> None:
        """Read type, ability and value from the name once, because the rules use them all the time."""
        skill, _, rest = printed.partition("/")
        title, _, value = rest.partition("/")
        self.skill: Skill | None = Skill(skill) if title else None
        self.ability: str = title
        self.strength: int = int(value) if value else 0


class Character(StrEnum):
    """The ten characters; `?` before one is chosen."""

    HIDDEN = "?"
    KEILANI = "keilani"
    ARJUN = "arjun"
    SVETLANA = "svetlana"
    JEANNE = "jeanne"
    JAMIE = "jamie"
    WILLIAM = "william"
    BEATRICE = "beatrice"
    ISHMAEL = "ishmael"
    EDMUND = "edmund"
    SAMIRA = "samira"


class Item(StrEnum):
    """The twenty items; `?` is the back."""

    HIDDEN = "?"
    SPEAKING_TRUMPET = "speaking_trumpet"
    SIX_SHOOTER = "six_shooter"
    TRAVEL_PHARMACY = "travel_pharmacy"
    TOOL_KIT = "tool_kit"
    REPEATING_RIFLE = "repeating_rifle"
    ELDER_SIGN_AMULET = "elder_sign_amulet"
    ALMANAC = "almanac"
    BOOK_OF_DAGON = "book_of_dagon"
    LUCKY_RING = "lucky_ring"
    STARBUCK = "starbuck"
    POCKET_PISTOL = "pocket_pistol"
    FINE_CLOTHES = "fine_clothes"
    MYSTICAL_TEXT = "mystical_text"
    BINOCULARS = "binoculars"
    MEDICINE_BALL = "medicine_ball"
    TREASURED_MEMENTO = "treasured_memento"
    JAM_TIN_GRENADE = "jam_tin_grenade"
    KITCHEN_KNIFE = "kitchen_knife"
    PLIMSOLLS = "plimsolls"
    SHOTGUN = "shotgun"


class Spell(StrEnum):
    """The nineteen spells, one of them twice in the deck; `?` is the back."""

    HIDDEN = "?"
    ALCHEMICAL_TRANSMUTATION = "alchemical_transmutation"
    ASTRAL_TRAVEL = "astral_travel"
    CALL_DOWN_THE_STORM = "call_down_the_storm"
    CALL_FRIENDS = "call_friends"
    CLOUD_MEMORY = "cloud_memory"
    CONJURATION = "conjuration"
    DARK_PACT = "dark_pact"
    FEED_THE_MIND = "feed_the_mind"
    FLESH_WARD = "flesh_ward"
    FORESEE = "foresee"
    GREATER_BANISHMENT = "greater_banishment"
    HEAL = "heal"
    LURE_MONSTER = "lure_monster"
    PLAGUE_OF_LOCUSTS = "plague_of_locusts"
    RAISE_THE_DEAD = "raise_the_dead"
    REVELATION_OF_SCRIPT = "revelation_of_script"
    SUMMON_FIRE = "summon_fire"
    SUMMON_THE_BEAST_WITHIN = "summon_the_beast_within"
    VOICE_OF_RA = "voice_of_ra"


class Waypoint(StrEnum):
    """The twenty waypoints; `?` is the back."""

    HIDDEN = "?"
    ABANDONED_DEPOT = "abandoned_depot"
    DESERTED_ISLAND = "deserted_island"
    HURRICANE = "hurricane"
    ICEBERG = "iceberg"
    REEF = "reef"
    SHIPWRECK_SURVIVORS = "shipwreck_survivors"
    WRECKED_SHIP = "wrecked_ship"
    DEEP_ONE_CITY = "deep_one_city"
    FOG_BANK = "fog_bank"
    MAELSTROM = "maelstrom"
    RAINSTORM = "rainstorm"
    ROGUE_WAVE = "rogue_wave"
    ROLLING_SEAS = "rolling_seas"
    SEA_SMOKE = "sea_smoke"
    SEAWEED_PATCH = "seaweed_patch"
    SMOOTH_SAILING = "smooth_sailing"
    CALM_WATERS = "calm_waters"
    DEEP_ONE_AMBUSH = "deep_one_ambush"
    ROUGH_WATER = "rough_water"
    STORMY_SEAS = "stormy_seas"


class Damage(StrEnum):
    """The nine damage cards; `?` is the back."""

    HIDDEN = "?"
    STRUCTURAL_INFLUENCE = "structural_influence"
    STRUCTURAL_LORE = "structural_lore"
    STRUCTURAL_OBSERVATION = "structural_observation"
    STRUCTURAL_STRENGTH = "structural_strength"
    STRUCTURAL_WILL = "structural_will"
    STRUCTURAL_ANY = "structural_any"
    FUEL_LEAK = "fuel_leak"
    FLOODED_FOOD_STORES = "flooded_food_stores"
    FLEEING_PASSENGERS = "fleeing_passengers"


class Mythos(StrEnum):
    """The seventy mythos cards; `?` is the back."""

    HIDDEN = "?"
    ACCUSATION = "accusation"
    ADRIFT_FISHING_BOAT = "adrift_fishing_boat"
    BARRICADE_THE_HATCHES = "barricade_the_hatches"
    BUCKET_BRIGADE = "bucket_brigade"
    CLASS_STRUGGLE = "class_struggle"
    COAL_BUNKER_FIRE = "coal_bunker_fire"
    COLLISION_COURSE = "collision_course"
    COORDINATED_ASSAULT = "coordinated_assault"
    CRIMINAL_ACTIVITY = "criminal_activity"
    DAMAGED_EVAPORATOR = "damaged_evaporator"
    DEEP_ONE_FEINT = "deep_one_feint"
    DEEP_ONE_SWARM = "deep_one_swarm"
    DINGHY_LAUNCH = "dinghy_launch"
    DISTURBING_DREAMS = "disturbing_dreams"
    E_O_T_FAILURE = "e_o_t_failure"
    FEAR_OF_THE_UNKNOWN = "fear_of_the_unknown"
    FIREMEN_STRIKE = "firemen_strike"
    FLOODING_COMPARTMENT = "flooding_compartment"
    FOOD_RATIONING = "food_rationing"
    FOOD_STORES_RAID = "food_stores_raid"
    HORRIFIC_VISIONS = "horrific_visions"
    HULL_LEAK = "hull_leak"
    HYPNOTIC_MELODY = "hypnotic_melody"
    IDENTITY_CRISIS = "identity_crisis"
    IMPROVISED_FUEL_SOURCE = "improvised_fuel_source"
    INCOMING_SOS = "incoming_sos"
    INFECTION = "infection"
    INFILTRATOR = "infiltrator"
    JAIL_BREAK = "jail_break"
    JUST_DESSERTS = "just_desserts"
    KITTY_LITTER = "kitty_litter"
    LOOMING_BREAKDOWN = "looming_breakdown"
    LURE_OF_YHA_NTHLEI = "lure_of_yha_nthlei"
    MISSING_JEWELRY = "missing_jewelry"
    MISSING_MUNITIONS = "missing_munitions"
    MISSING_PARENTS = "missing_parents"
    MYSTERIOUS_LIFEBOAT = "mysterious_lifeboat"
    ON_THE_OFFENSIVE = "on_the_offensive"
    OPEN_THE_GATE = "open_the_gate"
    PASSENGER_OVERBOARD = "passenger_overboard"
    PASSENGER_RIOT = "passenger_riot"
    POISONED_FOOD = "poisoned_food"
    POWER_TO_THE_PEOPLE = "power_to_the_people"
    RALLY_THE_CREW = "rally_the_crew"
    RAT_INFESTATION = "rat_infestation"
    RITUAL_COORDINATION = "ritual_coordination"
    RITUAL_SUPPORT = "ritual_support"
    SACRIFICE_DEEP_ONE = "sacrifice_deep_one"
    SEWAGE_BACKUP = "sewage_backup"
    SHIPBOARD_FIRE = "shipboard_fire"
    STOLEN_RITUAL_COMPONENTS = "stolen_ritual_components"
    STRANGE_VISION = "strange_vision"
    THE_ANARCHO_INDIVIDUALIST = "the_anarcho_individualist"
    THE_CAPTAINS_BANQUET = "the_captains_banquet"
    THE_FATHERS_FAVOR = "the_fathers_favor"
    THE_MOTHERS_WRATH = "the_mothers_wrath"
    TOO_MANY_BODIES = "too_many_bodies"
    TRANSFORMATION = "transformation"
    VOLUNTEER_ARMY = "volunteer_army"
    HOLD_THE_LINE = "hold_the_line"
    HISTORY_REPEATS = "history_repeats"
    THE_PEACEMAKER = "the_peacemaker"
    DO_NO_HARM = "do_no_harm"
    SIGNS_OF_LIFE = "signs_of_life"
    THE_GAME_IS_AFOOT = "the_game_is_afoot"
    MEMORY_OF_THE_DEEP = "memory_of_the_deep"
    MISCALCULATION = "miscalculation"
    FAMILY_TIES = "family_ties"
    GIFT_OF_THE_MOTHER = "gift_of_the_mother"
    TICKET_PLEASE = "ticket_please"


class CharacterSheet(msgspec.Struct, frozen=True):
    """What is printed on a character sheet."""

    character: Character
    name: str
    role: str
    skills: dict[Skill, int]
    """The skill set: the number of cards of each type that the player draws."""
    space: Space
    item: Item
    captain_rank: int
    keeper_rank: int
    ability: str
    feat: str
    mythos: Mythos


class ItemCard(msgspec.Struct, frozen=True):
    """What is printed on an item."""

    item: Item
    name: str
    kind: str
    """`weapon`, `upgrade`, or empty."""


class WaypointCard(msgspec.Struct, frozen=True):
    """What is printed on a waypoint."""

    waypoint: Waypoint
    name: str
    distance: int
    fuel: int


class DamageCard(msgspec.Struct, frozen=True):
    """What is printed on a damage card; for structural damage, what repairs it."""

    damage: Damage
    name: str
    skill: Skill | None
    """The type of card that repairs it; None if any type does."""
    repair: int
    """The value that repairs it; 0 for a card that does not stay on a space."""


class MythosCard(msgspec.Struct, frozen=True):
    """What is printed on a mythos card. What its crisis does is in `crises`."""

    mythos: Mythos
    name: str
    crisis: str
    """`skill_test`, `choice` or `combination`."""
    chooser: str
    """`captain`, `keeper`, `active`, a character, or empty if nobody chooses."""
    difficulty: int
    partial: int
    """The total for a partial success, or 0 if there is none."""
    skills: tuple[Skill, ...]
    activation: Symbol
    progress: Progress
    character: Character
    """The character a green card is about; `HIDDEN` for the others."""
    options: tuple[str, str]
    """What its two options do, as parts of a sentence; empty if there is nothing to choose."""


def _sheet(row: dict[str, str]) -> CharacterSheet:
    return CharacterSheet(
        character=Character(row["character"]),
        name=row["name"],
        role=row["role"],
        skills={skill: int(row[skill]) for skill in ORDINARY if int(row[skill])},
        space=Space(row["space"]),
        item=Item(row["item"]),
        captain_rank=int(row["captain_rank"]),
        keeper_rank=int(row["keeper_rank"]),
        ability=row["ability"],
        feat=row["feat"],
        mythos=Mythos(row["mythos"]),
    )


def _mythos(row: dict[str, str]) -> MythosCard:
    return MythosCard(
        mythos=Mythos(row["mythos"]),
        name=row["name"],
        crisis=row["crisis"],
        chooser=row["chooser"],
        difficulty=int(row["difficulty"] or 0),
        partial=int(row["partial"] or 0),
        skills=tuple([Skill(skill) for skill in row["skills"].split()]),
        activation=Symbol(row["activation"]),
        progress=Progress(row["progress"]),
        character=Character(row["character"] or "?"),
        options=("the test" if row["crisis"] == "combination" else row["first"], row["second"]),
    )


LORE, TREACHERY = Skill.LORE, Skill.TREACHERY
MONARCHS: tuple[Monarch, ...] = tuple(Monarch)
SKILLS: tuple[Skill, ...] = tuple(Skill)
"""Tuples, because walking through an enum is slow and the rules do it all the time."""

ORDINARY: tuple[Skill, ...] = tuple([skill for skill in SKILLS if skill is not TREACHERY])
"""The five types that are not treachery."""

CHARACTERS: dict[Character, CharacterSheet] = {
    sheet.character: sheet for sheet in map(_sheet, read_table("unfathomable", "characters"))
}
ITEMS: dict[Item, ItemCard] = {
    card.item: card
    for card in [
        ItemCard(Item(row["item"]), row["name"], row["kind"]) for row in read_table("unfathomable", "items")
    ]
}
SPELLS: dict[Spell, str] = {Spell(row["spell"]): row["name"] for row in read_table("unfathomable", "spells")}
WAYPOINTS: dict[Waypoint, WaypointCard] = {
    card.waypoint: card
    for card in [
        WaypointCard(Waypoint(row["waypoint"]), row["name"], int(row["distance"]), int(row["fuel"]))
        for row in read_table("unfathomable", "waypoints")
    ]
}
DAMAGES: dict[Damage, DamageCard] = {
    card.damage: card
    for card in [
        DamageCard(
            Damage(row["damage"]),
            row["name"],
            Skill(row["skill"]) if row["skill"] else None,
            int(row["repair"]),
        )
        for row in read_table("unfathomable", "damage")
    ]
}
MYTHOS: dict[Mythos, MythosCard] = {
    card.mythos: card for card in map(_mythos, read_table("unfathomable", "mythos"))
}
SKILL_NAMES: dict[str, str] = {row["title"]: row["name"] for row in read_table("unfathomable", "skills")}
"""The printed name of every title of skill card."""

SKILL_CARDS: tuple[SkillCard, ...] = tuple(
    [
        SkillCard(f"{row['skill']}/{row['title']}/{row['value']}")
        for row in read_table("unfathomable", "skills")
        for _ in range(int(row["copies"]))
    ]
)
SKILL_DECKS: dict[Skill, list[SkillCard]] = {
    skill: [card for card in SKILL_CARDS if card.skill is skill] for skill in SKILLS
}
SPELL_CARDS: tuple[Spell, ...] = tuple(
    [Spell(row["spell"]) for row in read_table("unfathomable", "spells") for _ in range(int(row["copies"]))]
)
PASSENGERS: tuple[Passenger, ...] = (
    *[Passenger.SOUL] * 5,
    Passenger.TWO_SOULS,
    Passenger.SOUL_AND_SANITY,
    *[Passenger.NOTHING] * 2,
)
LOSSES: dict[Passenger, tuple[Resource, ...]] = {
    Passenger.SOUL: (Resource.SOULS,),
    Passenger.TWO_SOULS: (Resource.SOULS, Resource.SOULS),
    Passenger.SOUL_AND_SANITY: (Resource.SOULS, Resource.SANITY),
    Passenger.NOTHING: (),
}
"""The symbols on a passenger token: what is lost when it is defeated."""

DEEP_ONES_IN_THE_BOX = 20
HAND_LIMIT = 10
MOST_OF_A_RESOURCE = 10
DIE_FACES = 8
