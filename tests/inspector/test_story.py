"""Stories: applying the changes of each page gives the picture of the next one."""

from __future__ import annotations

import msgspec
import pytest

from referee.cli.match_files import open_replay
from referee.games import GAMES
from referee.inspector.opened_match import MatchRecord, OpenedMatch
from referee.inspector.pictures import picture_of
from referee.inspector.story import PAGE, PicturePage, marks_of
from referee.kernel.facts import OPEN_TABLE, SPECTATOR, Fact, Public, Seat
from referee.kernel.talk import Said
from tests.inspector.requests import REPLAYS
from tests.tidy.tree import ROOT


class DieRolled(Fact, frozen=True, tag="toy.die_rolled"):
    """A kind of fact that has a mark."""

    seat: Public[Seat]


def opened(game: str) -> OpenedMatch:
    path = min((REPLAYS / game).glob("*-seats.replay"))
    return OpenedMatch(MatchRecord(open_replay(str(path))))


@pytest.mark.parametrize("viewer", [OPEN_TABLE, SPECTATOR, 1])
@pytest.mark.parametrize("game", GAMES)
def test_changes_lead_from_page_to_page(game: str, viewer: Seat) -> None:
    match = opened(game)
    story = match.story(viewer)
    pages = [
        msgspec.json.decode(story.picture_page(page), type=PicturePage)
        for page in range((len(story) - 1) // PAGE + 1)
    ]
    picture, set_by = dict(pages[0].picture), dict(pages[0].set_by)
    number = 0
    for page in pages:
        assert (page.first, page.picture, page.set_by) == (number + 1, picture, set_by)
        for change in page.changes:
            number += 1
            for key in change.gone:
                del picture[key], set_by[key]
            picture.update(change.set)
            set_by.update(dict.fromkeys(change.set, number))
    assert number == len(story)
    state = story._view.state
    final = picture_of(game)(state, match.terms.setup, viewer)
    assert msgspec.to_builtins(picture) == msgspec.to_builtins(final)


def test_a_page_beyond_the_end_is_an_error() -> None:
    story = opened("abyss").story(OPEN_TABLE)
    with pytest.raises(IndexError):
        story.picture_page((len(story) - 1) // PAGE + 1)
    with pytest.raises(IndexError):
        story.picture_page(-1)


def test_marks_come_from_the_kind_of_a_fact() -> None:
    assert marks_of(DieRolled(1), is_turn=False) == ("die",)
    assert marks_of(DieRolled(1), is_turn=True) == ("die", "turn")
    assert marks_of(Said(1, "Hm."), is_turn=False) == ("talk",)


def test_the_page_and_the_server_agree_on_the_size_of_a_page() -> None:
    source = (ROOT / "referee/inspector/static/source.js").read_text()
    assert f"export const PAGE = {PAGE};" in source
