// Numbers, times and names of an event in words.

/** @param {number} points a mean or a sum, with at most two decimals @returns {string} */
export const points = (points) => String(Math.round(points * 100) / 100);

/** @param {number} number */
export const whole = (number) => String(Math.round(number));

/** @param {import("./event_source.js").Rating} rating */
export const reach = ([value, , high]) => `± ${Math.round(high - value)}`;

/** A difference in rating, always with its sign. @param {number} value */
export const signed = (value) => (Math.round(value) > 0 ? `+${Math.round(value)}` : Math.round(value) < 0 ? `−${Math.round(-value)}` : "0");

/** @param {number} number @param {string} thing */
export const count = (number, thing) => `${number} ${thing}${number === 1 ? "" : thing.endsWith("ch") || thing.endsWith("s") ? "es" : "s"}`;

/** @param {number} at milliseconds since the Unix epoch */
export const time = (at) => new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });

/** How long something takes, roughly. @param {number} seconds */
export function duration(seconds) {
  if (seconds < 50) return "less than a minute";
  const minutes = Math.round(seconds / 60);
  if (minutes < 100) return `about ${count(minutes, "minute")}`;
  const hours = Math.round(minutes / 60);
  return `about ${hours < 48 ? count(hours, "hour") : count(Math.round(hours / 24), "day")}`;
}

const ENDINGS = ["th", "st", "nd", "rd"];

/** @param {number} place */
export function ordinal(place) {
  const last = place % 100;
  return `${place}${last > 10 && last < 14 ? "th" : ENDINGS[last % 10] ?? "th"}`;
}

/** The kinds of results that a reader must be told; a match that was played to its end needs no word. @type {Record<string, string>} */
export const KINDS = { crash: "failed", time: "ran out of time", walkover: "walkover", withdrawn: "withdrawn", no_show: "no-show", ruling: "ruling" };

/** @type {Record<string, string>} */
export const FORMATS = { league: "league", pods: "Swiss rounds", gauntlet: "gauntlet", knockout: "knockout", ladder: "ladder", duel: "duel" };

/** @type {Record<string, string>} */
export const TIE_BREAKS = { wins: "won matches", opponents: "the points of the opponents", direct: "the matches against each other", rating: "the rating", draw: "lots" };

/** @param {string} side a side of a game, as the rules name it */
export const sideName = (side) => side.replace(/_/g, " ").replace(/^./, (first) => first.toUpperCase());
