#!/usr/bin/env node
// Check a replay as replays/FORMAT.md defines it, without the rules of any game.
//
//     node check_replay.js FILE [--commitment HEX]
//
// It checks that the file is written exactly as the format says, its hashes, the commitment to its header, and
// every draw. The exit status is 0 if everything fits; 1 if something does not, with the first such line on stdout;
// and 2 if the file could not be read or is not a replay.

import { existsSync, readFileSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { parseCanonical } from "./canonical_json.js";
import { Streams, luckOf } from "./chance.js";
import { Mismatch, sha256 } from "./proof.js";

const FORMAT = "referee replay 1";
const TIME_SHEET = "\n\nreferee time sheet 1\n";
const NUMBER = "(0|[1-9][0-9]{0,8})"; // up to nine digits
const NAME = "([a-z0-9_.]+)"; // of a game, a question, a kind or a rule
const DIGITS = "([0-9a-f]{16})"; // the first digits of a hash
const PLAIN_WORD = /^[A-Za-z0-9_./?-]+$/;
const PLAIN_KEY = "([A-Za-z0-9_./?-]+)";
const TAGGED = new RegExp(`^${NAME}(?: (\\{.+\\}))?$`, "s");
const PATH = /^[a-z0-9_.]+(?:\/[a-z0-9_.]+)*$/;
const ENDED = "match.ended"; // the kind of the last fact of a match
const TALK = "talk"; // how the path of everything that was said begins
const UNPRINTABLE = /[^\P{C}]|[^\P{Z} ]/u; // control characters and the like, and all spaces but the plain one
const LONGEST_QUOTE = 60;

/** A file that is not a replay. */
export class NotAReplay extends Mismatch {}

/**
 * Check a replay, given as bytes, and return what was found in it.
 *
 * Throw a Mismatch that names the first line that does not fit; NotAReplay if the file does not even begin like one.
 * `commitment` is that of the match in hexadecimal, from before it began; without it, the seed may be invented.
 */
export function checkReplay(bytes, { commitment = "" } = {}) {
  if (!Buffer.from(bytes).subarray(0, FORMAT.length + 1).equals(Buffer.from(`${FORMAT}\n`))) {
    throw new NotAReplay(`not a replay: it must begin with ${JSON.stringify(FORMAT)}`);
  }
  return new Checker(decoded(bytes), commitment.toLowerCase()).check();
}

/** Reads the lines of a replay one after the other. */
class Checker {
  constructor(text, commitment) {
    // A signed time sheet may follow the record. No hash covers it, and it is not checked here.
    const sheet = text.indexOf(TIME_SHEET);
    this.lines = (sheet < 0 ? text : text.slice(0, sheet + 1)).split("\n");
    this.at = 0; // index of the next line
    this.commitment = commitment;
    this.head = Buffer.alloc(32);
    this.entries = 0;
    this.facts = 0;
    this.draws = 0;
    this.outcome = null; // how the match ended, as the last line but one has it
    this.asked = new Map(); // the last question that each seat has answered
    this.entropy = [];
  }

  check() {
    const header = this.readHeader();
    const found = sha256("referee entry 1\n", this.head, header.body);
    this.head = found;
    this.entries = 1;
    if (this.commitment && this.commitment !== found.toString("hex")) {
      this.fail(1, `the header makes the commitment ${found.toString("hex")}, not ${this.commitment}`);
    }
    this.streams = new Streams(header.seed);
    while (this.isNext(/^[0-9]/)) this.readEntry(header);
    this.readEnd();
    return {
      ...header,
      commitment: found.toString("hex"),
      entropy: this.entropy,
      entries: this.entries,
      facts: this.facts,
      draws: this.draws,
      streams: this.streams.places.size,
      outcome: this.outcome ?? "unfinished",
      head: this.head.toString("hex"),
    };
  }

  // --- the header ---

  readHeader() {
    this.take(/^referee replay 1$/, FORMAT);
    const game = this.take(`game ${NAME}`, "the game")[1];
    const rules = this.take("rules ([1-9][0-9]{0,8})", "the version of the rules")[1];
    const seats = this.take("seats ([1-9][0-9]{0,8})", "the number of seats")[1];
    const seed = this.take("seed ([0-9a-f]{128})", "the seed: 128 digits")[1];
    const salt = this.isNext(/^salt /) ? this.take("salt ([0-9a-f]{64})", "the salt: 64 digits")[1] : "";
    const unrefereed = this.isNext(/^unrefereed/);
    if (unrefereed) this.take("unrefereed yes", 'the mark "unrefereed yes"');
    const edition = this.word(this.take("edition (.+)", "the edition")[1]);
    const rulings = this.readPairs("ruling", PLAIN_KEY);
    const options = this.readPairs("option", PLAIN_KEY);
    const talk = this.isNext(/^talk /) ? this.take("talk (palette|free)", "the talk policy: palette or free")[1] : "";
    const names = this.readSeats("name", seats);
    this.readSeats("client", seats);
    const mark = sha256(this.lines.slice(0, this.at).join("\n")).toString("hex", 0, 8);
    const found = this.take(`mark ${DIGITS}`, "the mark")[1];
    if (found !== mark) this.fail(this.at, `the header was changed: its mark is ${mark}, not ${found}`);
    const body =
      `{"game":"${game}","rules_version":${rules},"seats":${seats},"seed":"${seed}","edition":${JSON.stringify(edition)},` +
      `"rulings":${asObject(rulings)},"options":${asObject(options)}${salt && `,"salt":"${salt}"`}${unrefereed ? ',"unrefereed":true' : ""}${talk && `,"talk":"${talk}"`}}`;
    return { game, seats: Number(seats), unrefereed, talk, seed: Buffer.from(seed, "hex"), names, body };
  }

  /** Read lines with a seat and a printable text. */
  readSeats(kind, seats) {
    const found = this.readPairs(kind, NUMBER, Number);
    for (const [seat, text] of found) {
      if (seat >= seats) this.fail(this.at, `there is no seat ${seat}`);
      if (UNPRINTABLE.test(text)) this.fail(this.at, `the ${kind} of seat ${seat} has characters that cannot be printed`);
    }
    return found;
  }

  /** Read lines with a key and a text, in the order of their keys. */
  readPairs(kind, key, convert = String) {
    const found = new Map();
    let last;
    while (this.isNext(new RegExp(`^${kind} `))) {
      const [, name, text] = this.take(`${kind} ${key} (.+)`, `a line "${kind} KEY TEXT"`);
      const next = convert(name);
      if (last !== undefined && next <= last) this.fail(this.at, `${kind} ${name} cannot come after ${kind} ${last}`);
      found.set(next, this.word(text));
      last = next;
    }
    return found;
  }

  /** Return the text that a word of the line just taken stands for. */
  word(found) {
    if (PLAIN_WORD.test(found)) return found;
    const text = found.startsWith('"') ? this.within(() => parseCanonical(found)) : null;
    if (text === null || found !== written(text)) this.fail(this.at, `${quote(found)} is not how a text is written`);
    return text;
  }

  // --- entries ---

  readEntry(header) {
    this.take(/^$/, "an empty line");
    const seq = this.entries;
    const first = this.at + 1;
    let seat = "-1";
    let asked = "";
    let question = "0";
    let by = "start";
    let digits;
    if (seq === 1) {
      [, digits] = this.take(`1 start ${DIGITS}`, "entry 1, the start");
    } else if (header.talk && this.isNext(/^[0-9]+ talk /)) {
      by = "talk";
      [, seat, digits] = this.take(`${seq} talk ${NUMBER} ${DIGITS}`, `the first line of entry ${seq}, or the end`);
      if (Number(seat) >= header.seats) this.fail(first, `there is no seat ${seat}`);
    } else {
      const form = `${seq} (seat|clock|order) ${NUMBER} ${NAME} ${NUMBER} ${DIGITS}`;
      [, by, seat, asked, question, digits] = this.take(form, `the first line of entry ${seq}, or the end`);
      if (Number(seat) >= header.seats) this.fail(first, `there is no seat ${seat}`);
      const expected = (this.asked.get(seat) ?? 0) + 1;
      if (Number(question) !== expected) {
        this.fail(first, `the next question of seat ${seat} is number ${expected}, not ${question}`);
      }
      this.asked.set(seat, expected);
    }
    if (this.outcome !== null) this.fail(first, "an entry after the end of the match");
    const entropy = seq === 1 ? this.readEntropy(header) : [];
    const isTalk = by === "talk";
    const answer = seq === 1 || isTalk ? [] : this.readAll("> ", (line) => this.choice(line));
    const draws = isTalk ? [] : this.readAll("~ ", (line) => this.draw(line));
    const facts = this.readAll("- ", (line) => this.fact(line, isTalk ? Number(seat) : null));
    if (isTalk && facts.length !== 1) this.fail(first, `entry ${seq} is talk, which has exactly one fact, not ${facts.length}`);
    const next = this.lines[this.at];
    if (next) this.fail(this.at + 1, `expected a line of entry ${seq} in its place, or an empty line, found ${quote(next)}`);
    const body =
      `{"seq":${seq},"seat":${seat},"question":${question},"asked":"${asked}","by":"${by}",` +
      `"answer":[${answer}],"draws":[${draws}],"facts":[${facts}]${entropy.length ? `,"entropy":[${entropy}]` : ""}}`;
    this.head = sha256("referee entry 1\n", this.head, body);
    const computed = this.head.toString("hex", 0, 8);
    if (computed !== digits) this.fail(first, `entry ${seq} was changed: its hash begins with ${computed}, not ${digits}`);
    this.entries++;
  }

  /** Read the entropy of all seats, if any seat committed to some, and mix it into the seed. */
  readEntropy(header) {
    const texts = this.readAll("+ ", (line) => {
      const [, seat, part] = /^([0-9]+) ([0-9a-f]{64}|-)$/.exec(line) ?? [];
      if (seat !== String(this.entropy.length)) this.fail(this.at, `expected the entropy of seat ${this.entropy.length}`);
      this.entropy.push(Buffer.from(part === "-" ? "" : part, "hex"));
      return JSON.stringify(part === "-" ? "" : part);
    });
    if (texts.length && texts.length !== header.seats) {
      this.fail(this.at, `the entropy of ${header.seats} seats was expected, and that of ${texts.length} found`);
    }
    this.streams = new Streams(luckOf(header.seed, this.entropy));
    return texts;
  }

  choice(line) {
    return this.tagged(line, "a choice").json;
  }

  draw(line) {
    this.within(() => this.streams.check(parseCanonical(line)));
    this.draws++;
    return line;
  }

  /** Read a fact; of talk, `speaker` is the seat that said it. */
  fact(line, speaker) {
    if (this.outcome !== null) this.fail(this.at, "a fact after the end of the match");
    const end = line.lastIndexOf(" @ ");
    const path = line.slice(end + 3);
    if (end < 0 || !PATH.test(path)) this.fail(this.at, `a fact ends with " @ " and its rules`);
    const { kind, fields, json } = this.tagged(line.slice(0, end), "a fact");
    if ((speaker !== null) !== (path.split("/")[0] === TALK)) this.fail(this.at, `what is said, and nothing else, is under the path ${TALK}`);
    if (speaker !== null && parseCanonical(fields || "{}").get("seat") !== BigInt(speaker)) {
      this.fail(this.at, `seat ${speaker} is the speaker of this entry`);
    }
    if (kind === ENDED) this.outcome = this.readOutcome(fields);
    this.facts++;
    return `["${path}",${json}]`;
  }

  /** Read a kind and its fields. Also return the JSON in which both are stored. */
  tagged(text, what) {
    const [, kind, fields] = TAGGED.exec(text) ?? [];
    if (kind === undefined) this.fail(this.at, `not ${what}: it has a kind and perhaps fields`);
    if (fields === undefined) return { kind, fields: "", json: `{"kind":"${kind}"}` };
    const json = `{"kind":"${kind}",${fields.slice(1)}`;
    this.within(() => parseCanonical(json));
    return { kind, fields, json };
  }

  // --- the end ---

  /** Return an outcome as the end of the file has it, given the fields of the fact that ends the match. */
  readOutcome(fields) {
    const found = fields ? parseCanonical(fields) : new Map();
    const [ending, winners, scores] = found.values();
    const isOutcome = typeof ending === "string" && areIntegers(winners) && areIntegers(scores);
    if (!isOutcome || [...found.keys()].join() !== "ending,winners,scores") {
      this.fail(this.at, `the fact ${ENDED} has an ending, winners and scores`);
    }
    return `${written(ending)} winners [${winners}] scores [${scores}]`;
  }

  readEnd() {
    this.take(/^$/, "an empty line");
    const expected = `end ${this.entries} ${this.outcome ?? "unfinished"}`;
    const [found] = this.take("end [0-9].*", `the first line of entry ${this.entries}, or the end`);
    if (found !== expected) this.fail(this.at, `expected ${quote(expected)}, found ${quote(found)}`);
    const [, head] = this.take("head ([0-9a-f]{64})", "the head");
    if (head !== this.head.toString("hex")) this.fail(this.at, `the head is ${this.head.toString("hex")}, not ${head}`);
    if (this.at === this.lines.length) this.fail(this.at, "no line feed at the end of the file");
    if (this.at + 1 !== this.lines.length || this.lines[this.at]) this.fail(this.at + 1, "the file continues after its end");
  }

  // --- lines ---

  /** Return whether the next line fits a pattern. An empty line belongs to what follows it. */
  isNext(pattern) {
    const at = this.lines[this.at] === "" ? this.at + 1 : this.at;
    return at < this.lines.length && pattern.test(this.lines[at]);
  }

  /** Take the next line, which must fit the whole pattern. */
  take(pattern, what) {
    const line = this.lines[this.at];
    const isMissing = line === undefined || (line === "" && this.at + 1 === this.lines.length);
    if (isMissing) this.fail(this.at + 1, `expected ${what}, but the file ends here`);
    const found = (pattern instanceof RegExp ? pattern : new RegExp(`^${pattern}$`, "s")).exec(line);
    if (!found) this.fail(this.at + 1, `expected ${what}, found ${quote(line)}`);
    this.at++;
    return found;
  }

  /** Take all lines of a kind that come next. */
  readAll(kind, read) {
    const found = [];
    while (this.lines[this.at]?.startsWith(`  ${kind}`)) {
      const line = this.lines[this.at++].slice(4);
      found.push(read(line));
    }
    return found;
  }

  /** Run a check of the line just taken, and add its number to a Mismatch. */
  within(step) {
    try {
      return step();
    } catch (problem) {
      if (problem instanceof Mismatch) this.fail(this.at, problem.message);
      throw problem;
    }
  }

  fail(line, why) {
    throw new Mismatch(`line ${line}: ${why}`);
  }
}

/** Return the text of a file in UTF-8. */
function decoded(bytes) {
  const isText = (part) => Buffer.from(part.toString("utf8")).equals(part);
  const data = Buffer.from(bytes);
  if (isText(data)) return data.toString("utf8");
  for (let start = 0, line = 1; ; line++) {
    const end = data.indexOf(10, start);
    if (!isText(data.subarray(start, end < 0 ? undefined : end))) throw new Mismatch(`line ${line}: not UTF-8`);
    start = end + 1;
  }
}

/** Return a text as one word: in quotes only if it needs them. */
function written(text) {
  return PLAIN_WORD.test(text) ? text : JSON.stringify(text);
}

function asObject(pairs) {
  return `{${[...pairs].map(([key, text]) => `${JSON.stringify(key)}:${JSON.stringify(text)}`).join(",")}}`;
}

function areIntegers(list) {
  return Array.isArray(list) && list.every((each) => typeof each === "bigint");
}

function quote(text) {
  return JSON.stringify(text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text);
}

// --- the command ---

/** Return what was checked, as lines. */
export function describeReplay(found) {
  const revealed = found.entropy.filter((part) => part.length).length;
  const seats = found.entropy.length ? ` and the entropy of ${revealed} of ${found.seats} seats` : "";
  const referees = found.unrefereed ? ", unrefereed" : "";
  return [
    `${found.game}, ${found.seats} seats${referees}, ${found.entries} entries, ${found.facts} facts: ${found.outcome}`,
    `${found.draws} draws from ${found.streams} streams match the referee's seed${seats}`,
    `commitment ${found.commitment}`,
    `head ${found.head}`,
  ].join("\n");
}

function main(given) {
  const place = given.indexOf("--commitment");
  const [, commitment] = place < 0 ? [] : given.splice(place, 2);
  const isHash = place < 0 || /^[0-9a-fA-F]{64}$/.test(commitment ?? "");
  if (!isHash || given.length !== 1 || given[0].startsWith("-")) {
    throw new Error("usage: node check_replay.js FILE [--commitment HEX]");
  }
  try {
    console.log(describeReplay(checkReplay(readFileSync(given[0]), { commitment })));
  } catch (problem) {
    if (!(problem instanceof Mismatch) || problem instanceof NotAReplay) throw problem;
    console.log(`does not fit: ${problem.message}`);
    process.exitCode = 1;
  }
}

const started = process.argv[1] ?? "";
if (existsSync(started) && realpathSync(started) === fileURLToPath(import.meta.url)) {
  try {
    main(process.argv.slice(2));
  } catch (problem) {
    console.error(problem.message);
    process.exitCode = 2;
  }
}
