"""The standing of a match as the page shows it: what holds it up, what is proposed, and the cases."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from referee.games.sentences import listed
from referee.kernel.facts import Seat
from referee.people.pauses import pause_step, pause_words
from referee_api.v1 import referee_pb2 as api


class PageProposal(msgspec.Struct, frozen=True):
    """Something that needs the consent of all seats."""

    what: str
    """`undo`, `pause` or `resume`."""
    sentence: str
    is_asked: bool
    """Whether the viewer's consent is awaited."""


class PageCase(msgspec.Struct, frozen=True):
    """A case, in words."""

    number: int
    sentence: str


class PageStanding(msgspec.Struct, frozen=True):
    """What everyone may know about the match beyond its feed."""

    notices: list[str]
    """What holds the match up, or has ended it, as sentences."""
    is_held: bool
    """Whether no answer is accepted for now."""
    is_paused: bool
    proposals: list[PageProposal]
    cases: list[PageCase]
    results: list[str] = []
    """The results that officials set, as sentences; the one that counts comes first."""
    successor: str = ""
    """The match that continues this one."""


NO_STANDING = PageStanding([], False, False, [], [])


def page_standing(standing: api.Standing, names: Sequence[str], viewer: Seat) -> PageStanding:
    """Return the standing of a match in words."""
    notices = []
    if standing.is_frozen:
        notices.append("A case has frozen the match. No answers are accepted until it is settled.")
    if standing.HasField("pause"):
        who = pause_words(standing.pause)
        more = (
            ""
            if not standing.pause.is_adjourned
            else " The match goes on when it is resumed; no clock runs until then."
        )
        notices.append(f"{who}: {standing.pause.reason}{more}")
    cases = [
        PageCase(case.number, f"{_state(case)} by {_party(case.by, names)}, rule {case.rule}: {case.claim}")
        for case in standing.cases
    ]
    return PageStanding(
        notices=notices,
        is_held=standing.is_frozen or standing.HasField("pause"),
        is_paused=standing.HasField("pause"),
        proposals=_proposals(standing, names, viewer),
        cases=cases,
        results=_results(standing, names),
        successor=standing.successor,
    )


def _results(standing: api.Standing, names: Sequence[str]) -> list[str]:
    """Return the results that officials set; the one that counts comes first."""
    declared = list(standing.results)
    found = [f"Result declared by {each.by}: {_declared(each, names)}" for each in declared]
    if standing.HasField("award"):
        award = standing.award
        last = (declared[-1].is_void, list(declared[-1].winners)) if declared else None
        if last != (award.is_void, list(award.winners)):
            winners = ", ".join([names[seat] for seat in award.winners])
            found.append(
                "A ruling declared the match void."
                if award.is_void
                else f"A ruling awarded the match to {winners}."
            )
    return found[::-1]


def _declared(result: api.DeclaredResult, names: Sequence[str]) -> str:
    """Return a declared result with how it came about, and the reason."""
    won = ", ".join([names[seat] for seat in result.winners if seat < len(names)])
    words = "the match does not count" if result.is_void else f"won by {won}" if won else "nobody wins"
    kinds = [api.ResultKind.Name(kind).removeprefix("RESULT_KIND_").lower() for kind in result.kinds]
    told = [
        f"{name} {kind.replace('_', ' ')}"
        for name, kind in zip(names, kinds, strict=False)
        if kind not in ("ruling", "played")
    ]
    return f"{words}{f' ({listed(told)})' if told else ''}. {result.reason}"


def _proposals(standing: api.Standing, names: Sequence[str], viewer: Seat) -> list[PageProposal]:
    found = []
    if standing.HasField("undo"):
        undo = standing.undo
        sentence = f"{names[undo.seat]} asks to take the last answer back."
        found.append(PageProposal("undo", sentence, viewer in undo.waiting_for))
    if standing.HasField("pause_proposal"):
        proposal = standing.pause_proposal
        step = pause_step(proposal)
        sentence = f"{names[proposal.seat]} asks to {step} the match: {proposal.reason}"
        found.append(PageProposal(step, sentence, viewer in proposal.waiting_for))
    return found


def _state(case: api.CaseSummary) -> str:
    return f"Case {case.number} ({api.CaseState.Name(case.state).removeprefix('CASE_STATE_').lower()})"


def _party(party: str, names: Sequence[str]) -> str:
    """Return a party of a match by its name: `seat/1` is the name of that seat."""
    kind, _, number = party.partition("/")
    is_seat = kind == "seat" and number.isdecimal() and int(number) < len(names)
    return names[int(number)] if is_seat else party
