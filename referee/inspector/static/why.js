// Why a fact came about: a tree of rules with the questions asked under them, the readings, and the luck.

import { fill, h } from "./dom.js";
import { SourceError } from "./source.js";

/**
 * @typedef {import("./source.js").Why} Why
 * @typedef {import("./source.js").Citation} Citation
 * @typedef {import("./source.js").Question} Question
 * @typedef {import("./source.js").Luck} Luck
 */

/** Number of places of a shuffle that are shown. */
const MOST_PLACES = 12;

export class WhyPanel {
  /** @param {string[]} names @param {((readings: string) => void) | null} compare shows the match under other readings, if that can be done */
  constructor(names, compare) {
    this.names = names;
    this.compare = compare;
    this.edition = "";
    /** Whether the reader can look through the eyes of the open table. */
    this.hasOpenTable = true;
    this.root = h("div", { class: "why", tabindex: 0, "aria-label": "Why it happened", role: "region" });
    /** @type {Why | null} */
    this.shown = null;
    this.asked = 0;
  }

  /** Explain a fact. @param {import("./feed.js").Feed} feed @param {number} number */
  async show(feed, number) {
    this.asked += 1;
    const asked = this.asked;
    const late = setTimeout(() => asked === this.asked && fill(this.root, h("p", { class: "hint" }, "Running the match again …")), 400);
    try {
      const why = await feed.source.why(feed.viewer, number);
      clearTimeout(late);
      if (asked !== this.asked) return;
      this.shown = why;
      this.isOpen = feed.viewer === "open";
      this.moment = feed.momentOf(number);
      this.draw();
      this.root.scrollTop = 0;
    } catch (problem) {
      clearTimeout(late);
      if (!(problem instanceof SourceError)) throw problem;
      if (asked === this.asked) this.root.replaceChildren(h("p", { class: "problem" }, problem.message));
    }
  }

  /** Draw the explanation in the chosen edition. */
  draw() {
    const why = this.shown;
    if (why === null) return;
    const { explanation } = why;
    const rulings = explanation.rulings.map((each) => this.#ruling(each));
    fill(
      this.root,
      h("h2", {}, `Why fact ${this.moment}?`),
      h("p", { class: "what" }, explanation.sentence),
      this.isOpen ? null : h("p", { class: "hint" }, "Only what this viewer was told.", this.hasOpenTable ? " The open table (o) shows every answer and draw." : ""),
      h("h3", {}, "Rules, outermost first"),
      this.#tree(explanation.path, why.questions),
      rulings.length ? h("h3", {}, "Rulings in force") : null,
      ...rulings,
      ...this.#luck(why),
    );
  }

  /** @param {Citation[]} path @param {Question[]} questions */
  #tree(path, questions) {
    const own = path.map(({ rule }) => rule);
    const depths = questions.map(({ path: asked }) => shared(own, asked.split("/")));
    const earlier = questions.filter((_, nth) => depths[nth] === 0);
    /** @type {HTMLElement | null} */
    let inner = null;
    for (let depth = path.length; depth >= 1; depth -= 1) {
      const here = questions.filter((_, nth) => depths[nth] === depth);
      const parts = [this.#rule(path[depth - 1]), ...here.map((each) => this.#question(each))];
      /** @type {HTMLElement | null} */
      const children = inner ? h("ul", {}, inner) : null;
      inner = h("li", { class: depth === path.length ? "innermost" : undefined }, ...parts, children);
    }
    const tree = h("ul", { class: "tree" });
    for (const question of earlier) tree.append(h("li", {}, this.#question(question)));
    if (inner) tree.append(inner);
    return tree;
  }

  /** @param {Citation} rule */
  #rule(rule) {
    return h("div", { class: "rule" },
      h("p", { class: "statement" }, rule.statement),
      h("p", { class: "cited" }, h("code", {}, rule.rule), " ", this.#paragraph(rule)),
      rule.house ? h("p", { class: "cited" }, `our decision: ${rule.house}`) : null);
  }

  /** @param {Citation} rule @returns {string} */
  #paragraph(rule) {
    const chosen = rule.paragraphs[this.edition];
    if (chosen) return `${this.edition} ${chosen}`;
    const all = Object.entries(rule.paragraphs).map(([edition, paragraph]) => `${edition} ${paragraph}`);
    if (all.length) return all.join(" · ");
    if (rule.is_printed) return "printed on a card or the board";
    return rule.source ? `known from ${rule.source}` : "our own rule";
  }

  /** @param {Question} question */
  #question(question) {
    const how = { clock: "ran out of time, and the default was used", order: "had a standing order" }[question.by] ?? "answered";
    const options = question.options.map(({ sentence, is_chosen: isChosen }) =>
      h("li", { class: isChosen ? "chosen" : undefined }, h("span", { class: "pick", "aria-hidden": "true" }, isChosen ? "●" : "○"), " ",
        isChosen ? h("span", { class: "visually-hidden" }, "chosen: ") : null, sentence));
    const chosen = question.options.filter((option) => option.is_chosen).length;
    const entry = question.entry ? h("span", { class: "entry" }, ` entry ${question.entry}`) : null;
    const rest = options.filter((option) => !option.classList.contains("chosen"));
    return h("div", { class: `question seat-${question.seat}` },
      h("p", {}, h("strong", {}, this.names[question.seat]), ` ${how}: `, h("q", {}, question.asked), entry),
      h("ul", { class: "options" }, ...options.filter((option) => option.classList.contains("chosen")), chosen ? null : h("li", { class: "chosen" }, "Nothing.")),
      rest.length ? h("details", { open: rest.length <= 6 }, h("summary", {}, `${rest.length} other ${rest.length === 1 ? "option" : "options"}`), h("ul", { class: "options" }, ...rest)) : null);
  }

  /** @param {import("./source.js").InForce} ruling */
  #ruling(ruling) {
    const others = Object.entries(ruling.others).map(([name, says]) => h("li", {}, h("code", {}, name), ` ${says}`, h("span", { class: "cited" }, this.#readBy(ruling, name)),
      this.isOpen && this.compare ? h("button", { type: "button", class: "plain small", "aria-label": `Compare with ${name}`, onclick: () => this.compare?.(`${ruling.ruling}:${name}`) }, "Compare") : null));
    return h("div", { class: "ruling" },
      h("p", {}, ruling.question),
      h("p", { class: "statement" }, h("code", {}, ruling.reading), ` ${ruling.says}`),
      h("details", {}, h("summary", {}, "Other readings"), h("ul", {}, ...others)));
  }

  /** @param {import("./source.js").InForce} ruling @param {string} name */
  #readBy(ruling, name) {
    const editions = Object.entries(ruling.editions).filter(([, reading]) => reading === name).map(([edition]) => edition);
    if (ruling.default === name) editions.push("default");
    return editions.length ? ` (${editions.join(", ")})` : "";
  }

  /** @param {Why} why @returns {(HTMLElement | null)[]} */
  #luck({ explanation: { draws, shuffles, number } }) {
    if (!draws.length && !shuffles.length) return [];
    return [
      h("h3", {}, "Random draws"),
      h("ul", { class: "luck" },
        ...draws.map((draw) => h("li", {}, h("code", {}, draw.label), ` ${drawn(draw)}${draw.fact === number ? "" : `, before fact ${draw.fact}`}`)),
        ...shuffles.map(({ card, places, is_taken: isTaken, luck }) =>
          h("li", {}, h("code", {}, luck.label), ` shuffled before fact ${luck.fact}: ${card} ${isTaken ? "taken from" : "was at"} place ${places.join(", ")} of ${luck.size}`))),
    ];
  }
}

/** @param {Luck} luck */
function drawn({ result, size }) {
  if (result.length !== size || size === 1) return `a number below ${size}: ${result[0]}`;
  const more = size > MOST_PLACES ? " …" : "";
  return `${size} items in the order ${result.slice(0, MOST_PLACES).join(" ")}${more}`;
}

/** @param {string[]} path @param {string[]} other @returns {number} how many rules they share from the outermost on */
function shared(path, other) {
  let depth = 0;
  while (depth < path.length && path[depth] === other[depth]) depth += 1;
  return depth;
}
