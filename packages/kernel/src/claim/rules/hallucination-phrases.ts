/** @module `claim.hallucination_phrases`: no placeholder, no invented output, no tool use that the trace does not hold (claim gate, 4.4). */

import { inertTools, tools } from "../../action/tools.ts";
import { isEnglish } from "../english.ts";
import { type ClaimFinding, claimFinding } from "../finding.ts";
import { fold } from "../fold.ts";
import type { Claim } from "../output.ts";
import { readScript } from "../receipts/script.ts";
import { commandOf, isShellCall } from "../receipts/shell-call.ts";
import type { ClaimSettings, PhraseCategory, PhraseLevel } from "../settings.ts";
import type { Invocation } from "../trace.ts";
import { type Phrase, phraseLevels, phraseList, type ToolUse, toolPrograms, toolVerbs } from "./phrases.ts";

const rule = "claim.hallucination_phrases";

const said: Readonly<Record<PhraseCategory, readonly [message: string, next: string]>> = {
  placeholder: ["holds a placeholder", "Fill it in, or state a gap."],
  simulated: ["tells of output that nothing printed", "Run it and quote what it prints, or state a gap."],
  printed_call: ["prints a tool call as text", "Make the call, and cite its result."],
  claimed_tool_use: ["tells of a tool that was not used", "Use the tool and cite it, or leave the sentence out."],
  claimed_test_results: ["tells of test results without a run", "Run the tests and cite the run."],
  certainty: ["claims a certainty no evidence can carry", "Say what was checked."],
  as_we_can_see: ["points at something the reader does not see", "Quote it as evidence."],
  prior_knowledge: ["speaks from general knowledge", "Cite what shows it here."],
};

/** What calls were made, as far as a claim may speak of them. */
export class ToolUses {
  readonly #calls: readonly Invocation[];
  #programs: Set<string> | null = null;
  #isOpen: boolean | null = null;

  constructor(calls: readonly Invocation[]) {
    // A denied call is no call.
    this.#calls = calls.filter(({ status }) => status !== "denied");
  }

  /** A tool nobody knows, or another agent, could have done anything. */
  get #hasOpen(): boolean {
    this.#isOpen ??= this.#calls.some((call) => {
      const kind = tools.get(call.tool)?.kind;
      if (kind === undefined) return !inertTools.has(call.tool) && !isShellCall(call);
      return kind === "delegate" || kind === "opaque" || kind === "skill";
    });
    return this.#isOpen;
  }

  get #shellPrograms(): Set<string> {
    this.#programs ??= new Set(
      this.#calls.flatMap((call) => {
        const command = commandOf(call);
        if (command === null) return [];
        return readScript(command).steps.map(({ argv }) => argv[0]?.split("/").at(-1) ?? "");
      }),
    );
    return this.#programs;
  }

  /** Whether any call could be the one a sentence speaks of. */
  could(use: ToolUse): boolean {
    if (this.#hasOpen) return true;
    const isOfKind = (call: Invocation) => {
      const tool = tools.get(call.tool);
      if (isShellCall(call)) return use === "run" || use === "query";
      if (use === "web") return tool?.kind === "fetch";
      if (use === "search") return tool?.kind === "search" || (tool?.kind === "fetch" && "query" in tool.roles);
      if (use !== "read" || tool === undefined) return false;
      return tool.kind === "search" || (tool.kind === "files" && Object.values(tool.roles).includes("read"));
    };
    if (this.#calls.some(isOfKind)) return true;
    const wanted = toolPrograms[use];
    return wanted.size > 0 && [...this.#shellPrograms].some((program) => wanted.has(program));
  }
}

/** Folded lower case, with quoted words blanked: they are not the claim's own. */
function ownWords(text: string): { own: string; withCode: string } {
  const folded = fold(text).text.toLowerCase();
  const blank = (quoted: string) => " ".repeat(quoted.length);
  const unquoted = folded.replace(/"[^"\n]*"/g, blank);
  return { own: unquoted.replace(/`[^`\n]*`/g, blank), withCode: folded };
}

const subject = "(?:i|we)(?:'ve|'d| have| had)?(?: (?:then|also|just|already|first|next|successfully|even|now)){0,2}";

const uses = toolVerbs.map(([use, verbs]) => ({
  use,
  pattern: new RegExp(
    `(?:^|[.;!?:]\\s+|\\n\\s*(?:[-*] )?)(?:${subject} |(?:then|also|next|first),? )?(?:${verbs})\\b|\\b${subject} (?:${verbs})\\b`,
  ),
}));
const running = /\b(?:by|after) (?:re-?)?running\b/;

/** Kinds of tool use a claim tells of. */
export function toldUses(text: string): ToolUse[] {
  // `Ran` before a command in back-ticks tells of a run as well.
  const { own } = ownWords(text);
  const found = uses.filter(({ pattern }) => pattern.test(own)).map(({ use }) => use);
  if (running.test(own) && !found.includes("run")) found.push("run");
  return found;
}

function levelOf(category: PhraseCategory, settings: ClaimSettings): PhraseLevel {
  return settings.phrases.levels[category] ?? phraseLevels[category];
}

function extraPhrases(settings: ClaimSettings): Phrase[] {
  return settings.phrases.extra.map(({ category, text }) => ({
    category,
    pattern: new RegExp(
      `(?<![\\p{L}\\p{N}])${fold(text)
        .text.toLowerCase()
        .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\p{L}\\p{N}])`,
      "u",
    ),
  }));
}

export interface PhraseSources {
  readonly uses: ToolUses;
  readonly isComplete: boolean;
  /** Outcome of a test receipt that no run answers for, by claim. */
  readonly neverRan: ReadonlyMap<string, "contradicted" | "unverified">;
}

/** Checks the words of every claim. */
export function checkPhrases(
  claims: readonly Claim[],
  sources: PhraseSources,
  settings: ClaimSettings,
): ClaimFinding[] {
  const findings: ClaimFinding[] = [];
  const list = [...phraseList, ...extraPhrases(settings)];
  for (const claim of claims) {
    const where = { claim: claim.id };
    const seen = new Set<PhraseCategory>();
    const add = (category: PhraseCategory, quote: string, most: PhraseLevel = "block") => {
      const level = levelOf(category, settings);
      if (level === "off" || seen.has(category)) return;
      seen.add(category);
      const severity = level === "block" && most === "block" ? "block" : "warn";
      const [message, next] = said[category];
      findings.push(claimFinding(rule, category, severity, `${claim.id} ${message}.`, where, next, quote));
    };
    if (!isEnglish(claim.text)) {
      const message = `${claim.id} is not English; phrases, receipts and coverage say nothing of it.`;
      findings.push(claimFinding(rule, "language", "info", message, where, "A person has to read it.", claim.text));
      continue;
    }
    const { own, withCode } = ownWords(claim.text);
    for (const { category, pattern, countsQuoted } of list) {
      const found = pattern.exec(countsQuoted === true ? withCode : own);
      if (found !== null) add(category, found[0]);
    }
    const told = toldUses(claim.text).filter((use) => !sources.uses.could(use));
    if (told.length > 0 && sources.isComplete) add("claimed_tool_use", claim.text);
    else if (told.length > 0 && levelOf("claimed_tool_use", settings) === "block") {
      const message = `${claim.id} tells of a tool that is not in the record, and the record is incomplete.`;
      const next = "Record the whole session.";
      findings.push(claimFinding(rule, "trace_incomplete", "block", message, where, next, claim.text));
    }
    const never = sources.neverRan.get(claim.id);
    if (never !== undefined) add("claimed_test_results", claim.text, never === "contradicted" ? "block" : "warn");
  }
  return findings;
}
