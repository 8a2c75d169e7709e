/** @module The folders a call is judged by, read once for all of its paths: roots, scratch, home, and the gate's own. */

import type { FileSystemFacts, PathAnswer, Place } from "../place.ts";
import { climb, configuredSegments, foldSegment, readForm } from "./form.ts";
import type { CriticalPlaces } from "./lists.ts";
import { isTooWide } from "./roots.ts";
import { type Look, lookIn } from "./walk.ts";

/** A root as segments: as written and where it really is. */
export interface KnownRoot {
  readonly written: readonly string[];
  readonly real: readonly string[];
  readonly isTooWide: boolean;
}

/** A place prepared once for all paths of a call. */
export interface PathPlace {
  readonly place: Place;
  readonly facts: FileSystemFacts;
  readonly look: Look;
  readonly home: readonly string[] | null;
  readonly roots: readonly KnownRoot[];
  readonly scratch: readonly (readonly string[])[];
  readonly control: readonly (readonly string[])[];
  readonly critical: CriticalPlaces;
  readonly aliases: ReadonlyMap<string, readonly (readonly string[])[]>;
}

function known<Value>(value: Value | null): value is Value {
  return value !== null;
}

function aliasesOf(facts: FileSystemFacts, os: Place["os"]): Map<string, string[][]> {
  const aliases = new Map<string, string[][]>();
  for (const [path, answer] of facts.answers) {
    const key = inodeOf(answer);
    const form = key === null ? null : readForm(path, os, null);
    if (key === null || form === null || !("segments" in form)) continue;
    const folded = climb(form.segments).map(foldSegment);
    const others = aliases.get(key);
    if (others === undefined) aliases.set(key, [folded]);
    else others.push(folded);
  }
  return aliases;
}

/** Which file an answer is of, whatever it is called; null when that was not seen. */
export function inodeOf(answer: PathAnswer): string | null {
  return answer.dev === undefined || answer.ino === undefined ? null : `${answer.dev}:${answer.ino}`;
}

/** Prepares a place. Never throws; what cannot be read covers nothing. */
export function preparePlace(place: Place, facts: FileSystemFacts): PathPlace {
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
  const look = lookIn(facts, [...roots.flatMap(({ written, real }) => [written, real]), ...cwd, ...scratch], os);
  return {
    place,
    facts,
    look,
    home,
    roots,
    scratch,
    control: list(place.control_paths).map((path) => path.map(foldSegment)),
    critical: {
      home,
      roots: roots.flatMap(({ written, real }) => [written.map(foldSegment), real.map(foldSegment)]),
      isWindows,
    },
    aliases: aliasesOf(facts, os),
  };
}
