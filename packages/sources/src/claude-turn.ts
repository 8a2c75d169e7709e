/**
 * @module How many tool calls the last turn of a Claude Code transcript holds. The host writes it late, so what is not there
 * yet is not known (hosts, sections 3.4 and 13).
 */

import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** Bytes read from the end; a turn of more is not known. */
const longestTail = 512 * 1024;

interface TurnLine {
  readonly message: string;
  readonly calls: readonly string[];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A line of the assistant's; null for every other, and for one that is broken. */
function readLine(line: string): TurnLine | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  if (!isRecord(value) || value["type"] !== "assistant" || !isRecord(value["message"])) return null;
  const { id, content } = value["message"];
  if (typeof id !== "string" || !Array.isArray(content)) return null;
  const calls = content.filter((part) => isRecord(part) && part["type"] === "tool_use");
  return { message: id, calls: calls.map((part: Readonly<Record<string, unknown>>) => String(part["id"])) };
}

/**
 * The number of calls in the assistant's last message; null where this call is not among them.
 *
 * @param text the end of a transcript; its first line may be cut.
 */
export function callsOfLastTurn(text: string, call: string): number | null {
  const calls = new Set<string>();
  let message: string | null = null;
  for (const line of text.split("\n").toReversed()) {
    const turn = line.includes('"assistant"') ? readLine(line) : null;
    if (turn === null) continue;
    // A message of several parts is several lines.
    message ??= turn.message;
    if (turn.message !== message) break;
    for (const id of turn.calls) calls.add(id);
  }
  return calls.has(call) ? calls.size : null;
}

/** The end of a file as text; null when it cannot be read. */
export function readTail(path: string): string | null {
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    const { size } = fstatSync(file);
    const length = Math.min(size, longestTail);
    const bytes = Buffer.alloc(length);
    const count = readSync(file, bytes, 0, length, size - length);
    return bytes.subarray(0, count).toString("utf8");
  } catch {
    return null;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
