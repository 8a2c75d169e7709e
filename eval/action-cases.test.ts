import { expect, it } from "vitest";
import { renderGateFigures } from "./gate-figures.ts";
import { type PathCase, scorePathCases } from "./path-cases.ts";
import { type ShellCase, scoreShellCases } from "./shell-cases.ts";

const command = (id: string, text: string, expect: Partial<ShellCase["expect"]>): ShellCase => ({
  id,
  family: "f",
  cwd: "/home/dev/app",
  command: text,
  expect: { understood: true, effects: [], decision_under_default: "allow", ...expect },
});

it("scores commands by what they would do and by what is decided, and says what differs", () => {
  const figures = scoreShellCases([
    command("right", "rm -rf /usr", {
      decision_under_default: "deny",
      effects: [{ kind: "delete", target: "/usr", reversibility: "irreversible" }],
    }),
    command("missed", "ls", { decision_under_default: "ask" }),
    command("kept", "git push", {}),
    command("doubted", "frob", {
      decision_under_default: "ask",
      effects: [{ kind: "delete" }],
      not: [{ kind: "execute" }],
    }),
    {
      ...command("context", "rm a.md", { decision_under_default: "ask" }),
      context: { vcs: { "/home/dev/app/a.md": "untracked" } },
    },
  ]);
  expect(figures).toMatchObject({
    set: "shell",
    total: 5,
    passed: 2,
    missed: 0.25,
    kept_back: 1,
    denied: 1,
    deny_all: { missed: 0, kept_back: 1 },
    allow_all: { missed: 1, kept_back: 0 },
  });
  expect(figures.failed).toEqual({
    missed: ["allow by action.within-bounds", "()"],
    kept: ["ask by action.costly", "(publish:git-remote:origin/feature/login:cos)"],
    doubted: ["understood false", "no delete:*:*", "has execute:*", "(execute:program:frob:irr)"],
  });
});

it("scores paths by what covers and refuses them", () => {
  const path = (id: string, text: string, expect: PathCase["expect"]): PathCase => ({
    id,
    family: "P",
    os: "linux",
    home: "/home/dev",
    roots: [{ path: "/proj/app" }],
    cwd: "/proj/app",
    fs: {},
    op: "write",
    path: text,
    expect,
  });
  const figures = scorePathCases([
    path("in", "a", { covered: true, why: "path.in-root", resolved: "/proj/app/a" }),
    path("out", "../a", { covered: true, why: "path.in-root", resolved: "/proj/app/a" }),
  ]);
  expect(figures.failed).toEqual({ out: ["covered false", "why path.outside-roots", "resolved /proj/a"] });
  expect(renderGateFigures(figures)).toEqual([
    "  all          1 of 2   missed 0.0 %   kept back 50.0 %   denied 0.0 %",
    "  allow all    missed 0.0 %   kept back 0.0 %",
    "  deny all     missed 0.0 %   kept back 100.0 %",
    "  P            1 of 2   missed 0.0 %   kept back 50.0 %",
    "  not out: covered false, why path.outside-roots, resolved /proj/a",
  ]);
});
