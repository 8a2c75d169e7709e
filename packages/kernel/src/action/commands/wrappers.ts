/** @module Commands that run another one: their own effects, and the reading of what they run (actions, section 5.6). */

import { type Command, tableOf } from "../shell/command.ts";
import { type OptionTable, parseOptions } from "../shell/options.ts";
import type { Run } from "../shell/run.ts";
import { copyState, isSteering } from "../shell/state.ts";
import { isKnown, isOpen, unknownMark } from "../shell/text.ts";
import { ssh } from "./elsewhere.ts";
import { parallel, xargs } from "./listed.ts";
import { assigns, inner, wrapper } from "./wrapper.ts";

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

/** Each operand is the text of a command, and so are the values of some options. */
function texts(values: RegExp, names: RegExp, writes: RegExp): Command {
  return {
    options: { isLenient: true },
    isRaw: true,
    read: (run) => {
      for (let at = 0; at < run.args.length; at += 1) {
        const arg = run.args[at] ?? "";
        const next = run.args[at + 1] ?? "";
        if (/^(?:-S|--shell)/.test(arg)) run.lose(`${run.name} runs its commands in a shell of its own`);
        if (writes.test(arg)) run.path("write", next);
        else if (names.test(arg)) run.inner.text(next, run.state);
        if (values.test(arg) || names.test(arg) || writes.test(arg)) at += 1;
        else if (arg.startsWith("npm:")) run.inner.argv(["npm", "run", arg.slice(4)], run.state, null);
        else if (!arg.startsWith("-")) run.inner.text(arg, run.state);
      }
    },
  };
}

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
  hyperfine: texts(
    /^(?:-[wrmMnuzLPD]|--(?:warmup|runs|min-runs|max-runs|command-name|time-unit|min-benchmarking-time|style|sort|input))$/,
    /^(?:-[psc]|--(?:prepare|setup|cleanup|conclude))$/,
    /^--(?:export-[a-z]+|output)$/,
  ),
  concurrently: texts(
    /^(?:-[nclmtp]|--(?:names|prefix-colors|prefix-length|max-processes|prefix|timestamp-format))$/,
    /^$/,
    /^$/,
  ),
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
