import { canonicalJson } from "@warrant/kernel/canonical";
import { judgeChange } from "@warrant/kernel/change/judge";
import { readFacts } from "@warrant/kernel/change/read-facts";
import { defaultConfiguration } from "@warrant/kernel/configuration";
import { afterEach, describe, expect, it } from "vitest";
import { clientFor, openShop, type Shop, type ShopOptions, SkippingTiming } from "../../../testing/github-change.ts";
import { collectPullRequest } from "./collect.ts";
import type { CollectedChange } from "./collected.ts";
import { PlatformError } from "./errors.ts";

let shop: Shop;
afterEach(async () => await shop.github.close());

async function collect(options: ShopOptions = {}, act?: (shop: Shop) => void): Promise<CollectedChange> {
  shop = await openShop(options);
  act?.(shop);
  return await collectPullRequest(shop.client, { repository: "acme/shop", number: 12 });
}

async function failure(number: number, repository = "acme/shop"): Promise<PlatformError> {
  return await collectPullRequest(shop.client, { repository, number }).then(
    () => {
      throw new Error("it was collected");
    },
    (error: unknown) => {
      expect(error).toBeInstanceOf(PlatformError);
      return error as PlatformError;
    },
  );
}

describe.each(["plain", "enterprise"] as const)(
  "a pull request on a %s server (H9: danger/danger-js#153, docker/scout-action#20)",
  (base) => {
    it("gives facts that pass the reader unchanged, in four requests to its base", async () => {
      const { facts, requests, configuration, configurationFile, configurationUnknown } = await collect({
        server: { base },
      });
      const reading = readFacts(facts);
      expect(reading.ok && canonicalJson(reading.facts)).toBe(canonicalJson(facts));
      expect(facts).toMatchObject({
        source: "github",
        host: "github.com",
        repository: "acme/shop",
        number: 12,
        title: "Add a discount",
        body: "Fixes #7",
        author: { login: "sam", kind: "user" },
        base: { ref: "main", sha: shop.work.git("rev-parse", "main"), is_default: true },
        head: { ref: "feature", sha: shop.work.git("rev-parse", "feature"), repository: "acme/shop" },
        state: "open",
        draft: false,
        files_total: 1,
        issues: [{ number: 7, link: "closing", editor: null }],
        requested_by: [],
        incomplete: [],
      });
      expect([configuration.ok, configurationFile, configurationUnknown]).toEqual([true, null, null]);
      expect(requests).toBe(4);
      expect(shop.github.requests).toHaveLength(4);
      const verdict = judgeChange(facts, defaultConfiguration, {});
      expect(verdict.evidence.linked_issue).toMatchObject({ present: true });
    });
  },
);

describe("a collection", () => {
  it("gives the same facts twice, but for the time", async () => {
    const { facts } = await collect();
    const again = await collectPullRequest(shop.client, { repository: "Acme/SHOP", number: 12 });
    expect({ ...again.facts, collected_at: "" }).toEqual({ ...facts, collected_at: "" });
  });

  it("asks a hundred files and a person each within the budget", async () => {
    const head = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [`src/file-${index}.ts`, "export {};\n"]),
    );
    const plans = { "docs/plans/one.md": "---\nstatus: approved\nissue: 7\n---\n# One\n" };
    const { facts, requests } = await collect({ head, base: plans }, ({ change, repository }) => {
      change.review({ author: "rita", state: "APPROVED" });
      change.label("bug", { by: "maria" });
      repository.issue({ number: 8, author: "maria" });
      change.edit({ body: "Fixes #7. Part of #8" });
    });
    expect(facts.files).toHaveLength(100);
    expect(facts.plans).toMatchObject([{ id: "docs/plans/one.md", status: "approved", issue: { number: 7 } }]);
    expect(facts.incomplete).toEqual([]);
    expect(requests).toBeLessThanOrEqual(6 + 2);
    const again = await collectPullRequest(shop.client, { repository: "acme/shop", number: 12 });
    expect(again.requests, "people and base files are known").toBe(4);
  });

  it("reads nothing that judges it from the head, which has its own of everything (G3: Gentleman-Programming/gentle-ai#1791; G1: LunarClient/ServerMappings#5019, Netflix/metaflow#1790)", async () => {
    const bead = (status: string) =>
      `${JSON.stringify({ id: "shop-1", title: status, external_ref: "#7", metadata: { plan_status: status } })}\n`;
    const plan = (status: string) => `---\nstatus: ${status}\nissue: 7\nintent: ${status}\n---\n# ${status}\n`;
    const { facts, configuration } = await collect(
      {
        base: {
          "warrant.yaml": "intent:\n  enforce: true\n  gate: everyone\n  evidence: { plan: { paths: [rules/*.md] } }\n",
          "rules/one.md": plan("draft"),
          ".beads/issues.jsonl": bead("draft"),
        },
        head: {
          "warrant.yaml": "intent: {}\npolicy: { rules: [] }\n",
          "warrant.yml": "intent:\n  guardrail_path_patterns: [nothing]\n",
          ".warrant/config.yaml": "intent: {}\n",
          "rules/one.md": plan("approved"),
          "rules/two.md": plan("approved"),
          "docs/plans/one.md": plan("approved"),
          ".beads/issues.jsonl": bead("approved"),
          ".beads/beads.jsonl": bead("approved"),
        },
      },
      ({ change }) => void change.review({ author: "rita", state: "APPROVED" }),
    );
    if (!configuration.ok) throw new Error("the base's configuration was not read");
    expect(configuration.configuration.intent).toMatchObject({ enforce: true, gate: "everyone" });
    expect(configuration.configuration.policy).toBeUndefined();
    expect(facts.plans.map(({ id, status }) => [id, status])).toEqual([
      ["shop-1", "draft"],
      ["rules/one.md", "draft"],
    ]);
    expect(facts.explicit_intent).toMatchObject({ key: "draft" });
    const verdict = judgeChange(facts, configuration.configuration);
    expect(verdict).toMatchObject({ tier: { value: 3 }, evidence: { approved_plan: { present: false } } });
    // No content, archive or clone of the head is asked for: names, counts and patches are all there is of it.
    const asked = shop.github.requests.map(({ path, document }) => `${path} ${document ?? ""}`).join("\n");
    expect(asked).not.toMatch(/contents|tarball|zipball|git\/(?:trees|blobs)|\.git\b/);
  });

  it("reads the configuration at the tip of the base, not at the head or where the change began (E5: n8n-io/n8n#38713; G3)", async () => {
    const { configuration, configurationFile, facts } = await collect(
      {
        base: { "warrant.yaml": "intent:\n  enforce: false\n" },
        head: { "warrant.yaml": "intent:\n  gate: everyone\n" },
      },
      ({ work }) => work.commit("Enforce", { "warrant.yaml": "intent:\n  enforce: true\n" }),
    );
    expect(configuration.ok && configuration.configuration.intent).toMatchObject({ enforce: true, gate: "agents" });
    expect(configurationFile).toBe("warrant.yaml");
    expect(facts.base.sha).toBe(shop.work.git("rev-parse", "main"));
  });

  it.each([
    ["two configuration files", { "warrant.yaml": "intent: {}\n", "warrant.yml": "intent: {}\n" }, "both present"],
    ["an unknown key", { "warrant.yaml": "intent:\n  enforced: true\n" }, "enforce"],
  ])("gives the problems of %s, and the facts all the same", async (_, base, words) => {
    const { configuration, facts } = await collect({ base });
    expect(configuration.ok ? "" : configuration.errors.map((error) => error.message).join()).toContain(words);
    expect(facts.files).toHaveLength(1);
  });

  it("reads a file of the base that is too long for one answer as bytes", async () => {
    const bead = { id: "shop-1", title: "Discounts", external_ref: "gh-7", metadata: { plan_status: "approved" } };
    const filler = `${JSON.stringify({ id: "other", title: "x".repeat(1000) })}\n`;
    const beads = `${filler.repeat(700)}${JSON.stringify(bead)}\n`;
    const { facts } = await collect({ base: { ".beads/issues.jsonl": beads } });
    expect(facts.plans).toMatchObject([{ id: "shop-1", source: "beads", status: "approved", issue: { number: 7 } }]);
    expect(shop.github.seen({ path: /git\/blobs/ })).toHaveLength(1);
  });

  it("looks up the issue a bead stands for, and plans in folders below folders", async () => {
    const beads = `${JSON.stringify({ id: "shop-9", title: "Nine", external_ref: "#9" })}\n`;
    const plan = "---\nstatus: approved\nissue: 9\nintent: nine\n---\n# Nine\n";
    const { facts } = await collect(
      {
        base: { ".beads/issues.jsonl": beads, "plans/2026/deep/nine.md": plan },
        change: { body: "For shop-9", closes: [] },
      },
      ({ repository }) => void repository.issue({ number: 9, title: "Ninth", author: "maria" }),
    );
    expect(facts.issues).toMatchObject([{ number: 9, link: "reference", title: "Ninth" }]);
    expect(facts.plans.map((each) => each.id).sort()).toEqual(["plans/2026/deep/nine.md", "shop-9"]);
    expect(facts.explicit_intent).toEqual({ key: "nine", source: "plan", plan: "plans/2026/deep/nine.md" });
    expect(facts.incomplete).toEqual([]);
  });

  it("keeps the last tip of a base branch that was deleted", async () => {
    const { facts, configurationFile } = await collect(
      {
        base: { "warrant.yaml": "intent: {}\n" },
        change: { base: "release" },
        before: (_, work) => void work.git("branch", "release", "main"),
      },
      ({ work }) => void work.git("branch", "-D", "release"),
    );
    expect(facts.base).toMatchObject({ ref: "release", sha: shop.work.git("rev-parse", "main"), is_default: false });
    expect(configurationFile).toBe("warrant.yaml");
  });

  it("takes a description longer than the platform stores in part, and says so", async () => {
    const { facts } = await collect({}, ({ change }) => void change.edit({ body: `Fixes #7 ${"x".repeat(70_000)}` }));
    expect(facts.incomplete).toMatchObject([{ what: "body" }]);
    expect(facts.body).toHaveLength(65_536);
  });

  it("collects again when the head moves meanwhile, so that its parts are of one state", async () => {
    const { facts } = await collect({}, ({ github, work, change }) =>
      github.after({ query: "Lookups" }, () => {
        work.switch("feature");
        work.commit("More", { "src/more.ts": "export {};\n" });
        change.push("feature");
      }),
    );
    expect(facts.head.sha).toBe(shop.work.git("rev-parse", "feature"));
    expect(facts.files.map((file) => file.path)).toEqual(["src/discount.ts", "src/more.ts"]);
    expect(facts.incomplete).toEqual([]);
  });

  it("says that the files are incomplete when the base moves each time", async () => {
    let count = 0;
    const { facts, requests } = await collect({}, ({ github, work }) =>
      github.after({ query: "Lookups", times: Number.POSITIVE_INFINITY }, () => {
        count += 1;
        work.commit("Another", { "README.md": `# ${count}\n` });
      }),
    );
    expect([count, requests]).toEqual([3, 12]);
    expect(facts.incomplete).toEqual([{ what: "files", why: "the change moved each time it was collected" }]);
  });

  it.each([
    ["no such number", 99, "acme/shop", "platform-missing"],
    ["an issue", 7, "acme/shop", "platform-missing"],
    ["no such repository", 12, "acme/none", "platform-missing"],
  ])("of %s is an error that says so", async (_, number, repository, code) => {
    shop = await openShop();
    const error = await failure(number, repository);
    expect(error.code).toBe(code);
    expect(error.message).toContain(`${repository}#${number}`);
  });

  it("with a token that is not valid is an error that says what to do", async () => {
    shop = await openShop();
    shop.github.tokens.revoke(shop.token);
    const error = await failure(12);
    expect(error.code).toBe("platform-auth");
    expect(error.message).not.toContain(shop.token);
  });

  it("reads a closed or merged change, a draft and its labels' intent", async () => {
    const { facts } = await collect({ change: { draft: true } }, ({ change }) => {
      change.label("intent:checkout", { by: "maria" });
      change.merge();
    });
    expect(facts).toMatchObject({
      state: "merged",
      draft: true,
      explicit_intent: { key: "checkout", source: "label", actor: { login: "maria" }, permission: "maintain" },
    });
  });

  it("compares no times: shuffled and impossible ones give the same facts (E2: palantir/policy-bot#598, palantir/policy-bot#602, palantir/policy-bot#614)", async () => {
    const { facts } = await collect({}, ({ change, repository, work, github }) => {
      const issue = repository.issues.get(7);
      issue?.edit({ body: "We want them soon.", by: "rita" }).edit({ title: "Discounts!", by: "rita" });
      issue?.label("accepted", { by: "maria" }).unlabel("accepted", { by: "sam" }).label("accepted", { by: "rita" });
      change.label("bug", { by: "sam" }).unlabel("bug", { by: "sam" }).label("bug", { by: "maria" });
      change.review({ author: "rita", state: "CHANGES_REQUESTED" });
      change.review({ author: "rita", state: "APPROVED" });
      const headSha = work.git("rev-parse", "feature");
      const app = github.actionsApp;
      repository.checkRun({ headSha, name: "build", app, status: "completed", conclusion: "failure" });
      repository.checkRun({ headSha, name: "build", app, status: "completed", conclusion: "success" });
    });
    const { repository, change, github } = shop;
    const times = ["2031-01-01T00:00:00Z", "1999-12-31T23:59:59Z", "2026-01-10T12:00:00Z"];
    let next = 0;
    for (const record of [...repository.issues.values(), ...change.reviews, ...repository.checkRuns]) {
      for (const [key, value] of Object.entries(record)) {
        if (typeof value !== "string" || !/^\d{4}-\d\d-\d\dT/.test(value)) continue;
        next += 1;
        Object.assign(record, { [key]: times[next % times.length] });
      }
      // The platform itself orders events by their times: those are all one.
      for (const event of "events" in record ? record.events : []) Object.assign(event, { createdAt: times[0] });
    }
    expect(next).toBeGreaterThan(8);
    const later = new SkippingTiming();
    await later.sleep(9e11, new AbortController().signal);
    const client = clientFor(github, shop.token, { timing: later });
    const again = await collectPullRequest(client, { repository: "acme/shop", number: 12 });
    const timeless = (one: typeof facts) => ({
      ...one,
      collected_at: "",
      reviews: one.reviews.map((review) => ({ ...review, submitted_at: "" })),
    });
    expect(again.facts.reviews).not.toEqual(facts.reviews);
    expect(timeless(again.facts)).toEqual(timeless(facts));
  });

  it("is not changed by another token's ETags and rate headers (H6: github/docs#34689)", async () => {
    const { facts } = await collect();
    const other = clientFor(shop.github, shop.github.tokens.personal("rita"));
    const again = await collectPullRequest(other, { repository: "acme/shop", number: 12 });
    expect({ ...again.facts, collected_at: "" }).toEqual({ ...facts, collected_at: "" });
  });

  it("carries the head and the change in its log, and counts its requests there", async () => {
    await collect();
    expect(shop.log.map((entry) => entry.requests_used).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4]);
    expect(shop.log.at(-1)).toMatchObject({
      repository: "acme/shop",
      number: 12,
      head_sha: shop.work.git("rev-parse", "feature"),
      path: "/graphql",
    });
    expect(JSON.stringify(shop.log)).not.toContain(shop.token);
  });
});
