"""Precedents: rulings of all matches on a server that were kept for a rule, in pages, newest first.

A page ends at a ruling, and the next one begins with the first that was made before it. So pages stay correct while
rulings are made. Rulings are read from the store: no match has to be in memory or run again.
"""

from __future__ import annotations

import re
from functools import partial
from typing import NamedTuple

from referee.audit.audit_log import AuditLog
from referee.audit.audit_state import AuditState, Case, CaseRuling
from referee.audit.entries import official_of
from referee.audit.official_checks import is_ruling_approved
from referee.log.records import CLOSED_STATUSES, PrecedentPlace
from referee.log.store import Store, StoreDamaged

PAGE_SIZE = 20
"""Number of precedents on a page, unless the request says otherwise."""
MOST_PER_PAGE = 50
"""Maximum number of precedents on a page."""

_MOST_READ = 100
"""Maximum number of rulings looked at for one page; some were replaced since, or their match goes on as another."""

_PAGE = re.compile(r"([0-9]{1,18})\.([0-9a-zA-Z._~-]{1,128})\.([1-9][0-9]{0,8})", re.ASCII)


class Precedent(NamedTuple):
    """A ruling that was kept as precedent."""

    game: str
    match: str
    case: Case
    ruling: CaseRuling
    note: str
    official: str
    """Name of the official, as given at the appointment; empty for the arbiter."""
    is_approved: bool
    """Whether the operator had approved the official."""


class PrecedentPage(NamedTuple):
    """One page of precedents."""

    precedents: list[Precedent]
    next_before: PrecedentPlace | None
    """Where the next page begins; None on the last one."""


def encode_place(place: PrecedentPlace) -> str:
    """Return the token of the page that begins after a ruling.

    >>> encode_place(PrecedentPlace(17, "ab", 3))
    '17.ab.3'
    """
    return f"{place.at}.{place.match}.{place.seq}"


def decode_place(token: str) -> PrecedentPlace | None:
    """Return where a page begins, None for the first one; raises ValueError."""
    if not token:
        return None
    found = _PAGE.fullmatch(token)
    if found is None:
        raise ValueError("not the token of a page")
    return PrecedentPlace(int(found[1]), found[2], int(found[3]))


def precedent_page(
    store: Store,
    rule: str,
    size: int,
    *,
    before: PrecedentPlace | None = None,
    game: str = "",
    with_unapproved: bool = False,
) -> PrecedentPage:
    """Return a page of the rulings in force that were kept as precedents for a rule. Blocks: call it in a thread.

    Only matches that are over count: the signed entry shows how far its match had come. A damaged match is left out.
    """
    found: list[Precedent] = []
    newest = partial(store.precedents, rule, _MOST_READ, game=game, with_unapproved=with_unapproved)
    places = newest(before=before)
    for place in places:
        if len(found) == size:
            return PrecedentPage(found, before)
        before = place
        try:
            kept = _kept(store, place)
        except StoreDamaged:
            continue
        # What is signed decides; the store only finds it.
        if kept is not None and (with_unapproved or kept.is_approved):
            found.append(kept)
    return PrecedentPage(found, before if len(places) == _MOST_READ else None)


def _kept(store: Store, place: PrecedentPlace) -> Precedent | None:
    """Return a ruling if it is in force and its match is over, else None."""
    audit, row = store.audit(place.match), store.match(place.match)
    state = AuditLog.restored(place.match, audit).state
    for number, ruling in state.precedents:
        if row is not None and ruling.seq == place.seq and _is_over(store, place.match, state):
            official = state.officials.get(official_of(ruling.by) or 0)
            return Precedent(
                row.game,
                place.match,
                state.cases[number],
                ruling,
                audit[ruling.seq - 1].note.decode(),
                "" if official is None else official.name,
                is_ruling_approved(state, ruling),
            )
    return None


def _is_over(store: Store, match: str, state: AuditState) -> bool:
    """Return whether nothing more will happen in a match, nor in the one that continues it."""
    while state.successor is not None:
        match = state.successor.match
        state = AuditLog.restored(match, store.audit(match)).state
    row = store.match(match)
    return row is not None and row.status in CLOSED_STATUSES
