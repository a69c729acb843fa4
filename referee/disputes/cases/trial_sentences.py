"""Sentences for the result of a trial."""

from __future__ import annotations

from referee.disputes.explain.trial_result import Trial

_SAID = {
    "none": "No effect: the same questions, facts and outcome.",
    "questions": "The same happens, but someone would have been asked or offered something else.",
    "facts": "Something else happens, with the same outcome.",
    "outcome": "The outcome changes.",
    "unknown": "The outcome is unknown: the recorded answers do not lead that far.",
}
_SAID_SO_FAR = {
    **_SAID,
    "none": "No effect so far: the same questions and facts.",
    "facts": "Something else happens; the match is not over.",
}
"""The sentences for a match that is not over."""


def say_trial(trial: Trial) -> str:
    """Return the result of a trial in a few sentences."""
    said = [(_SAID_SO_FAR if trial.outcome is None else _SAID)[trial.effect]]
    fact, stop = trial.fact, trial.stop
    if fact is not None:
        said.append(f"The first fact that differs is {fact.number}.")
        said.append(f"As played: {fact.record.sentence if fact.record else 'the match is over.'}")
        said.append(f"As tried: {fact.tried.sentence if fact.tried else 'the match is over.'}")
    elif trial.question is not None:
        said.append(f"The first question that differs is asked after fact {trial.question.after}.")
    said.append(f"{trial.followed} of {trial.answers} answers could be followed.")
    if stop is not None and stop.reason == "not_allowed":
        said.append(f"The answer in entry {stop.entry} is not allowed there: {stop.why}")
    elif stop is not None and stop.reason == "not_on_record":
        said.append(
            f"After fact {stop.after}, seat {stop.seat} is asked a question that the record does not answer there."
        )
    return " ".join(said)
