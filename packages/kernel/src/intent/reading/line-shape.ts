/** @module Whether a line reads as a request, or looks like a log, a diff, a table or data. */

import { verbAt } from "./lexicon/lookup.ts";
import { phraseSet } from "./lexicon/phrase-set.ts";
import { askingOpeners, fillers, greetings, negators, plainOpeners } from "./lexicon/phrases.ts";
import { auxiliaries, questionWords } from "./lexicon/words.ts";

const openers = phraseSet([...greetings, ...askingOpeners, ...plainOpeners, ...fillers]);
const negations = phraseSet(negators);
const listMarker = /^(?:[-*•+]\s+|\(?\d{1,3}[.)]\s+|\(?[a-zA-Z][.)]\s+|\[[ xX]\]\s+)/;

const logShapes: readonly RegExp[] = [
  /^[[(]?\d{4}-\d\d-\d\d/,
  /^[[(]?\d{1,2}:\d\d:\d\d/,
  /^[[(]?\d{1,2}\/\d{1,2}\/\d{2,4}[ ,T]+\d/,
  /^[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d/,
  /^\[\s*\d[\d.:]*\]/,
  /^\d{9,13}(?:\.\d+)?\s/,
  /^[[(<]?(?:ERROR|WARN|WARNING|INFO|DEBUG|FATAL|TRACE|NOTICE|CRITICAL|SEVERE|ERR!)\b/,
  /^at \S{1,200}(?: \(|:\d)/,
  /^File "[^"]{1,200}", line \d/,
  /^(?:Traceback|Caused by:|goroutine \d|Exception in thread|panic:|npm ERR!|npm error)/,
  /^[\w.$]{1,100}(?:Error|Exception)(?::|$)/,
  /^[$#%] /,
  /^[\w.-]{1,40}@[\w.-]{1,60}[:~ ]/,
  /^(?:---|\+\+\+|@@|diff --git|index [0-9a-f]{3,40}\.\.|\*\*\*|={3,}|-{3,})/,
  /^[-+][^\s-]/,
  /^\|/,
  /^[{}\])]/,
  /^"[^"]{0,200}"\s*:\s*(?:["{[\d-]|true\b|false\b|null\b|$)/,
  /^<[?!]/,
];
const bracketed = /^\[(?<tag>[^\]\n]{1,60})\]\s+/;

/** Whether a trimmed line looks like part of a log, a diff, a table or data. */
export function isLogShaped(line: string): boolean {
  if (logShapes.some((shape) => shape.test(line))) return true;
  if (!line.startsWith("[")) return false;
  const tag = bracketed.exec(line);
  return tag === null || !beginsAsRequest(line.slice(tag[0].length));
}

/** Whether a trimmed line is an item of a list. */
export function isListItem(line: string): boolean {
  return listMarker.test(line);
}

/** A line without its list marker. */
export function withoutMarker(line: string): string {
  return line
    .replace(/^\s+/, "")
    .replace(listMarker, "")
    .replace(/^\[[ xX]\]\s+/, "");
}

const leadingWords = 14;

function firstWords(line: string): string[] {
  return line
    .slice(0, 200)
    .toLowerCase()
    .split(/[\s,:;!.?()—]+/, leadingWords)
    .flatMap((word) => (/^[a-z'_-]+$/.test(word) ? word.split(/[-_]/) : [word]))
    .filter((word) => word !== "");
}

/** Whether the first word after peeling is one a request begins with. */
function beginsAsRequest(line: string): boolean {
  const words = firstWords(line);
  let at = 0;
  for (;;) {
    const found = verbAt(words, at);
    const peeled = openers.at(words, at);
    if (peeled === 0 || (found !== undefined && found.length > peeled)) break;
    at += peeled;
  }
  const word = words[at] ?? "";
  if (at > 0 && at >= words.length) return true;
  return (
    verbAt(words, at) !== undefined || negations.at(words, at) > 0 || questionWords.has(word) || auxiliaries.has(word)
  );
}

const scriptWithoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** Whether a line could be what a person asks, by its first words and by how much prose it holds. */
export function readsAsRequest(line: string): boolean {
  const trimmed = line.trim();
  if (trimmed === "") return true;
  if (isLogShaped(trimmed)) return false;
  // A bracketed tag that is no log's stands before a request.
  if (isListItem(trimmed) || bracketed.test(trimmed) || beginsAsRequest(trimmed)) return true;
  const sample = trimmed.slice(0, 400);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  if (scriptWithoutSpaces.test(sample) && letters >= 4) return letters / sample.length >= 0.6;
  const prose = sample.match(/[\p{L}\p{M}\s.,;:!?'"()-]/gu)?.length ?? 0;
  const isProse = /\S\s+\S/.test(sample) && prose / sample.length >= 0.9 && letters / sample.length >= 0.7;
  return isProse || (/[.!?…]["')\]]?$/.test(sample) && letters / sample.length >= 0.6);
}
