// The luck of a match: labelled streams of 64-bit words, computed from a seed. See "Chance" in replays/FORMAT.md.

import { bytesOf, joined, Mismatch } from "./hashes.js";

const WORDS_PER_BLOCK = 8;
const WORD_VALUES = 2n ** 64n;
const DRAW = /^\[("(?:[^"\\]|\\.)*"),(\d+),(\d+),\[((?:\d+(?:,\d+)*)?)\]\]$/;

/** Return the seed of all streams, from the referee's part and the entropy of each seat. @param {Uint8Array<ArrayBuffer>} seed @param {Uint8Array[]} entropy */
export async function seedOf(seed, entropy) {
  if (!entropy.length) return seed;
  const parts = entropy.flatMap((part) => [Uint8Array.of(part.length), part]);
  return new Uint8Array(await crypto.subtle.digest("SHA-512", joined("referee luck 1\n", seed, ...parts)));
}

/** All streams of a match, and how far each has been used. */
export class Streams {
  /** @param {CryptoKey} key */
  constructor(key) {
    this.key = key;
    /** The possible indexes of the next word, by label. @type {Map<string, number[]>} */
    this.places = new Map();
    /** The last block of each stream that was computed. @type {Map<string, {number: number, words: DataView}>} */
    this.blocks = new Map();
  }

  /** @param {Uint8Array<ArrayBuffer>} seed */
  static async from(seed) {
    return new Streams(await crypto.subtle.importKey("raw", seed, { name: "HMAC", hash: "SHA-512" }, false, ["sign"]));
  }

  /** Repeat a recorded draw. @param {string} line as the record has it */
  async check(line) {
    const form = DRAW.exec(line);
    if (!form) throw new Mismatch(`‘${line}’ is not a draw`);
    const label = /** @type {string} */ (JSON.parse(form[1]));
    const [word, size] = [BigInt(form[2]), BigInt(form[3])];
    const result = form[4] ? form[4].split(",").map(BigInt) : [];
    if (size !== BigInt(result.length) && (size === 0n || result.length !== 1)) throw new Mismatch(`‘${line}’ is not a draw`);
    const place = (this.places.get(label) ?? [0]).find((each) => BigInt(each) === word);
    if (place === undefined) throw new Mismatch(`the stream ‘${label}’ does not continue at word ${word}`);
    const stream = new Stream(this, label, place);
    const expected = result.length === 1 && size !== 1n ? [await stream.below(size)] : await stream.order(result.length);
    if (expected.some((each, nth) => BigInt(each) !== result[nth])) throw new Mismatch(`the stream ‘${label}’ gives something else from word ${word} on`);
    // A number below 1 uses a word and a shuffle of one thing does not, but both are recorded alike.
    this.places.set(label, size === 1n ? [place, place + 1] : [stream.at]);
  }

  /** @param {string} label @param {number} number @returns {Promise<DataView>} the words of a block */
  async block(label, number) {
    let found = this.blocks.get(label);
    if (found?.number !== number) {
      const place = new DataView(new ArrayBuffer(8));
      place.setBigUint64(0, BigInt(number));
      const message = joined(bytesOf(label), Uint8Array.of(0), new Uint8Array(place.buffer));
      found = { number, words: new DataView(await crypto.subtle.sign("HMAC", this.key, message)) };
      this.blocks.set(label, found);
    }
    return found.words;
  }
}

/** A stream from one of its words on. */
class Stream {
  /** @param {Streams} streams @param {string} label @param {number} at index of the next word */
  constructor(streams, label, at) {
    this.streams = streams;
    this.label = label;
    this.at = at;
  }

  async next() {
    const words = await this.streams.block(this.label, Math.floor(this.at / WORDS_PER_BLOCK));
    const word = words.getBigUint64(8 * (this.at % WORDS_PER_BLOCK));
    this.at += 1;
    return word;
  }

  /** Draw a number. Words that would make it biased are skipped. @param {bigint} bound */
  async below(bound) {
    const fair = WORD_VALUES - (WORD_VALUES % bound);
    for (;;) {
      const word = await this.next();
      if (word < fair) return word % bound;
    }
  }

  /** Shuffle: return the old place of the thing at each new place. @param {number} size */
  async order(size) {
    const places = [...Array(size).keys()];
    for (let last = size - 1; last > 0; last -= 1) {
      const other = Number(await this.below(BigInt(last + 1)));
      [places[last], places[other]] = [places[other], places[last]];
    }
    return places;
  }
}
