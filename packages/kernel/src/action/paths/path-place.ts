/** @module The folders a call is judged by, read once for all of its paths: roots, scratch, home, and the gate's own. */

import type { FileSystemFacts, Place, Root } from "../place.ts";
import { configuredSegments, foldSegment, pathOf } from "./form.ts";
import type { CriticalPlaces } from "./lists.ts";
import { addAbove, type KnownVolume, type Look, lookIn, readVolumes } from "./look.ts";
import { isTooWide } from "./roots.ts";

/** A root as segments: as written and where it really is. */
export interface KnownRoot {
  readonly written: readonly string[];
  readonly real: readonly string[];
  readonly isTooWide: boolean;
}

/** The folders of a place as segments. */
interface Folders {
  readonly home: readonly string[] | null;
  readonly roots: readonly KnownRoot[];
  readonly scratch: readonly (readonly string[])[];
  readonly control: readonly (readonly string[])[];
  readonly critical: CriticalPlaces;
  /** Folders that are there although nobody looked: the roots, the current one, and what is above them. */
  readonly known: ReadonlySet<string>;
}

/** A place prepared once for all paths of a call. */
export interface PathPlace extends Folders {
  readonly place: Place;
  readonly facts: FileSystemFacts;
  readonly look: Look;
  readonly volumes: readonly KnownVolume[];
}

function known<Value>(value: Value | null): value is Value {
  return value !== null;
}

/** Reads the folders of a place. Never throws; what cannot be read covers nothing. */
export function readFolders(place: Place): Folders {
  const { os } = place;
  const isWindows = os === "win32";
  const homeSegments = place.home === null ? null : configuredSegments(place.home, os, null);
  const home = homeSegments === null ? null : homeSegments.map(foldSegment);
  const roots: KnownRoot[] = [];
  for (const root of place.roots) {
    const written = configuredSegments(root.path, os, null);
    const real = root.real === undefined ? written : configuredSegments(root.real, os, null);
    if (written === null || real === null) continue;
    roots.push({ written, real, isTooWide: isTooWide(real.map(foldSegment), home, isWindows) });
  }
  const list = (paths: readonly string[]) =>
    paths.map((path) => configuredSegments(path, os, place.home)).filter(known);
  const cwd = place.cwd === null ? [] : list([place.cwd]);
  const scratch = list(place.scratch);
  const there = new Set<string>();
  for (const segments of [...roots.flatMap(({ written, real }) => [written, real]), ...cwd, ...scratch]) {
    addAbove(pathOf(segments), there);
    there.add(pathOf(segments));
  }
  return {
    home,
    roots,
    scratch,
    control: list(place.control_paths).map((path) => path.map(foldSegment)),
    critical: {
      home,
      roots: roots.flatMap(({ written, real }) => [written.map(foldSegment), real.map(foldSegment)]),
      isWindows,
    },
    known: there,
  };
}

/** What the folders of a place are read from, copied, so that nobody can change what was remembered. */
interface Remembered {
  readonly from: Pick<Place, "os" | "home" | "cwd" | "roots" | "scratch" | "control_paths">;
  readonly folders: Folders;
}

/** Sessions a gate has at once; more only cost reading their folders again. */
const mostRemembered = 16;
const remembered: Remembered[] = [];

function areSame<Value>(left: readonly Value[], right: readonly Value[]): boolean {
  return left.length === right.length && left.every((value, index) => value === right[index]);
}

function areSameRoots(left: readonly Root[], right: readonly Root[]): boolean {
  return (
    left.length === right.length &&
    left.every((root, index) => root.path === right[index]?.path && root.real === right[index]?.real)
  );
}

/** The folders of a place. Those of the last few places are remembered: a session has the same ones in each call. */
function foldersOf(place: Place): Folders {
  const { os, home, cwd, roots, scratch, control_paths } = place;
  for (const { from, folders } of remembered) {
    const isSame =
      from.cwd === cwd &&
      from.home === home &&
      from.os === os &&
      areSameRoots(from.roots, roots) &&
      areSame(from.scratch, scratch) &&
      areSame(from.control_paths, control_paths);
    if (isSame) return folders;
  }
  const folders = readFolders(place);
  const from = {
    os,
    home,
    cwd,
    roots: roots.map(({ path, real }): Root => (real === undefined ? { path } : { path, real })),
    scratch: [...scratch],
    control_paths: [...control_paths],
  };
  if (remembered.length >= mostRemembered) remembered.pop();
  remembered.unshift({ from, folders });
  return folders;
}

/** Prepares a place for the answers of one call. Never throws. */
export function preparePlace(place: Place, facts: FileSystemFacts, folders: Folders = foldersOf(place)): PathPlace {
  const volumes = readVolumes(facts);
  const { home, roots, scratch, control, critical, known: there } = folders;
  const look = lookIn(facts, there, volumes, place.os);
  return { place, facts, look, volumes, home, roots, scratch, control, critical, known: there };
}
