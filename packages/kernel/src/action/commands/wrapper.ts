/** @module Programs that run another one: their options, and where its arguments begin (actions, section 5.6). */

import type { Command } from "../shell/command.ts";
import type { Flow } from "../shell/flow.ts";
import { type OptionTable, parseOptions } from "../shell/options.ts";
import type { Run } from "../shell/run.ts";
import { isSteering } from "../shell/state.ts";

const assignment = /^(?<name>[A-Za-z_][A-Za-z0-9_]*)=(?<value>.*)$/s;

export function assigns(run: Run, word: string): boolean {
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
export function inner(run: Run, args: readonly string[], skip = 0, hasAssignments = false): Flow | undefined {
  let at = skip;
  if (hasAssignments) while (assigns(run, args[at] ?? "")) at += 1;
  const argv = args.slice(at);
  if (argv.length === 0) return undefined;
  return run.inner.argv(argv, run.state, run.input, run.splits);
}

/** Looks for the command of a wrapper whose options nobody declared: any tail that begins with one. */
export function wrapper(
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
