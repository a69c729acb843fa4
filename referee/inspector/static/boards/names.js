// Names of things in the language of an edition. Sentences stay English; only the names in them are exchanged.

/** @typedef {{text: string, lang?: string}} Part */

let lang = "";
/** @type {Record<string, string>} */
let printed = {};
/** @type {RegExp | null} */
let pattern = null;
let single = /^$/gu;

/**
 * Use the names of an edition from now on.
 * @param {string} edition the code of its language @param {Record<string, string>} names ours, with those of the edition
 * @param {string[]} players who may be called like a thing, and keep their names
 */
export function useNames(edition, names, players) {
  lang = edition;
  printed = names;
  const kept = new Set(players.flatMap((player) => player.split(/\s+/)));
  // The longest name first, so that a Wooden Bridge is not a Bridge.
  const all = Object.keys(names).filter((name) => !kept.has(name)).sort((one, other) => other.length - one.length);
  const name = `(?:${all.map((each) => each.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})(?!\\p{L})`;
  single = new RegExp(name, "gu");
  // Whole words, and nothing of a longer name that is not known: of “Deep One Feint”, no part is exchanged.
  pattern = all.length ? new RegExp(`(?<!\\p{L}|\\p{Lu}[\\p{L}'’-]* )${name}(?: ${name})*(?! \\p{Lu})`, "gu") : null;
}

/** @param {string} text @returns {Part[]} the text with the names of the edition, which say their language */
export function inEdition(text) {
  if (pattern === null) return [{ text }];
  /** @type {Part[]} */
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(pattern)) {
    if (found.index > from) parts.push({ text: text.slice(from, found.index) });
    parts.push({ text: found[0].replace(single, (ours) => printed[ours][0].toUpperCase() + printed[ours].slice(1)), lang });
    from = found.index + found[0].length;
  }
  if (from < text.length || !parts.length) parts.push({ text: text.slice(from) });
  return parts;
}

/** @param {string} text @param {string[]} players @returns {string} the text with players in place of the numbers of their seats */
export const withPlayers = (text, players) => text.replace(/\b[Ss]eat (\d+)\b/g, (seat, number) => players[number] || seat);

/** Where a long word may be broken. */
export const SOFT_HYPHEN = "\u00ad";

/** @param {string} text @returns {string} the text with the names of the edition, for a reader who sees no lines */
export const named = (text) => inEdition(text).map((part) => part.text).join("").replaceAll(SOFT_HYPHEN, "");
