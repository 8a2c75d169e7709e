/** @module The flat form that Markdown is read into: text with marks where a rule must not, or only weakly, read on. */

/** Where emphasis begins or ends inside a run. */
export const emphasisMark = "\u0001";
/** A link that shows a reference; the n-th of a block is `links[n]`. */
export const linkMark = "\u0002";
/** Any other inline node: code, image, tag. No rule reads across it. */
export const nodeMark = "\uFFFC";

export interface Link {
  readonly text: string;
  readonly url: string;
}

/** The prose of one paragraph, heading, table cell, HTML block or plain part, with the marks above; lines are separate runs. */
export interface Prose {
  readonly text: string;
  readonly links: readonly Link[];
}
