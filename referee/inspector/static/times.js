// The time sheet of a match that is over: when each answer was asked for and given, and the time that each seat used.

import { fill, h } from "./dom.js";
import { PlotFigures } from "./plots.js";
import { SourceError } from "./source.js";

/**
 * @typedef {import("./feed.js").Feed} Feed
 * @typedef {import("./source.js").Times} Times
 * @typedef {import("./source.js").TimedDecision} TimedDecision
 */

export class TimesPanel {
  /** @param {string[]} names @param {(number: number) => void} go */
  constructor(names, go) {
    this.names = names;
    this.go = go;
    this.figures = new PlotFigures(names, go);
    /** @type {Feed | null} */
    this.feed = null;
    this.number = 1;
    this.root = h("div", { class: "plots times", tabindex: 0, role: "region", "aria-label": "Time sheet" });
  }

  /** Show the time sheet to the open table. @param {Feed} feed */
  async show(feed) {
    if (this.feed === feed) return;
    this.feed = feed;
    this.figures.draw(feed, []);
    const title = h("h2", {}, "Time sheet");
    if (feed.viewer !== "open") {
      fill(this.root, title, h("p", { class: "hint" }, "The time sheet shows what not every seat was told. Only the open table has it."));
      return;
    }
    fill(this.root, title, h("p", { class: "hint" }, "Reading the time sheet …"));
    try {
      const times = await feed.source.times();
      if (this.feed !== feed) return;
      this.#draw(feed, times);
      this.move(this.number);
    } catch (problem) {
      if (!(problem instanceof SourceError)) throw problem;
      this.feed = null;
      fill(this.root, h("p", { class: "problem", role: "alert" }, problem.message));
    }
  }

  /** @param {number} number */
  move(number) {
    this.number = number;
    this.figures.move(number);
    for (const link of this.root.querySelectorAll("[data-fact]")) {
      if (Number(link.getAttribute("data-fact")) === number) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }

  /** @param {Feed} feed @param {Times} times */
  #draw(feed, times) {
    fill(this.root, h("h2", {}, "Time sheet"),
      h("p", { class: "hint" }, `Clock: ${times.clock}. Times are in seconds; times of day are in UTC${times.day ? `, from ${times.day} on` : ""}. No hash of the record covers this sheet; in a bundle, its signature can be checked.`),
      h("h3", {}, "Time of each seat"), this.#seats(times), ...this.figures.draw(feed, times.plots),
      h("h3", {}, "Every answer"), times.decisions.length ? this.#answers(feed, times) : h("p", {}, "There was no answer."));
  }

  /** @param {Times} times */
  #seats({ seats, has_bank: hasBank }) {
    const rows = seats.map((each) => [
      h("th", { scope: "row", class: `seat-${each.seat}` }, this.names[each.seat]), h("td", {}, each.answers), h("td", {}, each.time_outs),
      h("td", {}, each.used), hasBank ? h("td", {}, each.charged) : null, h("td", {}, each.longest), h("td", {}, each.credited), h("td", {}, each.away)]);
    const heads = ["Seat", "Answers", "Time-outs", "Used", hasBank ? "From the bank" : null, "Longest", "Credited", "Away, paid"];
    return table("Time of each seat", heads, rows);
  }

  /** @param {Feed} feed @param {Times} times */
  #answers(feed, { decisions, has_bank: hasBank }) {
    const heads = ["Fact", "Seat", "Question", "Asked", "Delivered", "Received", "Used", "Charged", hasBank ? "Bank" : null, "Credited", "Connection", "Given by"];
    const rows = decisions.map((each) => [
      h("th", { scope: "row" }, this.#link(feed, each)), h("td", { class: `seat-${each.seat}` }, this.names[each.seat]), h("td", {}, `${each.question} ${each.question_name.replace(/^.*\./, "").replaceAll("_", " ")}`),
      h("td", {}, each.asked), h("td", {}, each.delivered), h("td", {}, each.received), h("td", {}, each.used), h("td", {}, each.charged),
      hasBank ? h("td", {}, each.bank) : null, h("td", {}, each.credited), h("td", {}, each.connection),
      h("td", { class: each.is_time_out ? "time-out" : undefined }, each.given || "player")]);
    return table("Every answer", heads, rows);
  }

  /** @param {Feed} feed @param {TimedDecision} decision */
  #link(feed, { fact, entry }) {
    const told = `Fact ${fact}, entry ${entry}: ${feed.fact(fact)?.sentence ?? ""}`;
    return h("button", { type: "button", class: "news", "data-fact": fact, title: told, "aria-label": told, onclick: () => this.go(fact) }, fact);
  }
}

/** @param {string} name @param {(string | null)[]} heads @param {(HTMLElement | null)[][]} rows */
function table(name, heads, rows) {
  return h("div", { class: "grid", tabindex: 0, role: "region", "aria-label": name },
    h("table", {}, h("thead", {}, h("tr", {}, ...heads.map((head) => (head === null ? null : h("th", { scope: "col" }, head))))),
      h("tbody", {}, ...rows.map((cells) => h("tr", {}, ...cells)))));
}
