import { describe, expect, it } from "vitest";
import { actionFacts, type FactsChange, shellFacts } from "../../../../testing/action-facts.ts";
import type { Resource } from "../intent/reading/request.ts";
import type { Approval } from "../policy/approval.ts";
import { actionDigest } from "../policy/approval.ts";
import type { ActionFacts } from "./facts.ts";
import { identityOf, judgeAction, recordVerdict } from "./judge.ts";
import type { OperatorRule } from "./operator-rules.ts";

function outcome(facts: ActionFacts): string {
  const { decision, rule } = judgeAction(facts);
  return `${decision} ${rule}`;
}

function withRules(...rules: readonly OperatorRule[]): FactsChange {
  return { facts: { policy: { digest: "sha256:policy", enabled: true, rules } } };
}

const reading = (ceiling: object): FactsChange => ({
  facts: { ceilings: [{ source: "default", permission: "workspace-write", approval: "auto-approve" }, ceiling] },
});
const clean = { "/work/shop/a.ts": { type: "file", nlink: 1, vcs: "tracked_clean" } } as const;
const unattended = { session: { attendance: "unattended" } } as const;
const push = "git push origin feature/cart";

describe("the first step that decides wins", () => {
  it.each<[string, string, string, FactsChange]>([
    ["0 a time nobody can read", "ls", "deny action.facts-invalid", { facts: { at: "soon" } }],
    ["0 no policy", "ls", "deny action.facts-invalid", { facts: { policy: { digest: "", enabled: true, rules: [] } } }],
    ["0 facts that break", "ls", "deny action.failed", { facts: { ceilings: null as never } }],
    [
      "1 a gate that is off",
      "rm -rf /",
      "allow action.off",
      { facts: { policy: { digest: "sha256:policy", enabled: false, rules: [] } } },
    ],
    ["3 the gate's own file", "echo x > ~/.claude/settings.json", "deny action.control", {}],
    ["3 the gate's own process", "pkill -f warrant", "deny action.control", {}],
    ["A14 a grant by the agent itself (autonomous-dev#1018)", "warrant grant --any", "deny action.self-authorize", {}],
    [
      "A15 an answer by the agent itself (aflock-ai/aflock#149)",
      "npx warrant answer 1 approve",
      "deny action.self-authorize",
      {},
    ],
    ["4 a critical path", "rm -rf /usr", "deny action.critical-path", {}],
    ["4 the whole machine, the gate's files among it", "rm -rf /", "deny action.critical-path", {}],
    ["3 a folder that holds the gate's files", "rm -rf ~/.local/state", "deny action.control", {}],
    [
      "5 a rule that refuses",
      "curl https://a.example",
      "deny policy.no",
      withRules({ id: "no", decision: "deny", command: { name: "curl" } }),
    ],
    [
      "5 a rule about a subcommand and a flag",
      "git push -f origin x",
      "deny policy.no",
      withRules({ id: "no", decision: "deny", command: { name: "git", subcommand: "push", flags: ["-f"] } }),
    ],
    [
      "5 a rule whose flag is not there",
      push,
      "ask action.costly",
      withRules({ id: "no", decision: "deny", command: { name: "git", subcommand: "push", flags: ["-f"] } }),
    ],
    [
      "5 a refusal that is only possible asks",
      'rm "$F"',
      "ask action.not-understood",
      withRules({ id: "no", decision: "deny", effect: { kind: "delete", target: "docs/**" } }),
    ],
    [
      "5 a refusal in doubt is one where the rule says so",
      'rm "$F"',
      "deny policy.no",
      withRules({ id: "no", decision: "deny", effect: { kind: "delete", target: "docs/**" }, unknown: "deny" }),
    ],
    [
      "6 a limit of plan mode",
      "touch a.ts",
      "deny ceiling.permission",
      reading({ source: "host", permission: "read-only" }),
    ],
    [
      "6 a tool that a policy refuses",
      "ls",
      "deny ceiling.tools",
      reading({ source: "policy", tools: { allowed: "all", denied: ["Bash"] } }),
    ],
    [
      "6 an entry nobody can read allows nothing",
      "touch a.ts",
      "deny ceiling.tools",
      reading({ source: "policy", tools: 3 }),
    ],
    ["6 an attempt too many", "ls", "deny ceiling.attempts", reading({ source: "policy", attempts: 2 })],
    [
      "7 a limit that was read asks",
      "touch a.ts",
      "ask ceiling.permission",
      reading({ source: "reading", permission: "read-only" }),
    ],
    [
      "7 O2 with the posture off, what was read does not count (QwenPaw#7350)",
      "touch a.ts",
      "allow action.within-bounds",
      { facts: { ...reading({ source: "reading", permission: "read-only" }).facts, posture: "off" } },
    ],
    [
      "7 O2 with the posture off, what was delegated does not count either (QwenPaw#7350)",
      "touch a.ts",
      "allow action.within-bounds",
      { facts: { posture: "off", autonomy: "manual" } },
    ],
    [
      "7 O2 with the posture off, what cannot be undone still asks (QwenPaw#7350)",
      `${push} --force`,
      "ask action.irreversible",
      { facts: { posture: "off", autonomy: "manual" } },
    ],
    [
      "7 a rule that asks",
      "ls",
      "ask policy.look",
      withRules({ id: "look", decision: "ask", command: { name: "ls" } }),
    ],
    ["7 irreversible", "git push -f origin x", "ask action.irreversible", {}],
    ["7 a secret", "cat .env", "ask action.secret", {}],
    ["7 a protected file", "echo x > .github/workflows/a.yml", "ask action.protected", {}],
    ["7 outside of the roots", "touch /srv/x", "ask action.outside-roots", {}],
    [
      "7 a file with a second name",
      "echo x > a.ts",
      "ask path.hard-link",
      { seen: { "/work/shop/a.ts": { type: "file", nlink: 2 } } },
    ],
    [
      "7 a link that leaves",
      "echo x > a.ts",
      "ask action.outside-roots",
      { seen: { "/work/shop/a.ts": { type: "link", link_target: "/etc/x" } } },
    ],
    ["7 money", "stripe charges create", "ask action.irreversible", {}],
    ["7 costly", push, "ask action.costly", {}],
    [
      "7 manual work asks about everything that changes",
      "touch a.ts",
      "ask action.autonomy",
      { facts: { autonomy: "manual" } },
    ],
    [
      "7 autonomy nobody can read is manual",
      "touch a.ts",
      "ask action.autonomy",
      { facts: { autonomy: "yes please" } },
    ],
    ["7 manual work reads", "cat a.ts", "allow action.within-bounds", { facts: { autonomy: "manual" } }],
    ["8 within bounds", "rm a.ts", "allow action.within-bounds", { seen: clean }],
    [
      "10 a rule that allows",
      push,
      "allow policy.yes",
      withRules({ id: "yes", decision: "allow", effect: { kind: "publish", target: "git-remote:origin/feature/*" } }),
    ],
    [
      "10 a rule allows no irreversible push",
      "git push -f origin feature/cart",
      "ask action.irreversible",
      withRules({ id: "yes", decision: "allow", effect: { kind: "publish", target: "git-remote:origin/**" } }),
    ],
    [
      "10 a rule allows nothing beside what it names",
      `${push}; git push origin x`,
      "ask action.costly",
      withRules({ id: "yes", decision: "allow", effect: { kind: "publish", target: "git-remote:origin/feature/*" } }),
    ],
    [
      "10 a rule allows nothing that is not understood",
      `${push}; frob`,
      "ask action.not-understood",
      withRules({ id: "yes", decision: "allow", effect: { kind: "publish", target: "git-remote:origin/feature/*" } }),
    ],
    ["12 nobody there, the inbox takes it", push, "park action.costly", unattended],
    [
      "13 nobody there and no inbox",
      push,
      "deny authority.nobody-to-ask",
      { session: { attendance: "unattended", fallback: "deny" } },
    ],
    [
      "13 nobody there and a ledger that cannot be written",
      push,
      "deny authority.nobody-to-ask",
      { ...unattended, facts: { ledger_writable: false } },
    ],
    ["13 an attendance nobody can read is nobody", push, "park action.costly", { session: { attendance: "?" } }],
  ])("%s: %s is %s", (_name, command, expected, change) => {
    expect(outcome(shellFacts(command, change))).toBe(expected);
  });

  it("H13 a tool of the host's own display passes (chitinhq/agentguard#638)", () => {
    expect(outcome(actionFacts("TodoWrite", { todos: [{ path: "/etc" }] }))).toBe("allow action.inert");
    expect(
      outcome(actionFacts("TodoWrite", {}, withRules({ id: "no", decision: "deny", command: { name: "TodoWrite" } }))),
    ).toBe("deny policy.no");
  });

  it("H14 what cannot be undone asks under every mode and autonomy (danny-avila/LibreChat#14192)", () => {
    for (const autonomy of ["manual", "assisted", "delegated", "autonomous"]) {
      expect(judgeAction(shellFacts("terraform destroy", { facts: { autonomy } })).rule).toBe("action.irreversible");
    }
  });

  it("every reason found is reported, in order", () => {
    const { findings } = judgeAction(shellFacts("frob; cat .env; git push -f origin x; echo x > .npmrc"));
    expect(findings.map(({ rule }) => rule)).toEqual([
      "action.not-understood",
      "action.irreversible",
      "action.irreversible",
      "action.secret",
      "action.protected",
      "action.costly",
      "action.costly",
      "ceiling.permission",
      "ceiling.permission",
    ]);
  });
});

describe("what a person named", () => {
  const named = (kind: string, target: string): FactsChange => ({ facts: { named: [{ text: "that", kind, target }] } });

  it.each<[string, string, string, FactsChange]>([
    [
      "a costly thing counts as asked for",
      push,
      "ask ceiling.permission",
      named("publish", "git-remote:origin/feature/cart"),
    ],
    ["another thing does not", push, "ask action.costly", named("publish", "git-remote:origin/feature/other")],
    [
      "an irreversible thing still asks",
      "git push -f origin x",
      "ask action.irreversible",
      named("publish", "git-remote:origin/x"),
    ],
    [
      "O1 what a tool wrote names nothing",
      push,
      "ask action.costly",
      { ...named("publish", "git-remote:origin/feature/cart"), session: { origin: "tool" } },
    ],
  ])("%s", (_name, command, expected, change) => {
    expect(outcome(shellFacts(command, change))).toBe(expected);
  });
});

describe("a removal that the person granted", () => {
  const granted = (change: object): FactsChange => ({
    ...reading({
      source: "reading",
      removal: [
        {
          otherwise: "confirm",
          wording: "explicit",
          grants: [
            {
              wording: "explicit",
              kind: "branch",
              binding: "exact",
              names: ["old"],
              states: [],
              owners: [],
              place: "local",
              ...change,
            },
          ],
        },
      ],
    }),
    seen: { "/work/shop/cache": { type: "dir" } },
  });
  const folder = { kind: "folder", names: ["cache"] };

  it.each<[string, string, string, object]>([
    ["goes, although nothing keeps it", "git branch -D old", "allow action.within-bounds", {}],
    ["takes no other name", "git branch -D older", "ask action.irreversible", {}],
    ["takes no name that only begins so", "git branch -D old-2", "ask action.irreversible", {}],
    ["takes no copy that others share", "git push origin --delete old", "ask action.irreversible", {}],
    [
      "takes the shared copy only where the words said so, and still asks for it",
      "git push origin --delete old",
      "ask action.irreversible",
      { place: "shared" },
    ],
    ["takes nothing by a hint", "git branch -D old", "ask action.irreversible", { wording: "soft" }],
    [
      "takes nothing by an open range",
      "git branch -D old",
      "ask action.irreversible",
      { binding: "open-range", names: [], prefix: "old" },
    ],
    ["takes nothing beside it", "git branch -D old main", "ask action.irreversible", {}],
    [
      "takes what is critical from nobody",
      "rm -rf /usr",
      "deny action.critical-path",
      { kind: "folder", names: ["/usr"] },
    ],
    [
      "takes the gate's own from nobody",
      "rm -rf ~/.local/state/warrant",
      "deny action.control",
      { kind: "folder", names: ["/home/ada/.local/state/warrant"] },
    ],
    ["a folder that is no throw-away thing still asks", "rm -rf cache", "ask action.irreversible", folder],
    ["goes by words that only mean it", "git branch -D old", "allow action.within-bounds", { wording: "indirect" }],
  ])("%s: %s is %s", (_name, command, expected, change) => {
    expect(outcome(shellFacts(command, granted(change)))).toBe(expected);
  });

  const ownRange = { binding: "owned-scoped", names: [], prefix: "wip-", owners: ["maria"] };
  const thing = (target: string, name: string, owner: string | undefined, place: string): Resource => ({
    target,
    name,
    kind: "branch",
    place: place === "local" ? "local" : "shared",
    states: [],
    ...(owner === undefined ? {} : { owner }),
  });

  it.each<[string, string, string, Resource[], object]>([
    [
      "of a person's own, by how they begin, takes each of them",
      "git branch -D wip-a wip-b",
      "allow action.within-bounds",
      [thing("git:branch/wip-a", "wip-a", "maria", "local"), thing("git:branch/wip-b", "wip-b", "maria", "local")],
      {},
    ],
    [
      "takes none that begins otherwise",
      "git branch -D fix-a",
      "ask action.irreversible",
      [thing("git:branch/fix-a", "fix-a", "maria", "local")],
      {},
    ],
    [
      "takes none of somebody else",
      "git branch -D wip-a",
      "ask action.irreversible",
      [thing("git:branch/wip-a", "wip-a", "tom", "local")],
      {},
    ],
    [
      "takes none of which nobody knows the owner",
      "git branch -D wip-a",
      "ask action.irreversible",
      [thing("git:branch/wip-a", "wip-a", undefined, "local")],
      {},
    ],
    [
      "takes no copy of them that others share",
      "git push origin --delete wip-a",
      "ask action.irreversible",
      [thing("git-remote:origin/wip-a", "wip-a", "maria", "shared")],
      {},
    ],
    [
      "asks for the shared copies also where the words said so",
      "git push origin --delete wip-a",
      "ask action.irreversible",
      [thing("git-remote:origin/wip-a", "wip-a", "maria", "shared")],
      { place: "shared" },
    ],
  ])("%s: %s is %s", (_name, command, expected, resources, change) => {
    const base = granted({ ...ownRange, ...change });
    expect(outcome(shellFacts(command, { ...base, facts: { ...base.facts, resources } }))).toBe(expected);
  });
});

describe("approvals", () => {
  function approvalFor(facts: ActionFacts, change: Partial<Approval> = {}): ActionFacts {
    const digest = actionDigest(identityOf(facts));
    const approval = {
      id: "a1",
      digest,
      effects_digest: null,
      state: "approved",
      scope: "once",
      session: "session-1",
      request_id: "request-1",
      policy_digest: "sha256:policy",
      approver: { kind: "person", id: "eve" },
      gates: ["action.costly"],
      uses: 0,
      imported: false,
      expires_at: "2026-03-01T10:00:00Z",
      ...change,
    } as unknown as Approval;
    return { ...facts, approvals: [approval] };
  }

  it("A3 a yes to exactly this call lets it through (openclaw/openclaw#124738)", () => {
    expect(outcome(approvalFor(shellFacts(push)))).toBe("allow authority.approval");
  });

  it.each<[string, Partial<Approval>]>([
    ["that is over", { expires_at: "2026-03-01T09:00:00Z" }],
    ["whose end nobody can read", { expires_at: "later" }],
    ["that was used", { uses: 1 }],
    ["A6 to another input (pydantic/pydantic-ai#6968)", { digest: "sha256:other" }],
    ["of another session", { session: "session-2" }],
    ["that nobody has given yet", { state: "pending" }],
    ["A8 by an agent (bettor-arena#204)", { approver: { kind: "agent", id: "x" } as never }],
  ])("a yes %s does not", (_name, change) => {
    expect(outcome(approvalFor(shellFacts(push), change))).toBe("ask action.costly");
  });

  it("no yes lifts what is refused", () => {
    expect(outcome(approvalFor(shellFacts("rm -rf /usr")))).toBe("deny action.critical-path");
  });

  it("A5 the environment and the folder are part of the action (hol-guard#2870)", () => {
    const digests = [
      {},
      { cwd: "/work/shop/src" },
      { place: { env_digest: "sha256:x" } },
      { session: { id: "s2" } },
    ].map((change) => recordVerdict(judgeAction(shellFacts(push)), shellFacts(push, change)).digests.action);
    expect(new Set(digests).size).toBe(digests.length);
  });

  it("A7 what is only shown is not part of it (ShieldCortex#202)", () => {
    const digest = (input: object) =>
      recordVerdict(judgeAction(shellFacts("ls")), actionFacts("Bash", { command: "ls", ...input })).digests.action;
    expect(digest({ description: "x", timeout: 5 })).toBe(digest({}));
    expect(digest({ run_in_background: true })).not.toBe(digest({}));
  });
});

describe("delegation", () => {
  const envelope = {
    schema: "warrant.envelope/v1",
    id: "e1",
    commitment: "c1",
    version: 1,
    granted_at: "2026-02-01T00:00:00Z",
    granted_by: { kind: "person", id: "eve" },
    expires_at: "2026-04-01T00:00:00Z",
    descendants: false,
    kinds: ["read", "write", "publish"],
    tools: ["Bash"],
    paths: ["src/**"],
    hosts: [],
    executes: [],
    remotes: ["git-remote:origin/feature/*"],
    permission: "full-access",
    spend_usd: "unlimited",
    max_uses: "unlimited",
  };
  const held = (change: object = {}): FactsChange => ({
    facts: {
      autonomy: "delegated",
      commitments: [
        {
          id: "c1",
          is_closed: false,
          is_human: true,
          bad_row_at: null,
          void_envelopes: [],
          envelopes: [{ ...envelope, ...change }],
          uses: {},
          spent_usd: 0,
        } as never,
      ],
    },
    seen: { "/work/shop/src/a.ts": { type: "file", nlink: 1 } },
  });

  it.each<[string, string, string, object]>([
    ["lets through what it covers", push, "allow authority.envelope", {}],
    ["lets a path in its scope be written", "echo x > src/a.ts", "allow authority.envelope", {}],
    ["covers no path beside it", "echo x > docs/a.md", "ask action.autonomy", {}],
    ["covers no step up", "echo x > src/../src/a.ts", "ask action.autonomy", {}],
    ["covers no irreversible effect", "git push -f origin feature/cart", "ask action.irreversible", {}],
    ["covers no secret", "cat .env", "ask action.secret", {}],
    ["covers nothing that steers a program", "X=1 git push origin feature/cart", "ask action.costly", {}],
    [
      "A4 covers nothing once it is revoked (openclaw/openclaw#103515)",
      push,
      "ask action.costly",
      { revoked_at: "2026-02-02T00:00:00Z" },
    ],
    ["covers nothing once it is over", push, "ask action.costly", { expires_at: "2026-02-02T00:00:00Z" }],
  ])("%s: %s is %s", (_name, command, expected, change) => {
    expect(outcome(shellFacts(command, held(change)))).toBe(expected);
  });

  it("A1, A2 a parent's envelope is no child's (anomalyco/opencode#26514)", () => {
    const facts = shellFacts(push, held());
    expect(outcome({ ...facts, agent: { id: "child", chain: ["main"] } })).toBe("ask action.costly");
  });
});
