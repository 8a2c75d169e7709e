/** @module The settings and the environment git runs with: the repository and nothing of the caller (decision 0063). */

import { isAbsolute } from "node:path";

/**
 * Settings given on every command line, so that neither a repository's own settings nor its attributes start a program
 * or change what is printed. Command-line settings win over every file.
 */
export const fixedSettings = [
  ["core.quotePath", "false"],
  ["core.fsmonitor", "false"],
  ["core.attributesFile", "/dev/null"],
  ["core.hooksPath", "/dev/null"],
  ["core.pager", "cat"],
  ["diff.orderFile", "/dev/null"],
  ["diff.suppressBlankEmpty", "false"],
  ["log.showSignature", "false"],
  ["log.mailmap", "false"],
] as const;

/** Variables of the caller that name where new objects of a push wait; a check inside a receive hook needs them. */
const quarantineVariables = ["GIT_QUARANTINE_PATH", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES"];

/**
 * The environment git runs in. No `GIT_*` variable of the caller is taken over, except a receive hook's quarantine.
 * `PATH` keeps its absolute folders only: an empty or relative entry would start a `git` lying in the judged repository.
 */
export function gitEnvironment(
  caller: NodeJS.ProcessEnv = process.env,
  extra: Readonly<Record<string, string>> = {},
): NodeJS.ProcessEnv {
  const inQuarantine = (caller["GIT_QUARANTINE_PATH"] ?? "") !== "";
  const kept = Object.entries(caller).filter(
    ([name]) => !name.startsWith("GIT_") || (inQuarantine && quarantineVariables.includes(name)),
  );
  return {
    ...Object.fromEntries(kept),
    PATH: (caller["PATH"] ?? "")
      .split(":")
      .filter((folder) => isAbsolute(folder))
      .join(":"),
    LC_ALL: "C",
    LANGUAGE: "C",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_OPTIONAL_LOCKS: "0",
    // A missing object would be fetched by whatever program the repository names for its remote, so nothing is fetched.
    GIT_NO_LAZY_FETCH: "1",
    GIT_ALLOW_PROTOCOL: "none",
    GIT_PAGER: "cat",
    GIT_FLUSH: "0",
    ...extra,
  };
}
