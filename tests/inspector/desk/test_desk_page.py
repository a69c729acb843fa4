"""The officials' desk in a real browser: a whole dispute by clicking, pauses and time, the log, and signing out."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.inspector.accessibility import violations
from tests.inspector.browser import needs_browser, needs_npm, opened_browser
from tests.inspector.desk.office import Office, Table, new_table, opened_office

CLAIM = "The first card was not shown to <b>everyone</b>."

OpenTab = Callable[[str], Page]


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    with opened_office(tmp_path_factory.mktemp("office")) as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with opened_browser() as found:
        yield found


@pytest.fixture
def tab(browser: Browser, office: Office) -> Iterator[OpenTab]:
    """Open tabs with nothing in common, which fail the test if a script fails or a secret is in an address."""
    contexts = []
    faults: list[str] = []
    secrets = [*office.keys.values()]

    def opened(path: str) -> Page:
        context = browser.new_context(viewport={"width": 1280, "height": 900}, base_url=office.site)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on(
            "request", lambda asked: None if asked.url.startswith(office.site) else faults.append(asked.url)
        )
        page.on(
            "request",
            lambda asked: faults.append(asked.url) if any(key in asked.url for key in secrets) else None,
        )
        page.goto(path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert faults == []


def signed_in(page: Page, table: Table, who: str) -> Page:
    """Sign in with the token of a match."""
    form = page.get_by_role("form", name="Sign in with a token")
    form.get_by_label("Match").fill(table.match)
    form.get_by_label("Token").fill(table.by(who)["token"])
    form.get_by_role("button").click()
    expect(page.locator(".desk-match .match-id")).to_have_text(table.match)
    return page


def with_key(page: Page, key: str) -> Page:
    form = page.get_by_role("form", name="Sign in with an API key")
    form.get_by_label("API key").fill(key)
    form.get_by_role("button").click()
    expect(page.get_by_role("heading", name="Matches")).to_be_visible()
    return page


def form_of(page: Page, title: str) -> Locator:
    """Unfold the form of a step."""
    step = page.locator(".desk-match details.step", has=page.locator("summary", has_text=title))
    step.locator("summary").click()
    return step


def take(page: Page, title: str, said: str, **values: str) -> None:
    """Take a step, and wait for what the desk says about it."""
    form = form_of(page, title)
    for name, value in values.items():
        field = form.locator(f"[name={name}]")
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    form.get_by_role("button").click()
    expect(page.locator(".said")).to_contain_text(said)


@needs_browser
def test_a_dispute_from_the_claim_of_a_seat_to_the_second_ruling(office: Office, tab: OpenTab) -> None:
    table = new_table(office)
    seat = tab(f"/live/{table.match}#token={table.seats[0].token}")
    seat.get_by_role("button", name="Dispute …").click()
    seat.get_by_label("What is wrong?").fill(CLAIM)
    seat.get_by_label("Freeze the match").check()
    seat.get_by_role("button", name="Open a case").click()
    expect(seat.locator(".live-notices")).to_contain_text("A case has frozen the match.")

    judge = signed_in(tab("/desk"), table, "judge")
    assert table.judge not in judge.url
    expect(judge.locator(".desk-match .tags")).to_contain_text("frozen")
    expect(judge.locator(".case-file")).to_contain_text(CLAIM)
    assert judge.locator(".case-file b").count() == 0, "what a person wrote is text"
    # The look: announced, then recorded.
    judge.get_by_role("button", name="Look at the open table …").click()
    expect(judge.locator("dialog")).to_contain_text("The server records every look")
    judge.get_by_role("button", name="Do not look").click()
    assert office.call("match", **table.by("organiser")).json["match"]["looks"] == 0
    judge.get_by_role("button", name="Look at the open table …").click()
    judge.get_by_role("button", name="Look, and be recorded").click()
    expect(judge.locator(".now-sentence")).not_to_be_empty()
    expect(judge.locator(".eyes button")).to_have_text(["Open table"])
    assert office.call("match", **table.by("organiser")).json["match"]["looks"] > 0
    judge.goto(f"/desk#match={table.match}")
    expect(judge.locator(".lines")).to_contain_text("Looks at hidden information by the judge")
    take(judge, "Try another reading", "No effect so far", readings="supply.pearls:finite")
    take(
        judge,
        "Rule on it",
        "is signed and in force",
        finding="upheld",
        reason="It was shown.",
        rules="explore",
    )
    expect(seat.locator(".live-notices")).not_to_contain_text("frozen")
    expect(judge.locator(".fields")).to_contain_text("not shown without a look")
    take(judge, "Appeal the ruling", "another head judge rules", reason="Look at the camera.")
    assert judge.locator("summary", has_text="Rule on the appeal").count() == 0

    head = signed_in(tab("/desk"), table, "head")
    take(
        head,
        "Rule on the appeal",
        "is signed and in force",
        finding="upheld",
        reason="It was.",
        rules="explore",
    )
    expect(head.locator(".case-state")).to_have_text("closed by its second ruling")
    expect(head.locator(".case-history")).to_contain_text("head_judge/2 rules")
    head.get_by_role("button", name="Read the case files …").click()
    head.get_by_role("button", name="Look, and be recorded").click()
    expect(head.locator(".case-files")).to_contain_text("signed by referee+")
    expect(head.locator(".case-files")).to_contain_text("appeals: Look at the camera.")


@needs_browser
def test_an_official_appointed_by_key_looks_and_rules_with_it(office: Office, tab: OpenTab) -> None:
    table = new_table(office)
    league = with_key(tab("/desk"), office.keys["league"])
    expect(league.locator("header")).to_contain_text("Signed in with the API key of an organiser.")
    league.locator(f'.desk-row[data-match="{table.match}"]').click()
    take(
        league,
        "Appoint an official",
        f"uses the API key {office.ids['judge']}",
        name="Kay",
        key_id=office.ids["judge"],
    )
    take(league, "Appoint an official", "which is shown only now", name="Ida", role="head_judge")
    assert len(league.locator(".said code").text_content() or "") == 64
    take(league, "Dismiss an official", "is no longer in office", party="head_judge/4", reason="A mistake.")

    judge = with_key(tab("/desk"), office.keys["judge"])
    judge.locator(f'.desk-row[data-match="{table.match}"]').click()
    expect(judge.locator(".fields")).to_contain_text("judge/3")
    take(
        judge,
        "Open a case",
        "the match is frozen",
        fact="1",
        rule="explore",
        claim="Seen from the desk.",
        freeze="yes",
    )
    judge.get_by_role("button", name="Look at the open table …").click()
    judge.get_by_role("button", name="Look, and be recorded").click()
    expect(judge.locator(".now-sentence")).not_to_be_empty()
    judge.goto(f"/desk#match={table.match}")
    take(judge, "Withdraw it", "is withdrawn")
    # Nothing is left in the tab after signing out, and the match is closed again.
    judge.get_by_role("button", name="Sign out").click()
    expect(judge.get_by_role("form", name="Sign in with an API key")).to_be_visible()
    assert judge.evaluate("Object.keys(sessionStorage).length") == 0
    assert office.keys["judge"] not in judge.evaluate("JSON.stringify(localStorage)")


@needs_browser
def test_pauses_and_more_time_by_clicking(office: Office, tab: OpenTab) -> None:
    table = new_table(office, seconds_per_decision=600)
    judge = signed_in(tab("/desk"), table, "judge")
    take(judge, "Pause the match", "The match is paused.", reason="A fire alarm.")
    expect(judge.locator(".desk-match .standing")).to_contain_text("A fire alarm.")
    expect(judge.locator(".desk-row .tag.held")).to_have_text("paused")
    expect(judge.locator(".desk-row")).to_contain_text("600 s for each decision, stopped")
    take(judge, "Resume the match", "The match goes on.", reason="It was a drill.")
    take(judge, "Give more time", "Seat 1 has 45 more seconds.", seat="1", seconds="45", reason="Came late.")
    expect(judge.locator(".lines")).to_contain_text("player-1 got 45 more seconds")
    form = form_of(judge, "Pause the match")
    form.get_by_role("button").click()
    expect(form.locator(".problem")).not_to_be_empty()


@needs_browser
def test_a_match_is_adjourned_and_resumed(office: Office, tab: OpenTab) -> None:
    table = new_table(office)
    judge = signed_in(tab("/desk"), table, "judge")
    take(judge, "Adjourn the match", "The match is adjourned.", reason="The hall closes.")
    expect(judge.locator(".desk-match .standing")).to_contain_text("The match is adjourned: The hall closes.")
    assert judge.locator("summary", has_text="Adjourn the match").count() == 0
    seat = tab(f"/live/{table.match}#token={table.seats[0].token}")
    expect(seat.locator(".live-notices")).to_contain_text("The match is adjourned: The hall closes.")
    expect(seat.locator(".live-notices")).to_contain_text("The match goes on when it is resumed")
    expect(seat.locator(".live-status")).not_to_contain_text("It is your decision.")
    take(judge, "Resume the match", "The match goes on.", reason="Next morning.")
    expect(judge.locator(".desk-match .standing")).to_have_count(0)
    expect(seat.locator(".live-notices .standing")).to_have_count(0)


@needs_browser
@needs_npm
def test_a_result_is_declared_and_corrected(office: Office, tab: OpenTab, axe: str) -> None:
    table = new_table(office)
    league = signed_in(tab("/desk"), table, "organiser")
    take(league, "Appoint an official", "which is shown only now", name="Sue", role="scorekeeper")
    token = league.locator(".said code").text_content() or ""
    seat = tab(f"/live/{table.match}#token={table.seats[0].token}")
    expect(seat.locator(".live-status")).not_to_be_empty()
    scorer = signed_in(tab("/desk"), Table(table.match, table.organiser, token, table.head, []), "judge")
    form = form_of(scorer, "Declare the result")
    form.get_by_label("player-1 (seat 1)").select_option("wins")
    form.get_by_label("How the result of player-0 came about").select_option("resignation")
    form.get_by_role("button").click()
    dialog = scorer.get_by_role("dialog")
    expect(dialog).to_contain_text("Won by player-1.")
    expect(dialog).to_contain_text("player-0: resignation; player-1: by ruling.")
    dialog.get_by_role("button", name="Go back").click()
    assert office.call("match", **table.by("head")).json["match"]["status"] == "running"
    # Without a reason the server refuses it, and the form stays as it was filled in.
    form.get_by_role("button").click()
    dialog.get_by_role("button", name="Declare the result").click()
    expect(form.locator(".problem")).to_contain_text("A reason is")
    form.get_by_label("Reason, which everyone sees").fill("Had to leave.")
    form.get_by_role("button").click()
    dialog.get_by_role("button", name="Declare the result").click()
    expect(scorer.locator(".said")).to_have_text("The result is signed and counts.")
    assert scorer.locator("summary", has_text="the result").count() == 0, "only a head judge corrects it"
    expect(seat.locator(".live-status")).to_contain_text(
        "won by player-1 (player-0 resignation). Had to leave."
    )
    expect(seat.locator(".asked h2")).to_have_count(0)

    head = signed_in(tab("/desk"), table, "head")
    form = form_of(head, "Correct the result")
    form.get_by_label("The match", exact=True).select_option("does not count")
    form.get_by_label("Reason, which everyone sees").fill("Mixed up.")
    found = violations(head, axe, "a correction")
    form.get_by_role("button").click()
    expect(head.get_by_role("dialog")).to_contain_text("Everyone still sees the result that you correct.")
    found += violations(head, axe, "its confirmation")
    head.get_by_role("button", name="Correct the result").last.click()
    expect(head.locator(".desk-match .standing").first).to_contain_text("Mixed up.")
    expect(head.locator(".desk-match .standing").last).to_contain_text("Corrected: Result declared by")
    # The page of a seat follows a correction after the end of the match.
    for place in ("header .result", ".live-status"):
        expect(seat.locator(place)).to_contain_text("the match does not count. Mixed up. Corrected: Result")
        expect(seat.locator(place)).to_contain_text("won by player-1 (player-0 resignation). Had to leave.")
    assert found == []


@needs_browser
@needs_npm
def test_a_panel_gives_its_opinions(office: Office, tab: OpenTab, axe: str) -> None:
    table = new_table(office)
    ida = office.call("appoint", **table.by("organiser"), name="Ida", role="head_judge").json["token"]
    judge = signed_in(tab("/desk"), table, "judge")
    take(judge, "Open a case", "Case 1 is open", fact="1", rule="explore", claim=CLAIM)
    take(judge, "Rule on it", "is signed and in force", reason="It was shown.")
    take(judge, "Appeal the ruling", "is appealed", reason="Look at the camera.")
    league = signed_in(tab("/desk"), table, "organiser")
    form = form_of(league, "Set the panel for appeals")
    for member in ("Hedy (head_judge/2)", "Ida (head_judge/3)"):
        form.get_by_label(member).select_option("on the panel")
    found = violations(league, axe, "the panel")
    form.get_by_role("button").click()
    expect(form.locator(".problem")).not_to_be_empty()
    form.get_by_label("How many of them must agree").fill("2")
    form.get_by_role("button").click()
    expect(league.locator(".said")).to_have_text(
        "2 of head_judge/2 and head_judge/3 must agree on an appeal."
    )
    expect(league.locator(".lines")).to_contain_text("Appeals need 2 of head_judge/2 and head_judge/3.")

    opinion = "Give your opinion on the appeal"
    first = signed_in(tab("/desk"), table, "head")
    take(first, opinion, "the panel has not decided yet", reason="It was.")
    expect(first.locator(".case-file")).to_contain_text("Opinions so far by head_judge/2.")
    found += violations(first, axe, "an opinion")
    take(first, "Withdraw your opinion", "is withdrawn")
    take(first, opinion, "the panel has not decided yet", reason="It was, again.")
    second = signed_in(tab("/desk"), Table(table.match, "", "", ida, []), "head")
    take(second, opinion, "is signed and in force", reason="It was.")
    expect(second.locator(".case-history")).to_contain_text("panel (head_judge/2 and head_judge/3) rules")
    assert found == []


@needs_browser
def test_the_log_is_read_and_filtered_by_an_operator(office: Office, tab: OpenTab) -> None:
    table = new_table(office)
    assert office.call("pause", **table.by("judge"), reason="secret reason").status == 200
    operator = with_key(tab("/desk"), office.keys["operator"])
    operator.get_by_role("button", name="Log", exact=True).click()
    expect(operator.locator(".log-sentence").first).to_have_text("The match was paused by a judge.")
    operator.get_by_label("Kind").select_option("official appointed")
    expect(operator.locator(".log-list li").first).to_contain_text("was appointed by the organiser")
    kinds = operator.locator(".log-list li").evaluate_all("rows => rows.map((row) => row.dataset.kind)")
    assert set(kinds) == {"official appointed"}
    operator.get_by_label("Kind").select_option("")
    operator.get_by_label("Match, by its id").fill(table.match)
    operator.get_by_role("button", name="Read again").click()
    expect(operator.locator(".log-list li").last).to_contain_text("A match with 2 seats was created.")
    assert "secret reason" not in (operator.locator(".log").text_content() or "")
    operator.locator(".log-match").first.click()
    expect(operator.locator(".desk-match .match-id")).to_have_text(table.match)
    league = with_key(tab("/desk#log"), office.keys["league"])
    assert league.get_by_role("button", name="Log", exact=True).count() == 0
    assert league.locator(".log").is_hidden()


@needs_browser
def test_the_desk_is_used_by_keys_alone(office: Office, tab: OpenTab) -> None:
    table = new_table(office)
    page = tab(f"/desk#match={table.match}")
    page.get_by_role("form", name="Sign in with a token").get_by_label("Token").focus()
    page.keyboard.type(table.judge)
    page.keyboard.press("Enter")
    expect(page.locator(".fields")).to_contain_text("judge/1")
    page.locator(".desk-match summary", has_text="Pause the match").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.type("A fire alarm.")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".said")).to_have_text("The match is paused.")
    page.get_by_role("button", name="Look at the open table …").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Look, and be recorded")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_be_hidden()


@needs_browser
def test_a_wrong_or_ended_credential_says_what_to_do(office: Office, tab: OpenTab) -> None:
    table = new_table(office)
    page = tab("/desk")
    form = page.get_by_role("form", name="Sign in with a token")
    form.get_by_label("Match").fill(table.match)
    form.get_by_label("Token").fill(table.seats[0].token)
    form.get_by_role("button").click()
    expect(form.locator(".problem")).to_contain_text("not the token or the API key of an official")
    assert page.evaluate("sessionStorage.length") == 0
    signed_in(page, table, "judge")
    assert office.call("dismiss", **table.by("organiser"), party="judge/1", reason="ill").status == 200
    form_of(page, "Pause the match").get_by_role("button").click()
    expect(page.locator(".desk-match .problem", has_text="token is not valid").first).to_be_visible()


@needs_browser
@needs_npm
def test_the_desk_is_accessible_and_fits_a_narrow_screen(office: Office, tab: OpenTab, axe: str) -> None:
    table = new_table(office, seconds_per_decision=600)
    assert (
        office.call(
            "step", **table.by("judge"), step={"step": "open", "fact": 1, "rule": "explore", "claim": CLAIM}
        ).status
        == 200
    )
    page = tab("/desk")
    found = violations(page, axe, "signing in")
    with_key(page, office.keys["operator"])
    page.locator(f'.desk-row[data-match="{table.match}"]').click()
    expect(page.locator(".case-file")).to_be_visible()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found += violations(page, axe, f"a match, {scheme}")
    page.get_by_role("button", name="Log", exact=True).click()
    expect(page.locator(".log-list li").first).to_be_visible()
    found += violations(page, axe, "the log")
    judge = signed_in(tab("/desk"), table, "judge")
    form_of(judge, "Rule on it")
    found += violations(judge, axe, "a ruling")
    assert found == []
    for each in (page, judge):
        each.set_viewport_size({"width": 360, "height": 740})
        assert each.evaluate("document.documentElement.scrollWidth") <= 360
