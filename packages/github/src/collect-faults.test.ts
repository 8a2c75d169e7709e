import { isFileListComplete } from "@warrant/kernel/change/facts";
import { judgeChange } from "@warrant/kernel/change/judge";
import { readFacts } from "@warrant/kernel/change/read-facts";
import { defaultConfiguration } from "@warrant/kernel/configuration";
import { afterEach, describe, expect, it } from "vitest";
import { limitAnswers } from "../../../testing/fake-github/faults.ts";
import { clientFor, openShop, type Shop, type ShopOptions } from "../../../testing/github-change.ts";
import { collectPullRequest } from "./collect.ts";
import { PlatformError } from "./errors.ts";

let shop: Shop;
afterEach(async () => await shop.github.close());

/** A change of which every part takes a request: plans, beads, named issues, people. */
const everything: ShopOptions = {
  base: {
    "warrant.yaml": "intent:\n  enforce: true\n",
    "docs/plans/one.md": "---\nstatus: approved\nissue: 7\n---\n# One\n",
    ".beads/issues.jsonl": `${JSON.stringify({ id: "shop-8", title: "Eight", external_ref: "#8" })}\n`,
  },
  head: Object.fromEntries(Array.from({ length: 3 }, (_, index) => [`src/file-${index}.ts`, "export {};\n"])),
  change: { body: "Fixes #7. Part of #9, for shop-8." },
  before: (repository) => {
    repository.issue({ number: 8, title: "Eight", author: "maria" });
    repository.issue({ number: 9, title: "Nine", author: "maria" });
  },
};

async function open(): Promise<void> {
  shop = await openShop(everything);
  shop.change.review({ author: "rita", state: "APPROVED" });
  shop.change.label("bug", { by: "maria" });
}

async function collect(requestTimeoutMs = 10_000) {
  // A new client each time, so that nothing is remembered.
  const { timing, log } = shop;
  const client = clientFor(shop.github, shop.token, { timing, log, requestTimeoutMs });
  return await collectPullRequest(client, { repository: "acme/shop", number: 12 });
}

const faults = {
  500: { status: 500 },
  "403": { status: 403 },
  "502 for ever": { status: 502, times: 3 },
  "cut before its header": { cutAfterBytes: 0, times: 3 },
  "cut inside its body": { cutAfterBytes: 20, times: 3 },
  "of no JSON": { status: 200, body: "<html>", times: 3 },
  "of another form": { status: 200, body: { data: { repository: 5 } } },
  "of an empty object": { status: 200, body: {} },
  "of an empty list": { status: 200, body: [] },
  "of a limit": { ...limitAnswers.secondary(3600) },
  "too slow": { delayMs: 1700, times: 3 },
};

describe.each(Object.entries(faults))("an answer %s to the n-th request", (name, fault) => {
  it("gives an error of its own kind or facts that say what is missing, never a complete list that is none", {
    timeout: 120_000,
  }, async () => {
    await open();
    const whole = await collect();
    const truth = JSON.stringify({ ...whole.facts, collected_at: "" });
    const count = whole.requests;
    expect(whole.facts.incomplete).toEqual([]);
    expect(count).toBeGreaterThanOrEqual(7);
    const wanted = name === "too slow" ? [2, count] : Array.from({ length: count }, (_, index) => index + 1);
    for (const n of wanted) {
      let seen = 0;
      shop.github.faults.clear();
      // Every repeat of the n-th request meets the fault too.
      let target: string | undefined;
      const keyOf = (request: {
        method: string;
        path: string;
        query: object;
        operation: string | undefined;
        variables: object;
      }) => JSON.stringify([request.method, request.path, request.query, request.operation, request.variables]);
      shop.github.fail({
        ...fault,
        when: (request) => {
          seen += 1;
          if (seen === n) target = keyOf(request);
          return seen >= n && keyOf(request) === target;
        },
      });
      const result = await collect(name === "too slow" ? 1500 : undefined).catch((error: unknown) => error);
      if (result instanceof PlatformError) {
        expect(result.message).not.toContain(shop.token);
        continue;
      }
      expect(result, `request ${n}`).not.toBeInstanceOf(Error);
      const { facts, configurationUnknown } = result as typeof whole;
      expect(readFacts(facts).ok).toBe(true);
      const isSame = JSON.stringify({ ...facts, collected_at: "" }) === truth;
      const saysSo = facts.incomplete.length > 0 || configurationUnknown !== null;
      expect(isSame || saysSo, `request ${n}: ${JSON.stringify(facts.incomplete)}`).toBe(true);
      if (!isSame) {
        const verdict = judgeChange(facts, defaultConfiguration, {});
        expect(verdict.incomplete).toEqual(facts.incomplete);
      }
    }
  });
});

describe("a part of an answer that could not be given", () => {
  /** The true first answer with one place changed to null and said to be at fault. */
  async function withFault(place: readonly (string | number)[], type = "FORBIDDEN") {
    await open();
    let answer: { data: Record<string, unknown> } | undefined;
    const { token, github } = shop;
    const probe = clientFor(github, token);
    const { pullRequestQuery } = await import("./queries.ts");
    const { Anything } = await import("./client.ts");
    const variables = { owner: "acme", name: "shop", number: 12 };
    const { data } = await probe.graphql("x", pullRequestQuery, variables, Anything);
    answer = { data: structuredClone(data) as Record<string, unknown> };
    let at: unknown = answer.data;
    for (const step of place.slice(0, -1)) at = (at as Record<string | number, unknown>)[step];
    (at as Record<string | number, unknown>)[place.at(-1) ?? ""] = null;
    github.fail({
      query: "PullRequest",
      status: 200,
      body: { ...answer, errors: [{ type, path: place, message: "no" }] },
    });
    return await collect();
  }
  const change = ["repository", "pullRequest"];

  it.each([
    [["statusCheckRollup"], "checks"],
    [["reviews"], "reviews"],
    [["reviews", "nodes", 0, "author"], "reviews"],
    [["labels"], "labels"],
    [["events", "nodes", 0], "labels"],
    [["commits", "nodes", 0], "commits"],
    [["linkedByHand"], "issues"],
  ])("is a gap: %j", async (place, what) => {
    const { facts } = await withFault([...change, ...place]);
    expect(facts.incomplete.map((entry) => entry.what)).toContain(what);
  });

  it("and is a part of an issue makes the issue unreadable: it could be who edited it", async () => {
    const { facts } = await withFault([...change, "closing", "nodes", 0, "editor"]);
    expect(facts.issues[0]).toMatchObject({ number: 7, unreadable: "forbidden" });
  });

  it.each([[["closing"]], [["closing", "nodes", 0]]])(
    "and is in the list of links is read once more: %j",
    async (place) => {
      const { facts } = await withFault([...change, ...place]);
      expect(facts.issues[0]).toMatchObject({ number: 7, link: "closing", title: "Discounts" });
      expect(shop.timing.waits).toEqual([3000]);
    },
  );

  it.each([[["configuration"]], [["configuration", "target", "yaml"]]])(
    "and is the configuration is asked for on its own: %j",
    async (place) => {
      const { configuration, configurationUnknown, configurationFile } = await withFault([...change, ...place]);
      expect([configurationUnknown, configurationFile]).toEqual([null, "warrant.yaml"]);
      expect(configuration.ok && configuration.configuration.intent.enforce).toBe(true);
    },
  );
});

describe("a page of files that fails", () => {
  it.each([2, 3])("leaves the list incomplete, however many are listed: page %i", async (page) => {
    const head = Object.fromEntries(
      Array.from({ length: 201 }, (_, index) => [`src/file-${index}.ts`, "export {};\n"]),
    );
    shop = await openShop({ head });
    shop.github.fail({ path: /files$/, after: page - 1, status: 502, times: 3 });
    const { facts } = await collect();
    expect(facts.files).toHaveLength((page - 1) * 100);
    expect(facts.incomplete).toMatchObject([{ what: "files", listed: (page - 1) * 100, total: 201 }]);
    expect(isFileListComplete(facts)).toBe(false);
  });
});

describe("the deadline", () => {
  it("gives the facts gathered so far, incomplete", async () => {
    await open();
    shop.github.fail({ path: /permission$/, delayMs: 5000, times: 10 });
    const client = clientFor(shop.github, shop.token);
    const { facts } = await collectPullRequest(client, { repository: "acme/shop", number: 12, deadlineMs: 1500 });
    expect(facts.incomplete.map((entry) => entry.what)).toEqual(expect.arrayContaining(["permissions", "files"]));
    expect(facts.files).toHaveLength(3);
  });

  it("of the caller stops it", async () => {
    await open();
    const stop = new AbortController();
    shop.github.after({ query: "PullRequest" }, () => stop.abort(new Error("stopped by hand")));
    const asking = collectPullRequest(shop.client, { repository: "acme/shop", number: 12, signal: stop.signal });
    await expect(asking).rejects.toThrow("stopped");
  });
});
