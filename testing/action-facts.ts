/** @module Facts of one tool call for tests: an attended session on a feature branch of an ordinary project. */

import { type ActionFacts, actionFactsSchema } from "@warrant/kernel/action/facts";
import type { PathAnswer } from "@warrant/kernel/action/place";

/** What a test changes of the usual facts. */
export interface FactsChange {
  readonly cwd?: string | null;
  readonly place?: Partial<ActionFacts["place"]>;
  readonly session?: Partial<ActionFacts["session"]>;
  readonly seen?: Readonly<Record<string, PathAnswer>>;
  readonly facts?: Partial<ActionFacts>;
}

/** Facts of a call of any tool. What is not seen is missing. */
export function actionFacts(
  tool: string,
  input: Readonly<Record<string, unknown>>,
  change: FactsChange = {},
): ActionFacts {
  return {
    schema: actionFactsSchema,
    at: "2026-03-01T09:00:00Z",
    mode: "enforce",
    session: {
      id: "session-1",
      request_id: "request-1",
      origin: "human",
      attendance: "interactive",
      fallback: "park",
      attempt: null,
      ...change.session,
    },
    agent: { id: null, chain: [] },
    call: { id: "call-1", tool, input, siblings: null },
    place: {
      os: "linux",
      shell: "bash",
      user: "ada",
      home: "/home/ada",
      cwd: change.cwd === undefined ? "/work/shop" : change.cwd,
      roots: [{ path: "/work/shop" }],
      scratch: ["/tmp"],
      control_paths: [
        "/home/ada/.claude/settings.json",
        "/work/shop/.claude/settings.json",
        "/home/ada/.local/state/warrant",
      ],
      local_bins: ["tsc", "vitest"],
      git: {
        branch: "feature/cart",
        default_branch: "main",
        protected: ["main", "release/*"],
        remotes: { origin: "https://github.com/acme/shop.git" },
      },
      env_digest: "sha256:environment",
      ...change.place,
    },
    filesystem: { complete: true, volumes: [], answers: new Map(Object.entries(change.seen ?? {})) },
    ceilings: [{ source: "default", permission: "workspace-write", approval: "auto-approve" }],
    autonomy: "assisted",
    posture: "on",
    named: [],
    resources: [],
    commitments: [],
    asks_irreversible: false,
    approvals: [],
    spend: { limit_usd: "unlimited", spent_usd: 0, running_usd: 0 },
    policy: { digest: "sha256:policy", enabled: true, rules: [] },
    ledger_writable: true,
    ...change.facts,
  };
}

/** Facts of a shell command. */
export function shellFacts(command: string, change: FactsChange = {}): ActionFacts {
  return actionFacts("Bash", { command }, change);
}
