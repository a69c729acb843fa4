// Links to a moment: #fact=132&as=2&edition=fr

/** @typedef {{fact?: number, as?: string, edition?: string, compare?: string}} Link */

/** @param {string} hash @returns {Link} */
export function readLink(hash) {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const fact = given.get("fact") ?? "";
  /** @type {Link} */
  const link = {};
  if (/^\d{1,9}$/.test(fact)) link.fact = Number(fact);
  else if (fact) link.fact = NaN;
  const viewer = given.get("as");
  if (viewer) link.as = viewer;
  const edition = given.get("edition");
  if (edition) link.edition = edition;
  const compare = given.get("compare");
  if (compare) link.compare = compare;
  return link;
}

/** @param {Required<Link>} link @param {string} usual the edition of the match, which a link leaves out */
export function writeLink(link, usual) {
  const parts = [`fact=${link.fact}`];
  if (link.as !== "open") parts.push(`as=${encodeURIComponent(link.as)}`);
  if (link.edition !== usual) parts.push(`edition=${encodeURIComponent(link.edition)}`);
  if (link.compare) parts.push(`compare=${encodeURIComponent(link.compare).replace(/%(3A|2C|2F)/g, decodeURIComponent)}`);
  return `#${parts.join("&")}`;
}
