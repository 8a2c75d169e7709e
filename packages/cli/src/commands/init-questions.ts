/** @module The three questions of `warrant init` on a terminal. Everything else can be changed in the file later. */

import type { InitSettings } from "./init-template.ts";

/** Asks; undefined when the person ended the dialogue. */
export async function askSettings(): Promise<InitSettings | undefined> {
  const { cancel, confirm, intro, isCancel, select } = await import("@clack/prompts");
  intro("Warrant: what changes by AI agents need before they may be merged.");
  const gate = await select({
    message: "Whose changes need authorization?",
    options: [
      { value: "agents" as const, label: "Agents", hint: "accounts, commits or branches that show one" },
      { value: "agents_and_unknown" as const, label: "Agents and unknown accounts" },
      { value: "everyone" as const, label: "Everyone" },
    ],
  });
  if (isCancel(gate)) {
    cancel("Nothing was written.");
    return undefined;
  }
  const bots = await select({
    message: "Dependency and automation bots?",
    options: [
      { value: "report" as const, label: "Report only" },
      { value: "gate" as const, label: "Gate like an agent" },
    ],
  });
  if (isCancel(bots)) {
    cancel("Nothing was written.");
    return undefined;
  }
  const enforce = await confirm({
    message: "Refuse what is not authorized from the start? (No: report only; see `warrant backtest` first)",
    initialValue: false,
  });
  if (isCancel(enforce)) {
    cancel("Nothing was written.");
    return undefined;
  }
  return { gate, bots, enforce };
}
