import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { actionFacts } from "../../../../../testing/action-facts.ts";
import { judgeAction } from "../judge.ts";
import { type FileSystemFacts, nothingSeen, type PathAnswer, type Place } from "../place.ts";
import { decidePath, type PathQuestion } from "./decide.ts";

const linux: Place = {
  os: "linux",
  shell: "bash",
  user: "dev",
  home: "/home/dev",
  cwd: "/work/app",
  roots: [{ path: "/work/app" }],
  scratch: ["/tmp"],
  control_paths: ["/home/dev/.local/state/warrant", "/work/app/.claude/settings.json"],
  local_bins: [],
};
const windows: Place = {
  ...linux,
  os: "win32",
  home: "C:\\Users\\dev",
  cwd: "C:\\work\\app",
  roots: [{ path: "C:\\work\\app" }],
  control_paths: ["C:\\Users\\dev\\.claude\\settings.json"],
};

type Seen = Readonly<Record<string, PathAnswer>>;

function facts(seen: Seen = {}, volumes: FileSystemFacts["volumes"] = []): FileSystemFacts {
  return { complete: true, volumes, answers: new Map(Object.entries(seen)) };
}

function decide(path: string | null, question: Partial<PathQuestion> = {}, seen: Seen = {}, place = linux) {
  const { covered, denied, rules } = decidePath({ op: "write", path, ...question }, place, facts(seen));
  return { covered, denied, why: rules[0] };
}

const inRoot = { covered: true, denied: false, why: "path.in-root" };
const not = (why: string) => ({ covered: false, denied: false, why });
const denied = (why: string) => ({ covered: false, denied: true, why });

const link = (target: string): PathAnswer => ({ type: "link", link_target: target });

describe("a path", () => {
  it.each<[string, string, object, Partial<PathQuestion>, Seen]>([
    [
      "P1 a sibling with the root's name as its beginning is outside (HKUDS/nanobot#956)",
      "/work/app-evil/a",
      not("path.outside-roots"),
      {},
      {},
    ],
    ["P1 a percent-encoded step up is a step up", "src/%2E%2e/%2e%2e/b", not("path.encoded"), {}, {}],
    ["P1 a percent sign that encodes no step is a sign", "src/50%25.txt", inRoot, {}, {}],
    ["P2 a step up that leaves is outside (jikig-ai/soleur#725)", "../b", not("path.outside-roots"), {}, {}],
    ["P2 a step up that stays is inside", "src/../a", inRoot, {}, {}],
    ["P3 a protected name counts as a whole segment only (cortextos#594)", "docs/.git-notes/a", inRoot, {}, {}],
    ["P3 a protected name counts at any depth", "packages/a/.vscode/settings.json", not("path.protected"), {}, {}],
    [
      "P4 a link that leaves is not inside (CopilotKit/OpenBot#100)",
      "a.txt",
      not("path.link-escapes"),
      {},
      { "/work/app/a.txt": link("/etc/hosts"), "/etc/hosts": { type: "file", nlink: 1 } },
    ],
    [
      "P4 a dangling link is where a write would make it",
      "a.txt",
      not("path.dangling-link"),
      {},
      { "/work/app/a.txt": link("/home/dev/new") },
    ],
    ["P4 a dangling link inside is inside", "a.txt", inRoot, {}, { "/work/app/a.txt": link("b.txt") }],
    [
      "P5 a link in the middle that leaves is not inside (anomalyco/opencode#43336)",
      "data/x",
      not("path.link-escapes"),
      {},
      { "/work/app/data": link("/srv/data"), "/srv/data": { type: "dir" } },
    ],
    [
      "P5 a step up after a link goes to the target's parent",
      "data/../x",
      not("path.link-escapes"),
      {},
      { "/work/app/data": link("/srv/data"), "/srv/data": { type: "dir" } },
    ],
    [
      "P5 links in a circle lead nowhere known",
      "l/x",
      not("path.unresolved"),
      {},
      { "/work/app/l": link("m"), "/work/app/m": link("l") },
    ],
    [
      "P6 a file with a second name asks before a write (electric-sql/electric#4360)",
      "a",
      not("path.hard-link"),
      {},
      { "/work/app/a": { type: "file", nlink: 2 } },
    ],
    [
      "P6 a file with a second name is read",
      "a",
      inRoot,
      { op: "read" },
      { "/work/app/a": { type: "file", nlink: 2 } },
    ],
    [
      "P6 under a scope an unknown number of names asks",
      "docs/a",
      not("path.hard-link"),
      { scope: ["docs/**"] },
      { "/work/app/docs/a": { type: "file" } },
    ],
    [
      "P7 a link that stays inside is resolved (ducks/claux#32)",
      "l/a",
      inRoot,
      {},
      { "/work/app/l": link("src"), "/work/app/src": { type: "dir" } },
    ],
    [
      "P8 a link to the root of the system leaves (spoj/tg-bot2#50)",
      "up/etc/passwd",
      not("path.link-escapes"),
      { op: "read" },
      { "/work/app/up": link("/"), "/etc/passwd": { type: "file" } },
    ],
    [
      "P9 a refusal folds case (nodejs/node#47105)",
      ".ENV",
      denied("path.denied"),
      { op: "read", deny: ["**/.env"] },
      {},
    ],
    [
      "P9 the same inode is the same path",
      "b",
      denied("path.denied"),
      { op: "read", deny: ["secret/**"] },
      { "/work/app/b": { type: "file", dev: 1, ino: 9 }, "/work/app/secret/k": { type: "file", dev: 1, ino: 9 } },
    ],
    [
      "P10 another case is not inside where nobody probed the volume (hacdias/webdav#358)",
      "/work/APP/a",
      not("path.case-fold"),
      {},
      {},
    ],
    [
      "P12 a root of a whole system is no root (sybil-solutions/vllm-studio#202)",
      "/usr/local/x",
      not("path.outside-roots"),
      {},
      {},
    ],
    [
      "P16 a link to the gate's own folder is that folder (sandy#209)",
      "s/ledger.db",
      denied("path.control"),
      {},
      { "/work/app/s": link("/home/dev/.local/state/warrant"), "/home/dev/.local/state/warrant": { type: "dir" } },
    ],
    ["P16 deleting what holds a control file takes it along", ".claude", denied("path.control"), { op: "delete" }, {}],
    ["P16 reading a control file is reading", ".claude/settings.json", inRoot, { op: "read" }, {}],
    [
      "P17 a scope covers what lies below its folder (the project's own rule)",
      "docs/a",
      { covered: true, denied: false, why: "path.in-scope" },
      { scope: ["docs/**"] },
      {},
    ],
    ["P17 a scope does not cover its folder itself", "docs", not("path.out-of-scope"), { scope: ["docs/**"] }, {}],
    [
      "P17 a step up covers nothing under a scope",
      "docs/../docs/a",
      not("path.parent-segment"),
      { scope: ["docs/**"] },
      {},
    ],
    ["P17 an empty scope covers nothing", "a", not("path.out-of-scope"), { scope: [] }, {}],
    ["a whole root may not be deleted", "/work/app", denied("path.control"), { op: "delete" }, {}],
    ["what is above a root may not be deleted", "/etc", denied("path.critical"), { op: "delete" }, {}],
    ["a device may not be written", "/dev/sda1", denied("path.critical"), {}, {}],
    ["an empty path is no path", "", not("path.unresolved"), {}, {}],
  ])("%s", (_name, path, expected, question, seen) => {
    expect(decide(path, question, seen)).toEqual(expected);
  });

  it("P17 no path named covers nothing", () => {
    expect(decide(null, { scope: ["**"] })).toEqual(not("path.none-named"));
  });

  it.each([
    [
      "P11 a short name is another name (anthropics/claude-code#78752)",
      "C:\\work\\app\\SECRET~1\\k",
      not("path.short-name"),
    ],
    [
      "P13 a share of this very machine is refused (brightwave-inc/tidebreak#1532)",
      "\\\\localhost\\C$\\x",
      denied("path.windows-form"),
    ],
    ["P13 a share of another machine is not covered", "//files/share/x", not("path.windows-form")],
    ["P14 a stream is not covered (rps321321/obsidian-mcp-pro#102)", "a.txt:b", not("path.windows-form")],
    ["P14 a reserved name is not covered", "src\\nul.txt", not("path.windows-form")],
    ["a path of the drive is inside", "c:/work/app/a", inRoot],
    ["a drive-relative path is not covered", "D:a", not("path.windows-form")],
  ])("%s", (_name, path, expected) => {
    expect(decide(path, {}, {}, windows)).toEqual(expected);
  });

  it.each(["/", "/home", "/home/dev", "/usr", "/opt/x", "/home/other", "/var/lib", "/private/var"])(
    "P12, P15 a root at %s is too wide (andrewyng/openworker#35)",
    (root) => {
      const place = { ...linux, cwd: root, roots: [{ path: root }] };
      expect(decide(`${root}/a`, {}, {}, place).why).toBe("path.root-too-wide");
    },
  );

  it.each(["/opt/x/y", "/var/folders/ab/cd", "/home/other/work", "/srv/app"])("a root at %s is a root", (root) => {
    expect(decide("a", {}, {}, { ...linux, cwd: root, roots: [{ path: root }] })).toEqual(inRoot);
  });

  it("P17 a root that is a link holds what lies below it", () => {
    const place = { ...linux, cwd: "/mnt/app", roots: [{ path: "/mnt/app", real: "/work/app" }] };
    expect(decide("a", {}, { "/mnt/app": link("/work/app") }, place)).toEqual(inRoot);
  });

  it("what nobody looked at is not known", () => {
    expect(decidePath({ op: "write", path: "a" }, linux, nothingSeen).rules).toEqual(["path.unresolved"]);
  });
});

it.each([
  ["a letter of another script in a protected folder", ".\u0441laude/skills/a.md"],
  ["a wide letter in the repository's own folder", "\uff0egit/config"],
  ["a letter nobody sees in it", ".g\u200bit/hooks/pre-commit"],
])("U4 %s is told, and asked about (builderz-labs/mission-control#576)", (_name, path) => {
  const { decision, findings } = judgeAction(actionFacts("Write", { file_path: path }));
  const rules = findings.map(({ rule }) => rule);
  expect(decision).toBe("ask");
  expect(rules.some((rule) => rule === "action.hidden-characters" || rule === "action.protected")).toBe(true);
});

describe("laws of paths", () => {
  const piece = fc.constantFrom(
    "..",
    ".",
    "src",
    ".git",
    "%2e%2e",
    "~",
    "a*",
    "",
    ".claude",
    "settings.json",
    "SRC",
    "с",
    "\u200b",
  );
  const path = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join("/"));

  it("a covered path stays inside whatever is joined to it without a step", () => {
    fc.assert(
      fc.property(path, (text) => {
        const { covered, resolved } = decidePath({ op: "write", path: text }, linux, facts());
        expect(!covered || resolved === "/work/app" || resolved?.startsWith("/work/app/") === true).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it("another case or form of a refused path is refused", () => {
    fc.assert(
      fc.property(path, (text) => {
        const ask = (spelling: string) => decide(spelling, { op: "delete" }).denied;
        const others = text.startsWith("~") ? [`${text}/.`] : [text.toUpperCase(), `${text}/.`];
        expect(text === "" || !ask(text) || others.every(ask)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it("no text throws", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.constantFrom(linux, windows), (text, place) => {
        const decision = decidePath({ op: "write", path: text, scope: [text], deny: [text] }, place, facts());
        expect(decision.rules.length).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });
});
