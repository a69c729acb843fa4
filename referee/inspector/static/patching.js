// Replaces what is on the page by a newly drawn version, keeping the scroll position, the focus and opened details.

/** Make `shown` look like `made`. Children with the same `data-key` are the same thing. @param {Element} shown @param {Element} made */
export function patch(shown, made) {
  const focused = document.activeElement;
  patchElement(shown, made);
  // Moving a row takes the focus away from what is in it.
  if (focused instanceof HTMLElement && focused !== document.activeElement && shown.contains(focused)) focused.focus({ preventScroll: true });
}

/** @param {Element} shown @param {Element} made */
function patchElement(shown, made) {
  for (const { name } of [...shown.attributes]) {
    // A reader has opened these.
    if (!made.hasAttribute(name) && name !== "open") shown.removeAttribute(name);
  }
  for (const { name, value } of made.attributes) {
    if (shown.getAttribute(name) !== value) shown.setAttribute(name, value);
  }
  const known = keyed(shown);
  /** @type {ChildNode | null} */
  let place = shown.firstChild;
  for (const child of [...made.childNodes]) {
    const match = found(child, known, place);
    if (match === null) {
      shown.insertBefore(child, place);
      continue;
    }
    if (match === place) place = place.nextSibling;
    else shown.insertBefore(match, place);
    if (match instanceof Element) patchElement(match, /** @type {Element} */ (child));
    else if (match.nodeValue !== child.nodeValue) match.nodeValue = child.nodeValue;
  }
  while (place) {
    const next = place.nextSibling;
    place.remove();
    place = next;
  }
}

/** @param {Node} node @returns {string | undefined} */
const keyOf = (node) => (node instanceof HTMLElement || node instanceof SVGElement ? node.dataset.key : undefined);

/** @param {Element} shown @returns {Map<string, ChildNode>} */
function keyed(shown) {
  /** @type {Map<string, ChildNode>} */
  const known = new Map();
  for (const child of shown.childNodes) {
    const key = keyOf(child);
    if (key !== undefined) known.set(key, child);
  }
  return known;
}

/** Return the node on the page that becomes this one; null if there is none. @param {Node} child @param {Map<string, ChildNode>} known @param {ChildNode | null} place */
function found(child, known, place) {
  const key = keyOf(child);
  const match = key === undefined ? place : known.get(key) ?? null;
  if (match === null || match.nodeName !== child.nodeName) return null;
  return key === undefined && keyOf(match) !== undefined ? null : match;
}
