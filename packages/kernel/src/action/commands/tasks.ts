/** @module What the name of a project's task says about what it changes (actions, section 6.4). */

import { type Reversibility } from "../reading.ts";

const irreversible = new Set(
  "deploy publish release upload push prod production destroy drop wipe purge nuke teardown rollback flush".split(" "),
);
const costly = new Set("migrate reset seed downgrade".split(" "));

/** How far the words of a task's name, a script's name or its first operand raise it. */
export function taskReversibility(names: readonly string[]): Reversibility {
  let highest: Reversibility = "reversible";
  for (const name of names) {
    for (const word of name.toLowerCase().split(/[:_\-./]+/)) {
      if (irreversible.has(word)) return "irreversible";
      if (costly.has(word)) highest = "costly";
    }
  }
  return highest;
}

/** A path that is only known to lie where a pattern says. */
export function isRisky(path: string): boolean {
  return /[*\uFDD0-\uFDEF]/.test(path);
}
