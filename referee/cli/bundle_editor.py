"""Adding dispute steps to a bundle. The bundle is verified first, and a refused step changes nothing.

`referee dispute` and the page of the inspector take the same steps here.
"""

from __future__ import annotations

import fcntl
import os
import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from referee.audit.audit_state import AuditState
from referee.audit.entries import (
    Body,
    CaseAppealed,
    CaseOpened,
    CaseRuled,
    CaseWithdrawn,
    Finding,
    ReadingTried,
    Remedy,
    Rewind,
)
from referee.audit.problems import CaseError
from referee.cli.display.case_report import case_as_json, print_case, standing_lines
from referee.cli.display.console import print_json, print_line
from referee.cli.errors import CommandError, as_command_error
from referee.cli.key_files import open_keyring
from referee.cli.match_files import read_file
from referee.cli.outputs import write_output
from referee.disputes.cases.bundle_steps import NothingToWriteOn, OtherKeys, take_step
from referee.disputes.cases.remedies import entry_to_undo
from referee.disputes.evidence.examination import Evidence, examine
from referee.disputes.explain.attempts import TrialFault
from referee.disputes.explain.trial_reports import report_of
from referee.disputes.explain.trial_result import Trial
from referee.disputes.explain.trials import try_reading
from referee.proof.keys import BadKeyring
from referee.replay.format import Replay, seat_names
from referee.replay.rerun import Mismatch
from referee.rulebook import UnknownReading
from referee.server.clocks import now_ms


class BundleEditor:
    """A verified bundle to which steps of a dispute can be added."""

    def __init__(self, path: str, data_dir: str | None) -> None:
        self._path = path
        self._data_dir = data_dir
        self._content = read_file(path)
        self._evidence = self._verified(self._content)

    @property
    def audit_state(self) -> AuditState:
        """The cases of the bundle."""
        return self._evidence.audit_state

    @property
    def replay(self) -> Replay:
        """The replay in the bundle."""
        replay = self._evidence.replay
        if replay is None:
            raise CommandError(f"{self._path} does not verify")
        return replay

    def first_ruling(self, number: int) -> int:
        """Return the number of the audit entry with the first ruling on a case, or 0 if there is none."""
        case = self.audit_state.cases.get(number)
        return case.rulings[0].seq if case is not None and case.rulings else 0

    # Each step raises `CommandError` with the reason if it is refused.

    def open_case(self, by: str, fact: int, rule: str, claim: str) -> int:
        """Open a case about a fact and return its number."""
        number = len(self.audit_state.cases) + 1
        self._write(CaseOpened(number, by, fact, rule, claim, freeze=False))
        return number

    def try_reading(self, case: int, edition: str, rulings: Mapping[str, str]) -> Trial:
        """Run the match again under another reading, and record the result for a case."""
        trial = tried_under(self._path, self.replay, edition, rulings)
        self._write(ReadingTried(case, edition, dict(rulings), report_of(trial)))
        return trial

    def rule(
        self,
        case: int,
        finding: Finding,
        reason: str,
        rules: Sequence[str],
        remedy: Remedy,
        *,
        is_precedent: bool,
    ) -> None:
        """Rule on a case. A remedy that cannot be carried out is refused."""
        entries = self.replay.entries
        if isinstance(remedy, Rewind) and 1 <= remedy.fact <= sum([len(entry.facts) for entry in entries]):
            with as_command_error(CaseError):
                entry_to_undo(entries, remedy.fact)
        cites = self.first_ruling(case)
        self._write(CaseRuled(case, finding, reason, tuple(rules), remedy, is_precedent, cites))

    def appeal(self, case: int, by: str, reason: str) -> None:
        """Appeal the first ruling on a case."""
        self._write(CaseAppealed(case, by, reason, cites=self.first_ruling(case)))

    def withdraw(self, case: int, by: str) -> None:
        """Withdraw a case that nobody has ruled on."""
        self._write(CaseWithdrawn(case, by))

    def _write(self, body: Body) -> None:
        keys = open_keyring(self._data_dir)
        with as_command_error(CaseError, NothingToWriteOn, OtherKeys, BadKeyring):
            text = take_step(self._evidence, body, at=now_ms(), keys=keys)
        evidence = self._verified(text.encode())
        with _locked(self._path):
            if read_file(self._path) != self._content:
                raise CommandError(
                    f"{self._path} was changed by somebody else in the meantime; nothing was written; take the step "
                    "again"
                )
            write_output(self._path, text, force=True)
        self._content, self._evidence = text.encode(), evidence

    def print_case(self, number: int, more: Sequence[str] = (), *, as_json: bool) -> None:
        """Print the current state of a case, followed by more lines about the step."""
        case, names = self.audit_state.cases[number], seat_names(self.replay)
        if as_json:
            print_json({"file": self._path, "match": self._evidence.match, "case": case_as_json(case)})
            return
        print_case(case, names, self._evidence.audit)
        for line in [*standing_lines(self.audit_state, names), *more]:
            print_line(2, line)
        print_line(2, f"[dim]audit entry {self.audit_state.last} signed; the bundle is sealed again[/]")

    def _verified(self, data: bytes) -> Evidence:
        """Verify the content of the bundle, before or after a step. Entries of revoked keys make it fail."""
        found = examine(data)
        if found.first_difference is not None:
            raise CommandError(f"{self._path} does not verify: {found.first_difference}; nothing was written")
        if found.sealed is None:
            bundle = Path(self._path).with_suffix(".bundle")
            command = shlex.join(["referee", "export", self._path, "--match", "ID", "-o", str(bundle)])
            raise CommandError(f"{self._path} is a replay; create a bundle from it first: {command}")
        return found


def tried_under(path: str, replay: Replay, edition: str, rulings: Mapping[str, str]) -> Trial:
    """Run a match again under another reading; raise `CommandError` if there is nothing to try."""
    try:
        with as_command_error(UnknownReading, TrialFault):
            trial = try_reading(
                replay.charter, replay.entries, edition=edition, rulings=rulings, names=seat_names(replay)
            )
    except Mismatch as differs:
        raise CommandError(f"{path} does not follow from the rules: {differs}") from differs
    if not trial.readings:
        raise CommandError("the match was already played under these readings; name others")
    return trial


def refuse_read_only(path: str) -> None:
    """Raise `CommandError` for a file that is protected from changes. Replacing it would ignore that."""
    try:
        is_protected = not os.stat(path).st_mode & 0o222 or not os.access(path, os.W_OK)
    except OSError as error:
        raise CommandError(f"cannot read {path}: {error.strerror}") from error
    if is_protected:
        raise CommandError(f"{path} is read-only; allow changes: {shlex.join(['chmod', 'u+w', path])}")


@contextmanager
def _locked(path: str) -> Iterator[None]:
    """Hold the file while it is compared and replaced, so that two steps at a time cannot undo each other.

    The lock belongs to the file that is replaced. Whoever waited for it finds another content, and gives up.
    """
    refuse_read_only(path)
    try:
        file = os.open(path, os.O_RDONLY)
    except OSError as error:
        raise CommandError(f"cannot read {path}: {error.strerror}") from error
    try:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
    finally:
        os.close(file)
