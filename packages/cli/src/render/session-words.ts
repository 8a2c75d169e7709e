/** @module What a session's steps say, in the same words on a page and in a terminal. */

import { outside } from "@warrant/kernel/render/outside";
import { counted } from "@warrant/kernel/render/phrase";
import type { SeenAction, SeenClaims, SeenRequest } from "../session-view.ts";

/** Who a request is from. */
const origins: Readonly<Record<string, string>> = {
  human: "a person asked",
  scheduled: "a schedule started",
  webhook: "a webhook started",
  agent: "another agent asked",
  tool: "a tool asked",
};

export function originWords({ origin }: SeenRequest): string {
  return origins[origin] ?? "nobody known asked";
}

/** What was read of a request, in one line. */
export function readingWords({ act, stakes, named }: SeenRequest): string {
  if (act === null) return "nothing was read of it";
  const parts = [`read as ${act}`, ...(stakes === null ? [] : [`${stakes} stakes`])];
  if (named.length > 0) parts.push(`named: ${named.slice(0, 5).join(", ")}${named.length > 5 ? ", …" : ""}`);
  return parts.join(" · ");
}

const decisions: Readonly<Record<string, string>> = {
  allow: "allowed",
  ask: "asked",
  park: "put into the inbox",
  deny: "refused",
};

/** The gate's answer to a call. Under report mode nothing followed from it, which is said. */
export function decisionWords({ decision, rule, applied, inbox_id: inbox }: SeenAction): string {
  if (decision === null) return "its verdict is not in the log";
  const word = decisions[decision] ?? decision;
  const said = applied ? word : `would be ${word}`;
  const where = inbox === null ? "" : ` ${inbox}`;
  return `${said}${where}${rule === null ? "" : ` [${rule}]`}`;
}

export function isRefused({ decision, applied }: SeenAction): boolean {
  return applied && decision !== null && decision !== "allow";
}

/** How many calls there were, and how many did not run. Under report mode those ran: what would have been is said. */
export function heldWords(calls: readonly SeenAction[]): string {
  const held = calls.filter(isRefused).length;
  const would = calls.filter(({ applied, decision }) => !applied && decision !== null && decision !== "allow").length;
  const also = would === 0 ? "" : `, ${would} would have been`;
  return `${counted(calls.length, "call")}, ${held} held back${also}`;
}

/** What came back from a call. */
export function resultWords({ status, exit_code: code, decision }: SeenAction): string {
  if (status === null) return decision === "allow" ? "no result came back" : "";
  return code === null ? status : `${status}, exit ${code}`;
}

/** What a call does, one line an effect. */
export function effectWords({ effects }: SeenAction): string[] {
  const lines = effects.map(({ kind, target, reversibility }) => {
    const end = reversibility === "reversible" ? "" : ` (${reversibility})`;
    return outside(`${kind} ${target}${end}`, 300);
  });
  return [...new Set(lines)];
}

/** The arguments as a person reads them: the command, or the whole input. */
export function inputWords({ input }: SeenAction): string {
  if (typeof input !== "object" || input === null) return "";
  const command: unknown = "command" in input ? input.command : undefined;
  return outside(typeof command === "string" ? command : JSON.stringify(input), 2000);
}

/** What became of the claims of a report, as many of each outcome as there are. */
export function claimWords({ decision, rule, applied, outcomes }: SeenClaims): string {
  const counts = (["contradicted", "unverified", "supported"] as const).flatMap((outcome) => {
    const count = outcomes === null ? 0 : outcomes[outcome];
    return count === 0 ? [] : [`${count} ${outcome}`];
  });
  const said =
    rule === "claim.not-checked"
      ? "its report was not checked"
      : counts.length > 0
        ? `of what it reported ${counts.join(", ")}`
        : decision === "allow"
          ? "nothing it reported was refuted"
          : "its report was refuted";
  return `${applied ? "sent back: " : ""}${said} [${rule}]`;
}
