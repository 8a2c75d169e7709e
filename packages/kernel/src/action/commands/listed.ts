/** @module xargs and parallel: a command run for each line of a list (actions, section 5.6). */

import type { Command } from "../shell/command.ts";
import { type OptionTable, parseOptions } from "../shell/options.ts";
import type { Run } from "../shell/run.ts";
import { copyState } from "../shell/state.ts";
import { someOf, unknownMark } from "../shell/text.ts";

const xargsOptions: OptionTable = {
  short: "0a:d:E:e?I:i?J:L:l?n:oP:pR:rs:S:tx",
  long: "null arg-file= delimiter= eof? replace? max-lines? max-args= max-procs= interactive no-run-if-empty max-chars= verbose show-limits exit process-slot-var= open-tty",
  stops: true,
};

/** What a list on the input names: something below the folder it was listed from, or anything. */
function listed(run: Run): string {
  const bounded = run.input?.bounded ?? null;
  return bounded === null ? unknownMark : someOf(bounded);
}

function readList(run: Run, words: readonly string[], mark: string | null): void {
  const argv = words.length === 0 ? ["echo"] : words;
  const apply = (text: string) => {
    const filled =
      mark === null
        ? [...argv, text]
        : argv.map((word) => (word.includes(mark) ? word.replaceAll(mark, () => text) : word));
    // What nobody knows may be options too.
    return run.inner.argv(filled, copyState(run.state), null, text === unknownMark && mark === null);
  };
  const target = listed(run);
  apply(target);
  for (const name of run.input?.names ?? []) run.reading.doubting(() => apply(name));
  // What the script itself writes into the list counts against it.
  const literal = run.input?.literal ?? null;
  if (literal === null) return;
  run.reading.doubting(() => {
    for (const word of literal
      .split(/\s+/)
      .filter((part) => part !== "")
      .slice(0, 16))
      apply(word);
  });
}

export const xargs: Command = {
  options: xargsOptions,
  isRaw: true,
  read: (run) => {
    const options = parseOptions(run.args, xargsOptions);
    if (options.unknown.length > 0) run.lose("xargs has an option nobody declared");
    run.reads(options.values("a", "arg-file"));
    const marks = [
      ...options.values("I", "J"),
      ...options.values("i", "replace").map((mark) => (mark === "" ? "{}" : mark)),
    ];
    const mark = marks.at(-1) ?? (options.has("i", "replace") ? "{}" : null);
    const words = run.args.slice(options.rest);
    if (run.input !== null && run.input.hosts.length > 0 && /^(?:ba|da|z|k)?sh$/.test(words[0] ?? "")) {
      for (const host of run.input.hosts) run.effect("execute", `remote:${host}`, "irreversible");
    }
    readList(run, words, mark);
  },
};

export const parallel: Command = {
  options: { isLenient: true },
  isRaw: true,
  read: (run) => {
    const table: OptionTable = {
      short: "0a:C:d:I:j:kL:n:N:P:qrs:tuvXm",
      long: "jobs= keep-order halt= bar progress eta dry-run null arg-file= colsep= delimiter= max-args= max-procs= quote verbose line-buffer ungroup joblog= results= retries= timeout= tag will-cite no-notice",
      stops: true,
    };
    const options = parseOptions(run.args, table);
    if (options.unknown.length > 0) run.lose("parallel has an option nobody declared");
    run.reads(options.values("a", "arg-file"));
    run.writes(options.values("joblog", "results"));
    const rest = run.args.slice(options.rest);
    const at = rest.findIndex((word) => word.startsWith(":::"));
    const command = at < 0 ? rest : rest.slice(0, at);
    const values = at < 0 ? [] : rest.slice(at + 1).filter((word) => !word.startsWith(":::"));
    if (at >= 0 && rest[at] !== ":::" && !/^:::\+?$/.test(rest[at] ?? "")) {
      run.reads(values);
      readList(run, command, null);
      return;
    }
    const isText = command.length === 1 && /\s/.test(command[0] ?? "");
    const isFilled = command.some((word) => word.includes("{}"));
    const apply = (value: string) => {
      const filled = command.map((word) => word.replaceAll("{}", () => value));
      const words = isFilled ? filled : [...filled, value];
      if (isText) run.inner.text(words.join(" "), run.state);
      else run.inner.argv(words, copyState(run.state), null);
    };
    if (values.length > 0) for (const value of values.slice(0, 64)) apply(value);
    else if (isText) {
      run.lose("it is not known what the list names");
      run.inner.text(command[0] ?? "", run.state);
    } else readList(run, command, isFilled ? "{}" : null);
  },
};
