import { describe, expect, it } from "vitest";
import { hostNames } from "./event.ts";
import { isTested, testedVersions } from "./versions.ts";

describe("a version is tested", () => {
  it.each(hostNames)("%s: at both ends of its range, and not beyond", (host) => {
    const { from, to } = testedVersions[host];
    expect(isTested(host, from)).toBe(true);
    expect(isTested(host, to)).toBe(true);
    expect(isTested(host, "999.0.0")).toBe(false);
    expect(isTested(host, "0.0.1")).toBe(false);
  });

  it.each([
    ["between the ends", "2.1.250", true],
    ["with a v", "v2.1.250", true],
    ["just before the range", "2.1.239", false],
    ["just after the range", "2.1.333", false],
    ["a word", "latest", false],
    ["nothing", "", false],
    ["unknown", null, false],
  ])("%s", (_name, version, expected) => {
    expect(isTested("claude-code", version)).toBe(expected);
  });
});
