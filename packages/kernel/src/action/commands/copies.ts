/** @module Copies, moves and links: what is read, where it lands, and what is gone from where it was (actions, section 6.1). */

import type { Command } from "../shell/command.ts";
import type { Options } from "../shell/options.ts";
import type { Run } from "../shell/run.ts";
import { hasSome, isOpen } from "../shell/text.ts";
import { checkMode } from "./modes.ts";

/** Sources and destination of copying commands. */
function ends(options: Options): { sources: readonly string[]; destination: string | null } {
  const [target] = options.values("t", "target-directory");
  if (target !== undefined) return { sources: options.operands, destination: target };
  if (options.operands.length < 2) return { sources: options.operands, destination: null };
  return { sources: options.operands.slice(0, -1), destination: options.operands.at(-1) ?? null };
}

function nameOf(path: string): string {
  return path.replace(/\/+$/, "").split("/").at(-1) ?? path;
}

/** A copy into a folder is a file of the same name in it; where nobody has looked, it may be either. */
function landing(run: Run, source: string, destination: string, isFolder: boolean): string {
  const [absolute] = run.absolute(destination);
  const seen = absolute === null || absolute === undefined ? null : run.inner.isFolder(absolute);
  const into = isFolder || destination.endsWith("/") || seen === true;
  const name = nameOf(source);
  if (name === "." || name === ".." || hasSome(source)) return destination;
  if (!into && seen === null) run.reading.doubting(() => run.path("write", `${destination}/${name}`));
  if (!into) return destination;
  return `${destination.replace(/\/+$/, "")}/${name}`;
}

const copyOptions = {
  short: "abdfHilLnPpRrsS:t:TuvxZ",
  long: "archive attributes-only backup? copy-contents no-dereference force interactive link dereference no-clobber preserve? no-preserve= parents recursive reflink? remove-destination sparse= strip-trailing-slashes symbolic-link suffix= target-directory= no-target-directory update? verbose one-file-system",
};

export const cp: Command = {
  options: copyOptions,
  read: (run, options) => {
    const { sources, destination } = ends(options);
    if (destination === null) {
      run.lose("a copy names no destination");
      return;
    }
    const isTree = options.has("r", "R", "a", "recursive", "archive");
    for (const source of sources) run.path("read", source, isTree ? { mode: "tree" } : {});
    const isFolder = options.has("t", "target-directory") || sources.length > 1;
    for (const source of sources) {
      const place = landing(run, source, destination, isFolder);
      const origin = run.originOf(source);
      run.path("write", place);
      run.made(place, origin?.from === "fetch" ? origin : { from: isTree ? "copy" : "text" });
      if (options.has("s", "symbolic-link", "l", "link")) run.made(place, { from: "link" });
    }
  },
};

export const install: Command = {
  options: {
    short: "bcCdDg:m:o:psS:t:TvZ",
    long: "backup? compare directory group= mode= owner= preserve-timestamps strip suffix= target-directory= no-target-directory verbose",
  },
  read: (run, options) => {
    if (options.has("d", "directory")) {
      run.writes(options.operands);
      return;
    }
    const { sources, destination } = ends(options);
    run.reads(sources);
    if (destination === null) run.lose("a copy names no destination");
    else for (const source of sources) run.path("write", landing(run, source, destination, sources.length > 1));
    for (const mode of options.values("m", "mode")) checkMode(run, mode, destination ?? "?");
  },
};

function isInPlace(run: Run, path: string): boolean {
  return run.absolute(path).every((absolute) => {
    if (absolute === null) return false;
    const bases = run.place.roots.flatMap((root) => (root.real === undefined ? [root.path] : [root.path, root.real]));
    return bases.some((base) => absolute === base || absolute.startsWith(`${base}/`));
  });
}

export const mv: Command = {
  options: {
    short: "bfinS:t:TuvZ",
    long: "backup? force interactive no-clobber strip-trailing-slashes suffix= target-directory= no-target-directory update? verbose exchange no-copy",
  },
  read: (run, options) => {
    const { sources, destination } = ends(options);
    if (destination === null) {
      run.lose("a move names no destination");
      return;
    }
    const isFolder = options.has("t", "target-directory") || sources.length > 1;
    for (const source of sources) {
      const place = landing(run, source, destination, isFolder);
      const isHeld = isInPlace(run, source) && isInPlace(run, destination);
      run.path("delete", source, { mode: isHeld ? "moved" : "tree" });
      run.path("write", place);
      const origin = run.originOf(source);
      const [before] = run.absolute(source);
      const moved = { from: "copy", ...(typeof before === "string" ? { source: before } : {}) } as const;
      run.made(place, origin?.from === "fetch" ? origin : moved);
    }
  },
};

export const ln: Command = {
  options: {
    short: "bdfFiLnPrsS:t:Tv",
    long: "backup? directory force interactive logical no-dereference physical relative symbolic suffix= target-directory= no-target-directory verbose",
  },
  read: (run, options) => {
    const targets = options.operands.length === 1 ? options.operands : ends(options).sources;
    const destination = options.operands.length === 1 ? "." : ends(options).destination;
    if (destination === null || targets.length === 0) {
      run.lose("a link names no target");
      return;
    }
    for (const target of targets) {
      const place = landing(run, target, destination, targets.length > 1 || options.operands.length === 1);
      const isSymbolic = options.has("s", "symbolic");
      const folder = place.includes("/") ? place.slice(0, place.lastIndexOf("/") + 1) : "";
      const from = isSymbolic && !target.startsWith("/") ? `${folder}${target}` : target;
      const leaves = isOpen(target) || !isInPlace(run, from);
      run.path("write", place, { reversibility: leaves ? "costly" : "reversible" });
      if (leaves) run.path("configure", place, { reversibility: "costly" });
      if (!isSymbolic) run.path("read", target);
      const [leadsTo] = run.absolute(from);
      run.made(place, { from: "link", ...(typeof leadsTo === "string" ? { target: leadsTo } : {}) });
    }
  },
};
