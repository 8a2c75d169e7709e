/** @module A ledger in memory for the kernel's streams: events are admitted and applied under their rules, and nothing else. */

import { approvalRules } from "@warrant/kernel/commitment/approval-rules";
import type { Commitment } from "@warrant/kernel/commitment/commitment";
import { commitmentRules } from "@warrant/kernel/commitment/commitment-rules";
import type { CommitmentSpec } from "@warrant/kernel/commitment/commitment-shape";
import { type InboxEntry, inboxRules } from "@warrant/kernel/commitment/inbox";
import { draft } from "@warrant/kernel/commitment/park";
import type { EventDraft, Refusal, StreamEvent, StreamRules } from "@warrant/kernel/commitment/stream";
import type { Approval } from "@warrant/kernel/policy/approval";
import type { Actor } from "@warrant/kernel/policy/envelope";

export const person: Actor = { kind: "person", id: "heron" };
export const agent: Actor = { kind: "agent", id: "main" };
export const runtime: Actor = { kind: "runtime", id: "warrant" };

const start = "2026-11-30T06:00:00.000Z";

/** A time so many hours after the start of every test. */
export function hoursLater(hours: number): string {
  return new Date(Date.parse(start) + hours * 3_600_000).toISOString();
}

export function specWith(change: Partial<CommitmentSpec> = {}): CommitmentSpec {
  return {
    objective: "keep the docs current",
    reading: { stakes: "reversible" },
    engagement: {},
    criteria: [
      { id: "links", statement: "links resolve", kind: "file-exists", required: true, path: "docs/links.txt" },
      { id: "nice", statement: "it reads well", kind: "semantic", required: false },
    ],
    min_satisfaction: "observed",
    economics: { lifetime_budget_usd: 25, stall_limit: 3 },
    cwd: "/repo",
    thread_id: "t1",
    ...change,
  };
}

type AnyRules = StreamRules<unknown>;
const rules: Readonly<Record<string, AnyRules>> = {
  commitment: commitmentRules as AnyRules,
  approval: approvalRules as AnyRules,
  inbox: inboxRules as AnyRules,
};

function rulesOf(stream: string): AnyRules {
  const found = rules[stream.slice(0, stream.indexOf("/"))];
  if (found === undefined) throw new Error(`no rules for ${stream}`);
  return found;
}

export class MemoryLedger {
  readonly events: StreamEvent[] = [];
  readonly #states = new Map<string, unknown>();

  #state(stream: string): unknown {
    return this.#states.has(stream) ? this.#states.get(stream) : rulesOf(stream).start;
  }

  /** All of the drafts or none of them. */
  append(drafts: readonly EventDraft[], at: string, imported = false): Refusal | null {
    const before = new Map(this.#states);
    const length = this.events.length;
    for (const one of drafts) {
      const { fits, admit, apply } = rulesOf(one.stream);
      const event: StreamEvent = { ...one, at, imported };
      const admitted = fits(event)
        ? admit(this.#state(one.stream), event)
        : { refusal: { code: "refused", message: "shape" } as const };
      if ("refusal" in admitted) {
        this.#states.clear();
        for (const [stream, state] of before) this.#states.set(stream, state);
        this.events.length = length;
        return admitted.refusal;
      }
      const written = { ...event, body: admitted.body };
      this.events.push(written);
      this.#states.set(one.stream, apply(this.#state(one.stream), written));
    }
    return null;
  }

  /** One event of the commitment `c1`. */
  add(kind: string, body: object, at: string, actor: Actor = person): Refusal | null {
    return this.append([draft("commitment", "c1", kind, actor, body)], at);
  }

  spoil(stream: string): void {
    this.#states.set(stream, rulesOf(stream).spoil(this.#state(stream)));
  }

  commitment(id = "c1"): Commitment {
    const state = this.#state(`commitment/${id}`) as Commitment | null;
    if (state === null) throw new Error(`no commitment ${id}`);
    return state;
  }

  approval(id: string): Approval | null {
    return this.#state(`approval/${id}`) as Approval | null;
  }

  entry(id: string): InboxEntry | null {
    return this.#state(`inbox/${id}`) as InboxEntry | null;
  }

  entries(): InboxEntry[] {
    return [...this.#states].filter(([stream]) => stream.startsWith("inbox/")).map(([, state]) => state as InboxEntry);
  }
}

/** A ledger with one open commitment. */
export function ledgerWith(change: Partial<CommitmentSpec> = {}): MemoryLedger {
  const ledger = new MemoryLedger();
  const refusal = ledger.add("opened", { spec: specWith(change) }, start);
  if (refusal !== null) throw new Error(refusal.message);
  return ledger;
}
