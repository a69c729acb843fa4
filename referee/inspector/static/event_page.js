// The page of an event: what it is, how far it is, and one of its views, which the part of the address after # names.

import { fill, h } from "./dom.js";
import { roundView } from "./event_matches.js";
import { FORMATS, count, duration, time } from "./event_words.js";
import { crosstableView, decisionsView, entrantView, luckView, ratingsView, standingsView } from "./event_views.js";
import { icon } from "./icons.js";
import { patch } from "./patching.js";
import { SourceError } from "./source.js";

/**
 * @typedef {import("./event_source.js").Overview} Overview
 * @typedef {import("./event_source.js").Sections} Sections
 * @typedef {{hasMatches: boolean, section: <Name extends keyof Sections>(name: Name, of?: string) => Promise<Sections[Name]>}} Source
 */

/** The views, in the order of the links to them. */
const VIEWS = { standings: "Standings", crosstable: "Crosstable", round: "Rounds", ratings: "Ratings", decisions: "Decisions", luck: "Luck" };

/** @type {("auto" | "light" | "dark")[]} */
const THEMES = ["auto", "light", "dark"];
const THEME_NAMES = { auto: "Theme: as the system", light: "Theme: light", dark: "Theme: dark" };

/** Milliseconds without news after which an event is not called quick. */
const QUIET = 120_000;

/** The names of an event's entrants, and links to their pages. */
export class EventNames {
  /** @param {Overview} overview @param {boolean} hasMatches whether matches can be opened from this page */
  constructor(overview, hasMatches) {
    this.overview = overview;
    this.hasMatches = hasMatches;
  }

  /** @param {number} entrant */
  of = (entrant) => this.overview.entrants[entrant]?.name ?? `(${this.overview.filler})`;

  /** @param {number} entrant @returns {Node | string} */
  link = (entrant) => (entrant < 0 ? this.of(entrant) : h("a", { href: `#entrant=${encodeURIComponent(this.of(entrant))}` }, this.of(entrant)));

  /** @param {number} entrant */
  version = (entrant) => (this.overview.entrants[entrant].version === "1" ? null : h("span", { class: "version" }, ` ${this.overview.entrants[entrant].version}`));
}

export class EventPage {
  /** @param {Source} source */
  constructor(source) {
    this.source = source;
    this.head = h("div", { class: "about-event" });
    this.nav = h("nav", { class: "views", "aria-label": "Views" });
    this.notice = h("p", { class: "notice", role: "status", hidden: true });
    this.main = h("main", { tabindex: -1 });
    this.theme = h("button", { type: "button", class: "icon", onclick: () => this.#switchTheme() });
    const print = h("button", { type: "button", class: "plain", onclick: () => window.print() }, "Print");
    this.root = h("div", { class: "event" }, h("header", {}, this.head, h("div", { class: "tools" }, print, this.theme)), this.notice, this.nav, this.main);
    this.shown = "";
    this.asked = 0;
    this.#setTheme(THEMES.find((each) => each === localStorage.getItem("theme")) ?? "auto");
  }

  /** Show what the address asks for, as it is now. */
  async show() {
    const [view, of] = readView(location.hash);
    const asked = ++this.asked;
    try {
      const overview = await this.source.section("overview");
      const names = new EventNames(overview, this.source.hasMatches);
      const made = await this.#view(view, of, overview, names);
      if (asked !== this.asked) return;
      this.#draw(overview, view, of, made);
      this.tell("");
    } catch (problem) {
      if (!(problem instanceof SourceError)) throw problem;
      if (asked === this.asked) this.#explain(problem);
    }
  }

  /** @param {string} view @param {string} of @param {Overview} overview @param {EventNames} names @returns {Promise<Element>} */
  async #view(view, of, overview, names) {
    switch (view) {
      case "crosstable": return crosstableView(await this.source.section("crosstable"), names);
      case "round": {
        const last = overview.rounds[overview.rounds.length - 1];
        if (!of && last === undefined) return h("section", {}, h("h2", {}, "Rounds"), h("p", { class: "empty" }, "No round is paired yet."));
        return roundView(await this.source.section("round", of || String(last)), names);
      }
      case "entrant": return entrantView(await this.source.section("entrant", of), names);
      case "ratings": return ratingsView(await this.source.section("ratings"), names);
      case "decisions": return decisionsView(await this.source.section("decisions"), names);
      case "luck": return luckView(await this.source.section("luck"), names);
      case "standings": return standingsView(overview, names);
      default: throw new SourceError(`This page has no view ${JSON.stringify(view)}. Choose one of those above.`, "NO_SUCH_PART");
    }
  }

  /** @param {Overview} overview @param {string} view @param {string} of @param {Element} made */
  #draw(overview, view, of, made) {
    document.title = `${overview.name}: ${view === "entrant" ? of : VIEWS[/** @type {keyof typeof VIEWS} */ (view)]}`;
    patch(this.head, h("div", { class: "about-event" }, h("h1", {}, overview.name), h("p", { class: "what" }, describe(overview)), progressLine(overview)));
    this.#drawNav(view);
    const place = `${view}=${of}`;
    if (place === this.shown && this.main.firstElementChild) patch(this.main, h("main", { tabindex: -1 }, made));
    else {
      fill(this.main, made);
      // A reader who followed a link reads on there.
      if (this.shown) this.main.focus({ preventScroll: true });
      if (this.shown) window.scrollTo(0, 0);
    }
    this.shown = place;
  }

  /** @param {string} view */
  #drawNav(view) {
    patch(this.nav, h("nav", { class: "views", "aria-label": "Views" }, ...Object.entries(VIEWS).map(([name, title]) =>
      h("a", { href: `#${name}`, "aria-current": name === view ? "page" : undefined }, title))));
  }

  /** Say what is wrong, and keep what was shown if it is still true. @param {SourceError} problem */
  #explain(problem) {
    if (problem.reason === "NO_SUCH_PART") {
      this.#drawNav("");
      this.shown = "nothing";
      fill(this.main, h("section", {}, h("h2", {}, "There is no such page"), h("p", { role: "alert" }, problem.message), h("p", {}, h("a", { href: "#standings" }, "Standings"))));
    } else if (this.shown) this.tell(problem.message);
    else fill(this.main, h("section", { class: "trouble" }, h("h1", {}, "This event cannot be shown"), h("p", { role: "alert" }, problem.message)));
  }

  /** Tell the reader something, or nothing. @param {string} text */
  tell(text) {
    if (this.notice.textContent !== text) this.notice.textContent = text;
    this.notice.hidden = !text;
  }

  #switchTheme() {
    const current = THEMES.findIndex((each) => each === (document.documentElement.dataset.theme ?? "auto"));
    this.#setTheme(THEMES[(current + 1) % THEMES.length]);
  }

  /** @param {"auto" | "light" | "dark"} theme */
  #setTheme(theme) {
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    localStorage.setItem("theme", theme);
    this.theme.setAttribute("aria-label", THEME_NAMES[theme]);
    this.theme.setAttribute("title", THEME_NAMES[theme]);
    this.theme.replaceChildren(icon(theme));
  }
}

/** Return the view that a link names, and which round or entrant. @param {string} hash @returns {[string, string]} */
function readView(hash) {
  const [[view, of] = ["", ""]] = [...new URLSearchParams(hash.replace(/^#/, ""))];
  return [view || "standings", of ?? ""];
}

/** @param {Overview} overview */
function describe({ title, format, seats, deals, is_duplicate: isDuplicate, entrants, progress }) {
  const parts = [title, FORMATS[format] ?? format, count(entrants.length, "entrant"), `tables of ${seats}`];
  if (progress.rounds !== null) parts.push(count(progress.rounds, "round"));
  if (deals > 1) parts.push(`${deals} deals per table`);
  if (isDuplicate) parts.push("every deal in all seatings");
  return parts.join(" · ");
}

/** @param {Overview} overview */
function progressLine({ progress }) {
  const { phase, done, planned, round, rounds, note, last_at: lastAt, seconds_left: left } = progress;
  const words = { opened: "not begun", playing: "being played", paused: "paused", finished: "finished" }[phase];
  const parts = [planned === null ? `${done} matches played` : `${done} of ${planned} matches played`];
  if (round && phase !== "finished") parts.push(rounds === null ? `round ${round}` : `round ${round} of ${rounds}`);
  if (phase === "playing" && left !== null && Date.now() - lastAt < QUIET) parts.push(`${duration(left)} left`);
  parts.push(`${phase === "finished" ? "ended" : "as of"} ${time(lastAt)}`);
  if (note) parts.push(note);
  const share = planned ? Math.min(1, done / planned) : phase === "finished" ? 1 : null;
  const meter = share === null ? null : h("progress", { max: 1, value: share, "aria-label": "Matches played" });
  return h("div", { class: "progress" }, meter, h("p", {}, h("strong", { class: `phase ${phase}` }, words), ` ${parts.join(" · ")}`));
}
