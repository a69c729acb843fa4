// The timeline: turns and phases as bands, marks above them, and a slider.

import { h, s } from "./dom.js";
import { legend, MARKS, SHOWN } from "./marks.js";

/**
 * @typedef {import("./feed.js").Feed} Feed
 * @typedef {{root: HTMLElement, show: (feed: Feed) => void, move: (number: number) => void,
 *   find: (numbers: number[]) => void}} Timeline
 */

/** Number of places per cent of the timeline that can be told apart. */
const SLOTS = 5;

/** @param {(number: number) => void} go @returns {Timeline} */
export function timeline(go) {
  const slider = h("input", { type: "range", min: 1, step: 1, "aria-label": "Moment" });
  slider.addEventListener("input", () => go(Number(slider.value)));
  // Keys that step, such as the arrows, belong to the page.
  slider.addEventListener("keydown", (event) => {
    if (/^(Arrow|Home|End|Page)/.test(event.key)) event.preventDefault();
  });
  const bands = s("svg", { class: "bands", "aria-hidden": "true", preserveAspectRatio: "none" });
  const marks = s("svg", { class: "marks", "aria-hidden": "true" });
  const found = s("svg", { class: "found", "aria-hidden": "true" });
  const names = h("div", { class: "mark-names" });
  const cursor = h("div", { class: "cursor", "aria-hidden": "true" });
  const track = h("div", { class: "track" }, marks, bands, found, cursor, slider);
  const root = h("div", { class: "timeline" }, track, names);
  /** @type {Feed | null} */
  let shown = null;

  /** @param {number} number */
  const place = (number) => (shown === null || shown.last < 2 ? 0 : ((number - 1) / (shown.last - 1)) * 100);

  /** Show the facts of a viewer. @param {Feed} feed */
  function show(feed) {
    shown = feed;
    slider.max = String(Math.max(1, feed.last));
    bands.replaceChildren(...turnBands(feed, place), ...phaseBands(feed, place));
    const drawn = [...feed.facts.flatMap((fact) => (fact.marks ?? []).map((mark) => ({ mark, number: fact.number })))];
    drawn.push(...feed.moments.cases.map(({ fact }) => ({ mark: "case", number: fact })));
    drawn.push(...feed.moments.refusals.map(({ fact }) => ({ mark: "refusal", number: fact })));
    drawn.push(...feed.moments.notes.map(({ mark, fact }) => ({ mark, number: fact })));
    const kept = thinned(drawn.filter(({ mark }) => mark in MARKS), place);
    /** @type {Map<string, number>} */
    const taken = new Map();
    marks.replaceChildren(
      ...kept.map(({ mark, number }) => {
        const row = SHOWN.indexOf(mark) % 2;
        // Marks of one fact in one row stand next to each other.
        const before = taken.get(`${number}/${row}`) ?? 0;
        taken.set(`${number}/${row}`, before + 1);
        return s("svg", { x: `${place(number)}%`, y: row ? 8 : 0, width: 7, height: 7, viewBox: "0 0 10 10", class: `mark-${mark}` },
          s("path", { d: MARKS[mark].path, transform: `translate(${before * 11 - 5} 0)` }));
      }),
    );
    names.replaceChildren(legend(SHOWN.filter((mark) => kept.some((each) => each.mark === mark))));
    find([]);
  }

  /** @param {number} number */
  function move(number) {
    slider.value = String(number);
    const fact = shown?.fact(number);
    slider.setAttribute("aria-valuetext", fact ? `fact ${shown?.momentOf(number)}, turn ${fact.turn}: ${fact.sentence}` : "");
    cursor.style.left = `${place(number)}%`;
  }

  /** Show where a search found something. @param {number[]} numbers */
  function find(numbers) {
    found.replaceChildren(...numbers.map((number) => s("rect", { x: `${place(number)}%`, width: 1.5, height: 4 })));
  }

  return { root, show, move, find };
}

/**
 * Leave out marks that would hide each other: in a long match, thousands of them share a few hundred pixels.
 * @param {{mark: string, number: number}[]} marks @param {(number: number) => number} place
 */
function thinned(marks, place) {
  const taken = new Set();
  return marks.filter(({ mark, number }) => {
    const slot = `${mark} ${Math.floor(place(number) * SLOTS)}`;
    return !taken.has(slot) && taken.add(slot);
  });
}

/** @param {Feed} feed @param {(number: number) => number} place */
function turnBands(feed, place) {
  const starts = feed.facts.filter(({ marks }) => marks?.includes("turn"));
  return starts.map((fact, nth) => {
    const end = nth + 1 < starts.length ? starts[nth + 1].number : feed.last;
    const from = place(fact.number);
    return s("rect", { x: `${from}%`, width: `${Math.max(0, place(end) - from)}%`, y: 0, height: 10, class: nth % 2 ? "turn odd" : "turn" });
  });
}

/** Show the second rule of the path, which is the phase of a turn, where it changes. @param {Feed} feed @param {(number: number) => number} place */
function phaseBands(feed, place) {
  const drawn = [];
  let from = 1;
  let nth = 0;
  for (let number = 2; number <= feed.last + 1; number += 1) {
    const last = number > feed.last;
    const left = place(from);
    const right = place(Math.min(number, feed.last));
    // A band that is too narrow to be seen is part of the one after it.
    if (last || (right - left > 1 / SLOTS && phaseOf(feed.fact(number).path) !== phaseOf(feed.fact(from).path))) {
      drawn.push(s("rect", { x: `${left}%`, width: `${Math.max(0, right - left)}%`, y: 11, height: 3, class: `phase phase-${nth % 3}` }));
      from = number;
      nth += 1;
    }
  }
  return drawn;
}

/** @param {string} path */
export const phaseOf = (path) => path.split("/").slice(0, 3).join("/");
