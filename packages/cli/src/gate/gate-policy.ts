/**
 * @module What an operator has configured, as the gate takes it: compiled from a person's file and a project's, and read back
 * from its own JSON without any schema library (actions, section 9.1).
 */

import type { CompiledPolicy } from "@warrant/hosts/port";
import { type DeclaredTools, readDeclaredTools } from "@warrant/kernel/action/declared-tools";
import { type OperatorRule, readRule } from "@warrant/kernel/action/operator-rules";
import type { SettledAction } from "@warrant/kernel/action-settings";
import { digest } from "@warrant/kernel/canonical";
import { type ClaimSettings, readClaimSettings } from "@warrant/kernel/claim/settings";
import type { SettledClaim } from "@warrant/kernel/claim/settle";
import type { ApprovalLives } from "@warrant/kernel/policy/approval";
import { isAmount, isRecord, isTexts } from "@warrant/kernel/policy/ceiling-read";
import type { SettledRuntime } from "@warrant/kernel/runtime-settings";
import { type RequestWord, requestScales, wordOn } from "@warrant/kernel/scale";

export interface GatePolicy extends CompiledPolicy {
  readonly claims_mode: "enforce" | "report";
  readonly claims: ClaimSettings;
  /** How long questions and answers live. */
  readonly lives: ApprovalLives;
  /** Branches nobody pushes to unasked, beside the usual ones. */
  readonly protected_names: readonly string[];
  readonly require_bound_issue: boolean;
  /** What a request that opens work gives it. */
  readonly work: {
    readonly enabled: boolean;
    readonly lifetime_budget_usd: number | "unlimited";
    readonly stall_limit: number;
    readonly review_every_hours: number | null;
    readonly default_ttl_days: number | null;
  };
  readonly ledger_url: string | null;
}

/** The policy of settings that were settled. The digest is of everything a verdict depends on, the modes left out (law 6). */
export function compileGatePolicy(runtime: SettledRuntime, action: SettledAction, claim: SettledClaim): GatePolicy {
  const { settings } = runtime;
  const { live_minutes, parked_hours, ask_hours, second_person } = settings.approvals;
  const judged = {
    is_enabled: action.settings.enabled,
    rules: action.settings.rules,
    tools: action.settings.tools,
    may_defer: action.settings.defer === "on",
    // With reading switched off nothing that comes from one applies.
    posture: settings.enabled ? settings.posture : "off",
    autonomy: settings.autonomy,
    autonomy_grants: runtime.autonomy_grants,
    permission: settings.permission,
    approval: settings.approval,
    max_depth: settings.subagents.max_depth,
    second_person,
    accept_confidence: settings.accept_confidence,
    provisional_confidence: settings.provisional_confidence,
    lives: { live_minutes, parked_hours, ask_hours },
    protected_names: settings.protected_names,
    require_bound_issue: settings.require_bound_issue,
    work: {
      enabled: settings.enabled && settings.commitment.enabled,
      lifetime_budget_usd: settings.commitment.lifetime_budget_usd,
      stall_limit: settings.commitment.stall_limit,
      review_every_hours: settings.commitment.review_every_hours ?? null,
      default_ttl_days: settings.commitment.default_ttl_days ?? null,
    },
    ledger_url: settings.ledger.url ?? null,
    claims: claim.settings,
  } satisfies Omit<GatePolicy, "digest" | "mode" | "claims_mode">;
  // Through JSON, so that it is byte for byte what is read back.
  const plain = JSON.parse(JSON.stringify(judged)) as typeof judged;
  return {
    ...plain,
    digest: digest(plain),
    mode: modeOf(action.settings.enforce),
    claims_mode: modeOf(claim.enforce),
  };
}

function modeOf(isEnforcing: boolean): GatePolicy["mode"] {
  return isEnforcing ? "enforce" : "report";
}

function isMode(value: unknown): value is GatePolicy["mode"] {
  return value === "enforce" || value === "report";
}

function readRules(value: unknown): OperatorRule[] | null {
  if (!Array.isArray(value)) return null;
  const rules = value.map(readRule);
  return rules.every((rule) => rule !== null) ? rules : null;
}

function readTools(value: unknown): DeclaredTools | null {
  const tools = readDeclaredTools(value);
  return isRecord(value) && Object.keys(value).length === Object.keys(tools).length ? tools : null;
}

function readLives(value: unknown): ApprovalLives | null {
  if (!isRecord(value)) return null;
  const { live_minutes, parked_hours, ask_hours } = value;
  return isAmount(live_minutes) && isAmount(parked_hours) && isAmount(ask_hours)
    ? { live_minutes, parked_hours, ask_hours }
    : null;
}

function readWork(value: unknown): GatePolicy["work"] | null {
  if (!isRecord(value)) return null;
  const {
    enabled,
    lifetime_budget_usd: budget,
    stall_limit,
    review_every_hours: review,
    default_ttl_days: ttl,
  } = value;
  if (typeof enabled !== "boolean" || !isAmount(stall_limit)) return null;
  if (!(budget === "unlimited" || isAmount(budget))) return null;
  if (!(review === null || isAmount(review)) || !(ttl === null || isAmount(ttl))) return null;
  return { enabled, lifetime_budget_usd: budget, stall_limit, review_every_hours: review, default_ttl_days: ttl };
}

/** A policy from anything at all. Null when any part of it cannot be read, since that part may have been what denies. */
export function readGatePolicy(value: unknown): GatePolicy | null {
  if (!isRecord(value)) return null;
  const { digest: written, mode, claims_mode, ...judged } = value;
  if (!isMode(mode) || !isMode(claims_mode)) return null;
  // A file that was cut or altered is none.
  if (typeof written !== "string" || written !== digest(judged)) return null;
  const { is_enabled, may_defer, posture, autonomy_grants, max_depth, second_person, protected_names } = judged;
  const [rules, tools] = [readRules(judged["rules"]), readTools(judged["tools"])];
  const [lives, work] = [readLives(judged["lives"]), readWork(judged["work"])];
  const claims = readClaimSettings(judged["claims"]);
  const autonomy = wordOn(requestScales.autonomy, judged["autonomy"]);
  const permission = wordOn(requestScales.permission, judged["permission"]);
  const approval = wordOn(requestScales.approval, judged["approval"]);
  const grants = isTexts(autonomy_grants)
    ? autonomy_grants.map((word) => wordOn(requestScales.autonomy, word))
    : [undefined];
  const { accept_confidence: accept, provisional_confidence: provisional, require_bound_issue, ledger_url } = judged;
  if (rules === null || tools === null || lives === null || work === null || claims === null) return null;
  if (!isTexts(protected_names)) return null;
  if (autonomy === undefined || permission === undefined || approval === undefined) return null;
  if (!grants.every((word): word is RequestWord<"autonomy"> => word !== undefined)) return null;
  if (typeof is_enabled !== "boolean" || typeof may_defer !== "boolean" || typeof second_person !== "boolean")
    return null;
  if (posture !== "on" && posture !== "off") return null;
  if (!isAmount(max_depth) || !isAmount(accept) || !isAmount(provisional)) return null;
  if (typeof require_bound_issue !== "boolean" || !(ledger_url === null || typeof ledger_url === "string")) return null;
  return {
    digest: written,
    mode,
    claims_mode,
    is_enabled,
    rules,
    tools,
    may_defer,
    posture,
    autonomy,
    autonomy_grants: grants,
    permission,
    approval,
    max_depth,
    second_person,
    accept_confidence: accept,
    provisional_confidence: provisional,
    lives,
    protected_names,
    require_bound_issue,
    work,
    ledger_url,
    claims,
  };
}
