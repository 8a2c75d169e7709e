/**
 * @module What sessions remember, kept between calls and brought up to the ledger at each: only what was appended since is read
 * again. Every process that writes is seen, since nothing is taken from here that the ledger does not have.
 */

import type { SessionMemory } from "@warrant/hosts/memory";
import { remember, rememberAll } from "@warrant/hosts/remember";
import { type SessionLogKind, sessionLogKinds } from "@warrant/kernel/commitment/session-log";
import { countSession, readSession, type SessionLogEvent, sessionStream } from "@warrant/ledger/session-log";
import type { WarrantLedger } from "@warrant/ledger/warrant-ledger";
import { outsideOf } from "./ledger-state.ts";

/** What there is one of for every call; the rest says what the session is about and is read from its beginning. */
const frequent: readonly SessionLogKind[] = ["action-judged", "trace-appended"];
const lasting = sessionLogKinds.filter((kind) => !frequent.includes(kind));
const mostLasting = 5000;
const mostFrequent = 600;
/** New events that are read one by one; where there are more, all is read anew. */
const mostNew = 64;
const mostSessions = 256;

interface SessionView {
  readonly memory: SessionMemory;
  /** The folder the session began in; null while nobody has said. */
  readonly start: string | null;
  readonly place: number;
  /** The state of the ledger it was held against (`Ledger.outside`). */
  readonly at: number | null;
}

function startOf(events: readonly SessionLogEvent[]): string | null {
  for (const { kind, body } of events) {
    if (kind === "session-started" && typeof body["cwd"] === "string") return body["cwd"];
  }
  return null;
}

/** Where a row of what the session is about cannot be believed, nobody knows what was asked for. */
function withoutRequest(memory: SessionMemory): SessionMemory {
  return { ...memory, request: null, carried: null };
}

async function readWhole(ledger: WarrantLedger, session: string, at: number | null): Promise<SessionView> {
  const [lastingPart, frequentPart, counts] = await Promise.all([
    readSession(ledger, session, { kinds: lasting, limit: mostLasting }),
    readSession(ledger, session, { kinds: frequent, limit: mostFrequent }),
    countSession(ledger, session),
  ]);
  const events = [...lastingPart.events, ...frequentPart.events].sort((one, other) => one.place - other.place);
  const folded = { ...rememberAll(session, events), traced: counts["trace-appended"] ?? 0 };
  const isWhole = lastingPart.bad === 0 && lastingPart.events.length < mostLasting;
  return {
    memory: isWhole ? folded : withoutRequest(folded),
    start: startOf(lastingPart.events),
    place: events.at(-1)?.place ?? 0,
    at,
  };
}

/** Views of the sessions that were asked for last. */
export class SessionViews {
  readonly #views = new Map<string, SessionView>();

  /**
   * A session as the ledger has it now.
   *
   * @throws LedgerError
   */
  async read(ledger: WarrantLedger, session: string): Promise<SessionView> {
    const at = await outsideOf(ledger);
    const known = this.#views.get(session);
    // Nobody else has written since, and what was appended here is in it.
    if (known !== undefined && at !== null && known.at === at) return known;
    const since = known === undefined ? null : await continued(ledger, known, at);
    const view = since ?? (await readWhole(ledger, session, at));
    this.#keep(session, view);
    return view;
  }

  /**
   * The folder a session began in, which does not change once it is known.
   *
   * @throws LedgerError
   */
  async start(ledger: WarrantLedger, session: string): Promise<string | null> {
    return this.#views.get(session)?.start ?? (await this.read(ledger, session)).start;
  }

  /** What this process has appended itself need not be read again, where nothing of others came between. */
  add(session: string, events: readonly SessionLogEvent[]): void {
    const known = this.#views.get(session);
    if (known === undefined || events.length === 0) return;
    if (events[0]?.place === known.place + 1) this.#keep(session, after(known, events, known.at));
    else this.#keep(session, { ...known, at: null });
  }

  /** Forgets everything, for another ledger. */
  clear(): void {
    this.#views.clear();
  }

  #keep(session: string, view: SessionView): void {
    this.#views.delete(session);
    if (this.#views.size >= mostSessions) this.#views.delete(this.#views.keys().next().value ?? "");
    this.#views.set(session, view);
  }
}

function after(known: SessionView, events: readonly SessionLogEvent[], at: number | null): SessionView {
  let { memory } = known;
  for (const event of events) memory = remember(memory, event);
  return { memory, start: known.start ?? startOf(events), place: events.at(-1)?.place ?? known.place, at };
}

/** The view with what came since; null when that is more than was read, or cannot be believed. */
async function continued(ledger: WarrantLedger, known: SessionView, at: number | null): Promise<SessionView | null> {
  const { session } = known.memory;
  // Of a log this is its last place, and none of its rows.
  const { version } = await ledger.view(({ read }) => read(sessionStream(session)));
  const missing = version - known.place;
  if (missing === 0) return { ...known, at };
  if (missing < 0 || missing > mostNew) return null;
  const { events, bad } = await readSession(ledger, session, { limit: missing });
  const isNext = bad === 0 && events.length === missing && events[0]?.place === known.place + 1;
  return isNext ? after(known, events, at) : null;
}
