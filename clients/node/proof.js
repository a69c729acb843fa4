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

/**
 * Read a referee's key list. Return the keys whose signatures are valid: all except the revoked ones.
 *
 * The active key must have signed the list, and, if there are `trusted` keys, one of those too.
 */
export function readKeys(note, trusted = []) {
  const [heading, ...lines] = note.slice(0, Math.max(0, note.lastIndexOf("\n\n"))).split("\n");
  if (heading !== "referee keys 1") throw new Mismatch("not a list of keys");
  const listed = lines.map((line) => {
    const [, key, state] = /^(\S+) (active|retired|revoked) [-0-9]{10}(?: [-0-9]{10})?$/.exec(line) ?? [];
    if (key === undefined) throw new Mismatch(`${JSON.stringify(line)} is not a line of a list of keys`);
    return { ...readKey(key), state };
  });
  const usable = listed.filter(({ state }) => state !== "revoked");
  const { signers } = openNote(note, usable);
  const active = listed.filter(({ state }) => state === "active");
  if (active.length !== 1 || !signers.includes(active[0].who)) {
    throw new Mismatch("the list of keys is not signed by its active key");
  }
  if (trusted.length && !trusted.some(({ who }) => signers.includes(who))) {
    throw new Mismatch("the new list of keys is not signed by any key trusted so far");
  }
  return usable;
}
