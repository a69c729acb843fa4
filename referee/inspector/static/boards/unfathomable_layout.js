// Where everything of Unfathomable lies. The ship is seen from above with the bow on top; places depend on the width
// and on the number of seats alone, so that nothing jumps when the match goes on.

import { box, drawnPanels, fanned, grouped, handsOf, INSET, keptPlaces, label, panel, path, rect, seatColumns, TITLE } from "./drawing.js";

/**
 * @typedef {import("./drawing.js").Box} Box
 * @typedef {import("./drawing.js").Element} Element
 * @typedef {import("./drawing.js").Picture} Picture
 * @typedef {{card: Box, areas: Record<string, Box>}} SeatArea
 * @typedef {{look: string, height: number, panels: import("./drawing.js").Panel[], labels: {text: string, x: number, y: number}[],
 *   slots: Map<string, Box>, areas: Record<string, Box>, seats: SeatArea[], hull: string}} Places
 */

const CARD = { w: 38, h: 52 };
const CHIP = 22;
const CHIP_ROWS = 3;

/** The rows of the ship: port water and deck, what is inside, starboard deck and water. */
const PLAN = [
  ["water_2", "deck_2", ["bridge"], "deck_1", "water_1"],
  ["water_4", "deck_4", ["captains_cabin", "sick_bay", "chapel"], "deck_3", "water_3"],
  ["water_6", "deck_6", ["galley", "brig", "cargo_hold"], "deck_5", "water_5"],
  ["water_8", "deck_8", ["boiler_room"], "deck_7", "water_7"],
];
const SKILLS = ["influence", "lore", "observation", "strength", "will", "treachery"];
const OTHERS = ["chaos", "mythos", "items", "spells", "waypoints", "damage", "loyalty"];

const placesFor = keptPlaces(measured);

/** @param {string} look @param {number} width @param {number} seats @returns {Places} */
function measured(look, width, seats) {
  const gap = width < 480 ? 6 : 8;
  const inner = Math.min(width, 1280);
  const left = Math.floor((width - inner) / 2);
  /** @type {Places} */
  const places = { look, height: 0, panels: [], labels: [], slots: new Map(), areas: {}, seats: [], hull: "" };
  places.slots.set("turn", box(left, 0, inner, 30));
  let y = 36;
  if (inner >= 820) {
    const ship = Math.min(660, Math.round(inner * 0.53));
    const bottom = shipPanel(places, left, y, ship, 112);
    const x = left + ship + gap;
    const w = inner - ship - gap;
    let top = y;
    top = dials(places, x, top, w) + gap;
    top = tracks(places, x, top, w) + gap;
    top = voyage(places, x, top, w) + gap;
    nowPanel(places, x, top, w, bottom - top, false);
    y = bottom + gap;
  } else {
    y = dials(places, left, y, inner) + gap;
    y = shipPanel(places, left, y, inner, inner < 480 ? 116 : 112) + gap;
    y = tracks(places, left, y, inner) + gap;
    y = voyage(places, left, y, inner) + gap;
    const isSmall = inner < 560;
    const height = isSmall ? 330 : 224;
    nowPanel(places, left, y, inner, height, isSmall);
    y += height + gap;
  }
  y = decks(places, left, y, inner, gap) + gap;
  const columns = inner >= 1020 ? 3 : inner >= 660 ? 2 : 1;
  places.height = seatColumns(columns, seats, box(left, y, inner, 0), gap, (x, top, w) => seatArea(places, x, top, w));
  return places;
}

/** @param {Places} places @param {number} x @param {number} y @param {number} w @param {number} row @returns {number} its lower edge */
function shipPanel(places, x, y, w, row) {
  const bow = Math.round(row * 0.5);
  const gap = 4;
  const deep = 56;
  const area = box(x + INSET, y + INSET, w - 2 * INSET, bow + 4 * (row + gap) + deep + 2 * gap);
  places.areas.sea = box(x, y, w, area.h + 2 * INSET);
  const water = Math.round(area.w * 0.13);
  const deck = Math.round(area.w * 0.135);
  const inside = area.w - 2 * (water + deck) - 4 * gap;
  const deckLeft = area.x + water + gap;
  const roomLeft = deckLeft + deck + gap;
  const top = area.y + bow;
  PLAN.forEach(([port, portDeck, rooms, starboardDeck, starboard], index) => {
    const at = top + index * (row + gap);
    const put = (/** @type {any} */ space, /** @type {number} */ left, /** @type {number} */ wide, up = 0, tall = row) =>
      places.slots.set(`space/${space}`, box(left, at + up, wide, tall));
    put(port, area.x, water);
    put(portDeck, deckLeft, deck);
    put(starboardDeck, roomLeft + inside + gap, deck);
    put(starboard, roomLeft + inside + 2 * gap + deck, water);
    if (rooms.length === 1) put(rooms[0], roomLeft, inside);
    else if (inside >= 200) {
      const middle = inside * 0.26;
      const side = (inside - middle - 2 * gap) / 2;
      put(rooms[0], roomLeft, side);
      put(rooms[1], roomLeft + side + gap, middle);
      put(rooms[2], roomLeft + side + middle + 2 * gap, side);
    } else {
      // Too narrow for three rooms side by side: the Sick Bay and the Brig lie between the pairs of rooms.
      const side = (inside - gap) / 2;
      const low = 34;
      const isUpper = index === 1;
      put(rooms[0], roomLeft, side, isUpper ? 0 : low + gap, row - low - gap);
      put(rooms[2], roomLeft + side + gap, side, isUpper ? 0 : low + gap, row - low - gap);
      put(rooms[1], roomLeft, inside, isUpper ? row - low : 0, low);
    }
  });
  const bottom = top + 4 * (row + gap);
  places.slots.set("space/deep", box(area.x, bottom + gap, area.w, deep));
  const right = roomLeft + inside + gap + deck;
  const centre = (deckLeft + right) / 2;
  places.hull = `M${deckLeft - 4} ${bottom - 8}V${top + 6}C${deckLeft - 2} ${area.y + bow * 0.5} ${centre - 40} ${area.y + 2} ${centre} ${area.y + 2}` +
    `C${centre + 40} ${area.y + 2} ${right + 2} ${area.y + bow * 0.5} ${right + 4} ${top + 6}V${bottom - 8}Q${right + 4} ${bottom} ${right - 8} ${bottom}H${deckLeft + 8}Q${deckLeft - 4} ${bottom} ${deckLeft - 4} ${bottom - 8}Z`;
  places.labels.push({ text: "SS Atlantica", x: centre - 34, y: area.y + bow * 0.66 });
  return y + area.h + 2 * INSET;
}

/** @param {Places} places @param {number} x @param {number} y @param {number} w */
function dials(places, x, y, w) {
  const cell = w / 4;
  ["fuel", "food", "sanity", "souls"].forEach((name, place) => {
    places.slots.set(`resource/${name}`, box(x + place * cell + (place ? 4 : 0), y, cell - (place ? 4 : 0), 84));
  });
  return y + 84;
}

/** @param {Places} places @param {number} x @param {number} y @param {number} w */
function tracks(places, x, y, w) {
  const area = panel(places, "Travel track · Ritual track", x, y, w, 118);
  places.slots.set("travel", box(area.x, area.y - 2, area.w, 38));
  places.slots.set("ritual", box(area.x, area.y + 42, area.w, 38));
  return y + 118;
}

/** @param {Places} places @param {number} x @param {number} y @param {number} w */
function voyage(places, x, y, w) {
  const area = panel(places, "Voyage", x, y, w, 98);
  places.slots.set("distance", box(area.x, area.y, 72, area.h));
  places.areas.waypoints = box(area.x + 80, area.y, area.w - 80, area.h);
  return y + 98;
}

/** @param {Places} places @param {number} x @param {number} y @param {number} w @param {number} h @param {boolean} isSmall */
function nowPanel(places, x, y, w, h, isSmall) {
  const area = panel(places, "Being resolved", x, y, w, h);
  const mythos = isSmall ? area.w : Math.round(area.w * 0.42);
  const tall = isSmall ? 118 : area.h;
  places.areas.mythos = box(area.x, area.y, mythos, tall);
  const left = isSmall ? area.x : area.x + mythos + 12;
  const wide = isSmall ? area.w : area.w - mythos - 12;
  const top = isSmall ? area.y + tall + 8 : area.y;
  places.slots.set("test", box(left, top, wide - 52, 44));
  places.slots.set("roll", box(left + wide - 46, top, 46, 44));
  const card = Math.min(76, Math.floor((area.y + area.h - top - 60) / 2));
  places.areas.pile = box(left, top + 52, wide, card);
  places.areas.resolving = box(left, top + 60 + card, wide, card);
}

/** @param {Places} places @param {number} left @param {number} y @param {number} inner @param {number} gap */
function decks(places, left, y, inner, gap) {
  const keys = [...SKILLS, ...OTHERS].map((name) => `deck/${name}`).concat("supply/deep_ones", "supply/passengers");
  const columns = Math.max(4, Math.min(keys.length, Math.floor((inner - 2 * INSET) / 84)));
  const rows = Math.ceil(keys.length / columns);
  const cell = 74;
  const height = TITLE + 6 + INSET + rows * cell + (rows - 1) * gap;
  const area = panel(places, "Decks and supply", left, y, inner, height);
  const w = (area.w - (columns - 1) * gap) / columns;
  keys.forEach((key, place) => {
    const at = box(area.x + (place % columns) * (w + gap), area.y + Math.floor(place / columns) * (cell + gap), w, cell);
    places.slots.set(key, at);
    if (place < SKILLS.length) places.slots.set(key.replace("deck/", "discard/"), box(at.x + w * 0.52, at.y + 15, w * 0.46, cell - 17));
  });
  return y + height;
}

/** @param {Places} places @param {number} x @param {number} y @param {number} w */
function seatArea(places, x, y, w) {
  const left = x + INSET + 4;
  const iw = w - 2 * INSET - 4;
  const hand = box(left, y + 70, iw, CARD.h);
  const kept = box(left, y + 70 + CARD.h + 10, iw, CHIP_ROWS * (CHIP + 3));
  const areas = { hand, kept, loyalty: box(x + w - INSET - 128, y + 8, 128, 44), count: box(left, y + 52, 90, 15) };
  const height = 70 + CARD.h + 10 + kept.h + INSET;
  places.seats.push({ card: box(x, y, w, height), areas });
  return height;
}

/** @param {Element} card */
const rank = (card) => (card.data?.skill ? SKILLS.indexOf(card.data.skill) * 10 : 100) + Number(card.value ?? 0);

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
  for (const [key, slot] of places.slots) {
    if (picture.has(key)) boxes.set(key, key === "turn" || key.startsWith("space/") ? { ...slot, plain: true } : slot);
  }
  for (const [key, slot] of places.slots) {
    if (key.startsWith("space/")) onSpace(slot, at.get(key) ?? [], boxes);
  }
  const fan = (/** @type {[string, Element][]} */ cards, /** @type {Box} */ area, /** @type {number} */ w, /** @type {number} */ h, gap = 4) =>
    fanned(cards.length, area, w, gap).forEach((x, place) => boxes.set(cards[place][0], box(x, area.y, w, h)));
  const { areas } = places;
  fan(at.get("waypoints") ?? [], areas.waypoints, 96, areas.waypoints.h);
  const aside = at.get("aside") ?? [];
  const current = at.get("mythos") ?? [];
  const { mythos } = areas;
  fan([...current, ...aside], mythos, aside.length ? mythos.w * 0.62 : mythos.w, mythos.h);
  fan(at.get("pile") ?? [], areas.pile, Math.round(areas.pile.h * 0.72), areas.pile.h);
  const { resolving } = areas;
  fan([...(at.get("played") ?? []), ...(at.get("outer") ?? []), ...(at.get("resolving") ?? [])], resolving, 84, resolving.h);
  places.seats.forEach((area, seat) => seatBoxes(area, seat, at, boxes));
  return { height: places.height, boxes, backdrop: () => furniture(places), look: places.look, hands: handsOf(places.seats) };
}

/** Lay the figures on a space side by side, as large as they fit; damage lies at its lower edge.
 * @param {Box} slot @param {[string, Element][]} there @param {Map<string, Box>} boxes
 */
function onSpace(slot, there, boxes) {
  const figures = there.filter(([, { kind }]) => kind !== "damage");
  const damage = there.find(([, { kind }]) => kind === "damage");
  if (damage) boxes.set(damage[0], box(slot.x + 3, slot.y + slot.h - 20, slot.w - 6, 17));
  const isFlat = slot.h < 60;
  const title = Math.min(84, slot.w * 0.4);
  const area = isFlat ? box(slot.x + title, slot.y + 5, slot.w - title - 6, slot.h - 10) : box(slot.x + 4, slot.y + 30, slot.w - 8, slot.h - 52);
  let size = isFlat ? area.h : 32;
  const fits = () => Math.floor((area.w + 3) / (size + 3)) * Math.floor((area.h + 3) / (size + 3)) >= figures.length;
  while (size > 12 && !fits()) size -= 1;
  const columns = Math.max(1, Math.floor((area.w + 3) / (size + 3)));
  figures.forEach(([key], place) => {
    boxes.set(key, box(area.x + (place % columns) * (size + 3), area.y + Math.floor(place / columns) * (size + 3), size, size));
  });
}

/** @param {SeatArea} area @param {number} seat @param {Map<string, [string, Element][]>} at @param {Map<string, Box>} boxes */
function seatBoxes(area, seat, at, boxes) {
  const key = `seat/${seat}`;
  const { hand, kept, loyalty, count } = area.areas;
  boxes.set(key, { ...area.card, plain: true });
  boxes.set(`${key}/hand`, count);
  const cards = [...(at.get(`${key}/hand`) ?? [])].sort((a, b) => rank(a[1]) - rank(b[1]));
  fanned(cards.length, hand, CARD.w, 4).forEach((x, place) => boxes.set(cards[place][0], box(x, hand.y, CARD.w, CARD.h)));
  const loyalties = at.get(`${key}/loyalty`) ?? [];
  const start = loyalty.x + loyalty.w - Math.min(loyalty.w, loyalties.length * 38 - 4);
  fanned(loyalties.length, { ...loyalty, x: start, w: loyalty.x + loyalty.w - start }, 34, 4).forEach((x, place) => {
    boxes.set(loyalties[place][0], box(x, loyalty.y, 34, 44));
  });
  const chips = at.get(`${key}/kept`) ?? [];
  const columns = Math.max(Math.floor(kept.w / 130), Math.ceil(chips.length / CHIP_ROWS));
  const w = (kept.w - (columns - 1) * 4) / columns;
  chips.forEach(([chip], place) => {
    boxes.set(chip, box(kept.x + (place % columns) * (w + 4), kept.y + Math.floor(place / columns) * (CHIP + 3), w, CHIP));
  });
}

/** @param {Places} places the sea, the hull and the panels with their titles */
function furniture(places) {
  const { sea, pile, resolving, mythos, waypoints } = places.areas;
  // What is fanned begins on the left.
  const caption = (/** @type {string} */ text, /** @type {Box} */ { x, y, w, h }, isFanned = false) =>
    label(text, isFanned ? x + w - 8 : x + w / 2, y + h / 2 + 4, 11, { look: "muted", anchor: isFanned ? "end" : "middle", width: w - 16, least: 8 });
  const test = /** @type {Box} */ (places.slots.get("test"));
  return [
    rect(sea.x, sea.y, sea.w, sea.h, "sea", 8),
    path(places.hull, "hull"),
    ...drawnPanels(places.panels),
    ...[test, pile, resolving, mythos, waypoints].map(({ x, y, w, h }) => rect(x - 2, y - 2, w + 4, h + 4, "well", 6)),
    ...[caption("Card", mythos), caption("Test", test), caption("Cards added", pile, true), caption("Cards used", resolving, true)],
    ...places.seats.flatMap(({ card, areas: { hand, kept } }) => [
      rect(card.x, card.y, card.w, card.h, "panel", 8),
      rect(hand.x - 3, hand.y - 3, hand.w + 6, hand.h + 6, "well", 6),
      rect(kept.x - 3, kept.y - 3, kept.w + 6, kept.h + 3, "well", 6),
    ]),
    ...places.labels.map(({ text, x, y }) => label(text, x, y, 12, { look: "muted" })),
  ];
}
