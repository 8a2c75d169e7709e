import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../testing/git-repository.ts";
import { changeVerdict, deniedVerdict } from "../../../testing/verdicts.ts";
import { formatOutputs, outputNames, outputsOf, setOutputs, unknownOutputs } from "./outputs.ts";

describe("outputs", () => {
  it("say what the verdict says", () => {
    const { decision, tier, floor, alignment } = changeVerdict();
    expect(outputsOf(changeVerdict(), "/w/verdict.json")).toEqual({
      decision,
      "deny-kind": "",
      tier: String(tier.value),
      floor: floor.class,
      alignment: alignment.status,
      verdict: "/w/verdict.json",
    });
    expect(outputsOf(deniedVerdict(), null)).toMatchObject({
      decision: "deny",
      "deny-kind": "unauthorized",
      verdict: "",
    });
  });

  it("are the careful end of everything where there is no verdict", () => {
    expect(Object.keys(unknownOutputs)).toEqual([...outputNames]);
    expect(unknownOutputs).toMatchObject({ decision: "deny", tier: "3", floor: "sensitive" });
  });

  it("no value becomes another output", () => {
    const part = fc.constantFrom("\n", "decision<<x\n", "allow", "x", "\r", "<<", "=", "verdict=");
    fc.assert(
      fc.property(fc.array(part, { maxLength: 10 }), (parts) => {
        const value = parts.join("");
        const text = formatOutputs({ verdict: value, decision: "deny" }, "unguessable");
        expect(text).toBe(`verdict<<unguessable\n${value}\nunguessable\ndecision<<unguessable\ndeny\nunguessable\n`);
      }),
    );
    expect(() => formatOutputs({ verdict: "a\nd\nb" }, "d")).toThrow(/delimiter/);
  });

  it("are added to what the file holds, each time between other lines", async () => {
    const file = join(temporaryFolder(), "output");
    writeFileSync(file, "a=b\n");
    await setOutputs(file, unknownOutputs);
    await setOutputs(file, unknownOutputs);
    const text = readFileSync(file, "utf8");
    expect(text.startsWith("a=b\ndecision<<warrant_")).toBe(true);
    const delimiters = new Set(
      [...text.matchAll(/^decision<<(?<delimiter>.+)$/gm)].map((match) => match.groups?.["delimiter"]),
    );
    expect(delimiters.size).toBe(2);
  });
});
