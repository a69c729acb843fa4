// Knowledge: who was told which secret when, who was told it first, and what a seat could conclude about hidden roles.

import { fill, h } from "./dom.js";
import { OddsPanel } from "./odds.js";
import { SourceError } from "./source.js";

/**
 * @typedef {import("./feed.js").Feed} Feed
 * @typedef {import("./source.js").Knowledge} Knowledge
 * @typedef {import("./source.js").KnownSecret} KnownSecret
 * @typedef {import("./source.js").News} News
 */

/** Number of secrets of a kind that are shown without being asked for. */
const SHORT = 16;

export class KnowledgePanel {
  /** @param {string[]} names @param {(number: number) => void} go */
  constructor(names, go) {
    this.names = names;
    this.go = go;
    /** @type {Feed | null} */
    this.feed = null;
    this.number = 1;
    this.odds = new OddsPanel(names, go);
    this.grid = h("section", { "aria-labelledby": "knowledge-title" });
    this.secrets = h("section", { "aria-labelledby": "secrets-title" });
    this.root = h("div", { class: "knowledge", tabindex: 0, role: "region", "aria-label": "Knowledge" }, this.grid, this.odds.root, this.secrets);
  }

  /** Show what a viewer can know about who knew what. @param {Feed} feed */
  async show(feed) {
    if (this.feed === feed) return;
    this.feed = feed;
    fill(this.grid, h("h2", { id: "knowledge-title" }, "Who knew what when"), h("p", { class: "hint" }, "Collecting what everybody was told …"));
    this.secrets.replaceChildren();
    this.odds.clear();
    try {
      const report = await feed.source.knowledge(feed.viewer);
      if (this.feed !== feed) return;
      this.#drawGrid(feed, report);
      this.#drawSecrets(report.secrets);
      this.move(this.number);
      await this.odds.show(feed);
    } catch (problem) {
      if (!(problem instanceof SourceError)) throw problem;
      this.feed = null;
      fill(this.grid, h("p", { class: "problem", role: "alert" }, problem.message));
    }
  }

  /** @param {number} number */
  move(number) {
    this.number = number;
    for (const link of this.root.querySelectorAll("[data-fact]")) {
      if (Number(link.getAttribute("data-fact")) === number) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    this.odds.move(number);
  }

  // --- the grid ---

  /** @param {Feed} feed @param {Knowledge} report */
  #drawGrid(feed, { rows }) {
    const isOpen = feed.viewer === "open";
    const turns = [...new Set(rows.flatMap(({ news }) => news.map(({ turn }) => turn)))].sort((one, other) => one - other);
    const hint = isOpen
      ? "Each number is a fact that told a seat a secret. Everyone: secrets that became public, and what was said and is not so (≠)."
      : "Each number is a fact that told this viewer a secret. The rows of others are shown at the open table only.";
    fill(this.grid, h("h2", { id: "knowledge-title" }, "Who knew what when"), h("p", { class: "hint" }, hint),
      turns.length ? this.#table(rows, turns) : h("p", {}, "Nobody was told a secret."),
      turns.length ? h("details", {}, h("summary", {}, "In sentences"), this.#sentences(rows, turns)) : null);
  }

  /** @param {Knowledge["rows"]} rows @param {number[]} turns */
  #table(rows, turns) {
    const heads = rows.map(({ seat }) => h("th", { scope: "col", class: seat === null ? undefined : `seat-${seat}` }, this.#who(seat)));
    const lines = turns.map((turn) => h("tr", {}, h("th", { scope: "row" }, turnName(turn)),
      ...rows.map(({ news }) => h("td", {}, ...news.filter((each) => each.turn === turn).map((each) => this.#link(each))))));
    return h("div", { class: "grid", tabindex: 0, role: "region", "aria-label": "Who knew what when, by turn" },
      h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Turn"), ...heads)), h("tbody", {}, ...lines)));
  }

  /** @param {News} news */
  #link({ fact, sentence, truth }) {
    const said = truth ? `${sentence} Not so: ${truth}` : sentence;
    return h("button", { type: "button", class: truth ? "news untrue" : "news", "data-fact": fact, title: said, "aria-label": `Fact ${fact}: ${said}`, onclick: () => this.go(fact) },
      truth ? h("span", { "aria-hidden": "true" }, "≠") : null, fact);
  }

  /** @param {Knowledge["rows"]} rows @param {number[]} turns */
  #sentences(rows, turns) {
    return h("dl", { class: "learned" }, ...turns.flatMap((turn) => [
      h("dt", {}, turnName(turn)),
      h("dd", {}, h("ul", {}, ...rows.flatMap(({ seat, news }) => news.filter((each) => each.turn === turn).map((each) =>
        h("li", {}, this.#link(each), " ", h("strong", { class: seat === null ? undefined : `seat-${seat}` }, `${this.#who(seat)}: `), each.sentence,
          each.truth ? h("em", { class: "truth" }, ` Not so: ${each.truth}`) : null))))),
    ]));
  }

  /** @param {number | null} seat */
  #who(seat) {
    return seat === null ? "Everyone" : this.names[seat];
  }

  // --- who knew first ---

  /** @param {KnownSecret[]} secrets */
  #drawSecrets(secrets) {
    const kinds = [...new Set(secrets.map(({ kind }) => kind))];
    const shown = kinds.find((kind) => secrets.filter((each) => each.kind === kind).length <= SHORT);
    const groups = kinds.map((kind) => {
      const found = secrets.filter((each) => each.kind === kind);
      return h("details", { open: kind === shown }, h("summary", {}, `${kind} (${found.length})`), h("ul", { class: "secrets" }, ...found.map((each) => this.#secret(each))));
    });
    fill(this.secrets, h("h2", { id: "secrets-title" }, "Who could have known first"),
      h("p", { class: "hint" }, "For each secret, who was told it first and at which fact, until it became public."),
      ...(groups.length ? groups : [h("p", {}, "There were no secrets.")]));
  }

  /** @param {KnownSecret} secret */
  #secret({ about, value, tellings }) {
    const told = tellings.map(({ fact, seats = [], is_public: isPublic }, nth) => h("span", { class: "telling" },
      isPublic ? "everyone" : listed(seats.map((seat) => this.names[seat])), " ",
      h("button", { type: "button", class: "news", "data-fact": fact, "aria-label": `Fact ${fact}`, onclick: () => this.go(fact) }, fact),
      nth < tellings.length - 1 ? h("span", { "aria-hidden": "true" }, " → ") : null));
    return h("li", {}, h("span", { class: "about" }, capital(about), ": ", h("strong", {}, value || "not known here")),
      h("span", { class: "told" }, ...(told.length ? told : ["nobody"])));
  }
}

/** @param {number} turn */
const turnName = (turn) => (turn === 0 ? "Setup" : `Turn ${turn}`);

/** @param {string[]} words */
const listed = (words) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`);

/** @param {string} words */
const capital = (words) => words[0].toUpperCase() + words.slice(1);
