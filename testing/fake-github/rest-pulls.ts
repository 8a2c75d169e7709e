/** @module REST routes of pull requests: the change, its files, commits, reviews and diff. */

import { type Asked, page, pageAnswer, pullRequestFor, reading, repositoryFor } from "./answers.ts";
import { PlatformError } from "./platform-error.ts";
import type { FakePullRequest } from "./pull-request.ts";
import type { RestApp } from "./rest.ts";
import { changeCommits, changeCounts, fileRows, lineCount, truncated } from "./rest-file-rows.ts";
import { commitShape, pullShape, reviewShape, simplePullShape } from "./rest-pull-shapes.ts";

export function addPullRoutes(app: RestApp): void {
  app.get("/repos/:owner/:repo/pulls", async (asked) => {
    const repository = repositoryFor(asked, reading.pulls);
    const state = asked.req.query("state") ?? "open";
    const { base, head } = asked.req.query();
    const chosen = repository
      .pullRequests()
      .filter((change) => state === "all" || change.state === state)
      .filter((change) => base === undefined || change.base === base)
      .filter((change) => head === undefined || headLabel(change) === head);
    const ordered = inOrder(asked, chosen);
    return pageAnswer(asked, await Promise.all(ordered.map(async (change) => await simplePullShape(change))));
  });

  app.get("/repos/:owner/:repo/pulls/:number{[0-9]+}", async (asked) => {
    const change = pullRequestFor(asked, repositoryFor(asked, reading.pulls));
    if (/\bdiff\b/.test(asked.req.header("accept") ?? "")) return asked.text(await wholeDiff(change));
    return asked.json(await pullShape(change, await changeCounts(change)));
  });

  app.get("/repos/:owner/:repo/pulls/:number{[0-9]+}/files", async (asked) => {
    const change = pullRequestFor(asked, repositoryFor(asked, reading.pulls));
    const { limits } = change.repository.world;
    const rows = (await fileRows(change)).slice(0, limits.fileRows);
    const answer = page(asked, rows);
    return asked.json(truncated(answer.rows, limits), 200, answer.link);
  });

  app.get("/repos/:owner/:repo/pulls/:number{[0-9]+}/commits", async (asked) => {
    const change = pullRequestFor(asked, repositoryFor(asked, reading.pulls));
    const commits = (await changeCommits(change)).slice(0, change.repository.world.limits.commits);
    return pageAnswer(
      asked,
      commits.map((commit) => commitShape(change.repository, commit)),
    );
  });

  app.get("/repos/:owner/:repo/pulls/:number{[0-9]+}/reviews", (asked) => {
    const change = pullRequestFor(asked, repositoryFor(asked, reading.pulls));
    const own = asked.get("viewer").account.id;
    // A pending review is shown to nobody but its author.
    const shown = change.reviews.filter((review) => review.state !== "PENDING" || review.author?.id === own);
    return pageAnswer(
      asked,
      shown.map((review) => reviewShape(change, review)),
    );
  });

  app.get("/repos/:owner/:repo/commits/:sha/pulls", async (asked) => {
    const repository = repositoryFor(asked, reading.pulls);
    const sha = asked.req.param("sha");
    const found: FakePullRequest[] = [];
    for (const change of repository.pullRequests()) {
      // The platform lists nothing for a commit that only a fork holds (TooTallNate/nx.js#410).
      if (change.headRepository !== repository) continue;
      const commits = await changeCommits(change);
      if (commits.some((commit) => commit.oid === sha)) found.push(change);
    }
    return pageAnswer(asked, await Promise.all(found.map(async (change) => await simplePullShape(change))));
  });
}

function headLabel(change: FakePullRequest): string {
  return `${(change.headRepository ?? change.repository).owner.login}:${change.headRef}`;
}

function inOrder(asked: Asked, changes: readonly FakePullRequest[]): FakePullRequest[] {
  const key = asked.req.query("sort") === "updated" ? "updatedAt" : "createdAt";
  const ascending =
    (asked.req.query("direction") ?? (asked.req.query("sort") === undefined ? "desc" : "asc")) === "asc";
  const sign = ascending ? 1 : -1;
  return [...changes].sort((a, b) => sign * (a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : a.number - b.number));
}

/** The whole change in one text. The platform refuses it past its limits, which is why nobody should ask. */
async function wholeDiff(change: FakePullRequest): Promise<string> {
  const { git, world } = change.repository;
  const [from, to] = [await change.mergeBase(), await change.headOid()];
  const files = await git.diff(from, to);
  const lines = files.reduce((sum, file) => sum + lineCount(file.patch), 0);
  if (files.length > world.limits.diffFiles) {
    throw tooLarge(`the maximum number of files (${world.limits.diffFiles})`);
  }
  if (lines > world.limits.diffLines) throw tooLarge(`the maximum number of lines (${world.limits.diffLines})`);
  return (await git.run(["diff", "-M", "--full-index", "--no-ext-diff", "--no-textconv", from, to, "--"])).toString();
}

function tooLarge(what: string): PlatformError {
  const message = `Sorry, the diff exceeded ${what}. Consider using 'List pull requests files' API or locally cloning the repository instead.`;
  return new PlatformError(406, message, { errors: [{ resource: "PullRequest", field: "diff", code: "too_large" }] });
}
