import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bot, changeFacts, file, issue } from "../../../../testing/facts.ts";
import { defaultConfiguration } from "../configuration.ts";
import { compilePathClasses } from "../paths/classes.ts";
import { Alignment } from "../verdict.ts";
import { type AlignmentInput, decideAlignment, readAlignmentAdvice } from "./alignment.ts";
import type { ChangedFile, Plan } from "./facts.ts";

const classes = compilePathClasses(defaultConfiguration.intent);

function code(path: string, names: readonly string[]): ChangedFile {
  return file(path, { patch: `@@ -0,0 +1 @@\n${names.map((name) => `+  ${name};`).join("\n")}` });
}

const total = code("src/cart/total.ts", ["cartTotal", "emptyCart", "orderLines", "lastOrder"]);
const store = code("src/cart/store.ts", ["cartTotal", "emptyCart", "lastOrder", "clearCart"]);
const relay = code("deploy/mailer/smtp-relay.ts", ["smtpRelay", "relayHost", "tlsVersion", "socketPool", "dnsCache"]);
const cartIssue = issue(3, {
  title: "The total of an empty cart is wrong",
  body: "An empty cart shows the total of the last order. `cartTotal` keeps it.",
});

function plan(parts: Partial<Plan> = {}): Plan {
  return {
    id: "shop-1",
    source: "beads",
    title: "The total of an empty cart is wrong",
    notes: "An empty cart shows the total of the last order.",
    status: "open",
    issue: null,
    children: [],
    ...parts,
  };
}

function decide(files: readonly ChangedFile[], parts: Partial<AlignmentInput> = {}, body = "") {
  return decideAlignment({
    facts: changeFacts({ files: [...files], title: "Correct it", body }),
    tier: 1,
    countingIssues: [cartIssue],
    countingPlans: [],
    explicitKey: null,
    classes,
    advice: null,
    ...parts,
  });
}

function rulesOf(decision: ReturnType<typeof decide>): string[] {
  return decision.alignment.deterministic_findings.map((finding) => finding.rule);
}

describe("decideAlignment", () => {
  it("is aligned when the request explains every file", () => {
    const { alignment, findings } = decide([total, store]);
    expect(alignment).toMatchObject({ status: "aligned", deterministic_findings: [], model: null, model_error: null });
    expect(alignment.text).toMatchObject({ issues: ["acme/shop#3"], plans: [] });
    expect(findings).toEqual([]);
  });

  it("is misaligned with the file, the limit and the next step when one file is not explained", () => {
    const { alignment, findings } = decide([total, store, relay]);
    expect(alignment.status).toBe("misaligned");
    expect(alignment.rationale).toBe(
      "1 file is not explained by the request, of 3 in all: deploy/mailer/smtp-relay.ts.",
    );
    expect(alignment.deterministic_findings[0]).toMatchObject({
      rule: "drift.outside-intent",
      files: ["deploy/mailer/smtp-relay.ts"],
    });
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ severity: "block", where: { path: "deploy/mailer/smtp-relay.ts" } });
    expect(findings[0]?.message).toContain("None of the request's words (total, cart, empty)");
    expect(findings[0]?.next).not.toBe("");
  });

  it("warns instead of blocking where drift does not decide", () => {
    expect(decide([total, store, relay], { decides: false }).findings[0]?.severity).toBe("warn");
  });

  it("says when only the description explains a file, and keeps it out of scope", () => {
    const { alignment, findings } = decide([total, store, relay], {}, "Also mends smtp-relay.ts on the way.");
    expect(alignment.files[2]).toMatchObject({ state: "out_of_scope", declared: true });
    expect(findings[0]?.message).toMatch(/The description says so, no request does\.$/);
  });

  it.each([
    ["docs, code in the list", [file("docs/cart.md"), total], 0, ["src/cart/total.ts"]],
    ["docs renamed from code", [file("a.md", { status: "renamed", previous_path: "src/a.ts" })], 0, ["a.md"]],
    ["docs and tests only", [file("docs/cart.md"), file("src/cart.test.ts")], 0, undefined],
    ["tier 1 with code", [total], 1, undefined],
  ] as const)("checks a tier 0 change again: %s", (_, files, tier, escaped) => {
    const { alignment } = decide(files, { tier, countingIssues: [] });
    const found = alignment.deterministic_findings.find((finding) => finding.rule === "drift.tier0-escape");
    expect(found?.files).toEqual(escaped);
    expect(alignment.status).toBe(escaped === undefined ? "unclear" : "misaligned");
  });

  it.each(["docs", " Documentation "])("holds a request labelled %j to documentation", (name) => {
    const countingIssues = [{ ...cartIssue, labels: [{ name }] }];
    const { alignment } = decide([file("docs/cart.md"), total, store], { countingIssues });
    expect(alignment.status).toBe("misaligned");
    expect(alignment.deterministic_findings[0]).toMatchObject({
      rule: "drift.intent-class",
      files: ["src/cart/total.ts", "src/cart/store.ts"].toSorted(),
    });
  });

  it("holds a request of the documentation domain to documentation, unless another request counts too", () => {
    const domainsOf = (asked: { number: number }) => (asked.number === 3 ? ["documentation"] : ["checkout"]);
    expect(rulesOf(decide([total, store], { domainsOf }))).toContain("drift.intent-class");
    const other = issue(4, { title: "Show the order total", body: "In the cart." });
    expect(rulesOf(decide([total, store], { domainsOf, countingIssues: [cartIssue, other] }))).toEqual([]);
  });

  it("holds a documentation request to documentation even if it is too short to compare", () => {
    const short = issue(3, { title: "Typos", body: null, labels: [{ name: "docs" }] });
    const { alignment } = decide([file("docs/cart.md"), total], { countingIssues: [short] });
    expect(rulesOf({ alignment, findings: [] })).toEqual(["drift.intent-class", "drift.short-request"]);
    expect(alignment.files.map((row) => row.state)).toEqual(["not_scored", "out_of_scope"]);
  });

  it("finds a change that has nothing to do with the request", () => {
    const { alignment } = decide([relay, code("deploy/dns/zone.ts", ["dnsZone", "ttlSeconds", "nameServer"])]);
    expect(rulesOf({ alignment, findings: [] })).toContain("drift.nothing-explained");
    expect(alignment.status).toBe("misaligned");
  });

  it.each([
    ["four words", "Relay mail twice, thrice", false],
    ["five words", "Relay mail twice, thrice, daily", true],
  ])("needs five words to find that nothing is explained: %s", (_, title, fires) => {
    const asked = issue(3, { title, body: null });
    const files = [code("zz/qq.bin.ts", ["alphaBeta", "gammaDelta", "kappaOmega", "sigmaZeta", "etaTheta"])];
    expect(rulesOf(decide(files, { countingIssues: [asked] })).includes("drift.nothing-explained")).toBe(fires);
  });

  it.each([
    ["no request", [], "drift.no-request", "warn"],
    [
      "a request whose only text is a comment",
      [issue(3, { title: "", body: "<!-- none -->" })],
      "drift.no-request",
      "warn",
    ],
    ["two words", [issue(3, { title: "Cart total", body: null })], "drift.short-request", "info"],
  ])("is unclear, scores nothing and never blocks with %s", (_, countingIssues, rule, severity) => {
    const { alignment, findings } = decide([total, relay], { countingIssues });
    expect(alignment.status).toBe("unclear");
    expect(rulesOf({ alignment, findings })).toEqual([rule]);
    expect(findings).toMatchObject([{ rule, severity }]);
    for (const row of alignment.files) expect(row).toMatchObject({ state: "not_scored", score: null });
  });

  it("compares a request of three words", () => {
    const countingIssues = [issue(3, { title: "Empty cart total", body: null })];
    expect(decide([total, store], { countingIssues }).alignment.files[0]?.state).toBe("in_scope");
  });

  it.each([
    [1, "aligned"],
    [2, "unclear"],
  ])("with %d of 2 files unseen is %s", (unseen, status) => {
    const { patch: _, ...bare } = total;
    const { patch: __, ...second } = store;
    const files = unseen === 1 ? [bare, store] : [bare, second];
    const { alignment } = decide(files);
    expect(alignment.deterministic_findings.some((found) => found.rule === "drift.not-seen")).toBe(unseen === 2);
    if (alignment.status !== "misaligned") expect(alignment.status).toBe(status);
  });

  it("takes a plan, its children and an explicit key as requests", () => {
    const asked = { countingIssues: [], countingPlans: [plan()], explicitKey: null };
    expect(decide([total, store], asked).alignment).toMatchObject({ status: "aligned", text: { plans: ["shop-1"] } });
    const child = { id: "shop-1.1", title: "Mail relay host", notes: "smtp relay with a tls version" };
    const withChild = { ...asked, countingPlans: [plan({ children: [child] })] };
    expect(decide([total, store, relay], withChild).alignment.files[2]?.state).toBe("in_scope");
  });

  it("keeps the paths a plan names", () => {
    const asked = { countingIssues: [], countingPlans: [plan({ paths: ["deploy/**"] })] };
    expect(decide([total, store, relay], asked).alignment.status).toBe("aligned");
  });

  it("warns about a lockfile that moved alone", () => {
    const { findings } = decide([total, store, file("yarn.lock")]);
    expect(findings).toMatchObject([{ rule: "drift.lockfile-alone", severity: "warn", where: { path: "yarn.lock" } }]);
  });

  it("names fifty files and counts the rest in one finding", () => {
    const own = Array.from({ length: 60 }, (_, index) => code(`src/cart/part${index}.ts`, ["cartTotal", "emptyCart"]));
    const names = ["alpha", "gamma", "kappa", "sigma", "omega", "theta"];
    const foreign = Array.from({ length: 60 }, (_, index) => {
      const mark = `${names[index % 6]}${names[Math.floor(index / 6) % 6]}${"abcdefghij"[index % 10]}`;
      return code(
        `zz/${mark}.rs`,
        ["One", "Two", "Three", "Four", "Five", "Six"].map((part) => `${mark}${part}`),
      );
    });
    const { alignment, findings } = decide([...own, ...foreign]);
    const files = alignment.deterministic_findings.find((found) => found.rule === "drift.outside-intent")?.files ?? [];
    expect(files.length).toBeGreaterThan(50);
    const named = findings.filter((finding) => finding.rule === "drift.outside-intent");
    expect(named).toHaveLength(51);
    expect(named.filter((finding) => finding.where.path !== undefined)).toHaveLength(50);
  });

  it("writes hostile paths so that a terminal is safe", () => {
    const hostile = { ...relay, path: "deploy/\u001b[31mred\u202e.ts" };
    const { alignment, findings } = decide([total, store, hostile]);
    expect(`${alignment.rationale}${findings.map((finding) => finding.message).join("")}`).not.toMatch(
      /[\u001b\u202e]/,
    );
  });

  it("fits the verdict document", () => {
    for (const files of [[total], [total, store, relay], []]) {
      expect(Alignment.safeParse(decide(files).alignment).success).toBe(true);
    }
  });
});

describe("a model's answer", () => {
  const answer = {
    status: "misaligned",
    confidence: 0.9,
    rationale: "The mail relay has nothing to do with carts.",
    files: ["deploy/mailer/smtp-relay.ts", "not/in/the/change.ts"],
    model_id: "reviewer-1",
  };
  const merged = (files: readonly ChangedFile[], advice: unknown) =>
    decide(files, { advice: readAlignmentAdvice(advice) }).alignment;

  it("overrides aligned with misaligned, with its rationale and only files of the change", () => {
    const alignment = merged([total, store], { ...answer, files: [total.path, "other.ts", total.path] });
    expect(alignment).toMatchObject({ status: "misaligned", rationale: answer.rationale });
    expect(alignment.model?.files).toEqual([total.path]);
  });

  it("leaves the rule's rationale where its own is blank", () => {
    expect(merged([total, store, relay], { ...answer, rationale: " \n" }).rationale).toMatch(
      /^1 file is not explained/,
    );
    expect(merged([total, store], { ...answer, rationale: "" }).rationale).not.toBe("");
  });

  it("turns aligned into unclear, and leaves misaligned", () => {
    const unclear = { ...answer, status: "unclear" };
    expect(merged([total, store], unclear).status).toBe("unclear");
    expect(merged([total, store, relay], unclear).status).toBe("misaligned");
  });

  it("cannot rescue: aligned changes nothing", () => {
    const aligned = { ...answer, status: "aligned" };
    const [without, rescued] = [merged([total, store, relay], undefined), merged([total, store, relay], aligned)];
    expect({ ...rescued, model: null }).toEqual(without);
    expect(merged([total], undefined).model).toBeNull();
  });

  it.each([
    ["an error", { error: "timeout after 60 s" }, "timeout after 60 s"],
    ["a blank error", { error: "" }, "the model gave no answer"],
    ["prose around the answer", `Here you are: ${JSON.stringify(answer)}`, "shape"],
    ["an unknown status", { ...answer, status: "fine" }, "shape"],
    ["a key too many", { ...answer, authorized: true }, "shape"],
    ["no confidence", { ...answer, confidence: "high" }, "shape"],
    ["confidence that is no number", { ...answer, confidence: Number.NaN }, "shape"],
    ["a list", [answer], "shape"],
    ["answer and error", { ...answer, error: "x" }, "shape"],
  ])("keeps the status and says why with %s", (_, advice, said) => {
    for (const files of [
      [total, store],
      [total, store, relay],
    ]) {
      const [without, failed] = [merged(files, undefined), merged(files, advice)];
      expect(failed.model_error).toContain(said);
      expect({ ...failed, model_error: null }).toEqual(without);
    }
  });

  it.each([
    [-3, 0],
    [0, 0],
    [1, 1],
    [7, 1],
    [Number.POSITIVE_INFINITY, undefined],
  ])("clamps confidence %d to %d", (confidence, clamped) => {
    expect(merged([total], { ...answer, confidence }).model?.confidence).toBe(clamped);
  });

  it("names twenty files at most", () => {
    const files = Array.from({ length: 30 }, (_, index) => code(`src/cart/part${index}.ts`, ["cartTotal"]));
    const model = merged(files, { ...answer, files: files.map((entry) => entry.path) }).model;
    expect(model?.files).toHaveLength(20);
  });

  it("never throws and never lowers a status, whatever it is (law 1)", () => {
    const order = ["aligned", "unclear", "misaligned"];
    const anyAnswer = fc.oneof(
      fc.anything(),
      fc.record({
        status: fc.constantFrom("aligned", "misaligned", "unclear", "other"),
        confidence: fc.double(),
        rationale: fc.string({ unit: "binary" }),
        files: fc.array(fc.string()),
        model_id: fc.string(),
      }),
    );
    fc.assert(
      fc.property(anyAnswer, fc.boolean(), (advice, isClean) => {
        const files = isClean ? [total, store] : [total, store, relay];
        const [without, merge] = [merged(files, undefined), merged(files, advice)];
        expect(order.indexOf(merge.status)).toBeGreaterThanOrEqual(order.indexOf(without.status));
        expect(merge.files).toEqual(without.files);
        expect(Alignment.safeParse(merge).success).toBe(true);
      }),
    );
  });
});

describe("laws of alignment", () => {
  it("gives the same decision whatever the order of issues and plans (property 2)", () => {
    const issues = [cartIssue, issue(4, { title: "Relay mail", body: "By smtp." }), issue(12, { author: bot("x") })];
    const plans = [plan(), plan({ id: "shop-2", title: "Other" })];
    const asked = { countingIssues: issues, countingPlans: plans };
    const turned = { countingIssues: issues.toReversed(), countingPlans: plans.toReversed() };
    expect(decide([total, relay], turned)).toEqual(decide([total, relay], asked));
  });
});
