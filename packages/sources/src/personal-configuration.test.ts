import { describe, expect, it } from "vitest";
import { placesOfKeys, readPersonalConfiguration } from "./personal-configuration.ts";

describe("a person's own configuration", () => {
  it.each(["", "runtime:\n", "runtime:\n  approvals:\n"])("may be left empty: %j", (text) => {
    expect(readPersonalConfiguration(text, "config.yaml")).toMatchObject({ ok: true });
  });

  it("holds the runtime section", () => {
    expect(readPersonalConfiguration("runtime:\n  autonomy: manual\n", "config.yaml")).toMatchObject({
      ok: true,
      configuration: { runtime: { autonomy: "manual" } },
    });
  });

  it.each(["intent:\n  enforce: false\n", "policy:\n  rules: []\n"])("holds nothing about a repository: %j", (text) => {
    const reading = readPersonalConfiguration(`runtime: {}\n${text}`, "config.yaml");
    expect(reading).toMatchObject({ ok: false, errors: [{ file: "config.yaml", line: 2, column: 1 }] });
  });

  it.each([
    ["runtime:\n  autonomy: total\n", 2, "must be one of"],
    ["runtime:\n  max_classify_usd: .nan\n", 2, "max_classify_usd"],
    ["runtime:\n  max_classify_usd: -1\n", 2, "0 or more"],
    ["runtime:\n  approvals: { ask_hours: 0 }\n", 2, "must be more than 0"],
    ["runtime:\n  accept_confidence: 1.1\n", 2, "1 or less"],
    ["runtime:\n  commitment: { lifetime_budget_usd: lots }\n", 2, "unlimited"],
    ["runtime: [", 1, ""],
  ])("is an error with its place where it cannot be used: %j", (text, line, words) => {
    const reading = readPersonalConfiguration(text, "config.yaml");
    expect(reading.ok).toBe(false);
    if (reading.ok) return;
    expect(reading.errors[0]?.line).toBe(line);
    expect(reading.errors[0]?.message).toContain(words);
  });

  it("says where keys stand, and of one that is not there where it would be", () => {
    const text = "# mine\nruntime:\n  approvals:\n    ask_hours: 90\n";
    expect(placesOfKeys(text, "warrant.yaml", ["runtime.approvals.ask_hours", "runtime.autonomy"])).toEqual([
      "warrant.yaml:4:5: runtime.approvals.ask_hours",
      "warrant.yaml:3:3: runtime.autonomy",
    ]);
    expect(placesOfKeys("[", "warrant.yaml", ["runtime"])).toEqual([]);
  });
});
