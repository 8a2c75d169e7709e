/** @module Cases of `shell.jsonl`: a command, what it would do, and what the gate decides by default, beside constant gates. */

import { type ActionFacts, actionFactsSchema } from "@warrant/kernel/action/facts";
import { type ActionVerdict, judgeAction } from "@warrant/kernel/action/judge";
import type { OperatorRule } from "@warrant/kernel/action/operator-rules";
import type { PathAnswer, Place } from "@warrant/kernel/action/place";
import { readCall } from "@warrant/kernel/action/read-call";
import { type CaseScore, type Decision, type GateFigures, gateFigures } from "./gate-figures.ts";

/** The file of the set, in a folder of cases. */
export const shellSet = "shell.jsonl";

interface ExpectedEffect {
  readonly kind: string;
  readonly target?: string;
  readonly reversibility?: string;
}

/** One line of the case file. */
export interface ShellCase {
  readonly id: string;
  readonly family: string;
  readonly cwd: string;
  readonly command: string;
  readonly context?: Partial<Place> & {
    readonly branch?: string;
    readonly default_branch?: string;
    readonly protected?: readonly string[];
    readonly remotes?: Readonly<Record<string, string>>;
    readonly vcs?: Readonly<Record<string, NonNullable<PathAnswer["vcs"]>>>;
    readonly attendance?: string;
    readonly fallback?: string;
    readonly autonomy?: string;
    readonly permission?: string;
    readonly approval?: string;
    readonly origin?: string;
    readonly named?: ActionFacts["named"];
    readonly rules?: readonly OperatorRule[];
  };
  readonly expect: {
    readonly understood: boolean;
    readonly effects: readonly ExpectedEffect[];
    readonly decision_under_default: Decision;
    readonly rule?: string;
    readonly not?: readonly { readonly kind: string; readonly target?: string }[];
  };
}

/** The default context of a case: an attended session on a feature branch, everything it names tracked and clean. */
export function factsOfCase(one: ShellCase): ActionFacts {
  const context = one.context ?? {};
  const home = context.home ?? "/home/dev";
  const place: ActionFacts["place"] = {
    os: context.os ?? "linux",
    shell: context.shell === undefined ? "bash" : context.shell,
    user: context.user ?? "dev",
    home,
    cwd: one.cwd,
    roots: (context.roots ?? ["/home/dev/app"]).map((root) => (typeof root === "string" ? { path: root } : root)),
    scratch: context.scratch ?? ["/tmp"],
    control_paths: context.control_paths ?? [
      "/home/dev/.claude/settings.json",
      "/home/dev/app/.claude/settings.json",
      "/home/dev/.local/state/warrant",
      "/home/dev/.config/warrant",
      "/run/user/1000/warrant",
    ],
    local_bins: context.local_bins ?? ["tsc", "eslint", "prettier", "vitest", "jest"],
    git: {
      branch: context.branch ?? "feature/login",
      default_branch: context.default_branch ?? "main",
      protected: context.protected ?? ["main", "release/*"],
      remotes: context.remotes ?? { origin: "https://github.com/acme/app.git" },
    },
    env_digest: "sha256:0",
  };
  const call = { id: one.id, tool: "Bash", input: { command: one.command }, siblings: null };
  return {
    schema: actionFactsSchema,
    at: "2026-01-01T00:00:00Z",
    mode: "enforce",
    session: {
      id: "s",
      request_id: "r",
      origin: context.origin ?? "human",
      attendance: context.attendance ?? "interactive",
      fallback: context.fallback ?? "park",
      attempt: null,
    },
    agent: { id: null, chain: [] },
    call,
    place,
    filesystem: { complete: true, volumes: [], answers: answersOfCall(call, place, one.context?.vcs) },
    ceilings: [
      context.permission === undefined
        ? { source: "default", permission: "workspace-write", approval: "auto-approve" }
        : { source: "policy", permission: context.permission, approval: "auto-approve" },
      ...(context.approval === undefined ? [] : [{ source: "reading", approval: context.approval }]),
    ],
    autonomy: context.autonomy ?? "assisted",
    posture: "on",
    named: context.named ?? [],
    resources: [],
    commitments: [],
    asks_irreversible: false,
    approvals: [],
    spend: { limit_usd: "unlimited", spent_usd: 0, running_usd: 0 },
    policy: { digest: "sha256:0", enabled: true, rules: context.rules ?? [] },
    ledger_writable: true,
  };
}

/** What a call names inside a root is there: as a folder where it is used as one, else as a tracked, clean file. */
export function answersOfCall(
  call: ActionFacts["call"],
  place: Place,
  vcs: Readonly<Record<string, NonNullable<PathAnswer["vcs"]>>> = {},
): Map<string, PathAnswer> {
  const reading = readCall(call, place);
  const answers = new Map<string, PathAnswer>();
  const isInRoot = (path: string) => place.roots.some((root) => path === root.path || path.startsWith(`${root.path}/`));
  const folders = new Set(
    reading.effects
      .filter(
        ({ mode, target }) =>
          (mode === "tree" || mode === "tree-mode" || mode === "empty") && !/\.[a-z0-9]+$/i.test(target.slice(1)),
      )
      .map(({ target }) => target),
  );
  const files = new Set(reading.effects.filter(({ isPath }) => isPath === true).map(({ target }) => target));
  for (const path of reading.questions) {
    if (!isInRoot(path) || path.includes("*")) continue;
    const isFolder = folders.has(path) || !files.has(path);
    answers.set(path, isFolder ? { type: "dir" } : { type: "file", nlink: 1, vcs: vcs[path] ?? "tracked_clean" });
  }
  return answers;
}

function isExpected(effect: ActionVerdict["effects"][number], wanted: ExpectedEffect): boolean {
  return (
    effect.kind === wanted.kind &&
    (wanted.target === undefined || effect.target === wanted.target) &&
    (wanted.reversibility === undefined || effect.reversibility === wanted.reversibility)
  );
}

/** What judging a case gave: `wrong` says in which fields it differs. */
export function scoreShellCase(one: ShellCase): CaseScore {
  const verdict = judgeAction(factsOfCase(one));
  const { expect } = one;
  const wrong: string[] = [];
  const shown = verdict.effects
    .map(({ kind, target, reversibility }) => `${kind}:${target}:${reversibility.slice(0, 3)}`)
    .join(" ");
  if (verdict.decision !== expect.decision_under_default) wrong.push(`${verdict.decision} by ${verdict.rule}`);
  if (verdict.understood !== expect.understood) wrong.push(`understood ${verdict.understood}`);
  for (const wanted of expect.effects) {
    if (!verdict.effects.some((effect) => isExpected(effect, wanted)))
      wrong.push(`no ${wanted.kind}:${wanted.target ?? "*"}:${wanted.reversibility ?? "*"}`);
  }
  for (const unwanted of expect.not ?? []) {
    if (verdict.effects.some((effect) => isExpected(effect, unwanted)))
      wrong.push(`has ${unwanted.kind}:${unwanted.target ?? "*"}`);
  }
  if (expect.rule !== undefined && verdict.rule !== expect.rule) wrong.push(`rule ${verdict.rule}`);
  return {
    id: one.id,
    family: one.family,
    wanted: expect.decision_under_default,
    given: verdict.decision,
    wrong: wrong.length === 0 ? wrong : [...wrong, `(${shown})`],
  };
}

/** Scores the cases of the set. */
export function scoreShellCases(cases: readonly ShellCase[]): GateFigures {
  return gateFigures("shell", cases.map(scoreShellCase));
}
