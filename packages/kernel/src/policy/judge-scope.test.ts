import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { removalOf } from "../../../../testing/part.ts";
import { type Effect, type EffectKind, effectKinds } from "../effect.ts";
import type { Ban, RemovalEntry, RemovalScope } from "../intent/reading/removal.ts";
import type { Resource } from "../intent/reading/request.ts";
import { type RequestWord, requestScales } from "../scale.ts";
import { topCeiling } from "./ceiling.ts";
import type { Ceiling } from "./engagement.ts";
import { judgeScope, type ScopeVerdict } from "./judge-scope.ts";
import type { ScopeFacts } from "./resource.ts";

const branch = (name: string, owner?: string): Resource => ({
  target: `git:branch/${name}`,
  kind: "branch",
  name,
  place: "local",
  ...(owner === undefined ? {} : { owner }),
});
const shared = (name: string, owner?: string): Resource => ({
  ...branch(name, owner),
  target: `git-remote:origin/${name}`,
  place: "shared",
});

const facts: ScopeFacts = {
  me: "heron",
  cwd: "/home/dev/app",
  default_branch: "develop",
  protected: ["stable/*"],
  resources: [
    branch("heron/4812-retry", "heron"),
    branch("heron/4812-logs", "heron"),
    branch("heron/4831-cache", "heron"),
    branch("heron/4790-old", "heron"),
    branch("plover/4812-docs", "plover"),
    branch("plover/4844-spike", "plover"),
    branch("4855-orphan"),
    branch("plover/4899-new"),
    branch("main", "heron"),
    branch("stable/4812", "heron"),
    branch("develop", "heron"),
    shared("heron/4812-retry", "heron"),
    { target: "job:48213", kind: "job", name: "48213", place: "shared", owner: "heron" },
    { target: "k8s:a/deployment/twin", kind: "service", name: "twin", place: "shared", owner: "heron" },
    { target: "k8s:b/deployment/twin", kind: "service", name: "twin", place: "shared", owner: "heron" },
    {
      target: "container:old",
      kind: "container",
      name: "old",
      place: "local",
      owner: "heron",
      states: ["Stopped"],
      age_days: 31,
    },
  ],
};

function scopeOf(grants: readonly RemovalEntry[], change: Partial<RemovalScope> = {}): RemovalScope {
  return { otherwise: "confirm", grants, wording: grants[0]?.wording ?? "none", ...change };
}

function deletion(target: string, change: Partial<Effect> = {}): Effect {
  return { kind: "delete", target, reversibility: "irreversible", certain: true, ...change };
}

function judge(ceiling: Ceiling, ...effects: readonly Effect[]): ScopeVerdict {
  return judgeScope({ ceiling }, effects, facts);
}

function outcome({ decision, findings }: ScopeVerdict): string {
  return [decision, ...findings.map(({ rule }) => rule)].join(" ");
}

const auto = { approval: "auto-approve", kinds: "all" } as const;
const ours: Partial<RemovalEntry> = { binding: "owned-scoped", names: [], owners: ["me"], ticket: "4812" };
const range: Partial<RemovalEntry> = {
  binding: "owned-range",
  names: [],
  owners: ["me"],
  range: { from: 4800, to: 4899, digits: 4 },
};
const open: Partial<RemovalEntry> = { ...range, binding: "open-range", owners: [] };

describe("a deletion and the grants of its request", () => {
  it.each<[string, Partial<RemovalEntry>, string, string]>([
    ["the exact name", {}, "git:branch/heron/4812-retry", "allow"],
    ["a neighbour of the name", {}, "git:branch/heron/4812-logs", "ask deletion.not-named"],
    [
      "the name in other case",
      { names: ["Heron/4812-Retry"] },
      "git:branch/heron/4812-retry",
      "ask deletion.not-named",
    ],
    [
      "a name with a look-alike letter",
      { names: ["hеron/4812-retry"] },
      "git:branch/heron/4812-retry",
      "ask deletion.not-named",
    ],
    ["a prefix of the name", { names: ["heron/4812"] }, "git:branch/heron/4812-retry", "ask deletion.not-named"],
    ["the name of another kind", { kind: "tag" }, "git:branch/heron/4812-retry", "ask deletion.not-named"],
    ["any kind under an exact name", { kind: "any" }, "git:branch/heron/4812-retry", "allow"],
    ["any kind under a range", { ...range, kind: "any" }, "git:branch/heron/4831-cache", "ask deletion.not-named"],
    ["refs/heads before the name", { names: ["refs/heads/heron/4812-retry"] }, "git:branch/heron/4812-retry", "allow"],
    ["an exact name of a colleague's branch", { names: ["plover/4812-docs"] }, "git:branch/plover/4812-docs", "allow"],
    ["the shared copy of a local branch", {}, "git-remote:origin/heron/4812-retry", "ask deletion.shared-copy"],
    ["the shared copy that was said", { place: "shared" }, "git-remote:origin/heron/4812-retry", "allow"],
    ["the local copy where both were said", { place: "shared" }, "git:branch/heron/4812-retry", "allow"],
    [
      "the remote before the name",
      { names: ["origin/heron/4812-retry"], place: "shared" },
      "git-remote:origin/heron/4812-retry",
      "allow",
    ],
    ["a shared thing that has no local copy", { kind: "job", names: ["48213"] }, "job:48213", "allow"],
    ["a job nobody knows facts of", { kind: "job", names: ["99999"] }, "job:99999", "allow"],
    [
      "a name that two things have",
      { kind: "service", names: ["twin"] },
      "k8s:a/deployment/twin",
      "ask deletion.not-named",
    ],
    ["mine for the ticket", ours, "git:branch/heron/4812-logs", "allow"],
    ["mine for another ticket", ours, "git:branch/heron/4831-cache", "ask deletion.not-named"],
    [
      "a ticket in the middle of a number",
      { ...ours, ticket: "481" },
      "git:branch/heron/4812-logs",
      "ask deletion.not-named",
    ],
    ["a colleague's for the ticket", ours, "git:branch/plover/4812-docs", "ask deletion.other-owner"],
    ["the colleague the words name", { ...ours, owners: ["me", "plover"] }, "git:branch/plover/4812-docs", "allow"],
    [
      "a handle with an at sign and other case",
      { ...ours, owners: ["@Plover"] },
      "git:branch/plover/4812-docs",
      "allow",
    ],
    ["mine in the range", range, "git:branch/heron/4831-cache", "allow"],
    ["mine outside the range", range, "git:branch/heron/4790-old", "ask deletion.not-named"],
    [
      "mine in a range of other length",
      { ...range, range: { from: 48, to: 4899, digits: 2 } },
      "git:branch/heron/4831-cache",
      "ask deletion.not-named",
    ],
    [
      "a reversed range",
      { ...range, range: { from: 4899, to: 4800, digits: 4 } },
      "git:branch/heron/4831-cache",
      "ask deletion.not-named",
    ],
    ["my part of an open range", open, "git:branch/heron/4831-cache", "allow"],
    ["a colleague's part of an open range", open, "git:branch/plover/4844-spike", "ask deletion.other-owner"],
    ["an open range of nobody's", open, "git:branch/4855-orphan", "ask deletion.unknown-owner"],
    ["a name that begins with a known owner", { ...range, owners: ["plover"] }, "git:branch/plover/4899-new", "allow"],
    ["a range with the shared copy", { ...ours }, "git-remote:origin/heron/4812-retry", "ask deletion.shared-copy"],
    [
      "an open range without any selector",
      { binding: "open-range", names: [], owners: [] },
      "git:branch/heron/4831-cache",
      "ask deletion.not-named",
    ],
    ["an unbound entry", { ...range, binding: "unbound" }, "git:branch/heron/4831-cache", "ask deletion.not-named"],
    [
      "a prefix of a segment",
      { ...range, range: { from: 0, to: 9999, digits: 4 }, prefix: "4831" },
      "git:branch/heron/4831-cache",
      "allow",
    ],
    ["another prefix", { ...range, prefix: "cache" }, "git:branch/heron/4831-cache", "ask deletion.not-named"],
    [
      "a state the facts hold",
      { kind: "container", binding: "owned-range", names: [], owners: ["me"], states: ["stopped"] },
      "container:old",
      "allow",
    ],
    [
      "a state the facts do not hold",
      { kind: "container", binding: "owned-range", names: [], owners: ["me"], states: ["failed"] },
      "container:old",
      "ask deletion.not-named",
    ],
    ["a word of the name", { ...range, states: ["cache"] }, "git:branch/heron/4831-cache", "allow"],
    ["a part of a word", { ...range, states: ["cach"] }, "git:branch/heron/4831-cache", "ask deletion.not-named"],
    ["a word that states something", { ...range, states: ["old"] }, "container:old", "ask deletion.not-named"],
    [
      "a state that stands only in the name",
      { binding: "owned-range", names: [], owners: ["me"], states: ["old"] },
      "git:branch/heron/4790-old",
      "ask deletion.not-named",
    ],
    [
      "the beginning of a branch's name",
      { names: ["heron/"] },
      "git:branch/heron/4831-cache",
      "ask deletion.not-named",
    ],
    [
      "old enough",
      { kind: "container", binding: "owned-range", names: [], owners: ["me"], older_than_days: 30 },
      "container:old",
      "allow",
    ],
    [
      "just not old enough",
      { kind: "container", binding: "owned-range", names: [], owners: ["me"], older_than_days: 31 },
      "container:old",
      "ask deletion.not-named",
    ],
    [
      "of an age nobody knows",
      { ...range, older_than_days: 1 },
      "git:branch/heron/4831-cache",
      "ask deletion.not-named",
    ],
    [
      "of an age that is no number",
      { kind: "container", binding: "owned-range", names: [], owners: ["me"], older_than_days: Number.NaN },
      "container:old",
      "ask deletion.not-named",
    ],
    ["a protected name (main)", { names: ["main"] }, "git:branch/main", "ask deletion.protected"],
    ["a protected pattern", { names: ["stable/4812"] }, "git:branch/stable/4812", "ask deletion.protected"],
    ["the default branch", { names: ["develop"] }, "git:branch/develop", "ask deletion.protected"],
    ["a release branch", { names: ["release/9"] }, "git:branch/release/9", "ask deletion.protected"],
    [
      "the latest tag of an image",
      { kind: "image", names: ["shop:latest"], place: "shared" },
      "image:shop:latest",
      "ask deletion.protected",
    ],
    ["something unknown", {}, "?", "ask deletion.not-listable"],
    ["a pattern", {}, "git:branch/heron/*", "ask deletion.not-listable"],
    ["some of a folder", { kind: "any", names: ["tmp/"] }, "some:/home/dev/app/tmp", "ask deletion.not-listable"],
    ["a named file", { kind: "file", names: ["notes.txt"] }, "/home/dev/app/notes.txt", "allow"],
    ["a file called main", { kind: "file", names: ["main"] }, "/home/dev/app/main", "allow"],
    [
      "a file by its whole path",
      { kind: "any", names: ["/home/dev/app/notes.txt"] },
      "/home/dev/app/notes.txt",
      "allow",
    ],
    ["a file below a named folder", { kind: "folder", names: ["tmp/"] }, "/home/dev/app/tmp/a/b.txt", "allow"],
    ["the named folder itself", { kind: "folder", names: ["tmp/"] }, "/home/dev/app/tmp", "allow"],
    [
      "a file below something named without its slash",
      { kind: "any", names: ["tmp"] },
      "/home/dev/app/tmp/a.txt",
      "ask deletion.not-named",
    ],
    [
      "a file below a folder named without its slash",
      { kind: "folder", names: ["tmp"] },
      "/home/dev/app/tmp/a.txt",
      "allow",
    ],
    ["a pattern below a named folder", { kind: "folder", names: ["tmp"] }, "/home/dev/app/tmp/**", "allow"],
    [
      "a pattern beside a named folder",
      { kind: "folder", names: ["tmp"] },
      "/home/dev/app/tmp-2/*",
      "ask deletion.not-listable",
    ],
    [
      "a pattern that leaves the named folder",
      { kind: "folder", names: ["tmp"] },
      "/home/dev/app/tmp/../*",
      "ask deletion.not-listable",
    ],
    [
      "a file outside by a step upwards",
      { kind: "any", names: ["tmp/"] },
      "/home/dev/app/tmp/../keys",
      "ask deletion.not-named",
    ],
    [
      "a file of the same name as a branch",
      { kind: "branch", names: ["build"] },
      "/home/dev/app/build",
      "ask deletion.not-named",
    ],
    ["an address", { kind: "any", names: ["s3://shop/4812/app.tar"] }, "aws:s3/shop/4812/app.tar", "allow"],
    [
      "below an address",
      { kind: "any", names: ["s3://shop/4812/"], place: "shared" },
      "aws:s3/shop/4812/app.tar",
      "allow",
    ],
    ["the file system root", { kind: "any", names: ["/"] }, "/home/dev/app/x", "ask deletion.not-named"],
  ])("%s", (_name, entry, target, expected) => {
    expect(outcome(judge({ ...auto, removal: [scopeOf([removalOf(entry)])] }, deletion(target)))).toBe(expected);
  });

  it("has to pass every scope, and reports the nearest reason of several grants", () => {
    const one = scopeOf([removalOf()]);
    const none = scopeOf([]);
    expect(outcome(judge({ ...auto, removal: [one, none] }, deletion("git:branch/heron/4812-retry")))).toBe(
      "ask deletion.not-asked",
    );
    const two = scopeOf([removalOf(), removalOf(ours)]);
    expect(outcome(judge({ ...auto, removal: [two] }, deletion("git:branch/plover/4812-docs")))).toBe(
      "ask deletion.other-owner",
    );
  });
});

describe("a deletion nobody granted", () => {
  it.each<[RemovalScope["otherwise"], RequestWord<"wording">, Effect["reversibility"], string]>([
    ["reversible", "none", "reversible", "allow"],
    ["reversible", "none", "costly", "ask deletion.not-asked"],
    ["reversible", "none", "irreversible", "ask deletion.not-asked"],
    ["confirm", "none", "reversible", "ask deletion.not-asked"],
    ["confirm", "soft", "reversible", "ask deletion.vague-wording"],
    ["confirm", "hint", "irreversible", "ask deletion.vague-wording"],
    ["never", "explicit", "reversible", "deny request.banned"],
  ])("with otherwise %s and %s wording, %s: %s", (otherwise, wording, reversibility, expected) => {
    const removal = [scopeOf([], { otherwise, wording })];
    expect(outcome(judge({ ...auto, removal }, deletion("/home/dev/app/a.ts", { reversibility })))).toBe(expected);
  });

  it("in words nobody knows is not allowed", () => {
    const odd = "yolo" as never;
    const plain = deletion("git:branch/heron/4812-retry", { reversibility: "reversible" });
    expect(outcome(judge({ ...auto, removal: [scopeOf([], { otherwise: odd })] }, plain))).toBe("deny request.banned");
    const bound = scopeOf([removalOf({ ...ours, binding: odd })]);
    expect(outcome(judge({ ...auto, removal: [bound] }, plain))).toBe("ask deletion.not-named");
    const placed = scopeOf([removalOf({ place: odd })]);
    expect(outcome(judge({ ...auto, removal: [placed] }, deletion("git-remote:origin/heron/4812-retry")))).toBe(
      "ask deletion.shared-copy",
    );
    const said: Ban = { kind: odd, text: "no", standing: false, strength: odd };
    expect(outcome(judge({ bans: [said] }, plain))).toBe("deny request.banned");
  });

  it("of unknown reversibility is irreversible", () => {
    const removal = [scopeOf([], { otherwise: "reversible" })];
    const odd = "harmless" as Effect["reversibility"];
    expect(judge({ ...auto, removal }, deletion("/home/dev/app/a.ts", { reversibility: odd })).decision).toBe("ask");
  });
});

describe("kinds and approval", () => {
  const write: Effect = { kind: "write", target: "/home/dev/app/a.ts", reversibility: "reversible", certain: true };

  it.each<[Ceiling, Partial<Effect>, string]>([
    [{ kinds: ["read"] }, {}, "ask ceiling.kinds"],
    [{ kinds: ["write"] }, {}, "allow"],
    [{ kinds: [] }, { kind: "read" }, "ask ceiling.kinds"],
    [{ kinds: "all" }, { kind: "elevate" }, "allow"],
    [{ kinds: "all" }, { kind: "conjure" as EffectKind }, "ask ceiling.kinds"],
    [{ approval: "ask" }, {}, "ask ceiling.approval"],
    [{ approval: "ask" }, { kind: "read" }, "allow"],
    [{ approval: "ask" }, { kind: "network" }, "allow"],
    [{ approval: "approve-safe" }, {}, "allow"],
    [{ approval: "approve-safe" }, { reversibility: "costly" }, "ask ceiling.approval"],
    [{ approval: "auto-approve" }, { reversibility: "irreversible" }, "allow"],
    [{ approval: "sometimes" as "ask" }, {}, "ask ceiling.approval"],
    [{ kinds: ["read"], approval: "ask" }, { certain: false }, "ask ceiling.kinds ceiling.approval"],
    [topCeiling, { kind: "publish", reversibility: "irreversible" }, "allow"],
  ])("%j and %j: %s", (ceiling, change, expected) => {
    expect(outcome(judge(ceiling, { ...write, ...change }))).toBe(expected);
  });

  const granted = [scopeOf([removalOf()])];

  it("a covered deletion passes approve-safe and auto-approve, and still asks where everything asks", () => {
    const effect = deletion("git:branch/heron/4812-retry");
    expect(outcome(judge({ approval: "approve-safe", removal: granted }, effect))).toBe("allow");
    expect(outcome(judge({ approval: "ask", removal: granted }, effect))).toBe("ask ceiling.approval");
    expect(outcome(judge({ approval: "approve-safe", removal: granted }, deletion("git:branch/x")))).toBe(
      "ask ceiling.approval deletion.not-named",
    );
  });

  it("without effects, or without a limit, there is nothing to ask", () => {
    expect(judge({ kinds: [] })).toEqual({ decision: "allow", findings: [], named: [] });
    expect(outcome(judge(topCeiling, deletion("?")))).toBe("allow");
  });

  it("findings quote the effect harmlessly and say what to do", () => {
    const [finding] = judge({ kinds: [] }, { ...write, target: "/a\u202E\u001b[2J" }).findings;
    expect(finding).toMatchObject({
      quote: "write /a<U+202E><U+001B>[2J",
      severity: "warn",
      where: { field: "effects" },
    });
    expect(finding?.next).not.toBe("");
  });
});

describe("bans", () => {
  const ban = (change: Partial<Ban>): Ban => ({
    kind: "delete",
    text: "keep it",
    standing: false,
    strength: "deny",
    ...change,
  });
  const granted = [scopeOf([removalOf(), removalOf(range)])];

  it.each<[string, Partial<Ban>, Partial<Effect>, "allow" | "ask" | "deny"]>([
    ["the effect as a whole", {}, {}, "deny"],
    ["any effect", { kind: "any" }, { kind: "read" }, "deny"],
    ["another effect", { kind: "publish" }, {}, "allow"],
    ["the name", { target: "heron/4812-retry" }, {}, "deny"],
    ["the name in other case and letters", { target: "HERON/4812-rеtry" }, {}, "deny"],
    ["a segment of the name", { target: "4812-retry" }, {}, "deny"],
    ["a word of the name", { target: "4812" }, {}, "deny"],
    ["a part of a word", { target: "481" }, {}, "allow"],
    ["another name", { target: "4831" }, {}, "allow"],
    ["the kind of thing", { target: "branches" }, {}, "deny"],
    ["another kind of thing", { target: "tags" }, {}, "allow"],
    ["a name, when the target is not known", { target: "4831" }, { target: "?" }, "ask"],
    ["a name, when the target is a pattern", { target: "4831" }, { target: "git:branch/heron/48*" }, "ask"],
    ["a kind word", { resource_kind: "branch" }, {}, "deny"],
    ["another kind word", { resource_kind: "job" }, {}, "allow"],
    ["files, of a path", { resource_kind: "file" }, { target: "/home/dev/app/a.ts" }, "deny"],
    ["branches, of a path", { resource_kind: "branch" }, { target: "/home/dev/app/a.ts" }, "allow"],
    ["a kind, of something nobody knows the kind of", { resource_kind: "volume" }, { target: "zfs:tank/x" }, "ask"],
    ["a place", { place: "remote" }, {}, "allow"],
    ["the place it is at", { place: "remote" }, { target: "git-remote:origin/heron/4812-retry" }, "deny"],
    ["everything shared", { place: "shared" }, { target: "job:48213" }, "deny"],
    ["a bucket, of a cluster", { place: "bucket" }, { target: "k8s:a/deployment/x" }, "allow"],
    ["a bucket, of a bucket", { place: "bucket" }, { target: "aws:s3/shop/x" }, "deny"],
    ["a registry, of something nobody knows the place of", { place: "registry" }, { target: "zfs:tank/x" }, "deny"],
    ["what is local", { place: "local" }, {}, "deny"],
    ["a name at a place", { target: "4812", place: "remote" }, {}, "allow"],
    ["only asking", { strength: "ask" }, {}, "ask"],
  ])("%s", (_name, change, effect, decision) => {
    const verdict = judge(
      { ...auto, removal: granted, bans: [ban(change)] },
      deletion("git:branch/heron/4812-retry", effect),
    );
    const banned = verdict.findings.filter(({ rule }) => rule === "request.banned").map(({ severity }) => severity);
    expect(banned).toEqual(decision === "allow" ? [] : [decision === "deny" ? "block" : "warn"]);
    if (decision === "deny") expect(verdict.decision).toBe("deny");
    if (decision === "ask") expect(verdict.decision).toBe("ask");
  });

  it.each<[string, string, Partial<Effect>, boolean]>([
    ["db/migrations/", "/home/dev/app/db/migrations/0007.sql", {}, true],
    ["db/migrations", "/home/dev/app/db/migrations", {}, true],
    ["./db/migrations", "/home/dev/app/DB/Migrations/a", {}, true],
    ["migrations", "/home/dev/app/db/migrations/a.sql", {}, true],
    ["db/migrations", "/home/dev/app/db/migrations-old/a.sql", {}, false],
    ["utils.ts", "/home/dev/app/src/my-utils.ts", {}, false],
    ["README", "/home/dev/app/README.md", {}, true],
    ["db/migrations", "/home/dev/app/db", { kind: "delete" }, true],
    ["db/migrations", "/home/dev/app/db", { recursive: true }, true],
    ["db/migrations", "/home/dev/app/db", {}, false],
    ["db/migrations", "/home/dev/app/**", {}, true],
    ["db/migrations", "/home/dev/app/d*/x", {}, true],
    ["db/migrations", "/home/dev/app/src/**", {}, false],
    ["db/migrations", "some:/home/dev/app", {}, true],
    ["/etc/hosts", "/etc", { kind: "delete" }, true],
    ["/etc/hosts", "/home/dev/app/etc", { kind: "delete" }, false],
    ["db\\migrations", "/home/dev/app/db/migrations/x", {}, true],
  ])("%s rules out %s %j: %j", (target, path, change, isHit) => {
    const effect: Effect = { kind: "write", target: path, reversibility: "reversible", certain: true, ...change };
    const verdict = judge({ ...auto, bans: [ban({ kind: effect.kind, target })] }, effect);
    expect(outcome(verdict)).toBe(isHit ? "deny request.banned" : "allow");
  });

  it("an uncertain effect is ruled out like a certain one", () => {
    expect(judge({ bans: [ban({})] }, deletion("git:branch/x", { certain: false })).decision).toBe("deny");
  });

  it("beat every grant (property 48)", () => {
    const names = facts.resources?.map(({ name }) => name) ?? [];
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.constantFrom(...(facts.resources ?? [])), (kept, resource) => {
        const removal = [scopeOf([removalOf({ kind: "any", names: [...names], place: "shared" })])];
        const { decision } = judge({ ...auto, removal, bans: [ban({ target: kept })] }, deletion(resource.target));
        if (resource.name === kept) expect(decision).toBe("deny");
        else expect(["allow", "ask", "deny"]).toContain(decision);
      }),
      { numRuns: 100 },
    );
  });
});

describe("what counts as named for the action gate", () => {
  it.each<[string, Partial<RemovalEntry>, string, boolean]>([
    ["an exact throw-away thing here", {}, "git:branch/heron/4812-retry", true],
    ["indirect wording", { wording: "indirect" }, "git:branch/heron/4812-retry", true],
    ["bound by owner and ticket", ours, "git:branch/heron/4812-logs", true],
    ["a range", range, "git:branch/heron/4831-cache", false],
    ["the shared copy", { place: "shared" }, "git-remote:origin/heron/4812-retry", false],
    ["a kind that is not thrown away", { kind: "file", names: ["notes.txt"] }, "/home/dev/app/notes.txt", false],
    ["a protected name", { names: ["main"] }, "git:branch/main", false],
    ["a deletion that is not covered", {}, "git:branch/heron/4812-logs", false],
  ])("%s", (_name, entry, target, isNamed) => {
    const { named } = judge({ ...auto, removal: [scopeOf([removalOf(entry)])] }, deletion(target));
    expect(named).toEqual(isNamed ? [target] : []);
  });
});

describe("laws of removal", () => {
  const bindings = requestScales.binding.words;
  const targets = facts.resources?.map(({ target }) => target) ?? [];
  const anyEntry = fc.record({
    binding: fc.constantFrom(...bindings),
    names: fc.subarray(["heron/4812-retry", "plover/4812-docs", "48213", "main"]),
    kind: fc.constantFrom("branch", "job", "any", "tag"),
    owners: fc.subarray(["me", "plover"]),
    place: fc.constantFrom("local", "shared"),
    range: fc.constantFrom({ from: 4800, to: 4899, digits: 4 }, { from: 0, to: 99999, digits: 5 }),
  });
  const rank = (decision: string) => ["allow", "ask", "deny"].indexOf(decision);
  const decide = (entries: readonly RemovalEntry[], target: string, change: Partial<Ceiling> = {}) =>
    judge({ ...auto, removal: [scopeOf(entries)], ...change }, deletion(target)).decision;

  it("an open range never reaches what is another's or nobody's (property 44)", () => {
    fc.assert(
      fc.property(anyEntry, fc.constantFrom(...(facts.resources ?? [])), (entry, resource) => {
        const grant = removalOf({ ...entry, binding: "open-range", owners: [], names: [] });
        const isAllowed = decide([grant], resource.target) === "allow";
        expect(isAllowed && resource.owner !== facts.me).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  it("adding an owner allows that owner's things and nothing else (property 45)", () => {
    fc.assert(
      fc.property(anyEntry, fc.constantFrom(...(facts.resources ?? [])), (entry, resource) => {
        const before = removalOf({ ...entry, owners: ["me"] });
        const after = removalOf({ ...entry, owners: ["me", "plover"] });
        const changed = decide([before], resource.target) !== decide([after], resource.target);
        if (changed) {
          expect(resource.owner ?? resource.name.split("/")[0]).toBe("plover");
          expect(decide([after], resource.target)).toBe("allow");
        }
      }),
      { numRuns: 200 },
    );
  });

  it("an exact name allows no other thing, whatever it begins with (property 46)", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), fc.constantFrom(...(facts.resources ?? [])), (name, resource) => {
        const grant = removalOf({ kind: "any", names: [name], place: "shared" });
        const isName = [resource.name, `origin/${resource.name}`].includes(name);
        expect(decide([grant], resource.target) === "allow" && !isName).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  it("the shared copy of a dual kind needs the word for it (property 47)", () => {
    fc.assert(
      fc.property(anyEntry, (entry) => {
        const grant = removalOf({ ...entry, place: "local" });
        expect(decide([grant], "git-remote:origin/heron/4812-retry")).not.toBe("allow");
      }),
      { numRuns: 100 },
    );
  });

  it("what cannot be listed and what is protected always asks (property 49)", () => {
    const always = [
      "?",
      "",
      "git:branch/*",
      "git:branch/main",
      "git:branch/master",
      "git:branch/trunk",
      "git:tag/latest",
    ];
    fc.assert(
      fc.property(anyEntry, fc.constantFrom(...always), (entry, target) => {
        expect(decide([removalOf(entry)], target)).not.toBe("allow");
        expect(
          decide([removalOf(entry)], target, { removal: [scopeOf([removalOf(entry)], { otherwise: "reversible" })] }),
        ).not.toBe("allow");
      }),
      { numRuns: 200 },
    );
  });

  it("narrowing a ceiling never eases the decision", () => {
    const anyEffect = fc.record({
      kind: fc.constantFrom(...effectKinds),
      target: fc.constantFrom(...targets, "?", "/home/dev/app/a.ts"),
      reversibility: fc.constantFrom(...requestScales.reversibility.words),
      certain: fc.boolean(),
    });
    fc.assert(
      fc.property(anyEntry, anyEffect, (entry, effect) => {
        const wide: Ceiling = { approval: "auto-approve", removal: [scopeOf([removalOf(entry)])] };
        const base = rank(judge(wide, effect).decision);
        const narrower: Ceiling[] = [
          { ...wide, approval: "ask" },
          { ...wide, kinds: ["read"] },
          { ...wide, removal: [...(wide.removal ?? []), scopeOf([])] },
          { ...wide, bans: [ban()] },
        ];
        for (const ceiling of narrower) expect(rank(judge(ceiling, effect).decision)).toBeGreaterThanOrEqual(base);
      }),
      { numRuns: 200 },
    );
  });
});

function ban(): Ban {
  return { kind: "write", text: "no", standing: false, strength: "deny" };
}
