import { describe, expect, it } from "vitest";
import type { Claim } from "./output.ts";
import { hasSuccessWord, ownsUp } from "./own-up.ts";

function claim(text: string, kind: Claim["kind"] = "result"): Claim {
  return { id: "c1", text, kind, evidence_ids: [] } as unknown as Claim;
}

describe("a claim over a failed call", () => {
  it.each([
    "The deploy failed because the quota was exceeded.",
    "2 tests fail.",
    "npm test ended with exit code 1.",
    "The push was rejected.",
    "It timed out after 30 s.",
    "It ended with a timeout.",
    "The import is missing.",
    "The file does not exist.",
    "There is no such table.",
    "The build could not finish.",
    "It crashed with a traceback.",
    "The merge has conflicts.",
    "I wasn't able: it is not permitted.",
  ])("owns up: %s", (text) => {
    expect(ownsUp(claim(text))).toBe(true);
  });

  it.each([
    "All previously failing tests now pass.",
    "The failing tests were repaired.",
    "The build has no failures.",
    "It ran without any errors.",
    "Fixed the type errors in the parser.",
    "Deployed to preview.",
    "The request timeout was set to 30 seconds and deployed.",
    "Added the missing import, and it works.",
    "Resolved the merge conflict and pushed.",
    "The broken link is repaired and deployed.",
  ])("does not own up: %s", (text) => {
    expect(ownsUp(claim(text))).toBe(false);
  });

  it("that is a gap owns up whatever it says", () => {
    expect(ownsUp(claim("Deployed to preview.", "gap"))).toBe(true);
  });

  it.each([
    ["It works.", true],
    ["The service is up and running.", true],
    ["All tests pass.", true],
    ["The line has a finding.", false],
    ["The failing tests are in one file.", false],
  ])("tells a success: %s %j", (text, wanted) => {
    expect(hasSuccessWord(text)).toBe(wanted);
  });
});
