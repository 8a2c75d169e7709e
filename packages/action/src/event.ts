/** @module What started the run, and what is to be done about it. Only the event file is asked: the runner's variables name whoever pushed (report D6). */

import { open } from "node:fs/promises";
import * as z from "zod/mini";

/** Bytes of an event file; the platform sends no larger payload. */
const largestEvent = 25 * 1024 * 1024;

/** The event file cannot be read, or is not what its event has. Its text is for a person. */
export class EventError extends Error {
  override readonly name = "EventError";
}

/** Who wrote a comment. */
export interface Commenter {
  readonly login: string;
  readonly id: number;
}

export type Task =
  | { readonly kind: "change"; readonly number: number }
  /** Somebody asks for a fresh verdict; whether they may is not known yet. */
  | { readonly kind: "recheck"; readonly number: number; readonly by: Commenter; readonly comment: number | null }
  | { readonly kind: "group"; readonly payload: unknown }
  | { readonly kind: "sweep" }
  /** Nothing to do. `isMistake`: the workflow should not run on this at all. */
  | {
      readonly kind: "nothing";
      readonly because: string;
      readonly isMistake: boolean;
      /** The comment that asked for what there is not. */
      readonly comment?: number | null;
    };

const number = z.int().check(z.positive(), z.maximum(2_147_483_647));
const ChangeEvent = z.object({ pull_request: z.object({ number }) });
const CommentEvent = z.object({
  action: z.string(),
  issue: z.object({ number, pull_request: z.optional(z.nullable(z.unknown())) }),
  comment: z.object({
    id: z.optional(z.int()),
    body: z.nullable(z.string()),
    user: z.nullable(z.object({ login: z.string().check(z.minLength(1), z.maxLength(100)), id: z.int() })),
  }),
});
const GroupEvent = z.object({ action: z.string() });

/** A command is the first line of a comment and nothing else stands in it. */
const command = /^\/warrant[ \t]{1,10}(?<name>[a-z-]{1,20})[ \t]{0,100}\r?(?:\n|$)/;

/**
 * The parsed event file.
 *
 * @throws EventError
 */
export async function readEventFile(path: string | undefined): Promise<unknown> {
  const failed = (why: string): EventError =>
    new EventError(
      `The file of the event (GITHUB_EVENT_PATH) could not be read: ${why}. Run Warrant in GitHub Actions.`,
    );
  if (path === undefined || path === "") throw failed("there is none");
  try {
    await using file = await open(path);
    const { size } = await file.stat();
    if (size > largestEvent) throw failed(`it has over ${largestEvent} bytes`);
    return JSON.parse(await file.readFile("utf8"));
  } catch (error) {
    if (error instanceof EventError) throw error;
    throw failed(error instanceof SyntaxError ? "it is not JSON" : "the system refused it");
  }
}

function fits<Shape>(schema: z.ZodMiniType<Shape>, payload: unknown, event: string): Shape {
  const read = z.safeParse(schema, payload);
  if (read.success) return read.data;
  throw new EventError(`The event ${event} has another form than GitHub documents. Nothing was judged.`);
}

function nothing(because: string, isMistake = false): Extract<Task, { readonly kind: "nothing" }> {
  return { kind: "nothing", because, isMistake };
}

function commentTask(payload: unknown): Task {
  const { action, issue, comment } = fits(CommentEvent, payload, "issue_comment");
  const name = command.exec(comment.body ?? "")?.groups?.["name"];
  if (action !== "created" || name === undefined) return nothing("The comment is not a command.");
  if (issue.pull_request === undefined || issue.pull_request === null) {
    return nothing("The comment is on an issue, and commands are for pull requests.");
  }
  const id = comment.id ?? null;
  if (name !== "recheck") {
    const what = name === "card" ? "There are no cards in this version." : "There is no such command.";
    return { ...nothing(`${what} /warrant recheck asks for a fresh verdict.`), comment: id };
  }
  if (comment.user === null) return nothing("Nobody knows who wrote the comment.");
  return { kind: "recheck", number: issue.number, by: comment.user, comment: id };
}

/**
 * What an event asks for. A merge group is answered whatever the inputs say and however its payload looks (report F3).
 *
 * @throws EventError when the payload is not what the event has.
 */
export function taskOf(event: string, payload: unknown, isSweep: boolean): Task {
  if (event === "merge_group") {
    const read = z.safeParse(GroupEvent, payload);
    const isOver = read.success && read.data.action === "destroyed";
    return isOver ? nothing("The merge group is gone.") : { kind: "group", payload };
  }
  if (isSweep) return { kind: "sweep" };
  switch (event) {
    case "pull_request_target":
    case "pull_request":
      return { kind: "change", number: fits(ChangeEvent, payload, event).pull_request.number };
    case "issue_comment":
      return commentTask(payload);
    case "schedule":
    case "workflow_dispatch":
      return { kind: "sweep" };
    case "pull_request_review":
    case "pull_request_review_comment":
      return nothing(
        "Events of reviews run the workflow of the change itself, so they are not used. The scheduled sweep picks reviews up; /warrant recheck does at once.",
        true,
      );
    default:
      return nothing("Warrant does not act on this event. Take it out of the workflow.", true);
  }
}
