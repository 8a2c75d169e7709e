import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import { canonicalJson } from "@warrant/kernel/canonical";
import { beforeAll, describe, expect, it } from "vitest";
import { changeFacts } from "../../../testing/facts.ts";
import { createRepository, type TestRepository, temporaryFolder } from "../../../testing/git-repository.ts";
import { version } from "./version.ts";

const root = join(import.meta.dirname, "../../..");
const cli = join(root, "packages/cli");
const command = join(cli, "bin/warrant.js");

/** The time of the newest source of the command. */
function newestSource(): number {
  const sources = ["kernel", "sources", "cli"].flatMap((name) => {
    const folder = join(root, "packages", name, "src");
    return readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => join(folder, path));
  });
  const own = sources.filter((path) => /(?:\.ts|\.json)$/.test(path) && !path.endsWith(".test.ts"));
  return Math.max(...own.map((path) => statSync(path).mtimeMs));
}

const commandNames = ["check", "facts", "backtest", "doctor", "policy", "config", "init"];
const plainEnvironment = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(?:GIT_|NO_COLOR|FORCE_COLOR|COLUMNS|WARRANT_|GITHUB_|NODE_)/.test(name),
  ),
);

interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string;
  readonly stdout?: "pipe" | number;
  /** Run without root's right to touch everything. */
  readonly isNobody?: boolean;
}

let shop: TestRepository;

function warrant(args: readonly string[], { cwd, env, input = "", stdout = "pipe", isNobody }: RunOptions = {}) {
  const ended = spawnSync(process.execPath, [command, ...args], {
    cwd: cwd ?? shop.folder,
    env: { ...plainEnvironment, ...env },
    input,
    stdio: ["pipe", stdout, "pipe"],
    timeout: 25_000,
    ...(isNobody === true && process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}),
  });
  return { code: ended.status, out: String(ended.stdout ?? ""), err: String(ended.stderr) };
}

/** Starts the command and gives a promise of its end. */
function started(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [command, ...args], { cwd, env: { ...plainEnvironment, ...env } });
  let err = "";
  child.stderr.on("data", (chunk: Buffer) => {
    err += chunk.toString();
  });
  child.stdin.on("error", () => undefined);
  const ended = new Promise<{ code: number | null; signal: string | null; err: string }>((resolve) => {
    child.on("close", (code, signal) => resolve({ code, signal, err }));
  });
  return { child, ended };
}

function once(emitter: ChildProcess["stdout"], event: string): Promise<void> {
  return new Promise((resolve) => void emitter?.once(event, () => resolve()));
}

beforeAll(() => {
  const built = statSync(join(cli, "dist/main.js"), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (built < newestSource()) {
    const build = spawnSync(process.execPath, [join(root, "scripts/build.ts")], { cwd: root, encoding: "utf8" });
    if (build.status !== 0) throw new Error(build.stderr);
  }
  shop = createRepository({ lasting: "file" });
  shop.commit("Start", { "a.ts": "one\n" });
  shop.commit("Change", { "a.ts": "two\n" });
});

describe("the command explains itself", () => {
  it.each(["--help", "-h", "help"])("%s lists every command and ends with 0", (argument) => {
    const { code, out } = warrant([argument]);
    expect(code).toBe(0);
    for (const name of commandNames) expect(out).toMatch(new RegExp(`^ {2}${name}\\b`, "m"));
  });

  it.each(commandNames)("%s --help and help %s say the same, with its exit codes", (name) => {
    const asked = warrant([name, "--help"]);
    expect([asked.code, asked.err]).toEqual([0, ""]);
    expect(asked.out).toContain(`Usage: warrant ${name}`);
    expect(warrant(["help", name]).out).toBe(asked.out);
  });

  it.each(["--version", "-V"])("%s is the version of the package", (argument) => {
    const { version: packaged } = JSON.parse(readFileSync(join(cli, "package.json"), "utf8"));
    expect(warrant([argument])).toEqual({ code: 0, out: `${packaged}\n`, err: "" });
    expect(version).toBe(packaged);
  });

  it.each([
    [["chekc"], /unknown command 'chekc'\n\(Did you mean check\?\)/],
    [["check", "--formt", "json"], /unknown option '--formt'\n\(Did you mean --format\?\)/],
    [["banana"], /unknown command 'banana'/],
    [["--config", "x", "check"], /unknown option '--config'/],
    [["check", "--format"], /argument missing/],
  ])("%j ends with 2, says what is wrong and prints nothing else", (args, message) => {
    const { code, out, err } = warrant(args);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toMatch(message);
  });

  it("without a command it shows its help and ends with 2", () => {
    const { code, err } = warrant([]);
    expect(code).toBe(2);
    expect(err).toContain("Usage: warrant");
  });

  it("an argument that would steer the terminal is quoted cleaned", () => {
    expect(warrant(["che\u001B[2Jck"]).err).toContain("che<U+001B>[2Jck");
  });
});

describe("colour", () => {
  it.each<[string, NodeJS.ProcessEnv, boolean]>([
    ["none where no terminal is", {}, false],
    ["with FORCE_COLOR", { FORCE_COLOR: "1" }, true],
    ["none with FORCE_COLOR=0", { FORCE_COLOR: "0" }, false],
    ["none in CI, where a log is no terminal", { CI: "true" }, false],
    ["none with NO_COLOR, which wins over FORCE_COLOR", { NO_COLOR: "1", FORCE_COLOR: "1" }, false],
    ["an empty NO_COLOR is as good as not set", { NO_COLOR: "", FORCE_COLOR: "1" }, true],
    ["none on a dumb terminal", { TERM: "dumb" }, false],
  ])("%s", (_name, env, isColoured) => {
    const { code, out } = warrant(["check", "HEAD"], { env });
    expect(code).toBe(0);
    expect(out.includes("\u001B[")).toBe(isColoured);
  });

  it.each(["0", "-1", "banana", "1e9", "99999", ""])("COLUMNS=%s is no width and the usual one is taken", (columns) => {
    expect(warrant(["check", "HEAD"], { env: { COLUMNS: columns } }).out).toBe(warrant(["check", "HEAD"]).out);
  });
});

describe("interruptions", () => {
  const document = canonicalJson(changeFacts());

  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("%s in a bulk run that waits for more ends with %i and leaves no results", async (signal, code) => {
    const folder = temporaryFolder();
    const { child, ended } = started(["check", "--facts", "-", "--format", "jsonl", "--out", "results"], folder);
    child.stdin.write(document.repeat(50));
    await once(child.stdout, "data");
    child.kill(signal);
    expect(await ended).toEqual({ code, signal: null, err: "" });
    expect(readdirSync(folder)).toEqual([]);
  });

  it("SIGINT in the middle of a long bulk file ends it before it is done", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "cases.jsonl"), document.repeat(30_000));
    const { child, ended } = started(["check", "--facts", "cases.jsonl", "--format", "jsonl", "--out", "."], folder);
    let bytes = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      if (bytes === 0) child.kill("SIGINT");
      bytes += chunk.length;
    });
    expect(await ended).toEqual({ code: 130, signal: null, err: "" });
    expect(readdirSync(folder)).toEqual(["cases.jsonl"]);
  });

  it("SIGINT while a named pipe nobody writes to is opened ends the command", async () => {
    const folder = temporaryFolder();
    spawnSync("mkfifo", [join(folder, "pipe")]);
    const { child, ended } = started(["check", "--facts", "pipe"], folder);
    // There is nothing to see from outside once the command waits.
    await new Promise((resolve) => setTimeout(resolve, 700));
    child.kill("SIGINT");
    expect(await ended).toMatchObject({ signal: "SIGINT", err: "" });
  });

  it.each([["check", "HEAD"], ["facts", "HEAD"], ["backtest"]])(
    "SIGINT while git is slow ends %s %s",
    async (...args) => {
      const folder = temporaryFolder();
      const slow = `#!/bin/sh\ncase "$*" in *" log "*) : > '${folder}/reached'; exec sleep 60;; esac\nPATH='${process.env["PATH"] ?? ""}' exec git "$@"\n`;
      writeFileSync(join(folder, "git"), slow, { mode: 0o755 });
      const { child, ended } = started(args, shop.folder, {
        PATH: `${folder}${delimiter}${process.env["PATH"] ?? ""}`,
      });
      while (!existsSync(join(folder, "reached"))) await new Promise((resolve) => setTimeout(resolve, 20));
      child.kill("SIGINT");
      expect(await ended).toEqual({ code: 130, signal: null, err: "" });
    },
  );

  it("a reader that closes the pipe ends it quietly", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "cases.jsonl"), document.repeat(5000));
    const { child, ended } = started(["check", "--facts", "cases.jsonl", "--format", "jsonl"], folder);
    await once(child.stdout, "data");
    child.stdout.destroy();
    expect(await ended).toEqual({ code: 141, signal: null, err: "" });
  });
});

describe("what is around the command can be broken", () => {
  it.each(["text", "json", "markdown", "sarif", "jsonl"])(
    "a full disk behind standard output with --format %s",
    (format) => {
      const { code, err } = warrant(["check", "HEAD", "--format", format], { stdout: openSync("/dev/full", "w") });
      expect(code).toBe(1);
      expect(err).toContain("could not write the output: the disk is full");
    },
  );

  it("no git on the PATH", () => {
    const { code, out, err } = warrant(["check"], { env: { PATH: temporaryFolder() } });
    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(/^warrant: .*no git on the PATH.*\n$/);
  });

  it.each<[string, () => string, RegExp]>([
    ["a folder that is no repository", () => temporaryFolder(), /git repository/],
    ["a repository without commits", () => createRepository().folder, /no commits yet/],
    ["a branch without a base", () => withoutBase().folder, /Name a base with --base/],
  ])("%s is one sentence and exit code 2", (_name, folder, message) => {
    for (const name of ["check", "facts"]) {
      const { code, out, err } = warrant([name], { cwd: folder() });
      expect([code, out]).toEqual([2, ""]);
      expect(err).toMatch(message);
      expect(err.trimEnd().split("\n")).toHaveLength(1);
    }
  });

  it("a facts file and a folder for results that may not be touched", () => {
    const folder = temporaryFolder();
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, "closed.json"), "{}");
    chmodSync(join(folder, "closed.json"), 0);
    writeFileSync(join(folder, "facts.json"), canonicalJson(changeFacts()));
    const read = warrant(["check", "--facts", "closed.json"], { cwd: folder, isNobody: true });
    expect([read.code, read.out]).toEqual([2, ""]);
    expect(read.err).toContain("EACCES");
    mkdirSync(join(folder, "closed"));
    chmodSync(join(folder, "closed"), 0o555);
    const written = warrant(["check", "--facts", "facts.json", "--out", "closed"], { cwd: folder, isNobody: true });
    expect([written.code, readdirSync(join(folder, "closed"))]).toEqual([1, []]);
    expect(written.err).toContain("permission denied");
  });

  it("a folder that is gone", () => {
    const folder = join(temporaryFolder(), "gone");
    mkdirSync(folder);
    const script = `cd "$1" && rmdir "$1" && exec "$2" "$3" check`;
    const ended = spawnSync("sh", ["-c", script, "sh", folder, process.execPath, command], { env: plainEnvironment });
    expect(ended.status).toBe(2);
    expect(String(ended.stderr)).toContain("the current folder cannot be entered");
  });

  it("a git that prints escape sequences in its errors", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "git"), "#!/bin/sh\nprintf 'fatal: \\033[2Jowned\\n' >&2\nexit 128\n", { mode: 0o755 });
    const { code, err } = warrant(["check"], { env: { PATH: `${folder}${delimiter}${process.env["PATH"] ?? ""}` } });
    expect(code).toBeGreaterThan(0);
    expect(err).not.toContain("\u001B");
    expect(err.length).toBeGreaterThan(10);
  });
});

function withoutBase(): TestRepository {
  const repository = createRepository({ branch: "alone" });
  repository.commit("Start", { "a.ts": "one\n" });
  return repository;
}

/** The files that start the command, in a folder that brings neither a build nor a Node. */
function copyOfTheStart(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  for (const name of ["warrant.js", "start.js", "older-node.js"]) {
    writeFileSync(join(folder, "bin", name), readFileSync(join(cli, "bin", name)));
  }
  return folder;
}

describe("Node versions", () => {
  const startedBy = (nodeVersion: string, from: string = command) =>
    spawnSync(
      process.execPath,
      [
        "-e",
        `Object.defineProperty(process, "versions", { value: { ...process.versions, node: ${JSON.stringify(nodeVersion)} } });
process.argv.splice(1, 0, "warrant", "--version"); process.argv.length = 3;
import(${JSON.stringify(from)});`,
      ],
      { env: plainEnvironment, encoding: "utf8" },
    );

  it.each(["4.0.0", "18.20.0", "20.19.1", "22.11.0"])("%s gets one sentence and exit code 2", (nodeVersion) => {
    const folder = copyOfTheStart();
    const { status, stdout, stderr } = startedBy(nodeVersion, join(folder, "bin/warrant.js"));
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).toBe(
      `warrant needs Node 22.12 or newer; this is Node ${nodeVersion}. Install a current Node and try again.\n`,
    );
  });

  it.each(["22.12.0", "23.0.0", "24.1.0", "100.0.0"])("%s is new enough", (nodeVersion) => {
    expect(startedBy(nodeVersion)).toMatchObject({ status: 0, stderr: "" });
  });

  it("an old one in a checkout hands over to the Node that the checkout brings, with its exit code", () => {
    expect(startedBy("20.19.1")).toMatchObject({ status: 0, stdout: `${version}\n` });
  });

  it("a checkout that is not built says how to build it", () => {
    const folder = copyOfTheStart();
    const { status, stderr } = spawnSync(process.execPath, [join(folder, "bin/warrant.js")], { encoding: "utf8" });
    expect(status).toBe(1);
    expect(stderr).toContain("npm run build");
  });

  it("is started through a link, as npm installs it", () => {
    const link = join(temporaryFolder(), "warrant");
    symlinkSync(command, link);
    expect(spawnSync(process.execPath, [link, "--version"], { encoding: "utf8" }).stdout).toBe(`${version}\n`);
  });
});
