/** @module Upkeep of the whole ledger: what time alone does to each commitment and each question, one transaction for each. */

import type { Commitment } from "@warrant/kernel/commitment/commitment";
import type { InboxEntry, InboxOpening } from "@warrant/kernel/commitment/inbox";
import { endLeftover } from "@warrant/kernel/commitment/leftover";
import { standingNews } from "@warrant/kernel/commitment/news";
import { draft } from "@warrant/kernel/commitment/park";
import { type EventDraft, runtimeActor } from "@warrant/kernel/commitment/stream";
import { streamKey } from "@warrant/kernel/commitment/stream-key";
import { type TickFacts, tick } from "@warrant/kernel/commitment/tick";
import type { Approval } from "@warrant/kernel/policy/approval";
import type { WarrantLedger } from "@warrant/ledger";
import type { Io } from "../io.ts";
import { commitmentsOf } from "./commitments.ts";
import { criterionResults } from "./criterion-files.ts";
import { entriesOf } from "./inbox.ts";
import { type Authority, refused } from "./ledger.ts";

/** What was done to one thing. */
export interface UpkeepStep {
  readonly id: string;
  readonly title: string;
  readonly drafts: readonly EventDraft[];
}

interface Read {
  readonly commitment: (id: string | undefined) => Commitment | null;
  readonly approval: (id: string | undefined) => Approval | null;
  readonly entry: (id: string | undefined) => InboxEntry | null;
  readonly isTold: (key: string) => boolean;
}

type Stream = `commitment/${string}` | `approval/${string}` | `inbox/${string}`;

/** What one step looks at and decides. It must decide the same from the same streams. */
interface Step {
  readonly id: string;
  readonly title: string;
  readonly streams: readonly Stream[];
  readonly decide: (read: Read, now: string) => readonly EventDraft[];
  /** Keys of news: what was told under one is not told again. */
  readonly keys?: readonly string[];
}

/** The ids of everything a suspension names. */
function namedBy({ suspension }: Commitment): { approval?: string; inbox?: string; dependency?: string } {
  if (suspension?.kind === "human") {
    const { approval_id: approval, inbox_id: inbox } = suspension;
    return { ...(approval === undefined ? {} : { approval }), ...(inbox === undefined ? {} : { inbox }) };
  }
  return suspension?.kind === "commitment" ? { dependency: suspension.commitment_id } : {};
}

async function commitmentStep(commitment: Commitment, { runtime }: Authority, io: Io): Promise<Step> {
  const results = await criterionResults(commitment);
  const ids = { approval: io.newId(), question: io.newId(), inbox: io.newId() };
  const named = namedBy(commitment);
  const others: (Stream | null)[] = [
    named.approval === undefined ? null : `approval/${named.approval}`,
    named.inbox === undefined ? null : `inbox/${named.inbox}`,
    named.dependency === undefined ? null : `commitment/${named.dependency}`,
  ];
  return {
    id: commitment.id,
    title: commitment.spec.objective,
    streams: [
      `commitment/${commitment.id}`,
      `approval/${ids.approval}`,
      `inbox/${ids.inbox}`,
      ...others.filter((stream) => stream !== null),
    ],
    decide: (read, now) => {
      const current = read.commitment(commitment.id);
      // It waits for something else by now, which was not looked at: the next upkeep does.
      if (current === null || JSON.stringify(namedBy(current)) !== JSON.stringify(named)) return [];
      const facts: TickFacts = {
        now,
        results,
        dependencies: named.dependency === undefined ? {} : { [named.dependency]: read.commitment(named.dependency) },
        approval: read.approval(named.approval),
        entry: read.entry(named.inbox),
        ids,
        lives: runtime.settings.approvals,
      };
      return tick(current, facts);
    },
  };
}

function leftoverStep(entry: InboxEntry, io: Io): Step {
  const newsId = io.newId();
  const { id, approval_id: approval, commitment_id: commitment } = entry;
  const others: (Stream | null)[] = [
    approval === undefined ? null : `approval/${approval}`,
    commitment === undefined ? null : `commitment/${commitment}`,
  ];
  return {
    id,
    title: entry.title,
    streams: [`inbox/${id}`, `inbox/${newsId}`, ...others.filter((stream) => stream !== null)],
    decide: (read, now) => {
      const current = read.entry(id);
      if (current === null) return [];
      const leftover = { entry: current, approval: read.approval(approval), commitment: read.commitment(commitment) };
      return endLeftover(leftover, now, newsId);
    },
  };
}

/** What there is to tell about work as it stands now, each once. */
function newsStep(commitment: Commitment, now: string, io: Io): Step | null {
  const news = standingNews(commitment, now).map((entry) => ({ id: io.newId(), entry, key: keyOf(entry) }));
  if (news.length === 0) return null;
  return {
    id: commitment.id,
    title: commitment.spec.objective,
    streams: news.map(({ id }) => `inbox/${id}` as const),
    keys: news.map(({ key }) => key),
    decide: ({ isTold }) =>
      news
        .filter(({ key }) => !isTold(key))
        .map(({ id, entry }) => draft("inbox", id, "inbox-opened", runtimeActor, { entry })),
  };
}

function keyOf(entry: InboxOpening): string {
  return streamKey("waiting", entry.dedupe_key ?? "");
}

async function append({ streams, decide, keys = [] }: Step, ledger: WarrantLedger): Promise<readonly EventDraft[]> {
  const outcome = await ledger.append(
    streams,
    ({ read, linked, now }) => {
      const reader: Read = {
        isTold: (key) => linked(key).length > 0,
        commitment: (id) => (id === undefined ? null : read(`commitment/${id}`).state),
        approval: (id) => (id === undefined ? null : read(`approval/${id}`).state),
        entry: (id) => (id === undefined ? null : read(`inbox/${id}`).state),
      };
      return decide(reader, now);
    },
    { keys },
  );
  if ("refusal" in outcome) throw refused(outcome.refusal);
  return outcome.events;
}

/** The same decision from what can be read without the right to write; nothing is appended. */
async function preview(
  { streams, decide, keys = [] }: Step,
  { ledger, now }: Authority,
): Promise<readonly EventDraft[]> {
  const states = new Map<string, unknown>();
  for (const stream of streams) states.set(stream, (await ledger.read(stream)).state);
  const told = new Set<string>();
  await ledger.view(async ({ linked }) => {
    for (const key of keys) if ((await linked(key)).length > 0) told.add(key);
  });
  // Each stream holds the state of its family; the compiler cannot follow that through a text.
  return decide(
    {
      isTold: (key) => told.has(key),
      commitment: (id) => (states.get(`commitment/${id}`) ?? null) as Commitment | null,
      approval: (id) => (states.get(`approval/${id}`) ?? null) as Approval | null,
      entry: (id) => (states.get(`inbox/${id}`) ?? null) as InboxEntry | null,
    },
    now,
  );
}

/** Does what is due, or with `isDry` only says what it would be. */
export async function doUpkeep(authority: Authority, isDry: boolean, io: Io): Promise<UpkeepStep[]> {
  const done: UpkeepStep[] = [];
  const take = async (step: Step): Promise<void> => {
    const drafts = isDry ? await preview(step, authority) : await append(step, authority.ledger);
    if (drafts.length > 0) done.push({ id: step.id, title: step.title, drafts });
  };
  for (const commitment of await commitmentsOf(authority.ledger)) {
    io.signal.throwIfAborted();
    if (commitment.closure === null) await take(await commitmentStep(commitment, authority, io));
  }
  // As they are after their steps; those of a dry run are told in their own time.
  for (const commitment of await commitmentsOf(authority.ledger)) {
    io.signal.throwIfAborted();
    const step = newsStep(commitment, authority.now, io);
    if (step !== null) await take(step);
  }
  // After the commitments: closing one may leave its question behind.
  for (const entry of await entriesOf(authority.ledger)) {
    io.signal.throwIfAborted();
    if (entry.state === "open") await take(leftoverStep(entry, io));
  }
  return done;
}
