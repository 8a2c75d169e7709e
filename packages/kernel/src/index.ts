/** @module What programs that embed Warrant call: documents, the change gate, policy and attribution. */

export { canonicalJson, digest } from "./canonical.ts";
export { type Actor, type ChangedFile, ChangeFacts, isFileListComplete } from "./change/facts.ts";
export { type Advice, type JudgeOptions, judgeChange } from "./change/judge.ts";
export { type FactsReading, readFacts } from "./change/read-facts.ts";
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
