import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../testing/git-repository.ts";
import { EventError, readEventFile, taskOf } from "./event.ts";

function comment(body: unknown, more: { action?: string; issue?: unknown; user?: unknown } = {}) {
  const {
    action = "created",
    issue = { number: 12, pull_request: { url: "x" } },
    user = { login: "rita", id: 5 },
  } = more;
  return { action, issue, comment: { body, user }, sender: { login: "mallory", id: 6 } };
}
const recheck = { kind: "recheck", number: 12, by: { login: "rita", id: 5 } };
const nothing = (because: RegExp, isMistake = false) => ({
  kind: "nothing",
  because: expect.stringMatching(because),
  isMistake,
});

describe("an event asks for", () => {
  it.each([
    ["pull_request_target", { pull_request: { number: 12 }, sender: { login: "x" } }, { kind: "change", number: 12 }],
    ["pull_request", { pull_request: { number: 2_147_483_647 } }, { kind: "change", number: 2_147_483_647 }],
    ["schedule", { schedule: "*/15 * * * *" }, { kind: "sweep" }],
    ["workflow_dispatch", {}, { kind: "sweep" }],
    ["issue_comment", comment("/warrant recheck"), recheck],
    ["issue_comment", comment("/warrant  recheck \r\nplease"), recheck],
    ["issue_comment", comment("please /warrant recheck"), nothing(/no(?:t a)? command/)],
    ["issue_comment", comment("> /warrant recheck"), nothing(/not a command/)],
    ["issue_comment", comment("/warrant recheck #13"), nothing(/not a command/)],
    ["issue_comment", comment(null), nothing(/not a command/)],
    ["issue_comment", comment("/warrant card"), nothing(/no cards/)],
    ["issue_comment", comment("/warrant approve"), nothing(/no such command/)],
    ["issue_comment", comment("/warrant recheck", { action: "edited" }), nothing(/not a command/)],
    ["issue_comment", comment("/warrant recheck", { issue: { number: 7 } }), nothing(/on an issue/)],
    [
      "issue_comment",
      comment("/warrant recheck", { issue: { number: 7, pull_request: null } }),
      nothing(/on an issue/),
    ],
    ["issue_comment", comment("/warrant recheck", { user: null }), nothing(/Nobody knows/)],
    ["merge_group", { action: "checks_requested", merge_group: {} }, { kind: "group" }],
    ["merge_group", { action: "destroyed", merge_group: {} }, nothing(/gone/)],
    ["pull_request_review", { action: "submitted" }, nothing(/workflow of the change itself/, true)],
    ["push", { ref: "refs/heads/main" }, nothing(/does not act/, true)],
    ["", {}, nothing(/does not act/, true)],
  ])("%s %j", (event, payload, task) => {
    expect(taskOf(event, payload, false)).toMatchObject(task);
  });

  it("a sweep, whatever it is, when the workflow asks for one", () => {
    expect(taskOf("pull_request_target", { pull_request: { number: 12 } }, true)).toEqual({ kind: "sweep" });
    expect(taskOf("push", {}, true)).toEqual({ kind: "sweep" });
  });

  it.each([[{}], [null], ["x"], [{ action: 5 }], [{ action: "checks_requested", merge_group: null }]])(
    "F3 an answer about a group, also with the payload %j and in a sweep (a2aproject/a2a-rs#254)",
    (payload) => {
      expect(taskOf("merge_group", payload, false)).toEqual({ kind: "group", payload });
      expect(taskOf("merge_group", payload, true)).toEqual({ kind: "group", payload });
    },
  );

  it.each([
    ["pull_request_target", {}],
    ["pull_request_target", { pull_request: { number: "12" } }],
    ["pull_request_target", { pull_request: { number: 0 } }],
    ["pull_request_target", { pull_request: { number: 12.5 } }],
    ["pull_request_target", { pull_request: { number: 2_147_483_648 } }],
    ["pull_request", null],
    ["issue_comment", { action: "created", issue: { number: 1 } }],
    ["issue_comment", comment("/warrant recheck", { user: { login: "", id: 1 } })],
    ["issue_comment", comment("/warrant recheck", { user: { login: "rita", id: "5" } })],
  ])("nothing that can be known when %s has the payload %j", (event, payload) => {
    expect(() => taskOf(event, payload, false)).toThrow(EventError);
  });
});

describe("the event file", () => {
  it("is parsed", async () => {
    const path = join(temporaryFolder(), "event.json");
    writeFileSync(path, '{"a":1}');
    expect(await readEventFile(path)).toEqual({ a: 1 });
  });

  it.each([
    ["is not named", undefined, /there is none/],
    ["is empty", "", /not JSON/],
    ["is cut", '{"a":', /not JSON/],
    ["is too large", `"${"a".repeat(25 * 1024 * 1024)}"`, /bytes/],
  ])("that %s is said, without what is in it", async (_, text, message) => {
    const path = join(temporaryFolder(), "event.json");
    if (text !== undefined) writeFileSync(path, text);
    await expect(readEventFile(text === undefined ? undefined : path)).rejects.toThrow(message);
  });

  it("that is not there is said", async () => {
    await expect(readEventFile(join(temporaryFolder(), "none"))).rejects.toThrow(EventError);
  });
});
