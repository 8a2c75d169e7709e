/** @module Why there is no verdict, as Markdown: a configuration names each of its problems on a line of its own. */

import { prose } from "@warrant/kernel/render/markdown-text";

/** Problems that are listed; the file itself has the others. */
const mostLines = 30;

/** The first line as a sentence, the others as a list. */
export function failureText(failure: string): string {
  const lines = failure.split("\n").map((line) => line.trim());
  const [first = "", ...others] = lines.filter((line) => line !== "");
  const items = others.slice(0, mostLines).map((line) => `- ${prose(line)}`);
  if (others.length > mostLines) items.push(`- ${others.length - mostLines} more`);
  return items.length === 0 ? prose(first) : `${prose(first)}\n\n${items.join("\n")}`;
}
