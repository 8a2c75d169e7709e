/**
 * @module What a sweep keeps of each change, and the document it keeps it in. A document from elsewhere is hostile input: it
 * is bounded, has to fit its schema and its own digest, and an entry is believed only for the state it was decided from.
 */

import { canonicalJson, digest } from "@warrant/kernel/canonical";
import { readDocument } from "@warrant/kernel/document";
import { floorScale } from "@warrant/kernel/scale";
import { denyKinds, rulesVersion } from "@warrant/kernel/verdict";
import { type RelayEntry, RelayRow } from "@warrant/sources/relay-files";
import * as z from "zod/mini";

export const sweepStateName = "warrant-state.json";
const schemaName = "warrant.sweep-state/v1";

/** Characters of a state; about a thousand are kept of a change. */
export const longestState = 64 * 1024 * 1024;
/** Characters of one change; one that takes more is not kept, so that no change makes the others' state too long. */
const longestChange = 32 * 1024;
const mostChanges = 40_000;

const Digest = z.string().check(z.regex(/^sha256:[0-9a-f]{64}$/));
const Words = z.string().check(z.maxLength(100_000));
const Advice = z.strictObject({
  key: z.string().check(z.maxLength(1000)),
  title: z.string().check(z.maxLength(1000)),
  priority: z.literal("high"),
  notes: Words,
  external_ref: z.string().check(z.maxLength(1000)),
});

const KeptChange = z.strictObject({
  number: z.int().check(z.positive()),
  head_sha: z.string().check(z.regex(/^[0-9a-f]{40,64}$/)),
  base_ref: z.string().check(z.maxLength(1000)),
  /** What was seen of the change before it was judged; null where it is to be judged again. */
  seen: z.nullable(Digest),
  /** Digests of what it was decided from, and of the verdict. */
  config: Digest,
  intent: Digest,
  verdict: Digest,
  /** RFC 3339 UTC; it only says which verdict is the oldest. */
  judged_at: z.string().check(z.maxLength(40)),
  decision: z.enum(["allow", "deny"]),
  deny_kind: z.nullable(z.enum(denyKinds)),
  gated: z.boolean(),
  floor: z.enum(floorScale.words),
  row: RelayRow,
  blockers: z.array(Words).check(z.maxLength(1000)),
  refusals: z.array(Words).check(z.maxLength(1000)),
  advice: z.nullable(Advice),
});
/** One judged change as a sweep keeps it. */
export type KeptChange = z.infer<typeof KeptChange>;

const SweepState = z.strictObject({
  schema: z.literal(schemaName),
  host: z.string(),
  repository: z.string(),
  rules_version: z.int(),
  changes: z.array(KeptChange).check(z.maxLength(mostChanges)),
  /** Of `changes`: a document that was cut or edited is none. */
  digest: Digest,
});

/** Which repository a state is about. */
export interface StatePlace {
  readonly host: string;
  readonly repository: string;
}

/** Whether the parts of an entry say the same; one that contradicts itself was not written by a sweep. */
function isConsistent(kept: KeptChange, { repository }: StatePlace): boolean {
  const { row } = kept;
  return (
    row.repo.toLowerCase() === repository.toLowerCase() &&
    row.number === kept.number &&
    row.head_sha === kept.head_sha &&
    row.fetch_error === undefined &&
    row.warrant.verdict_digest === kept.verdict &&
    (kept.decision === "deny") === (kept.deny_kind !== null) &&
    (kept.decision === "allow" || kept.refusals.length > 0) &&
    (kept.advice === null || kept.advice.external_ref.toLowerCase() === `${repository}#${kept.number}`.toLowerCase())
  );
}

export type StateReading =
  | { readonly ok: true; readonly changes: ReadonlyMap<number, KeptChange> }
  | { readonly ok: false; readonly why: string };

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads a state. What is wrong with it is said, and then it is as if there were none: every change is judged afresh. */
export function readState(text: string, place: StatePlace): StateReading {
  if (text.length > longestState) return { ok: false, why: `it is longer than ${longestState} characters` };
  const reading = readDocument(SweepState, parse(text));
  if (!reading.ok) return { ok: false, why: "it is not one, or not of this version" };
  const { host, repository, changes, rules_version } = reading.document;
  if (host !== place.host || repository.toLowerCase() !== place.repository.toLowerCase()) {
    return { ok: false, why: "it is about another repository" };
  }
  if (rules_version !== rulesVersion) return { ok: false, why: "it was written by other rules" };
  const numbers = new Set(changes.map(({ number }) => number));
  const isWhole = reading.document.digest === digest(changes) && numbers.size === changes.length;
  if (!isWhole || !changes.every((kept) => isConsistent(kept, place))) {
    return { ok: false, why: "it was changed after it was written" };
  }
  return { ok: true, changes: new Map(changes.map((kept) => [kept.number, kept])) };
}

/** Whether an entry can be read again: one that cannot would take the others with it. */
function isReadable(kept: KeptChange, place: StatePlace): boolean {
  return canonicalJson(kept).length <= longestChange && KeptChange.safeParse(kept).success && isConsistent(kept, place);
}

/** The document of the kept changes, by number. */
export function writtenState(kept: Iterable<KeptChange>, place: StatePlace): string {
  const changes = [...kept]
    .filter((change) => isReadable(change, place))
    .sort((left, right) => left.number - right.number);
  const { host, repository } = place;
  return canonicalJson({
    schema: schemaName,
    host,
    repository,
    rules_version: rulesVersion,
    changes,
    digest: digest(changes),
  });
}

/** What the relay files hold of a kept change. Whether it is held to its verdict is no part of the verdict (law 6). */
export function relayOf({ row, base_ref, blockers, refusals }: KeptChange): RelayEntry {
  return { row, base_ref, blockers, refusals };
}
