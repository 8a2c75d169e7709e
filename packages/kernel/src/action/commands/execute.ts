/** @module Running a file as a program (actions, section 6.4). */

import { isStream } from "../reading.ts";
import type { Run } from "../shell/run.ts";
import { isRisky, taskReversibility } from "./tasks.ts";

/** First words that make a program of the project take code from elsewhere: from its next word, or from a person. */
export const takesCode = /^(?:shell|shell_plus|dbshell|repl|console|runner|tinker|eval|exec)$/;
const projectPrograms = /^(?:manage\.py|artisan|rails|console|spring)$/;

/** Runs a file as a program: of the project reversible, of elsewhere costly, just fetched anything at all. */
export function executeFile(run: Run, path: string, args: readonly string[]): void {
  if (isStream(path) || path === "-" || /^\/proc\/(?:self|[0-9]+)\/fd\//.test(path)) {
    run.effect("execute", "stdin", "irreversible");
    run.lose("it runs what comes through a pipe");
    const literal = run.input?.literal ?? null;
    if (literal !== null) run.reading.doubting(() => run.inner.text(literal, run.state, args));
    return;
  }
  const origin = run.originOf(path);
  if (origin?.from === "fetch") {
    for (const host of origin.hosts) run.effect("execute", `remote:${host}`, "irreversible");
    return;
  }
  if (origin !== null || run.isBelowMade(path)) run.lose("it runs what this script has just made");
  if (origin?.from === "text" && typeof origin.literal === "string") {
    const { literal } = origin;
    run.reading.doubting(() => run.inner.text(literal, run.state, [path, ...args]));
  }
  if (
    path
      .split("/")
      .at(-1)
      ?.replace(/\.[cm]?js$/, "") === "warrant"
  )
    run.inner.argv(["warrant", ...args], run.state, null);
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (projectPrograms.test(name) && takesCode.test(args[0] ?? "")) run.lose("it runs a program that is not read");
  const raised = taskReversibility([path.split("/").at(-1) ?? "", ...args.slice(0, 1)]);
  run.path("execute", path, { reversibility: isRisky(path) ? "costly" : raised });
}
