/** @module The ledger of one person with some work in it, for the examples of the documentation and tests of commands. */

import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CommitmentSpec } from "@warrant/kernel/commitment/commitment-shape";
import { draft, type PendingAction, park } from "@warrant/kernel/commitment/park";
import type { EventDraft } from "@warrant/kernel/commitment/stream";
import { openLedger, type WarrantLedger } from "@warrant/ledger";
import { recordSession } from "@warrant/ledger/session-log";
import { run } from "../packages/cli/src/main.ts";
import { agent, person } from "./commitment.ts";
import { testIds, testIo } from "./io.ts";
import { recorded } from "./recorded-request.ts";

const hour = 3_600_000;

/** What one call of the command gave. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A folder with a ledger, a clock that is set, and ids that begin differently. */
export interface ExampleLedger {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly newId: () => string;
  /** Milliseconds since 1970; every command of the example sees it. */
  readonly now: { at: number };
  readonly append: (...drafts: readonly EventDraft[]) => Promise<void>;
  readonly open: () => Promise<WarrantLedger>;
  /** Runs the command as a person at a terminal does. */
  readonly warrant: (args: readonly string[], options?: Parameters<typeof testIo>[0]) => Promise<Ended>;
  /** The id of an opened commitment. */
  readonly commit: (change?: Partial<CommitmentSpec>) => Promise<string>;
  /** Parks a call for a commitment and gives the ids of its question. */
  readonly parkCall: (commitment: string, command: string, change?: Partial<PendingAction>) => Promise<ParkedCall>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

export interface ParkedCall {
  readonly approval: string;
  readonly question: string;
  readonly inbox: string;
}

const docs: CommitmentSpec = {
  objective: "keep the docs current",
  reading: { stakes: "reversible" },
  engagement: {},
  criteria: [
    {
      id: "links-resolve",
      statement: "docs/links.txt",
      kind: "file-contains",
      required: true,
      path: "docs/links.txt",
      contains: "0 broken",
    },
    { id: "builds", statement: "npm run docs", kind: "command", required: true },
  ],
  min_satisfaction: "observed",
  economics: { lifetime_budget_usd: 25, stall_limit: 3 },
  cwd: "/home/maria/shop",
};

/** @param at when it begins; the clock of the examples. */
export function exampleLedger(at = Date.parse("2026-01-02T03:04:05Z")): ExampleLedger {
  const folder = mkdtempSync(join(tmpdir(), "warrant-ledger-"));
  const now = { at };
  const newId = testIds();
  const location = { engine: "sqlite", path: join(folder, "ledger.db") } as const;
  const open = (): Promise<WarrantLedger> => openLedger(location, () => now.at);

  async function append(...drafts: readonly EventDraft[]): Promise<void> {
    const ledger = await open();
    try {
      const streams = [...new Set(drafts.map(({ stream }) => stream))] as `commitment/${string}`[];
      const outcome = await ledger.append(streams, () => drafts);
      if ("refusal" in outcome) throw new Error(outcome.refusal.message);
    } finally {
      await ledger.close();
    }
  }

  return {
    folder,
    env: { WARRANT_HOME: folder },
    newId,
    now,
    append,
    open,
    async warrant(args, { env, ...options } = {}) {
      const { io, stdout, stderr } = testIo({
        cwd: folder,
        env: { WARRANT_HOME: folder, ...env },
        stdinIsTTY: true,
        newId,
        wallClock: () => now.at,
        columns: 100,
        ...options,
      });
      const code = await run(args, io);
      return { code, stdout: stdout(), stderr: stderr() };
    },
    async commit(change = {}) {
      const id = newId();
      await append(draft("commitment", id, "opened", person, { spec: { ...docs, ...change } }));
      return id;
    },
    async parkCall(commitment, command, change = {}) {
      const ids = { approval: newId(), question: newId(), inbox: newId() };
      const ledger = await open();
      const { state } = await ledger.read(`commitment/${commitment}`);
      await ledger.close();
      const action: PendingAction = {
        identity: {
          tool: "Bash",
          input: { command },
          cwd: "/home/maria/shop",
          roots: ["/home/maria/shop"],
          session: "5f1c",
          agent: null,
          env_digest: "sha256:0",
          envelope_version: null,
          policy_digest: "sha256:1d02000000000000",
        },
        effects: [{ kind: "execute", target: "project:npm/install", reversibility: "costly", certain: true }],
        request_id: "r1",
        gates: ["action.costly"],
        reason: "code nobody here has chosen yet",
        requester: agent,
        principal: "maria",
        ...change,
      };
      const parked = park(action, {
        now: new Date(now.at).toISOString(),
        attendance: "unattended",
        fallback: "park",
        served: state === null ? [] : [state],
        entries: [],
        ids,
        lives: { live_minutes: 15, parked_hours: 24, ask_hours: 72 },
        second_person: false,
        escalation: { kind: "wait" },
      });
      if (parked.kind !== "parked") throw new Error(`not parked: ${parked.kind}`);
      await append(...parked.drafts);
      return ids;
    },
    async [Symbol.asyncDispose]() {
      await rm(folder, { recursive: true });
    },
  };
}

/** The ledger of the documentation: work that is under way, work that waits for an answer, and work that is done. */
export async function documentedLedger(): Promise<ExampleLedger> {
  const example = exampleLedger();
  const { now } = example;
  const end = now.at;
  now.at = end - 50 * hour;
  const current = await example.commit();
  const nightly = await example.commit({
    objective: "nightly dependency review",
    criteria: [],
    min_satisfaction: "asserted",
  });
  const done = await example.commit({ objective: "move the changelog", criteria: [], min_satisfaction: "asserted" });
  await example.append(draft("commitment", done, "closed", person, { outcome: "fulfilled", evidence: "", note: "" }));
  now.at = end - 9 * hour;
  const runtime = { kind: "runtime", id: "warrant" } as const;
  const add = (kind: string, body: object) => example.append(draft("commitment", current, kind, runtime, body));
  await add("episode-started", { episode_id: "e1", session_id: "4ac0" });
  await add("criterion-evaluated", { id: "links-resolve", result: { kind: "passed", evidence: "the text is there" } });
  await add("episode-ended", {
    episode_id: "e1",
    advancement: { kind: "advanced", criteria: ["links-resolve"], evidence: "" },
    spend_usd: 1.2,
  });
  now.at = end - 2 * hour;
  await example.parkCall(nightly, "npm install left-pad");
  const weekly = await example.commit({ objective: "weekly report", criteria: [], min_satisfaction: "asserted" });
  const suspension = { kind: "schedule", at: new Date(now.at).toISOString(), due: new Date(end - hour).toISOString() };
  await example.append(draft("commitment", weekly, "suspended", runtime, { suspension }));
  const ledger = await example.open();
  await recordSession(ledger, "4ac0", [
    recorded("a1c9", "fix the broken links in docs, but don't touch the pictures"),
    recorded("a1ca", "thanks", { turn: "social", parts: [], reading: null, engagement: null, carries: "as-before" }),
  ]);
  await ledger.close();
  now.at = end;
  return example;
}
