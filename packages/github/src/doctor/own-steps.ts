/** @module The steps that run Warrant: which they are, the mode they are given, and whether a run on an event reaches them. */

import { afterOthers, type Chance, chanceOf, factsOf } from "./conditions.ts";
import type { Known } from "./seen.ts";
import type { Job, Step, Workflow, WorkflowFile } from "./workflow-file.ts";

/** A step that runs Warrant, with everything around it. */
export interface OwnStep {
  readonly path: string;
  readonly workflow: Workflow;
  readonly job: Job;
  readonly step: Step;
}

/** The action by its repository or folder, or the command in a script. */
const ownAction =
  /^(?:[\w.-]{1,100}\/|\.\/(?:[\w.-]{1,100}\/){0,8})?(?:warrant|warrant-action)(?:\/[\w./-]{0,200})?(?:@|$)/i;
const ownWorkflow = /\/\.github\/workflows\/warrant[\w.-]{0,100}\.ya?ml@/i;
const ownCommand =
  /(?:^|[\s;&|])(?:npx\s{1,8}(?:--?[\w=-]{1,40}\s{1,8}){0,8})?(?:@warrant\/cli(?:@[\w.-]{1,40})?|warrant)\s{1,8}(?:check|sweep)\b/m;

function isOwn(step: Step): boolean {
  if (step.uses !== null && (ownAction.test(step.uses) || ownWorkflow.test(step.uses))) return true;
  return step.scripts.some(({ text }) => ownCommand.test(text));
}

/** Every step of these workflows that runs Warrant. */
export function ownSteps(workflows: Known<readonly WorkflowFile[]>): OwnStep[] {
  if (!workflows.known) return [];
  return workflows.value.flatMap(({ path, reading }) => {
    if (!reading.ok) return [];
    const { workflow } = reading;
    return workflow.jobs.flatMap((job) => job.steps.filter(isOwn).map((step) => ({ path, workflow, job, step })));
  });
}

/** The `mode` a step is given; null: none. An expression cannot be followed from here. Names of inputs have no case. */
export function modeOf({ step }: OwnStep): "enforce" | "report" | "unknown" | null {
  const given = step.inputs.filter(({ path }) => path.at(-2) === "with" && /^mode$/i.test(String(path.at(-1))));
  const words = new Set(given.map(({ text }) => text.trim()));
  const [mode, ...others] = words;
  if (mode === undefined) return null;
  return others.length === 0 && (mode === "enforce" || mode === "report") ? mode : "unknown";
}

/** Whether the step is reached by a run on an event. A job that waits for another may be skipped. */
export function chanceOn({ workflow, job, step }: OwnStep, event: string, repository: string): Chance {
  if (!workflow.triggers.has(event)) return "never";
  const facts = factsOf(event, repository);
  const after = afterOthers(facts);
  const chances = [chanceOf(job.condition, job.isWaiting ? after : facts), chanceOf(step.condition, after)];
  if (chances.includes("never")) return "never";
  return chances.includes("perhaps") || job.isWaiting ? "perhaps" : "always";
}

/** How surely a run on an event reaches one of the steps. */
export function chanceOfAny(steps: readonly OwnStep[], event: string, repository: string): Chance {
  const chances = steps.map((own) => chanceOn(own, event, repository));
  return (["always", "perhaps"] as const).find((chance) => chances.includes(chance)) ?? "never";
}

/** The first step whose workflow has the trigger, whatever conditions say. */
export function withTrigger(steps: readonly OwnStep[], event: string): OwnStep | undefined {
  return steps.find(({ workflow }) => workflow.triggers.has(event));
}
