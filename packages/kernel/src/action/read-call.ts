/** @module Reads one tool call into effects and the paths that have to be looked at (actions, sections 1 and 4). Pure. */

import { isSuspiciousArgument } from "./arguments.ts";
import { readUrl } from "./commands/url.ts";
import { type DeclaredTools, readDeclared } from "./declared-tools.ts";
import type { ActionCall } from "./facts.ts";
import { readPatchEnvelope } from "./patch.ts";
import { climb, pathOf, segmentsOf } from "./paths/form.ts";
import { includedSecrets } from "./paths/lists.ts";
import type { Place } from "./place.ts";
import { Reading } from "./reading.ts";
import { readShell } from "./shell/read-shell.ts";
import { withoutMarks } from "./shell/text.ts";
import { type ArgumentRole, inertTools, mcpName, type Tool, tools } from "./tools.ts";

/** Whether the facts show a folder at a path; null where they show nothing. */
export type IsFolder = (path: string) => boolean | null;

interface Argument {
  readonly role: ArgumentRole;
  readonly values: readonly string[];
}

function argumentsOf(tool: Tool, call: ActionCall, reading: Reading): Argument[] {
  const found: Argument[] = [];
  for (const [key, value] of Object.entries(call.input)) {
    const role = Object.hasOwn(tool.roles, key) ? tool.roles[key] : undefined;
    if (role === undefined) {
      if (isSuspiciousArgument(key, value))
        reading.lose(`nobody declared the argument ${withoutMarks(key).slice(0, 40)}`);
      continue;
    }
    if (role === "text" || value === undefined || value === null) continue;
    const values: unknown[] = Array.isArray(value) && (role === "paths" || role === "tree") ? value : [value];
    const texts = values.filter((one): one is string => typeof one === "string");
    if (texts.length < values.length) reading.lose("an argument is not the text it should be");
    found.push({ role, values: texts });
  }
  return found;
}

function valuesOf(found: readonly Argument[], role: ArgumentRole): string[] {
  const values: string[] = [];
  for (const argument of found) if (argument.role === role) values.push(...argument.values);
  return values;
}

/** A path of a tool argument is taken as it is; how it is spelled matters to the views. */
function addPath(
  reading: Reading,
  kind: "read" | "write" | "delete",
  path: string,
  place: Place,
  isTree = false,
): void {
  reading.argument(kind, path, place, isTree);
}

function addPatch(reading: Reading, text: string, place: Place): void {
  const read = readPatchEnvelope(text);
  if (!read.understood) reading.lose("the patch cannot be read");
  for (const { kind, path } of read.changes) {
    if (kind === "move") reading.argument("delete", path, place, false, "moved");
    else addPath(reading, kind, path, place);
  }
}

function addUrl(reading: Reading, text: string): void {
  const address = readUrl(text);
  if (address === null) {
    reading.lose("the address cannot be read");
    reading.effect("network", "?", "irreversible");
    return;
  }
  const isOdd = !/^https?$/.test(address.scheme) || address.isLoopback || address.isMetadata || address.hasCredentials;
  if (isOdd) reading.effect("read", "env:metadata", "costly");
  reading.effect("network", `host:${address.host}`);
}

/** Tools that list names, and read nothing of what is in the files. */
const listsNames = new Set(["Glob", "glob", "LS", "list", "list_directory"]);

function addSearch(reading: Reading, call: ActionCall, found: readonly Argument[], place: Place): void {
  const folders = valuesOf(found, "tree");
  const patterns = valuesOf(found, "glob").filter((pattern) => pattern.includes("/") || pattern.includes(".."));
  for (const folder of folders.length === 0 ? [place.cwd ?? ""] : folders) {
    if (folder === "") reading.lose("the folder is not known");
    else addPath(reading, "read", folder, place, !listsNames.has(call.tool));
  }
  for (const name of valuesOf(found, "included").flatMap(includedSecrets)) {
    for (const folder of folders.length === 0 ? [place.cwd ?? ""] : folders)
      addPath(reading, "read", `${folder}/**/${name}`, place);
  }
  if (call.tool !== "Glob" && call.tool !== "glob") return;
  for (const pattern of patterns) {
    if (pattern.startsWith("/") || folders.length === 0) addPath(reading, "read", pattern, place);
    else for (const folder of folders) addPath(reading, "read", `${folder}/${pattern}`, place);
  }
}

function addShell(
  reading: Reading,
  call: ActionCall,
  found: readonly Argument[],
  place: Place,
  isFolder: IsFolder,
): void {
  const [folder] = valuesOf(found, "cwd");
  const cwd = folder === undefined ? place.cwd : joined(folder, place.cwd);
  const commands = valuesOf(found, "command");
  if (commands.length === 0) reading.lose("the call has no command");
  const before = reading.effects.length;
  for (const command of commands) readShell(command, { ...place, cwd }, isFolder, reading);
  if (place.os === "win32") {
    const isNaming = reading.effects
      .slice(before)
      .some(({ isPath, target }) => isPath === true || /^(?:\?|some:)/.test(target));
    // In whichever way Windows spells a path; a shell nobody knows may be one with rules of its own.
    if (place.shell === null || isNaming || commands.some((command) => /[\\/:~]|\bcd\b|\bpushd\b/.test(command)))
      reading.lose("paths of Windows in a shell are not read");
  }
}

/** Any call may ask to run outside the sandbox of its host. */
function addBypass({ input }: ActionCall, reading: Reading): void {
  for (const key of ["requestSandboxBypass", "dangerouslyDisableSandbox"]) {
    if (input[key] !== undefined && input[key] !== false) reading.effect("elevate", "sandbox:bypass", "costly");
  }
}

function joined(folder: string, cwd: string | null): string | null {
  if (folder.startsWith("/")) return pathOf(climb(segmentsOf(folder)));
  return cwd === null || folder === "" ? null : pathOf(climb(segmentsOf(`${cwd}/${folder}`)));
}

function nameIn(input: Readonly<Record<string, unknown>>, keys: readonly string[]): string {
  for (const key of keys) {
    const value = input[key];
    if (typeof value === "string") return withoutMarks(value).slice(0, 100);
  }
  return "?";
}

function readKnown(tool: Tool, call: ActionCall, place: Place, isFolder: IsFolder, reading: Reading): void {
  const found = argumentsOf(tool, call, reading);
  switch (tool.kind) {
    case "shell":
      addShell(reading, call, found, place, isFolder);
      break;
    case "opaque": {
      reading.lose("the shell is one nobody reads");
      const foreign = { ...place, shell: "powershell" };
      for (const command of valuesOf(found, "command")) readShell(command, foreign, isFolder, reading);
      break;
    }
    case "patch":
    case "files": {
      let count = 0;
      for (const patch of valuesOf(found, "patch")) {
        addPatch(reading, patch, place);
        count += 1;
      }
      for (const kind of ["read", "write", "delete"] as const) {
        for (const path of valuesOf(found, kind)) {
          addPath(reading, kind, path, place);
          count += 1;
        }
      }
      for (const path of valuesOf(found, "paths")) {
        addPath(reading, "read", path, place);
        count += 1;
      }
      if (count === 0) reading.lose("the call names no path");
      break;
    }
    case "search":
      addSearch(reading, call, found, place);
      break;
    case "fetch": {
      const urls = [
        ...valuesOf(found, "url"),
        ...valuesOf(found, "urls").flatMap((words) => words.match(/[a-z][a-z0-9+.-]*:\/\/[^\s"'<>)\]]+/gi) ?? []),
      ];
      for (const url of urls.slice(0, 64)) addUrl(reading, url);
      const needsUrl = Object.values(tool.roles).some((role) => role === "url" || role === "urls");
      if (urls.length === 0 && needsUrl) reading.lose("the call names no address");
      if (!needsUrl) reading.effect("network", "host:search");
      break;
    }
    case "delegate":
      reading.effect("delegate", "agent:in-host");
      break;
    case "own-output":
      reading.effect("read", "process:own");
      break;
    case "own-stop":
      reading.effect("delete", "process:own");
      break;
    case "skill":
      reading.effect("execute", `skill:${nameIn(call.input, ["skill", "name", "command"])}`);
      break;
    case "schedule":
      reading.effect("configure", "cron", "costly");
      break;
    case "remote-trigger":
      reading.effect("publish", "cron", "costly");
      break;
    case "worktree":
      if (call.tool === "ExitWorktree" && /remove|discard|true/i.test(JSON.stringify(call.input)))
        reading.effect("delete", "git:worktree", "costly");
      else reading.effect("write", "git:worktree");
      break;
    case "memory":
      if (place.home === null) reading.lose("the home folder is not known");
      else reading.effect("configure", `${place.home}/.gemini/GEMINI.md`, "costly");
      break;
    default:
      reading.lose("nobody declared this tool");
      unreachable(tool.kind);
  }
}

function unreachable(_value: never): void {}

/**
 * Reads a call. Never throws; an inert tool has no effect, an unknown one is not understood.
 *
 * @param declared tools the operator has declared, by the very name the host calls them by.
 */
export function readCall(
  call: ActionCall,
  place: Place,
  isFolder: IsFolder = () => null,
  declared: DeclaredTools = {},
): Reading {
  const reading = new Reading();
  if (inertTools.has(call.tool)) return reading;
  const tool = tools.get(call.tool);
  if (tool !== undefined) readKnown(tool, call, place, isFolder, reading);
  else {
    const mcp = mcpName(call.tool);
    const own = Object.hasOwn(declared, call.tool) ? declared[call.tool] : undefined;
    if (own !== undefined) {
      readDeclared(own, withoutMarks(mcp ?? `tool/${call.tool}`).slice(0, 100), call, place, reading);
      addBypass(call, reading);
      return reading;
    }
    reading.effect(
      "execute",
      mcp === null ? `program:tool/${withoutMarks(call.tool).slice(0, 100)}` : `program:mcp/${mcp}`,
      "irreversible",
    );
    reading.lose("nobody declared this tool");
  }
  addBypass(call, reading);
  return reading;
}
