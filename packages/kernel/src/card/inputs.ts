/**
 * @module Who sees what: the blocks of each call, built from types that have no place for what the role must not see (cards,
 * section 3). The verifier and the first pass see no prose of the change: their types have no field for it.
 */

import type { Issue } from "../change/facts.ts";
import { isReadable } from "../change/facts.ts";
import { cutWords } from "./answer-reader.ts";
import type { WriterAnswer } from "./answers.ts";
import type { ShownDiff } from "./shown.ts";
import { type Block, type BlockName, Untrusted } from "./untrusted.ts";
import type { CardClaim } from "./verify.ts";

export const promptLimits = { title: 300, body: 12_000, issue: 6000, issues: 3 } as const;

/** What the first pass may see: files and diff. */
export interface FirstPassInput {
  readonly shown: ShownDiff;
}

/** What the writer may see. Issues are those that count, none when they are ambiguous. */
export interface WriterInput {
  readonly shown: ShownDiff;
  readonly title: string;
  readonly body: string | null;
  readonly issues: readonly Issue[];
}

/** What the verifier may see: files, diff, and the sentences it judges, which are another model's words. */
export interface VerifierInput {
  readonly shown: ShownDiff;
  readonly claims: readonly CardClaim[];
  readonly outOfScope: readonly string[];
}

/** The sentences of a card that are judged: the goal as `g`, the changes as `b1`, `b2`, … */
export function claimsOf({ goal, behavior_changes }: WriterAnswer): CardClaim[] {
  return [
    { id: "g", text: goal, paths: [] },
    ...behavior_changes.map(({ text, paths }, index) => ({ id: `b${index + 1}`, text, paths })),
  ];
}

function shownBlocks({ files, diff }: ShownDiff): Block[] {
  return [
    { name: "files", text: files },
    { name: "diff", text: diff },
  ];
}

export function firstPassBlocks({ shown }: FirstPassInput): Block[] {
  return shownBlocks(shown);
}

const issueNames = ["issue-1", "issue-2", "issue-3"] as const satisfies readonly BlockName[];

export function writerBlocks({ shown, title, body, issues }: WriterInput): Block[] {
  const blocks: Block[] = [{ name: "title", text: new Untrusted(cutWords(title, promptLimits.title)) }];
  if (body !== null && body !== "")
    blocks.push({ name: "body", text: new Untrusted(cutWords(body, promptLimits.body)) });
  const readable = issues.filter(isReadable);
  for (const [index, name] of issueNames.entries()) {
    const issue = readable[index];
    if (issue === undefined) break;
    blocks.push({ name, text: new Untrusted(cutWords(`${issue.title}\n\n${issue.body ?? ""}`, promptLimits.issue)) });
  }
  return [...blocks, ...shownBlocks(shown)];
}

export function verifierBlocks({ shown, claims, outOfScope }: VerifierInput): Block[] {
  const lines = [
    ...claims.map(({ id, text }) => `claim ${id}: ${JSON.stringify(text)}`),
    ...outOfScope.map((path) => `outside the goal: ${JSON.stringify(path)}`),
  ];
  return [...shownBlocks(shown), { name: "claims", text: new Untrusted(lines.join("\n")) }];
}
