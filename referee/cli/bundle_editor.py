"""Writing on a bundle: what is there is proved first, and a step that is refused changes nothing."""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Sequence
from pathlib import Path

from referee.audit.checks import CaseError
from referee.audit.docket import Docket
from referee.audit.entries import Body
from referee.cli.display.case_report import case_line, show_case, standing
from referee.cli.display.cited_rules import line
from referee.cli.display.console import print_json
from referee.cli.errors import Problem, told_as_problem
from referee.cli.key_files import keyring_in
from referee.cli.match_files import names_in, read_file, write_file
from referee.disputes.cases.bundle_steps import NothingToWriteOn, OtherKeys, take_step
from referee.disputes.evidence.examination import Evidence, examine
from referee.proof.keys import BadKeyring
from referee.replay.format import Replay
from referee.server.rooms import now_ms


class Casebook:
    """A bundle that somebody writes on."""

    def __init__(self, args: argparse.Namespace) -> None:
        self._path: str = args.file
        self._data_dir: str | None = args.data_dir
        self._as_json: bool = args.json
        self._evidence = self._proved(read_file(self._path))

    @property
    def docket(self) -> Docket:
        """The cases as they stand."""
        return self._evidence.docket

    @property
    def replay(self) -> Replay:
        """The record."""
        replay = self._evidence.replay
        if replay is None:
            raise Problem(f"{self._path} does not verify")
        return replay

    def first_ruling(self, number: int) -> int:
        """The audit entry of the first ruling on a case, 0 while there is none."""
        case = self.docket.cases.get(number)
        return case.rulings[0].seq if case is not None and case.rulings else 0

    def write(self, body: Body) -> None:
        """Write a step into the bundle, or say why it cannot be taken."""
        keys = keyring_in(self._data_dir)
        with told_as_problem(CaseError, NothingToWriteOn, OtherKeys, BadKeyring):
            text = take_step(self._evidence, body, at=now_ms(), keys=keys)
        evidence = self._proved(text.encode())
        write_file(self._path, text)
        self._evidence = evidence

    def show(self, number: int, also: Sequence[str] = ()) -> None:
        """Print a case as it stands now, and what else came of the step."""
        case, names = self.docket.cases[number], names_in(self.replay)
        if self._as_json:
            print_json({"file": self._path, "match": self._evidence.match, "case": case_line(case)})
            return
        show_case(case, names, self._evidence.audit)
        for told in standing(self.docket, names):
            line(2, told)
        for told in also:
            line(2, told)
        line(2, f"[dim]audit entry {self.docket.last}, signed; the bundle is sealed anew[/]")

    def _proved(self, data: bytes) -> Evidence:
        """What the bundle proves, as it is or as it would be; nothing can be built on what a revoked key signed."""
        found = examine(data)
        if found.first_difference is not None:
            raise Problem(f"{self._path} does not verify: {found.first_difference}; nothing is written on it")
        if found.sealed is None:
            bundle = Path(self._path).with_suffix(".bundle")
            command = shlex.join(["referee", "export", self._path, "--match", "ID", "-o", str(bundle)])
            raise Problem(f"{self._path} is a replay; make a bundle of it first: {command}")
        return found
