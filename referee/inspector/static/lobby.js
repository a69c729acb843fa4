// The lobby: matches of a server, and creating one.

import { call, CallError, takeSecrets, tokenOf } from "./calls.js";
import { h } from "./dom.js";
import { join, joinForm } from "./waiting.js";

/**
 * @typedef {{name: string, title: string, least: number, most: number}} Game
 * @typedef {{id: string, game: string, title: string, status: string, names: string[], spectators: boolean,
 *   needs_invite: boolean}} Match
 * @typedef {{server: string, games: Game[], bots: string[], matches: Match[], note?: string}} Lobby
 */

/** Milliseconds after which the page asks the server again. */
const RETRY = 2000;

const root = /** @type {HTMLElement} */ (document.getElementById("lobby"));

/** @param {Match} match */
function row(match) {
  const isMine = tokenOf(match.id) !== "";
  const isFree = match.status === "waiting" && match.names.includes("");
  const seats = match.names.map((name, seat) => name || (match.status === "waiting" ? "free" : `seat ${seat}`)).join(", ");
  const name = `${match.title} · ${match.id.slice(0, 8)}`;
  const isOpen = isMine || match.spectators;
  const title = isOpen ? h("a", { href: `/live/${match.id}` }, name) : h("strong", {}, name);
  const about = isMine ? `${match.status} · you have a seat` : match.status;
  return h("li", {}, title, h("p", {}, seats), h("p", { class: "result" }, isOpen ? about : `${about} · not open to spectators`),
    isFree && !isMine ? h("details", {}, h("summary", {}, "Take a seat"), joinForm(match.id, match.needs_invite)) : null);
}

/** @param {Lobby} lobby */
function createForm(lobby) {
  const game = h("select", { name: "game" }, ...lobby.games.map(({ name, title }) => h("option", { value: name }, title)));
  const seats = h("select", { name: "seats" });
  const name = h("input", { type: "text", name: "name", maxlength: 60, required: true, autocomplete: "nickname", value: localStorage.getItem("name") ?? "" });
  const bots = h("select", { name: "bots" }, h("option", { value: "" }, "people, who take the seats later"), ...lobby.bots.map((bot) => h("option", { value: bot, selected: bot === "sensible" }, `${bot} bots`)));
  const clock = h("input", { type: "text", name: "clock", maxlength: 200, autocomplete: "off", placeholder: "no limit", "aria-describedby": "about-clock" });
  const aboutClock = h("p", { class: "hint", id: "about-clock" }, "Seconds for each decision, or a clock such as fischer 10m+5s, delay 10m+5s, bank 10m. Empty for no limit.");
  const problem = h("p", { class: "problem", role: "alert" });
  const offer = () => {
    const chosen = lobby.games.find((each) => each.name === game.value);
    const numbers = chosen ? Array.from({ length: chosen.most - chosen.least + 1 }, (_, nth) => chosen.least + nth) : [];
    seats.replaceChildren(...numbers.map((number) => h("option", { value: number }, number)));
  };
  game.addEventListener("change", offer);
  offer();
  const form = h("form", { class: "join create" }, h("h2", {}, "New match"), h("label", {}, "Game", game), h("label", {}, "Seats", seats), h("label", {}, "Your name", name),
    h("label", {}, "Other players", bots), h("label", {}, "Clock", clock), aboutClock, h("button", { type: "submit", class: "primary" }, "Create and take a seat"), problem);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    problem.textContent = "";
    localStorage.setItem("name", name.value);
    try {
      const made = await call("create", { name: game.value, seats: Number(seats.value), clock: clock.value });
      if (bots.value) await fill(made.match, bots.value, name.value);
      else await join(made.match, name.value);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      problem.textContent = error.message;
    }
  });
  return form;
}

/** Take a seat first, so that a bot does not take the last one. @param {string} match @param {string} bot @param {string} name */
async function fill(match, bot, name) {
  const { keepToken } = await import("./calls.js");
  const taken = await call("join", { match, name });
  keepToken(match, taken.token);
  await call("fill", { match, token: taken.token, what: bot });
  location.assign(`/live/${match}`);
}

async function main() {
  takeSecrets("");
  try {
    /** @type {Lobby} */
    const lobby = await call("lobby", {});
    const list = lobby.matches.length ? h("ul", { class: "matches" }, ...lobby.matches.map(row)) : h("p", {}, lobby.note || "There are no matches yet.");
    root.replaceChildren(createForm(lobby), h("h2", {}, "Matches"), lobby.note && lobby.matches.length ? h("p", {}, lobby.note) : "", list);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const again = error.isAway ? " This page tries again by itself." : "";
    root.replaceChildren(h("p", { class: "problem", role: "alert" }, `${error.message}${again}`));
    if (error.isAway) setTimeout(main, RETRY);
  }
}

main();
