import { assert, constantFrom, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { afterOthers, chanceOf, factsOf, givenBy } from "./conditions.ts";

const facts = factsOf("pull_request_target", "Acme/shop");

describe("a condition, for a run on pull_request_target", () => {
  it.each([
    [null, "always"],
    ["true", "always"],
    ["false", "never"],
    ["${{ false }}", "never"],
    ["${{ !false }}", "always"],
    ["always()", "always"],
    ["!cancelled()", "always"],
    ["failure()", "never"],
    ["github.event_name == 'pull_request_target'", "always"],
    ["github.event_name == 'PULL_REQUEST_TARGET'", "always"],
    ["github['event_name'] != 'pull_request_target'", "never"],
    [
      "github.event_name != 'issue_comment' || (github.event.issue.pull_request && startsWith(github.event.comment.body, '/warrant '))",
      "always",
    ],
    ["github.event.issue.pull_request", "never"],
    ["github.event.comment.body == '/warrant'", "perhaps"],
    ["github.event.pull_request", "always"],
    ["github.repository == 'acme/SHOP'", "always"],
    ["github.repository == 'else/shop'", "never"],
    ["github.repository_owner == 'acme'", "always"],
    ["github.event.pull_request.draft == false", "perhaps"],
    ["!github.event.pull_request.draft", "perhaps"],
    ["github.actor != 'bot'", "perhaps"],
    ["vars.ON && false", "never"],
    ["false && vars.ON", "never"],
    ["vars.ON || true", "always"],
    ["true || vars.ON", "always"],
    ["vars.ON && true", "perhaps"],
    ["'' || false", "never"],
    ["'it''s' == 'it''s'", "always"],
    ["1 == 1", "perhaps"],
    ["github.run_number > 3", "perhaps"],
    ["contains(fromJSON('[1]'), 1)", "perhaps"],
    // What cannot be read may be either.
    ["", "perhaps"],
    ["(true", "perhaps"],
    ["true)", "perhaps"],
    ["true true", "perhaps"],
    ["always(", "perhaps"],
    ["== 'a'", "perhaps"],
    ["'open", "perhaps"],
    ["a[0]", "perhaps"],
    ["${{ false }} && true", "perhaps"],
    ["${{ false }} || ${{ false }}", "perhaps"],
  ])("%j: %s", (condition, chance) => {
    expect(chanceOf(condition, facts)).toBe(chance);
  });

  it.each([
    [`${"(".repeat(149)}false${")".repeat(149)}`, "never"],
    [`${"(".repeat(150)}false${")".repeat(150)}`, "perhaps"],
    [`${"(".repeat(3000)}false`, "perhaps"],
    [`${"!".repeat(3000)}false`, "perhaps"],
    [`false || '${"a".repeat(3980)}' && false`, "never"],
    [`false || '${"a".repeat(3981)}' && false`, "perhaps"],
  ])("is read up to its limits and not beyond (case %#)", (condition, chance) => {
    expect(chanceOf(condition, facts)).toBe(chance);
  });

  it("law: an expression without a value that is known to differ is read or not known, and never throws", () => {
    const parts = constantFrom("(", ")", "!", "&&", "||", "==", "'a'", "true", "vars.x", "github.ref", ",", "f(", " ");
    assert(
      property(string({ unit: parts, maxLength: 40 }), string(), (made, any) => {
        expect(["always", "never", "perhaps"]).toContain(chanceOf(made, facts));
        expect(["always", "never", "perhaps"]).toContain(chanceOf(any, facts));
        expect(givenBy(made, facts).isOfChange).toBe(false);
      }),
      { numRuns: 300 },
    );
  });
});

it.each([
  ["always()", "always"],
  ["failure()", "perhaps"],
  ["cancelled()", "perhaps"],
  ["!success()", "perhaps"],
  ["false && failure()", "never"],
])("%s, after others that may fail: %s", (condition, chance) => {
  expect(chanceOf(condition, afterOthers(facts))).toBe(chance);
});

it.each([
  ["schedule", "github.event.pull_request.draft", "never"],
  ["schedule", "github.event.schedule", "always"],
  ["merge_group", "!github.event.pull_request.draft", "always"],
  ["merge_group", "github.event.merge_group", "always"],
  ["merge_group", "github.event.issue.pull_request", "never"],
  ["constructor", "github.event.pull_request", "perhaps"],
])("on %s, %s: %s", (event, condition, chance) => {
  expect(chanceOf(condition, factsOf(event, "acme/shop"))).toBe(chance);
});

describe("a value that differs by change", () => {
  it.each([
    ["github.event.pull_request.number", true],
    ["github.event.number", true],
    ["github.event.pull_request['number']", true],
    ["github.event_name == 'issue_comment' && github.run_id || github.event.pull_request.number || 'sweep'", true],
    ["github.event.issue.number || github.event.pull_request.number", true],
    ["format('warrant-{0}', github.event.pull_request.number)", true],
    ["github.ref", false],
    ["github.ref || github.event.pull_request.number", false],
    ["github.head_ref || github.event.pull_request.number", false],
    ["vars.GROUP || github.event.pull_request.number", false],
    ["github.event_name != 'schedule' && 'one' || github.event.pull_request.number", false],
    ["github.event.pull_request.number == 1", false],
    ["github.run_id", false],
    ["github.event.pull_request.base.ref", false],
  ])("%s: %s", (inside, isOfChange) => {
    expect(givenBy(inside, facts).isOfChange).toBe(isOfChange);
  });
});
