// What the boards share: SVG nodes, text that fits, and a stage that keeps one node per element of a picture.

import { inEdition, named, SOFT_HYPHEN, withPlayers } from "./names.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {{kind: string, name: string, value?: string | number | null, at?: string, data?: any}} Element
 * @typedef {Map<string, Element>} Picture
 * @typedef {{x: number, y: number, w: number, h: number, plain?: boolean}} Box
 * @typedef {{height: number, boxes: Map<string, Box>, backdrop: () => SVGElement[], look: string, hands: Box[]}} Arrangement
 * @typedef {(element: Element, box: Box, key: string) => (SVGElement | null)[]} Drawing
 * @typedef {{fill?: string[], line?: string[], cut?: string[]}} Shapes
 * @typedef {{title: string, box: Box}} Panel
 */

/** Height of the title of a panel, and how far what is in a panel keeps from its edge. */
export const TITLE = 22;
export const INSET = 10;

/**
 * Make an SVG node.
 * @param {string} tag
 * @param {Record<string, string | number | undefined>} attributes those that are undefined are left out
 * @param {...(SVGElement | string | null)} children
 * @returns {SVGElement}
 */
export function node(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) made.setAttribute(name, String(value));
  }
  for (const child of children) if (child !== null) made.append(child);
  return made;
}

/**
 * @param {number} x @param {number} y @param {number} w @param {number} h
 * @param {string} look the classes @param {number} [round]
 */
export const rect = (x, y, w, h, look, round = 4) =>
  node("rect", { x, y, width: Math.max(w, 0), height: Math.max(h, 0), rx: round, class: look });

/** @param {number} cx @param {number} cy @param {number} r @param {string} look */
export const circle = (cx, cy, r, look) => node("circle", { cx, cy, r, class: look });

/** @param {string} d @param {string} look @param {string} [transform] */
export const path = (d, look, transform) => node("path", { d, class: look, transform });

/**
 * Draw a symbol of a 24 × 24 grid.
 * @param {string} id @param {number} x @param {number} y @param {number} size @param {string} [look]
 */
export const symbol = (id, x, y, size, look = "") =>
  node("use", { href: `#${id}`, x, y, width: size, height: size, class: look });

const LINE = { fill: "none", "stroke-linecap": "round", "stroke-linejoin": "round" };

/**
 * Make the definitions that `symbol` refers to: filled areas and lines in the colour of the text, and lines that are
 * cut out of them in the colour of the ground.
 * @param {string} prefix @param {Record<string, Shapes>} shapes
 */
export function definitions(prefix, shapes) {
  const made = Object.entries(shapes).map(([name, { fill = [], line = [], cut = [] }]) =>
    node(
      "symbol",
      { id: `${prefix}-${name}`, viewBox: "0 0 24 24" },
      // Attributes, because rules with an ancestor do not reach what a `use` copies.
      ...fill.map((d) => node("path", { d, fill: "currentColor", "fill-rule": "evenodd" })),
      ...line.map((d) => node("path", { d, stroke: "currentColor", "stroke-width": 1.9, ...LINE })),
      ...cut.map((d) => node("path", { d, stroke: "var(--cut, transparent)", "stroke-width": 1.5, ...LINE })),
    ),
  );
  return node("defs", {}, ...made);
}

/** The language of lines into which a name of an edition was broken. @type {Map<string, string>} */
const spoken = new Map();

/** @type {CanvasRenderingContext2D | null} */
let ruler = null;
let family = "sans-serif";
/** @type {Map<string, number>} */
const widths = new Map();

/** @param {string} text @param {number} size @param {boolean} bold @returns {number} its width in pixels */
export function widthOf(text, size, bold = false) {
  const key = `${bold ? "b" : ""}${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    ruler ??= document.createElement("canvas").getContext("2d");
    if (ruler === null) return text.length * size * 0.55;
    ruler.font = `${bold ? 700 : 400} 100px ${family}`;
    width = ruler.measureText(text).width / 100;
    widths.set(key, width);
  }
  return width * size;
}

/**
 * Draw one line of text, made smaller and then cut off if it is too wide.
 * @param {string | number} content @param {number} x @param {number} y the baseline @param {number} size
 * @param {{look?: string, bold?: boolean, anchor?: string, width?: number, least?: number}} options
 */
export function label(content, x, y, size, options = {}) {
  const { look = "ink", bold = false, anchor = "start", width = Infinity, least = size * 0.8 } = options;
  const spokenAs = spoken.get(String(content));
  const parts = spokenAs ? [{ text: String(content), lang: spokenAs }] : inEdition(String(content));
  for (const part of parts) part.text = part.text.replaceAll(SOFT_HYPHEN, "");
  const whole = parts.map((part) => part.text).join("");
  let shown = whole;
  let fits = size;
  if (width < Infinity) {
    fits = Math.max(least, Math.min(size, (size * width) / Math.max(widthOf(shown, size, bold), 1)));
    while (shown.length > 2 && widthOf(shown, fits, bold) > width + 0.5) {
      shown = `${shown.replace(/…$/, "").slice(0, -1).trimEnd()}…`;
    }
  }
  const weight = bold ? 700 : undefined;
  const attributes = { x, y, "font-size": round(fits), "font-weight": weight, "text-anchor": anchor, class: look };
  if (shown === whole) return node("text", attributes, ...parts.map(({ text, lang }) => (lang ? node("tspan", { lang }, text) : text)));
  return node("text", { ...attributes, lang: parts.length === 1 ? parts[0].lang : undefined }, shown);
}

/** @param {string} word @param {number} width @param {number} size @returns {string[]} its parts, if it is too wide as a whole */
function broken(word, width, size) {
  const syllables = word.split(SOFT_HYPHEN);
  if (syllables.length === 1 || widthOf(syllables.join(""), size) <= width) return [syllables.join("")];
  return syllables.map((each, place) => (place < syllables.length - 1 ? `${each}-` : each));
}

/**
 * Break text into lines; the last one is cut off if there are too many.
 * @param {string} text @param {number} width @param {number} size @param {number} most
 * @returns {string[]}
 */
export function lines(text, width, size, most) {
  /** @type {string[]} */
  const found = [];
  const parts = inEdition(text);
  for (const word of parts.map((part) => part.text).join("").split(" ").flatMap((each) => broken(each, width, size))) {
    const longer = found.length ? `${found[found.length - 1]} ${word}` : word;
    if (found.length && !found[found.length - 1].endsWith("-") && widthOf(longer, size) <= width) found[found.length - 1] = longer;
    else found.push(word);
  }
  const kept = found.slice(0, Math.max(most, 0));
  if (kept.length && kept.length < found.length) kept[kept.length - 1] += "…";
  const [{ lang }] = parts;
  if (lang && parts.length === 1) for (const line of kept) spoken.set(line, lang);
  return kept;
}

/** @param {number} x @param {number} y @param {number} w @param {number} h @returns {Box} */
export const box = (x, y, w, h) => ({ x, y, w, h });

/**
 * Add a panel with a title, and return the room in it.
 * @param {{panels: Panel[]}} places @param {string} title @param {number} x @param {number} y @param {number} w @param {number} h
 */
export function panel(places, title, x, y, w, h) {
  places.panels.push({ title, box: box(x, y, w, h) });
  return box(x + INSET, y + TITLE + 6, w - 2 * INSET, h - TITLE - INSET - 6);
}

/** @param {Panel[]} panels @returns {SVGElement[]} the panels with their titles */
export const drawnPanels = (panels) =>
  panels.flatMap(({ title, box: { x, y, w, h } }) => [rect(x, y, w, h, "panel", 8), label(title, x + INSET, y + 18, 12, { look: "title", bold: true })]);

/**
 * Lay the areas of the seats side by side in columns, and return the lower edge of all.
 * @param {number} columns @param {number} seats @param {Box} area where they begin, and how wide they are together
 * @param {number} gap
 * @param {(x: number, y: number, w: number, seat: number) => number} lay lays one area and returns its height
 */
export function seatColumns(columns, seats, area, gap, lay) {
  const w = Math.floor((area.w - (columns - 1) * gap) / columns);
  let height = 0;
  for (let seat = 0; seat < seats; seat += 1) {
    height = lay(area.x + (seat % columns) * (w + gap), area.y + Math.floor(seat / columns) * (height + gap), w, seat);
  }
  return area.y + Math.ceil(seats / columns) * (height + gap);
}

/**
 * Return the upper part of the areas of the seats, down to their hands.
 * @param {{card: Box, areas: Record<string, Box>}[]} seats @returns {Box[]}
 */
export const handsOf = (seats) => seats.map(({ card: { x, y, w }, areas: { hand } }) => box(x, y, w, hand.y + hand.h + 6 - y));

/**
 * Keep the last result of a function for as long as the look of the board is the same.
 * @template {{look: string}} Places @template {any[]} Given
 * @param {(look: string, ...given: Given) => Places} measured
 * @returns {(look: string, ...given: Given) => Places}
 */
export function keptPlaces(measured) {
  /** @type {Places | null} */
  let last = null;
  return (look, ...given) => {
    if (last === null || last.look !== look) last = measured(look, ...given);
    return last;
  };
}

/** @param {number} value */
export const round = (value) => Math.round(value * 100) / 100;

/**
 * Lay cards of one size into a row; they overlap if there are too many.
 * @param {number} count @param {Box} area @param {number} w @param {number} gap
 * @returns {number[]} the left edge of each
 */
export function fanned(count, area, w, gap) {
  const step = count > 1 ? Math.min(w + gap, (area.w - w) / (count - 1)) : 0;
  return Array.from({ length: count }, (_, place) => round(area.x + place * step));
}

/** @param {Picture} picture @returns {Map<string, [string, Element][]>} what lies at each place, in order */
export function grouped(picture) {
  /** @type {Map<string, [string, Element][]>} */
  const found = new Map();
  for (const entry of picture) {
    const at = entry[1].at ?? "";
    const there = found.get(at);
    if (there === undefined) found.set(at, [entry]);
    else there.push(entry);
  }
  return found;
}

/** The nodes of elements: each is kept as long as its element is there, moves with it, and is drawn again when the
 * element or its size changes.
 */
class Things {
  /** @param {Record<string, Drawing>} drawings by kind @param {string[]} players */
  constructor(drawings, players) {
    this.drawings = drawings;
    this.players = players;
    this.root = node("g");
    /** @type {Map<string, {node: SVGElement, element: Element, size: string, place: string}>} */
    this.drawn = new Map();
  }

  /** @param {Iterable<[string, Box]>} boxes @param {Picture} picture @param {Iterable<string>} changed */
  draw(boxes, picture, changed) {
    const wanted = new Map(boxes);
    for (const [key, { node: gone }] of this.drawn) {
      if (!wanted.has(key)) {
        gone.remove();
        this.drawn.delete(key);
      }
    }
    let next = this.root.firstChild;
    for (const [key, box] of wanted) {
      const shown = this.#show(key, /** @type {Element} */ (picture.get(key)), box);
      if (shown === next) next = next.nextSibling;
      else this.root.insertBefore(shown, next);
    }
    const marked = new Set(changed);
    for (const [key, { node: shown }] of this.drawn) shown.classList.toggle("changed", marked.has(key));
  }

  /** Draw every element again at the next occasion. */
  forget() {
    for (const shown of this.drawn.values()) shown.size = "";
  }

  /** @param {string} key @param {Element} element @param {Box} box */
  #show(key, element, box) {
    const size = `${box.w} ${box.h}`;
    let shown = this.drawn.get(key);
    if (shown === undefined) {
      const made = node("g", { role: "img", tabindex: -1, "data-key": key, class: "thing" });
      shown = { node: made, element: { kind: "", name: "" }, size: "", place: "" };
      this.drawn.set(key, shown);
    }
    // Another page of the story brings equal elements that are other objects.
    const isSame = shown.element === element || JSON.stringify(shown.element) === JSON.stringify(element);
    if (!isSame || shown.size !== size) {
      const drawing = this.drawings[element.kind];
      if (drawing === undefined) throw new Error(`the board cannot draw "${element.kind}" (${key})`);
      const { w, h } = box;
      const name = named(withPlayers(element.name, this.players));
      shown.node.setAttribute("aria-label", name);
      const frame = box.plain ? null : rect(-2, -2, w + 4, h + 4, "frame", 6);
      shown.node.replaceChildren(
        node("title", {}, name),
        ...drawing(element, box, key).filter((part) => part !== null),
        ...(frame === null ? [] : [frame]),
      );
      shown.size = size;
    }
    shown.element = element;
    const place = `translate(${round(box.x)} ${round(box.y)})`;
    if (shown.place !== place) {
      shown.node.setAttribute("transform", place);
      shown.place = place;
    }
    return shown.node;
  }
}

/** A part of the board that is shown once more: what a seat holds. */
class Hand {
  /** @param {number} seat @param {Record<string, Drawing>} drawings @param {string[]} players */
  constructor(seat, drawings, players) {
    this.seat = seat;
    this.look = "";
    this.backdrop = node("g", { "aria-hidden": "true" });
    this.things = new Things(drawings, players);
    this.svg = node("svg", { class: "board", role: "group", "aria-label": "Your hand" }, this.backdrop, this.things.root);
  }

  /** @param {Arrangement} arrangement @param {Picture} picture @param {Iterable<string>} changed */
  draw({ boxes, backdrop, hands, look }, picture, changed) {
    const part = hands[this.seat];
    const isIn = (/** @type {Box} */ { x, y }) => x >= part.x && x < part.x + part.w && y >= part.y && y < part.y + part.h;
    if (look !== this.look) {
      this.look = look;
      this.svg.setAttribute("viewBox", `${part.x} ${part.y} ${part.w} ${part.h}`);
      this.svg.setAttribute("width", String(part.w));
      this.svg.setAttribute("height", String(part.h));
      this.backdrop.replaceChildren(...backdrop());
    }
    this.things.draw([...boxes].filter(([, box]) => isIn(box)), picture, changed);
  }
}

/** A drawing of a picture, as wide as the page gives it room. */
export class Stage {
  /**
   * @param {string} name the accessible name of the board
   * @param {SVGElement} symbols
   * @param {Record<string, Drawing>} drawings by kind
   * @param {(picture: Picture, width: number) => Arrangement} arrange
   * @param {string[]} players
   */
  constructor(name, symbols, drawings, arrange, players) {
    this.drawings = drawings;
    this.players = players;
    this.arrange = arrange;
    this.backdrop = node("g", { "aria-hidden": "true" });
    this.things = new Things(drawings, players);
    this.svg = node("svg", { class: "board", role: "group", "aria-label": name }, symbols, this.backdrop, this.things.root);
    this.look = "";
    this.width = 1000;
    /** @type {Hand | null} */
    this.hand = null;
    /** @type {Picture} */
    this.picture = new Map();
    /** @type {Iterable<string>} */
    this.changed = [];
    new ResizeObserver((entries) => {
      const width = Math.floor(entries[entries.length - 1].contentRect.width);
      if (width > 0 && width !== this.width) {
        this.width = width;
        if (this.picture.size) this.draw(this.picture, this.changed);
      }
    }).observe(this.svg);
  }

  /**
   * Show a picture.
   * @param {Picture} picture @param {Iterable<string>} changed keys to mark as changed by the current fact
   */
  draw(picture, changed) {
    this.picture = picture;
    this.changed = changed;
    if (!this.things.drawn.size && this.svg.isConnected) {
      this.width = Math.floor(this.svg.getBoundingClientRect().width) || this.width;
      family = getComputedStyle(this.svg).fontFamily;
      widths.clear();
    }
    const arrangement = this.arrange(picture, this.width);
    this.#setScene(arrangement);
    this.things.draw(arrangement.boxes, picture, changed);
    this.hand?.draw(arrangement, picture, changed);
  }

  /** Draw everything again, because names have changed. */
  redraw() {
    this.look = "";
    spoken.clear();
    this.things.forget();
    if (this.hand) {
      this.hand.look = "";
      this.hand.things.forget();
    }
    if (this.picture.size) this.draw(this.picture, this.changed);
  }

  /** Show what a seat holds in a second drawing as well, and return it. @param {number} seat */
  handOf(seat) {
    this.hand = new Hand(seat, this.drawings, this.players);
    if (this.picture.size) this.draw(this.picture, this.changed);
    return this.hand.svg;
  }

  /** @param {Arrangement} arrangement */
  #setScene(arrangement) {
    if (arrangement.look === this.look) return;
    this.look = arrangement.look;
    this.svg.setAttribute("height", String(arrangement.height));
    this.backdrop.replaceChildren(...arrangement.backdrop());
  }
}

/** @param {Stage} stage @returns {import("./plain.js").Board} the board that the page draws with */
export function staged(stage) {
  return {
    svg: stage.svg,
    draw: (picture, changed) => stage.draw(picture, changed),
    redraw: () => stage.redraw(),
    handOf: (seat) => stage.handOf(seat),
  };
}
