/**
 * @module What the gate needs of this machine, for one call: the ledger, the file system, what was configured, and what the
 * host's process said of its environment (`GatePort`). Nothing here decides anything.
 */

import { readFileSync } from "node:fs";
import { homedir, platform } from "node:os";
import { relative } from "node:path";
import type { CallEnvironment } from "@warrant/hosts/client/call-environment";
import type { Source } from "@warrant/hosts/event";
import { requestIdIn } from "@warrant/hosts/facts";
import { type InstallableHost, installationOf } from "@warrant/hosts/install/entries";
import { type EntryState, stateOfEntry } from "@warrant/hosts/install/entry-state";
import type { InstalledEntry } from "@warrant/hosts/install/record";
import type { SessionEvent, SessionMemory } from "@warrant/hosts/memory";
import type { AskedWork, AuthorityRead, GatePort, Surroundings } from "@warrant/hosts/port";
import type { GitPlace, OperatingSystem, Root } from "@warrant/kernel/action/place";
import type { Commitment } from "@warrant/kernel/commitment/commitment";
import { servedBy } from "@warrant/kernel/commitment/commitment-rules";
import type { EpisodeEnd } from "@warrant/kernel/commitment/opening";
import { argumentsOf } from "@warrant/kernel/commitment/park";
import { bindingLimits } from "@warrant/kernel/policy/ceiling-entries";
import { cleanQuote } from "@warrant/kernel/text/clean";
import { answersOf, parkCall, takeApproval, useEnvelope } from "@warrant/ledger/gate";
import { readSession, recordSessionFrom } from "@warrant/ledger/session-log";
import type { WarrantLedger } from "@warrant/ledger/warrant-ledger";
import { endWork, serveRequest } from "@warrant/ledger/work";
import { callsOfLastTurn, readTail } from "@warrant/sources/claude-turn";
import { findWorkTree, type WorkTree } from "@warrant/sources/git/work-tree";
import { workTreeId } from "../authority/work-tree-id.ts";
import type { GatePolicy } from "./gate-policy.ts";
import { realOf } from "./look.ts";
import { isFolder, type Machine } from "./machine.ts";

/** Branches nobody pushes to unasked in any repository. */
const usuallyProtected = ["main", "master", "trunk", "release/*"];

/** Entries of one request that claims are checked against; more are not looked through while a stop waits. */
const mostTraced = 2000;

/** Gives the policy of a work tree as it holds now; null where there is one and nobody can read it. */
export type PolicyOf = (tree: WorkTree | null) => Promise<GatePolicy | null>;

function operatingSystem(): OperatingSystem {
  const os = platform();
  return os === "darwin" || os === "win32" ? os : "linux";
}

/** A folder as a root, as it is written and where it is: a work tree whole, any other folder itself. */
function rootOf(folder: string, tree: WorkTree | null): Root {
  const real = realOf(folder);
  if (tree === null) return real === folder ? { path: folder } : { path: folder, real };
  if (real === folder) return { path: tree.root };
  // The same steps up from the folder as it is written.
  const below = relative(tree.root, real);
  const written = below === "" ? folder : folder.endsWith(`/${below}`) ? folder.slice(0, -below.length - 1) : tree.root;
  return { path: written, real: tree.root };
}

/** The tightest budget of what a session works on. What a turn costs no host says. */
function spendOf(commitments: readonly Commitment[]): AuthorityRead["spend"] {
  let tightest: { limit_usd: number; spent_usd: number } | null = null;
  for (const { spec, spent_usd } of commitments) {
    const limit_usd = spec.economics.lifetime_budget_usd;
    if (limit_usd === "unlimited") continue;
    if (tightest === null || limit_usd - spent_usd < tightest.limit_usd - tightest.spent_usd)
      tightest = { limit_usd, spent_usd };
  }
  return tightest === null
    ? { limit_usd: "unlimited", spent_usd: 0, running_usd: 0 }
    : { ...tightest, running_usd: null };
}

/** Which attempt at what a session is bound to this is: the episodes of its work on it, this one included. */
function attemptAt(issues: ReadonlySet<string>, commitments: readonly Commitment[]): number {
  const own = commitments.filter(({ spec }) => spec.bound_issue !== undefined && issues.has(spec.bound_issue));
  // A session that works on no commitment is an episode of its own.
  return Math.max(1, ...own.map(({ earlier_episodes: earlier, episodes }) => earlier + episodes.length));
}

const entryStates: Readonly<Record<EntryState, ReturnType<GatePort["entry"]>>> = {
  intact: "intact",
  missing: "missing",
  changed: "changed",
  off: "off",
  unreadable: "changed",
};

function textOfFile(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ENOENT" ? undefined : "\0";
  }
}

/** Folders of hosts whose transcripts are read. A path of the payload leads nowhere else. */
function isTranscript(path: string, home: string | null): boolean {
  return home !== null && realOf(path).startsWith(`${realOf(`${home}/.claude/projects`)}/`);
}

/** The port of one call. */
export class MachinePort implements GatePort {
  readonly #machine: Machine;
  readonly #call: CallEnvironment;
  readonly #policyOf: PolicyOf;
  #policy: GatePolicy | null = null;
  #trees: readonly WorkTree[] = [];

  constructor(machine: Machine, call: CallEnvironment, policyOf: PolicyOf) {
    this.#machine = machine;
    this.#call = call;
    this.#policyOf = policyOf;
  }

  readonly now = (): number => this.#machine.now();

  #ledger(): Promise<WarrantLedger> {
    return this.#machine.ledger(this.#policy?.ledger_url ?? null);
  }

  /** Writes something that what people delegated depends on. */
  async #changing<Result>(write: (ledger: WarrantLedger) => Promise<Result>): Promise<Result> {
    const ledger = await this.#ledger();
    return await this.#machine.changing(() => write(ledger));
  }

  /** The folder a session began in. A later one is the agent's choice, and no root. */
  async #startOf(session: string, cwd: string | null): Promise<string | null> {
    if (session === "") return cwd;
    return (await this.#machine.sessions.start(await this.#ledger(), session)) ?? cwd;
  }

  readonly hostFacts: GatePort["hostFacts"] = (host, via) => {
    const entries = this.#machine.installed?.entries.filter((entry) => entry.host === host) ?? [];
    const entry = entries.find(({ layer }) => layer === via) ?? entries[0];
    return {
      version: entry?.host_version ?? null,
      capabilities: entry?.capabilities ?? [],
      is_headless: this.#call.is_headless,
      may_defer: this.#policy?.may_defer ?? false,
      environment: this.#call.names,
    };
  };

  /** The policy of the session's own folder, so that a change of the folder sheds no rule. */
  readonly policy = async (cwd: string | null, session = ""): Promise<GatePolicy | null> => {
    // The ledger's place is itself configured, by the person alone: what holds outside of every repository says it.
    this.#policy ??= await this.#policyOf(null);
    if (this.#policy === null) return null;
    const start = await this.#startOf(session, cwd);
    this.#policy = await this.#policyOf(isFolder(start) ? findWorkTree(start) : null);
    return this.#policy;
  };

  readonly memory = async (session: string): Promise<SessionMemory> => {
    return (await this.#machine.sessions.read(await this.#ledger(), session)).memory;
  };

  /** Where a session began, written down at its first call when the host did not say it at the start. */
  async #begin({ host, session, cwd }: Source): Promise<string | null> {
    const start = await this.#startOf(session, null);
    if (start !== null || session === "" || !isFolder(cwd)) return start ?? cwd;
    const body = { host, cwd, source: "first-seen" };
    const begun = await recordSessionFrom(
      await this.#ledger(),
      session,
      { kinds: ["session-started"], limit: 1 },
      ({ events }) =>
        events.some((event) => typeof event.body["cwd"] === "string") ? [] : [{ kind: "session-started", body }],
    );
    this.#machine.sessions.add(session, begun);
    return await this.#startOf(session, cwd);
  }

  readonly surroundings = async (source: Source, memory: SessionMemory): Promise<Surroundings> => {
    const machine = this.#machine;
    const start = await this.#begin(source);
    const folders = [...(isFolder(start) ? [start] : []), ...memory.added.filter(isFolder)];
    const placed = folders.map((folder) => ({ folder, tree: findWorkTree(folder) }));
    // What a person added is that folder, and not the whole work tree it lies in.
    const roots = placed.map(({ folder, tree }, index) => rootOf(folder, index === 0 ? tree : null));
    this.#trees = placed.flatMap(({ tree }) => (tree === null ? [] : [tree]));
    const own = isFolder(start) ? (placed[0]?.tree ?? null) : null;
    const bins = own === null ? [] : machine.sights.localBins(own.root);
    return {
      place: {
        os: operatingSystem(),
        shell: this.#call.shell,
        user: machine.user,
        home: machine.places.home,
        roots,
        scratch: machine.scratch,
        control_paths: machine.control,
        local_bins: bins,
        env_digest: this.#call.digest,
        ...(own === null ? {} : { git: this.#gitPlace(own) }),
      },
      volumes: roots.map(({ path, real }) => machine.volume(real ?? path)),
      // Only git itself knows, and no git is started while a call waits.
      dirty: "unknown",
    };
  };

  #gitPlace(tree: WorkTree): GitPlace {
    const { branch, default_branch, remotes } = this.#machine.sights.git(tree);
    const named = this.#policy?.protected_names ?? [];
    return { branch, default_branch, protected: [...new Set([...usuallyProtected, ...named])], remotes };
  }

  readonly look: GatePort["look"] = (path) => this.#machine.sights.look(path, this.#trees);

  readonly authority = async (session: string, memory: SessionMemory): Promise<AuthorityRead> => {
    const ledger = await this.#ledger();
    const trees = this.#trees.map(({ root }) => workTreeId(root));
    const request = requestIdIn(memory);
    const read = await this.#machine.authority(ledger, { session, request_id: request, trees });
    const run = this.#call.run === null ? [] : await this.#bindingsOf(ledger, this.#call.run);
    const bindings = [...read.bindings, ...run];
    const isRequired = this.#policy?.require_bound_issue ?? true;
    const limits =
      bindings.length === 0
        ? [bindingLimits({ state: "unbound" }, isRequired, false)]
        : bindings.map(({ binding }) => bindingLimits(binding, isRequired, false));
    const known = limits.filter((limit) => limit !== null);
    const issues = new Set(bindings.map(({ issue }) => issue));
    return {
      commitments: read.commitments.map(servedBy),
      approvals: read.approvals,
      spend: spendOf(read.commitments),
      ceilings: known.map(({ entry }) => entry),
      autonomy_grants: known.flatMap(({ autonomy }) => autonomy ?? []),
      ...(issues.size === 0 ? {} : { attempt: attemptAt(issues, read.commitments) }),
      // A question that cannot be written down after all is a refusal there (`park`), which spares every call a transaction.
      is_writable: true,
    };
  };

  async #bindingsOf(ledger: WarrantLedger, run: string) {
    return (await this.#machine.authority(ledger, { session: run, request_id: null, trees: [] })).bindings;
  }

  readonly take: GatePort["take"] = async (approval, taking) =>
    await this.#changing((ledger) => takeApproval(ledger, approval, taking));

  readonly useEnvelope: GatePort["useEnvelope"] = async (envelope, action) =>
    await this.#changing((ledger) => useEnvelope(ledger, envelope, action));

  readonly park: GatePort["park"] = async (question) => {
    const policy = this.#policy;
    if (policy === null) return null;
    const query = {
      attendance: "unattended",
      fallback: "park",
      lives: policy.lives,
      second_person: policy.second_person,
      escalation: { kind: "wait" },
      newId: this.#machine.newId,
    } as const;
    const parking = await this.#changing((ledger) => parkCall(ledger, question, query));
    return parking.kind === "parked" ? parking.inbox_id : null;
  };

  readonly record: GatePort["record"] = async (session, events) => {
    await this.#machine.record(await this.#ledger(), session, events);
  };

  readonly siblings: GatePort["siblings"] = async ({ host, transcript }, call) => {
    if (host !== "claude-code" || transcript === null || !isTranscript(transcript, this.#machine.places.home))
      return null;
    const tail = readTail(transcript);
    return tail === null ? null : callsOfLastTurn(tail, call);
  };

  readonly entry: GatePort["entry"] = (host, file) => {
    const { installed: record } = this.#machine;
    if (record === null) return "changed";
    const at = file === null ? null : realOf(file);
    const own = record.entries.filter((entry) => entry.host === host && (at === null || realOf(entry.file) === at));
    for (const entry of own) {
      const state = this.#stateOf(entry, record.program);
      if (state !== "intact") return state;
    }
    return "intact";
  };

  #stateOf({ host, layer, file, digest }: InstalledEntry, program: string): ReturnType<GatePort["entry"]> {
    const { form } = installationOf(host satisfies InstallableHost, layer, {
      home: this.#machine.places.home ?? homedir(),
      project: "/",
      program,
      os: platform(),
      environment: this.#machine.environment,
    });
    return entryStates[stateOfEntry(textOfFile(file), { host, digest, form }, program)];
  }

  readonly answers: GatePort["answers"] = async (session) => {
    const ledger = await this.#ledger();
    const { events } = await readSession(ledger, session, { kinds: ["session-started"], limit: 1 });
    const since = events[0]?.at ?? "";
    const answers = await answersOf(ledger, session, since);
    return answers.map(({ tool, input, decision, note, by }) => {
      const words = note === undefined || note === "" ? "" : `: "${cleanQuote(note)}"`;
      return `${cleanQuote(tool)} "${argumentsOf({ input })}" was ${decision} by ${cleanQuote(by)}${words}`;
    });
  };

  readonly trace = async (session: string): Promise<readonly SessionEvent[] | null> => {
    const kinds = ["request-recorded", "trace-appended"] as const;
    const { events, bad } = await readSession(await this.#ledger(), session, { kinds, limit: mostTraced });
    // Before the first call of a request a report can only be about what was done for the one before.
    const last = events.findLastIndex(({ kind }) => kind === "trace-appended");
    const request = events.findLastIndex(({ kind }, index) => kind === "request-recorded" && index < last);
    // What was cut off may be the entry that a claim rests on.
    if (bad > 0 || (request < 0 && events.length >= mostTraced)) return null;
    return events.slice(request + 1, last + 1);
  };

  /** Opens, or goes on with, work that outlives its session. */
  readonly serve = async ({ session, cwd, is_human, principal, strands }: AskedWork): Promise<void> => {
    const policy = this.#policy;
    if (policy === null || !policy.work.enabled || !isFolder(cwd)) return;
    const ledger = await this.#ledger();
    const { bindings } = await this.#machine.authority(ledger, { session, request_id: null, trees: treesOf(cwd) });
    const { lifetime_budget_usd, stall_limit, review_every_hours: review, default_ttl_days: ttl } = policy.work;
    const query = {
      is_human,
      is_enabled: true,
      accept_confidence: policy.accept_confidence,
      session_id: session,
      cwd,
      actor: { kind: is_human ? "person" : "agent", id: principal ?? this.#machine.user ?? "unknown" },
      defaults: {
        lifetime_budget_usd,
        stall_limit,
        ...(review === null ? {} : { review_every_hours: review }),
        ...(ttl === null ? {} : { ttl_days: ttl }),
      },
      ...(bindings[0] === undefined ? {} : { bound_issue: bindings[0].issue }),
      newId: this.#machine.newId,
    } as const;
    await this.#changing((own) => serveRequest(own, strands, query));
  };

  /** Ends what the session works on. What its turn cost no host says. */
  readonly endWork = async (session: string, end: Pick<EpisodeEnd, "ending" | "text">): Promise<void> => {
    await this.#changing((ledger) => endWork(ledger, session, { ...end, criteria: [], evidence: "" }, 0));
  };

  /** Uses up one prompt of a ticket that `warrant run` wrote for a person; gives the person. */
  readonly claimRun = async ({ session }: Source, promptDigest: string): Promise<string | null> => {
    const { run } = this.#call;
    if (run === null) return null;
    let principal: string | null = null;
    const query = { kinds: ["session-started", "request-recorded", "session-ended"] as const, limit: 1000 };
    await recordSessionFrom(await this.#ledger(), run, query, ({ events, bad }) => {
      principal = bad > 0 ? null : ticketHolder(events, promptDigest);
      if (principal === null) return [];
      const body = { request_id: this.#machine.newId(), prompt_digest: promptDigest, session };
      return [{ kind: "request-recorded", body }];
    });
    return principal;
  };
}

function treesOf(folder: string): string[] {
  const tree = findWorkTree(folder);
  return tree === null ? [] : [workTreeId(tree.root)];
}

type Logged = Awaited<ReturnType<typeof readSession>>["events"];

/** Whom a ticket names, when it is open and this prompt of it was not used yet. Only a person writes one. */
function ticketHolder(events: Logged, promptDigest: string): string | null {
  const [ticket] = events;
  if (ticket?.kind !== "session-started" || ticket.imported || ticket.actor.kind !== "person") return null;
  const { run, principal, prompts } = ticket.body;
  const isNamed = Array.isArray(prompts) && prompts.includes(promptDigest);
  const isOver = events.some(({ kind, body }) => kind === "session-ended" || body["prompt_digest"] === promptDigest);
  return run === true && isNamed && !isOver && typeof principal === "string" ? principal : null;
}
