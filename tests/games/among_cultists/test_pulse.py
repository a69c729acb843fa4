"""Looking at a Pulse deck and announcing it: rules `pulse.*` and `ghost.*`."""

from __future__ import annotations

import pytest

from referee.games.among_cultists.cards import Cause, Face, Side
from referee.games.among_cultists.choices import SayAlive, SayDead
from referee.games.among_cultists.facts.actions import PulseAnnounced, PulseViewed
from referee.games.among_cultists.facts.roles import GhostAppeared, RoleRevealed, SideNoted
from referee.games.among_cultists.obstacles import Obstacle, no
from referee.games.among_cultists.pulse import look_at_pulse
from referee.games.among_cultists.state import State
from referee.kernel.facts import SPECTATOR, as_seen
from referee.kernel.table import Table
from tests.games.among_cultists.tables import Playing, table_of

ALIVE, DEAD = SayAlive(), SayDead()


def looking(table: Table[State], seat: int, target: int) -> Playing:
    """Let a seat look at the Pulse deck of another."""
    return Playing(table, look_at_pulse(table, seat, target, by_camera=False))


@pytest.mark.parametrize("by_camera", [False, True])
def test_looker_sees_how_many_cards_of_each_kind_there_are(by_camera: bool) -> None:
    """Rule pulse.look (as in Nuovi ruoli: Talpa, "mescola"): counts, neither the order nor the givers."""
    for pulse in ("alive dead alive", "dead alive alive"):
        table = table_of(pulse={2: pulse})
        look = Playing(table, look_at_pulse(table, 1, 2, by_camera=by_camera))
        (seen,) = look.facts_of(PulseViewed)
        assert seen == PulseViewed(1, 2, by_camera, alive=2, dead=1)
        assert as_seen(seen, 1) == seen
        hidden = PulseViewed(1, 2, by_camera, alive=0, dead=0)
        assert [as_seen(seen, viewer) for viewer in (0, 2, SPECTATOR)] == [hidden] * 3


@pytest.mark.parametrize(
    ("looker", "pulse", "options"),
    [
        (1, "alive", [ALIVE]),
        (1, "alive dead", [DEAD]),
        (0, "alive", [ALIVE]),
        (0, "alive dead", [DEAD, ALIVE]),
    ],
)
def test_only_a_cultist_may_lie_and_only_alive(looker: int, pulse: str, options: list[object]) -> None:
    """Rule pulse.announce: one or more Dead cards are dead; everybody is asked for the word (trap 4)."""
    table = table_of(pulse={2: pulse})
    look = looking(table, looker, 2)
    assert look.options == options
    refused = no(Obstacle.MUST_BE_TRUE, "pulse.announce")
    assert [look.refusal(word) for word in (ALIVE, DEAD) if word not in options] == [refused] * (
        2 - len(options)
    )


def test_character_found_dead_becomes_a_ghost_at_once() -> None:
    """Rules pulse.announce, ghost: its role stays hidden."""
    table = table_of(pulse={2: "alive dead"})
    look = looking(table, 1, 2).answer(DEAD)
    assert look.facts_of(PulseAnnounced) == [PulseAnnounced(1, 2, True)]
    assert look.facts_of(GhostAppeared) == [GhostAppeared(2, Cause.FOUND_DEAD)]
    assert look.facts_of(RoleRevealed) == []
    assert table.state.was_someone_found
    assert table.state.characters[2].is_ghost


def test_lie_changes_nothing() -> None:
    """Rule pulse.announce: the record knows the truth, the table the word."""
    table = table_of(pulse={2: "alive dead"})
    look = looking(table, 0, 2).answer(ALIVE)
    assert look.facts_of(PulseAnnounced) == [PulseAnnounced(0, 2, False)]
    assert not table.state.characters[2].is_ghost


def test_turned_sleeper_may_lie() -> None:
    """Section 10.1."""
    table = table_of(7, roles={1: "cultist", 2: "sleeper"}, pulse={3: "dead"})
    assert looking(table, 2, 3).options == [DEAD]
    table.state.characters[2].side = Side.CULTISTS
    assert looking(table, 2, 3).options == [DEAD, ALIVE]


def test_every_new_ghost_gets_a_note_of_the_same_form() -> None:
    """Rule ghost.note, trap 8: only the Ghost itself is told that there is one."""
    for role, side in (
        ("investigator", Side.INVESTIGATORS),
        ("poltergeist", Side.CULTISTS),
        ("yellow_traitor", Side.INVESTIGATORS),
        ("gentle_soul", Side.INVESTIGATORS),
    ):
        table = table_of(7, roles={1: "cultist", 2: role}, pulse={2: "dead"})
        look = looking(table, 3, 2).answer(DEAD)
        assert look.facts_of(SideNoted) == [SideNoted(2, side)]
    note = SideNoted(2, Side.CULTISTS)
    assert as_seen(note, 2) == note
    assert as_seen(note, 0) is as_seen(note, SPECTATOR) is None


def test_found_cultist_is_a_ghost_like_any_other() -> None:
    """Trap 7: for the first of two Cultists and for an Investigator the public facts have the same form."""
    seen = []
    for target in (1, 3):
        table = table_of(7, roles={1: "cultist"}, pulse={target: "dead"})
        look = looking(table, 2, target).answer(DEAD)
        facts = [as_seen(fact, SPECTATOR) for fact in look.facts]
        seen.append([type(fact) for fact in facts if fact is not None])
    assert seen[0] == seen[1]
    assert Face.DEAD in table_of(pulse={1: "dead"}).state.characters[1].pulse
