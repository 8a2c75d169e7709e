/** @module The result of the claim gate for people: a page for a terminal, and one in Markdown. */

import type { Check, ClaimFinding } from "@warrant/kernel/claim/finding";
import type { GatekeeperResult, JudgedClaim } from "@warrant/kernel/claim/result";
import { outside } from "@warrant/kernel/render/outside";
import type { Colours } from "./colours.ts";

const marks = { contradicted: "✗", unverified: "?", supported: "✓" } as const;
const order = ["contradicted", "unverified", "supported"] as const;

/** What the page shows of a claim's words, by its id. */
export type ClaimTexts = ReadonlyMap<string, string>;

function plural(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? "" : "s"}`;
}

function head(result: GatekeeperResult): string {
  const { pool, claims, evidence, status } = result;
  const whole = pool.complete ? "complete" : "incomplete";
  return `claim gate: ${status} · ${plural(claims.length, "claim")}, ${plural(evidence.length, "evidence item")}, ${plural(pool.size, "call")} of ${outside(pool.agent, 60)} (${whole})`;
}

function findingsOf(result: GatekeeperResult, claim: JudgedClaim): ClaimFinding[] {
  const cited = new Set(claim.evidence_ids);
  const isOf = ({ where }: ClaimFinding) =>
    where.claim === claim.id ||
    (where.claim === undefined && where.evidence !== undefined && cited.has(where.evidence));
  return result.checks.flatMap(({ findings }) => findings.filter((one) => one.severity !== "info" && isOf(one)));
}

/** Worst first, then in the order of the document. */
function worstFirst(claims: readonly JudgedClaim[]): JudgedClaim[] {
  return claims.toSorted((left, right) => order.indexOf(left.outcome) - order.indexOf(right.outcome));
}

function checkLine({ rule, status, findings }: Check): string {
  const blocks = findings.filter(({ severity }) => severity === "block");
  const codes = [...new Set(blocks.map(({ code }) => code))].slice(0, 5).join(", ");
  return `${rule.padEnd(29)} ${status}${codes === "" ? "" : `   ${codes}`}`;
}

/** Findings that belong to no claim, such as those of the schema. */
function otherFindings(result: GatekeeperResult): ClaimFinding[] {
  const shown = new Set(result.claims.flatMap((claim) => findingsOf(result, claim)));
  return result.checks.flatMap(({ findings }) => findings.filter((one) => one.severity === "block" && !shown.has(one)));
}

/** What a pass does not mean: nothing was stated that a record can show, or nobody read it. */
function unchecked(result: GatekeeperResult): string[] {
  const findings = result.checks.flatMap(({ findings: all }) => all);
  const told = findings.filter(({ severity, where }) => severity === "info" && Object.keys(where).length === 0);
  if (told.length > 0) return told.map(({ message, next }) => `· ${message} ${next}`);
  if (result.claims.length > 0 || result.status !== "pass") return [];
  return ["· Nothing it states was checked: no sentence says what a record can show."];
}

/** The page for a terminal. */
export function claimsText(result: GatekeeperResult, texts: ClaimTexts, colours: Colours): string {
  const lines = [colours.bold(head(result)), ""];
  for (const claim of worstFirst(result.claims)) {
    const mark = colours.bold(`${marks[claim.outcome]} ${claim.id.padEnd(4)} ${claim.outcome.padEnd(12)}`);
    lines.push(`${mark} ${outside(texts.get(claim.id) ?? "", 200)}`, `     ${claim.because}`);
    for (const { message, next } of findingsOf(result, claim).slice(0, 5))
      lines.push(`     ${message}`, `     next: ${next}`);
  }
  for (const { message, quote, next } of otherFindings(result).slice(0, 20))
    lines.push(`✗ ${message}${quote === undefined ? "" : ` (${quote})`}`, `     next: ${next}`);
  lines.push(...unchecked(result));
  if (lines.at(-1) !== "") lines.push("");
  lines.push(...result.checks.map(checkLine));
  return `${lines.join("\n")}\n`;
}

/** One cell of a Markdown table. */
function cell(text: string): string {
  return outside(text, 200).replace(/[\\|<>`*_[\]]/g, "\\$&");
}

/** The page in Markdown. */
export function claimsMarkdown(result: GatekeeperResult, texts: ClaimTexts): string {
  const rows = worstFirst(result.claims).map(
    (claim) =>
      `| ${marks[claim.outcome]} ${claim.outcome} | ${cell(texts.get(claim.id) ?? claim.id)} | ${cell(claim.because)} |`,
  );
  const findings = result.checks.flatMap(({ rule, findings: all }) =>
    all
      .filter(({ severity }) => severity === "block")
      .map(({ message, next }) => `- \`${rule}\`: ${cell(message)} *${cell(next)}*`),
  );
  const parts = [`**${head(result)}**`];
  if (rows.length > 0) parts.push(["| outcome | claim | because |", "|---|---|---|", ...rows].join("\n"));
  if (findings.length > 0) parts.push(findings.slice(0, 50).join("\n"));
  return `${parts.join("\n\n")}\n`;
}
