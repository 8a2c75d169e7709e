/** @module Package managers of Python, and what runs in their environments (section 6.4). */

import type { Run } from "../shell/run.ts";
import { declared, foreign, publish, raw, registry, task, words } from "./package-kinds.ts";

export function pip(run: Run): void {
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
export const python = raw((run) => {
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
