"""Recovery: what a server finds in its store when it starts.

Nothing has to be loaded for that: matches are rebuilt when somebody uses them, or when a deadline comes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from referee.audit.audit_log import AuditLog
from referee.log.store import Store, StoreDamaged
from referee.server.wakeups import seconds_to_wait


class Recovery(NamedTuple):
    """What a store holds for a server that starts."""

    is_new: bool
    """Whether the store has no matches at all."""
    unfinished: Mapping[str, int]
    """Number of matches that have begun and are not over, by game."""
    waiting: int
    """Number of matches that wait for players."""
    clocks: int
    """Number of unfinished or waiting matches that go on at a deadline."""
    cases: int
    """Number of cases in unfinished matches that await a ruling."""
    damaged: int
    """Number of unfinished matches whose audit log cannot be read."""


def recovery_of(store: Store) -> Recovery:
    """Look through a store. Blocks: call it before the server starts, or in a thread."""
    counts = store.tally()
    unfinished: dict[str, int] = {}
    for each in counts:
        if each.has_begun:
            unfinished[each.game] = unfinished.get(each.game, 0) + each.number
    waiting = sum([each.number for each in counts if each.status == "open" and not each.has_begun])
    cases = damaged = 0
    for match in [each.match for each in store.waiting() if each.has_audit]:
        try:
            state = AuditLog.restored(match, store.audit(match)).state
            cases += sum([case.is_unsettled for case in state.cases.values()])
        except StoreDamaged:
            damaged += 1
    return Recovery(not counts, unfinished, waiting, len(seconds_to_wait(store)), cases, damaged)
