"""Bodies of audit entries: one form on disk, stored names that never change, and the topics kept by the log."""

import msgspec
import pytest

from referee.audit.entries import (
    AnswerSealed,
    Award,
    Body,
    CaseWithdrawn,
    EntropyWithheld,
    ForkedFrom,
    FreezeEnded,
    Looked,
    MatchCancelled,
    MatchPaused,
    MatchResumed,
    OfficialAppointed,
    OpenedAnswer,
    OpinionGiven,
    OpinionWithdrawn,
    PanelSet,
    PauseAnswered,
    PauseProposed,
    ReadingTried,
    RecordOpened,
    ReplayUnder,
    ResultDeclared,
    Rewind,
    SeatForfeited,
    Stands,
    StoppedClock,
    Superseded,
    TimeExtended,
    TokenRevoked,
    TokenRotated,
    UndoAnswered,
    UndoProposed,
    Void,
    case_of,
    decode,
    encode,
    seat_of,
    topics_of,
)
from tests.audit.scenes import appealed, opened, ruled

STORED: list[tuple[Body, str]] = [
    (Looked("arbiter", "view"), '{"kind":"audit.looked","who":"arbiter","what":"view"}'),
    (
        opened(),
        (
            '{"kind":"audit.case_opened","case":1,"by":"seat/2","fact":5,"rule":"deal",'
            '"claim":"Dealt the wrong way.","freeze":false}'
        ),
    ),
    (
        ReadingTried(1, "fr", {"b": "2", "a": "1"}, msgspec.Raw(b'{"effect":"none"}')),
        (
            '{"kind":"audit.reading_tried","case":1,"edition":"fr","rulings":{"a":"1","b":"2"},'
            '"report":{"effect":"none"}}'
        ),
    ),
    (
        ruled(1, "upheld", precedent=True),
        (
            '{"kind":"audit.case_ruled","case":1,"finding":"upheld","reason":"The book says so.","rules":["deal"],'
            '"remedy":{"kind":"stands"},"precedent":true,"cites":0}'
        ),
    ),
    (
        ruled(1, remedy=Rewind(5), cites=2),
        (
            '{"kind":"audit.case_ruled","case":1,"finding":"overturned","reason":"The book says so.","rules":["deal"],'
            '"remedy":{"kind":"rewind","fact":5},"precedent":false,"cites":2}'
        ),
    ),
    (
        appealed(),
        '{"kind":"audit.case_appealed","case":1,"by":"seat/0","reason":"Read on.","cites":2}',
    ),
    (RecordOpened("seat/2"), '{"kind":"audit.opened","to":"seat/2"}'),
    (UndoProposed(1, 7), '{"kind":"audit.undo_proposed","seat":1,"entry":7}'),
    (UndoAnswered(0, True), '{"kind":"audit.undo_answered","seat":0,"consents":true}'),
    (
        ForkedFrom("m-0", 3, "ab", "case 2"),
        '{"kind":"audit.forked_from","match":"m-0","entry":3,"head":"ab","why":"case 2"}',
    ),
    (
        Superseded("m-2", 3, "undo"),
        '{"kind":"audit.superseded","by":"m-2","entry":3,"why":"undo"}',
    ),
    (CaseWithdrawn(1, "seat/2"), '{"kind":"audit.case_withdrawn","case":1,"by":"seat/2"}'),
    (FreezeEnded(1), '{"kind":"audit.freeze_ended","case":1}'),
    (EntropyWithheld((0, 2)), '{"kind":"audit.entropy_withheld","seats":[0,2]}'),
    (
        OfficialAppointed(1, "judge", "Grace", "k7f3q2", "organiser"),
        (
            '{"kind":"audit.official_appointed","official":1,"role":"judge","name":"Grace","key":"k7f3q2",'
            '"by":"organiser"}'
        ),
    ),
    (TokenRotated("seat/1", "seat/1"), '{"kind":"audit.token_rotated","who":"seat/1","by":"seat/1"}'),
    (
        TokenRevoked("judge/1", "organiser", "ill"),
        '{"kind":"audit.token_revoked","who":"judge/1","by":"organiser","reason":"ill"}',
    ),
    (
        MatchCancelled("server", "nobody came"),
        '{"kind":"audit.match_cancelled","by":"server","reason":"nobody came"}',
    ),
    (
        PauseProposed(1, "pause", "Lunch."),
        '{"kind":"audit.pause_proposed","seat":1,"step":"pause","reason":"Lunch."}',
    ),
    (PauseAnswered(0, False), '{"kind":"audit.pause_answered","seat":0,"consents":false}'),
    (
        MatchPaused("judge/1", "Fire alarm.", (StoppedClock(0, 1500), StoppedClock(2, 0))),
        (
            '{"kind":"audit.match_paused","by":"judge/1","reason":"Fire alarm.",'
            '"clocks":[{"seat":0,"left_ms":1500},{"seat":2,"left_ms":0}]}'
        ),
    ),
    (MatchResumed("seats", "Done."), '{"kind":"audit.match_resumed","by":"seats","reason":"Done."}'),
    (
        TimeExtended("judge/1", 2, 60, "Late."),
        '{"kind":"audit.time_extended","by":"judge/1","seat":2,"seconds":60,"reason":"Late."}',
    ),
    (SeatForfeited(2, "time"), '{"kind":"audit.seat_forfeited","seat":2,"why":"time"}'),
    (
        PanelSet(2, ("head_judge/2", "head_judge/3"), "organiser"),
        '{"kind":"audit.panel_set","needed":2,"members":["head_judge/2","head_judge/3"],"by":"organiser"}',
    ),
    (
        OpinionGiven(1, "upheld", "So.", ("deal",), Stands(), False, 2, "head_judge/2"),
        (
            '{"kind":"audit.opinion_given","case":1,"finding":"upheld","reason":"So.","rules":["deal"],'
            '"remedy":{"kind":"stands"},"precedent":false,"cites":2,"by":"head_judge/2"}'
        ),
    ),
    (
        OpinionWithdrawn(1, "head_judge/2"),
        '{"kind":"audit.opinion_withdrawn","case":1,"by":"head_judge/2"}',
    ),
    (
        msgspec.structs.replace(ruled(1, "upheld", cites=2), by="panel", panel=("head_judge/2",)),
        (
            '{"kind":"audit.case_ruled","case":1,"finding":"upheld","reason":"The book says so.","rules":["deal"],'
            '"remedy":{"kind":"stands"},"precedent":false,"cites":2,"by":"panel","panel":["head_judge/2"]}'
        ),
    ),
    (
        ResultDeclared("scorekeeper/2", "Nobody came.", (1,), False, ("no_show", "walkover")),
        (
            '{"kind":"audit.result_declared","by":"scorekeeper/2","reason":"Nobody came.","winners":[1],'
            '"is_void":false,"kinds":["no_show","walkover"]}'
        ),
    ),
    (
        AnswerSealed(1, 3, "ab" * 32),
        f'{{"kind":"audit.answer_sealed","seat":1,"question":3,"commitment":"{"ab" * 32}"}}',
    ),
    (
        MatchPaused("judge/1", "Closed.", (), adjourned=True),
        '{"kind":"audit.match_paused","by":"judge/1","reason":"Closed.","clocks":[],"adjourned":true}',
    ),
    (
        MatchResumed("judge/1", "Open.", (OpenedAnswer(1, 3, "cd" * 32),)),
        (
            '{"kind":"audit.match_resumed","by":"judge/1","reason":"Open.",'
            f'"opened":[{{"seat":1,"question":3,"salt":"{"cd" * 32}"}}]}}'
        ),
    ),
    (Looked("head_judge/2", "view"), '{"kind":"audit.looked","who":"head_judge/2","what":"view"}'),
    (
        msgspec.structs.replace(ruled(1, "upheld"), by="judge/1"),
        (
            '{"kind":"audit.case_ruled","case":1,"finding":"upheld","reason":"The book says so.","rules":["deal"],'
            '"remedy":{"kind":"stands"},"precedent":false,"cites":0,"by":"judge/1"}'
        ),
    ),
]


@pytest.mark.parametrize(("body", "stored"), STORED, ids=lambda value: type(value).__name__)
def test_a_body_is_stored_so(body: Body, stored: str) -> None:
    assert encode(body).decode() == stored
    assert decode(stored.encode()) == body


@pytest.mark.parametrize(
    ("remedy", "stored"),
    [
        (Void(), '{"kind":"void"}'),
        (Award((0, 2)), '{"kind":"award","winners":[0,2]}'),
        (
            ReplayUnder("", {"b": "2", "a": "1"}),
            '{"kind":"replay_under","edition":"","rulings":{"a":"1","b":"2"}}',
        ),
    ],
)
def test_a_remedy_is_stored_so(remedy: Void | Award | ReplayUnder, stored: str) -> None:
    body = ruled(remedy=remedy)
    assert stored in encode(body).decode()
    assert decode(encode(body)) == body


@pytest.mark.parametrize(
    "wrong",
    [
        "{}",
        "[]",
        "null",
        '{"kind":"audit.unheard_of"}',
        '{"kind":"audit.undo_proposed","seat":1}',
        '{"kind":"audit.undo_proposed","seat":1,"entry":7,"more":1}',
        '{"kind":"audit.undo_proposed","seat":"1","entry":7}',
        '{"kind":"audit.looked","who":"nobody","what":"view"}',
        '{"kind":"audit.looked","who":"judge/0","what":"view"}',
        '{"kind":"audit.undo_answered","seat":0,"consents":1}',
        '{"kind":"audit.official_appointed","official":1,"role":"king","name":"Grace","key":"","by":"organiser"}',
        '{"kind":"audit.pause_proposed","seat":1,"step":"stop","reason":"Lunch."}',
        '{"kind":"audit.match_paused","by":"judge/1","reason":"Lunch."}',
        '{"kind":"audit.match_paused","by":"judge/1","reason":"Lunch.","clocks":[{"seat":0}]}',
        STORED[3][1].replace('"upheld"', '"maybe"'),
        STORED[3][1].replace('{"kind":"stands"}', '{"kind":"stands","more":1}'),
        STORED[3][1].replace('{"kind":"stands"}', '{"kind":"burn"}'),
    ],
)
def test_anything_else_is_refused(wrong: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        decode(wrong.encode())


def test_a_ruling_kept_as_precedent_is_found_by_its_rules() -> None:
    assert topics_of(ruled(rules=("deal", "trick.tie"), precedent=True)) == "deal trick.tie"
    assert topics_of(ruled(rules=("deal", "trick.tie"))) == ""
    assert topics_of(opened()) == ""


@pytest.mark.parametrize(
    "by", ["seat/", "seat/-1", "seat/01", "seat/1 ", "seat/٣", "Seat/1", "seat/99999", "1"]
)
def test_no_seat_signs_so(by: str) -> None:
    assert seat_of(by) is None


@pytest.mark.parametrize("why", ["case", "case 0", "case 01", "case  1", "cases 1", "case 1 ", "case ٣"])
def test_no_case_is_called_so(why: str) -> None:
    assert case_of(why) is None
