/** No token appears in the log, the step summary, the outputs, the files or what is published, whatever the platform answers. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Job, newJob, runInside, workflowPermissions } from "../../../testing/action-run.ts";
import { echoingFaults } from "../../../testing/echoing-faults.ts";
import { pullRequestPayload } from "../../../testing/fake-github/webhook-payloads.ts";
import { openShop, type Shop } from "../../../testing/github-change.ts";
import { tokenShapes, traces } from "../../../testing/token-shapes.ts";

/** Nothing listens there: what is sent there is a failure, and no answer. */
const elsewhere = "http://127.0.0.1:9";

let shop: Shop;
let known: string;
let payload: unknown;

beforeAll(async () => {
  shop = await openShop({ lasting: "file" });
  known = shop.github.tokens.workflow(shop.repository, workflowPermissions);
  payload = await pullRequestPayload("synchronize", shop.change, { sender: shop.repository.world.accounts.get("sam") });
});
afterAll(async () => {
  shop.github.unexpected.length = 0;
  await shop.github.close();
});

function filesOf({ workspace, temporary, output }: Job): string {
  const written = [workspace, temporary].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  return [output, ...written].map((path) => readFileSync(path, "utf8")).join("\n");
}

it("stands nowhere but in the lines that tell the runner to mask it (property)", async () => {
  const { github, repository, change } = shop;
  const anyRun = fc.record({
    token: fc.constantFrom(...Object.keys(tokenShapes)).chain((shape) => tokenShapes[shape] ?? fc.constant("")),
    event: fc.constantFrom("pull_request_target", "schedule"),
    fault: fc.constantFrom(...Object.keys(echoingFaults("", ""))),
    after: fc.nat(5),
    repeated: fc.constantFrom(1, 100),
  });
  await fc.assert(
    fc.asyncProperty(anyRun, async ({ token, event, fault, after, repeated }) => {
      github.tokens.alias(token, known);
      github.tokens.rateOf(known).used = 0;
      github.faults.clear();
      const script = echoingFaults(github.apiUrl, elsewhere)[fault]?.(token);
      if (script !== undefined && script.times !== 0) github.fail({ ...script, after, times: repeated });
      const job = newJob();
      const inputs = { "output-dir": "results" };
      const { log, summary } = await runInside({
        github,
        token,
        event,
        payload,
        inputs,
        env: { RUNNER_DEBUG: "1" },
        job,
      });
      const published = repository.checkRuns.map(({ title, summary: short, text, annotations }) => [
        title,
        short,
        text,
        annotations,
      ]);
      const found = {
        log,
        summary,
        files: filesOf(job),
        checks: JSON.stringify(published),
        comments: JSON.stringify(change.comments),
      };
      expect(traces(token, found)).toEqual([]);
    }),
    { numRuns: 25 },
  );
});
