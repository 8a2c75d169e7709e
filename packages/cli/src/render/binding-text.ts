/** @module What a binding permits, as the person who binds a session reads it. */

import type { SessionBinding } from "@warrant/kernel/commitment/session-binding";
import { differences } from "@warrant/kernel/policy/ceiling-differences";
import type { Binding, PolicyLimits } from "@warrant/kernel/policy/ceiling-entries";
import { withoutCommands } from "@warrant/kernel/render/ci-commands";
import { outside } from "@warrant/kernel/render/outside";
import type { PolicyDecision } from "@warrant/kernel/verdict";
import type { Colours } from "./colours.ts";

/** Why the binding has the policy it has. */
const states: Readonly<Record<Binding["state"], string>> = {
  bound: "",
  unbound: "nothing is bound",
  unreadable: "the issue or its rules cannot be read, so the safest policy holds",
  ambiguous: "the issue's labels contradict each other, so the safest policy holds",
  unlinked: "no label that counts says what the issue is, so the safest policy holds",
};

function limitLines({ entry, autonomy, may_merge: mayMerge }: PolicyLimits): string[] {
  const { source: _source, ...ceiling } = entry;
  const lines: (readonly [string, string])[] = [
    ...(autonomy === undefined ? [] : [["autonomy", `at most ${autonomy}`] as const]),
    ...differences({}, ceiling).map(({ field, text }) => [field, text] as const),
    ["merging", mayMerge ? "may merge" : "may not merge"],
  ];
  const width = Math.max(...lines.map(([label]) => label.length));
  return lines.map(([label, text]) => `  ${label.padEnd(width)}  ${text}`);
}

/** The issue a pull request works on, where that is another one. */
function requestOf(bound: string, decision: PolicyDecision | null): string {
  const root = decision?.intent.root ?? null;
  const request = root === null ? bound : `${root.repository}#${root.number}`;
  return request.toLowerCase() === bound.toLowerCase() ? "" : `, which works on ${outside(request, 150)}`;
}

/** The entry a binding adds to every call of its session. */
export function bindingText(
  bound: Pick<SessionBinding, "issue" | "binding"> & {
    readonly title: string;
    /** How it came about; null where there is no policy or nobody could read. */
    readonly decision: PolicyDecision | null;
  },
  where: string,
  limits: PolicyLimits | null,
  colours: Colours,
): string {
  const { state } = bound.binding;
  const { issue, title, decision } = bound;
  const named = title === "" ? "" : ` "${outside(title, 120)}"`;
  const lines = [
    colours.bold(`${where} is bound to ${outside(issue, 150)}${named}${requestOf(issue, decision)}`),
    ...(states[state] === "" ? [] : [`  ${states[state]}`]),
    ...(limits === null ? ["  the repository has no policy, so nothing is narrowed"] : limitLines(limits)),
  ];
  return withoutCommands(`${lines.join("\n")}\n`);
}
