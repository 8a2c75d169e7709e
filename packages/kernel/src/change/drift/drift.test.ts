import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { file } from "../../../../../testing/facts.ts";
import { defaultConfiguration } from "../../configuration.ts";
import { compilePathClasses } from "../../paths/classes.ts";
import type { ChangedFile } from "../facts.ts";
import { type DriftInput, type DriftResult, decideDrift } from "./drift.ts";

const classes = compilePathClasses(defaultConfiguration.intent);
const request = {
  titles: "The total of an empty cart is wrong",
  text: "The total of an empty cart is wrong\n\nAn empty cart shows the total of the last order. `cartTotal` keeps it.",
};

function code(path: string, names: readonly string[], parts: Partial<ChangedFile> = {}): ChangedFile {
  return file(path, { patch: `@@ -0,0 +1 @@\n${names.map((name) => `+  ${name};`).join("\n")}`, ...parts });
}

const total = code("src/cart/total.ts", ["cartTotal", "emptyCart", "orderLines", "lastOrder"]);
const store = code("src/cart/store.ts", ["cartTotal", "emptyCart", "lastOrder", "clearCart"]);
const mailer = code("deploy/mailer/smtp-relay.ts", ["smtpRelay", "relayHost", "tlsVersion", "socketPool", "dnsCache"]);

function decide(files: readonly ChangedFile[], parts: Partial<DriftInput> = {}): DriftResult {
  return decideDrift({ request, changeText: "", files, classes, planPaths: [], isDocsOnly: false, ...parts });
}

function states(result: DriftResult): Record<string, string> {
  return Object.fromEntries(result.files.map(({ path, state }) => [path, state]));
}

describe("decideDrift", () => {
  it("keeps the files the request is about and flags the one it is not", () => {
    expect(states(decide([total, store, mailer]))).toEqual({
      "src/cart/total.ts": "in_scope",
      "src/cart/store.ts": "in_scope",
      "deploy/mailer/smtp-relay.ts": "out_of_scope",
    });
  });

  it("says in one row why a file was flagged", () => {
    const row = decide([total, store, mailer]).files[2];
    expect(row?.reason).toBe(
      "None of the request's words (total, cart, empty) occur in its path or its changed lines; it is about relay, smtp, host; nothing links it to another file of the change.",
    );
    expect(row?.words).toEqual({ shared: [], own: ["relay", "smtp", "host", "tls", "version"] });
    expect(row?.points).toHaveLength(5);
  });

  it("says in one row why a file was kept", () => {
    const row = decide([total, store, mailer]).files[0];
    expect(row?.reason).toBe(
      "It shares cart, total, empty with the request; it hangs together with src/cart/store.ts.",
    );
    expect(row?.words.shared).toEqual(["cart", "total", "empty", "order"]);
  });

  it("keeps a file that the request names", () => {
    const named = { titles: "Relay mail", text: "Relay mail\n\nThe host in deploy/mailer/smtp-relay.ts is wrong." };
    const row = decide([mailer], { request: named }).files[0];
    expect(row?.state).toBe("in_scope");
    expect(row?.reason).toContain("The request names it");
  });

  it("flags the foreign file at position 101 of 105", () => {
    const own = Array.from({ length: 104 }, (_, index) =>
      code(`src/cart/part${index}.ts`, ["cartTotal", "emptyCart", "lastOrder", `orderLine${index}`]),
    );
    const result = decide([...own.slice(0, 100), mailer, ...own.slice(100)]);
    expect(result.files[100]?.state).toBe("out_of_scope");
    expect(result.outOfScope).toEqual([mailer.path]);
    expect(result.files).toHaveLength(105);
  });

  it("flags a sibling package under a common folder", () => {
    const files = [
      code("packages/cart/src/total.ts", ["cartTotal", "emptyCart", "orderLines", "lastOrder"]),
      code("packages/cart/src/store.ts", ["cartTotal", "emptyCart", "lastOrder", "clearCart"]),
      code("packages/mailer/src/relay.ts", ["smtpRelay", "relayHost", "tlsVersion", "socketPool", "dnsCache"]),
    ];
    expect(decide(files).outOfScope).toEqual(["packages/mailer/src/relay.ts"]);
  });

  it.each([
    ["its manifest in scope", [code("package.json", ["cart", "total"]), total, store], "exempt"],
    ["no manifest", [total, store], "exempt"],
  ])("exempts a lockfile with %s", (_, others, state) => {
    const result = decide([...others, code("package-lock.json", ["integrity", "resolved"])]);
    expect(states(result)["package-lock.json"]).toBe(state);
    expect(result.lonelyLockfiles).toEqual(others.length === 3 ? [] : ["package-lock.json"]);
  });

  it("flags a lockfile with the manifest that is flagged", () => {
    const manifest = code("deploy/mailer/package.json", ["nodemailer", "smtpRelay", "relayHost", "dnsCache"]);
    const result = decide([total, store, mailer, manifest, code("deploy/mailer/package-lock.json", ["resolved"])]);
    expect(states(result)["deploy/mailer/package.json"]).toBe("out_of_scope");
    expect(result.files[4]).toMatchObject({ state: "out_of_scope", follows: "deploy/mailer/package.json" });
  });

  it("flags a test of flagged code with it", () => {
    const test = code("deploy/mailer/smtp-relay.test.ts", ["smtpRelay", "relayHost", "tlsVersion"]);
    expect(decide([total, store, mailer, test]).outOfScope).toEqual([test.path, mailer.path].toSorted());
  });

  it("keeps what an approved plan names, though nothing else speaks for it", () => {
    const row = decide([total, store, mailer], { planPaths: ["deploy/**"] }).files[2];
    expect(row).toMatchObject({ state: "in_scope", reason: "An approved plan names its path (plan-path)." });
  });

  it("does not keep a file that was renamed into the plan's paths", () => {
    const moved = { ...mailer, status: "renamed" as const, previous_path: "ops/relay.ts" };
    expect(decide([total, store, moved], { planPaths: ["deploy/**"] }).files[2]?.state).toBe("out_of_scope");
  });

  it("never lifts a guarded file: neither plan nor class", () => {
    const workflow = code(".github/workflows/mail.lock.yml", ["smtpRelay", "relayHost", "dnsCache", "socketPool"]);
    const result = decide([total, store, workflow], { planPaths: ["**"] });
    expect(states(result)[workflow.path]).toBe("out_of_scope");
    expect(result.core).toBe(3);
  });

  it("judges generated files by themselves where nothing else changed", () => {
    const bundle = code("dist/relay.js", ["smtpRelay", "relayHost", "tlsVersion", "socketPool"]);
    const result = decide([bundle, { ...bundle, path: "dist/cart.js" }]);
    expect(result.core).toBe(2);
    for (const row of result.files) expect(row.score).not.toBeNull();
  });

  it("lets a request for documentation only cover docs, their images and companions", () => {
    const files = [file("docs/cart.md"), file("docs/cart.png"), file("CHANGELOG.md"), total];
    const result = decide(files, { isDocsOnly: true });
    expect(result.outsideClass).toEqual([total.path]);
    expect(result.files[3]?.reason).toBe("The request is about documentation only, and this file is none.");
  });

  it("counts core files that nobody could see", () => {
    const { patch: _, ...unseen } = total;
    expect(decide([unseen, store]).notSeen).toBe(1);
    expect(decide([{ ...unseen, identifiers: [] }, store]).notSeen).toBe(0);
  });

  it("uses identifiers that the facts bring instead of the patch", () => {
    const brought = { ...mailer, identifiers: ["cartTotal", "emptyCart", "lastOrder"] };
    expect(decide([total, store, brought]).files[2]?.words.shared).toEqual(["cart", "total", "empty", "order"]);
  });

  it("takes hostile files: long paths, a million characters of patch, thousands of identifiers", () => {
    const files = [
      file(`${"a/".repeat(50_000)}x.ts`),
      file("b.ts", { patch: `+${"aB_".repeat(330_000)}` }),
      file("c.ts", { identifiers: Array.from({ length: 20_000 }, (_, index) => `name${index}`) }),
      file("d.ts", { identifiers: ["x".repeat(1_000_000)] }),
      file("a".repeat(4096)),
    ];
    expect(decide(files).files).toHaveLength(files.length);
  });

  it("answers for 3,000 files with patches and for 20,000 without", () => {
    const many = (count: number, patch: boolean) =>
      Array.from({ length: count }, (_, index) =>
        patch
          ? code(`src/p${index % 50}/f${index}.ts`, [`cartTotal${index}`, "emptyCart", `order_${index % 700}`])
          : file(`src/p${index % 50}/f${index}.ts`, { identifiers: [] }),
      );
    expect(decide(many(3000, true)).files).toHaveLength(3000);
    expect(decide(many(20_000, false)).files).toHaveLength(20_000);
  });
});

const word = fc.constantFrom("cart", "total", "order", "mail", "relay", "theme", "retry", "index");
const anyFile = fc
  .record({
    path: fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join("/")),
    extension: fc.constantFrom(".ts", ".test.ts", ".md", ".json", ".snap", ".lock"),
    names: fc.uniqueArray(
      fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join("_")),
      { maxLength: 10 },
    ),
  })
  .map(({ path, extension, names }) => code(path + extension, names));
const anyChange = fc.uniqueArray(anyFile, { maxLength: 10, selector: (entry) => entry.path });

describe("laws of drift", () => {
  it("gives each file the same row whatever the order of the files (property 2)", () => {
    fc.assert(
      fc.property(anyChange, fc.integer({ min: 0, max: 9 }), (files, turn) => {
        const turned = [...files.slice(turn), ...files.slice(0, turn)].toReversed();
        const byPath = (result: DriftResult) => new Map(result.files.map((row) => [row.path, row]));
        expect(byPath(decide(turned))).toEqual(byPath(decide(files)));
      }),
    );
  });

  it("never puts a file in scope because the change speaks of it (property 11)", () => {
    fc.assert(
      fc.property(anyChange, fc.string(), (files, said) => {
        const text = `${said} ${files.map((entry) => entry.path).join(" ")}`;
        const [silent, spoken] = [decide(files), decide(files, { changeText: text })];
        expect(states(spoken)).toEqual(states(silent));
        for (const row of spoken.files) expect(row.declared).toBe(row.state === "out_of_scope");
      }),
    );
  });

  it("gives core files the same score without the lockfiles and generated files (property 11)", () => {
    fc.assert(
      fc.property(anyChange, (files) => {
        const extra = [code("yarn.lock", ["cart"]), code("dist/cart.js", ["total", "cart"]), code("CHANGELOG.md", [])];
        const core = [...files.filter(({ path }) => !/\.(?:snap|lock)$/.test(path)), total];
        const scores = (result: DriftResult) =>
          new Map(result.files.flatMap((row) => (row.score === null ? [] : [[row.path, row.score]])));
        expect(scores(decide([...core, ...extra]))).toEqual(scores(decide(core)));
      }),
    );
  });

  it("gives every file a state, a reason and at most five of everything", () => {
    fc.assert(
      fc.property(anyChange, (files) => {
        for (const row of decide(files).files) {
          expect(row.reason).toMatch(/^.+\.$/);
          expect(row.words.shared.length).toBeLessThanOrEqual(5);
          expect(row.words.own.length).toBeLessThanOrEqual(5);
          expect(row.points.length).toBeLessThanOrEqual(5);
        }
      }),
    );
  });
});
