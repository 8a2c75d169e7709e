import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { outputOf } from "../../../../testing/claim-facts.ts";
import { readDocument } from "../document.ts";
import { duplicateKeys } from "./duplicate-keys.ts";
import { ExecutorOutput } from "./output.schema.ts";
import { readOutput } from "./read-output.ts";

const good = outputOf("The log level is warn.", [["toolu_1", "Read", "log_level = warn"]]);
const [claim] = good["claims"] as Record<string, unknown>[];
const [item] = good["evidence"] as Record<string, unknown>[];
const json = JSON.stringify(good);

function codes(raw: unknown): string[] {
  return readOutput(raw).findings.map(({ code, quote }) => (quote === undefined ? code : `${code} ${quote}`));
}

const claimWith = (more: Record<string, unknown>) => ({ ...good, claims: [{ ...claim, ...more }] });
const itemWith = (more: Record<string, unknown>) => ({ ...good, evidence: [{ ...item, ...more }] });

describe("the output of an executor", () => {
  it.each<[string, unknown]>([
    ["an object", good],
    ["its text", json],
    ["a text with a byte order mark and blank lines", `\uFEFF\n ${json}\n\n`],
    ["one fenced block", `\`\`\`json\n${json}\n\`\`\``],
    ["a fence without a language", `\`\`\`\n${json}\n\`\`\``],
    ["no evidence at all", { ...claimWith({ evidence_ids: [] }), evidence: [] }],
    ["a locator and a note", itemWith({ locator: { path: "a", line_start: 1, line_end: 1 }, note: "for people" })],
    ["the longest texts", claimWith({ text: "x".repeat(2000) })],
  ])("is read from %s", (_name, raw) => {
    expect(codes(raw)).toEqual([]);
    expect(readOutput(raw).document?.claims).toHaveLength(1);
  });

  it.each<[string, unknown, string[]]>([
    ["nothing", "  \n", ["empty"]],
    ["prose", "The log level is warn.", ["not_json"]],
    ["a document that is cut off", json.slice(0, -20), ["not_json"]],
    ["text before the document", `Here it is:\n${json}`, ["not_alone"]],
    ["text around a fence", `See:\n\`\`\`json\n${json}\n\`\`\``, ["not_alone"]],
    ["a list as text", "[]", ["not_json"]],
    ["a list", [good], ["not_object"]],
    ["more than a mebibyte", `"${"x".repeat(1_048_577)}"`, ["too_large"]],
    ["a key that stands twice", json.replace('"task"', '"task":"t","task"'), ["duplicate_key task"]],
    ["another version", { ...good, schema_version: "executor_evidence_v1" }, ["schema_version schema_version"]],
    ["a final answer", { ...good, final_answer: "x" }, ["forbidden_field final_answer"]],
    ["the same in another spelling", { ...good, "Final-Answer": "x" }, ["forbidden_field Final-Answer"]],
    ["a confidence in a claim", claimWith({ confidence: 0.9 }), ["forbidden_field claims[0].confidence"]],
    ["a verdict in evidence", itemWith({ gatekeeper_result: {} }), ["forbidden_field evidence[0].gatekeeper_result"]],
    ["a field nobody knows", claimWith({ color: "red" }), ["unknown_field claims[0].color"]],
    ["no claims", { ...good, claims: [] }, ["no_claims claims"]],
    ["an id with a space", claimWith({ id: "c 1" }), ["bad_id claims[0].id"]],
    ["a kind nobody knows", claimWith({ kind: "opinion" }), ["bad_kind claims[0].kind"]],
    ["a blank text", claimWith({ text: "  " }), ["bad_field claims[0].text"]],
    ["a text one character too long", claimWith({ text: "x".repeat(2001) }), ["bad_field claims[0].text"]],
    ["a text where a list belongs", claimWith({ evidence_ids: "e1" }), ["bad_field claims[0].evidence_ids"]],
    ["an id cited twice", claimWith({ evidence_ids: ["e1", "e1"] }), ["duplicate_id claims[0].evidence_ids[1]"]],
    [
      "evidence that is not there",
      claimWith({ evidence_ids: ["e9"] }),
      ["dangling_evidence_id claims[0].evidence_ids[0]"],
    ],
    ["two claims of one id", { ...good, claims: [claim, claim] }, ["duplicate_id claims[1].id"]],
    [
      "201 claims",
      { ...good, claims: Array.from({ length: 201 }, (_, at) => ({ ...claim, id: `c${at}` })) },
      ["too_many claims"],
    ],
    [
      "lines in the wrong order",
      itemWith({ locator: { line_start: 3, line_end: 2 } }),
      ["bad_field evidence[0].locator"],
    ],
    ["a long note", itemWith({ note: "x".repeat(301) }), ["bad_field evidence[0].note"]],
  ])("is refused with %s", (_name, raw, wanted) => {
    expect(codes(raw)).toEqual(wanted);
    expect(readOutput(raw).document).toBeNull();
  });

  it("names every fault at once", () => {
    const raw = { ...claimWith({ kind: "x", text: "" }), status: "pass" };
    expect(codes(raw)).toEqual(["forbidden_field status", "bad_kind claims[0].kind", "bad_field claims[0].text"]);
  });

  it("is read as its schema has it", () => {
    expect(readDocument(ExecutorOutput, good)).toMatchObject({ ok: true });
    for (const raw of [
      claimWith({ kind: "x" }),
      claimWith({ text: "" }),
      { ...good, claims: [] },
      itemWith({ more: 1 }),
    ]) {
      expect(readDocument(ExecutorOutput, raw).ok).toBe(false);
      expect(readOutput(raw).document).toBeNull();
    }
  });
});

describe("keys that stand twice", () => {
  it.each([
    ['{"a":1,"a":2}', ["a"]],
    ['{"a":{"b":1,"b":2}}', ["a.b"]],
    ['{"a":[{"b":1},{"b":1,"\\u0062":2}]}', ["a[1].b"]],
    ['{"a":"{\\"b\\":1,\\"b\\":2}","c":[1,2]}', []],
  ])("of %s", (text, wanted) => {
    expect(duplicateKeys(text)).toEqual(wanted);
  });

  it("are in no text that a writer of JSON gives", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(duplicateKeys(JSON.stringify(value))).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});
