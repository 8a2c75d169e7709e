import { expect, it } from "vitest";
import { maximumAttempts } from "../waiting.ts";
import { mostAnnotations } from "./annotations.ts";
import { outputLimit } from "./check-output.ts";
import { commentLimit } from "./comment.ts";
import { titleLimit } from "./conclusion.ts";
import { writeGap } from "./pace.ts";
import { beginAfterMs, judgingDeadlineMs } from "./supervise.ts";

/** Other tests hold texts to these names; here the numbers are held to what the platform takes, and to what is promised. */
it.each([
  ["characters of a check run's title", titleLimit, 255],
  ["characters of its summary, and of its text, of which the platform takes 65,535 (C10)", outputLimit, 60_000],
  ["annotations of one request (C11)", mostAnnotations, 50],
  ["characters of a comment, of which the platform takes 65,536 (C9)", commentLimit, 60_000],
  ["milliseconds between two writes to a repository", writeGap, 1000],
  ["requests that one failure may cost (H8)", maximumAttempts, 3],
  ["milliseconds after which a check says that work has begun", beginAfterMs, 1000],
  ["milliseconds of judging, so that a check is completed within a minute of its beginning", judgingDeadlineMs, 50_000],
])("%s", (_name, value, expected) => {
  expect(value).toBe(expected);
});
