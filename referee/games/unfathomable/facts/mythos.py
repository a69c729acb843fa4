"""What happens to mythos cards and their crises."""

from __future__ import annotations

from referee.games.unfathomable.cards import Item, Mythos
from referee.games.unfathomable.state import NOBODY, State, folds
from referee.kernel.facts import Fact, OwnerSees, Public, Seat, Secret


class MythosShuffled(Fact, frozen=True, tag="unfathomable.mythos_shuffled"):
    """The mythos deck was shuffled, together with the discard pile. The last card is on top."""

    cards: Secret[tuple[Mythos, ...]]


@folds(MythosShuffled)
def _mythos_shuffled(state: State, fact: MythosShuffled) -> None:
    state.mythos_deck = list(fact.cards)
    state.mythos_discard = []


class MythosDrawn(Fact, frozen=True, tag="unfathomable.mythos_drawn"):
    """The top mythos card was drawn for everyone to see."""

    seat: Public[Seat]
    card: Public[Mythos]


@folds(MythosDrawn)
def _mythos_drawn(state: State, fact: MythosDrawn) -> None:
    state.mythos_deck.pop()
    state.mythos_card = fact.card
    state.mythos_drawer = fact.seat


class MythosSetAside(Fact, frozen=True, tag="unfathomable.mythos_set_aside"):
    """The mythos card that was drawn was set aside until a second one is drawn."""

    seat: Public[Seat]
    card: Public[Mythos]


@folds(MythosSetAside)
def _mythos_set_aside(state: State, fact: MythosSetAside) -> None:
    state.mythos_aside = fact.card
    state.mythos_card = Mythos.HIDDEN


class MythosChosen(Fact, frozen=True, tag="unfathomable.mythos_chosen"):
    """One of two mythos cards was chosen; the other, if there was one, went to the bottom of the deck."""

    seat: Public[Seat]
    card: Public[Mythos]
    other: Public[Mythos]


@folds(MythosChosen)
def _mythos_chosen(state: State, fact: MythosChosen) -> None:
    state.mythos_card = fact.card
    state.mythos_aside = Mythos.HIDDEN
    if fact.other is not Mythos.HIDDEN:
        state.mythos_deck.insert(0, fact.other if state.is_open else Mythos.HIDDEN)


class MythosDiscarded(Fact, frozen=True, tag="unfathomable.mythos_discarded"):
    """The mythos card that was drawn was discarded, resolved or not."""

    card: Public[Mythos]


@folds(MythosDiscarded)
def _mythos_discarded(state: State, fact: MythosDiscarded) -> None:
    _lay_off(state, fact.card)
    state.mythos_card = Mythos.HIDDEN


class MythosKept(Fact, frozen=True, tag="unfathomable.mythos_kept"):
    """The mythos card that is being resolved was put into a play area, where it stays."""

    seat: Public[Seat]
    card: Public[Mythos]


@folds(MythosKept)
def _mythos_kept(state: State, fact: MythosKept) -> None:
    state.players[fact.seat].mythos.append(fact.card)
    state.mythos_card = Mythos.HIDDEN


class MythosGivenUp(Fact, frozen=True, tag="unfathomable.mythos_given_up"):
    """A mythos card was discarded from a play area."""

    seat: Public[Seat]
    card: Public[Mythos]


@folds(MythosGivenUp)
def _mythos_given_up(state: State, fact: MythosGivenUp) -> None:
    state.players[fact.seat].mythos.remove(fact.card)
    _lay_off(state, fact.card)


class MythosLookedAt(Fact, frozen=True, tag="unfathomable.mythos_looked_at"):
    """A player took cards from the mythos deck to look at them, the top one first."""

    seat: Public[Seat]
    cards: OwnerSees[tuple[Mythos, ...]]


@folds(MythosLookedAt)
def _mythos_looked_at(state: State, fact: MythosLookedAt) -> None:
    del state.mythos_deck[-len(fact.cards) :]
    state.mythos_held += fact.cards


class MythosShown(Fact, frozen=True, tag="unfathomable.mythos_shown"):
    """A card that a player was looking at was shown and discarded, because its character cannot choose."""

    seat: Public[Seat]
    card: Public[Mythos]


@folds(MythosShown)
def _mythos_shown(state: State, fact: MythosShown) -> None:
    held = state.mythos_held
    held.remove(fact.card if fact.card in held else Mythos.HIDDEN)
    _lay_off(state, fact.card)


class MythosPutBack(Fact, frozen=True, tag="unfathomable.mythos_put_back"):
    """Cards were put back: the first of `top` uppermost, the last of `bottom` at the very bottom."""

    seat: Public[Seat]
    top: OwnerSees[tuple[Mythos, ...]]
    bottom: OwnerSees[tuple[Mythos, ...]]


@folds(MythosPutBack)
def _mythos_put_back(state: State, fact: MythosPutBack) -> None:
    if state.is_open:
        state.mythos_deck = [*reversed(fact.bottom), *state.mythos_deck, *reversed(fact.top)]
    else:
        state.mythos_deck += [Mythos.HIDDEN] * (len(fact.top) + len(fact.bottom))
    state.mythos_held = []


class CrisisBegan(Fact, frozen=True, tag="unfathomable.crisis_began"):
    """The crisis of a mythos card began; if there is something to choose, this player chooses."""

    card: Public[Mythos]
    chooser: Public[Seat]


@folds(CrisisBegan)
def _crisis_began(state: State, fact: CrisisBegan) -> None:
    state.mythos_chooser = fact.chooser
    state.crisis_cancelled = False


class CrisisDecided(Fact, frozen=True, tag="unfathomable.crisis_decided"):
    """A player chose an option of a crisis: 1 is the upper one or the test, 2 the other one."""

    seat: Public[Seat]
    card: Public[Mythos]
    option: Public[int]


@folds(CrisisDecided)
def _crisis_decided(state: State, fact: CrisisDecided) -> None:
    """Change nothing yet; the effects follow."""


class CrisisCancelled(Fact, frozen=True, tag="unfathomable.crisis_cancelled"):
    """The crisis was cancelled."""

    seat: Public[Seat]
    card: Public[Mythos]


@folds(CrisisCancelled)
def _crisis_cancelled(state: State, fact: CrisisCancelled) -> None:
    state.crisis_cancelled = True


class CrisisEnded(Fact, frozen=True, tag="unfathomable.crisis_ended"):
    """The crisis of a mythos card ended."""

    card: Public[Mythos]


@folds(CrisisEnded)
def _crisis_ended(state: State, fact: CrisisEnded) -> None:
    state.mythos_chooser = NOBODY
    state.crisis_cancelled = False


class HatchesBarricaded(Fact, frozen=True, tag="unfathomable.hatches_barricaded"):
    """The hatches were barricaded: no Deep One moves into an interior space for the rest of the turn."""

    seat: Public[Seat]


@folds(HatchesBarricaded)
def _hatches_barricaded(state: State, fact: HatchesBarricaded) -> None:
    state.barricaded = True


class ItemsRemovedUnseen(Fact, frozen=True, tag="unfathomable.items_removed_unseen"):
    """The top items of the deck were removed from the game unseen."""

    items: Secret[tuple[Item, ...]]


@folds(ItemsRemovedUnseen)
def _items_removed_unseen(state: State, fact: ItemsRemovedUnseen) -> None:
    del state.item_deck[-len(fact.items) :]
    state.items_gone += fact.items


def _lay_off(state: State, card: Mythos) -> None:
    """Put a card on the discard pile. A view keeps only the top card."""
    if not state.is_open:
        state.mythos_discard.clear()
    state.mythos_discard.append(card)


FACTS: tuple[type[Fact], ...] = (
    MythosShuffled,
    MythosDrawn,
    MythosSetAside,
    MythosChosen,
    MythosDiscarded,
    MythosKept,
    MythosGivenUp,
    MythosLookedAt,
    MythosShown,
    MythosPutBack,
    CrisisBegan,
    CrisisDecided,
    CrisisCancelled,
    CrisisEnded,
    HatchesBarricaded,
    ItemsRemovedUnseen,
)
