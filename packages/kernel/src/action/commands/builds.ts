/** @module Build tools whose tasks are the project's: cargo, go, make and their kin (section 6.4). */

import type { Command } from "../shell/command.ts";
import { noOptions } from "../shell/options.ts";
import type { Run } from "../shell/run.ts";
import { isKnown, unknownMark } from "../shell/text.ts";
import { executeFile, takesCode } from "./execute.ts";
import {
  declared,
  foreign,
  isElsewhere,
  outputs,
  publish,
  raw,
  registry,
  settings,
  task,
  words,
} from "./package-kinds.ts";
import { taskReversibility } from "./tasks.ts";

export const cargo = raw((run) => {
  for (const [index, arg] of run.args.entries()) {
    const manifest =
      arg === "--manifest-path" ? run.args[index + 1] : /^--manifest-path=(?<path>.+)$/.exec(arg)?.groups?.["path"];
    if (manifest !== undefined)
      run.cwds = run.absolute(manifest.includes("/") ? manifest.replace(/\/[^/]*$/, "") || "/" : ".");
  }
  const [verb = "", ...operands] = words(
    run.args.filter((arg) => !arg.startsWith("+")),
    /^(?:-p|--package|--manifest-path|--target|--features|-F|--bin|--example|--test|--bench|--profile|-j|--jobs|--target-dir|--message-format|--color|--config|-Z|--git|--branch|--tag|--rev|--path|--version|--root|--registry|--index|--token)$/,
  );
  if (run.args.some((arg) => arg.startsWith("--config") || arg.startsWith("-Z")))
    run.lose("cargo has settings of its own");
  if (
    /^(?:build|b|test|t|run|r|check|c|clippy|fmt|bench|doc|d|nextest|miri|rustc|rustdoc|fix|expand|llvm-cov|tarpaulin|machete|deny|audit|insta|make|xtask)$/.test(
      verb,
    )
  ) {
    const long: Readonly<Record<string, string>> = { b: "build", t: "test", r: "run", c: "check", d: "doc" };
    task(
      run,
      "cargo",
      long[verb] ?? verb,
      verb === "run" || verb === "r" || verb === "xtask" || verb === "make" ? operands.slice(0, 1) : [],
    );
  } else if (/^(?:fetch|update|generate-lockfile|vendor)$/.test(verb)) declared(run, "cargo");
  else if (verb === "add" || verb === "install" || verb === "binstall") {
    if (operands.length === 0) declared(run, "cargo");
    else foreign(run, "cargo", operands);
  } else if (/^(?:publish|yank|owner)$/.test(verb)) {
    if (run.args.includes("--dry-run") || run.args.includes("-n")) registry(run, "cargo");
    else publish(run, "pkg:cargo");
  } else if (/^(?:login|logout)$/.test(verb)) run.effect("configure", "pkg:cargo/login", "costly");
  else if (/^(?:clean)$/.test(verb)) run.effect("delete", "project:cargo/target");
  else if (/^(?:remove|rm|uninstall|new|init|package)$/.test(verb)) run.effect("write", "pkg:cargo");
  else if (
    /^(?:tree|metadata|search|info|help|version|locate-project|pkgid|read-manifest|verify-project|report|outdated|bloat|geiger)$/.test(
      verb,
    )
  )
    run.effect("read", "pkg:cargo");
  else if (verb !== "") run.lose("cargo has a subcommand nobody declared");
});

/** `cmake -E NAME …` is the command of another name. */
const cmakeTools: Readonly<Record<string, readonly string[]>> = {
  rm: ["rm"],
  remove: ["rm"],
  remove_directory: ["rm", "-r"],
  copy: ["cp"],
  copy_if_different: ["cp"],
  copy_directory: ["cp", "-r"],
  rename: ["mv"],
  make_directory: ["mkdir"],
  touch: ["touch"],
  touch_nocreate: ["touch"],
  create_symlink: ["ln", "-s"],
  create_hardlink: ["ln"],
  env: ["env"],
  time: ["time"],
  tar: ["tar"],
  cat: ["cat"],
  echo: ["echo"],
};

export const cmake: Command = raw((run) => {
  if (run.args[0] !== "-E") {
    bare.read(run, noOptions);
    return;
  }
  const argv = cmakeTools[run.args[1] ?? ""];
  if (argv === undefined) run.lose("cmake does something nobody declared");
  else run.inner.argv([...argv, ...run.args.slice(2)], run.state, run.input, run.splits);
});

export const go = raw((run) => {
  const [verb = "", ...operands] = words(
    run.args,
    /^(?:-run|-bench|-o|-C|-tags|-ldflags|-gcflags|-count|-timeout|-coverprofile|-cpuprofile|-memprofile|-p|-mod|-modfile)$/,
  );
  if (run.args.some((arg) => /^-(?:exec|toolexec|vettool|overlay)/.test(arg))) run.lose("go runs a program of its own");
  outputs(run);
  settings(run);
  if (/^(?:build|test|vet|generate|fmt|fix|tool)$/.test(verb)) task(run, "go", verb);
  else if (verb === "run") {
    const [target = ""] = operands;
    if (/@/.test(target)) foreign(run, "go", [target]);
    else if (/^\/|(?:^|\/)\.\.(?:\/|$)/.test(target))
      run.path("execute", target, { reversibility: taskReversibility([target]) });
    else task(run, "go", "run", [target]);
  } else if (verb === "mod") {
    if (/^(?:download|tidy|vendor)$/.test(operands[0] ?? "")) declared(run, "go");
    else if (/^(?:init|edit)$/.test(operands[0] ?? "")) run.effect("write", "pkg:go");
    else run.effect("read", "pkg:go");
  } else if (verb === "get" || verb === "install") {
    const remote = operands.filter((name) => !name.startsWith("./"));
    if (remote.length === 0) task(run, "go", "install");
    else foreign(run, "go", remote);
  } else if (verb === "env")
    run.effect(
      run.args.some((arg) => arg === "-w" || arg === "-u") ? "configure" : "read",
      "pkg:go/env",
      run.args.some((arg) => arg === "-w" || arg === "-u") ? "costly" : "reversible",
    );
  else if (verb === "clean") run.effect("delete", "project:go/cache");
  else if (/^(?:list|version|doc|help|work|telemetry|bug)$/.test(verb)) run.effect("read", "pkg:go");
  else if (verb !== "") run.lose("go has a subcommand nobody declared");
});

/** Tools whose first operands are tasks of the project. */
export function taskTool(tool: string, options: RegExp, isMany = true): Command {
  return raw((run) => {
    const folder = run.args.indexOf("-C");
    if (folder >= 0) run.cwds = run.absolute(run.args[folder + 1] ?? "");
    const setting = run.args.find((arg) => /^(?:SHELL|MAKEFLAGS|CC|CXX|LD|PATH)=/.test(arg));
    if (setting !== undefined || run.args.some((arg) => /^--(?:eval|shell)|^-E$/.test(arg)))
      run.lose("the task runs with settings of its own");
    const file = run.args.findIndex((arg) =>
      /^(?:-f|--file|--makefile|--justfile|-t|--taskfile|--build-file|-b)$/.test(arg),
    );
    const program = file < 0 ? undefined : run.args[file + 1];
    if (program !== undefined) {
      const isHere = run
        .absolute(program)
        .every((path) => path !== null && run.place.roots.some((root) => path.startsWith(`${root.path}/`)));
      if (!isHere || program === "-" || run.originOf(program) !== null)
        run.lose("the tasks are in a file that is not the project's");
    }
    const names = words(run.args, options).filter((word) => !/^[A-Za-z_][A-Za-z0-9_]*=/.test(word));
    if (run.args.some((arg) => /^(?:-n|--dry-run|--just-print)$/.test(arg)) && tool === "make") {
      run.effect("read", "project:make");
      return;
    }
    if (names.length === 0) task(run, tool, undefined);
    for (const name of isMany ? names : names.slice(0, 1)) task(run, tool, name, isMany ? [] : names.slice(1, 2));
  });
}

export const makeOptions = /^(?:-[CfjlIoW]|--(?:directory|file|makefile|jobs|load-average|include-dir))$/;

const compilers = /^(?:gcc|g\+\+|cc|clang|clang\+\+|rustc|ghc|swiftc)$/;

/** One tool that works on the project. */
export const bare: Command = raw((run) => {
  outputs(run);
  settings(run);
  if (
    run.args.some((arg) =>
      /^-(?:wrapper|load|Xclang|Xlinker)$|^-C(?:linker)?$|^-?-?(?:linker=|plugin-opt)/.test(arg),
    ) &&
    compilers.test(run.name)
  )
    run.lose(`${run.name} runs a program of its own`);
  const [first] = words(run.args);
  if (
    run.args.some((arg) => /^--(?:fix|write)$|^-[a-z]*[wi]$/.test(arg)) &&
    run.args.some((arg) => /^\/(?!dev\/)/.test(arg))
  ) {
    for (const path of words(run.args).filter((arg) => arg.startsWith("/"))) run.path("write", path);
  }
  run.effect(
    "execute",
    `project:${run.name}`,
    taskReversibility([first !== undefined && !/[./]/.test(first) ? first : ""]),
  );
});

/** A tool whose tasks are words among its first operands: `nx run app:deploy`, `mix hex.publish`. */
export const subcommanded: Command = raw((run) => {
  outputs(run);
  settings(run);
  const names = words(run.args).slice(0, 3);
  if (takesCode.test(names[0] ?? "")) run.lose(`${run.name} runs a program that is not read`);
  if (names.some((name) => !isKnown(name))) run.lose("it is not known which task runs");
  run.effect("execute", `project:${run.name}`, taskReversibility(names.filter((name) => !name.includes("/"))));
});

function settingsOfJava(run: Run): boolean {
  return run.args.some(
    (arg, index) =>
      /^(?:-cp|-classpath|--class-path|-p|--module-path)$/.test(run.args[index - 1] ?? "") &&
      arg.split(":").some((path) => isElsewhere(run, path)),
  );
}

export const java = raw((run) => {
  if (run.args.every((arg) => /^-?-(?:version|help|showversion)$/.test(arg))) return;
  if (
    run.args.some((arg) =>
      /^-(?:javaagent|agentlib|agentpath|Xbootclasspath|XX:OnError|XX:OnOutOfMemoryError)/.test(arg),
    )
  )
    run.lose("java loads other code first");
  const [first, ...rest] = words(run.args, /^(?:-cp|-classpath|--class-path|-p|--module-path|--add-modules)$/);
  const at = run.args.indexOf("-jar");
  if (at >= 0) executeFile(run, run.args[at + 1] ?? unknownMark, run.args.slice(at + 2));
  else if (first?.endsWith(".java") === true) executeFile(run, first, rest);
  else if (first === undefined) run.lose("it is not known what runs");
  else if (settingsOfJava(run)) run.lose("java runs classes from elsewhere");
  else task(run, "java", undefined, [first, ...rest.slice(0, 1)]);
});

export const maven = raw((run) => {
  const goals = words(run.args, /^(?:-f|--file|-pl|-P|-s|-t|--settings)$/);
  for (const goal of goals.length === 0 ? ["help"] : goals) task(run, run.name === "mvnw" ? "mvn" : run.name, goal);
  if (goals.some((goal) => /(?:^|:)deploy$/.test(goal))) publish(run, "pkg:maven");
  if (run.args.some((arg) => /^-D(?:exec|maven\.ext)/.test(arg))) run.lose("it runs a program of its own");
});

export const dotnet = raw((run) => {
  const [verb = "", ...operands] = words(
    run.args,
    /^(?:-c|-o|-f|-r|--configuration|--output|--framework|--project|--filter|--logger)$/,
  );
  if (/^(?:build|test|run|format|watch|clean|pack|msbuild|vstest)$/.test(verb))
    task(run, "dotnet", verb, verb === "run" ? operands.slice(0, 1) : []);
  else if (verb === "publish") task(run, "dotnet", "build");
  else if (verb === "restore") declared(run, "nuget");
  else if (verb === "nuget" && operands[0] === "push") publish(run, "pkg:nuget");
  else if (verb === "add" || (verb === "tool" && operands[0] === "install")) foreign(run, "nuget", operands.slice(1));
  else if (/^(?:list|sln|new|help|--info|remove)$/.test(verb))
    run.effect(verb === "new" || verb === "remove" || verb === "sln" ? "write" : "read", "pkg:nuget");
  else if (verb !== "") run.lose("dotnet has a subcommand nobody declared");
});
