// Receipts: the referee's signature under what a seat was told. Each is checked against the frames that came, and kept.

import { appendFileSync, writeFileSync } from "node:fs";

import { Unfit, UnknownSigner, fromBase64, leafHash, openNote, readKeys, rootOf } from "./proof.js";

const CHECKPOINT = /^(referee\/[^\n]+)\n(0|[1-9]\d*)\n([^\n]+)\nframes 1\nanswered (0|[1-9]\d*)\n$/;

/** What one seat was told of one match, and the receipts for it. */
export class Receipts {
  /** Receipts and the list of keys are kept in the working directory, in files that `referee verify` reads. */
  constructor(match, seat, published) {
    if (!/^[0-9A-Za-z._~-]{1,128}$/.test(match)) throw new Unfit(`${JSON.stringify(match)} cannot be the id of a match`);
    this.origin = `referee/${match}/seat/${seat}`;
    this.file = `${match}.seat-${seat}.receipts`;
    this.keysFile = `${match}.seat-${seat}.keys`;
    this.leaves = [];
    this.keys = [];
    this.kept = new Set();
    this.signedFor = 0; // frames, by the receipts that fit
    this.waiting = []; // for the frames they speak of, or for a key
    this.follow(published);
  }

  /** Go by this list of keys from now on, if it follows from the one before. */
  follow(published) {
    this.keys = readKeys(published, this.keys);
    writeFileSync(this.keysFile, published);
    this.takeWaiting();
  }

  /** Note what a frame said. */
  told(leaf) {
    this.leaves.push(leafHash(leaf));
    this.takeWaiting();
  }

  /** Take a receipt that must be for so many frames, or count this answer. What it speaks of may be still to come. */
  take(note, { frames, answer = 0 } = {}) {
    if (note) this.waiting.push({ note, frames, answer });
    this.takeWaiting();
  }

  takeWaiting() {
    this.waiting = this.waiting.filter((receipt) => !this.isSettled(receipt));
  }

  /** Check a receipt, and keep it; false if that has to wait. One that does not fit is kept before it is complained of. */
  isSettled({ note, frames, answer }) {
    let opened;
    try {
      opened = openNote(note, this.keys);
    } catch (problem) {
      if (problem instanceof UnknownSigner) return false;
      throw problem;
    }
    if (opened.signatures > 1) throw new Unfit("a receipt is signed by others beside the referee");
    const [, origin, size, root, answered] = CHECKPOINT.exec(opened.text) ?? [];
    if (origin === undefined) throw new Unfit("a receipt is in a form that is not known here");
    if (frames === undefined && origin === this.origin && Number(size) > this.leaves.length) return false;
    this.keep(note);
    if (origin !== this.origin) throw new Unfit(`a receipt is for ${origin}, and this is ${this.origin}`);
    if (frames !== undefined && Number(size) !== frames) {
      throw new Unfit(`the receipt that came with frame ${frames} is for ${size} frames`);
    }
    if (!rootOf(this.leaves.slice(0, Number(size))).equals(fromBase64(root))) {
      throw new Unfit(`a receipt for ${size} frames does not fit the frames that were told`);
    }
    if (Number(answered) < answer) {
      throw new Unfit(`the receipt for the answer to question ${answer} counts the answers up to question ${answered}`);
    }
    this.signedFor = Math.max(this.signedFor, Number(size));
    return true;
  }

  keep(note) {
    if (!this.kept.has(note)) appendFileSync(this.file, `${note}\n`);
    this.kept.add(note);
  }

  /** Whether every frame that was told is signed for, and no receipt waits. */
  get areComplete() {
    return this.signedFor === this.leaves.length && !this.waiting.length;
  }

  /** Complain of what is missing now that there are no more frames. */
  close() {
    for (const { note } of this.waiting) {
      const { text } = openNote(note, this.keys);
      throw new Unfit(`a receipt is for ${text.split("\n")[1]} frames, and only ${this.leaves.length} were told`);
    }
    if (!this.areComplete) {
      throw new Unfit(`${this.leaves.length} frames were told, and there are receipts for ${this.signedFor}`);
    }
  }
}
