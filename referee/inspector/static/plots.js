// Plots: the numbers on the table over the match, each with a table in words.

import { fill, h, s } from "./dom.js";
import { SourceError } from "./source.js";

/**
 * @typedef {import("./source.js").Plot} Plot
 * @typedef {import("./feed.js").Feed} Feed
 */

const WIDTH = 1000;
const HEIGHT = 100;

export class PlotPanel {
  /** @param {string[]} names @param {(number: number) => void} go */
  constructor(names, go) {
    this.figures = new PlotFigures(names, go);
    this.root = h("div", { class: "plots", tabindex: 0, role: "region", "aria-label": "Plots" });
    /** @type {Feed | null} */
    this.feed = null;
    this.number = 1;
  }

  /** Show the plots of a viewer. @param {Feed} feed */
  async show(feed) {
    if (this.feed === feed) return;
    this.feed = feed;
    this.figures.draw(feed, []);
    fill(this.root, h("h2", {}, "Plots"), h("p", { class: "hint" }, "Collecting the numbers …"));
    try {
      const plots = await feed.source.plots(feed.viewer);
      if (this.feed !== feed) return;
      const figures = this.figures.draw(feed, plots);
      this.root.replaceChildren(h("h2", {}, "Plots"), ...(figures.length ? figures : [h("p", { class: "hint" }, "No number on the table changed.")]));
      this.move(this.number);
    } catch (problem) {
      if (!(problem instanceof SourceError)) throw problem;
      this.root.replaceChildren(h("p", { class: "problem" }, problem.message));
    }
  }

  /** @param {number} number */
  move(number) {
    this.number = number;
    this.figures.move(number);
  }
}

/** Figures of lines over the facts of a feed, with a cursor at the current moment. */
export class PlotFigures {
  /** @param {string[]} names @param {(number: number) => void} go */
  constructor(names, go) {
    this.names = names;
    this.go = go;
    this.last = 0;
    /** @type {SVGElement[]} */
    this.cursors = [];
    /** @type {{label: HTMLElement, name: string, points: [number, number][]}[]} */
    this.labels = [];
  }

  /** Forget the figures drawn before, and return one for each plot. @param {Feed} feed @param {Plot[]} plots */
  draw(feed, plots) {
    this.last = feed.last;
    this.cursors = [];
    this.labels = [];
    return plots.map((plot) => this.#figure(feed, plot));
  }

  /** @param {number} number */
  move(number) {
    const x = String(this.#x(number));
    for (const cursor of this.cursors) {
      cursor.setAttribute("x1", x);
      cursor.setAttribute("x2", x);
    }
    for (const { label, name, points } of this.labels) label.textContent = `${name} ${valueAt(points, number)}`;
  }

  /** @param {number} number */
  #x(number) {
    return this.last === 0 ? 0 : (number / this.last) * WIDTH;
  }

  /** @param {Feed} feed @param {Plot} plot */
  #figure(feed, plot) {
    const values = plot.lines.flatMap(({ points }) => points.map(([, value]) => value));
    const low = Math.min(0, ...values);
    const high = Math.max(low + 1, ...values);
    /** @param {number} value */
    const y = (value) => HEIGHT - 4 - ((value - low) / (high - low)) * (HEIGHT - 8);
    const lines = plot.lines.map(({ points, seat }) => {
      const steps = points.map(([number, value], nth) => (nth ? `H${this.#x(number)}V${y(value)}` : `M${this.#x(number)} ${y(value)}`));
      return s("path", { d: `${steps.join("")}H${WIDTH}`, class: `line ${seat === undefined ? "of-table" : `seat-${seat}`}` });
    });
    const cursor = s("line", { y1: 0, y2: HEIGHT, class: "plot-cursor" });
    this.cursors.push(cursor);
    const drawing = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": `${plot.name} over the match; the table below has the numbers` }, ...lines, cursor);
    drawing.addEventListener("click", (event) => {
      const box = drawing.getBoundingClientRect();
      const at = (/** @type {MouseEvent} */ (event).clientX - box.left) / box.width;
      this.go(Math.max(1, Math.min(feed.last, Math.round(at * feed.last))));
    });
    const isOfSeats = plot.lines.some(({ seat }) => seat !== undefined);
    const legend = isOfSeats ? h("p", { class: "plot-legend" }, ...plot.lines.map((line) => this.#label(line))) : null;
    const range = h("span", { class: "range" }, `${low} – ${high}`);
    return h("figure", {}, h("figcaption", {}, capital(plot.name), range), drawing, legend,
      h("details", {}, h("summary", {}, "As a table"), this.#table(feed, plot)));
  }

  /** Make a label that shows the line and its value at the current moment. @param {Plot["lines"][0]} line */
  #label({ seat, points }) {
    const label = h("span", {});
    this.labels.push({ label, name: this.#name(seat), points });
    const sample = s("svg", { viewBox: "0 0 28 4", "aria-hidden": "true" }, s("path", { d: "M0 2H28", class: `line seat-${seat}` }));
    return h("span", { class: `seat-${seat}` }, sample, label);
  }

  /** @param {number | undefined} seat */
  #name(seat) {
    return seat === undefined ? "Table" : this.names[seat];
  }

  /** @param {Feed} feed @param {Plot} plot */
  #table(feed, plot) {
    const starts = feed.facts.filter(({ marks }) => marks?.includes("turn")).map(({ number, turn }) => ({ number, name: `Turn ${turn}` }));
    const rows = [...starts, { number: feed.last, name: "End" }].map(({ number, name }) =>
      h("tr", {}, h("th", { scope: "row" }, name), ...plot.lines.map(({ points }) => h("td", {}, valueAt(points, number)))));
    const heads = plot.lines.map(({ seat }) => h("th", { scope: "col" }, this.#name(seat)));
    return h("div", { class: "plot-table", tabindex: 0, role: "region", "aria-label": `${plot.name} by turn` },
      h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "At"), ...heads)), h("tbody", {}, ...rows)));
  }
}

/** @param {[number, number][]} points @param {number} number @returns {string} */
function valueAt(points, number) {
  const before = points.filter(([at]) => at <= number);
  return before.length ? String(before[before.length - 1][1]) : "–";
}

/** @param {string} words */
const capital = (words) => words[0].toUpperCase() + words.slice(1);
