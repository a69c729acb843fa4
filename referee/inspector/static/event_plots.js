// Ratings as pictures: intervals on a common scale, and lines over the rounds. Tables beside them have the numbers.

import { h, s } from "./dom.js";
import { reach, signed, whole } from "./event_words.js";

/**
 * @typedef {import("./event_source.js").Rating} Rating
 * @typedef {import("./event_source.js").NamedRating} NamedRating
 */

const WIDTH = 640;
const HEIGHT = 240;
/** Room for the numbers at the left and the names at the right. */
const LEFT = 44;
const RIGHT = 130;
const BOTTOM = 22;
const LINE = 13;
/** Lines that are drawn at most; more could not be told apart. */
export const MOST_LINES = 8;

/** The range of some ratings, in steps that are easy to read. @param {Rating[]} ratings */
export function scaleOf(ratings) {
  const low = Math.min(...ratings.map(([, each]) => each));
  const high = Math.max(...ratings.map(([, , each]) => each));
  const step = [25, 50, 100, 200, 400, 800].find((each) => (high - low) / each <= 6) ?? 1600;
  return { low: Math.floor(low / step) * step, high: Math.ceil(high / step) * step, step };
}

/** A value and its interval as a line with a dot. The numbers stand beside it. @param {Rating} rating @param {{low: number, high: number}} scale @param {number} [middle] where a thin line stands */
export function whisker([value, low, high], scale, middle) {
  const x = (/** @type {number} */ at) => Math.round(((at - scale.low) / Math.max(1, scale.high - scale.low)) * 1000) / 10;
  return s("svg", { class: "whisker", viewBox: "0 0 100 12", preserveAspectRatio: "none", "aria-hidden": "true" },
    middle === undefined ? null : s("line", { class: "middle", x1: x(middle), x2: x(middle), y1: 0, y2: 12 }),
    s("line", { class: "interval", x1: x(low), x2: x(high), y1: 6, y2: 6 }),
    s("line", { class: "value", x1: x(value), x2: x(value), y1: 2, y2: 10 }));
}

/**
 * Ratings over the rounds, with their table. With one line, its interval is drawn too.
 * @param {string} title @param {number[]} after @param {{name: string, ratings: (Rating | null)[]}[]} lines
 */
export function historyPlot(title, after, lines) {
  const shown = lines.slice(0, MOST_LINES);
  const known = shown.flatMap(({ ratings }) => ratings.filter((each) => each !== null));
  if (!known.length) return h("p", { class: "hint" }, "There are no ratings yet.");
  const isAlone = shown.length === 1;
  const scale = scaleOf(isAlone ? known : known.map(([value]) => [value, value, value]));
  const last = after.length - 1;
  const x = (/** @type {number} */ nth) => LEFT + (last ? (nth / last) * (WIDTH - LEFT - RIGHT) : (WIDTH - LEFT - RIGHT) / 2);
  const y = (/** @type {number} */ value) => 8 + ((scale.high - value) / Math.max(1, scale.high - scale.low)) * (HEIGHT - BOTTOM - 8);
  const drawing = s("svg", { class: "history", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `${title}; the table below has the numbers` },
    ...ticks(scale).map((value) => s("g", { class: "tick" }, s("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }), s("text", { x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, value))),
    ...roundTicks(after).map((nth) => s("text", { class: "tick", x: x(nth), y: HEIGHT - 4, "text-anchor": "middle" }, after[nth])),
    isAlone ? s("path", { class: "band", d: band(shown[0].ratings, x, y) }) : null,
    ...shown.map(({ ratings }, nth) => s("g", { class: `of-line line-${nth}` }, s("path", { d: path(ratings, x, y) }),
      ...ratings.map((each, at) => (each && (after.length < 13 || at === last) ? s("circle", { cx: x(at), cy: y(each[0]), r: 2.6 }) : null)))),
    ...endLabels(shown, last, x, y));
  return h("figure", { class: "plot" }, h("figcaption", {}, title, h("span", { class: "hint" }, " after each round")), drawing,
    lines.length > shown.length ? h("p", { class: "hint" }, `The picture shows the first ${MOST_LINES}; the table has all.`) : null,
    h("details", {}, h("summary", {}, "As a table"), historyTable(title, after, lines)));
}

/** @param {{low: number, high: number, step: number}} scale */
function ticks({ low, high, step }) {
  return Array.from({ length: Math.round((high - low) / step) + 1 }, (_, nth) => low + nth * step);
}

/** The rounds that are written below the picture. @param {number[]} after */
function roundTicks(after) {
  const every = Math.ceil(after.length / 12);
  return after.map((_, nth) => nth).filter((nth) => nth % every === 0 || nth === after.length - 1);
}

/** @param {(Rating | null)[]} ratings @param {(nth: number) => number} x @param {(value: number) => number} y */
function path(ratings, x, y) {
  return ratings.map((each, nth) => (each ? `${nth && ratings[nth - 1] ? "L" : "M"}${x(nth).toFixed(1)} ${y(each[0]).toFixed(1)}` : "")).join("");
}

/** @param {(Rating | null)[]} ratings @param {(nth: number) => number} x @param {(value: number) => number} y */
function band(ratings, x, y) {
  const there = ratings.flatMap((each, nth) => (each ? [`${x(nth).toFixed(1)} ${y(each[2]).toFixed(1)}`] : []));
  const back = ratings.flatMap((each, nth) => (each ? [`${x(nth).toFixed(1)} ${y(each[1]).toFixed(1)}`] : [])).reverse();
  return `M${[...there, ...back].join("L")}Z`;
}

/** Names at the ends of the lines, moved apart. @param {{name: string, ratings: (Rating | null)[]}[]} lines @param {number} last @param {(nth: number) => number} x @param {(value: number) => number} y */
function endLabels(lines, last, x, y) {
  const labels = lines.flatMap(({ name, ratings }, nth) => {
    const end = ratings[last];
    return end ? [{ name, nth, value: end[0], at: y(end[0]) }] : [];
  }).sort((one, other) => one.at - other.at);
  labels.forEach((label, nth) => {
    if (nth) label.at = Math.max(label.at, labels[nth - 1].at + LINE);
  });
  const beyond = labels.length ? Math.max(0, labels[labels.length - 1].at - (HEIGHT - BOTTOM)) : 0;
  return labels.map(({ name, nth, value, at }) => s("text", { class: `end line-${nth}`, x: x(last) + 8, y: at + 4 - beyond }, `${name.length > 13 ? `${name.slice(0, 12)}…` : name} ${whole(value)}`));
}

/** @param {string} title @param {number[]} after @param {{name: string, ratings: (Rating | null)[]}[]} lines */
function historyTable(title, after, lines) {
  const cell = (/** @type {Rating | null} */ rating) => h("td", {}, rating ? `${whole(rating[0])} ${reach(rating)}` : "–");
  return h("div", { class: "scrolls", tabindex: 0, role: "region", "aria-label": `${title}, as a table` },
    h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "After round"), ...lines.map(({ name }) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, ...after.map((round, nth) => h("tr", { "data-key": round }, h("th", { scope: "row" }, round), ...lines.map(({ ratings }) => cell(ratings[nth])))))));
}

/** Advantages with their intervals. @param {string} title @param {string} head @param {NamedRating[]} rows @param {(name: string) => string} called */
export function advantages(title, head, rows, called) {
  const scale = scaleOf([...rows.map(([, value, low, high]) => /** @type {Rating} */ ([value, low, high])), [0, 0, 0]]);
  return h("section", { class: "advantages" }, h("h3", {}, title), h("div", { class: "scrolls", tabindex: 0, role: "region", "aria-label": title },
    h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, head), h("th", { scope: "col" }, "Advantage"), h("th", { scope: "col" }, "95 % interval"), h("th", { scope: "col", class: "picture" }, h("span", { class: "visually-hidden" }, "Picture")))),
      h("tbody", {}, ...rows.map(([name, value, low, high]) => h("tr", { "data-key": name }, h("th", { scope: "row" }, called(name)), h("td", {}, signed(value)), h("td", {}, `${signed(low)} to ${signed(high)}`), h("td", { class: "picture" }, whisker([value, low, high], scale, 0))))))));
}
