"""Jobs of the dispute service: explanations, trials, forks and bundles of stored matches (see `server/jobs`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.audit.entries import Remedy
from referee.disputes.cases.remedies import fork_after
from referee.disputes.evidence.bundles import bundle_of, unsealed_text
from referee.disputes.explain.explanations import Explanation, RefusalExplained, explain, explain_refusal
from referee.disputes.explain.frame_facts import FrameFact, fact_in_frame
from referee.disputes.explain.trial_result import Trial
from referee.disputes.explain.trials import try_reading
from referee.kernel.facts import Seat
from referee.kernel.game import Charter
from referee.kernel.run import Answer
from referee.log.records import AuditAppended, IntentRejected
from referee.match.charters import settle
from referee.match.entries import Entry, read_entries
from referee.replay.progress import OnProgress, unreported
from referee.server.auditing import ForkPlan
from referee.server.record_jobs import unpack_entries


def find_fact(
    record: bytes, viewer: Seat, frame: int, place: int, *, on_progress: OnProgress = unreported
) -> FrameFact:
    """Return the fact at a place in a viewer's frame."""
    return fact_in_frame(unpack_entries(record), viewer, frame, place)


def count_facts(charter: Charter, record: bytes, *, on_progress: OnProgress = unreported) -> int:
    """Return the number of facts of a match."""
    return sum([len(entry.facts) for entry in _entries(charter, record)])


def explain_fact(
    charter: Charter,
    record: bytes,
    number: int,
    names: Sequence[str],
    *,
    on_progress: OnProgress = unreported,
) -> Explanation:
    """Explain a fact by its number."""
    return explain(charter, _entries(charter, record), number, names)


def explain_answer(
    charter: Charter,
    record: bytes,
    seat: Seat,
    question: int,
    answer: Answer | None,
    names: Sequence[str],
    *,
    on_progress: OnProgress = unreported,
) -> RefusalExplained:
    """Explain why an answer of a seat is refused."""
    return explain_refusal(charter, _entries(charter, record), seat, question, answer, names=names)


def try_on_record(
    charter: Charter,
    record: bytes,
    edition: str,
    rulings: Mapping[str, str],
    names: Sequence[str],
    *,
    on_progress: OnProgress = unreported,
) -> Trial:
    """Run a match again under another reading."""
    entries = _entries(charter, record)
    return try_reading(
        charter, entries, edition=edition, rulings=rulings, names=names, on_progress=on_progress
    )


def plan_fork(
    charter: Charter,
    record: bytes,
    remedy: Remedy,
    why: str,
    *,
    is_open: bool,
    at: int,
    on_progress: OnProgress = unreported,
) -> ForkPlan:
    """Return the match that continues after a ruling."""
    return fork_after(charter, unpack_entries(record), remedy, why, is_open=is_open, at=at)


def unsealed_bundle(
    match: str,
    record: bytes,
    *,
    published: str,
    names: Mapping[Seat, str],
    clients: Mapping[Seat, str],
    audit: Sequence[AuditAppended],
    receipts: Sequence[str],
    rejections: Sequence[IntentRejected],
    entropy: Mapping[Seat, bytes],
    time_sheet: str,
    on_progress: OnProgress = unreported,
) -> str:
    """Return the text of a bundle up to its seal, for which the job has no key."""
    bundle = bundle_of(
        match,
        unpack_entries(record),
        published=published,
        names=names,
        clients=clients,
        audit=audit,
        receipts=receipts,
        rejections=rejections,
        entropy=entropy,
        time_sheet=time_sheet,
    )
    return unsealed_text(bundle)


def _entries(charter: Charter, record: bytes) -> list[Entry]:
    return read_entries(settle(charter).game, unpack_entries(record))
