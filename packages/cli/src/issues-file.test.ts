import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readIssueOfFile } from "./issues-file.ts";

const native = {
  repository: "acme/shop",
  number: 12,
  title: "The total",
  body: null,
  state: "open",
  labels: [{ name: "bug", actor: { login: "vera", kind: "user" }, permission: "write" }],
  author: { login: "nadia", kind: "user", id: 11 },
  editor: null,
};

/** As `gh issue view 12 --json number,title,body,state,stateReason,author,labels,url` prints it. */
const printed = {
  number: 12,
  title: "The total",
  body: "",
  state: "OPEN",
  stateReason: "",
  author: { id: "U_1", is_bot: false, login: "nadia", name: "Nadia" },
  labels: [{ id: "L_1", name: "bug", description: "", color: "d73a4a" }],
  url: "https://github.com/acme/shop/issues/12",
};

describe("an issue of --facts-issues", () => {
  it("as a facts document has it is taken as it is", () => {
    expect(readIssueOfFile(native)).toMatchObject({
      ok: true,
      issue: { ...native, state_reason: null, is_pull_request: false },
    });
  });

  it("as the reference shows it is read, and nothing of it is unknown", () => {
    const page = readFileSync(join(import.meta.dirname, "../../../docs/commands/check.md"), "utf8");
    const block = /^```json\n(?<json>\[[^`]*)```$/m.exec(page)?.groups?.["json"] ?? "";
    const [given]: unknown[] = JSON.parse(block);
    expect(readIssueOfFile(given)).toMatchObject({
      ok: true,
      issue: { number: 12, state: "open", editor: null, labels: [{ name: "bug", permission: "write" }] },
    });
  });

  it("as the gh tool prints it is read: capitals, is_bot, the repository from the address", () => {
    const reading = readIssueOfFile(printed);
    expect(reading).toMatchObject({
      ok: true,
      issue: {
        repository: "acme/shop",
        number: 12,
        state: "open",
        state_reason: null,
        author: { login: "nadia", kind: "user", id: null },
        labels: [{ name: "bug" }],
        is_pull_request: false,
      },
    });
    // Who edited it last is not printed, and is not made up.
    expect(reading.ok && "editor" in reading.issue).toBe(false);
  });

  it.each<[string, object, object]>([
    ["a closed one", { state: "CLOSED", stateReason: "NOT_PLANNED" }, { state: "closed", state_reason: "not_planned" }],
    [
      "an app's",
      { author: { login: "app/dependabot", is_bot: true } },
      { author: { login: "dependabot", kind: "bot" } },
    ],
    ["a pull request", { url: "https://github.com/acme/shop/pull/12" }, { is_pull_request: true }],
    ["one of another server", { url: "https://git.acme.dev/a/b/issues/12" }, { repository: "a/b" }],
  ])("%s is told apart", (_name, parts, expected) => {
    expect(readIssueOfFile({ ...printed, ...parts })).toMatchObject({ ok: true, issue: expected });
  });

  it.each<[string, object, string]>([
    ["title", { title: undefined }, "title must be text"],
    ["body", { body: undefined }, "body must be text, or null when there is none"],
    ["labels", { labels: undefined }, "labels must be a list; [] when there are none"],
    ["a label", { labels: ["bug"] }, 'labels[0] needs a name: {"name": …}'],
    ["an actor", { labels: [{ name: "bug", actor: "vera" }] }, "labels[0].actor must be an account"],
    ["a permission", { labels: [{ name: "bug", permission: "push" }] }, "labels[0].permission must be admin, maintain"],
    ["state", { state: undefined }, "state must be open or closed"],
    ["another state", { state: "merged" }, "state must be open or closed"],
    ["a reason", { state_reason: "done" }, "state_reason must be completed, not_planned, duplicate or reopened"],
    ["author", { author: undefined }, "author must be an account"],
    ["a kind", { author: { login: "nadia" } }, "author needs a kind: user, bot, organization"],
    ["another kind", { author: { login: "nadia", kind: "human" } }, "author.kind must be user, bot"],
    ["a login", { author: { kind: "user" } }, "author needs a login"],
    ["an editor", { editor: "nadia" }, "editor must be an account"],
    ["a pull request", { is_pull_request: "no" }, "is_pull_request must be true or false"],
    ["the author's permission", { author_permission: "owner" }, "author_permission must be admin"],
    ["unreadable", { unreadable: "yes" }, "unreadable must be not_found, forbidden, error or not_looked_up"],
  ])("%s that is missing or wrong is an error that names issue and field", (_name, parts, message) => {
    const reading = readIssueOfFile({ ...native, ...parts });
    expect(reading).toEqual({ ok: false, message: expect.stringContaining(`(acme/shop#12): ${message}`) });
  });

  it.each([null, 7, "x", [], {}, { number: 12 }, { ...printed, url: "https://github.com/acme" }])(
    "%j needs a repository and a number",
    (given) => {
      expect(readIssueOfFile(given)).toEqual({ ok: false, message: "needs a repository and a number" });
    },
  );
});
