// The panel of a live page: what is asked, and everything that a person at a seat can do.

import { call, CallError, keepToken, newKey } from "./calls.js";
import { Choosing } from "./choosing.js";
import { fill, h } from "./dom.js";
import { resultParts } from "./result.js";
import { SeatTools } from "./seat_tools.js";

/**
 * @typedef {import("./choosing.js").Question} Question
 * @typedef {{what: "undo" | "pause" | "adjourn" | "resume", sentence: string, is_asked: boolean}} Proposal
 * @typedef {{notices: string[], is_held: boolean, is_paused: boolean, proposals: Proposal[], cases: {number: number, sentence: string}[],
 *   successor: string}} Standing
 * @typedef {{seat: number, bank: number | null, left: number | null, is_running: boolean}} SeatClock
 * @typedef {{status: string, names: string[], free: number[], waiting_for: number[], standing: Standing,
 *   question?: Question, seconds_left?: number, bank?: number, clocks?: SeatClock[], clocks_age?: number, result?: string, earlier_results?: string[], problem?: string, is_lost?: boolean}} LiveState
 * @typedef {import("./live.js").LiveSummary} LiveSummary
 */

/** Milliseconds between two attempts to send an answer while the server is away. */
const RETRY = 1000;

export class PlayPanel {
  /** @param {import("./page.js").Page} page @param {LiveSummary} summary @param {string} match @param {string} token */
  constructor(page, summary, match, token) {
    this.page = page;
    this.summary = summary;
    this.match = match;
    this.token = token;
    /** @type {LiveState | null} */
    this.state = null;
    /** @type {Choosing | null} */
    this.choosing = null;
    /** Options that the thing clicked on the table belongs to; all if null. @type {number[] | null} */
    this.narrowed = null;
    this.deadline = 0;
    this.timer = 0;
    this.isSending = false;
    this.isRuleShown = false;
    this.isSeat = summary.seat !== undefined;
    this.status = h("p", { class: "live-status", role: "status" });
    this.notices = h("div", { class: "live-notices" });
    this.clock = h("p", { class: "clock" });
    this.clocks = h("ul", { class: "clocks", "aria-label": "Clocks" });
    this.asked = h("div", { class: "asked" });
    this.fault = h("p", { class: "problem", role: "alert" });
    this.latest = h("button", { type: "button", class: "plain latest", hidden: true, onclick: () => page.go(page.feed.last) }, "Go to the latest fact");
    this.tools = this.isSeat ? new SeatTools(this) : null;
    this.root = h("section", { class: "play", "aria-label": this.isSeat ? "Your seat" : "The match now", tabindex: -1 },
      this.status, this.latest, this.notices, this.clocks, this.clock, this.asked, this.fault, this.tools?.root);
    const pageRoot = /** @type {HTMLElement} */ (page.root);
    pageRoot.classList.add("live");
    pageRoot.querySelector("main")?.before(this.root);
    if (summary.seat !== undefined) page.showHand(summary.seat);
    page.onPick = (key) => this.pick(key);
    page.onShow = () => this.mark();
  }

  /** Make a call about this seat. @param {string} what @param {Record<string, any>} body */
  ask(what, body = {}) {
    return call(what, { match: this.match, token: this.token, ...body });
  }

  /** @param {LiveState} state */
  show(state) {
    this.state = state;
    const { question } = state;
    const hadFocus = this.root.contains(document.activeElement);
    this.page.names = this.summary.names = state.names;
    if (state.result) this.page.root?.querySelector(".result > span")?.replaceChildren(...resultParts(state.result, state.earlier_results));
    this.status.textContent = state.problem || this.#statusText(state);
    this.status.classList.toggle("away", Boolean(state.problem));
    this.tools?.show(state);
    fill(this.notices, ...state.standing.notices.map((notice) => h("p", { class: "standing" }, notice)),
      ...state.standing.proposals.map((proposal) => this.#proposal(proposal)),
      ...state.standing.cases.map(({ sentence }) => h("p", { class: "case" }, sentence)));
    if (question?.number !== this.choosing?.question.number || !question) {
      this.choosing = question ? new Choosing(question) : null;
      this.narrowed = null;
      this.fault.textContent = "";
      this.draw();
      this.tools?.questionChanged();
      if (hadFocus) this.#focus();
    } else this.draw();
    this.#startClock(state);
    this.mark();
  }

  /** @param {LiveState} state */
  #statusText(state) {
    if (state.status === "ended") return ["The match is over.", state.result, ...(state.earlier_results ?? []).map((each) => `Corrected: ${each}`)].filter(Boolean).join(" ");
    const { seat } = this.summary;
    const others = state.waiting_for.filter((each) => each !== seat).map((each) => state.names[each]);
    if (state.standing.is_held) return state.question ? "It is your decision when the match goes on." : "The match is held up.";
    if (state.question) return "It is your decision.";
    if (others.length) return `Waiting for ${others.join(", ")}.`;
    return "The match is being played.";
  }

  /** Say that the server is away. @param {string} text */
  problem(text) {
    this.status.textContent = text;
    this.status.classList.add("away");
  }

  /** Go on in the match that continues this one. @param {string} successor */
  follow(successor) {
    keepToken(successor, this.token);
    location.assign(`/live/${successor}`);
  }

  // --- the question ---

  /** Draw the question and its options. */
  draw() {
    const { choosing } = this;
    if (choosing === null) {
      fill(this.asked);
      return;
    }
    const { question } = choosing;
    const shown = this.narrowed ?? question.options.map((_, pick) => pick);
    const focused = document.activeElement?.getAttribute("data-pick");
    const list = h("ol", { class: `options-list ${question.kind}` }, ...shown.map((pick) => h("li", {}, this.#option(choosing, pick))));
    const isOne = question.kind === "one";
    const fault = choosing.fault;
    const give = h("button", { type: "button", class: "primary", disabled: this.isSending || fault !== "", onclick: () => this.give(choosing.picks) }, "Answer");
    const rest = isOne ? [] : [
      question.passing ? h("button", { type: "button", class: "plain", onclick: () => this.give(/** @type {number[]} */ (question.passing)) }, question.passing.length ? "Pass" : "Choose nothing") : null,
      h("button", { type: "button", class: "plain", onclick: () => this.give(question.default) }, "Default answer")];
    fill(this.asked, h("h2", {}, question.text), question.about ? h("p", { class: "about-card" }, question.about) : null,
      h("p", { class: "hint" }, howMany(question)),
      ...question.limits.map(({ sentence }) => h("p", { class: "limit" }, sentence)),
      this.narrowed ? h("button", { type: "button", class: "plain", onclick: () => this.#widen() }, `Show all ${question.options.length} options`) : null,
      list, isOne && !choosing.picks.length ? null : h("div", { class: "give" }, give, ...rest, h("span", { class: "so-far", role: "status" }, isOne ? "" : fault)),
      question.rule ? h("details", { class: "asked-rule", open: this.isRuleShown, ontoggle: (/** @type {Event} */ event) => this.#keepRule(event) }, h("summary", {}, "The rule"), h("p", {}, question.rule, " ", h("code", {}, question.path.split("/").pop() ?? ""))) : null);
    if (focused !== null && focused !== undefined) /** @type {HTMLElement | null} */ (list.querySelector(`[data-pick="${focused}"]`))?.focus();
  }

  /** Show the rules of later questions as well, or hide them. @param {Event} event */
  #keepRule(event) {
    this.isRuleShown = /** @type {HTMLDetailsElement} */ (event.target).open;
  }

  /** @param {Choosing} choosing @param {number} pick */
  #option(choosing, pick) {
    const { question } = choosing;
    const isOne = question.kind === "one";
    const place = choosing.picks.indexOf(pick);
    const isDefault = question.default.includes(pick) && question.default.length < question.options.length;
    const mark = question.kind === "in_order" && place >= 0 ? h("span", { class: "order" }, place + 1) : null;
    return h("button", {
      type: "button", class: "option", "data-pick": pick, disabled: this.isSending,
      "aria-pressed": isOne && place < 0 ? undefined : String(place >= 0),
      onclick: () => this.#choose(choosing, pick),
    }, mark, h("span", {}, question.options[pick].sentence), isDefault ? h("span", { class: "is-default" }, "default") : null);
  }

  /** @param {Choosing} choosing @param {number} pick */
  #choose(choosing, pick) {
    if (choosing.question.kind === "one") {
      this.give([pick]);
      return;
    }
    choosing.toggle(pick);
    this.draw();
    this.mark();
  }

  #widen() {
    this.narrowed = null;
    this.draw();
    this.#focus();
  }

  #focus() {
    const first = /** @type {HTMLElement | null} */ (this.asked.querySelector(".option"));
    (first ?? this.root).focus({ preventScroll: first === null });
  }

  /** Answer, and try again while the server is away; the same key makes it count once. @param {number[]} picks */
  async give(picks) {
    const number = this.choosing?.question.number;
    if (this.isSending || number === undefined) return;
    const hadFocus = this.root.contains(document.activeElement);
    const key = newKey();
    this.isSending = true;
    this.fault.textContent = "";
    this.draw();
    try {
      for (;;) {
        try {
          await this.ask("answer", { number, picks, key });
          break;
        } catch (error) {
          if (!(error instanceof CallError) || !error.isAway) throw error;
          this.problem("The server does not answer. Your answer is sent again until it does.");
          await new Promise((resolve) => setTimeout(resolve, RETRY));
        }
      }
      if (this.choosing?.question.number === number) this.choosing = null;
      if (this.page.number !== this.page.feed.last) this.page.go(this.page.feed.last);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      this.fault.textContent = error.message;
    } finally {
      this.isSending = false;
      this.draw();
      this.mark();
      if (hadFocus) this.#focus();
    }
  }

  // --- the table ---

  /** Take a click on the table if an option concerns what was clicked. @param {string} key @returns {boolean} */
  pick(key) {
    const { choosing } = this;
    if (choosing === null || this.page.number !== this.page.feed.last) return false;
    const found = choosing.question.options.map((_, pick) => pick).filter((pick) => choosing.question.options[pick].keys?.includes(key));
    if (!found.length) return false;
    this.fault.textContent = "";
    if (found.length === 1) {
      choosing.toggle(found[0]);
      this.narrowed = choosing.question.kind === "one" && choosing.picks.length ? found : null;
    } else this.narrowed = found;
    this.draw();
    this.mark();
    /** @type {HTMLElement | null} */ (this.asked.querySelector(found.length === 1 ? ".give .primary" : ".option"))?.focus();
    return true;
  }

  /** Mark what can be clicked on the table. */
  mark() {
    const { page, choosing } = this;
    this.latest.hidden = page.number >= page.feed.last;
    const isNow = choosing !== null && page.number === page.feed.last;
    /** @param {number[]} picks */
    const keys = (picks) => new Set(picks.flatMap((pick) => choosing?.question.options[pick].keys ?? []));
    const offered = isNow ? keys(choosing.question.options.map((_, pick) => pick)) : new Set();
    const chosen = isNow ? keys(choosing.picks) : new Set();
    for (const thing of page.root?.querySelectorAll(".table [data-key], .own-hand [data-key]") ?? []) {
      const key = thing.getAttribute("data-key");
      thing.classList.toggle("offered", offered.has(key));
      thing.classList.toggle("chosen-thing", chosen.has(key));
    }
  }

  // --- clock and proposals ---

  /** @param {LiveState} state */
  #startClock(state) {
    clearInterval(this.timer);
    const since = performance.now();
    const isAsked = state.seconds_left !== undefined && state.seconds_left !== null && state.question !== undefined;
    this.deadline = since + (state.seconds_left ?? 0) * 1000;
    const tick = () => {
      this.#drawClocks(state, (performance.now() - since) / 1000);
      if (isAsked) this.#drawTimeLeft(state);
    };
    this.clock.textContent = "";
    tick();
    if (isAsked || state.clocks?.length) this.timer = window.setInterval(tick, 500);
  }

  /** @param {LiveState} state */
  #drawTimeLeft({ bank }) {
    const left = Math.max(0, Math.ceil((this.deadline - performance.now()) / 1000));
    const kept = typeof bank === "number" ? ` Your bank: ${clockText(bank)}.` : "";
    this.clock.textContent = left ? `${clockText(left)} left, then the default answer is used.${kept}` : "Time is up: the default answer is used.";
    this.clock.classList.toggle("urgent", left <= 10);
  }

  /** Draw the clocks of all seats. @param {LiveState} state @param {number} elapsed seconds since the state was sent */
  #drawClocks({ clocks = [], clocks_age: age, names, standing }, elapsed) {
    this.clocks.hidden = !clocks.length;
    fill(this.clocks, ...clocks.map(({ seat, bank, left, is_running: isRunning }) => {
      const runs = isRunning && !standing.is_held;
      const now = left === null ? null : Math.max(0, Math.ceil(left - (runs ? (age ?? 0) + elapsed : 0)));
      const times = [bank === null ? "" : `bank ${clockText(bank)}`, now === null ? "" : `${clockText(now)} left`].filter(Boolean);
      return h("li", { class: runs ? "running" : undefined }, h("span", { class: `seat-${seat}` }, names[seat]), ` ${times.join(", ") || "–"}`);
    }));
  }

  /** @param {Proposal} proposal */
  #proposal(proposal) {
    const answer = (/** @type {boolean} */ consents) => this.tools?.attempt(() => this.ask("consent", { what: proposal.what, is_on: consents }));
    const buttons = proposal.is_asked && this.isSeat
      ? [h("button", { type: "button", class: "primary", onclick: () => answer(true) }, "Agree"), h("button", { type: "button", class: "plain", onclick: () => answer(false) }, "Refuse")]
      : [];
    return h("div", { class: "proposal" }, h("p", {}, proposal.sentence), ...buttons);
  }
}

/** Say how many options to choose; where there is only one, say why it is asked. @param {Question} question */
function howMany({ options, least, passing, how_many: words }) {
  if (options.length !== 1 || least !== 1) return words;
  return passing ? "You can only pass. You are asked so that nobody can tell what you hold." : "This is the only option.";
}

/** @param {number} seconds @returns {string} minutes and seconds */
const clockText = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
