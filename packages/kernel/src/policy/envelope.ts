/**
 * @module Envelopes: what a person delegated beyond one turn (requests and authority, section 10). Read so that whatever is
 * not clearly there covers nothing.
 */

import { type EffectKind, effectKinds } from "../effect.ts";
import { parseInstant } from "../instant.ts";
import { type RequestWord, requestScales, wordOn } from "../scale.ts";
import { isAmount, isRecord, isTexts } from "./ceiling-read.ts";

/** Who did something, as the transport stamped it. */
export interface Actor {
  readonly kind: "person" | "agent" | "runtime" | "system" | "tool";
  readonly id: string;
}

export type Escalation =
  | { readonly kind: "wait" }
  | { readonly kind: "assume-conservative" | "abandon"; readonly after_hours: number }
  | { readonly kind: "reassign"; readonly to: string; readonly after_hours: number };

export interface Envelope {
  readonly schema: "warrant.envelope/v1";
  readonly id: string;
  /** Rises on every change; part of the digest of what it let through. */
  readonly version: number;
  readonly commitment: string;
  /** The envelope it was attenuated from. */
  readonly parent?: string;
  readonly granted_by: Actor;
  readonly granted_at: string;
  readonly expires_at: string;
  /** Any value at all, readable or not, means revoked. */
  readonly revoked_at?: unknown;
  readonly revoked_by?: unknown;
  readonly kinds: readonly EffectKind[];
  /** Exactly one of the two. */
  readonly tools?: readonly string[];
  readonly any_tool?: true;
  /** Exactly one of the two; relative to the root, and `any_path` still means inside the roots. */
  readonly paths?: readonly string[];
  readonly any_path?: true;
  readonly hosts: readonly string[];
  readonly executes: readonly string[];
  readonly remotes: readonly string[];
  /** US dollars over the commitment's life. */
  readonly spend_usd: number | "unlimited";
  readonly max_uses: number | "unlimited";
  readonly permission: RequestWord<"permission">;
  readonly escalation: Escalation;
  /** Whether subagents may use it. */
  readonly descendants: boolean;
}

/** Kinds an envelope covers that names none. */
export const defaultKinds: readonly EffectKind[] = ["read", "write"];

/** What happens when nobody answers, from anything at all: unknown, or hours that are no number above 0, waits. */
export function readEscalation(value: unknown): Escalation {
  if (!isRecord(value)) return { kind: "wait" };
  const { kind, after_hours: hours, to } = value;
  if (typeof hours !== "number" || !Number.isFinite(hours) || hours <= 0) return { kind: "wait" };
  if (kind === "assume-conservative" || kind === "abandon") return { kind, after_hours: hours };
  if (kind === "reassign" && typeof to === "string" && to !== "") return { kind, to, after_hours: hours };
  return { kind: "wait" };
}

export function readActor(value: unknown): Actor | null {
  if (!isRecord(value) || typeof value["id"] !== "string" || value["id"] === "") return null;
  const { kind, id } = value;
  if (kind === "person" || kind === "agent" || kind === "runtime" || kind === "system" || kind === "tool") {
    return { kind, id };
  }
  return null;
}

function readKinds(value: unknown): EffectKind[] | null {
  if (value === undefined) return [...defaultKinds];
  if (!isTexts(value) || value.some((word) => !effectKinds.some((kind) => kind === word))) return null;
  return effectKinds.filter((kind) => value.includes(kind));
}

/** A list, or the word for any: exactly one of the two. */
function readScope(list: unknown, any: unknown): { list: string[] } | { any: true } | null {
  if (list === undefined) return any === true ? { any } : null;
  return any === undefined && isTexts(list) ? { list } : null;
}

/** Which of the fields that say what is covered cannot be read; empty when each can. */
export function unreadableScope(value: Readonly<Record<string, unknown>>): string {
  if (readKinds(value["kinds"]) === null) return "kinds";
  if (readScope(value["tools"], value["any_tool"]) === null) return value["tools"] === undefined ? "any_tool" : "tools";
  if (readScope(value["paths"], value["any_path"]) === null) return value["paths"] === undefined ? "any_path" : "paths";
  return "";
}

function readLimit(value: unknown, isLimit: (value: unknown) => value is number): number | "unlimited" | null {
  return value === "unlimited" || isLimit(value) ? value : null;
}

export function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 1;
}

const fields: ReadonlySet<string> = new Set([
  "schema",
  "id",
  "version",
  "commitment",
  "parent",
  "granted_by",
  "granted_at",
  "expires_at",
  "revoked_at",
  "revoked_by",
  "kinds",
  "tools",
  "any_tool",
  "paths",
  "any_path",
  "hosts",
  "executes",
  "remotes",
  "spend_usd",
  "max_uses",
  "permission",
  "escalation",
  "descendants",
]);

/** Whether a name is one of an envelope's fields; a grant with another one is refused, and an envelope with one is dead. */
export function isEnvelopeField(name: string): boolean {
  return fields.has(name);
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/**
 * An envelope from anything at all, or null for one that covers nothing: a field nobody knows, a scope that is missing or
 * said twice, a number or time that is none, or a grantor that is no person.
 */
export function readEnvelope(value: unknown): Envelope | null {
  if (!isRecord(value) || Object.keys(value).some((name) => !fields.has(name))) return null;
  const id = textOf(value["id"]);
  const commitment = textOf(value["commitment"]);
  const grantor = readActor(value["granted_by"]);
  const kinds = readKinds(value["kinds"]);
  const tools = readScope(value["tools"], value["any_tool"]);
  const paths = readScope(value["paths"], value["any_path"]);
  const spend = readLimit(value["spend_usd"], isAmount);
  const uses = value["max_uses"] === undefined ? "unlimited" : readLimit(value["max_uses"], isCount);
  const { version, granted_at: grantedAt, expires_at: expiresAt, parent, descendants } = value;
  if (id === null || commitment === null || grantor?.kind !== "person" || kinds === null) return null;
  if (tools === null || paths === null || spend === null || uses === null || !isCount(version)) return null;
  if (typeof grantedAt !== "string" || parseInstant(grantedAt) === null) return null;
  if (typeof expiresAt !== "string" || parseInstant(expiresAt) === null) return null;
  if (parent !== undefined && textOf(parent) === null) return null;
  const permission = value["permission"] === undefined ? "workspace-write" : value["permission"];
  return {
    schema: "warrant.envelope/v1",
    id,
    version,
    commitment,
    ...(typeof parent === "string" ? { parent } : {}),
    granted_by: grantor,
    granted_at: grantedAt,
    expires_at: expiresAt,
    ...("revoked_at" in value ? { revoked_at: value["revoked_at"] } : {}),
    ...("revoked_by" in value ? { revoked_by: value["revoked_by"] } : {}),
    kinds,
    ...("list" in tools ? { tools: tools.list } : { any_tool: true }),
    ...("list" in paths ? { paths: paths.list } : { any_path: true }),
    hosts: isTexts(value["hosts"]) ? value["hosts"] : [],
    executes: isTexts(value["executes"]) ? value["executes"] : [],
    remotes: isTexts(value["remotes"]) ? value["remotes"] : [],
    spend_usd: spend,
    max_uses: uses,
    permission: wordOn(requestScales.permission, permission) ?? "read-only",
    escalation: readEscalation(value["escalation"]),
    descendants: descendants === true,
  };
}

/** Whether an envelope is neither revoked nor expired at a moment; at the instant it expires it is over. */
export function isLive(envelope: Envelope, now: string): boolean {
  if ("revoked_at" in envelope || "revoked_by" in envelope) return false;
  const at = parseInstant(now);
  const end = parseInstant(envelope.expires_at);
  return at !== null && end !== null && at < end;
}

/** How many ancestors an envelope may have. */
const deepest = 5;

/** An envelope and every one it was attenuated from, or null when that line is a cycle, too deep, or not all there. */
export function lineOf(id: string, envelopes: ReadonlyMap<string, Envelope>): readonly Envelope[] | null {
  const line: Envelope[] = [];
  let at: string | undefined = id;
  while (at !== undefined) {
    const envelope: Envelope | undefined = envelopes.get(at);
    if (envelope === undefined || line.includes(envelope) || line.length > deepest) return null;
    // A child of another commitment's envelope is nobody's.
    if (line[0] !== undefined && line[0].commitment !== envelope.commitment) return null;
    line.push(envelope);
    at = envelope.parent;
  }
  return line;
}
