/** @module Variables and what is done to their values: defaults, cut ends, replaced parts, subscripts (actions, section 5.3). */

import type { ParameterExpansionPart, ParameterOperation, Word } from "unbash";
import { addText, addUnknownAware, type Building } from "./building.ts";
import { isSecretName, type ShellState } from "./state.ts";
import { filledMark, isInteger, isKnown, numberMark, ownJobMark, unknownMark } from "./text.ts";
import type { WordHost } from "./word-value.ts";

/** The values a variable has here, and the secret it holds. */
export function variableValues(
  name: string,
  state: ShellState,
  host: WordHost,
): { values: readonly string[]; secret: string | null; isSet: boolean } {
  const known = state.variables.get(name);
  if (known !== undefined) return { values: known.values, secret: known.secret ?? null, isSet: true };
  const cwds = state.cwds.map((cwd) => cwd ?? unknownMark);
  switch (name) {
    case "HOME":
      return { values: [host.home ?? unknownMark], secret: null, isSet: true };
    case "PWD":
      return { values: cwds, secret: null, isSet: true };
    case "OLDPWD":
      return { values: [state.oldCwd ?? unknownMark], secret: null, isSet: state.oldCwd !== null };
    case "USER":
    case "LOGNAME":
      return { values: [host.user ?? unknownMark], secret: null, isSet: true };
    case "TMPDIR":
      return { values: ["/tmp"], secret: null, isSet: true };
    case "!":
      return { values: [ownJobMark], secret: null, isSet: true };
    case "#":
    case "?":
    case "$":
      return { values: [filledMark], secret: null, isSet: true };
    default:
      return { values: [unknownMark], secret: isSecretName(name) ? name : null, isSet: false };
  }
}

export function addVariable(
  building: Building,
  name: string,
  isQuoted: boolean,
  state: ShellState,
  host: WordHost,
): void {
  const { values, secret } = variableValues(name, state, host);
  if (secret !== null) building.secrets.push(secret);
  addUnknownAware(building, values, isQuoted, state, host);
}

function knownOperand(word: Word, state: ShellState, host: WordHost): string | null {
  const { drafts } = host.word(word, state, true);
  const [only] = drafts;
  if (drafts.length !== 1 || only === undefined) return null;
  const text = only.fields.join(" ");
  return isKnown(text) ? text : null;
}

export function addParameter(
  building: Building,
  part: ParameterExpansionPart,
  isQuoted: boolean,
  state: ShellState,
  host: WordHost,
): void {
  const { parameter, prefix, index, operation } = part;
  if (index !== undefined) checkIndex(index, state, host);
  const { values, secret, isSet } = variableValues(parameter, state, host);
  if (secret !== null && prefix === undefined) building.secrets.push(secret);
  if (prefix === "#") {
    addText(building, numberMark, true);
    return;
  }
  if (prefix !== undefined) {
    host.reading.lose("a variable names another variable");
    addUnknownAware(building, [unknownMark], isQuoted, state, host);
    return;
  }
  const base = index === undefined ? values : [unknownMark];
  const texts =
    operation === undefined ? base : operate(operation, parameter, base, isSet && index === undefined, state, host);
  addUnknownAware(building, texts, isQuoted, state, host);
}

function operandTexts(word: Word | undefined, state: ShellState, host: WordHost): readonly string[] {
  if (word === undefined) return [""];
  return host.word(word, state, true).drafts.map(({ fields }) => fields.join(" "));
}

/** The values after an operation on a parameter; what cannot be told is unknown. */
function operate(
  operation: ParameterOperation,
  name: string,
  values: readonly string[],
  isSet: boolean,
  state: ShellState,
  host: WordHost,
): readonly string[] {
  switch (operation.type) {
    case "Default": {
      const operand = operandTexts(operation.operand, state, host);
      const sign = operation.operator.at(-1);
      if (sign === "?") return isSet ? values : values.map((value) => value.replaceAll(unknownMark, filledMark));
      if (sign === "+") return isSet ? operand : [...operand, ""];
      if (sign === "=" && !isSet) state.variables.set(name, { values: [unknownMark, ...operand] });
      if (isSet && values.every((value) => isKnown(value) && value !== "")) return values;
      return [...new Set([...values, ...operand])];
    }
    case "Remove": {
      const pattern = knownOperand(operation.operand, state, host);
      const raw =
        operation.operand.parts?.some(({ type }) => type === "Glob") === true ? operation.operand.value : pattern;
      return values.map((value) => removed(value, operation.operator, raw));
    }
    case "Replace": {
      const pattern = knownOperand(operation.pattern, state, host);
      const replacement = knownOperand(operation.replacement, state, host);
      return values.map((value) => {
        if (!isKnown(value) || pattern === null || replacement === null || /[*?[\]\\]/.test(pattern) || pattern === "")
          return unknownMark;
        if (operation.operator === "/") return value.replace(pattern, () => replacement);
        if (operation.operator === "//") return value.replaceAll(pattern, () => replacement);
        if (operation.operator === "/#")
          return value.startsWith(pattern) ? replacement + value.slice(pattern.length) : value;
        return value.endsWith(pattern) ? value.slice(0, -pattern.length) + replacement : value;
      });
    }
    case "Slice": {
      const offset = knownOperand(operation.offset, state, host);
      const length = operation.length === undefined ? "" : knownOperand(operation.length, state, host);
      for (const word of [operation.offset, operation.length]) if (word !== undefined) checkIndex(word, state, host);
      const isPlain = offset !== null && length !== null && /^ ?-?[0-9]+$/.test(offset) && /^[0-9]*$/.test(length);
      return values.map((value) => {
        if (!isKnown(value) || !isPlain) return unknownMark;
        const from = Number(offset);
        const start = from < 0 ? value.length + from : from;
        return value.slice(start, length === "" ? undefined : start + Number(length));
      });
    }
    case "CaseModification": {
      operandTexts(operation.operand, state, host);
      return values.map((value) => {
        if (!isKnown(value) || operation.operand !== undefined) return unknownMark;
        const change = (text: string) => (operation.operator.startsWith("^") ? text.toUpperCase() : text.toLowerCase());
        return operation.operator.length === 2 ? change(value) : change(value.slice(0, 1)) + value.slice(1);
      });
    }
    case "Transform":
    case "Names":
    case "Unknown":
      host.reading.lose("a variable is expanded in a way that may run its value");
      return [unknownMark];
    default:
      host.reading.lose("a word holds what nobody knows how to read");
      unreachable(operation);
      return [unknownMark];
  }
}

/** What `#`, `##`, `%` and `%%` leave of a value, for a literal pattern and one with a star at its far end. */
function removed(value: string, operator: string, pattern: string | null): string {
  if (pattern === null || !isKnown(value)) return unknownMark;
  const literal = operator.startsWith("#") ? pattern.replace(/^\*/, "") : pattern.replace(/\*$/, "");
  if (/[*?[\]\\]/.test(literal)) return unknownMark;
  const hasStar = literal !== pattern;
  if (operator.startsWith("#")) {
    if (!hasStar) return value.startsWith(literal) ? value.slice(literal.length) : value;
    const at = operator === "##" ? value.lastIndexOf(literal) : value.indexOf(literal);
    return at < 0 ? value : value.slice(at + literal.length);
  }
  if (!hasStar) return value.endsWith(literal) && literal !== "" ? value.slice(0, -literal.length) : value;
  const at = operator === "%%" ? value.indexOf(literal) : value.lastIndexOf(literal);
  return at < 0 ? value : value.slice(0, at);
}

/** A subscript: what runs inside it, and whether it is evaluated again. */
export function checkIndex(word: Word, state: ShellState, host: WordHost): void {
  const value = host.word(word, state, true);
  const plain = value.drafts.map(({ fields }) => fields.join(" "));
  if (word.text === "@" || word.text === "*") return;
  for (const text of plain) {
    if (isInteger(text.trim())) continue;
    if (!value.isExpanded && /^[A-Za-z_][A-Za-z0-9_]*$/.test(text)) host.arithmeticName(text);
    else host.reading.lose("a subscript may run its value");
  }
}

function unreachable(_value: never): void {}
