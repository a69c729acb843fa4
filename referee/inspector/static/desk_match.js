// One match at the officials' desk: what everyone may know about it, and the steps that the official may take.

import { CallError, deskCall, keepLookKey, keepToken } from "./calls.js";
import { FINDINGS, readingsOf, REMEDIES } from "./cases.js";
import { credentials, dropDeskToken } from "./desk_secrets.js";
import { asked, tags } from "./desk_words.js";
import { fill, h } from "./dom.js";
import { stepForm } from "./forms.js";

/**
 * @typedef {import("./desk_words.js").DeskMatch} DeskMatch
 * @typedef {{by: string, finding: string, reason: string, rules: string[], remedy: string, is_precedent: boolean, is_by_same_official: boolean}} DeskRuling
 * @typedef {{number: number, state: string, state_words: string, by: string, rule: string, claim: string, freezes: boolean, rulings: DeskRuling[], panel: string, may: string[]}} DeskCase
 * @typedef {{match: DeskMatch, party: string, notices: string[], lines: string[], officials: {party: string, name: string}[], cases: DeskCase[],
 *   may: string[], has_time_limit: boolean, successor: string}} DeskPage
 * @typedef {import("./forms.js").Field} Field
 */

const LOOK = "The server records every look at hidden information with your role, and everyone at the table sees how many looks there were. Each time this browser connects to the match counts as a look.";

const ROLES = { judge: "judge", head_judge: "head judge", scorekeeper: "scorekeeper", observer: "observer" };
/** How the result of a seat can come about, in words. @type {Record<string, string>} */
const RESULT_KINDS = {
  ruling: "by ruling", played: "played", time: "time was up", resignation: "resignation", withdrawn: "withdrawn",
  no_show: "no show", walkover: "walkover", crash: "crash",
};

/** @param {string} name @param {string} label @param {Record<string, any>} [properties] @returns {Field} */
const text = (name, label, properties = {}) => ({ name, label, field: h("input", { type: "text", autocomplete: "off", ...properties }) });
/** A list to choose from: the words for each value. @param {Record<string, string>} words @returns {HTMLSelectElement} */
const choice = (words) => h("select", {}, ...Object.entries(words).map(([value, name]) => h("option", { value }, name)));
/** @param {string} [label] @returns {Field} */
const reason = (label = "Reason, which everyone sees") => ({ name: "reason", label, field: h("textarea", { rows: 2 }) });

export class MatchPanel {
  /** @param {string} match @param {() => void} onChange called after a step */
  constructor(match, onChange) {
    this.match = match;
    this.onChange = onChange;
    this.shown = "";
    this.isBusy = false;
    this.head = h("div", {});
    this.said = h("div", { class: "said", role: "status", hidden: true });
    this.fault = h("p", { class: "problem", role: "alert" });
    this.body = h("div", {});
    this.files = h("div", { class: "case-files", hidden: true });
    this.dialog = h("dialog", { "aria-label": "Confirmation" });
    this.root = h("div", {}, this.head, this.said, this.fault, this.body, this.files, this.dialog);
  }

  /** @param {DeskPage} page */
  show(page) {
    this.page = page;
    this.fault.textContent = "";
    const { match } = page;
    fill(this.head, h("h2", {}, match.title), h("p", { class: "match-id" }, match.id), tags(match),
      h("dl", { class: "fields" }, h("dt", {}, "You are"), h("dd", {}, page.party), h("dt", {}, "Seats"), h("dd", {}, match.names.map((name, seat) => `${seat}: ${name || "free"}`).join(", ")),
        h("dt", {}, "Asked"), h("dd", {}, asked(match)), h("dt", {}, "Clock"), h("dd", {}, match.clock),
        h("dt", {}, "Officials"), h("dd", {}, page.officials.map(({ party, name }) => `${name} (${party})`).join(", ") || "none")),
      ...page.notices.map((notice) => h("p", { class: "standing" }, notice)),
      page.successor ? h("p", { class: "standing" }, "The match is continued as ", h("a", { href: `#match=${page.successor}` }, `match ${page.successor.slice(0, 8)}`), ".") : null,
      h("ul", { class: "lines" }, ...page.lines.map((line) => h("li", {}, line))));
    // What somebody is writing stays as it is until the cases or the allowed steps change.
    const shape = JSON.stringify([page.cases, page.may, page.officials, page.party]);
    if (shape !== this.shown) {
      this.shown = shape;
      this.#drawBody(page);
    }
  }

  /** @param {string} message */
  problem(message) {
    this.fault.textContent = message;
  }

  /** @param {DeskPage} page */
  #drawBody(page) {
    fill(this.body,
      page.may.includes("look") ? this.#looks() : null,
      h("h3", {}, "Cases"), page.cases.length ? null : h("p", {}, "There are no cases."), ...page.cases.map((each) => this.#case(each)),
      page.may.includes("open") ? this.#openForm() : null,
      h("h3", {}, "Steps"), ...this.#steps(page));
  }

  // --- looks ---

  #looks() {
    return h("section", { "aria-label": "Looks" }, h("h3", {}, "Hidden information"), h("p", { class: "hint look-warning" }, LOOK),
      h("div", { class: "look-buttons" },
        h("button", { type: "button", class: "plain", onclick: () => this.#confirmLook("Look at the open table?", () => this.#lookAtTable()) }, "Look at the open table …"),
        h("button", { type: "button", class: "plain", onclick: () => this.#confirmLook("Read the case files?", () => this.#readFiles()) }, "Read the case files …")));
  }

  /** @param {string} title @param {() => void} act */
  #confirmLook(title, act) {
    this.#confirm(title, [LOOK], "Look, and be recorded", "Do not look", act);
  }

  /** Ask before a step that cannot be taken back. @param {string} title @param {string[]} lines @param {string} agreed @param {string} declined @param {() => void} act */
  #confirm(title, lines, agreed, declined, act) {
    const yes = h("button", { type: "button", class: "primary", onclick: () => {
      this.dialog.close();
      act();
    } }, agreed);
    fill(this.dialog, h("h2", {}, title), ...lines.map((line) => h("p", {}, line)), h("div", { class: "look-buttons" }, yes,
      h("button", { type: "button", class: "plain", onclick: () => this.dialog.close() }, declined)));
    this.dialog.showModal();
    yes.focus();
  }

  #lookAtTable() {
    const { token, api_key: key } = credentials(this.match);
    if (token) keepToken(this.match, token);
    keepLookKey(this.match, key);
    location.assign(`/live/${this.match}`);
  }

  async #readFiles() {
    this.files.hidden = false;
    fill(this.files, h("p", { role: "status" }, "The server is preparing the files …"));
    try {
      const report = await deskCall("case_files", credentials(this.match));
      fill(this.files, h("h3", {}, "Case files"), report.cases.length ? null : h("p", {}, "There are no cases."),
        ...report.cases.map((/** @type {import("./source.js").ShownCase} */ each) => caseFile(each)), report.signatures ? h("p", { class: "hint" }, report.signatures) : null);
      this.onChange();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      fill(this.files, h("p", { class: "problem", role: "alert" }, error.message));
    }
  }

  // --- cases ---

  /** @param {DeskCase} each */
  #case(each) {
    const forms = {
      try: () => this.#form("Try another reading", [{ ...text("readings", "Edition or reading", { placeholder: "travel.drift:block or edition:fr" }), hint: "The match is run again, which is recorded as a look and in the case." }],
        (values) => ({ step: "try", case: each.number, ...readingsOf(values.readings) })),
      rule: () => this.#form(each.panel ? "Give your opinion on the appeal" : each.state === "appealed" ? "Rule on the appeal" : "Rule on it", [
        { name: "finding", label: "Finding", field: choice(FINDINGS) },
        reason("Reason, in a sentence or two"), text("rules", "Rules cited, separated by commas", { value: each.rule }),
        { ...text("remedy", "Remedy", { value: "stands" }), hint: `One of: ${REMEDIES}.` },
        { name: "precedent", label: "Keep as precedent", field: choice({ "": "no", yes: "yes" }) },
      ], (values) => ({ step: "rule", case: each.number, finding: values.finding, reason: values.reason.trim(), rules: values.rules, remedy: values.remedy.trim(), is_precedent: values.precedent === "yes" })),
      appeal: () => this.#form("Appeal the ruling", [reason("Reason, in a sentence or two")], (values) => ({ step: "appeal", case: each.number, reason: values.reason.trim() })),
      withdraw: () => this.#form("Withdraw it", [], () => ({ step: "withdraw", case: each.number })),
      withdraw_opinion: () => stepForm("Withdraw your opinion", [], (_, send, problem) => this.#take("withdraw_opinion", { case: each.number }, send, problem)),
    };
    return h("article", { class: `case-file state-${each.state}`, "aria-label": `Case ${each.number}`, "data-case": each.number },
      h("h3", {}, `Case ${each.number}`), h("p", { class: "case-state" }, each.state_words),
      h("p", { class: "about" }, "About ", h("code", {}, each.rule), each.freezes ? "; it froze the match when it was opened." : ""),
      h("ol", { class: "case-history" }, h("li", {}, h("p", {}, h("strong", {}, each.by), " claims: ", each.claim)), ...each.rulings.map((ruling) => rulingItem(ruling))),
      each.panel ? h("p", { class: "standing" }, each.panel) : null,
      h("div", { class: "case-forms" }, ...each.may.map((step) => forms[/** @type {keyof typeof forms} */ (step)]())));
  }

  #openForm() {
    return this.#form("Open a case", [
      { ...text("fact", "Disputed fact, by its number in the match", { inputmode: "numeric" }), hint: "The open table shows the numbers." },
      text("rule", "Disputed rule or ruling", { placeholder: "travel.drift" }), { name: "claim", label: "Claim, in one sentence", field: h("textarea", { rows: 2 }) },
      { name: "freeze", label: "Freeze the match until it is ruled on", field: choice({ "": "no", yes: "yes" }) },
    ], (values) => ({ step: "open", fact: Number(values.fact) || 0, rule: values.rule.trim(), claim: values.claim.trim() }), (values) => ({ freeze: values.freeze === "yes" }));
  }

  /** A form that takes a step of a dispute. @param {string} title @param {Field[]} fields @param {(values: Record<string, string>) => Record<string, unknown>} step @param {(values: Record<string, string>) => Record<string, unknown>} [more] */
  #form(title, fields, step, more = () => ({})) {
    return stepForm(title, fields, (values, send, problem) => this.#take("step", { step: step(values), ...more(values) }, send, problem));
  }

  // --- steps ---

  /** @param {DeskPage} page */
  #steps(page) {
    const seats = () => h("select", {}, ...page.match.names.map((name, seat) => h("option", { value: seat }, `${seat}: ${name || "no name"}`)));
    const headJudges = page.officials.filter(({ party }) => party.startsWith("head_judge/"));
    const parties = () => h("select", {}, ...page.officials.map(({ party, name }) => h("option", { value: party }, `${name} (${party})`)));
    /** @param {string} title @param {string} what @param {Field[]} fields @param {(values: Record<string, string>) => Record<string, unknown>} [body] */
    const form = (title, what, fields, body = (values) => values) => stepForm(title, fields, (values, send, problem) => this.#take(what, body(values), send, problem));
    const forms = {
      pause: () => form("Pause the match", "pause", [reason()]),
      adjourn: () => form("Adjourn the match", "adjourn", [{ ...reason(), hint: "The match goes on another time. Answers that were sealed before are played when it is resumed." }]),
      resume: () => form("Resume the match", "resume", [reason()]),
      extend: () => form("Give more time", "extend", [{ name: "seat", label: "Seat", field: seats() }, text("seconds", "Seconds", { inputmode: "numeric", value: "60" }), reason()],
        (values) => ({ seat: Number(values.seat), seconds: Number(values.seconds) || 0, reason: values.reason })),
      appoint: () => form("Appoint an official", "appoint", [text("name", "Name, which everyone sees"),
        { name: "role", label: "Role", field: choice(ROLES), hint: "A judge sees hidden information and rules. A head judge also rules on appeals and corrects results. A scorekeeper declares results, and an observer only watches." },
        { ...text("key_id", "Id of the API key of the official, or nothing"), hint: "Without a key you get a token, which you hand over." }]),
      dismiss: () => form("Dismiss an official", "dismiss", [{ name: "party", label: "Official", field: parties() }, reason()]),
      panel: () => form("Set the panel for appeals", "panel", [
        ...headJudges.map(({ party, name }) => ({ name: party, label: `${name} (${party})`, field: choice({ "": "not on the panel", yes: "on the panel" }) })),
        { ...text("needed", "How many of them must agree", { inputmode: "numeric" }), hint: "More than half of the panel. For no panel, choose nobody and leave this empty: one head judge then rules on an appeal." },
      ], ({ needed, ...chosen }) => ({ members: Object.keys(chosen).filter((party) => chosen[party]), needed: Number(needed) || 0 })),
      result: () => this.#resultForm(page.match),
      resign: () => form("Resign", "dismiss", [reason()], (values) => ({ ...values, party: page.party })),
      cancel: () => form("Cancel the match", "cancel", [reason()]),
    };
    const offered = page.may.filter((step) => step in forms).map((step) => forms[/** @type {keyof typeof forms} */ (step)]());
    return offered.length ? offered : [h("p", { class: "hint" }, "There is nothing that you can do with this match now.")];
  }

  /** @param {DeskMatch} match */
  #resultForm(match) {
    const title = match.has_result ? "Correct the result" : "Declare the result";
    const named = (/** @type {number} */ seat) => match.names[seat] || `seat ${seat}`;
    const seats = match.names.map((_, seat) => seat);
    const fields = [
      { name: "is_void", label: "The match", field: choice({ "": "counts", void: "does not count" }) },
      ...seats.flatMap((seat) => [
        { name: `won-${seat}`, label: `${named(seat)} (seat ${seat})`, field: choice({ "": "does not win", yes: "wins" }) },
        { name: `kind-${seat}`, label: `How the result of ${named(seat)} came about`, field: choice(RESULT_KINDS) },
      ]),
      reason(),
    ];
    return stepForm(title, fields, (values, send, problem) => {
      const isVoid = values.is_void === "void";
      const winners = seats.filter((seat) => values[`won-${seat}`]);
      const kinds = seats.map((seat) => values[`kind-${seat}`]);
      const won = isVoid ? "The match does not count." : winners.length ? `Won by ${winners.map(named).join(", ")}.` : "Nobody wins.";
      const told = seats.map((seat) => `${named(seat)}: ${RESULT_KINDS[kinds[seat]]}`).join("; ");
      const after = match.has_result ? "Everyone still sees the result that you correct." : "The match ends with it. Only a head judge can correct it.";
      this.#confirm(`${title}?`, [won, `${told}.`, `The server signs the result, and everyone sees it with the reason. ${after}`], title, "Go back",
        () => this.#take("result", { winners: isVoid ? [] : winners, kinds, is_void: isVoid, reason: values.reason }, send, problem));
    });
  }

  /** @param {string} what @param {Record<string, unknown>} body @param {HTMLButtonElement} send @param {HTMLElement} problem */
  async #take(what, body, send, problem) {
    if (this.isBusy) return;
    this.isBusy = true;
    const name = send.textContent;
    send.disabled = true;
    send.textContent = "The server is checking …";
    problem.hidden = true;
    try {
      const done = await deskCall(what, { ...credentials(this.match), ...body });
      this.said.hidden = false;
      fill(this.said, h("p", {}, done.said), done.token ? h("code", {}, done.token) : null);
      this.shown = "";
      if (what === "dismiss" && body.party === this.page?.party) dropDeskToken(this.match);
      this.show(done.page);
      this.root.scrollIntoView({ block: "nearest" });
      this.onChange();
    } catch (refused) {
      if (!(refused instanceof CallError)) throw refused;
      problem.hidden = false;
      problem.textContent = refused.message;
    } finally {
      this.isBusy = false;
      send.disabled = false;
      send.textContent = name;
    }
  }
}

/** @param {DeskRuling} ruling */
function rulingItem(ruling) {
  const notes = [ruling.remedy, ruling.reason, ruling.is_precedent ? "Kept as precedent." : "", ruling.is_by_same_official ? "By whoever made the first ruling." : ""].filter(Boolean);
  return h("li", {}, h("p", {}, h("strong", {}, `${ruling.by} rules: ${ruling.finding}`), `. ${notes.join(" ")} `, h("span", { class: "cited" }, `(${ruling.rules.join(", ")})`)));
}

/** A case with everything that only officials see. @param {import("./source.js").ShownCase} each */
function caseFile(each) {
  /** @param {string} at @param {string} signer @param {...(Node | string)} what */
  const event = (at, signer, ...what) => h("li", {}, h("p", {}, ...what), h("p", { class: "cited" }, at, signer ? ` · signed by ${signer}` : ""));
  return h("article", { class: `case-file state-${each.state}`, "aria-label": `File of case ${each.number}` },
    h("h3", {}, `Case ${each.number}, about fact ${each.fact}`), h("p", { class: "case-state" }, each.state_words),
    h("ol", { class: "case-history" }, event(each.at, each.signer, h("strong", {}, each.by), " claims: ", each.claim),
      ...each.trials.map((trial) => event(trial.at, trial.signer, h("strong", {}, "Tried "), h("code", {}, trial.readings), `: ${trial.sentence}`)),
      ...each.rulings.slice(0, 1).map((ruling) => event(ruling.at, ruling.signer, h("strong", {}, `${ruling.by} rules: ${ruling.finding}`), `. ${ruling.reason}`)),
      ...(each.appeal ? [event(each.appeal.at, each.appeal.signer, h("strong", {}, each.appeal.by), " appeals: ", each.appeal.reason)] : []),
      ...each.opinions.map((opinion) => event(opinion.at, opinion.signer, h("strong", {}, `Opinion of ${opinion.by}: ${opinion.finding}`), `; ${opinion.remedy}. ${opinion.reason}`)),
      ...each.rulings.slice(1).map((ruling) => event(ruling.at, ruling.signer, h("strong", {}, `${ruling.by} rules: ${ruling.finding}`), `. ${ruling.reason}`))));
}
