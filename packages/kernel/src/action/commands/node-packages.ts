/** @module Package managers of Node: a project's tasks, its declared packages, and programs nobody here has chosen (section 6.4). */

import type { Run } from "../shell/run.ts";
import { isKnown } from "../shell/text.ts";
import { readRuntime } from "./interpreters.ts";
import { declared, foreign, plainName, publish, raw, registry, task, words } from "./package-kinds.ts";

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

/** Options that name a program, or a file of settings that may. */
const programOptions =
  /^--(?:config\.)?(?:script-shell|shell|node-options|node-gyp|git|userconfig|globalconfig|editor|viewer|browser|init-module|use-yarnrc|npm-path)(?:=|$)/;

/** Every package manager of Node; its tasks are one project's tasks. */
export const node = raw((run) => {
  const { args, name } = run;
  for (const [index, arg] of args.entries()) {
    const folder = /^(?:--prefix|-C|--cwd|--dir)$/.test(arg)
      ? args[index + 1]
      : /^--(?:prefix|cwd|dir)=(?<path>.+)$/.exec(arg)?.groups?.["path"];
    if (folder !== undefined) run.cwds = run.absolute(folder);
  }
  const dashes = args.indexOf("--");
  const own = dashes < 0 ? args : args.slice(0, dashes);
  if (own.some((arg) => programOptions.test(arg))) run.lose(`${name} runs programs that its options name`);
  if (own.some((arg) => /^--registry(?:=|$)/.test(arg))) run.lose("packages come from elsewhere");
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
  } else if (/^(?:link|ln)$/.test(verb) && operands.length > 0) foreign(run, "npm", operands);
  else if (
    /^(?:uninstall|un|remove|rm|r|version|prune|dedupe|rebuild|link|unlink|pack|set-script|update|up|upgrade|import|store|patch|patch-commit|deduplicate)$/.test(
      verb,
    )
  ) {
    if (/^(?:update|up|upgrade|dedupe)$/.test(verb)) registry(run, "npm");
    if (verb === "rebuild") run.effect("execute", "pkg:npm");
    run.effect("write", "pkg:npm", isWide || /^(?:update|up|upgrade)$/.test(verb) ? "costly" : "reversible");
  } else if (
    /^(?:view|v|show|info|ls|list|la|ll|outdated|search|fund|why|explain|bin|root|prefix|ping|whoami|docs|repo|bugs|doctor|query|pkg|sbom|licenses|workspaces|workspace|explore)$/.test(
      verb,
    )
  ) {
    if (verb === "workspace" && operands.length > 1) task(run, "npm", operands[operands[1] === "run" ? 2 : 1]);
    else if (verb === "workspaces" && operands.length > 0) task(run, "npm", operands.at(-1));
    else if (verb === "pkg" && operands[0] !== "get") run.effect("write", "pkg:npm");
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
    const shows = verb === "get" || (/^(?:config|c)$/.test(verb) && /^(?:get|list|ls)$/.test(operands[0] ?? "get"));
    const isSecret = own.some((arg) => /_auth|token|password|_secret/i.test(arg));
    if (!shows) run.effect("configure", "pkg:npm/config", "costly");
    else if (isSecret) run.effect("read", "env:npm-token", "costly");
    else run.effect("read", "pkg:npm/config");
  } else if (/^(?:exec|x|dlx)$/.test(verb)) runPackage(run, rest, verb === "dlx");
  else if (/^(?:init|create)$/.test(verb)) {
    if (operands.length === 0) run.effect("write", "pkg:npm");
    else foreign(run, "npm", operands.map((word) => `create-${word}`).slice(0, 1));
  } else if (verb === "node") run.inner.argv(["node", ...rest], run.state, run.input, run.splits);
  else if (verb === "cache")
    run.effect(/^(?:clean|clear|rm)$/.test(operands[0] ?? "") ? "delete" : "read", "pkg:npm/cache");
  else if (name === "bun" && /[./]/.test(verb)) readRuntime(run, args);
  else if (name === "bun" && /^(?:-e|-p|--eval|--print|build|upgrade|pm|repl)$/.test(verb)) {
    if (verb === "build") task(run, "bun", "build");
    else run.lose("bun does something nobody declared");
  } else if (name === "npm") run.lose("npm has a subcommand nobody declared");
  else task(run, "npm", verb, operands.slice(0, 1));
});

export const npx = raw((run) => runPackage(run, run.args, false));
