/** @module Commands that destroy, as text: where one begins in a list of words. Only words are looked at, nothing is run. */

import { baseForms } from "./lexicon/lemma.ts";
import { determiners } from "./lexicon/words.ts";

/** How far behind its verb a flag still belongs to a command. */
const flagReach = 40;

const pushing: ReadonlySet<string> = new Set(["push", "pushes", "pushed", "pushing"]);
const forcing: ReadonlySet<string> = new Set(["force", "forced", "forcing", "forcibly", "forcefully"]);
const stores: ReadonlySet<string> = new Set(["table", "tables", "database", "databases", "schema", "schemas", "db"]);
const destroyers: ReadonlySet<string> = new Set(["terraform", "tofu", "pulumi", "terragrunt", "cdk"]);
const alone = /^(?:mkfs(?:\.\w+)?|wipefs|dropdb|flushall|flushdb|shred)$/;
const shortForce = /^-[a-z]*f[a-z]*$/;

function hasWithin(words: readonly string[], from: number, reach: number, test: (word: string) => boolean): boolean {
  const end = Math.min(words.length, from + reach);
  for (let at = from; at < end; at += 1) if (test(words[at] ?? "")) return true;
  return false;
}

function isForceFlag(word: string): boolean {
  return (
    word.startsWith("--force") ||
    shortForce.test(word) ||
    word === "--mirror" ||
    (word.startsWith("+") && word.length > 1)
  );
}

/** `rm -rf`, `rm -r -f`, `rm --recursive --force`: both letters in any split. */
function removesTree(words: readonly string[], at: number): boolean {
  let isRecursive = false;
  let isForced = false;
  for (let place = at + 1; place < words.length && place < at + flagReach; place += 1) {
    const word = words[place] ?? "";
    if (!word.startsWith("-")) continue;
    if (word === "--recursive" || /^-[a-z]*r/i.test(word)) isRecursive = true;
    if (word === "--force" || shortForce.test(word)) isForced = true;
  }
  return isRecursive && isForced;
}

function beginsCommand(words: readonly string[], at: number): boolean {
  const word = words[at] ?? "";
  const next = words[at + 1] ?? "";
  if (forcing.has(word)) return pushing.has(next) || (determiners.has(next) && pushing.has(words[at + 2] ?? ""));
  if (pushing.has(word))
    return (
      hasWithin(words, at + 1, flagReach, isForceFlag) ||
      ((next === "with" || next === "by") && words[at + 2] === "force")
    );
  if (word === "reset") return hasWithin(words, at + 1, flagReach, (other) => other === "--hard");
  if (word === "hard") return next === "reset";
  if (word === "rm") return removesTree(words, at);
  if (word === "clean")
    return hasWithin(words, at + 1, 6, (other) => other === "--force" || (shortForce.test(other) && other !== "-f,"));
  if (word === "drop" || word === "truncate") return stores.has(next);
  if (word === "delete" && next === "from")
    return !determiners.has(words[at + 2] ?? "the") && words[at + 2] !== "" && !words.includes("where", at);
  if (destroyers.has(word))
    return hasWithin(words, at + 1, 3, (other) => other === "destroy" || other === "-destroy" || other === "--destroy");
  if (word === "dd") return hasWithin(words, at + 1, flagReach, (other) => other.startsWith("of="));
  if (word === "kubectl")
    return (
      next === "delete" &&
      hasWithin(words, at + 2, 6, (other) => other === "--all" || other === "namespace" || other === "ns")
    );
  return alone.test(word);
}

/** Where the first destructive command of a list of lower-case words begins; -1 when there is none. */
export function commandAt(words: readonly string[], from: number = 0): number {
  for (let at = from; at < words.length; at += 1) if (beginsCommand(words, at)) return at;
  return -1;
}

/** The words of a command as it stands in quotes. */
export function commandWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s;|&()]+/, 400)
    .map((word) => word.replace(/^sudo$/, ""))
    .filter((word) => word !== "");
}

/** Whether a quoted span is a destructive command. */
export function destroysAt(text: string): boolean {
  return commandAt(commandWords(text)) >= 0;
}

/** Verbs that keep a command from happening, or only speak of it. */
const preventing: ReadonlySet<string> = new Set(
  "block prevent reject detect guard undo recover document explain simulate mock forbid disallow refuse warn catch avoid deny disable protect intercept flag describe mention ban prohibit disarm undoing revert discuss stop".split(
    " ",
  ),
);

/** Whether a word, in any of its forms, keeps a command from happening. */
export function prevents(word: string): boolean {
  return baseForms(word).some((form) => preventing.has(form));
}

/** Nouns that make a command the name of a thing: `force-push protection`. */
export const commandThings: ReadonlySet<string> = new Set(
  "protection button check checks warning warnings policy hook hooks test tests flag option rule rules detection handling support alert alerts guard docs documentation section setting settings permission permissions command script step function endpoint dialog case cases bug error errors attempt attempts event events notification".split(
    " ",
  ),
);
