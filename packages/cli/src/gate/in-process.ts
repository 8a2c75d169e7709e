/**
 * @module The gate in the process of one hook, built into one file beside the client: for a call that no resident gate
 * answers. Holds no reader of YAML, no schemas and no command line.
 */

import { mkdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeEnvironment, hasTerminal } from "@warrant/hosts/client/call-environment";
import type { Environment } from "@warrant/hosts/client/socket-place";
import { gateEnvironment } from "@warrant/hosts/client/start-gate";
import { type HostName, hostNames } from "@warrant/hosts/event";
import { runHook } from "@warrant/hosts/hook";
import type { HookOutput } from "@warrant/hosts/outcome";
import type { GatePort } from "@warrant/hosts/port";
import type { WorkTree } from "@warrant/sources/git/work-tree";
import { Machine } from "./machine.ts";
import { noPort } from "./no-port.ts";
import { type GatePlaces, gatePlaces } from "./places.ts";
import { type Renew, storedPolicies } from "./policy-source.ts";
import { policyFile } from "./policy-store.ts";
import { MachinePort } from "./port.ts";

/** How long another process is given to compile before one more is started, in milliseconds. */
const patience = 10_000;

/** Whether nobody began to compile this policy in the last moments; then it is this process that does. */
function isFirst(marker: string, now: number): boolean {
  const began = statSync(marker, { throwIfNoEntry: false })?.mtimeMs;
  if (began !== undefined && now - began < patience) return false;
  if (began === undefined) writeFileSync(marker, "", { mode: 0o600 });
  else utimesSync(marker, now / 1000, now / 1000);
  return true;
}

/** Has a policy compiled by a process of its own. Never throws: who finds none afterwards refuses. */
async function compileElsewhere(
  places: GatePlaces,
  code: string,
  environment: Environment,
  tree: WorkTree | null,
  isAwaited: boolean,
): Promise<void> {
  try {
    mkdirSync(places.policies, { recursive: true, mode: 0o700 });
    const root = tree?.root ?? null;
    if (!isFirst(`${policyFile(places, root)}.compiling`, Date.now())) return;
    const { spawn } = process.getBuiltinModule("node:child_process");
    const args = [join(code, "../bin/start.js"), "daemon", "compile", ...(root === null ? [] : [root])];
    const env = gateEnvironment(environment);
    const child = spawn(process.execPath, args, { cwd: "/", detached: true, stdio: "ignore", env });
    const ended = new Promise<void>((resolve) => {
      child.on("error", () => resolve());
      child.on("exit", () => resolve());
    });
    if (isAwaited) await ended;
    else child.unref();
  } catch {
    // A state folder that cannot be written is what refuses the call.
  }
}

function hostNamed(name: string): HostName | null {
  return hostNames.find((known) => known === name) ?? null;
}

/**
 * Judges one event of a host here. Never throws.
 *
 * @param code the folder the gate's code is in.
 */
export async function hookInProcess(
  name: string,
  via: string | null,
  bytes: Uint8Array,
  environment: Environment,
  code: string,
): Promise<HookOutput> {
  const host = hostNamed(name);
  if (host === null) {
    return {
      stdout: "",
      stderr: `Warrant: there is no agent host ${name.slice(0, 40)}. [action.facts-invalid]\n`,
      exit: 2,
    };
  }
  const places = gatePlaces(environment);
  const machine = places === null ? null : new Machine({ places, environment, now: Date.now, code });
  const renew: Renew = async (tree, isAwaited) => {
    if (places !== null) await compileElsewhere(places, code, environment, tree, isAwaited);
  };
  const port: GatePort =
    machine === null
      ? noPort("there is no home folder, so nothing is remembered")
      : new MachinePort(
          machine,
          describeEnvironment(environment, hasTerminal()),
          storedPolicies(machine.places, renew),
        );
  try {
    return await runHook(port, host, via, bytes);
  } finally {
    await machine?.close().catch(() => undefined);
  }
}
