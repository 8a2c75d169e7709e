/**
 * @module Compiled policies on disk: one file for each work tree, found by its folder without reading any YAML, and made from
 * sources whose state it names, so that everybody sees when it is no longer of today.
 */

import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { defaultAction } from "@warrant/kernel/action-settings";
import { canonicalJson, digestText } from "@warrant/kernel/canonical";
import { defaultClaimSettings } from "@warrant/kernel/claim/settings";
import { isRecord } from "@warrant/kernel/policy/ceiling-read";
import { settleRuntime } from "@warrant/kernel/runtime-settings";
import { writeFileAtomically } from "@warrant/sources/atomic-write";
import { baseCommit, stampOf, type WorkTree } from "@warrant/sources/git/work-tree";
import { compileGatePolicy, type GatePolicy, readGatePolicy } from "./gate-policy.ts";
import type { GatePlaces } from "./places.ts";

export const gatePolicySchema = "warrant.gate-policy/v1";

/** What a policy was compiled from, as far as it changes when they do. */
export interface PolicySources {
  /** The person's own file. */
  readonly personal: string;
  /** The commit whose `warrant.yaml` counts; null where there is none. */
  readonly base: string | null;
  /** Without a base, the files of the work tree, which only narrow. */
  readonly tree: string;
}

export interface StoredPolicy {
  readonly sources: PolicySources;
  /** Null where a source could not be used; `problem` says why. */
  readonly policy: GatePolicy | null;
  readonly problem: string | null;
}

/** The policy of somebody who configured nothing. */
export const defaultGatePolicy: GatePolicy = compileGatePolicy(
  settleRuntime(),
  { settings: defaultAction, dropped: [] },
  { settings: defaultClaimSettings, enforce: false, dropped: [] },
);

/** The sources of a folder now. Costs a few looks at files. */
export function sourcesNow(places: GatePlaces, tree: WorkTree | null): PolicySources {
  const base = tree === null ? null : baseCommit(tree);
  const names = tree === null || base !== null ? [] : ["warrant.yaml", "warrant.yml"];
  return {
    personal: stampOf(places.personal),
    base,
    tree: names.map((name) => stampOf(join(tree?.root ?? "", name))).join(" "),
  };
}

/** Whether there is nothing a policy could be compiled from, so that the defaults are known to hold. */
export function isNothingWritten({ personal, base, tree }: PolicySources): boolean {
  return personal === "none" && base === null && (tree === "" || tree === "none none");
}

export function areSameSources(one: PolicySources, other: PolicySources): boolean {
  return one.personal === other.personal && one.base === other.base && one.tree === other.tree;
}

/** The file of a work tree's policy, or of what holds outside of every one. */
export function policyFile(places: GatePlaces, root: string | null): string {
  return join(
    places.policies,
    root === null ? "own.json" : `${digestText(root).replace("sha256:", "").slice(0, 32)}.json`,
  );
}

function readSources(value: unknown): PolicySources | null {
  if (!isRecord(value)) return null;
  const { personal, base, tree } = value;
  if (typeof personal !== "string" || typeof tree !== "string" || !(base === null || typeof base === "string"))
    return null;
  return { personal, base, tree };
}

/** A stored policy from the text of its file; null when it is none, or of another folder. */
export function readStoredPolicy(text: string, root: string | null): StoredPolicy | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(value) || value["schema"] !== gatePolicySchema || value["root"] !== root) return null;
  const sources = readSources(value["sources"]);
  const policy = readGatePolicy(value["policy"]);
  const problem = typeof value["problem"] === "string" ? value["problem"] : null;
  if (sources === null || (policy === null && problem === null)) return null;
  return { sources, policy, problem };
}

/** `missing`: never compiled. `damaged`: there is a file and nobody can read it. */
export type LoadedPolicy = StoredPolicy | "missing" | "damaged";

export function loadPolicy(places: GatePlaces, root: string | null): LoadedPolicy {
  let text: string;
  try {
    text = readFileSync(policyFile(places, root), "utf8");
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ENOENT" ? "missing" : "damaged";
  }
  return readStoredPolicy(text, root) ?? "damaged";
}

/** @throws WriteError */
export async function storePolicy(places: GatePlaces, root: string | null, stored: StoredPolicy): Promise<void> {
  await mkdir(places.policies, { recursive: true, mode: 0o700 });
  const document = { schema: gatePolicySchema, root, ...stored };
  await writeFileAtomically(policyFile(places, root), canonicalJson(document), undefined, 0o600);
}
