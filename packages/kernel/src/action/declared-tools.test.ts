import { describe, expect, it } from "vitest";
import { actionFacts } from "../../../../testing/action-facts.ts";
import { type DeclaredTool, readDeclaredTools } from "./declared-tools.ts";
import type { ActionFacts } from "./facts.ts";
import { judgeAction } from "./judge.ts";

const tickets: DeclaredTool = {
  effects: [{ kind: "publish", target_from: "project" }],
  reversibility: "costly",
};
const files: DeclaredTool = {
  effects: [{ kind: "write", target_from: "to" }],
  paths: ["to", "from"],
  reversibility: "reversible",
};

function judge(
  tool: string,
  input: Record<string, unknown>,
  tools: unknown = {},
  rules: ActionFacts["policy"]["rules"] = [],
) {
  const policy = { digest: "sha256:policy", enabled: true, rules, tools: readDeclaredTools(tools) };
  const { decision, rule, understood, effects } = judgeAction(actionFacts(tool, input, { facts: { policy } }));
  return [
    decision,
    rule,
    understood ? "understood" : "not understood",
    ...effects.map(({ kind, target, reversibility }) => `${kind} ${target} ${reversibility}`),
  ].join("; ");
}

describe("a tool of a server", () => {
  it.each<[string, string, Record<string, unknown>, unknown, string]>([
    [
      "that nobody declared may do anything",
      "mcp__tickets__create",
      { project: "SHOP" },
      {},
      "ask; action.not-understood; not understood; execute program:mcp/tickets/create irreversible",
    ],
    [
      "that is declared does what its operator says, to what its argument says",
      "mcp__tickets__create",
      { project: "SHOP", title: "A bug" },
      { mcp__tickets__create: tickets },
      "ask; action.costly; understood; publish mcp:tickets/create/SHOP costly",
    ],
    [
      "that is declared as a look passes",
      "mcp__tickets__list",
      {},
      { mcp__tickets__list: { effects: [{ kind: "read" }], reversibility: "reversible" } },
      "allow; action.within-bounds; understood; read mcp:tickets/list reversible",
    ],
    [
      "is declared by its very name alone: not by another case",
      "mcp__Tickets__create",
      { project: "SHOP" },
      { mcp__tickets__create: tickets },
      "ask; action.not-understood; not understood; execute program:mcp/Tickets/create irreversible",
    ],
    [
      "whose argument is missing does that to anything",
      "mcp__tickets__create",
      {},
      { mcp__tickets__create: tickets },
      "ask; action.not-understood; not understood; publish ? irreversible",
    ],
    [
      "whose argument is no text does that to anything",
      "mcp__tickets__create",
      { project: ["SHOP", 1] },
      { mcp__tickets__create: tickets },
      "ask; action.not-understood; not understood; publish ? irreversible",
    ],
    [
      "whose argument is a list does it to each",
      "mcp__tickets__create",
      { project: ["A", "B"] },
      { mcp__tickets__create: tickets },
      "ask; action.costly; understood; publish mcp:tickets/create/A costly; publish mcp:tickets/create/B costly",
    ],
    [
      "with a path that nobody declared is not understood",
      "mcp__tickets__create",
      { project: "SHOP", attachment: "/etc/passwd" },
      { mcp__tickets__create: tickets },
      "ask; action.not-understood; not understood; publish mcp:tickets/create/SHOP costly",
    ],
    [
      "reads the paths no effect names, and writes the one that one does",
      "mcp__files__copy",
      { from: "a.md", to: "b.md" },
      { mcp__files__copy: files },
      "allow; action.within-bounds; understood; write /work/shop/b.md reversible; read /work/shop/a.md reversible",
    ],
    [
      "cannot write the gate's own files",
      "mcp__files__copy",
      { from: "a.md", to: ".claude/settings.json" },
      { mcp__files__copy: files },
      "deny; action.control; understood; write /work/shop/.claude/settings.json costly; configure /work/shop/.claude/settings.json costly; read /work/shop/a.md reversible",
    ],
    [
      "cannot delete the whole work",
      "mcp__files__remove",
      { at: "/work/shop" },
      {
        mcp__files__remove: {
          effects: [{ kind: "delete", target_from: "at" }],
          paths: ["at"],
          reversibility: "reversible",
        },
      },
      "deny; action.critical-path; understood; delete /work/shop irreversible",
    ],
    [
      "with no word about undoing cannot be undone",
      "mcp__tickets__create",
      { project: "SHOP" },
      { mcp__tickets__create: { effects: tickets.effects } },
      "ask; action.irreversible; understood; publish mcp:tickets/create/SHOP irreversible",
    ],
    [
      "with a word about undoing that nobody knows cannot be undone",
      "mcp__tickets__create",
      { project: "SHOP" },
      { mcp__tickets__create: { ...tickets, reversibility: "easy" } },
      "ask; action.irreversible; understood; publish mcp:tickets/create/SHOP irreversible",
    ],
    [
      "with an effect that cannot be read is one nobody declared",
      "mcp__tickets__create",
      { project: "SHOP" },
      { mcp__tickets__create: { effects: [{ kind: "look" }] } },
      "ask; action.not-understood; not understood; execute program:mcp/tickets/create irreversible",
    ],
    [
      "of the host itself is not declared anew",
      "Bash",
      { command: "rm -rf /etc" },
      { Bash: { effects: [], reversibility: "reversible" } },
      "deny; action.critical-path; understood; delete /etc irreversible",
    ],
  ])("%s", (_name, tool, input, tools, expected) => {
    expect(judge(tool, input, tools)).toBe(expected);
  });

  it("is still refused by a rule about its name or what it does", () => {
    const tools = { mcp__tickets__create: { ...tickets, reversibility: "reversible" } };
    const input = { project: "SHOP" };
    const rule = (one: object) => [{ id: "no", decision: "deny" as const, ...one }];
    expect(judge("mcp__tickets__create", input, tools)).toMatch(/^allow/);
    expect(judge("mcp__tickets__create", input, tools, rule({ command: { name: "mcp__tickets__create" } }))).toMatch(
      /^deny; policy.no/,
    );
    expect(judge("mcp__tickets__create", input, tools, rule({ effect: { target: "mcp:tickets/**" } }))).toMatch(
      /^deny; policy.no/,
    );
  });
});
