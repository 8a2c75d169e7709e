import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shellFacts } from "../../../../testing/action-facts.ts";
import { commitmentWith, envelopeWith } from "../../../../testing/envelope.ts";
import { judgeAction } from "./judge.ts";
import { readActionFacts } from "./read-facts.ts";

function documentOf(command: string): Record<string, unknown> {
  const facts = shellFacts(command, { seen: { "/work/shop/a.ts": { type: "file", nlink: 1, vcs: "tracked_clean" } } });
  const answers = Object.fromEntries(facts.filesystem.answers);
  return structuredClone({ ...facts, filesystem: { ...facts.filesystem, answers } });
}

function outcome(document: unknown): string {
  const facts = readActionFacts(document);
  if (facts === null) return "invalid";
  const { decision, rule } = judgeAction(facts);
  return `${decision} ${rule}`;
}

function changed(command: string, path: readonly string[], value: unknown): Record<string, unknown> {
  const document = documentOf(command);
  let at: Record<string, unknown> = document;
  for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>;
  at[path.at(-1) ?? ""] = value;
  return document;
}

const push = "git push origin feature/cart";

describe("a facts document", () => {
  it("is judged as the facts it was written from, through its text", () => {
    for (const command of ["rm a.ts", push, "rm -rf /", "frob"]) {
      const document = JSON.parse(JSON.stringify(documentOf(command)));
      const facts = readActionFacts(document);
      expect(facts === null ? null : judgeAction(facts)).toEqual(
        judgeAction(
          shellFacts(command, { seen: { "/work/shop/a.ts": { type: "file", nlink: 1, vcs: "tracked_clean" } } }),
        ),
      );
    }
  });

  it.each<[string, string, readonly string[], unknown, string]>([
    ["another schema", "ls", ["schema"], "warrant.action-facts/v2", "invalid"],
    ["no time", "ls", ["at"], null, "invalid"],
    ["no policy", "ls", ["policy"], undefined, "invalid"],
    ["no digest of the policy", "ls", ["policy", "digest"], "", "invalid"],
    ["a rule nobody can read", "ls", ["policy", "rules"], [{ id: "x", decision: "deny" }], "invalid"],
    ["no input", "ls", ["call", "input"], "ls", "invalid"],
    ["no folder", "rm a.ts", ["place", "cwd"], 3, "ask action.not-understood"],
    ["no roots", "touch a.ts", ["place", "roots"], "all", "ask action.outside-roots"],
    ["no facts of git", push, ["place", "git"], null, "ask action.irreversible"],
    ["no list of protected branches", push, ["place", "git", "protected"], undefined, "ask action.irreversible"],
    [
      "a protected branch nobody can read",
      push,
      ["place", "git", "protected"],
      ["main", { name: "feature/*" }],
      "ask action.irreversible",
    ],
    ["no list of the gate's own files", "touch a.ts", ["place", "control_paths"], undefined, "invalid"],
    ["a file of the gate's own nobody can read", "touch a.ts", ["place", "control_paths"], ["/x", 3], "invalid"],
    ["a file of the gate's own that has no place", "touch a.ts", ["place", "control_paths"], ["settings"], "invalid"],
    ["no answers", "rm a.ts", ["filesystem"], null, "ask action.not-understood"],
    [
      "an answer nobody can read",
      "rm a.ts",
      ["filesystem", "answers"],
      { "/work/shop/a.ts": 3 },
      "ask action.not-understood",
    ],
    [
      "no state of the index",
      "rm a.ts",
      ["filesystem", "answers"],
      { "/work/shop/a.ts": { type: "file" } },
      "ask action.costly",
    ],
    ["no ceilings", "touch a.ts", ["ceilings"], "none", "deny ceiling.permission"],
    ["no autonomy", "touch a.ts", ["autonomy"], 7, "ask action.autonomy"],
    ["nobody attends", push, ["session"], {}, "deny authority.nobody-to-ask"],
    [
      "A2 an agent without parents (anthropics/claude-code#83421)",
      "touch a.ts",
      ["agent"],
      { id: "x", chain: [] },
      "deny ceiling.permission",
    ],
    ["a gate that is off only by exactly false", "rm -rf /", ["policy", "enabled"], 0, "deny action.critical-path"],
    ["no shell that is known", "echo =ls", ["place", "shell"], null, "ask action.not-understood"],
    ["another shell", "ls", ["place", "shell"], "fish", "ask action.not-understood"],
    [
      "PowerShell still refuses what is the gate's own",
      "rm ~/.claude/settings.json",
      ["place", "shell"],
      "pwsh",
      "deny action.control",
    ],
  ])("%s: %s", (_name, command, path, value, expected) => {
    expect(outcome(changed(command, path, value))).toBe(expected);
  });

  it.each<[string, object, string]>([
    ["is one", {}, "allow authority.envelope"],
    ["void by a name nobody can read", { void_envelopes: [3] }, "ask action.costly"],
    ["of which nobody knows the uses", { uses: null }, "ask action.costly"],
    ["whose uses nobody can read", { uses: { e1: "few" } }, "ask action.costly"],
    ["that nobody knows to be open", { is_closed: undefined }, "ask action.costly"],
  ])("a delegation %s: %j is %s", (_name, change, expected) => {
    const envelope = envelopeWith({
      granted_at: "2026-02-01T00:00:00Z",
      expires_at: "2026-04-01T00:00:00Z",
      kinds: ["publish"],
      tools: ["Bash"],
      remotes: ["git-remote:origin/feature/*"],
      permission: "full-access",
      max_uses: 3,
    });
    const commitment = { ...commitmentWith({ envelopes: [envelope] }), ...change };
    expect(outcome({ ...documentOf(push), autonomy: "delegated", commitments: [commitment] })).toBe(expected);
  });

  it("taking anything away never lets more through", () => {
    const rank = ["allow", "ask", "park", "deny"];
    const strictness = (document: unknown) => {
      const facts = readActionFacts(document);
      return facts === null ? 3 : rank.indexOf(judgeAction(facts).decision);
    };
    const keys: readonly (readonly string[])[] = [
      ["place", "cwd"],
      ["place", "home"],
      ["place", "roots"],
      ["place", "git"],
      ["place", "shell"],
      ["filesystem"],
      ["filesystem", "complete"],
      ["ceilings"],
      ["autonomy"],
      ["session"],
      ["call", "input"],
      ["policy"],
      ["place", "scratch"],
      ["place", "local_bins"],
      ["place", "control_paths"],
      ["place", "git", "protected"],
    ];
    const odd = fc.constantFrom<unknown>(undefined, null, 0, "", "x", [], {}, Number.NaN, true);
    const commands = fc.constantFrom("rm a.ts", push, "cat .env", "echo x > /tmp/y", "npx tsc", "rm -rf $HOME");
    fc.assert(
      fc.property(commands, fc.constantFrom(...keys), odd, (command, path, value) => {
        expect(strictness(changed(command, path, value))).toBeGreaterThanOrEqual(
          Math.min(1, strictness(documentOf(command))),
        );
      }),
      { numRuns: 150 },
    );
  });

  it("no document throws", () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (one, other) => {
        expect(typeof outcome({ ...documentOf("ls"), place: one, session: other })).toBe("string");
        expect(outcome(one)).toBe("invalid");
      }),
      { numRuns: 100 },
    );
  });
});
