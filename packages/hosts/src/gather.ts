/**
 * @module Looks at every path a call names, once each, as the judge will ask for them: part by part, links followed. What was
 * not looked at stays unknown (actions, sections 1 and 8).
 */

import type { DeclaredTools } from "@warrant/kernel/action/declared-tools";
import type { ActionCall } from "@warrant/kernel/action/facts";
import { pathOf, segmentsOf } from "@warrant/kernel/action/paths/form";
import { preparePlace } from "@warrant/kernel/action/paths/path-place";
import { walkPath } from "@warrant/kernel/action/paths/walk";
import type { FileSystemFacts, PathAnswer, Place, Volume } from "@warrant/kernel/action/place";
import { readCall } from "@warrant/kernel/action/read-call";
import { settleEffect } from "@warrant/kernel/action/settle";

/** Parts of paths looked at for one call. More are unknown, and what is unknown covers nothing. */
const mostLooks = 4096;

/** Answers that are looked for when they are asked for, and kept. */
class Looked extends Map<string, PathAnswer> {
  readonly #look: (path: string) => PathAnswer;
  readonly #isWindows: boolean;

  constructor(look: (path: string) => PathAnswer, isWindows: boolean) {
    super();
    this.#look = look;
    this.#isWindows = isWindows;
  }

  override get(path: string): PathAnswer | undefined {
    // In the judge's one form drives stand below a root; the system has none above them.
    const name = this.#isWindows ? path.slice(1).replace(/^(?<drive>[A-Za-z]:)$/, "$<drive>/") : path;
    const known = super.get(name);
    if (known !== undefined || this.size >= mostLooks) return known;
    const answer = this.#look(name);
    this.set(name, answer);
    return answer;
  }
}

/**
 * The file system as far as a call concerns it.
 *
 * @param look what is at one path, without following a link there; never throws.
 * @param declared tools the operator has declared.
 */
export function gather(
  call: ActionCall,
  place: Place,
  volumes: readonly Volume[],
  look: (path: string) => PathAnswer,
  declared?: DeclaredTools,
): FileSystemFacts {
  const isWindows = place.os === "win32";
  const answers = new Looked(look, isWindows);
  const facts: FileSystemFacts = { complete: false, volumes, answers };
  // The gate's own files by every name they have: a link or a second name to one is one.
  for (const path of place.control_paths) answers.get(isWindows ? `/${path.replaceAll("\\", "/")}` : path);
  const at = preparePlace(place, facts);
  const see = (path: string) => (isWindows ? (answers.get(path) ?? null) : at.look(path));
  const isFolder = (path: string) => {
    const answer = see(pathOf(segmentsOf(path)));
    return answer === null || answer.type === "link" ? null : answer.type === "dir";
  };
  const reading = readCall(call, place, isFolder, declared);
  for (const question of reading.questions) walkPath(segmentsOf(question), see, place.os);
  // Every other spelling and view of a path is one the judge looks at as well.
  for (const effect of [...reading.effects, ...reading.overflow]) settleEffect(effect, at);
  return { complete: false, volumes, answers: new Map(answers) };
}
