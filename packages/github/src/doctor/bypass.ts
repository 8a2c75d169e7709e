/** @module Who can get round the check: bypass lists, administrators, force pushes, deletions. */

import type { Finding } from "@warrant/kernel/finding";
import { outside } from "@warrant/kernel/render/outside";
import type { BypassActor, RuleAnswer } from "./answers.ts";
import { isActions } from "./apps.ts";
import { nameOf } from "./gate.ts";
import { holding, holdOf, reachOf } from "./held.ts";
import type { Examined } from "./report.ts";
import type { Requirement, Requirements } from "./requirements.ts";
import { found } from "./rules.ts";
import type { Seen } from "./seen.ts";
import { permissions, refused, unread } from "./unread.ts";

/** The platform's own roles by the number a bypass list gives them. */
const roles: Readonly<Record<number, string>> = { 1: "read", 2: "maintain", 3: "triage", 4: "write", 5: "admin" };
function describe(actor: BypassActor, seen: Seen): string {
  const id = actor.actor_id ?? null;
  const number = id ?? "without a number";
  const kinds: Readonly<Record<string, string>> = {
    RepositoryRole: `the role ${roles[id ?? 0] ?? number}`,
    Team: `the team ${number}`,
    Integration: id !== null && isActions(id, seen) === true ? "GitHub Actions" : `the app ${number}`,
    User: `the account ${number}`,
    OrganizationAdmin: "owners of the organisation",
    EnterpriseOwner: "owners of the enterprise",
    DeployKey: "deploy keys",
  };
  const kind = Object.hasOwn(kinds, actor.actor_type) ? kinds[actor.actor_type] : undefined;
  const who = kind ?? `${outside(actor.actor_type, 60)} ${number}`;
  return actor.bypass_mode === "pull_request" ? `${who} (in pull requests)` : who;
}

function ofRuleset(requirement: Requirement, seen: Seen, isAll: boolean): Finding[] {
  const { rulesetId } = requirement;
  const name = nameOf(requirement, seen);
  const what = `the bypass list of ${name}`;
  const ruleset = rulesetId === null ? undefined : seen.rulesets.get(rulesetId);
  if (ruleset === undefined) {
    const why = "more rulesets require the check than are looked at";
    const next = "Look at the ruleset by hand, or require the check in fewer.";
    return [unread("bypass.unreadable", { known: false, what, why, next })];
  }
  if (!ruleset.known) return [unread("bypass.unreadable", ruleset)];
  const actors = ruleset.value.bypass_actors;
  if (actors === undefined)
    return [unread("bypass.unreadable", refused(what, permissions.bypass, "the answer leaves it out"))];
  if (actors.length === 0) return [];
  const said = actors.slice(0, 10).map((actor) => describe(actor, seen));
  const rest = actors.length > 10 ? ` and ${actors.length - 10} more` : "";
  const next = `Take whoever need not be there off the bypass list of ${name}.`;
  const message = `${name.replace(/^t/, "T")} may be bypassed by ${said.join(", ")}${rest}.`;
  const hold = holdOf(requirement, seen);
  if (hold === "open") {
    const all = `${message} That is everyone who may push.`;
    return [found("bypass.everyone", all, next, { severity: isAll ? "block" : "warn" })];
  }
  const listed = found("bypass.actor", message, next);
  if (hold === "held") return [listed];
  const strange = actors.find((actor) => reachOf(actor, seen) === "unknown");
  const why = `who is meant by ${strange === undefined ? "it" : describe(strange, seen)} is not known`;
  return [unread("bypass.unreadable", { known: false, what, why, next: "Look at the list by hand." }), listed];
}

function admins({ classic, summary }: Seen): Finding[] {
  const message = "Classic protection does not hold administrators: they merge whatever the check says.";
  const next = "Switch on that administrators cannot bypass the protection.";
  if (classic.known) {
    return classic.value?.enforce_admins?.enabled === true ? [] : [found("bypass.admins", message, next)];
  }
  // The summary says it for the checks alone, and that is what counts here.
  if (summary.known && summary.value.level === "non_admins") return [found("bypass.admins", message, next)];
  if (summary.known && summary.value.level === "everyone") return [];
  return [unread("bypass.unreadable", classic, "warn")];
}

/** Whether the branch may be force-pushed or deleted; either kind of protection is enough against it. */
function moves(seen: Seen): Finding[] {
  const branch = outside(seen.branch, 200);
  const { rules, classic } = seen;
  const findings: Finding[] = [];
  const isDefault = seen.branch === seen.defaultBranch;
  const kinds = [
    [
      "non_fast_forward",
      "allow_force_pushes",
      "bypass.force-push",
      `${branch} may be force-pushed, so what was judged can be replaced.`,
      "Block force pushes.",
    ],
    // The platform itself keeps the default branch.
    [
      "deletion",
      "allow_deletions",
      "bypass.deletion",
      `${branch} may be deleted and pushed again.`,
      "Restrict deletions.",
    ],
  ] as const;
  for (const [rule, setting, id, message, next] of isDefault ? kinds.slice(0, 1) : kinds) {
    const isRuled = ({ type, ruleset_id: rulesetId }: RuleAnswer): boolean =>
      type === rule && holdOf({ rulesetId }, seen) !== "open";
    if (rules.known && rules.value.some(isRuled)) continue;
    if (classic.known && classic.value !== null && classic.value[setting]?.enabled === false) continue;
    const missing = [rules, classic].find((part) => !part.known);
    if (missing !== undefined && !missing.known) findings.push(unread("bypass.unreadable", missing, "warn"));
    else findings.push(found(id, message, next));
  }
  return findings;
}

const wayOf: Readonly<Record<string, string>> = {
  "bypass.everyone": "everyone who may push",
  "bypass.actor": "who is on the bypass list",
  "bypass.admins": "administrators",
  "bypass.force-push": "force pushes",
  "bypass.deletion": "deleting the branch",
};

/** Everything by which a change gets in without the check. Nothing where nothing requires it. */
export function examineBypass(seen: Seen, { all }: Requirements): Examined | null {
  if (all.length === 0) return null;
  const isAll = holding(all, seen).length === 0;
  const byRuleset = new Map(all.filter(({ rulesetId }) => rulesetId !== null).map((each) => [each.rulesetId, each]));
  const findings = [
    ...[...byRuleset.values()].flatMap((requirement) => ofRuleset(requirement, seen, isAll)),
    ...(all.some(({ rulesetId }) => rulesetId === null) ? admins(seen) : []),
    ...moves(seen),
  ];
  const ways = [...new Set(findings.map(({ rule }) => wayOf[rule]).filter((way) => way !== undefined))];
  const isUnknown = findings.some(({ rule }) => rule === "bypass.unreadable");
  const open = ways.length === 0 ? "nobody" : `by ${ways.join(", ")}`;
  const said = !isUnknown ? open : ways.length === 0 ? "not wholly known" : `${open}; not wholly known`;
  return { topic: "bypass", seen: said, findings };
}
