// The keys of the page, and the help that lists them.

import { h } from "./dom.js";

/**
 * @typedef {import("./page.js").Page} Page
 * @typedef {{keys: string, does: string, tab?: string}} Help
 */

/** @type {Help[]} */
const HELP = [
  { keys: "← →", does: "previous, next fact" },
  { keys: "Shift ← →", does: "previous, next decision" },
  { keys: "[ ]", does: "previous, next turn" },
  { keys: "Home End", does: "first, last fact" },
  { keys: "Space", does: "play or pause" },
  { keys: "+ −", does: "faster, slower" },
  { keys: "0 – 7", does: "the eyes of a seat" },
  { keys: "o", does: "open table" },
  { keys: "s", does: "spectator" },
  { keys: "E (hold)", does: "glance through the other eyes you used last" },
  { keys: "w", does: "why the current fact happened" },
  { keys: "f t p", does: "list of facts, table in words, plots" },
  { keys: "k", does: "knowledge: who knew what when, and hidden roles", tab: "knowledge" },
  { keys: "h", does: "time sheet: when each answer was asked for and given", tab: "times" },
  { keys: "c", does: "compare with another reading, or the same deal at another table", tab: "compare" },
  { keys: "n N", does: "next, previous difference of a comparison", tab: "compare" },
  { keys: "d", does: "disputes: the cases", tab: "cases" },
  { keys: "m", does: "notes, and the review room", tab: "notes" },
  { keys: "/", does: "search; Enter and Shift Enter go to the next and previous find" },
  { keys: "Esc", does: "end the search, or close this" },
  { keys: "?", does: "this help" },
];

/** @param {(tab: string) => boolean} hasTab whether the page has a tab @returns {HTMLDialogElement} */
export function helpDialog(hasTab) {
  const offered = HELP.filter(({ tab }) => tab === undefined || hasTab(tab));
  const rows = offered.map(({ keys, does }) => [h("dt", {}, ...keys.split(" ").map((key) => h("kbd", {}, key))), h("dd", {}, does)]).flat();
  const close = h("button", { type: "button", class: "plain" }, "Close");
  const dialog = h("dialog", { class: "help", "aria-labelledby": "help-title" },
    h("h2", { id: "help-title" }, "Keys"), h("dl", {}, ...rows),
    h("p", { class: "hint" }, "Click a thing on the table to go to the fact that set it. The address of the page is a link to the moment."), close);
  close.addEventListener("click", () => dialog.close());
  return dialog;
}

/** @param {Page} page */
export function listenToKeys(page) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (document.querySelector("dialog[open]")) return;
    if (isTyping(target)) {
      if (event.key === "Escape") target.blur();
      return;
    }
    if (event.key === " " && target.closest("button, summary, a")) return;
    if (event.key === "Enter") return;
    if (press(page, event)) event.preventDefault();
  });
  document.addEventListener("keyup", (event) => {
    if (event.key === "e" || event.key === "E") page.endGlance();
  });
  window.addEventListener("blur", () => page.endGlance());
}

/** @param {HTMLElement} target @returns {boolean} whether keys go to a field */
function isTyping(target) {
  if (target instanceof HTMLInputElement) return target.type !== "range";
  return target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
}

/** @param {Page} page @param {KeyboardEvent} event @returns {boolean} whether the key means something */
function press(page, event) {
  const { key, shiftKey } = event;
  if (key === "ArrowRight" || key === "ArrowLeft") {
    const by = key === "ArrowRight" ? 1 : -1;
    if (shiftKey) page.stepDecision(by);
    else page.step(by);
  } else if (key === "[" || key === "]") page.stepTurn(key === "]" ? 1 : -1);
  else if (key === "Home") page.go(1);
  else if (key === "End") page.go(page.feed.last);
  else if (key === " ") page.togglePlay();
  else if (key === "+" || key === "=") page.changeSpeed(1);
  else if (key === "-" || key === "−") page.changeSpeed(-1);
  else if (key === "o") page.look("open");
  else if (key === "s") page.look("spectator");
  else if (/^[0-9]$/.test(key)) {
    if (Number(key) >= page.names.length) return false;
    page.look(key);
  } else if (key === "e" || key === "E") {
    if (!event.repeat) page.glance();
  } else if (key === "w") page.open("why");
  else if (key === "f") page.open("facts");
  else if (key === "t") page.open("table");
  else if (key === "p") page.open("plots");
  else if (key === "c") page.open("compare");
  else if (key === "d") page.open("cases");
  else if (key === "k") page.open("knowledge");
  else if (key === "h") page.open("times");
  else if (key === "m") page.open("notes");
  else if ((key === "n" || key === "N") && page.compare.isOn) page.compare.toDifference(key === "n" ? 1 : -1);
  else if (key === "/") page.focusSearch();
  else if (key === "?") page.help?.showModal();
  else return false;
  return true;
}
