import { isFileListComplete } from "@warrant/kernel/change/facts";
import { judgeChange } from "@warrant/kernel/change/judge";
import { defaultConfiguration } from "@warrant/kernel/configuration";
import { afterEach, describe, expect, it } from "vitest";
import { openShop, type Shop, type ShopOptions } from "../../../testing/github-change.ts";
import { collectPullRequest } from "./collect.ts";

let shop: Shop;
afterEach(async () => await shop.github.close());

async function collect(options: ShopOptions = {}, act?: (shop: Shop) => void) {
  shop = await openShop(options);
  act?.(shop);
  const collected = await collectPullRequest(shop.client, { repository: "acme/shop", number: 12 });
  return { ...collected, files: new Map(collected.facts.files.map((file) => [file.path, file])) };
}

function manyFiles(count: number, lines = 1): Record<string, string> {
  const content = "export const line = 1;\n".repeat(lines);
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`src/file-${index}.ts`, content]));
}

/** Nothing the platform calls a diff was ever asked for (C1, C2). */
function diffMediaTypes(): string[] {
  return shop.github.requests
    .map((request) => request.headers["accept"] ?? "")
    .filter((type) => /diff|patch/.test(type));
}

describe("names and kinds", () => {
  it("keep both sides of a rename out of a guarded folder (B5: palantir/policy-bot#225, tj-actions/changed-files#466)", async () => {
    const { facts, files } = await collect({
      base: { ".github/workflows/ci.yml": "on: push\njobs: {}\n# a\n# b\n# c\n" },
      head: { ".github/workflows/ci.yml": null, "docs/ci.txt": "on: push\njobs: {}\n# a\n# b\n# c\n" },
    });
    expect(files.get("docs/ci.txt")).toMatchObject({ status: "renamed", previous_path: ".github/workflows/ci.yml" });
    expect(judgeChange(facts, defaultConfiguration)).toMatchObject({
      tier: { value: 3, rule: "tier.guardrail-path" },
      floor: { class: "sensitive" },
    });
  });

  it("tell a rename with an edit, a pure one and a moved folder, without phantom changes (B7: danger/danger-js#481, danger/danger#1214)", async () => {
    const text = Array.from({ length: 20 }, (_, index) => `line ${index}\n`).join("");
    const { facts, files } = await collect({
      base: { "a/one.txt": text, "a/two.txt": `${text}two\n`, "c.txt": `${text}c\n` },
      head: {
        "a/one.txt": null,
        "a/two.txt": null,
        "b/one.txt": text,
        "b/two.txt": `${text}two\n`,
        "c.txt": null,
        "d.txt": `${text}d\n`,
      },
    });
    expect([...files.keys()].sort()).toEqual(["b/one.txt", "b/two.txt", "d.txt"]);
    expect(files.get("b/one.txt")).toMatchObject({ status: "renamed", additions: 0, deletions: 0, binary: false });
    expect(files.get("d.txt")).toMatchObject({ status: "renamed", previous_path: "c.txt", additions: 1, deletions: 1 });
    expect(facts.incomplete).toEqual([]);
    expect(shop.github.requests.filter((request) => request.status !== 200)).toEqual([]);
  });

  it("are raw Unicode, quotes included (B8: PreMiD/Activities#6998, git-for-windows/git#3843)", async () => {
    const names = [
      'café".md',
      "über/straße.ts",
      "日本語.txt",
      "tab\there.md",
      "back\\slash.md",
      "100%25.md",
      "a b.md",
      "#1?x=1.md",
    ];
    const { facts } = await collect({ head: Object.fromEntries(names.map((name) => [name, "text\n"])) });
    expect(facts.files.map((file) => file.path).sort()).toEqual(names.sort());
    expect(facts.incomplete).toEqual([]);
  });

  it("tell symlinks, submodules, executables and binaries apart, and each raises the floor (B12)", async () => {
    const { files, facts } = await collect({
      base: { "run.sh": "echo\n", "old-link": { symlink: "README.md" }, "was.bin": Buffer.from([0, 1, 2]) },
      head: {
        link: { symlink: "/etc/passwd" },
        "run.sh": { executable: "echo\n" },
        "image.png": Buffer.from([0, 1, 2, 3]),
        "empty.txt": "",
        "old-link": null,
        "was.bin": null,
      },
      before: (_, work) => {
        work.switch("feature");
        work.git("update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},vendor`);
        work.git("commit", "-m", "Add a submodule");
        work.switch("main");
      },
    });
    expect(files.get("link")).toMatchObject({ kind: "symlink", mode: "120000" });
    expect(files.get("old-link")).toMatchObject({ kind: "symlink", status: "removed", previous_mode: "120000" });
    expect(files.get("vendor")).toMatchObject({ kind: "submodule", mode: "160000" });
    expect(files.get("run.sh")).toMatchObject({ mode: "100755", previous_mode: "100644", binary: false, additions: 0 });
    expect(files.get("image.png")).toMatchObject({ binary: true, kind: "file" });
    expect(files.get("image.png")).not.toHaveProperty("additions");
    expect(files.get("was.bin")).toMatchObject({ binary: true, status: "removed" });
    expect(files.get("empty.txt")).toMatchObject({ binary: false, additions: 0, deletions: 0 });
    expect(facts.incomplete).toEqual([]);
    const { contributors } = judgeChange(facts, defaultConfiguration).floor;
    expect(contributors.map(({ rule, class: raised, path }) => [rule, raised, path])).toEqual(
      expect.arrayContaining([
        ["floor.symlink", "sensitive", "link"],
        ["floor.submodule", "sensitive", "vendor"],
        ["floor.executable", "logic", "run.sh"],
        ["floor.binary", "logic", "image.png"],
      ]),
    );
  });

  it("of a status nobody knows, or no UTF-8, make the list incomplete", async () => {
    const { facts } = await collect({}, ({ change }) => {
      change.rewriteFiles = (rows) =>
        rows.map((row) => ({ ...row, status: "vanished" as "added", filename: row.filename }));
    });
    expect(facts.incomplete).toContainEqual({ what: "files", why: "a file has an unknown status" });
    expect(isFileListComplete(facts)).toBe(false);
  });
});

describe("all files", () => {
  it.each([31, 101, 250])(
    "of %i are listed (C6: jaylfc/taOS#2534, NVIDIA/TensorRT-Model-Connect#1161)",
    async (count) => {
      const { facts } = await collect({ head: manyFiles(count) });
      expect(facts.files).toHaveLength(count);
      expect(isFileListComplete(facts)).toBe(true);
      expect(facts.incomplete).toEqual([]);
    },
  );

  it.each([301, 400])(
    "of %i are listed within the budget, and no diff is ever asked for (C1: reviewdog/reviewdog#1696, Anantys-oss/koan#1558; C7: ethereum/EIP-Bot#77)",
    async (count) => {
      const { facts, requests } = await collect({ head: manyFiles(count) });
      expect(facts.files).toHaveLength(count);
      expect(isFileListComplete(facts)).toBe(true);
      expect(requests).toBeLessThanOrEqual(6 + 3 * 2);
      expect(diffMediaTypes()).toEqual([]);
    },
  );

  it("of 20,001 lines are listed with their counts (C2: github/docs#9078)", async () => {
    const { facts } = await collect({ head: manyFiles(127, 158) });
    expect(facts.lines_total).toEqual({ additions: 127 * 158, deletions: 0 });
    expect(facts.files.every((file) => file.additions === 158)).toBe(true);
    expect(diffMediaTypes()).toEqual([]);
  });

  it("without a patch keep their counts and names, and are not trivial (C3: cpp-linter/cpp-linter-action#249, dcdpr/jp#642)", async () => {
    const { facts, files } = await collect({
      server: { limits: { patchBytes: 100 } },
      head: { "docs/long.md": "words\n".repeat(100) },
    });
    expect(files.get("docs/long.md")).toMatchObject({ additions: 100, binary: false });
    expect(files.get("docs/long.md")).not.toHaveProperty("patch");
    expect(judgeChange(facts, defaultConfiguration, {}).floor).toMatchObject({
      class: "logic",
      lines: 100,
      contributors: [{ rule: "floor.not-shown", path: "docs/long.md" }],
    });
  });

  it.each([
    [1, "fewer files are listed than changed"],
    [-1, "more files are listed than changed"],
  ])(
    "counted %i off are incomplete, and denied, also with an approval (C4: JSONbored/loopover#9017)",
    async (off, why) => {
      const { facts } = await collect(
        {
          head: manyFiles(3),
          change: { author: "copilot-swe-agent[bot]" },
          before: (repository) => void repository.world.bot("copilot-swe-agent[bot]", { id: 198_982_749 }),
        },
        ({ change }) => {
          change.counts = { changedFiles: 3 + off };
          change.review({ author: "rita", state: "APPROVED" });
        },
      );
      expect(facts.incomplete).toContainEqual({ what: "files", why, listed: 3, total: 3 + off });
      expect(judgeChange(facts, defaultConfiguration, {})).toMatchObject({ decision: "deny", deny_kind: "incomplete" });
    },
  );

  it("with a workflow among those that are not listed are denied whatever counts (C4: JSONbored/loopover#9017)", async () => {
    const { facts } = await collect(
      { head: { ".github/workflows/ci.yml": "on: push\n", ...manyFiles(3) } },
      ({ change }) => {
        change.rewriteFiles = (rows) => rows.filter((row) => !row.filename.startsWith(".github/"));
        change.counts = { changedFiles: 4, additions: 4 };
        change.review({ author: "rita", state: "APPROVED" });
      },
    );
    expect(facts.files.map((file) => file.path)).not.toContain(".github/workflows/ci.yml");
    const everyone = { ...defaultConfiguration, intent: { ...defaultConfiguration.intent, gate: "everyone" as const } };
    const verdict = judgeChange(facts, everyone);
    expect(verdict).toMatchObject({ decision: "deny", deny_kind: "incomplete", tier: { value: 3 } });
    expect(verdict.evidence.human_approval.present).toBe(true);
    expect(verdict.floor.class).toBe("sensitive");
  });

  it.each([
    [20, true],
    [21, false],
  ])(
    "at the platform's limit of rows are complete iff as many changed: %i of 20 (C5: joshuaswarren/remnic#2002)",
    async (count, complete) => {
      const { facts } = await collect({ server: { limits: { fileRows: 20 } }, head: manyFiles(count) });
      expect(facts.files).toHaveLength(20);
      expect(isFileListComplete(facts)).toBe(complete);
    },
  );

  it("counts raw rows, so that a path listed twice is incomplete (B6: palantir/policy-bot#870, palantir/policy-bot#399)", async () => {
    const { facts } = await collect({ head: manyFiles(2) }, ({ change }) => {
      change.rewriteFiles = (rows) => [...rows.slice(0, 1), ...rows.slice(0, 1)];
    });
    expect(facts.files).toHaveLength(2);
    expect(facts.incomplete).toContainEqual({ what: "files", why: "a path is listed twice", listed: 2, total: 2 });
  });
});

describe("lines an answer leaves out (C12: orgs/community#213491, openjdk/skara#1302)", () => {
  it("are found in smaller answers", async () => {
    const { facts } = await collect({ server: { limits: { diffLinesPerAnswer: 400 } }, head: manyFiles(60, 12) });
    expect(facts.files.every((file) => file.additions === 12 && file.patch !== undefined)).toBe(true);
    expect(facts.incomplete).toEqual([]);
    expect(shop.github.seen({ path: /files$/ }).map((request) => request.query["per_page"])).toEqual(["100", "30"]);
  });

  it("that no answer gives are not known, and the change is sensitive", async () => {
    const { facts, files } = await collect({ server: { limits: { diffLinesPerAnswer: 50 } }, head: manyFiles(12, 12) });
    const unknown = facts.files.filter((file) => file.additions === undefined);
    expect(unknown.length).toBeGreaterThan(0);
    expect(unknown.every((file) => file.patch === undefined)).toBe(true);
    expect(files.get("src/file-0.ts")).toMatchObject({ additions: 12 });
    expect(facts.incomplete).toMatchObject([{ what: "patches", total: 12 }]);
    expect(judgeChange(facts, defaultConfiguration, {}).floor.class).toBe("sensitive");
  });

  it("are not looked for where a rename or mode explains them", async () => {
    await collect({ base: { "a.sh": "a\n" }, head: { "a.sh": { executable: "a\n" } } });
    expect(shop.github.seen({ path: /files$/ })).toHaveLength(1);
  });

  it("cost a bounded number of requests, whatever the platform counts", async () => {
    const head = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`src/empty-${index}.ts`, ""]));
    const { facts, requests } = await collect({ head }, ({ change }) => {
      change.counts = { additions: 5 };
    });
    expect(requests).toBeLessThan(80);
    expect(facts.incomplete).toMatchObject([{ what: "patches" }]);
    expect(facts.files.every((file) => file.additions === undefined)).toBe(true);
  });
});

it.each<[string, Readonly<Record<string, string | null>>]>([
  ["another content of the same size", { "src/discount.ts": "export const b = 1;\n" }],
  ["a removal that never was", { "src/discount.ts": "export const a = 1;\n", "README.md": null }],
])("collects again when the head was pushed away and back while its files were listed: %s", async (_, files) => {
  const { facts, requests } = await collect({}, ({ github, work, change }) => {
    work.git("checkout", "-q", "-b", "harmless", "main");
    work.commit("Harmless", files);
    work.switch("main");
    let listed = (): void => undefined;
    const done = new Promise<void>((resolve) => {
      listed = resolve;
    });
    if (files["README.md"] === null) change.counts = { changedFiles: 2, additions: 1, deletions: 1 };
    github.before({ path: /files$/ }, () => void change.push("harmless"));
    github.after({ path: /files$/ }, () => {
      change.push("feature");
      listed();
    });
    github.before({ query: "PullRequest" }, async () => await done);
    github.after({ query: "Still" }, () => {
      change.counts = {};
    });
  });
  expect(requests).toBe(8);
  expect(facts.files).toMatchObject([{ path: "src/discount.ts", patch: "@@ -0,0 +1 @@\n+export const a = 1;" }]);
  expect(facts.incomplete).toEqual([]);
});

it("fetches nothing of a fork: its commits are read through the base repository", async () => {
  const { facts } = await collect(
    {
      before: (repository) =>
        void repository.world.repository("eve/shop", repository.git.folder, { parent: repository }),
    },
    ({ change, github }) => {
      Object.assign(change, { headRepository: github.findRepository("eve", "shop") });
    },
  );
  expect(facts.head.repository).toBe("eve/shop");
  expect(shop.github.log().join("\n")).not.toContain("eve/");
  expect(facts.files[0]?.mode).toBe("100644");
});
