"""The table of Unfathomable as plain data. The facts, each with its fold into this state, are in `facts`.

One state serves the open table and every seat's view: a view is the fold of what that seat was told, in which cards
out of sight are backs. Of a discard pile a view keeps the top card alone, because nobody may count the others.
"""

from __future__ import annotations

import msgspec

from referee.games.unfathomable.board import DEEP, Space
from referee.games.unfathomable.cards import (
    DEEP_ONES_IN_THE_BOX,
    Character,
    Damage,
    Item,
    Loyalty,
    Monarch,
    Mythos,
    Passenger,
    Resource,
    Skill,
    SkillCard,
    Spell,
    Title,
    Waypoint,
)
from referee.games.unfathomable.options import Difficulty, ShipOptions
from referee.kernel.facts import OPEN_TABLE, Seat
from referee.kernel.game import Setup
from referee.kernel.table import Folds, folding

NOBODY: Seat = -1
_FACE_DOWN = Loyalty.HIDDEN


class Player(msgspec.Struct):
    """What one seat has before it and in its hand."""

    character: Character = Character.HIDDEN
    space: Space = DEEP
    hand: list[SkillCard] = []
    loyalty: list[Loyalty] = []
    """The cards that lie face down, in the order they came."""
    revealed: Loyalty = Loyalty.HIDDEN
    """The card that lies face up on the sheet of a revealed traitor."""
    items: list[Item] = []
    """Face up, an active upgrade included."""
    inactive: list[Item] = []
    """Upgrades that are turned down. Everyone saw them, so they are shown."""
    has_feat: bool = False
    mythos: list[Mythos] = []
    """Mythos cards that stay in the play area."""
    spells: list[Spell] = []
    """Spells that stay in the play area."""
    left_sick_bay: bool = False
    """It left the Sick Bay in another player's turn, and its own has not come to the Action step since."""

    @property
    def is_traitor(self) -> bool:
        """Say whether the player is a revealed traitor."""
        return self.revealed is not _FACE_DOWN

    @property
    def is_human(self) -> bool:
        """Say whether the player counts as a human: everyone who has not revealed."""
        return self.revealed is _FACE_DOWN


class Roll(msgspec.Struct):
    """The die roll that is being made."""

    roller: Seat
    purpose: str
    """What it is for: the id of the rule or card that asks for it."""
    is_attack: bool = False
    item: Item = Item.HIDDEN
    """The weapon of the attack, if one is used."""
    modifier: int = 0
    face: int = 0
    """What the die shows; 0 before it is rolled."""
    is_fixed: bool = False
    """The face was chosen, not rolled: it cannot be rolled again."""
    attacker: Seat = NOBODY
    """The player that attacks; -1 for a Deep One, and where the roll is no attack."""
    defender: Seat = NOBODY
    """The player whose character is attacked; -1 where none is."""
    difficulty: int = 0
    """What the result must reach, for an attack."""
    used: list[str] = []
    """Abilities used for this roll that may be used once a roll: ids of rules."""


class Peril(msgspec.Struct):
    """Who or what would be defeated now."""

    seat: Seat = NOBODY
    """The player whose character it is; -1 for a passenger."""
    space: Space = DEEP
    """Where the passenger is; the Deep stands for the supply."""
    place: int = 0
    """Which of the passengers there, counted from 0."""
    is_prevented: bool = False


class SkillTest(msgspec.Struct):
    """The skill test that is being made."""

    difficulty: int
    skills: list[Skill]
    """The helpful types."""
    partial: int = 0
    """What is enough for a partial success; 0 where there is none."""
    face_up: bool = False
    """Players add their cards face up."""
    without_chaos: bool = False
    total: int = 0
    is_counted: bool = False
    """The cards were revealed and the total is known."""
    is_mythos: bool = False
    """The test is that of a crisis."""
    result: str = ""
    """`success`, `partial` or `failure`, by the numbers or because somebody chose it; nothing while that is open."""
    used: list[str] = []
    """Abilities used in this test that may be used once a test."""
    start: int = 0
    """Where the cards of this test begin in the pile: below are those of a test that this one interrupts."""
    emptied_chaos: bool = False
    """The last chaos card went into this test, and no new chaos deck was built since."""


class State(msgspec.Struct):
    """The whole table, or what one viewer knows of it."""

    viewer: Seat
    """Whose view it is; -2 for a spectator, -1 for the open table."""
    players: list[Player]
    """In seat order."""
    resources: dict[Resource, int]
    deep_ones: dict[Space, int]
    """How many Deep Ones are where, the Deep included; spaces without any are not listed."""
    monarchs: dict[Monarch, Space]
    passengers: dict[Space, list[Passenger]]
    """The passenger tokens on deck, face down; deck spaces without any are not listed."""
    decks: dict[Skill, list[SkillCard]]
    """The last card is on top, here and in every other deck."""
    discards: dict[Skill, list[SkillCard]]
    """A viewer knows the top cards alone; the open table has all, the last on top."""
    titles: dict[Title, Seat]
    """Who holds each title; -1 before it is given."""
    damage: dict[Space, Damage]
    """The damage cards that lie on rooms."""
    deep_one_supply: int = DEEP_ONES_IN_THE_BOX
    passenger_supply: list[Passenger] = []
    passengers_gone: list[Passenger] = []
    chaos: list[SkillCard] = []
    pile: list[SkillCard] = []
    """The cards in the skill test that is being made."""
    played: list[SkillCard] = []
    """Skill cards whose ability is being resolved."""
    mythos_deck: list[Mythos] = []
    mythos_discard: list[Mythos] = []
    mythos_card: Mythos = Mythos.HIDDEN
    """The mythos card that is being resolved, if any."""
    mythos_aside: Mythos = Mythos.HIDDEN
    """A mythos card drawn before the other, while it is open which of the two is resolved."""
    mythos_drawer: Seat = NOBODY
    """Who drew the mythos card that is being resolved, or the last one."""
    mythos_chooser: Seat = NOBODY
    """Who has the choice of the crisis that is being resolved; -1 where there is none."""
    suspect: Seat = NOBODY
    """The human who is to go to the Brig if the skill test that is being made succeeds; -1 for any other test."""
    crisis_cancelled: bool = False
    """The crisis that is being resolved is called off; the symbols of the card are not."""
    mythos_held: list[Mythos] = []
    """The mythos cards that somebody is looking at, off the deck."""
    item_deck: list[Item] = []
    items_gone: list[Item] = []
    items_held: list[Item] = []
    """The items somebody is looking at, the top one first."""
    spell_deck: list[Spell] = []
    spells_held: list[Spell] = []
    """The spells that somebody is looking at, off the deck, the top one first."""
    casting: list[Spell] = []
    """The spells that are being resolved."""
    spells_gone: list[Spell] = []
    waypoint_deck: list[Waypoint] = []
    waypoints: list[Waypoint] = []
    """The waypoints in play, in the order they came."""
    arriving: Waypoint = Waypoint.HIDDEN
    """The waypoint in the row whose effects are being resolved, if any."""
    waypoints_gone: list[Waypoint] = []
    waypoints_held: list[Waypoint] = []
    """The waypoints somebody is looking at, the top one first."""
    damage_deck: list[Damage] = []
    damage_gone: list[Damage] = []
    damage_drawn: list[Damage] = []
    """Damage cards that are being resolved."""
    loyalty_deck: list[Loyalty] = []
    travel: int = 0
    """Where the travel marker is; 0 is the start, and on 4 the ship arrives."""
    ritual: int = 0
    """Where the ritual marker is; 0 is the start, and on 4 the ritual is cast."""
    is_awake: bool = False
    """The Awakening has been."""
    without_cultist: bool = False
    difficulty: Difficulty = Difficulty.STANDARD
    start: Seat = 0
    """Who had the first turn."""
    active: Seat = 0
    """Whose turn it is."""
    turn: int = 0
    step: str = ""
    """`skills`, `actions`, `mythos` or `discard`."""
    actions_left: int = 0
    used: list[str] = []
    """Abilities used this turn that may be used once a turn: ids of rules, and `room.<space>` for rooms."""
    revealed_this_turn: bool = False
    """The active player revealed in this turn."""
    barricaded: bool = False
    """No Deep One moves into an interior space for the rest of the turn."""
    roll: Roll | None = None
    skill_test: SkillTest | None = None
    outer_tests: list[SkillTest] = []
    """Tests that an effect of theirs interrupts with another test, outermost first."""
    peril: Peril | None = None

    @property
    def is_open(self) -> bool:
        """Say whether this is the open table, where every card shows its face."""
        return self.viewer == OPEN_TABLE

    def sees(self, seat: Seat) -> bool:
        """Say whether this viewer sees what the seat alone may see."""
        return self.viewer in (seat, OPEN_TABLE)

    def seat_of(self, character: Character) -> Seat:
        """Who plays a character; `NOBODY` if nobody does."""
        for seat, player in enumerate(self.players):
            if player.character is character:
                return seat
        return NOBODY

    def humans(self) -> list[Seat]:
        """The seats that have not revealed as traitors."""
        return [seat for seat, player in enumerate(self.players) if player.revealed is _FACE_DOWN]

    def on(self, space: Space) -> list[Seat]:
        """The seats whose characters are on a space."""
        return [seat for seat, player in enumerate(self.players) if player.space is space]

    def humans_on(self, space: Space) -> list[Seat]:
        """The seats on a space that have not revealed as traitors."""
        return [
            seat
            for seat, player in enumerate(self.players)
            if player.space is space and player.revealed is _FACE_DOWN
        ]

    def traitors_on(self, space: Space) -> list[Seat]:
        """The revealed traitors on a space."""
        return [
            seat
            for seat, player in enumerate(self.players)
            if player.space is space and player.revealed is not _FACE_DOWN
        ]

    def has_enemy(self, space: Space) -> bool:
        """Say whether a Deep One or a revealed traitor is on a space."""
        return bool(self.deep_ones.get(space) or self.traitors_on(space))


def new_state(setup: Setup, viewer: Seat) -> State:
    """An empty table."""
    options = setup.options if isinstance(setup.options, ShipOptions) else ShipOptions()
    return State(
        viewer=viewer,
        players=[Player() for _ in range(setup.seats)],
        resources=dict.fromkeys(Resource, 0),
        deep_ones={},
        monarchs=dict.fromkeys(Monarch, DEEP),
        passengers={},
        decks={skill: [] for skill in Skill},
        discards={skill: [] for skill in Skill},
        titles=dict.fromkeys(Title, NOBODY),
        damage={},
        without_cultist=options.without_cultist,
        difficulty=options.difficulty,
    )


FOLDS: Folds = {}
folds = folding(FOLDS)


def drop_card(hand: list[SkillCard], card: SkillCard) -> None:
    """Take a card out of a hand; out of a hand not seen, one of its backs."""
    hand.remove(card if card in hand else SkillCard.HIDDEN)


def add_to_discard(state: State, cards: tuple[SkillCard, ...]) -> None:
    """Lay cards on the discard piles of their types, the last on top. A view keeps the top card alone."""
    is_open = state.is_open
    for card in cards:
        if card.skill is not None:
            pile = state.discards[card.skill]
            if not is_open:
                pile.clear()
            pile.append(card)
