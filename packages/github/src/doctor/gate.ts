/** @module Whether the check is required, from whom it must come, and what answers for the merge queue. */

import type { Finding } from "@warrant/kernel/finding";
import { outside } from "@warrant/kernel/render/outside";
import { checkName } from "../publish/stored-verdict.ts";
import { appName, isActions } from "./apps.ts";
import { holding } from "./held.ts";
import { chanceOfAny, ownSteps, withTrigger } from "./own-steps.ts";
import type { Examined } from "./report.ts";
import { type Requirement, type Requirements, requirementsOf } from "./requirements.ts";
import { found } from "./rules.ts";
import type { Seen } from "./seen.ts";
import { unread } from "./unread.ts";

/** A ruleset by its name, where it was read, else by its number. */
export function nameOf({ rulesetId }: Requirement, { rulesets }: Seen): string {
  if (rulesetId === null) return "classic protection";
  const ruleset = rulesets.get(rulesetId);
  return ruleset?.known === true ? `the ruleset ${outside(ruleset.value.name, 100)}` : `the ruleset ${rulesetId}`;
}

/** Whether the branch requires the check, by either kind of protection. */
export function examineRequired(seen: Seen, { all, unread: parts }: Requirements): Examined {
  const topic = "required";
  const branch = outside(seen.branch, 200);
  const card =
    requirementsOf(seen, "warrant/card").all.length === 0
      ? []
      : [
          found(
            "required.card",
            "warrant/card is required too. It is information: it never fails, and a change without a card waits for it.",
            "Require warrant/change alone.",
          ),
        ];
  if (all.length > 0) {
    const names = [...new Set(all.map((each) => nameOf(each, seen)))];
    return { topic, seen: `${checkName} is required on ${branch} by ${names.join(" and ")}`, findings: card };
  }
  if (parts.length > 0) {
    const findings = parts.map((part) => unread("required.unreadable", part));
    return {
      topic,
      seen: `not known: nothing that could be read requires ${checkName}`,
      findings: [...findings, ...card],
    };
  }
  const message = `${branch} does not require ${checkName}: a change merges whatever it says.`;
  const next = `Require ${checkName} in a ruleset or in classic protection of ${branch}, with the app that writes it as its source.`;
  const findings = [found("required.none", message, next), ...card];
  return { topic, seen: `${checkName} is required by nothing on ${branch}`, findings };
}

/** The apps the check must come from. */
export function expectedApps(all: Requirements["all"]): number[] {
  return [...new Set(all.map(({ appId }) => appId).filter((id) => id !== null))];
}

/**
 * Who may give the check. One requirement that names an app is enough, since every one must be met; but what everyone may
 * bypass need not be met.
 */
export function examineSource(seen: Seen, { all }: Requirements): Examined | null {
  const topic = "source";
  if (all.length === 0) return null;
  const counting = holding(all, seen);
  const apps = expectedApps(counting.length === 0 ? all : counting);
  if (apps.length === 0) {
    const by = expectedApps(all).length === 0 ? "" : " by what not everyone may bypass";
    const message = `No app is expected to give ${checkName}${by}: whoever may write to the repository, an agent's token too, can set it to success.`;
    const next = "Choose the app that writes it as the source of the required check.";
    return { topic, seen: "anyone who may write", findings: [found("source.any", message, next)] };
  }
  const names = apps.map((id) => appName(id, seen));
  const isShared = apps.every((id) => isActions(id, seen) === true);
  const message =
    "The check must come from GitHub Actions, and every workflow of the repository writes as that app: whoever may push a workflow can write it.";
  const next =
    "Guard .github/workflows, give no agent the right to push workflows, or run Warrant as an app of its own.";
  return {
    topic,
    seen: `only ${names.join(" or ")}`,
    findings: isShared ? [found("source.shared", message, next)] : [],
  };
}

function queueTrigger(seen: Seen): { readonly says: string; readonly findings: readonly Finding[] } {
  const steps = ownSteps(seen.branchWorkflows);
  const chance = chanceOfAny(steps, "merge_group", seen.repository);
  if (chance === "always") return { says: "a merge queue, which the workflow answers", findings: [] };
  const { app } = seen;
  if (app?.known === true && app.value.events.includes("merge_group")) {
    return { says: "a merge queue, which the app answers", findings: [] };
  }
  const says = "a merge queue, which nothing is known to answer";
  const unseen = [seen.branchWorkflows, ...(app === null ? [] : [app])].find((part) => !part.known);
  if (unseen !== undefined && !unseen.known) return { says, findings: [unread("queue.unreadable", unseen)] };
  const isSkipped = withTrigger(steps, "merge_group") !== undefined;
  const next = isSkipped
    ? "Let its `if:` be true on merge_group, and let it wait for no job."
    : "Add the trigger merge_group with types: [checks_requested].";
  if (chance === "perhaps") {
    const what = "whether the workflow answers the merge queue";
    const part = {
      known: false,
      what,
      why: "a condition, or a job it waits for, can keep it from running",
      next,
    } as const;
    return { says, findings: [unread("queue.unreadable", part)] };
  }
  const lack = isSkipped ? "runs on merge_group, by its condition" : "has the trigger merge_group";
  const message = `The branch has a merge queue, and no workflow that runs Warrant ${lack}: groups wait until they time out.`;
  return { says, findings: [found("queue.no-trigger", message, next)] };
}

/** Whether the merge queue, where there is one, gets its answer. */
export function examineQueue(seen: Seen): Examined {
  const topic = "queue";
  const isRuled = seen.rules.known && seen.rules.value.some(({ type }) => type === "merge_queue");
  if (isRuled || (seen.queue.known && seen.queue.value)) {
    const { says, findings } = queueTrigger(seen);
    return { topic, seen: says, findings };
  }
  if (!seen.queue.known) {
    // Only classic protection has a queue that no rule names.
    const hasNone = seen.rules.known && seen.classic.known && seen.classic.value === null;
    if (!hasNone) return { topic, seen: "not known", findings: [unread("queue.unreadable", seen.queue)] };
  }
  return { topic, seen: "no merge queue", findings: [] };
}
