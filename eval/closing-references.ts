/** @module Scores closing references: the product's parser beside the npm package `issue-parser`, by the basis of each label. */

import { parseReferences } from "@warrant/kernel/text/references";
import issueParser from "issue-parser";
import { hasCorpus, readCorpus } from "../testing/corpus.ts";

const setName = "closing-refs.jsonl";

interface Address {
  readonly repo: string;
  readonly number: number;
}

interface ReferenceRecord {
  readonly id: string;
  readonly repo: string;
  readonly where: string;
  readonly text: string;
  readonly basis: string;
  readonly expected: readonly Address[];
  readonly alt_expected?: readonly Address[] | null;
  readonly expected_as_pr_title?: readonly Address[];
  readonly expected_as_commit_message?: readonly Address[];
}

interface Score {
  total: number;
  passed: number;
  issue_parser_passed: number;
  failed: string[];
}

export interface ClosingReferencesReport {
  readonly set: string;
  readonly total: number;
  readonly passed: number;
  readonly issue_parser_passed: number;
  readonly failed: readonly string[];
  readonly by_basis: Readonly<Record<string, Score>>;
}

type Reading = "description" | "title" | "commit";

/** The readings a record is labelled for: a title says what it is on a platform and what it is as a commit's subject. */
function readingsOf(record: ReferenceRecord): { as: Reading; expected: readonly Address[] }[] {
  if (record.expected_as_pr_title === undefined) return [{ as: "description", expected: record.expected }];
  return [
    { as: "title", expected: record.expected_as_pr_title },
    { as: "commit", expected: record.expected_as_commit_message ?? record.expected },
  ];
}

function asSet(addresses: readonly Address[]): string {
  return [...new Set(addresses.map((address) => `${address.repo.toLowerCase()}#${address.number}`))].sort().join(" ");
}

const parseWithIssueParser = issueParser("github");

function closingByIssueParser(record: ReferenceRecord): Address[] {
  const { close } = parseWithIssueParser(record.text).actions;
  return (close ?? []).map(({ slug, issue }) => ({ repo: slug ?? record.repo, number: Number(issue) }));
}

function passes(record: ReferenceRecord): boolean {
  const at = { repository: record.repo, host: "github.com" };
  for (const { as, expected } of readingsOf(record)) {
    const references = parseReferences(record.text, { ...at, as });
    const of = (kind: string) =>
      references
        .filter((found) => found.kind === kind)
        .map((found) => ({ repo: found.repository, number: found.number }));
    if (asSet(of("closing")) !== asSet(expected)) return false;
    // A label that rests on nothing documented has a lenient reading, which is kept as a plain reference.
    const known = new Set(asSet([...of("closing"), ...of("reference")]).split(" "));
    const lenient = record.basis === "undocumented" && as !== "title" ? (record.alt_expected ?? []) : [];
    if (lenient.some((address) => !known.has(asSet([address])))) return false;
  }
  return true;
}

/** Undefined when the set is not in the folder. */
export function evaluateClosingReferences(folder: string): ClosingReferencesReport | undefined {
  if (!hasCorpus(setName, folder)) return undefined;
  const byBasis: Record<string, Score> = {};
  for (const record of readCorpus<ReferenceRecord>(setName, folder)) {
    byBasis[record.basis] ??= { total: 0, passed: 0, issue_parser_passed: 0, failed: [] };
    const score = byBasis[record.basis];
    if (score === undefined) continue;
    score.total += 1;
    if (passes(record)) score.passed += 1;
    else score.failed.push(record.id);
    const expected = record.expected_as_commit_message ?? record.expected;
    if (asSet(closingByIssueParser(record)) === asSet(expected)) score.issue_parser_passed += 1;
  }
  const scores = Object.values(byBasis);
  const sum = (of: (score: Score) => number) => scores.reduce((total, score) => total + of(score), 0);
  return {
    set: setName,
    total: sum((score) => score.total),
    passed: sum((score) => score.passed),
    issue_parser_passed: sum((score) => score.issue_parser_passed),
    failed: scores.flatMap((score) => score.failed),
    by_basis: byBasis,
  };
}
