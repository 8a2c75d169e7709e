/** @module One policy rule as the compiler reads it: its conditions, what it sets, and what of it cannot be read. */

import { foldName } from "../intent/labels.ts";
import { autonomyScale, readOn, writeScopeScale } from "../scale.ts";
import type { Attribution, ExecutionPolicy } from "../verdict.ts";

/** Scopes in the order an explanation names them. They never override each other. */
export const ruleScopes = ["organization", "repository", "intent", "workflow"] as const;

/** The fields that hold one value. */
export const singleFields = [
  "autonomy",
  "write_scope",
  "human_approval_required",
  "auto_merge_allowed",
  "max_attempts",
] as const;
export type SingleField = (typeof singleFields)[number];

/** What nothing has widened: the policy of everything that is not mapped, and of every field no rule sets. */
export function safestPolicy(): ExecutionPolicy {
  return {
    autonomy: "propose_only",
    write_scope: "none",
    human_approval_required: true,
    auto_merge_allowed: false,
    max_attempts: 1,
    allowed_tools: null,
    denied_tools: [],
    required_checks: [],
    rule_ids: [],
  };
}

/** The part of a policy one rule speaks about. An absent field does not take part in the meet. */
export interface RuleSettings extends Partial<Pick<ExecutionPolicy, SingleField>> {
  allowed_tools?: readonly string[];
  denied_tools?: readonly string[];
  required_checks?: readonly string[];
}

/** A value that could not be read, and the field whose safest value it counts as. */
export interface UnreadableValue {
  readonly field: string;
  readonly requested: unknown;
}

const conditionNames = ["status", "domain", "priority", "risk", "initiative", "owner", "repository"] as const;
type ConditionName = (typeof conditionNames)[number];

export interface ReadRule {
  readonly id: string;
  readonly scope: number;
  readonly conditions: ReadonlyMap<ConditionName, readonly string[]>;
  readonly settings: RuleSettings;
  readonly unreadable: readonly UnreadableValue[];
  /** Why the rule as a whole cannot be read; it then applies to everything and asks for the safest of every field. */
  readonly problem: string | null;
}

/** What conditions are compared with, prepared once for all rules. */
export interface RuleSubject {
  readonly status: string;
  readonly domains: ReadonlySet<string>;
  readonly priority: string | null;
  readonly risk: string | null;
  readonly initiative: string | null;
  /** Folded. */
  readonly owner: string;
  /** Folded, without the owner. */
  readonly repository: string;
  /** What the record has for each condition, for the reason of one that fails. */
  readonly shown: Readonly<Record<ConditionName, string>>;
}

export interface RuleMatch {
  readonly applies: boolean;
  readonly reason: string;
}

type Json = Record<string, unknown>;

function isRecord(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isStringList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** A value as an explanation can show it: short, and always a JSON value. */
function showable(value: unknown): unknown {
  if (typeof value === "string") return value.slice(0, 80).toWellFormed();
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (value === null || typeof value === "boolean") return value;
  return Array.isArray(value) ? "a list" : `a value of type ${typeof value}`;
}

/** Strings that add restrictions: those that can be read are kept, a single one counts as a list of one. */
function readRestrictions(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

function readSettings(set: Json): { settings: RuleSettings; unreadable: UnreadableValue[] } {
  const settings: RuleSettings = {};
  const unreadable: UnreadableValue[] = [];
  const note = (field: keyof RuleSettings, isReadable: boolean) => {
    if (!isReadable) unreadable.push({ field, requested: showable(set[field]) });
  };
  if (set["autonomy"] !== undefined) {
    settings.autonomy = readOn(autonomyScale, set["autonomy"]);
    note("autonomy", settings.autonomy === set["autonomy"]);
  }
  if (set["write_scope"] !== undefined) {
    settings.write_scope = readOn(writeScopeScale, set["write_scope"]);
    note("write_scope", settings.write_scope === set["write_scope"]);
  }
  if (set["human_approval_required"] !== undefined) {
    settings.human_approval_required = set["human_approval_required"] !== false;
    note("human_approval_required", typeof set["human_approval_required"] === "boolean");
  }
  if (set["auto_merge_allowed"] !== undefined) {
    settings.auto_merge_allowed = set["auto_merge_allowed"] === true;
    note("auto_merge_allowed", typeof set["auto_merge_allowed"] === "boolean");
  }
  const attempts = set["max_attempts"];
  if (attempts !== undefined) {
    const isCount = typeof attempts === "number" && Number.isSafeInteger(attempts) && attempts >= 1;
    settings.max_attempts = isCount ? attempts : 1;
    note("max_attempts", isCount);
  }
  const tools = set["allowed_tools"];
  if (tools !== undefined && tools !== null) {
    settings.allowed_tools = isStringList(tools) ? tools : [];
    note("allowed_tools", isStringList(tools));
  }
  for (const field of ["denied_tools", "required_checks"] as const) {
    if (set[field] === undefined) continue;
    settings[field] = readRestrictions(set[field]);
    note(field, isStringList(set[field]));
  }
  return { settings, unreadable };
}

function readConditions(when: Json): Map<ConditionName, readonly string[]> | null {
  const conditions = new Map<ConditionName, readonly string[]>();
  if (Object.keys(when).some((key) => !conditionNames.some((name) => name === key))) return null;
  // In the order of the names, so that an explanation does not depend on how a rule was typed.
  for (const name of conditionNames) {
    const value = when[name];
    if (value === undefined) continue;
    const wanted = typeof value === "string" ? [value] : value;
    if (!isStringList(wanted)) return null;
    conditions.set(name, wanted);
  }
  return conditions;
}

const settingNames: readonly string[] = [...singleFields, "allowed_tools", "denied_tools", "required_checks"];

/**
 * Reads one rule of any shape. Never throws.
 *
 * A value that cannot be read counts as the safest of its field. A rule whose conditions or whose fields are not known
 * cannot be left out, since it may be the one that narrows: it applies always and asks for the safest of everything.
 */
export function readRule(rule: unknown, index: number): ReadRule {
  const source = isRecord(rule) ? rule : {};
  const id = typeof source["id"] === "string" && source["id"] !== "" ? source["id"] : `(rule ${index + 1})`;
  const scopeIndex = ruleScopes.findIndex((scope) => scope === source["scope"]);
  const scope = scopeIndex === -1 ? ruleScopes.length : scopeIndex;
  const when = source["when"] ?? {};
  const conditions = isRecord(when) ? readConditions(when) : null;
  const set = source["set"];
  const isKnownSet = isRecord(set) && Object.keys(set).every((name) => settingNames.includes(name));
  if (conditions === null || !isKnownSet) {
    const { autonomy, write_scope, human_approval_required, auto_merge_allowed, max_attempts } = safestPolicy();
    return {
      id,
      scope,
      conditions: new Map(),
      settings: { autonomy, write_scope, human_approval_required, auto_merge_allowed, max_attempts, allowed_tools: [] },
      unreadable: [],
      problem: conditions === null ? "its conditions cannot be read" : "what it sets cannot be read",
    };
  }
  return { id, scope, conditions, ...readSettings(set), problem: null };
}

function shown(values: readonly string[]): string {
  const list = values.slice(0, 5).map((value) => value.slice(0, 80).toWellFormed());
  if (values.length > list.length) list.push(`${values.length - list.length} more`);
  return list.length === 0 ? "nothing" : list.join(" or ");
}

/** Prepares a record for `matchRule`. `repository` may be written with its owner or without. */
export function ruleSubject(record: Attribution, owner: string, repository: string): RuleSubject {
  const { priority, risk, initiative, domains } = record.dimensions;
  const one = (value: string | null) => (value === null ? "not known" : shown([value]));
  return {
    status: record.status,
    domains: new Set(domains),
    priority,
    risk,
    initiative,
    owner: foldName(owner),
    repository: foldName(repository.slice(repository.lastIndexOf("/") + 1)),
    shown: {
      status: record.status,
      domain: domains.length === 0 ? "not known" : shown(domains),
      priority: one(priority),
      risk: one(risk),
      initiative: one(initiative),
      owner: shown([owner]),
      repository: shown([repository]),
    },
  };
}

function isRepository(wanted: string, subject: RuleSubject): boolean {
  const fold = foldName(wanted);
  return fold === subject.repository || fold === `${subject.owner}/${subject.repository}`;
}

/** Whether one wanted value is what the record has. Values compare exactly, names of owner and repository folded. */
const comparisons: Readonly<Record<ConditionName, (wanted: string, subject: RuleSubject) => boolean>> = {
  status: (wanted, subject) => wanted === subject.status,
  domain: (wanted, subject) => subject.domains.has(wanted),
  priority: (wanted, subject) => wanted === subject.priority,
  risk: (wanted, subject) => wanted === subject.risk,
  initiative: (wanted, subject) => wanted === subject.initiative,
  owner: (wanted, subject) => foldName(wanted) === subject.owner,
  repository: isRepository,
};

/** Whether every condition of a rule holds, with the condition that held or failed in words (change gate, section 6.4). */
export function matchRule(rule: ReadRule, subject: RuleSubject): RuleMatch {
  if (rule.problem !== null)
    return { applies: true, reason: `${rule.problem}, so it asks for the safest of everything` };
  if (!rule.conditions.has("status") && subject.status !== "mapped") {
    return { applies: false, reason: `status ${subject.shown.status} is not named` };
  }
  const reasons: string[] = [];
  for (const [name, wanted] of rule.conditions) {
    const held = wanted.find((value) => comparisons[name](value, subject));
    if (held === undefined) {
      const reason =
        name === "status"
          ? `status ${subject.shown.status} is not named`
          : `${name} is ${subject.shown[name]}, not ${shown(wanted)}`;
      return { applies: false, reason };
    }
    reasons.push(`${name} is ${shown([held])}`);
  }
  return { applies: true, reason: reasons.length === 0 ? "no condition, so every mapped record" : reasons.join(", ") };
}
