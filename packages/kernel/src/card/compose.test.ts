import { describe, expect, it } from "vitest";
import {
  answered,
  card,
  cardClasses,
  firstPassAnswer,
  floorOf,
  uploadFile,
  verifierAnswer,
  writerAnswer,
} from "../../../../testing/card.ts";
import { canonicalJson } from "../canonical.ts";
import { readDocument } from "../document.ts";
import { type Floor, floorScale } from "../scale.ts";
import type { VerifierAnswer } from "./answers.ts";
import { Card } from "./card.schema.ts";
import { type Asked, cardDigest } from "./compose.ts";
import { type FailureCode, failureCodes } from "./failure.ts";
import { ShownDiff } from "./shown.ts";
import { noQuoteBacks, notShownBacks } from "./verify.ts";

function failed(code: FailureCode): { ok: false; failure: { code: FailureCode } } {
  return { ok: false, failure: { code } };
}

function verified(parts: Partial<VerifierAnswer>): { verifier: Asked<VerifierAnswer> } {
  return { verifier: answered({ ...verifierAnswer, ...parts }) };
}

const [goal, change] = verifierAnswer.claims as [VerifierAnswer["claims"][number], VerifierAnswer["claims"][number]];

function rank(level: Floor): number {
  return floorScale.words.indexOf(level);
}

describe("a card", () => {
  it("1 is checked and agrees when every claim has a quote that stands in the diff", () => {
    const made = card();
    expect(made).toMatchObject({ state: "checked", agrees: true, state_reason: null, risk: { class: "trivial" } });
    expect(made.claims.map(({ id, outcome, quote_grade }) => [id, outcome, quote_grade])).toEqual([
      ["g", "supported", "exact"],
      ["b1", "supported", "exact"],
    ]);
    expect(readDocument(Card, JSON.parse(canonicalJson(made)))).toMatchObject({ ok: true });
  });

  it.each<[string, Partial<VerifierAnswer>, object]>([
    ["2 one claim unsupported", { claims: [goal, { ...change, outcome: "unsupported" }] }, { agrees: false }],
    ["3 one contradicted", { claims: [goal, { ...change, outcome: "contradicted" }] }, { agrees: false }],
    ["4 an effect missed", { missed: [{ text: "The timeout drops.", paths: [], quote: "" }] }, { agrees: false }],
    ["7 a claim id left out", { claims: [goal] }, { state: "unchecked", agrees: null, state_reason: "bad_answer" }],
  ])("%s: warning and at least logic", (_, parts, expected) => {
    const made = card(verified(parts));
    expect(made).toMatchObject({ ...expected, risk: { class: "logic" } });
  });

  it.each([
    ["5 an invented quote", "return retry(send, { times: 30 });"],
    ["6 a quote from the description", "Failed uploads are tried again."],
    ["29 no quote at all", ""],
    ["a quote of seven characters", "send();"],
    ["a quote of spaces", "          "],
  ])("%s makes a supported claim unsupported", (_, quote) => {
    const made = card(verified({ claims: [goal, { ...change, quote }] }));
    expect(made.claims[1]).toMatchObject({ outcome: "unsupported", why: noQuoteBacks, quote: null });
    expect(made).toMatchObject({ agrees: false, risk: { class: "logic" } });
  });

  it("takes a quote of eight characters, and one whose spaces differ", () => {
    const quotes = ["upload()", "return  retry(send, {  times: 3 });"];
    const made = card(
      verified({
        claims: [
          { ...goal, quote: quotes[0] ?? "" },
          { ...change, quote: quotes[1] ?? "" },
        ],
      }),
    );
    expect(made.claims.map(({ outcome }) => outcome)).toEqual(["supported", "supported"]);
  });

  it("takes a quote from the list of files", () => {
    const made = card(verified({ claims: [goal, { ...change, quote: '"src/upload.ts" +3' }] }));
    expect(made.claims[1]).toMatchObject({ outcome: "supported", quote_grade: "exact" });
  });

  it("7 takes the worse of two outcomes for one id, and no notice of an unknown id", () => {
    const twice = [goal, change, { ...change, outcome: "contradicted" as const }, { ...change, id: "b9" }];
    for (const claims of [twice, twice.toReversed()]) {
      const made = card(verified({ claims }));
      expect(made.claims.map(({ id, outcome }) => [id, outcome])).toEqual([
        ["g", "supported"],
        ["b1", "contradicted"],
      ]);
    }
  });

  it("cannot support a claim about files nobody was shown", () => {
    const lockfile = { ...uploadFile, path: "yarn.lock" };
    const shown = ShownDiff.of([uploadFile, lockfile], cardClasses);
    const writer = answered({
      ...writerAnswer,
      behavior_changes: [{ text: "Locks a version.", paths: ["yarn.lock"] }],
    });
    expect(card({ shown, writer }).claims[1]).toMatchObject({ outcome: "unsupported", why: notShownBacks });
  });

  it("says who found a file outside the goal, once", () => {
    const outside = (why: string) => ({ out_of_scope: [{ path: "src/upload.ts", why }] });
    const made = card({
      writer: answered({ ...writerAnswer, ...outside("w") }),
      ...verified(outside("v")),
    });
    expect(made.out_of_scope).toEqual([{ path: "src/upload.ts", by: ["writer", "verifier"], why: "w" }]);
    // Such files alone do not raise.
    expect(made.risk.class).toBe("trivial");
  });

  it.each(failureCodes)(
    "%s of the writer leaves no card and of the verifier an unchecked one, each with its words",
    (code) => {
      const without = card({ writer: failed(code), verifier: null });
      expect(without).toMatchObject({ state: "unavailable", state_reason: code, goal: null, claims: [], agrees: null });
      const unchecked = card({ verifier: failed(code) });
      expect(unchecked).toMatchObject({ state: "unchecked", state_reason: code, goal: writerAnswer.goal });
      for (const made of [
        without,
        unchecked,
        card({ firstPass: null, writer: null, verifier: null, notAsked: { code } }),
      ]) {
        expect(made.state_detail).toMatch(/^[A-Z].*\.$/s);
        expect(rank(made.risk.class)).toBeGreaterThanOrEqual(rank("logic"));
      }
    },
  );

  it("has one id for one change, configuration and attempt, and another for each other", () => {
    const id = card().card_id;
    expect(card().card_id).toBe(id);
    const others = [
      card({ headSha: "c".repeat(40) }),
      card({ baseSha: "c".repeat(40) }),
      card({ attempt: 2 }),
      card({ number: null }),
      card({ digests: { facts: "sha256:f", config: "sha256:other", verdict: "sha256:v" } }),
    ].map(({ card_id }) => card_id);
    expect(new Set([id, ...others]).size).toBe(6);
  });

  it("has a digest that holds whatever time its calls took and when it was shown", () => {
    const call = {
      role: "writer",
      provider: "anthropic",
      model: "m",
      answered_by: null,
      prompt: { version: "v1", digest: "sha256:p" },
      answer_digest: "sha256:a",
      attempts: 1,
      input_tokens: 10,
      output_tokens: 5,
      usage: "reported",
      cost_usd: 0.01,
      ms: 900,
      outcome: "answered",
    } as const;
    const digest = cardDigest(card({ calls: [call] }));
    expect(cardDigest({ ...card({ calls: [{ ...call, ms: null, attempts: null }] }), published_at: "2026" })).toBe(
      digest,
    );
    expect(cardDigest(card({ calls: [{ ...call, model: "n" }] }))).not.toBe(digest);
  });
});

describe("the risk of a card", () => {
  const levels = floorScale.words;

  it("is the formula, over every floor, first pass, writer, verifier, failure, disagreement and injection", () => {
    const first = [
      null,
      failed("timeout"),
      failed("hostile_answer"),
      ...levels.map((risk) => answered({ ...firstPassAnswer, risk })),
    ];
    const writers = [
      null,
      failed("bad_answer"),
      failed("hostile_answer"),
      ...levels.map((risk) => answered({ ...writerAnswer, risk })),
    ];
    const verifiers = [
      null,
      failed("refused"),
      failed("hostile_answer"),
      ...levels.flatMap((risk) => [
        answered({ ...verifierAnswer, risk }),
        answered({ ...verifierAnswer, risk, claims: [goal, { ...change, outcome: "contradicted" as const }] }),
        answered({ ...verifierAnswer, risk, claims: [goal] }),
      ]),
    ];
    const seen = ShownDiff.of([uploadFile], cardClasses);
    const partly = ShownDiff.of([uploadFile, { ...uploadFile, path: "yarn.lock" }], cardClasses);
    let count = 0;
    for (const level of levels)
      for (const injection of [null, "floor.injection"])
        for (const shown of [seen, partly])
          for (const firstPass of first)
            for (const writer of writers)
              for (const verifier of verifiers) {
                count += 1;
                const floor = floorOf(level, injection);
                const made = card({ floor, shown, firstPass, writer, verifier });
                const said = [firstPass, writer, ...(writer?.ok === true ? [verifier] : [])];
                const highest = Math.max(
                  rank(level),
                  ...said.map((one) => (one?.ok === true ? rank(one.answer.risk) : 0)),
                );
                const isHostile = [firstPass, writer, verifier].some(
                  (one) => one?.ok === false && one.failure.code === "hostile_answer",
                );
                const isCareful =
                  made.state !== "checked" ||
                  made.agrees !== true ||
                  injection !== null ||
                  isHostile ||
                  shown === partly;
                const expected = Math.max(highest, isCareful ? 1 : 0);
                if (rank(made.risk.class) !== expected)
                  expect.fail(`${canonicalJson(made)} should have rank ${expected}`);
                if (rank(made.risk.class) < rank(level)) expect.fail("below the floor");
              }
    expect(count).toBe(levels.length * 2 * 2 * first.length * writers.length * verifiers.length);
  });
});
