// Hashes and bytes, by the cryptography of the browser.

/** Something that was changed, or does not fit. The message says what, for people. */
export class Mismatch extends Error {}

/** @param {string} text @returns {Uint8Array<ArrayBuffer>} */
export const bytesOf = (text) => new TextEncoder().encode(text);

/** @param {...(Uint8Array | string)} parts @returns {Uint8Array<ArrayBuffer>} */
export function joined(...parts) {
  const all = parts.map((part) => (typeof part === "string" ? bytesOf(part) : part));
  const found = new Uint8Array(all.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of all) {
    found.set(part, at);
    at += part.length;
  }
  return found;
}

/** @param {...(Uint8Array | string)} parts @returns {Promise<Uint8Array<ArrayBuffer>>} */
export async function sha256(...parts) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", joined(...parts)));
}

/** @param {Uint8Array} bytes @param {number} [most] @returns {string} */
export function hex(bytes, most = bytes.length) {
  return [...bytes.subarray(0, most)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} text @returns {Uint8Array<ArrayBuffer>} */
export function fromHex(text) {
  return new Uint8Array((text.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
}

/** @param {string} text @returns {Uint8Array<ArrayBuffer>} */
export function decoded(text) {
  const found = atob(text);
  const bytes = new Uint8Array(found.length);
  for (let at = 0; at < found.length; at += 1) bytes[at] = found.charCodeAt(at);
  return bytes;
}

/** Decode canonical base64: other texts could stand for the same bytes. @param {string} text */
export function fromBase64(text) {
  try {
    if (btoa(atob(text)) === text) return decoded(text);
  } catch {
    // Characters that are not base64.
  }
  throw new Mismatch(`‘${text}’ is not base64 as it is written`);
}

/** @param {Uint8Array} a @param {Uint8Array} b */
export const isSame = (a, b) => hex(a) === hex(b);
