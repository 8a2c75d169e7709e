/** @module Commitments as text for people: the portfolio, and one of them with all that is known of it. */

import { type Commitment, openQuestion } from "@warrant/kernel/commitment/commitment";
import type { PortfolioEntry, ScoreParts, Withheld } from "@warrant/kernel/commitment/portfolio";
import { standingOf } from "@warrant/kernel/commitment/strength";
import { type Envelope, isLive } from "@warrant/kernel/policy/envelope";
import { withoutCommands } from "@warrant/kernel/render/ci-commands";
import { outside } from "@warrant/kernel/render/outside";
import type { Colours } from "./colours.ts";
import { columns, cutAfter } from "./layout.ts";
import { day, timeOf } from "./when.ts";

type Shorten = (id: string) => string;

const shownParts: readonly (readonly [keyof ScoreParts, boolean])[] = [
  ["pin", true],
  ["stakes", true],
  ["deadline", false],
  ["idle", true],
  ["progress", true],
  ["review", false],
];

function figure(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
}

/** Every component that adds something; the usual ones also when they add nothing. */
function scoreText({ score, parts }: PortfolioEntry): string {
  const shown = shownParts.filter(([name, isAlways]) => isAlways || parts[name] > 0);
  return `score ${score.toFixed(1)}  ${shown.map(([name]) => `${name} ${figure(parts[name])}`).join(" · ")}`;
}

const withheldWords: Readonly<Record<Withheld, string>> = {
  closed: "closed",
  suspended: "suspended",
  blocked: "blocked",
  spent: "its budget is spent",
  expired: "past its end",
  stalled: "no progress in the last sessions",
};

/** Why work waits, in words. */
function waitingFor({ suspension }: Commitment, shorten: Shorten, now: string): string {
  switch (suspension?.kind) {
    case "human": {
      const inbox = suspension.inbox_id === undefined ? "" : ` (inbox ${shorten(suspension.inbox_id)})`;
      return `waiting for a person since ${timeOf(suspension.at, now)}${inbox}`;
    }
    case "schedule":
      return "waiting for its time";
    case "predicate":
      return `waiting for ${outside(suspension.criterion, 60)}`;
    case "commitment":
      return `waiting for commitment ${shorten(suspension.commitment_id)}`;
    case "external":
      return `waiting for ${outside(suspension.integration, 60)}`;
    case undefined:
      break;
  }
  return "suspended";
}

function heldText({ commitment, withheld }: PortfolioEntry, shorten: Shorten, now: string): string {
  const { closure, blocker } = commitment;
  if (closure !== null) return `${closure.outcome} on ${day(closure.at)}`;
  if (withheld === "suspended") return `suspended: ${waitingFor(commitment, shorten, now)}`;
  if (withheld === "blocked") return `blocked: ${outside(blocker ?? "", 80)}`;
  return withheld === null ? "" : withheldWords[withheld];
}

function stateWord({ commitment, withheld }: PortfolioEntry): string {
  if (withheld === null) return commitment.phase;
  return withheld === "closed" ? "closed" : "held";
}

/** All of the work, what can be taken up first. */
export function portfolioText(
  entries: readonly PortfolioEntry[],
  shorten: Shorten,
  now: string,
  colours: Colours,
): string {
  if (entries.length === 0)
    return "no commitments: one opens when a connected agent is asked for work beyond its session (warrant hooks install)\n";
  const cells = entries.map((entry) => [
    shorten(entry.commitment.id),
    stateWord(entry),
    entry.withheld === null ? scoreText(entry) : heldText(entry, shorten, now),
  ]);
  const widths = [0, 1, 2].map((at) => Math.max(...cells.map((row) => columns(row[at] ?? ""))));
  const lines = entries.map((entry, index) => {
    const row = (cells[index] ?? []).map((cell, at) => cell + " ".repeat((widths[at] ?? 0) - columns(cell)));
    return `${row.join("  ")}  ${colours.bold(cutAfter(outside(entry.commitment.spec.objective), 60))}`;
  });
  return withoutCommands(`${lines.join("\n")}\n`);
}

function criterionLines({ criteria }: Commitment): string[] {
  const cells = criteria.map(({ id, kind, statement, required, result, strength }) => {
    const state = { passed: "PASS", failed: "FAIL", unknown: "?" }[result?.kind ?? "unknown"];
    const reason = result === undefined || result.kind === "passed" ? "" : `: ${outside(result.reason, 80)}`;
    return [
      result === undefined ? "open" : state,
      result?.kind === "passed" ? (strength ?? "asserted") : "-",
      outside(id, 40),
      kind,
      `${outside(statement, 80)}${required ? "" : " (not required)"}${reason}`,
    ];
  });
  const widths = [0, 1, 2, 3].map((at) => Math.max(0, ...cells.map((row) => columns(row[at] ?? ""))));
  return cells.map((row) =>
    row.map((cell, at) => cell + " ".repeat(Math.max(0, (widths[at] ?? 0) - columns(cell)))).join("  "),
  );
}

/** Whether an envelope still covers anything, and why not. */
function envelopeState(envelope: Envelope, commitment: Commitment, now: string): string {
  const uses = commitment.uses[envelope.id] ?? 0;
  const used = `${uses} ${uses === 1 ? "use" : "uses"}`;
  if (commitment.closure !== null) return `ended, ${used}`;
  if ("revoked_at" in envelope) return `revoked, ${used}`;
  if (commitment.void_envelopes.includes(envelope.id)) return `void, ${used}`;
  if (!isLive(envelope, now)) return `expired ${timeOf(envelope.expires_at, now)}, ${used}`;
  return `live until ${timeOf(envelope.expires_at, now)}, ${used}`;
}

function spendText({ spent_usd: spent, spec }: Commitment): string {
  const { lifetime_budget_usd: budget } = spec.economics;
  return `spend ${spent.toFixed(2)} ${budget === "unlimited" ? "USD, no limit" : `of ${budget.toFixed(2)} USD`}`;
}

function episodesText({ episodes, earlier_episodes: earlier }: Commitment): string {
  const last = episodes.at(-1);
  const count = earlier + episodes.length;
  return last === undefined ? "episodes 0" : `episodes ${count} (last: ${last.advancement?.kind ?? "not ended"})`;
}

/** What was said, in quotation marks where it has none of its own. */
function saidText(text: string): string {
  const said = outside(text, 200);
  return said.includes('"') ? said : `"${said}"`;
}

/** A row: a label, what stands left, and what stands right where there is room for both. */
type Pair = readonly [label: string, left: string, right?: string];

const leftWidth = 44;

function pairLines(pairs: readonly Pair[], colours: Colours): string[] {
  return pairs.flatMap(([label, left, right]) => {
    const name = colours.bold(label.padEnd(10));
    if (right === undefined) return [`${name} ${left}`];
    const gap = leftWidth - columns(left);
    return gap >= 1 ? [`${name} ${left}${" ".repeat(gap)} ${right}`] : [`${name} ${left}`, `${" ".repeat(11)}${right}`];
  });
}

/** One commitment with its criteria, envelopes and the last answer. */
export function commitmentText(commitment: Commitment, shorten: Shorten, now: string, colours: Colours): string {
  const { spec, phase, closure, criteria, envelopes, last_answer: answer, blocker } = commitment;
  const standing = standingOf(criteria, spec.min_satisfaction);
  const question = openQuestion(commitment);
  const envelopeLines = envelopes.map((one) => `${shorten(one.id)} ${envelopeState(one, commitment, now)}`);
  const [firstEnvelope = "none", ...otherEnvelopes] = envelopeLines;
  const [firstCriterion = "none", ...otherCriteria] = criterionLines(commitment);
  const state = closure === null ? phase : `closed as ${closure.outcome} on ${day(closure.at)}`;
  const pairs: Pair[] = [
    ["objective", outside(spec.objective, 200), `phase ${state}, opened ${day(commitment.opened_at)}`],
    ["evidence", `needs ${standing.required} · has ${standing.achieved}`, spendText(commitment)],
    ["criteria", firstCriterion],
    ...otherCriteria.map((line): Pair => ["", line]),
    ["envelopes", firstEnvelope, episodesText(commitment)],
    ...otherEnvelopes.map((line): Pair => ["", line]),
    ...(question === null
      ? commitment.suspension === null
        ? []
        : [["waits", waitingFor(commitment, shorten, now)] as const]
      : [["question", saidText(question.question), waitingFor(commitment, shorten, now)] as const]),
    ...(blocker === null ? [] : [["blocker", outside(blocker, 200)] as const]),
    ...(answer === null
      ? []
      : [
          [
            "answer",
            `${outside(answer.answer, 80)}${answer.note === undefined ? "" : ` "${outside(answer.note, 200)}"`} on ${day(answer.at)}`,
            `question ${saidText(answer.question)}`,
          ] as const,
        ]),
    ...(closure === null || closure.note === "" ? [] : [["note", outside(closure.note, 200)] as const]),
    ...(commitment.ignored === 0 ? [] : [["ignored", `${commitment.ignored} events that could not follow`] as const]),
  ];
  return withoutCommands(`${pairLines(pairs, colours).join("\n")}\n`);
}
