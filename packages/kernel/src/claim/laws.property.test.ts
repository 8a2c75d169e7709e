import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bash,
  type CallDraft,
  edit,
  failed,
  judgeOutput,
  judgeText,
  outputOf,
  read,
  traceOf,
} from "../../../../testing/claim-facts.ts";
import { canonicalJson } from "../canonical.ts";
import { readDocument } from "../document.ts";
import { matchExcerpt } from "./match/excerpt.ts";
import { GatekeeperResult as ResultSchema } from "./result.schema.ts";
import type { GatekeeperResult } from "./result.ts";

const rank = { pass: 0, error: 1, fail: 2 } as const;
const source =
  "The scheduler retries every job three times before it gives up.\nThe default limit is 50 requests per minute.\n";

/** Calls that sessions hold, some good and some not. */
const calls: fc.Arbitrary<CallDraft[]> = fc
  .subarray(
    [
      read("toolu_a1", "/repo/doc.txt", source),
      edit("toolu_a2", "/repo/src/a.ts"),
      bash("toolu_a3", "npm test", "Tests  4 passed (4)\n"),
      failed("toolu_a4", "npm run build", "error: no\n"),
      bash("toolu_a5", "node gen.js", "done\n"),
      bash("toolu_a6", "npx eslint src", "0 errors\n"),
      bash("toolu_a7", "rm src/old.ts"),
    ],
    { minLength: 1 },
  )
  .chain((some) => fc.shuffledSubarray(some, { minLength: some.length, maxLength: some.length }));

const texts = fc.constantFrom(
  "All 4 tests pass.",
  "All tests pass.",
  "The build succeeds.",
  "eslint reports no errors.",
  "Updated src/a.ts.",
  "Deleted src/old.ts.",
  "Only src/a.ts was changed.",
  "Ran `npm test`.",
  "The scheduler retries every job three times.",
  "The default limit is 50 requests per minute.",
  "The default limit is 60 requests per minute.",
);
const kinds = fc.constantFrom("observation", "action", "result", "inference", "gap");
const quotes = fc.constantFrom<readonly [string, string, string]>(
  ["toolu_a1", "Read", "The scheduler retries every job three times"],
  ["toolu_a1", "Read", "The default limit is 50 requests per minute."],
  ["toolu_a1", "Read", "The default limit is 60 requests per minute."],
  ["toolu_a3", "Bash", "Tests  4 passed (4)"],
  ["toolu_a2", "Edit", "The file /repo/src/a.ts has been updated."],
  ["toolu_zz", "Read", "anything at all here"],
);
const outputs = fc
  .tuple(texts, fc.array(quotes, { maxLength: 2 }), kinds)
  .map(([text, cited, kind]) => outputOf(text, cited, kind));

function outcomes(result: GatekeeperResult): string[] {
  return result.claims.map(({ outcome }) => outcome);
}

/** Claims that are supported afterwards and were not before. */
function newlySupported(before: GatekeeperResult, after: GatekeeperResult): string[] {
  const had = new Map(before.claims.map(({ id, outcome }) => [id, outcome]));
  return after.claims
    .filter(({ id, outcome }) => outcome === "supported" && had.get(id) !== outcome)
    .map(({ id }) => id);
}

describe("the laws of the claim gate", () => {
  it("adding a fabricated item never improves a result, and always refuses", () => {
    fc.assert(
      fc.property(calls, outputs, fc.boolean(), (invocations, output, isCited) => {
        const before = judgeOutput(output, traceOf(invocations));
        const item = {
          id: "made",
          invocation_id: "call_made_up",
          tool: "Read",
          excerpt: "The scheduler retries every job",
        };
        const [claim] = output["claims"] as [Record<string, unknown>];
        const cites = isCited ? [...(claim["evidence_ids"] as string[]), "made"] : claim["evidence_ids"];
        const after = judgeOutput(
          {
            ...output,
            claims: [{ ...claim, evidence_ids: cites }],
            evidence: [...(output["evidence"] as unknown[]), item],
          },
          traceOf(invocations),
        );
        expect(after.status).toBe("fail");
        expect(newlySupported(before, after)).toEqual([]);
        expect(isCited && outcomes(after).includes("supported")).toBe(false);
      }),
      { numRuns: 100 },
    );
  });

  it("an item that no claim cites never improves the status", () => {
    fc.assert(
      fc.property(calls, outputs, quotes, (invocations, output, [id, tool, excerpt]) => {
        const before = judgeOutput(output, traceOf(invocations));
        const evidence = [...(output["evidence"] as unknown[]), { id: "spare", invocation_id: id, tool, excerpt }];
        const after = judgeOutput({ ...output, evidence }, traceOf(invocations));
        expect(rank[after.status]).toBeGreaterThanOrEqual(rank[before.status]);
      }),
      { numRuns: 100 },
    );
  });

  it("removing calls from the record never turns a refusal into a pass and never supports a claim", () => {
    fc.assert(
      fc.property(calls, outputs, fc.nat(6), (invocations, output, at) => {
        const before = judgeOutput(output, traceOf(invocations));
        const kept = invocations.filter((_, index) => index !== at % invocations.length);
        const after = judgeOutput(output, traceOf(kept, { complete: false }));
        expect(before.status !== "pass" && after.status === "pass").toBe(false);
        expect(newlySupported(before, after)).toEqual([]);
      }),
      { numRuns: 120 },
    );
  });

  it("a report is never supported by fewer calls either", () => {
    fc.assert(
      fc.property(calls, texts, fc.nat(6), (invocations, text, at) => {
        const before = judgeText(text, traceOf(invocations));
        const kept = invocations.filter((_, index) => index !== at % invocations.length);
        const after = judgeText(text, traceOf(kept, { complete: false }));
        expect(newlySupported(before, after)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it("gives the same bytes for the same facts, whatever the order of keys", () => {
    const shuffled = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(shuffled)
        : typeof value === "object" && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .toReversed()
                .map(([key, entry]) => [key, shuffled(entry)]),
            )
          : value;
    fc.assert(
      fc.property(calls, outputs, (invocations, output) => {
        const trace = traceOf(invocations);
        const first = canonicalJson(judgeOutput(output, trace));
        expect(canonicalJson(judgeOutput(shuffled(output), shuffled(trace)))).toBe(first);
      }),
      { numRuns: 50 },
    );
  });

  it("returns a result document for anything at all", () => {
    const anything = fc.oneof(fc.anything(), fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(anything, anything, fc.string(), (output, trace, text) => {
        for (const result of [judgeOutput(output, trace), judgeOutput(output, traceOf([])), judgeText(text, trace)])
          expect(readDocument(ResultSchema, result)).toMatchObject({ ok: true });
      }),
      { numRuns: 100 },
    );
  });

  it("no claim is supported by another agent's words alone", () => {
    fc.assert(
      fc.property(fc.constantFrom("Agent", "Task", "spawn_agent"), fc.lorem({ maxCount: 12 }), (tool, words) => {
        const text = `It said ${words}`;
        const report = { id: "toolu_r1", tool, arguments: { prompt: "x" }, status: "ok", result: { text } };
        const result = judgeOutput(outputOf(text, [["toolu_r1", tool, text]]), traceOf([report]));
        expect(outcomes(result)).not.toContain("supported");
      }),
      { numRuns: 50 },
    );
  });
});

const words = "scheduler retries every job three times before giving up and stores result in table of queue".split(" ");
const sentence = fc.array(fc.constantFrom(...words), { minLength: 6, maxLength: 14 }).map((some) => some.join(" "));
const accepted = new Set(["exact", "repaired", "interleaved"]);

function isAccepted(pane: string, excerpt: string): boolean {
  const { grade, veto } = matchExcerpt(pane, excerpt);
  return accepted.has(grade) && veto === null;
}

/** What changes nothing in the words of a text. */
const variants: Readonly<Record<string, (text: string) => string>> = {
  "upper case": (text) => text.toUpperCase(),
  "full width": (text) => text.replace(/[a-z]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
  decomposed: (text) => text.normalize("NFD"),
  "wide spaces": (text) => text.replaceAll(" ", "\u00a0  "),
  wrapped: (text) => text.replaceAll(" and ", "\r\n  and "),
  coloured: (text) => `\u001b[1;32m${text.replaceAll(" ", "\u001b[0m ")}\u001b[0m`,
  invisible: (text) => text.replaceAll(/(?<=.)(?=.)/gs, "\u200b"),
  quoted: (text) => text.replaceAll('"', "\u201c").replaceAll("-", "\u2013"),
};

describe("the laws of quotes", () => {
  it.each(Object.entries(variants))("grades alike: %s, of the quote or of its source", (_name, vary) => {
    fc.assert(
      fc.property(fc.array(sentence, { minLength: 1, maxLength: 4 }), fc.nat(3), (lines, at) => {
        const quote = lines[at % lines.length] ?? "";
        const pane = `${lines.map((line) => `${line} naïve "x-y".`).join("\n")}\n`;
        const isGood = isAccepted(pane, quote);
        expect(isAccepted(pane, vary(quote))).toBe(isGood);
        expect(isAccepted(vary(pane), quote)).toBe(isGood);
      }),
      { numRuns: 60 },
    );
  });

  it("any run of whole sentences of prose is exact", () => {
    const prose = fc.array(sentence, { minLength: 3, maxLength: 8 });
    fc.assert(
      fc.property(prose, fc.nat(7), fc.nat(7), (lines, first, count) => {
        const sentences = lines.map((line) => `${line[0]?.toUpperCase()}${line.slice(1)}.`);
        const from = first % sentences.length;
        const run = sentences.slice(from, from + 1 + (count % 3)).join(" ");
        expect(matchExcerpt(sentences.join(" "), run)).toMatchObject({ grade: "exact", veto: null });
      }),
      { numRuns: 80 },
    );
  });

  it("a negator, a digit, a unit or an operator that is changed inside an accepted quote refuses it", () => {
    const changes: readonly ((text: string) => string)[] = [
      (text) => text.replace("is ", "is not "),
      (text) => text.replace("is ", "is never "),
      (text) => text.replace("50", "51"),
      (text) => text.replace("50", "5"),
      (text) => text.replace(" ms", " s"),
      (text) => text.replace("<=", "<"),
      (text) => text.replace("<=", ">="),
      (text) => text.replace("without ", ""),
    ];
    fc.assert(
      fc.property(sentence, sentence, fc.constantFrom(...changes), (before, after, change) => {
        const quote = `the limit is x <= 50 ms without ${after}`;
        const pane = `${before}. ${quote}. ${before}.`;
        expect(isAccepted(pane, quote)).toBe(true);
        expect(isAccepted(pane, change(quote))).toBe(false);
      }),
      { numRuns: 120 },
    );
  });

  it("two quotes joined by an omission in the wrong order are refused", () => {
    fc.assert(
      fc.property(sentence, sentence, (first, second) => {
        const pane = `alpha one: ${first}. beta two: ${second}.`;
        expect(isAccepted(pane, `beta two: ${second} ... alpha one: ${first}`)).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  it("spans lie inside the pane", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200, unit: "binary" }), fc.nat(200), fc.nat(60), (pane, at, length) => {
        const from = at % Math.max(1, pane.length);
        const { spans } = matchExcerpt(pane, pane.slice(from, from + length + 1));
        for (const [start, end] of spans) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(start).toBeLessThanOrEqual(end);
          expect(end).toBeLessThanOrEqual(pane.length);
        }
      }),
      { numRuns: 100 },
    );
  });
});
