/** @module What a request was read as, as text for people (requests and authority, section 15). */

import type { Finding } from "@warrant/kernel/finding";
import type { Signal } from "@warrant/kernel/intent/reading/reading";
import { meetCeilings } from "@warrant/kernel/policy/ceiling";
import { differences } from "@warrant/kernel/policy/ceiling-differences";
import type { Ceiling, Posture } from "@warrant/kernel/policy/engagement";
import type { Intent, Strand } from "@warrant/kernel/policy/intent";
import { withoutCommands } from "@warrant/kernel/render/ci-commands";
import { outside, sentence } from "@warrant/kernel/render/outside";
import type { SettledRuntime } from "@warrant/kernel/runtime-settings";
import type { Colours } from "./colours.ts";
import { columns, cutAfter } from "./layout.ts";
import { type Row, rowsOf } from "./rows.ts";

const shownParts = 12;
const shownSignals = 8;
/** Columns of a part's own words. */
const widestQuote = 60;

function quoted(text: string): string {
  return `"${cutAfter(sentence(text), widestQuote)}"`;
}

/** The number of the part another one is named by. */
function numberOf(strandId: string): string {
  return strandId.slice(strandId.lastIndexOf(".") + 1);
}

function relationOf({ relation, state }: Strand): string {
  const parts = [
    ...(relation.kind === "sequential" ? [`after ${numberOf(relation.after)}`] : []),
    ...(relation.kind === "dependent" ? [`on ${numberOf(relation.on)}`] : []),
    ...(state === "unread" ? ["unread"] : []),
  ];
  return parts.length === 0 ? "" : `   ${parts.join(", ")}`;
}

function partLines(strands: readonly Strand[], colours: Colours): string[] {
  const cells = strands.slice(0, shownParts).map((strand, index) => {
    const { act, horizon, stakes, evidence, confidence } = strand.reading;
    return [String(index + 1), act, horizon, stakes, evidence, confidence.toFixed(2)];
  });
  const widths = (cells[0] ?? []).map((_, at) => Math.max(...cells.map((row) => columns(row[at] ?? ""))));
  const lines = cells.map((row, index) => {
    const strand = strands[index];
    const padded = row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  ");
    return strand === undefined ? "" : `  ${padded}  ${quoted(strand.text)}${colours.dim(relationOf(strand))}`;
  });
  const more = strands.length - shownParts;
  return [colours.bold("parts"), ...lines, ...(more > 0 ? [`  and ${more} more`] : [])];
}

function readAs({ reading, strands }: Intent): string {
  const { acts, act, horizon, stakes, evidence, clarity } = reading;
  const also = acts.filter((other) => other !== act);
  return [
    also.length === 0 || strands.length > 1 ? act : `${act} (also ${also.join(", ")})`,
    horizon,
    stakes,
    evidence === "none" ? "no evidence asked" : `${evidence} evidence`,
    clarity,
  ].join(" · ");
}

function resolvedBy({ provenance }: Intent): string {
  const { tier, resolver_version: version, reproducible } = provenance;
  return `${tier}, resolver ${version}, ${reproducible ? "reproducible" : "not reproducible"}`;
}

function signalText({ name, weight, detail }: Signal): string {
  const head = /^(?<act>\S+) (?<kind>head|co-head)$/.exec(detail)?.groups?.["kind"];
  const shown = `${outside(name, 60)}${weight === 0 ? "" : ` ${weight.toFixed(2)}`}`;
  return head === undefined ? shown : `${shown} ${head}`;
}

function signalsText(signals: readonly Signal[]): string {
  // A word that decides the act is not told again for what is at stake.
  const heads = new Set(signals.filter(({ detail }) => detail.endsWith("head")).map(({ name }) => name));
  const told = signals.filter(({ name, detail }) => !heads.has(name) || detail.endsWith("head"));
  const shown = told.slice(0, shownSignals).map(signalText);
  const more = told.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(" · ") || "none";
}

/** Findings that tell why a field was narrowed, the plainest first. */
const reasonsOf: Readonly<Record<string, readonly string[]>> = {
  approval: ["request.stakes.", "request.unread", "request.verb-unknown", "request.not-human", "request.no-standing"],
  removal: ["request.removal.explicit", "request.removal."],
  bans: ["request.ban"],
  satisfaction: ["request.evidence."],
};

function reasonFor(field: string, findings: readonly Finding[]): Finding | undefined {
  for (const prefix of reasonsOf[field] ?? []) {
    const found = findings.find(({ rule }) => rule.startsWith(prefix));
    if (found !== undefined) return found;
  }
  return undefined;
}

function plainMessage({ message, quote }: Finding): string {
  const text = message.replace(/\.$/, "");
  const lower = text.charAt(0).toLowerCase() + text.slice(1);
  return quote === undefined || quote.toLowerCase() === lower ? lower : `${lower}: ${outside(quote, 80)}`;
}

interface Narrowing {
  readonly field: string;
  readonly text: string;
  readonly reason: Finding | undefined;
}

/** What only says which tools are offered first, or sums up what is told itself. */
const notLimits: ReadonlySet<string> = new Set(["domains", "deletion"]);

/** What the request narrows of what is configured. */
function narrowings(intent: Intent, { settings }: SettledRuntime): Narrowing[] {
  const configured = { approval: settings.approval, permission: settings.permission };
  const { ceiling } = intent.engagement;
  const lines = differences(configured, meetCeilings(configured, ceiling));
  return lines
    .filter(({ field }) => !notLimits.has(field))
    .map(({ field, text }) => ({
      field: field === "removal" ? "deletion" : field,
      text,
      reason: reasonFor(field, intent.findings),
    }));
}

function narrowingLines(found: readonly Narrowing[], colours: Colours): string[] {
  const label = Math.max(0, ...found.map(({ field }) => field.length));
  const withReason = found.filter(({ reason }) => reason !== undefined);
  const text = Math.max(0, ...withReason.map((each) => columns(each.text)));
  return found.map(({ field, text: said, reason }) => {
    if (reason === undefined) return `${field.padEnd(label)}  ${said}`;
    const gap = " ".repeat(Math.max(0, text - columns(said)));
    // What was ruled out is told by its own words.
    const why = field === "bans" ? "" : `${plainMessage(reason)}  `;
    return `${field.padEnd(label)}  ${said}${gap}   ${why}${colours.dim(`[${reason.rule}]`)}`;
  });
}

function offersText(domains: Ceiling["domains"]): string {
  if (domains === undefined || domains === "all") return "every tool";
  return domains.length === 0 ? "no tool first" : `${domains.join(", ")} first`;
}

const clarifies = { proceed: [], "state-assumption": ["state the assumption"], ask: ["ask first"] } as const;

function postureText(posture: Posture): string {
  return [
    posture.hil,
    ...(posture.checkpoint ? ["checkpoint before effects"] : []),
    `stop at ${posture.stop}`,
    posture.sources ? `${posture.shape} with sources` : posture.shape,
    ...clarifies[posture.clarify],
    ...(posture.fallback === "park" ? ["questions wait in the inbox"] : []),
    ...(posture.open_commitment ? ["opens a commitment"] : []),
  ].join(" · ");
}

const turns: Readonly<Record<Intent["turn"], string | null>> = {
  work: null,
  affirmation: "only a yes: it keeps what was asked before and answers no question",
  social: "no work: it keeps what was asked before",
  bans: "only what must not happen: it keeps what was asked before and adds that",
  empty: "nothing to read",
  "not-human": "no person's words: they ask for nothing",
  "no-standing": "the author may not direct work here",
  control: "a control word, not a request",
};

/** What a turn without a request of its own is; null for one that asks for work, and for a word nobody knows. */
export function turnWords(turn: string): string | null {
  return Object.hasOwn(turns, turn) ? turns[turn as Intent["turn"]] : null;
}

/** The intent of one request as a page. */
export function explainText(intent: Intent, runtime: SettledRuntime, colours: Colours): string {
  const { settings } = runtime;
  const turn = turns[intent.turn];
  const found = narrowings(intent, runtime);
  const told = new Set(found.map(({ reason }) => reason));
  const others = intent.findings.filter((finding) => !told.has(finding));
  const off = settings.enabled ? "the posture is off" : "the runtime is off";
  const isOff = !settings.enabled || settings.posture === "off";
  const rows: Row[] = [
    ...(turn === null ? [] : [["turn", [turn]] as const]),
    ["read as", [readAs(intent)]],
    ["resolved", [resolvedBy(intent)]],
    ["signals", [signalsText(intent.signals)]],
    ...(isOff ? [["off", [`${off}: only the configured approval and permission hold`]] as const] : []),
    ["narrows", found.length === 0 ? ["nothing of what is configured"] : narrowingLines(found, colours)],
    ...(others.length === 0
      ? []
      : [["noted", others.map((one) => `${plainMessage(one)}  ${colours.dim(`[${one.rule}]`)}`)] as const]),
    ["offers", [offersText(intent.engagement.ceiling.domains)]],
    ["posture", [postureText(intent.engagement.posture)]],
    ["model sees", [intent.note === "" ? "nothing beside the request" : `"${intent.note.replaceAll("\n", " ")}"`]],
  ];
  const parts = intent.strands.length === 0 ? [] : partLines(intent.strands, colours);
  return withoutCommands(`${[...parts, ...rowsOf(rows, colours)].join("\n")}\n`);
}
