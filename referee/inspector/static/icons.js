// Icons of buttons, in a box of 16 × 16.

import { s } from "./dom.js";

const PATHS = {
  previousTurn: "M3 3v10M13 3L6 8l7 5z",
  previous: "M11 3L4 8l7 5z",
  play: "M4 2.5v11L13 8z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  next: "M5 3l7 5-7 5z",
  nextTurn: "M13 3v10M3 3l7 5-7 5z",
  auto: "M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12",
  light: "M8 5a3 3 0 1 0 .01 0zM8 .8v1.6M8 13.6v1.6M.8 8h1.6M13.6 8h1.6M2.9 2.9L4 4M12 12l1.1 1.1M13.1 2.9L12 4M4 12l-1.1 1.1",
  dark: "M13.5 9.8A6 6 0 1 1 6.2 2.5a5 5 0 0 0 7.3 7.3z",
};

/** @param {keyof typeof PATHS} name @returns {SVGElement} */
export function icon(name) {
  const d = PATHS[name];
  const half = name === "auto" ? s("path", { d: "M8 2a6 6 0 0 1 0 12", class: "half" }) : null;
  return s("svg", { class: "icon-drawing", viewBox: "0 0 16 16", "aria-hidden": "true" }, s("path", { d }), half);
}
