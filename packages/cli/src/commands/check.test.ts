import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { canonicalJson } from "@warrant/kernel/canonical";
import { ChangeVerdict } from "@warrant/kernel/verdict";
import { IntentVerdicts, MergeEligible } from "@warrant/sources/relay-files";
import { beforeAll, describe, expect, it } from "vitest";
import { exampleRepository } from "../../../../testing/example-repository.ts";
import { changeFacts, file, issue, review } from "../../../../testing/facts.ts";
import { createRepository, type TestRepository, temporaryFolder } from "../../../../testing/git-repository.ts";
import { testIo } from "../../../../testing/io.ts";
import { run } from "../main.ts";

interface Ending {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function check(folder: string, args: readonly string[], options: Parameters<typeof testIo>[0] = {}) {
  const { io, stdout, stderr } = testIo({ cwd: folder, ...options });
  const code = await run(["check", ...args], io);
  return { code, out: stdout(), err: stderr() } satisfies Ending;
}

async function verdictOf(folder: string, args: readonly string[]): Promise<ChangeVerdict> {
  const { code, out, err } = await check(folder, [...args, "--format", "json"]);
  if (code !== 0) throw new Error(`exit code ${code}: ${err}`);
  return ChangeVerdict.parse(JSON.parse(out));
}

function pathsOf(verdict: ChangeVerdict): string[] {
  return verdict.alignment.files.map((each) => each.path).sort();
}

let shop: TestRepository;
beforeAll(async () => {
  shop = await exampleRepository();
});

describe("the exit codes are frozen", () => {
  const incompleteFacts = changeFacts({ incomplete: [{ what: "files", why: "cut" }] });
  const allowedFacts = changeFacts({ issues: [issue(12)], files: [file("src/cart/total.ts")] });
  const lines = (...documents: unknown[]): string => documents.map((each) => `${JSON.stringify(each)}\n`).join("");
  const facts = ["--facts", "-"];
  it.each<[number, string, readonly string[], string?]>([
    [0, "a change that is allowed under enforcement", [...facts, "--enforce"], lines(allowedFacts)],
    [0, "a denied change under report", facts, lines(changeFacts())],
    [0, "an incomplete change under report", facts, lines(incompleteFacts)],
    [1, "results that cannot be written", [...facts, "--out", "README.md"], lines(allowedFacts)],
    [1, "a folder that no system lets anyone make", [...facts, "--out", "/proc/none/results"], lines(allowedFacts)],
    [2, "no documents at all", facts, ""],
    [2, "no documents at all under enforcement, as after a command that failed", [...facts, "--enforce"], ""],
    [2, "an unknown option", ["--banana"]],
    [2, "an unknown format", ["--format", "xml"]],
    [2, "a revision that does not exist", ["nowhere..HEAD"]],
    [2, "a facts file that is not there", ["--facts", "nowhere.json"]],
    [2, "a document that is no facts document", facts, lines({})],
    [2, "one bad line among denied ones under enforcement", [...facts, "--enforce"], lines(changeFacts(), {})],
    [3, "a denied change under enforcement", [...facts, "--enforce"], lines(changeFacts())],
    [3, "a denied change beside an incomplete one", [...facts, "--enforce"], lines(incompleteFacts, changeFacts())],
    [4, "only incomplete changes under enforcement", [...facts, "--enforce"], lines(incompleteFacts, allowedFacts)],
  ])("%i for %s", async (code, _name, args, stdin = "") => {
    expect((await check(shop.folder, args, { stdin })).code).toBe(code);
  });
});

describe("every form of a range is judged", () => {
  let repository: TestRepository;
  beforeAll(() => {
    repository = createRepository({ lasting: "file" });
    repository.commit("Root", { "root.ts": "one\n" });
    repository.commit("Second", { "second.ts": "two\n" });
    repository.branch("work");
    repository.commit("Third", { "third.ts": "three\n" });
    repository.commit("Fourth", { "fourth.ts": "four\n" });
    repository.switch("main");
    repository.commit("Meanwhile", { "meanwhile.ts": "x\n" });
    repository.switch("work");
    repository.write({ "staged.ts": "staged\n" });
    repository.git("add", "staged.ts");
    repository.write({ "untracked.ts": "new\n" });
  });

  it.each<[string, readonly string[], readonly string[]]>([
    ["nothing: the branch against its base", [], ["fourth.ts", "third.ts"]],
    ["--base", ["--base", "main~1"], ["fourth.ts", "third.ts"]],
    ["A..B compares the two trees", ["main..work"], ["fourth.ts", "meanwhile.ts", "third.ts"]],
    ["A...B begins at the merge base", ["main...work"], ["fourth.ts", "third.ts"]],
    ["A.. ends at HEAD", ["work~1.."], ["fourth.ts"]],
    ["..B begins at HEAD", ["..main"], ["fourth.ts", "meanwhile.ts", "third.ts"]],
    ["one revision is compared with its parent", ["work~1"], ["third.ts"]],
    ["REV^! too", ["HEAD^!"], ["fourth.ts"]],
    ["a root commit is compared with nothing", ["main~2"], ["root.ts"]],
    ["an empty range", ["HEAD..HEAD"], []],
    ["--staged", ["--staged"], ["staged.ts"]],
    ["--worktree with what git does not know yet", ["--worktree"], ["staged.ts", "untracked.ts"]],
  ])("%s", async (_name, args, paths) => {
    expect(pathsOf(await verdictOf(repository.folder, args))).toEqual(paths);
  });

  it("GITHUB_BASE_REF names the base where a platform sets it", async () => {
    const clone = repository.clone("--branch", "work");
    const { out } = await check(clone.folder, ["--format", "json"], { env: { GITHUB_BASE_REF: "main" } });
    expect(JSON.parse(out).subject.base_ref).toContain("main");
  });

  it("an empty range says that nothing was found, and does not fail", async () => {
    const everyone = join(temporaryFolder(), "everyone.yaml");
    writeFileSync(everyone, "intent:\n  gate: everyone\n");
    const verdict = await verdictOf(repository.folder, ["HEAD..HEAD", "--config", everyone]);
    expect(verdict.floor).toMatchObject({ files: 0, lines: 0 });
    expect(verdict.findings.map((finding) => finding.rule)).toContain("change.nothing-found");
    expect(verdict.decision).toBe("allow");
  });

  it.each([
    ["--staged", "staged changes"],
    ["--worktree", "working tree"],
  ])("%s has no commit to name and says what it is", async (option, title) => {
    const { out } = await check(repository.folder, [option]);
    expect(out).toContain(`@uncommitted · ${title}`);
    expect(out).not.toContain("0000000");
  });

  it("several commits are counted beside the title of the first", async () => {
    const { out } = await check(repository.folder, ["main..work"]);
    expect(out).toContain("(first of 2 commits)");
  });

  it.each<[string, readonly string[], RegExp]>([
    ["a range with --staged", ["HEAD", "--staged"], /exclude each other/],
    ["a range with --worktree", ["HEAD", "--worktree"], /exclude each other/],
    ["--staged with --worktree", ["--staged", "--worktree"], /exclude each other/],
    ["a range with --base", ["main..HEAD", "--base", "main"], /a range and --base exclude each other/],
    ["--staged with --base", ["--staged", "--base", "main"], /--base has no meaning/],
    ["--facts with a range", ["HEAD", "--facts", "-"], /brings the whole change/],
    ["--facts with --staged", ["--staged", "--facts", "-"], /brings the whole change/],
    ["--facts with --base", ["--base", "main", "--facts", "-"], /brings the whole change/],
    ["--facts with --author", ["--author", "maria", "--facts", "-"], /brings the whole change/],
    ["--facts with --facts-issues", ["--facts-issues", "i.json", "--facts", "-"], /brings the whole change/],
    ["a bare number", ["48"], /For a pull request give owner\/repo#48\./],
    ["a repository", ["acme/shop"], /acme\/shop#N; warrant sweep acme\/shop judges all/],
    ["the address of a repository", ["https://github.com/acme/shop"], /warrant sweep acme\/shop\./],
    ["two ranges", ["HEAD", "HEAD~1"], /too many arguments/],
    ["an empty --intent", ["--intent", ""], /--intent is empty/],
    ["an empty --intent with --facts", ["--facts", "-", "--intent", " "], /--intent is empty/],
    ["an empty --author", ["--author", ""], /--author is empty/],
    ["an empty --out", ["--out", ""], /--out is empty/],
    ["a range of nothing", [".."], /names no revision/],
    ["an option in place of a revision", ["--base", "--upload-pack=x"], /./],
  ])("%s is refused with a sentence", async (_name, args, message) => {
    const { code, out, err } = await check(repository.folder, args);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(message);
  });
});

describe("an author cannot choose the rules by parting from an old commit", () => {
  it.each([
    ["the branch against its base", []],
    ["three dots", ["main...work"]],
    ["two dots", ["main..work"]],
  ])("%s is judged by the tip of the base, and by its plans", async (_name, range) => {
    const repository = createRepository();
    repository.commit("Begin", { "a.ts": "1\n" });
    repository.branch("work");
    repository.commit("Change\n\nFixes #12", { "a.ts": "2\n" });
    repository.switch("main");
    repository.commit("Set rules", {
      "warrant.yaml": "intent:\n  enforce: true\n  gate: everyone\n",
      "plans/a.md": "---\nstatus: approved\nissue: 12\n---\n",
    });
    repository.switch("work");
    const { out } = await check(repository.folder, [...range, "--format", "json", "--evidence", "assume"]);
    const verdict = ChangeVerdict.parse(JSON.parse(out));
    expect(verdict.gated_because).toBe("everyone");
    expect(verdict.evidence.approved_plan.present).toBe(true);
    expect((await check(repository.folder, range)).code).toBe(4);
  });
});

describe("the configuration comes from the base commit", () => {
  function repositoryWith(files: Record<string, string>): TestRepository {
    const repository = createRepository();
    repository.commit("Start", { "a.ts": "one\n", ...files });
    repository.branch("work");
    return repository;
  }

  it("a change that edits warrant.yaml is judged by the old one", async () => {
    const repository = repositoryWith({ "warrant.yaml": "intent:\n  gate: everyone\n  enforce: true\n" });
    repository.commit("Relax", { "warrant.yaml": "intent:\n  gate: agents\n  enforce: false\n" });
    const { code, out } = await check(repository.folder, []);
    expect(code).toBe(4);
    expect(out).toMatch(/Configuration:\s+warrant\.yaml\s+at/);
  });

  it.each<[string, (repository: TestRepository) => void, readonly string[]]>([
    ["a change that adds one", (it_) => it_.commit("Add", { "warrant.yaml": "intent: { gate: everyone }\n" }), []],
    [
      "an edited file in the working tree",
      (it_) => it_.write({ "warrant.yaml": "intent: { gate: everyone }\n" }),
      ["--worktree"],
    ],
  ])("%s is judged without it", async (_name, edit, args) => {
    const repository = repositoryWith({});
    edit(repository);
    const { code, out } = await check(repository.folder, args);
    expect(code).toBe(0);
    expect(out).toContain("no warrant.yaml at");
    expect((await verdictOf(repository.folder, args)).gated).toBe(false);
  });

  it("a change that breaks warrant.yaml is judged, and one that removes it is judged by it", async () => {
    const repository = repositoryWith({ "warrant.yaml": "intent:\n  gate: everyone\n" });
    repository.commit("Break", { "warrant.yaml": "intent: [\n" });
    expect((await verdictOf(repository.folder, [])).gated).toBe(true);
    repository.commit("Remove", { "warrant.yaml": null });
    expect(await verdictOf(repository.folder, [])).toMatchObject({ gated: true, tier: { value: 3 } });
  });

  it("warrant.yml counts as well", async () => {
    const repository = repositoryWith({ "warrant.yml": "intent:\n  gate: everyone\n" });
    repository.commit("Change", { "a.ts": "two\n" });
    const { out } = await check(repository.folder, []);
    expect(out).toMatch(/Configuration:\s+warrant\.yml\s+at/);
  });

  it("both names at the base are an error that names both", async () => {
    const repository = repositoryWith({ "warrant.yaml": "intent: {}\n", "warrant.yml": "intent: {}\n" });
    repository.commit("Change", { "a.ts": "two\n" });
    const { code, out, err } = await check(repository.folder, []);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("warrant.yaml");
    expect(err).toContain("warrant.yml");
  });

  it.each<[string, string, RegExp]>([
    ["an unknown key", "intent:\n  enforced: true\n", /warrant\.yaml:2:3.*enforced.*enforce/],
    ["a wrong type", "intent:\n  gate: 7\n", /warrant\.yaml:2:9/],
    ["a duplicate key", "intent:\n  gate: agents\n  gate: everyone\n", /warrant\.yaml:3:/],
    ["broken YAML", "intent: [\n", /warrant\.yaml:\d+:\d+/],
    [
      "an approval a reader can give",
      "intent:\n  evidence:\n    approval: { min_permission: read }\n",
      /warrant\.yaml:3:/,
    ],
    ["not UTF-8", "intent:\n  gate: agents # \u0000\n", /warrant\.yaml/],
  ])("%s at the base is told with its position and ends with 2", async (_name, text, message) => {
    const repository = repositoryWith({ "warrant.yaml": text });
    repository.commit("Change", { "a.ts": "two\n" });
    const { code, out, err } = await check(repository.folder, []);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(message);
  });

  it.each([
    ["text", "out"],
    ["markdown", "out"],
    ["sarif", "out"],
    ["json", "err"],
    ["jsonl", "err"],
  ] as const)("--config is said in the output of --format %s (on std%s)", async (format, where) => {
    const repository = repositoryWith({});
    repository.commit("Change", { "a.ts": "two\n" });
    repository.write({ "mine.yaml": "intent:\n  gate: everyone\n" });
    const ending = await check(repository.folder, ["--config", "mine.yaml", "--format", format], { columns: 200 });
    expect(ending[where]).toContain("mine.yaml (not the base's)");
    expect(ending.code).toBe(0);
  });

  it("--config is said beside a table of several changes too", async () => {
    const document = canonicalJson(changeFacts());
    const folder = temporaryFolder();
    writeFileSync(join(folder, "mine.yaml"), "intent:\n  gate: everyone\n");
    const { err } = await check(folder, ["--facts", "-", "--config", "mine.yaml"], { stdin: document + document });
    expect(err).toContain("mine.yaml (not the base's)");
  });

  it("a --config that is not there, is a folder or is not valid ends with 2", async () => {
    const repository = repositoryWith({ "bad.yaml": "intent: { gat: agents }\n" });
    repository.commit("Change", { "a.ts": "two\n" });
    for (const [name, message] of [
      ["none.yaml", /none\.yaml: there is no such file/],
      [".", /it is a folder/],
      ["bad.yaml", /bad\.yaml:1:\d+/],
    ] as const) {
      const { code, out, err } = await check(repository.folder, ["--config", name]);
      expect([code, out]).toEqual([2, ""]);
      expect(err).toMatch(message);
    }
  });

  it("a clone that lacks the base commit says so and never calls the change complete", async () => {
    const repository = createRepository();
    repository.commit("Start", { "warrant.yaml": "intent:\n  gate: everyone\n" });
    repository.commit("Change", { "a.ts": "two\n" });
    const clone = repository.shallowClone(1);
    const { code, out, err } = await check(clone.folder, ["HEAD", "--format", "json"]);
    // What the base's configuration asks for is not known, so the careful end of it holds.
    expect(code).toBe(4);
    expect(err).toMatch(/lacks the base commit/);
    expect(err).toMatch(/git fetch --/);
    expect(JSON.parse(out).incomplete).toContainEqual(expect.objectContaining({ what: "files" }));
    expect(JSON.parse(out).incomplete).toContainEqual(expect.objectContaining({ what: "plans" }));
  });
});

describe("WARRANT_INTENT_SENSITIVE_PATHS", () => {
  const judged = (value: string) =>
    check(shop.folder, ["main..copilot/fix-empty-cart", "--format", "json"], {
      env: { WARRANT_INTENT_SENSITIVE_PATHS: value },
    });

  it("adds to the configuration's paths and raises the floor", async () => {
    const { code, out } = await judged("src/cart/**");
    expect(code).toBe(0);
    expect(JSON.parse(out).floor.class).toBe("sensitive");
  });

  it.each(["", "  "])("%j is as good as not set", async (value) => {
    expect(JSON.parse((await judged(value)).out).floor.class).not.toBe("sensitive");
  });

  it.each(["src/cart/**,", "/secret-place", "../secret-place", "secret\u0007place", "s\u0435cret-place"])(
    "an entry that cannot be used ends with 2 and its value is never shown: %j",
    async (value) => {
      const { code, out, err } = await judged(value);
      expect([code, out]).toEqual([2, ""]);
      expect(err).toContain("WARRANT_INTENT_SENSITIVE_PATHS");
      expect(err).not.toMatch(/secret-place|cret/);
    },
  );
});

describe("enforcement", () => {
  it("is asked for by the option or by the base's configuration, and the verdict is the same bytes", async () => {
    const facts = canonicalJson(changeFacts());
    const folder = temporaryFolder();
    writeFileSync(join(folder, "enforce.yaml"), "intent:\n  enforce: true\n");
    const judged = (...args: string[]) =>
      check(folder, ["--facts", "-", "--format", "json", ...args], { stdin: facts });
    const [report, option, configured] = [
      await judged(),
      await judged("--enforce"),
      await judged("--config", "enforce.yaml"),
    ];
    expect([report.code, option.code, configured.code]).toEqual([0, 3, 3]);
    expect([option.out, configured.out]).toEqual([report.out, report.out]);
  });
});

describe("--evidence and --facts-issues", () => {
  const range = "main..copilot/fix-empty-cart";
  const permissive = ["--config", "open.yaml", "--author", "copilot-swe-agent"];
  beforeAll(() => shop.write({ "open.yaml": "intent:\n  gate: agents\n" }));

  it("without either, what only the platform knows is incomplete, not unauthorized", async () => {
    expect(await verdictOf(shop.folder, [range, ...permissive])).toMatchObject({
      decision: "deny",
      deny_kind: "incomplete",
      authorized: false,
    });
  });

  it("--evidence assume takes the named issue as counting and says so", async () => {
    const { code, out } = await check(shop.folder, [range, ...permissive, "--evidence", "assume", "--enforce"]);
    expect(code).toBe(0);
    expect(out).toContain("Assuming acme/shop#12 is open");
  });

  it("--facts-issues supplies the issue, with the link that the text gives it", async () => {
    const verdict = await verdictOf(shop.folder, [range, ...permissive, "--facts-issues", "issues.json"]);
    expect(verdict).toMatchObject({ decision: "allow", authorized: true });
    expect(verdict.evidence.linked_issue.issues).toEqual([
      { repository: "acme/shop", number: 12, link: "closing", counts: true, because: "auth.issue" },
    ]);
  });

  it("--facts-issues brings no issue that the change does not name", async () => {
    const other = [{ ...issue(99), repository: "acme/shop" }];
    shop.write({ ".git/other.json": JSON.stringify(other) });
    const verdict = await verdictOf(shop.folder, [range, ...permissive, "--facts-issues", ".git/other.json"]);
    expect(verdict.evidence.linked_issue.issues.map((each) => each.number)).toEqual([12]);
    expect(verdict.authorized).toBe(false);
  });

  it("a label that approves the plan of a supplied issue is a plan, by who put it there", async () => {
    const planned = (permission: string) => [
      {
        ...issue(12),
        labels: [{ name: "Plan approved", actor: { login: "vera", kind: "user", id: 5 }, permission }],
      },
    ];
    for (const [permission, counts] of [
      ["write", true],
      ["triage", false],
    ] as const) {
      shop.write({ ".git/planned.json": JSON.stringify(planned(permission)) });
      const verdict = await verdictOf(shop.folder, [range, ...permissive, "--facts-issues", ".git/planned.json"]);
      expect(verdict.evidence.approved_plan).toMatchObject({ present: counts });
      expect(verdict.evidence.approved_plan.plans).toMatchObject([{ source: "label", counts }]);
    }
  });

  it.each<[string, string, RegExp]>([
    ["is not there", "", /none\.json \(ENOENT\)/],
    ["is not JSON", "[1", /it is not JSON/],
    ["is no list", "{}", /must be a JSON list/],
    ["has an issue without a number", '[{"repository":"acme/shop"}]', /issue 1 needs a repository and a number/],
    ["has null in it", "[null]", /issue 1 needs a repository and a number/],
  ])("--facts-issues that %s is a usage error", async (_name, text, message) => {
    if (text !== "") shop.write({ ".git/bad.json": text });
    const path = text === "" ? "none.json" : ".git/bad.json";
    const { code, out, err } = await check(shop.folder, [range, "--facts-issues", path]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(message);
  });

  it("an issue that is only half there is an error that names the issue and the field", async () => {
    shop.write({ ".git/half.json": '[{"repository":"acme/shop","number":12,"title":"The total"}]' });
    const { code, err } = await check(shop.folder, [range, ...permissive, "--facts-issues", ".git/half.json"]);
    expect([code, err]).toEqual([2, expect.stringContaining("issue 1 (acme/shop#12): body must be text")]);
  });

  it.each([
    [["--evidence", "assume"], "The issue's text is not known"],
    [[], "Give the issue's facts with `--facts-issues`, or take it as open with `--evidence assume`."],
  ])("%j says what can be done, and only that", async (more, words) => {
    const { out } = await check(shop.folder, [range, ...permissive, ...more], { columns: 100 });
    expect(out.replaceAll(/\s+/g, " ").toLowerCase()).toContain(words.toLowerCase());
    expect(out).not.toContain("Link the issue that asks");
  });

  it("an empty range is judged on zero files and refuses nothing", async () => {
    const { code, out } = await check(shop.folder, ["main..main", ...permissive, "--enforce"]);
    expect(code).toBe(0);
    expect(out).toContain("[change.nothing-found]");
  });
});

describe("--author and --intent", () => {
  it("--author is the account that is judged", async () => {
    const verdict = await verdictOf(shop.folder, ["main", "--author", "copilot-swe-agent[bot]"]);
    expect(verdict.agent).toMatchObject({ kind: "agent", name: "copilot-swe-agent", confidence: "certain" });
  });

  it("--intent names the intent of a range and of a facts document", async () => {
    expect((await verdictOf(shop.folder, ["main", "--intent", "KEY-1"])).attribution).toMatchObject({
      source: "explicit_metadata",
      key: "KEY-1",
    });
    const { out } = await check(shop.folder, ["--facts", "-", "--intent", "KEY-2", "--format", "json"], {
      stdin: canonicalJson(changeFacts({ explicit_intent: { key: "CLAIMED", source: "label" } })),
    });
    expect(JSON.parse(out).attribution).toMatchObject({ source: "explicit_metadata", key: "KEY-2" });
  });
});

describe("facts documents", () => {
  it("the facts of a range give the verdict of the range under the same configuration", async () => {
    const { io, stdout } = testIo({ cwd: shop.folder });
    const range = "main..copilot/fix-and-more";
    expect(await run(["facts", range], io)).toBe(0);
    const piped = await check(shop.folder, ["--facts", "-", "--config", "warrant.yaml", "--format", "json"], {
      stdin: stdout(),
    });
    expect(JSON.parse(piped.out)).toEqual(await verdictOf(shop.folder, [range]));
  });

  it("in bulk give one line for each line, in order, with bad lines numbered, and the run goes on", async () => {
    const numbered = (number: number) => canonicalJson(changeFacts({ number }));
    const stdin = `${numbered(1)}{"schema":\n\n${numbered(4)}[]\n\u0000\n${numbered(7).trimEnd()}`;
    const { code, out, err } = await check(shop.folder, ["--facts", "-", "--format", "jsonl"], { stdin });
    const rows = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(rows.map((row) => row.line ?? row.subject.number)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(rows.map((row) => row.schema)).toEqual(
      ["verdict", "error", "error", "verdict", "error", "error", "verdict"].map((kind) => `warrant.${kind}/v1`),
    );
    expect(rows[1]).toEqual({
      schema: "warrant.error/v1",
      line: 2,
      error: { code: "facts-invalid", where: "", message: expect.stringContaining("not JSON") },
    });
    expect([code, err]).toEqual([2, ""]);
  });

  it("in bulk from a file give the verdicts' code when every line is good", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "cases.jsonl"), canonicalJson(changeFacts()).repeat(300));
    const { code, out } = await check(folder, ["--facts", "cases.jsonl", "--format", "jsonl", "--enforce"]);
    expect(code).toBe(3);
    expect(out.split("\n")).toHaveLength(301);
  });

  it.each(["text", "markdown", "sarif"])("a bad line is told on standard error with --format %s", async (format) => {
    const stdin = `${canonicalJson(changeFacts())}{"schema":"\u001B[31m"}\n${canonicalJson(changeFacts({ number: 8 }))}`;
    const { code, out, err } = await check(shop.folder, ["--facts", "-", "--format", format], { stdin });
    expect(code).toBe(2);
    expect(err).toContain("line 2: not a facts document");
    expect(err).not.toContain("\u001B");
    expect(out).toContain("shop");
  });

  it("one document may be written over several lines and begin with a byte order mark", async () => {
    const stdin = `\uFEFF${JSON.stringify(changeFacts(), null, 2)}`;
    const { code, out } = await check(shop.folder, ["--facts", "-", "--format", "json"], { stdin });
    expect(code).toBe(0);
    expect(JSON.parse(out).subject.number).toBe(7);
  });
});

describe("formats", () => {
  const bulk = (numbers: readonly number[]) => numbers.map((number) => canonicalJson(changeFacts({ number }))).join("");
  const judged = (format: string, stdin: string) => check(shop.folder, ["--facts", "-", "--format", format], { stdin });

  it("json prints one document for one change, in canonical form", async () => {
    const { out } = await judged("json", bulk([7]));
    expect(canonicalJson(JSON.parse(out))).toBe(out);
  });

  it.each([[[]], [[1, 2]], [[1, 2, 3]]])("json prints a list for %j", async (numbers) => {
    const { out } = await judged("json", bulk(numbers));
    expect(out.endsWith("]\n")).toBe(true);
    expect(JSON.parse(out).map((each: ChangeVerdict) => each.subject.number)).toEqual(numbers);
  });

  it("json prints an error in its place", async () => {
    const rows = JSON.parse((await judged("json", `${bulk([1])}{}\n${bulk([3])}`)).out);
    expect(rows.map((row: { schema: string }) => row.schema)).toEqual([
      "warrant.verdict/v1",
      "warrant.error/v1",
      "warrant.verdict/v1",
    ]);
  });

  it("jsonl prints the same verdicts, one a line", async () => {
    const lines = (await judged("jsonl", bulk([1, 2]))).out;
    const list = JSON.parse((await judged("json", bulk([1, 2]))).out);
    expect(lines).toBe(list.map(canonicalJson).join(""));
  });

  it.each([1, 3])("sarif is one log with one run for %i changes", async (count) => {
    const log = JSON.parse((await judged("sarif", bulk(Array.from({ length: count }, (_, index) => index + 1)))).out);
    expect(log).toMatchObject({
      version: "2.1.0",
      runs: [{ tool: { driver: { name: expect.stringMatching(/warrant/i) } } }],
    });
    expect(log.runs).toHaveLength(1);
  });

  it("markdown shows one change in full and several in a table", async () => {
    expect((await judged("markdown", bulk([7]))).out).toContain("acme/shop#7");
    const table = (await judged("markdown", bulk([7, 8]))).out;
    expect(table).toMatch(/^\|.*\|$/m);
    expect(table).toContain("#8");
  });

  it("text shows one change in full and several in a table, without colour where no terminal is", async () => {
    const [one, several] = [await judged("text", bulk([7])), await judged("text", bulk([7, 8]))];
    expect(one.out).toContain("Tier");
    expect(several.out).toContain("#8");
    expect(one.out + several.out).not.toContain("\u001B");
  });
});

describe("--out writes both relay files", () => {
  const documents = canonicalJson(changeFacts()) + canonicalJson(changeFacts({ number: 8, draft: true }));
  const judged = (folder: string, out: string, ...args: string[]) =>
    check(folder, ["--facts", "-", "--out", out, ...args], { stdin: documents });
  const read = (...parts: string[]): unknown => JSON.parse(readFileSync(join(...parts), "utf8"));

  it("into a folder that it makes, and says whether they are enforced", async () => {
    const folder = temporaryFolder();
    await judged(folder, "results/today");
    await judged(folder, "enforced", "--enforce");
    expect(readdirSync(join(folder, "results/today")).sort()).toEqual(["intent-verdicts.json", "merge-eligible.json"]);
    const verdicts = IntentVerdicts.parse(read(folder, "results/today/intent-verdicts.json"));
    expect(verdicts.verdicts.map((each) => each.number)).toEqual([7, 8]);
    const report = MergeEligible.parse(read(folder, "results/today/merge-eligible.json"));
    expect([report.eligible.map((each) => each.number), report.excluded.map((each) => each.number)]).toEqual([
      [7],
      [8],
    ]);
    const enforced = MergeEligible.parse(read(folder, "enforced/merge-eligible.json"));
    expect([enforced.enforced, enforced.eligible]).toEqual([true, []]);
  });

  it("also when a line is bad, for the changes that could be judged", async () => {
    const folder = temporaryFolder();
    const { code } = await check(folder, ["--facts", "-", "--out", "."], { stdin: `${documents}{}\n` });
    expect(code).toBe(2);
    expect(IntentVerdicts.parse(read(folder, "intent-verdicts.json")).verdicts).toHaveLength(2);
  });

  it("never over a file where the folder should be, or a folder where a file should be, and leaves nothing behind", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "results"), "mine\n");
    const { code, err } = await judged(folder, "results");
    expect(code).toBe(1);
    expect(err).toContain("results");
    expect(readFileSync(join(folder, "results"), "utf8")).toBe("mine\n");
    mkdirSync(join(folder, "taken/intent-verdicts.json"), { recursive: true });
    expect((await judged(folder, "taken")).code).toBe(1);
    expect(readdirSync(join(folder, "taken"))).toEqual(["intent-verdicts.json"]);
  });

  it("not at all when the run was interrupted", async () => {
    const folder = temporaryFolder();
    const controller = new AbortController();
    controller.abort();
    const { code, err } = await check(folder, ["--facts", "-", "--out", "results"], {
      stdin: documents,
      signal: controller.signal,
    });
    expect([code, err]).toEqual([1, ""]);
    expect(existsSync(join(folder, "results"))).toBe(false);
  });
});

describe("--beads records misaligned changes", () => {
  it("once for each change, in both modes, and nothing for the others", async () => {
    const folder = temporaryFolder();
    const facts = readFileSync(shop.path("pull-request.json"), "utf8");
    for (const args of [[], ["--enforce"]]) {
      await check(folder, ["--facts", "-", "--beads", "beads.jsonl", ...args], { stdin: facts });
    }
    const lines = readFileSync(join(folder, "beads.jsonl"), "utf8").trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).external_ref)).toEqual(["acme/shop#48"]);
    await check(folder, ["--facts", "-", "--beads", "none.jsonl"], { stdin: canonicalJson(changeFacts()) });
    expect(existsSync(join(folder, "none.jsonl"))).toBe(false);
  });
});

describe("plans and beads stand at the base commit", () => {
  const approved = "---\nstatus: approved\nissue: 5\nintent: KEY-5\n---\n# Plan\n\nChange the first file.\n";
  const bead = (id: string, parts: object) => `${JSON.stringify({ id, title: "The first file", ...parts })}\n`;
  const configuration = "intent:\n  gate: everyone\n";

  async function judge(base: Record<string, string>, message: string, head: Record<string, string> = {}) {
    const repository = createRepository();
    repository.git("remote", "add", "origin", "https://github.com/acme/shop.git");
    repository.commit("Start", { "a.ts": "one\n", "warrant.yaml": configuration, ...base });
    repository.branch("work");
    repository.commit(message, { "a.ts": "two\n", ...head });
    return await verdictOf(repository.folder, ["--evidence", "assume"]);
  }

  it.each<[string, Record<string, string>, string]>([
    [
      "a beads file",
      { ".beads/issues.jsonl": bead("app-1", { external_ref: "#5", metadata: { plan_status: "approved" } }) },
      "beads",
    ],
    [
      "the other beads file",
      {
        ".beads/beads.jsonl": bead("app-1", { external_ref: "gh-acme/shop#5", metadata: { plan_status: "approved" } }),
      },
      "beads",
    ],
    ["a plan file", { "plans/five.md": approved }, "file"],
    ["a plan file below docs", { "docs/plans/deep/five.md": approved }, "file"],
  ])("a plan in %s counts", async (_name, base, source) => {
    const { approved_plan } = (await judge(base, "Change it\n\nFixes #5")).evidence;
    expect(approved_plan).toMatchObject({ present: true, source });
  });

  it("a plan that stands only in the head does not, nor one that the change edits to say approved", async () => {
    const text = "Change it\n\nFixes #5";
    expect((await judge({}, text, { "plans/five.md": approved })).evidence.approved_plan.plans).toEqual([]);
    const draft = approved.replace("approved", "draft");
    const edited = await judge({ "plans/five.md": draft }, text, { "plans/five.md": approved });
    expect(edited.evidence.approved_plan).toMatchObject({ present: false });
  });

  it("the intent of a plan that counts is explicit", async () => {
    expect((await judge({ "plans/five.md": approved }, "Change it\n\nFixes #5")).attribution.key).toBe("KEY-5");
  });

  it.each([
    ["in the subject", "app-1: change it"],
    ["in the body", "Change it\n\nThis is (app-1)."],
  ])("a bead named as a whole word %s links its issue", async (_name, message) => {
    const { evidence } = await judge({ ".beads/issues.jsonl": bead("app-1", { external_ref: "#5" }) }, message);
    expect(evidence.linked_issue.issues).toMatchObject([{ number: 5, link: "reference" }]);
  });

  it.each(["app-10: change it", "my-app-1", "app-1.2", "APP-1", "Change it <!-- app-1 -->"])(
    "%j names no bead",
    async (message) => {
      const { evidence } = await judge({ ".beads/issues.jsonl": bead("app-1", { external_ref: "#5" }) }, message);
      expect(evidence.linked_issue.issues).toEqual([]);
    },
  );

  it("a bead of the second file names the issue that the first file plans for", async () => {
    const base = {
      ".beads/issues.jsonl": bead("plan-1", { external_ref: "#5", metadata: { plan_status: "approved" } }),
      ".beads/beads.jsonl": bead("app-1", { external_ref: "#5" }),
    };
    expect((await judge(base, "app-1: change it")).evidence.approved_plan).toMatchObject({ present: true });
  });

  it("a beads line that cannot be read is incomplete, and the others count", async () => {
    const base = {
      ".beads/issues.jsonl": `{"id"\n${bead("app-1", { external_ref: "#5", metadata: { plan_status: "approved" } })}`,
    };
    const verdict = await judge(base, "Change it\n\nFixes #5");
    expect(verdict.evidence.approved_plan.present).toBe(true);
    expect(verdict.incomplete).toContainEqual({ what: "plans", why: expect.stringContaining("line 1") });
  });
});

describe("what reaches the terminal cannot steer it", () => {
  const hostile = "\u001B[2J\u0007\u202E";
  it.each<[string, readonly string[]]>([
    ["a revision", [`x${hostile}`]],
    ["a base", ["--base", `x${hostile}`]],
    ["an option", [`--x${hostile}`]],
    ["a format", ["--format", `x${hostile}`]],
    ["a configuration", ["--config", `x${hostile}`]],
    ["a facts file", ["--facts", `x${hostile}`]],
    ["an issues file", ["HEAD", "--facts-issues", `x${hostile}`]],
    ["too many arguments", ["HEAD", `x${hostile}`]],
  ])("%s that is hostile is quoted cleaned", async (_name, args) => {
    const { code, err } = await check(shop.folder, args);
    expect(code).toBe(2);
    expect(err.length).toBeGreaterThan(10);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: that none is there is the point.
    expect(err).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F\u202E]/);
  });

  it("nor can a folder for results, a review or a path of the change", async () => {
    const folder = temporaryFolder();
    const facts = changeFacts({ files: [file(`src/${hostile}.ts`)], reviews: [review(hostile)], title: hostile });
    const { out, err } = await check(folder, ["--facts", "-", "--out", `\u0000${hostile}`], {
      stdin: canonicalJson(facts),
    });
    expect(out + err).not.toMatch(/\u001B|\u202E/);
  });
});
