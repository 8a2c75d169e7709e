/** @module Cases of `paths.jsonl`: whether one operation on one path is covered, beside two constant gates. */

import { decidePath, type PathOperation } from "@warrant/kernel/action/paths/decide";
import type { OperatingSystem, PathAnswer, Root, Volume } from "@warrant/kernel/action/place";
import { type CaseScore, type GateFigures, gateFigures } from "./gate-figures.ts";

/** The file of the set, in a folder of cases. */
export const pathSet = "paths.jsonl";

/** One line of the case file. */
export interface PathCase {
  readonly id: string;
  readonly family: string;
  readonly os: OperatingSystem;
  readonly home: string;
  readonly roots: readonly Root[];
  readonly cwd: string | null;
  readonly fs: Readonly<Record<string, PathAnswer>>;
  readonly volumes?: readonly Volume[];
  readonly control?: readonly string[];
  readonly op: PathOperation;
  readonly shell?: boolean;
  readonly scope?: readonly string[];
  readonly deny?: readonly string[];
  readonly path?: string | null;
  readonly expect: {
    readonly covered: boolean;
    readonly resolved?: string;
    readonly denied?: boolean;
    readonly why: string;
  };
}

/** What deciding a case gave: `wrong` says in which fields it differs. */
export function scorePathCase(one: PathCase): CaseScore {
  const { expect } = one;
  const decision = decidePath(
    {
      op: one.op,
      path: one.path ?? null,
      isShell: one.shell === true,
      ...(one.scope === undefined ? {} : { scope: one.scope }),
      ...(one.deny === undefined ? {} : { deny: one.deny }),
    },
    {
      os: one.os,
      shell: "bash",
      user: "dev",
      home: one.home,
      cwd: one.cwd,
      roots: one.roots,
      scratch: ["/tmp"],
      control_paths: one.control ?? [],
      local_bins: [],
    },
    { complete: true, volumes: one.volumes ?? [], answers: new Map(Object.entries(one.fs)) },
  );
  const wrong: string[] = [];
  if (decision.covered !== expect.covered) wrong.push(`covered ${decision.covered}`);
  if (decision.denied !== (expect.denied ?? false)) wrong.push(`denied ${decision.denied}`);
  if (decision.rules[0] !== expect.why) wrong.push(`why ${decision.rules[0]}`);
  if (expect.resolved !== undefined && decision.resolved !== expect.resolved) {
    wrong.push(`resolved ${decision.resolved}`);
  }
  return {
    id: one.id,
    family: one.family,
    wanted: expect.denied === true ? "deny" : expect.covered ? "allow" : "ask",
    given: decision.denied ? "deny" : decision.covered ? "allow" : "ask",
    wrong,
  };
}

/** Scores the cases of the set. */
export function scorePathCases(cases: readonly PathCase[]): GateFigures {
  return gateFigures("paths", cases.map(scorePathCase));
}
