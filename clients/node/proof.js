// Merkle trees as in RFC 6962 and signed notes as in C2SP signed-note, with Ed25519: what is needed to check receipts.

import { createHash, createPublicKey, verify } from "node:crypto";

/** A signed text that is malformed, has an invalid signature, or does not match what was sent. The message says why. */
export class Mismatch extends Error {}

/** A well-formed note that no known key has signed. */
export class UnknownSigner extends Mismatch {}

export function sha256(...parts) {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

export function leafHash(data) {
  return sha256(Buffer.of(0), data);
}

/** Return the Merkle root of a list of leaf hashes. */
export function rootOf(leaves) {
  if (leaves.length === 0) return sha256();
  if (leaves.length === 1) return leaves[0];
  let half = 1; // the largest power of two below the number of leaves
  while (2 * half < leaves.length) half *= 2;
  return sha256(Buffer.of(1), rootOf(leaves.slice(0, half)), rootOf(leaves.slice(half)));
}

/** Decode canonical base64. Node ignores some characters, so different texts would decode to the same bytes. */
export function fromBase64(text) {
  const data = Buffer.from(text, "base64");
  if (data.toString("base64") !== text) throw new Mismatch(`${JSON.stringify(text)} is not canonical base64`);
  return data;
}

/** Parse the text form of a key: its name, its 4-byte id in hex, and 0x01 followed by its 32 bytes in base64. */
export function readKey(text) {
  const [, name, id, encoded] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? [];
  const data = encoded === undefined ? Buffer.alloc(0) : fromBase64(encoded);
  if (data.length !== 33 || data[0] !== 1) throw new Mismatch(`${JSON.stringify(text)} is not an Ed25519 key`);
  if (sha256(`${name}\n`, data).toString("hex", 0, 4) !== id) throw new Mismatch(`the key ${text} is damaged`);
  const jwk = { kty: "OKP", crv: "Ed25519", x: data.toString("base64url", 1) };
  return { who: `${name}+${id}`, key: createPublicKey({ key: jwk, format: "jwk" }) };
}

/**
 * Check a note against known keys. Return its text and who signed it.
 *
 * The text ends at the last empty line; its last line feed is signed too. Every signature of a known key must be valid.
 */
export function openNote(note, keys) {
  const end = note.lastIndexOf("\n\n") + 1;
  const rest = note.slice(end + 1);
  if (!end || !rest.endsWith("\n") || /[\0-\x09\x0b-\x1f\x7f-\x9f]/.test(note)) throw new Mismatch("not a signed note");
  const text = note.slice(0, end);
  const lines = rest.slice(0, -1).split("\n").map(readSignature);
  const named = lines.map(({ who }) => who);
  if (new Set(named).size < named.length) throw new Mismatch("signed twice by the same key");
  const signers = [];
  for (const { who, signature } of lines) {
    const known = keys.find((other) => other.who === who);
    if (!known) continue;
    if (!verify(null, Buffer.from(text), known.key, signature)) throw new Mismatch(`the signature of ${who} is not valid`);
    signers.push(who);
  }
  if (!signers.length) throw new UnknownSigner(`not signed by a known key, only by ${named.join(", ")}`);
  return { text, signers, signatures: lines.length };
}

function readSignature(line) {
  const [, name, encoded] = /^\u2014 ([^\s+]+) (\S+)$/.exec(line) ?? [];
  if (name === undefined) throw new Mismatch(`${JSON.stringify(line)} is not a signature line`);
  const data = fromBase64(encoded);
  if (data.length <= 4) throw new Mismatch(`${JSON.stringify(line)} is not a signature line`);
  return { who: `${name}+${data.toString("hex", 0, 4)}`, signature: data.subarray(4) };
}

const RANKS = { active: 0, retired: 1, revoked: 2 };

/**
 * Read a referee's key list: a signed note, and handovers, each a note by a key that names the next one in the list.
 *
 * Return the keys whose signatures are valid, all except the revoked ones, and every line of the list. The active key,
 * the last one, must have signed the list. If there is a `trusted` list, its active key must be the same, or handovers
 * must lead from it to the new one; no key may be missing or have returned to a better state.
 */
export function readKeys(published, trusted = undefined) {
  const parts = published.replace(/\n$/, "").split("\n\n");
  const notes = [];
  for (let at = 0; at + 1 < parts.length; at += 2) notes.push(`${parts[at]}\n\n${parts[at + 1]}\n`);
  const [heading, ...lines] = parts[0].split("\n");
  if (heading !== "referee keys 1" || notes.join("\n") !== published) throw new Mismatch("not a list of keys");
  const listed = lines.map(readListed);
  const active = listed.at(-1);
  if (!active || listed.filter(({ state }) => state === "active").length !== 1 || active.state !== "active") {
    throw new Mismatch("the last key in the list, and no other, must be active");
  }
  if (new Set(listed.map(({ who }) => who)).size < listed.length) throw new Mismatch("the list contains a key twice");
  if (openNote(notes[0], [active]).signatures > 1) throw new Mismatch("the list of keys has more than one signature");
  const usable = listed.filter(({ state }) => state !== "revoked");
  const heirs = readHandovers(notes.slice(1), listed, usable);
  if (trusted) checkFollows(listed, trusted.listed, heirs);
  return { usable, listed };
}

function readListed(line) {
  const form = /^(\S+) (active|retired|revoked) ([-0-9]{10})(?: ([-0-9]{10}))?$/.exec(line);
  if (!form || (form[2] === "active") !== (form[4] === undefined)) {
    throw new Mismatch(`${JSON.stringify(line)} is not a line of a list of keys`);
  }
  return { ...readKey(form[1]), text: form[1], state: form[2], since: form[3], line };
}

/** Return the next key after each key that has signed a handover to it. */
function readHandovers(notes, listed, usable) {
  const heirs = new Map();
  for (const note of notes) {
    const { text, signers, signatures } = openNote(note, usable);
    const old = listed.findIndex(({ who }) => who === signers[0]);
    const next = listed[old + 1];
    if (signatures > 1 || !next || text !== `referee handover 1\n${listed[old].text}\n${next.text}\n`) {
      throw new Mismatch("a handover must be from a key in the list to the next one");
    }
    heirs.set(listed[old].text, next.text);
  }
  return heirs;
}

function checkFollows(listed, known, heirs) {
  let key = known.at(-1).text;
  while (heirs.has(key)) key = heirs.get(key);
  if (key !== listed.at(-1).text) {
    throw new Mismatch("the new list of keys is not signed by the active key trusted so far, or by its successor");
  }
  for (const old of known) {
    const found = listed.find(({ text }) => text === old.text);
    const isLater = found?.since === old.since && RANKS[found.state] > RANKS[old.state];
    if (found?.line !== old.line && !isLater) throw new Mismatch(`${old.who} is missing or was changed in the new list of keys`);
  }
}
