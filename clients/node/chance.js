// The luck of a match: labelled streams of 64-bit words, computed from a seed. See "Chance" in replays/FORMAT.md.

import { createHash, createHmac } from "node:crypto";

import { Mismatch } from "./proof.js";

const WORDS_PER_BLOCK = 8;
const WORD_VALUES = 2n ** 64n;

/** Return the seed of all streams, from the referee's part and the entropy of each seat; none if no seat committed. */
export function luckOf(seed, entropy) {
  if (!entropy.length) return seed;
  const hash = createHash("sha512").update("referee luck 1\n").update(seed);
  for (const part of entropy) hash.update(Buffer.of(part.length)).update(part);
  return hash.digest();
}

/** Return the words of a block of a stream. */
export function blockOf(luck, label, number) {
  const place = Buffer.alloc(8);
  place.writeBigUInt64BE(BigInt(number));
  const block = createHmac("sha512", luck).update(label).update(Buffer.of(0)).update(place).digest();
  return Array.from({ length: WORDS_PER_BLOCK }, (_, word) => block.readBigUInt64BE(8 * word));
}

/** A stream from one of its words on. */
export class Stream {
  constructor(luck, label, at = 0) {
    this.luck = luck;
    this.label = label;
    this.at = at; // index of the next word
  }

  next() {
    if (!this.block || this.at % WORDS_PER_BLOCK === 0) {
      this.block = blockOf(this.luck, this.label, Math.floor(this.at / WORDS_PER_BLOCK));
    }
    return this.block[this.at++ % WORDS_PER_BLOCK];
  }

  /** Draw a number below `bound`. Words that would make it biased are skipped. */
  below(bound) {
    const fair = WORD_VALUES - (WORD_VALUES % bound);
    for (;;) {
      const word = this.next();
      if (word < fair) return word % bound;
    }
  }

  /** Shuffle: return the old place of the thing at each new place. */
  order(size) {
    const places = [...Array(size).keys()];
    for (let last = size - 1; last > 0; last--) {
      const other = Number(this.below(BigInt(last + 1)));
      [places[last], places[other]] = [places[other], places[last]];
    }
    return places;
  }
}

/** All streams of a match, and how far each has been used. */
export class Streams {
  constructor(luck) {
    this.luck = luck;
    this.places = new Map(); // the possible indexes of the next word, by label
  }

  /** Repeat a recorded draw: [label, word, size, result], with integers as BigInt. Throw a Mismatch if it differs. */
  check(draw) {
    if (!isDraw(draw)) throw new Mismatch("not a draw: it has a label, a word, a size and a result");
    const [label, word, size, result] = draw;
    const places = this.places.get(label) ?? [0];
    const place = places.find((each) => BigInt(each) === word);
    const name = `the stream ${JSON.stringify(label)}`;
    if (place === undefined) {
      throw new Mismatch(`${name} continues at word ${places.join(" or ")}, not at word ${word}`);
    }
    const stream = new Stream(this.luck, label, place);
    const isNumber = result.length === 1 && size !== 1n;
    const expected = isNumber ? [stream.below(size)] : stream.order(result.length);
    const wrong = expected.findIndex((each, index) => BigInt(each) !== result[index]);
    if (wrong >= 0) {
      const which = isNumber ? "" : ` at place ${wrong} of the shuffle`;
      throw new Mismatch(`${name} gives ${expected[wrong]}${which} from word ${word} on, not ${result[wrong]}`);
    }
    // A number below 1 uses a word and a shuffle of one thing does not, but both are recorded alike.
    this.places.set(label, size === 1n ? [place, place + 1] : [stream.at]);
  }
}

function isDraw(draw) {
  if (!Array.isArray(draw) || draw.length !== 4) return false;
  const [label, word, size, result] = draw;
  if (typeof label !== "string" || !Array.isArray(result)) return false;
  const isNumber = (each) => typeof each === "bigint" && each >= 0n && each <= WORD_VALUES;
  if (!isNumber(word) || !isNumber(size) || !result.every(isNumber)) return false;
  return size === BigInt(result.length) || (size > 0n && result.length === 1);
}
