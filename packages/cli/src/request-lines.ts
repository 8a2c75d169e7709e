/** @module Requests in bulk: one JSON object a line, and for each the intent it is read as, with what its call would meet. */

import { type Effect, effectKinds } from "@warrant/kernel/effect";
import type { Declared, Request } from "@warrant/kernel/intent/reading/request";
import { Request as RequestDocument } from "@warrant/kernel/intent/reading/request.schema";
import type { Intent } from "@warrant/kernel/policy/intent";
import { judgeScope, type ScopeVerdict } from "@warrant/kernel/policy/judge-scope";
import type { SettledRuntime } from "@warrant/kernel/runtime-settings";
import { requestScales } from "@warrant/kernel/scale";
import * as z from "zod/mini";
import { previewRequest } from "./preview.ts";
import { withAutonomy } from "./runtime.ts";

/** Bytes of one line: a text that is read whole, with its facts. */
export const longestLine = 16 * 1024 * 1024;

const EffectDocument = z.object({
  kind: z.enum(effectKinds),
  target: z.string(),
  reversibility: z.enum(requestScales.reversibility.words),
  certain: z.boolean(),
  recursive: z.optional(z.boolean()),
  via: z.optional(z.string()),
  amount_usd: z.optional(z.nullable(z.number())),
});

/** What a line may hold. Other keys are whoever keeps the file's own. */
const RequestLine = z.object({
  id: z.optional(z.union([z.string(), z.number()])),
  text: z.string(),
  facts: z.optional(
    z.object({
      surface: z.optional(z.string()),
      origin: z.optional(z.union([z.string(), z.record(z.string(), z.unknown())])),
      autonomy: z.optional(z.string()),
      attachments: z.optional(z.unknown()),
      history: z.optional(z.unknown()),
      me: z.optional(z.string()),
      cwd: z.optional(z.string()),
      default_branch: z.optional(z.string()),
      protected: z.optional(z.array(z.string())),
      resources: z.optional(z.unknown()),
    }),
  ),
  action: z.optional(z.object({ effects: z.array(EffectDocument) })),
});
type RequestLine = z.infer<typeof RequestLine>;

export interface ExplainedLine {
  readonly id?: string | number;
  readonly intent: Intent;
  /** Of the call in `action`, when the line has one. */
  readonly scope?: Pick<ScopeVerdict, "decision" | "findings">;
}

/** Why a line could not be read; its number counts from 1. */
export interface BadLine {
  readonly line: number;
  readonly error: string;
}

function problem(error: z.core.$ZodError): string {
  const [issue] = error.issues;
  const at = issue?.path.join(".") ?? "";
  if (issue?.code === "unrecognized_keys") return `${at}: nobody knows the key ${issue.keys.join(", ")}`;
  return at === "" ? "the line is no JSON object" : `${at}: is missing, or not what belongs there`;
}

function present(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The request of a line. What it does not say is as at a terminal. */
function requestOf({ text, facts = {} }: RequestLine): z.core.util.SafeParseResult<z.infer<typeof RequestDocument>> {
  const { surface = "cli", origin = "human", attachments, history, me, resources } = facts;
  return RequestDocument.safeParse({
    text,
    surface,
    origin: typeof origin === "string" ? { kind: origin } : origin,
    ...present({ attachments, history, me, resources }),
    ...(facts.protected === undefined ? {} : { workspace: { protected: facts.protected } }),
  });
}

function scopeOf(line: RequestLine, request: Request, intent: Intent, names: readonly string[]) {
  const { facts = {}, action } = line;
  if (action === undefined) return undefined;
  const { me, cwd, default_branch: branch } = facts;
  const known = present({ me, cwd, default_branch: branch, resources: request.resources });
  const { decision, findings } = judgeScope(intent.engagement, action.effects as Effect[], {
    ...known,
    protected: [...names, ...(facts.protected ?? [])],
  });
  return { decision, findings };
}

/** One line of input as one line of output. What a person declared beside it holds for every line. */
export function explainLine(
  number: number,
  bytes: Uint8Array | null,
  declared: Declared,
  runtime: SettledRuntime,
): ExplainedLine | BadLine {
  const bad = (error: string): BadLine => ({ line: number, error });
  if (bytes === null) return bad(`the line is over ${longestLine} bytes`);
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    // The parser's own message quotes the line.
    return bad(error instanceof SyntaxError ? "the line is not JSON" : "the line is not UTF-8");
  }
  const line = RequestLine.safeParse(json);
  if (!line.success) return bad(problem(line.error));
  const request = requestOf(line.data);
  if (!request.success) return bad(problem(request.error));
  const { id, facts } = line.data;
  const settled = facts?.autonomy === undefined ? runtime : withAutonomy(runtime, facts.autonomy);
  const intent = previewRequest(request.data as Request, declared, settled);
  const scope = scopeOf(line.data, request.data as Request, intent, runtime.settings.protected_names);
  return { ...(id === undefined ? {} : { id }), intent, ...(scope === undefined ? {} : { scope }) };
}
