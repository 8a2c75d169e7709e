/**
 * @module Whether the gate of one host is live and closed, from what was seen of it: pure, so that every answer can be shown.
 */

import type { InstallableHost, Layer } from "../install/entries.ts";
import type { EntryState } from "../install/entry-state.ts";
import { uncovered } from "./uncovered.ts";

/** What the installed program did with the canary. */
export interface CanarySeen {
  /** Null when it could not be started at all; `problem` says why. */
  readonly exit: number | null;
  readonly is_refused: boolean;
  readonly objects: number;
  readonly milliseconds: number;
  readonly problem: string | null;
}

/** What was seen of one host on this machine. */
export interface HostSeen {
  readonly host: InstallableHost;
  readonly entries: readonly { readonly layer: Layer; readonly file: string; readonly state: EntryState }[];
  /** Programs of others on the same events. */
  readonly others: readonly string[];
  /** Whether the host trusts the hook; null where hosts need no trust. */
  readonly trust: "trusted" | "untrusted" | "unknown" | null;
  readonly canary: CanarySeen | null;
  /** Null when the policy cannot be read. */
  readonly mode: "enforce" | "report" | "off" | null;
  /** When the host last worked, by its own files, and when the gate last saw it; RFC 3339, null for never or not known. */
  readonly last_session: string | null;
  readonly last_seen: string | null;
  /** Tools of its last sessions that no adapter declares. */
  readonly unknown_tools: readonly string[];
  readonly version: string | null;
  /** Null when the ledger can be written. */
  readonly ledger_problem: string | null;
  /** Null when no resident gate runs, which is none of the host's matter: the hook judges by itself. */
  readonly daemon: { readonly version_fits: boolean; readonly median_ms: number } | null;
}

export interface DoctorLine {
  readonly check: string;
  /** Null: told, and decides nothing. */
  readonly ok: boolean | null;
  readonly found: string;
  /** What to do; empty where nothing is. */
  readonly next: string;
}

export interface HostReport {
  readonly schema: "warrant.hooks-report/v1";
  readonly host: InstallableHost;
  readonly is_live: boolean;
  readonly lines: readonly DoctorLine[];
}

/** The host's whole time for a hook is a minute; ours is two seconds. */
const longestHook = 2000;

function line(check: string, ok: boolean | null, found: string, next = ""): DoctorLine {
  return { check, ok, found, next: ok === true ? "" : next };
}

const stateWords: Readonly<Record<EntryState, string>> = {
  intact: "installed",
  missing: "taken out",
  changed: "changed since it was installed",
  off: "switched off by the host's own settings",
  unreadable: "in a file that cannot be read",
};

function configured({ host, entries }: HostSeen): DoctorLine {
  const install = `warrant hooks install ${host}`;
  if (entries.length === 0) return line("configured", false, "the gate is not installed", install);
  const broken = entries.find(({ state }) => state !== "intact");
  if (broken === undefined) {
    return line("configured", true, `installed in ${entries.map(({ file }) => file).join(", ")}`);
  }
  const next = broken.state === "off" ? `take the switch out of ${broken.file}` : install;
  return line("configured", false, `${stateWords[broken.state]}: ${broken.file}`, next);
}

function trusted({ trust, host }: HostSeen): DoctorLine[] {
  if (trust === null) return [];
  if (trust === "trusted") return [line("trusted", true, "the host trusts the hook")];
  const next = `start ${host} and type /hooks, then trust the hook of Warrant`;
  return trust === "untrusted"
    ? [line("trusted", false, "the hook is not trusted, so the host skips it without a word", next)]
    : [line("trusted", null, "whether the host trusts the hook cannot be seen from here", next)];
}

function canaryLine({ canary, mode }: HostSeen): DoctorLine {
  const next = "see the message above, or run the command of the hook by hand";
  if (mode === "off")
    return line("canary", false, "the gate is off in the configuration", "set `action.enabled: true`");
  if (canary === null) return line("canary", false, "it was not tried", next);
  const { exit, is_refused: isRefused, objects, milliseconds, problem } = canary;
  if (problem !== null) return line("canary", false, problem, next);
  if (mode === "report") {
    const found = "report only: verdicts are recorded and nothing is refused";
    return line("canary", null, found, "set `action.enforce: true` when the verdicts are what you want");
  }
  if (!isRefused) return line("canary", false, `it was not refused (exit ${exit}, ${objects} JSON objects)`, next);
  if (milliseconds > longestHook)
    return line(
      "canary",
      false,
      `it was refused after ${Math.round(milliseconds)} ms, and ${longestHook} is the most`,
      "see what keeps the machine busy",
    );
  return line("canary", true, "refused, in the host's own form");
}

function seen({ last_session: session, last_seen: gate, entries }: HostSeen): DoctorLine {
  if (session === null) return line("seen lately", null, "no session of this host is on this machine yet");
  // A session that ended before the gate was installed says nothing.
  if (gate !== null && gate >= session) return line("seen lately", true, `the gate saw its last session (${gate})`);
  const isInstalled = entries.some(({ state }) => state === "intact");
  if (gate === null && !isInstalled) return line("seen lately", null, "the gate was not installed then");
  const found =
    gate === null
      ? "the gate never saw this host start a session"
      : `its last session is of ${session}, and the gate saw none since ${gate}`;
  return line("seen lately", null, found, "start a session, let it run a command, and look again");
}

function names({ unknown_tools: tools }: HostSeen): DoctorLine {
  if (tools.length === 0) return line("tool names", true, "every tool it used is declared");
  const found = `no adapter declares ${tools.slice(0, 10).join(", ")}, so each of its calls asks`;
  return line("tool names", false, found, "declare it under `action.tools`, or report it");
}

function residentLine({ daemon }: HostSeen): DoctorLine {
  if (daemon === null)
    return line("resident gate", null, "none runs: the next call starts it, and judges by itself meanwhile");
  const found = `it answers in ${daemon.median_ms.toFixed(1)} ms (median of 20)`;
  return daemon.version_fits
    ? line("resident gate", true, found)
    : line("resident gate", null, "it is of another version", "warrant daemon stop");
}

/** The report on one host. Live: installed and intact, trusted as far as that can be seen, refusing, and able to remember. */
export function examineHost(host: HostSeen): HostReport {
  const { mode, ledger_problem: ledger, others, version } = host;
  const lines = [
    configured(host),
    ...trusted(host),
    mode === null
      ? line("policy", false, "the configuration cannot be read, so every call is refused", "warrant config check")
      : line("policy", true, mode === "enforce" ? "enforced" : mode === "report" ? "report only" : "off"),
    canaryLine(host),
    seen(host),
    names(host),
    line(
      "version",
      null,
      version === null ? "the host's version is not known: the careful answers are given" : version,
    ),
    ...(others.length === 0
      ? []
      : [line("other hooks", null, `also on the same events: ${others.slice(0, 5).join(", ")}`)]),
    residentLine(host),
    ledger === null ? line("ledger", true, "it can be written") : line("ledger", false, ledger, "warrant ledger check"),
    ...uncovered[host.host].map((surface) => line("uncovered", null, surface)),
  ];
  return {
    schema: "warrant.hooks-report/v1",
    host: host.host,
    is_live: lines.every(({ ok }) => ok !== false),
    lines,
  };
}
