// The page in a single file: the same page as a server sends, with the match in the file itself.

import { h } from "./dom.js";
import { Feed } from "./feed.js";
import { listenToKeys } from "./keys.js";
import { readLink } from "./links.js";
import { boardOf, Page } from "./page.js";
import { ProofPanel } from "./proof/panel.js";
import { SavedSource } from "./saved_source.js";
import { SourceError } from "./source.js";

const OLD_BROWSER = "This browser is too old to open a match from a file. Use a current version of Firefox, Chrome, Edge or Safari.";

/** Show the match that is in this file. @param {HTMLElement} root */
async function show(root) {
  if (!("DecompressionStream" in window)) throw new SourceError(OLD_BROWSER);
  const source = /** @type {any} */ (await SavedSource.open());
  const summary = await source.summary();
  const { as: asked = "", fact = 1 } = readLink(location.hash);
  const viewer = summary.viewers.includes(asked) ? asked : summary.viewers[0];
  const [feed, board] = await Promise.all([new Feed(source, viewer).load(fact), boardOf(summary)]);
  const page = new Page(source, summary, feed, board);
  const proof = new ProofPanel(source, () => page.open("proof"));
  page.addTab("proof", "Proof", proof.root);
  page.result.root.append(proof.verdict);
  document.title = `${summary.title}: ${summary.names.join(", ")}`;
  root.replaceChildren(/** @type {Node} */ (page.root));
  page.showEyes();
  listenToKeys(page);
  window.addEventListener("hashchange", () => page.follow(location.hash));
  await page.follow(location.hash);
  const state = await proof.check();
  if (state === "bad") page.tell("This file was changed after it was written, or is damaged: do not trust what it shows. ‘Proof’ says more.");
}

const root = /** @type {HTMLElement} */ (document.getElementById("page"));
show(root).catch((problem) => {
  if (!(problem instanceof SourceError)) throw problem;
  root.replaceChildren(h("main", { class: "trouble" }, h("h1", {}, "This match cannot be shown"), h("p", {}, problem.message)));
});
