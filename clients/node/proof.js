// Merkle trees as in RFC 6962 and signed notes as in C2SP signed-note, with Ed25519: what it takes to check a receipt.

import { createHash, createPublicKey, verify } from "node:crypto";

/** Something signed that is not to be believed, or does not fit; says why. */
export class Unfit extends Error {}

/** A note in good form, signed by nobody whose key is known here. */
export class UnknownSigner extends Unfit {}

export function sha256(...parts) {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

export function leafHash(data) {
  return sha256(Buffer.of(0), data);
}

/** The hash that stands for a list of leaf hashes. */
export function rootOf(leaves) {
  if (leaves.length === 0) return sha256();
  if (leaves.length === 1) return leaves[0];
  let half = 1; // the largest power of two below their number
  while (2 * half < leaves.length) half *= 2;
  return sha256(Buffer.of(1), rootOf(leaves.slice(0, half)), rootOf(leaves.slice(half)));
}

/** Read base64 in its one canonical form; what Node passes over would let two texts count as one. */
export function fromBase64(text) {
  const data = Buffer.from(text, "base64");
  if (data.toString("base64") !== text) throw new Unfit(`${JSON.stringify(text)} is not canonical base64`);
  return data;
}

/** Read a key as it is handed out: its name, the 4 bytes that name it in hex, and 0x01 with its 32 bytes in base64. */
export function readKey(text) {
  const [, name, id, encoded] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? [];
  const data = encoded === undefined ? Buffer.alloc(0) : fromBase64(encoded);
  if (data.length !== 33 || data[0] !== 1) throw new Unfit(`${JSON.stringify(text)} is not an Ed25519 key`);
  if (sha256(`${name}\n`, data).toString("hex", 0, 4) !== id) throw new Unfit(`the key ${text} is damaged`);
  const jwk = { kty: "OKP", crv: "Ed25519", x: data.toString("base64url", 1) };
  return { who: `${name}+${id}`, key: createPublicKey({ key: jwk, format: "jwk" }) };
}

/**
 * Check a note by the keys known here; gives its text and who signed it.
 *
 * The text ends at the last empty line, and its last line feed is signed too. Every signature of a known key must hold.
 */
export function openNote(note, keys) {
  const end = note.lastIndexOf("\n\n") + 1;
  const rest = note.slice(end + 1);
  if (!end || !rest.endsWith("\n") || /[\0-\x09\x0b-\x1f]/.test(note)) throw new Unfit("not a signed note");
  const text = note.slice(0, end);
  const lines = rest.slice(0, -1).split("\n").map(readSignature);
  const named = lines.map(({ who }) => who);
  if (new Set(named).size < named.length) throw new Unfit("signed twice by the same key");
  const signers = [];
  for (const { who, signature } of lines) {
    const known = keys.find((other) => other.who === who);
    if (!known) continue;
    if (!verify(null, Buffer.from(text), known.key, signature)) throw new Unfit(`the signature of ${who} does not hold`);
    signers.push(who);
  }
  if (!signers.length) throw new UnknownSigner(`signed by no known key, only by ${named.join(", ")}`);
  return { text, signers, signatures: lines.length };
}

function readSignature(line) {
  const [, name, encoded] = /^\u2014 ([^\s+]+) (\S+)$/.exec(line) ?? [];
  if (name === undefined) throw new Unfit(`${JSON.stringify(line)} is no signature`);
  const data = fromBase64(encoded);
  if (data.length <= 4) throw new Unfit(`${JSON.stringify(line)} is no signature`);
  return { who: `${name}+${data.toString("hex", 0, 4)}`, signature: data.subarray(4) };
}

/**
 * Read a referee's list of keys: those whose signatures count, which are all but the revoked ones.
 *
 * The active key must have signed it; and, if keys were trusted until now, one of those.
 */
export function readKeys(note, trusted = []) {
  const [heading, ...lines] = note.slice(0, Math.max(0, note.lastIndexOf("\n\n"))).split("\n");
  if (heading !== "referee keys 1") throw new Unfit("not a list of keys");
  const listed = lines.map((line) => {
    const [, key, state] = /^(\S+) (active|retired|revoked) [-0-9]{10}(?: [-0-9]{10})?$/.exec(line) ?? [];
    if (key === undefined) throw new Unfit(`${JSON.stringify(line)} is no line of a list of keys`);
    return { ...readKey(key), state };
  });
  const usable = listed.filter(({ state }) => state !== "revoked");
  const { signers } = openNote(note, usable);
  const active = listed.filter(({ state }) => state === "active");
  if (active.length !== 1 || !signers.includes(active[0].who)) {
    throw new Unfit("the list of keys is not signed by its active one");
  }
  if (trusted.length && !trusted.some(({ who }) => signers.includes(who))) {
    throw new Unfit("no key that was trusted until now has signed the new list of keys");
  }
  return usable;
}
