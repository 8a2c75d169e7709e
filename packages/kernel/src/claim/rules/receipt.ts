/** @module `claim.receipt`: statements of a claim that the recorded calls bear out, refute, or leave open (claim gate, 4.6, 5). */

import { isEnglish } from "../english.ts";
import { type ClaimFinding, claimFinding, recordCodes } from "../finding.ts";
import type { Claim, ClaimId } from "../output.ts";
import { readTrace } from "../read-trace.ts";
import { decideCheck } from "../receipts/decide-check.ts";
import { decideCommand } from "../receipts/decide-command.ts";
import { decideFile, decideOthers } from "../receipts/decide-file.ts";
import { type Deeds, readDeeds } from "../receipts/deeds.ts";
import { checkOfReceipt, type Receipt, type Stated } from "../receipts/kinds.ts";
import { readStated } from "../receipts/stated.ts";
import { type ClaimSettings, defaultClaimSettings } from "../settings.ts";
import type { Trace } from "../trace.ts";

const rule = "claim.receipt";

const reasons: Readonly<Record<string, readonly [message: string, next: string]>> = {
  failing_run: ["the last run failed", "Fix what fails, or report it as failing."],
  count_differs: ["the run printed another count", "State the count the run printed."],
  never_ran: ["nothing of the kind was run", "Run it, or state a gap."],
  trace_incomplete: ["the record is incomplete", "Record the whole session."],
  count_not_seen: ["the run printed no count", "Leave the count out, or run it so that it prints one."],
  possible_edit: ["files may have changed after it", "Run it again."],
  no_outcome: ["it has no outcome yet", "Wait for its end, or run it again."],
  exit_masked: ["its exit code was hidden by another command", "Run it alone."],
  which_failed: ["one of several checks failed", "Run each check alone."],
  empty_run: ["it ran no test", "Run tests that are there."],
  narrow_run: ["only a part was run", "Run all, or claim the part."],
  stale_run: ["files were changed after it", "Run it again."],
  opaque_run: ["a command nobody sees into may have done it", "Run it by itself, so that it can be seen."],
  self_written_runner: ["the session wrote the script that printed it", "Run the tests themselves."],
  undone_later: ["it was undone later", "Do it again, or leave the claim out."],
  existed_before: ["the file was there before", "Say that it was changed."],
  failed_call: ["the call failed", "Do it again, or report the failure."],
  never_done: ["no call did it", "Do it, or leave the claim out."],
  other_files: ["other files were changed", "Name them, or undo those changes."],
  none_named: ["no claim names the files that were changed", "Name the files that were changed."],
  different_command: ["another command of the kind was run", "Name the command that was run."],
  denied: ["the call was denied", "Ask for it, or leave the claim out."],
  no_receipt: ["no receipt of a session says so", "Write one: warrant receipt write."],
  self_reported: [
    "only the session's own word says so",
    "Have it signed by a key of the base branch, or let a check say it.",
  ],
  not_changed: ["the files of the change show otherwise", "Correct the description, or make the change."],
  files_incomplete: [
    "not all files of the change are known",
    "Collect the facts again where they can be read in full.",
  ],
  pasted_output_absent: ["no recorded call printed it", "Paste what a call of the session printed."],
  check_failed: ["the platform's check of this commit failed", "Fix what fails, or report it as failing."],
  check_running: ["the platform's check of this commit has not ended", "Wait for its end."],
  check_undecided: ["the platform's check of this commit did not decide", "Run it again."],
  checks_incomplete: [
    "not all checks of this commit are known",
    "Collect the facts again where they can be read in full.",
  ],
};

/** Why something is supported, where it is worth saying. */
const supports: Readonly<Record<string, string>> = {
  changed: "the files of the change show it",
  check_passed: "the platform's check of this commit passed",
};

/** A reason in words, with the step that settles it. */
export function wordsOfReason(reason: string): { readonly because: string; readonly next: string } {
  const words = reasons[reason];
  if (words !== undefined) return { because: words[0], next: words[1] };
  return { because: supports[reason] ?? "the record of the session shows it", next: "Nothing to do." };
}

export const receiptTitles: Readonly<Record<Stated["kind"], string>> = {
  tests_pass: "tests pass",
  build_succeeds: "the build succeeds",
  typecheck_clean: "type checks pass",
  lint_clean: "lint passes",
  file_created: "a file was created",
  file_modified: "a file was changed",
  file_deleted: "a file was deleted",
  no_other_files_changed: "no other file was changed",
  ran_command: "a command was run",
};

export interface ClaimReceipts {
  readonly stated: readonly Stated[];
  readonly receipts: readonly Receipt[];
}

/** Reads the calls only when a claim asks for it. */
export class ReceiptDesk {
  readonly #trace: Trace;
  readonly #settings: ClaimSettings;
  #deeds: Deeds | null = null;

  constructor(trace: Trace, settings: ClaimSettings) {
    this.#trace = trace;
    this.#settings = settings;
  }

  /** `named`: the files all claims together say were changed. */
  decide(stated: Stated, named: readonly string[]): Receipt {
    this.#deeds ??= readDeeds(this.#trace, this.#settings);
    if (checkOfReceipt[stated.kind] !== undefined) return decideCheck(stated, this.#deeds);
    if (stated.kind === "ran_command") return decideCommand(stated, this.#deeds, this.#trace);
    if (stated.kind !== "no_other_files_changed") return decideFile(stated, this.#deeds);
    return decideOthers(stated, stated.paths.length > 0 ? stated.paths : named, this.#deeds);
  }
}

/** What claims state, and what the trace says of it. Another language states nothing that is read. */
export function readReceipts(claims: readonly Claim[], desk: ReceiptDesk): Map<string, ClaimReceipts> {
  const stated = new Map(
    claims.map(({ id, text, kind }) => [id, kind === "gap" || !isEnglish(text) ? [] : readStated(text, kind)] as const),
  );
  const named = [...stated.values()].flatMap((all) => all.flatMap(({ paths }) => paths));
  return new Map(
    [...stated].map(([id, all]) => [id, { stated: all, receipts: all.map((one) => desk.decide(one, named)) }]),
  );
}

/** The findings of the receipts of claims. */
export function checkReceipts(
  claims: readonly Claim[],
  receipts: ReadonlyMap<string, ClaimReceipts>,
  citedCalls: (claim: Claim) => ReadonlySet<string>,
): ClaimFinding[] {
  const findings: ClaimFinding[] = [];
  for (const claim of claims) {
    const { stated = [], receipts: own = [] } = receipts.get(claim.id) ?? {};
    const cited = citedCalls(claim);
    for (const [index, receipt] of own.entries()) {
      const ids = receipt.invocation_ids;
      const [first] = ids;
      const where = { claim: claim.id, ...(first === undefined ? {} : { invocation: first }) };
      const quote = stated[index]?.clause ?? claim.text;
      if (receipt.outcome === "supported") {
        if (claim.evidence_ids.length === 0 || ids.some((id) => cited.has(id))) continue;
        const message = `${claim.id}: ${receiptTitles[receipt.kind]} by ${ids.slice(0, 3).join(", ")}, which it does not cite.`;
        findings.push(claimFinding(rule, "receipt_elsewhere", "warn", message, where, "Cite that call.", quote));
        continue;
      }
      const [because, next] = reasons[receipt.reason] ?? ["the record does not show it", "Cite what shows it."];
      const isBlock = receipt.outcome === "contradicted" || recordCodes.has(receipt.reason);
      const by = first === undefined ? "" : ` (${ids.slice(0, 3).join(", ")})`;
      const message = `${claim.id}: "${receiptTitles[receipt.kind]}" is ${receipt.outcome}: ${because}${by}.`;
      findings.push(claimFinding(rule, receipt.reason, isBlock ? "block" : "warn", message, where, next, quote));
    }
  }
  return findings;
}

/** What a text states that a trace can answer for, and what it answers. Nothing for a trace that cannot be read. */
export function receiptsOf(text: string, trace: unknown, settings: ClaimSettings = defaultClaimSettings): Receipt[] {
  const read = readTrace(trace);
  if (read === null) return [];
  const claim: Claim = { id: "s1" as ClaimId, text, kind: "observation", evidence_ids: [] };
  return [...(readReceipts([claim], new ReceiptDesk(read, settings)).get("s1")?.receipts ?? [])];
}
