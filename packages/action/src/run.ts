/** @module One run of the Action: inputs and event in, an exit code out. It never throws for what comes from outside. */

import { BaseUrlError } from "@warrant/github/base-urls";
import { PlatformError } from "@warrant/github/errors";
import { type ExitCode, exitCodes } from "@warrant/kernel/render/exit-code";
import { FileError } from "@warrant/sources/file-error";
import { gateChange } from "./change.ts";
import { EventError, readEventFile, type Task, taskOf } from "./event.ts";
import { answerGroup } from "./group.ts";
import { InputError, type Inputs, inputOf, readInputs, secretInputs } from "./inputs.ts";
import { Log } from "./log.ts";
import { react } from "./reaction.ts";
import { recheck } from "./recheck.ts";
import { type Runner, Session } from "./session.ts";
import { sweep } from "./sweep.ts";

/** An event that is none of ours judges nothing. Where it was to enforce, a job that passes could be taken for a verdict. */
function refuse(because: string, isMistake: boolean, session: Session): ExitCode {
  const { log, inputs } = session;
  const mayPass = !isMistake || inputs.mode === "report";
  const text = `${because} Nothing was judged or published.`;
  if (!mayPass) log.error(text);
  else if (isMistake) log.notice(text);
  else log.line(text);
  return mayPass ? exitCodes.allowed : exitCodes.usage;
}

async function carryOut(task: Task, session: Session): Promise<ExitCode> {
  switch (task.kind) {
    case "change":
      return await gateChange(session, task.number);
    case "recheck":
      return await recheck(session, task);
    case "group":
      return await answerGroup(session, task.payload);
    case "sweep":
      return await sweep(session);
    case "nothing":
      await react(session, task.comment ?? null, "confused");
      return refuse(task.because, task.isMistake, session);
    default:
      return task satisfies never;
  }
}

async function act(runner: Runner, log: Log): Promise<ExitCode> {
  const inputs: Inputs = readInputs(runner.env);
  const { GITHUB_EVENT_NAME: event = "", GITHUB_EVENT_PATH: path } = runner.env;
  const session = await Session.open(runner, log, inputs);
  if (inputs.alignmentModel !== undefined) {
    log.warning("The input alignment-model does nothing in this version: no model is asked, the rules decide alone.");
  }
  const task = taskOf(event, await readEventFile(path), inputs.sweep);
  try {
    return await carryOut(task, session);
  } finally {
    session.close();
  }
}

/** The code for what ended the run early. Only errors whose texts are made for people are shown. */
function ended(error: unknown, log: Log): ExitCode {
  if (error instanceof InputError || error instanceof BaseUrlError) {
    log.error(error.message);
    return exitCodes.usage;
  }
  const isKnown = error instanceof PlatformError || error instanceof EventError || error instanceof FileError;
  log.error(
    isKnown
      ? error.message
      : "Warrant failed; this is a defect of ours. Run it again with debug logging and report it.",
  );
  if (!isKnown && error instanceof Error) log.debug(error.stack ?? error.message);
  return exitCodes.failed;
}

/** Runs the Action once. */
export async function run(runner: Runner): Promise<ExitCode> {
  const log = new Log(runner.write);
  for (const name of secretInputs) log.mask(inputOf(runner.env, name) ?? "");
  try {
    return await act(runner, log);
  } catch (error) {
    if (runner.signal.aborted) {
      log.error("The run was cancelled.");
      return exitCodes.failed;
    }
    return ended(error, log);
  }
}
