"""Match events as sentences, for the operator of a server. They say what the lines of the log say, and nothing more."""

from __future__ import annotations

from referee.games.sentences import count, listed
from referee.server import match_events as events
from referee.server.match_events import MatchEvent

_FINDINGS = {"upheld": "upheld", "overturned": "overturned", "no_effect": "without effect"}
_REMEDIES = {
    "stands": "everything stands",
    "rewind": "the match continues from an earlier fact",
    "replay_under": "the match is replayed under another reading",
    "award": "the match is awarded",
    "void": "the match does not count",
}
_ENDED_BY = {"rules": "by its rules", "official": "by the word of an official"}
_REFUSED = {"not_now": "it came when nothing, or something else, was asked", "invalid": "it was not valid"}


def event_sentence(event: MatchEvent) -> str:
    """Return an event as a sentence, without its match.

    >>> event_sentence(events.JoinedEvent("id", "abyss", 1, 2))
    'A seat was taken: 1 of 2.'
    """
    return _of_a_match(event) or _of_a_case(event) or _of_officials(event)


def _of_a_match(event: MatchEvent) -> str:
    match event:
        case events.CreatedEvent(seats=seats):
            return f"A match with {count(seats, 'seat')} was created."
        case events.ForkedEvent(parent=parent):
            return f"The match was created; it continues match {parent}."
        case events.JoinedEvent(taken=taken, seats=seats):
            return f"A seat was taken: {taken} of {seats}."
        case events.BeganEvent():
            return "The match began."
        case events.TimedOutEvent():
            return "The time of a seat ran out, and the default answer was given for it."
        case events.RefusedEvent(reason=reason):
            return f"An answer was refused: {_REFUSED[reason]}."
        case events.UndoProposedEvent():
            return "A seat asked to take its answer back."
        case events.UndoAnsweredEvent(consents=consents):
            return f"A seat {_consent(consents)} the undo."
        case events.ForfeitedEvent():
            return "A seat is out of the match, because its time was up."
        case events.EntropyWithheldEvent(missing=missing):
            return f"Entropy of {count(missing, 'seat')} was not revealed in time."
        case events.CancelledEvent(by=by):
            return f"The match was cancelled by the {_role(by)}."
        case events.ExpiredEvent():
            return "The match was cancelled, because it did not begin in time."
        case events.SupersededEvent(successor=successor):
            return f"The match is continued as match {successor}."
        case events.EndedEvent():
            return _ended(event)
        case events.FaultedEvent():
            return "A fault in the rules stopped the match; the log of the process says where."
        case events.LoadedEvent():
            return "The match was read from the store."
        case events.RecoveredEvent():
            return "The match was loaded again after a write had failed."
        case events.UnloadableEvent():
            return "The match cannot be loaded: its log does not re-run to the same facts."
        case _:
            return ""


def _of_a_case(event: MatchEvent) -> str:
    match event:
        case events.CaseOpenedEvent(case=case, by=by):
            return f"Case {case} was opened by {_one(by)}."
        case events.CaseWithdrawnEvent(case=case):
            return f"Case {case} was withdrawn."
        case events.CaseTriedEvent(case=case):
            return f"Another reading was tried for case {case}."
        case events.CaseRuledEvent(case=case, by=by, finding=finding, remedy=remedy):
            return f"{_upper(_one(by))} ruled on case {case}: {_FINDINGS[finding]}; {_REMEDIES[remedy]}."
        case events.OpinionGivenEvent(case=case):
            return f"A member of the panel gave its opinion on case {case}."
        case events.OpinionWithdrawnEvent(case=case):
            return f"A member of the panel took its opinion on case {case} back."
        case events.PanelSetEvent(needed=needed, members=members) if needed:
            return f"A panel rules on appeals: {needed} of {count(members, 'head judge')} must agree."
        case events.PanelSetEvent():
            return "One head judge rules on appeals again, and no panel."
        case events.ResultDeclaredEvent(by=by, is_correction=is_correction):
            return f"{_upper(_one(by))} {'corrected' if is_correction else 'declared'} the result."
        case events.CaseAppealedEvent(case=case, by=by):
            return f"The ruling on case {case} was appealed by {_one(by)}."
        case events.FrozenEvent():
            return "A case froze the match: no answers are accepted."
        case events.ResumedEvent():
            return "The match goes on."
        case _:
            return ""


def _of_officials(event: MatchEvent) -> str:
    match event:
        case events.PausedEvent(by=by):
            return f"The match was paused by {_one(by)}."
        case events.PauseProposedEvent(step=step):
            return f"A seat asked to {step} the match."
        case events.PauseAnsweredEvent(consents=consents):
            return f"A seat {_consent(consents)} a pause or a resumption."
        case events.TimeExtendedEvent(by=by, seconds=seconds):
            return f"{_upper(_one(by))} gave a seat {count(seconds, 'more second')}."
        case events.OfficialAppointedEvent(role=role, by=by):
            return f"{_upper(_one(role))} was appointed by {_one(by)}."
        case events.OfficialDismissedEvent(role=role, by=by):
            return f"{_upper(_one(role))} was dismissed or resigned, by {_one(by)}."
        case events.TokenReplacedEvent(role=role):
            return f"The token of {_one(role)} was replaced."
        case events.LookedEvent(by=by):
            return f"{_upper(_one(by))} looked at hidden information."
        case events.RecordOpenedEvent(to=to):
            return f"The record was opened to {_one(to)}."
        case _:
            return ""


def _ended(event: events.EndedEvent) -> str:
    winners = [f"seat {seat}" for seat in event.winners]
    won = f"; won by {listed(winners)}" if winners else ""
    by = _ENDED_BY.get(event.by, "by a ruling")
    return f"The match ended {by} ({event.ending.replace('_', ' ')}){won}."


def _role(role: str) -> str:
    return role.replace("_", " ")


def _one(role: str) -> str:
    """Return somebody with a role, of whom there may be several."""
    match role:
        case "seats":
            return "all seats"
        case "seat" | "judge" | "head_judge" | "scorekeeper":
            return f"a {_role(role)}"
        case "observer":
            return "an observer"
        case _:
            return f"the {_role(role)}"


def _consent(consents: bool) -> str:
    return "agreed to" if consents else "refused"


def _upper(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"
