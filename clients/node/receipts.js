// Receipts: the referee's signatures over the frames of a seat. Each is checked against the received frames and stored.

import { appendFileSync, writeFileSync } from "node:fs";

import { Mismatch, UnknownSigner, fromBase64, leafHash, openNote, readKeys, rootOf } from "./proof.js";

const CHECKPOINT = /^(referee\/[^\n]+)\n(0|[1-9]\d*)\n([^\n]+)\nframes 1\nanswered (0|[1-9]\d*)\n(?:audit (0|[1-9]\d*) ([^\n]+)\n)?$/;
const NO_AUDIT = Buffer.alloc(32).toString("base64");

/** The frames of one seat in one match, and the receipts for them. */
export class Receipts {
  /** Receipts and the key list are stored in the working directory, in files that `referee verify` reads. */
  constructor(match, seat, published) {
    if (!/^[0-9A-Za-z._~-]{1,128}$/.test(match)) throw new Mismatch(`${JSON.stringify(match)} is not a valid match id`);
    this.origin = `referee/${match}/seat/${seat}`;
    this.file = `${match}.seat-${seat}.receipts`;
    this.keysFile = `${match}.seat-${seat}.keys`;
    this.leaves = [];
    this.keys = undefined;
    this.stored = new Set();
    this.signedFor = 0; // number of frames covered by valid receipts
    this.waiting = []; // receipts whose frames or keys are not here yet
    this.audits = new Map([["0", NO_AUDIT]]); // hash of the audit log after each number of entries that a receipt covers
    this.follow(published);
  }

  /** Use this key list from now on, if it follows from the previous one. */
  follow(published) {
    this.keys = readKeys(published, this.keys);
    writeFileSync(this.keysFile, published, { mode: 0o600 });
    this.takeWaiting();
  }

  /** Add the signed bytes of the next frame. */
  addFrame(leaf) {
    this.leaves.push(leafHash(leaf));
    this.takeWaiting();
  }

  /** Add a receipt. It must cover exactly `frames`, or include the `answer`; its frames may not have arrived yet. */
  take(note, { frames, answer = 0 } = {}) {
    if (note) this.waiting.push({ note, frames, answer });
    this.takeWaiting();
  }

  takeWaiting() {
    this.waiting = this.waiting.filter((receipt) => !this.isSettled(receipt));
  }

  /** Check and store a receipt. Return false if it has to wait. One that does not match is stored before the throw. */
  isSettled({ note, frames, answer }) {
    let opened;
    try {
      opened = openNote(note, this.keys.usable);
    } catch (problem) {
      if (problem instanceof UnknownSigner) return false;
      throw problem;
    }
    if (opened.signatures > 1) throw new Mismatch("a receipt has more than one signature");
    const [, origin, size, root, answered, entries, audit] = CHECKPOINT.exec(opened.text) ?? [];
    if (origin === undefined) throw new Mismatch("a receipt has an unknown format");
    if (frames === undefined && origin === this.origin && Number(size) > this.leaves.length) return false;
    this.keep(note);
    if (origin !== this.origin) throw new Mismatch(`a receipt is for ${origin}, not for ${this.origin}`);
    if (frames !== undefined && Number(size) !== frames) {
      throw new Mismatch(`the receipt with frame ${frames} covers ${size} frames`);
    }
    if (!rootOf(this.leaves.slice(0, Number(size))).equals(fromBase64(root))) {
      throw new Mismatch(`a receipt for ${size} frames does not match the frames that were sent`);
    }
    if (Number(answered) < answer) {
      throw new Mismatch(`the receipt for the answer to question ${answer} includes only answers up to question ${answered}`);
    }
    if (entries !== undefined) this.checkAudit(entries, audit);
    this.signedFor = Math.max(this.signedFor, Number(size));
    return true;
  }

  /** Two receipts that cover the same number of audit entries must cover the same ones. */
  checkAudit(entries, audit) {
    if (fromBase64(audit).length !== 32) throw new Mismatch("a receipt has a malformed hash of the audit log");
    if (!this.audits.has(entries)) this.audits.set(entries, audit);
    if (this.audits.get(entries) !== audit) {
      throw new Mismatch(`two receipts cover different audit logs with ${entries} entries: a split view`);
    }
  }

  keep(note) {
    if (!this.stored.has(note)) appendFileSync(this.file, `${note}\n`, { mode: 0o600 });
    this.stored.add(note);
  }

  /** Whether receipts cover every frame, and none is waiting. */
  get areComplete() {
    return this.signedFor === this.leaves.length && !this.waiting.length;
  }

  /** Throw if something is missing after the last frame. */
  close() {
    for (const { note } of this.waiting) {
      const { text } = openNote(note, this.keys.usable);
      throw new Mismatch(`a receipt is for ${text.split("\n")[1]} frames, but only ${this.leaves.length} were sent`);
    }
    if (!this.areComplete) {
      throw new Mismatch(`${this.leaves.length} frames were sent, but receipts cover only ${this.signedFor}`);
    }
  }
}
