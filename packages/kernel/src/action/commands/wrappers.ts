/** @module Commands that run another one: their own effects, and the reading of what they run (actions, section 5.6). */

import { type Command, tableOf } from "../shell/command.ts";
import { type Flow } from "../shell/flow.ts";
import { type OptionTable, parseOptions } from "../shell/options.ts";
import type { Run } from "../shell/run.ts";
import { copyState, isSteering } from "../shell/state.ts";
import { isKnown, isOpen, shownText, someMark, unknownMark } from "../shell/text.ts";

const assignment = /^(?<name>[A-Za-z_][A-Za-z0-9_]*)=(?<value>.*)$/s;

function assigns(run: Run, word: string): boolean {
  const found = assignment.exec(word)?.groups;
  if (found === undefined) return false;
  const { name = "", value = "" } = found;
  run.reading.assigned.add(name);
  if (name === "HUSKY") run.effect("configure", "git:hooks", "costly");
  if (isSteering(name, [value])) {
    run.effect("configure", `env:${name}`, "costly");
    run.lose(`${name} steers what the command does`);
  }
  return true;
}

/** Runs the arguments from the first operand on; `skip` operands come before the command. */
function inner(run: Run, args: readonly string[], skip = 0, hasAssignments = false): Flow | undefined {
  let at = skip;
  if (hasAssignments) while (assigns(run, args[at] ?? "")) at += 1;
  const argv = args.slice(at);
  if (argv.length === 0) return undefined;
  return run.inner.argv(argv, run.state, run.input, run.splits);
}

/** Looks for the command of a wrapper whose options nobody declared: any tail that begins with one. */
function wrapper(
  options: OptionTable,
  skip = 0,
  before?: (run: Run, has: (...names: string[]) => boolean) => boolean | void,
): Command {
  const table = { ...options, stops: true };
  return {
    options: table,
    isRaw: true,
    read: (run) => {
      const parsed = parseOptions(run.args, table);
      if (parsed.unknown.length > 0) {
        run.lose(`${run.name} has an option nobody declared`);
        for (let at = 0; at < run.args.length && at < 16; at += 1) {
          const argv = run.args.slice(at);
          if (!(argv[0] ?? "-").startsWith("-"))
            run.reading.doubting(() => run.inner.argv(argv, run.state, run.input, run.splits));
        }
        return undefined;
      }
      if (before?.(run, (...names) => parsed.has(...names)) === false) return undefined;
      return inner(run, run.args.slice(parsed.rest), skip);
    },
  };
}

const sudoOptions: OptionTable = {
  short: "AbBC:D:Eeg:Hh:iKklnNp:PR:r:SsT:t:U:u:Vv",
  long: "askpass background bell close-from= chdir= preserve-env? edit group= set-home host= login remove-timestamp reset-timestamp list non-interactive no-update prompt= preserve-groups chroot= role= stdin shell command-timeout= type= other-user= user= version validate",
  stops: true,
};

const sudo: Command = {
  options: sudoOptions,
  isRaw: true,
  read: (run) => {
    const options = parseOptions(run.args, sudoOptions);
    if (
      options.has("l", "list", "k", "K", "v", "V", "version", "validate", "reset-timestamp", "remove-timestamp") &&
      options.rest >= run.args.length
    ) {
      return undefined;
    }
    const [user = "root"] = options.values("u", "user");
    run.effect("elevate", `user:${user}`, "costly");
    if (options.unknown.length > 0) run.lose("sudo has an option nobody declared");
    if (options.has("R", "chroot")) run.lose("it runs below another root");
    const [folder] = options.values("D", "chdir");
    if (folder !== undefined) run.lose("it runs in another folder");
    const rest = run.args.slice(options.rest);
    if (options.has("e", "edit")) {
      run.writes(rest);
      return undefined;
    }
    if (rest.length === 0) {
      run.lose("it starts a shell with more rights");
      return undefined;
    }
    if (options.has("i", "s", "login", "shell")) run.lose("it starts a shell with more rights");
    return inner(run, rest, 0, true);
  },
};

const su: Command = {
  options: { isLenient: true },
  isRaw: true,
  read: (run) => {
    const options = parseOptions(run.args, {
      short: "c:lmps:g:G:Pfu:",
      long: "command= login preserve-environment shell= user= group= session-command=",
    });
    const operands = options.operands.filter((word) => word !== "-");
    const [user = operands[0] ?? "root"] = options.values("u", "user");
    run.effect("elevate", `user:${user}`, "costly");
    const texts = options.values("c", "command", "session-command");
    for (const text of texts) run.inner.text(text, run.state);
    const isRunuser = options.has("u", "user");
    if (texts.length === 0 && isRunuser && operands.length > 0) return inner(run, operands);
    if (texts.length === 0) run.lose("it starts a shell with more rights");
    return undefined;
  },
};

const env: Command = {
  options: {
    short: "iu:C:S:v0",
    long: "ignore-environment unset= chdir= split-string= debug null block-signal? default-signal? ignore-signal?",
    stops: true,
  },
  isRaw: true,
  read: (run) => {
    const options = parseOptions(run.args, env.options);
    if (options.unknown.length > 0) run.lose("env has an option nobody declared");
    const [folder] = options.values("C", "chdir");
    const state = copyState(run.state);
    if (folder !== undefined) state.cwds = run.absolute(folder);
    const split = options.values("S", "split-string").flatMap((text) => {
      if (!isKnown(text) || /["'\\$]/.test(text)) run.lose("env splits a text in its own way");
      return text.trim().split(/\s+/);
    });
    const words = [...split, ...run.args.slice(options.rest)];
    let at = 0;
    while (words[at] === "-" || assigns(run, words[at] ?? "")) at += 1;
    const argv = words.slice(at);
    for (const name of options.values("u", "unset")) if (isSteering(name, [unknownMark])) assigns(run, `${name}=`);
    if (argv.length === 0) {
      run.effect("read", "env:*", "costly");
      return undefined;
    }
    const flow = run.inner.argv(argv, state, run.input, run.splits);
    run.state.made = state.made;
    return flow;
  },
};

const xargsOptions: OptionTable = {
  short: "0a:d:E:e?I:i?J:L:l?n:oP:pR:rs:S:tx",
  long: "null arg-file= delimiter= eof? replace? max-lines? max-args= max-procs= interactive no-run-if-empty max-chars= verbose show-limits exit process-slot-var= open-tty",
  stops: true,
};

/** What a list on the input names: something below the folder it was listed from, or anything. */
function listed(run: Run): string {
  const bounded = run.input?.bounded ?? null;
  return bounded === null ? unknownMark : `${someMark}${bounded}`;
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

const xargs: Command = {
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

const parallel: Command = {
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

const watch: Command = {
  options: {
    short: "bcd?eghn:pqrtvwx",
    long: "beep color differences? errexit chgexit interval= no-title no-wrap precise exec",
    stops: true,
  },
  isRaw: true,
  read: (run) => {
    const options = parseOptions(run.args, watch.options);
    if (options.unknown.length > 0) run.lose("watch has an option nobody declared");
    const words = run.args.slice(options.rest);
    if (options.has("x", "exec")) return inner(run, words);
    run.inner.text(words.join(" "), run.state);
    return undefined;
  },
};

/** A text after an option that a shell runs, else the arguments. */
function textOption(table: OptionTable, name: string, skip = 0, reads: "text" | "argv" = "text"): Command {
  const stopping = { ...table, stops: true };
  return {
    options: stopping,
    isRaw: true,
    read: (run) => {
      const options = parseOptions(run.args, stopping);
      if (options.unknown.length > 0) run.lose(`${run.name} has an option nobody declared`);
      const texts = options.values(name, "command", "run");
      for (const text of texts) run.inner.text(text, run.state);
      if (texts.length > 0 && reads === "text") {
        run.writes(run.name === "script" ? run.args.slice(options.rest) : []);
        return undefined;
      }
      const rest = run.args.slice(options.rest);
      // `flock FILE -c TEXT`
      const at = rest.findIndex((word, index) => index >= skip && word === "-c");
      if (at >= 0 && run.name === "flock") {
        run.inner.text(rest[at + 1] ?? unknownMark, run.state);
        return undefined;
      }
      return inner(run, rest, skip);
    },
  };
}

/** What follows `--`, or the first operand after `skip` ones. */
function afterDashes(skip = 0): Command {
  return {
    options: { isLenient: true },
    isRaw: true,
    read: (run) => {
      const at = run.args.indexOf("--");
      if (at >= 0) return inner(run, run.args.slice(at + 1));
      run.lose(`${run.name} has an option nobody declared`);
      const from = run.args.findIndex((word, index) => index >= skip && !word.startsWith("-"));
      if (from >= 0) run.reading.doubting(() => inner(run, run.args.slice(from)));
      return undefined;
    },
  };
}

/** A command on another machine: its paths are that machine's, what cannot be undone stays so. */
export function readElsewhere(run: Run, host: string, argv: readonly string[], isText: boolean): void {
  const before = run.reading.effects.length;
  const state = copyState(run.state);
  state.cwds = ["/\uFFFC"];
  if (isText) run.inner.text(argv.join(" "), state);
  else if (argv.length > 0) run.inner.argv(argv, state, null);
  run.reading.elsewhere(before, host);
}

const ssh: Command = {
  options: { short: "1246AaB:b:CcD:E:e:F:fGgI:i:J:KkL:l:Mm:NnO:o:p:P:Q:qR:S:sTtVvW:w:XxYy", long: "", stops: true },
  isRaw: true,
  read: (run) => {
    const options = parseOptions(run.args, ssh.options);
    if (options.unknown.length > 0) run.lose("ssh has an option nobody declared");
    if (options.has("V", "Q", "G")) return;
    run.reads(options.values("i", "F"));
    if (options.values("o").some((value) => /proxycommand|localcommand|knownhostscommand/i.test(value)))
      run.lose("ssh runs a command of its own");
    const [destination, ...rest] = run.args.slice(options.rest);
    const host = shownText((destination ?? "?").replace(/^.*@/, ""));
    if (options.has("R", "L", "D", "W", "w")) {
      run.effect("publish", "tunnel", "costly");
      run.lose("it opens a tunnel");
    }
    run.effect("publish", `host:${host}`, "costly");
    if (rest.length === 0) {
      if (!options.has("N")) run.lose("it opens a shell on another machine");
      return;
    }
    readElsewhere(run, host, rest, true);
  },
};

const busybox: Command = { options: { isLenient: true }, isRaw: true, read: (run) => inner(run, run.args) };

const commandBuiltin: Command = {
  options: { short: "pvV", stops: true },
  isRaw: true,
  read: (run) => {
    const options = parseOptions(run.args, commandBuiltin.options);
    if (options.has("v", "V")) return undefined;
    if (options.unknown.length > 0) run.lose("command has an option nobody declared");
    return inner(run, run.args.slice(options.rest));
  },
};

const exec: Command = {
  options: { short: "cla:", stops: true },
  isRaw: true,
  read: (run) => {
    const options = parseOptions(run.args, exec.options);
    return inner(run, run.args.slice(options.rest));
  },
};

const chroot = wrapper({ long: "userspec= groups= skip-chdir", short: "u:g:G:n" }, 1, (run) => {
  run.effect("elevate", "user:root", "costly");
  run.lose("it runs below another root");
});

function isOpenTail(run: Run): boolean {
  return run.args.some(isOpen);
}

const namespaces: Command = {
  options: { isLenient: true },
  isRaw: true,
  read: (run) => {
    run.effect("elevate", "user:root", "costly");
    run.lose("it runs in other namespaces");
    const at = run.args.findIndex((word) => !word.startsWith("-"));
    if (at >= 0 && !isOpenTail(run))
      run.reading.doubting(() => inner(run, run.args.slice(run.args.indexOf("--") + 1 || at)));
    return undefined;
  },
};

export const wrapperCommands = tableOf({
  "sudo doas": sudo,
  pkexec: wrapper({ long: "user= disable-internal-agent keep-cwd" }, 0, (run) =>
    run.effect("elevate", "user:root", "costly"),
  ),
  "su runuser": su,
  env,
  timeout: wrapper({ short: "fk:ps:v", long: "foreground kill-after= preserve-status signal= verbose" }, 1),
  time: wrapper({ short: "apf:o:qvV", long: "append format= output= portability quiet verbose" }, 0, (run) => {
    for (const [index, arg] of run.args.entries()) {
      if (/^(?:-o|--output)$/.test(arg)) run.path("write", run.args[index + 1] ?? "");
      else if (/^(?:-o|--output=)./.test(arg)) run.path("write", arg.replace(/^(?:-o|--output=)/, ""));
    }
  }),
  nice: {
    ...wrapper({ short: "n:", long: "adjustment=", hasNumbers: true }),
  },
  ionice: wrapper({ short: "c:n:tp:P:u:", long: "class= classdata= ignore" }),
  nohup: wrapper({}),
  stdbuf: wrapper({ short: "i:o:e:", long: "input= output= error=" }),
  setsid: wrapper({ short: "cfw", long: "ctty fork wait" }),
  chrt: wrapper({ short: "abdfioRrT:P:D:pmv", long: "all-tasks batch deadline fifo idle other rr reset-on-fork" }, 1),
  taskset: wrapper({ short: "acp", long: "all-tasks cpu-list pid" }, 1),
  caffeinate: wrapper({ short: "dimsut:w:" }),
  unbuffer: wrapper({ short: "p" }),
  "xvfb-run": wrapper({
    short: "ae:f:ln:p:s:w:",
    long: "auto-servernum error-file= auth-file= listen-tcp server-num= xauth-protocol= server-args= wait=",
  }),
  "builtin noglob nocorrect": wrapper({}),
  command: commandBuiltin,
  exec,
  xargs,
  "parallel sem": parallel,
  watch,
  flock: textOption(
    {
      short: "sxeunE:w:oFc:",
      long: "shared exclusive unlock nonblock nb timeout= wait= conflict-exit-code= close no-fork verbose",
    },
    "c",
    1,
  ),
  script: textOption(
    {
      short: "aB:c:E:efI:m:O:o:qT:t?",
      long: "append command= return flush force quiet log-in= log-out= log-io= logging-format= log-timing=",
    },
    "c",
  ),
  "nix-shell": textOption({ short: "p:A:I:", long: "run= command= pure packages= keep= arg= argstr=" }, "run"),
  "strace ltrace": wrapper(
    { short: "cCdDfFhiknqrStTvVwxyYzZ0a:b:e:E:I:o:O:p:P:s:S:u:U:X:A", long: "" },
    0,
    (run, has) => {
      if (has("o")) run.lose("a trace is written");
    },
  ),
  "systemd-run": wrapper(
    {
      short: "dGHM:p:PqrStuE:",
      long: "user system scope unit= property= description= slice= wait pipe pty quiet collect same-dir working-directory= uid= gid= setenv= on-active= on-calendar= shell",
    },
    0,
    (run, has) => {
      run.effect("configure", "service:transient", "costly");
      if (has("E", "setenv", "p", "property", "S", "shell")) run.lose("it runs with settings of its own");
    },
  ),
  "busybox toybox": busybox,
  direnv: {
    options: { isLenient: true },
    isRaw: true,
    read: (run) => {
      const [first = "", , ...rest] = run.args;
      if (first === "exec") return inner(run, rest);
      if (first === "allow" || first === "permit" || first === "grant") run.effect("configure", "env:direnv", "costly");
      else if (first !== "status" && first !== "version") run.lose("direnv does something nobody declared");
      return undefined;
    },
  },
  dotenv: afterDashes(),
  op: secretRunner("run"),
  doppler: secretRunner("run"),
  "aws-vault": secretRunner("exec"),
  mise: secretRunner("exec"),
  ssh,
  chroot,
  "nsenter unshare firejail-unknown": namespaces,
});

/** `op run -- CMD` and its kin put secrets into the command's environment. */
function secretRunner(verb: string): Command {
  return {
    options: { isLenient: true },
    isRaw: true,
    read: (run) => {
      const [first = ""] = run.args;
      const at = run.args.indexOf("--");
      if ((first === verb || (verb === "exec" && first === "x")) && at > 0) return inner(run, run.args.slice(at + 1));
      if (run.name !== "mise") run.effect("read", `env:${run.name}`, "costly");
      run.lose(`${run.name} does something nobody declared`);
      if (at > 0) run.reading.doubting(() => inner(run, run.args.slice(at + 1)));
      return undefined;
    },
  };
}
