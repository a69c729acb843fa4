"""Panels of a match on a server, as sentences for people."""

from __future__ import annotations

from referee.cli.display.printable import printable
from referee.games.sentences import listed
from referee_api.v1 import referee_pb2 as api


def panel_sentence(panel: api.Panel) -> str:
    """Return who rules on appeals together, and how many of them must agree.

    >>> panel_sentence(api.Panel(needed=2, members=["head_judge/2", "head_judge/3", "head_judge/5"]))
    'Appeals need 2 of head_judge/2, head_judge/3 and head_judge/5.'
    """
    return printable(f"Appeals need {panel.needed} of {listed(list(panel.members)) or 'nobody in office'}.")


def opinions_sentence(case: api.CaseSummary, panel: api.Panel) -> str:
    """Return how far a panel is with an appeal."""
    given = listed(list(case.opinions)) or "nobody"
    return printable(f"{panel_sentence(panel)} Opinions so far by {given}; what they say is not public yet.")
