/**
 * @module The hook of an agent host: whole processes against a bare Node, and one resident gate under many sessions at once.
 *
 * `WARRANT_BENCH_SECONDS` and `WARRANT_BENCH_RATE` change how long and how hard the resident gate is asked (60 s, 200 calls a
 * second for each of 8 sessions).
 */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { hookScript } from "@warrant/hosts/client/hook-script";
import { pair, type Row } from "./measure.ts";

const root = join(import.meta.dirname, "..");
const area = "a hook, from the host's start of it to its end";
const sessions = 8;
const deadline = 200;

interface Place {
  readonly folder: string;
  /** A copy of what was built, which a build meanwhile does not change. */
  readonly programs: string;
  readonly repository: string;
}

function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv, input = ""): number {
  const start = performance.now();
  const { status, stderr } = spawnSync(program, [...args], { env, input, stdio: ["pipe", "ignore", "pipe"] });
  const wall = performance.now() - start;
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr.toString().slice(0, 500)}`);
  return wall;
}

function openPlace(): Place {
  const folder = mkdtempSync(join(tmpdir(), "warrant-bench-"));
  const programs = join(folder, "cli");
  for (const part of ["dist", "bin"])
    cpSync(join(root, "packages/cli", part), join(programs, part), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(programs, "node_modules"));
  const repository = join(folder, "shop");
  mkdirSync(repository);
  writeFileSync(join(repository, "readme.md"), "shop\n");
  const git = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
  const who = ["-c", "user.name=b", "-c", "user.email=b@example.org"];
  for (const args of [
    ["init", "-q"],
    ["add", "."],
    [...who, "commit", "-q", "-m", "First"],
  ]) {
    run("git", ["-C", repository, ...args], git);
  }
  return { folder, programs, repository };
}

/** A home in which the gate enforces, with its policies compiled. */
function homeIn({ folder, programs, repository }: Place, name: string): NodeJS.ProcessEnv {
  const home = join(folder, name);
  mkdirSync(join(home, ".config/warrant"), { recursive: true });
  writeFileSync(join(home, ".config/warrant/config.yaml"), "action: { enforce: true }\n");
  const env = {
    HOME: home,
    PATH: `${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`,
    SHELL: "/bin/bash",
    CLAUDE_CODE_ENTRYPOINT: "cli",
    WARRANT_DAEMON_AS_ROOT: "1",
  };
  for (const args of [["compile"], ["compile", repository]]) {
    run(process.execPath, [join(programs, "bin/start.js"), "daemon", ...args], env);
  }
  return env;
}

function socketOf(env: NodeJS.ProcessEnv): string {
  return join(env["HOME"] ?? "", ".local/state/warrant/run/gate.sock");
}

async function startGate({ programs }: Place, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const gate = spawn(process.execPath, [join(programs, "bin/start.js"), "daemon", "run"], { env, stdio: "ignore" });
  while (!existsSync(socketOf(env))) await sleep(20);
  await sleep(200);
  return gate;
}

function payload(cwd: string, session: number, call: number): string {
  return JSON.stringify({
    session_id: `session-${session}`,
    cwd,
    permission_mode: "default",
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command: call % 4 === 0 ? `cat readme.md | grep -n shop > notes-${call % 7}.txt` : "ls -la src" },
    tool_use_id: `toolu_${session}_${call}`,
  });
}

function wholeProcesses(place: Place, env: NodeJS.ProcessEnv, runs: number): Row[] {
  const { folder, programs, repository } = place;
  const client = join(programs, "dist/hook-client.cjs");
  const script = join(folder, "hook");
  writeFileSync(script, hookScript({ node: process.execPath, client }), { mode: 0o755 });
  const alone = homeIn(place, "alone");
  const url = "http://warrant/v1/hook/claude-code";
  const socket = socketOf(env);
  const curl = [
    "-sSf",
    "--max-time",
    "2",
    "--unix-socket",
    socket,
    "--data-binary",
    "@-",
    "-H",
    "Accept: text/plain",
    url,
  ];
  let calls = 0;
  const next = (): string => payload(repository, 1, (calls += 1));
  const bare = (): void => void run(process.execPath, ["-e", "0"], env);
  const row = (what: string, work: () => void, target?: { readonly most: number; readonly isBeyond: boolean }): Row => {
    const found = pair(runs, work, bare);
    const isBeyond = target?.isBeyond === true;
    const value = isBeyond ? found.work - found.against : found.work;
    const cpu = isBeyond ? found.cpu.work - found.cpu.against : found.cpu.work;
    const sign = isBeyond ? "+" : "";
    return {
      area,
      what,
      value: `${sign}${value.toFixed(1)} ms`,
      against: `processor ${sign}${cpu.toFixed(1)} ms; bare node -e 0: ${found.against.toFixed(0)} ms, processor ${found.cpu.against.toFixed(0)} ms`,
      ...(target === undefined ? {} : { target: `≤ ${sign}${target.most} ms`, met: value <= target.most }),
    };
  };
  return [
    row(
      "client and resident gate, beyond a bare Node, median",
      () => run(process.execPath, [client, "claude-code"], env, next()),
      {
        most: 15,
        isBeyond: true,
      },
    ),
    row("curl and resident gate, median", () => run("curl", curl, env, next()), { most: 15, isBeyond: false }),
    row("the installed script, median", () => run("/bin/sh", [script, "claude-code"], env, next())),
    row(
      "judged in its own process, beyond a bare Node, median",
      () => {
        // A record of three starts: none is started in the background.
        mkdirSync(dirname(socketOf(alone)), { recursive: true, mode: 0o700 });
        writeFileSync(join(dirname(socketOf(alone)), "starts"), `${Date.now()}\n`.repeat(3));
        run(process.execPath, [client, "claude-code"], alone, next());
      },
      { most: 120, isBeyond: true },
    ),
  ];
}

/** Milliseconds until the answer was there; NaN for none. */
function askOnce(socketPath: string, agent: Agent, body: string): Promise<number> {
  const start = performance.now();
  return new Promise((resolve) => {
    const headers = { "Content-Length": Buffer.byteLength(body) };
    const asked = request(
      { socketPath, agent, path: "/v1/hook/claude-code?via=user", method: "POST", headers },
      (response) => {
        response.resume();
        response.on("end", () => resolve(response.statusCode === 200 ? performance.now() - start : Number.NaN));
      },
    );
    asked.on("error", () => resolve(Number.NaN));
    asked.end(body);
  });
}

function memoryOf(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(?<kib>\d+)/.exec(status)?.groups?.["kib"]) / 1024;
}

/** Milliseconds of a processor a process has used, in steps of ten. */
function processorOf(pid: number | undefined): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

async function manySessions({ repository }: Place, env: NodeJS.ProcessEnv, gate: ChildProcess): Promise<Row[]> {
  const seconds = Number(process.env["WARRANT_BENCH_SECONDS"] ?? 60);
  const rate = Number(process.env["WARRANT_BENCH_RATE"] ?? 200);
  const agent = new Agent({ keepAlive: false });
  const times: number[] = [];
  const memory: number[] = [];
  const waiting: Promise<unknown>[] = [];
  const start = performance.now();
  const used = processorOf(gate.pid);
  let sent = 0;
  const total = seconds * rate * sessions;
  while (sent < total) {
    const due = Math.min(total, Math.floor(((performance.now() - start) / 1000) * rate * sessions));
    for (; sent < due; sent += 1) {
      const body = payload(repository, sent % sessions, sent);
      waiting.push(askOnce(socketOf(env), agent, body).then((time) => times.push(time)));
    }
    if (sent / rate / sessions >= memory.length) memory.push(memoryOf(gate.pid));
    await sleep(2);
  }
  await Promise.all(waiting);
  const took = (performance.now() - start) / 1000;
  const each = (processorOf(gate.pid) - used) / total;
  const sorted = times.filter((time) => !Number.isNaN(time)).toSorted((one, other) => one - other);
  const late = sorted.filter((time) => time > deadline).length;
  const none = times.length - sorted.length;
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1);
  // The first quarter is left out: code and caches become warm in it.
  const warm = memory.slice(Math.floor(memory.length / 4));
  const [first = Number.NaN, last = Number.NaN] = [warm[0], warm.at(-1)];
  const load = `${sessions} sessions of ${rate} calls a second for ${seconds} s`;
  return [
    {
      area: `one resident gate, ${load}`,
      what: `answers later than ${deadline} ms, and none at all`,
      value: `${late} and ${none} of ${times.length}`,
      against: `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${at(1 - 1 / sorted.length)} ms, over after ${took.toFixed(1)} s`,
      target: "= 0",
      met: late + none === 0,
    },
    {
      area: `one resident gate, ${load}`,
      what: "processor time of the gate for each call",
      value: `${each.toFixed(2)} ms`,
      against: `one core answers ${(1000 / each).toFixed(0)} a second`,
    },
    {
      area: `one resident gate, ${load}`,
      what: "memory, after a quarter of the time and at the end",
      value: `${first.toFixed(0)} → ${last.toFixed(0)} MiB`,
      target: "≤ 1.2 times",
      met: last <= first * 1.2,
    },
  ];
}

export async function benchHook(runs = 25): Promise<Row[]> {
  const place = openPlace();
  const env = homeIn(place, "home");
  const gate = await startGate(place, env);
  try {
    const rows = wholeProcesses(place, env, runs);
    rows.push(...(await manySessions(place, env, gate)));
    return rows;
  } finally {
    gate.kill();
    rmSync(place.folder, { recursive: true });
  }
}
