// The page of a match on a server: the same page as for recorded matches, which grows while the match is played.

import { call, CallError, post, takeSecrets, tokenOf } from "./calls.js";
import { h } from "./dom.js";
import { Feed } from "./feed.js";
import { listenToKeys } from "./keys.js";
import { boardOf, Page } from "./page.js";
import { PlayPanel } from "./play.js";
import { SourceError } from "./source.js";
import { waitingRoom } from "./waiting.js";

/**
 * @typedef {import("./source.js").Fact} Fact
 * @typedef {import("./source.js").Changes} Changes
 * @typedef {{first: number, facts: Fact[], changes: Changes[]}} NewFacts
 * @typedef {import("./play.js").LiveState} LiveState
 * @typedef {import("./source.js").Summary & {seat?: number, talk?: string}} LiveSummary
 */

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;
/** Milliseconds without a sign of the server after which the connection counts as lost. */
const SILENCE = 40_000;
const AWAY = "The server does not answer. This page tries again by itself and goes on where it stopped.";

/** Where the page gets a match on a server from. It has the methods of Source. */
export class LiveSource {
  /** @param {string} match @param {string} token */
  constructor(match, token) {
    this.name = match;
    this.token = token;
  }

  /** @returns {Promise<LiveSummary>} */
  summary = () => this.#ask("summary");

  /** @param {string} _ @param {number} first @returns {Promise<Fact[]>} */
  facts = (_, first) => this.#ask("facts", first);

  /** @param {string} _ @param {number} page @returns {Promise<import("./source.js").PicturePage>} */
  pictures = (_, page) => this.#ask("pictures", page);

  /** @returns {Promise<import("./source.js").Moments>} */
  moments = () => this.#ask("moments");

  /** @param {string} _ @param {number} fact @returns {Promise<import("./source.js").Why>} */
  why = (_, fact) => this.#ask("why", fact);

  /** @returns {Promise<import("./source.js").Plot[]>} */
  plots = () => this.#ask("plots");

  /** Ask about the review of the match; only officials have one. @param {string} _ @param {Record<string, unknown>} asked */
  review = (_, asked) => call("review", { match: this.name, token: this.token, review: asked });

  /** @param {string} what @param {number} [number] */
  #ask(what, number = 0) {
    return call(what, { match: this.name, token: this.token, number });
  }
}

/** The events of a match, through any number of lost connections. */
export class Connection {
  /**
   * @param {string} match @param {string} token
   * @param {{after: () => number, facts: (news: NewFacts) => void, state: (state: LiveState) => void,
   *   problem: (text: string, isLost: boolean) => void}} listener
   */
  constructor(match, token, listener) {
    this.match = match;
    this.token = token;
    this.listener = listener;
  }

  /** Read events until the match cannot be followed any more. */
  async run() {
    let wait = FIRST_WAIT;
    for (;;) {
      const abort = new AbortController();
      try {
        const reply = await post("feed", { match: this.match, token: this.token, number: this.listener.after() }, abort.signal);
        if (!reply.ok || reply.body === null) {
          const found = await reply.json().catch(() => null);
          // The server is there and refuses; only what may pass is tried again.
          if (found?.error && reply.status !== 503 && reply.status !== 429) {
            this.listener.problem(found.error.message, true);
            return;
          }
          throw new Error(String(reply.status));
        }
        wait = FIRST_WAIT;
        if (await this.#read(reply.body, abort)) return;
      } catch {
        // Whatever ended the stream, it is opened again.
      }
      abort.abort();
      this.listener.problem(AWAY, false);
      await new Promise((resolve) => setTimeout(resolve, wait));
      wait = Math.min(2 * wait, LONGEST_WAIT);
    }
  }

  /** @param {ReadableStream<Uint8Array>} body @param {AbortController} abort @returns {Promise<boolean>} whether it was the last event */
  async #read(body, abort) {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    let text = "";
    for (;;) {
      const timer = setTimeout(() => abort.abort(), SILENCE);
      const { value, done } = await reader.read().finally(() => clearTimeout(timer));
      if (done) return false;
      text += decoder.decode(value, { stream: true });
      const parts = text.split("\n\n");
      text = /** @type {string} */ (parts.pop());
      for (const part of parts) if (this.#take(part)) return true;
    }
  }

  /** @param {string} event @returns {boolean} whether the match cannot be followed any more */
  #take(event) {
    const [kind, data] = event.split("\n").map((line) => line.slice(line.indexOf(": ") + 2));
    if (data === undefined) return false;
    const found = JSON.parse(data);
    if (kind === "facts") this.listener.facts(found);
    else {
      this.listener.state(found);
      if (found.is_lost) this.listener.problem(found.problem, true);
    }
    return Boolean(found.is_lost);
  }
}

class LivePage {
  /** @param {HTMLElement} root @param {string} match */
  constructor(root, match) {
    this.root = root;
    this.match = match;
    this.source = new LiveSource(match, tokenOf(match));
    /** @type {Page | null} */
    this.page = null;
    /** @type {PlayPanel | null} */
    this.panel = null;
    /** @type {LiveState | null} */
    this.state = null;
    /** @type {NewFacts[]} */
    this.waiting = [];
    this.isOpening = false;
    this.connection = new Connection(match, this.source.token, {
      after: () => this.page?.feed.last ?? 0,
      facts: (news) => this.take(news),
      state: (state) => this.show(state),
      problem: (text, isLost) => this.problem(text, isLost),
    });
  }

  /** @param {NewFacts} news */
  take(news) {
    if (this.page === null) {
      this.waiting.push(news);
      this.open();
      return;
    }
    const before = this.page.feed.last;
    this.page.feed.append(news.facts, news.changes);
    if (this.page.feed.last > before) this.page.grow(before);
  }

  /** @param {LiveState} state */
  show(state) {
    this.state = state;
    if (state.standing.successor) this.panel?.follow(state.standing.successor);
    if (this.panel) this.panel.show(state);
    else if (!this.isOpening && state.status !== "running") this.root.replaceChildren(waitingRoom(this.match, this.source.token, state));
    else if (!this.isOpening) this.root.replaceChildren(h("p", { class: "loading", role: "status" }, "The match is being played. Nothing can be shown of it yet."));
  }

  /** Say what is wrong; if it stays wrong, show nothing of the match any more. @param {string} text @param {boolean} isLost */
  problem(text, isLost) {
    if (isLost) {
      this.page = null;
      this.panel = null;
      const parts = [h("p", { class: "notice", role: "alert" }, text), h("p", { class: "notice" }, h("a", { href: "/" }, "All matches of this server"))];
      this.root.replaceChildren(h("h1", { class: "visually-hidden" }, "The match cannot be shown"), ...parts);
    } else if (this.panel) this.panel.problem(text);
    else if (!this.isOpening) this.root.replaceChildren(h("p", { class: "loading", role: "status" }, text));
  }

  /** Make the page when there is something to show. */
  async open() {
    if (this.isOpening) return;
    this.isOpening = true;
    try {
      const summarised = this.source.summary();
      const [summary, board] = await Promise.all([summarised, summarised.then(boardOf)]);
      const viewer = /** @type {string[]} */ (summary.viewers)[0];
      const feed = await new Feed(/** @type {any} */ (this.source), viewer).load();
      feed.moments.numbers = feed.facts.map(({ number }) => number);
      feed.moments.total = feed.last;
      const page = new Page(/** @type {any} */ (this.source), summary, feed, board);
      this.panel = new PlayPanel(page, summary, this.match, this.source.token);
      document.title = `${summary.title}: ${summary.names.join(", ")}`;
      this.root.replaceChildren(/** @type {Node} */ (page.root));
      page.showEyes();
      listenToKeys(page);
      this.page = page;
      const held = this.waiting.splice(0);
      for (const news of held) feed.append(news.facts, news.changes);
      page.list.grow(feed);
      page.line.show(feed);
      if (location.hash.includes("fact=")) await page.follow(location.hash);
      else await page.go(feed.last);
      window.addEventListener("hashchange", () => page.follow(location.hash));
      if (this.state) this.panel.show(this.state);
      page.review.start(location.hash);
    } catch (problem) {
      if (!(problem instanceof SourceError)) throw problem;
      this.isOpening = false;
      this.problem(problem.message, problem instanceof CallError && !problem.isAway);
    }
  }
}

const match = location.pathname.replace(/^\/live\//, "");
takeSecrets(match);
const live = new LivePage(/** @type {HTMLElement} */ (document.getElementById("page")), match);
live.connection.run();
