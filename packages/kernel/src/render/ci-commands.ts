/** @module Printed text that a CI system must not obey. */

/**
 * Text of which no line begins a command of the CI system that prints it: GitHub Actions obeys a line that begins with
 * `::` or `##[`, also after spaces, and a title or path may be wrapped to begin one. Such a line gets a bar before it.
 */
export function withoutCommands(text: string): string {
  if (!text.includes("::") && !text.includes("##[")) return text;
  return text.replaceAll(/^(?<margin>[^\S\n]*)(?=::|##\[)/gm, (margin: string) =>
    margin === "" ? "| " : `${margin.slice(0, -1)}|`,
  );
}
