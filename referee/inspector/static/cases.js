// Cases: the disputes of a match, and the steps that can be taken on them.

import { fill, h } from "./dom.js";
import { stepForm } from "./forms.js";
import { SourceError } from "./source.js";

/**
 * @typedef {import("./page.js").Page} Page
 * @typedef {import("./source.js").CasesReport} CasesReport
 * @typedef {import("./source.js").ShownCase} ShownCase
 * @typedef {import("./forms.js").Field} Field
 */

export const FINDINGS = { upheld: "Upheld: the referee was right", overturned: "Overturned: the claim is right", no_effect: "No effect: it makes no difference" };
export const REMEDIES = "stands, void, award:0,2, rewind:132, replay:RULING=READING or replay:edition=E";

export class CasesPanel {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.root = h("div", { class: "cases", tabindex: 0, role: "region", "aria-label": "Cases" });
    this.status = h("p", { class: "case-status", role: "status", hidden: true });
    this.body = h("div", {});
    this.root.append(h("h2", {}, "Cases"), this.status, this.body);
    this.viewer = "";
    this.isBusy = false;
    /** @type {CasesReport | null} */
    this.shown = null;
  }

  /** Show the cases as the viewer may know them. @param {boolean} [isNew] whether to ask again */
  async show(isNew = false) {
    const { viewer } = this.page.feed;
    if (!isNew && this.viewer === viewer && this.shown) return;
    this.viewer = viewer;
    fill(this.body, h("p", { class: "hint" }, "Reading the cases …"));
    try {
      const report = await this.page.source.cases(viewer);
      if (this.viewer === viewer) this.#draw(report);
    } catch (problem) {
      if (!(problem instanceof SourceError)) throw problem;
      fill(this.body, h("p", { class: "problem" }, problem.message));
    }
  }

  /** @param {CasesReport} report */
  #draw(report) {
    this.shown = report;
    const { desk } = report;
    const isOpenTable = this.viewer === "open";
    const canWrite = desk.is_writable && isOpenTable;
    fill(this.body,
      ...report.standing.map((line) => h("p", { class: "standing" }, line)),
      report.cases.length ? null : h("p", {}, "There are no cases."),
      ...report.cases.map((each) => this.#case(each, canWrite)),
      report.signatures ? h("p", { class: "hint signatures" }, report.signatures) : null,
      canWrite ? this.#openForm(report) : null,
      canWrite ? h("p", { class: "hint" }, "Steps are signed with ", h("code", {}, desk.signer), " and written to the file at once.") : null,
      canWrite ? null : h("p", { class: "hint read-only" }, desk.is_writable ? "Look through the eyes of the open table to take a step." : desk.why_not));
  }

  // --- a case ---

  /** @param {ShownCase} each @param {boolean} canWrite */
  #case(each, canWrite) {
    const history = [
      this.#event(each.at, each.signer, h("strong", {}, each.by), " claims: ", each.claim),
      ...each.trials.map((trial) => this.#event(trial.at, trial.signer, h("strong", {}, "Tried "), h("code", {}, trial.readings), `: ${trial.sentence} `,
        this.page.canCompare ? h("button", { type: "button", class: "plain small", "aria-label": `Compare with ${trial.readings}`, onclick: () => this.page.compare.open(trial.readings) }, "Compare") : "")),
      ...each.rulings.slice(0, 1).map((ruling) => this.#ruling(ruling)),
      each.appeal ? this.#event(each.appeal.at, each.appeal.signer, h("strong", {}, each.appeal.by), " appeals: ", each.appeal.reason) : null,
      ...each.rulings.slice(1).map((ruling) => this.#ruling(ruling)),
    ];
    return h("article", { class: `case-file state-${each.state}`, "aria-label": `Case ${each.number}`, "data-case": each.number },
      h("h3", {}, `Case ${each.number}`),
      h("p", { class: "case-state" }, each.state_words),
      h("p", { class: "about" }, "About ", ...this.#about(each), h("code", {}, each.rule)),
      h("ol", { class: "case-history" }, ...history),
      canWrite ? this.#forms(each) : null);
  }

  /** @param {ShownCase} each @returns {(Node | string)[]} the disputed fact; nothing if this reader may not know which it is */
  #about({ fact }) {
    const { page } = this;
    if (fact === 0 && !page.isAllowed("open")) return [];
    const number = Math.max(1, fact);
    return [h("button", { type: "button", class: "plain small first", onclick: () => page.go(number) }, `fact ${page.feed.momentOf(number)}`), " and "];
  }

  /** @param {string} at @param {string} signer @param {...(Node | string)} what */
  #event(at, signer, ...what) {
    return h("li", {}, h("p", {}, ...what), h("p", { class: "cited" }, at, signer ? h("span", {}, ` · signed by ${signer}`) : null));
  }

  /** @param {import("./source.js").ShownRuling} ruling */
  #ruling(ruling) {
    const notes = [ruling.remedy, ruling.is_precedent ? "kept as precedent" : "", ruling.is_by_same_official ? "by whoever made the first ruling" : ""].filter(Boolean);
    return this.#event(ruling.at, ruling.signer, h("strong", {}, `The ${ruling.by.replace("_", " ")} rules: ${ruling.finding}`), `; ${notes.join(", ")}. ${ruling.reason} `, h("span", { class: "cited" }, `(${ruling.rules.join(", ")})`));
  }

  // --- steps ---

  /** @param {CasesReport} report */
  #openForm(report) {
    const { page } = this;
    const fact = h("input", { type: "number", min: 1, value: page.feed.momentOf(page.number) });
    const rule = h("input", { type: "text", placeholder: "travel.drift" });
    // Who opens the panel at a fact most probably doubts the rule of that fact.
    rule.value = page.feed.fact(page.number)?.path.split("/").pop() ?? "";
    return this.#form("Open a case", [
      { name: "by", label: "Who claims it", field: this.#parties(report) },
      { name: "fact", label: "Disputed fact", field: fact },
      { name: "rule", label: "Disputed rule or ruling", field: rule },
      { name: "claim", label: "Claim, in one sentence", field: h("textarea", { rows: 2 }) },
    ], (values) => ({ step: "open", by: values.by, fact: Number(values.fact), rule: values.rule.trim(), claim: values.claim.trim() }), () => {
      fact.value = String(page.feed.momentOf(page.number));
      rule.value = page.feed.fact(page.number)?.path.split("/").pop() ?? "";
    });
  }

  /** @param {CasesReport} report @param {string} [chosen] */
  #parties(report, chosen) {
    const { names } = this.page;
    return h("select", {}, ...report.parties.map((party) => {
      const seat = /^seat\/(\d+)$/.exec(party);
      return h("option", { value: party, selected: party === chosen }, seat ? `${names[Number(seat[1])]} (seat ${seat[1]})` : party.replace("_", " "));
    }));
  }

  /** @param {ShownCase} each */
  #forms(each) {
    const report = /** @type {CasesReport} */ (this.shown);
    const case_ = each.number;
    const forms = [];
    if (each.state === "open" || each.state === "appealed") {
      forms.push(this.#form("Try another reading", [
        { name: "readings", label: "Edition or reading", field: h("input", { type: "text", placeholder: "travel.drift:block or edition:fr", value: this.page.compare.readings }), hint: "Compare shows it first, without a record." },
      ], (values) => ({ step: "try", case: case_, ...readingsOf(values.readings) })));
      forms.push(this.#form(each.state === "appealed" ? "Rule on the appeal" : "Rule on it", [
        { name: "finding", label: "Finding", field: h("select", {}, ...Object.entries(FINDINGS).map(([value, name]) => h("option", { value }, name))) },
        { name: "reason", label: "Reason, in a sentence or two", field: h("textarea", { rows: 2 }) },
        { name: "rules", label: "Rules cited, separated by commas", field: h("input", { type: "text", value: each.rule }) },
        { name: "remedy", label: "Remedy", field: h("input", { type: "text", value: "stands" }), hint: `One of: ${REMEDIES}.` },
        { name: "precedent", label: "Keep as precedent", field: h("select", {}, h("option", { value: "" }, "no"), h("option", { value: "yes" }, "yes")) },
      ], (values) => ({ step: "rule", case: case_, finding: values.finding, reason: values.reason.trim(), rules: values.rules, remedy: values.remedy.trim(), is_precedent: values.precedent === "yes" })));
    }
    if (each.state === "ruled") {
      forms.push(this.#form("Appeal the ruling", [
        { name: "by", label: "Who appeals", field: this.#parties(report) },
        { name: "reason", label: "Reason, in a sentence or two", field: h("textarea", { rows: 2 }) },
      ], (values) => ({ step: "appeal", case: case_, by: values.by, reason: values.reason.trim() })));
    }
    if (each.state === "open") {
      forms.push(this.#form("Withdraw it", [
        { name: "by", label: "Who withdraws it", field: this.#parties(report, each.party) },
      ], (values) => ({ step: "withdraw", case: case_, by: values.by })));
    }
    return h("div", { class: "case-forms" }, ...forms);
  }

  /**
   * @param {string} title @param {Field[]} fields @param {(values: Record<string, string>) => Record<string, unknown>} step
   * @param {() => void} [onOpen] called when the form is unfolded
   */
  #form(title, fields, step, onOpen) {
    return stepForm(title, fields, (values, send, problem) => this.#take(step(values), send, problem), onOpen);
  }

  /** @param {Record<string, unknown>} step @param {HTMLButtonElement} send @param {HTMLElement} problem */
  async #take(step, send, problem) {
    if (this.isBusy || this.shown === null) return;
    this.isBusy = true;
    const name = send.textContent;
    send.disabled = true;
    send.textContent = "Checking and signing …";
    this.root.setAttribute("aria-busy", "true");
    problem.hidden = true;
    try {
      const report = await this.page.source.takeStep(this.shown.desk.version, step);
      this.#draw(report);
      this.say("Done: the step is checked, signed and in the file.");
      await this.page.casesChanged();
    } catch (refused) {
      if (!(refused instanceof SourceError)) throw refused;
      problem.hidden = false;
      problem.textContent = refused.message;
    } finally {
      this.isBusy = false;
      send.disabled = false;
      send.textContent = name;
      this.root.removeAttribute("aria-busy");
    }
  }

  /** @param {string} text */
  say(text) {
    this.status.hidden = text === "";
    this.status.textContent = text;
    this.root.scrollTop = 0;
  }
}

/** Parse readings as a link has them. @param {string} text @returns {{edition: string, rulings: Record<string, string>}} */
export function readingsOf(text) {
  /** @type {Record<string, string>} */
  const rulings = {};
  let edition = "";
  for (const part of text.split(",").map((each) => each.trim()).filter(Boolean)) {
    const [key, reading = ""] = part.split(/[:=]/);
    if (key === "edition") edition = reading;
    else rulings[key] = reading;
  }
  return { edition, rulings };
}
