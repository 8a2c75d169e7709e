/** @module Reads an executor's output from raw text or a value, and names every departure from its form (claim gate, 2.1, 4.1). */

import { duplicateKeys } from "./duplicate-keys.ts";
import { type ClaimFinding, claimFinding } from "./finding.ts";
import { isForbiddenField } from "./forbidden.ts";
import {
  type Claim,
  claimKinds,
  documentId,
  type EvidenceItem,
  type ExecutorOutput,
  outputLimits,
  outputVersion,
} from "./output.ts";

const rule = "schema.executor_v2";
const mostFindings = 200;

export interface OutputReading {
  /** Null when anything at all departs from the form: unparsed text never reaches a verifier. */
  readonly document: ExecutorOutput | null;
  readonly findings: readonly ClaimFinding[];
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 1;
}

class OutputReader {
  readonly findings: ClaimFinding[] = [];

  report(code: string, path: string, message: string, next: string): void {
    if (this.findings.length >= mostFindings) return;
    this.findings.push(claimFinding(rule, code, "block", message, {}, next, path));
  }

  keys(value: Fields, path: string, known: readonly string[]): void {
    for (const key of Object.keys(value)) {
      if (known.includes(key)) continue;
      const place = path === "" ? key : `${path}.${key}`;
      if (isForbiddenField(key))
        this.report(
          "forbidden_field",
          place,
          `${place} is a final wording or a self-judgement.`,
          `Leave ${place} out.`,
        );
      else this.report("unknown_field", place, `${place} is not a field of the document.`, `Leave ${place} out.`);
    }
  }

  text(value: unknown, path: string, most: number): string {
    if (typeof value === "string" && value.length <= most && value.trim() !== "") return value;
    this.report(
      "bad_field",
      path,
      `${path} is not a text of 1 to ${most} characters.`,
      `Give ${path} as a text that is not blank.`,
    );
    return "";
  }

  id(value: unknown, path: string, seen: Set<string>): string {
    if (typeof value !== "string" || !documentId.test(value)) {
      this.report("bad_id", path, `${path} is not an id.`, "Use a letter, then up to 63 letters, digits, _ . or -.");
      return "";
    }
    if (seen.has(value)) this.report("duplicate_id", path, `${path} repeats an id.`, "Give every id once.");
    seen.add(value);
    return value;
  }

  list(value: unknown, path: string, most: number): readonly unknown[] {
    if (!Array.isArray(value)) {
      this.report("bad_field", path, `${path} is not a list.`, `Give ${path} as a list.`);
      return [];
    }
    if (value.length <= most) return value;
    this.report("too_many", path, `${path} has more than ${most} entries.`, "Split the output.");
    return [];
  }

  record(value: unknown, path: string): Fields | null {
    if (isFields(value)) return value;
    this.report("bad_field", path, `${path} is not an object.`, `Give ${path} as an object.`);
    return null;
  }
}

function readEvidence(reader: OutputReader, value: unknown, ids: Set<string>): EvidenceItem[] {
  return reader.list(value, "evidence", outputLimits.evidence).flatMap((entry, index) => {
    const path = `evidence[${index}]`;
    const fields = reader.record(entry, path);
    if (fields === null) return [];
    reader.keys(fields, path, ["id", "invocation_id", "tool", "excerpt", "locator", "note"]);
    const { locator, note } = fields;
    if (locator !== undefined) readLocator(reader, locator, `${path}.locator`);
    const isNote = note === undefined || (typeof note === "string" && note.length <= outputLimits.note);
    if (!isNote) reader.report("bad_field", `${path}.note`, `${path}.note is not a short text.`, "Shorten the note.");
    const item = {
      id: reader.id(fields["id"], `${path}.id`, ids),
      invocation_id: reader.text(fields["invocation_id"], `${path}.invocation_id`, outputLimits.name),
      tool: reader.text(fields["tool"], `${path}.tool`, outputLimits.name),
      excerpt: reader.text(fields["excerpt"], `${path}.excerpt`, outputLimits.excerpt),
      ...(locator === undefined ? {} : { locator }),
      ...(note === undefined ? {} : { note }),
    };
    return [item as EvidenceItem];
  });
}

function readLocator(reader: OutputReader, value: unknown, path: string): void {
  const fields = reader.record(value, path);
  if (fields === null) return;
  reader.keys(fields, path, ["path", "line_start", "line_end", "pointer"]);
  const { line_start: start, line_end: end, path: file, pointer } = fields;
  const isText = [file, pointer].every((one) => one === undefined || typeof one === "string");
  const isLines = [start, end].every((one) => one === undefined || isCount(one));
  const isOrdered = !isCount(start) || !isCount(end) || start <= end;
  if (!isText || !isLines || !isOrdered)
    reader.report("bad_field", path, `${path} is not a place in a result.`, "Give lines from 1, start before end.");
}

function readClaims(reader: OutputReader, value: unknown, evidence: ReadonlySet<string>): Claim[] {
  const ids = new Set<string>();
  if (Array.isArray(value) && value.length === 0)
    reader.report("no_claims", "claims", "The document makes no claim.", "State at least one claim, or a gap.");
  return reader.list(value, "claims", outputLimits.claims).flatMap((entry, index) => {
    const path = `claims[${index}]`;
    const fields = reader.record(entry, path);
    if (fields === null) return [];
    reader.keys(fields, path, ["id", "text", "kind", "evidence_ids"]);
    const kind = claimKinds.find((known) => known === fields["kind"]);
    if (kind === undefined)
      reader.report("bad_kind", `${path}.kind`, `${path}.kind is not known.`, `Use one of ${claimKinds.join(", ")}.`);
    const claim = {
      id: reader.id(fields["id"], `${path}.id`, ids),
      text: reader.text(fields["text"], `${path}.text`, outputLimits.text),
      kind: kind ?? "gap",
      evidence_ids: readCitations(reader, fields["evidence_ids"], `${path}.evidence_ids`, evidence),
    };
    return [claim as unknown as Claim];
  });
}

function readCitations(reader: OutputReader, value: unknown, path: string, known: ReadonlySet<string>): string[] {
  const cited = new Set<string>();
  for (const [index, id] of reader.list(value, path, outputLimits.evidence).entries()) {
    const place = `${path}[${index}]`;
    if (typeof id !== "string" || !documentId.test(id))
      reader.report("bad_id", place, `${place} is not an id.`, "Cite evidence by its id.");
    else if (cited.has(id)) reader.report("duplicate_id", place, `${place} repeats an id.`, "Cite each item once.");
    else if (!known.has(id))
      reader.report(
        "dangling_evidence_id",
        place,
        `${place} names no evidence item.`,
        "Cite an item of this document.",
      );
    if (typeof id === "string") cited.add(id);
  }
  return [...cited];
}

function readValue(value: unknown): OutputReading {
  const reader = new OutputReader();
  if (!isFields(value)) {
    reader.report("not_object", "", "The output is not an object.", "Hand over one JSON object.");
    return { document: null, findings: reader.findings };
  }
  reader.keys(value, "", ["schema_version", "task", "claims", "evidence"]);
  if (value["schema_version"] !== outputVersion)
    reader.report("schema_version", "schema_version", "The version is not the one read here.", `Say ${outputVersion}.`);
  const ids = new Set<string>();
  const task = reader.text(value["task"], "task", outputLimits.task);
  const evidence = readEvidence(reader, value["evidence"], ids);
  const claims = readClaims(reader, value["claims"], ids);
  if (reader.findings.length > 0) return { document: null, findings: reader.findings };
  return { document: { schema_version: outputVersion, task, claims, evidence }, findings: [] };
}

const fence = /^```(?:json)?[ \t]*\r?\n(?<body>[\s\S]*?)\r?\n?```$/;

/** One JSON object and nothing else, or one fenced block holding it. Nothing is looked for inside prose. */
function readText(raw: string): OutputReading {
  const refuse = (code: string, message: string, next: string): OutputReading => ({
    document: null,
    findings: [claimFinding(rule, code, "block", message, {}, next)],
  });
  const alone = "Hand over one JSON object and nothing else.";
  if (raw.length > outputLimits.bytes || Buffer.byteLength(raw) > outputLimits.bytes)
    return refuse("too_large", "The output is larger than 1 MiB.", "Split the output.");
  const text = raw.replace(/^\uFEFF/, "").trim();
  if (text === "") return refuse("empty", "The output is empty.", alone);
  const body = (fence.exec(text)?.groups?.["body"] ?? text).trim();
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    // Cut-off JSON begins with a brace: that is no document beside text, but none at all.
    if (!body.startsWith("{") && holdsObject(body))
      return refuse("not_alone", "Text stands beside the document.", alone);
    return refuse("not_json", "The output is not JSON.", alone);
  }
  if (!isFields(value)) return refuse("not_json", "The output is not one JSON object.", alone);
  const twice = duplicateKeys(body);
  const read = readValue(value);
  if (twice.length === 0) return read;
  const doubled = twice.map((path) =>
    claimFinding(rule, "duplicate_key", "block", `The key ${path} stands twice.`, {}, "Give every key once.", path),
  );
  return { document: null, findings: [...doubled, ...read.findings] };
}

/** Whether an object may stand inside other text. */
function holdsObject(text: string): boolean {
  const open = text.indexOf("{");
  return open > 0 && text.includes('"') && text.lastIndexOf("}") > open;
}

/**
 * Reads raw text or an object as `executor_evidence_v2`. Never throws. Every departure is a block finding whose quote is
 * the path it is about; the document is null when there is one.
 */
export function readOutput(raw: unknown): OutputReading {
  return typeof raw === "string" ? readText(raw) : readValue(raw);
}
