"""Calls of the officials' desk: who may make which, what they do, and that none of them looks by itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from referee.inspector.desk.desk_calls import CALLS
from referee.inspector.desk.official_desk import OfficialDesk
from tests.inspector.desk.office import Office, Table, new_table, opened_office
from tests.inspector.live.running import OURS, post, running_site

OPEN = {"step": "open", "fact": 1, "rule": "explore", "claim": "That is wrong."}
RULE = {"step": "rule", "case": 1, "finding": "upheld", "reason": "It is right.", "rules": "explore"}
BODIES: dict[str, dict[str, Any]] = {
    "match": {},
    "pause": {"reason": "rain"},
    "adjourn": {"reason": "night"},
    "resume": {"reason": "sun"},
    "extend": {"seat": 0, "seconds": 60, "reason": "late"},
    "cancel": {"reason": "nobody came"},
    "appoint": {"name": "Ida"},
    "dismiss": {"party": "judge/1", "reason": "ill"},
    "result": {"winners": [0], "reason": "resigned"},
    "panel": {"members": ["head_judge/2"], "needed": 1},
    "withdraw_opinion": {"case": 1},
    "step": {"step": OPEN},
    "case_files": {},
    "log": {},
}
"""A valid body of each call about a match."""

ALLOWED = {
    "match": {"organiser", "judge", "head"},
    "pause": {"organiser", "judge", "head"},
    "adjourn": {"organiser", "judge", "head"},
    "resume": set[str](),  # Not before it is paused.
    "extend": {"judge", "head"},
    "cancel": set[str](),  # Not after it has begun.
    "appoint": {"organiser"},
    "dismiss": {"organiser", "judge"},  # A judge resigns.
    "result": {"head"},
    "panel": {"organiser"},
    "withdraw_opinion": set[str](),  # Not before it is given.
    "step": {"judge", "head"},  # A seat opens cases on its own page.
    "case_files": {"judge", "head"},
    "log": set[str](),  # Only with the key of an operator.
}
"""Whose token is accepted by each call."""


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    with opened_office(tmp_path_factory.mktemp("office")) as found:
        yield found


def test_every_call_is_in_the_table() -> None:
    assert set(CALLS) == {*BODIES, "who", "matches"}


@pytest.mark.parametrize("who", ["organiser", "judge", "head", "seat", "wrong", "nobody"])
def test_a_token_allows_what_its_role_may(office: Office, who: str) -> None:
    faults: list[object] = []
    for what, body in BODIES.items():
        table = new_table(office, seconds_per_decision=600)
        reply = office.call(what, **table.by(who), **body)
        if (reply.status == 200) != (who in ALLOWED[what]):
            faults.append((what, reply.status, reply.body[:200]))
        if reply.status != 200 and not reply.json["error"]["message"]:
            faults.append((what, "says nothing"))
        if who in ("wrong", "nobody") and reply.status != 403:
            faults.append((what, reply.status, "is no refusal of access"))
        if who == "seat" and office.call("match", **table.by("judge")).json["cases"]:
            faults.append((what, "a seat changed something"))
    assert not faults


@pytest.mark.parametrize("headers", [{}, {"X-Referee": "1"}, {**OURS, "Sec-Fetch-Site": "cross-site"}])
@pytest.mark.parametrize("what", sorted(CALLS))
def test_calls_of_other_sites_are_refused(office: Office, what: str, headers: dict[str, str]) -> None:
    reply = post(office.site, what, {}, headers, part="desk")
    assert (reply.status, reply.json["error"]["reason"]) == (403, "FOREIGN_ORIGIN")


@pytest.mark.parametrize("what", sorted(CALLS))
def test_malformed_calls_are_refused(office: Office, what: str) -> None:
    for body in (b"{", b'{"unknown": 1}', b'{"step": {"step": "shout"}}', b'{"role": "king"}'):
        reply = post(office.site, what, body, OURS, part="desk")
        assert (reply.status, reply.json["error"]["reason"]) == (400, "MALFORMED_REQUEST"), body
    assert post(office.site, what, b" " * 70_000, OURS, part="desk").status == 413
    assert post(office.site, what, {}, OURS, "GET", part="desk").status == 405


def test_an_api_key_says_which_role_it_has(office: Office) -> None:
    roles = {"operator": "operator", "league": "organiser", "judge": "judge", "head": "head_judge"}
    for name, role in roles.items():
        assert office.call("who", api_key=office.keys[name]).json == {"role": role}
    assert office.call("who").json == {"role": ""}
    for wrong in ("rk_nonsense", office.keys["operator"][:-1] + "x"):
        assert office.call("who", api_key=wrong).status == 403
    for broken in ("two words", "a\nb", "ä"):
        reply = office.call("who", api_key=broken)
        assert (reply.status, reply.json["error"]["reason"]) == (409, "STEP_REFUSED")


def test_keys_list_the_matches_that_they_may_see(office: Office) -> None:
    table = new_table(office, seconds_per_decision=60)

    def listed(name: str, **more: Any) -> list[str]:
        reply = office.call("matches", api_key=office.keys[name], **more)
        assert reply.status == 200, reply.body
        return [each["id"] for each in reply.json["matches"]]

    assert listed("operator")[0] == table.match
    assert listed("league")[0] == table.match
    assert listed("stranger") == listed("judge") == []
    assert table.match not in listed("operator", status="ended")
    assert office.call("matches").json["error"]["reason"] == "NOT_AN_OFFICIAL"
    (found,) = [
        each
        for each in office.call("matches", api_key=office.keys["operator"]).json["matches"]
        if each["id"] == table.match
    ]
    assert found["asked"] in (["player-0"], ["player-1"])
    assert (found["status"], found["clock"]) == ("running", "60 s for each decision")


def test_the_desk_reads_matches_without_a_look(office: Office) -> None:
    closed = new_table(office)
    public = new_table(office, spectators=True)
    for table, is_public in ((closed, False), (public, True)):
        for who in ("judge", "head", "organiser"):
            page = office.call("match", **table.by(who)).json
            assert page["match"]["looks"] == 0
            is_known = is_public or who == "organiser"
            assert (page["match"]["asked"] is not None) == is_known
        keyed = {"match": table.match, "api_key": office.keys["league"]}
        appointed = office.call("appoint", **keyed, name="Kay", key_id=office.ids["judge"])
        assert appointed.json["page"]["officials"][-1]["party"] == "judge/3"
        by_key = office.call("match", match=table.match, api_key=office.keys["judge"]).json
        assert (by_key["party"], by_key["match"]["looks"]) == ("judge/3", 0)
    # A look is recorded, whichever way it is made.
    assert office.call("case_files", **closed.by("judge")).status == 200
    look = {"match": closed.match, "api_key": office.keys["judge"]}
    assert post(office.site, "summary", look).json["viewers"] == ["open"]
    seen = office.call("match", **closed.by("head")).json
    assert seen["match"]["looks"] >= 2
    assert any("Looks at hidden information by the judge" in line for line in seen["lines"])


def test_a_dispute_from_the_claim_to_the_second_ruling(office: Office) -> None:
    table = new_table(office)
    judge, head = table.by("judge"), table.by("head")
    opened = office.call("step", **judge, step=OPEN, freeze=True).json
    assert opened["said"] == "Case 1 is open; the match is frozen."
    assert (opened["page"]["match"]["is_frozen"], opened["page"]["match"]["open_cases"]) == (True, 1)
    tried = office.call("step", **judge, step={"step": "try", "case": 1, "rulings": {"no.such": "x"}})
    assert tried.status == 400
    nothing = office.call("step", **judge, step={"step": "try", "case": 1})
    assert nothing.json["error"]["message"] == "Choose what to try: an edition, or a reading."
    bad = office.call("step", **judge, step={**RULE, "remedy": "tea"})
    assert (bad.status, bad.json["error"]["reason"]) == (409, "STEP_REFUSED")
    assert office.call("match", **judge).json["cases"][0]["state"] == "open", "nothing was written"
    ruled = office.call("step", **judge, step=RULE).json["page"]
    assert (ruled["cases"][0]["state"], ruled["match"]["is_frozen"]) == ("ruled", False)
    assert ruled["cases"][0]["may"] == ["appeal"]
    appeal = {"step": "appeal", "case": 1, "reason": "Read it again."}
    appealed = office.call("step", **judge, step=appeal).json["page"]["cases"][0]
    assert appealed["may"] == ["try"], "the judge does not rule on the appeal"
    same = office.call("step", **judge, step=RULE)
    assert same.status in (403, 409)
    assert "rule" in office.call("match", **head).json["cases"][0]["may"]
    closed = office.call("step", **head, step={**RULE, "reason": "It was."}).json["page"]["cases"][0]
    assert [ruling["by"] for ruling in closed["rulings"]] == ["judge/1", "head_judge/2"]
    assert not closed["rulings"][1]["is_by_same_official"]
    (file,) = office.call("case_files", **head).json["cases"]
    assert (file["fact"], file["appeal"]["reason"]) == (1, "Read it again.")
    assert file["signer"].startswith("referee+")


def test_a_panel_rules_on_an_appeal(office: Office) -> None:
    table = new_table(office)
    judge, head, organiser = table.by("judge"), table.by("head"), table.by("organiser")
    made = office.call("appoint", **organiser, name="Ida", role="head_judge").json
    ida = {"match": table.match, "token": made["token"]}
    assert "panel" in office.call("match", **organiser).json["may"]
    members = ["head_judge/2", "head_judge/3"]
    assert office.call("panel", **organiser, members=members, needed=1).status == 409
    office.call("step", **judge, step=OPEN)
    office.call("step", **judge, step=RULE)
    office.call("step", **judge, step={"step": "appeal", "case": 1, "reason": "Read it again."})
    done = office.call("panel", **organiser, members=members, needed=2).json
    assert done["said"] == "2 of head_judge/2 and head_judge/3 must agree on an appeal."
    given = office.call("step", **head, step=RULE).json
    assert given["said"] == "Your opinion on case 1 is signed; the panel has not decided yet."
    case = given["page"]["cases"][0]
    assert case["panel"].endswith("Opinions so far by head_judge/2.")
    assert case["may"] == ["try", "withdraw_opinion"]
    assert office.call("withdraw_opinion", **head, case=1).json["page"]["cases"][0]["may"] == ["try", "rule"]
    for each in (head, ida):
        done = office.call("step", **each, step=RULE).json
    assert done["said"] == "The ruling on case 1 is signed and in force."
    assert done["page"]["cases"][0]["rulings"][1]["by"] == "panel (head_judge/2 and head_judge/3)"
    (file,) = office.call("case_files", **head).json["cases"]
    assert [each["by"] for each in file["opinions"]] == members


def test_results_by_a_scorekeeper_and_a_head_judge(office: Office) -> None:
    table = new_table(office)
    made = office.call("appoint", **table.by("organiser"), name="Sue", role="scorekeeper").json
    scorer = {"match": table.match, "token": made["token"]}
    assert office.call("match", **scorer).json["may"] == ["result", "resign"]
    wrong = office.call("result", **scorer, winners=[1], kinds=["tea"], reason="x")
    assert (wrong.status, "no_show" in wrong.json["error"]["message"]) == (409, True)
    kinds = ["resignation", "walkover"]
    done = office.call("result", **scorer, winners=[1], kinds=kinds, reason="Had to leave.").json
    assert done["page"]["match"]["status"] == "ended"
    assert done["page"]["may"] == ["resign"], "only a head judge corrects it"
    corrected = office.call("result", **table.by("head"), winners=[0], reason="Mixed up.").json["page"]
    counts, earlier = corrected["notices"]
    assert counts == "Result declared by head_judge/2: won by player-0. Mixed up."
    assert earlier.startswith(
        "Corrected: Result declared by scorekeeper/3: won by player-1 (player-0 resignation"
    )
    assert earlier.endswith(" and player-1 walkover). Had to leave.")


def test_pauses_more_time_and_officials(office: Office) -> None:
    table = new_table(office, seconds_per_decision=600)
    judge, organiser = table.by("judge"), table.by("organiser")
    assert "pause" in office.call("match", **judge).json["may"]
    paused = office.call("pause", **judge, reason="A fire alarm.").json["page"]
    assert paused["match"]["is_paused"]
    assert any("A fire alarm." in notice for notice in paused["notices"])
    assert "resume" in paused["may"]
    assert office.call("pause", **judge, reason="again").status == 409
    assert office.call("resume", **organiser, reason="It was a drill.").status == 200
    extended = office.call("extend", **judge, seat=1, seconds=30, reason="Came late.").json["page"]
    assert "player-1 got 30 more seconds from judge/1: Came late." in extended["lines"]
    assert office.call("extend", **judge, seat=1, seconds=0, reason="x").status == 400
    made = office.call("appoint", **organiser, name="Ida", role="head_judge").json
    assert office.call("match", match=table.match, token=made["token"]).json["party"] == "head_judge/3"
    gone = office.call("dismiss", **organiser, party="head_judge/3", reason="No longer needed.")
    assert [each["party"] for each in gone.json["page"]["officials"]] == ["judge/1", "head_judge/2"]
    assert office.call("match", match=table.match, token=made["token"]).status == 403
    assert office.call("dismiss", **judge, party="judge/1", reason="I am ill.").status == 200
    assert office.call("match", **judge).status == 403


def test_the_log_is_for_operators(office: Office) -> None:
    table = new_table(office)
    office.call("step", **table.by("judge"), step=OPEN, freeze=True)
    for name in ("league", "stranger", "judge", "head"):
        refused = office.call("log", api_key=office.keys[name])
        assert (refused.status, refused.json["error"]["reason"]) == (403, "ROLE_NOT_ALLOWED")
    assert office.call("log").status == 403
    reply = office.call("log", api_key=office.keys["operator"], match=table.match)
    log = reply.json
    said = [each["sentence"] for each in log["events"]]
    assert said[:2] == ["A case froze the match: no answers are accepted.", "Case 1 was opened by a judge."]
    assert said[-1] == "A match with 2 seats was created."
    for hidden in ("That is wrong.", "Grace", "player-0", table.judge, table.seats[0].token):
        assert hidden not in reply.body.decode()
    only = office.call("log", api_key=office.keys["operator"], kinds=["case opened"]).json
    assert {each["kind"] for each in only["events"]} == {"case opened"}
    assert office.call("log", api_key=office.keys["operator"], kinds=["gossip"]).status == 400
    assert office.call("log", api_key=office.keys["operator"], page="x").status == 400


def test_the_key_of_the_pages_needs_their_secret(office: Office) -> None:
    """`referee inspect ADDR` with an API key: whoever has the printed address acts with it, and nobody else."""
    connection = {"api_key": office.keys["operator"]}
    with running_site(office.server, connection=connection, access="a secret") as site:
        refused = post(site, "who", {}, OURS, part="desk")
        assert refused.json["error"]["reason"] == "ACCESS_NEEDED"
        inside = {**OURS, "X-Referee-Access": "a secret"}
        assert post(site, "who", {}, inside, part="desk").json == {"role": "operator"}
        own = post(site, "who", {"api_key": office.keys["judge"]}, inside, part="desk")
        assert own.json == {"role": "judge"}, "the key of the call counts, not that of the pages"
        table: Table = new_table(office)
        page = post(site, "match", table.by("judge"), inside, part="desk").json
        assert (page["party"], page["match"]["looks"]) == ("judge/1", 0)


def test_only_officials_review_a_match_on_a_server(office: Office) -> None:
    """A seat or a spectator would write for others who watch, and nobody answers for that."""
    table = new_table(office, spectators=True)
    note = {"do": "add", "fact": 2, "by": "Grace", "text": "Look at this."}
    for who in ("seat", "nobody", "wrong", "organiser"):
        refused = post(office.site, "review", {**table.by(who), "review": note})
        assert refused.status == 403, who
    assert post(office.site, "review", table.by("judge")).status == 403
    kept = post(office.site, "review", {**table.by("judge"), "review": note}).json
    seen = post(office.site, "review", {**table.by("head"), "review": {"do": "notes"}}).json
    assert (
        [each["text"] for each in seen["notes"]]
        == [each["text"] for each in kept["notes"]]
        == ["Look at this."]
    )
    other = new_table(office)
    assert post(office.site, "review", {**other.by("judge"), "review": {"do": "notes"}}).json["notes"] == []


# --- two worlds ---


def told(office: Office, seed: str) -> dict[tuple[str, str], bytes]:
    """Return what a seat and a stranger are told by every call of the desk about a match with this luck."""
    table = new_table(office, seed=seed)
    found = {}
    for who in ("seat", "wrong", "nobody"):
        for what in sorted(CALLS):
            reply = office.call(what, **table.by(who), **BODIES.get(what, {}))
            found[who, what] = reply.body.replace(table.match.encode(), b"MATCH")
    return found


def test_whoever_is_no_official_is_told_the_same_whatever_is_hidden(office: Office, seed: str) -> None:
    ours, theirs = told(office, f"{seed} a"), told(office, f"{seed} b")
    assert ours == theirs


def test_a_planted_leak_is_found(office: Office, seed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The desk shows a seat the match as the judge sees it, and a hand with it."""

    async def open_page(self: OfficialDesk) -> Any:
        seen = await self._client.get_view(self._match, self._token)
        return {"view": seen.view.SerializeToString().hex()}

    monkeypatch.setattr(OfficialDesk, "page", open_page)
    assert told(office, f"{seed} a") != told(office, f"{seed} b")
