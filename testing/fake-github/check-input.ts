/** @module What the platform accepts as a check run, and how it refuses the rest. */

import { PlatformError } from "./platform-error.ts";
import type { Annotation, CheckRun, Conclusion, FakeRepository } from "./repository.ts";
import type { Viewer } from "./tokens.ts";

type Input = Readonly<Record<string, unknown>>;

const conclusions = ["success", "failure", "neutral", "cancelled", "skipped", "timed_out", "action_required"];
const statuses = ["queued", "in_progress", "completed"];

export async function readCheckRun(repository: FakeRepository, viewer: Viewer, input: Input): Promise<CheckRun> {
  const { name, head_sha: sha } = input;
  if (typeof name !== "string" || name === "") throw refused("name", "missing_field");
  if (typeof sha !== "string") throw refused("head_sha", "missing_field");
  if (!/^[0-9a-f]{40,64}$/.test(sha) || (await repository.git.resolve(`${sha}^{commit}`)) === undefined) {
    throw new PlatformError(422, `No commit found for SHA: ${sha}`);
  }
  checkInput(repository, input);
  const { app } = viewer;
  if (app === undefined) throw new PlatformError(403, "You must authenticate via a GitHub App.");
  const run = repository.checkRun({ headSha: sha, name, app });
  updateCheckRun(repository, run, input);
  return run;
}

export function updateCheckRun(repository: FakeRepository, run: CheckRun, input: Input): void {
  checkInput(repository, input);
  if (typeof input["name"] === "string") run.name = input["name"];
  if (typeof input["external_id"] === "string") run.externalId = input["external_id"];
  if (typeof input["details_url"] === "string") run.detailsUrl = input["details_url"];
  if (typeof input["started_at"] === "string") run.startedAt = input["started_at"];
  if (typeof input["status"] === "string") run.status = input["status"] as CheckRun["status"];
  if (typeof input["conclusion"] === "string") {
    // A conclusion completes the run, whatever the status says.
    run.conclusion = input["conclusion"] as Conclusion;
    run.status = "completed";
    run.completedAt = typeof input["completed_at"] === "string" ? input["completed_at"] : repository.world.now();
  } else if (input["status"] === "in_progress" || input["status"] === "queued") {
    run.conclusion = null;
    run.completedAt = null;
  }
  if (Array.isArray(input["actions"])) run.actions = input["actions"];
  const output = objectOf(input["output"]);
  if (output === undefined) return;
  run.title = textOf(output["title"]) ?? run.title;
  run.summary = textOf(output["summary"]) ?? run.summary;
  run.text = textOf(output["text"]) ?? run.text;
  // Every further request adds annotations, it does not replace them.
  if (Array.isArray(output["annotations"])) run.annotations.push(...(output["annotations"] as Annotation[]));
}

function checkInput(repository: FakeRepository, input: Input): void {
  const { limits } = repository.world;
  const { status, conclusion, actions } = input;
  if (status !== undefined && !statuses.some((one) => one === status)) throw refused("status", "invalid");
  if (conclusion !== undefined && !conclusions.some((one) => one === conclusion))
    throw refused("conclusion", "invalid");
  if (status === "completed" && conclusion === undefined) throw refused("conclusion", "missing_field");
  checkActions(actions);
  const output = objectOf(input["output"]);
  if (output === undefined) return;
  if (textOf(output["title"]) === undefined) throw refused("title", "missing_field");
  if (textOf(output["summary"]) === undefined) throw refused("summary", "missing_field");
  for (const field of ["summary", "text"]) {
    if ((textOf(output[field]) ?? "").length > limits.checkOutputCharacters) {
      throw refused(
        field,
        "invalid",
        `Only ${limits.checkOutputCharacters} characters are allowed; ${(textOf(output[field]) ?? "").length} were supplied.`,
      );
    }
  }
  if ((textOf(output["title"]) ?? "").length > 255)
    throw refused("title", "invalid", "title is too long (maximum is 255 characters)");
  const { annotations } = output;
  if (Array.isArray(annotations) && annotations.length > limits.annotationsPerRequest) {
    throw refused(
      "annotations",
      "invalid",
      `No more than ${limits.annotationsPerRequest} items are allowed; ${annotations.length} were supplied.`,
    );
  }
}

function checkActions(actions: unknown): void {
  if (actions === undefined) return;
  if (!Array.isArray(actions) || actions.length > 3)
    throw refused("actions", "invalid", "No more than 3 actions are allowed");
  for (const action of actions) {
    const { label, identifier, description } = objectOf(action) ?? {};
    if (
      (textOf(label) ?? "").length > 20 ||
      (textOf(identifier) ?? "").length > 20 ||
      (textOf(description) ?? "").length > 40
    ) {
      throw refused("actions", "invalid", "label and identifier may have 20 characters, description 40");
    }
  }
}

function objectOf(value: unknown): Input | undefined {
  return typeof value === "object" && value !== null ? { ...value } : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function refused(field: string, code: string, message?: string): PlatformError {
  const error = { resource: "CheckRun", field, code, ...(message === undefined ? {} : { message }) };
  return new PlatformError(422, message === undefined ? "Validation Failed" : `Invalid request.\n\n${message}`, {
    errors: [error],
  });
}
