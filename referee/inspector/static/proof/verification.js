// Everything that a single file can check about itself, step by step, and in words what it cannot.

import { blockOf, unpacked } from "../saved_source.js";
import { checkAudit, checkCommitments, checkReceipts, checkSeal, checkTimeSheet, isBundle, notesIn, takeApart, within } from "./bundle.js";
import { hex, Mismatch, sha256 } from "./hashes.js";
import { checkDraws, checkRecord, divided } from "./record.js";
import { hasEd25519, NoteReader } from "./signed_notes.js";

/**
 * @typedef {"ok" | "bad" | "unchecked"} State
 * @typedef {{name: string, state: State, says: string}} Check
 * @typedef {{match: string, viewer: string, commitment: string, frames: Record<string, string>, receipts: string, keys: string}} Evidence
 */

export const NO_CRYPTOGRAPHY = "This browser gives pages from disk no cryptography (WebCrypto), so nothing was checked.";
const NO_KEYS = "The signature of the time sheet cannot be checked, because a replay has no list of keys; a bundle has it.";
const NO_SIGNATURES = " Signatures were not checked, because this browser does not know Ed25519.";

/** Checks a file, and collects what was found. */
export class Verification {
  /** @param {import("../saved_source.js").SavedSource} source */
  constructor(source) {
    this.source = source;
    /** @type {Check[]} */
    this.checks = [];
    this.notes = new NoteReader(false);
    /** @type {Evidence} */
    this.evidence = { match: "", viewer: "open", commitment: "", frames: {}, receipts: "", keys: "" };
    /** The record as a text; empty if the file has none. */
    this.text = "";
    /** Whether anything in the file is signed. */
    this.isSigned = false;
  }

  /** Make all checks. One that fails does not keep the others from being made. @returns {Promise<Check[]>} */
  async run() {
    if (!globalThis.crypto?.subtle) {
      this.checks.push({ name: "Cryptography", state: "unchecked", says: NO_CRYPTOGRAPHY });
      return this.checks;
    }
    this.notes = new NoteReader(await hasEd25519());
    await this.#check("This file", () => this.#pages());
    await this.#check("Evidence", () => this.#readEvidence());
    if (blockOf("record")) await this.#record();
    else await this.#alone();
    return this.checks;
  }

  /** @returns {State} what all checks together say */
  get state() {
    const states = this.checks.map(({ state }) => state);
    return states.includes("bad") ? "bad" : states.includes("unchecked") ? "unchecked" : "ok";
  }

  /** Make a check. It returns what was found, or nothing if there is nothing to say. @param {string} name @param {() => Promise<string | [State, string]>} make */
  async #check(name, make) {
    try {
      const found = await make();
      const [state, says] = typeof found === "string" ? [/** @type {State} */ ("ok"), found] : found;
      if (says) this.checks.push({ name, state, says });
    } catch (problem) {
      const says = problem instanceof Mismatch ? sentence(problem.message) : "It is damaged and cannot be read.";
      this.checks.push({ name, state: "bad", says });
    }
  }

  /** Say what was found about something signed. @param {string} says @returns {[State, string]} */
  #signed(says) {
    return this.notes.canVerify ? ["ok", says] : ["unchecked", says + NO_SIGNATURES];
  }

  // --- what was written into the file ---

  /** @returns {Promise<string | [State, string]>} */
  async #pages() {
    const { note, keys } = JSON.parse(blockOf("seal"));
    const hashes = [];
    for (const name of ["record", "answers", "evidence"]) {
      const text = blockOf(name);
      hashes.push(`${name} ${text ? hex(await sha256(text)) : "-"}\n`);
    }
    this.isSigned = keys !== "";
    const opened = this.isSigned ? await this.notes.open(note, [(await this.notes.keys(keys).catch(within("the keys of the file"))).active]) : { text: note, who: "" };
    const expected = opened.text.split("\n").slice(2).join("\n");
    if (!opened.text.startsWith("referee page 1\n") || expected !== hashes.join("")) throw new Mismatch("pictures, sentences, reasons or the record were changed after the file was written");
    const carried = blockOf("record") ? "the record and the evidence" : "the evidence";
    const says = `The pictures, sentences and reasons and ${carried} are byte for byte as they were written to this file`;
    if (!this.isSigned) return ["unchecked", `${says}, but nobody signed them: this finds damage, not a forgery.`];
    return this.#signed(`${says} and signed with the key ${opened.who}.`);
  }

  async #readEvidence() {
    this.evidence = JSON.parse(blockOf("evidence"));
    return "";
  }

  // --- the record ---

  async #record() {
    /** @type {import("./record.js").CheckedRecord | null} */
    let record = null;
    /** @type {import("./bundle.js").Bundle | null} */
    let bundle = null;
    let sheet = "";
    await this.#check("Record", async () => {
      this.text = await unpacked("record");
      bundle = isBundle(this.text) ? takeApart(this.text) : null;
      const parts = divided(bundle ? bundle.sections.replay : this.text);
      sheet = parts.sheet;
      record = await checkRecord(parts.record);
      return `The ${record.heads.length} entries with their ${record.facts.length} facts form one chain of SHA-256 hashes. The last hash is ${hex(record.heads[record.heads.length - 1])}.`;
    });
    if (record === null) return;
    const found = /** @type {import("./record.js").CheckedRecord} */ (record);
    const sealed = /** @type {import("./bundle.js").Bundle | null} */ (bundle);
    await this.#check("Seed", async () => this.#seed(found, sealed));
    await this.#check("Draws", async () => {
      await checkDraws(found);
      return `All ${found.draws.length} random draws follow from the seed.`;
    });
    await this.#check("Facts", async () => this.#facts(found));
    if (sealed) await this.#bundle(found, sealed, sheet);
    else if (sheet) this.checks.push({ name: "Time sheet", state: "unchecked", says: NO_KEYS });
  }

  /** @param {import("./record.js").CheckedRecord} record @param {import("./bundle.js").Bundle | null} bundle @returns {Promise<string>} */
  async #seed(record, bundle) {
    const commitment = hex(record.heads[0]);
    if (bundle) {
      const seats = await checkCommitments(bundle, record);
      const entropy = seats ? ` The entropy of ${seats} ${seats === 1 ? "seat" : "seats"} is what they committed to.` : "";
      return `The seed and the charter are those of the commitment ${commitment} in the bundle.${entropy} Compare it with the commitment that was announced before the match.`;
    }
    return `The seed and the charter make the commitment ${commitment}. Compare it with the commitment that was announced before the match, if it was played on a server.`;
  }

  /** Compare the facts that the page shows with the record. @param {import("./record.js").CheckedRecord} record */
  async #facts(record) {
    const shown = await this.source.facts("open", 1);
    const { entries } = await this.source.moments("open");
    if (shown.length !== record.facts.length) throw new Mismatch(`the page shows ${shown.length} facts, and the record has ${record.facts.length}`);
    for (const [nth, fact] of record.facts.entries()) {
      const { explanation } = await this.source.why("open", nth + 1);
      const fields = explanation.kind === fact.kind && isEqual(explanation.fact, JSON.parse(fact.fields));
      const path = explanation.path.map(({ rule }) => rule).join("/");
      if (!fields || shown[nth].kind !== fact.kind || shown[nth].path !== fact.path || path !== fact.path || entries[nth] !== fact.entry) {
        throw new Mismatch(`what the page shows as fact ${nth + 1} is not fact ${nth + 1} of the record`);
      }
    }
    return "The kind, the fields and the rules of every fact that the open table shows are those of the record.";
  }

  /** @param {import("./record.js").CheckedRecord} record @param {import("./bundle.js").Bundle} bundle @param {string} sheet */
  async #bundle(record, bundle, sheet) {
    this.isSigned = true;
    /** @type {import("./signed_notes.js").KeyList | null} */
    let keys = null;
    await this.#check("Keys", async () => {
      keys = await this.notes.keys(bundle.sections.keys);
      return this.#signed(`The list of keys is signed with its active key, ${keys.active.who}.`);
    });
    if (keys === null) return;
    const known = /** @type {import("./signed_notes.js").KeyList} */ (keys);
    await this.#check("Seal", async () => this.#signed(`Every section of the bundle is unchanged since it was sealed with the key ${await checkSeal(bundle, known, this.notes)}.`));
    if (sheet) {
      await this.#check("Time sheet", async () => this.#signed(`The times of the answers are for this record, and signed with the key ${await checkTimeSheet(sheet, bundle.match, record, known, this.notes)}.`));
    }
    /** @type {Uint8Array[] | null} */
    let audited = null;
    await this.#check("Cases and rulings", async () => {
      const found = await checkAudit(bundle, record, known, this.notes);
      audited = found.audited;
      if (!found.entries) return "There are no signed steps: no cases, rulings or looks.";
      return this.#signed(`The ${counted(found.entries, "step")} (cases, trials, rulings, looks and the like) are each signed and linked to the one before and to the record.`);
    });
    await this.#check("Receipts", async () => this.#receipts(notesIn(bundle.sections.receipts), audited, record.answered, known));
  }

  /** @param {string[]} receipts @param {Uint8Array[] | null} audited @param {Map<number, number> | null} answered @param {import("./signed_notes.js").KeyList} keys @returns {Promise<string | [State, string]>} */
  async #receipts(receipts, audited, answered, keys) {
    if (!receipts.length) return "There are no receipts in this file.";
    await checkReceipts(receipts, this.evidence.match, this.evidence.frames, audited, answered, keys, this.notes);
    return this.#signed(`The ${counted(receipts.length, "receipt")} are signed, are for this match, and cover exactly the frames whose hashes are in this file.`);
  }

  // --- without the record ---

  async #alone() {
    await this.#check("Record", async () => ["unchecked", "The record is not in this file, because it shows what others held. So the chain of hashes and the draws cannot be checked here."]);
    await this.#check("Seed", async () => ["unchecked", this.evidence.commitment && `The commitment to the seed and the charter is ${this.evidence.commitment}. Compare it with the commitment that was announced before the match.`]);
    await this.#check("Receipts", async () => {
      if (!this.evidence.receipts) return "There are no receipts in this file.";
      const keys = await this.notes.keys(this.evidence.keys).catch(within("the list of keys"));
      return this.#receipts(notesIn(this.evidence.receipts), null, null, keys);
    });
  }
}

/** @param {number} number @param {string} thing */
const counted = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`;

/** @param {string} text */
const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;

/** @param {any} a @param {any} b @returns {boolean} */
function isEqual(a, b) {
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return a === b;
  const [left, right] = [Object.keys(a), Object.keys(b)];
  return left.length === right.length && left.every((key) => key in b && isEqual(a[key], b[key]));
}
