/**
 * @module Reading a request: words into parts, parts into axes, and what was ruled out or named. Pure and linear; the same
 * request gives the same reading (requests and authority, sections 4 to 6).
 */

import type { Finding } from "../../finding.ts";
import { raise, requestScales } from "../../scale.ts";
import type { BanDraft } from "./bans.ts";
import { type ClauseReading, readClause } from "./clause-reading.ts";
import { type Clause, cutClauses } from "./clauses.ts";
import { composeReadings } from "./composite.ts";
import { declare } from "./declared.ts";
import { type Prepared, type Span, setAside } from "./material.ts";
import { namedTargets } from "./named.ts";
import { type ReadingContext, type ReadPart, readPart } from "./part-reading.ts";
import { scopeOf } from "./part-removal.ts";
import { gatherParts, isWork, type Part } from "./parts.ts";
import {
  type Act,
  acts,
  floorDomains,
  type PartReading,
  type Reading,
  type Relation,
  type RequestReading,
  type Signal,
  type Turn,
} from "./reading.ts";
import type { Ban } from "./removal.ts";
import { knownNames } from "./removal-entries.ts";
import type { Declared, Request } from "./request.ts";
import { inOrder, requestFinding } from "./request-finding.ts";
import type { StakesVote } from "./stakes.ts";
import { attendanceOf } from "./surface.ts";
import { lineageOf } from "./threads.ts";
import { spanEnd, spanMark } from "./tokens.ts";
import { isAffirmation, isControl, speakerOf } from "./turn.ts";
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
const detailLength = 120;

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

/** Bans that are settled only when the whole request is known: an object nobody can resolve asks where its effect is granted. */
function settleBans(drafts: readonly BanDraft[], parts: readonly ReadPart[], isHuman: boolean): Ban[] {
  const asked = parts.filter(({ state, votes }) => state !== "unread" && votes.length > 0);
  const covered = new Set<Act>(asked.flatMap(({ reading }) => reading.acts));
  const grants = parts.some(({ reading }) =>
    reading.removal.some(({ wording }) => wording === "explicit" || wording === "indirect"),
  );
  const isGranted = (kind: Ban["kind"]): boolean => {
    if (kind === "delete") return grants;
    if (kind === "write") return covered.has("author") || covered.has("modify");
    if (kind === "publish" || kind === "pay") return covered.has("operate");
    if (kind === "configure") return covered.has("govern");
    return covered.size > 0;
  };
  const settled = drafts.map(({ isUnresolved, ...ban }): Ban => {
    const asks = !isHuman || (isUnresolved === true && isGranted(ban.kind));
    return asks ? { ...ban, strength: "ask" } : ban;
  });
  const seen = new Set<string>();
  return settled.filter((ban) => {
    const key = JSON.stringify([ban.kind, ban.target, ban.place, ban.resource_kind, ban.strength]);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

function isWhole(ban: Ban): boolean {
  return ban.target === undefined && ban.place === undefined && ban.resource_kind === undefined;
}

function signalsOf(parts: readonly ReadPart[], prepared: Prepared, request: Request): Signal[] {
  const signals: Signal[] = [];
  const push = (kind: Signal["kind"], name: string, weight: number, detail: string): void => {
    signals.push({ kind, name, weight: Math.round(weight * 100) / 100, detail: detail.slice(0, detailLength) });
  };
  for (const { votes, stakesVotes, isDeictic } of parts.slice(0, 50)) {
    for (const vote of votes.slice(0, 20)) push("lexical", vote.name, vote.weight, `${vote.act} ${vote.kind}`);
    for (const vote of stakesVotes.slice(0, 20))
      push("lexical", vote.about.slice(0, 60), vote.weight, `stakes ${vote.name}`);
    if (isDeictic) push("deictic", "pronoun", 0, "the object lies outside the text");
  }
  if (prepared.hasPasted) push("structural", "pasted", 0, "material was set aside");
  if (prepared.hasQuoted) push("structural", "quoted", 0, "quoted words were set aside");
  for (const { modality } of (request.attachments ?? []).slice(0, 10)) push("attachment", modality, 0, modality);
  return signals;
}

function findingsOf(reading: Reading, parts: readonly ReadPart[], bans: readonly Ban[], prepared: Prepared): Finding[] {
  const findings: Finding[] = [];
  for (const part of parts) {
    for (const vote of part.stakesVotes)
      if (vote.weight >= 0.5) findings.push(requestFinding(`request.stakes.${vote.name}`, vote.about));
    if (part.state === "unread") findings.push(requestFinding("request.unread"));
    if (part.isUnknownVerb) findings.push(requestFinding("request.verb-unknown"));
    for (const entry of part.reading.removal) {
      if (entry.wording !== "none") findings.push(requestFinding(`request.removal.${entry.wording}`));
      if (entry.binding === "unbound") findings.push(requestFinding("request.removal.unbound"));
    }
  }
  for (const ban of bans) findings.push(requestFinding("request.ban", ban.text));
  if (prepared.hasPasted) findings.push(requestFinding("request.pasted-ignored"));
  if (prepared.hasQuoted) findings.push(requestFinding("request.quoted-ignored"));
  if (reading.horizon === "durable") findings.push(requestFinding("request.horizon.recurrence"));
  if (reading.evidence !== "none") findings.push(requestFinding(`request.evidence.${reading.evidence}`));
  return findings;
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
  const attendance = attendanceOf(request.surface, request.attendance);
  const attachments = (request.attachments ?? []).map(({ modality }) => modality);
  const previous = acts.find((act) => act === request.history?.previous_act);
  const context: ReadingContext = {
    spans: prepared.spans,
    known: knownNames(request.resources ?? []),
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
  const result: RequestReading = {
    turn,
    reading: composite,
    parts: strands,
    bans,
    named: isHuman ? namedTargets(clauses, read, request.resources ?? [], context.isTyped) : [],
    provenance: {
      tier: turn === "empty" ? "general" : "signals",
      resolver_version: resolverVersion,
      reproducible: true,
    },
    signals: signalsOf(read, prepared, request),
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
