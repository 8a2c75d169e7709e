/** @module What one request was read as: the reading of each part, of the whole, and how it came about. */

import type { Finding } from "../../finding.ts";
import type { RequestWord } from "../../scale.ts";
import type { Ban, NamedTarget, RemovalEntry, RemovalScope } from "./removal.ts";

export const acts = [
  "converse",
  "answer",
  "locate",
  "analyze",
  "author",
  "modify",
  "operate",
  "verify",
  "orchestrate",
  "govern",
] as const;
export type Act = (typeof acts)[number];

/** Acts that ask for words, not for effects. */
export const askingActs: ReadonlySet<Act> = new Set(["converse", "answer", "locate", "analyze"]);
/** Acts that change something. */
export const effectfulActs: ReadonlySet<Act> = new Set(["modify", "operate", "govern"]);

export type Modality = "text" | "data" | "image" | "audio" | "video" | "screen" | "stream";

export const domains = [
  "live-data",
  "web",
  "filesystem",
  "code-exec",
  "memory",
  "messaging",
  "documents",
  "orchestration",
  "vcs",
  "observability",
] as const;
export type Domain = (typeof domains)[number];
/** What every turn keeps. */
export const floorDomains: readonly Domain[] = ["filesystem", "memory"];

/** How sure a part is of each axis, 0 to 1. */
export interface Confidences {
  readonly act: number;
  readonly horizon: number;
  readonly stakes: number;
  readonly evidence: number;
}

export interface Reading {
  readonly act: Act;
  /** The primary act and the alternates, sorted. */
  readonly acts: readonly Act[];
  readonly horizon: RequestWord<"horizon">;
  readonly stakes: RequestWord<"stakes">;
  readonly evidence: RequestWord<"evidence">;
  readonly clarity: RequestWord<"clarity">;
  readonly inputs: readonly Modality[];
  readonly outputs: readonly Modality[];
  readonly attendance: RequestWord<"attendance">;
  readonly domains: readonly Domain[] | "all";
  readonly removal: readonly RemovalEntry[];
  readonly confidences: Confidences;
  /** The least of the confidences. */
  readonly confidence: number;
}

/** Unread parts are carried as the general reading; provisional ones are offered few tools. */
export type PartState = "unread" | "provisional" | "confident";

export type Role = "ban" | "social" | "request" | "question" | "statement" | "imperative" | "unknown-verb";

export type Relation =
  | { readonly kind: "independent" }
  | { readonly kind: "sequential"; readonly after: string }
  | { readonly kind: "dependent"; readonly on: string };

export type Lineage =
  | { readonly kind: "new" }
  | { readonly kind: "continues"; readonly thread_id: string; readonly merges: readonly string[] }
  | { readonly kind: "corrects"; readonly thread_id: string }
  | { readonly kind: "replaces"; readonly thread_id: string };

/** One part of a request. Ceiling and posture are derived from it elsewhere. */
export interface PartReading {
  readonly strand_id: string;
  readonly thread_id: string;
  readonly text: string;
  readonly role: Role;
  readonly state: PartState;
  /** The words were an instruction whose verb is not known: approval is capped like that of an unread part. */
  readonly unknown_verb: boolean;
  /** A money word was said: only then may an operation pay. */
  readonly money: boolean;
  readonly reading: Reading;
  readonly removal: RemovalScope;
  readonly relation: Relation;
  readonly lineage: Lineage;
}

export type SignalKind =
  | "lexical"
  | "structural"
  | "deictic"
  | "workspace"
  | "session"
  | "surface"
  | "attachment"
  | "declared";

export interface Signal {
  readonly kind: SignalKind;
  readonly name: string;
  readonly weight: number;
  readonly detail: string;
}

export interface Provenance {
  readonly tier: "declared" | "signals" | "general" | "local-model" | "cloud-model";
  readonly resolver_version: number;
  readonly reproducible: boolean;
  readonly model_id?: string;
  readonly prompt_digest?: string;
  readonly escalation?: string;
}

/**
 * What kind of turn this is, which decides whether it has a ceiling of its own: `work` has; `affirmation`, `social` and
 * `bans` keep the session's; `empty` has the orienting one and carries nothing; `not-human` and `no-standing` have no
 * authority of their own; `control` is a control word.
 */
export type Turn = "work" | "affirmation" | "social" | "bans" | "empty" | "not-human" | "no-standing" | "control";

/** A request as read, before what it permits is derived. */
export interface RequestReading {
  readonly turn: Turn;
  readonly reading: Reading;
  readonly parts: readonly PartReading[];
  readonly bans: readonly Ban[];
  readonly named: readonly NamedTarget[];
  readonly provenance: Provenance;
  readonly signals: readonly Signal[];
  readonly findings: readonly Finding[];
}
