/**
 * @module The simple commands of a shell text in order, each with whether the exit code of the whole is its own: what a
 * claim about a run needs, and the effects of a command do not say (claim gate, 5.2).
 */

import type {
  AndOr,
  CommandNode,
  CompoundList,
  ParsedScript,
  Pipeline,
  PipelineNode,
  Redirection,
  Statement,
} from "unbash";
import { parse } from "unbash";

/** One simple command as written. */
export interface Step {
  /** The words without quotes. A part nobody knows keeps its `$`. */
  readonly argv: readonly string[];
  /** The words as written, to be read for their effects. */
  readonly text: string;
  /** The folder it runs in, relative to that of the call or absolute; `?` when nobody knows. */
  readonly folder: string;
  /** Whether exit 0 of the whole says that this ended with 0. */
  readonly decides: boolean;
  /** Whether it surely ran when the whole ended with 0. */
  readonly surely: boolean;
  /** Files it is redirected into. */
  readonly written: readonly string[];
  /** The text it is given, when that is in the script. */
  readonly input: string | null;
  /** Steps with one number are parts of one pipeline. */
  readonly pipeline: number;
}

export interface ScriptReading {
  readonly steps: readonly Step[];
  /** False when the text is not well-formed: then anything may have run. */
  readonly isUnderstood: boolean;
}

const longest = 20_000;
const mostSteps = 400;

interface Context {
  readonly decides: boolean;
  readonly surely: boolean;
}

class ScriptWalk {
  readonly steps: Step[] = [];
  isUnderstood = true;
  #folder = "";
  #pipelines = 0;
  #failsEarly = false;
  #pipeFails = false;

  script(script: ParsedScript, context: Context): void {
    if (script.errors !== undefined && script.errors.length > 0) this.isUnderstood = false;
    this.#statements(script.commands, context);
  }

  #statements(statements: readonly Statement[], context: Context): void {
    for (const [index, { command, background }] of statements.entries()) {
      const isLast = index === statements.length - 1;
      const decides = context.decides && background !== true && (isLast || this.#failsEarly);
      this.#andOr(command, { decides, surely: context.surely && background !== true });
    }
  }

  #andOr(node: PipelineNode | AndOr, context: Context): void {
    if (node.type !== "AndOr") {
      this.#pipeline(node, context);
      return;
    }
    for (const [index, command] of node.commands.entries()) {
      // Behind `||` it runs only if the one before failed; before one, its failure is forgiven.
      const isForgiven = node.operators.slice(index).includes("||");
      const isSpare = node.operators.slice(0, index).includes("||");
      const surely = context.surely && !isSpare && (index === 0 || !isForgiven);
      this.#pipeline(command, { decides: context.decides && !isForgiven && !isSpare, surely });
    }
  }

  #pipeline(node: PipelineNode | Pipeline, context: Context): void {
    if (node.type !== "Pipeline") {
      this.#pipelines += 1;
      this.#command(node, context);
      return;
    }
    const isNegated = node.prefixes.some(({ type }) => type !== "Time");
    this.#pipelines += 1;
    for (const [index, command] of node.commands.entries()) {
      const isLast = index === node.commands.length - 1;
      const decides = context.decides && !isNegated && (isLast || this.#pipeFails);
      const before = this.#pipelines;
      this.#command(command, { decides, surely: context.surely });
      this.#pipelines = before;
    }
  }

  #list(list: CompoundList, context: Context): void {
    this.#statements(list.commands, context);
  }

  #command(node: CommandNode, context: Context, around: readonly Redirection[] = []): void {
    const unsure = { decides: false, surely: false };
    if (this.steps.length >= mostSteps) {
      this.isUnderstood = false;
      return;
    }
    switch (node.type) {
      case "Command":
        this.#simple(node, context, around);
        return;
      case "Redirected":
        this.#redirected(node.redirects, context);
        this.#command(node.command, context, node.redirects);
        return;
      case "Subshell": {
        const folder = this.#folder;
        this.#list(node.body, context);
        this.#folder = folder;
        return;
      }
      case "BraceGroup":
        this.#list(node.body, context);
        return;
      case "If":
        this.#list(node.clause, unsure);
        this.#list(node.then, unsure);
        for (const { clause, then } of node.elif) {
          this.#list(clause, unsure);
          this.#list(then, unsure);
        }
        if (node.else !== undefined) this.#list(node.else, unsure);
        return;
      case "While":
        this.#list(node.clause, unsure);
        this.#list(node.body, unsure);
        return;
      case "For":
      case "ArithmeticFor":
      case "Select":
        this.#list(node.body, unsure);
        return;
      case "Case":
        for (const { body } of node.items) this.#list(body, unsure);
        return;
      case "TestCommand":
      case "ArithmeticCommand":
        this.#add({ argv: [node.type === "TestCommand" ? "[" : ":"], text: ":", written: [], input: null }, context);
        return;
      case "Function":
      case "Coproc":
        // What they hold may run at any time.
        this.isUnderstood = false;
        return;
      default:
        this.isUnderstood = false;
    }
  }

  /** Files that a group of commands writes. */
  #redirected(redirects: readonly Redirection[], context: Context): void {
    const written = filesOf(redirects);
    if (written.length > 0) this.#add({ argv: [":"], text: ":", written, input: null }, context);
  }

  #simple(node: Extract<CommandNode, { type: "Command" }>, context: Context, around: readonly Redirection[]): void {
    const redirects = [...node.redirects, ...around];
    const written = filesOf(node.redirects);
    const input = redirects.map(inputOf).find((text) => text !== null) ?? null;
    if (node.name === undefined) {
      if (written.length > 0) this.#add({ argv: [":"], text: ":", written, input }, context);
      return;
    }
    const argv = [node.name, ...node.args].map((word) => (word.type === "Word" ? word.value : word.text));
    const text = [node.name, ...node.args].map((word) => word.text).join(" ");
    this.#add({ argv, text, written, input }, context);
    const [name = "", first = ""] = argv;
    if (name === "cd" || name === "pushd") this.#enter(first);
    if (name === "set") {
      const options = argv.slice(1).join(" ");
      if (/(?:^| )-[a-z]*e|errexit/.test(options)) this.#failsEarly = true;
      if (/pipefail/.test(options)) this.#pipeFails = true;
    }
  }

  #enter(folder: string): void {
    if (folder.startsWith("/")) this.#folder = folder;
    else if (folder === "" || /[$~`*]/.test(folder) || folder === "-") this.#folder = "?";
    else if (this.#folder !== "?") this.#folder = this.#folder === "" ? folder : `${this.#folder}/${folder}`;
  }

  #add(step: Pick<Step, "argv" | "text" | "written" | "input">, { decides, surely }: Context): void {
    this.steps.push({ ...step, folder: this.#folder, decides, surely, pipeline: this.#pipelines });
  }
}

function filesOf(redirects: readonly Redirection[]): string[] {
  return redirects.flatMap((redirect) => {
    if (redirect.type !== "Redirect" || redirect.target === undefined) return [];
    const { operator, target } = redirect;
    if (!/^(?:>|>>|>\||&>|&>>|<>)$/.test(operator) || target.value.startsWith("/dev/")) return [];
    return [target.value];
  });
}

function inputOf(redirect: Redirection): string | null {
  if (redirect.type === "HereDoc") return redirect.body.text;
  return redirect.type === "HereString" ? (redirect.target?.value ?? null) : null;
}

/** Reads a shell text. Never throws; what cannot be parsed is not understood. */
export function readScript(text: string): ScriptReading {
  const walk = new ScriptWalk();
  if (text.length > longest) return { steps: [], isUnderstood: false };
  try {
    walk.script(parse(text), { decides: true, surely: true });
  } catch {
    walk.isUnderstood = false;
  }
  return { steps: walk.steps, isUnderstood: walk.isUnderstood };
}
