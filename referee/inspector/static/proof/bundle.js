// A bundle, taken apart and checked as replays/FORMAT.md defines it: seal, commitments, receipts and audit log.

import { decoded, fromBase64, hex, isSame, joined, Mismatch, sha256 } from "./hashes.js";

/**
 * @typedef {import("./record.js").CheckedRecord} CheckedRecord
 * @typedef {import("./signed_notes.js").KeyList} KeyList
 * @typedef {import("./signed_notes.js").NoteReader} NoteReader
 * @typedef {{match: string, sections: Record<string, string>, hashes: Record<string, string>, body: Uint8Array, seal: string}} Bundle
 */

const SECTIONS = ["replay", "commitments", "keys", "receipts", "refusals", "audit"];
const CHECKPOINT = /^referee\/([^\n/]+)\/([^\n]+)\n(0|[1-9]\d*)\n([^\n]+)\nframes 1\nanswered (0|[1-9]\d*)\n(?:audit (0|[1-9]\d*) ([^\n]+)\n)?$/;
const AUDITED = /^referee audit 1\n([^\n]+)\n(\d+)\n([0-9a-f]{64})\n(\d+)\n(\d+) ([0-9a-f]{64})\n(\{[^\n]+\})\n$/;
/** The fields of each kind of audit entry that everyone may know; kinds that are not here have no public part. */
const PUBLIC = /** @type {Record<string, string[]>} */ ({
  "audit.looked": ["role"],
  "audit.case_opened": ["case", "by", "rule", "claim", "freeze"],
  "audit.case_withdrawn": ["case"],
  "audit.freeze_ended": ["case"],
  "audit.case_ruled": ["case", "finding", "reason", "rules", "remedy", "precedent", "by", "panel"],
  "audit.panel_set": ["needed", "members"],
  "audit.opinion_given": ["case", "by"],
  "audit.opinion_withdrawn": ["case", "by"],
  "audit.case_appealed": ["case"],
  "audit.result_declared": ["by", "reason", "winners", "is_void", "kinds"],
  "audit.undo_proposed": ["seat"],
  "audit.undo_answered": ["consents"],
  "audit.forked_from": ["match"],
  "audit.superseded": ["by"],
  "audit.entropy_withheld": ["seats"],
  "audit.official_appointed": ["official", "role", "name"],
  "audit.token_revoked": ["who"],
  "audit.match_cancelled": ["reason"],
  "audit.pause_proposed": ["seat", "step", "reason"],
  "audit.pause_answered": ["seat", "consents"],
  "audit.match_paused": ["by", "reason", "adjourned"],
  "audit.match_resumed": ["by", "reason"],
  "audit.time_extended": ["by", "seat", "seconds", "reason"],
  "audit.seat_forfeited": ["seat", "why"],
});

/** @param {string} text @returns {boolean} */
export const isBundle = (text) => text.startsWith("referee bundle 1\n");

/** Divide a bundle into its sections. @param {string} text @returns {Bundle} */
export function takeApart(text) {
  const data = new TextEncoder().encode(text);
  const part = (/** @type {number} */ from, /** @type {number} */ to) => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(data.subarray(from, to));
  const [start, match] = /^referee bundle 1\nmatch ([0-9A-Za-z._~-]{1,128})\n\n/.exec(text) ?? [];
  if (start === undefined) throw new Mismatch("the first lines of the bundle were changed");
  /** @type {Bundle} */
  const found = { match, sections: {}, hashes: {}, body: data, seal: "" };
  let at = start.length;
  for (const name of SECTIONS) {
    const [heading, size, hash] = new RegExp(`^=== ${name} (0|[1-9][0-9]{0,9}) ([0-9a-f]{64})\n`).exec(part(at, at + 120 > data.length ? data.length : data.indexOf(10, at) + 1)) ?? [];
    if (heading === undefined) throw new Mismatch(`the heading of the section ‘${name}’ was changed`);
    const end = at + heading.length + Number(size);
    found.sections[name] = part(at + heading.length, end);
    found.hashes[name] = hash;
    if (data[end] !== 10) throw new Mismatch(`the section ‘${name}’ does not end where its heading says`);
    at = end + 1;
  }
  const sealed = at + "=== seal\n".length;
  if (part(at, sealed) !== "=== seal\n") throw new Mismatch("the heading of the seal was changed");
  found.body = data.subarray(0, sealed);
  found.seal = part(sealed, data.length);
  return found;
}

/** Check every section and the seal over all of them. @param {Bundle} bundle @param {KeyList} keys @param {NoteReader} notes */
export async function checkSeal(bundle, keys, notes) {
  for (const name of SECTIONS) {
    if (hex(await sha256(bundle.sections[name])) !== bundle.hashes[name]) throw new Mismatch(`the section ‘${name}’ was changed after it was sealed`);
  }
  const { text, who } = await notes.open(bundle.seal, [keys.active]).catch(within("the seal"));
  if (text !== `referee seal 1\n${bundle.match}\n${hex(await sha256(bundle.body))}\n`) throw new Mismatch("the bundle is not the one that was sealed");
  return who;
}

/** Check what was committed to before the match. @param {Bundle} bundle @param {CheckedRecord} record */
export async function checkCommitments({ sections }, record) {
  const [seed, ...seats] = sections.commitments.replace(/\n$/, "").split("\n");
  if (seed !== `seed ${hex(record.heads[0])}`) throw new Mismatch("the seed of the record is not the one that was committed to");
  for (const line of seats) {
    const [, seat, hash] = /^seat (0|[1-9]\d*) ([0-9a-f]{64})$/.exec(line) ?? [];
    const entropy = record.entropy[Number(seat)];
    if (hash === undefined || entropy === undefined) throw new Mismatch("a commitment of a seat is not as it is written");
    if (entropy.length && hex(await sha256("referee entropy 1\n", entropy)) !== hash) throw new Mismatch(`the entropy of seat ${seat} is not what it committed to`);
  }
  return seats.length;
}

/**
 * Check that a time sheet is for this match and this record, and signed by a key of the referee.
 * @param {string} sheet @param {string} match @param {CheckedRecord} record @param {KeyList} keys @param {NoteReader} notes
 */
export async function checkTimeSheet(sheet, match, { heads }, keys, notes) {
  const { text, who } = await notes.open(sheet, keys.usable);
  const [, of, head] = text.split("\n");
  if (of !== `match ${match}`) throw new Mismatch("the time sheet is not for this match");
  if (head !== `head ${hex(heads[heads.length - 1])}`) throw new Mismatch("the time sheet is not for this record");
  return who;
}

/** @param {string} section @returns {string[]} the notes of a section, each of which an empty line follows */
export function notesIn(section) {
  const found = section === "" ? [] : section.replace(/\n\n$/, "\n").split(/(?<=\n\n\u2014 [^\n]+\n)\n/);
  if (found.map((note) => `${note}\n`).join("") !== section) throw new Mismatch("a section with notes is not as it is written");
  return found;
}

/**
 * Check receipts: signatures, the frames they cover, and the part of the audit log they cover.
 * @param {string[]} receipts @param {string} match @param {Record<string, string>} frames the leaf hashes of each viewer, in base64
 * @param {Uint8Array[] | null} audited the public hashes of the audit log, if it is known
 * @param {Map<number, number> | null} answered the number of answers of each seat, if it is known
 * @param {KeyList} keys @param {NoteReader} notes
 */
export async function checkReceipts(receipts, match, frames, audited, answered, keys, notes) {
  const leaves = Object.fromEntries(Object.entries(frames).map(([viewer, text]) => [viewer, inParts(decoded(text))]));
  for (const [nth, note] of receipts.entries()) {
    const name = `receipt ${nth + 1}`;
    const { text } = await notes.open(note, keys.usable).catch(within(name));
    const [, of, viewer, size, root, answers, entries, hash] = CHECKPOINT.exec(text) ?? [];
    if (of !== match) throw new Mismatch(`${name} is not for this match`);
    const sent = leaves[viewer];
    if (sent === undefined || Number(size) > sent.length) throw new Mismatch(`${name} covers frames that are not in this file`);
    if (!isSame(await rootOf(sent.slice(0, Number(size))), fromBase64(root))) throw new Mismatch(`${name} was given for other frames`);
    const seat = /^seat\/(\d+)$/.exec(viewer);
    if (answered && seat && Number(answers) > (answered.get(Number(seat[1])) ?? 0)) throw new Mismatch(`${name} covers answers that the record does not have`);
    const head = audited?.[Number(entries ?? 0)];
    if (audited && entries !== undefined && (!head || !isSame(head, fromBase64(hash)))) throw new Mismatch(`${name} covers other audit entries`);
  }
}

/** Check that every audit entry is signed, and linked to the one before it and to the record. @param {Bundle} bundle @param {CheckedRecord} record @param {KeyList} keys @param {NoteReader} notes */
export async function checkAudit({ match, sections }, { heads }, keys, notes) {
  const entries = notesIn(sections.audit);
  const audited = [new Uint8Array(32)];
  let [before, last] = ["0".repeat(64), 0];
  for (const [nth, note] of entries.entries()) {
    const name = `audit entry ${nth + 1}`;
    const { text } = await notes.open(note, keys.usable).catch(within(name));
    const [, of, seq, previous, , at, head, body] = AUDITED.exec(text) ?? [];
    if (of !== match || Number(seq) !== nth + 1 || previous !== before) throw new Mismatch(`${name} does not follow the one before it`);
    if (Number(at) < last || !heads[Number(at)] || hex(heads[Number(at)]) !== head) throw new Mismatch(`${name} is about another record`);
    last = Number(at);
    before = hex(await sha256("referee audit entry 1\n", note));
    const shown = publicPart(JSON.parse(body));
    if (shown !== null) audited.push(await sha256("referee public audit 1\n", audited[audited.length - 1], JSON.stringify(shown)));
  }
  return { entries: entries.length, audited };
}

/** @param {any} body @returns {any} what everyone may know of an audit entry, with sorted keys */
function publicPart(body) {
  const fields = PUBLIC[body.kind];
  if (fields === undefined) return null;
  const given = { ...body, role: body.role ?? String(body.who ?? "").split("/")[0], by: body.by ?? "" };
  if (body.remedy?.kind === "rewind") given.remedy = { kind: "rewind" };
  return sorted(Object.fromEntries(["kind", ...fields].filter((field) => field in given).map((field) => [field, given[field]])));
}

/** @param {any} value @returns {any} */
function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
}

/** @param {Uint8Array<ArrayBuffer>} bytes @returns {Uint8Array[]} */
const inParts = (bytes) => Array.from({ length: bytes.length / 32 }, (_, nth) => bytes.subarray(32 * nth, 32 * nth + 32));

/** Return the root of a Merkle tree, as in RFC 6962. @param {Uint8Array[]} leaves @returns {Promise<Uint8Array>} */
async function rootOf(leaves) {
  if (leaves.length === 0) return sha256("");
  if (leaves.length === 1) return leaves[0];
  let half = 1;
  while (2 * half < leaves.length) half *= 2;
  return sha256(joined(Uint8Array.of(1), await rootOf(leaves.slice(0, half)), await rootOf(leaves.slice(half))));
}

/** Name what a problem is about. @param {string} name @returns {(problem: unknown) => never} */
export function within(name) {
  return (problem) => {
    throw problem instanceof Mismatch ? new Mismatch(`${name}: ${problem.message}`) : problem;
  };
}
