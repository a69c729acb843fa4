// The board of Among Cultists: the islands or the University and who is where, goals, decks and the seats.

import { circle, definitions, label, lines, path, rect, Stage, staged, symbol, widthOf } from "./drawing.js";
import { arrange } from "./among_cultists_layout.js";
import { SHAPES } from "./among_cultists_symbols.js";

/**
 * @typedef {import("./drawing.js").Drawing} Drawing
 * @typedef {(SVGElement | null)[]} Parts
 */

const FACES = ["alive", "dead", "success", "failure", "sabotage"];

/** @type {string[]} */
let names = [];

/** @param {number} seat */
const nameOf = (seat) => names[seat] || `Seat ${seat}`;

/** @param {string} name @param {number} x @param {number} y @param {number} size @param {string} [look] */
const sign = (name, x, y, size, look) => symbol(`cult-${name}`, x, y, size, look);

/** @param {string} word */
const capital = (word) => word.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase());

/** Draw the round and its step over a track of all rounds.
 * @type {Drawing}
 */
function turn({ value, data }, { w }) {
  const now = Number(value);
  const step = Math.min(40, (w - 4) / data.rounds);
  const words = now ? [`Round ${now} of ${data.rounds}`, data.step, `${nameOf(data.active)} is active`].filter(Boolean) : ["Before the first round"];
  return [
    label(words.join(" · "), 2, 18, 15, { bold: true, width: w - 4, least: 10 }),
    ...Array.from({ length: data.rounds }, (_, place) => rect(2 + place * step, 27, step - 3, 18, place + 1 === now ? "round now" : "round", 4)),
    ...Array.from({ length: data.rounds }, (_, place) =>
      label(place + 1, 2 + place * step + (step - 3) / 2, 40, 11, { look: place + 1 === now ? "on-now" : "muted", bold: place + 1 === now, anchor: "middle" })),
  ];
}

/** @type {Drawing} */
function points({ value, data }, { w, h }) {
  const step = (w - 2) / Math.max(data.needed, 1);
  return [
    sign("book", 0, 0, 18, "goal-sign"),
    label(`${value} of ${data.needed} Victory Points`, 24, 14, 13, { bold: true, width: w - 26 }),
    ...Array.from({ length: data.needed }, (_, place) => rect(place * step, h - 14, step - 3, 10, place < Number(value) ? "gauge" : "gauge empty", 2)),
  ];
}

/** @type {Drawing} */
function kills({ value, data }, { w }) {
  return [
    sign("dead", 0, 2, 18, "foe-sign"),
    label(`Cultists need ${value} dead Investigators`, 24, 15, 12.5, { width: w - 26, least: 9 }),
    data.reached ? label(`reached in round ${data.reached}`, 24, 30, 11, { look: "low-ink", width: w - 26 }) : null,
  ];
}

/** @type {Drawing} */
function mark({ value, data }, { w }) {
  return [
    rect(0.5, 3, 14, 14, data.on ? "check on" : "check", 3),
    data.on ? sign("success", 2, 4.5, 11, "on-check") : null,
    label(value ?? "", 20, 14, 11.5, { look: data.on ? "ink" : "muted", bold: data.on, width: w - 22, least: 8 }),
  ];
}

/** @type {Drawing} */
function roles({ data }, { w }) {
  return [
    label("Optional roles", 0, 11, 10.5, { look: "muted" }),
    label(data.roles.join(", ") || "none", 0, 27, 12, { width: w, least: 8 }),
  ];
}

/** Draw the edge and the name of an island; without power it is hatched.
 * @type {Drawing}
 */
function island({ value, data }, { w, h }) {
  const strokes = [];
  for (let at = 12; data.dark && at < w + h; at += 12) {
    const [x1, y1] = at < h ? [0, at] : [at - h, h];
    const [x2, y2] = at < w ? [at, 0] : [w, at - w];
    strokes.push(`M${x1} ${y1}L${x2} ${y2}`);
  }
  // The sign and the hatching say it as well.
  const title = data.dark ? [`${value}: blackout`, `${value}: dark`].find((words) => widthOf(words, 9, true) <= w - 23) ?? value : value;
  return [
    data.dark ? rect(0, 0, w, h, "dark-ground", 10) : null,
    data.dark ? path(strokes.join(""), "hatch") : null,
    rect(0, 0, w, h, "shore", 10),
    data.dark ? rect(2, 2, w - 4, 15, "head", 7) : null,
    sign(data.dark ? "blackout" : "power", 6, 4, 11, data.dark ? "on-head-sign" : "goal-sign"),
    label(title ?? "", 20, 13.5, 11, { look: data.dark ? "on-head" : "ink", bold: true, width: w - 23, least: 7 }),
  ];
}

/** @param {string} title @param {number} w @param {number} most @returns {Parts} */
function heading(title, w, most) {
  const size = w < 80 ? 9 : 11;
  if (most === 1) return [label(title, 4, 13, size, { bold: true, width: w - 6, least: 7.5 })];
  return lines(title, w - 12, size, most).map((line, place) => label(line, 4, 13 + place * (size + 1.5), size, { bold: true, width: w - 6, least: 6.8 }));
}

/** @type {Drawing} */
function room({ value, data }, { w, h }) {
  return [
    rect(0, 0, w, h, `room colour-${data.colour}`, 5),
    rect(0, 0, w, 3.5, `band colour-${data.colour}`, 1.5),
    ...heading(String(value), w, w < 66 ? 3 : 2).map((part) => {
      part?.setAttribute("transform", "translate(0 3)");
      return part;
    }),
    data.camera ? sign("camera", 4, h - 19, 15, "goal-sign") : null,
    data.camera ? label("camera", 22, h - 7, 10.5, { look: "muted", width: w - 26 }) : null,
  ];
}

/** @type {Drawing} */
function passage({ value, data }, { w, h }) {
  const isWide = h < 80;
  const planks = Array.from({ length: Math.floor((isWide ? w : h) / 12) }, (_, place) => (isWide ? `M${place * 12 + 12} 1V${h - 1}` : `M1 ${place * 12 + 12}H${w - 1}`)).join("");
  const isBridge = data.of.endsWith("bridge");
  const words = data.unsafe && !String(value).startsWith("Outer") ? `${value} (unsafe)` : String(value);
  return [
    rect(0, 0, w, h, `passage ${data.unsafe ? "unsafe" : ""}`, 5),
    isBridge ? path(planks, "plank") : null,
    ...heading(words, w, isWide ? 1 : 3),
    data.unsafe && !isWide ? label("unsafe", w - 4, h - 6, 9.5, { look: "muted", anchor: "end" }) : null,
  ];
}

/** @type {Drawing} */
const dock = ({ value }, { w, h }) => [rect(0, 0, w, h, "dock", 6), label(value ?? "", 5, 12, 10.5, { look: "muted", bold: true, width: w - 14, least: 8 })];

/** @type {Drawing} */
function boat({ value }, { w, h }) {
  return [
    path(`M2 2H${w - 2}L${w * 0.9} ${h - 2}H${w * 0.1}Z`, "hull"),
    label(value ?? "", w / 2, 14, 11, { bold: true, anchor: "middle", width: w - 12 }),
  ];
}

/** @type {Drawing} */
function books({ value }) {
  return [sign("book", 0, 2, 14, value ? "goal-sign" : "muted-sign"), label(value ?? 0, 16, 14, 12, { bold: true, look: value ? "ink" : "muted" })];
}

/** @type {Drawing} */
function roomCards({ value, data }, { w }) {
  const known = FACES.filter((face) => data.faces[face]);
  const step = 22;
  const fits = known.length > 0 && 28 + known.length * step <= w;
  return [
    sign("card", 0, 2, 14, value ? "back-sign" : "muted-sign"),
    label(value ?? 0, 16, 14, 12, { bold: true, look: value ? "ink" : "muted" }),
    ...(fits ? known : []).flatMap((face, place) => [
      sign(face, 30 + place * step, 5, 10, `face-sign face-${face}`),
      label(data.faces[face], 41 + place * step, 13.5, 10, { look: "muted" }),
    ]),
  ];
}

/** @type {Drawing} */
const portal = (_, { w }) => [circle(w / 2, w / 2, w / 2, "portal"), sign("portal", w * 0.14, w * 0.14, w * 0.72, "on-portal")];

/** @type {Drawing} */
function block(_, { w, h }) {
  return [rect(0, 0, w, h, "block", 4), sign("tentacle", 2, 1.5, h - 3, "on-block"), label("closed", h + 1, h - 5, 10, { look: "on-block-ink", bold: true, width: w - h - 3, least: 7 })];
}

/** @type {Drawing} */
function fishman({ value }, { w }) {
  return [
    rect(0, 0, w, w, "foe", 4),
    sign("fishman", w * 0.12, w * 0.12, w * 0.76, "on-foe"),
    Number(value) > 1 ? circle(w * 0.84, w * 0.84, w * 0.28, "badge") : null,
    Number(value) > 1 ? label(value ?? "", w * 0.84, w * 0.84 + w * 0.14, w * 0.4, { bold: true, anchor: "middle" }) : null,
  ];
}

/** Draw a Character as the number of its player in a disc; a Ghost is hollow and has a wavy hem.
 * @type {Drawing}
 */
function figure({ value, data }, { w }) {
  const hem = `M1 ${w}V${w / 2}A${w / 2 - 1} ${w / 2 - 1} 0 0 1 ${w - 1} ${w / 2}V${w}L${w * 0.75} ${w * 0.84}L${w / 2} ${w}L${w * 0.25} ${w * 0.84}Z`;
  return [
    data.ghost ? path(hem, `ghost-chip seat-${value}`) : circle(w / 2, w / 2, w / 2, `seat-chip seat-${value}`),
    label(value ?? "", w / 2, w / 2 + w * 0.18, w * 0.52, { look: data.ghost ? "ink" : "on-chip-ink", bold: true, anchor: "middle" }),
    data.active ? circle(w / 2, w / 2, w / 2 + 1.5, "active-ring") : null,
  ];
}

/** @type {Drawing} */
function deck({ value, data }, { w, h }) {
  const known = FACES.filter((face) => data.faces[face]);
  const note = data.next ? `next: ${data.next}` : data.last ? `last: ${data.last}` : "";
  const left = 38;
  const step = Math.max(24, (w - left) / 2);
  return [
    label(data.title, 0, 10, 10.5, { look: "muted", width: w, least: 7.5 }),
    value ? rect(3, 18, 29, 38, "back", 4) : null,
    rect(0, 16, 29, 38, value ? "back" : "slot", 4),
    label(value ?? 0, 14.5, 40, 14, { look: value ? "on-back-ink" : "muted", bold: true, anchor: "middle" }),
    ...known.flatMap((face, place) => [
      sign(face, left + (place % 2) * step, 17 + Math.floor(place / 2) * 14, 11, `face-sign face-${face}`),
      label(data.faces[face], left + 14 + (place % 2) * step, 27 + Math.floor(place / 2) * 14, 11),
    ]),
    note ? label(note, 0, h - 6, 10.5, { look: "muted", width: w, least: 7.5 }) : null,
  ];
}

/** @type {Drawing} */
function seat({ value, data }, { w, h }) {
  return [
    data.active ? rect(0, 0, w, h, `to-move seat-${value}`, 8) : null,
    rect(0, 0, 5, h, `stripe seat-${value}`, 2),
    circle(23, 18, 9, `seat-chip seat-${value}`),
    label(value ?? "", 23, 22.5, 12, { look: "on-chip-ink", bold: true, anchor: "middle" }),
    data.active ? path("M37 12 46 18 37 24Z", "play") : null,
    label(nameOf(Number(value)), data.active ? 51 : 37, 23.5, 15, { bold: true, width: w - (data.active ? 213 : 199), least: 10 }),
    label(data.where, 14, 40, 11.5, { look: "muted", width: w - 176, least: 8.5 }),
    label(data.marks.join(" · "), 14, 56, 11, { bold: true, width: w - 176, least: 8 }),
  ];
}

/** @type {Drawing} */
function role({ value, data }, { w, h }) {
  if (value == null) return [rect(0, 0, w, h, "back", 5), sign("unknown", 10, h / 2 - 10, 20, "on-back"), label(data.side || "Role not known", 38, h / 2 + 4, 11, { look: "on-back-ink", width: w - 42, least: 8 })];
  const isFoe = data.side ? data.side === "the Cultists" : ["cultist", "firestarter"].includes(data.of);
  return [
    rect(0, 0, w, h, `card outlined ${isFoe ? "with-foe" : ""}`, 5),
    sign(isFoe ? "cultist" : "person", 8, h / 2 - 11, 22, isFoe ? "foe-sign" : "friend-sign"),
    label(value, 38, 19, 12.5, { bold: true, width: w - 42, least: 8 }),
    label(data.side ? `with ${data.side}` : "", 38, 34, 10, { look: "muted", width: w - 42, least: 7.5 }),
  ];
}

/** @type {Drawing} */
function route({ value, data }, { w, h }) {
  const step = (w - 44) / 3;
  return [
    rect(0, 0, w, h, "card outlined", 4),
    sign("route", 4, 5, 14, value == null ? "muted-sign" : "goal-sign"),
    label(value ?? "Route not known", 23, 16.5, 12, { bold: value != null, look: value == null ? "muted" : "ink", width: w - 28, least: 9 }),
    ...data.colours.flatMap((/** @type {string} */ colour, /** @type {number} */ place) => [
      circle(46 + place * step, 12, 4.5, `dot colour-${colour}`),
      label(colour.replace("_", " "), 54 + place * step, 16, 11, { width: step - 16, least: 7.5 }),
    ]),
  ];
}

/** @type {Drawing} */
function start({ value }, { w, h }) {
  return [
    rect(0, 0, w, h, "card outlined", 4),
    label("Start", 6, 16, 10.5, { look: "muted" }),
    sign(value == null ? "unknown" : String(value), 38, 5, 14, value == null ? "muted-sign" : `face-sign face-${value}`),
    label(value == null ? "" : capital(String(value)), 56, 16, 11, { bold: true, width: w - 58, least: 8 }),
  ];
}

/** @type {Drawing} */
const pile = ({ value }, { w }, key) => [label(`${key.endsWith("pulse") ? "Pulse deck" : "Hand"} ${value}`, 0, 10, 11, { look: "muted", width: w })];

/** @type {Drawing} */
function stack({ value, data }, { w, h }) {
  if (!data.face) return [Number(value) > 1 ? rect(2, 2, w - 2, h - 2, "back", 4) : null, rect(0, 0, w - 2, h - 2, "back", 4), label(value ?? 0, w / 2 - 1, h / 2 + 5, 15, { look: "on-back-ink", bold: true, anchor: "middle" })];
  return [
    rect(0, 0, w, h, `card edge face-${data.face}`, 4),
    sign(data.face, 4, 4, 14, `face-sign face-${data.face}`),
    label(value ?? 0, w - 5, 16, 14, { bold: true, anchor: "end" }),
    label(capital(data.face), w / 2, h - 7, 9, { anchor: "middle", width: w - 3, least: 6.5 }),
  ];
}

/** @type {Drawing} */
function secret({ value, data }, { w, h }) {
  const icon = /** @type {Record<string, string>} */ ({ gift: "gift", task: "task", pulse: "eye", room: "eye" })[data.of];
  const words = String(value).replace(/seat (\d)/, (_, other) => nameOf(Number(other)));
  return [
    rect(0, 0, w, h, "card outlined", 3),
    label(data.round, 4, 13, 10.5, { bold: true }),
    sign(icon, 19, 3, 12, "back-sign"),
    w > 46 ? label(capital(words), 34, 12.5, 10, { width: w - 37, least: 7.5 }) : null,
  ];
}

/** @type {Record<string, Drawing>} */
export const DRAWINGS = {
  block,
  boat,
  books,
  deck,
  dock,
  figure,
  fishman,
  island,
  kills,
  mark,
  passage,
  pile,
  points,
  portal,
  role,
  roles,
  room,
  room_cards: roomCards,
  route,
  seat,
  secret,
  stack,
  start,
  turn,
};

/**
 * Make the board of a match.
 * @param {{names?: string[]}} [match] the names of the seats
 */
export function board(match = {}) {
  names = match.names ?? [];
  return staged(new Stage("Board of Among Cultists", definitions("cult", SHAPES), DRAWINGS, arrange, names));
}
