// Odds: in how many of the deals that fit what a viewer was told each seat has the hidden role.

import { fill, h, s } from "./dom.js";

/**
 * @typedef {import("./feed.js").Feed} Feed
 * @typedef {import("./source.js").Odds} Odds
 */

const WIDTH = 1000;
const HEIGHT = 100;

export class OddsPanel {
  /** @param {string[]} names @param {(number: number) => void} go */
  constructor(names, go) {
    this.names = names;
    this.go = go;
    this.number = 1;
    /** @type {Feed | null} */
    this.feed = null;
    /** @type {Odds | null} */
    this.odds = null;
    this.of = "";
    /** @type {SVGElement | null} */
    this.cursor = null;
    /** @type {HTMLElement[]} */
    this.labels = [];
    this.root = h("section", { class: "odds plots", "aria-labelledby": "odds-title" });
  }

  clear() {
    this.feed = null;
    this.odds = null;
    this.cursor = null;
    this.labels = [];
    this.root.replaceChildren();
  }

  /** Show what the viewer of a feed could conclude; at the open table, whoever is chosen. @param {Feed} feed */
  async show(feed) {
    this.feed = feed;
    const isOpen = feed.viewer === "open";
    const of = isOpen ? this.of || "0" : feed.viewer;
    const odds = await feed.source.odds(feed.viewer, of);
    if (this.feed !== feed) return;
    this.odds = odds;
    this.of = of;
    this.#draw(isOpen);
    this.move(this.number);
  }

  /** @param {number} number */
  move(number) {
    this.number = number;
    if (this.cursor === null || this.odds === null) return;
    const x = String(this.#x(number));
    this.cursor.setAttribute("x1", x);
    this.cursor.setAttribute("x2", x);
    const point = this.odds.points.filter(([fact]) => fact <= number).pop();
    this.labels.forEach((label, seat) => {
      label.textContent = `${this.names[seat]} ${point ? percent(point[2][seat], point[1]) : "–"}`;
    });
  }

  /** @param {number} number */
  #x(number) {
    return this.feed === null || this.feed.last === 0 ? 0 : (number / this.feed.last) * WIDTH;
  }

  /** @param {boolean} isOpen */
  #draw(isOpen) {
    const odds = /** @type {Odds} */ (this.odds);
    const title = h("h2", { id: "odds-title" }, "Hidden roles");
    if (odds.role === "" || odds.points.length === 0) {
      fill(this.root, title, h("p", {}, odds.role === "" ? "This game has no hidden roles." : "No role has been dealt yet."));
      return;
    }
    fill(this.root, title,
      h("p", { class: "hint" }, `Who is ${/^on /.test(odds.role) ? odds.role : `a ${odds.role}`}? The share of all deals that fit what `, isOpen ? "one viewer was told:" : "this viewer was told."),
      isOpen ? this.#chooser() : null, this.#figure(odds), this.#method(odds));
  }

  #chooser() {
    const eyes = [...this.names.map((name, seat) => [String(seat), name]), ["spectator", "Spectator"]];
    const choice = h("select", { id: "odds-of" }, ...eyes.map(([value, name]) => h("option", { value, selected: value === this.of }, name)));
    choice.addEventListener("change", async () => {
      this.of = choice.value;
      if (this.feed) await this.show(this.feed);
      /** @type {HTMLElement | null} */ (this.root.querySelector("#odds-of"))?.focus();
    });
    return h("p", { class: "choose" }, h("label", { for: "odds-of" }, "As known by "), choice);
  }

  /** @param {Odds} odds */
  #figure({ role, points }) {
    /** @param {number} share */
    const y = (share) => HEIGHT - 4 - share * (HEIGHT - 8);
    const lines = this.names.map((_, seat) => {
      const steps = points.map(([fact, deals, bySeat], nth) => (nth ? `H${this.#x(fact)}V${y(bySeat[seat] / deals)}` : `M${this.#x(fact)} ${y(bySeat[seat] / deals)}`));
      return s("path", { d: `${steps.join("")}H${WIDTH}`, class: `line seat-${seat}` });
    });
    this.cursor = s("line", { y1: 0, y2: HEIGHT, class: "plot-cursor" });
    const drawing = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": `${role}, share of deals over the match; the table below has the numbers` }, ...lines, this.cursor);
    drawing.addEventListener("click", (event) => {
      const box = drawing.getBoundingClientRect();
      const at = (/** @type {MouseEvent} */ (event).clientX - box.left) / box.width;
      const last = this.feed?.last ?? 1;
      this.go(Math.max(1, Math.min(last, Math.round(at * last))));
    });
    this.labels = this.names.map((_, seat) => h("span", { class: `seat-${seat}` }));
    return h("figure", {}, h("figcaption", {}, role[0].toUpperCase() + role.slice(1), h("span", { class: "range" }, "0 – 100 %")), drawing,
      h("p", { class: "plot-legend" }, ...this.labels), h("details", {}, h("summary", {}, "As a table"), this.#table(points)));
  }

  /** @param {Odds["points"]} points */
  #table(points) {
    const heads = this.names.map((name) => h("th", { scope: "col" }, name));
    const rows = points.map(([fact, deals, bySeat]) => h("tr", {},
      h("th", { scope: "row" }, h("button", { type: "button", class: "news", "data-fact": fact, "aria-label": `Fact ${fact}`, onclick: () => this.go(fact) }, fact)),
      h("td", {}, deals.toLocaleString("en")), ...bySeat.map((number) => h("td", { title: `${number} of ${deals}` }, percent(number, deals)))));
    return h("div", { class: "plot-table", tabindex: 0, role: "region", "aria-label": "Share of deals by fact" },
      h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "From fact"), h("th", { scope: "col" }, "Deals"), ...heads)), h("tbody", {}, ...rows)));
  }

  /** @param {Odds} odds */
  #method({ deal, counted, not_counted: notCounted }) {
    const list = (/** @type {string[]} */ sentences) => h("ul", {}, ...sentences.map((each) => h("li", {}, each)));
    return h("details", { class: "method" }, h("summary", {}, "What is counted, and what is not"), h("p", {}, deal), h("h3", {}, "Counted"), list(counted), h("h3", {}, "Not counted"), list(notCounted));
  }
}

/** Return a share in words; only what is certain is 0 % or 100 %. @param {number} number @param {number} of */
function percent(number, of) {
  if (of === 0) return "–";
  if (number === 0 || number === of) return number === 0 ? "0 %" : "100 %";
  return `${Math.min(99.9, Math.max(0.1, (100 * number) / of)).toFixed(1)} %`;
}
