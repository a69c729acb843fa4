"""Skill tests and rolls: what to contribute, and what to play before and after."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee_api.unfathomable.v1 import unfathomable_pb2 as unf
from referee_api.v1 import referee_pb2 as api
from referee_client.bot import options_in
from referee_client.bots.unfathomable.cards import CARDS, CHAOS_CARDS, FACES, MEAN_CARD, ORDINARY, SkillCard
from referee_client.bots.unfathomable.position import DEFEAT, SOULS_OF_A_PASSENGER, Position

NO_DANGER = 0.8
"""Stakes of a test that does not belong to a crisis."""
WILLING = 0.75
"""Share of the cards others could contribute that they are expected to contribute."""


def results(at: Position) -> tuple[float, float, float]:
    """Return what a success, a partial success and a failure of the test are worth to the ship."""
    crisis = at.crisis(at.view.mythos_card) if at.view.skill_test.is_mythos else None
    if crisis is None:
        return room_test(at), 0.0, 0.0
    success, failure = at.effect(crisis.success), at.effect(crisis.failure)
    return success, at.effect(crisis.partial) if crisis.partial else failure, failure


def room_test(at: Position) -> float:
    """Return the worth of sending somebody to the Brig, or of letting somebody out."""
    active = at.view.active
    space = at.view.players[active].space
    if active == at.me:
        return 3.0
    if space == unf.SPACE_BRIG:
        return 2.5 - 2 * at.suspicion.get(active, 0.0)
    if space == unf.SPACE_CAPTAINS_CABIN and at.suspicion.get(active, 0.0) < 1:
        return 1.0 + max([*at.suspicion.values(), 0.0])
    return NO_DANGER


def worth_of_total(at: Position, total: float) -> float:
    """Return the worth to the ship of a total in this test."""
    check = at.view.skill_test
    success, partial, failure = results(at)
    if total >= check.difficulty:
        return success
    return partial if check.partial and total >= check.partial else failure


def expected(at: Position) -> float:
    """Estimate the value of the pile before the bot's own cards, chaos cards included."""
    check = at.view.skill_test
    pile = list(at.view.pile)[check.start :]
    known = [CARDS[card] for card in pile if card in CARDS]
    hidden = len(pile) - len(known)
    chaos = 0 if check.without_chaos else min(CHAOS_CARDS, hidden)
    helping = len(check.skills) / len(ORDINARY)
    by_chaos = chaos * MEAN_CARD * (2 * helping - 1)
    if len(at.view.chaos) > 2 * len(ORDINARY):
        by_chaos -= 1.0
    return by_chaos + (hidden - chaos) * 0.75 * MEAN_CARD + sum(signed(at, card) for card in known)


def signed(at: Position, card: SkillCard) -> int:
    """Return what a card adds to the test; negative if it hinders."""
    return card.value if card.skill in at.view.skill_test.skills else -card.value


def coming(at: Position) -> float:
    """Estimate what the seats after this one will add."""
    view = at.view
    seats = len(view.players)
    order = [(view.active + step) % seats for step in range(1, seats + 1)]
    total = 0.0
    for seat in order[order.index(at.me) + 1 :]:
        player = view.players[seat]
        if not player.revealed:
            count = min(1, len(player.hand)) if player.space == unf.SPACE_BRIG else len(player.hand)
            total += count * at.helpful(seat, list(view.skill_test.skills)) * MEAN_CARD
    return WILLING * total


def contribute(at: Position, question: api.Question) -> Sequence[int]:
    """Contribute cards for the side of the bot."""
    cards = [CARDS[option.choose_card.card] for option in options_in(question)]
    chosen = help_out(at, cards) if at.is_human else hinder(at, cards)
    return places(cards, chosen[: question.most])


def places(cards: list[SkillCard], chosen: Sequence[SkillCard]) -> list[int]:
    """Return the option numbers of these cards; equal cards get different numbers."""
    picks: list[int] = []
    for card in chosen:
        picks.append(next(p for p, other in enumerate(cards) if other == card and p not in picks))
    return picks


def help_out(at: Position, cards: list[SkillCard]) -> list[SkillCard]:
    """Return the bot's share of the missing cards, if the test is worth them."""
    check = at.view.skill_test
    success, partial, failure = results(at)
    there, later = expected(at), coming(at)
    helpful = sorted(
        [card for card in cards if card.skill in check.skills], key=lambda c: at.missed(c) / c.value
    )
    mine = sum(card.value for card in helpful)
    margin = 2.0 if success - failure > 3 else 1.0
    goals = [(check.difficulty, success - failure)]
    if check.partial:
        goals.append((check.partial, partial - failure))
    for difficulty, stakes in goals:
        missing = difficulty + margin - there
        if missing <= 0:
            return []
        if mine + later < missing - 1.5 or not mine:
            continue
        share = missing if later < 1 else missing * mine / (mine + later) + 0.5
        share = max(share, missing - later)
        chosen = gather(helpful, share)
        if sum(map(at.missed, chosen)) <= 1.1 * stakes * min(1.0, (share + 1) / missing) + 0.2:
            return chosen
    return []


def gather(cards: list[SkillCard], value: float) -> list[SkillCard]:
    """Return the first cards that reach a value, without superfluous ones."""
    chosen: list[SkillCard] = []
    for card in cards:
        if sum(each.value for each in chosen) < value:
            chosen.append(card)
    for card in sorted(chosen, key=lambda card: -card.value):
        if sum(each.value for each in chosen) - card.value >= value:
            chosen.remove(card)
    return chosen


def hinder(at: Position, cards: list[SkillCard]) -> list[SkillCard]:
    """Return cards that hinder, but no more than chaos could explain, and none if little is at stake."""
    if at.view.skill_test.face_up and not at.is_revealed:
        return []
    success, _, failure = results(at)
    stakes = success - failure
    total = expected(at) + coming(at)
    if stakes < 1.0 or total < at.view.skill_test.difficulty - 6:
        return []
    hindering = [card for card in cards if card.skill not in at.view.skill_test.skills]
    hindering.sort(key=lambda card: card.value - 2 * at.missed(card), reverse=True)
    chosen = hindering[: 1 if at.is_revealed else 2]
    return chosen if sum(map(at.missed, chosen)) < stakes else []


# Before cards are added, and after the total is known


def before_cards(at: Position, option: Any) -> float:
    """Keep chaos out if much is at stake; sacrifice oneself only if everything is."""
    success, _, failure = results(at)
    stakes = success - failure
    match option.WhichOneof("kind"):
        case "play_now":
            card = CARDS[option.play_now.card]
            if not at.is_human:
                return -1.0
            if card.title == "nothing_to_hide":
                doubt = sum(at.suspicion.values())
                return stakes * min(0.4, 0.1 * doubt) - at.missed(card)
            if card.title != "preparation":
                return -1.0
            worse = len(at.view.chaos) > 2 * len(ORDINARY)
            return stakes * (0.3 if worse else 0.12) - at.missed(card)
        case "sacrifice_self":
            worth = {"success": success, "failure": failure}.get(option.sacrifice_self.result, -9.0)
            likely = 0.5 * (success + failure)
            return at.side * (worth - likely) - DEFEAT - 0.5
        case _:
            return 0.0


def after_total(at: Position, option: Any) -> float:
    """Change the total if that changes the result."""
    total = at.view.skill_test.total
    cost = 0.0
    match option.WhichOneof("kind"):
        case "play_to_change":
            cost, change = at.missed(CARDS[option.play_to_change.card]), option.play_to_change.amount
        case "add_with_experience":
            card = CARDS[option.add_with_experience.card]
            cost, change = at.missed(card), signed(at, card)
        case "use_item":
            cost, change = 0.9, 2
        case "use_equipment":
            cost, change = 1.0 + 0.01 * abs(option.use_equipment.amount), option.use_equipment.amount
        case "consult_script":
            helps = option.consult_script.skill in at.view.skill_test.skills
            cost, change = 0.6, 2 if helps else -2
        case _:
            return 0.0
    return at.side * (worth_of_total(at, total + change) - worth_of_total(at, total)) - cost - 0.05


# Rolls


def aim(at: Position) -> tuple[int, float] | None:
    """Return what the roll must reach and what that is worth to this seat; None if the roll does not matter."""
    roll = at.view.roll
    if roll.is_attack:
        return int(roll.difficulty), _stakes_of_attack(at, roll)
    tops = {entry.key: entry.values[-1] for entry in at.view.discards if entry.values}
    match roll.purpose:
        case "room.boiler_room":
            paid = CARDS[tops[unf.SKILL_STRENGTH]] if unf.SKILL_STRENGTH in tops else None
            return 7 - (paid.value if paid else 2), at.side * at.losing(unf.RESOURCE_FUEL)
        case "room.chapel":
            paid = CARDS[tops[unf.SKILL_LORE]] if unf.SKILL_LORE in tops else None
            return 7 - (paid.value if paid else 2), at.side * at.losing(unf.RESOURCE_SANITY)
        case "skill.shrivelling":
            return 6, at.side * 1.5
        case _:
            pass
    kind = roll.purpose.partition(".")[0]
    if kind == "waypoint":
        return 5, at.side * 1.8
    if kind == "spell":
        return 5, at.side * at.losing(unf.RESOURCE_SANITY)
    if kind == "mythos":
        return 5, at.side * 1.5
    return None


def _stakes_of_attack(at: Position, roll: Any) -> float:
    """Return the worth to this seat of a successful attack, by who attacks whom."""
    if roll.defender >= 0:
        struck = at.view.players[roll.defender]
        if roll.defender == at.me:
            return -DEFEAT
        return (-DEFEAT if not struck.revealed else DEFEAT) * at.side
    if roll.attacker >= 0:
        return at.side * at.deep_one(at.view.players[roll.attacker].space)
    return 0.0


def _reaching(number: float) -> float:
    return min(1.0, max(0.0, (FACES + 1 - number) / FACES))


def before_roll(at: Position, option: Any) -> float:
    """Help or spoil the roll if that is worth a card."""
    found = aim(at)
    kind = option.WhichOneof("kind")
    if found is None or kind == "pass":
        return 0.0
    difficulty, stakes = found
    number: int = difficulty - at.view.roll.modifier
    if kind == "play_to_change":
        card = CARDS[option.play_to_change.card]
        after, cost = number - option.play_to_change.amount, at.missed(card)
    elif kind == "consult_almanac":
        card = CARDS[option.consult_almanac.card]
        after, cost = number - card.value, at.missed(card)
    elif kind == "name_perfect_number":
        face: int = option.name_perfect_number.face
        return ((face >= number) - _reaching(number)) * stakes - 1.5
    else:
        return -1.0
    return (_reaching(after) - _reaching(number)) * stakes - cost


def after_roll(at: Position, option: Any) -> float:
    """Have the die rolled again if the result is bad."""
    found = aim(at)
    kind = option.WhichOneof("kind")
    if found is None or kind == "pass":
        return 0.0
    difficulty, stakes = found
    number: int = difficulty - at.view.roll.modifier
    now: bool = at.view.roll.face >= number
    cost = {
        "play_now": lambda: at.missed(CARDS[option.play_now.card]),
        "try_fortune": lambda: at.missed(CARDS[option.try_fortune.card]),
        "use_item": lambda: 0.0,
    }.get(kind, lambda: 9.0)()
    return (_reaching(number) - now) * stakes - cost


# Peril


def character_in_peril(at: Position, option: Any) -> float:
    """Save the bot and its own side."""
    seat = at.view.peril.seat
    struck = at.view.players[seat]
    saved = DEFEAT if seat == at.me else DEFEAT * at.side * (-1 if struck.revealed else 1)
    match option.WhichOneof("kind"):
        case "play_now":
            return saved - at.missed(CARDS[option.play_now.card])
        case "heal_with_words":
            return saved - at.missed(CARDS[option.heal_with_words.card]) - 0.2
        case "give_up_item":
            return saved - 2.2
        case "intervene_medically":
            return saved - 2.5
        case _:
            return 0.0


def passenger_in_peril(at: Position, option: Any) -> float:
    """Save a passenger if souls are worth more than the cost."""
    saved = at.side * SOULS_OF_A_PASSENGER * at.losing(unf.RESOURCE_SOULS)
    match option.WhichOneof("kind"):
        case "use_item":
            return saved - at.side * at.losing(unf.RESOURCE_FOOD) - 0.1
        case "give_up_item":
            return saved - 1.6
        case "intervene_medically":
            return saved - 2.0
        case _:
            return 0.0
