/**
 * @module What hosts start for each event: asks the resident gate and, where that gives no answer, judges in this process with
 * the gate that lies beside this file. Ends with the host's blocking form whatever happens.
 */

import { mkdirSync, readSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { HookOutput } from "../outcome.ts";
import { describeEnvironment, hasTerminal, hostEnvironment } from "./call-environment.ts";
import { ask, type Exchange } from "./exchange.ts";
import { lastWord } from "./last-word.ts";
import { compiledFolder, type Environment, socketPath, trustOf } from "./socket-place.ts";
import { startGate } from "./start-gate.ts";

declare const WARRANT_VERSION: string;

/** Milliseconds the resident gate may take before this process judges by itself. */
const answerDeadline = 150;
/** Milliseconds of the whole process; every host waits longer. */
const processDeadline = 2000;
/** Milliseconds the host may take to read the answer. */
const mostWaits = 1000;
/** One byte more than the gate reads, so that what is longer is seen to be. */
const longestInput = 16 * 1024 * 1024 + 1;

/** What the file beside this one gives. */
export interface GateInProcess {
  readonly hookInProcess: (
    host: string,
    via: string | null,
    bytes: Uint8Array,
    environment: Environment,
    code: string,
  ) => Promise<HookOutput>;
}

/** Waits a millisecond for the other side of a pipe. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
}

function readInput(): Uint8Array {
  const chunks: Buffer[] = [];
  let length = 0;
  while (length < longestInput) {
    const chunk = Buffer.allocUnsafe(64 * 1024);
    let count = 0;
    try {
      count = readSync(0, chunk);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EAGAIN") {
        pause();
        continue;
      }
      if (code !== "EOF") throw error;
    }
    if (count === 0) break;
    chunks.push(chunk.subarray(0, count));
    length += count;
  }
  return Buffer.concat(chunks).subarray(0, longestInput);
}

function writeAll(descriptor: number, text: string): void {
  const bytes = Buffer.from(text, "utf8");
  for (let at = 0, waits = 0; at < bytes.length; ) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      waits += 1;
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN" || waits > mostWaits) throw error;
      pause();
    }
  }
}

let isOver = false;

/** Says it and ends. */
function finish({ stdout, stderr, exit }: HookOutput): void {
  if (isOver) return;
  isOver = true;
  let code = exit;
  try {
    writeAll(2, stderr);
    writeAll(1, stdout);
  } catch {
    // A denial nobody could read still denies.
    code = 2;
  }
  process.exit(code);
}

function argumentsOf(args: readonly string[]): { host: string; via: string | null } | null {
  const [host = "", option, via, ...more] = args;
  if (!/^[a-z-]{1,30}$/.test(host) || more.length > 0) return null;
  if (option === undefined) return { host, via: null };
  return option === "--via" && via !== undefined && /^[\w.:-]{1,100}$/.test(via) ? { host, via } : null;
}

function enableCache(): void {
  const folder = compiledFolder(process.env);
  if (folder === null) return;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    process.getBuiltinModule("node:module").enableCompileCache(folder);
  } catch {
    // Without it the start only takes longer.
  }
}

function loadGate(): GateInProcess {
  enableCache();
  // A name the bundler does not follow.
  const file = join(__dirname, "hook-gate.cjs");
  return require(file) as GateInProcess;
}

/** Asks the resident gate, and starts one for the next call where there is none. */
async function askResident(host: string, via: string | null, bytes: Uint8Array): Promise<Exchange> {
  const socket = socketPath(process.env);
  if (socket === null) return { ok: false, why: "refused" };
  const trust = trustOf(socket);
  if (trust === "foreign") throw new Error(`${socket} is not this account's alone`);
  // On Linux the gate looks it up itself, which spares this process the hash functions: they take as long as all the rest.
  const headers: Readonly<Record<string, string>> =
    process.platform === "linux"
      ? { "X-Warrant-Pid": String(process.pid) }
      : { "X-Warrant-Environment": JSON.stringify(describeEnvironment(hostEnvironment(process.env), hasTerminal())) };
  const exchange: Exchange =
    trust === "missing"
      ? { ok: false, why: "refused" }
      : await ask({ socket, host, via, bytes, version: WARRANT_VERSION, headers, deadline: answerDeadline });
  if (!exchange.ok && exchange.why !== "slow" && exchange.why !== "broken") {
    startGate(socket, [join(__dirname, "../bin/start.js"), "daemon", "run"], process.env, Date.now());
  }
  return exchange;
}

async function main(): Promise<void> {
  let bytes: Uint8Array = new Uint8Array();
  const fail = (error: unknown): void => {
    const why = error instanceof Error ? error.message.split("\n")[0] : String(error);
    finish(
      lastWord(
        bytes,
        `Warrant: the gate could not be asked: ${why}. Next: run \`warrant hooks doctor\` in a terminal. [action.failed]`,
      ),
    );
  };
  // Whatever has become of the answer, ending without one would let the call go on.
  process.on("exit", () => fail(new Error("it gave no answer")));
  process.on("uncaughtException", fail);
  process.on("unhandledRejection", fail);
  setTimeout(() => {
    finish(lastWord(bytes, "Warrant: the gate took too long. Next: try the call again. [action.deadline]"));
  }, processDeadline);
  try {
    bytes = readInput();
    const asked = argumentsOf(process.argv.slice(2));
    if (asked === null) throw new Error("the hook was started with other arguments than HOST [--via SOURCE]");
    const { host, via } = asked;
    const exchange = bytes.length < longestInput ? await askResident(host, via, bytes) : { ok: false as const };
    finish(
      exchange.ok
        ? exchange.output
        : await loadGate().hookInProcess(host, via, bytes, hostEnvironment(process.env), __dirname),
    );
  } catch (error) {
    fail(error);
  }
}

void main();
