/** @module The values an assignment gives, and what runs while they are made (actions, section 5.2). */

import type { Assignment } from "unbash";
import { checkIndex } from "./parameters.ts";
import { isSteering, type ShellState } from "./state.ts";
import { unknownMark } from "./text.ts";
import type { WordHost } from "./word-value.ts";
import { evaluateWord } from "./words.ts";

/** Reads an assignment and gives its name and values. */
export function readAssignment(
  assignment: Assignment,
  state: ShellState,
  host: WordHost,
): { values: readonly string[]; secret: string | null } {
  if (assignment.index !== undefined) checkIndex(assignment.index, state, host);
  const { value } = assignment;
  if (value.type === "ArrayValue") {
    for (const element of value.elements) {
      evaluateWord(element, state, host);
      // An element may name its own subscript.
      if (/^\[[^\]]*[$`]/.test(element.text)) host.reading.lose("a subscript may run its value");
    }
    return { values: [unknownMark], secret: null };
  }
  const word = evaluateWord(value, state, host, true);
  const texts = word.drafts.map(({ fields }) => fields.join(" "));
  const secret = word.secrets[0] ?? null;
  if (assignment.index !== undefined) return { values: [unknownMark], secret };
  if (assignment.append !== true) return { values: texts, secret };
  const before = state.variables.get(assignment.name)?.values ?? [unknownMark];
  return { values: before.flatMap((left) => texts.map((right) => left + right)), secret };
}

/** Sets a variable of this shell. What steers programs is an effect of its own. */
export function assign(assignment: Assignment, state: ShellState, host: WordHost): void {
  const { values, secret } = readAssignment(assignment, state, host);
  host.setVariable(assignment.name, values, state, secret);
  if (!isSteering(assignment.name, values)) return;
  host.reading.effect("configure", `env:${assignment.name}`, "costly");
  state.isDisturbed = true;
}
