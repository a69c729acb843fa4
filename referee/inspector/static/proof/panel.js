// The panel that says what a single file has checked about itself, and what it cannot check.

import { fill, h } from "../dom.js";
import { Verification } from "./verification.js";

/** @typedef {import("./verification.js").State} State */

const SIGNS = { ok: "✓", bad: "✗", unchecked: "–" };
const WORDS = { ok: "checked", bad: "changed", unchecked: "not checked" };
const VERDICTS = { ok: "Checked: unchanged", bad: "Changed: do not trust this file", unchecked: "Checked in part" };
const HEADINGS = {
  ok: "This file is as it was written",
  bad: "This file was changed, or is damaged",
  unchecked: "What could be checked is as it was written",
};

export class ProofPanel {
  /** @param {import("../saved_source.js").SavedSource} source @param {() => void} open opens this panel */
  constructor(source, open) {
    this.verification = new Verification(source);
    this.verdict = h("button", { type: "button", class: "verdict", onclick: open }, "Checking this file …");
    this.body = h("div", {}, h("h2", {}, "Checking this file …"));
    this.root = h("div", { class: "proof", tabindex: 0, role: "region", "aria-label": "Proof" }, this.body);
  }

  /** Check the file, and show what was found. */
  async check() {
    const checks = await this.verification.run();
    const { state } = this.verification;
    this.verdict.className = `verdict ${state}`;
    fill(this.verdict, h("span", { "aria-hidden": "true" }, `${SIGNS[state]} `), VERDICTS[state]);
    fill(this.body,
      h("h2", {}, HEADINGS[state]),
      h("ul", { class: "checks" }, ...checks.map((each) => h("li", { class: each.state },
        h("span", { class: "sign", "aria-hidden": "true" }, SIGNS[each.state]),
        h("div", {}, h("strong", {}, each.name), h("span", { class: "visually-hidden" }, `: ${WORDS[each.state]}`), h("p", {}, each.says))))),
      ...this.#limits());
    return state;
  }

  /** @returns {(HTMLElement | null)[]} */
  #limits() {
    const { text, evidence, isSigned } = this.verification;
    const isBundle = text.startsWith("referee bundle ");
    const name = `${evidence.match || "match"}.${isBundle ? "bundle" : "replay"}`;
    const save = h("button", { type: "button", class: "plain", onclick: () => saveAs(name, text) }, "Save the record");
    return [
      h("h3", {}, "What a page cannot check"),
      h("p", {}, "Whether the facts follow from the answers and the draws, and the pictures, sentences and reasons from the facts: that takes the rules. ",
        text ? "Save the record, and run the rules again with " : "Ask for the record after the match, and run the rules again with ", h("code", {}, `referee verify ${text ? name : "FILE"}`), "."),
      isSigned ? h("p", {}, "Whose keys these are: compare them with the list that the official published. ", isBundle ? h("code", {}, `referee verify ${name} --keys FILE`) : null) : null,
      h("p", {}, "Whether this check is the real one: it is part of the file, and whoever can change the file can change it too. The command does not depend on it."),
      h("h3", {}, "What a page cannot do"),
      h("p", {}, "Run the match again under another reading, look for the same deal at other tables, take steps in a case, and keep notes or review the match with others: ",
        text ? "save the record, and open it with " : "ask for the record, and open it with ", h("code", {}, `referee inspect ${text ? name : "FILE"}`), "."),
      text ? h("p", {}, save) : null,
    ];
  }
}

/** Let the browser write a text to a file. @param {string} name @param {string} text */
function saveAs(name, text) {
  const link = h("a", { href: URL.createObjectURL(new Blob([text])), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 0);
}
