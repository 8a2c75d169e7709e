/**
 * @module Reads the text of a shell command into effects: once as written, once as a person would misread it, and, where
 * it cannot be parsed, by its tokens alone, which can only add reasons against it (actions, sections 5.1, 5.8, 5.9).
 */

import type { Place } from "../place.ts";
import { Reading } from "../reading.ts";
import { runCommand } from "./dispatch.ts";
import { longestCommand, Shell } from "./script.ts";
import { freshState } from "./state.ts";
import { withoutMarks } from "./text.ts";

const shells = new Set(["bash", "sh", "zsh", "dash"]);
/** Zero-width characters, joiners, bidirectional controls, tags and fillers: nobody sees them. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
const exoticSpace = /[\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u0085]/g;
const plainText = /^[\t\n\x20-\x7e]*$/;

/** How a person would read the text. */
function misreadText(text: string): string {
  return text
    .replace(invisible, "")
    .replace(exoticSpace, " ")
    .normalize("NFKC")
    .replace(/[‘’‚‛]/g, "'")
    .replace(/[“”„‟]/g, '"')
    .replace(/[‐-―−]/g, "-");
}

function parseInto(reading: Reading, text: string, place: Place, isFolder: (path: string) => boolean | null): void {
  const shell = new Shell(reading, place, runCommand, isFolder);
  try {
    shell.whole(text);
  } catch {
    reading.lose("it could not be read");
    shell.isCut = true;
  }
  if (shell.isCut) scanTokens(reading, text, place);
}

/** Commands that may touch what nobody may: the gate's own, the machine, a home, the whole work. */
const dangerous =
  /^(?:rm|unlink|shred|mv|cp|dd|tee|truncate|chmod|chown|mkfs\S*|pkill|killall|kill|warrant|ln|find|git|install|rsync|sed)$/;
/** More than these at either end of a text are not tried. */
const mostTried = 32;
const longestTried = 12;

/** Every token that names a dangerous command may begin one; each such beginning is tried once. */
function scanTokens(reading: Reading, text: string, place: Place): void {
  const tokens = text.split(/[\s;|&()<>`$"'{}]+/).filter((token) => token !== "");
  const tails = new Map<string, readonly string[]>();
  for (const [index, token] of tokens.entries()) {
    if (!dangerous.test(token.slice(token.lastIndexOf("/") + 1))) continue;
    const tail = tokens.slice(index, index + longestTried);
    tails.set(tail.join(" "), tail);
  }
  const all = [...tails.values()];
  reading.doubt += 1;
  for (const tail of all.length > 2 * mostTried ? [...all.slice(0, mostTried), ...all.slice(-mostTried)] : all) {
    const shell = new Shell(reading, place, runCommand, () => null);
    try {
      shell.argv(tail, freshState([place.cwd]), null);
    } catch {
      reading.lose("it could not be read");
    }
  }
  reading.doubt -= 1;
}

function shapeOf(reading: Reading): string {
  const commands = reading.commands.map(
    ({ name, args }) => `${name} ${args.filter((arg) => arg.startsWith("-")).join(" ")} ${args.length}`,
  );
  const effects = reading.effects.map(({ kind, target }) => `${kind} ${target.normalize("NFKC")}`);
  return [...commands, "", ...effects].join("\n");
}

/** Reads a command. Never throws; what cannot be read is not understood. */
export function readShell(
  text: string,
  place: Place,
  isFolder: (path: string) => boolean | null,
  into = new Reading(),
): Reading {
  const reading = into;
  const isForeign = place.shell !== null && !shells.has(place.shell);
  if (isForeign) reading.lose("the shell is one nobody reads");
  const isLong = text.length > longestCommand;
  if (isLong) reading.lose("it is longer than what is read");
  const isPlain = plainText.test(text);
  const head = isLong ? text.slice(0, longestCommand) : text;
  const kept = isPlain ? head : withoutMarks(head);
  if (kept !== head) reading.lose("it holds characters that mean nothing");
  if (!isPlain && /\p{Cs}/u.test(text)) reading.lose("it holds half a character");
  if (isForeign) reading.doubt += 1;
  parseInto(reading, kept, place, isFolder);
  if (isForeign || isLong) scanTokens(reading, kept, place);
  // What was pushed to the end of a long text is looked for there.
  if (isLong) scanTokens(reading, withoutMarks(text.slice(-longestCommand)), place);
  if (isForeign) reading.doubt -= 1;
  if (!isPlain) readAgain(reading, kept, place, isFolder);
  return reading;
}

function readAgain(reading: Reading, text: string, place: Place, isFolder: (path: string) => boolean | null): void {
  const seen = misreadText(text);
  if (seen === text) return;
  const other = new Reading();
  parseInto(other, seen, place, isFolder);
  if (shapeOf(other) === shapeOf(reading)) return;
  reading.lose("it is not what it looks like");
  for (const sign of text) if (misreadText(sign) !== sign) reading.hidden.add(sign.codePointAt(0) ?? 0);
  reading.doubting(() => {
    for (const effect of other.effects) reading.add(effect);
  });
  for (const command of other.commands) reading.command(command.name, command.args, false);
  for (const path of other.questions) reading.ask(path);
}
