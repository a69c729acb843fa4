// The board of Unfathomable: the SS Atlantica and the sea around it, dials, tracks, decks, the current test and the seats.

import { circle, definitions, label, lines, path, rect, Stage, staged, symbol } from "./drawing.js";
import { arrange } from "./unfathomable_layout.js";
import { SHAPES } from "./unfathomable_symbols.js";

/**
 * @typedef {import("./drawing.js").Drawing} Drawing
 * @typedef {(SVGElement | null)[]} Parts
 */

const SKILLS = ["influence", "lore", "observation", "strength", "will", "treachery"];

/** What the supplies are called where that is not their word: the names that the editions have, too. @type {Record<string, string>} */
const CAPTIONS = {
  chaos: "Chaos deck", mythos: "Mythos deck", items: "Item deck", spells: "Spell deck", waypoints: "Waypoint deck",
  deep_ones: "Deep One", passengers: "Passenger",
};

/** @type {string[]} */
let names = [];

/** @param {number} seat */
const nameOf = (seat) => names[seat] || `Seat ${seat}`;

/** @param {string} name @param {number} x @param {number} y @param {number} size @param {string} [look] */
const sign = (name, x, y, size, look) => symbol(`ship-${name}`, x, y, size, look);

/** @param {string} word */
const capital = (word) => word.replaceAll("_", " ").replace(/^./, (letter) => letter.toUpperCase());

/** @type {Drawing} */
function turn({ value, data }, { w }) {
  const words = value ? [`Turn ${value}`, `${nameOf(data.active)}: ${data.step || "to move"}`] : ["Before the first turn"];
  if (data.actions) words.push(`${data.actions} action${data.actions === 1 ? "" : "s"} left`);
  return [label([...words, ...data.notes].join(" · "), 2, 20, 15, { bold: true, width: w - 4, least: 11 })];
}

/** @type {Drawing} */
function room({ data }, { w, h }) {
  const numbers = data.numbers.join("–");
  if (h < 60) return [rect(0, 0, w, h, "room", 5), label(capital(data.title), 5, h / 2 + 4, 11.5, { bold: true, width: w * 0.4 - 6, least: 8 })];
  const title = lines(capital(data.title), w - (numbers ? 24 : 8), 11, 2);
  return [
    rect(0, 0, w, h, "room", 5),
    ...title.map((line, place) => label(line, 5, 14 + place * 12, 11, { bold: true, width: w - (numbers && !place ? 22 : 8), least: 8 })),
    numbers ? label(numbers, w - 5, 14, 11, { look: "muted", anchor: "end" }) : null,
    data.used ? label("used", w - 5, h - 6, 10, { look: "muted", anchor: "end" }) : null,
  ];
}

/** @type {Drawing} */
function deckSpace({ data }, { w, h }) {
  return [
    rect(0, 0, w, h, "deck-space", 5),
    path(`M0 ${h * 0.34}H${w}M0 ${h * 0.67}H${w}`, "plank"),
    label(data.numbers[0] ?? "", w / 2, 22, 18, { look: "faint-ink", bold: true, anchor: "middle" }),
  ];
}

/** @type {Drawing} */
function water({ value }, { w, h }) {
  const wave = (/** @type {number} */ y) => `M4 ${y}q${(w - 8) / 8} -6 ${(w - 8) / 4} 0t${(w - 8) / 4} 0t${(w - 8) / 4} 0t${(w - 8) / 4} 0`;
  const bow = /** @type {Record<string, string>} */ ({ water_1: "1–4", water_2: "5–8" })[String(value)];
  return [
    rect(0, 0, w, h, "water", 5),
    path(`${wave(h - 12)}${wave(h - 22)}`, "wave"),
    bow ? label(bow, w / 2, 19, 12, { look: "faint-ink", bold: true, anchor: "middle" }) : null,
  ];
}

/** @type {Drawing} */
function deep(_, { w, h }) {
  return [rect(0, 0, w, h, "deep", 5), label("The Deep", 8, h / 2 + 5, 13, { look: "on-deep", bold: true, width: 70 })];
}

/** @type {Drawing} */
function damage({ data }, { w, h }) {
  const words = data.repair ? `${data.skill ? capital(data.skill) : "Any"} ${data.repair}` : data.title ?? "Damage";
  return [
    rect(0, 0, w, h, "damage", 4),
    sign("damage", 2, 2, 13, "on-damage damage-cut"),
    label(words, 18, 12.5, 10.5, { look: "on-damage-ink", bold: true, width: w - 22, least: 8 }),
  ];
}

/** @param {string} name @param {number} size @param {string} look @param {number} [number] @returns {Parts} */
function chip(name, size, look, number) {
  return [
    circle(size / 2, size / 2, size / 2, `chip ${look}`),
    sign(name, size * 0.16, size * 0.16, size * 0.68, `on-chip ${look}`),
    number === undefined ? null : circle(size * 0.82, size * 0.82, size * 0.3, "badge"),
    number === undefined ? null : label(number, size * 0.82, size * 0.82 + size * 0.15, size * 0.42, { bold: true, anchor: "middle" }),
  ];
}

/** @type {Drawing} */
const deepOnes = ({ value }, { w }) => chip("deep_one", w, "foe", Number(value));

/** @type {Drawing} */
const monarch = ({ value }, { w }) => [...chip(String(value), w, "foe"), circle(w / 2, w / 2, w / 2 - 1.5, "monarch-ring")];

/** @type {Drawing} */
const passengers = ({ value, data }, { w }) => [...chip("passenger", w, "friend", Number(value)), data.peril ? circle(w / 2, w / 2, w / 2 + 1, "peril") : null];

/** Draw a character as its initials in the colour of the seat; a revealed traitor has an angular figure.
 * @type {Drawing}
 */
function figure({ value, data }, { w }) {
  const initials = data.title.split(" ").map((/** @type {string} */ part) => part[0]).slice(0, 2).join("");
  return [
    data.traitor ? rect(0, 0, w, w, `seat-chip seat-${value}`, 3) : circle(w / 2, w / 2, w / 2, `seat-chip seat-${value}`),
    label(initials, w / 2, w / 2 + w * 0.15, w * 0.42, { look: "on-chip-ink", bold: true, anchor: "middle" }),
    data.traitor ? sign("treachery", w * 0.62, -w * 0.12, w * 0.46, "traitor-sign") : null,
    data.peril ? circle(w / 2, w / 2, w / 2 + 1.5, "peril") : null,
  ];
}

/** @type {Drawing} */
function dial({ value, data }, { w, h }, key) {
  const name = key.replace("resource/", "");
  const amount = Number(value);
  const step = (w - 20) / data.most;
  const isLow = data.low;
  const title = lines(capital(name), w - 44, 10, 2);
  return [
    rect(0, 0, w, h, "panel", 8),
    sign(name, 10, 10, 22, isLow ? "low" : "dial-sign"),
    ...title.map((line, place) => label(line, 38, 26 + (place - (title.length - 1) / 2) * 11, title.length > 1 ? 10 : 13, { look: "muted", width: w - 42, least: 8 })),
    label(amount, 10, 60, 26, { look: isLow ? "low-ink" : "ink", bold: true }),
    isLow ? label("low", 14 + (amount > 9 ? 30 : 16), 60, 11, { look: "low-ink" }) : null,
    ...Array.from({ length: data.most }, (_, place) => rect(10 + place * step, h - 16, step - 2, 7, place < amount ? (isLow ? "gauge low" : "gauge") : "gauge empty", 2)),
  ];
}

/** @type {Drawing} */
function track({ value, data }, { w, h }, key) {
  const left = 30;
  const step = (w - left - 24) / (data.spaces.length - 1);
  const at = (/** @type {number} */ place) => left + 12 + place * step;
  const place = Number(value);
  return [
    sign(key, 0, h / 2 - 18, 24, "dial-sign"),
    path(`M${at(0)} ${h / 2 - 6}H${at(data.spaces.length - 1)}`, "rail"),
    ...data.spaces.flatMap((/** @type {string} */ name, /** @type {number} */ index) => [
      circle(at(index), h / 2 - 6, index === place ? 9 : 6, index === place ? "here" : "stop"),
      w > 330 || index === place
        ? label(key === "ritual" && index && index < 4 ? `${index}` : name, at(index), h - 2, 10, { look: index === place ? "ink" : "muted", bold: index === place, anchor: index === 0 ? "start" : index === 4 ? "end" : "middle", width: step + 10, least: 8 })
        : null,
    ]),
  ];
}

/** @type {Drawing} */
function distance({ value, data }, { w, h }) {
  return [
    sign("waypoints", 0, 2, 24, "dial-sign"),
    label(value ?? 0, 28, 24, 24, { bold: true }),
    label(`of ${data.port}`, 2, 42, 11, { look: "muted", width: w }),
    rect(0, h - 9, w - 4, 7, "gauge empty", 2),
    rect(0, h - 9, Math.min(1, Number(value) / data.port) * (w - 4), 7, "gauge", 2),
  ];
}

/** @type {Drawing} */
function waypoint({ data }, { w, h }) {
  return [
    rect(0, 0, w, h, data.arriving ? "card arriving" : "card outlined"),
    label(data.distance, 8, 20, 17, { bold: true }),
    ...lines(data.title, w - 12, 10.5, 2).map((line, place) => label(line, 7, 36 + place * 12, 10.5, { width: w - 10, least: 8 })),
  ];
}

/** Draw a deck with its symbol, name and number; the discard pile of a skill lies next to it.
 * @type {Drawing}
 */
function deck({ value, data }, { w, h }) {
  const isSkill = SKILLS.includes(data.of);
  const wide = isSkill ? w * 0.48 : w * (data.next || data.gone ? 0.48 : 0.6);
  const note = data.next ? data.next.replace(/ \(.*/, "") : data.gone ? `last: ${data.gone}` : "";
  const from = data.next ? 36 : 25;
  return [
    label(CAPTIONS[data.of] ?? capital(data.of), 0, 11, 10.5, { look: "muted", width: w, least: 8 }),
    value ? rect(2, 17, wide - 2, h - 19, `back skill-${data.of}`) : null,
    rect(0, 15, wide - 2, h - 19, value ? `back skill-${data.of}` : "slot"),
    sign(data.of, wide / 2 - 10, 19, 18, value ? "on-back" : "muted-sign"),
    label(value ?? 0, wide / 2 - 1, h - 10, 14, { look: value ? "on-back-ink" : "muted", bold: true, anchor: "middle" }),
    ...(isSkill || !note ? [] : lines(note, w - wide - 3, 9.5, 4).map((line, place) => label(line, wide + 3, from + place * 11, 9.5, { look: "muted", width: w - wide - 3, least: 7 }))),
    data.next && !isSkill ? sign("eye", wide + 3, 16, 10, "muted-sign") : null,
  ];
}

/** @type {Drawing} */
function discard({ data = {} }, { w, h }) {
  return data.skill ? skillFace(data.skill, data.strength, "", w, h) : [rect(0, 0, w, h, "slot")];
}

/** @type {Drawing} */
function supply({ value, data }, { w, h }) {
  const size = Math.min(30, w * 0.4);
  const isFoe = data.of === "deep_ones";
  return [
    label(CAPTIONS[data.of] ?? capital(data.of), 0, 11, 10.5, { look: "muted", width: w, least: 8 }),
    ...chip(isFoe ? "deep_one" : "passenger", size, isFoe ? "foe" : "friend").map((part) => {
      part?.setAttribute("transform", "translate(0 20)");
      return part;
    }),
    label(value ?? 0, size + 6, 41, 17, { bold: true }),
    data.gone ? label(`${data.gone} gone`, 0, h - 4, 10, { look: "muted", width: w }) : null,
  ];
}

/** @type {Drawing} */
function skill({ value, data }, { w, h }) {
  if (data.face_down) return [rect(0, 0, w, h, "back skill-back"), rect(3, 3, w - 6, h - 6, "back-line", 3), sign("mythos", w / 2 - 9, h / 2 - 9, 18, "on-back faint")];
  return skillFace(data.skill, Number(value), w >= 60 ? data.title : "", w, h);
}

/** @param {string} name @param {number} strength @param {string} title @param {number} w @param {number} h @returns {Parts} */
function skillFace(name, strength, title, w, h) {
  return [
    rect(0, 0, w, h, `card tint skill-${name}`),
    rect(0, 0, w, h, `edge skill-${name}`),
    label(strength, 4, 15, 14, { bold: true }),
    sign(name, 2, 18, 11, `skill-sign skill-${name}`),
    w >= 24 ? sign(name, w - 20, h - 21, 17, `skill-sign skill-${name}`) : null,
    title ? label(title, 20, 14, 10, { width: w - 24, least: 8 }) : null,
  ];
}

/** @type {Drawing} */
function mythos({ data }, { w, h }) {
  const head = 22;
  const hasTest = data.skills.length > 0;
  const top = head + (hasTest ? 30 : 8);
  const most = Math.max(0, Math.floor((h - top - 26) / 13));
  return [
    rect(0, 0, w, h, "card outlined"),
    rect(0, 0, w, head, "head", 4),
    label(data.title, 7, 15.5, 12.5, { look: "on-head", bold: true, width: w - 12, least: 9 }),
    hasTest ? label(data.partial ? `${data.difficulty} / ${data.partial}` : data.difficulty, 7, head + 20, 15, { bold: true }) : null,
    ...data.skills.map((/** @type {string} */ name, /** @type {number} */ place) => sign(name, w - 22 - place * 22, head + 6, 17, `skill-sign skill-${name}`)),
    ...lines(data.text, w - 14, 11, most).map((line, place) => label(line, 7, top + 11 + place * 13, 11, { look: "muted" })),
    path(`M6 ${h - 20}H${w - 6}`, "divider"),
    sign(data.activation === "deep_ones" ? "deep_one" : data.activation, 6, h - 18, 15, "foe-sign"),
    label(`${capital(data.activation)} · ${data.progress}${data.cancelled ? " · cancelled" : ""}`, 25, h - 6.5, 10, { look: "muted", width: w - 30, least: 8 }),
  ];
}

/** @type {Drawing} */
function skillTest({ value, data }, { w, h }) {
  const isSmall = w < 90;
  const result = data.result ? capital(data.result) : data.total == null ? "" : `total ${data.total}`;
  const words = [data.partial ? `partial ${data.partial}` : "", data.total != null && data.result ? `total ${data.total}` : "", data.suspect >= 0 ? `${nameOf(data.suspect)} to the Brig` : ""].filter(Boolean).join(" · ");
  return [
    rect(0, 0, w, h, "card outlined"),
    label("Test", 6, 13, 10, { look: "muted" }),
    label(value ?? "", 6, 34, 19, { bold: true }),
    ...data.skills.map((/** @type {string} */ name, /** @type {number} */ place) => sign(name, 34 + place * (isSmall ? 12 : 20), 18, isSmall ? 11 : 17, `skill-sign skill-${name}`)),
    isSmall ? null : label(result, w - 6, 32, 13, { bold: true, anchor: "end", width: w - 60 - data.skills.length * 20 }),
    isSmall ? null : label(words, w - 6, 14, 10, { look: "muted", anchor: "end", width: w - 40, least: 8 }),
  ];
}

/** Draw the die as a diamond, like one with eight faces.
 * @type {Drawing}
 */
function roll({ value, data }, { w, h }) {
  const extra = data.modifier ? (data.modifier > 0 ? `+${data.modifier}` : `−${-data.modifier}`) : "";
  return [
    path(`M${w / 2} 1L${w - 3} ${h / 2}L${w / 2} ${h - 1}L3 ${h / 2}Z`, "die"),
    label(value ?? "?", w / 2, h / 2 + 6, 17, { look: "on-die", bold: true, anchor: "middle" }),
    extra ? label(extra, w, 11, 11, { bold: true, anchor: "end" }) : null,
    data.difficulty ? label(`≥${data.difficulty}`, w, h, 10, { look: "muted", anchor: "end" }) : null,
  ];
}

/** @type {Drawing} */
function shown({ value, data }, { w, h }) {
  return [
    rect(0, 0, w, h, "card outlined"),
    label(capital(data.of), 5, 12, 9.5, { look: "muted", width: w - 8 }),
    ...lines(String(value), w - 10, 10.5, 3).map((line, place) => label(line, 5, 25 + place * 12, 10.5, { width: w - 8, least: 8 })),
  ];
}

/** @type {Drawing} */
function seat({ value, data }, { w, h }) {
  const marks = Object.entries({ start: "first player", traitor: "traitor", left_sick_bay: "left the Sick Bay" });
  const said = marks.filter(([mark]) => data[mark]).map(([, word]) => word);
  const set = Object.entries(data.skills);
  return [
    data.active ? rect(0, 0, w, h, `to-move seat-${value}`, 8) : null,
    rect(0, 0, 5, h, `stripe seat-${value}`, 2),
    data.active ? path("M14 12 23 18 14 24Z", "play") : null,
    label(nameOf(Number(value)), data.active ? 28 : 14, 23.5, 15, { bold: true, width: w - 162, least: 11 }),
    label([data.title, data.role].filter(Boolean).join(", "), 14, 40, 11.5, { look: "muted", width: w - 150, least: 9 }),
    label(said.join(" · "), 110, 63, 10.5, { look: data.traitor ? "low-ink" : "muted", width: w - 250, least: 8 }),
    ...set.flatMap(([name, number], place) => [
      sign(name, w - 34 - (set.length - 1 - place) * 30, 53, 12, `skill-sign skill-${name}`),
      label(/** @type {number} */ (number), w - 20 - (set.length - 1 - place) * 30, 63.5, 10.5, { look: "muted" }),
    ]),
  ];
}

/** @type {Drawing} */
const hand = ({ value }) => [label(`Hand ${value}`, 0, 12, 11, { look: "muted" })];

/** @type {Drawing} */
function loyalty({ value, data }, { w, h }) {
  if (value == null) return [rect(0, 0, w, h, "back skill-loyalty"), sign("loyalty", w / 2 - 9, h / 2 - 9, 18, "on-back faint")];
  return [
    rect(0, 0, w, h, `card outlined loyalty-${String(value).toLowerCase()}`),
    sign(value === "Human" ? "passenger" : value === "Hybrid" ? "deep_one" : "treachery", w / 2 - 8, 5, 16, value === "Human" ? "friend-sign" : "foe-sign"),
    label(value, w / 2, h - 12, 9, { anchor: "middle", bold: true, width: w - 3, least: 6.2 }),
    data.revealed ? label("revealed", w / 2, h - 3, 7.5, { look: "muted", anchor: "middle", width: w - 3 }) : null,
  ];
}

/** @type {Drawing} */
function kept({ value, data }, { w, h }, key) {
  const icons = /** @type {Record<string, string>} */ ({ item: "items", spell: "spells", mythos: "mythos", feat: "feat" });
  const icon = data.of === "title" ? (key.endsWith("captain") ? "captain" : "lore") : icons[data.of];
  return [
    rect(0, 0, w, h, data.of === "title" ? "card title-card" : "card outlined"),
    sign(icon, 4, h / 2 - 7, 14, data.inactive ? "muted-sign" : "dial-sign"),
    label(data.inactive ? `(${value})` : value ?? "face down", 22, h / 2 + 4, 11, { look: data.inactive ? "muted" : "ink", bold: data.of === "title", width: w - 26, least: 8 }),
  ];
}

/** @type {Record<string, Drawing>} */
export const DRAWINGS = {
  damage,
  deck,
  deck_space: deckSpace,
  deep,
  deep_ones: deepOnes,
  dial,
  discard,
  distance,
  figure,
  hand,
  kept,
  loyalty,
  monarch,
  mythos,
  passengers,
  roll,
  room,
  seat,
  shown,
  skill,
  skill_test: skillTest,
  supply,
  track,
  turn,
  water,
  waypoint,
};

/**
 * Make the board of a match.
 * @param {{names?: string[]}} [match] the names of the seats
 */
export function board(match = {}) {
  names = match.names ?? [];
  return staged(new Stage("Board of Unfathomable", definitions("ship", SHAPES), DRAWINGS, arrange, names));
}
