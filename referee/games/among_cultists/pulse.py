"""Looking at a Pulse deck, and what the looker says."""

from __future__ import annotations

from referee.games.among_cultists.cards import CULTIST_ROLES, Cause, CharacterRole, Face, Side
from referee.games.among_cultists.choices import SayAlive, SayDead
from referee.games.among_cultists.ending import is_dead
from referee.games.among_cultists.facts.actions import PulseAnnounced, PulseViewed
from referee.games.among_cultists.ghosts import become_ghost
from referee.games.among_cultists.obstacles import Obstacle, no
from referee.games.among_cultists.questions import ASK_ANNOUNCEMENT
from referee.games.among_cultists.state import State
from referee.kernel.asks import Choice
from referee.kernel.facts import Seat
from referee.kernel.refusals import Refused
from referee.kernel.table import Script, Table, rule

SAY_ALIVE = SayAlive()
SAY_DEAD = SayDead()

_MUST_BE_TRUE = no(Obstacle.MUST_BE_TRUE, "pulse.announce")


@rule("pulse.look")
def look_at_pulse(table: Table[State], seat: Seat, target: Seat, *, by_camera: bool) -> Script[None]:
    """Look at the shuffled Pulse deck of a Character, then announce what it is."""
    pulse = table.state.characters[target].pulse
    counts = pulse.count(Face.ALIVE), pulse.count(Face.DEAD)
    table.record(PulseViewed(seat, target, by_camera, *counts))
    yield from announce(table, seat, target)


def may_lie(state: State, seat: Seat) -> bool:
    """Return whether a Character may call a dead Character alive: Cultists may, and a Sleeper who became one."""
    character = state.characters[seat]
    return character.role in CULTIST_ROLES or (
        character.role is CharacterRole.SLEEPER and character.side is Side.CULTISTS
    )


@rule("pulse.announce")
def announce(table: Table[State], seat: Seat, target: Seat) -> Script[None]:
    """Say "alive" or "dead". Everybody is asked for the word, even if only one is allowed."""
    state = table.state
    options: list[Choice] = [SAY_ALIVE]
    if is_dead(state.characters[target]):
        options = [SAY_DEAD, SAY_ALIVE] if may_lie(state, seat) else [SAY_DEAD]

    def why_not(choice: Choice) -> Refused | None:
        return _MUST_BE_TRUE if isinstance(choice, SayAlive | SayDead) else None

    answer: Choice = yield ASK_ANNOUNCEMENT.to(seat, options, why_not=why_not)
    table.record(PulseAnnounced(seat, target, isinstance(answer, SayDead)))
    if isinstance(answer, SayDead):
        yield from become_ghost(table, target, Cause.FOUND_DEAD)
