"""The table of Unfathomable as plain data. The facts, each with its fold into this state, are in `facts`.

The open table and every seat's view are the same kind of state: a view is folded from what that seat was told, and
hidden cards in it are backs. A view has only the top card of a discard pile, because nobody may count the others.
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


class Player(msgspec.Struct):
    """What a player has in its hand and in its play area."""

    character: Character = Character.HIDDEN
    space: Space = DEEP
    hand: list[SkillCard] = []
    loyalty: list[Loyalty] = []
    """The face-down cards, in the order they were received."""
    revealed: Loyalty = Loyalty.HIDDEN
    """The face-up card of a revealed traitor."""
    items: list[Item] = []
    """Face-up items, an active upgrade included."""
    inactive: list[Item] = []
    """Upgrades that are turned face down. Everyone has seen them, so they are shown."""
    has_feat: bool = False
    mythos: list[Mythos] = []
    """Mythos cards that stay in the play area."""
    spells: list[Spell] = []
    """Spells that stay in the play area."""
    left_sick_bay: bool = False
    """Whether it left the Sick Bay in another player's turn and has not reached its own Action step since."""

    @property
    def is_traitor(self) -> bool:
        """Return whether the player is a revealed traitor."""
        return self.revealed is not Loyalty.HIDDEN

    @property
    def is_human(self) -> bool:
        """Return whether the player counts as a human, like everyone who has not revealed."""
        return self.revealed is Loyalty.HIDDEN


class Roll(msgspec.Struct):
    """The die roll that is being made."""

    roller: Seat
    purpose: str
    """The id of the rule or card that asks for the roll."""
    is_attack: bool = False
    item: Item = Item.HIDDEN
    """The item whose action the attack is, if any."""
    modifier: int = 0
    face: int = 0
    """The face of the die; 0 before it is rolled."""
    is_fixed: bool = False
    """Whether the face was chosen, not rolled, and cannot be rerolled."""
    attacker: Seat = NOBODY
    """The player who attacks; -1 for a Deep One, and for a roll that is not an attack."""
    defender: Seat = NOBODY
    """The player whose character is attacked or may be defeated by the roll; -1 if there is none."""
    difficulty: int = 0
    """The result that an attack must reach; 0 for any other roll."""
    used: list[str] = []
    """Once-per-roll abilities used for this roll: ids of rules."""


class Peril(msgspec.Struct):
    """Who would be defeated now."""

    seat: Seat = NOBODY
    """The player whose character is in peril; -1 for a passenger."""
    space: Space = DEEP
    """The space of the passenger; the Deep stands for the supply."""
    place: int = 0
    """The passenger's place on the space, counted from 0."""
    is_prevented: bool = False


class SkillTest(msgspec.Struct):
    """The skill test that is being made."""

    difficulty: int
    skills: list[Skill]
    """The helpful types."""
    partial: int = 0
    """The total for a partial success; 0 if there is none."""
    face_up: bool = False
    """Whether players add their cards face up."""
    without_chaos: bool = False
    total: int = 0
    is_counted: bool = False
    """Whether the cards were revealed and the total is known."""
    is_mythos: bool = False
    """Whether the test is that of a crisis."""
    result: str = ""
    """`success`, `partial` or `failure`, by the total or by choice; empty before that."""
    used: list[str] = []
    """Once-per-test abilities used in this test: ids of rules."""
    start: int = 0
    """Where the cards of this test begin in the pile, after those of a test that it interrupts."""
    emptied_chaos: bool = False
    """Whether the last chaos card went into this test and no new chaos deck was built since."""


class State(msgspec.Struct):
    """The whole table, or what one viewer knows of it."""

    viewer: Seat
    """The seat whose view it is; -2 for a spectator, -1 for the open table."""
    players: list[Player]
    """In seat order."""
    resources: dict[Resource, int]
    deep_ones: dict[Space, int]
    """The number of Deep Ones by space, the Deep included; spaces without any are left out."""
    monarchs: dict[Monarch, Space]
    passengers: dict[Space, list[Passenger]]
    """The face-down passenger tokens by deck space; spaces without any are left out."""
    decks: dict[Skill, list[SkillCard]]
    """The last card is on top, here and in every other deck."""
    discards: dict[Skill, list[SkillCard]]
    """The last card is on top. A view knows only the top cards."""
    titles: dict[Title, Seat]
    """The holder of each title; -1 before it is given."""
    damage: dict[Space, Damage]
    """The damage cards on rooms."""
    deep_one_supply: int = DEEP_ONES_IN_THE_BOX
    passenger_supply: list[Passenger] = []
    passengers_gone: list[Passenger] = []
    chaos: list[SkillCard] = []
    pile: list[SkillCard] = []
    """The cards in the current skill test."""
    played: list[SkillCard] = []
    """Skill cards whose ability is being resolved."""
    mythos_deck: list[Mythos] = []
    mythos_discard: list[Mythos] = []
    mythos_card: Mythos = Mythos.HIDDEN
    """The mythos card that is being resolved, if any."""
    mythos_aside: Mythos = Mythos.HIDDEN
    """The first of two mythos cards drawn, until one of the two is chosen."""
    mythos_drawer: Seat = NOBODY
    """The player who drew the current mythos card, or the last one."""
    mythos_chooser: Seat = NOBODY
    """The player who has the choice of the current crisis; -1 if there is none."""
    suspect: Seat = NOBODY
    """The human who goes to the Brig if the current skill test succeeds; -1 for any other test."""
    crisis_cancelled: bool = False
    """Whether the current crisis is cancelled; the symbols of the card are not."""
    mythos_held: list[Mythos] = []
    """The mythos cards that somebody has taken from the deck to look at."""
    item_deck: list[Item] = []
    items_gone: list[Item] = []
    items_held: list[Item] = []
    """The items that somebody is looking at, the top one first."""
    spell_deck: list[Spell] = []
    spells_held: list[Spell] = []
    """The spells that somebody has taken from the deck to look at, the top one first."""
    casting: list[Spell] = []
    """The spells that are being resolved."""
    spells_gone: list[Spell] = []
    waypoint_deck: list[Waypoint] = []
    waypoints: list[Waypoint] = []
    """The waypoints in play, in the order they were placed."""
    arriving: Waypoint = Waypoint.HIDDEN
    """The waypoint in the row that is being resolved, if any."""
    waypoints_gone: list[Waypoint] = []
    waypoints_held: list[Waypoint] = []
    """The waypoints that somebody is looking at, the top one first."""
    damage_deck: list[Damage] = []
    damage_gone: list[Damage] = []
    damage_drawn: list[Damage] = []
    """Damage cards that are being resolved."""
    loyalty_deck: list[Loyalty] = []
    travel: int = 0
    """The space of the travel marker: 0 is the start, at 4 the ship arrives."""
    ritual: int = 0
    """The space of the ritual marker: 0 is the start, at 4 the ritual takes place."""
    is_awake: bool = False
    """Whether the Awakening has happened."""
    without_cultist: bool = False
    difficulty: Difficulty = Difficulty.STANDARD
    start: Seat = 0
    """The player who had the first turn."""
    active: Seat = 0
    """The player whose turn it is."""
    turn: int = 0
    step: str = ""
    """`skills`, `actions`, `mythos` or `discard`."""
    actions_left: int = 0
    used: list[str] = []
    """Once-per-turn abilities used this turn: ids of rules, and `room.<space>` for rooms."""
    revealed_this_turn: bool = False
    """Whether the active player revealed this turn."""
    barricaded: bool = False
    """Whether Deep Ones cannot move into an interior space for the rest of the turn."""
    roll: Roll | None = None
    skill_test: SkillTest | None = None
    outer_tests: list[SkillTest] = []
    """Tests that were interrupted by another test, outermost first."""
    peril: Peril | None = None

    @property
    def is_open(self) -> bool:
        """Return whether this is the open table, where every card shows its face."""
        return self.viewer == OPEN_TABLE

    def sees(self, seat: Seat) -> bool:
        """Return whether this viewer sees what only that seat may see."""
        return self.viewer in (seat, OPEN_TABLE)

    def seat_of(self, character: Character) -> Seat:
        """Return the seat that plays a character, or `NOBODY`."""
        for seat, player in enumerate(self.players):
            if player.character is character:
                return seat
        return NOBODY

    def humans(self) -> list[Seat]:
        """Return the seats that have not revealed as traitors."""
        return [seat for seat, player in enumerate(self.players) if player.is_human]

    def on(self, space: Space) -> list[Seat]:
        """Return the seats whose characters are on a space."""
        return [seat for seat, player in enumerate(self.players) if player.space is space]

    def humans_on(self, space: Space) -> list[Seat]:
        """Return the seats on a space that have not revealed as traitors."""
        return [seat for seat, player in enumerate(self.players) if player.space is space and player.is_human]

    def traitors_on(self, space: Space) -> list[Seat]:
        """Return the revealed traitors on a space."""
        return [
            seat for seat, player in enumerate(self.players) if player.space is space and player.is_traitor
        ]

    def has_enemy(self, space: Space) -> bool:
        """Return whether a Deep One or a revealed traitor is on a space."""
        return bool(self.deep_ones.get(space) or self.traitors_on(space))


def new_state(setup: Setup, viewer: Seat) -> State:
    """Return an empty table."""
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
    """Take a card out of a hand; if the hand is hidden, one of its backs."""
    hand.remove(card if card in hand else SkillCard.HIDDEN)


def add_to_discard(state: State, cards: tuple[SkillCard, ...]) -> None:
    """Put cards on the discard piles of their types, the last on top. A view keeps only the top card."""
    is_open = state.is_open
    for card in cards:
        if card.skill is not None:
            pile = state.discards[card.skill]
            if not is_open:
                pile.clear()
            pile.append(card)
