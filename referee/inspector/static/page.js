// The page of a match: it holds the viewer and the moment, and shows them in every part.

import { useNames } from "./boards/names.js";
import { board as plainBoard } from "./boards/plain.js";
import { CasesPanel } from "./cases.js";
import { ComparePanel } from "./compare.js";
import { h } from "./dom.js";
import { FactList } from "./facts.js";
import { Feed } from "./feed.js";
import { icon } from "./icons.js";
import { helpDialog, listenToKeys } from "./keys.js";
import { KnowledgePanel } from "./knowledge.js";
import { readLink, writeLink } from "./links.js";
import { PlotPanel } from "./plots.js";
import { resultLine } from "./result.js";
import { ReviewPanel } from "./review.js";
import { Source, SourceError } from "./source.js";
import { timeline } from "./timeline.js";
import { TimesPanel } from "./times.js";
import { WhyPanel } from "./why.js";

/**
 * @typedef {import("./source.js").Summary} Summary
 * @typedef {import("./boards/plain.js").Board} Board
 */

/** Facts per second that the page can play. */
const SPEEDS = [0.5, 1, 2, 4, 8, 16];
/** Milliseconds after which the page asks again for what it could not get. */
const RETRY = 2000;
const TABS = { facts: "Facts", why: "Why", table: "Table", plots: "Plots", knowledge: "Knowledge", times: "Time", compare: "Compare", cases: "Cases", notes: "Notes" };
const THEMES = { auto: "Theme: as the system", light: "Theme: light", dark: "Theme: dark" };

export class Page {
  /** @param {Source} source @param {Summary} summary @param {Feed} feed @param {Board} board */
  constructor(source, summary, feed, board) {
    this.source = source;
    this.summary = summary;
    this.names = summary.names;
    this.feed = feed;
    /** @type {Map<string, Promise<Feed>>} */
    this.feeds = new Map([[feed.viewer, Promise.resolve(feed)]]);
    this.board = board;
    this.words = plainBoard(summary.names);
    this.number = 0;
    this.wanted = 1;
    this.edition = summary.edition;
    this.speed = 1;
    /** @type {number | undefined} */
    this.playing = undefined;
    this.tab = "facts";
    this.other = "open";
    this.looking = feed.viewer;
    /** @type {string | null} */
    this.glancedFrom = null;
    /** @type {Map<string, number>} */
    this.setBy = new Map();
    /** Takes a click on a thing before the page does; returns whether it did. @type {((key: string) => boolean) | null} */
    this.onPick = null;
    /** Called after a moment is shown. @type {(() => void) | null} */
    this.onShow = null;
    /** Whether a tab was opened before there was a moment to show in it. */
    this.isUnfilled = false;
    this.linkTimer = 0;
    this.whyTimer = 0;
    this.retryTimer = 0;
    this.list = new FactList((number) => this.go(number), (numbers) => this.line.find(numbers));
    this.line = timeline((number) => this.go(number));
    this.compare = new ComparePanel(this, (names) => boardOf({ ...this.summary, names }, "?other"));
    this.cases = new CasesPanel(this);
    this.review = new ReviewPanel(this);
    /** Whether the match can be run again under other readings, which takes its whole record and the rules. */
    this.canCompare = summary.viewers === undefined;
    this.why = new WhyPanel(this.names, this.canCompare ? (readings) => this.compare.open(readings) : null);
    this.plots = new PlotPanel(this.names, (number) => this.go(number));
    this.knowledge = new KnowledgePanel(this.names, (number) => this.go(number));
    this.times = new TimesPanel(this.names, (number) => this.go(number));
    this.result = resultLine(summary, linkToList(), this.canCompare ? decodeURIComponent(source.name) : "");
    this.#build();
    this.why.edition = this.edition;
    this.why.hasOpenTable = this.isAllowed("open");
    useNames(this.edition, summary.edition_names[this.edition] ?? {}, this.names);
    this.#showFeed();
  }

  #build() {
    this.notice = h("p", { class: "notice", role: "status", hidden: true });
    this.eyes = h("div", { class: "eyes", role: "group", "aria-label": "Eyes" });
    for (const [viewer, name] of [["open", "Open table"], ["spectator", "Spectator"], ...this.names.map((each, seat) => [String(seat), each])]) {
      if (!this.isAllowed(viewer)) continue;
      const isSeat = /^\d/.test(viewer);
      this.eyes.append(h("button", { type: "button", "data-viewer": viewer, "aria-pressed": "false", class: isSeat ? `seat-${viewer}` : undefined, onclick: () => this.look(viewer) },
        isSeat ? h("span", { class: "seat-number", "aria-hidden": "true" }, viewer) : null, name));
    }
    const editions = h("select", { "aria-label": "Edition of the rulebook" },
      ...Object.entries(this.summary.editions).map(([id, name]) => h("option", { value: id, selected: id === this.edition }, name)));
    editions.addEventListener("change", () => this.chooseEdition(editions.value));
    this.editions = editions;
    this.theme = h("button", { type: "button", class: "icon", onclick: () => this.switchTheme() });
    const help = h("button", { type: "button", class: "icon", "aria-label": "Keys and help", onclick: () => this.help?.showModal() }, "?");
    const head = h("header", {},
      h("div", { class: "title" }, h("h1", {}, this.summary.title), this.result.root),
      h("div", { class: "tools" }, editions, this.theme, help), this.eyes);

    this.sentence = h("p", { class: "now-sentence", "aria-live": "polite" });
    this.where = h("p", { class: "where" });
    this.cited = h("p", { class: "now-rule" });
    const now = h("div", { class: "now" }, this.where, this.sentence, this.cited);
    const played = h("div", { class: "side" }, this.compare.played?.root, h("div", { class: "table", onclick: (/** @type {Event} */ event) => this.#pick(event) }, this.board.svg));
    const table = h("main", {}, h("h2", { class: "visually-hidden" }, "The table"), now, this.compare.bar, this.review.bar, h("div", { class: "tables" }, played, this.compare.triedSide));

    this.playButton = h("button", { type: "button", class: "icon", "aria-label": "Play", onclick: () => this.togglePlay() }, icon("play"));
    this.speedButton = h("button", { type: "button", class: "icon speed", "aria-label": "Speed", onclick: () => this.changeSpeed(1, true) });
    const step = (/** @type {Parameters<typeof icon>[0]} */ sign, /** @type {string} */ name, /** @type {() => void} */ act) => h("button", { type: "button", class: "icon", "aria-label": name, title: name, onclick: act }, icon(sign));
    const transport = h("div", { class: "transport", role: "group", "aria-label": "Steps" },
      step("previousTurn", "Previous turn", () => this.stepTurn(-1)), step("previous", "Previous fact", () => this.step(-1)), this.playButton,
      step("next", "Next fact", () => this.step(1)), step("nextTurn", "Next turn", () => this.stepTurn(1)), this.speedButton);
    const foot = h("footer", { "aria-label": "Timeline" }, transport, this.line.root);

    this.tabs = h("div", { class: "tabs", role: "tablist", "aria-label": "About the match" });
    this.panels = h("div", { class: "panels" });
    const words = h("div", { class: "words", tabindex: 0, role: "region", "aria-label": "The table in words", onclick: (/** @type {Event} */ event) => this.#pick(event) }, this.words.svg);
    const contents = { facts: this.list.root, why: this.why.root, table: words, plots: this.plots.root, knowledge: this.knowledge.root, times: this.times.root, compare: this.compare.root, cases: this.cases.root, notes: this.review.root };
    for (const [id, name] of Object.entries(TABS)) {
      // These need the whole record, which there is none of while a match is played. Its cases are in the panel of the seat.
      if ((id === "knowledge" || id === "cases") && !(id in this.source)) continue;
      // Few matches have a time sheet, and only the open table may see it.
      if (id === "times" && !(this.summary.clock && id in this.source && this.isAllowed("open"))) continue;
      if (id === "compare" && !this.canCompare) continue;
      if (id === "notes" && !this.review.isOffered) continue;
      this.addTab(id, name, contents[/** @type {keyof typeof contents} */ (id)]);
    }
    this.help = helpDialog((tab) => this.tabs?.querySelector(`#tab-${tab}`) !== null);
    const side = h("aside", { "aria-label": "Facts and reasons" }, this.tabs, this.panels);
    this.root = h("div", { class: `page game-${this.summary.game}` }, this.notice, head, table, side, foot, this.help);
    this.switchTheme(localStorage.getItem("theme") ?? "auto");
    this.changeSpeed(0);
    this.open("facts");
  }

  // --- eyes ---

  /** @param {string} viewer @returns {boolean} whether the page may show what this viewer was told */
  isAllowed(viewer) {
    return this.summary.viewers?.includes(viewer) ?? true;
  }

  /** Look through other eyes at the same moment. @param {string} viewer */
  async look(viewer) {
    if (!this.isAllowed(viewer)) return;
    this.looking = viewer;
    if (viewer === this.feed.viewer) return;
    const feed = await this.#caught(this.#feed(viewer));
    // While it was loading, somebody may have chosen other eyes, or ended a glance.
    if (feed === undefined || this.looking !== viewer || viewer === this.feed.viewer) return;
    const moment = this.feed.momentOf(this.wanted);
    this.compare.close();
    this.other = this.feed.viewer;
    this.feed = feed;
    this.number = 0;
    this.#showFeed();
    await this.go(feed.numberAt(moment));
  }

  /** @param {string} viewer @returns {Promise<Feed>} */
  #feed(viewer) {
    let found = this.feeds.get(viewer);
    if (found === undefined) {
      found = new Feed(this.source, viewer).load(this.feed.momentOf(this.wanted));
      found.catch(() => this.feeds.delete(viewer));
      this.feeds.set(viewer, found);
    }
    return found;
  }

  #showFeed() {
    for (const button of this.eyes?.children ?? []) {
      const isUsed = button.getAttribute("data-viewer") === this.feed.viewer;
      button.setAttribute("aria-pressed", String(isUsed));
    }
    this.list.show(this.feed, this.names);
    this.line.show(this.feed);
    this.showEyes();
    if (this.tab === "plots") this.plots.show(this.feed);
    if (this.tab === "knowledge") this.knowledge.show(this.feed);
    if (this.tab === "times") this.times.show(this.feed);
    if (this.tab === "cases") this.cases.show();
  }

  /** Scroll the eyes, on a narrow screen, so that those in use can be seen. */
  showEyes() {
    const used = /** @type {HTMLElement | null} */ (this.eyes?.querySelector("[aria-pressed=true]") ?? null);
    if (this.eyes && used) this.eyes.scrollLeft = used.offsetLeft - (this.eyes.clientWidth - used.offsetWidth) / 2;
  }

  /** Look through the other eyes until the key is released. */
  glance() {
    if (this.glancedFrom !== null) return;
    this.glancedFrom = this.feed.viewer;
    const usual = this.feed.viewer === "open" ? "0" : "open";
    this.look(this.other === this.feed.viewer ? usual : this.other);
  }

  endGlance() {
    if (this.glancedFrom === null) return;
    const back = this.glancedFrom;
    this.glancedFrom = null;
    this.look(back);
  }

  // --- moments ---

  /** Go to a fact of the current viewer. @param {number} number */
  async go(number) {
    const feed = this.feed;
    this.wanted = Math.max(1, Math.min(feed.last, number));
    // While one page is loading, somebody may have gone on to another one.
    while (!feed.isReady(this.wanted)) {
      const isThere = await this.#caught(feed.ready(this.wanted).then(() => true));
      if (!isThere || feed !== this.feed) return;
    }
    feed.ready(this.wanted).catch(() => {});
    if (this.number !== this.wanted) this.#show(this.wanted);
  }

  /** @param {number} number */
  #show(number) {
    if (this.number !== 0) this.tell("");
    this.number = number;
    const { feed } = this;
    const { picture, setBy, changed } = feed.pictureAfter(number);
    this.setBy = setBy;
    this.board.draw(picture, changed);
    if (this.tab === "table") this.words.draw(picture, changed);
    const fact = feed.fact(number);
    const moment = feed.momentOf(number);
    this.where?.replaceChildren(h("span", {}, fact.turn ? `Turn ${fact.turn}` : "Setup"), h("span", {}, `fact ${moment} of ${feed.moments.total}`), h("span", {}, this.#by(fact.by)));
    this.sentence?.replaceChildren(fact.sentence);
    this.cited?.replaceChildren(h("code", {}, fact.path.split("/").pop() ?? ""));
    this.list.move(number);
    this.line.move(number);
    this.plots.move(number);
    this.knowledge.move(number);
    this.times.move(number);
    this.result.move(number === feed.last);
    this.compare.follow(number);
    if (this.tab === "why") this.#explain();
    if (this.isUnfilled) this.#fillPanel(this.tab);
    this.writeLink();
    this.onShow?.();
    this.review.moved();
  }

  /** Show facts that were added to the feed, and go to the last one if the one before them was shown. @param {number} before */
  async grow(before) {
    const isFollowing = this.wanted >= before;
    this.line.show(this.feed);
    this.line.move(this.number);
    this.list.grow(this.feed);
    if (isFollowing) await this.go(this.feed.last);
    else this.where?.children[1]?.replaceChildren(`fact ${this.feed.momentOf(this.number)} of ${this.feed.moments.total}`);
  }

  /** @param {string | null | undefined} by */
  #by(by) {
    const [how, seat] = (by ?? "").split("/");
    if (seat === undefined) return "";
    const name = this.names[Number(seat)];
    return { seat: `${name} answered`, clock: `${name} ran out of time`, order: `standing order of ${name}`, talk: `${name} speaks` }[how] ?? "";
  }

  #explain() {
    clearTimeout(this.whyTimer);
    // While somebody runs through the match, only the fact where they stop is explained.
    this.whyTimer = window.setTimeout(() => this.why.show(this.feed, this.number), 60);
  }

  /** @param {number} by */
  step(by) {
    this.pause();
    return this.compare.isOn ? this.compare.step(by) : this.go(this.wanted + by);
  }

  /** Go to the first fact of the next decision, or of this or the previous one. @param {number} by */
  stepDecision(by) {
    this.#stepTo(by, (fact, before) => before === undefined || before.step !== fact.step);
  }

  /** @param {number} by */
  stepTurn(by) {
    this.#stepTo(by, (fact) => Boolean(fact.marks?.includes("turn")));
  }

  /** @param {number} by @param {(fact: import("./source.js").Fact, before?: import("./source.js").Fact) => boolean} isStart */
  #stepTo(by, isStart) {
    this.pause();
    const { feed } = this;
    for (let number = this.wanted + by; number >= 1 && number <= feed.last; number += by) {
      if (isStart(feed.fact(number), feed.fact(number - 1))) return this.go(number);
    }
    return this.go(by > 0 ? feed.last : 1);
  }

  /** Go to the fact that set a thing on the table, and say why. @param {Event} event */
  #pick(event) {
    const thing = /** @type {globalThis.Element} */ (event.target).closest("[data-key]");
    if (thing && this.onPick?.(thing.getAttribute("data-key") ?? "")) return;
    const number = thing ? this.setBy.get(thing.getAttribute("data-key") ?? "") : undefined;
    if (number === undefined) return;
    if (number === 0) {
      this.tell("That has been there since before the first fact.");
      return;
    }
    this.pause();
    this.go(number);
    this.open("why");
  }

  /** Show what a seat holds next to the table, so that it is in view wherever the table is scrolled. @param {number} seat */
  showHand(seat) {
    const hand = this.board.handOf?.(seat);
    if (!hand) return;
    const shown = h("section", { class: "own-hand", "aria-label": "Your hand", onclick: (/** @type {Event} */ event) => this.#pick(event) }, hand);
    this.root?.querySelector("main > .tables")?.before(shown);
  }

  // --- playing ---

  togglePlay() {
    if (this.playing !== undefined) {
      this.pause();
      return;
    }
    if (this.wanted >= this.feed.last) this.go(1);
    this.#setPlaying(window.setInterval(() => this.#playOn(), 1000 / SPEEDS[this.speed]));
  }

  async #playOn() {
    if (this.wanted !== this.number) return;
    if (this.compare.isOn ? this.compare.isAtEnd : this.number >= this.feed.last) this.pause();
    else if (this.compare.isOn) await this.compare.step(1);
    else await this.go(this.number + 1);
  }

  pause() {
    if (this.playing === undefined) return;
    clearInterval(this.playing);
    this.#setPlaying(undefined);
  }

  /** @param {number | undefined} timer */
  #setPlaying(timer) {
    this.playing = timer;
    this.playButton?.setAttribute("aria-label", timer === undefined ? "Play" : "Pause");
    this.playButton?.replaceChildren(icon(timer === undefined ? "play" : "pause"));
  }

  /** @param {number} by @param {boolean} isCycling whether the slowest speed follows the fastest */
  changeSpeed(by, isCycling = false) {
    const next = this.speed + by;
    this.speed = isCycling ? next % SPEEDS.length : Math.max(0, Math.min(SPEEDS.length - 1, next));
    this.speedButton?.replaceChildren(`${SPEEDS[this.speed]}×`);
    this.speedButton?.setAttribute("aria-label", `Speed: ${SPEEDS[this.speed]} facts per second`);
    if (this.playing !== undefined) {
      this.pause();
      this.togglePlay();
    }
  }

  // --- panels ---

  /** @param {string} id @param {string} name @param {HTMLElement} content */
  addTab(id, name, content) {
    this.tabs?.append(h("button", { type: "button", role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}`, "aria-selected": "false", "data-name": name, onclick: () => this.open(id) }, name));
    this.panels?.append(h("div", { role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}`, hidden: true }, content));
  }

  /** @param {string} tab */
  open(tab) {
    if (!this.tabs?.querySelector(`#tab-${tab}`)) return;
    this.tab = tab;
    for (const button of this.tabs?.children ?? []) button.setAttribute("aria-selected", String(button.id === `tab-${tab}`));
    for (const panel of /** @type {Iterable<HTMLElement>} */ (this.panels?.children ?? [])) panel.hidden = panel.id !== `panel-${tab}`;
    if (this.number === 0) {
      this.isUnfilled = true;
      return;
    }
    // On a narrow screen the panels are below the table.
    if (matchMedia("(max-width: 899px)").matches) this.tabs?.scrollIntoView({ block: "start" });
    this.#fillPanel(tab);
  }

  /** @param {string} tab */
  #fillPanel(tab) {
    this.isUnfilled = false;
    if (tab === "why") this.why.show(this.feed, this.wanted);
    if (tab === "facts") this.list.reveal();
    if (tab === "plots") this.plots.show(this.feed);
    if (tab === "knowledge") this.knowledge.show(this.feed);
    if (tab === "times") this.times.show(this.feed);
    if (tab === "compare") this.compare.offer();
    if (tab === "cases") this.cases.show();
    if (tab === "notes") this.review.show();
    if (tab === "table") {
      const { picture, changed } = this.feed.pictureAfter(this.number);
      this.words.draw(picture, changed);
    }
  }

  focusSearch() {
    this.open("facts");
    this.list.search.focus();
    this.list.search.select();
  }

  /** @param {string} edition */
  chooseEdition(edition) {
    this.edition = edition;
    this.why.edition = edition;
    useNames(edition, this.summary.edition_names[edition] ?? {}, this.names);
    this.board.redraw();
    this.words.redraw();
    this.compare.board?.redraw();
    if (this.editions) this.editions.value = edition;
    this.why.draw();
    this.writeLink();
  }

  /** @param {string} [chosen] the next one if left out */
  switchTheme(chosen) {
    const all = /** @type {(keyof typeof THEMES)[]} */ (Object.keys(THEMES));
    const current = /** @type {keyof typeof THEMES} */ (document.documentElement.dataset.theme ?? "auto");
    const theme = all.find((each) => each === chosen) ?? all[(all.indexOf(current) + 1) % all.length];
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    localStorage.setItem("theme", theme);
    this.theme?.setAttribute("aria-label", THEMES[theme]);
    this.theme?.setAttribute("title", THEMES[theme]);
    this.theme?.replaceChildren(icon(theme));
  }

  // --- links ---

  writeLink() {
    clearTimeout(this.linkTimer);
    // Browsers limit how often an address may change.
    this.linkTimer = window.setTimeout(() => {
      const link = { fact: this.feed.momentOf(this.number), as: this.feed.viewer, edition: this.edition, compare: this.compare.readings };
      history.replaceState(null, "", writeLink(link, this.summary.edition));
    }, 120);
  }

  /** Go where a link says, and say so if there is no such place. @param {string} hash */
  async follow(hash) {
    const link = readLink(hash);
    const problems = [];
    // A link leaves out the open table and the edition of the match.
    if (link.as === undefined && this.isAllowed("open")) link.as = "open";
    link.edition ??= this.summary.edition;
    if (link.edition !== this.edition) {
      if (link.edition in this.summary.editions) this.chooseEdition(link.edition);
      else problems.push(`There is no edition ‘${link.edition}’ (choose from ${Object.keys(this.summary.editions).join(", ")}).`);
    }
    if (link.as !== undefined && link.as !== this.feed.viewer) {
      const known = ["open", "spectator", ...this.names.map((_, seat) => String(seat))];
      if (!known.includes(link.as)) problems.push(`There is no viewer ‘${link.as}’; this is ${this.#eyesOf(this.feed.viewer)}.`);
      else if (!this.isAllowed(link.as)) problems.push(`What ${this.#eyesOf(link.as)} was told is not here; this is ${this.#eyesOf(this.feed.viewer)}.`);
      else await this.look(link.as);
    }
    const { total } = this.feed.moments;
    const fact = link.fact ?? 1;
    if (!(fact >= 1 && fact <= total)) problems.push(`The link names a fact that this match does not have; it has the facts 1 to ${total}.`);
    await this.go(this.feed.numberAt(Math.min(total, Number.isNaN(fact) ? 1 : fact)));
    if (link.compare !== undefined && !this.canCompare) problems.push("The link compares the match with another reading, which takes the rules: open it with ‘referee inspect’.");
    this.tell(problems.join(" "));
    if (!this.canCompare) return;
    if (link.compare === undefined && this.compare.isOn) this.compare.close();
    if (link.compare !== undefined && link.compare !== this.compare.readings) await this.compare.open(link.compare, link.fact === undefined);
  }

  /** @param {string} viewer */
  #eyesOf(viewer) {
    return { open: "the open table", spectator: "the spectator" }[viewer] ?? this.names[Number(viewer)];
  }

  /** Ask again for what the timeline and the list show of the cases. */
  async casesChanged() {
    const moments = await this.#caught(this.source.moments(this.feed.viewer));
    if (moments === undefined) return;
    this.feeds = new Map([[this.feed.viewer, Promise.resolve(this.feed)]]);
    this.feed.moments = moments;
    this.list.show(this.feed, this.names);
    this.line.show(this.feed);
    this.list.move(this.number);
    this.line.move(this.number);
  }

  /** Draw the table again. */
  redraw() {
    if (this.number === 0 || !this.feed.isReady(this.number)) return;
    const { picture, changed } = this.feed.pictureAfter(this.number);
    this.board.draw(picture, changed);
  }

  /** Show a notice, or hide it. @param {string} text */
  tell(text) {
    if (!this.notice) return;
    this.notice.hidden = text === "";
    this.notice.textContent = text;
  }

  /** Return what a promise gives, or show what is wrong and try again later. @template T @param {Promise<T>} promise @returns {Promise<T | undefined>} */
  async #caught(promise) {
    try {
      return await promise;
    } catch (problem) {
      if (!(problem instanceof SourceError)) throw problem;
      this.pause();
      this.tell(problem.message);
      clearTimeout(this.retryTimer);
      this.retryTimer = window.setTimeout(() => this.number !== this.wanted && this.go(this.wanted), RETRY);
      return undefined;
    }
  }
}

/**
 * Load the drawing of a game; a game without one gets its elements as words.
 * @param {Summary} summary
 * @param {string} copy a query that gives the drawing a module of its own, which has names of its own
 * @returns {Promise<Board>}
 */
export async function boardOf(summary, copy = "") {
  if (!summary.has_board) return plainBoard(summary.names);
  const href = `/static/boards/${summary.game}.css`;
  // A single file has the style in itself.
  if (!document.querySelector(`link[href="${href}"], style[data-href="${href}"]`)) {
    const style = h("link", { rel: "stylesheet", href });
    // The board measures text, so its fonts must be known before it draws.
    const isStyled = new Promise((resolve) => style.addEventListener("load", resolve));
    document.head.append(style);
    await isStyled;
  }
  return (await import(`./boards/${summary.game}.js${copy}`)).board(summary);
}

/**
 * Load what the link asks for; if it names a viewer that is not there, begin with the open table.
 * @param {Source} source @param {Promise<Summary>} summarised
 */
async function firstFeed(source, summarised) {
  const { as: viewer = "open", fact = 1 } = readLink(location.hash);
  const isThere = ["open", "spectator"].includes(viewer) || (/^\d$/.test(viewer) && Number(viewer) < (await summarised).names.length);
  return new Feed(source, isThere ? viewer : "open").load(fact);
}

/** @returns {HTMLElement | null} the way back, if this is one of several matches */
function linkToList() {
  const { list, back = "All matches" } = document.body.dataset;
  return list?.startsWith("/") ? h("a", { href: list }, back) : null;
}

async function main() {
  const root = /** @type {HTMLElement} */ (document.getElementById("page"));
  const name = location.pathname.replace(/^\/match\//, "");
  const source = new Source(name);
  try {
    // What a spectator may know is enough here, so nothing hidden is sent to a page that looks through a seat's eyes.
    const summarised = source.summary("spectator");
    const [summary, feed, board] = await Promise.all([summarised, firstFeed(source, summarised), summarised.then((found) => boardOf(found))]);
    const page = new Page(source, summary, feed, board);
    document.title = `${summary.title}: ${summary.names.join(", ")}`;
    root.replaceChildren(/** @type {Node} */ (page.root));
    page.showEyes();
    listenToKeys(page);
    window.addEventListener("hashchange", () => page.follow(location.hash));
    const { hash } = location;
    await page.follow(hash);
    page.review.start(hash);
    if (!summary.is_over) page.tell("This match has not ended, and the file holds what happened so far. Save it again later, and reload the page.");
  } catch (problem) {
    if (!(problem instanceof SourceError)) throw problem;
    const again = h("button", { type: "button", class: "plain", onclick: () => location.reload() }, "Try again");
    root.replaceChildren(h("main", { class: "trouble" }, h("h1", {}, "This match cannot be shown"), h("p", {}, problem.message), h("p", {}, again, linkToList())));
  }
}

// The page of a match on a server (live.js) and that in a single file (saved.js) use this module and begin by themselves.
if (document.getElementById("page")?.dataset.kind === undefined) main();
