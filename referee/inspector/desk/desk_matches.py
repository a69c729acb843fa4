"""Matches as the officials' desk lists and shows them. Nothing here is hidden: it is what everyone may know."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec

from referee.audit.entries import OFFICIAL_ROLES
from referee.games import GAMES, game
from referee.games.sentences import count, listed
from referee.inspector.case_words import FINDING_WORDS, STATE_WORDS
from referee.inspector.live.page_standing import page_standing
from referee.kernel.facts import SPECTATOR
from referee.wire.clock_messages import clock_in_words
from referee_api.v1 import referee_pb2 as api

OFFICIALS = ("judge", "head_judge", "arbiter")
"""The roles that see hidden information and rule."""
SCORERS = ("scorekeeper",)
"""The roles that declare results, and see only what everyone sees."""
MANAGERS = ("organiser", "operator")
"""The roles that appoint officials."""
_OVER = ("ended", "superseded", "cancelled", "stopped")


class DeskMatch(msgspec.Struct, frozen=True):
    """A match in the list."""

    id: str
    game: str
    title: str
    status: str
    names: list[str]
    """The name of each seat; empty if it is free or its player gave no name."""
    asked: list[str] | None
    """The seats that the table waits for, by name; None if that is not known without a look."""
    clock: str
    """The time limit, and whether it runs, in words."""
    open_cases: int
    cases: int
    looks: int
    """Number of looks at hidden information on record."""
    is_frozen: bool
    is_paused: bool
    has_result: bool
    """Whether the match is over, or an official has declared its result."""


class DeskRuling(msgspec.Struct, frozen=True):
    """A ruling on a case."""

    by: str
    finding: str
    reason: str
    rules: list[str]
    remedy: str
    is_precedent: bool
    is_by_same_official: bool


class DeskCase(msgspec.Struct, frozen=True):
    """A case, as everyone at the table sees it."""

    number: int
    state: str
    state_words: str
    by: str
    rule: str
    claim: str
    freezes: bool
    rulings: list[DeskRuling]
    panel: str
    """How far the panel is that decides on an appeal, as a sentence; empty if none does."""
    may: list[str]
    """The steps that the official may take: `try`, `rule`, `appeal`, `withdraw` and `withdraw_opinion`."""


class DeskOfficial(msgspec.Struct, frozen=True):
    """An official in office."""

    party: str
    name: str


class DeskPage(msgspec.Struct, frozen=True):
    """A match with everything that the desk shows of it, and what its official may do."""

    match: DeskMatch
    party: str
    """Who the official is in the match: `judge/1`, for example."""
    notices: list[str]
    """What holds the match up, or has ended it, as sentences."""
    lines: list[str]
    """More about the match, as sentences."""
    officials: list[DeskOfficial]
    cases: list[DeskCase]
    may: list[str]
    """What the official may do, by the names of the forms on the page."""
    has_time_limit: bool
    successor: str


def role_of(party: str) -> str:
    """Return the role of a party.

    >>> role_of("head_judge/2"), role_of("organiser")
    ('head_judge', 'organiser')
    """
    return party.partition("/")[0]


def status_name(status: api.MatchStatus) -> str:
    """Return a status as the pages name it."""
    return api.MatchStatus.Name(status).removeprefix("MATCH_STATUS_").lower()


def names_of(match: api.Match) -> list[str]:
    """Return a name for each seat, for sentences."""
    return [name or f"seat {seat}" for seat, name in enumerate(match.names)]


def desk_match(match: api.Match, waiting_for: Sequence[int] | None) -> DeskMatch:
    """Describe a match in the list."""
    standing, names = match.standing, names_of(match)
    unsettled = [case for case in standing.cases if _state(case) in ("open", "appealed")]
    return DeskMatch(
        id=match.id,
        game=match.game,
        title=game(match.game).title if match.game in GAMES else match.game,
        status=status_name(match.status),
        names=list(match.names),
        asked=None if waiting_for is None else [names[seat] for seat in waiting_for if seat < len(names)],
        clock=_clock(match),
        open_cases=len(unsettled),
        cases=len(standing.cases),
        looks=sum([look.count for look in standing.looks]),
        is_frozen=standing.is_frozen,
        is_paused=standing.HasField("pause"),
        has_result=status_name(match.status) in _OVER,
    )


def desk_page(match: api.Match, party: str, waiting_for: Sequence[int] | None) -> DeskPage:
    """Describe a match in full to one of its officials."""
    names = names_of(match)
    standing = page_standing(match.standing, names, SPECTATOR)
    counts, corrected = standing.results[:1], standing.results[1:]
    return DeskPage(
        match=desk_match(match, waiting_for),
        party=party,
        notices=[*standing.notices, *counts, *[f"Corrected: {each}" for each in corrected]],
        lines=_lines(match, names),
        officials=[DeskOfficial(each.party, each.name) for each in match.officials],
        cases=[_case(each, party, match.standing) for each in match.standing.cases],
        may=_may(match, party),
        has_time_limit=match.HasField("time_control"),
        successor=match.standing.successor,
    )


def _clock(match: api.Match) -> str:
    if not match.HasField("time_control"):
        return "no time limit"
    limit = clock_in_words(match)
    if limit.startswith("decision ") and "," not in limit:
        limit = f"{match.time_per_decision.ToMilliseconds() / 1000:g} s for each decision"
    is_stopped = match.standing.is_frozen or match.standing.HasField("pause")
    return f"{limit}, stopped" if is_stopped else limit


def _lines(match: api.Match, names: Sequence[str]) -> list[str]:
    standing = match.standing
    lines = []
    for field, verb in (("create_time", "Created"), ("start_time", "Began"), ("end_time", "Ended")):
        if match.HasField(field):
            seconds = getattr(match, field).seconds
            lines.append(f"{verb} {datetime.fromtimestamp(seconds, UTC).strftime('%Y-%m-%d %H:%M UTC')}.")
    if match.edition:
        lines.append(f"Edition {match.edition}.")
    if standing.HasField("panel"):
        members = listed(list(standing.panel.members)) or "nobody in office"
        lines.append(f"Appeals need {standing.panel.needed} of {members}.")
    if match.unrefereed:
        lines.append("Unrefereed: whoever created it decides alone.")
    if match.cancel_reason:
        lines.append(f"Cancelled: {match.cancel_reason}")
    lines += [
        f"Looks at hidden information by the {look.role.replace('_', ' ')}: {look.count}."
        for look in standing.looks
    ]
    for given in standing.time_extensions:
        got = count(given.time.seconds, "more second")
        who = names[given.seat] if given.seat < len(names) else f"seat {given.seat}"
        lines.append(f"{who} got {got} from {given.by}: {given.reason}")
    if standing.parent:
        lines.append(f"Continues match {standing.parent}.")
    return lines


def _may(match: api.Match, party: str) -> list[str]:
    """Return what a party may do with a match as it is; the server checks it again."""
    role, status = role_of(party), status_name(match.status)
    is_official, is_manager = role in OFFICIALS, role in MANAGERS
    is_on = status in ("running", "frozen", "paused")
    is_paused = match.standing.HasField("pause")
    allowed = {
        "pause": (is_official or is_manager) and is_on and not is_paused,
        "adjourn": (is_official or is_manager) and is_on and not is_paused,
        "resume": (is_official or is_manager) and is_paused,
        "extend": is_official and is_on and match.HasField("time_control"),
        "appoint": is_manager and not match.unrefereed and status not in _OVER,
        "dismiss": is_manager and bool(match.officials),
        "panel": is_manager and any([role_of(each.party) == "head_judge" for each in match.officials]),
        "result": (role in SCORERS and status not in _OVER and not match.standing.HasField("award"))
        or (role in ("head_judge", "arbiter") and status not in ("superseded", "cancelled")),
        "resign": role in OFFICIAL_ROLES,
        "cancel": (is_manager or role == "arbiter") and status == "waiting",
        "look": is_official and match.HasField("start_time"),
        "open": is_official and match.HasField("start_time"),
    }
    return [step for step, is_allowed in allowed.items() if is_allowed]


def _state(case: api.CaseSummary) -> str:
    return api.CaseState.Name(case.state).removeprefix("CASE_STATE_").lower()


def _case(case: api.CaseSummary, party: str, standing: api.Standing) -> DeskCase:
    state = _state(case)
    panel = standing.panel if standing.HasField("panel") and state == "appealed" else None
    return DeskCase(
        number=case.number,
        state=state,
        state_words=STATE_WORDS.get(state, state),
        by=case.by,
        rule=case.rule,
        claim=case.claim,
        freezes=case.freezes,
        rulings=[_ruling(each) for each in case.rulings],
        panel="" if panel is None else _panel(case, panel),
        may=_case_steps(case, state, party, panel),
    )


def _panel(case: api.CaseSummary, panel: api.Panel) -> str:
    members = listed(list(panel.members)) or "nobody in office"
    given = listed(list(case.opinions)) or "nobody"
    return f"The appeal needs {panel.needed} of {members}. Opinions so far by {given}."


def _case_steps(case: api.CaseSummary, state: str, party: str, panel: api.Panel | None) -> list[str]:
    role = role_of(party)
    if role not in OFFICIALS:
        return []
    # The second ruling is by another head judge; the arbiter of an unrefereed match decides alone.
    is_second = role == "arbiter" or (
        role == "head_judge" and party not in [each.by for each in case.rulings]
    )
    if panel is not None:
        is_second = is_second and party in panel.members and party not in case.opinions
    allowed = {
        "try": state in ("open", "appealed"),
        "rule": state == "open" or (state == "appealed" and is_second),
        "appeal": state == "ruled",
        "withdraw": state == "open" and case.by == party,
        "withdraw_opinion": panel is not None and party in case.opinions,
    }
    return [step for step, is_allowed in allowed.items() if is_allowed]


def _ruling(ruling: api.CaseRuling) -> DeskRuling:
    finding = api.Finding.Name(ruling.finding).removeprefix("FINDING_").lower()
    return DeskRuling(
        by=f"panel ({listed(list(ruling.panel))})" if ruling.panel else ruling.by,
        finding=FINDING_WORDS.get(finding, finding),
        reason=ruling.reason,
        rules=list(ruling.rules),
        remedy=ruling.remedy,
        is_precedent=ruling.is_precedent,
        is_by_same_official=ruling.is_by_same_official,
    )
