// Making nodes of the page.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Make an HTML node. A property that begins with "on" is a listener; one that is undefined or false is left out.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} [properties]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  setAll(made, properties);
  append(made, children);
  return made;
}

/**
 * Make an SVG node.
 * @param {string} tag @param {Record<string, any>} [properties] @param {...Child} children
 * @returns {SVGElement}
 */
export function s(tag, properties = {}, ...children) {
  const made = /** @type {SVGElement} */ (document.createElementNS(SVG, tag));
  setAll(made, properties);
  append(made, children);
  return made;
}

/** @param {Element} made @param {Record<string, any>} properties */
function setAll(made, properties) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === false || value === null) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
}

/** Replace the children of a node. @param {Element} node @param {...Child} children */
export function fill(node, ...children) {
  node.replaceChildren();
  append(node, children);
}

/** @param {Element} made @param {Child[]} children */
function append(made, children) {
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) {
      made.append(child instanceof Node ? child : String(child));
    }
  }
}
