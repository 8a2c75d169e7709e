/** @module The REST route that compares two commits: those between them, in pages, and the files of the first page. */

import { page, reading, repositoryFor } from "./answers.ts";
import { notFound } from "./platform-error.ts";
import type { RestApp } from "./rest.ts";
import { fileRow } from "./rest-file-rows.ts";
import { commitShape } from "./rest-pull-shapes.ts";
import type { Schemas } from "./rest-shapes.ts";

function statusOf(ahead: number, behind: number): "diverged" | "ahead" | "behind" | "identical" {
  if (ahead > 0) return behind > 0 ? "diverged" : "ahead";
  return behind > 0 ? "behind" : "identical";
}

export function addCompareRoutes(app: RestApp): void {
  app.get("/repos/:owner/:repo/compare/:basehead{.+}", async (asked) => {
    const repository = repositoryFor(asked, reading.contents);
    const { git, world } = repository;
    const [from = "", to = ""] = asked.req.param("basehead").split("...", 2);
    const [base, head] = [await git.resolve(from), await git.resolve(to)];
    if (base === undefined || head === undefined) throw notFound();
    const mergeBase = await git.mergeBase(base, head);
    const ahead = await git.commits(base, head);
    const behind = await git.commits(head, base);
    const { per_page: size, page: number } = asked.req.query();
    // Without either of the two parameters the answer is one page of at most 250 commits, as of old.
    const isPaged = size !== undefined || number !== undefined;
    const { rows, link } = isPaged ? page(asked, ahead) : { rows: ahead.slice(-world.limits.commits), link: {} };
    const files = Number(number ?? 1) > 1 ? [] : await git.diff(mergeBase, head);
    const url = `${repository.apiUrl}/compare/${from}...${to}`;
    const html = `${repository.htmlUrl}/compare/${from}...${to}`;
    const answer = {
      url,
      html_url: html,
      permalink_url: html,
      diff_url: `${html}.diff`,
      patch_url: `${html}.patch`,
      base_commit: commitShape(repository, await git.commit(base)),
      merge_base_commit: commitShape(repository, await git.commit(mergeBase)),
      status: statusOf(ahead.length, behind.length),
      ahead_by: ahead.length,
      behind_by: behind.length,
      total_commits: ahead.length,
      commits: rows.map((commit) => commitShape(repository, commit)),
      files: files.slice(0, 300).map((file) => fileRow(repository, head, file)),
    } satisfies Schemas["commit-comparison"];
    return asked.json(answer, 200, link);
  });
}
