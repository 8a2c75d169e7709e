import { describe, expect, it } from "vitest";
import { readConfiguration } from "./configuration.ts";
import { readPersonalConfiguration } from "./personal-configuration.ts";

function errorsOf(text: string): string[] {
  const reading = readConfiguration(`action: { ${text} }`, "warrant.yaml");
  return reading.ok ? [] : reading.errors.map(({ path, message }) => `${path}: ${message}`);
}

describe("the section action", () => {
  it("is read as it is written, without defaults, and in a person's own file too", () => {
    const text =
      "action: { enforce: true, defer: on, rules: [{ id: no-curl, decision: deny, command: { name: curl }, unknown: deny }] }";
    const action = {
      enforce: true,
      defer: "on",
      rules: [{ id: "no-curl", decision: "deny", command: { name: "curl" }, unknown: "deny" }],
    };
    expect(readConfiguration(text, "warrant.yaml")).toMatchObject({
      ok: true,
      warnings: [],
      configuration: { action },
    });
    expect(readPersonalConfiguration(text, "config.yaml")).toMatchObject({ ok: true, configuration: { action } });
  });

  it("may be left empty, and changes no verdict of a change", () => {
    const [none, empty, full] = ["", "action:\n", "action: { enforce: true }"].map((text) => {
      const reading = readConfiguration(text, "warrant.yaml");
      return reading.ok ? reading.digest : "not read";
    });
    expect([empty, full]).toEqual([none, none]);
  });

  it.each([
    ["a key nobody knows", "enforced: true", 'unknown key "enforced"'],
    ["a word for a switch", "enforce: yes", "action.enforce"],
    ["an id that no verdict could show", "rules: [{ id: a b, decision: deny, effect: {} }]", "action.rules[0].id"],
    ["a tool without effects", "tools: { mcp__a__b: { paths: [x] } }", "action.tools.mcp__a__b.effects"],
    ["a decision nobody makes", "rules: [{ id: a, decision: park, effect: {} }]", "action.rules[0].decision"],
    [
      "a kind nobody knows",
      "rules: [{ id: a, decision: deny, effect: { kind: burn } }]",
      "action.rules[0].effect.kind",
    ],
    ["a rule about nothing", "rules: [{ id: a, decision: deny }]", "must have an effect or a command"],
    [
      "a rule about two things",
      "rules: [{ id: a, decision: deny, effect: {}, command: { name: b } }]",
      "has an effect and a command; keep one",
    ],
    [
      "one id twice",
      "rules: [{ id: a, decision: deny, effect: {} }, { id: a, decision: ask, effect: {} }]",
      '"a" is already the id of action.rules[0]',
    ],
  ])("is refused with %s", (_what, text, message) => {
    expect(errorsOf(text).join("\n")).toContain(message);
  });

  it.each(["command: { name: curl }", "effect: { kind: write }", "effect: { target: docs/** }"])(
    "warns of an allow rule that lets nothing through: %s",
    (what) => {
      const reading = readConfiguration(`action: { rules: [{ id: a, decision: allow, ${what} }] }`, "warrant.yaml");
      expect(reading.ok ? reading.warnings.join() : "").toContain("action.rules[0] allows nothing");
    },
  );
});
