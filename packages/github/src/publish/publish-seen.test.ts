/** Publications of a sweep, whose check run says what was seen of the change before it was judged. */

import { digestText } from "@warrant/kernel/canonical";
import { describe, expect, it } from "vitest";
import { headSha } from "../../../../testing/facts.ts";
import { MemoryPlatform, platformError } from "../../../../testing/memory-platform.ts";
import { deniedVerdict } from "../../../../testing/verdicts.ts";
import { checkOutput } from "./check-output.ts";
import { WritePace } from "./pace.ts";
import { type Publication, publish, targetOf } from "./publish.ts";
import { workflowPublisher } from "./publisher.ts";
import { hasAnnotations, seenIn, seenLines, storedVerdicts } from "./stored-verdict.ts";

const digests = { facts: digestText("f"), config: digestText("c"), intent: digestText("i"), advice: null };
const denied = deniedVerdict({ digests });
const seen = new Map([
  [7, digestText("seven")],
  [8, digestText("eight")],
]);

async function sweep(platform: MemoryPlatform, judged = denied): Promise<Publication> {
  const target = targetOf(judged);
  if (target === null) throw new Error("The verdict has no number.");
  const pace = new WritePace({ now: () => 0, sleep: () => Promise.resolve() }, new AbortController().signal);
  return await publish(platform.client, {
    target,
    judged: { verdict: judged },
    mode: "enforce",
    publisher: workflowPublisher,
    pace,
    seen,
  });
}

function writes(platform: MemoryPlatform): string[] {
  return platform.requests
    .map(({ route }) => route.replace("/repos/{owner}/{repo}", ""))
    .filter((route) => /^(?:POST|PATCH)/.test(route));
}

function textOf(platform: MemoryPlatform): string {
  return platform.runs[0]?.output?.text ?? "";
}

describe("what was seen", () => {
  it("stands before everything else that a text remembers, once for each change, and nothing else is hidden by it", () => {
    const { text, annotations } = checkOutput({ verdict: denied }, { mode: "enforce", seen });
    expect([seenIn(text, 7), seenIn(text, 8), seenIn(text, 9)]).toEqual([seen.get(7), seen.get(8), null]);
    expect(storedVerdicts(text).map(({ number }) => number)).toEqual([7]);
    expect(hasAnnotations(text, annotations)).toBe(true);
    expect(seenIn(text.replaceAll("\n", "\r\n"), 7)).toBe(seen.get(7));
  });

  it("is not there where nothing was seen, and of a failure", () => {
    expect(seenIn(checkOutput({ verdict: denied }, { mode: "enforce" }).text, 7)).toBeNull();
    expect(checkOutput({ failure: "It broke." }, { mode: "enforce", seen }).text).toBe("");
  });

  const lines = seenLines(new Map([[7, digestText("seven")]]));
  const { text: plain } = checkOutput({ verdict: denied }, { mode: "enforce" });
  const at = plain.indexOf("`warrant.annotations");
  it.each([
    ["that is apart from the others", `${lines}\n${plain.slice(at)}`],
    ["behind them", `${plain}${lines}`],
    ["that is there twice", `${lines}${lines}${plain.slice(at)}`],
    ["that is indented", ` ${lines}${plain.slice(at)}`],
    ["of a short digest", `${lines.replace(/[0-9a-f]{8}`/, "`")}${plain.slice(at)}`],
    ["alone", lines],
    ["in nothing", ""],
  ])("is not read from a line %s", (_, text) => {
    expect(seenIn(text, 7)).toBeNull();
  });
});

describe("a publication of a sweep", () => {
  it("writes the comment first, and then the run that says what was seen", async () => {
    const platform = new MemoryPlatform();
    expect(await sweep(platform)).toMatchObject({
      published: "all",
      check: { state: "created" },
      comment: { state: "created" },
    });
    expect(writes(platform)).toEqual(["POST /issues/{issue_number}/comments", "POST /check-runs"]);
    expect(seenIn(textOf(platform), 7)).toBe(seen.get(7));
    expect(await sweep(platform)).toMatchObject({ check: { state: "unchanged" }, comment: { state: "unchanged" } });
  });

  it("publishes the verdict without what was seen where the comment failed, so that the next sweep tries it again", async () => {
    const platform = new MemoryPlatform();
    platform.before = ({ route }) => {
      if (route.startsWith("POST") && route.endsWith("/comments")) throw platformError(500);
    };
    expect(await sweep(platform)).toMatchObject({
      published: "part",
      check: { state: "created" },
      comment: { state: "failed" },
    });
    expect(storedVerdicts(textOf(platform))).toHaveLength(1);
    expect(seenIn(textOf(platform), 7)).toBeNull();
  });

  it("writes no run for a head that moved while the comment was written", async () => {
    const platform = new MemoryPlatform();
    platform.after = ({ route }) => {
      if (route.startsWith("POST") && route.endsWith("/comments")) platform.head = "f".repeat(40);
    };
    expect(await sweep(platform)).toMatchObject({ moved: "head", check: { state: "skipped" } });
    expect(platform.runs).toEqual([]);
  });

  it("still gives the verdict where the token may write checks and no comments", async () => {
    const platform = new MemoryPlatform();
    platform.before = ({ route }) => {
      if (route.startsWith("POST") && route.endsWith("/comments")) throw platformError(403);
    };
    expect(await sweep(platform)).toMatchObject({ published: "part", comment: { state: "refused" } });
    expect(platform.runs).toMatchObject([{ head_sha: headSha, conclusion: "action_required" }]);
  });
});
