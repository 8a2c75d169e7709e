/** @module REST routes of a repository itself: people, rules, branches, rate limit, the account asking. */

import type { Account } from "./accounts.ts";
import { type Asked, page, pageAnswer, reading, repositoryFor } from "./answers.ts";
import { notFound, PlatformError } from "./platform-error.ts";
import type { FakeRepository, Ruleset } from "./repository.ts";
import type { RestApp } from "./rest.ts";
import { commitShape } from "./rest-pull-shapes.ts";
import { fullRepositoryShape, repositoryShape, type Schemas, userShape } from "./rest-shapes.ts";
import { canSee } from "./tokens.ts";

export function addRepositoryRoutes(app: RestApp): void {
  app.get("/repos/:owner/:repo", (asked) => asked.json(fullRepositoryShape(repositoryFor(asked, reading.metadata))));

  app.get("/repos/:owner/:repo/collaborators/:login/permission", (asked) => {
    const repository = repositoryFor(asked, reading.metadata);
    const login = asked.req.param("login");
    const account = repository.world.accounts.find(login);
    if (account === undefined) throw notFound();
    if (account.kind === "Bot") throw new PlatformError(404, `${login} is not a user`);
    return asked.json(permissionShape(repository, account));
  });

  app.get("/repos/:owner/:repo/rules/branches/:branch{.+}", (asked) => {
    const repository = repositoryFor(asked, reading.metadata);
    const rules = repository.rulesetsOn(asked.req.param("branch")).flatMap((ruleset) =>
      ruleset.rules.map((rule) => ({
        ...rule,
        ruleset_source_type: ruleset.source,
        ruleset_source: sourceName(repository, ruleset),
        ruleset_id: ruleset.id,
      })),
    );
    return pageAnswer(asked, rules satisfies Schemas["repository-rule-detailed"][]);
  });

  app.get("/repos/:owner/:repo/rulesets", (asked) => {
    const repository = repositoryFor(asked, reading.metadata);
    return pageAnswer(
      asked,
      repository.rulesets.map((ruleset) => rulesetShape(repository, ruleset)),
    );
  });

  app.get("/repos/:owner/:repo/rulesets/:id{[0-9]+}", (asked) => {
    const repository = repositoryFor(asked, reading.metadata);
    const ruleset = repository.rulesets.find((one) => one.id === Number(asked.req.param("id")));
    if (ruleset === undefined) throw notFound();
    const conditions = { ref_name: { include: [...ruleset.branches], exclude: [] } };
    // Who may bypass is shown to those who may change the ruleset only.
    const { role } = repository.roleOf(asked.get("viewer").account);
    const bypass = role === "admin" || asked.get("viewer").permissions?.["administration"] === "write";
    const answer = {
      ...rulesetShape(repository, ruleset),
      conditions,
      rules: [...ruleset.rules],
      ...(bypass ? { bypass_actors: [...ruleset.bypass] } : {}),
    } satisfies Schemas["repository-ruleset"];
    return asked.json(answer);
  });

  app.get("/repos/:owner/:repo/branches/:branch{.+}/protection", (asked) => {
    const repository = settingsFor(asked);
    const protection = repository.protections.get(asked.req.param("branch"));
    // Rulesets do not show here: the platform answers 404 for a branch they alone protect.
    if (protection === undefined) throw new PlatformError(404, "Branch not protected");
    return asked.json(protection satisfies Schemas["branch-protection"]);
  });

  app.get("/repos/:owner/:repo/branches/:branch{.+}", async (asked) => {
    const repository = repositoryFor(asked, reading.contents);
    const name = asked.req.param("branch");
    const sha = repository.git.branch(name);
    if (sha === undefined) throw new PlatformError(404, "Branch not found");
    const commit = commitShape(repository, await repository.git.commit(sha));
    return asked.json(branchShape(repository, name, commit));
  });

  app.get("/repos/:owner/:repo/actions/permissions", (asked) => {
    const { enabled, allowed } = repositoryFor(asked, reading.settings).actions;
    return asked.json({
      enabled,
      ...(enabled ? { allowed_actions: allowed } : {}),
    } satisfies Schemas["actions-repository-permissions"]);
  });

  app.get("/repos/:owner/:repo/actions/permissions/workflow", (asked) => {
    const { tokenDefault, mayApprove } = repositoryFor(asked, reading.settings).actions;
    return asked.json({
      default_workflow_permissions: tokenDefault,
      can_approve_pull_request_reviews: mayApprove,
    } satisfies Schemas["actions-get-default-workflow-permissions"]);
  });

  app.get("/rate_limit", (asked) => {
    const { rate } = asked.get("viewer");
    const shown = { ...rate, remaining: Math.max(rate.limit - rate.used, 0) };
    return asked.json({
      resources: { core: shown, search: shown, graphql: shown },
      rate: shown,
    } satisfies Schemas["rate-limit-overview"]);
  });

  app.get("/user", (asked) => {
    const { account, kind } = asked.get("viewer");
    if (kind !== "personal") throw new PlatformError(403, "Resource not accessible by integration");
    return asked.json(userShape(asked.get("world"), account));
  });

  app.get("/installation/repositories", (asked) => {
    const viewer = asked.get("viewer");
    if (viewer.installation === undefined) {
      throw new PlatformError(
        403,
        "You must authenticate with an installation access token in order to list repositories for an installation.",
      );
    }
    const visible = [...asked.get("world").repositories.values()].filter(
      (repository) => viewer.repositories?.has(repository.id) === true && canSee(viewer, repository),
    );
    const { rows, link } = page(asked, visible);
    return asked.json({ total_count: visible.length, repositories: rows.map(repositoryShape) }, 200, link);
  });
}

/** Classic protection is hidden from people who are no admin, as if it were not there: 404. An app is told 403. */
function settingsFor(asked: Asked): FakeRepository {
  const repository = repositoryFor(asked, reading.metadata);
  const { permissions, account } = asked.get("viewer");
  if (permissions === undefined && repository.roleOf(account).role !== "admin") throw notFound();
  return repositoryFor(asked, reading.settings);
}

/** A branch says that it is protected for rulesets too; the summary beside it is of classic protection alone. */
function branchShape(repository: FakeRepository, name: string, commit: Schemas["commit"]) {
  const url = `${repository.apiUrl}/branches/${name}`;
  const classic = repository.protections.get(name) as Schemas["branch-protection"] | undefined;
  const checks = classic?.required_status_checks;
  const level = classic?.enforce_admins?.enabled === true ? "everyone" : "non_admins";
  return {
    name,
    commit,
    _links: { self: url, html: `${repository.htmlUrl}/tree/${name}` },
    protected: classic !== undefined || repository.rulesetsOn(name).length > 0,
    protection: {
      enabled: classic !== undefined,
      required_status_checks: {
        enforcement_level: checks === undefined ? "off" : level,
        contexts: checks?.contexts ?? [],
        checks: checks?.checks ?? [],
      },
    },
    protection_url: `${url}/protection`,
  } satisfies Schemas["branch-with-protection"];
}

/** The four old words beside the role's own name: maintain is shown as write, triage as read. */
function permissionShape(repository: FakeRepository, account: Account) {
  const { role, roleName } = repository.roleOf(account);
  const base = role === "maintain" ? "write" : role === "triage" ? "read" : role;
  return {
    permission: base,
    role_name: roleName,
    user: { ...userShape(repository.world, account), role_name: roleName },
  } satisfies Schemas["repository-collaborator-permission"];
}

function sourceName(repository: FakeRepository, ruleset: Ruleset): string {
  return ruleset.source === "Organization" ? repository.owner.login : repository.fullName;
}

function rulesetShape(repository: FakeRepository, ruleset: Ruleset) {
  return {
    id: ruleset.id,
    name: ruleset.name,
    target: "branch" as const,
    source_type: ruleset.source,
    source: sourceName(repository, ruleset),
    enforcement: ruleset.enforcement,
  } satisfies Schemas["repository-ruleset"];
}
