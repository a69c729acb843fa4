// What the page of an event shows: standings, crosstable, ratings, decisions, luck, and one entrant.

import { h } from "./dom.js";
import { correctionLine, ownMatches } from "./event_matches.js";
import { advantages, historyPlot, scaleOf, whisker } from "./event_plots.js";
import { TIE_BREAKS, count, points, reach, sideName, time, whole } from "./event_words.js";

/**
 * @typedef {import("./event_source.js").Overview} Overview
 * @typedef {import("./event_source.js").Standing} Standing
 * @typedef {import("./event_page.js").EventNames} EventNames
 */

/** @param {Overview} overview @param {EventNames} names */
export function standingsView(overview, names) {
  const { standings, progress } = overview;
  const ratings = standings.flatMap(({ rating }) => (rating ? [rating] : []));
  const scale = ratings.length ? scaleOf(ratings) : null;
  const sides = [...new Set(standings.flatMap(({ sides }) => sides.map(([side]) => side)))].sort();
  const heads = ["Rank", "Entrant", "Points", "Played", "Won", ...sides.map(sideName), "Rating", "", "Faults", "Notes"];
  const begun = progress.counted > 0;
  const table = h("div", { class: "scrolls", tabindex: 0, role: "region", "aria-label": "Standings" },
    h("table", { class: "standings" },
      h("thead", {}, h("tr", {}, ...heads.map((head) => (head ? h("th", { scope: "col" }, head) : h("th", { scope: "col", class: "picture" }, h("span", { class: "visually-hidden" }, "Interval")))))),
      h("tbody", {}, ...standings.map((line) => standingRow(line, sides, scale, begun, overview, names)))));
  return h("section", {}, h("h2", {}, progress.phase === "finished" ? "Final standings" : "Standings"), begun ? null : emptyNote(overview), duelNote(overview), table, howRanked(overview));
}

/** @param {Standing} line @param {string[]} sides @param {{low: number, high: number} | null} scale @param {boolean} begun @param {Overview} overview @param {EventNames} names */
function standingRow(line, sides, scale, begun, overview, names) {
  const bySide = new Map(line.sides.map(([side, played, won]) => [side, `${won} of ${played}`]));
  const byes = overview.byes[line.entrant];
  const notes = [...line.notes, byes ? count(byes, "bye") : "", line.penalties ? (line.penalties === 1 ? "1 penalty" : `${line.penalties} penalties`) : ""].filter(Boolean);
  return h("tr", { "data-key": line.entrant, class: line.notes.includes("withdrawn") || line.notes.includes("expelled") ? "gone" : undefined },
    h("td", { class: "rank" }, begun ? line.rank : "–"), h("th", { scope: "row" }, names.link(line.entrant), names.version(line.entrant)),
    h("td", { class: "points" }, points(line.points)), h("td", {}, line.played), h("td", {}, line.won), ...sides.map((side) => h("td", {}, bySide.get(side) ?? "–")),
    h("td", { class: "rating" }, line.rating ? whole(line.rating[0]) : "–", line.rating ? h("span", { class: "reach" }, reach(line.rating)) : null),
    h("td", { class: "picture" }, line.rating && scale ? whisker(line.rating, scale) : null),
    h("td", {}, line.faults || "–"), h("td", { class: "notes" }, notes.join(", ")));
}

/** @param {Overview} overview */
function emptyNote({ progress, is_duplicate: isDuplicate }) {
  if (progress.phase === "opened") return h("p", { class: "empty" }, "The event has not begun. The first pairings appear here when it does.");
  const when = isDuplicate ? "A result counts when its deal has been played in all seatings." : "Results appear here as matches end.";
  return h("p", { class: "empty" }, progress.done ? `${count(progress.done, "match")} played, none to be shown yet. ${when}` : `No match is over yet. ${when}`);
}

/** @param {Overview} overview */
function duelNote({ duel }) {
  if (!duel) return null;
  return h("p", {}, `Sequential test after ${count(duel.blocks, "deal")}: ${duel.decision}. Its log-likelihood ratio is ${duel.ratio.toFixed(2)}; the test ends at ${duel.lower.toFixed(2)} or ${duel.upper.toFixed(2)}.`);
}

/** @param {Overview} overview */
function howRanked({ points: kind, tie_breaks: ties, format, is_duplicate: isDuplicate }) {
  const given = kind === "wins" ? "The winner of a match gets a point, and winners who are no side share it." : "The first of a match gets a point, the last none, and those between them in equal steps.";
  const ranked = format === "knockout" ? "Who reached a later round is ahead, then " : "Ranks follow ";
  const blocks = isDuplicate ? " A result counts when its deal has been played in all seatings, so that nobody learns from it what others are about to be dealt." : "";
  return h("p", { class: "hint" }, `${given} ${ranked}the mean points of a match, then ${ties.map((each) => TIE_BREAKS[each] ?? each).join(", then ")}. Ratings are on Elo’s scale, with 95 % intervals.${blocks}`);
}

/** @param {import("./event_source.js").Crosstable | null} crosstable @param {EventNames} names */
export function crosstableView(crosstable, names) {
  if (crosstable === null) return h("section", {}, h("h2", {}, "Crosstable"), h("p", { class: "empty" }, "There are too many entrants for a crosstable. The page of each entrant lists its opponents."));
  const heads = crosstable.order.map((entrant, nth) => h("th", { scope: "col", "data-key": entrant, title: names.of(entrant) }, h("span", { "aria-hidden": "true" }, nth + 1), h("span", { class: "visually-hidden" }, `against ${names.of(entrant)}`)));
  const rows = crosstable.order.map((entrant, nth) => h("tr", { "data-key": entrant }, h("th", { scope: "row" }, h("span", { class: "number" }, `${nth + 1} `), names.link(entrant)),
    ...crosstable.rows[nth].map((cell, column) => h("td", { "data-key": crosstable.order[column], class: cell ? undefined : "self" }, ...(cell ? (cell[1] ? [h("b", {}, points(cell[0])), h("span", { class: "of" }, ` of ${cell[1]}`)] : ["·"]) : [h("span", { class: "visually-hidden" }, "itself"), "×"])))));
  return h("section", {}, h("h2", {}, "Crosstable"), h("div", { class: "scrolls", tabindex: 0, role: "region", "aria-label": "Crosstable" },
    h("table", { class: "crosstable" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Entrant"), ...heads)), h("tbody", {}, ...rows))),
  h("p", { class: "hint" }, "Each cell: the points of the entrant of the row in its matches with the entrant of the column, and their number. A dot: they have not met."));
}

/** @param {import("./event_source.js").Ratings} ratings @param {EventNames} names */
export function ratingsView(ratings, names) {
  const lines = ratings.history.map(({ entrant, ratings: each }) => ({ name: names.of(entrant), ratings: each }));
  const parts = [];
  if (ratings.seats.length) parts.push(advantages("Advantage of each seat, in rating points", "Seat", ratings.seats, (seat) => `Seat ${seat}`));
  if (ratings.sides.length) parts.push(advantages("Advantage of each side, in rating points", "Side", ratings.sides, sideName));
  if (ratings.by_side.length) parts.push(bySide(ratings.by_side, names));
  return h("section", {}, h("h2", {}, "Ratings"), historyPlot("Ratings", ratings.after, lines), ...parts,
    lines.length ? h("p", { class: "hint" }, "One fit over all results whose deals are over: the strength of each entrant, with the advantages of seats and sides. The intervals come from drawing whole deals again and again, because the matches of a deal are not independent.") : null);
}

/** @param {import("./event_source.js").NamedRating[]} rows @param {EventNames} names */
function bySide(rows, names) {
  return h("section", {}, h("h3", {}, "Rating on each side"), h("div", { class: "scrolls", tabindex: 0, role: "region", "aria-label": "Rating on each side" }, h("table", {}, h("thead", {}, h("tr", {}, ...["Entrant", "Side", "Rating", "95 % interval"].map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", {}, ...rows.map(([side, value, low, high, entrant]) => h("tr", { "data-key": `${entrant}/${side}` }, h("th", { scope: "row" }, names.link(entrant)), h("td", {}, sideName(side)), h("td", {}, whole(value)), h("td", {}, `${whole(low)} to ${whole(high)}`)))))));
}

/** @param {import("./event_source.js").Decisions} found @param {EventNames} names */
export function decisionsView(found, names) {
  const corrected = found.corrections.length ? [h("h3", {}, "Corrected results"), h("ul", { class: "decisions" }, ...found.corrections.map(correctionLine))] : [];
  const withheld = found.withheld ? h("p", {}, `Disputes, rulings or corrections of deals that are still being played: ${found.withheld}. They are shown when the deals are over.`) : null;
  const others = found.decisions.filter(({ kind }) => kind !== "corrected");
  const nothing = !others.length && !corrected.length && !withheld ? h("p", { class: "empty" }, "No official has decided anything so far.") : null;
  return h("section", {}, h("h2", {}, "Decisions"), nothing, withheld, ...corrected, others.length && corrected.length ? h("h3", {}, "Other decisions") : null, decisionList(others, names));
}

/** @param {import("./event_source.js").Decision[]} decisions @param {EventNames} names */
function decisionList(decisions, names) {
  if (!decisions.length) return null;
  return h("ul", { class: "decisions" }, ...decisions.map((each) => {
    const about = each.entrant >= 0 ? [names.link(each.entrant), `: ${each.what}`] : each.match ? [h("a", { href: `#round=${each.round}` }, `Match ${each.match}`), `: ${each.what}`] : [each.what.replace(/^./, (first) => first.toUpperCase())];
    return h("li", { "data-key": `${each.at}/${each.kind}/${each.entrant}/${each.match}` }, h("p", {}, ...about, ` · ${time(each.at)} · by ${each.by}`), each.reason ? h("p", { class: "hint" }, each.reason) : null);
  }));
}

/** @param {import("./event_source.js").LuckReport} luck @param {EventNames} names */
export function luckView(luck, names) {
  const given = luck.entropy.length ? h("ul", { class: "decisions" }, ...luck.entropy.map(({ entrant, commitment, entropy }) =>
    h("li", { "data-key": entrant }, h("p", {}, names.link(entrant), luck.is_settled ? (entropy ? " revealed" : " did not reveal its part, which does not count") : " has committed"), h("p", { class: "hash" }, `commitment ${commitment}`), entropy ? h("p", { class: "hash" }, `entropy ${entropy}`) : null)))
    : h("p", { class: "hint" }, luck.is_settled ? "No entrant contributed to the luck." : "No entrant has committed to a part of the luck yet.");
  const secret = luck.secret ? [h("p", {}, "The event is over, so the arena’s part is public:"), h("p", { class: "hash" }, luck.secret), h("p", {}, "To check every deal, export the log and the replays, and run ", h("code", {}, "python3 replays/check_draws.py EVENT.jsonl *.replay"), ".")]
    : [h("p", {}, luck.is_practice ? "This is a practice event: its seed is in the event file, so whoever has the file knows all deals." : "The arena’s part is revealed when the event is over. Until then, nobody can know a deal that is still to be played.")];
  return h("section", {}, h("h2", {}, "Luck"), h("p", {}, "The deals follow from a seed that nobody has chosen alone: the arena committed to its part when the event was opened, and entrants may add theirs before the first pairing."),
    h("h3", {}, "The arena’s commitment"), h("p", { class: "hash" }, luck.commitment), ...secret, h("h3", {}, "Entrants"), given);
}

/** @param {import("./event_source.js").EntrantPage} page @param {EventNames} names */
export function entrantView(page, names) {
  const { standing, entrant } = page;
  const about = standing && names.overview.progress.counted ? [`rank ${standing.rank}`, count(standing.played, "match"), `${points(standing.points)} points`, standing.rating ? `rating ${whole(standing.rating[0])} ${reach(standing.rating)}` : "", standing.faults ? count(standing.faults, "fault") : "", ...standing.notes] : standing?.notes ?? [];
  const small = [counts("By seat", "Seat", page.seats.map(([seat, ...rest]) => [`Seat ${seat}`, ...rest])), page.sides.length ? counts("By side", "Side", page.sides.map(([side, ...rest]) => [sideName(side), ...rest])) : null, opponents(page, names)];
  return h("section", {}, h("h2", {}, names.of(entrant), names.version(entrant)), h("p", {}, about.filter(Boolean).join(" · ")),
    page.byes.length ? h("p", {}, `Bye in round ${page.byes.join(", ")}.`) : null, historyPlot("Rating", page.after, [{ name: names.of(entrant), ratings: page.history }]),
    page.seats.length ? h("div", { class: "small-tables" }, ...small) : null,
    page.by_side.length ? h("p", { class: "hint" }, `Rating by side: ${page.by_side.map(([side, value, low, high]) => `${sideName(side)} ${whole(value)} (${whole(low)} to ${whole(high)})`).join(", ")}.`) : null,
    page.decisions.length ? h("section", {}, h("h3", {}, "Decisions"), decisionList(page.decisions, names)) : null, h("h3", {}, "Matches"), ownMatches(page.matches, entrant, names));
}

/** @param {string} title @param {string} head @param {[string, number, number, number][]} rows */
function counts(title, head, rows) {
  return h("section", {}, h("h3", {}, title), h("table", {}, h("thead", {}, h("tr", {}, ...[head, "Played", "Won", "Points"].map((each) => h("th", { scope: "col" }, each)))),
    h("tbody", {}, ...rows.map(([name, played, won, made]) => h("tr", { "data-key": name }, h("th", { scope: "row" }, name), h("td", {}, played), h("td", {}, won), h("td", {}, points(made)))))));
}

/** @param {import("./event_source.js").EntrantPage} page @param {EventNames} names */
function opponents(page, names) {
  return h("section", {}, h("h3", {}, "By opponent"), h("table", {}, h("thead", {}, h("tr", {}, ...["With", "Matches", "Points"].map((each) => h("th", { scope: "col" }, each)))),
    h("tbody", {}, ...page.opponents.map(([other, made, matches]) => h("tr", { "data-key": other }, h("th", { scope: "row" }, names.link(other)), h("td", {}, matches), h("td", {}, points(made)))))));
}
