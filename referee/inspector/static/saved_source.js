// Where the page in a single file gets the match from: blocks of the file itself.

import { decoded } from "./proof/hashes.js";
import { SourceError } from "./source.js";

/** @typedef {import("./source.js").Summary & {viewers: string[]}} SavedSummary */

const DAMAGED = "This file is damaged: a part of it cannot be read. Get it again from where it came from.";

/** @param {string} name @returns {string} the text of a block of the file; empty if there is none */
export const blockOf = (name) => document.getElementById(`saved-${name}`)?.textContent ?? "";

/** Return what a block holds, which is compressed. @param {string} name @returns {Promise<string>} */
export async function unpacked(name) {
  try {
    const stream = new Blob([decoded(blockOf(name))]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return await new Response(stream).text();
  } catch {
    throw new SourceError(DAMAGED);
  }
}

/** Values in which equal parts are written once; see shared_values.py. */
class SharedValues {
  /** @param {{shapes: string[][], values: any[], root: number}} compact */
  constructor({ shapes, values, root }) {
    this.shapes = shapes;
    this.values = values;
    this.root = root;
    /** @type {any[]} */
    this.made = [];
  }

  /** Return a value. Equal values are the same object, so nobody may change them. @param {number} number @returns {any} */
  value(number) {
    const written = this.values[number];
    if (!Array.isArray(written)) return written;
    if (this.made[number] === undefined) {
      const [shape, ...parts] = written;
      const items = parts.map((part) => this.value(part));
      this.made[number] = shape === 0 ? items : Object.fromEntries(this.shapes[shape - 1].map((key, nth) => [key, items[nth]]));
    }
    return this.made[number];
  }

  /** Return the number of a part of an object or a list, without making the rest. @param {number} number @param {string | number} key */
  part(number, key) {
    const [shape, ...parts] = this.values[number];
    return parts[shape === 0 ? Number(key) : this.shapes[shape - 1].indexOf(String(key))];
  }
}

/** The match in this file. It has the methods of Source, except those that need the rules. */
export class SavedSource {
  /** @param {SharedValues} shared */
  constructor(shared) {
    this.shared = shared;
    this.name = "";
  }

  static async open() {
    const text = await unpacked("answers");
    try {
      return new SavedSource(new SharedValues(JSON.parse(text)));
    } catch {
      throw new SourceError(DAMAGED);
    }
  }

  /** @returns {Promise<SavedSummary>} */
  summary = async () => this.#answer("summary");

  /** @param {string} viewer @param {number} first @returns {Promise<import("./source.js").Fact[]>} */
  facts = async (viewer, first) => this.#of(viewer, "facts").slice(first - 1);

  /** @param {string} viewer @param {number} page @returns {Promise<import("./source.js").PicturePage>} */
  pictures = async (viewer, page) => this.#of(viewer, "pictures", page);

  /** @param {string} viewer @returns {Promise<import("./source.js").Moments>} */
  moments = async (viewer) => this.#of(viewer, "moments");

  /** @param {string} viewer @param {number} fact @returns {Promise<import("./source.js").Why>} */
  why = async (viewer, fact) => this.#of(viewer, "reasons", fact - 1);

  /** @param {string} viewer @returns {Promise<import("./source.js").Plot[]>} */
  plots = async (viewer) => this.#of(viewer, "plots");

  /** @param {string} viewer @returns {Promise<import("./source.js").Knowledge>} */
  knowledge = async (viewer) => this.#of(viewer, "knowledge");

  /** @param {string} viewer @param {string} of @returns {Promise<import("./source.js").Odds>} */
  odds = async (viewer, of) => this.#of(viewer, "odds", of);

  /** @returns {Promise<import("./source.js").Times>} */
  times = async () => this.#of("open", "times");

  /** @param {string} viewer @returns {Promise<import("./source.js").CasesReport>} */
  cases = async (viewer) => this.#of(viewer, "cases");

  /** @param {string} viewer @param {string} what @param {string | number} [part] */
  #of(viewer, what, part) {
    return part === undefined ? this.#answer("viewers", viewer, what) : this.#answer("viewers", viewer, what, part);
  }

  /** @param {...(string | number)} path @returns {any} */
  #answer(...path) {
    try {
      return this.shared.value(path.reduce((/** @type {number} */ number, key) => this.shared.part(number, key), this.shared.root));
    } catch (problem) {
      throw new SourceError(DAMAGED);
    }
  }
}
