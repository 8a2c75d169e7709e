/** The built bundle as the runner starts it: a process of its own, on an event file, against a platform on another port. */

import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type ActionOptions,
  actionBundle,
  buildAction,
  newJob,
  runAction,
  startAction,
  workflowPermissions,
} from "../../../testing/action-run.ts";
import {
  issueCommentPayload,
  mergeGroupPayload,
  pullRequestPayload,
} from "../../../testing/fake-github/webhook-payloads.ts";
import { openShop, type Shop } from "../../../testing/github-change.ts";
import { attack, calm } from "../../../testing/hostile-change.ts";
import { hostileTexts } from "../../../testing/hostile-texts.ts";
import { groupOf, openQueueShop } from "../../../testing/queue-shop.ts";

/** Where an agent's change that nobody asked for is refused. */
let shop: Shop;

beforeAll(async () => {
  buildAction();
  shop = await openShop({
    lasting: "file",
    base: { "warrant.yaml": "intent:\n  enforce: true\n" },
    change: { author: "Copilot", body: "No issue.", closes: [] },
    before: (repository) => {
      repository.world.bot("Copilot");
      repository.issue({ number: 8, title: "Coupons", author: "sam", body: "" });
    },
  });
});
afterAll(async () => await shop.github.close());

function fresh(): Shop {
  const { github, repository, change } = shop;
  for (const list of [github.requests, repository.checkRuns, change.comments]) list.length = 0;
  github.faults.clear();
  return shop;
}

async function optionsFor(
  { github, repository, change }: Shop,
  more: Partial<ActionOptions> = {},
): Promise<ActionOptions> {
  const token = github.tokens.workflow(repository, workflowPermissions);
  const payload = more.payload ?? (await pullRequestPayload("synchronize", change));
  return { github, token, event: "pull_request_target", payload, ...more };
}

describe("a pull request", () => {
  it("E7 is judged once and published once however often it runs: on its head, by one check and one comment (alexhawat/mergeCraft#6)", async () => {
    const { repository, change } = fresh();
    const options = await optionsFor(shop, { inputs: { "output-dir": "out" } });
    const first = await runAction(options);
    const second = await runAction(options);
    for (const result of [first, second]) {
      expect(result).toMatchObject({
        code: 3,
        outputs: { decision: "deny", "deny-kind": "unauthorized", tier: "1", alignment: "unclear" },
        masked: [options.token],
      });
      expect(result.outputs["verdict"]).toBe(join(result.job.workspace, "out/verdict.json"));
      expect(result.log).toMatch(/^::error title=Warrant::acme\/shop#12 Denied: .*\n$/);
      expect(result.summary).toMatch(/^### ❌ Denied/);
      expect(result.log + result.summary + readFileSync(result.job.output, "utf8")).not.toContain(options.token);
    }
    expect(repository.checkRuns).toMatchObject([
      {
        name: "warrant/change",
        headSha: repository.git.resolveNow("feature"),
        status: "completed",
        conclusion: "action_required",
        detailsUrl: "https://github.com/acme/shop/actions/runs/4711",
      },
    ]);
    expect(change.comments.map((comment) => comment.author?.login)).toEqual(["github-actions[bot]"]);
  });

  it("H9 is judged on an Enterprise server at its own base and nowhere else (docker/scout-action#20)", async () => {
    const enterprise = await openShop({
      server: { base: "enterprise" },
      base: { "warrant.yaml": "intent:\n  enforce: true\n" },
    });
    const { code, outputs } = await runAction(await optionsFor(enterprise));
    expect([code, outputs["decision"]]).toEqual([0, "allow"]);
    const { origin } = enterprise.github;
    expect(enterprise.repository.checkRuns).toMatchObject([
      { conclusion: "success", detailsUrl: `${origin}/acme/shop/actions/runs/4711` },
    ]);
    await enterprise.github.close();
  });

  it("F12 of a fork, with a token that may only read, has its verdict in the summary and the exit code (MeilCli/danger-action#390)", async () => {
    const { github, repository, change } = fresh();
    const read = Object.fromEntries(Object.keys(workflowPermissions).map((name) => [name, "read" as const]));
    const fork = github.repository("sam/shop", shop.work.folder, { parent: repository });
    const forked = repository.pullRequest({
      number: 14,
      title: "Help",
      head: "feature",
      headRepository: fork,
      author: "Copilot",
      body: "",
    });
    const result = await runAction(
      await optionsFor(shop, {
        event: "pull_request",
        token: github.tokens.workflow(repository, read),
        payload: await pullRequestPayload("opened", forked),
      }),
    );
    repository.issues.delete(14);
    expect(result.code).toBe(3);
    expect(result.summary).toContain("### ❌ Denied");
    expect(result.log.match(/^::notice .*$/gm)).toEqual([
      "::notice title=Warrant::The token may not write checks here. Give it the permission checks: write. The verdict is in the summary of the run.",
    ]);
    expect([repository.checkRuns, change.comments]).toEqual([[], []]);
  });

  it("G2 reaches no shell and no command of the runner, whatever stands in its title, body, branch, labels and files (AOSSIE-Org/DocPilot#54)", async () => {
    const { repository, change } = fresh();
    attack(
      shop,
      hostileTexts.map(([, text]) => text),
    );
    try {
      const sender = { ...repository.world.accounts.get("sam"), login: "$(touch pwned)" };
      const payload = await pullRequestPayload("edited", change, {
        sender,
        changes: { title: { from: "`touch pwned`\n::error::x" } },
      });
      const env = { GITHUB_HEAD_REF: "$(touch pwned)`touch pwned`", GITHUB_ACTOR: '"; touch pwned' };
      const result = await runAction(await optionsFor(shop, { payload, env, inputs: { "output-dir": "out" } }));
      expect([3, 4]).toContain(result.code);
      expect(result.outputs["decision"]).toBe("deny");
      const lines = result.log.trimEnd().split("\n");
      for (const line of lines) expect(line).toMatch(/^::(?:error|warning|notice) title=Warrant::|^(?!\s*(?:::|##\[))/);
      expect(lines.filter((line) => /^\s*##\[|^::(?!error title=Warrant|warning title=Warrant)/.test(line))).toEqual(
        [],
      );
      expect(Object.keys(result.outputs)).toEqual(["decision", "deny-kind", "tier", "floor", "alignment", "verdict"]);
    } finally {
      calm(shop);
      change.body = "No issue.";
    }
  });

  it("that cancels its job ends the check run that was begun", async () => {
    const { github, repository } = fresh();
    const { child, ended } = startAction(await optionsFor(shop));
    // The work is late, so the run says that it has begun; then the job is cancelled.
    github.fail({ path: /\/files$/, delayMs: 4000 });
    github.after({ method: "POST", path: /check-runs$/ }, () => void child.kill("SIGINT"));
    const { code, log } = await ended;
    expect([code, log]).toEqual([1, expect.stringContaining("The work was interrupted.")]);
    expect(repository.checkRuns).toMatchObject([{ status: "completed", conclusion: "failure" }]);
  });

  it("that cannot be published ends its job at once, whatever is still on its way", async () => {
    const { github } = fresh();
    github.fail({ query: "WarrantViewer", status: 404 });
    // Three requests of ten seconds each, if they were waited for.
    github.fail({ path: /\/files$/, delayMs: 60_000, times: 3 });
    expect((await runAction(await optionsFor(shop))).code).toBe(1);
    expect(github.seen({ path: /\/files$/ })).toHaveLength(1);
  });

  it("is published once when the job is killed at a request and run again", async () => {
    const { github, repository, change } = fresh();
    const options = await optionsFor(shop);
    for (const request of [
      { method: "POST", path: /check-runs$/ },
      { method: "POST", path: /comments$/ },
    ]) {
      const { child, ended } = startAction(options);
      github.after(request, () => void child.kill("SIGKILL"));
      expect((await ended).code).toBeNull();
      expect(change.comments.length).toBeLessThanOrEqual(1);
    }
    expect((await runAction(options)).code).toBe(3);
    expect(repository.checkRuns).toMatchObject([{ status: "completed", conclusion: "action_required" }]);
    expect(change.comments).toHaveLength(1);
  });
});

describe("other events", () => {
  it("a comment of someone who may write judges again", async () => {
    const { repository, change } = fresh();
    const comment = change.comment({ author: "rita", body: "/warrant recheck" });
    const result = await runAction(
      await optionsFor(shop, { event: "issue_comment", payload: issueCommentPayload(change, comment) }),
    );
    expect(result).toMatchObject({ code: 0, outputs: { decision: "deny" } });
    expect(repository.checkRuns).toMatchObject([{ conclusion: "action_required" }]);
  });

  it("F3 F4 F5 a merge group is answered on its own head: for its changes, and also when its payload names none (palantir/policy-bot#548, palantir/policy-bot#800, odigos-io/odigos#5505)", async () => {
    const queue = await openQueueShop({ base: { "warrant.yaml": "intent:\n  enforce: true\n" } });
    const { github, repository, twelve, thirteen } = queue;
    const token = github.tokens.workflow(repository, workflowPermissions);
    const good = groupOf(queue, [twelve]);
    const bad = groupOf(queue, [thirteen]);
    const { merge_group: said } = mergeGroupPayload(repository, { ...good, number: 12 }) as { merge_group: object };
    const payloads: [unknown, string, number, string | undefined][] = [
      [{ action: "checks_requested", merge_group: { ...said, head_ref: good.headRef } }, good.headSha, 0, "success"],
      [mergeGroupPayload(repository, { ...bad, number: 13 }), bad.headSha, 3, "failure"],
      [{ merge_group: { head_sha: good.headSha } }, good.headSha, 3, "failure"],
      [{ action: "checks_requested" }, good.headSha, 1, undefined],
    ];
    for (const [payload, sha, code, conclusion] of payloads) {
      repository.checkRuns.length = 0;
      const result = await runAction({ github, token, event: "merge_group", payload });
      expect([result.code, repository.checkRuns.map((run) => [run.headSha, run.conclusion])]).toEqual([
        code,
        conclusion === undefined ? [] : [[sha, conclusion]],
      ]);
    }
    await github.close();
  });

  it("F7 the schedule judges the change that a workflow opened, for which no event came (peter-evans/create-pull-request#48)", async () => {
    const { repository, change } = fresh();
    const opened = repository.pullRequest({
      number: 13,
      title: "Bump",
      head: "feature",
      author: "github-actions[bot]",
      body: "",
    });
    const result = await runAction(
      await optionsFor(shop, { event: "schedule", payload: { schedule: "*/15 * * * *" } }),
    );
    repository.issues.delete(13);
    expect(result).toMatchObject({ code: 0, outputs: {} });
    expect(result.log).toContain("acme/shop: 2 open changes, 2 judged, 0 unchanged.");
    expect(result.summary).toMatch(/\| `#13` \|/);
    expect(repository.checkRuns).toMatchObject([{ status: "completed", headSha: await opened.headOid() }]);
    expect(change.comments).toHaveLength(1);
  });

  it("a push is none of ours: a notice, and nothing is asked or written", async () => {
    const { github } = fresh();
    const result = await runAction(await optionsFor(shop, { event: "push", payload: { ref: "refs/heads/main" } }));
    expect([result.code, github.requests]).toEqual([0, []]);
    expect(result.log).toMatch(/^::notice title=Warrant::Warrant does not act on this event\./);
  });
});

describe("the bundle", () => {
  it("is one file well below 1.5 MB", () => {
    expect(readFileSync(actionBundle).length).toBeLessThan(1_250_000);
  });

  it("G1 imports nothing that starts a program, listens or loads code (LunarClient/ServerMappings#5019)", () => {
    const text = readFileSync(actionBundle, "utf8");
    // Names inside the file are shortened, so what loads a module is told by the module alone.
    const imports = [...text.matchAll(/\b(?:from|import)\s*"(?<name>[\w@./:-]+)"|[\w$]+\("(?<late>node:[\w/]+)"\)/g)];
    const names = imports.map(({ groups }) => groups?.["name"] ?? groups?.["late"]);
    const known = ["crypto", "fs/promises", "module", "path", "timers/promises", "util", "zlib"].map(
      (name) => `node:${name}`,
    );
    expect(new Set(names)).toEqual(new Set(known));
    expect(text).not.toMatch(/[\w$]\("(?:net|http|https|http2|tls|dgram|vm|cluster|repl|inspector|fs|os)"\)/);
    expect(text).not.toMatch(
      /child_process|worker_threads|process\.binding|\bnew Function\b|\beval\(|actions\/checkout|git checkout/,
    );
  });

  it("G1 G3 reads nothing of its workspace: every file there that steers anything is a pipe that nobody writes to (Netflix/metaflow#1790)", async () => {
    const { repository } = fresh();
    const job = newJob();
    const traps = [
      "warrant.yaml",
      "warrant.yml",
      ".github/warrant.yaml",
      ".git/HEAD",
      ".git/config",
      ".beads/issues.jsonl",
      "package.json",
      "action.yml",
      ".npmrc",
      ".env",
      "plans/12.md",
      "node_modules/zod/package.json",
      "src/discount.ts",
    ];
    for (const path of traps) mkdirSync(dirname(join(job.workspace, path)), { recursive: true });
    spawnSync(
      "mkfifo",
      traps.map((path) => join(job.workspace, path)),
    );
    writeFileSync(join(job.workspace, "warrant.json"), '{"intent":{"enforce":false}}');
    const result = await runAction(await optionsFor(shop, { job }));
    expect([result.code, repository.checkRuns.length]).toEqual([3, 1]);
  });
});
