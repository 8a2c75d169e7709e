/**
 * @module Who wrote a prompt. Programs around an agent send it texts of their own as if they were prompts; such a text may
 * narrow, and never names, never answers (hosts, section 14).
 */

import type { HostOrigin } from "./event.ts";

/** Envelopes that programs put around their texts, and whose words they hold. */
const envelopes: Readonly<Record<string, HostOrigin>> = {
  "task-notification": "scheduled",
  "task-reminder": "scheduled",
  "scheduled-task": "scheduled",
  "scheduled-prompt": "scheduled",
  cron: "scheduled",
  "cron-job": "scheduled",
  "loop-wakeup": "scheduled",
  heartbeat: "scheduled",
  webhook: "webhook",
  channel: "webhook",
  "channel-message": "webhook",
  "github-webhook-activity": "webhook",
  "teammate-message": "agent",
  "agent-message": "agent",
  "agent-notification": "agent",
  "subagent-result": "agent",
  "subagent-report": "agent",
  "peer-message": "agent",
  "system-reminder": "tool",
  "hook-feedback": "tool",
  "user-prompt-submit-hook": "tool",
  "local-command-stdout": "tool",
  "local-command-stderr": "tool",
  "bash-stdout": "tool",
  "bash-stderr": "tool",
  "bash-input": "tool",
  "ide-selection": "tool",
  "ide-opened-file": "tool",
};

/** As much of the beginning of a prompt as is looked at for what it is. */
const beginning = 4000;
const opening = /<(?<name>[A-Za-z][A-Za-z0-9_.:-]{0,63})(?:\s[^<>]{0,1000})?\/?>/;

function nameOf(tag: string): string {
  return tag
    .toLowerCase()
    .replaceAll("_", "-")
    .replace(/^[a-z0-9]{1,20}:/, "");
}

/** The text as a model sees it: full-width brackets are brackets, and what is invisible is not there. */
function seen(text: string): string {
  return text
    .slice(0, beginning)
    .normalize("NFKC")
    .replace(/[\p{Cf}\p{Mn}]/gu, "");
}

/** The envelope a text begins with, by its name; null when it begins with none. */
function envelopeOf(text: string): string | null {
  const line = seen(text).trimStart().split("\n", 1)[0]?.trim() ?? "";
  if (!line.startsWith("<")) return null;
  const found = opening.exec(line);
  const tag = found?.groups?.["name"];
  if (tag === undefined || found?.index !== 0) return null;
  const name = nameOf(tag);
  const isAlone = line === found[0] || line.endsWith(`</${tag}>`);
  // People write about elements of a page; none of those has a hyphen in its name.
  return isAlone || Object.hasOwn(envelopes, name) || name.includes("-") ? name : null;
}

/** Lines such as `[Cron job: nightly]` that programs begin their texts with. */
const bracketed =
  /^\[(?:system|cron|scheduled?|webhook|notification|automated|automatic|task|hook|channel|heartbeat|reminder|subagent|agent|request interrupted)\b[^\]\n]{0,200}\]/i;

/** Sentences by which programs lead in words that are not a person's, where they put no envelope around them. */
const ledIn: readonly (readonly [RegExp, HostOrigin])[] = [
  [/^(?:[A-Za-z]{1,30} )?hook (?:feedback|error|output):/i, "tool"],
  [/^caveat: the messages below were generated\b/i, "tool"],
  [/^this (?:session|conversation) is being continued from a previous\b/i, "agent"],
  [/^(?:a|an|another|the) (?:claude |other )?(?:session|agent|subagent|teammate) sent (?:you )?a message\b/i, "agent"],
];

/** What a text says of its own origin, by how it begins: null where it looks like a person's. */
export function originByForm(text: string): HostOrigin | null {
  const name = envelopeOf(text);
  if (name !== null) return (Object.hasOwn(envelopes, name) ? envelopes[name] : undefined) ?? "unknown";
  const start = seen(text).trimStart();
  const led = ledIn.find(([sentence]) => sentence.test(start));
  return led?.[1] ?? (bracketed.test(start) ? "unknown" : null);
}

/** Blocks taken out of one text; what is not closed goes to its end. */
const mostBlocks = 200;

/** The text a person typed: without the blocks that programs add to it. */
export function withoutAdded(text: string): string {
  const tag = new RegExp(opening, "g");
  let kept = "";
  let from = 0;
  let blocks = 0;
  for (let found = tag.exec(text); found !== null && blocks < mostBlocks; found = tag.exec(text)) {
    const name = found.groups?.["name"] ?? "";
    // A word such as `channel` is one of a page as well.
    if (!nameOf(name).includes("-") || !Object.hasOwn(envelopes, nameOf(name))) continue;
    kept += text.slice(from, found.index);
    const close = text.indexOf(`</${name}>`, tag.lastIndex);
    from = close < 0 ? text.length : close + name.length + 3;
    tag.lastIndex = from;
    blocks += 1;
  }
  return kept + text.slice(from);
}
