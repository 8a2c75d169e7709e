/** @module A text of its own, for memories that outlive the document it was found in. */

/**
 * The same text, holding on to nothing else. A part that was cut out of a text keeps the whole text in memory, so a word
 * that is remembered would keep the patch or description it stood in.
 */
export function ownCopy(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}
