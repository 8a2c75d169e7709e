/**
 * @module What a host does with what its hook gives it, as its public documentation and source say: the other side of an
 * adapter. Whatever it does not understand lets the call go on, as hosts do.
 */

import type { HookOutput } from "../packages/hosts/src/outcome.ts";

/** `asks`: the host's own flow decides, where a person sees its prompt. */
export type HostAct = "runs" | "asks" | "refused" | "held back";

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A lone half of a character, escaped or not, that a strict reader of JSON refuses. */
const loneHalf = /\\ud[89ab][0-9a-f]{2}(?!\\ud[c-f][0-9a-f]{2})|(?<!\\ud[89ab][0-9a-f]{2})\\ud[c-f][0-9a-f]{2}/i;

function objectIn(stdout: string): Fields | null {
  if (loneHalf.test(stdout)) return null;
  try {
    const read: unknown = JSON.parse(stdout.trim());
    return isFields(read) ? read : null;
  } catch {
    return null;
  }
}

function hasOnly(value: Fields, keys: readonly string[]): boolean {
  return Object.keys(value).every((key) => keys.includes(key));
}

function isSaid(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

const codexUniversal = ["systemMessage"];

/** Codex: no extra key anywhere, no refusal without a reason, no `ask`, and `allow` only with a changed input. */
function codex(event: string, { stdout, stderr, exit }: HookOutput): HostAct {
  const open: HostAct = event === "PermissionRequest" ? "asks" : "runs";
  if (exit === 2) return isSaid(stderr) ? "refused" : open;
  const read = exit === 0 ? objectIn(stdout) : null;
  if (read === null || !hasOnly(read, [...codexUniversal, "hookSpecificOutput", "decision", "reason"])) return open;
  const specific = read["hookSpecificOutput"];
  if (!isFields(specific) || specific["hookEventName"] !== event) return open;
  if (event === "PermissionRequest") {
    const { decision } = specific;
    if (!hasOnly(specific, ["hookEventName", "decision"]) || !isFields(decision)) return open;
    if (!hasOnly(decision, ["behavior", "message"])) return open;
    return decision["behavior"] === "deny" ? "refused" : decision["behavior"] === "allow" ? "runs" : open;
  }
  if (!hasOnly(specific, ["hookEventName", "permissionDecision", "permissionDecisionReason"])) return open;
  return specific["permissionDecision"] === "deny" && isSaid(specific["permissionDecisionReason"]) ? "refused" : open;
}

/** Copilot: any exit but 0 refuses before a call; at a permission only 2 does. */
function copilot(event: string, { stdout, exit }: HookOutput): HostAct {
  if (event === "PermissionRequest") {
    const said = exit === 2 ? "deny" : exit === 0 ? objectIn(stdout)?.["behavior"] : undefined;
    return said === "deny" ? "refused" : said === "allow" ? "runs" : "asks";
  }
  if (exit !== 0) return "refused";
  const said = objectIn(stdout)?.["permissionDecision"];
  return said === "deny" ? "refused" : said === "ask" ? "asks" : "runs";
}

/** Cursor with `failClosed`: only a clear yes lets a call run. `ask` is not kept on the generic hook. */
function cursor(event: string, { stdout, exit }: HookOutput): HostAct {
  if (exit !== 0) return "refused";
  const said = objectIn(stdout)?.["permission"];
  if (said === "ask" && event === "preToolUse") return "runs";
  return said === "allow" ? "runs" : "refused";
}

/** Gemini: only 2 refuses by its exit, and only `deny` or `block` by its answer. */
function gemini(_event: string, { stdout, exit }: HookOutput): HostAct {
  if (exit === 2) return "refused";
  if (exit !== 0) return "runs";
  const read = objectIn(stdout);
  if (read?.["continue"] === false) throw new Error("This would end the whole loop of Gemini CLI.");
  return read?.["decision"] === "deny" || read?.["decision"] === "block" ? "refused" : "runs";
}

/** OpenCode by our plugin: it throws at any exit but 0 and at what it cannot read. */
function opencode(event: string, { stdout, exit }: HookOutput): HostAct {
  const read = stdout === "" ? {} : objectIn(stdout);
  if (exit !== 0 || read === null || read["throw"] !== undefined) return "refused";
  if (event !== "permission.ask") return "runs";
  return read["status"] === "deny" ? "refused" : read["status"] === "allow" ? "runs" : "asks";
}

/** Claude Code: an object without the name of its event is passed over, and exit 2 is not honoured at a permission. */
function claudeCode(event: string, { stdout, exit }: HookOutput): HostAct {
  const isPermission = event === "PermissionRequest";
  const open: HostAct = isPermission ? "asks" : "runs";
  if (exit === 2) return isPermission ? open : "refused";
  const specific = exit === 0 ? objectIn(stdout)?.["hookSpecificOutput"] : undefined;
  if (!isFields(specific) || specific["hookEventName"] !== event) return open;
  const { decision } = specific;
  const said = isPermission ? (isFields(decision) ? decision["behavior"] : undefined) : specific["permissionDecision"];
  if (said === "deny") return "refused";
  if (said === "defer") return "held back";
  return said === "ask" ? "asks" : said === "allow" ? "runs" : open;
}

export const hostModels = { "claude-code": claudeCode, codex, copilot, cursor, gemini, opencode };
