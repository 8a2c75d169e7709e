/**
 * @module What the gate has to know of the environment a host runs in: a digest, names, and whether somebody sits before it.
 * Values never leave the process that reads them.
 */

import { closeSync, openSync } from "node:fs";
import { isSteering } from "@warrant/kernel/action/shell/state";
import type { Environment } from "./socket-place.ts";

export interface CallEnvironment {
  /** Of `PATH`, `HOME`, `SHELL` and everything that steers programs (actions, section 11). Empty when nobody knows. */
  readonly digest: string;
  /** Names that tell something about the host. */
  readonly names: readonly string[];
  readonly is_headless: boolean;
  /** The ticket of `warrant run` this session was started with. */
  readonly run: string | null;
  /** The shell commands are given to, by its name; null when it is none of the usual ones. */
  readonly shell: string | null;
}

/** Nothing is known: no approval of another environment fits, and nobody sits there. */
export const unknownEnvironment: CallEnvironment = { digest: "", names: [], is_headless: true, run: null, shell: null };

const always = new Set(["PATH", "HOME", "SHELL"]);
const telling = /^(?:CLAUDE|CODEX|COPILOT|CURSOR|GEMINI|OPENCODE)[A-Z0-9_]{0,60}$|^(?:CI|GITHUB_ACTIONS)$/;
/** Runs nobody watches. */
const unwatched = ["COPILOT_AGENT_PROMPT", "CI", "GITHUB_ACTIONS", "CLAUDE_CODE_REMOTE"] as const;
/** How Claude Code was started when a person sees its prompts; every other word is not known to be. */
const watched = new Set(["cli", "claude-vscode", "claude-desktop"]);
const shells = new Set(["bash", "zsh", "sh", "dash"]);
const runTicket = /^run-[0-9a-f-]{36}$/;

function digestOf(environment: Environment): string {
  const steering = Object.entries(environment)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .filter(([name, value]) => always.has(name) || isSteering(name, [value]))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  // Loaded only here: the hash functions take longer to load than the rest of a client to run.
  const { createHash } = process.getBuiltinModule("node:crypto");
  return `sha256:${createHash("sha256").update(JSON.stringify(steering)).digest("hex")}`;
}

/** Whether this process has a terminal of its own, which says that a person may be there. */
export function hasTerminal(): boolean {
  try {
    closeSync(openSync("/dev/tty", "r"));
    return true;
  } catch {
    return false;
  }
}

/** The host's environment as it was before the script took the options for Node.js out of it. */
export function hostEnvironment(environment: Environment): Environment {
  const { WARRANT_NODE_OPTIONS: options, NODE_OPTIONS: _own, ...others } = environment;
  if (options === undefined) return environment;
  return options === "" ? others : { ...others, NODE_OPTIONS: options };
}

export function describeEnvironment(environment: Environment, isTerminal: boolean): CallEnvironment {
  const has = (name: string): boolean => (environment[name] ?? "") !== "";
  const started = environment["CLAUDE_CODE_ENTRYPOINT"];
  const isWatched = started === undefined ? isTerminal : watched.has(started);
  const run = environment["WARRANT_SESSION"] ?? "";
  const shell = (environment["SHELL"] ?? "").split("/").at(-1) ?? "";
  return {
    digest: digestOf(environment),
    names: Object.keys(environment)
      .filter((name) => has(name) && telling.test(name))
      .sort()
      .slice(0, 100),
    is_headless: !isWatched || unwatched.some(has),
    run: runTicket.test(run) ? run : null,
    shell: shells.has(shell) ? shell : null,
  };
}

/** An environment somebody else described; what cannot be read of it is not known. */
export function readDescription(text: string): CallEnvironment {
  let value: Partial<Record<keyof CallEnvironment, unknown>>;
  try {
    value = (JSON.parse(text) as Partial<Record<keyof CallEnvironment, unknown>> | null) ?? {};
  } catch {
    return unknownEnvironment;
  }
  const { digest, names, is_headless: isHeadless, run, shell } = value;
  const isDigest = typeof digest === "string" && /^sha256:[0-9a-f]{64}$/.test(digest);
  return {
    digest: isDigest ? digest : "",
    names: Array.isArray(names)
      ? names.filter((name): name is string => typeof name === "string" && telling.test(name)).slice(0, 100)
      : [],
    is_headless: isHeadless !== false,
    run: typeof run === "string" && runTicket.test(run) ? run : null,
    shell: typeof shell === "string" && shells.has(shell) ? shell : null,
  };
}
