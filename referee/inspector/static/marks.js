// Marks: what stands out on the timeline. Each has a shape of its own, so that none depends on its colour.

import { h, s } from "./dom.js";

/** @type {Record<string, {name: string, path: string}>} shapes in a box of 10 × 10 */
export const MARKS = {
  die: { name: "Die rolls", path: "M1.5 1.5h7v7h-7z" },
  test: { name: "Tests", path: "M5 .5L9.5 5 5 9.5.5 5z" },
  reveal: { name: "Reveals", path: "M5 1a4 4 0 1 0 .01 0z" },
  talk: { name: "Talk", path: "M.5 1h9v6H5L2.5 9.5V7h-2z" },
  time_out: { name: "Time-outs", path: "M1 1h8L5 5l4 4H1l4-4z" },
  refusal: { name: "Refusals", path: "M1.2 0L5 3.8 8.8 0 10 1.2 6.2 5 10 8.8 8.8 10 5 6.2 1.2 10 0 8.8 3.8 5 0 1.2z" },
  case: { name: "Cases", path: "M2 .5h1.2v.8H9L7.5 3.7 9 6H3.2v3.5H2z" },
  ruling: { name: "Rulings", path: "M1 8.4h8V10H1zM4.2 0h1.6v2.2H9v3H5.8v2.6H4.2V5.2H1v-3h3.2z" },
  appeal: { name: "Appeals", path: "M5 0l4.5 4.5H6.3V10H3.7V4.5H.5z" },
  trial: { name: "Trials", path: "M3 0h4v1.2L6.4 1.5v3L9.6 10H.4l3.2-5.5v-3L3 1.2z" },
  look: { name: "Looks", path: "M0 5C1.3 3 3 2 5 2s3.7 1 5 3c-1.3 2-3 3-5 3S1.3 7 0 5zm5-1.6a1.6 1.6 0 1 0 .01 0z" },
  pause: { name: "Pauses", path: "M2 .5h2.2v9H2zM5.8.5H8v9H5.8z" },
  extension: { name: "More time", path: "M4 .5h2V4h3.5v2H6v3.5H4V6H.5V4H4z" },
  end: { name: "End", path: "M1 3.5h8v3H1z" },
};

/** The marks that have a place on the timeline and a filter; turns are drawn as bands. */
export const SHOWN = Object.keys(MARKS);

/** @param {string} mark @returns {globalThis.Element} */
export function glyph(mark) {
  return s("svg", { class: `glyph mark-${mark}`, viewBox: "0 0 10 10", "aria-hidden": "true" }, s("path", { d: MARKS[mark].path }));
}

/** @param {string[]} present the marks of a match @returns {HTMLElement} */
export function legend(present) {
  const items = present.map((mark) => h("li", {}, glyph(mark), MARKS[mark].name));
  return h("ul", { class: "legend", "aria-label": "Marks on the timeline" }, ...items);
}
