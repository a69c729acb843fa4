from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Face(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FACE_UNSPECIFIED: _ClassVar[Face]
    FACE_ALIVE: _ClassVar[Face]
    FACE_DEAD: _ClassVar[Face]
    FACE_SUCCESS: _ClassVar[Face]
    FACE_FAILURE: _ClassVar[Face]
    FACE_SABOTAGE: _ClassVar[Face]

class CharacterRole(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CHARACTER_ROLE_UNSPECIFIED: _ClassVar[CharacterRole]
    CHARACTER_ROLE_INVESTIGATOR: _ClassVar[CharacterRole]
    CHARACTER_ROLE_CULTIST: _ClassVar[CharacterRole]
    CHARACTER_ROLE_SNITCH: _ClassVar[CharacterRole]
    CHARACTER_ROLE_GENTLE_SOUL: _ClassVar[CharacterRole]
    CHARACTER_ROLE_POLTERGEIST: _ClassVar[CharacterRole]
    CHARACTER_ROLE_SLEEPER: _ClassVar[CharacterRole]
    CHARACTER_ROLE_YELLOW_TRAITOR: _ClassVar[CharacterRole]
    CHARACTER_ROLE_SEER: _ClassVar[CharacterRole]
    CHARACTER_ROLE_FIRESTARTER: _ClassVar[CharacterRole]

class Side(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SIDE_UNSPECIFIED: _ClassVar[Side]
    SIDE_INVESTIGATORS: _ClassVar[Side]
    SIDE_CULTISTS: _ClassVar[Side]
    SIDE_YELLOW: _ClassVar[Side]

class Colour(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    COLOUR_UNSPECIFIED: _ClassVar[Colour]
    COLOUR_RED: _ClassVar[Colour]
    COLOUR_ORANGE: _ClassVar[Colour]
    COLOUR_BLUE: _ClassVar[Colour]
    COLOUR_PURPLE: _ClassVar[Colour]
    COLOUR_LIGHT_BLUE: _ClassVar[Colour]
    COLOUR_GREEN: _ClassVar[Colour]

class EventCard(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    EVENT_CARD_UNSPECIFIED: _ClassVar[EventCard]
    EVENT_CARD_LIGHTNING: _ClassVar[EventCard]
    EVENT_CARD_FISHMAN: _ClassVar[EventCard]
    EVENT_CARD_PORTAL: _ClassVar[EventCard]
    EVENT_CARD_QUIET: _ClassVar[EventCard]

class Board(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BOARD_UNSPECIFIED: _ClassVar[Board]
    BOARD_ISLANDS: _ClassVar[Board]
    BOARD_UNIVERSITY: _ClassVar[Board]

class Phase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PHASE_UNSPECIFIED: _ClassVar[Phase]
    PHASE_MOVE: _ClassVar[Phase]
    PHASE_MEET: _ClassVar[Phase]
    PHASE_SAIL: _ClassVar[Phase]
    PHASE_EVENT: _ClassVar[Phase]
    PHASE_ACT: _ClassVar[Phase]
    PHASE_CLEANUP: _ClassVar[Phase]

class Cause(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CAUSE_UNSPECIFIED: _ClassVar[Cause]
    CAUSE_FOUND_DEAD: _ClassVar[Cause]
    CAUSE_VOTED_OUT: _ClassVar[Cause]
    CAUSE_PULSE_OPENED: _ClassVar[Cause]

class ClaimedPulse(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CLAIMED_PULSE_UNSPECIFIED: _ClassVar[ClaimedPulse]
    CLAIMED_PULSE_ALIVE: _ClassVar[ClaimedPulse]
    CLAIMED_PULSE_DEAD: _ClassVar[ClaimedPulse]

class ClaimedTask(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CLAIMED_TASK_UNSPECIFIED: _ClassVar[ClaimedTask]
    CLAIMED_TASK_SUCCESS: _ClassVar[ClaimedTask]
    CLAIMED_TASK_FAILURE: _ClassVar[ClaimedTask]
    CLAIMED_TASK_SABOTAGE: _ClassVar[ClaimedTask]

class MeetingPlan(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MEETING_PLAN_UNSPECIFIED: _ClassVar[MeetingPlan]
    MEETING_PLAN_MEET: _ClassVar[MeetingPlan]
    MEETING_PLAN_AVOID: _ClassVar[MeetingPlan]

class Ground(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    GROUND_UNSPECIFIED: _ClassVar[Ground]
    GROUND_HUNCH: _ClassVar[Ground]
    GROUND_KILLING: _ClassVar[Ground]
    GROUND_SABOTAGE: _ClassVar[Ground]
    GROUND_ROUTE: _ClassVar[Ground]
    GROUND_LIE: _ClassVar[Ground]
    GROUND_BALLOT: _ClassVar[Ground]

class Topic(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TOPIC_UNSPECIFIED: _ClassVar[Topic]
    TOPIC_ROLE: _ClassVar[Topic]
    TOPIC_ROUTE: _ClassVar[Topic]
    TOPIC_GIFT: _ClassVar[Topic]
    TOPIC_TASK_CARD: _ClassVar[Topic]
    TOPIC_CHECK: _ClassVar[Topic]
    TOPIC_BALLOT: _ClassVar[Topic]

class YesOrNo(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    YES_OR_NO_UNSPECIFIED: _ClassVar[YesOrNo]
    YES_OR_NO_YES: _ClassVar[YesOrNo]
    YES_OR_NO_NO: _ClassVar[YesOrNo]
    YES_OR_NO_REFUSE: _ClassVar[YesOrNo]
FACE_UNSPECIFIED: Face
FACE_ALIVE: Face
FACE_DEAD: Face
FACE_SUCCESS: Face
FACE_FAILURE: Face
FACE_SABOTAGE: Face
CHARACTER_ROLE_UNSPECIFIED: CharacterRole
CHARACTER_ROLE_INVESTIGATOR: CharacterRole
CHARACTER_ROLE_CULTIST: CharacterRole
CHARACTER_ROLE_SNITCH: CharacterRole
CHARACTER_ROLE_GENTLE_SOUL: CharacterRole
CHARACTER_ROLE_POLTERGEIST: CharacterRole
CHARACTER_ROLE_SLEEPER: CharacterRole
CHARACTER_ROLE_YELLOW_TRAITOR: CharacterRole
CHARACTER_ROLE_SEER: CharacterRole
CHARACTER_ROLE_FIRESTARTER: CharacterRole
SIDE_UNSPECIFIED: Side
SIDE_INVESTIGATORS: Side
SIDE_CULTISTS: Side
SIDE_YELLOW: Side
COLOUR_UNSPECIFIED: Colour
COLOUR_RED: Colour
COLOUR_ORANGE: Colour
COLOUR_BLUE: Colour
COLOUR_PURPLE: Colour
COLOUR_LIGHT_BLUE: Colour
COLOUR_GREEN: Colour
EVENT_CARD_UNSPECIFIED: EventCard
EVENT_CARD_LIGHTNING: EventCard
EVENT_CARD_FISHMAN: EventCard
EVENT_CARD_PORTAL: EventCard
EVENT_CARD_QUIET: EventCard
BOARD_UNSPECIFIED: Board
BOARD_ISLANDS: Board
BOARD_UNIVERSITY: Board
PHASE_UNSPECIFIED: Phase
PHASE_MOVE: Phase
PHASE_MEET: Phase
PHASE_SAIL: Phase
PHASE_EVENT: Phase
PHASE_ACT: Phase
PHASE_CLEANUP: Phase
CAUSE_UNSPECIFIED: Cause
CAUSE_FOUND_DEAD: Cause
CAUSE_VOTED_OUT: Cause
CAUSE_PULSE_OPENED: Cause
CLAIMED_PULSE_UNSPECIFIED: ClaimedPulse
CLAIMED_PULSE_ALIVE: ClaimedPulse
CLAIMED_PULSE_DEAD: ClaimedPulse
CLAIMED_TASK_UNSPECIFIED: ClaimedTask
CLAIMED_TASK_SUCCESS: ClaimedTask
CLAIMED_TASK_FAILURE: ClaimedTask
CLAIMED_TASK_SABOTAGE: ClaimedTask
MEETING_PLAN_UNSPECIFIED: MeetingPlan
MEETING_PLAN_MEET: MeetingPlan
MEETING_PLAN_AVOID: MeetingPlan
GROUND_UNSPECIFIED: Ground
GROUND_HUNCH: Ground
GROUND_KILLING: Ground
GROUND_SABOTAGE: Ground
GROUND_ROUTE: Ground
GROUND_LIE: Ground
GROUND_BALLOT: Ground
TOPIC_UNSPECIFIED: Topic
TOPIC_ROLE: Topic
TOPIC_ROUTE: Topic
TOPIC_GIFT: Topic
TOPIC_TASK_CARD: Topic
TOPIC_CHECK: Topic
TOPIC_BALLOT: Topic
YES_OR_NO_UNSPECIFIED: YesOrNo
YES_OR_NO_YES: YesOrNo
YES_OR_NO_NO: YesOrNo
YES_OR_NO_REFUSE: YesOrNo

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
    __slots__ = ("path", "match_prepared", "character_placed", "packet_dealt", "cards_set_aside", "room_stocked", "unsafe_deck_shuffled", "draw_pile_shuffled", "event_deck_shuffled", "night_passed", "round_began", "phase_began", "turn_began", "action_began", "movement_ended", "blocks_removed", "round_ended", "character_moved", "boat_boarded", "landing_chosen", "boat_sailed", "boat_held", "character_landed", "move_ended", "unsafe_card_revealed", "unsafe_deck_found_empty", "unsafe_discard_taken", "tokens_revealed", "link_blocked", "deck_secured", "encounter_began", "card_given", "nothing_given", "card_pooled", "pooled_card_received", "event_drawn", "power_failed", "power_restarted", "fishman_appeared", "fishman_stayed_away", "fishman_driven_off", "portal_opened", "portal_closed", "action_passed", "room_filled", "room_card_revealed", "book_collected", "room_emptied", "room_burned", "room_viewed", "pulse_viewed", "pulse_announced", "vote_called", "ballots_opened", "ghost_appeared", "side_noted", "role_revealed", "pulse_opened", "hands_swapped", "cards_drawn", "seer_guessed", "seat_opened", "kill_count_opened", "ended", "said", "role_claimed", "role_guessed", "check_claimed", "pulse_guessed", "gift_claimed", "gift_guessed", "meeting_planned", "route_claimed", "route_denied", "destination_announced", "task_card_claimed", "task_card_denied", "camera_claimed", "accused", "defended", "vote_proposed", "ballot_announced", "abstention_announced", "asked", "suspicion_asked", "replied", "secrets_opened", "room_opened", "decks_opened")
    PATH_FIELD_NUMBER: _ClassVar[int]
    MATCH_PREPARED_FIELD_NUMBER: _ClassVar[int]
    CHARACTER_PLACED_FIELD_NUMBER: _ClassVar[int]
    PACKET_DEALT_FIELD_NUMBER: _ClassVar[int]
    CARDS_SET_ASIDE_FIELD_NUMBER: _ClassVar[int]
    ROOM_STOCKED_FIELD_NUMBER: _ClassVar[int]
    UNSAFE_DECK_SHUFFLED_FIELD_NUMBER: _ClassVar[int]
    DRAW_PILE_SHUFFLED_FIELD_NUMBER: _ClassVar[int]
    EVENT_DECK_SHUFFLED_FIELD_NUMBER: _ClassVar[int]
    NIGHT_PASSED_FIELD_NUMBER: _ClassVar[int]
    ROUND_BEGAN_FIELD_NUMBER: _ClassVar[int]
    PHASE_BEGAN_FIELD_NUMBER: _ClassVar[int]
    TURN_BEGAN_FIELD_NUMBER: _ClassVar[int]
    ACTION_BEGAN_FIELD_NUMBER: _ClassVar[int]
    MOVEMENT_ENDED_FIELD_NUMBER: _ClassVar[int]
    BLOCKS_REMOVED_FIELD_NUMBER: _ClassVar[int]
    ROUND_ENDED_FIELD_NUMBER: _ClassVar[int]
    CHARACTER_MOVED_FIELD_NUMBER: _ClassVar[int]
    BOAT_BOARDED_FIELD_NUMBER: _ClassVar[int]
    LANDING_CHOSEN_FIELD_NUMBER: _ClassVar[int]
    BOAT_SAILED_FIELD_NUMBER: _ClassVar[int]
    BOAT_HELD_FIELD_NUMBER: _ClassVar[int]
    CHARACTER_LANDED_FIELD_NUMBER: _ClassVar[int]
    MOVE_ENDED_FIELD_NUMBER: _ClassVar[int]
    UNSAFE_CARD_REVEALED_FIELD_NUMBER: _ClassVar[int]
    UNSAFE_DECK_FOUND_EMPTY_FIELD_NUMBER: _ClassVar[int]
    UNSAFE_DISCARD_TAKEN_FIELD_NUMBER: _ClassVar[int]
    TOKENS_REVEALED_FIELD_NUMBER: _ClassVar[int]
    LINK_BLOCKED_FIELD_NUMBER: _ClassVar[int]
    DECK_SECURED_FIELD_NUMBER: _ClassVar[int]
    ENCOUNTER_BEGAN_FIELD_NUMBER: _ClassVar[int]
    CARD_GIVEN_FIELD_NUMBER: _ClassVar[int]
    NOTHING_GIVEN_FIELD_NUMBER: _ClassVar[int]
    CARD_POOLED_FIELD_NUMBER: _ClassVar[int]
    POOLED_CARD_RECEIVED_FIELD_NUMBER: _ClassVar[int]
    EVENT_DRAWN_FIELD_NUMBER: _ClassVar[int]
    POWER_FAILED_FIELD_NUMBER: _ClassVar[int]
    POWER_RESTARTED_FIELD_NUMBER: _ClassVar[int]
    FISHMAN_APPEARED_FIELD_NUMBER: _ClassVar[int]
    FISHMAN_STAYED_AWAY_FIELD_NUMBER: _ClassVar[int]
    FISHMAN_DRIVEN_OFF_FIELD_NUMBER: _ClassVar[int]
    PORTAL_OPENED_FIELD_NUMBER: _ClassVar[int]
    PORTAL_CLOSED_FIELD_NUMBER: _ClassVar[int]
    ACTION_PASSED_FIELD_NUMBER: _ClassVar[int]
    ROOM_FILLED_FIELD_NUMBER: _ClassVar[int]
    ROOM_CARD_REVEALED_FIELD_NUMBER: _ClassVar[int]
    BOOK_COLLECTED_FIELD_NUMBER: _ClassVar[int]
    ROOM_EMPTIED_FIELD_NUMBER: _ClassVar[int]
    ROOM_BURNED_FIELD_NUMBER: _ClassVar[int]
    ROOM_VIEWED_FIELD_NUMBER: _ClassVar[int]
    PULSE_VIEWED_FIELD_NUMBER: _ClassVar[int]
    PULSE_ANNOUNCED_FIELD_NUMBER: _ClassVar[int]
    VOTE_CALLED_FIELD_NUMBER: _ClassVar[int]
    BALLOTS_OPENED_FIELD_NUMBER: _ClassVar[int]
    GHOST_APPEARED_FIELD_NUMBER: _ClassVar[int]
    SIDE_NOTED_FIELD_NUMBER: _ClassVar[int]
    ROLE_REVEALED_FIELD_NUMBER: _ClassVar[int]
    PULSE_OPENED_FIELD_NUMBER: _ClassVar[int]
    HANDS_SWAPPED_FIELD_NUMBER: _ClassVar[int]
    CARDS_DRAWN_FIELD_NUMBER: _ClassVar[int]
    SEER_GUESSED_FIELD_NUMBER: _ClassVar[int]
    SEAT_OPENED_FIELD_NUMBER: _ClassVar[int]
    KILL_COUNT_OPENED_FIELD_NUMBER: _ClassVar[int]
    ENDED_FIELD_NUMBER: _ClassVar[int]
    SAID_FIELD_NUMBER: _ClassVar[int]
    ROLE_CLAIMED_FIELD_NUMBER: _ClassVar[int]
    ROLE_GUESSED_FIELD_NUMBER: _ClassVar[int]
    CHECK_CLAIMED_FIELD_NUMBER: _ClassVar[int]
    PULSE_GUESSED_FIELD_NUMBER: _ClassVar[int]
    GIFT_CLAIMED_FIELD_NUMBER: _ClassVar[int]
    GIFT_GUESSED_FIELD_NUMBER: _ClassVar[int]
    MEETING_PLANNED_FIELD_NUMBER: _ClassVar[int]
    ROUTE_CLAIMED_FIELD_NUMBER: _ClassVar[int]
    ROUTE_DENIED_FIELD_NUMBER: _ClassVar[int]
    DESTINATION_ANNOUNCED_FIELD_NUMBER: _ClassVar[int]
    TASK_CARD_CLAIMED_FIELD_NUMBER: _ClassVar[int]
    TASK_CARD_DENIED_FIELD_NUMBER: _ClassVar[int]
    CAMERA_CLAIMED_FIELD_NUMBER: _ClassVar[int]
    ACCUSED_FIELD_NUMBER: _ClassVar[int]
    DEFENDED_FIELD_NUMBER: _ClassVar[int]
    VOTE_PROPOSED_FIELD_NUMBER: _ClassVar[int]
    BALLOT_ANNOUNCED_FIELD_NUMBER: _ClassVar[int]
    ABSTENTION_ANNOUNCED_FIELD_NUMBER: _ClassVar[int]
    ASKED_FIELD_NUMBER: _ClassVar[int]
    SUSPICION_ASKED_FIELD_NUMBER: _ClassVar[int]
    REPLIED_FIELD_NUMBER: _ClassVar[int]
    SECRETS_OPENED_FIELD_NUMBER: _ClassVar[int]
    ROOM_OPENED_FIELD_NUMBER: _ClassVar[int]
    DECKS_OPENED_FIELD_NUMBER: _ClassVar[int]
    path: str
    match_prepared: MatchPrepared
    character_placed: CharacterPlaced
    packet_dealt: PacketDealt
    cards_set_aside: CardsSetAside
    room_stocked: RoomStocked
    unsafe_deck_shuffled: UnsafeDeckShuffled
    draw_pile_shuffled: DrawPileShuffled
    event_deck_shuffled: EventDeckShuffled
    night_passed: NightPassed
    round_began: RoundBegan
    phase_began: PhaseBegan
    turn_began: TurnBegan
    action_began: ActionBegan
    movement_ended: MovementEnded
    blocks_removed: BlocksRemoved
    round_ended: RoundEnded
    character_moved: CharacterMoved
    boat_boarded: BoatBoarded
    landing_chosen: LandingChosen
    boat_sailed: BoatSailed
    boat_held: BoatHeld
    character_landed: CharacterLanded
    move_ended: MoveEnded
    unsafe_card_revealed: UnsafeCardRevealed
    unsafe_deck_found_empty: UnsafeDeckFoundEmpty
    unsafe_discard_taken: UnsafeDiscardTaken
    tokens_revealed: TokensRevealed
    link_blocked: LinkBlocked
    deck_secured: DeckSecured
    encounter_began: EncounterBegan
    card_given: CardGiven
    nothing_given: NothingGiven
    card_pooled: CardPooled
    pooled_card_received: PooledCardReceived
    event_drawn: EventDrawn
    power_failed: PowerFailed
    power_restarted: PowerRestarted
    fishman_appeared: FishmanAppeared
    fishman_stayed_away: FishmanStayedAway
    fishman_driven_off: FishmanDrivenOff
    portal_opened: PortalOpened
    portal_closed: PortalClosed
    action_passed: ActionPassed
    room_filled: RoomFilled
    room_card_revealed: RoomCardRevealed
    book_collected: BookCollected
    room_emptied: RoomEmptied
    room_burned: RoomBurned
    room_viewed: RoomViewed
    pulse_viewed: PulseViewed
    pulse_announced: PulseAnnounced
    vote_called: VoteCalled
    ballots_opened: BallotsOpened
    ghost_appeared: GhostAppeared
    side_noted: SideNoted
    role_revealed: RoleRevealed
    pulse_opened: PulseOpened
    hands_swapped: HandsSwapped
    cards_drawn: CardsDrawn
    seer_guessed: SeerGuessed
    seat_opened: SeatOpened
    kill_count_opened: KillCountOpened
    ended: Ended
    said: Said
    role_claimed: RoleClaimed
    role_guessed: RoleGuessed
    check_claimed: CheckClaimed
    pulse_guessed: PulseGuessed
    gift_claimed: GiftClaimed
    gift_guessed: GiftGuessed
    meeting_planned: MeetingPlanned
    route_claimed: RouteClaimed
    route_denied: RouteDenied
    destination_announced: DestinationAnnounced
    task_card_claimed: TaskCardClaimed
    task_card_denied: TaskCardDenied
    camera_claimed: CameraClaimed
    accused: Accused
    defended: Defended
    vote_proposed: VoteProposed
    ballot_announced: BallotAnnounced
    abstention_announced: AbstentionAnnounced
    asked: Asked
    suspicion_asked: SuspicionAsked
    replied: Replied
    secrets_opened: SecretsOpened
    room_opened: RoomOpened
    decks_opened: DecksOpened
    def __init__(self, path: _Optional[str] = ..., match_prepared: _Optional[_Union[MatchPrepared, _Mapping]] = ..., character_placed: _Optional[_Union[CharacterPlaced, _Mapping]] = ..., packet_dealt: _Optional[_Union[PacketDealt, _Mapping]] = ..., cards_set_aside: _Optional[_Union[CardsSetAside, _Mapping]] = ..., room_stocked: _Optional[_Union[RoomStocked, _Mapping]] = ..., unsafe_deck_shuffled: _Optional[_Union[UnsafeDeckShuffled, _Mapping]] = ..., draw_pile_shuffled: _Optional[_Union[DrawPileShuffled, _Mapping]] = ..., event_deck_shuffled: _Optional[_Union[EventDeckShuffled, _Mapping]] = ..., night_passed: _Optional[_Union[NightPassed, _Mapping]] = ..., round_began: _Optional[_Union[RoundBegan, _Mapping]] = ..., phase_began: _Optional[_Union[PhaseBegan, _Mapping]] = ..., turn_began: _Optional[_Union[TurnBegan, _Mapping]] = ..., action_began: _Optional[_Union[ActionBegan, _Mapping]] = ..., movement_ended: _Optional[_Union[MovementEnded, _Mapping]] = ..., blocks_removed: _Optional[_Union[BlocksRemoved, _Mapping]] = ..., round_ended: _Optional[_Union[RoundEnded, _Mapping]] = ..., character_moved: _Optional[_Union[CharacterMoved, _Mapping]] = ..., boat_boarded: _Optional[_Union[BoatBoarded, _Mapping]] = ..., landing_chosen: _Optional[_Union[LandingChosen, _Mapping]] = ..., boat_sailed: _Optional[_Union[BoatSailed, _Mapping]] = ..., boat_held: _Optional[_Union[BoatHeld, _Mapping]] = ..., character_landed: _Optional[_Union[CharacterLanded, _Mapping]] = ..., move_ended: _Optional[_Union[MoveEnded, _Mapping]] = ..., unsafe_card_revealed: _Optional[_Union[UnsafeCardRevealed, _Mapping]] = ..., unsafe_deck_found_empty: _Optional[_Union[UnsafeDeckFoundEmpty, _Mapping]] = ..., unsafe_discard_taken: _Optional[_Union[UnsafeDiscardTaken, _Mapping]] = ..., tokens_revealed: _Optional[_Union[TokensRevealed, _Mapping]] = ..., link_blocked: _Optional[_Union[LinkBlocked, _Mapping]] = ..., deck_secured: _Optional[_Union[DeckSecured, _Mapping]] = ..., encounter_began: _Optional[_Union[EncounterBegan, _Mapping]] = ..., card_given: _Optional[_Union[CardGiven, _Mapping]] = ..., nothing_given: _Optional[_Union[NothingGiven, _Mapping]] = ..., card_pooled: _Optional[_Union[CardPooled, _Mapping]] = ..., pooled_card_received: _Optional[_Union[PooledCardReceived, _Mapping]] = ..., event_drawn: _Optional[_Union[EventDrawn, _Mapping]] = ..., power_failed: _Optional[_Union[PowerFailed, _Mapping]] = ..., power_restarted: _Optional[_Union[PowerRestarted, _Mapping]] = ..., fishman_appeared: _Optional[_Union[FishmanAppeared, _Mapping]] = ..., fishman_stayed_away: _Optional[_Union[FishmanStayedAway, _Mapping]] = ..., fishman_driven_off: _Optional[_Union[FishmanDrivenOff, _Mapping]] = ..., portal_opened: _Optional[_Union[PortalOpened, _Mapping]] = ..., portal_closed: _Optional[_Union[PortalClosed, _Mapping]] = ..., action_passed: _Optional[_Union[ActionPassed, _Mapping]] = ..., room_filled: _Optional[_Union[RoomFilled, _Mapping]] = ..., room_card_revealed: _Optional[_Union[RoomCardRevealed, _Mapping]] = ..., book_collected: _Optional[_Union[BookCollected, _Mapping]] = ..., room_emptied: _Optional[_Union[RoomEmptied, _Mapping]] = ..., room_burned: _Optional[_Union[RoomBurned, _Mapping]] = ..., room_viewed: _Optional[_Union[RoomViewed, _Mapping]] = ..., pulse_viewed: _Optional[_Union[PulseViewed, _Mapping]] = ..., pulse_announced: _Optional[_Union[PulseAnnounced, _Mapping]] = ..., vote_called: _Optional[_Union[VoteCalled, _Mapping]] = ..., ballots_opened: _Optional[_Union[BallotsOpened, _Mapping]] = ..., ghost_appeared: _Optional[_Union[GhostAppeared, _Mapping]] = ..., side_noted: _Optional[_Union[SideNoted, _Mapping]] = ..., role_revealed: _Optional[_Union[RoleRevealed, _Mapping]] = ..., pulse_opened: _Optional[_Union[PulseOpened, _Mapping]] = ..., hands_swapped: _Optional[_Union[HandsSwapped, _Mapping]] = ..., cards_drawn: _Optional[_Union[CardsDrawn, _Mapping]] = ..., seer_guessed: _Optional[_Union[SeerGuessed, _Mapping]] = ..., seat_opened: _Optional[_Union[SeatOpened, _Mapping]] = ..., kill_count_opened: _Optional[_Union[KillCountOpened, _Mapping]] = ..., ended: _Optional[_Union[Ended, _Mapping]] = ..., said: _Optional[_Union[Said, _Mapping]] = ..., role_claimed: _Optional[_Union[RoleClaimed, _Mapping]] = ..., role_guessed: _Optional[_Union[RoleGuessed, _Mapping]] = ..., check_claimed: _Optional[_Union[CheckClaimed, _Mapping]] = ..., pulse_guessed: _Optional[_Union[PulseGuessed, _Mapping]] = ..., gift_claimed: _Optional[_Union[GiftClaimed, _Mapping]] = ..., gift_guessed: _Optional[_Union[GiftGuessed, _Mapping]] = ..., meeting_planned: _Optional[_Union[MeetingPlanned, _Mapping]] = ..., route_claimed: _Optional[_Union[RouteClaimed, _Mapping]] = ..., route_denied: _Optional[_Union[RouteDenied, _Mapping]] = ..., destination_announced: _Optional[_Union[DestinationAnnounced, _Mapping]] = ..., task_card_claimed: _Optional[_Union[TaskCardClaimed, _Mapping]] = ..., task_card_denied: _Optional[_Union[TaskCardDenied, _Mapping]] = ..., camera_claimed: _Optional[_Union[CameraClaimed, _Mapping]] = ..., accused: _Optional[_Union[Accused, _Mapping]] = ..., defended: _Optional[_Union[Defended, _Mapping]] = ..., vote_proposed: _Optional[_Union[VoteProposed, _Mapping]] = ..., ballot_announced: _Optional[_Union[BallotAnnounced, _Mapping]] = ..., abstention_announced: _Optional[_Union[AbstentionAnnounced, _Mapping]] = ..., asked: _Optional[_Union[Asked, _Mapping]] = ..., suspicion_asked: _Optional[_Union[SuspicionAsked, _Mapping]] = ..., replied: _Optional[_Union[Replied, _Mapping]] = ..., secrets_opened: _Optional[_Union[SecretsOpened, _Mapping]] = ..., room_opened: _Optional[_Union[RoomOpened, _Mapping]] = ..., decks_opened: _Optional[_Union[DecksOpened, _Mapping]] = ...) -> None: ...

class Choice(_message.Message):
    __slots__ = ("step_to", "board_boat", "step_off", "sail_now", "end_move", "land_in", "give_card", "give_nothing", "put_fishman", "pass_action", "fill_room", "collect_books", "view_room", "view_character", "restart_power", "check_pulse", "secure_corridor", "call_vote", "drive_off", "close_portal", "place_card", "say_alive", "say_dead", "vote_for", "abstain", "stay_silent", "burn_room", "declare_end", "name_seer", "place_any_card")
    STEP_TO_FIELD_NUMBER: _ClassVar[int]
    BOARD_BOAT_FIELD_NUMBER: _ClassVar[int]
    STEP_OFF_FIELD_NUMBER: _ClassVar[int]
    SAIL_NOW_FIELD_NUMBER: _ClassVar[int]
    END_MOVE_FIELD_NUMBER: _ClassVar[int]
    LAND_IN_FIELD_NUMBER: _ClassVar[int]
    GIVE_CARD_FIELD_NUMBER: _ClassVar[int]
    GIVE_NOTHING_FIELD_NUMBER: _ClassVar[int]
    PUT_FISHMAN_FIELD_NUMBER: _ClassVar[int]
    PASS_ACTION_FIELD_NUMBER: _ClassVar[int]
    FILL_ROOM_FIELD_NUMBER: _ClassVar[int]
    COLLECT_BOOKS_FIELD_NUMBER: _ClassVar[int]
    VIEW_ROOM_FIELD_NUMBER: _ClassVar[int]
    VIEW_CHARACTER_FIELD_NUMBER: _ClassVar[int]
    RESTART_POWER_FIELD_NUMBER: _ClassVar[int]
    CHECK_PULSE_FIELD_NUMBER: _ClassVar[int]
    SECURE_CORRIDOR_FIELD_NUMBER: _ClassVar[int]
    CALL_VOTE_FIELD_NUMBER: _ClassVar[int]
    DRIVE_OFF_FIELD_NUMBER: _ClassVar[int]
    CLOSE_PORTAL_FIELD_NUMBER: _ClassVar[int]
    PLACE_CARD_FIELD_NUMBER: _ClassVar[int]
    SAY_ALIVE_FIELD_NUMBER: _ClassVar[int]
    SAY_DEAD_FIELD_NUMBER: _ClassVar[int]
    VOTE_FOR_FIELD_NUMBER: _ClassVar[int]
    ABSTAIN_FIELD_NUMBER: _ClassVar[int]
    STAY_SILENT_FIELD_NUMBER: _ClassVar[int]
    BURN_ROOM_FIELD_NUMBER: _ClassVar[int]
    DECLARE_END_FIELD_NUMBER: _ClassVar[int]
    NAME_SEER_FIELD_NUMBER: _ClassVar[int]
    PLACE_ANY_CARD_FIELD_NUMBER: _ClassVar[int]
    step_to: StepTo
    board_boat: BoardBoat
    step_off: StepOff
    sail_now: SailNow
    end_move: EndMove
    land_in: LandIn
    give_card: GiveCard
    give_nothing: GiveNothing
    put_fishman: PutFishman
    pass_action: PassAction
    fill_room: FillRoom
    collect_books: CollectBooks
    view_room: ViewRoom
    view_character: ViewCharacter
    restart_power: RestartPower
    check_pulse: CheckPulse
    secure_corridor: SecureCorridor
    call_vote: CallVote
    drive_off: DriveOff
    close_portal: ClosePortal
    place_card: PlaceCard
    say_alive: SayAlive
    say_dead: SayDead
    vote_for: VoteFor
    abstain: Abstain
    stay_silent: StaySilent
    burn_room: BurnRoom
    declare_end: DeclareEnd
    name_seer: NameSeer
    place_any_card: PlaceAnyCard
    def __init__(self, step_to: _Optional[_Union[StepTo, _Mapping]] = ..., board_boat: _Optional[_Union[BoardBoat, _Mapping]] = ..., step_off: _Optional[_Union[StepOff, _Mapping]] = ..., sail_now: _Optional[_Union[SailNow, _Mapping]] = ..., end_move: _Optional[_Union[EndMove, _Mapping]] = ..., land_in: _Optional[_Union[LandIn, _Mapping]] = ..., give_card: _Optional[_Union[GiveCard, _Mapping]] = ..., give_nothing: _Optional[_Union[GiveNothing, _Mapping]] = ..., put_fishman: _Optional[_Union[PutFishman, _Mapping]] = ..., pass_action: _Optional[_Union[PassAction, _Mapping]] = ..., fill_room: _Optional[_Union[FillRoom, _Mapping]] = ..., collect_books: _Optional[_Union[CollectBooks, _Mapping]] = ..., view_room: _Optional[_Union[ViewRoom, _Mapping]] = ..., view_character: _Optional[_Union[ViewCharacter, _Mapping]] = ..., restart_power: _Optional[_Union[RestartPower, _Mapping]] = ..., check_pulse: _Optional[_Union[CheckPulse, _Mapping]] = ..., secure_corridor: _Optional[_Union[SecureCorridor, _Mapping]] = ..., call_vote: _Optional[_Union[CallVote, _Mapping]] = ..., drive_off: _Optional[_Union[DriveOff, _Mapping]] = ..., close_portal: _Optional[_Union[ClosePortal, _Mapping]] = ..., place_card: _Optional[_Union[PlaceCard, _Mapping]] = ..., say_alive: _Optional[_Union[SayAlive, _Mapping]] = ..., say_dead: _Optional[_Union[SayDead, _Mapping]] = ..., vote_for: _Optional[_Union[VoteFor, _Mapping]] = ..., abstain: _Optional[_Union[Abstain, _Mapping]] = ..., stay_silent: _Optional[_Union[StaySilent, _Mapping]] = ..., burn_room: _Optional[_Union[BurnRoom, _Mapping]] = ..., declare_end: _Optional[_Union[DeclareEnd, _Mapping]] = ..., name_seer: _Optional[_Union[NameSeer, _Mapping]] = ..., place_any_card: _Optional[_Union[PlaceAnyCard, _Mapping]] = ...) -> None: ...

class Statement(_message.Message):
    __slots__ = ("role_claimed", "role_guessed", "check_claimed", "pulse_guessed", "gift_claimed", "gift_guessed", "meeting_planned", "route_claimed", "route_denied", "destination_announced", "task_card_claimed", "task_card_denied", "camera_claimed", "accused", "defended", "vote_proposed", "ballot_announced", "abstention_announced", "asked", "suspicion_asked", "replied")
    ROLE_CLAIMED_FIELD_NUMBER: _ClassVar[int]
    ROLE_GUESSED_FIELD_NUMBER: _ClassVar[int]
    CHECK_CLAIMED_FIELD_NUMBER: _ClassVar[int]
    PULSE_GUESSED_FIELD_NUMBER: _ClassVar[int]
    GIFT_CLAIMED_FIELD_NUMBER: _ClassVar[int]
    GIFT_GUESSED_FIELD_NUMBER: _ClassVar[int]
    MEETING_PLANNED_FIELD_NUMBER: _ClassVar[int]
    ROUTE_CLAIMED_FIELD_NUMBER: _ClassVar[int]
    ROUTE_DENIED_FIELD_NUMBER: _ClassVar[int]
    DESTINATION_ANNOUNCED_FIELD_NUMBER: _ClassVar[int]
    TASK_CARD_CLAIMED_FIELD_NUMBER: _ClassVar[int]
    TASK_CARD_DENIED_FIELD_NUMBER: _ClassVar[int]
    CAMERA_CLAIMED_FIELD_NUMBER: _ClassVar[int]
    ACCUSED_FIELD_NUMBER: _ClassVar[int]
    DEFENDED_FIELD_NUMBER: _ClassVar[int]
    VOTE_PROPOSED_FIELD_NUMBER: _ClassVar[int]
    BALLOT_ANNOUNCED_FIELD_NUMBER: _ClassVar[int]
    ABSTENTION_ANNOUNCED_FIELD_NUMBER: _ClassVar[int]
    ASKED_FIELD_NUMBER: _ClassVar[int]
    SUSPICION_ASKED_FIELD_NUMBER: _ClassVar[int]
    REPLIED_FIELD_NUMBER: _ClassVar[int]
    role_claimed: RoleClaimed
    role_guessed: RoleGuessed
    check_claimed: CheckClaimed
    pulse_guessed: PulseGuessed
    gift_claimed: GiftClaimed
    gift_guessed: GiftGuessed
    meeting_planned: MeetingPlanned
    route_claimed: RouteClaimed
    route_denied: RouteDenied
    destination_announced: DestinationAnnounced
    task_card_claimed: TaskCardClaimed
    task_card_denied: TaskCardDenied
    camera_claimed: CameraClaimed
    accused: Accused
    defended: Defended
    vote_proposed: VoteProposed
    ballot_announced: BallotAnnounced
    abstention_announced: AbstentionAnnounced
    asked: Asked
    suspicion_asked: SuspicionAsked
    replied: Replied
    def __init__(self, role_claimed: _Optional[_Union[RoleClaimed, _Mapping]] = ..., role_guessed: _Optional[_Union[RoleGuessed, _Mapping]] = ..., check_claimed: _Optional[_Union[CheckClaimed, _Mapping]] = ..., pulse_guessed: _Optional[_Union[PulseGuessed, _Mapping]] = ..., gift_claimed: _Optional[_Union[GiftClaimed, _Mapping]] = ..., gift_guessed: _Optional[_Union[GiftGuessed, _Mapping]] = ..., meeting_planned: _Optional[_Union[MeetingPlanned, _Mapping]] = ..., route_claimed: _Optional[_Union[RouteClaimed, _Mapping]] = ..., route_denied: _Optional[_Union[RouteDenied, _Mapping]] = ..., destination_announced: _Optional[_Union[DestinationAnnounced, _Mapping]] = ..., task_card_claimed: _Optional[_Union[TaskCardClaimed, _Mapping]] = ..., task_card_denied: _Optional[_Union[TaskCardDenied, _Mapping]] = ..., camera_claimed: _Optional[_Union[CameraClaimed, _Mapping]] = ..., accused: _Optional[_Union[Accused, _Mapping]] = ..., defended: _Optional[_Union[Defended, _Mapping]] = ..., vote_proposed: _Optional[_Union[VoteProposed, _Mapping]] = ..., ballot_announced: _Optional[_Union[BallotAnnounced, _Mapping]] = ..., abstention_announced: _Optional[_Union[AbstentionAnnounced, _Mapping]] = ..., asked: _Optional[_Union[Asked, _Mapping]] = ..., suspicion_asked: _Optional[_Union[SuspicionAsked, _Mapping]] = ..., replied: _Optional[_Union[Replied, _Mapping]] = ...) -> None: ...

class MatchPrepared(_message.Message):
    __slots__ = ("board", "digest", "roles", "victory_points", "kills")
    BOARD_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    ROLES_FIELD_NUMBER: _ClassVar[int]
    VICTORY_POINTS_FIELD_NUMBER: _ClassVar[int]
    KILLS_FIELD_NUMBER: _ClassVar[int]
    board: Board
    digest: str
    roles: _containers.RepeatedScalarFieldContainer[CharacterRole]
    victory_points: int
    kills: int
    def __init__(self, board: _Optional[_Union[Board, str]] = ..., digest: _Optional[str] = ..., roles: _Optional[_Iterable[_Union[CharacterRole, str]]] = ..., victory_points: _Optional[int] = ..., kills: _Optional[int] = ...) -> None: ...

class CharacterPlaced(_message.Message):
    __slots__ = ("seat", "place")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    place: str
    def __init__(self, seat: _Optional[int] = ..., place: _Optional[str] = ...) -> None: ...

class PacketDealt(_message.Message):
    __slots__ = ("seat", "role", "number", "route", "hand", "start")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    ROUTE_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    seat: int
    role: CharacterRole
    number: int
    route: str
    hand: _containers.RepeatedScalarFieldContainer[Face]
    start: Face
    def __init__(self, seat: _Optional[int] = ..., role: _Optional[_Union[CharacterRole, str]] = ..., number: _Optional[int] = ..., route: _Optional[str] = ..., hand: _Optional[_Iterable[_Union[Face, str]]] = ..., start: _Optional[_Union[Face, str]] = ...) -> None: ...

class CardsSetAside(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[Face]
    def __init__(self, cards: _Optional[_Iterable[_Union[Face, str]]] = ...) -> None: ...

class RoomStocked(_message.Message):
    __slots__ = ("room", "books", "cards")
    ROOM_FIELD_NUMBER: _ClassVar[int]
    BOOKS_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    room: str
    books: int
    cards: _containers.RepeatedScalarFieldContainer[Face]
    def __init__(self, room: _Optional[str] = ..., books: _Optional[int] = ..., cards: _Optional[_Iterable[_Union[Face, str]]] = ...) -> None: ...

class UnsafeDeckShuffled(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[Face]
    def __init__(self, cards: _Optional[_Iterable[_Union[Face, str]]] = ...) -> None: ...

class DrawPileShuffled(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[Face]
    def __init__(self, cards: _Optional[_Iterable[_Union[Face, str]]] = ...) -> None: ...

class EventDeckShuffled(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[EventCard]
    def __init__(self, cards: _Optional[_Iterable[_Union[EventCard, str]]] = ...) -> None: ...

class NightPassed(_message.Message):
    __slots__ = ("seat", "roles", "numbers", "starts")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ROLES_FIELD_NUMBER: _ClassVar[int]
    NUMBERS_FIELD_NUMBER: _ClassVar[int]
    STARTS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    roles: _containers.RepeatedScalarFieldContainer[CharacterRole]
    numbers: _containers.RepeatedScalarFieldContainer[int]
    starts: _containers.RepeatedScalarFieldContainer[Face]
    def __init__(self, seat: _Optional[int] = ..., roles: _Optional[_Iterable[_Union[CharacterRole, str]]] = ..., numbers: _Optional[_Iterable[int]] = ..., starts: _Optional[_Iterable[_Union[Face, str]]] = ...) -> None: ...

class RoundBegan(_message.Message):
    __slots__ = ("round", "first")
    ROUND_FIELD_NUMBER: _ClassVar[int]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    round: int
    first: int
    def __init__(self, round: _Optional[int] = ..., first: _Optional[int] = ...) -> None: ...

class PhaseBegan(_message.Message):
    __slots__ = ("phase",)
    PHASE_FIELD_NUMBER: _ClassVar[int]
    phase: Phase
    def __init__(self, phase: _Optional[_Union[Phase, str]] = ...) -> None: ...

class TurnBegan(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class ActionBegan(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class MovementEnded(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class BlocksRemoved(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class RoundEnded(_message.Message):
    __slots__ = ("round", "kills", "kills_reached")
    ROUND_FIELD_NUMBER: _ClassVar[int]
    KILLS_FIELD_NUMBER: _ClassVar[int]
    KILLS_REACHED_FIELD_NUMBER: _ClassVar[int]
    round: int
    kills: int
    kills_reached: int
    def __init__(self, round: _Optional[int] = ..., kills: _Optional[int] = ..., kills_reached: _Optional[int] = ...) -> None: ...

class CharacterMoved(_message.Message):
    __slots__ = ("seat", "place")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    place: str
    def __init__(self, seat: _Optional[int] = ..., place: _Optional[str] = ...) -> None: ...

class BoatBoarded(_message.Message):
    __slots__ = ("seat", "boat")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    BOAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    boat: str
    def __init__(self, seat: _Optional[int] = ..., boat: _Optional[str] = ...) -> None: ...

class LandingChosen(_message.Message):
    __slots__ = ("seat", "room")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    seat: int
    room: str
    def __init__(self, seat: _Optional[int] = ..., room: _Optional[str] = ...) -> None: ...

class BoatSailed(_message.Message):
    __slots__ = ("boat", "dock")
    BOAT_FIELD_NUMBER: _ClassVar[int]
    DOCK_FIELD_NUMBER: _ClassVar[int]
    boat: str
    dock: str
    def __init__(self, boat: _Optional[str] = ..., dock: _Optional[str] = ...) -> None: ...

class BoatHeld(_message.Message):
    __slots__ = ("boat",)
    BOAT_FIELD_NUMBER: _ClassVar[int]
    boat: str
    def __init__(self, boat: _Optional[str] = ...) -> None: ...

class CharacterLanded(_message.Message):
    __slots__ = ("seat", "room")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    seat: int
    room: str
    def __init__(self, seat: _Optional[int] = ..., room: _Optional[str] = ...) -> None: ...

class MoveEnded(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class UnsafeCardRevealed(_message.Message):
    __slots__ = ("seat", "face")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    face: Face
    def __init__(self, seat: _Optional[int] = ..., face: _Optional[_Union[Face, str]] = ...) -> None: ...

class UnsafeDeckFoundEmpty(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class UnsafeDiscardTaken(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class TokensRevealed(_message.Message):
    __slots__ = ("tokens",)
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    tokens: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, tokens: _Optional[_Iterable[str]] = ...) -> None: ...

class LinkBlocked(_message.Message):
    __slots__ = ("link",)
    LINK_FIELD_NUMBER: _ClassVar[int]
    link: str
    def __init__(self, link: _Optional[str] = ...) -> None: ...

class DeckSecured(_message.Message):
    __slots__ = ("seat", "face")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    face: Face
    def __init__(self, seat: _Optional[int] = ..., face: _Optional[_Union[Face, str]] = ...) -> None: ...

class EncounterBegan(_message.Message):
    __slots__ = ("place", "seats")
    PLACE_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    place: str
    seats: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, place: _Optional[str] = ..., seats: _Optional[_Iterable[int]] = ...) -> None: ...

class CardGiven(_message.Message):
    __slots__ = ("giver", "seat", "face")
    GIVER_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    giver: int
    seat: int
    face: Face
    def __init__(self, giver: _Optional[int] = ..., seat: _Optional[int] = ..., face: _Optional[_Union[Face, str]] = ...) -> None: ...

class NothingGiven(_message.Message):
    __slots__ = ("giver",)
    GIVER_FIELD_NUMBER: _ClassVar[int]
    giver: int
    def __init__(self, giver: _Optional[int] = ...) -> None: ...

class CardPooled(_message.Message):
    __slots__ = ("giver", "face")
    GIVER_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    giver: int
    face: Face
    def __init__(self, giver: _Optional[int] = ..., face: _Optional[_Union[Face, str]] = ...) -> None: ...

class PooledCardReceived(_message.Message):
    __slots__ = ("seat", "face")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    face: Face
    def __init__(self, seat: _Optional[int] = ..., face: _Optional[_Union[Face, str]] = ...) -> None: ...

class EventDrawn(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: EventCard
    def __init__(self, card: _Optional[_Union[EventCard, str]] = ...) -> None: ...

class PowerFailed(_message.Message):
    __slots__ = ("islands",)
    ISLANDS_FIELD_NUMBER: _ClassVar[int]
    islands: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, islands: _Optional[_Iterable[str]] = ...) -> None: ...

class PowerRestarted(_message.Message):
    __slots__ = ("seat", "islands")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ISLANDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    islands: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, seat: _Optional[int] = ..., islands: _Optional[_Iterable[str]] = ...) -> None: ...

class FishmanAppeared(_message.Message):
    __slots__ = ("place",)
    PLACE_FIELD_NUMBER: _ClassVar[int]
    place: str
    def __init__(self, place: _Optional[str] = ...) -> None: ...

class FishmanStayedAway(_message.Message):
    __slots__ = ("place",)
    PLACE_FIELD_NUMBER: _ClassVar[int]
    place: str
    def __init__(self, place: _Optional[str] = ...) -> None: ...

class FishmanDrivenOff(_message.Message):
    __slots__ = ("seat", "place")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    place: str
    def __init__(self, seat: _Optional[int] = ..., place: _Optional[str] = ...) -> None: ...

class PortalOpened(_message.Message):
    __slots__ = ("room",)
    ROOM_FIELD_NUMBER: _ClassVar[int]
    room: str
    def __init__(self, room: _Optional[str] = ...) -> None: ...

class PortalClosed(_message.Message):
    __slots__ = ("seat", "room")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    seat: int
    room: str
    def __init__(self, seat: _Optional[int] = ..., room: _Optional[str] = ...) -> None: ...

class ActionPassed(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class RoomFilled(_message.Message):
    __slots__ = ("seat", "room", "face")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    room: str
    face: Face
    def __init__(self, seat: _Optional[int] = ..., room: _Optional[str] = ..., face: _Optional[_Union[Face, str]] = ...) -> None: ...

class RoomCardRevealed(_message.Message):
    __slots__ = ("seat", "room", "face")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    room: str
    face: Face
    def __init__(self, seat: _Optional[int] = ..., room: _Optional[str] = ..., face: _Optional[_Union[Face, str]] = ...) -> None: ...

class BookCollected(_message.Message):
    __slots__ = ("seat", "room")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    seat: int
    room: str
    def __init__(self, seat: _Optional[int] = ..., room: _Optional[str] = ...) -> None: ...

class RoomEmptied(_message.Message):
    __slots__ = ("room", "cards")
    ROOM_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    room: str
    cards: _containers.RepeatedScalarFieldContainer[Face]
    def __init__(self, room: _Optional[str] = ..., cards: _Optional[_Iterable[_Union[Face, str]]] = ...) -> None: ...

class RoomBurned(_message.Message):
    __slots__ = ("room", "cards")
    ROOM_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    room: str
    cards: _containers.RepeatedScalarFieldContainer[Face]
    def __init__(self, room: _Optional[str] = ..., cards: _Optional[_Iterable[_Union[Face, str]]] = ...) -> None: ...

class RoomViewed(_message.Message):
    __slots__ = ("seat", "room", "cards")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    room: str
    cards: _containers.RepeatedScalarFieldContainer[Face]
    def __init__(self, seat: _Optional[int] = ..., room: _Optional[str] = ..., cards: _Optional[_Iterable[_Union[Face, str]]] = ...) -> None: ...

class PulseViewed(_message.Message):
    __slots__ = ("seat", "target", "by_camera", "alive", "dead")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    BY_CAMERA_FIELD_NUMBER: _ClassVar[int]
    ALIVE_FIELD_NUMBER: _ClassVar[int]
    DEAD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    target: int
    by_camera: bool
    alive: int
    dead: int
    def __init__(self, seat: _Optional[int] = ..., target: _Optional[int] = ..., by_camera: _Optional[bool] = ..., alive: _Optional[int] = ..., dead: _Optional[int] = ...) -> None: ...

class PulseAnnounced(_message.Message):
    __slots__ = ("seat", "target", "is_dead")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    IS_DEAD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    target: int
    is_dead: bool
    def __init__(self, seat: _Optional[int] = ..., target: _Optional[int] = ..., is_dead: _Optional[bool] = ...) -> None: ...

class VoteCalled(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class BallotsOpened(_message.Message):
    __slots__ = ("ballots",)
    BALLOTS_FIELD_NUMBER: _ClassVar[int]
    ballots: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, ballots: _Optional[_Iterable[int]] = ...) -> None: ...

class GhostAppeared(_message.Message):
    __slots__ = ("seat", "cause")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    cause: Cause
    def __init__(self, seat: _Optional[int] = ..., cause: _Optional[_Union[Cause, str]] = ...) -> None: ...

class SideNoted(_message.Message):
    __slots__ = ("seat", "side")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SIDE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    side: Side
    def __init__(self, seat: _Optional[int] = ..., side: _Optional[_Union[Side, str]] = ...) -> None: ...

class RoleRevealed(_message.Message):
    __slots__ = ("seat", "role", "number")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    seat: int
    role: CharacterRole
    number: int
    def __init__(self, seat: _Optional[int] = ..., role: _Optional[_Union[CharacterRole, str]] = ..., number: _Optional[int] = ...) -> None: ...

class PulseOpened(_message.Message):
    __slots__ = ("seat", "cards")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    cards: _containers.RepeatedScalarFieldContainer[Face]
    def __init__(self, seat: _Optional[int] = ..., cards: _Optional[_Iterable[_Union[Face, str]]] = ...) -> None: ...

class HandsSwapped(_message.Message):
    __slots__ = ("seat", "other", "received", "given")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    RECEIVED_FIELD_NUMBER: _ClassVar[int]
    GIVEN_FIELD_NUMBER: _ClassVar[int]
    seat: int
    other: int
    received: _containers.RepeatedScalarFieldContainer[Face]
    given: _containers.RepeatedScalarFieldContainer[Face]
    def __init__(self, seat: _Optional[int] = ..., other: _Optional[int] = ..., received: _Optional[_Iterable[_Union[Face, str]]] = ..., given: _Optional[_Iterable[_Union[Face, str]]] = ...) -> None: ...

class CardsDrawn(_message.Message):
    __slots__ = ("seat", "cards")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    cards: _containers.RepeatedScalarFieldContainer[Face]
    def __init__(self, seat: _Optional[int] = ..., cards: _Optional[_Iterable[_Union[Face, str]]] = ...) -> None: ...

class SeerGuessed(_message.Message):
    __slots__ = ("target",)
    TARGET_FIELD_NUMBER: _ClassVar[int]
    target: int
    def __init__(self, target: _Optional[int] = ...) -> None: ...

class SeatOpened(_message.Message):
    __slots__ = ("seat", "role", "number", "side", "route", "start", "hand", "pulse")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    SIDE_FIELD_NUMBER: _ClassVar[int]
    ROUTE_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    PULSE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    role: CharacterRole
    number: int
    side: Side
    route: str
    start: Face
    hand: _containers.RepeatedScalarFieldContainer[Face]
    pulse: _containers.RepeatedScalarFieldContainer[Face]
    def __init__(self, seat: _Optional[int] = ..., role: _Optional[_Union[CharacterRole, str]] = ..., number: _Optional[int] = ..., side: _Optional[_Union[Side, str]] = ..., route: _Optional[str] = ..., start: _Optional[_Union[Face, str]] = ..., hand: _Optional[_Iterable[_Union[Face, str]]] = ..., pulse: _Optional[_Iterable[_Union[Face, str]]] = ...) -> None: ...

class KillCountOpened(_message.Message):
    __slots__ = ("kills", "kills_reached")
    KILLS_FIELD_NUMBER: _ClassVar[int]
    KILLS_REACHED_FIELD_NUMBER: _ClassVar[int]
    kills: int
    kills_reached: int
    def __init__(self, kills: _Optional[int] = ..., kills_reached: _Optional[int] = ...) -> None: ...

class SecretsOpened(_message.Message):
    __slots__ = ("seat", "gifts", "tasks", "seen_pulses", "seen_rooms")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    GIFTS_FIELD_NUMBER: _ClassVar[int]
    TASKS_FIELD_NUMBER: _ClassVar[int]
    SEEN_PULSES_FIELD_NUMBER: _ClassVar[int]
    SEEN_ROOMS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    gifts: _containers.RepeatedCompositeFieldContainer[Gift]
    tasks: _containers.RepeatedCompositeFieldContainer[PlayedTask]
    seen_pulses: _containers.RepeatedCompositeFieldContainer[SeenPulse]
    seen_rooms: _containers.RepeatedCompositeFieldContainer[SeenRoom]
    def __init__(self, seat: _Optional[int] = ..., gifts: _Optional[_Iterable[_Union[Gift, _Mapping]]] = ..., tasks: _Optional[_Iterable[_Union[PlayedTask, _Mapping]]] = ..., seen_pulses: _Optional[_Iterable[_Union[SeenPulse, _Mapping]]] = ..., seen_rooms: _Optional[_Iterable[_Union[SeenRoom, _Mapping]]] = ...) -> None: ...

class RoomOpened(_message.Message):
    __slots__ = ("room", "cards")
    ROOM_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    room: str
    cards: _containers.RepeatedScalarFieldContainer[Face]
    def __init__(self, room: _Optional[str] = ..., cards: _Optional[_Iterable[_Union[Face, str]]] = ...) -> None: ...

class DecksOpened(_message.Message):
    __slots__ = ("unsafe", "draw_pile", "events", "aside", "discarded_unseen")
    UNSAFE_FIELD_NUMBER: _ClassVar[int]
    DRAW_PILE_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    ASIDE_FIELD_NUMBER: _ClassVar[int]
    DISCARDED_UNSEEN_FIELD_NUMBER: _ClassVar[int]
    unsafe: _containers.RepeatedScalarFieldContainer[Face]
    draw_pile: _containers.RepeatedScalarFieldContainer[Face]
    events: _containers.RepeatedScalarFieldContainer[EventCard]
    aside: _containers.RepeatedScalarFieldContainer[Face]
    discarded_unseen: _containers.RepeatedScalarFieldContainer[Face]
    def __init__(self, unsafe: _Optional[_Iterable[_Union[Face, str]]] = ..., draw_pile: _Optional[_Iterable[_Union[Face, str]]] = ..., events: _Optional[_Iterable[_Union[EventCard, str]]] = ..., aside: _Optional[_Iterable[_Union[Face, str]]] = ..., discarded_unseen: _Optional[_Iterable[_Union[Face, str]]] = ...) -> None: ...

class RoleClaimed(_message.Message):
    __slots__ = ("seat", "role")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    role: CharacterRole
    def __init__(self, seat: _Optional[int] = ..., role: _Optional[_Union[CharacterRole, str]] = ...) -> None: ...

class RoleGuessed(_message.Message):
    __slots__ = ("seat", "about", "role")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ABOUT_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    about: int
    role: CharacterRole
    def __init__(self, seat: _Optional[int] = ..., about: _Optional[int] = ..., role: _Optional[_Union[CharacterRole, str]] = ...) -> None: ...

class CheckClaimed(_message.Message):
    __slots__ = ("seat", "about", "pulse")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ABOUT_FIELD_NUMBER: _ClassVar[int]
    PULSE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    about: int
    pulse: ClaimedPulse
    def __init__(self, seat: _Optional[int] = ..., about: _Optional[int] = ..., pulse: _Optional[_Union[ClaimedPulse, str]] = ...) -> None: ...

class PulseGuessed(_message.Message):
    __slots__ = ("seat", "about", "pulse")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ABOUT_FIELD_NUMBER: _ClassVar[int]
    PULSE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    about: int
    pulse: ClaimedPulse
    def __init__(self, seat: _Optional[int] = ..., about: _Optional[int] = ..., pulse: _Optional[_Union[ClaimedPulse, str]] = ...) -> None: ...

class GiftClaimed(_message.Message):
    __slots__ = ("seat", "to", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    to: int
    card: ClaimedPulse
    def __init__(self, seat: _Optional[int] = ..., to: _Optional[int] = ..., card: _Optional[_Union[ClaimedPulse, str]] = ...) -> None: ...

class GiftGuessed(_message.Message):
    __slots__ = ("seat", "giver", "to", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    GIVER_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    giver: int
    to: int
    card: ClaimedPulse
    def __init__(self, seat: _Optional[int] = ..., giver: _Optional[int] = ..., to: _Optional[int] = ..., card: _Optional[_Union[ClaimedPulse, str]] = ...) -> None: ...

class MeetingPlanned(_message.Message):
    __slots__ = ("seat", "other", "plan")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    PLAN_FIELD_NUMBER: _ClassVar[int]
    seat: int
    other: int
    plan: MeetingPlan
    def __init__(self, seat: _Optional[int] = ..., other: _Optional[int] = ..., plan: _Optional[_Union[MeetingPlan, str]] = ...) -> None: ...

class RouteClaimed(_message.Message):
    __slots__ = ("seat", "colour")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    COLOUR_FIELD_NUMBER: _ClassVar[int]
    seat: int
    colour: Colour
    def __init__(self, seat: _Optional[int] = ..., colour: _Optional[_Union[Colour, str]] = ...) -> None: ...

class RouteDenied(_message.Message):
    __slots__ = ("seat", "colour")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    COLOUR_FIELD_NUMBER: _ClassVar[int]
    seat: int
    colour: Colour
    def __init__(self, seat: _Optional[int] = ..., colour: _Optional[_Union[Colour, str]] = ...) -> None: ...

class DestinationAnnounced(_message.Message):
    __slots__ = ("seat", "colour")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    COLOUR_FIELD_NUMBER: _ClassVar[int]
    seat: int
    colour: Colour
    def __init__(self, seat: _Optional[int] = ..., colour: _Optional[_Union[Colour, str]] = ...) -> None: ...

class TaskCardClaimed(_message.Message):
    __slots__ = ("seat", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: ClaimedTask
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[_Union[ClaimedTask, str]] = ...) -> None: ...

class TaskCardDenied(_message.Message):
    __slots__ = ("seat", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: ClaimedTask
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[_Union[ClaimedTask, str]] = ...) -> None: ...

class CameraClaimed(_message.Message):
    __slots__ = ("seat", "worst")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    WORST_FIELD_NUMBER: _ClassVar[int]
    seat: int
    worst: ClaimedTask
    def __init__(self, seat: _Optional[int] = ..., worst: _Optional[_Union[ClaimedTask, str]] = ...) -> None: ...

class Accused(_message.Message):
    __slots__ = ("seat", "suspect", "ground")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SUSPECT_FIELD_NUMBER: _ClassVar[int]
    GROUND_FIELD_NUMBER: _ClassVar[int]
    seat: int
    suspect: int
    ground: Ground
    def __init__(self, seat: _Optional[int] = ..., suspect: _Optional[int] = ..., ground: _Optional[_Union[Ground, str]] = ...) -> None: ...

class Defended(_message.Message):
    __slots__ = ("seat", "about")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ABOUT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    about: int
    def __init__(self, seat: _Optional[int] = ..., about: _Optional[int] = ...) -> None: ...

class VoteProposed(_message.Message):
    __slots__ = ("seat", "suspect")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SUSPECT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    suspect: int
    def __init__(self, seat: _Optional[int] = ..., suspect: _Optional[int] = ...) -> None: ...

class BallotAnnounced(_message.Message):
    __slots__ = ("seat", "suspect")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SUSPECT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    suspect: int
    def __init__(self, seat: _Optional[int] = ..., suspect: _Optional[int] = ...) -> None: ...

class AbstentionAnnounced(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class Asked(_message.Message):
    __slots__ = ("seat", "asked", "topic")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ASKED_FIELD_NUMBER: _ClassVar[int]
    TOPIC_FIELD_NUMBER: _ClassVar[int]
    seat: int
    asked: int
    topic: Topic
    def __init__(self, seat: _Optional[int] = ..., asked: _Optional[int] = ..., topic: _Optional[_Union[Topic, str]] = ...) -> None: ...

class SuspicionAsked(_message.Message):
    __slots__ = ("seat", "asked", "about")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ASKED_FIELD_NUMBER: _ClassVar[int]
    ABOUT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    asked: int
    about: int
    def __init__(self, seat: _Optional[int] = ..., asked: _Optional[int] = ..., about: _Optional[int] = ...) -> None: ...

class Replied(_message.Message):
    __slots__ = ("seat", "to", "reply")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    REPLY_FIELD_NUMBER: _ClassVar[int]
    seat: int
    to: int
    reply: YesOrNo
    def __init__(self, seat: _Optional[int] = ..., to: _Optional[int] = ..., reply: _Optional[_Union[YesOrNo, str]] = ...) -> None: ...

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

class StepTo(_message.Message):
    __slots__ = ("place",)
    PLACE_FIELD_NUMBER: _ClassVar[int]
    place: str
    def __init__(self, place: _Optional[str] = ...) -> None: ...

class BoardBoat(_message.Message):
    __slots__ = ("boat",)
    BOAT_FIELD_NUMBER: _ClassVar[int]
    boat: str
    def __init__(self, boat: _Optional[str] = ...) -> None: ...

class StepOff(_message.Message):
    __slots__ = ("room",)
    ROOM_FIELD_NUMBER: _ClassVar[int]
    room: str
    def __init__(self, room: _Optional[str] = ...) -> None: ...

class SailNow(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class EndMove(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class LandIn(_message.Message):
    __slots__ = ("room",)
    ROOM_FIELD_NUMBER: _ClassVar[int]
    room: str
    def __init__(self, room: _Optional[str] = ...) -> None: ...

class GiveCard(_message.Message):
    __slots__ = ("face",)
    FACE_FIELD_NUMBER: _ClassVar[int]
    face: Face
    def __init__(self, face: _Optional[_Union[Face, str]] = ...) -> None: ...

class GiveNothing(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class PutFishman(_message.Message):
    __slots__ = ("place",)
    PLACE_FIELD_NUMBER: _ClassVar[int]
    place: str
    def __init__(self, place: _Optional[str] = ...) -> None: ...

class PassAction(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class FillRoom(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class CollectBooks(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ViewRoom(_message.Message):
    __slots__ = ("room",)
    ROOM_FIELD_NUMBER: _ClassVar[int]
    room: str
    def __init__(self, room: _Optional[str] = ...) -> None: ...

class ViewCharacter(_message.Message):
    __slots__ = ("target",)
    TARGET_FIELD_NUMBER: _ClassVar[int]
    target: int
    def __init__(self, target: _Optional[int] = ...) -> None: ...

class RestartPower(_message.Message):
    __slots__ = ("one", "other")
    ONE_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    one: str
    other: str
    def __init__(self, one: _Optional[str] = ..., other: _Optional[str] = ...) -> None: ...

class CheckPulse(_message.Message):
    __slots__ = ("target",)
    TARGET_FIELD_NUMBER: _ClassVar[int]
    target: int
    def __init__(self, target: _Optional[int] = ...) -> None: ...

class SecureCorridor(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class CallVote(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class DriveOff(_message.Message):
    __slots__ = ("place",)
    PLACE_FIELD_NUMBER: _ClassVar[int]
    place: str
    def __init__(self, place: _Optional[str] = ...) -> None: ...

class ClosePortal(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class PlaceCard(_message.Message):
    __slots__ = ("face",)
    FACE_FIELD_NUMBER: _ClassVar[int]
    face: Face
    def __init__(self, face: _Optional[_Union[Face, str]] = ...) -> None: ...

class PlaceAnyCard(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class SayAlive(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class SayDead(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class VoteFor(_message.Message):
    __slots__ = ("target",)
    TARGET_FIELD_NUMBER: _ClassVar[int]
    target: int
    def __init__(self, target: _Optional[int] = ...) -> None: ...

class Abstain(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class StaySilent(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class BurnRoom(_message.Message):
    __slots__ = ("room",)
    ROOM_FIELD_NUMBER: _ClassVar[int]
    room: str
    def __init__(self, room: _Optional[str] = ...) -> None: ...

class DeclareEnd(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class NameSeer(_message.Message):
    __slots__ = ("target",)
    TARGET_FIELD_NUMBER: _ClassVar[int]
    target: int
    def __init__(self, target: _Optional[int] = ...) -> None: ...

class View(_message.Message):
    __slots__ = ("viewer", "board", "data", "roles", "characters", "rooms", "boats", "unsafe", "draw_pile", "aside", "events", "events_gone", "discard", "unsafe_discard", "discarded_unseen", "pool", "blocks", "blackouts", "fishmen", "round", "phase", "first", "active", "victory_points", "was_vote_held", "was_someone_found", "was_sabotage_seen", "was_room_burned", "kills_reached", "points_needed", "kills_needed")
    VIEWER_FIELD_NUMBER: _ClassVar[int]
    BOARD_FIELD_NUMBER: _ClassVar[int]
    DATA_FIELD_NUMBER: _ClassVar[int]
    ROLES_FIELD_NUMBER: _ClassVar[int]
    CHARACTERS_FIELD_NUMBER: _ClassVar[int]
    ROOMS_FIELD_NUMBER: _ClassVar[int]
    BOATS_FIELD_NUMBER: _ClassVar[int]
    UNSAFE_FIELD_NUMBER: _ClassVar[int]
    DRAW_PILE_FIELD_NUMBER: _ClassVar[int]
    ASIDE_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    EVENTS_GONE_FIELD_NUMBER: _ClassVar[int]
    DISCARD_FIELD_NUMBER: _ClassVar[int]
    UNSAFE_DISCARD_FIELD_NUMBER: _ClassVar[int]
    DISCARDED_UNSEEN_FIELD_NUMBER: _ClassVar[int]
    POOL_FIELD_NUMBER: _ClassVar[int]
    BLOCKS_FIELD_NUMBER: _ClassVar[int]
    BLACKOUTS_FIELD_NUMBER: _ClassVar[int]
    FISHMEN_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    ACTIVE_FIELD_NUMBER: _ClassVar[int]
    VICTORY_POINTS_FIELD_NUMBER: _ClassVar[int]
    WAS_VOTE_HELD_FIELD_NUMBER: _ClassVar[int]
    WAS_SOMEONE_FOUND_FIELD_NUMBER: _ClassVar[int]
    WAS_SABOTAGE_SEEN_FIELD_NUMBER: _ClassVar[int]
    WAS_ROOM_BURNED_FIELD_NUMBER: _ClassVar[int]
    KILLS_REACHED_FIELD_NUMBER: _ClassVar[int]
    POINTS_NEEDED_FIELD_NUMBER: _ClassVar[int]
    KILLS_NEEDED_FIELD_NUMBER: _ClassVar[int]
    viewer: int
    board: Board
    data: str
    roles: _containers.RepeatedScalarFieldContainer[CharacterRole]
    characters: _containers.RepeatedCompositeFieldContainer[Character]
    rooms: _containers.RepeatedCompositeFieldContainer[RoomState]
    boats: _containers.RepeatedCompositeFieldContainer[BoatState]
    unsafe: _containers.RepeatedScalarFieldContainer[Face]
    draw_pile: _containers.RepeatedScalarFieldContainer[Face]
    aside: _containers.RepeatedScalarFieldContainer[Face]
    events: _containers.RepeatedScalarFieldContainer[EventCard]
    events_gone: _containers.RepeatedScalarFieldContainer[EventCard]
    discard: _containers.RepeatedScalarFieldContainer[Face]
    unsafe_discard: _containers.RepeatedScalarFieldContainer[Face]
    discarded_unseen: _containers.RepeatedScalarFieldContainer[Face]
    pool: _containers.RepeatedScalarFieldContainer[Face]
    blocks: _containers.RepeatedScalarFieldContainer[str]
    blackouts: _containers.RepeatedScalarFieldContainer[str]
    fishmen: _containers.RepeatedScalarFieldContainer[str]
    round: int
    phase: Phase
    first: int
    active: int
    victory_points: int
    was_vote_held: bool
    was_someone_found: bool
    was_sabotage_seen: bool
    was_room_burned: bool
    kills_reached: int
    points_needed: int
    kills_needed: int
    def __init__(self, viewer: _Optional[int] = ..., board: _Optional[_Union[Board, str]] = ..., data: _Optional[str] = ..., roles: _Optional[_Iterable[_Union[CharacterRole, str]]] = ..., characters: _Optional[_Iterable[_Union[Character, _Mapping]]] = ..., rooms: _Optional[_Iterable[_Union[RoomState, _Mapping]]] = ..., boats: _Optional[_Iterable[_Union[BoatState, _Mapping]]] = ..., unsafe: _Optional[_Iterable[_Union[Face, str]]] = ..., draw_pile: _Optional[_Iterable[_Union[Face, str]]] = ..., aside: _Optional[_Iterable[_Union[Face, str]]] = ..., events: _Optional[_Iterable[_Union[EventCard, str]]] = ..., events_gone: _Optional[_Iterable[_Union[EventCard, str]]] = ..., discard: _Optional[_Iterable[_Union[Face, str]]] = ..., unsafe_discard: _Optional[_Iterable[_Union[Face, str]]] = ..., discarded_unseen: _Optional[_Iterable[_Union[Face, str]]] = ..., pool: _Optional[_Iterable[_Union[Face, str]]] = ..., blocks: _Optional[_Iterable[str]] = ..., blackouts: _Optional[_Iterable[str]] = ..., fishmen: _Optional[_Iterable[str]] = ..., round: _Optional[int] = ..., phase: _Optional[_Union[Phase, str]] = ..., first: _Optional[int] = ..., active: _Optional[int] = ..., victory_points: _Optional[int] = ..., was_vote_held: _Optional[bool] = ..., was_someone_found: _Optional[bool] = ..., was_sabotage_seen: _Optional[bool] = ..., was_room_burned: _Optional[bool] = ..., kills_reached: _Optional[int] = ..., points_needed: _Optional[int] = ..., kills_needed: _Optional[int] = ...) -> None: ...

class Character(_message.Message):
    __slots__ = ("place", "role", "number", "side", "route", "start", "hand", "pulse", "is_ghost", "was_voted_out", "ended_on", "bound_for", "gifts", "tasks", "seen_pulses", "seen_rooms")
    PLACE_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    SIDE_FIELD_NUMBER: _ClassVar[int]
    ROUTE_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    PULSE_FIELD_NUMBER: _ClassVar[int]
    IS_GHOST_FIELD_NUMBER: _ClassVar[int]
    WAS_VOTED_OUT_FIELD_NUMBER: _ClassVar[int]
    ENDED_ON_FIELD_NUMBER: _ClassVar[int]
    BOUND_FOR_FIELD_NUMBER: _ClassVar[int]
    GIFTS_FIELD_NUMBER: _ClassVar[int]
    TASKS_FIELD_NUMBER: _ClassVar[int]
    SEEN_PULSES_FIELD_NUMBER: _ClassVar[int]
    SEEN_ROOMS_FIELD_NUMBER: _ClassVar[int]
    place: str
    role: CharacterRole
    number: int
    side: Side
    route: str
    start: Face
    hand: _containers.RepeatedScalarFieldContainer[Face]
    pulse: _containers.RepeatedScalarFieldContainer[Face]
    is_ghost: bool
    was_voted_out: bool
    ended_on: str
    bound_for: str
    gifts: _containers.RepeatedCompositeFieldContainer[Gift]
    tasks: _containers.RepeatedCompositeFieldContainer[PlayedTask]
    seen_pulses: _containers.RepeatedCompositeFieldContainer[SeenPulse]
    seen_rooms: _containers.RepeatedCompositeFieldContainer[SeenRoom]
    def __init__(self, place: _Optional[str] = ..., role: _Optional[_Union[CharacterRole, str]] = ..., number: _Optional[int] = ..., side: _Optional[_Union[Side, str]] = ..., route: _Optional[str] = ..., start: _Optional[_Union[Face, str]] = ..., hand: _Optional[_Iterable[_Union[Face, str]]] = ..., pulse: _Optional[_Iterable[_Union[Face, str]]] = ..., is_ghost: _Optional[bool] = ..., was_voted_out: _Optional[bool] = ..., ended_on: _Optional[str] = ..., bound_for: _Optional[str] = ..., gifts: _Optional[_Iterable[_Union[Gift, _Mapping]]] = ..., tasks: _Optional[_Iterable[_Union[PlayedTask, _Mapping]]] = ..., seen_pulses: _Optional[_Iterable[_Union[SeenPulse, _Mapping]]] = ..., seen_rooms: _Optional[_Iterable[_Union[SeenRoom, _Mapping]]] = ...) -> None: ...

class Gift(_message.Message):
    __slots__ = ("round", "to", "face")
    ROUND_FIELD_NUMBER: _ClassVar[int]
    TO_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    round: int
    to: int
    face: Face
    def __init__(self, round: _Optional[int] = ..., to: _Optional[int] = ..., face: _Optional[_Union[Face, str]] = ...) -> None: ...

class PlayedTask(_message.Message):
    __slots__ = ("round", "room", "face")
    ROUND_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    round: int
    room: str
    face: Face
    def __init__(self, round: _Optional[int] = ..., room: _Optional[str] = ..., face: _Optional[_Union[Face, str]] = ...) -> None: ...

class SeenPulse(_message.Message):
    __slots__ = ("round", "target", "alive", "dead")
    ROUND_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    ALIVE_FIELD_NUMBER: _ClassVar[int]
    DEAD_FIELD_NUMBER: _ClassVar[int]
    round: int
    target: int
    alive: int
    dead: int
    def __init__(self, round: _Optional[int] = ..., target: _Optional[int] = ..., alive: _Optional[int] = ..., dead: _Optional[int] = ...) -> None: ...

class SeenRoom(_message.Message):
    __slots__ = ("round", "room", "cards")
    ROUND_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    round: int
    room: str
    cards: _containers.RepeatedScalarFieldContainer[Face]
    def __init__(self, round: _Optional[int] = ..., room: _Optional[str] = ..., cards: _Optional[_Iterable[_Union[Face, str]]] = ...) -> None: ...

class RoomState(_message.Message):
    __slots__ = ("room", "cards", "books", "has_portal")
    ROOM_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    BOOKS_FIELD_NUMBER: _ClassVar[int]
    HAS_PORTAL_FIELD_NUMBER: _ClassVar[int]
    room: str
    cards: _containers.RepeatedScalarFieldContainer[Face]
    books: int
    has_portal: bool
    def __init__(self, room: _Optional[str] = ..., cards: _Optional[_Iterable[_Union[Face, str]]] = ..., books: _Optional[int] = ..., has_portal: _Optional[bool] = ...) -> None: ...

class BoatState(_message.Message):
    __slots__ = ("boat", "dock")
    BOAT_FIELD_NUMBER: _ClassVar[int]
    DOCK_FIELD_NUMBER: _ClassVar[int]
    boat: str
    dock: str
    def __init__(self, boat: _Optional[str] = ..., dock: _Optional[str] = ...) -> None: ...
