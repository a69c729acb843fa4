"""Problems of a bot: what went wrong, where it was seen first, how often, and what to do about it."""

from __future__ import annotations

from typing import NamedTuple

REMEDIES = {
    "cannot_start": "Make the class accept one argument, the seed, or none.",
    "exception": "Handle this case; `return question.default_picks` is always a valid answer.",
    "program_failed": "Answer every `decide` and `refused` with one line such as "
    '{"picks": [0]}, flush it, and read stdin until it ends.',
    "wrong_type": "Return the number of an option, a list of numbers, choices of the question, or an Answer.",
    "not_offered": "Return numbers from 0 to question.option_count - 1, and check them with "
    "fault_in(question, picks).",
    "refused_again": "In `refused`, return another answer; question.default_picks is always valid.",
    "fails_when_refused": "In `refused`, return a valid answer, as in `decide`.",
    "fails_when_restarted": "In `seated`, forget everything about the match: `seated` is called again, and all facts "
    "are told from the beginning, if an undo or a ruling continues the match.",
    "fails_when_asked_again": "Let `decide` answer the same question twice: it is asked again after a pause.",
    "too_slow": "Answer in less time; self.seconds_left is the time left. --seconds allows more.",
    "bad_orders": "Assign names of questions, or order(...), to self.orders.",
    "bad_statement": "Say text, a statement of the game, or a Words message.",
    "refused_statement": "Look at match.talk in `seated` before talking, and override `not_said`.",
    "too_much_talk": "Say less: the referee drops what a seat says too often.",
    "prints": "Print to stderr: stdout belongs to the command that runs the bot.",
    "unasked_output": "Write one line to stdout for each `decide` and `refused`, and everything else to stderr.",
    "does_not_end": "End the program when its stdin ends.",
    "exit_code": "End the program with exit code 0 after `ended`.",
    "leaves_processes": "Wait for every process that the bot starts, at the latest in `ended` or at the end of stdin.",
    "leaves_threads": "Stop every thread in `ended`, or make it a daemon.",
    "not_deterministic": "Draw all random numbers from a generator that is seeded with the bot's seed, and do not "
    "iterate over sets.",
    "fails_on_server": "Play with referee_client.connect to see the whole traceback.",
}
"""What to do about each kind of problem."""

WARNINGS = frozenset({"not_deterministic", "too_much_talk"})
"""Kinds that do not stop a bot from playing."""


class BotProblem(NamedTuple):
    """A problem of a bot."""

    kind: str
    what: str
    where: str
    """Where it was seen first: the match, the seat and the question."""
    remedy: str
    is_warning: bool


class BotReport:
    """What the check of a bot has found."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], BotProblem] = {}
        self._times: dict[tuple[str, str], int] = {}
        self.answers = 0
        self.matches = 0
        self.total_seconds = 0.0
        """Time that the bot needed for all its answers."""
        self.worst_seconds = 0.0
        self.is_cut_short = False
        """Whether matches were left out because the bot is too slow."""

    def note(
        self, kind: str, what: str, where: str, *, place: str = "", is_warning: bool | None = None
    ) -> None:
        """Note a problem. Of one kind in one place of the bot's code, the first is kept."""
        key = kind, place
        self._times[key] = self._times.get(key, 0) + 1
        is_mild = kind in WARNINGS if is_warning is None else is_warning
        self._found.setdefault(key, BotProblem(kind, what, where, REMEDIES[kind], is_mild))

    def add_answer(self, seconds: float) -> None:
        """Count an answer of the bot, which took this time."""
        self.answers += 1
        self.total_seconds += seconds
        self.worst_seconds = max(self.worst_seconds, seconds)

    @property
    def mean_seconds(self) -> float:
        """Average time of an answer."""
        return self.total_seconds / self.answers if self.answers else 0.0

    def counted(self) -> list[tuple[BotProblem, int]]:
        """Return the problems in the order in which they were seen, each with how often it was."""
        return [(problem, self._times[key]) for key, problem in self._found.items()]

    def has(self, kind: str, place: str = "") -> bool:
        """Return whether a problem of this kind was noted, in this place of the bot's code."""
        return (kind, place) in self._found

    @property
    def is_ok(self) -> bool:
        """Whether there is nothing worse than warnings."""
        return all([problem.is_warning for problem in self._found.values()])
