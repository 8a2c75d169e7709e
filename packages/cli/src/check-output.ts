/** @module Verdicts as they come, written in the asked format: one change in full, several as a table, a list or lines. */

import { canonicalJson } from "@warrant/kernel/canonical";
import type { RunDescription } from "@warrant/kernel/render/run-description";
import type { ChangeVerdict } from "@warrant/kernel/verdict";
import type { FactsError } from "./facts-input.ts";
import { type Io, say, wantsColour } from "./io.ts";
import { version } from "./version.ts";

export const formats = ["text", "json", "jsonl", "markdown", "sarif"] as const;
export type Format = (typeof formats)[number];

/** Where verdicts go, in the order they are made. */
export interface CheckOutput {
  add(verdict: ChangeVerdict, run: RunDescription): Promise<void>;
  addError(error: FactsError): Promise<void>;
  finish(): Promise<void>;
}

export interface CheckOutputOptions {
  readonly enforced: boolean;
  readonly verbose: boolean;
}

function errorLine(error: FactsError): string {
  const { where, message } = error.error;
  return `line ${error.line}: not a facts document: ${where === "" ? "" : `${where}: `}${message}`;
}

/** One verdict or error a line: nothing is kept, so the input may be of any length. */
function lines(io: Io): CheckOutput {
  const put = async (document: unknown): Promise<void> => {
    io.stdout.write(canonicalJson(document));
    await io.stdout.drained();
  };
  return { add: put, addError: put, finish: () => Promise.resolve() };
}

/** One document for one change; for several an array of them, in which an error stands in its place. */
function documents(io: Io): CheckOutput {
  let first: string | undefined;
  let count = 0;
  const put = async (document: unknown): Promise<void> => {
    const text = canonicalJson(document);
    count += 1;
    if (count === 1) first = text;
    else io.stdout.write(`${count === 2 ? `[\n${(first ?? "").trimEnd()}` : ""},\n${text.trimEnd()}`);
    await io.stdout.drained();
  };
  return {
    add: put,
    addError: put,
    finish: () => {
      if (count === 1) io.stdout.write(first ?? "");
      else io.stdout.write(count === 0 ? "[]\n" : "\n]\n");
      return Promise.resolve();
    },
  };
}

interface Kept {
  readonly verdict: ChangeVerdict;
  readonly run: RunDescription;
}

/**
 * Keeps the verdicts until all are there, because the form depends on how many there are. `isDocument`: also of none there
 * is a document, which whoever uploads it expects.
 */
function collected(io: Io, isDocument: boolean, render: (kept: readonly Kept[]) => Promise<string>): CheckOutput {
  const kept: Kept[] = [];
  return {
    add: (verdict, run) => {
      kept.push({ verdict, run });
      return Promise.resolve();
    },
    addError: (error) => {
      say(io, errorLine(error));
      return Promise.resolve();
    },
    finish: async () => {
      if (isDocument || kept.length > 0) io.stdout.write(await render(kept));
      await io.stdout.drained();
    },
  };
}

/** The output of one run of `warrant check`. A format's code is loaded only when it is asked for. */
export function checkOutput(format: Format, io: Io, { enforced, verbose }: CheckOutputOptions): CheckOutput {
  const mode = enforced ? "enforce" : "report";
  switch (format) {
    case "jsonl":
      return lines(io);
    case "json":
      return documents(io);
    case "text":
      return collected(io, false, async (kept) => {
        const look = { colour: wantsColour(io.stdout, io.env), width: io.stdout.columns, mode } as const;
        const [only] = kept;
        if (kept.length === 1 && only !== undefined) {
          const { renderText } = await import("./render/text.ts");
          return renderText(only.verdict, { ...look, verbose, run: only.run });
        }
        const { renderTable } = await import("./render/table.ts");
        return renderTable(
          kept.map(({ verdict, run }) => ({ verdict, title: run.title })),
          look,
        );
      });
    case "markdown":
      return collected(io, false, async (kept) => {
        const { renderMarkdown, renderMarkdownTable } = await import("@warrant/kernel/render/markdown");
        const [only] = kept;
        return kept.length === 1 && only !== undefined
          ? renderMarkdown(only.verdict, { mode, verbose, run: only.run })
          : renderMarkdownTable(
              kept.map(({ verdict }) => verdict),
              { mode },
            );
      });
    case "sarif":
      return collected(io, true, async (kept) => {
        const { renderSarif } = await import("@warrant/kernel/render/sarif");
        return renderSarif(
          kept.map(({ verdict }) => verdict),
          { version, run: kept.length === 1 ? kept[0]?.run : undefined },
        );
      });
    default:
      return format satisfies never;
  }
}
