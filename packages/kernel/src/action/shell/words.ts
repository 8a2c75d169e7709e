/** @module What a word of the shell stands for: known texts, patterns, and what is not known (actions, section 5.3). */

import type {
  ArithmeticExpression,
  ParameterExpansionPart,
  ParameterOperation,
  ParsedScript,
  Word,
  WordPart,
} from "unbash";
import { parse } from "unbash";
import type { Reading } from "../reading.ts";
import { expandBraces } from "./braces.ts";
import { isSecretName, mostValues, type ShellState } from "./state.ts";
import {
  filledMark,
  globMark,
  isInteger,
  isKnown,
  numberMark,
  ownJobMark,
  pipeMark,
  unknownMark,
  withoutMarks,
} from "./text.ts";

/** What running a script inside a word gives back. */
export interface Substituted {
  readonly texts: readonly string[];
  readonly hosts: readonly string[];
}

/** What words need of the reader of scripts. */
export interface WordHost {
  readonly reading: Reading;
  readonly home: string | null;
  readonly user: string | null;
  /** Null where nobody knows the shell: then what only some shells do counts as well. */
  readonly shell: string | null;
  /** Reads a script in a copy of the state; null when nothing more may be read. */
  substitute(script: ParsedScript | undefined, state: ShellState, isPipe: boolean): Substituted;
  /** Goes one level down; false when that is too deep or too much. */
  enter(): boolean;
  leave(): void;
  /** Counts readings of words; false when there were too many in all. */
  mayBranch(count: number): boolean;
  /** A name that arithmetic evaluates again. */
  arithmeticName(name: string): void;
  setNumber(name: string, state: ShellState): void;
}

/** One way to read a word: the fields it becomes. */
export interface Draft {
  readonly fields: readonly string[];
}

/** Everything a word may be. */
export interface WordValue {
  readonly drafts: readonly Draft[];
  /** An unquoted value nobody knows may be several words, options among them. */
  readonly splits: boolean;
  /** Whether anything was expanded, so that a name in command position is not spelled out. */
  readonly isExpanded: boolean;
  readonly hosts: readonly string[];
  /** Variables of the environment whose names say that they are secret. */
  readonly secrets: readonly string[];
}

interface Building {
  drafts: { fields: string[]; isQuoted: boolean }[];
  splits: boolean;
  isExpanded: boolean;
  hosts: string[];
  secrets: string[];
}

const controls = /[\u0000-\u0008\u000b-\u001f\u007f]/;

function addText(building: Building, text: string, isQuoted: boolean): void {
  for (const draft of building.drafts) {
    const last = draft.fields.length - 1;
    draft.fields[last] = (draft.fields[last] ?? "") + text;
    if (isQuoted) draft.isQuoted = true;
  }
}

function addChoices(
  building: Building,
  texts: readonly string[],
  isQuoted: boolean,
  host: WordHost,
  state: ShellState,
): void {
  const count = texts.length * building.drafts.length;
  const kept = count > mostValues || (count > 1 && !host.mayBranch(count)) ? [unknownMark] : texts;
  const drafts: Building["drafts"] = [];
  for (const text of kept) {
    for (const draft of building.drafts) {
      const fields = [...draft.fields];
      const pieces = isQuoted ? [text] : splitFields(text, host, state);
      for (const [index, piece] of pieces.entries()) {
        if (index === 0) fields[fields.length - 1] = `${fields.at(-1) ?? ""}${piece}`;
        else fields.push(piece);
      }
      drafts.push({ fields, isQuoted: draft.isQuoted || isQuoted });
    }
  }
  building.drafts = drafts;
}

/** An unquoted value is split at white space, and its stars are patterns. */
function splitFields(text: string, host: WordHost, state: ShellState): string[] {
  if (/\s/.test(text) && state.hasOwnIfs) host.reading.lose("words are split where this script says");
  return text.split(/[ \t\n]+/).map((field) => field.replace(/[*?[]/g, globMark));
}

const noTexts: readonly string[] = [];
/** A word that stands for itself in every shell: most do. */
const plainWord = /^[\w./:,+@%-][\w./:,+@%=-]*$/;

/** Evaluates a word. */
export function evaluateWord(word: Word, state: ShellState, host: WordHost, isAssignment = false): WordValue {
  if (!host.enter()) {
    return { drafts: [{ fields: [unknownMark] }], splits: true, isExpanded: true, hosts: [], secrets: [] };
  }
  const { parts, text } = word;
  if (parts === undefined && plainWord.test(text)) {
    host.leave();
    return { drafts: [{ fields: [text] }], splits: false, isExpanded: false, hosts: noTexts, secrets: noTexts };
  }
  const building: Building = {
    drafts: [{ fields: [""], isQuoted: false }],
    splits: false,
    isExpanded: false,
    hosts: [],
    secrets: [],
  };
  checkText(text, host);
  if (parts?.some(({ type }) => type === "BraceExpansion") === true && !isAssignment) {
    const braced = expandWord(word, state, host);
    host.leave();
    return braced;
  }
  if (parts === undefined) addLiteral(building, word.text, withoutMarks(word.value), true, state, host, isAssignment);
  else addParts(building, parts, false, state, host, isAssignment);
  host.leave();
  return {
    drafts: building.drafts.map(({ fields, isQuoted }) => ({
      fields: fields.length === 1 && fields[0] === "" && !isQuoted && building.isExpanded ? [] : fields,
    })),
    splits: building.splits,
    isExpanded: building.isExpanded,
    hosts: building.hosts,
    secrets: building.secrets,
  };
}

function checkText(text: string, host: WordHost): void {
  if (controls.test(text)) host.reading.lose("a word holds a control character");
  if (!text.isWellFormed()) host.reading.lose("a word holds half a character");
  if (host.shell !== "bash" && host.shell !== "sh" && host.shell !== "dash") {
    if (text.startsWith("=") || /[*?\]]\([^)]*\)$/.test(text) || /\$\{\(/.test(text)) {
      host.reading.lose("a shell may read this word in its own way");
    }
  }
}

function expandWord(word: Word, state: ShellState, host: WordHost): WordValue {
  const texts = expandBraces(word.text);
  if (texts === null || texts.length < 2) {
    host.reading.lose("braces stand for more words than are followed");
    return { drafts: [{ fields: [unknownMark] }], splits: true, isExpanded: true, hosts: [], secrets: [] };
  }
  let fields: string[][] = [[]];
  const values = texts.map((text) => {
    const script = parse(`: ${text}`);
    const command = script.commands[0]?.command;
    const argument = command?.type === "Command" ? command.args[0] : undefined;
    if (
      script.errors?.length ||
      argument === undefined ||
      argument.type !== "Word" ||
      argument.parts?.some(({ type }) => type === "BraceExpansion")
    ) {
      host.reading.lose("braces stand for words that cannot be told");
      return { drafts: [{ fields: [unknownMark] }], splits: true, isExpanded: true, hosts: [], secrets: [] };
    }
    return evaluateWord(argument, state, host);
  });
  for (const value of values) {
    const next = fields.flatMap((left) => value.drafts.map(({ fields: right }) => [...left, ...right]));
    fields = next.slice(0, mostValues);
    if (next.length > mostValues) host.reading.lose("a word has more readings than are followed");
  }
  return {
    drafts: fields.map((each) => ({ fields: each })),
    splits: values.some(({ splits }) => splits),
    isExpanded: values.some(({ isExpanded }) => isExpanded),
    hosts: values.flatMap(({ hosts }) => hosts),
    secrets: values.flatMap(({ secrets }) => secrets),
  };
}

const tildePrefix = /^~(?<name>[^/:\\'"$`]*)/;

/** Literal text; a tilde at the beginning of a word, or in an assignment after `=` or `:`, is a home. */
function addLiteral(
  building: Building,
  text: string,
  value: string,
  isFirst: boolean,
  state: ShellState,
  host: WordHost,
  isAssignment: boolean,
): void {
  if (isFirst && text.startsWith("~")) {
    const name = tildePrefix.exec(text)?.groups?.["name"] ?? "";
    const choices = homeOf(name, state, host);
    const rest = value.slice(name.length + 1);
    addChoices(
      building,
      choices.map((home) => `${home}${rest}`),
      true,
      host,
      state,
    );
    return;
  }
  if (isAssignment && /[:=]~/.test(text)) {
    addText(building, value.replace(/(?<sign>[:=])~(?=\/|:|$)/g, `$<sign>${host.home ?? unknownMark}`), false);
    return;
  }
  // An equals sign with a home behind it is one to some shells.
  addText(building, value, text !== value);
}

function homeOf(name: string, state: ShellState, host: WordHost): readonly string[] {
  if (name === "") return state.variables.get("HOME")?.values ?? [host.home ?? unknownMark];
  if (name === "+") return state.cwds.map((cwd) => cwd ?? unknownMark);
  if (name === host.user && host.home !== null) return [host.home];
  return [filledMark];
}

function addParts(
  building: Building,
  parts: readonly WordPart[],
  isQuoted: boolean,
  state: ShellState,
  host: WordHost,
  isAssignment: boolean,
): void {
  for (const [index, part] of parts.entries()) {
    addPart(building, part, index === 0 && !isQuoted, isQuoted, state, host, isAssignment);
  }
}

function addPart(
  building: Building,
  part: WordPart,
  isFirst: boolean,
  isQuoted: boolean,
  state: ShellState,
  host: WordHost,
  isAssignment: boolean,
): void {
  switch (part.type) {
    case "Literal":
      addLiteral(building, part.text, withoutMarks(part.value), isFirst, state, host, isAssignment);
      break;
    case "SingleQuoted":
      addText(building, withoutMarks(part.value), true);
      break;
    case "AnsiCQuoted":
      if (part.value.includes("\0")) host.reading.lose("a word holds a control character");
      addText(building, withoutMarks(part.value), true);
      break;
    case "DoubleQuoted":
    case "LocaleString":
      addText(building, "", true);
      addParts(building, part.parts, true, state, host, isAssignment);
      break;
    case "Glob":
      if (part.parts !== undefined) walkParts(part.parts, state, host);
      addText(building, globMark, true);
      break;
    case "ExtendedGlob":
      if (part.parts !== undefined) walkParts(part.parts, state, host);
      addText(building, globMark, true);
      break;
    case "BraceExpansion":
      // In an assignment braces are letters.
      addText(building, withoutMarks(part.text), true);
      if (part.parts !== undefined) walkParts(part.parts, state, host);
      break;
    case "SimpleExpansion":
      building.isExpanded = true;
      addVariable(building, part.text.slice(1), isQuoted, state, host);
      break;
    case "ParameterExpansion":
      building.isExpanded = true;
      addParameter(building, part, isQuoted, state, host);
      break;
    case "CommandExpansion":
    case "ProcessSubstitution": {
      building.isExpanded = true;
      const isPipe = part.type === "ProcessSubstitution";
      const { texts, hosts } = host.substitute(part.script, state, isPipe);
      building.hosts.push(...hosts);
      addUnknownAware(building, isPipe ? [pipeMark] : texts, isQuoted || isPipe, state, host);
      break;
    }
    case "ArithmeticExpansion":
      building.isExpanded = true;
      if (part.expression !== undefined) walkArithmetic(part.expression, state, host);
      addText(building, numberMark, true);
      break;
    default:
      host.reading.lose("a word holds what nobody knows how to read");
      addText(building, unknownMark, true);
      unreachable(part);
  }
}

function unreachable(_value: never): void {}

function addUnknownAware(
  building: Building,
  texts: readonly string[],
  isQuoted: boolean,
  state: ShellState,
  host: WordHost,
): void {
  if (!isQuoted && texts.some((text) => text.includes(unknownMark) || text.includes(filledMark)))
    building.splits = true;
  addChoices(building, texts, isQuoted, host, state);
}

/** Evaluates parts for what runs inside them alone. */
function walkParts(parts: readonly WordPart[], state: ShellState, host: WordHost): void {
  if (!host.enter()) return;
  const scratch: Building = {
    drafts: [{ fields: [""], isQuoted: true }],
    splits: false,
    isExpanded: false,
    hosts: [],
    secrets: [],
  };
  addParts(scratch, parts, true, state, host, false);
  host.leave();
}

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

function addVariable(building: Building, name: string, isQuoted: boolean, state: ShellState, host: WordHost): void {
  const { values, secret } = variableValues(name, state, host);
  if (secret !== null) building.secrets.push(secret);
  addUnknownAware(building, values, isQuoted, state, host);
}

function knownOperand(word: Word, state: ShellState, host: WordHost): string | null {
  const { drafts } = evaluateWord(word, state, host, true);
  const [only] = drafts;
  if (drafts.length !== 1 || only === undefined) return null;
  const text = only.fields.join(" ");
  return isKnown(text) ? text : null;
}

function addParameter(
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
  return evaluateWord(word, state, host, true).drafts.map(({ fields }) => fields.join(" "));
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
  const value = evaluateWord(word, state, host, true);
  const plain = value.drafts.map(({ fields }) => fields.join(" "));
  if (word.text === "@" || word.text === "*") return;
  for (const text of plain) {
    if (isInteger(text.trim())) continue;
    if (!value.isExpanded && /^[A-Za-z_][A-Za-z0-9_]*$/.test(text)) host.arithmeticName(text);
    else host.reading.lose("a subscript may run its value");
  }
}

const name = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Walks arithmetic: commands inside it run, and names in it are evaluated again (S8). */
export function walkArithmetic(expression: ArithmeticExpression, state: ShellState, host: WordHost): void {
  if (!host.enter()) return;
  switch (expression.type) {
    case "ArithmeticBinary":
      if (/^(?:[-+*/%&|^]|<<|>>)?=$/.test(expression.operator)) {
        const target = expression.left.type === "ArithmeticWord" ? expression.left.value : "";
        walkArithmetic(expression.right, state, host);
        if (!name.test(target)) host.reading.lose("arithmetic sets what is not a plain name");
        else {
          if (expression.operator !== "=") host.arithmeticName(target);
          host.setNumber(target, state);
        }
        break;
      }
      walkArithmetic(expression.left, state, host);
      walkArithmetic(expression.right, state, host);
      break;
    case "ArithmeticUnary":
      walkArithmetic(expression.operand, state, host);
      break;
    case "ArithmeticTernary":
      walkArithmetic(expression.test, state, host);
      walkArithmetic(expression.consequent, state, host);
      walkArithmetic(expression.alternate, state, host);
      break;
    case "ArithmeticGroup":
      walkArithmetic(expression.expression, state, host);
      break;
    case "ArithmeticCommandExpansion":
      host.substitute(expression.script, state, false);
      host.reading.lose("arithmetic evaluates what a command prints");
      break;
    case "ArithmeticWord":
      walkArithmeticWord(expression.value, expression.parts, state, host);
      break;
    default:
      host.reading.lose("arithmetic holds what nobody knows how to read");
      unreachable(expression);
  }
  host.leave();
}

function walkArithmeticWord(
  value: string,
  parts: readonly WordPart[] | undefined,
  state: ShellState,
  host: WordHost,
): void {
  if (parts === undefined) {
    if (/^(?:0[xX][0-9a-fA-F]+|[0-9]+(?:#[0-9a-zA-Z@_]+)?)$/.test(value)) return;
    if (name.test(value)) host.arithmeticName(value);
    else {
      const indexed = /^(?<array>[A-Za-z_][A-Za-z0-9_]*)\[[0-9]+\]$/.exec(value)?.groups?.["array"];
      if (indexed === undefined) host.reading.lose("a subscript may run its value");
      else host.arithmeticName(indexed);
    }
    return;
  }
  const building: Building = {
    drafts: [{ fields: [""], isQuoted: true }],
    splits: false,
    isExpanded: false,
    hosts: [],
    secrets: [],
  };
  addParts(building, parts, true, state, host, false);
  const isNumber = building.drafts.every(({ fields }) => isInteger(fields.join(" ")));
  if (!isNumber) host.reading.lose("arithmetic evaluates a value again");
}
