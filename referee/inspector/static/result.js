// The result of a match, which a reader who follows the match does not want to know yet.

import { h } from "./dom.js";

/** Where the list of matches remembers that results are to be shown. */
const SHOWN = "results";

/** Return the result that counts, then those that were corrected. @param {string} result @param {string[]} [earlier] @returns {(string | HTMLElement)[]} */
export const resultParts = (result, earlier = []) => [result, ...earlier.map((each) => h("span", { class: "corrected" }, ` Corrected: ${each}`))];

/**
 * Make the line with the way back to the list, if any, and the result: hidden until the reader asks or is at the end.
 * @param {{result: string, is_over: boolean, earlier_results?: string[]}} summary @param {HTMLElement | null} back
 * @param {string} name of the match in the list
 * @returns {{root: HTMLElement, move: (isEnd: boolean) => void}}
 */
export function resultLine({ result, is_over: isOver, earlier_results: earlier }, back, name = "") {
  const line = h("span", {});
  const root = h("p", { class: "result" }, back, name ? h("span", { class: "match-name" }, name) : null, line);
  const show = () => line.replaceChildren(...resultParts(result, earlier));
  const ask = h("button", { type: "button", class: "reveal", onclick: show }, "Show the result");
  if (!isOver || localStorage.getItem(SHOWN) === "shown") show();
  else line.append(ask);
  return { root, move: (isEnd) => isEnd && ask.isConnected && show() };
}
