/** @module One call of git: its subcommand, its operands, and what several subcommands share (section 6.3). */

import type { Run } from "../shell/run.ts";
import { shownText } from "../shell/text.ts";

export interface GitCall {
  readonly run: Run;
  readonly sub: string;
  readonly args: readonly string[];
  has(...names: readonly string[]): boolean;
}

export function shortHas(args: readonly string[], letter: string): boolean {
  return args.some((arg) => /^-[A-Za-z]+$/.test(arg) && arg.includes(letter));
}

export function beforeDashes(args: readonly string[]): readonly string[] {
  const at = args.indexOf("--");
  return at < 0 ? args : args.slice(0, at);
}

export function operandsOf(
  args: readonly string[],
  withValue = /^(?:-m|-F|-C|-c|-u|-t|-S|--message|--file|--author|--date|--strategy|-s|-X|--onto|--track|-b|-B|--orphan|--format|--sort|--contains|--no-contains|--merged|--points-at|--depth|--branch|--origin|-o|-j|--jobs|--reference|--exec|-x|--source|--conflict|--cleanup|--fixup|--squash|--reason)$/,
): string[] {
  const operands: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? "";
    if (arg === "--") return [...operands, ...args.slice(at + 1)];
    if (withValue.test(arg)) at += 1;
    else if (!arg.startsWith("-") || arg === "-") operands.push(arg);
  }
  return operands;
}

/** Paths git restores, removes or overwrites; everything it tracks when they are folders of the whole work. */
export function destroy(run: Run, paths: readonly string[], kind: "delete" | "write" = "delete"): void {
  if (paths.length === 0) run.effect(kind, "git:worktree", "irreversible");
  for (const path of paths) {
    const isWhole = /^(?:\.|\.\/|:\/|:|\*|\/)$/.test(shownText(path)) || path.startsWith(":");
    if (isWhole) run.effect(kind, "git:worktree", "irreversible");
    else run.path(kind, path, { mode: "git", reversibility: "irreversible" });
  }
}

/** The host of a remote: by its address, or by its name where facts know it. */
export function remoteHost(run: Run, name: string | undefined): string {
  const written = name ?? "origin";
  const address = run.place.git?.remotes?.[written] ?? written;
  const host = /^(?:[a-z+]+:\/\/(?:[^/@]*@)?|[^/@:]+@)(?<host>[^/:]+)/i.exec(address)?.groups?.["host"];
  return shownText(host ?? written);
}

export function quotes(run: Run, args: readonly string[]): void {
  if (args.some((arg) => arg === "--no-verify") || (run.args.includes("commit") && shortHas(args, "n")))
    run.effect("configure", "git:hooks", "costly");
}

/** Files that a message is taken from: what they hold becomes part of the history. */
export function messageFiles(run: Run, args: readonly string[]): void {
  for (const [index, arg] of args.entries()) {
    const joined = /^(?:-[Ft](?=.)|--(?:file|template)=)(?<path>.+)$/.exec(arg)?.groups?.["path"];
    const path = /^(?:-[Ft]|--file|--template)$/.test(arg) ? args[index + 1] : joined;
    if (path !== undefined && path !== "-") run.path("read", path);
  }
}

/** Moving is deleting where it was; git can move it back. */
export function moves(run: Run, paths: readonly string[]): void {
  for (const path of paths.slice(0, -1)) run.path("delete", path, { mode: "moved" });
  const [destination] = paths.slice(-1);
  if (destination !== undefined) run.path("write", destination);
}
