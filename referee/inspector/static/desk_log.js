// The log of the server in words, for its operator.

import { CallError, deskCall } from "./calls.js";
import { credentials } from "./desk_secrets.js";
import { fill, h } from "./dom.js";

/** @typedef {{at: string, kind: string, match: string, game: string, sentence: string}} Logged */

export class LogPanel {
  /** @param {(match: string) => void} open */
  constructor(open) {
    this.open = open;
    /** @type {Logged[]} */
    this.events = [];
    this.nextPage = "";
    this.match = h("input", { type: "text", name: "log-match", autocomplete: "off" });
    this.kind = h("select", { name: "log-kind" }, h("option", { value: "" }, "all"));
    this.since = h("p", { class: "hint" });
    this.fault = h("p", { class: "problem", role: "alert" });
    this.list = h("ol", { class: "log-list" });
    this.older = h("button", { type: "button", class: "plain more", hidden: true, onclick: () => this.load(this.nextPage) }, "Older events");
    const form = h("form", { class: "filter-row" }, h("label", {}, "Match, by its id", this.match), h("label", {}, "Kind", this.kind), h("button", { type: "submit", class: "plain" }, "Read again"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.load("");
    });
    this.kind.addEventListener("change", () => this.load(""));
    this.root = h("section", { class: "log", "aria-label": "Log of the server", hidden: true }, h("h2", {}, "Log of the server"), form, this.since, this.fault, this.list, this.older);
  }

  /** Read a part of the log; the newest one if the page is "". @param {string} page */
  async load(page) {
    this.fault.textContent = "";
    try {
      const found = await deskCall("log", { ...credentials(), match: this.match.value.trim(), kinds: this.kind.value ? [this.kind.value] : [], page });
      this.events = page ? [...this.events, ...found.events] : found.events;
      this.nextPage = found.next_page;
      this.#offer(found.kinds);
      this.since.textContent = `Newest first. The server has kept events since ${found.since}; older ones are in its log file. Answers, names and texts are never in it.`;
      this.#draw();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      this.fault.textContent = error.message;
    }
  }

  /** @param {string[]} kinds */
  #offer(kinds) {
    if (this.kind.options.length > 1) return;
    this.kind.append(...kinds.map((kind) => h("option", { value: kind }, kind)));
  }

  #draw() {
    fill(this.list, ...this.events.map(({ at, match, sentence, kind }) => h("li", { "data-kind": kind }, h("time", {}, at),
      h("button", { type: "button", class: "log-match", "aria-label": `Match ${match.slice(0, 8)}`, onclick: () => this.open(match) }, match.slice(0, 8)), h("span", { class: "log-sentence" }, sentence))));
    if (!this.events.length) this.list.append(h("li", {}, h("span", { class: "log-sentence" }, "Nothing has happened.")));
    this.older.hidden = !this.nextPage;
  }
}
