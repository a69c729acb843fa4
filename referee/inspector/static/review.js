// The review of a match: notes bound to facts, and a room whose leader's moment the others follow.

import { fill, h } from "./dom.js";
import { SourceError } from "./source.js";

/**
 * @typedef {import("./page.js").Page} Page
 * @typedef {{id: string, fact: number, eyes: string, by: string, text: string, at: number}} Note
 */

/** Milliseconds between two messages of a leader. */
const PACE = 80;
/** Milliseconds before a follower tries again to reach the inspector. */
const RETRY = 2000;
const EYES = { open: "open table", spectator: "spectator" };

export class ReviewPanel {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    const { viewers } = page.summary;
    // On a server only officials review a match, and a saved page has nobody to ask.
    this.isOffered = typeof page.source.review === "function" && (viewers === undefined || viewers.includes("open"));
    /** @type {Note[]} */
    this.notes = [];
    this.eyes = "";
    this.room = "";
    this.lead = "";
    this.leaderAt = 0;
    this.isFollowing = false;
    this.followedAs = "";
    this.timer = 0;
    this.bar = h("div", { class: "review-bar", role: "status", hidden: true });
    this.said = h("p", { class: "review-said", role: "status" });
    this.list = h("div", {});
    this.about = h("label", { for: "note-text" });
    this.rooms = h("div", { class: "review-buttons" });
    this.root = h("div", { class: "notes", tabindex: 0, role: "region", "aria-label": "Notes" },
      h("h2", {}, "Notes"), h("p", { class: "hint" }, "A note is shown from its fact on, through the eyes that it was written with and at the open table; notes of a spectator are shown to all."),
      this.said, this.list, this.#form(), h("h3", {}, "Review room"), h("p", { class: "hint" }, "Pages that open the link of a room go where its leader goes, until they step themselves."), this.rooms,
      h("h3", {}, "File"), this.#files());
  }

  #form() {
    const by = h("input", { type: "text", id: "note-by", maxlength: 60, autocomplete: "nickname", value: localStorage.getItem("name") ?? "" });
    const text = h("textarea", { id: "note-text", rows: 3, maxlength: 1000 });
    const form = h("form", { class: "note-form", novalidate: true }, this.about, text, h("label", { for: "note-by" }, "Your name"), by, h("button", { type: "submit", class: "primary" }, "Add the note"));
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      localStorage.setItem("name", by.value);
      const isDone = await this.#change({ do: "add", fact: this.moment, by: by.value, text: text.value }, "The note is kept.");
      if (isDone) text.value = "";
    });
    return form;
  }

  #files() {
    const pick = h("input", { type: "file", accept: ".json,application/json", class: "visually-hidden", id: "notes-file", tabindex: -1 });
    pick.addEventListener("change", async () => {
      const [file] = pick.files ?? [];
      pick.value = "";
      if (file) await this.#import(await file.text());
    });
    return h("div", { class: "review-buttons" }, h("button", { type: "button", class: "plain", onclick: () => this.#export() }, "Export the notes"),
      h("button", { type: "button", class: "plain", onclick: () => pick.click() }, "Import notes …"), h("label", { for: "notes-file", class: "visually-hidden" }, "File with notes"), pick);
  }

  /** The number of the current fact in the whole match. */
  get moment() {
    return this.page.feed.momentOf(this.page.number);
  }

  /** @param {Record<string, unknown>} asked @returns {Promise<any>} */
  #ask(asked) {
    return this.page.source.review(this.page.feed.viewer, asked);
  }

  // --- notes ---

  /** Show the notes as these eyes may see them. */
  async show() {
    if (!this.isOffered) return;
    if (this.eyes !== this.page.feed.viewer) await this.#load();
    this.#draw();
    this.#drawRoom();
  }

  async #load() {
    const viewer = this.page.feed.viewer;
    try {
      const { notes } = await this.#ask({ do: "notes" });
      if (viewer !== this.page.feed.viewer) return;
      this.eyes = viewer;
      this.notes = notes;
    } catch (problem) {
      if (!(problem instanceof SourceError)) throw problem;
      this.said.textContent = problem.message;
    }
  }

  #draw() {
    if (this.eyes !== this.page.feed.viewer) this.notes = [];
    const { moment } = this;
    this.about.textContent = `Note on fact ${moment}`;
    const shown = this.notes.filter(({ fact }) => fact <= moment).reverse();
    fill(this.list, shown.length ? null : h("p", {}, "There are no notes up to this moment."), ...shown.map((note) => this.#note(note, note.fact === moment)));
  }

  /** @param {Note} note @param {boolean} isNow */
  #note(note, isNow) {
    const eyes = EYES[/** @type {keyof typeof EYES} */ (note.eyes)] ?? this.page.names[Number(note.eyes)] ?? note.eyes;
    return h("article", { class: isNow ? "note now-noted" : "note", "data-note": note.id }, h("p", { class: "note-text" }, note.text),
      h("div", { class: "note-head" }, h("button", { type: "button", class: "plain first", onclick: () => this.page.go(this.page.feed.numberAt(note.fact)) }, `fact ${note.fact}`), h("span", {}, `${note.by}, as ${eyes}`),
        h("button", { type: "button", class: "plain", "aria-label": `Remove the note of ${note.by} on fact ${note.fact}`, onclick: () => this.#change({ do: "remove", id: note.id }, "The note is removed.") }, "Remove")));
  }

  /** @param {Record<string, unknown>} asked @param {string} done */
  async #change(asked, done) {
    const found = await this.#tried(() => this.#ask(asked));
    if (found === undefined) return false;
    this.eyes = this.page.feed.viewer;
    this.notes = found.notes;
    this.said.textContent = done;
    this.#draw();
    return true;
  }

  async #export() {
    const file = await this.#tried(() => this.#ask({ do: "export" }));
    if (file === undefined) return;
    const address = URL.createObjectURL(new Blob([JSON.stringify(file, null, 2)], { type: "application/json" }));
    const name = decodeURIComponent(this.page.source.name).split("/").pop() ?? "match";
    h("a", { href: address, download: `${name.replace(/\.\w+$/, "")}.notes.json` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  /** @param {string} text */
  async #import(text) {
    let file;
    try {
      file = JSON.parse(text);
    } catch {
      this.said.textContent = "This is not a file with notes.";
      return;
    }
    const found = await this.#tried(() => this.#ask({ do: "import", file }));
    if (found === undefined) return;
    this.notes = found.notes;
    this.eyes = this.page.feed.viewer;
    this.said.textContent = found.new === 1 ? "1 new note." : `${found.new} new notes.`;
    this.#draw();
  }

  /** @template T @param {() => Promise<T>} act @returns {Promise<T | undefined>} */
  async #tried(act) {
    this.said.textContent = "";
    try {
      return await act();
    } catch (problem) {
      if (!(problem instanceof SourceError)) throw problem;
      this.said.textContent = problem.message;
      return undefined;
    }
  }

  // --- the room ---

  get #name() {
    return `room:${this.page.source.name}`;
  }

  /** Go on in the room of the link, or in the one that this tab was in. @param {string} hash */
  start(hash) {
    if (!this.isOffered) return;
    window.addEventListener("hashchange", () => this.#join(location.hash));
    const kept = JSON.parse(sessionStorage.getItem(this.#name) ?? "null");
    if (!this.#join(hash) && kept) this.#enter(kept.room, kept.lead);
  }

  /** @param {string} hash */
  #join(hash) {
    const room = new URLSearchParams(hash.replace(/^#/, "")).get("room");
    if (!room || room === this.room) return Boolean(room);
    this.#enter(room, "");
    return true;
  }

  /** @param {string} room @param {string} lead the secret of the leader, or "" */
  #enter(room, lead) {
    this.room = room;
    this.lead = lead;
    this.isFollowing = !lead;
    sessionStorage.setItem(this.#name, JSON.stringify({ room, lead }));
    this.#drawRoom();
    this.#run(room);
  }

  async #open() {
    const made = await this.#tried(() => this.#ask({ do: "open", fact: this.moment }));
    if (made) this.#enter(made.room, made.lead);
  }

  async #close() {
    const { room, lead } = this;
    this.leave("");
    await this.#tried(() => this.#ask({ do: "close", room, lead }));
  }

  /** Leave the room. @param {string} why */
  leave(why) {
    this.room = this.lead = "";
    this.isFollowing = false;
    sessionStorage.removeItem(this.#name);
    this.said.textContent = why;
    this.#drawRoom();
    if (why) this.page.tell(why);
  }

  /** Ask where the leader is, again and again. @param {string} room */
  async #run(room) {
    let seen = 0;
    while (this.room === room) {
      try {
        const state = await this.#ask({ do: "follow", room, seen });
        if (this.room !== room) return;
        if (state.version !== seen) await this.#heard(state.fact);
        seen = state.version;
      } catch (problem) {
        if (!(problem instanceof SourceError)) throw problem;
        if (problem.reason === "NO_SUCH_ROOM") {
          if (this.room === room) this.leave("The review room has ended.");
          return;
        }
        await new Promise((resolve) => setTimeout(resolve, RETRY));
      }
    }
  }

  /** @param {number} fact where the leader is */
  async #heard(fact) {
    if (!this.lead) {
      this.leaderAt = fact;
      if (this.isFollowing) await this.#toLeader();
    }
    // The leader has moved, or somebody has changed the notes.
    await this.#load();
    if (this.page.tab === "notes") this.#draw();
    this.#drawRoom();
  }

  async #toLeader() {
    this.isFollowing = true;
    this.page.pause();
    await this.page.go(this.page.feed.numberAt(this.leaderAt));
    this.#drawRoom();
  }

  /** Called when the page shows another fact: a leader takes the others along, and a follower who steps is left alone. */
  moved() {
    if (!this.isOffered) return;
    if (this.page.tab === "notes") {
      if (this.eyes === this.page.feed.viewer) this.#draw();
      else this.show();
    }
    if (this.lead) {
      clearTimeout(this.timer);
      const { room, lead, moment } = this;
      this.timer = window.setTimeout(() => this.#ask({ do: "move", room, lead, fact: moment }).catch(() => {}), PACE);
    } else if (this.isFollowing && this.leaderAt) {
      const wanted = this.page.feed.numberAt(this.leaderAt);
      const isOtherEyes = this.followedAs !== this.page.feed.viewer;
      this.followedAs = this.page.feed.viewer;
      if (this.page.number === wanted) return;
      // Through other eyes the same moment may be another fact.
      if (isOtherEyes) this.page.go(wanted);
      else {
        this.isFollowing = false;
        this.#drawRoom();
      }
    }
  }

  #drawRoom() {
    /** @param {string} name @param {() => void} act */
    const button = (name, act) => h("button", { type: "button", class: "plain", onclick: act }, name);
    this.bar.hidden = this.room === "";
    const link = `${location.origin}${location.pathname}#room=${this.room}`;
    if (this.room === "") fill(this.rooms, button("Open a review room", () => this.#open()));
    else if (this.lead) {
      fill(this.bar, h("span", {}, "You lead a review room."), h("span", { class: "review-buttons" }, button("Copy the link", () => this.#copy(link)), button("End the room", () => this.#close())));
      fill(this.rooms, h("p", {}, "Link for the others: ", h("a", { href: link, class: "room-link" }, link)));
    } else {
      const where = this.isFollowing ? "You follow the leader of the review." : `The leader is at fact ${this.leaderAt}.`;
      fill(this.bar, h("span", {}, where), h("span", { class: "review-buttons" }, this.isFollowing ? null : button("Follow again", () => this.#toLeader()), button("Leave the room", () => this.leave(""))));
      fill(this.rooms, h("p", {}, "You are in a review room; somebody else leads it."));
    }
  }

  /** @param {string} link */
  async #copy(link) {
    try {
      await navigator.clipboard.writeText(link);
      this.said.textContent = "The link is copied.";
    } catch {
      this.page.open("notes");
    }
  }
}
