// Forms that are folded until somebody needs them, each for one step.

import { h } from "./dom.js";

/** @typedef {{name: string, label: string, field: HTMLElement & {value: string}, hint?: string}} Field */

/**
 * @param {string} title the name of the step, and of its button
 * @param {Field[]} fields
 * @param {(values: Record<string, string>, send: HTMLButtonElement, problem: HTMLElement) => void} take
 * @param {() => void} [onOpen] called when the form is unfolded
 */
export function stepForm(title, fields, take, onOpen) {
  const id = `form-${Math.random().toString(36).slice(2)}`;
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const send = h("button", { type: "submit", class: "primary" }, title);
  const rows = fields.flatMap(({ name, label, field, hint }) => {
    field.id = `${id}-${name}`;
    field.setAttribute("name", name);
    return [h("label", { for: field.id }, label), field, hint ? h("p", { class: "hint" }, hint) : null];
  });
  const form = h("form", { class: "step-form", novalidate: true }, ...rows, problem, send);
  const details = h("details", { class: "step" }, h("summary", {}, title), form);
  if (onOpen) details.addEventListener("toggle", () => details.open && onOpen());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    take(Object.fromEntries(fields.map(({ name, field }) => [name, field.value])), send, problem);
  });
  return details;
}
