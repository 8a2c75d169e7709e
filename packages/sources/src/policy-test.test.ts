import { describe, expect, it } from "vitest";
import { readPolicyTest } from "./policy-test.ts";

const head = "schema: warrant.policy-test/v1\nscenarios:\n";
const valid = `${head}  - name: a
    given: { roots: [{ number: 1, labels: [docs] }] }
    expect: { attribution: { status: unmapped } }
`;

function errors(text: string): string[] {
  const reading = readPolicyTest(text, "rules.test.yaml");
  return reading.ok ? [] : reading.errors.map(({ line, column, message }) => `${line}:${column}: ${message}`);
}

describe("readPolicyTest", () => {
  it("reads a file, with what was left out", () => {
    const reading = readPolicyTest(valid, "rules.test.yaml");
    expect(reading).toMatchObject({
      ok: true,
      file: {
        repository: "example/project",
        scenarios: [
          {
            name: "a",
            given: { roots: [{ number: 1, labels: ["docs"], state: "open", unreadable: false }], roots_complete: true },
            same: [],
            same_policy: [],
            authorize: [],
          },
        ],
      },
    });
  });

  it("reads bytes with a byte order mark and CRLF", () => {
    expect(readPolicyTest(Buffer.from(`\uFEFF${valid.replaceAll("\n", "\r\n")}`), "x").ok).toBe(true);
  });

  it.each([
    ["an empty file", "", /^1:1: the file has no value; give a set of keys/],
    ["another schema", valid.replace("/v1", "/v2"), /^1:9: schema must be/],
    [
      "no scenarios",
      "schema: warrant.policy-test/v1\nscenarios: []\n",
      /^2:12: a test file needs at least one scenario/,
    ],
    [
      "a key that is misspelt",
      valid.replace("given:", "givn:"),
      /^4:5: unknown key "givn" under scenarios\[0\]; did you mean "given"\? \(valid keys: name, given, /,
    ],
    [
      "a misspelt field of the policy",
      valid.replace("attribution: { status: unmapped }", "policy: { autonomi: bounded }"),
      /^5:25: unknown key "autonomi" under scenarios\[0\]\.expect\.policy; did you mean "autonomy"\?/,
    ],
    [
      "a misspelt word",
      valid.replace("unmapped", "maped"),
      /^5:38: scenarios\[0\]\.expect\.attribution\.status must be one of .*did you mean "mapped"\?/,
    ],
    [
      "an unknown key at the top",
      `${valid}rules: []\n`,
      /^6:1: unknown key "rules" at the top of the file \(valid keys: schema, /,
    ],
    [
      "a scenario that expects nothing",
      `${head}  - { name: a, given: {} }\n`,
      /^3:5: scenarios\[0\]: the scenario expects nothing, so it could never fail/,
    ],
    [
      "a number that is none",
      valid.replace("number: 1", "number: one"),
      /^4:32: scenarios\[0\]\.given\.roots\[0\]\.number must be .*number, not the text "one"/,
    ],
    [
      "a repository without an owner",
      valid.replace("scenarios:", "repository: shop\nscenarios:"),
      /^2:13: repository: must be owner\/name/,
    ],
    [
      "a question nobody knows",
      `${valid}    authorize: [{ merge: true }]\n`,
      /^6:17: scenarios\[0\]\.authorize\[0\] must ask one question \(tool, write, /,
    ],
    [
      "an answer of another question",
      `${valid}    authorize: [{ tool: Bash }, { attempt: 1, expect: tool_denied }]\n`,
      /^6:33: scenarios\[0\]\.authorize\[1\] must ask one question/,
    ],
    [
      "a rule no record can reach",
      `${valid}    rules: [{ id: a, scope: intent, when: { status: unlinked }, set: {} }]\n`,
      /^6:53: scenarios\[0\]\.rules\[0\]\.when\.status must be one of mapped, unmapped, suggested.*safest policy/,
    ],
    [
      "two scenarios of one name",
      `${valid}  - { name: a, given: {}, same: [{}] }\n`,
      /^6:13: scenarios\[1\]\.name is already the name of scenarios\[0\]; names must be unique/,
    ],
    [
      "a key written twice",
      valid.replace("  - name: a\n", "  - name: a\n    name: b\n"),
      /^4:5: the key "name" stands here twice/,
    ],
    ["what is not YAML", "schema: [", /^1:/],
    ["a NUL", `${valid}# \0\n`, /^6:3: /],
  ])("says where: %s", (_, text, expected) => {
    const found = errors(text);
    expect(found).not.toEqual([]);
    expect(found).toContainEqual(expect.stringMatching(expected));
  });

  it("tells at most twenty problems and then how many more", () => {
    const many = Array.from({ length: 30 }, (_, index) => `  - { name: n${index}, given: {}, wrong: 1, same: [{}] }\n`);
    const found = errors(`${head}${many.join("")}`);
    expect(found).toHaveLength(21);
    expect(found.at(-1)).toContain("and 10 more problems after this");
  });

  it("refuses a file that is too large, not slowly", () => {
    expect(errors(`${valid}# ${"x".repeat(300_000)}\n`)).toHaveLength(1);
  });

  it("refuses an alias bomb", () => {
    const lines = ["n0: &n0 [x, x, x, x, x, x, x, x, x, x]"];
    for (let index = 1; index < 9; index += 1) {
      lines.push(`n${index}: &n${index} [${Array.from({ length: 10 }, () => `*n${index - 1}`).join(", ")}]`);
    }
    expect(errors(lines.join("\n"))).not.toEqual([]);
  });
});
