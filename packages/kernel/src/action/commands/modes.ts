/** @module Modes, owners and attributes of files (actions, section 6.1). */

import type { Command } from "../shell/command.ts";
import type { Run } from "../shell/run.ts";
import { isKnown } from "../shell/text.ts";

/** Setting bits that make others' code run or let anybody write. */
export function checkMode(run: Run, mode: string, path: string): void {
  const isOctal = /^[0-7]{3,4}$/.test(mode);
  const isWide = isOctal
    ? (Number.parseInt(mode.at(-1) ?? "0", 8) & 2) !== 0
    : /(?:^|,)(?:[ugo]*[oa][ugoa]*|)[+=][rwxXst]*w/.test(mode);
  const isSet = isOctal ? mode.length === 4 && /^[2-7]/.test(mode) && mode[0] !== "0" : /[+=][rwxX]*s/.test(mode);
  if (isWide || isSet || !isKnown(mode)) run.path("configure", path, { reversibility: "costly" });
}

export const chmod: Command = {
  options: {
    short: "RvcfrwxXstugo",
    long: "recursive verbose changes silent quiet preserve-root no-preserve-root reference=",
  },
  isRaw: true,
  read: (run) => {
    const isMode = (arg: string) => /^-[rwxXstugo,+=-]+$/.test(arg) && !/^-[Rvcf]+$/.test(arg);
    const operands = run.args.filter((arg) => !arg.startsWith("-") || isMode(arg));
    const options = run.args.filter((arg) => arg.startsWith("-") && !isMode(arg));
    const isTree = options.some((arg) => arg === "--recursive" || /^-[vcf]*R/.test(arg));
    if (
      options.some(
        (arg) => !/^(?:-[Rvcf]+|--recursive|--verbose|--changes|--silent|--quiet|--reference=.*|--)$/.test(arg),
      )
    )
      run.lose("chmod has an option nobody declared");
    const hasReference = options.some((arg) => arg.startsWith("--reference"));
    const [mode = "", ...paths] = hasReference ? ["", ...operands] : operands;
    for (const path of paths) {
      run.path("write", path, { mode: isTree ? "tree-mode" : "mode", reversibility: isTree ? "costly" : "reversible" });
      checkMode(run, mode, path);
    }
  },
};

export const chown: Command = {
  options: {
    short: "RvcfhHLP",
    long: "recursive verbose changes silent quiet dereference no-dereference from= preserve-root no-preserve-root reference=",
  },
  read: (run, options) => {
    const isTree = options.has("R", "recursive");
    const paths = options.has("reference") ? options.operands : options.operands.slice(1);
    for (const path of paths) {
      run.path("configure", path, { mode: isTree ? "tree-mode" : "mode", reversibility: "costly" });
    }
  },
};

export const attributes: Command = {
  options: { isLenient: true },
  isRaw: true,
  read: (run) => {
    for (const path of run.args.filter((arg) => !/^[-+=]/.test(arg)).slice(-1)) {
      run.path("configure", path, {
        mode: run.args.some((arg) => /^-.*R/.test(arg)) ? "tree-mode" : "mode",
        reversibility: "costly",
      });
    }
  },
};
