import { describe, expect, it } from "vitest";
import { changeFacts, commit, issue } from "../../../../testing/facts.ts";
import type { ChangeFacts } from "./facts.ts";
import { announcesBreaking, defaultFeatureSignals, featureSignal, featureWords, readTitle } from "./feature-signals.ts";

function signal(parts: Partial<ChangeFacts>, configured: string[] = []): string | null {
  return featureSignal(changeFacts(parts), featureWords(configured))?.rule ?? null;
}

describe("a title gives a feature signal", () => {
  it.each([
    "feat: add export",
    "Feat: add export",
    "FEATURE(cart): add export",
    "features!: add export",
    "feat(a/b)!: x",
    "🤖 feat: add export",
    "👩🏽‍💻 feat: x",
    "1️⃣feat",
    ":robot: feat: add export",
    ":sparkles: Add export",
    "✨ Add export",
    "[web] ✨ fix: x",
    "[cart] feat: add export",
    "[a] [b] 🎉 feat: x",
    "Add a feature for carts",
    "New capability: export",
    "new   capability to export",
    "Proposal for carts",
    "RFC 12: carts",
    "feature_flag removed",
    "feat/cart: add export",
    "fix (cart): this feature",
    'Revert "feat: add export"',
    "enhancements",
    "[Feature] Add export",
    "+ feat: x",
  ])("%s", (title) => {
    expect(signal({ title })).toBe("tier.feature-signal");
  });

  it.each([
    "fix: support the feature",
    "Fix: new capability",
    "chore: add a feature",
    "docs(feature): x",
    "🐛 fix: the feature",
    "[feature] fix: x",
    "Remove defeat screen",
    "Tune perfcounter",
    "featuring carts",
    "Correct the total",
    "refeature",
    "",
    ":::::",
    "[[[[[[",
  ])("not %s", (title) => {
    expect(signal({ title })).toBeNull();
  });

  it.each(["refactor!: x", "Fix(cart)!: x", "🔥 chore!: x"])("%s is breaking", (title) => {
    expect(signal({ title })).toBe("tier.breaking");
  });
});

describe("a breaking change is announced by", () => {
  it.each([
    "BREAKING CHANGE: carts are gone",
    "Words.\n\nBREAKING CHANGE: carts are gone",
    "Words.\r\n\r\nMore words.\r\nBREAKING-CHANGE: gone\r\n",
    "Words.\n\nBREAKING CHANGE: gone\n\nCo-authored-by: A <a@example.org>\nSigned-off-by: B",
    "Words.\n\nRefs: 4\nBREAKING CHANGE: gone\n\n\n",
  ])("the last paragraph of %j", (text) => {
    expect(announcesBreaking(text)).toBe(true);
    expect(signal({ body: text })).toBe("tier.breaking");
    expect(signal({ body: null, commits: [commit({ message: text })] })).toBe("tier.breaking");
  });

  it.each([
    "BREAKING CHANGE: gone\n\nBut that is long ago.",
    "breaking change: gone",
    "no BREAKING CHANGE: here",
    "BREAKING CHANGE: gone\n\nA: b\n\nC: d",
    "",
  ])("not by %j", (text) => {
    expect(announcesBreaking(text)).toBe(false);
  });

  it("is found in a text of a million characters", () => {
    expect(announcesBreaking(`${"\n \n".repeat(300_000)}x\n\nBREAKING CHANGE: y`)).toBe(true);
    expect(announcesBreaking(`${"a: b\n".repeat(200_000)}\n\nx`)).toBe(false);
  });
});

describe("labels and linked issues", () => {
  it.each(["enhancement", "Feature", "type: feature", "kind/enhancement", "area/x:rfc", " proposal "])(
    "label %s of the change signals, whoever set it",
    (name) => {
      expect(signal({ labels: [{ name }] })).toBe("tier.feature-signal");
    },
  );

  it.each(["bug", "feature-request-declined", "not a feature", "feature/bug"])("label %s does not", (name) => {
    expect(signal({ labels: [{ name }] })).toBeNull();
  });

  it.each(["closing", "explicit"] as const)("a label or title prefix of a %s issue signals", (link) => {
    expect(signal({ issues: [issue(1, { link, labels: [{ name: "enhancement" }] })] })).toBe("tier.feature-signal");
    expect(signal({ issues: [issue(1, { link, title: "Feat: carts" })] })).toBe("tier.feature-signal");
    expect(signal({ issues: [issue(1, { link, title: "A feature for carts" })] })).toBeNull();
  });

  it("an issue linked in a way nobody knows signals as well, since it may be either of those", () => {
    expect(signal({ issues: [issue(1, { link: "unknown", labels: [{ name: "feature" }] })] })).toBe(
      "tier.feature-signal",
    );
  });

  it.each(["reference"] as const)("a %s issue does not", (link) => {
    const one = issue(1, { link, title: "feat: carts", labels: [{ name: "feature" }] });
    expect(signal({ issues: [one] })).toBeNull();
  });

  it("an unreadable issue says nothing", () => {
    const lost = { repository: "acme/shop", number: 1, link: "closing", unreadable: "forbidden" } as const;
    expect(signal({ issues: [lost] })).toBeNull();
  });

  it("a fix title with an enhancement issue is a feature", () => {
    const issues = [issue(1, { labels: [{ name: "enhancement" }] })];
    expect(signal({ title: "fix: carts", issues })).toBe("tier.feature-signal");
  });
});

describe("a local range", () => {
  it("reads every commit subject, and one signal is enough", () => {
    const commits = [commit({ message: "fix: a" }), commit({ message: "feat: b\n\nwords" }), commit({ message: "c" })];
    expect(signal({ number: null, title: "fix: a", commits })).toBe("tier.feature-signal");
    expect(signal({ number: 7, title: "fix: a", commits })).toBeNull();
  });

  it("prefers a feature to a breaking commit and reads the title without commits", () => {
    const commits = [commit({ message: "fix!: a" }), commit({ message: "feat: b" })];
    expect(signal({ number: null, commits })).toBe("tier.feature-signal");
    expect(signal({ number: null, commits: [], title: "feat: b" })).toBe("tier.feature-signal");
  });
});

describe("configured words", () => {
  it.each([
    [[], defaultFeatureSignals],
    [["+Epic"], [...defaultFeatureSignals, "epic"]],
    [
      ["epic", "big  thing"],
      ["epic", "big thing"],
    ],
    [["+!rfc"], defaultFeatureSignals.filter((word) => word !== "rfc")],
  ])("%j", (configured, words) => {
    expect(featureWords(configured)).toEqual(words);
  });

  it("decide for words and labels; the types feat and feature always do", () => {
    expect(signal({ title: "An epic cart" }, ["epic"])).toBe("tier.feature-signal");
    expect(signal({ title: "perf: faster" }, ["+perf"])).toBe("tier.feature-signal");
    expect(signal({ title: "A proposal" }, ["epic"])).toBeNull();
    expect(signal({ title: "feat: x" }, ["epic"])).toBe("tier.feature-signal");
    expect(signal({ labels: [{ name: "size:epic" }] }, ["epic"])).toBe("tier.feature-signal");
  });
});

describe("the front of a title", () => {
  it("is read once, in a million characters", () => {
    expect(readTitle("[a]".repeat(300_000)).type).toBeNull();
    expect(readTitle(`${"✨ ".repeat(900)}fix: x`)).toEqual({ type: "fix", isBreaking: false, hasSparkles: true });
    expect(readTitle("(".repeat(1_000_000)).type).toBeNull();
    expect(signal({ title: "feature".repeat(200_000) })).toBeNull();
  });
});
