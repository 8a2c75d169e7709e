/** @module The two files other tools read after a check: what was decided for each change, and what may be merged. */

import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { canonicalJson, digest } from "@warrant/kernel/canonical";
import type { ChangeFacts } from "@warrant/kernel/change/facts";
import { outside } from "@warrant/kernel/render/outside";
import { decidingRule } from "@warrant/kernel/rules";
import { tierScale } from "@warrant/kernel/scale";
import { alignmentStatuses, type ChangeVerdict } from "@warrant/kernel/verdict";
import * as z from "zod/mini";
import { removeFile, WriteError, writeFileAtomically } from "./atomic-write.ts";

export const intentVerdictsName = "intent-verdicts.json";
export const mergeEligibleName = "merge-eligible.json";

/** Files of one alignment finding that are passed on; the verdict itself holds all of them. */
const mostFiles = 100;

const IntentVerdict = z.strictObject({
  repo: z.string(),
  number: z.nullable(z.number()),
  title: z.string(),
  author: z.nullable(z.string()),
  enforced: z.boolean(),
  verdict: z.strictObject({
    tier: z.union(tierScale.words.map((word) => z.literal(word))),
    authorized: z.boolean(),
    reason: z.string(),
    evidence: z.strictObject({ linked_issue: z.boolean(), approved_plan: z.boolean(), human_approval: z.boolean() }),
    agent_pr: z.boolean(),
    /** Left out when it was not computed; readers accept files without it. */
    alignment: z.optional(
      z.strictObject({
        status: z.enum(alignmentStatuses),
        rationale: z.string(),
        deterministic_findings: z.array(
          z.strictObject({
            rule: z.string(),
            status: z.enum(["misaligned", "unclear"]),
            reason: z.string(),
            files: z.optional(z.array(z.string())),
            threshold: z.optional(z.number()),
          }),
        ),
      }),
    ),
  }),
  classification_reason: z.string(),
  fetch_error: z.optional(z.string()),
  head_sha: z.nullable(z.string()),
  warrant: z.strictObject({ verdict_digest: z.nullable(z.string()), rule: z.nullable(z.string()) }),
});
type IntentVerdict = z.infer<typeof IntentVerdict>;

/** What is relayed of one change, for whoever keeps it until the files are written. */
export const RelayRow = z.omit(IntentVerdict, { enforced: true });

/** `intent-verdicts.json`. */
export const IntentVerdicts = z.strictObject({
  generated_at: z.string(),
  enforced: z.boolean(),
  verdicts: z.array(IntentVerdict),
});
export type IntentVerdicts = z.infer<typeof IntentVerdicts>;

/** `merge-eligible.json`. CI and conflicts are the merging tool's business; it must refuse a head that moved. */
export const MergeEligible = z.strictObject({
  generated_at: z.string(),
  enforced: z.boolean(),
  eligible: z.array(
    z.strictObject({
      repo: z.string(),
      number: z.number(),
      title: z.string(),
      author: z.nullable(z.string()),
      head_sha: z.string(),
      base_ref: z.string(),
    }),
  ),
  excluded: z.array(
    z.strictObject({
      repo: z.string(),
      number: z.nullable(z.number()),
      head_sha: z.nullable(z.string()),
      reason: z.string(),
    }),
  ),
});
export type MergeEligible = z.infer<typeof MergeEligible>;

/** What both files need of one change. It is small, so that a bulk check can keep one for each change. */
export interface RelayEntry {
  readonly row: Omit<IntentVerdict, "enforced">;
  /** Whether this change's base enforces; absent: as the run does. */
  readonly enforced?: boolean;
  readonly base_ref: string;
  /** Why it may not be merged, in either mode. */
  readonly blockers: readonly string[];
  /** Why the verdict refuses it; counts under `enforce` only. */
  readonly refusals: readonly string[];
}

function folded(label: string): string {
  return label.trim().toLowerCase();
}

function incompleteNames(verdict: ChangeVerdict): unknown[] {
  return verdict.incomplete.map((entry) =>
    typeof entry === "object" && entry !== null && "what" in entry ? entry.what : null,
  );
}

function blockersOf(
  verdict: ChangeVerdict,
  facts: Pick<ChangeFacts, "state" | "draft" | "labels">,
  holdLabels: readonly string[],
): string[] {
  const holding = new Set(holdLabels.map(folded));
  const held = facts.labels.filter((label) => holding.has(folded(label.name)));
  return [
    ...(verdict.subject.number === null ? ["not a pull request"] : []),
    ...(facts.state === "open" ? [] : [facts.state]),
    ...(facts.draft ? ["draft"] : []),
    ...held.map((label) => `label ${outside(label.name.trim())}`),
    // A label that could not be read may be one that holds.
    ...(incompleteNames(verdict).includes("labels") ? ["labels not known"] : []),
  ];
}

function refusalsOf(verdict: ChangeVerdict): string[] {
  if (verdict.decision === "deny") return [verdict.reason];
  if (verdict.auto_merge.allowed) return [];
  const because = verdict.auto_merge.because.join("; ");
  return [because === "" ? "auto-merge not allowed" : `auto-merge not allowed: ${because}`];
}

/** What is relayed of a judged change. `holdLabels` are those of the configuration that judged it. */
export function relayEntry(
  verdict: ChangeVerdict,
  facts: Pick<ChangeFacts, "title" | "author" | "state" | "draft" | "labels">,
  holdLabels: readonly string[],
): RelayEntry {
  const { alignment, evidence, subject } = verdict;
  return {
    row: {
      repo: subject.repository,
      number: subject.number,
      title: facts.title,
      author: facts.author.login,
      verdict: {
        tier: verdict.tier.value,
        authorized: verdict.authorized,
        reason: verdict.reason,
        evidence: {
          linked_issue: evidence.linked_issue.present,
          approved_plan: evidence.approved_plan.present,
          human_approval: evidence.human_approval.present,
        },
        agent_pr: verdict.agent.kind === "agent",
        alignment: {
          status: alignment.status,
          rationale: alignment.rationale,
          deterministic_findings: alignment.deterministic_findings.map((found) =>
            found.files === undefined ? found : { ...found, files: found.files.slice(0, mostFiles) },
          ),
        },
      },
      classification_reason: verdict.tier.reason,
      head_sha: subject.head_sha,
      warrant: { verdict_digest: digest(verdict), rule: decidingRule(verdict.reason) },
    },
    base_ref: subject.base_ref,
    blockers: blockersOf(verdict, facts, holdLabels),
    refusals: refusalsOf(verdict),
  };
}

/** A change whose facts could not be collected: the careful end of everything, and never eligible; the others go on. */
export function relayFailure(change: {
  readonly repository: string;
  readonly number: number | null;
  readonly title?: string;
  readonly author?: string | null;
  readonly head_sha?: string | null;
  readonly fetch_error: string;
}): RelayEntry {
  const rule = "auth.evidence-unavailable";
  return {
    row: {
      repo: change.repository,
      number: change.number,
      title: change.title ?? "",
      author: change.author ?? null,
      verdict: {
        tier: 3,
        authorized: false,
        reason: `The change could not be collected. [${rule}]`,
        evidence: { linked_issue: false, approved_plan: false, human_approval: false },
        agent_pr: true,
      },
      classification_reason: "What cannot be seen is tier 3.",
      fetch_error: change.fetch_error,
      head_sha: change.head_sha ?? null,
      warrant: { verdict_digest: null, rule },
    },
    base_ref: "",
    blockers: [`could not be collected: ${change.fetch_error}`],
    refusals: [],
  };
}

interface RelayRun {
  readonly enforced: boolean;
  /** RFC 3339 UTC. */
  readonly generatedAt: string;
}

/** The document of `intent-verdicts.json`, in the order of the entries. */
export function intentVerdicts(entries: readonly RelayEntry[], run: RelayRun): IntentVerdicts {
  return {
    generated_at: run.generatedAt,
    enforced: run.enforced,
    verdicts: entries.map(({ row, enforced = run.enforced }) => ({ ...row, enforced })),
  };
}

/** The document of `merge-eligible.json`. Where a change is reported only, the verdict excludes nothing. */
export function mergeEligible(entries: readonly RelayEntry[], run: RelayRun): MergeEligible {
  const eligible: MergeEligible["eligible"] = [];
  const excluded: MergeEligible["excluded"] = [];
  for (const { row, enforced = run.enforced, base_ref, blockers, refusals } of entries) {
    const { repo, number, title, author, head_sha } = row;
    const reasons = [...blockers, ...(enforced ? refusals : [])];
    if (reasons.length === 0 && number !== null && head_sha !== null) {
      eligible.push({ repo, number, title, author, head_sha, base_ref });
    } else excluded.push({ repo, number, head_sha, reason: reasons.join("; ") });
  }
  return { generated_at: run.generatedAt, enforced: run.enforced, eligible, excluded };
}

/**
 * Makes a folder and those above it. Not by Node's own recursive way, which asks again without end where a system says that
 * the parent is missing although it is there (below `/proc`, for instance).
 *
 * @throws WriteError
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await makeParts(folder);
  } catch (cause) {
    throw new WriteError(folder, cause);
  }
}

async function makeParts(folder: string): Promise<void> {
  const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);
  try {
    await mkdir(folder);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return;
    if (codeOf(error) !== "ENOENT" || dirname(folder) === folder) throw error;
    await makeParts(dirname(folder));
    await mkdir(folder).catch((again: unknown) => {
      if (codeOf(again) !== "EEXIST") throw again;
    });
  }
}

/**
 * Takes away what an earlier run said may be merged, before a run that may fail begins.
 *
 * @throws WriteError when it is there and cannot be removed.
 */
export async function removeMergeEligible(folder: string): Promise<void> {
  await removeFile(join(folder, mergeEligibleName));
}

/**
 * Writes both files into a folder, which is created when it is missing; each whole or not at all.
 *
 * @throws WriteError when the folder cannot be made or a file cannot be written.
 */
export async function writeRelayFiles(
  folder: string,
  entries: readonly RelayEntry[],
  run: RelayRun,
  write: typeof writeFileAtomically = writeFileAtomically,
): Promise<void> {
  await makeFolder(folder);
  // What may be merged is written last: a reader never finds a permission without the verdicts it rests on.
  await write(join(folder, intentVerdictsName), canonicalJson(intentVerdicts(entries, run)));
  await write(join(folder, mergeEligibleName), canonicalJson(mergeEligible(entries, run)));
}
