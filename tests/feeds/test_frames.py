"""What each viewer receives: only what it may know, numbered without gaps, whatever the order of sealed answers."""

from collections.abc import Mapping, Sequence
from itertools import permutations

import pytest

from referee.feeds import frames as feeds
from referee.feeds.frames import Feeds, Frame, facts_seen_by, time_outs_known_to, viewers_of
from referee.kernel.facts import OPEN_TABLE, SPECTATOR, Fact, Recorded, Seat, as_seen
from referee.kernel.table import Ended
from referee.match.match import Decided, Match
from referee.match.player import play_out
from tests.match import toy
from tests.match.played import begun, played, players

CARDS = (toy.Card.RED_1, toy.Card.BLUE_2)
BACKS = (toy.Card.HIDDEN, toy.Card.HIDDEN)


def recorded(*facts: Fact) -> tuple[Recorded, ...]:
    return tuple([Recorded("play", fact) for fact in facts])


def cut(cutter: Feeds, *facts: Fact) -> dict[Seat, Frame]:
    return cutter.cut(recorded(*facts), {}, (0,), None)


def test_public_facts_are_shared_by_all() -> None:
    facts = recorded(toy.RoundBegan(1), toy.Bid(0, 2))
    frames = Feeds(viewers_of(3)).cut(facts, {}, (0,), None)
    assert list(frames) == [0, 1, 2, SPECTATOR]
    assert {id(frame.facts) for frame in frames.values()} == {id(facts)}


def test_a_kind_of_fact_is_public_if_all_its_fields_are() -> None:
    kinds = feeds._PublicKinds()
    assert [kinds[kind] for kind in (toy.Bid, toy.Dealt, toy.Bid)] == [True, False, True]
    assert kinds == {toy.Bid: True, toy.Dealt: False}, "each is looked up once"


def test_nobody_is_told_anything_if_nobody_has_a_feed() -> None:
    assert cut(Feeds(()), toy.RoundBegan(1)) == {}


@pytest.mark.parametrize(
    ("viewer", "late", "asked", "known"),
    [
        (1, (0,), (0,), (0,)),
        (SPECTATOR, (0,), (0,), (0,)),
        (0, (0, 1), (0, 1, 2), (0,)),
        (2, (0, 1), (0, 1, 2), ()),
        (SPECTATOR, (0, 1), (0, 1, 2), ()),
        (OPEN_TABLE, (0, 1), (0, 1, 2), (0, 1)),
    ],
)
def test_of_several_seats_that_were_asked_each_knows_only_its_own_time_out(
    viewer: Seat, late: tuple[Seat, ...], asked: tuple[Seat, ...], known: tuple[Seat, ...]
) -> None:
    assert time_outs_known_to(viewer, late, asked) == known


def test_hidden_fields_lie_face_down() -> None:
    frames = cut(Feeds((*viewers_of(2), OPEN_TABLE)), toy.Bid(1, 2), toy.Dealt(0, CARDS))
    shown = {viewer: frame.facts for viewer, frame in frames.items()}
    assert shown[0] == shown[OPEN_TABLE] == recorded(toy.Bid(1, 2), toy.Dealt(0, CARDS))
    assert shown[1] == shown[SPECTATOR] == recorded(toy.Bid(1, 2), toy.Dealt(0, BACKS))


WHISPERED = toy.Whispered(1, toy.Card.RED_1)


@pytest.mark.parametrize(
    "facts",
    [
        (),
        (toy.RoundBegan(1),),
        (WHISPERED,),
        (toy.Shuffled(CARDS),),
        (WHISPERED, toy.Shuffled(CARDS), toy.Dealt(0, CARDS), WHISPERED, toy.Bid(1, 2), toy.Dealt(1, CARDS)),
    ],
)
def test_all_are_told_what_each_may_see(facts: tuple[Fact, ...]) -> None:
    """However many viewers are served at once, each gets its facts as `as_seen` shows them, in order."""
    viewers = (*viewers_of(3), OPEN_TABLE)
    frames = cut(Feeds(viewers), *facts)
    for viewer in viewers:
        seen = [as_seen(fact, viewer) for fact in facts]
        expected = recorded(*[fact for fact in seen if fact is not None])
        assert frames[viewer].facts == facts_seen_by(recorded(*facts), viewer) == expected


def test_a_feed_is_the_same_whoever_else_has_one(seed: str) -> None:
    def told_to(*viewers: Seat) -> list[Decided]:
        decisions: list[Decided] = []
        terms = toy.terms(4, seed, rounds="6")
        play_out(terms, players(4, seed), witness=decisions.append, viewers=viewers)
        return decisions

    viewers = (*viewers_of(4), OPEN_TABLE)
    together = told_to(*viewers)
    for viewer in viewers:
        for decided, alone in zip(together, told_to(viewer), strict=True):
            frames = {viewer: decided.frames[viewer]} if viewer in decided.frames else {}
            assert shape_of(frames) == shape_of(alone.frames)


def test_what_brings_nothing_uses_no_number() -> None:
    cutter = Feeds(viewers_of(2))
    cut(cutter, toy.RoundBegan(1))
    whispered = cut(cutter, toy.Whispered(1, toy.Card.RED_1))
    assert {viewer: frame.number for viewer, frame in whispered.items()} == {1: 2}
    after = cut(cutter, toy.RoundBegan(2))
    assert {viewer: frame.number for viewer, frame in after.items()} == {0: 2, 1: 3, SPECTATOR: 2}


def test_a_step_without_news_makes_no_frame_even_the_first() -> None:
    assert Feeds(viewers_of(2)).cut((), {}, (), None) == {}


@pytest.mark.parametrize("facts", [(toy.RoundBegan(2),), (toy.RoundBegan(2), WHISPERED), (WHISPERED,)])
@pytest.mark.parametrize("earlier", [(), (WHISPERED,)], ids=["equal", "seat 1 has one frame more"])
def test_every_frame_of_a_step_has_all_of_it(earlier: tuple[Fact, ...], facts: tuple[Fact, ...]) -> None:
    """Every frame has its question, the seats waited for and the outcome, even with private facts."""
    cutter = Feeds(viewers_of(3))
    cut(cutter, toy.RoundBegan(1))
    cut(cutter, *earlier)
    questions = {seat: begun(toy.terms(3)).questions[seat] for seat in (1, 2)}
    ended = Ended("last_round", (0,), (3, 0, 0))
    frames = cutter.cut(recorded(*facts), questions, (1, 2), ended)
    assert set(frames) == {0, 1, 2, SPECTATOR}
    for viewer, frame in frames.items():
        assert frame.facts == facts_seen_by(recorded(*facts), viewer)
        assert frame.question is questions.get(viewer)
        assert frame.waiting_for == (1, 2)
        assert frame.outcome is ended
        assert cutter.newest(viewer) == frame.number == (3 if viewer == 1 and earlier else 2)


def test_a_step_without_public_news_brings_questions_and_private_facts() -> None:
    cutter = Feeds(viewers_of(3))
    cut(cutter, toy.RoundBegan(1))
    question = begun(toy.terms(3)).questions[2]
    frames = cutter.cut(recorded(WHISPERED), {2: question}, (0,), None)
    assert frames == {
        1: Frame(2, recorded(WHISPERED), None, (0,), None),
        2: Frame(2, (), question, (0,), None),
    }
    assert [cutter.newest(viewer) for viewer in viewers_of(3)] == [1, 2, 2, 1]


def test_a_change_of_whom_the_table_waits_for_is_told() -> None:
    cutter = Feeds(viewers_of(2))
    assert cutter.cut((), {}, (1,), None)[SPECTATOR].waiting_for == (1,)
    assert cutter.cut((), {}, (1,), None) == {}


def feeds_of(decisions: Sequence[Decided], seats: int) -> dict[Seat, list[Frame]]:
    return {
        viewer: [decided.frames[viewer] for decided in decisions if viewer in decided.frames]
        for viewer in viewers_of(seats)
    }


def test_numbers_have_no_gaps(seed: str) -> None:
    _, decisions = played(toy.terms(4, seed, rounds="6"), seed)
    for feed in feeds_of(decisions, 4).values():
        assert [frame.number for frame in feed] == list(range(1, len(feed) + 1))


def bid_in(order: Sequence[Seat]) -> tuple[Match, list[Decided]]:
    """Let each seat bid its own number, in the given order."""
    match = begun(toy.terms(3))
    decisions = []
    for seat in order:
        decided = match.submit(seat, 1, (seat,))
        assert isinstance(decided, Decided)
        decisions.append(decided)
    return match, decisions


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_sealed_answers_tell_nothing_until_all_are_in(order: tuple[Seat, ...]) -> None:
    """Nobody learns that a seat has answered, which one it was, or afterwards in which order."""
    match, decisions = bid_in(order)
    assert [decided.frames for decided in decisions[:-1]] == [{}, {}]
    assert decisions[-1].entry.facts
    assert shape_of(decisions[-1].frames) == shape_of(bid_in((0, 1, 2))[1][-1].frames)
    assert set(match.questions) == {2}, "the highest bidder is asked next"


def shape_of(frames: Mapping[Seat, Frame]) -> list[object]:
    """Return everything a client gets from frames; a question also holds a function, which cannot be compared."""
    return [
        (viewer, f.number, f.facts, f.question and (f.question.number, f.question.ask.options), f.waiting_for)
        for viewer, f in frames.items()
    ]


def cards_shown(feed: Sequence[Frame], seat: Seat) -> list[toy.Card]:
    """Return the cards dealt to others that a feed shows, and what was whispered to them."""
    shown: list[toy.Card] = []
    for frame in feed:
        for told in frame.facts:
            match told.fact:
                case toy.Dealt(seat=owner, cards=cards) if owner != seat:
                    shown += [card for card in cards if card is not toy.Card.HIDDEN]
                case toy.Shuffled(cards=cards):
                    shown += [card for card in cards if card is not toy.Card.HIDDEN]
                case toy.Whispered(seat=owner, card=card) if owner != seat:
                    shown.append(card)
                case _:
                    pass
    return shown


def leaks(seed: str) -> dict[Seat, list[toy.Card]]:
    _, decisions = played(toy.terms(3, seed, rounds="8"), seed)
    return {
        viewer: shown
        for viewer, feed in feeds_of(decisions, 3).items()
        if (shown := cards_shown(feed, viewer))
    }


def test_no_seat_is_shown_the_cards_of_another(seed: str) -> None:
    assert leaks(seed) == {}


@pytest.mark.parametrize(
    "leak",
    [
        lambda fact, viewer: fact,
        lambda fact, viewer: as_seen(fact, 0),
        lambda fact, viewer: as_seen(fact, OPEN_TABLE if viewer == SPECTATOR else viewer),
    ],
    ids=["all to all", "seat 0 to all", "all to spectators"],
)
def test_a_planted_leak_is_caught(monkeypatch: pytest.MonkeyPatch, seed: str, leak: object) -> None:
    monkeypatch.setattr(feeds, "as_seen", leak)
    assert leaks(seed) != {}
