import { describe, expect, it } from "vitest";
import { installableHosts } from "../install/entries.ts";
import { undeclaredTools } from "./declared-tools.ts";
import { type CanarySeen, examineHost, type HostSeen } from "./doctor.ts";

const canary: CanarySeen = { exit: 0, is_refused: true, objects: 1, milliseconds: 40, problem: null };
const entry = { layer: "user", file: "/home/dev/.claude/settings.json", state: "intact" } as const;
const live: HostSeen = {
  host: "claude-code",
  entries: [entry],
  others: [],
  trust: null,
  canary,
  mode: "enforce",
  last_session: null,
  last_seen: null,
  unknown_tools: [],
  version: "2.1.240",
  ledger_problem: null,
  daemon: { version_fits: true, median_ms: 1.2 },
};

function examine(change: Partial<HostSeen>) {
  const { is_live: isLive, lines } = examineHost({ ...live, ...change });
  return { isLive, text: lines.map(({ check, found, next }) => `${check}: ${found} ${next}`).join("\n"), lines };
}

describe("a live gate", () => {
  it("is installed, refuses the canary, and can remember", () => {
    expect(examine({})).toMatchObject({ isLive: true });
  });

  it.each<[string, Partial<HostSeen>]>([
    [
      "in report mode, where nothing is refused on purpose",
      { mode: "report", canary: { ...canary, is_refused: false } },
    ],
    ["without a resident gate, since the hook judges by itself", { daemon: null }],
    [
      "beside another version's resident gate, which the hook does not ask",
      { daemon: { version_fits: false, median_ms: 1 } },
    ],
    ["beside hooks of others, which it names", { others: ["/usr/bin/other"] }],
    ["whose host's version nobody knows", { version: null }],
    ["whose trust cannot be seen from here", { host: "codex", trust: "unknown" }],
    [
      "that saw the host's last session",
      { last_session: "2026-01-02T00:00:00.000Z", last_seen: "2026-01-02T00:00:01.000Z" },
    ],
  ])("is live %s", (_name, change) => {
    expect(examine(change).isLive).toBe(true);
  });

  it.each<[string, Partial<HostSeen>, RegExp]>([
    ["is not installed", { entries: [] }, /the gate is not installed warrant hooks install claude-code/],
    ["was taken out", { entries: [{ ...entry, state: "missing" }] }, /taken out: .*settings\.json/],
    ["was changed", { entries: [{ ...entry, state: "changed" }] }, /changed since it was installed/],
    ["is switched off", { entries: [{ ...entry, state: "off" }] }, /switched off by the host's own settings/],
    ["stands in a file nobody can read", { entries: [{ ...entry, state: "unreadable" }] }, /cannot be read/],
    ["is not trusted", { host: "codex", trust: "untrusted" }, /not trusted.*\/hooks/],
    [
      "let the canary through",
      { canary: { ...canary, is_refused: false, objects: 0 } },
      /not refused \(exit 0, 0 JSON objects\)/,
    ],
    [
      "cannot be started",
      { canary: { ...canary, exit: null, problem: "/x/hook is not there" } },
      /\/x\/hook is not there/,
    ],
    ["was too slow", { canary: { ...canary, milliseconds: 2001 } }, /refused after 2001 ms/],
    ["was not tried", { canary: null }, /not tried/],
    ["is off", { mode: "off" }, /the gate is off/],
    ["has a policy nobody can read", { mode: null }, /every call is refused/],
    ["sees tools nobody declares", { unknown_tools: ["Bsah"] }, /no adapter declares Bsah/],
    ["cannot remember", { ledger_problem: "it cannot be written" }, /it cannot be written warrant ledger check/],
  ])("is not one that %s", (_name, change, words) => {
    const { isLive, text } = examine(change);
    expect(isLive).toBe(false);
    expect(text).toMatch(words);
  });

  it("at exactly two seconds is in time", () => {
    expect(examine({ canary: { ...canary, milliseconds: 2000 } }).isLive).toBe(true);
  });

  it.each(installableHosts)("H7 names what it cannot see of %s (openai/codex#23411)", (host) => {
    const { lines } = examine({ host });
    expect(lines.filter(({ check }) => check === "uncovered").length).toBeGreaterThan(0);
  });

  it("says what to do at everything that is wrong", () => {
    const { lines } = examine({ entries: [], canary: null, unknown_tools: ["X"], ledger_problem: "no", mode: null });
    const wrong = lines.filter(({ ok }) => ok === false);
    expect(wrong).toHaveLength(5);
    expect(wrong.filter(({ next }) => next === "")).toEqual([]);
  });

  it("H8 a session that the gate did not see is told (openai/codex#24093)", () => {
    const { text } = examine({ last_session: "2026-01-02T00:00:00.000Z", last_seen: null });
    expect(text).toContain("seen lately: the gate never saw this host start a session");
  });
});

describe("tool names", () => {
  it("that nobody declares are told; those of servers and of the host's own display are not", () => {
    expect(undeclaredTools(["Bash", "Bsah", "mcp__tickets__create", "TodoWrite", "apply_patch", ""])).toEqual([
      "Bsah",
      "",
    ]);
  });
});
