import { readFileSync } from "node:fs";
import { join } from "node:path";
import { canonicalJson } from "@warrant/kernel/canonical";
import { beforeAll, describe, expect, it } from "vitest";
import {
  createRepository,
  type Identity,
  type TestRepository,
  temporaryFolder,
} from "../../../../testing/git-repository.ts";
import { testIo } from "../../../../testing/io.ts";
import { BacktestReport } from "../backtest-report.ts";
import { run } from "../main.ts";

const copilot: Identity = { name: "copilot-swe-agent[bot]", email: "198982749+Copilot@users.noreply.github.com" };

async function backtest(folder: string, args: readonly string[] = [], options: Parameters<typeof testIo>[0] = {}) {
  const { io, stdout, stderr } = testIo({ cwd: folder, ...options });
  const code = await run(["backtest", ...args], io);
  return { code, out: stdout(), err: stderr() };
}

async function reportOf(folder: string, args: readonly string[] = []): Promise<BacktestReport> {
  const { code, out, err } = await backtest(folder, ["--format", "json", ...args]);
  if (code !== 0) throw new Error(`exit code ${code}: ${err}`);
  return BacktestReport.parse(JSON.parse(out));
}

function changesOf(shares: BacktestReport["tiers"]): Record<string, number> {
  return Object.fromEntries(shares.map(({ name, changes }) => [name, changes]));
}

let shop: TestRepository;
beforeAll(() => {
  shop = createRepository({ lasting: "file" });
  shop.git("remote", "add", "origin", "https://github.com/acme/shop.git");
  const day = (number: number): { date: string } => ({ date: `2026-03-${String(number).padStart(2, "0")}T12:00:00Z` });
  shop.commit("Open the shop", { "src/total.ts": "one\n", "README.md": "# Shop\n" }, day(1));
  shop.commit("Say more (#2)", { "README.md": "# Shop\n\nSells things.\n" }, day(2));
  shop.commit("fix: the total (#3)\n\nFixes #1", { "src/total.ts": "two\n" }, { ...day(10), author: copilot });
  shop.commit("fix: the build", { ".github/workflows/ci.yml": "on: push\n" }, { ...day(20), author: copilot });
  shop.branch("side");
  shop.commit("On the side", { "side.ts": "one\n" }, day(21));
  shop.switch("main");
  shop.write({ "everyone.yaml": "intent:\n  gate: everyone\n  enforce: true\n" });
});

describe("a backtest counts what enforcing would have meant", () => {
  it("by tier, agent, floor, reason and kind, with the dates of git", async () => {
    const report = await reportOf(shop.folder);
    expect(report).toMatchObject({
      repository: "acme/shop",
      branch: "main",
      configuration_origin: "defaults",
      changes: 4,
      gated: 2,
      by_agents: 2,
      denied: 0,
      undecided: 1,
      since: null,
      first_date: "2026-03-01",
      last_date: "2026-03-20",
    });
    expect(changesOf(report.tiers)).toMatchObject({ "0": 1, "1": 2, "3": 1 });
    expect(changesOf(report.agents)).toMatchObject({ "copilot-swe-agent": 2 });
    expect(changesOf(report.requests)).toEqual({ issue: 1, several: 0, none: 3 });
    expect([report.reasons, report.deny_kinds, report.denied_changes]).toEqual([[], [], []]);
    expect(report.undecided_changes).toMatchObject([
      { title: "fix: the build", number: null, tier: 3, tier_rule: "tier.guardrail-path" },
    ]);
    expect(report.rules.map((rule) => rule.name)).not.toContain("issue.assumed");
    expect(report.series).toMatchObject({ undated: 0 });
    expect(report.series.points.reduce((sum, point) => sum + point.changes, 0)).toBe(4);
    expect(report.assumed.join(" ")).toContain("named issues count");
    expect(report.assumed.join(" ")).toContain("an approval or a plan may have been there");
    expect(report.assumed.join(" ")).not.toContain("the policy is left out");
  });

  it("splits what git shows to be refused from what it leaves open, and lists both", async () => {
    const { code, out } = await backtest(shop.folder, ["--config", "everyone.yaml"]);
    expect(code).toBe(0);
    expect(out).toContain(
      "1 of 4 changes (25.0 %) would have been denied.\n1 more (25.0 %) would have needed an approval",
    );
    const report = await reportOf(shop.folder, ["--config", "everyone.yaml"]);
    expect(report.denied_changes).toMatchObject([
      {
        number: null,
        title: "Open the shop",
        tier: 1,
      },
    ]);
  });

  it("leaves a policy out, which maps labels that git does not know, and says so", async () => {
    shop.write({
      "policy.yaml":
        "policy:\n  labels: { bug: { dimension: domain, value: correctness } }\n  rules:\n    - id: bugs\n      scope: repository\n      when: { domain: correctness }\n      set: { human_approval_required: false }\n",
    });
    const [bare, governed] = [await reportOf(shop.folder), await reportOf(shop.folder, ["--config", "policy.yaml"])];
    expect(governed.assumed).toEqual([
      ...bare.assumed,
      "the policy is left out, since git does not know the labels it maps",
    ]);
    const { time, assumed, configuration_origin } = bare;
    expect({ ...governed, time, assumed, configuration_origin }).toEqual(bare);
  });

  it("under the configuration that is named, which it says", async () => {
    const report = await reportOf(shop.folder, ["--config", "everyone.yaml"]);
    expect(report).toMatchObject({ gated: 4, configuration_origin: "everyone.yaml (not the base's)" });
    expect(changesOf(report.reasons)["auth.issue-missing"]).toBe(1);
  });

  it("judges by the working tree's configuration, not the history's, and by the environment", async () => {
    const repository = createRepository();
    repository.commit("Start", { "a.ts": "one\n", "warrant.yaml": "intent: { gate: agents }\n" });
    repository.write({ "warrant.yaml": "intent: { gate: everyone }\n" });
    expect(await reportOf(repository.folder)).toMatchObject({
      gated: 1,
      configuration_origin: "warrant.yaml of the working tree",
    });
    const { out } = await backtest(repository.folder, ["--format", "json"], {
      env: { WARRANT_INTENT_SENSITIVE_PATHS: "a.ts" },
    });
    expect(changesOf(JSON.parse(out).floors)).toMatchObject({ sensitive: 1 });
  });

  it.each<[readonly string[], number]>([
    [["--count", "1"], 1],
    [["--count", "4"], 4],
    [["--count", "1000000"], 4],
    [["--since", "2026-03-05"], 2],
    [["--since", "2026-03-05", "--count", "1"], 1],
    [["--since", "2026-03-20"], 1],
    [["--since", "2026-03-20T12:00:00Z"], 1],
    [["--since", "2026-03-20T12:00:00.5+02:00"], 1],
    [["--since", "2026-03-20t12:00:01z"], 0],
    [["--since", "2026-03-21"], 0],
    [["--since", "2099-01-01"], 0],
    [["--since", "9999-12-31"], 0],
    [["--since", "0001-01-01"], 4],
    [["--since", "1960-01-01"], 4],
    [["--since", "40 years ago"], 4],
    [["--since", "90 years ago"], 4],
    [["--since", "99999 days ago"], 4],
    [["--branch", "side"], 5],
    [["--branch", "main~3"], 1],
  ])("%j takes %i changes", async (args, changes) => {
    expect((await reportOf(shop.folder, args)).changes).toBe(changes);
  });

  it("the newest changes are taken, not the oldest", async () => {
    expect(await reportOf(shop.folder, ["--count", "1"])).toMatchObject({ by_agents: 1, first_date: "2026-03-20" });
  });

  it("a merge is one change with the commits it brought in", async () => {
    const repository = createRepository();
    repository.commit("Start", { "a.ts": "one\n" });
    repository.branch("work");
    repository.commit("One", { "b.ts": "one\n" }, { author: copilot });
    repository.commit("Two", { "c.ts": "two\n" }, { author: copilot });
    repository.switch("main");
    repository.merge("work", "Merge pull request #9 from acme/work\n\nTwo files");
    expect(await reportOf(repository.folder)).toMatchObject({ changes: 2, by_agents: 1 });
  });
});

describe("the exit code is 0 whatever the verdicts are", () => {
  it.each(["text", "json", "html"])("with --format %s, also when the configuration enforces", async (format) => {
    const { code, out, err } = await backtest(shop.folder, ["--format", format, "--config", "everyone.yaml"]);
    expect([code, err]).toEqual([0, ""]);
    expect(out.length).toBeGreaterThan(200);
  });

  it.each<[string, readonly string[], RegExp]>([
    ["--count 0", ["--count", "0"], /whole number from 1/],
    ["a negative count", ["--count", "-1"], /whole number from 1/],
    ["a count with letters", ["--count", "1e3"], /whole number from 1/],
    ["a count that is too large", ["--count", "1000001"], /whole number from 1/],
    ["an empty count", ["--count", ""], /whole number from 1/],
    ["an unknown format", ["--format", "pdf"], /Allowed choices are text, json, html/],
    ["a branch that does not exist", ["--branch", "nowhere"], /nowhere/],
    ["a branch that is an option", ["--branch", "--all"], /./],
    ["a range", ["main..side"], /too many arguments.*warrant check A\.\.B/],
    ["a configuration that is not there", ["--config", "none.yaml"], /there is no such file/],
    ["a configuration that is not valid", ["--config", "src/total.ts"], /total\.ts:1:1/],
  ])("%s ends with 2", async (_name, args, message) => {
    const { code, out, err } = await backtest(shop.folder, args);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(message);
  });

  it("a repository without commits and a folder without one end with 2", async () => {
    const empty = await backtest(createRepository().folder);
    expect([empty.code, empty.out]).toEqual([2, ""]);
    expect(empty.err).toContain("no commits yet");
    const none = await backtest(temporaryFolder());
    expect([none.code, none.out]).toEqual([2, ""]);
  });

  it("a history without changes in the time asked for is a report, not a failure", async () => {
    for (const format of ["text", "html"]) {
      const { code, out } = await backtest(shop.folder, ["--since", "2099-01-01", "--format", format]);
      expect(code).toBe(0);
      expect(out).toContain("acme/shop");
    }
  });

  it("says after which date no change was found", async () => {
    const { out } = await backtest(shop.folder, ["--since", "2099-01-01"]);
    expect(out).toContain("No change of main is newer than 2099-01-01T00:00:00Z.");
  });

  it.each([
    "last tuesdayish",
    "yesterday",
    "2026-02-30",
    "2026-13-01",
    "2026-3-5",
    "2026-03-05T12:00:00",
    "2026-03-05T25:00:00Z",
    "0 days ago",
    "3 fortnights ago",
    "3 months",
    "123456 days ago",
    "",
  ])("a date that git would read as some other one is refused: %j", async (date) => {
    const { code, out, err } = await backtest(shop.folder, ["--since", date]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain('must be a date such as "2026-03-05"');
    expect(err).toContain('"3 months ago" (days, weeks, months, years)');
  });

  it("a date that is an option for git writes nothing", async () => {
    const target = join(temporaryFolder(), "written");
    expect((await backtest(shop.folder, ["--since", `--output=${target}`])).code).toBe(2);
    expect(() => readFileSync(target)).toThrow(/ENOENT/);
  });
});

describe("the report", () => {
  it("json is canonical", async () => {
    const { out } = await backtest(shop.folder, ["--format", "json"]);
    expect(canonicalJson(JSON.parse(out))).toBe(out);
  });

  it("html is one page that loads nothing from anywhere", async () => {
    const { out } = await backtest(shop.folder, ["--format", "html"]);
    expect(out).toMatch(/^<!doctype html>/i);
    expect(out.trimEnd().endsWith("</html>")).toBe(true);
    expect(out).not.toMatch(/<(?:script|link|img|iframe|object|embed)\b[^>]*(?:src|href)=/i);
    expect(out).not.toMatch(/@import|url\(\s*["']?(?!data:|#)/i);
    expect(out).toContain("acme/shop");
  });

  it("a title of the history cannot break out of the page or steer a terminal", async () => {
    const repository = createRepository();
    repository.commit("Start", { "a.ts": "one\n" });
    const title = "</script><img src=x onerror=alert(1)> \u001B[2J cart";
    repository.commit(title, { "src/billing/invoice.ts": "invoicePdf(mailer)\n" }, { author: copilot });
    for (const format of ["text", "html"]) {
      const { out } = await backtest(repository.folder, ["--format", format]);
      if (format === "html") expect(out).not.toContain("<img src=x");
      expect(out).not.toContain("\u001B");
    }
  });

  it("shows progress on a terminal only", async () => {
    const slow = testIo({ cwd: shop.folder, isTTY: true });
    let clock = 0;
    const code = await run(["backtest"], {
      ...slow.io,
      now: () => {
        clock += 700;
        return clock;
      },
    });
    expect(code).toBe(0);
    expect(slow.stderr()).toMatch(/of 4 changes/);
    expect(slow.stderr().endsWith("\r\u001B[K")).toBe(true);
    expect((await backtest(shop.folder)).err).toBe("");
  });
});

describe("an interruption", () => {
  it("ends the run without a report", async () => {
    const controller = new AbortController();
    const { io, stdout, stderr } = testIo({ cwd: shop.folder, signal: controller.signal });
    let calls = 0;
    const code = await run(["backtest"], {
      ...io,
      now: () => {
        calls += 1;
        if (calls === 2) controller.abort();
        return calls;
      },
    });
    expect([code, stdout(), stderr()]).toEqual([1, "", ""]);
  });

  it("a shallow clone says where its history ends, and judges what it has", async () => {
    const clone = shop.shallowClone(2, "main");
    const { code, out, err } = await backtest(clone.folder, ["--format", "json"]);
    expect(code).toBe(0);
    expect(JSON.parse(out).changes).toBe(2);
    expect(err).toMatch(/shallow/);
  });
});
