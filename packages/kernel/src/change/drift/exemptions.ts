/** @module Files that follow others: what a lockfile, a generated file, a companion, a test or a page of docs is judged by. */

import { manifestsOf } from "../../paths/lockfile-manifests.ts";
import { isTelling, splitWords } from "../../text/words.ts";
import { bareName } from "./file-words.ts";

export type DriftState = "in_scope" | "out_of_scope" | "exempt" | "not_scored";

/** One changed file as these rules see it. */
export interface StatedFile {
  readonly path: string;
  readonly kind: "core" | "lockfile" | "generated" | "companion";
  readonly isTest: boolean;
  readonly isDocs: boolean;
  /** Never lifted by a rule of this module. */
  readonly isGuardrail: boolean;
  readonly identifiers: readonly string[];
}

/** A state, whose state it follows, and which rule says so. */
export interface Following {
  readonly state: DriftState;
  readonly reason: string;
  readonly follows?: string;
}

/** Shorter names say too little to connect two files. */
const shortestName = 4;

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function folded(identifier: string): string {
  return identifier.toLowerCase().replaceAll("_", "");
}

function indexBy<Item>(items: readonly Item[], key: (item: Item) => string): Map<string, Item[]> {
  const index = new Map<string, Item[]>();
  for (const item of items) {
    const found = index.get(key(item));
    if (found === undefined) index.set(key(item), [item]);
    else found.push(item);
  }
  return index;
}

interface Scope<File extends StatedFile> {
  readonly core: readonly File[];
  isInScope(file: File): boolean;
}

/** The file of `candidates` whose folder is nearest; among equals one that is out of scope, then the first by path. */
function nearest<File extends StatedFile>(path: string, candidates: readonly File[], scope: Scope<File>): File | null {
  const folders = folderOf(path).split("/");
  const closeness = (file: File): number => {
    const others = folderOf(file.path).split("/");
    let common = 0;
    while (common < folders.length && folders[common] === others[common]) common += 1;
    return 2 * common - others.length;
  };
  let found: File | null = null;
  let most = Number.NEGATIVE_INFINITY;
  for (const candidate of candidates.slice(0, 1000)) {
    const near = closeness(candidate);
    if (near < most || (near === most && found !== null && !scope.isInScope(found))) continue;
    if (near > most || !scope.isInScope(candidate)) {
      found = candidate;
      most = near;
    }
  }
  return found;
}

function follow<File extends StatedFile>(what: string, leader: File, scope: Scope<File>): Following {
  return scope.isInScope(leader)
    ? { state: "exempt", reason: `${what}, which is in scope`, follows: leader.path }
    : { state: "out_of_scope", reason: `${what}, which is out of scope`, follows: leader.path };
}

/**
 * The states of lockfiles, generated files and companions, which have no score of their own.
 *
 * @param files sorted by path; only those that are not core are answered.
 */
export function followCore<File extends StatedFile>(
  files: readonly File[],
  scope: Scope<File>,
): { states: Map<File, Following>; lonelyLockfiles: File[] } {
  const states = new Map<File, Following>();
  const lonelyLockfiles: File[] = [];
  const manifests = indexManifests(files, scope);
  const byBare = indexBy(scope.core, (file) => bareName(nameOf(file.path)));
  const explained = scope.core.find((file) => scope.isInScope(file));
  const withTheRest = (what: string): Following =>
    explained === undefined
      ? { state: "out_of_scope", reason: `${what}, and no file of the change is in scope` }
      : { state: "exempt", reason: `${what}, and the change has files in scope`, follows: explained.path };
  for (const file of files) {
    if (file.kind === "core") continue;
    if (file.kind === "companion") {
      states.set(file, withTheRest("It tells of the change"));
    } else if (file.kind === "generated") {
      const leader = nearest(file.path, byBare.get(bareName(nameOf(file.path))) ?? [], scope);
      states.set(
        file,
        leader === null
          ? withTheRest("It is generated")
          : follow("It is generated and goes with the file of the same name", leader, scope),
      );
    } else {
      const manifest = manifestOf(file.path, manifests, scope);
      if (manifest === null) lonelyLockfiles.push(file);
      states.set(
        file,
        manifest === null
          ? { state: "exempt", reason: "It is a lockfile, and no manifest of its kind changed with it" }
          : follow("It is a lockfile and goes with its manifest", manifest, scope),
      );
    }
  }
  return { states, lonelyLockfiles };
}

/** Folders upwards in which a manifest is looked for. */
const mostParents = 100;

/**
 * For each path, and each folder with `*` and an ending, the core file that decides: one that is out of scope, else the
 * first. One look-up a folder keeps many lockfiles beside many manifests linear.
 */
function indexManifests<File extends StatedFile>(
  files: readonly File[],
  scope: Scope<File>,
): ReadonlyMap<string, File> {
  const index = new Map<string, File>();
  for (const file of files) {
    if (file.kind !== "core") continue;
    const name = nameOf(file.path);
    const ending = name.lastIndexOf(".");
    const keys = ending === -1 ? [file.path] : [file.path, `${folderOf(file.path)}*${name.slice(ending)}`];
    for (const key of keys) {
      const known = index.get(key);
      if (known === undefined || (scope.isInScope(known) && !scope.isInScope(file))) index.set(key, file);
    }
  }
  return index;
}

/** The manifest a lockfile is written from: in its folder, else in the nearest parent's. */
function manifestOf<File extends StatedFile>(
  lockfile: string,
  manifests: ReadonlyMap<string, File>,
  scope: Scope<File>,
): File | null {
  const names = manifestsOf(lockfile);
  let folder = folderOf(lockfile);
  for (let parent = 0; parent <= mostParents; parent += 1) {
    const found = names
      .flatMap((name) => manifests.get(`${folder}${name}`) ?? [])
      .sort((left, right) => (left.path < right.path ? -1 : 1));
    const first = found.find((file) => !scope.isInScope(file)) ?? found[0];
    if (first !== undefined) return first;
    if (folder === "") return null;
    folder = folderOf(folder.slice(0, -1));
  }
  return null;
}

const testFolders = new Set(["test", "tests", "__tests__", "spec", "specs", "unit"]);

/** Whether a test lies in the folder of a file or in a test folder of it: for names such as `index` nothing less will do. */
function isBeside(test: string, source: string): boolean {
  const folders = folderOf(test).split("/");
  return folders.filter((folder) => !testFolders.has(folder)).join("/") === folderOf(source);
}

/** Names of a path that can connect a page of docs with it: the base name and the folder it lies in. */
function telling(path: string): string[] {
  const folder = folderOf(path).split("/").at(-2) ?? "";
  return [bareName(nameOf(path)), splitWords(folder).join("")].filter(
    (name) => name.length >= shortestName && isTelling(name),
  );
}

/**
 * Tests and docs that a file in scope explains although their own score does not.
 *
 * @returns for each lifted file the file it follows and why.
 */
export function liftedByCore<File extends StatedFile>(scope: Scope<File>): Map<File, Following> {
  const lifted = new Map<File, Following>();
  const sources = scope.core.filter((file) => !file.isTest && !file.isDocs && scope.isInScope(file));
  if (sources.length === 0) return lifted;
  const byBare = indexBy(sources, (file) => bareName(nameOf(file.path)));
  const byName = new Map<string, File>();
  for (const file of sources) for (const name of telling(file.path)) if (!byName.has(name)) byName.set(name, file);
  for (const file of scope.core) {
    if (scope.isInScope(file) || file.isGuardrail) continue;
    const bare = bareName(nameOf(file.path));
    if (file.isTest) {
      const sameName = byBare.get(bare)?.find((source) => isTelling(bare) || isBeside(file.path, source.path));
      const named = sameName ?? file.identifiers.map(folded).flatMap((name) => longName(byBare, name))[0];
      if (named !== undefined) {
        const reason = "It tests a file that is in scope";
        lifted.set(file, { state: "in_scope", reason, follows: named.path });
      }
    } else if (file.isDocs) {
      const names = [
        ...file.path.split("/").map((part) => bareName(part)),
        ...splitWords(file.path),
        ...file.identifiers.map(folded),
      ];
      const source = names.flatMap((name) => byName.get(name) ?? [])[0];
      if (source !== undefined) {
        const reason = "It documents a file that is in scope";
        lifted.set(file, { state: "in_scope", reason, follows: source.path });
      }
    }
  }
  return lifted;
}

function longName<File>(byBare: ReadonlyMap<string, readonly File[]>, name: string): File[] {
  if (name.length < shortestName || !isTelling(name)) return [];
  return byBare.get(name)?.slice(0, 1) ?? [];
}
