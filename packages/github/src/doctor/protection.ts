/** @module Asking for what protects a branch: its rules, the rulesets behind them, and classic protection (report F9). */

import type { GitHubClient } from "../client.ts";
import { PlatformError } from "../errors.ts";
import { ownerAndName } from "../owner-and-name.ts";
import { checkName } from "../publish/stored-verdict.ts";
import { BranchAnswer, ClassicAnswer, RulesAnswer, RulesetAnswer } from "./answers.ts";
import type { Start } from "./first-query.ts";
import { classicChecks } from "./requirements.ts";
import type { ClassicSummary, Known, Seen } from "./seen.ts";
import { known, permissions, unreadOf } from "./unread.ts";

export type Protection = Pick<Seen, "rules" | "rulesets" | "summary" | "classic">;

/** Rulesets whose bypass lists are asked for; a repository in which more require one check is not usual. */
const mostRulesets = 3;

type Path = Readonly<Record<"owner" | "repo" | "branch", string>>;

async function rulesOf(client: GitHubClient, path: Path): Promise<Seen["rules"]> {
  const what = "the rules of the branch";
  const answer = await known(what, permissions.metadata, async () => {
    const route = "GET /repos/{owner}/{repo}/rules/branches/{branch}";
    const { data, headers } = await client.rest(route, { ...path, per_page: 100 }, RulesAnswer);
    return { rules: data, isWhole: !String(headers["link"] ?? "").includes('rel="next"') };
  });
  if (!answer.known) return answer;
  if (answer.value.isWhole) return { known: true, value: answer.value.rules };
  return {
    known: false,
    what,
    why: "there are more than one answer holds",
    next: "Look at the rules of the branch by hand.",
  };
}

function requiringRulesets(rules: Seen["rules"]): number[] {
  if (!rules.known) return [];
  const requiring = rules.value.filter(({ parameters }) =>
    parameters?.required_status_checks?.some(({ context }) => context === checkName),
  );
  return [...new Set(requiring.map(({ ruleset_id: id }) => id))].slice(0, mostRulesets);
}

async function rulesetsOf(client: GitHubClient, path: Path, rules: Seen["rules"]): Promise<Seen["rulesets"]> {
  const answers = requiringRulesets(rules).map(async (id) => {
    const ask = async () =>
      (await client.rest("GET /repos/{owner}/{repo}/rulesets/{id}", { ...path, id }, RulesetAnswer)).data;
    return [id, await known(`the bypass list of the ruleset ${id}`, permissions.bypass, ask)] as const;
  });
  return new Map(await Promise.all(answers));
}

async function summaryOf(client: GitHubClient, path: Path): Promise<Known<ClassicSummary>> {
  return await known("the summary of the branch", permissions.contents, async () => {
    const { data } = await client.rest("GET /repos/{owner}/{repo}/branches/{branch}", path, BranchAnswer);
    const { enabled, required_status_checks: required } = data.protection;
    return { enabled, checks: classicChecks(required), level: required?.enforcement_level ?? "" };
  });
}

/**
 * Classic protection, of which the platform says 404 where there is none and where the token may not see it. The summary
 * knows better what it requires; where that is nothing, an administrator's 404 is true.
 */
async function classicOf(
  client: GitHubClient,
  path: Path,
  isAdmin: boolean,
  summary: Known<ClassicSummary>,
): Promise<Seen["classic"]> {
  try {
    const route = "GET /repos/{owner}/{repo}/branches/{branch}/protection";
    return { known: true, value: (await client.rest(route, path, ClassicAnswer)).data };
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const hasNone = summary.known ? !summary.value.enabled || (isAdmin && summary.value.checks.length === 0) : isAdmin;
    if (error.status === 404 && hasNone) return { known: true, value: null };
    return unreadOf(error, "the classic protection", permissions.settings);
  }
}

/** At most six requests: rules, branch, classic protection, and three rulesets. */
export async function protectionOf(client: GitHubClient, { repository, branch, isAdmin }: Start): Promise<Protection> {
  const path = { ...ownerAndName(repository), branch };
  const [{ rules, rulesets }, { summary, classic }] = await Promise.all([
    rulesOf(client, path).then(async (found) => ({ rules: found, rulesets: await rulesetsOf(client, path, found) })),
    summaryOf(client, path).then(async (found) => ({
      summary: found,
      classic: await classicOf(client, path, isAdmin, found),
    })),
  ]);
  return { rules, rulesets, summary, classic };
}
