/** @module Walks the syntax tree of a script, in order, with what the shell knows at each point (actions, section 5.2). */

import type {
  AndOr,
  CommandNode as AnyCommand,
  Assignment,
  Command as CommandNode,
  CompoundList,
  HereDoc,
  ParsedScript,
  Pipeline,
  PipelineNode,
  Redirect,
  Redirection,
  Statement,
  TestExpression,
  Word,
} from "unbash";
import { parse } from "unbash";
import { tidyPath } from "../paths/form.ts";
import type { Place } from "../place.ts";
import { isStream, type Reading } from "../reading.ts";
import { type Flow, fetchedFlow, joinFlows, literalFlow, opaqueFlow } from "./flow.ts";
import { madeAbove, possibleFolders } from "./folders.ts";
import { behindLinks, type InnerReader } from "./run.ts";
import {
  assignState,
  copyState,
  freshState,
  holdsState,
  isSteering,
  leaveSubshell,
  longestValue,
  mergeInto,
  mostValues,
  type ShellState,
} from "./state.ts";
import { isInteger, isKnown, numberMark, pipeMark, segmentMark, shownText, unknownMark } from "./text.ts";
import { checkIndex, evaluateWord, type Substituted, type WordHost, type WordValue, walkArithmetic } from "./words.ts";

export const longestCommand = 10_000;
const mostDepth = 24;
const mostNodes = 4_000;
const mostLanguages = 4;
const mostCalls = 4;
const mostScans = 48;
/** Runs of commands with each of their readings counted; beyond them a command is read once. */
const mostRuns = 1_000;
const mostVariables = 64;
const mostBranches = 4_000;

/** One simple command with its words read. */
export interface SimpleCommand {
  readonly argv: readonly string[];
  readonly state: ShellState;
  readonly input: Flow | null;
  readonly hosts: readonly string[];
  readonly splits: boolean;
  /** Whether the name is spelled out. */
  readonly isPlain: boolean;
}

/** What runs a simple command: the command table, in `dispatch.ts`. */
export type Runner = (command: SimpleCommand, shell: Shell) => Flow;

/** Reads one call's shell text. Everything found goes into its reading. */
export class Shell implements WordHost, InnerReader {
  readonly reading: Reading;
  readonly place: Place;
  readonly home: string | null;
  readonly user: string | null;
  readonly shell: string | null;
  readonly #run: Runner;
  readonly #folders: (path: string) => boolean | null;
  #depth = 0;
  #nodes = 0;
  #languages = 0;
  #calls = 0;
  #scans = 0;
  #runs = 0;
  #branches = 0;
  /** Whether something was left out because there was too much of it. */
  isCut = false;
  readonly #arithmetic = new Set<string>();
  readonly #numbers = new Set<string>();
  readonly #texts = new Set<string>();

  constructor(reading: Reading, place: Place, run: Runner, isFolder: (path: string) => boolean | null) {
    this.reading = reading;
    this.place = place;
    this.home = place.home;
    this.user = place.user;
    this.shell = place.shell;
    this.#run = run;
    this.#folders = isFolder;
  }

  /** Reads the text of the call itself. */
  whole(text: string): Flow {
    const { cwd } = this.place;
    const flow = this.#script(parse(text), freshState([cwd]), null);
    this.finish();
    return flow;
  }

  /** Names that arithmetic evaluates have to be integers wherever the script sets them (S8). */
  finish(): void {
    for (const name of this.#arithmetic) {
      if (this.#texts.has(name) || !this.#numbers.has(name)) this.reading.lose(`arithmetic evaluates ${name} again`);
    }
  }

  isFolder(path: string): boolean | null {
    this.reading.ask(path);
    return this.#folders(path);
  }

  enter(): boolean {
    this.#depth += 1;
    this.#nodes += 1;
    if (this.#depth <= mostDepth && this.#nodes <= mostNodes) return true;
    this.reading.lose("it is nested or is longer than what is read");
    this.isCut = true;
    this.#depth -= 1;
    return false;
  }

  leave(): void {
    this.#depth -= 1;
  }

  mayBranch(count: number): boolean {
    this.#branches += count;
    if (this.#branches <= mostBranches) return true;
    this.reading.lose("a word has more readings than are followed");
    return false;
  }

  arithmeticName(name: string): void {
    this.#arithmetic.add(name);
  }

  setNumber(name: string, state: ShellState): void {
    this.#numbers.add(name);
    this.reading.assigned.add(name);
    state.variables.set(name, { values: [numberMark] });
  }

  argv(argv: readonly string[], state: ShellState, input: Flow | null, splits = false): Flow {
    if (argv.length === 0 || !this.enter()) return opaqueFlow;
    const flow = this.#run({ argv, state, input, hosts: [], splits, isPlain: true }, this);
    this.leave();
    return flow;
  }

  text(text: string, state: ShellState, positional: readonly string[] = []): Flow {
    if (!isKnown(text)) {
      this.reading.lose("it runs a text nobody knows");
      return opaqueFlow;
    }
    if (text.length > longestCommand || this.#languages >= mostLanguages) {
      this.reading.lose("scripts are nested deeper than what is read");
      return opaqueFlow;
    }
    this.#languages += 1;
    const inner = freshState(state.cwds);
    inner.isDisturbed = state.isDisturbed;
    inner.made = new Map(state.made);
    for (const [index, value] of positional.entries()) inner.variables.set(String(index), { values: [value] });
    const flow = this.#script(parse(text), inner, null);
    leaveSubshell(state, inner);
    this.#languages -= 1;
    return flow;
  }

  /** A text that runs in this very shell. */
  sourced(text: string, state: ShellState): Flow {
    if (!isKnown(text) || text.length > longestCommand || this.#languages >= mostLanguages) {
      this.reading.lose("it runs a text nobody knows");
      return opaqueFlow;
    }
    this.#languages += 1;
    const flow = this.#script(parse(text), state, null);
    this.#languages -= 1;
    return flow;
  }

  /** Whether another tail of arguments may be read for what it would do. */
  mayScan(): boolean {
    this.#scans += 1;
    return this.#scans <= mostScans;
  }

  /** Calls a function of the script. */
  call(body: () => void): void {
    if (this.#calls >= mostCalls) {
      this.reading.lose("functions call each other deeper than what is read");
      return;
    }
    this.#calls += 1;
    body();
    this.#calls -= 1;
  }

  setVariable(name: string, values: readonly string[], state: ShellState, secret: string | null = null): void {
    this.reading.assigned.add(name);
    if (values.every(isInteger)) this.#numbers.add(name);
    else this.#texts.add(name);
    if (state.variables.size >= mostVariables && !state.variables.has(name)) {
      this.reading.lose("it sets more variables than are followed");
      return;
    }
    const isTooMuch = values.length > mostValues || values.some((value) => value.length > longestValue);
    const kept = isTooMuch ? [unknownMark] : values;
    state.variables.set(name, { values: kept, ...(secret === null ? {} : { secret }) });
    if (name === "IFS") state.hasOwnIfs = true;
  }

  substitute(script: ParsedScript | undefined, state: ShellState, isPipe: boolean): Substituted {
    if (script === undefined) {
      this.reading.lose("a substitution has no script");
      return { texts: [unknownMark], hosts: [] };
    }
    const inner = copyState(state);
    const read = this.#readOnly(script, inner);
    if (read !== null) return read;
    const flow = this.#script(script, inner, null);
    leaveSubshell(state, inner);
    if (isPipe) return { texts: [pipeMark], hosts: flow.hosts };
    const output = outputOf(script);
    if (output !== unknownMark || flow.literal === null) return { texts: [output], hosts: flow.hosts };
    // What it would print counts against it, but what a command prints is never known.
    return { texts: [unknownMark, flow.literal.replace(/\n+$/, "")], hosts: flow.hosts };
  }

  /** `$(<file)` reads the file. */
  #readOnly(script: ParsedScript, state: ShellState): Substituted | null {
    const [only] = script.commands;
    const command = only?.command;
    if (script.commands.length !== 1 || command?.type !== "Command" || script.errors?.length) return null;
    if (command.name === undefined) return null;
    const words = command.args.length === 0 ? command.name.value : null;
    if (words === "pwd") return { texts: state.cwds.map((cwd) => cwd ?? unknownMark), hosts: [] };
    const text = [command.name, ...command.args].map((word) => word.text).join(" ");
    if (text !== "git rev-parse --show-toplevel") return null;
    const roots = this.place.roots.map((root) => root.path);
    const [cwd] = state.cwds;
    const root = roots.find((path) => cwd === path || cwd?.startsWith(`${path}/`) === true);
    return { texts: [root ?? unknownMark], hosts: [] };
  }

  #script(script: ParsedScript, state: ShellState, input: Flow | null): Flow {
    if (!this.enter()) return opaqueFlow;
    if (script.errors !== undefined && script.errors.length > 0) this.reading.lose("it is not a well-formed script");
    const flow = this.#statements(script.commands, state, input);
    this.leave();
    return flow;
  }

  #statements(statements: readonly Statement[], state: ShellState, input: Flow | null): Flow {
    const flows: Flow[] = [];
    for (const statement of statements) {
      const before = state.cwds;
      flows.push(this.#statement(statement, state, input));
      // A `cd` that may have failed leaves both folders possible.
      if (state.cwds !== before && !state.cwds.every((cwd) => cwd !== null && this.#folders(cwd) === true)) {
        state.cwds = possibleFolders([...state.cwds, ...before]);
      }
    }
    return joinFlows(flows);
  }

  #list(list: CompoundList, state: ShellState, input: Flow | null): Flow {
    return this.#statements(list.commands, state, input);
  }

  #statement(statement: Statement, state: ShellState, input: Flow | null): Flow {
    if (!this.enter()) return opaqueFlow;
    const at = statement.background === true ? copyState(state) : state;
    const flow = this.#andOr(statement.command, at, input);
    if (at !== state) leaveSubshell(state, at);
    this.leave();
    return flow;
  }

  #andOr(node: PipelineNode | AndOr, state: ShellState, input: Flow | null): Flow {
    if (node.type !== "AndOr") return this.#pipeline(node, state, input);
    const { cwds } = state;
    const flows: Flow[] = [];
    for (const [index, command] of node.commands.entries()) {
      const operator = index === 0 ? "&&" : node.operators[index - 1];
      if (operator === "&&") {
        flows.push(this.#pipeline(command, state, input));
        continue;
      }
      if (operator !== "||") this.reading.lose("it joins commands in a way nobody knows");
      const other = copyState(state);
      other.cwds = possibleFolders([...cwds, ...state.cwds]);
      this.reading.doubting(() => {
        flows.push(this.#pipeline(command, other, input));
      });
      if (leavesShell(command)) leaveSubshell(state, other);
      else mergeInto(state, other);
    }
    return joinFlows(flows);
  }

  #pipeline(node: PipelineNode | Pipeline, state: ShellState, input: Flow | null): Flow {
    if (node.type !== "Pipeline") return this.#command(node, state, input);
    const [only] = node.commands;
    if (node.commands.length === 1 && only !== undefined) return this.#command(only, state, input);
    let flow = input;
    for (const [index, command] of node.commands.entries()) {
      const stage = copyState(state);
      const given = flow;
      flow = this.#command(command, stage, given);
      // What was fetched stays fetched, whatever filters it on its way.
      if (given !== null && given.hosts.length > 0)
        flow = { ...flow, hosts: [...new Set([...flow.hosts, ...given.hosts])] };
      leaveSubshell(state, stage);
      const isLast = index === node.commands.length - 1;
      if (isLast && this.shell !== "bash" && this.shell !== "sh" && this.shell !== "dash") mergeInto(state, stage);
    }
    return flow ?? opaqueFlow;
  }

  #command(node: AnyCommand | Pipeline | CompoundList, state: ShellState, input: Flow | null): Flow {
    if (!this.enter()) return opaqueFlow;
    const flow = this.#node(node, state, input);
    this.leave();
    return flow;
  }

  #node(node: AnyCommand | Pipeline | CompoundList, state: ShellState, input: Flow | null): Flow {
    switch (node.type) {
      case "Command":
        return this.#simple(node, state, input);
      case "Pipeline":
        return this.#pipeline(node, state, input);
      case "CompoundList":
        this.reading.lose("it is not a well-formed script");
        return this.#list(node, state, input);
      case "Redirected":
        return this.#redirected(node.redirects, state, input, (at, given) => this.#command(node.command, at, given));
      case "Subshell": {
        const inner = copyState(state);
        const flow = this.#list(node.body, inner, input);
        leaveSubshell(state, inner);
        return flow;
      }
      case "BraceGroup":
        return this.#list(node.body, state, input);
      case "If": {
        const flows = [this.#list(node.clause, state, input)];
        const rest = copyState(state);
        flows.push(this.#list(node.then, state, input));
        const ends = [state];
        for (const elif of node.elif) {
          flows.push(this.#list(elif.clause, rest, input));
          const branch = copyState(rest);
          flows.push(this.#list(elif.then, branch, input));
          ends.push(branch);
        }
        if (node.else !== undefined) flows.push(this.#list(node.else, rest, input));
        for (const end of [...ends.slice(1), rest]) mergeInto(state, end);
        return joinFlows(flows);
      }
      case "While":
        return this.#loop(state, (at) =>
          joinFlows([this.#list(node.clause, at, input), this.#list(node.body, at, input)]),
        );
      case "For": {
        const values = node.wordlist === undefined ? [unknownMark] : this.#loopValues(node.wordlist, state);
        return this.#loop(state, (at) => {
          this.setVariable(node.name.value, values, at);
          return this.#list(node.body, at, input);
        });
      }
      case "Select":
        if (node.wordlist !== undefined) this.#loopValues(node.wordlist, state);
        return this.#loop(state, (at) => {
          this.setVariable(node.name.value, [unknownMark], at);
          return this.#list(node.body, at, input);
        });
      case "ArithmeticFor":
        if (node.initialize !== undefined) walkArithmetic(node.initialize, state, this);
        return this.#loop(state, (at) => {
          if (node.test !== undefined) walkArithmetic(node.test, at, this);
          const flow = this.#list(node.body, at, input);
          if (node.update !== undefined) walkArithmetic(node.update, at, this);
          return flow;
        });
      case "ArithmeticCommand":
        if (node.expression === undefined) this.reading.lose("arithmetic cannot be read");
        else walkArithmetic(node.expression, state, this);
        return opaqueFlow;
      case "Case": {
        evaluateWord(node.word, state, this);
        const entry = copyState(state);
        const flows: Flow[] = [];
        for (const item of node.items) {
          for (const pattern of item.pattern) evaluateWord(pattern, state, this);
          const branch = copyState(entry);
          // A branch that falls through goes on with what the one before it has set.
          if (item.terminator !== ";;" && item.terminator !== undefined) mergeInto(entry, branch);
          flows.push(this.#list(item.body, branch, input));
          if (item.terminator !== ";;" && item.terminator !== undefined) mergeInto(entry, branch);
          mergeInto(state, branch);
        }
        return joinFlows(flows);
      }
      case "TestCommand":
        this.#test(node.expression, state);
        return opaqueFlow;
      case "Function": {
        const { body } = node;
        if (body.type === "CompoundList") this.reading.lose("it is not a well-formed script");
        const defined = (at: ShellState) => {
          for (const name of at.variables.keys()) if (/^(?:[0-9]+|[@*])$/.test(name)) at.variables.delete(name);
          this.#command(body, at, null);
        };
        this.reading.doubting(() => defined(copyState(state)));
        state.functions.set(node.name.value, () => this.call(() => defined(state)));
        return opaqueFlow;
      }
      case "Coproc": {
        this.reading.lose("it starts a process it talks to");
        const inner = copyState(state);
        this.#command(node.body, inner, null);
        leaveSubshell(state, inner);
        return opaqueFlow;
      }
      default:
        this.reading.lose("it holds what nobody knows how to read");
        unreachable(node);
        return opaqueFlow;
    }
  }

  #loopValues(words: readonly Word[], state: ShellState): readonly string[] {
    const values = words.flatMap((word) => {
      const value = evaluateWord(word, state, this);
      return value.drafts.flatMap(({ fields }) => fields);
    });
    return values.length > mostValues || values.length === 0 ? [unknownMark] : [...new Set(values)];
  }

  /** A body that may run again sees what it has set itself. */
  #loop(state: ShellState, body: (state: ShellState) => Flow): Flow {
    const entry = copyState(state);
    let flow = body(state);
    for (let pass = 0; pass < 2 && !holdsState(entry, state); pass += 1) {
      if (state.cwds.some((cwd) => !entry.cwds.includes(cwd)))
        state.cwds = possibleFolders([...state.cwds, ...entry.cwds, null]);
      mergeInto(entry, state);
      if (pass === 1) {
        for (const [name, { values }] of state.variables) {
          const own = entry.variables.get(name)?.values;
          if (own !== undefined && own.length > 1 && !values.every(isInteger))
            entry.variables.set(name, { values: [...own, unknownMark] });
        }
      }
      assignState(state, entry);
      flow = joinFlows([flow, body(state)]);
    }
    mergeInto(state, entry);
    return { ...flow, literal: null };
  }

  #test(expression: TestExpression, state: ShellState): void {
    if (!this.enter()) return;
    switch (expression.type) {
      case "TestUnary":
        if (expression.operator === "-v" || expression.operator === "-R") this.#plainName(expression.operand, state);
        else evaluateWord(expression.operand, state, this);
        break;
      case "TestBinary": {
        const sides = [expression.left, expression.right];
        const values = sides.map((side) => evaluateWord(side, state, this));
        if (/^-(?:eq|ne|lt|le|gt|ge)$/.test(expression.operator)) {
          const isNumber = values.every(({ drafts }) => drafts.every(({ fields }) => isInteger(fields.join(" "))));
          if (!isNumber) this.reading.lose("a comparison of numbers may run a value");
        }
        break;
      }
      case "TestLogical":
        for (const operand of expression.operands) this.#test(operand, state);
        break;
      case "TestNot":
        this.#test(expression.operand, state);
        break;
      case "TestGroup":
        this.#test(expression.expression, state);
        break;
      default:
        this.reading.lose("it holds what nobody knows how to read");
        unreachable(expression);
    }
    this.leave();
  }

  #plainName(word: Word, state: ShellState): void {
    const value = evaluateWord(word, state, this);
    const isPlain = value.drafts.every(({ fields }) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(fields.join(" ")));
    if (!isPlain) this.reading.lose("a subscript may run its value");
  }

  /** Reads an assignment and gives its name and values. */
  #assignment(assignment: Assignment, state: ShellState): { values: readonly string[]; secret: string | null } {
    if (assignment.index !== undefined) checkIndex(assignment.index, state, this);
    const { value } = assignment;
    if (value.type === "ArrayValue") {
      for (const element of value.elements) {
        evaluateWord(element, state, this);
        // An element may name its own subscript.
        if (/^\[[^\]]*[$`]/.test(element.text)) this.reading.lose("a subscript may run its value");
      }
      return { values: [unknownMark], secret: null };
    }
    const word = evaluateWord(value, state, this, true);
    const texts = word.drafts.map(({ fields }) => fields.join(" "));
    const secret = word.secrets[0] ?? null;
    if (assignment.index !== undefined) return { values: [unknownMark], secret };
    if (assignment.append !== true) return { values: texts, secret };
    const before = state.variables.get(assignment.name)?.values ?? [unknownMark];
    return { values: before.flatMap((left) => texts.map((right) => left + right)), secret };
  }

  /** Sets a variable of this shell. What steers programs is an effect of its own. */
  assign(assignment: Assignment, state: ShellState): void {
    const { values, secret } = this.#assignment(assignment, state);
    this.setVariable(assignment.name, values, state, secret);
    if (!isSteering(assignment.name, values)) return;
    this.reading.effect("configure", `env:${assignment.name}`, "costly");
    state.isDisturbed = true;
  }

  #redirected(
    redirects: readonly Redirection[],
    state: ShellState,
    input: Flow | null,
    body: (state: ShellState, input: Flow | null) => Flow,
  ): Flow {
    if (redirects.length === 0) return body(state, input);
    let given = input;
    const written: string[] = [];
    let isAway = false;
    for (const redirect of redirects) {
      const read = this.#redirect(redirect, state);
      if (read.input !== undefined) given = read.input;
      if (read.written !== undefined) {
        written.push(...read.written);
        isAway ||= read.isOutput;
      }
    }
    const flow = body(state, given);
    for (const path of written) {
      for (const cwd of state.cwds) {
        if (!isKnown(path) || (cwd === null && !path.startsWith("/"))) continue;
        const target = tidyPath(path.startsWith("/") ? path : `${cwd}/${path}`);
        const hosts = [...new Set([...flow.hosts, ...(given?.hosts ?? [])])];
        state.made.set(target, hosts.length > 0 ? { from: "fetch", hosts } : { from: "text", literal: flow.literal });
      }
    }
    return isAway ? fetchedFlow([]) : flow;
  }

  #redirect(
    redirect: Redirection,
    state: ShellState,
  ): { input?: Flow; written?: readonly string[]; isOutput: boolean } {
    switch (redirect.type) {
      case "HereDoc":
        return { input: this.#hereDocument(redirect, state), isOutput: false };
      case "HereString": {
        if (redirect.target === undefined) this.reading.lose("a redirection has no target");
        const value = redirect.target === undefined ? null : evaluateWord(redirect.target, state, this);
        const text = value?.drafts.length === 1 ? (value.drafts[0]?.fields.join(" ") ?? "") : unknownMark;
        return {
          input: { hosts: value?.hosts ?? [], literal: isKnown(text) ? text : null, bounded: null },
          isOutput: false,
        };
      }
      case "Redirect":
        return this.#plainRedirect(redirect, state);
      default:
        this.reading.lose("it redirects in a way nobody knows");
        unreachable(redirect);
        return { isOutput: false };
    }
  }

  #hereDocument(document: HereDoc, state: ShellState): Flow {
    if (document.closing === undefined) this.reading.lose("a here-document has no end");
    const { parts, text } = document.body;
    if (document.delimiter?.quoted === true) return literalFlow(text);
    if (parts === undefined) return literalFlow(text.replace(/\\(?<sign>[$`\\])/g, "$<sign>"));
    const word: Word = {
      type: "Word",
      text: "",
      value: "",
      pos: 0,
      end: 0,
      parts: [{ type: "DoubleQuoted", text: "", pos: 0, end: 0, parts: parts as never }],
    };
    const value = evaluateWord(word, state, this);
    for (const secret of value.secrets) this.reading.effect("read", `env:${secret}`, "costly");
    const only = value.drafts.length === 1 ? value.drafts[0]?.fields.join(" ") : undefined;
    return { hosts: value.hosts, literal: only !== undefined && isKnown(only) ? only : null, bounded: null };
  }

  #plainRedirect(
    redirect: Redirect,
    state: ShellState,
  ): { input?: Flow; written?: readonly string[]; isOutput: boolean } {
    const { operator, target } = redirect;
    if (target === undefined) {
      this.reading.lose("a redirection has no target");
      return { isOutput: false };
    }
    const value = evaluateWord(target, state, this);
    const paths = value.drafts.map(({ fields }) => (fields.length === 1 ? (fields[0] ?? unknownMark) : unknownMark));
    const [first = unknownMark] = paths;
    const isDescriptor = paths.every((path) => /^(?:[0-9]+-?|-)$/.test(path));
    if ((operator === "<&" || operator === ">&") && isDescriptor) return { isOutput: false };
    if (operator === "<&" && !isDescriptor) this.reading.lose("a descriptor nobody knows is read");
    const socket = /^\/dev\/(?:tcp|udp)\/(?<host>[^/]+)\/(?<port>[^/]+)$/.exec(first)?.groups;
    if (socket !== undefined || first.startsWith("/dev/tcp") || first.startsWith("/dev/udp")) {
      this.reading.effect(
        "publish",
        `host:${shownText(socket?.["host"] ?? "?")}:${shownText(socket?.["port"] ?? "?")}`,
        "costly",
      );
      this.reading.lose("it talks to a socket");
      return { isOutput: false };
    }
    const isRead = operator === "<" || operator === "<>" || operator === "<&";
    const isWrite = operator !== "<" && operator !== "<&";
    const open = paths.filter((path) => !isSilent(path));
    for (const path of open) {
      if (isRead) this.reading.path("read", path, state.cwds);
      if (isWrite) this.#write(path, state);
    }
    const descriptor = redirect.descriptor;
    const isOutput =
      isWrite && (descriptor === undefined || (descriptor.type === "FileDescriptor" && descriptor.value === 1));
    if (isRead && !isWrite) {
      const hosts = value.hosts.length > 0 ? value.hosts : open.flatMap((path) => this.#hostsOf(path, state));
      return { input: { hosts, literal: null, bounded: null }, isOutput: false };
    }
    return { written: open, isOutput };
  }

  #hostsOf(path: string, state: ShellState): readonly string[] {
    for (const cwd of state.cwds) {
      const origin = state.made.get(tidyPath(path.startsWith("/") ? path : `${cwd ?? ""}/${path}`));
      if (origin?.from === "fetch") return origin.hosts;
    }
    return [];
  }

  #write(path: string, state: ShellState): void {
    for (const cwd of state.made.size === 0 ? [] : state.cwds) {
      const absolute = tidyPath(path.startsWith("/") ? path : `${cwd ?? ""}/${path}`);
      for (const { place, origin } of madeAbove(absolute, state.made)) {
        if (origin.from === "link" || (origin.from === "copy" && place !== absolute))
          this.reading.lose("it changes what lies below something this script has just made");
      }
      for (const target of behindLinks(absolute, state)) {
        this.reading.doubting(() => this.reading.path("write", target, state.cwds));
      }
    }
    this.reading.path("write", path, state.cwds);
  }

  #simple(node: CommandNode, state: ShellState, input: Flow | null): Flow {
    const assignments = node.prefix.filter((entry): entry is Assignment => entry.type === "Assignment");
    if (node.name === undefined) {
      for (const assignment of assignments) this.assign(assignment, state);
      return this.#redirected(node.redirects, state, input, () => opaqueFlow);
    }
    for (const assignment of assignments) {
      const { values } = this.#assignment(assignment, state);
      this.reading.assigned.add(assignment.name);
      if (assignment.name === "HUSKY") this.reading.effect("configure", "git:hooks", "costly");
      if (!isSteering(assignment.name, values)) continue;
      this.reading.effect("configure", `env:${assignment.name}`, "costly");
      this.reading.lose(`${assignment.name} steers what the command does`);
    }
    const name = node.name;
    return this.#redirected(node.redirects, state, input, (at, given) => this.#words(name, node, at, given));
  }

  #words(nameWord: Word, node: CommandNode, state: ShellState, input: Flow | null): Flow {
    const name = evaluateWord(nameWord, state, this);
    const plainName = name.drafts[0]?.fields[0] ?? "";
    const declares = name.drafts.length === 1 && declaring.has(plainName);
    const values: WordValue[] = [name];
    for (const argument of node.args) {
      if (argument.type === "Word") values.push(evaluateWord(argument, state, this));
      else if (declares) this.assign(argument, state);
      else {
        const { values: texts } = this.#assignment(argument, state);
        values.push({
          drafts: texts.map((text) => ({ fields: [`${argument.name}=${text}`] })),
          splits: false,
          isExpanded: false,
          hosts: [],
          secrets: [],
        });
      }
    }
    if (!quietAboutSecrets.has(plainName)) {
      for (const { secrets } of values)
        for (const secret of secrets) this.reading.effect("read", `env:${secret}`, "costly");
    }
    const splits = values.some((value) => value.splits);
    const hosts = values.flatMap((value) => value.hosts);
    const argvs = this.#argvs(values);
    const isPlain = !name.isExpanded && !hasForeignLetter(nameWord.text);
    if (!isPlain) this.reading.lose("the name of a command is not spelled out");
    if (state.isDisturbed) this.reading.lose("what came before changes what this command does");
    const flows: Flow[] = [];
    for (const argv of argvs)
      if (argv.length > 0) flows.push(this.#run({ argv, state, input, hosts, splits, isPlain }, this));
    return joinFlows(flows);
  }

  /** Every list of arguments that the words of a command may be. */
  #argvs(values: readonly WordValue[]): readonly (readonly string[])[] {
    let argvs: string[][] = [[]];
    for (const { drafts } of values) {
      const [only] = drafts;
      if (drafts.length === 1 && only !== undefined) {
        for (const argv of argvs) argv.push(...only.fields);
        continue;
      }
      const next = argvs.flatMap((left) => drafts.map(({ fields }) => [...left, ...fields]));
      if (next.length > mostValues) this.reading.lose("a command has more readings than are followed");
      argvs = next.slice(0, mostValues);
    }
    this.#runs += argvs.length;
    if (argvs.length < 2 || this.#runs <= mostRuns) return argvs;
    this.reading.lose("a command has more readings than are followed");
    return [mergeReadings(argvs)];
  }
}

/** One reading in the place of several: what they do not share is not known. */
function mergeReadings(argvs: readonly (readonly string[])[]): readonly string[] {
  const [first = []] = argvs;
  return first.map((word, index) => (argvs.every((argv) => argv[index] === word) ? word : unknownMark));
}

/** Letters beyond ASCII in the name of a command may only look like the name of another. */
function hasForeignLetter(text: string): boolean {
  return /[^\x20-\x7e]/.test(text) && /\p{L}/u.test(text.replace(/[\x20-\x7e]/g, ""));
}

const declaring = new Set(["declare", "typeset", "export", "local", "readonly"]);
const quietAboutSecrets = new Set(["test", "[", ...declaring]);

/** Paths that hold nothing. */
function isSilent(path: string): boolean {
  return isStream(path) || path.startsWith(pipeMark);
}

function leavesShell(node: PipelineNode): boolean {
  if (node.type === "BraceGroup") {
    const last = node.body.commands.at(-1)?.command;
    return last !== undefined && last.type !== "AndOr" && leavesShell(last);
  }
  return node.type === "Command" && /^(?:exit|return|break|continue)$/.test(node.name?.text ?? "");
}

function unreachable(_value: never): void {}

/** What a script prints, where its command says that it is one plain segment. */
function outputOf(script: ParsedScript): string {
  const [only] = script.commands;
  const command = only?.command;
  if (script.commands.length !== 1 || command?.type !== "Command") return unknownMark;
  const words = [command.name?.value ?? "", ...command.args.map((arg) => (arg.type === "Word" ? arg.value : "="))];
  const [name = "", first = "", ...rest] = words;
  const isPlain = words.every((word) => !/[$`]/.test(word));
  if (name === "nproc" || (name === "id" && first === "-u" && rest.length === 0)) return numberMark;
  if (name === "whoami" || name === "hostname" || name === "basename") return segmentMark;
  // `%D` and `%x` print slashes.
  if (
    name === "date" &&
    isPlain &&
    (words.length === 1 || (words.length === 2 && /^\+(?!.*(?:\/|%[-_0^#]*[Dx]))/.test(first)))
  ) {
    return segmentMark;
  }
  if (
    name === "mktemp" &&
    words.every((word) => /^(?:mktemp|-[dtqu]+|[A-Za-z0-9._-]+X{3,}[A-Za-z0-9._-]*)$/.test(word))
  ) {
    return `/tmp/${segmentMark}`;
  }
  const asksPath =
    /^--(?:show-toplevel|git-dir|absolute-git-dir|show-cdup|show-prefix|git-path|git-common-dir|show-superproject-working-tree)/;
  if (name === "git" && first === "rev-parse" && isPlain && !rest.some((word) => asksPath.test(word)))
    return segmentMark;
  return unknownMark;
}
