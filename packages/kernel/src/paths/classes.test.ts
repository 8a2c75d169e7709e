import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { defaultConfiguration, type IntentConfiguration } from "../configuration.ts";
import { compilePathClasses, type PathClasses } from "./classes.ts";
import { confusables } from "./confusables.ts";
import {
  defaultCompanionPatterns,
  defaultDocsPatterns,
  defaultGeneratedPatterns,
  defaultGuardrailPatterns,
  defaultLockfilePatterns,
  defaultManifestPatterns,
  defaultTestPatterns,
  infrastructurePatterns,
  schemaPatterns,
  securityWords,
} from "./default-lists.ts";
import { saysGenerated } from "./generated-head.ts";
import { manifestsOf } from "./lockfile-manifests.ts";

function configured(parts: Partial<IntentConfiguration>): PathClasses {
  return compilePathClasses({ ...defaultConfiguration.intent, ...parts });
}

const classes = configured({});

/** A path that a pattern matches: stars become a name. */
function example(pattern: string): string {
  return pattern.replace(/^!/, "").replaceAll("**/", "").replace(/\*\*$/, "name").replaceAll("*", "x");
}

const lists = [
  ["test", defaultTestPatterns, (path: string) => classes.isTest(path) && classes.mayBeTest(path)],
  ["docs", defaultDocsPatterns, classes.isDocs],
  ["lockfile", defaultLockfilePatterns, (path: string) => classes.isLockfile(path) && seen("lockfile", path)],
  ["manifest", defaultManifestPatterns, (path: string) => classes.isManifest(path) && seen("manifest", path)],
  ["generated", defaultGeneratedPatterns, classes.isGenerated],
  ["companion", defaultCompanionPatterns, classes.isCompanion],
  ["guardrail", defaultGuardrailPatterns, classes.isGuardrail],
  ["infrastructure", infrastructurePatterns, classes.isInfrastructure],
  ["schema", schemaPatterns, classes.isSchema],
] as const;

function seen(list: "lockfile" | "manifest", path: string): boolean {
  return classes.sight(list, path) === "plain";
}

describe.each(lists)("the default list %s", (_, patterns, holds) => {
  const rows = patterns.filter((pattern) => !pattern.startsWith("!")).map((pattern) => [pattern, example(pattern)]);
  it.each(rows)("%s takes %s at depth 0 and 3", (_, path) => {
    expect([holds(path), holds(`p/q/r/${path}`)]).toEqual([true, true]);
  });

  const exceptions = patterns.filter((pattern) => pattern.startsWith("!"));
  it("takes nothing of its exceptions", () => {
    const held = exceptions.map(example).filter((path) => holds(path) || holds(`p/q/r/${path}`));
    expect(held).toEqual([]);
  });
});

describe("security words", () => {
  it("each count as a whole word at depth 0 and 3, in any case", () => {
    for (const word of securityWords) {
      for (const path of [`${word}.ts`, `a/b/c/${word}_x.ts`, word.toUpperCase(), `x-${word}/y.ts`]) {
        expect([path, classes.isSecurity(path)]).toEqual([path, true]);
      }
    }
  });

  it.each(["src/author.ts", "tokenizer.py", "secretary/x.ts", "src/session.ts", "cors.go", "key.ts", "certainly.md"])(
    "%s is no hit",
    (path) => {
      expect(classes.isSecurity(path)).toBe(false);
    },
  );

  it.each([
    ["src/AuthService.java", "plain"],
    ["OAuth2Client.ts", "plain"],
    ["app/(auth)/page.tsx", "plain"],
    ["src/аuth/x.ts", "disguised"],
    ["src/ＡuthService.ts", "disguised"],
    ["src/secrets:x", "plain"],
  ])("%s is a hit, %s", (path, sight) => {
    expect(classes.sight("security", path)).toBe(sight);
  });
});

describe("classes that differ from what a name suggests (section 8.4)", () => {
  it.each([
    [1, ".changeset/x.md", { isDocs: false, isCompanion: true }],
    [2, "src/AGENTS.md", { isGuardrail: true, isDocs: true }],
    [3, "v2/pkg/policies/x.md", { isGuardrail: true }],
    [5, "docs/x.mdx", { isDocs: false, isCode: true }],
    [5, "docs/x.rst", { isDocs: true, isCode: false }],
    [5, "docs/.hooks/main.py", { isDocs: false, isCode: true }],
    [8, ".github/release-please.yml", { isGuardrail: true }],
    [8, ".github/ISSUE_TEMPLATE/bug.yml", { isGuardrail: false }],
    [8, ".github/CONTRIBUTING.md", { isGuardrail: false, isDocs: true }],
    [9, "src/migrations/codemod.ts", { isSchema: true, isCode: true }],
    [0, "CMakeLists.txt", { isDocs: false, isCode: true }],
    [0, "docs/requirements-dev.txt", { isDocs: false, isManifest: true }],
    [0, "docs/Requirements.txt", { isDocs: false }],
    [0, "SECURITY.md", { isDocs: false }],
    [0, "Security.md", { isDocs: false }],
    [0, "MAINTAINERS.md", { isDocs: false }],
    [0, "tests/fixtures/a.json", { isTestSupport: true, isTest: true, isCode: false }],
    [0, "tests/__mocks__/a.ts", { isTestSupport: true }],
    [0, "src/fixtures/a.json", { isTestSupport: false, isTest: false }],
    [0, "tests/hammock.ts", { isTestSupport: false }],
  ] as const)("row %i: %s", (_, path, expected) => {
    const answers = Object.keys(expected).map((name) => [name, classes[name as "isDocs"](path)]);
    expect(Object.fromEntries(answers)).toEqual(expected);
  });

  it.each([
    ["package-lock.json", "lockfile"],
    ["dist/a.js", "generated"],
    ["src/a.test.ts", "test"],
    ["docs/a.md", "docs"],
    ["package.json", "other"],
    ["CHANGELOG", "other"],
    [".github/workflows/a.yml", "other"],
    ["src/a.ts", "code"],
  ])("lines of %s count as %s", (path, expected) => {
    expect(classes.lineClass(path)).toBe(expected);
  });
});

describe("what the head of a patch says", () => {
  it.each([
    ["@@ -0,0 +1,2 @@\n+// Code generated by mockgen. DO NOT EDIT.\n+package a", true],
    ["@@ -0,0 +1 @@\n+/** @generated */", true],
    ["@@ -1 +1 @@\n-// @generated\n+// by hand", false],
    [`@@ -0,0 +1,6 @@\n${"+a\n".repeat(5)}+// @generated`, false],
    [`@@ -0,0 +1,6 @@\n${"+a\n".repeat(4)}+// @generated`, true],
    ["+// do not edit what code generated", false],
    ["", false],
  ])("%j: generated %s", (patch, expected) => {
    expect(saysGenerated(patch)).toBe(expected);
    expect(classes.isGenerated("src/a.go", patch)).toBe(expected);
  });

  it("is found in a patch of a million characters", () => {
    expect(saysGenerated(`+${"code generated ".repeat(70_000)}do not edit`)).toBe(false);
    expect(saysGenerated(` context\n`.repeat(100_000) + "+@generated")).toBe(true);
  });
});

describe("16.6: variants of a path", () => {
  const likesOf = Map.groupBy(confusables, ([, latin]) => latin);
  const guarded = fc.constantFrom(
    ".github/workflows/build.yml",
    "a/b/CODEOWNERS",
    "sub/AGENTS.md",
    ".claude/settings.json",
    "warrant.yaml",
    "pkg/policies/rules.json",
  );
  const docs = fc.constantFrom("docs/guide.md", "README.md", "a/doc/notes.txt", "docs/page.rst");

  function withLookalike(path: string, at: number, which: number): string {
    const places = path
      .split("")
      .flatMap((letter, index) => (likesOf.has(letter) && /[A-Za-z]/.test(letter) ? [index] : []));
    const place = places[at % places.length] ?? 0;
    const likes = likesOf.get(path.charAt(place)) ?? [];
    const like = likes[which % likes.length]?.[0] ?? "";
    return path.slice(0, place) + like + path.slice(place + 1);
  }
  const variant = fc.oneof(
    fc.constant((path: string) => path.toUpperCase()),
    fc.tuple(fc.nat(100), fc.nat(20)).map(
      ([at, which]) =>
        (path: string) =>
          withLookalike(path, at, which),
    ),
    fc.constantFrom(".", " ", " . ", ":stream", "::$DATA").map((end) => (path: string) => path + end),
    fc.constantFrom(". ", ".", " ").map((end) => (path: string) => path.replace("/", `${end}/`) + end),
    fc.nat(30).map((at) => (path: string) => `${path.slice(0, at)}\u200b${path.slice(at)}`),
    fc.constant((path: string) =>
      path.replace(/[a-z]/, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
    ),
  );

  it.each([
    [".GITHUB/workflows/build.yml", "B9: in capitals (czottmann/pi-automode#25)"],
    ["a/CodeOwners", "B9: in mixed case (odysseus-dev/odysseus#5097)"],
    ["cLaUdE.Md", "B9: in mixed case (kaelzhang/node-ignore#151)"],
    ["CODEOWNERS.", "B11: with a trailing dot (rebel0789/codexpro#128)"],
    [".github /workflows/build.yml ", "B11: with trailing spaces (rebel0789/codexpro#128)"],
    ["AGENTS.md::$DATA", "B11: with a stream (rebel0789/codexpro#128)"],
    [".gіthub/workflows/build.yml", "B10: with a Cyrillic letter (czottmann/pi-automode#25)"],
    ["ＡＧＥＮＴＳ.md", "B10: in full width (czottmann/pi-automode#25)"],
  ])("%s is guarded, %s", (path) => {
    expect([classes.isGuardrail(path), classes.isDocs(path)]).toEqual([true, false]);
  });

  it("B9: `STRASSE` and `straße` are guarded by either (prefix-dev/rattler-build#1621)", () => {
    for (const pattern of ["straße/**", "STRASSE/**"]) {
      const guard = configured({ guardrail_path_patterns: [pattern], sensitive_paths: [pattern] });
      for (const path of ["straße/a", "STRASSE/a", "Strasse/a", "STRAßE/a"]) {
        expect([path, guard.isGuardrail(path), guard.sight("configured", path)]).toEqual([path, true, "plain"]);
      }
    }
  });

  it("of a guarded path is guarded", () => {
    fc.assert(
      fc.property(guarded, variant, (path, change) => {
        expect([change(path), classes.isGuardrail(change(path))]).toEqual([change(path), true]);
      }),
      { numRuns: 1000 },
    );
  });

  it("of a docs path is no docs", () => {
    fc.assert(
      fc.property(docs, variant, (path, change) => {
        expect([change(path), classes.isDocs(change(path))]).toEqual([change(path), false]);
      }),
      { numRuns: 1000 },
    );
  });

  it("B10: NFC and NFD of a configured pattern guard both spellings, and a decomposed page is no docs (odysseus-dev/odysseus#5097)", () => {
    for (const form of ["NFC", "NFD"]) {
      const guard = configured({ guardrail_path_patterns: ["größe/**".normalize(form)] });
      for (const path of ["größe/a", "GRÖSSE/A"]) {
        expect(guard.isGuardrail(path.normalize("NFC")) && guard.isGuardrail(path.normalize("NFD"))).toBe(true);
      }
    }
    expect([classes.isDocs("docs/é.md".normalize("NFC")), classes.isDocs("docs/é.md".normalize("NFD"))]).toEqual([
      true,
      false,
    ]);
  });

  it("a look-alike pattern guards the Latin path and the reverse", () => {
    const guard = configured({ sensitive_paths: ["сеcret/**"] });
    expect(guard.sight("configured", "cecret/a")).toBeNull();
    expect(guard.sight("configured", "сecret/a")).toBe("disguised");
  });

  it("a hit only in disguise says so and names the lists", () => {
    expect(classes.sight("guardrail", ".GITHUB/workflows/x")).toBe("plain");
    expect(classes.sight("guardrail", ".gіthub/workflows/x")).toBe("disguised");
    expect(classes.sight("guardrail", "CODEOWNERS.")).toBe("disguised");
    expect(classes.disguises("sub/pаckage.json")).toEqual(["manifest"]);
    expect(classes.disguises("src/a.ts")).toEqual([]);
    expect(classes.disguises("src/ж.ts")).toEqual([]);
  });

  it("an exception counts on the raw and the folded path only", () => {
    expect(classes.isGuardrail(".github/issue_template/x.yml")).toBe(false);
    expect(classes.isGuardrail(".GITHUB/ISSUE_TEMPLATE/x.yml")).toBe(false);
    expect(classes.isGuardrail(".github/ISSUE_TEMPLАTE/x.yml")).toBe(true);
    expect(classes.isGuardrail(".github/ISSUE_TEMPLATE./x.yml")).toBe(true);
    expect(classes.isGuardrail(".gіthub/ISSUE_TEMPLATE/x.yml")).toBe(true);
  });

  it("a path longer than any file system allows is guarded and relaxes nothing", () => {
    const long = `${"a/".repeat(3000)}x.md`;
    expect([classes.isGuardrail(long), classes.isDocs(long)]).toEqual([true, false]);
  });
});

it.each([
  "AGENTS.md",
  "CLAUDE.md",
  "CLAUDE.local.md",
  "GEMINI.md",
  "SKILL.md",
  ".cursorrules",
  ".cursor/rules/a.mdc",
  ".claude/settings.json",
  ".windsurfrules",
  ".clinerules",
  ".mcp.json",
  ".vscode/mcp.json",
])("G10: %s instructs agents and is guarded by default, at any depth (Yeachan-Heo/oh-my-claudecode#1276)", (path) => {
  expect([classes.isGuardrail(path), classes.isGuardrail(`a/b/c/${path}`)]).toEqual([true, true]);
});

describe("configured lists", () => {
  it("always guard the gate's own files, whatever is excepted", () => {
    const guard = configured({ guardrail_path_patterns: ["x/**", "!warrant.yaml", "!**/.warrant/**"] });
    for (const path of ["warrant.yaml", "sub/warrant.yaml", ".warrant/rules.yaml", "Warrant.YAML"]) {
      expect([path, guard.isGuardrail(path)]).toEqual([path, true]);
    }
    expect([guard.isGuardrail("x/a"), guard.isGuardrail(".github/workflows/a.yml")]).toEqual([true, false]);
  });

  it("add to, except from or replace the default", () => {
    const added = configured({ docs_path_patterns: ["+*.mdx", "+!README.md"] });
    expect(["a.mdx", "a.md", "README.md"].map(added.isDocs)).toEqual([true, true, false]);
    const replaced = configured({ docs_path_patterns: ["README.md", "docs/**"] });
    expect(["a.md", "README.md", "docs/run.py"].map(replaced.isDocs)).toEqual([false, true, true]);
    const tests = configured({ test_path_patterns: ["checks/**"] });
    expect([tests.isTest("checks/a.py"), tests.mayBeTest("a.test.ts")]).toEqual([true, false]);
  });

  it("that cannot be read guard no less and relax no more than the default", () => {
    const broken = configured({
      guardrail_path_patterns: ["mine/**", "+x", "!.github/**"],
      docs_path_patterns: ["**", "+x"],
      sensitive_paths: ["!a", "pay[ments"],
    });
    expect([broken.isGuardrail("mine/a"), broken.isGuardrail(".github/workflows/a.yml")]).toEqual([true, true]);
    expect([broken.isDocs("src/a.ts"), broken.isDocs("a.md")]).toEqual([false, true]);
    expect(broken.isConfiguredSensitive("pay[ments")).toBe(true);
  });

  it("are compiled once for a configuration", () => {
    const intent = { ...defaultConfiguration.intent };
    expect(compilePathClasses(intent)).toBe(compilePathClasses(intent));
    expect(compilePathClasses(intent)).not.toBe(compilePathClasses({ ...intent }));
  });

  it("answer the same after more paths than are remembered", () => {
    const many = Array.from({ length: 140_000 }, (_, index) => `src/part-${index}/file.ts`);
    const first = many.map(classes.isCode);
    expect(classes.isGuardrail("CODEOWNERS")).toBe(true);
    expect(many.map(classes.isCode)).toEqual(first);
  });
});

describe("manifests of a lockfile", () => {
  it.each([
    ["a/b/pnpm-lock.yaml", "package.json", true],
    ["go.sum", "go.mod", true],
    ["go.sum", "package.json", false],
    ["uv.lock", "pyproject.toml", true],
    ["Cargo.lock", "Cargo.toml", true],
    ["src/App/packages.lock.json", "*.csproj", true],
    ["infra/.terraform.lock.hcl", "*.tf", true],
    ["my.lock", "package.json", false],
  ])("%s is written from %s: %s", (lockfile, manifest, expected) => {
    expect(manifestsOf(lockfile).includes(manifest)).toBe(expected);
  });

  it("are none for an unknown one", () => {
    expect(manifestsOf("a/strange.lock")).toEqual([]);
    expect(manifestsOf("a/go.sum")).toEqual(["go.mod"]);
  });
});

describe("a guarded path is guarded in spellings that some system opens as it", () => {
  it.each([
    ".github\\workflows\\ci.yml",
    " AGENTS.md",
    "docs/ AGENTS.md",
    "AGENTS.md\0",
    "AGENTS.md\n",
    "\rAGENTS.md",
    "AGENTS\u3002md",
    "AGENTS\uff0emd",
    ".github\u29f8workflows\u29f8ci.yml",
    "CLAUDE.md/",
    "/AGENTS.md",
  ])("%j", (path) => {
    expect(compilePathClasses(defaultConfiguration.intent).isGuardrail(path)).toBe(true);
  });
});
