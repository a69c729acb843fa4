// The JSON of replays: compact, with exactly one way to write a value. JSON.parse accepts more and rounds numbers.

import { Mismatch } from "./proof.js";

const STRING = /"[^"\\\x00-\x1f]*(?:\\(?:["\\bfnrt]|u00(?:0[0-7be]|1[0-9a-f]))[^"\\\x00-\x1f]*)*"/y;
const INTEGER = /0|-?[1-9][0-9]*/y;
const LITERALS = { true: true, false: false, null: null };
const DEEPEST = 100;

/** Return the value of a JSON text, with integers as BigInt. Throw a Mismatch if it is not written canonically. */
export function parseCanonical(text) {
  const { value, end } = valueAt(text, 0, 0);
  if (end !== text.length) throw malformed(text, end);
  return value;
}

function valueAt(text, at, depth) {
  if (depth > DEEPEST) throw new Mismatch(`the JSON is nested more than ${DEEPEST} levels deep`);
  if (text[at] === '"') return stringAt(text, at);
  if (text[at] === "[") return arrayAt(text, at, depth);
  if (text[at] === "{") return objectAt(text, at, depth);
  for (const [name, value] of Object.entries(LITERALS)) {
    if (text.startsWith(name, at)) return { value, end: at + name.length };
  }
  const digits = tokenAt(INTEGER, text, at);
  return { value: BigInt(digits), end: at + digits.length };
}

function stringAt(text, at) {
  const token = tokenAt(STRING, text, at);
  return { value: JSON.parse(token), end: at + token.length };
}

function arrayAt(text, at, depth) {
  const value = [];
  const end = itemsAt(text, at, "]", (start) => {
    const item = valueAt(text, start, depth + 1);
    value.push(item.value);
    return item.end;
  });
  return { value, end };
}

function objectAt(text, at, depth) {
  const value = new Map();
  const end = itemsAt(text, at, "}", (start) => {
    const key = stringAt(text, start);
    if (text[key.end] !== ":") throw malformed(text, key.end);
    if (value.has(key.value)) throw new Mismatch(`the JSON has the key ${JSON.stringify(key.value)} twice`);
    const item = valueAt(text, key.end + 1, depth + 1);
    value.set(key.value, item.value);
    return item.end;
  });
  return { value, end };
}

/** Read items, separated by commas, up to the closing bracket. Return the place after it. */
function itemsAt(text, at, closing, readItem) {
  if (text[at + 1] === closing) return at + 2;
  for (let end = at; ; ) {
    end = readItem(end + 1);
    if (text[end] === closing) return end + 1;
    if (text[end] !== ",") throw malformed(text, end);
  }
}

function tokenAt(pattern, text, at) {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  if (!found) throw malformed(text, at);
  return found[0];
}

function malformed(text, at) {
  return new Mismatch(`not canonical JSON at ${JSON.stringify(text.slice(at, at + 20))}`);
}
