/** @module Statements of a clause about files: created, changed, deleted, and that no other was touched (claim gate, 5.1). */

import { admitsFailure, withoutDenials } from "./clause-words.ts";
import type { ReceiptKind, Stated } from "./kinds.ts";

const path =
  "(?:\\.{0,2}/)?(?:[\\w@~.+-]+/)*[\\w@~+.-]*[\\w@~+-]\\.[A-Za-z][A-Za-z0-9]{0,11}|(?:\\.{0,2}/)?(?:[\\w@~.+-]+/)+[\\w@~+-]+|(?:Makefile|Dockerfile|Gemfile|Rakefile|LICENSE|Procfile)";
const pathList = `(?:${path})(?:(?:, and |, | and )(?:${path})(?![\\w/]))*`;

const verbs: readonly (readonly [ReceiptKind, string])[] = [
  ["file_created", "created|added|wrote|generated|written"],
  ["file_modified", "updated|edited|modified|changed|fixed|refactored|replaced|rewrote|rewritten"],
  ["file_deleted", "deleted|removed"],
];

const allPaths = new RegExp(path, "g");

/** Things that look like a path and are none. */
function isPath(text: string): boolean {
  return (
    !/^(?:e\.g|i\.e|etc\.|vs\.|[a-z]+\/(?:[a-z]+|[0-9.]+))$/i.test(text) ||
    /\.[a-z0-9]+$/i.test(text.replace(/^[ei]\.[ge]$/i, ""))
  );
}

export function pathsIn(text: string): string[] {
  return [...text.matchAll(allPaths)].map(([found]) => found.replace(/[.,]+$/, "")).filter(isPath);
}

const article = "(?:(?:a|an|the|new|file|files|module|script|test|existing|old|empty|our|its|unused|small) )*";
/** `added X to P` changes P, and so does `updated X of Q in P`. */
const inside = "(?: (?:[^\\s.;:,]|\\.(?=\\S))+){1,8}? (?:to|from|in|into|of|inside|within) (?:the )?(?:file )?";
const furtherIn = `(?! (?:in|inside|within) (?:the )?(?:file )?(?:${path}))`;

const patterns = verbs.map(([kind, words]) => ({
  kind,
  direct: new RegExp(`\\b(?:${words}) ${article}(?<paths>${pathList})(?![\\w/])`, "gi"),
  inner: new RegExp(`\\b(?:${words})${inside}(?<paths>${pathList})(?![\\w/]|\\.\\w)${furtherIn}`, "gi"),
  passive: new RegExp(
    `(?<paths>${pathList})(?: file)? (?:was|were|is|are|has been|have been|got)(?: \\w+)? (?:${words})\\b`,
    "gi",
  ),
}));

const others =
  /\bno other (?:files?|changes?|code|source)\b|\bnothing else\b[^.;]{0,30}\b(?:changed|modified|touched|edited|updated)\b/i;
const alone =
  /\bonly\b[^;]{0,120}?\b(?:changed|modified|touched|edited|updated)\b|\b(?:changed|modified|touched|edited|updated) only\b/i;

function statedOthers(clause: string, base: Stated): Stated[] {
  const paths = pathsIn(clause);
  const isOthers = others.test(clause);
  if (!isOthers && !(alone.test(clause) && paths.length > 0)) return [];
  return [{ ...base, kind: "no_other_files_changed", paths }];
}

/** Without one of these a clause says nothing of files. */
const speaks = new RegExp(`\\b(?:${verbs.map(([, words]) => words).join("|")}|touched|no other|nothing else)\\b`, "i");

/** What a clause, with its back-ticks opened, says of files. */
export function statedFiles(clause: string, base: Stated): Stated[] {
  if (!speaks.test(clause)) return [];
  const found = statedOthers(clause, base);
  const plain = withoutDenials(
    clause
      .toLowerCase()
      .replace(others, " ")
      .replace(/\bnothing else\b/g, " "),
  );
  if (admitsFailure(withoutPaths(plain))) return found;
  const taken = new Set<string>();
  for (const { kind, direct, inner, passive } of patterns) {
    for (const [as, pattern] of [
      [kind, direct],
      ["file_modified", inner],
      [kind, passive],
    ] as const) {
      for (const match of clause.matchAll(pattern)) {
        const paths = pathsIn(match.groups?.["paths"] ?? "").filter((one) => !taken.has(one));
        for (const one of paths) taken.add(one);
        if (paths.length > 0) found.push({ ...base, kind: as, paths });
      }
    }
  }
  return found;
}

/** A file called `errors.ts` admits nothing; neither does what was fixed. */
export function withoutPaths(clause: string): string {
  return clause
    .replace(allPaths, (found) => (isPath(found) ? " " : found))
    .replace(
      /\b(?:fixed|fixes|resolved|removed|added|updated)(?: [\w-]+){0,4}? (?:errors?|failures?|crash(?:es)?|timeouts?|bugs?)\b/g,
      " ",
    );
}
