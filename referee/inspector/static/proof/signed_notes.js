// Signed notes as in C2SP signed-note, with Ed25519, and the list of keys that a referee publishes.

import { fromBase64, hex, Mismatch, sha256 } from "./hashes.js";

/**
 * @typedef {{who: string, text: string, state: string, raw: Uint8Array<ArrayBuffer>}} ListedKey
 * @typedef {{usable: ListedKey[], active: ListedKey}} KeyList
 */

const CONTROL = /[\0-\x09\x0b-\x1f\x7f-\x9f]/;
/** The base point of the curve: a valid key, to find out whether the browser knows the algorithm. */
const BASE_POINT = new Uint8Array(32).fill(0x66).fill(0x58, 0, 1);

/** @returns {Promise<boolean>} whether the browser can check signatures */
export async function hasEd25519() {
  try {
    await crypto.subtle.importKey("raw", BASE_POINT, "Ed25519", false, ["verify"]);
    return true;
  } catch {
    return false;
  }
}

/** Opens signed notes. Without Ed25519 in the browser, it reads them and says that signatures were not checked. */
export class NoteReader {
  /** @param {boolean} canVerify */
  constructor(canVerify) {
    this.canVerify = canVerify;
  }

  /** Read a note, which must have exactly one signature, by one of these keys. @param {string} note @param {ListedKey[]} keys */
  async open(note, keys) {
    const end = note.lastIndexOf("\n\n") + 1;
    const rest = note.slice(end + 1);
    if (!end || !rest.endsWith("\n") || CONTROL.test(note)) throw new Mismatch("it is not a signed note");
    const [, name, encoded] = /^\u2014 ([^\s+]+) (\S+)\n$/.exec(rest) ?? [];
    if (name === undefined) throw new Mismatch("it does not have exactly one signature");
    const data = fromBase64(encoded);
    const who = `${name}+${hex(data, 4)}`;
    const key = keys.find((each) => each.who === who);
    if (!key) throw new Mismatch(`it is signed by ${who}, which is not in the list of keys`);
    const text = note.slice(0, end);
    if (this.canVerify && !(await isSigned(text, data.subarray(4), key))) throw new Mismatch(`the signature of ${who} is not valid`);
    return { text, who };
  }

  /** Read a published list of keys: a note by its active key, and handovers. @param {string} published @returns {Promise<KeyList>} */
  async keys(published) {
    const parts = published.replace(/\n$/, "").split("\n\n");
    const notes = [];
    for (let at = 0; at + 1 < parts.length; at += 2) notes.push(`${parts[at]}\n\n${parts[at + 1]}\n`);
    const [heading, ...lines] = parts[0].split("\n");
    if (heading !== "referee keys 1" || notes.join("\n") !== published) throw new Mismatch("it is not a list of keys");
    const listed = await Promise.all(lines.map(readListed));
    const active = listed.at(-1);
    if (!active || listed.some(({ state }, nth) => (state === "active") !== (nth === listed.length - 1))) {
      throw new Mismatch("the last key of the list, and no other, must be active");
    }
    await this.open(notes[0], [active]);
    const usable = listed.filter(({ state }) => state !== "revoked");
    for (const note of notes.slice(1)) await this.#checkHandover(note, listed, usable);
    return { usable, active };
  }

  /** @param {string} note @param {ListedKey[]} listed @param {ListedKey[]} usable */
  async #checkHandover(note, listed, usable) {
    const { text, who } = await this.open(note, usable);
    const old = listed.findIndex((each) => each.who === who);
    if (text !== `referee handover 1\n${listed[old].text}\n${listed[old + 1]?.text}\n`) {
      throw new Mismatch("a handover must be from a key in the list to the next one");
    }
  }
}

/** @param {string} text @param {Uint8Array<ArrayBuffer>} signature @param {ListedKey} key */
async function isSigned(text, signature, key) {
  const imported = await crypto.subtle.importKey("raw", key.raw, "Ed25519", false, ["verify"]);
  return crypto.subtle.verify("Ed25519", imported, signature, new TextEncoder().encode(text));
}

/** @param {string} line @returns {Promise<ListedKey>} */
async function readListed(line) {
  const form = /^(([^\s+]+)\+([0-9a-f]{8})\+(\S+)) (active|retired|revoked) [-0-9]{10}( [-0-9]{10})?$/.exec(line);
  if (!form || (form[5] === "active") !== (form[6] === undefined)) throw new Mismatch(`‘${line}’ is not a line of a list of keys`);
  const [, text, name, id, encoded, state] = form;
  const data = fromBase64(encoded);
  if (data.length !== 33 || data[0] !== 1 || hex(await sha256(`${name}\n`, data), 4) !== id) throw new Mismatch(`the key ${text} is damaged`);
  return { who: `${name}+${id}`, text, state, raw: data.slice(1) };
}
