/** @module Packages, builds and tests: code of the project, code it has declared, and code nobody here has chosen (section 6.4). */

import { type Command, tableOf } from "../shell/command.ts";
import { bare, cargo, cmake, dotnet, go, java, makeOptions, maven, subcommanded, taskTool } from "./builds.ts";
import { readRuntime } from "./interpreters.ts";
import { node, npx } from "./node-packages.ts";
import { declared, foreign, publish, raw, registry, task, words } from "./package-kinds.ts";
import { pip, python } from "./python-packages.ts";

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
  "tox nox pytest py.test ctest tsc eslint prettier vitest jest mocha biome oxlint ruff black mypy playwright flake8 pylint isort pyright stylelint webpack rollup esbuild ava tap c8 nyc typedoc knip depcruise dependency-cruiser oxfmt dprint shellcheck shfmt hadolint yamllint markdownlint swc babel rspec rubocop phpunit phpstan gcc g++ cc clang clang++ rustc rustfmt javac kotlinc swiftc xcodebuild gofmt golangci-lint coverage pre-commit ghc actionlint typos cspell tokei cloc scc ctags protoc buf":
    bare,
  "vite next nuxt astro turbo nx lerna cypress storybook ng prisma drizzle-kit knex sequelize typeorm alembic flask uvicorn gunicorn django-admin flutter dart sbt lein swift mix rebar3 stack cabal zig gulp grunt":
    subcommanded,
  java,
  cmake,
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
