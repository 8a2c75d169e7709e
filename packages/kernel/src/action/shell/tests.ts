/** @module What a test of the shell evaluates (actions, section 5.2). */

import type { TestExpression, Word } from "unbash";
import type { ShellState } from "./state.ts";
import { isInteger } from "./text.ts";
import type { WordHost } from "./word-value.ts";
import { evaluateWord } from "./words.ts";

/** Reads a test: commands inside its words run, and some of its operators evaluate a value again. */
export function readTest(expression: TestExpression, state: ShellState, host: WordHost): void {
  if (!host.enter()) return;
  switch (expression.type) {
    case "TestUnary":
      if (expression.operator === "-v" || expression.operator === "-R") plainName(expression.operand, state, host);
      else evaluateWord(expression.operand, state, host);
      break;
    case "TestBinary": {
      const sides = [expression.left, expression.right];
      const values = sides.map((side) => evaluateWord(side, state, host));
      if (/^-(?:eq|ne|lt|le|gt|ge)$/.test(expression.operator)) {
        const isNumber = values.every(({ drafts }) => drafts.every(({ fields }) => isInteger(fields.join(" "))));
        if (!isNumber) host.reading.lose("a comparison of numbers may run a value");
      }
      break;
    }
    case "TestLogical":
      for (const operand of expression.operands) readTest(operand, state, host);
      break;
    case "TestNot":
      readTest(expression.operand, state, host);
      break;
    case "TestGroup":
      readTest(expression.expression, state, host);
      break;
    default:
      host.reading.lose("it holds what nobody knows how to read");
      unreachable(expression);
  }
  host.leave();
}

function plainName(word: Word, state: ShellState, host: WordHost): void {
  const value = evaluateWord(word, state, host);
  const isPlain = value.drafts.every(({ fields }) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(fields.join(" ")));
  if (!isPlain) host.reading.lose("a subscript may run its value");
}

function unreachable(_value: never): void {}
