/**
 * @module Reading a request: words into parts, parts into axes, and what was ruled out or named. Pure and linear; the same
 * request gives the same reading (requests and authority, sections 4 to 6).
 */

import { raise, requestScales } from "../../scale.ts";
import { type ClauseReading, readClause } from "./clause-reading.ts";
import { type Clause, cutClauses } from "./clauses.ts";
import { composeReadings } from "./composite.ts";
import { declare } from "./declared.ts";
import { type Prepared, type Span, setAside } from "./material.ts";
import { namedTargets } from "./named.ts";
import { type ReadingContext, readPart } from "./part-reading.ts";
import { scopeOf } from "./part-removal.ts";
import { gatherParts, isWork, type Part } from "./parts.ts";
import {
  acts,
  floorDomains,
  type PartReading,
  type Reading,
  type Relation,
  type RequestReading,
  type Turn,
} from "./reading.ts";
import { findingsOf, signalsOf } from "./reading-signals.ts";
import { knownNames } from "./removal-entries.ts";
import type { Declared, Request } from "./request.ts";
import { inOrder, requestFinding } from "./request-finding.ts";
import { isWhole, settleBans } from "./settle-bans.ts";
import type { StakesVote } from "./stakes-vote.ts";
import { attendanceOf } from "./surface.ts";
import { lineageOf } from "./threads.ts";
import { spanEnd, spanMark } from "./tokens.ts";
import { isAffirmation, isControl, speakerOf } from "./turn.ts";
import { unmeantClauses } from "./unmeant.ts";
import { resolverVersion } from "./version.ts";
import { cutText, longestText, widestView } from "./view.ts";

/** How sure a reading must be, and whether tools are offered by domain. */
export interface ReadingOptions {
  readonly accept_confidence?: number;
  readonly provisional_confidence?: number;
  readonly offer_by_domain?: boolean;
}

const defaultAccept = 0.75;
const defaultProvisional = 0.45;

function thresholds({ accept_confidence: accept, provisional_confidence: provisional }: ReadingOptions): {
  accept: number;
  provisional: number;
} {
  const isFit = (value: number | undefined): value is number => value !== undefined && value >= 0 && value <= 1;
  const chosen = {
    accept: isFit(accept) ? accept : defaultAccept,
    provisional: isFit(provisional) ? provisional : defaultProvisional,
  };
  return chosen.provisional <= chosen.accept ? chosen : { accept: defaultAccept, provisional: defaultProvisional };
}

/** What a token reads as typed: quoted spans stand for what they hold when that is one short word. */
function typedWords(clause: Clause, spans: readonly Span[]): string[] {
  return clause.tokens.map(({ text, span }) => {
    if (span === undefined) return text;
    const content = spans[span]?.content.trim() ?? "";
    return content.length <= 80 && !/\s/.test(content) ? content : "";
  });
}

function readClauses(prepared: Prepared): ClauseReading[] {
  const readings: ClauseReading[] = [];
  let afterRemoval = false;
  for (const clause of cutClauses(prepared.text)) {
    const reading = readClause(clause, typedWords(clause, prepared.spans), afterRemoval);
    if (isWork(reading) && reading.heads.length > 0)
      afterRemoval =
        reading.heads.some(({ verb }) => verb.removal !== undefined) || (afterRemoval && reading.bans.length > 0);
    readings.push(reading);
  }
  return readings;
}

/** Whether words stand in the text as typed: always, where the view changed nothing. */
function typedTest(text: string, view: string): (word: string) => boolean {
  if (text === view) return () => true;
  const written = new Set(
    text
      .split(/[\s,;:!?()[\]{}"'`“”«»]+/u)
      .flatMap((chunk) => [chunk, chunk.replace(/[.]+$/, ""), chunk.replace(/['’]s$/, "")]),
  );
  return (word) => written.has(word) || written.has(word.replace(/'s$/, ""));
}

const spanPattern = new RegExp(`${spanMark}(\\d+)${spanEnd}`, "g");

function textOf(part: Part, prepared: Prepared): string {
  const pieces: string[] = [];
  let from = -1;
  let to = -1;
  for (const { clause } of part.clauses) {
    const [first] = clause.tokens;
    const last = clause.tokens.at(-1);
    if (first === undefined || last === undefined) continue;
    if (from < 0) from = first.start;
    to = last.end;
  }
  if (from >= 0) pieces.push(prepared.text.slice(from, to));
  return pieces.join(" ").replace(spanPattern, (_mark, index: string) => prepared.spans[Number(index)]?.written ?? "");
}

const pronounOpening: ReadonlySet<string> = new Set(["it", "this", "that", "them", "these", "those", "him", "her"]);

function relationOf(part: Part, previous: string | undefined): Relation {
  const { opening } = part;
  if (previous === undefined) return { kind: "independent" };
  if (opening.clause.joint === "sequence") return { kind: "sequential", after: previous };
  const next = opening.heads[0]?.object.words[0] ?? opening.words[opening.peeled.at] ?? "";
  if (opening.clause.joint === "addition" && pronounOpening.has(next)) return { kind: "dependent", on: previous };
  return { kind: "independent" };
}

/** What an unread text reads as: an answer in this turn, nothing at stake that cannot be taken back. */
export function generalReading(attendance: Reading["attendance"], inputs: Reading["inputs"] = ["text"]): Reading {
  return {
    act: "answer",
    acts: ["answer"],
    horizon: "turn",
    stakes: "reversible",
    evidence: "none",
    clarity: "clear",
    inputs,
    outputs: ["text"],
    attendance,
    domains: floorDomains,
    removal: [],
    confidences: { act: 0, horizon: 0, stakes: 0, evidence: 0 },
    confidence: 0,
  };
}

const goal = /^\s*\/goal\s+(?<kind>fix|replace)\s+/i;

function turnOf(view: string, request: Request, clauses: readonly ClauseReading[]): Turn {
  const speaker = speakerOf(request.origin);
  if (speaker !== "human") return speaker;
  if (isControl(view)) return "control";
  if (isAffirmation(view)) return "affirmation";
  if (clauses.length === 0) return "empty";
  if (
    clauses.every(({ role }) => role === "social" || role === "statement") &&
    (clauses[0]?.role === "social" || clauses[0]?.peeled.isSocial === true) &&
    clauses.every(({ modal }) => modal === undefined)
  )
    return "social";
  if (clauses.every(({ role }) => role === "ban" || role === "social")) return "bans";
  return "work";
}

/** Reads a request. Never throws; a text that cannot be read is an unread one. */
export function readRequest(request: Request, declared: Declared = {}, options: ReadingOptions = {}): RequestReading {
  const speaker = speakerOf(request.origin);
  const isHuman = speaker === "human";
  const whole = cutText(request.text);
  const isCut = request.text.length > longestText;
  const command = isHuman ? goal.exec(whole)?.groups?.["kind"]?.toLowerCase() : undefined;
  const typed = command === undefined ? whole : whole.replace(goal, "");
  const view = widestView(typed);
  const prepared = setAside(view, request.scaffold_tags ?? []);
  const clauses = readClauses(prepared);
  const unmeant = unmeantClauses(clauses, prepared.text);
  const attendance = attendanceOf(request.surface, request.attendance);
  const attachments = (request.attachments ?? []).map(({ modality }) => modality);
  const previous = acts.find((act) => act === request.history?.previous_act);
  const context: ReadingContext = {
    spans: prepared.spans,
    known: knownNames(request.resources ?? []),
    unmeant,
    listItems: clauses.filter(({ clause }) => clause.isListItem && clause.isFirst).length,
    isFirstMessage: (request.history?.turn_index ?? 0) === 0,
    attachments,
    hasMaterial: prepared.hasPasted,
    hasFence: prepared.hasFence,
    previousAct: previous,
    attendance,
    ...thresholds(options),
    offerByDomain: options.offer_by_domain !== false,
    isCut,
    isGranting: isHuman,
    isTyped: typedTest(typed, view),
  };
  const gathered = gatherParts(clauses);
  const read = gathered.map((part) => readPart(part, context));
  const bans = settleBans(
    clauses.flatMap((clause) => clause.bans),
    read,
    isHuman,
  );
  const isRemovalBanned = bans.some((ban) => ban.kind === "delete" && isWhole(ban) && ban.strength === "deny");
  const isRemovalDoubtful = bans.some((ban) => ban.kind === "delete" && isWhole(ban) && ban.strength === "ask");
  const stem =
    request.turn_id === undefined || request.turn_id === ""
      ? String(request.history?.turn_index ?? 0)
      : request.turn_id;
  const strands: PartReading[] = [];
  for (const [index, part] of gathered.entries()) {
    const own = read[index];
    if (own === undefined) continue;
    const text = textOf(part, prepared);
    const strand = `${stem}.${index + 1}`;
    const { reading } = own;
    const lineage = lineageOf(
      { text, acts: reading.acts, isDeictic: own.isDeictic },
      request.history?.open_threads ?? [],
      lineageCommand(command, request),
    );
    strands.push({
      strand_id: strand,
      thread_id: lineage.kind === "continues" || lineage.kind === "corrects" ? lineage.thread_id : strand,
      text,
      role: part.opening.role,
      state: own.state,
      unknown_verb: own.isUnknownVerb,
      money: own.hasMoney,
      reading,
      removal: scopeOf(own, isRemovalBanned, isRemovalDoubtful || !isHuman),
      relation: relationOf(part, strands.at(-1)?.strand_id),
      lineage,
    });
  }
  const composite =
    composeReadings(strands) ??
    generalReading(attendance, attachments.length > 0 ? ["text", ...new Set(attachments)] : ["text"]);
  const turn = turnOf(view, request, clauses);
  const findings = findingsOf(composite, read, bans, prepared);
  if (turn === "empty") findings.push(requestFinding("request.unread"));
  if (turn === "affirmation") findings.push(requestFinding("request.affirmation"));
  if (turn === "not-human") findings.push(requestFinding("request.not-human"));
  if (turn === "no-standing") findings.push(requestFinding("request.no-standing"));
  if (isCut) findings.push(requestFinding("request.cut"));
  const meant = unmeant.size === 0 ? clauses : clauses.filter((clause) => !unmeant.has(clause));
  const result: RequestReading = {
    turn,
    reading: composite,
    parts: strands,
    bans,
    named: isHuman ? namedTargets(meant, read, request.resources ?? [], context.isTyped) : [],
    provenance: {
      tier: turn === "empty" ? "general" : "signals",
      resolver_version: resolverVersion,
      reproducible: true,
    },
    signals: signalsOf(clauses, read, prepared, request),
    findings: inOrder(findings),
  };
  const stated = new Map(strands.map(({ strand_id }, index) => [strand_id, read[index]?.stakesVotes ?? []]));
  return declare(result, declared, (part) => statedStakes(stated.get(part.strand_id) ?? []));
}

function statedStakes(votes: readonly StakesVote[]): StakesVote["level"] | undefined {
  const levels = votes.filter(({ weight }) => weight >= 0.5).map(({ level }) => level);
  return levels.length === 0 ? undefined : raise(requestScales.stakes, ...levels);
}

function lineageCommand(command: string | undefined, request: Request): "corrects" | "replaces" | undefined {
  if (command === "fix") return "corrects";
  if (command === "replace") return "replaces";
  return speakerOf(request.origin) === "human" ? request.lineage : undefined;
}
