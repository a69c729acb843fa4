"""Cases of bundles for the page of the inspector: the steps of `referee dispute`, on a file."""

from __future__ import annotations

import shlex
from hashlib import sha256
from pathlib import Path
from threading import Lock

from referee.cli.bundle_editor import BundleEditor, refuse_read_only
from referee.cli.commands.dispute.rule_on_case import read_remedy
from referee.cli.errors import CommandError
from referee.cli.key_files import open_keyring
from referee.cli.match_files import read_file
from referee.disputes.cases.ruling_texts import read_rules
from referee.disputes.evidence.bundles import is_bundle
from referee.inspector.case_desk import (
    AppealStep,
    CaseStep,
    DeskState,
    OpenStep,
    RuleStep,
    StepRefused,
    TryStep,
    WithdrawStep,
)
from referee.inspector.shown_matches import ShownMatches, UnreadableMatch


class BundleDesk:
    """Takes steps on the cases of bundles, one at a time."""

    def __init__(self, shown: ShownMatches, data_dir: str | None, *, is_signing: bool) -> None:
        self._shown = shown
        self._data_dir = data_dir
        self._is_signing = is_signing
        self._lock = Lock()

    def state(self, name: str) -> DeskState:
        """Return whether steps can be taken on a bundle."""
        try:
            path = self._path(name)
            content = read_file(path)
            if not is_bundle(content):
                bundle = Path(name).with_suffix(".bundle").name
                command = shlex.join(["referee", "export", name, "--match", "ID", "-o", bundle])
                raise CommandError(
                    f"a replay has no cases; create a bundle from it, and inspect that: {command}"
                )
            if not self._is_signing:
                command = shlex.join(["referee", "inspect", name, "--sign"])
                raise CommandError(
                    f"this page only reads; to open and rule on cases, run '{command}', which needs the key of the "
                    "official ('referee keys' creates one)"
                )
            refuse_read_only(path)
            key = open_keyring(self._data_dir).signer.public
        except CommandError as problem:
            return DeskState(is_writable=False, why_not=_sentence(problem))
        version = sha256(content).hexdigest()
        return DeskState(is_writable=True, signer=f"{key.name}+{key.id.hex()}", version=version)

    def take(self, name: str, step: CaseStep, seen: str) -> None:
        """Take a step on a bundle; raise `StepRefused`."""
        if not self._lock.acquire(blocking=False):
            raise StepRefused("Another step is being taken; wait for it.")
        try:
            state = self.state(name)
            if not state.is_writable:
                raise StepRefused(state.why_not)
            if state.version != seen:
                raise StepRefused(
                    "The file has changed since this page read it. Nothing was written; look at the cases again."
                )
            _take(BundleEditor(self._path(name), self._data_dir), step)
        except CommandError as refused:
            raise StepRefused(_sentence(refused)) from refused
        finally:
            self._lock.release()

    def _path(self, name: str) -> str:
        try:
            return str(self._shown.path_of(name))
        except (KeyError, UnreadableMatch) as problem:
            raise CommandError(f"cannot read {name}") from problem


def _take(bundle: BundleEditor, step: CaseStep) -> None:
    match step:
        case OpenStep():
            bundle.open_case(step.by, step.fact, step.rule, step.claim)
        case TryStep():
            if not step.edition and not step.rulings:
                raise CommandError("choose what to try: an edition, or a reading")
            bundle.try_reading(step.case, step.edition, step.rulings)
        case RuleStep():
            remedy, rules = read_remedy(step.remedy), read_rules(step.rules)
            bundle.rule(step.case, step.finding, step.reason, rules, remedy, is_precedent=step.is_precedent)
        case AppealStep():
            bundle.appeal(step.case, step.by, step.reason)
        case WithdrawStep():
            bundle.withdraw(step.case, step.by)


def _sentence(problem: CommandError) -> str:
    text = str(problem)
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"
