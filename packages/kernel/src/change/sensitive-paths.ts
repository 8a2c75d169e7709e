/**
 * @module The extra sensitive paths of a repository (change gate, section 11.3), checked before anything is judged: a list
 * that silently guards nothing is worse than a refusal.
 */

import { checkPattern, readEntry } from "../paths/pattern.ts";
import { imitatesLatin, mixesScripts } from "../paths/views.ts";

export const maximumSensitivePaths = 200;
export const sensitivePathsVariable = "WARRANT_INTENT_SENSITIVE_PATHS";

/** Where an entry stood. Values are never repeated: what is sensitive can itself be a secret. */
export interface SensitivePathError {
  readonly source: "environment" | "configuration";
  /** Place in its source, from 1; null for the list as a whole. */
  readonly position: number | null;
  readonly message: string;
}

export type SensitivePathsReading =
  | { readonly ok: true; readonly paths: readonly string[]; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly errors: readonly SensitivePathError[] };

const sourceNames = { environment: sensitivePathsVariable, configuration: "intent.sensitive_paths" } as const;

function reasonAgainst(entry: string): string | null {
  const { pattern } = readEntry(entry);
  const reason = checkPattern(entry);
  if (reason !== null) return reason;
  if (pattern.startsWith("/"))
    return "is absolute; leave out the first slash, paths start at the root of the repository";
  if (mixesScripts(pattern)) return "mixes letters of two scripts, so it may not name what it seems to";
  if (imitatesLatin(pattern)) return "holds letters that look like Latin ones, so it may not name what it seems to";
  return null;
}

/**
 * Reads both sources: the text of the environment variable (comma separated; absent or empty: no entries) and the list of
 * the configuration at the base commit. Both always extend what is sensitive. A leading `+` is allowed and means nothing.
 */
export function readSensitivePaths(
  environment: string | undefined,
  configured: readonly string[],
): SensitivePathsReading {
  const fromEnvironment = environment === undefined || environment.trim() === "" ? [] : environment.split(",");
  const sources = [
    { source: "environment", entries: fromEnvironment.map((entry) => entry.trim()) },
    { source: "configuration", entries: configured },
  ] as const;
  const paths: string[] = [];
  const errors: SensitivePathError[] = [];
  for (const { source, entries } of sources) {
    if (entries.length > maximumSensitivePaths) {
      const message = `${sourceNames[source]} has more than ${maximumSensitivePaths} entries`;
      errors.push({ source, position: null, message });
      continue;
    }
    for (const [index, written] of entries.entries()) {
      const entry = written.startsWith("+") ? written.slice(1) : written;
      const reason = reasonAgainst(entry);
      if (reason === null) paths.push(entry);
      else
        errors.push({ source, position: index + 1, message: `${sourceNames[source]}: entry ${index + 1} ${reason}` });
    }
  }
  if (errors.length === 0 && paths.length > maximumSensitivePaths) {
    const message = `${sourceNames.environment} and ${sourceNames.configuration} have more than ${maximumSensitivePaths} entries together`;
    errors.push({ source: "configuration", position: null, message });
  }
  if (errors.length === 0 && paths.length > 0 && paths.every((path) => readEntry(path).isException)) {
    errors.push({ source: "configuration", position: null, message: "the sensitive paths are exceptions only" });
  }
  if (errors.length > 0) return { ok: false, errors };
  const isAscii = paths.every((path) => /^[\x20-\x7e]*$/.test(path));
  const warnings = isAscii
    ? []
    : ["Some sensitive paths hold characters beyond ASCII; check that they are spelled as in the repository."];
  return { ok: true, paths: [...new Set(paths)], warnings };
}
