/** What a sweep judges again and what it believes, over a real HTTP server that plays GitHub. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { IntentVerdicts, MergeEligible } from "@warrant/sources/relay-files";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { FakePullRequest } from "../../../../testing/fake-github/pull-request.ts";
import { temporaryFolder } from "../../../../testing/git-repository.ts";
import { clientFor, SkippingTiming } from "../../../../testing/github-change.ts";
import { openSweepShop, type SweepShop, type SweepShopOptions } from "../../../../testing/sweep-shop.ts";
import { type SweepOptions, type SweepResult, sweepRepository } from "./sweep.ts";
import type { SweptChange } from "./swept.ts";

const running: SweepShop[] = [];

afterEach(async () => {
  for (const shop of running.splice(0)) await shop.github.close();
});

async function open(options: SweepShopOptions): Promise<SweepShop> {
  const shop = await openSweepShop(options);
  running.push(shop);
  return shop;
}

async function sweep(shop: SweepShop, options: Partial<SweepOptions> = {}, token = shop.token): Promise<SweepResult> {
  return await sweepRepository(clientFor(shop.github, token, { timing: new SkippingTiming() }), {
    repository: "acme/shop",
    mode: "report",
    env: {},
    signal: new AbortController().signal,
    timestamp: () => "2026-01-02T03:04:05Z",
    ...options,
  });
}

function numbers(result: SweepResult, how: SweptChange["how"]): number[] {
  return result.changes.filter((change) => change.how === how).map(({ number }) => number);
}

function filesOf(folder: string) {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), "utf8"));
  return {
    verdicts: IntentVerdicts.parse(read("intent-verdicts.json")),
    eligible: MergeEligible.parse(read("merge-eligible.json")),
  };
}

type Event = (shop: SweepShop, change: FakePullRequest) => void;

/** What must lead to another judging. Each happens to a change of its own, from 101 on. */
const changing: readonly (readonly [string, Event])[] = [
  ["a push moves its head", (_, change) => void change.push("change-1")],
  [
    "a push is taken back",
    (_, change) => {
      change.note({ kind: "head_ref_force_pushed", by: "Copilot" });
    },
  ],
  ["E4 its base is another branch (go-gitea/gitea#38402)", (_, change) => void change.retarget("release")],
  ["its title is edited", (_, change) => void change.edit({ title: "fix: more discounts" })],
  ["A16 its text names another issue (go-gitea/gitea#38402)", (_, change) => void change.edit({ body: "Part of #8" })],
  [
    "its text is edited and edited back",
    (_, change) => void change.edit({ body: "Fixes #8" }).edit({ body: change.body ?? "" }),
  ],
  ["it gets a label", (_, change) => void change.label("hold")],
  ["a label is put on again by another person", (_, change) => void change.label("P1").unlabel("P1").label("P1")],
  ["it is approved", (_, change) => void change.review({ author: "maria", state: "APPROVED" })],
  [
    "an approval is dismissed",
    (_, change) => {
      const [review] = change.reviews;
      if (review !== undefined) change.dismiss(review);
    },
  ],
  ["an issue it closes is edited", ({ repository }) => void repository.issues.get(8)?.edit({ body: "Also taxes." })],
  ["an issue its text names is closed", ({ repository }) => void repository.issues.get(9)?.close()],
  ["an issue of a bead that its text names is edited", ({ repository }) => void repository.issues.get(10)?.label("P1")],
  ["it becomes a draft", (_, change) => void (change.draft = true)],
  ["someone links an issue by hand", (_, change) => void (change.linkedByHand.push(9), change.closes.push(9))],
  ["its author assigns it", (_, change) => void change.assign("maria", { by: "Copilot" })],
];

/** What must not. */
const leaving: readonly (readonly [string, Event])[] = [
  ["someone comments on it", (_, change) => void change.comment({ author: "maria", body: "Nice." })],
  ["a reviewer only comments", (_, change) => void change.review({ author: "maria", state: "COMMENTED" })],
  [
    "a check ends that no rule requires",
    ({ repository }) => void repository.checkRun({ headSha: "change-0", name: "build", conclusion: "success" }),
  ],
  [
    "its base gets a commit that touches none of its rules and plans",
    ({ work }) => void work.commit("On", { "a.md": "" }),
  ],
];

describe("a second sweep", () => {
  const folder = temporaryFolder("file");
  let shop: SweepShop;
  let first: SweepResult;
  let second: SweepResult;
  let requests = 0;

  beforeAll(async () => {
    const count = changing.length + leaving.length;
    const beads = `${JSON.stringify({ id: "shop-1", title: "Parts", external_ref: "#10" })}\n`;
    shop = await openSweepShop({
      changes: count,
      heads: 2,
      base: { ".beads/issues.jsonl": beads },
      lasting: "file",
    });
    const { repository } = shop;
    for (const number of [8, 9, 10])
      repository.issue({ number, title: "More parts", author: "maria", body: "Please." });
    const of = (what: string): FakePullRequest => {
      const change = shop.changes[changing.findIndex(([name]) => name === what)];
      if (change === undefined) throw new Error(`nothing is called ${what}`);
      return change;
    };
    of("an approval is dismissed").review({ author: "maria", state: "APPROVED" });
    of("an issue it closes is edited").closes = [8];
    of("an issue its text names is closed").body = "Part of #9";
    of("an issue its text names is closed").closes = [];
    of("an issue of a bead that its text names is edited").body = "Part of shop-1.";
    first = await sweep(shop, { folder });
    for (const [index, [, event]] of [...changing, ...leaving].entries()) {
      const change = shop.changes[index];
      if (change !== undefined) event(shop, change);
    }
    requests = shop.github.requests.length;
    second = await sweep(shop, { folder });
    requests = shop.github.requests.length - requests;
  });
  afterAll(async () => await shop.github.close());

  it("follows one that judged everything", () => {
    expect(numbers(first, "judged")).toHaveLength(changing.length + leaving.length);
    expect(first.stopped).toBeNull();
  });

  it.each(changing.map(([what], index) => [what, 101 + index]))("judges a change again when %s", (_, number) => {
    expect(numbers(second, "judged")).toContain(number);
  });

  it.each(leaving.map(([what], index) => [what, 101 + changing.length + index]))(
    "leaves a change when %s",
    (_, number) => {
      expect(numbers(second, "unchanged")).toContain(number);
    },
  );

  it("writes every open change into both files, unchanged ones from the state", () => {
    const { verdicts, eligible } = filesOf(folder);
    const all = second.changes.map(({ number }) => number);
    expect(verdicts.verdicts.map(({ number }) => number)).toEqual(all);
    const told = [...eligible.eligible, ...eligible.excluded].map(({ number }) => number);
    expect(new Set(told)).toEqual(new Set(all));
    expect(told).toHaveLength(all.length);
    expect(eligible.excluded.map(({ reason }) => reason).sort()).toEqual(["draft", "label hold"]);
    expect(verdicts.enforced).toBe(false);
  });

  it("asks about unchanged ones together", () => {
    const ofUnchanged = shop.github.requests.slice(-requests).filter(({ path }) => /\/pulls\/12\d/.test(path));
    expect(ofUnchanged).toEqual([]);
  });
});

const enforcing = "intent:\n  enforce: true\n";

describe("the base of changes", () => {
  it("E5 a policy that changed on one base re-judges its changes and no others (n8n-io/n8n#38713)", async () => {
    const shop = await open({ changes: 4, heads: 1 });
    const [, , third, fourth] = shop.changes;
    third?.retarget("release");
    fourth?.retarget("release");
    const folder = temporaryFolder();
    await sweep(shop, { folder });
    shop.work.commit("Gate everyone", { "warrant.yaml": "intent:\n  gate: everyone\n" });
    const second = await sweep(shop, { folder });
    expect(numbers(second, "judged")).toEqual([101, 102]);
    expect(numbers(second, "unchanged")).toEqual([103, 104]);
  });

  it("that enforces holds its own changes to their verdicts, and leaves those of another base", async () => {
    const shop = await open({ changes: 2, heads: 1 });
    for (const change of shop.changes) change.edit({ body: "" }).closes.length = 0;
    shop.changes[1]?.retarget("release");
    shop.work.commit("Enforce", { "warrant.yaml": enforcing });
    const folder = temporaryFolder();
    const result = await sweep(shop, { folder });
    expect(result.changes.map(({ enforced }) => enforced)).toEqual([true, false]);
    const { verdicts, eligible } = filesOf(folder);
    expect(verdicts.verdicts.map(({ enforced }) => enforced)).toEqual([true, false]);
    expect(eligible.eligible.map(({ number }) => number)).toEqual([102]);
    expect(eligible.excluded).toMatchObject([{ number: 101, reason: expect.stringContaining("[auth.") }]);
  });

  it("that begins to enforce holds unchanged changes to the verdicts they have", async () => {
    const shop = await open({ changes: 2, heads: 1 });
    shop.changes[0]?.edit({ body: "" });
    const folder = temporaryFolder();
    await sweep(shop, { folder });
    expect(filesOf(folder).eligible.eligible.map(({ number }) => number)).toEqual([101, 102]);
    shop.work.commit("Enforce", { "warrant.yaml": enforcing });
    const second = await sweep(shop, { folder });
    expect(numbers(second, "unchanged")).toEqual([101, 102]);
    const { verdicts, eligible } = filesOf(folder);
    expect(verdicts.verdicts.map(({ enforced }) => enforced)).toEqual([true, true]);
    expect(eligible).toMatchObject({ enforced: true, eligible: [{ number: 102 }], excluded: [{ number: 101 }] });
    expect((await sweep(shop, { folder, mode: "enforce" })).enforced).toBe(true);
    shop.work.commit("Report again", { "warrant.yaml": "intent:\n  enforce: false\n" });
    await sweep(shop, { folder });
    expect(filesOf(folder).eligible.eligible.map(({ number }) => number)).toEqual([101, 102]);
  });

  it("means another thing once another branch is the default: only to that one a keyword closes", async () => {
    const shop = await open({ changes: 1 });
    const folder = temporaryFolder();
    await sweep(shop, { folder });
    shop.repository.defaultBranch = "release";
    expect(numbers(await sweep(shop, { folder }), "judged")).toEqual([101]);
  });

  it("whose configuration is not valid makes each of its changes a failure that names the place", async () => {
    const shop = await open({ changes: 2, heads: 1 });
    shop.changes[1]?.retarget("release");
    shop.work.commit("Break", { "warrant.yaml": "intent:\n  gates: everyone\n" });
    const folder = temporaryFolder();
    const result = await sweep(shop, { folder });
    expect(numbers(result, "failed")).toEqual([101]);
    expect(result.changes[0]?.failure).toContain("warrant.yaml");
    expect(filesOf(folder).verdicts.verdicts[0]).toMatchObject({
      enforced: true,
      verdict: { tier: 3, authorized: false, agent_pr: true },
      fetch_error: expect.stringContaining("gate"),
    });
  });

  it("makes a check decide only where its policy requires that check", async () => {
    const rules =
      "policy:\n  rules:\n    - id: built\n      scope: repository\n      set: {required_checks: [build]}\n";
    const shop = await open({ changes: 2, base: { "warrant.yaml": rules } });
    const folder = temporaryFolder();
    await sweep(shop, { folder });
    shop.repository.checkRun({ headSha: "change-0", name: "build", conclusion: "success" });
    shop.repository.checkRun({ headSha: "change-1", name: "lint", conclusion: "success" });
    const second = await sweep(shop, { folder });
    expect(numbers(second, "judged")).toEqual([101]);
  });
});

describe("what cannot be seen whole", () => {
  it("is judged afresh each time: more labels than fit into a page", async () => {
    const shop = await open({ changes: 2, heads: 1 });
    for (let index = 0; index < 31; index += 1) shop.changes[0]?.label(`label-${index}`);
    const folder = temporaryFolder();
    await sweep(shop, { folder });
    expect(numbers(await sweep(shop, { folder }), "judged")).toEqual([101]);
  });

  it("is judged afresh: an issue that the platform could not give this time", async () => {
    const shop = await open({ changes: 2, heads: 1 });
    const folder = temporaryFolder();
    await sweep(shop, { folder });
    shop.github.faults.add({
      query: "Lookups",
      when: ({ document }) => document?.includes("updatedAt") === true,
      status: 500,
    });
    // 101 names its issue in its text alone, 102 is linked by the platform.
    expect(numbers(await sweep(shop, { folder }), "judged")).toEqual([101]);
  });

  it("is asked for again with fewer changes when many take the platform too long", async () => {
    const shop = await open({ changes: 4, heads: 1 });
    const folder = temporaryFolder();
    await sweep(shop, { folder });
    const isLarge = ({ operation, variables }: { operation: string | undefined; variables: object }): boolean =>
      operation === "SweepLook" && Object.keys(variables).length > 6;
    shop.github.faults.add({ when: isLarge, status: 502, times: Number.POSITIVE_INFINITY });
    expect(numbers(await sweep(shop, { folder }), "unchanged")).toEqual([101, 102, 103, 104]);
    shop.github.faults.clear();
  });

  it("is a change that was closed since it was listed: it is not open any more", async () => {
    const shop = await open({ changes: 2, heads: 1 });
    shop.github.faults.hook("before", { query: "SweepLook" }, () => void shop.changes[0]?.close());
    expect((await sweep(shop)).changes.map(({ number }) => number)).toEqual([102]);
  });

  it("ends the sweep when it is the list itself", async () => {
    const shop = await open({ changes: 1 });
    shop.github.faults.add({ query: "SweepList", status: 500 });
    await expect(sweep(shop)).rejects.toMatchObject({ code: "platform-failed" });
    const nobody = sweepRepository(clientFor(shop.github, shop.token), {
      repository: "acme/none",
      mode: "report",
      env: {},
      signal: new AbortController().signal,
    });
    await expect(nobody).rejects.toMatchObject({ code: "platform-missing" });
  });
});

describe("one change that fails", () => {
  it("is recorded and does not stop the others; the next sweep tries it again", async () => {
    const shop = await open({ changes: 3, heads: 1 });
    const folder = temporaryFolder();
    shop.github.faults.add({ query: "PullRequest", when: ({ variables }) => variables["number"] === 102, status: 500 });
    const first = await sweep(shop, { folder });
    expect(numbers(first, "judged")).toEqual([101, 103]);
    expect(numbers(first, "failed")).toEqual([102]);
    const { verdicts, eligible } = filesOf(folder);
    expect(verdicts.verdicts[1]).toMatchObject({
      number: 102,
      title: "fix: discount 102",
      fetch_error: expect.stringContaining("500"),
    });
    expect(eligible.excluded.map(({ number }) => number)).toEqual([102]);
    const second = await sweep(shop, { folder });
    expect([numbers(second, "judged"), numbers(second, "unchanged")]).toEqual([[102], [101, 103]]);
  });
});

describe("a rate limit", () => {
  it("is left a tenth of: the sweep stops, says how many remain, and the next one takes those first", async () => {
    const shop = await open({ changes: 6, heads: 1 });
    const folder = temporaryFolder();
    const rate = shop.github.tokens.rateOf(shop.token);
    rate.used = rate.limit * 0.9 - 20;
    const first = await sweep(shop, { folder });
    expect(first.stopped).toBe("less than a tenth of the platform's rate limit is left");
    const done = numbers(first, "judged");
    const remaining = numbers(first, "remaining");
    expect(new Set([...done, ...remaining])).toEqual(new Set([101, 102, 103, 104, 105, 106]));
    expect(remaining.length).toBeGreaterThan(0);
    // Four were under way when the limit was seen.
    expect(rate.used).toBeLessThan(rate.limit * 0.9 + 40);
    const { verdicts, eligible } = filesOf(folder);
    const entry = verdicts.verdicts.find(({ number }) => number === remaining[0]);
    expect(entry?.fetch_error).toBe(`Not judged in this sweep: ${first.stopped}.`);
    expect(eligible.excluded.map(({ number }) => number)).toEqual(remaining);
    rate.used = 0;
    const second = await sweep(shop, { folder });
    expect([numbers(second, "judged"), numbers(second, "unchanged")]).toEqual([remaining, done]);
  });
});

describe("a state that was kept", () => {
  it("H6 answers under another token: what differs by token is no change (github/docs#34689)", async () => {
    const shop = await open({ changes: 2, heads: 1 });
    const folder = temporaryFolder();
    await sweep(shop, { folder });
    const other = await sweep(shop, { folder }, shop.github.tokens.personal("maria"));
    expect(numbers(other, "unchanged")).toEqual([101, 102]);
    expect(shop.github.requests.every(({ headers }) => headers["if-none-match"] === undefined)).toBe(true);
  });

  it("that someone edited is not believed, and said to be so", async () => {
    const shop = await open({ changes: 1 });
    const folder = temporaryFolder();
    const path = join(folder, "warrant-state.json");
    await sweep(shop, { folder });
    writeFileSync(path, readFileSync(path, "utf8").replace('"authorized":true', '"authorized":false'));
    const second = await sweep(shop, { folder });
    expect(numbers(second, "judged")).toEqual([101]);
    expect(second.notices).toEqual([
      "warrant-state.json is not used, so every change is judged: it was changed after it was written. It is written anew.",
    ]);
    expect(numbers(await sweep(shop, { folder }), "unchanged")).toEqual([101]);
  });

  it("forgets changes that were closed", async () => {
    const shop = await open({ changes: 2, heads: 1 });
    const folder = temporaryFolder();
    await sweep(shop, { folder });
    shop.changes[0]?.close();
    await sweep(shop, { folder });
    const state: unknown = JSON.parse(readFileSync(join(folder, "warrant-state.json"), "utf8"));
    expect(state).toMatchObject({ schema: "warrant.sweep-state/v1", changes: [{ number: 102 }] });
    expect(filesOf(folder).verdicts.verdicts.map(({ number }) => number)).toEqual([102]);
  });

  it("of a change that moved while it was judged is not kept as that of its old state", async () => {
    const shop = await open({ changes: 1 });
    const folder = temporaryFolder();
    const [change] = shop.changes;
    shop.github.faults.hook("before", { query: "PullRequest" }, () => {
      shop.work.switch("change-0");
      shop.work.commit("More", { "src/more.ts": "export const more = 1;\n" });
      shop.work.switch("main");
      change?.touch();
    });
    const first = await sweep(shop, { folder });
    expect(first.changes[0]?.kept?.seen).toBeNull();
    expect(numbers(await sweep(shop, { folder }), "judged")).toEqual([101]);
    expect(numbers(await sweep(shop, { folder }), "unchanged")).toEqual([101]);
  });
});

describe("misaligned changes", () => {
  it("are recorded as one bead each, also by a sweep that judges nothing, and again only when judged again", async () => {
    const shop = await open({ changes: 2 });
    shop.work.switch("change-0");
    const files = Object.fromEntries(
      ["billing/retry", "mail/outbox", "search/index", "auth/session"].map((path) => [
        `src/${path}.ts`,
        `export const x = "${path}";\n`,
      ]),
    );
    shop.work.commit("And more", files);
    shop.work.switch("main");
    const folder = temporaryFolder();
    const beads = join(folder, "beads.jsonl");
    const first = await sweep(shop, { folder });
    const misaligned = first.changes.filter(({ kept }) => kept?.advice !== null).map(({ number }) => number);
    expect(misaligned).toEqual([101]);
    await sweep(shop, { folder, beads });
    await sweep(shop, { folder, beads });
    const written = readFileSync(beads, "utf8");
    expect(
      written
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { title: "Intent alignment drift in acme/shop#101", external_ref: "acme/shop#101", status: "open" },
    ]);
    const closed = written.replace('"status":"open"', '"status":"closed"');
    writeFileSync(beads, closed);
    await sweep(shop, { folder, beads });
    expect(readFileSync(beads, "utf8")).toBe(closed);
    shop.changes[0]?.label("P1");
    await sweep(shop, { folder, beads });
    expect(readFileSync(beads, "utf8").trimEnd().split("\n")).toHaveLength(2);
  });
});
