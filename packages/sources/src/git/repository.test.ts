import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createRepository, type TestRepository, temporaryFolder } from "../../../../testing/git-repository.ts";
import { maximumObjectBytes, ObjectReader } from "./objects.ts";
import { openRepository } from "./repository.ts";

afterEach(() => vi.unstubAllEnvs());

const isRoot = process.geteuid?.() === 0;

async function errorOf(cwd: string): Promise<Record<string, unknown>> {
  return openRepository({ cwd }).then(
    async (repository) => {
      await repository.close();
      return { code: "none" };
    },
    (error: unknown) => error as Record<string, unknown>,
  );
}

function giveAway(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }))
    chownSync(join(folder, name), 4321, 4321);
  chownSync(folder, 4321, 4321);
}

describe("opening a repository", () => {
  it("tells where it is, what HEAD is and what origin is called", async () => {
    const source = createRepository();
    const sha = source.commit("A", { a: "1" });
    const clone = source.clone();
    clone.git("remote", "set-url", "origin", "https://me:secret@example.org/acme/shop.git");
    const repository = await openRepository({ cwd: clone.folder });
    expect(repository).toMatchObject({
      gitFolder: clone.path(".git"),
      isBare: false,
      isShallow: false,
      head: { sha, branch: "main" },
      defaultBranch: "refs/remotes/origin/main",
      originAddress: "https://me:secret@example.org/acme/shop.git",
    });
    await repository.close();
  });

  it("reads a folder name with a line end in it", async () => {
    const folder = join(temporaryFolder(), "a\nb");
    mkdirSync(folder);
    const outer = createRepository();
    outer.git("init", "-q", "--initial-branch=main", folder);
    const repository = await openRepository({ cwd: folder });
    expect(repository).toMatchObject({ gitFolder: join(folder, ".git"), head: null });
    await repository.close();
  });

  it("is not led astray by variables of the caller", async () => {
    const [here, elsewhere] = [createRepository(), createRepository()];
    const sha = here.commit("A");
    vi.stubEnv("GIT_DIR", elsewhere.path(".git"));
    vi.stubEnv("GIT_WORK_TREE", elsewhere.folder);
    const repository = await openRepository({ cwd: here.folder });
    expect(repository.head?.sha).toBe(sha);
    await repository.close();
  });

  it("says when there is none", async () => {
    const error = await errorOf(temporaryFolder());
    expect(error).toMatchObject({ code: "not-a-repository", exitCode: 2 });
    expect(error["next"]).toContain("git init");
  });

  it("says when it is damaged, in git's words, without calling it absent", async () => {
    const repository = createRepository();
    writeFileSync(repository.path(".git/config"), "[core\n");
    expect(await errorOf(repository.folder)).toMatchObject({ code: "failed", exitCode: 1 });
  });
});

// Only root can give files away.
describe.runIf(isRoot)("a repository of another account", () => {
  it("is refused with the command that would trust it", async () => {
    const repository = createRepository();
    repository.commit("A");
    giveAway(repository.folder);
    vi.stubEnv("HOME", temporaryFolder());
    const error = await errorOf(repository.folder);
    expect(error).toMatchObject({ code: "dubious-ownership", exitCode: 1 });
    expect(error["next"]).toContain(`git config --global --add safe.directory '${repository.folder}'`);
  });

  it("is read when this account has declared it safe, although its other settings are not read", async () => {
    const repository = createRepository();
    repository.commit("A", { a: "1\n" });
    giveAway(repository.folder);
    const home = temporaryFolder();
    vi.stubEnv("HOME", home);
    vi.stubEnv("GIT_CONFIG_GLOBAL", undefined);
    writeFileSync(join(home, ".gitconfig"), `[safe]\n\tdirectory = ${repository.folder}\n[core]\n\tquotePath = true\n`);
    expect(await errorOf(repository.folder)).toEqual({ code: "none" });
  });
});

describe("a repository this account may not read", () => {
  /** Opens a repository in a process of its own; run by root, as an account without rights. */
  function openElsewhere(folder: string): unknown {
    const script = `
      const { openRepository } = await import(${JSON.stringify(join(import.meta.dirname, "repository.ts"))});
      const opened = await openRepository({ cwd: ${JSON.stringify(folder)} }).catch((error) => error);
      process.stdout.write(JSON.stringify({ code: opened.code, exitCode: opened.exitCode, message: opened.message }));
      await opened.close?.();`;
    const child = spawnSync(
      process.execPath,
      ["--conditions=warrant-source", "--input-type=module", "--eval", script],
      { encoding: "utf8", ...(isRoot ? { uid: 4321, gid: 4321 } : {}) },
    );
    return JSON.parse(child.stdout === "" ? JSON.stringify(child.stderr) : child.stdout);
  }

  it.each([".git", "."])("is called that, and not absent: %s", (closed) => {
    const repository = createRepository();
    repository.commit("A");
    chmodSync(join(repository.folder, ".."), 0o755);
    chmodSync(repository.folder, 0o755);
    chmodSync(repository.path(closed), isRoot ? 0o700 : 0);
    expect(openElsewhere(repository.folder)).toMatchObject({ code: "permission-denied", exitCode: 1 });
  });
});

describe("reading objects", () => {
  async function withObjects<Result>(
    repository: TestRepository,
    use: (objects: Awaited<ReturnType<typeof openRepository>>["objects"]) => Promise<Result>,
  ): Promise<Result> {
    const opened = await openRepository({ cwd: repository.folder });
    try {
      return await use(opened.objects);
    } finally {
      await opened.close();
    }
  }

  it("answers many questions at once, each with its own answer", async () => {
    const repository = createRepository();
    const files = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`f${index}`, `${"x".repeat(index * 50)}\n`]),
    );
    repository.commit("A", files);
    await withObjects(repository, async (objects) => {
      const names = [...Object.keys(files), "missing", "f1"];
      const contents = await Promise.all(names.map((name) => objects.readFileAt("HEAD", name)));
      expect(contents.map((content) => content?.toString() ?? null)).toEqual(names.map((name) => files[name] ?? null));
    });
  });

  it.each(["", "-x", "--batch-all-objects", "HEAD\nHEAD", "a\0b", "nothing", "HEAD:no such file", "HEAD:sub"])(
    "gives nothing for %j, and goes on",
    async (name) => {
      const repository = createRepository();
      repository.submodule("sub", "d".repeat(40));
      const sha = repository.commitStaged("A");
      await withObjects(repository, async (objects) => {
        expect(await objects.read(name)).toBeNull();
        expect((await objects.read("HEAD"))?.id).toBe(sha);
      });
    },
  );

  it("fails when git does not answer in time, or ends, and is never silently empty", async () => {
    const repository = createRepository();
    repository.commit("A");
    const folder = temporaryFolder();
    const stub = join(folder, "git");
    vi.stubEnv("PATH", `${folder}:/usr/bin:/bin`);
    for (const [script, code] of [
      ["exec sleep 60", "deadline"],
      ["exit 0", "failed"],
      ["exit 1", "failed"],
    ] as const) {
      writeFileSync(stub, `#!/bin/sh\n${script}\n`);
      chmodSync(stub, 0o755);
      const objects = new ObjectReader({ cwd: repository.folder, deadline: 100 });
      await expect(Promise.all([objects.read("HEAD"), objects.read("HEAD~1")])).rejects.toMatchObject({ code });
      await expect(objects.read("HEAD")).rejects.toMatchObject({ code });
      await objects.close();
    }
  });

  it("refuses a file larger than is read, without holding it", async () => {
    const repository = createRepository();
    repository.commit("A", {
      big: Buffer.alloc(maximumObjectBytes + 1),
      small: "s",
      exact: Buffer.alloc(maximumObjectBytes),
    });
    await withObjects(repository, async (objects) => {
      await expect(objects.readFileAt("HEAD", "big")).rejects.toMatchObject({ code: "too-large", exitCode: 1 });
      expect((await objects.readFileAt("HEAD", "exact"))?.length).toBe(maximumObjectBytes);
      expect((await objects.readFileAt("HEAD", "small"))?.toString()).toBe("s");
    });
  });
});
