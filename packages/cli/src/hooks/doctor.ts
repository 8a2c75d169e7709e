/** @module What is seen of a host's gate on this machine: its entries, the canary's answer, the sessions it saw, the ledger. */

import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { fieldsOf } from "@warrant/hosts/adapter";
import { canaryRule } from "@warrant/hosts/canary";
import { trustOf } from "@warrant/hosts/client/socket-place";
import { canaryPayload, isRefusal } from "@warrant/hosts/doctor/canary-payload";
import { undeclaredTools } from "@warrant/hosts/doctor/declared-tools";
import { type CanarySeen, examineHost, type HostReport, type HostSeen } from "@warrant/hosts/doctor/doctor";
import { type InstallableHost, installationOf } from "@warrant/hosts/install/entries";
import { ownEntries, readSettings } from "@warrant/hosts/install/settings-file";
import { LedgerError } from "@warrant/ledger";
import { readSession } from "@warrant/ledger/session-log";
import { agentSessions } from "../agent-sessions.ts";
import { withLedger } from "../authority/ledger.ts";
import { ExitError } from "../exit.ts";
import { health } from "../gate/health.ts";
import { gatePlaces } from "../gate/places.ts";
import type { Io } from "../io.ts";
import { version } from "../version.ts";
import { sessionsOfHost, toolsOfHost, versionOfHost } from "./host-files.ts";
import { type EntryStatus, installedEntries } from "./install.ts";
import { compileHere } from "./policy-here.ts";
import { readSettingsFile } from "./settings-disk.ts";
import { readRecord, whereaboutsOf } from "./whereabouts.ts";

/** Milliseconds after which a hook that says nothing is taken for one that never will. */
const longestWait = 10_000;
const roundTrips = 20;
/** Sessions that are looked through for the newest one of a host. */
const mostSessions = 50;

/** What a hook said that refused for another reason: then nobody knows whether it would refuse at all. */
function otherRefusal(said: string): string | null {
  const reason = /Warrant: (?:[^"\\]|\\.)*\[[a-z.-]+\]/.exec(said)?.[0];
  return reason === undefined || reason.includes(`[${canaryRule}]`)
    ? null
    : `it was refused for another reason: ${reason}`;
}

/** Runs the program as the host would, with the canary. */
export function runCanary(program: string, host: InstallableHost, layer: string, io: Io): Promise<CanarySeen> {
  const nonce = randomBytes(16).toString("hex");
  const payload = canaryPayload(host, nonce, io.cwd, io.timestamp());
  const start = io.now();
  const none = { exit: null, is_refused: false, objects: 0, milliseconds: 0 };
  if (!existsSync(program)) return Promise.resolve({ ...none, problem: `${program} is not there` });
  return new Promise((resolve) => {
    const child = spawn(program, [host, "--via", layer], { cwd: io.cwd, env: { ...io.env }, timeout: longestWait });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (data: Buffer) => {
      stdout += data.toString("utf8");
    });
    child.stderr.on("data", (data: Buffer) => {
      stderr += data.toString("utf8");
    });
    child.on("error", (error) => resolve({ ...none, problem: `${program} could not be started: ${error.message}` }));
    child.on("close", (exit) => {
      const problem = exit === null ? "it did not end by itself" : otherRefusal(stdout + stderr);
      resolve({
        exit,
        is_refused: exit !== null && isRefusal(host, { stdout, exit }),
        objects: stdout === "" ? 0 : 1,
        milliseconds: io.now() - start,
        problem,
      });
    });
    child.stdin.on("error", () => undefined);
    child.stdin.end(payload);
  });
}

/** Programs of others on the events ours is on. */
function othersIn(files: readonly string[], program: string): string[] {
  const names = files.flatMap((file) => {
    const { text } = readSettingsFile(file);
    const reading = text === undefined ? undefined : readSettings(text);
    if (reading === undefined || !reading.ok) return [];
    const own = new Set(ownEntries(reading.value, program).map(({ value }) => value));
    return Object.values(fieldsOf(reading.value["hooks"])).flatMap((list) =>
      (Array.isArray(list) ? list : []).flatMap((element) => {
        const one = fieldsOf(element);
        if (own.has(one)) return [];
        const hooks: readonly unknown[] = Array.isArray(one["hooks"]) ? one["hooks"] : [one];
        return hooks.flatMap((hook) => {
          const { command } = fieldsOf(hook);
          return typeof command === "string" && !own.has(fieldsOf(hook)) ? [command] : [];
        });
      }),
    );
  });
  return [...new Set(names)];
}

/** When the gate last saw a host, and why the ledger cannot be used. */
async function lastSeen(host: InstallableHost, io: Io): Promise<{ at: string | null; problem: string | null }> {
  try {
    return await withLedger(io, async ({ ledger }) => {
      const problem = (await ledger.isWritable())
        ? null
        : "it cannot be written, so nothing is remembered and nothing waits";
      const sessions = await agentSessions(ledger);
      for (const { session, last_at: at } of sessions.slice(0, mostSessions)) {
        const { events } = await readSession(ledger, session, {
          kinds: ["action-judged", "session-started"],
          limit: 1,
        });
        if (events.some(({ body }) => body["host"] === host)) return { at, problem };
      }
      return { at: null, problem };
    });
  } catch (error) {
    if (error instanceof ExitError || error instanceof LedgerError) return { at: null, problem: error.message };
    throw error;
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

async function residentSeen(io: Io): Promise<HostSeen["daemon"]> {
  const socket = gatePlaces(io.env)?.socket ?? null;
  if (socket === null || trustOf(socket) !== "trusted") return null;
  const times: number[] = [];
  let answer: Readonly<Record<string, unknown>> | null = null;
  for (let trip = 0; trip < roundTrips; trip += 1) {
    const start = io.now();
    answer = await health(socket);
    if (answer === null) return null;
    times.push(io.now() - start);
  }
  return { version_fits: answer?.["version"] === version, median_ms: median(times) };
}

async function modeNow(io: Io): Promise<HostSeen["mode"]> {
  const policy = await compileHere(io);
  if (policy === null) return null;
  return policy.is_enabled ? policy.mode : "off";
}

async function lookAt(host: InstallableHost, entries: readonly EntryStatus[], io: Io): Promise<HostSeen> {
  const record = readRecord(io.env);
  const at = whereaboutsOf(io);
  const own = entries.filter((entry) => entry.host === host);
  const program = record.program === "" ? at.program : record.program;
  const merged = own.filter(({ layer }) => installationOf(host, layer, at).form === "merged");
  const [newest] = sessionsOfHost(host, io.env);
  const [mode, canary, { at: seenAt, problem }, hostVersion, daemon] = [
    await modeNow(io),
    await runCanary(program, host, own[0]?.layer ?? "user", io),
    await lastSeen(host, io),
    await versionOfHost(host, io.env),
    await residentSeen(io),
  ];
  return {
    host,
    entries: own,
    others: othersIn(
      merged.map(({ file }) => file),
      program,
    ),
    // Codex keeps what it trusts in a form that is not documented, so it is asked for instead of guessed.
    trust: host === "codex" ? "unknown" : null,
    canary,
    mode,
    last_session: newest === undefined ? null : new Date(newest.at).toISOString(),
    last_seen: seenAt,
    unknown_tools: undeclaredTools(toolsOfHost(host, io.env)),
    version: hostVersion,
    ledger_problem: problem,
    daemon,
  };
}

/**
 * Examines the hosts that are connected, or the one that is asked for.
 *
 * @throws ExitError `failed` when the record of what was installed cannot be read.
 */
export async function examineHosts(host: InstallableHost | undefined, io: Io): Promise<HostReport[]> {
  const entries = installedEntries(io);
  const hosts = host === undefined ? [...new Set(entries.map((entry) => entry.host))] : [host];
  const reports: HostReport[] = [];
  for (const one of hosts) reports.push(examineHost(await lookAt(one, entries, io)));
  return reports;
}
