/** @module The first JSON object or array of a text that may hold other words around it. */

/** Longer answers are not looked through. */
const longestAnswer = 64 * 1024;

/** Where the value that opens at `from` closes; -1 when it does not. Brackets in strings do not count. */
function closing(text: string, from: number): number {
  let depth = 0;
  let isString = false;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at];
    if (isString) {
      if (character === "\\") at += 1;
      else if (character === '"') isString = false;
    } else if (character === '"') isString = true;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}

/** The first object or array of a text, or undefined when there is none that can be read. Never throws. */
export function firstJson(text: string): unknown {
  const answer = text.slice(0, longestAnswer);
  const from = answer.search(/[[{]/);
  const end = from < 0 ? -1 : closing(answer, from);
  if (end < 0) return undefined;
  try {
    return JSON.parse(answer.slice(from, end + 1));
  } catch {
    return undefined;
  }
}
