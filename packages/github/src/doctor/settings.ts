/** @module The configuration, the mode it asks for, and the settings of GitHub Actions. */

import type { Finding } from "@warrant/kernel/finding";
import { outside } from "@warrant/kernel/render/outside";
import { counted } from "@warrant/kernel/render/phrase";
import { formatProblem } from "@warrant/sources/configuration-file";
import { areRead, modeOfWorkflows } from "./own-mode.ts";
import { ownSteps } from "./own-steps.ts";
import type { DoctorReport, Examined } from "./report.ts";
import type { Requirements } from "./requirements.ts";
import { found } from "./rules.ts";
import type { Seen } from "./seen.ts";
import { permissions, refused, unread } from "./unread.ts";

/** What follows from the defaults, which only report where no workflow raises them. */
const effectOfDefaults = {
  report: "nothing is refused",
  enforce: "the workflow enforces them",
  unknown: "the workflow may enforce them",
} as const satisfies Record<DoctorReport["mode"], string>;

/** The file at the tip of the branch, which is what judges changes to it. */
export function examineConfiguration(seen: Seen): Examined {
  const { configuration, commit } = seen;
  const topic = "configuration";
  const { reading, files, file, why } = configuration;
  const at = commit.slice(0, 7);
  if (why !== null) {
    const part = refused("the configuration", permissions.contents, why);
    return { topic, seen: "not known", findings: [unread("configuration.unreadable", part)] };
  }
  if (files.length > 1) {
    const message = `${files.join(" and ")} are both there, so neither is used, and the check fails every change.`;
    const next = "Keep one and delete the other.";
    return {
      topic,
      seen: `${counted(files.length, "file")} at ${at}`,
      findings: [found("configuration.two-files", message, next)],
    };
  }
  if (!reading.ok) {
    const [first] = reading.errors;
    const count = reading.total ?? reading.errors.length;
    const message = `${file} is not valid: ${counted(count, "problem")}. Nothing of it is applied.`;
    const quote = first === undefined ? {} : { quote: outside(formatProblem(first), 200) };
    const where = { where: { path: file ?? "warrant.yaml" }, ...quote };
    const finding = found("configuration.invalid", message, "Run warrant config check in a copy of the branch.", where);
    return { topic, seen: `${file} at ${at} is not valid`, findings: [finding] };
  }
  if (file === null) {
    const message = `There is no warrant.yaml: the defaults apply, and ${effectOfDefaults[modeOfGate(seen)]}.`;
    return {
      topic,
      seen: `none at ${at}`,
      findings: [found("configuration.none", message, "warrant init writes one.")],
    };
  }
  const warnings = reading.warnings.map((warning) =>
    found("configuration.warning", outside(warning, 400), "Correct it if it is not meant.", { where: { path: file } }),
  );
  return { topic, seen: `${file} at ${at}`, findings: warnings };
}

/** The mode changes are judged in: the configuration's, which the workflow may only raise. Not known may enforce (law 3). */
export function modeOfGate(seen: Seen): DoctorReport["mode"] {
  const { reading, why } = seen.configuration;
  if (why !== null || !reading.ok) return "unknown";
  return reading.configuration.intent.enforce ? "enforce" : modeOfWorkflows(seen);
}

/** Whether a verdict has consequences. A configuration that is not known says so itself. */
export function examineMode(seen: Seen, { all }: Requirements): Examined | null {
  const topic = "mode";
  const mode = modeOfGate(seen);
  if (mode === "enforce") return { topic, seen: "enforce", findings: [] };
  if (mode === "unknown") {
    if (seen.configuration.why !== null || !seen.configuration.reading.ok || !areRead(seen)) return null;
    const message =
      "The steps that run Warrant give different modes, none that judges every change, or one that cannot be followed from here.";
    const finding = found(
      "mode.unreadable",
      message,
      "Write one mode, enforce or report, at every step that runs Warrant, or leave it to warrant.yaml.",
    );
    return { topic, seen: "not known", findings: [finding] };
  }
  if (all.length === 0) return { topic, seen: "report: nothing is refused", findings: [] };
  const message = "The check is required, and only reports: it ends neutral, which the platform counts as passed.";
  const next = "Set intent.enforce: true once its verdicts are right for you.";
  return { topic, seen: "report", findings: [found("mode.report", message, next)] };
}

/** Settings of the repository that decide what workflows may do. Only of interest where a workflow runs Warrant. */
export function examineActions(seen: Seen): Examined | null {
  if (seen.workflows.known && ownSteps(seen.workflows).length === 0) return null;
  const findings: Finding[] = [];
  const { actions, tokenDefaults } = seen;
  if (!actions.known) findings.push(unread("actions.unreadable", actions));
  else if (!actions.value.enabled) {
    findings.push(
      found("actions.disabled", "GitHub Actions is off for this repository: no workflow runs.", "Switch it on."),
    );
  } else if (actions.value.allowed !== "all") {
    const message = `Only some actions may be used (${outside(actions.value.allowed ?? "not said", 60)}).`;
    findings.push(found("actions.restricted", message, "Check that the action that runs Warrant is among them."));
  }
  if (!tokenDefaults.known) findings.push(unread("actions.unreadable", tokenDefaults));
  else if (tokenDefaults.value.mayApprove) {
    const message = "Workflows may approve pull requests. Warrant counts no such approval, but a required review does.";
    findings.push(found("actions.approve", message, "Switch it off unless a workflow needs it."));
  }
  const isKnown = actions.known && tokenDefaults.known;
  const said = !isKnown ? "not wholly known" : actions.value.enabled ? "on" : "off";
  const token = tokenDefaults.known
    ? `; a token without named permissions may ${outside(tokenDefaults.value.permissions, 20)}`
    : "";
  return { topic: "actions", seen: `${said}${token}`, findings };
}
