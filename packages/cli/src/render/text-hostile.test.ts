import type { RunDescription } from "@warrant/kernel/render/run-description";
import { floorScale, tierScale } from "@warrant/kernel/scale";
import { attributionStatuses, type ChangeVerdict, denyKinds, gatedReasons } from "@warrant/kernel/verdict";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hostileVerdict } from "../../../../testing/verdicts.ts";
import { columns } from "./layout.ts";
import { renderText, type TextOptions } from "./text.ts";

const run: RunDescription = {
  enforced: false,
  configuration_origin: "defaults",
  title: "Correct the total of an empty cart",
  author: "copilot-swe-agent",
  assumed: [],
};
const plain: TextOptions = { colour: false, width: 80, mode: "report", run };

function shown(verdict: ChangeVerdict, options: Partial<TextOptions> = {}): string {
  return renderText(verdict, { ...plain, ...options });
}

const hostile = "\u001B]8;;https://evil.example\u0007a\u202Eb\nc\u001B[2J\u200B\u2028d";

describe("text from outside in a terminal", () => {
  it.each([true, false])(
    "never brings an escape sequence, a line break or a direction of its own (verbose %s)",
    (verbose) => {
      const hostileRun = { ...run, title: hostile, author: hostile, configuration_origin: hostile, assumed: [hostile] };
      const clean = shown(hostileVerdict("plain"), {
        verbose,
        run: { ...hostileRun, title: "plain", author: "plain", configuration_origin: "plain", assumed: ["plain"] },
      });
      const text = shown(hostileVerdict(hostile), { verbose, run: hostileRun });
      // oxlint-disable-next-line no-control-regex
      expect(text).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069\u200B\u2028\u2029]/);
      expect(text).toContain("<U+001B>");
      expect(text.split("\n").filter((line) => line.startsWith("✗ ") || line.startsWith("! "))).toHaveLength(1);
      expect(clean).not.toContain("<U+");
    },
  );

  it.each(Array.from({ length: 90 }, (_, padding) => padding))(
    "begins no command of a CI system, wherever a line is wrapped (%i letters before it)",
    (padding) => {
      const text = `${"x".repeat(padding)} ::stop-commands::a ##[error]b`;
      const verdict = hostileVerdict(text);
      const out = shown(verdict, { verbose: true, run: { ...run, title: text, author: text } });
      expect(out).not.toMatch(/^\s*(?:::|##\[)/m);
    },
  );

  it("with colour brings no sequence but our own", () => {
    const text = shown(hostileVerdict(hostile), { verbose: true, colour: true });
    // oxlint-disable-next-line no-control-regex
    expect(text.replaceAll(/\u001B\[\d+m/g, "")).not.toMatch(/[\u001B\u0007\u009B]/);
  });

  it("is answered whatever the verdict holds", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 40 }),
        fc.constantFrom(...tierScale.words),
        fc.constantFrom(...floorScale.words),
        fc.constantFrom(...attributionStatuses),
        fc.constantFrom(null, ...denyKinds),
        fc.constantFrom(...gatedReasons),
        fc.integer({ min: 1, max: 200 }),
        (text, tier, floor, status, deny_kind, gated_because, width) => {
          const base = hostileVerdict(text);
          const verdict: ChangeVerdict = {
            ...base,
            tier: { ...base.tier, value: tier },
            floor: { ...base.floor, class: floor },
            attribution: { ...base.attribution, status },
            deny_kind,
            decision: deny_kind === null ? "allow" : "deny",
            gated_because,
          };
          const out = renderText(verdict, { colour: false, width, mode: "enforce", verbose: true, run });
          // oxlint-disable-next-line no-control-regex
          expect(out).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202A-\u202E]/);
          for (const line of out.split("\n"))
            expect(columns(line)).toBeLessThanOrEqual(Math.min(100, Math.max(40, width)));
        },
      ),
      { numRuns: 60 },
    );
  });

  it("of a hundred thousand characters in each piece stays a short page", () => {
    expect(shown(hostileVerdict("\u001B[".repeat(50_000)), { verbose: true }).length).toBeLessThan(1_000_000);
  });
});
