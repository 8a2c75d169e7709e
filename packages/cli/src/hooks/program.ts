/** @module The program hosts start, written to a place that stays the same for every version. */

import { existsSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { hookScript } from "@warrant/hosts/client/hook-script";
import { writeFileAtomically } from "@warrant/sources/atomic-write";
import { ExitError, exitCodes } from "../exit.ts";
import type { Io } from "../io.ts";
import { whereaboutsOf } from "./whereabouts.ts";

/** The client beside the built command; where the sources are run, the one that was built of them. */
function clientFile(): string {
  const beside = join(import.meta.dirname, "hook-client.cjs");
  return existsSync(beside) ? beside : join(import.meta.dirname, "..", "..", "dist", "hook-client.cjs");
}

/** A path the program names, as it stands in its text. */
function named(text: string, name: string): string {
  return new RegExp(`^${name}='(?<path>[^'\\n]+)'$`, "m").exec(text)?.groups?.["path"] ?? "";
}

/**
 * How the program that hosts start stands: as this version writes it, another one, or none. It may have been written by another
 * Node.js than the one that looks.
 */
export function programState(io: Io, client = clientFile()): "intact" | "changed" | "missing" {
  const { program } = whereaboutsOf(io);
  if (!existsSync(program)) return "missing";
  const text = readFileSync(program, "utf8");
  const node = basename(named(text, "node")).startsWith("node") ? named(text, "node") : process.execPath;
  return [node, process.execPath].some((path) => text === hookScript({ node: path, client })) ? "intact" : "changed";
}

/**
 * Writes the program, unless it is there already as it should be.
 *
 * @throws ExitError `failed` when this command was not built with its client.
 */
export async function writeProgram(io: Io, client = clientFile()): Promise<string> {
  const { program } = whereaboutsOf(io);
  if (!existsSync(client))
    throw new ExitError(exitCodes.failed, `the hook's client ${client} is missing. Install Warrant again.`);
  const text = hookScript({ node: process.execPath, client });
  if (existsSync(program) && readFileSync(program, "utf8") === text) return program;
  await mkdir(dirname(program), { recursive: true, mode: 0o700 });
  await writeFileAtomically(program, text, undefined, 0o755);
  return program;
}
