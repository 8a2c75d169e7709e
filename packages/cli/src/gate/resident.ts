/**
 * @module The resident gate: answers hooks over a socket that only this account can open (hosts, section 12). It keeps what
 * costs much to read, and no verdict.
 */

import { chmodSync, closeSync, lstatSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { dirname, join } from "node:path";
import { type CallEnvironment, readDescription, unknownEnvironment } from "@warrant/hosts/client/call-environment";
import type { Environment } from "@warrant/hosts/client/socket-place";
import { mayRun } from "@warrant/hosts/client/start-gate";
import { hostNames } from "@warrant/hosts/event";
import { longestInput, runHook } from "@warrant/hosts/hook";
import type { HookOutput } from "@warrant/hosts/outcome";
import { stampOf } from "@warrant/sources/git/work-tree";
import { Machine } from "./machine.ts";
import { environmentOfProcess } from "./peer-environment.ts";
import type { GatePlaces } from "./places.ts";
import { type Compile, residentPolicies } from "./policy-source.ts";
import { MachinePort, type PolicyOf } from "./port.ts";

export interface ResidentOptions {
  readonly places: GatePlaces;
  readonly environment: Environment;
  readonly version: string;
  /** The folder the gate's code is in, and the file whose change says that there is a newer one. */
  readonly code: string;
  readonly entry: string;
  readonly compile: Compile;
  readonly now?: () => number;
  /** Milliseconds without a call after which it ends. */
  readonly idle?: number;
  /** Milliseconds between two looks at its own socket and program. */
  readonly watch?: number;
}

/** Why a resident gate did not start, in a sentence. */
export class ResidentError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ResidentError";
  }
}

export type Ending = "asked" | "idle" | "newer" | "replaced";

export interface ResidentGate {
  readonly socket: string;
  /** Why it ended. */
  readonly ended: Promise<Ending>;
  readonly close: (why?: Ending) => Promise<void>;
}

const usualIdle = 30 * 60_000;
/** How often it looks whether the socket is still its own, and its program the same. */
const usualWatch = 10_000;
/** Milliseconds a client may take to send its question. */
const longestQuestion = 2000;

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== "ESRCH";
  }
}

/**
 * Takes the one place there is for a resident gate of this account.
 *
 * @throws ResidentError when another one has it.
 */
function takeLock(file: string): void {
  for (let tries = 0; tries < 2; tries += 1) {
    try {
      const lock = openSync(file, "wx", 0o600);
      writeSync(lock, `${process.pid}\n`);
      closeSync(lock);
      return;
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
    }
    const pid = Number(readFileSync(file, "utf8").trim());
    if (pid === process.pid || (Number.isSafeInteger(pid) && pid > 0 && isAlive(pid))) break;
    // Its owner is gone without having been able to say so.
    rmSync(file, { force: true });
  }
  throw new ResidentError("another resident gate runs already. See it with `warrant daemon status`.");
}

/** A folder for the socket that nobody else can enter. */
function preparePlace(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const stats = lstatSync(folder);
  const account = process.getuid?.();
  if (!stats.isDirectory() || (account !== undefined && stats.uid !== account)) {
    throw new ResidentError(
      `${folder} is not a folder of this account, so somebody else could answer there. Remove it.`,
    );
  }
  if (account !== undefined && (stats.mode & 0o077) !== 0) chmodSync(folder, 0o700);
}

async function listen(server: Server, socket: string): Promise<void> {
  // Nobody may open it between its making and the change of its mode.
  const mask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(socket, resolve);
    });
  } finally {
    process.umask(mask);
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > longestInput) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** What a hook's process said of its environment, or what can be looked up by its number. */
function environmentOf({ headers }: IncomingMessage): CallEnvironment {
  const described = headers["x-warrant-environment"];
  if (typeof described === "string") return readDescription(described);
  const pid = headers["x-warrant-pid"];
  return typeof pid === "string" && process.platform === "linux" ? environmentOfProcess(pid) : unknownEnvironment;
}

class Resident {
  readonly #options: ResidentOptions;
  readonly #socket: string;
  readonly #machine: Machine;
  readonly #policyOf: PolicyOf;
  readonly #server: Server;
  readonly #stamp: string;
  readonly #started: number;
  #calls = 0;
  #idleTimer: NodeJS.Timeout | undefined;
  #watch: NodeJS.Timeout | undefined;
  #inode = 0n;
  #end: (why: Ending) => void = () => undefined;
  readonly ended: Promise<Ending>;

  constructor(options: ResidentOptions, socket: string) {
    const { places, environment, code, now = Date.now } = options;
    this.#options = options;
    this.#socket = socket;
    this.#machine = new Machine({ places, environment, now, code });
    this.#policyOf = residentPolicies(places, options.compile);
    this.#stamp = stampOf(options.entry);
    this.#started = now();
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.#server = createServer({ requestTimeout: longestQuestion, keepAliveTimeout: 1 }, (request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
  }

  async start(): Promise<void> {
    try {
      rmSync(this.#socket, { force: true });
      await listen(this.#server, this.#socket);
      chmodSync(this.#socket, 0o600);
      this.#inode = lstatSync(this.#socket, { bigint: true }).ino;
    } catch (error) {
      // One that listens where nobody finds it would never end.
      await new Promise<void>((resolve) => {
        this.#server.close(() => resolve());
      });
      throw error;
    }
    this.#watch = setInterval(() => {
      const now = lstatSync(this.#socket, { bigint: true, throwIfNoEntry: false })?.ino;
      if (now !== this.#inode) void this.close("replaced");
      // Taken away or renewed: nobody may ask for a long time.
      else if (stampOf(this.#options.entry) !== this.#stamp) void this.close("newer");
    }, this.#options.watch ?? usualWatch);
    this.#watch.unref();
    this.#wait();
  }

  #wait(): void {
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => void this.close("idle"), this.#options.idle ?? usualIdle);
  }

  readonly close = async (why: Ending = "asked"): Promise<void> => {
    clearTimeout(this.#idleTimer);
    clearInterval(this.#watch);
    const isOwn = lstatSync(this.#socket, { bigint: true, throwIfNoEntry: false })?.ino === this.#inode;
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
    this.#server.closeIdleConnections();
    await closed;
    // Closing takes the path away, whoever it is of by now; what another one put there is put by its owner again.
    if (isOwn) rmSync(this.#socket, { force: true });
    rmSync(lockFile(this.#socket), { force: true });
    await this.#machine.close().catch(() => undefined);
    this.#end(why);
  };

  #send(response: ServerResponse, status: number, type: string, body: string, exit?: number): void {
    response.writeHead(status, {
      "Content-Type": type,
      "Content-Length": Buffer.byteLength(body),
      Connection: "close",
      "X-Warrant-Version": this.#options.version,
      ...(exit === undefined ? {} : { "X-Warrant-Exit": exit }),
    });
    response.end(body);
  }

  /** Another version is installed, or asks: this one makes place, and the call is judged elsewhere. */
  #isOutdated({ headers }: IncomingMessage): boolean {
    const asked = headers["x-warrant-version"];
    return (asked !== undefined && asked !== this.#options.version) || stampOf(this.#options.entry) !== this.#stamp;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#wait();
    const url = new URL(request.url ?? "/", "http://warrant");
    if (request.method === "GET" && url.pathname === "/v1/health") {
      this.#send(response, 200, "application/json", `${JSON.stringify(await this.#health())}\n`);
      return;
    }
    const named = /^\/v1\/hook\/(?<host>[a-z-]{1,30})$/.exec(url.pathname)?.groups?.["host"];
    const host = hostNames.find((name) => name === named);
    if (request.method !== "POST" || host === undefined) return this.#send(response, 404, "text/plain", "");
    if (this.#isOutdated(request)) {
      this.#send(response, 409, "text/plain", "");
      await this.close("newer");
      return;
    }
    const bytes = await readBody(request);
    if (bytes === null) return this.#send(response, 413, "text/plain", "");
    this.#calls += 1;
    const port = new MachinePort(this.#machine, environmentOf(request), this.#policyOf);
    this.#reply(request, response, await runHook(port, host, url.searchParams.get("via"), bytes));
  }

  #reply({ headers }: IncomingMessage, response: ServerResponse, output: HookOutput): void {
    if (headers.accept !== "text/plain") {
      this.#send(response, 200, "application/json", JSON.stringify(output));
      return;
    }
    // With -f curl itself fails then, so that a refusal needs no shell to be one.
    if (output.exit === 0) this.#send(response, 200, "text/plain", output.stdout, 0);
    else this.#send(response, 422, "text/plain", output.stderr.trimEnd(), output.exit);
  }

  async #health(): Promise<object> {
    const policy = await this.#policyOf(null).catch(() => null);
    const isWritable = await this.#machine
      .ledger(policy?.ledger_url ?? null)
      .then((ledger) => ledger.isWritable())
      .catch(() => false);
    return {
      schema: "warrant.gate-health/v1",
      version: this.#options.version,
      pid: process.pid,
      policy_digest: policy?.digest ?? null,
      ledger: isWritable ? "writable" : "not-writable",
      calls: this.#calls,
      seconds: Math.round(((this.#options.now ?? Date.now)() - this.#started) / 1000),
      memory_mib: Math.round(process.memoryUsage.rss() / 1024 / 1024),
    };
  }
}

function lockFile(socket: string): string {
  return join(dirname(socket), "gate.lock");
}

/**
 * Starts the resident gate of this account.
 *
 * @throws ResidentError when there is no place for a socket, another one runs, or this account is root without leave.
 */
export async function startResident(options: ResidentOptions): Promise<ResidentGate> {
  const { socket } = options.places;
  if (!mayRun(options.environment)) {
    throw new ResidentError(
      "it does not run as root. Where everything runs as root, as in a container, set WARRANT_DAEMON_AS_ROOT=1.",
    );
  }
  if (socket === null) throw new ResidentError("no folder is short enough for a socket. Set XDG_RUNTIME_DIR.");
  preparePlace(dirname(socket));
  takeLock(lockFile(socket));
  const resident = new Resident(options, socket);
  try {
    await resident.start();
  } catch (error) {
    rmSync(lockFile(socket), { force: true });
    throw error;
  }
  return { socket, ended: resident.ended, close: resident.close };
}
