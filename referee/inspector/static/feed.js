// What one viewer was told: facts, and the picture after each of them.

import { PAGE } from "./source.js";

/**
 * @typedef {import("./source.js").Fact} Fact
 * @typedef {import("./source.js").Element} Element
 * @typedef {import("./source.js").Picture} Picture
 * @typedef {import("./source.js").PicturePage} PicturePage
 * @typedef {import("./source.js").Moments} Moments
 */

export class Feed {
  /** @param {import("./source.js").Source} source @param {string} viewer */
  constructor(source, viewer) {
    this.source = source;
    this.viewer = viewer;
    /** @type {Fact[]} */
    this.facts = [];
    /** @type {Moments} */
    this.moments = { numbers: [], entries: [], total: 0, cases: [], refusals: [], notes: [] };
    /** @type {Map<number, Promise<PicturePage>>} */
    this.pages = new Map();
    /** @type {Map<number, PicturePage>} */
    this.loaded = new Map();
  }

  /** Load all facts, and where they are in the whole match; begin to load the picture at a moment. @param {number} [moment] */
  async load(moment = 1) {
    const [moments, first] = await Promise.all([this.source.moments(this.viewer), this.source.facts(this.viewer, 1)]);
    this.moments = moments;
    this.#page(pageOf(this.numberAt(moment >= 1 ? moment : 1))).catch(() => {});
    const starts = [];
    for (let start = first.length + 1; first.length && start <= moments.numbers.length; start += first.length) starts.push(start);
    const rest = await Promise.all(starts.map((start) => this.source.facts(this.viewer, start)));
    this.facts = [first, ...rest].flat();
    return this;
  }

  get last() {
    return this.facts.length;
  }

  /** @param {number} number @returns {Fact} */
  fact(number) {
    return this.facts[number - 1];
  }

  /** Return the number of a fact in the whole match. @param {number} number */
  momentOf(number) {
    return this.moments.numbers[number - 1] ?? 0;
  }

  /** Return the last fact of this viewer at a moment of the whole match; at least 1. @param {number} moment */
  numberAt(moment) {
    let low = 0;
    let high = this.moments.numbers.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.moments.numbers[middle] <= moment) low = middle + 1;
      else high = middle;
    }
    return Math.max(1, low);
  }

  /** Load the pictures around a fact, and begin to load those next to it. @param {number} number */
  async ready(number) {
    const page = pageOf(number);
    await this.#page(page);
    const beside = (number - 1) % PAGE < PAGE / 2 ? page - 1 : page + 1;
    if (beside >= 0 && beside * PAGE < this.last) this.#page(beside).catch(() => {});
  }

  /** @param {number} number @returns {boolean} whether its picture can be made at once */
  isReady(number) {
    const page = this.loaded.get(pageOf(number));
    return page !== undefined && number < page.first + Math.max(1, page.changes.length);
  }

  /**
   * Add facts to the end, each with how it changed the picture.
   * @param {Fact[]} facts @param {import("./source.js").Changes[]} changes
   */
  append(facts, changes) {
    facts.forEach((fact, nth) => {
      if (fact.number !== this.last + 1) return;
      const at = pageOf(fact.number);
      if (fact.number > 1 && pageOf(fact.number - 1) !== at && this.isReady(fact.number - 1) && !this.loaded.has(at)) {
        const { picture, setBy } = this.pictureAfter(fact.number - 1);
        const page = { first: fact.number, picture: Object.fromEntries(picture), set_by: Object.fromEntries(setBy), changes: [] };
        this.loaded.set(at, page);
        this.pages.set(at, Promise.resolve(page));
      }
      this.facts.push(fact);
      this.moments.numbers.push(fact.number);
      this.moments.total = fact.number;
      const page = this.loaded.get(at);
      if (page && page.first + page.changes.length === fact.number) page.changes.push(changes[nth]);
    });
  }

  /** @param {number} page */
  #page(page) {
    let found = this.pages.get(page);
    const old = this.loaded.get(page);
    // A page that was loaded while the match went on may lack its last facts.
    const isShort = old !== undefined && old.changes.length < Math.min(PAGE, this.last - page * PAGE);
    if (found === undefined || isShort) {
      found = this.source.pictures(this.viewer, page).then((loaded) => {
        this.loaded.set(page, loaded);
        return loaded;
      });
      found.catch(() => this.pages.delete(page));
      this.pages.set(page, found);
    }
    return found;
  }

  /**
   * Return the picture after a fact, which must be ready, and for each element the fact that set it.
   * @param {number} number
   * @returns {{picture: Picture, setBy: Map<string, number>, changed: string[]}}
   */
  pictureAfter(number) {
    const page = /** @type {PicturePage} */ (this.loaded.get(pageOf(number)));
    const picture = new Map(Object.entries(page.picture));
    const setBy = new Map(Object.entries(page.set_by));
    /** @type {string[]} */
    let changed = [];
    for (let at = page.first; at <= number; at += 1) {
      const { set = {}, gone = [] } = page.changes[at - page.first] ?? {};
      for (const key of gone) {
        picture.delete(key);
        setBy.delete(key);
      }
      for (const [key, element] of Object.entries(set)) {
        picture.set(key, element);
        setBy.set(key, at);
      }
      changed = Object.keys(set);
    }
    return { picture, setBy, changed };
  }
}

/** @param {number} number */
const pageOf = (number) => Math.floor((number - 1) / PAGE);
