/** @module The workflow that runs Warrant: its triggers, permissions, concurrency and pins (GitHub, section 4). */

import type { Finding } from "@warrant/kernel/finding";
import { outside } from "@warrant/kernel/render/outside";
import { factsOf, givenBy } from "./conditions.ts";
import { chanceOfAny, chanceOn, type OwnStep, ownSteps, withTrigger } from "./own-steps.ts";
import type { Examined } from "./report.ts";
import { found } from "./rules.ts";
import type { Known, Seen, TokenDefaults } from "./seen.ts";
import { mayForge } from "./workflow-dangers.ts";
import type { Job, Trigger } from "./workflow-file.ts";

const example = "docs/workflows/ holds the whole file.";
/** What a trigger without `types` runs for. */
const usualTypes = ["opened", "synchronize", "reopened"];
const neededTypes = [
  ...usualTypes,
  "edited",
  "labeled",
  "unlabeled",
  "ready_for_review",
  "converted_to_draft",
] as const;

const hiding = new Set(["paths", "paths-ignore", "branches-ignore"]);

/** Whether a pattern of branches may match: the text before its first special character has to, which is the careful end. */
function mayMatch(pattern: string, branch: string): boolean {
  const start = pattern.split(/[*?+[\]!]/)[0] ?? "";
  return start === pattern ? pattern === branch : branch.startsWith(start);
}

/** Patterns count in their order, and one with `!` takes back what those before it gave. */
function holdsBranch(patterns: readonly string[], branch: string): boolean {
  let isHeld = false;
  for (const pattern of patterns) {
    if (pattern === branch || pattern === "**") isHeld = true;
    else if (pattern.startsWith("!") && mayMatch(pattern.slice(1), branch)) isHeld = false;
  }
  return isHeld;
}

function hides({ filters }: Trigger, branch: string): string | undefined {
  return Object.keys(filters).find(
    (key) => hiding.has(key) || (key === "branches" && !holdsBranch(filters[key] ?? [], branch)),
  );
}

/** Events whose runs take the workflow from the change itself. */
const fromHead = ["pull_request", "pull_request_review"] as const;

/** On what a change is judged: the platform takes its workflow from the default branch. */
const judging = "pull_request_target";

/** Whether a step surely judges every change to the branch as the default branch says, save what only a sweep learns. */
function judgesAll(step: OwnStep, branch: string, repository: string): boolean {
  const trigger = step.workflow.triggers.get(judging);
  if (trigger === undefined || chanceOn(step, judging, repository) !== "always") return false;
  const types = trigger.types ?? usualTypes;
  return hides(trigger, branch) === undefined && usualTypes.every((type) => types.includes(type));
}

function notJudging(steps: readonly OwnStep[], paths: string): Finding {
  const late = "so a change is judged by the sweep at the earliest.";
  const skipped = withTrigger(steps, judging);
  if (skipped === undefined) {
    const where = { path: paths };
    const next = `Add the trigger ${judging}; ${example}`;
    return found("workflow.trigger", `It does not run on ${judging}, ${late}`, next, { where });
  }
  const where = { path: skipped.path, field: `jobs.${outside(skipped.job.id, 60)}` };
  const message = `Its condition never lets it run on ${judging}, ${late}`;
  return found("workflow.trigger", message, `Let its \`if:\` be true on ${judging}, or remove it.`, { where });
}

function triggerFindings(steps: readonly OwnStep[], { branch, repository }: Seen): Finding[] {
  const paths = [...new Set(steps.map(({ path }) => path))].join(", ");
  const findings: Finding[] = [];
  const isSafe = steps.some((step) => judgesAll(step, branch, repository));
  // Conditions do not count here: the change writes them too.
  const unsafe = fromHead.filter((name) => withTrigger(steps, name) !== undefined);
  if (unsafe.length > 0) {
    findings.push(
      found(
        "workflow.head-defined",
        `It runs on ${unsafe.join(" and ")}, for which the platform takes the workflow from the change: a change can alter its own gate.`,
        "Use pull_request_target instead, which takes it from the default branch.",
        { where: { path: paths }, severity: isSafe ? "warn" : "block" },
      ),
    );
  } else if (chanceOfAny(steps, judging, repository) === "never") findings.push(notJudging(steps, paths));
  for (const step of steps) {
    const { path, workflow } = step;
    const trigger = workflow.triggers.get(judging);
    if (trigger === undefined || chanceOn(step, judging, repository) === "never") continue;
    const types = trigger.types ?? usualTypes;
    const missing = neededTypes.filter((type) => !types.includes(type));
    const filter = hides(trigger, branch);
    if (missing.length > 0) {
      const message = `It does not run when a change is ${missing.map((type) => type.replaceAll("_", " ")).join(", ")}: until the next sweep the verdict is of what was before.`;
      findings.push(
        found("workflow.trigger", message, `Add to its types: ${missing.join(", ")}.`, { where: { path } }),
      );
    }
    if (filter !== undefined) {
      const message = `Its filter ${filter} leaves changes out, whose required check then never comes.`;
      findings.push(
        found("workflow.trigger", message, `Remove ${filter}; the configuration says what is gated.`, {
          where: { path },
        }),
      );
    }
  }
  return findings;
}

function sweepFindings(steps: readonly OwnStep[], seen: Seen): Finding[] {
  if (chanceOfAny(steps, "schedule", seen.repository) === "always") return [];
  const waiting = seen.checks.known
    ? seen.checks.value.changes.filter(({ author, hasCheck }) => author === "github-actions" && !hasCheck)
    : [];
  const example12 = waiting[0] === undefined ? "" : ` #${waiting[0].number} has no check for that reason.`;
  const skipped = withTrigger(steps, "schedule");
  const [lack, next] =
    skipped === undefined
      ? ["It has no schedule.", 'Add the trigger schedule with cron "*/15 * * * *".']
      : [
          "A condition, or a job it waits for, can keep it from running on its schedule.",
          "Let its `if:` be true on schedule, and let it wait for no job.",
        ];
  return [
    found(
      "workflow.no-sweep",
      `${lack} Changes opened with a workflow's token start no workflow, and reviews start none that may be used, so only a sweep judges them.${example12}`,
      next,
      { where: { path: (skipped ?? steps[0])?.path ?? "" } },
    ),
  ];
}

const needed = {
  contents: "read",
  "pull-requests": "write",
  issues: "read",
  checks: "write",
  statuses: "read",
} as const;

function missingPermissions(job: Job, defaults: Known<TokenDefaults>): string[] | null {
  const { permissions } = job;
  const all = Object.entries(needed);
  const writes = all.filter(([, access]) => access === "write");
  const said = (entries: readonly (readonly [string, string])[]): string[] =>
    entries.map(([name, access]) => `${name}: ${access}`);
  if (permissions === "write-all") return [];
  if (permissions === "read-all") return said(writes);
  if (permissions === null) {
    if (!defaults.known) return null;
    return defaults.value.permissions === "write" ? [] : said(all.filter(([name]) => name !== "contents"));
  }
  return said(all.filter(([name, access]) => permissions[name] !== "write" && permissions[name] !== access));
}

function permissionFindings({ path, job }: OwnStep, defaults: Known<TokenDefaults>): Finding[] {
  const where = { path, field: `jobs.${outside(job.id, 60)}` };
  const all = Object.entries(needed).map(([name, access]) => `${name}: ${access}`);
  const next = `Give the job exactly: ${all.join(", ")}.`;
  const missing = missingPermissions(job, defaults);
  if (missing === null) {
    const message = "It names no permissions, and what a token has then could not be read.";
    return [found("workflow.permissions", message, next, { where })];
  }
  if (missing.length > 0) {
    const message = `Its token lacks ${missing.join(", ")}, so Warrant cannot read or write all it must.`;
    return [found("workflow.permissions", message, next, { where })];
  }
  const { permissions } = job;
  const isWide =
    permissions === null || typeof permissions === "string"
      ? mayForge(permissions, defaults)
      : permissions["contents"] === "write" || permissions["actions"] === "write";
  if (!isWide) return [];
  return [
    found("workflow.permissions", "Its token may do more than Warrant needs.", next, { where, severity: "info" }),
  ];
}

/** Whether a group is another for each change; on pull_request_target the ref is the base's, and the same for all. */
function isByChange(group: string, repository: string): boolean {
  const facts = factsOf(judging, repository);
  return group.split("${{").some((part) => givenBy(part.split("}}")[0] ?? "", facts).isOfChange);
}

function concurrencyFindings({ path, job, workflow }: OwnStep, repository: string): Finding[] {
  const { concurrency } = job;
  const where = { path, field: `jobs.${outside(job.id, 60)}` };
  const next = `Give it a concurrency group by the number of the change, with cancel-in-progress: false; ${example}`;
  const say = (message: string): Finding[] => [found("workflow.concurrency", message, next, { where })];
  if (concurrency === null) return say("It has no concurrency group, so two runs may judge one change at once.");
  if (!concurrency.group.includes("${{")) {
    return say(
      "Its concurrency group is the same for every change, so runs of other changes are cancelled while they wait.",
    );
  }
  if (workflow.triggers.has(judging) && !isByChange(concurrency.group, repository)) {
    return say(
      "Its concurrency group is not by the number of the change: runs of other changes are cancelled while they wait, or two runs judge one change at once.",
    );
  }
  if (concurrency.mayCancel) return say("Its runs may be cancelled while they write, and leave the check open.");
  return [];
}

function conditionFindings({ path, job }: OwnStep): Finding[] {
  if (job.condition === null || !/\bgithub\.(?:triggering_)?actor\b|\bgithub\.event\.sender\b/i.test(job.condition))
    return [];
  const where = { path, field: `jobs.${outside(job.id, 60)}.if` };
  const message =
    "Its condition looks at who pushed. That is not who wrote the change, and without a run the check never comes.";
  const next = "Remove the condition; intent.gate of the configuration says whose changes are gated.";
  return [found("workflow.actor", message, next, { where, quote: outside(job.condition, 160) })];
}

/** What the example workflows leave open; a run with it ends before its first step. */
const placeholder = /^OWNER\/|@(?:0{40}|0{64})$/;

function placeholderFindings({ path, job }: OwnStep): Finding[] {
  const left = job.steps.map(({ uses }) => uses).find((uses) => uses !== null && placeholder.test(uses));
  if (left === undefined || left === null) return [];
  const message = `It still uses ${outside(left, 100)}, which is a placeholder of the example: no run can start, so the check never comes.`;
  const next = "Put in the repository Warrant is taken from, and the id of a commit in it; docs/action.md says how.";
  return [found("workflow.placeholder", message, next, { where: { path, field: `jobs.${outside(job.id, 60)}` } })];
}

function pinFindings(steps: readonly OwnStep[]): Finding[] {
  const files = new Map(steps.map(({ path, workflow }) => [path, workflow]));
  return [...files].flatMap(([path, { jobs }]) => {
    const used = jobs.flatMap((job) => job.steps.map(({ uses }) => uses)).filter((uses) => uses !== null);
    const loose = used.filter((uses) => !/^\.\/|^docker:\/\/|@(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(uses));
    if (loose.length === 0) return [];
    const names = [...new Set(loose)].slice(0, 5).map((uses) => outside(uses, 100));
    const message = `It uses ${names.join(", ")}, which whoever owns it can change.`;
    return [
      found("workflow.unpinned", message, "Name the commit: OWNER/ACTION@40 hexadecimal digits.", { where: { path } }),
    ];
  });
}

/** A finding once, however many steps of a file lead to it. */
function once(findings: readonly Finding[]): Finding[] {
  const kept = new Map(
    findings.map((finding) => [
      `${finding.rule} ${finding.where.path} ${finding.where.field} ${finding.message}`,
      finding,
    ]),
  );
  return [...kept.values()];
}

/** Findings about the workflow that runs Warrant, or that none does. Nothing when the workflows could not be read. */
export function examineOwnWorkflow(seen: Seen): Examined | null {
  const topic = "workflow";
  if (!seen.workflows.known) return null;
  const steps = ownSteps(seen.workflows);
  if (steps.length === 0) {
    if (seen.app !== null) return { topic, seen: "an app; no workflow runs Warrant", findings: [] };
    const message = "No workflow of the default branch runs Warrant, and no app was seen to write its check.";
    const next = `Add the workflow; ${example}`;
    return { topic, seen: "nothing that could be seen", findings: [found("workflow.none", message, next)] };
  }
  const findings = once([
    ...triggerFindings(steps, seen),
    ...sweepFindings(steps, seen),
    ...steps.flatMap((step) => [
      ...placeholderFindings(step),
      ...permissionFindings(step, seen.tokenDefaults),
      ...concurrencyFindings(step, seen.repository),
      ...conditionFindings(step),
    ]),
    ...pinFindings(steps),
  ]);
  const paths = [...new Set(steps.map(({ path }) => outside(path, 200)))];
  return { topic, seen: paths.join(", "), findings };
}
