/** @module What hosts leave on this machine that tells whether the gate saw their work: sessions, tools, and their version. */

import { execFile } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import type { InstallableHost } from "@warrant/hosts/install/entries";
import { readTail } from "@warrant/sources/claude-turn";
import type { Io } from "../io.ts";
import { homeOf } from "./whereabouts.ts";

/** Where a host keeps its sessions, how deep, and how their files end; hosts without a stable place are left out. */
const sessionPlaces: Readonly<Partial<Record<InstallableHost, { folder: string; depth: number; ending: string }>>> = {
  "claude-code": { folder: ".claude/projects", depth: 1, ending: ".jsonl" },
  codex: { folder: ".codex/sessions", depth: 3, ending: ".jsonl" },
  gemini: { folder: ".gemini/tmp", depth: 2, ending: ".json" },
};

/** Folders and files that are looked at for one host. */
const mostLooked = 5000;

interface SessionFile {
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

function filesBelow(folder: string, depth: number, ending: string, found: SessionFile[]): void {
  let entries;
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    // A folder that is not there or not ours holds no session of this person.
    return;
  }
  for (const entry of entries) {
    if (found.length >= mostLooked) return;
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth > 0) filesBelow(path, depth - 1, ending, found);
    else if (entry.isFile() && entry.name.endsWith(ending)) found.push({ path, at: statSync(path).mtimeMs });
  }
}

/** A host's sessions on this machine, the newest first. */
export function sessionsOfHost(host: InstallableHost, env: Io["env"]): readonly SessionFile[] {
  const place = sessionPlaces[host];
  if (place === undefined) return [];
  const found: SessionFile[] = [];
  filesBelow(join(homeOf(env), place.folder), place.depth, place.ending, found);
  return found.sort((one, other) => other.at - one.at);
}

/** Names of the tools a transcript's end shows as used. */
export function toolsIn(text: string): string[] {
  const names = new Set<string>();
  for (const line of text.split("\n")) {
    // Only the names: whatever else a line holds is not looked at.
    if (!line.includes('"tool_use"') && !line.includes('"function_call"')) continue;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      continue;
    }
    collectNames(value, names, 0);
  }
  return [...names].sort();
}

function collectNames(value: unknown, names: Set<string>, depth: number): void {
  if (depth > 6 || names.size > 500 || typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    for (const one of value) collectNames(one, names, depth + 1);
    return;
  }
  const { type, name } = value as { type?: unknown; name?: unknown };
  if ((type === "tool_use" || type === "function_call") && typeof name === "string") names.add(name.slice(0, 100));
  for (const one of Object.values(value)) collectNames(one, names, depth + 1);
}

/** Tools of a host's last sessions. */
export function toolsOfHost(host: InstallableHost, env: Io["env"]): string[] {
  const texts = sessionsOfHost(host, env)
    .slice(0, 3)
    .map(({ path }) => readTail(path) ?? "");
  return [...new Set(texts.flatMap(toolsIn))].sort();
}

const programs: Readonly<Record<InstallableHost, string>> = {
  "claude-code": "claude",
  codex: "codex",
  copilot: "copilot",
  cursor: "cursor-agent",
  gemini: "gemini",
  opencode: "opencode",
};

/** The version a host's program says it is; null when it is not on the path or says none. */
export function versionOfHost(host: InstallableHost, env: Io["env"]): Promise<string | null> {
  return new Promise((resolve) => {
    const options = { env: { ...env }, timeout: 5000, maxBuffer: 64 * 1024 };
    execFile(programs[host], ["--version"], options, (error, stdout) => {
      const version = /\d+\.\d+\.\d+/.exec(error === null ? stdout : "")?.[0];
      resolve(version ?? null);
    });
  });
}
