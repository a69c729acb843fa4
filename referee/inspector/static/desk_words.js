// A match of the desk in a few words.

import { h } from "./dom.js";

/**
 * @typedef {{id: string, game: string, title: string, status: string, names: string[], asked: string[] | null, clock: string,
 *   open_cases: number, cases: number, looks: number, is_frozen: boolean, is_paused: boolean,
 *   has_result: boolean}} DeskMatch
 */

/** @param {number} number @param {string} thing */
const count = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`;

/** What a list says about a match in a few words. @param {DeskMatch} match */
export function tags(match) {
  return h("span", { class: "tags" },
    h("span", { class: match.is_frozen || match.is_paused ? "tag held" : "tag" }, match.status),
    match.is_frozen && match.is_paused ? h("span", { class: "tag held" }, match.status === "frozen" ? "paused" : "frozen") : null,
    match.open_cases ? h("span", { class: "tag alert" }, count(match.open_cases, "open case")) : null,
    match.looks ? h("span", { class: "tag" }, count(match.looks, "look")) : null);
}

/** Whom the table waits for. @param {DeskMatch} match */
export function asked(match) {
  if (match.asked === null) return "not shown without a look";
  return match.asked.length ? match.asked.join(", ") : "nobody";
}
