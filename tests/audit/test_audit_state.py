"""The state of an audit log is a fold: the written entries alone determine the state of every case."""

import random
from collections import Counter

import msgspec
import pytest

from referee.audit.audit_state import (
    Appeal,
    AuditState,
    Fork,
    Pause,
    PauseProposal,
    Proposal,
    TimeExtension,
    fold,
    fold_all,
)
from referee.audit.checks import MatchSnapshot, check
from referee.audit.entries import (
    AnswerSealed,
    Award,
    Body,
    BodyBase,
    CaseWithdrawn,
    EntropyWithheld,
    Finding,
    ForkedFrom,
    FreezeEnded,
    Looked,
    MatchCancelled,
    MatchPaused,
    MatchResumed,
    OfficialAppointed,
    OfficialRole,
    OpinionGiven,
    OpinionWithdrawn,
    PanelSet,
    PauseAnswered,
    PauseProposed,
    PauseStep,
    ReadingTried,
    RecordOpened,
    Remedy,
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
)
from referee.audit.panel_checks import panel_ruling
from referee.audit.problems import CaseError
from tests.audit.scenes import STARTED, Log, appealed, first_refused, opened, ruled, snapshot


class TestCases:
    def test_a_case_as_it_was_opened(self) -> None:
        log = Log(Looked("arbiter", "replay"), opened())
        case = log.audit_state.cases[1]
        assert (case.number, case.seq, case.at, case.by) == (1, 2, STARTED + 2, "seat/2")
        assert (case.fact, case.rule, case.claim) == (5, "deal", "Dealt the wrong way.")
        assert (case.state, case.ruling, case.appeal, case.trials) == ("open", None, None, ())

    def test_from_claim_to_second_ruling(self) -> None:
        log = Log(opened())
        states = [log.audit_state.cases[1].state]
        for body in (ruled(1, "upheld"), appealed(), ruled(remedy=Void(), cites=2)):
            log.write(body)
            states.append(log.audit_state.cases[1].state)
        assert states == ["open", "ruled", "appealed", "closed"]
        case = log.audit_state.cases[1]
        assert [ruling.finding for ruling in case.rulings] == ["upheld", "overturned"]
        assert case.ruling == case.rulings[1]
        assert case.appeal == Appeal(3, STARTED + 3, "seat/0", "Read on.")

    def test_trials_are_kept_with_their_case(self) -> None:
        trial = ReadingTried(1, "fr", {}, msgspec.Raw(b'{"effect":"none"}'))
        log = Log(opened(), opened(2, 6), trial, trial)
        assert log.audit_state.cases[1].trials == (3, 4)
        assert log.audit_state.cases[2].trials == ()

    def test_a_look_is_counted_and_changes_nothing_else(self) -> None:
        log = Log(opened())
        before = log.audit_state
        for who in ("operator", "arbiter", "operator"):
            log.write(Looked(who, "view"))
        assert log.audit_state.looks == {"operator": 2, "arbiter": 1}
        assert msgspec.structs.replace(log.audit_state, last=1, looks={}) == before


class TestStanding:
    def test_a_result_is_provisional_while_a_case_is_open_or_appealed(self) -> None:
        log = Log()
        found = [log.audit_state.is_provisional]
        for body in (opened(), ruled(), appealed(), ruled(cites=2)):
            log.write(body)
            found.append(log.audit_state.is_provisional)
        assert found == [False, True, False, True, False]

    @pytest.mark.parametrize("freeze", [True, False])
    def test_a_match_is_frozen_while_a_case_that_freezes_it_waits(self, freeze: bool) -> None:
        log = Log()
        found = [log.audit_state.is_frozen]
        for body in (opened(freeze=freeze), ruled(), appealed(), ruled(cites=2)):
            log.write(body)
            found.append(log.audit_state.is_frozen)
        assert found == [False, freeze, False, freeze, False]

    def test_a_freeze_ends_with_its_time_limit_and_never_comes_back(self) -> None:
        log = Log(opened(freeze=True))
        log.write(FreezeEnded(1))
        assert not log.audit_state.is_frozen
        assert log.audit_state.is_provisional, "the case still waits for a ruling"
        for body in (ruled(cites=0), appealed(cites=3)):
            log.write(body)
            assert not log.audit_state.is_frozen

    def test_who_froze_the_match_and_since_when(self) -> None:
        log = Log(opened(freeze=True))
        case = log.audit_state.cases[1]
        assert (case.frozen_by, case.frozen_at) == ("seat/2", case.at)
        log.write(ruled())
        log.write(appealed(by="seat/0"))
        case = log.audit_state.cases[1]
        assert case.appeal is not None
        assert (case.frozen_by, case.frozen_at) == ("seat/0", case.appeal.at)
        assert case.appeal.at > case.at

    def test_a_case_that_is_withdrawn_waits_for_nothing(self) -> None:
        log = Log(opened(freeze=True))
        log.write(CaseWithdrawn(1, "seat/2"))
        assert log.audit_state.cases[1].state == "withdrawn"
        assert not log.audit_state.is_frozen
        assert not log.audit_state.is_provisional

    def test_the_newest_ruling_that_decides_the_match_counts(self) -> None:
        log = Log(opened(), opened(2, 6), opened(3, 7))
        assert log.audit_state.result is None
        log.write(ruled(2, remedy=Award((1,))))
        assert log.audit_state.result == Award((1,))
        log.write(ruled(1, remedy=Void()))
        assert log.audit_state.result == Void()
        log.write(ruled(3, "upheld"))
        assert log.audit_state.result == Void()
        log.write(appealed(1, 5))
        assert log.audit_state.result == Void(), "an appealed ruling stands until the second replaces it"
        log.write(ruled(1, "upheld", cites=5))
        assert log.audit_state.result == Award((1,))

    def test_precedents_are_the_rulings_that_stand(self) -> None:
        log = Log(opened(), opened(2, 6), ruled(2, precedent=True), ruled(1, precedent=True))
        assert [(number, ruling.seq) for number, ruling in log.audit_state.precedents] == [(2, 3), (1, 4)]
        log.write(appealed(2, 3))
        log.write(ruled(2, cites=3))
        assert [(number, ruling.seq) for number, ruling in log.audit_state.precedents] == [(1, 4)]

    def test_who_got_the_record(self) -> None:
        log = Log()
        for seat in (2, 0):
            log.write(RecordOpened(f"seat/{seat}"), snapshot(is_over=True))
        assert log.audit_state.opened == ("seat/2", "seat/0")

    def test_seats_that_did_not_reveal(self) -> None:
        assert AuditState().withheld is None
        assert Log(EntropyWithheld((0, 2))).audit_state.withheld == (0, 2)


class TestForks:
    def test_a_fork_knows_its_parent(self) -> None:
        parent = ForkedFrom("m-0", 3, "ab" * 32, "undo")
        assert Log().audit_state.parent is None
        assert Log(parent).audit_state.parent == parent

    def test_a_parent_knows_its_fork(self) -> None:
        log = Log(opened(), ruled(remedy=ReplayUnder("fr", {})), Superseded("m-2", 0, "case 1"))
        assert log.audit_state.successor == Fork("m-2", 0, "case 1", 2)

    def test_a_fork_whose_ruling_fell_on_appeal_does_not_count(self) -> None:
        log = Log(opened(), ruled(remedy=Rewind(5)), Superseded("m-2", 3, "case 1"), appealed())
        assert log.audit_state.successor == Fork("m-2", 3, "case 1", 2)
        log.write(ruled(remedy=Rewind(9), cites=2))
        assert log.audit_state.successor is None
        log.write(Superseded("m-3", 4, "case 1"))
        assert log.audit_state.successor == Fork("m-3", 4, "case 1", 5)


class TestUndo:
    def test_all_others_must_consent(self) -> None:
        log = Log(UndoProposed(1, 7))
        assert log.audit_state.undo == Proposal(1, 1, 7)
        assert log.audit_state.undo.waits_for(3) == (0, 2)
        log.write(UndoAnswered(2, True))
        log.write(UndoAnswered(0, True))
        assert log.audit_state.undo == Proposal(1, 1, 7, (0, 2))
        assert log.audit_state.undo.waits_for(3) == ()
        log.write(Superseded("m-2", 6, "undo"))
        assert log.audit_state.undo is None
        assert log.audit_state.successor == Fork("m-2", 6, "undo", 0)

    def test_a_refusal_ends_it(self) -> None:
        log = Log(UndoProposed(1, 7), UndoAnswered(2, True), UndoAnswered(0, False))
        assert log.audit_state.undo is None
        assert log.audit_state.refused_undo == 7

    def test_it_lapses_when_the_match_goes_on(self) -> None:
        log = Log(UndoProposed(1, 7))
        log.write(Looked("arbiter", "view"))
        assert log.audit_state.undo is not None
        log.write(Looked("arbiter", "view"), snapshot(entry=8))
        assert log.audit_state.undo is None


class TestPauses:
    def test_a_pause_as_it_was_made_and_ended(self) -> None:
        clocks = (StoppedClock(1, 1500),)
        log = Log(MatchPaused("arbiter", "Rain.", clocks))
        assert log.audit_state.pause == Pause(STARTED + 1, 7, "arbiter", "Rain.", clocks)
        assert log.audit_state.is_paused
        assert log.audit_state.is_held
        assert not log.audit_state.is_frozen
        log.write(MatchResumed("arbiter", "Sun."))
        assert log.audit_state.pause is None
        assert (log.audit_state.is_held, log.audit_state.pauses) == (False, 1)

    def test_all_seats_must_agree(self) -> None:
        log = Log(PauseProposed(1, "pause", "Lunch."))
        assert log.audit_state.pause_proposal == PauseProposal(1, "pause", "Lunch.")
        log.write(PauseAnswered(2, True))
        proposal = log.audit_state.pause_proposal
        assert proposal is not None
        assert proposal.waits_for(3) == (0,)
        log.write(PauseAnswered(0, True))
        log.write(MatchPaused("seats", "Lunch.", ()))
        assert log.audit_state.pause_proposal is None
        assert log.audit_state.is_paused

    def test_a_proposal_outlives_answers_because_its_end_would_tell_of_them(self) -> None:
        log = Log(PauseProposed(1, "pause", "Lunch."))
        log.write(Looked("arbiter", "view"), snapshot(entry=8))
        assert log.audit_state.pause_proposal is not None

    @pytest.mark.parametrize("seat", [0, 1])
    def test_one_refusal_ends_a_proposal(self, seat: int) -> None:
        log = Log(PauseProposed(1, "pause", "Lunch."), PauseAnswered(2, True), PauseAnswered(seat, False))
        assert log.audit_state.pause_proposal is None
        assert log.audit_state.pause_proposals == {1: 1}

    def test_an_official_settles_what_is_proposed(self) -> None:
        log = Log(PauseProposed(1, "pause", "Lunch."), MatchPaused("arbiter", "Rain.", ()))
        assert log.audit_state.pause_proposal is None

    def test_a_match_that_is_over_or_continues_elsewhere_is_not_paused(self) -> None:
        log = Log(MatchPaused("arbiter", "Rain.", ()), opened(), ruled(remedy=Void()))
        assert not log.audit_state.is_paused
        log = Log(opened(), MatchPaused("arbiter", "Rain.", ()), ruled(remedy=Rewind(5)))
        log.write(Superseded("m-2", 3, "case 1"))
        assert not log.audit_state.is_paused

    def test_a_time_extension_counts_for_a_clock_that_is_stopped(self) -> None:
        log = Log(MatchPaused("arbiter", "Rain.", (StoppedClock(0, 5), StoppedClock(1, 7))))
        log.write(TimeExtended("arbiter", 1, 60, "Late."))
        assert log.audit_state.time_extensions == (TimeExtension(STARTED + 2, 7, "arbiter", 1, 60, "Late."),)
        assert log.audit_state.pause is not None
        assert log.audit_state.pause.clocks == (StoppedClock(0, 5), StoppedClock(1, 60_007))

    def test_a_match_can_be_frozen_and_paused(self) -> None:
        log = Log(opened(freeze=True), MatchPaused("arbiter", "Rain.", ()), ruled())
        assert (log.audit_state.is_frozen, log.audit_state.is_held) == (False, True)
        log = Log(opened(freeze=True), MatchPaused("arbiter", "Rain.", ()), MatchResumed("arbiter", "Sun."))
        assert (log.audit_state.is_paused, log.audit_state.is_held) == (False, True)


FINDINGS: list[Finding] = ["upheld", "overturned", "no_effect"]


def panel_step(luck: random.Random, audit_state: AuditState, case: int, heads: tuple[str, ...]) -> Body:
    """Return a step of a panel that decides on a case."""
    cites, finding = audit_state.cases[case].rulings[0].seq, luck.choice(FINDINGS)
    head = luck.choice(heads or ("judge/1",))
    given = OpinionGiven(case, finding, "So.", ("deal",), Stands(), False, cites, head)
    if audit_state.cases[case].opinions and luck.random() < 0.4:
        return OpinionWithdrawn(case, luck.choice([*audit_state.cases[case].opinions]))
    return luck.choice([given, panel_ruling(audit_state, case) or given])


def random_body(luck: random.Random, audit_state: AuditState, at: MatchSnapshot) -> Body:
    """Return a random step: half of the time a plausible one, otherwise anything."""

    def mostly(right: int, start: int, stop: int) -> int:
        return right if luck.random() < 0.7 else luck.randrange(start, stop)

    case = mostly(len(audit_state.cases), 0, 4)
    rulings = audit_state.cases[case].rulings if case in audit_state.cases else ()
    cites = mostly(rulings[0].seq if rulings else 0, 0, 12)
    seat = mostly(at.last_seat, -1, 4)
    by = luck.choice(["seat/0", "seat/1", "seat/2", "seat/3", "arbiter", "nobody"])
    rule = luck.choice(["deal", "trick", "trick.tie", "end", "unknown"])
    remedies: list[Remedy] = [
        Stands(),
        Void(),
        Rewind(luck.randrange(25)),
        Award((seat,)),
        ReplayUnder(luck.choice(["", "fr", "it"]), {}),
    ]
    why = luck.choice(["undo", f"case {case}"])
    officials = audit_state.officials.values()
    heads = tuple([each.party for each in officials if each.role == "head_judge" and not each.is_revoked])
    if audit_state.panel is not None and rulings and luck.random() < 0.5:
        return panel_step(luck, audit_state, case, heads)
    bodies: list[Body] = [
        opened(
            mostly(len(audit_state.cases) + 1, 0, 4),
            luck.randrange(25),
            rule,
            by=by,
            freeze=luck.random() < 0.3,
        ),
        ReadingTried(case, luck.choice(["", "fr"]), {}, msgspec.Raw(b"{}")),
        ruled(case, luck.choice(FINDINGS), rules=(rule,), cites=cites),
        ruled(case, luck.choice(FINDINGS), luck.choice(remedies), rules=(rule,), cites=cites),
        appealed(case, cites, by=by),
        PanelSet(luck.choice([0, 2, 2]), luck.choice([(), heads[:2], heads]), luck.choice(PARTIES)),
        CaseWithdrawn(case, by),
        FreezeEnded(case),
        ResultDeclared(
            luck.choice([*heads, "arbiter", "judge/1"]), "So.", (luck.randrange(4),), False, ("ruling",) * 3
        ),
        UndoProposed(seat, mostly(at.entry, 4, 9)),
        UndoAnswered(luck.randrange(-1, 4), luck.random() < 0.8),
        ForkedFrom("m-0", 3, "ab" * 32, why),
        *[Superseded("m-2", mostly(at.entry - 1, 0, 9), each) for each in (why, why, *[f"case {case}"] * 8)],
        EntropyWithheld((seat,)),
        Looked("arbiter", "view"),
        RecordOpened(by),
        OfficialAppointed(
            mostly(len(audit_state.officials) + 1, 1, 2),
            luck.choice(ROLES),
            "Grace",
            "",
            luck.choice(PARTIES),
        ),
        TokenRotated(by, by),
        TokenRevoked(f"judge/{luck.randrange(1, 4)}", luck.choice(PARTIES), "ill"),
        MatchCancelled(luck.choice(PARTIES), "nobody came"),
        AnswerSealed(luck.randrange(-1, 4), luck.randrange(3), "ab" * 32),
        PauseProposed(luck.randrange(-1, 4), luck.choice(PAUSE_STEPS), "Lunch."),
        PauseAnswered(luck.randrange(-1, 4), luck.random() < 0.8),
        MatchPaused(luck.choice(PAUSERS), "Lunch.", (StoppedClock(seat, 0),)),
        MatchResumed(luck.choice(PAUSERS), "Lunch."),
        TimeExtended(luck.choice(PAUSERS), seat, luck.choice([0, 60]), "Late."),
        SeatForfeited(seat, "time"),
    ]
    return luck.choice(bodies)


PAUSE_STEPS: tuple[PauseStep, ...] = ("pause", "resume", "adjourn")
PAUSERS = ("seats", "arbiter", "judge/1", "server")
ROLES: tuple[OfficialRole, ...] = ("judge", "head_judge")
PARTIES = ("organiser", "operator", "server", "seat/1")


def random_log(luck: random.Random, counted: Counter[str]) -> tuple[Log, dict[int, MatchSnapshot]]:
    """Return a log of the steps that were not refused in a running match, with the snapshot at each entry."""
    log, new = Log(), snapshot(entry=0, facts=0)
    if luck.random() < 0.1:
        log.write(MatchCancelled("server", "nobody came"), new)
        counted["MatchCancelled"] += 1
    if luck.random() < 0.3:
        for number in range(1, 4):
            log.write(OfficialAppointed(number, "head_judge", "Ada", "", "organiser"), new)
        log.write(PanelSet(2, ("head_judge/1", "head_judge/2", "head_judge/3"), "organiser"), new)
    at = snapshot(entry=5, facts=18, last_seat=luck.randrange(3))
    snapshots = {0: new, 5: at}
    for step in range(100):
        if step == 80:
            at = msgspec.structs.replace(at, entry=at.entry + 1, is_over=True)
            snapshots[at.entry] = at
        elif step < 80 and luck.random() < 0.03:
            at = snapshot(entry=at.entry + 1, facts=at.facts + 1, last_seat=luck.randrange(3), shared=2)
            snapshots[at.entry] = at
        body = random_body(luck, log.audit_state, at)
        before = log.audit_state
        try:
            log.write(body, at)
        except CaseError as refused:
            counted[refused.problem.name] += 1
            assert log.audit_state is before
        else:
            counted[type(body).__name__] += 1
    return log, snapshots


def test_random_steps_fold_or_are_refused_and_refold_to_the_same_state(seed: str) -> None:
    luck, counted = random.Random(seed), Counter[str]()
    for _ in range(450):
        log, snapshots = random_log(luck, counted)
        assert fold_all(log.entries) == log.audit_state
        assert first_refused(log.entries, snapshots.__getitem__) is None
        for case in log.audit_state.cases.values():
            after = {"ruled": "appealed", "open": "withdrawn"}
            state = ("open", "ruled", "closed")[len(case.rulings)]
            assert case.state in (state, after.get(state))
            assert (case.appeal is not None) == (case.state in ("appealed", "closed"))
    kinds = [kind.__name__ for kind in BodyBase.__subclasses__()]
    assert {kind: counted[kind] for kind in kinds if counted[kind] < 5} == {}, "a step that was hardly taken"
    assert len([name for name in counted if name.isupper()]) >= 20, counted


def test_a_state_is_not_changed_by_what_follows() -> None:
    log = Log(opened())
    before = log.audit_state
    copy = msgspec.json.encode(before)
    entry = log.write(ruled())
    assert msgspec.json.encode(before) == copy
    assert fold(before, entry) == log.audit_state
    check(before, ruled(), snapshot())
