/** @module One simple command: its assignments, its words, and every list of arguments they may be (actions, section 5.2). */

import type { Assignment, Command as CommandNode, Word } from "unbash";
import { assign, readAssignment } from "./assignments.ts";
import { type Flow, joinFlows, opaqueFlow } from "./flow.ts";
import { redirected } from "./redirects.ts";
import { isSteering, mostValues, type ShellState } from "./state.ts";
import { unknownMark } from "./text.ts";
import type { WordHost, WordValue } from "./word-value.ts";
import { evaluateWord } from "./words.ts";

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

/** Reads one command with its assignments, redirections and words, and runs each of its readings. */
export function readSimple(
  node: CommandNode,
  state: ShellState,
  input: Flow | null,
  host: WordHost,
  run: (command: SimpleCommand) => Flow,
): Flow {
  const assignments = node.prefix.filter((entry): entry is Assignment => entry.type === "Assignment");
  if (node.name === undefined) {
    for (const assignment of assignments) assign(assignment, state, host);
    return redirected(node.redirects, host, state, input, () => opaqueFlow);
  }
  for (const assignment of assignments) {
    const { values } = readAssignment(assignment, state, host);
    host.reading.assigned.add(assignment.name);
    if (assignment.name === "HUSKY") host.reading.effect("configure", "git:hooks", "costly");
    // `IFS= read -r line` divides that one line alone.
    if (assignment.name === "IFS" && /^(?:read|mapfile|readarray)$/.test(node.name.text)) continue;
    if (!isSteering(assignment.name, values)) continue;
    host.reading.effect("configure", `env:${assignment.name}`, "costly");
    host.reading.lose(`${assignment.name} steers what the command does`);
  }
  const name = node.name;
  return redirected(node.redirects, host, state, input, (at, given) => readWords(name, node, at, given, host, run));
}

function readWords(
  nameWord: Word,
  node: CommandNode,
  state: ShellState,
  input: Flow | null,
  host: WordHost,
  run: (command: SimpleCommand) => Flow,
): Flow {
  const name = evaluateWord(nameWord, state, host);
  const plainName = name.drafts[0]?.fields[0] ?? "";
  const declares = name.drafts.length === 1 && declaring.has(plainName);
  const values: WordValue[] = [name];
  for (const argument of node.args) {
    if (argument.type === "Word") values.push(evaluateWord(argument, state, host));
    else if (declares) assign(argument, state, host);
    else {
      const { values: texts } = readAssignment(argument, state, host);
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
      for (const secret of secrets) host.reading.effect("read", `env:${secret}`, "costly");
  }
  const splits = values.some((value) => value.splits);
  const hosts = values.flatMap((value) => value.hosts);
  const argvs = argvsOf(values, host);
  const isPlain = !name.isExpanded && !hasForeignLetter(nameWord.text);
  if (!isPlain) host.reading.lose("the name of a command is not spelled out");
  if (state.isDisturbed) host.reading.lose("what came before changes what this command does");
  const flows: Flow[] = [];
  for (const argv of argvs) if (argv.length > 0) flows.push(run({ argv, state, input, hosts, splits, isPlain }));
  return joinFlows(flows);
}

/** Every list of arguments that the words of a command may be. */
function argvsOf(values: readonly WordValue[], host: WordHost): readonly (readonly string[])[] {
  let argvs: string[][] = [[]];
  for (const { drafts } of values) {
    const [only] = drafts;
    if (drafts.length === 1 && only !== undefined) {
      for (const argv of argvs) argv.push(...only.fields);
      continue;
    }
    const next = argvs.flatMap((left) => drafts.map(({ fields }) => [...left, ...fields]));
    if (next.length > mostValues) host.reading.lose("a command has more readings than are followed");
    argvs = next.slice(0, mostValues);
  }
  return host.mayRun(argvs.length) ? argvs : [mergeReadings(argvs)];
}
