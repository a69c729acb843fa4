// Calls to a server's pages, and what the page keeps: the tokens of matches, for as long as its tab is open.

import { SourceError } from "./source.js";

/** A call that failed; `isAway` if the server did not answer, so that the call may be made again. */
export class CallError extends SourceError {
  /** @param {string} message @param {string} reason @param {boolean} isAway */
  constructor(message, reason = "", isAway = false) {
    super(message, reason);
    this.isAway = isAway;
  }
}

const ACCESS = "access";
/** @param {string} match */
const nameOf = (match) => `token:${match}`;

/** @param {string} match @returns {string} */
export const tokenOf = (match) => sessionStorage.getItem(nameOf(match)) ?? "";

/** @param {string} match @param {string} token */
export const keepToken = (match, token) => sessionStorage.setItem(nameOf(match), token);

/** @param {string} match */
export const dropToken = (match) => sessionStorage.removeItem(nameOf(match));

/** Take secrets out of the address, where others could see them, and keep them. @param {string} match */
export function takeSecrets(match) {
  const given = new URLSearchParams(location.hash.replace(/^#/, ""));
  const token = given.get("token");
  const access = given.get("access");
  if (token === null && access === null) return;
  if (token !== null && match) keepToken(match, token);
  if (access !== null) sessionStorage.setItem(ACCESS, access);
  given.delete("token");
  given.delete("access");
  const rest = given.toString();
  history.replaceState(null, "", rest ? `#${rest}` : location.pathname);
}

/** The API key with which an official looks at a match. @param {string} match */
const keyNameOf = (match) => `key:${match}`;

/** Look at a match with an API key, for as long as this tab is open; with "", no more. @param {string} match @param {string} key */
export function keepLookKey(match, key) {
  if (key) sessionStorage.setItem(keyNameOf(match), key);
  else sessionStorage.removeItem(keyNameOf(match));
}

/** @param {string} what @param {Record<string, any>} body @param {AbortSignal} [signal] */
export function post(what, body, signal) {
  const key = body.match && !body.token ? sessionStorage.getItem(keyNameOf(body.match)) : null;
  return send(`live/${what}`, key ? { ...body, api_key: key } : body, signal);
}

/** @param {string} path @param {Record<string, any>} body @param {AbortSignal} [signal] */
function send(path, body, signal) {
  const access = sessionStorage.getItem(ACCESS);
  /** @type {Record<string, string>} */
  const headers = { "Content-Type": "application/json", "X-Referee": "1" };
  if (access) headers["X-Referee-Access"] = access;
  return fetch(`/api/${path}`, { method: "POST", headers, body: JSON.stringify(body), signal });
}

/** Make a call and return what it answers. @param {string} what @param {Record<string, any>} body @returns {Promise<any>} */
export const call = (what, body) => answered(() => post(what, body));

/** Make a call of the officials' desk. @param {string} what @param {Record<string, any>} body @returns {Promise<any>} */
export const deskCall = (what, body) => answered(() => send(`desk/${what}`, body));

/** @param {() => Promise<Response>} ask @returns {Promise<any>} */
async function answered(ask) {
  const away = "The server does not answer. Try again when it is back.";
  let reply;
  try {
    reply = await ask();
  } catch {
    throw new CallError(away, "", true);
  }
  const found = await reply.json().catch(() => null);
  if (found === null) throw new CallError(`The server answered with status ${reply.status}.`, "", reply.status >= 500);
  if (!reply.ok) throw new CallError(found.error.message, found.error.reason, reply.status === 503);
  return found;
}

/** Make a key, with which a call can be made again and counts once. */
export const newKey = () => [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
