/** Tokens of every shape, in every input a person might put one into: nothing a run leaves behind holds them. */

import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newJob, runInside } from "../../../testing/action-run.ts";
import { type FakeGithub, startFakeGithub } from "../../../testing/fake-github/server.ts";
import { tokenShapes, traces } from "../../../testing/token-shapes.ts";

/** It accepts none of them, so every way to say that a token is wrong is taken. */
let github: FakeGithub;
beforeAll(async () => {
  github = await startFakeGithub();
});
afterAll(async () => await github.close());

const places = ["github-token", "alignment-model-key", "mode", "sweep", "intent", "alignment-model"] as const;

describe("a token", () => {
  it.each(Object.entries(tokenShapes))("of the shape %s is in no log, summary, output or error", async (_, shape) => {
    await fc.assert(
      fc.asyncProperty(shape, fc.constantFrom(...places), async (token, place) => {
        const job = newJob();
        const { code, log, summary, masked } = await runInside({
          github,
          token: "ghs_accepted_by_nobody",
          event: "pull_request_target",
          payload: { pull_request: { number: 12 } },
          inputs: { [place]: token },
          env: { RUNNER_DEBUG: "1" },
          job,
        });
        expect(code).toBe(place === "mode" || place === "sweep" ? 2 : 1);
        expect(traces(token, { log, summary, output: readFileSync(job.output, "utf8") })).toEqual([]);
        if (place === "github-token" || place === "alignment-model-key") {
          expect(masked).toEqual(expect.arrayContaining(token.split("\n")));
        }
      }),
      { numRuns: 8 },
    );
  });
});
