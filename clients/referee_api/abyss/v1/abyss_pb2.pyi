from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Race(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RACE_UNSPECIFIED: _ClassVar[Race]
    RACE_SQUID: _ClassVar[Race]
    RACE_SHELLFISH: _ClassVar[Race]
    RACE_CRAB: _ClassVar[Race]
    RACE_SEAHORSE: _ClassVar[Race]
    RACE_JELLYFISH: _ClassVar[Race]

class Card(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CARD_UNSPECIFIED: _ClassVar[Card]
    CARD_MONSTER: _ClassVar[Card]
    CARD_SQUID_1: _ClassVar[Card]
    CARD_SQUID_2: _ClassVar[Card]
    CARD_SQUID_3: _ClassVar[Card]
    CARD_SQUID_4: _ClassVar[Card]
    CARD_SQUID_5: _ClassVar[Card]
    CARD_SHELLFISH_1: _ClassVar[Card]
    CARD_SHELLFISH_2: _ClassVar[Card]
    CARD_SHELLFISH_3: _ClassVar[Card]
    CARD_SHELLFISH_4: _ClassVar[Card]
    CARD_SHELLFISH_5: _ClassVar[Card]
    CARD_CRAB_1: _ClassVar[Card]
    CARD_CRAB_2: _ClassVar[Card]
    CARD_CRAB_3: _ClassVar[Card]
    CARD_CRAB_4: _ClassVar[Card]
    CARD_CRAB_5: _ClassVar[Card]
    CARD_SEAHORSE_1: _ClassVar[Card]
    CARD_SEAHORSE_2: _ClassVar[Card]
    CARD_SEAHORSE_3: _ClassVar[Card]
    CARD_SEAHORSE_4: _ClassVar[Card]
    CARD_SEAHORSE_5: _ClassVar[Card]
    CARD_JELLYFISH_1: _ClassVar[Card]
    CARD_JELLYFISH_2: _ClassVar[Card]
    CARD_JELLYFISH_3: _ClassVar[Card]
    CARD_JELLYFISH_4: _ClassVar[Card]
    CARD_JELLYFISH_5: _ClassVar[Card]

class Lord(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LORD_UNSPECIFIED: _ClassVar[Lord]
    LORD_RECRUITER: _ClassVar[Lord]
    LORD_JAILER: _ClassVar[Lord]
    LORD_SEEKER: _ClassVar[Lord]
    LORD_ASSASSIN: _ClassVar[Lord]
    LORD_COMMANDER: _ClassVar[Lord]
    LORD_TAMER: _ClassVar[Lord]
    LORD_HUNTER: _ClassVar[Lord]
    LORD_SHIP_MASTER: _ClassVar[Lord]
    LORD_TRADER: _ClassVar[Lord]
    LORD_PEDDLER: _ClassVar[Lord]
    LORD_LANDLORD: _ClassVar[Lord]
    LORD_SLAVER: _ClassVar[Lord]
    LORD_SHOPKEEPER: _ClassVar[Lord]
    LORD_SHAMAN: _ClassVar[Lord]
    LORD_INVOKER: _ClassVar[Lord]
    LORD_APPRENTICE: _ClassVar[Lord]
    LORD_ORACLE: _ClassVar[Lord]
    LORD_ALCHEMIST: _ClassVar[Lord]
    LORD_ILLUSIONIST: _ClassVar[Lord]
    LORD_MASTER_OF_MAGIC: _ClassVar[Lord]
    LORD_OPPORTUNIST: _ClassVar[Lord]
    LORD_CORRUPTOR: _ClassVar[Lord]
    LORD_TRAITOR: _ClassVar[Lord]
    LORD_DIPLOMAT: _ClassVar[Lord]
    LORD_TREASURER: _ClassVar[Lord]
    LORD_SCHEMER: _ClassVar[Lord]
    LORD_KEEPER: _ClassVar[Lord]
    LORD_REAPER: _ClassVar[Lord]
    LORD_SHEPHERD: _ClassVar[Lord]
    LORD_MILLER: _ClassVar[Lord]
    LORD_AQUACULTURALIST: _ClassVar[Lord]
    LORD_LANDOWNER: _ClassVar[Lord]
    LORD_SAGE: _ClassVar[Lord]
    LORD_HERMIT: _ClassVar[Lord]
    LORD_ELDER: _ClassVar[Lord]

class Location(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LOCATION_UNSPECIFIED: _ClassVar[Location]
    LOCATION_SARGASSO_SILOS: _ClassVar[Location]
    LOCATION_HYDROZOA_RESERVES: _ClassVar[Location]
    LOCATION_SANCTUARY: _ClassVar[Location]
    LOCATION_PARLIAMENT: _ClassVar[Location]
    LOCATION_BARRACKS: _ClassVar[Location]
    LOCATION_DOCKWORKS: _ClassVar[Location]
    LOCATION_SARGASSO_FIELDS: _ClassVar[Location]
    LOCATION_ABYSS: _ClassVar[Location]
    LOCATION_CITY_OF_MIRRORS: _ClassVar[Location]
    LOCATION_BLACK_SMOKERS: _ClassVar[Location]
    LOCATION_OCEANIC_SENATE_ASSEMBLY: _ClassVar[Location]
    LOCATION_DEPTHS: _ClassVar[Location]
    LOCATION_THRONE_ROOM: _ClassVar[Location]
    LOCATION_JAIL: _ClassVar[Location]
    LOCATION_CHASM: _ClassVar[Location]
    LOCATION_CLOSED_TOWER: _ClassVar[Location]
    LOCATION_LOST_TOWER: _ClassVar[Location]
    LOCATION_CHAMBER_OF_ALLIES: _ClassVar[Location]
    LOCATION_NEST_OF_GIANT_CLAMS: _ClassVar[Location]
    LOCATION_CORAL_BARRIER: _ClassVar[Location]
RACE_UNSPECIFIED: Race
RACE_SQUID: Race
RACE_SHELLFISH: Race
RACE_CRAB: Race
RACE_SEAHORSE: Race
RACE_JELLYFISH: Race
CARD_UNSPECIFIED: Card
CARD_MONSTER: Card
CARD_SQUID_1: Card
CARD_SQUID_2: Card
CARD_SQUID_3: Card
CARD_SQUID_4: Card
CARD_SQUID_5: Card
CARD_SHELLFISH_1: Card
CARD_SHELLFISH_2: Card
CARD_SHELLFISH_3: Card
CARD_SHELLFISH_4: Card
CARD_SHELLFISH_5: Card
CARD_CRAB_1: Card
CARD_CRAB_2: Card
CARD_CRAB_3: Card
CARD_CRAB_4: Card
CARD_CRAB_5: Card
CARD_SEAHORSE_1: Card
CARD_SEAHORSE_2: Card
CARD_SEAHORSE_3: Card
CARD_SEAHORSE_4: Card
CARD_SEAHORSE_5: Card
CARD_JELLYFISH_1: Card
CARD_JELLYFISH_2: Card
CARD_JELLYFISH_3: Card
CARD_JELLYFISH_4: Card
CARD_JELLYFISH_5: Card
LORD_UNSPECIFIED: Lord
LORD_RECRUITER: Lord
LORD_JAILER: Lord
LORD_SEEKER: Lord
LORD_ASSASSIN: Lord
LORD_COMMANDER: Lord
LORD_TAMER: Lord
LORD_HUNTER: Lord
LORD_SHIP_MASTER: Lord
LORD_TRADER: Lord
LORD_PEDDLER: Lord
LORD_LANDLORD: Lord
LORD_SLAVER: Lord
LORD_SHOPKEEPER: Lord
LORD_SHAMAN: Lord
LORD_INVOKER: Lord
LORD_APPRENTICE: Lord
LORD_ORACLE: Lord
LORD_ALCHEMIST: Lord
LORD_ILLUSIONIST: Lord
LORD_MASTER_OF_MAGIC: Lord
LORD_OPPORTUNIST: Lord
LORD_CORRUPTOR: Lord
LORD_TRAITOR: Lord
LORD_DIPLOMAT: Lord
LORD_TREASURER: Lord
LORD_SCHEMER: Lord
LORD_KEEPER: Lord
LORD_REAPER: Lord
LORD_SHEPHERD: Lord
LORD_MILLER: Lord
LORD_AQUACULTURALIST: Lord
LORD_LANDOWNER: Lord
LORD_SAGE: Lord
LORD_HERMIT: Lord
LORD_ELDER: Lord
LOCATION_UNSPECIFIED: Location
LOCATION_SARGASSO_SILOS: Location
LOCATION_HYDROZOA_RESERVES: Location
LOCATION_SANCTUARY: Location
LOCATION_PARLIAMENT: Location
LOCATION_BARRACKS: Location
LOCATION_DOCKWORKS: Location
LOCATION_SARGASSO_FIELDS: Location
LOCATION_ABYSS: Location
LOCATION_CITY_OF_MIRRORS: Location
LOCATION_BLACK_SMOKERS: Location
LOCATION_OCEANIC_SENATE_ASSEMBLY: Location
LOCATION_DEPTHS: Location
LOCATION_THRONE_ROOM: Location
LOCATION_JAIL: Location
LOCATION_CHASM: Location
LOCATION_CLOSED_TOWER: Location
LOCATION_LOST_TOWER: Location
LOCATION_CHAMBER_OF_ALLIES: Location
LOCATION_NEST_OF_GIANT_CLAMS: Location
LOCATION_CORAL_BARRIER: Location

class Payload(_message.Message):
    __slots__ = ("facts", "choices", "view")
    FACTS_FIELD_NUMBER: _ClassVar[int]
    CHOICES_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    facts: _containers.RepeatedCompositeFieldContainer[Fact]
    choices: _containers.RepeatedCompositeFieldContainer[Choice]
    view: View
    def __init__(self, facts: _Optional[_Iterable[_Union[Fact, _Mapping]]] = ..., choices: _Optional[_Iterable[_Union[Choice, _Mapping]]] = ..., view: _Optional[_Union[View, _Mapping]] = ...) -> None: ...

class Fact(_message.Message):
    __slots__ = ("path", "exploration_shuffled", "lords_shuffled", "locations_shuffled", "tokens_shuffled", "start_seat_drawn", "turn_began", "extra_turn_granted", "pearls_gained", "pearls_paid", "keys_gained", "keys_returned", "tokens_drawn", "token_stolen", "lords_called", "lord_replaced", "lord_dismissed", "card_revealed", "offer_passed", "ally_bought", "ally_taken", "threat_raised", "monster_fought", "track_cleared", "stack_taken", "stack_discarded", "cost_paid", "ally_affiliated", "lord_recruited", "lord_drawn", "power_used", "lord_turned", "lord_sacrificed", "allies_discarded", "locations_opened", "locations_drawn", "location_controlled", "location_swapped", "location_deck_searched", "location_exchanged", "last_round_began", "hand_affiliated", "tokens_revealed", "seat_scored", "ended", "said")
    PATH_FIELD_NUMBER: _ClassVar[int]
    EXPLORATION_SHUFFLED_FIELD_NUMBER: _ClassVar[int]
    LORDS_SHUFFLED_FIELD_NUMBER: _ClassVar[int]
    LOCATIONS_SHUFFLED_FIELD_NUMBER: _ClassVar[int]
    TOKENS_SHUFFLED_FIELD_NUMBER: _ClassVar[int]
    START_SEAT_DRAWN_FIELD_NUMBER: _ClassVar[int]
    TURN_BEGAN_FIELD_NUMBER: _ClassVar[int]
    EXTRA_TURN_GRANTED_FIELD_NUMBER: _ClassVar[int]
    PEARLS_GAINED_FIELD_NUMBER: _ClassVar[int]
    PEARLS_PAID_FIELD_NUMBER: _ClassVar[int]
    KEYS_GAINED_FIELD_NUMBER: _ClassVar[int]
    KEYS_RETURNED_FIELD_NUMBER: _ClassVar[int]
    TOKENS_DRAWN_FIELD_NUMBER: _ClassVar[int]
    TOKEN_STOLEN_FIELD_NUMBER: _ClassVar[int]
    LORDS_CALLED_FIELD_NUMBER: _ClassVar[int]
    LORD_REPLACED_FIELD_NUMBER: _ClassVar[int]
    LORD_DISMISSED_FIELD_NUMBER: _ClassVar[int]
    CARD_REVEALED_FIELD_NUMBER: _ClassVar[int]
    OFFER_PASSED_FIELD_NUMBER: _ClassVar[int]
    ALLY_BOUGHT_FIELD_NUMBER: _ClassVar[int]
    ALLY_TAKEN_FIELD_NUMBER: _ClassVar[int]
    THREAT_RAISED_FIELD_NUMBER: _ClassVar[int]
    MONSTER_FOUGHT_FIELD_NUMBER: _ClassVar[int]
    TRACK_CLEARED_FIELD_NUMBER: _ClassVar[int]
    STACK_TAKEN_FIELD_NUMBER: _ClassVar[int]
    STACK_DISCARDED_FIELD_NUMBER: _ClassVar[int]
    COST_PAID_FIELD_NUMBER: _ClassVar[int]
    ALLY_AFFILIATED_FIELD_NUMBER: _ClassVar[int]
    LORD_RECRUITED_FIELD_NUMBER: _ClassVar[int]
    LORD_DRAWN_FIELD_NUMBER: _ClassVar[int]
    POWER_USED_FIELD_NUMBER: _ClassVar[int]
    LORD_TURNED_FIELD_NUMBER: _ClassVar[int]
    LORD_SACRIFICED_FIELD_NUMBER: _ClassVar[int]
    ALLIES_DISCARDED_FIELD_NUMBER: _ClassVar[int]
    LOCATIONS_OPENED_FIELD_NUMBER: _ClassVar[int]
    LOCATIONS_DRAWN_FIELD_NUMBER: _ClassVar[int]
    LOCATION_CONTROLLED_FIELD_NUMBER: _ClassVar[int]
    LOCATION_SWAPPED_FIELD_NUMBER: _ClassVar[int]
    LOCATION_DECK_SEARCHED_FIELD_NUMBER: _ClassVar[int]
    LOCATION_EXCHANGED_FIELD_NUMBER: _ClassVar[int]
    LAST_ROUND_BEGAN_FIELD_NUMBER: _ClassVar[int]
    HAND_AFFILIATED_FIELD_NUMBER: _ClassVar[int]
    TOKENS_REVEALED_FIELD_NUMBER: _ClassVar[int]
    SEAT_SCORED_FIELD_NUMBER: _ClassVar[int]
    ENDED_FIELD_NUMBER: _ClassVar[int]
    SAID_FIELD_NUMBER: _ClassVar[int]
    path: str
    exploration_shuffled: ExplorationShuffled
    lords_shuffled: LordsShuffled
    locations_shuffled: LocationsShuffled
    tokens_shuffled: TokensShuffled
    start_seat_drawn: StartSeatDrawn
    turn_began: TurnBegan
    extra_turn_granted: ExtraTurnGranted
    pearls_gained: PearlsGained
    pearls_paid: PearlsPaid
    keys_gained: KeysGained
    keys_returned: KeysReturned
    tokens_drawn: TokensDrawn
    token_stolen: TokenStolen
    lords_called: LordsCalled
    lord_replaced: LordReplaced
    lord_dismissed: LordDismissed
    card_revealed: CardRevealed
    offer_passed: OfferPassed
    ally_bought: AllyBought
    ally_taken: AllyTaken
    threat_raised: ThreatRaised
    monster_fought: MonsterFought
    track_cleared: TrackCleared
    stack_taken: StackTaken
    stack_discarded: StackDiscarded
    cost_paid: CostPaid
    ally_affiliated: AllyAffiliated
    lord_recruited: LordRecruited
    lord_drawn: LordDrawn
    power_used: PowerUsed
    lord_turned: LordTurned
    lord_sacrificed: LordSacrificed
    allies_discarded: AlliesDiscarded
    locations_opened: LocationsOpened
    locations_drawn: LocationsDrawn
    location_controlled: LocationControlled
    location_swapped: LocationSwapped
    location_deck_searched: LocationDeckSearched
    location_exchanged: LocationExchanged
    last_round_began: LastRoundBegan
    hand_affiliated: HandAffiliated
    tokens_revealed: TokensRevealed
    seat_scored: SeatScored
    ended: Ended
    said: Said
    def __init__(self, path: _Optional[str] = ..., exploration_shuffled: _Optional[_Union[ExplorationShuffled, _Mapping]] = ..., lords_shuffled: _Optional[_Union[LordsShuffled, _Mapping]] = ..., locations_shuffled: _Optional[_Union[LocationsShuffled, _Mapping]] = ..., tokens_shuffled: _Optional[_Union[TokensShuffled, _Mapping]] = ..., start_seat_drawn: _Optional[_Union[StartSeatDrawn, _Mapping]] = ..., turn_began: _Optional[_Union[TurnBegan, _Mapping]] = ..., extra_turn_granted: _Optional[_Union[ExtraTurnGranted, _Mapping]] = ..., pearls_gained: _Optional[_Union[PearlsGained, _Mapping]] = ..., pearls_paid: _Optional[_Union[PearlsPaid, _Mapping]] = ..., keys_gained: _Optional[_Union[KeysGained, _Mapping]] = ..., keys_returned: _Optional[_Union[KeysReturned, _Mapping]] = ..., tokens_drawn: _Optional[_Union[TokensDrawn, _Mapping]] = ..., token_stolen: _Optional[_Union[TokenStolen, _Mapping]] = ..., lords_called: _Optional[_Union[LordsCalled, _Mapping]] = ..., lord_replaced: _Optional[_Union[LordReplaced, _Mapping]] = ..., lord_dismissed: _Optional[_Union[LordDismissed, _Mapping]] = ..., card_revealed: _Optional[_Union[CardRevealed, _Mapping]] = ..., offer_passed: _Optional[_Union[OfferPassed, _Mapping]] = ..., ally_bought: _Optional[_Union[AllyBought, _Mapping]] = ..., ally_taken: _Optional[_Union[AllyTaken, _Mapping]] = ..., threat_raised: _Optional[_Union[ThreatRaised, _Mapping]] = ..., monster_fought: _Optional[_Union[MonsterFought, _Mapping]] = ..., track_cleared: _Optional[_Union[TrackCleared, _Mapping]] = ..., stack_taken: _Optional[_Union[StackTaken, _Mapping]] = ..., stack_discarded: _Optional[_Union[StackDiscarded, _Mapping]] = ..., cost_paid: _Optional[_Union[CostPaid, _Mapping]] = ..., ally_affiliated: _Optional[_Union[AllyAffiliated, _Mapping]] = ..., lord_recruited: _Optional[_Union[LordRecruited, _Mapping]] = ..., lord_drawn: _Optional[_Union[LordDrawn, _Mapping]] = ..., power_used: _Optional[_Union[PowerUsed, _Mapping]] = ..., lord_turned: _Optional[_Union[LordTurned, _Mapping]] = ..., lord_sacrificed: _Optional[_Union[LordSacrificed, _Mapping]] = ..., allies_discarded: _Optional[_Union[AlliesDiscarded, _Mapping]] = ..., locations_opened: _Optional[_Union[LocationsOpened, _Mapping]] = ..., locations_drawn: _Optional[_Union[LocationsDrawn, _Mapping]] = ..., location_controlled: _Optional[_Union[LocationControlled, _Mapping]] = ..., location_swapped: _Optional[_Union[LocationSwapped, _Mapping]] = ..., location_deck_searched: _Optional[_Union[LocationDeckSearched, _Mapping]] = ..., location_exchanged: _Optional[_Union[LocationExchanged, _Mapping]] = ..., last_round_began: _Optional[_Union[LastRoundBegan, _Mapping]] = ..., hand_affiliated: _Optional[_Union[HandAffiliated, _Mapping]] = ..., tokens_revealed: _Optional[_Union[TokensRevealed, _Mapping]] = ..., seat_scored: _Optional[_Union[SeatScored, _Mapping]] = ..., ended: _Optional[_Union[Ended, _Mapping]] = ..., said: _Optional[_Union[Said, _Mapping]] = ...) -> None: ...

class Choice(_message.Message):
    __slots__ = ("plot", "explore", "take_stack", "recruit", "use_power", "end_turn", "rest", "buy_ally", "pass_offer", "take_ally", "fight_monster", "go_on", "stop_exploring", "choose_reward", "hand_in", "affiliate", "discard_ally", "discard_stack", "turn_lord", "rob_seat", "dismiss_lord", "sacrifice_lord", "take_lord", "decline", "take_location", "draw_locations", "keep_location", "spend_key_token", "spend_lord_key", "give_location", "search_for")
    PLOT_FIELD_NUMBER: _ClassVar[int]
    EXPLORE_FIELD_NUMBER: _ClassVar[int]
    TAKE_STACK_FIELD_NUMBER: _ClassVar[int]
    RECRUIT_FIELD_NUMBER: _ClassVar[int]
    USE_POWER_FIELD_NUMBER: _ClassVar[int]
    END_TURN_FIELD_NUMBER: _ClassVar[int]
    REST_FIELD_NUMBER: _ClassVar[int]
    BUY_ALLY_FIELD_NUMBER: _ClassVar[int]
    PASS_OFFER_FIELD_NUMBER: _ClassVar[int]
    TAKE_ALLY_FIELD_NUMBER: _ClassVar[int]
    FIGHT_MONSTER_FIELD_NUMBER: _ClassVar[int]
    GO_ON_FIELD_NUMBER: _ClassVar[int]
    STOP_EXPLORING_FIELD_NUMBER: _ClassVar[int]
    CHOOSE_REWARD_FIELD_NUMBER: _ClassVar[int]
    HAND_IN_FIELD_NUMBER: _ClassVar[int]
    AFFILIATE_FIELD_NUMBER: _ClassVar[int]
    DISCARD_ALLY_FIELD_NUMBER: _ClassVar[int]
    DISCARD_STACK_FIELD_NUMBER: _ClassVar[int]
    TURN_LORD_FIELD_NUMBER: _ClassVar[int]
    ROB_SEAT_FIELD_NUMBER: _ClassVar[int]
    DISMISS_LORD_FIELD_NUMBER: _ClassVar[int]
    SACRIFICE_LORD_FIELD_NUMBER: _ClassVar[int]
    TAKE_LORD_FIELD_NUMBER: _ClassVar[int]
    DECLINE_FIELD_NUMBER: _ClassVar[int]
    TAKE_LOCATION_FIELD_NUMBER: _ClassVar[int]
    DRAW_LOCATIONS_FIELD_NUMBER: _ClassVar[int]
    KEEP_LOCATION_FIELD_NUMBER: _ClassVar[int]
    SPEND_KEY_TOKEN_FIELD_NUMBER: _ClassVar[int]
    SPEND_LORD_KEY_FIELD_NUMBER: _ClassVar[int]
    GIVE_LOCATION_FIELD_NUMBER: _ClassVar[int]
    SEARCH_FOR_FIELD_NUMBER: _ClassVar[int]
    plot: Plot
    explore: Explore
    take_stack: TakeStack
    recruit: Recruit
    use_power: UsePower
    end_turn: EndTurn
    rest: RestAction
    buy_ally: BuyAlly
    pass_offer: PassOffer
    take_ally: TakeAlly
    fight_monster: FightMonster
    go_on: GoOn
    stop_exploring: StopExploring
    choose_reward: ChooseReward
    hand_in: HandIn
    affiliate: Affiliate
    discard_ally: DiscardAlly
    discard_stack: DiscardStack
    turn_lord: TurnLord
    rob_seat: RobSeat
    dismiss_lord: DismissLord
    sacrifice_lord: SacrificeLord
    take_lord: TakeLord
    decline: Decline
    take_location: TakeLocation
    draw_locations: DrawLocations
    keep_location: KeepLocation
    spend_key_token: SpendKeyToken
    spend_lord_key: SpendLordKey
    give_location: GiveLocation
    search_for: SearchFor
    def __init__(self, plot: _Optional[_Union[Plot, _Mapping]] = ..., explore: _Optional[_Union[Explore, _Mapping]] = ..., take_stack: _Optional[_Union[TakeStack, _Mapping]] = ..., recruit: _Optional[_Union[Recruit, _Mapping]] = ..., use_power: _Optional[_Union[UsePower, _Mapping]] = ..., end_turn: _Optional[_Union[EndTurn, _Mapping]] = ..., rest: _Optional[_Union[RestAction, _Mapping]] = ..., buy_ally: _Optional[_Union[BuyAlly, _Mapping]] = ..., pass_offer: _Optional[_Union[PassOffer, _Mapping]] = ..., take_ally: _Optional[_Union[TakeAlly, _Mapping]] = ..., fight_monster: _Optional[_Union[FightMonster, _Mapping]] = ..., go_on: _Optional[_Union[GoOn, _Mapping]] = ..., stop_exploring: _Optional[_Union[StopExploring, _Mapping]] = ..., choose_reward: _Optional[_Union[ChooseReward, _Mapping]] = ..., hand_in: _Optional[_Union[HandIn, _Mapping]] = ..., affiliate: _Optional[_Union[Affiliate, _Mapping]] = ..., discard_ally: _Optional[_Union[DiscardAlly, _Mapping]] = ..., discard_stack: _Optional[_Union[DiscardStack, _Mapping]] = ..., turn_lord: _Optional[_Union[TurnLord, _Mapping]] = ..., rob_seat: _Optional[_Union[RobSeat, _Mapping]] = ..., dismiss_lord: _Optional[_Union[DismissLord, _Mapping]] = ..., sacrifice_lord: _Optional[_Union[SacrificeLord, _Mapping]] = ..., take_lord: _Optional[_Union[TakeLord, _Mapping]] = ..., decline: _Optional[_Union[Decline, _Mapping]] = ..., take_location: _Optional[_Union[TakeLocation, _Mapping]] = ..., draw_locations: _Optional[_Union[DrawLocations, _Mapping]] = ..., keep_location: _Optional[_Union[KeepLocation, _Mapping]] = ..., spend_key_token: _Optional[_Union[SpendKeyToken, _Mapping]] = ..., spend_lord_key: _Optional[_Union[SpendLordKey, _Mapping]] = ..., give_location: _Optional[_Union[GiveLocation, _Mapping]] = ..., search_for: _Optional[_Union[SearchFor, _Mapping]] = ...) -> None: ...

class ExplorationShuffled(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[Card]
    def __init__(self, cards: _Optional[_Iterable[_Union[Card, str]]] = ...) -> None: ...

class LordsShuffled(_message.Message):
    __slots__ = ("lords",)
    LORDS_FIELD_NUMBER: _ClassVar[int]
    lords: _containers.RepeatedScalarFieldContainer[Lord]
    def __init__(self, lords: _Optional[_Iterable[_Union[Lord, str]]] = ...) -> None: ...

class LocationsShuffled(_message.Message):
    __slots__ = ("locations",)
    LOCATIONS_FIELD_NUMBER: _ClassVar[int]
    locations: _containers.RepeatedScalarFieldContainer[Location]
    def __init__(self, locations: _Optional[_Iterable[_Union[Location, str]]] = ...) -> None: ...

class TokensShuffled(_message.Message):
    __slots__ = ("tokens",)
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    tokens: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, tokens: _Optional[_Iterable[int]] = ...) -> None: ...

class StartSeatDrawn(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class TurnBegan(_message.Message):
    __slots__ = ("seat", "turn")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    seat: int
    turn: int
    def __init__(self, seat: _Optional[int] = ..., turn: _Optional[int] = ...) -> None: ...

class ExtraTurnGranted(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class PearlsGained(_message.Message):
    __slots__ = ("seat", "pearls")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PEARLS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    pearls: int
    def __init__(self, seat: _Optional[int] = ..., pearls: _Optional[int] = ...) -> None: ...

class PearlsPaid(_message.Message):
    __slots__ = ("seat", "pearls")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PEARLS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    pearls: int
    def __init__(self, seat: _Optional[int] = ..., pearls: _Optional[int] = ...) -> None: ...

class KeysGained(_message.Message):
    __slots__ = ("seat", "keys")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    KEYS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    keys: int
    def __init__(self, seat: _Optional[int] = ..., keys: _Optional[int] = ...) -> None: ...

class KeysReturned(_message.Message):
    __slots__ = ("seat", "keys")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    KEYS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    keys: int
    def __init__(self, seat: _Optional[int] = ..., keys: _Optional[int] = ...) -> None: ...

class TokensDrawn(_message.Message):
    __slots__ = ("seat", "tokens")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    tokens: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., tokens: _Optional[_Iterable[int]] = ...) -> None: ...

class TokenStolen(_message.Message):
    __slots__ = ("seat", "loser", "token")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    LOSER_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    seat: int
    loser: int
    token: int
    def __init__(self, seat: _Optional[int] = ..., loser: _Optional[int] = ..., token: _Optional[int] = ...) -> None: ...

class LordsCalled(_message.Message):
    __slots__ = ("lords",)
    LORDS_FIELD_NUMBER: _ClassVar[int]
    lords: _containers.RepeatedScalarFieldContainer[Lord]
    def __init__(self, lords: _Optional[_Iterable[_Union[Lord, str]]] = ...) -> None: ...

class LordReplaced(_message.Message):
    __slots__ = ("lord", "successor")
    LORD_FIELD_NUMBER: _ClassVar[int]
    SUCCESSOR_FIELD_NUMBER: _ClassVar[int]
    lord: Lord
    successor: Lord
    def __init__(self, lord: _Optional[_Union[Lord, str]] = ..., successor: _Optional[_Union[Lord, str]] = ...) -> None: ...

class LordDismissed(_message.Message):
    __slots__ = ("lord",)
    LORD_FIELD_NUMBER: _ClassVar[int]
    lord: Lord
    def __init__(self, lord: _Optional[_Union[Lord, str]] = ...) -> None: ...

class CardRevealed(_message.Message):
    __slots__ = ("card", "space")
    CARD_FIELD_NUMBER: _ClassVar[int]
    SPACE_FIELD_NUMBER: _ClassVar[int]
    card: Card
    space: int
    def __init__(self, card: _Optional[_Union[Card, str]] = ..., space: _Optional[int] = ...) -> None: ...

class OfferPassed(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class AllyBought(_message.Message):
    __slots__ = ("seat", "seller", "ally", "price")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SELLER_FIELD_NUMBER: _ClassVar[int]
    ALLY_FIELD_NUMBER: _ClassVar[int]
    PRICE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    seller: int
    ally: Card
    price: int
    def __init__(self, seat: _Optional[int] = ..., seller: _Optional[int] = ..., ally: _Optional[_Union[Card, str]] = ..., price: _Optional[int] = ...) -> None: ...

class AllyTaken(_message.Message):
    __slots__ = ("seat", "ally")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ALLY_FIELD_NUMBER: _ClassVar[int]
    seat: int
    ally: Card
    def __init__(self, seat: _Optional[int] = ..., ally: _Optional[_Union[Card, str]] = ...) -> None: ...

class ThreatRaised(_message.Message):
    __slots__ = ("space",)
    SPACE_FIELD_NUMBER: _ClassVar[int]
    space: int
    def __init__(self, space: _Optional[int] = ...) -> None: ...

class MonsterFought(_message.Message):
    __slots__ = ("seat", "space")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SPACE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    space: int
    def __init__(self, seat: _Optional[int] = ..., space: _Optional[int] = ...) -> None: ...

class TrackCleared(_message.Message):
    __slots__ = ("allies", "monsters")
    ALLIES_FIELD_NUMBER: _ClassVar[int]
    MONSTERS_FIELD_NUMBER: _ClassVar[int]
    allies: _containers.RepeatedScalarFieldContainer[Card]
    monsters: int
    def __init__(self, allies: _Optional[_Iterable[_Union[Card, str]]] = ..., monsters: _Optional[int] = ...) -> None: ...

class StackTaken(_message.Message):
    __slots__ = ("seat", "race", "allies")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    RACE_FIELD_NUMBER: _ClassVar[int]
    ALLIES_FIELD_NUMBER: _ClassVar[int]
    seat: int
    race: Race
    allies: _containers.RepeatedScalarFieldContainer[Card]
    def __init__(self, seat: _Optional[int] = ..., race: _Optional[_Union[Race, str]] = ..., allies: _Optional[_Iterable[_Union[Card, str]]] = ...) -> None: ...

class StackDiscarded(_message.Message):
    __slots__ = ("race", "allies")
    RACE_FIELD_NUMBER: _ClassVar[int]
    ALLIES_FIELD_NUMBER: _ClassVar[int]
    race: Race
    allies: _containers.RepeatedScalarFieldContainer[Card]
    def __init__(self, race: _Optional[_Union[Race, str]] = ..., allies: _Optional[_Iterable[_Union[Card, str]]] = ...) -> None: ...

class CostPaid(_message.Message):
    __slots__ = ("seat", "lord", "allies", "pearls")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    LORD_FIELD_NUMBER: _ClassVar[int]
    ALLIES_FIELD_NUMBER: _ClassVar[int]
    PEARLS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    lord: Lord
    allies: _containers.RepeatedScalarFieldContainer[Card]
    pearls: int
    def __init__(self, seat: _Optional[int] = ..., lord: _Optional[_Union[Lord, str]] = ..., allies: _Optional[_Iterable[_Union[Card, str]]] = ..., pearls: _Optional[int] = ...) -> None: ...

class AllyAffiliated(_message.Message):
    __slots__ = ("seat", "ally")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ALLY_FIELD_NUMBER: _ClassVar[int]
    seat: int
    ally: Card
    def __init__(self, seat: _Optional[int] = ..., ally: _Optional[_Union[Card, str]] = ...) -> None: ...

class LordRecruited(_message.Message):
    __slots__ = ("seat", "lord")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    LORD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    lord: Lord
    def __init__(self, seat: _Optional[int] = ..., lord: _Optional[_Union[Lord, str]] = ...) -> None: ...

class LordDrawn(_message.Message):
    __slots__ = ("seat", "lord")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    LORD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    lord: Lord
    def __init__(self, seat: _Optional[int] = ..., lord: _Optional[_Union[Lord, str]] = ...) -> None: ...

class PowerUsed(_message.Message):
    __slots__ = ("seat", "lord")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    LORD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    lord: Lord
    def __init__(self, seat: _Optional[int] = ..., lord: _Optional[_Union[Lord, str]] = ...) -> None: ...

class LordTurned(_message.Message):
    __slots__ = ("seat", "lord")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    LORD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    lord: Lord
    def __init__(self, seat: _Optional[int] = ..., lord: _Optional[_Union[Lord, str]] = ...) -> None: ...

class LordSacrificed(_message.Message):
    __slots__ = ("seat", "lord")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    LORD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    lord: Lord
    def __init__(self, seat: _Optional[int] = ..., lord: _Optional[_Union[Lord, str]] = ...) -> None: ...

class AlliesDiscarded(_message.Message):
    __slots__ = ("seat", "allies")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ALLIES_FIELD_NUMBER: _ClassVar[int]
    seat: int
    allies: _containers.RepeatedScalarFieldContainer[Card]
    def __init__(self, seat: _Optional[int] = ..., allies: _Optional[_Iterable[_Union[Card, str]]] = ...) -> None: ...

class LocationsOpened(_message.Message):
    __slots__ = ("locations",)
    LOCATIONS_FIELD_NUMBER: _ClassVar[int]
    locations: _containers.RepeatedScalarFieldContainer[Location]
    def __init__(self, locations: _Optional[_Iterable[_Union[Location, str]]] = ...) -> None: ...

class LocationsDrawn(_message.Message):
    __slots__ = ("seat", "locations")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    LOCATIONS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    locations: _containers.RepeatedScalarFieldContainer[Location]
    def __init__(self, seat: _Optional[int] = ..., locations: _Optional[_Iterable[_Union[Location, str]]] = ...) -> None: ...

class LocationControlled(_message.Message):
    __slots__ = ("seat", "location", "lords", "key_tokens")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    LOCATION_FIELD_NUMBER: _ClassVar[int]
    LORDS_FIELD_NUMBER: _ClassVar[int]
    KEY_TOKENS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    location: Location
    lords: _containers.RepeatedScalarFieldContainer[Lord]
    key_tokens: int
    def __init__(self, seat: _Optional[int] = ..., location: _Optional[_Union[Location, str]] = ..., lords: _Optional[_Iterable[_Union[Lord, str]]] = ..., key_tokens: _Optional[int] = ...) -> None: ...

class LocationSwapped(_message.Message):
    __slots__ = ("seat", "given", "taken", "freed")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    GIVEN_FIELD_NUMBER: _ClassVar[int]
    TAKEN_FIELD_NUMBER: _ClassVar[int]
    FREED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    given: Location
    taken: Location
    freed: _containers.RepeatedScalarFieldContainer[Lord]
    def __init__(self, seat: _Optional[int] = ..., given: _Optional[_Union[Location, str]] = ..., taken: _Optional[_Union[Location, str]] = ..., freed: _Optional[_Iterable[_Union[Lord, str]]] = ...) -> None: ...

class LocationDeckSearched(_message.Message):
    __slots__ = ("seat", "locations")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    LOCATIONS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    locations: _containers.RepeatedScalarFieldContainer[Location]
    def __init__(self, seat: _Optional[int] = ..., locations: _Optional[_Iterable[_Union[Location, str]]] = ...) -> None: ...

class LocationExchanged(_message.Message):
    __slots__ = ("seat", "taken", "returned")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TAKEN_FIELD_NUMBER: _ClassVar[int]
    RETURNED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    taken: Location
    returned: bool
    def __init__(self, seat: _Optional[int] = ..., taken: _Optional[_Union[Location, str]] = ..., returned: _Optional[bool] = ...) -> None: ...

class LastRoundBegan(_message.Message):
    __slots__ = ("seat", "ending")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ENDING_FIELD_NUMBER: _ClassVar[int]
    seat: int
    ending: str
    def __init__(self, seat: _Optional[int] = ..., ending: _Optional[str] = ...) -> None: ...

class HandAffiliated(_message.Message):
    __slots__ = ("seat", "allies", "discarded")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ALLIES_FIELD_NUMBER: _ClassVar[int]
    DISCARDED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    allies: _containers.RepeatedScalarFieldContainer[Card]
    discarded: _containers.RepeatedScalarFieldContainer[Card]
    def __init__(self, seat: _Optional[int] = ..., allies: _Optional[_Iterable[_Union[Card, str]]] = ..., discarded: _Optional[_Iterable[_Union[Card, str]]] = ...) -> None: ...

class TokensRevealed(_message.Message):
    __slots__ = ("seat", "tokens")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    tokens: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., tokens: _Optional[_Iterable[int]] = ...) -> None: ...

class SeatScored(_message.Message):
    __slots__ = ("seat", "locations", "lords", "allies", "tokens")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    LOCATIONS_FIELD_NUMBER: _ClassVar[int]
    LORDS_FIELD_NUMBER: _ClassVar[int]
    ALLIES_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    locations: int
    lords: int
    allies: int
    tokens: int
    def __init__(self, seat: _Optional[int] = ..., locations: _Optional[int] = ..., lords: _Optional[int] = ..., allies: _Optional[int] = ..., tokens: _Optional[int] = ...) -> None: ...

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

class Plot(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Explore(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class TakeStack(_message.Message):
    __slots__ = ("race",)
    RACE_FIELD_NUMBER: _ClassVar[int]
    race: Race
    def __init__(self, race: _Optional[_Union[Race, str]] = ...) -> None: ...

class Recruit(_message.Message):
    __slots__ = ("lord",)
    LORD_FIELD_NUMBER: _ClassVar[int]
    lord: Lord
    def __init__(self, lord: _Optional[_Union[Lord, str]] = ...) -> None: ...

class UsePower(_message.Message):
    __slots__ = ("lord",)
    LORD_FIELD_NUMBER: _ClassVar[int]
    lord: Lord
    def __init__(self, lord: _Optional[_Union[Lord, str]] = ...) -> None: ...

class EndTurn(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class RestAction(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class BuyAlly(_message.Message):
    __slots__ = ("ally", "price")
    ALLY_FIELD_NUMBER: _ClassVar[int]
    PRICE_FIELD_NUMBER: _ClassVar[int]
    ally: Card
    price: int
    def __init__(self, ally: _Optional[_Union[Card, str]] = ..., price: _Optional[int] = ...) -> None: ...

class PassOffer(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class TakeAlly(_message.Message):
    __slots__ = ("ally",)
    ALLY_FIELD_NUMBER: _ClassVar[int]
    ally: Card
    def __init__(self, ally: _Optional[_Union[Card, str]] = ...) -> None: ...

class FightMonster(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GoOn(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class StopExploring(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ChooseReward(_message.Message):
    __slots__ = ("pearls", "tokens", "keys")
    PEARLS_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    KEYS_FIELD_NUMBER: _ClassVar[int]
    pearls: int
    tokens: int
    keys: int
    def __init__(self, pearls: _Optional[int] = ..., tokens: _Optional[int] = ..., keys: _Optional[int] = ...) -> None: ...

class HandIn(_message.Message):
    __slots__ = ("ally",)
    ALLY_FIELD_NUMBER: _ClassVar[int]
    ally: Card
    def __init__(self, ally: _Optional[_Union[Card, str]] = ...) -> None: ...

class Affiliate(_message.Message):
    __slots__ = ("ally",)
    ALLY_FIELD_NUMBER: _ClassVar[int]
    ally: Card
    def __init__(self, ally: _Optional[_Union[Card, str]] = ...) -> None: ...

class DiscardAlly(_message.Message):
    __slots__ = ("ally",)
    ALLY_FIELD_NUMBER: _ClassVar[int]
    ally: Card
    def __init__(self, ally: _Optional[_Union[Card, str]] = ...) -> None: ...

class DiscardStack(_message.Message):
    __slots__ = ("race",)
    RACE_FIELD_NUMBER: _ClassVar[int]
    race: Race
    def __init__(self, race: _Optional[_Union[Race, str]] = ...) -> None: ...

class TurnLord(_message.Message):
    __slots__ = ("owner", "lord")
    OWNER_FIELD_NUMBER: _ClassVar[int]
    LORD_FIELD_NUMBER: _ClassVar[int]
    owner: int
    lord: Lord
    def __init__(self, owner: _Optional[int] = ..., lord: _Optional[_Union[Lord, str]] = ...) -> None: ...

class RobSeat(_message.Message):
    __slots__ = ("owner",)
    OWNER_FIELD_NUMBER: _ClassVar[int]
    owner: int
    def __init__(self, owner: _Optional[int] = ...) -> None: ...

class DismissLord(_message.Message):
    __slots__ = ("lord",)
    LORD_FIELD_NUMBER: _ClassVar[int]
    lord: Lord
    def __init__(self, lord: _Optional[_Union[Lord, str]] = ...) -> None: ...

class SacrificeLord(_message.Message):
    __slots__ = ("lord",)
    LORD_FIELD_NUMBER: _ClassVar[int]
    lord: Lord
    def __init__(self, lord: _Optional[_Union[Lord, str]] = ...) -> None: ...

class TakeLord(_message.Message):
    __slots__ = ("lord",)
    LORD_FIELD_NUMBER: _ClassVar[int]
    lord: Lord
    def __init__(self, lord: _Optional[_Union[Lord, str]] = ...) -> None: ...

class Decline(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class TakeLocation(_message.Message):
    __slots__ = ("location",)
    LOCATION_FIELD_NUMBER: _ClassVar[int]
    location: Location
    def __init__(self, location: _Optional[_Union[Location, str]] = ...) -> None: ...

class DrawLocations(_message.Message):
    __slots__ = ("count",)
    COUNT_FIELD_NUMBER: _ClassVar[int]
    count: int
    def __init__(self, count: _Optional[int] = ...) -> None: ...

class KeepLocation(_message.Message):
    __slots__ = ("location",)
    LOCATION_FIELD_NUMBER: _ClassVar[int]
    location: Location
    def __init__(self, location: _Optional[_Union[Location, str]] = ...) -> None: ...

class SpendKeyToken(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class SpendLordKey(_message.Message):
    __slots__ = ("lord",)
    LORD_FIELD_NUMBER: _ClassVar[int]
    lord: Lord
    def __init__(self, lord: _Optional[_Union[Lord, str]] = ...) -> None: ...

class GiveLocation(_message.Message):
    __slots__ = ("location",)
    LOCATION_FIELD_NUMBER: _ClassVar[int]
    location: Location
    def __init__(self, location: _Optional[_Union[Location, str]] = ...) -> None: ...

class SearchFor(_message.Message):
    __slots__ = ("location",)
    LOCATION_FIELD_NUMBER: _ClassVar[int]
    location: Location
    def __init__(self, location: _Optional[_Union[Location, str]] = ...) -> None: ...

class View(_message.Message):
    __slots__ = ("viewer", "pearls_are_open", "realms", "council", "deck", "discard", "track", "court", "lord_deck", "lords_gone", "location_deck", "open_locations", "drawn_locations", "locations_gone", "token_pile", "paid", "treasury", "key_supply", "threat", "start", "active", "turn", "last_recruitment", "buyers", "powers_used", "recruited", "extra_turn", "last_round_by", "ending")
    class CouncilEntry(_message.Message):
        __slots__ = ("key", "values")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUES_FIELD_NUMBER: _ClassVar[int]
        key: Race
        values: _containers.RepeatedScalarFieldContainer[Card]
        def __init__(self, key: _Optional[_Union[Race, str]] = ..., values: _Optional[_Iterable[_Union[Card, str]]] = ...) -> None: ...
    VIEWER_FIELD_NUMBER: _ClassVar[int]
    PEARLS_ARE_OPEN_FIELD_NUMBER: _ClassVar[int]
    REALMS_FIELD_NUMBER: _ClassVar[int]
    COUNCIL_FIELD_NUMBER: _ClassVar[int]
    DECK_FIELD_NUMBER: _ClassVar[int]
    DISCARD_FIELD_NUMBER: _ClassVar[int]
    TRACK_FIELD_NUMBER: _ClassVar[int]
    COURT_FIELD_NUMBER: _ClassVar[int]
    LORD_DECK_FIELD_NUMBER: _ClassVar[int]
    LORDS_GONE_FIELD_NUMBER: _ClassVar[int]
    LOCATION_DECK_FIELD_NUMBER: _ClassVar[int]
    OPEN_LOCATIONS_FIELD_NUMBER: _ClassVar[int]
    DRAWN_LOCATIONS_FIELD_NUMBER: _ClassVar[int]
    LOCATIONS_GONE_FIELD_NUMBER: _ClassVar[int]
    TOKEN_PILE_FIELD_NUMBER: _ClassVar[int]
    PAID_FIELD_NUMBER: _ClassVar[int]
    TREASURY_FIELD_NUMBER: _ClassVar[int]
    KEY_SUPPLY_FIELD_NUMBER: _ClassVar[int]
    THREAT_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    ACTIVE_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    LAST_RECRUITMENT_FIELD_NUMBER: _ClassVar[int]
    BUYERS_FIELD_NUMBER: _ClassVar[int]
    POWERS_USED_FIELD_NUMBER: _ClassVar[int]
    RECRUITED_FIELD_NUMBER: _ClassVar[int]
    EXTRA_TURN_FIELD_NUMBER: _ClassVar[int]
    LAST_ROUND_BY_FIELD_NUMBER: _ClassVar[int]
    ENDING_FIELD_NUMBER: _ClassVar[int]
    viewer: int
    pearls_are_open: bool
    realms: _containers.RepeatedCompositeFieldContainer[Realm]
    council: _containers.RepeatedCompositeFieldContainer[View.CouncilEntry]
    deck: _containers.RepeatedScalarFieldContainer[Card]
    discard: _containers.RepeatedScalarFieldContainer[Card]
    track: _containers.RepeatedScalarFieldContainer[Card]
    court: _containers.RepeatedScalarFieldContainer[Lord]
    lord_deck: _containers.RepeatedScalarFieldContainer[Lord]
    lords_gone: _containers.RepeatedScalarFieldContainer[Lord]
    location_deck: _containers.RepeatedScalarFieldContainer[Location]
    open_locations: _containers.RepeatedScalarFieldContainer[Location]
    drawn_locations: _containers.RepeatedScalarFieldContainer[Location]
    locations_gone: _containers.RepeatedScalarFieldContainer[Location]
    token_pile: _containers.RepeatedScalarFieldContainer[int]
    paid: _containers.RepeatedScalarFieldContainer[Card]
    treasury: int
    key_supply: int
    threat: int
    start: int
    active: int
    turn: int
    last_recruitment: int
    buyers: _containers.RepeatedScalarFieldContainer[int]
    powers_used: _containers.RepeatedScalarFieldContainer[Lord]
    recruited: _containers.RepeatedScalarFieldContainer[Lord]
    extra_turn: bool
    last_round_by: int
    ending: str
    def __init__(self, viewer: _Optional[int] = ..., pearls_are_open: _Optional[bool] = ..., realms: _Optional[_Iterable[_Union[Realm, _Mapping]]] = ..., council: _Optional[_Iterable[_Union[View.CouncilEntry, _Mapping]]] = ..., deck: _Optional[_Iterable[_Union[Card, str]]] = ..., discard: _Optional[_Iterable[_Union[Card, str]]] = ..., track: _Optional[_Iterable[_Union[Card, str]]] = ..., court: _Optional[_Iterable[_Union[Lord, str]]] = ..., lord_deck: _Optional[_Iterable[_Union[Lord, str]]] = ..., lords_gone: _Optional[_Iterable[_Union[Lord, str]]] = ..., location_deck: _Optional[_Iterable[_Union[Location, str]]] = ..., open_locations: _Optional[_Iterable[_Union[Location, str]]] = ..., drawn_locations: _Optional[_Iterable[_Union[Location, str]]] = ..., locations_gone: _Optional[_Iterable[_Union[Location, str]]] = ..., token_pile: _Optional[_Iterable[int]] = ..., paid: _Optional[_Iterable[_Union[Card, str]]] = ..., treasury: _Optional[int] = ..., key_supply: _Optional[int] = ..., threat: _Optional[int] = ..., start: _Optional[int] = ..., active: _Optional[int] = ..., turn: _Optional[int] = ..., last_recruitment: _Optional[int] = ..., buyers: _Optional[_Iterable[int]] = ..., powers_used: _Optional[_Iterable[_Union[Lord, str]]] = ..., recruited: _Optional[_Iterable[_Union[Lord, str]]] = ..., extra_turn: _Optional[bool] = ..., last_round_by: _Optional[int] = ..., ending: _Optional[str] = ...) -> None: ...

class Realm(_message.Message):
    __slots__ = ("pearls", "key_tokens", "hand", "tokens", "free", "turned", "holdings", "affiliated")
    PEARLS_FIELD_NUMBER: _ClassVar[int]
    KEY_TOKENS_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    FREE_FIELD_NUMBER: _ClassVar[int]
    TURNED_FIELD_NUMBER: _ClassVar[int]
    HOLDINGS_FIELD_NUMBER: _ClassVar[int]
    AFFILIATED_FIELD_NUMBER: _ClassVar[int]
    pearls: int
    key_tokens: int
    hand: _containers.RepeatedScalarFieldContainer[Card]
    tokens: _containers.RepeatedScalarFieldContainer[int]
    free: _containers.RepeatedScalarFieldContainer[Lord]
    turned: _containers.RepeatedScalarFieldContainer[Lord]
    holdings: _containers.RepeatedCompositeFieldContainer[Holding]
    affiliated: _containers.RepeatedScalarFieldContainer[Card]
    def __init__(self, pearls: _Optional[int] = ..., key_tokens: _Optional[int] = ..., hand: _Optional[_Iterable[_Union[Card, str]]] = ..., tokens: _Optional[_Iterable[int]] = ..., free: _Optional[_Iterable[_Union[Lord, str]]] = ..., turned: _Optional[_Iterable[_Union[Lord, str]]] = ..., holdings: _Optional[_Iterable[_Union[Holding, _Mapping]]] = ..., affiliated: _Optional[_Iterable[_Union[Card, str]]] = ...) -> None: ...

class Holding(_message.Message):
    __slots__ = ("location", "lords")
    LOCATION_FIELD_NUMBER: _ClassVar[int]
    LORDS_FIELD_NUMBER: _ClassVar[int]
    location: Location
    lords: _containers.RepeatedScalarFieldContainer[Lord]
    def __init__(self, location: _Optional[_Union[Location, str]] = ..., lords: _Optional[_Iterable[_Union[Lord, str]]] = ...) -> None: ...
