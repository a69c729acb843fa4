// A replay, read and checked as replays/FORMAT.md defines it, without the rules of any game.

import { seedOf, Streams } from "./draws.js";
import { fromHex, hex, Mismatch, sha256 } from "./hashes.js";

/**
 * @typedef {{kind: string, fields: string, path: string, entry: number}} RecordedFact
 * @typedef {{facts: RecordedFact[], seats: number, seed: Uint8Array<ArrayBuffer>, entropy: Uint8Array<ArrayBuffer>[], draws: string[],
 *   heads: Uint8Array[], answered: Map<number, number>}} CheckedRecord
 */

const NUMBER = "(0|[1-9][0-9]{0,8})";
const NAME = "([a-z0-9_.]+)";
const DIGITS = "([0-9a-f]{16})";
const PLAIN_WORD = /^[A-Za-z0-9_./?-]+$/;
const TAGGED = new RegExp(`^${NAME}(?: (\\{.+\\}))?$`, "s");
const FACT = new RegExp(`^${NAME}(?: (\\{.+\\}))? @ ([a-z0-9_.]+(?:/[a-z0-9_.]+)*)$`, "s");
/** The lines of an entry after the first, in this order. */
const SIGNS = ["+", ">", "~", "-"];

/** What divides a record from the signed time sheet after it, which no hash covers. */
const TIME_SHEET = "\n\nreferee time sheet 1\n";

/** Divide a replay into the record and the signed time sheet after it, which is empty if there is none. @param {string} text */
export function divided(text) {
  const end = text.indexOf(TIME_SHEET);
  return end < 0 ? { record: text, sheet: "" } : { record: text.slice(0, end + 1), sheet: text.slice(end + 2) };
}

/** Check the text and all hashes of a record. Throw a Mismatch that names the first line that does not fit. @param {string} text */
export async function checkRecord(text) {
  const reader = new RecordReader(text);
  return reader.check();
}

/** Check that every draw follows from the seed. @param {CheckedRecord} record */
export async function checkDraws({ seed, entropy, draws }) {
  const streams = await Streams.from(await seedOf(seed, entropy));
  for (const draw of draws) await streams.check(draw);
}

class RecordReader {
  /** @param {string} text */
  constructor(text) {
    this.lines = text.split("\n");
    this.at = 0;
    /** @type {CheckedRecord} */
    this.found = { facts: [], seats: 0, seed: new Uint8Array(), entropy: [], draws: [], heads: [], answered: new Map() };
    this.outcome = "unfinished";
  }

  /** @returns {Promise<CheckedRecord>} */
  async check() {
    await this.#link(await this.#header(), "");
    while (/^[0-9]/.test(this.lines[this.at + 1] ?? "")) await this.#entry();
    const { heads } = this.found;
    this.#take("", "an empty line");
    this.#take(`end ${heads.length} ${escaped(this.outcome)}`, `the end after ${heads.length} entries`);
    this.#take(`head ${hex(heads[heads.length - 1])}`, "the hash of the last entry");
    if (this.at + 1 !== this.lines.length || this.lines[this.at] !== "") this.#fail("the record continues after its end");
    return this.found;
  }

  /** Add an entry to the chain. @param {string} body @param {string} digits how its hash must begin */
  async #link(body, digits) {
    const { heads } = this.found;
    const head = await sha256("referee entry 1\n", heads[heads.length - 1] ?? new Uint8Array(32), body);
    if (!hex(head).startsWith(digits)) throw new Mismatch(`entry ${heads.length} of the record was changed: its hash begins with ${hex(head, 8)}, not ${digits}`);
    heads.push(head);
  }

  // --- the header ---

  async #header() {
    this.#take("referee replay 1", "the first line of a replay");
    const [, game] = this.#take(`game ${NAME}`, "the game");
    const [, rules] = this.#take("rules ([1-9][0-9]{0,8})", "the version of the rules");
    const [, seats] = this.#take("seats ([1-9][0-9]{0,8})", "the number of seats");
    const [, seed] = this.#take("seed ([0-9a-f]{128})", "the seed");
    const salt = this.#optional("salt", "([0-9a-f]{64})");
    const unrefereed = this.#optional("unrefereed", "(yes)");
    const edition = this.#word(this.#take("edition (.+)", "the edition")[1]);
    const rulings = this.#pairs("ruling");
    const options = this.#pairs("option");
    const talk = this.#optional("talk", "(palette|free)");
    this.#pairs("name");
    this.#pairs("client");
    const mark = hex(await sha256(this.lines.slice(0, this.at).join("\n")), 8);
    this.#take(`mark ${mark}`, "the mark of the header");
    this.found.seats = Number(seats);
    this.found.seed = fromHex(seed);
    return `{"game":"${game}","rules_version":${rules},"seats":${seats},"seed":"${seed}","edition":${JSON.stringify(edition)},` +
      `"rulings":{${rulings}},"options":{${options}}${salt && `,"salt":"${salt}"`}${unrefereed && ',"unrefereed":true'}${talk && `,"talk":"${talk}"`}}`;
  }

  /** @param {string} key @param {string} form */
  #optional(key, form) {
    return this.lines[this.at]?.startsWith(`${key} `) ? this.#take(`${key} ${form}`, `the ${key}`)[1] : "";
  }

  /** @param {string} key @returns {string[]} */
  #pairs(key) {
    const found = [];
    while (this.lines[this.at]?.startsWith(`${key} `)) {
      const [, name, text] = this.#take(`${key} ([A-Za-z0-9_./?-]+) (.+)`, `a line ‘${key}’`);
      found.push(`${JSON.stringify(name)}:${JSON.stringify(this.#word(text))}`);
    }
    return found;
  }

  /** @param {string} found @returns {string} the text that a word stands for */
  #word(found) {
    if (PLAIN_WORD.test(found)) return found;
    try {
      const text = JSON.parse(found);
      if (typeof text === "string" && JSON.stringify(text) === found && !PLAIN_WORD.test(text)) return text;
    } catch {
      // It is no JSON at all.
    }
    return this.#fail(`‘${found}’ is not how a text is written`);
  }

  // --- entries ---

  async #entry() {
    this.#take("", "an empty line");
    const seq = this.found.heads.length;
    const first = new RegExp(`^${seq} (?:start|talk ${NUMBER}|(seat|clock|order) ${NUMBER} ${NAME} ${NUMBER}) ${DIGITS}$`);
    const [line, speaker, by, seat, asked, question, digits] = this.#take(first, `the first line of entry ${seq}`);
    const isStart = line.includes(" start ");
    if (isStart !== (seq === 1)) this.#fail("the first entry, and no other, is the start");
    if (this.outcome !== "unfinished") this.#fail("an entry follows the end of the match");
    const parts = this.#parts();
    const answer = parts[">"].map((each) => this.#tagged(TAGGED.exec(each)));
    const facts = parts["-"].map((each) => this.#fact(each, seq));
    const entropy = this.#entropy(parts["+"]);
    this.found.draws.push(...parts["~"]);
    if (by) this.#answered(Number(seat), Number(question));
    const who = by ? `"seat":${seat},"question":${question},"asked":"${asked}","by":"${by}"` : `"seat":${speaker ?? -1},"question":0,"asked":"","by":"${isStart ? "start" : "talk"}"`;
    await this.#link(`{"seq":${seq},${who},"answer":[${answer}],"draws":[${parts["~"]}],"facts":[${facts}]${entropy}}`, digits);
  }

  /** @returns {Record<string, string[]>} the lines of an entry by their sign */
  #parts() {
    /** @type {Record<string, string[]>} */
    const found = { "+": [], ">": [], "~": [], "-": [] };
    let last = 0;
    for (; this.lines[this.at]; this.at += 1) {
      const line = this.lines[this.at];
      const sign = SIGNS.indexOf(line[2]);
      if (!line.startsWith("  ") || line[3] !== " " || sign < last) this.#fail("the line is not where it belongs");
      last = sign;
      found[line[2]].push(line.slice(4));
    }
    return found;
  }

  /** @param {RegExpExecArray | null} form */
  #tagged(form) {
    if (!form) return this.#fail("the line is not a choice or a fact");
    return form[2] === undefined ? `{"kind":"${form[1]}"}` : `{"kind":"${form[1]}",${form[2].slice(1)}`;
  }

  /** @param {string} line @param {number} entry */
  #fact(line, entry) {
    const form = FACT.exec(line);
    const json = this.#tagged(form);
    const [, kind, fields = "{}", path] = /** @type {RegExpExecArray} */ (form);
    if (this.outcome !== "unfinished") this.#fail("a fact follows the end of the match");
    if (kind === "match.ended") this.outcome = outcomeOf(JSON.parse(fields));
    this.found.facts.push({ kind, fields, path, entry });
    return `["${path}",${json}]`;
  }

  /** @param {string[]} lines */
  #entropy(lines) {
    if (!lines.length) return "";
    const texts = lines.map((line, seat) => {
      const [, number, part] = /^([0-9]+) ([0-9a-f]{64}|-)$/.exec(line) ?? [];
      if (number !== String(seat) || this.found.heads.length !== 1) this.#fail("the entropy of the seats is not as it is written");
      return part === "-" ? "" : part;
    });
    if (texts.length !== this.found.seats) this.#fail("the entropy of a seat is missing");
    this.found.entropy = texts.map(fromHex);
    return `,"entropy":[${texts.map((text) => `"${text}"`)}]`;
  }

  /** @param {number} seat @param {number} question */
  #answered(seat, question) {
    const { answered, seats } = this.found;
    if (seat >= seats || question !== (answered.get(seat) ?? 0) + 1) this.#fail("the questions of a seat are not numbered 1, 2, 3, …");
    answered.set(seat, question);
  }

  // --- lines ---

  /** Take the next line, which must have this form. @param {string | RegExp} form @param {string} what @returns {RegExpExecArray} */
  #take(form, what) {
    const found = (form instanceof RegExp ? form : new RegExp(`^${form}$`, "s")).exec(this.lines[this.at] ?? "\n");
    if (!found) return this.#fail(`expected ${what}`);
    this.at += 1;
    return found;
  }

  /** @param {string} why @returns {never} */
  #fail(why) {
    throw new Mismatch(`the record was changed at line ${this.at + 1}: ${why}`);
  }
}

/** @param {any} ended the fields of the fact that ends a match */
function outcomeOf({ ending, winners, scores }) {
  return `${PLAIN_WORD.test(ending) ? ending : JSON.stringify(ending)} winners [${winners}] scores [${scores}]`;
}

/** @param {string} text */
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
