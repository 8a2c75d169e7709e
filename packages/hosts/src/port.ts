/**
 * @module What the gate needs of the machine it runs on: time, settings, the file system, and the ledger. The command fills it
 * from the ledger and the sources; nothing here decides anything.
 */

import type { DeclaredTools } from "@warrant/kernel/action/declared-tools";
import type { ActionFacts } from "@warrant/kernel/action/facts";
import type { OperatorRule } from "@warrant/kernel/action/operator-rules";
import type { PathAnswer, Place } from "@warrant/kernel/action/place";
import type { ClaimSettings } from "@warrant/kernel/claim/settings";
import type { EpisodeEnd } from "@warrant/kernel/commitment/opening";
import type { PendingAction } from "@warrant/kernel/commitment/park";
import type { Taking } from "@warrant/kernel/policy/approval";
import type { CeilingEntry } from "@warrant/kernel/policy/ceiling-entries";
import type { Strand } from "@warrant/kernel/policy/intent";
import type { RequestWord } from "@warrant/kernel/scale";
import type { HostFacts } from "./adapter.ts";
import type { HostName, Source } from "./event.ts";
import type { SessionEvent, SessionEventDraft, SessionMemory } from "./memory.ts";

/** What an operator has configured, compiled beforehand so that nothing is parsed while a call waits. */
export interface CompiledPolicy {
  readonly digest: string;
  readonly mode: "enforce" | "report";
  /** False: the gate is off, and says so once a session. */
  readonly is_enabled: boolean;
  readonly rules: readonly OperatorRule[];
  /** Tools of servers the operator has declared. */
  readonly tools?: DeclaredTools;
  readonly may_defer: boolean;
  readonly posture: "on" | "off";
  readonly autonomy: RequestWord<"autonomy">;
  /** The person's and the project's word; the narrower row counts. */
  readonly autonomy_grants: readonly RequestWord<"autonomy">[];
  readonly permission: RequestWord<"permission">;
  readonly approval: RequestWord<"approval">;
  /** What becomes of a question where nobody attends; absent: it waits in the inbox. */
  readonly fallback?: RequestWord<"fallback">;
  readonly max_depth: number;
  readonly second_person: boolean;
  readonly accept_confidence: number;
  readonly provisional_confidence: number;
  /** What is set for claims at a stop; absent: the defaults. */
  readonly claims?: ClaimSettings;
  /** Whether refuted claims send an agent back; absent: as `mode`. */
  readonly claims_mode?: "enforce" | "report";
}

/** The machine and the work tree a call would run in. */
export interface Surroundings {
  readonly place: Omit<Place, "cwd"> & { readonly env_digest: string };
  readonly volumes: ActionFacts["filesystem"]["volumes"];
  /** Whether the work tree holds changes that are in no commit. */
  readonly dirty: boolean | "unknown";
}

/** What the ledger has, read for this call: envelopes, approvals, money, and what the session is bound to. */
export interface AuthorityRead {
  readonly commitments: ActionFacts["commitments"];
  readonly approvals: ActionFacts["approvals"];
  readonly spend: ActionFacts["spend"];
  /** What the bound issue's policy and the served commitment narrow. */
  readonly ceilings: readonly CeilingEntry[];
  readonly autonomy_grants: readonly RequestWord<"autonomy">[];
  /** Which attempt at the bound issue this is, this one included; absent where nobody knows, which is over every limit. */
  readonly attempt?: number;
  /** Whether a question could be written down now. */
  readonly is_writable: boolean;
}

/** What a request asks for, for work that outlives its session. */
export interface AskedWork {
  readonly session: string;
  readonly cwd: string | null;
  readonly is_human: boolean;
  readonly principal: string | null;
  readonly strands: readonly Strand[];
}

export interface GatePort {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly hostFacts: (host: HostName, via: string | null) => HostFacts;
  /** Of the session's own folder, whatever `cwd` a later call names. Null when there is a policy and nobody can read it. */
  readonly policy: (cwd: string | null, session: string) => Promise<CompiledPolicy | null>;
  readonly surroundings: (source: Source, memory: SessionMemory) => Promise<Surroundings>;
  /** What is at a path, without following a link there. Never throws. */
  readonly look: (path: string) => PathAnswer;
  readonly memory: (session: string) => Promise<SessionMemory>;
  /** Asked once the surroundings are there: the work trees of the session may be bound as well. */
  readonly authority: (session: string, memory: SessionMemory) => Promise<AuthorityRead>;
  /** Spends an approval, atomically: false when another call was first. */
  readonly take: (approval: string, taking: Taking) => Promise<boolean>;
  /** Counts a use of an envelope; false when it does not cover any more. */
  readonly useEnvelope: (envelope: string, action: string | null) => Promise<boolean>;
  /** Writes a question into the inbox and gives its id; null when it could not be written. */
  readonly park: (question: PendingAction) => Promise<string | null>;
  /** Appends to the session's stream, in order. */
  readonly record: (session: string, events: readonly SessionEventDraft[]) => Promise<void>;
  /** How many calls the assistant's last turn holds, by its transcript; null when nobody can tell. */
  readonly siblings: (source: Source, callId: string) => Promise<number | null>;
  /** Whether our entry in a settings file is as it was installed. */
  readonly entry: (host: HostName, file: string | null) => "intact" | "missing" | "changed" | "off";
  /** The person who started a headless session with this very prompt, once; null for nobody. The digest is of the trimmed text. */
  readonly claimRun: (source: Source, promptDigest: string) => Promise<string | null>;
  /** The trace of the newest request: its `trace-appended` events, oldest first; null when they cannot be read whole. */
  readonly trace?: (session: string) => Promise<readonly SessionEvent[] | null>;
  /** Opens, or goes on with, the work a person's request asks for beyond its turn. Absent: nothing outlives a session here. */
  readonly serve?: (work: AskedWork) => Promise<void>;
  /** Ends what the session works on, with the last words of its agent. */
  readonly endWork?: (session: string, end: Pick<EpisodeEnd, "ending" | "text">) => Promise<void>;
  /** Answers a person gave to questions of this session since it last began, as data. */
  readonly answers: (session: string) => Promise<readonly string[]>;
}
