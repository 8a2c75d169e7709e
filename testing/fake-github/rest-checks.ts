/** @module REST routes of what is said about commits: check runs, statuses, SARIF. */

import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import type { Asked } from "./answers.ts";
import { bodyObject, page, pageAnswer, reading, repositoryFor, writing } from "./answers.ts";
import { readCheckRun, updateCheckRun } from "./check-input.ts";
import { notFound, PlatformError } from "./platform-error.ts";
import type { CheckRun, CommitStatus, FakeRepository } from "./repository.ts";
import type { RestApp } from "./rest.ts";
import { appShape, minimalRepositoryShape, nodeId, type Schemas } from "./rest-shapes.ts";

export function addCheckRoutes(app: RestApp): void {
  app.get("/repos/:owner/:repo/commits/:sha/check-runs", async (asked) => {
    const repository = repositoryFor(asked, reading.checks);
    const sha = await commitFor(asked, repository);
    const { check_name: name, app_id: appId, status, filter } = asked.req.query();
    const chosen = repository.checkRuns
      .filter((run) => run.headSha === sha && (name === undefined || run.name === name))
      .filter(
        (run) =>
          (appId === undefined || run.app.id === Number(appId)) && (status === undefined || run.status === status),
      );
    const runs = filter === "all" ? chosen : latestOfEach(chosen);
    const { rows, link } = page(asked, runs);
    return asked.json(
      { total_count: runs.length, check_runs: rows.map((run) => checkRunShape(repository, run)) },
      200,
      link,
    );
  });

  app.get("/repos/:owner/:repo/check-runs/:id{[0-9]+}", (asked) => {
    const repository = repositoryFor(asked, reading.checks);
    return asked.json(checkRunShape(repository, checkRunFor(asked, repository)));
  });

  app.get("/repos/:owner/:repo/check-runs/:id{[0-9]+}/annotations", (asked) => {
    return pageAnswer(asked, checkRunFor(asked, repositoryFor(asked, reading.checks)).annotations);
  });

  app.post("/repos/:owner/:repo/check-runs", async (asked) => {
    const repository = repositoryFor(asked, writing.checks);
    const run = await readCheckRun(repository, asked.get("viewer"), bodyObject(asked));
    return asked.json(checkRunShape(repository, run), 201);
  });

  app.patch("/repos/:owner/:repo/check-runs/:id{[0-9]+}", (asked) => {
    const repository = repositoryFor(asked, writing.checks);
    const run = checkRunFor(asked, repository);
    if (run.app.id !== asked.get("viewer").app?.id) {
      throw new PlatformError(
        403,
        "Invalid app_id `" +
          String(asked.get("viewer").app?.id) +
          "` - check run can only be modified by the GitHub App that created it.",
      );
    }
    updateCheckRun(repository, run, bodyObject(asked));
    return asked.json(checkRunShape(repository, run));
  });

  app.get("/repos/:owner/:repo/commits/:sha/status", async (asked) => {
    const repository = repositoryFor(asked, reading.statuses);
    const sha = await commitFor(asked, repository);
    const statuses = latestStatuses(repository, sha);
    const { rows, link } = page(asked, statuses);
    const url = `${repository.apiUrl}/commits/${sha}`;
    const answer = {
      state: combinedState(statuses),
      statuses: rows.map((status) => statusShape(repository, status)),
      sha,
      total_count: statuses.length,
      repository: minimalRepositoryShape(repository),
      commit_url: url,
      url: `${url}/status`,
    } satisfies Schemas["combined-commit-status"];
    return asked.json(answer, 200, link);
  });

  app.post("/repos/:owner/:repo/code-scanning/sarifs", (asked) => {
    const repository = repositoryFor(asked, writing.sarif);
    const { commit_sha: sha, ref, sarif } = bodyObject(asked);
    if (typeof sha !== "string" || typeof ref !== "string" || typeof sarif !== "string") {
      throw new PlatformError(400, "Bad Request: commit_sha, ref and sarif are required");
    }
    const text = unpacked(sarif);
    const id = createHash("sha256").update(`${sha}${text}`).digest("hex").slice(0, 36);
    repository.sarifUploads.push({ id, commitSha: sha, ref, sarif: text });
    const url = `${repository.apiUrl}/code-scanning/sarifs/${id}`;
    return asked.json({ id, url } satisfies Schemas["code-scanning-sarifs-receipt"], 202);
  });
}

/** The platform takes gzip in base64 and nothing else. */
function unpacked(sarif: string): string {
  try {
    return gunzipSync(Buffer.from(sarif, "base64")).toString("utf8");
  } catch {
    throw new PlatformError(400, "Bad Request: the SARIF must be gzipped and in Base64");
  }
}

async function commitFor(asked: Asked, repository: FakeRepository): Promise<string> {
  const name = asked.req.param("sha") ?? "";
  const oid = await repository.git.resolve(name);
  if (oid === undefined) throw new PlatformError(422, `No commit found for SHA: ${name}`);
  return oid;
}

function checkRunFor(asked: Asked, repository: FakeRepository): CheckRun {
  const run = repository.checkRuns.find((one) => one.id === Number(asked.req.param("id")));
  if (run === undefined) throw notFound();
  return run;
}

/** Per app and name the newest, newest first, as `filter=latest` says. */
export function latestOfEach(runs: readonly CheckRun[]): CheckRun[] {
  const latest = new Map<string, CheckRun>();
  for (const run of runs) latest.set(`${run.app.id} ${run.name}`, run);
  return [...latest.values()].sort((a, b) => b.id - a.id);
}

export function latestStatuses(repository: FakeRepository, sha: string): CommitStatus[] {
  const latest = new Map<string, CommitStatus>();
  for (const status of repository.statuses) if (status.sha === sha) latest.set(status.context, status);
  return [...latest.values()];
}

function combinedState(statuses: readonly CommitStatus[]): string {
  if (statuses.some((status) => status.state === "failure" || status.state === "error")) return "failure";
  if (statuses.length === 0 || statuses.some((status) => status.state === "pending")) return "pending";
  return "success";
}

function statusShape(repository: FakeRepository, status: CommitStatus) {
  return {
    url: `${repository.apiUrl}/statuses/${status.sha}`,
    avatar_url: null,
    id: status.id,
    node_id: nodeId("StatusContext", status.id),
    state: status.state,
    description: status.description,
    target_url: status.targetUrl,
    context: status.context,
    created_at: status.createdAt,
    updated_at: status.createdAt,
  } satisfies Schemas["simple-commit-status"];
}

export function checkRunShape(repository: FakeRepository, run: CheckRun) {
  const url = `${repository.apiUrl}/check-runs/${run.id}`;
  return {
    id: run.id,
    name: run.name,
    node_id: nodeId("CheckRun", run.id),
    head_sha: run.headSha,
    external_id: run.externalId,
    url,
    html_url: `${repository.htmlUrl}/runs/${run.id}`,
    details_url: run.detailsUrl,
    status: run.status,
    // `stale` is set by the platform alone and missing from the published type.
    conclusion: run.conclusion as Schemas["check-run"]["conclusion"],
    started_at: run.startedAt,
    completed_at: run.completedAt,
    output: {
      title: run.title,
      summary: run.summary,
      text: run.text,
      annotations_count: run.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    check_suite: { id: run.app.id * 1000 + 1 },
    app: appShape(repository.world, run.app),
    pull_requests: [],
  } satisfies Schemas["check-run"];
}
