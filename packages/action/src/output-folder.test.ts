import { existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../testing/git-repository.ts";
import { InputError } from "./inputs.ts";
import { openOutputFolder } from "./output-folder.ts";

let root: string;
let env: { GITHUB_WORKSPACE: string; RUNNER_TEMP: string };

beforeEach(() => {
  root = realpathSync(temporaryFolder());
  env = { GITHUB_WORKSPACE: join(root, "workspace"), RUNNER_TEMP: join(root, "temporary") };
  for (const folder of [...Object.values(env), join(root, "elsewhere")]) mkdirSync(folder);
});

describe("the folder for results", () => {
  it.each([
    ["out", "workspace/out"],
    ["./a/b/../c", "workspace/a/c"],
    [".", "workspace"],
    ["..out", "workspace/..out"],
    ["$(touch x) `y` \n", "workspace/$(touch x) `y` \n"],
  ])("%j is %s, and is made", async (named, path) => {
    expect(await openOutputFolder(named, env)).toBe(join(root, path));
    expect(existsSync(join(root, path))).toBe(true);
  });

  it("is one of the runner's temporary folder where the path says so", async () => {
    expect(await openOutputFolder(join(root, "temporary/out"), env)).toBe(join(root, "temporary/out"));
  });

  it.each(["..", "../workspace2", "../elsewhere", "/", "a/../../elsewhere", "/etc", "a\0b"])(
    "%j is refused, and nothing is made",
    async (named) => {
      await expect(openOutputFolder(named, env)).rejects.toThrow(InputError);
      expect(existsSync(join(root, "workspace2"))).toBe(false);
    },
  );

  it("is refused behind a link that leads out, at any depth, and allowed behind one that stays", async () => {
    symlinkSync(join(root, "elsewhere"), join(root, "workspace/away"));
    symlinkSync(join(root, "elsewhere/nowhere"), join(root, "workspace/dangling"));
    mkdirSync(join(root, "workspace/real"));
    symlinkSync("real", join(root, "workspace/near"));
    for (const named of ["away", "away/deep/er", "dangling", "dangling/deep"]) {
      await expect(openOutputFolder(named, env)).rejects.toThrow(/also behind links/);
    }
    expect(existsSync(join(root, "elsewhere/deep"))).toBe(false);
    expect(existsSync(join(root, "elsewhere/nowhere"))).toBe(false);
    expect(await openOutputFolder("near/deep", env)).toBe(join(root, "workspace/real/deep"));
  });

  it("is known by its real path where the workspace itself is a link", async () => {
    symlinkSync(join(root, "workspace"), join(root, "link"));
    expect(await openOutputFolder("out", { ...env, GITHUB_WORKSPACE: join(root, "link") })).toBe(
      join(root, "workspace/out"),
    );
  });

  it("is refused where a file is in the way, or nobody says what the workspace is", async () => {
    writeFileSync(join(root, "workspace/file"), "");
    await expect(openOutputFolder("file", env)).rejects.toThrow(InputError);
    await expect(openOutputFolder("file/deep", env)).rejects.toThrow(InputError);
    await expect(openOutputFolder("out", {})).rejects.toThrow(InputError);
  });
});
