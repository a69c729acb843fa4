"""What happens to the mythos cards and to the crises on them."""

from __future__ import annotations

from referee.games.unfathomable.cards import Item, Mythos
from referee.games.unfathomable.state import NOBODY, State, folds
from referee.kernel.facts import Fact, OwnerSees, Public, Seat, Secret


class MythosShuffled(Fact, frozen=True, tag="unfathomable.mythos_shuffled"):
    """The mythos deck was shuffled; the discard pile, if there was one, is the deck now. Last is on top."""

    cards: Secret[tuple[Mythos, ...]]


@folds(MythosShuffled)
def _mythos_shuffled(state: State, fact: MythosShuffled) -> None:
    state.mythos_deck = list(fact.cards)
    state.mythos_discard = []


class MythosDrawn(Fact, frozen=True, tag="unfathomable.mythos_drawn"):
    """The top mythos card was turned up for everyone to see."""

    seat: Public[Seat]
    card: Public[Mythos]


@folds(MythosDrawn)
def _mythos_drawn(state: State, fact: MythosDrawn) -> None:
    state.mythos_deck.pop()
    state.mythos_card = fact.card
    state.mythos_drawer = fact.seat


class MythosSetAside(Fact, frozen=True, tag="unfathomable.mythos_set_aside"):
    """The mythos card that was drawn waits for a second one, of which one will be resolved."""

    seat: Public[Seat]
    card: Public[Mythos]


@folds(MythosSetAside)
def _mythos_set_aside(state: State, fact: MythosSetAside) -> None:
    state.mythos_aside = fact.card
    state.mythos_card = Mythos.HIDDEN


class MythosChosen(Fact, frozen=True, tag="unfathomable.mythos_chosen"):
    """Of two mythos cards that were drawn one was chosen; the other, if there was one, went under the deck."""

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
    """The mythos card that was turned up went to the discard pile, resolved or not."""

    card: Public[Mythos]


@folds(MythosDiscarded)
def _mythos_discarded(state: State, fact: MythosDiscarded) -> None:
    _lay_off(state, fact.card)
    state.mythos_card = Mythos.HIDDEN


class MythosKept(Fact, frozen=True, tag="unfathomable.mythos_kept"):
    """The mythos card that is being resolved stays in a play area."""

    seat: Public[Seat]
    card: Public[Mythos]


@folds(MythosKept)
def _mythos_kept(state: State, fact: MythosKept) -> None:
    state.players[fact.seat].mythos.append(fact.card)
    state.mythos_card = Mythos.HIDDEN


class MythosGivenUp(Fact, frozen=True, tag="unfathomable.mythos_given_up"):
    """A mythos card went from a play area to the discard pile."""

    seat: Public[Seat]
    card: Public[Mythos]


@folds(MythosGivenUp)
def _mythos_given_up(state: State, fact: MythosGivenUp) -> None:
    state.players[fact.seat].mythos.remove(fact.card)
    _lay_off(state, fact.card)


class MythosLookedAt(Fact, frozen=True, tag="unfathomable.mythos_looked_at"):
    """A player took cards off the mythos deck to look at them, the top one first."""

    seat: Public[Seat]
    cards: OwnerSees[tuple[Mythos, ...]]


@folds(MythosLookedAt)
def _mythos_looked_at(state: State, fact: MythosLookedAt) -> None:
    del state.mythos_deck[-len(fact.cards) :]
    state.mythos_held += fact.cards


class MythosShown(Fact, frozen=True, tag="unfathomable.mythos_shown"):
    """A card that a player was looking at is about a character who cannot choose: it was shown and discarded."""

    seat: Public[Seat]
    card: Public[Mythos]


@folds(MythosShown)
def _mythos_shown(state: State, fact: MythosShown) -> None:
    held = state.mythos_held
    held.remove(fact.card if fact.card in held else Mythos.HIDDEN)
    _lay_off(state, fact.card)


class MythosPutBack(Fact, frozen=True, tag="unfathomable.mythos_put_back"):
    """Cards that were looked at went back: on top, the first uppermost, and to the bottom, the last undermost."""

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
    """The crisis of a mythos card is being faced; if there is something to choose, this seat chooses."""

    card: Public[Mythos]
    chooser: Public[Seat]


@folds(CrisisBegan)
def _crisis_began(state: State, fact: CrisisBegan) -> None:
    state.mythos_chooser = fact.chooser
    state.crisis_cancelled = False


class CrisisDecided(Fact, frozen=True, tag="unfathomable.crisis_decided"):
    """A player chose an option of a crisis: the upper one or the test is 1, the other one 2."""

    seat: Public[Seat]
    card: Public[Mythos]
    option: Public[int]


@folds(CrisisDecided)
def _crisis_decided(state: State, fact: CrisisDecided) -> None:
    """Nothing changes yet: the effects follow."""


class CrisisCancelled(Fact, frozen=True, tag="unfathomable.crisis_cancelled"):
    """The crisis that was being faced was called off."""

    seat: Public[Seat]
    card: Public[Mythos]


@folds(CrisisCancelled)
def _crisis_cancelled(state: State, fact: CrisisCancelled) -> None:
    state.crisis_cancelled = True


class CrisisEnded(Fact, frozen=True, tag="unfathomable.crisis_ended"):
    """The crisis of a mythos card is over."""

    card: Public[Mythos]


@folds(CrisisEnded)
def _crisis_ended(state: State, fact: CrisisEnded) -> None:
    state.mythos_chooser = NOBODY
    state.crisis_cancelled = False


class HatchesBarricaded(Fact, frozen=True, tag="unfathomable.hatches_barricaded"):
    """For the rest of the turn no Deep One moves into an interior space."""

    seat: Public[Seat]


@folds(HatchesBarricaded)
def _hatches_barricaded(state: State, fact: HatchesBarricaded) -> None:
    state.barricaded = True


class ItemsRemovedUnseen(Fact, frozen=True, tag="unfathomable.items_removed_unseen"):
    """The top items of the deck left the game without being looked at."""

    items: Secret[tuple[Item, ...]]


@folds(ItemsRemovedUnseen)
def _items_removed_unseen(state: State, fact: ItemsRemovedUnseen) -> None:
    del state.item_deck[-len(fact.items) :]
    state.items_gone += fact.items


def _lay_off(state: State, card: Mythos) -> None:
    """Lay a card on the discard pile. A view keeps the top card alone."""
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
