/** @module What a check run shows: title, summary, text and annotations, each within what the platform takes. */

import { digest } from "@warrant/kernel/canonical";
import { renderMarkdown } from "@warrant/kernel/render/markdown";
import { codeSpan, prose } from "@warrant/kernel/render/markdown-text";
import type { RunDescription } from "@warrant/kernel/render/run-description";
import { type Annotation, annotationsOf } from "./annotations.ts";
import {
  concludeCommit,
  failureTitle,
  type JointOutcome,
  type Judged,
  type JudgedChange,
  type Mode,
  worstFirst,
} from "./conclusion.ts";
import { cutMarkdown } from "./cut.ts";
import { failureText } from "./failure-text.ts";
import { annotationsLine, digestLine, seenLines } from "./stored-verdict.ts";

/** Characters of a summary, and of a text; the platform takes 65,535 of each. */
export const outputLimit = 60_000;
/** Characters of the reasons that siblings and foreign checks add. */
const notesLimit = 10_000;
/** Siblings whose digests are remembered. */
const mostRemembered = 10;

/** A check run of our name that another app wrote (report F10). */
export interface ForeignCheck {
  readonly app: string | null;
  readonly conclusion: string | null;
}

export interface CheckOutputOptions {
  readonly mode: Mode;
  readonly siblings?: readonly JudgedChange[];
  readonly foreign?: readonly ForeignCheck[];
  readonly run?: RunDescription | undefined;
  /** The page that shows the whole verdict. */
  readonly detailsUrl?: string | undefined;
  /** What a sweep saw of the changes before they were judged, by number. */
  readonly seen?: ReadonlyMap<number, string> | undefined;
  /** The lines of the verdicts that held the change before a failure of ours. */
  readonly held?: string;
}

export interface CheckOutput {
  readonly outcome: JointOutcome;
  readonly externalId: string;
  readonly summary: string;
  readonly text: string;
  readonly annotations: readonly Annotation[];
}

/** A link to a page of ours, or nothing for what is not a web address. */
function link(address: string | undefined): string {
  if (address === undefined || !URL.canParse(address)) return "";
  const url = new URL(address);
  if (url.protocol !== "https:" && url.protocol !== "http:") return "";
  return `[The whole verdict](${url.href.replaceAll("(", "%28").replaceAll(")", "%29")})`;
}

function foreignNotes(foreign: readonly ForeignCheck[]): string[] {
  return foreign.map(({ app, conclusion }) => {
    const who = app === null ? "Something else" : `The app ${codeSpan(app)}`;
    const what = conclusion === null ? "" : `, with the conclusion ${codeSpan(conclusion)}`;
    return `⚠️ ${who} also wrote a check of this name on this commit${what}. It is not Warrant's: require the check from the app that runs Warrant.`;
  });
}

function siblingNotes(siblings: readonly JudgedChange[], decidedBy: number | null): string[] {
  return siblings.map(({ number, judged }) => {
    const decides = number === decidedBy ? " It decides this check, which belongs to the commit." : "";
    const said = "failure" in judged ? `could not be judged: ${prose(judged.failure)}` : prose(judged.verdict.reason);
    return `Change ${codeSpan(`#${number}`)} has the same head commit: ${said}${decides}`;
  });
}

function body(judged: Judged, options: CheckOutputOptions, limit: number, verbose: boolean): string {
  if ("failure" in judged) {
    const meaning =
      options.mode === "report"
        ? "Report-only: nothing is refused."
        : "Under enforcement a change that could not be judged is not let through.";
    return `### ⚠️ ${failureTitle}\n\n${failureText(judged.failure)}\n\n${meaning} Run it again, or comment ${codeSpan("/warrant recheck")}.\n`;
  }
  return renderMarkdown(judged.verdict, { mode: options.mode, run: options.run, verbose, limit });
}

/** What of the annotations is not there, in words. */
function annotationNote(shown: number, total: number): string {
  return total === shown ? "" : `${shown} of ${total} findings that name a file are annotated, the worst first.`;
}

/** The digest lines: the change's own first, then those that decide, each change once. */
function remembered(judged: Judged, siblings: readonly JudgedChange[]): string {
  const all = [judged, ...worstFirst(siblings).map((sibling) => sibling.judged)];
  const verdicts = all.flatMap((one) => ("verdict" in one ? [one.verdict] : []));
  // The first line is the one `external_id` speaks of; without a verdict of the change itself nothing is remembered.
  return "failure" in judged
    ? ""
    : verdicts
        .slice(0, mostRemembered + 1)
        .map((verdict) => digestLine(verdict))
        .join("\n");
}

/**
 * The check run of a change. The same input gives the same output; the verdict's digest and those it was decided from
 * are in it, so that it can later be known what the run answers for.
 */
export function checkOutput(judged: Judged, options: CheckOutputOptions): CheckOutput {
  const { mode, siblings = [], foreign = [], detailsUrl } = options;
  const outcome = concludeCommit(judged, siblings, mode);
  const where = link(detailsUrl);
  const { shown, total } = "verdict" in judged ? annotationsOf(judged.verdict) : { shown: [], total: 0 };
  const notes = cutMarkdown(
    [...siblingNotes(siblings, outcome.decidedBy), ...foreignNotes(foreign), annotationNote(shown.length, total)]
      .filter((note) => note !== "")
      .join("\n\n"),
    notesLimit,
  );
  const head = notes === "" ? "" : `${notes}\n\n`;
  const foot = where === "" ? "" : `\n${where}\n`;
  const summary = head + body(judged, options, outputLimit - head.length - foot.length, false) + foot;
  const seen = seenLines(options.seen ?? new Map());
  const digests = `${seen}${annotationsLine(shown)}\n${remembered(judged, siblings)}`;
  const frame = ["<details><summary>Everything the verdict holds</summary>", "</details>"] as const;
  const room = outputLimit - digests.length - frame.join("").length - 20;
  const full = "failure" in judged ? "" : body(judged, options, room, true);
  return {
    outcome,
    externalId: "verdict" in judged ? digest(judged.verdict) : "not judged",
    summary: cutMarkdown(summary, outputLimit, where),
    text: full === "" ? (options.held ?? "") : `${frame[0]}\n\n${full}\n${frame[1]}\n\n${digests}\n`,
    annotations: shown,
  };
}
