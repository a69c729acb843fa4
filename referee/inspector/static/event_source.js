// Where the page of an event gets what it shows: from the server that sent the page.

import { SourceError } from "./source.js";

/**
 * @typedef {[number, number, number]} Rating a value with the ends of its interval
 * @typedef {[string, number, number, number]} SideCount a name, and how often it was played, won, and with what points
 * @typedef {{name: string, version: string, is_withdrawn: boolean}} EntrantName
 * @typedef {{entrant: number, rank: number, points: number, played: number, won: number, rating: Rating | null,
 *   sides: SideCount[], faults: number, penalties: number, notes: string[]}} Standing
 * @typedef {{phase: "opened" | "playing" | "paused" | "finished", round: number, rounds: number | null, done: number,
 *   counted: number, planned: number | null, began_at: number, last_at: number, seconds_left: number | null,
 *   note: string}} Progress
 * @typedef {{blocks: number, mean: number, ratio: number, lower: number, upper: number, decision: string}} Duel
 * @typedef {{name: string, game: string, title: string, format: string, seats: number, deals: number,
 *   is_duplicate: boolean, points: string, tie_breaks: string[], filler: string, entrants: EntrantName[],
 *   progress: Progress, standings: Standing[], byes: number[], open_rounds: number[], rounds: number[],
 *   duel: Duel | null}} Overview
 * @typedef {{place: number, points: number, won: boolean, score: number | null, side: string, kind: string,
 *   has_failed: boolean}} Seat
 * @typedef {{at: number, match: string, round: number, by: string, reason: string, before: number[], after: number[]}} Correction
 * @typedef {{match: string, round: number, deal: string, seating: number[], standing: "waiting" | "played" | "shown",
 *   seats: Seat[], is_kept: boolean, is_provisional: boolean, corrections: Correction[], failed_attempts: number,
 *   others: string[]}} Match
 * @typedef {{table: number, entrants: number[], matches: Match[]}} Table
 * @typedef {{round: number, tables: Table[], byes: number[], paired_at: number, by: string, reason: string}} Round
 * @typedef {{order: number[], rows: ([number, number] | null)[][]}} Crosstable
 * @typedef {[string, number, number, number, number]} NamedRating a name, a value, its interval, and an entrant or -1
 * @typedef {{after: number[], history: {entrant: number, ratings: (Rating | null)[]}[], seats: NamedRating[],
 *   sides: NamedRating[], by_side: NamedRating[]}} Ratings
 * @typedef {{at: number, kind: string, what: string, by: string, reason: string, entrant: number, match: string,
 *   round: number}} Decision
 * @typedef {{decisions: Decision[], corrections: Correction[], withheld: number}} Decisions
 * @typedef {{entrant: number, standing: Standing | null, matches: Match[], seats: SideCount[], sides: SideCount[],
 *   by_side: NamedRating[], opponents: [number, number, number][], after: number[], history: (Rating | null)[],
 *   byes: number[], decisions: Decision[]}} EntrantPage
 * @typedef {{commitment: string, entropy: {entrant: number, commitment: string, entropy: string}[], is_settled: boolean,
 *   secret: string, is_practice: boolean}} LuckReport
 * @typedef {{overview: Overview, crosstable: Crosstable | null, round: Round, entrant: EntrantPage, ratings: Ratings,
 *   decisions: Decisions, luck: LuckReport}} Sections
 */

const AWAY = "The server that sent this page does not answer. The page goes on by itself when it is back.";

export class ServedEvent {
  /** Whether matches can be opened from the page. */
  hasMatches = true;

  /**
   * Ask for a section of the page.
   * @template {keyof Sections} Name
   * @param {Name} name @param {string} of which round or entrant @returns {Promise<Sections[Name]>}
   */
  async section(name, of = "") {
    let reply;
    try {
      reply = await fetch(`/api/event/${name}${of ? `?of=${encodeURIComponent(of)}` : ""}`);
    } catch {
      throw new SourceError(AWAY, "AWAY");
    }
    const found = await reply.json().catch(() => null);
    if (found === null && !reply.ok) throw new SourceError(`The server answered with status ${reply.status}.`);
    if (!reply.ok) throw new SourceError(found.error.message, found.error.reason);
    return found;
  }

  /** Call back whenever something has changed, and when the server is away. @param {() => void} changed @param {() => void} away */
  follow(changed, away) {
    const feed = new EventSource("/api/event/feed");
    feed.addEventListener("changed", changed);
    feed.addEventListener("error", away);
  }
}
