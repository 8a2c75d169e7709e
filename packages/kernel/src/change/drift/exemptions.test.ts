import { describe, expect, it } from "vitest";
import { followCore, liftedByCore, type StatedFile } from "./exemptions.ts";

function stated(path: string, parts: Partial<StatedFile> = {}): StatedFile {
  return { path, kind: "core", isTest: false, isDocs: false, isGuardrail: false, identifiers: [], ...parts };
}

function followed(files: readonly StatedFile[], inScope: readonly string[]) {
  const core = files.filter((file) => file.kind === "core");
  const { states, lonelyLockfiles } = followCore(files, { core, isInScope: (file) => inScope.includes(file.path) });
  return {
    states: Object.fromEntries([...states].map(([file, { state, follows }]) => [file.path, [state, follows]])),
    lonely: lonelyLockfiles.map((file) => file.path),
  };
}

const lock = (path: string) => stated(path, { kind: "lockfile" });
const generated = (path: string) => stated(path, { kind: "generated" });
const companion = (path: string) => stated(path, { kind: "companion" });

describe("followCore", () => {
  it.each([
    ["in scope", ["package.json"], "exempt"],
    ["out of scope", [], "out_of_scope"],
  ])("lets a lockfile follow a manifest that is %s", (_, inScope, state) => {
    const { states, lonely } = followed([lock("package-lock.json"), stated("package.json")], inScope);
    expect(states["package-lock.json"]).toEqual([state, "package.json"]);
    expect(lonely).toEqual([]);
  });

  it("looks for the manifest in the folder, then in its parents, never below or beside", () => {
    const files = [lock("apps/web/yarn.lock"), stated("apps/web/package.json"), stated("package.json")];
    expect(followed(files, ["package.json"]).states["apps/web/yarn.lock"]).toEqual([
      "out_of_scope",
      "apps/web/package.json",
    ]);
    expect(followed([lock("apps/web/yarn.lock"), stated("package.json")], ["package.json"]).states).toEqual({
      "apps/web/yarn.lock": ["exempt", "package.json"],
    });
    expect(followed([lock("yarn.lock"), stated("apps/web/package.json")], []).lonely).toEqual(["yarn.lock"]);
  });

  it("does not let a lockfile follow the manifest of another ecosystem", () => {
    const { states, lonely } = followed([lock("Cargo.lock"), stated("package.json")], ["package.json"]);
    expect(states["Cargo.lock"]).toEqual(["exempt", undefined]);
    expect(lonely).toEqual(["Cargo.lock"]);
  });

  it("follows the manifest that is out of scope where one folder has both kinds", () => {
    const files = [lock("yarn.lock"), stated(".yarnrc.yml"), stated("package.json")];
    expect(followed(files, ["package.json"]).states["yarn.lock"]).toEqual(["out_of_scope", ".yarnrc.yml"]);
  });

  it.each([
    ["a/b/packages.lock.json", "a/Shop.csproj", "a/Shop.csproj"],
    ["a/.terraform.lock.hcl", "a/.tf", "a/.tf"],
    ["ab/yarn.lock", "a/package.json", undefined],
    ["a/yarn.lock", "b/package.json", undefined],
    [`${"a/".repeat(90)}yarn.lock`, "package.json", "package.json"],
    [`${"a/".repeat(2000)}yarn.lock`, "package.json", undefined],
  ])("finds for %.30s beside %s the manifest %s", (lockfile, manifest, follows) => {
    const { states } = followed([lock(lockfile), stated(manifest)], [manifest]);
    expect(states[lockfile]).toEqual(["exempt", follows]);
  });

  it("looks at each file a few times, however many lockfiles and manifests one folder has", () => {
    const files = Array.from({ length: 3000 }, (_, index) => [
      stated(`m${index}.tf`),
      lock(`d${index}/.terraform.lock.hcl`),
    ]).flat();
    let looks = 0;
    const isInScope = () => {
      looks += 1;
      return true;
    };
    const core = files.filter((file) => file.kind === "core");
    const { states } = followCore(files, { core, isInScope });
    expect(states.size).toBe(3000);
    expect(looks).toBeLessThan(10 * files.length);
  });

  it.each([
    ["the file of its name in scope", ["api/user.proto"], "exempt", "api/user.proto"],
    ["the file of its name out of scope", ["api/other.proto"], "out_of_scope", "api/user.proto"],
  ])("lets a generated file follow %s", (_, inScope, state, follows) => {
    const files = [stated("api/other.proto"), generated("api/user.pb.go"), stated("api/user.proto")];
    expect(followed(files, inScope).states["api/user.pb.go"]).toEqual([state, follows]);
  });

  it("lets a generated file follow the nearest file of its name", () => {
    const files = [stated("a/user.proto"), stated("b/user.proto"), generated("b/gen/user.pb.go")];
    expect(followed(files, ["a/user.proto"]).states["b/gen/user.pb.go"]).toEqual(["out_of_scope", "b/user.proto"]);
  });

  it.each([
    ["generated", generated("dist/main.js")],
    ["companion", companion("CHANGELOG.md")],
  ])("exempts a %s file when any core file is in scope, and only then", (_, file) => {
    const files = [file, stated("src/cart.ts"), stated("src/mail.ts")];
    expect(followed(files, ["src/mail.ts"]).states[file.path]).toEqual(["exempt", "src/mail.ts"]);
    expect(followed(files, []).states[file.path]).toEqual(["out_of_scope", undefined]);
  });
});

function lifted(files: readonly StatedFile[], inScope: readonly string[]) {
  const found = liftedByCore({ core: files, isInScope: (file) => inScope.includes(file.path) });
  return Object.fromEntries([...found].map(([file, { follows }]) => [file.path, follows]));
}

const test = (path: string, parts: Partial<StatedFile> = {}) => stated(path, { isTest: true, ...parts });
const docs = (path: string, parts: Partial<StatedFile> = {}) => stated(path, { isDocs: true, ...parts });

describe("liftedByCore", () => {
  it.each([
    ["a test of the same base name", test("spec/total.test.ts"), true],
    ["a test that names it", test("spec/sums.test.ts", { identifiers: ["Total"] }), true],
    ["a test of something else", test("spec/mail.test.ts", { identifiers: ["mailer"] }), false],
    ["a guarded test", test("spec/total.test.ts", { isGuardrail: true }), false],
    ["docs whose path names it", docs("docs/total.md"), true],
    ["docs whose path names its folder", docs("docs/cart/overview.md"), true],
    ["docs whose identifiers name it", docs("docs/guide.md", { identifiers: ["TOTAL"] }), true],
    ["docs of something else", docs("docs/mail.md"), false],
    ["guarded docs", docs("docs/total.md", { isGuardrail: true }), false],
    ["code of the same base name", stated("lib/total.ts"), false],
  ])("looks at %s", (_, file, isLifted) => {
    const files = [file, stated("src/cart/total.ts")];
    expect(lifted(files, ["src/cart/total.ts"])).toEqual(isLifted ? { [file.path]: "src/cart/total.ts" } : {});
  });

  it("lifts nothing when the file it follows is out of scope, or is a test or docs itself", () => {
    expect(lifted([test("spec/total.test.ts"), stated("src/total.ts")], [])).toEqual({});
    expect(lifted([docs("docs/cart/a.md"), docs("docs/cart/b.md")], ["docs/cart/b.md"])).toEqual({});
    expect(lifted([test("a/total.test.ts"), test("b/total.test.ts")], ["b/total.test.ts"])).toEqual({});
  });

  it("does not connect by names that stand everywhere or are too short", () => {
    const index = stated("src/cart/index.ts");
    expect(lifted([test("src/mail/index.test.ts"), index], [index.path])).toEqual({});
    expect(lifted([test("src/cart/index.test.ts"), index], [index.path])).toEqual({
      "src/cart/index.test.ts": index.path,
    });
    const inFolder = "src/cart/__tests__/index.test.ts";
    expect(lifted([test(inFolder), index], [index.path])).toEqual({ [inFolder]: index.path });
    expect(lifted([docs("docs/utils.md"), stated("src/utils/tax.ts")], ["src/utils/tax.ts"])).toEqual({});
    expect(lifted([docs("docs/tax.md"), stated("src/cart/tax.ts")], ["src/cart/tax.ts"])).toEqual({});
  });
});
