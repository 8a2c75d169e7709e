/** @module What upkeep did, one line for each thing it did something to. */

import type { InboxEntry } from "@warrant/kernel/commitment/inbox";
import type { EventDraft } from "@warrant/kernel/commitment/stream";
import { withoutCommands } from "@warrant/kernel/render/ci-commands";
import { outside } from "@warrant/kernel/render/outside";
import type { UpkeepStep } from "../authority/upkeep.ts";
import { cutAfter } from "./layout.ts";
import { timeOf } from "./when.ts";

const words: Readonly<Record<string, string>> = {
  "criterion-evaluated": "looked at a criterion",
  resumed: "resumed",
  blocked: "blocked",
  suspended: "asked anew",
  "assumption-recorded": "assumed no",
  reassigned: "asked somebody else",
  "approval-expired": "let its question expire",
  "approval-withdrawn": "withdrew its question",
  "approval-decided": "denied its step",
};

function wordOf({ kind, body }: EventDraft): string | null {
  const text = (name: string): string => {
    const value = body[name];
    return typeof value === "string" ? outside(value, 80) : "";
  };
  if (kind === "closed") return `closed as ${text("outcome")}: ${text("note")}`;
  if (kind === "resumed") return `resumed: ${text("reason")}`;
  if (kind === "blocked") return `blocked: ${text("blocker")}`;
  if (kind === "reassigned") return `asked ${text("to")}`;
  if (kind === "inbox-answered" && body["state"] !== "answered") return `its entry is ${text("state")}`;
  return words[kind] ?? null;
}

/** One upkeep: what was done, and what is new in the inbox since the last one. */
interface Upkeep {
  readonly steps: readonly UpkeepStep[];
  readonly news: readonly InboxEntry[];
  readonly isDry: boolean;
  readonly now: string;
}

/** News that are written out; the inbox has them all. */
const shownNews = 20;

function newsLines(news: readonly InboxEntry[], now: string, shorten: (id: string) => string): string[] {
  if (news.length === 0) return [];
  const lines = news
    .slice(0, shownNews)
    .map(({ id, kind, at, title }) => `${shorten(id)}  ${kind}  ${timeOf(at, now)}  ${outside(title, 100)}`);
  const rest = news.length > shownNews ? [`and ${news.length - shownNews} more: warrant inbox list`] : [];
  return ["new in the inbox:", ...lines, ...rest];
}

/** One upkeep as lines. */
export function upkeepText({ steps, news, isDry, now }: Upkeep, shorten: (id: string) => string): string {
  const lines = steps.flatMap(({ id, title, drafts }) => {
    const did = drafts.map(wordOf).filter((word) => word !== null);
    // What was only told is told below.
    if (did.length === 0) return [];
    return [`${shorten(id)}  ${cutAfter(outside(title, 200), 50)}  ${[...new Set(did)].join(", ")}`];
  });
  const done = lines.length === 0 ? ["nothing is due"] : [...(isDry ? ["would be done:"] : []), ...lines];
  return withoutCommands(`${[...done, ...newsLines(news, now, shorten)].join("\n")}\n`);
}
