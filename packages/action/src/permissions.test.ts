/** Every permission of the documented workflow: with all of them everything is published, and what is lost without each. */

import { readFileSync } from "node:fs";
import { ChangeVerdict } from "@warrant/kernel/verdict";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runInside, workflowPermissions } from "../../../testing/action-run.ts";
import type { Permissions } from "../../../testing/fake-github/accounts.ts";
import { pullRequestPayload } from "../../../testing/fake-github/webhook-payloads.ts";
import { openShop, type Shop } from "../../../testing/github-change.ts";

/** Private, since a token may read whatever is public. */
let shop: Shop;
beforeAll(async () => {
  shop = await openShop({
    lasting: "file",
    isPrivate: true,
    base: { "warrant.yaml": "intent:\n  enforce: true\n  bots: gate\n" },
    change: { author: "Copilot" },
    before: (repository) => void repository.world.bot("Copilot"),
  });
  shop.repository.status({ sha: "feature", context: "build", state: "success" });
});
beforeEach(() => {
  for (const list of [shop.repository.checkRuns, shop.change.comments]) list.length = 0;
  // Another app's run, so that there is one to read.
  shop.repository.checkRun({
    headSha: "feature",
    name: "lint",
    conclusion: "success",
    app: shop.github.app({ id: 77, slug: "ci" }),
  });
});
afterAll(async () => await shop.github.close());

async function judgeWith(permissions: Permissions) {
  const { github, repository, change } = shop;
  const result = await runInside({
    github,
    token: github.tokens.workflow(repository, permissions),
    event: "pull_request_target",
    payload: await pullRequestPayload("opened", change),
    inputs: { "output-dir": "out" },
  });
  const path = result.outputs["verdict"] ?? "";
  const verdict = path === "" ? null : ChangeVerdict.parse(JSON.parse(readFileSync(path, "utf8")));
  return {
    ...result,
    incomplete: new Set(verdict?.incomplete.map((entry) => (entry as { what: string }).what)),
    checks: repository.checkRuns.filter((run) => run.name === "warrant/change").map((run) => run.conclusion),
    comments: change.comments.length,
  };
}

function without(name: string, access?: "read"): Permissions {
  const { [name]: _, ...others } = workflowPermissions;
  return access === undefined ? others : { ...others, [name]: access };
}

describe("the permissions of the documented workflow", () => {
  it("are enough for everything: nothing is incomplete, and check and comment are published", async () => {
    const { code, incomplete, checks, comments, log } = await judgeWith(workflowPermissions);
    expect({ code, incomplete, checks, comments }).toEqual({
      code: 0,
      incomplete: new Set(),
      checks: ["success"],
      comments: 1,
    });
    expect(log).not.toMatch(/^::(?:warning|notice|error)/m);
  });

  it("without contents: neither warrant.yaml nor plans nor the kinds of files are known", async () => {
    const { code, incomplete, checks, summary } = await judgeWith(without("contents"));
    expect({ code, incomplete, checks }).toEqual({
      code: 4,
      incomplete: new Set(["files", "plans"]),
      checks: ["failure"],
    });
    expect(summary).toContain("Configuration: defaults (unknown at");
  });

  it("without pull-requests: the change cannot be read at all", async () => {
    const { code, checks, comments, log } = await judgeWith(without("pull_requests"));
    expect({ code, checks, comments }).toEqual({ code: 1, checks: [], comments: 0 });
    expect(log).toContain("acme/shop#12");
  });

  it("with pull-requests to read only: no comment can be written", async () => {
    const { code, checks, comments, log } = await judgeWith(without("pull_requests", "read"));
    expect({ code, checks, comments }).toEqual({ code: 0, checks: ["success"], comments: 0 });
    expect(log).toContain("The token may not write comments here");
  });

  it("without issues: the request cannot be read, so the change is denied as incomplete", async () => {
    const { code, incomplete, checks } = await judgeWith(without("issues"));
    expect({ code, incomplete, checks }).toEqual({ code: 4, incomplete: new Set(["issues"]), checks: ["failure"] });
  });

  it.each([
    ["without checks", undefined],
    ["with checks to read only", "read"],
  ] as const)("%s: no check run can be written, so the required check is never answered", async (_, access) => {
    const { code, checks, comments, log } = await judgeWith(without("checks", access));
    expect({ code, checks, comments }).toEqual({ code: 0, checks: [], comments: 0 });
    expect(log).toContain("The token may not write checks here");
  });

  it("without statuses: required checks that are commit statuses are not known", async () => {
    const { incomplete, checks } = await judgeWith(without("statuses"));
    expect({ incomplete, checks }).toEqual({ incomplete: new Set(["checks"]), checks: ["success"] });
  });
});
