/** @module Values that fit the schema and can do nothing: names no account has, addresses that are none, paths of a computer. */

import type { Configuration } from "@warrant/kernel/configuration";
import { type Finding, formatPath, type Path } from "./configuration-messages.ts";

function say(path: Path, message: string): Finding {
  return { path, of: "value", message: `${formatPath(path)} ${message}` };
}

/** Wider than any platform's rule for names, and with every spelling the judge takes, so that no real account is doubted. */
const login = /^(?:@|app\/)?[A-Za-z0-9][A-Za-z0-9._-]{0,99}(?:\[bot\])?$/;
const email = /^[^\s@]{1,100}@[^\s@/]{1,200}$/;
/** Folders of a computer rather than of a repository, a drive, a home, or an address. */
const elsewhere = /^!?\+?!?(?:\/(?:home|Users|tmp|var|etc|opt|srv|mnt|root)\/|[A-Za-z]:|~|[a-z]{2,10}:\/\/)/;
/** More people than read any change. */
const manyApprovals = 10;

function doubtful(list: readonly string[], path: Path, isUsable: (entry: string) => boolean, why: string): Finding[] {
  return list.flatMap((entry, index) => (isUsable(entry) ? [] : [say([...path, index], why)]));
}

/** What is accepted and cannot work as it is written. The values are not repeated. */
export function valueWarnings({ intent }: Configuration): Finding[] {
  const { agents, evidence } = intent;
  const accounts: readonly (readonly [Path, readonly string[]])[] = [
    ...(["logins", "people", "dependency_bots", "automation_bots"] as const).map(
      (key) => [["intent", "agents", key], agents[key]] as const,
    ),
    [["intent", "evidence", "approval", "ignore_commits_by"], evidence.approval.ignore_commits_by],
  ];
  const patterns: readonly (readonly [Path, readonly string[]])[] = [
    ...(["test_path_patterns", "docs_path_patterns", "guardrail_path_patterns"] as const).map(
      (key) => [["intent", key], intent[key]] as const,
    ),
    [["intent", "evidence", "plan", "paths"], evidence.plan.paths],
  ];
  const warnings = [
    ...accounts.flatMap(([path, list]) =>
      doubtful(
        list,
        path,
        (entry) => login.test(entry),
        "is not the name of an account, so it matches nobody; write it as maria or builder[bot]",
      ),
    ),
    ...doubtful(
      agents.emails,
      ["intent", "agents", "emails"],
      (entry) => email.test(entry),
      "is not an address such as agent@example.com, so it matches nobody",
    ),
    ...patterns.flatMap(([path, list]) =>
      doubtful(
        list,
        path,
        (entry) => !elsewhere.test(entry),
        "looks like a path outside the repository; paths begin at its root",
      ),
    ),
  ];
  if (evidence.approval.count > manyApprovals) {
    const path = ["intent", "evidence", "approval", "count"];
    warnings.push(
      say(
        path,
        `asks for ${evidence.approval.count} people to approve the same commit; hardly any change will have them`,
      ),
    );
  }
  if (intent.alignment_model !== "") {
    warnings.push(
      say(["intent", "alignment_model"], "does nothing in this version: no model is asked, the rules decide alone"),
    );
  }
  return warnings;
}
