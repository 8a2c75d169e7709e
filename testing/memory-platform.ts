/**
 * @module One pull request's checks and comments in memory, behind the client's own calls: for tests that stop, race and
 * change it at every request. What a server does with bytes is tested against the fake server.
 */

import type * as z from "zod/mini";
import type { Answer } from "../packages/github/src/client.ts";
import { PlatformError, type PlatformErrorCode } from "../packages/github/src/errors.ts";
import type { Platform } from "../packages/github/src/publish/platform.ts";
import { baseSha, headSha } from "./facts.ts";

interface StoredRun {
  id: number;
  name: string;
  head_sha: string;
  status: string;
  conclusion: string | null;
  external_id: string | null;
  details_url: string | null;
  app: { id: number; slug: string } | null;
  output: { title: string | null; summary: string | null; text: string | null; annotations_count: number };
  annotations: { path: string }[];
}

interface StoredComment {
  id: number;
  body: string;
  user: { id: number; login?: string; type?: string } | null;
  performed_via_github_app: { id: number } | null;
}

interface PlatformRequest {
  /** From 1. */
  readonly count: number;
  /** `POST /repos/{owner}/{repo}/check-runs`, or `graphql`. */
  readonly route: string;
  readonly isWrite: boolean;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** What every run of the process that stops here throws. */
export class Killed extends Error {}

const statusCodes: Readonly<Record<number, PlatformErrorCode>> = {
  401: "platform-auth",
  403: "platform-auth",
  404: "platform-missing",
};

export function platformError(status: number, code = statusCodes[status] ?? "platform-failed"): PlatformError {
  return new PlatformError({
    code,
    asked: "something",
    came: `it answered ${status}`,
    next: "Try again later.",
    status,
  });
}

type Parameters = Readonly<Record<string, unknown>>;

/** State that several processes share, and what happens to their requests. */
export class MemoryPlatform {
  readonly runs: StoredRun[] = [];
  readonly comments: StoredComment[] = [];
  /** Other pull requests of the repository. */
  siblings: { number: number; state: string; head: string }[] = [];
  /** How many open ones there are; the siblings are the oldest of them. */
  openChanges = 1;
  /** Whether the repository holds the commit, so that `GET /commits/SHA/pulls` lists its pull requests. */
  isListedByCommit = true;
  head = headSha;
  base: { ref: string; sha: string | null } = { ref: "main", sha: baseSha };
  state: "OPEN" | "CLOSED" | "MERGED" = "OPEN";
  actor: { appId: number; accountId: number; isApp: boolean } = { appId: 15_368, accountId: 41_898_282, isApp: false };
  readonly requests: PlatformRequest[] = [];
  /** Called before a request is carried out; it may change the state or throw. */
  before: (request: PlatformRequest) => void = () => {};
  /** Called after it was carried out, before the answer arrives. */
  after: (request: PlatformRequest) => void = () => {};
  /** Lets other processes go first. */
  pause: () => Promise<void> = () => Promise.resolve();
  #ids = 100;

  get writes(): PlatformRequest[] {
    return this.requests.filter((request) => request.isWrite);
  }

  addComment(body: string, author: Partial<{ accountId: number; appId: number | null }> = {}): StoredComment {
    this.#ids += 1;
    const comment = {
      id: this.#ids,
      body,
      user: { id: author.accountId ?? this.actor.accountId },
      performed_via_github_app: author.appId === undefined || author.appId === null ? null : { id: author.appId },
    };
    this.comments.push(comment);
    return comment;
  }

  addRun(parts: Partial<StoredRun> = {}): StoredRun {
    this.#ids += 1;
    const run: StoredRun = {
      id: this.#ids,
      name: "warrant/change",
      head_sha: this.head,
      status: "completed",
      conclusion: "success",
      external_id: parts.status === "in_progress" ? "in progress" : "not judged",
      details_url: null,
      app: { id: this.actor.appId, slug: "github-actions" },
      output: { title: null, summary: null, text: null, annotations_count: 0 },
      annotations: [],
      ...parts,
    };
    this.runs.push(run);
    return run;
  }

  readonly client: Platform = {
    rest: async <Data>(route: string, parameters: Parameters, schema: z.ZodMiniType<Data>): Promise<Answer<Data>> => {
      const data = await this.#carryOut(route, !route.startsWith("GET "), parameters, () =>
        this.#rest(route, parameters),
      );
      return { data: schema.parse(data), status: 200, headers: {} };
    },
    pages: (route, parameters, schema) => this.#pages(route, parameters, schema),
    graphql: async (_name, query, variables, schema) => {
      const isList = /^query Warrant(?:Siblings|Remembered)\b/.test(query);
      const [route, answer] = isList
        ? ["graphql open changes", () => this.#openChanges(variables)]
        : ["graphql", () => this.#graphql()];
      const data = await this.#carryOut(route, false, variables, answer);
      return { data: schema.parse(data), faults: [] };
    },
  };

  async *#pages<Data>(route: string, parameters: Parameters, schema: z.ZodMiniType<Data>): AsyncGenerator<Data> {
    const all = structuredClone(this.#list(route, parameters));
    for (let at = 0; at === 0 || at < all.length; at += 100) {
      const page = all.slice(at, at + 100);
      const data = await this.#carryOut(route, false, parameters, () =>
        at === 0 ? this.#list(route, parameters).slice(0, 100) : page,
      );
      yield schema.parse(route.endsWith("/check-runs") ? { check_runs: data } : data);
    }
  }

  async #carryOut(route: string, isWrite: boolean, parameters: Parameters, act: () => unknown): Promise<unknown> {
    const request = { count: this.requests.length + 1, route, isWrite, parameters };
    this.requests.push(request);
    await this.pause();
    this.before(request);
    const data = structuredClone(act());
    this.after(request);
    await this.pause();
    return data;
  }

  #graphql(): unknown {
    const target = this.base.sha === null ? null : { oid: this.base.sha };
    const baseRef = target === null ? null : { target };
    return {
      repository: {
        pullRequest: {
          state: this.state,
          headRefOid: this.head,
          baseRefName: this.base.ref,
          baseRefOid: "0".repeat(40),
          baseRef,
        },
      },
    };
  }

  /** The siblings are the oldest of the open changes: on the last page, and beyond a thousand on none that is asked for. */
  #openChanges({ cursor }: Parameters): unknown {
    const nodes = this.siblings.filter(({ state }) => state === "open");
    const shown = nodes.map(({ number, head }) => ({ number, headRefOid: head }));
    const about = this.siblings.map(({ number, state, head }) => [
      `c${number}`,
      { state: state.toUpperCase(), headRefOid: head },
    ]);
    const page = typeof cursor === "string" ? Number(cursor) : 1;
    const hasNextPage = page * 100 < this.openChanges;
    const pageInfo = { hasNextPage, endCursor: hasNextPage ? String(page + 1) : null };
    return {
      repository: {
        ...Object.fromEntries(about),
        pullRequests: { pageInfo, nodes: hasNextPage ? [] : shown },
      },
    };
  }

  #list(route: string, parameters: Parameters): unknown[] {
    if (route.endsWith("/comments")) return this.comments;
    if (route.endsWith("/check-runs")) return this.runs.filter((run) => run.head_sha === parameters["ref"]);
    if (route.endsWith("/pulls")) {
      if (!this.isListedByCommit) return [];
      return this.siblings.map(({ number, state, head }) => ({
        number,
        state,
        head: { sha: head },
        base: { repo: { full_name: "acme/shop" } },
      }));
    }
    throw platformError(404);
  }

  #rest(route: string, parameters: Parameters): unknown {
    switch (route) {
      case "POST /repos/{owner}/{repo}/check-runs": {
        const run = this.addRun({
          name: String(parameters["name"]),
          head_sha: String(parameters["head_sha"]),
          conclusion: null,
        });
        return this.#changeRun(run, parameters);
      }
      case "PATCH /repos/{owner}/{repo}/check-runs/{check_run_id}": {
        const run = this.runs.find(({ id, app }) => id === parameters["check_run_id"] && app?.id === this.actor.appId);
        if (run === undefined) throw platformError(404);
        return this.#changeRun(run, parameters);
      }
      case "POST /repos/{owner}/{repo}/issues/{issue_number}/comments":
        return this.addComment(this.#body(parameters), this.actor.isApp ? { appId: this.actor.appId } : {});
      case "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}": {
        const comment = this.comments.find(({ id }) => id === parameters["comment_id"]);
        if (comment === undefined) throw platformError(404);
        comment.body = this.#body(parameters);
        return comment;
      }
      case "DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}": {
        const at = this.comments.findIndex(({ id }) => id === parameters["comment_id"]);
        if (at < 0) throw platformError(404);
        this.comments.splice(at, 1);
        return null;
      }
      case "POST /repos/{owner}/{repo}/code-scanning/sarifs":
        return { id: "1" };
      default:
        throw platformError(404);
    }
  }

  #body(parameters: Parameters): string {
    const body = String(parameters["body"]);
    if (body.length > 65_536) throw platformError(422);
    return body;
  }

  #changeRun(run: StoredRun, parameters: Parameters): StoredRun {
    const { status, conclusion, external_id, details_url, output } = parameters as Partial<StoredRun>;
    const given = output as
      | { title?: string; summary?: string; text?: string; annotations?: { path: string }[] }
      | undefined;
    if ((given?.summary ?? "").length > 65_535 || (given?.text ?? "").length > 65_535) throw platformError(422);
    if ((given?.annotations ?? []).length > 50) throw platformError(422);
    run.status = status ?? run.status;
    run.conclusion = conclusion ?? (status === "in_progress" ? null : run.conclusion);
    run.external_id = external_id ?? run.external_id;
    run.details_url = details_url ?? run.details_url;
    if (given !== undefined) {
      // The platform adds annotations to those that are there.
      run.annotations.push(...(given.annotations ?? []));
      run.output = {
        title: given.title ?? null,
        summary: given.summary ?? null,
        text: given.text ?? run.output.text,
        annotations_count: run.annotations.length,
      };
    }
    return run;
  }
}
