/**
 * @module What a deletion's target is: its names, kind, place and owner, from the facts about it and, where those say
 * nothing, from the form of the target. Never from the request, never from the agent.
 */

import type { RemovalPlace } from "../intent/reading/removal.ts";
import type { Resource } from "../intent/reading/request.ts";
import { isAmount } from "./ceiling-read.ts";

/** Kinds that are places in the file system, which words tell apart and paths do not. */
export const fileKinds: ReadonlySet<string> = new Set(
  "file folder directory artifact cache worktree archive dataset backup log".split(" "),
);

/** What is known around a call. */
export interface ScopeFacts {
  /** The handle of the person who asked. */
  readonly me?: string;
  readonly cwd?: string;
  readonly default_branch?: string;
  /** Names or patterns such as `release/*`. */
  readonly protected?: readonly string[];
  readonly resources?: readonly Resource[];
}

/** One target with everything that is known of it. */
export interface Subject {
  readonly target: string;
  /** Every exact name it goes by. */
  readonly names: readonly string[];
  /** Null when nobody knows. */
  readonly kind: string | null;
  readonly isPath: boolean;
  readonly place: RemovalPlace;
  readonly owner: string | null;
  readonly states: readonly string[];
  readonly ageDays: number | null;
}

interface TargetForm {
  readonly kind: string | null;
  readonly place: RemovalPlace;
  readonly names: readonly string[];
}

/** Kinds of targets by the word before their colon. What is not listed is shared, and of a kind nobody knows. */
const localSchemes: ReadonlyMap<string, string> = new Map([
  ["process", "process"],
  ["container", "container"],
]);
const sharedSchemes: ReadonlyMap<string, string> = new Map([
  ["job", "job"],
  ["image", "image"],
  ["pkg", "package"],
]);
const clusterVolumes = new Set(["pvc", "pv", "persistentvolumeclaim", "persistentvolume"]);
const clusterServices = new Set(["deployment", "deploy", "service", "svc", "statefulset", "daemonset", "ingress"]);

function afterSlash(text: string): string {
  return text.slice(text.indexOf("/") + 1);
}

function clusterForm(rest: string): TargetForm {
  const [, kind = "", ...name] = rest.split("/");
  const word = kind.toLowerCase();
  const known = clusterVolumes.has(word) ? "volume" : clusterServices.has(word) ? "service" : word;
  return { kind: known === "" ? null : known, place: "shared", names: [name.join("/")] };
}

/** The path as people may write it: absolute, and relative to where the work is done. */
function pathNames(path: string, cwd: string | undefined): string[] {
  const root = cwd === undefined ? "" : cwd.replace(/\/$/, "");
  return root !== "" && path.startsWith(`${root}/`) ? [path, path.slice(root.length + 1)] : [path];
}

function formOf(target: string, cwd: string | undefined): TargetForm {
  if (target.startsWith("/")) return { kind: null, place: "local", names: pathNames(target, cwd) };
  const colon = target.indexOf(":");
  const scheme = target.slice(0, Math.max(0, colon));
  const rest = target.slice(colon + 1);
  if (scheme === "git")
    return { kind: rest.slice(0, Math.max(0, rest.indexOf("/"))), place: "local", names: [afterSlash(rest)] };
  if (scheme === "git-remote") return { kind: "branch", place: "shared", names: [rest, afterSlash(rest)] };
  if (scheme === "k8s") return clusterForm(rest);
  if (scheme === "aws" && rest.startsWith("s3/"))
    return { kind: null, place: "shared", names: [`s3://${rest.slice(3)}`] };
  const local = localSchemes.get(scheme);
  if (local !== undefined) return { kind: local, place: "local", names: [rest] };
  return { kind: sharedSchemes.get(scheme) ?? null, place: "shared", names: [rest, afterSlash(rest)] };
}

function ownersKnown(facts: ScopeFacts): Set<string> {
  const owners = new Set<string>();
  for (const { owner } of facts.resources ?? []) if (owner !== undefined) owners.add(owner);
  return owners;
}

/** The owner a name begins with, if others' things are known under that handle. Nothing ever guesses the person who asks. */
function ownerByName(names: readonly string[], facts: ScopeFacts): string | null {
  const owners = ownersKnown(facts);
  for (const name of names) {
    const [first = ""] = name.split("/");
    if (name.includes("/") && owners.has(first) && first !== facts.me) return first;
  }
  return null;
}

/** Everything known of a target. Only a resource with exactly this target speaks for it. */
export function subjectOf(target: string, facts: ScopeFacts): Subject {
  const form = formOf(target, facts.cwd);
  const known = facts.resources?.find((resource) => resource.target === target);
  const names = [...new Set(known === undefined ? form.names : [known.name, ...form.names])].filter(
    (name) => name !== "",
  );
  return {
    target,
    names,
    kind: known?.kind ?? form.kind,
    isPath: target.startsWith("/"),
    place: known?.place ?? form.place,
    owner: known?.owner ?? ownerByName(names, facts),
    states: known?.states ?? [],
    ageDays: isAmount(known?.age_days) ? known.age_days : null,
  };
}

const wildcard = /[*?[\]{}]/;

/** Whether a target stands for things nobody can list: unknown, a choice, or a pattern that is not a known thing's very name. */
export function isUnlisted(target: string, facts: ScopeFacts): boolean {
  if (target === "" || target === "?" || target.startsWith("some:")) return true;
  return wildcard.test(target) && facts.resources?.some((resource) => resource.target === target) !== true;
}
