// Where everything of Abyss lies. Places depend on the width and on the number of seats alone, so that nothing jumps
// when the match goes on: cards that do not fit next to each other overlap.

import { box, drawnPanels, fanned, grouped, handsOf, INSET, keptPlaces, label, panel, rect, seatColumns, TITLE } from "./drawing.js";

/**
 * @typedef {import("./drawing.js").Box} Box
 * @typedef {import("./drawing.js").Element} Element
 * @typedef {import("./drawing.js").Picture} Picture
 * @typedef {{card: Box, small: {w: number, h: number}, lord: {w: number, h: number}, tile: {w: number, h: number},
 *   areas: Record<string, Box>}} SeatArea
 * @typedef {{look: string, height: number, panels: import("./drawing.js").Panel[], labels: {text: string, x: number, y: number}[],
 *   slots: Map<string, Box>, seats: SeatArea[], areas: Record<string, Box>, tile: {w: number, h: number}}} Places
 */

const STRIP = 17;
/** The height of the part of a Lord that shows above the Location it lies under. */
const MOST_UNDER = 3;

const RACES = ["squid", "shellfish", "crab", "seahorse", "jellyfish"];

const placesFor = keptPlaces(measured);

/** @param {string} look @param {number} width @param {number} seats @returns {Places} */
function measured(look, width, seats) {
  const gap = width < 480 ? 6 : 8;
  const inner = Math.min(width, 1280);
  const left = Math.floor((width - inner) / 2);
  /** @type {Places} */
  const places = {
    look,
    height: 0,
    panels: [],
    labels: [],
    slots: new Map(),
    seats: [],
    areas: {},
    tile: { w: width < 480 ? 108 : 132, h: 76 },
  };
  places.slots.set("turn", box(left, 0, inner, 30));
  let y = 36;
  y = inner >= 640 ? wideBoard(places, left, y, inner, gap) : narrowBoard(places, left, y, inner, gap);
  y = court(places, left, y, inner, gap);
  if (inner < 1000) y = locationRow(places, left, y, inner, gap);
  places.height = seatColumns(inner >= 700 ? 2 : 1, seats, box(left, y, inner, 0), gap, (x, top, w, seat) => seatArea(places, seat, x, top, w));
  return places;
}

/** Put the exploration track over the Council, the threat track to the right, and the Locations where there is room.
 * @param {Places} places @param {number} left @param {number} y @param {number} inner @param {number} gap
 */
function wideBoard(places, left, y, inner, gap) {
  const hasTiles = inner >= 1000;
  const threat = inner < 760 ? 118 : 150;
  const tiles = hasTiles ? Math.max(170, Math.floor(inner * 0.19)) : 0;
  const main = inner - threat - gap - (hasTiles ? tiles + gap : 0);
  const w = Math.min(112, Math.floor((main - 2 * INSET - 6 * gap) / 7));
  const h = Math.round(w * 1.36);
  const row = h + TITLE + INSET + 6;
  const council = 5 * w + 4 * gap + 2 * INSET;
  exploration(places, panel(places, "Exploration", left, y, main, row), w, h);
  councilStacks(places, panel(places, "Council", left, y + row + gap, council, row), w, h, gap);
  const rest = main - council - gap;
  supply(places, panel(places, "Supply", left + council + gap, y + row + gap, rest, row), false);
  threatTrack(places, panel(places, "Threat", left + main + gap, y, threat, 2 * row + gap), false);
  if (hasTiles) {
    const area = panel(places, "Locations", left + main + threat + 2 * gap, y, tiles, 2 * row + gap);
    places.slots.set("deck/locations", box(area.x, area.y, (area.w - gap) / 2, 50));
    places.slots.set("discard/locations", box(area.x + (area.w + gap) / 2, area.y, (area.w - gap) / 2, 50));
    places.areas["locations/open"] = box(area.x, area.y + 58, area.w, area.h - 58);
    places.tile = { w: area.w, h: 76 };
  }
  return y + 2 * row + 2 * gap;
}

/** @param {Places} places @param {number} left @param {number} y @param {number} inner @param {number} gap */
function narrowBoard(places, left, y, inner, gap) {
  const inset = 2 * INSET;
  const w = Math.floor((inner - inset - 6 * 4) / 7);
  const h = Math.round(w * 1.42);
  const row = h + TITLE + INSET + 6;
  exploration(places, panel(places, "Exploration", left, y, inner, row), w, h);
  y += row + gap;
  threatTrack(places, panel(places, "Threat", left, y, inner, 96), true);
  y += 96 + gap;
  const wide = Math.floor((inner - inset - 4 * gap) / 5);
  const tall = Math.round(Math.min(wide, 90) * 1.2);
  const council = tall + TITLE + INSET + 6;
  councilStacks(places, panel(places, "Council", left, y, inner, council), wide, tall, gap);
  y += council + gap;
  supply(places, panel(places, "Supply", left, y, inner, 88), true);
  return y + 88 + gap;
}

/** @param {Places} places @param {Box} area @param {number} w @param {number} h */
function exploration(places, area, w, h) {
  const step = (area.w - w) / 6;
  const at = (/** @type {number} */ place) => box(Math.round(area.x + place * step), area.y, w, h);
  places.slots.set("deck/exploration", at(0));
  for (let space = 0; space < 5; space += 1) places.slots.set(`track/space/${space}`, at(space + 1));
  places.slots.set("discard/exploration", at(6));
}

/** @param {Places} places @param {Box} area @param {number} w @param {number} h @param {number} gap */
function councilStacks(places, area, w, h, gap) {
  RACES.forEach((race, place) => places.slots.set(`council/${race}`, box(area.x + place * (w + gap), area.y, w, h)));
}

/** @param {Places} places @param {Box} area @param {boolean} flat */
function supply(places, area, flat) {
  const keys = ["treasury", "supply/keys", "deck/tokens"];
  if (flat) {
    const w = Math.min(72, area.w / 5);
    keys.forEach((key, place) => places.slots.set(key, box(area.x + place * w, area.y, w - 6, area.h)));
    places.areas.paid = box(area.x + 3 * w + 6, area.y - 10, area.w - 3 * w - 9, area.h + 13);
    places.labels.push({ text: "Handed in", x: places.areas.paid.x, y: area.y - 17 });
    return;
  }
  const w = area.w / 3;
  keys.forEach((key, place) => places.slots.set(key, box(area.x + place * w, area.y, w - 4, area.h * 0.34)));
  const height = Math.min(62, area.h * 0.42);
  places.areas.paid = box(area.x + 3, area.y + area.h - height - 3, area.w - 6, height);
  places.labels.push({ text: "Handed in", x: area.x, y: area.y + area.h - height - 10 });
}

/** @param {Places} places @param {Box} area @param {boolean} flat */
function threatTrack(places, area, flat) {
  const gap = 4;
  const w = flat ? (area.w - 5 * gap) / 6 : area.w;
  const h = flat ? area.h : (area.h - 5 * gap) / 6;
  for (let space = 1; space <= 6; space += 1) {
    const along = (space - 1) * ((flat ? w : h) + gap);
    places.slots.set(`threat/${space}`, box(area.x + (flat ? along : 0), area.y + (flat ? 0 : along), w, h));
  }
}

/** Put the Lord deck on the left; the first space of the Court is the one farthest from it.
 * @param {Places} places @param {number} left @param {number} y @param {number} inner @param {number} gap
 */
function court(places, left, y, inner, gap) {
  const columns = inner >= 760 ? 8 : 4;
  const w = Math.min(138, Math.floor((inner - 2 * INSET - (columns - 1) * gap) / columns));
  const h = Math.round(w * 1.42);
  const height = TITLE + 6 + INSET + (8 / columns) * h + (8 / columns - 1) * gap;
  const area = panel(places, "Court", left, y, inner, height);
  const step = (area.w - w) / (columns - 1);
  const keys = ["deck/lords", "court/5", "court/4", "court/3", "court/2", "court/1", "court/0", "discard/lords"];
  keys.forEach((key, place) => {
    const row = Math.floor(place / columns);
    places.slots.set(key, box(Math.round(area.x + (place % columns) * step), area.y + row * (h + gap), w, h));
  });
  return y + height + gap;
}

/** @param {Places} places @param {number} left @param {number} y @param {number} inner @param {number} gap */
function locationRow(places, left, y, inner, gap) {
  const isNarrow = inner < 480;
  // On a narrow screen they lie on top of each other, from top to bottom, so that their names can be read.
  const height = TITLE + 6 + INSET + places.tile.h + (isNarrow ? 6 * 20 : 0);
  const area = panel(places, "Locations", left, y, inner, height);
  const w = isNarrow ? 58 : 64;
  const h = isNarrow ? places.tile.h : area.h;
  places.slots.set("deck/locations", box(area.x, area.y, w, h));
  places.slots.set("discard/locations", isNarrow ? box(area.x, area.y + h + gap, w, h) : box(area.x + area.w - w, area.y, w, h));
  const open = box(area.x + w + gap, area.y, area.w - (isNarrow ? 1 : 2) * (w + gap), area.h);
  places.areas["locations/open"] = open;
  if (isNarrow) places.tile = { w: open.w, h: 76 };
  return y + height + gap;
}

/** @param {Places} places @param {number} seat @param {number} x @param {number} y @param {number} w */
function seatArea(places, seat, x, y, w) {
  const iw = w - 2 * INSET;
  const isWide = iw >= 420;
  const small = isWide ? { w: 42, h: 58 } : { w: 36, h: 50 };
  const lord = isWide ? { w: 80, h: 104 } : { w: 64, h: 86 };
  const tile = { w: isWide ? 132 : 108, h: 76 };
  const left = x + INSET;
  let top = y + 8;
  /** @type {Record<string, Box>} */
  const areas = {};
  areas.pearls = box(isWide ? left + 108 : left, isWide ? top + 4 : top + 40, 58, 26);
  areas.keys = box(areas.pearls.x + 62, areas.pearls.y, 66, 26);
  areas.tokens = box(areas.keys.x + 76, areas.pearls.y, x + w - (isWide ? 60 : INSET) - areas.keys.x - 76, 26);
  top += (isWide ? 40 : 72) + 16;
  const half = Math.floor(iw * 0.56);
  areas.hand = box(left, top, half - 10, small.h);
  areas.affiliated = box(left + half, top, iw - half, small.h);
  places.labels.push({ text: "Affiliated", x: left + half, y: top - 5 });
  top += small.h + 20;
  areas.free = box(left, top, iw, lord.h);
  places.labels.push({ text: "Free Lords", x: left, y: top - 5 });
  top += lord.h + 20;
  areas.locations = box(left, top, iw, tile.h + MOST_UNDER * STRIP);
  places.labels.push({ text: "Locations", x: left, y: top - 5 });
  const height = top + areas.locations.h + 30 - y;
  areas.score = box(left, y + 8, iw, height - 16);
  places.seats.push({ card: box(x, y, w, height), small, lord, tile, areas });
  return height;
}

/** @param {Element} card */
const rank = (card) => (card.data?.race ? RACES.indexOf(card.data.race) * 10 : 100) + Number(card.value ?? 0);

/** @param {[string, Element][]} cards @returns {[string, Element][]} by race and strength */
const sorted = (cards) => [...cards].sort((a, b) => rank(a[1]) - rank(b[1]));

/**
 * Say where everything lies; what is listed later lies on top.
 * @param {Picture} picture @param {number} width
 * @returns {import("./drawing.js").Arrangement}
 */
export function arrange(picture, width) {
  const seats = [...picture.values()].filter(({ kind }) => kind === "seat").length;
  const places = placesFor(`${width} ${seats}`, width, seats);
  const at = grouped(picture);
  /** @type {Map<string, Box>} */
  const boxes = new Map();
  const fan = (/** @type {string} */ place, /** @type {Box} */ area, /** @type {{w: number, h: number}} */ size, inOrder = true) => {
    const cards = at.get(place) ?? [];
    const row = inOrder ? cards : sorted(cards);
    fanned(row.length, area, size.w, 5).forEach((x, index) => boxes.set(row[index][0], box(x, area.y, size.w, size.h)));
  };
  for (const [key, slot] of places.slots) {
    if (picture.has(key)) boxes.set(key, key === "turn" ? { ...slot, plain: true } : slot);
  }
  // A Lord or card that lies on a space of the board has the size of the space.
  for (const [key, slot] of places.slots) {
    for (const [lying, element] of at.get(key) ?? []) {
      if (element.kind === "threat_token") boxes.set(lying, { ...slot, plain: true });
      else if (key.startsWith("discard/")) boxes.set(lying, { ...slot, h: slot.h - 20 });
      else boxes.set(lying, slot);
    }
  }
  const paid = places.areas.paid;
  const height = Math.min(58, paid.h);
  fan("paid", paid, { w: Math.round(height * 0.72), h: height }, false);
  openLocations(places, [...(at.get("locations/open") ?? []), ...(at.get("locations/drawn") ?? [])], boxes);
  places.seats.forEach((area, seat) => seatBoxes(area, seat, at, boxes, fan));
  const backdrop = () => furniture(places);
  return { height: places.height, boxes, backdrop, look: places.look, hands: handsOf(places.seats) };
}

/** Lay out face-up Locations: in a row, or from top to bottom if the panel is narrow.
 * @param {Places} places @param {[string, Element][]} tiles @param {Map<string, Box>} boxes
 */
function openLocations(places, tiles, boxes) {
  const { w, h } = places.tile;
  const area = places.areas["locations/open"];
  if (area.w > w + 1) {
    fanned(tiles.length, area, w, 6).forEach((x, place) => boxes.set(tiles[place][0], box(x, area.y, w, h)));
    return;
  }
  const down = box(area.y, 0, area.h, 0);
  fanned(tiles.length, down, h, 6).forEach((y, place) => boxes.set(tiles[place][0], box(area.x, y, w, h)));
}

/**
 * @param {SeatArea} area @param {number} seat @param {Map<string, [string, Element][]>} at @param {Map<string, Box>} boxes
 * @param {(place: string, area: Box, size: {w: number, h: number}, inOrder?: boolean) => void} fan
 */
function seatBoxes(area, seat, at, boxes, fan) {
  const key = `seat/${seat}`;
  const { areas, small, lord, tile } = area;
  boxes.set(key, { ...area.card, plain: true });
  boxes.set(`${key}/score`, { ...areas.score, plain: true });
  for (const part of ["pearls", "keys"]) boxes.set(`${key}/${part}`, areas[part]);
  boxes.set(`${key}/hand`, { ...areas.hand, y: areas.hand.y - 17, h: 15 });
  fan(`${key}/tokens`, areas.tokens, { w: 26, h: 26 });
  fan(`${key}/hand`, areas.hand, small, false);
  fan(`${key}/affiliated`, areas.affiliated, small, false);
  fan(`${key}/free`, areas.free, lord);
  const tiles = at.get(`${key}/locations`) ?? [];
  const y = areas.locations.y + MOST_UNDER * STRIP;
  fanned(tiles.length, areas.locations, tile.w, 8).forEach((x, place) => {
    const under = at.get(tiles[place][0]) ?? [];
    under.forEach(([lying], index) => {
      boxes.set(lying, box(x + 5, y - (under.length - index) * STRIP, tile.w - 10, STRIP + 6));
    });
    boxes.set(tiles[place][0], box(x, y, tile.w, tile.h));
  });
}

/** @param {Places} places the panels with their titles */
function furniture(places) {
  const { paid } = places.areas;
  return [
    ...drawnPanels(places.panels),
    ...places.seats.map(({ card }) => rect(card.x, card.y, card.w, card.h, "panel", 8)),
    ...places.seats.flatMap(({ areas: { hand, affiliated, free, locations } }) =>
      [hand, affiliated, free, locations].map(({ x, y, w, h }) => rect(x - 3, y - 3, w + 6, h + 6, "well", 6))),
    rect(paid.x - 3, paid.y - 3, paid.w + 6, paid.h + 6, "well", 6),
    ...places.labels.map(({ text, x, y }) => label(text, x, y, 11, { look: "muted" })),
  ];
}
