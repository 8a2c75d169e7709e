/**
 * @module Whether an agent that wants to stop is sent back, how often and with what words: its last message is compared
 * with the trace of its request (claim gate, 10). Holding an agent for ever helps nobody.
 */

import { digest } from "../canonical.ts";
import { compareText } from "../compare-text.ts";
import { cleanQuote } from "../text/clean.ts";
import { claimFactsSchema } from "./facts.ts";
import { type ClaimFinding, recordCodes } from "./finding.ts";
import { gate } from "./judge.ts";
import { readTrace } from "./read-trace.ts";
import { claimsOfReport } from "./report.ts";
import type { GatekeeperResult } from "./result.ts";
import { type ClaimSettings, defaultClaimSettings } from "./settings.ts";

export interface StopFacts {
  /** The last message of the agent; null when the host gave none. */
  readonly message: string | null;
  /** A `warrant.trace/v1` of the request. */
  readonly trace: unknown;
  /** Whose pool; the main agent when absent or null. */
  readonly agent?: string | null;
  readonly enforce: boolean;
  /** The host's flag; anything but false counts as true. */
  readonly stop_hook_active: unknown;
  /** How often it was sent back for this request, from our own ledger; null when that cannot be read. */
  readonly sent: { readonly count: number; readonly last_refuted: string | null } | null;
}

export type StopReason =
  | "refuted"
  | "nothing-refuted"
  | "report-only"
  | "limit-reached"
  | "count-unreadable"
  | "same-claims"
  | "no-message"
  | "not-checked";

export interface StopDecision {
  readonly decision: "send-back" | "stop";
  readonly because: StopReason;
  /** What the agent is told, at most 2,000 characters; empty when it may stop. */
  readonly message: string;
  /** A line for the person, or null. */
  readonly notice: string | null;
  /** Stands for the set of refuted claims; null when none is. */
  readonly refuted: string | null;
  /** Null when nothing was checked: then nothing is recorded as supported. */
  readonly result: GatekeeperResult | null;
  /** Why, worst first. */
  readonly findings: readonly ClaimFinding[];
}

/** The rule of a stop that could not be judged. */
export const notCheckedRule = "claim.not-checked";

const mostBlocks = 4;
const mostShown = 3;
const longestMessage = 2_000;
const longestReport = 100_000;

/** When the caller could not look, or its time ran out: the agent may stop, and a person is told. */
export function stopNotChecked(why: string): StopDecision {
  const notice = cleanQuote(`Warrant did not check what the agent reported: ${why} [${notCheckedRule}]`);
  return { decision: "stop", because: "not-checked", message: "", notice, refuted: null, result: null, findings: [] };
}

function limitOf(settings: ClaimSettings): number {
  const { maxBlocks } = settings.stop;
  return Number.isFinite(maxBlocks) ? Math.min(mostBlocks, Math.max(0, Math.trunc(maxBlocks))) : 0;
}

/** Findings an agent is sent back for: what is refuted, and what is unverified where that is set. */
function refuting(result: GatekeeperResult, settings: ClaimSettings): ClaimFinding[] {
  const refuted = new Set(result.claims.filter(({ outcome }) => outcome === "contradicted").map(({ id }) => id));
  const isOwn = ({ severity, code, where }: ClaimFinding) => {
    // A short record of ours is no fault of the agent.
    if (recordCodes.has(code)) return false;
    if (severity === "block") return true;
    return settings.stop.unverified && severity === "warn" && where.claim !== undefined && !refuted.has(where.claim);
  };
  const found = result.checks.flatMap(({ rule, findings }) =>
    findings.filter((finding) => isOwn(finding) && (finding.severity === "block" || rule === "claim.receipt")),
  );
  return found.toSorted((left, right) => rank(left) - rank(right));
}

function rank({ rule, severity }: ClaimFinding): number {
  return (severity === "block" ? 0 : 2) + (rule === "claim.receipt" ? 0 : 1);
}

interface Said {
  readonly claim: string;
  readonly findings: readonly ClaimFinding[];
}

/** One entry for each claim, in the order of their first finding. */
function byClaim(findings: readonly ClaimFinding[]): Said[] {
  const groups = Map.groupBy(findings, ({ where }) => where.claim ?? "");
  return [...groups].map(([claim, own]) => ({ claim, findings: own }));
}

function quoteOf(claim: string, texts: ReadonlyMap<string, string>): string {
  return cleanQuote(texts.get(claim) ?? "");
}

/** What the agent is told. Its own words are quoted as data. */
function writeMessage(said: readonly Said[], texts: ReadonlyMap<string, string>): string {
  const head = "The record of this session does not bear out what you report.";
  const tail = "Do it, or report it as it is: what is not known is said as not known.";
  const rows = said.slice(0, mostShown).map(({ claim, findings }, index) => {
    const [first] = findings;
    const says = first === undefined ? "" : `${first.message} Next: ${first.next}`;
    return `${index + 1}. ${JSON.stringify(quoteOf(claim, texts))}\n   ${says}`;
  });
  const more = said.length > mostShown ? [`${said.length - mostShown} more are recorded.`] : [];
  return [head, ...rows, ...more, tail].join("\n").slice(0, longestMessage);
}

/** Why it may stop although something is refuted; null when it is sent back. */
function lets(facts: StopFacts, refuted: string, settings: ClaimSettings): StopReason | null {
  if (!facts.enforce) return "report-only";
  const { sent } = facts;
  const isReadable = sent !== null && Number.isInteger(sent.count) && sent.count >= 0;
  if (!isReadable) return "count-unreadable";
  if (sent.count >= limitOf(settings)) return "limit-reached";
  // Sent back before and saying the same again, it will not say otherwise.
  return facts.stop_hook_active !== false && sent.last_refuted === refuted ? "same-claims" : null;
}

function judge(facts: StopFacts, message: string, settings: ClaimSettings): StopDecision {
  const trace = readTrace(facts.trace);
  if (trace === null) return stopNotChecked("the record of the session could not be read.");
  const report = { text: message.slice(0, longestReport), format: "markdown" as const };
  const agent = facts.agent ?? "main";
  const result = gate({ schema: claimFactsSchema, mode: "report", report, trace: facts.trace, agent }, settings);
  if (result.checks.some(({ findings }) => findings.some(({ code }) => code === "internal")))
    return stopNotChecked("a check of ours did not end.");
  const findings = refuting(result, settings);
  const base = { message: "", notice: null, result, findings };
  if (findings.length === 0) return { ...base, decision: "stop", because: "nothing-refuted", refuted: null };
  const texts = new Map(claimsOfReport(report.text, trace, settings).map(({ id, text }) => [String(id), text]));
  const said = byClaim(findings);
  const refuted = digest(
    said
      .map(({ claim, findings: own }) => `${texts.get(claim) ?? ""}\n${own.map(({ code }) => code).join(" ")}`)
      .toSorted(compareText),
  );
  const reason = lets(facts, refuted, settings);
  if (reason === null)
    return { ...base, decision: "send-back", because: "refuted", message: writeMessage(said, texts), refuted };
  const [first] = said;
  const quote = first === undefined ? "" : quoteOf(first.claim, texts);
  const notice = cleanQuote(
    `Warrant: ${said.length} reported ${said.length === 1 ? "claim is" : "claims are"} not borne out by the record: "${quote}"`,
  );
  return { ...base, decision: "stop", because: reason, notice, refuted };
}

/** Whether the agent is sent back. Pure; never throws; on a fault of ours the agent may stop and nothing counts as checked. */
export function judgeStop(facts: StopFacts, settings: ClaimSettings = defaultClaimSettings): StopDecision {
  const { message } = facts;
  if (typeof message !== "string" || message.trim() === "")
    return {
      decision: "stop",
      because: "no-message",
      message: "",
      notice: null,
      refuted: null,
      result: null,
      findings: [],
    };
  try {
    return judge(facts, message, settings);
  } catch {
    return stopNotChecked("a fault of ours kept the check from ending.");
  }
}
