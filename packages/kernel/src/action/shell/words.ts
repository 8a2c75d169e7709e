/** @module What a word of the shell stands for: known texts, patterns, and what is not known (actions, section 5.3). */

import { type ArithmeticExpression, parse, type Word, type WordPart } from "unbash";
import { expandBraces } from "./braces.ts";
import { addChoices, addText, addUnknownAware, type Building } from "./building.ts";
import { addParameter, addVariable } from "./parameters.ts";
import { mostValues, type ShellState } from "./state.ts";
import { filledMark, globMark, isInteger, numberMark, pipeMark, unknownMark, withoutMarks } from "./text.ts";
import type { WordHost, WordValue } from "./word-value.ts";

const controls = /[\u0000-\u0008\u000b-\u001f\u007f]/;

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
