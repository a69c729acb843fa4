// The officials' desk: signing in, the list of matches, a match, and the log of the server.

import { CallError, deskCall, takeSecrets } from "./calls.js";
import { LogPanel } from "./desk_log.js";
import { MatchPanel } from "./desk_match.js";
import { credentials, keepDeskToken, keepKey, secrets, signOut } from "./desk_secrets.js";
import { asked, tags } from "./desk_words.js";
import { fill, h } from "./dom.js";

/** @typedef {import("./desk_words.js").DeskMatch} DeskMatch */

/** Milliseconds between two readings of what is shown. */
const REFRESH = 5000;
const STATUSES = ["running", "frozen", "paused", "waiting", "ended", "superseded", "cancelled", "stopped"];
const root = /** @type {HTMLElement} */ (document.getElementById("desk"));
const server = root.dataset.server ?? "";

class Desk {
  constructor() {
    this.role = "";
    /** @type {DeskMatch[]} */
    this.matches = [];
    this.nextPage = "";
    this.status = "";
    this.chosen = "";
    this.isLog = false;
    this.timer = 0;
    /** @type {MatchPanel | null} */
    this.panel = null;
    this.log = new LogPanel((match) => this.open(match));
  }

  async start() {
    takeSecrets("");
    const given = new URLSearchParams(location.hash.replace(/^#/, ""));
    this.chosen = given.get("match") ?? "";
    this.isLog = location.hash === "#log";
    await this.enter("");
    window.addEventListener("hashchange", () => this.follow());
    document.addEventListener("visibilitychange", () => this.refresh());
  }

  /** Find out who the official is, and show the desk or the forms for signing in. @param {string} problem */
  async enter(problem) {
    try {
      this.role = (await deskCall("who", credentials())).role;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (!error.isAway) keepKey("");
      problem = problem || error.message;
      this.role = "";
    }
    const tokens = Object.keys(secrets().tokens);
    if (!this.role && !tokens.length) {
      this.signIn(problem);
      return;
    }
    this.build();
    if (!this.chosen && tokens.length && !this.role) this.chosen = tokens[0];
    await this.refresh();
  }

  // --- signing in ---

  /** @param {string} problem */
  signIn(problem) {
    clearTimeout(this.timer);
    root.replaceChildren(h("main", { class: "desk" },
      h("header", {}, h("h1", {}, "Officials’ desk"), h("p", {}, server), h("nav", { "aria-label": "Pages" }, h("a", { href: "/" }, "Matches for players"))),
      h("p", { class: "problem", role: "alert" }, problem), this.signInForms()));
  }

  signInForms() {
    const key = h("input", { type: "password", name: "key", required: true, autocomplete: "off" });
    const match = h("input", { type: "text", name: "match", required: true, autocomplete: "off", value: this.chosen });
    const token = h("input", { type: "password", name: "token", required: true, autocomplete: "off" });
    return h("div", { class: "sign-in" },
      this.#form("Sign in with a token", "The token of a judge, a head judge, the arbiter or the organiser of a match.", [["Match", match], ["Token", token]], async () => {
        const id = match.value.trim();
        await deskCall("match", { match: id, token: token.value.trim() });
        keepDeskToken(id, token.value.trim());
        this.chosen = id;
      }),
      this.#form("Sign in with an API key", "The key of an organiser, an operator, or a judge who was appointed by key.", [["API key", key]], async () => {
        const { role } = await deskCall("who", { api_key: key.value.trim() });
        if (!role) throw new CallError("This key has no role on the server.");
        keepKey(key.value.trim());
      }),
      h("p", { class: "hint" }, "Both stay in this tab until it is closed, and are sent only to this server, never in an address."));
  }

  /** @param {string} title @param {string} about @param {[string, HTMLInputElement][]} fields @param {() => Promise<void>} act */
  #form(title, about, fields, act) {
    const problem = h("p", { class: "problem", role: "alert" });
    const form = h("form", { novalidate: true, "aria-label": title }, h("h2", {}, title), h("p", { class: "hint" }, about),
      ...fields.map(([label, field]) => h("label", {}, label, field)), problem, h("button", { type: "submit", class: "primary" }, title));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      problem.textContent = "";
      try {
        await act();
        await this.enter("");
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        problem.textContent = error.message;
      }
    });
    return form;
  }

  // --- the desk ---

  build() {
    const who = this.role ? `Signed in with the API key of ${/^[aeiou]/.test(this.role) ? "an" : "a"} ${this.role.replace("_", " ")}.` : "Signed in with tokens of matches.";
    this.matchesButton = h("button", { type: "button", class: "plain", onclick: () => this.show(false) }, "Matches");
    this.logButton = this.role === "operator" ? h("button", { type: "button", class: "plain", onclick: () => this.show(true) }, "Log") : null;
    this.problem = h("p", { class: "problem", role: "alert" });
    this.list = h("ul", { class: "desk-list" });
    this.more = h("button", { type: "button", class: "plain more", hidden: true, onclick: () => this.load(this.nextPage) }, "More matches");
    const status = h("select", {}, h("option", { value: "" }, "any"), ...STATUSES.map((each) => h("option", { value: each }, each)));
    status.addEventListener("change", () => {
      this.status = status.value;
      this.load("");
    });
    const add = h("details", { class: "step" }, h("summary", {}, "Sign in to another match"), this.signInForms());
    const find = h("input", { type: "text", autocomplete: "off" });
    const findForm = h("form", { class: "filter-row" }, h("label", {}, "Match by its id", find), h("button", { type: "submit", class: "plain" }, "Open"));
    findForm.addEventListener("submit", (event) => {
      event.preventDefault();
      if (find.value.trim()) this.open(find.value.trim());
    });
    this.detail = h("section", { class: "desk-match", "aria-label": "The match", tabindex: -1, hidden: true });
    this.columns = h("div", { class: "desk-columns" },
      h("section", { "aria-label": "Matches" }, h("h2", {}, "Matches"), this.role ? h("div", { class: "filter-row" }, h("label", {}, "Status", status)) : null,
        this.list, this.more, this.role ? findForm : null, add),
      this.detail);
    root.replaceChildren(h("main", { class: "desk" },
      h("header", {}, h("h1", {}, "Officials’ desk"), h("p", {}, `${server} · ${who}`),
        h("nav", { "aria-label": "Desk" }, this.matchesButton, this.logButton,
          h("button", { type: "button", class: "plain", onclick: () => this.leave() }, "Sign out"))),
      this.problem, this.columns, this.log.root));
    this.#showPart();
  }

  leave() {
    signOut();
    this.chosen = "";
    this.panel = null;
    history.replaceState(null, "", location.pathname);
    this.enter("");
  }

  follow() {
    const given = new URLSearchParams(location.hash.replace(/^#/, ""));
    this.isLog = location.hash === "#log";
    const match = given.get("match") ?? "";
    if (match && match !== this.chosen) this.open(match);
    else this.#showPart();
  }

  /** @param {boolean} isLog */
  show(isLog) {
    this.isLog = isLog;
    history.replaceState(null, "", isLog ? "#log" : this.chosen ? `#match=${this.chosen}` : location.pathname);
    this.#showPart();
  }

  #showPart() {
    if (!this.columns) return;
    const isLog = this.isLog && this.role === "operator";
    this.columns.hidden = isLog;
    this.log.root.hidden = !isLog;
    this.matchesButton?.setAttribute("aria-current", isLog ? "false" : "page");
    this.logButton?.setAttribute("aria-current", isLog ? "page" : "false");
    if (isLog) this.log.load("");
  }

  /** Open a match. @param {string} match */
  async open(match) {
    this.chosen = match;
    this.panel = null;
    this.show(false);
    await this.refresh();
    this.detail?.focus();
  }

  // --- reading ---

  /** Read the list and the match again, and once more after a while. */
  async refresh() {
    clearTimeout(this.timer);
    if (document.hidden || !this.columns?.isConnected) return;
    if (!this.isLog) {
      await this.load("");
      await this.loadMatch();
    }
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.refresh(), REFRESH);
  }

  /** Read a part of the list. @param {string} page */
  async load(page) {
    try {
      if (this.role) {
        const found = await deskCall("matches", { ...credentials(), status: this.status, page });
        this.matches = page ? [...this.matches, ...found.matches] : found.matches;
        this.nextPage = found.next_page;
      } else this.matches = [];
      const known = new Set(this.matches.map(({ id }) => id));
      for (const id of Object.keys(secrets().tokens)) {
        if (!known.has(id)) this.matches.push((await deskCall("match", credentials(id))).match);
      }
      if (this.problem) this.problem.textContent = "";
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (this.problem) this.problem.textContent = error.message;
      return;
    }
    this.#drawList();
  }

  #drawList() {
    if (!this.list || !this.more) return;
    const focused = document.activeElement?.getAttribute("data-match");
    fill(this.list, ...this.matches.map((match) => h("li", {}, h("button", {
      type: "button", class: "desk-row", "data-match": match.id, "aria-current": match.id === this.chosen ? "true" : undefined, onclick: () => this.open(match.id),
    }, h("span", { class: "row-head" }, h("strong", {}, match.title), h("span", { class: "match-id" }, match.id.slice(0, 8))), tags(match),
      h("span", { class: "row-line" }, match.names.map((name, seat) => name || (match.status === "waiting" ? "free" : `seat ${seat}`)).join(", ")),
      h("span", { class: "row-line" }, `Asked: ${asked(match)} · ${match.clock}`)))));
    if (!this.matches.length) this.list.append(h("li", { class: "hint" }, "There are no matches to list. Open one by its id, or sign in with the token of a match."));
    this.more.hidden = !this.nextPage;
    if (focused) /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-match="${CSS.escape(focused)}"]`))?.focus();
  }

  async loadMatch() {
    if (!this.chosen || !this.detail) return;
    const { chosen } = this;
    this.detail.hidden = false;
    try {
      const page = await deskCall("match", credentials(chosen));
      if (chosen !== this.chosen) return;
      if (this.panel === null) {
        this.panel = new MatchPanel(chosen, () => this.load(""));
        this.detail.replaceChildren(this.panel.root);
      }
      this.panel.show(page);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (this.panel) this.panel.problem(error.message);
      else this.detail.replaceChildren(h("h2", {}, "The match cannot be shown"), h("p", { class: "problem", role: "alert" }, error.message));
    }
  }
}

const theme = localStorage.getItem("theme");
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
new Desk().start();
