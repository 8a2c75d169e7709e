/** @module Looks at a repository and says whether its gate holds (GitHub, section 7). */

import type { GitHubClient } from "../client.ts";
import { checkName } from "../publish/stored-verdict.ts";
import { examineBypass } from "./bypass.ts";
import { sameNames } from "./check-names.ts";
import { examineApp, examineChecks } from "./checks.ts";
import type { DoctorOptions } from "./first-query.ts";
import { examineQueue, examineRequired, examineSource } from "./gate.ts";
import { look } from "./look.ts";
import { examineOwnWorkflow } from "./own-workflow.ts";
import { type DoctorReport, type Examined, reportOf } from "./report.ts";
import { requirementsOf } from "./requirements.ts";
import type { Seen } from "./seen.ts";
import { examineActions, examineConfiguration, examineMode, modeOfGate } from "./settings.ts";
import { examineWorkflows } from "./workflow-dangers.ts";

export { type DoctorOptions, NoBranch } from "./first-query.ts";
export type { DoctorReport } from "./report.ts";

/** The answers to what was seen. Pure: the same things seen give the same report. */
export function examine(seen: Seen): DoctorReport {
  const requirements = requirementsOf(seen, checkName);
  const examined: (Examined | null)[] = [
    examineConfiguration(seen),
    examineMode(seen, requirements),
    examineRequired(seen, requirements),
    examineSource(seen, requirements),
    examineBypass(seen, requirements),
    examineQueue(seen),
    examineChecks(seen, requirements),
    examineApp(seen),
    examineOwnWorkflow(seen),
    examineWorkflows(seen.workflows, seen.tokenDefaults, sameNames(seen, requirements)),
    examineActions(seen),
  ];
  return reportOf(
    {
      host: seen.host,
      repository: seen.repository,
      branch: seen.branch,
      default_branch: seen.defaultBranch,
      commit: seen.commit,
      mode: modeOfGate(seen),
      configuration_valid: seen.configuration.reading.ok,
    },
    examined.filter((each) => each !== null),
  );
}

/**
 * Answers what a maintainer asks of the gate, with at most twelve requests. What cannot be read is a finding that names the
 * permission it takes, and never counts as good.
 *
 * @throws PlatformError when not even the repository could be asked.
 * @throws NoBranch when the branch is not there.
 */
export async function examineRepository(client: GitHubClient, options: DoctorOptions): Promise<DoctorReport> {
  return examine(await look(client.within({ repository: options.repository }, { deadlineMs: 60_000 }), options));
}
