/**
 * @module Whether one operation on one path is covered: inside the roots, inside a scope where one is named, and nothing
 * of its own against it. The first finding says why (actions, section 8).
 */

import { matchesPattern } from "../../policy/scope-pattern.ts";
import type { FileSystemFacts, Place } from "../place.ts";
import { climb, expandHome, foldSegment, pathOf, readForm } from "./form.ts";
import { type PathPlace, preparePlace } from "./path-place.ts";
import { type PathRule, type Sight, seePath } from "./sight.ts";

export type PathOperation = "read" | "write" | "delete";

/** The rules only a decision has. */
export type DecisionRule =
  | PathRule
  | "path.none-named"
  | "path.control"
  | "path.critical"
  | "path.denied"
  | "path.parent-segment"
  | "path.out-of-scope"
  | "path.protected"
  | "path.hard-link"
  | "path.in-root"
  | "path.in-scope";

export interface PathQuestion {
  readonly op: PathOperation;
  /** Null or undefined: the tool needs a path and none was named. */
  readonly path: string | null | undefined;
  /** Whether the text stood in a shell word. */
  readonly isShell?: boolean;
  /** Patterns of a delegation; absent where none is asked about, empty for nothing. */
  readonly scope?: readonly string[];
  /** Patterns an operator refuses. */
  readonly deny?: readonly string[];
}

export interface PathDecision {
  /** Inside, with nothing to ask about it. */
  readonly covered: boolean;
  readonly denied: boolean;
  readonly resolved: string | null;
  /** Every rule found, the deciding one first. */
  readonly rules: readonly [DecisionRule, ...DecisionRule[]];
}

/** A pattern from a rule or a scope as absolute segments; those that begin with `**` or are relative hold at every root. */
function patternBases(pattern: string, at: PathPlace): string[] {
  const expanded = expandHome(pattern, at.place.home);
  if (expanded === null) return [];
  const form = readForm(expanded, at.place.os, null);
  if ("segments" in form) return [pathOf(climb(form.segments))];
  const plain = at.place.os === "win32" ? expanded.replaceAll("\\", "/") : expanded;
  if (plain.startsWith("**")) return [plain];
  return at.roots.flatMap(({ written, real }) => [`${pathOf(written)}/${plain}`, `${pathOf(real)}/${plain}`]);
}

function foldPattern(pattern: string): string {
  return pattern.split("/").map(foldSegment).join("/");
}

/** Whether a pattern that refuses hits a path in any view, folded. */
export function isRefusedBy(pattern: string, sight: Sight, at: PathPlace): boolean {
  const bases = patternBases(pattern, at).map(foldPattern);
  return sight.folded.some((segments) => {
    const path = pathOf(segments);
    return bases.some((base) => matchesPattern(base, base.startsWith("**") ? path.slice(1) : path));
  });
}

/** Whether every view of a path is inside a scope, by the letter. A step up in the path covers nothing. */
export function isInScope(scope: readonly string[], sight: Sight, at: PathPlace): boolean {
  const bases = scope.flatMap((pattern) => patternBases(pattern, at));
  return (
    sight.exact.length > 0 &&
    sight.exact.every((segments) => {
      const path = pathOf(segments);
      return bases.some((base) => matchesPattern(base, base.startsWith("**") ? path.slice(1) : path));
    })
  );
}

function hasStep(text: string): boolean {
  return text.split(/[/\\]/).includes("..");
}

function refusals({ op, deny = [] }: PathQuestion, sight: Sight, at: PathPlace): DecisionRule[] {
  const found: DecisionRule[] = [];
  const [problem] = sight.problems;
  if (sight.isDenied && problem !== undefined) found.push(problem);
  if (op !== "read" && (sight.isControl || (op === "delete" && sight.isAboveControl))) found.push("path.control");
  if (op === "delete" && sight.isCritical) found.push("path.critical");
  if (op === "write" && sight.isDevice) found.push("path.critical");
  if (deny.some((pattern) => isRefusedBy(pattern, sight, at))) found.push("path.denied");
  return found;
}

function objections({ op, path, scope }: PathQuestion, sight: Sight, at: PathPlace): DecisionRule[] {
  const found: DecisionRule[] = [...sight.problems];
  if (scope !== undefined && sight.resolved !== null) {
    if (hasStep(path ?? "")) found.push("path.parent-segment");
    else if (sight.isInside && !isInScope(scope, sight, at)) found.push("path.out-of-scope");
  }
  if (op !== "read" && sight.isProtected) found.push("path.protected");
  const { answer } = sight;
  if (op === "write" && answer?.type === "file") {
    const links = answer.nlink ?? (scope === undefined ? 1 : Number.NaN);
    if (links !== 1) found.push("path.hard-link");
  }
  return found;
}

/** Decides one path. Pure; never throws. */
export function decidePath(question: PathQuestion, place: Place, facts: FileSystemFacts): PathDecision {
  const at = preparePlace(place, facts);
  const { path, scope, isShell = false } = question;
  if (path === null || path === undefined) {
    return { covered: false, denied: false, resolved: null, rules: ["path.none-named"] };
  }
  const text = isShell ? expandHome(path, place.home) : path;
  const sight = text === null ? seePath("", at) : seePath(text, at, isShell);
  const refused = refusals(question, sight, at);
  const [first, ...rest] = [...refused, ...objections(question, sight, at)];
  const { resolved } = sight;
  if (first !== undefined) {
    return { covered: false, denied: refused.length > 0, resolved, rules: [first, ...rest] };
  }
  return { covered: true, denied: false, resolved, rules: [scope === undefined ? "path.in-root" : "path.in-scope"] };
}
