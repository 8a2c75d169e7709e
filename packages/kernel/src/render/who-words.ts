/** @module Who wrote a change and why it is gated or not, in words. */

import type { ChangeVerdict } from "../verdict.ts";
import { detail, type Line, line, type Part } from "./phrase.ts";

const signalWords = {
  account: "its account",
  commit: "the commit identity",
  trailer: "the trailer",
  signature: "the signature",
  branch_shape: "the branch name",
  branch_prefix: "the branch prefix",
} as const satisfies Record<ChangeVerdict["agent"]["evidence"][number]["signal"], string>;

const gatedWords = {
  agent: "gated as an agent's change",
  unknown: "gated: its author is not known to be a person",
  everyone: "gated like every change",
  not_agent: "not gated",
  bot: "a bot's change",
} as const satisfies Record<ChangeVerdict["gated_because"], string>;

const kindNames = {
  agent: "an agent",
  dependency_bot: "a dependency bot",
  automation_bot: "an automation bot",
  // Never "a human": no trace is all that is known.
  unknown: "no trace of an agent",
} as const satisfies Record<ChangeVerdict["agent"]["kind"], string>;

function kindWords(agent: ChangeVerdict["agent"]): Part[] {
  const name = agent.name === null || agent.kind === "unknown" ? [] : [{ code: agent.name }, ", "];
  return [...name, kindNames[agent.kind]];
}

/** One line, or with `verbose` one for each signal. A signal of strength none is listed and decides nothing. */
export function authorLines(verdict: ChangeVerdict, verbose: boolean, account: string | null): Line[] {
  const { agent, gated, gated_because } = verdict;
  const strongest = agent.evidence.find((signal) => signal.strength === agent.confidence);
  const because: Part[] =
    agent.confidence === "none" || strongest === undefined
      ? []
      : [
          ` (${agent.confidence}, by ${signalWords[strongest.signal]}`,
          ...(strongest.value === agent.name ? [] : [" ", { code: strongest.value }]),
          ")",
        ];
  const opened: Part[] = account === null || account === agent.name ? [] : ["opened by ", { code: account }, "; "];
  const bots = gated_because === "bot" ? (gated ? ", gated" : ", only reported") : "";
  const why: Part[] = gated && gated_because === "agent" && !verbose ? [] : ["; ", gatedWords[gated_because], bots];
  const lines = [line("none", ...opened, ...kindWords(agent), ...because, ...why)];
  if (!verbose) return lines;
  return [
    ...lines,
    ...agent.evidence.map((signal) =>
      detail(
        `${signal.strength === "none" ? "decides nothing" : signal.strength}: ${signalWords[signal.signal]} `,
        { code: signal.value },
        ` names ${signal.names}`,
      ),
    ),
  ];
}
