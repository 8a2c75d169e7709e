/**
 * @module What is installed for each host: which file, in which layer, and which entries (hosts, sections 3 to 8). Pure; the
 * command writes it.
 */

import type { Fields } from "../adapter.ts";
import { openCodePlugin } from "../opencode-plugin.ts";
import type { HookEntry, WantedEntries } from "./settings-file.ts";

export const installableHosts = ["claude-code", "codex", "copilot", "cursor", "gemini", "opencode"] as const;
export type InstallableHost = (typeof installableHosts)[number];

/** Whose settings an entry is in. `managed` is printed for an administrator and never written. */
export const layers = ["user", "project", "local", "managed"] as const;
export type Layer = (typeof layers)[number];

/** Where things are on this machine. */
export interface Whereabouts {
  readonly home: string;
  /** The root of the repository, for layers that belong to one. */
  readonly project: string;
  /** The program that hosts start, an absolute path. */
  readonly program: string;
  readonly os: NodeJS.Platform;
  /** Where hosts say their settings are, when not in the usual folder. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** One host's installation in one layer. */
export interface Installation {
  readonly host: InstallableHost;
  readonly layer: Layer;
  /** Where it goes; for `managed` where the administrator puts it. */
  readonly file: string;
  /** `merged`: entries among others'. `own`: a file that is ours whole. */
  readonly form: "merged" | "own";
  readonly wanted: WantedEntries;
  /** The whole text of an `own` file that holds no entries. */
  readonly text: string | null;
  /** What a person has to do or know afterwards. */
  readonly advice: readonly string[];
}

/**
 * Seconds a host gives the whole hook. Ours is two (hosts, section 1), from when it runs: on a machine with a hundred hooks at
 * once that is late, and where a host gives up the call goes on.
 */
const hostTimeout = 60;

/** A word of a command line that a shell reads. */
function shellWord(text: string): string {
  return /^[A-Za-z0-9_./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

function commandLine(host: InstallableHost, layer: Layer, { program, os }: Whereabouts): string {
  const word = os === "win32" ? `"${program}"` : shellWord(program);
  return `${word} ${host} --via ${layer}`;
}

function entriesFor(events: readonly string[], write: (event: string) => Fields): HookEntry[] {
  return events.map((event) => ({ list: ["hooks", event], value: write(event) }));
}

const claudeEvents = [
  "PreToolUse",
  "PermissionRequest",
  "PostToolUse",
  "PostToolUseFailure",
  "PostToolBatch",
  "PermissionDenied",
  "UserPromptSubmit",
  "Stop",
  "SubagentStart",
  "SubagentStop",
  "SessionStart",
  "SessionEnd",
  "ConfigChange",
  "CwdChanged",
  "DirectoryAdded",
];

/** Filtering is ours: matchers have failed to fire. Arguments are a list, so that no shell reads them. */
function claudeCode(layer: Layer, at: Whereabouts): Omit<Installation, "host" | "layer"> {
  const hook = { type: "command", command: at.program, args: ["claude-code", "--via", layer], timeout: hostTimeout };
  const files = {
    user: `${at.environment["CLAUDE_CONFIG_DIR"] ?? `${at.home}/.claude`}/settings.json`,
    project: `${at.project}/.claude/settings.json`,
    local: `${at.project}/.claude/settings.local.json`,
    managed:
      at.os === "darwin"
        ? "/Library/Application Support/ClaudeCode/managed-settings.json"
        : at.os === "win32"
          ? "C:\\Program Files\\ClaudeCode\\managed-settings.json"
          : "/etc/claude-code/managed-settings.json",
  };
  return {
    file: files[layer],
    form: "merged",
    wanted: { top: {}, entries: entriesFor(claudeEvents, () => ({ matcher: "*", hooks: [hook] })) },
    text: null,
    advice:
      layer === "managed"
        ? ["Set `allowManagedHooksOnly: true` beside it, so that no other hook answers before this one."]
        : [],
  };
}

const codexEvents = [
  "PreToolUse",
  "PermissionRequest",
  "PostToolUse",
  "UserPromptSubmit",
  "SessionStart",
  "SessionEnd",
  "SubagentStart",
  "SubagentStop",
  "Interrupt",
  "Stop",
];

function codex(layer: Layer, at: Whereabouts): Omit<Installation, "host" | "layer"> {
  const hook = { type: "command", command: commandLine("codex", layer, at), timeout: hostTimeout };
  const files = {
    user: `${at.environment["CODEX_HOME"] ?? `${at.home}/.codex`}/hooks.json`,
    project: `${at.project}/.codex/hooks.json`,
    local: `${at.project}/.codex/hooks.json`,
    managed: "/etc/codex/requirements.toml",
  };
  return {
    file: files[layer],
    form: "merged",
    wanted: { top: {}, entries: entriesFor(codexEvents, () => ({ hooks: [hook] })) },
    text: null,
    advice: [
      "Start Codex and type /hooks to trust this hook: until then Codex skips it without a word.",
      'Keep `sandbox_mode = "workspace-write"` in config.toml as the second wall.',
    ],
  };
}

const copilotEvents = [
  "PreToolUse",
  "PermissionRequest",
  "UserPromptSubmit",
  "PostToolUse",
  "PostToolUseFailure",
  "SessionStart",
  "SessionEnd",
  "Stop",
  "SubagentStop",
];

/** Keys in PascalCase make the host send payloads in the form this gate reads. */
function copilot(layer: Layer, at: Whereabouts): Omit<Installation, "host" | "layer"> {
  const line = commandLine("copilot", layer, at);
  const files = {
    user: `${at.environment["COPILOT_HOME"] ?? `${at.home}/.copilot`}/hooks/warrant.json`,
    project: `${at.project}/.github/hooks/warrant.json`,
    local: `${at.project}/.github/hooks/warrant.json`,
    managed: "/etc/github-copilot/policy.d/warrant.json",
  };
  return {
    file: files[layer],
    form: "own",
    wanted: {
      top: { version: 1 },
      entries: entriesFor(copilotEvents, () => ({
        type: "command",
        bash: line,
        powershell: `& ${line}`,
        timeoutSec: hostTimeout,
      })),
    },
    text: null,
    advice:
      layer === "project"
        ? ["The cloud agent reads this file from the default branch, and its image needs the program at the same path."]
        : [],
  };
}

/** Events whose answer Cursor waits for; where the hook fails, they stay closed. */
const cursorBlocking = [
  "beforeShellExecution",
  "beforeMCPExecution",
  "beforeReadFile",
  "preToolUse",
  "beforeSubmitPrompt",
];
const cursorEvents = [
  ...cursorBlocking,
  "afterShellExecution",
  "afterMCPExecution",
  "afterFileEdit",
  "postToolUse",
  "postToolUseFailure",
  "subagentStart",
  "subagentStop",
  "sessionStart",
  "sessionEnd",
  "stop",
];

function cursor(layer: Layer, at: Whereabouts): Omit<Installation, "host" | "layer"> {
  const command = commandLine("cursor", layer, at);
  const write = (event: string): Fields =>
    cursorBlocking.includes(event)
      ? { command, timeout: hostTimeout, failClosed: true }
      : { command, timeout: hostTimeout };
  const files = {
    user: `${at.home}/.cursor/hooks.json`,
    project: `${at.project}/.cursor/hooks.json`,
    local: `${at.project}/.cursor/hooks.json`,
    managed: at.os === "darwin" ? "/Library/Application Support/Cursor/hooks.json" : "/etc/cursor/hooks.json",
  };
  return {
    file: files[layer],
    form: "merged",
    wanted: { top: { version: 1 }, entries: entriesFor(cursorEvents, write) },
    text: null,
    advice: [],
  };
}

const geminiEvents = ["BeforeTool", "AfterTool", "BeforeAgent", "AfterAgent", "SessionStart", "SessionEnd"];

function gemini(layer: Layer, at: Whereabouts): Omit<Installation, "host" | "layer"> {
  // Milliseconds here.
  const hook = {
    name: "warrant",
    type: "command",
    command: commandLine("gemini", layer, at),
    timeout: hostTimeout * 1000,
  };
  const files = {
    user: `${at.home}/.gemini/settings.json`,
    project: `${at.project}/.gemini/settings.json`,
    local: `${at.project}/.gemini/settings.json`,
    managed:
      at.os === "darwin" ? "/Library/Application Support/GeminiCli/settings.json" : "/etc/gemini-cli/settings.json",
  };
  return {
    file: files[layer],
    form: "merged",
    wanted: { top: {}, entries: entriesFor(geminiEvents, () => ({ matcher: "*", hooks: [hook] })) },
    text: null,
    advice: [],
  };
}

function opencode(layer: Layer, at: Whereabouts): Omit<Installation, "host" | "layer"> {
  const configuration = at.environment["XDG_CONFIG_HOME"] ?? `${at.home}/.config`;
  const files = {
    user: `${configuration}/opencode/plugin/warrant.js`,
    project: `${at.project}/.opencode/plugin/warrant.js`,
    local: `${at.project}/.opencode/plugin/warrant.js`,
    managed: "/etc/opencode/plugin/warrant.js",
  };
  return {
    file: files[layer],
    form: "own",
    wanted: { top: {}, entries: [] },
    text: openCodePlugin({ program: at.program, via: layer }),
    advice: [],
  };
}

const plans: Readonly<
  Record<InstallableHost, (layer: Layer, at: Whereabouts) => Omit<Installation, "host" | "layer">>
> = { "claude-code": claudeCode, codex, copilot, cursor, gemini, opencode };

/** What is installed for a host in a layer. */
export function installationOf(host: InstallableHost, layer: Layer, at: Whereabouts): Installation {
  return { host, layer, ...plans[host](layer, at) };
}

/** Settings that switch hooks off, by host; with one of them nothing we install would ever run. */
export function offSwitch(host: InstallableHost, settings: Fields): string | undefined {
  if ((host === "claude-code" || host === "copilot") && settings["disableAllHooks"] === true) return "disableAllHooks";
  const hooks = settings["hooksConfig"];
  if (host === "gemini" && typeof hooks === "object" && hooks !== null && "enabled" in hooks && hooks.enabled === false)
    return "hooksConfig.enabled";
  return undefined;
}
