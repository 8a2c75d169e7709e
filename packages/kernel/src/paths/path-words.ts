/** @module The words of a path: cut at everything that is neither letter nor digit and at case changes, folded. */

import { foldCase } from "./views.ts";

const separators = /[^\p{L}\p{M}\p{N}]+/u;
/** `oauthClient`, `v2Client`, and before the last capital of `HTTPServer`. */
const caseChanges = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/**
 * The words of a path or name in order, folded, so they can be compared whole: `src/OAuth2Client.ts` gives `src`, `o`,
 * `auth2`, `oauth2`, `client`, `ts`. A single letter is also given together with the word it begins.
 */
export function wordsOfPath(path: string): string[] {
  if (/^[\x00-@[-\x7f]*$/.test(path)) return path.split(/[^a-z0-9]+/).filter((word) => word !== "");
  const words: string[] = [];
  for (const chunk of path.split(separators)) {
    if (chunk === "") continue;
    if (!/\p{Lu}/u.test(chunk)) {
      words.push(foldCase(chunk));
      continue;
    }
    let single = "";
    for (const part of chunk.split(caseChanges)) {
      const word = foldCase(part);
      words.push(word);
      if (single !== "") words.push(single + word);
      single = word.length === 1 ? word : "";
    }
  }
  return words;
}
