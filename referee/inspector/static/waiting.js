// A match that has not begun: who sits where, and taking a free seat.

import { call, CallError, keepToken } from "./calls.js";
import { h } from "./dom.js";

/** @typedef {import("./play.js").LiveState} LiveState */

/** @param {string} match @param {string} token @param {LiveState} state @returns {HTMLElement} */
export function waitingRoom(match, token, state) {
  const seats = state.names.map((name, seat) => h("li", {}, h("span", { class: `seat-number seat-${seat}`, "aria-hidden": "true" }, seat), state.free.includes(seat) ? "free" : name));
  const about = {
    waiting: "It begins when every seat is taken.",
    cancelled: "It was cancelled before it began.",
  }[state.status] ?? `It is ${state.status}.`;
  const join = token || state.status !== "waiting" ? null : joinForm(match);
  const fill = token && state.status === "waiting" ? fillForm(match, token) : null;
  return h("main", { class: "waiting" }, h("h1", {}, "A match that has not begun"), h("p", { role: "status" }, state.problem || about),
    h("ul", { class: "waiting-seats" }, ...seats), join, fill, h("p", {}, h("a", { href: "/" }, "All matches of this server")));
}

/** A form that takes a seat and opens the match. @param {string} match @param {boolean} needsInvite */
export function joinForm(match, needsInvite = true) {
  const name = h("input", { type: "text", name: "name", maxlength: 60, required: true, autocomplete: "nickname", value: localStorage.getItem("name") ?? "" });
  const invite = h("input", { type: "text", name: "invite", autocomplete: "off" });
  const problem = h("p", { class: "problem", role: "alert" });
  const form = h("form", { class: "join" },
    h("label", {}, "Your name", name), needsInvite ? h("label", {}, "Invite code, if one is needed", invite) : null,
    h("button", { type: "submit", class: "primary" }, "Take a seat"), problem);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    localStorage.setItem("name", name.value);
    join(match, name.value, invite.value).catch((/** @type {unknown} */ error) => {
      if (!(error instanceof CallError)) throw error;
      problem.textContent = error.message;
    });
  });
  return form;
}

/** Take a seat, and open the match as that seat. @param {string} match @param {string} name @param {string} invite */
export async function join(match, name, invite = "") {
  const taken = await call("join", { match, name, invite });
  keepToken(match, taken.token);
  location.assign(`/live/${match}`);
  if (location.pathname === `/live/${match}`) location.reload();
}

/** @param {string} match @param {string} token */
function fillForm(match, token) {
  const problem = h("p", { class: "problem", role: "alert" });
  const fill = (/** @type {string} */ what) => call("fill", { match, token, what }).catch((/** @type {unknown} */ error) => {
    if (!(error instanceof CallError)) throw error;
    problem.textContent = error.message;
  });
  return h("div", { class: "join" },
    h("button", { type: "button", class: "plain", onclick: () => fill("sensible") }, "Fill the free seats with sensible bots"),
    h("button", { type: "button", class: "plain", onclick: () => fill("random") }, "with random bots"), problem);
}
