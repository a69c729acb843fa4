// The page of an event in a single file: everything it shows is in the file itself.

import { h } from "./dom.js";
import { EventPage } from "./event_page.js";
import { unpacked } from "./saved_source.js";
import { SourceError } from "./source.js";

const OLD_BROWSER = "This browser is too old to open an event from a file. Use a current version of Firefox, Chrome, Edge or Safari.";
const DAMAGED = "This file is damaged: a part of it cannot be read. Get it again from where it came from.";

/** The event in this file. */
class SavedEvent {
  /** Matches are not in the file. */
  hasMatches = false;

  /** @param {Record<string, any>} sections */
  constructor(sections) {
    this.sections = sections;
  }

  /** @param {string} name @param {string} of @returns {Promise<any>} */
  async section(name, of = "") {
    const found = this.sections[name];
    if (name !== "round" && name !== "entrant") return found;
    if (Object.hasOwn(found, of)) return found[of];
    throw new SourceError(`There is no ${name} ${JSON.stringify(of)} in this event. The standings list all entrants.`, "NO_SUCH_PART");
  }
}

/** @param {HTMLElement} root */
async function show(root) {
  if (!("DecompressionStream" in window)) throw new SourceError(OLD_BROWSER);
  let sections;
  try {
    sections = JSON.parse(await unpacked("event"));
  } catch (problem) {
    throw problem instanceof SourceError ? problem : new SourceError(DAMAGED);
  }
  const page = new EventPage(new SavedEvent(sections));
  root.replaceChildren(page.root);
  window.addEventListener("hashchange", () => page.show());
  await page.show();
}

const root = /** @type {HTMLElement} */ (document.getElementById("event"));
show(root).catch((problem) => {
  if (!(problem instanceof SourceError)) throw problem;
  root.replaceChildren(h("main", { class: "trouble" }, h("h1", {}, "This event cannot be shown"), h("p", {}, problem.message)));
});
