/** @module Shells and other interpreters: code that arrives as a file, as an argument, or through a pipe (section 5.7). */

import { type Command, tableOf } from "../shell/command.ts";
import { type Flow } from "../shell/flow.ts";
import type { Run } from "../shell/run.ts";
import { isKnown, pipeMark, unknownMark } from "../shell/text.ts";
import { executeFile } from "./execute.ts";
import { taskReversibility } from "./tasks.ts";

function executeHosts(run: Run, hosts: readonly string[]): void {
  for (const host of hosts) run.effect("execute", `remote:${host}`, "irreversible");
}

/** Code nobody has seen. */
function executeInput(run: Run, input: Flow | null): void {
  if (input !== null && input.hosts.length > 0) {
    executeHosts(run, input.hosts);
    return;
  }
  run.effect("execute", "stdin", "irreversible");
  run.lose("it runs what comes through a pipe");
}

/** A script whose text is an argument. What a command printed into it is not known. */
function runText(run: Run, text: string, positional: readonly string[]): Flow | undefined {
  if (run.hosts.length > 0) executeHosts(run, run.hosts);
  return run.inner.text(text, run.state, positional);
}

/** A file that runs; a process substitution is a pipe. */
function runFile(run: Run, path: string, args: readonly string[]): void {
  if (path.startsWith(pipeMark) || path === "/dev/stdin" || path === "-") {
    executeInput(
      run,
      run.hosts.length > 0
        ? { hosts: run.hosts, literal: null, bounded: null }
        : path.startsWith(pipeMark)
          ? null
          : run.input,
    );
    return;
  }
  executeFile(run, path, args);
}

const shellFlags = /^[+-][abefhiklmnprstuvxBCEHPT]*$/;

function readShell(run: Run): Flow | undefined {
  let at = 0;
  let isText = false;
  let isInput = false;
  for (; at < run.args.length; at += 1) {
    const arg = run.args[at] ?? "";
    if (arg === "--" || arg === "-") {
      at += 1;
      break;
    }
    if (/^[-+]o$/i.test(arg)) at += 1;
    else if (/^--(?:norc|noprofile|posix|login|verbose|restricted|noediting|debugger)$/.test(arg)) continue;
    else if (/^--(?:rcfile|init-file)/.test(arg)) {
      run.lose("the shell reads a start file of its own");
      if (!arg.includes("=")) at += 1;
    } else if (/^-[a-zA-Z]*c[a-zA-Z]*$/.test(arg)) isText = true;
    else if (/^-[a-zA-Z]*s[a-zA-Z]*$/.test(arg)) isInput = true;
    else if (shellFlags.test(arg) && arg.length > 1) {
      if (/^-[a-zA-Z]*[ip]/.test(arg)) run.lose("the shell reads start files");
    } else if (arg.startsWith("-")) run.lose("the shell has an option nobody declared");
    else break;
  }
  const [first, ...rest] = run.args.slice(at);
  if (isText) {
    if (first === undefined) run.lose("the shell has no text to run");
    return runText(run, first ?? unknownMark, rest);
  }
  if (first !== undefined && !isInput) {
    runFile(run, first, rest);
    return undefined;
  }
  const { input } = run;
  if (input?.literal !== null && input?.literal !== undefined) return run.inner.text(input.literal, run.state);
  executeInput(run, input);
  return undefined;
}

const shell: Command = { options: { isLenient: true }, isRaw: true, read: readShell };

interface Language {
  readonly name: string;
  /** Options with a value. */
  readonly values: RegExp;
  /** Options whose value, or the operand after them, is a program. */
  readonly inline: RegExp;
  readonly flags: RegExp;
}

const languages: Readonly<Record<string, Language>> = {
  python: { name: "python", values: /^-[WX]$/, inline: /^-[bBdEiIOqsSuvx]*c/, flags: /^-[bBdEIOqsSuvx]+$/ },
  node: {
    name: "node",
    values: /^(?:-r|--require|--import|--loader|--experimental-loader|-C|--conditions|--env-file)$/,
    inline: /^(?:-[ep]+|--eval|--print|-pe)(?:=.*)?$/,
    flags:
      /^(?:--(?:test|watch|check|no-warnings|enable-source-maps|experimental-[a-z-]+|max-old-space-size=[0-9]+|trace-[a-z-]+|stack-trace-limit=[0-9]+|conditions=.*|test-[a-z-]+(?:=.*)?|inspect(?:-brk)?|inspect(?:-brk)?=127\.0\.0\.1.*)|-c)$/,
  },
  perl: { name: "perl", values: /^-[IMm]$/, inline: /^-[a-zA-Z0-9]*[eE]/, flags: /^-[wWtTuUvcs]+$/ },
  ruby: { name: "ruby", values: /^-[Ir]$/, inline: /^-[a-zA-Z]*e/, flags: /^-[wWcvd]+$/ },
  php: { name: "php", values: /^-[dcz]$/, inline: /^-[rBRE]/, flags: /^-[lnqsiv]+$/ },
  deno: { name: "deno", values: /^$/, inline: /^$/, flags: /^$/ },
};

const checkOnly: Readonly<Record<string, RegExp>> = {
  node: /^(?:-c|--check)$/,
  php: /^-l$/,
  perl: /^-[wW]*c$/,
  ruby: /^-[wW]*c$/,
};

/** `python -m NAME` of the table; others are programs of a package. */
function readModule(run: Run, module: string, args: readonly string[]): void {
  if (module === "json.tool") {
    run.reads(args.filter((arg) => !arg.startsWith("-")).slice(0, 1));
    run.writes(args.filter((arg) => !arg.startsWith("-")).slice(1));
  } else if (module === "pytest" || module === "unittest")
    run.effect("execute", `project:${module}`, taskReversibility(args.slice(0, 1)));
  else if (module === "venv") run.writes(args.filter((arg) => !arg.startsWith("-")));
  else if (module === "pip") run.inner.argv(["pip", ...args], run.state, run.input);
  else if (module === "py_compile" || module === "compileall") run.reads(args.filter((arg) => !arg.startsWith("-")));
  else if (/^(?:mypy|ruff|black|flake8|pylint|isort|coverage|build|tox|nox|twine|poetry|uv)$/.test(module)) {
    run.inner.argv([module, ...args], run.state, run.input);
  } else if (module === "http.server") run.effect("publish", "tunnel", "costly");
  else {
    run.effect("execute", `program:${module}`, "irreversible");
    run.lose("nobody knows what this module does");
  }
}

function runInline(run: Run, language: string): void {
  if (run.hosts.length > 0) executeHosts(run, run.hosts);
  run.effect("execute", `inline:${language}`, "costly");
  run.lose(`it runs a program of ${language} that is not read`);
}

function readLanguage(run: Run, language: Language): void {
  const { args } = run;
  let at = 0;
  for (; at < args.length; at += 1) {
    const arg = args[at] ?? "";
    if (arg === "-V" || arg === "-v" || arg === "-h") return;
    if (checkOnly[language.name]?.test(arg) === true) {
      run.reads(args.slice(at + 1));
      return;
    }
    if (language.name === "python" && arg.startsWith("-m")) {
      const isJoined = arg.length > 2;
      readModule(run, isJoined ? arg.slice(2) : (args[at + 1] ?? ""), args.slice(at + (isJoined ? 1 : 2)));
      return;
    }
    if (!isKnown(arg.slice(0, 2)) && at === 0 && !arg.startsWith(pipeMark)) run.lose("an argument may be an option");
    if (language.inline.test(arg) && arg.startsWith("-")) {
      runInline(run, language.name);
      return;
    }
    if (language.values.test(arg)) {
      run.lose("it loads other code first");
      at += 1;
    } else if (arg === "-" || arg === "--") {
      at += arg === "--" ? 1 : 0;
      break;
    } else if (!arg.startsWith("-")) break;
    else if (!language.flags.test(arg)) run.lose(`${run.name} has an option nobody declared`);
    else if (arg === "--test") {
      run.effect("execute", "project:node/test", "reversible");
      return;
    }
  }
  const file = args[at];
  if (file !== undefined && file !== "-") {
    runFile(run, file, args.slice(at + 1));
    return;
  }
  if (run.input?.literal !== null && run.input?.literal !== undefined) runInline(run, language.name);
  else executeInput(run, run.input);
}

function interpreter(language: Language): Command {
  return { options: { isLenient: true }, isRaw: true, read: (run) => readLanguage(run, language) };
}

function languageOf(name: string): Language {
  return languages[name] ?? { name, values: /^$/, inline: /^$/, flags: /^$/ };
}

/** `deno` and `bun` are a runtime, a task runner and a package manager at once; their files and inline programs are here. */
export function readRuntime(run: Run, args: readonly string[]): void {
  const inline = args.findIndex(
    (arg) => arg === "eval" || arg === "-e" || arg === "--eval" || arg === "-p" || arg === "--print",
  );
  if (inline === 0) {
    runInline(run, run.name);
    return;
  }
  const isRun = args[0] === "run" || args[0] === "test" || args[0] === "bench";
  const rest = (isRun ? args.slice(1) : args).filter((arg) => !arg.startsWith("-"));
  const [file, ...others] = rest;
  if (file === undefined) executeInput(run, run.input);
  else if (/^https?:/.test(file)) executeHosts(run, [file.replace(/^https?:\/\//, "").split("/")[0] ?? "?"]);
  else runFile(run, file, others);
}

export const interpreterCommands = tableOf({
  "sh bash dash zsh ksh ash": shell,
  "python python2 python3 python3.10 python3.11 python3.12 python3.13 pypy pypy3": interpreter(languageOf("python")),
  "node nodejs tsx ts-node": interpreter(languageOf("node")),
  perl: interpreter(languageOf("perl")),
  ruby: interpreter(languageOf("ruby")),
  php: interpreter(languageOf("php")),
  "lua Rscript julia tclsh irb": interpreter(languageOf("lua")),
  osascript: {
    options: { isLenient: true },
    isRaw: true,
    read: (run) => runInline(run, "osascript"),
  },
});
