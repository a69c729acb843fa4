"""Two worlds that differ only in what a viewer cannot know give that viewer the same bytes."""

from __future__ import annotations

import pytest

from tests.contracts.declarations import SUBJECTS, Declaration, declaration
from tests.contracts.interference import ARRIVAL, NOISE, Tally, compare_kinds, compare_worlds

PAIRS = 20
DEEPEST_PAIRS = 5
PROOFS_OF_EACH_ROLE = 10_000
PARTS = 8
"""Number of parts of the campaign that covers each kind of player, so that several processes can share it."""

WITH_KINDS = [name for name in SUBJECTS if declaration(name).kinds]


def roles(subject: Declaration) -> list[str]:
    """Return every role at a table of this game."""
    return [*[f"seat {seat}" for seat in range(subject.game.seats[-1])], "spectator"]


def unproved(subject: Declaration, tally: Tally, role: str) -> list[str]:
    """Return what never differed unseen by this role."""
    return [place for place in (*subject.secrets, ARRIVAL, NOISE) if not tally.secrets[role][place]]


def test_nobody_is_told_what_it_cannot_know(subject: Declaration, seed: str) -> None:
    tally = compare_worlds(subject, seed, PAIRS)
    if subject.deepest_luck:
        tally.add(compare_worlds(subject, f"{seed} deepest", DEEPEST_PAIRS, labels=subject.deepest_luck))
    tally.report()
    assert min(tally.proofs["seat 0"], tally.proofs["spectator"]) > 0, "proves little"


@pytest.mark.campaign
def test_nobody_is_told_what_it_cannot_know_in_many_worlds(subject: Declaration, seed: str) -> None:
    tally = Tally()
    rounds = 0
    while min([tally.proofs[role] for role in roles(subject)]) < PROOFS_OF_EACH_ROLE:
        rounds += 1
        tally.add(compare_worlds(subject, f"{seed} {rounds}", 1000))
    tally.report()
    assert {role: missing for role in roles(subject) if (missing := unproved(subject, tally, role))} == {}
    kinds = [str(kind.__struct_config__.tag) for kind in subject.game.facts]
    assert [kind for kind in kinds if not tally.facts[kind] and kind not in subject.rare] == []


def test_no_kind_of_player_is_told_what_it_cannot_know(seed: str) -> None:
    for name in WITH_KINDS:
        tally = compare_kinds(declaration(name), seed, 2)
        assert set(tally.kinds) == set(declaration(name).kinds)


@pytest.mark.campaign
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", WITH_KINDS)
def test_no_kind_of_player_is_told_what_it_cannot_know_in_many_worlds(
    name: str, part: int, seed: str
) -> None:
    """Compare 10,000 pairs of worlds for each kind of player, in parts: `-n 2` or more runs them side by side."""
    # A seed from the environment is the same for all parts, which must not compare the same worlds.
    tally = compare_kinds(declaration(name), f"{seed} part {part}", PROOFS_OF_EACH_ROLE // PARTS)
    print(f"{name}, part {part}, seed {seed!r}")  # noqa: T201
    tally.report()
