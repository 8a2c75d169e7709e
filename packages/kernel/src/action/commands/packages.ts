/** @module Packages, builds and tests: code of the project, code it has declared, and code nobody here has chosen (section 6.4). */

import { type Command, tableOf } from "../shell/command.ts";
import type { Run } from "../shell/run.ts";
import { isKnown } from "../shell/text.ts";
import { readRuntime } from "./interpreters.ts";
import { taskReversibility } from "./tasks.ts";

function words(args: readonly string[], withValue: RegExp = /^$/): string[] {
  const found: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? "";
    if (arg === "--") return [...found, ...args.slice(at + 1)];
    if (withValue.test(arg)) at += 1;
    else if (!arg.startsWith("-")) found.push(arg);
  }
  return found;
}

function raw(read: (run: Run) => void): Command {
  return { options: { isLenient: true }, isRaw: true, read };
}

const outputOption =
  /^--?(?:o|out|out-?file|out-?dir|output|output-?file|output-?dir|output-?path|junit-?xml|report-?file|basetemp|dest)(?:=(?<path>.+))?$/i;

/** Files a build or a test is told to write. */
function outputs(run: Run): void {
  for (const [index, arg] of run.args.entries()) {
    const found = outputOption.exec(arg);
    const path = found === null ? undefined : (found.groups?.["path"] ?? run.args[index + 1]);
    if (path !== undefined && !path.startsWith("-")) run.path("write", path);
  }
}

/** Runs a task of the project; its name says how far it reaches. */
function task(run: Run, tool: string, name: string | undefined, also: readonly string[] = []): void {
  if (name !== undefined && !isKnown(name)) run.lose("it is not known which task runs");
  const target = name === undefined ? `project:${tool}` : `project:${tool}/${name}`;
  run.effect("execute", target, taskReversibility([name ?? "", ...also]));
}

function declared(run: Run, ecosystem: string): void {
  run.effect("network", `host:registry.${ecosystem}`);
  run.effect("write", `pkg:${ecosystem}`);
  run.effect("execute", `pkg:${ecosystem}`);
}

/** Code from a registry that nobody here has chosen yet. */
function foreign(run: Run, ecosystem: string, names: readonly string[]): void {
  run.effect("network", `host:registry.${ecosystem}`);
  for (const name of names) run.effect("execute", `pkg:${ecosystem}/${plainName(name)}`, "costly");
}

/** A package's name without its version. */
function plainName(name: string): string {
  const at = name.indexOf("@", 1);
  return at > 0 && !name.includes(":") ? name.slice(0, at) : name;
}

function registry(run: Run, ecosystem: string): void {
  run.effect("network", `host:registry.${ecosystem}`);
}

function publish(run: Run, target: string): void {
  run.effect("publish", target, "irreversible");
}

/** `npx NAME` and its kin: a program the project has, or a package of the registry. */
function runPackage(run: Run, args: readonly string[], isForeign: boolean): void {
  const withValue = /^(?:-p|--package|-c|--call|-w|--workspace)$/;
  const packages: string[] = [];
  let isAsked = isForeign;
  let at = 0;
  for (; at < args.length; at += 1) {
    const arg = args[at] ?? "";
    if (arg === "--") {
      at += 1;
      break;
    }
    if (/^(?:-p|--package)$/.test(arg)) packages.push(args[at + 1] ?? "?");
    if (arg.startsWith("--package=")) packages.push(arg.slice(10));
    if (/^(?:-c|--call)$/.test(arg)) {
      run.inner.text(args[at + 1] ?? "", run.state);
      if (packages.length > 0) foreign(run, "npm", packages);
      return;
    }
    if (arg === "-y" || arg === "--yes") isAsked = true;
    else if (withValue.test(arg)) at += 1;
    else if (!arg.startsWith("-")) break;
    else if (
      !/^(?:--no-install|--no|-q|--quiet|--offline|--prefer-offline|--silent|--bun|--workspaces|-ws|--ignore-existing)$/.test(
        arg,
      )
    )
      run.lose(`${run.name} has an option nobody declared`);
  }
  const [name, ...rest] = args.slice(at);
  if (name === undefined) {
    if (packages.length > 0) foreign(run, "npm", packages);
    else run.lose("it is not known what runs");
    return;
  }
  if (!isKnown(name)) run.lose("it is not known what runs");
  // The gate's own command is itself, whoever starts it.
  if (plainName(name).split("/").at(-1) === "warrant" || plainName(name) === "@warrant/cli")
    run.inner.argv(["warrant", ...rest], run.state, null);
  const isLocal = run.place.local_bins.includes(name) && packages.length === 0 && !isAsked;
  if (isLocal) task(run, name, undefined, rest.filter((word) => !word.startsWith("-")).slice(0, 1));
  else foreign(run, "npm", packages.length > 0 ? packages : [name]);
}

const nodeOptions =
  /^(?:--prefix|-C|--cwd|--dir|-w|--workspace|--filter|-F|--registry|--loglevel|--tag|--otp|--access)$/;
const nodeFlags = /^(?:-[a-zA-Z]|--[a-z-]+(?:=.*)?)$/;

/** Every package manager of Node; its tasks are one project's tasks. */
const node = raw((run) => {
  const { args, name } = run;
  for (const [index, arg] of args.entries()) {
    const folder = /^(?:--prefix|-C|--cwd|--dir)$/.test(arg)
      ? args[index + 1]
      : /^--(?:prefix|cwd|dir)=(?<path>.+)$/.exec(arg)?.groups?.["path"];
    if (folder !== undefined) run.cwds = run.absolute(folder);
  }
  const [verb = "", ...operands] = words(args, nodeOptions);
  const rest = args.slice(args.indexOf(verb) + 1);
  const isWide = args.some((arg) => arg === "-g" || arg === "--global" || arg === "--location=global");
  if (args.some((arg) => arg.startsWith("-") && !nodeFlags.test(arg) && args.indexOf(arg) < args.indexOf(verb)))
    run.lose(`${name} has an option nobody declared`);
  if (verb === "" || verb === "help" || verb === "--version") {
    if (verb === "" && name === "yarn") declared(run, "npm");
    return;
  }
  if (!isKnown(verb)) {
    run.lose("it is not known what runs");
    return;
  }
  if (/^(?:test|t|tst|start|stop|restart)$/.test(verb))
    task(run, "npm", verb === "t" || verb === "tst" ? "test" : verb, operands.slice(0, 1));
  else if (/^(?:run|run-script|rum|urn)$/.test(verb)) {
    if (name === "bun" && operands[0] !== undefined && /[./]/.test(operands[0])) readRuntime(run, ["run", ...rest]);
    else if (operands[0] === undefined) run.effect("read", "project:npm");
    else task(run, "npm", operands[0], operands.slice(1, 2));
  } else if (/^(?:ci|clean-install|install-test|it)$/.test(verb)) declared(run, "npm");
  else if (/^(?:install|i|add|in|isntall)$/.test(verb)) {
    if (isWide) run.effect("configure", "pkg:global", "costly");
    if (operands.length === 0) declared(run, "npm");
    else {
      foreign(run, "npm", operands);
      run.effect("write", "pkg:npm");
    }
  } else if (
    /^(?:uninstall|un|remove|rm|r|version|prune|dedupe|rebuild|link|unlink|pack|set-script|update|up|upgrade|import|store|patch|patch-commit|deduplicate)$/.test(
      verb,
    )
  ) {
    if (/^(?:update|up|upgrade|dedupe)$/.test(verb)) registry(run, "npm");
    if (verb === "rebuild") run.effect("execute", "pkg:npm");
    run.effect("write", "pkg:npm", isWide || /^(?:update|up|upgrade)$/.test(verb) ? "costly" : "reversible");
  } else if (
    /^(?:view|v|show|info|ls|list|la|ll|outdated|search|fund|why|explain|bin|root|prefix|ping|whoami|docs|repo|bugs|doctor|query|sbom|licenses|node|workspaces|workspace|explore)$/.test(
      verb,
    )
  ) {
    if (verb === "workspace" && operands.length > 1) task(run, "npm", operands[operands[1] === "run" ? 2 : 1]);
    else if (verb === "workspaces" && operands.length > 0) task(run, "npm", operands.at(-1));
    else registry(run, "npm");
    if (verb === "explore") run.lose("npm runs a shell elsewhere");
  } else if (verb === "audit") {
    registry(run, "npm");
    if (operands[0] === "fix") run.effect("write", "pkg:npm", "costly");
  } else if (
    /^(?:publish|unpublish|deprecate|undeprecate|dist-tag|dist-tags|owner|access|team|org|hook|profile|star|unstar|trust)$/.test(
      verb,
    )
  ) {
    if (
      (/^dist-tags?$/.test(verb) && /^(?:ls|list)$/.test(operands[0] ?? "")) ||
      (/^(?:owner|access)$/.test(verb) && /^(?:ls|list|get)$/.test(operands[0] ?? ""))
    )
      registry(run, "npm");
    else if (args.includes("--dry-run")) registry(run, "npm");
    else publish(run, "pkg:npm");
  } else if (verb === "npm" && name === "yarn") {
    if (operands[0] === "publish") publish(run, "pkg:npm");
    else registry(run, "npm");
  } else if (/^(?:login|logout|adduser|token|config|c|set|get|edit|setup)$/.test(verb)) {
    if (verb === "get" || (/^(?:config|c)$/.test(verb) && /^(?:get|list|ls)$/.test(operands[0] ?? "get")))
      run.effect("read", "pkg:npm/config");
    else run.effect("configure", "pkg:npm/config", "costly");
  } else if (/^(?:exec|x|dlx)$/.test(verb)) runPackage(run, rest, verb === "dlx");
  else if (/^(?:init|create)$/.test(verb)) {
    if (operands.length === 0) run.effect("write", "pkg:npm");
    else foreign(run, "npm", operands.map((word) => `create-${word}`).slice(0, 1));
  } else if (verb === "cache")
    run.effect(/^(?:clean|clear|rm)$/.test(operands[0] ?? "") ? "delete" : "read", "pkg:npm/cache");
  else if (name === "bun" && /[./]/.test(verb)) readRuntime(run, args);
  else if (name === "bun" && /^(?:-e|-p|--eval|--print|build|upgrade|pm|repl)$/.test(verb)) {
    if (verb === "build") task(run, "bun", "build");
    else run.lose("bun does something nobody declared");
  } else if (name === "npm") run.lose("npm has a subcommand nobody declared");
  else task(run, "npm", verb, operands.slice(0, 1));
});

const npx = raw((run) => runPackage(run, run.args, false));

function pip(run: Run): void {
  const [verb = "", ...operands] = words(
    run.args,
    /^(?:-r|--requirement|-c|--constraint|-i|--index-url|--extra-index-url|-t|--target|--prefix|--root|-f|--find-links|--python|-e|--editable|--platform|--cache-dir|--log|--timeout|--proxy|-d|--dest)$/,
  );
  if (/^(?:install|download|wheel)$/.test(verb)) {
    const names = operands.filter((name) => !/^\.{1,2}(?:$|\/|\[)/.test(name));
    if (run.args.some((arg) => /^(?:-i|--index-url|--extra-index-url|--trusted-host|-f|--find-links)/.test(arg)))
      run.lose("packages come from elsewhere");
    const sources = run.args.filter(
      (arg, index) =>
        /^(?:-[re]|--(?:requirement|editable))/.test(run.args[index - 1] ?? "") ||
        /^(?:-[re]|--(?:requirement|editable)=)./.test(arg),
    );
    const remote = sources.filter((source) => /:\/\/|^git\+/.test(source));
    if (remote.length > 0) foreign(run, "pip", remote);
    else if (run.args.some((arg) => /^(?:-r|-e|--requirement|--editable)/.test(arg)) && names.length === 0)
      declared(run, "pip");
    else if (names.length === 0) declared(run, "pip");
    else
      foreign(
        run,
        "pip",
        names.map((name) => name.split(/[=<>~![]/)[0] ?? name),
      );
  } else if (verb === "uninstall") run.effect("write", "pkg:pip");
  else if (/^(?:list|show|freeze|check|inspect|index|search|help|debug|hash|cache)$/.test(verb)) registry(run, "pip");
  else if (verb === "config")
    run.effect(
      /^(?:get|list|debug)$/.test(operands[0] ?? "") ? "read" : "configure",
      "pkg:pip/config",
      /^(?:get|list|debug)$/.test(operands[0] ?? "") ? "reversible" : "costly",
    );
  else if (verb !== "") run.lose("pip has a subcommand nobody declared");
}

/** `uv`, `poetry`, `pipenv`: environments of the project, and what runs in them. */
const python = raw((run) => {
  const { name, args } = run;
  const [verb = "", ...operands] = words(
    args,
    /^(?:--directory|--project|-C|--group|-G|--extra|--python|-p|--with|--from|--index|-r)$/,
  );
  const rest = args.slice(args.indexOf(verb) + 1);
  if (verb === "run") {
    const at = rest.findIndex((word) => !word.startsWith("-"));
    if (rest.some((arg) => /^--with(?:=|$)/.test(arg))) foreign(run, "pip", [rest[rest.indexOf("--with") + 1] ?? "?"]);
    const isModule = rest[0] === "-m";
    const argv = isModule
      ? ["python", ...rest]
      : at < 0
        ? []
        : rest.slice(rest.some((arg) => /^--with$/.test(arg)) ? rest.indexOf("--with") + 2 : at);
    const [program = ""] = argv;
    if (argv.length === 0) run.lose("it is not known what runs");
    else if (program.endsWith(".py")) run.inner.argv(["python", ...argv], run.state, run.input, run.splits);
    else run.inner.argv(argv, run.state, run.input, run.splits);
  } else if (
    /^(?:sync|install|lock|venv|init|update|clean)$/.test(verb) &&
    (operands.length === 0 || name !== "pipenv")
  ) {
    if (verb === "init" || verb === "venv") run.effect("write", "pkg:pip");
    else declared(run, "pip");
  } else if (verb === "add" || verb === "install") foreign(run, "pip", operands);
  else if (/^(?:remove|uninstall)$/.test(verb)) run.effect("write", "pkg:pip");
  else if (/^(?:tree|show|list|check|version|export|graph|help|env|about|search)$/.test(verb))
    run.effect("read", "pkg:pip");
  else if (verb === "publish") publish(run, "pkg:pip");
  else if (verb === "build") task(run, name, "build");
  else if (verb === "pip") run.inner.argv(["pip", ...rest], run.state, run.input, run.splits);
  else if (verb === "tool" || verb === "x")
    foreign(run, "pip", operands.slice(operands[0] === "run" || operands[0] === "install" ? 1 : 0).slice(0, 1));
  else if (/^(?:config|python|self|cache|plugin|shell|source)$/.test(verb))
    run.effect("configure", `pkg:${name}`, "costly");
  else if (verb !== "") run.lose(`${name} has a subcommand nobody declared`);
});

const cargo = raw((run) => {
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

const go = raw((run) => {
  const [verb = "", ...operands] = words(
    run.args,
    /^(?:-run|-bench|-o|-C|-tags|-ldflags|-gcflags|-count|-timeout|-coverprofile|-cpuprofile|-memprofile|-p|-mod|-modfile)$/,
  );
  if (run.args.some((arg) => /^-(?:exec|toolexec|vettool|overlay)/.test(arg))) run.lose("go runs a program of its own");
  outputs(run);
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
function taskTool(tool: string, options: RegExp, isMany = true): Command {
  return raw((run) => {
    const folder = run.args.indexOf("-C");
    if (folder >= 0) run.cwds = run.absolute(run.args[folder + 1] ?? "");
    const setting = run.args.find((arg) => /^(?:SHELL|MAKEFLAGS|CC|CXX|LD|PATH)=/.test(arg));
    if (setting !== undefined || run.args.some((arg) => /^--eval|^-E$/.test(arg)))
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

const makeOptions = /^(?:-[CfjlIoW]|--(?:directory|file|makefile|jobs|load-average|include-dir))$/;

/** One tool that works on the project. */
const bare: Command = raw((run) => {
  outputs(run);
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

const maven = raw((run) => {
  const goals = words(run.args, /^(?:-f|--file|-pl|-P|-s|-t|--settings)$/);
  for (const goal of goals.length === 0 ? ["help"] : goals) task(run, run.name === "mvnw" ? "mvn" : run.name, goal);
  if (goals.some((goal) => /(?:^|:)deploy$/.test(goal))) publish(run, "pkg:maven");
  if (run.args.some((arg) => /^-D(?:exec|maven\.ext)/.test(arg))) run.lose("it runs a program of its own");
});

const dotnet = raw((run) => {
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

const gem = raw((run) => {
  const [verb = "", ...operands] = words(run.args, /^(?:-v|--version|-s|--source|-i)$/);
  if (run.name === "gem") {
    if (verb === "install") foreign(run, "gem", operands);
    else if (verb === "push" || verb === "yank" || verb === "owner") publish(run, "pkg:gem");
    else if (/^(?:list|search|info|env|environment|contents|outdated|which|query)$/.test(verb)) registry(run, "gem");
    else if (verb === "uninstall" || verb === "cleanup") run.effect("write", "pkg:gem");
    else if (verb === "build") task(run, "gem", "build");
    else if (verb !== "") run.lose("gem has a subcommand nobody declared");
    return;
  }
  if (verb === "exec") run.inner.argv(run.args.slice(run.args.indexOf("exec") + 1), run.state, run.input, run.splits);
  else if (/^(?:install|update|lock|check|cache|package)$/.test(verb) || verb === "") declared(run, "gem");
  else if (verb === "add") foreign(run, "gem", operands);
  else if (/^(?:list|show|info|outdated|platform|env|help|viz)$/.test(verb)) run.effect("read", "pkg:gem");
  else if (verb === "config" && operands.length > 1) run.effect("configure", "pkg:gem/config", "costly");
  else run.lose("bundle has a subcommand nobody declared");
});

/** Package managers of the system. */
const system = raw((run) => {
  const [verb = "", ...operands] = words(run.args, /^(?:-t|-o|--repository|-c)$/);
  const { name } = run;
  const ecosystem = name === "apt-get" || name === "aptitude" ? "apt" : name === "yum" ? "dnf" : name;
  const long =
    name === "pacman"
      ? run.args.some((arg) => /^-S[yu]*$/.test(arg))
        ? "install"
        : run.args.some((arg) => arg.startsWith("-R"))
          ? "remove"
          : "list"
      : verb;
  if (/^(?:install|add|reinstall|tap|in)$/.test(long))
    foreign(run, ecosystem, name === "pacman" ? [verb, ...operands] : operands);
  else if (/^(?:remove|purge|autoremove|uninstall|del|erase|rm|untap|cleanup)$/.test(long))
    for (const one of operands.length === 0 ? ["*"] : operands)
      run.effect("delete", `pkg:${ecosystem}/${one}`, "costly");
  else if (/^(?:update|upgrade|dist-upgrade|full-upgrade|makecache)$/.test(long)) {
    registry(run, ecosystem);
    if (long !== "update" && long !== "makecache") run.effect("execute", `pkg:${ecosystem}`, "costly");
    else run.effect("write", `pkg:${ecosystem}/index`);
  } else if (
    /^(?:list|search|show|info|policy|deps|outdated|doctor|config|leaves|uses|help|cat|log|home|desc|why|provides|repolist|check|--prefix|)$/.test(
      long,
    )
  )
    registry(run, ecosystem);
  else if (long === "services" || long === "mark" || long === "pin" || long === "link")
    run.effect("configure", `pkg:${ecosystem}`, "costly");
  else if (long === "download" || long === "fetch") {
    registry(run, ecosystem);
    run.effect("write", `pkg:${ecosystem}`);
  } else run.lose(`${name} has a subcommand nobody declared`);
});

/** Programs that send a whole project out. */
function deployer(verbs: RegExp, reads: RegExp, target: string): Command {
  return raw((run) => {
    const [verb = "", second = ""] = words(run.args);
    const named = verbs.test(verb) || verbs.test(second) || verbs.test(`${verb}:${second}`);
    const bareDeploys = verb === "" && run.name === "vercel";
    if (named || bareDeploys) publish(run, target);
    else if (reads.test(verb) || reads.test(second)) run.effect("network", target);
    else if (/^(?:dev|serve|start|build|test|emulators?)$/.test(verb)) task(run, run.name, verb);
    else if (/^(?:login|logout|link|init|auth|use|switch|config|env|secrets?|secret)$/.test(verb))
      run.effect("configure", target, "costly");
    else run.lose(`${run.name} has a subcommand nobody declared`);
  });
}

const reads = /^(?:list|ls|whoami|status|logs?|inspect|info|help|version|projects?|apps?|show|tail|--version)$/;

function version(tool: string, set: RegExp, install: RegExp): Command {
  return raw((run) => {
    const [verb = "", ...operands] = words(run.args);
    if (install.test(verb)) foreign(run, tool, operands.length === 0 ? ["runtime"] : operands);
    else if (set.test(verb)) run.effect("configure", `env:${tool}`, "costly");
    else if (/^(?:ls|list|current|version|versions|which|whence|ls-remote|help|--version|where|show|)$/.test(verb))
      run.effect("read", `env:${tool}/version`);
    else run.lose(`${tool} has a subcommand nobody declared`);
  });
}

const installs = /^(?:install|i|add|download)$/;
const sets =
  /^(?:use|alias|global|local|default|shell|enable|disable|prepare|set|pin|override|reshim|rehash|uninstall|remove|exec|run|component|target|toolchain)$/;

export const packageCommands = tableOf({
  "npm pnpm yarn bun": node,
  "npx pnpx bunx": npx,
  "uvx pipx": raw((run) => {
    const operands = words(run.args, /^(?:--from|--with|--python|-p|--index|--spec)$/);
    const from = run.args[run.args.indexOf("--from") + 1];
    const [verb = "", ...rest] = operands;
    if (run.name === "uvx") foreign(run, "pip", [run.args.includes("--from") ? (from ?? "?") : verb]);
    else if (verb === "list" || verb === "environment") run.effect("read", "pkg:pip");
    else if (verb === "uninstall" || verb === "uninstall-all") run.effect("write", "pkg:pip", "costly");
    else foreign(run, "pip", rest.slice(0, 1));
  }),
  "pip pip3": raw(pip),
  "uv poetry pipenv pdm hatch rye": python,
  cargo,
  go,
  "make gmake": taskTool("make", makeOptions),
  just: taskTool("just", /^(?:-[fd]|--(?:justfile|working-directory|set|shell|dotenv-path))$/, false),
  task: taskTool("task", /^(?:-[dtC]|--(?:dir|taskfile|concurrency|output))$/),
  "gradle gradlew": taskTool("gradle", /^(?:-[pbcIxg]|--(?:project-dir|build-file|tests|exclude-task))$/),
  "mvn mvnw": maven,
  rake: taskTool("rake", /^(?:-[fRIr]|--(?:rakefile|libdir|require))$/),
  rails: raw((run) => {
    const [verb, second] = words(run.args, /^-[epb]$/);
    if (/^(?:runner|r|console|c|dbconsole|db)$/.test(verb ?? "")) {
      run.effect("execute", "inline:ruby", "costly");
      run.lose("it runs a program of ruby that is not read");
    } else task(run, "rails", verb, second === undefined ? [] : [second]);
  }),
  ninja: taskTool("ninja", /^(?:-[CfjklK])$/),
  "bazel bazelisk": raw((run) => {
    const [verb = "", ...targets] = words(run.args);
    if (/^(?:build|test|run|coverage)$/.test(verb)) task(run, "bazel", verb, targets.slice(0, 1));
    else if (/^(?:query|cquery|aquery|info|version|help)$/.test(verb)) run.effect("read", "project:bazel");
    else if (verb === "clean") run.effect("delete", "project:bazel");
    else run.lose("bazel has a subcommand nobody declared");
  }),
  "tox nox pytest py.test cmake ctest tsc eslint prettier vitest jest mocha biome oxlint ruff black mypy playwright flake8 pylint isort pyright stylelint vite webpack rollup esbuild next nuxt astro turbo nx lerna cypress ava tap c8 nyc typedoc knip depcruise dependency-cruiser oxfmt dprint shellcheck shfmt hadolint yamllint markdownlint swc babel rspec rubocop phpunit phpstan gcc g++ cc clang clang++ rustc rustfmt javac kotlinc swift swiftc xcodebuild gofmt golangci-lint coverage pre-commit act_test tap-spec mix rebar3 stack cabal ghc zig deno_test":
    bare,
  deno: raw((run) => {
    const [verb = "", ...rest] = run.args.filter((arg) => !arg.startsWith("-"));
    if (/^(?:run|eval|test|bench)$/.test(verb) && (verb !== "test" || rest.length > 0)) readRuntime(run, run.args);
    else if (verb === "task") task(run, "deno", rest[0]);
    else if (/^(?:test|fmt|lint|check|doc|info|bench|coverage|types)$/.test(verb)) task(run, "deno", verb);
    else if (verb === "install" || verb === "add") {
      if (rest.length === 0) declared(run, "deno");
      else foreign(run, "deno", rest);
    } else if (verb === "publish" || verb === "deploy") publish(run, "pkg:deno");
    else if (verb !== "") run.lose("deno has a subcommand nobody declared");
  }),
  dotnet,
  "gem bundle bundler": gem,
  "apt apt-get aptitude dnf yum apk brew pacman zypper snap flatpak port": system,
  dpkg: raw((run) => {
    if (run.args.some((arg) => /^(?:-i|--install)$/.test(arg))) foreign(run, "dpkg", words(run.args));
    else if (run.args.some((arg) => /^(?:-r|-P|--remove|--purge)$/.test(arg)))
      for (const name of words(run.args)) run.effect("delete", `pkg:dpkg/${name}`, "costly");
    else run.effect("read", "pkg:dpkg");
  }),
  composer: raw((run) => {
    const [verb = "", ...operands] = words(run.args);
    if (verb === "install" || verb === "update") declared(run, "composer");
    else if (verb === "require" || (verb === "global" && operands[0] === "require")) foreign(run, "composer", operands);
    else if (verb === "run" || verb === "run-script" || verb === "exec") task(run, "composer", operands[0]);
    else if (
      /^(?:show|validate|outdated|audit|why|dump-autoload|about|licenses|diagnose|check-platform-reqs)$/.test(verb)
    )
      run.effect("read", "pkg:composer");
    else if (verb === "test" || verb === "lint") task(run, "composer", verb);
    else run.lose("composer has a subcommand nobody declared");
  }),
  twine: deployer(/^upload$/, /^check$/, "pkg:pip"),
  "vsce ovsx": deployer(
    /^(?:publish|unpublish|delete-publisher)$/,
    /^(?:ls|show|search|package|verify-pat)$/,
    "pkg:vscode",
  ),
  "firebase vercel netlify fly flyctl heroku wrangler": deployer(
    /^(?:deploy|publish|promote|rollback|remove|rm|alias|destroy|apps:destroy|delete|disable|redeploy|releases:rollback|ps:restart|pages:deploy|pg:reset)$/,
    reads,
    "host:deploy",
  ),
  "nvm fnm volta n": version("node", sets, installs),
  pyenv: version("pyenv", sets, installs),
  "rbenv asdf rustup sdk": version("toolchain", sets, installs),
  corepack: raw((run) => run.effect("configure", "pkg:npm/corepack", "costly")),
});
