"""Facts about events and power."""

from __future__ import annotations

from referee.games.among_cultists.cards import EventCard
from referee.games.among_cultists.state import State, folds
from referee.kernel.facts import Fact, Public, Seat


class EventDrawn(Fact, frozen=True, tag="among_cultists.event_drawn"):
    """The event of the round was drawn."""

    card: Public[EventCard]


@folds(EventDrawn)
def _event_drawn(state: State, fact: EventDrawn) -> None:
    state.events.pop()
    state.events_gone.append(fact.card)


class PowerFailed(Fact, frozen=True, tag="among_cultists.power_failed"):
    """The power failed on these islands and came back on all others."""

    islands: Public[tuple[str, ...]]


@folds(PowerFailed)
def _power_failed(state: State, fact: PowerFailed) -> None:
    state.blackouts = list(fact.islands)


class PowerRestarted(Fact, frozen=True, tag="among_cultists.power_restarted"):
    """A Character restarted the power and chose the islands without it."""

    seat: Public[Seat]
    islands: Public[tuple[str, ...]]


@folds(PowerRestarted)
def _power_restarted(state: State, fact: PowerRestarted) -> None:
    state.blackouts = list(fact.islands)


class FishmanAppeared(Fact, frozen=True, tag="among_cultists.fishman_appeared"):
    """A Fishman appeared."""

    place: Public[str]


@folds(FishmanAppeared)
def _fishman_appeared(state: State, fact: FishmanAppeared) -> None:
    state.fishmen = sorted([*state.fishmen, fact.place])


class FishmanStayedAway(Fact, frozen=True, tag="among_cultists.fishman_stayed_away"):
    """No Fishman appeared, because there is already one at this Location."""

    place: Public[str]


@folds(FishmanStayedAway)
def _fishman_stayed_away(_state: State, _fact: FishmanStayedAway) -> None:
    """Change nothing."""


class FishmanDrivenOff(Fact, frozen=True, tag="among_cultists.fishman_driven_off"):
    """A Character drove off a Fishman."""

    seat: Public[Seat]
    place: Public[str]


@folds(FishmanDrivenOff)
def _fishman_driven_off(state: State, fact: FishmanDrivenOff) -> None:
    state.fishmen.remove(fact.place)


class PortalOpened(Fact, frozen=True, tag="among_cultists.portal_opened"):
    """A Portal opened in a Room."""

    room: Public[str]


@folds(PortalOpened)
def _portal_opened(state: State, fact: PortalOpened) -> None:
    room = state.room(fact.room)
    if room is not None:
        room.has_portal = True


class PortalClosed(Fact, frozen=True, tag="among_cultists.portal_closed"):
    """A Character closed a Portal."""

    seat: Public[Seat]
    room: Public[str]


@folds(PortalClosed)
def _portal_closed(state: State, fact: PortalClosed) -> None:
    room = state.room(fact.room)
    if room is not None:
        room.has_portal = False


FACTS: tuple[type[Fact], ...] = (
    EventDrawn,
    PowerFailed,
    PowerRestarted,
    FishmanAppeared,
    FishmanStayedAway,
    FishmanDrivenOff,
    PortalOpened,
    PortalClosed,
)
