/**
 * @module The settings of a person's sessions: what their own file says, and what a project's file may make narrower
 * (requests and authority, section 16). No schema here: commands without a configuration file load this alone.
 */

import { narrow, type RequestWord, requestScales } from "./scale.ts";

/** Which model may be asked about a reading nobody is sure of: none, one that never leaves the machine, or any. */
export const escalations = ["none", "local", "cloud"] as const;
export type RuntimeEscalation = (typeof escalations)[number];

export interface RuntimeSettings {
  /** Off: nothing is read, and only what is configured holds. */
  readonly enabled: boolean;
  /** Off: nothing that comes from a reading applies. */
  readonly posture: "on" | "off";
  readonly autonomy: RequestWord<"autonomy">;
  readonly approval: RequestWord<"approval">;
  readonly permission: RequestWord<"permission">;
  readonly accept_confidence: number;
  readonly provisional_confidence: number;
  readonly escalate: RuntimeEscalation;
  readonly classify_model?: string;
  readonly max_classify_usd: number;
  readonly classify_timeout_seconds: number;
  readonly require_bound_issue: boolean;
  /** Names and patterns of branches and tags whose removal always asks, beside the built-in ones. */
  readonly protected_names: readonly string[];
  readonly offer_by_domain: boolean;
  readonly modality_hints: readonly { readonly modality: string; readonly name_contains: readonly string[] }[];
  readonly subagents: { readonly max_depth: number };
  readonly envelope: { readonly default_hours: number; readonly max_hours: number };
  readonly approvals: {
    readonly live_minutes: number;
    readonly parked_hours: number;
    readonly ask_hours: number;
    readonly second_person: boolean;
  };
  readonly commitment: {
    readonly enabled: boolean;
    readonly lifetime_budget_usd: number | "unlimited";
    readonly stall_limit: number;
    readonly review_every_hours?: number;
    readonly default_ttl_days?: number;
  };
  /** Where the ledger is when it is no file of this machine. */
  readonly ledger: { readonly url?: string };
}

type Part<Value> = Value extends readonly unknown[]
  ? Value
  : Value extends object
    ? { readonly [Key in keyof Value]?: Part<Value[Key]> | undefined }
    : Value;
/** The `runtime` section as somebody wrote it. */
export type WrittenRuntime = Part<RuntimeSettings>;

export const defaultRuntime: RuntimeSettings = {
  enabled: true,
  posture: "on",
  autonomy: "assisted",
  approval: "auto-approve",
  permission: "workspace-write",
  accept_confidence: 0.75,
  provisional_confidence: 0.45,
  escalate: "none",
  max_classify_usd: 0.01,
  classify_timeout_seconds: 10,
  require_bound_issue: false,
  protected_names: [],
  offer_by_domain: true,
  modality_hints: [],
  subagents: { max_depth: 5 },
  envelope: { default_hours: 24, max_hours: 720 },
  approvals: { live_minutes: 15, parked_hours: 24, ask_hours: 72, second_person: false },
  commitment: { enabled: true, lifetime_budget_usd: "unlimited", stall_limit: 3 },
  ledger: {},
};

type Narrowing<Value> = (own: Value, asked: Exclude<Value, undefined>) => Value;
type Narrowings<Settings> = {
  readonly [Key in keyof Settings]-?: NonNullable<Settings[Key]> extends readonly unknown[]
    ? Narrowing<Settings[Key]>
    : NonNullable<Settings[Key]> extends object
      ? Narrowings<NonNullable<Settings[Key]>>
      : Narrowing<Settings[Key]>;
};

const smaller = (own: number, asked: number): number => (asked < own ? asked : own);
/** Where nothing is set yet, any limit is narrower. */
const sooner = (own: number | undefined, asked: number): number => (own === undefined ? asked : smaller(own, asked));
const larger = (own: number, asked: number): number => (asked > own ? asked : own);
const either = (own: boolean, asked: boolean): boolean => own || asked;
/** What a project's file may not set at all. */
const own = <Value>(value: Value): Value => value;
const theirs = <Value>(_own: Value, asked: Value): Value => asked;

function lessSpending(one: number | "unlimited", asked: number | "unlimited"): number | "unlimited" {
  if (one === "unlimited") return asked;
  return asked === "unlimited" ? one : smaller(one, asked);
}

/** What a project's file may make of each setting. */
const narrowings: Narrowings<RuntimeSettings> = {
  enabled: either,
  posture: (one, asked) => (one === "on" ? one : asked),
  autonomy: (one, asked) => narrow(requestScales.autonomy, one, asked),
  approval: (one, asked) => narrow(requestScales.approval, one, asked),
  permission: (one, asked) => narrow(requestScales.permission, one, asked),
  accept_confidence: larger,
  provisional_confidence: larger,
  // A local model sees nothing that leaves the machine.
  escalate: (one, asked) => (asked === "cloud" ? one : asked),
  classify_model: own,
  max_classify_usd: smaller,
  classify_timeout_seconds: smaller,
  require_bound_issue: either,
  protected_names: (one, asked) => [...new Set([...one, ...asked])],
  offer_by_domain: theirs,
  modality_hints: theirs,
  subagents: { max_depth: smaller },
  envelope: { default_hours: smaller, max_hours: smaller },
  approvals: { live_minutes: smaller, parked_hours: smaller, ask_hours: smaller, second_person: either },
  commitment: {
    enabled: (one, asked) => one && asked,
    lifetime_budget_usd: lessSpending,
    stall_limit: smaller,
    review_every_hours: sooner,
    default_ttl_days: sooner,
  },
  ledger: { url: own },
};

type Json = Readonly<Record<string, unknown>>;

function isSection(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A section with what was written in it. */
function filled(settings: Json, written: Json): Json {
  const given = Object.entries(written).filter(([, value]) => value !== undefined);
  const entries = given.map(([key, value]) => {
    const known = settings[key];
    return [key, isSection(known) && isSection(value) ? filled(known, value) : value] as const;
  });
  return { ...settings, ...Object.fromEntries(entries) };
}

/** A section narrowed, with the keys that would have made it wider. */
function narrowed(settings: Json, written: Json, how: Json, path: string): { settings: Json; dropped: string[] } {
  const dropped: string[] = [];
  const result: Record<string, unknown> = { ...settings };
  for (const [key, asked] of Object.entries(written)) {
    const [known, narrowing] = [settings[key], how[key]];
    if (asked === undefined) continue;
    if (isSection(narrowing)) {
      const inner = narrowed(known as Json, asked as Json, narrowing, `${path}.${key}`);
      dropped.push(...inner.dropped);
      result[key] = inner.settings;
      continue;
    }
    const kept = (narrowing as Narrowing<unknown>)(known, asked);
    // Added names are no refusal, although the result is not what was asked for.
    if (!Array.isArray(asked) && kept !== asked) dropped.push(`${path}.${key}`);
    if (kept !== undefined) result[key] = kept;
  }
  return { settings: result, dropped };
}

/** A reading is never taken for surer than provisional ones are: contradicting limits are none. */
function settled(settings: RuntimeSettings): RuntimeSettings {
  if (settings.provisional_confidence <= settings.accept_confidence) return settings;
  const { accept_confidence, provisional_confidence } = defaultRuntime;
  return { ...settings, accept_confidence, provisional_confidence };
}

export interface SettledRuntime {
  readonly settings: RuntimeSettings;
  /** The person's and the project's word, of which approval takes the narrower row each time. */
  readonly autonomy_grants: readonly RequestWord<"autonomy">[];
  /** Key paths of the project's file that would have widened something, such as `runtime.autonomy`. */
  readonly dropped: readonly string[];
}

/**
 * The settings that hold: the defaults, what the person wrote instead, and what the project's file narrows. What it may not
 * set is dropped.
 */
export function settleRuntime(personal: WrittenRuntime = {}, project: WrittenRuntime = {}): SettledRuntime {
  // The schema has given every field its type; the compiler cannot follow that through the tables.
  const base = filled(defaultRuntime as unknown as Json, personal);
  const { settings, dropped } = narrowed(base, project, narrowings, "runtime");
  const { autonomy } = base as unknown as RuntimeSettings;
  const grants = project.autonomy === undefined ? [autonomy] : [autonomy, project.autonomy];
  return { settings: settled(settings as unknown as RuntimeSettings), autonomy_grants: grants, dropped };
}
