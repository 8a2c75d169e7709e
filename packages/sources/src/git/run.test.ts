import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createRepository, temporaryFolder } from "../../../../testing/git-repository.ts";
import { gitEnvironment } from "./environment.ts";
import { GitError } from "./error.ts";
import { runGit, streamGit } from "./run.ts";

afterEach(() => vi.unstubAllEnvs());

/** A folder with a program called git that does what the script says. */
function stubGit(script: string, mode = 0o755): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "git"), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, "git"), mode);
  return folder;
}

async function failureOf(work: Promise<unknown>): Promise<GitError> {
  const error = await work.then(
    () => new Error("nothing was thrown"),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(GitError);
  return error as GitError;
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}

async function endOf(processId: number): Promise<boolean> {
  for (let tries = 0; tries < 200 && isRunning(processId); tries += 1) await wait(10);
  return !isRunning(processId);
}

describe("the environment of git", () => {
  it.each([
    ["GIT_DIR", "/elsewhere"],
    ["GIT_INDEX_FILE", "/elsewhere"],
    ["GIT_WORK_TREE", "/elsewhere"],
    ["GIT_EXTERNAL_DIFF", "/bin/evil"],
    ["GIT_SSH_COMMAND", "evil"],
    ["GIT_CONFIG_COUNT", "1"],
    ["GIT_OBJECT_DIRECTORY", "/elsewhere"],
  ])("does not take %s over from the caller", (name, value) => {
    expect(gitEnvironment({ PATH: "/usr/bin", [name]: value })[name]).toBeUndefined();
  });

  it("keeps the quarantine of a receive hook, where the new objects are", () => {
    const environment = gitEnvironment({ GIT_QUARANTINE_PATH: "/q", GIT_OBJECT_DIRECTORY: "/q", GIT_DIR: "." });
    expect(environment).toMatchObject({ GIT_QUARANTINE_PATH: "/q", GIT_OBJECT_DIRECTORY: "/q" });
    expect(environment["GIT_DIR"]).toBeUndefined();
  });

  it("lets git fetch nothing", () => {
    expect(gitEnvironment({ GIT_ALLOW_PROTOCOL: "ext" })).toMatchObject({
      GIT_NO_LAZY_FETCH: "1",
      GIT_ALLOW_PROTOCOL: "none",
    });
  });

  it("reads no configuration but the repository's, in plain English, without a prompt or a lock", () => {
    expect(gitEnvironment({ LC_ALL: "de_DE.UTF-8" })).toMatchObject({
      LC_ALL: "C",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_TERMINAL_PROMPT: "0",
      GIT_OPTIONAL_LOCKS: "0",
    });
  });

  it.each([
    [":/usr/bin", "/usr/bin"],
    [".:/usr/bin:bin", "/usr/bin"],
    ["/usr/bin::/bin", "/usr/bin:/bin"],
    ["", ""],
  ])("keeps of the PATH %s only absolute folders", (given, kept) => {
    expect(gitEnvironment({ PATH: given })["PATH"]).toBe(kept);
  });

  it("never starts a program called git that lies in the judged repository", async () => {
    const repository = createRepository();
    repository.commit("First", { git: { executable: "#!/bin/sh\necho stolen > stolen\n" } });
    vi.stubEnv("PATH", `:.:${process.env["PATH"] ?? ""}`);
    const result = await runGit(["rev-parse", "--is-bare-repository"], { cwd: repository.folder });
    expect(result.stdout.toString()).toBe("false\n");
    expect(repository.git("status", "--porcelain")).toBe("");
  });
});

describe("a git that cannot be started", () => {
  it.each(["", ".", "/nowhere/at/all"])(
    "says that git is absent when the PATH is %j, and ends with 1",
    async (path) => {
      vi.stubEnv("PATH", path);
      const error = await failureOf(runGit(["version"], { cwd: temporaryFolder() }));
      expect(error).toMatchObject({ code: "git-missing", exitCode: 1 });
      expect(error.message).toContain("no git on the PATH");
      expect(error.next).toContain("Install git");
    },
  );

  it("says so too when its output was to be streamed", async () => {
    vi.stubEnv("PATH", "/nowhere");
    const read = async () => {
      for await (const _ of streamGit(["version"], { cwd: temporaryFolder() })) expect.unreachable();
    };
    expect(await failureOf(read())).toMatchObject({ code: "git-missing" });
  });

  it("says that git may not be run, when it may not", async () => {
    vi.stubEnv("PATH", stubGit("true", 0o644));
    expect(await failureOf(runGit(["version"], { cwd: temporaryFolder() }))).toMatchObject({
      code: "git-denied",
      exitCode: 1,
    });
  });

  it.each(["missing", "file"])("does not blame git for a folder that is %s", async (name) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "file"), "");
    expect(await failureOf(runGit(["version"], { cwd: join(folder, name) }))).toMatchObject({
      code: "not-a-repository",
      exitCode: 2,
    });
  });
});

describe("a git that misbehaves", () => {
  it("is ended when it stays silent, and the deadline is named", async () => {
    vi.stubEnv("PATH", `${stubGit("exec sleep 60")}:${process.env["PATH"] ?? ""}`);
    const options = { cwd: temporaryFolder(), deadline: 50 };
    expect(await failureOf(runGit(["version"], options))).toMatchObject({ code: "deadline", exitCode: 1 });
    const read = async () => {
      for await (const _ of streamGit(["version"], options)) expect.unreachable();
    };
    expect(await failureOf(read())).toMatchObject({ code: "deadline" });
  });

  it("is ended when it prints more than was allowed", async () => {
    vi.stubEnv("PATH", `${stubGit("yes")}:${process.env["PATH"] ?? ""}`);
    const work = runGit(["version"], { cwd: temporaryFolder(), maximumBytes: 100_000 });
    expect(await failureOf(work)).toMatchObject({ code: "too-large" });
  });

  it("is quoted on one clean line when it fails", async () => {
    vi.stubEnv(
      "PATH",
      `${stubGit("printf 'first\\nfatal: \\033[31mbroken\\n\\nhint: no\\n' >&2; exit 3")}:/usr/bin:/bin`,
    );
    const read = async () => {
      for await (const _ of streamGit(["log"], { cwd: temporaryFolder(), purpose: "reading" })) expect.unreachable();
    };
    expect((await failureOf(read())).message).toMatch(/^reading: fatal: {1,2}\[31mbroken\. Run `git fsck`/);
  });

  it("whose death came from outside is a failure, never an empty answer", async () => {
    vi.stubEnv("PATH", `${stubGit("kill -PIPE $$")}:/usr/bin:/bin`);
    expect(await failureOf(runGit(["log"], { cwd: temporaryFolder() }))).toMatchObject({ code: "failed" });
    const read = async () => {
      for await (const _ of streamGit(["log"], { cwd: temporaryFolder() })) expect.unreachable();
    };
    expect((await failureOf(read())).came).toContain("SIGPIPE");
  });
});

describe("the end of a stream", () => {
  const endless = () => vi.stubEnv("PATH", `${stubGit("exec yes")}:/usr/bin:/bin`);

  it("ends the child when the reader leaves the loop", async () => {
    endless();
    const stream = streamGit(["log"], { cwd: temporaryFolder() });
    for await (const chunk of stream) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    expect(await endOf(stream.processId ?? 0)).toBe(true);
  });

  it("ends the child when the reader throws", async () => {
    endless();
    const stream = streamGit(["log"], { cwd: temporaryFolder() });
    const read = async () => {
      for await (const _ of stream) throw new Error("disk full");
    };
    await expect(read()).rejects.toThrow("disk full");
    expect(await endOf(stream.processId ?? 0)).toBe(true);
  });

  it("ends the child on an abort, with the caller's own reason", async () => {
    endless();
    const controller = new AbortController();
    const stream = streamGit(["log"], { cwd: temporaryFolder(), signal: controller.signal });
    const read = async () => {
      for await (const _ of stream) controller.abort(new Error("interrupted"));
    };
    await expect(read()).rejects.toThrow("interrupted");
    expect(await endOf(stream.processId ?? 0)).toBe(true);
  });

  it("starts nothing when the abort came before", async () => {
    const signal = AbortSignal.abort(new Error("interrupted"));
    await expect(runGit(["version"], { cwd: temporaryFolder(), signal })).rejects.toThrow("interrupted");
    expect(() => streamGit(["version"], { cwd: temporaryFolder(), signal })).toThrow("interrupted");
  });

  it("keeps what a child said that ended before anyone read it", async () => {
    const stream = streamGit(["--version"], { cwd: temporaryFolder() });
    expect(await endOf(stream.processId ?? 0)).toBe(true);
    await wait(50);
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toMatch(/^git version /);
  });

  it("waits for a slow reader instead of filling memory", async () => {
    endless();
    const stream = streamGit(["log"], { cwd: temporaryFolder() });
    const before = process.memoryUsage().arrayBuffers;
    for await (const _ of stream) {
      await wait(100);
      break;
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 1024 * 1024);
  });
});

describe("a folder for git", () => {
  it("may have any name", async () => {
    const folder = join(temporaryFolder(), "a\nb 'c' \"d\"");
    mkdirSync(folder);
    const result = await runGit(["init", "-q"], { cwd: folder });
    expect(result).toMatchObject({ status: 0, stderr: "" });
  });
});
