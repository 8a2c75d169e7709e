/** @module Workflows that run with rights on what a stranger wrote: head code, secrets beside it, words in scripts. */

import type { Finding } from "@warrant/kernel/finding";
import { outside } from "@warrant/kernel/render/outside";
import { counted } from "@warrant/kernel/render/phrase";
import { holdsSecret, mayNameHead, namesHead, scriptFetchesHead, strangersText } from "./expressions.ts";
import type { Examined } from "./report.ts";
import { found } from "./rules.ts";
import type { Known, TokenDefaults } from "./seen.ts";
import { unread } from "./unread.ts";
import type { Job, Permissions, Step, Text, Workflow, WorkflowFile } from "./workflow-file.ts";

/** Triggers whose runs hold secrets and a token that may write, while a stranger decides what they are about. */
const privileged = new Set([
  "pull_request_target",
  "issue_comment",
  "issues",
  "workflow_run",
  "discussion",
  "discussion_comment",
]);
const ofStrangers = new Set([...privileged, "pull_request", "pull_request_review", "pull_request_review_comment"]);

/** What a token needs to write the check itself, or to change what writes it. */
const forging = ["checks", "statuses", "contents", "actions"] as const;

/** Whether a job's token may write the check. Unknown defaults may (law 3). */
export function mayForge(permissions: Permissions, defaults: Known<TokenDefaults>): boolean {
  if (permissions === null) return !defaults.known || defaults.value.permissions !== "read";
  if (typeof permissions === "string") return permissions === "write-all";
  return forging.some((name) => permissions[name] === "write");
}

interface Place {
  readonly path: string;
  readonly workflow: Workflow;
  readonly job: Job;
  readonly mayForge: boolean;
}

function has(workflow: Workflow, names: ReadonlySet<string>): string | undefined {
  return [...workflow.triggers.keys()].find((name) => names.has(name));
}

function headOf(step: Step): { readonly line: number; readonly text: string } | null {
  if (step.uses !== null && /^[^@]{0,200}\/checkout@/i.test(step.uses)) {
    const head = step.inputs.find(
      ({ path, text }) => /^(?:ref|repository)$/i.test(String(path.at(-1))) && mayNameHead(text),
    );
    return head ?? null;
  }
  // What a called workflow or an action of the repository does with a head it is handed cannot be seen from here.
  const isCalled = step.uses !== null && /^\.\/|\/\.github\/workflows\//.test(step.uses);
  const handed = isCalled ? step.inputs.find(({ text }) => namesHead(text)) : undefined;
  return handed ?? step.scripts.find(({ text }) => scriptFetchesHead(text)) ?? null;
}

/** `secrets: inherit` gives a called workflow all of them. */
function inheritsSecrets({ path, text }: Text): boolean {
  return text === "inherit" && path.at(-1) === "secrets";
}

const forgeable = "The token of this job may write checks, so what it runs can pass the gate by itself.";

function headFindings({ path, workflow, job, mayForge: isForging }: Place): Finding[] {
  const trigger = has(workflow, privileged);
  if (trigger === undefined) return [];
  const steps = job.steps.flatMap((step) => {
    const head = headOf(step);
    return head === null ? [] : [{ step, head }];
  });
  const [first] = steps;
  if (first === undefined) return [];
  const { step, head } = first;
  const where = { path, field: `${outside(step.field, 100)}, line ${head.line}` };
  const code = found(
    "workflows.head-code",
    `On ${trigger}, code of a change is or may be checked out.${isForging ? ` ${forgeable}` : ""}`,
    "Check out the base only; run code of a change in a pull_request workflow, which has neither secrets nor a writing token.",
    { where, quote: outside(head.text, 160), severity: isForging ? "block" : "warn" },
  );
  const secret = job.texts.find((each) => holdsSecret(each.text) || inheritsSecrets(each));
  if (secret === undefined) return [code];
  const beside = found(
    "workflows.head-secrets",
    "Secrets are given to a job that holds code of a change.",
    "Use the secret in another job, without that code.",
    { where: { path, field: `jobs.${outside(job.id, 60)}, line ${secret.line}` }, quote: outside(secret.text, 160) },
  );
  return [code, beside];
}

function injections({ path, workflow, job, mayForge: isForging }: Place): Finding[] {
  if (has(workflow, ofStrangers) === undefined) return [];
  const isPrivileged = has(workflow, privileged) !== undefined;
  return job.steps.flatMap((step) =>
    step.scripts.flatMap((script) => {
      const text = strangersText(script.text);
      if (text === null) return [];
      const isBlocking = isForging && isPrivileged;
      return found(
        "workflows.injection",
        `The script is made with ${outside(text, 100)}, which whoever opens the change writes.${isBlocking ? ` ${forgeable}` : ""}`,
        "Give it to the script in `env:` and use the variable in quotes.",
        {
          where: { path, field: `${outside(step.field, 100)}, line ${script.line}` },
          severity: isBlocking ? "block" : "warn",
        },
      );
    }),
  );
}

/** Findings about every workflow of the default branch, ours included, with those about names of jobs. */
export function examineWorkflows(
  workflows: Known<readonly WorkflowFile[]>,
  defaults: Known<TokenDefaults>,
  named: readonly Finding[] = [],
): Examined {
  const topic = "workflows";
  if (!workflows.known) {
    return { topic, seen: "not known", findings: [unread("workflows.unreadable", workflows), ...named] };
  }
  const findings = workflows.value.flatMap(({ path, reading }): Finding[] => {
    if (!reading.ok) {
      const why = outside(reading.why, 200);
      const message = `The workflow could not be read (${why}), so it is not known whether it is safe.`;
      return [
        found("workflows.unreadable", message, "Look at it by hand, or write it as plain YAML.", { where: { path } }),
      ];
    }
    const { workflow } = reading;
    return workflow.jobs.flatMap((job) => {
      const place = { path, workflow, job, mayForge: mayForge(job.permissions, defaults) };
      return [...headFindings(place), ...injections(place)];
    });
  });
  findings.push(...named);
  const read = `${counted(workflows.value.length, "workflow")} of the default branch`;
  const odd = new Set(findings.map(({ where }) => where.path)).size;
  const seen = odd === 0 ? `${read}: none runs a stranger's code or words with rights` : `${read}, ${odd} to look at`;
  return { topic, seen, findings };
}
