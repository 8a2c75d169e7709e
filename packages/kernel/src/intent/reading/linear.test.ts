import { beforeEach, describe, expect, it, vi } from "vitest";
import type * as Lookup from "./lexicon/lookup.ts";
import type * as PhraseSets from "./lexicon/phrase-set.ts";
import { readRequest } from "./read.ts";

/** Steps of a reading: look-ups in the lexicon and the phrase sets, and the words they were given to look through. */
const steps = vi.hoisted(() => ({ count: 0 }));

vi.mock("./lexicon/lookup.ts", async (original) => {
  const real = await original<typeof Lookup>();
  const verbAt: typeof real.verbAt = (...call) => {
    steps.count += 1;
    return real.verbAt(...call);
  };
  return { ...real, verbAt };
});
vi.mock("./lexicon/phrase-set.ts", async (original) => {
  const real = await original<typeof PhraseSets>();
  const phraseSet: typeof real.phraseSet = (phrases) => {
    const set = real.phraseSet(phrases);
    return {
      at: (words, place) => {
        steps.count += 1;
        return set.at(words, place);
      },
    };
  };
  return { ...real, phraseSet };
});

function stepsOf(text: string): number {
  steps.count = 0;
  readRequest({ text, surface: "cli", origin: { kind: "human" } });
  return steps.count;
}

const shapes: readonly (readonly [string, string])[] = [
  ["sentences", "fix the parser and then update the docs, please. "],
  ["one endless clause", "and fix "],
  ["one endless removal", "remove a1 and "],
  ["negations", "do not delete a or b and "],
  ["exceptions", "delete my branches except a/1 and "],
  ["commands", "git push rm -r "],
  ["commas", "a, "],
  ["brackets", "( [x] "],
  ["labels", "task: "],
  ["quotes that never close", ' "a'],
  ["apostrophes", " 'a"],
  ["list items", "- fix it\n"],
  ["log lines", "2031-04-02 10:11:12 ERROR db: DROP TABLE users failed\n"],
  ["tags", "<a></a>"],
  ["sentence marks", "?!. "],
  ["recurrences", "every day "],
  ["environments", "restart prod "],
  ["names", "delete a_b.c/d "],
];

describe("the cost of a reading", () => {
  beforeEach(() => {
    steps.count = 0;
  });

  it.each(shapes)("of %s grows with the text and not faster", (_name, piece) => {
    const small = stepsOf(piece.repeat(60));
    const large = stepsOf(piece.repeat(600));
    expect(large).toBeLessThanOrEqual(12 * small + 200);
  });
});
