/** @module Cases of `hooks.jsonl`: what a host's hook prints for one payload, and what is written down, beside constant gates. */

import { type ActionFacts, actionFactsSchema } from "@warrant/kernel/action/facts";
import { finding } from "@warrant/kernel/action/finding";
import { type ActionVerdict, judgeAction } from "@warrant/kernel/action/judge";
import type { OperatorRule } from "@warrant/kernel/action/operator-rules";
import type { PathAnswer, Place } from "@warrant/kernel/action/place";
import { type ActionIdentity, type Approval, actionDigest, effectsDigest } from "@warrant/kernel/policy/approval";
import { type CeilingEntry, readEntry } from "@warrant/kernel/policy/ceiling-entries";
import { readEnvelope } from "@warrant/kernel/policy/envelope";
import { generalPosture } from "@warrant/kernel/policy/posture";
import { requestScales, wordOn } from "@warrant/kernel/scale";
import { adapterOf } from "../packages/hosts/src/adapters.ts";
import type { HostName } from "../packages/hosts/src/event.ts";
import { gateParts } from "../packages/hosts/src/gate.ts";
import { readPayload, runHook } from "../packages/hosts/src/hook.ts";
import type { HookOutput } from "../packages/hosts/src/outcome.ts";
import type { CompiledPolicy, GatePort } from "../packages/hosts/src/port.ts";
import { resolvedInput } from "../packages/hosts/src/resolved-input.ts";
import type { GateParts } from "../packages/hosts/src/turn.ts";
import {
  type GatePortChange,
  gateNow,
  gatePort,
  payloadBytes,
  plainRequest,
  testPlace,
  testPolicy,
  type Written,
} from "../testing/gate-port.ts";
import { type CaseScore, type Decision, type GateFigures, gateFigures } from "./gate-figures.ts";
import { answersOfCall } from "./shell-cases.ts";

/** The file of the set, in a folder of cases. */
export const hookSet = "hooks.jsonl";

interface CaseApproval {
  readonly id: string;
  readonly call: { readonly tool: string; readonly input: Readonly<Record<string, unknown>>; readonly cwd: string };
  readonly scope?: "once" | "effects";
  readonly expires_in_s?: number;
  readonly used?: boolean;
  readonly approver?: string;
  readonly requester?: string;
  readonly env?: "same" | "changed";
  readonly policy?: "same" | "changed";
  readonly session?: string;
  readonly inbox_id?: string;
}

interface Setup {
  readonly verdict?: {
    readonly decision: Decision;
    readonly rule: string;
    readonly inbox_id?: string;
    readonly authority?: string;
    readonly resolved?: Readonly<Record<string, unknown>>;
  };
  readonly fault?: "throw" | "deadline" | "daemon-down" | "daemon-slow" | "bad-policy" | "ledger-readonly";
  readonly mode?: "enforce" | "report";
  readonly headless?: boolean;
  readonly attendance?: string;
  readonly fallback?: "park" | "deny";
  readonly siblings?: number | null;
  readonly settings?: { readonly defer?: string; readonly enabled?: boolean };
  readonly capabilities?: readonly string[];
  readonly os?: Place["os"];
  readonly posture?: "on" | "off";
  readonly autonomy?: string;
  readonly origin?: string;
  readonly rules?: readonly OperatorRule[];
  readonly ceilings?: readonly Readonly<Record<string, unknown>>[];
  readonly env_host?: Readonly<Record<string, string>>;
  readonly approvals?: readonly CaseApproval[];
  readonly envelopes?: readonly Readonly<Record<string, unknown>>[];
  readonly note?: string;
  readonly claim?: { readonly decision: "allow" | "deny"; readonly rule: string; readonly blocks: number };
  readonly gate_entry?: "intact" | "missing" | "changed";
  readonly agent_parent?: string | null;
  readonly trust?: "trusted" | "untrusted";
  readonly seen?: { readonly tool_names?: readonly string[] };
  readonly context?: Readonly<Record<string, unknown>>;
}

/** What a text or a document has to be; `$contains` names parts of a text. */
type Wanted = unknown;

/** One line of the case file. */
export interface HookCase {
  readonly id: string;
  readonly family: string;
  readonly host: HostName;
  readonly host_version: string;
  readonly event: string;
  readonly argv?: readonly string[];
  readonly setup: Setup;
  readonly stdin: unknown;
  readonly expect: {
    readonly exit?: number;
    readonly stdout?: Wanted;
    readonly stderr?: Wanted;
    readonly result?: { readonly returns?: Wanted; readonly throws?: Wanted };
    readonly ledger?: readonly Readonly<Record<string, unknown>>[];
    readonly max_ms?: number;
    readonly stdout_objects?: number;
  };
}

/** Runs what a command line of the installer prints; it has its own setup. */
export type InstallRunner = (one: HookCase) => Promise<HookOutput>;

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value is what was wanted. Exact, but for texts of which parts are named. */
export function isMatch(value: unknown, wanted: Wanted): boolean {
  if (isRecord(wanted) && Array.isArray(wanted["$contains"])) {
    const parts: unknown[] = wanted["$contains"];
    return typeof value === "string" && parts.every((part) => typeof part === "string" && value.includes(part));
  }
  if (Array.isArray(wanted))
    return Array.isArray(value) && value.length === wanted.length && wanted.every((one, at) => isMatch(value[at], one));
  if (!isRecord(wanted)) return value === wanted;
  if (!isRecord(value)) return false;
  const names = Object.keys(wanted);
  return Object.keys(value).length === names.length && names.every((name) => isMatch(value[name], wanted[name]));
}

function secondsLater(seconds: number): string {
  return new Date(Date.parse(gateNow) + 1000 * seconds).toISOString();
}

type CasePlace = Omit<Place, "cwd"> & { readonly env_digest: string };

/** The default context of actions, section 14, with what the case overrides. */
function placeOf(setup: Setup): CasePlace {
  const {
    branch,
    default_branch: main,
    protected: guarded,
    remotes,
    roots,
    os,
    shell,
    user,
    home,
    scratch,
  } = setup.context ?? {};
  const { local_bins: bins, control_paths: control, env } = setup.context ?? {};
  const given = Object.entries({ os, shell, user, home, scratch, local_bins: bins, control_paths: control });
  const branches = Object.entries({ branch, default_branch: main, protected: guarded, remotes });
  const said = (entries: readonly [string, unknown][]) =>
    Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  return {
    ...testPlace,
    ...(setup.os === undefined ? {} : { os: setup.os }),
    ...said(given),
    ...(Array.isArray(roots) ? { roots: roots.map((root) => (typeof root === "string" ? { path: root } : root)) } : {}),
    ...(env === undefined ? {} : { env_digest: JSON.stringify(env) }),
    git: { ...testPlace.git, ...said(branches) },
  };
}

/** A case says a fact itself, or in its context. */
function saidIn(setup: Setup, name: "attendance" | "fallback" | "autonomy" | "origin"): string | undefined {
  const value = setup[name] ?? setup.context?.[name];
  return typeof value === "string" ? value : undefined;
}

/** What the call of an approval would be judged as, for its effects and the rules it answered. */
function judgedCall(one: CaseApproval, policy: CompiledPolicy, place: CasePlace): ActionVerdict {
  const call = { id: "approved", tool: one.call.tool, input: one.call.input, siblings: null };
  const facts: ActionFacts = {
    schema: actionFactsSchema,
    at: gateNow,
    mode: "enforce",
    session: { id: "s", request_id: "r", origin: "human", attendance: "interactive", fallback: "deny", attempt: null },
    agent: { id: null, chain: [] },
    call,
    place: { ...place, cwd: one.call.cwd },
    filesystem: { complete: true, volumes: [], answers: answersOfCall(call, { ...place, cwd: one.call.cwd }) },
    ceilings: [{ source: "default", permission: "workspace-write", approval: "auto-approve" }],
    autonomy: policy.autonomy,
    posture: "on",
    named: [],
    resources: [],
    commitments: [],
    asks_irreversible: false,
    approvals: [],
    spend: { limit_usd: "unlimited", spent_usd: 0, running_usd: 0 },
    policy: { digest: policy.digest, enabled: true, rules: one.policy === "changed" ? [] : policy.rules },
    ledger_writable: true,
  };
  return judgeAction(facts);
}

function approvalOf(one: CaseApproval, session: string, policy: CompiledPolicy, place: CasePlace): Approval {
  const verdict = judgedCall(one, policy, place);
  const identity: ActionIdentity = {
    tool: one.call.tool,
    input: one.call.input,
    cwd: one.call.cwd,
    roots: place.roots.map(({ path }) => path),
    session: one.session ?? session,
    agent: null,
    env_digest: one.env === "changed" ? "sha256:other" : place.env_digest,
    envelope_version: null,
    policy_digest: one.policy === "changed" ? "sha256:older" : policy.digest,
  };
  const { approver = "ines", requester = "dev" } = one;
  const isUsed = one.used === true;
  return {
    id: one.id,
    digest: actionDigest(identity),
    effects_digest: verdict.understood ? effectsDigest(identity, verdict.effects) : null,
    tool: one.call.tool,
    input: one.call.input,
    cwd: one.call.cwd,
    session: identity.session,
    agent: null,
    policy_digest: identity.policy_digest,
    gates: verdict.findings.map(({ rule }) => rule),
    request_id: plainRequest.request_id,
    requester: { kind: "agent", id: session },
    principal: requester,
    second_person: false,
    asked: "inbox",
    approver: { kind: approver.includes("agent") ? "agent" : "person", id: approver },
    // Nobody's yes to a question of their own was ever taken.
    state: approver === requester ? "pending" : isUsed && one.scope !== "effects" ? "used" : "approved",
    scope: one.scope ?? "once",
    requested_at: secondsLater(-60),
    expires_at: secondsLater(one.expires_in_s ?? 900),
    uses: isUsed ? 1 : 0,
    ...(isUsed ? { used_at: secondsLater(-30) } : {}),
    imported: false,
  };
}

function commitmentsOf(setup: Setup): ActionFacts["commitments"] {
  const envelopes = (setup.envelopes ?? []).flatMap((one) => {
    const { expires_in_s: expires, revoked, ...fields } = one;
    const read = readEnvelope({
      schema: "warrant.envelope/v1",
      version: 1,
      commitment: "c1",
      granted_by: { kind: "person", id: "ines" },
      granted_at: secondsLater(-3600),
      expires_at: secondsLater(typeof expires === "number" ? expires : 3600),
      spend_usd: "unlimited",
      ...(fields["tools"] === undefined ? { any_tool: true } : {}),
      ...(revoked === true ? { revoked_at: secondsLater(-60) } : {}),
      ...fields,
    });
    return read === null ? [] : [read];
  });
  if (envelopes.length === 0) return [];
  const uses = Object.fromEntries(envelopes.map(({ id }) => [id, 0]));
  return [{ id: "c1", is_closed: false, is_human: true, envelopes, void_envelopes: [], uses, spent_usd: 0 }];
}

function sessionOf(payload: Readonly<Record<string, unknown>>): string {
  const input = isRecord(payload["input"]) ? payload["input"] : {};
  const found = [payload["session_id"], payload["conversation_id"], input["sessionID"]];
  return found.find((one) => typeof one === "string") ?? "";
}

/** What the case's call names is there; everything above a root is a folder. */
function lookFor(one: HookCase, payload: Readonly<Record<string, unknown>>, place: CasePlace) {
  const event = adapterOf(one.host)?.parse(payload) ?? null;
  const call = event?.kind === "call" ? event.call : null;
  const vcs = (one.setup.context?.["vcs"] ?? {}) as Parameters<typeof answersOfCall>[2];
  const answers =
    call === null ? new Map<string, PathAnswer>() : answersOfCall(call, { ...place, cwd: event?.cwd ?? null }, vcs);
  return (path: string): PathAnswer => {
    const isAbove = (below: string) => below === path || below.startsWith(`${path}/`);
    const known = answers.get(path);
    if (known !== undefined) return known;
    return place.roots.some((root) => isAbove(root.path)) || [...answers.keys()].some(isAbove)
      ? { type: "dir" }
      : { type: "missing" };
  };
}

function agentsOf(setup: Setup, agent: string | null) {
  const entries: CeilingEntry[] = (setup.ceilings ?? []).map(readEntry);
  const own = entries.filter(({ source }) => source === "agent");
  const parents = entries.filter(({ source }) => source === "parent");
  const parent = setup.agent_parent === undefined ? "" : setup.agent_parent;
  return {
    others: entries.filter(({ source }) => source !== "agent" && source !== "parent"),
    agents: new Map([
      ["", { parent: null, entries: parents }],
      ...(agent === null || parent === null ? [] : [[agent, { parent, entries: own }] as const]),
    ]),
  };
}

const never = new Promise<never>(() => undefined);

/** Parts of the port that a fault of the case breaks. */
function faultsOf({ fault }: Setup): Partial<GatePort> {
  const failing = () => Promise.reject(new Error("a fault of the case"));
  if (fault === "throw") return { memory: failing, surroundings: failing };
  if (fault === "deadline") return { authority: () => never };
  if (fault === "ledger-readonly")
    return { take: failing, useEnvelope: failing, park: () => Promise.resolve(null), record: failing };
  return {};
}

function portChange(one: HookCase, payload: Readonly<Record<string, unknown>>): GatePortChange {
  const { setup } = one;
  const place = placeOf(setup);
  const agentId = payload["agent_id"];
  const { agents, others } = agentsOf(setup, typeof agentId === "string" ? agentId : null);
  const { context = {} } = setup;
  const autonomy = saidIn(setup, "autonomy");
  const policy: CompiledPolicy = {
    ...testPolicy,
    mode: setup.mode ?? "enforce",
    is_enabled: setup.settings?.enabled !== false,
    posture: setup.posture ?? "on",
    rules: setup.rules ?? ((context["rules"] ?? []) as readonly OperatorRule[]),
    may_defer: setup.settings?.defer === "on",
    autonomy: autonomy === undefined ? "assisted" : (wordOn(requestScales.autonomy, autonomy) ?? "manual"),
    fallback: saidIn(setup, "fallback") === "deny" ? "deny" : "park",
  };
  const environment = Object.keys(setup.env_host ?? {});
  const isAway = (saidIn(setup, "attendance") ?? "interactive") !== "interactive";
  const limits = [
    ...(context["permission"] === undefined
      ? []
      : [readEntry({ source: "policy", permission: context["permission"] })]),
    ...(context["approval"] === undefined ? [] : [readEntry({ source: "reading", approval: context["approval"] })]),
  ];
  return {
    policy: setup.fault === "bad-policy" ? null : policy,
    host: {
      version: one.host_version,
      capabilities: setup.capabilities ?? [],
      is_headless: setup.headless === true || environment.includes("COPILOT_AGENT_PROMPT") || isAway,
      environment,
    },
    place,
    look: lookFor(one, payload, place),
    siblings: setup.siblings ?? null,
    entry: setup.gate_entry ?? "intact",
    inbox: setup.verdict?.inbox_id === undefined ? [] : [setup.verdict.inbox_id],
    memory: {
      agents,
      request: {
        ...plainRequest,
        origin: saidIn(setup, "origin") ?? "human",
        named: (context["named"] ?? []) as ActionFacts["named"],
        engagement: { ceiling: {}, posture: { ...generalPosture, fallback: policy.fallback ?? "park" } },
      },
    },
    authority: {
      approvals: (setup.approvals ?? []).map((approval) => approvalOf(approval, sessionOf(payload), policy, place)),
      commitments: commitmentsOf(setup),
      ceilings: [...others, ...limits],
      is_writable: setup.fault !== "ledger-readonly",
    },
    port: faultsOf(setup),
  };
}

/** Times the gate gives an event as a whole. */
const budgets: ReadonlySet<number> = new Set([200, 1000, 1200]);

/** What decides, with the parts the case replaces. */
function partsOf({ setup }: HookCase): GateParts {
  const { verdict, note, claim, fault } = setup;
  return {
    ...gateParts,
    // Time is over where the case says so, and never before. What only waits a moment waits for none.
    timer: (milliseconds) => ({
      over: milliseconds < 100 || (fault === "deadline" && budgets.has(milliseconds)) ? Promise.resolve() : never,
      cancel: () => undefined,
    }),
    ...(verdict === undefined
      ? {}
      : {
          judge: (): ActionVerdict => ({
            schema: "warrant.verdict/v1",
            gate: "action",
            decision: verdict.decision,
            rule: verdict.rule,
            reason: `[${verdict.rule}]`,
            findings: [finding(verdict.rule, null)],
            effects: [],
            understood: true,
            reversibility: "reversible",
            authority: verdict.authority ?? null,
          }),
          resolve: (facts) =>
            verdict.resolved === undefined
              ? resolvedInput(facts)
              : { input: { ...facts.call.input, ...verdict.resolved }, keys: Object.keys(verdict.resolved) },
        }),
    ...(note === undefined
      ? {}
      : {
          read: (...given) => {
            const read = gateParts.read(...given);
            return { ...read, intent: { ...read.intent, note } };
          },
        }),
    ...(claim === undefined
      ? {}
      : {
          claims: () => ({
            decision: claim.decision,
            rule: claim.rule,
            send_back: claim.decision === "deny" && claim.blocks < 2 ? `A claim is refuted. [${claim.rule}]` : null,
            notice: null,
            refuted: null,
            result: null,
          }),
        }),
  };
}

/** What an answer means for the call: the words of every host. */
function decisionIn(answer: unknown, exit: number): Decision {
  if (exit === 2) return "deny";
  const texts = answer === null || answer === undefined ? "" : JSON.stringify(answer);
  if (
    /"(?:permissionDecision|permission|behavior|decision|type)":"(?:deny|denied|block)"|"throws?"|"followup_message"/.test(
      texts,
    )
  )
    return "deny";
  if (/"permissionDecision":"defer"/.test(texts)) return "park";
  return /"(?:permissionDecision|type|status)":"(?:ask|user-approval)"/.test(texts) ? "ask" : "allow";
}

function wantedIn({ expect }: HookCase): Decision {
  if (expect.result !== undefined)
    return decisionIn(expect.result.throws === undefined ? expect.result.returns : expect.result, 0);
  return decisionIn(expect.stdout, expect.exit ?? 0);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function wrongIn(one: HookCase, output: HookOutput, written: readonly Written[]): string[] {
  const { expect } = one;
  const wrong: string[] = [];
  const short = (text: string) => text.slice(0, 300);
  const answer = output.stdout === "" ? null : parsed(output.stdout);
  if (expect.result !== undefined) {
    const said = isRecord(answer) && typeof answer["throw"] === "string" ? answer["throw"] : null;
    // In a process of the host's own what blocks is thrown.
    const thrown = output.exit === 2 ? output.stderr : said;
    const { returns, throws } = expect.result;
    if (throws !== undefined && !isMatch(thrown, throws)) wrong.push(`returned ${short(output.stdout)}`);
    if (returns !== undefined && !isMatch(answer, returns)) wrong.push(`returned ${short(output.stdout)}`);
  } else {
    if (output.exit !== expect.exit) wrong.push(`exit ${output.exit}`);
    const isText = isRecord(expect.stdout) && "$contains" in expect.stdout;
    if (!isMatch(isText ? output.stdout : answer, expect.stdout)) wrong.push(`stdout ${short(output.stdout)}`);
    if (expect.stderr !== undefined && !isMatch(output.stderr, expect.stderr))
      wrong.push(`stderr ${short(output.stderr)}`);
  }
  const objects = output.stdout === "" ? 0 : output.stdout.trim().split("\n").length;
  if (expect.stdout_objects !== undefined && objects !== expect.stdout_objects) wrong.push(`${objects} objects`);
  for (const { event, ...fields } of expect.ledger ?? []) {
    const isWritten = written.some(
      ({ kind, body }) => kind === event && Object.entries(fields).every(([name, value]) => isMatch(body[name], value)),
    );
    if (!isWritten) wrong.push(`no ${String(event)} in the ledger`);
  }
  return wrong;
}

const installing: ReadonlySet<string> = new Set(["doctor", "install"]);

/** Hosts in whose own process the gate runs: what surrounds the session is given there, and stands in no payload. */
const inProcess: ReadonlySet<HostName> = new Set(["opencode", "ai-sdk", "agent-sdk", "permission-tool"]);

function payloadOf({ host, stdin }: HookCase): unknown {
  if (!inProcess.has(host) || !isRecord(stdin)) return stdin;
  const session = { id: "s-1", cwd: "/home/dev/app" };
  return { session, session_id: session.id, cwd: session.cwd, ...stdin };
}

/** Runs one case. */
export async function runHookCase(
  one: HookCase,
): Promise<{ readonly output: HookOutput; readonly written: readonly Written[] }> {
  const bytes = payloadBytes(payloadOf(one));
  const { port, written } = gatePort(portChange(one, readPayload(bytes) ?? {}));
  const [, host = one.host, , via = "user"] = one.argv ?? [];
  const output = await runHook(port, host as HostName, via, bytes, partsOf(one));
  return { output, written };
}

/** What running a case gave: `wrong` says in which fields it differs. */
export async function scoreHookCase(one: HookCase, install: InstallRunner | null = null): Promise<CaseScore> {
  const row = { id: one.id, family: one.family, wanted: wantedIn(one) };
  if (installing.has(one.event)) {
    if (install === null) return { ...row, given: "deny", wrong: ["nothing runs this command here"] };
    const output = await install(one);
    return { ...row, given: row.wanted, wrong: wrongIn(one, output, []) };
  }
  if (adapterOf(one.host) === null) return { ...row, given: "deny", wrong: ["no adapter of this host"] };
  const begun = performance.now();
  const { output, written } = await runHookCase(one);
  const isLate = performance.now() - begun > (one.expect.max_ms ?? Number.POSITIVE_INFINITY);
  const given = decisionIn(output.stdout === "" ? null : parsed(output.stdout), output.exit);
  return { ...row, given, wrong: [...wrongIn(one, output, written), ...(isLate ? ["too late"] : [])] };
}

/** Scores the cases of the set. */
export async function scoreHookCases(
  cases: readonly HookCase[],
  install: InstallRunner | null = null,
): Promise<GateFigures> {
  const scores: CaseScore[] = [];
  for (const one of cases) scores.push(await scoreHookCase(one, install));
  return gateFigures("hooks", scores);
}
