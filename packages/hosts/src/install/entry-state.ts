/** @module Whether what was installed is still there as it was (hosts, sections 3.6 and 15). Pure. */

import { createHash } from "node:crypto";
import { type InstallableHost, type Installation, offSwitch } from "./entries.ts";
import { entriesDigest, ownEntries, putEntries, readSettings, type SettingsProblem } from "./settings-file.ts";

/** `off`: it is there, and the host was told to run no hooks. */
export type EntryState = "intact" | "missing" | "changed" | "off" | "unreadable";

/** The text of a file of ours. */
export function ownText({ wanted, text }: Installation): string {
  if (text !== null) return text;
  const hooks = Object.fromEntries(wanted.entries.map(({ list, value }) => [list.at(-1) ?? "", [value]]));
  return `${JSON.stringify({ ...wanted.top, hooks }, null, 2)}\n`;
}

function textDigest(text: string): string {
  return `sha256:${createHash("sha256").update(text).digest("hex")}`;
}

/** What a host's file becomes with our entries, or why it cannot. */
export type Installed =
  | { readonly ok: true; readonly text: string; readonly created: readonly string[]; readonly digest: string }
  | { readonly ok: false; readonly problem: SettingsProblem };

/** A file with what is installed in it. `text` is undefined where there is no file. */
export function installInto(text: string | undefined, installation: Installation, program: string): Installed {
  const { form, wanted } = installation;
  if (form === "own") {
    const own = ownText(installation);
    return { ok: true, text: own, created: [], digest: textDigest(own) };
  }
  const change = putEntries(text ?? "", wanted, program);
  return change.ok ? { ...change, digest: entriesDigest(wanted.entries) } : change;
}

/** Whether a host's file holds exactly what was recorded. */
export function stateOfEntry(
  text: string | undefined,
  {
    host,
    digest,
    form,
  }: { readonly host: InstallableHost; readonly digest: string; readonly form: Installation["form"] },
  program: string,
): EntryState {
  if (text === undefined) return "missing";
  if (form === "own" && host === "opencode") return textDigest(text) === digest ? "intact" : "changed";
  const reading = readSettings(text);
  if (!reading.ok) return "unreadable";
  if (form === "own" && textDigest(text) !== digest) return "changed";
  if (form === "merged") {
    const entries = ownEntries(reading.value, program);
    if (entries.length === 0) return "missing";
    if (entriesDigest(entries) !== digest) return "changed";
  }
  return offSwitch(host, reading.value) === undefined ? "intact" : "off";
}
