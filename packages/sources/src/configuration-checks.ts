/** @module What a schema cannot say of a configuration: entries that contradict each other, and entries that do nothing. */

import type { Configuration } from "@warrant/kernel/configuration";
import { type Finding, formatPath, type Path, valueAt } from "./configuration-messages.ts";
import { patternErrors, patternWarnings } from "./configuration-patterns.ts";
import { valueWarnings } from "./configuration-values.ts";
import { cleanText } from "./yaml-quote.ts";

function say(path: Path, message: string, of: "key" | "value" = "value"): Finding {
  return { path, of, message: `${formatPath(path)} ${message}` };
}

function listAt(root: unknown, path: Path): readonly unknown[] {
  const list = valueAt(root, path);
  return Array.isArray(list) ? list : [];
}

function ruleErrors(root: unknown, section: "policy" | "action"): Finding[] {
  const first = new Map<string, number>();
  return listAt(root, [section, "rules"]).flatMap((_, index) => {
    const path: Path = [section, "rules", index, "id"];
    const id = valueAt(root, path);
    if (typeof id !== "string") return [];
    const before = first.get(id);
    if (before === undefined) {
      first.set(id, index);
      return [];
    }
    return [say(path, `"${cleanText(id)}" is already the id of ${section}.rules[${before}]; ids must be unique`)];
  });
}

/** A rule of the action gate is about effects or about a command; one about both would say nothing of how they belong together. */
function actionRuleErrors(root: unknown): Finding[] {
  return listAt(root, ["action", "rules"]).flatMap((rule, index) => {
    if (typeof rule !== "object" || rule === null) return [];
    const named = ["effect", "command"].filter((key) => key in rule);
    if (named.length === 1) return [];
    const path: Path = ["action", "rules", index];
    return [
      say(path, named.length === 0 ? "must have an effect or a command" : "has an effect and a command; keep one"),
    ];
  });
}

/** Labels are compared trimmed and folded, so two spellings of one label would contradict each other silently. */
function labelErrors(root: unknown): Finding[] {
  const labels = valueAt(root, ["policy", "labels"]);
  if (typeof labels !== "object" || labels === null || Array.isArray(labels)) return [];
  const first = new Map<string, string>();
  return Object.keys(labels).flatMap((name) => {
    const folded = name.trim().toUpperCase().toLowerCase();
    const before = first.get(folded);
    const path: Path = ["policy", "labels", name];
    if (folded === "") return name === "" ? [] : [say(path, "has an empty name", "key")];
    if (before === undefined) {
      first.set(folded, name);
      return [];
    }
    return [say(path, `is the same label as "${cleanText(before)}": case and outer spaces do not count`, "key")];
  });
}

function isInRepository(file: string): boolean {
  return !file.startsWith("/") && !file.includes("\\") && !file.split("/").includes("..");
}

function beadFileErrors(root: unknown): Finding[] {
  const list: Path = ["intent", "evidence", "plan", "beads"];
  return listAt(root, list).flatMap((file, index) => {
    const path = [...list, index];
    if (typeof file !== "string") return [];
    if (!isInRepository(file)) {
      return [say(path, "must be a path inside the repository, with / between folders")];
    }
    return file.includes("*") ? [say(path, "is a file name, not a pattern; list each file")] : [];
  });
}

/** Keys are read from the base commit, so each is a file of the repository. */
function claimKeyErrors(root: unknown): Finding[] {
  return listAt(root, ["claim", "keys"]).flatMap((file, index) => {
    if (typeof file !== "string" || isInRepository(file)) return [];
    return [say(["claim", "keys", index], "must be a path inside the repository, with / between folders")];
  });
}

/** Entries that contradict each other or cannot be used. The document need not fit the schema: every error is told at once. */
export function contradictions(root: unknown): Finding[] {
  return [
    ...patternErrors(root),
    ...beadFileErrors(root),
    ...labelErrors(root),
    ...ruleErrors(root, "policy"),
    ...ruleErrors(root, "action"),
    ...actionRuleErrors(root),
    ...claimKeyErrors(root),
  ];
}

const labelled = ["domain", "priority", "initiative"] as const;

/** A condition on a value that no configured label gives can never hold. */
function policyWarnings(policy: NonNullable<Configuration["policy"]>): Finding[] {
  const warnings: Finding[] = [];
  const given = new Set(Object.values(policy.labels).map(({ dimension, value }) => `${dimension} ${value}`));
  for (const [index, rule] of policy.rules.entries()) {
    const path: Path = ["policy", "rules", index];
    for (const dimension of labelled) {
      for (const value of [rule.when[dimension] ?? []].flat()) {
        if (given.has(`${dimension} ${value}`)) continue;
        const why = `names "${cleanText(value)}", which no label of policy.labels gives; it can never match`;
        warnings.push(say([...path, "when", dimension], why));
      }
    }
    if (Object.keys(rule.set).length === 0) {
      warnings.push(say([...path, "set"], "is empty: alone, the rule gives the safest policy"));
    }
  }
  const dimension = policy.scoring?.dimension;
  const weighs = Object.values(policy.labels).some((each) => each.dimension === dimension && each.weight !== undefined);
  if (dimension !== undefined && !weighs) {
    const why = `has nothing to weigh: no label of dimension ${dimension} has a weight`;
    warnings.push(say(["policy", "scoring"], why));
  }
  if (policy.rules.length === 0) {
    warnings.push(say(["policy"], "has no rules, so every gated change needs a human approval"));
  }
  return warnings;
}

function agentWarnings(agents: Configuration["intent"]["agents"]): Finding[] {
  const logins = new Set(agents.logins.map((login) => login.toLowerCase()));
  return agents.people.flatMap((login, index) => {
    if (!logins.has(login.toLowerCase())) return [];
    const why = `"${cleanText(login)}" is also in intent.agents.logins, which wins: it counts as an agent`;
    return [say(["intent", "agents", "people", index], why)];
  });
}

/** Why an allow rule never lets anything through: it has to name what it allows (decision 0272). */
function actionWarnings(action: NonNullable<Configuration["action"]>): Finding[] {
  return (action.rules ?? []).flatMap((rule, index) => {
    if (rule.decision !== "allow" || (rule.effect?.kind !== undefined && rule.effect.target !== undefined)) return [];
    const why = "allows nothing: an allow rule needs an effect with kind and target";
    return [say(["action", "rules", index], why)];
  });
}

/** What is allowed but does nothing, or more than was probably meant. */
export function doubts(configuration: Configuration): Finding[] {
  const { intent, policy, action } = configuration;
  return [
    ...patternWarnings(configuration),
    ...agentWarnings(intent.agents),
    ...valueWarnings(configuration),
    ...(policy === undefined ? [] : policyWarnings(policy)),
    ...(action === undefined ? [] : actionWarnings(action)),
  ];
}
