/** @module A gate's machine in memory: an attended session on a feature branch, and a log of everything that was written. */

import type { PathAnswer } from "@warrant/kernel/action/place";
import { generalPosture } from "@warrant/kernel/policy/posture";
import type { HostFacts } from "../packages/hosts/src/adapter.ts";
import type { SessionEvent, SessionMemory } from "../packages/hosts/src/memory.ts";
import type { AuthorityRead, CompiledPolicy, GatePort, Surroundings } from "../packages/hosts/src/port.ts";
import { rememberAll } from "../packages/hosts/src/remember.ts";

/** One thing that was written, by kind; `approval-pending` is an entry of the inbox. */
export interface Written {
  readonly kind: string;
  readonly session: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export const gateNow = "2026-09-01T09:30:00.000Z";

export interface GatePortChange {
  /** Null: there is one, and nobody can read it. */
  readonly policy?: Partial<CompiledPolicy> | null;
  readonly host?: Partial<HostFacts>;
  readonly place?: Partial<Surroundings["place"]>;
  readonly authority?: Partial<AuthorityRead>;
  readonly memory?: Partial<SessionMemory>;
  readonly look?: (path: string) => PathAnswer;
  readonly siblings?: number | null;
  readonly entry?: ReturnType<GatePort["entry"]>;
  readonly answers?: readonly string[];
  /** Before the first request nothing is asked for, instead of a plain request. */
  readonly isRemembered?: boolean;
  /** Who started the session with its prompt. */
  readonly principal?: string;
  /** Ids of the inbox, in their order; `null` cannot be written. */
  readonly inbox?: readonly (string | null)[];
  /** What replaces a part of the port. */
  readonly port?: Partial<GatePort>;
}

/** A request of a person that narrows nothing, so that what is configured alone decides. */
export const plainRequest: NonNullable<SessionMemory["request"]> = {
  request_id: "request-1",
  prompt_id: null,
  origin: "human",
  engagement: { ceiling: {}, posture: { ...generalPosture, fallback: "park" } },
  named: [],
  resources: [],
  asks_irreversible: false,
  act: null,
  principal: null,
  text_digest: null,
  via: null,
  at: 0,
};

export const testPolicy: CompiledPolicy = {
  digest: "sha256:policy",
  mode: "enforce",
  is_enabled: true,
  rules: [],
  may_defer: false,
  posture: "on",
  autonomy: "assisted",
  autonomy_grants: [],
  permission: "workspace-write",
  approval: "auto-approve",
  max_depth: 5,
  second_person: false,
  accept_confidence: 0.75,
  provisional_confidence: 0.45,
};

export const testHost: HostFacts = {
  version: "2.1.240",
  capabilities: [],
  is_headless: false,
  may_defer: false,
  environment: [],
};

export const testPlace: Surroundings["place"] = {
  os: "linux",
  shell: "bash",
  user: "dev",
  home: "/home/dev",
  roots: [{ path: "/home/dev/app" }],
  scratch: ["/tmp"],
  control_paths: [
    "/home/dev/.claude/settings.json",
    "/home/dev/app/.claude/settings.json",
    "/home/dev/.local/state/warrant",
    "/home/dev/.config/warrant",
    "/run/user/1000/warrant",
  ],
  local_bins: ["tsc", "eslint", "prettier", "vitest", "jest"],
  git: {
    branch: "feature/login",
    default_branch: "main",
    protected: ["main", "release/*"],
    remotes: { origin: "https://github.com/acme/app.git" },
  },
  env_digest: "sha256:environment",
};

const testAuthority: AuthorityRead = {
  commitments: [],
  approvals: [],
  spend: { limit_usd: "unlimited", spent_usd: 0, running_usd: 0 },
  ceilings: [],
  autonomy_grants: [],
  is_writable: true,
};

/** In the root everything is there: what ends like a file is one, tracked and clean, and the rest are folders. */
function lookAround(path: string): PathAnswer {
  const isInRoot = path === "/home/dev/app" || path.startsWith("/home/dev/app/");
  if (isInRoot && /\.[A-Za-z0-9]+$/.test(path)) return { type: "file", nlink: 1, vcs: "tracked_clean" };
  return isInRoot || "/home/dev/app".startsWith(`${path}/`) ? { type: "dir" } : { type: "missing" };
}

/** A port over memory. What the session remembers is folded from its own log, with `memory` over it. */
export function gatePort(change: GatePortChange = {}): {
  readonly port: GatePort;
  readonly written: readonly Written[];
} {
  const written: Written[] = [];
  const events = new Map<string, SessionEvent[]>();
  const inbox = [...(change.inbox ?? [])];
  const spent = new Set<string>();
  const port: GatePort = {
    now: () => Date.parse(gateNow),
    hostFacts: () => ({ ...testHost, ...change.host }),
    policy: () => Promise.resolve(change.policy === null ? null : { ...testPolicy, ...change.policy }),
    surroundings: () => Promise.resolve({ place: { ...testPlace, ...change.place }, volumes: [], dirty: false }),
    look: change.look ?? lookAround,
    memory: (session) => {
      const folded = rememberAll(session, events.get(session) ?? []);
      const request = folded.request ?? (change.isRemembered === true ? null : plainRequest);
      return Promise.resolve({ ...folded, request, ...change.memory });
    },
    authority: () => {
      const authority = { ...testAuthority, ...change.authority };
      return Promise.resolve({ ...authority, approvals: authority.approvals.filter(({ id }) => !spent.has(id)) });
    },
    take: (approval) => {
      if (spent.has(approval)) return Promise.resolve(false);
      spent.add(approval);
      written.push({ kind: "approval-used", session: "", body: { id: approval } });
      return Promise.resolve(true);
    },
    useEnvelope: (envelope, action) => {
      written.push({ kind: "envelope-used", session: "", body: { id: envelope, action } });
      return Promise.resolve(true);
    },
    park: (question) => {
      const id = inbox.length === 0 ? "7f3a" : (inbox.shift() ?? null);
      if (id !== null)
        written.push({
          kind: "approval-pending",
          session: question.identity.session,
          body: { id, choices: ["once", "effects", "no"], gates: question.gates, reason: question.reason },
        });
      return Promise.resolve(id);
    },
    record: (session, drafts) => {
      const log = events.get(session) ?? [];
      for (const { kind, body } of drafts) {
        log.push({ kind, body, at: gateNow });
        written.push({ kind, session, body });
      }
      events.set(session, log);
      return Promise.resolve();
    },
    siblings: () => Promise.resolve(change.siblings ?? null),
    entry: () => change.entry ?? "intact",
    claimRun: () => Promise.resolve(change.principal ?? null),
    answers: () => Promise.resolve(change.answers ?? []),
    ...change.port,
  };
  return { port, written };
}

/** Bytes of a payload. */
export function payloadBytes(payload: unknown): Uint8Array {
  return new TextEncoder().encode(typeof payload === "string" ? payload : JSON.stringify(payload));
}
