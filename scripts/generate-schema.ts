/**
 * @module Writes the JSON Schemas of the documents into `packages/kernel/schema`, from the same schemas the code reads with.
 *
 * Run it after a schema changed: `node --conditions=warrant-source scripts/generate-schema.ts`. A test fails while the
 * committed files are not what it would write.
 */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { DoctorReport } from "@warrant/github/doctor/report";
import { Card } from "@warrant/kernel/card/card.schema";
import { ChangeFacts } from "@warrant/kernel/change/facts";
import { ExecutorOutput } from "@warrant/kernel/claim/output.schema";
import { GatekeeperResult } from "@warrant/kernel/claim/result.schema";
import { Trace } from "@warrant/kernel/claim/trace.schema";
import { Configuration } from "@warrant/kernel/configuration";
import { Request } from "@warrant/kernel/intent/reading/request.schema";
import { Ceiling } from "@warrant/kernel/policy/engagement.schema";
import { Envelope } from "@warrant/kernel/policy/envelope.schema";
import { Intent } from "@warrant/kernel/policy/intent.schema";
import { ChangeVerdict, PolicyDecision } from "@warrant/kernel/verdict";
import * as z from "zod/mini";
import { keyDescriptions } from "../packages/cli/src/commands/init-template.ts";

export const schemaFolder = join(import.meta.dirname, "../packages/kernel/schema");

type Json = Record<string, unknown>;

interface SchemaSource {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly schema: z.core.$ZodType;
  /** `input`: what a person or collector may write. `output`: what we write. */
  readonly io: "input" | "output";
}

const sources: readonly SchemaSource[] = [
  {
    name: "warrant",
    title: "warrant.yaml",
    description:
      "The configuration of Warrant, at the root of a repository. Every key is explained in docs/configuration.md.",
    schema: Configuration,
    io: "input",
  },
  {
    name: "change-facts",
    title: "warrant.change-facts/v1",
    description: "One proposed change as a collector saw it. Keys that are not named are ignored.",
    schema: ChangeFacts,
    io: "input",
  },
  {
    name: "verdict",
    title: "warrant.verdict/v1",
    description: "The decision on one change, its reasons, and the digests of what it was decided from.",
    schema: ChangeVerdict,
    io: "output",
  },
  {
    name: "policy-decision",
    title: "warrant.policy-decision/v1",
    description: "What an intent may do, and which rules said so.",
    schema: PolicyDecision,
    io: "output",
  },
  {
    name: "request",
    title: "warrant.request/v1",
    description: "What a person said, where, and the facts a reading of it may look at. Absent means not known.",
    schema: Request,
    io: "input",
  },
  {
    name: "intent",
    title: "warrant.intent/v1",
    description: "What one turn of a person was read as, and what it permits.",
    schema: Intent,
    io: "output",
  },
  {
    name: "ceiling",
    title: "warrant.ceiling/v1",
    description:
      "What may be done. Absent does not narrow; what is present and cannot be read allows nothing of its kind.",
    schema: Ceiling,
    io: "output",
  },
  {
    name: "envelope",
    title: "warrant.envelope/v1",
    description: "What a person delegated for one commitment, within a scope and until a time.",
    schema: Envelope,
    io: "output",
  },
  {
    name: "executor-evidence",
    title: "executor_evidence_v2",
    description:
      "What an agent hands over: claims and the evidence for each. No final wording, no judgement of itself.",
    schema: ExecutorOutput,
    io: "input",
  },
  {
    name: "trace",
    title: "warrant.trace/v1",
    description: "The recorded tool calls of a session. Absent or malformed is taken for the careful end.",
    schema: Trace,
    io: "input",
  },
  {
    name: "gatekeeper-result",
    title: "warrant.gatekeeper-result/v1",
    description: "What the claim gate says of a report: six checks, every claim's outcome, every quote's grade.",
    schema: GatekeeperResult,
    io: "output",
  },
  {
    name: "card",
    title: "warrant.card/v1",
    description: "What a change does, written by one model and checked by another, and what was not shown to them.",
    schema: Card,
    io: "output",
  },
  {
    name: "doctor",
    title: "warrant.doctor/v1",
    description: "Whether the gate of a repository holds, what was seen of it, and what to do.",
    schema: DoctorReport,
    io: "output",
  },
];

/** Limits of JavaScript numbers say nothing about the documents. */
function withoutNumberLimits(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutNumberLimits);
  if (typeof node !== "object" || node === null) return node;
  const entries = Object.entries(node)
    .filter(([, value]) => Math.abs(Number(value)) !== Number.MAX_SAFE_INTEGER)
    .map(([key, value]) => [key, withoutNumberLimits(value)] as const);
  return Object.fromEntries(entries);
}

/** What an unreadable value is taken for is no default: it is the careful end, and nothing anyone should rely on. */
function forgetFallback({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: Json }): void {
  if (zodSchema._zod.def.type === "catch") delete jsonSchema["default"];
}

/** Sections that may be left with nothing under them, and the model, which may be left without a name. */
const mayBeEmpty = new Set([
  "action",
  "runtime",
  ...["subagents", "envelope", "approvals", "commitment", "ledger"].map((section) => `runtime.${section}`),
  ...[
    "",
    ".agents",
    ".evidence",
    ".evidence.issue",
    ".evidence.plan",
    ".evidence.approval",
    ".drift",
    ".alignment_model",
  ].map((path) => `intent${path}`),
]);

/** The configuration as editors check it: with what each key is for, and empty sections allowed as the reader allows them. */
function describeKeys(node: Json, path: string, descriptions: ReadonlyMap<string, string>): Json {
  const { properties, ...rest } = node;
  const described: Json = { ...(descriptions.has(path) ? { description: descriptions.get(path) } : {}), ...rest };
  if (mayBeEmpty.has(path)) described["type"] = [rest["type"], "null"];
  if (typeof properties !== "object" || properties === null) return described;
  const entries = Object.entries(properties as Record<string, Json>).map(([key, value]) => {
    return [key, describeKeys(value, path === "" ? key : `${path}.${key}`, descriptions)] as const;
  });
  return { ...described, properties: Object.fromEntries(entries) };
}

/** Every schema file by its name, as the text that is committed. */
export function generateSchemas(): ReadonlyMap<string, string> {
  return new Map(
    sources.map(({ name, title, description, schema, io }) => {
      const { $schema, ...body } = z.toJSONSchema(schema, {
        io,
        unrepresentable: "any",
        override: forgetFallback,
      }) as Json;
      const shown = schema === Configuration ? describeKeys(body, "", keyDescriptions()) : body;
      const document = withoutNumberLimits({ $schema, title, description, ...shown });
      return [`${name}.schema.json`, `${JSON.stringify(document, null, 2)}\n`];
    }),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  mkdirSync(schemaFolder, { recursive: true });
  for (const [name, text] of generateSchemas()) writeFileSync(join(schemaFolder, name), text);
}
