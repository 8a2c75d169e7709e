/** @module Whether a person runs this command. Authority is given at a terminal, never from inside an agent's session. */

import type { Actor } from "@warrant/kernel/policy/envelope";
import { ExitError, exitCodes } from "../exit.ts";
import type { Io } from "../io.ts";

/** Variables that agent hosts set for the commands their agents run. */
const agentVariables = [
  "CLAUDECODE",
  "CODEX_SANDBOX",
  "CODEX_SANDBOX_NETWORK_DISABLED",
  "CODEX_THREAD_ID",
  "CURSOR_AGENT",
  "GEMINI_CLI",
  "COPILOT_CLI",
  "OPENCODE",
  "AI_AGENT",
  "WARRANT_SESSION",
] as const;

/**
 * The variable that shows an agent's session, here or in a process above, or undefined. One that is set shows it, whatever its
 * value.
 */
export function agentVariable(io: Pick<Io, "env" | "environmentsAbove">): string | undefined {
  for (const env of [io.env, ...(io.environmentsAbove?.() ?? [])]) {
    const found = agentVariables.find((name) => (env[name] ?? "") !== "");
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Who runs this command, as far as a process can tell. */
export function actorOf(io: Io): Actor {
  const variable = agentVariable(io);
  if (variable !== undefined) return { kind: "agent", id: variable.toLowerCase() };
  return { kind: io.stdinIsTTY ? "person" : "system", id: io.user() };
}

/**
 * The person who runs this command.
 *
 * @param what what only a person can do, as in "grant".
 * @throws ExitError `denied` inside an agent's session, and where standard input is no terminal.
 */
export function requirePerson(what: string, io: Io): Actor {
  const variable = agentVariable(io);
  if (variable !== undefined) {
    throw new ExitError(
      exitCodes.denied,
      `only a person can ${what}, and ${variable} shows an agent's session. Run it in a terminal of your own. [authority.not-human]`,
    );
  }
  if (!io.stdinIsTTY) {
    throw new ExitError(
      exitCodes.denied,
      `only a person can ${what}, and standard input is no terminal. Run it in a terminal. [authority.not-human]`,
    );
  }
  return { kind: "person", id: io.user() };
}
