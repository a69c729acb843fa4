// The board of Abyss: the exploration track, the Council, the threat track, the Court, the Locations and the seats.

import { circle, definitions, label, lines, path, rect, Stage, staged, symbol, widthOf } from "./drawing.js";
import { arrange } from "./abyss_layout.js";
import { SHAPES } from "./abyss_symbols.js";

/**
 * @typedef {import("./drawing.js").Element} Element
 * @typedef {import("./drawing.js").Box} Box
 * @typedef {import("./drawing.js").Drawing} Drawing
 * @typedef {(SVGElement | null)[]} Parts
 */

/** @type {string[]} */
let names = [];

/** @param {number} seat */
const nameOf = (seat) => names[seat] || `Seat ${seat}`;

/** @param {string} name @param {number} x @param {number} y @param {number} size @param {string} [look] */
const sign = (name, x, y, size, look) => symbol(`abyss-${name}`, x, y, size, look);

/** Draw a card of the exploration deck with its value and race in the corner, so that a fan of cards can be read.
 * @type {Drawing}
 */
function ally({ value, data = {} }, { w, h }) {
  if (data.face_down) return back("exploration", w, h);
  return allyFace(data.race, Number(value), w, h);
}

/** @param {string} race @param {number} strength @param {number} w @param {number} h @returns {Parts} */
function allyFace(race, strength, w, h) {
  const corner = Math.max(13, w * 0.3);
  const size = Math.min(w * 0.62, h * 0.5);
  return [
    rect(0, 0, w, h, `card tint race-${race}`),
    rect(0, 0, w, h, `edge race-${race}`),
    label(strength, corner * 0.56 + 1, corner * 0.95 + 1, corner, { look: "ink", bold: true, anchor: "middle" }),
    w < 60
      ? sign(race, 2, corner + 3, corner - 1, `race-${race} sign-in`)
      : null,
    sign(race, w < 60 ? w - size * 0.86 - 3 : (w - size) / 2, h - size * (w < 60 ? 0.9 : 1) - h * (w < 60 ? 0.06 : 0.14), w < 60 ? size * 0.86 : size, `race-${race} sign-in`),
  ];
}

/** @param {string} of @param {number} w @param {number} h @returns {Parts} */
function back(of, w, h) {
  const size = Math.min(w, h) * 0.56;
  const names = /** @type {Record<string, string>} */ ({ lords: "influence", locations: "politician", tokens: "token" });
  return [
    rect(0, 0, w, h, `back back-${of}`),
    rect(3, 3, w - 6, h - 6, "back-line", 3),
    sign(names[of] ?? "jellyfish", (w - size) / 2, (h - size) / 2, size, "on-back faint"),
  ];
}

/** @type {Drawing} */
function monster(_, { w, h }) {
  return monsterFace(w, h);
}

/** @param {number} w @param {number} h @returns {Parts} */
function monsterFace(w, h) {
  const size = Math.min(w * 0.66, h * 0.52);
  return [
    rect(0, 0, w, h, "card monster"),
    sign("monster", (w - size) / 2, h * 0.44 - size / 2, size, "on-monster monster-cut"),
    label("Monster", w / 2, h - h * 0.12, Math.min(13, w * 0.2), { look: "on-monster", bold: true, anchor: "middle", width: w - 4 }),
  ];
}

/** @type {Drawing} */
function trackSpace({ data }, { w, h }) {
  return [
    rect(0, 0, w, h, "slot"),
    label(data.order + 1, w / 2, h / 2 + (data.pearls ? -4 : 5), Math.min(18, w * 0.3), { look: "faint-ink", anchor: "middle" }),
    ...(data.pearls ? pearlsIn(data.pearls, w / 2, h / 2 + 12, 6, true) : []),
  ];
}

/** @type {Drawing} */
function courtSpace({ data }, { w, h }) {
  return [rect(0, 0, w, h, "slot"), ...(data.pearls ? pearlsIn(data.pearls, w / 2, h / 2, 7, true) : [])];
}

/** @param {number} count @param {number} x @param {number} y @param {number} r @param {boolean} hasPlus @returns {Parts} */
function pearlsIn(count, x, y, r, hasPlus = false) {
  const start = x - (count - 1) * r + (hasPlus ? r : 0);
  return [
    hasPlus ? label("+", start - 2.2 * r, y + r * 0.7, r * 2.1, { look: "faint-ink", anchor: "middle" }) : null,
    ...Array.from({ length: count }, (_, place) => pearl(start + place * 2.2 * r, y, r)).flat(),
  ];
}

/** @param {number} x @param {number} y @param {number} r @returns {Parts} */
const pearl = (x, y, r) => [circle(x, y, r, "pearl"), circle(x - r * 0.3, y - r * 0.34, r * 0.26, "gloss")];

/** Draw a stack of face-down cards with their number; the open table also shows what comes next.
 * @type {Drawing}
 */
function deck({ value, data }, { w, h }) {
  if (data.of === "tokens") return tokenPile(Number(value), data.next, w, h);
  const size = Number(value);
  const depth = Math.min(3, Math.ceil(size / 12));
  const bottom = data.next ? 16 : 0;
  const card = h - bottom - 4;
  /** @type {Parts} */
  const parts = size ? [] : [rect(0, 0, w, h - bottom, "slot")];
  for (let layer = depth; layer > 1; layer -= 1) parts.push(rect((layer - 1) * 2, (layer - 1) * 2, w - 4, card, `back back-${data.of}`));
  if (size) parts.push(...back(data.of, w - 4, card));
  const middle = (size ? w - 4 : w) / 2;
  parts.push(circle(middle, card / 2, Math.min(17, w * 0.3, card * 0.32), "badge"));
  parts.push(label(size, middle, card / 2 + 5, Math.min(15, w * 0.28), { look: "on-badge", bold: true, anchor: "middle" }));
  if (data.next) parts.push(...coming(data.next, w, h));
  return parts;
}

/** @param {string} next @param {number} w @param {number} h @returns {Parts} */
const coming = (next, w, h) => [
  sign("eye", 0, h - 14, 11, "muted-sign"),
  label(next.replace(/^(a|the) /, ""), 13, h - 4.5, 10, { look: "muted", width: w - 13, least: 8 }),
];

/** @param {number} size @param {string | undefined} next @param {number} w @param {number} h @returns {Parts} */
function tokenPile(size, next, w, h) {
  const icon = Math.min(24, w * 0.5);
  const large = Math.min(17, w * 0.36);
  return [
    sign("token", 0, (h - icon) / 2, icon, "token-back"),
    label(size, icon + 3, h / 2 + large * 0.36, large, { bold: true, width: w - icon - 3 }),
    next ? label(next, icon / 2, h / 2 + 4, 11, { look: "on-token", bold: true, anchor: "middle" }) : null,
  ];
}

/** @type {Drawing} */
function discard({ value, data }, { w, h }) {
  const size = Number(value);
  const bottom = data.of === "locations" && h < 60 ? 14 : 18;
  /** @type {Parts} */
  const parts = [rect(0, 0, w, h - bottom - 2, "slot")];
  const inner = h - bottom - 2;
  if (data.of === "exploration" && size) {
    if (data.race === undefined) parts.push(...back("exploration", w, inner));
    else parts.push(...(data.race ? allyFace(data.race, data.strength, w, inner) : monsterFace(w, inner)));
  }
  const words = data.of !== "exploration" ? `Gone ${size}` : w < 56 ? size : `Discard ${size}`;
  parts.push(label(words, w / 2, h - 4, 11, { look: "muted", anchor: "middle", width: w, least: 8 }));
  return parts;
}

/** @type {Drawing} */
function council({ value, data }, { w, h }) {
  const size = Number(value);
  const { race, strengths } = data;
  const shown = Math.min(size, 3);
  const size_ = Math.min(w, h) * 0.46;
  /** @type {Parts} */
  const parts = [rect(0, 0, w, h, `slot tint race-${race}`)];
  const lift = 4;
  for (let layer = 0; layer < shown; layer += 1) {
    const off = (shown - 1 - layer) * lift;
    parts.push(rect(5 + off / 2, 5 + off, w - 10, h - 10 - (shown - 1) * lift, `stack race-${race}`));
  }
  const middle = h * 0.42;
  parts.push(sign(race, (w - size_) / 2, middle - size_ / 2, size_, size ? `on-race race-${race}` : `race-${race} sign-in faint`));
  parts.push(label(size, w / 2, h - h * 0.12, Math.min(17, h * 0.22), { look: size ? `on-race-ink race-${race}` : "muted", bold: true, anchor: "middle" }));
  if (strengths) {
    const look = `on-race-ink race-${race}`;
    parts.push(label(strengths.join(" "), w / 2, 14 + 4 * shown, 11, { look, anchor: "middle", width: w - 14, least: 7 }));
  }
  return parts;
}

/** Draw a space of the threat track with its rewards: alternatives are separated by a line.
 * @type {Drawing}
 */
function threatSpace({ value, data }, { w, h }) {
  const isFlat = w > h;
  const rewards = /** @type {{pearls: number, tokens: number, keys: number}[]} */ (data.rewards);
  /** @type {Parts} */
  const parts = [rect(0, 0, w, h, "threat-space", 6)];
  if (isFlat) {
    parts.push(label(value ?? "", 12, h / 2 + 5, 13, { look: "muted", bold: true, anchor: "middle" }));
    const icons = rewards.reduce((sum, reward) => sum + countOf(reward), 0);
    const size = Math.min(17, h * 0.5, (w - 30) / (icons * 1.08 + (rewards.length - 1) * 0.7));
    let x = 24 + (w - 28 - (icons * 1.08 + (rewards.length - 1) * 0.7) * size) / 2;
    rewards.forEach((reward, place) => {
      if (place) {
        parts.push(path(`M${x + size * 0.32} ${h * 0.25}V${h * 0.75}`, "divider"));
        x += size * 0.7;
      }
      const width = countOf(reward) * size * 1.08;
      parts.push(...rewardIcons(reward, x + width / 2, h / 2, size));
      x += width;
    });
    return parts;
  }
  parts.push(label(value ?? "", w / 2, 13, 11, { look: "muted", bold: true, anchor: "middle" }));
  const row = (h - 18) / rewards.length;
  const icon = Math.min(13, (w - 6) / 3.4, row * 0.8);
  rewards.forEach((reward, place) => {
    parts.push(...rewardIcons(reward, w / 2, 16 + row * (place + 0.5), icon));
    if (place) parts.push(path(`M${w * 0.2} ${16 + row * place}H${w * 0.8}`, "divider"));
  });
  return parts;
}

/** @param {{pearls: number, tokens: number, keys: number}} reward */
const countOf = (reward) => reward.pearls + reward.tokens + reward.keys;

/** @param {{pearls: number, tokens: number, keys: number}} reward @param {number} x @param {number} y @param {number} size @returns {Parts} */
function rewardIcons({ pearls: pearlCount, tokens, keys }, x, y, size) {
  const all = [...Array(keys).fill("key"), ...Array(pearlCount).fill("pearl"), ...Array(tokens).fill("token")];
  const start = x - (all.length * size * 1.08) / 2;
  return all.flatMap((what, place) => {
    const left = start + place * size * 1.08;
    if (what === "pearl") return pearl(left + size / 2, y, size * 0.42);
    return [sign(what, left, y - size / 2, size, what === "key" ? "key" : "token-back")];
  });
}

/** @type {Drawing} */
function threatToken(_, { w, h }) {
  const isFlat = w > h;
  const [x, y] = isFlat ? [11, h / 2] : [w / 2, 9];
  return [
    rect(0, 0, w, h, "threat-ring", 6),
    circle(x, y, 10, "threat-token"),
    sign("monster", x - 7, y - 7, 14, "on-threat threat-cut"),
  ];
}

/** @type {Drawing} */
function pearls({ value }, { w, h }) {
  const r = Math.min(10, h * 0.36, w * 0.19);
  const size = Math.min(17, w * 0.36);
  return [...pearl(r + 1, h / 2, r), label(value ?? "?", 2 * r + 5, h / 2 + size * 0.36, size, { bold: true, width: w - 2 * r - 5 })];
}

/** @type {Drawing} */
function keys({ value, data = {} }, { w, h }) {
  const usable = data.usable ?? value;
  const lords = usable - Number(value);
  const icon = Math.min(22, w * 0.45);
  const size = Math.min(17, w * 0.36);
  const shown = lords ? `${value} + ${lords}` : value ?? 0;
  return [
    sign("key", 0, (h - icon) / 2, icon, "key"),
    label(shown, icon + 3, h / 2 + size * 0.36, size, { bold: true, width: w - icon - 3, least: 11 }),
  ];
}

/** @type {Drawing} */
function token({ value }, { w, h }) {
  const size = Math.min(w, h);
  return [
    sign("token", 0, 0, size, value == null ? "token-back" : "token-face"),
    label(value ?? "?", size / 2, size / 2 + 5, 13, { look: value == null ? "on-token" : "on-token-face", bold: true, anchor: "middle" }),
  ];
}

/** @type {Drawing} */
function lord(element, box, key) {
  if (box.h < 30) return lordStrip(element, box, key);
  // Nobody needs the cost of a Lord in service.
  return box.w < 76 || element.at?.startsWith("seat/") ? lordSmall(element, box, key) : lordLarge(element, box, key);
}

/** Draw what shows of a Lord under a Location.
 * @type {Drawing}
 */
function lordStrip({ data }, { w, h }) {
  return [
    rect(0, 0, w, h, `card tint guild-${data.guild}`),
    rect(0, 0, w, h, `edge guild-${data.guild}`),
    sign(data.guild, 4, 2.5, 13, `guild-${data.guild} sign-in`),
    label(data.title, 20, 13, 10.5, { width: w - 42, least: 8 }),
    label(data.influence, w - 6, 13, 11, { bold: true, anchor: "end" }),
    data.turned ? path(`M4 9H${w - 4}`, "strike") : null,
  ];
}

/** @type {Drawing} */
function lordSmall({ data }, { w, h }) {
  const size = w * 0.4;
  return [
    rect(0, 0, w, h, `card tint guild-${data.guild}`),
    rect(0, 0, w, h, `edge guild-${data.guild}`),
    ...influence(data.influence, 3, 3, w * 0.36),
    data.keys ? sign("key", w - w * 0.28 - 4, 5, w * 0.28, "key") : null,
    data.arrow ? sign("arrow", w - w * 0.24 - 5, 6, w * 0.24, "muted-sign") : null,
    sign(data.guild, (w - size) / 2, h * 0.4, size, `guild-${data.guild} sign-in`),
    label(data.title, w / 2, h - 6, 11, { anchor: "middle", width: w - 6, least: 7.5 }),
    ...marks(data, w, h),
  ];
}

/** @param {any} data @param {number} w @param {number} h @returns {Parts} what happened to a Lord of a seat */
function marks(data, w, h) {
  /** @type {Parts} */
  const parts = [];
  if (data.turned) parts.push(rect(0, 0, w, h, "veil"), path(`M6 ${h * 0.36}L${w - 6} ${h * 0.86}M${w - 6} ${h * 0.36}L6 ${h * 0.86}`, "strike"));
  const word = data.turned ? "turned" : data.used ? "used" : data.recruited ? "new" : "";
  if (word) {
    parts.push(rect(w / 2 - 20, h * 0.3 - 7, 40, 14, "mark", 7));
    parts.push(label(word, w / 2, h * 0.3 + 3.5, 10, { look: "on-mark", anchor: "middle" }));
  }
  return parts;
}

/** @param {number} points @param {number} x @param {number} y @param {number} size @returns {Parts} */
const influence = (points, x, y, size) => [
  sign("influence", x, y, size, "laurel"),
  label(points, x + size / 2, y + size * 0.69, size * 0.52, { look: "on-laurel", bold: true, anchor: "middle" }),
];

/** Draw a whole Lord: influence and guild at the top, its name and power in the middle, cost, bubbles and key at the bottom.
 * @type {Drawing}
 */
function lordLarge({ data }, { w, h }) {
  const top = w * 0.3;
  const hasPower = w >= 104 && data.power;
  const guild = hasPower ? w * 0.26 : w * 0.42;
  const foot = h - w * 0.27;
  /** @type {Parts} */
  const parts = [
    rect(0, 0, w, h, `card tint guild-${data.guild}`),
    rect(0, 0, w, h, `edge guild-${data.guild}`),
    ...influence(data.influence, 4, 4, top),
    hasPower
      ? sign(data.guild, w - guild - 7, 7, guild, `guild-${data.guild} sign-in`)
      : sign(data.guild, (w - guild) / 2, h * 0.27, guild, `guild-${data.guild} sign-in`),
  ];
  const nameAt = hasPower ? h * 0.33 : h * 0.7;
  parts.push(label(data.title, w / 2, nameAt, Math.min(13.5, w * 0.125), { bold: true, anchor: "middle", width: w - 8, least: 8 }));
  if (hasPower) {
    const size = 9.2;
    lines(data.power, w - 14, size, Math.floor((foot - nameAt - 8) / 10.8)).forEach((line, place) => {
      parts.push(label(line, w / 2, nameAt + 14 + place * 10.8, size, { look: "muted", anchor: "middle" }));
    });
  }
  parts.push(...costOf(data, 5, foot, w), ...marks(data, w, h));
  const side = w * 0.2;
  if (data.keys) parts.push(sign("key", w - side - 6, foot + 1, side, "key"));
  if (data.arrow) parts.push(sign("arrow", w - side - 6, foot + 1, side, "muted-sign"));
  return parts;
}

/** Draw a cost: a large bubble with the required race, and a small one for each race of free choice.
 * @param {any} data @param {number} x @param {number} y @param {number} w @returns {Parts}
 */
function costOf(data, x, y, w) {
  const r = w * 0.105;
  const big = r * 1.08;
  /** @type {Parts} */
  const parts = [label(data.cost, x, y + r * 1.62, r * 1.9, { bold: true })];
  let at = x + widthOf(String(data.cost), r * 1.9, true) + r * 0.4 + big;
  if (data.race) {
    parts.push(circle(at, y + r, big, `bubble race-${data.race}`), sign(data.race, at - big * 0.78, y + r - big * 0.78, big * 1.56, `on-race race-${data.race}`));
    at += big + r * 0.3;
  } else at -= big * 0.4;
  const free = data.races - (data.race ? 1 : 0);
  const room = w - (data.keys || data.arrow ? w * 0.2 + 8 : 4) - at;
  const small = Math.min(r * 0.52, room / (free * 2.4));
  for (let place = 0; place < free; place += 1) {
    parts.push(circle(at + small * (2.4 * place + 0.6), y + r * 1.1, small, "free-bubble"));
  }
  return parts;
}

/** @type {Drawing} */
function location({ value, at = "", data }, { w, h }) {
  const isDrawn = at === "locations/drawn";
  const hasPoints = value != null;
  const size = 9.2;
  const room = Math.floor((h - 24) / 11);
  return [
    rect(0, 0, w, h, isDrawn ? "tile drawn" : "tile"),
    rect(0, 0, w, 19, "tile-head", 4),
    rect(0, 12, w, 7, "tile-head", 0),
    label(data.title, 6, 13.5, 11, { look: "on-tile-head", bold: true, width: w - (hasPoints ? 36 : 12), least: 8 }),
    ...lines(data.scores, w - 12, size, room).map((line, place) => label(line, 6, 31 + place * 11, size, { look: "muted" })),
    hasPoints ? rect(w - 27, 2, 25, 15, "points", 7) : null,
    hasPoints ? label(value ?? "", w - 14.5, 13.5, 11.5, { look: "on-points", bold: true, anchor: "middle" }) : null,
    data.fixed || data.each ? label(printedPoints(data), w - 6, h - 6, 11, { bold: true, anchor: "end" }) : null,
  ];
}

/** @param {any} data the points of a Location as printed @returns {string} */
function printedPoints({ fixed, each }) {
  if (each < 0) return `${fixed} − ${-each} each`;
  const counted = `${each} each`;
  return fixed ? `${fixed} + ${counted}` : counted;
}

/** @type {Drawing} */
function seat({ value, data }, { w, h }) {
  const words = Object.entries({ start: "start player", bought: "bought", last_round: "last round" });
  const said = words.filter(([mark]) => data[mark]).map(([, word]) => word).join(" · ");
  return [
    data.active ? rect(0, 0, w, h, `to-move seat-${value}`, 8) : null,
    rect(0, 0, 5, h, `stripe seat-${value}`, 2),
    data.active ? path("M14 14.5 23 20.5 14 26.5Z", "play") : null,
    label(nameOf(Number(value)), data.active ? 28 : 14, 26, 15, { bold: true, width: data.active ? 84 : 98, least: 11 }),
    label(said, 14, 40, 10, { look: "muted", width: 100, least: 9 }),
  ];
}

/** @type {Drawing} */
function hand({ value }) {
  return [label(`Hand ${value}`, 0, 12, 11, { look: "muted" })];
}

/** Draw the points at the top right of the seat's area, and where they come from at the bottom.
 * @type {Drawing}
 */
function score({ value, data }, { w, h }) {
  const sources = Object.entries({ lords: "Lords", locations: "Locations", allies: "Allies", tokens: "Monster tokens" });
  const words = sources.map(([key, word]) => `${word} ${data[key]}${key === "tokens" && data.hidden_tokens ? " + ?" : ""}`);
  const shown = `${value}${data.hidden_tokens ? "+" : ""}`;
  return [
    sign("influence", w - 38, 0, 38, "laurel"),
    label(shown, w - 19, 24, 15, { look: "on-laurel", bold: true, anchor: "middle", width: 30, least: 11 }),
    label(words.join(" · "), 0, h, 11, { look: "muted", width: w, least: 9 }),
  ];
}

/** @type {Drawing} */
function turn({ value, data }, { w }) {
  const words = value ? [`Turn ${value}`, `${nameOf(data.active)} to move`] : ["Before the first turn"];
  if (data.extra_turn) words.push("another turn follows");
  if (data.ending) words.push(`last round: ${nameOf(data.last_round_by)} ${data.ending}`);
  return [label(words.join(" · "), 2, 20, 15, { bold: true, width: w - 4, least: 11 })];
}

/** @type {Record<string, Drawing>} */
export const DRAWINGS = {
  ally,
  council,
  court_space: courtSpace,
  deck,
  discard,
  hand,
  keys,
  location,
  lord,
  monster,
  pearls,
  score,
  seat,
  threat_space: threatSpace,
  threat_token: threatToken,
  token,
  track_space: trackSpace,
  turn,
};

/**
 * Make the board of a match.
 * @param {{names?: string[]}} [match] the names of the seats
 */
export function board(match = {}) {
  names = match.names ?? [];
  return staged(new Stage("Board of Abyss", definitions("abyss", SHAPES), DRAWINGS, arrange, names));
}
