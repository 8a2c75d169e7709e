/** @module `warrant daemon`: the resident gate that answers agent hosts' hooks, and how it stands. */

import { isAbsolute, join } from "node:path";
import { trustOf } from "@warrant/hosts/client/socket-place";
import { outside } from "@warrant/kernel/render/outside";
import { findWorkTree } from "@warrant/sources/git/work-tree";
import { Command } from "commander";
import { agentVariable } from "../authority/person.ts";
import { ExitError, exitCodes } from "../exit.ts";
import { type FormatOptions, print, withFormat } from "../format.ts";
import { health } from "../gate/health.ts";
import { type GatePlaces, gatePlaces } from "../gate/places.ts";
import type { Io } from "../io.ts";
import { version } from "../version.ts";

function placesOf(io: Io): GatePlaces {
  const places = gatePlaces(io.env);
  if (places !== null) return places;
  throw new ExitError(exitCodes.usage, "there is no home folder, so the gate has no place. Set HOME.");
}

/** Serves until it is asked to stop, has nothing to do for long, or a newer version is there. */
async function serve(io: Io): Promise<void> {
  const places = placesOf(io);
  const [{ ResidentError, startResident }, { refreshPolicy }] = await Promise.all([
    import("../gate/resident.ts"),
    import("../gate/compile-policy.ts"),
  ]);
  const gate = await startResident({
    places,
    environment: io.env,
    version,
    code: import.meta.dirname,
    entry: join(import.meta.dirname, "main.js"),
    compile: (tree) => refreshPolicy(places, tree),
  }).catch((error: unknown) => {
    if (error instanceof ResidentError) throw new ExitError(exitCodes.failed, error.message, { cause: error });
    throw error;
  });
  const stop = (): void => void gate.close();
  if (io.signal.aborted) stop();
  io.signal.addEventListener("abort", stop, { once: true });
  await gate.ended;
}

interface Standing {
  readonly schema: "warrant.gate-status/v1";
  readonly socket: string | null;
  readonly state: "running" | "not-running" | "not-answering" | "foreign";
  readonly health: Readonly<Record<string, unknown>> | null;
}

async function standing(io: Io): Promise<Standing> {
  const { socket } = placesOf(io);
  const trust = socket === null ? "missing" : trustOf(socket);
  const found = socket !== null && trust === "trusted" ? await health(socket) : null;
  const state =
    found !== null
      ? "running"
      : trust === "foreign"
        ? "foreign"
        : trust === "trusted"
          ? "not-answering"
          : "not-running";
  return { schema: "warrant.gate-status/v1", socket, state, health: found };
}

const sentences: Readonly<Record<Standing["state"], string>> = {
  running: "The resident gate runs",
  "not-running": "No resident gate runs; the next call of a hook starts one",
  "not-answering": "A resident gate is there and does not answer; hooks judge in their own process meanwhile",
  foreign: "The socket is not this account's alone, so every hook refuses. Remove its folder",
};

function standingText({ socket, state, health: found }: Standing): string {
  const rows = [`${sentences[state]}.`];
  if (socket !== null) rows.push(`  socket  ${outside(socket, 300)}`);
  for (const key of ["version", "pid", "ledger", "calls", "seconds", "memory_mib", "policy_digest"]) {
    const value = found?.[key];
    if (typeof value !== "string" && typeof value !== "number") continue;
    rows.push(`  ${key.replace("_", " ")}  ${outside(String(value), 100)}`);
  }
  return `${rows.join("\n")}\n`;
}

async function status(options: FormatOptions, io: Io): Promise<void> {
  const found = await standing(io);
  await print(found, () => standingText(found), options, io);
  if (found.state === "not-answering" || found.state === "foreign") throw new ExitError(exitCodes.failed);
}

async function stop(io: Io): Promise<void> {
  const variable = agentVariable(io);
  if (variable !== undefined) {
    throw new ExitError(
      exitCodes.denied,
      `only a person can stop the gate, and ${variable} shows an agent's session. [action.self-authorize]`,
    );
  }
  const found = await standing(io);
  const pid = found.health?.["pid"];
  if (typeof pid !== "number") {
    io.stdout.write(`${sentences[found.state]}.\n`);
    return;
  }
  process.kill(pid, "SIGTERM");
  io.stdout.write("The resident gate stops. The next call of a hook starts it again.\n");
}

async function compile(folder: string | undefined, io: Io): Promise<void> {
  const places = placesOf(io);
  const { refreshPolicy } = await import("../gate/compile-policy.ts");
  const tree = folder === undefined ? null : findWorkTree(isAbsolute(folder) ? folder : join(io.cwd, folder));
  if (folder !== undefined && tree === null) {
    throw new ExitError(exitCodes.usage, `${outside(folder, 300)} is in no work tree.`);
  }
  const { policy, problem } = await refreshPolicy(places, tree);
  if (policy === null) {
    const why = problem ?? "its sources cannot be used";
    throw new ExitError(exitCodes.usage, `no policy could be compiled, so every call is refused:\n${why}`);
  }
  const where = tree === null ? "outside of every work tree" : `in ${outside(tree.root, 300)}`;
  const mode = policy.is_enabled ? policy.mode : "off";
  io.stdout.write(`The policy ${where}: ${mode}, ${policy.rules.length} rules, ${policy.digest.slice(0, 19)}.\n`);
}

/** The command `daemon`. */
export function daemonCommand(io: Io): Command {
  const daemon = new Command("daemon").description("the resident gate that answers agent hosts' hooks");
  daemon
    .command("run")
    .description("answer hooks until asked to stop, or for 30 minutes without a call")
    .action(() => serve(io));
  withFormat(daemon.command("status"))
    .description("say whether it runs, and how it stands")
    .action((options: FormatOptions) => status(options, io));
  daemon
    .command("stop")
    .description("stop it; the next call starts it again")
    .action(() => stop(io));
  daemon
    .command("compile")
    .description("compile what is configured for a folder, which happens by itself when it changes")
    .argument("[folder]", "a folder of a repository (default: what holds outside of every one)")
    .action((folder: string | undefined) => compile(folder, io));
  return daemon.addHelpText(
    "after",
    "\nHooks start it by themselves. Exit codes: 0 done, 1 it does not answer or cannot run, 2 usage or configuration, 3 from inside an agent's session.",
  );
}
