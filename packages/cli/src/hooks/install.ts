/** @module Installing our entries for a host, taking them out again, and saying how they stand. */

import { existsSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  type InstallableHost,
  type Installation,
  installationOf,
  type Layer,
  offSwitch,
} from "@warrant/hosts/install/entries";
import { type EntryState, installInto, ownText, stateOfEntry } from "@warrant/hosts/install/entry-state";
import {
  type InstalledEntry,
  type InstallRecord,
  withInstalled,
  withoutInstalled,
} from "@warrant/hosts/install/record";
import { readSettings, type SettingsProblem, takeEntries } from "@warrant/hosts/install/settings-file";
import { canonicalJson } from "@warrant/kernel/canonical";
import { writeFileAtomically } from "@warrant/sources/atomic-write";
import { ExitError, exitCodes } from "../exit.ts";
import type { Io } from "../io.ts";
import { changeSettingsFile, readSettingsFile } from "./settings-disk.ts";
import { readRecord, recordFile, whereaboutsOf } from "./whereabouts.ts";

/** What one installation did, or would do. */
export interface InstallReport {
  readonly host: InstallableHost;
  readonly layer: Layer;
  readonly file: string;
  readonly changed: boolean;
  readonly before: string;
  readonly after: string;
  readonly advice: readonly string[];
}

export interface InstallOptions {
  readonly layer: Layer;
  readonly isDryRun: boolean;
}

function unreadable(file: string, { line, column, message }: SettingsProblem): ExitError {
  return new ExitError(
    exitCodes.failed,
    `${file}:${line}:${column}: ${message}. Nothing was changed: mend the file, then run this again.`,
  );
}

/** Reasons of the host's own why an entry would never run. */
function refuseOffSwitches(installation: Installation, text: string | undefined): void {
  const { host, file } = installation;
  if (host === "codex") refuseInlineHooks(file);
  const reading = text === undefined || text.trim() === "" ? undefined : readSettings(text);
  if (reading === undefined || !reading.ok) return;
  const key = offSwitch(host, reading.value);
  if (key !== undefined)
    throw new ExitError(
      exitCodes.failed,
      `${file} sets \`${key}\`, so no hook would run. Take that out, then install.`,
    );
}

/** Codex warns at every start about two forms of hooks in one layer, and takes hooks off by a feature flag. */
function refuseInlineHooks(file: string): void {
  const configuration = join(dirname(file), "config.toml");
  if (!existsSync(configuration)) return;
  const text = readFileSync(configuration, "utf8");
  if (/^\s*\[{1,2}\s*hooks\s*[.\]]/m.test(text))
    throw new ExitError(
      exitCodes.failed,
      `${configuration} already holds [hooks], and Codex takes one form in a layer. Move those to hooks.json, then install.`,
    );
  if (/^\s*(?:codex_)?hooks\s*=\s*false\b/m.test(text))
    throw new ExitError(
      exitCodes.failed,
      `${configuration} switches hooks off. Set \`hooks = true\` under [features], then install.`,
    );
}

async function writeRecord(record: InstallRecord, io: Io): Promise<void> {
  const file = recordFile(io.env);
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFileAtomically(file, canonicalJson(record), undefined, 0o600);
}

/**
 * Puts our entries into a host's settings. Done twice it changes no byte.
 *
 * @throws ExitError `failed` when the file cannot be read or written, or the host would not run them.
 */
export async function install(host: InstallableHost, options: InstallOptions, io: Io): Promise<InstallReport> {
  const at = whereaboutsOf(io);
  const installation = installationOf(host, options.layer, at);
  const { file, text } = readSettingsFile(installation.file);
  refuseOffSwitches(installation, text);
  const into = (now: string | undefined) => {
    const installed = installInto(now, installation, at.program);
    if (!installed.ok) throw unreadable(file, installed.problem);
    return installed;
  };
  const installed = into(text);
  const report = { host, layer: options.layer, file, advice: installation.advice };
  if (options.isDryRun)
    return { ...report, changed: installed.text !== text, before: text ?? "", after: installed.text };
  const record = readRecord(io.env);
  const older = record.entries.find((entry) => entry.host === host && entry.file === file);
  const entry: InstalledEntry = {
    host,
    layer: options.layer,
    file,
    digest: installed.digest,
    created: [...new Set([...(older?.created ?? []), ...installed.created])],
    is_new_file: older?.is_new_file ?? text === undefined,
    host_version: older?.host_version ?? null,
    capabilities: older?.capabilities ?? [],
    at: older?.digest === installed.digest ? older.at : io.timestamp(),
  };
  // First the record: a file that holds our entry is guarded from the moment on that it does.
  await writeRecord(withInstalled(record, at.program, entry), io);
  let after = installed.text;
  const changed = await changeSettingsFile(
    installation.file,
    (now) => {
      after = into(now).text;
      return after;
    },
    () => io.wallClock(),
  );
  return { ...report, changed, before: text ?? "", after };
}

/** Takes our entries out of a host's settings; what is somebody else's stays. */
export async function uninstall(host: InstallableHost, options: InstallOptions, io: Io): Promise<InstallReport> {
  const at = whereaboutsOf(io);
  const installation = installationOf(host, options.layer, at);
  const { file, text } = readSettingsFile(installation.file);
  const record = readRecord(io.env);
  const entry = record.entries.find((one) => one.host === host && one.file === file);
  const out = (now: string | undefined): string | undefined => {
    if (now === undefined) return undefined;
    if (installation.form === "own") return undefined;
    const change = takeEntries(now, installation.wanted, record.program || at.program, entry?.created ?? []);
    if (!change.ok) throw unreadable(file, change.problem);
    const isEmpty = change.text.replace(/\s/g, "") === "{}";
    return isEmpty && entry?.is_new_file === true ? undefined : change.text;
  };
  const after = out(text);
  const report = { host, layer: options.layer, file, advice: [], before: text ?? "", after: after ?? "" };
  if (options.isDryRun) return { ...report, changed: after !== text };
  const changed = await changeSettingsFile(installation.file, out, () => io.wallClock());
  await writeRecord(withoutInstalled(record, host, file), io);
  return { ...report, changed };
}

/** What an administrator puts into a managed file. */
export function managedFragment(
  host: InstallableHost,
  io: Io,
): { file: string; text: string; advice: readonly string[] } {
  const installation = installationOf(host, "managed", whereaboutsOf(io));
  return { file: installation.file, text: ownText(installation), advice: installation.advice };
}

export interface EntryStatus {
  readonly host: InstallableHost;
  readonly layer: Layer;
  readonly file: string;
  readonly state: EntryState;
  readonly at: string;
}

/** How everything that was installed stands now. */
export function installedEntries(io: Io): EntryStatus[] {
  const record = readRecord(io.env);
  const at = whereaboutsOf(io);
  return record.entries.map(({ host, layer, file, digest, at: since }) => {
    const { form } = installationOf(host, layer, at);
    const state = stateOfEntry(readSettingsFile(file).text, { host, digest, form }, record.program);
    return { host, layer, file, state, at: since };
  });
}
