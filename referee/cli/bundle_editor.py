"""Adding dispute steps to a bundle. The bundle is verified first, and a refused step changes nothing."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from pathlib import Path

from referee.audit.audit_state import AuditState
from referee.audit.entries import Body
from referee.audit.problems import CaseError
from referee.cli.display.case_report import case_as_json, print_case, standing_lines
from referee.cli.display.console import print_json, print_line
from referee.cli.errors import CommandError, as_command_error
from referee.cli.key_files import open_keyring
from referee.cli.match_files import read_file
from referee.cli.outputs import write_output
from referee.disputes.cases.bundle_steps import NothingToWriteOn, OtherKeys, take_step
from referee.disputes.evidence.examination import Evidence, examine
from referee.proof.keys import BadKeyring
from referee.replay.format import Replay, seat_names
from referee.server.clocks import now_ms


class BundleEditor:
    """A verified bundle to which steps of a dispute can be added."""

    def __init__(self, args: argparse.Namespace) -> None:
        self._path: str = args.file
        self._data_dir: str | None = args.data_dir
        self._as_json: bool = args.json
        self._evidence = self._verified(read_file(self._path))

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

    def write(self, body: Body) -> None:
        """Add a step to the bundle, or raise `CommandError` with the reason it is refused."""
        keys = open_keyring(self._data_dir)
        with as_command_error(CaseError, NothingToWriteOn, OtherKeys, BadKeyring):
            text = take_step(self._evidence, body, at=now_ms(), keys=keys)
        evidence = self._verified(text.encode())
        write_output(self._path, text, force=True)
        self._evidence = evidence

    def print_case(self, number: int, more: Sequence[str] = ()) -> None:
        """Print the current state of a case, followed by more lines about the step."""
        case, names = self.audit_state.cases[number], seat_names(self.replay)
        if self._as_json:
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
