/** @module Walks the syntax tree of a script, in order, with what the shell knows at each point (actions, section 5.2). */

import type {
  AndOr,
  CommandNode as AnyCommand,
  CompoundList,
  ParsedScript,
  Pipeline,
  PipelineNode,
  Statement,
  Word,
} from "unbash";
import { parse } from "unbash";
import type { Place } from "../place.ts";
import type { Reading } from "../reading.ts";
import { Bounds } from "./bounds.ts";
import { type Flow, joinFlows, opaqueFlow } from "./flow.ts";
import { possibleFolders } from "./folders.ts";
import { knownOutput, outputOf } from "./outputs.ts";
import { redirected } from "./redirects.ts";
import type { InnerReader } from "./run.ts";
import { readSimple, type SimpleCommand } from "./simple.ts";
import {
  assignState,
  copyState,
  freshState,
  holdsState,
  leaveSubshell,
  mergeInto,
  mostValues,
  type ShellState,
} from "./state.ts";
import { readTest } from "./tests.ts";
import { isInteger, isKnown, pipeMark, unknownMark } from "./text.ts";
import type { Substituted, WordHost, WordValue } from "./word-value.ts";
import { evaluateWord, walkArithmetic } from "./words.ts";

export const longestCommand = 10_000;
const mostLanguages = 4;

/** What runs a simple command: the command table, in `dispatch.ts`. */
export type Runner = (command: SimpleCommand, shell: Shell) => Flow;

/** Reads one call's shell text. Everything found goes into its reading. */
export class Shell extends Bounds implements WordHost, InnerReader {
  readonly #run: Runner;
  #languages = 0;

  constructor(reading: Reading, place: Place, run: Runner, isFolder: (path: string) => boolean | null) {
    super(reading, place, isFolder);
    this.#run = run;
  }

  word(word: Word, state: ShellState, isAssignment = false): WordValue {
    return evaluateWord(word, state, this, isAssignment);
  }

  /** Reads the text of the call itself. */
  whole(text: string): Flow {
    const { cwd } = this.place;
    const flow = this.#script(parse(text), freshState([cwd]), null);
    this.finish();
    return flow;
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

  substitute(script: ParsedScript | undefined, state: ShellState, isPipe: boolean): Substituted {
    if (script === undefined) {
      this.reading.lose("a substitution has no script");
      return { texts: [unknownMark], hosts: [] };
    }
    const inner = copyState(state);
    const read = knownOutput(script, inner, this.place);
    if (read !== null) return read;
    const flow = this.#script(script, inner, null);
    leaveSubshell(state, inner);
    if (isPipe) return { texts: [pipeMark], hosts: flow.hosts };
    const output = outputOf(script);
    if (output !== unknownMark || flow.literal === null) return { texts: [output], hosts: flow.hosts };
    // What it would print counts against it, but what a command prints is never known.
    return { texts: [unknownMark, flow.literal.replace(/\n+$/, "")], hosts: flow.hosts };
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
      if (state.cwds !== before && !state.cwds.every((cwd) => cwd !== null && this.isFolderThere(cwd) === true)) {
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
        return readSimple(node, state, input, this, (command) => this.#run(command, this));
      case "Pipeline":
        return this.#pipeline(node, state, input);
      case "CompoundList":
        this.reading.lose("it is not a well-formed script");
        return this.#list(node, state, input);
      case "Redirected":
        return redirected(node.redirects, this, state, input, (at, given) => this.#command(node.command, at, given));
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
        readTest(node.expression, state, this);
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
}

function leavesShell(node: PipelineNode): boolean {
  if (node.type === "BraceGroup") {
    const last = node.body.commands.at(-1)?.command;
    return last !== undefined && last.type !== "AndOr" && leavesShell(last);
  }
  return node.type === "Command" && /^(?:exit|return|break|continue)$/.test(node.name?.text ?? "");
}

function unreachable(_value: never): void {}
