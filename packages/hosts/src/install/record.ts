/**
 * @module The record of what was installed where, `warrant.install/v1`: by it a later change of a host's settings is seen, and
 * the files that hold our entries are guarded. Read by hand, because the hook reads it too.
 */

import { fieldsOf, textOf } from "../adapter.ts";
import { type InstallableHost, installableHosts, type Layer, layers } from "./entries.ts";

export const installSchema = "warrant.install/v1";

export interface InstalledEntry {
  readonly host: InstallableHost;
  readonly layer: Layer;
  /** The file itself; where the host looks through a link, what the link leads to. */
  readonly file: string;
  /** Digest of our entries as they were written. */
  readonly digest: string;
  /** What we created in the file, as keys joined by `/`. */
  readonly created: readonly string[];
  /** Whether the file was not there before. */
  readonly is_new_file: boolean;
  /** The host's version when that was known. */
  readonly host_version: string | null;
  /** What the doctor has proven here. */
  readonly capabilities: readonly string[];
  readonly at: string;
}

export interface InstallRecord {
  readonly schema: typeof installSchema;
  /** The program hosts start; empty before the first installation. */
  readonly program: string;
  readonly entries: readonly InstalledEntry[];
}

export const noInstallation: InstallRecord = { schema: installSchema, program: "", entries: [] };

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
}

function readEntry(value: unknown): InstalledEntry[] {
  const entry = fieldsOf(value);
  const host = installableHosts.find((name) => name === entry["host"]);
  const layer = layers.find((name) => name === entry["layer"]);
  const [file, digest] = [textOf(entry["file"]), textOf(entry["digest"])];
  if (host === undefined || layer === undefined || file === null || digest === null) return [];
  return [
    {
      host,
      layer,
      file,
      digest,
      created: texts(entry["created"]),
      is_new_file: entry["is_new_file"] === true,
      host_version: textOf(entry["host_version"]),
      capabilities: texts(entry["capabilities"]),
      at: textOf(entry["at"]) ?? "",
    },
  ];
}

/** A record from any text at all; null when it is none, so that nobody takes a damaged record for no installation. */
export function readInstallRecord(text: string): InstallRecord | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const { schema, program, entries } = fieldsOf(value);
  if (schema !== installSchema || typeof program !== "string" || !Array.isArray(entries)) return null;
  const read = entries.flatMap(readEntry);
  return read.length === entries.length ? { schema, program, entries: read } : null;
}

/** The record with one installation more, in the place of an older one of the same host and file. */
export function withInstalled(record: InstallRecord, program: string, entry: InstalledEntry): InstallRecord {
  const others = record.entries.filter(({ host, file }) => host !== entry.host || file !== entry.file);
  return { schema: installSchema, program, entries: [...others, entry] };
}

/** The record without one installation. */
export function withoutInstalled(record: InstallRecord, host: InstallableHost, file: string): InstallRecord {
  const entries = record.entries.filter((entry) => entry.host !== host || entry.file !== file);
  return { ...record, entries };
}
