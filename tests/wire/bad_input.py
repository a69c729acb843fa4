"""The table of bad input: for every call and every field of its request, what is refused, and how.

A new field needs a row here: `bad` if some value is refused, `fine` if every value is valid, with the reason. A new
call also needs a valid request, in `VALID`. Values may be functions of the stage: the matches that the test plays for
this table. Some fields need no row, because their type says enough: see `DERIVED` in `test_bad_input.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import grpc

from referee_api.v1 import disputes_pb2 as cases
from referee_api.v1 import referee_pb2 as api
from referee_api.v1.game_payload_pb2 import GamePayload

Code = grpc.StatusCode
INVALID, DENIED, FORBIDDEN = Code.INVALID_ARGUMENT, Code.UNAUTHENTICATED, Code.PERMISSION_DENIED
FAILED, EXISTS = Code.FAILED_PRECONDITION, Code.ALREADY_EXISTS
REFUSED = Code.OK
"""The call succeeds, and its response has a refusal."""

OPEN_CASE, RULED_CASE, WITHDRAWN_CASE, OTHER_OPEN_CASE, NO_CASE = 1, 2, 3, 4, 9


class Stage(NamedTuple):
    """The matches of the table, and the tokens of those who take part."""

    running: str
    """A refereed match that is played, with an open, a ruled and a withdrawn case."""
    waiting: str
    """A match with an invite code; one of its seats is taken."""
    over: str
    """An unrefereed match that a ruling has ended."""
    seats: Sequence[str]
    """Tokens of the seats of the running match."""
    organiser: str
    judge: str
    arbiter: str
    """Token of the arbiter of the match that is over."""
    player: str
    """Token of a seat of the match that is over."""
    creator: str
    """Token of the organiser of the match that waits."""
    invite: str
    dismissed: str
    """Token of a judge of the running match who was dismissed."""
    rotated: str
    """Token of a seat of the running match that was replaced."""
    asked: int
    """The seat of the running match that is asked now."""
    question: int
    """Number of its question."""


Value = Any | Callable[[Stage], Any]


class Row(NamedTuple):
    """A request that is refused, or the reason why no value of a field is."""

    call: str
    field: str
    value: Value = None
    code: grpc.StatusCode = INVALID
    reason: str = ""
    """`ErrorInfo.reason`, or the refusal of an answer."""
    why: str = ""
    """Why every value is valid."""


def bad(call: str, field: str, value: Value, reason: str, code: grpc.StatusCode = INVALID) -> Row:
    """Return a row for a value that is refused; everything else in the request is valid."""
    return Row(call, field, value, code, reason)


def fine(call: str, field: str, why: str) -> Row:
    """Return a row for a field all of whose values are valid."""
    return Row(call, field, why=why)


def seat(stage: Stage) -> dict[str, Any]:
    return {"match_id": stage.running, "token": stage.seats[stage.asked]}


def other_seat(stage: Stage) -> dict[str, Any]:
    return {"match_id": stage.running, "token": stage.seats[1 - stage.asked]}


def judge(stage: Stage) -> dict[str, Any]:
    return {"match_id": stage.running, "token": stage.judge}


def organiser(stage: Stage) -> dict[str, Any]:
    return {"match_id": stage.running, "token": stage.organiser}


def over(stage: Stage) -> dict[str, Any]:
    return {"match_id": stage.over, "token": stage.player}


def answer(stage: Stage) -> dict[str, Any]:
    return {**seat(stage), "question": stage.question, "answer": {"picks": [0]}}


def fact(number: int) -> cases.FactPlace:
    return cases.FactPlace(fact=number)


VALID: dict[str, Callable[[Stage], dict[str, Any]]] = {
    "ListGames": lambda stage: {},
    "DescribeGame": lambda stage: {"game": "abyss"},
    "GetServerInfo": lambda stage: {},
    "GetKeys": lambda stage: {},
    "FindPrecedents": lambda stage: {"rule": "explore"},
    "ListMatches": lambda stage: {"page_size": 10},
    "ListMatchEvents": lambda stage: {"page_size": 10},
    "GetMatch": seat,
    "GetView": seat,
    "GetReceipt": seat,
    "GetOrders": seat,
    "Watch": lambda stage: {**seat(stage), "after": 1},
    "Explain": lambda stage: {**judge(stage), "fact": fact(3)},
    "GetReplay": over,
    "Verify": over,
    "Export": over,
    "CheckIntent": answer,
    "SealAnswer": answer,
    "TryReading": lambda stage: {**judge(stage), "number": OPEN_CASE, "rulings": {"supply.pearls": "finite"}},
    "CreateMatch": lambda stage: {"game": "abyss", "seat_count": 2},
    "JoinSeat": lambda stage: {"match_id": stage.waiting, "name": "Ada", "invite_code": stage.invite},
    "AppointOfficial": lambda stage: {**organiser(stage), "role": api.OFFICIAL_ROLE_JUDGE, "name": "Grace"},
    "OpenCase": lambda stage: {**seat(stage), "fact": place(1), "rule": "explore", "claim": "No."},
    "AppealCase": lambda stage: {**seat(stage), "number": RULED_CASE, "reason": "Read on."},
    "WithdrawCase": lambda stage: {**seat(stage), "number": OTHER_OPEN_CASE},
    "RuleCase": lambda stage: {
        **judge(stage),
        "number": OPEN_CASE,
        "finding": api.FINDING_OVERTURNED,
        "reason": "The book says so.",
        "rules": ["explore"],
        "stands": {},
    },
    "DeclareResult": lambda stage: {
        "match_id": stage.over,
        "token": stage.arbiter,
        "winners": [0],
        "reason": "So.",
    },
    "SetPanel": lambda stage: {**organiser(stage), "members": ["head_judge/3"], "needed": 1},
    "WithdrawOpinion": lambda stage: {**judge(stage), "number": RULED_CASE},
    "ProposeUndo": seat,
    "AnswerUndo": other_seat,
    "Submit": answer,
    "ExtendTime": lambda stage: {**judge(stage), "seat": 1, "time": {"seconds": 60}, "reason": "late"},
    "DismissOfficial": lambda stage: {**organiser(stage), "party": "judge/1", "reason": "ill"},
    "Say": lambda stage: {**seat(stage), "words": {"text": "Hello."}},
    "SetOrders": lambda stage: {**seat(stage), "orders": [{"questions": "*", "unless_concerned": True}]},
    "RevealEntropy": lambda stage: {**seat(stage), "entropy": b"e" * 32},
    "RotateToken": seat,
    "PauseMatch": lambda stage: {**organiser(stage), "reason": "rain"},
    "ResumeMatch": lambda stage: {**organiser(stage), "reason": "sunshine"},
    "CancelMatch": lambda stage: {"match_id": stage.waiting, "token": stage.creator, "reason": "rain"},
}
"""A valid request of every call, which its rows change in one field. Play has its own, in `PLAYED`."""

PLAYED: dict[str, Callable[[Stage], Any]] = {
    "attach": lambda stage: {"handle": 2, **other_seat(stage)},
    "intents": lambda stage: {"handle": 1, "question": stage.question, "answer": {"picks": [0]}},
    "acks": lambda stage: {"handle": 1, "frame": 1},
    "detach": lambda stage: 1,
    "orders": lambda stage: {"handle": 1, "orders": [{"questions": "*"}]},
    "statements": lambda stage: {"handle": 1, "words": {"text": "Hello."}},
}
"""A valid item of every list in a message of a Play stream, on which the seat that is asked has the handle 1."""


def place(frame: int, position: int = 1) -> cases.FactPlace:
    return cases.FactPlace(in_frame=cases.FramePlace(frame=frame, place=position))


LONG = "x" * 2_001
UNPRINTABLE = "a\x1b[31m"
OTHER_GAME = GamePayload()
OTHER_GAME.unfathomable.choices.add()
OTHER_STATEMENT = GamePayload()
OTHER_STATEMENT.unfathomable.statement.hand_described.SetInParent()
NO_KIND = GamePayload()
NO_KIND.abyss.choices.add()

ROWS = (
    # --- games and lists ---
    fine("ListGames", "page_size", "0 means the default, and too many mean the maximum"),
    bad("ListGames", "page_token", "nonsense", "INVALID_FIELD"),
    bad("ListGames", "page_token", "9" * 5_000, "INVALID_FIELD"),
    bad("DescribeGame", "game", "chess", "UNKNOWN_GAME"),
    bad("DescribeGame", "game", "", "UNKNOWN_GAME"),
    bad("FindPrecedents", "rule", "", "INVALID_FIELD"),
    fine("FindPrecedents", "game", "nothing is found for an unknown game"),
    fine("FindPrecedents", "page_size", "0 means the default, and too many mean the maximum"),
    bad("FindPrecedents", "page_token", "nonsense", "INVALID_FIELD"),
    bad("FindPrecedents", "page_token", "9" * 5_000, "INVALID_FIELD"),
    fine("FindPrecedents", "include_unapproved", "either is possible"),
    fine("ListMatches", "page_size", "0 means the default, and too many mean the maximum"),
    bad("ListMatches", "page_token", "nonsense", "INVALID_FIELD"),
    bad("ListMatches", "page_token", "9" * 5_000, "INVALID_FIELD"),
    fine("ListMatches", "game", "nothing is found for an unknown game"),
    fine("ListMatches", "player", "nothing is found for an unknown player"),
    fine("ListMatchEvents", "page_size", "0 means the default, and too many mean the maximum"),
    bad("ListMatchEvents", "page_token", "nonsense", "INVALID_FIELD"),
    bad("ListMatchEvents", "page_token", "9" * 5_000, "INVALID_FIELD"),
    fine("ListMatchEvents", "match_id", "nothing is found for an unknown match"),
    bad("ListMatchEvents", "kinds", ["seat sold"], "INVALID_FIELD"),
    # --- matches ---
    bad("CreateMatch", "game", "chess", "UNKNOWN_GAME"),
    bad("CreateMatch", "seat_count", 0, "BAD_CHARTER"),
    bad("CreateMatch", "seat_count", 5, "BAD_CHARTER"),
    bad("CreateMatch", "seat_count", 2**32 - 1, "BAD_CHARTER"),
    fine("CreateMatch", "seed", "any text is a seed"),
    bad("CreateMatch", "edition", "xx", "UNKNOWN_READING"),
    bad("CreateMatch", "rulings", {"no.such.ruling": "x"}, "UNKNOWN_READING"),
    bad("CreateMatch", "rulings", {"supply.pearls": "x"}, "UNKNOWN_READING"),
    bad("CreateMatch", "options", {"no_such_option": "x"}, "BAD_CHARTER"),
    fine("CreateMatch", "spectators", "either is possible"),
    fine("CreateMatch", "unrefereed", "either is possible"),
    fine("CreateMatch", "with_invite", "either is possible"),
    bad("CreateMatch", "request_id", "without a token", "INVALID_FIELD"),
    bad("CreateMatch", "request_id", "x" * 65, "INVALID_FIELD"),
    bad("CreateMatch", "token", "too short", "INVALID_FIELD"),
    bad("CreateMatch", "token", "x" * 129, "INVALID_FIELD"),
    bad("CreateMatch", "token", "ä" * 40, "INVALID_FIELD"),
    bad("CancelMatch", "match_id", lambda stage: stage.running, "ACCESS_DENIED", DENIED),
    bad("CancelMatch", "reason", "", "BAD_TEXT"),
    bad("CancelMatch", "reason", "x" * 201, "BAD_TEXT"),
    bad("CancelMatch", "reason", "two\nlines", "BAD_TEXT"),
    *[
        row
        for call in ("PauseMatch", "ResumeMatch")
        for row in (
            bad(call, "reason", "", "BAD_TEXT"),
            bad(call, "reason", "x" * 201, "BAD_TEXT"),
            bad(call, "reason", "two\nlines", "BAD_TEXT"),
            bad(call, "consents", True, "INVALID_FIELD"),  # with a reason
        )
    ],
    bad("PauseMatch", "match_id", lambda stage: stage.over, "ACCESS_DENIED", DENIED),
    bad("ResumeMatch", "token", lambda stage: stage.judge, "NOT_PAUSED", FAILED),
    bad("ExtendTime", "token", lambda stage: stage.organiser, "ROLE_NOT_ALLOWED", FORBIDDEN),
    bad("ExtendTime", "seat", 2, "NOT_AT_TABLE", FAILED),
    bad("ExtendTime", "seat", 2**32 - 1, "NOT_AT_TABLE", FAILED),
    bad("ExtendTime", "time", {}, "BAD_TIME"),
    bad("ExtendTime", "reason", "", "BAD_TEXT"),
    bad("ExtendTime", "reason", "x" * 201, "BAD_TEXT"),
    # --- seats, officials and tokens ---
    bad("JoinSeat", "match_id", "unknown", "ACCESS_DENIED", DENIED),
    bad("JoinSeat", "seat", 3, "NO_SUCH_SEAT"),
    bad("JoinSeat", "seat", 2**32 - 1, "NO_SUCH_SEAT"),
    bad("JoinSeat", "seat", 0, "SEAT_TAKEN", FAILED),
    bad("JoinSeat", "name", "x" * 65, "INVALID_FIELD"),
    bad("JoinSeat", "name", UNPRINTABLE, "INVALID_FIELD"),
    bad("JoinSeat", "token", "x" * 31, "INVALID_FIELD"),
    bad("JoinSeat", "token", lambda stage: stage.creator, "SEAT_TAKEN", FAILED),  # in use by the organiser
    bad("JoinSeat", "entropy_commitment", b"x" * 31, "INVALID_FIELD"),
    bad("JoinSeat", "invite_code", "", "WRONG_INVITE", FORBIDDEN),
    bad("JoinSeat", "invite_code", "guess", "WRONG_INVITE", FORBIDDEN),
    bad("JoinSeat", "client.name", "x" * 65, "INVALID_FIELD"),
    bad("JoinSeat", "client.version", UNPRINTABLE, "INVALID_FIELD"),
    bad("JoinSeat", "client.language", "x" * 65, "INVALID_FIELD"),
    bad("AppointOfficial", "token", lambda stage: stage.judge, "ROLE_NOT_ALLOWED", FORBIDDEN),
    bad("AppointOfficial", "role", 0, "INVALID_FIELD"),
    bad("AppointOfficial", "name", "x" * 65, "INVALID_FIELD"),
    bad("AppointOfficial", "key_id", "nobody", "ROLE_NOT_ALLOWED", FORBIDDEN),
    bad("AppointOfficial", "official_token", "too short", "INVALID_FIELD"),
    bad("DismissOfficial", "party", "judge/9", "WRONG_OFFICIAL", FAILED),
    bad("DismissOfficial", "party", "judge/2", "WRONG_OFFICIAL", FAILED),  # dismissed before
    bad("DismissOfficial", "party", "seat/0", "WRONG_OFFICIAL", FAILED),
    bad("DismissOfficial", "reason", "x" * 201, "BAD_TEXT"),
    bad("RotateToken", "new_token", "too short", "INVALID_FIELD"),
    bad("RevealEntropy", "entropy", b"x" * 31, "INVALID_FIELD"),
    bad("RevealEntropy", "entropy", b"x" * 32, "ENTROPY_NOT_AWAITED", FAILED),
    # --- answers ---
    bad("Submit", "token", lambda stage: stage.judge, "ROLE_NOT_ALLOWED", FORBIDDEN),
    bad("Submit", "question", 0, "STALE_QUESTION", REFUSED),
    bad("Submit", "question", lambda stage: stage.question + 1, "STALE_QUESTION", REFUSED),
    bad("Submit", "answer.picks", [99], "OUT_OF_RANGE", REFUSED),
    bad("Submit", "answer.picks", [2**32 - 1], "OUT_OF_RANGE", REFUSED),
    bad("Submit", "answer.picks", [], "TOO_FEW", REFUSED),
    bad("Submit", "answer.picks", [0] * 1_000, "CHOSEN_TWICE", REFUSED),
    bad("Submit", "answer.choices", OTHER_GAME, "MALFORMED", REFUSED),
    bad("Submit", "request_id", "x" * 65, "BAD_REQUEST_ID", REFUSED),
    bad("Submit", "request_id", "two words", "BAD_REQUEST_ID", REFUSED),
    fine("Submit", "with_receipt", "either is possible"),
    bad("CheckIntent", "question", 99, "STALE_QUESTION", REFUSED),
    bad("CheckIntent", "answer.picks", [99], "OUT_OF_RANGE", REFUSED),
    bad("CheckIntent", "answer.choices", NO_KIND, "MALFORMED", REFUSED),
    # --- talk ---
    bad("Say", "token", lambda stage: stage.judge, "ROLE_NOT_ALLOWED", FORBIDDEN),
    bad("Say", "words.text", "", "BAD_STATEMENT", REFUSED),
    bad("Say", "words.text", "two\nlines", "BAD_STATEMENT", REFUSED),
    bad("Say", "words.text", "\x1b[2K", "BAD_STATEMENT", REFUSED),
    bad("Say", "words.text", "\u202eback", "BAD_STATEMENT", REFUSED),
    bad("Say", "words.text", "\u0378", "BAD_STATEMENT", REFUSED),  # not in Unicode yet
    bad("Say", "words.text", "x" * 281, "TEXT_TOO_LONG", REFUSED),
    bad("Say", "words.text", "\U0001f980" * 257, "TEXT_TOO_LONG", REFUSED),
    bad("Say", "words.statement", NO_KIND, "MALFORMED", REFUSED),
    bad("Say", "words.statement", OTHER_STATEMENT, "MALFORMED", REFUSED),
    bad("Say", "request_id", "x" * 65, "BAD_REQUEST_ID", REFUSED),
    bad("Say", "request_id", "two words", "BAD_REQUEST_ID", REFUSED),
    bad("SetOrders", "orders.questions", "no.such", "BAD_ORDER"),
    bad("SetOrders", "orders.questions", "", "BAD_ORDER"),
    bad("SetOrders", "orders", [{"questions": "*"}] * 33, "BAD_ORDER"),
    fine("SetOrders", "orders.unless_concerned", "either is possible"),
    # --- streams ---
    bad("Watch", "after", 999, "NO_SUCH_FRAME"),
    bad("Watch", "after", 2**32 - 1, "NO_SUCH_FRAME"),
    fine("Watch", "with_view", "either is possible"),
    bad("Play", "attach.handle", 1, "HANDLE_IN_USE"),
    bad("Play", "attach.match_id", "unknown", "ACCESS_DENIED", DENIED),
    bad("Play", "attach.token", lambda stage: stage.rotated, "ACCESS_DENIED", DENIED),
    bad("Play", "attach.token", lambda stage: stage.seats[stage.asked], "ATTACHED_TWICE"),
    bad("Play", "attach.after", 999, "NO_SUCH_FRAME"),
    fine("Play", "attach.with_view", "either is possible"),
    bad("Play", "intents.handle", 7, "UNKNOWN_HANDLE"),
    bad("Play", "intents.question", 99, "STALE_QUESTION", REFUSED),
    bad("Play", "intents.answer.picks", [99], "OUT_OF_RANGE", REFUSED),
    bad("Play", "intents.answer.choices", OTHER_GAME, "MALFORMED", REFUSED),
    bad("Play", "intents.request_id", "two words", "BAD_REQUEST_ID", REFUSED),
    fine("Play", "intents.with_receipt", "either is possible"),
    fine("Play", "acks.handle", "an unknown handle may belong to a seat that was just detached"),
    fine("Play", "acks.frame", "a frame that was not sent counts as the last one that was"),
    fine("Play", "detach", "an unknown handle may belong to a match that has just ended"),
    bad("Play", "orders.handle", 7, "UNKNOWN_HANDLE"),
    bad("Play", "orders.orders.questions", "no.such", "BAD_ORDER"),
    bad("Play", "orders.orders.answer", 99, "INVALID_FIELD"),
    bad("Play", "orders.orders.until", 99, "INVALID_FIELD"),
    fine("Play", "orders.orders.unless_concerned", "either is possible"),
    bad("Play", "statements.handle", 7, "UNKNOWN_HANDLE"),
    bad("Play", "statements.words.text", "", "BAD_STATEMENT", REFUSED),
    bad("Play", "statements.words.text", "x" * 281, "TEXT_TOO_LONG", REFUSED),
    bad("Play", "statements.words.statement", NO_KIND, "MALFORMED", REFUSED),
    bad("Play", "statements.request_id", "two words", "BAD_REQUEST_ID", REFUSED),
    # --- records ---
    bad("GetReplay", "match_id", lambda stage: stage.running, "ACCESS_DENIED", DENIED),
    bad("GetReplay", "token", lambda stage: stage.creator, "ACCESS_DENIED", DENIED),
    bad("GetReceipt", "token", lambda stage: stage.judge, "NOT_OPEN_YET", FAILED),
    # --- disputes ---
    bad("Explain", "fact", cases.FactPlace(), "INVALID_FIELD"),
    bad("Explain", "fact.fact", 9_999, "NO_SUCH_FACT"),
    bad("Explain", "fact.in_frame.frame", 999, "NO_SUCH_FACT"),
    bad("Explain", "fact.in_frame.place", 99, "INVALID_FIELD"),
    bad("Explain", "refused.question", 1, "ROLE_NOT_ALLOWED", FORBIDDEN),  # a judge has no answers
    bad("Explain", "refused.answer.picks", [99], "ROLE_NOT_ALLOWED", FORBIDDEN),
    bad("Explain", "refused.answer.choices", OTHER_GAME, "ROLE_NOT_ALLOWED", FORBIDDEN),
    bad("OpenCase", "fact.fact", 3, "INVALID_FIELD"),  # a seat names a fact by its frame
    bad("OpenCase", "fact.in_frame.frame", 999, "NO_SUCH_FACT"),
    bad("OpenCase", "fact.in_frame.place", 0, "NO_SUCH_FACT"),
    bad("OpenCase", "rule", "no.such.rule", "UNKNOWN_RULE"),
    bad("OpenCase", "claim", "", "BAD_TEXT"),
    bad("OpenCase", "claim", LONG, "BAD_TEXT"),
    bad("OpenCase", "claim", "two\nlines", "BAD_TEXT"),
    bad("OpenCase", "request_id", "case-0", "REQUEST_ID_REUSED", EXISTS),
    fine("OpenCase", "freeze", "either is possible, the first time"),
    bad("WithdrawCase", "number", NO_CASE, "NO_SUCH_CASE"),
    bad("WithdrawCase", "number", 0, "NO_SUCH_CASE"),
    bad("WithdrawCase", "number", WITHDRAWN_CASE, "CASE_WITHDRAWN", FAILED),
    bad("TryReading", "number", NO_CASE, "NO_SUCH_CASE"),
    bad("TryReading", "edition", "xx", "UNKNOWN_READING"),
    bad("TryReading", "rulings", {"no.such.ruling": "x"}, "UNKNOWN_READING"),
    bad("TryReading", "rulings", {"supply.pearls": "endless"}, "SAME_READING"),
    bad("RuleCase", "token", lambda stage: stage.seats[0], "ROLE_NOT_ALLOWED", FORBIDDEN),
    bad("RuleCase", "number", NO_CASE, "NO_SUCH_CASE"),  # before OpenCase
    bad("RuleCase", "number", RULED_CASE, "ALREADY_RULED", FAILED),
    bad("RuleCase", "number", WITHDRAWN_CASE, "CASE_WITHDRAWN", FAILED),
    bad("RuleCase", "finding", 0, "INVALID_FIELD"),
    bad("RuleCase", "reason", LONG, "BAD_TEXT"),
    bad("RuleCase", "rules", [], "UNKNOWN_RULE"),
    bad("RuleCase", "rules", ["no.such.rule"], "UNKNOWN_RULE"),
    bad("RuleCase", "rules", ["explore"] * 21, "UNKNOWN_RULE"),
    fine("RuleCase", "stands", "it has no fields"),
    bad("RuleCase", "rewind.fact", 9_999, "NO_SUCH_FACT"),
    bad("RuleCase", "rewind.fact", 0, "NO_SUCH_FACT"),
    bad("RuleCase", "replay_under.edition", "xx", "UNKNOWN_READING"),
    bad("RuleCase", "replay_under.rulings", {"no.such.ruling": "x"}, "UNKNOWN_READING"),
    bad("RuleCase", "award.winners", [7], "BAD_WINNERS"),
    bad("RuleCase", "award.winners", [0, 0], "BAD_WINNERS"),
    bad("RuleCase", "award.winners", [], "BAD_WINNERS"),
    fine("RuleCase", "award.is_void", "either is possible; a void match has no winners"),
    fine("RuleCase", "is_precedent", "either is possible"),
    fine("PauseMatch", "adjourn", "either is possible"),
    bad("SealAnswer", "question", 99, "STALE_QUESTION", REFUSED),
    bad("SealAnswer", "answer.picks", [99], "OUT_OF_RANGE", REFUSED),
    bad("SealAnswer", "answer.choices", NO_KIND, "MALFORMED", REFUSED),
    bad("DeclareResult", "token", lambda stage: stage.player, "ROLE_NOT_ALLOWED", FORBIDDEN),
    bad("DeclareResult", "winners", [2], "BAD_WINNERS"),
    bad("DeclareResult", "winners", [1, 0], "BAD_WINNERS"),
    bad("DeclareResult", "is_void", True, "BAD_WINNERS"),  # with a winner
    bad("DeclareResult", "kinds", [api.RESULT_KIND_RULING], "BAD_RESULT"),
    bad("DeclareResult", "kinds", [0, 0], "INVALID_FIELD"),
    bad("DeclareResult", "kinds", [99, 99], "INVALID_FIELD"),
    bad("DeclareResult", "reason", "", "BAD_TEXT"),
    bad("DeclareResult", "reason", "x" * 201, "BAD_TEXT"),
    bad("SetPanel", "token", lambda stage: stage.judge, "ROLE_NOT_ALLOWED", FORBIDDEN),
    bad("SetPanel", "needed", 0, "BAD_PANEL", FAILED),
    bad("SetPanel", "needed", 2, "BAD_PANEL", FAILED),
    bad("SetPanel", "needed", 2**32 - 1, "BAD_PANEL", FAILED),
    bad("SetPanel", "members", [], "BAD_PANEL", FAILED),
    bad("SetPanel", "members", ["judge/1"], "BAD_PANEL", FAILED),
    bad("SetPanel", "members", ["head_judge/3", "head_judge/3"], "BAD_PANEL", FAILED),
    bad("WithdrawOpinion", "token", lambda stage: stage.seats[0], "NOT_APPEALED", FAILED),
    bad("WithdrawOpinion", "number", NO_CASE, "NO_SUCH_CASE"),
    bad("WithdrawOpinion", "number", OPEN_CASE, "NOT_APPEALED", FAILED),
    bad("AppealCase", "number", NO_CASE, "NO_SUCH_CASE"),
    bad("AppealCase", "number", OPEN_CASE, "NOT_RULED", FAILED),  # before RuleCase
    bad("AppealCase", "reason", "", "BAD_TEXT"),
    bad("AnswerUndo", "consents", True, "NO_UNDO", FAILED),  # before ProposeUndo
    bad("ProposeUndo", "token", lambda stage: stage.judge, "ROLE_NOT_ALLOWED", FORBIDDEN),
)
