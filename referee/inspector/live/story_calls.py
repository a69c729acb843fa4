"""What a page asks about the story of a followed match, in the same form as for recorded matches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from referee.disputes.explain.explanations import explain_told
from referee.inspector.live.followed_match import FollowedMatch
from referee.inspector.opened_match import AboutMatch, Moments
from referee.inspector.pictures import fixed_layout, has_board
from referee.inspector.reasons import Why
from referee.inspector.story import PicturePage, ToldFact
from referee.kernel.facts import OPEN_TABLE, SPECTATOR
from referee.rulebook import CONSENSUS

FACTS_AT_ONCE = 500
"""Number of facts that are sent at a time."""


class AboutLiveMatch(AboutMatch, frozen=True, omit_defaults=True, kw_only=True):
    """What the page says about a match as a whole, and what its viewer may do."""

    viewers: list[str]
    """Everyone whose eyes the token allows: one."""
    seat: int | None = None
    talk: str = "none"


def about(followed: FollowedMatch) -> AboutLiveMatch:
    """Describe a match to its viewer."""
    charter, game, match = followed.terms.charter, followed.terms.game, followed.match
    state = followed.state()
    talk = {1: "none", 2: "palette", 3: "free"}.get(match.talk, "none")
    return AboutLiveMatch(
        game=game.name,
        title=game.title,
        names=followed.names,
        edition=charter.edition or CONSENSUS,
        editions={CONSENSUS: "Consensus", **game.rulebook.editions},
        edition_names=game.wording.edition_names,
        rulings=charter.rulings,
        facts=len(followed.story),
        result=state.result,
        earlier_results=state.earlier_results,
        is_over=followed.is_over,
        layout=fixed_layout(game.name, followed.terms.setup),
        has_board=has_board(game.name),
        is_unrefereed=match.unrefereed,
        note=game.rulebook.note,
        viewers=[eyes_name(followed.viewer)],
        seat=followed.viewer if followed.viewer >= 0 else None,
        talk=talk,
    )


def eyes_name(viewer: int) -> str:
    """Return a viewer as links name it."""
    return {OPEN_TABLE: "open", SPECTATOR: "spectator"}.get(viewer, str(viewer))


def facts_from(followed: FollowedMatch, first: int) -> Sequence[ToldFact]:
    """Return facts from a number on."""
    return followed.story.told[max(0, first - 1) : max(0, first - 1) + FACTS_AT_ONCE]


def pictures(followed: FollowedMatch, page: int) -> PicturePage:
    """Return a page of pictures. Raise `IndexError` if there is none."""
    return followed.story.picture_page(page)


def moments(followed: FollowedMatch) -> Moments:
    """Return where facts are in the match: as the viewer counts them, because nothing else is known."""
    total = len(followed.story)
    return Moments(list(range(1, total + 1)), [place.frame for place in followed.story.places], total, [], [])


def why(followed: FollowedMatch, number: int) -> Why:
    """Explain a fact from what the viewer was told. Raise `IndexError` if there is none."""
    if not 1 <= number <= len(followed.story):
        raise IndexError(number)
    recorded = followed.story.recorded[number - 1]
    return Why(explain_told(followed.terms.charter, recorded, followed.names), [])


def plots(followed: FollowedMatch) -> Any:
    """Return how the numbers on the table changed so far."""
    return msgspec.to_builtins(followed.story.plots())
