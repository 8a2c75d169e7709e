/** @module Harder sets made from the clean changes and requests of the tangled set: a flood of foreign files, titles alone. */

import type { DriftRecord } from "./drift-records.ts";

/** Files of the request, and at least so many of another change. */
const ownFiles = 3;
const leastForeign = 6;

function sharesPath(left: DriftRecord, right: DriftRecord): boolean {
  const paths = new Set(left.files.map(({ file }) => file.path));
  return right.files.some(({ file }) => paths.has(file.path));
}

/**
 * For each clean change a flood: its first three files under its request, with all files of the next larger clean change
 * of the same repository. Changes without such another one are left out.
 */
export function floodRecords(records: readonly DriftRecord[]): DriftRecord[] {
  const clean = records.filter((record) => !record.isTangled);
  return clean.flatMap((host, index) => {
    const guest = [...clean.slice(index + 1), ...clean.slice(0, index)].find(
      (other) =>
        other.repository === host.repository &&
        other.title !== host.title &&
        other.files.length >= leastForeign &&
        !sharesPath(host, other),
    );
    if (guest === undefined) return [];
    const foreign = guest.files.map((file) => ({ ...file, isOutOfScope: true }));
    return [{ ...host, id: `f-${host.id}`, isTangled: true, files: [...host.files.slice(0, ownFiles), ...foreign] }];
  });
}

/** The same records with the title alone as the request, as in an issue without a description. */
export function titlesAlone(records: readonly DriftRecord[]): DriftRecord[] {
  return records.map((record) => ({ ...record, request: { ...record.request, text: record.request.titles } }));
}
