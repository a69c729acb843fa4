// The matches of an event: rounds with their pairings, and lists of matches.

import { h } from "./dom.js";
import { KINDS, count, ordinal, points, sideName, time } from "./event_words.js";

/**
 * @typedef {import("./event_source.js").Match} Match
 * @typedef {import("./event_source.js").Round} Round
 * @typedef {import("./event_page.js").EventNames} EventNames
 */

const WITHHELD = "played; shown when its deal is over";

/** @param {Round} round @param {EventNames} names */
export function roundView(round, names) {
  const { rounds } = names.overview;
  const others = rounds.length > 1 ? h("nav", { class: "rounds", "aria-label": "Rounds" }, ...rounds.map((number) =>
    h("a", { href: `#round=${number}`, "aria-current": number === round.round ? "true" : undefined, "data-key": number }, number))) : null;
  const changed = round.by ? h("p", { class: "hint" }, `${round.by} changed these pairings: ${round.reason}`) : null;
  const byes = round.byes.length ? h("p", {}, "Bye: ", ...between(round.byes.map((entrant) => names.link(entrant)))) : null;
  return h("section", {}, h("h2", {}, `Round ${round.round}`), others, changed,
    h("div", { class: "tables" }, ...round.tables.map((table) => tableView(table, names))), byes);
}

/** @param {import("./event_source.js").Table} table @param {EventNames} names */
function tableView(table, names) {
  const most = Math.max(...table.matches.map(({ seating }) => seating.length), 0);
  const heads = Array.from({ length: most }, (_, seat) => h("th", { scope: "col" }, `Seat ${seat}`));
  const deals = new Set(table.matches.map(({ deal }) => deal)).size;
  const about = table.matches.length > 1 ? `${count(table.matches.length, "match")}, ${count(deals, "deal")}` : "";
  return h("article", { class: "round-table", "data-key": table.table },
    h("h3", {}, `Table ${table.table}`, h("span", { class: "at-table" }, ...between(table.entrants.map((entrant) => names.link(entrant)))), h("span", { class: "about" }, about)),
    h("div", { class: "scrolls", tabindex: 0, role: "region", "aria-label": `Matches of table ${table.table}` },
      h("table", { class: "matches" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Match"), ...heads, h("th", { scope: "col" }, "Look"))),
        h("tbody", {}, ...table.matches.map((match) => matchRow(match, most, names))))));
}

/** @param {Match} match @param {number} most @param {EventNames} names @param {number} [own] whose list this is */
function matchRow(match, most, names, own) {
  const cells = Array.from({ length: most }, (_, seat) => (seat < match.seating.length ? seatCell(match, seat, names, own) : h("td", {})));
  return h("tr", { "data-key": match.match, class: match.standing }, h("th", { scope: "row" }, match.match, notes(match)), ...cells, h("td", { class: "look" }, look(match, names)));
}

/** @param {Match} match @param {number} seat @param {EventNames} names @param {number} [own] */
function seatCell(match, seat, names, own) {
  const entrant = match.seating[seat];
  const name = entrant === own ? h("strong", {}, names.of(entrant)) : names.link(entrant);
  const result = match.seats[seat];
  if (!result) return h("td", {}, name);
  const more = [result.score === null ? "" : `score ${result.score}`, result.side && sideName(result.side), KINDS[result.kind] ?? "", result.has_failed ? "the bot failed" : ""];
  const first = result.place === 1;
  const before = match.corrections[0]?.before[seat];
  if (before !== undefined && before !== result.place) more.push(`was ${ordinal(before)}`);
  return h("td", { class: first ? "seat first" : "seat" }, name,
    h("span", { class: "outcome" }, h("b", {}, ordinal(result.place)), ` · ${points(result.points)} pt`),
    h("span", { class: "more" }, more.filter(Boolean).join(", ")));
}

/** What else must be known about a match. @param {Match} match */
function notes(match) {
  const found = [];
  if (match.is_provisional) found.push("provisional");
  if (match.corrections.length) found.push("corrected");
  if (match.failed_attempts) found.push(`${count(match.failed_attempts, "failed attempt")}`);
  return found.length ? h("span", { class: "notes" }, found.join(", ")) : null;
}

/** @param {Match} match @param {EventNames} names */
function look(match, names) {
  if (match.standing === "waiting") return h("span", { class: "hint" }, "not over");
  if (match.standing === "played") return h("span", { class: "hint" }, WITHHELD);
  if (!match.is_kept || !names.hasMatches) return null;
  const address = `/match/${match.match}`;
  const [other] = match.others;
  return h("span", {}, h("a", { href: address, "aria-label": `Open match ${match.match}` }, "Open"), " ",
    other ? h("a", { href: `${address}#compare=table:${other}`, "aria-label": `Compare match ${match.match} with the same deal in match ${other}` }, "Compare") : null);
}

/** The matches of one entrant, newest first. @param {Match[]} matches @param {number} own @param {EventNames} names */
export function ownMatches(matches, own, names) {
  if (!matches.length) return h("p", { class: "hint" }, "No match is scheduled yet.");
  const most = Math.max(...matches.map(({ seating }) => seating.length));
  const heads = Array.from({ length: most }, (_, seat) => h("th", { scope: "col" }, `Seat ${seat}`));
  return h("div", { class: "scrolls", tabindex: 0, role: "region", "aria-label": "Matches" },
    h("table", { class: "matches" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Match"), ...heads, h("th", { scope: "col" }, "Look"))),
      h("tbody", {}, ...matches.map((match) => matchRow(match, most, names, own)))));
}

/** A result that was replaced, with both versions. @param {import("./event_source.js").Correction} correction */
export function correctionLine(correction) {
  const places = (/** @type {number[]} */ given) => (given.length ? given.map(ordinal).join(", ") : "no result");
  return h("li", { "data-key": `${correction.match}/${correction.at}` },
    h("p", {}, h("a", { href: `#round=${correction.round}` }, `Match ${correction.match}`), ` · ${time(correction.at)} · by ${correction.by}`),
    h("p", {}, h("del", {}, places(correction.before)), " → ", h("ins", {}, places(correction.after))),
    h("p", { class: "hint" }, correction.reason));
}

/** @param {(Node | string)[]} parts */
const between = (parts) => parts.flatMap((part, nth) => (nth ? [", ", part] : [part]));
