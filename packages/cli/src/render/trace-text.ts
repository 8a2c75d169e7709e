/** @module A session in a terminal: requests, what was read of them, and each call with its verdict and its result. */

import { withoutCommands } from "@warrant/kernel/render/ci-commands";
import { outside } from "@warrant/kernel/render/outside";
import { counted } from "@warrant/kernel/render/phrase";
import type { KnownSession } from "@warrant/ledger/session-log";
import type { SeenAction, SessionStep, SessionView } from "../session-view.ts";
import type { Colours } from "./colours.ts";
import {
  claimWords,
  decisionWords,
  effectWords,
  heldWords,
  inputWords,
  isRefused,
  originWords,
  readingWords,
  resultWords,
} from "./session-words.ts";
import { moment, timeOf } from "./when.ts";

function callLines(call: SeenAction, colours: Colours): string[] {
  const mark = isRefused(call) ? "✗" : call.decision === "allow" ? "✓" : "·";
  const who = call.agent === null ? "" : ` by ${outside(call.agent, 40)}`;
  const input = inputWords(call);
  const result = resultWords(call);
  return [
    `${mark} ${colours.bold(outside(call.tool, 60))}${who}  ${outside(decisionWords(call), 200)}`,
    ...(input === "" ? [] : [`  ${input}`]),
    ...effectWords(call).map((line) => `  ${line}`),
    ...(result === "" ? [] : [colours.dim(`  → ${outside(result, 60)}`)]),
  ];
}

function stepLines(step: SessionStep, colours: Colours): string[] {
  switch (step.kind) {
    case "request":
      return [colours.bold(`● ${originWords(step)}`), `  ${outside(readingWords(step), 300)}`];
    case "call":
      return callLines(step, colours);
    case "claims":
      return [`■ ${outside(claimWords(step), 200)}`];
    case "other":
    default:
      return [colours.dim(`  ${outside(step.what, 100)}`)];
  }
}

/** One session a line. */
export function sessionsText(sessions: readonly KnownSession[], more: number): string {
  const lines = sessions.map(
    ({ session, events, last_at: at }) =>
      `${at === null ? "at an unknown time  " : moment(at)}  ${outside(session, 200)}  ${counted(events, "event")}`,
  );
  if (more > 0) lines.push(`and ${more} more; --limit shows them`);
  return withoutCommands(`${lines.join("\n")}\n`);
}

/** The page. Times are of the day the session began. */
export function traceText(view: SessionView, colours: Colours): string {
  const { session, started_at: start, ended_at: end, steps, earlier, unreadable } = view;
  const calls = steps.filter((step): step is SeenAction => step.kind === "call");
  const head = [
    `session ${outside(session, 200)}${start === null ? "" : `, from ${moment(start)}`}${end === null ? "" : ` to ${timeOf(end, start ?? end)}`}`,
    heldWords(calls),
    ...(earlier > 0 ? [`${counted(earlier, "earlier event")} not shown; --limit shows more`] : []),
    ...(unreadable > 0
      ? [`${counted(unreadable, "row")} of the log cannot be believed: run \`warrant ledger check\``]
      : []),
    "",
  ];
  const lines = steps.flatMap((step) => {
    const [first = "", ...rest] = stepLines(step, colours);
    const time = timeOf(step.at, start ?? step.at);
    return [`${colours.dim(time)}  ${first}`, ...rest.map((line) => `${" ".repeat(time.length)}  ${line}`)];
  });
  return withoutCommands(`${[...head, ...lines].join("\n")}\n`);
}
