/**
 * @module From an engagement to settings of a host (requests and authority, section 9): each takes the configured value
 * first and returns one that is equal or stricter. With the posture off the configured value comes back untouched.
 */

import type { Domain, Modality } from "../intent/reading/reading.ts";
import { narrow, type RequestWord, requestScales } from "../scale.ts";
import { isAtMost, topCeiling } from "./ceiling.ts";
import type { CeilingEntry } from "./ceiling-entries.ts";
import { isAmount } from "./ceiling-read.ts";
import type { Ceiling, Engagement, Posture } from "./engagement.ts";

export type PostureSwitch = "on" | "off";

/** How a host asks before effects: never more freely than configured. */
export function approvalMode(
  configured: RequestWord<"approval">,
  approval: RequestWord<"approval"> | undefined,
  posture: PostureSwitch,
): RequestWord<"approval"> {
  if (posture === "off" || approval === undefined) return configured;
  return narrow(requestScales.approval, configured, approval);
}

/** What a session may touch. A wider ceiling promotes nothing. */
export function permissionMode(
  configured: RequestWord<"permission">,
  permission: RequestWord<"permission"> | undefined,
): RequestWord<"permission"> {
  return permission === undefined ? configured : narrow(requestScales.permission, configured, permission);
}

/** The smaller of two limits in US dollars; undefined where neither is set. A limit that is there and no number is 0. */
export function spendCeiling(configured: unknown, engagement: unknown): number | undefined {
  const limits = [configured, engagement]
    .filter((value) => value !== undefined)
    .map((value) => (isAmount(value) ? value : 0));
  const [one, other] = limits;
  if (one === undefined || other === undefined) return one;
  return one < other ? one : other;
}

/** What tells that a model can take a modality in: pieces of its name. */
export interface ModalityHint {
  readonly modality: Modality;
  readonly name_contains: readonly string[];
}

/** Whether a model can do what is demanded. Without demand or hints nothing is known of models, and none is left out. */
export function modalityFilter(model: string, demands: readonly Modality[], hints: readonly ModalityHint[]): boolean {
  if (demands.length === 0 || hints.length === 0) return true;
  const name = model.toLowerCase();
  return demands.every((demand) => {
    const own = hints.filter((hint) => hint.modality === demand);
    return own.some((hint) => hint.name_contains.some((piece) => piece !== "" && name.includes(piece.toLowerCase())));
  });
}

export type ModelChoice =
  | { readonly ok: true; readonly models: readonly string[] }
  /** No model can take what is attached; an attachment is never dropped instead. */
  | { readonly ok: false; readonly error: "no-capable-model"; readonly demands: readonly Modality[] };

/** The models that can do what is demanded, in their order. */
export function capableModels(
  models: readonly string[],
  demands: readonly Modality[],
  hints: readonly ModalityHint[],
): ModelChoice {
  const capable = models.filter((model) => modalityFilter(model, demands, hints));
  return capable.length > 0 ? { ok: true, models: capable } : { ok: false, error: "no-capable-model", demands };
}

/** A tool of a host with what it is for; without domains it is offered whatever was read. */
export interface OfferedTool {
  readonly name: string;
  readonly domains: readonly Domain[];
}

/** Every admitted tool exactly once: loaded at once, or found when it is looked for. Adds none and loses none. */
export function offerTools<Tool extends OfferedTool>(
  admitted: readonly Tool[],
  domains: Ceiling["domains"],
): { readonly loaded: readonly Tool[]; readonly findable: readonly Tool[] } {
  const isLoaded = (tool: Tool) =>
    domains === undefined ||
    domains === "all" ||
    tool.domains.length === 0 ||
    tool.domains.some((one) => domains.includes(one));
  return { loaded: admitted.filter(isLoaded), findable: admitted.filter((tool) => !isLoaded(tool)) };
}

/** Something a session has to tell. */
export interface Packet {
  readonly kind: "approval" | "progress" | "result";
  readonly is_final: boolean;
}

/** When a packet goes out. What it says is not changed; approvals and what interrupts always go out at once. */
export function deliver(
  posture: Pick<Posture, "cadence" | "urgency">,
  packet: Packet,
): "now" | "on-completion" | "digest" {
  if (packet.kind === "approval" || posture.urgency === "interrupt") return "now";
  if (posture.cadence === "live") return "now";
  if (posture.cadence === "digest") return "digest";
  return packet.is_final ? "now" : "on-completion";
}

/** The note as it is put before the model, or null for none. Written by code, outside every layer people edit. */
export function noteSection(engagement: Engagement, posture: PostureSwitch): string | null {
  const { note } = engagement.posture;
  return posture === "off" || note.length === 0 ? null : note.join("\n");
}

/** What a router of models may want to know. It decides nothing. */
export function demandFacts(
  posture: Posture,
  tokens: number,
  tools: number,
): Posture["demand"] & { readonly tokens: number; readonly tools: number } {
  return { ...posture.demand, tokens, tools };
}

/**
 * The entries of the ceiling of one session, each with whose limit it is. Bans are the person's where they deny; those
 * that only ask are a reading's. With the posture off there are none of both.
 */
export function ceilingEntries(
  configured: { readonly approval: RequestWord<"approval">; readonly permission: RequestWord<"permission"> },
  engagement: Engagement | null,
  others: readonly CeilingEntry[],
  posture: PostureSwitch,
): CeilingEntry[] {
  const entries: CeilingEntry[] = [{ source: "default", ...configured }];
  if (engagement !== null && posture === "on") {
    const { bans, ...ceiling } = engagement.ceiling;
    const asking = bans?.filter((ban) => ban.strength === "ask") ?? [];
    const denying = bans?.filter((ban) => ban.strength !== "ask") ?? [];
    entries.push({ source: "reading", ...ceiling, ...(asking.length === 0 ? {} : { bans: asking }) });
    if (denying.length > 0) entries.push({ source: "person", bans: denying });
  }
  const isTheirs = (entry: CeilingEntry) => entry.source === "reading" || entry.source === "person";
  return [...entries, ...others.filter((entry) => posture === "on" || !isTheirs(entry))];
}

/** Whether a ceiling narrows and nothing else: every one does. */
export function isNarrowing(ceiling: Ceiling): boolean {
  return isAtMost(ceiling, topCeiling);
}
