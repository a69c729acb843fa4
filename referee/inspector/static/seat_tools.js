// What a person at a seat can do besides answering: talk, standing orders, undo, pause, and a dispute.

import { CallError, newKey } from "./calls.js";
import { fill, h } from "./dom.js";

/** @typedef {import("./play.js").PlayPanel} PlayPanel */

export class SeatTools {
  /** @param {PlayPanel} panel */
  constructor(panel) {
    this.panel = panel;
    this.said = h("p", { class: "tool-note", role: "status" });
    this.orders = h("div", { class: "switches" });
    this.sayings = h("div", { class: "sayings" });
    this.ordersDialog = dialog("Standing orders", h("p", { class: "hint" }, "The referee passes for you, and asks you nothing where an order applies. No other player can notice."), this.orders);
    this.talkDialog = dialog("Say something to the table", h("p", { class: "hint" }, "Everyone hears it, and it stays in the record."), this.sayings);
    this.pauseDialog = this.#pauseDialog();
    this.caseDialog = this.#caseDialog();
    const button = (/** @type {string} */ name, /** @type {() => void} */ act) => h("button", { type: "button", class: "plain", onclick: act }, name);
    const canTalk = (panel.summary.talk ?? "none") !== "none";
    this.pauseButton = button("Pause …", () => this.openPause());
    /** What makes sense only while the match is played. */
    this.whilePlayed = [
      canTalk ? button("Say …", () => this.openTalk()) : null,
      button("Standing orders …", () => this.openOrders()),
      button("Undo", () => this.attempt(() => panel.ask("propose", { what: "undo" }), "The others are asked whether you may take your last answer back.")),
      this.pauseButton];
    this.another = h("a", { href: "/", hidden: true }, "Play another match");
    this.keepDialog = this.#keepDialog();
    this.keep = button("Keep the whole match …", () => this.keepDialog.showModal());
    this.root = h("div", { class: "seat-tools" },
      h("div", { class: "tool-row", role: "group", "aria-label": "More" }, this.another, this.keep, ...this.whilePlayed, button("Dispute …", () => this.openCase())),
      this.said, this.ordersDialog, this.talkDialog, this.pauseDialog, this.caseDialog, this.keepDialog);
  }

  /** Offer what can be done in this state of the match. @param {import("./play.js").LiveState} state */
  show({ status, standing }) {
    const isOver = status === "ended";
    this.pauseButton.textContent = standing.is_paused ? "Resume …" : "Pause …";
    this.another.hidden = !isOver;
    this.keep.hidden = !isOver;
    for (const button of this.whilePlayed) if (button) button.hidden = isOver;
  }

  /** Do something, and say how it went. @param {() => Promise<any>} act @param {string} [done] @returns {Promise<boolean>} */
  async attempt(act, done = "") {
    try {
      await act();
      this.said.textContent = done;
      this.said.classList.remove("problem");
      return true;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      this.said.textContent = error.message;
      this.said.classList.add("problem");
      return false;
    }
  }

  /** Show the switch for the new question, if the orders are open. */
  questionChanged() {
    if (this.ordersDialog.open) this.#loadOrders();
  }

  // --- standing orders ---

  openOrders() {
    this.ordersDialog.showModal();
    this.#loadOrders();
  }

  #loadOrders() {
    return this.attempt(async () => {
      /** @type {{name: string, sentence: string, is_on: boolean}[]} */
      const switches = await this.panel.ask("orders");
      fill(this.orders, ...switches.map(({ name, sentence, is_on }) => {
        const box = h("input", { type: "checkbox", role: "switch", checked: is_on });
        box.addEventListener("change", () => this.attempt(() => this.panel.ask("order", { what: name, is_on: box.checked })).then(() => this.#loadOrders()));
        return h("label", {}, box, sentence);
      }));
    });
  }

  // --- talk ---

  openTalk() {
    this.talkDialog.showModal();
    return this.attempt(async () => {
      /** @type {{sentences: string[]}[]} */
      const kinds = await this.panel.ask("sayings");
      const rows = kinds.map(({ sentences }, kind) => {
        const which = h("select", { "aria-label": "Statement" }, ...sentences.map((sentence, place) => h("option", { value: place }, sentence)));
        const say = () => this.#say({ kind, place: Number(which.value) });
        return h("div", { class: "saying" }, which, h("button", { type: "button", class: "plain", onclick: say }, "Say"));
      });
      fill(this.sayings, this.panel.summary.talk === "free" ? this.#freeText() : null, ...rows);
    });
  }

  #freeText() {
    const text = h("input", { type: "text", maxlength: 280, "aria-label": "Text", placeholder: "Your own words" });
    const form = h("form", { class: "saying" }, text, h("button", { type: "submit", class: "plain" }, "Say"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (text.value.trim()) this.#say({ text: text.value.trim() });
    });
    return form;
  }

  /** @param {Record<string, any>} words */
  async #say(words) {
    this.talkDialog.close();
    const key = newKey();
    await this.attempt(() => this.panel.ask("say", { ...words, key }));
  }

  // --- pause ---

  openPause() {
    if (this.pauseReason) this.pauseReason.value = "";
    this.pauseDialog.showModal();
  }

  #pauseDialog() {
    this.pauseReason = h("input", { type: "text", required: true, maxlength: 200 });
    const { pauseReason: reason } = this;
    const form = h("form", { class: "join" }, h("p", { class: "hint" }, "The match is paused and resumed when all players agree. No clock runs during a pause."),
      h("label", {}, "Reason, for everyone", reason), h("button", { type: "submit", class: "primary" }, "Ask the others"));
    const made = dialog("Pause or resume the match", form);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      made.close();
      const what = this.panel.state?.standing.is_paused ? "resume" : "pause";
      this.attempt(() => this.panel.ask("propose", { what, text: reason.value }), `The others are asked whether they agree to ${what} the match.`);
    });
    return made;
  }

  // --- the match as a file ---

  #keepDialog() {
    const save = h("button", { type: "submit", class: "primary" }, "Save the page");
    const form = h("form", { class: "join" },
      h("p", {}, "You get one file with what everybody held. It opens in any browser, shows every moment and why it happened, and checks itself, without this server."),
      h("p", { class: "hint" }, "It also tells how the luck would have gone on, so no ruling can continue the match afterwards: settle disputes first."), save);
    const made = dialog("Keep the whole match", form);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      save.disabled = true;
      const { match } = this.panel;
      await this.attempt(async () => download(`${match}.html`, (await this.panel.ask("whole_match")).page), `The match is in the file ${match}.html.`);
      save.disabled = false;
      made.close();
    });
    return made;
  }

  // --- disputes ---

  #caseDialog() {
    this.caseFact = h("p", { class: "what" });
    this.caseRule = h("select", {});
    this.caseClaim = h("textarea", { rows: 4, required: true, maxlength: 1000 });
    this.caseFreeze = h("input", { type: "checkbox" });
    const form = h("form", { class: "join" }, this.caseFact, h("label", {}, "Rule", this.caseRule), h("label", {}, "What is wrong?", this.caseClaim),
      h("label", { class: "check" }, this.caseFreeze, "Freeze the match until an official has ruled"), h("button", { type: "submit", class: "primary" }, "Open a case"));
    const made = dialog("Dispute the fact that is shown", form);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      made.close();
      const { number } = this.panel.page;
      const body = { number, rule: this.caseRule?.value, text: this.caseClaim?.value, is_on: this.caseFreeze?.checked };
      this.attempt(() => this.panel.ask("case", body), "The case is open. An official of this match rules on it.");
    });
    return made;
  }

  openCase() {
    const { page } = this.panel;
    const fact = page.feed.fact(page.number);
    this.caseFact?.replaceChildren(fact.sentence);
    if (this.caseClaim) this.caseClaim.value = "";
    this.caseRule?.replaceChildren(...fact.path.split("/").reverse().map((rule) => h("option", { value: rule }, rule)));
    this.caseDialog.showModal();
  }
}

/** Let the browser save a page. @param {string} name @param {string} text */
function download(name, text) {
  const href = URL.createObjectURL(new Blob([text], { type: "text/html" }));
  h("a", { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/** @param {string} title @param {...(Node | null)} content */
function dialog(title, ...content) {
  const close = h("button", { type: "button", class: "plain" }, "Close");
  const made = h("dialog", { "aria-label": title }, h("h2", {}, title), ...content, close);
  close.addEventListener("click", () => made.close());
  return made;
}
