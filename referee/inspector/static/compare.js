// Compare: a match as it was played and under another reading, side by side from the first difference.

import { fill, h } from "./dom.js";
import { Feed } from "./feed.js";
import { isTable, SourceError, TABLE } from "./source.js";

/**
 * @typedef {import("./page.js").Page} Page
 * @typedef {import("./source.js").Comparison} Comparison
 * @typedef {import("./source.js").Picture} Picture
 * @typedef {import("./source.js").Rulings} Rulings
 * @typedef {import("./boards/plain.js").Board} Board
 * @typedef {[number, number, "same" | "different" | "played" | "tried"]} Step
 */

/** The longest run of equal facts that the list shows; of a longer one it shows the ends. */
const LONGEST_RUN = 6;
/** Number of things that differ on the table that are listed. */
const MOST_THINGS = 12;

const EFFECTS = {
  none: "No effect: the same questions, the same facts, the same outcome.",
  questions: "The same facts, but a question or its options differ.",
  facts: "Different facts, but the same outcome.",
  outcome: "The outcome changes.",
  unknown: "Unknown outcome: the recorded answers do not reach an end.",
};
const SO_FAR = { ...EFFECTS, none: "No effect so far: the same questions, the same facts.", facts: "Different facts; the match is not over." };
/** What the two sides are called: under two readings, and at two tables. */
const READINGS = { played: "As played", tried: "As tried", here: "Played", there: "Tried", alone: { played: "only as played", tried: "only as tried" } };
const TABLES = { played: "This table", tried: "Other table", here: "This", there: "Other", alone: { played: "only at this table", tried: "only at the other table" } };

export class ComparePanel {
  /** @param {Page} page @param {(names: string[]) => Promise<Board>} makeBoard */
  constructor(page, makeBoard) {
    this.page = page;
    this.makeBoard = makeBoard;
    this.root = h("div", { class: "compare", tabindex: 0, role: "region", "aria-label": "Compare with another reading" });
    this.picker = h("form", { class: "picker" });
    this.tables = h("div", { class: "other-tables" });
    this.report = h("div", { class: "report", "aria-live": "polite" });
    this.list = h("ol", { class: "pairs", "aria-label": "Both stories" });
    this.root.append(h("h2", {}, "Compare"), this.picker, this.tables, this.report, this.list);
    this.list.addEventListener("click", (event) => this.#clicked(event));
    /** @type {Comparison | null} */
    this.shown = null;
    this.readings = "";
    this.index = 0;
    this.asked = 0;
    /** @type {Feed | null} */
    this.feed = null;
    /** @type {Board | null} */
    this.board = null;
    /** @type {Map<number, HTMLElement>} */
    this.rows = new Map();
    /** @type {Rulings | null} */
    this.rulings = null;
    this.#buildTable();
  }

  /** Whether a comparison is on the table. */
  get isOn() {
    return this.shown !== null;
  }

  #buildTable() {
    const caption = (/** @type {string} */ name, /** @type {boolean} */ isLive) => {
      const where = h("p", { class: "side-where" });
      const sentence = h("p", { class: "side-sentence", "aria-live": isLive ? "polite" : undefined });
      return { root: h("div", { class: `side-caption ${name}` }, where, sentence), where, sentence };
    };
    this.played = caption("as-played", true);
    this.tried = caption("as-tried", true);
    this.triedTable = h("div", { class: "table tried-table" });
    this.triedSide = h("section", { class: "side tried-side", "aria-label": "As tried", hidden: true }, this.tried.root, this.triedTable);
    const act = (/** @type {string} */ name, /** @type {() => void} */ does) => h("button", { type: "button", class: "plain", onclick: does }, name);
    this.what = h("p", { class: "comparing-what" });
    this.bar = h("div", { class: "comparing", role: "group", "aria-label": "Comparison", hidden: true }, this.what,
      h("div", { class: "buttons" }, act("First difference", () => this.toFirst()), act("Previous", () => this.toDifference(-1)), act("Next difference", () => this.toDifference(1)), act("End comparison", () => this.close())));
  }

  // --- what to compare with ---

  /** Fill the picker, once. */
  async offer() {
    if (this.rulings !== null) return;
    try {
      this.rulings = await this.page.source.rulings();
      this.#fillPicker(this.rulings);
      this.#offerTables(await this.page.source.tables());
    } catch (problem) {
      this.#fail(problem);
    }
  }

  /** @param {Rulings} rulings */
  #fillPicker({ rulings, editions }) {
    const option = (/** @type {string} */ value, /** @type {string} */ name) => h("option", { value }, name);
    const choice = h("select", { id: "compare-with" },
      h("optgroup", { label: "Another edition" }, ...editions.filter(({ changes }) => changes).map(({ edition, name, changes }) => option(`edition:${edition}`, `${name} (${changes} ${changes === 1 ? "reading differs" : "readings differ"})`))),
      h("optgroup", { label: "Another reading" }, ...rulings.flatMap(({ ruling, reading, readings }) => Object.keys(readings).filter((each) => each !== reading).map((each) => option(`${ruling}:${each}`, `${ruling}: ${each}`)))));
    const says = h("p", { class: "hint" });
    const explain = () => {
      const [key, reading] = choice.value.split(":");
      const found = rulings.find(({ ruling }) => ruling === key);
      fill(says, ...(found ? [found.question, " ", h("em", {}, `As played: ${found.readings[found.reading]}`), " ", h("em", {}, `To try: ${found.readings[reading]}`)] : ["All readings of this edition in place of those of the match."]));
    };
    choice.addEventListener("change", explain);
    explain();
    this.picker.replaceChildren(
      h("label", { for: "compare-with" }, "Run the match again under"), choice, says,
      h("button", { type: "submit", class: "primary" }, "Compare"));
    this.picker.addEventListener("submit", (event) => {
      event.preventDefault();
      this.open(choice.value);
    });
    this.choice = choice;
    this.explainChoice = explain;
    this.#choose();
  }

  /** List the other matches with the same deal. @param {import("./source.js").OtherTable[]} tables */
  #offerTables(tables) {
    fill(this.tables, ...(tables.length ? [
      h("h3", {}, "The same deal at other tables"),
      h("ul", {}, ...tables.map(({ match, names, result }) => h("li", {}, h("button", { type: "button", class: "plain", onclick: () => this.open(TABLE + match) }, match), ` ${names.join(", ")} `,
        h("details", {}, h("summary", {}, "Result"), result)))),
    ] : []));
  }

  /** What the two sides are called. */
  get words() {
    return isTable(this.readings) ? TABLES : READINGS;
  }

  /** Show in the picker what is compared. */
  #choose() {
    if (!this.choice || !this.readings || isTable(this.readings)) return;
    this.choice.value = this.readings;
    this.explainChoice?.();
  }

  // --- running ---

  /** Compare with other readings, written as in a link. @param {string} readings @param {boolean} [isFirst] whether to go to the first difference */
  async open(readings, isFirst = true) {
    if (this.page.feed.viewer !== "open") {
      await this.page.look("open");
      if (this.page.feed.viewer !== "open") return;
    }
    this.asked += 1;
    const asked = this.asked;
    this.page.open("compare");
    this.root.setAttribute("aria-busy", "true");
    fill(this.report, h("p", { class: "busy", role: "status" }, isTable(readings) ? "Comparing with the other table …" : "Running the match again under the other reading …"));
    this.list.replaceChildren();
    try {
      const report = await this.page.source.comparison(readings);
      const source = this.page.source.tried(readings);
      const [feed, board] = await Promise.all([new Feed(source, "open").load(report.first === null ? 1 : report.steps[report.first][1]), this.makeBoard(report.names ?? this.page.names)]);
      if (asked !== this.asked) return;
      this.feed = feed;
      this.board = board;
      this.triedTable?.replaceChildren(board.svg);
      this.#begin(readings, report);
      const { first } = report;
      if (isFirst && first !== null) await this.#to(first);
      else await this.follow(this.page.number, true);
      this.page.writeLink();
    } catch (problem) {
      if (asked === this.asked) {
        this.close();
        this.#fail(problem);
      }
    } finally {
      if (asked === this.asked) this.root.removeAttribute("aria-busy");
    }
  }

  /** @param {unknown} problem */
  #fail(problem) {
    if (!(problem instanceof SourceError)) throw problem;
    fill(this.report, h("p", { class: "problem", role: "alert" }, problem.message));
  }

  /** @param {string} readings @param {Comparison} report */
  #begin(readings, report) {
    this.shown = report;
    this.readings = readings;
    this.index = 0;
    this.#choose();
    if (this.bar) this.bar.hidden = false;
    if (this.triedSide) this.triedSide.hidden = false;
    this.page.root?.classList.add("is-comparing");
    this.triedSide?.setAttribute("aria-label", this.words.tried);
    if (report.trial) {
      const changed = Object.entries(report.trial.readings);
      const one = changed.length === 1 ? changed[0] : null;
      this.what?.replaceChildren(...(one ? [h("code", {}, one[0]), ": ", h("strong", {}, one[1][1]), ` instead of ${one[1][0]}`] : [`${changed.length} readings of ${this.#editionName(report.trial.edition)}`]));
      this.#drawReport(report, report.trial);
    } else {
      this.what?.replaceChildren("The same deal at ", h("strong", {}, readings.slice(TABLE.length)), `: ${(report.names ?? []).join(", ")}`);
      this.#drawTable(report);
    }
    this.#drawList(report);
  }

  /** @param {string} edition */
  #editionName(edition) {
    return this.page.summary.editions[edition] ?? edition;
  }

  /** Put the comparison away. */
  close() {
    this.asked += 1;
    this.shown = null;
    this.readings = "";
    this.feed = null;
    this.root.removeAttribute("aria-busy");
    if (this.bar) this.bar.hidden = true;
    if (this.triedSide) this.triedSide.hidden = true;
    this.page.root?.classList.remove("is-comparing");
    this.report.replaceChildren();
    this.list.replaceChildren();
    this.page.redraw();
    this.page.writeLink();
  }

  // --- moments ---

  /** @param {number} by */
  async step(by) {
    if (this.shown === null) return;
    await this.#to(Math.max(0, Math.min(this.shown.steps.length - 1, this.index + by)));
  }

  /** Whether there is nothing after this step. */
  get isAtEnd() {
    return this.shown === null || this.index >= this.shown.steps.length - 1;
  }

  async toFirst() {
    if (this.shown?.first != null) await this.#to(this.shown.first);
  }

  /** Go to the next step at which the sides differ, or the previous one. @param {number} by */
  async toDifference(by) {
    if (this.shown === null) return;
    const { steps } = this.shown;
    // A run of differences counts as one.
    let at = this.index + by;
    while (by > 0 && steps[at] && steps[at][2] !== "same") at += by;
    while (steps[at] && steps[at][2] === "same") at += by;
    while (by < 0 && steps[at - 1] && steps[at - 1][2] !== "same") at += by;
    if (steps[at]) await this.#to(at);
  }

  /** @param {number} index */
  async #to(index) {
    if (this.shown === null) return;
    this.index = index;
    const played = Math.max(1, this.shown.steps[index][0]);
    if (this.page.number === played) await this.follow(played);
    else await this.page.go(played);
  }

  /** Show the step at which the match as played is at a fact. @param {number} number @param {boolean} [isMoved] */
  async follow(number, isMoved = false) {
    if (this.shown === null || this.feed === null) return;
    const { steps } = this.shown;
    if (isMoved || Math.max(1, steps[this.index][0]) !== number) {
      const found = steps.findIndex(([played]) => played >= number);
      this.index = found < 0 ? steps.length - 1 : found;
    }
    const { index, feed } = this;
    const tried = Math.max(1, steps[index][1]);
    try {
      while (!feed.isReady(tried)) await feed.ready(tried);
      feed.ready(tried).catch(() => {});
    } catch (problem) {
      this.#fail(problem);
      return;
    }
    if (feed === this.feed && index === this.index) this.#draw(steps[index], number, tried);
  }

  /** @param {Step} step @param {number} played @param {number} tried */
  #draw([, , kind], played, tried) {
    const { page, feed, board } = this;
    if (feed === null || board === null || !page.feed.isReady(played)) return;
    const ours = page.feed.pictureAfter(played).picture;
    const theirs = feed.pictureAfter(tried).picture;
    const differing = differences(ours, theirs);
    page.board.draw(ours, differing);
    board.draw(theirs, differing);
    this.#caption(this.played, this.words.played, page.feed, played, kind === "tried" ? "nothing more here" : "");
    const isStopped = tried === feed.last && kind === "played";
    this.#caption(this.tried, this.words.tried, feed, tried, isStopped ? this.#whyOver() : kind === "played" ? "nothing more here" : "");
    this.triedSide?.classList.toggle("is-over", isStopped);
    for (const side of [this.played, this.tried]) side?.root.classList.toggle("differs", kind !== "same");
    this.#drawThings(ours, theirs, differing);
    this.#mark();
  }

  #whyOver() {
    return this.shown?.trial?.stop && this.shown.trial.stop.reason !== "record_ends" ? "the trial has stopped here" : "the match is over here";
  }

  /** @param {{where: HTMLElement, sentence: HTMLElement} | undefined} caption @param {string} name @param {Feed} feed @param {number} number @param {string} note */
  #caption(caption, name, feed, number, note) {
    const fact = feed.fact(number);
    caption?.where.replaceChildren(h("strong", {}, name), h("span", {}, `fact ${number} of ${feed.last}`), note ? h("em", {}, note) : "");
    if (caption && caption.sentence.textContent !== fact.sentence) caption.sentence.textContent = fact.sentence;
  }

  // --- in words ---

  /** @param {Comparison} report @param {import("./source.js").Trial} trial */
  #drawReport({ outcome, outcome_tried: outcomeTried }, trial) {
    const effects = trial.outcome === null ? SO_FAR : EFFECTS;
    const { names } = this.page;
    const { fact, question, stop } = trial;
    const side = (/** @type {string} */ name, /** @type {{sentence: string, rule: {rule: string}} | null} */ found) =>
      h("li", {}, h("strong", {}, name), " ", found ? found.sentence : "The match is over.", found ? h("code", { class: "cited" }, ` ${found.rule.rule}`) : null);
    const asked = (/** @type {string} */ name, /** @type {import("./source.js").AskedSide | null} */ found) =>
      h("li", {}, h("strong", {}, name), " ", found ? `${names[found.seat]} is asked: ${found.asked} (${found.options} options)` : "Nothing is asked here.",
        found?.alone.length ? h("ul", { class: "alone" }, ...found.alone.slice(0, MOST_THINGS).map((each) => h("li", {}, `only here: ${each}`))) : null);
    fill(this.report,
      h("p", { class: `effect effect-${trial.effect}` }, effects[trial.effect]),
      h("details", { open: Object.keys(trial.readings).length <= 2 }, h("summary", {}, `Readings that change (${Object.keys(trial.readings).length})`),
        h("ul", { class: "changed-readings" }, ...Object.entries(trial.readings).map(([key, [was, now]]) => h("li", {}, h("code", {}, key), ` ${was} → ${now}`)))),
      question ? h("div", {}, h("h3", {}, `First question that differs, after fact ${question.after}`), h("ul", { class: "sides" }, asked("As played:", question.record), asked("As tried:", question.tried))) : null,
      fact ? h("div", {}, h("h3", {}, `First fact that differs: ${fact.number}, in entry ${fact.entry}`),
        h("ul", { class: "sides" }, side("As played:", fact.record), side("As tried:", fact.tried)),
        fact.fields.length ? h("p", { class: "hint" }, `Fields that differ: ${fact.fields.join(", ")}.`) : null) : null,
      fact === null && trial.effect !== "none" ? h("p", { class: "hint" }, `No fact differs up to fact ${trial.facts_tried}, where the trial ends.`) : null,
      h("h3", {}, "Recorded answers"),
      h("p", {}, `${trial.followed} of ${trial.answers} could be followed under the other reading.`, trial.passed_over ? ` ${trial.passed_over} were skipped because their questions are no longer asked.` : ""),
      stop ? this.#stop(stop) : null,
      h("details", { class: "outcome" }, h("summary", {}, "Outcome"),
        h("ul", { class: "sides" }, h("li", {}, h("strong", {}, "As played:"), ` ${outcome}`), h("li", {}, h("strong", {}, "As tried:"), ` ${trial.outcome_tried ? outcomeTried : "not reached"}`))),
      this.things = h("details", { class: "things" }));
  }

  /** @param {Comparison} report */
  #drawTable({ first, steps, readings = {}, outcome, outcome_tried: outcomeTried }) {
    const changed = Object.entries(readings);
    fill(this.report,
      h("p", { class: "effect" }, first === null ? "Both tables have the same story." : `The tables differ from fact ${Math.max(1, steps[first][0])} on. Turns are shown side by side.`),
      changed.length ? h("details", {}, h("summary", {}, `Readings that differ (${changed.length})`), h("ul", { class: "changed-readings" }, ...changed.map(([key, [was, now]]) => h("li", {}, h("code", {}, key), ` ${was} → ${now}`)))) : null,
      h("details", { class: "outcome" }, h("summary", {}, "Outcome"),
        h("ul", { class: "sides" }, h("li", {}, h("strong", {}, "This table:"), ` ${outcome}`), h("li", {}, h("strong", {}, "Other table:"), ` ${outcomeTried}`))),
      this.things = h("details", { class: "things" }));
  }

  /** @param {import("./source.js").TrialStop} stop */
  #stop(stop) {
    const who = this.page.names[stop.seat];
    if (stop.reason === "record_ends") return h("p", { class: "trial-stop" }, `The record ends with a question to ${who}: ${stop.asked}`);
    if (stop.reason === "not_on_record") return h("p", { class: "trial-stop" }, h("strong", {}, `The trial stops after fact ${stop.after}. `), `${who} is asked a question without a recorded answer: `, h("q", {}, stop.asked));
    return h("p", { class: "trial-stop" }, h("strong", {}, `The trial stops after fact ${stop.after}. `), `The answer of ${who} in entry ${stop.entry} is not allowed: `, h("q", {}, stop.asked), ` → ${stop.choices.join(" ") || "Nothing."} Refused: ${stop.why}`);
  }

  /** @param {Picture} ours @param {Picture} theirs @param {string[]} differing */
  #drawThings(ours, theirs, differing) {
    if (!this.things) return;
    const rows = differing.slice(0, MOST_THINGS).map((key) => h("li", {}, h("span", {}, h("strong", {}, `${this.words.here}: `), ours.get(key)?.name ?? "not there"), " ", h("span", {}, h("strong", {}, `${this.words.there}: `), theirs.get(key)?.name ?? "not there")));
    if (differing.length > MOST_THINGS) rows.push(h("li", {}, `and ${differing.length - MOST_THINGS} more`));
    const count = differing.length === 0 ? "Both tables are the same now" : `${differing.length} ${differing.length === 1 ? "thing differs" : "things differ"} on the table now`;
    this.things.replaceChildren(h("summary", {}, count), h("ul", {}, ...rows));
  }

  // --- both stories ---

  /** @param {Comparison} report */
  #drawList(report) {
    this.rows.clear();
    const { steps, first } = report;
    if (first === null) {
      this.list.replaceChildren();
      return;
    }
    const rows = [h("li", { class: "pair-head", "aria-hidden": "true" }, h("span", {}, this.words.played), h("span", {}, this.words.tried))];
    for (let at = first; at < steps.length; ) {
      let end = at;
      while (end < steps.length && steps[end][2] === "same") end += 1;
      if (end - at > LONGEST_RUN) {
        rows.push(this.#row(at), this.#gap(at + 1, end - 1), this.#row(end - 1));
        at = end;
      } else {
        rows.push(this.#row(at));
        at += 1;
      }
    }
    this.list.replaceChildren(...rows);
  }

  /** @param {number} from @param {number} to */
  #gap(from, to) {
    return h("li", { class: "gap", "data-from": from, "data-to": to }, h("button", { type: "button" }, `${to - from} facts that are the same on both sides`));
  }

  /** @param {number} at */
  #row(at) {
    const [played, tried, kind] = /** @type {Comparison} */ (this.shown).steps[at];
    const cell = (/** @type {Feed | null} */ feed, /** @type {number} */ number) => h("span", { class: "cell" }, h("span", { class: "number" }, number), " ", feed?.fact(number)?.sentence ?? "");
    const none = () => h("span", { class: "cell none" }, "—");
    const ours = kind === "tried" ? none() : cell(this.page.feed, played);
    const theirs = kind === "played" ? none() : cell(this.feed, tried);
    const label = kind === "same" ? null : h("span", { class: "visually-hidden" }, kind === "different" ? "different: " : `${this.words.alone[kind]}: `);
    const row = h("li", { class: `pair ${kind}`, "data-step": at }, h("button", { type: "button" }, label, ours, kind === "same" ? null : theirs));
    this.rows.set(at, row);
    return row;
  }

  /** @param {Event} event */
  #clicked(event) {
    const row = /** @type {globalThis.Element} */ (event.target).closest("li");
    if (row === null) return;
    if (row.dataset.step !== undefined) this.#to(Number(row.dataset.step));
    else if (row.dataset.from !== undefined) this.#expand(row);
  }

  /** Show the facts of a gap. @param {HTMLElement} gap */
  #expand(gap) {
    const [from, to] = [Number(gap.dataset.from), Number(gap.dataset.to)];
    const rows = Array.from({ length: to - from }, (_, nth) => this.#row(from + nth));
    gap.replaceWith(...rows);
    rows[0]?.querySelector("button")?.focus();
    this.#mark();
  }

  #mark() {
    for (const row of this.list.querySelectorAll("[aria-current]")) row.removeAttribute("aria-current");
    const row = this.rows.get(this.index) ?? [...this.list.querySelectorAll(".gap")].find((gap) => this.index >= Number(gap.getAttribute("data-from")) && this.index < Number(gap.getAttribute("data-to")));
    row?.setAttribute("aria-current", "true");
  }
}

/** @param {Picture} ours @param {Picture} theirs @returns {string[]} the keys of the elements that are not the same in both */
function differences(ours, theirs) {
  const keys = new Set([...ours.keys(), ...theirs.keys()]);
  return [...keys].filter((key) => JSON.stringify(ours.get(key)) !== JSON.stringify(theirs.get(key)));
}
