import { describe, expect, it } from "vitest";
import { requestScales } from "../../scale.ts";
import { readRequest } from "./read.ts";
import type { RemovalEntry } from "./removal.ts";
import { isGranted } from "./removal-entries.ts";

const resources = [
  { target: "git:branch/heron/4812-retry", kind: "branch", name: "heron/4812-retry", place: "local", owner: "heron" },
  { target: "git:branch/develop", kind: "branch", name: "develop", place: "local" },
  { target: "job:48213", kind: "job", name: "48213", place: "shared", owner: "heron" },
  { target: "git-remote:origin/two", kind: "branch", name: "two", place: "shared" },
  { target: "git:branch/two", kind: "branch", name: "two", place: "local" },
] as const;

function read(text: string) {
  return readRequest({ text, surface: "cli", origin: { kind: "human" }, me: "heron", resources });
}
function entriesOf(text: string): Partial<RemovalEntry>[] {
  return read(text).parts.flatMap(({ reading }) =>
    reading.removal.map(({ wording, states, owners, names, place, ...rest }) => ({
      ...rest,
      wording,
      ...(states.length > 0 ? { states } : {}),
      ...(owners.length > 0 ? { owners } : {}),
      ...(names.length > 0 ? { names } : {}),
      ...(place === "local" ? {} : { place }),
    })),
  );
}

const branch = { kind: "branch", wording: "explicit" } as const;
const job = { kind: "job", wording: "explicit" } as const;
const r48 = { from: 4800, to: 4899, digits: 4 };

describe("what a removal selects", () => {
  it.each([
    ["delete the branch heron/4812-retry", { ...branch, binding: "exact", names: ["heron/4812-retry"] }],
    [
      "delete heron/4812-retry here and on origin",
      { ...branch, binding: "exact", names: ["heron/4812-retry"], place: "shared" },
    ],
    ["delete the build folder", { kind: "folder", wording: "explicit", binding: "exact", names: ["build"] }],
    ["remove the logs directory", { kind: "folder", wording: "explicit", binding: "exact", names: ["logs"] }],
    ["delete the temp folder and the branch x-1", { ...branch, binding: "unbound", names: ["temp", "x-1"] }],
    ["delete branches a/1 and b/2", { ...branch, binding: "exact", names: ["a/1", "b/2"] }],
    ["delete the branch develop", { ...branch, binding: "exact", names: ["develop"] }],
    ["remove `heron/4812-retry`", { ...branch, binding: "exact", names: ["heron/4812-retry"] }],
    ["delete my branches for ticket 4812", { ...branch, binding: "owned-scoped", ticket: "4812", owners: ["me"] }],
    ["cancel my jobs for PROJ-12", { ...job, binding: "owned-scoped", ticket: "PROJ-12", owners: ["me"] }],
    ["delete my branches starting with tmp-", { ...branch, binding: "owned-scoped", prefix: "tmp-", owners: ["me"] }],
    ["delete branches tmp-* of mine", { ...branch, binding: "owned-scoped", prefix: "tmp-", owners: ["me"] }],
    ["delete my 48xx branches", { ...branch, binding: "owned-range", range: r48, owners: ["me"] }],
    ["delete my branches 4800-4899", { ...branch, binding: "owned-range", range: r48, owners: ["me"] }],
    ["delete my branches 4800 to 4899", { ...branch, binding: "owned-range", range: r48, owners: ["me"] }],
    ["delete my branches between 4800 and 4899", { ...branch, binding: "owned-range", range: r48, owners: ["me"] }],
    ["delete my branches from 4800 to 4899", { ...branch, binding: "owned-range", range: r48, owners: ["me"] }],
    ["delete my old merged branches", { ...branch, binding: "owned-range", states: ["merged", "old"], owners: ["me"] }],
    [
      "delete my branches older than 2 weeks",
      { ...branch, binding: "owned-range", older_than_days: 14, owners: ["me"] },
    ],
    ["delete the branches I created", { ...branch, binding: "owned-range", owners: ["me"] }],
    ["delete plover's branches", { ...branch, binding: "owned-range", owners: ["plover"] }],
    ["delete my branches and those of plover", { ...branch, binding: "owned-range", owners: ["me", "plover"] }],
    [
      "delete my branches for ticket 4812. Also plover's.",
      { ...branch, binding: "owned-scoped", ticket: "4812", owners: ["me", "plover"] },
    ],
    ["delete the 48xx branches", { ...branch, binding: "open-range", range: r48 }],
    ["delete our 48xx branches", { ...branch, binding: "open-range", range: r48 }],
    ["delete the branches for ticket 4812", { ...branch, binding: "open-range", ticket: "4812" }],
    ["delete the old branches", { ...branch, binding: "unbound", states: ["old"] }],
    ["delete my branches 4899-4800", { ...branch, binding: "unbound", owners: ["me"] }],
    ["delete my branches 480-4899", { ...branch, binding: "unbound", owners: ["me"] }],
    ["delete my branches from before 2019", { ...branch, binding: "unbound", owners: ["me"] }],
    ["delete the old stuff", { kind: "any", wording: "explicit", binding: "unbound", states: ["old"] }],
    ["kill job 48213 and 48214", { ...job, binding: "exact", names: ["48213", "48214"] }],
    [
      "delete s3://builds/app.tar",
      { kind: "any", wording: "explicit", binding: "exact", names: ["s3://builds/app.tar"], place: "shared" },
    ],
    [
      "remove the image registry.example.com/app:1",
      { kind: "image", wording: "explicit", binding: "exact", names: ["registry.example.com/app:1"], place: "shared" },
    ],
    [
      "clean up my 48xx branches",
      { ...branch, wording: "indirect", binding: "owned-range", range: r48, owners: ["me"] },
    ],
    [
      "heron/4812-retry can be deleted",
      { ...branch, wording: "indirect", binding: "exact", names: ["heron/4812-retry"] },
    ],
    [
      "the branch heron/4812-retry can go",
      { ...branch, wording: "indirect", binding: "exact", names: ["heron/4812-retry"] },
    ],
    [
      "tidy up my branches for ticket 4812",
      { ...branch, wording: "soft", binding: "owned-scoped", ticket: "4812", owners: ["me"] },
    ],
    ["the 48xx branches are piling up", { ...branch, wording: "hint", binding: "open-range", range: r48 }],
    ["free the disk by deleting heron/4812-retry", { ...branch, binding: "exact", names: ["heron/4812-retry"] }],
    ["Delete the branch login-fix.", { ...branch, binding: "exact", names: ["login-fix"] }],
    ["delete the login-fix branch", { ...branch, binding: "exact", names: ["login-fix"] }],
    ["delete branch Login-Fix", { ...branch, binding: "exact", names: ["Login-Fix"] }],
    ["delete the branch called login-fix", { ...branch, binding: "exact", names: ["login-fix"] }],
    ["delete the branch named hotfix", { ...branch, binding: "exact", names: ["hotfix"] }],
    [
      "delete the branches login-fix, old-nav and add-delete-button",
      { ...branch, binding: "exact", names: ["login-fix", "old-nav", "add-delete-button"] },
    ],
    ["delete the branch fix-all-tests", { ...branch, binding: "exact", names: ["fix-all-tests"] }],
    ["delete the branch main-menu", { ...branch, binding: "exact", names: ["main-menu"] }],
    ["delete the branch login-fix on origin", { ...branch, binding: "exact", names: ["login-fix"], place: "shared" }],
    ["delete the branch login-fix and tell me", { ...branch, binding: "exact", names: ["login-fix"] }],
    ["delete the cache-dir folder", { kind: "folder", wording: "explicit", binding: "exact", names: ["cache-dir"] }],
    ["delete my long-lived branches", { ...branch, binding: "owned-range", states: ["lived", "long"], owners: ["me"] }],
    ["delete the long-running jobs", { ...job, binding: "unbound", states: ["long", "running"] }],
    ["delete login-fix", { kind: "any", wording: "explicit", binding: "unbound" }],
    // A selection turned round, or by words nobody can look up, selects nothing.
    ["delete the branches that are not mine", { ...branch, binding: "unbound", owners: ["me"] }],
    ["delete branches that aren't mine", { ...branch, binding: "unbound", owners: ["me"] }],
    ["delete all branches but my own", { ...branch, binding: "unbound", owners: ["me"] }],
    ["delete my branches that are not merged", { ...branch, binding: "unbound", owners: ["me"], states: ["merged"] }],
    ["delete my non-merged branches", { ...branch, binding: "unbound", owners: ["me"], states: ["merged"] }],
    ["delete my branches unless merged", { ...branch, binding: "unbound", owners: ["me"], states: ["merged"] }],
    ["delete my login branches", { ...branch, binding: "owned-range", states: ["login"], owners: ["me"] }],
    ["delete my branches from yesterday", { ...branch, binding: "unbound", owners: ["me"] }],
    ["delete my branches about the parser", { ...branch, binding: "unbound", owners: ["me"] }],
    ["delete my branches with open pull requests", { ...branch, binding: "unbound", owners: ["me"] }],
    ["delete half of my branches", { ...branch, binding: "unbound", owners: ["me"] }],
    ["delete one of the branches a/1 and b/2", { ...branch, binding: "unbound", names: ["a/1", "b/2"] }],
    ["delete my branches for ticket *", { ...branch, binding: "unbound", owners: ["me"] }],
    ["delete my branches starting with *", { ...branch, binding: "unbound", owners: ["me"] }],
    ["delete my branches older than -3 days", { ...branch, binding: "unbound", owners: ["me"] }],
    ["delete my branches older than NaN days", { ...branch, binding: "unbound", owners: ["me"] }],
    ["delete my branches older than a while", { ...branch, binding: "unbound", owners: ["me"] }],
    ["delete my branches -5-10", { ...branch, binding: "unbound", owners: ["me"] }],
    ["delete my branches 4800–4899", { ...branch, binding: "owned-range", range: r48, owners: ["me"] }],
    ["delete branches heron/**", { ...branch, binding: "open-range", prefix: "heron/" }],
    // What is said beside the selection changes none.
    ["delete my branches, we don't need them any more", { ...branch, binding: "owned-range", owners: ["me"] }],
    ["please delete all my branches here now", { ...branch, binding: "owned-range", owners: ["me"] }],
    ["delete my branches to free the disk", { ...branch, binding: "owned-range", owners: ["me"] }],
    ["delete my local branches in this repo", { ...branch, binding: "owned-range", owners: ["me"] }],
    ["delete a/1, it is not needed", { ...branch, kind: "any", binding: "exact", names: ["a/1"] }],
  ])("%j", (text, expected) => {
    expect(entriesOf(text)).toEqual([expected]);
  });

  it.each([
    "remove all unused imports",
    "delete the blank lines",
    "remove the backup button from the toolbar",
    "add a delete button",
    "what happens if we delete my 48xx branches?",
    "write a script that deletes my 48xx branches",
    "should I delete heron/4812-retry?",
    "remove the account menu-item",
    "delete the database helper-class",
  ])("%j is an edit or a question: no removal wording", (text) => {
    expect(entriesOf(text)).toEqual([]);
  });

  it("47 takes the shared copy only where a place says so", () => {
    for (const place of ["on origin", "from the registry", "everywhere", "on GitHub", "from the bucket"]) {
      expect(entriesOf(`delete the branch a/1 ${place}`)).toMatchObject([{ place: "shared" }]);
    }
    expect(entriesOf("delete the branch a/1")).not.toMatchObject([{ place: "shared" }]);
  });
});

describe("what words grant", () => {
  const { wording: wordings, binding: bindings } = requestScales;
  const entry = (wording: RemovalEntry["wording"], binding: RemovalEntry["binding"], kind: string): RemovalEntry => ({
    wording,
    binding,
    kind,
    names: [],
    states: [],
    owners: [],
    place: "local",
  });

  it("42 43 44 is the table of wording and binding", () => {
    const table = wordings.words.map((wording) =>
      bindings.words
        .map((binding) =>
          isGranted(entry(wording, binding, "branch"))
            ? "x"
            : isGranted(entry(wording, binding, "service"))
              ? "!"
              : ".",
        )
        .join(""),
    );
    expect(table).toEqual([".....", ".....", ".....", "...xx", ".xxxx"]);
    const services = bindings.words.map((binding) => isGranted(entry("indirect", binding, "service")));
    expect(services).not.toContain(true);
  });

  it.each([
    ["delete my 48xx branches", "confirm", 1],
    ["delete the branch a/1", "confirm", 1],
    ["clean up my old branches", "confirm", 0],
    ["tidy up heron/4812-retry", "confirm", 0],
    ["fix the parser", "reversible", 0],
    ["where is the parser?", "confirm", 0],
    ["do not delete anything; list what you would delete", "never", 0],
    ["delete my 48xx branches but nothing important", "confirm", 0],
    ["delete my branches but don't delete anything important", "confirm", 0],
  ])("%j leaves everything else at %s and grants %i", (text, otherwise, count) => {
    const [part] = read(text).parts;
    expect({ otherwise: part?.removal.otherwise, count: part?.removal.grants.length }).toEqual({ otherwise, count });
  });
});

describe("what is left out or ruled out", () => {
  it.each([
    ["delete my branches but keep 4831", "delete 4831"],
    ["delete my branches except develop", "delete develop"],
    ["kill my jobs, not 48214", "delete 48214"],
    ["delete my branches. Keep develop.", "delete develop"],
    ["get rid of my branches but spare a/1 and b/2", "delete a/1, delete b/2"],
    ["delete my branches, leave the remote alone", "write @remote, delete @remote"],
    ["delete my branches, hands off the bucket", "write @bucket, delete @bucket"],
    ["delete my branches, stay away from the remote", "write @remote, delete @remote"],
    ["refactor the parser, leave src/legacy untouched", "write src/legacy, delete src/legacy"],
    ["the agent hands off to the bucket", ""],
    ["leave the door open", ""],
    ["fix the importer but don't touch db/migrations/", "write db/migrations/, delete db/migrations/"],
    ["fix it but don't touch the migrations folder", "write migrations, delete migrations"],
    ["delete my artifacts, do not touch the bucket", "write @bucket, delete @bucket"],
    ["do not remove any services", "delete *"],
    ["don't delete branches", "delete #branch"],
    ["no need to email anyone", "publish *"],
    ["build it without publishing anything", "publish *"],
    ["don't push or deploy it", "publish *"],
    ["don't pay anything", "pay *, publish *"],
    ["never push to main", "publish main standing"],
    ["from now on, don't install anything", "execute * standing"],
    ["the table orders must not be dropped", "delete orders"],
    ["fix the tests, but don't change the tests", "write * ask, delete *"],
    ["don't delete the branch login-fix", "delete login-fix"],
    ["delete my branches except login-fix", "delete login-fix"],
    ["delete my branches but keep the branch login-fix", "delete login-fix"],
    ["push it, but never push to trunk", "publish trunk standing"],
    ["fix src/a.ts and don't touch anything else", "write * ask, delete *"],
    ["fix src/a.ts, don't change any other files", "write * ask, delete *"],
    ["don't touch anything else", "write *, delete *"],
    ["don't delete anything now", "delete *"],
    ["stop deleting my files", "delete #file"],
    ["don't push anything except feature/x", "publish *"],
    ["don't touch any files other than src/a.ts", "write *, delete *"],
    ["fix src/a.ts, don't touch files apart from src/a.ts", "write * ask, delete *"],
    ["stop deleting things", "delete *"],
    ["stop pushing to main", "publish main"],
    ["please stop touching the migrations folder", "write migrations, delete migrations"],
    ["stop the deploy", ""],
    ["stop running containers", ""],
    ["ask me before you push", "publish * ask"],
    ["ask before deleting anything", "delete * ask"],
    ["fix it, but check with me before deploying", "publish * ask"],
    ["before you delete the branch a/1, ask me", "delete a/1 ask"],
    ["from now on, ask me before installing anything", "execute * standing ask"],
    ["add a dialog that asks before deleting rows", ""],
    ["make the app ask before deleting", ""],
  ])("%j: %s", (text, expected) => {
    const bans = read(text).bans.map(({ kind, target, place, resource_kind, standing, strength }) =>
      [
        kind,
        target ?? (place === undefined ? (resource_kind === undefined ? "*" : `#${resource_kind}`) : `@${place}`),
        standing ? "standing" : "",
        strength === "ask" ? "ask" : "",
      ]
        .filter((word) => word !== "")
        .join(" "),
    );
    expect(bans.join(", ")).toBe(expected);
  });

  it.each([
    "it does not delete the row",
    "I cannot install the package",
    "users should not see this",
    "not sure what to do",
    "there is no test for the parser, write one",
    "no longer needed, thanks",
  ])("%j rules nothing out", (text) => {
    expect(read(text).bans).toEqual([]);
  });
});

describe("what is named outright", () => {
  it.each([
    ["delete the branch heron/4812-retry", [["delete", "git:branch/heron/4812-retry"]]],
    ["delete the branch two", []],
    ["push feature/x", [["publish", "feature/x"]]],
    ["push the branch login-fix", [["publish", "login-fix"]]],
    ["push a well-tested fix", []],
    ["deploy to staging, not production", [["publish", "staging"]]],
    ["deploy everywhere but production", []],
    ["push to everything except main", []],
    ["push feature/x instead of main", [["publish", "feature/x"]]],
    ["fix src/a.ts but not src/b.ts", [["write", "src/a.ts"]]],
    ["update docs/a.md rather than docs/b.md", [["write", "docs/a.md"]]],
    ["delete the branch login-fix", [["delete", "login-fix"]]],
    ["deploy to staging", [["publish", "staging"]]],
    [
      "fix src/a.ts and docs/b.md",
      [
        ["write", "src/a.ts"],
        ["write", "docs/b.md"],
      ],
    ],
    ["why is src/a.ts slow?", []],
    ["do not edit src/a.ts", []],
    ["clean up my 48xx branches", []],
  ])("%j", (text, expected) => {
    expect(read(text).named.map(({ kind, target }) => [kind, target])).toEqual(expected);
  });
});
