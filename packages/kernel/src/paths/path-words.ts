/** @module The words of a path: cut at everything that is neither letter nor digit and at case changes, folded. */

import { foldCase } from "./views.ts";

const separators = /[^\p{L}\p{M}\p{N}]+/u;
const asciiSeparators = /[^A-Za-z0-9]+/;
/** `oauthClient`, `v2Client`, and before the last capital of `HTTPServer`. */
const asciiCaseChanges = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/;
const caseChanges = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/**
 * The words of a path or name in order, folded, so they can be compared whole: `src/OAuth2Client.ts` gives `src`, `o`,
 * `auth2`, `oauth2`, `client`, `ts`. A single letter is also given together with the word it begins.
 */
export function wordsOfPath(path: string): string[] {
  // Nearly all paths are ASCII, and the tables of all Unicode letters are slow to load.
  const isAscii = /^[\x00-\x7f]*$/.test(path);
  const words: string[] = [];
  for (const chunk of path.split(isAscii ? asciiSeparators : separators)) {
    if (chunk === "") continue;
    if (isAscii ? chunk === chunk.toLowerCase() : !/\p{Lu}/u.test(chunk)) {
      words.push(foldCase(chunk));
      continue;
    }
    let single = "";
    for (const part of chunk.split(isAscii ? asciiCaseChanges : caseChanges)) {
      const word = foldCase(part);
      words.push(word);
      if (single !== "") words.push(single + word);
      single = word.length === 1 ? word : "";
    }
  }
  return words;
}
