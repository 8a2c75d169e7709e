/** @module REST routes of what stands in a commit: contents, trees, commits. */

import { type Asked, page, pageAnswer, reading, repositoryFor } from "./answers.ts";
import type { TreeFile } from "./git.ts";
import { notFound, PlatformError } from "./platform-error.ts";
import type { FakeRepository } from "./repository.ts";
import type { RestApp } from "./rest.ts";
import { fileRow, truncated } from "./rest-file-rows.ts";
import { commitShape } from "./rest-pull-shapes.ts";
import type { Schemas } from "./rest-shapes.ts";

export function addContentRoutes(app: RestApp): void {
  app.get("/repos/:owner/:repo/contents/:path{.+}", async (asked) => {
    const repository = repositoryFor(asked, reading.contents);
    const ref = asked.req.query("ref") ?? repository.defaultBranch;
    const commit = await repository.git.resolve(ref);
    if (commit === undefined) throw new PlatformError(404, `No commit found for the ref ${ref}`);
    const path = asked.req.param("path").replace(/\/$/, "");
    const tree = await repository.git.tree(commit);
    const entry = tree.get(path);
    if (entry === undefined) throw notFound();
    if (entry.type === "tree") return asked.json(folderShape(repository, tree, path, ref));
    if (/\braw\b/.test(asked.req.header("accept") ?? "") && entry.type === "blob") {
      return asked.body(new Uint8Array(await repository.git.blob(entry.oid)));
    }
    return asked.json(await fileShape(repository, entry, path, ref));
  });

  app.get("/repos/:owner/:repo/git/trees/:sha{.+}", async (asked) => {
    const repository = repositoryFor(asked, reading.contents);
    const id = await repository.git.resolve(asked.req.param("sha"));
    if (id === undefined) throw notFound();
    const recursive = asked.req.query("recursive") !== undefined;
    const entries = [...(await repository.git.tree(id))].filter(([path]) => recursive || !path.includes("/"));
    const answer = {
      sha: id,
      url: `${repository.apiUrl}/git/trees/${id}`,
      truncated: false,
      tree: entries.map(([path, entry]) => ({
        path,
        mode: entry.mode,
        type: entry.type,
        sha: entry.oid,
        ...(entry.type === "blob" ? { size: entry.size } : {}),
        url: `${repository.apiUrl}/git/${entry.type}s/${entry.oid}`,
      })),
    } satisfies Schemas["git-tree"];
    return asked.json(answer);
  });

  app.get("/repos/:owner/:repo/git/blobs/:sha{[0-9a-f]+}", async (asked) => {
    const repository = repositoryFor(asked, reading.contents);
    const sha = asked.req.param("sha");
    if ((await repository.git.typeOf(sha).catch(() => "")) !== "blob") throw notFound();
    const bytes = await repository.git.blob(sha);
    const answer = {
      sha,
      node_id: "",
      size: bytes.length,
      url: `${repository.apiUrl}/git/blobs/${sha}`,
      encoding: "base64",
      content: bytes.toString("base64").replace(/.{60}/g, "$&\n"),
    } satisfies Schemas["blob"];
    return asked.json(answer);
  });

  app.get("/repos/:owner/:repo/commits", async (asked) => {
    const repository = repositoryFor(asked, reading.contents);
    const head = await repository.git.resolve(asked.req.query("sha") ?? repository.defaultBranch);
    if (head === undefined) throw notFound();
    const commits = await repository.git.history(head, 1000);
    return pageAnswer(
      asked,
      commits.map((commit) => commitShape(repository, commit)),
    );
  });

  app.get("/repos/:owner/:repo/compare/:ends{.+}", async (asked) => {
    const repository = repositoryFor(asked, reading.contents);
    const [from = "", to = ""] = asked.req.param("ends").split("...", 2);
    const [base, head] = [await repository.git.resolve(from), await repository.git.resolve(to)];
    if (base === undefined || head === undefined) throw notFound();
    const { shape, link } = await comparison(asked, repository, base, head);
    return asked.json(shape, 200, link);
  });

  app.get("/repos/:owner/:repo/commits/:sha{[^/]+}", async (asked) => {
    const repository = repositoryFor(asked, reading.contents);
    const oid = await repository.git.resolve(asked.req.param("sha"));
    if (oid === undefined) throw new PlatformError(422, `No commit found for SHA: ${asked.req.param("sha")}`);
    return asked.json(commitShape(repository, await repository.git.commit(oid)));
  });
}

/** Commits of a comparison whose pages are not asked for. */
const comparedCommits = 250;

/**
 * The platform's comparison by three dots. Commits come in pages where one is asked for, the oldest first; files stand on
 * the first page alone, and their list ends without a word.
 */
async function comparison(asked: Asked, repository: FakeRepository, base: string, head: string) {
  const { git, world } = repository;
  const fork = await git.mergeBase(base, head);
  const [ahead, behind] = [await git.commits(base, head), await git.commits(head, base)];
  const files = (await git.diff(fork, head)).slice(0, world.limits.diffFiles);
  const status =
    ahead.length === 0 ? (behind.length === 0 ? "identical" : "behind") : behind.length === 0 ? "ahead" : "diverged";
  const html = `${repository.htmlUrl}/compare/${base}...${head}`;
  const isPaged = asked.req.query("per_page") !== undefined || asked.req.query("page") !== undefined;
  const { rows, link } = isPaged ? page(asked, ahead) : { rows: ahead.slice(0, comparedCommits), link: {} };
  const isFirst = (asked.req.query("page") ?? "1") === "1";
  const shown = truncated(
    files.map((file) => fileRow(repository, head, file)),
    world.limits,
  );
  const shape = {
    url: `${repository.apiUrl}/compare/${base}...${head}`,
    html_url: html,
    permalink_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    base_commit: commitShape(repository, await git.commit(base)),
    merge_base_commit: commitShape(repository, await git.commit(fork)),
    status,
    ahead_by: ahead.length,
    behind_by: behind.length,
    total_commits: ahead.length,
    commits: rows.map((commit) => commitShape(repository, commit)),
    files: isFirst ? shown : [],
  } satisfies Schemas["commit-comparison"];
  return { shape, link };
}

function urls(repository: FakeRepository, path: string, ref: string) {
  const name = path.split("/").map(encodeURIComponent).join("/");
  const url = `${repository.apiUrl}/contents/${name}?ref=${ref}`;
  return { url, html: `${repository.htmlUrl}/blob/${ref}/${name}` };
}

async function fileShape(repository: FakeRepository, entry: TreeFile, path: string, ref: string) {
  const { url, html } = urls(repository, path, ref);
  const name = path.slice(path.lastIndexOf("/") + 1);
  const git = `${repository.apiUrl}/git/blobs/${entry.oid}`;
  const common = { name, path, sha: entry.oid, size: entry.size, url, html_url: html, git_url: git };
  const links = { download_url: null, _links: { self: url, git, html } };
  if (entry.type === "commit") {
    return {
      type: "submodule" as const,
      ...common,
      ...links,
      submodule_git_url: "",
    } satisfies Schemas["content-submodule"];
  }
  const bytes = await repository.git.blob(entry.oid);
  if (entry.mode === "120000") {
    return {
      type: "symlink" as const,
      ...common,
      ...links,
      target: bytes.toString("utf8"),
    } satisfies Schemas["content-symlink"];
  }
  // Past 1 MB the platform leaves the content out of this answer.
  const shown = bytes.length <= 1024 * 1024;
  return {
    type: "file" as const,
    ...common,
    ...links,
    encoding: shown ? "base64" : "none",
    content: shown ? bytes.toString("base64").replace(/.{60}/g, "$&\n") : "",
  } satisfies Schemas["content-file"];
}

function folderShape(repository: FakeRepository, tree: ReadonlyMap<string, TreeFile>, folder: string, ref: string) {
  const below = [...tree].filter(([path]) => path.slice(0, path.lastIndexOf("/")) === folder && path.includes("/"));
  return below.map(([path, entry]) => {
    const { url, html } = urls(repository, path, ref);
    const type = entry.type === "tree" ? "dir" : entry.type === "commit" ? "submodule" : "file";
    const name = path.slice(path.lastIndexOf("/") + 1);
    const common = { type, name, path, sha: entry.oid, size: entry.size, url, html_url: html, git_url: null };
    return { ...common, download_url: null, _links: { self: url, git: null, html } };
  });
}
