"""Everything that the page of a match asks for, as a server would answer it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from referee.inspector.case_desk import DeskState
from referee.inspector.opened_match import OpenedMatch
from referee.inspector.story import PAGE
from referee.kernel.facts import OPEN_TABLE, SPECTATOR, Seat

_NAMES = {OPEN_TABLE: "open", SPECTATOR: "spectator"}

READ_ONLY = "This file shows the cases, and nothing can be changed in it."
SIGNED = "Every step is signed. The panel Proof says what this page has checked of the signatures."


def page_viewer(viewer: Seat) -> str:
    """Return the name of a viewer in addresses, links and files of the page.

    >>> page_viewer(OPEN_TABLE), page_viewer(2)
    ('open', '2')
    """
    return _NAMES.get(viewer, str(viewer))


def saved_answers(match: OpenedMatch, viewers: Sequence[Seat]) -> dict[str, Any]:
    """Return the answers for these viewers, as plain JSON values. Raise `Mismatch` if the record is not by the rules.

    If the open table is not among them, the answers tell each of them nothing about the whole match.
    """
    # The summary is for all of them, so it holds what each of them may know.
    summary = _plain(match.summary(SPECTATOR if OPEN_TABLE in viewers else viewers[0]))
    summary["viewers"] = [page_viewer(viewer) for viewer in viewers]
    is_alone = OPEN_TABLE not in viewers
    found = {page_viewer(viewer): _answers(match, viewer, is_alone=is_alone) for viewer in viewers}
    times = None if is_alone else match.times()
    if times is not None:
        found[page_viewer(OPEN_TABLE)]["times"] = _plain(times)
    return {"summary": summary, "viewers": found}


def _answers(match: OpenedMatch, viewer: Seat, *, is_alone: bool) -> dict[str, Any]:
    story = match.story(viewer)
    pages = range(max(0, len(story) - 1) // PAGE + 1)
    return {
        "facts": _plain(match.told(viewer)),
        "pictures": [msgspec.json.decode(story.picture_page(page)) for page in pages],
        "moments": _plain(match.own_moments(viewer) if is_alone else match.moments(viewer)),
        "reasons": [_plain(why) for why in _reasons(match, viewer)],
        "plots": _plain(story.plots()),
        "knowledge": _plain(match.knowledge(viewer)),
        "odds": {page_viewer(of): _plain(match.odds(of, viewer)) for of in _counted(match, viewer)},
        "cases": _cases(match, viewer, is_alone=is_alone),
    }


def _counted(match: OpenedMatch, viewer: Seat) -> Sequence[Seat]:
    """Return whose conclusions a viewer may ask for."""
    return match.viewers if viewer == OPEN_TABLE else (viewer,)


def _reasons(match: OpenedMatch, viewer: Seat) -> Iterable[Any]:
    if viewer == OPEN_TABLE:
        return match.reasons.of_all_facts()
    return [match.why(viewer, number) for number in range(1, len(match.story(viewer)) + 1)]


def _cases(match: OpenedMatch, viewer: Seat, *, is_alone: bool) -> Any:
    report = match.cases(viewer, DeskState(is_writable=False, why_not=READ_ONLY), is_alone=is_alone)
    signatures = SIGNED if report.signatures and not is_alone else ""
    return _plain(msgspec.structs.replace(report, signatures=signatures))


def _plain(answer: Any) -> Any:
    # In the order of the server's answers, so that a story has the same bytes in every run.
    return msgspec.to_builtins(answer, order="deterministic", str_keys=True)
