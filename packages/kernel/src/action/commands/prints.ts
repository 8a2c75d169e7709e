/** @module echo and printf: the text they print, where all of it is known, for what it is piped into (actions, section 6.1). */

import type { Command } from "../shell/command.ts";
import { type Flow, literalFlow } from "../shell/flow.ts";
import type { Run } from "../shell/run.ts";
import { isKnown } from "../shell/text.ts";

function echoed(run: Run, args: readonly string[], end: string): Flow | undefined {
  const text = args.join(" ");
  return isKnown(text) ? literalFlow(`${text}${end}`) : undefined;
}

export const echo: Command = {
  options: { isLenient: true },
  isIndifferent: true,
  read: (run) => {
    const args = run.args.filter((arg, index) => !(index === 0 && /^-[neE]+$/.test(arg)));
    // Escapes are read by some shells always, and by all after `-e`.
    const mayEscape = run.place.shell !== "bash" || /^-[nE]*e/.test(run.args[0] ?? "");
    if (mayEscape && args.some((arg) => arg.includes("\\"))) return undefined;
    return echoed(run, args, "\n");
  },
};

export const printf: Command = {
  options: { isLenient: true },
  isIndifferent: true,
  isRaw: true,
  read: (run) => {
    const [first = "", ...rest] = run.args;
    if (first === "-v" || first.startsWith("-v")) {
      const target = first === "-v" ? (rest[0] ?? "") : first.slice(2);
      if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(target)) run.lose("a subscript may run its value");
      else run.state.variables.set(target, { values: ["\uFDD1"] });
      run.reading.assigned.add(target);
      return undefined;
    }
    const format = first === "--" ? (rest[0] ?? "") : first;
    const words = first === "--" ? rest.slice(1) : rest;
    if (!isKnown(format)) return undefined;
    const plain = format.replaceAll("\\n", "\n");
    if (words.length === 0 && !format.includes("%")) return plain.includes("\\") ? undefined : literalFlow(plain);
    return /^(?:%s(?:\\n)?| )+$/.test(format) ? echoed(run, words, "\n") : undefined;
  },
};
