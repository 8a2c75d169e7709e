/** @module What programs that embed Warrant call: documents, the change and claim gates, policy and attribution. */

export { canonicalJson, digest } from "./canonical.ts";
export { type Actor, type ChangedFile, ChangeFacts, isFileListComplete } from "./change/facts.ts";
export { type Advice, type JudgeOptions, judgeChange } from "./change/judge.ts";
export { type FactsReading, readFacts } from "./change/read-facts.ts";
export { grounding } from "./claim/content-words.ts";
export type { ClaimFacts } from "./claim/facts.ts";
export { gate } from "./claim/judge.ts";
export { type ExcerptMatch, matchExcerpt } from "./claim/match/excerpt.ts";
export type { Claim, ClaimId, EvidenceItem, ExecutorOutput, InvocationId } from "./claim/output.ts";
export { type OutputReading, readOutput } from "./claim/read-output.ts";
export type { Receipt } from "./claim/receipts/kinds.ts";
export type { GatekeeperResult } from "./claim/result.ts";
export { receiptsOf } from "./claim/rules/receipt.ts";
export { type ClaimSettings, defaultClaimSettings } from "./claim/settings.ts";
export { judgeStop, type StopDecision, type StopFacts } from "./claim/stop.ts";
export type { Invocation, Trace } from "./claim/trace.ts";
export { summarizeTrace, type TraceSummary } from "./claim/trace-summary.ts";
export { type ClaimVerdict, judgeClaims } from "./claim/verdict.ts";
export { buildVerifierPayload, clampVerdict, mergeSelfEvaluation, type VerifierPayload } from "./claim/verifier.ts";
export { Configuration, configurationDigest, defaultConfiguration } from "./configuration.ts";
export { Finding, type Severity } from "./finding.ts";
export { readRequest } from "./intent/reading/read.ts";
export type { RequestReading } from "./intent/reading/reading.ts";
export type { Declared, Request } from "./intent/reading/request.ts";
export {
  authorizeApproval,
  authorizeAttempt,
  authorizeAutoMerge,
  authorizeChecks,
  authorizeTool,
  authorizeWrite,
} from "./policy/authorize.ts";
export { compilePolicy } from "./policy/compile.ts";
export { type Rule, ruleOf, rules } from "./rules.ts";
export { type Floor, isAtLeast, narrow, type Permission, type Risk, raise, type Tier } from "./scale.ts";
export { parseReferences, type Reference } from "./text/references.ts";
export { Attribution, ChangeVerdict, Evidence, ExecutionPolicy, PolicyDecision } from "./verdict.ts";
