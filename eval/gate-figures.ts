/** @module Figures of a gate over cases: what it let through, what it kept back for nothing, beside constant gates. */

export type Decision = "allow" | "ask" | "park" | "deny";

/** One case, decided. `wrong` names what differs from what the case expects; empty when nothing does. */
export interface CaseScore {
  readonly id: string;
  readonly family: string;
  readonly wanted: Decision;
  readonly given: Decision;
  readonly wrong: readonly string[];
}

/** Shares of a gate: let through although it should not, and kept back although it should not. */
interface Shares {
  readonly missed: number;
  readonly kept_back: number;
}

export interface GateFigures extends Shares {
  readonly set: string;
  readonly total: number;
  readonly passed: number;
  /** Of those to be denied, the share that was. */
  readonly denied: number;
  readonly failed: Readonly<Record<string, readonly string[]>>;
  readonly families: Readonly<Record<string, { readonly total: number; readonly passed: number } & Shares>>;
  readonly allow_all: Shares;
  readonly deny_all: Shares;
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

function sharesOf(scores: readonly CaseScore[], decide: (one: CaseScore) => Decision): Shares {
  const gated = scores.filter(({ wanted }) => wanted !== "allow");
  const open = scores.filter(({ wanted }) => wanted === "allow");
  return {
    missed: share(gated.filter((one) => decide(one) === "allow").length, gated.length),
    kept_back: share(open.filter((one) => decide(one) !== "allow").length, open.length),
  };
}

/** The figures of decided cases, by family. */
export function gateFigures(set: string, scores: readonly CaseScore[]): GateFigures {
  const own = ({ given }: CaseScore) => given;
  const toDeny = scores.filter(({ wanted }) => wanted === "deny");
  const families = Object.groupBy(scores, ({ family }) => family);
  return {
    set,
    total: scores.length,
    passed: scores.filter(({ wrong }) => wrong.length === 0).length,
    ...sharesOf(scores, own),
    denied: share(toDeny.filter(({ given }) => given === "deny").length, toDeny.length),
    failed: Object.fromEntries(scores.filter(({ wrong }) => wrong.length > 0).map(({ id, wrong }) => [id, wrong])),
    families: Object.fromEntries(
      Object.entries(families).map(([name, some = []]) => [
        name,
        { total: some.length, passed: some.filter(({ wrong }) => wrong.length === 0).length, ...sharesOf(some, own) },
      ]),
    ),
    allow_all: sharesOf(scores, () => "allow"),
    deny_all: sharesOf(scores, () => "deny"),
  };
}

function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`;
}

/** The figures as lines for a terminal. */
export function renderGateFigures(figures: GateFigures): string[] {
  const shares = ({ missed, kept_back: kept }: Shares) => `missed ${percent(missed)}   kept back ${percent(kept)}`;
  return [
    `  all          ${figures.passed} of ${figures.total}   ${shares(figures)}   denied ${percent(figures.denied)}`,
    `  allow all    ${shares(figures.allow_all)}`,
    `  deny all     ${shares(figures.deny_all)}`,
    ...Object.entries(figures.families).map(
      ([name, family]) => `  ${name.padEnd(12)} ${family.passed} of ${family.total}   ${shares(family)}`,
    ),
    ...Object.entries(figures.failed).map(([id, wrong]) => `  not ${id}: ${wrong.join(", ")}`),
  ];
}
