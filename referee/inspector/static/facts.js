// The list of facts, with search and filters.

import { h } from "./dom.js";
import { glyph, MARKS, SHOWN } from "./marks.js";

/**
 * @typedef {import("./feed.js").Feed} Feed
 * @typedef {import("./source.js").Fact} Fact
 */

export class FactList {
  /** @param {(number: number) => void} go @param {(numbers: number[]) => void} onFound */
  constructor(go, onFound) {
    this.go = go;
    this.onFound = onFound;
    /** @type {Feed | null} */
    this.feed = null;
    /** @type {string[]} */
    this.names = [];
    /** @type {HTMLElement[]} */
    this.rows = [];
    /** @type {number[]} */
    this.found = [];
    this.current = 0;
    this.search = h("input", { type: "search", placeholder: "Search", "aria-label": "Search the facts", spellcheck: "false" });
    this.seat = h("select", { "aria-label": "Seat" });
    this.mark = h("select", { "aria-label": "Mark" });
    this.kind = h("select", { "aria-label": "Kind of fact" });
    this.rule = h("select", { "aria-label": "Rule" });
    this.count = h("p", { class: "count", role: "status" });
    this.list = h("div", { class: "facts", tabindex: 0, role: "group", "aria-label": "Facts" });
    this.list.addEventListener("click", (event) => {
      const row = /** @type {globalThis.Element} */ (event.target).closest("[data-number]");
      if (row) this.go(Number(row.getAttribute("data-number")));
    });
    for (const field of [this.search, this.seat, this.mark, this.kind, this.rule]) {
      field.addEventListener("input", () => this.filter());
    }
    this.search.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.next(event.shiftKey ? -1 : 1);
      if (event.key !== "Escape") return;
      this.search.value = "";
      this.filter();
    });
    // The window, the tab or a question above it can change the size of the list.
    new ResizeObserver(() => this.reveal()).observe(this.list);
    const filters = h("div", { class: "filters" }, this.seat, this.mark, this.kind, this.rule);
    this.root = h("div", { class: "fact-panel" }, h("div", { class: "search" }, this.search, filters, this.count), this.list);
  }

  /** Show the facts of a viewer. @param {Feed} feed @param {string[]} names */
  show(feed, names) {
    this.feed = feed;
    this.names = names;
    this.rows = [];
    this.current = 0;
    this.list.replaceChildren();
    this.grow(feed);
  }

  /** Add rows for the facts that have none yet. @param {Feed} feed */
  grow(feed) {
    const { names } = this;
    const sections = [];
    let turn = this.rows.length ? feed.fact(this.rows.length).turn : -1;
    let section = this.list.lastElementChild;
    for (const fact of feed.facts.slice(this.rows.length)) {
      if (section === null || fact.turn !== turn) {
        turn = fact.turn;
        section = h("ol", { class: "turn-facts" }, h("li", { class: "turn-head", "data-turn": turn }, turn === 0 ? "Setup" : `Turn ${turn}`));
        sections.push(section);
      }
      const row = this.#row(feed, fact);
      this.rows.push(row);
      section.append(row);
    }
    this.list.append(...sections);
    // What a section takes before it is laid out.
    for (const each of /** @type {Iterable<HTMLElement>} */ (this.list.children)) each.style.setProperty("--rows", String(each.children.length));
    this.#fill(this.seat, "Every seat", names.map((name, seat) => [String(seat), `${seat} ${name}`]));
    const marks = SHOWN.filter((mark) => feed.facts.some(({ marks = [] }) => marks.includes(mark)));
    if (feed.moments.cases.length) marks.push("case");
    if (feed.moments.refusals.length) marks.push("refusal");
    marks.push(...SHOWN.filter((mark) => feed.moments.notes.some((note) => note.mark === mark)));
    this.#fill(this.mark, "Every mark", marks.map((mark) => [mark, MARKS[mark].name]));
    const kinds = [...new Set(feed.facts.map(({ kind }) => kind))].sort();
    this.#fill(this.kind, "Every kind", kinds.map((kind) => [kind, kindName(kind)]));
    const rules = [...new Set(feed.facts.flatMap(({ path }) => path.split("/")))].sort();
    this.#fill(this.rule, "Every rule", rules.map((rule) => [rule, rule]));
    this.filter();
  }

  /** @param {Feed} feed @param {Fact} fact */
  #row(feed, fact) {
    const marks = (fact.marks ?? []).filter((mark) => mark in MARKS);
    const cases = feed.moments.cases.filter((each) => each.fact === fact.number);
    const about = cases.map((each) => h("span", { class: "case" }, `Case ${each.case} (${each.state}): ${each.claim}`));
    const refusals = feed.moments.refusals.filter((each) => each.fact === fact.number);
    about.push(...refusals.map((each) => h("span", { class: "refused" }, `Then refused (seat ${each.seat}): ${each.why}`)));
    const notes = feed.moments.notes.filter((each) => each.fact === fact.number);
    about.push(...notes.map((each) => h("span", { class: "noted" }, glyph(each.mark), ` ${each.sentence}`)));
    const extra = [...new Set(notes.map(({ mark }) => mark)), ...(cases.length ? ["case"] : []), ...(refusals.length ? ["refusal"] : [])];
    const late = marks.includes("time_out") ? h("em", { class: "late" }, "Time ran out. ") : null;
    return h(
      "li",
      { "data-number": fact.number },
      h("button", { type: "button", tabindex: -1 },
        h("span", { class: "number" }, feed.momentOf(fact.number)),
        h("span", { class: "sentence" }, late, fact.sentence, ...about),
        h("span", { class: "row-marks" }, ...[...marks, ...extra].map(glyph))),
    );
  }

  /** @param {HTMLSelectElement} field @param {string} all @param {string[][]} options */
  #fill(field, all, options) {
    const before = field.value;
    field.replaceChildren(h("option", { value: "" }, all), ...options.map(([value, name]) => h("option", { value }, name)));
    field.value = options.some(([value]) => value === before) ? before : "";
    field.hidden = options.length === 0;
  }

  /** Show only what fits the search and the filters. */
  filter() {
    const feed = this.feed;
    if (feed === null) return;
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const isFiltered = words.length > 0 || [this.seat, this.mark, this.kind, this.rule].some((field) => field.value !== "");
    const byMark = { case: new Set(feed.moments.cases.map(({ fact }) => fact)), refusal: new Set(feed.moments.refusals.map(({ fact }) => fact)) };
    /** @type {Record<string, Set<number>>} */
    const noted = { ...byMark };
    for (const { mark, fact } of feed.moments.notes) (noted[mark] ??= new Set()).add(fact);
    this.found = isFiltered
      ? feed.facts.filter((fact) => this.#fits(fact, words, noted)).map(({ number }) => number)
      : [];
    const kept = new Set(this.found);
    this.rows.forEach((row, place) => {
      row.hidden = isFiltered && !kept.has(place + 1);
    });
    this.list.classList.toggle("filtered", isFiltered);
    this.count.textContent = isFiltered ? `${this.found.length} of ${feed.last} facts` : `${feed.last} facts`;
    this.onFound(this.found);
    this.reveal();
  }

  /** @param {Fact} fact @param {string[]} words @param {Record<string, Set<number>>} noted */
  #fits(fact, words, noted) {
    const { seat, mark, kind, rule } = this;
    if (kind.value && fact.kind !== kind.value) return false;
    if (rule.value && !fact.path.split("/").includes(rule.value)) return false;
    if (seat.value && fact.by?.split("/")[1] !== seat.value) return false;
    if (mark.value && !(fact.marks?.includes(mark.value) || noted[mark.value]?.has(fact.number))) return false;
    const text = `${fact.sentence} ${fact.kind} ${fact.path} ${this.feed?.momentOf(fact.number)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  }

  /** Go to the next fact that was found, or the previous one. @param {number} direction */
  next(direction) {
    const after = this.found.filter((number) => (direction > 0 ? number > this.current : number < this.current));
    const wanted = direction > 0 ? after[0] ?? this.found[0] : after[after.length - 1] ?? this.found[this.found.length - 1];
    if (wanted !== undefined) this.go(wanted);
  }

  /** Mark the current fact. @param {number} number */
  move(number) {
    this.rows[this.current - 1]?.removeAttribute("aria-current");
    this.current = number;
    this.rows[number - 1]?.setAttribute("aria-current", "true");
    this.reveal();
  }

  /**
   * Scroll the list, and nothing else, so that the current fact, or the last one found before it, is in its middle.
   * @param {number} [checks] how often to look again: a turn that comes into view may be higher than was estimated
   */
  reveal(checks = 3) {
    const before = this.found.filter((number) => number <= this.current);
    const row = this.rows[(before.pop() ?? this.found[0] ?? this.current) - 1];
    if (!row || row.hidden || this.list.clientHeight === 0) return;
    const height = this.list.clientHeight;
    const from = row.getBoundingClientRect().top - this.list.getBoundingClientRect().top;
    if (from < height * 0.15 || from + row.offsetHeight > height * 0.85) {
      this.list.scrollTop += from - height * 0.4;
      if (checks > 0) requestAnimationFrame(() => requestAnimationFrame(() => this.reveal(checks - 1)));
    }
  }
}

/** @param {string} kind @returns {string} "abyss.card_revealed" becomes "card revealed" */
const kindName = (kind) => kind.slice(kind.indexOf(".") + 1).replaceAll("_", " ");
