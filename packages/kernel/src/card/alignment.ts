/** @module What the reviewer of alignment is given and how its answer is read; the change gate merges it so that it only adds caution. */

import type { AlignmentContext } from "../change/alignment-context.ts";
import { alignmentStatuses } from "../verdict.ts";
import { AnswerReader, type AnswerReading, parseAnswer } from "./answer-reader.ts";
import { type Block, Untrusted } from "./untrusted.ts";

/** Files an answer may name. */
const mostFiles = 20;
const longestRationale = 300;

export interface AlignmentAnswer {
  readonly status: (typeof alignmentStatuses)[number];
  readonly confidence: number;
  readonly rationale: string;
  readonly files: readonly string[];
}

const text = { type: "string" } as const;
export const alignmentSchema = {
  type: "object",
  properties: {
    status: { type: "string", enum: alignmentStatuses },
    confidence: { type: "number" },
    rationale: text,
    files: { type: "array", items: text },
  },
  required: ["status", "confidence", "rationale", "files"],
  additionalProperties: false,
} as const;

/** The authorized request, the change's own words, and its files; each as data. */
export function alignmentBlocks(context: AlignmentContext): Block[] {
  const rest = context.truncated_files === undefined ? "" : `\nand ${context.truncated_files} more files`;
  return [
    { name: "request", text: new Untrusted(context.authorized_intent) },
    { name: "title", text: new Untrusted(context.title) },
    { name: "body", text: new Untrusted(context.body) },
    { name: "files", text: new Untrusted(context.diff_summary + rest) },
  ];
}

/** Reads an answer strictly: a status that is none of the words is a bad answer, never *aligned*. Never throws. */
export function readAlignment(answer: string, files: readonly string[]): AnswerReading<AlignmentAnswer> {
  const parsed = parseAnswer(answer);
  if ("error" in parsed) return { kind: "bad", errors: [parsed.error] };
  const reader = new AnswerReader(new Map(files.map((path) => [path, path])));
  const fields = reader.record(parsed.value, "the answer", ["status", "confidence", "rationale", "files"]);
  if (fields === null) return { kind: "bad", errors: reader.errors };
  const status = reader.word(fields["status"], "status", alignmentStatuses);
  const confidence =
    typeof fields["confidence"] === "number" ? fields["confidence"] : reader.fault("confidence is not a number");
  const rationale = reader.words(fields["rationale"], "rationale", longestRationale);
  const named = reader.paths(fields["files"], "files", mostFiles);
  return reader.finish({ status: status ?? "unclear", confidence: confidence ?? 0, rationale, files: named });
}
