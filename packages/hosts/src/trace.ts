/**
 * @module What came back from calls, kept as the session's trace: bounded, without secrets, with digests of the whole
 * (hosts, section 13).
 */

import { hash } from "node:crypto";
import { readCall } from "@warrant/kernel/action/read-call";
import { digestText } from "@warrant/kernel/canonical";
import { exactDigest } from "@warrant/kernel/exact-json";
import { writeInstant } from "@warrant/kernel/instant";
import { maskText, maskValue } from "@warrant/kernel/text/mask";
import type { ResultEvent, ToolResult } from "./event.ts";
import type { SessionEventDraft, UnansweredCall } from "./memory.ts";
import type { Surroundings } from "./port.ts";
import type { Handled, Turn } from "./turn.ts";

const kibi = 1024;
/** UTF-16 units of what is kept of one call; with the rest of an entry they fit what the ledger takes. */
const longestInput = 32 * kibi;
const longestExcerpt = 64 * kibi;
/** A secret that a cut went through would be one no shape knows; so the mask sees this much beyond it. */
const beyond = 8 * kibi;
const mostResults = 64;
const mostEffects = 64;
/** A text of escapes is written six times as long as it is. */
const longestWritten = 128 * kibi;

/** Where a cut begins; what is left out there is said after it. */
export const cutMark = "\n[… ";

/** The head and the tail of a text, without secrets. */
function excerptOf(text: string, longest: number): { readonly text: string; readonly isCut: boolean } {
  if (text.length <= longest) return { text: maskText(text).toWellFormed(), isCut: false };
  const half = longest / 2;
  const head = maskText(text.slice(0, half + beyond)).slice(0, half);
  const tail = maskText(text.slice(-(half + beyond))).slice(-half);
  return {
    text: `${head}${cutMark}${text.length - longest} characters left out …]\n${tail}`.toWellFormed(),
    isCut: true,
  };
}

/** The output at a length its written form fits in; what is mostly escapes is cut further. */
function outputOf(text: string): { readonly text: string; readonly isCut: boolean } {
  let excerpt = excerptOf(text, longestExcerpt);
  for (let size = longestExcerpt / 2; JSON.stringify(excerpt.text).length > longestWritten; size /= 2)
    excerpt = excerptOf(text, size);
  return excerpt;
}

/** The input without secrets, its texts cut until it fits; null where nothing of it does, and its digest is all there is. */
function inputOf(input: ToolResult["input"]): unknown {
  for (const longest of [longestInput, 4 * kibi, 256]) {
    const kept = maskValue(input, (text) => excerptOf(text, longest).text);
    if (JSON.stringify(kept).length <= longestInput) return kept;
  }
  return null;
}

/** The digest of a whole input; null where it has no one form. */
function digestOf(input: ToolResult["input"]): string | null {
  try {
    return exactDigest(input);
  } catch {
    return null;
  }
}

interface Entry {
  readonly turn: Turn<ResultEvent>;
  readonly result: ToolResult;
  readonly seq: number;
  readonly effects: readonly unknown[];
  readonly batch: string | null;
}

function draftOf({ turn, result, seq, effects, batch }: Entry): SessionEventDraft {
  const { event, memory, now } = turn;
  const output = outputOf(result.output);
  const seen = memory.recent.findLast(({ call_id: id }) => id !== "" && id === result.call_id);
  const started = result.duration_ms === null ? null : writeInstant(now - Math.max(0, Math.round(result.duration_ms)));
  return {
    kind: "trace-appended",
    body: {
      seq,
      agent: event.agent.id,
      host: event.host,
      call_id: result.call_id === "" ? null : result.call_id.slice(0, 200).toWellFormed(),
      batch,
      tool: maskText(result.tool.slice(0, 200)).toWellFormed(),
      input: inputOf(result.input),
      input_digest: digestOf(result.input),
      effects,
      verdict_id: seen?.verdict ?? null,
      started_at: started,
      ended_at: writeInstant(now),
      // What comes back of a call that was refused is the refusal.
      status: result.status === "unknown" && seen?.is_refused === true ? "denied" : result.status,
      exit_code: result.exit_code,
      output_excerpt: output.text,
      is_cut: output.isCut,
      output_digest: digestText(result.output),
      output_bytes: Buffer.byteLength(result.output),
      model_view: event.is_model_view,
      source: event.is_model_view ? "post_batch" : "post_tool",
    },
  };
}

/** Where the calls ran; what came back is kept as well where nobody knows. */
async function placeOf({ port, event, memory }: Turn<ResultEvent>): Promise<Surroundings["place"] | null> {
  try {
    return (await port.surroundings(event, memory)).place;
  } catch {
    return null;
  }
}

/** Appends what came back to the trace, and hands over a note that waited for an event that can carry it. */
export async function handleResults(turn: Turn<ResultEvent>): Promise<Handled> {
  const { event, memory, adapter, policy } = turn;
  const results = event.results.slice(0, mostResults);
  const place = await placeOf(turn);
  const batch = event.is_model_view
    ? hash("sha256", results.map(({ call_id: id }) => id).join("\n")).slice(0, 16)
    : null;
  const drafts = results.map((result, index) => {
    const call = { id: result.call_id, tool: result.tool, input: result.input, siblings: null };
    const effects = place === null ? [] : readCall(call, { ...place, cwd: event.cwd }, undefined, policy.tools).effects;
    const plain = effects
      .slice(0, mostEffects)
      .map(({ kind, target, reversibility, certain }) => ({ kind, target, reversibility, certain }));
    return draftOf({ turn, result, seq: memory.traced + index + 1, effects: plain, batch });
  });
  const note = adapter.notes === "results" && policy.mode === "enforce" ? memory.waiting_note : null;
  if (note === null) return { outcome: { kind: "nothing" }, drafts };
  const [first, ...others] = drafts;
  if (first === undefined) return { outcome: { kind: "nothing" }, drafts };
  const said = { ...first, body: { ...first.body, is_note_said: true } };
  return { outcome: { kind: "note", text: note }, drafts: [said, ...others] };
}

/** The end of a call that was let through and of which nothing came back: not known, which is no success. */
export function unknownEnd(call: UnansweredCall, seq: number, at: number): SessionEventDraft {
  return {
    kind: "trace-appended",
    body: {
      seq,
      agent: call.agent,
      call_id: call.call_id,
      tool: call.tool,
      input: null,
      input_digest: null,
      effects: [],
      verdict_id: call.verdict,
      started_at: null,
      ended_at: writeInstant(at),
      status: "unknown",
      exit_code: null,
      output_excerpt: "",
      is_cut: false,
      output_digest: null,
      output_bytes: 0,
      model_view: false,
      source: "post_tool",
    },
  };
}
