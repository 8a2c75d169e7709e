/** @module Commands on another machine: its paths are not this one's (actions, section 5.6). */

import type { Command } from "../shell/command.ts";
import { parseOptions } from "../shell/options.ts";
import type { Run } from "../shell/run.ts";
import { copyState } from "../shell/state.ts";
import { shownText } from "../shell/text.ts";

/** A command on another machine: its paths are that machine's, what cannot be undone stays so. */
export function readElsewhere(run: Run, host: string, argv: readonly string[], isText: boolean): void {
  const before = run.reading.effects.length;
  const state = copyState(run.state);
  state.cwds = ["/\uFFFC"];
  if (isText) run.inner.text(argv.join(" "), state);
  else if (argv.length > 0) run.inner.argv(argv, state, null);
  run.reading.elsewhere(before, host);
}

export const ssh: Command = {
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
