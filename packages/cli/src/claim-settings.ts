/** @module What the claim gate judges a report by: a person's own file met with the base's `warrant.yaml` (claim gate, 12). */

import { type SettledClaim, settleClaim } from "@warrant/kernel/claim/settle";
import type { Io } from "./io.ts";
import { readPersonal, readProject, sayDropped } from "./runtime.ts";

/**
 * The settings for reports in this folder. What a project's file may not set is dropped and said.
 *
 * @throws ExitError `usage` when a file cannot be read or is not valid.
 */
export async function loadClaim(io: Io): Promise<SettledClaim> {
  const [personal, project] = await Promise.all([readPersonal(io), readProject(io)]);
  const settled = settleClaim(personal?.configuration.claim, project?.configuration.claim);
  const paths = settled.dropped.map((key) => `claim.${key}`);
  await sayDropped(project, paths, io);
  return settled;
}
