"""The powers of Lords on coming into service: the sixteen with an arrow, and two lasting ones that also act at once.

Lasting powers work where they apply: the Recruiter, Treasurer and Diplomat in `costs`, the Master of Magic in
`recruit`, the Tamer and the Ship Master in `explore`, the Alchemist in `council`, the Shaman and the Commander
in `soldiers`, the once-per-turn ones in `per_turn`.
"""

from __future__ import annotations

from collections.abc import Callable

from referee.games.abyss.cards import Location, Lord
from referee.games.abyss.choices import (
    DECLINE,
    Decline,
    GiveLocation,
    RobSeat,
    SacrificeLord,
    TakeLocation,
    TakeLord,
    TurnLord,
)
from referee.games.abyss.costs import pay_under, price_shift, price_shifters
from referee.games.abyss.council import take_one_of
from referee.games.abyss.court import refill_court
from referee.games.abyss.facts.locations import LocationSwapped
from referee.games.abyss.facts.powers import AlliesDiscarded, LordSacrificed, LordTurned
from referee.games.abyss.facts.recruit import LordDrawn, LordRecruited
from referee.games.abyss.facts.supply import PearlsPaid, TokenStolen
from referee.games.abyss.facts.turn import ExtraTurnGranted
from referee.games.abyss.locations import black_smokers, draw_and_keep, take_control, why_no_location
from referee.games.abyss.obstacles import Obstacle, no
from referee.games.abyss.questions import (
    ASK_AMBASSADOR_OPEN,
    ASK_APPRENTICE,
    ASK_ASSASSIN,
    ASK_CORRUPTOR,
    ASK_DISCARD_ONE,
    ASK_HUNTER,
    ASK_ILLUSIONIST_GIVE,
    ASK_ILLUSIONIST_TAKE,
    ASK_SACRIFICE,
    ASK_TRAITOR,
)
from referee.games.abyss.soldiers import DISCARD, ask_to_discard, is_shielded, reached_by, surplus_of
from referee.games.abyss.state import State
from referee.games.abyss.supply import gain_pearls
from referee.kernel.asks import Choice, Some, Together
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule

Power = Callable[[Table[State], Seat], Script[None]]

SEEKER_PEARLS = 2
CORRUPTOR_PEARLS = 5
LANDLORD_PEARLS = 1


# Soldiers


@rule("lord.jailer")
def jailer(table: Table[State], seat: Seat) -> Script[None]:
    """Each opponent discards an Ally of its choice. It is asked even if all its Allies are alike, which is a secret."""
    asks = []
    for other in reached_by(table, seat):
        options = [DISCARD[ally] for ally in table.state.realms[other].hand]
        if options:
            asks.append(ASK_DISCARD_ONE.to(other, options, 1, 1, default=(0,)))
    yield from discard_together(table, asks)


@rule("lord.commander")
def commander(table: Table[State], seat: Seat) -> Script[None]:
    """Each opponent discards down to six Allies, of its choice."""
    over = [other for other in reached_by(table, seat) if surplus_of(table.state, other) > 0]
    yield from discard_together(
        table, [ask_to_discard(table, other, surplus_of(table.state, other)) for other in over]
    )


def discard_together(table: Table[State], asks: list[Some]) -> Script[None]:
    """Ask several seats at once what to discard, so that none sees what the others choose."""
    if not asks:
        return
    answers = yield Together(asks)
    for seat, chosen in answers.items():
        table.record(AlliesDiscarded(seat, tuple([choice.ally for choice in chosen])))


@rule("lord.seeker")
def seeker(table: Table[State], seat: Seat) -> Script[None]:
    """Each opponent returns two pearls to the Treasury."""
    for other in reached_by(table, seat):
        has = table.state.realms[other].pearls
        due = min(SEEKER_PEARLS, has)
        if due == SEEKER_PEARLS or (due and table.ruling("seeker.short") == "all_they_have"):
            table.record(PearlsPaid(other, due))
    yield from ()


@rule("lord.assassin")
def assassin(table: Table[State], seat: Seat) -> Script[None]:
    """Turn one free Lord of each opponent: it keeps its influence points and nothing else."""
    owner_chooses = table.ruling("assassin.choice") == "owner"
    for other in reached_by(table, seat):
        realm = table.state.realms[other]
        options = [TurnLord(other, lord) for lord in realm.free if lord not in realm.turned]
        if not options:
            continue
        chosen = options[0]
        if len(options) > 1:
            chooser = seat if owner_chooses else other
            chosen = yield ASK_ASSASSIN.to(
                chooser, options, why_not=lambda choice: why_not_turned(table.state, choice)
            )
        table.record(LordTurned(other, chosen.lord))


def why_not_turned(state: State, choice: Choice) -> Refused | None:
    """Return why the Assassin cannot turn a Lord."""
    if not isinstance(choice, TurnLord) or not 0 <= choice.owner < len(state.realms):
        return None
    realm = state.realms[choice.owner]
    if is_shielded(state, choice.owner):
        return no(Obstacle.SHIELDED, "lord.shaman")
    if choice.lord not in realm.free:
        return no(Obstacle.LORD_NOT_FREE, "lord.assassin")
    return no(Obstacle.LORD_TURNED, "lord.assassin") if choice.lord in realm.turned else None


@rule("lord.hunter")
def hunter(table: Table[State], seat: Seat) -> Script[None]:
    """Take a random Monster token from an opponent."""
    state = table.state
    options: list[Choice] = [
        RobSeat(other) for other in reached_by(table, seat) if state.realms[other].tokens
    ]
    if options and table.ruling("hunter.duty") == "optional":
        options.append(DECLINE)
    if not options:
        return
    chosen: Choice = options[0]
    if len(options) > 1:
        chosen = yield ASK_HUNTER.to(seat, options, why_not=lambda choice: why_not_robbed(state, choice))
    if isinstance(chosen, RobSeat):
        token = table.chance("tokens/hunter").pick(state.realms[chosen.owner].tokens)
        table.record(TokenStolen(seat, chosen.owner, token))


def why_not_robbed(state: State, choice: Choice) -> Refused | None:
    """Return why the Hunter cannot rob a seat."""
    if not isinstance(choice, RobSeat) or not 0 <= choice.owner < len(state.realms):
        return None
    if is_shielded(state, choice.owner):
        return no(Obstacle.SHIELDED, "lord.shaman")
    return None if state.realms[choice.owner].tokens else no(Obstacle.NO_TOKENS, "lord.hunter")


# Merchants


def pearls_at_once(rule_id: str, pearls: int) -> Power:
    """Return the power of a Merchant that brings pearls when recruited."""

    @rule(rule_id)
    def power(table: Table[State], seat: Seat) -> Script[None]:
        gain_pearls(table, seat, pearls)
        yield from ()

    return power


@rule("lord.landlord")
def landlord(table: Table[State], seat: Seat) -> Script[None]:
    """Gain a pearl in each of the owner's turns, including the one in which the Landlord is recruited."""
    if table.ruling("landlord.first_turn") == "at_once":
        gain_pearls(table, seat, LANDLORD_PEARLS)
    yield from ()


@rule("lord.landlord")
def collect_rent(table: Table[State], seat: Seat) -> None:
    """Gain a pearl at the beginning of each turn while the Landlord is free."""
    gain_pearls(table, seat, LANDLORD_PEARLS)


# Mages


@rule("lord.invoker")
def invoker(table: Table[State], seat: Seat) -> Script[None]:
    """Take another turn after this one; after the end is set off, only if the ruling grants it."""
    table.record(ExtraTurnGranted(seat))
    yield from ()


@rule("lord.apprentice")
def apprentice(table: Table[State], seat: Seat) -> Script[None]:
    """Take a Council stack; the Alchemist doubles it only under that reading."""
    may_decline = table.ruling("apprentice.duty") == "optional"
    yield from take_one_of(table, seat, ASK_APPRENTICE, may_decline=may_decline)
    doubled = table.ruling("apprentice.alchemist") == "doubled"
    if doubled and table.state.realms[seat].has(Lord.ALCHEMIST):
        yield from take_one_more(table, seat, ASK_APPRENTICE, may_decline=may_decline)


take_one_more = rule("lord.alchemist")(take_one_of)


@rule("lord.illusionist")
def illusionist(table: Table[State], seat: Seat) -> Script[None]:
    """Swap a Location that the seat controls for a face-up one; the Lords under it move under the new one."""
    state = table.state
    own = {holding.location: holding.lords for holding in state.realms[seat].holdings}
    if not own or not state.open_locations:
        return
    given = yield ASK_ILLUSIONIST_GIVE.to(seat, [DECLINE, *[GiveLocation(location) for location in own]])
    if isinstance(given, Decline):
        return
    options = [TakeLocation(location) for location in state.open_locations]
    taken = options[0]
    if len(options) > 1:
        taken = yield ASK_ILLUSIONIST_TAKE.to(
            seat, options, why_not=lambda choice: why_no_location(state, choice)
        )
    freed = tuple(own[given.location]) if table.ruling("illusionist.lords") == "freed" else ()
    table.record(LocationSwapped(seat, given.location, taken.location, freed))
    if taken.location is Location.BLACK_SMOKERS and table.ruling("black_smokers.by_swap") == "exchange":
        yield from black_smokers(table, seat)


# Politicians


@rule("lord.corruptor")
def corruptor(table: Table[State], seat: Seat) -> Script[None]:
    """Recruit another Lord from the Court for five pearls instead of its cost; no Ally joins for it."""
    state = table.state
    price = corruptor_price(table, seat)
    if state.realms[seat].pearls < price or not state.court:
        return
    options = [DECLINE, *[TakeLord(lord) for lord in state.court]]
    chosen = yield ASK_CORRUPTOR.to(seat, options, why_not=lambda choice: why_not_taken(state, choice))
    if isinstance(chosen, TakeLord):
        is_flat = table.ruling("corruptor.price") == "flat"
        pay_under(table, () if is_flat else price_shifters(state, seat), PearlsPaid(seat, price))
        yield from welcome(table, seat, chosen.lord)


def corruptor_price(table: Table[State], seat: Seat) -> int:
    """Return five pearls, changed by Recruiter and Treasurer only if the ruling says so."""
    if table.ruling("corruptor.price") == "flat":
        return CORRUPTOR_PEARLS
    return CORRUPTOR_PEARLS + price_shift(table.state, seat)


def why_not_taken(state: State, choice: Choice) -> Refused | None:
    """Return why a Lord cannot be taken from the Court."""
    if isinstance(choice, TakeLord) and choice.lord not in state.court:
        return no(Obstacle.LORD_NOT_AT_COURT, "recruit")
    return None


@rule("lord.traitor")
def traitor(table: Table[State], seat: Seat) -> Script[None]:
    """Discard another free Lord of the seat and take any Lord from the Court in its place."""
    state = table.state
    if not state.court or not (yield from sacrifice(table, seat, Lord.TRAITOR)):
        return
    options = [TakeLord(lord) for lord in state.court]
    chosen = options[0]
    if len(options) > 1:
        chosen = yield ASK_TRAITOR.to(seat, options, why_not=lambda choice: why_not_taken(state, choice))
    yield from welcome(table, seat, chosen.lord)


@rule("lord.schemer")
def schemer(table: Table[State], seat: Seat) -> Script[None]:
    """Discard another free Lord of the seat and take the top Lord of the deck in its place."""
    deck = table.state.lord_deck
    if not deck and table.ruling("schemer.empty_deck") == "unusable":
        return
    if (yield from sacrifice(table, seat, Lord.SCHEMER)) and deck:
        newcomer = deck[-1]
        table.record(LordDrawn(seat, newcomer))
        yield from use_at_once(table, seat, newcomer)


def sacrifice(table: Table[State], seat: Seat, for_power_of: Lord) -> Script[bool]:
    """Ask for a free Lord to discard, turned or not, except the one whose power it is. Return whether one was."""
    free = table.state.realms[seat].free
    options = [SacrificeLord(lord) for lord in free if lord is not for_power_of]
    if not options:
        return False

    def why_not(choice: Choice) -> Refused | None:
        is_sacrifice = isinstance(choice, SacrificeLord)
        return no(Obstacle.LORD_NOT_FREE, f"lord.{for_power_of}") if is_sacrifice else None

    chosen = yield ASK_SACRIFICE.to(seat, [DECLINE, *options], why_not=why_not)
    if isinstance(chosen, Decline):
        return False
    table.record(LordSacrificed(seat, chosen.lord))
    return True


def welcome(table: Table[State], seat: Seat, lord: Lord) -> Script[None]:
    """Take a Lord from the Court into service, paid for or brought by another's power, and use its own power."""
    table.record(LordRecruited(seat, lord))
    if table.ruling("court.refill_timing") == "before_power":
        refill_court(table, seat)
    yield from use_at_once(table, seat, lord)


def use_at_once(table: Table[State], seat: Seat, lord: Lord) -> Script[None]:
    """Use the power that a Lord has on coming into service, if any."""
    power = POWERS.get(lord)
    if power is not None:
        yield from power(table, seat)


# Ambassadors


def ambassador(rule_id: str, lord: Lord, count: int) -> Power:
    """Return the power to draw Locations and control one with the Ambassador alone; the others stay face up."""

    @rule(rule_id)
    def power(table: Table[State], seat: Seat) -> Script[None]:
        if table.state.location_deck:
            location = yield from draw_and_keep(table, seat, count)
            yield from take_control(table, seat, location, (lord,), 0)
        elif table.ruling("ambassador.empty_deck") == "face_up":
            yield from control_face_up(table, seat, lord)

    return power


def control_face_up(table: Table[State], seat: Seat, lord: Lord) -> Script[None]:
    """Control a face-up Location with the Ambassador if there is none to draw."""
    options = [TakeLocation(location) for location in table.state.open_locations]
    if not options:
        return
    chosen = options[0] if len(options) == 1 else (yield ASK_AMBASSADOR_OPEN.to(seat, options))
    yield from take_control(table, seat, chosen.location, (lord,), 0)


POWERS: dict[Lord, Power] = {
    Lord.JAILER: jailer,
    Lord.SEEKER: seeker,
    Lord.ASSASSIN: assassin,
    Lord.COMMANDER: commander,
    Lord.HUNTER: hunter,
    Lord.TRADER: pearls_at_once("lord.trader", 3),
    Lord.PEDDLER: pearls_at_once("lord.peddler", 2),
    Lord.SHOPKEEPER: pearls_at_once("lord.shopkeeper", 1),
    Lord.LANDLORD: landlord,
    Lord.INVOKER: invoker,
    Lord.APPRENTICE: apprentice,
    Lord.ILLUSIONIST: illusionist,
    Lord.CORRUPTOR: corruptor,
    Lord.TRAITOR: traitor,
    Lord.SCHEMER: schemer,
    Lord.SAGE: ambassador("lord.sage", Lord.SAGE, 2),
    Lord.HERMIT: ambassador("lord.hermit", Lord.HERMIT, 1),
    Lord.ELDER: ambassador("lord.elder", Lord.ELDER, 3),
}
