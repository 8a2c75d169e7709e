import { digestText } from "@warrant/kernel/canonical";
import type { ChangeVerdict } from "@warrant/kernel/verdict";
import { describe, expect, it } from "vitest";
import { headSha } from "../../../../testing/facts.ts";
import { MemoryPlatform, platformError } from "../../../../testing/memory-platform.ts";
import { changeVerdict, deniedVerdict } from "../../../../testing/verdicts.ts";
import { checkOutput } from "../publish/check-output.ts";
import type { JudgedState } from "../publish/judge-and-publish.ts";
import { workflowPublisher } from "../publish/publisher.ts";
import { judgeMember, type MemberTask } from "./judge-member.ts";

const member = { number: 7, headSha };
const digests = { facts: digestText("f"), config: digestText("c"), intent: digestText("i"), advice: null };
const others = { ...digests, facts: digestText("before") };
const allowed = changeVerdict({ digests });
const denied = deniedVerdict({ digests });

function stateOf(verdict: ChangeVerdict): JudgedState {
  const { repository, base_ref, base_sha, head_sha } = verdict.subject;
  return {
    target: { repository, number: 7, headSha: head_sha, baseRef: base_ref, baseSha: base_sha },
    judged: { verdict },
    mode: "enforce",
  };
}

type Answer = ChangeVerdict | "fails" | "throws";

function answering(answer: Answer, asked: string[], who: string): NonNullable<MemberTask["judge"]> {
  return async () => {
    asked.push(who);
    if (answer === "throws") throw platformError(502);
    const state = stateOf(allowed);
    return await Promise.resolve(answer === "fails" ? { ...state, judged: { failure: "No." } } : stateOf(answer));
  };
}

/** A platform on whose head commit a verdict is stored. */
function storing(verdict: ChangeVerdict | null): MemoryPlatform {
  const platform = new MemoryPlatform();
  if (verdict === null) return platform;
  const output = checkOutput({ verdict }, { mode: "enforce" });
  const { summary, text, outcome } = output;
  platform.addRun({
    external_id: output.externalId,
    output: { title: outcome.title, summary, text, annotations_count: 0 },
  });
  return platform;
}

async function decide(rules: Answer, stored: ChangeVerdict | null, judge: Answer | null) {
  const asked: string[] = [];
  const found = await judgeMember(storing(stored).client, member, {
    repository: "Acme/Shop",
    branch: "main",
    publisher: workflowPublisher,
    rules: answering(rules, asked, "rules"),
    judge: judge === null ? undefined : answering(judge, asked, "judge"),
    signal: new AbortController().signal,
  });
  return { ...found, asked };
}

const stores = {
  nothing: null,
  "an allowance": allowed,
  "an allowance of other facts": changeVerdict({ digests: others }),
  "an allowance of another request": changeVerdict({ digests: { ...digests, intent: digestText("another") } }),
  "a denial": denied,
  "a denial of other facts": deniedVerdict({ digests: others }),
  "a misalignment of other facts": deniedVerdict({ digests: others, deny_kind: "misaligned" }),
} as const;

describe.each(Object.entries(stores))("with %s stored", (_, stored) => {
  it.each([
    ["deny", denied, "deny", "judged"],
    ["give no verdict", "fails", "unknown", "unknown"],
    ["cannot be asked", "throws", "unknown", "unknown"],
  ] as const)(
    "a change that the rules %s is not let through, and no model is asked (F4: palantir/policy-bot#800)",
    async (_what, rules, decision, from) => {
      expect(await decide(rules, stored, allowed)).toMatchObject({ decision, from, asked: ["rules"] });
      expect(await decide(rules, stored, null)).toMatchObject({ decision, from, asked: ["rules"] });
    },
  );
});

describe("a change that the rules allow", () => {
  it.each(["an allowance", "an allowance of other facts"] as const)(
    "and %s that is stored is allowed without a model",
    async (name) => {
      for (const judge of [denied, "throws", null] as const) {
        const found = await decide(allowed, stores[name], judge);
        expect(found).toMatchObject({
          decision: "allow",
          from: "stored",
          asked: ["rules"],
          judged: { verdict: allowed },
        });
      }
    },
  );

  it.each([
    "nothing",
    "an allowance of another request",
    "a denial",
    "a denial of other facts",
    "a misalignment of other facts",
  ] as const)("with %s stored is what the judge says", async (name) => {
    const asked = ["rules", "judge"];
    const stored = stores[name];
    expect(await decide(allowed, stored, allowed)).toMatchObject({ decision: "allow", from: "judged", asked });
    expect(await decide(allowed, stored, denied)).toMatchObject({ decision: "deny", from: "judged", asked });
    expect(await decide(allowed, stored, "fails")).toMatchObject({ decision: "unknown", asked });
    expect(await decide(allowed, stored, "throws")).toMatchObject({ decision: "unknown", asked });
  });

  it.each([
    ["nothing", "allow", "judged"],
    ["an allowance of another request", "allow", "judged"],
    ["a denial", "deny", "stored"],
    ["a denial of other facts", "allow", "judged"],
    ["a misalignment of other facts", "deny", "stored"],
  ] as const)("with %s stored and no judge is: %s", async (name, decision, from) => {
    expect(await decide(allowed, stores[name], null)).toMatchObject({ decision, from });
  });

  it("is unknown when it cannot be read what is stored: a model's denial may be (F4: palantir/policy-bot#800)", async () => {
    const platform = storing(denied);
    platform.before = () => {
      throw platformError(502);
    };
    const task = { repository: "acme/shop", branch: "main", publisher: workflowPublisher };
    const rules = answering(allowed, [], "rules");
    const { signal } = new AbortController();
    expect(await judgeMember(platform.client, member, { ...task, rules, signal })).toMatchObject({
      decision: "unknown",
      judged: { failure: expect.stringContaining("it answered 502") },
    });
  });

  it.each([
    ["another change", { number: 8 }, "What was judged is another change."],
    ["a local range", { number: null }, "What was judged is another change."],
    ["another repository", { repository: "acme/shop2" }, "What was judged is another change."],
    ["another head", { head_sha: "f".repeat(40) }, "Its head moved after it was queued."],
    ["another base", { base_ref: "release" }, "It is for another branch by now."],
  ])("is unknown when the verdict is about %s (E4: MystenLabs/deepbookv3#1276)", async (_, subject, failure) => {
    const verdict = { ...allowed, subject: { ...allowed.subject, ...subject } };
    expect(await decide(verdict, allowed, allowed)).toMatchObject({ decision: "unknown", judged: { failure } });
    expect(await decide(allowed, null, verdict)).toMatchObject({ decision: "unknown", judged: { failure } });
  });
});
