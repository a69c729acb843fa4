// A board for any game: the elements as words, grouped by where they are. The page also shows it as a list.

import { fill, h } from "../dom.js";
import { inEdition, SOFT_HYPHEN, withPlayers } from "./names.js";

/**
 * @typedef {import("../source.js").Picture} Picture
 * @typedef {{svg: globalThis.Element, draw: (picture: Picture, changed: Iterable<string>) => void,
 *   redraw: () => void, handOf?: (seat: number) => globalThis.Element}} Board
 */

/** Make a board. Nodes are kept as long as their elements are there. @param {string[]} players @returns {Board} */
export function board(players) {
  const root = h("div", { class: "plain-board" });
  /** @type {Map<string, HTMLElement>} */
  const groups = new Map();
  /** @type {Map<string, HTMLElement>} */
  const things = new Map();

  /** @param {string} at */
  function group(at) {
    let found = groups.get(at);
    if (found === undefined) {
      found = h("ul", { "aria-label": withPlayers(title(at), players) });
      groups.set(at, found);
      const names = [...groups.keys()].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
      const next = groups.get(names[names.indexOf(at) + 1])?.parentElement ?? null;
      root.insertBefore(h("section", {}, h("h3", {}, withPlayers(title(at), players)), found), next);
    }
    return found;
  }

  /** @type {{picture: Picture, changed: Iterable<string>}} */
  let last = { picture: new Map(), changed: [] };

  /** @param {Picture} picture @param {Iterable<string>} changed */
  function draw(picture, changed) {
    last = { picture, changed };
    for (const [key, thing] of things) {
      if (!picture.has(key)) {
        thing.remove();
        things.delete(key);
      }
    }
    const marked = new Set(changed);
    for (const [key, element] of picture) {
      let thing = things.get(key);
      if (thing === undefined) {
        thing = h("li", {}, h("button", { type: "button", "data-key": key }));
        things.set(key, thing);
      }
      const home = group(element.at ?? "");
      if (thing.parentElement !== home) home.append(thing);
      const button = /** @type {HTMLElement} */ (thing.firstElementChild);
      const parts = inEdition(withPlayers(element.name, players)).map(({ text, lang }) => ({ text: text.replaceAll(SOFT_HYPHEN, ""), lang }));
      if (button.textContent !== parts.map(({ text }) => text).join("")) {
        fill(button, ...parts.map(({ text, lang }) => (lang ? h("span", { lang }, text) : text)));
      }
      thing.classList.toggle("changed", marked.has(key));
    }
    for (const list of groups.values()) {
      /** @type {HTMLElement} */ (list.parentElement).hidden = list.childElementCount === 0;
    }
  }

  return { svg: root, draw, redraw: () => draw(last.picture, last.changed) };
}

/** @param {string} at @returns {string} a place as a heading: "seat/1/lords" becomes "Seat 1, lords" */
export function title(at) {
  const words = at.replaceAll("_", " ").replace(/\/(\d+)(?=\/|$)/g, " $1").replaceAll("/", ", ");
  return words ? words[0].toUpperCase() + words.slice(1) : "Table";
}
