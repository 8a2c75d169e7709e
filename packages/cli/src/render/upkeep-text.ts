/** @module What upkeep did, one line for each thing it did something to. */

import type { EventDraft } from "@warrant/kernel/commitment/stream";
import { withoutCommands } from "@warrant/kernel/render/ci-commands";
import { outside } from "@warrant/kernel/render/outside";
import type { UpkeepStep } from "../authority/upkeep.ts";
import { cutAfter } from "./layout.ts";

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

/** The steps of one upkeep as lines. */
export function upkeepText(steps: readonly UpkeepStep[], isDry: boolean, shorten: (id: string) => string): string {
  if (steps.length === 0) return "nothing is due\n";
  const lines = steps.map(({ id, title, drafts }) => {
    const did = drafts.map(wordOf).filter((word) => word !== null);
    return `${shorten(id)}  ${cutAfter(outside(title, 200), 50)}  ${[...new Set(did)].join(", ")}`;
  });
  return withoutCommands(`${[...(isDry ? ["would be done:"] : []), ...lines].join("\n")}\n`);
}
