/** @module Scope drift of one change: which of its files the request explains, each with a reason. */

import { compareText } from "../../compare-text.ts";
import type { PathClasses } from "../../paths/classes.ts";
import { compilePatternList } from "../../paths/pattern.ts";
import { chooseIdentifiers, countIdentifiers } from "../../text/identifiers.ts";
import type { AlignmentFile } from "../../verdict.ts";
import type { ChangedFile } from "../facts.ts";
import { type DriftState, followCore, liftedByCore, type StatedFile } from "./exemptions.ts";
import { explainFile } from "./explanation.ts";
import { type DriftRequest, type FileWords, isCiPath, readChangeWords } from "./file-words.ts";
import { driftModel } from "./model.ts";
import { type DriftModel, type FileScore, scoreFiles } from "./score.ts";
import { textEvidence } from "./text-evidence.ts";

export interface DriftInput {
  readonly request: DriftRequest;
  /** Title and description of the change. They never put a file in scope. */
  readonly changeText: string;
  readonly files: readonly ChangedFile[];
  readonly classes: PathClasses;
  /** Paths of approved plans. */
  readonly planPaths: readonly string[];
  /** Every issue that counts is about documentation only. */
  readonly isDocsOnly: boolean;
  readonly model?: DriftModel;
}

export interface DriftResult {
  /** In the order of the input. */
  readonly files: readonly AlignmentFile[];
  readonly outOfScope: readonly string[];
  /** Out of scope because the request is about documentation only. */
  readonly outsideClass: readonly string[];
  /** In scope with a score from `t_near` on. */
  readonly near: readonly string[];
  readonly lonelyLockfiles: readonly string[];
  /** Telling words of the request, with repetition. */
  readonly words: number;
  readonly core: number;
  /** Core files with neither identifiers nor patch. */
  readonly notSeen: number;
  /** The best text evidence of all core files. */
  readonly bestEvidence: number;
  readonly model: DriftModel;
}

/** A request that says a file's name explains the change, however little else they share. */
export const namedEvidence = 9;
const maximumPathLength = 4096;
const maximumIdentifierLength = 400;
const docsImage = /\.(?:png|jpe?g|gif|svg|webp|avif|ico)$/i;
const docsFolder = /(?:^|\/)(?:docs?|documentation)\//i;

interface Entry extends StatedFile {
  readonly place: number;
  readonly changed: ChangedFile;
}

/** Both paths of a rename must be of a class that exempts. */
function bothPaths(file: ChangedFile, is: (path: string) => boolean): boolean {
  return is(file.path) && (file.previous_path === undefined || is(file.previous_path));
}

/** Endings of programs: a file with one is no page that tells of a change, whatever its name begins with. */
const program =
  /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kts?|scala|cs|php|swift|c|cc|cpp|h|hpp|ex|exs|dart|lua|pl|r|sh|bash|ps1|bat|cmd|sql|ya?ml)$/i;

/**
 * What a file is judged by. A file that only says in its own lines that it was generated is judged by its own score: the
 * line is its author's word and would take any file out of the measure (law 4).
 */
function kindOf(file: ChangedFile, classes: PathClasses): Entry["kind"] {
  if (bothPaths(file, classes.isLockfile)) return "lockfile";
  if (bothPaths(file, (path) => classes.isGenerated(path))) return "generated";
  const isCompanion = bothPaths(file, (path) => classes.isCompanion(path) && !program.test(path));
  return isCompanion ? "companion" : "core";
}

function identifierCounts(file: ChangedFile): Map<string, number> {
  if (file.identifiers === undefined) return countIdentifiers(file.patch ?? "");
  return new Map(file.identifiers.map((identifier) => [identifier.slice(0, maximumIdentifierLength), 1]));
}

/** The files sorted by path, so that their order in the facts decides nothing. */
function readEntries(files: readonly ChangedFile[], classes: PathClasses): Entry[] {
  const kinds = files.map((file) => {
    const isGuardrail =
      classes.isGuardrail(file.path) || (file.previous_path !== undefined && classes.isGuardrail(file.previous_path));
    // A guarded file is never exempt, so it is judged by its own score.
    return { isGuardrail, kind: isGuardrail ? ("core" as const) : kindOf(file, classes) };
  });
  const hasCore = kinds.some(({ kind }) => kind === "core");
  const identifiers = chooseIdentifiers(files.map(identifierCounts));
  const entries = files.map((changed, place): Entry => {
    const { isGuardrail = true, kind = "core" } = kinds[place] ?? {};
    return {
      place,
      changed,
      path: changed.path,
      // Where nothing else changed, generated files and companions are what there is to judge.
      kind: hasCore || kind === "lockfile" ? kind : "core",
      isGuardrail,
      isTest: bothPaths(changed, classes.isTest),
      isDocs: bothPaths(changed, classes.isDocs),
      identifiers: identifiers[place] ?? [],
    };
  });
  return entries.sort(
    (left, right) =>
      compareText(left.path, right.path) ||
      compareText(left.changed.status, right.changed.status) ||
      compareText(left.identifiers.join("\n"), right.identifiers.join("\n")),
  );
}

function isSaid(path: string, folded: string): boolean {
  const base = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  return base.length >= 4 && folded.includes(base);
}

/** Whether a path is of the kinds a documentation request covers. */
function isOfDocumentation(entry: Entry): boolean {
  const { kind, isDocs, isGuardrail, changed } = entry;
  if (isGuardrail) return false;
  const isImage = (path: string) => docsImage.test(path) && docsFolder.test(path);
  return isDocs || kind === "companion" || bothPaths(changed, isImage);
}

interface Decision {
  state: DriftState;
  reason: string;
  follows?: string;
}

/** Decides the state of every file of a change against a request that has words. Never throws; the order of files is nothing. */
export function decideDrift(input: DriftInput): DriftResult {
  const model = input.model ?? driftModel;
  const entries = readEntries(input.files, input.classes);
  const core = entries.filter((entry) => entry.kind === "core");
  const words = readChangeWords(
    input.request,
    core.map(({ path, identifiers, isTest }) => ({
      path: path.slice(-maximumPathLength),
      identifiers,
      isTest,
      isCi: isCiPath(path),
    })),
  );
  const evidence = textEvidence(words);
  const scores = scoreFiles(words, evidence, model);
  const scored = new Map<Entry, { words: FileWords; score: FileScore }>();
  for (const [index, entry] of core.entries()) {
    const [file, score] = [words.files[index], scores[index]];
    if (file !== undefined && score !== undefined) scored.set(entry, { words: file, score });
  }
  const decisions = decideStates(input, entries, core, scored, model);
  const inScope = new Set(
    core.flatMap((entry) => {
      const file = scored.get(entry)?.words;
      return decisions.states.get(entry)?.state === "in_scope" && file !== undefined ? [file] : [];
    }),
  );
  const said = input.changeText.toLowerCase();
  const rows: AlignmentFile[] = [];
  const near: string[] = [];
  for (const entry of entries) {
    const { state, reason, follows } = decisions.states.get(entry) ?? { state: "not_scored", reason: "" };
    const found = scored.get(entry);
    const explained =
      found === undefined ? null : explainFile(found.words, found.score, words, (file) => inScope.has(file));
    const score = found?.score.score ?? null;
    if (state === "in_scope" && reason === "" && score !== null && score >= model.t_near) near.push(entry.path);
    rows[entry.place] = {
      path: entry.path,
      state,
      reason: sentence(reason === "" ? (explained?.reason ?? "") : reason),
      score,
      declared: state === "out_of_scope" && isSaid(entry.path, said),
      words: explained?.words ?? { shared: [], own: [] },
      points: explained?.points ?? [],
      ...(follows === undefined ? {} : { follows }),
    };
  }
  const pathsOf = (list: readonly Entry[]): string[] => [...new Set(list.map((entry) => entry.path))];
  return {
    files: rows,
    outOfScope: pathsOf(entries.filter((entry) => decisions.states.get(entry)?.state === "out_of_scope")),
    outsideClass: pathsOf(decisions.outsideClass),
    near,
    lonelyLockfiles: pathsOf(decisions.lonelyLockfiles),
    words: words.request.occurrences,
    core: core.length,
    notSeen: core.filter(({ changed }) => changed.patch === undefined && changed.identifiers === undefined).length,
    bestEvidence: evidence.reduce((best, file) => Math.max(best, file.named === 1 ? namedEvidence : file.explained), 0),
    model,
  };
}

function sentence(text: string): string {
  return text === "" ? "" : `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;
}

/** Scores first, then plan paths, then what follows others, and last what no rule may lift: a request for documentation only. */
function decideStates(
  input: DriftInput,
  entries: readonly Entry[],
  core: readonly Entry[],
  scored: ReadonlyMap<Entry, { score: FileScore }>,
  model: DriftModel,
): { states: Map<Entry, Decision>; lonelyLockfiles: Entry[]; outsideClass: Entry[] } {
  const states = new Map<Entry, Decision>();
  const plans = input.planPaths.length === 0 ? null : compilePatternList(input.planPaths);
  for (const entry of core) {
    const isFlagged = (scored.get(entry)?.score.score ?? Number.POSITIVE_INFINITY) > model.t_flag;
    states.set(entry, { state: isFlagged ? "out_of_scope" : "in_scope", reason: "" });
  }
  const isPlanned = (entry: Entry) =>
    plans !== null && !entry.isGuardrail && bothPaths(entry.changed, (path) => plans.matches(path));
  const planned: Decision = { state: "in_scope", reason: "An approved plan names its path (plan-path)" };
  for (const entry of core) if (isPlanned(entry)) states.set(entry, planned);
  const isInScope = (entry: Entry) => states.get(entry)?.state === "in_scope";
  for (const [entry, following] of liftedByCore({ core, isInScope })) states.set(entry, following);
  const followed = followCore(entries, { core, isInScope });
  for (const [entry, following] of followed.states) states.set(entry, isPlanned(entry) ? planned : following);
  const outsideClass = input.isDocsOnly ? entries.filter((entry) => !isOfDocumentation(entry)) : [];
  for (const entry of outsideClass) {
    states.set(entry, {
      state: "out_of_scope",
      reason: "The request is about documentation only, and this file is none",
    });
  }
  return { states, lonelyLockfiles: followed.lonelyLockfiles, outsideClass };
}
