/** @module The verdict of the claim gate: whether a report may be relied on, and why not (claim gate, 2.6). */

import type { ClaimFacts } from "./facts.ts";
import { gate } from "./judge.ts";
import type { GatekeeperResult } from "./result.ts";
import { type ClaimSettings, defaultClaimSettings } from "./settings.ts";

export interface ClaimVerdict {
  readonly schema: "warrant.verdict/v1";
  readonly gate: "claim";
  readonly decision: "allow" | "deny";
  /** `incomplete`: our record is too thin. `claims`: something is refuted. `unverified`: not settled, where that refuses. */
  readonly deny_kind: "incomplete" | "claims" | "unverified" | null;
  readonly reason: string;
  readonly gatekeeper_result: GatekeeperResult;
}

function refusal(result: GatekeeperResult, facts: ClaimFacts, settings: ClaimSettings): ClaimVerdict["deny_kind"] {
  if (result.status === "error") return "incomplete";
  if (result.status === "fail") return "claims";
  if (settings.unverified === "allow") return null;
  const gaps = gapsOf(facts);
  const open = result.claims.some(({ id, outcome }) => outcome === "unverified" && !gaps.has(id));
  return open ? "unverified" : null;
}

/** Claims that only say what is not known. */
function gapsOf({ output }: ClaimFacts): Set<string> {
  const text = typeof output === "string" ? output.replace(/^\s*```(?:json)?|```\s*$/g, "") : null;
  let document: unknown = output;
  try {
    if (text !== null) document = JSON.parse(text);
  } catch {
    return new Set();
  }
  const claims = (document as { claims?: unknown } | null)?.claims;
  if (!Array.isArray(claims)) return new Set();
  return new Set(
    (claims as { id?: unknown; kind?: unknown }[])
      .filter((claim) => claim.kind === "gap" && typeof claim.id === "string")
      .map(({ id }) => id as string),
  );
}

function reasonOf(result: GatekeeperResult, kind: ClaimVerdict["deny_kind"]): string {
  if (kind === null) return "Nothing in the report is refuted.";
  if (kind === "unverified") return "The record does not settle every claim.";
  const wanted = kind === "incomplete" ? "error" : "fail";
  const check = result.checks.find(({ status }) => status === wanted);
  const first = check?.findings.find(({ severity }) => severity === "block");
  return `${first?.message ?? "The report is refused."} [${check?.rule ?? "claim.receipt"}]`;
}

/** Judges a report. Never throws for input; the same facts give the same bytes. */
export function judgeClaims(facts: ClaimFacts, settings: ClaimSettings = defaultClaimSettings): ClaimVerdict {
  const result = gate(facts, settings);
  const kind = refusal(result, facts, settings);
  return {
    schema: "warrant.verdict/v1",
    gate: "claim",
    decision: kind === null ? "allow" : "deny",
    deny_kind: kind,
    reason: reasonOf(result, kind),
    gatekeeper_result: result,
  };
}
