// What an official signed in with, kept for as long as the tab is open and sent only in the bodies of calls.

const NAME = "desk";

/** @typedef {{key: string, tokens: Record<string, string>}} Secrets */

/** @returns {Secrets} */
export function secrets() {
  return JSON.parse(sessionStorage.getItem(NAME) ?? '{"key": "", "tokens": {}}');
}

/** @param {Secrets} kept */
const keep = (kept) => sessionStorage.setItem(NAME, JSON.stringify(kept));

/** @param {string} key */
export const keepKey = (key) => keep({ ...secrets(), key });

/** @param {string} match @param {string} token */
export const keepDeskToken = (match, token) => keep({ ...secrets(), tokens: { ...secrets().tokens, [match]: token } });

/** @param {string} match */
export function dropDeskToken(match) {
  const kept = secrets();
  delete kept.tokens[match];
  keep(kept);
}

/** Forget everything that this tab has, looks included. */
export function signOut() {
  const kept = secrets();
  sessionStorage.removeItem(NAME);
  for (const [match, token] of Object.entries(kept.tokens)) {
    if (sessionStorage.getItem(`token:${match}`) === token) sessionStorage.removeItem(`token:${match}`);
  }
  for (const name of Object.keys(sessionStorage)) if (name.startsWith("key:")) sessionStorage.removeItem(name);
}

/** What a call about a match is made with. @param {string} [match] */
export function credentials(match = "") {
  const { key, tokens } = secrets();
  const token = tokens[match] ?? "";
  return { match, token, api_key: token ? "" : key };
}
