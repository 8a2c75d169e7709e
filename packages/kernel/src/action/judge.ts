/**
 * @module The judge of one tool call: facts in, verdict out, no clock, no I/O (actions, section 10). The first step that
 * decides wins; every reason found is reported.
 */

import { canonicalJson, digestText } from "../canonical.ts";
import type { Effect } from "../effect.ts";
import { parseInstant } from "../instant.ts";
import { type ActionIdentity, type Approval, actionDigest, takeApproval } from "../policy/approval.ts";
import { type CoveredCall, coverCall } from "../policy/envelope-cover.ts";
import { raise, requestScales, wordOn } from "../scale.ts";
import { ceilingFindings } from "./ceilings.ts";
import { type ActionFacts, actionFactsSchema } from "./facts.ts";
import { type ActionFinding, finding } from "./finding.ts";
import { gatesOf, isAmount, matchingRules, quietKinds, type Read, refusals } from "./gates.ts";
import { coversEffect } from "./operator-rules.ts";
import { pathOf, segmentsOf } from "./paths/form.ts";
import { preparePlace } from "./paths/path-place.ts";
import { readCall } from "./read-call.ts";
import type { Reversibility } from "./reading.ts";
import { type SettledEffect, settleEffect } from "./settle.ts";
import { isSafeName } from "./shell/state.ts";
import { inertTools } from "./tools.ts";

export type ActionDecision = "allow" | "ask" | "park" | "deny";

export interface ActionVerdict {
  readonly schema: "warrant.verdict/v1";
  readonly gate: "action";
  readonly decision: ActionDecision;
  /** The rule that decided. */
  readonly rule: string;
  readonly reason: string;
  readonly findings: readonly ActionFinding[];
  readonly effects: readonly Effect[];
  readonly understood: boolean;
  readonly reversibility: Reversibility;
  /** The approval or envelope that let it through, or the operator's rule. */
  readonly authority: string | null;
}

/** The verdict with the digests of what it was decided from, as it is recorded. */
export interface RecordedVerdict extends ActionVerdict {
  readonly digests: { readonly facts: string; readonly policy: string; readonly action: string | null };
}

function readFacts(facts: ActionFacts): Read {
  const at = preparePlace(facts.place, facts.filesystem);
  const isFolder = (path: string) => {
    const answer = at.look(pathOf(segmentsOf(path)));
    if (answer?.type === "link") return null;
    return answer === null ? null : answer.type === "dir";
  };
  const reading = readCall(facts.call, facts.place, isFolder, facts.policy.tools);
  const settled = reading.effects.map((effect) => settleEffect(effect, at));
  for (const one of settled) {
    const isChange = one.effect.kind !== "read" && one.effect.kind !== "network";
    if (one.isUnknown && isChange) reading.lose("a path could not be followed");
  }
  const overflow = reading.overflow.map((effect) => settleEffect(effect, at));
  const effects: Effect[] = [];
  for (const { effect, also } of settled) effects.push(effect, ...also);
  return { reading, overflow, settled, effects, at };
}

/** Gates that a delegation clears; an envelope also clears what a reading wants to be asked. */
const cleared = new Set(["action.costly", "action.autonomy", "ceiling.permission"]);

function viewsOf(settled: readonly SettledEffect[]): Record<string, readonly string[]> {
  const views: Record<string, readonly string[]> = {};
  for (const { effect, sight } of settled) if (sight !== null) views[effect.target] = sight.exact.map(pathOf);
  return views;
}

function envelopeOf(facts: ActionFacts, read: Read): string | null {
  const isPlain = [...read.reading.assigned].every(isSafeName);
  if (!isPlain) return null;
  const call: CoveredCall = {
    tool: facts.call.tool,
    understood: read.reading.isUnderstood,
    effects: read.effects,
    written: read.reading.effects.flatMap(({ raw }) => (raw === undefined ? [] : [raw])),
    views: viewsOf(read.settled),
    roots: facts.place.roots.map(({ path }) => ({ path })),
    is_subagent: facts.agent.id !== null,
  };
  const running = facts.spend.running_usd;
  const coverage = coverCall(call, facts.commitments, {
    now: facts.at,
    autonomy: wordOn(requestScales.autonomy, facts.autonomy) ?? requestScales.autonomy.careful,
    origin_is_human: facts.session.origin === "human",
    is_irreversible: facts.asks_irreversible,
    running_usd: isAmount(running) ? running : null,
  });
  return coverage.covered ? coverage.envelope : null;
}

/** The operator's rules allow a call when each of its effects but reads and fetches is one they name. */
function allowingRule(facts: ActionFacts, read: Read): string | null {
  if (!read.reading.isUnderstood) return null;
  const rules = facts.policy.rules.filter(({ decision }) => decision === "allow");
  let first: string | null = null;
  for (const one of read.settled) {
    if (quietKinds.has(one.effect.kind)) continue;
    const rule = rules.find((candidate) => coversEffect(candidate, one, read.at));
    if (rule === undefined) return null;
    first ??= rule.id;
  }
  return first;
}

export function identityOf(facts: ActionFacts, envelopeVersion: number | null = null): ActionIdentity {
  return {
    tool: facts.call.tool,
    input: facts.call.input,
    cwd: facts.place.cwd ?? "",
    roots: facts.place.roots.map(({ path }) => path),
    session: facts.session.id,
    agent: facts.agent.id,
    env_digest: facts.place.env_digest,
    envelope_version: envelopeVersion,
    policy_digest: facts.policy.digest,
  };
}

function approvalOf(facts: ActionFacts, read: Read, gates: readonly ActionFinding[]): Approval | null {
  if (facts.session.request_id === null) return null;
  try {
    const effects = read.reading.isUnderstood ? read.effects : null;
    const taking = {
      identity: identityOf(facts),
      effects,
      request_id: facts.session.request_id,
      gates: gates.map(({ rule }) => rule),
    };
    return takeApproval(facts.approvals, taking, facts.at);
  } catch {
    // Arguments that have no one form cannot be approved.
    return null;
  }
}

interface Decided {
  readonly decision: ActionDecision;
  readonly rule: string;
  readonly authority?: string;
}

/** Steps 8 to 13. */
function decideGates(facts: ActionFacts, read: Read, gates: readonly ActionFinding[]): Decided {
  const [first] = gates;
  if (first === undefined) return { decision: "allow", rule: "action.within-bounds" };
  const approval = approvalOf(facts, read, gates);
  if (approval !== null) return { decision: "allow", rule: "authority.approval", authority: approval.id };
  const isClearedBy = (also: string | null) =>
    gates.every(({ rule, source }) => (cleared.has(rule) && source !== "reading") || rule === also);
  const rule = isClearedBy(null) ? allowingRule(facts, read) : null;
  if (rule !== null) return { decision: "allow", rule: `policy.${rule}`, authority: rule };
  const envelope = isClearedBy("ceiling.approval") ? envelopeOf(facts, read) : null;
  if (envelope !== null) return { decision: "allow", rule: "authority.envelope", authority: envelope };
  if (facts.session.attendance === "interactive") return { decision: "ask", rule: first.rule };
  if (facts.session.fallback === "park" && facts.ledger_writable) return { decision: "park", rule: first.rule };
  return { decision: "deny", rule: "authority.nobody-to-ask" };
}

function isValid(facts: ActionFacts): boolean {
  return (
    facts.schema === actionFactsSchema &&
    parseInstant(facts.at) !== null &&
    facts.policy.digest !== "" &&
    typeof facts.call.tool === "string"
  );
}

function highest(effects: readonly Effect[]): Reversibility {
  let found: Reversibility = "reversible";
  for (const { reversibility } of effects) found = raise(requestScales.reversibility, found, reversibility);
  return found;
}

function verdictOf(
  facts: ActionFacts,
  read: Read | null,
  decided: Decided,
  findings: readonly ActionFinding[],
): ActionVerdict {
  const lead = findings.find(({ rule }) => rule === decided.rule) ?? finding(decided.rule, null);
  const effects = read?.effects ?? [];
  return {
    schema: "warrant.verdict/v1",
    gate: "action",
    decision: decided.decision,
    rule: decided.rule,
    reason: `${lead.message.replace(/\.$/, "")} [${decided.rule}]`,
    findings: findings.length === 0 ? [lead] : findings,
    effects,
    understood: read?.reading.isUnderstood ?? false,
    reversibility: read === null ? "irreversible" : highest(effects),
    authority: decided.authority ?? null,
  };
}

/** Adds what a verdict was decided from. An action whose arguments have no one canonical form has no digest. */
export function recordVerdict(verdict: ActionVerdict, facts: ActionFacts): RecordedVerdict {
  const answers = Object.fromEntries(facts.filesystem.answers);
  const document = { ...facts, filesystem: { ...facts.filesystem, answers } };
  return {
    ...verdict,
    digests: {
      facts: orNull(() => digestText(canonicalJson(document))) ?? "",
      policy: facts.policy.digest,
      action: orNull(() => actionDigest(identityOf(facts))),
    },
  };
}

function orNull(write: () => string): string | null {
  try {
    return write();
  } catch {
    return null;
  }
}

function judgeValid(facts: ActionFacts): ActionVerdict {
  if (!facts.policy.enabled) return verdictOf(facts, null, { decision: "allow", rule: "action.off" }, []);
  const read = readFacts(facts);
  const { denying, asking } = matchingRules(facts, read);
  if (inertTools.has(facts.call.tool) && denying.length === 0 && asking.length === 0) {
    return verdictOf(facts, read, { decision: "allow", rule: "action.inert" }, []);
  }
  const limits = ceilingFindings(facts, read.settled, read.effects, read.at);
  const refused = [...refusals(read), ...denying.map(({ id }) => finding(`policy.${id}`, null)), ...limits.denies];
  const gates = gatesOf(facts, read, limits, asking);
  const [first] = refused;
  if (first !== undefined)
    return verdictOf(facts, read, { decision: "deny", rule: first.rule }, [...refused, ...gates]);
  return verdictOf(facts, read, decideGates(facts, read, gates), gates);
}

/** Judges one call. Never throws: our own failure is a refusal. */
export function judgeAction(facts: ActionFacts): ActionVerdict {
  try {
    if (!isValid(facts)) return verdictOf(facts, null, { decision: "deny", rule: "action.facts-invalid" }, []);
    return judgeValid(facts);
  } catch {
    return verdictOf(facts, null, { decision: "deny", rule: "action.failed" }, []);
  }
}
