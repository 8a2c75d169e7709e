/** @module Who wrote a change: the signals of the facts, what they name and how sure that is (change gate, section 4). */

import { compareText } from "../compare-text.ts";
import type { Finding } from "../finding.ts";
import { type Confidence, confidenceScale } from "../scale.ts";
import { readTrailers, type Trailer } from "../text/trailers.ts";
import type { AgentEvidence, AgentIdentity } from "../verdict.ts";
import type { ChangeFacts, Commit } from "./facts.ts";
import { type AgentSettings, isConfigured, recogniseAccount } from "./identity-account.ts";
import { recogniseBranch } from "./identity-branch.ts";
import { parsePerson, type Recogniser, recognisePerson, recogniseTool } from "./identity-person.ts";
import { findSignatures, recogniseHarnessTrailer } from "./identity-signature.ts";
import { type KnownIdentity, webCommitter } from "./identity-table.ts";

export {
  type AgentSettings,
  isAgentAccount,
  isBotAccount,
  isSameAccount,
  normaliseLogin,
  readId,
  saysBot,
} from "./identity-account.ts";

/** Distinct pieces of evidence a verdict lists; the strongest come first. */
const maximumEvidence = 100;
const maximumValueLength = 200;

const peopleTrailers = new Set(["co-authored-by", "assisted-by", "generated-by", "authored-by", "co-developed-by"]);
/** Trailers that tools are named in by custom, so that a bare given name in them is the tool. */
const toolTrailers = new Set(["assisted-by", "generated-by"]);

type Signal = AgentEvidence["signal"];
const signalOrder: readonly Signal[] = ["account", "commit", "trailer", "signature", "branch_shape", "branch_prefix"];

interface Sign {
  readonly signal: Signal;
  readonly value: string;
  readonly row: KnownIdentity;
  readonly strength: Confidence;
  /** How often it was found; the name that is found most often wins among equals. */
  readonly times: number;
}

/** Evidence is shown to people, so nothing that moves a cursor or hides is copied into it. */
function shownValue(value: string): string {
  return value
    .slice(0, maximumValueLength)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
    .toWellFormed();
}

class Signs {
  readonly #found = new Map<string, { sign: Sign; times: number }>();

  add(signal: Signal, value: string, row: KnownIdentity, strength: Confidence): void {
    const shown = shownValue(value);
    const key = `${signal}\n${strength}\n${row.kind}\n${row.name}\n${shown}`;
    const known = this.#found.get(key);
    if (known === undefined) {
      this.#found.set(key, { sign: { signal, value: shown, row, strength, times: 1 }, times: 1 });
    } else {
      known.times += 1;
    }
  }

  list(): Sign[] {
    return [...this.#found.values()].map(({ sign, times }) => ({ ...sign, times }));
  }
}

/** A bot that is only somewhere in a change is listed and decides nothing; an agent anywhere is an agent. */
function strengthOf(row: KnownIdentity, strength: Confidence): Confidence {
  return row.kind === "agent" ? strength : "none";
}

function addTrailers(trailers: readonly Trailer[], by: Recogniser, signs: Signs): void {
  for (const { key, value } of trailers) {
    const folded = key.toLowerCase();
    const shown = `${key}: ${value}`;
    const harness = recogniseHarnessTrailer(folded, value);
    if (harness !== null) signs.add("trailer", shown, harness, "likely");
    if (!peopleTrailers.has(folded)) continue;
    const person = parsePerson(value);
    const rows = recognisePerson(person, by);
    for (const row of rows) signs.add("trailer", shown, row, strengthOf(row, "likely"));
    // With an address the address decides: anyone may be called what a tool is called.
    if (person.email !== "" || rows.length > 0) continue;
    const tool = recogniseTool(person.name.toLowerCase(), toolTrailers.has(folded));
    if (tool !== null) signs.add("trailer", shown, tool, "likely");
  }
}

function addSignatures(text: string, signs: Signs): void {
  for (const { row, line } of findSignatures(text)) signs.add("signature", line, row, "likely");
}

function isWebCommitter(committer: Commit["committer"]): boolean {
  return (
    committer.login?.toLowerCase() === webCommitter ||
    (committer.login === null && committer.email.toLowerCase() === "noreply@github.com")
  );
}

function addCommits(commits: readonly Commit[], by: Recogniser, signs: Signs): void {
  // A bot that wrote every commit wrote the change; one that wrote some of them only took part.
  const wroteAll: { row: KnownIdentity; value: string; verified: boolean }[] = [];
  let everyCommit = commits.length > 0;
  for (const commit of commits) {
    const strength = commit.verified === true ? "certain" : "likely";
    const authorRows = recognisePerson(commit.author, by);
    const author = `${commit.author.name} <${commit.author.email}>`;
    for (const row of authorRows) {
      if (row.kind === "agent") signs.add("commit", author, row, strength);
      else wroteAll.push({ row, value: author, verified: commit.verified === true });
    }
    everyCommit &&= authorRows.length > 0 && authorRows[0]?.kind !== "agent";
    if (!isWebCommitter(commit.committer)) {
      for (const row of recognisePerson(commit.committer, by)) {
        if (row.kind === "agent")
          signs.add("commit", `${commit.committer.name} <${commit.committer.email}>`, row, strength);
      }
    }
    addTrailers(commit.trailers, by, signs);
    addSignatures(commit.message, signs);
  }
  const strength = everyCommit ? (wroteAll.every((entry) => entry.verified) ? "certain" : "likely") : "none";
  for (const { row, value } of wroteAll) signs.add("commit", value, row, strength);
}

function collectSigns(facts: ChangeFacts, by: Recogniser): Sign[] {
  const signs = new Signs();
  for (const row of recogniseAccount(facts.author, by.agents)) {
    signs.add("account", facts.author.login ?? String(facts.author.id ?? ""), row, "certain");
  }
  addCommits(facts.commits, by, signs);
  if (facts.body !== null) {
    addTrailers(readTrailers(facts.body), by, signs);
    addSignatures(facts.body, signs);
  }
  const branch = recogniseBranch(facts.head.ref);
  if (branch?.as === "shape") signs.add("branch_shape", facts.head.ref, branch.row, "likely");
  else if (branch !== null) signs.add("branch_prefix", facts.head.ref, branch.row, "none");
  return signs.list();
}

/** Review bots write no changes but their own: where one decides at all, the change is an agent's. */
function isAgentKind(row: KnownIdentity): boolean {
  return row.kind === "agent" || row.kind === "review_bot";
}

/** The name of the account, else the most frequent one among the strongest signals; a branch shape speaks only when alone. */
function nameOf(deciding: readonly Sign[], strongest: Confidence): string | null {
  const account = deciding.find((sign) => sign.signal === "account");
  if (account !== undefined) return account.row.name;
  const strong = deciding.filter((sign) => sign.strength === strongest);
  const withoutBranch = strong.filter((sign) => sign.signal !== "branch_shape");
  const times = new Map<string, number>();
  for (const sign of withoutBranch.length > 0 ? withoutBranch : strong) {
    times.set(sign.row.name, (times.get(sign.row.name) ?? 0) + sign.times);
  }
  const ranked = [...times].sort(([left, some], [right, more]) => more - some || compareText(left, right));
  return ranked[0]?.[0] ?? null;
}

function listEvidence(signs: readonly Sign[]): AgentEvidence[] {
  const rank = (sign: Sign): number =>
    (confidenceScale.words.length - confidenceScale.words.indexOf(sign.strength)) * signalOrder.length +
    signalOrder.indexOf(sign.signal);
  return [...signs]
    .sort(
      (left, right) =>
        rank(left) - rank(right) || compareText(left.row.name, right.row.name) || compareText(left.value, right.value),
    )
    .slice(0, maximumEvidence)
    .map(({ signal, value, row, strength }) => ({ signal, value, names: row.name, strength }));
}

function decide(signs: readonly Sign[], isConfiguredPerson: boolean): Omit<AgentIdentity, "evidence"> {
  const found = signs.filter((sign) => sign.strength !== "none" && !(isConfiguredPerson && sign.strength === "likely"));
  const agent = found.filter((sign) => isAgentKind(sign.row));
  const kinds = [
    ["agent", agent],
    ["dependency_bot", found.filter((sign) => sign.row.kind === "dependency_bot")],
    ["automation_bot", found.filter((sign) => sign.row.kind === "automation_bot")],
  ] as const;
  for (const [kind, deciding] of kinds) {
    if (deciding.length === 0) continue;
    const confidence = deciding.some((sign) => sign.strength === "certain") ? "certain" : "likely";
    return { kind, name: nameOf(deciding, confidence), confidence };
  }
  return { kind: "unknown", name: null, confidence: "none" };
}

function conflictOf(signs: readonly Sign[]): Finding[] {
  const names = [
    ...new Set(signs.filter((sign) => isAgentKind(sign.row) && sign.strength !== "none").map((sign) => sign.row.name)),
  ];
  if (names.length < 2) return [];
  names.sort(compareText);
  return [
    {
      rule: "identity.conflict",
      severity: "warn",
      message: `The signals name ${names.length} agents: ${names.slice(0, 10).join(", ")}. It is an agent's change all the same.`,
      where: { field: "author" },
      next: "Check who wrote it if it matters.",
    },
  ];
}

/**
 * Decides whose change it is from the account, the commits, trailers, signatures and the branch.
 *
 * Text can make a change an agent's and never makes an agent's change a person's. `people` protects an account from
 * likely signals; its own agent account, or a commit whose signature the platform checked, still wins. Without all
 * commits and without a trace the change is taken to be an agent's. Linear in commits and text.
 */
export function identifyAgent(
  facts: ChangeFacts,
  agents: AgentSettings,
): { readonly agent: AgentIdentity; readonly findings: Finding[] } {
  const signs = collectSigns(facts, { agents, host: facts.host });
  const evidence = listEvidence(signs);
  const decided = decide(signs, isConfigured(facts.author, agents.people));
  if (decided.kind !== "agent" && facts.incomplete.some((entry) => entry.what === "commits")) {
    const finding: Finding = {
      rule: "identity.commits-incomplete",
      severity: "warn",
      message:
        "Not all commits could be read and those that were show no trace of an agent, so it is taken to be an agent's change.",
      where: { field: "commits" },
      next: "Collect all commits.",
    };
    return { agent: { kind: "agent", name: null, confidence: "likely", evidence }, findings: [finding] };
  }
  return { agent: { ...decided, evidence }, findings: decided.kind === "agent" ? conflictOf(signs) : [] };
}
