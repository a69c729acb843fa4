// Where the page gets a match from: the JSON of the server that sent the page.

/**
 * @typedef {{kind: string, name: string, value?: string | number | null, at?: string, data?: any}} Element
 * @typedef {Map<string, Element>} Picture
 * @typedef {{game: string, title: string, names: string[], edition: string, editions: Record<string, string>,
 *   rulings: Record<string, string>, facts: number, result: string, is_over: boolean, layout: any, has_board: boolean,
 *   winners?: number[], scores?: number[], is_unrefereed?: boolean, note?: string, seed?: string}} Summary
 * @typedef {{number: number, kind: string, sentence: string, path: string, turn: number, step: number,
 *   by?: string | null, marks?: string[]}} Fact
 * @typedef {{set?: Record<string, Element>, gone?: string[]}} Changes
 * @typedef {{first: number, picture: Record<string, Element>, set_by: Record<string, number>,
 *   changes: Changes[]}} PicturePage
 * @typedef {{case: number, fact: number, by: string, rule: string, claim: string, state: string,
 *   rulings: string[]}} Case
 * @typedef {{numbers: number[], entries: number[], total: number, cases: Case[],
 *   refusals: {fact: number, seat: number, why: string}[]}} Moments
 * @typedef {{rule: string, statement: string, paragraphs: Record<string, string>, is_printed: boolean,
 *   source: string}} Citation
 * @typedef {{ruling: string, question: string, rules: string[], reading: string, says: string,
 *   others: Record<string, string>, was_asked: boolean, editions: Record<string, string>, default: string}} InForce
 * @typedef {{entry: number, label: string, word: number, size: number, result: number[], fact: number}} Luck
 * @typedef {{card: string, places: number[], is_taken: boolean, luck: Luck}} Shuffled
 * @typedef {{number: number, entry: number, kind: string, sentence: string, fact: Record<string, any>,
 *   path: Citation[], rulings: InForce[], draws: Luck[], shuffles: Shuffled[]}} Explanation
 * @typedef {{seat: number, by: string, asked: string, path: string, entry?: number,
 *   options: {sentence: string, is_chosen?: boolean}[]}} Question
 * @typedef {{explanation: Explanation, questions: Question[]}} Why
 * @typedef {{name: string, lines: {key: string, points: [number, number][], seat?: number}[]}} Plot
 */

/** Number of facts in a page of pictures; the same as in story.py. */
export const PAGE = 100;

/** What the server says is wrong, in a sentence for people. */
export class SourceError extends Error {}

export class Source {
  /** @param {string} name the name of the match, as in the address of the page */
  constructor(name) {
    this.name = name;
  }

  /** @param {string} viewer @returns {Promise<Summary>} */
  summary = (viewer) => this.#get("summary", { as: viewer });

  /** @param {string} viewer @param {number} first @returns {Promise<Fact[]>} */
  facts = (viewer, first) => this.#get("facts", { as: viewer, from: first });

  /** @param {string} viewer @param {number} page @returns {Promise<PicturePage>} */
  pictures = (viewer, page) => this.#get("pictures", { as: viewer, page });

  /** @param {string} viewer @returns {Promise<Moments>} */
  moments = (viewer) => this.#get("moments", { as: viewer });

  /** @param {string} viewer @param {number} fact @returns {Promise<Why>} */
  why = (viewer, fact) => this.#get("why", { as: viewer, fact });

  /** @param {string} viewer @returns {Promise<Plot[]>} */
  plots = (viewer) => this.#get("plots", { as: viewer });

  /** @param {string} what @param {Record<string, string | number>} query @returns {Promise<any>} */
  async #get(what, query) {
    const asked = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    let reply;
    try {
      reply = await fetch(`/api/${what}/${this.name}?${asked.join("&")}`);
    } catch {
      throw new SourceError("The inspector does not answer. Start it again with ‘referee inspect’, and reload the page.");
    }
    const found = await reply.json().catch(() => null);
    if (found === null) throw new SourceError(`The inspector answered with status ${reply.status}. Reload the page.`);
    if (!reply.ok) throw new SourceError(found.error.message);
    return found;
  }
}
