// Where the page gets a match from: the JSON of the server that sent the page.

/**
 * @typedef {{kind: string, name: string, value?: string | number | null, at?: string, data?: any}} Element
 * @typedef {Map<string, Element>} Picture
 * @typedef {{game: string, title: string, names: string[], edition: string, editions: Record<string, string>,
 *   edition_names: Record<string, Record<string, string>>,
 *   rulings: Record<string, string>, facts: number, result: string, earlier_results?: string[], is_over: boolean, layout: any, has_board: boolean,
 *   winners?: number[], scores?: number[], is_unrefereed?: boolean, note?: string, seed?: string, clock?: string, viewers?: string[]}} Summary
 * @typedef {{number: number, kind: string, sentence: string, path: string, turn: number, step: number,
 *   by?: string | null, marks?: string[]}} Fact
 * @typedef {{set?: Record<string, Element>, gone?: string[]}} Changes
 * @typedef {{first: number, picture: Record<string, Element>, set_by: Record<string, number>,
 *   changes: Changes[]}} PicturePage
 * @typedef {{case: number, fact: number, by: string, rule: string, claim: string, state: string,
 *   rulings: string[]}} Case
 * @typedef {{numbers: number[], entries: number[], total: number, cases: Case[],
 *   refusals: {fact: number, seat: number, why: string}[],
 *   notes: {fact: number, mark: string, sentence: string}[]}} Moments
 * @typedef {{rule: string, statement: string, paragraphs: Record<string, string>, is_printed: boolean,
 *   source: string, house: string}} Citation
 * @typedef {{ruling: string, question: string, rules: string[], reading: string, says: string,
 *   others: Record<string, string>, was_asked: boolean, editions: Record<string, string>, default: string}} InForce
 * @typedef {{entry: number, label: string, word: number, size: number, result: number[], fact: number}} Luck
 * @typedef {{card: string, places: number[], is_taken: boolean, luck: Luck}} Shuffled
 * @typedef {{number: number, entry: number, kind: string, sentence: string, fact: Record<string, any>,
 *   path: Citation[], rulings: InForce[], draws: Luck[], shuffles: Shuffled[]}} Explanation
 * @typedef {{seat: number, by: string, asked: string, path: string, entry?: number,
 *   options: {sentence: string, is_chosen?: boolean}[]}} Question
 * @typedef {{explanation: Explanation, questions: Question[]}} Why
 * @typedef {{fact: number, turn: number, sentence: string, truth?: string}} News
 * @typedef {{fact: number, seats?: number[], is_public?: boolean}} Telling
 * @typedef {{kind: string, about: string, value?: string, tellings: Telling[]}} KnownSecret
 * @typedef {{rows: {seat: number | null, news: News[]}[], secrets: KnownSecret[]}} Knowledge
 * @typedef {{role: string, deal: string, counted: string[], not_counted: string[],
 *   points: [number, number, number[]][]}} Odds
 * @typedef {{name: string, lines: {key: string, points: [number, number][], seat?: number}[]}} Plot
 * @typedef {{entry: number, fact: number, seat: number, question: number, question_name: string, asked: string, delivered: string, received: string,
 *   used: string, charged: string, bank: string, credited: string, connection: string, given: string,
 *   is_time_out: boolean}} TimedDecision
 * @typedef {{clock: string, day: string, has_bank: boolean, seats: {seat: number, answers: number, time_outs: number,
 *   used: string, charged: string, longest: string, credited: string, away: string}[], decisions: TimedDecision[],
 *   plots: Plot[]}} Times
 * @typedef {{rulings: {ruling: string, question: string, rules: string[], reading: string, readings: Record<string, string>,
 *   editions: Record<string, string>, default: string}[], editions: {edition: string, name: string, changes: number}[]}} Rulings
 * @typedef {{sentence: string, path: string[], rule: Citation}} FactSide
 * @typedef {{seat: number, asked: string, options: number, alone: string[]}} AskedSide
 * @typedef {{reason: "not_allowed" | "not_on_record" | "record_ends", entry: number, after: number, seat: number,
 *   asked: string, choices: string[], why: string}} TrialStop
 * @typedef {{edition: string, readings: Record<string, [string, string]>,
 *   effect: "none" | "questions" | "facts" | "outcome" | "unknown",
 *   question: {after: number, record: AskedSide | null, tried: AskedSide | null} | null,
 *   fact: {number: number, entry: number, record: FactSide | null, tried: FactSide | null, fields: string[]} | null,
 *   answers: number, followed: number, passed_over: number, stop: TrialStop | null, facts: number, facts_tried: number,
 *   outcome: any, outcome_tried: any}} Trial
 * @typedef {{is_writable: boolean, why_not: string, signer: string, version: string}} Desk
 * @typedef {{seq: number, at: string, by: string, finding: string, reason: string, rules: string[], remedy: string,
 *   is_precedent: boolean, is_by_same_official: boolean, signer: string}} ShownRuling
 * @typedef {{number: number, at: string, by: string, party: string, fact: number, rule: string, claim: string,
 *   state: string, state_words: string, signer: string,
 *   trials: {seq: number, at: string, readings: string, sentence: string, signer: string}[], rulings: ShownRuling[],
 *   appeal: {seq: number, at: string, by: string, reason: string, signer: string} | null,
 *   opinions: {seq: number, at: string, by: string, finding: string, reason: string, rules: string[], remedy: string, signer: string}[]}} ShownCase
 * @typedef {{match: string, cases: ShownCase[], standing: string[], signatures: string, parties: string[],
 *   desk: Desk}} CasesReport
 * @typedef {{trial: Trial | null, outcome: string, outcome_tried: string, first: number | null,
 *   steps: import("./compare.js").Step[], names?: string[], readings?: Record<string, [string, string]>}} Comparison
 * @typedef {{match: string, names: string[], result: string}} OtherTable
 */

/** Number of facts in a page of pictures; the same as in story.py. */
export const PAGE = 100;

/** What a comparison with another match begins with, before its name. */
export const TABLE = "table:";

/** @param {string} readings what is compared, as in a link */
export const isTable = (readings) => readings.startsWith(TABLE);

/** What the server says is wrong, in a sentence for people. */
export class SourceError extends Error {
  /** @param {string} message @param {string} reason for programs */
  constructor(message, reason = "") {
    super(message);
    this.reason = reason;
  }
}

export class Source {
  /**
   * @param {string} name the name of the match, as in the address of the page
   * @param {string} readings other readings than those of the match, as in a link
   */
  constructor(name, readings = "") {
    this.name = name;
    this.readings = readings;
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

  /** @param {string} viewer @returns {Promise<Knowledge>} who knew what when */
  knowledge = (viewer) => this.#get("knowledge", { as: viewer });

  /** @param {string} viewer @param {string} of whose conclusions @returns {Promise<Odds>} */
  odds = (viewer, of) => this.#get("odds", { as: viewer, of });

  /** @returns {Promise<Times>} the time sheet, which only the open table has */
  times = () => this.#get("times", { as: "open" });

  /** @returns {Promise<Rulings>} what the match can be compared with */
  rulings = () => this.#get("rulings", {});

  /** @param {string} readings @returns {Promise<Comparison>} */
  comparison = (readings) => this.#get("comparison", { as: "open", ...(isTable(readings) ? { table: readings.slice(TABLE.length) } : { readings }) });

  /** @returns {Promise<OtherTable[]>} the other matches with the same deal */
  tables = () => this.#get("tables", { as: "open" });

  /** @param {string} viewer @returns {Promise<CasesReport>} */
  cases = (viewer) => this.#get("cases", { as: viewer });

  /**
   * Take a step of a dispute, and return the cases after it.
   * @param {string} seen the version of the cases that were shown @param {Record<string, unknown>} step
   * @returns {Promise<CasesReport>}
   */
  takeStep = (seen, step) => this.#ask(`/api/steps/${this.name}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Referee-Step": "1" },
    body: JSON.stringify({ seen, take: step }),
  });

  /** Ask about the notes and rooms of a review. @param {string} viewer @param {Record<string, unknown>} asked @returns {Promise<any>} */
  review = (viewer, asked) => this.#ask(`/api/review/${this.name}?as=${viewer}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Referee": "1" },
    body: JSON.stringify(asked),
  });

  /** @param {string} readings @returns {Source} the match under other readings, or at another table */
  tried = (readings) => (isTable(readings) ? new Source(readings.slice(TABLE.length).split("/").map(encodeURIComponent).join("/")) : new Source(this.name, readings));

  /** @param {string} what @param {Record<string, string | number>} query @returns {Promise<any>} */
  async #get(what, query) {
    const asked = Object.entries(this.readings ? { ...query, readings: this.readings } : query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    return this.#ask(`/api/${what}/${this.name}?${asked.join("&")}`);
  }

  /** @param {string} address @param {RequestInit} [request] @returns {Promise<any>} */
  async #ask(address, request) {
    let reply;
    try {
      reply = await fetch(address, request);
    } catch {
      throw new SourceError(`The inspector does not answer. Start it again with ‘referee inspect --port ${location.port}’; this page then goes on by itself.`);
    }
    const found = await reply.json().catch(() => null);
    if (found === null) throw new SourceError(`The inspector answered with status ${reply.status}. Reload the page.`);
    if (!reply.ok) throw new SourceError(found.error.message, found.error.reason);
    return found;
  }
}
