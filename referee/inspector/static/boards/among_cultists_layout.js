// Where everything of Among Cultists lies: the islands or the University, goals and decks, and the seats. Places depend
// on the width and on the Locations of the map alone, so that nothing jumps when the match goes on.

import { box, drawnPanels, fanned, grouped, handsOf, INSET, keptPlaces, panel, path, rect, seatColumns, TITLE } from "./drawing.js";

/**
 * @typedef {import("./drawing.js").Box} Box
 * @typedef {import("./drawing.js").Element} Element
 * @typedef {import("./drawing.js").Picture} Picture
 * @typedef {{card: Box, areas: Record<string, Box>}} SeatArea
 * @typedef {{look: string, height: number, panels: import("./drawing.js").Panel[], slots: Map<string, Box>,
 *   islands: Box[], links: string[], routes: string[], sea: Box, seats: SeatArea[]}} Places
 */

const ROOM = 108;
const BRIDGE = 64;
const HEAD = 18;
const PAD = 5;
const GAP = 8;
const TURN = 50;
const SECRETS = 84;
const SECRET = 18;
const SECRET_ROWS = 4;
const STACK = { w: 36, h: 40 };
const DECKS = ["unsafe", "unsafe_discard", "draw_pile", "discard", "discarded_unseen", "aside", "pool", "events", "events_gone"];
const MARKS = ["vote", "found", "sabotage", "fire"];

/** Corridors that are linked past another Location: how far to the right of the first one the link runs. */
const PASSING = /** @type {Record<string, number>} */ ({ "corridor_2 corridor_3": 0.09, "corridor_5 corridor_6": 0.91 });

const keptFor = keptPlaces(measured);

/** @param {Picture} picture @param {number} width @returns {Places} */
function placesFor(picture, width) {
  const map = [...picture.keys()].filter((key) => /^(place|dock|island)\//.test(key));
  const seats = [...picture.values()].filter(({ kind }) => kind === "seat").length;
  return keptFor(`${width} ${seats} ${map.join(" ")}`, picture, width, map, seats);
}

/** @param {string} look @param {Picture} picture @param {number} width @param {string[]} map @param {number} seats @returns {Places} */
function measured(look, picture, width, map, seats) {
  const inner = Math.min(width, 1280);
  const left = Math.floor((width - inner) / 2);
  /** @type {Places} */
  const places = { look, height: 0, panels: [], slots: new Map(), islands: [], links: [], routes: [], sea: box(0, 0, 0, 0), seats: [] };
  places.slots.set("turn", box(left, 0, inner, TURN));
  let y = TURN + 6;
  if (inner >= 820) {
    const wide = Math.round(inner * 0.6);
    const bottom = mapPanel(places, picture, map, left, y, wide);
    const x = left + wide + GAP;
    const w = inner - wide - GAP;
    const decksTop = goals(places, x, y, w) + GAP;
    y = Math.max(bottom, decks(places, x, decksTop, w)) + GAP;
  } else {
    y = mapPanel(places, picture, map, left, y, inner) + GAP;
    y = goals(places, left, y, inner) + GAP;
    y = decks(places, left, y, inner) + GAP;
  }
  const columns = inner >= 1020 && seats !== 4 ? 3 : inner >= 660 ? 2 : 1;
  const height = 160 + SECRETS + INSET;
  places.height = seatColumns(columns, seats, box(left, y, inner, 0), GAP, (seatLeft, top, w) => {
    const card = box(seatLeft, top, w, height);
    places.seats.push({ card, areas: seatParts(card) });
    return height;
  });
  return places;
}

/** @param {Places} places @param {Picture} picture @param {string[]} map @param {number} x @param {number} y @param {number} w @returns {number} its lower edge */
function mapPanel(places, picture, map, x, y, w) {
  const area = box(x + 6, y + 6, w - 12, 0);
  const plan = map.includes("place/foyer") ? university(area) : islands(area, map);
  let bottom = area.y;
  for (const [key, slot] of plan) {
    if (!map.includes(key)) continue;
    places.slots.set(key, slot);
    bottom = Math.max(bottom, slot.y + slot.h);
  }
  bottom = unplanned(places, picture, map, area, bottom);
  for (const [key, slot] of places.slots) if (key.startsWith("island/")) places.islands.push(slot);
  ways(places, picture, map);
  places.sea = box(x, y, w, bottom + 6 - y);
  return bottom + 6;
}

/** Lay five islands into a cross, with the bridges between them and the Outer Bridges and Boats in the corners.
 * @param {Box} area @param {string[]} map @returns {Map<string, Box>}
 */
function islands(area, map) {
  const side = Math.round((area.w - 4 * GAP) * 0.24);
  const narrow = (area.w - 4 * GAP - 3 * side) / 2;
  const columns = [0, side + GAP, side + narrow + 2 * GAP, 2 * side + narrow + 3 * GAP, 2 * side + 2 * narrow + 4 * GAP].map((at) => area.x + at);
  const single = HEAD + ROOM + PAD;
  const double = single + ROOM + PAD;
  const rows = [area.y];
  for (const height of [single, BRIDGE, double, BRIDGE]) rows.push(rows[rows.length - 1] + height + GAP);
  const wide = side + 2 * narrow + 2 * GAP;
  /** @type {Map<string, Box>} */
  const plan = new Map();
  const across = (/** @type {string} */ island, /** @type {number} */ top, /** @type {string[]} */ names) => {
    plan.set(`island/${island}`, box(columns[1], top, wide, single));
    const rooms = names.filter((name) => map.includes(`place/${name}`));
    const w = (wide - PAD * (rooms.length + 1)) / rooms.length;
    rooms.forEach((name, place) => plan.set(`place/${name}`, box(columns[1] + PAD + place * (w + PAD), top + HEAD, w, ROOM)));
  };
  const down = (/** @type {string} */ island, /** @type {number} */ left, /** @type {string[]} */ names) => {
    plan.set(`island/${island}`, box(left, rows[2], side, double));
    const h = (double - HEAD - names.length * PAD) / names.length;
    names.forEach((name, place) => plan.set(`place/${name}`, box(left + PAD, rows[2] + HEAD + place * (h + PAD), side - 2 * PAD, h)));
  };
  across("north", rows[0], ["purple_room_north", "light_blue_room_north"]);
  across("south", rows[4], ["green_room_south", "blue_room_south"]);
  down("west", columns[0], ["blue_room_west", "orange_room_west"]);
  down("centre", columns[2], ["security_room"]);
  down("east", columns[4], ["orange_room_east", "purple_room_east"]);
  const middle = columns[2] - narrow / 2;
  plan.set("place/wooden_bridge_north", box(middle, rows[1], side + narrow, BRIDGE));
  plan.set("place/wooden_bridge_south", box(middle, rows[3], side + narrow, BRIDGE));
  plan.set("place/wooden_bridge_west", box(columns[1], rows[2] + HEAD + ROOM + PAD, narrow, ROOM));
  plan.set("place/wooden_bridge_east", box(columns[3], rows[2] + HEAD, narrow, ROOM));
  plan.set("place/outer_bridge_west", box(columns[0], rows[0] + HEAD, side, ROOM));
  plan.set("place/outer_bridge_east", box(columns[4], rows[4] + PAD, side, ROOM));
  const berth = (single + BRIDGE) / 2;
  plan.set("dock/dock_north", box(columns[4], rows[0], side, berth));
  plan.set("dock/dock_east", box(columns[4], rows[0] + berth + GAP, side, berth));
  plan.set("dock/dock_west", box(columns[0], rows[3], side, berth));
  plan.set("dock/dock_south", box(columns[0], rows[3] + berth + GAP, side, berth));
  return plan;
}

/** Lay the ring of corridors around the foyer, with the Rooms outside.
 * @param {Box} area @returns {Map<string, Box>}
 */
function university(area) {
  const gap = 14;
  const w = (area.w - 2 * PAD - 2 * gap) / 3;
  const rows = [area.y + HEAD];
  for (const height of [ROOM, BRIDGE, ROOM, BRIDGE]) rows.push(rows[rows.length - 1] + height + gap);
  const grid = [
    ["green_room", "security_room", "orange_room"],
    ["corridor_6", "corridor_1", "corridor_2"],
    ["second_blue_room", "foyer", "second_purple_room"],
    ["corridor_5", "corridor_4", "corridor_3"],
    ["light_blue_room", "purple_room", "blue_room"],
  ];
  /** @type {Map<string, Box>} */
  const plan = new Map([["island/university", box(area.x, area.y, area.w, rows[4] + ROOM + PAD - area.y)]]);
  grid.forEach((names, row) => names.forEach((name, column) => {
    const slot = box(area.x + PAD + column * (w + gap), rows[row], w, row % 2 ? BRIDGE : ROOM);
    // The link between the corridors above and below runs beside these two Rooms.
    if (name.startsWith("second_")) slot.w = w * 0.8;
    if (name === "second_purple_room") slot.x += w * 0.2;
    plan.set(`place/${name}`, slot);
  }));
  return plan;
}

/** Lay what a map of an owner has and the plan does not know into rows under it.
 * @param {Places} places @param {Picture} picture @param {string[]} map @param {Box} area @param {number} bottom
 */
function unplanned(places, picture, map, area, bottom) {
  const others = map.filter((key) => !places.slots.has(key) && picture.get(key)?.kind !== "boat");
  if (!others.length) return bottom;
  const columns = Math.max(3, Math.floor(area.w / 130));
  const w = (area.w - (columns - 1) * GAP) / columns;
  others.forEach((key, place) => {
    places.slots.set(key, box(area.x + (place % columns) * (w + GAP), bottom + GAP + Math.floor(place / columns) * (ROOM + GAP), w, ROOM));
  });
  return bottom + Math.ceil(others.length / columns) * (ROOM + GAP);
}

/** Draw the links between Locations, and the routes of the Boats.
 * @param {Places} places @param {Picture} picture @param {string[]} map
 */
function ways(places, picture, map) {
  for (const key of map) {
    const one = places.slots.get(key);
    const element = /** @type {Element} */ (picture.get(key));
    if (one === undefined) continue;
    if (element.kind === "dock") {
      const pair = map.filter((other) => picture.get(other)?.kind === "dock" && picture.get(other)?.data.boat === element.data.boat);
      const other = places.slots.get(pair[1]);
      if (pair[0] === key && other) places.routes.push(wayBetween(one, other, 0.95));
      for (const room of element.data.rooms) {
        const shore = places.slots.get(`place/${room}`);
        if (shore) places.routes.push(wayBetween(one, shore, 0.95));
      }
    }
    for (const name of element.data?.links ?? []) {
      const other = places.slots.get(`place/${name}`);
      const own = key.replace("place/", "");
      if (other === undefined || own > name) continue;
      const share = PASSING[`${own} ${name}`];
      places.links.push(share === undefined ? wayBetween(one, other) : `M${one.x + one.w * share} ${one.y + one.h / 2}V${other.y + other.h / 2}`);
    }
  }
}

/**
 * @param {Box} one @param {Box} other @param {number} [share] how far to the right a way up or down runs
 * @returns {string} a straight way where they face each other, else between their middles
 */
function wayBetween(one, other, share = 0.5) {
  const left = Math.max(one.x, other.x);
  const right = Math.min(one.x + one.w, other.x + other.w);
  const top = Math.max(one.y, other.y);
  const bottom = Math.min(one.y + one.h, other.y + other.h);
  const middle = (/** @type {Box} */ { x, y, w, h }) => ({ x: x + w / 2, y: y + h / 2 });
  const [from, to] = [middle(one), middle(other)];
  if (right - left > 12) return `M${left + (right - left) * share} ${from.y}V${to.y}`;
  if (bottom - top > 12) return `M${from.x} ${(top + bottom) / 2}H${to.x}`;
  return `M${from.x} ${from.y}L${to.x} ${to.y}`;
}

/** @param {Places} places @param {number} x @param {number} y @param {number} w */
function goals(places, x, y, w) {
  const height = TITLE + 6 + 42 + 44 + 50 + 36 + INSET;
  const area = panel(places, "Goals and signs", x, y, w, height);
  places.slots.set("victory_points", box(area.x, area.y, area.w, 38));
  places.slots.set("kills", box(area.x, area.y + 46, area.w, 34));
  const half = (area.w - GAP) / 2;
  MARKS.forEach((mark, place) => {
    places.slots.set(`mark/${mark}`, box(area.x + (place % 2) * (half + GAP), area.y + 88 + Math.floor(place / 2) * 24, half, 20));
  });
  places.slots.set("roles", box(area.x, area.y + 138, area.w, 32));
  return y + height;
}

/** @param {Places} places @param {number} x @param {number} y @param {number} w */
function decks(places, x, y, w) {
  const columns = w >= 720 ? 5 : 3;
  const rows = Math.ceil(DECKS.length / columns);
  const cell = 78;
  const height = TITLE + 6 + INSET + rows * cell + (rows - 1) * GAP;
  const area = panel(places, "Decks and piles", x, y, w, height);
  const wide = (area.w - (columns - 1) * GAP) / columns;
  DECKS.forEach((name, place) => {
    places.slots.set(`deck/${name}`, box(area.x + (place % columns) * (wide + GAP), area.y + Math.floor(place / columns) * (cell + GAP), wide, cell));
  });
  return y + height;
}

/** @param {Box} card @returns {Record<string, Box>} */
function seatParts({ x, y, w }) {
  const left = x + INSET + 4;
  const iw = w - 2 * INSET - 4;
  const hand = Math.round(iw * 0.62);
  return {
    role: box(left + iw - 138, y + 8, 138, 44),
    route: box(left, y + 64, iw - 106, 24),
    start: box(left + iw - 100, y + 64, 100, 24),
    handCount: box(left, y + 94, hand, 14),
    hand: box(left, y + 111, hand, STACK.h),
    pulseCount: box(left + hand + 10, y + 94, iw - hand - 10, 14),
    pulse: box(left + hand + 10, y + 111, iw - hand - 10, STACK.h),
    secret: box(left, y + 160, iw, SECRETS),
  };
}

/**
 * Say where everything lies; what is listed later lies on top.
 * @param {Picture} picture @param {number} width
 * @returns {import("./drawing.js").Arrangement}
 */
export function arrange(picture, width) {
  const places = placesFor(picture, width);
  const at = grouped(picture);
  /** @type {Map<string, Box>} */
  const boxes = new Map();
  const isMap = (/** @type {string} */ key) => /^(turn|island|dock|place)/.test(key);
  const order = [...places.slots].sort(([one], [other]) => Number(other.startsWith("island/")) - Number(one.startsWith("island/")));
  for (const [key, slot] of order) if (picture.has(key)) boxes.set(key, isMap(key) ? { ...slot, plain: true } : slot);
  for (const [key, { kind, at: dock = "" }] of picture) {
    const berth = places.slots.get(dock);
    if (kind === "boat" && berth) boxes.set(key, { ...box(berth.x + 4, berth.y + 16, berth.w - 8, berth.h - 20), plain: true });
  }
  for (const [key, slot] of [...boxes]) {
    if (key.startsWith("place/")) atPlace(slot, /** @type {Element} */ (picture.get(key)).kind, at.get(key) ?? [], boxes);
  }
  places.seats.forEach((area, seat) => seatBoxes(area, seat, at, boxes));
  return { height: places.height, boxes, backdrop: () => furniture(places), look: places.look, hands: handsOf(places.seats) };
}

/** Lay the figures at a Location side by side, as large as they fit; books, cards and blocks lie at its lower edge.
 * @param {Box} slot @param {string} kind @param {[string, Element][]} there @param {Map<string, Box>} boxes
 */
function atPlace(slot, kind, there, boxes) {
  const low = slot.y + slot.h - 21;
  const figures = there.filter(([key, element]) => {
    if (element.kind === "books") boxes.set(key, box(slot.x + 3, low, 25, 18));
    else if (element.kind === "room_cards") boxes.set(key, box(slot.x + 30, low, slot.w - 33, 18));
    else if (element.kind === "block") boxes.set(key, box(slot.x + 3, low + 1, slot.w - 6, 17));
    else return true;
    return false;
  });
  const isNarrow = kind !== "boat" && slot.w < (kind === "room" ? 66 : 100) && slot.h > 80;
  const head = kind === "boat" ? 21 : isNarrow ? 44 : kind === "room" || slot.h > 80 ? 33 : 19;
  const foot = kind === "room" || slot.h > 80 ? 23 : there.some(([, element]) => element.kind === "block") ? 21 : 3;
  const side = kind === "boat" ? slot.w * 0.12 : 4;
  const area = box(slot.x + side, slot.y + head, slot.w - 2 * side, slot.h - head - foot);
  let size = Math.min(30, area.h);
  const fits = () => Math.floor((area.w + 3) / (size + 3)) * Math.floor((area.h + 3) / (size + 3)) >= figures.length;
  while (size > 10 && !fits()) size -= 1;
  const columns = Math.max(1, Math.floor((area.w + 3) / (size + 3)));
  figures.forEach(([key], place) => {
    boxes.set(key, box(area.x + (place % columns) * (size + 3), area.y + Math.floor(place / columns) * (size + 3), size, size));
  });
}

/** @param {SeatArea} area @param {number} seat @param {Map<string, [string, Element][]>} at @param {Map<string, Box>} boxes */
function seatBoxes({ card, areas }, seat, at, boxes) {
  const key = `seat/${seat}`;
  boxes.set(key, { ...card, plain: true });
  for (const part of ["role", "route", "start"]) boxes.set(`${key}/${part}`, areas[part]);
  for (const pile of ["hand", "pulse"]) {
    boxes.set(`${key}/${pile}`, areas[`${pile}Count`]);
    const stacks = at.get(`${key}/${pile}`) ?? [];
    fanned(stacks.length, areas[pile], STACK.w, 4).forEach((x, place) => boxes.set(stacks[place][0], box(x, areas[pile].y, STACK.w, STACK.h)));
  }
  const { secret } = areas;
  const secrets = [...(at.get(`${key}/secret`) ?? [])].sort((one, other) => one[1].data.round - other[1].data.round);
  const columns = Math.max(2, Math.ceil(secrets.length / SECRET_ROWS));
  const w = (secret.w - (columns - 1) * 4) / columns;
  secrets.forEach(([name], place) => {
    const column = Math.floor(place / SECRET_ROWS);
    boxes.set(name, box(secret.x + column * (w + 4), secret.y + (place % SECRET_ROWS) * (SECRET + 3), w, SECRET));
  });
}

/** @param {Places} places the sea, the islands, the ways and the panels with their titles */
function furniture(places) {
  const { sea } = places;
  return [
    rect(sea.x, sea.y, sea.w, sea.h, "sea", 8),
    ...places.routes.map((way) => path(way, "boat-route")),
    ...places.islands.map(({ x, y, w, h }) => rect(x, y, w, h, "ground", 10)),
    ...places.links.map((way) => path(way, "way")),
    ...drawnPanels(places.panels),
    ...places.seats.flatMap(({ card, areas: { hand, pulse, secret } }) => [
      rect(card.x, card.y, card.w, card.h, "panel", 8),
      ...[hand, pulse, secret].map(({ x, y, w, h }) => rect(x - 3, y - 3, w + 6, h + 6, "well", 6)),
    ]),
  ];
}
