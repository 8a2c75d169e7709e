/** @module What attribution may rely on: which labels, roots and explicit intents of a facts document count. */

import type { Configuration } from "../configuration.ts";
import type { Finding } from "../finding.ts";
import {
  type AttributionInput,
  type AttributionRoot,
  type CountedIntent,
  resolveAttribution,
} from "../intent/attribution.ts";
import { foldName, type PolicyConfiguration } from "../intent/labels.ts";
import { compilePolicy } from "../policy/compile.ts";
import type { Permission } from "../scale.ts";
import { cleanQuote } from "../text/clean.ts";
import type { Attribution, PolicyDecision } from "../verdict.ts";
import { isKnownAccount, isPersonAccount, type Parties, speaksWithAuthority } from "./evidence/authority.ts";
import { type Actor, type ChangeFacts, type Issue, isReadable, type Label } from "./facts.ts";
import { isSameAccount } from "./identity.ts";
import { evidenceSteps, isLocalChange } from "./next-steps.ts";

/** What other parts of the judge settled before. */
export interface AttributionContext {
  /** Ids of the plans that count (change gate, section 9.2). */
  readonly countingPlanIds: ReadonlySet<string>;
}

/** Why an account does not speak with a permission for a change it did not open, or null when it does. */
function whyNot(actor: Actor | undefined, permission: unknown, least: Permission, parties: Parties): string | null {
  if (speaksWithAuthority(actor, permission, least, parties)) return null;
  if (actor === undefined || !isKnownAccount(actor)) return "it is not known who set it";
  if (!isPersonAccount(actor, parties.agents)) return "not a person set it";
  if (!isKnownAccount(parties.author)) return "it is not known who opened the change";
  if (isSameAccount(actor, parties.author)) return "the author of the change set it";
  return `it was set without ${least} permission`;
}

interface LabelCount {
  readonly labels: readonly string[];
  readonly findings: readonly Finding[];
}

/** The labels of one place that count, and one finding for those that do not. */
function countLabels(
  labels: readonly Label[],
  where: Finding["where"],
  trust: "verified" | "any",
  parties: Parties,
  isLocal: boolean,
): LabelCount {
  const counted: string[] = [];
  const claims: { name: string; why: string }[] = [];
  for (const label of labels) {
    const why = whyNot(label.actor, label.permission, "triage", parties);
    if (why !== null) claims.push({ name: label.name, why });
    if (why === null || trust === "any") counted.push(label.name);
  }
  const [first] = claims;
  if (first === undefined) return { labels: counted, findings: [] };
  const whys = [...new Set(claims.map(({ why }) => why))].sort();
  const used =
    trust === "any" ? "counted all the same, since `policy.attribution.trust_labels` is `any`" : "only claims here";
  return {
    labels: counted,
    findings: [
      {
        rule: "label.unverified",
        severity: "info",
        message: `${claims.length === 1 ? "One label is" : `${claims.length} labels are`} ${used}: ${whys.join("; ")}.`,
        where,
        quote: quoteNames(claims.map(({ name }) => name)),
        next:
          isLocal && !isKnownAccount(parties.author)
            ? evidenceSteps(new Set(["author"]), { source: "git" })
            : "Have a person with triage permission, not the author of the change, set the label.",
      },
    ],
  };
}

/** Names as a finding quotes them; at most the first twenty, since no quote holds more. */
function quoteNames(names: readonly string[]): string {
  return cleanQuote([...names].sort().slice(0, 20).join(", "));
}

/** Web address of an issue or pull request, null where the repository is only a local folder. */
function webAddress(facts: ChangeFacts, kind: "issues" | "pull", repository: string, number: number): string | null {
  const isLocal = foldName(repository).startsWith("local/") && facts.source === "git";
  return isLocal ? null : `https://${facts.host}/${repository}/${kind}/${number}`;
}

function addressOf(issue: Issue): string {
  return `${issue.repository}#${issue.number}`;
}

/** Whether an issue stands for the change itself. */
function isSelf(issue: Issue, facts: ChangeFacts): boolean {
  return issue.number === facts.number && foldName(issue.repository) === foldName(facts.repository);
}

function notARoot(issue: Issue, facts: ChangeFacts): Finding | null {
  const where = { issue: addressOf(issue) };
  if (isSelf(issue, facts)) {
    return {
      rule: "reference.self",
      severity: "info",
      message: "The change names itself, and a change cannot ask for itself.",
      where,
      next: "Link the issue that asks for it.",
    };
  }
  if (isReadable(issue) && issue.is_pull_request === true) {
    return {
      rule: "reference.pull-request",
      severity: "info",
      message: "A pull request is linked, and a pull request is not a request.",
      where,
      next: "Link the issue behind it.",
    };
  }
  return null;
}

/** Why explicit intent does not count, or null when it does (change gate, section 5.2). */
function whyIntentDoesNotCount(facts: ChangeFacts, parties: Parties, context: AttributionContext): string | null {
  const intent = facts.explicit_intent;
  if (intent === undefined || intent.source === "argument") return null;
  if (intent.source === "plan") {
    const isCounting = intent.plan !== undefined && context.countingPlanIds.has(intent.plan);
    return isCounting ? null : "the plan it comes from does not count";
  }
  return whyNot(intent.actor, intent.permission, "write", parties);
}

function countIntent(
  facts: ChangeFacts,
  parties: Parties,
  context: AttributionContext,
): { intent: CountedIntent | null; findings: readonly Finding[] } {
  const intent = facts.explicit_intent;
  if (intent === undefined) return { intent: null, findings: [] };
  const why = whyIntentDoesNotCount(facts, parties, context);
  if (why === null) {
    const root = intent.root;
    return {
      intent: {
        key: intent.key,
        status: intent.status ?? null,
        root: root === undefined ? null : { ...root, url: webAddress(facts, "issues", root.repository, root.number) },
        labels: intent.labels ?? [],
      },
      findings: [],
    };
  }
  return {
    intent: null,
    findings: [
      {
        rule: "intent.untrusted",
        severity: "warn",
        message: `The explicit intent is treated as absent: ${why}.`,
        where: { field: "explicit_intent" },
        quote: cleanQuote(intent.key),
        next:
          intent.source === "plan"
            ? "Get the plan approved, or ask someone with write permission to set the intent label."
            : "Ask someone with write permission, not the author of the change, to set the intent label.",
      },
    ],
  };
}

/**
 * The input of attribution from a facts document (change gate, section 5.2).
 *
 * Roots are the issues linked as closing, by hand, or in a way this version does not know (they can only make the record
 * ambiguous), without the change itself and pull requests. Labels count when a person with triage permission who did not
 * write the change set them. A list of labels that is said to be incomplete counts as absent: the missing one may be the
 * one that narrows. A local range never has the labels of the change, which says nothing about those of its issues.
 */
export function attributionInput(
  facts: ChangeFacts,
  configuration: Configuration,
  context: AttributionContext,
): { input: AttributionInput; findings: Finding[] } {
  const parties: Parties = { author: facts.author, agents: configuration.intent.agents };
  const policy: PolicyConfiguration | undefined = configuration.policy;
  const trust = policy?.attribution.trust_labels ?? "verified";
  const isLocal = isLocalChange(facts);
  const isMissing = (what: "issues" | "labels") => facts.incomplete.some((entry) => entry.what === what);
  const areLabelsMissing = isMissing("labels");
  const findings: Finding[] = [];

  const { intent, findings: intentFindings } = countIntent(facts, parties, context);
  findings.push(...intentFindings);

  const roots: AttributionRoot[] = [];
  for (const issue of facts.issues) {
    if (issue.link === "reference") continue;
    const exclusion = notARoot(issue, facts);
    if (exclusion !== null) {
      findings.push(exclusion);
      continue;
    }
    const head = {
      repository: issue.repository,
      number: issue.number,
      url: webAddress(facts, "issues", issue.repository, issue.number),
    };
    if (!isReadable(issue)) {
      roots.push({ ...head, isReadable: false, isOpen: false, labels: [] });
      continue;
    }
    const listed = areLabelsMissing && facts.source !== "git" ? [] : issue.labels;
    const { labels, findings: claims } = countLabels(listed, { issue: addressOf(issue) }, trust, parties, isLocal);
    findings.push(...claims);
    roots.push({ ...head, isReadable: true, isOpen: issue.state === "open", labels });
  }

  const own = countLabels(areLabelsMissing ? [] : facts.labels, { field: "labels" }, trust, parties, isLocal);
  findings.push(...own.findings);
  return {
    input: {
      change: {
        repository: facts.repository,
        number: facts.number,
        url: facts.number === null ? null : webAddress(facts, "pull", facts.repository, facts.number),
      },
      explicitIntent: intent,
      roots,
      labels: own.labels,
      areRootsComplete: !isMissing("issues"),
    },
    findings,
  };
}

/** What attribution and the policy say about one change. */
export interface AttributedChange {
  readonly attribution: Attribution;
  /** The key of explicit intent that counts; its words are part of what was asked for. */
  readonly explicitKey: string | null;
  /** Null without a `policy` section. */
  readonly execution: PolicyDecision | null;
  readonly findings: Finding[];
}

/** Attributes a change and compiles the execution policy for it (change gate, sections 5 and 6). */
export function attributeChange(
  facts: ChangeFacts,
  configuration: Configuration,
  context: AttributionContext,
  configDigest: string,
): AttributedChange {
  const { input, findings } = attributionInput(facts, configuration, context);
  const { policy } = configuration;
  const { attribution, parts, findings: more } = resolveAttribution(input, policy, configDigest);
  const [owner = ""] = facts.repository.split("/");
  return {
    attribution,
    explicitKey: input.explicitIntent?.key ?? null,
    execution:
      policy === undefined
        ? null
        : compilePolicy(attribution, policy.rules, configDigest, { owner, repository: facts.repository, parts }),
    findings: [...findings, ...more],
  };
}
