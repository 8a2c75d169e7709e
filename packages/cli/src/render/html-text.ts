/** @module Text that is safe inside HTML, as an element's content or an attribute's value. */

import { outside } from "@warrant/kernel/render/outside";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Cleaned and escaped: nothing in it is markup, and nothing in it is invisible. */
export function html(text: string): string {
  return outside(text).replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
