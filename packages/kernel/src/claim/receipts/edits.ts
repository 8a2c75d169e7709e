/** @module When files of the project were changed last: a run before that says nothing of what stands there now (claim gate, 5.2). */

import { parseInstant } from "../../instant.ts";
import type { Invocation } from "../trace.ts";
import type { Deed, Deeds } from "./deeds.ts";

const documentation = /\.(?:md|mdx|markdown|rst|txt|adoc)$/i;

export function isInRoot(path: string, root: string): boolean {
  if (root === "/") return !/^\/(?:tmp|dev|proc|var\/tmp)(?:\/|$)/.test(path);
  return path === root || path.startsWith(`${root}/`) || !path.startsWith("/");
}

function isDocumentation(path: string, root: string): boolean {
  const local = path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
  return documentation.test(local) || /^docs?\//.test(local);
}

/** Whether the call's effects may stand: a file tool that failed wrote nothing, a script that failed may have. */
function mayStand(deed: Deed): boolean {
  const { status } = deed.call;
  if (status === "ok" || status === "unknown") return true;
  if (deed.argv === null) return false;
  return status !== "error" || deed.pipeline > 1;
}

/** Whether a deed changes a file of the project that a check looks at. */
function isEdit(deed: Deed, deeds: Deeds, countsDocumentation: boolean): boolean {
  if (!mayStand(deed)) return false;
  if (deed.editsUnseen) return true;
  // What a check writes itself, and what its output is kept in.
  if (deed.check !== null || isBesideCheck(deed, deeds)) return false;
  return deed.writes.some(
    ({ path }) => isInRoot(path, deeds.root) && (countsDocumentation || !isDocumentation(path, deeds.root)),
  );
}

function isBesideCheck(deed: Deed, deeds: Deeds): boolean {
  if (deed.argv === null) return false;
  const besides = deeds.all.filter(({ call, pipeline }) => call === deed.call && pipeline === deed.pipeline);
  return besides.length > 1 && besides.some(({ check }) => check !== null);
}

export interface LastEdit {
  readonly order: number;
  readonly call: Invocation | null;
}

/** The last edit of the project. */
export function lastEdit(deeds: Deeds, countsDocumentation: boolean): LastEdit {
  for (const deed of deeds.all.toReversed())
    if (isEdit(deed, deeds, countsDocumentation)) return { order: deed.order, call: deed.call };
  return { order: -1, call: null };
}

/** Whether a step started after the last edit, in order and, where both have times, in time. */
export function isFresh(deed: Deed, edit: LastEdit): boolean {
  if (deed.order < edit.order) return false;
  const started = parseInstant(deed.call.started_at);
  const ended = parseInstant(edit.call?.ended_at);
  return edit.call === deed.call || started === null || ended === null || started >= ended;
}
